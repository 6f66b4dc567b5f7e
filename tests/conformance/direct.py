"""A PuzzleScript source as a program without a detour through our language, to tell whose fault a difference is.

What it looks like is left out: there are no pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arcg.compiler import ir
from arcg.dsl.cellwise.brackets import BracketRule, Item, Row
from arcg.dsl.cellwise.expand import expand
from arcg.dsl.cellwise.stages import Placed, stages
from arcg.dsl.importing.puzzlescript.source import Source, SourceItem, SourceMap, SourceRule

UP, DOWN, LEFT, RIGHT = range(4)
WAYS = {
    "up": (UP,),
    "down": (DOWN,),
    "left": (LEFT,),
    "right": (RIGHT,),
    "horizontal": (LEFT, RIGHT),
    "vertical": (UP, DOWN),
    "orthogonal": (UP, DOWN, LEFT, RIGHT),
}
OURS = {"stationary": "still", "action": "act"}
"""Words for movements that are called otherwise in our language."""

COMMANDS: dict[str, ir.Command] = {name: name for name in ("cancel", "restart", "checkpoint", "again", "win")}  # type: ignore[misc]

QUANTIFIERS = {"all": "every", "some": "some", "no": "no"}


@dataclass(frozen=True, slots=True)
class Built:
    """`names` of the kinds in the original; `levels`: which level of the original each level is, messages counted."""

    program: ir.Program
    names: tuple[str, ...]
    levels: tuple[int, ...]


class Direct:
    """A source with its objects as kinds, in the order of their numbers. Objects on no layer are left out."""

    def __init__(self, source: Source) -> None:
        self.source = source
        objects = [each for each in source.objects.values() if each.layer >= 0]
        objects.sort(key=lambda each: each.number)
        self.names = tuple(each.name for each in objects)
        self.layers = tuple(each.layer for each in objects)
        self.kinds = {name: kind for kind, name in enumerate(self.names)}

    def members(self, name: str) -> tuple[str, tuple[int, ...]]:
        """How a name of the legend or an object combines kinds (`synonym`, `and`, `or`), and which."""
        definition = self.source.legend.get(name)
        if definition is None:
            return "synonym", (self.kinds[name],)
        return definition.sort, tuple(self.kinds[member] for member in definition.members if member in self.kinds)

    # ------------------------------------------------------------ rules

    def rules(self) -> list[tuple[BracketRule, int]]:
        """The rules, each with the number of the loop around it."""
        return [(self._rule(number, rule), rule.loop) for number, rule in enumerate(self.source.rules)]

    def _rule(self, number: int, rule: SourceRule) -> BracketRule:
        ways = tuple(way for word in rule.directions for way in WAYS[word])
        return BracketRule(
            ways or WAYS["orthogonal"],
            tuple(map(self._row, rule.left)),
            tuple(map(self._row, rule.right)),
            tuple(COMMANDS[command] for command in rule.commands),
            rule.late,
            rule.rigid,
            rule.random,
            rule.plus,
            number,
        )

    def _row(self, row: tuple[tuple[SourceItem, ...] | None, ...]) -> Row:
        return tuple(None if cell is None else tuple(self._items(cell)) for cell in row)

    def _items(self, cell: tuple[SourceItem, ...]) -> Iterator[Item]:
        """The items of a cell; of all that are there together, the first in its place and the others at the end."""
        later: list[Item] = []
        for item in cell:
            sort, kinds = self.members(item.name)
            word = OURS.get(item.word or "", item.word)
            if sort == "or":
                yield Item(word, item.name, kinds)
            else:
                first, *others = (Item(word, self.names[kind], (kind,)) for kind in kinds)
                yield first
                later += others
        yield from later

    # ------------------------------------------------------------ goals, the player, levels

    def test(self, name: str | None) -> ir.CellTest:
        """What a cell must hold in which a name is; any cell if there is no name."""
        if name is None:
            return ir.CellTest()
        sort, kinds = self.members(name)
        mask = sum({1 << kind for kind in kinds})
        return ir.CellTest(some=(mask,)) if sort == "or" else ir.CellTest(present=mask)

    def cellwise(self) -> ir.Cellwise:
        """The rules and goals as tables."""
        placed = [Placed(rule, expand(rule, self.layers).rules, loop) for rule, loop in self.rules()]
        early, late = stages(placed)
        source = self.source
        player = self.test("player") if "player" in source.legend or "player" in self.kinds else ir.CellTest(some=(0,))
        return ir.Cellwise(
            player,
            player.present | sum(player.some),
            early,
            late,
            tuple(
                ir.CellGoal(QUANTIFIERS[goal.quantifier], self.test(goal.first), self.test(goal.second))  # type: ignore[arg-type]
                for goal in source.goals
            ),
            "run_rules_on_level_start" in source.prelude,
            "require_player_movement" in source.prelude,
            tuple(f"line{rule.line}" for rule in source.rules),
            ("rules",) * len(source.rules),
            tuple(rule.line for rule in source.rules),
        )

    def level(self, level: SourceMap) -> ir.Level:
        """A map, with its background filled in."""
        background = [self.kinds[name] for name in level.background if name in self.kinds]
        things = []
        for y, row in enumerate(level.cells):
            for x, cell in enumerate(row):
                kinds = {self.kinds[name] for name in cell if name in self.kinds}
                taken = {self.layers[kind] for kind in kinds}
                kinds |= {kind for kind in background if self.layers[kind] not in taken}
                things += [ir.Placed(kind, x, y, ()) for kind in sorted(kinds)]
        cell_size = max(1, ir.FRAME // max(level.width, level.height))
        return ir.Level("", level.width, level.height, cell_size, (), tuple(things))


def build(source: Source) -> Built:
    """The program of a source that can be played."""
    direct = Direct(source)
    maps = [(number, level) for number, level in enumerate(source.levels) if isinstance(level, SourceMap)]
    saves = any("checkpoint" in rule.commands for rule in source.rules)
    nothing: tuple[()] = ()
    program = ir.Program(
        name="direct",
        ground=0,
        actions=(1, 2, 3, 4, 5, 6) if "noundo" in source.prelude else (1, 2, 3, 4, 5, 6, 7),
        ties=(UP, DOWN, LEFT, RIGHT),
        fields=nothing,
        layers=tuple(ir.Layer(f"layer{number}", False, False, False) for number in range(len(source.layers))),
        kinds=tuple(
            ir.Kind(f"K{number}", layer, nothing, nothing, nothing) for number, layer in enumerate(direct.layers)
        ),
        world=nothing,
        events=ir.BUILTIN_EVENTS,
        facts=nothing,
        distances=nothing,
        stops=nothing,
        pushes=nothing,
        carries=nothing,
        stuck=nothing,
        phases=nothing,
        forbids=nothing,
        wins=nothing,
        loses=nothing,
        lose_first=False,
        undo=ir.Keep((), ()),
        saves=("checkpoint",) if saves else (),
        bars=nothing,
        levels=tuple(direct.level(level) for _, level in maps),
        cellwise=direct.cellwise(),
    )
    return Built(program, direct.names, tuple(number for number, _ in maps))
