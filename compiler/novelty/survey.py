"""All games of a collection beside each other: every pair with its figures and verdict, and what follows from them.

Of each game the nearest other, the tree of games, and the levels that several games have. A pair's shared rules are
kept as their places in the two files where they are evidence of anything.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from arcg.compiler.canonical.tree import Source
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.clusters import Tree, tree
from arcg.compiler.novelty.collection import Game, LeftOut
from arcg.compiler.novelty.compare import EVIDENCE_BITS, FEW_RULES, Prepared, compare_prepared
from arcg.compiler.novelty.prefilter import worth_coding
from arcg.compiler.novelty.ready import Progress, Quiet, Ready, ReadyCollection, spread
from arcg.compiler.novelty.units import rule_count
from arcg.compiler.novelty.verdict import Null, Verdict, judged

NEAR: tuple[Verdict, ...] = ("clone", "variant", "related")
"""The verdicts that say that two games have to do with each other, the nearest first."""

BATCH = 256
"""Pairs that a process is given at a time."""


@dataclass(frozen=True, slots=True)
class SharedRule:
    """A rule of one game that was coded from a rule of the other: both places, and the bits that this saved."""

    a: Source
    b: Source
    bits: float


@dataclass(frozen=True, slots=True)
class Pair:
    """What was found of games `a` and `b`, numbers in the collection; lengths in bits.

    `percentile` is that of the verdict among unrelated pairs; None where the verdict does not stand on one.
    """

    a: int
    b: int
    novelty: float
    containment: float
    alone: tuple[float, float]
    joint: float
    verdict: Verdict
    percentile: float | None
    shared: tuple[SharedRule, ...]
    coded: bool = True
    """False: at a glance the two have nothing in common, and that is all that was looked at."""

    @property
    def shared_bits(self) -> float:
        """What is saved by describing both together."""
        return sum(self.alone) - self.joint

    @property
    def nearness(self) -> tuple[int, float, int, int]:
        """The less, the nearer: verdicts that mean something first, then novelty, then the order of the games."""
        rank = NEAR.index(self.verdict) if self.verdict in NEAR else len(NEAR)
        return rank, self.novelty, self.a, self.b

    def as_json(self, files: Sequence[str]) -> dict[str, Any]:
        """The pair as a part of a JSON document; `files` are those of the collection's games."""
        bits = {"a": self.alone[0], "b": self.alone[1], "joint": self.joint, "shared": self.shared_bits}
        return {
            "a": files[self.a],
            "b": files[self.b],
            "novelty": round(self.novelty, 6),
            "containment": round(self.containment, 6),
            "bits": {name: round(value, 6) for name, value in bits.items()},
            "verdict": self.verdict,
            "percentile": None if self.percentile is None else round(self.percentile, 6),
            "coded": self.coded,
            "shared_rules": [
                {
                    "a": {"file": files[self.a], "line": rule.a.line, "rule": rule.a.what},
                    "b": {"file": files[self.b], "line": rule.b.line, "rule": rule.b.what},
                    "bits": round(rule.bits, 6),
                }
                for rule in self.shared
            ],
        }

    def other(self, game: int) -> int:
        """The game of the pair that is not this one."""
        return self.b if game == self.a else self.a


