"""Details of a level and of the palette: what can be said and set of them, beyond what is painted.

Takes the workbench, gives texts and values for views and dialogs, and the changes that their answers come to. It knows
no window.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arcg.dsl import core
from arcg.dsl.attributes import domain_text
from arcg.dsl.levels import Stamp
from arcg.dsl.model import AttrModel, Game, KindModel
from arcg.editor.document import legend, levels, maps, puts
from arcg.editor.document.changes import Change, Refused
from arcg.editor.document.grids import Cell
from arcg.editor.document.places import PutPlace
from arcg.editor.workbench import Workbench

_THING = re.compile(r"\s*([A-Z]\w*)\s*(?:\$(\w+))?\s*(?:\{(.*)\})?\s*(?:\$(\w+))?\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Row:
    """An attribute of what is chosen in the palette: of which of its things, its name, its value in words."""

    thing: int
    kind: str
    name: str
    value: str


def example_thing(bench: Workbench) -> str:
    """A thing of this game as it may be written, with an attribute if any kind has one."""
    if bench.good is None or bench.good.game is None:
        return "Crate{hue = red}"
    kinds = bench.good.game.kinds.values()
    for kind in kinds:
        for attr in kind.attrs.values():
            if attr.name != "id":
                return f"{kind.name}{{{attr.name} = {word(bench.good.game, attr, attr.default)}}}"
    return next((kind.name for kind in kinds), "Crate")


def word(game: Game, attr: AttrModel, value: int) -> str:
    """A value of an attribute as the file says it."""
    match attr.domain:
        case core.EnumDomain(names):
            return names[value]
        case core.DirDomain():
            return core.DIRECTIONS[value]
        case core.ThingDomain():
            return "none"
    return str(value)


# ---------------------------------------------------------------- the chosen entry


def chosen_text(bench: Workbench) -> str:
    """What is chosen in the palette."""
    if bench.pending:
        return f"{bench.said_of(bench.glyph)}  (new when painted)"
    return bench.said_of(bench.glyph) if bench.glyph else "nothing is chosen"


def chosen_rows(bench: Workbench) -> list[Row]:
    """The attributes of what is chosen, with their values."""
    if bench.good is None or bench.good.game is None:
        return []
    game = bench.good.game
    rows = []
    for number, stamp in enumerate(bench.stamps.get(bench.glyph, ())):
        kind = stamp.kind
        for attr, value in zip(kind.attrs.values(), stamp.attrs, strict=True):
            if not isinstance(attr.domain, core.ThingDomain) and attr.name != "id":
                rows.append(Row(number, kind.name, attr.name, word(game, attr, value)))
    return rows


def values_of(game: Game, stamp: Stamp) -> dict[str, int | str | None]:
    """The attributes of a stamp by name, in the words of the file."""
    attrs = zip(stamp.kind.attrs.values(), stamp.attrs, strict=True)
    return {
        attr.name: value if isinstance(attr.domain, core.IntDomain) else word(game, attr, value)
        for attr, value in attrs
        if not isinstance(attr.domain, core.ThingDomain)
    }


def step_attribute(bench: Workbench, row: Row, step: int) -> None:
    """Choose what is chosen with the next value of an attribute; a new character is added if none stands for that."""
    if bench.good is None or bench.good.game is None:
        return
    game, stamps = bench.good.game, list(bench.stamps[bench.glyph])
    stamp = stamps[row.thing]
    place = list(stamp.kind.attrs).index(row.name)
    low, count = _range(stamp.kind.attrs[row.name])
    value = low + (stamp.attrs[place] - low + step) % count
    attrs = (*stamp.attrs[:place], value, *stamp.attrs[place + 1 :])
    stamps[row.thing] = Stamp(stamp.kind, attrs)
    try:
        things = " ".join(legend.thing_text(game, one.kind, one.attrs) for one in stamps)
        glyph, changes = legend.glyph_for(bench.document.places, things, game)
    except Refused as why:
        bench.remark(str(why))
        return
    if changes:
        bench.coined[glyph] = things
        bench.stamps[glyph] = tuple(stamps)
    bench.glyph = glyph


def painted(bench: Workbench, cells: Mapping[Cell, str]) -> tuple[Change, ...]:
    """The changes that draw characters on the map; those that have no entry yet get one."""
    place, places = bench.level_place, bench.document.places
    assert place is not None
    made: tuple[Change, ...] = ()
    for glyph in dict.fromkeys(cells.values()):
        if glyph in bench.coined:
            new, changes = legend.glyph_for(places, bench.coined[glyph], _game(bench))
            made += changes
            cells = {cell: new if value == glyph else value for cell, value in cells.items()}
    return made + maps.paint(places, place, cells)


def values(attr: AttrModel) -> list[int]:
    """All values of an attribute as they are encoded, that which it has unless something else is said first."""
    if isinstance(attr.domain, core.ThingDomain):
        return [attr.default]
    low, count = _range(attr)
    return [attr.default, *(value for value in range(low, low + count) if value != attr.default)]


def spoken_of(bench: Workbench, kind: KindModel) -> set[str]:
    """The attributes of a kind that may matter for how it looks: those that its lines speak of after declaring them."""
    place = bench.document.places.kind(kind.name)
    if place is None:
        return set(kind.attrs)
    return set(re.findall(r"\w+", bench.document.text[place.head_end : place.end])) & set(kind.attrs)


def _range(attr: AttrModel) -> tuple[int, int]:
    match attr.domain:
        case core.EnumDomain(names):
            return 0, len(names)
        case core.DirDomain():
            return 0, len(core.DIRECTIONS)
        case core.IntDomain(low, high):
            return low, high - low + 1
    return 0, 1


def next_entry(bench: Workbench, step: int) -> None:
    """Choose the next entry of the palette, or the one before."""
    places = bench.document.places.legend
    glyphs = [".", *(entry.glyph for entry in (places.entries if places is not None else ()) if entry.glyph != ".")]
    at = glyphs.index(bench.glyph) if bench.glyph in glyphs else 0
    bench.choose(glyphs[(at + step) % len(glyphs)])


def add_entry(bench: Workbench, things: str) -> None:
    """Add things to the palette and choose them."""
    try:
        glyph, changes = legend.glyph_for(bench.document.places, things.strip(), _game(bench))
    except Refused as why:
        bench.remark(str(why))
        return
    bench.do("new in the palette", changes)
    bench.checked_now()
    bench.choose(glyph)


def wrong_entry(bench: Workbench, things: str) -> str:
    """Why things cannot be added to the palette."""
    if not things.strip():
        return "write what it stands for, such as " + example_thing(bench)
    return bench.would(lambda: legend.glyph_for(bench.document.places, things.strip(), _game(bench))[1])


def _game(bench: Workbench) -> Game | None:
    return bench.good.game if bench.good is not None else None


# ---------------------------------------------------------------- the level


def level_values(bench: Workbench) -> list[tuple[str, str, bool]]:
    """The attributes of the world: name, what it is in this level, and whether the level says so itself."""
    level = bench.level_place
    if level is None:
        return []
    own = {param.name: param.value for param in level.params}
    usual = {name: usual_value(bench, name) for name in _world(bench)}
    return [(name, own.get(name, usual.get(name, "")), name in own) for name in dict.fromkeys([*usual, *own])]


def _world(bench: Workbench) -> Sequence[str]:
    return tuple(bench.good.game.world) if bench.good is not None and bench.good.game is not None else ()


def usual_value(bench: Workbench, name: str) -> str:
    """What an attribute of the world is where no level says otherwise."""
    if bench.good is None or bench.good.game is None or name not in bench.good.game.world:
        return "unknown"
    attr = bench.good.game.world[name]
    return word(bench.good.game, attr, attr.default)


def values_said(bench: Workbench, name: str) -> str:
    """The values that an attribute of the world can have, in words."""
    game = _game(bench)
    if game is None or name not in game.world:
        return "as the text declares it"
    return f"one of {domain_text(game, game.world[name].domain)}"


def example_condition(bench: Workbench) -> str:
    """A condition for a picture, in names of this game."""
    game = _game(bench)
    kind = game.kinds.get(bench.kind) if game is not None else None
    for attr in kind.attrs.values() if kind is not None else ():
        if game is not None and not isinstance(attr.domain, core.ThingDomain) and attr.name != "id":
            return f"{attr.name} = {word(game, attr, values(attr)[-1])}"
    for attr in game.world.values() if game is not None else ():
        if isinstance(attr.domain, core.IntDomain):
            return f"{attr.name} < {attr.domain.high // 4}"
    return "hue = red"


def wrong_value(bench: Workbench, name: str, text: str) -> str:
    """Why an attribute of the world cannot be this."""

    def make() -> Sequence[Change]:
        return value_set(bench, name, text)

    return bench.would(make)


def value_set(bench: Workbench, name: str, text: str) -> tuple[Change, ...]:
    """Have an attribute of the world be what was typed when the level begins; as usual if nothing was."""
    place, places = bench.level_place, bench.document.places
    assert place is not None
    if not text.strip():
        return levels.remove_parameter(places, place, name)
    return levels.set_parameter(places, place, name, text.strip())


def wrong_level_name(bench: Workbench, number: int, text: str) -> str:
    """Why a level cannot be called this."""
    name = text.strip()
    if name and not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return "a name begins with a lower-case letter and goes on with letters, digits and _"
    places = bench.document.places
    return bench.would(lambda: levels.rename(places, places.levels[number], name or None))


def wrong_thing(bench: Workbench, cell: Cell, text: str) -> str:
    """Why a thing cannot be put as it is written."""
    if not text.strip():
        return "write a kind, such as " + example_thing(bench)
    return bench.would(lambda: put_added(bench, text, *cell))


def put_added(bench: Workbench, text: str, x: int, y: int) -> tuple[Change, ...]:
    """Have a thing stand at a cell, as it was typed."""
    place = bench.level_place
    assert place is not None
    found = _THING.fullmatch(text)
    if found is None:
        raise Refused("write a kind, perhaps with attributes and a name: " + example_thing(bench) + " $first")
    pairs = [pair.partition("=") for pair in (found[3] or "").split(",") if pair.strip()]
    values = {name.strip(): value.strip() for name, _, value in pairs}
    return puts.put(bench.document.places, place, found[1], x, y, values, found[2] or found[4])


def put_changed(thing: PutPlace, text: str) -> tuple[Change, ...]:
    """Have a placed thing be what was typed."""
    return (Change(thing.term.start, thing.term.end, text.strip()),)
