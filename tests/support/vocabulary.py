"""What the generated games speak of: kinds with their attributes, the world, events, facts.

A sort is written as a word with what it needs: `int 0 3`, `enum red blue`, `thing Crate Rock`, `dir`, `cell`.
"""

from __future__ import annotations

HUES, TONES, MODES, OPEN = "enum red blue green", "enum blue red", "enum day night dusk", "enum no yes"
ACTS = "enum up down left right act click undo"

KINDS: dict[str, dict[str, str]] = {
    "Goal": {},
    "Plate": {"weight": "int 0 2", "peer": "thing Plate"},
    "Wall": {},
    "Player": {},
    "Crate": {"hue": HUES, "worth": "int 1 4", "way": "dir"},
    "Rock": {"of": "thing Crate", "hue": TONES, "worth": "int 1 4"},
    "Cart": {"way": "dir"},
    "Spark": {"way": "dir", "of": "thing Crate Rock Spark", "heat": "int -1 3", "hue": TONES},
    "Mark": {"up": "thing Mark", "n": "int -1 1"},
    "Pane": {"open": OPEN},
}
"""Attributes by kind: the sort, then the bounds, the values or the kinds."""

GROUPS = {
    "Solid": ("Wall", "Player", "Crate", "Rock"),
    "Thing": ("Crate", "Rock", "Spark"),
    "Box": ("Crate", "Rock"),
    "Mover": ("Crate", "Cart", "Spark"),
}
WORLD = {
    "energy": "int 0 12",
    "score": "int -3 9",
    "lives": "int 0 3",
    "mode": MODES,
    "chosen": "thing Crate",
    "held": "thing Crate Rock Spark",
    "way_out": "dir",
    "tone": HUES,
}
ORDINARY = ("Goal", "Plate", "Wall", "Player", "Crate", "Rock", "Cart")
"""Kinds of which a cell holds one."""

EVENTS: dict[str, tuple[str, ...]] = {
    "start": (),
    "arrow": ("dir",),
    "act": (),
    "click": ("thing",),
    "clickcell": ("cell",),
    "undo": (),
    "action": (ACTS,),
    "moved": ("thing", "dir"),
    "blocked": ("thing", "dir", "thing", "cell"),
    "enter": ("thing", "thing"),
    "leave": ("thing", "thing"),
    "boom": ("thing Crate Rock Spark",),
    "tick": ("int",),
    "aim": ("dir",),
    "spot": ("cell", "int"),
    "paint": (HUES, "thing Crate"),
    "alarm": (),
}
MADE = ("boom", "tick", "aim", "spot", "paint", "alarm")

FACTS: dict[str, tuple[str, ...]] = {
    "ready": ("thing Crate",),
    "likes": ("thing Crate Rock", "thing Crate Rock"),
    "dark": (),
    "rank": ("thing Crate Rock", "int"),
    "open": ("thing Player", "dir"),
    "bare": ("cell",),
    "shade": (HUES,),
    "toward": ("thing Spark", "dir", "thing Crate Rock"),
}
INFIX = ("likes", "toward")

RELATIONS = ("on", "overlaps", "touches", "near", "above", "below", "beside", "ahead")
SAVES = ("here", "there")
DIRECTIONS = ("up", "down", "left", "right")


def kinds_of(name: str) -> tuple[str, ...]:
    return GROUPS.get(name, (name,))


def attributes(kinds: tuple[str, ...]) -> dict[str, str]:
    """The attributes that all of some kinds have with the same domain."""
    first = KINDS[kinds[0]]
    return {name: sort for name, sort in first.items() if all(KINDS[kind].get(name) == sort for kind in kinds)}


KEYS = ("act", "click(none)", "arrow(up)", "arrow(left)", "arrow(right)", "act", "click")
SMALL = ["score + 1 at most 9", "energy - 1 at least 0", "mode next", "tone prev", "lives prev",
    "score - 1 at least -3", "Spark{heat < 3}.heat + 1", "Pane{open=no}.open next", "Crate{worth > 1}.worth - 1",
    "Plate{weight < 2}.weight next", "way_out next"]  # fmt: skip
"""Effects that can hardly fail, on something that can be seen."""
