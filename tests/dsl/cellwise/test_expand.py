"""What a rule in brackets comes to: each step of the expansion, with small rules of our own."""

from __future__ import annotations

import pytest

from arcg.dsl.cellwise.brackets import WORDS, BracketRule, Cell, Item
from arcg.dsl.cellwise.drafts import Problem
from arcg.dsl.cellwise.expand import MAX_DRAFTS, Expansion, expand
from arcg.dsl.cellwise.nodes import ALL_MOVES, MOVES, CellChange, CellRule, CellTest
from arcg.dsl.cellwise.stages import Placed, stages

KINDS = ("Floor", "Mark", "Cat", "Dog", "Box", "Bird")
LAYERS = (0, 1, 2, 2, 2, 3)
GROUPS = {"Pet": ("Cat", "Dog"), "Thing": ("Box", "Bird"), "Twice": ("Cat", "Dog", "Cat"), "Flat": ("Mark", "Box")}
UP, DOWN, LEFT, RIGHT, ACT = (1 << way for way in range(5))


def kinds(*names: str) -> int:
    """A set of kinds."""
    return sum(1 << KINDS.index(name) for name in names)


def moves(layer: int, ways: int = ALL_MOVES) -> int:
    """Movements of one layer."""
    return ways << (MOVES * layer)


def _cell(text: str) -> Cell:
    if text.strip() == "...":
        return None
    items: list[Item] = []
    word = None
    for part in text.split():
        if part in WORDS:
            word = part
        else:
            items.append(Item(word, part, tuple(KINDS.index(name) for name in GROUPS.get(part, (part,)))))
            word = None
    return tuple(items)


def _rows(text: str) -> tuple[tuple[Cell, ...], ...]:
    rows = [row.strip().removeprefix("[") for row in text.split("]") if row.strip()]
    return tuple(tuple(map(_cell, row.split("|"))) for row in rows)


def rule(text: str, ways: tuple[int, ...] = (0, 1, 2, 3), **what: bool) -> BracketRule:
    """The rule of a text; commands stand behind its right side."""
    left, right = text.split("->")
    commands = right.rpartition("]")[2].split()
    cells = right.rpartition("]")[0]
    return BracketRule(ways, _rows(left), _rows(cells + "]") if cells else (), tuple(commands), **what)  # type: ignore[arg-type]


def expanded(text: str, *ways: int, **what: bool) -> Expansion:
    return expand(rule(text, ways or (0, 1, 2, 3), **what), LAYERS)


def first_tests(expansion: Expansion) -> list[CellTest | None]:
    return [made.tests[0][0] for made in expansion.rules]


# --- directions -------------------------------------------------------------------------------------------------------


def test_single_cells_have_one_way() -> None:
    made = expanded("[ Cat ] [ Box ] -> [ Dog ] [ Box ]").rules
    assert [one.way for one in made] == [1]


def test_a_relative_word_makes_single_cells_directed() -> None:
    made = expanded("[ Cat ] -> [ > Cat ]").rules
    assert [one.way for one in made] == [1, 1, 3, 3]
    put = [one.changes[0][0] for one in made]
    assert [change.move for change in put if change] == [moves(2, way) for way in (UP, DOWN, LEFT, RIGHT)]


def test_up_and_left_are_matched_from_the_other_end() -> None:
    up, left = expanded("[ > Cat | Mark ] -> [ Cat | Mark ]", 0, 2).rules
    assert (up.way, left.way) == (1, 3)
    assert up.tests[0] == (CellTest(kinds("Mark")), CellTest(kinds("Cat"), moving=moves(2, UP)))
    assert left.tests[0] == (CellTest(kinds("Mark")), CellTest(kinds("Cat"), moving=moves(2, LEFT)))


def test_gaps_keep_the_way() -> None:
    (up,) = expanded("[ > Cat | ... | Mark ] -> [ Cat | ... | Mark ]", 0).rules
    assert up.way == 0
    assert up.tests[0] == (CellTest(kinds("Cat"), moving=moves(2, UP)), None, CellTest(kinds("Mark")))
    assert up.changes[0][1] is None


