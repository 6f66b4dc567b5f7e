"""How long it takes to check a long file, after start-up.

    python benchmarks/checking.py [--lines 250 1000 2000] [--runs 7]

Makes a file of about that many lines in the shares that written games have (kinds with pictures, priors, facts, phases,
levels with maps), and one of the same length that is nothing but rules of some thirty words each. Prints the medians,
in milliseconds of CPU time, of each stage: parsing, sentences written out, the passes of the checker, the analyses,
all of these together as `check_text` does them; then of lowering and of formatting, and of the very first check in a
new process, beside whose time nothing is warm.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random

from arcg.compiler.lower import lower
from arcg.dsl import check as checker
from arcg.dsl.check import check, check_text
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.expand import expand
from arcg.dsl.formatting import format_text
from arcg.dsl.parser import parse

HEAD = """game long
board 16x10
actions arrows act click undo
layer floor
layer solid
layer air free
kind Wall Player on solid
    pic
        4
world has energy: 0..60 = 60, mode: day night
bar energy bottom yellow
Player walks
undo keeping energy
lose when energy = 0
"""

BLOCK = """
// family {n}
kind Pad{n} on floor has hue: red blue green
    pic
        6..6
        ....
        ....
        6..6
    tint 6 by hue
kind Box{n} on solid has hue: red blue green, worth: 1..9, lit: no yes
    pic when lit = yes
        8888
        8888
        8888
        8888
    pic
        8888
        8..8
        8..8
        8888
    tint 8 by hue
kind Lamp{n} on air has lit: no yes, of: Box{n}, way: facing
    pic when lit = yes
        .bb.
        bbbb
        .bb.
    pic
        .5.
        5.5
        .5.
Box{n} is pushed by Player
let at_home{n}(Box{n}) when Box{n} on Pad{n}, Box{n}.hue = Pad{n}.hue
let linked{n}(Lamp{n}) when Lamp{n}.of = Box{n}, Box{n} near Player
win when every Pad{n} has {{ Box{n} on Pad{n}, at_home{n}(Box{n}) }}
"""
PHASES = (
    "phase work{n}",
    "phase glow{n} on act",
    "phase drift{n} on arrow act each Lamp{n}",
    "phase rest{n} when mode = day",
)
RULES = (
    "switch{n}: on click(Lamp{n}) -> Lamp{n}.lit next, energy - 1",
    "on enter(Box{n}, Pad{n}), Box{n}.hue = Pad{n}.hue -> Box{n}.lit = yes, show 2",
    "on leave(Box{n}, Pad{n}) -> Box{n}.lit = no, mode = night",
    "on moved(Box{n}, $d), Lamp{n}{{lit=yes}} near Box{n}, no Wall at ahead(Lamp{n}, $d) -> move Lamp{n} $d",
    "on blocked(Player, $d, Box{n}), Box{n}.worth > 1 -> Box{n}.worth - 1, energy - 2 at least 0",
    "Box{n} touches Box{n} $b, Box{n}.hue = $b.hue, no Pad{n} at $b.cell -> $b.worth + 1 at most 9",
    "Lamp{n} near Box{n}, linked{n}(Lamp{n}) once -> Lamp{n}.of = Box{n}",
    "count {{ Box{n}, at_home{n}(Box{n}) }} > 1, mode = night -> mode = day",
    "Lamp{n}{{lit=yes}}, energy > {limit} -> Lamp{n}.way next",
    "Lamp{n}.way = up, no Wall above Lamp{n}, Box{n} below Lamp{n} -> put Lamp{n} at Box{n}.cell",
    "on act, Lamp{n} at ahead(Player, up), no {{ Box{n} near Lamp{n} or energy < 3 }} -> drop Lamp{n}, energy + 5",
    "on click(Box{n}), every Lamp{n} has Lamp{n}.lit = yes -> make Lamp{n}{{lit=no}} at Box{n}.cell, sparks{n}(Box{n})",
    "on sparks{n}(Box{n}), Lamp{n} beside Box{n} -> Lamp{n}.lit = yes",
)  # fmt: skip
GLYPHS = "".join(c for c in map(chr, range(0x21, 0x17F)) if c.isprintable() and c not in "#P./ " and c != "\xad")

RULE = "    on click(Crate), Crate $b touches Crate, no Wall near $b -> $b.hue next, $b.lit = yes, energy - 1\n"
ONLY_RULES = """game rules
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
{phases}win when every Crate has Crate.lit = yes
lose when energy = 0
legend
    # = Wall
    P = Player
    c = Crate
