"""Walking a piece of syntax, of core language or of a game: every node below it, and the words that it mentions.

For passes that look for something wherever it may stand (which facts are used, which saves exist) without following
the structure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, Final

from arcg.dsl import syntax

_LEAVES: Final = re.compile(
    r"(tuple\[)?(int|str|bool|Sort|Span|Function|Relation|Literal\[[^]]*\])(, \.\.\.\])?( \| None)?"
)
"""Types of fields, as written, that hold no nodes; fields of any other type are gone into."""

_INNER: Final[dict[type, tuple[str, ...] | None]] = {}


def inner(kind: type) -> tuple[str, ...] | None:
    """The names of the fields in which nodes may stand, last first; None for what is no node."""
    if kind not in _INNER:
        named = [part.name for part in fields(kind) if not _is_leaf(part.type)] if is_dataclass(kind) else None
        _INNER[kind] = None if named is None else tuple(reversed(named))
    return _INNER[kind]


def _is_leaf(written: object) -> bool:
    return isinstance(written, str) and _LEAVES.fullmatch(written) is not None


def below(root: object) -> Iterator[Any]:
    """`root`, if it is a node of any tree, and every node below it, in the written order.

    Goes into tuples, lists and tables; places in the text are no nodes.
    """
    waiting: list[Any] = [root]
    take, known = waiting.pop, _INNER
    while waiting:
        node = take()
        kind = type(node)
        if kind is tuple or kind is list:
            waiting.extend(reversed(node))
        elif kind is dict:
            waiting.extend(reversed(node.values()))
        else:
            names = known[kind] if kind in known else inner(kind)
            if names is not None:
                yield node
                waiting.extend([getattr(node, name) for name in names])


def nodes(root: Any) -> Iterator[syntax.Node]:
    """Every node of a piece of syntax."""
    return below(root)


def effects_of(statement: syntax.Statement) -> Iterator[syntax.Effect]:
    """Every effect that stands in a statement, in the written order."""
    match statement:
        case syntax.PhaseDecl(rules=rules):
            for rule in rules:
                yield from rule.effects
        case syntax.ForbidDecl(effects=tuple(effects)):
            yield from effects


_NAMING: Final = frozenset({syntax.Name, syntax.Call, syntax.Related, syntax.Path, syntax.AttrTest})


def mentioned(root: Any) -> set[str]:
    """The lower-case words of a piece of syntax that may be the names of facts; attributes with a dot before them."""
    words: set[str] = set()
    for node in nodes(root):
        if type(node) not in _NAMING:
            continue
        match node:
            case syntax.Name(text=text):
                words.add(text)
            case syntax.Call(name=name):
                words.add(name)
            case syntax.Related(relation=relation):
                words.add(relation)
            case syntax.Path(name=name) | syntax.AttrTest(name=name):
                words.add(f".{name}")
    return words


def asked_absent(root: Any) -> set[str]:
    """The words that a condition mentions where it wants something not to hold, or takes all that hold together."""
    words: set[str] = set()
    for node in nodes(root):
        if isinstance(node, syntax.No | syntax.Every | syntax.Aggregate):
            words |= mentioned(node)
    return words
