"""What the analyses say of a game, and above all what they do not: near misses of every warning."""

from __future__ import annotations

import dataclasses
import itertools
import operator
from dataclasses import dataclass

import pytest
from support.linting import BIG, HEAD, USES, found, lines, rules

from arcg.dsl import core
from arcg.dsl.check import check_text
from arcg.dsl.core import IntDomain
from arcg.dsl.lint.reach import Reach, reach
from arcg.dsl.lint.subsume import entailed, implies
from arcg.dsl.lint.values import FEW, Op, Values, joined, narrowed, of_domain, packed, sums
from arcg.runtime.starts import MAX_THINGS, check_starts

BOOK = """kind Page on air has code: 0..9, gain: 0..9
level book
    put Page{code=1, gain=3} at cell(0, 0)
    put Page{code=2, gain=8} at cell(1, 0)
"""
"""Things that are a table: what stands under a code is looked up."""

ROD = """kind Rod on solid has len: 1..3, way: facing, hue: red blue
    body len, 1
    turned by way
level three
    put Rod at cell(0, 0)
"""
"""A kind whose body goes by two of its three attributes."""

WALKS = "Player walks\n"
DUSK = "phase run\n    on act -> mode next\n    on moved(Crate) -> show\n"

TOLD = [
    # a rule that can never fire
    ("W321", rules("on act, mode = night -> energy - 1"), [2]),
    ("W321", rules("on act, Ghost -> drop Ghost"), []),  # W202 says it
    ("W321", rules("on act, energy > 5, energy < 3 -> mode next"), [2]),
    ("W321", rules("on act, Crate.worth > 3, Crate.worth < 4 -> energy - 1"), [2]),
    ("W321", rules("on act, Crate.hue = green -> drop Crate"), [2]),
    ("W321", rules("on act, $n = Crate.worth, $n > 3, $n < 2 -> energy - 1"), [2]),
    ("W321", rules("on action($a), $a = reset -> energy - 1"), [2]),
    ("W321", rules("on act, Crate, no Crate $b -> energy - 1"), [2]),
    ("W321", rules("on act, Crate near Player, no Crate $b near Player -> energy - 1"), [2]),
    ("W321", rules("on act, $d = Spark.way, Spark -> drop Spark"), []),
    ("W321", rules("on crash -> energy - 1\non act -> crash"), [2]),
    ("W321", rules("on act, { mode = night or energy > 30 } -> show"), [2]),
    ("W321", "let dark when mode = night\n" + rules("on act, dark -> show"), [3]),
    ("W321", rules("on act, Crate.hue = $h, Crate $b, $b.hue = $h, $h = green -> show"), [2]),
    ("W321", rules("on act, Crate $a, Crate $b, $a.worth < $b.worth, $a.worth = $b.worth -> show"), [2]),
    ("W321", rules("on act, mode = night -> crash\non crash -> show"), [2, 3]),
    ("W321", rules("on act -> deep + 300\non act, deep > 500 -> deep = 0\non act, deep < 0 -> show"), [4]),
    ("W322", "phase glow when mode = night\n    on act -> energy - 1\n", [1]),
    ("W322", "phase glow each Spark\n    on act -> energy - 1\n", []),  # W202 says it
    ("W322", "phase glow each Crate{worth > 3}\n    on act -> energy - 1\n", [1]),
    ("W322", "phase glow on crash\n    -> energy - 1\n" + rules("on act -> crash"), [1]),
    ("W213", rules("on act, mode = night -> make Ghost at cell(0, 0)"), [-13]),
    # one layer, one thing a cell
    ("W321", rules("on act, Player overlaps Crate -> show"), [2]),
    ("W321", rules("on act, Player on Crate -> show"), [2]),
    ("W321", rules("on act, Wall at Player.cell -> show"), [2]),
    ("W321", rules("on act, Player at $c, { Wall at $c or Crate at $c } -> show"), [2]),
    ("W321", rules("on act, [ Player Wall ] -> show"), [2]),
    ("W321", "let met when Player on Crate\n" + rules("on act, met -> show"), [3]),
    ("W321", "Player walks\n" + rules("on enter(Player, Wall) -> show\ndid leave(Player, Crate) -> show"), [3, 4]),
    # what nothing moves
    ("W321", WALKS + rules("on moved(Wall) -> show\ndid moved(Crate) -> show\non moved(Player) -> show"), [3, 4]),
    (
        "W321",
        WALKS + rules("on blocked(Wall) -> show\non enter(Crate, Goal) -> show\non leave(Wall) -> show"),
        [3, 4, 5],
    ),
    ("W321", WALKS + "let Crate pushes Wall when mode = day\n" + rules("on moved(Wall) -> show"), [4]),
    ("W321", WALKS + "let Player pushes Crate when mode = night\n" + rules("on moved(Crate) -> show"), [4]),
    ("W321", WALKS + "let Player carries Crate\n" + rules("on moved(Crate) -> show\non enter(Crate) -> show"), [4]),
    (
        "W321",
        WALKS + "phase drop on act\n    Crate -> put Crate at cell(0, 0)\n" + rules("on moved(Crate) -> show"),
        [5],
    ),
    ("W321", WALKS + rules("on moved($a), $a = chosen -> show\non act, did moved(chosen) -> show"), [4]),
    ("W322", WALKS + "phase shine on moved(Wall)\n    -> show\n", [2]),
    # derived attributes of several values
    ("W338", "let Goal.shade = Crate.hue when Crate near Goal\n", [1]),
    ("W338", "let Goal.whose = Crate when Crate near Goal\nlet Goal.whose = chosen\n", [1]),
    # what is never applied
    ("W339", rules("on act -> energy + 31, show"), [2]),
    ("W339", rules("on act, Crate near Player -> energy - 40, drop Crate"), [2]),
    # goals
    ("W335", "win when Player on Crate\n", [1]),
    ("W335", "win when every Crate has Player on Crate\n", [1]),
    ("W335", "lose when Crate.hue = green\nforbid mode = night\n", [1, 2]),
    ("W335", "lose when Ghost on Goal\n", []),  # W202 says it
    # shadowed rules
    (
        "W323",
        "phase run first\n    on act, Crate on Plate -> show\n    on act, Crate on Plate, energy > 3 -> show 2\n",
        [3],
    ),
    (
        "W323",
        "phase run first\n    Crate $a touches Player -> show\n    Player, Crate $b, $b touches Player -> show 2\n",
        [3],
    ),
    ("W323", "phase run first\n    Box near Player -> show\n    Crate near Player -> show 2\n", [3]),
    (
        "W323",
        "phase run first\n    energy < 20 -> show\n    energy < 10, mode = day -> show 2\n    mode = day -> show 3\n"
        "phase pay\n    on click -> energy - 1\n",
        [3],
    ),
    ("W323", "phase run first\n    -> show\n    on act -> show 2\n", [3]),
    ("W324", rules("on act, energy > 3 -> mode = night\non act -> mode = dusk"), [2]),
    ("W324", rules("Crate near Player -> Crate.hue = blue\nCrate $b -> $b.hue = red, show"), [2]),
    # races
    ("W325", rules("on act, Crate -> mode = day, chosen = Crate"), [2]),
    ("W325", rules("on act, Crate -> energy = Crate.worth"), [2]),
    ("W325", rules("on enter(Crate, Goal) -> energy = Crate.worth\non arrow($d), Crate -> move Crate $d"), []),  # E320
    ("W325", "phase go\n    on arrow($d), Crate -> move Crate $d\n" + rules("on moved(Crate) -> chosen = Crate"), [4]),
    ("W325", rules("on act, Crate near Player -> chosen = Crate"), [2]),
    ("W325", rules("on act, Crate $c -> Crate{hue=red}.worth = $c.worth"), [2]),
    ("W325", BOOK + rules("on act, Page.code < energy -> energy = Page.gain"), [6]),
    ("W325", BOOK + rules("on act, Page.code = 1 -> energy = Page.gain"), [6]),  # there may be several of a sort
    ("W325", BOOK + "let gain($g) when Page.gain = $g\n" + rules("on act, gain($g) -> energy = $g"), [7]),
    (
        "W325",
        BOOK + "let gain($k, $g) when Page.code = $k, Page.gain = $g\n" + rules("on act, gain($k, $g) -> energy = $g"),
        [7],
    ),
    ("W326", rules("on act -> mode = day, mode = night"), [2]),
    # loops
    ("W327", "phase run on act repeat\n    -> mode next\n", [1]),
    ("W327", "phase run on act repeat\n    Crate -> Crate.hue next\n", [1]),
    (
        "W327",
        "phase run on act repeat\n    mode = day -> mode = dusk\n    mode = night -> mode = day\n"
        "    mode = dusk -> mode = night\n",
        [1],
    ),
    ("W327", "phase run on act repeat first\n    mode = day -> mode = night\n    mode = night -> mode = day\n", [1]),
    ("W327", "phase run on act repeat\n    energy = 30 -> energy = 0\n    energy < 30 -> energy + 1\n", [1]),
    ("W327", "phase run on act repeat\n    Crate near Player -> ping\n    on ping -> mode = day\n", [1]),
    ("W327", ROD + "phase run on act repeat\n    Rod -> Rod.hue next\n", [6]),
    ("W327", "phase run on act repeat\n    -> Crate{hue=red}.worth next\n", [1]),
    ("W327", "phase run on act repeat\n    -> Crate{worth<4}.worth next, show\n    -> Crate{worth=4}.worth = 1\n", [1]),
    ("W327", "phase run on act repeat\n    Crate{hue=blue} -> Crate.worth next\n", [1]),
    (
        "W327",
        "phase run on act repeat\n    -> Crate{hue!=green}.worth = 1\n    -> Crate{hue=red}.worth = 2\n"
        "    Crate{hue=red, worth=2} -> Crate.worth = 3\n",
        [],
    ),
    (
        "W327",
        "phase run on act repeat\n    -> Crate{worth=1}.worth = 2\n    -> Crate{worth=3}.worth = 1\n"
        "    Crate{hue=red, worth=2} -> Crate.worth = 3\n",
        [1],
    ),
    ("W327", ROD + "phase run on act repeat\n    Rod near Player -> ping\n    Rod -> Rod.hue = blue\n", [6]),
    ("W324", ROD + rules("on act, Rod near Player -> Rod.hue = blue\non act, Rod -> Rod.hue = red"), [7]),
    ("W321", ROD + rules("on act, Rod.way = left -> show\non act, Rod -> Rod.len next"), [7]),
    # uses
    ("W210", USES + ROD + rules("on act, Rod -> Rod.hue next"), [12]),
    ("W210", USES + "world has steps: 0..9\n" + rules("on act -> steps + 1"), [12]),
    ("W210", USES + "kind Lamp on air has lit: no yes\n" + rules("on act, Lamp -> Lamp.lit next"), [12]),
    ("W211", USES + rules("on act -> mode next\non arrow($d), Player -> move Player $d"), [3]),
    ("W329", rules("on act -> ping"), [2]),
    ("W212", "allow W402 W404 W308\n", [1]),
    # names
    ("W334", rules("on act, { Crate on Goal or Crate near Wall }, Crate near Player -> drop Crate"), [2]),
    ("W334", rules("on act, { $c = cell(1, 1) or $c = cell(2, 2) }, Crate at $c -> drop Crate"), [2]),
    ("W336", "win when every Crate has Crate on Goal, Crate.hue = red\n", [1]),
    ("W336", "win when every Goal has Crate on Goal, Crate.hue = Goal.hue, Crate.worth = 2\n", [1]),
    ("W336", rules("on act, every Crate has Crate on Goal, Crate near Player -> energy - 1"), [2]),
    ("W336", rules("on act, Player, every Crate $b has $b on Goal, $b near Player -> drop Player"), [2]),  # and E301
    ("W336", rules("on act, no { every Goal has Crate on Goal, Goal near Player } -> energy - 1"), [2]),
    ("W336", "let done() when every Crate has Crate on Goal, Crate.hue = red\n" + rules("on act, done() -> show"), [1]),
    # joins
    ("W328", BIG + rules("on act, Crate $a, Crate $b -> $a.worth = 2"), [25]),
    ("W328", BIG + "win when count { Crate $a, Goal, Crate $b } > 2\n", [24]),
    ("E390", BIG + rules("on act, Crate $a, Crate $b, Crate $c, $a != $b -> drop $a"), [25]),
    # beginnings
    ("W411", "win when Crate\n", [-3]),
    ("W412", "lose when Crate\n", [-3]),
    ("W413", "phase run on start repeat\n    -> mode next\n", [-3]),
]
"""A code, statements, and the lines at which the code is said (from 1; before that the lines of the head)."""


