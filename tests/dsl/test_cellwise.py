"""Files under `semantics puzzlescript`: what is read from them, what is refused, and with which words."""

from __future__ import annotations

import numpy as np
import pytest
from support.cell_lines import HEAD, KINDS, LEVEL
from support.gallery import BAD

from arcg.compiler.lower import lower
from arcg.dsl.cellwise.brackets import BracketGame, BracketGoal, BracketRule, Item
from arcg.dsl.check import check_text
from arcg.dsl.formatting import format_text
from arcg.dsl.model import Game
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.reference import ReferenceEngine


def found(text: str) -> tuple[Game | None, list[tuple[str, int]]]:
    """The game of a text, and the codes of what is wrong with it, each with its line."""
    game, diagnostics = check_text(text, "cells.arcg")
    return game, [(d.code, d.span.line) for d in diagnostics]


def brackets(rules: str, head: str = HEAD, end: str = LEVEL) -> BracketGame:
    """What a sound game with these lines before its level says."""
    game, wrong = found(head + rules + end)
    assert [each for each in wrong if each[0] != "W309"] == []
    assert game is not None
    assert game.brackets is not None
    return game.brackets


def wrong(lines: str, head: str = HEAD) -> list[tuple[str, int]]:
    """What is wrong with a game with these lines before its level; their first line counts as 1."""
    game, diagnostics = found(head + lines + LEVEL)
    assert (game is None) == any(code.startswith("E") for code, _ in diagnostics)
    return [(code, line - head.count("\n")) for code, line in diagnostics if code != "W309"]  # chance is meant here


def the_rule(text: str, phase: str = "phase run plan") -> BracketRule:
    """The only rule of a game."""
    ((rule,),) = (phase.rules for phase in brackets(f"{phase}\n    {text}\n").phases)
    return rule


def item(word: str | None, name: str, *kinds: str) -> Item:
    """An item of a cell; of a kind, its name is enough."""
    return Item(word, name, tuple(KINDS.index(kind) for kind in kinds or (name,)))


def shown(rows: tuple[tuple[tuple[Item, ...] | None, ...], ...]) -> str:
    """Rows of cells as they are written."""

    def cell(items: tuple[Item, ...] | None) -> str:
        return "..." if items is None else " ".join(" ".join(filter(None, (i.word, i.name))) for i in items)

    return ", ".join(f"[ {' | '.join(cell(items) for items in row)} ]" for row in rows)


# ---------------------------------------------------------------- what is read


@pytest.mark.parametrize(
    "text",
    [
        "[ > Player | Crate ] -> [ > Player | > Crate ]",
        "[ no Goal Stone | ... | no Wall ], [ Hole ] -> [ Stone | ... | Wall ], [ random Stone randomdir Hole ]",
        "[ horizontal Player | ... | moving Wall | ... | act Crate ] -> [ | ... | | ... | > Crate ]",
    ],
)
def test_cells_are_read_as_they_are_written(text: str) -> None:
    left, right = text.split(" -> ")
    rule = the_rule(text)
    assert shown(rule.left) == left
    assert shown(rule.right) == right.replace("[ |", "[  |").replace("| |", "|  |")
    assert (rule.ways, rule.commands, rule.late, rule.rigid, rule.random) == ((0, 1, 2, 3), (), False, False, False)


def test_a_name_is_one_kind_or_the_members_of_a_group_as_written() -> None:
    ((cell,),) = the_rule("[ Wall no Thing ] -> again").left
    assert cell is not None
    assert [(i.word, i.name, i.kinds) for i in cell] == [
        (None, "Wall", (4,)),
        ("no", "Thing", (3, 5, 6, 6)),  # Player, the stones, and Gem once more
    ]


def test_commands_stand_behind_the_arrow() -> None:
    rule = the_rule("[ Player ] -> [ Player ], again, win, save level, restore level, restore turn")
    assert rule.commands == ("again", "win", "checkpoint", "restart", "cancel")
    assert the_rule("[ Player ] -> restore turn").right == ()


@pytest.mark.parametrize("text", ["[ A | B ] along right up, [ C ]", "[ A | B ], [ C ] along right up"])
def test_directions_hold_for_the_whole_rule(text: str) -> None:
    for name, kind in (("A", "Player"), ("B", "Wall"), ("C", "Crate")):
        text = text.replace(name, kind)
    assert the_rule(f"{text} -> again").ways == (3, 0)


