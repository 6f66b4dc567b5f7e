"""Solving against brute force: push levels, what slides, clicks, budgets, rules over cells, and searches cut off."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import SIZE, Action, Status
from arcg.runtime.explore.graph import Limits, one_level
from arcg.runtime.explore.solving import Answer, solve
from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PUSH = load(HERE / "push_levels.arcg")
GOAL, WALL, PLAYER, CRATE = range(4)
"""Kinds of the push levels."""

ARROWS = (Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT)
STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))
FEW = Limits(states=60)


def plays_to(program: ir.Program, level: int, answer: Answer, seed: int = 0) -> Status:
    """Where the reference engine stands after a solution."""
    engine = ReferenceEngine(one_level(program, level))
    engine.reset(seed)
    assert answer.moves is not None
    for move in answer.moves:
        assert engine.status == Status.PLAYING
        engine.step(*move)
    return engine.status


def fewest_pushing(level: ir.Level) -> int | None:
    """The fewest actions for a push level, by a search that knows the rules of the puzzle and nothing of ours."""
    place = {kind: {(thing.x, thing.y) for thing in level.things if thing.kind == kind} for kind in range(4)}
    walls, goals, [player] = place[WALL], place[GOAL], place[PLAYER]
    begun = player, frozenset(place[CRATE])
    actions, queue = {begun: 0}, deque([begun])
    while queue:
        position = queue.popleft()
        (x, y), crates = position
        for dx, dy in STEPS:
            ahead, behind = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            if ahead in walls or (ahead in crates and (behind in walls or behind in crates)):
                continue
            after = ahead, crates - {ahead} | {behind} if ahead in crates else crates
            if after not in actions:
                actions[after] = actions[position] + 1
                if goals <= after[1]:
                    return actions[after]
                queue.append(after)
    return None


def fewest(program: ir.Program, moves: Iterable[tuple[int, int, int]], most: int, seed: int = 0) -> int | None:
    """The fewest actions by the reference engine and its states; None: there is no way. Fails beyond `most` states."""
    engine = ReferenceEngine(program)
    engine.reset(seed)
    begun = engine.state()
    actions, queue, moves = {begun: 0}, deque([begun]), list(moves)
    while queue:
        state = queue.popleft()
        for move in moves:
            engine.restore(state)
            engine.step(*move)
            if engine.status == Status.WON:
                return actions[state] + 1
            after = engine.state()
            if engine.status == Status.PLAYING and after not in actions:
                actions[after] = actions[state] + 1
                queue.append(after)
        assert len(actions) <= most
    return None


# ---------------------------------------------------------------- as short as can be


@pytest.mark.parametrize("number", range(len(PUSH.levels)), ids=[level.name for level in PUSH.levels])
def test_push_levels_are_solved_with_the_fewest_actions(number: int) -> None:
    answer = solve(PUSH, number)
    assert answer.moves is not None and answer.proved and not answer.why
    assert len(answer.moves) == answer.least == fewest_pushing(PUSH.levels[number])
    assert plays_to(PUSH, number, answer) == Status.WON


def random_push(seed: int) -> ir.Program:
    """A small push level: walls, one or two crates and as many goals anywhere."""
    random = Random(seed)
    width, height = random.randint(3, 5), random.randint(3, 4)
    cells = [(x, y) for x in range(1, width + 1) for y in range(1, height + 1)]
    random.shuffle(cells)
    border = [(x, y) for x in range(width + 2) for y in range(height + 2) if (x, y) not in cells]
    crates = random.randint(1, 2)
    places = [(PLAYER, 1), (CRATE, crates), (WALL, random.randint(0, 2))]
    free, things = iter(cells), [(WALL, *cell) for cell in border]
    things += [(kind, *next(free)) for kind, count in places for _ in range(count)]
    things += [(GOAL, *cell) for cell in random.sample(cells[-3:], crates)]
    placed = tuple(ir.Placed(kind, x, y, ()) for kind, x, y in sorted(things, key=lambda one: (one[0], one[2], one[1])))
    level = dataclasses.replace(PUSH.levels[0], width=width + 2, height=height + 2, cell=8, things=placed)
    return dataclasses.replace(PUSH, levels=(level,))


def test_random_push_levels() -> None:
    solved = unsolvable = 0
    for seed in range(120):
        program = random_push(seed)
        answer, expected = solve(program), fewest_pushing(program.levels[0])
        assert (answer.moves is None) == (expected is None) == answer.unsolvable, seed
        if answer.moves is not None:
            assert answer.proved and len(answer.moves) == expected, seed
            assert plays_to(program, 0, answer) == Status.WON
        solved, unsolvable = solved + (expected is not None), unsolvable + (expected is None)
    assert min(solved, unsolvable) >= 10


SLIDE = """\
game slide
board 5x4 ground black
actions arrows
layer floor
layer solid
kind Hole on floor
    pic
        b
kind Wall on solid
    pic
        4
kind Puck on solid
    pic
        9
phase slide on arrow($d) repeat
    Puck -> move Puck $d
win when every Hole has Puck on Hole
legend
    # = Wall
    P = Puck
    o = Hole
level
    map
        P..#.
        ..#..
        .o..#
        #...P
