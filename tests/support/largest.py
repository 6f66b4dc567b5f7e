"""The largest game there may be: 64x64 cells, 255 kinds, 4,096 things, 1,000 rules, or one more of one of them."""

from __future__ import annotations

SIDE = 64
KINDS = 255
THINGS = 4096
RULES = 1000

_TILES = "".join(chr(0x100 + number) for number in range(KINDS + 1))
"""A character for each kind of tile."""


def largest(*, side: int = SIDE, kinds: int = KINDS, things: int = THINGS, rules: int = RULES) -> str:
    """A game of one player among tiles of all other kinds.

    Each rule but the one of `Player walks` counts in `score` that the player comes onto a tile of one kind.
    """
    tiles = [f"Tile{number}" for number in range(kinds - 1)]
    declared = "".join(
        f"kind {tile} on floor has worn: 0..9\n    pic\n        {n % 6 + 1}\n" for n, tile in enumerate(tiles)
    )
    phases = []
    for number in range(rules - 1):
        if number % 4 == 0:
            phases.append(f"phase wear{number // 4}\n")
        tile = tiles[number % len(tiles)]
        phases.append(f"    on enter(Player, {tile}), {tile}.worn < 9 -> {tile}.worn + 1, score + 1\n")
    cells = [_TILES[number % len(tiles)] for number in range(side * side)]
    cells[things - 1 :] = "." * (len(cells) - things + 1)
    rows = ["".join(cells[row * side : (row + 1) * side]) for row in range(side)]
    legend = "".join(f"    {glyph} = {tile}\n" for glyph, tile in zip(_TILES, tiles, strict=False))
    return (
        f"game largest\nboard {side}x{side}\nactions arrows\nlayer floor\nlayer solid\n{declared}"
        "kind Player on solid\n    pic\n        9\nworld has score: 0..2000\nPlayer walks\n"
        + "".join(phases)
        + "win when score = 1000\nlegend\n"
        + legend
        + "level\n    put Player at cell(62, 62)\n    map\n"
        + "".join(f"        {row}\n" for row in rows)
    )
