"""How many requests a key may make: a bucket for each key that fills at a steady rate."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable

MOST_BUCKETS = 10_000
"""Keys that are remembered. Of more, those that were quiet longest are forgotten, as if their buckets were full."""


class Rates:
    """Buckets by key.

    Args:
        rate: tokens a second; 0 for no bound.
        most: tokens of a full bucket.
        clock: seconds.
    """

    def __init__(self, rate: float, most: float, clock: Callable[[], float]) -> None:
        self.rate = rate
        self.most = max(1.0, most)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> int:
        """Take a token for a request; 0, or after how many seconds there will be one."""
        if not self.rate:
            return 0
        now = self._clock()
        tokens, since = self._buckets.get(key, (self.most, now))
        tokens = min(self.most, tokens + (now - since) * self.rate)
        allowed = tokens >= 1.0
        self._buckets[key] = (tokens - allowed, now)
        self._buckets.move_to_end(key)
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return 0 if allowed else max(1, math.ceil((1.0 - tokens) / self.rate))
