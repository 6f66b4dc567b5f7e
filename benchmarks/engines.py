"""Turns per second of the same games on every engine there is, side by side: `arcengine`, the reference, the kernels.

    python benchmarks/engines.py [push] [lamps] [glide] [--seconds 2] [--arcengine-python PATH] [--without-kernel]
        [--json FILE]

The games are `push.arcg` (walking and pushing), `lamps.arcg` (clicks) and `glide.arcg` (several frames a turn), all of
them when none is named; `arcengine_games.py` has the same games written by hand for `arcengine`, the official package,
and runs in a process of its own, with this Python or with another one that has the package. First it is checked that
all engines play the same game. Then each figure is the median of five runs on one thread, of random actions, clicks at
random pixels: a game that has ended is reset, which takes time but does not count as a turn. The last rows are no
engine: frames copied from memory to memory, which no drawing can be faster than.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import arcg
from arcg.compiler.ir import Program
from arcg.runtime.benchmark import heading, machine, rate_copying, rate_kernel, rate_reference, size
from arcg.runtime.engine import SIZE, Action, Engine, Status
from arcg.runtime.reference import ReferenceEngine

HERE = Path(__file__).parent
OFFICIAL = HERE / "on_arcengine.py"
BATCHES = (1, 64, 1024, 4096)
CHECKED = 3000
"""Random actions played in the check that all play the same game."""

Asked = tuple[int, int, int]
"""An action with the place of a click."""

Answer = list[int]

MISSING = """\
arcengine is not here: `pip install arcengine` (or arc-agi, which brings it) needs Python 3.12 or newer; an
environment with nothing else will do: name its Python with --arcengine-python PATH"""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is won from its beginning.

    `detour`: two actions that cost two of the bar and leave everything else as it is, so that the game can also be won
    with the last that is left of the bar.
    """

    solution: list[Asked]
    detour: list[Asked]


def arrows(ways: str) -> list[Asked]:
    """Arrows from their first letters."""
    return [("UDLR".index(way) + 1, 0, 0) for way in ways]


def clicks(cells: str) -> list[Asked]:
    """Clicks in the middle of cells of 7 pixels, each given as its column and row."""
    return [(int(Action.CLICK), 7 * int(x) + 3, 7 * int(y) + 3) for x, y in cells.split()]


GAMES = {
    "push": Plan(arrows("LLLUUURRRDRRRDLDDLLLLDLDRR"), arrows("UD")),
    "lamps": Plan(clicks("20 01 41 61 42 13 63 34 74 26 27 57"), clicks("00 00")),
    "glide": Plan(arrows("DLDLULURDULDRULDLULDURDRDL"), arrows("DU")),
}


@dataclass(frozen=True, slots=True)
class Row:
    """Turns per second of an engine without and with every frame drawn, and frames per second with. None: no turns."""

    engine: str
    batch: int
    plain: float | None
    drawn: float | None
    frames: float


def with_arcengine(python: str) -> str | None:
    """The interpreter, if it has the package."""
    found = subprocess.run([python, "-c", "import arcengine"], check=False, stderr=subprocess.DEVNULL)
    return None if found.returncode else python


