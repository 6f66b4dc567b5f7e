"""Small games of rules over cells, made straight from rules in brackets, and what is seen of them in play.

A rule is written as in a file, with what stands before it there: `late`, `rigid`, `random`, directions, `+` to join
the group before it; behind its right side commands. `loop` and `end` are lines of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from support.board import decode

from arcg.compiler import ir
from arcg.dsl.cellwise.brackets import WORDS, BracketRule, Cell, Item
from arcg.dsl.cellwise.expand import expand
from arcg.dsl.cellwise.stages import Placed, stages
from arcg.runtime.engine import Engine
from arcg.runtime.reference.cellwise.engine import CellEngine

LAYERS = (
    ("Goal", "Hole"),
    ("Player", "Wall", "Crate", "Rock", "Bot"),
    ("Gem", "Coin"),
    ("Ghost",),
)
"""The kinds of all these games, layer by layer; the number of a kind is its place."""

KINDS = tuple(name for names in LAYERS for name in names)
GROUPS = {"Solid": "Wall Crate Rock", "Treasure": "Gem Coin", "Pushed": "Crate Rock"}
LEGEND = {
    ".": "",
    "P": "Player",
    "#": "Wall",
    "c": "Crate",
    "r": "Rock",
    "b": "Bot",
    "o": "Goal",
    "h": "Hole",
    "g": "Gem",
    "s": "Coin",
    "G": "Ghost",
    "@": "Player Goal",
    "*": "Crate Goal",
    "R": "Crate Rock",
    "p": "Player Gem",
    "q": "Player Ghost",
    "C": "Crate Gem",
    "B": "Bot Gem",
}
COLOURS = {"Goal": 14, "Hole": 5, "Player": 9, "Wall": 4, "Crate": 12, "Rock": 2, "Bot": 8, "Gem": 11, "Coin": 10}
"""Of the kinds that are seen: `Ghost` is not."""

WAYS = {"up": (0,), "down": (1,), "left": (2,), "right": (3,), "horizontal": (2, 3), "vertical": (0, 1)}
COMMANDS = ("cancel", "restart", "checkpoint", "again", "win")
PLAYED = {"up": 1, "down": 2, "left": 3, "right": 4, "act": 5, "tick": 6, "undo": 7, "reset": 0}


def layer_of(kind: str) -> int:
    """The number of a kind's layer."""
    return next(number for number, names in enumerate(LAYERS) if kind in names)


def kind_set(names: str) -> int:
    """A set of kinds by their names."""
    return sum(1 << KINDS.index(name) for name in names.split())


def program(
    level: str | Sequence[str],
    rules: str = "",
    goals: Sequence[ir.CellGoal] = (),
    *,
    player: ir.CellTest | None = None,
    at_start: bool = False,
    must_move: bool = False,
    actions: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7),
    view: ir.View | None = None,
) -> ir.Program:
    """A game of one or more levels."""
    early, late, lines = _staged(rules)
    levels = [level] if isinstance(level, str) else level
    written = [rule for stage in (early, late) for group in stage.groups for rule in group.rules]
    tables = ir.Cellwise(
        player=player or ir.CellTest(present=kind_set("Player")),
        asked=(player.present if player else kind_set("Player")),
        early=early,
        late=late,
        goals=tuple(goals),
        at_start=at_start,
        must_move=must_move,
        names=tuple(f"rules.{number + 1}" for number in range(len(lines))),
        phases=("rules",) * len(lines),
        lines=tuple(lines),
    )
    return ir.Program(
        name="cells",
        ground=0,
        actions=actions,
        ties=(0, 1, 2, 3),
        fields=(),
        layers=tuple(ir.Layer(f"layer{number}", False, False, False) for number in range(len(LAYERS))),
        kinds=tuple(_kind(name) for name in KINDS),
        world=(),
        events=ir.BUILTIN_EVENTS,
        facts=(),
        distances=(),
        stops=(),
        pushes=(),
        carries=(),
        stuck=(),
        phases=(),
        forbids=(),
        wins=(),
        loses=(),
        lose_first=False,
        undo=ir.Keep((), ()),
        saves=("checkpoint",) if any("checkpoint" in rule.commands for rule in written) else (),
        bars=(),
        levels=tuple(_level(f"level{number + 1}", text) for number, text in enumerate(levels)),
        view=view,
        cellwise=tables,
    )


def _kind(name: str) -> ir.Kind:
    pictures = (ir.Picture(None, ((COLOURS[name],),)),) if name in COLOURS else ()
    return ir.Kind(name, layer_of(name), (), pictures, ())


