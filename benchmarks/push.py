"""Turns per second of one game on every engine there is, side by side: the kernels, the reference, and `arcengine`.

    python benchmarks/push.py [--seconds 2] [--arcengine-python PATH] [--without-kernel]

The game is `push.arcg`; `push_arcengine.py` is the same game written by hand for `arcengine`, the official package, and
runs in a process of its own, with this Python or with another one that has the package. First it is checked that all
play the same game. Then each figure is the median of five runs on one thread, of random arrows: a game that has ended
is reset, which takes time but does not count as a turn.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import arcg
from arcg.compiler.ir import Program
from arcg.runtime.benchmark import RUNS, machine, rate_kernel, rate_reference, size
from arcg.runtime.engine import Action, Engine, Status
from arcg.runtime.reference import ReferenceEngine

GAME = Path(__file__).with_name("push.arcg")
OFFICIAL = Path(__file__).with_name("push_arcengine.py")
BATCHES = (1, 64, 1024)
CHECKED = 3000
"""Random actions played in the check that all play the same game."""

SOLUTION = ["UDLR".index(way) + 1 for way in "LLLUUURRRDRRRDLDDLLLLDLDRR"]
"""Wins from the start with much energy left, or with none after a walk to and fro that uses up the rest."""

Answer = list[int]
Row = tuple[str, int, float, float]
"""Engine, batch, turns per second without and with frames."""

MISSING = """\
arcengine is not here: `pip install arcengine` (or arc-agi, which brings it) needs Python 3.12 or newer; an
environment with nothing else will do: name its Python with --arcengine-python PATH"""


def with_arcengine(python: str) -> str | None:
    """The interpreter, if it has the package."""
    found = subprocess.run([python, "-c", "import arcengine"], check=False, stderr=subprocess.DEVNULL)
    return None if found.returncode else python


def official(python: str, *arguments: object) -> Any:
    """What the game for `arcengine` answers, run by an interpreter that has that package."""
    command = [python, str(OFFICIAL), *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def answer(engine: Engine, action: int) -> Answer:
    """Status, energy and a checksum of the frames after an action."""
    engine.step(action)
    return [int(engine.status), engine.world_values()["energy"], zlib.crc32(engine.frames().tobytes())]


def played(program: Program) -> tuple[list[int], list[Answer]]:
    """Actions with losses, wins and resets, and what the reference engine answers to them."""
    engine = ReferenceEngine(program)
    chance = random.Random(0)
    actions: list[int] = []
    answers: list[Answer] = []

    def act(action: int) -> None:
        actions.append(action)
        answers.append(answer(engine, action))

    act(Action.RESET)
    while len(actions) < CHECKED:
        act(chance.choice(program.actions))
        if engine.status is not Status.PLAYING:
            act(chance.choice(program.actions))  # does nothing any more
            act(Action.RESET)
    for detour in (0, answers[0][1] - len(SOLUTION)):
        act(Action.RESET)
        for action in [*([Action.UP, Action.DOWN] * (detour // 2)), *SOLUTION]:
            act(action)
        if engine.status is not Status.WON:
            raise SystemExit("the solution does not win")
    return actions, answers


def check(program: Program, python: str | None, *, kernels: bool) -> str:
    """Play the same actions on all engines: status, energy and all pixels must agree after each."""
    actions, expected = played(program)
    others: dict[str, list[Answer]] = {}
    if kernels:
        from arcg.runtime.kernel import KernelEngine

        engine = KernelEngine(program)
        others["kernel"] = [answer(engine, action) for action in actions]
    if python:
        others["arcengine"] = official(python, "play", *actions)
    for name, answers in others.items():
        for number, (one, other) in enumerate(zip(expected, answers, strict=True)):
            if one != other:
                raise SystemExit(f"{name} differs after action {number}: status, energy, pixels {other}, not {one}")
    return f"{' and '.join(['reference', *others])} agree in every pixel of {len(actions):,} actions"


def ratio(figure: float, base: float) -> str:
    """How many times the base, to about three digits."""
    times = figure / base
    return f"{times:.2f}" if times < 10 else f"{times:,.0f}"


def table(rows: list[Row], base: str) -> str:
    """Ratios are to the row of the engine called `base`."""
    plain, drawn = next(row[2:] for row in rows if row[0] == base)
    lines = [f"{'engine':32} {'batch':>5} {'turns/s':>11} {'ratio':>7} {'with frames':>12} {'ratio':>7}"]
    lines += [
        f"{engine:32} {batch:5} {one:11,.0f} {ratio(one, plain):>7} {other:12,.0f} {ratio(other, drawn):>7}"
        for engine, batch, one, other in rows
    ]
    return "\n".join(lines)


def kernels_ready(without: bool) -> bool:
    """Have the kernels compiled, unless they are not wanted."""
    if without:
        return False
    from arcg.runtime.kernel import ready

    if not ready.is_built():
        print("compiling the kernels, once for this version of arcg; this takes a few minutes", file=sys.stderr)
        ready.build()
    return True


def main() -> None:
    """Check, measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure, all runs together")
    parser.add_argument(
        "--arcengine-python", metavar="PATH", help="a Python that has `arcengine`; this one when left out"
    )
    parser.add_argument(
        "--without-kernel", action="store_true", help="leave out the kernels, which have to be compiled"
    )
    options = parser.parse_args()
    python = with_arcengine(options.arcengine_python or sys.executable)
    kernels = kernels_ready(options.without_kernel)
    program = arcg.load(str(GAME))

    about, here = size(program), machine()
    print(f"{here['processor']}, {here['system']}, Python {here['python']}; one thread; median of {RUNS} runs")
    print(f"{program.name}: board {about.width}x{about.height}, {about.things} things, {about.rules} rules")
    if python or kernels:
        print(check(program, python, kernels=kernels))
    rows: list[Row] = []
    base = "reference"
    if python:
        measured = official(python, "rate", "--seconds", options.seconds)
        base = f"arcengine {measured['version']}, Python {measured['python']}"
        rates = {(each["merged"], each["frames"]): each["turns_per_second"] for each in measured["rates"]}
        for name, merged in ((base, False), ("  its walls merged (sys_static)", True)):
            rows.append((name, 1, rates[merged, False], rates[merged, True]))
    plain, drawn = (rate_reference(program, options.seconds, frames=frames) for frames in (False, True))
    rows.append(("reference", 1, plain.turns_per_second, drawn.turns_per_second))
    for batch in BATCHES if kernels else ():
        plain, drawn = (rate_kernel(program, batch, options.seconds, frames=frames) for frames in (False, True))
        rows.append(("kernel", batch, plain.turns_per_second, drawn.turns_per_second))
    print()
    print(table(rows, base))
    if python:
        print("arcengine always draws; its figure without frames is with a camera that does nothing")
    else:
        print(MISSING)


if __name__ == "__main__":
    main()
