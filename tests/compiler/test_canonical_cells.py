"""The canonical form of rules over cells: the same for the same game in any disguise, another one for a real change."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from support import cell_games, disguise_cells
from support.tokens import follow

from arcg.compiler import ir
from arcg.compiler.canonical import Form, canonical
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.lower import lower
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.compare import compare_forms
from arcg.compiler.novelty.units import orientations, units_of
from arcg.compiler.verify import verify
from arcg.dsl.check import check_text

SEEDS = range(60)

GAME = """\
game sketch
semantics puzzlescript
    input Player
board 5x3
actions arrows act undo
layer floor
layer marks
layer solid
kind Floor on floor
kind Goal on marks
kind Hole on marks
kind Player on solid
kind Wall on solid
kind Crate on solid
kind Rock on solid
kind Ball on solid
group Heavy = Crate Rock
group Block = Wall Crate Rock
{rules}
win when every [ Goal ] has [ Crate ]
legend
    # = Floor Wall
    . = Floor
    P = Floor Player
    c = Floor Crate
    r = Floor Rock
    b = Floor Ball
    o = Floor Goal
    h = Floor Hole
level
    map
        #P.c#
        #r.o#
        b..h#
"""

RULES = """\
phase push plan
    [ > Player | Heavy ] -> [ > Player | > Heavy ]
phase fall plan
    [ Ball | no Block no Ball no Player ] along down -> [ | Ball ]
phase fill
    [ Hole Rock ] -> [ ], again
    [ Player Hole ] -> restore turn
