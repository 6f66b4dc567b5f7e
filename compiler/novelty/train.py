"""Training of the background: every prior of the library in a typical use, and rules over cells, canonical, as units.

    python -m arcg.compiler.novelty.train

writes `background.json` beside this file. The result depends on nothing but the library and the canonical form. The
shipped games are not part of it: a background that knew them would find nothing new in them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from arcg.compiler import ir
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
kind Yard on floor has hue: red blue
kind Wall on solid
kind One on solid has way: facing, hue: red blue, size: 1..9, left: 0..9
kind Two on {layer} has hue: red blue
world has count: 0..9 = 9, other: 0..9, hour: day night, chosen: One
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
    ("arrows", "solid", "One walks|Two is pulled by One"),
    ("arrows", "solid", "Two walks|One is pushed by Two|One merges"),
    ("arrows", "solid", "One walks|One opens Two by hue"),
    ("arrows", "solid", "Two walks|One is pushed by Two|Yard stops Two unless One on Yard"),
    ("arrows", "solid", "Two walks|One is pushed by Two|Yard stops Two unless One on Yard by hue"),
    ("arrows", "floor", "One walks|One winds hour|Two stops One while hour is night"),
    ("arrows", "floor", "One walks|Two crumbles under One"),
    ("arrows", "floor", "One walks|One fills Two"),
    ("arrows act click", "floor", "Two is mirrored beside One"),
    ("arrows act click", "floor", "Two is mirrored across One"),
    ("click", "solid", "One turns Two"),
    ("act", "floor", "One stamps Two around Wall"),
    ("arrows", "floor", "One walks|One and Wall are alike by Two|win when alike(One, Wall)"),
    ("click", "floor", "One floods by hue"),
    ("arrows", "floor", "One walks|Two leads One by hue"),
    ("arrows", "solid", "One walks|Wall shields Two from One|win when shielded(Two)"),
    ("arrows", "floor", "One walks|One lights Two|win when every Two has lit(Two)"),
    ("arrows act click", "floor", "One falls down"),
    ("arrows act click", "floor", "One falls down unless held by Two"),
    ("arrows", "floor", "One walks|One slides on Two"),
    ("arrows act click", "floor", "One drifts"),
    ("arrows act click", "solid", "One drifts|One bounces off Two"),
    ("arrows act click", "floor", "One conveys Two"),
    ("arrows act click", "floor", "One flows through Two"),
    ("arrows act click", "solid", "One flows down over Two"),
    ("arrows act click", "solid", "One seeks Two around Wall"),
    ("arrows act click", "solid", "One flees Two around Wall"),
    ("arrows act click", "solid", "One chases Two"),
    ("arrows", "solid", "One walks|Two follows One"),
    ("arrows act click", "solid", "One chases Two|One catches Two|lose when no Two"),
    ("arrows", "solid", "One walks|One opens Two for 1 count"),
    ("arrows", "floor", "One walks|One trades 2 count for 1 other at Two|win when other = 9"),
    ("arrows act click", "floor", "One counts down|lose when One.left = 0"),
    ("arrows act click", "floor", "One fades"),
    ("arrows act click", "floor", "One becomes Two in time"),
)
"""Each prior of the library at least once, with the goal that gives it a meaning."""


CELL_GAME = """\
game background
semantics puzzlescript
    input One
board 4x4
actions {actions}
layer floor
layer marks
layer solid
kind Yard on floor
kind Mark on marks
kind Sign on marks
kind One on solid
kind Two on solid
kind Six on solid
kind Wall on solid
group Any = One Two
group Sort = Two Six
group Stone = Two Six Wall
{lines}
legend
    # = Yard Wall
    1 = Yard One
    2 = Yard Two
    6 = Yard Six
    m = Yard Mark
    s = Yard Sign
    _ = Yard
level
    map
        1.#6
        2ms.
