"""Which pairs of a large collection are worth coding: what of the rules of one game the other could give, at a glance.

Bodies only, without what they are about: a body that the other game has costs nothing, a like one what the edits cost
that its tokens ask for at least. Directions are not told apart, so that no symmetry has to be tried. All pairs of some
hundred games take less than a second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arcg.compiler.novelty.background import Background
from arcg.compiler.novelty.coding import EDIT_BITS
from arcg.compiler.novelty.compare import Prepared
from arcg.compiler.novelty.edits import bag, least_edits
from arcg.compiler.novelty.units import Body, number_of

Floats = NDArray[np.floating[Any]]

FEW_GAMES = 60
"""All pairs of so many games are coded."""
SHARE = 0.25
"""Where the other game could give less than this of the rules of either one, the pair is not coded."""
BITS = 15.0
"""Nor where it could save fewer bits."""
NEAREST = 8
"""Games that each one is coded with in any case, those that could give the most."""


def worth_coding(games: Sequence[Prepared]) -> NDArray[np.bool_]:
    """Which pairs to code: symmetric, of shape (games, games)."""
    count = len(games)
    if count <= FEW_GAMES:
        return np.ones((count, count), np.bool_)
    saved, whole = saving(games)
    share = saved / np.maximum(whole, 1e-9)[:, None]
    share = np.maximum(share, share.T)
    chosen = (share >= SHARE) & (np.maximum(saved, saved.T) >= BITS)
    np.fill_diagonal(share, -1)
    nearest = np.argsort(-share, axis=1, kind="stable")[:, :NEAREST]
    np.put_along_axis(chosen, nearest, True, axis=1)
    return chosen | chosen.T


def saving(games: Sequence[Prepared]) -> tuple[Floats, Floats]:
    """What each game's rules cost less when another one is known, at a glance, and what they cost.

    Returns:
        Bits, of shape (games, games): of the first what the second gives; and of shape (games,).
    """
    prices: dict[int, float] = {}
    held = []
    for game in games:
        own: Counter[int] = Counter()
        for unit in game.books[0].units:
            if unit.group == "rules":
                number = number_of(_undirected(unit.body))
                own[number] += 1
                prices.setdefault(number, _price(game.background, unit.body))
        held.append(own)
    columns = {number: column for column, number in enumerate(prices)}
    counts = np.zeros((len(games), len(prices)), np.float32)
    for row, own in enumerate(held):
        for number, count in own.items():
            counts[row, columns[number]] = count
    costs = np.array(list(prices.values()), np.float32)
    return counts @ _saved(list(prices), costs, counts > 0), counts @ costs


def _saved(numbers: list[int], prices: Floats, has: NDArray[np.bool_]) -> Floats:
    """What of each body's price each game saves: shape (bodies, games)."""
    found = np.zeros((len(numbers), len(has)), np.float32)
    bags = np.array([bag(number) for number in numbers]).reshape(len(numbers), -1)
    lengths = bags.sum(axis=1)
    for body, price in enumerate(prices):
        near = np.flatnonzero(np.abs(lengths - lengths[body]) * EDIT_BITS < price)
        edits = least_edits(bags[body : body + 1], bags[near])[0].astype(np.float32)
        edits[near != body] = np.maximum(edits[near != body], 1)
        savings = price - EDIT_BITS * edits
        useful = savings > 0
        found[body] = (has[:, near[useful]] * savings[useful]).max(axis=1, initial=0)
    return found


def _price(background: Background, body: Body) -> float:
    return min(background.bits(body), background.known(body))


def _undirected(body: Body) -> Body:
    return tuple("#" if before == "(dir" else token for before, token in zip(("", *body), body, strict=False))
