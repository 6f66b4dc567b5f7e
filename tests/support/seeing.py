"""What of generated games is seen: views, paint and fog, by draws of their own, so that the rest stays."""

from __future__ import annotations

import re
from random import Random

CORNERS = [
    "", " follow Player", " follow Player", " follow Crate{hue=red}", " follow Spark", " follow Rock{worth > 1}",
    " from score, lives", " from first Rock.x of { Rock }, energy % 4", " from energy / count { Spark } - 1, 0",
    " from first $c.x of { Crate at $c }, 1",
]  # fmt: skip
TURNS = ["", "", " turned by way_out", " turned by way_out", " turned by lives", " turned by score"]

COLOURS = ["red", "12", "tone", "lives", "score", "energy * 2", "count { Spark }"]
PAINTS = [
    "{colour} on {layer} at $c when Player at $c", "{colour} on {layer} at ahead(Player, way_out) when Player",
    "Crate.hue on {layer} at Crate when Crate", "Rock.hue on {layer} at $c when Rock at $c",
    "Spark.heat on {layer} at ahead(Spark, Spark.way) when Spark, Spark.heat > 0",
    "{colour} on {layer} at $c when Crate $a at $d, Crate $b, $a != $b, $c.x = $b.x, $c.y = $d.y",
    "Spark.hue on {layer} at cell(Spark.y, Spark.x) when Spark", "{colour} on {layer} at $c when $c.x + $c.y = lives",
    "{colour} on {layer} at cell(score, 1)", "chosen.worth on {layer} at chosen when chosen != none",
    "{colour} on {layer} at $t when Crate $t, Crate $t touches Wall", "{colour} on {layer} at $c when no Thing at $c",
    "{colour} on {layer} at Player.cell when Player, { did moved(Player, $d) or mode = day }",
]  # fmt: skip
FOGS = [
    "{colour} at $c when no { Player, abs(Player.x - $c.x) + abs(Player.y - $c.y) < 3 }",
    "{colour} at Rock when Rock, Rock.worth > 1", "{colour} at $c when $c.x > lives + 2", "tone at $c when Spark at $c",
    "{colour} at $c when mode = night, no Player at $c", "score at cell(2, 1)",
]  # fmt: skip
LAYERS = ["floor", "deck", "solid", "air", "glass"]


def painted(seed: int, text: str) -> str:
    """The file with paint and fog, for some seeds."""
    random = Random(f"paint {seed}")
    if random.random() > 0.3:
        return text
    lines = [f"paint {random.choice(PAINTS)}" for _ in range(random.choice([0, 1, 1, 2, 3]))]
    lines += [f"fog {random.choice(FOGS)}" for _ in range(random.choice([0, 0, 1, 1, 2]))]
    made = [
        line.replace("{colour}", random.choice(COLOURS)).replace("{layer}", random.choice(LAYERS)) for line in lines
    ]
    return text.replace("\nlegend\n", "".join(f"\n{line}" for line in made) + "\nlegend\n")


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
    return "9x9" if random.random() < 0.15 else f"{random.randint(1, 5)}x{random.randint(1, 5)}"
