"""One game beside a collection, for the review of a design: the nearest games, and what of it is there already."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arcg.compiler.novelty.collection import LeftOut
from arcg.compiler.novelty.ready import Progress, Quiet, Ready, ReadyCollection
from arcg.compiler.novelty.survey import Pair, SharedRule, compared, excerpt
from arcg.compiler.novelty.verdict import Null
from arcg.compiler.novelty.whole import bits_given


@dataclass(frozen=True)
class Review:
    """A game beside a collection. `pairs`: with each of the games, in their order; the new one comes first in each.

    `given`: the bits that describe it to somebody who knows the collection.
    """

    new: Ready
    games: tuple[Ready, ...]
    left_out: tuple[LeftOut, ...]
    pairs: tuple[Pair, ...]
    given: float

    @property
    def alone(self) -> float:
        """The bits that describe the new game to somebody who does not know the collection."""
        return self.new.prepared.bits

    @property
    def by_chance(self) -> float | None:
        """So many of as many unrelated games would be as near as the nearest; None where that is not known."""
        share = self.nearest.percentile
        return None if share is None else share * len(self.games)

    @cached_property
    def nearest_first(self) -> tuple[Pair, ...]:
        """The pairs, the nearest first."""
        return tuple(sorted(self.pairs, key=lambda pair: pair.nearness))

    @property
    def nearest(self) -> Pair:
        """The pair with the nearest game."""
        return self.nearest_first[0]

    def game(self, pair: Pair) -> Ready:
        """The game of the collection in a pair."""
        return self.games[pair.b - 1]

    @cached_property
    def known_levels(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """The levels that are in the collection already, each with the files and levels where it is."""
        there: dict[str, list[tuple[str, str]]] = {}
        for game in self.games:
            for level, fingerprint in zip(game.game.program.levels, game.levels, strict=True):
                there.setdefault(fingerprint, []).append((game.game.file, level.name))
        levels = zip(self.new.game.program.levels, self.new.levels, strict=True)
        return tuple((level.name, tuple(there[print_])) for level, print_ in levels if print_ in there)

    def side_by_side(self, pair: Pair) -> list[tuple[SharedRule, str, str]]:
        """The shared rules of a pair, each with its lines in the new game and in the other one."""
        other = self.game(pair).game
        return [(rule, excerpt(self.new.game, rule.a.line), excerpt(other, rule.b.line)) for rule in pair.shared]

    def as_json(self) -> dict[str, Any]:
        """The review as a JSON document."""
        files = [self.new.game.file, *(game.game.file for game in self.games)]
        nearest = self.nearest.as_json(files)
        told = zip(nearest["shared_rules"], self.side_by_side(self.nearest), strict=True)
        for place, (_, one, other) in told:
            place["a"]["text"], place["b"]["text"] = one, other
        return {
            "game": self.new.game.file,
            "games": len(self.games),
            "left_out": [{"file": left.file, "line": left.line, "reason": left.reason} for left in self.left_out],
            "nearest": nearest,
            "by_chance": None if self.by_chance is None else round(self.by_chance, 6),
            "bits": {"alone": round(self.alone, 6), "given_collection": round(self.given, 6)},
            "pairs": [pair.as_json(files) for pair in self.nearest_first],
            "known_levels": [
                {"level": name, "in": [{"file": file, "level": level} for file, level in same]}
                for name, same in self.known_levels
            ],
        }


def review(new: Ready, collection: ReadyCollection, null: Null, progress: Progress | None = None) -> Review:
    """Compare a game with all of a collection."""
    told = progress or Quiet()
    told.begin("comparing", len(collection.games))
    pairs = []
    for number, game in enumerate(collection.games, 1):
        pairs.append(compared(new.prepared, game.prepared, (0, number), null))
        told.advance()
    useful = sorted(pairs, key=lambda pair: (-pair.shared_bits, pair.b))
    given = bits_given(new.prepared, [collection.games[pair.b - 1].prepared for pair in useful])
    return Review(new, collection.games, collection.left_out, tuple(pairs), given)
