"""Rules, groups, loops, rigid groups and chance: what is done when, one statement at a time."""

from __future__ import annotations

import pytest
from support.cells import Numbers, board, boards, play, program

from arcg.runtime.reference.cellwise import running
from arcg.runtime.reference.cellwise.engine import CellEngine


def after(level: str, rules: str, *numbers: float) -> str:
    """The board after a turn without input."""
    return boards(level, rules, "tick", Numbers(*numbers) if numbers else None)[1]


# ---------------------------------------------------------------- the matches of a rule


def test_matches_are_those_there_were_when_the_rule_began() -> None:
    """Each gem spreads by one cell; that what is made could spread as well is not seen before the next pass."""
    assert after("g...g..", "right [ Gem | no Gem ] -> [ Gem | Gem ]\n+ [ Gem ] -> [ Coin ]") == "ss..ss."


def test_a_match_is_done_only_if_it_still_fits() -> None:
    """Of three crates in a row two are taken by the first match, so the second, which shares one, is left out."""
    assert after("ccc", "right [ Crate | Crate ] -> [ | Rock ]") == ".rc"


def test_the_first_match_is_done_as_it_was_found() -> None:
    engine = CellEngine(program("cc", "right [ Crate | Crate ] -> [ Rock | Rock ]"))

    play(engine, "tick")

    (told,) = engine.trace()
    assert board(engine) == "rr"
    assert (told.matches, told.applied, told.dropped) == (1, 1, 0)


def test_a_match_that_no_longer_fits_is_told() -> None:
    engine = CellEngine(program("ccc", "right [ Crate | Crate ] -> [ | Rock ]"))

    play(engine, "tick")

    (told,) = engine.trace()
    assert (told.phase, told.rule, told.line) == ("rules", "rules.1", 1)
    assert (told.matches, told.applied, told.dropped) == (2, 1, 1)


# ---------------------------------------------------------------- groups


def test_a_group_is_run_until_a_pass_changes_nothing() -> None:
    assert after("g....", "[ Gem | no Gem ] -> [ Gem | Gem ]") == "ggggg"


def test_each_rule_of_a_group_is_tried_once_in_a_pass() -> None:
    """The second rule has its turn before the first is tried again, which then finds nothing."""
    assert after("g....", "right [ Gem | no Gem ] -> [ Gem | Gem ]\n+ [ Gem ] -> [ Coin ]") == "ss..."


def test_groups_follow_one_another() -> None:
    assert after("g....", "right [ Gem | no Gem ] -> [ Gem | Gem ]\n[ Gem ] -> [ Coin ]") == "sssss"


def test_a_group_that_never_rests_is_left_and_told() -> None:
    engine = CellEngine(program("g", "[ Gem ] -> [ Coin ]\n+ [ Coin ] -> [ Gem ]\n[ Gem ] -> [ Gem Bot ]"))

    play(engine, "tick")

    assert board(engine) == "B"
    assert engine.messages() == (
        f"line 1: rules did not rest within {running.MAX_PASSES} passes and were left; give them a condition that ends",
    )


# ---------------------------------------------------------------- loops

STEP = "right [ Bot | ] -> [ | Bot ]"


def test_a_loop_is_run_again_while_it_changes_anything() -> None:
    """Each time round the gem turns once and the bot takes away one crate."""
    rules = "loop\nrandom right [ Bot | no Bot ] -> [ | Bot ]\n[ Bot Gem ] -> [ Bot Coin ]\nend"

    assert after("bggg", rules) == ".ss?"
    assert after("bggg", rules.replace("loop\n", "").replace("\nend", "")) == ".?gg"


def test_a_change_before_a_loop_counts_for_it() -> None:
    """The loop changes nothing the second time; that it is run twice shows in the numbers that are drawn."""
    loop = "loop\nrandom [ Crate ] -> [ Crate ]\nend"
    quiet, changed = Numbers(0.5), Numbers(0.5)

    boards("cg", loop, "tick", quiet)
    boards("cg", f"[ Gem ] -> [ ]\n{loop}", "tick", changed)

    assert (quiet.taken, changed.taken) == (1, 2)


