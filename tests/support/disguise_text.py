"""Copies of an `.arcg` file that say the same game: renamed, recoloured, turned or mirrored, with rules shuffled.

The text is changed word by word, for files such as the shipped games: no coordinates but the parts of a board in the
`generate` block of a level with a map, no words of directions as names.
"""

from __future__ import annotations

import re
from random import Random

from support.disguise import any_order

from arcg.compiler import ir
from arcg.compiler.canonical.conflicts import order_of_rules
from arcg.compiler.canonical.symmetry import Symmetry

COLOURS = [
    "white",
    "silver",
    "lightgrey",
    "grey",
    "darkgrey",
    "black",
    "magenta",
    "pink",
    "red",
    "blue",
    "sky",
    "yellow",
    "orange",
    "maroon",
    "green",
    "purple",
]
DIGITS = "0123456789abcdef"


def disguised_text(text: str, program: ir.Program, symmetry: Symmetry, random: Random) -> str:
    """The text of the same game; `program` is what it compiles to.

    Raises:
        ValueError: columns would become rows, and a body is mirrored left for right.
    """
    if symmetry.transpose and re.search(r"^\s*mirrored when", text, re.MULTILINE):
        raise ValueError("a body is mirrored left for right only")
    lines = shuffled_rules(text.split("\n"), program, random)
    palette = random.sample(range(16), 16)
    names = renaming(program, text)
    facings = sorted({a.name for kind in program.kinds for a in kind.attrs if a.domain == ir.DirDomain()}) or ["-"]
    found: list[str] = []
    sides = (0, 0)
    at = 0
    while at < len(lines):
        line = re.sub(r"//.*", "", lines[at]).rstrip()
        place, at = at, at + 1
        rows: list[str] = []
        if re.match(r"\s*(pic\b|map$|body( origin .*)?$)", line):
            end = at
            while end < len(lines) and indent(lines[end]) > indent(line):
                end += 1
            rows = [row.strip() for row in lines[at:end]]
            at = end
        if re.match(r"\s*map$", line):
            sides = (max(map(len, rows)), len(rows))
        if re.match(r"\s*(keep|put)\b", line):
            line = part(line, symmetry, sides)
        if re.match(r"\s*body\b", line):
            line = body(line, rows, symmetry, spins(lines, place))
        if symmetry.reflects:
            line = re.sub(rf"(\.({'|'.join(facings)})) (next|prev)\b", _backwards, line)
        found.append(words(line, names, palette, symmetry))
        if rows:
            margin = " " * (indent(line) + 4)
            found += [margin + row for row in art(rows, symmetry, None if "map" in line else palette)]
    return "\n".join(found)


def _backwards(step: re.Match[str]) -> str:
    return f"{step[1]} {'prev' if step[3] == 'next' else 'next'}"


def spins(lines: list[str], place: int) -> bool:
    """Whether the kind whose body stands at a place is turned or mirrored."""
    start, end = place, place + 1
    while indent(lines[start]):
        start -= 1
    while indent(lines[end]):
        end += 1
    return any(re.match(r"\s*(turned by|mirrored when)\b", line) for line in lines[start:end])


def body(line: str, rows: list[str], symmetry: Symmetry, spins: bool) -> str:
    """The line of a body on a board that is turned or mirrored; `rows` are those below it."""
    parts = re.fullmatch(r"(\s*body)(?: (?!origin )([^,]+), (.+?))?(?: origin ([^,]+), (.+?))?(?: when (.*))?", line)
    assert parts is not None, line
    head, width, height, across, down, when = parts.groups()
    sides = (width, height) if width else (str(len(rows[0])), str(len(rows)))
    flips = (symmetry.mirror, symmetry.flip)
    if symmetry.transpose:
        sides = sides[::-1]

    def counted(place: str, axis: int) -> str:
        return f"{sides[axis]} - 1 - ({place})" if flips[axis] else place

    made = f"{head} {sides[0]}, {sides[1]}" if width else head
    if across or not spins:
        old = (across or "0", down or "0")
        old = old[::-1] if symmetry.transpose else old
        made += f" origin {counted(old[0], 0)}, {counted(old[1], 1)}"
    if when:
        axes = {"$x": int(symmetry.transpose), "$y": int(not symmetry.transpose)}
        change = {name: f"({counted(('$x', '$y')[axis], axis)})" for name, axis in axes.items()}
        made += " when " + re.sub(r"\$[xy]\b", lambda m: change[m[0]], when)
    return made


