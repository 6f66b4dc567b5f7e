"""A position: the things on the board, the world's attributes and the named saves.

Things are immutable records under *handles*, numbers that tell things apart while an engine runs and that never leave
it. Whatever depends on which thing comes first goes through `order.py`, never through handles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from arcg.compiler import ir
from arcg.runtime.engine import Status

Cell = tuple[int, int]


class Thing(NamedTuple):
    """One thing: its kind, its cell, its attributes in the kind's order (things as handles)."""

    kind: int
    x: int
    y: int
    attrs: tuple[int, ...]

    @property
    def cell(self) -> Cell:
        """Where the thing's origin lies."""
        return (self.x, self.y)


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save holds: things and world attributes, not other saves, level or status."""

    things: Mapping[int, Thing]
    world: tuple[int, ...]


@dataclass(slots=True)
class State:
    """A position in play. `copy` is cheap: things are shared, only the tables are new."""

    level: int
    status: Status
    things: dict[int, Thing]
    world: list[int]
    saves: list[Saved | None]
    next_handle: int
    seed: int = 0
    """Where chance begins in every level of the game, and, in `random`, where it is (`chance.py`)."""
    random: int = 0
    covering: dict[Cell, list[int]] | None = field(default=None, repr=False)
    """The things that cover each cell, once `Bodies.at` was asked for any."""
    _by_kind: dict[int, list[int]] | None = field(default=None, repr=False)

    def copy(self) -> State:
        """An independent copy."""
        things, world, saves = dict(self.things), list(self.world), list(self.saves)
        return State(self.level, self.status, things, world, saves, self.next_handle, self.seed, self.random)

    def saved(self) -> Saved:
        """The position as a save."""
        return Saved(dict(self.things), tuple(self.world))

    def write(self, handle: int, thing: Thing | None) -> None:
        """Replace, add or (None) remove a thing."""
        if thing is None:
            del self.things[handle]
        else:
            self.things[handle] = thing
        self.covering = self._by_kind = None

    def replace_things(self, things: dict[int, Thing]) -> None:
        """Put all things anew."""
        self.things = things
        self.covering = self._by_kind = None

    def of_kind(self, kind: int) -> list[int]:
        """The handles of the things of a kind, in no particular order."""
        if self._by_kind is None:
            self._by_kind = {}
            for handle, thing in self.things.items():
                self._by_kind.setdefault(thing.kind, []).append(handle)
        return self._by_kind.get(kind, [])

    def same_position(self, other: State) -> bool:
        """Whether the tables are equal, handle for handle; unequal tables may still be equal states."""
        return (
            self.things == other.things
            and self.world == other.world
            and self.saves == other.saves
            and self.level == other.level
            and self.status == other.status
            and self.random == other.random
        )


def fits(domain: ir.Domain, value: int, things: Mapping[int, Thing]) -> bool:
    """Whether a value lies in a domain; a thing must be among `things` and of a kind that the domain names."""
    match domain:
        case ir.IntDomain(low, high):
            return low <= value <= high
        case ir.EnumDomain(names):
            return 0 <= value < len(names)
        case ir.DirDomain():
            return 0 <= value < 4
        case ir.ThingDomain(kinds):
            return value == ir.NONE or (value in things and things[value].kind in kinds)


class References:
    """Which attributes of a program hold things: the only way in which one thing can depend on another's identity."""

    def __init__(self, program: ir.Program) -> None:
        self.by_kind: tuple[tuple[int, ...], ...] = tuple(
            tuple(place for place, attr in enumerate(kind.attrs) if isinstance(attr.domain, ir.ThingDomain))
            for kind in program.kinds
        )
        """Per kind, the places of its attributes that hold things."""
        self.world: tuple[int, ...] = tuple(
            number for number, attr in enumerate(program.world) if isinstance(attr.domain, ir.ThingDomain)
        )
        self.plain: tuple[tuple[int, ...], ...] = tuple(
            tuple(place for place in range(len(kind.attrs)) if place not in self.by_kind[number])
            for number, kind in enumerate(program.kinds)
        )
        self.number: tuple[int | None, ...] = tuple(
            next((place for place, attr in enumerate(kind.attrs) if attr.field == kind.numbered), None)
            for kind in program.kinds
        )
        """Per kind, the place of the attribute that numbers its things, if they are numbered."""
        self.any = bool(self.world) or any(self.by_kind)

    def next_number(self, state: State, kind: int) -> int:
        """The number of a thing that is made: one more than the greatest that there is of its kind."""
        place = self.number[kind] or 0
        return 1 + max((state.things[handle].attrs[place] for handle in state.of_kind(kind)), default=0)

    def number_anew(self, state: State) -> bool:
        """Number the things of each numbered kind 1, 2, 3 and so on, in the same order; whether any number changed."""
        changed = False
        for kind, place in enumerate(self.number):
            if place is None:
                continue
            at = place
            handles = sorted(state.of_kind(kind), key=lambda handle: state.things[handle].attrs[at])
            for number, handle in enumerate(handles, start=1):
                thing = state.things[handle]
                if thing.attrs[at] != number:
                    attrs = (*thing.attrs[:at], number, *thing.attrs[at + 1 :])
                    state.write(handle, thing._replace(attrs=attrs))
                    changed = True
        return changed

    def forget_gone(self, state: State) -> None:
        """A reference to a thing that is gone reads `none`, for good."""
        if not self.any:
            return
        things = state.things
        for number in self.world:
            if state.world[number] not in things:
                state.world[number] = ir.NONE
        for handle, thing in list(things.items()):
            places = self.by_kind[thing.kind]
            if any(thing.attrs[place] != ir.NONE and thing.attrs[place] not in things for place in places):
                attrs = tuple(
                    ir.NONE if place in places and value not in things else value
                    for place, value in enumerate(thing.attrs)
                )
                state.write(handle, thing._replace(attrs=attrs))
