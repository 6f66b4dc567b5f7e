"""A turn: what the player asks, how movement is resolved, rigid groups, commands, winning."""

from __future__ import annotations

import pytest
from support.cells import Numbers, board, boards, every, kind_set, no, play, program, some

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.reference.cellwise.engine import CellEngine

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]\n"

# ---------------------------------------------------------------- what the player asks


def test_all_players_are_asked_to_move() -> None:
    assert boards("P.P. .#..", "", "right down") == ["P.P. .#..", ".P.P .#..", ".P.. .#.P"]


def test_only_what_is_asked_moves_not_the_rest_of_its_cell() -> None:
    assert boards("p.", "", "right")[1] == "gP"


def test_a_player_of_several_kinds_is_where_all_of_them_are() -> None:
    """Then all of them move; a player without a gem is none."""
    both = ir.CellTest(present=kind_set("Player Gem"))

    assert boards("p.P.", "", "right", player=both)[1] == ".pP."


def test_to_act_moves_nothing_but_rules_see_it() -> None:
    assert boards("Pc", "[ act Player | Crate ] -> [ Player | Gem ]", "right act") == ["Pc", "Pc", "Pg"]


def test_a_turn_without_input_asks_nothing() -> None:
    assert boards("P.b.", "[ still Player ] [ Bot ] -> [ Player ] [ right Bot ]", "tick right") == [
        "P.b.",
        "P..b",
        ".P.b",
    ]


# ---------------------------------------------------------------- movement


def test_what_is_pushed_goes_first() -> None:
    assert boards("Pcc.", PUSH + "[ > Crate | Crate ] -> [ > Crate | > Crate ]", "right right") == [
        "Pcc.",
        ".Pcc",
        ".Pcc",
    ]


def test_nothing_moves_twice() -> None:
    assert boards("P...", "", "right")[1] == ".P.."


def test_what_swaps_or_goes_round_in_a_ring_stays() -> None:
    assert boards("cr", "[ Crate ] [ Rock ] -> [ right Crate ] [ left Rock ]", "tick")[1] == "cr"

    ring = "[ Crate ] [ Rock ] [ Wall ] [ Bot ] -> [ right Crate ] [ down Rock ] [ left Wall ] [ up Bot ]"
    assert boards("cr b#", ring, "tick")[1] == "cr b#"


def test_of_two_that_go_to_one_cell_the_one_further_left_then_further_up_goes() -> None:
    assert boards("c.r", "[ Crate ] [ Rock ] -> [ right Crate ] [ left Rock ]", "tick")[1] == ".cr"
    assert boards("c . r", "[ Crate ] [ Rock ] -> [ down Crate ] [ up Rock ]", "tick")[1] == ". c r"


def test_a_column_comes_before_the_next_one() -> None:
    """The rock in the first column takes the cell although the crate stands higher."""
    assert boards(".c r.", "[ Crate ] [ Rock ] -> [ left Crate ] [ up Rock ]", "tick")[1] == "rc .."


def test_layers_move_by_themselves() -> None:
    """The gem on the crate goes where the crate cannot."""
    assert boards("C#", "[ Crate Gem ] -> [ right Crate right Gem ]", "tick")[1] == "c?"


def test_movement_is_over_after_the_turn() -> None:
    """The crate was asked to go and could not; the next turn knows nothing of it."""
    assert boards("Pc# ...", "[ right Player | Crate ] -> [ right Player | right Crate ]", "right tick")[2] == "Pc# ..."


def test_late_rules_see_no_movement_and_ask_for_none() -> None:
    rules = "late [ Crate ] -> [ randomdir Crate ]\n[ moving Crate ] -> [ Rock ]"

    assert boards("c.", rules, "tick tick", Numbers(0.8)) == ["c.", "c.", "c."]


# ---------------------------------------------------------------- rigid


