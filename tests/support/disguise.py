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
from arcg.compiler.canonical.bodies import Changes
from arcg.compiler.canonical.conflicts import Order, order_of_effects, order_of_phases, order_of_rules
from arcg.compiler.canonical.kinds import header, scope_of
from arcg.compiler.canonical.rewrite import rewritten
from arcg.compiler.canonical.symmetry import SYMMETRIES, Symmetry
from arcg.runtime.reference.bodies import Bodies
from arcg.runtime.reference.state import Thing


def disguised(program: ir.Program, symmetry: Symmetry, random: Random) -> ir.Program:
    """All of it at once."""
    for change in (renamed, recoloured, rearranged, reshaped, shuffled):
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
            case ir.View() if node.turned is not None:
                return replace(node, turned=world[node.turned])
            case ir.Attr() | ir.AttrTarget() | ir.AttrInfo():
                return replace(node, field=fields[node.field])
            case ir.Kind() if node.numbered is not None:
                return replace(node, numbered=fields[node.numbered])
            case ir.Body() if node.turned is not None:
                return replace(node, turned=fields[node.turned])
            case ir.View() if node.turned is not None:
                return replace(node, turned=world[node.turned])
            case ir.Fact():
                return replace(node, fact=facts[node.fact])
            case ir.Trigger() | ir.Did() | ir.Emit():
                return replace(node, event=events[node.event])
            case ir.Level():
                return replace(node, world=tuple(_moved(node.world, world)))
            case ir.FactTable():
                loop = tuple(sorted(facts[fact] for fact in node.loop))
                return replace(node, clauses=_mixed(random, node.clauses), loop=loop)
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


# ---------------------------------------------------------------- bodies


def reshaped(program: ir.Program, random: Random) -> ir.Program:
    """Bodies in other words: boxes as rows or by their size, an origin that is written out, other sums."""

    def change(node):
        if not isinstance(node, ir.Body):
            return node
        sides = (node.width, node.height)
        fixed = all(isinstance(side, ir.Const) for side in sides)
        if node.rows and all(map(all, node.rows)) and random.random() < 0.7:
            node = replace(node, rows=())
        elif fixed and not node.rows and node.when is None and random.random() < 0.7:
            node = replace(node, rows=((1,) * node.width.value,) * node.height.value)
        if node.origin is None and node.turned is None and node.mirrored is None and random.random() < 0.7:
            node = replace(node, origin=(ir.Const("int", 0), ir.Const("int", 0)))
        when = node.when and rewritten(node.when, lambda part: _respelt(part, random))
        width, height = sides if node.rows else (rewritten(side, lambda part: _respelt(part, random)) for side in sides)
        return replace(node, width=width, height=height, when=when)

    return rewritten(program, change)


def _respelt(node, random: Random):
    """A number or a comparison in other words."""
    match node:
        case ir.Apply("add" | "mul" as function, (left, right)) if random.random() < 0.5:
            return ir.Apply(function, (right, left))
        case ir.Apply("sub", (left, right)) if random.random() < 0.5:
            return ir.Apply("add", (ir.Apply("neg", (right,)), left))
        case ir.Compare("<", left, right) if random.random() < 0.5:
            return ir.Compare(">", right, left)
        case ir.Compare("=" | "!=" as op, left, right) if random.random() < 0.5:
            return ir.Compare(op, right, left)
    return node


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
    """The game on a board that is turned or mirrored: rules, levels, pictures, bodies and facings.

    For games that read no coordinates and no numbers of actions.

    Raises:
        ValueError: the language cannot say this game so: it reads coordinates, or a body is mirrored upside down, or it
            counts on the top left cell of a box that turns.
    """
    if symmetry == SYMMETRIES[0]:
        return program

    def change(node):
        match node:
            case ir.Const("dir", value):
                return ir.Const("dir", symmetry.direction(value))
            case ir.Apply("cw" | "ccw", args) if symmetry.reflects:
                return ir.Apply("ccw" if node.function == "cw" else "cw", args)
            case ir.Turn() if symmetry.reflects:
                return replace(node, sense="ccw" if node.sense == "cw" else "cw")
            case ir.Apply("x" | "y" | "cell" | "dx" | "dy"):
                raise ValueError("a game with coordinates cannot be turned")
            case ir.View() if node.turned is not None:
                if symmetry.reflects and isinstance(program.world[node.turned].domain, ir.IntDomain):
                    raise ValueError("a number turns the picture clockwise only")
                return replace(node, upright=symmetry.direction(node.upright))
            case ir.Cycle() if symmetry.reflects and _is_facing(program, node.target):
                return replace(node, step=-node.step)
            case ir.Picture():
                return replace(node, rows=_turned_rows(node.rows, symmetry))
            case ir.Level():
                return _turned_level(program, node, symmetry)
            case ir.AttrInfo(domain=ir.DirDomain()) | ir.WorldAttr(domain=ir.DirDomain()):
                return replace(node, default=symmetry.direction(node.default))
        return node

    bodies = [None if kind.body is None else turned_body(program, n, symmetry) for n, kind in enumerate(program.kinds)]
    bare = replace(program, kinds=tuple(replace(kind, body=None) for kind in program.kinds))
    changed = rewritten(bare, change)
    kinds = tuple(replace(kind, body=body) for kind, body in zip(changed.kinds, bodies, strict=True))
    actions = tuple(sorted(symmetry.action(action) for action in program.actions))
    ties = tuple(symmetry.direction(d) for d in program.ties)
    return replace(changed, kinds=kinds, actions=actions, ties=ties)


