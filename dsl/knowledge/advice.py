"""Advice: what makes a game harder to read than it need be, without being wrong.

Too many quantities to follow at once, colours that are all that tells two things apart and are easily confused, and a
first level in which more is at work than a newcomer can find out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from arcg.dsl import core
from arcg.dsl.colours import distance
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.knowledge.mechanics import at_work
from arcg.dsl.model import COLOURS, Game, KindModel, TintModel
from arcg.dsl.walk import below

MOST_QUANTITIES = 4
"""People see at a glance how many things there are up to about four, and follow about as many (Cowan 2001)."""

MOST_MECHANICS = 2
"""What a first level may ask a newcomer to find out, beyond walking and what it costs."""

ALIKE = 25.0
"""Colours nearer than this (CIE L*a*b*) are taken for each other by who sees one of them, and remembers the other."""

ALIKE_SIDE_BY_SIDE = 20.0
"""Side by side, a smaller distance is enough."""

MOST_LOOKS = 2000
"""Looks compared with each other in a game; more are not looked at."""

Rows = tuple[tuple[int, ...], ...]


def advise(game: Game, reporter: Reporter) -> None:
    """Report all advice about a game."""
    _quantities(game, reporter)
    _things_alike(game, reporter)
    _values_alike(game, reporter)
    _lost_in_the_ground(game, reporter)
    _first_level(game, reporter)


# ---------------------------------------------------------------- quantities


def _quantities(game: Game, reporter: Reporter) -> None:
    """Bars, pips and numbers that pictures show, more than can be followed."""
    shown = [bar.span for bar in game.bars]
    known: set[int] = set()
    for kind in game.kinds.values():
        numbers = {
            attr.number: attr.span for attr in kind.attrs.values() if isinstance(attr.domain, core.IntDomain)
        }  # fmt: skip
        for node in below((*(picture.when for picture in kind.pictures), *(tint.expr for tint in kind.tints))):
            if isinstance(node, core.Attr) and node.field in numbers and node.field not in known:
                known.add(node.field)
                shown.append(numbers[node.field])
    if len(shown) > MOST_QUANTITIES:
        reporter.report("A501", shown[MOST_QUANTITIES], count=len(shown), limit=MOST_QUANTITIES)


# ---------------------------------------------------------------- colours


def _things_alike(game: Game, reporter: Reporter) -> None:
    """Two kinds of one shape whose colours are easily taken for each other."""
    by_shape: dict[Rows, list[tuple[tuple[int, ...], str, Span]]] = {}
    for count, (kind, rows, span) in enumerate(_looks(game)):
        if count == MOST_LOOKS:
            return
        order = list(dict.fromkeys(pixel for row in rows for pixel in row if pixel >= 0))
        shape = tuple(tuple(order.index(pixel) if pixel >= 0 else -1 for pixel in row) for row in rows)
        others = by_shape.setdefault(shape, [])
        for colours, name, place in others:
            pair = _confused(tuple(order), colours)
            if name != kind.name and pair is not None:
                what, notes = f"`{kind.name}` and `{name}` differ", [(f"`{name}` here", place)]
                reporter.report("A502", span, notes=notes, what=what, first=COLOURS[pair[0]], second=COLOURS[pair[1]])
                break
        others.append((tuple(order), kind.name, span))


def _looks(game: Game) -> Iterator[tuple[KindModel, Rows, Span]]:
    """Every picture of every kind that is drawn, once for each colour of its first tint."""
    for kind in game.kinds.values():
        if "hidden" in kind.layer.flags:
            continue
        for picture in kind.pictures:
            tint = next((t for t in kind.tints if any(t.colour in row for row in picture.rows)), None)
            if tint is None:
                yield kind, picture.rows, picture.span
                continue
            for colour in dict.fromkeys(tint.palette):
                rows = tuple(tuple(colour if pixel == tint.colour else pixel for pixel in row) for row in picture.rows)
                yield kind, rows, picture.span


def _values_alike(game: Game, reporter: Reporter) -> None:
    """Two values of an attribute that only confusable colours tell apart."""
    for kind in game.kinds.values():
        by_value: dict[core.Expr, list[TintModel]] = {}
        for tint in kind.tints:
            by_value.setdefault(tint.expr, []).append(tint)
        for tints in by_value.values():
            looks = zip(*(tint.palette for tint in tints), strict=False)
            pair = next((pair for one, two in combinations(looks, 2) if (pair := _confused(one, two))), None)
            if pair is not None:
                what = "two values of this tint differ"
                reporter.report("A502", tints[0].span, what=what, first=COLOURS[pair[0]], second=COLOURS[pair[1]])


def _confused(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, int] | None:
    """Two colours that tell two looks of one shape apart and are alike, if no others do."""
    differing = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    return differing[0] if differing and all(distance(a, b) < ALIKE for a, b in differing) else None


def _lost_in_the_ground(game: Game, reporter: Reporter) -> None:
    """Pictures in nothing but colours that are near to the ground's."""
    for kind, rows, span in _looks(game):
        colours = {pixel for row in rows for pixel in row if pixel >= 0}
        near = sorted(colour for colour in colours if 0 < distance(colour, game.ground) < ALIKE_SIDE_BY_SIDE)
        if near and colours <= {*near, game.ground}:
            what = f"`{kind.name}` stands out from the ground"
            reporter.report("A502", span, what=what, first=COLOURS[near[0]], second=COLOURS[game.ground])


# ---------------------------------------------------------------- the first level


def _first_level(game: Game, reporter: Reporter) -> None:
    """A first level with more mechanics than two."""
    if not game.levels:
        return
    found = at_work(game, game.levels[0])
    if len(found) > MOST_MECHANICS:
        names = ", ".join(found)
        reporter.report("A503", game.levels[0].span, count=len(found), limit=MOST_MECHANICS, names=names)