@pytest.mark.parametrize(("code", "body", "expected"), TOLD, ids=[f"{c}-{n}" for n, (c, _, _) in enumerate(TOLD)])
def test_what_is_told(code: str, body: str, expected: list[int]) -> None:
    assert lines(body, code) == expected, [str(d) for d in found(body)]


NEAR_MISSES = [
    ("W327", "phase run on act repeat\n    -> Crate{hue=green}.worth next\n"),
    ("W327", "phase run on act repeat\n    -> Crate{hue=red}.worth + 1\n"),
    ("W327", "phase run on act repeat\n    -> Crate{hue=red}.worth next\n    Crate.worth = 5 -> Crate.hue = blue\n"),
    ("W327", "phase run on act repeat\n    mode = day -> Crate{hue=red}.worth next\n"),
    ("W327", "phase run on act repeat\n    -> Crate{hue=red, of=none}.worth next\n"),
    ("W327", "phase run on act repeat\n    -> Crate{hue=red}.worth next, mode = dusk\n"),
    ("W327", "phase run on act repeat\n    -> Crate{hue=red}.worth next\n    Crate -> drop Crate\n"),
    ("W321", WALKS + "let Player pushes Crate\nlet Crate pushes Wall\n" + rules("on moved(Wall) -> show")),
    ("W321", WALKS + "let Player carries Crate\nlet Crate pushes Wall\n" + rules("on moved(Wall) -> show")),
    ("W321", WALKS + "let Player pushes Crate when mode = night\n" + DUSK),
    ("W321", WALKS + rules("on moved($a) -> show\non act, Box -> move Box up") + rules("on moved(Spark) -> show")),
    ("W321", WALKS + rules("on blocked(Player, $d, Wall) -> show\non enter(Player, Goal) -> show")),
    ("W321", WALKS + rules("on act -> put chosen at cell(0, 0)") + "phase b\n    on blocked(Crate) -> show\n"),
    ("W321", rules("on act, mode = night -> energy - 1\non click -> mode next")),
    ("W321", rules("on act, mode = night -> energy - 1") + "level two\n    mode = night\n    map\n        P\n"),
    ("W321", rules("on act, Ghost -> drop Ghost\non click -> make Ghost at cell(0, 0)")),
    ("W321", rules("on act, energy > 5, energy < 8 -> mode next\non act -> energy - 1")),
    ("W321", rules("on act, Crate $a, Crate $b, $a.worth > 2, $b.worth < 2 -> show")),
    ("W321", rules("on act, Crate.hue = green -> drop Crate\non act, Crate -> Crate.hue next")),
    ("W321", rules("on act, Crate, no Crate $b near Crate -> energy - 1")),
    ("W321", rules("on act, Crate near Player, no Goal near Player -> energy - 1")),
    ("W321", "phase a on act\n    -> ping\nphase b on ping\n    -> energy - 1\n"),
    ("W321", "phase a repeat\n    on ping -> energy - 1\n    on act -> ping\n"),
    ("W321", "phase a each Crate\n    on ping -> energy - 1\n    on act -> ping\n"),
    ("W321", "phase a on arrow act\n    on ping -> energy - 1\n    on act -> ping\n"),
    ("W321", rules("on act, deep > 500 -> deep = 0\non act -> deep + 3")),
    ("W321", rules("on act, energy < 30 -> show\non act -> energy - 1 at least 0")),
    ("W321", rules("on act, Crate.hue = green -> show\non act, Goal $g, Crate -> Crate{worth=3}.hue = green")),
    ("W321", rules("on act, Crate.worth = 5 -> show\non act, Crate -> Crate.worth = Crate.worth + 2")),
    ("W321", rules("on act, mode = night -> show") + "forbid Crate on Goal -> mode = night\n"),
    ("W321", rules("on act, Crate on Goal -> show\non act, Crate near Player, Crate touches Wall -> show")),
    ("W321", rules("on act, Spark at Crate.cell, Ghost on Spark -> show\non click -> make Spark at cell(0, 0), "
                   "make Ghost at cell(0, 0)")),
    ("W321", rules("on act, Crate $b at Crate.cell -> show\non act, Wall at ahead(Player, up) -> show")),
    ("W321", rules("on act, Player at $c, Wall at $d, $c.x < $d.x -> show\non act, chosen at Goal.cell -> show")),
    ("W321", rules("on act, Box at Player.cell -> show\non click -> make Spark at cell(0, 0)")),
    ("W321", "kind Stick on solid\n    body 2, 1 when $x = 1\n" + rules("on act, Wall at Stick.cell -> show")
             + "level two\n    put Stick at cell(0, 1)\n    map\n        ..\n        #\n"),
    ("W321", "layer sky open\nkind Star Moon on sky\n" + rules("on act, Star on Moon -> show")
             + "level two\n    put Star at cell(0, 0)\n    put Moon at cell(1, 0)\n"),
    ("W321", "Player walks\n" + rules("on enter(Player) -> show\non enter(Player, $what) -> show\n"
             "on enter(Player, Goal) -> show")),
    ("W338", "let Goal.whose = Crate when Crate on Goal\nlet Goal.near = count { Crate near Goal }\n"),
    ("W338", "let Goal.whose = first Crate of { Crate near Goal }\n"
             "let Goal.off = Player.x when Player, Crate near Goal\n"),
    ("W338", "let Crate.next = Crate $b when $b ahead(right) Crate\n"
             "let Crate.tone = chosen.hue when Crate near Goal\n"),
    ("W339", rules("on act -> energy + 30\non click -> energy = 0")),
    ("W339", rules("on act -> energy + 40 at most 30\non click -> energy - 40, energy + 20")),
    ("W339", rules("on act, Crate -> energy - Crate.x\non click -> energy + 40, Crate{hue=red}.hue next")),
    ("W339", rules("on act -> deep + 999\non click, mode = night -> energy - 40")),
    ("W335", "win when every Goal has Crate on Goal\nwin when Player on Plate\nlose when mode = night\n"
             + rules("on act -> mode next")),
    ("W335", "win when every Ghost has Crate on Goal\nforbid Crate on Goal\n"),
    ("W322", "phase glow when mode = night\n    on act -> energy - 1\n" + rules("on act -> mode next")),
    ("W322", "phase a on act\n    -> crash\nphase glow on crash\n    -> show\n"),
    ("W213", rules("on act -> make Ghost at cell(0, 0)")),
    ("W325", BOOK + rules("on act, Page.code = energy -> energy = Page.gain")),
    ("W325", BOOK + rules("on act, Page{code=energy - 1} -> energy = Page.gain")),
    ("W325", BOOK + rules("on act, Page.code = count { Crate } -> energy = Page.gain")),
    ("W325", BOOK + "let gain($k, $g) when Page.code = $k, Page.gain = $g\n" + rules(
        "on act, gain(energy, $g) -> energy = $g")),
    ("W325", "let gain(0, 3)\nlet gain(1, 5)\n" + rules("on act, gain(energy, $g) -> energy = $g")),
    ("W325", "let gain(3) when mode = day\nlet gain(5) when mode = night\n" + rules("on act, gain($g) -> energy = $g")),
    ("W325", BOOK + "let page(Page) when Page.code = energy\nlet gain($g) when page(Page), Page.gain = $g\n" + rules(
        "on act, gain($g) -> energy = $g")),
    ("W334", rules("on act, Crate near Player, { Crate on Goal or Crate near Wall } -> drop Crate")),
    ("W334", rules("on act, { mode = night or Crate on Goal }, Crate near Player -> drop Crate")),
    ("W334", rules("on act, { Crate $b on Goal or Crate $b near Wall }, Crate near Player -> drop Crate")),
    ("W336", "win when every Crate has { Crate on Goal, Crate.hue = red }\n"),
    ("W336", "win when every Crate has Crate on Goal, Crate $b, $b.hue = red\n"),
    ("W336", "win when every Crate has Crate on Goal, every Crate has Crate.hue = red, no Crate near Player\n"),
    ("W336", rules("on act, every Crate has Crate on Goal, Crate near Player -> drop Crate")),
    ("W336", rules("on act, every Crate has Crate on Goal, Crate near Plate, Plate at $c -> make Spark at $c")),
    ("W336", rules("on act, Crate near Player, every Goal has Crate on Goal, Crate.hue = red -> energy - 1")),
    ("W336", "let done(Crate) when every Goal has Crate $b on Goal, Crate.hue = red\n" + rules("done(Crate) -> show")),
    ("W336", "let Crate.full = $n when every Goal has Crate $b on Goal, Goal at $c, $n = $c.x\n"
             + rules("on act, Crate.full = 1 -> show")),
    ("W323", "phase run\n    on act, Crate on Plate -> show\n    on act, Crate on Plate, energy > 3 -> show 2\n"),
    ("W323", "phase run first\n    on act, Crate on Plate, energy > 3 -> show\n    on act, Crate on Plate -> show 2\n"),
    ("W323", "phase run first\n    Crate near Player -> show\n    Box near Player -> show 2\n"),
    ("W323", "phase run first\n    Crate $a near Player, $a.hue = red -> show\n"
             "    Crate $a near Player, Crate $b, $b.hue = red -> show 2\n"),
    ("W323", "phase run first\n    energy < 10 -> show\n    energy < 20 -> show 2\n"),
    ("W323", "phase run repeat first\n    on act -> energy - 1\n    on act, mode = day -> mode = night\n"),
    ("W323", "phase run first\n    -> show\n    on start -> show 2\n"),
    ("W323", "phase run first\n    on arrow(up) -> show\n    on arrow(down) -> show 2\n"),
    ("W323", "phase run first\n    on arrow(up) -> show\n    on arrow($d), Crate -> move Crate $d\n"),
    ("W324", rules("on act -> mode = dusk\non act, energy > 3 -> mode = night")),
    ("W324", rules("on act, energy > 3 -> mode = night, show\non act -> mode = dusk")),
    ("W324", rules("on act, energy > 3 -> mode = night\non act, mode = night -> mode = dusk")),
    ("W324", rules("Crate near Player -> Crate.worth = 3\nCrate $b -> $b.worth = $b.worth + 1")),
    ("W324", rules("on act, Crate near Player -> Crate.worth = 3\non act, Crate on Plate -> Crate.worth = 2")),
    ("W325", rules("on act, Crate -> mode = night")),
    ("W325", rules("on act, Crate -> Crate.worth = 3")),
    ("W325", rules("on act, Crate $a, Crate $b touches $a -> $b.hue = $b.hue")),
    ("W325", rules("on click(Crate) -> chosen = Crate")),
    ("W325", rules("on act, Player on Plate -> mode = day")),
    ("W325", rules("on act, Crate at ahead(Player, up) -> chosen = Crate")),
    ("W325", rules("on act -> chosen = first Crate of { Crate near Player }")),
    ("W325", rules("on act, $n = count { Crate } -> energy = $n")),
    ("W325", rules("on act, Crate, Player.x > 0 -> deep = Player.x")),
    ("W325", "phase go\n    on arrow($d), Player -> move Player $d\n" + rules("on enter(Player, Plate) -> energy = 3")),
    ("W325", "phase pick each Crate $c\n    on act -> energy = $c.worth\n"),
    ("W325", rules("on act, chosen = Crate -> energy = Crate.worth")),
    ("W326", rules("on act -> mode = day, mode = day")),
    ("W326", rules("on act, Crate $a, Crate $b touches $a -> $a.hue = red, $b.hue = blue")),
    ("W327", "phase run on act\n    -> mode next\n"),
    ("W327", "phase run on act repeat\n    mode = day -> mode next\n"),
    ("W327", "phase run on act repeat\n    -> energy - 1\n"),
    ("W327", "phase run on act repeat\n    -> mode next\n    -> mode = day\n"),
    ("W327", "phase run on act repeat\n    -> mode next, end phase\n"),
    ("W327", "phase run on act repeat\n    Goal, Player -> mode next\n"),
    ("W327", "phase run on act repeat\n    mode = day -> mode = night\n    mode = night -> mode = day\n"),
    ("W327", "phase run on act repeat\n    Crate near Player -> ping\n    on ping, Crate -> drop Crate\n"),
    ("W327", "phase run on act repeat\n    on arrow -> ping\n    on ping -> mode = day\n"),
    ("W327", "phase run on act repeat\n    energy > 3 -> ping, energy - 1\n    on ping -> mode = day\n"),
    ("W327", "phase wait on act repeat when mode = dusk\n    mode = day -> mode = night\n"
             "    mode = night -> mode = day\n    mode = dusk -> mode = dusk\n" + rules("on act -> mode = dusk")),
    ("W327", ROD + "phase run on act repeat\n    Rod -> Rod.len next\n"),
    ("W327", ROD + "phase run on act repeat\n    Rod -> Rod.way next\n"),
    ("W327", ROD + "phase run on act repeat\n    Rod near Player -> ping\n    Rod -> Rod.len + 1\n"),
    ("W324", ROD + rules("on act, Rod near Player -> Rod.len = 2\non act, Rod -> Rod.len = 3")),
    ("W324", ROD + rules("on act, Rod near Player -> Rod.way = up\non act, Rod -> Rod.way = left")),
    ("W321", ROD + rules("on act, Rod.way = left -> show\non act, Rod -> turn Rod cw")),
    ("W321", ROD + rules("on act, Rod.way = left -> show\non act, Spark -> turn Spark cw about cell(1, 1)")
             + "let Spark carries Rod\nlevel four\n    put Spark at cell(0, 0)\n"),
    ("W210", USES + ROD.replace(", hue: red blue", "") + rules("on act, Rod -> Rod.len next, Rod.way next")),
    ("W210", USES + ROD.replace(", hue: red blue", "")),
    ("W210", USES + ROD + "kind Lid on air has up: no yes\n    mirrored when up = yes\n"
             + rules("on act, Rod, Lid -> Rod.hue next, Lid.up next") + "lose when Rod.hue = blue\n"),
    ("W210", USES + "world has steps: 0..9\nbar steps top red\n" + rules("on act -> steps + 1")),
    ("W210", USES + "world has steps: 0..9\nlose when steps = 9\n" + rules("on act -> steps + 1")),
    ("W210", USES + "world has shots: 0..9 = 9\n" + rules("on act -> shots - 1, make Spark at cell(0, 0)")),
    ("W210", USES + "kind Lamp on air has lit: no yes\n    pic when lit = yes\n        3\n    pic\n        4\n"),
    ("W210", USES + "kind Lamp on air has hue2: red blue\n    pic\n        3\n    tint 3 by hue2\n"),
    ("W211", USES + rules("on act -> mode next\non action($a) -> mode next")),
    ("W211", USES + rules("on act -> mode next\non clickcell($c) -> mode next\ndid arrow -> mode next")),
    ("W329", rules("on act -> ping\ndid ping -> energy - 1")),
    ("W329", rules("on act -> ping") + "win when did ping\n"),
    ("W212", "allow W404 W308 W210 W211 W202\n"),
    ("W328", BIG + rules("on act, Crate $a, Crate $b touches $a -> $a.worth = 2")),
    ("W328", BIG + rules("on act, Crate $a, Crate $b, $a.hue = $b.hue -> $a.worth = 2")),
    ("W328", BIG + rules("on act, Crate, Player -> Crate.worth = 2")),
    ("W328", BIG + rules("on click(Crate $a), Crate $b -> $b.worth = $a.worth")),
    ("W328", BIG + "let Crate pushes Crate $b when Crate.hue = red\n"),
    ("W328", BIG + rules("on act, Crate, no { Crate $b, $b near Crate } -> drop Crate")),
    ("W328", rules("on act, Crate $a, Crate $b, Goal, Plate -> $a.worth = 2")),
    ("E390", BIG + rules("on act, Crate $a, Crate $b, Crate $c, $a touches $b, $b touches $c -> drop $a")),
    ("E390", BIG + rules("on act, Crate $a, Crate $b -> drop $a")),
    ("W411", "win when Crate on Goal\n"),
    ("W411", "win when Crate\nphase a on start\n    Crate -> drop Crate\n"),
    ("W412", "lose when energy = 0\n"),
    ("W413", "phase run on start repeat\n    Spark -> move Spark down\n"),
]  # fmt: skip
"""A code, and statements of which it must not be said."""


