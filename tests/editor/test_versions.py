"""Which level of a new version of a game is which of the old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from arcg.editor.versions import same_levels
from arcg.runtime.loading import load

HEAD = """\
game demo
board 3x1
actions arrows
layer solid
kind Player on solid
phase walk
    on arrow($d), Player -> move Player $d
win when no Player
legend
    P = Player
"""

MAPS = {"a": "P..", "b": ".P.", "c": "..P", "d": "P.P", "e": "PPP"}


def program(tmp_path: Path, levels: str):
    """Of levels such as `a b:named`."""
    text = HEAD
    for level in levels.split():
        kind, _, name = level.partition(":")
        text += f"level {name}".rstrip() + f"\n    map\n        {MAPS[kind]}\n"
    path = tmp_path / "demo.arcg"
    path.write_text(text, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ("a b c", "a b c", {0: 0, 1: 1, 2: 2}),
        ("a b c", "d a b c", {0: 1, 1: 2, 2: 3}),
        ("a b c", "c a b", {0: 1, 1: 2, 2: 0}),
        ("a b c", "a c", {0: 0, 2: 1}),
        ("a b c", "a d c", {0: 0, 1: 1, 2: 2}),
        ("a b", "a a b", {0: 0, 1: 2}),
        ("a a b", "a a b", {0: 0, 1: 1, 2: 2}),
        ("a:one b:two", "b:two d:one", {0: 1, 1: 0}),
        ("a:one b:two", "a:uno b:two", {0: 0, 1: 1}),
        ("a b", "d", {0: 0}),
    ],
)
def test_levels_are_known_by_what_is_in_them_their_name_their_place(
    tmp_path: Path, old: str, new: str, places: dict[int, int]
) -> None:
    assert same_levels(program(tmp_path, old), program(tmp_path, new)) == places
