"""No text breaks the way from text to play: what is accepted runs, what is rejected is explained.

Files come from `support.wild`. A seed names a file; `python tests/properties/test_robustness.py FIRST LAST` looks at
other seeds than the test run does and prints what breaks.
"""

from __future__ import annotations

import dataclasses
import math
import re
import signal
import sys
import time
import traceback
from collections import Counter
from itertools import takewhile
from pathlib import Path
from random import Random

import numpy as np
import pytest

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.compiler.verify import verify
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Span
from arcg.dsl.render import render_text
from arcg.runtime.engine import MAX_FRAMES
from arcg.runtime.reference import ReferenceEngine, turn

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))

from support.wild import made, mended, mutant  # noqa: E402  after the path is set

PATIENCE = 6
ACTIONS = 30
MOST_ROUNDS = 25
LONGEST = 0.5
"""Seconds after which a game that has grown large is left."""
MAX_BREADTH = 1000
"""Games whose queries join more things than this are not played: nothing new is to be seen while they take minutes."""
SEEDS = 8
BATCHES = range(10)


def seeds_to_mutate() -> list[str]:
    """Whole games, the examples of the documentation, and the gallery of mistakes."""
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "games").glob("*/*.arcg"))]
    page = (ROOT / "docs" / "language.md").read_text("utf-8")
    blocks = re.findall(r"^```arcg ?(header|part)?\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    header = next(body for use, body in blocks if use == "header")
    texts += [header + body for use, body in blocks if use == "part"] * 2
    texts += [path.read_text("utf-8") for path in sorted((ROOT / "tests" / "bad").glob("*.arcg"))]
    return texts


def try_text(text: str, random: Random) -> bool:
    """Check a text and play it if it is sound; whether it was."""
    game, found = check_text(text, "wild.arcg")
    for diagnostic in found:
        assert_inside(diagnostic.span, text)
        for _, span in diagnostic.notes:
            assert_inside(span, text)
        assert not re.search(r"\{\w+\}", diagnostic.message + diagnostic.hint), diagnostic
    assert render_text(found, {"wild.arcg": text})
    if game is None:
        assert any(d.severity == "error" for d in found), "rejected without a reason"
        return False
    assert not any(d.severity == "error" for d in found), "accepted in spite of an error"
    program = lower(game)
    verify(program)
    assert ir.loads(ir.dumps(program)) == program
    if breadth(program) <= MAX_BREADTH:
        play(program, random)
    return True


def breadth(program: ir.Program) -> int:
    """How many combinations of things the widest query goes through at the start of a level, roughly."""
    counts = [Counter(thing.kind for thing in level.things) for level in program.levels]

    def widest(node: object) -> int:
        if isinstance(node, tuple):
            return max(map(widest, node), default=1)
        if not dataclasses.is_dataclass(node):
            return 1
        inside = max((widest(getattr(node, part.name)) for part in dataclasses.fields(node)), default=1)
        if not isinstance(node, ir.Query):
            return inside
        bound = [atom.kinds for atom in node.atoms if isinstance(atom, ir.Bind)]
        return inside * math.prod(max(sum(count[kind] for kind in kinds) for count in counts) or 1 for kinds in bound)

    return widest((program.phases, program.forbids, program.wins, program.loses, program.facts, program.stops))


def assert_inside(span: Span, text: str) -> None:
    """A place that a person can find; places in library files are not looked at."""
    if span.file != "wild.arcg":
        return
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    assert 1 <= span.line <= span.end_line <= len(rows), span
    assert 1 <= span.column <= len(rows[span.line - 1]) + 1, span
    assert 1 <= span.end_column <= len(rows[span.end_line - 1]) + 2, span
    assert (span.line, span.column) <= (span.end_line, span.end_column), span


def play(program: ir.Program, random: Random) -> None:
    """Random actions; every answer has frames and a state; going back gives the same future.

    After a snapshot under all actions, after a state up to undo and RESET.
    """
    engine = ReferenceEngine(program)
    other = ReferenceEngine(program)
    saved, middle, future, began = engine.snapshot(), engine.state(), [], time.process_time()
    for number in range(ACTIONS):
        if time.process_time() - began > LONGEST:
            break
        action, x, y = random.choice([*program.actions, *program.actions, 0, random.randrange(8)]), *pixel(random)
        engine.step(action, x, y)
        state = engine.state()
        future.append((action, x, y, state))
        if number in (0, ACTIONS // 2, ACTIONS - 1):
            frames = engine.frames()
            assert frames.dtype == np.uint8 and frames.shape[1:] == (64, 64) and len(frames) <= MAX_FRAMES
            assert frames.size == 0 or int(frames.max()) < 16
            other.restore(state)
            assert other.state() == state, "a state comes back as another"
            assert np.array_equal(other.frame(), engine.frame())
        if number == ACTIONS // 2:
            saved, middle, future = engine.snapshot(), state, []
    other.restore(saved)
    assert other.snapshot() == saved, "a snapshot comes back as another"
    for action, x, y, state in future:
        other.step(action, x, y)
        assert other.state() == state, "after a snapshot the future is another"
    other.restore(middle)
    for action, x, y, state in takewhile(lambda step: step[0] not in (0, 7), future):
        other.step(action, x, y)
        assert other.state() == state, "after a state the future is another"


def pixel(random: Random) -> tuple[int, int]:
    return random.randrange(-1, 65), random.randrange(-1, 65)


def text_of(seed: str, texts: list[str]) -> str:
    """The file that a seed names: `made 7` or `mutant 7`."""
    random = Random(seed)
    own = made(random)
    return own if seed.startswith("made") else mutant(random, [*texts, *[own] * (len(texts) // 2)])


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops are taken back early: what grows in each of a thousand rounds would take minutes."""
    monkeypatch.setattr(turn, "MAX_ITERATIONS", MOST_ROUNDS)


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("way", ["made", "mutant"])
def test_whatever_is_accepted_plays_and_whatever_is_rejected_is_explained(way: str, batch: int) -> None:
    texts = seeds_to_mutate()
    sound = 0
    for number in range(batch * SEEDS, (batch + 1) * SEEDS):
        seed = f"{way} {number}"
        text = text_of(seed, texts)
        sound += try_text(text, Random(seed)) or try_text(mended(text), Random(seed))
    assert sound >= 2, "too few of these files are played to tell anything"


def too_slow(*_: object) -> None:
    raise TimeoutError(f"more than {PATIENCE} s")


def main(first: int, last: int) -> None:
    turn.MAX_ITERATIONS = MOST_ROUNDS  # type: ignore[misc]
    signal.signal(signal.SIGPROF, too_slow)
    texts = seeds_to_mutate()
    seen: dict[str, int] = {}
    tried = {"made": [0, 0], "mutant": [0, 0]}
    for number in range(first, last):
        for way in tried:
            seed = f"{way} {number}"
            text, began = text_of(seed, texts), time.process_time()
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            try:
                tried[way][try_text(text, Random(seed)) or try_text(mended(text), Random(seed))] += 1
            except Exception as error:
                where = traceback.extract_tb(error.__traceback__)[2 if isinstance(error, TimeoutError) else -1]
                key = f"{type(error).__name__} {where.filename}:{where.lineno} {str(error)[:150]}"
                seen[key] = seen.get(key, 0) + 1
                if seen[key] == 1:
                    print(f"{seed}: {key}", flush=True)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if (took := time.process_time() - began) > PATIENCE / 4:
                print(f"{seed}: {took:.1f} s", flush=True)
        if number % 500 == 499:
            print(number, tried, seen.values(), flush=True)
    print(tried, seen)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
