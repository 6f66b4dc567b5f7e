"""An observer of a game of things: keeps what happens in an answer and tells it as `Firing`s."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from arcg.compiler import ir
from arcg.runtime.engine import MAX_FRAMES, Standing
from arcg.runtime.firing import Cell, Change, Firing, Outcome, What, cells_after, cells_before, row_by_row
from arcg.runtime.reference.effects import Application, New, Operand
from arcg.runtime.reference.matching import Env, Matcher, Value
from arcg.runtime.reference.motion import Going, Motion, Moved
from arcg.runtime.reference.observing import Observer
from arcg.runtime.reference.standing import standing
from arcg.runtime.reference.state import State
from arcg.runtime.reference.turn import Turn

PASSABLE = "what goes with it cannot go"
STUCK = "it is stuck"
EDGE = "the board ends there"


@dataclass(slots=True)
class _Kept:
    """A firing in the making: `turn` is the number of its turn in the answer, `shown` the frames shown before it."""

    what: What
    phase: str
    rule: str
    line: int
    turn: int
    round: int
    shown: int
    outcome: Outcome = "no effect"
    bound: tuple[tuple[str, Standing], ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    cells: tuple[Cell, ...] = ()
    changes: dict[int, Change] = field(default_factory=dict)
    world: dict[str, tuple[str, str]] = field(default_factory=dict)
    does: list[str] = field(default_factory=list)
    matches: int = 0
    applied: int = 0
    dropped: int = 0
    why: str = ""
    by: tuple[Standing, ...] = ()


class ThingWatcher(Observer):
    """Keeps the first `most` things that happen."""

    def __init__(self, program: ir.Program, most: int) -> None:
        self.program = program
        self.most = most
        self._places: dict[int, tuple[str, str, int]] = {
            id(rule): (phase.name, rule.name, rule.line) for phase in program.phases for rule in phase.rules
        }
        for number, forbid in enumerate(program.forbids, start=1):
            self._places[id(forbid)] = ("forbid", f"forbid.{number}", forbid.line)
        self._kept: list[_Kept] = []
        self._turns: list[Turn] = []
        self._taken_back: dict[int, str] = {}
        self._phase: ir.Phase | None = None
        self._round = 0
        self._open: dict[int, tuple[Env, _Kept]] = {}
        """By the identity of its environment, each match whose applications are being written."""

    # ------------------------------------------------------------ what is told

    def begins(self, turn: Turn) -> None:
        """See `Observer`."""
        self._turns.append(turn)
        self._phase, self._open = None, {}

    def iterates(self, phase: ir.Phase, number: int) -> None:
        """See `Observer`."""
        self._phase, self._round, self._open = phase, number + 1, {}

    def matches(self, node: ir.Rule | ir.Forbid, env: Env, matcher: Matcher) -> None:
        """See `Observer`."""
        phase, rule, line = self._places[id(node)]
        rounds = self._round if isinstance(node, ir.Rule) else 1
        what: What = "rule" if isinstance(node, ir.Rule) else "forbid"
        seen = [env] if isinstance(node, ir.Rule) else matcher.matches(node.query, env)[:1]
        kept = self._keep(_Kept(what, phase, rule, line, self._number, rounds, self._shown, matches=1))
        self._open[id(env)] = (env, kept)
        if len(self._kept) <= self.most:
            self._bind(kept, seen, matcher)

    def writes(
        self,
        node: ir.Rule | ir.Forbid,
        env: Env,
        application: Application | None,
        before: State,
        after: State,
        why: str,
    ) -> None:
        """See `Observer`."""
        kept = self._open[id(env)][1]
        if why:
            kept.dropped += 1
            kept.why = kept.why or why
        else:
            kept.applied += 1
        kept.outcome = "applied" if kept.applied else "dropped"
        if len(self._kept) > self.most:
            return
        if application is not None and not why:
            kept.does += [words for words in _asked(self.program, application, before) if words not in kept.does]
        self._compare(kept, before, after)

    def moves(self, motion: Motion, moved: Moved) -> None:
        """See `Observer`."""
        matcher = motion.matcher
        state = matcher.state.copy()
        for handle, thing in moved.things.items():
            state.write(handle, thing)
        after = self._matcher(state)
        stopped: dict[int, list[int]] = {}
        for event, args in moved.events:
            if event == ir.BLOCKED and isinstance(args[0], int) and isinstance(args[2], int):
                stopped.setdefault(args[0], []).extend([args[2]] if args[2] != ir.NONE else [])
        for handle in motion.order:
            if handle not in motion.wanted or len(self._kept) >= self.most:
                continue
            kept = self._moved(motion, handle, stopped.get(handle, []))
            was = standing(matcher, handle)
            if kept.outcome == "blocked":
                kept.bound = (("", was),)
                kept.cells = was.cells
            else:
                kept.changes[handle] = Change(was, standing(after, handle))
            self._keep(kept)

    def judges(self, matcher: Matcher) -> None:
        """See `Observer`."""
        self._phase = None
        for name, goals in (("win", self.program.wins), ("lose", self.program.loses)):
            for number, goal in enumerate(goals, start=1):
                found = matcher.matches(goal.query, Env(goal.slots))
                if found:
                    what: What = "win" if name == "win" else "lose"
                    kept = _Kept(what, "", f"{name}.{number}", goal.line, self._number, 1, self._shown, "holds")
                    self._bind(self._keep(kept), found, matcher)

    def takes_back(self, why: str) -> None:
        """See `Observer`."""
        self._taken_back[self._number] = why

    # ------------------------------------------------------------ inside

    @property
    def _number(self) -> int:
        return len(self._turns) - 1

    @property
    def _shown(self) -> int:
        return len(self._turns[-1].shown)

    def _matcher(self, state: State) -> Matcher:
        turn = self._turns[-1]
        return Matcher(self.program, turn.codec, state, turn.start, ())

    def _keep(self, kept: _Kept) -> _Kept:
        if len(self._kept) <= self.most:
            self._kept.append(kept)
        return kept

    def _bind(self, kept: _Kept, found: Sequence[Env], matcher: Matcher) -> None:
        """Note what the variables stand for; of several matches the cells of all."""
        bound: dict[tuple[str, int], Standing] = {}
        values: dict[str, str] = {}
        cells: list[Cell] = []
        for env in found:
            for variable, value in zip(env.scope, env, strict=True):
                if variable.sort == "thing" and isinstance(value, int) and value in matcher.state.things:
                    one = bound.setdefault((variable.name, value), standing(matcher, value))
                    cells += one.cells
                elif variable.sort != "thing" and value is not None:
                    values.setdefault(variable.name, _value(variable, value))
                    cells += [value] if isinstance(value, tuple) else []
        kept.bound = tuple([(name, one) for (name, _), one in bound.items()])
        kept.values = tuple(values.items())
        kept.cells = row_by_row(cells)

    def _compare(self, kept: _Kept, before: State, after: State) -> None:
        """Note what is not as it was; what was changed before by the same match keeps what it was at first."""
        if before is after:
            return
        was, now = self._matcher(before), self._matcher(after)
        changed = [handle for handle, thing in before.things.items() if after.things.get(handle) != thing]
        changed += [handle for handle in after.things if handle not in before.things]
        for handle in changed:
            first = kept.changes.get(handle)
            old = standing(was, handle) if handle in before.things else None
            new = standing(now, handle) if handle in after.things else None
            kept.changes[handle] = Change(first.before if first is not None else old, new)
        for attr, one, two in zip(self.program.world, before.world, after.world, strict=True):
            if one != two:
                old_words = kept.world.get(attr.name, (_of_world(was, attr, one), ""))[0]
                kept.world[attr.name] = (old_words, _of_world(now, attr, two))

    def _moved(self, motion: Motion, handle: int, stopped: Sequence[int]) -> _Kept:
        going, matcher = motion.wanted[handle], motion.matcher
        phase = self._phase
        assert phase is not None
        kept = _Kept("motion", phase.name, "", phase.line, self._number, self._round, self._shown)
        kept.does = [f"{_way(going)}"]
        if handle in motion.going:
            kept.outcome = "moved" if going.own else "pushed" if going.pushers else "carried"
            givers = [] if going.own else [*going.pushers, *going.carriers]
            clauses = self.program.pushes if going.pushers else self.program.carries
            lines = [_line(matcher, clauses, giver, handle) for giver in givers]
        else:
            kept.outcome = "blocked"
            givers = list(stopped)
            lines = [_line(matcher, self.program.stops, giver, handle) for giver in givers]
            kept.why, line = self._refused(motion, handle, givers)
            lines.append(line)
        kept.by = tuple([standing(matcher, giver) for giver in givers])
        kept.line = next((line for line in lines if line), phase.line)
        return kept

    def _refused(self, motion: Motion, handle: int, stopped: Sequence[int]) -> tuple[str, int]:
        """Why a motion came to nothing, and the line that says so, or 0."""
        going, matcher = motion.wanted[handle], motion.matcher
        if going.direction is not None:
            line = _line(matcher, self.program.stuck, handle, going.direction)
            if line or matcher.holds(self.program.stuck, handle, going.direction):
                return STUCK, line
        if stopped:
            kinds = dict.fromkeys(self.program.kinds[matcher.state.things[other].kind].name for other in stopped)
            return f"{' and '.join(kinds)} in the way", 0
        return (PASSABLE if motion.bodies.legal(matcher.state, going.end) else EDGE), 0

    # ------------------------------------------------------------ the whole

    def firings(self, frames: int) -> tuple[Firing, ...]:
        """All that was kept, for an answer of so many frames."""
        begins = self._begins(frames)
        return tuple(self._finished(kept, begins, frames) for kept in self._kept[: self.most])

    def _begins(self, frames: int) -> list[int]:
        """Where the frames of each turn begin in the answer; of too many the first ones are left out."""
        begins, end = [], frames
        for number in reversed(range(len(self._turns))):
            count = 1 if number in self._taken_back else len(self._turns[number].shown)
            end -= min(count, MAX_FRAMES - 1) if number else count
            begins.append(end)
        return begins[::-1]

    def _finished(self, kept: _Kept, begins: Sequence[int], frames: int) -> Firing:
        turn = self._turns[kept.turn]
        count = 1 if kept.turn in self._taken_back else len(turn.shown)
        changes = tuple([change for change in kept.changes.values() if change.before != change.after])
        world = tuple([(name, *values) for name, values in kept.world.items() if values[0] != values[1]])
        idle = kept.outcome == "applied" and not changes and not world and not kept.does
        return Firing(
            what=kept.what,
            phase=kept.phase,
            rule=kept.rule,
            line=kept.line,
            level=turn.state.level,
            loading=turn.loading,
            round=kept.round,
            frame=max(0, min(begins[kept.turn] + min(kept.shown, count - 1), frames - 1)),
            bound=kept.bound,
            values=kept.values,
            cells=row_by_row([*kept.cells, *cells_before(changes)]),
            became=row_by_row(cells_after(changes)),
            changes=changes,
            world=world,
            does=tuple(kept.does),
            matches=kept.matches,
            applied=kept.applied,
            dropped=kept.dropped,
            outcome="no effect" if idle else kept.outcome,
            why=kept.why,
            by=kept.by,
            taken_back=self._taken_back.get(kept.turn, ""),
        )


# ---------------------------------------------------------------- words


def _value(variable: ir.Variable, value: Value) -> str:
    if isinstance(value, tuple):
        return f"({value[0]}, {value[1]})"
    if variable.sort == "dir" and isinstance(value, int):
        return ir.DIRECTIONS[value]
    if variable.domain is not None and isinstance(value, int):
        return variable.domain.names[value]
    return str(value)


def _of_world(matcher: Matcher, attr: ir.WorldAttr, value: int) -> str:
    match attr.domain:
        case ir.EnumDomain(names):
            return names[value]
        case ir.DirDomain():
            return ir.DIRECTIONS[value]
        case ir.ThingDomain():
            return _thing(matcher.program, matcher.state, value)
    return str(value)


def _thing(program: ir.Program, state: State, handle: Operand) -> str:
    thing = state.things.get(handle) if isinstance(handle, int) else None
    return "none" if thing is None else f"{program.kinds[thing.kind].name} at ({thing.x}, {thing.y})"


def _way(going: Going) -> str:
    match going.key:
        case ("turn", sense, cell):
            return f"turn {'clockwise' if sense == 'cw' else 'counter-clockwise'} about {cell}"
        case ("put", _, _):
            return f"put at ({going.end.x}, {going.end.y})"
    assert going.direction is not None
    return f"move {ir.DIRECTIONS[going.direction]}{f' by {going.by}' if going.by > 1 else ''}"


def _asked(program: ir.Program, application: Application, before: State) -> Iterator[str]:
    """What an application asks for that is not seen in the position after it."""

    def named(operand: Operand) -> str:
        if isinstance(operand, New):
            made = application[operand.number].step
            return program.kinds[made.kind].name if isinstance(made, ir.Make) else ""
        thing = before.things.get(operand) if isinstance(operand, int) else None
        return "" if thing is None else program.kinds[thing.kind].name

    for step, operands in application:
        match step:
            case ir.Move():
                direction, by = operands[1], operands[2]
                if isinstance(direction, int) and isinstance(by, int) and by:
                    way = ir.DIRECTIONS[direction if by > 0 else ir.BACK[direction]]
                    yield f"move {named(operands[0])} {way}{f' by {abs(by)}' if abs(by) > 1 else ''}"
            case ir.Put():
                yield f"put {named(operands[0])} at {operands[1]}"
            case ir.Turn(_, sense, _):
                way = "clockwise" if sense == "cw" else "counter-clockwise"
                yield f"turn {named(operands[0])} {way} about {operands[1]}"
            case ir.Stay():
                yield f"stay {named(operands[0])}"
            case ir.Show(count):
                yield "show" if count == 1 else f"show {count}"
            case ir.Save(save):
                yield f"save {program.saves[save]}"
            case ir.Restore(save):
                yield f"restore {_save(program, save)}"
            case ir.End(scope):
                yield f"end {scope}"
            case ir.Finish(result):
                yield result
            case ir.Emit(event):
                things = [named(operand) for operand in operands]
                yield f"{program.events[event].name}({', '.join(name for name in things if name)})"


def _save(program: ir.Program, save: int) -> str:
    return {ir.TURN_SAVE: "turn", ir.LEVEL_SAVE: "level"}.get(save) or program.saves[save]


def _line(matcher: Matcher, clauses: Iterable[ir.Clause], one: int, two: int) -> int:
    """The line of the first clause of a motion fact that holds, or 0."""
    return next((c.line for c in clauses if next(matcher.clause(c, (one, two)), None) is not None), 0)
