"""Mechanics about how a turn goes: events, parts, ends, saves, forbid and undo."""

from __future__ import annotations

import re

from support.ruling import Draw, key
from support.vocabulary import MADE


def calling(d: Draw) -> list[str]:
    """Events that rules make and others answer."""
    n = d.number()
    call, hear = d.one([
        ("Box -> boom(Box)", "on boom(Crate) -> drop Crate, show"), ("Spark, Spark.of != none -> boom(Spark.of)",
        "on boom(Thing $t) -> move $t up"),
        ("Crate -> tick(Crate.worth)", "on tick($n), $n > 1 -> score = $n, Spark{heat < 2}.heat + 1"),
        ("-> tick(energy)", "on tick(9) -> mode next, alarm"),
        ("-> tick(3), tick(1)", "on tick($n) -> lives = $n"), ("Player -> aim(way_out)",
        "on aim($d), Player -> move Player $d"),
        ("Spark -> aim(Spark.way)", "on aim(left), Spark -> Spark.way next"),
        ("Player -> spot(ahead(Player, way_out), score)", "on spot($c, $k), Box at $c -> Box.worth next, move Box up"),
        ("Goal -> spot(Goal.cell, 2)", "on spot($c), no Spark at $c -> make Spark at $c"),
        ("Crate -> paint(Crate.hue, Crate)", "on paint($h, Crate), $h = red -> Crate.hue = green"),
        ("Crate -> paint(tone, Crate)", "on paint(blue, Crate) -> Crate.way next, tone next"), ("-> alarm",
        "on alarm, Crate -> move Crate left"),
        ("Box -> boom(Box), drop Box", "on boom($t) -> score + 1"), ("Box -> boom(Box), drop Box",
        "on boom(Crate) -> lives = 2"),
        ("Crate -> boom(chosen)", "on boom(chosen), Spark -> Spark.way next"),
    ])  # fmt: skip
    for name in ("boom", "tick", "aim", "spot", "paint", "alarm"):
        if name in call or name in hear:
            d.needs.add(name)
    listener = d.one([
        [f"phase hear{n}", f"    {hear}"],
        [f"phase hear{n} repeat", f"    {hear}"],
        [f"phase hear{n} each {d.one(['Plate', 'Goal', 'Pane'])} $e", f"    {hear}",
        "    -> end" if d.chance(0.5) else "    -> energy + 1 at most 12"],
    ])  # fmt: skip
    if d.chance(0.3):
        head, effects = hear.removeprefix("on ").split(" -> ")
        event, query = re.match(r"(\w+(?:\([^)]*\))?)(?:, )?(.*)", head).groups()
        listener = [f"phase hear{n} on {event}{d.one(['', ' when energy > 1'])}",
            f"    {query}{' ' if query else ''}-> {effects}"]  # fmt: skip
    return [f"phase call{n} on {d.one([key(d), 'start act', 'action($a)'])}", f"    {call}", *listener]


def gone(d: Draw) -> list[str]:
    """Things that are gone by the time something comes to them."""
    n, k = d.number(), key(d)
    return d.one([
        [f"phase eat{n} on {k} each Crate $c", "    Crate $b, $b.x > $c.x -> drop $b", "    -> score + 1 at most 9"],
        [f"phase eat{n} on {k} each Box $c by $c.worth", "    -> drop $c", "    $c -> score + 1",
        "    no { $c } -> lives next"],
        [f"phase hit{n} on {k}", "    Box -> boom(Box)", f"phase hear{n} on boom(Box $c)",
        "    Box $b, $b.x > 1 -> drop $b", "    -> score + 1 at most 9"],
        [f"phase eat{n} on {k}", "    Crate $b ahead(right) Crate $a -> drop $a, drop $b, score + 1 at most 9"],
        [f"phase eat{n} on {k}", "    Spark, $t = Spark.of, $t != none -> boom(Spark), drop Spark", f"phase late{n}",
        "    on boom(Spark) -> show 2", "    on boom($t), $t = none -> lives next"],
        [f"phase hit{n} on {k}", "    Spark -> move Spark Spark.way", f"phase gone{n}",
        "    on blocked(Spark, $d, Box $b) -> drop $b",
         "    on blocked(Spark, $d, none) -> Spark.way next",
         "    on blocked(Spark, $d, $o), $o = none -> Spark.heat = 0", "let Solid stops Spark"],
    ])  # fmt: skip


