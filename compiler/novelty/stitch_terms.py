"""Rules as terms: what Stitch reads and writes, and a game's units spelled for it.

A term is a leaf or a tag with terms below it. Numbers lose their mark (`#3` is `3`), since Stitch calls the holes of an
abstraction `#0`, `#1` and so on. A unit is spelled in rule-local names, and turned or mirrored so that its text is the
least: how the rules of a game are connected, and how each lies on the board, is told by our own code, not here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from arcg.compiler.canonical import Form
from arcg.compiler.canonical.symmetry import SYMMETRIES, turned
from arcg.compiler.canonical.tree import Node, Source
from arcg.compiler.novelty.background import Background
from arcg.compiler.novelty.units import Body, nodes_of, unit_of

Term = str | tuple["Term", ...]
"""A leaf, or a tag with what is below it."""

_WORD = re.compile(r"[()]|[^\s()]+")
_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Spelled:
    """A unit seen alone: its body, in the symmetry that gives the least text, what each token costs, where it stands.

    `common`: it is one of the background, which Stitch does not see.
    """

    body: Body
    prices: tuple[float, ...]
    common: bool
    source: Source


def spelled(form: Form, background: Background) -> tuple[Spelled, ...]:
    """The units of a form."""
    found = []
    for node, source in nodes_of(form.tree):
        bodies = []
        for symmetry in SYMMETRIES:
            other = turned(node, symmetry)
            assert isinstance(other, Node)
            if symmetry == SYMMETRIES[0] or other != node:
                bodies.append(unit_of(other, source, form.labelling).body)
        body = min(bodies, key=lambda body: (body not in background.bodies, body))
        found.append(Spelled(body, tuple(background.prices(body)), body in background.bodies, source))
    return tuple(found)


def written(body: Body) -> str:
    """A body as Stitch reads it."""
    return " ".join(token.removeprefix("#") for token in body)


def token_of(word: str, opens: bool) -> str:
    """The token of a body that a word of Stitch stands for."""
    if opens:
        return f"({word}"
    return f"#{word}" if _NUMBER.fullmatch(word) else word


@lru_cache(maxsize=4096)
def read(text: str) -> Term:
    """The term that a text of Stitch is.

    Raises:
        ValueError: it is not one term.
    """
    open_terms: list[list[Term]] = [[]]
    for match in _WORD.finditer(text):
        word = match[0]
        if word == "(":
            open_terms.append([])
        elif word != ")":
            open_terms[-1].append(word)
        elif len(open_terms) < 2 or not open_terms[-1]:
            raise ValueError("brackets that do not fit")
        else:
            done = open_terms.pop()
            # `((f x) y)` is `(f x y)`
            head = done[0]
            open_terms[-1].append(tuple(done) if isinstance(head, str) else (*head, *done[1:]))
    if len(open_terms) != 1 or len(open_terms[0]) != 1:
        raise ValueError("not one term")
    return open_terms[0][0]


def saturated(term: Term, library: Mapping[str, tuple[Term, int]]) -> Term:
    """A term in which no abstraction has more arguments than holes.

    Stitch takes `(f x y)` for `((f x) y)`, so what stands for `(f x)` may have one more child: such a use is written
    out. `library`: by name, what an abstraction holds and how many holes it has.
    """
    if isinstance(term, str):
        return term
    head, *children = (saturated(child, library) for child in term)
    assert isinstance(head, str)
    if head not in library or len(children) <= library[head][1]:
        return (head, *children)
    body, arity = library[head]
    start = filled(body, children[:arity])
    more = children[arity:]
    return saturated((start, *more) if isinstance(start, str) else (*start, *more), library)


def filled(term: Term, arguments: list[Term]) -> Term:
    """A term with its holes filled."""
    if isinstance(term, str):
        return arguments[int(term[1:])] if term.startswith("#") else term
    return tuple(filled(child, arguments) for child in term)
