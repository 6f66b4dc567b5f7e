"""What is told of an answer afterwards: messages, how much work it was, what each rule did."""

from __future__ import annotations

from arcg.runtime.engine import MAX_CELL_WORK
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.jit import Array, kernel


@kernel
def asked_for(M: Array) -> bool:
    """Whether what happens now is in the part of the answer that is traced, and not in a turn that is only tried."""
    return M[TRACING] == M[PART] + 1 and not M[TRIAL]


@kernel
def tell(P: Array, M: Array, sort: int, source: int) -> None:
    """Keep a message about a rule, once; not of a turn that is only tried."""
    if M[TRIAL]:
        return
    M[TROUBLE] = 1
    if not asked_for(M):
        return
    message = source * TOLD_SORTS + sort
    for n in range(M[TOLD]):
        if M[P[TOLD_AT] + n] == message:
            return
    M[P[TOLD_AT] + M[TOLD]] = message
    M[TOLD] += 1


@kernel
def spend(M: Array, work: int) -> bool:
    """Count some work; False, with OUT_OF_WORK, when it is too much now."""
    M[WORK] += work
    if M[WORK] > MAX_CELL_WORK:
        M[ERROR] = OUT_OF_WORK
        return False
    return True


@kernel
def count(P: Array, M: Array, rule: int, matches: int, applied: int, dropped: int) -> None:
    """Keep what a rule did, for the trace."""
    if asked_for(M):
        at = P[COUNT_AT] + P[rule + RULE_SOURCE] * COUNT_WORDS
        M[at + COUNT_MATCHES] += matches
        M[at + COUNT_APPLIED] += applied
        M[at + COUNT_DROPPED] += dropped
