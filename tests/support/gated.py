"""A game that is related to dyer: tilt with the gate that it once had, a few rules that dyer has as well.

    PYTHONPATH=tests python tests/support/gated.py > gated.arcg

The shipped games have next to nothing in common with each other; where shared rules are told two that do are wanted.
"""

from __future__ import annotations

from pathlib import Path

from arcg.runtime.loading import find

OPENS = "let open(Gate) when Roller on Plate"
STOPS = "let Gate stops Roller when no open(Gate)"

KINDS = """\
kind Plate on floor
    pic
        f
kind Gate on over
    pic when open(Gate)
        6
    pic
        f
"""

PARTS = {
    "layer tray\n": "layer over\n",
    "group Hole": KINDS,
    "// What has rolled": f"{OPENS}\nlet open(Gate) when Roller on Gate\n{STOPS}\n\n",
    "legend\n": "    p = Plate\n    g = Gate\n",
}
"""What is added, and the words that it stands after, if they end a line, or before."""

LEVEL = """
level gate
    tilts = 20
    map
        p.....c
        .......
        r.g...R
"""


def gated_text() -> str:
    """The text of the game."""
    text = find("tilt").read_text(encoding="utf-8")
    for place, part in PARTS.items():
        assert text.count(place) == 1, place
        text = text.replace(place, place + part if place.endswith("\n") else part + place)
    return text + LEVEL


def gated(folder: Path) -> Path:
    """The game as a file of this folder."""
    path = folder / "gated.arcg"
    path.write_text(gated_text(), encoding="utf-8")
    return path


if __name__ == "__main__":
    print(gated_text(), end="")
