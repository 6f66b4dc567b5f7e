"""Facts: `let` lines become clauses, with the types of their parameters inferred from heads and bodies.

Takes all `let` lines of a file and fills `game.facts` and `game.motion`. Facts are read in the order in which they
depend on each other, so that the parameter types of a fact are known wherever it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arcg.dsl import core, syntax
from arcg.dsl.expressions import key_of
from arcg.dsl.functions import BUILTIN_EVENTS, FUNCTIONS, MOTION_FACTS, RELATIONS
from arcg.dsl.model import FactModel, Type
from arcg.dsl.names import Names
from arcg.dsl.queries import QueryChecker
from arcg.dsl.scope import Binding, Scope, Typed
from arcg.dsl.walk import mentioned, nodes
from arcg.dsl.wording import count_words, type_words, written

Params = Sequence[Type | None]


@dataclass(slots=True)
class Draft:
    """One fact as written: all its `let` lines, and the facts that they mention."""

    name: str
    infix: bool
    clauses: list[syntax.LetDecl]
    mentions: set[str] = field(default_factory=set)


def head_of(decl: syntax.LetDecl) -> tuple[str, tuple[syntax.Expr, ...], bool]:
    """Name, parameters and form (written between two things?) of a `let` line."""
    head = decl.head
    if isinstance(head, syntax.Related):
        return head.relation, (head.left, *head.args, head.right), True
    return head.name, head.args, False


class Facts:
    """The facts of a file, in the order in which they depend on each other.

    `infer` finds the types of their parameters and may be called again when more is known of events; `check` then
    fills the game.
    """

    def __init__(self, names: Names, decls: Sequence[syntax.LetDecl]) -> None:
        self.names = names
        self.drafts = _drafts(names, decls)
        self.own = {name: draft for name, draft in self.drafts.items() if name not in MOTION_FACTS}
        for draft in self.own.values():
            names.facts[draft.name] = [None] * len(head_of(draft.clauses[0])[1])
            names.fact_numbers[draft.name] = len(names.fact_numbers)
            if draft.infix:
                names.infix.add(draft.name)
        self.order = _by_dependence(names, self.own)

    @property
    def asks_events(self) -> bool:
        """Whether some fact asks what happened, so that its types depend on those of events."""
        return any(isinstance(n, syntax.Did) for draft in self.own.values() for d in draft.clauses for n in nodes(d))

    def infer(self) -> None:
        """Find the types of all parameters, reporting nothing."""
        quiet = self.names.quiet()
        for draft in self.order:
            self.names.facts[draft.name] = _infer(quiet, draft)[0]

    def check(self) -> None:
        """Fill the facts of the game, and what motion asks."""
        names, clauses = self.names, dict[str, list[core.Clause]]()
        for draft in self.order:
            names.facts[draft.name], each = _infer(names, draft)
            clauses[draft.name] = [
                clause(names, decl, params) for decl, params in zip(draft.clauses, each, strict=True)
            ]
            made = tuple(clauses[draft.name])
            names.efforts[names.fact_numbers[draft.name]] = names.bound(made, draft.clauses[0].span)
        for name, draft in self.own.items():
            params = [param or Type("int") for param in names.facts[name]]
            span = draft.clauses[0].head.span
            number = names.fact_numbers[name]
            names.game.facts[name] = FactModel(number, name, draft.infix, params, clauses.get(name, []), span)
        for name, draft in self.drafts.items():
            if name in MOTION_FACTS:
                sorts = MOTION_FACTS[name]
                types = [names.any_thing if sort == "thing" else Type(sort) for sort in sorts]
                made = tuple([clause(names, decl, types) for decl in draft.clauses])
                names.bound(made, draft.clauses[0].span)
                names.game.motion[name] += made


def _drafts(names: Names, decls: Sequence[syntax.LetDecl]) -> dict[str, Draft]:
    """The facts by name, without `let` lines whose head is mistaken."""
    drafts: dict[str, Draft] = {}
    for decl in decls:
        name, params, infix = head_of(decl)
        span = decl.head.span
        if name in MOTION_FACTS:
            infix_wanted = name != "stuck"
            if infix != infix_wanted or len(params) != len(MOTION_FACTS[name]):
                usage = f"let A {name} B" if infix_wanted else "let stuck(A, $d)"
                names.report("E359", span, name=name, usage=usage)
                continue
        elif (what := _taken(name, infix)) is not None:
            names.report("E131", span, name=name, first=what, second="a fact")
            continue
        draft = drafts.setdefault(name, Draft(name, infix, []))
        if draft.clauses:
            first = draft.clauses[0].head
            notes = [("first here", first.span)]
            wanted = len(head_of(draft.clauses[0])[1])
            if infix != draft.infix:
                names.report("E360", span, notes=notes, name=name, usage=written(first))
                continue
            if len(params) != wanted:
                want, got = count_words(wanted, "argument"), count_words(len(params), "argument")
                names.report("E361", span, notes=notes, name=name, want=want, got=got)
                continue
        draft.clauses.append(decl)
        draft.mentions |= mentioned(decl.when)
        draft.mentions |= mentioned(params)
    return {name: draft for name, draft in drafts.items() if draft.clauses}


def _taken(name: str, infix: bool) -> str | None:
    """What a fact's name means already in the language itself."""
    if name in RELATIONS and infix:
        return "a relation of the language"
    if name in FUNCTIONS:
        return "a function of the language"
    if name in BUILTIN_EVENTS:
        return "an event"
    if name in core.DIRECTIONS:
        return "a direction"
    return None


