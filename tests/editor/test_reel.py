"""The reel: what was seen is given back, positions are gone back to, branches share their past."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arcg.editor import reel as reels
from arcg.editor.comparing import compare
from arcg.editor.reel import Branch, Reel
from arcg.runtime.engine import Action, Engine, Status
from arcg.runtime.env import from_level
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.loading import load, shipped
from arcg.runtime.recording import Writer, read, replay
from arcg.runtime.reference import ReferenceEngine

Move = tuple[int, int, int]

TO_AND_FRO: list[Move] = [(Action.LEFT, -1, -1), (Action.RIGHT, -1, -1)]
"""What changes the demo's first level each time, once LEFT has let the rock fall."""


def random_moves(engine: Engine, seed: int, count: int) -> list[Move]:
    chance = random.Random(seed)
    actions = (*engine.actions(), *engine.actions(), Action.RESET)
    return [(chance.choice(actions), chance.randrange(64), chance.randrange(64)) for _ in range(count)]


def begun(source: Path | str, engine: Callable[..., Engine] = ReferenceEngine, level: int = 0) -> tuple[Reel, Engine]:
    program = load(source)
    running = engine(from_level(program, level))
    running.reset(0)
    reel = Reel(program, first_level=level)
    reel.add(running)
    return reel, running


def play(reel: Reel, engine: Engine, moves: list[Move]) -> list[tuple[np.ndarray, bytes]]:
    """What is seen and the state, after each move."""
    seen = []
    for move in moves:
        engine.step(*move)
        reel.add(engine, *move)
        seen.append((engine.frames(), engine.state()))
    return seen


def go_to(reel: Reel, engine: Engine, branch: Branch, turn: int) -> None:
    for played in reel.position(engine, branch, turn):
        engine.step(played.action, played.x, played.y)


@pytest.mark.parametrize("make", [ReferenceEngine, KernelEngine])
@pytest.mark.parametrize("seed", range(3))
def test_all_that_was_seen_is_given_back_and_gone_back_to(
    demo: Path, make: Callable[..., Engine], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reels, "KEY_EVERY", 5)
    reel, engine = begun(demo, make)
    moves = random_moves(engine, seed, 60)
    seen = play(reel, engine, moves)
    last = engine.snapshot()
    for number, (frames, _) in enumerate(seen, start=1):
        assert np.array_equal(reel.branch.turn(number).frames, frames)
    for turn in random.Random(seed).sample(range(1, len(moves) + 1), 12):
        go_to(reel, engine, reel.branch, turn)
        assert engine.state() == seen[turn - 1][1]
        for number, move in enumerate(moves[turn:], start=turn + 1):
            engine.step(*move)
            assert np.array_equal(engine.frames(), seen[number - 1][0])
        assert engine.snapshot() == last


@pytest.mark.parametrize("game", sorted(shipped()))
def test_shipped_games_are_gone_back_in(game: str) -> None:
    reel, engine = begun(game)
    moves = random_moves(engine, 5, 40)
    seen = play(reel, engine, moves)
    for turn in (0, 1, 17, 33, 40):
        go_to(reel, engine, reel.branch, turn)
        assert turn == 0 or engine.state() == seen[turn - 1][1]


def test_branches_share_their_past_and_keep_their_futures(demo: Path) -> None:
    reel, engine = begun(demo)
    first = reel.branch
    ways: dict[int, list[bytes]] = {id(first): [engine.state()]}
    ways[id(first)] += [state for _, state in play(reel, engine, random_moves(engine, 1, 25))]
    chance = random.Random(2)
    for number in range(8):
        branch = chance.choice(reel.branches)
        turn = chance.randrange(branch.length - 1)
        go_to(reel, engine, branch, turn)
        reel.fork(branch, turn)
        past = ways[id(branch)][: turn + 1]
        assert reel.branch is not branch
        assert [reel.branch.turn(at) is branch.turn(at) for at in range(turn + 1)] == [True] * (turn + 1)
        ways[id(reel.branch)] = past + [state for _, state in play(reel, engine, random_moves(engine, number, 20))]
    assert len(reel.branches) == 9
    for branch in reel.branches:
        assert branch.length == len(ways[id(branch)])
        for turn in range(0, branch.length, 3):
            go_to(reel, engine, branch, turn)
            assert engine.state() == ways[id(branch)][turn]


def test_going_on_from_the_end_of_a_branch_is_no_branch(demo: Path) -> None:
    reel, engine = begun(demo)
    play(reel, engine, [(Action.DOWN, -1, -1)] * 3)
    first = reel.branch
    reel.fork(first, 3)
    assert reel.branches == [first]
    reel.fork(first, 1)
    reel.fork(first, 2)  # nothing was done in the one from turn 1
    assert [branch.length for branch in reel.branches] == [4, 3]


def test_a_level_of_many_turns_has_few_snapshots(demo: Path) -> None:
    reel, engine = begun(demo)
    play(reel, engine, [(Action.LEFT, -1, -1), *TO_AND_FRO * 200])
    keys = [key.turn for key in reel.branch.keys]
    assert keys == [0, 16]
    assert max(key.size for key in reel.branch.keys) < reels.KEY_MOST < len(engine.snapshot())