def test_modes() -> None:
    assert the_rule("[ > Player ] rigid -> [ > Player ]").rigid
    assert the_rule("[ Player ] at random -> again").random
    both = the_rule("[ Player ] at random rigid -> again")
    assert (both.random, both.rigid) == (True, True)


def test_rules_of_one_name_are_a_group() -> None:
    lines = (
        "phase run repeat plan\n"
        "    [ Wall ] -> again\n"
        "    pair: [ Goal ] at random -> again\n"
        "    pair: [ Hole ] -> again\n"
        "    [ Gem ] -> again\n"
        "phase end\n"
        "    last: [ Gem ] -> win\n"
    )
    game = brackets(lines)
    checked, _ = found(HEAD + lines + LEVEL)
    assert checked is not None
    assert checked.cellwise is not None
    assert checked.cellwise.names == ("run.1", "pair", "pair.2", "run.4", "last")
    assert checked.cellwise.phases == ("run", "run", "run", "run", "end")
    run, end = game.phases
    assert [(rule.joins, rule.random, rule.source) for rule in run.rules] == [
        (False, False, 0),
        (False, True, 1),
        (True, True, 2),
        (False, False, 3),
    ]
    assert (run.late, run.loops, end.late, end.loops) == (False, True, True, False)
    assert end.rules[0].late
    assert game.names == ("run.1", "pair", "pair.2", "run.4", "last")


def test_settings() -> None:
    plain = brackets("")
    assert (plain.at_start, plain.must_move) == (False, False)
    head = HEAD.replace("input Player", "input Player Goal\n    from start\n    must move")
    game = brackets("", head)
    assert (game.at_start, game.must_move) == (True, True)
    assert [i.name for i in game.player] == ["Player", "Goal"]
    assert brackets("", HEAD.replace("input Player", "input Thing")).player[0].kinds == (3, 5, 6, 6)


def test_goals() -> None:
    goals = brackets("win when every [ Goal ] has [ Stone ], [ Player Hole ]\n").goals

    def plain(goal: BracketGoal) -> tuple[str, list[str], list[str]]:
        return goal.quantifier, [i.name for i in goal.first], [i.name for i in goal.second]

    assert [plain(goal) for goal in goals] == [
        ("every", ["Goal"], ["Stone"]),
        ("some", ["Player", "Hole"], []),
        ("no", ["Crate"], []),
    ]


def test_boards_may_be_larger_than_a_frame() -> None:
    head = HEAD.replace("board 4x2", "board 256x200 ground red")
    end = LEVEL.replace("level\n", "level\n    board 100x65\n") + "level\n    map\n        aaa\n"
    game, diagnostics = found(head + end)
    assert game is not None
    assert diagnostics == []
    assert [(level.width, level.height, level.cell) for level in game.levels] == [(100, 65, 1), (256, 200, 1)]


def test_pictures_may_be_larger_than_a_cell() -> None:
    picture = "kind Player Wall Crate Gem on solid\n    pic\n        88888\n        8...8\n        88888\n"
    head = HEAD.replace("board 4x2", "board 64x40")
    head = head.replace("kind Player Wall Crate Gem on solid\n    pic\n        8\n", picture)
    assert found(head + LEVEL)[1] == []


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ties up down left right", "E240"),
        ("world has energy: 0..9", "E240"),
        ("paint red on floor at cell(1, 1)", "E240"),
        ("fog red at cell(1, 1)", "E240"),
        ("let Player pushes Crate", "E240"),
        ("let Crate.hue = red", "E240"),
        ("let path(Crate, $c) to { Goal at $c } through { no Wall at $c }", "E240"),
        ("forbid Player on Hole", "E240"),
        ("lose first", "E240"),
        ("undo", "E240"),
        ("Crate is pushed by Player", "E240"),
        ("layer more free", "E240"),
        ("layer more open clickable", "E240"),
        ("kind Lamp on floor has lit: no yes", "E240"),
        ("kind Lamp on floor numbered", "E240"),
        ("kind Lamp on floor\n    body 2, 1", "E240"),
        ("kind Lamp on floor\n    pic when Lamp on Goal\n        1", "E240"),
        ("kind Lamp on floor\n    pic cells\n        1", "E240"),
        ("kind Lamp on floor\n    tint 8 by $x", "E240"),
        ("lose when [ Player Hole ]", "E240"),
        ("win when Player on Goal", "E240"),
        ("win when no Crate", "E240"),
        ("win when [ Player | Goal ]", "E240"),
        ("win when [ > Player ]", "E240"),
        ("win when [ Player Player ]", "E221"),
        ("win when every [ Goul ] has [ Crate ]", "E101"),
        ("semantics puzzlescript", "E204"),
        ("phase a\n    [ Wall ] -> again\nphase a\n    [ Gem ] -> again", "E130"),
    ],
)
def test_statements_without_a_place(line: str, code: str) -> None:
    codes = {found_code for found_code, _ in wrong(f"{line}\n") if found_code.startswith("E")}
    assert codes == {code}


