"""Diagnostics for people: the message, the line of the file with carets under the place, and advice.

Takes diagnostics and the texts that they speak of, and gives coloured text for a rich console or plain text for
everything else. The last stop of the checker's findings; programs use `Diagnostic.as_json` instead.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from rich.cells import cell_len
from rich.text import Text

from arcg.dsl.codes import UNREAD
from arcg.dsl.diagnostics import Diagnostic, Span

WIDTH = 100
"""Columns of source shown; a longer line is cut around the place."""

_COLOUR = {"error": "bold red", "warning": "bold yellow", "advice": "bold cyan"}
_CUT = "…"


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], width: int = WIDTH) -> Text:
    """All diagnostics and a summary line as coloured text; `sources` maps the files of spans to their texts."""
    diagnostics = list(diagnostics)
    text = Text()
    for diagnostic in diagnostics:
        text.append_text(_block(diagnostic, sources, width)).append("\n")
    found = {d.severity for d in diagnostics}
    style = "bold red" if "error" in found else "bold yellow" if "warning" in found else "green"
    return text.append(summary(diagnostics) + "\n", style)


def render_text(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], width: int = WIDTH) -> str:
    """The same as plain text, ending in a newline."""
    return render(diagnostics, sources, width).plain


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """`2 errors, 1 warning`, `no errors`, or `no errors, 1 piece of advice`."""
    found = [d.severity for d in diagnostics]
    errors, warnings, advice = (found.count(severity) for severity in ("error", "warning", "advice"))
    parts = [_count(errors, "error")] if errors or not warnings else []
    parts += [_count(warnings, "warning")] if warnings else []
    parts += [f"{advice} piece{'' if advice == 1 else 's'} of advice"] if advice else []
    return ", ".join(parts)


def _count(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"


def _block(diagnostic: Diagnostic, sources: Mapping[str, str], width: int) -> Text:
    style = _COLOUR[diagnostic.severity]
    unread = diagnostic.code in UNREAD
    text = Text(_clean(diagnostic.span.file) if unread else _place(diagnostic.span), "bold").append(" ")
    text.append(f"{diagnostic.code} {diagnostic.severity}", style).append(f": {_clean(diagnostic.message)}\n", "bold")
    if not unread:
        text.append_text(_excerpt(diagnostic.span, sources, style, width))
    margin = " " * (len(str(diagnostic.span.line)) + 2)
    if diagnostic.hint:
        text.append(f"{margin}= ", "blue").append("try: ", "bold green").append(f"{_clean(diagnostic.hint)}\n")
    for message, span in diagnostic.notes:
        text.append(f"{margin}= ", "blue").append("note: ", "bold cyan")
        text.append(f"{_clean(message)} ({_place(span)})\n")
    return text


def _place(span: Span) -> str:
    return f"{_clean(span.file)}:{span.line}:{span.column}"


def _excerpt(span: Span, sources: Mapping[str, str], style: str, width: int) -> Text:
    """The source line with its number, and carets under the span; nothing if the text is not at hand."""
    lines = sources.get(span.file, "").split("\n")
    if not 1 <= span.line <= len(lines) or span.file not in sources:
        return Text()
    line = lines[span.line - 1].rstrip("\r")
    start = min(span.column - 1, len(line))
    end = len(line) if span.end_line > span.line else min(span.end_column - 1, len(line))
    line, start, end = _cut(_clean(line), start, max(end, start), width)
    number = str(span.line)
    bar = " " * len(number)
    carets = "^" * max(1, cell_len(line[start:end]))
    text = Text(f" {number} | ", "blue").append(line[:start]).append(line[start:end], style).append(line[end:] + "\n")
    return text.append(f" {bar} | ", "blue").append(" " * cell_len(line[:start])).append(carets + "\n", style)


def _clean(text: str) -> str:
    """The text with one visible character for each: tabs are blanks, what would move the cursor is shown as `�`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if char == "\t" else "�" if unicodedata.category(char)[0] == "C" else char for char in text)


def _cut(line: str, start: int, end: int, width: int) -> tuple[str, int, int]:
    """At most `width` characters of a long line, with the start of the span among them."""
    if len(line) <= width:
        return line, start, end
    first = max(0, min(start - width // 3, len(line) - width))
    last = first + width
    left, right = _CUT if first > 0 else "", _CUT if last < len(line) else ""
    shift = first - len(left)
    shown = left + line[first:last] + right
    limit = len(left) + (last - first)
    return shown, min(start - shift, limit), min(end - shift, limit)
