"""Pictures in the documentation: frames of the games that are written there, as PNG files beside the pages.

    python tests/support/figures.py      draws them all

Above a picture stands what it shows: `<!-- picture: | right | act -->` is the game above it as it begins, after an
arrow, and after one more action, side by side. In the first place, `level 2` begins at that level, and `A on B for A at
B` writes one for the other in the game; `;` stands between the two. `click 3 1` clicks a cell, and `all` behind an
action or a level shows every frame of the answer. A file is drawn anew only when it shows something else.
"""

from __future__ import annotations

import dataclasses
import re
import struct
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))

from support.board import Play, build  # noqa: E402  after the path is set
from support.tutorial import PAGE as TUTORIAL  # noqa: E402
from support.tutorial import put  # noqa: E402

from arcg.runtime.png import encode, side_by_side  # noqa: E402
from arcg.runtime.reference import ReferenceEngine  # noqa: E402

DOCS = ROOT / "docs"
LANGUAGE = DOCS / "language.md"
SCALE = 3
MOST = 6
"""Frames in a row."""

_PIECE = re.compile(
    r"^```arcg ?(?P<use>\w*) ?(?P<line>.*)\n(?P<body>(?:.*\n)*?)```$"
    r"|<!-- picture:(?P<shows>.*?)-->\n?!\[(?P<alt>[^\]]*)\]\((?P<file>[^)]*)\)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Figure:
    """A picture of a page: the file, what it shows in words, the game, and the actions before each frame."""

    page: str
    line: int
    file: Path
    alt: str
    source: str
    shows: str

    def draw(self) -> NDArray[np.uint8]:
        """The picture, as colours 0 to 16."""
        first, *takes = (take.strip() for take in self.shows.split("|"))
        source, level, words = self.source, None, first.split(";") if first else []
        first = ""
        for word in words:
            if found := re.fullmatch(r"level (\d+)( all)?", word.strip()):
                level, first = int(found[1]), (found[2] or "").strip()
            else:
                new, _, old = word.strip().partition(" for ")
                assert source.count(old) == 1, f"{self.page}:{self.line}: {old}"
                source = source.replace(old, new)
        game, program, _, errors = build(source)
        where = f"{self.page}:{self.line}"
        assert game is not None and program is not None, f"{where}: {errors}"
        if level is not None:
            program = dataclasses.replace(program, levels=(program.levels[level - 1],))
        play = Play(game, program, ReferenceEngine, where)
        frames: list[NDArray[np.uint8]] = []
        for take in (first, *takes):
            actions = re.findall(r"click \d+ \d+|[a-z]+", take)
            for action in actions:
                if action != "all":
                    play.line(action)
            frames += list(play.engine.frames()) if actions[-1:] == ["all"] else [play.engine.frame()]
        assert 0 < len(frames) <= MOST, f"{where}: {len(frames)} frames"
        return side_by_side(frames, SCALE)


def figures() -> list[Figure]:
    """All pictures of the pages that have some."""
    return [figure for page in (LANGUAGE, TUTORIAL) for figure in _figures(page)]


def _figures(page: Path) -> Iterator[Figure]:
    text = page.read_text("utf-8")
    header = source = ""
    for piece in _PIECE.finditer(text):
        if piece["file"] is not None:
            line = text.count("\n", 0, piece.start()) + 1
            yield Figure(page.name, line, page.parent / piece["file"], piece["alt"], source, piece["shows"])
        elif page == TUTORIAL:
            source = put(source, piece["use"], piece["line"], piece["body"])
        elif piece["use"] == "header":
            header = source = piece["body"]
        else:
            source = header + piece["body"] if piece["use"] == "part" else piece["body"]


def colours(data: bytes) -> NDArray[np.uint8]:
    """What `encode` made a file of."""
    at, rows, width = 8, b"", 0
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        sort, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if sort == b"IHDR":
            (width,) = struct.unpack_from(">I", body)
        elif sort == b"IDAT":
            rows = zlib.decompress(body)
        at += size + 12
    return np.frombuffer(rows, np.uint8).reshape(-1, width + 1)[:, 1:]


def up_to_date(figure: Figure) -> bool:
    """Whether the file of a picture shows what the page says."""
    return figure.file.exists() and np.array_equal(colours(figure.file.read_bytes()), figure.draw())


def main() -> None:
    """Draw what is out of date, and remove what no page shows."""
    known = figures()
    for figure in known:
        if not up_to_date(figure):
            figure.file.parent.mkdir(parents=True, exist_ok=True)
            figure.file.write_bytes(encode(figure.draw()))
            print(figure.file.relative_to(ROOT))
    for folder in {figure.file.parent for figure in known}:
        for path in sorted({*folder.glob("*.png")} - {figure.file for figure in known}):
            path.unlink()


if __name__ == "__main__":
    main()
