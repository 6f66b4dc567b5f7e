"""Effects: what a rule's matches do to the running copy.

Right sides are evaluated on the position before the rule (`evaluate`), then each application is written to a trial
copy (`apply`) and dropped whole when its own result is illegal there. What does not change the position at once
(requests for motion, frames to show, events, ends) is collected in `Outcome`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from arcg.compiler import ir
from arcg.runtime.engine import MAX_THINGS, MAX_VALUE
from arcg.runtime.reference.bodies import Bodies
from arcg.runtime.reference.matching import Env, Matcher, Value, as_cell, as_int
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.state import Cell, Saved, State, Thing, fits


class Request(NamedTuple):
    """Asked-for motion: a move (`direction`, `by` > 0), a put (to `cell`), a turn (about `cell`, with its `sense`)."""

    direction: int | None
    by: int
    cell: Cell | None
    sense: Literal["cw", "ccw"] | None = None


NOWHERE = Request(None, 0, None)
"""Takes back what was asked."""


class New(NamedTuple):
    """Stands for the thing that an earlier `make` of the same application makes."""

    number: int


Operand = Value | New


class Operation(NamedTuple):
    """A step with the values of its expressions, in the order of `operand_expressions`."""

    step: ir.Step
    operands: tuple[Operand, ...]


Application = tuple[Operation, ...]
"""What one match does, or one thing of a keyed target."""


class Illegal(Exception):  # noqa: N818  not an error: the application is dropped
    """The application's result is not legal. Its text says why."""


@dataclass(slots=True)
class Outcome:
    """What applications ask for besides the change of the position.

    `skip`: the remaining rules for this thing of an `each` are skipped; `end`: the phase or the turn ends after them.
    """

    requests: dict[int, Request] = field(default_factory=dict)
    show: int = 0
    events: list[tuple[int, tuple[Value, ...]]] = field(default_factory=list)
    skip: bool = False
    end: Literal["phase", "turn"] | None = None
    finish: Literal["win", "lose"] | None = None


# ---------------------------------------------------------------- right sides


def applications(matcher: Matcher, effects: Sequence[ir.Effect], env: Env) -> Iterator[Application | None]:
    """The applications of one match: its plain steps together, then one per thing of each keyed target.

    None stands for an application that needs an undefined value. `env` is read on the position of `matcher`.
    """
    plain = [effect for effect in effects if not isinstance(effect, ir.Keyed)]
    if plain:
        yield _evaluate(matcher, plain, env)
    for effect in effects:
        if isinstance(effect, ir.Keyed):
            for match in matcher.matches(effect.query, env):
                yield _evaluate(matcher, [effect.step], match)


def _evaluate(matcher: Matcher, steps: Sequence[ir.Step], env: Env) -> Application | None:
    made: dict[int, New] = {}
    operations = []
    for number, step in enumerate(steps):
        operands: list[Operand] = []
        for expr in operand_expressions(step):
            if isinstance(expr, ir.Slot) and expr.index in made:
                operands.append(made[expr.index])
                continue
            value: Operand = matcher.value(expr, env)
            if value is None:
                return None
            operands.append(value)
        operations.append(Operation(step, tuple(operands)))
        if isinstance(step, ir.Make) and step.slot is not None:
            made[step.slot] = New(number)
    return tuple(operations)


def operand_expressions(step: ir.Step) -> tuple[ir.Expr, ...]:
    """The expressions of a step, in the order in which `Operation.operands` holds their values."""
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


# ---------------------------------------------------------------- writing


