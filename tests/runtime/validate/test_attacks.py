"""Cheap attacks on planted levels: each wins where it has to, and none where there is something to understand."""

from __future__ import annotations

import pytest
from support.small import small

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.kernel.explorer import Move
from arcg.runtime.validate.attacks import Attack, attack

ONE, REPEATED, ONCE = "one action", "one action repeated", "every action once"
EVERYWHERE, NOWHERE = "a click everywhere", "clicks without place"
CHANGES, GRAPH = "what changes the picture", "a graph of frames"
ALL = (ONE, REPEATED, ONCE, EVERYWHERE, NOWHERE, CHANGES, GRAPH)

SWITCH = "phase light\n    on click(Lamp) -> Lamp.lit = yes"
LIT = "every Lamp has Lamp.lit = yes"
PER_ACTION = "Player pays 1 energy per action\nlose when energy = 0"


def made(program: ir.Program, actions: int = 40, level: int = 0, seed: int = 0) -> dict[str, Attack]:
    """The attacks by name; those that won are played again."""
    found = attack(program, level, actions=actions, seed=seed)
    assert tuple(one.name for one in found) == ALL
    for one in found:
        assert one.used <= actions
        engine = KernelEngine(program)
        for move in one.actions:
            assert engine.status != Status.WON
            engine.step(*move)
        assert one.won == (engine.status == Status.WON) == bool(one.actions) or level
    return {one.name: one for one in found}


def winners(program: ir.Program, actions: int = 40) -> set[str]:
    return {name for name, one in made(program, actions).items() if one.won}


def test_a_single_blind_action() -> None:
    found = made(small(["Po"]))

    assert found[ONE].won and found[ONE].actions == (Move(4),)
    assert not made(small(["P.o"]))[ONE].won


def test_one_action_repeated() -> None:
    found = made(small(["P.....o"]))

    assert found[REPEATED] == Attack(REPEATED, True, 6, (Move(4),) * 6)
    assert not found[ONE].won and not found[ONCE].won
    assert not made(small(["P.....o"]), actions=5)[REPEATED].won


def test_every_action_once_in_ascending_order() -> None:
    """Up against the edge, then down and left: the goal is come to before the last action."""
    assert made(small([".P", "o."]))[ONCE].actions == (Move(1), Move(2), Move(3))
    assert not made(small([".o", "P."]))[REPEATED].won
    assert not made(small(["P#.", "..o"]))[ONCE].won


def test_a_click_everywhere() -> None:
    lamps = small(["*.*.*", ".....", ".*.*.", ".....", "*...*"], actions="click", rules=SWITCH, win=LIT)
    assert made(lamps)[EVERYWHERE].won
    side_by_side = small(["****", "****", "****", "****"], actions="click", rules=SWITCH, win=LIT)
    assert made(side_by_side)[EVERYWHERE].actions[:2] == (Move(6, 8, 8), Move(6, 24, 8))
    toggled = small(["*.", ".*"], actions="click", rules="phase light\n    on click(Lamp) -> Lamp.lit next",
                    win="charge = 1")  # fmt: skip
    assert not made(toggled)[EVERYWHERE].won


def test_clicks_without_place() -> None:
    corner = small(["*...", "....", "....", "...*"], actions="click", win="charge = 9",
                   rules="phase light\n    on click(Lamp), Lamp.x = 0 -> charge + 1 at most 9")  # fmt: skip

    found = made(corner)[NOWHERE]

    assert found.actions == (Move(6, 0, 0),) * 9
    assert not made(corner, actions=8)[NOWHERE].won
    middle = small(["....", ".*..", "....", "...."], actions="click", rules=SWITCH, win=LIT)
    assert not made(middle)[NOWHERE].won


MAZE = ["P#....", ".#.##.", ".#.#..", "...#o#"]


def test_those_who_look_get_through_a_maze() -> None:
    assert GRAPH in winners(small(MAZE), 120)
    assert not winners(small(MAZE), 120) & {ONE, REPEATED, ONCE}
    assert not winners(small(MAZE), 11)


def test_what_does_not_change_a_picture_is_not_done_again() -> None:
    """One of sixteen lamps wins; with the ground around them that makes seventeen places to click."""
    rules = "phase light\n    on click(Lamp), Lamp.x = 6, Lamp.y = 4 -> charge = 1"
    program = small(["*.*.*.*", "......."] * 4, actions="click", rules=rules, win="charge = 1")

    assert all(made(program, 17, seed=seed)[CHANGES].won for seed in range(5))


def test_a_counter_at_the_edge_does_not_hide_that_pictures_are_the_same() -> None:
    """Each action changes the whole picture: only who leaves out the edges knows the way back to what is not tried."""
    maze = small(MAZE, energy=100, rules=f"bar energy bottom yellow\n{PER_ACTION}")

    assert GRAPH in winners(maze, 120)


def test_a_lost_level_is_begun_again_and_that_is_counted() -> None:
    trap = small([".Po", "###"], rules="lose when charge = 1\nphase trap when Player.x = 0\n    -> charge = 1")

    found = made(trap)

    assert found[GRAPH].actions == (Move(1), Move(2), Move(3), Move(0), Move(4))
    assert found[CHANGES].won
    assert not made(trap, actions=4)[GRAPH].won


def test_what_takes_understanding_is_not_won() -> None:
    """Two of three lamps have to be clicked by turns, four times each, which nothing shows; the third starts over."""
    rules = (
        "phase code\n"
        "    on click(Lamp), Lamp.x = 1, charge % 2 = 1 -> charge = 0\n"
        "    on click(Lamp), Lamp.x = 6, charge % 2 = 0 -> charge = 0\n"
        "    on click(Lamp), Lamp.x = 4 -> charge = 0\n"
        "phase count\n"
        "    on click(Lamp), Lamp.x = 1 -> charge + 1 at most 9\n"
        "    on click(Lamp), Lamp.x = 6, charge > 0 -> charge + 1 at most 9"
    )
    program = small([".*..*.*.", "........"], actions="click", rules=rules, win="charge = 8")
    engine = KernelEngine(program)
    for _ in range(4):
        engine.step(6, 12, 28)
        engine.step(6, 52, 28)
    assert engine.status == Status.WON

    assert not winners(program, 200)


def test_only_the_level_that_was_asked_for() -> None:
    program = small(["P#o"], ["P.o"])

    first, second = (made(program, level=level) for level in (0, 1))

    assert not any(one.won for one in first.values())
    assert second[REPEATED].won


def test_the_same_seed_attacks_the_same_and_what_is_done_is_told() -> None:
    told: list[int] = []
    program = small(MAZE)

    found = attack(program, 0, actions=30, seed=4, watch=told.append)

    assert found == attack(program, 0, actions=30, seed=4)
    assert told == list(range(1, len(told) + 1))

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        attack(program, 0, actions=30, watch=interrupt)
