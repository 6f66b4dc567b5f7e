"""The assembler of effects: what a match does becomes *applications*, tables of steps with code for their operands."""

from __future__ import annotations

from collections.abc import Sequence

from arcg.compiler import ir
from arcg.runtime.kernel import opcodes as op
from arcg.runtime.kernel.code import NOWHERE, Coder
from arcg.runtime.kernel.code_words import Scope
from arcg.runtime.kernel.layout import TURN_CCW, TURN_CW

ENDS = {"part": op.END_PART, "phase": op.END_PHASE, "turn": op.END_TURN}


class EffectCoder:
    """Writes the applications of rules and forbids."""

    def __init__(self, code: Coder) -> None:
        self.code = code
        self.program = code.program

    def keep(self, keep: ir.Keep) -> list[int]:
        """A flag per world attribute, then a flag per kind."""
        world = [int(number in keep.world) for number in range(len(self.program.world))]
        return world + [int(number in keep.kinds) for number in range(len(self.program.kinds))]

    def applications(
        self, effects: Sequence[ir.Effect], slots: Sequence[ir.Variable], known: frozenset[int]
    ) -> list[list[int]]:
        """What one match does: its plain steps as one application, then one entry for each keyed target."""
        plain = [effect for effect in effects if not isinstance(effect, ir.Keyed)]
        found = [self._application(plain, Scope(slots, known))] if plain else []
        return found + [self._keyed(effect, slots, known) for effect in effects if isinstance(effect, ir.Keyed)]

    def _keyed(self, effect: ir.Keyed, slots: Sequence[ir.Variable], known: frozenset[int]) -> list[int]:
        scope = Scope(slots, known)
        width = 1 + len(slots)
        code = self.code.emit(width) + 1
        leading = self.code.number(0, scope)
        self.code.atoms(effect.query, scope)
        self.code.row([leading, *range(len(slots))], scope, leading)
        order = self.code.order(effect.query, scope, width, 1)
        bound = frozenset(scope.bound)
        self.code.finish(code, scope)
        return [*self._application([effect.step], Scope(slots, bound))[: op.KEYED_CODE], code, width, order]

    def _application(self, steps: Sequence[ir.Step], scope: Scope) -> list[int]:
        code = self.code.here
        made: dict[int, int] = {}
        registers: list[int] = []
        table: list[int] = []
        for number, step in enumerate(steps):
            first = len(registers)
            for expr in _operands(step):
                if isinstance(expr, ir.Slot) and expr.index in made:
                    registers.append(-1 - made[expr.index])
                else:
                    registers.append(self.code.value(expr, scope))
            if isinstance(step, ir.Make) and step.slot is not None:
                made[step.slot] = number
                scope.bound.discard(step.slot)
            table += self._step(step, first)
        self.code.emit(op.HALT, 0)
        self.code.finish(code, scope)
        restores = any(isinstance(step, ir.Restore) for step in steps)
        return [
            code, len(registers), self.code.constant(registers), len(steps), self.code.emit(*table), int(restores),
            NOWHERE, 0, 0,
        ]  # fmt: skip

    def _step(self, step: ir.Step, first: int) -> list[int]:
        match step:
            case ir.Move():
                words = [op.DO_MOVE, first]
            case ir.Put():
                words = [op.DO_PUT, first]
            case ir.Turn(_, sense, _):
                words = [op.DO_TURN, first, TURN_CCW if sense == "ccw" else TURN_CW]
            case ir.Make(kind, _, attrs, _):
                fields = [attr.field for attr in self.program.kinds[kind].attrs]
                places = [fields.index(field) if field in fields else NOWHERE for field, _ in attrs]
                words = [op.DO_MAKE, first, kind, len(attrs), self.code.constant(places)]
            case ir.Drop():
                words = [op.DO_DROP, first]
            case ir.Stay():
                words = [op.DO_STAY, first]
            case ir.Set(target, _):
                words = [op.DO_SET, first, *_target(target)]
            case ir.Add(target, _, at_least, at_most):
                words = [op.DO_ADD, first, *_target(target), (at_least is not None) + 2 * (at_most is not None)]
            case ir.Cycle(target, direction):
                words = [op.DO_CYCLE, first, *_target(target), direction]
            case ir.Show(count):
                words = [op.DO_SHOW, first, count]
            case ir.Save(save):
                words = [op.DO_SAVE, first, save]
            case ir.Restore(save, keep, only):
                words = [
                    op.DO_RESTORE,
                    first,
                    save,
                    self.code.constant(self.keep(keep)),
                    int(only),
                    int(only or bool(keep.kinds)),
                ]
            case ir.End(scope):
                words = [op.DO_END, first, ENDS[scope]]
            case ir.Finish(outcome):
                words = [op.DO_FINISH, first, 1 if outcome == "win" else 2]
            case ir.Emit(event, args):
                words = [op.DO_EMIT, first, event, len(args)]
        return words + [0] * (op.STEP_WORDS - len(words))


def _target(target: ir.Target) -> tuple[int, int]:
    return (NOWHERE, target.attr) if isinstance(target, ir.WorldTarget) else (target.field, 0)


def _operands(step: ir.Step) -> tuple[ir.Expr, ...]:
    """The expressions of a step, in the order in which the kernel reads their values."""
    match step:
        case ir.Move(thing, direction, by):
            return (thing, direction, by)
        case ir.Put(thing, cell) | ir.Turn(thing, _, cell):
            return (thing, cell)
        case ir.Make(_, cell, attrs, _):
            return (cell, *(value for _, value in attrs))
        case ir.Drop(thing) | ir.Stay(thing):
            return (thing,)
        case ir.Set(target, value):
            return (*_thing_of(target), value)
        case ir.Add(target, amount, at_least, at_most):
            return (*_thing_of(target), amount, *(bound for bound in (at_least, at_most) if bound is not None))
        case ir.Cycle(target, _):
            return _thing_of(target)
        case ir.Emit(_, args):
            return args
        case _:
            return ()


def _thing_of(target: ir.Target) -> tuple[ir.Expr, ...]:
    return (target.thing,) if isinstance(target, ir.AttrTarget) else ()