def test_equal_pictures_are_kept_once(demo: Path) -> None:
    reel, engine = begun(demo)
    play(reel, engine, [(Action.LEFT, -1, -1), *TO_AND_FRO * 10])
    pictures = {id(packed) for turn in reel.branch.path() for packed in turn.packed}
    assert len(pictures) == 7


def test_a_turn_knows_where_its_level_began(demo: Path) -> None:
    reel, engine = begun(demo)
    play(reel, engine, [(move, -1, -1) for move in (Action.DOWN, Action.RESET, Action.RIGHT, Action.UP)])
    branch = reel.branch
    assert [branch.level_start(turn) for turn in range(5)] == [0, 0, 2, 3, 3]
    assert [branch.turn(turn).level for turn in range(5)] == [0, 0, 0, 1, 1]
    assert reel.won_by(branch.turn(-1)) == {0}
    with pytest.raises(IndexError):
        branch.turn(5)


def test_a_recording_is_a_reel(demo: Path, tmp_path: Path) -> None:
    reel, engine = begun(demo, level=1)
    play(reel, engine, [(move, -1, -1) for move in (Action.UP, Action.RESET, Action.LEFT, Action.DOWN, Action.RESET)])
    path = tmp_path / "one.jsonl"
    with Writer(path, reel.program, first_level=1) as writer:
        for turn in reel.branch.path():
            writer.write(reel.answer(turn))
    assert replay(read(path), reel.program) == []
    again = Reel.of_recording(read(path), reel.program)
    assert [turn.action_count for turn in again.branch.path()] == [0, 1, 0, 1, 2, 0]
    assert again.branch.turn(4).status is Status.WON
    assert [turn.level for turn in again.branch.path()] == [1] * 6
    comparison = compare(list(reel.branch.path()), list(again.branch.path()))
    assert comparison.same == (True,) * 6
    assert comparison.first is None


def test_a_finished_game_shows_its_last_picture(demo: Path, tmp_path: Path) -> None:
    reel, engine = begun(demo)
    play(reel, engine, [(Action.ACT, -1, -1)] * 6)
    assert [len(turn.packed) for turn in reel.branch.path()][-2:] == [0, 0]
    assert reel.branch.shown(6) == reel.branch.turn(4).packed[-1:]
    assert reel.branch.level_start(6) == 0


def test_where_two_takes_part(demo: Path) -> None:
    one, engine = begun(demo)
    play(one, engine, [(move, -1, -1) for move in (Action.DOWN, Action.UP, Action.DOWN)])
    other, engine = begun(demo)
    play(other, engine, [(move, -1, -1) for move in (Action.DOWN, Action.DOWN)])
    before, after = list(one.branch.path()), list(other.branch.path())
    found = compare(before, after)
    assert found.same == (True, True, False, False)
    assert found.first is not None
    assert (found.first.turn, found.first.what) == (2, "action")
    assert (found.first.before, found.first.after) == (before[2], after[2])
    shorter = compare(before, before[:2])
    assert shorter.first is not None
    assert (shorter.first.turn, shorter.first.what, shorter.first.after) == (2, "length", None)


def test_the_first_pixel_to_differ_is_told(demo: Path, tmp_path: Path) -> None:
    one, engine = begun(demo)
    play(one, engine, [(Action.DOWN, -1, -1), (Action.LEFT, -1, -1)])
    changed = tmp_path / "changed.arcg"
    text = demo.read_text(encoding="utf-8")
    changed.write_text(text.replace("tint 0 by lit as 2 yellow", "tint 0 by lit as 2 blue"), encoding="utf-8")
    other, engine = begun(changed)
    lamp = tuple(int(at) for at in np.argwhere(one.branch.turn(0).frames[0] == 2)[0])
    play(other, engine, [(Action.DOWN, -1, -1), (Action.CLICK, lamp[1], lamp[0])])
    before = [*one.branch.path()]
    go = ReferenceEngine(one.program)
    go.reset(0)
    lit = Reel(one.program)
    lit.add(go)
    play(lit, go, [(Action.DOWN, -1, -1), (Action.CLICK, lamp[1], lamp[0])])
    found = compare(list(lit.branch.path()), list(other.branch.path())).first
    assert found is not None
    assert (found.turn, found.what, found.frame, found.y, found.x) == (2, "pixel", 0, *lamp)
    assert found.pixels > 1
    longer = replace(lit.branch.turn(2), packed=lit.branch.turn(2).packed * 2)
    parts = compare([*lit.branch.path(last=1), lit.branch.turn(2)], [*lit.branch.path(last=1), longer]).first
    assert (parts.what, parts.frame, parts.x, parts.pixels) == ("frames", 1, -1, 0)
    assert compare(before, list(lit.branch.path())).first.what == "action"


def test_a_try_at_a_level_is_compared_with_the_one_most_alike(demo: Path) -> None:
    moves = [Action.UP, Action.RESET, Action.DOWN, Action.DOWN, Action.RESET, Action.DOWN, Action.UP]
    one, engine = begun(demo)
    play(one, engine, [(move, -1, -1) for move in moves])
    other, engine = begun(demo)
    play(other, engine, [(Action.DOWN, -1, -1), (Action.UP, -1, -1)])
    found = compare(list(one.branch.path()), list(other.branch.path()))
    assert (found.start, found.same, found.first) == (5, (True,) * 3, None)
