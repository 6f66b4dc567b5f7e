"""The kernel plays like the reference engine: every state and frame of generated games, alone, in turns and in batches.

`ARCG_EXAMPLES=20000 ARCG_SEED=7 pytest tests/properties/test_equality.py -s` looks longer and elsewhere, and prints how
often what fired. Where two engines differ, the game is made smaller before it is shown.
"""

from __future__ import annotations

import itertools
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import NamedTuple, TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import board, generated
from support.fired import EXPECTED, Fired, watching
from support.generated import Move

from arcg.compiler import ir
from arcg.dsl.check import check_text
from arcg.runtime.engine import Action, Engine, RuleTrace, Status
from arcg.runtime.kernel import KernelBatch, KernelEngine
from arcg.runtime.reference import ReferenceEngine

EXAMPLES = int(os.environ.get("ARCG_EXAMPLES", "300"))
SEED = int(os.environ.get("ARCG_SEED", "0"))
ENOUGH = 300
"""With fewer games, the shares of what fires say nothing."""
LEAST_SHARE = 1.0
FIRED = Fired()
PATIENCE = 30
"""Seconds for making a game in which engines differ smaller."""

T = TypeVar("T")
Factory = Callable[[ir.Program], Engine]
ENGINES: dict[str, Factory] = {"kernel": KernelEngine}
"""What is held equal to the reference engine."""
IN_TURN: dict[str, tuple[Factory, Factory]] = {
    "reference": (ReferenceEngine, ReferenceEngine),
    "kernel": (KernelEngine, KernelEngine),
    "reference-and-kernel": (ReferenceEngine, KernelEngine),
}
"""Engines that take turns in one game, by snapshots."""

# ---------------------------------------------------------------- games


class Answer(NamedTuple):
    """All that an engine says after an action. Frames by their number and a hash: a long run keeps many."""

    state: bytes
    frames: str
    frame: str
    status: Status
    level: int
    levels_completed: int
    action_count: int
    full_reset: bool
    world: tuple[tuple[str, int], ...]
    changed: bool
    can_undo: bool
    messages: tuple[str, ...]
    trace: tuple[RuleTrace, ...]


class Case(NamedTuple):
    """A game with what to do in it, and the answers of the reference engine: the first before any action."""

    seed: int
    program: ir.Program
    moves: list[Move]
    answers: list[Answer]


def pixels(frames: np.ndarray) -> str:
    assert frames.dtype == np.uint8, frames.dtype
    return f"{frames.shape} {blake2b(np.ascontiguousarray(frames).tobytes(), digest_size=12).hexdigest()}"


def answer(engine: Engine) -> Answer:
    frames = engine.frames()
    # The last picture of an answer is that of the present state: the reference engine need not draw it twice.
    drawn = isinstance(engine, ReferenceEngine) and len(frames) > 0
    return Answer(
        engine.state(),
        pixels(frames),
        pixels(frames[-1] if drawn else engine.frame()),
        engine.status,
        engine.level,
        engine.levels_completed,
        engine.action_count,
        engine.full_reset,
        tuple(engine.world_values().items()),
        engine.changed(),
        engine.can_undo,
        engine.messages(),
        engine.trace(),
    )


def play(engine: Engine, moves: Sequence[Move]) -> Iterator[Answer]:
    yield answer(engine)
    for move in moves:
        engine.step(*move)
        yield answer(engine)


@lru_cache(maxsize=1)
def programs() -> list[tuple[int, ir.Program]]:
    """The first `EXAMPLES` games from `SEED` on that the checker accepts."""
    found: list[tuple[int, ir.Program]] = []
    seed = SEED
    while len(found) < EXAMPLES:
        if (program := generated.program(seed)) is not None:
            found.append((seed, program))
        seed += 1
    assert len(found) >= 0.95 * (seed - SEED), "too many of the games are refused"
    return found


@lru_cache(maxsize=1)
def cases() -> list[Case]:
    """The games as the reference engine plays them, observed if there are enough of them for shares."""
    found = []
    for seed, program in programs():
        moves = generated.actions(seed, program)
        with watching(FIRED, program) if EXAMPLES >= ENOUGH else nullcontext():
            found.append(Case(seed, program, moves, list(play(ReferenceEngine(program), moves))))
    return found


