"""Bodies for the kinds of generated games, and mechanics that turn and stretch them."""

from __future__ import annotations

from support.ruling import Draw, key
from support.vocabulary import SMALL

ART = [["88", "8."], ["888"], [".8.", "888"], ["8", "8"], ["8.8", "888"], ["88"], ["8..", "888"]]
SIZES = {
    "Crate": ["worth, 1", "2, 1", "2, 2 when $x = 0 or $y = 1", "worth, worth when $x = 0 or $y = 0", "1, worth"],
    "Rock": ["worth, 1 origin 0, 0", "1, 2", "2, worth when no { $x = 1, $y > 0 }",
             "2 * worth - 1, 1 origin worth - 1, 0"],
    "Cart": ["2, 1", "3, 1 origin 1, 0", "2, 2"],
    "Spark": ["heat + 2, 1", "heat + 2, heat + 2 when $x = $y or hue = red",
              "3, 3 origin 1, 1 when abs($x - 1) = abs($y - 1)",
              "heat + 1, 2", "heat * 40 + 2, 1", "heat, 1", "heat, 2 origin 0, 1"],
    "Plate": ["weight + 1, 1", "weight, 2", "2, weight + 1 when { $x = 0 or $y = weight }"],
    "Mark": ["n + 2, 1", "2, 2 when $x != $y"],
    "Pane": ["2, 2 when { open = yes or $x = 0 }", "3, 1 when open = no or $x % 2 = 0"],
    "Wall": ["1, 1", "2, 1"],
    "Player": ["1, 2", "2, 1"],
}  # fmt: skip
TURNED = {"Crate": "way", "Cart": "way", "Spark": "way"}
MIRRORED = {"Spark": "hue = red", "Crate": "worth % 2 = 0", "Pane": "open = yes", "Rock": "hue = blue, worth > 1"}


def parts(d: Draw, kind: str) -> list[str]:
    """The lines of a kind that give it a body; none for most kinds."""
    if not d.chance({"Wall": 0.15, "Player": 0.15, "Spark": 0.7}.get(kind, 0.45)) or kind not in SIZES:
        return []
    lines = []
    if kind in TURNED and d.chance(0.6):
        lines.append(f"    turned by {TURNED[kind]}")
    if kind in MIRRORED and d.chance(0.4):
        lines.append(f"    mirrored when {MIRRORED[kind]}")
    if d.chance(0.45) and kind != "Player":
        colour = {"Crate": "8", "Rock": "7", "Cart": "2", "Spark": "b", "Plate": "4", "Wall": "5", "Pane": "5"}.get(
            kind, "e"
        )
        origin = d.one(["", "", " origin 0, 0"])
        lines += [f"    body{origin}", *("        " + row.replace("8", colour) for row in d.one(ART))]
    elif not lines or d.chance(0.8):
        lines.append(f"    body {d.one(SIZES[kind])}".replace(" or $y", " or $y"))
    return [_braced(line) for line in lines]


def _braced(line: str) -> str:
    """An `or` outside braces put into them."""
    if " or " in line and "{" not in line:
        head, when = line.split(" when ")
        return f"{head} when {{ {when} }}"
    return line


def turning(d: Draw) -> list[str]:
    """Things go round a cell, with what they carry."""
    n = d.number()
    who = d.one(["Crate", "Cart", "Spark", "Rock", "Player", "Box"])
    sense = d.one(["cw", "ccw"])
    lines = [d.one([
        f"{who} -> turn {who} {sense}", f"{who} -> turn {who} {sense} about {who}.cell",
        f"{who}, Wall near {who} once -> turn {who} {sense} about Wall.cell",
        f"{who}, Goal in turn -> turn {who} {sense} about Goal.cell",
        f"{who} -> turn {who} {sense} about ahead({who}, way_out)",
        f"held != none -> turn held {sense}" if who == "Spark"
        else f"chosen != none -> turn chosen {sense} about cell(2, 2)",
        f"Crate{{worth > 1}}, {who} -> turn Crate {sense}, turn {who} {sense} about cell(2, 1)",
    ])]  # fmt: skip
    if who != "Spark" and d.chance(0.15):  # what is carried has room on a free layer, and the middle is near
        return [
            f"let {who} carries Spark when Spark near {who}",
            f"phase whirl{n} on {key(d)}",
            f"    {who} -> turn {who} {sense} about cell(2, 2)",
        ]
    if d.chance(0.4):
        lines.append(d.one(["Spark, Rock -> turn Spark ccw about Rock.cell", "Box -> move Box way_out"]))
    extra = d.one([[], [f"let {who} carries Spark when Spark near {who}"],
        [f"let {who} carries Crate $k when {who} near $k"],
        [f"let {who} carries Rock when Rock on {who}"],
        ["let Cart carries Thing when Thing overlaps Cart"]])  # fmt: skip
    if (
        extra
        and who in ("Spark", "Crate", "Rock", "Box")
        and "carries" in extra[0]
        and extra[0].split()[1] == extra[0].split()[3]
    ):
        extra = []
    after = d.one([[], [f"phase whirled{n}", f"    on blocked({who}, none, Solid $o) -> {d.one(SMALL)}"],
        [f"phase whirled{n}", f"    on enter({who}, Goal) -> {d.one(SMALL)}"],
        [f"phase whirled{n}", f"    on leave({who}, $o) -> {d.one(SMALL)}"],
        [f"phase whirled{n}", f"    on blocked({who}) -> {d.one(SMALL)}"]])  # fmt: skip
    return [*extra, f"phase whirl{n} on {key(d)}", *(f"    {line}" for line in lines), *after]


def stretching(d: Draw) -> list[str]:
    """Attributes of which bodies are made change."""
    n = d.number()
    lines = d.random.sample([
        "Crate -> Crate.worth next", "Rock -> Rock.worth + 1", "Spark -> Spark.heat + 1", "Spark -> Spark.heat prev",
        "Plate -> Plate.weight next", "Pane -> Pane.open next", "Mark -> Mark.n next", "Crate -> Crate.way next",
        "Cart -> Cart.way prev", "Rock, Rock touches Wall -> Rock.worth - 1", "Spark, Spark on Goal -> Spark.way next",
        "Crate, Crate.worth > 1 -> Crate.worth - 1, move Crate way_out", "Rock -> Rock.hue next, Rock.worth + 1",
        "Player, Rock near Player -> Rock.worth + 1", "-> Spark{heat < 3}.heat + 1",
    ], 2)  # fmt: skip
    return [f"phase stretch{n} on {key(d)}", *(f"    {line}" for line in lines)]


def leaving(d: Draw) -> list[str]:
    """Things that go over the edge, and back."""
    n = d.number()
    who = d.one(["Spark", "Spark", "Crate", "Box"])
    lines = d.random.sample([
        f"{who} -> move {who} {d.one(['left', 'up', 'way_out'])}{d.one(['', ' by 2', ' by -3'])}",
        f"{who}, {who}.x < 0 -> {d.one(SMALL)}", f"{who} -> put {who} at cell(-2, 1)",
        f"no {{ {who} at $c, $c.x >= 0 }} -> {d.one(SMALL)}", f"{who}, no Solid $o overlaps {who} -> move {who} right",
        "-> make Spark{heat=2} at cell(-1, 0)", f"{who}, $n = count {{ {who} at $c }}, $n > 1 -> {d.one(SMALL)}",
    ], 2)  # fmt: skip
    return [f"phase leave{n} on {key(d)}", *(f"    {line}" for line in lines)]
