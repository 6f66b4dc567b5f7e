"""What the bytes of states and snapshots of all games have in common: how they begin, how they are refused.

They are those of the reference engine: a tag, the first bytes of the program's digest, then numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from arcg.compiler import ir
from arcg.runtime.engine import SEEDS
from arcg.runtime.kernel.store import DIGEST_BYTES, Store

STATE_TAG, SNAPSHOT_TAG = b"S", b"N"


def sealed(tag: bytes, store: Store, numbers: bytes) -> bytes:
    """A state or a snapshot."""
    return tag + store.prefix + numbers


def opened(store: Store, data: bytes) -> tuple[bytes, bytes]:
    """The tag and the numbers of a state or a snapshot.

    Raises:
        ValueError: the bytes are neither, or of another program.
    """
    tag, prefix, numbers = data[:1], data[1 : 1 + DIGEST_BYTES], data[1 + DIGEST_BYTES :]
    if tag not in (STATE_TAG, SNAPSHOT_TAG):
        raise ValueError("these bytes are neither a state nor a snapshot of an arcg game")
    if prefix != store.prefix:
        raise ValueError("these bytes are of another program")
    return tag, numbers


@contextmanager
def reading() -> Iterator[None]:
    """Whatever goes wrong while numbers are read is a ValueError that says that the bytes are damaged."""
    try:
        yield
    except (StopIteration, OverflowError, ValueError) as error:
        raise ValueError(f"these bytes are damaged: {str(error) or 'they end too early'}") from error


class Reader:
    """Reads what all games write from numbers and checks it. At their end, `next` raises StopIteration."""

    def __init__(self, program: ir.Program, numbers: list[int]) -> None:
        self.program = program
        self.chance = ir.uses_chance(program)
        self.next = iter(numbers).__next__

    def level(self) -> int:
        """The number of a level."""
        level = self.next()
        if not 0 <= level < len(self.program.levels):
            raise ValueError(f"the game has no level number {level}")
        return level

    def generator(self) -> tuple[int, int]:
        """The seed and the state of the generator, in a game with chance."""
        if not self.chance:
            return 0, 0
        seed, random = self.next(), self.next()
        if not (0 <= seed < SEEDS and 0 <= random < SEEDS):
            raise ValueError("the generator has no such state")
        return seed, random
