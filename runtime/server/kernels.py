"""Waiting for the kernels: loaded in a thread where they are compiled, and compiled in the background where not.

Until they are there everything is played on the reference engine; nobody waits.
"""

from __future__ import annotations

import contextlib
import threading

from arcg.runtime.server.settings import Kernels as Wish

LOOK_AGAIN = 2.0
"""Seconds between two looks whether the compiling is done."""


class Kernels:
    """Whether the kernels can be used now. `start` has them made ready, according to what was wished for."""

    def __init__(self, wish: Wish) -> None:
        self.ready = False
        self._wish = wish
        self._stopped = threading.Event()

    def start(self) -> None:
        """Begin to load or compile, unless they are not wanted."""
        if self._wish != "off":
            threading.Thread(target=self._wait, name="kernels", daemon=True).start()

    def stop(self) -> None:
        """Wait no longer. What is being compiled goes on in its process, for the next time."""
        self._stopped.set()

    def _wait(self) -> None:
        # no reason why the kernels cannot be had keeps a game from being played
        with contextlib.suppress(Exception):
            from arcg.runtime.kernel import ready

            while not ready.is_built():
                if self._wish == "build":
                    ready.start_building()
                if self._stopped.wait(LOOK_AGAIN):
                    return
            import arcg.runtime.kernel.thing_batch  # brings numba, which takes seconds

            self.ready = bool(arcg.runtime.kernel.thing_batch)
