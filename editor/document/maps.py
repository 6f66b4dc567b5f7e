"""Maps of levels: their cells are painted, their boards grow and shrink at any side.

Takes the places of a text, gives the changes that make it what was asked for, or says why that cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from arcg.dsl.declare import FRAME, LARGEST_CELLWISE
from arcg.dsl.views import seen_size
from arcg.editor.document.changes import Change, Refused
from arcg.editor.document.layout import settled
from arcg.editor.document.places import BoardPlace, LevelPlace, Part, Places, PutPlace
from arcg.editor.document.rows import Wanted, block, rewritten, without

_NAMES = re.compile(r"\$([A-Za-z][A-Za-z0-9_]*)")


def empty_sign(places: Places) -> str | None:
    """The character that an empty cell is drawn with: `.`, or None where the legend gives that a meaning."""
    return None if places.legend and places.legend.entry(".") else "."


def is_empty(places: Places, glyph: str) -> bool:
    """Whether a character of a map is an empty cell."""
    return glyph == " " or glyph == empty_sign(places)


def paint(places: Places, level: LevelPlace, cells: Mapping[tuple[int, int], str]) -> tuple[Change, ...]:
    """Draw characters on cells `(x, y)` of a level's map; a blank empties a cell.

    A map that is shorter than that, or missing, grows as far as needed; one whose rows were equally long keeps them so.

    Raises:
        Refused: a cell lies outside of the board, a character cannot stand in a map, or an empty cell cannot be drawn.
    """
    _check_cells(places, level, cells)
    sign = empty_sign(places)
    rows = [row.text for row in level.rows]
    even = _even(rows)
    for (x, y), glyph in sorted(cells.items()):
        old = level.glyph(x, y)
        if glyph == old or (is_empty(places, glyph) and is_empty(places, old)):
            continue
        rows += [""] * (y + 1 - len(rows))
        row = rows[y].ljust(x, sign or " ")
        rows[y] = row[:x] + (sign or " " if is_empty(places, glyph) else glyph) + row[x + 1 :]
    if even and sign:
        longest = max((len(row.rstrip(" ")) for row in rows), default=0)
        rows = [row.ljust(longest, sign) for row in rows]
    wanted: list[Wanted] = [(y if y < len(level.rows) else None, row) for y, row in enumerate(rows)]
    return tuple(_drawn(places, level, wanted))


def resize(
    places: Places, level: LevelPlace, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0, fill: str = "."
) -> tuple[Change, ...]:
    """Add columns and rows at the sides of a level's board, or take them away where a number is negative.

    What `put` places moves along; what stood on the cells that go, goes. New cells hold `fill`. The level's own `board`
    line comes, changes, or goes where the size is the game's again.

    Raises:
        Refused: the board would be too small or too large, a `put` cannot be moved along or is still needed, an empty
            cell cannot be drawn, or the level's `board` line cannot be read.
    """
    check_glyph(fill)
    width, height = places.size(level)
    size = width + left + right, height + top + bottom
    if not (left or top or right or bottom):
        return ()
    if not (1 <= size[0] <= limit(places) and 1 <= size[1] <= limit(places)):
        raise Refused(f"a board has 1 to {limit(places)} cells each way: {size[0]}x{size[1]} cannot be")
    if level.board is None and any(part.word == "board" for part in level.parts):
        raise Refused(f"the `board` line of level `{level.title}` cannot be read: mend it first")
    gone = _left_outside(places, level, left, top, size)
    rows = _resized(places, level, (left, top, right, bottom), fill)
    made = _board_line(places, level, size, alone=len(gone) + 1 == len(level.parts))
    if rows or made:
        made += [without(places.text, put.part) for put in gone]
    else:
        made += parts_gone(places, level, [put.part for put in gone])
    made += _moved_along(level, gone, left, top)
    made += _drawn(places, level, rows)
    return settled(places.text, made)


def limit(places: Places) -> int:
    """How many cells a board has at most each way."""
    return LARGEST_CELLWISE if places.cellwise else FRAME


def check_glyph(glyph: str) -> None:
    """Let only one character through that can stand in a map.

    Raises:
        Refused: it is not one.
    """
    if len(glyph) != 1 or not glyph.isprintable():
        raise Refused(f"{glyph!r} cannot stand in a map: choose one character that can be seen")


# ---------------------------------------------------------------- rows


def _check_cells(places: Places, level: LevelPlace, cells: Mapping[tuple[int, int], str]) -> None:
    width, height = places.size(level) if level.board or places.board else (limit(places), limit(places))
    for (x, y), glyph in cells.items():
        if not (0 <= x < width and 0 <= y < height):
            raise Refused(f"the cell ({x}, {y}) lies outside of the board, which is {width}x{height}: resize it first")
        check_glyph(glyph)


def _even(rows: Sequence[str]) -> bool:
    """Whether no row of a map is shorter than its longest one, of which the checker would warn."""
    longest = max((len(row.rstrip(" ")) for row in rows), default=0)
    return all(len(row) >= longest for row in rows)


def _drawn(places: Places, level: LevelPlace, wanted: Sequence[Wanted]) -> list[Change]:
    """What makes a level's map have these rows; it gets a map if it has none, and there is something to draw."""
    wanted = _drawable(places, wanted)
    if level.map is not None:
        return rewritten(places.text, level.map.line_end, level.rows, wanted, level.row_margin, places.newline)
    if not wanted:
        return []
    at = level.parts[-1].end if level.parts else level.head_end
    rows = (row for _, row in wanted)
    return [Change(at, at, block(level.margin, "map", level.row_margin, rows, places.newline))]


