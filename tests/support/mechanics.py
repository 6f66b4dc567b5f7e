"""Small mechanics with random parameters: the part of a generated game that makes things happen.

Each takes a `Draw` and gives the lines of one or more statements. Together they reach what random rules seldom do.
"""

from __future__ import annotations

from collections.abc import Callable

from support.mechanics_motion import (
    carrying,
    crowding,
    falling,
    imitating,
    jumping,
    meeting,
    obstacles,
    patrolling,
    pushing,
    racing,
    ring,
    stuck,
    two_carriers,
    walking,
)
from support.mechanics_space import deriving, drawing, joining, patterning, planning, seeking, sight, taking
from support.mechanics_things import (
    calculating,
    changing,
    choosing,
    collecting,
    counting,
    everywhere,
    heaping,
    linking,
    paying,
    relating,
    shooting,
    swapping,
    switching,
)
from support.mechanics_turn import (
    answering,
    calling,
    choices,
    displacing,
    echoing,
    ending,
    forbidding,
    gone,
    parts,
    remembering,
    restless,
    saving,
    starting,
    undoing,
)
from support.ruling import Draw, key

Mechanic = Callable[[Draw], list[str]]


def asking(d: Draw) -> list[str]:
    """A fact that a rule asks."""
    n, name = d.number(), d.one(["ready", "likes", "dark", "rank", "open", "bare", "shade", "toward"])
    d.needs.add(name)
    ask = {
        "ready": ["ready(Crate) -> Crate.worth next", "Crate, ready(Crate) -> move Crate up",
        "ready($c), Rock near $c -> drop $c", "ready(chosen) -> tone next",
        "no { ready(Crate) } -> energy - 1 at least 0", "Box, ready(Box) -> score = Box.x"],
        "likes": ["Box $a likes Box $b -> $a.worth = $b.worth", "Crate likes Rock -> Rock.of = Crate",
        "Box $a, $a likes $b -> move $b left", "Crate $a, Rock $b, { $a likes $b } -> score + 1 at most 9",
        "Box $a likes chosen -> move $a right"],
        "dark": ["dark -> mode next", "no dark -> energy + 1 at most 12", "Spark, dark -> move Spark down"],
        "rank": ["rank(Box, 2) -> move Box up", "rank(Crate, $n), $n > 2 -> Crate.worth = 1",
        "rank(Box, $n) -> score = $n", "rank(Box) -> score + 1 at most 9", "Rock, rank(Rock) -> move Rock up",
        "no { rank(Rock) } -> mode next", "$n = lives, rank(Rock, $n) -> drop Rock",
        "Box, rank(Box, Box.worth) -> Box.worth next"],
        "open": ["open(Player, $d) -> move Player $d", "$d = way_out, open(Player, $d) -> move Player $d",
        "open(Player, left), open(Player, right) -> energy - 1 at least 0", "open(Player) -> score + 1 at most 9",
        "no { open(Player, up) } -> mode next"],
        "bare": ["bare(Player.cell) -> make Spark at Player.cell", "bare(cell(1, 1)) -> make Mark at cell(1, 1)",
        "bare($c), count { Mark } < 3 -> make Mark at $c",
        "Player, no { bare(ahead(Player, left)) } -> way_out = right",
        "Player, bare(ahead(Player, up)) -> move Player up", "Goal, no { bare(Goal.cell) } -> energy + 1 at most 12"],
        "shade": ["shade($h), Crate, Crate.hue = $h -> Crate.worth next", "shade(red) -> score + 1 at most 9",
        "Crate, shade(Crate.hue) -> move Crate left", "shade($h) -> tone = $h"],
        "toward": ["Spark toward($d) Box -> move Spark $d", "Spark toward(left) Crate -> Spark.way = left",
        "Spark $s, $s toward(up) $b -> $s.of = $b", "Spark toward($d) Rock -> Spark.way = $d, Rock.worth next"],
    }[name]  # fmt: skip
    return [f"phase ask{n} on {key(d)}", *(f"    {rule}" for rule in d.random.sample(ask, min(len(ask), 2)))]