def official(python: str, *arguments: object, given: object = None) -> Any:
    """What the game for `arcengine` answers, run by an interpreter that has that package."""
    command = [python, str(OFFICIAL), *map(str, arguments)]
    done = subprocess.run(command, check=True, input=json.dumps(given).encode(), stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def answer(engine: Engine, asked: Asked) -> Answer:
    """Status, what is left of the bar and a checksum of the frames after an action."""
    engine.step(*asked)
    return [int(engine.status), *engine.world_values().values(), zlib.crc32(engine.frames().tobytes())]


def played(program: Program) -> tuple[list[Asked], list[Answer]]:
    """Actions with losses, wins and resets, and what the reference engine answers to them."""
    engine = ReferenceEngine(program)
    chance = random.Random(0)
    actions: list[Asked] = []
    answers: list[Answer] = []
    reset = (int(Action.RESET), 0, 0)

    def act(asked: Asked) -> None:
        actions.append(asked)
        answers.append(answer(engine, asked))

    def anything() -> Asked:
        return chance.choice(program.actions), chance.randrange(SIZE), chance.randrange(SIZE)

    act(reset)
    while len(actions) < CHECKED:
        act(anything())
        if engine.status is not Status.PLAYING:
            act(anything())  # does nothing any more
            act(reset)
    plan = GAMES[program.name]
    for detours in (0, (answers[0][1] - len(plan.solution)) // 2):
        act(reset)
        for asked in plan.detour * detours + plan.solution:
            act(asked)
        if engine.status is not Status.WON:
            raise SystemExit(f"{program.name}: the solution does not win")
    return actions, answers


def check(program: Program, python: str | None, *, kernels: bool) -> str:
    """Play the same actions on all engines: status, bar and all pixels must agree after each."""
    actions, expected = played(program)
    others: dict[str, list[Answer]] = {}
    if kernels:
        from arcg.runtime.kernel import KernelEngine

        engine = KernelEngine(program)
        others["kernel"] = [answer(engine, action) for action in actions]
    if python:
        others["arcengine"] = official(python, "play", program.name, given=actions)
    for name, answers in others.items():
        for number, (one, other) in enumerate(zip(expected, answers, strict=True)):
            if one != other:
                raise SystemExit(
                    f"{program.name}: {name} differs after action {number}: status, bar, pixels {other}, not {one}"
                )
    return f"{' and '.join(['reference', *others])} agree in every pixel of {len(actions):,} actions"


def measure(program: Program, python: str | None, seconds: float, *, kernels: bool) -> list[Row]:
    """All rows of a game; the first is what the others are compared with."""
    rows: list[Row] = []
    if python:
        measured = official(python, "rate", program.name, "--seconds", seconds)
        rates = {(each["merged"], each["frames"]): each for each in measured["rates"]}
        name = f"arcengine {measured['version']}, Python {measured['python']}"
        for engine, merged in ((name, False), ("arcengine, its walls merged", True)):
            plain, drawn = rates[merged, False]["turns_per_second"], rates[merged, True]
            rows.append(Row(engine, 1, plain, drawn["turns_per_second"], drawn["frames_per_second"]))
    bare, full = (rate_reference(program, seconds, frames=frames) for frames in (False, True))
    rows.append(Row("reference", 1, bare.turns_per_second, full.turns_per_second, full.frames_per_second))
    for translated in (False, True) if kernels else ():
        for batch in BATCHES:
            bare, full = (
                rate_kernel(program, batch, seconds, frames=frames, translated=translated) for frames in (False, True)
            )
            name = "kernels, own code" if translated else "kernels"
            rows.append(Row(name, batch, bare.turns_per_second, full.turns_per_second, full.frames_per_second))
    rows += [Row("frames copied", batch, None, None, rate_copying(batch, seconds)) for batch in BATCHES]
    return rows


def ratio(figure: float, base: float) -> str:
    """How many times the base, to about three digits."""
    times = figure / base
    return f"{times:.2f}" if times < 10 else f"{times:,.0f}"


def table(rows: list[Row]) -> str:
    """A line for each row; ratios are to the first."""
    base = rows[0]
    lines = [f"{'engine':32} {'batch':>5} {'turns/s':>11} {'ratio':>7} {'drawn':>11} {'ratio':>7} {'frames/s':>12}"]
    for row in rows:
        figures = ""
        for figure, other in ((row.plain, base.plain), (row.drawn, base.drawn)):
            figures += f" {figure:11,.0f} {ratio(figure, other):>7}" if figure and other else " " * 20
        lines.append(f"{row.engine:32} {row.batch:5}{figures} {row.frames:12,.0f}")
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
    """Check, measure and print a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)}; all when left out")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure, all runs together")
    parser.add_argument(
        "--arcengine-python", metavar="PATH", help="a Python that has `arcengine`; this one when left out"
    )
    parser.add_argument(
        "--without-kernel", action="store_true", help="leave out the kernels, which have to be compiled"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    unknown = [game for game in options.games if game not in GAMES]
    if unknown:
        parser.error(f"there is no game {unknown[0]!r} for all engines; the games are {', '.join(GAMES)}")
    python = with_arcengine(options.arcengine_python or sys.executable)
    kernels = kernels_ready(options.without_kernel)

    here = machine()
    print(heading(here))
    measured: dict[str, list[Row]] = {}
    for game in options.games or GAMES:
        program = arcg.load(str(HERE / f"{game}.arcg"))
        about = size(program)
        print(f"\n{game}: board {about.width}x{about.height}, {about.things} things, {about.rules} rules")
        if python or kernels:
            print(check(program, python, kernels=kernels))
        measured[game] = measure(program, python, options.seconds, kernels=kernels)
        print(table(measured[game]), flush=True)
    if python:
        print("\narcengine always draws; its figure without frames is with a camera that does nothing")
    else:
        print(f"\n{MISSING}")
    if options.json:
        games = {game: [asdict(row) for row in rows] for game, rows in measured.items()}
        options.json.write_text(json.dumps({"machine": here, "games": games}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
