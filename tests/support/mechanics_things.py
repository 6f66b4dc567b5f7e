"""Mechanics that make, drop, change and compare things, and calculate."""

from __future__ import annotations

from support.ruling import Draw, key
from support.vocabulary import SMALL


def collecting(d: Draw) -> list[str]:
    n = d.number()
    if d.chance(0.3):
        return [d.one(["Player collects Spark into score", "Player collects Goal", "Goal swallows Crate",
            "Plate swallows Rock",
                       "Player refills energy to 12 by Spark", "Crate collects Spark into score"])]  # fmt: skip
    return [f"phase collect{n}", "    " + d.one([
        "on enter(Player, Plate) -> Plate.weight next, score + 1",
        "on enter(Box, Goal) -> drop Box, make Spark at Goal.cell",
        "on enter(Spark $s, Thing $t) -> $s.of = $t, $s.heat + 1", "on enter(Spark, Solid) -> drop Spark, boom_of",
        "on leave(Player, Plate) -> make Mark{n=Plate.weight - 1} at Plate.cell",
        "on leave(Box, Cart) -> Cart.way next", "on leave(Player) -> tone next", "on leave($a, $b) -> lives next",
        "on leave(Box $b) -> $b.worth next",
        "on enter(Player, Plate $p) -> $p.peer = $p, show 2", "on leave(Spark, Thing) -> tone = Spark.hue",
        "on enter(Crate, Plate) -> tone = Crate.hue, Plate.weight + 1 at most 2",
        "on enter(Player, Goal) -> show, mode next",
    ]).replace("boom_of", "energy - 1 at least 0")]  # fmt: skip


def shooting(d: Draw) -> list[str]:
    n, cap = d.number(), d.some(3, 7)
    what = d.one(["Spark{way=way_out}", "Spark{way=way_out, heat=2}", "Crate", "Rock{worth=2}", "Pane{open=yes}",
        "Mark", "Crate{hue=tone}", "Cart{way=back(way_out)}", "Rock{hue=tone}"])  # fmt: skip
    kind = what.split("{")[0]
    place = d.one(["ahead(Player, way_out)", "Player.cell", "ahead(ahead(Player, way_out), up)",
        "cell(Player.x + 1, Player.y)", "cell(score, lives)"])  # fmt: skip
    when, made = f"on act, Player, count {{ {kind} $k }} < {cap}", f"make {what} at {place}"
    rule = d.one([f"{when} -> {made}", f"{when}, Box -> {made}, Box.worth next"])
    lines = [f"phase shoot{n}", "    on arrow($d) -> way_out = $d", f"    {rule}"]
    if kind == "Spark" and d.chance(0.6):
        lines += [f"phase fly{n} on action($a) each Spark $s", "    -> move $s $s.way, $s.heat + 1 at most 3",
                  d.one(["    $s.heat = 3 -> drop $s, end", "    $s.heat > 2 -> $s.heat = -1",
                  "    Wall at ahead($s, $s.way) -> drop $s"]),
                  "    -> score + 1 at most 9"]  # fmt: skip
    return lines


def linking(d: Draw) -> list[str]:
    """New things that refer to each other, and to what is there."""
    n, k = d.number(), key(d)
    return [f"phase link{n}", "    " + d.one([
        f"on {k}, Player, count {{ Mark $q }} < 5 -> make Mark $m at Player.cell, $m.up = $m, "
        "make Mark{up=$m} at Player.cell",
        f"on {k}, Crate, count {{ Spark $q }} < 8 -> make Spark{{of=Crate, hue=Crate.hue}} $m at Crate.cell, held = $m",
        f"on {k}, Spark $a, Spark $b, $a.x < $b.x -> $a.of = $b",
        f"on {k}, Player, count {{ Rock $q }} < 6 -> make Rock $m at ahead(Player, way_out), held = $m, $m.of = chosen",
        f"on {k}, Plate, count {{ Spark $q }} < 8 -> make Spark $m at Plate.cell, $m.way = way_out",
        f"on {k}, Spark $a, $a.of != none -> $a.of = none, held = $a.of",
        f"on {k}, Rock, Crate, Rock near Crate -> Rock.of = Crate",
        f"on {k}, Plate $a, Plate $b, $a.y != $b.y -> $a.peer = $b",
        f"on {k}, Spark $a, Spark $b, $a.of != $b.of -> $a.of = $b.of",
        f"on {k}, held != none -> drop held", f"on {k}, Rock, Rock.of != none -> drop Rock.of, score + 1",
        f"on {k}, Mark -> Mark.up = first $m of {{ Mark $m, $m.n = 0 }}",
        f"on {k}, Spark, Spark.of.x > 1 -> move Spark.of left, held = Spark.of",
    ])]  # fmt: skip


