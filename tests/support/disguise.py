"""Copies of a game that are the same game: renamed, recoloured, turned or mirrored, with what commutes shuffled.

Each function takes a `Program` and gives one that is played the same way; they know the tables of the IR and nothing of
the canonical form, but for `shuffled`, which asks it what commutes (`test_canonical` plays such copies against the
original).
"""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from random import Random

from arcg.compiler import ir
from arcg.compiler.canonical.conflicts import Order, order_of_effects, order_of_phases, order_of_rules
from arcg.compiler.canonical.kinds import header, scope_of
from arcg.compiler.canonical.rewrite import rewritten
from arcg.compiler.canonical.symmetry import SYMMETRIES, Symmetry


def disguised(program: ir.Program, symmetry: Symmetry, random: Random) -> ir.Program:
    """All of it at once."""
    for change in (renamed, recoloured, rearranged, shuffled):
        program = change(program, random)
    return turned(program, symmetry)


# ---------------------------------------------------------------- names, colours, tables


def renamed(program: ir.Program, random: Random) -> ir.Program:
    """Every name is another one."""
    count = iter(range(10**6))

    def name(_: str) -> str:
        return f"n{next(count)}_{random.randrange(100)}"

    variables: dict[str, str] = {}  # the slots of a phase are called the same in its rules

    def change(node):
        match node:
            case ir.EnumDomain(names) if names != ir.ACTION_NAMES:
                return ir.EnumDomain(tuple(f"v{place}" for place in range(len(names))))
            case ir.Layer() | ir.Kind() | ir.WorldAttr() | ir.FactTable() | ir.Level() | ir.Rule() | ir.Phase():
                return replace(node, name=name(node.name))
            case ir.Variable():
                return replace(node, name=variables.setdefault(node.name, name(node.name)))
        return node

    program = rewritten(program, change)
    fields = tuple(name(field) for field in program.fields)
    kinds = tuple(replace(k, attrs=tuple(replace(a, name=fields[a.field]) for a in k.attrs)) for k in program.kinds)
    made = tuple(replace(e, name=name(e.name)) if e.source == "rule" else e for e in program.events)
    saves = tuple(name(save) for save in program.saves)
    return replace(program, name=name(program.name), fields=fields, kinds=kinds, events=made, saves=saves)


def recoloured(program: ir.Program, random: Random) -> ir.Program:
    """The sixteen colours change places everywhere."""
    palette = random.sample(range(16), 16)

    def change(node):
        match node:
            case ir.Picture():
                return replace(node, rows=tuple(tuple(p if p < 0 else palette[p] for p in row) for row in node.rows))
            case ir.Tint():
                shades = tuple(palette[colour] for colour in node.palette)
                return replace(node, colour=palette[node.colour], palette=shades)
            case ir.Bar():
                return replace(node, colour=palette[node.colour])
        return node

    return replace(rewritten(program, change), ground=palette[program.ground])


def rearranged(program: ir.Program, random: Random) -> ir.Program:
    """Kinds, fields, world attributes, events, facts, clauses and goals stand in another order in their tables."""
    kinds, fields, world = (_shuffle(random, len(t)) for t in (program.kinds, program.fields, program.world))
    facts = _shuffle(random, len(program.facts))
    builtin = len(ir.BUILTIN_EVENTS)
    events = [*range(builtin), *(builtin + place for place in _shuffle(random, len(program.events) - builtin))]
    attrs = [_shuffle(random, len(kind.attrs)) for kind in program.kinds]

    def change(node):
        match node:
            case ir.Bind() | ir.IsKind() | ir.ThingDomain():
                return replace(node, kinds=tuple(sorted(kinds[k] for k in node.kinds)))
            case ir.Take() if node.kinds is not None:
                return replace(node, kinds=tuple(sorted(kinds[k] for k in node.kinds)))
            case ir.Keep():
                return ir.Keep(tuple(world[a] for a in node.world), tuple(kinds[k] for k in node.kinds))
            case ir.Make():
                given = tuple((fields[number], value) for number, value in node.attrs)
                return replace(node, kind=kinds[node.kind], attrs=given)
            case ir.Placed():
                values = tuple(_moved(node.attrs, attrs[node.kind]))
                return replace(node, kind=kinds[node.kind], attrs=values)
            case ir.World() | ir.WorldTarget() | ir.Bar():
                return replace(node, attr=world[node.attr])
            case ir.Attr() | ir.AttrTarget() | ir.AttrInfo():
                return replace(node, field=fields[node.field])
            case ir.Fact():
                return replace(node, fact=facts[node.fact])
            case ir.Trigger() | ir.Did() | ir.Emit():
                return replace(node, event=events[node.event])
            case ir.Level():
                return replace(node, world=tuple(_moved(node.world, world)))
            case ir.FactTable():
                return replace(node, clauses=_mixed(random, node.clauses))
        return node

    program = rewritten(program, change)
    kept = tuple(
        replace(kind, attrs=tuple(_moved(kind.attrs, order))) for kind, order in zip(program.kinds, attrs, strict=True)
    )
    mixed = {
        name: _mixed(random, getattr(program, name))
        for name in ("stops", "pushes", "carries", "stuck", "wins", "loses")
    }
    return replace(
        program, kinds=tuple(_moved(kept, kinds)), fields=tuple(_moved(program.fields, fields)),
        world=tuple(_moved(program.world, world)), facts=tuple(_moved(program.facts, facts)),
        events=tuple(_moved(program.events, events)), **mixed,
    )  # fmt: skip


