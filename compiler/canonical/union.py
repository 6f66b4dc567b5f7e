"""Which attributes and values are one: a union-find over what rules use as one (Tarjan 1975).

Keys are tuples: `("field", kind, field)` an attribute, `("space", kind, field)` and `("space world", number)` the
values of an enumeration, `("slot space", scope, slot)` what a variable holds, `("argument", ...)` what an event or a
fact is given.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arcg.compiler.canonical.tree import Child, Node, Ref, mapped

Key = tuple[Any, ...]

ACTIONS: Key = ("actions",)
"""The values that are actions; their numbers mean something outside the game."""


@dataclass
class Union:
    """References by key; those that are joined become one when the tree is `resolved`.

    `ordered` are enumerations whose order is read: the key, whether it goes round, how many values there are.
    """

    parents: dict[Key, Key] = field(default_factory=dict)
    keys: list[tuple[str, Key]] = field(default_factory=list)
    numbers: dict[tuple[str, Key], int] = field(default_factory=dict)
    ordered: set[tuple[Key, bool, int]] = field(default_factory=set)
    scopes: int = 0

    def scope(self) -> int:
        """A new number for the variables of one rule."""
        self.scopes += 1
        return self.scopes

    def find(self, key: Key) -> Key:
        """The key that stands for all that are joined with this one."""
        while (parent := self.parents.get(key, key)) != key:
            key = parent
        return key

    def join(self, one: Key | None, two: Key | None) -> None:
        """Make two keys one; nothing to do where one is not known."""
        if one is None or two is None:
            return
        one, two = self.find(one), self.find(two)
        if one == ACTIONS:
            one, two = two, one
        if one != two:
            self.parents[one] = two

    def ref(self, sort: str, key: Key) -> Ref:
        """A reference to a key, numbered by first mention."""
        entry = (sort, key)
        if entry not in self.numbers:
            self.numbers[entry] = len(self.keys)
            self.keys.append(entry)
        return Ref(sort, self.numbers[entry])

    def value(self, space: Key, value: int) -> Ref:
        """A reference to a value of an enumeration."""
        return self.ref("value", ("value", space, value))

    def mentioned(self, sort: str) -> list[Key]:
        """The keys of a sort that something refers to, by first mention."""
        return [key for known, key in self.keys if known == sort]

    def resolved(self, tree: Node) -> Node:
        """The tree with one reference for all keys that were joined, and with actions by their numbers."""
        final: dict[tuple[str, Key], int] = {}

        def refer(ref: Ref) -> Child:
            sort, key = self.keys[ref.number]
            if sort != "value":
                return Ref(sort, final.setdefault((sort, self.find(key)), len(final)))
            _, space, value = key
            root = self.find(space)
            if root == ACTIONS:
                return Node("action", (value,))
            return Ref(sort, final.setdefault((sort, ("value", root, value)), len(final)))

        whole = mapped(tree, lambda node: node, refer)
        assert isinstance(whole, Node)
        return whole
