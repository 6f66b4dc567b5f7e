"""Copies of a game of rules over cells that are the same game: other names and numbers, turned, rules shuffled."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from support.disguise import any_order

from arcg.compiler import ir
from arcg.compiler.canonical.cell_conflicts import order_of_groups, order_of_sources
from arcg.compiler.canonical.cell_reach import Group, cell_game
from arcg.compiler.canonical.symmetry import Symmetry


def disguised(program: ir.Program, symmetry: Symmetry, random: Random) -> ir.Program:
    """All of it at once."""
    return turned(renumbered(shuffled(respelled(program, random), random), random), symmetry)


def _changed(program: ir.Program, rule) -> ir.Program:
    """The program with a function applied to each `CellRule`."""
    cellwise = program.cellwise
    stages = {}
    for name in ("early", "late"):
        stage = getattr(cellwise, name)
        groups = tuple(replace(group, rules=tuple(rule(each) for each in group.rules)) for group in stage.groups)
        stages[name] = replace(stage, groups=groups)
    return replace(program, cellwise=replace(cellwise, **stages))


def masks(kinds, moves):
    """A function of a test or change (None stays) that maps its sets of kinds and of movements."""

    def change(node):
        match node:
            case ir.CellTest():
                some = tuple(kinds(each) for each in node.some)
                return ir.CellTest(kinds(node.present), kinds(node.absent), some, moves(node.moving), moves(node.still))
            case ir.CellChange():
                return ir.CellChange(
                    kinds(node.clear), kinds(node.put), moves(node.unmove), moves(node.move), moves(node.wipe),
                    kinds(node.choices), moves(node.turned),
                )  # fmt: skip
        return node

    return change


def retold(rule: ir.CellRule, change, way=lambda w: w) -> ir.CellRule:
    """A rule with its tests, changes and direction mapped."""
    rows = tuple(tuple(map(change, row)) for row in rule.tests)
    changes = tuple(tuple(map(change, row)) for row in rule.changes)
    return replace(rule, way=way(rule.way), tests=rows, changes=changes)


def renumbered(program: ir.Program, random: Random) -> ir.Program:
    """Kinds and layers in another order, with other names and no pictures."""
    kinds = random.sample(range(len(program.kinds)), len(program.kinds))
    layers = random.sample(range(len(program.layers)), len(program.layers))
    width = ir.MOVES

    def kind_set(mask: int) -> int:
        return sum(1 << new for old, new in enumerate(kinds) if mask >> old & 1)

    def move_set(mask: int) -> int:
        return sum((mask >> width * old & ir.ALL_MOVES) << width * new for old, new in enumerate(layers))

    change = masks(kind_set, move_set)
    program = _changed(program, lambda rule: retold(rule, change))
    cellwise = program.cellwise
    goals = tuple(ir.CellGoal(g.quantifier, change(g.first), change(g.second)) for g in cellwise.goals)
    goals = tuple(random.sample(goals, len(goals)))
    names = tuple(f"rule{random.randrange(1000)}" for _ in cellwise.names)
    cellwise = replace(
        cellwise, player=change(cellwise.player), asked=kind_set(cellwise.asked), goals=goals, names=names
    )
    inverse = sorted(range(len(kinds)), key=kinds.__getitem__)
    new_kinds = tuple(
        replace(program.kinds[old], name=f"N{old}", layer=layers[program.kinds[old].layer], pictures=())
        for old in inverse
    )
    new_layers = tuple(
        replace(program.layers[old], name=f"m{old}") for old in sorted(range(len(layers)), key=layers.__getitem__)
    )
    levels = []
    for level in program.levels:
        things = [replace(thing, kind=kinds[thing.kind]) for thing in level.things]
        levels.append(replace(level, things=tuple(sorted(things, key=lambda t: (t.kind, t.y, t.x)))))
    return replace(program, kinds=new_kinds, layers=new_layers, cellwise=cellwise, levels=tuple(levels))


def turned(program: ir.Program, symmetry: Symmetry) -> ir.Program:
    """The game on a turned or mirrored board."""

    def move_set(mask: int) -> int:
        found = 0
        for layer in range(len(program.layers)):
            for way in range(ir.MOVES):
                if mask >> ir.MOVES * layer + way & 1:
                    found |= 1 << ir.MOVES * layer + (way if way == ir.TO_ACT else symmetry.direction(way))
        return found

    change = masks(lambda mask: mask, move_set)
    program = _changed(program, lambda rule: retold(rule, change, symmetry.direction))
    levels = []
    for level in program.levels:
        width, height = (level.height, level.width) if symmetry.transpose else (level.width, level.height)
        things = []
        for thing in level.things:
            x, y = symmetry.cell(thing.x, thing.y, level.width, level.height)
            things.append(replace(thing, x=x, y=y))
        things.sort(key=lambda t: (t.kind, t.y, t.x))
        levels.append(replace(level, width=width, height=height, things=tuple(things)))
    actions = tuple(sorted(symmetry.action(action) for action in program.actions))
    return replace(program, levels=tuple(levels), actions=actions)


def respelled(program: ir.Program, random: Random) -> ir.Program:
    """Groups written out, member by member or in parts, and absences that go without saying."""
    on_layer = [0] * len(program.layers)
    for number, kind in enumerate(program.kinds):
        on_layer[kind.layer] |= 1 << number

    def members(rule: ir.CellRule) -> list[ir.CellRule]:
        tests = [test for row in rule.tests for test in row if test is not None]
        sets = [(test, some) for test in tests for some in test.some if any(not some & ~there for there in on_layer)]
        if not sets:
            return [rule]
        test, several = random.choice(sets)
        if test.present & several:
            return [rule]
        left = tuple(some for some in test.some if some != several)
        kinds = [kind for kind in range(len(program.kinds)) if several >> kind & 1]
        parts = [[kind] for kind in kinds]
        if random.random() < 0.5:  # some members remain together
            order = random.sample(kinds, len(kinds))
            cuts = sorted({0, len(kinds), *random.sample(range(len(kinds)), min(2, len(kinds)))})
            parts = [order[start:end] for start, end in pairwise(cuts)]
        told = [
            replace(test, present=test.present | 1 << part[0], some=left)
            if len(part) == 1
            else replace(test, some=(*left, sum(1 << kind for kind in part)))
            for part in parts
        ]
        first = next((at, place) for at, row in enumerate(rule.tests) for place, t in enumerate(row) if t is test)
        return [
            replace(rule, tests=tuple(
                tuple(part if (at, place) == first else t for place, t in enumerate(row))
                for at, row in enumerate(rule.tests)
            ))
            for part in told
        ]  # fmt: skip

    def excess(test):
        if test is None or random.random() < 0.5:
            return test
        more = sum(there & ~test.present for there in on_layer if there & test.present)
        return replace(test, absent=test.absent | more & random.getrandbits(len(program.kinds)))

    def group(each: ir.CellGroup) -> ir.CellGroup:
        rules = [other for rule in each.rules for other in members(rule)] if random.random() < 0.5 else each.rules
        return replace(each, rules=tuple(retold(rule, lambda n: excess(n) if _is_test(n) else n) for rule in rules))

    cellwise = program.cellwise
    stages = {
        name: replace(getattr(cellwise, name), groups=tuple(map(group, getattr(cellwise, name).groups)))
        for name in ("early", "late")
    }
    return replace(program, cellwise=replace(cellwise, **stages))


def _is_test(node) -> bool:
    return isinstance(node, ir.CellTest)


def shuffled(program: ir.Program, random: Random) -> ir.Program:
    """Groups that commute in another order (in stages without loops); so rules of a group, and ways of a rule."""
    cellwise = program.cellwise
    game = cell_game(program, cellwise)
    stages = {}
    for name in ("early", "late"):
        stage, read = getattr(cellwise, name), getattr(game, name)
        groups = tuple(_shuffled_group(program, *pair, random) for pair in zip(stage.groups, read, strict=True))
        if not stage.loops:
            groups = any_order(random, groups, order_of_groups(program, [[group] for group in read]))
        stages[name] = replace(stage, groups=groups)
    return replace(program, cellwise=replace(cellwise, **stages))


def _shuffled_group(program: ir.Program, group: ir.CellGroup, read: Group, random: Random) -> ir.CellGroup:
    """A source of which nothing is left may stand anywhere; the others keep their order as far as it counts."""
    if read is None:
        return group
    left = list(dict.fromkeys(way.source for way in read.ways))
    ways = {rule.source: [] for rule in group.rules}
    for rule in group.rules:
        ways[rule.source].append(rule)
    order = any_order(random, tuple(left), order_of_sources(program, read, left))
    order = [*[source for source in ways if source not in left], *order]
    rules = [rule for source in order for rule in random.sample(ways[source], len(ways[source]))]
    return replace(group, rules=tuple(rules))


def padded(program: ir.Program, random: Random) -> ir.Program:
    """With kinds and rules that nothing needs.

    One kind never appears, with a rule that wins where it is; two lie on a layer of their own, where a rule makes one
    of them the other.
    """
    cellwise = program.cellwise
    count, layer = len(program.kinds), len(program.layers)
    never, lamp, dark = (1 << count + place for place in range(3))
    kinds = tuple(ir.Kind(f"X{n}", layer, (), (), ()) for n in range(3))
    source = len(cellwise.names)
    fires = ir.CellTest(present=1 << random.randrange(count))
    rules = (
        ir.CellRule(1, ((ir.CellTest(present=never),),), ((ir.CellChange(clear=never, put=0),),), ("win",), source),
        ir.CellRule(1, ((ir.CellTest(present=lamp | fires.present),),),
                    ((ir.CellChange(clear=never | lamp | dark, put=dark),),), (), source + 1),
    )  # fmt: skip
    extra = tuple(ir.CellGroup((rule,)) for rule in rules)
    late = replace(cellwise.late, groups=(*cellwise.late.groups, *extra))
    told = {"names": ("x", "y"), "phases": ("p", "p"), "lines": (1, 2)}
    cellwise = replace(cellwise, late=late, **{name: getattr(cellwise, name) + more for name, more in told.items()})
    levels = tuple(replace(level, things=(*level.things, ir.Placed(count + 1, 0, 0, ()))) for level in program.levels)
    layers = (*program.layers, ir.Layer("x", False, False, False))
    return replace(program, kinds=(*program.kinds, *kinds), layers=layers, cellwise=cellwise, levels=levels)
