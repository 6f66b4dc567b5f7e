"""The invariants of rules over cells, as a program that checks them; `verify.py` has those of all other tables.

Raises at the first node that an engine could not run: a kind or a layer without an entry, a row that its changes do
not mirror, two kinds on one layer that come together.
"""

from __future__ import annotations

from arcg.compiler import ir
from arcg.dsl.cellwise.corner import has_place

LARGEST = 256
"""Most cells of a board each way."""

MAX_KINDS, MAX_LAYERS, MAX_WAYS = 512, 128, 16_384
COMMANDS = ("cancel", "restart", "checkpoint", "again", "win")


def verify_cellwise(program: ir.Program, cellwise: ir.Cellwise) -> None:
    """Check every invariant of a game of rules over cells, but for its levels.

    Raises:
        ValueError: one is broken; the message names the node and where it stands.
    """
    _Verifier(program, cellwise).run()


class _Verifier:
    def __init__(self, program: ir.Program, cellwise: ir.Cellwise) -> None:
        self.program = program
        self.cellwise = cellwise
        self.kinds = (1 << len(program.kinds)) - 1
        self.moves = (1 << ir.MOVES * len(program.layers)) - 1
        self.on_layer = [0] * len(program.layers)
        for number, kind in enumerate(program.kinds):
            self.on_layer[kind.layer] |= 1 << number
        self.where = "rules over cells"
        self.sound: set[ir.CellTest | ir.CellChange] = set()
        """Tests and changes that were looked at: those of one rule's ways recur."""

    def need(self, holds: bool, what: str, node: object) -> None:
        if not holds:
            raise ValueError(f"broken program: in {self.where}: {what}: {node!r}")

    def run(self) -> None:
        program, cellwise = self.program, self.cellwise
        for name in ("fields", "world", "facts", "distances", "stops", "pushes", "carries", "stuck", "phases",
                     "forbids", "wins", "loses", "bars", "paints"):  # fmt: skip
            self.need(not getattr(program, name), f"a game of rules over cells has no {name}", getattr(program, name))
        self.need(program.events == ir.BUILTIN_EVENTS, "it has no events of its own", program.events)
        self.need(len(program.kinds) <= MAX_KINDS, f"at most {MAX_KINDS} kinds", len(program.kinds))
        self.need(len(program.layers) <= MAX_LAYERS, f"at most {MAX_LAYERS} layers", len(program.layers))
        for layer in program.layers:
            self.need(not layer.free and not layer.open, "a layer holds one thing a cell", layer)
        for kind in program.kinds:
            plain = not kind.attrs and not kind.tints and kind.body is None and kind.numbered is None
            self.need(plain, "a kind remembers nothing and is a cell large", kind)
            always = all(picture.when is None and not picture.cells for picture in kind.pictures)
            self.need(always, "a picture depends on nothing", kind)
        view = program.view
        if view is not None:
            self.need(view.turned is None, "a view is not turned", view)
            self.need(all(map(has_place, view.corner or ())), "a view begins at numbers and at things", view)
        told = {len(cellwise.names), len(cellwise.phases), len(cellwise.lines)}
        self.need(len(told) == 1, "each rule has a name, a phase and a line", cellwise.names)
        self.still(cellwise.player)
        self.need(bool(cellwise.asked) and not cellwise.asked & ~self.kinds, "kinds are asked", cellwise.asked)
        groups = cellwise.early.groups + cellwise.late.groups
        commands = {command for group in groups for rule in group.rules for command in rule.commands}
        saves = ("checkpoint",) if "checkpoint" in commands else ()
        self.need(program.saves == saves, "the checkpoint is the one save", program.saves)
        ways = sum(len(group.rules) for group in groups)
        self.need(ways <= MAX_WAYS, f"rules match in at most {MAX_WAYS} ways", ways)
        self.stage(cellwise.early)
        self.stage(cellwise.late)
        for goal in cellwise.goals:
            self.where = "a goal"
            self.need(goal.quantifier in ("some", "no", "every"), "a quantifier", goal)
            self.still(goal.first)
            self.still(goal.second)

    def stage(self, stage: ir.CellStage) -> None:
        self.where = "the loops"
        end = -1
        for first, last in stage.loops:
            self.need(end < first <= last < len(stage.groups), "loops are stretches of groups, apart", stage.loops)
            end = last
        for group in stage.groups:
            self.where = "a group"
            self.need(bool(group.rules), "it has a rule", group)
            self.need(group.rigid == any(rule.rigid for rule in group.rules), "rigid as one of its rules", group)
            for rule in group.rules:
                self.rule(rule)

    def rule(self, rule: ir.CellRule) -> None:
        self.need(0 <= rule.source < len(self.cellwise.names), "a rule has a name", rule.source)
        self.where = f"the rule {self.cellwise.names[rule.source]}"
        self.need(0 <= rule.way < len(ir.DIRECTIONS), "a direction", rule)
        self.need(bool(rule.tests) and all(rule.tests), "rows have cells", rule)
        distinct = len(set(rule.commands)) == len(rule.commands) and set(rule.commands) <= set(COMMANDS)
        self.need(distinct, "commands, each once", rule.commands)
        self.need(bool(rule.changes or rule.commands), "it does something", rule)
        if rule.changes:
            lengths = [len(row) for row in rule.tests]
            self.need([len(row) for row in rule.changes] == lengths, "its changes mirror its tests", rule)
        for row in rule.tests:
            self.need(row[0] is not None and row[-1] is not None, "no gap is first or last", row)
            self.need(sum(test is None for test in row) <= 2, "a row has at most two gaps", row)
            for test in row:
                if test is not None and test not in self.sound:
                    self.test(test)
                    self.sound.add(test)
        for row, changes in zip(rule.tests, rule.changes, strict=False):
            for test, change in zip(row, changes, strict=True):
                self.need((test is None) == (change is None), "gaps mirror gaps", rule)
                if change is not None and change not in self.sound:
                    self.change(change)
                    self.sound.add(change)

    def test(self, test: ir.CellTest) -> None:
        for kinds in (test.present, test.absent):
            self.need(0 <= kinds <= self.kinds, "sets of kinds", test)
        self.need(all(0 < kinds <= self.kinds for kinds in test.some), "sets of kinds, none empty", test)
        for moves in (test.moving, test.still):
            self.need(0 <= moves <= self.moves, "sets of movements", test)

    def still(self, test: ir.CellTest) -> None:
        self.test(test)
        self.need(not test.moving and not test.still, "it asks nothing of movements", test)

    def change(self, change: ir.CellChange) -> None:
        for kinds in (change.clear, change.put, change.choices):
            self.need(0 <= kinds <= self.kinds, "sets of kinds", change)
        for moves in (change.unmove, change.move, change.wipe, change.turned):
            self.need(0 <= moves <= self.moves, "sets of movements", change)
        for layer, there in enumerate(self.on_layer):
            self.need((change.put & there).bit_count() <= 1, "one kind comes on a layer", change)
            self.need(not change.put & there or not there & ~(change.clear | change.put), "all else goes", change)
            bits = ir.ALL_MOVES << ir.MOVES * layer
            for whole in (change.wipe, change.turned):
                self.need(whole & bits in (0, bits), "whole layers", change)
