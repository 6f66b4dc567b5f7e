"""Fresh levels by the thousand: how fast they come, whether all that is said of them is so, asked against got.

    python benchmarks/generating.py [--count 1000] [--level 1] [--jobs 2] [--games dyer herd] [--chart FILE] [--json]

Of each shipped game whose level has a `generate` block, `--count` levels are made, and then looked at by other means
than those by which they were made:

- every solution is played on the reference engine, and must win with its last move;
- of levels with few positions (`SMALL` moves to try, at most `--proved` of each game) the shortest solution is searched
  for again, breadth first on the reference engine, and must be as long;
- no two first frames are the same when they are turned, mirrored and have their colours exchanged.

Processor time is of one process and of making alone. Exit code 1: something that was said is not so.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import arcg
from arcg.compiler import ir
from arcg.runtime.engine import Action, Status
from arcg.runtime.explore.budget import budget_of
from arcg.runtime.generate.fresh import made, search_of, source_of
from arcg.runtime.generate.searching import Fresh, NoLevelError
from arcg.runtime.loading import shipped
from arcg.runtime.reference import ReferenceEngine

SMALL = 1_500
"""Moves that are tried at most, about, to prove one shortest solution again."""


@dataclass
class Row:
    """What was found of one game: `asked` and `got` are actions of the shortest solution, one of each level."""

    game: str
    level: int
    seconds: float = 0.0
    asked: list[int | None] = field(default_factory=list)
    got: list[int] = field(default_factory=list)
    proved: int = 0
    stopped: str = ""
    wrong: list[str] = field(default_factory=list)

    @property
    def apart(self) -> float | None:
        """Actions between asked and got, on average; None where nothing was asked for."""
        pairs = [(asked, got) for asked, got in zip(self.asked, self.got, strict=True) if asked is not None]
        return sum(abs(asked - got) for asked, got in pairs) / len(pairs) if pairs else None


def measured(game: str, level: int, count: int, proofs: int, seed: int) -> Row:
    """Make levels of a game and look at them."""
    row = Row(game, level)
    search = search_of(source_of(game), level - 1, None, seed)
    levels = made(search)
    pictures: dict[bytes, int] = {}
    for number in range(count):
        begun = time.process_time()
        try:
            fresh = next(levels)
        except NoLevelError as error:
            row.stopped = str(error)
            break
        row.seconds += time.process_time() - begun
        row.asked.append(search.target(number))
        row.got.append(len(fresh.certificate.moves))
        if not wins(fresh):
            row.wrong.append(f"level {number}: its solution does not win")
        picture = like(arcg.make(fresh.program).render())
        if picture in pictures:
            row.wrong.append(f"levels {pictures[picture]} and {number} look the same")
        pictures[picture] = number
        if row.proved < proofs and fresh.certificate.proved:
            found = shortest(fresh)
            row.proved += found is not None
            if found not in (None, row.got[-1]):
                row.wrong.append(f"level {number}: {found} actions are enough, and not {row.got[-1]}")
    return row


def wins(fresh: Fresh) -> bool:
    """Whether a solution wins on the reference engine, with its last move."""
    env = arcg.make(fresh.program)
    env.reset()
    played = [env.status]
    for move in fresh.certificate.moves:
        env.step(*move)
        played.append(env.status)
    return played[-1] is Status.WON and all(status is Status.PLAYING for status in played[:-1])


def shortest(fresh: Fresh) -> int | None:
    """Actions of the shortest solution, breadth first on the reference engine; None: there is too much to try.

    A counter that only runs down is left out of what tells positions apart: who comes to one with less of it left is
    never better off.
    """
    engine = ReferenceEngine(fresh.program)
    counter = budget_of(fresh.program)
    spent = None if counter is None else fresh.program.world[counter.attr].name
    moves = choices(engine, fresh.program)

    def position() -> str:
        world = {name: value for name, value in engine.world_values().items() if name != spent}
        return repr((engine.things(), world))

    seen, left, tried = {position()}, deque([(engine.snapshot(), 0)]), 0
    while left:
        held, length = left.popleft()
        for move in moves:
            tried += 1
            if tried > SMALL:
                return None
            engine.restore(held)
            engine.step(*move)
            if engine.status is Status.WON:
                return length + 1
            if engine.status is Status.PLAYING and position() not in seen:
                seen.add(position())
                left.append((engine.snapshot(), length + 1))
    return -1


def choices(engine: ReferenceEngine, program: ir.Program) -> list[tuple[int, int, int]]:
    """Every action but undo, a click for each cell."""
    board = program.levels[0]
    plain = [(action, -1, -1) for action in program.actions if action not in (Action.UNDO, Action.CLICK)]
    if Action.CLICK not in program.actions:
        return plain
    pixels = [engine.pixel(x, y) for y in range(board.height) for x in range(board.width)]
    return plain + [(int(Action.CLICK), *pixel) for pixel in pixels if pixel is not None]


def like(frame: NDArray[np.uint8]) -> bytes:
    """The same for a frame that is turned, mirrored or has its colours exchanged."""
    turned = [np.rot90(side, turns) for side in (frame, frame[:, ::-1]) for turns in range(4)]
    return min(_renamed(one) for one in turned)


def _renamed(frame: NDArray[np.uint8]) -> bytes:
    """The frame with its colours numbered as they come."""
    colours, first = np.unique(frame, return_index=True)
    names = np.zeros(256, np.uint8)
    names[colours[np.argsort(first)]] = np.arange(len(colours))
    return names[np.ascontiguousarray(frame)].tobytes()


# ------------------------------------------------------------ telling


def told(rows: list[Row]) -> str:
    """A line for each game."""
    lines = [f"{'game':<10}{'levels':>7}{'a second':>10}{'shortest':>11}{'apart':>7}{'proved again':>14}  wrong"]
    for row in rows:
        rate = len(row.got) / row.seconds if row.seconds else 0.0
        between = f"{min(row.got)}..{max(row.got)}" if row.got else "-"
        apart = "-" if row.apart is None else f"{row.apart:.1f}"
        name = f"{row.game} {row.level}"
        lines.append(
            f"{name:<10}{len(row.got):>7}{rate:>10.1f}{between:>11}{apart:>7}{row.proved:>14}  {len(row.wrong)}"
        )
        lines += [f"    {each}" for each in row.wrong[:5]]
        if row.stopped:
            lines.append(f"    {row.stopped}")
    return "\n".join(lines)


def draw(rows: list[Row], file: Path) -> None:
    """A panel for each game: asked to the right, got upwards, larger dots for more levels."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    shown = [row for row in rows if row.apart is not None]
    columns = min(4, len(shown))
    lines = -(-len(shown) // columns)
    figure, places = plt.subplots(
        lines, columns, figsize=(2.6 * columns, 2.75 * lines + 0.5), squeeze=False, layout="constrained"
    )
    for axes in places.flat[len(shown) :]:
        axes.set_visible(False)
    for axes, row in zip(places.flat, shown, strict=False):
        pairs: dict[tuple[int, int], int] = {}
        for asked, got in zip(row.asked, row.got, strict=True):
            if asked is not None:
                pairs[asked, got] = pairs.get((asked, got), 0) + 1
        ends = [min(map(min, pairs)) - 1, max(map(max, pairs)) + 1]
        axes.plot(ends, ends, color="#c9a227", linewidth=0.9, zorder=1)
        most = max(pairs.values())
        sizes = [6 + 60 * count / most for count in pairs.values()]
        axes.scatter(*zip(*pairs, strict=True), s=sizes, color="#1f5fa8", alpha=0.75, linewidth=0, zorder=2)
        axes.set_title(f"{row.game}, level {row.level}: {len(row.got):,}", fontsize=9)
        axes.set_xlim(ends)
        axes.set_ylim(ends)
        axes.set_aspect("equal")
        axes.tick_params(labelsize=7)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    figure.supxlabel("actions asked for", fontsize=9)
    figure.supylabel("actions of the shortest solution", fontsize=9)
    figure.savefig(file, dpi=110)
    plt.close(figure)


def main() -> None:
    """Measure, tell, draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="levels of each game")
    parser.add_argument("--level", type=int, default=1, help="the level beside whose block they are made")
    parser.add_argument("--proved", type=int, default=20, help="shortest solutions of each game to search again")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="games that are measured side by side")
    parser.add_argument("--games", nargs="+", metavar="ID", default=list(shipped()))
    parser.add_argument("--chart", type=Path, metavar="FILE", help="draw asked against got")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    games = [game for game in options.games if options.level - 1 in blocks(game)]
    each = partial(measured, level=options.level, count=options.count, proofs=options.proved, seed=options.seed)
    if options.jobs == 1:
        rows = [each(game) for game in games]
    else:
        with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
            rows = list(pool.map(each, games))
    print(json.dumps([asdict(row) for row in rows]) if options.json else told(rows))
    if options.chart is not None:
        draw(rows, options.chart)
    if any(row.wrong or len(row.got) < options.count for row in rows):
        sys.exit(1)


def blocks(game: str) -> set[int]:
    """The levels of a game that have a block, 0-based."""
    try:
        return set(source_of(game).recipes)
    except ValueError:
        return set()


if __name__ == "__main__":
    main()