def looking(d: Draw) -> list[str]:
    """Spatial words and quantifiers that are often true."""
    n = d.number()
    conditions = [
        "Crate on Goal", "Crate on Plate", "Spark overlaps Goal", "Rock touches Crate", "Box near Player",
        "Crate above Rock", "Wall below Crate", "Crate beside Wall",
        "Spark on Cart", "Player at cell(1, 1)", "Wall ahead($d) Player, $d = way_out",
        "Box ahead($d) Player, $d != up", "Spark at $c, $c.x < 3", "Box at ahead(Player, $d)".replace("$d", "way_out"),
        "every Crate has Crate.worth > 1", "every { Spark, Spark.heat > 0 } has Spark near Wall",
        "every Goal has Box on Goal", "every { Rock, Rock.worth > 4 } has { Crate on Rock }",
        "{ Player on Goal or Player near Wall }", "{ Player on Plate or Crate near Goal or energy < 4 }",
        "no Spark at Player.cell", "no { Crate, Crate.worth = 4 }", "did moved(Player)",
        "did moved(Crate, $d), $d = left",
        "did blocked(Player, $d, Wall)", "no { did arrow }", "did action($a), $a != up", "did enter(Player, Plate)",
        "did click($t), $t != none", "did arrow(way_out)", "did moved(Player, way_out)",
        "$t = held, $t touches Player", "$c = Player.cell, Crate at ahead($c, up)", "$n = count { Box }, $n > 2",
        "$d = way_out, $d != up", "held at Player", "Thing $t, Crate $t, $t.worth > 1",
        "$h = tone, Crate, Crate.hue = $h",
        "Spark $s, $s.of = Box $b, $b.worth < 3".replace("$s.of = Box $b, $b.worth < 3", "$b = $s.of, $b.x < 3"),
        "Crate{hue=tone}", "Player.x > 1", "Player on Plate, Plate.weight = 1", "Plate, Plate.peer = none",
        "Crate.cell = Goal.cell", "Player.cell != cell(1, 1)", "Box.x = Player.x", "chosen = held", "held != none",
        "chosen = none", "ahead(Player, up) = cell(1, 0)", "Player, Box, Player near Box",
        "Player, Crate, Crate touches Player", "Spark, Goal, Spark overlaps Goal", "Spark, Cart, Spark on Cart",
        "Crate, Rock, Crate beside Rock", "Player, Wall, Wall ahead(up) Player", "Crate $a, Crate $b, $a near $b",
        "Plate, Spark, Spark overlaps Plate", "Player, Rock, Rock above Player", "Box, Pane, Box touches Pane",
    ]  # fmt: skip
    lines = []
    for _ in range(d.some(1, 3)):
        cond = d.one(conditions)
        effect = d.one(["score + 1 at most 9", "mode next", "tone prev", "energy - 1 at least 0",
            "Spark{heat < 3}.heat + 1", "show", "move Crate{worth > 0} left", "Crate{hue=red}.hue = green",
            "Pane{open=no}.open next", "Spark{hue=red}.way next"])  # fmt: skip
        lines.append(f"    {d.one([f'on {key(d)}, ', f'on {key(d)}, ', 'on arrow, ', ''])}{cond} -> {effect}")
    when = d.one(["", "", " when energy > 2", " when no Spark on Goal", " when { Box on Goal or energy > 0 }"])
    return [f"phase look{n}{when}", *lines]


def wild(d: Draw) -> list[str]:
    return d.phase()


