"""Clauses: one `let` line as a query that binds its parameters, and what a line tells about their types.

For facts, derived attributes, fields and what motion asks alike; `facts.py` says in which order they are made.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcg.dsl import core, syntax
from arcg.dsl.expressions import key_of
from arcg.dsl.model import Type
from arcg.dsl.names import Names
from arcg.dsl.queries import QueryChecker
from arcg.dsl.scope import Binding, Scope, Typed
from arcg.dsl.walk import nodes
from arcg.dsl.wording import type_words, written

Params = Sequence[Type | None]


def head_of(decl: syntax.LetDecl) -> tuple[str, tuple[syntax.Expr, ...], bool]:
    """Name, parameters and form (written between two things?) of a `let` line."""
    head = decl.head
    if isinstance(head, syntax.Related):
        return head.relation, (head.left, *head.args, head.right), True
    return head.name, head.args, False


# ---------------------------------------------------------------- parameter types


def infer_params(names: Names, name: str, decls: Sequence[syntax.LetDecl]) -> tuple[list[Type | None], list[Params]]:
    """The types of the parameters that all lines of one name share, and as each line is to be checked with them.

    A line that does not fit the others is reported, and then checked with types of its own.
    """
    found = [_infer_clause(names, decl) for decl in decls]
    types = list(found[0])
    for decl, own in zip(decls[1:], found[1:], strict=True):
        for place, (known, new) in enumerate(zip(types, own, strict=True)):
            types[place] = joined = join_types(known, new)
            if joined is None and known is not None and new is not None:
                types[place] = known
                want, got = type_words(names.game, known), type_words(names.game, new)
                notes = [("first here", head_of(decls[0])[1][place].span)]
                node = head_of(decl)[1][place]
                names.report("E326", node.span, notes=notes, name=name, want=want, got=got)
    each: list[Params] = [
        [
            type_ if new is None or join_types(type_, new) is not None else new
            for type_, new in zip(types, own, strict=True)
        ]
        for own in found
    ]
    return types, each


def join_types(known: Type | None, new: Type | None) -> Type | None:
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
        self.checker.query(self.decl.when or (), head)
        for place, node in enumerate(head):
            key = key_of(node) if isinstance(node, syntax.ThingTerm) else ""
            if key and key not in self.scope.visible and self.scope.reserved.get(key) == slots[place]:
                self.names.report("E325", node.span, name=key)
                self.scope.poison(key)
        if self.sound:  # else another mistake is why nothing is known of them
            for term in self.untold:
                self._report_untold(term)
        for place, node in self.calculated.items() if self.sound else ():
            param = self.params[place]
            with self.scope.without_binding():
                typed = self.checker.expression(node, param)
                expr = self.checker.fit(typed, param, node, "this parameter") if param is not None else typed.expr
            self.scope.enlist(slots[place], param)
            self.scope.block.atoms.append(core.Assign(slots[place], expr))

    def _report_untold(self, term: syntax.ThingTerm) -> None:
        """Say what a parameter may be, and the conditions that would tell."""
        key = key_of(term)
        paths = [node for node in nodes(self.decl.when) if isinstance(node, syntax.Path)]
        placed = any(isinstance(p.base, syntax.ThingTerm) and key_of(p.base) == key and p.name in "xy" for p in paths)
        sorts = "both a cell and a thing have `x` and `y`" if placed else "a direction, a cell, a number or a thing"
        told = f"if it is a thing, write its kind: `Kind {key}`; if a cell, add what stands there: `Kind at {key}`"
        told += f", or `{key} = cell({key}.x, {key}.y)` for any cell" if placed else (
            f"; if a direction, a condition such as `Kind at ahead(Kind $b, {key})`; if a number, `{key} = ..`"
        )  # fmt: skip
        self.names.report("E334", term.span, name=key, sorts=sorts, hint=told)