def parts(d: Draw) -> list[str]:
    """`each` with orders and ends."""
    n, what = d.number(), d.one(["Crate", "Spark", "Box", "Mark", "Plate"])
    by = d.one(["", "", " by $e.x", " by 9 - $e.y", " by count { Wall $w near $e }", " by energy / ($e.x - 2)",
        " by chosen.worth", " by 6 / ($e.y - 1)", " by $e.worth" if what in ("Crate", "Box") else "",
        " by $e.way" if what == "Crate" else " by $e.of.x" if what == "Spark" else " by 6 / ($e.x - 1)",
        " by $e.hue" if what == "Spark" else ""])  # fmt: skip
    tests = {"Crate": "{worth > 1}", "Spark": "{heat < 3}", "Box": "{worth != 3}", "Mark": "{n >= 0}",
        "Plate": "{weight != 0}"}[what]  # fmt: skip
    first = d.one(["-> drop $e", "$e.x = 1 -> drop $e", "-> score = $e.x", "$e.x > 1 -> move $e left",
        "$e.y > 1 -> move $e up, show", "no Wall touches $e -> move $e right", "-> end"])  # fmt: skip
    then = d.one(["$e.x = 1 -> end", "$e.y = 0 -> end phase", "score > 2 -> end phase, lives next",
        "energy < 5 -> end turn", "Goal at $e.cell -> end turn"])  # fmt: skip
    head = (
        f"phase parts{n} on {key(d)}{d.one(['', ' first', ' show'])} each {what}{tests if d.chance(0.3) else ''} $e{by}"
    )
    last = d.one(["$e -> score + 1 at most 9", "no { $e } -> tone next", "-> energy - 1 at least 0"])
    return [head, f"    {first}", f"    {then}", f"    {last}", "    -> lives next"]


def choices(d: Draw) -> list[str]:
    """`first`: the first rule that matches."""
    n = d.number()
    return [f"phase choice{n} on {key(d)} first", f"    Crate, Crate.worth > {d.some(1, 3)} -> Crate.worth - 1",
            f"    Spark, Spark.heat < {d.some(0, 2)} -> Spark.heat + 1", "    Player -> move Player left, show",
            "    -> energy - 1"]  # fmt: skip


def ending(d: Draw) -> list[str]:
    n, k = d.number(), key(d)
    return d.one([
        [f"phase stop{n} on {k}", "    Player on Plate -> end turn", "    energy > 6 -> end phase, energy - 1"],
        [f"phase stop{n} on {k} repeat", "    energy > 3 -> energy - 1", "    energy = 5 -> end phase"],
        [f"phase stop{n}", f"    on {k}, Spark, Spark.x < 2 -> end turn, drop Spark"],
        [f"phase stop{n} on {k}", "    energy % 2 = 0 -> end turn, energy - 1"],
        [f"phase done{n} on {k}", "    Player on Goal -> win, show", "    Player near Spark -> lose"],
        [f"phase done{n}", "    on start, Player -> win, score + 1", "    on enter(Player, Plate) -> lose, energy = 1"],
        [f"phase done{n}", "    on enter(Box, Goal) -> win", "    on enter(Player, Spark) -> lose",
        "    on enter(Player, Goal) -> win"],
        [f"phase done{n} on act each Crate $c", "    $c on Goal -> win", "    -> move $c right"],
        [f"phase done{n}", "    on click(Goal) -> win", f"    on click(Player), score > {d.some(0, 2)} -> lose"],
    ])  # fmt: skip


def restless(d: Draw) -> list[str]:
    """Turns that are taken back, because a bound is passed."""
    n, when = d.number(), d.one(["energy < 7", "score > 0", "mode = dusk", "lives = 1", "Player on Plate",
        "mode = night", "mode = day"])  # fmt: skip
    if d.chance(0.6):
        what = d.one(["act", "click", "undo", "arrow(up)"])
        return [f"phase flash{n} on {what} when {when}", "    -> show 700", f"phase flood{n} on {what} when {when}",
            "    -> show 700"]  # fmt: skip
    # Seldom in a game: a thousand iterations take their time, the more so if each of them changes something.
    if d.chance(0.25):
        return [f"phase blink{n} on click({d.one(['Wall', 'Player'])}) repeat", "    -> mode next"]
    d.needs.add("alarm")
    return [f"phase ring{n} on {d.one(['click(Wall)', 'click(Player)', 'undo'])} repeat", "    -> alarm"]


