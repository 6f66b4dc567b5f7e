"""Mechanics that move things: walking, pushing, carrying, falling, contests."""

from __future__ import annotations

from support.ruling import Draw, key
from support.vocabulary import DIRECTIONS


def walking(d: Draw) -> list[str]:
    n, who = d.number(), d.one(["Player"] * 6 + ["Box", "Solid", "Crate", "Spark", "Cart", "Mover"])
    by = d.one(["", "", "", "", " by 2", " by -1", f" by {who}.x % 2", f" by {who}.y % 3"])
    with d.scope(**{who: "thing Player" if who == "Player" else "thing Crate", "d": "dir"}):
        also = d.also(0.2) if who == "Player" else ""
    if d.chance(0.15):
        # Not a phase `walk` with another header: the sentence's phase is joined with its like only.
        return [f"{who} walks"] if who != "Player" else ["Player walks"]
    ways = [
        [f"phase walk{n}", f"    on arrow($d), {who}{also} -> move {who} $d{by}"],
        [f"phase walk{n} on arrow($d)", f"    {who}{also} -> move {who} $d{by}"],
        [f"phase walk{n} each {who} $w", f"    on arrow($d) -> move $w $d{by.replace(who, '$w')}"],
        [f"phase walk{n}", f"    on arrow($d), {who}{also} -> move {who} $d{by}", f"    on moved({who}) -> energy - 1"],
        [f"phase walk{n} on arrow($d) each {who} $w by 0 - $w.x", f"    -> move $w $d{by.replace(who, '$w')}"],
        [f"phase walk{n}", "    on arrow($d), chosen != none -> move chosen $d",
        f"    on arrow($d), {who} -> move {who} $d"],
    ]  # fmt: skip
    return d.one(ways)


def pushing(d: Draw) -> list[str]:
    lines = [f"let {d.one(['Player', 'Player', 'Solid'])} pushes {d.one(['Crate', 'Rock', 'Box', 'Box'])}"]
    if d.chance(0.6):
        lines.append(d.one(["let Crate pushes Crate $b", "let Crate pushes Rock", "let Box pushes Box $b",
                            "let Crate pushes Crate $b when Crate.hue = $b.hue",
                            "let Rock pushes Box when Rock.worth > 1",
                            "let Box pushes Cart", "let Player pushes Cart", "let Spark pushes Box"]))  # fmt: skip
    return lines


def carrying(d: Draw) -> list[str]:
    n = d.number()
    d.wishes |= {"cargo"}
    tie = d.one(["Cart carries Box when Box on Cart", "Cart carries Thing when Thing overlaps Cart",
                 "Cart carries Player when Player on Cart", "Cart carries Solid when Solid on Cart",
                 "Cart carries Crate when Crate touches Cart", "Spark carries Crate when Crate on Spark",
                 "Cart carries Crate", "Crate carries Spark when Spark on Crate",
                 "Cart carries Cart $b when Cart touches $b",
                 "Player carries Box when Box touches Player",
                 "Cart carries Spark when Cart.way = Spark.way"])  # fmt: skip
    drive = d.one(["Cart -> move Cart Cart.way", "Cart, Cart.x % 2 = 0 -> move Cart left",
        "Spark -> move Spark Spark.way",
                   "Cart -> move Cart right", "Cart -> move Cart Cart.way by 2",
                   "Player -> move Player way_out"])  # fmt: skip
    lines = [f"let {tie}", f"phase drive{n}", f"    on {key(d)}, {drive}"]
    if d.chance(0.5):
        lines.append(f"phase turn{n}")
        lines.append("    " + d.one(["on blocked(Cart, $d) -> Cart.way = back($d)", "on moved(Cart) -> Cart.way next"]))
    return lines


def two_carriers(d: Draw) -> list[str]:
    """Two carts that want the same cargo to go two ways, or one."""
    n = d.number()
    way = d.one(["$a.x % 2 = 0", "$a.x > 1", "no { Cart $b, $b.x < $a.x }"])
    other = d.one(DIRECTIONS)
    d.wishes |= {"tt"}
    return [f"let Cart carries {d.one(['Player', 'Box', 'Solid', 'Crate'])}{d.one(['', ' when energy > 3'])}",
            f"phase tug{n} on {key(d)} each Cart $a" if d.chance(0.2) else f"phase tug{n} on {key(d)}",
            f"    Cart $a, {way} -> move $a {d.one(DIRECTIONS)}" if d.chance(0.7) else "    Cart $a -> move $a $a.way",
            f"    Cart $b, $b.y > 1 -> move $b {other}"]  # fmt: skip


