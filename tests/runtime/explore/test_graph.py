"""Graphs of small levels: shortest solutions, proofs that there is none, budgets, chances worked out by hand."""

from __future__ import annotations

import itertools

import pytest

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import Status
from arcg.runtime.explore.budget import budget_of
from arcg.runtime.explore.graph import Graph, Limits, explore
from arcg.runtime.explore.luck import chance_to_win, confidence
from arcg.runtime.reference import ReferenceEngine

WALK = """\
game walk
board {width}x{height} ground black
actions arrows
layer floor
layer mud
layer solid
kind Goal on floor
kind Mud on mud
kind Wall on solid
kind Player on solid
kind Crate on solid
Player walks
Crate is pushed by Player
world has energy: 0..40 = {energy}, depth: -1..2 = 1
{rules}
win when {win}
legend
    # = Wall
    P = Player
    o = Goal
    c = Crate
    m = Mud
level only
    map
{rows}
"""


def walk(*rows: str, energy: int = 20, rules: str = "", win: str = "every Goal has Player on Goal") -> ir.Program:
    text = WALK.format(
        width=len(rows[0]), height=len(rows), energy=energy, rules=rules, win=win,
        rows="\n".join(" " * 8 + row for row in rows),
    )  # fmt: skip
    game, diagnostics = check_text(text, "walk.arcg")
    assert game is not None, [str(d) for d in diagnostics]
    return lower(game)


PER_STEP = "Player pays 1 energy per step\nlose when energy = 0"
PER_ACTION = "Player pays 1 energy per action\nlose when energy = 0"
PUSHING = "every Goal has Crate on Goal"


def length(graph: Graph) -> int | None:
    return None if graph.solution is None else len(graph.solution.moves)


def plays_to(program: ir.Program, graph: Graph) -> Status:
    """Where the reference engine stands after the solution of a graph."""
    engine = ReferenceEngine(program)
    assert graph.solution is not None
    for move in graph.solution.moves:
        assert engine.status == Status.PLAYING
        engine.step(*move)
    return engine.status


# ---------------------------------------------------------------- solutions


@pytest.mark.parametrize(
    "rows, win, actions",
    [
        (["P..o"], "every Goal has Player on Goal", 3),
        (["P#.o", "....", "...."], "every Goal has Player on Goal", 5),
        (["Pc.o"], PUSHING, 2),
        (["P....", ".c...", "....o"], PUSHING, 7),
    ],
)
def test_the_shortest_solution_is_found_and_wins(rows: list[str], win: str, actions: int) -> None:
    program = walk(*rows, win=win)
    graph = explore(program)
    assert graph.complete
    assert graph.solution is not None and graph.solution.proved
    assert length(graph) == actions
    assert plays_to(program, graph) == Status.WON


def test_one_wall_makes_a_level_unsolvable_and_that_is_proved() -> None:
    assert explore(walk("P.c.o", ".....", win=PUSHING)).solvable is True
    graph = explore(walk("P.c#o", ".....", win=PUSHING))
    assert graph.complete and graph.solvable is False
    assert graph.dead.all()


def test_what_was_not_explored_is_not_known() -> None:
    graph = explore(walk("P.c#o", ".....", win=PUSHING), limits=Limits(states=4))
    assert not graph.complete and graph.solvable is None
    assert "more than 4 positions" in graph.why


def test_dead_ends_are_positions_from_which_no_way_wins() -> None:
    graph = explore(walk("....", "Pc.o", "....", win=PUSHING))
    assert graph.solvable
    corner = [state for state in range(len(graph)) if graph.dead[state]]
    assert corner and not graph.dead[0]
    alive = {int(source) for source, to in zip(graph.source, graph.to, strict=True) if to == -1}
    assert not alive & set(corner)


# ---------------------------------------------------------------- budgets


def test_a_budget_is_left_out_of_positions() -> None:
    many, few = explore(walk("P....o", energy=40, rules=PER_STEP)), explore(walk("P....o", energy=9, rules=PER_STEP))
    assert len(many) == len(few) == 5
    assert (many.budget, few.budget) == (40, 9)


@pytest.mark.parametrize("energy, lose_first, wins", [(5, "", True), (4, "", False), (5, "lose first", False)])
def test_the_last_of_a_budget_may_win(energy: int, lose_first: str, wins: bool) -> None:
    program = walk("P....o", energy=energy, rules=f"{PER_STEP}\n{lose_first}")
    graph = explore(program)
    assert graph.solvable is wins
    if wins:
        assert plays_to(program, graph) == Status.WON