class Writer:
    """Writes the applications of one rule, one after another, to the running copy.

    `turn` and `start` are the snapshots `turn` and `level`. `position` is the running copy; it is replaced whenever an
    application is legal. `made` remembers the things made by this rule in this iteration: of several equal ones only
    the first is made.
    """

    def __init__(
        self, program: ir.Program, codec: Codec, position: State, turn: Saved, start: Saved, outcome: Outcome
    ) -> None:
        self.program = program
        self.references = codec.references
        self.bodies = codec.bodies
        self.position = position
        self.turn = turn
        self.start = start
        self.outcome = outcome
        self.made: dict[tuple[int, Cell, tuple[int, ...]], int] = {}
        self.sets: dict[tuple[int, int], int] = {}
        self.overwritten = 0
        self.full = False
        self.why = ""
        """Why the application that was dropped last was dropped."""

    def apply(self, application: Application) -> bool:
        """Write one application; False if it was dropped because its result would be illegal."""
        trial = self.position.copy()
        outcome = Outcome()
        made = dict(self.made)
        sets: dict[tuple[int, int], int] = {}
        new: dict[int, int] = {}
        touched: list[tuple[int | None, int]] = []
        restores: list[ir.Restore] = []
        try:
            for number, (step, operands) in enumerate(application):
                values = [new[value.number] if isinstance(value, New) else value for value in operands]
                if isinstance(step, ir.Restore):
                    restores.append(step)
                elif isinstance(step, ir.Make):
                    new[number] = self._make(trial, step, values, made)
                else:
                    self._write(trial, step, values, outcome, touched, sets)
            for step in restores:
                self._restore(trial, step, outcome)
            partly = any(step.only or step.keep.kinds for step in restores)
            self._check_domains(trial, touched)
            changed = [handle for handle, _ in touched if handle is not None]
            self._check_cells(trial, list(trial.things) if partly else [*new.values(), *changed])
        except Illegal as reason:
            self.why = str(reason)
            return False
        self._commit(trial, outcome, made, sets, restores)
        return True

    def _commit(
        self,
        trial: State,
        outcome: Outcome,
        made: dict[tuple[int, Cell, tuple[int, ...]], int],
        sets: dict[tuple[int, int], int],
        restores: list[ir.Restore],
    ) -> None:
        self.overwritten += sum(1 for target, value in sets.items() if self.sets.get(target, value) != value)
        self.sets.update(sets)
        self.made = made
        self.position = trial
        total = self.outcome
        total.requests.update(outcome.requests)
        for handle in [handle for handle, request in total.requests.items() if request == NOWHERE]:
            del total.requests[handle]
        for restore in restores:
            for handle in [h for h in total.requests if self._restores(restore, self._kind(h))]:
                del total.requests[handle]
        for handle in [handle for handle in total.requests if handle not in trial.things]:
            del total.requests[handle]
        total.show = max(total.show, outcome.show)
        total.events += outcome.events
        total.skip = total.skip or outcome.skip
        total.end = "turn" if "turn" in (total.end, outcome.end) else total.end or outcome.end
        total.finish = total.finish or outcome.finish

    def _kind(self, handle: int) -> int | None:
        thing = self.position.things.get(handle)
        return thing.kind if thing else None

    # ------------------------------------------------------------ single steps

    def _write(
        self,
        trial: State,
        step: ir.Step,
        values: list[Value],
        outcome: Outcome,
        touched: list[tuple[int | None, int]],
        sets: dict[tuple[int, int], int],
    ) -> None:
        match step:
            case ir.Move():
                handle, direction, by = self._thing(trial, values[0]), as_int(values[1]), as_int(values[2])
                if by < 0:
                    direction, by = ir.BACK[direction], -by
                if by:  # a request that goes nowhere is none
                    outcome.requests[handle] = Request(direction, by, None)
            case ir.Put():
                handle, cell = self._thing(trial, values[0]), as_cell(values[1])
                if cell != trial.things[handle].cell:
                    outcome.requests[handle] = Request(None, 0, cell)
            case ir.Turn(_, sense, _):
                handle, pivot = self._thing(trial, values[0]), as_cell(values[1])
                if self.bodies.turned(trial.things[handle], sense, pivot) != trial.things[handle]:
                    outcome.requests[handle] = Request(None, 0, pivot, sense)
            case ir.Stay():
                outcome.requests[self._thing(trial, values[0])] = NOWHERE
            case ir.Drop():
                trial.write(self._thing(trial, values[0]), None)
                self.references.forget_gone(trial)
            case ir.Set(target, _):
                place = self._place(trial, target, values)
                self._store(trial, place, as_int(values[-1]), touched)
                sets[(-1 if place[0] is None else place[0], place[1])] = as_int(values[-1])
            case ir.Add(target, _, at_least, at_most):
                place = self._place(trial, target, values)
                amount, *bounds = [as_int(value) for value in values[0 if place[0] is None else 1 :]]
                result = self._load(trial, place) + amount
                if at_least is not None:
                    result = max(result, bounds.pop(0))
                if at_most is not None:
                    result = min(result, bounds.pop(0))
                if abs(result) > MAX_VALUE:
                    raise Illegal("the number is too large")
                self._store(trial, place, result, touched)
            case ir.Cycle(target, direction_of_step):
                place = self._place(trial, target, values)
                domain = self._domain(trial, place)
                self._store(trial, place, cycled(domain, self._load(trial, place), direction_of_step), touched)
            case ir.Show(count):
                outcome.show = max(outcome.show, count)
            case ir.Save(save):
                trial.saves[save] = trial.saved()
            case ir.End("part"):
                outcome.skip = True
            case ir.End(scope):
                outcome.end = "turn" if "turn" in (scope, outcome.end) else "phase"
            case ir.Finish(result_word):
                outcome.finish = outcome.finish or result_word
            case ir.Emit(event, _):
                outcome.events.append((event, tuple(values)))
            case _:
                raise TypeError(f"not a step: {type(step).__name__}")

    def _thing(self, trial: State, handle: Value) -> int:
        """The thing that a step is about: none and what is gone make the application illegal."""
        if not isinstance(handle, int) or handle not in trial.things:
            raise Illegal("its thing is none or gone")
        return handle

    def _place(self, trial: State, target: ir.Target, values: list[Value]) -> tuple[int | None, int]:
        """Where a target is stored: (None, world attribute) or (handle, place in its attributes)."""
        if isinstance(target, ir.WorldTarget):
            return (None, target.attr)
        handle = self._thing(trial, values[0])
        for place, attr in enumerate(self.program.kinds[trial.things[handle].kind].attrs):
            if attr.field == target.field:
                return (handle, place)
        raise Illegal("its thing has no such attribute")

    def _domain(self, trial: State, place: tuple[int | None, int]) -> ir.Domain:
        handle, number = place
        if handle is None:
            return self.program.world[number].domain
        return self.program.kinds[trial.things[handle].kind].attrs[number].domain

    def _name(self, trial: State, place: tuple[int | None, int]) -> str:
        handle, number = place
        if handle is None:
            return self.program.world[number].name
        kind = self.program.kinds[trial.things[handle].kind]
        return f"{kind.name}.{kind.attrs[number].name}"

    def _load(self, trial: State, place: tuple[int | None, int]) -> int:
        handle, number = place
        return trial.world[number] if handle is None else trial.things[handle].attrs[number]

    def _store(
        self, trial: State, place: tuple[int | None, int], value: int, touched: list[tuple[int | None, int]]
    ) -> None:
        handle, number = place
        touched.append(place)
        if handle is None:
            trial.world[number] = value
        else:
            thing = trial.things[handle]
            attrs = (*thing.attrs[:number], value, *thing.attrs[number + 1 :])
            trial.write(handle, thing._replace(attrs=attrs))

    def _make(
        self, trial: State, step: ir.Make, values: list[Value], made: dict[tuple[int, Cell, tuple[int, ...]], int]
    ) -> int:
        x, y = cell = as_cell(values[0])
        kind = self.program.kinds[step.kind]
        given = {attr: as_int(value) for (attr, _), value in zip(step.attrs, values[1:], strict=True)}
        attrs = tuple([given.get(attr.field, attr.default) for attr in kind.attrs])
        for attr, value in zip(kind.attrs, attrs, strict=True):
            if not fits(attr.domain, value, trial.things):
                raise Illegal(f"{kind.name}.{attr.name} cannot be what it would be")
        earlier = made.get((step.kind, cell, attrs))
        if earlier is not None:
            return earlier
        if not self.bodies.legal(trial, Thing(step.kind, x, y, attrs)):
            raise Illegal(f"{kind.name} would not lie on the board")
        if len(trial.things) >= MAX_THINGS:
            self.full = True
            raise Illegal(f"no more than {MAX_THINGS} things fit on a board")
        handle = trial.next_handle
        trial.next_handle += 1
        made[step.kind, cell, attrs] = handle
        place = self.references.number[step.kind]
        if place is not None:
            attrs = (*attrs[:place], self.references.next_number(trial, step.kind), *attrs[place + 1 :])
        trial.write(handle, Thing(step.kind, x, y, attrs))
        return handle

    # ------------------------------------------------------------ restoring

    def _restores(self, step: ir.Restore, kind: int | None) -> bool:
        """Whether the things of a kind are written by a restore."""
        return kind is not None and (kind in step.keep.kinds) == step.only

    def _restore(self, trial: State, step: ir.Restore, outcome: Outcome) -> None:
        saved = {ir.TURN_SAVE: self.turn, ir.LEVEL_SAVE: self.start}.get(step.save)
        if saved is None:
            saved = trial.saves[step.save]
        if saved is None:
            return
        for handle in list(outcome.requests):
            if self._restores(step, trial.things[handle].kind if handle in trial.things else None):
                del outcome.requests[handle]
        restore_into(trial, saved, step.keep, step.only)
        self.references.forget_gone(trial)

    # ------------------------------------------------------------ legality

    def _check_domains(self, trial: State, touched: list[tuple[int | None, int]]) -> None:
        for place in touched:
            gone = place[0] is not None and place[0] not in trial.things
            if not gone and not fits(self._domain(trial, place), self._load(trial, place), trial.things):
                raise Illegal(f"{self._name(trial, place)} cannot be what it would be")

    def _check_cells(self, trial: State, handles: Iterable[int]) -> None:
        """No two things in one cell of an ordinary layer and none off the board, as far as `handles` are concerned."""
        if why := misplaced(self.bodies, trial, handles):
            raise Illegal(why)


