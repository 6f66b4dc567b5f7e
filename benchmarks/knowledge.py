"""What the Core Knowledge check catches and what it flags for nothing: letters and digits of fonts, and plain shapes.

    python benchmarks/knowledge.py [--seed 1]

Every glyph and every shape is put into a picture of one colour and goes the whole way of `arcg check`. Fonts are read
where they lie; one that is not on the machine is left out. The fonts of `KEPT_OUT_FONTS` and the shapes of
`shapes.KEPT_OUT` were chosen before anything was built, and nothing was changed to please them.

Left out of the rates, and named below the table: glyphs that equal a bar, a box, a disc, a ring or a polyomino of at
most five cells, up to symmetry and scale. Glyphs smaller than 3x5 or larger than 16x16 are not counted either.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from arcg.dsl.check import check_path
from arcg.dsl.diagnostics import Span
from arcg.dsl.knowledge.fonts import Font, bitmap, fits, outline
from arcg.dsl.knowledge.masks import Mask, is_plain
from arcg.dsl.knowledge.recogniser import network
from arcg.dsl.knowledge.review import review
from arcg.dsl.knowledge.shapes import KEPT_OUT, TRAINED
from arcg.dsl.knowledge.signs import in_levels, in_pictures
from arcg.dsl.knowledge.train import trained_fonts
from arcg.dsl.model import Game, KindModel, LayerModel, LevelModel, PictureModel, PlacedModel

KEPT_OUT_FONTS = ("5x7", "clb8x8")
"""Bitmap fonts of `pyfiglet`, in no training."""

SYSTEM_FONTS = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono", "DejaVuSerif", "DejaVuSerif-Italic")
SYSTEM_SIZES = (8, 11, 14)
SYSTEM_FOLDER = Path("/usr/share/fonts/truetype/dejavu")
"""Outlines of the system, in no training."""

SHAPES = 2000
"""Shapes drawn of each set."""

GAMES = Path(__file__).parents[1] / "games"


@dataclass(slots=True)
class Caught:
    """What became of the glyphs of a font."""

    counted: int = 0
    caught: int = 0
    missed: list[str] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    other_size: int = 0

    @property
    def share(self) -> float:
        """Per cent caught."""
        return 100 * self.caught / self.counted if self.counted else 0.0


def is_flagged(mask: Mask) -> bool:
    """Whether `arcg check` would speak of a picture of one colour."""
    rows = tuple(tuple(0 if cell else -1 for cell in row) for row in mask.tolist())
    return in_pictures([rows])[0] is not None


def measure_font(font: Font) -> Caught:
    """The glyphs of a font, one by one."""
    result = Caught()
    for character, glyph in font.glyphs.items():
        if is_plain(glyph):
            result.plain.append(character)
        elif not fits(glyph):
            result.other_size += 1
        else:
            result.counted += 1
            if is_flagged(glyph):
                result.caught += 1
            else:
                result.missed.append(character)
    return result


def measure_shapes(family: Callable[[np.random.Generator], Mask], seed: int) -> float:
    """Per cent of the shapes of a family that are flagged."""
    random = np.random.default_rng(seed)
    return 100 * sum(is_flagged(family(random)) for _ in range(SHAPES)) / SHAPES


def fonts() -> Iterator[tuple[str, Font]]:
    """Every font with what it was to the recogniser."""
    for font in trained_fonts():
        yield "trained on", font
    for name in SYSTEM_FONTS:
        for size in SYSTEM_SIZES:
            font_or_none = outline(SYSTEM_FOLDER / f"{name}.ttf", size, name)
            if font_or_none is not None:
                yield "not trained on", font_or_none
    for name in KEPT_OUT_FONTS:
        font_or_none = bitmap(name)
        if font_or_none is not None:
            yield "kept out", font_or_none


def print_fonts() -> None:
    """The table of fonts."""
    print(f"{'font':31}{'size':8}{'glyphs':>7}{'plain':>7}{'size':>6}{'caught':>9}   {'':16}missed")
    totals: dict[str, list[Caught]] = {}
    plain: dict[str, str] = {}
    for role, font in fonts():
        found = measure_font(font)
        totals.setdefault(role, []).append(found)
        plain[font.name] = "".join(found.plain)
        row = f"{font.name:31}{font.size:8}{found.counted:7}{len(found.plain):7}{found.other_size:6}"
        print(f"{row}{found.share:8.1f}%   {role:16}{''.join(found.missed)}")
    for role, results in totals.items():
        counted, caught = sum(one.counted for one in results), sum(one.caught for one in results)
        print(f"all {role}: {caught} of {counted} glyphs, {100 * caught / counted:.1f}%")
    print("\nleft out as plain shapes:")
    for name, characters in plain.items():
        print(f"  {name:31}{characters or '-'}")


def print_shapes(seed: int) -> None:
    """The table of shapes."""
    print(f"\n{'shapes':20}{'count':>7}{'flagged':>10}")
    rates: dict[str, list[float]] = {}
    for role, families in (("drawn as in training", TRAINED), ("kept out", KEPT_OUT)):
        for name, family in families.items():
            rate = measure_shapes(family, seed)
            rates.setdefault(role, []).append(rate)
            print(f"{name:20}{SHAPES:7}{rate:9.2f}%   {role}")
    pictures = flagged = 0
    for path in sorted(GAMES.glob("*/*.arcg")):
        game, _ = check_path(path)
        if game is not None:
            pictures += sum(len(kind.pictures) for kind in game.kinds.values())
            flagged += sum(found.code == "W501" for found in review(game))
    print(f"{'pictures of our games':20}{pictures:6}{100 * flagged / pictures:9.2f}%   not trained on")
    for role, found in rates.items():
        print(f"all {role}: {statistics.mean(found):.2f}%")


def large_game() -> Game:
    """A game with a hundred pictures of two colours and ten maps of 64x64 that nobody has seen before."""
    random = np.random.default_rng(5)
    span = Span("", 1, 1, 1, 1)
    layer = LayerModel(0, "solid", frozenset(), span)
    game = Game("", "")
    game.kinds = {name: KindModel(number, name, layer, {}, span) for number, name in enumerate("ABCDEF")}
    for number in range(100):
        shape = list(TRAINED.values())[number % len(TRAINED)](random)
        rows = tuple(tuple(3 if cell else 8 for cell in row) for row in shape.tolist())
        game.kinds["A"].pictures.append(PictureModel(None, rows, Span("", number, 1, number, 1)))
    for _ in range(10):
        kinds = np.full((64, 64), -1)
        kinds[[0, -1]] = kinds[:, [0, -1]] = 0
        for _ in range(60):
            y, x = random.integers(1, 50, 2)
            kinds[y : y + random.integers(1, 14), x] = kinds[y, x : x + random.integers(1, 14)] = 0
        for y, x, kind in zip(*random.integers(1, 63, (2, 100)), random.integers(1, 6, 100), strict=True):
            kinds[y, x] = kind
        things = [PlacedModel(int(kinds[y, x]), int(x), int(y), (), span) for y, x in np.argwhere(kinds >= 0)]
        game.levels.append(LevelModel("", 64, 64, 1, (), tuple(things), span))
    return game


def print_speed() -> None:
    """How long the signs of a large file take, beside the check of the file."""
    game = large_game()
    network()  # reads its file
    start = time.process_time()
    in_pictures([picture.rows for picture in game.kinds["A"].pictures])
    middle = time.process_time()
    in_levels(game)
    end = time.process_time()
    print("\nprocessor time beside the check of a file:")
    print(f"  100 pictures {1000 * (middle - start):.0f} ms, 10 maps of 64x64 {1000 * (end - middle):.0f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="which random shapes are drawn")
    seed = parser.parse_args().seed
    print_fonts()
    print_shapes(seed)
    print_speed()


if __name__ == "__main__":
    main()
