"""What nothing uses: attributes that nothing reads, events that nothing answers, actions that nothing answers.

The whole model is walked, so a part of it that is not known here counts as a use of all that it speaks of; and where
a core node stands that is not known, nothing is said of attributes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from arcg.dsl import core, syntax
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.functions import EVENTS, ID
from arcg.dsl.lint.nodes import KNOWN, step_of
from arcg.dsl.lint.places import Places
from arcg.dsl.model import ACTION_WORDS, AttrModel, Game
from arcg.dsl.walk import below

_NOT_READING: Final = ("text", "fields", "world", "kinds", "events", "legend", "levels", "expansions")
"""Parts of the model that declare or place things; what kinds hold beside attributes is walked by itself."""

_ANY_ACTION: Final = next(number for number, info in enumerate(EVENTS) if info.name == "action")
_WITHOUT_RULES: Final = ("undo",)
"""Actions that do something although no rule answers them."""

_SILENT: Final = frozenset(KNOWN) - {core.World, core.Attr, core.Body, core.View, core.Did, core.Trigger}
"""Most nodes: what is known and uses nothing by itself."""


class Uses:
    """What is read and answered anywhere in a game."""

    def __init__(self, game: Game) -> None:
        self.world: set[int] = set()
        self.fields: set[int] = set()
        self.attrs: set[int] = set()
        """Attributes that the model holds, such as those of bars, by identity."""
        self.asked: set[int] = set()
        """Events that something asks for."""
        self.certain = True
        for part in _parts(game):
            self._walk(part)
        for phase in game.phases:
            for rule in phase.rules:
                self._guards(rule)

    def _walk(self, root: object) -> None:
        for node in below(root):
            if type(node) in _SILENT:
                continue
            match node:
                case core.World(number):
                    self.world.add(number)
                case core.Attr(_, field):
                    self.fields.add(field)
                case core.Body(turned=int(field)):
                    self.fields.add(field)
                case core.View(turned=int(number)):
                    self.world.add(number)
                case core.Did(event) | core.Trigger(event):
                    self.asked.add(event)
                case AttrModel():
                    self.attrs.add(id(node))
                case _ if not isinstance(node, KNOWN) and type(node).__module__ == core.__name__:
                    self.certain = False

    def _guards(self, rule: core.Rule) -> None:
        """A change that its domain may refuse is a condition for what stands beside it, so it reads the attribute."""
        if len(rule.effects) < 2:
            return
        for effect in rule.effects:
            match step_of(effect):
                case core.Add(target):
                    self._read(target)
                case core.Set(target, value) if not isinstance(value, core.Const):
                    self._read(target)

    def _read(self, target: core.Target) -> None:
        if isinstance(target, core.WorldTarget):
            self.world.add(target.attr)
        else:
            self.fields.add(target.field)


def report_unused(game: Game, statements: tuple[syntax.Statement, ...], places: Places, reporter: Reporter) -> None:
    """Report what nothing reads or answers; what only rules answer that can never fire is told of those rules."""
    uses = Uses(game)
    if uses.certain:
        _attributes(game, uses, places, reporter)
    for event in game.events.values():
        span = places.emission(event.name)  # None: it comes from the game itself
        if span is not None and event.number not in uses.asked and span.line not in places.sentences:
            reporter.report("W329", span, name=event.name)
    for word, span in _offered(statements):
        answers = {number for number, info in enumerate(EVENTS) if info.action == word} | {_ANY_ACTION}
        if word not in _WITHOUT_RULES and not answers & uses.asked:
            reporter.report("W211", span, word=word)


def _parts(game: Game) -> Iterator[Any]:
    """The parts of the model that may read an attribute."""
    for part in fields(game):
        if part.name not in _NOT_READING:
            yield getattr(game, part.name)
    for kind in game.kinds.values():
        for part in fields(kind):
            if part.name != "attrs":
                yield getattr(kind, part.name)


def _attributes(game: Game, uses: Uses, places: Places, reporter: Reporter) -> None:
    """Attributes that are only written, or not even that."""
    for attr in game.world.values():
        if attr.number not in uses.world:
            _unread(attr, attr.name, uses, places, reporter)
    for kind in game.kinds.values():
        for attr in kind.attrs.values():
            if attr.number not in uses.fields and attr.name != ID:
                _unread(attr, f"{kind.name}.{attr.name}", uses, places, reporter)


def _unread(attr: AttrModel, name: str, uses: Uses, places: Places, reporter: Reporter) -> None:
    if id(attr) not in uses.attrs and attr.span.line not in places.sentences:
        reporter.report("W210", attr.span, name=name)


def _offered(statements: tuple[syntax.Statement, ...]) -> Iterator[tuple[str, Span]]:
    for statement in statements:
        if isinstance(statement, syntax.ActionsDecl):
            for name in statement.names:
                if name.text in ACTION_WORDS:
                    yield name.text, name.span
