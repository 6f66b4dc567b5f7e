"""Room in the pool, and hash tables of numbers in it."""

from __future__ import annotations

import numpy as np

from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *


@kernel
def word(M: Array, at: int) -> int:
    """A word as a 64-bit number: functions are compiled once for each combination of the sizes of their arguments."""
    return np.int64(M[at])


@kernel
def room(P: Array, M: Array, at: int, words: int) -> bool:
    """Whether the pool goes so far; if not, ROOM_POOL."""
    if at + words <= P[POOL] + P[POOL_SIZE]:
        return True
    M[ERROR] = ROOM_POOL
    M[NEED] = 2 * (at + words - P[POOL])
    return False


@kernel
def hash_size(count: int) -> int:
    """Entries of a hash for so many keys: a power of two."""
    size = 8
    while size < 2 * count:
        size *= 2
    return size


@kernel
def hash_clear(M: Array, at: int, size: int) -> None:
    """An empty hash of two words an entry: a key (not negative) and its value."""
    for n in range(size):
        M[at + 2 * n] = -1


@kernel
def hash_find(M: Array, at: int, mask: int, key: int) -> int:
    """Where the entry of a key lies, or the free entry where it would."""
    entry = ((int(key) * 2654435761) >> 8) & mask
    while M[at + 2 * entry] != -1 and M[at + 2 * entry] != key:
        entry = (entry + 1) & mask
    return at + 2 * entry
