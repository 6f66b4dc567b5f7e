"""Folding: what is worked out is what the reference engine would have found."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from support.queries import CRATE, MARK, ROCK, SLOTS, Queries, matcher, program

from arcg.compiler import fold as folding
from arcg.compiler import ir
from arcg.compiler.fold import MAX_VALUE, NEVER, fold
from arcg.compiler.verify import verify
from arcg.runtime import engine
from arcg.runtime.reference.matching import Env, Matcher

ONE = ir.Slot(0)
SOME = ir.Bind(0, (CRATE, MARK))
TRUE = ir.Compare("<", ir.Const("int", 1), ir.Const("int", 2))
FALSE = ir.Compare("!=", ir.Const("dir", ir.UP), ir.Const("dir", ir.UP))
LEFT = ir.Const("dir", ir.LEFT)
LOST = ir.Apply("div", (ir.World(0), ir.Const("int", 0)))


@pytest.fixture(scope="module")
def game() -> ir.Program:
    return program()


@pytest.fixture(scope="module")
def here(game: ir.Program) -> Matcher:
    return matcher(game)


def number(value: int) -> ir.Const:
    return ir.Const("int", value)


def folded(game: ir.Program, query: ir.Query) -> ir.Query:
    changed = fold(dataclasses.replace(game, wins=(ir.Condition(0, SLOTS, query),)))
    verify(changed)
    return changed.wins[0].query


def expression(game: ir.Program, expr: ir.Expr) -> ir.Expr:
    """What becomes of an expression (in a query that nothing is known of)."""
    (atom,) = folded(game, ir.Query((ir.Assign(4, expr),), (), (4,))).atoms[-1:]
    assert isinstance(atom, ir.Assign)
    return atom.expr


def test_the_bound_is_that_of_the_engines() -> None:
    assert MAX_VALUE == engine.MAX_VALUE


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (ir.Apply("add", (number(2), ir.Apply("mul", (number(3), number(-4))))), number(-10)),
        (ir.Apply("div", (number(-7), number(2))), number(-4)),
        (ir.Apply("mod", (number(-7), number(2))), number(1)),
        (ir.Apply("add", (number(MAX_VALUE), number(0))), number(MAX_VALUE)),
        (ir.Apply("least", (ir.Apply("abs", (number(-3),)), number(5))), number(3)),
        (ir.Apply("dy", (ir.Apply("cw", (ir.Apply("back", (LEFT,)),)),)), number(1)),
        (ir.Apply("x", (ir.Apply("ahead", (ir.Apply("cell", (number(0), number(7))), LEFT)),)), number(-1)),
        (ir.Aggregate("count", None, ir.Query((SOME, FALSE), (0,))), number(0)),
    ],
)  # fmt: skip
def test_constants_are_worked_out(game: ir.Program, expr: ir.Expr, expected: ir.Expr) -> None:
    assert expression(game, expr) == expected


@pytest.mark.parametrize(
    "expr",
    [
        ir.Apply("add", (number(MAX_VALUE), number(1))),
        ir.Apply("div", (number(1), number(0))),
        ir.Apply("add", (ir.World(0), number(0))),
        LOST,
    ],
)
def test_what_is_undefined_or_unknown_stays(game: ir.Program, expr: ir.Expr) -> None:
    assert expression(game, expr) == expr


@pytest.mark.parametrize(
    ("atom", "holds"),
    [
        (TRUE, True),
        (FALSE, False),
        (ir.Compare("<", ir.World(0), number(6)), True),  # n: 0..5
        (ir.Compare(">=", ir.World(0), number(6)), False),
        (ir.Compare("=", ir.World(0), number(-1)), False),
        (ir.Compare("<", ir.World(0), number(5)), None),
        (ir.Compare("!=", LOST, number(1)), False),
        (ir.Compare(">", ir.Attr(ir.Const("thing", ir.NONE), 1), number(1)), False),
        (ir.IsKind(ir.Const("thing", ir.NONE), (CRATE,)), False),
        (ir.Relate("at", ONE, ir.Apply("cell", (number(0), LOST))), False),
        (ir.No(ir.Query((FALSE,))), True),
        (ir.No(ir.Query((TRUE,))), False),
        (ir.Exists((ir.Query((FALSE,)), ir.Query((TRUE,)))), True),
        (ir.Exists((ir.Query((FALSE,)),)), False),
        (ir.Every(ir.Query((ir.Bind(1, (ROCK,)), FALSE), (1,)), ir.Query((FALSE,))), True),
        (ir.Every(ir.Query((ir.Bind(1, (ROCK,)),), (1,)), ir.Query((TRUE,))), True),
        (ir.Did(ir.ARROW, (ir.Equal(ir.Attr(ir.Const("thing", ir.NONE), 2)),)), False),
    ],
)
def test_known_conditions(game: ir.Program, atom: ir.Atom, holds: bool | None) -> None:
    query = ir.Query((SOME, atom), (0,))
    expected = {True: (SOME,), False: (NEVER, SOME), None: (SOME, atom)}[holds]
    kept = (atom,) if holds is False and isinstance(atom, ir.Did) else ()

    assert folded(game, query).atoms[: len(expected)] == expected
    assert len(folded(game, query).atoms) <= len(expected) + len(kept)


def test_what_binds_stays_where_nothing_matches(game: ir.Program) -> None:
    query = ir.Query((SOME, ir.Assign(4, LOST), ir.IsKind(ONE, (ROCK,))), (0,), (4,))

    assert folded(game, query) == dataclasses.replace(query, atoms=(NEVER, ir.Bind(0, ()), ir.Assign(4, LOST)))


def test_a_bind_tries_only_what_passes(game: ir.Program) -> None:
    query = ir.Query((SOME, ir.IsKind(ONE, (CRATE, ROCK)), ir.Bind(0, (CRATE,))), (0,))

    assert folded(game, query).atoms == (ir.Bind(0, (CRATE,)),)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (ir.Recode(ir.Attr(ONE, 0), (0, 1, 2)), ir.Const("enum", 1)),
        (ir.Attr(ONE, 0), ir.Recode(ir.Const("enum", 2), (0, -1, 1))),
    ],
)
def test_places_of_one_enumeration_in_another(game: ir.Program, left: ir.Expr, right: ir.Expr) -> None:
    atoms = folded(game, ir.Query((SOME, ir.Compare("=", left, right)), (0,))).atoms

    assert atoms[1] == ir.Compare("=", ir.Attr(ONE, 0), ir.Const("enum", 1))


def test_folding_changes_no_match(game: ir.Program, here: Matcher) -> None:
    changed = 0
    for seed in range(200):
        query = Queries(Random(seed)).query({}, 1)
        new = folded(game, query)
        found = [list(match) for match in here.matches(query, Env(SLOTS))]
        assert found == [list(match) for match in here.matches(new, Env(SLOTS))], seed
        changed += new != query
    assert changed > 20


def test_functions_of_constants_are_those_of_the_engine(game: ir.Program, here: Matcher) -> None:
    """Every function of numbers, at the edges of what a number can be."""
    edges = (0, 1, -1, 2, 7, -7, MAX_VALUE, -MAX_VALUE)
    for function in ("add", "sub", "mul", "div", "mod", "neg", "abs", "least", "most"):
        for a in edges:
            for b in edges if function not in ("neg", "abs") else (0,):
                args = (number(a),) if function in ("neg", "abs") else (number(a), number(b))
                expr = ir.Apply(function, args)  # type: ignore[arg-type]
                value = here.value(expr, Env(SLOTS))
                assert folding._applied(expr) == (expr if value is None else ir.Const("int", value))  # type: ignore[arg-type]