"""


def test_random_levels_of_what_slides_are_solved_like_the_reference_says() -> None:
    game, diagnostics = check_text(SLIDE, "slide.arcg")
    assert game is not None, [str(one) for one in diagnostics]
    program = lower(game)
    solved = unsolvable = 0
    for seed in range(30):
        random = Random(seed)
        cells = random.sample([(x, y) for x in range(5) for y in range(4)], 7)
        kinds = [0] * random.randint(1, 2) + [2] * 2 + [1] * 3
        things = sorted(zip(kinds, cells, strict=False), key=lambda one: (one[0], one[1][1], one[1][0]))
        level = dataclasses.replace(
            program.levels[0], things=tuple(ir.Placed(kind, x, y, ()) for kind, (x, y) in things)
        )
        one = dataclasses.replace(program, levels=(level,))
        expected, answer = fewest(one, [(action, -1, -1) for action in ARROWS], 500), solve(one)
        assert (None if answer.moves is None else len(answer.moves)) == expected, seed
        assert answer.unsolvable == (expected is None), seed
        solved, unsolvable = solved + answer.proved, unsolvable + answer.unsolvable
    assert min(solved, unsolvable) >= 5


def test_clicks_are_solved_with_one_pixel_for_all_that_do_the_same() -> None:
    program = one_level(load(ROOT / "games/glow/glow.arcg"), 0)
    every_third = [(Action.CLICK, x, y) for x in range(1, SIZE, 3) for y in range(1, SIZE, 3)]
    answer = solve(program)
    assert answer.moves is not None and answer.proved
    assert plays_to(program, 0, answer) == Status.WON
    assert len(answer.moves) == fewest(program, every_third, 400)


CELLS = """\
game push
semantics puzzlescript
    input Player
board 6x4 ground black
actions arrows
layer floor
layer solid
kind Goal on floor
    pic
        b
kind Player Wall Crate on solid
    pic
        9
phase push plan
    [ > Player | Crate ] -> [ > Player | > Crate ]
win when every [ Goal ] has [ Crate ]
legend
    # = Wall
    P = Player
    o = Goal
    c = Crate
level
    map
        ......
        P.c..o
        ......
        o.c...
level
    map
        ......
        P.c.#o
        ....##
        ......
"""


def test_rules_over_cells() -> None:
    game, diagnostics = check_text(CELLS, "push.arcg")
    assert game is not None, [str(one) for one in diagnostics]
    program = lower(game)
    answer = solve(program, 0)
    moves = [(action, -1, -1) for action in ARROWS]
    assert answer.moves is not None and answer.proved
    assert len(answer.moves) == fewest(one_level(program, 0), moves, 40_000)
    assert plays_to(program, 0, answer) == Status.WON
    assert solve(program, 1).unsolvable


# ---------------------------------------------------------------- no way


def with_wall(level: int, x: int, y: int) -> ir.Program:
    """The push game of one level, with one wall more."""
    old = PUSH.levels[level]
    things = tuple(sorted((*old.things, ir.Placed(WALL, x, y, ())), key=lambda one: (one.kind, one.y, one.x)))
    return dataclasses.replace(PUSH, levels=(dataclasses.replace(old, things=things),))


def test_one_wall_makes_a_level_unsolvable_and_that_is_proved() -> None:
    number = [level.name for level in PUSH.levels].index("around")
    assert solve(PUSH, number).proved
    answer = solve(with_wall(number, 4, 1))
    assert answer.unsolvable and answer.moves is None and answer.dead == 1.0 and not answer.why


def test_dead_ends_are_told_where_all_positions_were_looked_at() -> None:
    number = [level.name for level in PUSH.levels].index("around")
    assert solve(PUSH, number).dead is None
    whole = solve(PUSH, number, whole=True)
    assert whole.proved and whole.dead is not None and 0 < whole.dead < 1


# ---------------------------------------------------------------- where it does not fit


@pytest.mark.parametrize("number", [0, 1, 4, 6, 9])
def test_what_does_not_fit_is_solved_all_the_same_and_a_bound_is_told(number: int) -> None:
    expected = fewest_pushing(PUSH.levels[number])
    answer = solve(PUSH, number, limits=Limits(states=300))
    assert expected is not None and answer.least <= expected
    assert answer.proved or answer.why == "more than 300 positions"
    if answer.moves is not None:
        assert len(answer.moves) >= expected
        assert answer.proved == (answer.least == len(answer.moves))
        assert plays_to(PUSH, number, answer) == Status.WON


def test_a_guided_search_finds_what_breadth_first_does_not_come_to() -> None:
    number = [level.name for level in PUSH.levels].index("two_rooms")
    answer = solve(PUSH, number, limits=Limits(states=2000))
    assert answer.moves is not None and answer.how != "breadth-first"


def test_a_star_proves_what_breadth_first_does_not_come_to() -> None:
    number = [level.name for level in PUSH.levels].index("two_rooms")
    answer = solve(PUSH, number, limits=Limits(states=6000))
    assert answer.how == "A*" and answer.proved and not answer.why and answer.moves is not None
    assert len(answer.moves) == fewest_pushing(PUSH.levels[number])


def test_a_search_may_be_stopped_and_tells_what_it_knows() -> None:
    answer = solve(PUSH, 0, limits=FEW, watch=lambda states, done: True)
    assert answer.why == "stopped" and answer.moves is None and not answer.unsolvable
    assert answer.least >= 1


def test_the_budget_counts_in_a_guided_search() -> None:
    program = load(ROOT / "games/tilt/tilt.arcg")
    for number in range(len(program.levels)):
        exact, quick = solve(program, number), solve(program, number, limits=Limits(states=8))
        assert exact.budget == quick.budget and exact.used is not None and exact.used <= (exact.budget or 0)
        if quick.moves is not None:
            assert exact.moves is not None and len(quick.moves) >= len(exact.moves)
            assert plays_to(program, number, quick) == Status.WON