def some(share: int, least: int = 2) -> list[Case]:
    """Every so many cases."""
    return cases()[:: max(1, min(share, EXAMPLES // least))]


# ---------------------------------------------------------------- what differs


class Difference(NamedTuple):
    """After `moves` one engine says `right` and the other `wrong` (or nothing, having raised `error`)."""

    moves: list[Move]
    right: Answer
    wrong: Answer | None
    error: str

    @property
    def fields(self) -> list[str]:
        if self.wrong is None:
            return [self.error]
        return [name for name in Answer._fields if getattr(self.right, name) != getattr(self.wrong, name)]


def difference(program: ir.Program, moves: Sequence[Move], factory: Factory) -> Difference | None:
    """The first difference between the reference engine and another in one game."""
    right = play(ReferenceEngine(program), moves)
    number = -1
    try:
        wrong = play(factory(program), moves)
        for number, expected in enumerate(right):
            if (got := next(wrong)) != expected:
                return Difference(list(moves[:number]), expected, got, "")
    except Exception as error:
        steps = list(moves[:number]) if number >= 0 else []
        return Difference(steps, list(play(ReferenceEngine(program), steps))[-1], None,
            f"{type(error).__name__}: {error}")  # fmt: skip
    return None


def reduced(items: list[T], still: Callable[[list[T]], bool]) -> list[T]:
    """The items without those that can be left out, in ever smaller stretches, while `still` holds."""
    size = max(1, len(items) // 2)
    while size:
        at = 0
        while at < len(items):
            fewer = items[:at] + items[at + size :]
            if still(fewer):
                items = fewer
            else:
                at += size
        size //= 2
    return items


def smallest(seed: int, text: str, found: Difference, factory: Factory) -> tuple[str, Difference]:
    """The game and its difference, as small as leaving out statements, actions and lines makes them in the time."""
    began = time.monotonic()
    least = text, found

    def differs(text: str, moves: Sequence[Move]) -> bool:
        nonlocal least
        if time.monotonic() - began > PATIENCE or (program := generated.program(seed, text)) is None:
            return False
        less = difference(program, moves, factory)
        if less is not None:
            least = text, less
        return less is not None

    statements = re.split(r"\n(?! )", text)
    for _ in range(2):
        statements = reduced(statements, lambda fewer: differs("\n".join(fewer), least[1].moves))
        reduced(least[1].moves, lambda fewer: differs(least[0], fewer))
    reduced(least[0].split("\n"), lambda fewer: differs("\n".join(fewer), least[1].moves))
    return least


def told(seed: int, found: Difference, factory: Factory, where: str = "") -> str:
    """A difference in words: the game, the actions, what differs and how the two positions look."""
    text, least = generated.game(seed), found
    program = generated.program(seed)
    if program is not None and difference(program, found.moves, factory) is not None:
        text, least = smallest(seed, text, found, factory)
    program = generated.program(seed, text)
    game, _ = check_text(text, f"game {seed}")
    assert program is not None and game is not None
    lines = [f"seed {seed}{where}: {', '.join(found.fields)} differ after {len(found.moves)} actions", "", text]
    lines += ["actions: " + " ".join(word(move) for move in least.moves), f"differ: {', '.join(least.fields)}"]
    for name, said in (("reference", least.right), ("other", least.wrong)):
        if said is None:
            continue
        position = board.decode(program, said.state)
        lines += ["", f"{name}: {Status(position.status).name}, level {position.level + 1}, frames {said.frames}"]
        lines += [f"    {row}" for row in board.draw(game, program, position)]
        lines += [f"    {attr} = {value}" for attr, value in position.world.items()]
        lines += [f"    {n}: {thing.kind} {thing.x} {thing.y} {thing.attrs}" for n, thing in enumerate(position.things)]
        if program.saves:
            lines.append(f"    the end of the state: {list(board.numbers(said.state[board.PREFIX :]))[-40:]}")
        lines += [f"    {entry}" for entry in said.trace] + [f"    message: {message}" for message in said.messages]
    return "\n".join(lines)


def word(move: Move) -> str:
    name = ir.ACTION_NAMES[move[0]]
    return f"{name}({move[1]},{move[2]})" if move[0] == Action.CLICK else name


# ---------------------------------------------------------------- equal answers


def agree(case: Case, factory: Factory) -> None:
    """The other engine gives the same answers in the whole game."""
    try:
        same = list(play(factory(case.program), case.moves)) == case.answers
    except Exception:
        same = False
    if not same:
        found = difference(case.program, case.moves, factory)
        assert found is not None, f"seed {case.seed}: the engines differ only sometimes"
        pytest.fail(told(case.seed, found, factory))


@pytest.mark.parametrize("name", ENGINES)
def test_engines_answer_alike(name: str) -> None:
    for case in cases():
        agree(case, ENGINES[name])


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=min(EXAMPLES, 15))
@given(seed=st.integers(10**6, 10**9), moves=st.lists(st.tuples(st.integers(0, 7), st.integers(-1, 64), st.integers(-1,
    64)), max_size=12))  # fmt: skip
def test_engines_answer_alike_whatever_is_done(name: str, seed: int, moves: list[Move]) -> None:
    # Hypothesis prefers the extremes: the same action again and again, actions that are not offered, corners.
    program = generated.program(seed)
    if program is not None:
        agree(Case(seed, program, moves, list(play(ReferenceEngine(program), moves))), ENGINES[name])


def test_a_new_game_after_a_played_one() -> None:
    for case in some(10):
        engine = KernelEngine(case.program)
        for move in case.moves:
            engine.step(*move)
        engine.reset()
        assert answer(engine) == case.answers[0], f"seed {case.seed}: `reset` is no new game"


def test_every_seed_is_a_game_of_its_own() -> None:
    """Of games with chance: an engine, and each environment of a batch, with a seed of its own."""
    drawn = 0
    for case in [case for case in cases() if ir.uses_chance(case.program)][:20]:
        seeds = [0, 1, case.seed, (1 << 31) - 1]
        batch = KernelBatch(case.program, len(seeds))
        for move in case.moves[:3]:
            batch.step(*([value] * len(seeds) for value in move))
        batch.reset(seeds)
        engine = KernelEngine(case.program)
        references = [ReferenceEngine(case.program) for _ in seeds]
        for number, seed in enumerate(seeds):
            references[number].reset(seed)
            engine.reset(seed)
            assert answer(engine) == answer(references[number]), f"game {case.seed}, seed {seed}: the beginning"
        for at, move in enumerate(case.moves[:12]):
            if at:
                batch.step(*([value] * len(seeds) for value in move))
                engine.step(*move)
            for number, seed in enumerate(seeds):
                if at:
                    references[number].step(*move)
                same_environment(batch, number, answer(references[number]), f"game {case.seed}, seed {seed}, {at}")
            assert engine.state() == references[-1].state(), f"game {case.seed}, seed {seeds[-1]}, {at}"
        drawn += len({reference.state()[9:] for reference in references}) > 1
        other = ReferenceEngine(case.program)
        other.restore(engine.state())
        moves = case.moves[12:]
        assert [a.state for a in play(other, moves)] == [a.state for a in play(references[-1], moves)] or any(
            move[0] in (Action.RESET, Action.UNDO) for move in moves
        ), f"game {case.seed}: the state holds the seed"
    assert drawn


# ---------------------------------------------------------------- states and snapshots


@pytest.mark.parametrize("name", IN_TURN)
def test_engines_take_turns_by_snapshots(name: str) -> None:
    """At random points the game goes on in another engine, and all answers stay those of one engine."""
    for case in some(3 if name == "reference-and-kernel" else 6):
        random = Random(f"turns {case.seed}")
        engines = [factory(case.program) for factory in IN_TURN[name]]
        at = 0
        for number, move in enumerate(case.moves):
            where = f"seed {case.seed}, after {number} actions ({name})"
            if random.random() < 0.3:
                data = engines[at].snapshot()
                at = 1 - at
                engines[at].restore(data)
                # which numbers things have in a snapshot is an engine's own affair
                same_kind = type(engines[0]) is type(engines[1])
                assert not same_kind or engines[at].snapshot() == data, f"{where}: a snapshot comes back as another"
                same_position(engines[at], case.answers[number], where)
            engines[at].step(*move)
            got = answer(engines[at])
            if got != case.answers[number + 1]:
                found = Difference(case.moves[: number + 1], case.answers[number + 1], got, "")
                pytest.fail(told(case.seed, found, IN_TURN[name][at], f" ({name}, going on from a snapshot)"))


def same_position(engine: Engine, right: Answer, where: str) -> None:
    """An engine that has just gone to a snapshot or a state: where it stands, and one frame."""
    assert engine.state() == right.state, f"{where}: a position comes back as another"
    assert pixels(engine.frame()) == right.frame, f"{where}: the frame of a position that came back"
    assert pixels(engine.frames()) == pixels(engine.frame()[None]), f"{where}: one frame after going back"
    assert engine.trace() == () and engine.messages() == (), where
    assert (engine.status, engine.level) == (right.status, right.level), where
    assert tuple(engine.world_values().items()) == right.world, where


@pytest.mark.parametrize("name", ["reference", "kernel"])
def test_a_state_has_one_future(name: str) -> None:
    """From a state of one engine both go on alike, and up to undo and RESET as in the game that it is from."""
    for case in some(5 if name == "kernel" else 10):
        random = Random(f"states {case.seed}")
        number = random.randrange(len(case.moves))
        where = f"seed {case.seed}, after {number} actions"
        reference = ReferenceEngine(case.program)
        other = ENGINES[name](case.program) if name in ENGINES else ReferenceEngine(case.program)
        for engine in (reference, other):
            engine.restore(case.answers[number].state)
            same_position(engine, case.answers[number], where)
        alike = True
        for further, move in enumerate(case.moves[number:], number + 1):
            alike = alike and move[0] not in (Action.RESET, Action.UNDO)
            reference.step(*move)
            other.step(*move)
            right, got = answer(reference), answer(other)
            if got != right:
                found = Difference(case.moves[:further], right, got, "")
                pytest.fail(told(case.seed, found, type(other), f" (from the state after {number} actions)"))
            if alike:
                assert right.state == case.answers[further].state, f"{where}: the future of the state is another"


@pytest.mark.parametrize("spoilt", [b"", b"S", b"N", b"X123456789", b"S12345678\0\0"])
def test_foreign_bytes_are_refused(spoilt: bytes) -> None:
    engine = KernelEngine(programs()[0][1])
    before = engine.state()
    with pytest.raises(ValueError, match=r"\w"):
        engine.restore(spoilt)
    assert engine.state() == before


# ---------------------------------------------------------------- batches


def sequence(case: Case, number: int) -> list[Move]:
    """What an environment does: eight ways, each begun later by some RESETs, which change nothing at the beginning."""
    moves = case.moves if number % 8 == 0 else generated.actions(case.seed * 8 + number % 8, case.program, 16)
    return [(0, 0, 0)] * (number // 8) + moves[:16]


@pytest.mark.parametrize(("size", "share"), [(1, 10), (2, 10), (64, 50)])
def test_each_environment_of_a_batch_is_a_game_of_its_own(size: int, share: int) -> None:
    for case in some(share):
        batch = KernelBatch(case.program, size)
        batch.reset()
        ways = [sequence(case, number) for number in range(size)]
        rights: list[list[Answer]] = [list(play(ReferenceEngine(case.program), way)) for way in ways[:8]]
        for at in range(16 + size // 8):
            moves = [way[at] if at < len(way) else (0, 0, 0) for way in ways]
            batch.step(*(np.array(column, np.int64) for column in zip(*moves, strict=True)))
            for number in range(size):
                done = at + 1 - number // 8
                if 0 <= done < len(rights[number % 8]):
                    same_environment(batch, number, rights[number % 8][done],
                        f"seed {case.seed}, environment {number} of {size}, after {at + 1} steps")  # fmt: skip


def same_environment(batch: KernelBatch, number: int, right: Answer, where: str) -> None:
    assert batch.state(number) == right.state, f"{where}: state"
    assert pixels(batch.frames(number)) == right.frames, f"{where}: frames"
    assert pixels(batch.frame(number)) == right.frame, f"{where}: frame"
    assert (int(batch.status[number]), int(batch.level[number])) == (int(right.status),
        right.level), f"{where}: status or level"  # fmt: skip


def test_environments_exchange_their_snapshots() -> None:
    for case in some(20):
        batch = KernelBatch(case.program, 2)
        batch.reset()
        half = len(case.moves) // 2
        for move in case.moves[:half]:
            batch.step(*(np.array([value, 0], np.int64) for value in move))
        data = batch.snapshot(0), batch.snapshot(1)
        batch.restore(1, data[0])
        batch.restore(0, data[1])
        for number, move in enumerate(case.moves[half:], half + 1):
            batch.step(*(np.array([0, value], np.int64) for value in move))
            same_environment(batch, 1, case.answers[number], f"seed {case.seed}, after {number} steps and an exchange")
        engine = ReferenceEngine(case.program)
        engine.restore(batch.snapshot(1))
        assert engine.state() == case.answers[-1].state, f"seed {case.seed}: a snapshot of a batch in an engine"


# ---------------------------------------------------------------- what fires


def test_everything_fires_in_enough_games() -> None:
    if EXAMPLES < ENOUGH:
        pytest.skip("too few games to tell shares")
    assert cases()
    print(f"of {FIRED.count} games from seed {SEED}, in how many fired\n{FIRED.table()}")
    seldom = [name for name in EXPECTED if FIRED.share(name) < LEAST_SHARE]
    assert not seldom, f"fires in less than {LEAST_SHARE} % of the games: {seldom}"
    assert not FIRED.games.keys() - set(EXPECTED), "not among what is expected"


def test_a_third_of_the_actions_changes_things() -> None:
    changed = total = 0
    for case in cases():
        things = [board.decode(case.program, right.state).things for right in case.answers]
        changed += sum(before != after for before, after in itertools.pairwise(things))
        total += len(case.moves)
    print(f"{100 * changed / total:.1f} % of {total} actions moved, made, dropped or changed a thing")
    assert 3 * changed >= total
