"""The largest game of rules over cells: 256x256 cells, 512 kinds, 128 layers, 16,384 ways in which rules can match."""

from __future__ import annotations

SIDE = 256
KINDS = 512
LAYERS = 128
WAYS = 16_384

_LINES_A_PHASE = 64


def largest(*, side: int = SIDE, kinds: int = KINDS, layers: int = LAYERS, ways: int = WAYS) -> str:
    """A game of one player, who pushes tiles of all other kinds.

    All tiles are on the board, as many one over another as there are layers but that of the player, who stands before
    the first of these stacks. Each rule has four ways but the last, which has what is left of them.
    """
    tiles = [f"Tile{number}" for number in range(kinds - 1)]
    on = [number % (layers - 1) for number in range(kinds - 1)]
    declared = [f"layer layer{number}" for number in range(layers)]
    declared += [
        f"kind {tile} on layer{layer}\n    pic\n        {layer % 15 + 1}" for tile, layer in zip(tiles, on, strict=True)
    ]
    rules = []
    for number in range(-(-ways // 4)):
        left = min(4, ways - 4 * number)
        along = "" if left == 4 else f" along {' '.join(('up', 'right', 'down')[:left])}"
        tile = tiles[number % len(tiles)]
        rules.append(f"    [ > Player | {tile} ]{along} -> [ > Player | > {tile} ]")
    phases = [
        f"phase push{start} plan\n" + "\n".join(rules[start : start + _LINES_A_PHASE])
        for start in range(0, len(rules), _LINES_A_PHASE)
    ]
    stacks = [tiles[start : start + layers - 1] for start in range(0, len(tiles), layers - 1)]
    glyphs = "abcdefgh"[: len(stacks)]
    row = ("P" + ".".join(glyphs)).ljust(side, ".")
    return "\n".join(
        [
            "game largest",
            "semantics puzzlescript",
            "    input Player",
            f"board {side}x{side} cell 1",
            "view 64x64 follow Player",
            "actions arrows act undo",
            *declared,
            f"kind Player on layer{layers - 1}",
            "    pic",
            "        9",
            *phases,
            "win when no [ Player ]",
            "legend",
            *(f"    {glyph} = {' '.join(stack)}" for glyph, stack in zip(glyphs, stacks, strict=True)),
            "    P = Player",
            "level",
            "    map",
            *("        " + "." * side for _ in range(side - 1)),
            "        " + row,
            "",
        ]
    )
