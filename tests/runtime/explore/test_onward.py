"""Going on from any position: against brute force over the states of small levels, and what is kept for later."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path

import pytest
from support import cell_games, generated

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import Status
from arcg.runtime.explore.graph import STOPPED, Exploration, Limits
from arcg.runtime.explore.onward import Continuation, Onward
from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine

ROOT = Path(__file__).parents[3]
COMPILED = not os.environ.get("NUMBA_DISABLE_JIT")

TEXT = """\
game walk
board {width}x{height} ground black
actions arrows
layer floor
layer solid
kind Goal on floor
kind Wall on solid
kind Player on solid
kind Crate on solid
Player walks
Crate is pushed by Player
world has energy: 0..40 = {energy}
{rules}
win when {win}
legend
    # = Wall
    P = Player
    o = Goal
    c = Crate
level only
    map
{rows}
level other
    map
        {other}
"""
PUSHING = "every Goal has Crate on Goal"
PER_STEP = "Player pays 1 energy per step\nlose when energy = 0"
FEW = Limits(states=20)


def walk(*rows: str, energy: int = 20, rules: str = "", win: str = PUSHING, other: str = "P.o") -> ir.Program:
    text = TEXT.format(
        width=len(rows[0]), height=len(rows), energy=energy, rules=rules, win=win, other=other,
        rows="\n".join(" " * 8 + row for row in rows),
    )  # fmt: skip
    game, diagnostics = check_text(text, "walk.arcg")
    assert game is not None, [str(d) for d in diagnostics]
    return lower(game)


def after(program: ir.Program, *actions: int) -> bytes:
    engine = ReferenceEngine(program)
    for action in actions:
        engine.step(action)
    return engine.state()


def fewest(program: ir.Program) -> dict[bytes, int | None]:
    """Of every state of the first level, counters and all, the fewest actions to a win; None: there is no way."""
    engine = ReferenceEngine(program)
    begun = engine.state()
    before: dict[bytes, list[bytes]] = {begun: []}
    queue, left = deque([begun]), dict[bytes, int]()
    while queue:
        state = queue.popleft()
        for action in program.actions:
            engine.restore(state)
            engine.step(action)
            if engine.levels_completed:
                left[state] = 1
            elif engine.status == Status.PLAYING:
                new = engine.state()
                if new not in before:
                    before[new] = []
                    queue.append(new)
                before[new].append(state)
    queue = deque(left)
    while queue:
        state = queue.popleft()
        for earlier in before[state]:
            if earlier not in left:
                left[earlier] = left[state] + 1
                queue.append(earlier)
    return {state: left.get(state) for state in before}


def wins(program: ir.Program, state: bytes, found: Continuation) -> bool:
    engine = ReferenceEngine(program)
    engine.restore(state)
    completed = engine.levels_completed
    for move in found.moves or ():
        assert engine.levels_completed == completed
        engine.step(*move)
    return engine.levels_completed > completed


BOARDS = [
    walk("P.c.o"),
    walk("P...", ".c.o"),
    walk("P..", ".co", "...", energy=6, rules=PER_STEP),
    walk("P.#", ".co", energy=9, rules="Player pays 1 energy per action\nlose when energy = 0"),
]


@pytest.mark.parametrize("program", BOARDS, ids=range(len(BOARDS)))
@pytest.mark.parametrize("limits", [Limits(), FEW], ids=["whole graphs", "beyond the graph"])
def test_all_positions_of_small_levels(program: ir.Program, limits: Limits) -> None:
    truth, onward = fewest(program), Onward(graph=limits)

    for state, left in list(truth.items())[:: 1 if limits != FEW else 5]:
        found = onward.answer(program, state)
        assert found.proved, found
        assert (None if found.moves is None else len(found.moves)) == left
        assert left is None or wins(program, state, found)


def test_a_crate_in_a_corner_is_lost() -> None:
    program = walk("P.o", "c..", "...")
    found = Onward().answer(program, after(program, 2))

    assert found == Continuation(None, True, "", found.looked_up, found.states)


def test_a_level_that_ended_needs_no_search() -> None:
    program = walk("Po", "..", win="every Goal has Player on Goal", rules=PER_STEP, energy=1, other="Po")
    won = walk("Po", "..", win="every Goal has Player on Goal", other="Po")

    assert Onward().answer(program, after(program, 2)).moves is None
    assert Onward().answer(won, after(won, 4, 4)).moves == ()


def test_the_way_that_was_found_is_known_as_it_is_gone() -> None:
    program = walk("P....", "..c..", "....o", ".....")
    onward = Onward(graph=FEW, search=Limits(states=100_000))
    engine = ReferenceEngine(program)
    found = onward.answer(program, engine.state())
    assert found.moves is not None
    assert not found.looked_up
    for number, move in enumerate(found.moves[:-1], start=1):
        engine.step(*move)
        later = onward.answer(program, engine.state())
        assert later.looked_up
        assert later.moves == found.moves[number:]


def test_a_search_that_comes_to_its_limits_goes_on_by_how_near_the_goals_seem() -> None:
    program = walk("P.....", "..c...", "......", "......", ".....o")
    for rules in ("", PER_STEP):
        program = walk("P.....", "..c...", "......", "......", ".....o", rules=rules, energy=40)
        state = after(program, 4, 2)
        found = Onward(graph=FEW, search=Limits(states=120)).answer(program, state)

        assert found.moves is not None
        assert not found.proved
        assert found.why
        assert wins(program, state, found)


def test_saves_go_along_to_where_a_search_begins() -> None:
    rules = "phase keep\n    on blocked(Player) -> restore spot\n    on moved(Player) -> save spot\n"
    program = walk("P.....", "..c...", "......", ".....o", rules=rules)
    state = after(program, 4, 2)
    found = Onward(graph=FEW, search=Limits(states=120)).answer(program, state)

    assert found.moves is not None
    assert wins(program, state, found)


def test_what_is_stopped_says_so_and_goes_on_with_the_next_question() -> None:
    program = walk("P....", "..c..", "....o")
    onward = Onward()

    assert onward.answer(program, after(program), lambda states, done: True).why == STOPPED
    assert onward.answer(program, after(program)).proved


def test_between_questions_a_graph_grows_until_it_is_whole() -> None:
    program = walk("P....", "..c..", "....o", ".....")
    onward = Onward(at_first=0.0, search=Limits(states=50))
    onward.answer(program, after(program))
    onward.explore_on(lambda states, done: False)

    found = onward.answer(program, after(program, 2, 2))
    assert found.proved
    assert found.looked_up


def test_an_edit_of_another_level_leaves_what_is_known() -> None:
    onward = Onward()
    one, two = walk("P.c.o"), walk("P.c.o", other="P..o")
    three = walk("P.c.o", rules="phase more\n    on act -> energy + 1")
    onward.answer(one, after(one))

    assert onward.answer(two, after(two)).looked_up
    onward.answer(three, after(three))
    with pytest.raises(ValueError, match="no state of this game"):
        onward.answer(three, after(one))


def test_chance_is_answered_for_its_seed() -> None:
    program = walk(
        "P.o", "...", win="every Goal has Player on Goal", rules="phase luck\n    Goal at random -> energy - 1"
    )
    engine = ReferenceEngine(program)
    engine.reset(7)

    assert Onward().answer(program, engine.state()).seed == 7
    assert Onward().answer(walk("P.o"), after(walk("P.o"))).seed is None


def keyed_alike(program: ir.Program, states: int) -> None:
    """Each position of an exploration is found again by its state, wherever the search for its key began."""
    exploration = Exploration(program, seed=3)
    exploration.run(Limits(states=states))
    explorer = exploration.explorer
    one = explorer.program
    engine = ReferenceEngine(one)
    for number in range(0, len(explorer), max(1, len(explorer) // 12)):
        engine.reset(3)
        for move in explorer.path(number):
            engine.step(*move)
        if engine.status == Status.PLAYING:
            assert exploration.find(engine.state())[0] == number


def test_positions_of_generated_games_are_found_again() -> None:
    for seed in range(12 if COMPILED else 3):
        if (program := generated.program(seed)) is not None:
            keyed_alike(program, 12)
        keyed_alike(cell_games.game(seed), 40)


@pytest.mark.parametrize("name", ["dyer", "tilt", "glow"])
def test_positions_of_games_are_found_again(name: str) -> None:
    keyed_alike(load(ROOT / "games" / name / f"{name}.arcg"), 60)
