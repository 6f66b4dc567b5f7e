"""Answers: turns that follow by themselves, undo, restarts, levels, frames, states and snapshots, bounds."""

from __future__ import annotations

import numpy as np
import pytest
from support.cells import COLOURS, Numbers, board, boards, play, program

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.reference.cellwise import play as playing
from arcg.runtime.reference.cellwise import running
from arcg.runtime.reference.cellwise.engine import CellEngine

ROLL = "random right [ Bot | no Player no Wall ] -> [ | Bot ] again\n"
"""The bot takes a step, and another turn follows."""

# ---------------------------------------------------------------- again


def test_turns_follow_while_something_would_change() -> None:
    engine = CellEngine(program("b...# P....", ROLL))

    play(engine, "tick")

    assert board(engine) == "...b# P...."
    assert [picture.tolist()[28].index(COLOURS["Bot"]) // 12 for picture in engine.frames()] == [1, 2, 3]


def test_a_turn_that_changes_nothing_is_not_followed() -> None:
    """`again` needs a change of the same turn."""
    numbers = Numbers(0.5)

    boards("Pg", "random [ Gem ] -> [ Gem ] again", "tick", numbers)

    assert numbers.taken == 1


def test_whether_more_would_change_is_tried_and_draws_numbers() -> None:
    """The bot takes three steps. After each the next one is tried, and the last trial finds nothing to choose from."""
    numbers = Numbers(0.5)

    assert boards("b...# P....", ROLL, "tick", numbers)[1] == "...b# P...."
    assert numbers.taken == 3 + 2


def test_a_trial_that_would_win_counts_as_a_change() -> None:
    engine = CellEngine(program("Pgc", "[ Crate ] [ Coin ] -> win\n[ Gem ] -> [ Coin ] again"))

    play(engine, "tick")

    assert engine.status == Status.WON


def test_a_trial_that_is_cancelled_changes_nothing() -> None:
    engine = CellEngine(program("Pg", "[ Coin ] -> [ Coin Bot ] cancel\n[ Gem ] -> [ Coin ] again"))

    play(engine, "tick")

    assert board(engine) == "Ps"


def test_a_trial_wins_nothing_and_leaves_no_entry_for_undo() -> None:
    found = boards("b...# P....", ROLL, "right undo undo")

    assert found == ["b...# P....", "...b# .P...", "b...# P....", "b...# P...."]


def test_a_trial_that_changes_nothing_reaches_its_checkpoint() -> None:
    """The turn finds no coin, but the trial does, so the level begins with the coin from now on."""
    rules = "[ Coin ] -> checkpoint\n[ Gem ] -> [ Coin ] again"

    assert boards("Pg.", rules, "tick reset") == ["Pg.", "Ps.", "Ps."]


def test_agains_come_after_the_start_turn_too() -> None:
    assert boards("b...#", ROLL, "", at_start=True) == ["...b#"]


def test_agains_that_do_not_end_are_left_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MAX_AGAINS", 20)
    rules = "[ Gem ] -> [ Coin Ghost ] again\n[ Coin no Ghost ] -> [ Gem ] again\nlate [ Ghost ] -> [ ]"
    engine = CellEngine(program("Pg", rules))

    play(engine, "tick")

    assert engine.messages() == ("more than 20 turns would have followed by `again`; the rest was left out",)
    assert board(engine) == "Ps", "after one turn and an even number of others"


# ---------------------------------------------------------------- undo


def test_undo_passes_over_positions_like_the_present_one() -> None:
    """The tick brings back what the player's turn changed; undo then goes back further than that."""
    rules = "[ act Player ] [ Crate ] -> [ act Player ] [ Rock ]\n[ still Player ] [ Rock ] -> [ Player ] [ Crate ]"

    assert boards("P..c", rules, "right act tick undo") == ["P..c", ".P.c", ".P.r", ".P.c", "P..c"]


def test_ticks_leave_nothing_to_undo() -> None:
    assert boards("P.b...", "random right [ Bot | ] -> [ | Bot ]", "tick tick undo")[-1] == "P...b."
    assert boards("P.b...", "random right [ Bot | ] -> [ | Bot ]", "right tick undo")[-1] == "P.b..."


def test_a_turn_that_changes_nothing_leaves_nothing_to_undo() -> None:
    engine = CellEngine(program("P#", ""))
    before = engine.snapshot()

    play(engine, "right")

    assert engine._undo == []
    assert engine.snapshot() != before, "the action was counted"


def test_reset_can_be_undone_and_twice_is_a_new_game() -> None:
    assert boards("P..", "", "right right reset undo") == ["P..", ".P.", "..P", "P..", "..P"]

    engine = CellEngine(program(["P.g", "P.."], "late [ Player Gem ] -> win"))
    play(engine, "right right right")
    assert (engine.level, board(engine)) == (1, ".P.")
    play(engine, "reset")
    assert (engine.level, engine.full_reset, board(engine)) == (1, False, "P..")
    play(engine, "reset")
    assert (engine.level, engine.full_reset, board(engine)) == (0, True, "P.g")


def test_undo_leaves_the_checkpoint_and_the_generator() -> None:
    rules = "late [ Player Goal ] -> checkpoint\n[ > Player ] -> [ > Player ]"

    assert boards("Po.", rules, "right undo reset") == ["Po.", ".@.", "Po.", ".@."]


def test_a_game_without_undo_keeps_nothing() -> None:
    engine = CellEngine(program("P..", "", actions=(1, 2, 3, 4, 5)))

    play(engine, "right undo reset undo")

    assert engine._undo == []
    assert board(engine) == "P.."


# ---------------------------------------------------------------- levels


def test_a_won_level_is_followed_by_the_next_in_the_same_answer() -> None:
    engine = CellEngine(program(["P.g", "b.P#"], ROLL + "late [ Player Gem ] -> win", at_start=True))
    play(engine, "right right")

    assert (engine.level, engine.levels_completed, engine.action_count) == (1, 1, 0)
    assert board(engine) == ".bP#"
    assert len(engine.frames()) == 2
    assert [told.rule for told in engine.trace()] == ["rules.2", "rules.1"]

    play(engine, "undo")
    assert board(engine) == ".bP#", "there is no undo into the level before"


def test_the_last_level_stays_when_the_game_is_won() -> None:
    engine = CellEngine(program("P.g", "late [ Player Gem ] -> win"))

    play(engine, "right right left")

    assert (engine.status, board(engine), len(engine.frames())) == (Status.WON, "..p", 0)
    play(engine, "reset")
    assert (engine.status, board(engine)) == (Status.PLAYING, "P.g")


def test_an_again_after_the_start_may_win() -> None:
    engine = CellEngine(program(["b..#", "P..#"], ROLL + "late [ Bot | Wall ] -> win", at_start=True))

    assert (engine.level, engine.levels_completed) == (1, 1)


# ---------------------------------------------------------------- frames


def test_a_following_turn_that_shows_nothing_new_adds_no_frame() -> None:
    """A ghost has no picture."""
    engine = CellEngine(program("G...#", "random right [ Ghost | no Ghost no Wall ] -> [ | Ghost ] again"))

    play(engine, "tick")

    assert board(engine) == "...G#"
    assert len(engine.frames()) == 1


def test_of_too_many_frames_the_first_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcg.runtime.reference.cellwise.film.MAX_FRAMES", 3)
    engine = CellEngine(program("b......#", ROLL))

    play(engine, "tick")

    assert [int(np.argmax(picture[28] == COLOURS["Bot"])) // 8 for picture in engine.frames()] == [4, 5, 6]


def test_every_action_that_is_no_turn_shows_the_present_picture() -> None:
    engine = CellEngine(program("P..", "", actions=(4, 7)))

    for action in ("undo", "left", "tick"):
        play(engine, action)
        assert np.array_equal(engine.frames(), engine.frame()[None])


def test_a_board_larger_than_a_frame_shows_its_upper_left() -> None:
    rows = [["."] * 100 for _ in range(70)]
    rows[63][63], rows[64][64], rows[0][99] = "c", "r", "P"
    engine = CellEngine(program(" ".join("".join(row) for row in rows), ""))
    frame = engine.frame()

    assert frame[63, 63] == COLOURS["Crate"]
    assert np.count_nonzero(frame) == 1
    play(engine, "down")
    assert board(engine).split()[1][99] == "P"


def test_a_view_looks_at_a_part_of_a_large_board() -> None:
    rows = [["."] * 100 for _ in range(70)]
    rows[69][99] = "P"
    view = ir.View((), 8, 8, (ir.Const("int", 92), ir.Const("int", 62)), False, None, ir.UP)
    engine = CellEngine(program(" ".join("".join(row) for row in rows), "", view=view))

    assert engine.frame()[63, 63] == COLOURS["Player"]
    assert np.count_nonzero(engine.frame()) == 64


# ---------------------------------------------------------------- states and snapshots


def test_a_snapshot_gives_the_same_future() -> None:
    rules = "late [ Player Goal ] -> checkpoint\nrandom [ Gem ] -> [ Coin ]\n+ [ Coin ] -> [ Gem ]"
    one = CellEngine(program("Po.gsgs", rules, at_start=True))
    one.reset(77)
    play(one, "right right tick")
    two = ReferenceEngine(one.program)
    two.restore(one.snapshot())
    assert two.snapshot() == one.snapshot()

    for action in ["left", "tick", "undo", "reset", "undo", "undo", "undo", "right", "reset", "reset", "right"]:
        play(one, action)
        play(two, action)
        assert one.snapshot() == two.snapshot()
        assert np.array_equal(one.frames(), two.frames())


def test_a_state_gives_position_generator_and_checkpoint() -> None:
    rules = "late [ Player Goal ] -> checkpoint\nrandom [ Gem ] -> [ Coin ]"
    one = CellEngine(program("Po.gg", rules))
    one.reset(5)
    play(one, "right right")
    two = CellEngine(one.program)
    two.restore(one.state())

    assert two.state() == one.state()
    play(two, "undo")
    assert two.state() == one.state()
    for engine in (one, two):
        play(engine, "tick reset")
    assert two.state() == one.state()
    assert board(two)[:3] == ".@."


def test_the_same_position_is_the_same_state_however_it_came_about() -> None:
    straight, around = (CellEngine(program("P... ....", "")) for _ in range(2))

    play(straight, "right down")
    play(around, "down right")

    assert straight.state() == around.state()


# ---------------------------------------------------------------- bounds


def test_a_turn_that_is_too_much_work_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty times forty times forty ways to take three gems."""
    monkeypatch.setattr(running, "MAX_CELL_WORK", 10_000)
    engine = CellEngine(
        program("P" + "g" * 40, "[ Gem ] -> [ Coin ]\n[ Coin ] [ Coin ] [ Coin ] -> [ Gem ] [ Gem ] [ Gem ]")
    )
    before = engine.state()

    play(engine, "right")

    assert engine.state() == before
    assert engine.messages()[0].startswith("a turn was taken back: more than")
    assert len(engine.frames()) == 1


def test_a_row_with_gaps_that_matches_too_often_is_too_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcg.runtime.reference.cellwise.matching.MAX_CELL_MATCHES", 10)
    few, many = (
        CellEngine(program("P" + "g" * n, "right [ Gem | ... | Gem ] -> [ Coin | ... | Gem ]")) for n in (5, 6)
    )

    play(few, "tick")
    play(many, "tick")

    assert (board(few), few.messages()) == ("Pssssg", ())
    assert board(many) == "Pgggggg"
    assert many.messages()[0].startswith("a turn was taken back")


def test_of_turns_that_follow_those_before_the_one_that_is_too_much_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "MAX_CELL_WORK", 10 * 204)
    engine = CellEngine(program("b" + "." * 200 + "#", ROLL))

    play(engine, "tick")

    assert board(engine).index("b") == 5, "each turn has 202 cells and tries a rule, and so does the trial after it"
    assert len(engine.messages()) == 1


def test_the_class_is_chosen_by_the_program() -> None:
    made = ReferenceEngine(program("P.."))

    assert isinstance(made, CellEngine)
