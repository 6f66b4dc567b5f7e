"""From a file to tables: what rules and goals come to, what is said of them, and that every table is sound."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.cell_lines import HEAD, KINDS, LEVEL, rules

from arcg.compiler import artefact, ir
from arcg.compiler.lower import lower
from arcg.compiler.passes import planned
from arcg.compiler.show import show
from arcg.compiler.verify import verify
from arcg.dsl.check import check_text
from arcg.dsl.explain.explanation import explain
from arcg.dsl.formatting import format_text
from arcg.runtime.coverage import Coverage
from arcg.runtime.reference import ReferenceEngine


def lowered(lines: str, head: str = HEAD, end: str = LEVEL) -> ir.Program:
    """The program of a sound game with these lines before its level."""
    game, found = check_text(head + lines + end, "cells.arcg")
    assert game is not None, found
    return lower(game)


def cellwise(lines: str, head: str = HEAD, end: str = LEVEL) -> ir.Cellwise:
    made = lowered(lines, head, end).cellwise
    assert made is not None
    return made


def kinds(*names: str) -> int:
    """A set of kinds."""
    return sum(1 << KINDS.index(name) for name in names)


# ---------------------------------------------------------------- what comes out


def test_goals_and_players_are_tests_of_a_cell() -> None:
    head = HEAD.replace("input Player", "input Thing Goal")
    made = cellwise("win when every [ Goal no Hole ] has [ Stone ], [ Stone Odd ]\n", head)
    assert made.player == ir.CellTest(kinds("Goal"), 0, (kinds("Player", "Crate", "Gem"),))
    assert made.asked == kinds("Player", "Crate", "Gem", "Goal")
    assert made.goals == (
        ir.CellGoal("every", ir.CellTest(kinds("Goal"), kinds("Hole")), ir.CellTest(0, 0, (kinds("Crate", "Gem"),))),
        ir.CellGoal("some", ir.CellTest(0, 0, (kinds("Crate", "Gem"), kinds("Hole", "Crate"))), ir.CellTest()),
        ir.CellGoal("no", ir.CellTest(kinds("Crate")), ir.CellTest()),
    )


def test_phases_are_stages_and_loops() -> None:
    made = cellwise(
        "phase a plan\n    [ Wall ] -> again\n"
        "phase b repeat plan\n    pair: [ Goal ] -> again\n    pair: [ Hole ] rigid -> again\n    [ Gem ] -> win\n"
        "phase c plan\n    [ Crate ] at random -> win\n"
        "phase d repeat\n    [ Floor ] -> save level\n"
    )
    assert [[rule.source for rule in group.rules] for group in made.early.groups] == [[0], [1, 2], [3], [4]]
    assert [(group.rigid, group.random) for group in made.early.groups] == [
        (False, False), (True, False), (False, False), (False, True),
    ]  # fmt: skip
    assert (made.early.loops, made.late.loops) == (((1, 2),), ((0, 0),))
    assert made.names == ("a.1", "pair", "pair.2", "b.3", "c.1", "d.1")
    first = HEAD.count("\n")
    assert [line - first for line in made.lines] == [2, 4, 5, 6, 8, 10]


def test_the_checkpoint_is_the_one_save() -> None:
    assert lowered("").saves == ()
    assert lowered("phase a\n    [ Wall ] -> save level\n").saves == ("checkpoint",)


def test_settings_are_in_the_tables() -> None:
    made = cellwise("", HEAD.replace("input Player", "input Player\n    must move\n    from start"))
    assert (made.must_move, made.at_start) == (True, True)


@pytest.mark.parametrize(
    ("rule", "codes"),
    [
        ("[ > Player | Crate ] -> [ > Player | moving Crate ]", ["E340"]),
        ("[ > Player | ] -> [ > Player | Odd ]", ["E341"]),
        ("[ Player ] -> [ Player Goal no Goal ]", ["E342"]),
        ("[ Player Crate ] -> again", ["E343"]),
        ("[ Goal ] -> [ Goal Wall Crate ]", ["E343"]),
        ("[ Stone ] -> [ Stone Wall ]", ["E343"]),
        ("[ Odd ] -> [ Odd Wall ]", ["W353"]),
        ("[ Player ] -> [ Player random Hole ]", ["W309", "W351"]),
        ("[ Player ] -> [ Player random Stone ]", ["W309", "W352", "W352"]),
        ("[ Wall no Wall ] -> again", ["W321"]),
        ("[ Stone no Gem ] -> again", []),
        ("[ Player no Goal ] -> [ Player no Goal ]", []),
        ("[ Wall ] at random -> again", ["W309"]),
        ("[ Wall ] -> [ randomdir Wall ]", ["W309"]),
    ],
)
def test_what_is_said_of_a_rule(rule: str, codes: list[str]) -> None:
    _, found = check_text(f"{HEAD}phase a plan\n    {rule}\n{LEVEL}", "cells.arcg")
    assert [(d.code, d.span.line) for d in found] == [(code, HEAD.count("\n") + 2) for code in codes]


def test_a_game_without_a_goal_is_told() -> None:
    without = LEVEL.partition("\n")[2]
    assert [d.code for d in check_text(HEAD + without, "a")[1]] == ["W308"]
    assert check_text(f"{HEAD}phase a\n    [ Player Hole ] -> win\n{without}", "a")[1] == []


def test_a_file_may_have_only_so_many_ways() -> None:
    moving = ", ".join(["[ moving Thing ]"] * 3)
    game, found = check_text(HEAD + "phase a plan\n" + f"    {moving} -> again\n" * 200 + LEVEL, "a")
    assert game is None
    assert [d.code for d in found] == ["E216"]
    assert "the limit is 16384" in found[0].message
    groups = "".join(f"    g{number}: [ > Player ] rigid -> [ > Player ]\n" for number in range(31))
    _, found = check_text(HEAD + "phase a plan\n" + groups + LEVEL, "a")
    assert [d.message for d in found] == ["there are 31 groups of rules with `rigid`, and the limit is 30"]


# ---------------------------------------------------------------- soundness

SAMPLE = """phase a repeat plan
    [ > Player | ... | no Stone Goal ] rigid -> [ > Player | ... | Goal ]
    [ Odd ] at random -> [ random Stone randomdir Goal ], again
