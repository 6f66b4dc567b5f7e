"""`python -m arcg.runtime.kernel.native`: make the code of a game's own in the background, from an image on stdin."""

from __future__ import annotations

import contextlib
import os
import sys

import numpy as np

from arcg.runtime.kernel import ready
from arcg.runtime.kernel.native.own import make

if __name__ == "__main__":
    with contextlib.suppress(AttributeError, OSError):
        os.nice(ready.NICE)
    make(np.frombuffer(sys.stdin.buffer.read(), np.int32))
