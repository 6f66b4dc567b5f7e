"""Resolving movement: what was asked to move goes where there is room; rigid groups whose movement failed are found."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.runtime.reference.cellwise.board import Board, asked, listed, united
from arcg.runtime.reference.cellwise.tables import Tables

WAYS = {1 << way: way for way in range(ir.MOVES)}
"""The way of a layer that is asked to go in one."""


def resolve(tables: Tables, board: Board) -> None:
    """Sweep over the cells until nothing moves; what could not go keeps its movement.

    What arrives lies still. A layer that is asked to go two ways stays.
    """
    moved = True
    while moved:
        moved = False
        for cell in listed(united(board.going, board.moving)):
            for layer, ways in asked(board.moves[cell]):
                moved |= _step(tables, board, cell, layer, ways)


def _step(tables: Tables, board: Board, cell: int, layer: int, ways: int) -> bool:
    """Let what lies on a layer of a cell go; whether it could. What is asked to act always can, and stays."""
    way = WAYS.get(ways)
    if way is None:
        return False
    here, kept = board.kinds[cell], board.moves[cell] & ~(ir.ALL_MOVES << ir.MOVES * layer)
    if way == ir.TO_ACT:
        return board.put(cell, here, kept)
    there, on_layer = board.grid.neighbour(cell, way), tables.on_layer[layer]
    if there is None or board.kinds[there] & on_layer:
        return False
    board.put(there, board.kinds[there] | here & on_layer, board.moves[there])
    return board.put(cell, here & ~on_layer, kept)


def failed(tables: Tables, board: Board) -> list[int | None]:
    """The rigid groups that moved what could not go, cell by cell; of each cell only the lowest layer is looked at.

    A layer that several groups have marked may stand for another group, or (None) for none.
    """
    groups: list[int | None] = []
    for cell in listed(united(board.going, board.moving)):
        marks = [board.marks.get((cell, layer)) for layer, _ in asked(board.moves[cell])]
        mark = next((mark for mark in marks if mark is not None), None)
        if mark is not None:
            groups.append(tables.rigid[mark - 1] if mark <= len(tables.rigid) else None)
    return groups
