"""Hostile files by the hundred thousand: none may crash the checker, hang it or fill the memory.

    python benchmarks/fuzz.py [--first 0] [--count 1000] [--seconds S]
    python benchmarks/fuzz.py --show 4711 > bad.arcg

A number names a file (`tests/support/hostile.py`), so a run can be taken up where another ended. Each file is decoded,
parsed and checked; what is found is rendered; what is sound is compiled and verified; every fourth file is formatted,
and of every eighth that is wrong the wrong lines are taken out to see what is below them.
All of it happens in processes that may take no more than a gigabyte, and that are ended when one file takes too long.
Prints what broke, with the number of the first file that broke in that way, the counts by sort, and the slowest files.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.hostile import garble, hostile, real, sort_of
from support.wild import mended

from arcg.compiler.lower import lower
from arcg.compiler.plan import plan
from arcg.compiler.verify import verify
from arcg.dsl.check import check_text, decode_source
from arcg.dsl.expand import library
from arcg.dsl.formatting import format_text
from arcg.dsl.render import render_text

PATIENCE = 20
"""Most seconds of CPU time for one file."""

MEMORY = 1 << 30
"""Most bytes of address space for a process that checks files."""

BATCH = 1000
"""Files that one process looks at."""

SLOWEST = 8

LONG = 20_000
"""Characters of a text whose wrong lines are not taken out."""


def look(number: int) -> str:
    """What becomes of a file: `unreadable`, `wrong`, `sound`, or `mended` if it is sound without its wrong lines."""
    text, problem = decode_source(hostile(number), "hostile.arcg")
    if problem is not None:
        return "unreadable"
    if number % 4 == 0:
        format_text(text, "hostile.arcg")
    if compiled(text):
        return "sound"
    if number % 8 == 0 and len(text) < LONG and compiled(mended(text)):
        return "mended"
    return "wrong"


def compiled(text: str) -> bool:
    """Whether a text is sound; all that is done with one is done."""
    game, found = check_text(text, "hostile.arcg")
    render_text(found, {"hostile.arcg": text})
    if game is None:
        assert any(d.severity == "error" for d in found), "rejected without a reason"
        return False
    program = lower(game)
    verify(program)
    plan(program)
    return True


def too_slow(*_: object) -> None:
    """What the timer calls."""
    raise TimeoutError(f"more than {PATIENCE} s")


def batch(first: int, last: int, out: int) -> None:
    """Look at some files and write a line for each; runs in a process of its own."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, too_slow)
    for number in range(first, last):
        os.write(out, f"{number} begins\n".encode())
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            became = look(number)
        except BaseException as error:  # whatever it is, it is what this looks for
            place = traceback.extract_tb(error.__traceback__)[-1]
            became = f"BROKEN {type(error).__name__} {Path(place.filename).name}:{place.lineno} {str(error)[:120]!r}"
        signal.setitimer(signal.ITIMER_PROF, 0)
        os.write(out, f"{number} {time.process_time() - began:.3f} {became}\n".encode())


class Tally:
    """What was seen so far."""

    def __init__(self) -> None:
        self.became: Counter[tuple[str, str]] = Counter()
        self.broken: dict[str, list[int]] = {}
        self.slowest: list[tuple[float, int]] = []

    def breaks(self, number: int, how: str) -> None:
        """Note, and tell when it is the first of its sort."""
        numbers = self.broken.setdefault(how, [])
        numbers.append(number)
        if len(numbers) == 1:
            print(f"{number} ({sort_of(number)}): {how}", flush=True)

    def take(self, line: str) -> int:
        """Note one finished file; its number."""
        number, took, became = line.split(" ", 2)
        if became.startswith("BROKEN"):
            self.breaks(int(number), became)
        self.became[sort_of(int(number)), became.split()[0]] += 1
        self.slowest = sorted([*self.slowest, (float(took), int(number))], reverse=True)[:SLOWEST]
        return int(number)

    def tell(self, first: int, last: int, began: float) -> None:
        """Print the counts."""
        files, ways = sum(self.became.values()), len(self.broken)
        seconds = time.monotonic() - began
        print(f"files {first} to {last - 1}: {files} in {seconds:.0f} s; broken in {ways} ways")
        for (sort, became), count in sorted(self.became.items()):
            print(f"    {sort:10} {became:12} {count}")
        print("    slowest: " + ", ".join(f"{number} {took:.1f} s" for took, number in self.slowest), flush=True)


def run(first: int, last: int, tally: Tally) -> int:
    """Look at a batch in a process of its own; the number to go on with."""
    get, put = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(get)
        try:
            batch(first, last, put)
        finally:
            os._exit(0)
    os.close(put)
    at = first
    with os.fdopen(get, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.endswith(" begins\n"):
                at = int(line.split()[0])
            else:
                at = tally.take(line.rstrip("\n")) + 1
    _, status = os.waitpid(child, 0)
    if at < last:  # the process died on that file
        tally.breaks(at, f"the process ended with {status}")
        at += 1
    return at


def main() -> None:
    """Look at many files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--show", type=int, metavar="NUMBER")
    options = parser.parse_args()
    if options.show is not None:
        sys.stdout.buffer.write(hostile(options.show))
        return
    for prepare in (library, real, garble):  # once, for all processes
        prepare()
    tally, began, at, last = Tally(), time.monotonic(), options.first, options.first + options.count
    told = at
    while at < last and time.monotonic() - began < options.seconds:
        at = run(at, min(at + BATCH, last), tally)
        if at - told >= 10 * BATCH:
            tally.tell(options.first, at, began)
            told = at
    tally.tell(options.first, at, began)
    raise SystemExit(bool(tally.broken))


if __name__ == "__main__":
    main()
