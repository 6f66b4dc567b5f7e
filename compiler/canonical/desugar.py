"""One spelling for what can be said in several ways: comparisons, constants, relations, braces.

Some rewrites hold for things that cover exactly one cell of the board and are applied to these only: `on` is
`overlaps`, and the cells of a thing are its cell.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arcg.compiler import ir
from arcg.compiler.canonical.bodies import are_points
from arcg.compiler.canonical.kinds import Scope, header, scope_of
from arcg.compiler.canonical.rewrite import rewritten, rewritten_rules

_TURN = {"back": ir.BACK, "cw": ir.CLOCKWISE, "ccw": ir.COUNTER_CLOCKWISE}


def with_one_spelling(program: ir.Program) -> ir.Program:
    """Expressions, atoms and queries in their one spelling, wherever they stand."""
    program = _with_one_sort_of_overlap(program)
    return rewritten_rules(program, _spelled)


def _spelled(node: Any) -> Any:
    match node:
        case ir.Apply():
            return _function(node)
        case ir.Compare():
            return _comparison(node)
        case ir.Every(over, claim):
            return ir.No(_query(ir.Query((*over.atoms, ir.No(claim)), over.things, over.values)))
        case ir.Query():
            return _query(node)
        case ir.Move(thing, direction, ir.Const(value=by)) if by < 0:
            return ir.Move(thing, _function(ir.Apply("back", (direction,))), ir.Const("int", -by))
        case ir.Bind(slot, kinds):
            return ir.Bind(slot, _sorted(kinds))
        case ir.IsKind(thing, kinds):
            return ir.IsKind(thing, _sorted(kinds))
        case ir.Take(slot, kinds) if kinds is not None:
            return ir.Take(slot, _sorted(kinds))
        case ir.ThingDomain(kinds):
            return ir.ThingDomain(_sorted(kinds))
        case ir.Trigger() | ir.Did() | ir.Fact():
            return replace(node, args=_arguments(node.args))
    return node


def _sorted(kinds: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(set(kinds)))


def _arguments(args: tuple[ir.Arg, ...]) -> tuple[ir.Arg, ...]:
    """Without the arguments at the end that may be anything."""
    while args and isinstance(args[-1], ir.Wild):
        args = args[:-1]
    return args


# ---------------------------------------------------------------- expressions


def _function(node: ir.Apply) -> ir.Expr:
    """Constants worked out, differences as sums, turns of turns as one."""
    match node:
        case ir.Apply("add", (ir.Const(value=left), ir.Const(value=right))):
            return ir.Const("int", left + right)
        case ir.Apply("sub", (left, ir.Const(value=right))):
            return _function(ir.Apply("add", (left, ir.Const("int", -right))))
        case ir.Apply("neg", (ir.Const(value=value),)):
            return ir.Const("int", -value)
        case ir.Apply("add", (ir.Const() as left, right)):
            return _function(ir.Apply("add", (right, left)))
        case ir.Apply("add", (left, ir.Const(value=0))):
            return left
        case ir.Apply("add", (ir.Apply("add", (left, ir.Const(value=one))), ir.Const(value=two))):
            return _function(ir.Apply("add", (left, ir.Const("int", one + two))))
        case ir.Apply("back" | "cw" | "ccw" as turn, (ir.Const(value=value),)):
            return ir.Const("dir", _TURN[turn][value])
        case ir.Apply("back", (ir.Apply("back", (inner,)),)):
            return inner
        case ir.Apply("cw", (ir.Apply("ccw", (inner,)),)) | ir.Apply("ccw", (ir.Apply("cw", (inner,)),)):
            return inner
        case ir.Apply("cw", (ir.Apply("cw", (inner,)),)) | ir.Apply("ccw", (ir.Apply("ccw", (inner,)),)):
            return ir.Apply("back", (inner,))
    return node


def _comparison(node: ir.Compare) -> ir.Compare:
    """Only `=`, `!=` and `<`; a constant beside `<` stands on its right or is the next one (whole numbers)."""
    op, left, right = node.op, node.left, node.right
    if op == ">":
        op, left, right = "<", right, left
    elif op == ">=":
        op, left, right = "<=", right, left
    if op == "<=":
        if isinstance(right, ir.Const):
            right = ir.Const("int", right.value + 1)
        elif isinstance(left, ir.Const):
            left = ir.Const("int", left.value - 1)
        else:
            right = _function(ir.Apply("add", (right, ir.Const("int", 1))))
        op = "<"
    return ir.Compare(op, left, right)


# ---------------------------------------------------------------- queries


def _query(query: ir.Query) -> ir.Query:
    """Braces that bind nothing and have one alternative are opened; what is said twice is said once."""
    atoms: list[ir.Atom] = []
    for atom in query.atoms:
        opened = atom.alternatives[0].atoms if _plain(atom) and isinstance(atom, ir.Exists) else (atom,)
        atoms += [new for new in opened if new not in atoms]
    return replace(query, atoms=tuple(_alternatives(atom) for atom in atoms))


def _plain(atom: ir.Atom) -> bool:
    """Whether these are braces around tests only, with one alternative."""
    if not isinstance(atom, ir.Exists) or len(atom.alternatives) != 1:
        return False
    (only,) = atom.alternatives
    return not only.things and not only.values


def _alternatives(atom: ir.Atom) -> ir.Atom:
    """Braces inside braces are opened, and each alternative is said once."""
    if not isinstance(atom, ir.Exists):
        return atom
    found: list[ir.Query] = []
    for query in atom.alternatives:
        match query.atoms:
            case (ir.Exists(alternatives),):
                found += [inner for inner in alternatives if inner not in found]
            case _:
                found += [query] if query not in found else []
    return ir.Exists(tuple(found))


# ---------------------------------------------------------------- relations


def _with_one_sort_of_overlap(program: ir.Program) -> ir.Program:
    """`on`, `overlaps` and `at` another thing's cell are one relation of things that cover one cell each."""

    def told(*parts: Any) -> Any:
        scope = scope_of(program, *parts)
        return rewritten(parts[0], lambda node: _overlap(scope, node))

    facts = tuple(replace(fact, clauses=tuple(told(c) for c in fact.clauses)) for fact in program.facts)
    distances = tuple(replace(field, to=told(field.to), through=told(field.through)) for field in program.distances)
    motion: dict[str, Any] = {
        name: tuple(told(c) for c in getattr(program, name)) for name in ("stops", "pushes", "carries", "stuck")
    }
    goals: dict[str, Any] = {
        name: tuple(told(c) for c in getattr(program, name)) for name in ("forbids", "wins", "loses")
    }
    phases = []
    for phase in program.phases:
        rules = tuple(told(rule, *header(phase)) for rule in phase.rules)
        phases.append(replace(told(replace(phase, rules=())), rules=rules))
    return replace(program, facts=facts, distances=distances, phases=tuple(phases), **motion, **goals)


def _overlap(scope: Scope, node: Any) -> Any:
    match node:
        case ir.CellsOf(slot, thing) if are_points(scope.program, scope.of(thing)):
            return ir.Assign(slot, ir.Apply("cell_of", (thing,)))
        case ir.Relate("on", left, right) if are_points(scope.program, scope.of(left)):
            return ir.Relate("overlaps", left, right)
        case ir.Relate("at", left, ir.Apply("cell_of", (right,))) if are_points(scope.program, scope.of(right)):
            # Things of kinds in common are left alone: a thing is at its own cell, but does not overlap itself.
            return node if scope.of(left) & scope.of(right) else ir.Relate("overlaps", left, right)
    return node