@pytest.mark.parametrize(("code", "body"), NEAR_MISSES, ids=[f"{c}-{n}" for n, (c, _) in enumerate(NEAR_MISSES)])
def test_what_is_not_told(code: str, body: str) -> None:
    told = found(body)

    assert code not in {d.code for d in told}, [d.message for d in told if d.code == code]
    assert not [d for d in told if d.severity == "error"], [d.message for d in told]


# ---------------------------------------------------------------- a language that has grown


@dataclass(frozen=True, slots=True)
class Unknown:
    """A node that the language did not have when the analyses were written."""

    inner: object = None


GROWN = HEAD + rules("on act, mode = night -> energy - 1\non act -> mode = day")


def reached_with(**changes: object) -> Reach:
    """What is called possible when the last rule of a game is another one."""
    game, _ = check_text(GROWN, "grown")
    assert game is not None
    phase = game.phases[0]
    rule = dataclasses.replace(phase.rules[-1], **changes)
    game.phases[0] = dataclasses.replace(phase, rules=(*phase.rules[:-1], rule))
    return reach(game)


def test_a_rule_that_is_known_leaves_the_other_one_dead() -> None:
    assert set(reached_with().rules) == {(0, 0)}


def test_an_unknown_effect_may_do_anything() -> None:
    assert not reached_with(effects=(Unknown(),)).rules


