"""Diagnostics as people see them."""

from __future__ import annotations

from arcg.dsl.check import read_source
from arcg.dsl.diagnostics import Diagnostic, Span
from arcg.dsl.render import render, render_text, summary


def diagnostic(line: int, start: int, end: int, *, end_line: int = 0, severity: str = "error") -> Diagnostic:
    span = Span("a.arcg", line, start, end_line or line, end)
    return Diagnostic("E101", "error" if severity == "error" else "warning", "no kind `Crat`", span, "`Crate`?")


def shown(source: str, start: int, end: int, **options: int) -> tuple[str, str]:
    """The source line and the line of carets, without their margins."""
    text = render_text([diagnostic(1, start, end, **options)], {"a.arcg": source}, width=40)
    _, line, carets, *_ = text.split("\n")
    return line.partition(" | ")[2], carets.partition(" | ")[2]


def test_the_whole_of_a_diagnostic() -> None:
    here, there = Span("a.arcg", 12, 7, 12, 10), Span("a.arcg", 2, 1, 2, 4)
    found = Diagnostic("E130", "error", "declared twice", here, "rename it", (("first here", there),))
    source = "\n" * 11 + "layer one\n"

    text = render_text([found], {"a.arcg": source})

    assert text == (
        "a.arcg:12:7 E130 error: declared twice\n"
        " 12 | layer one\n"
        "    |       ^^^\n"
        "    = try: rename it\n"
        "    = note: first here (a.arcg:2:1)\n"
        "\n"
        "1 error\n"
    )


def test_carets_stand_under_the_span() -> None:
    assert shown("kind Crat on solid", 6, 10) == ("kind Crat on solid", "     ^^^^")


def test_tabs_and_control_characters_do_not_move_the_carets() -> None:
    assert shown("\tkind\x07 Crat", 8, 12) == (" kind� Crat", "       ^^^^")


def test_wide_characters_do_not_move_the_carets() -> None:
    assert shown("// 猫猫 Crat", 7, 11) == ("// 猫猫 Crat", "        ^^^^")


def test_a_place_after_the_end_of_the_line_has_one_caret() -> None:
    assert shown("kind", 5, 5) == ("kind", "    ^")


def test_a_span_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert shown("phase a\n    x", 1, 3, end_line=2) == ("phase a", "^^^^^^^")


def test_long_lines_are_cut_around_the_span() -> None:
    line, carets = shown("x" * 100 + "Crat" + "y" * 100, 101, 105)

    assert len(line) <= 42
    assert line[carets.index("^") : carets.index("^") + 4] == "Crat"
    assert line.startswith("…")
    assert line.endswith("…")


def test_a_diagnostic_without_its_source_still_has_its_place() -> None:
    text = render_text([diagnostic(3, 1, 2)], {})

    assert text == "a.arcg:3:1 E101 error: no kind `Crat`\n   = try: `Crate`?\n\n1 error\n"


def test_a_file_that_cannot_be_read_has_no_place_and_no_line() -> None:
    _, unread = read_source("nowhere.arcg")

    assert unread is not None
    assert render_text([unread], {"nowhere.arcg": ""}).startswith("nowhere.arcg E002 error: nowhere.arcg cannot be")
    assert "^" not in render_text([unread], {"nowhere.arcg": ""})


def test_square_brackets_are_no_markup() -> None:
    assert "[red]" in render([diagnostic(1, 1, 2)], {"a.arcg": "[red]x"}).plain


def test_the_summary_counts() -> None:
    error, warning = diagnostic(1, 1, 2), diagnostic(1, 1, 2, severity="warning")

    assert summary([]) == "no errors"
    assert summary([error, error, warning]) == "2 errors, 1 warning"
    assert summary([warning, warning]) == "2 warnings"
