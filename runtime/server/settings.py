"""What a server may be told: how it plays, how much of everything it takes, and for how long it keeps it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Kernels = Literal["build", "built", "off"]
"""Whether games are played on the kernels: compiled in the background if need be, only if they are there, or never."""

MINUTE = 60.0


@dataclass(frozen=True)
class ServerSettings:
    """Settings of a server.

    Attributes:
        competition: one scorecard, no games begun anew, one session of each game, no looking at the open card.
        kernels: see `Kernels`.
        idle: seconds after which a session or a scorecard that nobody used is closed.
        card_lifetime: seconds after which a scorecard is closed in any case.
        sessions: most sessions at once.
        sessions_per_key: most sessions of one API key; as many scorecards.
        rate: requests a second of one API key, in the long run; 0 for no bound.
        burst: seconds of that rate which a key that was quiet may use at once.
        live: most sessions whose game is held ready to play; the others are kept as bytes.
        clock: seconds, for whatever expires.
    """

    competition: bool = False
    kernels: Kernels = "build"
    idle: float = 15 * MINUTE
    card_lifetime: float = 72 * 60 * MINUTE
    sessions: int = 10_000
    sessions_per_key: int = 2_000
    rate: float = 1_000.0
    burst: float = 2.0
    live: int = 2_048
    clock: Callable[[], float] = time.monotonic
