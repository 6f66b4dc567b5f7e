"""What of generated games is seen: views of a part of the board, by draws of their own, so that the rest stays."""

from __future__ import annotations

import re
from random import Random

CORNERS = [
    "", " follow Player", " follow Player", " follow Crate{hue=red}", " follow Spark", " follow Rock{worth > 1}",
    " from score, lives", " from first Rock.x of { Rock }, energy % 4", " from energy / count { Spark } - 1, 0",
    " from first $c.x of { Crate at $c }, 1",
]  # fmt: skip
TURNS = ["", "", " turned by way_out", " turned by way_out", " turned by lives", " turned by score"]


def with_view(seed: int, text: str) -> str:
    """The file with a view, for some seeds."""
    random = Random(f"view {seed}")
    if random.random() > 0.3:
        return text
    lines = []
    for line in text.split("\n"):
        if line.startswith("    board") and random.random() < 0.6:
            # a size that is said may be too large for what is seen there
            line = re.sub(r" cell \d+", "", line)
        lines.append(re.sub(r" cell \d+", "", line) if line.startswith("board") else line)
        if line.startswith("board"):
            lines.append(f"view {_size(random)}{random.choice(CORNERS)}{random.choice(TURNS)}")
        elif line.startswith("level") and random.random() < 0.25:
            lines.append(f"    view {_size(random)}")
    return "\n".join(lines)


def _size(random: Random) -> str:
    return f"{random.randint(1, 5)}x{random.randint(1, 5)}"
