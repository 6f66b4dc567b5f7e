"""Numbering: the numbers of the things of numbered kinds, by which they are ordered."""

from __future__ import annotations

from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.layout import *
from arcg.runtime.kernel.memory import record, touch, written


@kernel
def next_number(P: Array, M: Array, kind: int) -> int:
    """The number of a thing that is made: one more than the greatest that there is of its kind."""
    number, greatest = P[P[KIND_AT] + kind * KIND_WORDS + KIND_NUMBER], 0
    for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
        at = record(P, slot)
        if M[at + KIND] == kind:
            greatest = max(greatest, int(M[at + ATTR - 1 + number]))
    return greatest + 1


@kernel
def number_anew(P: Array, M: Array) -> None:
    """Number the things of each numbered kind 1, 2, 3 and so on, in the same order."""
    for kind in range(P[KINDS]):
        number = P[P[KIND_AT] + kind * KIND_WORDS + KIND_NUMBER]
        if number and not numbered_by_slot(P, M, kind, number):
            count, last = 0, 0
            while True:
                found, least = -1, 0
                for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
                    at = record(P, slot)
                    value = int(M[at + ATTR - 1 + number])
                    if M[at + KIND] == kind and value > last and (found < 0 or value < least):
                        found, least = slot, value
                if found < 0:
                    break
                count, last = count + 1, least
                give(P, M, found, number, count)


@kernel
def numbered_by_slot(P: Array, M: Array, kind: int, number: int) -> bool:
    """Number the things of a kind in the order of their slots, if that is their order; it is, unless some came back."""
    last = 0
    for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
        at = record(P, slot)
        if M[at + KIND] == kind:
            if M[at + ATTR - 1 + number] < last:
                return False
            last = int(M[at + ATTR - 1 + number])
    count = 0
    for slot in range(M[P[LIVE] + BLOCK_SLOTS]):
        at = record(P, slot)
        if M[at + KIND] == kind:
            count += 1
            give(P, M, slot, number, count)
    return True


@kernel
def give(P: Array, M: Array, slot: int, place: int, number: int) -> None:
    """Write the number of a thing, its attribute `place` - 1, where another one may be."""
    at = record(P, slot) + ATTR - 1 + place
    if M[at] != number:
        M[at] = number
        touch(P, M, slot)
        written(M)
