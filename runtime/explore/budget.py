"""Budgets: counters of the world that only run down, and lose the level when they are spent.

A level with a budget of 60 has 60 times as many states as positions. Where nothing but the loss depends on such a
counter, it is left out of positions and every edge tells what it costs instead. `budget_of` finds out from the program
whether that is so; whatever it does not understand is no budget.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arcg.compiler import ir
from arcg.compiler.remembering import Remembered


class Budget(NamedTuple):
    """World attribute `attr` is only spent. A turn after which it is `floor` or less is lost.

    `rich`: its highest value. `lose_first`: also a turn that wins is lost then. `clamped`: what takes more than there
    is leaves the lowest value; otherwise the application that does so is dropped.
    """

    attr: int
    floor: int
    rich: int
    lose_first: bool
    clamped: bool


def budget_of(program: ir.Program) -> Budget | None:
    """The budget of a game; of several the first that loses. None: it has none that can be left out of positions."""
    return _found(program)


def _budget_of(program: ir.Program) -> Budget | None:
    for condition in program.loses:
        found = _floor(condition, program)
        if found is not None and _is_only_spent(program, *found):
            attr, floor = found
            domain = program.world[attr].domain
            assert isinstance(domain, ir.IntDomain)
            return Budget(attr, floor, domain.high, program.lose_first, _is_clamped(program, attr))
    return None


_found: Remembered[Budget | None] = Remembered(_budget_of, lambda program: ())


def _floor(condition: ir.Condition, program: ir.Program) -> tuple[int, int] | None:
    """An attribute and its value, if the condition holds if and only if the attribute is no higher than that."""
    match condition.query.atoms:
        case (ir.Compare(op, ir.World(attr), ir.Const(value=value)),):
            domain = program.world[attr].domain
            if not isinstance(domain, ir.IntDomain):
                return None
            if op == "<=" or (op == "=" and value == domain.low):
                return attr, value
            if op == "<":
                return attr, value - 1
    return None


def _is_only_spent(program: ir.Program, attr: int, floor: int) -> bool:
    """Whether nothing depends on an attribute but the loss, what is seen, and itself when it is spent."""
    counter = ir.World(attr)
    losing = [other for other in program.loses if (_floor(other, program) or (-1,))[0] != attr]
    ruling: list[object] = [
        program.facts, program.distances, program.stops, program.pushes, program.carries, program.stuck,
        program.wins, losing, program.view, [kind.body for kind in program.kinds],
        [paint for paint in program.paints if paint.layer is None],
    ]  # fmt: skip
    steps: list[ir.Step] = []
    for phase in program.phases:
        ruling += [phase.heads, phase.when, phase.each]
        for rule in phase.rules:
            ruling += [rule.trigger, rule.query]
            ruling += [effect.query for effect in rule.effects if isinstance(effect, ir.Keyed)]
            steps += [effect.step if isinstance(effect, ir.Keyed) else effect for effect in rule.effects]
    for forbid in program.forbids:
        ruling.append(forbid.query)
        if forbid.effects is None and attr not in [bar.attr for bar in program.bars]:
            return False  # it would get back what it was before the turn
        steps += forbid.effects or ()
    for step in steps:
        match step:
            case ir.Add(ir.WorldTarget(target), amount, at_least, at_most) if target == attr:
                stops = at_least is None or (isinstance(at_least, ir.Const) and at_least.value <= floor)
                if at_most is not None or not stops or not _takes(program, amount):
                    return False
                ruling.append(amount)
            case ir.Set(ir.WorldTarget(target)) | ir.Cycle(ir.WorldTarget(target)) if target == attr:
                return False
            case ir.Restore(_, keep, only):
                if (attr in keep.world) == only:
                    return False
            case _:
                ruling.append(step)
    if counter in set(_all_nodes(ruling)):
        return False
    clicks = ir.ACTION_NAMES.index("click") in program.actions
    return not clicks or all(_hit_alike(kind, counter) for kind in program.kinds)


def _is_clamped(program: ir.Program, attr: int) -> bool:
    """Whether everything that takes from an attribute says where it stops."""
    return all(
        node.at_least is not None
        for node in ir.nodes(program)
        if isinstance(node, ir.Add) and node.target == ir.WorldTarget(attr)
    )


def _takes(program: ir.Program, amount: ir.Expr) -> bool:
    """Whether an amount is never more than 0."""
    match amount:
        case ir.Const(value=value):
            return value <= 0
        case ir.Apply("neg", (part,)):
            return _counts(program, part)
    return False


def _counts(program: ir.Program, expr: ir.Expr) -> bool:
    """Whether a number is never less than 0."""
    match expr:
        case ir.Const(value=value):
            return value >= 0
        case ir.World(attr):
            return _is_natural(program.world[attr].domain)
        case ir.Attr(_, field):
            return all(_is_natural(attr.domain) for kind in program.kinds for attr in kind.attrs if attr.field == field)
        case ir.Aggregate("count"):
            return True
        case ir.Apply("add" | "mul" | "least" | "most", parts):
            return all(_counts(program, part) for part in parts)
    return False


def _is_natural(domain: ir.Domain) -> bool:
    return isinstance(domain, ir.IntDomain) and domain.low >= 0


def _all_nodes(parts: Iterable[object]) -> Iterator[object]:
    for part in parts:
        yield from ir.nodes(tuple(part) if isinstance(part, list) else part)


def _hit_alike(kind: ir.Kind, counter: ir.World) -> bool:
    """Whether a click hits the things of a kind in the same pixels, whatever the counter is."""
    asks = any(counter in set(ir.nodes(picture.when)) for picture in kind.pictures)
    shapes = {tuple(tuple(pixel < 0 for pixel in row) for row in picture.rows) for picture in kind.pictures}
    always = bool(kind.pictures) and kind.pictures[-1].when is None
    return not asks or (always and len(shapes) == 1)
