"""A turn: input events, phases in file order, forbid, win and lose.

`Turn` plays one turn on a copy of the position and keeps what the answer needs: the positions to show, the outcome,
what each rule did. The engine decides what to do with the result (levels, undo, RESET).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from arcg.compiler import ir
from arcg.runtime.engine import MAX_EVENTS, MAX_FRAMES, MAX_ITERATIONS, MAX_THINGS, MAX_TUPLES, RuleTrace
from arcg.runtime.reference.chance import choose
from arcg.runtime.reference.effects import Application, Outcome, Request, Writer, applications
from arcg.runtime.reference.matching import Env, Matcher, Occurrence, Value
from arcg.runtime.reference.motion import Motion
from arcg.runtime.reference.observing import Observer
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.state import Saved, State

UNDEFINED = "a value that it needs is undefined"


class Cancelled(Exception):  # noqa: N818  an outcome of a turn, not an error
    """A bound was passed: the turn is taken back. Its text says which and what to do."""


@dataclass(slots=True)
class Count:
    """What one rule did in the turn; kept by the rule's identity."""

    matches: int = 0
    applied: int = 0
    dropped: int = 0
    overwritten: int = 0


class Turn:
    """One turn. After `run`: `state`, `shown`, `outcome`, `counts`, `messages`."""

    def __init__(
        self,
        program: ir.Program,
        codec: Codec,
        state: State,
        start: Saved,
        inputs: Sequence[tuple[int, tuple[Value, ...]]],
        observer: Observer | None = None,
    ) -> None:
        self.program = program
        self.codec = codec
        self.state = state.copy()
        self.state.replace_things({handle: state.things[handle] for handle in codec.order(state, start)})
        self.before = self.state.saved()
        self.start = start
        self.loading = any(event == ir.START for event, _ in inputs)
        self.events: list[Occurrence] = []
        self.looked: set[tuple[object, ...]] = set()
        self.shown: list[State] = []
        self.outcome: Literal["win", "lose"] | None = None
        self.ended: Literal["phase", "turn"] | None = None
        self.part = Outcome()
        self.counts: dict[int, Count] = {}
        self.messages: list[str] = []
        codec.crowded = False
        self.pending: dict[int, Request] = {}
        """What phases marked `plan` have asked to move."""
        self._matcher: Matcher | None = None
        self._last_encoded: tuple[State, bytes] | None = None
        self.observer = observer
        if observer is not None:
            observer.begins(self)
        for event, args in inputs:
            self._emit(event, args)

    # ------------------------------------------------------------ the whole

    def run(self) -> None:
        """Play the turn; it ends with a frame, left out if it would repeat the frame just shown of the same state.

        While a level loads, `forbid` and the goals are not tested.

        Raises:
            Cancelled: a loop did not rest, or the frames or events were too many.

        """
        for number, phase in enumerate(self.program.phases):
            self.ended = None
            self._phase(number, phase)
            if self.outcome or self.ended == "turn":
                break
        self.part, self.pending = Outcome(), {}
        if not self.loading and self.outcome is None:
            self._judge()
        numbered = self.state.copy()
        if self.codec.references.number_anew(numbered):
            self.state = numbered
        if not self.shown or self._changed(self.shown[-1]):
            self._show(1)
        if self.codec.crowded:
            self.messages.append(
                f"a fact that asks itself holds of more than {MAX_TUPLES} tuples, so it was taken to hold of none; "
                "give it fewer arguments, or let it speak of fewer things"
            )

    def _judge(self) -> None:
        """`forbid` in file order, each on the position that the last one left, then the goals."""
        for forbid in self.program.forbids:
            self._forbid(forbid)
            if self.outcome is not None:
                return
        self.outcome = self._goals()

    def _goals(self) -> Literal["win", "lose"] | None:
        if self.observer is not None:
            self.observer.judges(self.matcher())
        return judged(self.program, self.matcher())

    def matcher(self) -> Matcher:
        """Questions about the present position."""
        if self._matcher is None or self._matcher.state is not self.state or self.codec.reads_requests:
            requests = self.part.requests
            self._matcher = Matcher(self.program, self.codec, self.state, self.start, self.events, requests)
        return self._matcher

    def _emit(self, event: int, args: tuple[Value, ...]) -> None:
        if len(self.events) >= MAX_EVENTS:
            raise Cancelled(
                f"the turn was taken back: it made more than {MAX_EVENTS} events; let fewer rules answer each other"
            )
        self.events.append(Occurrence(len(self.events), event, args))

    def _show(self, count: int) -> None:
        if len(self.shown) + count > MAX_FRAMES:
            raise Cancelled(
                f"the turn was taken back: it showed more than {MAX_FRAMES} frames; "
                "use fewer `show`, or a `repeat` that rests sooner"
            )
        self.shown += [self.state] * count

    def trace(self) -> tuple[RuleTrace, ...]:
        """What each rule that matched did, then each `forbid` that held."""
        places: list[tuple[str, str, ir.Rule | ir.Forbid]] = [
            (phase.name, rule.name, rule) for phase in self.program.phases for rule in phase.rules
        ]
        places += [("forbid", f"forbid.{n}", forbid) for n, forbid in enumerate(self.program.forbids, start=1)]
        return tuple(
            RuleTrace(phase, name, node.line, count.matches, count.applied, count.dropped, count.overwritten)
            for phase, name, node in places
            if (count := self.counts.get(id(node))) is not None
        )

    # ------------------------------------------------------------ phases

    def _phase(self, number: int, phase: ir.Phase) -> None:
        """Run a phase once, or once for each binding of each event in its head."""
        rules = phase.rules
        if self.loading and not phase.on_start:
            rules = tuple(rule for rule in rules if self._answers_loading(phase, rule))
        if not rules:
            return
        when, matcher = phase.when, self.matcher()
        heads = [env for env in self._heads(phase) if when is None or matcher.exists(when, env)]
        for head_number, env in enumerate(heads):
            if self._gone(phase, env):
                continue
            self._run(phase, rules, env, (number, head_number))
            if self.outcome or self.ended:
                return

    def _answers_loading(self, phase: ir.Phase, rule: ir.Rule) -> bool:
        """While a level loads, only rules on `start` or on events made by rules run; a head is an `on` of its rules."""
        if rule.trigger is None:
            return bool(phase.heads)
        return rule.trigger.event == ir.START or self.program.events[rule.trigger.event].source == "rule"

    def _gone(self, phase: ir.Phase, env: Env) -> bool:
        """Whether a thing that the head bound is gone by its run: it is passed over, as under `each`."""
        slots = zip(phase.slots, env, strict=True)
        return any(v.sort == "thing" and value not in (None, ir.NONE, *self.state.things) for v, value in slots)

    def _heads(self, phase: ir.Phase) -> list[Env]:
        """The bindings of each event in the head: head by head, those of one head in the order of matches."""
        if not phase.heads:
            return [Env(phase.slots)]
        matcher = self.matcher()
        bindings: list[Env] = []
        for head in phase.heads:
            if self.loading and not phase.on_start and self.program.events[head.event].source != "rule":
                continue
            distinct: dict[tuple[Value, ...], Env] = {}
            for occurrence in self.events:
                env = Env(phase.slots)
                fits = occurrence.event == head.event
                if fits and matcher.unify(head.args, matcher.arguments(occurrence), env) is not None:
                    distinct.setdefault(tuple(env), env)
            slots = [arg.slot for arg in head.args if isinstance(arg, ir.Take)]
            things = tuple(slot for slot in slots if phase.slots[slot].sort == "thing")
            bound = ir.Query((), things, tuple(slot for slot in slots if slot not in things))
            bindings += sorted(distinct.values(), key=partial(matcher.match_key, bound))
        return bindings

    def _run(self, phase: ir.Phase, rules: tuple[ir.Rule, ...], head: Env, key: tuple[int, int]) -> None:
        """Iterate: once, or until an iteration is quiet."""
        for number in range(MAX_ITERATIONS):
            if self.observer is not None:
                self.observer.iterates(phase, number)
            before, events_before, asked_before = self.state, len(self.events), self.pending
            if phase.each is None:
                self._part(phase, rules, head, (*key, None))
            else:
                self._round(phase, phase.each, rules, head, key)
            changed = (phase.repeat or phase.show > 0) and self._changed(before)
            if changed and phase.show:
                self._show(phase.show)
            if self.outcome or self.ended or not phase.repeat:
                break
            made = any(self.program.events[o.event].source == "rule" for o in self.events[events_before:])
            if not changed and not made and self.pending == asked_before:
                break
        else:
            raise Cancelled(
                f"the turn was taken back: phase `{phase.name}` did not rest within {MAX_ITERATIONS} iterations; "
                "give its rules a condition that ends, or drop `repeat`"
            )

    def _changed(self, before: State) -> bool:
        """Whether a byte of the state is not what it was."""
        if self.state.same_position(before):
            return False
        return self._encoded(before) != self._encoded(self.state)

    def _encoded(self, state: State) -> bytes:
        """The bytes of a position; the last are kept, since what one iteration leaves the next begins with."""
        if self._last_encoded is None or self._last_encoded[0] is not state:
            self._last_encoded = (state, self.codec.encode(state, self.start))
        return self._last_encoded[1]

    def _round(
        self, phase: ir.Phase, each: ir.Each, rules: tuple[ir.Rule, ...], head: Env, key: tuple[int, int]
    ) -> None:
        """One part per thing that was there when the round began."""
        matcher = self.matcher()
        envs = matcher.matches(each.query, head)
        if each.by is not None:
            by = each.by
            envs.sort(key=lambda env: _sort_value(matcher.value(by, env)))
        for env in envs:
            handle = env[each.slot]
            if handle not in self.state.things:
                continue
            self._part(phase, rules, env, (*key, handle))
            if self.ended:
                return

    def _part(self, phase: ir.Phase, rules: tuple[ir.Rule, ...], env: Env, key: tuple[object, ...]) -> None:
        """Every rule once, then the motion they asked for, then the frames they asked for."""
        self.part = Outcome(requests=dict(self.pending))
        for rule in rules:
            matched = self._rule(rule, env, key)
            if self.part.skip or (matched and phase.first):
                break
        self.pending = self.part.requests if phase.plan else {}
        if self.part.requests and not phase.plan:
            motion = Motion(self.matcher(), self.part.requests)
            moved = motion.run()
            if self.observer is not None:
                self.observer.moves(motion, moved)
            if moved.things:
                self.state = self.state.copy()
                for handle, thing in moved.things.items():
                    self.state.write(handle, thing)
            for event, args in moved.events:
                self._emit(event, args)
        if not phase.plan:
            self.part.requests = {}
        if self.part.show:
            self._show(self.part.show)
        self.ended = self.part.end
        if not self.loading:
            self.outcome = self.outcome or self.part.finish

    # ------------------------------------------------------------ rules

    def _rule(self, rule: ir.Rule, env: Env, key: tuple[object, ...]) -> bool:
        """Find all matches on the position before the rule, then write them one after another; whether any matched."""
        matcher = self.matcher()
        matches = self._matches(rule, env, key)
        if not matches:
            return False
        self.counts.setdefault(id(rule), Count())
        if rule.mode == "turn":
            for match in matches:
                matcher = self.matcher()
                if matcher.exists(rule.query, match):
                    self._matched(rule, match, matcher)
                    self._write(rule, [(match, done) for done in applications(matcher, rule.effects, match)])
            return True
        if rule.mode == "once":
            matches = matches[:1]
        elif rule.mode == "random":
            matches = [self._chosen(matches)]
        for match in matches:
            self._matched(rule, match, matcher)
        todo = [(match, done) for match in matches for done in applications(matcher, rule.effects, match)]
        self._write(rule, todo)
        return True

    def _matched(self, node: ir.Rule | ir.Forbid, match: Env, matcher: Matcher) -> None:
        """Count a match."""
        self.counts.setdefault(id(node), Count()).matches += 1
        if self.observer is not None:
            self.observer.matches(node, match, matcher)

    def _chosen(self, matches: list[Env]) -> Env:
        """One of the matches; the generator goes on."""
        random, number = choose(self.state.random, len(matches))
        if random != self.state.random:
            self.state = self.state.copy()
            self.state.random = random
        return matches[number]

    def _write(self, node: ir.Rule | ir.Forbid, todo: list[tuple[Env, Application | None]]) -> None:
        """A restore is the last write of a rule: applications with one come after the others."""
        writer = Writer(self.program, self.codec, self.state, self.before, self.start, self.part)
        count = self.counts[id(node)]
        for match, application in sorted(todo, key=lambda one: _restores(one[1])):
            before, why = writer.position, UNDEFINED
            if application is not None:
                why = "" if writer.apply(application) else writer.why
            if why:
                count.dropped += 1
            else:
                count.applied += 1
            if self.observer is not None:
                self.observer.writes(node, match, application, before, writer.position, why)
        count.overwritten += writer.overwritten
        self.state = writer.position
        for event, args in self.part.events:
            self._emit(event, args)
        self.part.events.clear()
        if writer.full:
            self.messages.append(f"no more than {MAX_THINGS} things fit on a board; a `make` was dropped")

    def _matches(self, rule: ir.Rule, env: Env, key: tuple[object, ...]) -> list[Env]:
        """The matches of a rule in order; with a trigger, those of the occurrences it has not looked at yet."""
        matcher = self.matcher()
        base = Env(rule.slots, env)
        if rule.trigger is None:
            return matcher.matches(rule.query, base)
        found: list[tuple[object, int, Env]] = []
        for occurrence in self.events:
            if occurrence.event != rule.trigger.event:
                continue
            looked = (id(rule), occurrence.serial, *key)
            if looked in self.looked:
                continue
            self.looked.add(looked)
            bound = base.fork()
            if matcher.unify(rule.trigger.args, matcher.arguments(occurrence), bound) is not None:
                matches = matcher.matches(rule.query, bound)
                found += [(matcher.match_key(rule.query, match), occurrence.serial, match) for match in matches]
        found.sort(key=lambda entry: entry[:2])
        return [match for _, _, match in found]

    # ------------------------------------------------------------ forbid

    def _forbid(self, forbid: ir.Forbid) -> None:
        """Take a turn back: tested for existence; its effects run once, one after another in the written order."""
        env = Env(forbid.slots)
        if not self.matcher().exists(forbid.query, env):
            return
        self._matched(forbid, env, self.matcher())
        if forbid.effects is None:
            keep = ir.Keep(tuple(bar.attr for bar in self.program.bars), ())
            effects: tuple[ir.Step, ...] = (ir.Show(1), ir.Restore(ir.TURN_SAVE, keep, False))
        else:
            effects = forbid.effects
        for effect in effects:
            self.part = Outcome()
            self._write(forbid, [(env, done) for done in applications(self.matcher(), [effect], env)])
            self._show(self.part.show)
            self.outcome = self.outcome or self.part.finish


def judged(program: ir.Program, matcher: Matcher) -> Literal["win", "lose"] | None:
    """Win when all its clauses hold, then lose when any does; the other way round for `lose first`."""
    won = bool(program.wins) and all(matcher.exists(goal.query, Env(goal.slots)) for goal in program.wins)
    lost = any(matcher.exists(goal.query, Env(goal.slots)) for goal in program.loses)
    if won and lost:
        return "lose" if program.lose_first else "win"
    return "win" if won else "lose" if lost else None


def _restores(application: Application | None) -> bool:
    return application is not None and any(isinstance(operation.step, ir.Restore) for operation in application)


def _sort_value(value: Value) -> tuple[int, ...]:
    if value is None:
        return (1,)
    return (0, value[1], value[0]) if isinstance(value, tuple) else (0, value)