def test_if_a_rigid_movement_fails_its_group_is_left_out() -> None:
    """The crates above and below are carried along with the pushed one, or nothing is."""
    together = PUSH + "+ rigid [ moving Crate | Crate ] -> [ moving Crate | moving Crate ]"

    assert boards(".c.. Pc.. .c..", together, "right")[1] == "..c. .Pc. ..c."
    assert boards(".c#. Pc.. .c..", together, "right")[1] == ".c#. Pc.. .c.."


def test_rules_of_the_group_that_are_not_rigid_are_left_out_with_it() -> None:
    rules = "[ Gem ] -> [ Coin ]\n+ rigid [ > Player | Crate ] -> [ > Player | > Crate ]"

    assert boards("Pc.g", rules, "right")[1] == ".Pcs"
    assert boards("Pc#g", rules, "right")[1] == "Pc#g"


def test_other_groups_are_run_again_from_the_players_input() -> None:
    """What the first round changed is undone, and its commands are forgotten; numbers drawn stay drawn."""
    rules = "random [ Gem ] -> [ Coin ] win\nrigid [ > Player | Crate ] -> [ > Player | > Crate ]"
    numbers = Numbers(0.1, 0.9)
    engine = CellEngine(program("Pc#gg", rules), numbers)

    play(engine, "right")

    assert board(engine) == "Pc#gs"
    assert numbers.taken == 2


def test_when_a_rigid_movement_fails_others_go_on() -> None:
    assert boards("Pc# P..", "rigid [ > Player | Crate ] -> [ > Player | > Crate ]", "right")[1] == "Pc# .P."


def test_late_rules_wait_for_the_last_round() -> None:
    rules = "rigid [ > Player | Crate ] -> [ > Player | > Crate ]\nlate random [ Gem ] -> [ Coin ]"

    assert boards("Pc#gg", rules, "right", Numbers(0.1))[1] == "Pc#sg"


def test_a_ban_lasts_for_the_turn() -> None:
    rules = "rigid [ > Player | Crate ] -> [ > Player | > Crate ]"

    assert boards("Pc#. ....", rules, "right left down right right up", None)[1:3] == ["Pc#. ....", "Pc#. ...."]
    assert boards("#cP. ....", rules, "left right")[2] == "#c.P ...."


def test_to_act_never_fails() -> None:
    assert boards("P#", "rigid [ act Player ] -> [ act Player ]\n[ act Player ] -> [ Player Gem ]", "act")[1] == "p#"


def test_a_mark_is_a_change() -> None:
    """The rule leaves the movement as it is, and is yet tried again: the group takes a second pass."""
    numbers = Numbers(0.5)
    engine = CellEngine(program("P.", "rigid [ > Player ] -> [ > Player ]\n+ [ Player ] -> [ Player ]"), numbers)

    play(engine, "right")

    assert {told.rule: told.matches for told in engine.trace()} == {"rules.1": 2, "rules.2": 2}


# ---------------------------------------------------------------- commands


def test_cancel_takes_the_turn_back() -> None:
    engine = CellEngine(program("P.g", PUSH + "[ Player Gem ] -> cancel\nlate [ Player Gem ] -> cancel"))

    play(engine, "right right")

    assert board(engine) == ".Pg"
    assert not engine.frames()[1:].size


def test_a_cancelled_turn_wins_nothing_and_cannot_be_undone() -> None:
    engine = CellEngine(program("P.g", "late [ Player Gem ] -> cancel win", [some("Player Gem")]))

    play(engine, "right right undo")

    assert board(engine) == "P.g"
    assert engine.levels_completed == 0


def test_restart_goes_back_to_the_start_and_can_be_undone() -> None:
    assert boards("P.g", "late [ Player Gem ] -> restart", "right right undo undo") == [
        "P.g",
        ".Pg",
        "P.g",
        ".Pg",
        "P.g",
    ]


def test_a_restart_forgets_the_other_commands() -> None:
    engine = CellEngine(program("P.g", "late [ Player Gem ] -> restart win"))

    play(engine, "right right")

    assert engine.levels_completed == 0


