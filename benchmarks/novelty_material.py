"""Games and distances for `novelty.py`: which games there are and which belong together, what is measured of two."""

from __future__ import annotations

import lzma
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from conformance.importing import imported
from conformance.material import recorded

from arcg.compiler import ir
from arcg.compiler.canonical import canonical
from arcg.compiler.canonical.lift_cells import lifted_cells
from arcg.compiler.canonical.tree import Child, Node
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.compare import Prepared, compare_prepared, prepared
from arcg.runtime.loading import load

ROOT = Path(__file__).parents[1]
FAMILIES = Path(__file__).with_name("novelty_families.yaml")
LARGEST, LARGEST_QUICK = 5000, 200
"""Most nodes of the tree of a game of rules over cells."""

MOST_KINDS = 250
"""Most kinds: the labelling of many look-alikes takes long."""

Measure = Callable[[Prepared, Prepared], float]


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its name and, if it is a recorded one, its number."""

    name: str
    program: ir.Program
    number: int | None = None

    @property
    def cells(self) -> bool:
        """Whether its rules are over cells."""
        return self.program.cellwise is not None


# ---------------------------------------------------------------- games


def games(largest: int) -> tuple[list[Game], list[str]]:
    """All games, and the names of those that were left out."""
    files = [*sorted(ROOT.glob("games/*/*.arcg")), *sorted(ROOT.glob("tests/expressiveness/*.arcg"))]
    found = [Game(file.stem, load(str(file))) for file in files]
    left = []
    for test in recorded():
        game = Game(test.name, imported(test.source).program, test.number)
        cellwise = game.program.cellwise
        if (
            cellwise is None
            or sum(len(g.rules) for g in (*cellwise.early.groups, *cellwise.late.groups)) > 2 * largest
            or len(game.program.kinds) > MOST_KINDS
            or size(lifted_cells(game.program, cellwise)) > largest
        ):
            left.append(game.name)
        else:
            found.append(game)
    return found, left


def size(tree: Child) -> int:
    """How many nodes a tree has."""
    return 1 + sum(map(size, tree.children)) if isinstance(tree, Node) else 1


def listed(found: Sequence[Game]) -> tuple[dict[str, list[Game]], set[frozenset[str]]]:
    """The families, and the pairs of names that are never unrelated."""
    document = yaml.safe_load(FAMILIES.read_text(encoding="utf-8"))
    by_number = {game.number: game for game in found if game.number is not None}
    families, kin = {}, set()
    for part in ("families", "kin"):
        for entry in document[part]:
            members = []
            for number, name in entry["games"]:
                if number in by_number:
                    assert by_number[number].name.strip() == name, (number, name)
                    members.append(by_number[number])
            kin |= {frozenset((str(a.number), str(b.number))) for a, b in combinations(members, 2)}
            if part == "families":
                families[entry["name"]] = members
    return families, kin


def ready(program: ir.Program) -> Prepared:
    """A game's form with what comparing it needs."""
    return prepared(canonical(program), shipped())


# ---------------------------------------------------------------- measures


def ours(a: Prepared, b: Prepared) -> float:
    """Our figure, not kept below 1, so that ties at the top do not count."""
    found = compare_prepared(a, b)
    return 0.0 if found.same else found.unclipped


def _text(game: Prepared) -> bytes:
    return "\n".join(" ".join(unit.body) for unit in game.turns[0]).encode()


def _compressed(pack: Callable[[bytes], int]) -> Measure:
    def distance(a: Prepared, b: Prepared) -> float:
        one, two = _text(a), _text(b)
        first, second = pack(one), pack(two)
        both = min(pack(one + b"\n" + two), pack(two + b"\n" + one))
        return (both - min(first, second)) / max(first, second)

    return distance


def _lzma(text: bytes) -> int:
    return len(
        lzma.compress(text, lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 18}])
    )


def jaccard(a: Prepared, b: Prepared) -> float:
    """1 - the share of bodies of rules that both have."""
    one, two = ({unit.body for unit in game.turns[0] if unit.is_rule} for game in (a, b))
    return 1 - len(one & two) / len(one | two) if one | two else 0.0


MEASURES: dict[str, Measure] = {
    "ours": ours,
    "zlib": _compressed(lambda text: len(zlib.compress(text, 9))),
    "lzma": _compressed(_lzma),
    "Jaccard": jaccard,
}


def area(near: Sequence[float], far: Sequence[float]) -> float:
    """The area under the ROC curve: how often a near pair has the smaller distance, ties half."""
    if not near or not far:
        return float("nan")
    wins = sum((a < b) + (a == b) / 2 for a in near for b in far)
    return wins / (len(near) * len(far))


def spearman(values: Sequence[float]) -> float:
    """The rank correlation of values with their places."""
    ranks = [sum(v < value for v in values) + (sum(v == value for v in values) - 1) / 2 for value in values]
    mean = (len(values) - 1) / 2
    across = sum((rank - mean) * (place - mean) for place, rank in enumerate(ranks))
    spread = sum((rank - mean) ** 2 for rank in ranks) * sum((place - mean) ** 2 for place in range(len(values)))
    return across / spread**0.5 if spread else 0.0


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
