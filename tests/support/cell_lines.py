"""Games under `semantics puzzlescript` to put rules into, and rules drawn at random, most of them well formed."""

from __future__ import annotations

from random import Random

from arcg.dsl.cellwise.brackets import ASPECTS, WORDS

HEAD = """game cells
semantics puzzlescript
    input Player
board 4x2
actions arrows act undo
layer floor
layer marks
layer solid
kind Floor on floor
    pic
        3
kind Goal Hole on marks
    pic
        b
kind Player Wall Crate Gem on solid
    pic
        8
group Stone = Crate Gem
group Thing = Player Stone Gem
group Odd = Hole Crate
"""

LEVEL = """win when no [ Crate ]
legend
    a = Floor Goal Player
    b = Floor Hole Wall
    c = Crate
    g = Gem
level
    map
        abc
        .g.
"""

KINDS = ("Floor", "Goal", "Hole", "Player", "Wall", "Crate", "Gem")
"""The kinds of the games here, in the order of their numbers."""

_SOLID = ("Player", "Wall", "Crate", "Gem", "Stone", "Thing")
_MARKS = ("Goal", "Hole")
_COMMANDS = ("again", "win", "save level", "restore level", "restore turn")


def rules(random: Random) -> str:
    """Phases of rules, nearly all of them well formed."""
    lines = []
    for number in range(random.randint(1, 3)):
        late = number > 0 and random.random() < 0.5
        lines.append(f"phase p{number}{' repeat' * (random.random() < 0.3)}{'' if late else ' plan'}")
        group = f"g{number}: "
        for place in range(random.randint(1, 3)):
            name = group if place < 2 and random.random() < 0.5 else ""
            lines.append(f"    {name}{rule(random, late)}")
    return "".join(f"{line}\n" for line in lines)


def rule(random: Random, late: bool) -> str:
    """One rule."""
    shape = [[random.random() < 0.15 for _ in range(random.randint(1, 3))] for _ in range(random.choice((1, 1, 1, 2)))]
    shape = [[gap and 0 < place < len(row) - 1 for place, gap in enumerate(row)] for row in shape]
    left = [[None if gap else _cell(random, late, None) for gap in row] for row in shape]
    right = [[None if cell is None else _cell(random, late, cell) for cell in row] for row in left]
    along = f" along {' '.join(random.sample(('up', 'down', 'left', 'right'), 2))}" if random.random() < 0.3 else ""
    mode = random.choice(("", "", "", " at random", "" if late else " rigid"))
    commands = random.sample(_COMMANDS, random.choice((0, 0, 1, 2)))
    effects = [_row(row) for row in right] if not commands or random.random() < 0.7 else []
    return f"{', '.join(_row(row) for row in left)}{along}{mode} -> {', '.join([*effects, *commands])}"


def _row(row: list[list[str] | None]) -> str:
    return f"[ {' | '.join('...' if cell is None else ' '.join(cell) for cell in row)} ]".replace("  ", " ")


def _cell(random: Random, late: bool, before: list[str] | None) -> list[str]:
    """The items of a cell; behind the arrow often those that stood `before`."""
    if before is not None and random.random() < 0.6:
        return [item for item in before if random.random() < 0.9]
    words = [word for word in WORDS if word not in ("random", "randomdir")]
    if before is not None:
        words = [*(word for word in words if word not in ASPECTS or random.random() < 0.1), "random", "randomdir"]
    words = [word for word in words if word in ("no", "random", "randomdir")] if late else words
    names = [random.choice(layer) for layer in (_SOLID, _MARKS) if random.random() < 0.6]
    names += ["Odd"] * (random.random() < 0.05)
    return [name if random.random() < 0.6 else f"{random.choice(words)} {name}" for name in names]
