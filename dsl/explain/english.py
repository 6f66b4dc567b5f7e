"""Small pieces of English: articles, plurals, lists, possessives.

Takes words and phrases, gives phrases. Nothing here knows of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

_SMALL_WORDS = frozenset(
    word
    for line in (
        "a all an and any are as at be by each every for from if in is it its more less no none not of on one or",
        "out over some than that the then this to under was when with",
    )
    for word in line.split()
)
"""Words that a reader would take for part of the sentence."""

_SPOKEN_WITH_VOWEL = "AEFHILMNORSX"
_SPOKEN_WITHOUT_VOWEL = ("uni", "use", "usu", "eu", "one", "ufo")
_COMPOUND = (" and ", " or ", "for every", ",", ";", " for which ")


def word(name: str) -> str:
    """An author's word; in backticks if it would be mistaken for a word of the sentence."""
    return f"`{name}`" if name in _SMALL_WORDS else name


def article(noun: str) -> str:
    """`a` or `an`, and the noun."""
    if len(noun) == 1:
        vowel = noun.upper() in _SPOKEN_WITH_VOWEL
    else:
        vowel = noun[0].lower() in "aeiou" and not noun.lower().startswith(_SPOKEN_WITHOUT_VOWEL)
    return f"{'an' if vowel else 'a'} {noun}"


def plural(noun: str) -> str:
    """Several of a noun; a name that is plural already stays as it is."""
    if not noun[-1].isalpha():
        return f"{noun} things"
    low = noun.lower()
    if low.endswith(("ss", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if low.endswith("y") and len(low) > 1 and low[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return noun if low.endswith("s") else f"{noun}s"


def counted(number: int, noun: str) -> str:
    """`1 frame`, `3 frames`."""
    return f"{number} {noun if abs(number) == 1 else plural(noun)}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def joined(clauses: Sequence[str], last: str = "and") -> str:
    """Clauses as one condition; what could be read in two ways stands in parentheses."""
    if len(clauses) < 2:
        return "".join(clauses)
    return listed([f"({clause})" if compound(clause) else clause for clause in clauses], last)


def compound(clause: str) -> bool:
    """Whether a clause holds words that would run into those around it; what stands in parentheses cannot."""
    depths = accumulate((char == "(") - (char == ")") for char in clause)
    outside = "".join(char for char, depth in zip(clause, depths, strict=True) if depth == 0)
    return any(sign in outside for sign in _COMPOUND)


def series(deeds: Sequence[str]) -> str:
    """What is done, one thing after another; with semicolons if commas alone would blur it."""
    if len(deeds) > 1 and any(compound(deed) for deed in deeds):
        return f"{'; '.join(deeds[:-1])}; and {deeds[-1]}"
    return listed(deeds)


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """The text as a sentence."""
    return f"{capital(text)}."


def possessive(owner: str, part: str) -> str:
    """`the Crate's hue`, or `the hue of the thing in chosen` where an apostrophe would not be understood."""
    if owner in ("it", "them"):
        return f"{'its' if owner == 'it' else 'their'} {part}"
    simple = owner.startswith(("the ", "a ", "an ", "every ", "that ")) and owner.count(" ") == 1
    return f"{owner}'s {part}" if simple or owner.startswith("$") else f"the {part} of {owner}"
