"""`python -m arcg.runtime.kernel [LOCK]`: compile the kernels in the background; takes the lock away at the end."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from arcg.runtime.kernel import ready

if __name__ == "__main__":
    with contextlib.suppress(AttributeError, OSError):
        os.nice(ready.NICE)
    try:
        ready.build()
    finally:
        for name in sys.argv[1:]:
            Path(name).unlink(missing_ok=True)