level
    map
        #P.c
"""


def written(lines: int) -> str:
    """A file of about so many lines, as somebody would write it."""
    random = Random(lines)
    blocks, number = [], 0
    while sum(block.count("\n") for block in blocks) < 0.6 * lines:
        rows = [BLOCK.format(n=number)]
        for head in random.sample(PHASES, 3):
            rules = [rule for rule in RULES if head == PHASES[0] or " on " not in f" {rule}"]
            rules = rules if head == PHASES[0] else random.sample(rules, 3)
            rows += [
                f"{line}\n".format(n=number, limit=random.randrange(60))
                for line in (head, *(f"    {r}" for r in rules))
            ]
        blocks.append("".join(rows))
        number += 1
    glyphs = [
        (glyph, f"{kind}{n}{{{test}}}")
        for glyph, (n, kind, test) in zip(
            GLYPHS,
            (
                (n, *what)
                for n in range(number)
                for what in (("Box", "hue=blue"), ("Pad", "hue=blue"), ("Lamp", "lit=yes"))
            ),
            strict=False,
        )
    ]
    legend = "legend\n    # = Wall\n    P = Player\n" + "".join(f"    {glyph} = {entry}\n" for glyph, entry in glyphs)
    text = HEAD + "".join(blocks) + legend
    while text.count("\n") < lines - 11:
        cells = ["P", *(random.choice(glyphs)[0] for _ in range(20)), *"#" * 20, *"." * 119]
        random.shuffle(cells)
        text += "level\n    map\n" + "".join(f"        {''.join(cells[at : at + 16])}\n" for at in range(0, 160, 16))
    return text


def rules_only(lines: int) -> str:
    """A file of about so many lines that is nothing but rules."""
    return ONLY_RULES.format(phases="".join(f"phase p{number}\n{RULE * 24}" for number in range(lines // 25)))


def median(work: Callable[[], object], runs: int) -> float:
    """Median milliseconds of a piece of work."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * statistics.median(times)


def stages(text: str, runs: int) -> dict[str, float]:
    """The median of each stage."""
    game, found = check_text(text, "long.arcg")
    if game is None:
        raise SystemExit(f"the file is meant to be right: line {found[0].span.line}: {found[0].message}")
    file = parse(text, "long.arcg", Reporter())
    statements, _ = expand(file, Reporter())
    analyses = median(lambda: checker.lint(game, statements, Reporter()), runs)
    untidy = re.sub(r" ?(->|[,=]) ?", r"\1", text)
    expanding = median(lambda: expand(file, Reporter()), runs)
    return {
        "parse": median(lambda: parse(text, "long.arcg", Reporter()), runs),
        "expand": expanding,
        "passes": median(lambda: check(file, Reporter()), runs) - expanding - analyses,
        "analyses": analyses,
        "all": median(lambda: check_text(text, "long.arcg"), runs),
        "lower": median(lambda: lower(game), runs),
        "format": median(lambda: format_text(text, "long.arcg"), runs),
        "untidy": median(lambda: format_text(untidy, "long.arcg"), runs),
    }


FIRST = """
import sys, time
from arcg.dsl.check import check_text
text = sys.stdin.read()
start = time.process_time()
check_text(text, "long.arcg")
print(1000 * (time.process_time() - start))
"""


def first(text: str, runs: int) -> float:
    """Median milliseconds of the first check in a process, all modules imported."""
    command = [sys.executable, "-c", FIRST]
    return statistics.median(
        float(subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout)
        for _ in range(runs)
    )


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, nargs="+", default=[250, 1000, 2000])
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    columns = ("parse", "expand", "passes", "analyses", "all", "lower", "format", "untidy", "first")
    print(f"{'milliseconds':22}" + "".join(f"{name:>10}" for name in columns))
    for name, make in (("as written", written), ("only rules", rules_only)):
        for lines in options.lines:
            text = make(lines)
            found = stages(text, options.runs) | {"first": first(text, min(3, options.runs))}
            label = f"{name}, {text.count(chr(10))} lines"
            print(f"{label:22}" + "".join(f"{found[column]:10.0f}" for column in columns), flush=True)


if __name__ == "__main__":
    main()
