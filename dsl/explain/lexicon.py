"""The names of a game by number: what core nodes call kinds, attributes, events, facts and saves.

Takes a checked game; the other modules of this package look names up here and nowhere else.
"""

from __future__ import annotations

from collections import Counter

from arcg.dsl import core
from arcg.dsl.explain.english import listed
from arcg.dsl.model import AttrModel, EventModel, FactModel, Game, Type
from arcg.dsl.walk import below

MOST_KINDS = 3
"""Most kinds that a noun lists; more of them, without a group of their own, are a `thing`."""


class Lexicon:
    """Names of one game. `single` are the kinds of which every level has one thing and no rule makes more.

    `puts` and `turns` say whether rules ever ask for that.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds = list(game.kinds.values())
        self.fields = {number: name for name, number in game.fields.items()}
        self.world = list(game.world.values())
        self.events: list[EventModel] = list(game.events.values())
        self.facts: dict[int, FactModel] = {fact.number: fact for fact in game.facts.values()}
        self.saves = {number: name for name, number in game.saves.items()}
        self.distances = {field.number: name for name, field in game.distances.items()}
        steps = list(below([game.phases, game.forbids]))
        made = {node.kind for node in steps if isinstance(node, core.Make)}
        counts = [Counter(thing.kind for thing in level.things) for level in game.levels]
        ones = [kind.number for kind in self.kinds if all(count[kind.number] == 1 for count in counts)]
        self.single = frozenset(ones) - made
        self.puts, self.turns = (any(isinstance(node, sort) for node in steps) for sort in (core.Put, core.Turn))

    def noun(self, kinds: tuple[int, ...]) -> str:
        """What a thing of these kinds is called, without an article."""
        if len(kinds) == 1:
            return self.kinds[kinds[0]].name
        for group in self.game.groups.values():
            if set(group.kinds) == set(kinds):
                return group.name
        if not kinds or len(kinds) > MOST_KINDS:
            return "thing"
        return listed([self.kinds[kind].name for kind in kinds], "or")

    def attribute(self, field: int, kinds: tuple[int, ...]) -> AttrModel | None:
        """The attribute of things of `kinds` (of any kind, if none of them is known to have it)."""
        name = self.fields[field]
        owners = [self.kinds[kind] for kind in kinds if name in self.kinds[kind].attrs] or self.kinds
        return next((kind.attrs[name] for kind in owners if name in kind.attrs), None)

    def event_type(self, event: int, place: int) -> Type | None:
        """What an argument of an event is."""
        params = self.events[event].params
        return params[place] if place < len(params) else None

    def fact_type(self, fact: int, place: int) -> Type | None:
        """What a parameter of a fact is."""
        return self.facts[fact].params[place]

    def derived_domain(self, name: str) -> core.Domain | None:
        """The domain of an attribute that is worked out; none for numbers, which have no bounds."""
        type_ = self.game.derived[name].type
        if type_.sort == "thing":
            return core.ThingDomain(type_.kinds)
        return core.DirDomain() if type_.sort == "dir" else type_.domain
