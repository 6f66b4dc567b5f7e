"""Rings: which of a set of names depend on each other, and in which order they can be made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def groups(asks: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Names grouped so that each group comes after all that it asks; those of one group ask each other in a ring.

    `asks`: for each name the names that it asks, all of them keys. (Tarjan's algorithm, without recursion.)
    """
    found: list[list[str]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: list[str] = []
    for start in asks:
        if start in number:
            continue
        work = [(start, iter(asks[start]))]
        number[start] = lowest[start] = len(number)
        open_.append(start)
        while work:
            name, rest = work[-1]
            following = next(rest, None)
            if following is None:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[name])
                if lowest[name] == number[name]:
                    place = open_.index(name)
                    found.append(sorted(open_[place:], key=number.__getitem__))
                    del open_[place:]
            elif following not in number:
                number[following] = lowest[following] = len(number)
                open_.append(following)
                work.append((following, iter(asks[following])))
            elif following in open_:
                lowest[name] = min(lowest[name], number[following])
    return found
