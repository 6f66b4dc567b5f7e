"""How long it takes to check a long file, after start-up.

    python benchmarks/checking.py [--lines 1000]

Makes a file of about that many lines (rules over several phases, each with a join, a negation and three effects) and
prints the median of seven runs of parsing alone, of the whole check with the lowering, and of formatting the file as it
is and with every space around a sign left out.
"""

from __future__ import annotations

import argparse
import re
import statistics
import time
from collections.abc import Callable

from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.formatting import format_text
from arcg.dsl.parser import parse

HEAD = """game long
board 8x8
actions arrows click
layer solid
kind Wall Player on solid
    pic
        4
kind Crate on solid has hue: red blue green, lit: no yes
    pic
        8
    tint 8 by hue
world has energy: 0..60 = 60
Player walks
Crate is pushed by Player
"""
RULE = "    on click(Crate), Crate $b touches Crate, no Wall near $b -> $b.hue next, $b.lit = yes, energy - 1\n"
TAIL = """win when every Crate has Crate.lit = yes
lose when energy = 0
legend
    # = Wall
    P = Player
    c = Crate
level
    map
        #P.c
"""
RUNS = 7


def median(work: Callable[[], object]) -> float:
    """Median seconds of a piece of work."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=1000)
    lines = parser.parse_args().lines
    phases = "".join(f"phase p{number}\n{RULE * 24}" for number in range(lines // 25))
    text = HEAD + phases + TAIL

    def whole() -> None:
        game, found = check_text(text, "long.arcg")
        if game is None:
            raise SystemExit(f"the file is meant to be right: {found[0].message}")
        lower(game)

    print(f"{text.count(chr(10))} lines")
    print(f"parse            {median(lambda: parse(text, 'long.arcg', Reporter())):6.3f} s")
    print(f"check and lower  {median(whole):6.3f} s")
    untidy = re.sub(r" ?(->|[,=]) ?", r"\1", text)
    print(f"format           {median(lambda: format_text(text, 'long.arcg')):6.3f} s")
    print(f"format, untidy   {median(lambda: format_text(untidy, 'long.arcg')):6.3f} s")


if __name__ == "__main__":
    main()