@pytest.mark.parametrize("words", ["on arrow", "when [ Wall ]", "first", "each Crate $c", "show"])
def test_heads_without_a_place(words: str) -> None:
    assert wrong(f"phase run {words} plan\n    [ Wall ] -> again\n") == [("E240", 1)]


@pytest.mark.parametrize(
    ("rule", "codes"),
    [
        ("on act, [ Wall ] -> again", ["E240"]),
        ("[ Wall ], Crate -> again", ["E240"]),
        ("-> again", ["E240"]),
        ("[ Wall ] once -> again", ["E240"]),
        ("[ Wall ] in turn -> again", ["E240"]),
        ("[ Wall ] -> lose", ["E240"]),
        ("[ Wall ] -> agian", ["E240"]),
        ("[ Wall ] -> save here", ["E240"]),
        ("[ Wall ] -> restore turn keeping Crate", ["E240"]),
        ("[ Wall ] -> drop Wall", ["E240"]),
        ("[ Wall $w ] -> again", ["E240"]),
        ("[ $w ] -> again", ["E240"]),
        ("[ Wall{lit=yes} ] -> again", ["E240"]),
        ("[ random Wall ] -> again", ["E240"]),
        ("[ randomdir Wall ] -> again", ["E240"]),
        ("[ Wall | ... Crate | Gem ] -> again", ["E240"]),
        ("[ Wall | ... ] -> again", ["E376"]),
        ("[ Wall | ... | Gem | ... | Gem | ... | Gem ] -> again", ["E376"]),
        ("[ Wall | ... | Gem ] -> [ Wall | | Gem ]", ["E375"]),
        ("[ Wall | | Gem ] -> [ Wall | ... | Gem ]", ["E375"]),
        ("[ Wall | Gem ] -> [ Wall | Gem ] along up", ["E375"]),
        ("[ Wall | Gem ] along up, [ Gem ] along up -> again", ["E204"]),
        ("[ Wall | Gem ] along upp -> again", ["E107"]),
        ("[ Wall | Gem ] along $d -> again", ["E107"]),
        ("[ Wall | Gem ] -> [ Wall ]", ["E374"]),
        ("[ Wall ], [ Gem ] -> [ Wall ]", ["E242"]),
        ("[ Wall ] -> [ Wall ], [ Gem ]", ["E242"]),
        ("[ forward Wall ] -> again", ["E377"]),
        ("[ >= Wall ] -> again", ["E377"]),
        ("[ Crate > Crate ] -> again", ["E221"]),
        ("[ Wal ] -> again", ["E101"]),
    ],
)
def test_rules_without_a_place(rule: str, codes: list[str]) -> None:
    assert wrong(f"phase run plan\n    {rule}\n") == [(code, 2) for code in codes]


@pytest.mark.parametrize(
    ("rule", "fine"),
    [
        ("[ > Player ] -> [ Player ]", False),
        ("[ Player ] -> [ > Player ]", False),
        ("[ Player ] -> [ still Player ]", False),
        ("[ moving Player ] -> win", False),
        ("[ Wall ] rigid -> again", False),
        ("[ no Player ] -> [ random Stone randomdir Goal ]", True),
    ],
)
def test_nothing_moves_in_late_rules(rule: str, fine: bool) -> None:
    assert wrong(f"phase run plan\n    {rule}\n") == []
    assert wrong(f"phase run\n    {rule}\n") == ([] if fine else [("E240", 2)])


