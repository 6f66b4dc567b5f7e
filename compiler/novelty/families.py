"""Which games of a folder belong together, as a file says: re-releases and sequels are no unrelated games.

    families:
      - [heroes_of_sokoban_*.txt, heroes.arcg]
      - [ice/*]

Each family is a list of patterns, as of a shell, for the ends of paths. A pattern that fits no game is a mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import yaml

Family = tuple[str, ...]


def families_in(file: Path) -> tuple[Family, ...]:
    """The families that a file lists.

    Raises:
        ValueError: it lists none; the message names it.
        OSError: it cannot be read.
    """
    told = ValueError(
        f"{file} lists no families: `families:`, and below it lists of names, as in `- [ice_*.arcg, ice/*]`"
    )
    try:
        document = yaml.safe_load(file.read_bytes())
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise told from error
    lists = document.get("families") if isinstance(document, dict) and set(document) == {"families"} else None
    if not isinstance(lists, list) or not all(isinstance(family, list) and family for family in lists):
        raise told
    if not all(isinstance(pattern, str) for family in lists for pattern in family):
        raise told
    return tuple(tuple(family) for family in lists)


def together(families: Sequence[Family], paths: Sequence[Path], name: str) -> Callable[[int, int], bool]:
    """Whether two of the games are of one family, by their numbers.

    Raises:
        ValueError: a pattern fits no game; the message names it and the file, which is called `name`.
    """
    members: list[set[int]] = [set() for _ in paths]
    for number, family in enumerate(families):
        for pattern in family:
            fitting = [place for place, path in enumerate(paths) if _fits(path, pattern)]
            if not fitting:
                raise ValueError(f"{name}: no game is called {pattern}")
            for place in fitting:
                members[place].add(number)
    return lambda a, b: bool(members[a] & members[b])


def _fits(path: Path, pattern: str) -> bool:
    wanted = pattern.split("/")
    return len(wanted) <= len(path.parts) and all(map(fnmatchcase, path.parts[-len(wanted) :], wanted))
