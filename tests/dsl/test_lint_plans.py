"""The analyses and what waits or is worked out: rings of facts, derived attributes, fields, plans, modes of rules."""

from __future__ import annotations

import pytest
from support.linting import BIG, USES, found, lines, rules

LAMP = "kind Lamp on air has power: 0..3 = 1, lit: no yes\nlegend\n    L = Lamp\nlevel lamps\n    map\n        L.c\n"
"""Six lines: statements after it begin in line 7."""

ROD = (
    "kind Rod on air has way: facing\n    pic\n        8\n    body 2, 1\n    turned by way\nlegend\n    R = Rod\n"
    "level rods\n    map\n        R.c\n"
)

WISH = "phase wish on arrow($d) plan\n    Player -> move Player $d\n"
LOOP = "phase go repeat\n    on arrow($d), Player -> move Player $d\n"
GO = "phase go\n    no Ghost -> show\n"

TOLD = [
    # facts that ask themselves
    (
        "W321",
        "let tied(Crate) when Crate touches Crate $b, tied($b)\n" + rules("on act, tied(Crate) -> drop Crate"),
        [3],
    ),
    (
        "W321",
        "let odd(Crate) when Crate touches Crate $b, even($b)\nlet even(Crate) when Crate touches Crate $b, odd($b)\n"
        + rules("on act, odd(Crate) -> drop Crate"),
        [4],
    ),
    (
        "W321",
        "let tied(Crate) when Crate.hue = green\nlet tied(Crate) when Crate touches Crate $b, tied($b)\n"
        + rules("on act, tied(Crate) -> drop Crate"),
        [4],
    ),
    # derived attributes
    ("W321", LAMP + "let Lamp.heat = 2 when Lamp near Crate\nlet Lamp.heat = 0\n" + rules(
        "on act, Lamp.heat = 1 -> show"), [10]),
    ("W321", LAMP + "let Lamp.heat = Lamp.power\n" + rules("on act, Lamp.heat > 1 -> show"), [9]),
    ("W321", LAMP + "let Lamp.heat = 2 when mode = night\n" + rules("on act, Lamp.heat != 1 -> show"), [9]),
    ("W321", LAMP + "let Lamp.look = yes\nlet Crate.look = no\n" + rules("on act, Lamp{look=no} -> show"), [10]),
    ("W332", LAMP + "let Lamp.heat = 0\nlet Lamp.heat = 2 when Lamp near Crate\n" + rules(
        "on act, Lamp.heat = 0 -> show"), [8]),
    ("W332", LAMP + "let Lamp.heat = Lamp.power when Lamp near Crate\nlet Lamp.heat = 2 when mode = day\n"
        "let Lamp.heat = 3 when mode = day, Lamp near Crate\n" + rules("on act, Lamp.heat = 0 -> show"), [9]),
    ("W332", "let Box.heat = 1\nlet Crate.heat = 2\n" + rules("on act, Crate.heat = 1 -> show"), [2]),
    # fields
    ("W331", "let path($c) to { Player at $c, mode = night } through { no Wall at $c }\n" + rules(
        "on act, step(path, Crate) = $d -> move Crate $d"), [1]),
    ("W331", "let path(Crate, $c) to { Crate at $c, Crate.hue = green } through { no Wall at $c }\n" + rules(
        "on act, Crate, path(Crate, Player) = 2 -> show"), [1]),
    ("W321", "let path($c) to { Player at $c } through { no Wall at $c }\n" + rules(
        "on act, path(Crate) > 23 -> show"), [3]),
    ("W328", BIG + "let path($c) to { Crate, Crate $b, $a.worth < $b.worth, $b at $c } through { no Wall at $c }\n"
        .replace("{ Crate,", "{ Crate $a,") + rules("on act, path(Player) > 2 -> show"), []),
    ("W328", BIG + "let path($c) to { Goal at $c, count { Crate $a, Crate $b, $a.worth < $b.worth } > 2 } "
        "through { no Wall at $c }\n" + rules("on act, path(Player) > 2 -> show"), [24]),
    ("W328", BIG + "let tied(Crate, Crate $b) when Crate.hue = red\n"
        "let tied(Crate, Crate $b) when Crate touches Crate $m, tied($m, $b)\n"
        + rules("on act, tied(Crate, Crate $b) -> drop $b"), [24]),
    # plans
    ("W330", WISH, [1]),
    ("W330", WISH + "phase go on act\n    Player -> show\n", [1]),
    ("W330", WISH + "phase go on arrow when mode = night\n    Player -> show\n", [1]),
    ("W330", WISH + "phase turn plan\n    asked(Player) = left -> move Player right\n", [3]),
    ("W330", "phase wish plan\n    on arrow(up), Player -> move Player up\n    on arrow(down), Player -> show\n"
        "phase go on arrow(down)\n    Player -> show\n", [1]),
    ("W330", GO + "phase wish on act plan\n    Player -> put Player at cell(0, 0)\n", [3]),
    ("W321", rules("on arrow, asked(Player) = left -> show"), [2]),
    ("W321", WISH + GO.replace("show", "show\n    asked(Crate) = left -> show 2"), [5]),
    ("W321", "phase walk on arrow($d)\n    Player -> move Player $d\n" + rules("on arrow, asked(Player) = $d -> show"),
        [4]),
    ("W321", WISH + "phase go\n    on moved(Player) -> show\n", [4]),
    ("W321", "phase go\n    on act, Player -> put Player at cell(0, 0)\n    asked(Player) = left -> show\n", [3]),
    ("W321", rules("on act, [ > Player | Crate ] -> [ Player | Crate ]"), [2]),
    ("W333", rules("on act -> mode = day\nPlayer -> stay Player"), [3]),
    ("W333", WISH + "phase go\n    Player near Crate -> stay Crate\n", [4]),
    ("W333", "phase walk on arrow($d)\n    Player -> move Player $d\n" +
        rules("Player near Crate -> stay Player"), [4]),
    # turns that turn nothing
    ("W340", rules("on act -> mode = day\non act, Crate -> turn Crate cw"), [3]),
    ("W340", "phase spin on act\n    -> turn Crate{hue=red} ccw, mode = day\n", [2]),
    # refusals in a loop
    ("W337", LOOP + "    on blocked(Player) -> energy - 1\n", [3]),
    ("W337", LOOP.replace("repeat", "on arrow act repeat") + "    Crate -> stay Crate, show\n"
        "    on moved(Player), Crate -> move Crate left\n    on blocked(Player, $d) -> energy - 1\n", [5]),
    # once, in turn
    ("W323", "phase run first\n    Crate near Player once -> show\n    Crate near Player in turn -> show 2\n", [3]),
    ("W324", rules("Crate near Player once -> Crate.hue = blue\nCrate $b -> $b.hue = red, show"), [2]),
    ("W325", rules("on act, Crate $c in turn -> Crate{hue=red}.worth = $c.worth, mode = day\non act, Crate -> "
        "energy = Crate.worth"), [3]),
    ("W325", LAMP + "let Crate.heat = 2 when Crate near Player\nlet Crate.heat = 1\n" + rules(
        "on act, Crate -> energy = Crate.heat"), [10]),
    ("W327", "phase run on act repeat plan\n    -> mode next\n" + GO, [1]),
    ("W327", "phase run on act repeat\n    Crate in turn -> Crate.hue next\n", [1]),
    ("W327", "phase run on act repeat first\n    mode = day once -> mode = night\n"
        "    mode = night in turn -> mode = day\n", [1]),
    # uses
    ("W210", USES + "world has steps: 0..9\n" + WISH + "phase count on act\n    Player once -> steps + 1\n"
        "    asked(Player) = left -> stay Player\n", [12]),
]  # fmt: skip
"""A code, statements, and the lines at which the code is said."""