@pytest.mark.parametrize(
    ("way", "words"),
    [
        (0, (UP, DOWN, LEFT, RIGHT)),
        (1, (DOWN, UP, RIGHT, LEFT)),
        (2, (LEFT, RIGHT, DOWN, UP)),
        (3, (RIGHT, LEFT, UP, DOWN)),
    ],
)
def test_relative_words(way: int, words: tuple[int, ...]) -> None:
    for word, want in zip("><^v", words, strict=True):
        (made,) = expanded(f"[ {word} Cat ] -> [ Cat ]", way).rules
        assert made.tests[0][0] == CellTest(kinds("Cat"), moving=moves(2, want))


def test_the_same_in_two_ways_is_one_rule_at_the_later_place() -> None:
    made = expanded("[ Cat | Cat ] -> [ Cat | Dog ]").rules
    assert [one.way for one in made] == [1, 1, 3, 3]
    made = expanded("[ Cat | Cat ] -> [ Dog | Dog ]").rules
    assert [one.way for one in made] == [1, 3]


# --- words for several movements --------------------------------------------------------------------------------------


def test_moving_is_every_movement_and_acting() -> None:
    made = expanded("[ moving Cat ] -> [ moving Cat ]")
    assert first_tests(made) == [CellTest(kinds("Cat"), moving=moves(2, 1 << way)) for way in range(5)]
    changes = [one.changes[0][0] for one in made.rules]
    assert [change.move for change in changes if change] == [moves(2, 1 << way) for way in range(5)]


def test_the_last_cell_varies_slowest() -> None:
    made = expanded("[ horizontal Cat | vertical Box ] -> [ horizontal Cat | vertical Box ]", 3).rules
    pairs = [tuple(cell.moving >> MOVES * 2 for cell in one.tests[0] if cell) for one in made]
    assert pairs == [(LEFT, UP), (RIGHT, UP), (LEFT, DOWN), (RIGHT, DOWN)]


def test_a_word_settled_once_holds_for_other_names_too() -> None:
    made = expanded("[ moving Cat ] [ Box ] -> [ moving Cat ] [ moving Box ]").rules
    last = [one.changes[1][0] for one in made]
    assert [change.move for change in last if change] == [moves(2, 1 << way) for way in range(5)]


def test_a_name_settled_once_holds_beside_other_names() -> None:
    made = expanded("[ moving Cat ] [ moving Box ] [ ] -> [ moving Cat ] [ moving Box ] [ moving Cat ]").rules
    for one in made:
        assert one.changes[2][0] is not None
        assert one.tests[0][0] is not None
        assert one.changes[2][0].move == one.tests[0][0].moving


def test_a_word_that_cannot_be_told() -> None:
    made = expanded("[ moving Cat | moving Cat ] [ Box ] -> [ Cat | Cat ] [ moving Box ]")
    assert not made.rules
    assert made.problems == (Problem("unknown movement", "error", (1, 0), (KINDS.index("Box"),), "moving"),)


def test_along_is_not_horizontal() -> None:
    made = expanded("[ horizontal Cat ] [ ] -> [ horizontal Cat ] [ parallel Cat ]", 3)
    assert [problem.kind for problem in made.problems] == ["unknown movement"]
    assert made.problems[0].word == "parallel"


# --- groups -----------------------------------------------------------------------------------------------------------


def test_a_group_of_one_layer_is_one_test() -> None:
    (made,) = expanded("[ up Pet ] -> [ down Pet ]").rules
    assert made.tests[0][0] == CellTest(some=(kinds("Cat", "Dog"),), moving=moves(2, UP))
    assert made.changes[0][0] == CellChange(unmove=moves(2, UP), move=moves(2, DOWN), wipe=moves(2))


def test_a_group_of_several_layers_is_spelled_out() -> None:
    made = expanded("[ Thing ] -> [ still Thing ]")
    assert first_tests(made) == [CellTest(kinds("Box")), CellTest(kinds("Bird"))]
    changes = [one.changes[0][0] for one in made.rules]
    assert [change.put for change in changes if change] == [kinds("Box"), kinds("Bird")]


def test_a_group_that_moves_to_another_cell_is_spelled_out() -> None:
    made = expanded("[ Pet | ] -> [ | Pet ]", 3)
    assert first_tests(made) == [CellTest(kinds("Cat")), CellTest(kinds("Dog"))]
    assert [one.changes[0][1].put for one in made.rules if one.changes[0][1]] == [kinds("Cat"), kinds("Dog")]


def test_the_first_group_varies_slowest_and_repeated_members_stand_last() -> None:
    made = expanded("[ Thing ] [ Twice | ] -> [ Thing ] [ | Twice ]", 3).rules
    pairs = [tuple(row[0].present for row in one.tests if row[0]) for one in made]
    assert pairs == [(kinds(thing), kinds(pet)) for thing in ("Box", "Bird") for pet in ("Dog", "Cat")]