"""
"""The same for rules over cells."""

CELL_USES = (
    # actions, phase, rule, goal
    ("arrows act undo", "plan", "[ > One | Two ] -> [ > One | > Two ]", "every [ Mark ] has [ Two ]"),
    ("arrows undo", "plan", "[ > One | Sort ] -> [ > One | > Sort ]", "every [ Two ] has [ Mark ]"),
    ("arrows act undo", "plan", "[ > Any | Two ] -> [ > Any | > Two ]", "every [ Mark ] has [ Sort ]"),
    ("arrows act", "plan", "[ > Two | Two ] -> [ > Two | > Two ]", "[ One Mark ]"),
    ("arrows act undo", "plan", "[ < One | Two ] -> [ < One | < Two ]", "no [ Two ]"),
    ("arrows act undo", "plan", "[ > One | Wall ] -> restore turn", "every [ One ] has [ Mark ]"),
    ("arrows act undo", "plan", "[ > One | Stone ] -> [ One | Stone ]", "no [ Mark ]"),
    ("arrows act undo", "plan", "[ > One | Two ] -> [ > One | ]", "no [ Sort ]"),
    ("arrows act undo", "plan", "[ > One | Two ] -> [ Two | One ]", "[ Sort Mark ]"),
    ("arrows act undo", "plan", "[ moving One ] -> [ One ]", "no [ Two Mark ]"),
    ("arrows act undo", "plan", "[ act One ] -> [ One Mark ]", "every [ Mark ] has [ One ]"),
    ("arrows act undo", "plan", "[ One ], [ Two ] -> [ One ], [ right Two ]", "[ One Mark ]"),
    ("arrows act undo", "plan", "[ > One ], [ Two ] -> [ > One ], [ > Two ]", "[ One Mark ]"),
    ("arrows act undo", "plan", "[ Two | no Stone ] along down -> [ | Two ]", "[ One Mark ]"),
    ("arrows act undo", "plan", "[ Two ] -> [ down Two ]", "[ One Mark ]"),
    ("arrows act undo", "", "[ One Mark ] -> [ One ]", "no [ Mark ]"),
    ("arrows act undo", "", "[ One Mark ] -> [ Mark ]", "no [ One ]"),
    ("arrows act undo", "", "[ Two Mark ] -> [ Six ]", "no [ Two ]"),
    ("arrows act undo", "", "[ Two Mark ] -> [ ]", "no [ Mark ]"),
    ("arrows act undo", "", "[ One Mark ] -> restore level", "[ One Sign ]"),
    ("arrows act undo", "", "[ One Mark ] -> restore turn", "[ One Sign ]"),
    ("arrows act undo", "", "[ One Mark ] -> save level", "[ One Sign ]"),
    ("arrows act undo", "", "[ One Mark ] -> win", "[ One Sign ]"),
    ("arrows act undo", "", "[ Two | Two ] -> [ Six | Six ]", "no [ Two ]"),
    ("arrows act undo", "", "[ Two | Two | Two ] -> [ | | ]", "no [ Two ]"),
    ("arrows act undo", "", "[ One | Two ] -> [ One | Six ]", "no [ Two ]"),
    ("arrows act undo", "", "[ Mark | no Mark no Wall ] -> [ Mark | Mark ]", "[ One Mark ]"),
    ("arrows act undo", "", "[ One | ... | Two ] -> [ One | ... | Six ]", "no [ Two ]"),
    ("arrows act undo", "", "[ Two ] -> [ Two Mark ]", "every [ Mark ] has [ Two ]"),
    ("arrows act undo", "", "[ Mark ] -> [ ], again", "[ One Sign ]"),
    ("arrows act undo", "repeat plan", "[ > One | no Stone ] -> [ | > One ]", "[ One Mark ]"),
    ("arrows act undo", "plan", "[ One ] -> [ randomdir One ]", "[ One Mark ]"),
    ("arrows act undo", "", "[ Mark ] at random -> [ Sign ]", "no [ Mark ]"),
)
"""What many games of rules over cells do, each with a goal."""


def _programs() -> Iterator[ir.Program]:
    """The programs of all uses.

    Raises:
        ArcgError: a use has mistakes: the language or the library has changed.
    """
    texts = [GAME.format(actions=actions, layer=layer, lines=said.replace("|", "\n")) for actions, layer, said in USES]
    for actions, words, rule, goal in CELL_USES:
        lines = f"phase use {words}".rstrip() + f"\n    {rule}\nwin when {goal}"
        texts.append(CELL_GAME.format(actions=actions, lines=lines))
    for text in texts:
        game, diagnostics = check_text(text, "a use in the training of the background")
        if game is None:
            raise ArcgError(diagnostics)
        yield lower(game)


def bodies() -> Counter[Body]:
    """The bodies of all units of the uses, in every symmetry of the board, with the number of uses that have them.

    Raises:
        ArcgError: a use has mistakes: the library has changed.
    """
    found: Counter[Body] = Counter()
    for program in _programs():
        found.update({unit.body for cut in orientations(canonical(program)) for unit in cut.units})
    return found


def main() -> None:
    """Write the file."""
    path = Path(__file__).with_name(FILE)
    found = bodies()
    path.write_text(dumps(found), encoding="utf-8")
    sys.stdout.write(f"{path}: {len(found)} bodies, version {made_of(found).version[:12]}\n")


if __name__ == "__main__":
    main()
