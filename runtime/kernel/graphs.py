"""What follows from the edges of an explored level: ways to win, chances to win by luck, rings.

Edges lie position by position: those of position s from `firsts[s]` to `firsts[s + 1]` in `to` (a position, `TO_WIN` or
`TO_LOSS`), `spent` (what it takes of the budget) and `weight` (how likely the random player takes it, among those of
the position). Positions that were not expanded have no edges; `done` says how many were.
"""

from __future__ import annotations

from arcg.runtime.kernel.jit import Array, kernel
from arcg.runtime.kernel.known import TO_LOSS, TO_WIN

NEVER = 1 << 30
"""In place of a number of actions, or of what they take: there is no way."""


@kernel
def turn_round(firsts: Array, to: Array, done: int, states: int, back_firsts: Array, back: Array) -> None:
    """List for each position the edges that lead to it: `back[back_firsts[s] : back_firsts[s + 1]]`, zeros before."""
    for edge in range(firsts[done]):
        if to[edge] >= 0:
            back_firsts[to[edge] + 1] += 1
    for state in range(states):
        back_firsts[state + 1] += back_firsts[state]
    for edge in range(firsts[done] - 1, -1, -1):
        if to[edge] >= 0:
            back_firsts[to[edge] + 1] -= 1
            back[back_firsts[to[edge] + 1]] = edge
    # The beginning of each list now stands one place to the right.
    for state in range(states):
        back_firsts[state] = back_firsts[state + 1]
    back_firsts[states] = len(back)


@kernel
def sources(firsts: Array, done: int, source: Array) -> None:
    """Say for each edge which position it is of."""
    for state in range(done):
        for edge in range(firsts[state], firsts[state + 1]):
            source[edge] = state


@kernel
def win_cost(spent: int, lose_first: int) -> int:
    """What a winning edge takes: one less where a turn that spends the last of the budget may still win."""
    return spent if lose_first or spent == 0 else spent - 1


@kernel
def actions_to_win(
    to: Array, done: int, source: Array, back_firsts: Array, back: Array, hoping: bool, queue: Array, result: Array
) -> None:
    """Fewest actions from each position to a win, whatever they take; `result` is `NEVER` everywhere before.

    `hoping`: positions that were not expanded are as good as a win.
    """
    count = 0
    for state in range(done, len(result) if hoping else done):
        result[state] = 0
        queue[count] = state
        count += 1
    for edge in range(len(source)):
        if to[edge] == TO_WIN and result[source[edge]] == NEVER:
            result[source[edge]] = 1
            queue[count] = source[edge]
            count += 1
    head = 0
    while head < count:
        state = queue[head]
        head += 1
        for n in range(back_firsts[state], back_firsts[state + 1]):
            before = source[back[n]]
            if result[before] == NEVER:
                result[before] = result[state] + 1
                queue[count] = before
                count += 1


@kernel
def least_spent(
    to: Array, spent: Array, source: Array, back_firsts: Array, back: Array, lose_first: int, budget: int,
    heads: Array, following: Array, waiting: Array, result: Array,
) -> None:  # fmt: skip
    """The least that a win takes from each position, as `win_cost` counts; `NEVER`: `budget` or more, or there is none.

    Dijkstra's algorithm with a list for each cost: `heads` (`budget` entries, -1) leads to the first entry of each,
    `following` from entry to entry, `waiting` says which position an entry is of. Entries are as many as edges.
    """
    used = 0
    for edge in range(len(source)):
        if to[edge] == TO_WIN:
            cost = win_cost(spent[edge], lose_first)
            if cost < min(budget, result[source[edge]]):
                result[source[edge]] = cost
                waiting[used], following[used] = source[edge], heads[cost]
                heads[cost] = used
                used += 1
    for cost in range(budget):
        while heads[cost] >= 0:
            entry = heads[cost]
            heads[cost] = following[entry]
            state = waiting[entry]
            if result[state] != cost:
                continue
            for n in range(back_firsts[state], back_firsts[state + 1]):
                edge = back[n]
                more = cost + spent[edge]
                if more < min(budget, result[source[edge]]):
                    result[source[edge]] = more
                    waiting[used], following[used] = source[edge], heads[more]
                    heads[more] = used
                    used += 1


@kernel
def least_used(
    firsts: Array, to: Array, spent: Array, done: int, budget: int,
    heads: Array, following: Array, waiting: Array, result: Array,
) -> None:  # fmt: skip
    """The least that is taken on a way to each position; `NEVER`: `budget` or more. As `least_spent`, the other way."""
    result[0] = 0
    waiting[0], following[0] = 0, -1
    used = 1
    if budget > 0:
        heads[0] = 0
    for cost in range(budget):
        while heads[cost] >= 0:
            entry = heads[cost]
            heads[cost] = following[entry]
            state = waiting[entry]
            if result[state] != cost or state >= done:
                continue
            for edge in range(firsts[state], firsts[state + 1]):
                more = cost + spent[edge]
                if to[edge] >= 0 and more < min(budget, result[to[edge]]):
                    result[to[edge]] = more
                    waiting[used], following[used] = to[edge], heads[more]
                    heads[more] = used
                    used += 1


