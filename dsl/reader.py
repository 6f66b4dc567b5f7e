"""Reads one line with the tables that lark made of the grammar: the same trees as lark's own loop, in half the time.

Takes a text and a start symbol and gives the tree, or None where the text does not fit; lark itself is asked then, for
it can say where and why. lark decides what can be read: its tables, its terminals and their order are used as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, cast

from lark import Lark, Tree

_BLANKS: Final = " \t\n"


class Token(str):
    """A word or a sign of a line: its terminal, and the index of its first character in `text`, the line's."""

    __slots__ = ("at", "text", "type")

    type: str
    at: int
    text: str

    @property
    def row(self) -> int:
        """The row of the line in which it begins, from 0."""
        return self.text.count("\n", 0, self.at)


def leaves(tree: Tree[Token]) -> Iterator[Token]:
    """The words and signs of a line, in the written order, however deep they stand."""
    waiting: list[Any] = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Tree):
            waiting += reversed(part.children)
        else:
            yield part


class _Rule(NamedTuple):
    """What is done when a rule of the grammar is complete.

    `name` is that of its tree, empty where the children go to the tree around it; `alone` says that a single child
    stands for itself, `unit` that this is all it has; `splice` holds the places of children that are lists of children.
    """

    size: int
    origin: str
    name: str
    alone: bool
    unit: bool
    splice: tuple[int, ...]


class _State:
    """What may come next: the pattern of all words, which of its groups are keywords, and what each word leads to.

    An action is the number of the next state, or the rule that is complete. `through` is where rules that are units
    lead, one after another: the state to go on in, by the state below and the next word.
    """

    __slots__ = ("actions", "keywords", "match", "through")

    def __init__(self, pattern: str, keywords: dict[str, dict[str, str]], actions: dict[str, Any]) -> None:
        self.match: Callable[[str, int], re.Match[str] | None] = re.compile(pattern).match
        self.keywords = keywords
        self.actions = actions
        self.through: dict[tuple[int, str], int] = {}


class Reader:
    """A loop around the tables of a `Lark`."""

    def __init__(self, lark: Lark) -> None:
        front = cast("Any", lark.parser)  # lark has no public way to its tables
        self._table = front.parser._parse_table
        self._lexers = front.lexer.lexers
        self._ignored = frozenset(lark.lexer_conf.ignore)  # a loaded one has no `ignore_tokens`
        self._states: dict[int, _State] = {}
        self._rules: dict[Any, _Rule] = {}

    def read(self, text: str, start: str) -> Tree[Token] | None:
        """The tree of a text that is one `start`, or None if it is not."""
        numbers = [self._table.start_states[start]]
        values: list[Any] = []
        at, stop = 0, len(text.rstrip(_BLANKS))
        state, known = self._state(numbers[0]), self._states
        while at < stop:
            found = state.match(text, at)
            if found is None:
                return None
            sort = cast("str", found.lastgroup)
            token = Token(found[sort])
            if sort in state.keywords:
                sort = state.keywords[sort].get(token, sort)
            token.type, token.at, token.text = sort, found.start(found.lastindex or 0), text
            at = found.end()
            while (action := state.actions.get(sort)).__class__ is _Rule:
                if action.unit:
                    key = numbers[-2], sort
                    number = numbers[-1] = state.through.get(key) or self._through(state, key)
                else:
                    number = self._reduce(action, numbers, values)
                state = known.get(number) or self._state(number)
            if action is None:
                return None
            numbers.append(action)
            values.append(token)
            state = known.get(action) or self._state(action)
        end = self._table.end_states[start]
        while numbers[-1] != end:
            action = self._state(numbers[-1]).actions.get("$END")
            if not isinstance(action, _Rule):
                return None
            self._reduce(action, numbers, values)
        return values[-1] if isinstance(values[-1], Tree) else None

    def _through(self, state: _State, key: tuple[int, str]) -> int:
        """Where units lead from a state, given the state below it and the next word."""
        below, sort = key
        actions, number = state.actions, 0
        while isinstance(rule := actions.get(sort), _Rule) and rule.unit:
            number = self._state(below).actions[rule.origin]
            actions = self._state(number).actions
        state.through[key] = number
        return number

    def _reduce(self, rule: _Rule, numbers: list[int], values: list[Any]) -> int:
        """Put what a complete rule makes in the place of its parts; the state that this leads to."""
        size, origin, name, alone, _, splice = rule
        children: list[Any] = []
        if size:
            children = values[-size:]
            del numbers[-size:], values[-size:]
        if splice:
            parts = children
            children = parts[0] if splice[0] == 0 else parts[:1]  # a list that grows is not copied
            for place, part in enumerate(parts[1:], 1):
                if place in splice:
                    children += part
                else:
                    children.append(part)
        if not name:
            values.append(children)
        elif alone and len(children) == 1:
            values.append(children[0])
        else:
            values.append(Tree(name, children))
        number: int = self._states[numbers[-1]].actions[origin]
        numbers.append(number)
        return number

    def _state(self, number: int) -> _State:
        """A state, made when it is first come to."""
        if number not in self._states:
            lexer = self._lexers[number]
            words = "|".join(
                f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})"
                for terminal in lexer.scanner.terminals
                if terminal.name not in self._ignored
            )
            keywords = {
                name: {terminal.pattern.value: terminal.name for terminal in callback.scanner.terminals}
                for name, callback in lexer.callback.items()
            }
            actions = {
                name: argument if isinstance(argument, int) else self._rule(argument)
                for name, (_, argument) in self._table.states[number].items()
            }
            self._states[number] = _State(f"[{_BLANKS}]*(?:{words or '(?!)'})", keywords, actions)
        return self._states[number]

    def _rule(self, rule: Any) -> _Rule:
        """A rule of lark's as what is to be done."""
        if rule not in self._rules:
            origin = str(rule.origin.name)
            name = str(rule.alias or ("" if origin.startswith("_") else origin))
            splice = tuple(n for n, part in enumerate(rule.expansion) if not part.is_term and part.name[0] == "_")
            alone = bool(rule.options.expand1 and not rule.alias)
            size = len(rule.expansion)
            self._rules[rule] = _Rule(size, origin, name, alone, alone and size == 1 and not splice, splice)
        return self._rules[rule]
