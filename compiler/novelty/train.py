"""Training of the background: every prior of the library in a typical use, canonical, as units.

    python -m arcg.compiler.novelty.train

writes `background.json` beside this file. The result depends on nothing but the library and the canonical form. The
shipped games are not part of it: a background that knew them would find nothing new in them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from arcg.compiler.canonical import canonical
from arcg.compiler.lower import lower
from arcg.compiler.novelty.background import FILE, dumps, made_of
from arcg.compiler.novelty.units import Body, orientations
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import ArcgError

GAME = """\
game background
board 4x4
actions {actions}
layer floor
layer solid
kind Yard on floor
kind Wall on solid
kind One on solid has way: facing
kind Two on {layer}
world has count: 0..9 = 9, chosen: One
{lines}
legend
    # = Wall
    1 = One
    2 = Two
    _ = Yard
level
    map
        1.#_
        2...
"""
"""A board with a wall and two kinds of things, for one use of priors."""

USES = (
    # actions, layer of the second thing, lines
    ("arrows", "solid", "One walks"),
    ("arrows undo", "solid", "One walks"),
    ("arrows", "solid", "One walks|Two walks"),
    ("arrows", "solid", "One walks|Two is pushed by One"),
    ("arrows", "solid", "One walks|Two is pushed by One|Two is pushed by Two"),
    ("arrows", "floor", "One walks|One stops Two|Two stops One"),
    ("arrows", "floor", "One walks|Two walks|Two carries One"),
    ("arrows", "floor", "One walks|One stays on Two"),
    ("arrows click", "solid", "One is chosen into chosen|One walks when chosen"),
    ("arrows", "floor", "One walks|One collects Two|win when no Two"),
    ("arrows", "floor", "One walks|One collects Two into count|win when count = 9"),
    ("arrows", "floor", "One walks|Two swallows One|lose when no One"),
    ("arrows", "solid", "One walks|Two copies One"),
    ("arrows", "solid", "One walks|Two mirrors One"),
    ("arrows", "solid", "One walks|Two opposes One"),
    ("arrows act click", "solid", "One patrols"),
    ("arrows", "floor", "One walks|One pays 1 count per step|lose when count = 0"),
    ("arrows", "floor", "One walks|One pays 1 count per refusal|lose when count = 0"),
    ("arrows act click", "floor", "One walks|One pays 1 count per action|lose when count = 0"),
    ("arrows undo", "floor", "One walks|One pays 1 count per step|lose when count = 0|undo keeping count"),
    ("arrows", "floor", "One walks|One pays 1 count per step|One refills count to 9 by Two|lose when count = 0"),
)
"""Each prior of the library at least once, with the goal that gives it a meaning."""


def bodies() -> list[Body]:
    """The bodies of all units of the uses, in every symmetry of the board.

    Raises:
        ArcgError: a use has mistakes: the library has changed.
    """
    found: set[Body] = set()
    for actions, layer, lines in USES:
        text = GAME.format(actions=actions, layer=layer, lines=lines.replace("|", "\n"))
        game, diagnostics = check_text(text, f"a use of the library: {lines}")
        if game is None:
            raise ArcgError(diagnostics)
        for units in orientations(canonical(lower(game))):
            found.update(unit.body for unit in units)
    return sorted(found)


def main() -> None:
    """Write the file."""
    path = Path(__file__).with_name(FILE)
    found = bodies()
    path.write_text(dumps(found), encoding="utf-8")
    sys.stdout.write(f"{path}: {len(found)} bodies, version {made_of(found).version[:12]}\n")


if __name__ == "__main__":
    main()
