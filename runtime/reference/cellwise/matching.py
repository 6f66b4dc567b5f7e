"""Where rows of cells fit: all matches of a row on the board as it is, in the order in which they are taken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from arcg.runtime.engine import MAX_CELL_MATCHES
from arcg.runtime.reference.cellwise.board import HORIZONTAL, Board, listed, united
from arcg.runtime.reference.cellwise.tables import Check, Row, Rule

Match = tuple[int, ...]
"""The cells of a row, gaps left out."""


class OutOfWork(Exception):  # noqa: N818  an outcome of a turn, not an error
    """The rules had more to do in one answer than the bounds allow."""


def fitting(board: Board, test: Check) -> int:
    """The cells that fit a test."""
    if test.number not in board.known:
        board.known[test.number] = _fitting(board, test)
    return board.known[test.number]


def _fitting(board: Board, test: Check) -> int:
    found = board.grid.every
    for kind in test.kinds:
        found &= board.where[kind]
    for move in test.moves:
        found &= board.going[move]
    needs = test.needs
    for members in needs.some:
        found &= united(board.where, members & board.present)
    if found:
        found &= ~united(board.where, needs.absent & board.present)
        found &= ~united(board.going, needs.still & board.moving)
    return found


def possible(board: Board, rule: Rule) -> bool:
    """Whether all that a rule needs is anywhere on the board."""
    return not (rule.kinds & ~board.present or rule.moves & ~board.moving)


def matches(board: Board, row: Row, way: int) -> list[Match]:
    """All matches of a row in a direction.

    In a rule that goes up or down they are ordered by their first cells column by column, else row by row; those that
    begin with the same cell by the lengths of their gaps.

    Raises:
        OutOfWork: there are too many.

    """
    begins = board.grid.begins(way, row.length) & _runs(board, row.parts[0], way)
    if not begins:
        return []
    cells = listed(begins)
    if way in HORIZONTAL:
        cells.sort(key=board.grid.by_rows.__getitem__)
    step = board.grid.steps[way]
    if len(row.parts) == 1:
        return [tuple(range(cell, cell + row.length * step, step)) for cell in cells]
    others = [_runs(board, part, way) for part in row.parts[1:]]
    found = (match for cell in cells for match in _over_gaps(board, row, way, cell, others))
    taken = list(islice(found, MAX_CELL_MATCHES + 1))
    if len(taken) > MAX_CELL_MATCHES:
        raise OutOfWork
    return taken


def _runs(board: Board, part: tuple[Check, ...], way: int) -> int:
    """The cells from which on each next cell in a direction fits the next test; rows that leave the board too."""
    found, step = board.grid.every, board.grid.steps[way]
    for place, test in enumerate(part):
        shift = place * step
        fit = fitting(board, test)
        found &= fit >> shift if shift >= 0 else fit << -shift
        if not found:
            break
    return found


def _over_gaps(board: Board, row: Row, way: int, cell: int, others: list[int]) -> Iterator[Match]:
    """The matches that begin with a cell: each gap is as short as it can be first, and the last one grows fastest."""
    step, spare = board.grid.steps[way], board.grid.room(cell, way) - row.length
    lengths = [len(part) for part in row.parts]

    def grown(number: int, at: int, spare: int, before: Match) -> Iterator[Match]:
        """`at`: the first cell after the part before this one."""
        if number == len(lengths):
            yield before
            return
        for gap in range(spare + 1):
            begin = at + gap * step
            if others[number - 1] >> begin & 1:
                end = begin + lengths[number] * step
                yield from grown(number + 1, end, spare - gap, (*before, *range(begin, end, step)))

    end = cell + lengths[0] * step
    yield from grown(1, end, spare, tuple(range(cell, end, step)))