def test_an_unknown_value_may_be_anything() -> None:
    assert not reached_with(effects=(core.Set(core.WorldTarget(1), Unknown()),)).rules  # type: ignore[arg-type]


def test_an_unknown_condition_may_hold() -> None:
    assert (0, 1) not in reached_with(query=core.Query((Unknown(),))).rules  # type: ignore[arg-type]


def test_an_unknown_condition_follows_from_nothing() -> None:
    unknown: core.Atom = Unknown(core.Slot(0))  # type: ignore[assignment]

    assert entailed([unknown], [unknown], {0}) is None


# ---------------------------------------------------------------- what they stand on

COMPARE = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
SETS: list[Values] = [frozenset(), frozenset({3}), frozenset({1, 4, 9}), range(2, 8), range(5, 6), range(-3, 4)]


@pytest.mark.parametrize(("values", "others"), list(itertools.product(SETS, SETS)))
@pytest.mark.parametrize("op", COMPARE)
def test_narrowing_leaves_out_nothing_that_compares_so(op: Op, values: Values, others: Values) -> None:
    wanted = {a for a in values if any(COMPARE[op](a, b) for b in others)}

    got = set(narrowed(values, op, others))

    assert wanted <= got <= set(values)
    if isinstance(values, frozenset) and isinstance(others, frozenset):
        assert got == wanted


