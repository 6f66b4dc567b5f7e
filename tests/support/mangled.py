"""Files that nobody has laid out: the same game with its spaces, rows, blank rows and margins drawn at random.

`mangled` takes a text in the one layout and spoils nothing but the layout; `commented` gives it comments. Both know
lines and art from `arcg.dsl.art` and cut words by their own pattern, so that they share no spacing with the formatter.
"""

from __future__ import annotations

import re
from random import Random

from arcg.dsl.art import Line, outline

WORD = re.compile(r"\$?\w+|->|[<>!]=|\.\.\.?|\S")
LOOSE = set(",.:(){}=<>+-*/%") | {"->", "..", "!=", "<=", ">="}
"""Signs that may have spaces around them."""

TIGHT = set(",{}=") | {"->", "<", ">", "!=", "<=", ">="}
"""Signs that may do without spaces around them, whatever is beside them."""

AGGREGATES = ("sum", "min", "max")
"""Words that mean something else right before a parenthesis."""

STEP = 4


def lines(text: str) -> list[tuple[int, Line]]:
    """All lines of a text that can be read, each with its depth, in order."""

    def nested(below: list[Line], depth: int) -> list[tuple[int, Line]]:
        return [pair for line in below for pair in ((depth, line), *nested(line.children, depth + 1))]

    return nested(outline(text, "x", _complain), 0)


def comments(text: str) -> list[str]:
    """The comments of a text, in order, without blanks at their ends."""
    found = []
    art = {line.number: line for _, line in lines(text) if line.sort in ("art", "legend_entry")}
    for number, row in enumerate(text.split("\n"), 1):
        line = art.get(number)
        if line and line.sort == "art":
            continue
        begin = row.find("//", len(line.text) if line else 0)
        if begin >= 0:
            found.append(row[begin:].rstrip())
    return found


def art(text: str) -> list[str]:
    """The rows of pictures and maps, as written, in order."""
    return [line.text for _, line in lines(text) if line.sort == "art"]


def commented(text: str, random: Random) -> str:
    """The text with comments of their own rows, and some behind code, never on two rows one below the other."""
    rows = text.split("\n")
    depths = {line.number: (depth, line) for depth, line in lines(text)}
    made: list[str] = []
    behind = False
    for number, row in enumerate(rows, 1):
        depth, line = depths.get(number, (0, None))
        if line and line.sort != "art" and not behind and random.random() < 0.2:
            made += [" " * (STEP * depth) + _comment(random) for _ in range(random.choice((1, 1, 2)))]
        behind = bool(line and line.sort != "art" and not behind and "//" not in row and random.random() < 0.3)
        made.append(f"{row}  {_comment(random)}" if behind else row)
    return "\n".join(made)


def mangled(text: str, random: Random) -> str:
    """Another text that is to be laid out as this one, which is laid out already."""
    step = random.randint(1, 7)
    places = {line.number + more: (depth, line) for depth, line in lines(text) for more in range(_height(line))}
    together = _together(text, places)
    made = _blanks(random)
    for number, row in enumerate(text.removesuffix("\n").split("\n"), 1):
        depth, line = places.get(number, (0, None))
        if line is None:
            margin = step * ((len(row) - len(row.lstrip())) // STEP)
            made += [" " * margin + row.strip()] if row else ["", *_blanks(random)]
        elif line.sort == "art":
            made.append(" " * (step * depth) + line.text)
        else:
            first = number == line.number
            rows = _row(row, step * depth + (0 if first else random.randint(1, 9)), line.sort, random)
            made += _placed(rows, "//" in row, together.get(number), made[-1] if made else "")
    made += _blanks(random)
    end = random.choice(("\n", "\r\n"))
    return random.choice(("", "\ufeff")) + end.join(made) + random.choice(("", end))


def _together(text: str, places: dict[int, tuple[int, Line]]) -> dict[int, int]:
    """The columns of comments that begin below or above that of a neighbour, which the layout keeps so, by row."""
    begins: dict[int, int] = {}
    for number, row in enumerate(text.split("\n"), 1):
        line = places[number][1] if number in places else None
        if (
            line is not None
            and line.sort != "art"
            and "//" in row[len(line.text) if line.sort == "legend_entry" else 0 :]
        ):
            begins[number] = row.rindex("//") if line.sort == "legend_entry" else row.index("//")
    return {n: at for n, at in begins.items() if at in (begins.get(n - 1), begins.get(n + 1))}


FAR = 400
"""How far to the right comments that stand together are moved, beyond any code."""


def _placed(rows: list[str], commented: bool, together: int | None, above: str) -> list[str]:
    """The rows of a line with its comment where those of the layout stand together, or apart from the one above."""
    if not commented or "//" not in rows[-1]:
        return rows
    code, _, comment = rows[-1].partition("//")
    width = len(code.expandtabs(STEP))
    if together is not None:
        return [*rows[:-1], f"{code}{' ' * (FAR + together - width)}//{comment}"]
    if "//" in above and len(above.partition("//")[0].expandtabs(STEP)) == width:
        code += " "
    return [*rows[:-1], f"{code}//{comment}"]


def _row(row: str, margin: int, sort: str, random: Random) -> list[str]:
    """A row of code with other spaces, in one or more rows."""
    body = row.strip()
    glyph, body = (body[0], body[1:]) if sort == "legend_entry" else ("", body)
    code, sign, comment = body.partition("//")
    made = [" " * margin + glyph]
    before, end = "", 0
    for word in WORD.finditer(code):
        apart = word.start() > end or (glyph and not before)
        end = word.end()
        if before in (",", "->") and sort != "legend_entry" and random.random() < 0.15:
            made[-1] += random.choice(("", "  "))
            made += [*(_blanks(random) if random.random() < 0.2 else []), " " * (margin + random.randint(1, 9))]
        elif before or glyph:
            made[-1] += _gap(before, word[0], bool(apart), random)
        made[-1] += word[0]
        before = word[0]
    made[-1] += " " * random.randrange(4) + sign + comment + " " * random.randrange(3)
    return made


def _gap(before: str, after: str, apart: bool, random: Random) -> str:
    """Some space between two words that were `apart` or close; none and some are the same to the language."""
    some = random.choice((" ", " ", "  ", "   ", "\t"))
    if apart:
        return "" if {before, after} & TIGHT and random.random() < 0.5 else some
    if before in AGGREGATES and after == "(":
        return ""
    return some if {before, after} & LOOSE and random.random() < 0.4 else ""


def _blanks(random: Random) -> list[str]:
    return [" " * random.randrange(9) for _ in range(random.randrange(3))]


def _comment(random: Random) -> str:
    return "//" + random.choice(
        ("", " a", " two  words", "tight", " -> , {", "/ more // signs", " \u00e9\u4e16", "# = Wall")
    )


def _height(line: Line) -> int:
    return line.text.count("\n") + 1


def _complain(code: str, span: object, **names: object) -> None:
    raise AssertionError(f"a text that is to be mangled can be read: {code} at {span}")
