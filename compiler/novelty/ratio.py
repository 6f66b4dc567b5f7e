"""The figure that all codes of two things are told by: 2 K(A,B) / (K(A) + K(B)) - 1.

0: describing one describes both. 1: knowing one is of no use for describing the other.
"""

from __future__ import annotations


def ratio(joint: float, a: float, b: float) -> float:
    """The figure, not kept within 0 and 1: over unrelated pairs it shows whether a code is calibrated."""
    return 2 * joint / (a + b) - 1 if a + b else 0.0


def clipped(joint: float, a: float, b: float) -> float:
    """The figure, kept within 0 and 1."""
    return min(1.0, max(0.0, ratio(joint, a, b)))