def _by_dependence(names: Names, drafts: dict[str, Draft]) -> list[Draft]:
    """The facts so that each comes after those that it uses; facts that use themselves are reported and left out."""
    order: list[Draft] = []
    done: set[str] = set()
    circular: set[str] = set()
    path: list[str] = []
    for start in drafts:
        stack = [(start, iter(sorted(drafts[start].mentions & drafts.keys())))]
        if start in done:
            continue
        path.append(start)
        while stack:
            name, rest = stack[-1]
            following = next((other for other in rest if other not in done), None)
            if following is None:
                stack.pop()
                path.pop()
                done.add(name)
                order.append(drafts[name])
            elif following in path:
                cycle = path[path.index(following) :]
                _report_cycle(names, drafts, cycle)
                done.add(following)
                circular.update(cycle)
            else:
                path.append(following)
                stack.append((following, iter(sorted(drafts[following].mentions & drafts.keys()))))
    return [draft for draft in order if draft.name not in circular]


def _report_cycle(names: Names, drafts: dict[str, Draft], cycle: list[str]) -> None:
    span = drafts[cycle[0]].clauses[0].head.span
    for decl in drafts[cycle[-1]].clauses:
        for node in nodes(decl.when):
            if (isinstance(node, syntax.Call) and node.name == cycle[0]) or (
                isinstance(node, syntax.Related) and node.relation == cycle[0]
            ):
                span = node.span
    way = " -> ".join(f"`{name}`" for name in [*cycle, cycle[0]])
    names.report("E324", span, name=cycle[0], way=way)


# ---------------------------------------------------------------- parameter types


def _infer(names: Names, draft: Draft) -> tuple[list[Type | None], list[Params]]:
    """The types of a fact's parameters from all its clauses, and as each clause is to be checked with them.

    A clause that does not fit the others is reported, and then checked with types of its own.
    """
    found = [_infer_clause(names, decl) for decl in draft.clauses]
    types = list(found[0])
    for decl, own in zip(draft.clauses[1:], found[1:], strict=True):
        for place, (known, new) in enumerate(zip(types, own, strict=True)):
            types[place] = joined = _join(known, new)
            if joined is None and known is not None and new is not None:
                types[place] = known
                want, got = type_words(names.game, known), type_words(names.game, new)
                notes = [("first here", head_of(draft.clauses[0])[1][place].span)]
                node = head_of(decl)[1][place]
                names.report("E326", node.span, notes=notes, name=draft.name, want=want, got=got)
    each: list[Params] = [
        [type_ if new is None or _join(type_, new) is not None else new for type_, new in zip(types, own, strict=True)]
        for own in found
    ]
    return types, each