def _drawable(places: Places, wanted: Sequence[Wanted]) -> list[Wanted]:
    """The rows such that they are read as they are meant.

    The first row begins with something that can be seen, for it says how much of the margin is not the map's, and a
    row of blanks alone would be none.
    """
    sign = empty_sign(places)
    made: list[Wanted] = []
    for y, (number, row) in enumerate(wanted):
        if not row.strip(" ") or (y == 0 and row[0] == " "):
            if sign is None:
                where = f"row {y + 1} of the map" if row.strip(" ") == "" else "the first cell of the map"
                raise Refused(
                    f"{where} would be empty, and no character stands for an empty cell, since the legend gives `.` a "
                    "meaning: draw something there, or take `.` out of the legend"
                )
            row = sign + row[1:]
        made.append((number, row))
    return made


def _resized(places: Places, level: LevelPlace, sides: tuple[int, int, int, int], fill: str) -> list[Wanted]:
    """The rows of a level's map for a board with other sides, padded only as far as they have to be."""
    left, top, right, bottom = sides
    width, height = places.size(level)
    size = width + left + right, height + top + bottom
    sign = empty_sign(places)
    blank = sign or " "
    meant = not is_empty(places, fill)
    fill = fill if meant else blank
    wide, tall = level.extent[0] >= width, len(level.rows) >= height
    old: list[Wanted] = [(number, row.text) for number, row in enumerate(level.rows)]
    if meant and max(left, right, bottom) > 0:
        old += [(None, "")] * (height - len(old))
    rows: list[Wanted] = []
    for y, (number, cells) in enumerate(old, top):
        if y < 0 or (bottom < 0 and y >= size[1]):
            continue
        reached = len(cells) >= width
        row = cells[max(-left, 0) :]
        row = fill * max(left, 0) + row
        if right < 0:
            row = row[: size[0]]
        elif right > 0 and (meant or (reached and sign)):
            row = row.ljust(size[0] - right, blank).ljust(size[0], fill)
        rows.append((number, row))
    longest = size[0] if wide or meant else max((len(row) for _, row in rows), default=0)
    new: Wanted = (None, fill * max(longest, 1))
    if rows or meant:
        rows = [new] * max(top, 0) + rows
    if meant or (rows and tall and sign):
        rows += [new] * max(bottom, 0)
    return rows or ([(None, blank)] if level.rows else [])