def test_a_member_that_cannot_be_told() -> None:
    made = expanded("[ Pet | Pet | ] -> [ Pet | Pet | Pet ]")
    assert not made.rules
    assert made.problems == (Problem("unknown member", "error", (0, 2), ("Pet",)),)


def test_no_group_is_none_of_its_members() -> None:
    (made,) = expanded("[ Mark no Thing ] -> [ Mark ]").rules
    assert made.tests[0][0] == CellTest(kinds("Mark"), absent=kinds("Box", "Bird"))


# --- what is said in vain ---------------------------------------------------------------------------------------------


def test_a_needless_no_is_dropped() -> None:
    made = expanded("[ Cat no Box ] -> [ Cat ]")
    assert first_tests(made) == [CellTest(kinds("Cat"))]
    assert made.problems == (Problem("needless no", "warning", (0, 0), (KINDS.index("Box"), KINDS.index("Cat"))),)
    assert first_tests(expanded("[ Cat no Thing ] -> [ Cat ]")) == [CellTest(kinds("Cat"), absent=kinds("Box", "Bird"))]
    assert first_tests(expanded("[ Pet no Cat ] -> [ Pet ]")) == [
        CellTest(absent=kinds("Cat"), some=(kinds("Cat", "Dog"),))
    ]


def test_a_no_on_both_sides_does_nothing_on_the_right() -> None:
    (made,) = expanded("[ Cat no Bird ] -> [ Cat no Bird ]").rules
    assert made.changes[0][0] == CellChange(clear=kinds("Cat", "Dog", "Box"), put=kinds("Cat"))
    (made,) = expanded("[ Cat ] -> [ Cat no Bird ]").rules
    assert made.changes[0][0] == CellChange(clear=kinds("Cat", "Dog", "Box", "Bird"), put=kinds("Cat"))


def test_holding_what_is_excluded() -> None:
    made = expanded("[ Cat ] -> [ Cat no Pet ]")
    assert [problem.kind for problem in made.problems] == ["contradiction on the right"]


# --- what never matches -----------------------------------------------------------------------------------------------


def test_two_on_one_layer_never_match() -> None:
    made = expanded("[ Cat Dog ] -> [ Cat ]")
    assert not made.rules
    assert made.problems == (Problem("never together", "error", (0, 0), (2, 3)),)
    made = expanded("[ Cat Thing ] -> [ Cat Thing ]")
    assert first_tests(made) == [CellTest(kinds("Cat", "Bird"))]
    assert not made.problems


def test_a_kind_and_its_absence_never_match() -> None:
    made = expanded("[ Mark ] [ Cat no Pet ] -> [ ] [ Cat ]")
    assert not made.rules
    assert made.problems == (Problem("never without", "warning", (1, 0), (KINDS.index("Cat"),)),)


def test_putting_two_on_one_layer() -> None:
    made = expanded("[ Mark ] -> [ Cat Dog ]")
    assert made.problems == (Problem("put together", "error", (0, 0), (2, 3)),)
    assert made.rules[0].changes[0][0] is not None
    assert made.rules[0].changes[0][0].put == kinds("Dog")


def test_random_choices_that_are_odd() -> None:
    made = expanded("[ Mark ] -> [ random Mark ]")
    assert [problem.kind for problem in made.problems] == ["random kind"]
    made = expanded("[ Cat ] -> [ Cat random Thing ]")
    assert made.problems == (Problem("random beside", "warning", (0, 0), (KINDS.index("Box"), KINDS.index("Cat"))),)


def test_too_many_ways_are_not_made() -> None:
    cells = " ] [ ".join(["moving Thing"] * 8)
    made = expanded(f"[ {cells} ] -> [ {cells} ]")
    assert not made.rules
    assert [(problem.kind, problem.count > MAX_DRAFTS) for problem in made.problems] == [("too many", True)]


# --- changes ----------------------------------------------------------------------------------------------------------


def _change(text: str, **what: bool) -> CellChange | None:
    (made,) = expanded(text, 3, **what).rules
    return made.changes[0][0]


SOLID = kinds("Cat", "Dog", "Box")


