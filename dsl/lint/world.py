"""What may be in a game at all: kinds, events, values, requests for motion, and when in a turn they may come.

An answer is None (it may be) or the `Reason` why it certainly is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from arcg.dsl import core
from arcg.dsl.functions import EVENTS, ID, MOTION_EVENTS
from arcg.dsl.lint.values import Values, of_domain
from arcg.dsl.model import AttrModel, Game

WORLD: Final = -1
"""Stands for the kind of the world in a `Place`."""

Place = tuple[int, int]
"""An attribute: a kind and its field, or `WORLD` and the attribute's number."""

MOTION: Final = tuple(number for number, info in enumerate(EVENTS) if info.name in MOTION_EVENTS)


class Moment(NamedTuple):
    """When in a turn something is asked or done: in which phase, after which of its rules.

    `again` says that the phase may come back to it in the same turn.
    """

    phase: int
    rule: int
    again: bool


ANY_TIME: Final = Moment(1 << 30, 0, True)
BEFORE_ALL: Final = Moment(-1, 0, False)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be.

    `kind`: there are no things of `kinds`. `event`, `late`: no such event, or none yet. `value`, `undefined`: `expr`,
    which speaks of `slots`, is only ever one of `values`, or never has a value. `request`: nothing has asked things of
    `kinds` to move. `field`: field `number` leads nowhere. `circle`: fact `number` follows from nothing but itself.
    `layer`: things of layer `number` never share a cell. `still`, `put`: nothing moves things of `kinds`, or only `put`
    and `turn`.
    """

    what: Literal[
        "kind", "event", "late", "value", "undefined", "request", "field", "circle", "layer", "still", "put",
        "contradiction",
    ]  # fmt: skip
    kinds: tuple[int, ...] = ()
    event: int = -1
    expr: core.Expr | None = None
    values: Values | None = None
    slots: tuple[core.Variable, ...] = ()
    number: int = -1


class Request(NamedTuple):
    """That a rule may ask for motion; `put` says that it has no direction."""

    phase: int
    rule: int
    put: bool


@dataclass
class World:
    """What may be in a game: kinds on the board, events with the first moment they may happen, values of attributes.

    `requests` are the rules that may ask things of a kind to move, `going` the kinds that may go by a step and at all,
    once they have been worked out. `facts` are the facts that were found to hold of
    something or of nothing, `told` the values that derived attributes were found to have for things of some kinds.

    `anything` says that a rule may do what this checker does not know, so that nothing is certain.
    """

    game: Game
    kinds: set[int] = field(default_factory=set)
    events: dict[int, Moment] = field(default_factory=dict)
    values: dict[Place, Values] = field(default_factory=dict)
    requests: dict[int, set[Request]] = field(default_factory=dict)
    facts: dict[int, Reason | None] = field(default_factory=dict)
    told: dict[tuple[int, frozenset[int]], Values | None] = field(default_factory=dict)
    going: tuple[frozenset[int], frozenset[int]] | None = None
    anything: bool = False

    def __post_init__(self) -> None:
        self.attrs: dict[Place, AttrModel] = {(WORLD, a.number): a for a in self.game.world.values()}
        for kind in self.game.kinds.values():
            self.attrs |= {(kind.number, attr.number): attr for attr in kind.attrs.values()}
        self.domains = {place: of_domain(attr.domain) for place, attr in self.attrs.items()}
        for kind in self.game.kinds.values():
            if kind.numbered:  # it changes without a rule
                self.domains[kind.number, kind.attrs[ID].number] = None
        kinds = self.game.kinds.values()
        self.ordinary = {kind.number: kind.layer.number for kind in kinds if not kind.layer.flags & {"free", "open"}}
        self.shaped = {kind.number for kind in kinds if kind.wide}
        self.models = {fact.number: fact for fact in self.game.facts.values()}
        self.distances = {found.number: found for found in self.game.distances.values()}
        self.cells = max((level.width * level.height for level in self.game.levels), default=1)

    def of(self, place: Place) -> Values | None:
        """The values that an attribute may have; None if they are not known."""
        return self.values.get(place)

    def apart(self, one: frozenset[int], two: frozenset[int]) -> Reason | None:
        """Whether things of some kinds can never share a cell with things of others, for their one layer lets none."""
        layers = {self.ordinary.get(kind, -1) for kind in one | two}
        return Reason("layer", number=layers.pop()) if len(layers) == 1 and -1 not in layers else None

    def grown(self) -> None:
        """Forget which facts can never hold and which values there can never be, because more is possible now."""
        self.facts = {number: None for number, reason in self.facts.items() if reason is None}
        self.told.clear()
        self.going = None

    def occurs(self, event: int, moment: Moment) -> Reason | None:
        """Whether an event may have happened by a moment."""
        first = self.events.get(event)
        if first is None:
            return Reason("event", event=event)
        if first.phase < moment.phase or (first.phase == moment.phase and (moment.again or first.rule < moment.rule)):
            return None
        return Reason("late", event=event)

    def asked(self, kinds: frozenset[int], moment: Moment, puts: bool) -> Reason | None:
        """Whether a thing of some kinds may be asked to move at a moment and not have moved; also by a put."""
        for kind in kinds:
            for request in self.requests.get(kind, ()):
                if (puts or not request.put) and self._waits(request, moment):
                    return None
        return Reason("request", tuple(sorted(kinds)))

    def _waits(self, request: Request, moment: Moment) -> bool:
        """Whether what was asked for may still be there: it is gone at the end of a part, but for that of a plan."""
        plan = self.game.phases[request.phase].plan
        if request.phase != moment.phase:
            return request.phase < moment.phase and (plan or moment.rule < 0 or moment == ANY_TIME)
        return request.rule < moment.rule or (moment.again and (plan or moment.rule < 0))