phase b
    [ Goal Crate ], [ Player ] -> save level
"""


def test_tables_are_shown_with_names() -> None:
    text = show(lowered(SAMPLE))
    assert "group 0 rigid:\n" in text
    assert "a.1 down rigid: [ Player down@solid | ... | Goal no Crate no Gem ] -> " in text
    assert "b.1 down: [ Goal Crate ], [ Player ] -> checkpoint" in text
    assert "loops: ['groups 0 to 1']" in text


def test_artefacts_hold_all_of_it(tmp_path: Path) -> None:
    program = lowered(SAMPLE)
    for name, data in artefact.contents(program, "a text", "a key").items():
        (tmp_path / name).write_bytes(data)
    assert artefact.read(tmp_path) == program
    assert planned(program).cellwise == program.cellwise


def replaced(value: Any, path: list[str | int], new: Any) -> Any:
    """A tree of nodes with one part replaced."""
    if not path:
        return new
    step, *rest = path
    if isinstance(step, int):
        return (*value[:step], replaced(value[step], rest, new), *value[step + 1 :])
    return dataclasses.replace(value, **{step: replaced(getattr(value, step), rest, new)})


RULE: list[str | int] = ["cellwise", "early", "groups", 0, "rules", 0]


@pytest.mark.parametrize(
    ("path", "new"),
    [
        (["saves"], ()),
        (["wins"], (ir.Condition(1, (), ir.Query(())),)),
        (["world"], (ir.WorldAttr("n", ir.IntDomain(0, 1), 0),)),
        (["layers", 0, "free"], True),
        (["cellwise", "asked"], 1 << 20),
        (["cellwise", "player", "moving"], 1),
        (["cellwise", "lines"], (1,)),
        (["cellwise", "early", "loops"], ((1, 2),)),
        (["cellwise", "early", "groups", 0, "rules"], ()),
        (["cellwise", "early", "groups", 0, "rigid"], False),
        (["cellwise", "goals", 0, "quantifier"], "most"),
        ([*RULE, "way"], 4),
        ([*RULE, "source"], 9),
        ([*RULE, "tests", 0, 0], None),
        ([*RULE, "tests", 0, 1], ir.CellTest()),
        ([*RULE, "tests", 0, 0, "some"], (0,)),
        ([*RULE, "tests", 0, 0, "still"], 1 << 15),
        ([*RULE, "changes", 0], ()),
        ([*RULE, "changes", 0, 0, "put"], kinds("Player", "Wall")),
        ([*RULE, "changes", 0, 0, "clear"], 0),
        ([*RULE, "changes", 0, 0, "wipe"], 1),
        ([*RULE, "commands"], ("lose",)),
        ([*RULE, "commands"], ("again", "again")),
        (["levels", 0, "width"], 257),
    ],
)
def test_what_is_broken_is_found(path: list[str | int], new: object) -> None:
    program = lowered(SAMPLE)
    verify(program)
    with pytest.raises(ValueError, match="broken program"):
        verify(replaced(program, path, new))


def sound(seed: int) -> bool:
    """Whether the game of a seed has no mistakes; in any case it is told, and what is sound goes all the way."""
    text = HEAD + rules(Random(seed)) + LEVEL
    made, broken = format_text(text, "cells.arcg")
    assert made is not None, (text, broken)
    assert format_text(made, "cells.arcg")[0] == made
    game, found = check_text(made, "cells.arcg")
    if game is None:
        assert any(d.severity == "error" for d in found), text
        return False
    program = lower(game)
    assert ir.loads(ir.dumps(program)) == program
    assert all(rule.text for rule in explain(game, found).rules)
    assert "cellwise" in show(program)
    return True


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_generated_rules_go_all_the_way(seed: int) -> None:
    sound(seed)


def test_many_generated_games_are_sound() -> None:
    assert Counter(sound(seed) for seed in range(40))[True] >= 12


def test_rules_over_cells_are_covered() -> None:
    rules = ("[ > Player | ] -> [ > Player | Gem ]", "two: [ Wall Goal ] -> win", "two: [ Hole ] -> again")
    program = lowered("phase a plan\n" + "".join(f"    {rule}\n" for rule in rules))
    engine, coverage = ReferenceEngine(program), Coverage(program)
    engine.step(2)
    coverage.add(engine.trace())
    assert [(use.rule, use.matches > 0) for use in coverage.uses] == [("a.1", True), ("two", False), ("two.2", True)]
