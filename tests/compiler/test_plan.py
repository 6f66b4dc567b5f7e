"""The order of conditions: cheap first, and never another meaning."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from support.queries import CRATE, MARK, ROCK, SLOTS, WAY, Queries, matcher, program, values_of

from arcg.compiler import ir
from arcg.compiler.estimate import Effort, Estimate
from arcg.compiler.plan import MAX_ATOMS, Planner, plan, plan_query
from arcg.compiler.verify import verify
from arcg.runtime.reference.matching import Env, Matcher

SEEDS = 500

ONE, TWO = ir.Slot(0), ir.Slot(1)
A_CRATE, A_ROCK = ir.Bind(0, (CRATE,)), ir.Bind(1, (ROCK,))
WORTHY = ir.Compare("=", ir.Attr(ONE, 1), ir.Const("int", 3))
RICH = ir.Compare(">", ir.World(0), ir.Const("int", 3))
TOUCHES = ir.Relate("touches", ONE, TWO)
LONELY = ir.No(ir.Query((ir.Bind(1, (MARK,)), ir.Relate("near", TWO, ONE)), (1,)))


@pytest.fixture(scope="module")
def game() -> ir.Program:
    return program()


@pytest.fixture(scope="module")
def here(game: ir.Program) -> Matcher:
    return matcher(game)


class Scrambled(Estimate):
    """Estimates that mean nothing, so that every order that may come out does."""

    def __init__(self, program: ir.Program, random: Random) -> None:
        super().__init__(program)
        self.random = random

    def atom(self, atom: ir.Atom, bound: object, following: ir.Atom | None = None) -> Effort:
        return Effort(self.random.choice([1.0, 3.0, 30.0]), self.random.choice([0.1, 0.5, 1.0, 4.0]))


def planned(game: ir.Program, *atoms: ir.Atom, bound: tuple[int, ...] = ()) -> tuple[ir.Atom, ...]:
    return plan_query(game, ir.Query(atoms, (0, 1)), frozenset(bound)).atoms


# ---------------------------------------------------------------- what is cheap


def test_a_test_comes_as_soon_as_what_it_reads_is_bound(game: ir.Program) -> None:
    assert planned(game, A_CRATE, A_ROCK, WORTHY, RICH) == (RICH, A_CRATE, WORTHY, A_ROCK)


def test_a_thing_is_bound_right_before_what_ties_it(game: ir.Program) -> None:
    assert planned(game, A_CRATE, A_ROCK, LONELY, WORTHY, TOUCHES) == (A_CRATE, WORTHY, A_ROCK, TOUCHES, LONELY)


@pytest.mark.parametrize(
    "tie",
    [
        ir.Relate("at", TWO, ir.Apply("ahead", (ir.Apply("cell_of", (ONE,)), ir.World(1)))),
        ir.Relate("ahead", ONE, TWO, ir.World(1)),
        ir.Relate("on", ONE, TWO),
        ir.Compare("=", ir.Apply("cell_of", (TWO,)), ir.Apply("cell_of", (ONE,))),
        ir.Compare("=", ir.Attr(ONE, 3), TWO),
    ],
)
def test_what_ties_a_thing_may_be_any_relation_or_equality(game: ir.Program, tie: ir.Atom) -> None:
    bind = ir.Bind(1, (CRATE,))
    same_hue = ir.Compare("=", ir.Attr(TWO, 0), ir.Attr(ONE, 0))

    assert planned(game, A_CRATE, bind, same_hue, tie) == (A_CRATE, bind, tie, same_hue)


def test_of_two_things_the_rarer_comes_first(game: ir.Program) -> None:
    assert planned(game, ir.Bind(0, (MARK,)), A_ROCK, TOUCHES) == (A_ROCK, ir.Bind(0, (MARK,)), TOUCHES)


def test_what_is_known_decides(game: ir.Program) -> None:
    """With the rock known its `Bind` is a test, and the crate is looked for around it."""
    assert planned(game, A_CRATE, WORTHY, A_ROCK, TOUCHES, bound=(1,)) == (A_ROCK, A_CRATE, TOUCHES, WORTHY)


def test_a_fact_is_asked_when_its_arguments_are_known(game: ir.Program) -> None:
    likes = ir.Fact(1, (ir.Take(0, None), ir.Take(1, None)))

    assert planned(game, likes, A_CRATE, A_ROCK) == (A_ROCK, A_CRATE, likes)


def test_a_clause_begins_with_its_parameters(game: ir.Program) -> None:
    """Whoever asks a fact mostly knows what of."""
    query = ir.Query((ir.Bind(0, (MARK,)), ir.Bind(1, (ROCK,)), ir.Relate("near", TWO, ONE), LONELY), (0, 1))
    clause = ir.Clause(0, SLOTS, (0,), query)

    assert Planner(game).clause(clause).query.atoms[0] == ir.Bind(0, (MARK,))


def test_what_stands_inside_is_planned_too(game: ir.Program) -> None:
    inside = ir.Query((ir.Bind(1, (MARK,)), WORTHY, ir.Relate("near", TWO, ONE)), (1,))
    expected = dataclasses.replace(inside, atoms=(WORTHY, *ir.Query((ir.Bind(1, (MARK,)), inside.atoms[2])).atoms))

    assert planned(game, A_CRATE, ir.No(inside)) == (A_CRATE, ir.No(expected))


def test_a_long_query_stays(game: ir.Program) -> None:
    atoms = tuple(ir.Bind(slot, (MARK,)) for slot in range(MAX_ATOMS + 1))
    query = ir.Query((*atoms, RICH), tuple(range(MAX_ATOMS + 1)))

    assert plan_query(game, query, frozenset()) == query


# ---------------------------------------------------------------- what it means


def test_braces_do_not_come_to_see_what_was_bound_after_them(game: ir.Program) -> None:
    none = ir.No(ir.Query((ir.Bind(0, (ROCK,)), ir.Bind(1, (MARK,)), TOUCHES), (0, 1)))
    query = ir.Query((none, ir.Assign(0, ir.World(2)), ir.IsKind(ONE, (CRATE,)), WORTHY), (0,))

    assert plan_query(game, query, frozenset()) == query


def test_an_attribute_is_read_where_the_kind_is_known(game: ir.Program) -> None:
    """`way` is a direction for crates and a number for rocks, so it is not read before the fact has told them apart."""
    either, crate = ir.Bind(0, (CRATE, ROCK)), ir.Fact(0, (ir.Take(0, (CRATE,)),))
    turned = ir.Compare("=", ir.Apply("back", (ir.Attr(ONE, WAY),)), ir.Const("dir", ir.UP))
    atoms = plan_query(game, ir.Query((either, crate, turned), (0,)), frozenset()).atoms

    assert atoms.index(crate) < atoms.index(turned)


@pytest.mark.parametrize("batch", range(5))
def test_no_order_changes_the_matches(game: ir.Program, here: Matcher, batch: int) -> None:
    """Any query, any order that the planner could find good: the same matches in the same order, whatever is known."""
    changed = matched = 0
    for seed in range(batch * SEEDS // 5, (batch + 1) * SEEDS // 5):
        random = Random(seed)
        known = random.sample(range(len(SLOTS)), random.choice([0, 0, 0, 1, 2]))
        query = Queries(random).query(dict.fromkeys(known), 1)
        planner = Planner(game, Scrambled(game, random))
        new = planner.query(query, frozenset(known))
        env = Env(
            SLOTS, [random.choice(values_of(here, slot)) if slot in known else None for slot in range(len(SLOTS))]
        )
        matches = here.matches(query, env)
        assert [list(match) for match in matches] == [list(match) for match in here.matches(new, env)], seed
        changed, matched = changed + (new != query), matched + bool(matches)
        if known:
            continue
        verify(dataclasses.replace(game, wins=(ir.Condition(0, SLOTS, new),)))
        clause = ir.Clause(0, SLOTS, (*query.things, *query.values), query)
        given = [random.choice([None, random.choice(values_of(here, slot))]) for slot in clause.params]
        bound = frozenset(slot for slot, value in zip(clause.params, given, strict=True) if value is not None)
        for version in (planner.clause(clause), dataclasses.replace(clause, query=planner.query(query, bound))):
            assert set(here.clause(clause, given)) == set(here.clause(version, given)), seed
    assert changed > SEEDS // 20
    assert matched > SEEDS // 20


def test_the_pass_verifies_and_keeps_the_tables(game: ir.Program) -> None:
    new = plan(game)

    verify(new)
    assert (new.levels, new.kinds, new.world, new.events) == (game.levels, game.kinds, game.world, game.events)
    assert plan(program()) == new