def test_what_comes_to_a_layer_of_which_nothing_is_said_is_at_rest() -> None:
    assert _change("[ Mark ] -> [ Mark Cat ]") == CellChange(SOLID | kinds("Mark"), kinds("Mark", "Cat"), wipe=moves(2))
    assert _change("[ Mark ] -> [ Mark Cat ]", late=True) == CellChange(SOLID | kinds("Mark"), kinds("Mark", "Cat"))
    assert _change("[ Mark no Dog ] -> [ Mark Cat ]") == CellChange(SOLID | kinds("Mark"), kinds("Mark", "Cat"))


def test_what_takes_the_place_of_another_keeps_the_movement() -> None:
    assert _change("[ Cat ] -> [ Box ]") == CellChange(SOLID, kinds("Box"))
    assert _change("[ up Cat ] -> [ Box ]") == CellChange(SOLID, kinds("Box"), unmove=moves(2, UP))


def test_what_the_right_does_not_name_goes_with_its_movement() -> None:
    assert _change("[ Cat ] -> [ ]") == CellChange(SOLID, wipe=moves(2))
    assert _change("[ Pet ] -> [ ]") == CellChange(SOLID, wipe=moves(2))


def test_a_kind_for_a_group_on_the_right() -> None:
    (made,) = expanded("[ Cat ] [ Pet ] -> [ Pet ] [ Pet ]").rules[:1]
    assert made.tests[1][0] == CellTest(kinds("Cat"))


def test_words_on_the_right() -> None:
    assert _change("[ Cat ] -> [ act Cat ]") == CellChange(SOLID, kinds("Cat"), move=moves(2, ACT), wipe=moves(2))
    assert _change("[ Cat ] -> [ still Cat ]") == CellChange(SOLID, kinds("Cat"), wipe=moves(2))
    assert _change("[ Cat ] -> [ randomdir Cat ]") == CellChange(SOLID, kinds("Cat"), wipe=moves(2), turned=moves(2))


def test_a_random_choice_leaves_the_old_thing_no_place() -> None:
    assert _change("[ Mark ] -> [ random Pet ]") == CellChange(
        kinds("Mark"), wipe=moves(1), choices=kinds("Cat", "Dog")
    )


def test_still_asks_for_no_movement_at_all() -> None:
    (made,) = expanded("[ still Cat ] -> [ Cat ]").rules
    assert made.tests[0][0] == CellTest(kinds("Cat"), still=moves(2))


def test_commands_alone_change_nothing() -> None:
    (made,) = expanded("[ Cat Mark ] -> cancel").rules
    assert made == CellRule(1, ((CellTest(kinds("Cat", "Mark")),),), (), ("cancel",), 0)


# --- groups and loops -------------------------------------------------------------------------------------------------


def _placed(text: str, loop: int = -1, **what: bool) -> Placed:
    made = rule(text, (3,), **what)
    return Placed(made, expand(made, LAYERS).rules, loop)


def test_groups_are_split_into_late_and_not() -> None:
    early, late = stages(
        [
            _placed("[ Cat ] -> [ Dog ]"),
            _placed("[ Dog ] -> [ Cat ]", late=True, joins=True),
            _placed("[ Box ] -> [ Cat ]", joins=True, rigid=True),
            _placed("[ Mark ] -> [ ]", late=True),
        ]
    )
    assert [(len(group.rules), group.rigid) for group in early.groups] == [(2, True)]
    assert [(len(group.rules), group.rigid) for group in late.groups] == [(1, False), (1, False)]


def test_loops_count_the_groups_that_are_there() -> None:
    early, late = stages(
        [
            _placed("[ Cat ] -> [ Dog ]"),
            _placed("[ Cat Dog ] -> [ Dog ]", 0),
            _placed("[ Dog ] -> [ Cat ]", 0),
            _placed("[ Box ] -> [ Cat ]", 0),
            _placed("[ Bird ] -> [ ]", 0, late=True),
            _placed("[ Mark ] -> [ ]", 1, late=True),
        ]
    )
    assert early.loops == ((1, 2),)
    assert late.loops == ((0, 0), (1, 1))


def test_the_first_rule_that_is_left_makes_a_group_random() -> None:
    early, _ = stages([_placed("[ Cat ] -> [ Dog ]", random=True), _placed("[ Dog ] -> [ Cat ]", joins=True)])
    assert early.groups[0].random
    early, _ = stages([_placed("[ Cat Dog ] -> [ Dog ]", random=True), _placed("[ Dog ] -> [ Cat ]", joins=True)])
    assert not early.groups[0].random
