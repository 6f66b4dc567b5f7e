from __future__ import annotations

from pathlib import Path

import pytest

from arcg.runtime.kernel import ready

DEMO = """\
game demo
board 8x8 ground grey
actions arrows act click undo
layer floor
layer solid
kind Goal on floor
    pic
        e
kind Wall on solid
    pic
        4
kind Player on solid
    pic
        9
kind Rock on solid
    pic
        c
kind Lamp on solid has lit: no yes
    pic
        0
    tint 0 by lit as 2 yellow
world has energy: 0..20 = 20
bar energy bottom yellow
undo keeping energy
phase walk
    on arrow($d), Player -> move Player $d
phase fall repeat show
    Rock -> move Rock down
phase lamp
    on click(Lamp) -> Lamp.lit next
    on act -> energy - 5 at least 0
win when every Player has Player on Goal
lose when energy = 0
legend
    # = Wall
    P = Player
    r = Rock
    o = Goal
    l = Lamp
level
    map
        ########
        #..r...#
        #..Po..#
        #......#
        #......#
        #.l....#
        #......#
        ########
level
    map
        ########
        #......#
        #...P..#
        #..o...#
        #......#
        #......#
        #......#
        ########
"""
"""Walking left lets the rock fall five cells, one frame each; right wins; four times `act` loses."""


@pytest.fixture
def demo_text() -> str:
    return DEMO


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    path = tmp_path / "demo.arcg"
    path.write_text(DEMO, encoding="utf-8")
    return path


@pytest.fixture(autouse=True, scope="session")
def no_compiling() -> None:
    """Where the kernels are not compiled, as without JIT, a session does not start a process that outlives its test.

    It is never taken back: the thread that would start it may come after the last test.
    """
    pytest.MonkeyPatch().setattr(ready, "start_building", lambda: None)