@pytest.mark.parametrize(("code", "body", "expected"), TOLD, ids=[f"{c}-{n}" for n, (c, _, _) in enumerate(TOLD)])
def test_what_is_told(code: str, body: str, expected: list[int]) -> None:
    assert lines(body, code) == expected, [str(d) for d in found(body)]


NEAR_MISSES = [
    ("W321", "let tied(Crate) when Crate near Player\nlet tied(Crate) when Crate touches Crate $b, tied($b)\n"
        + rules("on act, tied(Crate) -> drop Crate")),
    ("W321", "let odd(Crate) when Crate touches Crate $b, even($b)\n"
        "let even(Crate) when Crate touches Crate $b, odd($b)\n"
        "let even(Crate) when Crate near Wall\n" + rules("on act, odd(Crate) -> drop Crate")),
    ("W321", "let tied(Crate) when Crate touches Crate $b, tied($b)\nlet tied(Crate) when Crate.hue = green\n"
        + rules("on act, tied(Crate) -> drop Crate\non click, Crate -> Crate.hue next")),
    ("W321", LAMP + "let Lamp.heat = 2 when Lamp near Crate\nlet Lamp.heat = 0\n" + rules(
        "on act, Lamp.heat = 2 -> show")),
    ("W321", LAMP + "let Lamp.heat = Lamp.power\n" + rules("on act, Lamp.heat = 3 -> show\n"
        "on act -> Lamp{power=1}.power = 3")),
    ("W321", LAMP + "let Lamp.heat = 2 when mode = night\n" + rules("on act, Lamp.heat = 2 -> show\n"
        "on act -> mode next")),
    ("W321", LAMP + "let Lamp.look = yes\nlet Crate.look = no\n" +
        rules("on act, Lamp $l, Crate, Crate.look = no -> show")),
    ("W321", LAMP + "let Lamp.next = Crate when Lamp near Crate\n" + rules("on act, Lamp.next = Crate -> show")),
    ("W321", LAMP + "let Lamp.aim = way(Lamp, Crate) when Crate\n" + rules("on act, Lamp.aim = up -> show")),
    ("W332", LAMP + "let Lamp.heat = 2 when Lamp near Crate\nlet Lamp.heat = 0\n" +
        rules("on act, Lamp.heat = 0 -> show")),
    ("W332", LAMP + "let Lamp.heat = first Crate.worth of { Crate near Lamp }\nlet Lamp.heat = 2\n" + rules(
        "on act, Lamp.heat = 0 -> show")),
    ("W332", LAMP + "let Crate.heat = Crate.of.worth\nlet Crate.heat = 2\n" + rules("on act, Crate.heat = 0 -> show")),
    ("W332", LAMP + "let Crate.next = chosen\nlet Crate.next = Crate.of\n" +
        rules("on act, Crate.next = none -> show")),
    ("W332", LAMP + "let Lamp.heat = 0\nlet Crate.heat = 2\n" + rules("on act, Lamp.heat = 0, Crate.heat = 2 -> show")),
    ("W332", LAMP + "let Crate.heat = 0\nlet Box.heat = 2\n" + rules("on act, Crate.heat = 0 -> show")),
    ("W332", LAMP + "let Lamp.heat = 1 when Lamp near Crate, Crate.hue = red\n"
        "let Lamp.heat = 2 when Lamp near Crate, Goal.hue = red\n"
        + rules("on act, Lamp.heat = 0 -> show")),
    ("W331", "let path($c) to { Player at $c or Ghost at $c } through { no Wall at $c }\n" + rules(
        "on act, step(path, Crate) = $d -> move Crate $d")),
    ("W331", "let path($c) to { Ghost at $c } through { no Wall at $c }\n" + rules(
        "on act, step(path, Crate) = $d -> move Crate $d")),  # W202 says it
    ("W331", "let path($c) to { did moved(Player), Player at $c } through { no Wall at $c }\n" + rules(
        "on arrow($d), Player -> move Player $d\non act, step(path, Crate) = $d -> move Crate $d")),
    ("W321", "let path($c) to { Player at $c } through { no Wall at $c }\n" +
        rules("on act, path(Crate) > 22 -> show")),
    ("W328", BIG + "let near2(Crate, Crate $b) when Crate touches $b\n"
        "let near2(Crate, Crate $b) when Crate touches Crate $m, near2($m, $b)\n"
        + rules("on act, near2(Crate, Crate $b) -> drop $b")),
    ("W330", WISH + GO),
    ("W330", WISH + "phase go each Crate\n    -> Crate.hue next\n"),
    ("W330", WISH + "phase go on arrow(left)\n    Player -> show\n"),
    ("W330", WISH + "phase go on action\n    Player -> show\n"),
    ("W330", "phase wish plan\n    on act, Player -> ping\nphase go on click\n    Player -> show\n"),
    ("W330", "phase wish on act plan\n    -> ping\n    Player -> move Player up\nphase go on ping\n"
        "    Player -> show\n"),
    ("W321", WISH + GO.replace("show", "show\n    asked(Player) = left -> show 2")),
    ("W321", "phase walk on arrow($d)\n    Player -> move Player $d\n    asked(Player) = left -> show\n"),
    ("W321", "phase wish repeat plan\n    asked(Player) = left -> show\n"
        "    on arrow($d), Player -> move Player $d\n" + GO),
    ("W321", "let off(Player) when asked(Player) = left\n" + WISH + "phase go\n    off(Player) -> show\n"),
    ("W321", WISH + "phase go\n    Player -> show\nphase after\n    on moved(Player) -> show\n"),
    ("W321", WISH + "phase go repeat\n    on moved(Player) -> show\n"),
    ("W321", "phase wish on arrow($d) plan\n    Box{hue=red} -> show\n    Crate{hue=red} -> mode = day\n"
        "    -> move Crate{hue=red} $d\n"
        .replace("    Box{hue=red} -> show\n", "") + "phase go\n    asked(Crate) = up -> show\n"),
    ("W333", WISH + "phase go\n    Player near Crate -> stay Player\n"),
    ("W333", "phase walk on arrow($d)\n    Player -> move Player $d\n    Player near Crate -> stay Player\n"),
    ("W333", "phase go on act\n    Player -> put Player at cell(1, 1)\n    Player near Crate -> stay Player\n"),
    ("W333", "phase wish repeat plan\n    Player near Wall -> stay Player\n"
        "    on arrow($d), Player -> move Player $d\n" + GO),
    ("W340", rules("on act, Crate -> turn Crate cw about cell(0, 0)")),
    ("W340", ROD + rules("on act, Rod -> turn Rod cw")),
    ("W340", "let Player carries Crate when Crate near Player\n" + rules("on act, Player -> turn Player cw")),
    ("W324", rules("Crate near Player -> Crate.hue = blue\nCrate $b once -> $b.hue = red, show")),
    ("W324", rules("on act, Crate near Player -> Crate.hue = blue\n"
        "on act, Crate $b, energy > 5 in turn -> $b.hue = red, energy = 3")),
    ("W324", "let Crate.heat = Crate.worth\n" + rules(
        "on act, Crate near Player -> Crate.worth = 3\non act, Crate near Player, Crate.heat = 2 -> Crate.worth = 2")),
    ("W324", "let path($c) to { Crate at $c, Crate.hue = blue } through { no Wall at $c }\n" + rules(
        "on act, path(Player) > 1, Crate near Player -> Crate.hue = blue\n"
        "on act, path(Player) > 1, Crate near Player -> Crate.hue = red")),
    ("W325", rules("on act, Crate near Player once -> chosen = Crate")),
    ("W325", rules("on act, Crate near Player in turn -> energy = Crate.worth")),
    ("W325", rules("on act, Crate near Player at random -> energy = Crate.worth")),
    ("W324", rules("on act, Crate -> Crate.hue = red\non act, Crate at random -> Crate.hue = blue")),
    ("W325", "let path($c) to { Player at $c } through { no Wall at $c }\n" + rules(
        "on act, path(cell(1, 1)) = $n -> energy = $n")),
    ("W325", rules("on act, Player sees(right) Crate -> chosen = Crate")),
    ("W325", "let Crate.heat = 2\n" + rules("on act, Crate -> energy = Crate.heat")),
    ("W337", LOOP.replace(" repeat", "") + "phase run repeat\n    on blocked(Player) -> energy - 1\n"
        "    Crate -> move Crate left\n"),
    ("W337", WISH + "phase go repeat\n    on blocked(Player) -> energy - 1\n    on act, Crate -> move Crate left\n"),
    ("W337", LOOP.replace("$d\n", "$d, energy - 1\n") + "    on blocked(Player) -> show\n"),
    ("W337", LOOP.replace("$d\n", "$d, tried\n") + "    on blocked(Player) -> show\n    on tried -> show\n"),
    ("W337", LOOP + "    on act, Crate at random -> move Crate left\n    on blocked(Player) -> show\n"),
    ("W337", LOOP + "phase pay\n    on blocked(Player) -> energy - 1\n"),
    ("W337", LOOP.replace("repeat", "repeat each Crate") + "    on blocked(Player) -> energy - 1\n"),
    ("W337", LOOP.replace("repeat", "on arrow action($a) repeat") + "    on blocked(Player) -> energy - 1\n"),
    ("W327", "phase run on act repeat\n    Crate once -> Crate.hue next\n"),
    ("W327", "phase run on act repeat\n    Crate at random -> Crate.hue next\n"),
    ("W327", "phase run on arrow($d) repeat plan\n    Player -> move Player $d\n" + GO),
    ("W327", WISH + "phase go repeat\n    Player near Crate -> ping\n    on ping -> mode = day\n"),
    ("W327", WISH + "phase go repeat\n    asked(Player) = left -> ping\n    on ping -> mode = day\n"),
    ("W327", "let path($c) to { Crate at $c } through { mode = night }\nphase run on act repeat\n"
        "    path(Player) > 1 -> ping\n    on ping -> mode = night\n"),
    ("W210", USES + "world has steps: 0..9\nlet Player.heat = steps\n" + rules(
        "on act -> steps + 1\non click, Player.heat = 3 -> show")),
    ("W210", USES + "world has steps: 0..9\nlet path($c) to { Player at $c } through { steps < 3 }\n" + rules(
        "on act -> steps + 1\non click, path(cell(1, 1)) = 2 -> show")),
]  # fmt: skip
"""A code, and statements of which it must not be said."""


