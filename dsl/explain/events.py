"""Events in words: as what a rule answers (`the player presses an arrow`) and as what happened earlier in the turn.

The events of input and motion have words of their own, `EVENT_WORDS`, by name; those that rules make are called by
their names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.english import article, listed, word
from arcg.dsl.explain.expressions import Expressions


class Events(Expressions):
    """Words for events and the arguments of events and facts in one scope."""

    def happening(self, node: core.Trigger | core.Did) -> str:
        """The event as a clause: in the present for a trigger, as something of this turn for `did`."""
        model, past = self.lexicon.events[node.event], isinstance(node, core.Did)
        args: list[core.Arg | None] = [*node.args, *[None] * (len(model.params) - len(node.args))]
        args = [None if isinstance(arg, core.Wild) else arg for arg in args]
        if model.source == "rule":
            clause = f"the event {word(model.name)} {'has happened' if past else 'happens'}"
            shown = [self.argument(node, place) for place in range(len(node.args))]
            while shown and shown[-1] == "anything":
                shown.pop()
            clause += f" for {listed(shown)}" if shown else ""
        else:
            clause = EVENT_WORDS[model.name](self, args, past)
        self.met.update(arg.slot for arg in node.args if isinstance(arg, core.Take))
        return f"{clause} this turn" if past else clause

    def argument(self, node: core.Trigger | core.Did | core.Fact, place: int) -> str:
        """One argument of an event or a fact as a noun phrase."""
        arg = node.args[place]
        number = node.fact if isinstance(node, core.Fact) else node.event
        of = self.lexicon.fact_type if isinstance(node, core.Fact) else self.lexicon.event_type
        type_ = of(number, place)
        return ARGUMENTS[type(arg)](self, arg, type_.domain if type_ is not None else None)

    def wild(self, arg: core.Wild, domain: core.EnumDomain | None) -> str:
        """An argument that may be anything."""
        return "anything"

    def equal(self, arg: core.Equal, domain: core.EnumDomain | None) -> str:
        """An argument that is known."""
        return self.words(arg.expr, domain)

    def take(self, arg: core.Take, domain: core.EnumDomain | None) -> str:
        """An argument that is bound here, or compared."""
        if arg.slot in self.defined:
            return self.words(core.Slot(arg.slot), domain)
        text = self.mention(arg.slot)
        kinds = self.kinds_of_slot(arg.slot)
        narrower = arg.kinds is not None and kinds and not set(kinds) <= set(arg.kinds)
        return f"{text}, {article(self.lexicon.noun(arg.kinds))}," if narrower and arg.kinds else text

    # ------------------------------------------------------------ arguments of the built-in events

    def some(self, arg: core.Arg | None, left_out: str) -> str:
        """An argument of a built-in event that is a thing or a cell; `left_out` where nothing is said of it."""
        return left_out if arg is None else ARGUMENTS[type(arg)](self, arg, None)

    def heading(self, arg: core.Arg | None, before: str = " ", told: bool = False) -> str:
        """A direction after a verb, with what stands before it; nothing where nothing is said of it.

        With `told`, one that the rest of the sentence speaks of is said to be there.
        """
        if arg is None:
            return ""
        if isinstance(arg, core.Equal):
            return "" if _is_none(arg) else before + self.adverb(arg.expr)
        assert isinstance(arg, core.Take)
        if arg.slot in self.met or arg.slot in self.defined:
            return before + self.adverb(core.Slot(arg.slot))
        lone = self.name(arg.slot) is None or self.uses[arg.slot] < 1
        text = self.mention(arg.slot)
        if lone:
            return f"{before}in some direction" if told and self.uses[arg.slot] > 0 else ""
        return f"{before}in {text}"

    def arrow(self, args: Sequence[core.Arg | None], past: bool) -> str:
        """The player presses an arrow."""
        press, arg = "pressed" if past else "presses", args[0]
        if isinstance(arg, core.Equal) and isinstance(arg.expr, core.Const):
            return f"the player {press} {self.words(arg.expr)}"
        if isinstance(arg, core.Take) and arg.slot not in self.met and arg.slot not in self.defined:
            named = self.name(arg.slot) is not None and self.uses[arg.slot] > 0
            self.mention(arg.slot)
            return f"the player {press} an arrow" + (f" {self.name(arg.slot)}" if named else "")
        return f"the player {press} an arrow{self.heading(arg)}"

    def click(self, args: Sequence[core.Arg | None], past: bool) -> str:
        """The player clicks a thing, or nothing."""
        if args[0] is None:
            return f"the player {'clicked' if past else 'clicks'}"
        if _is_none(args[0]):
            return f"the player {'clicked' if past else 'clicks'} where there is nothing"
        maybe = isinstance(args[0], core.Take) and args[0].kinds is None and args[0].slot not in self.met
        text = f"the player {'clicked' if past else 'clicks'} {self.some(args[0], '')}"
        return f"{text} (or nothing)" if maybe else text

    def action(self, args: Sequence[core.Arg | None], past: bool) -> str:
        """The player does anything at all."""
        arg, does = args[0], "did" if past else "does"
        if isinstance(arg, core.Equal) and isinstance(arg.expr, core.Const):
            return f"the player {'took' if past else 'takes'} the action {self._action(arg.expr)}"
        if arg is None or (isinstance(arg, core.Take) and self.uses[arg.slot] < 1 and arg.slot not in self.met):
            return f"the player {does} anything"
        text = self.some(arg, "").replace("a value", "any action")
        return f"the player {does} {text}"

    def _action(self, expr: core.Const) -> str:
        return core.ACTION_NAMES[expr.value]

    def moved(self, args: Sequence[core.Arg | None], past: bool) -> str:
        """A thing changed its cell."""
        return f"{self.some(args[0], 'something')} has moved{self.heading(args[1], told=past)}"

    def blocked(self, args: Sequence[core.Arg | None], past: bool) -> str:
        """A thing's move was refused."""
        who, way = self.some(args[0], "something"), self.heading(args[1], " on its way ", past)
        text = f"{who} has been stopped{way}"
        if _is_none(args[1]):
            refused = "put or turned" if self.lexicon.puts else "turned"
            text = f"{who} could not be {refused if self.lexicon.turns else 'put somewhere'}"
        if args[3] is not None and not _is_none(args[3]):
            text += f" at {self.some(args[3], '')}"
        if _is_none(args[2]):
            return f"{text} with nothing in its way"
        if args[2] is None:
            return text
        maybe = isinstance(args[2], core.Take) and args[2].kinds is None and args[2].slot not in self.met
        return f"{text} by {self.some(args[2], '')}" + (" (or by nothing)" if maybe else "")

    def enter(self, args: Sequence[core.Arg | None], past: bool) -> str:
        """A thing newly shares a cell with another."""
        who = self.some(args[0], "something")
        return f"{who} {'has entered' if past else 'enters'} {self.some(args[1], 'the cell of another thing')}"

    def leave(self, args: Sequence[core.Arg | None], past: bool) -> str:
        """A thing no longer shares a cell with another."""
        who = self.some(args[0], "something")
        return f"{who} {'has left' if past else 'leaves'} {self.some(args[1], 'the cell of another thing')}"


