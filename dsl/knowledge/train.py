"""`python -m arcg.dsl.knowledge.train`: make the recogniser's network anew, from strokes, fonts and plain shapes.

Signs are drawn by the pen and read from fonts that come as Python packages (`pyfiglet`, `pygame`); plain shapes are
drawn at random. The fonts and the family of shapes that `benchmarks/knowledge.py` keeps out are not among them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from arcg.dsl.knowledge import strokes
from arcg.dsl.knowledge.features import features
from arcg.dsl.knowledge.figures import of_picture
from arcg.dsl.knowledge.fonts import Font, bitmap, of_pygame
from arcg.dsl.knowledge.masks import Mask, is_large, is_plain, reduce
from arcg.dsl.knowledge.network import Network, fit
from arcg.dsl.knowledge.pen import draw, drawings
from arcg.dsl.knowledge.shapes import TRAINED

PLAIN = "plain"
HOME = Path(__file__).with_name("signs.npz")

BITMAP_FONTS = (
    "3x5", "5x8", "6x9", "6x10", "clr4x6", "clr5x6", "clr6x6", "clr6x8", "clr5x10", "clr6x10", "clr7x8", "clr7x10",
    "clr8x8", "clr8x10", "clb6x10", "clb8x10", "cli8x8",
)  # fmt: skip
"""Bitmap fonts of `pyfiglet` that the network has seen."""

OUTLINE_SIZES = (7, 8, 9, 10, 11, 12, 14, 16)
"""Sizes of the outline fonts of `pygame` that it has seen."""

DRAWN = 150
"""How often each way to draw a sign is drawn."""

PRINTED = 12
"""How often each glyph of a font is shown."""

MANY, FEW = 14_000, 5_000
HARD = frozenset({"polyominoes", "blobs", "sprites", "pictures", "outlines", "dice"})
"""Families of plain shapes that come near to signs are shown many times, the others a few times."""

HIDDEN, ROUNDS, SEED = (192, 64), 18, 20260


def label(character: str) -> str:
    """The name of a letter or digit; small letters that look like capitals have theirs."""
    if character.isdigit():
        return f"the digit {character}"
    return f"the letter {character if character in strokes.LETTERS else character.upper()}"


def trained_fonts() -> Iterator[Font]:
    """The fonts that the network is shown; those that are not at hand are left out."""
    for name in BITMAP_FONTS:
        font = bitmap(name)
        if font is not None:
            yield font
    for size in OUTLINE_SIZES:
        yield from of_pygame(size)


def examples(random: np.random.Generator) -> Iterator[tuple[str, Mask]]:
    """Every example with its label."""
    pens = (strokes.LETTERS | strokes.DIGITS | strokes.SIGNS, False), (strokes.AREAS, True)
    for signs, filled in pens:
        for name, text in signs.items():
            for way in drawings(text):
                for _ in range(DRAWN):
                    yield (name if len(name) > 1 else label(name)), draw(way, filled, random)
    for font in trained_fonts():
        for character, glyph in font.glyphs.items():
            for _ in range(PRINTED):
                yield label(character), glyph
    for name, family in TRAINED.items():
        for _ in range(MANY if name in HARD else FEW):
            rows = tuple(tuple(0 if cell else -1 for cell in row) for row in family(random).tolist())
            for figure in of_picture(rows):
                yield PLAIN, figure.mask


def train(seed: int = SEED) -> Network:
    """The network."""
    random = np.random.default_rng(seed)
    names, inputs = [], []
    for name, mask in examples(random):
        small = reduce(mask)
        if is_large(small.shape) and not is_plain(small):
            names.append(name)
            inputs.append(features([small])[0, random.integers(8)])
    labels = [PLAIN, *sorted(set(names) - {PLAIN})]
    places = {name: place for place, name in enumerate(labels)}
    targets = np.array([places[name] for name in names])
    return fit(np.stack(inputs), targets, labels, HIDDEN, ROUNDS, seed)


def main() -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=HOME, help="the file to write")
    path = parser.parse_args().output
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(train().to_bytes())
    beside.replace(path)


if __name__ == "__main__":
    main()
