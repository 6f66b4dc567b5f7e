"""From a `Program` to the image `P` that the kernels run: tables, code, and how memory is cut.

The tables and the code do not depend on how large the arrays are: those addresses `sizes.cut` fills in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from arcg.compiler import ir
from arcg.compiler.fold import fold
from arcg.compiler.plan import Planner
from arcg.compiler.remembering import Remembered
from arcg.runtime.engine import SIZE as FRAME
from arcg.runtime.kernel import layout as at
from arcg.runtime.kernel import opcodes as op
from arcg.runtime.kernel.bodies_code import BodyCoder
from arcg.runtime.kernel.code import NOWHERE, Coder
from arcg.runtime.kernel.code_words import Scope
from arcg.runtime.kernel.effects_code import EffectCoder
from arcg.runtime.kernel.links import linked_saves
from arcg.runtime.kernel.paint import Painter
from arcg.runtime.kernel.sizes import steps

Plan = Callable[[ir.Query, frozenset[int]], ir.Query]

SOURCES = {"input": 0, "motion": 1, "rule": 2}
MODES = {"all": op.MODE_ALL, "once": op.MODE_ONCE, "turn": op.MODE_TURN, "random": op.MODE_RANDOM}
EDGES = {"top": 0, "bottom": 1, "left": 2, "right": 3}


def assemble(program: ir.Program) -> list[int]:
    """The words of the image, all but the addresses that `sizes.cut` fills in."""
    linked = linked_saves(program)
    folded = fold(program)
    plan = _remembered(Planner(folded).query)
    data: dict[tuple[int, ...], int] = {}
    _Assembler(folded, linked, plan, data).run()
    place = at.HEAD_ROOM
    for words in data:
        data[words] = place
        place += len(words)
    return _Assembler(folded, linked, plan, data).run()


def _depends(program: ir.Program) -> Hashable:
    """What the image takes from the levels: how large they are and look, when bars are full, how much there is.

    Of what there is only the plans of queries know, and a rough number is enough for them.
    """
    told = []
    for number, level in enumerate(program.levels):
        kinds = Counter(thing.kind for thing in level.things)
        full = tuple(ir.full(program, number, bar) for bar in program.bars)
        rough = tuple(sorted((kind, count.bit_length()) for kind, count in kinds.items()))
        told.append((level.width, level.height, level.cell, level.view, full, rough))
    return tuple(told)


assembled: Remembered[list[int]] = Remembered(assemble, _depends)
"""The words of `assemble`, which are not to be changed; worked out once for levels that it cannot tell apart."""


def _remembered(plan: Plan) -> Plan:
    """A plan that knows what it has planned: the second round asks for all that the first one asked for.

    Queries are told apart by what they are in memory, which is quicker than by what they say; so they are kept there.
    """
    known: dict[tuple[int, frozenset[int]], tuple[ir.Query, ir.Query]] = {}

    def remembered(query: ir.Query, bound: frozenset[int]) -> ir.Query:
        key = id(query), bound
        if key not in known:
            known[key] = query, plan(query, bound)
        return known[key][1]

    return remembered


class _Assembler:
    """One round of assembling: first the constant data, then the tables, then the code."""

    def __init__(
        self, program: ir.Program, linked: tuple[int, ...], plan: Plan, data: dict[tuple[int, ...], int]
    ) -> None:
        self.program = program
        self.linked = linked
        self.words: list[int] = [0] * at.HEAD_ROOM
        for words in data:
            self.words.extend(words)
        self.code = Coder(program, self.words, plan, data)
        self.effects = EffectCoder(self.code)

    def run(self) -> list[int]:
        """All words."""
        self._tables()
        self._events()
        self._motion()
        self._phases()
        self._endings()
        self._pictures()
        self.words[at.ENTRIES] = len(self.code.entries)
        self._table(at.ENTRY_AT, self.code.entries)
        self.words[at.SIZE] = len(self.words)
        return self.words

    def _table(self, head: int, words: Sequence[int]) -> None:
        self.words[head] = self.code.emit(*words)

    # ------------------------------------------------------------ what there is

    def _tables(self) -> None:
        program, words = self.program, self.words
        attrs = max(len(kind.attrs) for kind in program.kinds)
        counts = {
            at.KINDS: len(program.kinds), at.WORLD: len(program.world), at.ATTRS: attrs,
            at.RECORD: at.RECORD_HEAD + attrs, at.FIELDS: len(program.fields), at.LEVELS: len(program.levels),
            at.SAVES: len(program.saves), at.CELLS: max(level.width * level.height for level in program.levels),
            at.PHASES: len(program.phases), at.RULES: sum(len(phase.rules) for phase in program.phases),
            at.FORBIDS: len(program.forbids), at.WINS: len(program.wins), at.LOSES: len(program.loses),
            at.LOSE_FIRST: int(program.lose_first), at.GROUND: program.ground, at.BARS: len(program.bars),
            at.CAN_UNDO: int(7 in program.actions), at.USES_START: int(_goes_back(program)),
            at.LOOPS: len(self.code.facts.loops), at.DISTANCES: len(program.distances),
            at.BODIES: int(self.code.bodies),
            at.CHANCE: int(ir.uses_chance(program)), at.CHANCE_AT_START: int(_draws_at_start(program)),
            at.DISTANCE_ARGS: max((len(field.sorts) for field in program.distances), default=0),
        }  # fmt: skip
        for head, value in counts.items():
            words[head] = value
        references = [attr for kind in program.kinds for attr in kind.attrs if _holds_thing(attr.domain)]
        references_of_world = [attr for attr in program.world if _holds_thing(attr.domain)]
        words[at.HAS_REFERENCES] = int(bool(references or references_of_world))
        linked = self.linked
        words[at.LINKED_COUNT] = len(linked)
        words[at.LEVEL_LINKED] = int(ir.LEVEL_SAVE in linked)
        self._table(at.LINKED_AT, linked)
        self._table(at.KIND_AT, [word for kind in range(len(program.kinds)) for word in self._kind(kind)])
        none = (0,) * at.ATTR_WORDS
        table: list[int] = []
        for kind in program.kinds:
            for place in range(attrs):
                table += self._attribute(kind.attrs[place], False) if place < len(kind.attrs) else none
        self._table(at.ATTR_AT, table)
        world = [self._attribute(attr, number in program.undo.world) for number, attr in enumerate(program.world)]
        self._table(at.WORLD_AT, [word for attr in world for word in attr])
        places = [[-1] * len(program.fields) for _ in program.kinds]
        for row, kind in zip(places, program.kinds, strict=True):
            for place, attr in enumerate(kind.attrs):
                row[attr.field] = place
        self._table(at.FIELD_AT, [place for row in places for place in row])
        self._table(at.TIES_AT, [*(program.ties.index(direction) for direction in range(4)), *program.ties])
        levels: list[int] = []
        for number, level in enumerate(program.levels):
            full = self.code.emit(*(ir.full(program, number, bar) for bar in program.bars))
            levels += [level.width, level.height, level.cell, full]
        self._table(at.LEVEL_AT, levels)
        self._table(at.UNDO_KEEP, self.effects.keep(program.undo))
        self._table(at.OFFERED_AT, [int(action in program.actions) for action in range(len(ir.ACTION_NAMES))])
        self._table(at.BAR_AT, self._bars())

    def _kind(self, number: int) -> Sequence[int]:
        kind = self.program.kinds[number]
        layer = self.program.layers[kind.layer]
        refers = any(_holds_thing(attr.domain) for attr in kind.attrs)
        kept = number in self.program.undo.kinds
        return (
            kind.layer, int(layer.free), int(layer.clickable), len(kind.attrs), int(refers), int(kept), int(layer.open),
            0 if kind.body is None else BodyCoder(kind, self.code.emit).body(kind.body),
            next((place for place, attr in enumerate(kind.attrs, start=1) if attr.field == kind.numbered), 0),
        )  # fmt: skip

    def _attribute(self, attr: ir.AttrInfo | ir.WorldAttr, kept: bool) -> Sequence[int]:
        match attr.domain:
            case ir.IntDomain(low, high):
                return (at.INT_DOMAIN, low, high, attr.default, 0, int(kept))
            case ir.EnumDomain(names):
                return (at.ENUM_DOMAIN, 0, len(names) - 1, attr.default, 0, int(kept))
            case ir.DirDomain():
                return (at.DIR_DOMAIN, 0, 3, attr.default, 0, int(kept))
            case ir.ThingDomain(kinds):
                return (at.THING_DOMAIN, 0, 0, attr.default, self.code.kindset(kinds), int(kept))

    def _bars(self) -> list[int]:
        """One pixel for a bar, two for pips, stacked inwards on each edge."""
        used = dict.fromkeys(EDGES, 0)
        table: list[int] = []
        for bar in self.program.bars:
            thick = 2 if bar.shape == "pips" else 1
            near = used[bar.edge]
            used[bar.edge] += thick
            first = near if bar.edge in ("top", "left") else FRAME - near - thick
            table += [int(bar.shape == "pips"), bar.attr, EDGES[bar.edge], bar.colour, first, first + thick]
        return table

    def _events(self) -> None:
        table: list[int] = []
        for event in self.program.events:
            things = sum(1 << number for number, sort in enumerate(event.sorts) if sort == "thing")
            table += [SOURCES[event.source], len(event.sorts), things]
        self._table(at.EVENT_AT, table)
        self.words[at.EVENTS_COUNT] = len(self.program.events)
        self.words[at.EVENT_ROW] = at.EVENT_ARG + max(4, *(len(event.sorts) for event in self.program.events))

    # ------------------------------------------------------------ motion

    def _motion(self) -> None:
        for head, clauses in (
            (at.STOPS_AT, self.program.stops), (at.PUSHES_AT, self.program.pushes),
            (at.CARRIES_AT, self.program.carries), (at.STUCK_AT, self.program.stuck),
        ):  # fmt: skip
            if not clauses:
                self._table(head, [NOWHERE] * at.MOTION_WORDS)
                continue
            two = 0 if head == at.STUCK_AT else 1
            sure, maybe = self._known(clauses, two)
            test = self.code.facts.motion_test(clauses)
            listed = self.code.facts.motion_rows(clauses) if head == at.CARRIES_AT else NOWHERE
            self._table(head, [self.code.emit(*sure), self.code.emit(*maybe), test, listed])

    def _known(self, clauses: Sequence[ir.Clause], two: int) -> tuple[list[int], list[int]]:
        """For kinds, or pairs of kinds: whether the fact holds whatever else is so, and whether it may hold."""
        count = len(self.program.kinds)
        size = count * count if two else count
        sure, maybe = [0] * size, [0] * size
        for clause in clauses:
            atoms = clause.query.atoms
            things = clause.params[: 1 + two]
            kinds = [_kinds_of(clause.query, slot, count) for slot in things]
            plain = all(
                (isinstance(atom, ir.Bind) and atom.slot in things) or (isinstance(atom, ir.Range) and not two)
                for atom in atoms
            )
            for one in kinds[0]:
                for place in [one * count + other for other in kinds[1]] if two else [one]:
                    maybe[place] = 1
                    sure[place] |= int(plain)
        return sure, maybe

    # ------------------------------------------------------------ phases and rules

    def _phases(self) -> None:
        phases: list[int] = []
        rules: list[int] = []
        for phase in self.program.phases:
            first = len(rules) // op.RULE_WORDS
            known = frozenset(arg.slot for head in phase.heads for arg in head.args if isinstance(arg, ir.Take))
            phases += self._phase(phase, first, known)
            if phase.each is not None:
                known |= {phase.each.slot}
            for rule in phase.rules:
                rules += self._rule(phase, rule, known)
        self._table(at.PHASE_AT, phases)
        self._table(at.RULE_AT, rules)

    def _phase(self, phase: ir.Phase, first_rule: int, known: frozenset[int]) -> list[int]:
        code = self.code
        when = NOWHERE
        if phase.when is not None:
            scope = Scope(phase.slots, known)
            when = code.finish(code.query(phase.when, scope), scope)
        heads = [word for head in phase.heads for word in self._head(phase, head)]
        things = [slot for slot, variable in enumerate(phase.slots) if variable.sort == "thing"]
        each = [NOWHERE] * 6
        if phase.each is not None:
            each = self._each(phase, phase.each, known)
        return [
            len(phase.rules), first_rule, when, int(phase.repeat), int(phase.first), phase.show, int(phase.on_start),
            len(phase.heads), code.emit(*heads), len(phase.slots), code.constant([len(things), *things]), *each,
            int(phase.plan),
        ]  # fmt: skip

    def _head(self, phase: ir.Phase, head: ir.Trigger) -> list[int]:
        scope = Scope(phase.slots)
        occurrence = scope.fresh()
        at_code = self.code.emit(1 + len(phase.slots)) + 1
        self.code.arguments(head.event, head.args, occurrence, scope)
        self._row(scope, self._zero(scope))
        slots = [arg.slot for arg in head.args if isinstance(arg, ir.Take)]
        things = tuple(dict.fromkeys(slot for slot in slots if phase.slots[slot].sort == "thing"))
        values = tuple(dict.fromkeys(slot for slot in slots if slot not in things))
        order = self.code.order(ir.Query((), things, values), scope, 1 + len(phase.slots), 1)
        self.code.finish(at_code, scope)
        loads = int(self.program.events[head.event].source == "rule")
        return [head.event, at_code, 1 + len(phase.slots), order, occurrence, loads]

    def _each(self, phase: ir.Phase, each: ir.Each, known: frozenset[int]) -> list[int]:
        scope = Scope(phase.slots, known)
        width = 1 + len(phase.slots)
        at_code = self.code.emit(width) + 1
        leading = self._zero(scope)
        self.code.atoms(each.query, scope)
        self._row(scope, leading)
        leads = NOWHERE if each.by is None else 0
        order = self.code.order(each.query, scope, width, 1, leads)
        self.code.finish(at_code, scope)
        by = NOWHERE
        if each.by is not None:
            scope = Scope(phase.slots, known | {each.slot})
            by = self.code.finish(self.code.evaluation(each.by, scope), scope)
        return [at_code, width, order, each.slot, by, int(_is_cell(each.by, phase.slots))]

    def _rule(self, phase: ir.Phase, rule: ir.Rule, known: frozenset[int]) -> list[int]:
        scope = Scope(rule.slots, known)
        width = 1 + len(rule.slots)
        occurrence = scope.fresh()
        code = self.code.emit(width) + 1
        if rule.trigger is None:
            self.code.emit(op.CONST, occurrence, 0)
        else:
            self.code.arguments(rule.trigger.event, rule.trigger.args, occurrence, scope)
        self.code.atoms(rule.query, scope)
        self._row(scope, occurrence)
        order = self.code.order(rule.query, scope, width, 1)
        self.code.finish(code, scope)
        bound = frozenset(scope.bound)
        again = NOWHERE
        if rule.mode == "turn":
            once_more = Scope(rule.slots, bound)
            again = self.code.finish(self.code.query(rule.query, once_more), once_more)
        effects = self.effects.applications(rule.effects, rule.slots, bound)
        at_effects = self.code.emit(*(word for effect in effects for word in effect))
        event = NOWHERE if rule.trigger is None else rule.trigger.event
        mode, loads = MODES[rule.mode], _loads(self.program, phase, rule)
        return [event, code, width, order, occurrence, int(loads), len(effects), at_effects, mode, again]

    def _row(self, scope: Scope, leading: int) -> None:
        self.code.row([leading, *range(len(scope.variables))], scope, leading)

    def _zero(self, scope: Scope) -> int:
        return self.code.number(0, scope)

    # ------------------------------------------------------------ endings and pictures

    def _endings(self) -> None:
        forbids: list[int] = []
        for forbid in self.program.forbids:
            scope = Scope(forbid.slots)
            code = self.code.finish(self.code.query(forbid.query, scope), scope)
            steps = forbid.effects
            if steps is None:
                keep = ir.Keep(tuple(bar.attr for bar in self.program.bars), ())
                steps = (ir.Show(1), ir.Restore(ir.TURN_SAVE, keep, False))
            effects = [self.effects.applications([step], forbid.slots, frozenset())[0] for step in steps]
            forbids += [code, len(effects), self.code.emit(*(word for effect in effects for word in effect))]
        self._table(at.FORBID_AT, forbids)
        self._table(at.WIN_AT, [self.code.goal(goal) for goal in self.program.wins])
        self._table(at.LOSE_AT, [self.code.goal(goal) for goal in self.program.loses])

    def _pictures(self) -> None:
        paints = self.program.paints
        self._table(at.STAIN_AT, [word for paint in paints for word in self._stain(paint)])
        self.words[at.STAINS] = len(paints)
        self.words[at.LAYERS] = len(self.program.layers)
        self.words[at.PAINTED] = int(any(paint.layer is not None for paint in paints))
        painter = Painter(self.program, self.code)
        self._table(at.PAINT_AT, painter.words(self.code.here))

    def _stain(self, paint: ir.Paint) -> Sequence[int]:
        """Paint or fog: rows of all variables, the cell, the colour."""
        scope = Scope(paint.slots)
        width = len(paint.slots) + 2
        code = self.code.emit(width) + 1
        self.code.atoms(paint.query, scope)
        ends = [self.code.value(paint.cell, scope), self.code.value(paint.colour, scope)]
        self.code.row([*range(len(paint.slots)), *ends], scope)
        order = self.code.order(paint.query, scope, width, 0)
        self.code.finish(code, scope)
        return at.FOG if paint.layer is None else paint.layer, code, order


def _holds_thing(domain: ir.Domain) -> bool:
    return isinstance(domain, ir.ThingDomain)


def _is_cell(expr: ir.Expr | None, slots: Sequence[ir.Variable]) -> bool:
    """Whether an expression gives a cell."""
    match expr:
        case ir.Slot(index):
            return slots[index].sort == "cell"
        case ir.Const(sort, _):
            return sort == "cell"
        case ir.Apply(function, _):
            return function in ("cell", "cell_of", "ahead")
        case ir.Aggregate("first", value, _):
            return _is_cell(value, slots)
        case ir.Either(options):
            return any(_is_cell(option, slots) for option in options)
        case _:
            return False


def _loads(program: ir.Program, phase: ir.Phase, rule: ir.Rule) -> bool:
    """Whether a rule runs while a level loads even in a phase that does not begin with `start`."""
    if rule.trigger is None:
        return bool(phase.heads)
    return rule.trigger.event == ir.START or program.events[rule.trigger.event].source == "rule"


def _draws_at_start(program: ir.Program) -> bool:
    """Whether a rule that takes one of its matches at random may run while a level loads."""
    rules = [(phase, rule) for phase in program.phases for rule in phase.rules if rule.mode == "random"]
    return any(phase.on_start or _loads(program, phase, rule) for phase, rule in rules)


def _goes_back(program: ir.Program) -> bool:
    return any(isinstance(step, ir.Restore) and step.save == ir.LEVEL_SAVE for step in steps(program))


def _kinds_of(query: ir.Query, slot: int, count: int) -> list[int]:
    """The kinds that a parameter can be of, as far as a query says so outright."""
    allowed = set(range(count))
    for atom in query.atoms:
        if isinstance(atom, ir.Bind) and atom.slot == slot:
            allowed &= set(atom.kinds)
    return sorted(allowed)