def part(line: str, symmetry: Symmetry, sides: tuple[int, int]) -> str:
    """The line of what a block keeps or puts in a part of a board of so many columns and rows."""

    def turned(found: re.Match[str]) -> str:
        left, top, right, bottom = map(int, found.groups())
        corners = [symmetry.cell(x, y, *sides) for x, y in ((left, top), (right, bottom))]
        first, last = (tuple(pick(of) for of in zip(*corners, strict=True)) for pick in (min, max))
        return f"from cell{first} to cell{last}"

    return re.sub(r"from cell\((\d+), (\d+)\) to cell\((\d+), (\d+)\)", turned, line)


def indent(line: str) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else -1


def art(rows: list[str], symmetry: Symmetry, palette: list[int] | None) -> list[str]:
    """A picture or a map, turned; a picture also in other colours."""
    width, height = max(map(len, rows)), len(rows)
    cells = {}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row.ljust(width, ".")):
            if palette is not None and sign != ".":
                sign = DIGITS[palette[DIGITS.index(sign)]]
            cells[symmetry.cell(x, y, width, height)] = sign
    across, down = (height, width) if symmetry.transpose else (width, height)
    return ["".join(cells[x, y] for x in range(across)) for y in range(down)]


def words(line: str, names: dict[str, str], palette: list[int], symmetry: Symmetry) -> str:
    """A line with other names, colours and directions."""
    if symmetry.transpose:
        line = re.sub(r"\b(\d+)x(\d+)\b", r"\2x\1", line) if re.match(r"\s*board\b", line) else line
    if re.match(r"\s*(bar|pips)\b", line):
        return re.sub(r"^(\s*\w+) (\w+)", lambda m: f"{m[1]} {names.get(m[2], m[2])}", line)
    if tint := re.match(r"(\s*tint) (\w+) (.*)", line):
        pixel = COLOURS.index(tint[2]) if tint[2] in COLOURS else int(tint[2])
        line = f"{tint[1]} {palette[pixel]} {tint[3]}"
    if symmetry.reflects:
        line = re.sub(r"\b(turn .*?)\b(cw|ccw)\b", lambda m: m[1] + ("ccw" if m[2] == "cw" else "cw"), line)
    line = re.sub(r"\b(above|below)\b", lambda m: f"ahead({'up' if m[1] == 'above' else 'down'})", line)
    line = re.sub(r": facing(?! =)", ": facing = up", line)
    turned = {word: ir.DIRECTIONS[symmetry.direction(place)] for place, word in enumerate(ir.DIRECTIONS)}
    return re.sub(r"(?<!\$)\b[A-Za-z_]\w*", lambda m: turned.get(m[0]) or names.get(m[0], m[0]), line)


def renaming(program: ir.Program, text: str) -> dict[str, str]:
    """New names for what the file may call as it likes; values keep theirs where these are colours."""
    kinds = {kind.name for kind in program.kinds} | set(re.findall(r"^group (\w+)", text, re.MULTILINE))
    made = {event.name for event in program.events if event.source == "rule"}
    lower = {*program.fields, *(a.name for a in program.world), *(f.name for f in program.facts), *made}
    names = {name: f"Q{number}" for number, name in enumerate(sorted(kinds))}
    return names | {name: f"q{number}" for number, name in enumerate(sorted(lower))}


def shuffled_rules(lines: list[str], program: ir.Program, random: Random) -> list[str]:
    """The lines with the rules of each phase in another order that makes no difference, and so the clauses of facts."""
    lines = list(lines)
    for phase in program.phases:
        starts = [rule.line - 1 for rule in phase.rules]
        end = starts[-1] + 1
        while indent(lines[end]) > indent(lines[starts[-1]]):
            end += 1
        blocks = tuple(lines[a:b] for a, b in zip(starts, [*starts[1:], end], strict=True))
        mixed = any_order(random, blocks, order_of_rules(program, phase))
        lines[starts[0] : end] = [line for block in mixed for line in block]
    lets = [place for place, line in enumerate(lines) if re.match(r"let .*[^,]$", line)]
    for place, line in zip(lets, random.sample([lines[p] for p in lets], len(lets)), strict=True):
        lines[place] = line
    return lines