def _join(known: Type | None, new: Type | None) -> Type | None:
    """The type that covers both; None if there is none or nothing is known."""
    if known is None or new is None:
        return known or new
    if known.sort != new.sort or known.domain != new.domain:
        return None
    return Type(known.sort, known.domain, tuple(sorted({*known.kinds, *new.kinds})))


def _infer_clause(names: Names, decl: syntax.LetDecl) -> list[Type | None]:
    """What one clause tells about its parameters, reporting nothing."""
    _, params, _ = head_of(decl)
    quiet = names.quiet()
    scope = Scope()
    checker = QueryChecker(quiet, scope)
    found: list[Type | None] = [None] * len(params)
    slots: dict[int, int] = {}
    for place, node in enumerate(params):
        if not isinstance(node, syntax.ThingTerm):
            continue
        key = key_of(node)
        if node.kind is not None:
            kinds = quiet.kinds(node.kind, node.span)
            found[place] = Type("thing", None, kinds) if kinds is not None else None
            if key not in scope.visible:
                scope.bind(key, found[place])
        elif key in scope.visible:
            slots[place] = scope.visible[key].slot
        else:
            slots[place] = scope.add(key, None)
            scope.visible[key] = Binding(slots[place], None)
            scope.learned[slots[place]] = None
    checker.query(decl.when or ())
    # a use may be understood only after a later one has told a type: `$n = $m, $m = Lock.code`
    if any(scope.learned[slot] is None for slot in scope.learned):
        checker.query(decl.when or ())
    for place, node in enumerate(params):
        if place in slots:
            found[place] = scope.learned.get(slots[place]) or scope.slots[slots[place]][1]
        elif not isinstance(node, syntax.ThingTerm):
            found[place] = checker.expression(node).type
    return found


# ---------------------------------------------------------------- clauses


def clause(names: Names, decl: syntax.LetDecl, params: Params) -> core.Clause:
    """One `let` line as a clause whose parameters have the given types."""
    _, head, _ = head_of(decl)
    builder = _ClauseBuilder(names, decl, params)
    slots = builder.head(head)
    builder.body(head, slots)
    return core.Clause(decl.span.line, builder.scope.variables(), tuple(slots), builder.scope.top.query())


