"""The tutorial: every step's file is right, its levels are won as the page says, and the commands say what it shows."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from support.tutorial import PAGE, WHOLE, Step, steps
from typer.testing import CliRunner

from arcg.cli import app
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.dsl.formatting import format_text
from arcg.dsl.knowledge.review import review
from arcg.runtime.engine import Action, Status
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.starts import check_starts

STEPS = steps()
LEVELS = 6
stepwise = pytest.mark.parametrize("step", STEPS, ids=[step.title for step in STEPS])


def test_each_of_the_steps_adds_a_level() -> None:
    assert [len(step.ways) for step in STEPS] == [1, 2, 3, 4, 5, LEVELS, LEVELS]


@stepwise
def test_nothing_is_wrong_with_the_file(step: Step) -> None:
    game, found = check_text(step.file, "hedgehog.arcg")

    assert game is not None, found
    assert [*found, *review(game), *check_starts(game).diagnostics] == []


@stepwise
def test_its_levels_are_won_as_the_page_says(step: Step) -> None:
    game, _ = check_text(step.file, "hedgehog.arcg")
    assert game is not None
    engine = ReferenceEngine(lower(game))
    for number in range(1, len(step.ways) + 1):
        assert engine.level == number - 1
        for move in step.ways[number][:-1]:
            engine.step(Action[move.upper()])
            assert (engine.level, engine.status) == (number - 1, Status.PLAYING)
        engine.step(Action[step.ways[number][-1].upper()])

    assert engine.status == Status.WON


def test_the_last_level_needs_the_last_idea() -> None:
    """Without rolling up it is not to be won, and neither is any other level harder than its idea."""
    ways = STEPS[-1].ways
    assert ["act" in ways[number] for number in sorted(ways)] == [False] * (LEVELS - 1) + [True]
    assert reachable(STEPS[-1].file, LEVELS - 1, (1, 2, 3, 4)) is False


def reachable(text: str, level: int, actions: tuple[int, ...]) -> bool:
    """Whether a level can be won with some of the actions; `undo` and the budget only shorten what can be done."""
    game, _ = check_text(text.replace("    warmth = 30\n", "").replace("pays 1 warmth", "pays 0 warmth"), "x.arcg")
    assert game is not None
    program = lower(game)
    engine = ReferenceEngine(dataclasses.replace(program, levels=(program.levels[level],)))
    waiting = [engine.state()]
    known = set(waiting)
    while waiting:
        state = waiting.pop()
        for action in actions:
            engine.restore(state)
            engine.step(action)
            if engine.status == Status.WON:
                return True
            if engine.status == Status.PLAYING and engine.state() not in known:
                known.add(engine.state())
                waiting.append(engine.state())
    return False


def test_the_whole_file_is_there_for_those_who_got_lost() -> None:
    made, found = format_text(STEPS[-1].file, "hedgehog.arcg")

    assert found == []
    assert WHOLE.read_text("utf-8") == STEPS[-1].file == made


@pytest.mark.parametrize(
    ("file", "console"),
    [(file, console) for step in STEPS for file, console in step.consoles],
    ids=[console.splitlines()[0] for step in STEPS for _, console in step.consoles],
)
def test_commands_say_what_the_page_shows(
    file: str, console: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hedgehog.arcg").write_text(file, "utf-8")
    command, *shown = console.splitlines()
    assert command.startswith("$ arcg ")

    said = CliRunner().invoke(app, command.split()[2:]).output

    for piece in re.split(r"^\.\.\.$", "\n".join(shown), flags=re.MULTILINE):
        assert piece.strip("\n") in said


def test_pictures_stand_beside_the_page() -> None:
    assert PAGE.read_text("utf-8").count("<!-- picture: level ") == LEVELS
