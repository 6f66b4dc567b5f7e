"""A rule on its way from brackets to tables: what the steps of the expansion hand to each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from arcg.dsl.cellwise.brackets import BracketRule, Row

Key = int | str
"""What an entry of a cell is about: the number of a kind, or the name of a group."""

Entry = tuple[str | None, Key]
"""A word of `brackets.WORDS`, or one that `directions` made of it, and what it is said of."""

Cell = tuple[Entry, ...] | None
"""The entries of a cell; None for a gap."""

APART = ("no", "random")
"""Words of entries that do not say what is in a cell: it is not there, or only may come."""

ProblemKind = Literal[
    "needless no",
    "contradiction on the right",
    "unknown movement",
    "unknown member",
    "never together",
    "never without",
    "put together",
    "random kind",
    "random beside",
    "too many",
]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something odd (`warning`) or wrong (`error`) with a rule, told once for each rule and `keys`.

    - `needless no`: that `keys[0]` is absent goes without saying, for the others in the cell take its layers.
    - `contradiction on the right`: a cell is to hold `keys[1]` and no `keys[0]`, which that is.
    - `unknown movement`: `word` on the right, of `keys[0]`, cannot be told from the left. There is no rule then.
    - `unknown member`: which member of `keys[0]` is meant on the right cannot be told from the left.
    - `never together`: a left cell asks for both `keys`, which lie on one layer, in all ways of the rule.
    - `never without`: a left cell asks for `keys[0]` and for its absence.
    - `put together`: a right cell puts both `keys`, which lie on one layer. Only the second comes. It is a warning if
      not all ways of the rule do that.
    - `random kind`: `keys[0]` is one kind, so there is nothing to choose from.
    - `random beside`: of the choices, `keys[0]` lies on the layer of `keys[1]`, which the cell holds as well.
    - `too many`: the rule has `count` ways or more before any is dropped, more than can be made.

    `cell` is the place of the cell in the rule: its row and its number in the row, from 0.
    """

    kind: ProblemKind
    severity: Literal["error", "warning"]
    cell: tuple[int, int] = (0, 0)
    keys: tuple[Key, ...] = ()
    word: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """A rule in one way: the cells of all its rows, left and right, one after another.

    `right` has as many cells as `left`, or none. The lengths of the rows are the same for all drafts of a rule.
    `backward`: the cells of each row stand in the opposite order to that of the rule as written.
    """

    way: int
    left: tuple[Cell, ...]
    right: tuple[Cell, ...]
    backward: bool = False


class Layout:
    """Which kinds lie on which layer: `layers` by kind, `kinds` (a set as a number) by layer."""

    __slots__ = ("kinds", "layers")

    def __init__(self, layers: tuple[int, ...]) -> None:
        self.layers = layers
        self.kinds = [0] * (max(layers, default=-1) + 1)
        for kind, layer in enumerate(layers):
            self.kinds[layer] |= 1 << kind


@lru_cache(maxsize=4)
def layout(layers: tuple[int, ...]) -> Layout:
    """The layout for the layers of all kinds; games are expanded rule by rule, so it is kept."""
    return Layout(layers)


@dataclass(slots=True)
class Names:
    """What the names of a rule stand for, and where its cells stand."""

    layout: Layout
    groups: dict[str, tuple[int, ...]] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    _layers: dict[Key, int] = field(default_factory=dict)

    def members(self, key: Key) -> tuple[int, ...]:
        """The kinds of a group, the last of equal ones kept; of a kind itself."""
        return (key,) if isinstance(key, int) else self.groups[key]

    def mask(self, key: Key) -> int:
        """The kinds of a key as a set."""
        result = 0
        for kind in self.members(key):
            result |= 1 << kind
        return result

    def layer(self, key: Key) -> int:
        """The one layer of all members; -1 if they lie on several."""
        known = self._layers.get(key)
        if known is None:
            layers = {self.layout.layers[kind] for kind in self.members(key)}
            known = self._layers[key] = layers.pop() if len(layers) == 1 else -1
        return known

    def where(self, index: int, backward: bool = False) -> tuple[int, int]:
        """Row, and number in it as written, of the cell `index` of a draft."""
        row, number = self.places[index]
        return row, self.lengths[row] - 1 - number if backward else number


def draft(rule: BracketRule, layers: Layout) -> tuple[Draft, Names]:
    """The first draft of a rule, without a way, and its names."""
    groups: dict[str, tuple[int, ...]] = {}

    def cells(rows: tuple[Row, ...]) -> tuple[Cell, ...]:
        result: list[Cell] = []
        for row in rows:
            for cell in row:
                if cell is None:
                    result.append(None)
                    continue
                entries: list[Entry] = []
                for item in cell:
                    kinds = tuple(dict.fromkeys(reversed(item.kinds)))[::-1]
                    if len(kinds) == 1:
                        entries.append((item.word, kinds[0]))
                    else:
                        groups[item.name] = kinds
                        entries.append((item.word, item.name))
                result.append(tuple(entries))
        return tuple(result)

    made = Draft(rule.ways[0] if rule.ways else 0, cells(rule.left), cells(rule.right))
    lengths = tuple(map(len, rule.left))
    places = tuple((row, number) for row, length in enumerate(lengths) for number in range(length))
    return made, Names(layers, groups, lengths, places)
