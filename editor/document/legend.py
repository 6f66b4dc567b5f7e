"""The palette of a file: which characters there are to draw with, new ones for new things, and what they stand for.

Takes the places of a text, gives the changes that make it what was asked for, or says why that cannot be. Things are
said as they are written in a legend: `Bale{hue=red} Loom`.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import Final

from arcg.dsl import core, syntax
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.functions import ID
from arcg.dsl.model import Game, KindModel
from arcg.dsl.parser import parse
from arcg.dsl.wording import written as worded
from arcg.editor.document.changes import Change, Refused
from arcg.editor.document.layout import checked, settled
from arcg.editor.document.levels import gap_above
from arcg.editor.document.places import EntryPlace, LevelPlace, Places
from arcg.editor.document.rows import without
from arcg.editor.document.terms import changed, written

_NEVER: Final = " ./="
"""Never given to things: a blank is empty and so is a full stop, the others would be hard to read in a legend."""

_OTHERS: Final = string.ascii_uppercase + string.ascii_lowercase + string.digits + "#*+-~^_%&@!?$<>()[]{}|:;,'\"`\\"
_RARE: Final = "".join(map(chr, range(0xC0, 0x250)))

Thing = tuple[str, tuple[tuple[str, str], ...]]
"""A kind with values of attributes, by name."""


def thing_text(game: Game, kind: KindModel, attrs: tuple[int, ...]) -> str:
    """A thing of a level as a legend or a `put` says it: its kind, and the values that are not those at the start.

    Raises:
        Refused: it holds another thing, which only a `put` can name.
    """
    values: dict[str, str] = {}
    for attr, value in zip(kind.attrs.values(), attrs, strict=True):
        if value == attr.default or (kind.numbered and attr.name == ID):
            continue
        if isinstance(attr.domain, core.ThingDomain) and value != core.NONE:
            raise Refused(f"`{attr.name}` of this `{kind.name}` is a thing, which no legend can say: place it by `put`")
        values[attr.name] = value_text(attr.domain, value)
    return written(kind.name, values)


def value_text(domain: core.Domain, value: int) -> str:
    """A value of an attribute as it is written."""
    match domain:
        case core.IntDomain():
            return str(value)
        case core.EnumDomain(names):
            return names[value]
        case core.DirDomain():
            return core.DIRECTIONS[value]
    return "none"


def users(places: Places, glyph: str) -> tuple[LevelPlace, ...]:
    """The levels whose maps have this character."""
    return tuple(level for level in places.levels if any(glyph in row.text for row in level.rows))


def glyph_for(places: Places, things: str, game: Game | None = None) -> tuple[str, tuple[Change, ...]]:
    """The character for things, and the changes that give the legend a new entry if it has none for them.

    With the checked game, values that things have anyway need not be said for an entry to be the same. A new character
    is a letter of the first kind's name if one is free: in no entry and in no map.

    Raises:
        Refused: the things cannot be read, or no character is free.
    """
    wanted = _things(checked(f"x = {things}", "legend"), game)
    entries = places.legend.entries if places.legend else ()
    known = [(entry, _things(f"x = {entry.things}", game)) for entry in entries]
    for same in (lambda found: found == wanted, lambda found: sorted(found) == sorted(wanted)):
        for entry, found in known:
            if found and same(found):
                return entry.glyph, ()
    glyph = _free(places, [kind for kind, _ in wanted])
    return glyph, settled(places.text, [_new_entry(places, glyph, things.strip(), wanted[0][0])])


def redefine(places: Places, entry: EntryPlace, things: str) -> tuple[Change, ...]:
    """Have a character stand for other things, wherever it is drawn.

    Raises:
        Refused: the things cannot be read.
    """
    checked(f"x = {things}", "legend")
    start, end = entry.at
    new = things.strip() if places.text[entry.part.start + 1 : start].strip() else f" = {things.strip()}"
    return settled(places.text, [Change(start, end, new)] if new != entry.things else [])


def change(places: Places, entry: EntryPlace, number: int, values: Mapping[str, str | None]) -> tuple[Change, ...]:
    """Give thing `number` of an entry, from 0, values of its attributes; None leaves one as it is at the start.

    Raises:
        Refused: a value cannot be read, or the entry has no such thing.
    """
    if not 0 <= number < len(entry.terms):
        raise Refused(f"the entry `{entry.glyph}` has no thing {number + 1} that can be read: mend it first")
    term = entry.terms[number]
    for attr, value in values.items():
        if value is not None:
            checked(f"x = {written(term.kind, {attr: value})}", "legend")
    return settled(places.text, changed(places.text, term, values))


def remove(places: Places, entry: EntryPlace) -> tuple[Change, ...]:
    """Take an entry out of the legend; the legend goes with its last one.

    Raises:
        Refused: a map has the character.
    """
    legend = places.legend
    names = ", ".join(f"`{level.title}`" for level in users(places, entry.glyph))
    twice = legend is not None and sum(other.glyph == entry.glyph for other in legend.entries) > 1
    if names and not twice:
        raise Refused(f"`{entry.glyph}` is still drawn in level {names}: draw something else there first")
    blocks = [block for block in (legend.blocks if legend else ()) if block.start <= entry.part.start <= block.end]
    inside = [e for e in (legend.entries if legend else ()) for b in blocks if b.start <= e.part.start <= b.end]
    gone = blocks[0] if blocks and len(inside) == 1 else entry.part
    return settled(places.text, [without(places.text, gone)])


# ---------------------------------------------------------------- new entries


def _things(line: str, game: Game | None) -> list[Thing]:
    """The things of a legend entry, with the values at the start where the game knows them; none if it is mistaken."""
    statements = parse(f"legend\n    {line}\n", "", Reporter()).statements
    entries = [entry for decl in statements if isinstance(decl, syntax.LegendDecl) for entry in decl.entries]
    found: list[Thing] = []
    for term in entries[0].things if entries else ():
        kind = game.kinds.get(term.kind or "") if game is not None else None
        values = {attr.name: value_text(attr.domain, attr.default) for attr in kind.attrs.values()} if kind else {}
        values |= {test.name: worded(test.value) for test in term.tests}
        found.append((term.kind or "", tuple(sorted(values.items()))))
    return found


def _free(places: Places, kinds: list[str]) -> str:
    """A character that is nowhere used, from the names of kinds if there is one."""
    used = set(_NEVER) | {entry.glyph for entry in (places.legend.entries if places.legend else ())}
    used.update(*(row.text for level in places.levels for row in level.rows))
    glyph = next((glyph for glyph in _candidates(kinds) if glyph not in used), None)
    if glyph is None:
        raise Refused("no character is free any more: take entries that no map uses out of the legend")
    return glyph


def _candidates(kinds: list[str]) -> Iterator[str]:
    for kind in kinds:
        for letter in kind.replace("_", ""):
            yield from (letter.upper(), letter.lower())
    yield from _OTHERS
    yield from _RARE


def _new_entry(places: Places, glyph: str, things: str, kind: str) -> Change:
    """The change that gives the legend an entry, behind the last one for the same kind, else behind all."""
    legend = places.legend
    if legend is None:
        return _new_legend(places, f"legend{places.newline}{places.step}{glyph} = {things}")
    alike = [entry for entry in legend.entries if entry.terms and entry.terms[0].kind == kind] or legend.entries
    if not alike:
        at = legend.blocks[-1].line_end
        return Change(at, at, f"{places.newline}{legend.margin}{glyph} = {things}")
    last = alike[-1]
    sign = places.text[last.part.start + 1 : last.at[0]] if last.terms else " = "
    return Change(last.part.end, last.part.end, f"{places.newline}{last.part.margin}{glyph}{sign}{things}")


def _new_legend(places: Places, text: str) -> Change:
    """The change that puts a legend in, above the levels."""
    if places.levels:
        first = places.levels[0]
        return Change(first.start, first.start, text + (gap_above(places, first) or places.newline * 2))
    end = len(places.text.rstrip(" \t\r\n"))
    apart = places.newline * 2 if places.text.strip("\ufeff \t\r\n") else ""
    return Change(end, end, apart + text + ("" if "\n" in places.text[end:] else places.newline))
