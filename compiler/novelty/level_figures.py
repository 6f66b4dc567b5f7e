"""Two games' levels beside each other: code lengths alone and together, and levels that are nearly those of the other.

The figures are those of mechanics, and never mixed with them:
K(A,B) = min(K(A) + K(B|A), K(B) + K(A|B), K(A) + K(B)), novelty = 2 K(A,B) / (K(A) + K(B)) - 1.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.level_code import After, Prepared, after, paired, prepared
from arcg.compiler.novelty.level_grids import EDGE, LevelSet, moved
from arcg.compiler.novelty.level_model import Copy, laid
from arcg.compiler.novelty.patterns import Pattern, pattern
from arcg.compiler.novelty.ratio import clipped, ratio

MOST_CELLS = 20_000
"""Cells of the levels of two games together; with more, comparing them would take many seconds."""

MOST_SYMBOLS = 400
"""Different cells in the levels of one game; of more, hardly one comes twice."""

LEAST_BITS = 8.0
"""What a level must save as a copy to be told."""

MOST_CHANGED = 1 / 4
"""The share of cells in which a copy that is told may differ."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Level `b` of one game is level `a` of the other, after the symmetry of that number, but for `changed` cells.

    `resized`: it is also cropped or extended. `bits`: what it saves to know that.
    """

    a: str
    b: str
    symmetry: int
    changed: int
    resized: bool
    bits: float


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """Code lengths of two sets of levels, in bits; `unclipped` shows whether the code is calibrated."""

    a: float
    b: float
    joint: float
    chained: float
    same: bool
    """Whether the two sets are the same levels, each up to symmetry and the choice of symbols."""
    likenesses: tuple[Likeness, ...]

    @property
    def novelty(self) -> float:
        """0 the same levels, by definition; 1 nothing in common."""
        return 0.0 if self.same else clipped(self.joint, self.a, self.b)

    @property
    def unclipped(self) -> float:
        """The novelty of one set after the other, not kept within 0 and 1."""
        return ratio(self.chained, self.a, self.b)


def compare_levels(one: LevelSet, two: LevelSet) -> LevelFigures | str:
    """The figures of two sets of levels, or why there are none."""
    if not one.grids or not two.grids:
        return "one of the games has no levels"
    if one.cells + two.cells > MOST_CELLS:
        return f"too large: {one.cells + two.cells} cells in the levels, more than {MOST_CELLS}"
    symbols = max(one.symbols, two.symbols)
    if symbols > MOST_SYMBOLS:
        return f"too many different cells: {symbols}, more than {MOST_SYMBOLS}"
    return compare_prepared_levels(prepared(one), prepared(two))


def compare_prepared_levels(a: Prepared, b: Prepared) -> LevelFigures:
    """The figures of two sets that were made ready."""
    b_given, a_given = after(a, b), after(b, a)
    chained = min(a.bits + b_given.bits, b.bits + a_given.bits)
    joint = min(chained, a.bits + b.bits)
    # whoever describes both has described each of them
    return LevelFigures(
        a=min(a.bits, joint),
        b=min(b.bits, joint),
        joint=joint,
        chained=chained,
        same=_patterns(a) == _patterns(b),
        likenesses=_likenesses(a, b, b_given),
    )


def _patterns(levels: Prepared) -> Counter[Pattern]:
    return Counter(pattern(grid.cells.tolist()) for grid in levels.levels.grids)


def _likenesses(a: Prepared, b: Prepared, given: After) -> tuple[Likeness, ...]:
    """The levels of B that are nearly levels of A."""
    found = []
    for place, (alone, known, copy) in enumerate(zip(b.told, given.told, given.likeliest, strict=True)):
        if copy is None:
            continue
        changed, resized = _changed(a, b, place, copy)
        saved = alone.bits - known.bits
        if saved >= LEAST_BITS and changed <= MOST_CHANGED * b.cells[place].size:
            names = a.levels.grids[copy.source].name, b.levels.grids[place].name
            found.append(Likeness(*names, _between(a.symmetry, copy.symmetry, b.symmetry), changed, resized, saved))
    return tuple(found)


def _changed(a: Prepared, b: Prepared, place: int, copy: Copy) -> tuple[int, bool]:
    """How many cells differ where both boards are, whatever symbols are called, and whether the sizes differ."""
    target = b.cells[place]
    whole = moved(a.cells[copy.source], SYMMETRIES[copy.symmetry])
    source = laid(whole, target.shape, copy.dx, copy.dy)
    pairs, counts = np.unique(np.stack([target.ravel(), source.ravel()]), axis=1, return_counts=True)
    told = {
        (symbol, name): count
        for symbol, name, count in zip(*pairs.tolist(), counts.tolist(), strict=True)
        if name != EDGE
    }
    names = paired((-count, symbol, name) for (symbol, name), count in told.items())
    same = sum(count for (symbol, name), count in told.items() if names.get(symbol) == name)
    return sum(told.values()) - same, whole.shape != target.shape


def _between(first: int, then: int, last: int) -> int:
    """The symmetry that leads from one level as it is in the file to the other, which are told in some symmetry."""
    cells = np.arange(6, dtype=np.int32).reshape(2, 3)
    seen = moved(moved(cells, SYMMETRIES[first]), SYMMETRIES[then])
    for number, symmetry in enumerate(SYMMETRIES):
        if np.array_equal(moved(moved(cells, symmetry), SYMMETRIES[last]), seen):
            return number
    raise AssertionError("the symmetries of the square are a group")


# ---------------------------------------------------------------- in a report


def rows_of(found: LevelFigures | str) -> list[tuple[str, str]]:
    """The figures as lines of a table, and the levels that are nearly the same."""
    if isinstance(found, str):
        return [("novelty", f"not measured: {found}")]
    rows = [
        ("K(A)", f"{found.a:.0f} bits"),
        ("K(B)", f"{found.b:.0f} bits"),
        ("K(A,B)", f"{found.joint:.0f} bits"),
        ("novelty", f"{found.novelty:.3f}" + ("  (the same levels)" if found.same else "")),
    ]
    return rows + [
        (f"{like.bits:.0f} bits", f"{like.b} of B is {like.a} of A{_manner(like)}") for like in found.likenesses
    ]


def _manner(like: Likeness) -> str:
    """How one level became the other, in words."""
    parts = [words] if (words := SYMMETRIES[like.symmetry].words) else []
    parts += ["cropped or extended"] if like.resized else []
    parts += [f"{like.changed} cell{'' if like.changed == 1 else 's'} changed"] if like.changed else []
    return "".join(f", {part}" for part in parts)


def json_of(found: LevelFigures | str) -> dict[str, Any]:
    """The figures as a part of a JSON document."""
    if isinstance(found, str):
        return {"novelty": None, "not_measured": found, "copies": []}
    return {
        "novelty": round(found.novelty, 6),
        "bits": {name: round(bits, 6) for name, bits in (("a", found.a), ("b", found.b), ("joint", found.joint))},
        "copies": [
            {
                "a": like.a,
                "b": like.b,
                "symmetry": SYMMETRIES[like.symmetry].words or None,
                "changed": like.changed,
                "resized": like.resized,
                "bits": round(like.bits, 6),
            }
            for like in found.likenesses
        ],
    }