class _ClauseBuilder:
    """Builds the query of one clause: kinds of the head, then its directions and cells, then tests, then the body."""

    def __init__(self, names: Names, decl: syntax.LetDecl, params: Params) -> None:
        self.names = names
        self.decl = decl
        self.params = params
        self.scope = Scope()
        self.checker = QueryChecker(names, self.scope)
        self.tested: list[tuple[syntax.ThingTerm, Typed]] = []
        self.calculated: dict[int, syntax.Expr] = {}
        self.asked: dict[str, int] = {}
        self.untold: list[syntax.ThingTerm] = []
        self.errors = len(names.reporter.errors)

    @property
    def sound(self) -> bool:
        """Whether nothing of this clause was reported yet."""
        return len(self.names.reporter.errors) == self.errors

    def head(self, head: tuple[syntax.Expr, ...]) -> list[int]:
        """Bind what the head binds; gives the slot of each parameter."""
        slots = [-1] * len(head)
        things = [place for place, node in enumerate(head) if self._is_thing(place, node)]
        for place in things:
            slots[place] = self._thing(place, head[place])
        for place, node in enumerate(head):
            if place not in things:
                slots[place] = self._value(place, node)
        self.checker.add_tests(self.tested)
        return slots

    def _is_thing(self, place: int, node: syntax.Expr) -> bool:
        param = self.params[place]
        return isinstance(node, syntax.ThingTerm) and (
            node.kind is not None or (param is not None and param.sort == "thing")
        )

    def _thing(self, place: int, node: syntax.Expr) -> int:
        assert isinstance(node, syntax.ThingTerm)
        scope, key, param = self.scope, key_of(node), self.params[place]
        kinds = self.names.kinds(node.kind, node.span) if node.kind is not None else param.kinds if param else ()
        if kinds is None:
            scope.poison(key)
            return -1
        type_ = Type("thing", None, kinds)
        if param is not None:
            self.checker.fit(Typed(core.Slot(-1), type_), param, node, "this parameter")
        if key in scope.visible:
            if self._in_body(key):
                other = f"{node.kind} $b" if node.kind is not None else "$b"
                self.names.report("E335", node.span, name=key, other=other)
            # two parameters of one kind are two things: `let Crate pushes Crate`
            slot = scope.add(key, type_)
            scope.enlist(slot, type_)
        else:
            slot = scope.bind(key, type_)
        scope.block.atoms.append(core.Bind(slot, kinds))
        if node.tests:
            self.tested.append((node, Typed(core.Slot(slot), type_)))
        return slot

    def _in_body(self, key: str) -> bool:
        return any(isinstance(n, syntax.ThingTerm) and key_of(n) == key for n in nodes(self.decl.when))

    def _value(self, place: int, node: syntax.Expr) -> int:
        scope, param = self.scope, self.params[place]
        if not isinstance(node, syntax.ThingTerm):
            self.calculated[place] = node
            return scope.add(written(node), param)
        key = key_of(node)
        if key in scope.visible or key in self.asked:
            self.calculated[place] = node
            return scope.add(key, param)
        if node.tests:
            got = type_words(self.names.game, param) if param is not None else "no thing"
            self.names.report("E350", node.span, text=key, name=node.tests[0].name, got=got)
        if param is None:
            self.untold.append(node)
            scope.poison(key)
            return -1
        if param.sort == "dir" or param.sort == "cell":
            slot = scope.bind(key, param)
            scope.block.atoms.append(core.Range(slot, param.sort))
            return slot
        slot = scope.add(key, param)
        scope.reserved[key] = slot
        self.asked[key] = slot
        return slot

    def body(self, head: tuple[syntax.Expr, ...], slots: list[int]) -> None:
        """Add the body, and the values of parameters that are calculated."""
        self.checker.query(self.decl.when or ())
        for place, node in enumerate(head):
            key = key_of(node) if isinstance(node, syntax.ThingTerm) else ""
            if key and key not in self.scope.visible and self.scope.reserved.get(key) == slots[place]:
                self.names.report("E325", node.span, name=key)
                self.scope.poison(key)
        if self.sound:  # else another mistake is why nothing is known of them
            for term in self.untold:
                self.names.report("E334", term.span, name=key_of(term))
        for place, node in self.calculated.items() if self.sound else ():
            param = self.params[place]
            with self.scope.without_binding():
                typed = self.checker.expression(node, param)
                expr = self.checker.fit(typed, param, node, "this parameter") if param is not None else typed.expr
            self.scope.enlist(slots[place], param)
            self.scope.block.atoms.append(core.Assign(slots[place], expr))


def warn_unused(names: Names, statements: Sequence[syntax.Statement]) -> None:
    """Warn of facts that nothing mentions outside their own lines."""
    used: set[str] = set()
    for statement in statements:
        if isinstance(statement, syntax.LetDecl):
            used |= mentioned(statement.when)
        elif not isinstance(statement, syntax.LevelDecl | syntax.LegendDecl):
            used |= mentioned(statement)
    for fact in names.game.facts.values():
        if fact.name not in used:
            hint = names.near(fact.name, MOTION_FACTS) or "remove it, or use it in a rule"
            names.report("W301", fact.span, name=fact.name, hint=hint)