@pytest.mark.parametrize(("code", "body"), NEAR_MISSES, ids=[f"{c}-{n}" for n, (c, _) in enumerate(NEAR_MISSES)])
def test_what_is_not_told(code: str, body: str) -> None:
    told = found(body)

    assert code not in {d.code for d in told}, [d.message for d in told if d.code == code]
    assert not [d for d in told if d.severity == "error"], [d.message for d in told]


REASONS = [
    ("let tied(Crate) when Crate touches Crate $b, tied($b)\n" + rules("on act, tied(Crate) -> drop Crate"),
        "`tied` follows from nothing but itself"),
    (LAMP + "let Lamp.look = yes when Lamp near Crate\n" + rules("on act, Lamp.look = no -> show"),
        "the attribute `look` is only ever `yes`"),
    ("let path($c) to { Player at $c } through { no Wall at $c }\n" + rules("on act, path(Crate) > 30 -> show"),
        "the field `path` is only ever 0 to 23"),
    (WISH + "phase go\n    asked(Crate) = left -> show\n", "nothing has asked a `Crate` to move by then"),
    ("let dark(Crate $z) when $z.hue = green\n" + rules("on act, Player, dark(Crate) -> show"),
        "`$z.hue` is only ever `red` or `blue`"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "reason"), REASONS)
def test_the_reason_is_told(body: str, reason: str) -> None:
    assert [d.message for d in found(body) if d.code == "W321"] == [f"this rule can never fire: {reason}"]