def _is_none(arg: core.Arg | None) -> bool:
    """Whether an argument must be the thing `none`."""
    return isinstance(arg, core.Equal) and arg.expr == core.Const("thing", core.NONE)


EventWords = Callable[[Events, Sequence[core.Arg | None], bool], str]

EVENT_WORDS: dict[str, EventWords] = {
    "start": lambda say, args, past: "the level has begun" if past else "a level begins",
    "arrow": Events.arrow,
    "act": lambda say, args, past: f"the player {'pressed' if past else 'presses'} the action button",
    "click": Events.click,
    "clickcell": lambda say, args, past: (
        f"the player {'clicked' if past else 'clicks'} {say.some(args[0], 'a cell of the board')}"
    ),
    "undo": lambda say, args, past: f"the player {'took' if past else 'takes'} back a turn",
    "action": Events.action,
    "moved": Events.moved,
    "blocked": Events.blocked,
    "enter": Events.enter,
    "leave": Events.leave,
}
"""The events of the language by name: their arguments (None where left out), and whether it is in the past."""

ARGUMENTS: dict[type, Callable[[Any, Any, core.EnumDomain | None], str]] = {
    core.Wild: Events.wild,
    core.Equal: Events.equal,
    core.Take: Events.take,
}
"""How each class of argument is put into words."""