def misplaced(bodies: Bodies, state: State, handles: Iterable[int]) -> str:
    """Which of these things lies where it cannot, or shares a cell of an ordinary layer, in words; empty: none."""
    program = bodies.program
    for handle in handles:
        thing = state.things.get(handle)
        if thing is None:
            continue
        if not bodies.legal(state, thing):
            return f"{program.kinds[thing.kind].name} would not lie on the board"
        layer = program.kinds[thing.kind].layer
        if program.layers[layer].free:
            continue
        others = {h for cell in bodies.seen(state, thing) for h in bodies.at(state, cell)} - {handle}
        for other in others:
            if program.kinds[state.things[other].kind].layer == layer:
                names = program.kinds[thing.kind].name, program.kinds[state.things[other].kind].name
                return f"{names[0]} would share a cell with {names[1]}"
    return ""


def restore_into(state: State, saved: Saved, keep: ir.Keep, only: bool) -> None:
    """Write a save over a position: all but `keep`, or just what `keep` names."""
    things = {h: t for h, t in state.things.items() if (t.kind in keep.kinds) != only}
    things.update({h: t for h, t in saved.things.items() if (t.kind in keep.kinds) == only})
    state.replace_things(things)
    for number, value in enumerate(saved.world):
        if (number in keep.world) == only:
            state.world[number] = value


def cycled(domain: ir.Domain, value: int, step: int) -> int:
    """The next or previous value of a domain, wrapping round; a facing turns clockwise or back."""
    match domain:
        case ir.IntDomain(low, high):
            return low + (value - low + step) % (high - low + 1)
        case ir.EnumDomain(names):
            return (value + step) % len(names)
        case ir.DirDomain():
            return (ir.CLOCKWISE if step == 1 else ir.COUNTER_CLOCKWISE)[value]
        case _:
            raise Illegal("a thing has no next one")
