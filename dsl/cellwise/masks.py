"""From the entries of a cell to the test and the change that the engines read."""

from __future__ import annotations

from arcg.dsl.cellwise.directions import WAYS
from arcg.dsl.cellwise.drafts import APART, Cell, Entry, Key, Names
from arcg.dsl.cellwise.nodes import ALL_MOVES, MOVES, CellChange, CellTest

_NUMBER = {word: number for number, word in enumerate(WAYS)}


def at_rest(left: tuple[Entry, ...], right: tuple[Entry, ...], names: Names) -> tuple[Entry, ...]:
    """The right cell in which kinds that come to a layer of which the left cell says nothing are at rest."""
    layers = names.layout.layers
    mentioned = {layers[kind] for _, key in left for kind in names.members(key)}
    return tuple(
        ("still", key) if word is None and isinstance(key, int) and layers[key] not in mentioned else (word, key)
        for word, key in right
    )


def clash(cell: Cell, names: Names) -> tuple[Key, Key] | None:
    """Two that a cell is to hold on one layer."""
    seen: dict[int, Key] = {}
    for word, key in cell or ():
        if word not in APART:
            layer = names.layer(key)
            if layer in seen:
                return seen[layer], key
            seen[layer] = key
    return None


def test_of(cell: tuple[Entry, ...], names: Names) -> CellTest:
    """What a left cell asks."""
    present = absent = moving = still = 0
    some: list[int] = []
    for word, key in cell:
        if word == "no":
            absent |= names.mask(key)
            continue
        if isinstance(key, int):
            present |= 1 << key
        else:
            some.append(names.mask(key))
        shift = MOVES * names.layer(key)
        if word == "still":
            still |= ALL_MOVES << shift
        elif word == "randomdir":
            moving |= ALL_MOVES << shift
            still |= ALL_MOVES << shift
        elif word is not None:
            moving |= 1 << (shift + _NUMBER[word])
    return CellTest(present, absent, tuple(some), moving, still)


def change_of(left: tuple[Entry, ...], right: tuple[Entry, ...], test: CellTest, names: Names) -> CellChange:
    """What a right cell does to what its left cell asked for: see `CellChange`."""
    layout = names.layout
    clear = put = unmove = move = wipe = choices = turned = 0
    used: set[int] = set()
    holders: set[int] = set()
    for word, key in right:
        if word == "no":
            clear |= names.mask(key)
            continue
        if word == "random":
            choices |= names.mask(key)
            continue
        layer = names.layer(key)
        whole = ALL_MOVES << (MOVES * layer)
        used.add(layer)
        if isinstance(key, int):
            put = put & ~layout.kinds[layer] | 1 << key
            clear |= layout.kinds[layer]
            holders.add(layer)
        if word is not None:
            wipe |= whole
            if word == "randomdir":
                turned |= whole
            elif word != "still":
                move |= 1 << (MOVES * layer + _NUMBER[word])
    if test.present & ~put:
        clear |= test.present
    if test.moving & ~move:
        unmove |= test.moving
    for word, key in left:
        if word == "no":
            continue
        layer = names.layer(key)
        if layer not in used:
            clear |= layout.kinds[layer]
            wipe |= ALL_MOVES << (MOVES * layer)
        elif isinstance(key, int) and layer not in holders:
            wipe |= ALL_MOVES << (MOVES * layer)
    return CellChange(clear, put, unmove, move, wipe, choices, turned)
