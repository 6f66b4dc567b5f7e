"""Real changes to games of rules over cells: rules exchanged for those of another game, games joined to one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from support.disguise_cells import masks, retold

from arcg.compiler import ir
from arcg.compiler.canonical.cell_reach import cell_game

LINES = 10_000
"""Lines from here on are those of the second game of two that were joined."""

Place = tuple[str, int]
"""A stage (`early`, `late`) and the number of a group in it."""


def live(program: ir.Program) -> list[Place]:
    """The groups of which something is left in the canonical form."""
    game = cell_game(program, program.cellwise)
    return [(stage, n) for stage in ("early", "late") for n, group in enumerate(getattr(game, stage)) if group]


def mutants(program: ir.Program, donor: ir.Program, random: Random) -> list[ir.Program]:
    """The program, and with one more group after another exchanged for one of the donor that speaks of its kinds.

    All groups that were left, and the one that has come, matter still: where none of some tries is like that, the group
    stays. A donor with too few groups gives some twice.
    """
    found = [program]
    given = live(donor)
    random.shuffle(given)
    left = live(program)
    random.shuffle(left)
    alive = set(left)
    for place in left:
        for attempt in range(_TRIES):
            kinds, layers = _mapping(program, donor, random)
            source, at = given[(len(found) + attempt) % len(given)]
            other = _exchanged(found[-1], place, getattr(donor.cellwise, source).groups[at], kinds, layers)
            if alive <= set(live(other)):
                found.append(other)
                break
    return found


_TRIES = 6


def _exchanged(program: ir.Program, at: Place, group: ir.CellGroup, kinds: list[int], layers: list[int]) -> ir.Program:
    stage, place = at
    groups = {name: list(getattr(program.cellwise, name).groups) for name in ("early", "late")}
    first = groups[stage][place].rules[0].source
    groups[stage][place] = _mapped(group, kinds, layers, first, late=stage == "late")
    return _with_groups(program, groups)


def padded_alive(program: ir.Program, donor: ir.Program, share: float, random: Random) -> ir.Program:
    """With rules of the donor besides, so many for each one that matters; they speak of this game's kinds."""
    given = live(donor)
    kinds, layers = _mapping(program, donor, random)
    groups = {stage: list(getattr(program.cellwise, stage).groups) for stage in ("early", "late")}
    source = len(program.cellwise.names)
    count = max(1, round(share * len(live(program))))
    for number in range(count):
        stage, at = given[number % len(given)]
        group = getattr(donor.cellwise, stage).groups[at]
        groups[stage].append(_mapped(group, kinds, layers, source + number, late=stage == "late"))
    more = {"names": "junk", "phases": "junk", "lines": 10_000}
    cellwise = program.cellwise
    told = {name: getattr(cellwise, name) + (value,) * count for name, value in more.items()}
    return _with_groups(replace(program, cellwise=replace(cellwise, **told)), groups)


def _with_groups(program: ir.Program, groups: dict[str, list[ir.CellGroup]]) -> ir.Program:
    cellwise = program.cellwise
    stages = {name: replace(getattr(cellwise, name), groups=tuple(found)) for name, found in groups.items()}
    return replace(program, cellwise=replace(cellwise, **stages))


def _mapping(program: ir.Program, donor: ir.Program, random: Random) -> tuple[list[int], list[int]]:
    """For each kind and layer of the donor one of the program that matters, layers one for one as far as they go."""
    there = sorted(cell_game(program, program.cellwise).kinds)
    layers = sorted({program.kinds[kind].layer for kind in there})
    random.shuffle(layers)
    to_layer = [layers[number % len(layers)] for number in range(len(donor.layers))]
    to_kind = [
        random.choice([kind for kind in there if program.kinds[kind].layer == to_layer[each.layer]])
        for each in donor.kinds
    ]
    return to_kind, to_layer


def _mapped(group: ir.CellGroup, kinds: list[int], layers: list[int], source: int, *, late: bool) -> ir.CellGroup:
    def kind_set(mask: int) -> int:
        return sum(1 << new for new in {new for old, new in enumerate(kinds) if mask >> old & 1})

    def move_set(mask: int) -> int:
        found = 0
        for old, new in enumerate(layers):
            found |= (mask >> ir.MOVES * old & ir.ALL_MOVES) << ir.MOVES * new
        return 0 if late else found

    change = masks(kind_set, move_set)
    rules = tuple(replace(retold(rule, change), source=source, rigid=False) for rule in group.rules)
    return ir.CellGroup(rules, group.random)


# ---------------------------------------------------------------- two games in one


def joined(one: ir.Program, two: ir.Program, shares: tuple[float, float], random: Random) -> ir.Program | None:
    """A game with the kinds, levels, inputs and goals of both, and of each the share of its groups.

    A quarter of what matters comes from either, and what is taken whole still matters whole: None if no choice of
    groups is like that. A first game that is taken whole keeps its own input: the other one extends it.
    """
    mine, theirs = live(one), len(one.cellwise.names)
    for _ in range(_TRIES):
        found = _joined(one, two, shares, random)
        places = live(found)
        sources = [getattr(found.cellwise, stage).groups[place].rules[0].source for stage, place in places]
        new = sum(source >= theirs for source in sources)
        whole = shares[0] < 1 or len(places) - new >= len(mine)
        if whole and len(places) >= 4 and len(places) / 4 <= new <= 3 * len(places) / 4:
            return found
    return None


def _joined(one: ir.Program, two: ir.Program, shares: tuple[float, float], random: Random) -> ir.Program:
    shift, up = len(one.kinds), len(one.layers)
    change = masks(lambda mask: mask << shift, lambda mask: mask << ir.MOVES * up)
    a, b = one.cellwise, two.cellwise
    first = len(a.names)

    def groups(stage: str) -> tuple[ir.CellGroup, ...]:
        mine = getattr(a, stage).groups
        theirs = getattr(b, stage).groups
        chosen = [_share(mine, shares[0], random), _share(theirs, shares[1], random)]
        moved = tuple(
            replace(g, rules=tuple(replace(retold(r, change), source=r.source + first) for r in g.rules))
            for g in chosen[1]
        )
        return (*chosen[0], *moved)

    test = b.player if not a.asked else a.player
    asked = a.asked if shares[0] == 1 else a.asked | b.asked << shift
    test = ir.CellTest(some=(asked,))
    aims = [ir.CellGoal(g.quantifier, change(g.first), change(g.second)) for g in b.goals]
    cellwise = ir.Cellwise(
        test, asked, ir.CellStage(groups("early")), ir.CellStage(groups("late")),
        (*a.goals, *aims), a.at_start, a.must_move,
        a.names + b.names, a.phases + b.phases, a.lines + tuple(line + LINES for line in b.lines),
    )  # fmt: skip
    levels = [
        replace(level, things=tuple(replace(thing, kind=thing.kind + shift) for thing in level.things))
        for level in two.levels
    ]
    kinds = tuple(replace(kind, layer=kind.layer + up) for kind in two.kinds)
    return replace(
        one, kinds=one.kinds + kinds, layers=one.layers + two.layers, levels=(*one.levels, *levels), cellwise=cellwise,
        actions=tuple(sorted({*one.actions, *two.actions})),
    )  # fmt: skip


def _share(items: tuple, share: float, random: Random) -> list:
    chosen = random.sample(range(len(items)), round(len(items) * share + 1e-9))
    return [items[number] for number in sorted(chosen)]
