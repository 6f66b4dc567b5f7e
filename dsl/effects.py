"""Effects: what a rule does, from the lines after its arrow to core steps.

`EffectChecker` checks effects in the scope that the rule's query has filled: nothing is bound here but what `make`
names. A target with tests is every such thing; `forbid` allows only some effects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from arcg.dsl import core, syntax
from arcg.dsl.expressions import DIR, INT, key_of
from arcg.dsl.functions import BUILTIN_EVENTS, ID, PROPERTIES
from arcg.dsl.model import AttrModel, Type
from arcg.dsl.names import Names
from arcg.dsl.patterns import become
from arcg.dsl.queries import QueryChecker
from arcg.dsl.scope import Binding, Scope, Typed
from arcg.dsl.wording import count_words, quoted, type_words, written

MAX_SHOWN = 1000
Place = Literal["rule", "each", "forbid"]
Targeted = (
    syntax.MoveEffect
    | syntax.PutEffect
    | syntax.TurnEffect
    | syntax.DropEffect
    | syntax.StayEffect
    | syntax.SetEffect
    | syntax.AddEffect
    | syntax.CycleEffect
)
TARGETED = get_args(Targeted)
NOT_AFTER_FORBID = {
    syntax.MoveEffect: "move", syntax.PutEffect: "put", syntax.TurnEffect: "turn", syntax.StayEffect: "stay",
    syntax.EndEffect: "end",
}  # fmt: skip
"""Effects that `forbid` cannot have, and the word for each."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A target that can be set, with the domain of its attribute."""

    target: core.Target
    attr: AttrModel


def keyed_root(node: syntax.Expr) -> syntax.ThingTerm | None:
    """The `Kind{..}` at the root of a target, if it has one."""
    while isinstance(node, syntax.Path):
        node = node.base
    return node if isinstance(node, syntax.ThingTerm) and node.kind is not None and node.tests else None


def keep(names: Names, node: syntax.Keeping | None) -> core.Keep:
    """The world attributes and kinds that `keeping` or `only` names."""
    world: list[int] = []
    kinds: list[int] = []
    for name in node.names if node is not None else ():
        if isinstance(name, syntax.ThingTerm):
            kinds += (names.kinds(name.kind, name.span) if name.kind is not None else None) or ()
        elif name.text in names.game.world:
            world.append(names.game.world[name.text].number)
        else:
            near = names.near(name.text, names.game.world)
            listed = f"the world has {quoted(list(names.game.world))}" if names.game.world else ""
            names.report("E103", name.span, name=name.text, hint=near or listed)
    return core.Keep(tuple(dict.fromkeys(world)), tuple(sorted(set(kinds))))


