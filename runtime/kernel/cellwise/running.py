"""Running rules: every match of a rule, rules of a group until they rest, groups one after another with their loops."""

from __future__ import annotations

from arcg.runtime.kernel.cellwise.chance import choose
from arcg.runtime.kernel.cellwise.far import apply, do_together, find, taken_fit
from arcg.runtime.kernel.cellwise.layout import *
from arcg.runtime.kernel.cellwise.matching import may_fit
from arcg.runtime.kernel.cellwise.telling import count, spend, tell
from arcg.runtime.kernel.cellwise.together import CHANGED, NOWHERE
from arcg.runtime.kernel.jit import Array, kernel

MAX_PASSES, MAX_JUMPS = 200, 200
"""Most passes over the rules of a group, and most jumps back to the beginnings of loops while a stage runs."""


@kernel
def queue_up(P: Array, M: Array, commands: int) -> None:
    """Add what a rule asks for: after `restart` only what comes with `cancel`, after `cancel` nothing.

    What comes with one of the two takes the place of all that was asked for before.
    """
    queue = M[QUEUE]
    if queue & CANCEL or (queue & RESTART and not commands & CANCEL):
        return
    M[QUEUE] = commands if commands & (CANCEL | RESTART) else queue | commands


@kernel
def find_all(P: Array, M: Array, rule: int) -> int:
    """Find the matches of each row of a rule; how many ways there are to take one of each."""
    first, rows, total = P[rule + RULE_FIRST], P[rule + RULE_PATTERNS], 1
    M[TOP] = 0
    for n in range(rows):
        begin = M[TOP]
        found = find(P, M, first + n, P[rule + RULE_WAY])
        if found == 0:
            return 0
        at = P[FOUND] + 3 * n
        M[at], M[at + 1], M[at + 2] = begin, found, 0
        total *= found
    return total


@kernel
def take_next(P: Array, M: Array, rule: int) -> None:
    """Take the next matches: those of the first row vary fastest."""
    for n in range(P[rule + RULE_PATTERNS]):
        at = P[FOUND] + 3 * n
        M[at + 2] += 1
        if M[at + 2] < M[at + 1]:
            return
        M[at + 2] = 0


@kernel
def run_rule(P: Array, M: Array, D: Array, rule: int) -> bool:
    """Do all matches of a rule as they were when it began, each if it still fits; whether anything changed."""
    if P[rule + RULE_AT_ONCE]:
        outcome = do_together(P, M, rule)
        if outcome != NOWHERE and P[rule + RULE_COMMANDS]:
            queue_up(P, M, P[rule + RULE_COMMANDS])
        return outcome == CHANGED
    total = find_all(P, M, rule)
    if total == 0 or M[ERROR]:
        return False
    changed, dropped = False, 0
    if P[rule + RULE_CHANGES]:
        if not spend(M, total):
            return False
        for _ in range(total):
            if changed and not taken_fit(P, M, rule):
                dropped += 1
            elif apply(P, M, D, rule):
                changed = True
            if M[ERROR]:
                return False
            take_next(P, M, rule)
    count(P, M, rule, total, total - dropped, dropped)
    if P[rule + RULE_COMMANDS]:
        queue_up(P, M, P[rule + RULE_COMMANDS])
    return changed


@kernel
def run_one(P: Array, M: Array, D: Array, group: int) -> bool:
    """Do one match of all matches of all rules of a group, by chance; whether anything changed."""
    rules = P[RULE_AT] + P[group + GROUP_FIRST] * RULE_WORDS
    if not spend(M, P[group + GROUP_RULES]):
        return False
    total = 0
    for n in range(P[group + GROUP_RULES]):
        rule = rules + n * RULE_WORDS
        found = find_all(P, M, rule) if may_fit(P, M, P[rule + RULE_NEED]) else 0
        if M[ERROR]:
            return False
        if found:
            total += found
            count(P, M, rule, found, 0, 0)
    if total == 0:
        return False
    chosen = choose(M, D, total)
    for n in range(P[group + GROUP_RULES]):
        rule = rules + n * RULE_WORDS
        found = find_all(P, M, rule) if may_fit(P, M, P[rule + RULE_NEED]) else 0
        if chosen >= found:
            chosen -= found
            continue
        count(P, M, rule, 0, 1, 0)
        changed = False
        if P[rule + RULE_CHANGES]:
            for row in range(P[rule + RULE_PATTERNS]):
                at = P[FOUND] + 3 * row
                M[at + 2] = chosen % M[at + 1]
                chosen //= M[at + 1]
            changed = apply(P, M, D, rule)
        if P[rule + RULE_COMMANDS]:
            queue_up(P, M, P[rule + RULE_COMMANDS])
        return changed
    return False


@kernel
def run_group(P: Array, M: Array, D: Array, group: int) -> bool:
    """Run a group; whether anything changed, be it changed back since."""
    if P[group + GROUP_RANDOM]:
        return run_one(P, M, D, group)
    number, first = P[group + GROUP_RULES], P[group + GROUP_NODE]
    end = first + P[group + GROUP_NODES] * NODE_WORDS
    for passed in range(MAX_PASSES):
        if not spend(M, number):
            return False
        changed, node = False, first
        while node < end:
            mask = P[node + NODE_MASK]
            lacks = mask and M[P[MASKS] + P[node + NODE_WORD]] & mask == 0
            if lacks or not may_fit(P, M, P[node + NODE_NEED]):
                node += P[node + NODE_SIZE]
                continue
            if P[node + NODE_RULE] >= 0 and run_rule(P, M, D, P[RULE_AT] + P[node + NODE_RULE] * RULE_WORDS):
                changed = True
            if M[ERROR]:
                return False
            node += NODE_WORDS
        if not changed:
            return passed > 0
    tell(P, M, TOLD_PASSES, P[group + GROUP_SOURCE])
    return True


@kernel
def run_stage(P: Array, M: Array, D: Array, groups: int, number: int) -> None:
    """Run the groups of a stage in order, but for rigid ones that are banned.

    A loop is run again if anything has changed since the last jump, be it before the loop.
    """
    n, changed, jumps = 0, False, 0
    while n < number:
        group = groups + n * GROUP_WORDS
        mark, mask = P[group + GROUP_MARK], P[group + GROUP_MASK]
        if mark == 0 or M[P[BANNED] + mark] == 0:
            if mask and M[P[MASKS] + P[group + GROUP_WORD]] & mask == 0:
                spend(M, P[group + GROUP_RULES])  # no rule can match
            elif run_group(P, M, D, group):
                changed = True
            if M[ERROR]:
                return
        if changed and P[group + GROUP_LOOP] >= 0:
            n, changed = P[group + GROUP_LOOP], False
            jumps += 1
            if jumps > MAX_JUMPS:
                tell(P, M, TOLD_JUMPS, P[groups + n * GROUP_WORDS + GROUP_SOURCE])
                return
        else:
            n += 1