def turned_body(program: ir.Program, number: int, symmetry: Symmetry) -> ir.Body:
    """The body of a kind on a board that is turned or mirrored."""
    body = program.kinds[number].body
    spins = body.turned is not None or body.mirrored is not None
    if spins and body.origin is None and Changes(program).has_corner(number, body):
        raise ValueError("the top left cell of a box that turns is another one in a mirror")
    own = symmetry
    if body.mirrored is not None and symmetry.transpose:
        if body.turned is None:
            raise ValueError("a body is mirrored left for right only")
        # What turns can begin a quarter turn earlier, and then a mirror is a mirror left for right again.
        own = next(s for s in SYMMETRIES if all(s.step(*step) == _back(symmetry.step(*step)) for step in ir.STEPS))
    flips = (own.mirror, own.flip)

    def change(node):
        match node:
            case ir.Slot(1 | 2 as index):
                axis = 2 - index if own.transpose else index - 1
                return counted(ir.Slot(axis + 1), axis)
            case ir.Const("dir", value):
                return ir.Const("dir", symmetry.direction(value))
            case ir.Apply("cw" | "ccw", args) if symmetry.reflects:
                return ir.Apply("ccw" if node.function == "cw" else "cw", args)
            case ir.Apply("dx" | "dy" as function, args):
                across = (function == "dx") != symmetry.transpose
                made = ir.Apply("dx" if across else "dy", args)
                return ir.Apply("neg", (made,)) if (symmetry.mirror if across else symmetry.flip) else made
        return node

    zero = (ir.Const("int", 0), ir.Const("int", 0))
    width, height, old = rewritten((body.width, body.height, body.origin or zero), change)
    sides = (height, width) if own.transpose else (width, height)

    def counted(place: ir.Expr, axis: int) -> ir.Expr:
        """A column or a row of the new box, counted from the other edge where that was first."""
        last = ir.Apply("sub", (sides[axis], ir.Const("int", 1)))
        return ir.Apply("sub", (last, place)) if flips[axis] else place

    origin = None
    if body.origin is not None or not spins:
        old = old[::-1] if own.transpose else old
        origin = tuple(counted(part, axis) for axis, part in enumerate(old))
    return replace(
        body,
        width=sides[0],
        height=sides[1],
        rows=_turned_rows(body.rows, own) if body.rows else (),
        when=body.when and rewritten(body.when, change),
        origin=origin,
        mirrored=body.mirrored and rewritten(body.mirrored, change),
        upright=own.direction(body.upright) if body.turned is not None else body.upright,
    )


def _back(step: tuple[int, int]) -> tuple[int, int]:
    """A step after a quarter turn counter-clockwise."""
    return step[1], -step[0]


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

    things, bodies = [], Bodies(program)
    for thing in level.things:
        box = bodies.shape(Thing(thing.kind, thing.x, thing.y, thing.attrs))
        body = program.kinds[thing.kind].body
        corners = [(thing.x, thing.y)]
        if body is not None and body.origin is None and (body.turned is not None or body.mirrored is not None):
            corners.append((thing.x + box.width - 1, thing.y + box.height - 1))
        moved = [symmetry.cell(*corner, level.width, level.height) for corner in corners]
        x, y = min(x for x, _ in moved), min(y for _, y in moved)
        attrs = program.kinds[thing.kind].attrs
        values = tuple(value(attr.domain, number) for attr, number in zip(attrs, thing.attrs, strict=True))
        things.append(replace(thing, x=x, y=y, attrs=values))
    world = tuple(value(attr.domain, number) for attr, number in zip(program.world, level.world, strict=True))
    width, height = (level.height, level.width) if symmetry.transpose else (level.width, level.height)
    return dataclasses.replace(level, width=width, height=height, world=world, things=tuple(things))