def obstacles(d: Draw) -> list[str]:
    stops = d.one(["Plate stops Spark", "Wall stops Spark", "Spark stops Player", "Solid stops Spark", "Goal stops Box",
                   "Pane stops Solid", "Spark stops Spark $b", "Rock stops Cart", "Wall stops Cart",
                   "Cart stops Player when Cart.way = up", "Pane stops Player when Pane.open = no"])  # fmt: skip
    lines = [f"let {stops}"]
    with d.scope(Spark="thing Spark", Wall="thing Wall"):
        lines += [f"let Wall stops Spark when {d.test()}"] if d.chance(0.3) else []
    return lines


def stuck(d: Draw) -> list[str]:
    return ["let " + d.one(["stuck(Crate, $d) when no Plate at ahead(Crate, $d)", "stuck(Player, $d) when $d = way_out",
                            "stuck(Box, $d) when Box.worth > 2", "stuck(Spark, $d) when Spark.way = back($d)",
                            "stuck(Rock, up)",
                            "stuck(Player, $d) when Spark ahead($d) Player", "stuck(Cart, $d) when Spark on Cart",
                            "stuck(Player, $d) when Goal at Player.cell, $d = up",
                            "stuck(Box, $d) when dx($d) = 0"]).replace(
                                "stuck(Rock, up)", "stuck(Rock, $d) when $d = up")]  # fmt: skip


def falling(d: Draw) -> list[str]:
    n, what, way = d.number(), d.one(["Rock", "Crate", "Box", "Spark", "Cart", "Thing"]), d.one(["down", "down",
        "left", "way_out"])  # fmt: skip
    heads = d.one(["", " on act", " on start arrow", " on act arrow click", " on start", " on moved(Player)"])
    each = d.chance(0.3)
    guard = d.one(["", f", no Wall at ahead({what}, {way})", f", no Spark on {what}" if what != "Spark" else ""])
    rule = f"    {what} $f -> move $f {way}" if guard == "" else f"    {what}{guard} -> move {what} {way}"
    if each:
        rule = f"    -> move $f {way}"
    return [f"phase fall{n}{heads}{d.one(['', ' when mode = day', ' when energy > 2'])} repeat"
            f"{f' each {what} $f' if each else ''}{d.one(['', ' show', ' show 2'])}", rule]  # fmt: skip


def patrolling(d: Draw) -> list[str]:
    n, who = d.number(), d.one(["Spark", "Cart", "Mover", "Crate"])
    if d.chance(0.3):
        return [f"{d.one(['Spark', 'Cart', 'Crate'])} patrols"]
    turn = d.one([f"on blocked({who}, $d) -> {who}.way = {d.one(['back', 'cw', 'ccw'])}($d)",
        f"on moved({who}, $d) -> {who}.way next",
                  f"on blocked({who}, $d, none) -> {who}.way prev",
                  f"on blocked({who}, $d, Solid $o, $c), no Goal at $c -> {who}.way = back($d)",
                  f"on blocked({who} $w, $d, Box $o) -> $w.way = cw($d), $o.worth - 1 at least 1"])  # fmt: skip
    lines = [f"phase patrol{n} on arrow act click", f"    {who} -> move {who} {who}.way"]
    return [*lines, f"phase turned{n}", f"    {turn}"]


def meeting(d: Draw) -> list[str]:
    """Things that want one cell, or each other's."""
    n = d.number()
    what, other = d.one([("Crate", "Rock"), ("Crate", "Crate $b"), ("Box", "Box $b"), ("Spark", "Spark $b"), ("Rock",
        "Crate"), ("Cart", "Cart $b")])  # fmt: skip
    far = other.split()[-1]
    rule = d.one([
        f"{what}, {other}, {what} ahead(right) {far} -> move {what} left, move {far} right",
        f"{what}, {other}, {what} touches {far} -> put {what} at {far}.cell, put {far} at {what}.cell",
        f"{what} -> move {what} {d.one(['left', 'up'])}",
        f"{what} -> put {what} at Player.cell", f"{what}, Goal -> put {what} at Goal.cell",
        f"{what}, Player, {what}.x < Player.x -> move {what} right",
        f"{what}, {other}, {what}.y = {far}.y, {what}.x < {far}.x -> move {what} right, move {far} left",
        f"{what}, {other}, {what} ahead(up) {far} -> move {what} down, move {far} up by 2",
    ])  # fmt: skip
    second = d.one(["Rock -> move Rock right", "Crate -> move Crate down", "Player -> move Player left",
        "Spark -> put Spark at Player.cell"])  # fmt: skip
    bound = "Player, " if "Player.cell" in rule else ""
    bound2 = "Player, " if "Player.cell" in second else ""
    lines = [f"phase meet{n} on {key(d)}", f"    {bound}{rule}", f"    {bound2}{second}"]
    if d.chance(0.5):
        lines += ["let Spark stops Spark $b" if what == "Spark" else "let Rock stops Spark"]
    return lines