def saving(d: Draw) -> list[str]:
    n, name = d.number(), d.one(["here", "there"])
    first, then = d.random.sample(["act", "click(none)", "arrow(up)", "arrow(left)", "click(Crate)", "click(Player)",
        "arrow(right)"], 2)  # fmt: skip
    some = d.one([name, name, name, "level", "turn"])
    what = d.one(["", "", " keeping energy", " keeping score Player", " only Crate", " only Spark energy",
        " keeping Spark", " only Player", " keeping Thing held", " only Mark mode Plate", " only energy lives",
        " only Box",
        " only energy mode", " keeping Box", " only score tone", " keeping mode"])  # fmt: skip
    with_it = d.one(["", "", ", score + 1 at most 9", ", energy - 1", ", move Player left",
        ", Spark{heat < 3}.heat + 1", ", show 2"])  # fmt: skip
    bound = ", Player" if "Player left" in with_it else ""
    lines = [f"phase keep{n}", f"    on {first} -> save {name}"]
    if some == "turn" and d.chance(0.7):
        lines += [f"phase change{n}", f"    on {then}, Box -> Box.worth next, move Box left"]
    asked = d.one(["Player -> move Player left", "Box -> move Box up", "Spark -> put Spark at cell(0, 0)"])
    before = [f"    on {then}, {asked}"] if d.chance(0.35) else []
    lines += [f"phase back{n}", *before, f"    on {then}{bound} -> restore {some}{what}{with_it}"]
    if d.chance(0.3):
        lines += [f"    on {then}, Crate -> move Crate down",
            f"    on {then} -> restore {name} only {d.one(['Crate', 'Player', 'Spark'])}"]  # fmt: skip
    if "Crate" in then:
        lines += [f"    on {then} -> drop Crate"] if d.chance(0.5) else []
    # Somebody may come to stand where the saved things stood.
    return [*lines, "let Player pushes Box"] if d.chance(0.3) else lines


def displacing(d: Draw) -> list[str]:
    """Somebody stands where a part of a save would come back to."""
    n, name, key_ = d.number(), d.one(["here", "there"]), d.one(["arrow(left)", "arrow(up)", "click"])
    other = d.one(["Crate", "Rock", "Box"])
    part = d.one([f"only {other}", "only Player", "keeping Player", f"only {other} energy"])
    also = d.one(["", ", score + 1 at most 9"])
    return [f"phase first_save{n} on start", f"    -> save {name}", f"phase change_places{n} on {key_}",
            f"    Player, {other} -> put Player at {other}.cell, put {other} at Player.cell",
            f"phase bring{n} on act", f"    -> restore {d.one([name, name, 'level'])} {part}{also}"]  # fmt: skip


def starting(d: Draw) -> list[str]:
    n = d.number()
    return [f"phase begin{n}{d.one(['', ' on start', ' on start act'])}", "    on start" + d.one([
        ", Crate -> Crate.worth next", " -> save here, energy - 1", ", Spark -> move Spark Spark.way",
        " -> alarm, show 2", ", Plate -> make Spark at Plate.cell",
        ", Crate -> boom(Crate)", " -> tone next, way_out = right", " -> lose", ", Player -> win, score + 1",
        ", Rock, Crate -> Rock.of = Crate",
        ", Crate -> chosen = Crate, show",
    ])]  # fmt: skip


def forbidding(d: Draw) -> list[str]:
    cond = d.one(["Player on Plate", "Box on Goal", "energy < 3", "Crate touches Spark", "Player at cell(1, 1)",
        "score > 5", "did arrow(left), energy < 8", "no { Crate $a, $a.worth < 4 }",
                  "Spark $a overlaps Spark $b", "did blocked(Player)", "did moved(Rock)", "Player near Pane",
                  "count { Spark } > 4"])  # fmt: skip
    effects = d.one(["", "", "", "", "", "", " -> show 2, restore turn keeping energy",
        " -> restore turn, energy - 1 at least 0", " -> score + 1 at most 9, restore turn keeping score",
                     " -> restore level only Crate", " -> Spark_", " -> lives - 1, tone next",
                     " -> restore turn only Player", " -> lose", ", Player -> win, score + 1", " -> save here, alarm",
                     " -> energy - 20", " -> make Spark at cell(0, 0)"])  # fmt: skip
    if "Spark_" in effects:
        effects = " -> mode next, restore here keeping mode"
        d.needs.add("save here")
    if "alarm" in effects:
        d.needs.add("alarm")
    return [f"forbid {cond}{effects}"]


def undoing(d: Draw) -> list[str]:
    n = d.number()
    if d.chance(0.4):
        # What is kept comes to stand where undo would put the player.
        put = "no { Crate $g, $g.x < Crate.x } -> put Crate at ahead(Player, back($d))"
        return ["undo keeping Crate", f"phase follow{n}", f"    on moved(Player, $d), Crate, {put}"]
    kept = d.one(
        ["energy", "energy score lives", "Spark", "Thing tone", "Player", "energy score lives mode tone way_out"]
    )
    return [f"undo keeping {kept}", f"phase back{n}", "    did undo -> tone next"]


def echoing(d: Draw) -> list[str]:
    """A repeating phase that goes on only because a rule made an event."""
    n = d.number()
    d.needs |= {"alarm", "tick"}
    return [f"phase echo{n} on {key(d)} repeat{d.one(['', ' show'])}", d.one(["    no { did alarm } -> alarm",
        "    no { did tick(1) } -> tick(1)", "    no { did tick($n), $n > 2 } -> tick(count { Goal } + 3)",
        "    no { did alarm } -> alarm"]),
            d.one(["    on alarm -> energy - 1 at least 0", "    on tick($n), $n > 90 -> score + 1 at most 9",
            "    on alarm, energy > 90 -> mode next"])]  # fmt: skip