def heaping(d: Draw) -> list[str]:
    """Look-alikes on one cell."""
    n = d.number()
    same = d.one(["Spark $a, $a.heat > 0 -> $a.heat = 0", "Spark $a -> $a.way = up, $a.hue = red",
        "Mark $a -> $a.n = 0"])  # fmt: skip
    place = f"cell({d.some(0, 2)}, {d.some(0, 2)})"
    return [f"phase heap{n}", f"    on {key(d)}, {d.one(['Spark', 'Mark'])} $h -> put $h at {place}",
        f"    on {key(d)}, {same}"]  # fmt: skip


def choosing(d: Draw) -> list[str]:
    n = d.number()
    pick = d.one(["on click(Crate) -> chosen = Crate", "on click(Thing) -> held = Thing",
        "on click(none) -> chosen = none",
                  "on click(Box $b), $b.worth > 1 -> held = $b, $b.worth - 1",
                  "on click(chosen) -> chosen = none, score + 1"])  # fmt: skip
    use = d.one(["on arrow($d), chosen != none -> move chosen $d", "on act -> chosen.worth + 1, show",
        "on act -> drop held", "on arrow($d), Crate, chosen = Crate -> move Crate $d by 2",
                 "on act -> held = chosen", "on arrow, Crate, chosen != Crate -> Crate.way next",
                 "on act, $t = held, Player -> put $t at ahead(Player, up)"])  # fmt: skip
    return [f"phase choose{n}", f"    {pick}", f"phase use{n}", f"    {use}"]


def switching(d: Draw) -> list[str]:
    n = d.number()
    return [f"phase switch{n}", "    " + d.one([
        "on click(Pane) -> Pane.open next", "on click(Pane{open=no}) -> Pane.open = yes, show",
        "on click(Crate) -> Crate.hue next",
        "on click(Spark) -> Spark.way next, Spark.heat + 1", "on click(Rock) -> Rock.hue prev, Rock.worth next",
        "on click(Goal) -> make Plate at ahead(Goal, right)", "on click(Player) -> mode next",
        "on click($t), $t.x > 2 -> drop $t",
        "on click(Plate) -> Plate.weight prev", "on click(Cart) -> Cart.way prev, move Cart left",
        "on click(Wall) -> drop Wall",
        "on click(Box) -> Box.worth next, move Box up",
        "on click(Crate{hue=red}) -> make Crate{hue=green} at ahead(Crate, left)",
    ])]  # fmt: skip


