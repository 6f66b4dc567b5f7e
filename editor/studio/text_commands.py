"""Commands of the text: going through it, finding, problems, painting what a line describes, one's own editor."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from arcg.editor import own_editor, picturing, problems
from arcg.editor.studio.commands import EDITING, Command, Mode
from arcg.editor.studio.dialogs import AskText

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

SOURCE: frozenset[Mode] = frozenset({"source"})


# ---------------------------------------------------------------- going through it


def _lines(by: int, studio: Studio) -> None:
    studio.workspace.source_view.go_to(studio.bench.line + by, centred=False)


def _pages(by: int, studio: Studio) -> None:
    _lines(by * max(1, studio.workspace.source_view.page - 2), studio)


def _end(last: bool, studio: Studio) -> None:
    studio.workspace.source_view.go_to(studio.workspace.source_view.count if last else 1)


def _across(columns: int, studio: Studio) -> None:
    studio.workspace.source_view.push(columns)


def _line(studio: Studio) -> None:
    view = studio.workspace.source_view

    def wrong(text: str) -> str:
        return "" if text.strip().isdecimal() and len(text) < 10 else f"write a number from 1 to {view.count}"

    said = f"The number of a line, from 1 to {view.count}."

    def done(text: str) -> None:
        studio.workspace.jump_to_line(int(text))

    studio.open_dialog(AskText(studio, "Go to line", said, str(studio.bench.line), done, wrong=wrong, verb="Go"))


# ---------------------------------------------------------------- finding


def _find(studio: Studio) -> None:
    view = studio.workspace.source_view

    def wrong(text: str) -> str:
        return "" if view.find(text) else "this is nowhere in the text" if text else "write what shall be found"

    def done(text: str) -> None:
        view.sought = text
        _find_next(1, studio)

    said = "Large and small letters are alike. Ctrl+G goes on to the next place."
    studio.open_dialog(AskText(studio, "Find", said, view.sought, done, wrong=wrong, verb="Find"))


def _find_next(step: int, studio: Studio) -> None:
    view = studio.workspace.source_view
    if view.find_next(step):
        count = view.find(view.sought)
        studio.bench.remark(f"“{view.sought}” is in {count} line{'' if count == 1 else 's'}")
    else:
        studio.bench.remark(f"“{view.sought}” is nowhere in the text")


def _forget(studio: Studio) -> None:
    studio.workspace.source_view.sought = ""


def _nothing_sought(studio: Studio) -> str:
    return "" if studio.workspace.source_view.sought else "nothing is sought: Ctrl+F finds"


# ---------------------------------------------------------------- problems


def _no_problem(studio: Studio) -> str:
    return "" if problems.here(studio.bench) else "the checks have found nothing"


def _problem(step: int, studio: Studio) -> None:
    bench = studio.bench
    one = problems.next_problem(bench, step)
    assert one is not None
    found = problems.here(bench)
    if studio.mode != "source" and (spot := problems.spot_of(bench.document.places, one.span.line)) is not None:
        bench.problem, bench.line = one, one.span.line
        _paint(spot, studio)
    else:
        studio.workspace.show_problem(one)
    bench.remark(f"{found.index(one) + 1} of {len(found)}, line {one.span.line}: {problems.said(one)}")


def _first_problem(studio: Studio) -> None:
    bench = studio.bench
    found = problems.here(bench)
    worst = next(one for severity in problems.SEVERITIES for one in found if one.severity == severity)
    studio.workspace.show_problem(worst)


def _paint(spot: problems.Spot, studio: Studio) -> None:
    """Go to the level or the picture."""
    studio.set_mode(spot.mode)
    if spot.mode == "level":
        studio.bench.go_to_level(spot.level)
    else:
        picturing.go_to_kind(studio.bench, spot.kind, spot.picture)


def _paint_line(studio: Studio) -> None:
    spot = problems.spot_of(studio.bench.document.places, studio.bench.line)
    assert spot is not None
    _paint(spot, studio)


def _no_spot(studio: Studio) -> str:
    spot = problems.spot_of(studio.bench.document.places, studio.bench.line)
    return "" if spot is not None else "this line belongs to no level and to no picture"


# ---------------------------------------------------------------- one's own editor


def _own_editor(studio: Studio) -> None:
    document = studio.bench.document
    line = problems.line_worked_on(studio.bench, studio.mode)
    try:
        words = own_editor.command(os.environ, document.path.absolute(), line)
        own_editor.start(words)
    except own_editor.NoEditor as why:
        studio.bench.remark(str(why))
        return
    unsaved = "; what is not saved is not in it: Ctrl+S saves" if document.modified else ""
    studio.bench.remark(f"opened at line {line} with {words[0]}{unsaved}")


TEXT = (
    Command("find text", "Find…", "Text", ("ctrl+f",), "Find a word in the text.", _find, SOURCE),
    Command("find next", "Find next", "Text", ("ctrl+g", "n"), "Go to the next place that holds it.",
            partial(_find_next, 1), SOURCE, _nothing_sought, held=True),
    Command("find previous", "Find previous", "Text", ("ctrl+shift+g", "shift+n"),
            "Go to the place before that holds it.", partial(_find_next, -1), SOURCE, _nothing_sought, held=True),
    Command("forget find", "End finding", "Text", ("escape",), "Take away the marks of what was found.", _forget,
            SOURCE),
    Command("go to line", "Go to line…", "Text", ("ctrl+l",), "Look at the line of a number.", _line, SOURCE),
    Command("next problem", "Next problem", "Text", ("f8",), "Go to the next thing that the checks have found.",
            partial(_problem, 1), EDITING, _no_problem, held=True, section=1),
    Command("previous problem", "Previous problem", "Text", ("shift+f8",),
            "Go to the thing before that the checks have found.", partial(_problem, -1), EDITING, _no_problem,
            held=True, section=1),
    Command("worst problem", "The worst problem", "Text", ("alt+f8",),
            "Go to the first error in the text, or else the first warning.", _first_problem, why_not=_no_problem,
            section=1),
    Command("paint line", "Paint this", "Text", ("return",), "Go to the level or the picture that the line belongs to.",
            _paint_line, SOURCE, _no_spot, section=2),
    Command("line up", "Line up", "Text", ("up",), "Look at the line above.", partial(_lines, -1), SOURCE, held=True,
            section=3),
    Command("line down", "Line down", "Text", ("down",), "Look at the line below.", partial(_lines, 1), SOURCE,
            held=True, section=3),
    Command("page up", "Page up", "Text", ("page up",), "Look a page further up.", partial(_pages, -1), SOURCE,
            held=True, section=3),
    Command("page down", "Page down", "Text", ("page down",), "Look a page further down.", partial(_pages, 1), SOURCE,
            held=True, section=3),
    Command("text begin", "To the first line", "Text", ("home", "ctrl+home"), "Look at the first line.",
            partial(_end, False), SOURCE, section=3),
    Command("text end", "To the last line", "Text", ("end", "ctrl+end"), "Look at the last line.", partial(_end, True),
            SOURCE, section=3),
    Command("text left", "Scroll left", "Text", ("left",), "See what is cut off at the left.", partial(_across, -4),
            SOURCE, held=True, section=3),
    Command("text right", "Scroll right", "Text", ("right",), "See what is cut off at the right.", partial(_across, 4),
            SOURCE, held=True, section=3),
    Command("own editor", "In your own editor", "File", ("ctrl+e",),
            "Open the file at this line in your own editor; what you save there appears here.", _own_editor),
)  # fmt: skip
