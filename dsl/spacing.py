"""Spacing: the words of one line as they are printed, read off the tree that the grammar made of it.

Takes a parse tree, gives `Word`s: what stands between two spaces. Nothing here knows a statement or an effect. A sign
is close to its neighbour or apart from it by what it is and by where it stands in its tree, so that a construct which
is new in the grammar is spaced like the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lark import Tree

from arcg.dsl.reader import Token

CLOSE_BEFORE: Final = frozenset({",", ":", ")", ".", ".."})
"""Signs without a space before them."""

CLOSE_AFTER: Final = frozenset({"(", ".", ".."})
"""Signs without a space after them."""

ARROW: Final = "->"
_OPENING: Final = frozenset("([{")
_CLOSING: Final = frozenset(")]}")


@dataclass(slots=True)
class Word:
    """Tokens without a space between them. `row` is the row of the line where they were written, from 0.

    `depth` is how many brackets are open behind it. A line may go on in the next row after a word that `breaks`.
    """

    text: str
    row: int
    depth: int

    @property
    def breaks(self) -> bool:
        """Whether the next row may begin after this word."""
        return self.text.endswith((",", ARROW))


def tokens(tree: Tree[Token]) -> list[tuple[str, str]]:
    """Type and text of every token of a line, in order: two lines with the same are read alike."""
    return [(token.type, _words(token)) for token, _, _ in _placed(tree)]


def _words(token: str) -> str:
    """A token with one space between its words: `in turn` is one token."""
    return " ".join(token.split())


def words(tree: Tree[Token]) -> list[Word]:
    """The words of a line."""
    made: list[Word] = []
    opened: list[bool] = []  # for each open bracket whether it holds the tests of a thing, `{hue=red}`
    before: Token | None = None
    glued = False  # whether what was printed last is close to what follows
    for token, first, sibling in _placed(tree):
        text = _words(token)
        tests = text == "{" and before is not None and before.type in ("KIND", "VAR")
        in_tests = bool(opened) and opened[-1]
        equals = in_tests and text == "="
        close = (
            glued
            or equals
            or tests
            or text in CLOSE_BEFORE
            or (text == "(" and not first)  # arguments; brackets that group begin a tree of their own
            or (text == "}" and in_tests)
        )
        if text in _OPENING:
            opened.append(tests)
        elif text in _CLOSING:
            opened.pop()
        row = token.row
        if close and made:
            made[-1].text += text
            made[-1].depth = len(opened)
        else:
            made.append(Word(text, row, len(opened)))
        glued = equals or tests or text in CLOSE_AFTER or (text == "-" and not _is_operand(sibling))
        before = token
    return made


def _placed(tree: Tree[Token]) -> Iterator[tuple[Token, bool, Token | Tree[Token] | None]]:
    """Every token with whether it begins its tree, and what stands before it there."""
    sibling: Token | Tree[Token] | None = None
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _placed(child)
        else:
            yield child, sibling is None, sibling
        sibling = child


def _is_operand(item: Token | Tree[Token] | None) -> bool:
    """Whether a `-` after this takes something from it; otherwise it makes what follows negative."""
    return isinstance(item, Tree) or (item is not None and item[-1:].isalnum())