class EffectChecker(QueryChecker):
    """Checks the effects of one rule or forbid."""

    def __init__(self, names: Names, scope: Scope, place: Place = "rule") -> None:
        super().__init__(names, scope)
        self.place = place
        self.changed: dict[syntax.Expr, str] = {}

    def effects(self, nodes: tuple[syntax.Effect, ...]) -> tuple[core.Effect, ...]:
        """The core effects of a list, in order; mistaken ones are reported and left out."""
        line, made = self.line, list[core.Effect | None]()
        with self.scope.without_binding():
            for node in nodes:
                if not isinstance(node, syntax.Pattern):
                    made.append(self.effect(node))
                elif self.place == "forbid":
                    self.names.report("E319", node.span, word=written(node))
                else:
                    made += become(self, node, line)
        return tuple(effect for effect in made if effect is not None)

    def effect(self, node: syntax.Step) -> core.Effect | None:
        """One effect, keyed if its target has tests."""
        if self.place == "forbid" and type(node) in NOT_AFTER_FORBID:
            self.names.report("E319", node.span, word=NOT_AFTER_FORBID[type(node)])
            return None
        if not isinstance(node, TARGETED) or (root := keyed_root(node.target)) is None:
            return self.step(node)
        if self.place == "forbid":
            self.names.report("E319", root.span, word=written(root))
            return None
        return self.each_such(node, root)

    def each_such(self, node: Targeted, root: syntax.ThingTerm) -> core.Effect | None:
        """A step for every thing that matches `Kind{..}`."""
        kinds = self.kinds(root)
        if kinds is None:
            return None
        key = key_of(root)
        with self.scope.nested() as block, self.scope.without_binding():
            type_ = Type("thing", None, kinds)
            slot = self.scope.add(key, type_)
            block.atoms.append(core.Bind(slot, kinds))
            block.things.append(slot)
            thing = Typed(core.Slot(slot), type_)
            self.tests(root, thing)
            outer = self.scope.visible.get(key)
            self.scope.visible[key] = Binding(slot, type_)
            target = self.target_of(node, root, thing)
            if outer is not None:
                self.scope.visible[key] = outer  # a name that the rule has bound keeps its meaning in values
            step = self.step(node, target)
        return core.Keyed(slot, block.query(), step) if step is not None else None

    def target_of(self, node: Targeted, root: syntax.ThingTerm, thing: Typed) -> Typed:
        """The thing that a keyed effect acts on: the matched one, or what a path from it leads to."""
        target = node.target
        names: list[str] = []
        while isinstance(target, syntax.Path):
            names.append(target.name)
            target = target.base
        last = 1 if isinstance(node, syntax.SetEffect | syntax.AddEffect | syntax.CycleEffect) else 0
        for name in reversed(names[last:]):
            thing = self.member(thing, name, root.span, key_of(root))
        return thing

    def step(self, node: syntax.Step, thing: Typed | None = None) -> core.Step | None:
        """One step. `thing` is the thing that its target stands for, where that is checked already."""
        match node:
            case syntax.MoveEffect(target=target, direction=direction, by=by):
                moved = self.target_thing(target, thing, "move")
                way = self.value(direction, DIR, "the direction of a move")
                amount = core.Const("int", 1) if by is None else self.value(by, INT, "what follows `by`")
                return core.Move(moved, way, amount)
            case syntax.PutEffect(target=target, cell=cell):
                return core.Put(self.target_thing(target, thing, "put"), self.cell(cell, "what follows `at`"))
            case syntax.TurnEffect(target=target, sense=sense, about=about):
                turned = self.target_thing(target, thing, "turn")
                pivot = core.Apply("cell_of", (turned,)) if about is None else self.cell(about, "what follows `about`")
                return core.Turn(turned, sense, pivot)
            case syntax.DropEffect(target=target):
                return core.Drop(self.target_thing(target, thing, "drop"))
            case syntax.StayEffect(target=target):
                return core.Stay(self.target_thing(target, thing, "stay"))
            case syntax.MakeEffect(term=term, cell=cell):
                return self.make_at(term, self.cell(cell, "what follows `at`"))
            case syntax.SetEffect() | syntax.AddEffect() | syntax.CycleEffect():
                return self.change(node, thing)
            case syntax.ShowEffect(count=count):
                if not 1 <= count <= MAX_SHOWN:
                    self.names.report("E315", node.span, count=count, most=MAX_SHOWN)
                return core.Show(count)
            case syntax.SaveEffect(name=name):
                if name in ("turn", "level"):
                    self.names.report("E316", node.span, name=name)
                    return None
                return core.Save(self.names.saves[name])
            case syntax.RestoreEffect():
                return self.restore(node)
            case syntax.EndEffect(scope=scope):
                if scope == "part" and self.place != "each":
                    self.names.report("E318", node.span)
                return core.End(scope)
            case syntax.FinishEffect(outcome=outcome):
                return core.Finish(outcome)
            case syntax.EmitEffect(event=event):
                return self.emit(event)

    # ------------------------------------------------------------ things

    def mention(self, term: syntax.ThingTerm) -> Typed:
        """A kind or variable; after `forbid` none can be named outside nested braces."""
        if self.place == "forbid" and not self.scope.may_bind and key_of(term) not in self.scope.visible:
            self.names.report("E366", term.span, name=written(term))
            self.scope.poison(key_of(term))
        return super().mention(term)

    def target_thing(self, node: syntax.Expr, thing: Typed | None, word: str) -> core.Expr:
        """The thing that `move`, `put` or `drop` acts on."""
        typed = thing if thing is not None else self.expression(node)
        if typed.type is not None and typed.type.sort == "thing" and not typed.type.kinds:
            self.names.report("E354", node.span, word=word)
            return typed.expr
        return self.fit(typed, self.names.any_thing, node, f"what `{word}` acts on")

    def make_at(self, term: syntax.ThingTerm, cell: core.Expr) -> core.Step | None:
        """A new thing; its name is bound for the later effects."""
        kind = self.names.game.kinds.get(term.kind or "")
        if kind is None:
            if (kinds := self.kinds(term)) is not None:
                members = quoted([k.name for k in self.names.game.kinds.values() if k.number in kinds], "or")
                self.names.report("E317", term.span, name=term.kind, kinds=members)
            if term.var is not None:
                self.scope.poison(key_of(term))
            return None
        attrs: dict[int, core.Expr] = {}
        for test in term.tests:
            if kind.numbered and test.name == ID:
                self.names.report("E378", test.span)
                continue
            attr = self.names.attribute((kind.number,), test.name, test.span, kind.name)
            if attr is not None:
                value = self.attribute_value(test.value, attr)
                if attr.number in attrs:
                    self.names.report("E355", test.span, name=attr.name)
                attrs[attr.number] = value
        slot: int | None = None
        if term.var is not None:
            key = key_of(term)
            if key in self.scope.visible:
                self.names.report("E356", term.span, name=key)
            slot = self.scope.add(key, Type("thing", None, (kind.number,)))
            self.scope.visible[key] = Binding(slot, Type("thing", None, (kind.number,)))
        return core.Make(kind.number, cell, tuple(attrs.items()), slot)

    def given(self, term: syntax.ThingTerm, thing: Typed) -> list[core.Step]:
        """What the braces of a thing that a pattern keeps set."""
        steps: list[core.Step] = []
        for test in term.tests:
            if test.op != "=":
                self.names.report("E030", test.span, attr=test.name, op=test.op)
                continue
            path = syntax.Path(syntax.ThingTerm(term.kind, term.var, span=term.span), test.name, span=test.span)
            changed = self.target(path, thing)
            if changed is not None:
                steps.append(core.Set(changed.target, self.attribute_value(test.value, changed.attr)))
        return steps

    # ------------------------------------------------------------ attributes

    def attribute_value(self, node: syntax.Expr, attr: AttrModel) -> core.Expr:
        """A value for an attribute; a constant must lie in its domain."""
        expr = self.value(node, attr.type, f"`{attr.name}`")
        domain = attr.domain
        if (
            isinstance(domain, core.IntDomain)
            and isinstance(expr, core.Const)
            and expr.sort == "int"
            and not domain.low <= expr.value <= domain.high
        ):
            self.names.report("E305", node.span, value=expr.value, name=attr.name, low=domain.low, high=domain.high)
        return expr

    def change(
        self, node: syntax.SetEffect | syntax.AddEffect | syntax.CycleEffect, thing: Typed | None
    ) -> core.Step | None:
        """Set, add or cycle."""
        changed = self.target(node.target, thing)
        if changed is None:
            return None
        attr, target = changed.attr, changed.target
        self._once(node, attr)
        if isinstance(node, syntax.SetEffect):
            return core.Set(target, self.attribute_value(node.value, attr))
        if isinstance(node, syntax.CycleEffect):
            if isinstance(attr.domain, core.ThingDomain):
                self.names.report("E333", node.span, name=attr.name, word="next" if node.step == 1 else "prev")
            return core.Cycle(target, node.step)
        if attr.type.sort != "int":
            got = type_words(self.names.game, attr.type)
            sign = "+" if node.sign == 1 else "-"
            self.names.report("E357", node.span, name=attr.name, got=got, sign=sign)
            return None
        amount = self.value(node.amount, INT, "what is added")
        if node.sign < 0:
            if isinstance(amount, core.Const):
                amount = core.Const("int", -amount.value)
            else:
                amount = core.Apply("neg", (amount,))
        bound = self.value(node.bound, INT, f"what follows `at {node.clamp}`") if node.bound is not None else None
        least, most = (bound, None) if node.clamp == "least" else (None, bound)
        return core.Add(target, amount, least, most)

    def _once(self, node: syntax.SetEffect | syntax.AddEffect | syntax.CycleEffect, attr: AttrModel) -> None:
        """Report a rule that both sets an attribute and adds to it or takes its next value."""
        way = "set" if isinstance(node, syntax.SetEffect) else "step"
        if self.changed.setdefault(node.target, way) != way:
            self.names.report("E312", node.span, text=written(node.target))

    def target(self, node: syntax.Expr, thing: Typed | None) -> Changed | None:
        """What an effect changes: a world attribute or an attribute of a thing."""
        game = self.names.game
        if isinstance(node, syntax.Name):
            attr = game.world.get(node.text)
            if attr is not None:
                return Changed(core.WorldTarget(attr.number), attr)
            if node.text in self.names.owners:
                self.names.report("E144", node.span, name=node.text, kind=self.names.owners[node.text])
            else:
                near = self.names.near(node.text, game.world)
                hint = near or f"declare it: `world has {node.text}: ..`"
                self.names.report("E103", node.span, name=node.text, hint=hint)
            return None
        if not isinstance(node, syntax.Path):
            self.names.report("E314", node.span, text=written(node))
            return None
        if node.name in PROPERTIES:
            self.names.report("E313", node.span, text=written(node), base=written(node.base))
            return None
        base = thing if thing is not None else self.expression(node.base)
        if base.type is None:
            return None
        if base.type.sort != "thing" or not base.type.kinds:
            got = type_words(game, base.type)
            self.names.report("E350", node.span, text=written(node.base), name=node.name, got=got)
            return None
        if node.name in self.names.derived and set(base.type.kinds) & set(self.names.derived[node.name].kinds):
            self.names.report("E371", node.span, text=written(node))
            return None
        attr = self.names.attribute(base.type.kinds, node.name, node.span, written(node.base))
        if attr is not None and attr.name == ID:
            self.names.report("E378", node.span)
            return None
        return Changed(core.AttrTarget(base.expr, attr.number), attr) if attr is not None else None

    # ------------------------------------------------------------ snapshots and events

    def restore(self, node: syntax.RestoreEffect) -> core.Step | None:
        """Back to a save, wholly or in part."""
        kept = keep(self.names, node.keep)
        only = node.keep is not None and node.keep.mode == "only"
        number = {"turn": core.TURN_SAVE, "level": core.LEVEL_SAVE, **self.names.saves}.get(node.name)
        if number is None:
            known = ["turn", "level", *self.names.saves]
            hint = (
                self.names.near(node.name, known)
                or f"a rule saves it with `save {node.name}`; there is {quoted(known)}"
            )
            self.names.report("E140", node.span, name=node.name, hint=hint)
            return None
        return core.Restore(number, kept, only)

    def emit(self, event: syntax.Call) -> core.Step | None:
        """Make an event. What its arguments are is learned from its emissions."""
        names = self.names
        if event.name in BUILTIN_EVENTS or event.name in names.facts:
            names.report("E328" if event.name in BUILTIN_EVENTS else "E338", event.span, name=event.name)
            return None
        params = names.params[event.name]
        notes = [("first made here", names.emitted[event.name])]
        if len(event.args) != len(params):
            want, got = count_words(len(params), "argument"), count_words(len(event.args), "argument")
            names.report("E329", event.span, notes=notes, name=event.name, want=want, got=got)
            return None
        args: list[core.Expr] = []
        for place, (arg, param) in enumerate(zip(event.args, params, strict=True)):
            typed = self.expression(arg, param)
            expr = typed.expr
            if param is None:
                params[place] = typed.type
            elif typed.type is not None:
                if typed.type.sort != param.sort:
                    words = type_words(names.game, param), type_words(names.game, typed.type)
                    names.report("E358", arg.span, notes=notes, name=event.name, want=words[0], got=words[1])
                elif param.sort == "thing":
                    kinds = tuple(sorted({*param.kinds, *typed.type.kinds}))
                    params[place] = Type("thing", None, kinds) if kinds != param.kinds else param
                else:
                    expr = self.recode(typed, param.domain, arg)
            args.append(expr)
        return core.Emit(names.event_numbers[event.name], tuple(args))
