"""Walking a piece of syntax: every node below it, and the words that it mentions.

For passes that look for something wherever it may stand (which facts are used, which saves exist) without following
the structure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from arcg.dsl import syntax

_OWN = ("span", "row_spans")


_FIELDS: dict[type, tuple[str, ...]] = {}


def _parts(node: syntax.Node) -> tuple[str, ...]:
    kind = type(node)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(part.name for part in fields(node) if part.name not in _OWN)
    return _FIELDS[kind]


def nodes(root: Any) -> Iterator[syntax.Node]:
    """`root`, if it is a node, and every node below it, in the written order."""
    if isinstance(root, syntax.Node):
        yield root
        for name in _parts(root):
            part = getattr(root, name)
            if isinstance(part, tuple | syntax.Node):
                yield from nodes(part)
    elif isinstance(root, tuple):
        for item in root:
            yield from nodes(item)


def core_nodes(root: object) -> Iterator[object]:
    """A piece of the core language and every node below it."""
    if isinstance(root, tuple):
        for item in root:
            yield from core_nodes(item)
    elif is_dataclass(root):
        yield root
        for part in fields(root):
            yield from core_nodes(getattr(root, part.name))


def mentioned(root: Any) -> set[str]:
    """The lower-case words of a piece of syntax that may be the names of facts; attributes with a dot before them."""
    words: set[str] = set()
    for node in nodes(root):
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
