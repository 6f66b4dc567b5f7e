"""Frame times of the studio, and what it costs when nothing happens.

    python benchmarks/studio.py [GAME.arcg ...] [--size 1360x860]

For each game and each mode, posted events drive the real window: strokes are drawn, levels changed, the game played and
looked back at. Printed are the milliseconds of one turn of the loop that drew a picture (median, 99th percentile,
largest),
and the share of a processor used while nothing happens. Run it under a virtual display for a driver with a screen.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.hand import Hand

from arcg.editor.studio.app import Studio, smooth
from arcg.editor.studio.start import open_studio

IDLE = 4.0
"""Seconds of doing nothing."""


class Timed(Hand):
    """A hand that keeps the time of every turn of the loop in which a picture was drawn."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.times: list[float] = []
        inner, drawn = studio.turn, studio._show
        shown = [0]

        def show() -> None:
            shown[0] += 1
            drawn()

        def turn() -> None:
            before, wait = shown[0], studio._wait
            studio._wait = lambda: 0.0  # type: ignore[method-assign]  # waiting is no work
            began = time.perf_counter()
            inner()
            took = time.perf_counter() - began
            studio._wait = wait  # type: ignore[method-assign]
            if shown[0] != before:
                self.times.append(took)

        studio._show = show  # type: ignore[method-assign]
        studio.turn = turn  # type: ignore[method-assign]


def _paint(hand: Hand) -> None:
    """Strokes all over the sheet."""
    width, height = hand.studio.workspace.painter.sheet.size()
    for row in range(0, height, 2):
        way = [hand.cell(column, row) for column in range(width)]
        hand.drag(*way)
    for _ in range(3):
        hand.key("ctrl+z")


def _play(hand: Hand) -> None:
    for key in ("right", "up", "left", "down") * 8:
        hand.key(key)
        hand.turns(0.05)
    for key in [","] * 10 + ["."] * 10 + ["j"] * 4:
        hand.key(key)


def _text(hand: Hand) -> None:
    for _ in range(12):
        hand.wheel(1)


def _modes(hand: Hand) -> Iterator[tuple[str, list[float]]]:
    for mode, key, work in (
        ("level", "f3", _paint),
        ("picture", "f4", _paint),
        ("text", "f5", _text),
        ("play", "f2", _play),
    ):
        hand.key(key)
        hand.turns(0.3)
        hand.times.clear()  # type: ignore[attr-defined]
        work(hand)
        yield mode, list(hand.times)  # type: ignore[attr-defined]


def _idle(studio: Studio) -> float:
    """The share of one processor that is used while nothing happens."""
    ends = time.monotonic() + 2.0
    while time.monotonic() < ends:
        studio.turn()
    began, used = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF)
    while time.monotonic() < began + IDLE:
        studio.turn()
    after = resource.getrusage(resource.RUSAGE_SELF)
    spent = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
    return spent / (time.monotonic() - began)


def main() -> None:
    """Measure, and print a table."""
    with smooth():  # as the studio does while it runs
        _measure()


def _measure() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = Path(__file__).parents[1]
    games = sorted(root.glob("games/*/*.arcg"))
    parser.add_argument("games", nargs="*", type=Path, default=games)
    parser.add_argument("--size", default="1360x860")
    given = parser.parse_args()
    size = tuple(int(side) for side in given.size.split("x"))
    print(
        f"SDL driver {os.environ['SDL_VIDEODRIVER']}, window {given.size}; milliseconds of a turn that drew a picture"
    )
    print(f"{'game':12} {'mode':8} {'pictures':>8} {'median':>7} {'99 %':>7} {'largest':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for game in given.games:
            copy = Path(shutil.copy(game, folder))
            began = time.perf_counter()
            studio = open_studio(copy, size=(size[0], size[1]), hints=False)
            studio.turn()
            opened = time.perf_counter() - began
            hand = Timed(studio)
            hand.settled()
            for mode, times in _modes(hand):
                times = sorted(1000 * one for one in times)
                most = times[min(len(times) - 1, len(times) * 99 // 100)]
                middle = statistics.median(times)
                print(f"{game.stem:12} {mode:8} {len(times):8} {middle:7.1f} {most:7.1f} {times[-1]:8.1f}")
            del studio.turn, studio._show
            hand.key("f3")
            share = _idle(studio)
            hand.key("f2")
            playing = _idle(studio)
            idle = f"idle {100 * share:.1f} % of a processor, playing {100 * playing:.1f} %"
            print(f"{game.stem:12} opened in {opened:.2f} s; {idle}")
            studio.dropped = True
            studio.close()


if __name__ == "__main__":
    main()
