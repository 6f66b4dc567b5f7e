"""What holds for all tests: cases never change, slowness is no failure, the kernels are there, Ctrl+C is heard.

`HYPOTHESIS_PROFILE=search pytest ...` looks for new cases instead, for a run by hand.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "same", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# A shell starts what runs in its background deaf to interrupts, `nohup` to the end of the terminal; the programs that
# tests start and interrupt would inherit it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have the kernels compiled before the first test, so that no test waits for that or is blamed for it.

    Where several processes share the tests, it is done before they start.
    """
    from arcg.runtime.kernel import ready

    if session.config.option.collectonly or os.environ.get("NUMBA_DISABLE_JIT") or ready.is_built():
        return
    sys.stderr.write("\ncompiling the kernels, once for this version of arcg; this takes a few minutes\n")
    ready.build()


def pytest_collection_finish() -> None:
    """What was collected stays to the end, so no collection of garbage need look at it again."""
    gc.collect()
    gc.freeze()