# ---------------------------------------------------------------- what stands beside the map


def _left_outside(places: Places, level: LevelPlace, left: int, top: int, size: tuple[int, int]) -> list[PutPlace]:
    """The `put` lines whose cells are cut off; where all have to move along, they all must say where they are."""
    width, height = places.size(level)
    if (left or top) and sum(part.word == "put" for part in level.parts) > len(level.puts):
        raise Refused(f"a `put` line of level `{level.title}` cannot be read: mend it first, for it has to move along")
    gone: list[PutPlace] = []
    for put in level.puts:
        if put.x is None or put.y is None:
            if left or top:
                line = places.text.count("\n", 0, put.part.start) + 1
                raise Refused(f"the place in line {line} is not written as two numbers, so it cannot move along")
            continue
        x, y = put.x + left, put.y + top
        if 0 <= put.x < width and 0 <= put.y < height and not (0 <= x < size[0] and 0 <= y < size[1]):
            gone.append(put)
    check_unnamed(level, gone)
    return gone


def _moved_along(level: LevelPlace, gone: Sequence[PutPlace], left: int, top: int) -> list[Change]:
    made: list[Change] = []
    for put in level.puts:
        if put.x is not None and put.y is not None and put not in gone:
            made += [Change(*put.x_at, str(put.x + left))] if left else []
            made += [Change(*put.y_at, str(put.y + top))] if top else []
    return made


def parts_gone(places: Places, level: LevelPlace, gone: Sequence[Part]) -> list[Change]:
    """What takes parts of a level away; a level that would have none any more gets an empty map, for it must have one.

    Raises:
        Refused: an empty map cannot be drawn.
    """
    made = [without(places.text, part) for part in gone]
    if gone and len(gone) == len(level.parts):
        made = _drawn(places, level, [(None, " ")]) + made
    return made


def check_unnamed(level: LevelPlace, gone: Sequence[PutPlace]) -> None:
    """Let no thing go whose name something else of the level uses.

    Raises:
        Refused: there is such a thing.
    """
    kept = [value.value for put in level.puts if put not in gone for value in put.term.values]
    used = {name for value in [*kept, *(param.value for param in level.params)] for name in _NAMES.findall(value)}
    for put in gone:
        if put.term.name in used:
            raise Refused(
                f"the `{put.term.kind}` that would go is called `${put.term.name}`, and that name is still used in "
                f"level `{level.title}`: change that first"
            )


def _board_line(places: Places, level: LevelPlace, size: tuple[int, int], *, alone: bool) -> list[Change]:
    """What the level's own `board` line becomes for a board of this size; if it is left alone, it stays."""
    game, own = places.board, level.board
    best = FRAME // max(_seen(places, level, size))
    same = game is not None and (game.width, game.height) == size
    if own is None:
        if same:
            return []
        cell = f" cell {game.cell}" if game is not None and game.cell is not None and game.cell <= best else ""
        line = f"{places.newline}{level.margin}board {size[0]}x{size[1]}{cell}"
        return [Change(level.head_end, level.head_end, line)]
    needless = same and game is not None and own.cell in (None, game.cell or best)
    if needless and not (own.ground or own.part.comment or alone):
        return [without(places.text, own.part)]
    made = [Change(*own.size, f"{size[0]}x{size[1]}")] if (own.width, own.height) != size else []
    if own.cell is not None and own.cell_at is not None and own.cell > best:
        made.append(Change(*own.cell_at, str(best)))
    return made


def _seen(places: Places, level: LevelPlace, size: tuple[int, int]) -> tuple[int, int]:
    """How many cells of a board are seen each way."""
    view: BoardPlace | None = level.view or places.view
    return seen_size(min(size[0], FRAME), min(size[1], FRAME), (view.width, view.height) if view else None)
