"""Commands of levels: tools, areas, the cursor, the order of levels, their size, their values, the palette."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from arcg.editor import details
from arcg.editor.document import grids, legend, levels, maps, puts
from arcg.editor.document.places import PutPlace
from arcg.editor.painting import EMPTY, Painter
from arcg.editor.studio.commands import Command, Mode
from arcg.editor.studio.dialogs import AskText, Pick
from arcg.editor.workbench import Tool, Workbench

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

LEVEL: frozenset[Mode] = frozenset({"level"})
PAINTING: frozenset[Mode] = frozenset({"level", "picture"})

_SIZE = re.compile(r"\s*(\d{1,4})\s*[x ,*]\s*(\d{1,4})\s*")


# ---------------------------------------------------------------- tools


def _tool(tool: Tool, studio: Studio) -> None:
    studio.bench.tool = tool


def _holds(tool: Tool, studio: Studio) -> bool:
    return studio.bench.tool == tool


def _erase(studio: Studio) -> None:
    studio.bench.choose(EMPTY)


def _one_sided(studio: Studio) -> None:
    studio.bench.symmetry = "none"
    studio.bench.remark("symmetry: none")


def _symmetry(studio: Studio) -> None:
    bench = studio.bench
    bench.symmetry = grids.SYMMETRIES[(grids.SYMMETRIES.index(bench.symmetry) + 1) % len(grids.SYMMETRIES)]
    bench.remark(f"symmetry: {bench.symmetry}")


def _tools() -> tuple[Command, ...]:
    rows: tuple[tuple[Tool, str, str, str], ...] = (
        ("pen", "Pen", "p", "Paint where the mouse is drawn."),
        ("line", "Line", "l", "Paint a straight line from where the button goes down to where it comes up."),
        ("box", "Box", "o", "Paint the edge of a box."),
        ("block", "Filled box", "shift+o", "Paint a filled box."),
        ("fill", "Fill", "g", "Paint all that hangs together and is alike."),
        ("pick", "Pick", "i", "Take up what is under the mouse, to paint with it. The right button always does."),
        ("select", "Select", "s", "Draw out an area; drag it to move it, with Ctrl to copy it."),
        ("put", "Put one thing", "t", "Place a thing by a line of its own, with its own attributes; drag to move it."),
    )
    return tuple(
        Command(f"tool {tool}", title, "Tools", (key,), tip, partial(_tool, tool), LEVEL if tool == "put" else PAINTING,
                on=partial(_holds, tool), section=2)
        for tool, title, key, tip in rows
    )  # fmt: skip


# ---------------------------------------------------------------- areas and the cursor, on levels


def _no_area(studio: Studio) -> str:
    return "" if studio.bench.area is not None else "first select an area (S), or everything (Ctrl+A)"


def _no_level(studio: Studio) -> str:
    return "" if studio.bench.level_place is not None else "there is no level yet; Ctrl+N adds one"


STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def _cursor(way: str, studio: Studio) -> None:
    studio.workspace.painter.move_cursor(*STEPS[way])


def _extend(way: str, studio: Studio) -> None:
    studio.workspace.painter.extend(*STEPS[way])


def _shift(way: str, studio: Studio) -> None:
    studio.workspace.painter.move(*STEPS[way])


def _grow(way: str, by: int, studio: Studio) -> None:
    bench = studio.bench
    left, up, right, down = (by if side == way else 0 for side in ("left", "up", "right", "down"))
    place = bench.level_place
    if place is not None:
        bench.attempt("resize level", lambda: maps.resize(bench.document.places, place, left, up, right, down))


def _cursor_commands() -> list[Command]:
    found = []
    for way in STEPS:
        side = {"up": "top", "down": "bottom"}.get(way, way)
        found += [
            Command(f"cursor {way}", f"Cursor {way}", "Tools", (way,), "Move the cursor by a cell.", partial(_cursor,
                    way),
                    LEVEL, _no_level, held=True, section=4),
            Command(f"extend {way}", f"Select {way}", "Tools", (f"shift+{way}",), "Make the area larger that way.",
                    partial(_extend, way), LEVEL, _no_level, held=True, section=4),
            Command(f"shift {way}", f"Move area {way}", "Tools", (f"ctrl+{way}",),
                    "Move what is in the area by a cell.",
                    partial(_shift, way), LEVEL, _no_area, held=True, section=4),
            Command(f"grow {way}", f"Grow at the {side}", "Level", (f"alt+{way}",),
                    "Add cells at this side of the board.",
                    partial(_grow, way, 1), LEVEL, _no_level, held=True, section=3),
            Command(f"shrink {way}", f"Shrink at the {side}", "Level", (f"alt+shift+{way}",),
                    "Take cells away at this side of the board.", partial(_grow, way, -1), LEVEL, _no_level, held=True,
                    section=3),
        ]  # fmt: skip
    return found


# ---------------------------------------------------------------- the order of levels


def _go(step: int, studio: Studio) -> None:
    studio.bench.go_to_level(studio.bench.level + step)


def _add(studio: Studio) -> None:
    bench = studio.bench
    after = bench.level if bench.document.places.levels else -1
    if bench.attempt("new level", lambda: levels.add(bench.document.places, after + 1)):
        bench.go_to_level(after + 1)
        bench.remark(f"level {bench.level + 1} is new; Ctrl+PgUp and Ctrl+PgDn move it")


def _duplicate(studio: Studio) -> None:
    bench, place = studio.bench, studio.bench.level_place
    assert place is not None
    if bench.attempt("duplicate level", lambda: levels.duplicate(bench.document.places, place)):
        bench.go_to_level(bench.level + 1)
        bench.remark(f"level {bench.level + 1} is the copy")


def _delete(studio: Studio) -> None:
    bench, place = studio.bench, studio.bench.level_place
    assert place is not None
    if bench.attempt("delete level", lambda: levels.delete(bench.document.places, place)):
        bench.go_to_level(min(bench.level, len(bench.document.places.levels) - 1))
        bench.remark("the level is deleted; Ctrl+Z brings it back")


def _order(step: int, studio: Studio) -> None:
    bench, place = studio.bench, studio.bench.level_place
    assert place is not None
    to = bench.level + step
    if bench.attempt("move level", lambda: levels.move(bench.document.places, place, to)):
        bench.go_to_level(to)


def _not_last(studio: Studio) -> str:
    levels_ = studio.bench.document.places.levels
    return "" if studio.bench.level < len(levels_) - 1 else "it is the last level"


def _not_first(studio: Studio) -> str:
    return "" if studio.bench.level > 0 else "it is the first level"


# ---------------------------------------------------------------- name, size, values


def _rename(studio: Studio) -> None:
    bench, place = studio.bench, studio.bench.level_place
    assert place is not None

    def done(text: str) -> None:
        bench.attempt("rename level", lambda: levels.rename(bench.document.places, place, text.strip() or None))

    said = "A short name in lower case, for messages and lists; players never see it. Empty: no name."
    wrong = partial(details.wrong_level_name, bench, place.number)
    studio.open_dialog(AskText(studio, "Rename level", said, place.name or "", done, wrong=wrong, verb="Rename"))


def _resize(studio: Studio) -> None:
    bench, place = studio.bench, studio.bench.level_place
    assert place is not None
    width, height = bench.document.places.size(place)

    def wrong(text: str) -> str:
        return "" if _SIZE.fullmatch(text) else "write columns x rows, such as 10x8"

    def done(text: str) -> None:
        found = _SIZE.fullmatch(text)
        assert found is not None
        right, bottom = int(found[1]) - width, int(found[2]) - height
        bench.attempt("resize level", lambda: maps.resize(bench.document.places, place, 0, 0, right, bottom))

    said = "Columns and rows of the board. The right and the lower edge move; Alt+arrows or the mouse pull any edge."
    studio.open_dialog(AskText(studio, "Size of the level", said, f"{width}x{height}", done, wrong=wrong, verb="Set"))


def _value(studio: Studio) -> None:
    bench = studio.bench
    subject, bench.subject = bench.subject, ""
    values = details.level_values(bench)
    if not values:
        bench.remark("nothing to set: the world has no attributes; write `world has energy: 0..20` in the text")
        return
    if subject:
        _ask_value(studio, subject)
        return
    items = [(f"{name}   {value}{'' if own else '  (as usual)'}", partial(_ask_value, studio, name))
             for name, value, own in values]  # fmt: skip
    studio.open_dialog(Pick(studio, "A value of this level", "", items, "Change"))


def _ask_value(studio: Studio, name: str) -> None:
    bench, place = studio.bench, studio.bench.level_place
    assert place is not None
    value = next(value for known, value, _ in details.level_values(bench) if known == name)

    def done(text: str) -> None:
        bench.attempt(f"set {name}", lambda: details.value_set(bench, name, text))

    said = f"The value of {name} when this level begins, {details.values_said(bench, name)}.\n"
    said += f"Nothing written: {details.usual_value(bench, name)}, as in every level that says nothing."
    wrong = partial(details.wrong_value, bench, name)
    studio.open_dialog(AskText(studio, name, said, value, done, wrong=wrong, verb="Set"))


# ---------------------------------------------------------------- things and the palette


def _put(studio: Studio) -> None:
    bench, view = studio.bench, studio.workspace.level_view
    place = bench.level_place
    assert place is not None
    cell = bench.cursor or view.last_cell

    def done(text: str) -> None:
        bench.attempt("put thing", lambda: details.put_added(bench, text, *cell))

    said = (
        f"What shall stand at column {cell[0]}, row {cell[1]}? A kind with its attributes, such as "
        f"{details.example_thing(bench)}. It gets a line of its own in the level, and may have a $name."
    )
    wrong = partial(details.wrong_thing, bench, cell)
    first = details.example_thing(bench) if not bench.glyph else bench.said_of(bench.glyph).partition(" = ")[2]
    studio.open_dialog(AskText(studio, "Put one thing", said, first, done, wrong=wrong, verb="Put"))


def _edit_thing(studio: Studio) -> None:
    bench, place = studio.bench, studio.bench.level_place
    assert place is not None
    subject, bench.subject = bench.subject, ""
    if not subject and bench.cursor is not None:
        there = studio.workspace.level_view.put_at(bench.cursor)
        subject = str(place.puts.index(there)) if there is not None else ""
    if not subject:
        items = [(f"{_written(bench, put)}   at {put.x}, {put.y}", partial(_ask_thing, studio, number))
                 for number, put in enumerate(place.puts)]  # fmt: skip
        studio.open_dialog(Pick(studio, "Which thing?", "", items, "Change"))
    else:
        _ask_thing(studio, int(subject))


def _ask_thing(studio: Studio, number: int) -> None:
    bench, place = studio.bench, studio.bench.level_place
    assert place is not None
    put = place.puts[number]

    def done(text: str) -> None:
        new = text.strip()
        if new:
            bench.attempt("change thing", lambda: details.put_changed(put, new))
        else:
            bench.attempt("remove thing", lambda: puts.remove(bench.document.places, place, put))

    said = "The thing with its attributes. Empty: take it away."
    wrong = partial(_wrong_put, bench, put)
    studio.open_dialog(AskText(studio, "One thing", said, _written(bench, put), done,
                               wrong=lambda text: wrong(text) if text.strip() else ""))  # fmt: skip


def _written(bench: Workbench, put: PutPlace) -> str:
    return bench.document.text[put.term.start : put.term.end]


def _wrong_put(bench: Workbench, put: PutPlace, text: str) -> str:
    return bench.would(lambda: details.put_changed(put, text))


def _no_things(studio: Studio) -> str:
    place = studio.bench.level_place
    return "" if place is not None and place.puts else "no thing of this level has a line of its own; T puts one"


def _new_entry(studio: Studio) -> None:
    bench = studio.bench

    def done(text: str) -> None:
        details.add_entry(bench, text)

    said = (
        "What shall a new character of the maps stand for? One thing or several, each a kind with its attributes, such "
        f"as {details.example_thing(bench)}."
    )
    wrong = partial(details.wrong_entry, bench)
    studio.open_dialog(AskText(studio, "New in the palette", said, "", done, wrong=wrong, verb="Add"))


def _remove_entry(studio: Studio) -> None:
    bench = studio.bench
    known = bench.document.places.legend
    entry = known.entry(bench.glyph) if known is not None else None
    assert entry is not None
    if bench.attempt("remove from palette", lambda: legend.remove(bench.document.places, entry)):
        bench.choose(".")


def _no_entry(studio: Studio) -> str:
    places = studio.bench.document.places
    known = places.legend is not None and places.legend.entry(studio.bench.glyph) is not None
    return "" if known else "choose something in the palette first"


def _next_entry(step: int, studio: Studio) -> None:
    details.next_entry(studio.bench, step)


def _zoom(by: int, studio: Studio) -> None:
    studio.workspace.zoom(by)


def _on(change: Callable[[Painter], object], studio: Studio) -> None:
    change(studio.workspace.painter)


def _paste(studio: Studio) -> None:
    studio.workspace.painter.paste(studio.workspace.canvas.hovered)


def _area_commands() -> tuple[Command, ...]:
    rows: tuple[tuple[str, str, str, str, Callable[[Painter], object], bool], ...] = (
        ("select all", "Select all", "ctrl+a", "The area is everything.", Painter.select_all, False),
        ("deselect", "Select nothing", "escape", "No area, no cursor.", Painter.deselect, False),
        ("copy", "Copy", "ctrl+c", "Remember what is in the area.", Painter.copy, True),
        ("cut", "Cut", "ctrl+x", "Remember what is in the area, and empty it.", Painter.cut, True),
        ("clear", "Clear", "delete", "Clear the area, or the cell of the cursor.", Painter.clear, False),
        ("turn right", "Turn right", "r", "Turn the area by a quarter.", lambda painter: painter.turn(1), False),
        ("turn left", "Turn left", "shift+r", "Turn the area by a quarter.", lambda painter: painter.turn(-1), False),
        ("flip across", "Flip across", "h", "Mirror the area.", lambda painter: painter.flip("left-right"), False),
        ("flip down", "Flip down", "v", "Mirror the area.", lambda painter: painter.flip("top-bottom"), False),
    )
    return tuple(
        Command(name, title, "Edit", (key,), tip, partial(_on, change), PAINTING, _no_area if needs else (lambda _: ""),
                section=3)
        for name, title, key, tip, change, needs in rows
    )  # fmt: skip


EDITING_LEVELS = (
    *_tools(),
    Command("symmetry", "Symmetry", "Tools", ("m",), "Repeat every stroke as its mirror image: left and right, top and "
            "bottom, both, along the diagonal, in quarter turns.", _symmetry, PAINTING,
            on=lambda studio: studio.bench.symmetry != "none", section=2),
    Command("symmetry off", "No symmetry", "Tools", ("shift+m",), "Strokes are not repeated any more.", _one_sided,
            PAINTING,
            section=2),
    Command("erase", "Eraser", "Tools", ("e", "."), "Paint with nothing: cells become empty.", _erase, LEVEL,
            on=lambda studio: studio.bench.glyph == EMPTY, section=2),
    *_area_commands(),
    Command("paste", "Paste", "Edit", ("ctrl+v",),
            "Lay down what was remembered, at the cursor or the mouse; then drag it.",
            _paste, PAINTING, section=3),
    *_cursor_commands(),
    Command("paint here", "Paint at the cursor", "Tools", ("space",), "Use the tool at the cursor.",
            partial(_on, Painter.paint_here), PAINTING, held=True, section=4),
    Command("previous level", "Previous level", "Level", ("page up",), "Go to the level before.", partial(_go, -1),
            LEVEL,
            _not_first, held=True),
    Command("next level", "Next level", "Level", ("page down",), "Go to the level after.", partial(_go, 1), LEVEL,
            _not_last,
            held=True),
    Command("new level", "New level", "Level", ("ctrl+n",), "Add an empty level after this one.", _add, LEVEL,
            section=1),
    Command("duplicate level", "Duplicate level", "Level", ("ctrl+d",), "Add a copy of this level after it.",
            _duplicate,
            LEVEL, _no_level, section=1),
    Command("delete level", "Delete level", "Level", ("ctrl+delete",), "Take this level out of the text.", _delete,
            LEVEL,
            _no_level, section=1),
    Command("earlier", "Move level earlier", "Level", ("ctrl+page up",), "This level comes before the one before it.",
            partial(_order, -1), LEVEL, _not_first, section=1),
    Command("later", "Move level later", "Level", ("ctrl+page down",), "This level comes after the one after it.",
            partial(_order, 1), LEVEL, _not_last, section=1),
    Command("rename level", "Name…", "Level", ("n",), "Give the level a name, or another.", _rename, LEVEL, _no_level,
            section=2),
    Command("resize level", "Size…", "Level", ("b",), "Say how many columns and rows the level has.", _resize, LEVEL,
            _no_level, section=2),
    Command("level value", "Values…", "Level", ("=",), "Set what a counter of the world is when this level begins.",
            _value,
            LEVEL, _no_level, section=2),
    Command("put thing", "Put one thing…", "Level", ("return",),
            "Place a thing at the cursor or the mouse by a line of its "
            "own.", _put, LEVEL, _no_level, section=2),
    Command("edit thing", "Change a thing…", "Level", ("k",), "Change or take away a thing that has a line of its own.",
            _edit_thing, LEVEL, _no_things, section=2),
    Command("new entry", "New in the palette…", "Tools", ("+",), "A new character of the maps, and what it stands for.",
            _new_entry, LEVEL, section=4),
    Command("remove entry", "Remove from the palette", "Tools", ("-",),
            "Take a character out of the legend that no map "
            "uses.", _remove_entry, LEVEL, _no_entry, section=4),
    Command("previous entry", "Palette: previous", "Tools", ("q",), "Choose the entry before.", partial(_next_entry,
            -1),
            LEVEL, held=True, section=4),
    Command("next entry", "Palette: next", "Tools", ("w",), "Choose the entry after.", partial(_next_entry, 1), LEVEL,
            held=True, section=4),
    Command("zoom in", "Zoom in", "View", ("]",), "Larger cells. The wheel does it too.", partial(_zoom, 1), PAINTING,
            held=True, section=1),
    Command("zoom out", "Zoom out", "View", ("[",), "Smaller cells.", partial(_zoom, -1), PAINTING, held=True,
            section=1),
    Command("zoom fit", "All in sight", "View", ("ctrl+0",), "As large as fits.", partial(_zoom, 0), PAINTING,
            section=1),
)  # fmt: skip
