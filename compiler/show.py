"""What a pass gives, as text for people: a tree of nodes, indented, one node a line where it fits.

Takes syntax, a game or a program; leaves out places in the text and the text itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from arcg.compiler.ir import Program
from arcg.compiler.show_cells import told

WIDTH = 118
"""A node that fits in so many columns stands in one line."""


def show(value: object) -> str:
    """The tree of a value, ending in a newline."""
    return "\n".join(_lines(value, "", 0)) + "\n"


def as_data(value: object) -> Any:
    """The same as JSON can hold it: a node is an object with its class under `node`."""
    if isinstance(value, Mapping):
        return {str(name): as_data(item) for name, item in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return [as_data(item) for item in _ordered(value)]
    if _is_node(value):
        return {"node": type(value).__name__, **{name: as_data(part) for name, part in _parts(value)}}
    return value


def _lines(value: object, label: str, depth: int) -> Iterator[str]:
    start = "  " * depth + label
    inline = _inline(value)
    if len(start) + len(inline) <= WIDTH or isinstance(value, str):
        yield start + inline
        return
    yield (start + (type(value).__name__ if _is_node(value) else "")).rstrip()
    for name, part in _named(value):
        yield from _lines(part, name, depth + 1)


def _named(value: object) -> Iterator[tuple[str, object]]:
    """What stands below a value, each part with the label of its line."""
    if isinstance(value, Mapping):
        yield from ((f"{name}: ", part) for name, part in value.items())
    elif isinstance(value, list | tuple | frozenset):
        yield from ((f"{number}: ", part) for number, part in enumerate(_ordered(value)))
    else:
        yield from ((f"{name} = ", part) for name, part in _shown(value))


def _shown(node: Any) -> Iterator[tuple[str, object]]:
    """The fields of a node, rules over cells with the names that their tables only number."""
    for name, part in _parts(node):
        cells = isinstance(node, Program) and name == "cellwise" and node.cellwise is not None
        yield name, told(node, node.cellwise) if cells else part


def _inline(value: object) -> str:
    """A value in one line, however long."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_inline(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list | tuple | frozenset):
        return "[" + ", ".join(_inline(part) for part in _ordered(value)) + "]"
    if _is_node(value):
        return f"{type(value).__name__}(" + ", ".join(f"{n}={_inline(part)}" for n, part in _shown(value)) + ")"
    return repr(value)


def _ordered(items: Collection[Any]) -> Collection[Any]:
    """The items in their order; those of a set, which has none, sorted."""
    return sorted(items) if isinstance(items, frozenset) else items


def _is_node(value: object) -> bool:
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _parts(node: Any) -> Iterator[tuple[str, object]]:
    """The fields of a node that say something: neither its place in the text nor a whole file's text."""
    for field in dataclasses.fields(node):
        part = getattr(node, field.name)
        if not field.name.endswith(("span", "spans")) and not (isinstance(part, str) and "\n" in part):
            yield field.name, part
