"""From rules of the IR to trees without names: effects, and what holds them together."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.compiler.canonical.conflicts import order_of_effects
from arcg.compiler.canonical.kinds import holders
from arcg.compiler.canonical.lift_queries import QueryLifter
from arcg.compiler.canonical.tree import Child, Node, Source, free
from arcg.compiler.canonical.union import Key


class RuleLifter(QueryLifter):
    """Lifts whole rules, and all that has effects."""

    def effect(self, effect: ir.Effect) -> Node:
        """What a rule does."""
        match effect:
            case ir.Keyed(slot, query, step):
                return Node("to_each", (self.slot(slot), self.query(query), self.effect(step)))
            case ir.Move(thing, direction, by):
                return Node("move", (self.expr(thing), self.expr(direction), self.expr(by)))
            case ir.Put(thing, cell):
                return Node("put", (self.expr(thing), self.expr(cell)))
            case ir.Turn(thing, sense, pivot):
                return Node("swing", (self.expr(thing), Node(sense), self.expr(pivot)))
            case ir.Make(kind, cell, attrs, slot):
                return self._make(kind, cell, attrs, slot)
            case ir.Stay(thing):
                return Node("stay", (self.expr(thing),))
            case ir.Drop(thing):
                return Node("drop", (self.expr(thing),))
            case ir.Set(target, value):
                space = self._target_space(target)
                self.union.join(self.space_of(value), space)
                return Node("set", (self._target(target), self.expr(value, space)))
            case ir.Add(target, amount, at_least, at_most):
                bounds = [
                    Node(tag, (self.expr(bound),))
                    for tag, bound in (("at_least", at_least), ("at_most", at_most))
                    if bound is not None
                ]
                return Node("gain", (self._target(target), self.expr(amount), *bounds))
            case ir.Cycle(target, step):
                return self._cycle(target, step)
            case ir.Save(save):
                return Node("save", (self._save(save),))
            case ir.Restore(save, keep, only):
                return Node("restore", (self._save(save), self.keep("only" if only else "keeping", keep)))
            case ir.End(scope):
                return Node(f"end_{scope}")
            case ir.Finish(outcome):
                return Node(outcome)
            case ir.Emit(event, args):
                spaces = self._spaces("event", event, self.program.events[event].sorts)
                for arg, space in zip(args, spaces, strict=True):
                    self.union.join(self.space_of(arg), space)
                told = (self.expr(arg, space) for arg, space in zip(args, spaces, strict=True))
                return Node("emit", (self._event(event), *told))
        raise TypeError(f"{type(effect).__name__} is presentation")

    def _make(
        self, kind: int, cell: ir.Expr, attrs: tuple[tuple[int, ir.Expr], ...], slot: int | None
    ) -> Node:  # fmt: skip
        told: list[Child] = []
        for number, value in attrs:
            space: Key = ("space", kind, number)
            self.union.join(self.space_of(value), space)
            told.append(Node("with", (self.union.ref("field", ("field", kind, number)), self.expr(value, space))))
        named = () if slot is None else (self.slot(slot),)
        return Node("make", (self._among((kind,)), self.expr(cell), free("given", tuple(told)), *named))

    def _target(self, target: ir.Target) -> Child:
        if isinstance(target, ir.WorldTarget):
            return self.expr(ir.World(target.attr))
        return self.expr(ir.Attr(target.thing, target.field))

    def _target_space(self, target: ir.Target) -> Key | None:
        if isinstance(target, ir.WorldTarget):
            return self.space_of(ir.World(target.attr))
        return self.space_of(ir.Attr(target.thing, target.field))

    def _cycle(self, target: ir.Target, step: int) -> Node:
        """A facing turns; an enumeration has an order, which is read here."""
        domains = self._domains(target)
        if any(isinstance(domain, ir.DirDomain) for domain in domains):
            return Node("turn", (self._target(target), Node("cw" if step == 1 else "ccw")))
        for domain in domains:
            if isinstance(domain, ir.EnumDomain):
                space = self._target_space(target)
                assert space is not None
                self.union.ordered.add((space, True, len(domain.names)))
        return Node("next" if step == 1 else "prev", (self._target(target),))

    def _domains(self, target: ir.Target) -> list[ir.Domain]:
        if isinstance(target, ir.WorldTarget):
            return [self.program.world[target.attr].domain]
        return [attr.domain for _, attr in holders(self.program, self.scope.of(target.thing), target.field)]

    def _save(self, save: int) -> Child:
        match save:
            case ir.TURN_SAVE:
                return Node("turn_start")
            case ir.LEVEL_SAVE:
                return Node("level_start")
        return self.union.ref("save", ("save", save))

    def keep(self, tag: str, keep: ir.Keep) -> Node:
        """World attributes and kinds that are named together."""
        world = tuple(self.union.ref("world", ("world", attr)) for attr in keep.world)
        return free(tag, (*world, *(self.union.ref("kind", ("kind", kind)) for kind in keep.kinds)))

    def each(self, each: ir.Each) -> Node:
        """One part for each thing."""
        by = () if each.by is None else (Node("by", (self.expr(each.by),)),)
        space = self.space_of(each.by)
        if space is not None:
            count = max(len(d.names) for d in self._by_domains(each.by) if isinstance(d, ir.EnumDomain))
            self.union.ordered.add((space, False, count))
        return Node("each", (self.slot(each.slot), self.query(each.query), *by))

    def _by_domains(self, by: ir.Expr | None) -> list[ir.Domain]:
        match by:
            case ir.World(attr):
                return self._domains(ir.WorldTarget(attr))
            case ir.Attr(thing, number):
                return self._domains(ir.AttrTarget(thing, number))
        return []

    def rule(self, rule: ir.Rule) -> Node:
        """A rule with the order that its effects need."""
        trigger = () if rule.trigger is None else (self.trigger(rule.trigger),)
        effects = tuple(self.effect(effect) for effect in rule.effects)
        before = order_of_effects(self.program, self.scope, rule.effects)
        mode = {"all": (), "once": (Node("once"),), "turn": (Node("in_turn"),), "random": (Node("at_random"),)}[
            rule.mode
        ]
        parts = (*trigger, self.query(rule.query), *mode, Node("do", effects, before))
        return Node("rule", parts, source=Source(rule.name, rule.line))