@dataclass(frozen=True)
class Survey:
    """A collection with all its pairs, in the order of `combinations`."""

    games: tuple[Ready, ...]
    left_out: tuple[LeftOut, ...]
    pairs: tuple[Pair, ...]
    null: Null

    def pair(self, one: int, other: int) -> Pair:
        """The pair of two games."""
        a, b = sorted((one, other))
        return self.pairs[a * (2 * len(self.games) - a - 1) // 2 + b - a - 1]

    def pairs_of(self, game: int) -> list[Pair]:
        """The pairs of a game with all others."""
        return [self.pair(game, other) for other in range(len(self.games)) if other != game]

    @property
    def passed_over(self) -> int:
        """How many pairs were not coded, since they have nothing in common at a glance."""
        return sum(not pair.coded for pair in self.pairs)

    @cached_property
    def nearest(self) -> tuple[Pair | None, ...]:
        """For each game the pair with the one nearest to it; None if there is no other."""
        return tuple(
            min(self.pairs_of(game), key=lambda pair: pair.nearness, default=None) for game in range(len(self.games))
        )

    @cached_property
    def closest(self) -> tuple[Pair, ...]:
        """All pairs, the nearest first."""
        return tuple(sorted(self.pairs, key=lambda pair: pair.nearness))

    @cached_property
    def distances(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The novelty of each game beside each other one."""
        found = np.zeros((len(self.games), len(self.games)))
        for pair in self.pairs:
            found[pair.a, pair.b] = found[pair.b, pair.a] = pair.novelty
        return found

    @cached_property
    def tree(self) -> Tree:
        """Which games belong together."""
        return tree(self.distances)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What to call each game: its file, without the folder that all of them share."""
        return short([game.game.file for game in self.games])

    @cached_property
    def same_levels(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        """Levels that several games have, up to symmetry and the choice of things: each a list of game and level."""
        found: dict[str, list[tuple[int, str]]] = {}
        for number, game in enumerate(self.games):
            for level, print_ in zip(game.game.program.levels, game.levels, strict=True):
                found.setdefault(print_, []).append((number, level.name))
        return tuple(tuple(same) for same in found.values() if len({game for game, _ in same}) > 1)

    def as_json(self) -> dict[str, Any]:
        """The survey as a JSON document: bits and shares rounded to six digits."""
        files = [game.game.file for game in self.games]
        return {
            "games": [
                {
                    "file": game.game.file,
                    "hash": game.prepared.form.hash,
                    "bits": round(game.prepared.bits, 6),
                    "rules": rule_count(game.prepared.turns[0]),
                    "levels": len(game.levels),
                    "nearest": None if pair is None else files[pair.other(number)],
                    "novelty": None if pair is None else round(pair.novelty, 6),
                    "verdict": None if pair is None else pair.verdict,
                }
                for number, (game, pair) in enumerate(zip(self.games, self.nearest, strict=True))
            ],
            "left_out": [{"file": left.file, "line": left.line, "reason": left.reason} for left in self.left_out],
            "pairs": [pair.as_json(files) for pair in self.closest],
            "clusters": {
                "order": [files[game] for game in self.tree.order],
                "joins": [
                    {"left": join.left, "right": join.right, "novelty": round(join.height, 6)}
                    for join in self.tree.joins
                ],
            },
            "same_levels": [
                [{"file": files[game], "level": level} for game, level in same] for same in self.same_levels
            ],
            "background": shipped().version,
        }


def short(files: Sequence[str]) -> tuple[str, ...]:
    """Names of files as short as they go: without what all of them begin with, up to a folder."""
    parts = [file.replace("\\", "/").split("/") for file in files]
    common = 0
    while min(map(len, parts)) > common + 1 and len({name[common] for name in parts}) == 1:
        common += 1
    return tuple("/".join(name[common:]) for name in parts)


def survey(collection: ReadyCollection, null: Null, jobs: int = 1, progress: Progress | None = None) -> Survey:
    """Compare all games of a collection with each other; in a large one only those that are alike at a glance."""
    told = progress or Quiet()
    forms = [game.prepared for game in collection.games]
    chosen = worth_coding(forms)
    places = list(combinations(range(len(forms)), 2))
    coded = [place for place in places if chosen[place]]
    told.begin("comparing pairs", len(coded))
    batches = [coded[start : start + BATCH] for start in range(0, len(coded), BATCH)]
    pairs: dict[tuple[int, int], Pair] = {}
    for found in _compared(forms, null, batches, jobs):
        for pair in found:
            pairs[pair.a, pair.b] = pair
            told.advance()
    every = (pairs.get((a, b)) or unlike(forms[a], forms[b], (a, b)) for a, b in places)
    return Survey(collection.games, collection.left_out, tuple(every), null)


def _compared(
    forms: list[Prepared], null: Null, batches: list[list[tuple[int, int]]], jobs: int
) -> Iterator[list[Pair]]:
    if min(jobs, len(batches)) <= 1:
        for batch in batches:
            yield [compared(forms[a], forms[b], (a, b), null) for a, b in batch]
        return
    # Packed here, once, rather than for each process.
    yield from spread(_batch, batches, min(jobs, len(batches)), _take, (pickle.dumps((forms, null)),))


_TAKEN: list[tuple[list[Prepared], Null]] = []
"""What a process that compares pairs was given when it began."""


def _take(packed: bytes) -> None:
    _TAKEN.append(pickle.loads(packed))


def _batch(places: list[tuple[int, int]]) -> list[Pair]:
    forms, null = _TAKEN[-1]
    return [compared(forms[a], forms[b], (a, b), null) for a, b in places]


def compared(one: Prepared, other: Prepared, numbers: tuple[int, int], null: Null) -> Pair:
    """Two games of a collection beside each other."""
    found = compare_prepared(one, other)
    judgement = judged(found, null)
    evidence = found.same or found.shared_bits >= EVIDENCE_BITS
    shared = tuple(SharedRule(pair.a.source, pair.b.source, pair.bits) for pair in found.shared) if evidence else ()
    return Pair(
        *numbers,
        novelty=found.novelty,
        containment=found.containment,
        alone=(found.a, found.b),
        joint=found.joint,
        verdict=judgement.verdict,
        percentile=judgement.percentile,
        shared=shared,
    )


def unlike(one: Prepared, other: Prepared, numbers: tuple[int, int]) -> Pair:
    """Two games that are not coded together, since at a glance they have nothing in common."""
    alone = (one.bits, other.bits)
    short = min(rule_count(game.turns[0]) for game in (one, other)) <= FEW_RULES or min(alone) < EVIDENCE_BITS
    return Pair(
        *numbers,
        novelty=1.0,
        containment=0.0,
        alone=alone,
        joint=sum(alone),
        verdict="too short to judge" if short else "novel",
        percentile=None,
        shared=(),
        coded=False,
    )


# ---------------------------------------------------------------- lines of files


MOST_LINES = 8
"""Of a rule that goes on over more lines, only these are shown."""


def excerpt(game: Game, line: int | None) -> str:
    """A rule as it stands in its file: its line and those below it that are indented further, moved to the left."""
    lines = game.text.splitlines()
    if line is None or not 0 < line <= len(lines):
        return ""
    first = lines[line - 1]
    margin = len(first) - len(first.lstrip())
    found = [first[margin:].rstrip()]
    for below in [] if game.imported else lines[line:]:
        if not below.strip() or len(below) - len(below.lstrip()) <= margin:
            break
        if len(found) == MOST_LINES:
            found.append("..")
            break
        found.append(below[margin:].rstrip())
    return "\n".join(found)
