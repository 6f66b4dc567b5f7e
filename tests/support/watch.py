"""What is looked at in the reference engine to know what fires; see `support.fired`.

Each method of `Watch` stands around one method of the engine: it calls it, and notes what it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from arcg.compiler import ir
from arcg.runtime.engine import Action, Status
from arcg.runtime.reference import drawing, turn
from arcg.runtime.reference.bodies import Bodies
from arcg.runtime.reference.drawing import Drawer
from arcg.runtime.reference.effects import Illegal, Writer
from arcg.runtime.reference.engine import ReferenceEngine
from arcg.runtime.reference.matching import GONE, SYMMETRIC, Env, Matcher
from arcg.runtime.reference.motion import Motion
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.state import References
from arcg.runtime.reference.turn import Cancelled, Turn

EVENT_NAMES = [event.name for event in ir.BUILTIN_EVENTS]
DOMAINS = {ir.IntDomain: "number", ir.EnumDomain: "name", ir.DirDomain: "facing", ir.ThingDomain: "thing"}
ARROWS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)
SAVE_NAMES = {ir.TURN_SAVE: "turn", ir.LEVEL_SAVE: "level"}


def _event(number: int) -> str:
    return EVENT_NAMES[number] if number < len(EVENT_NAMES) else "a made event"


class Watch:
    """The wrappers of one observer."""

    def __init__(self, now: set[str]) -> None:
        self.now = now
        self.note: Callable[[str], None] = now.add
        self.pending: list[str] = []
        """What is noted if the application that is being written is legal."""
        self.keyed: dict[int, str] = {}
        self.phase: ir.Phase | None = None
        self.events = 0
        self.matched = 0
        self.parts: set[tuple[object, ...]] = set()

    def held(self, name: str, result: bool) -> None:
        self.note(f"{name}: {'holds' if result else 'fails'}")

    def fresh(self, *names: str) -> bool:
        """Whether some of these have not been noted yet in this game: looking closer takes time."""
        return any(name not in self.now for name in names)

    def wrappers(self) -> Iterator[tuple[Any, str]]:
        for owner, names in (
            (
                Matcher,
                "_apply _attribute _aggregate value _bind _holds unify _unify_each _fact "
                "_either _asked _field _approach _loop stops",
            ),
            (Writer, "apply _write _make _restore _thing _check_domains _check_cells _commit"),
            (References, "forget_gone next_number number_anew"),
            (Motion, "run _can_go _swaps _driven _contest _offer_push _offer_carry _fact _carried _blocked"),
            (Turn, "run _phase _heads _gone _answers_loading _run _part _round _rule _matches _changed _forbid _goals"),
            (ReferenceEngine, "step _undone _worth_undoing"),
            (Drawer, "frame painted hit sprites _bar draw_order"),
            (Codec, "_arranged _numbers"),
            (Bodies, "_measured legal"),
        ):
            for name in names.split():
                yield owner, name

    # ------------------------------------------------------------ expressions

    def matcher_apply(self, call, matcher, function, values):
        result = call(matcher, function, values)
        if result is not None:
            self.note(f"function {function}")
        elif function == "cell_of":
            self.note("property of nothing")
        else:
            self.note("division by zero" if function in ("div", "mod") and values[1] == 0 else "number too large")
        return result

    def matcher_attribute(self, call, matcher, handle, field):
        result = call(matcher, handle, field)
        if result is None:
            self.note("attribute of nothing")
        return result

    def matcher_aggregate(self, call, matcher, op, expr, query, env):
        result = call(matcher, op, expr, query, env)
        if self.fresh(f"{op} of something", f"{op} of nothing"):
            self.note(f"{op} of something" if matcher.exists(query, env) else f"{op} of nothing")
        return result

    def matcher_value(self, call, matcher, expr, env):
        result = call(matcher, expr, env)
        if isinstance(expr, ir.Recode) and result is not None:
            self.note("recoded" if result >= 0 else "recoded to no value")
        return result

    def matcher_either(self, call, matcher, options, env):
        result = call(matcher, options, env)
        if result is not None and self.fresh("Either by a later option") and matcher.value(options[0], env) is None:
            self.note("Either by a later option")
        return result

    def matcher_asked(self, call, matcher, handle):
        result = call(matcher, handle)
        self.note("Asked: nothing" if result is None else "Asked: something")
        return result

    def matcher_stops(self, call, matcher, one, two):
        result = call(matcher, one, two)
        kinds = [matcher.program.kinds[matcher.state.things[handle].kind] for handle in (one, two)]
        shared = kinds[0].layer == kinds[1].layer and not matcher.program.layers[kinds[0].layer].free
        if one != two and not shared and matcher.program.stops:
            self.held("let stops", result)
        return result

    def matcher_field(self, call, matcher, number, args, env):
        result = call(matcher, number, args, env)
        self.note("field reaches" if any(result.values()) else "field does not reach")
        return result

    def matcher_approach(self, call, matcher, field, cell):
        result = call(matcher, field, cell)
        self.note("step leads nowhere" if result is None else "step leads on")
        return result

    def matcher_loop(self, call, matcher, loop):
        known = (loop, len(matcher.events)) in matcher._loops
        result = call(matcher, loop)
        self.note("Fact in a ring: known" if known else "Fact in a ring: worked out")
        if not known and self.fresh("Fact in a ring follows from itself"):
            matcher._growing = {fact: {} for fact in loop}
            first = {
                values
                for fact in loop
                for clause in matcher.program.facts[fact].clauses
                for values in matcher.clause(clause, [None] * len(clause.params))
            }
            matcher._growing = {}
            if any(values not in first for extension in result.values() for values in extension):
                self.note("Fact in a ring follows from itself")
        return result

    # ------------------------------------------------------------ queries

    def matcher_bind(self, call, matcher, slot, candidates, atoms, at, env):
        atom = atoms[at]
        name = type(atom).__name__
        if env[slot] is not None:
            self.held(f"{name} tests", env[slot] in candidates)
        elif candidates:
            self.note(f"{name} binds")
            if name == "Range":
                self.note(f"Range over {atom.over}")
        elif name in ("Bind", "Assign"):
            self.note("Bind finds nothing" if name == "Bind" else "Assign undefined")
        return call(matcher, slot, candidates, atoms, at, env)

    def matcher_holds(self, call, matcher, atom, env):
        result = call(matcher, atom, env)
        match atom:
            case ir.Compare(op, left, right):
                self.held(f"compare {op}", result)
                if not result and self.fresh("compare undefined") and None in (matcher.value(left, env),
                    matcher.value(right, env)):  # fmt: skip
                    self.note("compare undefined")
            case ir.Relate(relation, left, right):
                self.held(f"relation {relation}", result)
                if not result and relation in (*SYMMETRIC, "on") and self.fresh("relation of one thing with itself"):
                    one = matcher.value(left, env)
                    if isinstance(one, int) and one >= 0 and one == matcher.value(right, env):
                        self.note("relation of one thing with itself")
            case ir.Exists(alternatives):
                self.held("Exists", result)
                if result and self.fresh("Exists by a later alternative") and not matcher.exists(alternatives[0], env):
                    self.note("Exists by a later alternative")
            case ir.Every(over, _):
                self.held("Every", result)
                if self.fresh("Every of none") and not matcher.exists(over, env):
                    self.note("Every of none")
            case _:
                self.held(type(atom).__name__, result)
        return result

    def matcher_unify_each(self, call, matcher, args, tuples, atoms, at, env):
        atom = atoms[at]
        fits = False
        for values in tuples:
            fresh = matcher.unify(args, values, env)
            if fresh is not None:
                fits = True
                for slot in fresh:
                    env[slot] = None
        self.held(type(atom).__name__, fits)
        if isinstance(atom, ir.Did) and fits:
            self.note(f"did {_event(atom.event)}")
        return call(matcher, args, tuples, atoms, at, env)

    def matcher_fact(self, call, matcher, fact, args, env):
        result = call(matcher, fact, args, env)
        table = matcher.program.facts[fact]
        open_ = [arg for arg in args if isinstance(arg, ir.Wild) or (isinstance(arg,
            ir.Take) and env[arg.slot] is None)]  # fmt: skip
        if len(open_) < len(args):
            self.note("Fact asked with known arguments")
        if len(args) < len(table.sorts) and result:
            self.note("Fact left out arguments")
        if len(result) > 1:
            self.note("Fact enumerates")
        if len(table.clauses) > 1 and result and self.fresh("Fact by several lines"):
            by_first = set(matcher.clause(table.clauses[0], [None] * len(table.sorts)))
            if set(result) - by_first:
                self.note("Fact by several lines")
        return result

    def matcher_unify(self, call, matcher, args, values, env):
        result = call(matcher, args, values, env)
        for arg, value in zip(args, values, strict=False):
            if isinstance(arg, ir.Wild):
                self.note("argument Wild")
            elif isinstance(arg, ir.Equal):
                wanted = matcher.value(arg.expr, env) if self.fresh("argument Equal: misfits",
                    "gone is not nobody") or result is not None else 0  # fmt: skip
                if result is not None:
                    self.note("argument none: fits" if wanted == ir.NONE else "argument Equal: fits")
                elif wanted != value:
                    about_gone = wanted == ir.NONE and value == GONE
                    self.note("gone is not nobody" if about_gone else "argument Equal: misfits")
            elif result is not None:
                self.note("argument Take: bound" if arg.slot in result else "argument Take: the same")
                if value == GONE:
                    self.note("argument gone reads none")
            elif arg.kinds is not None and not matcher._is_kind(value, arg.kinds):
                self.note("argument Take: another kind")
            elif env[arg.slot] is not None and env[arg.slot] != value:
                self.note("argument Take: another")
        return result

    # ------------------------------------------------------------ effects

    def applications(self, call, matcher, steps, env):
        for effect in steps:
            if isinstance(effect, ir.Keyed) and not matcher.exists(effect.query, env):
                self.note("keyed of none")
        made = list(call(matcher, steps, env))
        if None in made:
            self.note("dropped: undefined")
        keyed = {id(effect.step): type(effect.step).__name__ for effect in steps if isinstance(effect, ir.Keyed)}
        self.keyed = {**self.keyed, **keyed}
        return iter(made)

    def writer_apply(self, call, writer, application):
        self.pending = []
        result = call(writer, application)
        if result:
            self.now.update(self.pending)
            for operation in application:
                if id(operation.step) in self.keyed:
                    self.note(f"keyed {self.keyed[id(operation.step)]}")
        if writer.overwritten:
            self.note("overwritten")
        return result

    def writer_write(self, call, writer, trial, step, values, outcome, touched, sets):
        add = self.pending.append
        where = None
        before = None
        if isinstance(step, ir.Set | ir.Add | ir.Cycle):
            try:
                where = writer._place(trial, step.target, values)
                before = writer._load(trial, where)
            except Illegal:
                where = None
        lay = trial.things[values[0]].cell if isinstance(step, ir.Put) and values[0] in trial.things else None
        had = trial.saves[step.save] if isinstance(step, ir.Save) else None
        call(writer, trial, step, values, outcome, touched, sets)
        match step:
            case ir.Move():
                by = values[2]
                add("move nowhere" if by == 0 else "move backwards" if by < 0 else "move" if by == 1 else "move far")
            case ir.Put():
                add("put where it lies" if values[1] == lay else "put")
            case ir.Turn():
                add("turn" if any(r.sense is not None for r in outcome.requests.values()) else "turn nowhere")
            case ir.Stay():
                add("stay")
            case ir.Drop():
                add("drop")
            case ir.Set():
                add(f"set {'world' if where[0] is None else 'own'} {DOMAINS[type(writer._domain(trial, where))]}")
            case ir.Add(_, _, at_least, at_most):
                add("add to world" if where[0] is None else "add to own")
                amount = values[0 if where[0] is None else 1]
                free = writer._load(trial, where) == before + amount
                if at_least is not None:
                    add(f"add at least: {'free' if free else 'bounded'}")
                if at_most is not None:
                    add(f"add at most: {'free' if free else 'bounded'}")
            case ir.Cycle(_, way):
                domain = writer._domain(trial, where)
                add(f"{'next' if way == 1 else 'prev'} of {DOMAINS[type(domain)]}")
                if not isinstance(domain, ir.DirDomain) and writer._load(trial, where) != before + way:
                    add("step wraps round")
            case ir.Save():
                add("save" if had is None else "save again")
            case ir.End(scope):
                add(f"end {scope}")
            case ir.Finish(outcome_word):
                add(outcome_word)
            case ir.Show():
                add("show")
            case ir.Emit():
                add("emit")

    def writer_make(self, call, writer, trial, step, values, made):
        x, y = values[0]
        level = writer.program.levels[trial.level]
        if not (0 <= x < level.width and 0 <= y < level.height):
            self.note("dropped: off the board")
        known = trial.next_handle
        result = call(writer, trial, step, values, made)
        self.pending.append("make" if result >= known else "make equal once")
        if step.attrs:
            self.pending.append("make with attributes")
        if step.slot is not None:
            self.pending.append("make named")
        return result

    def writer_restore(self, call, writer, trial, step, outcome):
        before = trial.copy()
        saved = {ir.TURN_SAVE: writer.turn, ir.LEVEL_SAVE: writer.start}.get(step.save)
        saved = trial.saves[step.save] if saved is None else saved
        call(writer, trial, step, outcome)
        add = self.pending.append
        if saved is None:
            add("restore of nothing saved")
        elif trial.same_position(before):
            add("restore of the same")
        else:
            add(f"restore {SAVE_NAMES.get(step.save, 'named')}")
            word = "only" if step.only else "keeping"
            for part in ("world", "kinds"):
                if getattr(step.keep, part):
                    add(f"restore {word} {part}")
            if not step.only and step.keep == ir.Keep((), ()):
                add("restore whole")

    def why(self, name: str, call, *args):
        """Note why an application is dropped."""
        try:
            return call(*args)
        except Illegal:
            self.note(name)
            raise

    def writer_thing(self, call, writer, trial, handle):
        return self.why("dropped: gone", call, writer, trial, handle)

    def writer_check_domains(self, call, writer, trial, touched):
        return self.why("dropped: domain", call, writer, trial, touched)

    def writer_check_cells(self, call, writer, trial, handles):
        handles = list(handles)
        restored = any(name.startswith("restore") for name in self.pending)
        return self.why("restore does not fit" if restored else "dropped: cell", call, writer, trial, handles)

    def writer_commit(self, call, writer, trial, outcome, made, sets, restores):
        asked = set(writer.outcome.requests)
        call(writer, trial, outcome, made, sets, restores)
        if restores and asked - set(writer.outcome.requests):
            self.note("restore cancels a request")

    def references_forget_gone(self, call, references, state):
        before = (tuple(state.world), dict(state.things)) if self.fresh("reference forgotten") else None
        call(references, state)
        if before is not None and before != (tuple(state.world), state.things):
            self.note("reference forgotten")

    # ------------------------------------------------------------ bodies

    def bodies_measured(self, call, bodies, thing):
        shape, body = call(bodies, thing), bodies.program.kinds[thing.kind].body
        self.note("body drawn" if body.rows else "body of a size" if body.when is None else "body with a condition")
        for name, so in (
            ("body with an origin", body.origin is not None),
            ("body mirrored", shape.mirrored),
            ("body turned", shape.quarters > 0),
            ("body of no cells", not shape.cells),
        ):
            if so:
                self.note(name)
        return shape

    def bodies_legal(self, call, bodies, state, thing):
        legal = call(bodies, state, thing)
        if legal and self.fresh("partly off the board", "wholly off the board"):
            inside, cells = len(bodies.seen(state, thing)), len(bodies.cells(thing))
            if inside < cells:
                self.note("partly off the board" if inside else "wholly off the board")
        return legal

    # ------------------------------------------------------------ motion

    def motion_run(self, call, motion):
        moved = call(motion)
        for handle, going in motion.going.items():
            name = {"put": "put done", "move": "move done", "turn": "turn done"}[going.key[0]]
            if len(motion.bodies.shape(motion.things[handle]).cells) > 1:
                self.note(f"body: {name}")
            if going.own:
                self.note(name)
            elif any(pusher in motion.going for pusher in going.pushers):
                self.note("pushed")
                if any(not motion.going[p].own for p in going.pushers if p in motion.going):
                    self.note("pushed on")
            elif going.carriers:
                self.note("carried")
                if going.key[0] == "turn":
                    self.note("carried round")
                if going.direction is not None and not any(event == ir.MOVED and args[0] == handle for event,
                    args in moved.events):  # fmt: skip
                    self.note("carried away and no `moved`")
        for handle in motion.refused:
            if motion.wanted[handle].by > 1:
                self.note("far move refused")
        if len(motion.going) > 2 and self.fresh("ring"):
            self.ring(motion)
        return moved

    def ring(self, motion) -> None:
        things = motion.things
        after = {h: g.end.cell for h, g in motion.going.items() if g.direction is not None}
        start = {things[h].cell: h for h in after}
        for first in after:
            seen, at = [], first
            while at is not None and at not in seen:
                seen.append(at)
                at = start.get(after[at])
            if at == first and len(seen) > 2:
                self.note("ring")

    def motion_can_go(self, call, motion, handle, going):
        result = call(motion, handle, going)
        if not result:
            self.note(f"refused: {self.reason(motion, handle, going)}")
        return result

    def reason(self, motion, handle, going) -> str:
        if handle in motion.stuck:
            return "two ways to be carried"
        if going.direction is not None and motion._fact("stuck", handle, going.direction):
            return "stuck"
        entered = motion._entered(handle, going)
        if not motion.bodies.legal(motion.matcher.state, going.end):
            return "edge"
        staying = [h for cell in entered for h in motion.matcher.at(cell) if h not in motion.going]
        stoppers = [other for other in staying if motion._stops(other, handle)]
        if stoppers:
            layer = [motion.program.kinds[motion.things[h].kind].layer for h in (*stoppers, handle)]
            return "layer" if layer[-1] in layer[:-1] and not motion.program.layers[layer[-1]].free else "let stops"
        return "carrier" if any(carrier not in motion.going for carrier in going.carriers) else "cargo"

    def motion_swaps(self, call, motion):
        result = call(motion)
        if result:
            self.note("refused: swap")
        return result

    def motion_driven(self, call, motion):
        result = call(motion)
        if motion.going.keys() - result:
            self.note("refused: nobody drives")
        return result

    def motion_contest(self, call, motion):
        before = dict(motion.going)
        result = call(motion)
        if result:
            self.note("refused: contest")
            if self.fresh("contest: pusher first", "contest: first gives way"):
                after, motion.going = motion.going, before
                for loser in before.keys() - after.keys():
                    rivals = [h for h in after if motion._end(h) & motion._end(loser)]
                    for cell in motion._end(loser):
                        if any(motion._pushes_out(h, cell) and motion.place[h] > motion.place[loser] for h in rivals):
                            self.note("contest: pusher first")
                    if not any(motion._stops(h,
                        loser) and motion.place[h] < motion.place[loser] for h in rivals) and not any(
                        motion._pushes_out(h, cell) for h in rivals for cell in motion._end(loser)
                    ):  # fmt: skip
                        self.note("contest: first gives way")
                motion.going = after
        return result

    def motion_offer_push(self, call, motion, pusher, other, taken):
        held = motion.going.get(other)
        if held is not None and held.own:
            self.note("an own request comes first")
        elif held is not None:
            self.note("a second push joins" if held.same(motion.going[pusher]) else "a second push is refused")
        return call(motion, pusher, other, taken)

    def motion_offer_carry(self, call, motion, carrier, other, taken):
        held = motion.going.get(other)
        if held is not None and held.own:
            self.note("an own request comes first")
        elif held is not None and held.same(motion.going[carrier]):
            self.note("a second carrier joins")
        return call(motion, carrier, other, taken)

    def motion_fact(self, call, motion, name, one, two):
        result = call(motion, name, one, two)
        if getattr(motion.program, name):
            self.held(f"let {name}", result)
        return result

    def motion_carried(self, call, motion, handle):
        result = call(motion, handle)
        if motion.program.carries:
            self.held("let carries", bool(result))
        return result

    def motion_blocked(self, call, motion, handle, going, after):
        result = call(motion, handle, going, after)
        if going.direction is None:
            self.note(f"{going.key[0]} blocked")
        self.note("blocked by nobody" if result[0][1][2] == ir.NONE else "blocked by something")
        return result

    # ------------------------------------------------------------ the turn

    def turn_run(self, call, played):
        level = played.program.levels[played.state.level]
        if played.loading and any(not (0 <= t.x < level.width and 0 <= t.y < level.height) for t in level.things):
            self.note("placed off the board")
        try:
            call(played)
        except Cancelled as reason:
            self.note("taken back: iterations" if "did not rest" in str(reason) else "taken back: frames")
            raise
        if len(played.shown) > 1:
            self.note("more than one frame")

    def references_next_number(self, call, references, state, kind):
        self.note("numbered: made")
        return call(references, state, kind)

    def references_number_anew(self, call, references, state):
        result = call(references, state)
        if result:
            self.note("numbers close up")
        for kind, place in enumerate(references.number):
            if place is not None:
                things = sorted((state.things[h] for h in state.of_kind(kind)), key=lambda thing: thing.attrs[place])
                cells = [(thing.y, thing.x) for thing in things]
                if cells != sorted(cells):
                    self.note("numbered: not by place")
        return result

    def turn_phase(self, call, played, number, phase):
        if phase.when is not None and not phase.heads and not (played.loading and not phase.on_start):
            self.held("when", played.matcher().exists(phase.when, Env(phase.slots)))
        return call(played, number, phase)

    def turn_heads(self, call, played, phase):
        found = call(played, phase)
        if phase.heads:
            for head in phase.heads:
                if any(o.event == head.event for o in played.events) and found:
                    self.note(f"phase on {_event(head.event)}")
            if len(found) > 1:
                self.note("several runs of a head")
            if phase.when is not None:
                for env in found:
                    self.held("when", played.matcher().exists(phase.when, env))
        return found

    def turn_gone(self, call, played, phase, env):
        result = call(played, phase, env)
        if result:
            self.note("run of a head passed over")
        return result

    def turn_answers_loading(self, call, played, phase, rule):
        result = call(played, phase, rule)
        self.note("while loading: answers" if result else "while loading: silent")
        return result

    def turn_run_phase(self, call, played, phase, rules, head, key):
        self.phase, self.events = phase, len(played.events)
        call(played, phase, rules, head, key)
        self.phase = None

    def turn_changed(self, call, played, before):
        result = call(played, before)
        phase = self.phase
        if phase is None:
            if not result:
                self.note("no frame twice")
            return result
        made = any(played.program.events[o.event].source == "rule" for o in played.events[self.events :])
        self.events = len(played.events)
        if phase.show and result:
            self.note("phase show")
        if phase.repeat:
            self.note("repeat iterates" if result else "repeat goes on for an event" if made else "repeat rests")
        return result

    def turn_part(self, call, played, phase, rules, env, key):
        waiting = played.pending
        call(played, phase, rules, env, key)
        if waiting and not phase.plan:
            self.note("plan carries over")
        if waiting and phase.plan and played.pending != waiting:
            self.note("plan changes what is asked")
        if played.loading and played.part.finish:
            self.note("win or lose ignored while loading")

    def turn_round(self, call, played, phase, each, rules, head, key):
        matcher = played.matcher()
        things = [env[each.slot] for env in matcher.matches(each.query, head)]
        if len(things) > 1:
            self.note("each has parts")
            if each.by is not None and self.fresh("by changes the order", "by undefined"):
                envs = matcher.matches(each.query, head)
                values = [matcher.value(each.by, env) for env in envs]
                if None in values:
                    self.note("by undefined")
                keys = [turn._sort_value(value) for value in values]
                if keys != sorted(keys):
                    self.note("by changes the order")
        call(played, phase, each, rules, head, key)
        gone = [thing for thing in things if thing not in played.state.things]
        if not played.ended and any((*key, thing) not in self.parts for thing in gone):
            self.note("each passes over what is gone")

    def turn_rule(self, call, played, rule, env, key):
        self.parts.add(key)
        before = played.counts[id(rule)].matches if id(rule) in played.counts else 0
        matched = call(played, rule, env, key)
        if rule.mode == "turn" and matched:
            taken = played.counts[id(rule)].matches - before
            if taken > 1:
                self.note("in turn: still holds")
            if taken < self.matched:
                self.note("in turn: holds no more")
        phase = self.phase
        if phase is not None and phase.first and rule is not phase.rules[-1]:
            self.note("first stops" if matched else "first goes on")
        return matched

    def turn_matches(self, call, played, rule, env, key):
        trigger = rule.trigger
        if trigger is not None and any(
            o.event == trigger.event and (id(rule), o.serial, *key) in played.looked for o in played.events
        ):
            self.note("looks once")
        found = call(played, rule, env, key)
        if trigger is not None and found:
            self.note(f"rule on {_event(trigger.event)}")
        if rule.mode == "once" and len(found) > 1:
            self.note("once leaves others out")
        if rule.mode == "random" and found:
            self.note("at random: chosen" if len(found) > 1 else "at random: nothing to choose")
            if played.loading and len(found) > 1:
                self.note("at random while loading")
        self.matched = len(found)
        return found

    def turn_forbid(self, call, played, forbid):
        before = played.counts.get(id(forbid))
        call(played, forbid)
        if played.counts.get(id(forbid)) is before:
            self.note("forbid fails")
        else:
            self.note("forbid holds" if forbid.effects is None else "forbid holds and does")

    def turn_goals(self, call, played):
        outcome = call(played)
        if outcome:
            self.note(f"goal {'won' if outcome == 'win' else 'lost'}")
            program, matcher = played.program, played.matcher()
            won = bool(program.wins) and all(matcher.exists(goal.query, Env(goal.slots)) for goal in program.wins)
            if won and any(matcher.exists(goal.query, Env(goal.slots)) for goal in program.loses):
                self.note(f"won and lost, {outcome} first")
        return outcome

    # ------------------------------------------------------------ the game

    def engine_step(self, call, engine, action, x=-1, y=-1):
        status, done = engine.status, engine.levels_completed
        self.parts = set()
        if action in ARROWS and status == Status.PLAYING and drawing.quarters(engine.program, engine._state):
            self.note("arrow on a turned picture")
        call(engine, action, x, y)
        if action == Action.RESET:
            self.note("reset of the game" if engine.full_reset else "reset of the level")
        elif status != Status.PLAYING:
            self.note("ignored after the end")
        elif action not in engine.program.actions:
            self.note("action not offered")
        elif action == Action.CLICK and not (0 <= x < 64 and 0 <= y < 64):
            self.note("click outside")
        elif engine.status == Status.WON:
            self.note("game won")
        elif engine.status == Status.OVER:
            self.note("game over")
        elif engine.levels_completed > done:
            self.note("level won")

    def engine_undone(self, call, engine):
        result = call(engine)
        if result is not None and result.random != engine._state.random:
            self.note("undo brings the generator back")
        self.note("undo" if result is not None else "undo in the way" if engine._undo else "nothing to undo")
        return result

    def engine_worth_undoing(self, call, engine, before, after):
        result = call(engine, before, after)
        if result:
            self.note("worth undoing")
        elif self.fresh("nothing to take back", "only what undo keeps"):
            same = engine._codec.encode(before, engine._start) == engine._codec.encode(after, engine._start)
            self.note("nothing to take back" if same else "only what undo keeps")
        return result

    def drawer_frame(self, call, drawer, matcher):
        program, view = drawer.program, drawer.program.view
        if view is None:
            return call(drawer, matcher)
        level = program.levels[matcher.state.level]
        columns, rows = ir.seen(program, matcher.state.level)
        if level.view is not None:
            self.note("a view of a level's own size")
        if (columns, rows) == (level.width, level.height):
            self.note("the whole board seen")
        else:
            self.note("a part of the board seen")
            if view.corner is not None:
                self.note("view follows" if view.middle else "view from")
                x, y = drawing._corner(view, matcher, columns, rows)
                inside = 0 <= x <= level.width - columns and 0 <= y <= level.height - rows
                self.note("view goes on" if inside else "view stopped by an edge")
                if any(matcher.value(part, Env(view.slots)) is None for part in view.corner):
                    self.note("view of nothing")
        if drawing.quarters(program, matcher.state):
            facing = isinstance(program.world[view.turned].domain, ir.DirDomain)
            self.note(f"picture turned by a {'facing' if facing else 'number'}")
        return call(drawer, matcher)

    def drawer_painted(self, call, drawer, matcher, layer):
        result = call(drawer, matcher, layer)
        if result:
            self.note("fog" if layer is None else "paint")
        if len({cell for cell, _ in result}) < len(result):
            self.note("paint over paint")
        if drawer.program.paints and self.fresh("no colour to paint"):
            lines = [paint for paint in drawer.program.paints if paint.layer == layer]
            if sum(len(matcher.matches(paint.query, Env(paint.slots))) for paint in lines) > len(result):
                self.note("no colour to paint")
        return result

    def drawer_hit(self, call, drawer, matcher, x, y):
        cell, handle = result = call(drawer, matcher, x, y)
        if drawing.quarters(drawer.program, matcher.state):
            self.note("click on a turned picture")
        if cell is not None and any(cell == veiled for veiled, _ in drawer.painted(matcher, None)):
            self.note("click in fog")
        if cell is None:
            strips = drawing.strips(drawer.program)
            bar = any(s.start <= (y if b.edge in ("top", "bottom") else x) < s.stop for b, s in strips)
            self.note("click on a bar" if bar else "click beside the board")
            return result
        self.note("click on a thing" if handle != ir.NONE else "click on an empty cell")
        things = matcher.state.things
        if handle != ir.NONE and drawer.program.layers[drawer.program.kinds[things[handle].kind].layer].clickable:
            self.note("click by cell")
        drawn = drawer.draw_order(matcher)
        above = drawn[drawn.index(handle) + 1 :] if handle != ir.NONE else drawn
        if any(things[h].cell == cell for h in above):
            self.note("click through a picture")
        return result

    def drawer_sprites(self, call, drawer, matcher, handle, cell):
        result = call(drawer, matcher, handle, cell)
        if len(result) > 1:
            self.note("picture in every cell")
        if not result:
            self.note("no picture")
        elif self.fresh("tint", "tint out of its palette"):
            for tint in drawer.program.kinds[matcher.state.things[handle].kind].tints:
                value = matcher.value(tint.expr, Env(tint.slots, [handle]))
                inside = isinstance(value, int) and 0 <= value - tint.low < len(tint.palette)
                self.note("tint" if inside else "tint out of its palette")
        return result

    def drawer_bar(self, call, drawer, frame, bar, strip, state):
        self.note(f"{bar.shape} {bar.edge}")
        value = state.world[bar.attr]
        if bar.shape == "bar":
            if value == 0:
                self.note("bar empty")
            if value > ir.full(drawer.program, state.level, bar):
                self.note("bar more than full")
        return call(drawer, frame, bar, strip, state)

    def drawer_draw_order(self, call, drawer, matcher):
        result = call(drawer, matcher)
        if len(result) < len(matcher.state.things):
            self.note("hidden")
        level = drawer.program.levels[matcher.state.level]
        if max(level.width, level.height) * level.cell * 2 > 64 and level.width == level.height:
            self.note("fully covered board")
        return result

    def applies(self, call, picture, matcher, handle):
        result = call(picture, matcher, handle)
        if picture.when is not None:
            self.held("picture when", result)
        return result

    def codec_arranged(self, call, codec, tables):
        self.note("look-alikes")
        return call(codec, tables)

    def codec_numbers(self, call, codec, state, start):
        if any(save != ir.LEVEL_SAVE and state.saves[save] is not None for save in codec.linked):
            self.note("identities in the state")
        return call(codec, state, start)
