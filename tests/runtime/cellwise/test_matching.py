"""Where rows of cells fit, and in which order; among generated boards, beside a search that tries every cell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.cells import Numbers, boards, program

from arcg.compiler import ir
from arcg.runtime.reference.cellwise.board import Board, Grid
from arcg.runtime.reference.cellwise.matching import matches
from arcg.runtime.reference.cellwise.tables import Tables

# ---------------------------------------------------------------- order

FIRST_TAKEN = "[ Gem ] [ Crate ] -> [ ] [ Rock ]"
"""There is one gem: the crate that comes first becomes a rock."""


@pytest.mark.parametrize(
    ("along", "board"),
    [("down", ".c.c r..g"), ("up", ".c.c r..g"), ("", ".c.c r..g"), ("right", ".r.c c..g"), ("left", ".r.c c..g")],
)
def test_matches_go_down_the_columns_but_row_by_row_in_rules_along_rows(along: str, board: str) -> None:
    assert boards(".c.c c..g", f"{along} {FIRST_TAKEN}", "tick")[1] == board.replace("g", ".")


def test_the_cell_that_counts_is_the_topmost_or_leftmost_one_however_the_rule_is_turned() -> None:
    """A pair that is looked for from the right is found from its left cell; so the upper row comes first."""
    found = boards(".cr... ..cr.. g.....", "left [ Gem ] [ Rock | Crate ] -> [ ] [ Bot | Bot ]", "tick")

    assert found[1] == ".bb... ..cr.. ......"


def test_the_matches_of_the_first_row_vary_fastest() -> None:
    """The second match is that of the second gem with the first crate: so that gem is the one that turns."""
    rule = "[ Gem ] [ Crate ] -> [ random Treasure ] [ Crate ]"

    assert boards("g.c.g.c", rule, "tick", Numbers(0.1, 0.9, *[0.1] * 50))[1] == "g.c.s.c"


def test_rows_may_share_cells() -> None:
    assert boards("c..", "[ Crate ] [ Crate ] -> [ Crate Gem ] [ Crate Coin ]", "tick")[1] == "?.."


# ---------------------------------------------------------------- gaps


def test_a_gap_may_be_empty_and_every_gap_is_a_match() -> None:
    assert boards("bc.c", "right [ Bot | ... | Crate ] -> [ Bot | ... | Rock ]", "tick")[1] == "br.r"


def test_short_gaps_come_first() -> None:
    assert boards("bc.c", "right [ Bot | ... | Crate ] -> [ | ... | Rock ]", "tick")[1] == ".r.c"


def test_a_rule_with_a_gap_keeps_its_direction() -> None:
    """Looked for to the left, the bot is the first cell, so the crate next to it is found first."""
    assert boards("c.cb", "left [ Bot | ... | Crate ] -> [ | ... | Rock ]", "tick")[1] == "c.r."


def test_of_two_gaps_the_second_grows_first() -> None:
    assert (
        boards("bcrcr", "right [ Bot | ... | Crate | ... | Rock ] -> [ | ... | Crate | ... | Gem ]", "tick")[1]
        == ".cgcr"
    )


def test_rows_end_at_the_edge() -> None:
    assert boards("..b c..", "right [ Bot | Crate ] -> [ | Rock ]", "tick")[1] == "..b c.."
    assert boards("..b c..", "right [ Bot | ... | Crate ] -> [ | ... | Rock ]", "tick")[1] == "..b c.."


# ---------------------------------------------------------------- beside a plain search

TESTS = st.builds(
    ir.CellTest,
    present=st.sampled_from([0, 0, 1, 2, 4]),
    absent=st.sampled_from([0, 0, 1, 2, 6]),
    some=st.sampled_from([(), (), (3,), (6, 5)]),
    moving=st.sampled_from([0, 0, 0, 1, 1 << ir.MOVES]),
    still=st.sampled_from([0, 0, ir.ALL_MOVES]),
)


def searched(board: Board, row: tuple[ir.CellTest | None, ...], way: int) -> list[tuple[int, ...]]:
    """All matches, by trying all lengths of gaps from all cells."""
    grid = board.grid
    cells = [(x, y) for x in range(grid.width) for y in range(grid.height)]
    if way in (ir.LEFT, ir.RIGHT):
        cells.sort(key=lambda cell: (cell[1], cell[0]))
    dx, dy = ((0, -1), (0, 1), (-1, 0), (1, 0))[way]

    def go_on(x: int, y: int, rest: tuple[ir.CellTest | None, ...]) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield ()
            return
        inside = 0 <= x < grid.width and 0 <= y < grid.height
        if rest[0] is None:
            while 0 <= x < grid.width and 0 <= y < grid.height:
                yield from go_on(x, y, rest[1:])
                x, y = x + dx, y + dy
        elif inside and holds(rest[0], board.kinds[grid.cell(x, y)], board.moves[grid.cell(x, y)]):
            for more in go_on(x + dx, y + dy, rest[1:]):
                yield (grid.cell(x, y), *more)

    return [match for x, y in cells for match in go_on(x, y, row)]


def holds(test: ir.CellTest, kinds: int, moves: int) -> bool:
    needed = all(kinds & members for members in test.some)
    return needed and not (test.present & ~kinds or test.absent & kinds or test.moving & ~moves or test.still & moves)


@given(st.data())
def test_every_match_is_found_in_order(data: st.DataObject) -> None:
    grid = Grid(data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4)))
    board = Board(grid, 3, 2)
    for cell in range(grid.size):
        board.put(cell, data.draw(st.integers(0, 7)), data.draw(st.sampled_from([0, 1, 1 << ir.MOVES, 16])))
    row = [data.draw(TESTS) for _ in range(data.draw(st.integers(1, 4)))]
    tests: list[ir.CellTest | None] = list(row)
    for place in sorted(data.draw(st.sets(st.integers(1, max(1, len(row) - 1)), max_size=2)), reverse=True):
        if place < len(row):
            tests.insert(place, None)
    way = data.draw(st.integers(0, 3))
    cellwise = program(".").cellwise
    assert cellwise is not None
    rule = ir.CellRule(way, (tuple(tests),), (), (), 0)
    early = ir.CellStage((ir.CellGroup((rule,)),))
    tables = Tables(
        program("."), ir.Cellwise(cellwise.player, 0, early, ir.CellStage(()), (), False, False, ("r.1",), ("r",), (1,))
    )

    found = matches(board, tables.early.groups[0].rules[0].rows[0], way)

    assert found == searched(board, tuple(tests), way)
