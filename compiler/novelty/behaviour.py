"""What is known of how two games act on the same levels, in words: the findings of `arcg.runtime.behaviour`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from arcg.compiler import ir

Act = tuple[int, int, int]
"""An action, and for a click a cell of the board; else -1 and -1."""

Row = tuple[str, str]

MOST_NAMED = 6
"""Rules or kinds that are named; of more it is told how many there are."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The shortest way found to make two games show different things.

    Attributes:
        levels: the level as each game has it, each the only one of its game.
        acts: what to do, as each game calls it; none: they differ from the beginning.
        cell: where they differ, column and row of the first game's level; None: in how they stand.
        shows: what each shows there, or how it stands.
        board: the level in letters, and what the letters are, in the words of the first game.
    """

    levels: tuple[ir.Level, ir.Level]
    acts: tuple[tuple[Act, ...], tuple[Act, ...]]
    cell: tuple[int, int] | None
    shows: tuple[str, str]
    board: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def words(self) -> tuple[str, str]:
        """The moves as words, for each game."""
        one, two = (_words(acts) for acts in self.acts)
        return one, two


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How two games act on the same levels.

    Attributes:
        alike: whether they act alike; None: too little is known, and `why` says what is missing.
        levels: levels that both were played on.
        same: those on which they acted alike.
        whole: those of them on which every position that can be come to was met, so that it is certain.
        moving: those of them in which at least three different positions were met.
        positions: pairs of positions that were met.
        moves: moves that were compared.
        ends: moves that won, and that lost, in both.
        parts: kinds that were taken for one another.
        alone: kinds of each game without a partner.
        turned: how the second game's boards are turned, in words; empty: not at all.
        unfired: rules of each game that matter and never did anything.
        left_out: what was not compared.
        tried: pairings of kinds, with turned boards, that were tried.
    """

    alike: bool | None
    why: str
    levels: int = 0
    same: int = 0
    whole: int = 0
    moving: int = 0
    positions: int = 0
    moves: int = 0
    ends: tuple[int, int] = (0, 0)
    parts: tuple[tuple[str, str], ...] = ()
    alone: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    turned: str = ""
    unfired: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    left_out: tuple[str, ...] = ()
    tried: int = 0
    difference: Difference | None = None
    twins: tuple[tuple[str, str], ...] = ()
    """Levels of both games, as each has them, whose reachable positions have one hash."""

    def rows(self) -> list[Row]:
        """As lines of a table."""
        rows = [("act alike", {True: "yes", False: "no", None: f"not known: {self.why}"}[self.alike])]
        if self.levels:
            rows += [
                ("levels", f"{self.same} of {self.levels} alike, {self.whole} of them for certain"),
                (
                    "compared",
                    f"{self.positions} positions, {self.moves} moves, {self.ends[0]} won, {self.ends[1]} lost",
                ),
                ("kinds", ", ".join(f"{one} = {two}" for one, two in self.parts)),
            ]
        if self.turned:
            rows.append(("board of B", self.turned))
        for game, names in zip("AB", self.alone, strict=True):
            if names:
                rows.append((f"only in {game}", some(names)))
        for game, names in zip("AB", self.unfired, strict=True):
            if names:
                rows.append((f"idle in {game}", some(names)))
        if self.difference is not None:
            rows += _told(self.difference)
        rows += [("twin levels", f"{one} of A acts like {two} of B") for one, two in self.twins]
        rows += [("not compared", left) for left in self.left_out]
        return rows

    def as_json(self) -> dict[str, Any]:
        """As a JSON document."""
        difference = self.difference
        return {
            "alike": self.alike,
            "why": self.why or None,
            "levels": {"compared": self.levels, "alike": self.same, "whole": self.whole, "moving": self.moving},
            "positions": self.positions,
            "moves": self.moves,
            "won": self.ends[0],
            "lost": self.ends[1],
            "kinds": [list(pair) for pair in self.parts],
            "alone": {"a": list(self.alone[0]), "b": list(self.alone[1])},
            "turned": self.turned or None,
            "idle_rules": {"a": list(self.unfired[0]), "b": list(self.unfired[1])},
            "twin_levels": [list(pair) for pair in self.twins],
            "not_compared": list(self.left_out),
            "difference": None
            if difference is None
            else {
                "level": list(difference.board[0]),
                "legend": list(difference.board[1]),
                "moves": {"a": difference.words[0], "b": difference.words[1]},
                "cell": None if difference.cell is None else list(difference.cell),
                "shows": {"a": difference.shows[0], "b": difference.shows[1]},
            },
        }


def _told(difference: Difference) -> list[Row]:
    one, two = difference.words
    where = "" if difference.cell is None else f"cell ({difference.cell[0]}, {difference.cell[1]}): "
    return [
        ("differ after", one if one == two else f"{one} (in B: {two})"),
        ("A", where + difference.shows[0]),
        ("B", difference.shows[1]),
        *[("on" if not number else "", line) for number, line in enumerate(difference.board[0])],
        *[("", line) for line in difference.board[1]],
    ]


def _words(acts: tuple[Act, ...]) -> str:
    runs = [(act, len(list(same))) for act, same in groupby(acts)]
    return ", ".join(_act(act) + (f" {count} times" if count > 1 else "") for act, count in runs) or "nothing"


def _act(act: Act) -> str:
    action, x, y = act
    name = ir.ACTION_NAMES[action]
    return f"{name} ({x}, {y})" if x >= 0 else name


def some(names: tuple[str, ...]) -> str:
    """A list that does not get too long."""
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
