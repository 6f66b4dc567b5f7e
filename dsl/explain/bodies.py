"""Bodies in words: which cells the things of a kind cover, and how they may lie."""

from __future__ import annotations

from arcg.dsl import core
from arcg.dsl.explain.english import joined, word
from arcg.dsl.explain.lexicon import Lexicon
from arcg.dsl.explain.shaping import shaped
from arcg.dsl.explain.steps import Steps
from arcg.dsl.model import KindModel

_TITLES = {1: "the column", 2: "the row"}
"""What the slots of a cell of the box are called."""


def body_text(lexicon: Lexicon, kind: KindModel) -> str:
    """The body of a kind as phrases with commas between them; empty for things of one cell that always lie alike."""
    if kind.body is None:
        return ""
    body: core.Body = shaped(kind.body, lexicon.game)
    parts = [_cells(_Words(lexicon, kind, body), body)] if kind.wide else []
    if body.origin is not None:
        say = _Words(lexicon, kind, body)
        across, down = (_bracketed(say, part) for part in body.origin)
        parts.append(f"whose own cell is that in column {across} and row {down} of the box, from 0")
    if body.turned is not None:
        way = word(lexicon.fields[body.turned])
        parts.append(f"turned by {way} (drawn for {core.DIRECTIONS[body.upright]})")
    if body.mirrored is not None:
        parts.append(f"mirrored when {joined(_Words(lexicon, kind, body).holds(body.mirrored))}")
    return ", ".join(parts)


class _Words(Steps):
    """Words for one thing, `it`, and the column and the row of a cell of its box."""

    def __init__(self, lexicon: Lexicon, kind: KindModel, body: core.Body) -> None:
        super().__init__(lexicon, body.slots, body, [0, *_TITLES], kinds={0: (kind.number,)})
        self.itself = 0
        self.called = set()
        self.titles = dict(_TITLES)


def _cells(say: _Words, body: core.Body) -> str:
    """The cells of the box that the body has."""
    if body.rows:
        size, count = f"{len(body.rows[0])}x{len(body.rows)}", sum(map(sum, body.rows))
        whole = count == len(body.rows) * len(body.rows[0])
        return f"covering a box of {size} cells" if whole else f"covering {count} cells of a box of {size}"
    box = f"a box {_side(say, body.width, 'wide')} and {_side(say, body.height, 'high')}"
    if isinstance(body.width, core.Const) and isinstance(body.height, core.Const):
        box = f"a box of {body.width.value}x{body.height.value} cells"
    if body.when is None:
        return f"covering {box}"
    return f"covering those cells of {box} for which {joined(say.holds(body.when))}"


def _side(say: _Words, side: core.Expr, how: str) -> str:
    return f"{side.value} {how}" if isinstance(side, core.Const) else f"as {how} as {say.words(side)}"


def _bracketed(say: _Words, number: core.Expr) -> str:
    return str(number.value) if isinstance(number, core.Const) else f"({say.words(number)})"