def test_a_longer_way_that_takes_less() -> None:
    """Mud costs three: the short way through it takes more than there is, the way round does not."""
    rules = "phase wade\n    on enter(Player, Mud) -> energy - 3 at least 0\nlose when energy = 0"
    rows = ["...", "Pmo", "#.."]
    program = walk(*rows, energy=3, rules=rules)
    graph = explore(program)
    assert budget_of(program) is not None
    assert length(graph) == 4
    assert plays_to(program, graph) == Status.WON
    rich = walk(*rows, energy=4, rules=rules)
    assert length(explore(rich)) == 2


@pytest.mark.parametrize(
    "rules",
    [
        "lose when energy = 0\nPlayer refills energy to 9 by Crate",
        "lose when energy = 0\nphase spare when energy > 3\n    on arrow -> energy - 1",
        "lose when energy = 0\nlet Wall stops Crate when energy = 2",
        "lose when energy = 0\nphase back\n    on blocked(Player) -> restore turn",
        "lose when energy = 3",
        "lose when energy = 0\nphase rest\n    on blocked(Player) -> energy + 1",
        "lose when energy = 0\nphase rest\n    on blocked(Player) -> energy - depth",
    ],
)
def test_what_depends_on_a_counter_makes_it_no_budget(rules: str) -> None:
    assert budget_of(walk("P..o", rules=rules)) is None


def test_a_counter_that_is_given_back_stays_in_the_positions() -> None:
    rules = f"{PER_STEP}\nphase rest\n    on blocked(Player) -> energy + 1"
    graph = explore(walk("P..o", energy=3, rules=rules))
    assert graph.budget is None
    assert len(graph) > 4


# ---------------------------------------------------------------- luck


def by_all_sequences(program: ir.Program, actions: int) -> float:
    """The chance to win within so many actions: every sequence is played."""
    won = 0
    for sequence in itertools.product(program.actions, repeat=actions):
        engine = ReferenceEngine(program)
        for action in sequence:
            engine.step(action)
        won += engine.status == Status.WON
    return won / len(program.actions) ** actions


@pytest.mark.parametrize("energy", [2, 4, 5])
@pytest.mark.parametrize("rows", [["P.o"], [".P.", "..o"], ["P.", "o#"]])
def test_chances_are_those_of_all_sequences(rows: list[str], energy: int) -> None:
    free = walk(*rows)
    expected = by_all_sequences(free, energy)
    assert chance_to_win(explore(free), energy) == pytest.approx((expected, expected))
    paid = chance_to_win(explore(walk(*rows, energy=energy, rules=PER_ACTION)), 1)
    assert paid == pytest.approx((expected, expected))
    assert by_all_sequences(walk(*rows, energy=energy, rules=PER_ACTION), energy) == expected


@pytest.mark.parametrize("energy", [2, 4, 7])
@pytest.mark.parametrize("rows", [["Po"], ["P.o"], [".P.", "..o"]])
def test_the_last_action_may_cost_more_than_is_left(rows: list[str], energy: int) -> None:
    paid = walk(*rows, energy=energy, rules=PER_ACTION.replace("1", "3"))
    expected = by_all_sequences(paid, -(-energy // 3))
    assert chance_to_win(explore(paid), 1) == pytest.approx((expected, expected))


@pytest.mark.parametrize("rows, energy, chance", [("Po", 1, 1.0), (".Po", 2, 0.5), (".Po", 3, 0.75), ("P.o", 1, 0.0)])
def test_where_refused_steps_are_free(rows: str, energy: int, chance: float) -> None:
    """Worked out by hand: of the moves that do anything, each has the same share."""
    assert chance_to_win(explore(walk(rows, energy=energy, rules=PER_STEP)), 1) == pytest.approx((chance, chance))


def test_what_is_not_known_lies_between_the_bounds() -> None:
    program = walk(*["......", "P.....", ".....o", "......"], energy=12, rules=PER_ACTION)
    exact = chance_to_win(explore(program), 1)
    assert exact.exact
    wide = chance_to_win(explore(program, limits=Limits(states=8)), 1)
    assert wide.low < exact.low <= exact.high < wide.high


def test_confidence_limits() -> None:
    low, high = confidence(0, 100_000)
    assert low == 0.0 and high == pytest.approx(1 - 0.01 ** (1 / 100_000))
    low, high = confidence(5, 10, 0.975)
    assert (low, high) == pytest.approx((0.18709, 0.81291), abs=1e-4)  # tables of Clopper and Pearson's limits
