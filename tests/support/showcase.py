"""The gallery of the shipped games: docs/gallery.md and an animation of each game.

    python tests/support/showcase.py

Made from the games, their recorded wins and the designers' notes; a test keeps it up to date.
"""

from __future__ import annotations

import statistics
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arcg.dsl.core import ACTION_NAMES
from arcg.runtime.engine import Action, Status
from arcg.runtime.env import from_level
from arcg.runtime.gif import gif
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.loading import load, shipped
from arcg.runtime.recording import read

DOCS = Path(__file__).parents[2] / "docs"
PAGE, IMAGES = DOCS / "gallery.md", DOCS / "images" / "gallery"

PLAYED = 2
"""Levels of a game that an animation plays; of the others it shows the beginning."""

FRAME, TURN, LEVEL = 8, 25, 150
"""How long a frame within a turn, the last one of a turn and the beginning of a level are shown, in hundredths of a
second."""

ARROWS = ("up", "down", "left", "right")

NAMED = {"click": "clicks"}

PUBLIC_LINES = 2060
"""The median of lines in the Python sources of the 25 public games of ARC-AGI-3, engine not counted."""

HEAD = """\
# The games

With `arcg` come {count} games, all of them our own inventions. `arcg play {first}` plays one, `arcg edit {first}` opens
it in the studio, and `games/{first}/` holds its text, its designer's note and recorded plays. Each animation plays the
first two levels and then shows how the others begin: whoever wants to find out alone should play first.

| game | played with | levels | shortest solutions | lines |
|---|---|---|---|---:|
{table}

Shortest solutions are those of the recorded wins, in actions. Lines are all lines of the `.arcg` file, with pictures,
levels and comments; {median:g} in the median. The Python sources of the 25 public ARC-AGI-3 games have {public:,} lines
in the median, without the engine that all of them share.
"""


Moves = list[tuple[int, int, int]]


def wins(name: str) -> list[Moves]:
    """The actions that win each level of a shipped game, as recorded, with the pixel of clicks."""
    found: list[Moves] = [[]]
    for answer in read(shipped()[name].parent / "recordings" / "win.jsonl").answers[1:]:
        found[-1].append((answer.action, answer.x, answer.y))
        if answer.levels_completed == len(found):
            found.append([])
    return found[:-1]


def note(name: str) -> str:
    """What the designer's note of a game says first, below its heading."""
    text = (shipped()[name].parent / "README.md").read_text(encoding="utf-8")
    return text.split("\n\n")[1].strip()


def lines(name: str) -> int:
    """Lines of a game's text."""
    return len(shipped()[name].read_text(encoding="utf-8").splitlines())


def page() -> str:
    """The text of the gallery."""
    games = {name: load(name) for name in shipped()}
    rows = []
    for name, program in games.items():
        words = [ACTION_NAMES[action] for action in program.actions]
        keys = dict.fromkeys("arrows" if word in ARROWS else NAMED.get(word, word) for word in words)
        lengths = ", ".join(str(len(moves)) for moves in wins(name))
        rows.append(f"| [{name}](#{name}) | {', '.join(keys)} | {len(program.levels)} | {lengths} | {lines(name)} |")
    head = HEAD.format(
        count=len(games), first=next(iter(games)), table="\n".join(rows),
        median=statistics.median(map(lines, games)), public=PUBLIC_LINES,
    )  # fmt: skip
    parts = [
        f"## {name}\n\n![{name}: the first levels played, the others as they begin.](images/gallery/{name}.gif)\n\n"
        f"{note(name)} [The designer's note](../games/{name}/README.md)\n"
        for name in games
    ]
    return "\n".join([head, *parts])


def animation(name: str) -> bytes:
    """The animation of a game, as a GIF file."""
    program = load(name)
    shown: list[NDArray[np.uint8]] = []
    delays: list[int] = []
    for level, moves in enumerate(wins(name)):
        engine = KernelEngine(from_level(program, level))
        engine.reset()
        _add(engine.frames(), LEVEL, shown, delays)
        for move in moves if level < PLAYED else ():
            engine.step(Action(move[0]), *move[1:])
            frames = engine.frames()
            last = level + 1 < len(program.levels) and engine.status is Status.PLAYING and engine.level > 0
            _add(frames[:-1] if last else frames, TURN, shown, delays)
    return gif(np.stack(shown), delays, 3)


def _add(frames: NDArray[np.uint8], still: int, shown: list[NDArray[np.uint8]], delays: list[int]) -> None:
    """The frames of a turn, of which the last one is shown for longer."""
    shown += list(frames)
    delays += [FRAME] * (len(frames) - 1) + [still] if len(frames) else []


def main() -> None:
    """Write the page and the animations anew, and remove those of games that are gone."""
    IMAGES.mkdir(exist_ok=True)
    for old in set(IMAGES.glob("*.gif")) - {IMAGES / f"{name}.gif" for name in shipped()}:
        old.unlink()
    for name in shipped():
        (IMAGES / f"{name}.gif").write_bytes(animation(name))
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
