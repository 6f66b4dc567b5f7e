"""Long texts in few lines: how a report on a broken save is wrapped, and what is said of the lines that do not fit.

Takes a report of `arcg.dsl.render` and how many columns there are, gives lines; the players show them.
"""

from __future__ import annotations

import re
import textwrap

GUTTER = re.compile(r"^ +\d* \| ")
"""What a line of the file begins with in a report of `arcg.dsl.render`."""


def report_lines(text: str, columns: int) -> list[tuple[str, str]]:
    """A report in lines of so many columns, each with the line it is from: prose is wrapped, file lines are cut."""
    lines: list[tuple[str, str]] = []
    for line in text.expandtabs(4).rstrip().splitlines():
        if GUTTER.match(line):
            pieces = [line if len(line) <= columns else line[: columns - 1] + "…"]
        else:
            indent = " " * min(len(line) - len(line.lstrip()) + 2, columns // 2)
            pieces = textwrap.wrap(line, columns, subsequent_indent=indent) or [""]
        lines += [(piece, line) for piece in pieces]
    return lines


def scroll_hint(scroll: int, rows: int, count: int) -> str:
    """What is said below `rows` lines of a report of `count`, the first `scroll` of which are above them."""
    ways = [key for key, more in (("Page Up", scroll), ("Page Down", count - scroll - rows)) if more > 0]
    return f"lines {scroll + 1}-{scroll + rows} of {count}   {' / '.join(ways)} for more"