def swapping(d: Draw) -> list[str]:
    """Values exchanged, merged, recoded."""
    n, k = d.number(), key(d)
    return [f"phase swap{n}", f"    on {k}, " + d.one([
        "Crate $a touches Crate $b -> $a.hue = $b.hue", "Crate, Rock -> Crate.hue = Rock.hue",
        "Rock, Crate -> Rock.hue = Crate.hue", "Rock, Rock.hue != tone -> Rock.worth next",
        "Crate, Spark -> Spark.hue = Crate.hue, Crate.worth next",
        "Rock, Crate, Rock near Crate -> Rock.hue = Crate.hue",
        "Crate, Crate.hue = tone -> Crate.worth next", "Spark, Spark.hue != tone -> tone = Spark.hue",
        "Crate $b ahead(right) Crate $a -> drop $a, drop $b, score + 2",
        "Crate -> make Rock{worth=Crate.worth, of=chosen} at Crate.cell, drop Crate",
        "Rock, count { Crate $c } < 5 -> make Crate{worth=Rock.worth, hue=Rock.hue} at Rock.cell, drop Rock",
        "Box, Box.worth = max $o.worth of { Box $o } -> Box.worth = 1", "Crate -> tone = Crate.hue",
        "Spark, Rock -> Spark.hue = Rock.hue, Spark.way = way_out",
        "Crate $a, Crate $b, $a.worth < $b.worth -> $a.worth + 1",
        "Crate, Rock, Crate.hue = Rock.hue -> Crate.way next", "Rock, Rock.hue = tone -> Rock.worth next",
    ])]  # fmt: skip


def paying(d: Draw) -> list[str]:
    n = d.number()
    rules = d.random.sample(["on action($a) -> energy - 1", "on moved(Player) -> energy - 1 at least 0",
        "on leave(Player, $b), $b.x < 4 -> mode next", "on blocked(Player) -> lives - 1 at least 0",
                             "on action(click) -> score + 2 at most 9", "on action($a), $a = up -> score - 1",
                             "on action($a), $a != act -> mode next",
                             "on act -> energy + 5 at most 12", "on undo -> lives + 1 at most 3",
                             "on act -> energy + 9",
                             "on arrow -> score next", "on arrow($d) -> way_out = cw($d)", "on act -> way_out prev",
                             "on undo -> score - 1 at least -3", "on leave -> lives next",
                             "on leave($a) -> score - 1 at least -3", "on enter($a, Goal) -> tone next"], d.some(1,
                             3))  # fmt: skip
    return [f"phase pay{n}", *(f"    {rule}" for rule in rules)]


def counting(d: Draw) -> list[str]:
    """Aggregates of something and of nothing."""
    n = d.number()
    rules = []
    for _ in range(2):
        op = d.one(["count", "sum", "min", "max", "first"])
        kind, attr, sort = d.one([("Crate", "worth", "int"), ("Spark", "heat", "int"), ("Mark", "n", "int"), ("Box",
            "worth", "int"), ("Plate", "weight", "int"), ("Box", "x", "int"),
                                  ("Crate", "way", "dir"), ("Crate", "hue", "hue"), ("Spark", "way", "dir"), ("Rock",
                                  "hue", "hue")])  # fmt: skip
        which = d.one(["", "", f", {kind}.x > 2", f", {kind}.y > 90", f", {kind} near Wall", f", {kind} on Goal"])
        if sort != "int":
            op = "first"
        folded = f"{op} {{ {kind}{which} }}" if op == "count" else f"{op} {kind}.{attr} of {{ {kind}{which} }}"
        target = {"dir": "way_out", "hue": "tone"}.get(sort)
        if target:
            rules.append(f"-> {target} = {folded}")
        else:
            rules.append(d.one([f"-> score = ({folded}) % 5", f"{folded} > {d.some(0, 2)} -> mode next",
                f"-> energy + {folded} at most 12", f"$n = {folded} -> lives = $n % 4",
                f"Box, Box.worth >= {folded} -> Box.worth next"]))  # fmt: skip
    return [f"phase count{n} on {key(d)}", *(f"    {rule}" for rule in rules)]


def calculating(d: Draw) -> list[str]:
    """Every function, with values inside and outside what it can take."""
    n = d.number()
    numbers = ["energy", "lives", "score", "Player.x", "Player.y", "3", "energy * 1000000 * 1000"]
    a, b = d.one(numbers), d.one(numbers)
    made = d.random.sample([f"{a} + {b}", f"{a} - ({b})", f"{a} * {b}", f"({a}) / ({b})", f"({a}) % ({b})", f"-({a})",
        f"abs(score - {b})", f"least({a}, {b})", f"most({a}, {b})", "dx(way_out)", "dy(way_out)",
                            "ahead(Player, way_out).x", "cell(lives, score).y", "dx(cw(way_out))",
                            "dy(ccw(way_out)) - dx(back(way_out))"], 3)  # fmt: skip
    return [f"phase sum{n} on {key(d)}",
        *(f"    Player -> {d.one(['score', 'lives'])} = ({text}) % 4" for text in made),
        d.one(["    -> way_out = cw(way_out)", "    -> way_out = ccw(way_out)",
        "    Player -> way_out = back(way_out)", "    -> lives next"])]  # fmt: skip