def _level(name: str, text: str) -> ir.Level:
    rows = text.split()
    things = [
        ir.Placed(KINDS.index(kind), x, y, ())
        for y, row in enumerate(rows)
        for x, glyph in enumerate(row)
        for kind in LEGEND[glyph].split()
    ]
    return ir.Level(name, len(rows[0]), len(rows), 1, (), tuple(things))


# ---------------------------------------------------------------- rules


def _staged(text: str) -> tuple[ir.CellStage, ir.CellStage, list[int]]:
    """The two stages of some rules, and the lines that the rules stand in."""
    placed: list[Placed] = []
    lines: list[int] = []
    loop, loops = -1, 0
    for number, line in enumerate(text.splitlines(), 1):
        match line.split():
            case []:
                pass
            case ["loop"]:
                loop, loops = loops, loops + 1
            case ["end"]:
                loop = -1
            case _:
                rule = bracket_rule(line, len(lines))
                lines.append(number)
                placed.append(Placed(rule, expand(rule, [layer_of(kind) for kind in KINDS]).rules, loop))
    return *stages(placed), lines


def bracket_rule(text: str, source: int = 0) -> BracketRule:
    """The rule that a line says."""
    before, _, rest = text.partition("[")
    left, _, right = rest.partition("->")
    cells, bracket, after = right.rpartition("]")
    words = before.split()
    ways = [way for word in words for way in WAYS.get(word, ())]
    commands = tuple(word for word in COMMANDS if word in after.split())
    return BracketRule(
        tuple(ways) or (0, 1, 2, 3),
        _rows("[" + left),
        _rows(cells + bracket),
        commands,
        late="late" in words,
        rigid="rigid" in words,
        random="random" in words,
        joins="+" in words,
        source=source,
    )


def _rows(text: str) -> tuple[tuple[Cell, ...], ...]:
    rows = [row.strip().removeprefix("[") for row in text.split("]") if row.strip()]
    return tuple(tuple(_cell(cell) for cell in row.split("|")) for row in rows)


def _cell(text: str) -> Cell:
    if text.split() == ["..."]:
        return None
    items: list[Item] = []
    word = None
    for part in text.split():
        if part in WORDS:
            word = part
        else:
            items.append(Item(word, part, tuple(KINDS.index(name) for name in GROUPS.get(part, part).split())))
            word = None
    return tuple(items)


def every(first: str, second: str) -> ir.CellGoal:
    """A goal: each cell with the first has the second."""
    return ir.CellGoal("every", ir.CellTest(kind_set(first)), ir.CellTest(kind_set(second)))


def some(first: str) -> ir.CellGoal:
    """A goal: there is a cell with all of these."""
    return ir.CellGoal("some", ir.CellTest(kind_set(first)), ir.CellTest())


def no(first: str) -> ir.CellGoal:
    """A goal: there is no cell with all of these."""
    return ir.CellGoal("no", ir.CellTest(kind_set(first)), ir.CellTest())


# ---------------------------------------------------------------- play


class Numbers:
    """A source of chance that gives some numbers in turn, and tells how many were taken."""

    def __init__(self, *numbers: float) -> None:
        self.numbers = numbers
        self.taken = 0

    def __call__(self) -> float:
        self.taken += 1
        return self.numbers[(self.taken - 1) % len(self.numbers)]


def play(engine: Engine, actions: str) -> None:
    """Take some actions."""
    for word in actions.split():
        engine.step(PLAYED[word])


def board(engine: Engine) -> str:
    """The present position in the glyphs of the legend, row by row; `?` for what has none."""
    position = decode(engine.program, engine.state())
    level = engine.program.levels[position.level]
    cells: dict[tuple[int, int], set[str]] = {}
    for thing in position.things:
        cells.setdefault((thing.x, thing.y), set()).add(thing.kind)
    glyphs = {frozenset(names.split()): glyph for glyph, names in LEGEND.items()}
    rows = (
        "".join(glyphs.get(frozenset(cells.get((x, y), ())), "?") for x in range(level.width))
        for y in range(level.height)
    )
    return " ".join(rows)


def boards(
    level: str | Sequence[str], rules: str, actions: str, draws: Callable[[], float] | None = None, **what: Any
) -> list[str]:
    """The boards of a game on the reference engine: as it begins, and after each action."""
    engine = CellEngine(program(level, rules, **what), draws)
    found = [board(engine)]
    for word in actions.split():
        play(engine, word)
        found.append(board(engine))
    return found
