"""A sideshow for generated games: a few things on layers of their own, so that what is seldom does happen.

What needs several things to lie just so hardly ever comes about among random ones. Here they do lie so, and nothing
else in the game comes between them; who plays is drawn by a generator of its own, so that the rest of the game stays.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

SHARE = 0.4
"""Games with a sideshow."""

CAST = """layer shelf
layer wind free open
kind Peg Hoop on shelf
    pic
        d
kind Wheel Moth on wind
    pic
        e
kind Worm on wind has left: 0..2 = 2, way: facing, hue: red blue
    pic
        f
    body left, 1
    turned by way"""

Act = Callable[[Random], tuple[list[str], list[str]]]
"""Gives the lines of statements, and the `put` lines of every level."""


def _key(random: Random) -> str:
    return random.choice(["act", "act", "arrow", "click"])


def shrinking(random: Random) -> tuple[list[str], list[str]]:
    """A body that would come to have no cells, and one outside the board."""
    return [f"phase shrink on {_key(random)}", "    Worm -> Worm.left - 1"], [
        "put Worm at cell(0, 1)", f"put Worm at cell({random.choice(['-1, 1', '1, -1', '-2, -3'])})",
    ]  # fmt: skip


def wheeling(random: Random) -> tuple[list[str], list[str]]:
    """A wheel takes round what touches it, and a body goes round itself."""
    sense = random.choice(["cw", "ccw"])
    return [
        "let Wheel carries Moth when Moth touches Wheel", f"phase wheel on {_key(random)}",
        f"    Wheel -> turn Wheel {sense} about cell(1, 1)", f"    Worm -> turn Worm {sense}",
    ], ["put Wheel at cell(1, 0)", "put Moth at cell(0, 0)", "put Worm at cell(1, 1)"]  # fmt: skip


def shoving(random: Random) -> tuple[list[str], list[str]]:
    """Who is pushed pushes the next one."""
    way, cells = random.choice([("right", "012"), ("left", "321")])
    one, two, three = (f"cell({column}, 1)" for column in cells)
    return [
        "let Wheel pushes Moth", "let Moth pushes Worm", f"phase shove on {_key(random)}",
        f"    Wheel -> move Wheel {way}",
    ], [f"put Wheel at {one}", f"put Moth at {two}", f"put Worm{{left=1}} at {three}"]  # fmt: skip


def circling(random: Random) -> tuple[list[str], list[str]]:
    """Four go round in a ring."""
    return [
        f"phase circle on {_key(random)}",
        "    Peg at cell(0, 0) -> move Peg right", "    Peg at cell(1, 0) -> move Peg down",
        "    Peg at cell(1, 1) -> move Peg left", "    Peg at cell(0, 1) -> move Peg up",
    ], [f"put Peg at cell({x}, {y})" for x in (0, 1) for y in (0, 1)]  # fmt: skip


def leaving(random: Random) -> tuple[list[str], list[str]]:
    """Phases for what left something, with and without its name."""
    head = random.choice(["leave", "leave(Moth)", "leave(Moth, Worm)", "leave(Moth, $what)"])
    return [
        f"phase fly on {_key(random)}", "    Moth -> move Moth down",
        f"phase away on {head}", "    -> score + 1 at most 9",
    ], ["put Worm at cell(1, 0)", "put Moth at cell(1, 0)"]  # fmt: skip


def telling(random: Random) -> tuple[list[str], list[str]]:
    """Everything that some thing is told by a test in braces, more than once."""
    return [
        f"phase tell on {_key(random)}", "    -> put Worm{hue=red} at cell(1, 1), Worm{left=1}.hue = blue",
        f"    {random.choice(['did arrow', 'did click', 'did act'])} -> drop Worm{{hue=blue}}",
        "    -> Worm{left=1}.hue = red",
    ], ["put Worm at cell(0, 0)", "put Worm{left=1} at cell(0, 1)", "put Worm{hue=blue} at cell(1, 2)"]  # fmt: skip


def asking(random: Random) -> tuple[list[str], list[str]]:
    """Facts asked with less or with more than they say, values without a name, quantities of nothing."""
    rules = [
        "fits(Worm) -> score + 1 at most 9", "no { fits } -> lives next", "long(Worm, 0) -> lives next",
        "Worm, long(Worm, $n), $n = Worm.left -> score + 1 at most 9", "-> tone = green", "Worm -> Worm.hue = tone",
        "-> score = min Worm.left of { Worm, Worm.x > 70 }", "Worm, Worm $k, Worm beside $k -> score - 1 at least -3",
    ]  # fmt: skip
    return [
        "let fits(Worm, $d) when no { Worm $k, $k at ahead(Worm, $d) }", "let long(Worm, $n) when $n = Worm.left",
        f"phase ask on {_key(random)}", *(f"    {rule}" for rule in rules if random.random() < 0.75),
        "    Worm, fits(Worm), long(Worm, 2) -> Worm.way next",
    ], ["put Worm at cell(0, 0)", "put Worm at cell(0, 2)"]  # fmt: skip


def dicing(random: Random) -> tuple[list[str], list[str]]:
    """Chance that undo takes back."""
    return ["phase dice on arrow act click", "    Worm at random -> Worm.hue next"], [
        f"put Worm at cell({x}, {y})" for x, y in ((0, 0), (0, 1), (0, 2))
    ]


def changing_places(random: Random) -> tuple[list[str], list[str]]:
    """What undo keeps stands where something else would come back to."""
    return [
        "undo keeping Peg", "phase change_places on arrow act click",
        "    Peg, Hoop -> put Peg at Hoop.cell, put Hoop at Peg.cell",
    ], ["put Peg at cell(1, 1)", "put Hoop at cell(0, 1)"]  # fmt: skip


ACTS: tuple[Act, ...] = (
    shrinking,
    wheeling,
    shoving,
    circling,
    leaving,
    telling,
    asking,
    asking,
    dicing,
    changing_places,
)


def with_sideshow(seed: int, text: str) -> str:
    """The file with a sideshow, for some seeds."""
    random = Random(f"sideshow {seed}")
    if random.random() > SHARE:
        return text
    act = random.choice(ACTS)
    if act is changing_places and "undo keeping" in text:
        act = dicing
    statements, puts = act(random)
    lines: list[str] = []
    for line in text.split("\n"):
        if line.startswith("actions ") and act in (dicing, changing_places) and "undo" not in line:
            line += " undo"
        if line == "legend":
            lines += [*CAST.split("\n"), *statements]
        lines.append(line)
        if line.startswith("level"):
            lines += [f"    {put}" for put in puts]
    return "\n".join(lines)
