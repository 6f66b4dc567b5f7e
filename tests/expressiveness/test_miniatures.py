"""Every miniature checks, plays as recorded on both engines, and needs every clause that its table names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.board import run
from support.miniatures import LEFT_OUT, Both, Miniature

from arcg.dsl.check import check_path
from arcg.dsl.knowledge.review import review
from arcg.dsl.render import render_text
from arcg.runtime.starts import check_starts

HERE = Path(__file__).parent
PARTS = ["Actions", "Order", "Win", "Lose"]
"""Of a game's description, each with a table of its own."""

MINIATURES = [Miniature(path) for path in sorted(HERE.glob("*.arcg"))]
ROWS = [Miniature(path) for path in sorted(HERE.glob("rows/*.arcg"))]
RECORDINGS = [
    pytest.param(game, recording, id=f"{game.path.stem}-{recording.name}")
    for game in [*MINIATURES, *ROWS]
    for recording in game.recordings()
]

all_of_them = pytest.mark.parametrize("game", [*MINIATURES, *ROWS], ids=lambda game: game.path.stem)
miniatures = pytest.mark.parametrize("game", MINIATURES, ids=lambda game: game.path.stem)


@all_of_them
def test_checks_without_a_remark(game: Miniature) -> None:
    checked, found = check_path(game.path)
    if checked is not None:
        found = [*found, *check_starts(checked).diagnostics, *review(checked)]
    bad = [remark for remark in found if remark.severity in ("error", "warning")]

    assert not bad, render_text(bad, {str(game.path): game.source})


@pytest.mark.parametrize(("game", "recording"), RECORDINGS)
def test_plays_as_recorded_on_both_engines(game: Miniature, recording) -> None:
    run(recording, Both, str(game.page.relative_to(HERE)))


@miniatures
def test_recordings_win_and_lose(game: Miniature) -> None:
    ends = {recording.name.split("-")[0]: recording.script[-1][1].strip() for recording in game.recordings()}
    checked, _ = check_path(game.path)
    assert checked is not None

    assert len(checked.levels) >= 2
    assert ends["won"] == "status = won"
    can_be_lost = any(re.search(r"(^|[,>] )lose($| when)", clause.words) for clause in game.clauses())
    assert ends.get("lost") == ("status = over" if can_be_lost else None)


@miniatures
def test_the_page_tells_of_every_part(game: Miniature) -> None:
    sections = [row.section for row in game.rows()]

    assert game.page.read_text(encoding="utf-8").startswith(f"# {game.path.stem}, after ")
    assert sorted(set(sections), key=sections.index) == PARTS


@all_of_them
def test_every_row_names_a_clause_or_says_why_not(game: Miniature) -> None:
    for row in game.rows():
        where = f"{game.page.name}:{row.line}"
        assert row.sentence, f"{where}: no sentence"
        assert row.references or len(row.here) > len(LEFT_OUT) + 10, f"{where}: names no clause and gives no reason"
        for reference in row.references:
            game.clause(reference)


@all_of_them
def test_every_clause_stands_in_a_table(game: Miniature) -> None:
    named = {game.clause(reference).first for row in game.rows() for reference in row.references}
    unnamed = [clause for clause in game.clauses() if clause.does and clause.first not in named]

    assert not unnamed, "\n".join(f"{game.path.name}:{clause.first}: {clause.words}" for clause in unnamed)


@all_of_them
def test_without_any_clause_a_recording_fails(game: Miniature) -> None:
    named = {reference: game.clause(reference) for row in game.rows() for reference in row.references}
    useless = [f"{game.path.name}:{c.first}: `{ref}` is not missed" for ref, c in named.items() if game.outlives(c)]

    assert not useless, "\n".join(useless)