def test_a_restart_plays_the_start_turn_and_leaves_out_what_it_restarts() -> None:
    rules = "[ Ghost ] -> [ Gem ]\nlate [ Player Gem ] -> restart"

    assert boards("P.G", rules, "right right", at_start=True) == ["P.g", ".Pg", "P.g"]
    assert boards("Pc", "[ Crate ] -> [ Rock ] restart", "", at_start=True) == ["Pr"]


def test_a_checkpoint_is_where_a_restart_goes_back_to() -> None:
    rules = "late [ Player Goal ] -> checkpoint\nlate [ Player Gem ] -> restart"

    assert boards("P.o.g", rules, "right right left right right right")[-1] == "..@.g"


def test_a_checkpoint_gets_the_start_turn_again() -> None:
    """The bot takes a step in each turn, also at the start: so it stands one further than at the checkpoint."""
    rules = "random right [ Bot | no Bot ] -> [ | Bot ]\nlate [ Player Goal ] -> checkpoint"
    found = boards("b..... Po....", rules, "right left reset", at_start=True)

    assert found == [".b.... Po....", "..b... .@....", "...b.. Po....", "...b.. .@...."]


# ---------------------------------------------------------------- must move


def test_a_turn_in_which_no_player_left_its_cell_is_taken_back() -> None:
    rules = "[ Gem ] -> [ Coin ]\n[ Gem ] -> win"

    assert boards("P#.g", rules, "right tick", must_move=True) == ["P#.g", "P#.g", "P#.s"]
    assert boards("P#P.g", "[ Gem ] -> [ Coin ]", "right", must_move=True)[1] == "P#.Ps"


def test_of_a_player_of_two_kinds_both_must_leave() -> None:
    """What is left of it is no player any more, but it has not moved as long as one of the two is there."""
    both = ir.CellTest(present=kind_set("Player Gem"))
    away = "[ Player Gem ] -> [ Player ]\n[ Coin ] -> [ ]"

    assert boards("p#.s", away, "right", player=both, must_move=True)[1] == "p#.s"
    assert boards("p#.s", away, "right", must_move=True)[1] == "p#.s"
    assert boards("p#.s", "[ Player Gem ] -> [ ]\n[ Coin ] -> [ ]", "right", player=both, must_move=True)[1] == ".#.."


def test_to_act_is_always_taken_back_then() -> None:
    assert boards("P.g", "[ Gem ] -> [ Coin ]", "act", must_move=True)[1] == "P.g"


def test_a_player_that_is_gone_has_moved() -> None:
    assert (
        boards("P#.g", "[ > Player | Wall ] -> [ | Wall ]\n[ Gem ] -> [ Coin ]", "right", must_move=True)[1] == ".#.s"
    )


# ---------------------------------------------------------------- winning


@pytest.mark.parametrize(
    ("goal", "level", "won"),
    [
        (every("Goal", "Crate"), "P.*", True),
        (every("Goal", "Crate"), "P.o", False),
        (every("Goal", "Crate"), "P..", True),
        (some("Player Gem"), "P.p", True),
        (some("Player Gem"), "P.g", False),
        (no("Gem"), "P.c", True),
        (no("Gem"), "P.g", False),
        (ir.CellGoal("no", ir.CellTest(absent=kind_set("Player")), ir.CellTest()), "P..", True),
    ],
)
def test_goals(goal: ir.CellGoal, level: str, won: bool) -> None:
    """The last: a cell in which nothing lies counts for no goal."""
    engine = CellEngine(program(level, "", [goal]))

    play(engine, "tick")

    assert (engine.status == Status.WON) == won


def test_all_goals_must_hold_and_without_any_only_a_rule_wins() -> None:
    two = CellEngine(program("P.*g", "", [every("Goal", "Crate"), no("Gem")]))
    none = CellEngine(program("P.*g", ""))

    play(two, "tick")
    play(none, "tick")

    assert two.status == none.status == Status.PLAYING


def test_the_start_turn_cannot_win() -> None:
    engine = CellEngine(program("P.*", "[ Player ] -> win", [every("Goal", "Crate")], at_start=True))

    assert engine.status == Status.PLAYING
    assert engine.verdict() == "win"
    play(engine, "tick")
    assert engine.status == Status.WON