def remembering(d: Draw) -> list[str]:
    """What happened this turn, asked later in it."""
    n = d.number()
    asked = d.random.sample(
        ["did click(Crate)", "did click($t), $t != none", "did click(none)", "did clickcell($c), Box at $c",
        "did clickcell(cell(1, 1))", "did undo", "did act", "did act, Player on Goal",
         "did leave", "did leave(Player, $t)", "did leave(Box)", "did leave($t, Goal)", "did enter(Box, Plate)",
         "did enter(Spark, $t)", "did moved(Player)", "$d = way_out, did moved(Player, $d)",
         "$d = way_out, did arrow($d)",
         "did moved(Box $a, $d), did moved(Player, $d)", "did blocked(Player, $d, none)",
         "did blocked(Player, $d, $o)", "did blocked(Box, left)", "did arrow(up)", "no { did act }",
         "did action(click)",
         "did action($a), $a != undo", "did arrow($d), Player, no { did moved(Player, $d) }", "did alarm",
         "did tick($n), $n > 1", "did boom(Box)", "no { did boom(Crate) }", "did spot($c, $k), $c.x > $k",
         "did paint($h), Crate, Crate.hue = $h", "did aim($d), did arrow($d)", "Player, did clickcell(Player.cell)",
         "Player, $c = ahead(Player, way_out), did clickcell($c)"], d.some(2, 4))  # fmt: skip
    for name in MADE:
        if any(f"did {name}" in text for text in asked):
            d.needs.add(name)
    effects = ["score + 1 at most 9", "mode next", "tone prev", "lives next", "Spark{heat < 3}.heat + 1",
        "Crate{worth > 1}.worth - 1", "Pane{open=no}.open next", "show 2"]  # fmt: skip
    return [f"phase recall{n}", *(f"    {text} -> {d.one(effects)}" for text in asked)]


def answering(d: Draw) -> list[str]:
    """Phases with an event in their heads, or several."""
    n = d.number()
    head, rule = d.one([
        ("blocked(Player, $d, Box $o)", "-> $o.worth next"), ("blocked(Spark $s, $d)", "-> $s.way = back($d)"),
        ("blocked(Box, $d, none, $c)", "-> lives next"), ("blocked(Player, $d, $o)", "$o = none -> mode next"),
        ("clickcell($c)", "no Spark at $c, count { Spark } < 6 -> make Spark at $c"), ("clickcell($c)",
        "Player -> put Player at $c"), ("clickcell($c)", "Box near Player, $c.x > 2 -> move Box left"),
        ("click(Box $b)", "-> move $b way_out"), ("click($t)", "$t != none -> show 2"), ("click(none)",
        "-> mode next"), ("enter(Player, $t)", "-> energy - 1 at least 0"), ("enter(Spark $s, Thing $t)",
        "-> $s.of = $t"),
        ("enter(Box, Goal)", "-> drop Box"), ("leave(Player)", "-> mode prev"), ("leave($s, $t)",
        "-> score + 1 at most 9"), ("leave(Box $b)", "-> $b.worth next"), ("enter($a, $b)",
        "-> energy - 1 at least 0"), ("blocked($o, $d)", "-> lives prev"), ("undo", "-> score + 1 at most 9"), ("undo",
        "Player -> move Player up"), ("action($a)", "$a = act -> energy + 1 at most 12"),
        ("action(undo)", "-> tone next"), ("moved(Box $b)", "-> $b.worth next"), ("moved(Player, $d)",
        "Spark -> Spark.way = $d"), ("moved(Spark, left)", "-> Spark.hue next"), ("act arrow click",
        "-> energy - 1 at least 0"), ("arrow($d) moved(Player, $d)", "-> way_out = $d"),
        ("enter(Player, Plate) leave(Player, Plate)", "-> tone next"), ("start act", "-> score + 1 at most 9"),
        ("arrow($d)", "on moved(Box, $d) -> score + 2 at most 9"), ("arrow($d)",
        "on blocked(Player, $d) -> lives next"),
        ("act undo", "Player -> move Player down"), ("moved(Spark $s, $d)",
        "Solid at ahead($s, $d) -> $s.way = cw($d)"), ("start", "-> energy - 1"), ("leave(Box, $t)", "-> lives next"),
    ])  # fmt: skip
    when = d.one(["", "", "", " when energy > 2", " when mode = day", " when count { Spark } < 5"])
    return [f"phase answer{n} on {head}{when}{d.one(['', '', '', ' show', ' first'])}", f"    {rule}"]