MOVING: tuple[Mechanic, ...] = (walking, walking, walking, patrolling, meeting, jumping)
OTHERS: tuple[Mechanic, ...] = (
    *[pushing] * 5, *[carrying] * 4, *[two_carriers] * 2, *[obstacles] * 2, *[stuck] * 2, *[falling] * 2,
    *[patrolling] * 2, *[meeting] * 3, ring, ring, jumping, imitating,
    *[collecting] * 2, *[shooting] * 4, *[linking] * 4, *[heaping] * 2, *[choosing] * 2, *[switching] * 2,
    *[swapping] * 6,
    *[paying] * 2, *[counting] * 7, *[calculating] * 8, *[relating] * 10, *[changing] * 4, *[calling] * 3, *[gone] * 6,
    *[parts] * 6, choices, *[ending] * 5, *[restless] * 6, *[saving] * 7, *[displacing] * 4,
    *[starting] * 2, *[forbidding] * 7, *[undoing] * 6, *[asking] * 6, *[looking] * 4, *[remembering] * 8,
    *[answering] * 11, *[everywhere] * 6,
    *[seeking] * 5, *[sight] * 5, *[joining] * 5, *[deriving] * 5, *[taking] * 5, *[drawing] * 5,
    *[planning] * 6, *[patterning] * 8,
    *[crowding] * 3, *[racing] * 7, *[echoing] * 7, *[wild] * 7,
)  # fmt: skip
"""As often as what they do needs it to happen in enough games."""


def facts(d: Draw, name: str) -> list[str]:
    """The `let` lines of a fact that something asks."""
    lines = {
        "ready": ["ready(Crate) when Crate on Goal", "ready(Crate) when Crate.worth > 2",
        "ready(Crate) when Crate touches Wall, Crate.hue != green", "ready(Crate)"],
        "likes": ["Box likes Box $b when Box.worth = $b.worth, Box touches $b", "Box likes Box $b when Box near $b",
        "Crate likes Rock when Crate.hue = Rock.hue", "Rock likes Crate when Rock.of = Crate"],
        "dark": ["dark when mode = night", "dark when no Spark on Goal, energy < 8", "dark() when Spark near Player"],
        "rank": ["rank(Box, $n) when $n = Box.worth", "rank(Crate, $n) when $n = Crate.x - 1",
        "rank(Rock, $n) when $n = count { Crate near Rock }"],
        "open": ["open(Player, $d) when no Solid $s at ahead(Player, $d)",
        "open(Player, $d) when Plate at ahead(Player, $d)", "open(Player, $d) when $d = way_out, energy > 4"],
        "bare": ["bare($c) when no Solid at $c, $c.x > 0", "bare($c) when Goal at $c",
        "bare($c) when $c = Player.cell"],
        "shade": ["shade($h) when $h = tone", "shade($h) when Crate, $h = Crate.hue, Crate.worth > 2"],
        "toward": ["Spark toward($d) Box when Box ahead($d) Spark",
        "Spark toward($d) Box when Spark.way = $d, Spark near Box",
        "Spark toward($d) Crate when dx($d) = 1, Spark.x < Crate.x, Spark.y = Crate.y"],
    }[name]  # fmt: skip
    chosen = d.random.sample(lines, min(len(lines), d.one([1, 1, 2, 2, 3])))
    if name in ("likes", "rank", "toward"):
        chosen = list(dict.fromkeys([lines[0], *chosen]))  # all that rules may ask it of
    return [f"let {line}" for line in chosen]


def emission(d: Draw, name: str) -> list[str]:
    """A phase that makes an event which otherwise only something answers."""
    made = {
        "boom": "Thing $t -> boom($t)", "tick": "Crate -> tick(Crate.worth)", "aim": "Player -> aim(way_out)",
        "spot": "Player -> spot(Player.cell, Player.x)",
        "paint": "Crate -> paint(Crate.hue, Crate)", "alarm": "-> alarm",
    }[name]  # fmt: skip
    return [f"phase emit{d.number()} on {d.one(['act', 'arrow', 'click', 'start act'])}", f"    {made}"]