def ring(d: Draw) -> list[str]:
    """Everything in a small block goes round."""
    n, what = d.number(), d.one(["Box", "Box", "Solid"])
    d.wishes |= {"ring"}
    return [f"phase ring{n} on {key(d)}",
            f"    {what}, {what}.x % 2 = 0, {what}.y % 2 = 0 -> move {what} right",
            f"    {what}, {what}.x % 2 = 1, {what}.y % 2 = 0 -> move {what} down",
            f"    {what}, {what}.x % 2 = 1, {what}.y % 2 = 1 -> move {what} left",
            f"    {what}, {what}.x % 2 = 0, {what}.y % 2 = 1 -> move {what} up"]  # fmt: skip


def jumping(d: Draw) -> list[str]:
    n, who = d.number(), d.one(["Player", "Player", "Crate", "Spark", "chosen", "held"])
    bound = "" if who in ("chosen", "held") else f", {who}"
    where, test = d.one(["$c", "$c", "ahead($c, up)", "cell($c.y, $c.x)"]), d.one(["", ", no Wall at $c", ", $c.x > 1"])
    return [f"phase jump{n}", f"    on clickcell($c){bound}{test} -> put {who} at {where}"]


def imitating(d: Draw) -> list[str]:
    return [d.one(["Rock mirrors Player", "Crate copies Player", "Spark opposes Player", "Rock copies Crate",
        "Cart mirrors Player", "Spark copies Rock"])]  # fmt: skip


def crowding(d: Draw) -> list[str]:
    """Several push one thing."""
    n, pushed = d.number(), d.one(["Box", "Crate", "Rock", "Player"])
    d.wishes |= {"sparks"}
    lines = [f"let Spark pushes {pushed}", f"phase swarm{n} on {d.one(['act', 'act', 'click', 'action($a)'])}",
             d.one([f"    {pushed} ahead($d) Spark -> move Spark $d",
             f"    {pushed} ahead($d) Spark -> move Spark $d by 2", f"    {pushed} near Spark -> move Spark Spark.way",
             f"    {pushed} ahead($d) Spark, $d != up -> move Spark $d"])]  # fmt: skip
    return [*lines, *d.one([[], ["let Box pushes Box $b"], ["let Box pushes Player"]])]


def racing(d: Draw) -> list[str]:
    """Contests in which the order of things does not decide."""
    n = d.number()
    d.wishes |= {"push"}
    return d.one([
        ["let Player pushes Box", f"phase race{n} on {key(d)}", "    Box ahead($d) Player -> move Player $d",
        "    Box $b ahead($d) Player, Box $r, $r != $b -> put $r at $b.cell"],
        ["let Spark pushes Box", f"phase race{n} on {key(d)}",
        "    Box ahead($d) Spark, Player -> move Spark $d, put Player at Box.cell", "let Box stops Spark"],
        ["let Spark stops Player", f"phase race{n} on {key(d)}",
        "    Spark, Player -> put Spark at ahead(Player, way_out), move Player way_out"],
        ["let Spark stops Box", f"phase race{n} on {key(d)}",
        "    Box, Spark -> put Spark at ahead(Box, right), move Box right"],
        ["let Player pushes Box", "let Box pushes Box $b", f"phase race{n} on arrow($d)",
        "    Player -> move Player $d", "    Box at ahead(Player, $d), Rock -> put Rock at Box.cell"],
        *[["let Player pushes Box", f"phase race{n} on arrow($d)",
        "    Player, Crate at ahead(Player, $d), Rock $r -> move Player $d, put $r at Crate.cell"]] * 2,
    ])  # fmt: skip
