"""Effects in words: every `core.Step` as something that happens, keyed ones for all their things.

`STEPS` has one entry a class; a test sees to it that none is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.conditions import Conditions
from arcg.dsl.explain.english import counted, joined, listed, plural, word
from arcg.dsl.explain.queries import Search

_BACK = {core.TURN_SAVE: "the beginning of the turn", core.LEVEL_SAVE: "the beginning of the level"}
"""The positions that are saved by themselves."""


class Steps(Conditions):
    """Words for the effects of one scope."""

    def deed(self, effect: core.Effect) -> str:
        """An effect as a clause."""
        return STEPS[type(effect)](self, effect)

    def move(self, step: core.Move) -> str:
        """A thing asks to move."""
        who, way, by = self.words(step.thing), self.adverb(step.direction), step.by
        if not isinstance(by, core.Const):
            return f"{who} asks to move {way} by as many steps as {self.words(by)}"
        if by.value == 1:
            return f"{who} asks to move {way}"
        if by.value < 0:
            back = "the opposite way" if way == "that way" else f"against {self.words(step.direction)}"
            return f"{who} asks to move {counted(-by.value, 'step')} {back}"
        return f"{who} asks to move {counted(by.value, 'step')} {way}"

    def put(self, step: core.Put) -> str:
        """A thing asks to be elsewhere."""
        return f"{self.words(step.thing)} asks to be put at {self.words(step.cell)}"

    def turn(self, step: core.Turn) -> str:
        """A thing asks for a quarter turn."""
        about = f" about {self.words(step.pivot)}" if step.pivot != core.Apply("cell_of", (step.thing,)) else ""
        way = "clockwise" if step.sense == "cw" else "counter-clockwise"
        return f"{self.words(step.thing)} asks to turn a quarter {way}{about}"

    def stay(self, step: core.Stay) -> str:
        """A thing asks for no motion any more."""
        return f"{self.words(step.thing)} no longer asks to move"

    def make(self, step: core.Make) -> str:
        """A new thing."""
        kind = self.lexicon.kinds[step.kind]
        place = self.words(step.cell)
        given = []
        for number, value in step.attrs:
            attr = kind.attrs[self.lexicon.fields[number]]
            given.append(f"whose {word(attr.name)} is {self.words(value, attr.domain)}")
        name = kind.name
        if step.slot is not None:
            name = self.introduction(step.slot)
            self.met.add(step.slot)
        given_words = f" {listed(given)}" if given else ""
        return f"a new {name}{given_words} appears at {place}"

    def drop(self, step: core.Drop) -> str:
        """A thing is gone."""
        return f"{self.words(step.thing)} disappears"

    def set(self, step: core.Set) -> str:
        """An attribute gets a value."""
        return f"{self._target(step.target)} becomes {self.words(step.value, self.target_domain(step.target))}"

    def add(self, step: core.Add) -> str:
        """A number goes up or down."""
        amount = step.amount
        if isinstance(amount, core.Const):
            change = f"{'down' if amount.value < 0 else 'up'} by {abs(amount.value)}"
        elif isinstance(amount, core.Apply) and amount.function == "neg":
            change = f"down by {self.words(amount.args[0])}"
        else:
            change = f"up by {self.words(amount)}"
        text = f"{self._target(step.target)} goes {change}"
        if step.at_least is not None:
            text += f" (not below {self.words(step.at_least)})"
        return text + (f" (not above {self.words(step.at_most)})" if step.at_most is not None else "")

    def cycle(self, step: core.Cycle) -> str:
        """The next or previous value."""
        if isinstance(self.target_domain(step.target), core.DirDomain):
            return f"{self._target(step.target)} turns a quarter {'' if step.step == 1 else 'counter-'}clockwise"
        return (
            f"{self._target(step.target)} goes {'on to its next' if step.step == 1 else 'back to its previous'} value"
        )

    def _target(self, target: core.Target) -> str:
        """What an effect changes."""
        place = self.place(target)
        assert isinstance(place, core.World | core.Attr)
        return self.name_of(place)

    def show(self, step: core.Show) -> str:
        """Frames."""
        return f"the position is shown for {counted(step.count, 'frame')}"

    def save(self, step: core.Save) -> str:
        """A copy of the position."""
        return f"the position is saved as {word(self.lexicon.saves[step.save])}"

    def restore(self, step: core.Restore) -> str:
        """Back to a saved position, wholly or in part."""
        back = _BACK.get(step.save) or f"the position saved as {word(self.lexicon.saves[step.save])}"
        kept = self.kept(step.keep)
        if step.only:
            go = "go" if len(kept) > 1 or step.keep.kinds else "goes"
            return f"only {listed(kept)} {go} back to {back}" if kept else "nothing changes"
        return f"everything goes back to {back}" + (f", except {listed(kept)}" if kept else "")

    def kept(self, keep: core.Keep) -> list[str]:
        """What `keeping` or `only` names."""
        names = [word(self.lexicon.world[number].name) for number in keep.world]
        if keep.kinds:
            names += [f"the {plural(self.lexicon.kinds[kind].name)}" for kind in keep.kinds]
        return names

    def end(self, step: core.End) -> str:
        """Stops early."""
        match step.scope:
            case "part":
                return "the rules below are left out for this one"
            case "phase":
                return "the phase ends once its other rules are done"
        return "the turn ends once the other rules of this phase are done"

    def finish(self, step: core.Finish) -> str:
        """Wins or loses."""
        return "the level is won" if step.outcome == "win" else "the level is lost"

    def emit(self, step: core.Emit) -> str:
        """Makes an event."""
        args = []
        for place, arg in enumerate(step.args):
            type_ = self.lexicon.event_type(step.event, place)
            args.append(self.words(arg, type_.domain if type_ is not None else None))
        name = word(self.lexicon.events[step.event].name)
        return f"the event {name} happens" + (f" for {listed(args)}" if args else "")

    def keyed(self, effect: core.Keyed) -> str:
        """A step for everything that passes a test."""
        found = self.search(effect.query)
        before, self.itself = self.itself, effect.slot
        step = self.deed(effect.step)
        whole = self.of_every(found, step)
        self.itself = before
        if whole is not None:
            return whole
        over = f"for {found.every()}, " if found.groups else ""
        condition = f"if {joined(found.all_clauses)}, " if found.all_clauses else ""
        return f"{over}{condition}{step}"

    def of_every(self, found: Search, deed: str) -> str | None:
        """`every Crate disappears`, if the deed is one of the only thing that was looked for."""
        if len(found.slots) != 1 or found.clauses or (found.before and self.itself is not None):
            return None
        subject = f"{self.mention(found.slots[0])} "
        return f"{found.every()} {deed.removeprefix(subject)}" if deed.startswith(subject) else None


STEPS: dict[type, Callable[[Any, Any], str]] = {
    core.Move: Steps.move,
    core.Put: Steps.put,
    core.Turn: Steps.turn,
    core.Stay: Steps.stay,
    core.Make: Steps.make,
    core.Drop: Steps.drop,
    core.Set: Steps.set,
    core.Add: Steps.add,
    core.Cycle: Steps.cycle,
    core.Show: Steps.show,
    core.Save: Steps.save,
    core.Restore: Steps.restore,
    core.End: Steps.end,
    core.Finish: Steps.finish,
    core.Emit: Steps.emit,
    core.Keyed: Steps.keyed,
}
"""How each class of effect is put into words."""