def test_a_loop_that_never_rests_ends_its_stage_and_is_told() -> None:
    """Late rules are another stage."""
    rules = (
        "loop\nrandom [ Gem ] -> [ Coin ]\nrandom [ Coin ] -> [ Gem ]\nend\n[ Gem ] -> [ ]\nlate [ Gem ] -> [ Gem Bot ]"
    )
    engine = CellEngine(program("g", rules))

    play(engine, "tick")

    assert board(engine) == "B"
    assert engine.messages() == (
        f"line 2: the loop here did not rest within {running.MAX_JUMPS} repetitions and was left; "
        "give them a condition that ends",
    )


# ---------------------------------------------------------------- chance


def test_of_a_random_group_one_match_is_done_once() -> None:
    assert after("ggg", "random [ Gem ] -> [ Coin ]", 0.5) == "gsg"


def test_the_matches_of_all_rules_of_a_random_group_are_counted() -> None:
    rules = "random [ Gem ] -> [ ]\n+ [ Crate ] -> [ Rock ]"

    assert [after("gcg", rules, u) for u in (0.0, 0.4, 0.99)] == [".cg", "gc.", "grg"]


def test_of_a_random_group_the_matches_of_the_first_row_are_counted_first() -> None:
    assert after("g.c.g.c", "random [ Gem ] [ Crate ] -> [ Coin ] [ Rock ]", 0.3) == "g.r.s.c"


def test_a_choice_is_made_for_each_cell_even_if_nothing_comes_of_it() -> None:
    """A coin becomes a coin, and the rest is asked for in the pass after."""
    numbers = Numbers(0.9)

    assert boards("ss", "[ Coin ] -> [ random Treasure ]", "tick", numbers)[1] == "ss"
    assert numbers.taken == 2


def test_choices_are_counted_by_the_numbers_of_kinds() -> None:
    """`Solid` is Wall, Crate, Rock in a group; Player, Wall, Crate, Rock by their numbers."""
    assert [after("g", "late [ Gem ] -> [ random Solid ]", u) for u in (0.0, 0.34, 0.67)] == ["#", "c", "r"]


def test_a_choice_takes_its_layer() -> None:
    assert after("b", "late [ Bot ] -> [ Bot random Solid ]", 0.34) == "c"


def test_directions_are_chosen_up_down_left_right() -> None:
    level = "... .b. ..."
    found = [after(level, "[ Bot no Gem ] -> [ randomdir Bot Gem ]", u) for u in (0.0, 0.25, 0.5, 0.75)]

    assert found == [".b. .g. ...", "... .g. .b.", "... bg. ...", "... .gb ..."]


def test_without_numbers_from_outside_the_generator_of_the_game_is_asked() -> None:
    """Seeds differ, one seed gives the same again, and of one match there is nothing to choose."""
    engine = CellEngine(program("g" * 40, "random [ Gem ] -> [ Coin ]"))
    found = []
    for seed in (1, 2, 1):
        engine.reset(seed)
        play(engine, "tick tick")
        found.append(board(engine))

    assert found[0] == found[2] != found[1]

    alone = CellEngine(program("g", "random [ Gem ] -> [ Coin ]"))
    before = alone.snapshot()
    play(alone, "tick undo")
    assert alone._state.random == 0
    assert before != alone.snapshot()


# ---------------------------------------------------------------- commands


@pytest.mark.parametrize(
    ("asked", "queue"),
    [
        (["win", "again", "win"], ["win", "again"]),
        (["again", "cancel", "win"], ["cancel"]),
        (["again", "restart checkpoint", "again"], ["restart", "checkpoint"]),
        (["restart", "win", "cancel again"], ["cancel", "again"]),
        (["cancel", "restart"], ["cancel"]),
        (["again", "restart", "restart again"], ["restart"]),
    ],
)
def test_cancel_goes_before_restart_and_restart_before_the_rest(asked: list[str], queue: list[str]) -> None:
    runner = running.Runner.__new__(running.Runner)
    runner.queue = []

    for commands in asked:
        runner.queue_up(tuple(commands.split()))  # type: ignore[arg-type]

    assert runner.queue == queue


def test_commands_are_asked_for_by_matches_not_by_changes() -> None:
    engine = CellEngine(program("gP", "[ Gem ] -> [ Gem ] win"))

    play(engine, "tick")

    assert engine.levels_completed == 1
