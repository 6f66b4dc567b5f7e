"""The recogniser: what a figure may be taken for, whatever its size, its turn and its mirror image.

The network in `signs.npz` was made by `train.py`. A verdict belongs to the canonical form of a mask and is kept, so
that a figure that comes again costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from arcg.dsl.knowledge.features import features
from arcg.dsl.knowledge.masks import Mask, canonical, is_cross, is_large, is_number, is_plain
from arcg.dsl.knowledge.network import Network

ALSO = 0.3
"""A second sign is named if its share is at least this part of the first one's."""

UNLIKELY = 0.9
"""Figures that are plain with at least this share need no closer look."""

KEPT = 50_000
"""Most verdicts that are kept."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How sure it is that a figure is a sign, from 0 to 1, and the one or two signs that it is most like."""

    share: float
    names: tuple[str, ...]

    @property
    def likeness(self) -> str:
        """`the letter M or the letter W`."""
        return " or ".join(self.names)


PLAIN = Verdict(0.0, ())
CROSS = Verdict(1.0, ("a cross",))
"""Crosses are known by their form: small ones have too few cells for the network to tell them from polyominoes."""

_Form = tuple[tuple[int, ...], bytes]
_known: dict[_Form, Verdict] = {}


@cache
def network() -> Network:
    """The network as it was trained."""
    return Network.from_bytes(resources.files("arcg.dsl.knowledge").joinpath("signs.npz").read_bytes())


def recognise(masks: Sequence[Mask]) -> list[Verdict]:
    """The verdict about each of some cropped masks."""
    forms: list[_Form] = []
    seen: dict[_Form, _Form] = {}
    waiting: dict[_Form, Mask] = {}
    for mask in masks:
        raw = (mask.shape, mask.tobytes())
        if raw not in seen:
            form = canonical(mask)
            seen[raw] = (form.shape, form.tobytes())
            if seen[raw] not in _known:
                waiting[seen[raw]] = form
        forms.append(seen[raw])
    verdicts = _verdicts(waiting)
    result = [verdicts[form] if form in verdicts else _known[form] for form in forms]
    if len(_known) + len(verdicts) > KEPT:
        _known.clear()
    _known.update(verdicts)
    return result


def _verdicts(forms: dict[_Form, Mask]) -> dict[_Form, Verdict]:
    """Verdicts about canonical forms that are not known yet; forms of one shape are looked at together."""
    found: dict[_Form, Verdict] = {}
    by_shape: dict[tuple[int, ...], list[_Form]] = {}
    for form, mask in forms.items():
        if not is_large(mask.shape) or is_plain(mask):
            found[form] = PLAIN
        elif is_cross(mask):
            found[form] = CROSS
        else:
            by_shape.setdefault(mask.shape, []).append(form)
    if not by_shape:
        return found
    net = network()
    views = np.concatenate([features([forms[form] for form in some]) for some in by_shape.values()])
    rest = [form for some in by_shape.values() for form in some]
    shares = net.shares(views)
    order = np.argsort(-shares[:, 1:], axis=1, kind="stable")[:, :2] + 1
    for form, row, best in zip(rest, shares, order.tolist(), strict=True):
        if row[0] < UNLIKELY and is_number(forms[form]):
            found[form] = PLAIN
            continue
        names = [net.labels[place] for place in best if row[place] >= ALSO * row[best[0]]]
        found[form] = Verdict(float(1 - row[0]), tuple(names))
    return found
