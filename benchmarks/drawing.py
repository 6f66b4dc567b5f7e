"""How near drawing comes to copying: frames per second of many games with every frame drawn, beside plain copies.

    python benchmarks/drawing.py [GAME...] [--batch 4096] [--seconds 2] [--json FILE]

Plays the shipped games and the miniatures of `tests/expressiveness/` (or the files that are named), many environments a
call on one thread of the kernels with the game's own machine code, with random actions and clicks at random pixels. The
share is that of the frames per second which are copied from memory to memory in the same run, into as many places:
no drawing can be faster. MB is what all environments take together at the end, with room for all frames of a step.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import arcg
from arcg.runtime.benchmark import heading, machine, rate_copying, rate_kernel
from arcg.runtime.kernel import ready
from arcg.runtime.loading import shipped

MINIATURES = Path(__file__).parents[1] / "tests" / "expressiveness"


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a game reached, and its share of the frames per second that can be copied."""

    game: str
    turns: float
    frames: float
    share: float
    megabytes: float


def measure(game: str, batch: int, seconds: float, copied: float) -> Drawn:
    """Play a game, shipped or a file."""
    program = arcg.load(game)
    rate = rate_kernel(program, batch, seconds, frames=True, translated=program.cellwise is None)
    assert rate.bytes_shared is not None and rate.bytes_each is not None and rate.bytes_frames is not None
    taken = rate.bytes_shared + batch * rate.bytes_each + rate.bytes_frames
    share = rate.frames_per_second / copied
    return Drawn(program.name, rate.turns_per_second, rate.frames_per_second, share, taken / 1e6)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="files or shipped games; all of both kinds if left out"
    )
    parser.add_argument("--batch", type=int, default=4096, help="environments stepped in one call")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure, all runs together")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    if not ready.is_built():
        print("compiling the kernels, once for this version of arcg; this takes a few minutes", file=sys.stderr)
        ready.build()
    games = options.games or [*shipped(), *map(str, sorted(MINIATURES.glob("*.arcg")))]
    here = machine()
    print(heading(here))
    copied = rate_copying(options.batch, options.seconds)
    print(f"copied: {copied:,.0f} frames/s, {options.batch:,} at a time")
    print(f"{'game':12} {'turns/s':>11} {'frames/s':>11} {'share':>7} {'MB':>6}")
    rows = []
    for game in games:
        rows.append(row := measure(game, options.batch, options.seconds, copied))
        print(
            f"{row.game:12} {row.turns:11,.0f} {row.frames:11,.0f} {row.share:7.1%} {row.megabytes:6,.0f}", flush=True
        )
    median = statistics.median(row.share for row in rows)
    print(f"median share {median:.1%}; most memory {max(row.megabytes for row in rows):,.0f} MB")
    if options.json:
        document = {"machine": here, "batch": options.batch, "copied": copied, "games": [asdict(row) for row in rows]}
        options.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
