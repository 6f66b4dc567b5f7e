"""Names: what a PuzzleScript name is called in an `.arcg` file, so that a reader knows it again."""

from __future__ import annotations

import re
import unicodedata

RESERVED = frozenset({"free", "hidden", "clickable", "open"})
"""Words that mean something where a layer is named."""


LONGEST = 40
"""Characters of a name; longer ones are cut."""


class Namer:
    """Gives each name another one that the language allows, never the same for two."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def kind(self, name: str) -> str:
        """A name for a kind or a group: a capital first, then letters, digits and `_`."""
        word = _latin(name)
        return self._free(word[0].upper() + word[1:] if word[0].isalpha() else f"K{word}")

    def lower(self, name: str) -> str:
        """A name for a layer, a phase, a rule or a game: lower case."""
        word = _latin(name).lower()
        return self._free(word if word[0].isalpha() and word not in RESERVED else f"a_{word}".replace("__", "_"))

    def _free(self, word: str) -> str:
        made, number = word, 2
        while made in self._taken:
            made, number = f"{word}_{number}", number + 1
        self._taken.add(made)
        return made


def _latin(name: str) -> str:
    """The name in letters a to z, digits and `_`; other letters by their number."""
    plain = unicodedata.normalize("NFKD", name)
    parts = []
    for sign in plain:
        if sign.isascii() and (sign.isalnum() or sign == "_"):
            parts.append(sign)
        elif unicodedata.combining(sign):
            continue
        elif sign.isalnum():
            parts.append(f"u{ord(sign):x}")
        else:
            parts.append("_")
    word = re.sub("_+", "_", "".join(parts)).strip("_")
    return word[:LONGEST].rstrip("_") or "x"