def test_plans_stand_above_late_phases() -> None:
    assert wrong("phase a\n    [ Wall ] -> again\nphase b plan\n    [ Wall ] -> again\n") == [("E240", 3)]


def test_groups_of_rules_are_one_stretch() -> None:
    lines = "phase a\n    one: [ Wall ] -> again\n    [ Gem ] -> again\n    one: [ Wall ] -> again\n"
    assert wrong(lines) == [("E321", 4)]
    lines = "phase a\n    one: [ Wall ] -> again\n    one: [ Wall ] at random -> again\n"
    assert wrong(lines) == [("E240", 3)]


@pytest.mark.parametrize(
    ("settings", "codes"),
    [
        ("", [("E241", 2)]),
        ("\n    input Playr", [("E101", 3)]),
        ("\n    input Player\n    input Wall", [("E204", 4)]),
        ("\n    input Player\n    from start\n    from start", [("E204", 5)]),
        ("\n    input Player Player", [("E221", 3)]),
    ],
)
def test_settings_are_looked_at(settings: str, codes: list[tuple[str, int]]) -> None:
    assert found(HEAD.replace("\n    input Player", settings) + LEVEL)[1] == codes


def test_another_semantics_is_not_known() -> None:
    assert ("E107", 2) in found(HEAD.replace("puzzlescript", "puzzelscript") + LEVEL)[1]


def test_limits() -> None:
    kinds = "".join(f"kind K{number} on floor\n" for number in range(505))
    layers = "".join(f"layer l{number}\n" for number in range(125))
    assert {code for code, _ in found(HEAD + kinds + layers + LEVEL)[1]} == {"W202", "W404"}
    game, diagnostics = check_text(HEAD + kinds + "kind More on floor\n" + layers + "layer more\n" + LEVEL, "a")
    assert game is None
    assert {d.message for d in diagnostics} == {
        "there are 129 layers, and the limit is 128",
        "there are 513 kinds, and the limit is 512",
    }
    assert found(HEAD.replace("4x2", "257x2") + LEVEL)[1] == [("E205", 4)]


@pytest.mark.parametrize(
    ("view", "codes"),
    [
        ("", []),
        (" follow Player", []),
        (" from 1, -1 * 2 + least(3, abs(4))", []),
        (" from count { Crate }, first Player.x of { Player } / 2 * 2", []),
        (" from min Stone.x of { Stone }, max Stone.y of { Stone }", []),
        (" from sum Crate.x of { Crate }, 0", ["E240"]),
        (" from 0, first Crate.x + 1 of { Crate }", ["E240"]),
        (" from first Crate.x of { Crate.x > 1 }, 0", ["E240"]),
        (" from count { no Player }, 0", ["E240"]),
        (" from count { Player, Crate }, 0", ["E240"]),
        (" from count { [ Player | Crate ] }, 0", ["E240"]),
        (f" from {'least(1, ' * 31}1{')' * 31}, 0", []),
        (f" from {'least(1, ' * 32}1{')' * 32}, 0", ["E240"]),
    ],
)
def test_views_begin_where_the_engines_can_say(view: str, codes: list[str]) -> None:
    """What is accepted is shown alike by both engines."""
    game, diagnostics = check_text(HEAD.replace("actions", f"view 2x2{view}\nactions") + LEVEL, "a")
    assert [d.code for d in diagnostics if d.severity == "error"] == codes
    assert (game is None) == bool(codes)
    if game is not None:
        program = lower(game)
        assert np.array_equal(KernelEngine(program).frame(), ReferenceEngine(program).frame())


def test_native_games_keep_their_limits() -> None:
    native = "game a\nboard 65x3\nactions arrows\nlevel\n"
    game, diagnostics = check_text(native, "a")
    assert game is None
    assert ("E205", "write") not in diagnostics
    assert any(d.code == "E205" and "64 cells" in d.hint for d in diagnostics)


# ---------------------------------------------------------------- layout


def test_such_files_are_formatted() -> None:
    text = (BAD / "E242_patterns.arcg").read_text("utf-8").replace(" | ", "|").replace("  //", " //")
    spaced, _ = format_text(text, "a")
    assert spaced == (BAD / "E242_patterns.arcg").read_text("utf-8")