def relating(d: Draw) -> list[str]:
    """Relations and comparisons of what is bound, true and false."""
    n, rules = d.number(), []
    kinds = ["Player", "Crate", "Rock", "Spark", "Goal", "Cart", "Plate", "Mark", "Box"]
    for _ in range(3):
        one, two = d.random.sample(kinds, 2)
        relation = d.one(["on", "overlaps", "overlaps", "touches", "near", *["beside"] * 5, "above", "below",
            "ahead(way_out)"])  # fmt: skip
        bound = d.some(1, 4)
        text = d.one([
            *[f"{one}, {two}, {one} {relation} {two}"] * 4, f"{one} $a, {one} $b, $a {relation} $b",
            f"{one}, {two}, {two} at {one}.cell",
            f"{one}, {one}.x {d.one(['<=', '<=', '<', '>', '>=', '!=', '='])} {bound}",
            f"energy {d.one(['<=', '<', '>', '>=', '!=', '='])} {bound + 3}",
            f"Box, Box.worth {d.one(['<=', '<', '>', '>=', '!='])} {bound}",
            f"$n = {d.one(['chosen.worth', 'held.x', 'energy / score'])}, $n > 1", f"{one} at $c, $c.y < 3",
            f"{one} at $c, no {two} at $c", f"$t = {d.one(['held', 'chosen'])}, $t near {one}",
            f"chosen.worth {d.one(['<', '!=', '>='])} 3",
            f"{one}, every {two} has {two} {relation} {one}",
            f"every {{ {one}, {one}.x > 3 }} has {{ {one} near {two} }}",
            f"{{ {one} on {two} or {one} near {two} or energy > {bound} }}", f"{one}, no {two} {relation} {one}",
            "no { bare(cell(0 - 1, 0)) }", "Player, no { bare(ahead(Player, left)) }",
        ])  # fmt: skip
        if "bare" in text:
            d.needs.add("bare")
        rules.append(f"    {text} -> {d.one(SMALL)}")
    return [f"phase relate{n}{d.one(['', ' on arrow act', f' on {key(d)}'])}", *rules]


def changing(d: Draw) -> list[str]:
    """Attributes of all sorts set, added to and cycled."""
    n, rules = d.number(), []
    for _ in range(3):
        kind = d.one(["Crate", "Spark", "Plate", "Mark", "Rock", "Pane", "Cart"])
        with d.scope(**{kind: f"thing {kind}"}):
            d.changed = set()
            own = d.chance(0.6)
            effects = d.change(kind) if own else d.change()
        rules.append(f"    {kind if own or kind in effects[0] else '{ ' + kind + ' }'} -> {', '.join(effects)}")
    return [f"phase change{n} on {key(d)}", *rules]


def everywhere(d: Draw) -> list[str]:
    """Done to every such thing."""
    n = d.number()
    with d.scope():
        d.changed = set()
        second = d.one(["put Spark{heat < 2} at cell(1, 1)", "put Mark{n=0} at cell(0, 0)", "drop Spark{heat > 2}",
            "drop Rock{worth > 3}",
                        "move Crate{worth < 3} right", "move Box{worth > 1} way_out", "Crate{hue=red}.way = way_out",
                        "put Crate{hue=blue} at cell(2, 1)", "Rock{of != none}.of.worth + 1",
                        "drop Mark{up=none}"])  # fmt: skip
        return [f"phase every{n}", f"    on {key(d)} -> {d.keyed()}", f"    on {key(d)} -> {second}"]