@pytest.mark.parametrize(("one", "two"), list(itertools.product(SETS, SETS)))
def test_joins_and_sums_hold_everything(one: Values, two: Values) -> None:
    assert set(joined(one, two)) >= set(one) | set(two)
    assert set(sums(one, two)) >= {a + b for a in one for b in two}


def test_many_values_are_a_range() -> None:
    assert packed(range(FEW)) == frozenset(range(FEW))
    assert packed([0, 10 * FEW, *range(FEW)]) == range(10 * FEW + 1)
    assert of_domain(IntDomain(-1_000_000, 1_000_000)) == range(-1_000_000, 1_000_001)


@pytest.mark.parametrize(("held", "op"), list(itertools.product(COMPARE, COMPARE)))
def test_one_comparison_implies_another(held: Op, op: Op) -> None:
    numbers = range(-9, 10)
    for known, limit in itertools.product(range(-2, 3), range(-2, 3)):
        truly = all(COMPARE[op](n, limit) for n in numbers if COMPARE[held](n, known))
        assert implies(held, known, op, limit) == truly, (held, known, op, limit)


def test_a_level_with_many_things_is_not_played() -> None:
    side = int(MAX_THINGS**0.5) + 1
    row = "        " + "c" * side + "\n"
    game, _ = check_text(HEAD + f"win when Crate\nlevel large\n    board {side}x{side}\n    map\n" + row * side, "test")

    assert game is not None
    starts = check_starts(game)
    assert starts.left_out == ["large"]
    assert [d.code for d in starts.diagnostics] == ["W411"]


def test_allowed_beginnings_are_silent_and_needless_ones_are_told() -> None:
    assert "W411" not in {d.code for d in found("win when Crate\nallow W411\n")}
    assert lines("allow W411\n", "W212") == [1]