@kernel
def count_shortest(firsts: Array, to: Array, actions: Array, order: Array, ways: Array) -> None:
    """In how many ways a win is reached from each position in the fewest actions, as numbers with a fraction.

    `order`: the positions from which a win can be reached, those with the fewest `actions` first. Edges to the same
    position are one way.
    """
    for n in range(len(order)):
        state = order[n]
        total, won = 0.0, False
        for edge in range(firsts[state], firsts[state + 1]):
            target = to[edge]
            if target == TO_WIN:
                won = won or actions[state] == 1
            elif target >= 0 and actions[target] == actions[state] - 1:
                again = False
                for other in range(firsts[state], edge):
                    again = again or to[other] == target
                if not again:
                    total += ways[target]
        ways[state] = 1.0 if won else total


@kernel
def shortest_within(
    firsts: Array, to: Array, spent: Array, done: int, budget: int, lose_first: int,
    best: Array, states: Array, uses: Array, came: Array, by: Array, ends: Array,
) -> int:  # fmt: skip
    """Go on from labels (a position, what was used on the way to it), action by action, until one wins within a budget.

    A label is only of use if less was used than in all of its position before (`best`, `NEVER` at first). `ends`: from
    which label on those of the last action lie, how many labels there are, and (on a win) the label and the edge that
    wins. 0: no way; 1: won; 2: no room for more labels; it may be called again then with longer arrays.
    """
    first, count = ends[0], ends[1]
    while first < count:
        last = count
        for label in range(first, last):
            state, used = states[label], uses[label]
            if state >= done or used != best[state]:
                continue
            if count + firsts[state + 1] - firsts[state] > len(states):
                ends[0], ends[1] = label, count
                return 2
            for edge in range(firsts[state], firsts[state + 1]):
                target = to[edge]
                if target == TO_WIN:
                    if used + win_cost(spent[edge], lose_first) < budget:
                        ends[1], ends[2], ends[3] = count, label, edge
                        return 1
                elif target != TO_LOSS:
                    more = used + spent[edge]
                    if more < budget and more < best[target]:
                        best[target] = more
                        states[count], uses[count], came[count], by[count] = target, more, label, edge
                        count += 1
        first = last
    ends[0], ends[1] = first, count
    return 0


@kernel
def sweep(
    firsts: Array, to: Array, spent: Array, weight: Array, done: int, states: int, used: int, budget: int,
    lose_first: int, unknown: float, hopeless: Array, values: Array,
) -> float:  # fmt: skip
    """Work out once more the chance to win from each position when `used` of the budget is used; the greatest change.

    `values[s, u % rows]` is the chance when u is used, from the last layers down to this one. `unknown` is the value
    of positions that were not expanded, and of edges of which nothing certain is known: they may take more than there
    is; positions that are `hopeless` stay as they are. Later positions come first: most edges lead to them.
    """
    rows, change = values.shape[1], 0.0
    here = used % rows
    for state in range(states - 1, -1, -1):
        if hopeless[state]:
            continue
        if state >= done:
            values[state, here] = unknown
            continue
        total, won, kept = 0, 0.0, 0
        for edge in range(firsts[state], firsts[state + 1]):
            target, cost = to[edge], spent[edge]
            total += weight[edge]
            if target == TO_WIN:
                if used + win_cost(cost, lose_first) < budget:
                    won += weight[edge]
                elif used + cost > budget:
                    won += weight[edge] * unknown
            elif target == TO_LOSS:
                pass
            elif target == state and cost == 0:
                kept += weight[edge]
            elif used + cost < budget:
                won += weight[edge] * values[target, (used + cost) % rows]
            elif used + cost > budget:
                won += weight[edge] * unknown
        new = won / (total - kept) if total > kept else 0.0
        change = max(change, abs(new - values[state, here]))
        values[state, here] = new
    return change


@kernel
def step_chances(
    firsts: Array, to: Array, weight: Array, done: int, states: int, unknown: float, before: Array, after: Array
) -> None:
    """The chance to win from each position with one action more than in `before`, whatever it takes."""
    for state in range(states):
        if state >= done:
            after[state] = unknown
            continue
        total, won = 0, 0.0
        for edge in range(firsts[state], firsts[state + 1]):
            target = to[edge]
            total += weight[edge]
            if target == TO_WIN:
                won += weight[edge]
            elif target >= 0:
                won += weight[edge] * before[target]
        after[state] = won / total if total else 0.0


@kernel
def components(firsts: Array, to: Array, done: int, number: Array, low: Array, stack: Array, path: Array) -> int:
    """Number the strongly connected components (Tarjan 1972): how many there are.

    `number` and `low` are -1 everywhere before; `low` holds the component of each position afterwards. `stack` has room
    for all positions; `path` too, two words each: a position, and the edge at which looking at it goes on.
    """
    count, top, found = 0, 0, 0
    for root in range(len(number)):
        if number[root] >= 0:
            continue
        depth = 0
        path[0, 0] = root
        while depth >= 0:
            state = path[depth, 0]
            if number[state] < 0:
                number[state] = low[state] = count
                count += 1
                stack[top] = state
                top += 1
                path[depth, 1] = firsts[state] if state < done else 0
            edge, end = path[depth, 1], firsts[state + 1] if state < done else 0
            if edge < end:
                path[depth, 1] += 1
                target = to[edge]
                if target >= 0 and number[target] < 0:
                    depth += 1
                    path[depth, 0] = target
                elif target >= 0 and number[target] < NEVER:
                    low[state] = min(low[state], number[target])
                continue
            depth -= 1
            if depth >= 0:
                low[path[depth, 0]] = min(low[path[depth, 0]], low[state])
            if low[state] == number[state]:
                other = -1
                while other != state:
                    top -= 1
                    other = stack[top]
                    number[other] = NEVER  # it is no longer on the stack
                    low[other] = found
                found += 1
    return found