def _shuffle(random: Random, count: int) -> list[int]:
    return random.sample(range(count), count)


def _moved(items, places):
    """The items, each at its new place."""
    return [item for _, item in sorted(zip(places, items, strict=True), key=lambda pair: pair[0])]


def _mixed(random: Random, items: tuple) -> tuple:
    return tuple(random.sample(items, len(items)))


# ---------------------------------------------------------------- what commutes


def shuffled(program: ir.Program, random: Random) -> ir.Program:
    """Phases, rules, effects and atoms in another order, as far as that makes no difference."""
    phases = []
    for phase in program.phases:
        order = order_of_rules(program, phase)
        rules = []
        for rule in phase.rules:
            scope = scope_of(program, rule, *header(phase))
            held = order_of_effects(program, scope, rule.effects)
            rules.append(replace(rule, effects=any_order(random, rule.effects, held)))
        phases.append(replace(phase, rules=any_order(random, tuple(rules), order)))
    shuffled = replace(program, phases=any_order(random, tuple(phases), order_of_phases(program)))
    return rewritten(shuffled, lambda node: _atoms(node, random))


def any_order(random: Random, items: tuple, before: Order) -> tuple:
    """The items in another order, each behind those that it must stay behind."""
    left, done = list(range(len(items))), []
    while left:
        ready = [item for item in left if before[item] <= set(done)]
        done.append(random.choice(ready))
        left.remove(done[-1])
    return tuple(items[item] for item in done)


def _atoms(node, random: Random):
    """Tests change places; what binds a name stays before what reads it."""
    if not isinstance(node, ir.Query):
        return node
    tests = (ir.Compare, ir.Relate, ir.No, ir.Exists, ir.Every, ir.Did, ir.Fact, ir.IsKind)
    binds = [atom for atom in node.atoms if not isinstance(atom, tests) or _takes(atom)]
    mixed = random.sample([atom for atom in node.atoms if atom not in binds], len(node.atoms) - len(binds))
    return replace(node, atoms=(*binds, *mixed))


def _takes(atom: ir.Atom) -> bool:
    return isinstance(atom, ir.Did | ir.Fact) and any(isinstance(arg, ir.Take) for arg in atom.args)


# ---------------------------------------------------------------- the board


def turned(program: ir.Program, symmetry: Symmetry) -> ir.Program:
    """The game on a board that is turned or mirrored: rules, levels, pictures and facings.

    For games that read no coordinates and no numbers of actions.
    """
    if symmetry == SYMMETRIES[0]:
        return program

    def change(node):
        match node:
            case ir.Const("dir", value):
                return ir.Const("dir", symmetry.direction(value))
            case ir.Apply("cw" | "ccw", args) if symmetry.reflects:
                return ir.Apply("ccw" if node.function == "cw" else "cw", args)
            case ir.Apply("x" | "y" | "cell" | "dx" | "dy"):
                raise ValueError("a game with coordinates cannot be turned")
            case ir.Cycle() if symmetry.reflects and _is_facing(program, node.target):
                return replace(node, step=-node.step)
            case ir.Picture():
                return replace(node, rows=_turned_rows(node.rows, symmetry))
            case ir.Level():
                return _turned_level(program, node, symmetry)
            case ir.AttrInfo(domain=ir.DirDomain()) | ir.WorldAttr(domain=ir.DirDomain()):
                return replace(node, default=symmetry.direction(node.default))
        return node

    changed = rewritten(program, change)
    actions = tuple(sorted(symmetry.action(action) for action in program.actions))
    return replace(changed, actions=actions, ties=tuple(symmetry.direction(d) for d in program.ties))


def _is_facing(program: ir.Program, target: ir.Target) -> bool:
    if isinstance(target, ir.WorldTarget):
        return isinstance(program.world[target.attr].domain, ir.DirDomain)
    return any(a.field == target.field and a.domain == ir.DirDomain() for k in program.kinds for a in k.attrs)


def _turned_rows(rows: tuple[tuple[int, ...], ...], symmetry: Symmetry) -> tuple[tuple[int, ...], ...]:
    height, width = len(rows), len(rows[0])
    cells = {symmetry.cell(x, y, width, height): rows[y][x] for y in range(height) for x in range(width)}
    across, down = (height, width) if symmetry.transpose else (width, height)
    return tuple(tuple(cells[x, y] for x in range(across)) for y in range(down))


def _turned_level(program: ir.Program, level: ir.Level, symmetry: Symmetry) -> ir.Level:
    def value(domain: ir.Domain, number: int) -> int:
        return symmetry.direction(number) if isinstance(domain, ir.DirDomain) else number

    things = []
    for thing in level.things:
        x, y = symmetry.cell(thing.x, thing.y, level.width, level.height)
        attrs = program.kinds[thing.kind].attrs
        values = tuple(value(attr.domain, number) for attr, number in zip(attrs, thing.attrs, strict=True))
        things.append(replace(thing, x=x, y=y, attrs=values))
    world = tuple(value(attr.domain, number) for attr, number in zip(program.world, level.world, strict=True))
    width, height = (level.height, level.width) if symmetry.transpose else (level.width, level.height)
    return dataclasses.replace(level, width=width, height=height, world=world, things=tuple(things))