"""


def program(rules: str = RULES) -> ir.Program:
    checked, found = check_text(GAME.format(rules=rules.rstrip("\n")), "sketch")
    assert checked is not None, [d.message for d in found]
    return lower(checked)


def digest(rules: str) -> str:
    return canonical(program(rules)).hash


@cache
def generated(seed: int) -> ir.Program:
    return cell_games.game(seed)


@cache
def form(seed: int) -> Form:
    return canonical(generated(seed))


# ---------------------------------------------------------------- disguises


@pytest.mark.parametrize("seed", SEEDS)
def test_a_generated_game_in_disguise_is_the_same(seed: int) -> None:
    other = disguise_cells.disguised(generated(seed), SYMMETRIES[seed % 8], Random(seed))

    verify(generated(seed))
    verify(other)
    assert ir.digest(other) != ir.digest(generated(seed))
    assert canonical(other).hash == form(seed).hash


@pytest.mark.parametrize("number", range(8))
def test_a_written_game_in_disguise_is_the_same(number: int) -> None:
    for seed in range(8):
        other = disguise_cells.disguised(program(), SYMMETRIES[number], Random(seed))
        verify(other)
        assert canonical(other).hash == digest(RULES)


@pytest.mark.parametrize("seed", range(20))
def test_parts_without_effect_change_nothing(seed: int) -> None:
    assert canonical(disguise_cells.padded(program(), Random(seed))).hash == digest(RULES)


@pytest.mark.parametrize("seed", range(20))
def test_a_generated_game_with_a_goal_and_parts_without_effect_is_the_same(seed: int) -> None:
    goal = ir.CellGoal("every", ir.CellTest(present=1), ir.CellTest(present=2))
    game = generated(seed)
    game = replace(game, cellwise=replace(game.cellwise, goals=(goal,)))

    assert canonical(disguise_cells.padded(game, Random(seed))).hash == canonical(game).hash


# ---------------------------------------------------------------- one spelling


SPELLINGS = {
    "a rule read from its other end": (
        "[ > Player | Heavy ] -> [ > Player | > Heavy ]",
        "[ Heavy | < Player ] -> [ < Heavy | < Player ]",
    ),
    "each direction": (
        "[ > Player | Heavy ] -> [ > Player | > Heavy ]",
        "[ > Player | Heavy ] along left right down up -> [ > Player | > Heavy ]",
    ),
    "what goes without saying": (
        "[ > Player | Heavy ] -> [ > Player | > Heavy ]",
        "[ > Player no Wall | Heavy no Player ] -> [ > Player | > Heavy ]",
    ),
    "groups by their members": ("no Block no Ball no Player ]", "no Wall no Crate no Rock no Ball no Player ]"),
    "one direction": (
        "[ Ball | no Block no Ball no Player ] along down -> [ | Ball ]",
        "[ no Block no Ball no Player | Ball ] along up -> [ Ball | ]",
    ),
    "conditions of a cell": ("[ Hole Rock ] -> [ ]", "[ Rock Hole ] -> [ ]"),
    "rules that commute": (
        "[ Hole Rock ] -> [ ], again\n    [ Player Hole ] -> restore turn",
        "[ Player Hole ] -> restore turn\n    [ Hole Rock ] -> [ ], again",
    ),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_one_spelling(name: str) -> None:
    old, new = SPELLINGS[name]
    assert old in RULES

    if name == "rules that commute":  # the one takes away what the other looks for
        assert digest(RULES.replace(old, new)) != digest(RULES)
        return
    assert digest(RULES.replace(old, new)) == digest(RULES)


CHANGES = {
    "a direction": ("along down", "along down right"),
    "a movement": ("[ > Player | > Heavy ]", "[ > Player | < Heavy ]"),
    "members": ("[ > Player | Heavy ] -> [ > Player | > Heavy ]", "[ > Player | Rock ] -> [ > Player | > Rock ]"),
    "a condition": ("no Block no Ball no Player", "no Block no Ball"),
    "a command": (", again", ""),
    "another command": ("restore turn", "restore level"),
    "early and late": ("phase fill\n", "phase fill plan\n"),
    "a loop": ("phase fall plan", "phase fall repeat plan"),
    "chance": ("[ Hole Rock ] -> [ ]", "[ Hole Rock ] at random -> [ ]"),
    "what goes": ("[ Hole Rock ] -> [ ]", "[ Hole Rock ] -> [ Hole ]"),
    "what comes": ("[ Hole Rock ] -> [ ]", "[ Hole Rock ] -> [ Goal ]"),
    "rigid": ("[ > Player | Heavy ] ->", "[ > Player | Heavy ] rigid ->"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_real_change_is_another_game(name: str) -> None:
    old, new = CHANGES[name]
    assert old in RULES

    assert digest(RULES.replace(old, new, 1)) != digest(RULES)


def test_a_goal_and_the_settings_count() -> None:
    base, cellwise = program(), program().cellwise
    goal = replace(cellwise.goals[0], quantifier="some")
    others = [replace(cellwise, goals=(goal,)), replace(cellwise, must_move=True), replace(cellwise, at_start=True)]

    assert len({canonical(replace(base, cellwise=each)).hash for each in [cellwise, *others]}) == 4


def test_two_sorts_of_crates_that_nothing_tells_apart_are_one() -> None:
    both = RULES.replace("Hole Rock", "Hole Heavy").replace("Heavy", "Both")
    text = GAME.replace("every [ Goal ] has [ Crate ]", "no [ Hole ]")
    hashes = []
    for group in ("group Both = Crate Rock", "group Both = Crate"):
        whole = text.replace("group Block", f"{group}\ngroup Block").format(rules=both.rstrip("\n"))
        if group.endswith("Crate"):
            whole = whole.replace("r = Floor Rock", "r = Floor Crate")
        checked, found = check_text(whole, "sketch")
        assert checked is not None, [d.message for d in found]
        hashes.append(canonical(lower(checked)).hash)

    assert hashes[0] == hashes[1]


# ---------------------------------------------------------------- units and figures


def test_a_rule_is_one_unit_however_many_ways_it_has() -> None:
    rules = [unit for unit in units_of(canonical(program())) if unit.body[0] == "(cell_rule"]

    assert len(rules) == 4
    push = next(unit for unit in rules if "(leaves" in unit.body)
    told = "(cell_rule (case every_way (row (square (here kind:0 (asks forward ) ) ) "
    assert " ".join(push.body).startswith(told)
    assert push.source.line is not None


def test_the_grammar_knows_every_body() -> None:
    for game in [canonical(program()), *map(form, SEEDS)]:
        for cut in orientations(game):
            for unit in cut.units:
                follow(unit.body)


def test_one_rule_more_is_a_little_news() -> None:
    more = RULES + "    [ Ball Hole ] -> [ Goal ]\n"
    found = compare_forms(canonical(program()), canonical(program(more)), shipped())

    assert 0 < found.novelty < 0.4
    assert found.containment > 0.8


MEMBERS = {
    "a member that comes elsewhere": "[ Heavy | Ball ] -> [ Heavy | Crate ]",
    "a member that is there elsewhere": "[ Heavy | Crate ] -> [ | Crate ]",
    "two groups": "[ Heavy | Block ] -> [ Heavy | ]",
    "one of three": "[ Block | Player ] -> [ Crate | Player ]",
    "two cells of one group": "[ > Heavy | Heavy ] -> [ > Heavy | > Heavy ]",
    "rows": "[ Heavy ], [ Crate ] -> [ ], [ Ball ]",
}


@pytest.mark.parametrize("name", MEMBERS)
def test_members_written_out_in_any_way_are_the_group(name: str) -> None:
    game = program(RULES.replace("[ > Player | Heavy ] -> [ > Player | > Heavy ]", MEMBERS[name]))
    whole = canonical(game).hash
    others = [disguise_cells.respelled(game, Random(seed)) for seed in range(12)]

    assert any(other.cellwise != game.cellwise for other in others)
    for seed, other in enumerate(others):
        assert canonical(disguise_cells.renumbered(other, Random(seed))).hash == whole


def test_one_member_less_is_another_game() -> None:
    game = program(RULES.replace("[ > Player | Heavy ]", "[ > Player | Block ]").replace("> Heavy ]", "> Block ]"))
    group = game.cellwise.early.groups[0]
    parts = replace(group, rules=group.rules[1:])
    less = replace(game.cellwise.early, groups=(parts, *game.cellwise.early.groups[1:]))

    assert canonical(replace(game, cellwise=replace(game.cellwise, early=less))).hash != canonical(game).hash


LINES = "    [ Hole Rock ] -> [ ], again\n"

ONE_OR_SEVERAL = {
    "a rule for each member": (
        ["[ Goal Heavy ] -> [ Goal ]"],
        ["[ Goal Crate ] -> [ Goal ]", "[ Goal Rock ] -> [ Goal ]"],
    ),
    "a rule for each that is pushed": (
        ["[ > Ball | Heavy ] -> [ > Ball | > Heavy ]"],
        ["[ > Ball | Rock ] -> [ > Ball | > Rock ]", "[ > Ball | Crate ] -> [ > Ball | > Crate ]"],
    ),
    "members in parts": (
        ["[ Goal Block ] -> [ Goal ]"],
        ["[ Goal Wall ] -> [ Goal ]", "[ Goal Heavy ] -> [ Goal ]"],
    ),
    "a rule for each direction": (
        ["[ Ball | Goal ] along left right -> restore turn"],
        ["[ Ball | Goal ] along right -> restore turn", "[ Ball | Goal ] along left -> restore turn"],
    ),
    "with another between": (
        ["[ Goal Heavy ] -> [ Goal ]", "[ Ball | Hole ] -> restore turn"],
        ["[ Goal Rock ] -> [ Goal ]", "[ Ball | Hole ] -> restore turn", "[ Goal Crate ] -> [ Goal ]"],
    ),
}  # fmt: skip


def _with(lines: list[str]) -> str:
    """With other rules in the place of one; before things move if they speak of movements."""
    place = "    [ > Player | Heavy ] -> [ > Player | > Heavy ]\n" if ">" in lines[0][:3] else LINES
    assert place in RULES
    return digest(RULES.replace(place, "".join(f"    {line}\n" for line in lines)))


@pytest.mark.parametrize("name", ONE_OR_SEVERAL)
def test_one_rule_or_several_that_do_the_same_with_other_kinds(name: str) -> None:
    one, several = ONE_OR_SEVERAL[name]

    assert _with(one) == _with(several)


NOT_ONE = {
    "one takes what the other looks for": (
        ["[ Hole Heavy ] -> [ ]"],
        ["[ Hole Crate ] -> [ ]", "[ Hole Rock ] -> [ ]"],
    ),
    "one between looks for a member": (
        ["[ Goal Heavy ] -> [ Goal ]", "[ Ball | Rock ] -> [ | Rock ]"],
        ["[ Goal Crate ] -> [ Goal ]", "[ Ball | Rock ] -> [ | Rock ]", "[ Goal Rock ] -> [ Goal ]"],
    ),
    "another command": (
        ["[ Ball | Goal ] along left right -> restore turn"],
        ["[ Ball | Goal ] along left -> restore turn", "[ Ball | Goal ] along right -> restore level"],
    ),
    "other kinds in two places": (
        ["[ Goal Crate ] -> [ Goal ]", "[ Hole Rock ] -> [ Hole ]"],
        ["[ Goal Rock ] -> [ Goal ]", "[ Hole Heavy ] -> [ Hole ]"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_ONE)
def test_rules_that_are_not_one(name: str) -> None:
    one, several = NOT_ONE[name]

    assert _with(one) != _with(several)
