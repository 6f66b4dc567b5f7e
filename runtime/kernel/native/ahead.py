"""The code of a game's own made ahead, so that whoever plays the game later finds it.

Code is for arrays of certain sizes, which grow while a game is played. So the game is played at random first, from all
its levels, until its arrays are of the sizes to which they come; play begins with these sizes then (`own.py`).

`python -m arcg.runtime.kernel.native.ahead`: for one program, given on stdin.
"""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np

from arcg.compiler import ir
from arcg.runtime.engine import SIZE
from arcg.runtime.kernel import KernelBatch
from arcg.runtime.kernel.arrays import Arrays
from arcg.runtime.kernel.native import own

GAMES = 1024
"""Games that are played at once."""

SECONDS = 2.0
"""How long they are played."""


def made(program: ir.Program) -> bool:
    """Whether the code of a game of things could be made and kept, in a process of its own."""
    command = [sys.executable, "-m", "arcg.runtime.kernel.native.ahead"]
    done = subprocess.run(command, input=ir.dumps(program).encode(), capture_output=True, check=False)
    return done.returncode == 0


def make(program: ir.Program) -> bool:
    """Play a game of things, and have its code made, unless that was done before; whether it is kept."""
    batch = KernelBatch(program, GAMES, translated=False)
    arrays = batch.arrays
    assert isinstance(arrays, Arrays)
    if own.settled(arrays.own.first) is not None and own.kept(arrays.P) is not None:
        return True
    batch.begin(range(GAMES), level=np.arange(GAMES) % len(program.levels))
    random = np.random.default_rng(0)
    ends = time.monotonic() + SECONDS
    while time.monotonic() < ends:
        xs, ys = random.integers(0, SIZE, (2, GAMES))
        batch.step(random.choice(program.actions, GAMES), xs, ys, renew=True)
    if own.kept(arrays.P) is None:
        own.make(arrays.P)
    own.settle(arrays.own.first, arrays.sizes)
    return own.kept(arrays.P) is not None


if __name__ == "__main__":
    sys.exit(not make(ir.loads(sys.stdin.buffer.read().decode())))
