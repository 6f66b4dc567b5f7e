"""Patterns in brackets: `[ > Player | Crate ]`, cells in a line, as core atoms and steps.

`match` adds what a pattern among the conditions asks; the pattern after the arrow, `become`, says what is in the same
cells then, and the difference is what the rule does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arcg.dsl import core, syntax
from arcg.dsl.model import Type
from arcg.dsl.scope import Typed
from arcg.dsl.wording import count_words, written

if TYPE_CHECKING:
    from arcg.dsl.effects import EffectChecker
    from arcg.dsl.queries import QueryChecker

CELL, DIR = Type("cell"), Type("dir")
RELATIVE: dict[str, core.Function | None] = {">": None, "<": "back", "^": "ccw", "v": "cw"}
"""Words of direction seen along the pattern: the function that makes them of its direction."""
WORDS = (*RELATIVE, *core.DIRECTIONS, "moving", "still")


@dataclass(slots=True)
class Line:
    """What a pattern has bound: its direction, and for each cell its slot and the things that it names there."""

    node: syntax.Pattern
    way: int | None
    cells: list[int | None] = field(default_factory=list)
    things: list[dict[str, Typed]] = field(default_factory=list)


def name_of(term: syntax.ThingTerm) -> str:
    """What tells the things of one cell apart: `$a`, or the kind."""
    return f"${term.var}" if term.var is not None else str(term.kind)


def match(checker: QueryChecker, node: syntax.Pattern) -> Line:
    """Add the conditions of a pattern to the present block."""
    scope, add = checker.scope, checker.scope.block.atoms.append
    items = [item for cell in node.cells for item in cell.items]
    line = Line(node, None)
    _check_words(checker, items)
    if (
        node.cells[0].gap
        or node.cells[-1].gap
        or any(a.gap and b.gap for a, b in zip(node.cells, node.cells[1:], strict=False))
    ):
        checker.names.report("E376", node.span)
        for item in items:
            if name_of(item.term) not in scope.visible:
                scope.poison(name_of(item.term))
        return line
    if len(node.cells) > 1 or node.along or any(item.word in RELATIVE for item in items):
        line.way = scope.add(".way", DIR)
        scope.enlist(line.way, DIR)
        _aim(checker, node, line.way)
    outside = set(scope.visible)
    before: int | None = None
    wide: Typed | None = None
    gap: syntax.PatternCell | None = None
    for cell in node.cells:
        line.things.append({})
        if cell.gap:
            line.cells.append(None)
            gap = cell
            continue
        slot = scope.add(".cell", CELL)
        line.cells.append(slot)
        first = next((item for item in cell.items if item.word != "no" and item.term.kind is not None), None)
        if before is not None and line.way is not None:
            start, way = core.Slot(before), core.Slot(line.way)
            if gap is None:
                add(core.Assign(slot, core.Apply("ahead", (start, way))))
                add(core.Range(slot, "cell"))
                if wide is not None:  # from a body the pattern goes on with the cells that it would newly enter
                    add(core.No(core.Query((core.Relate("at", wide.expr, core.Slot(slot)),))))
            else:
                add(core.Ray(slot, start, way, None))
        elif first is not None:
            add(core.CellsOf(slot, _thing(checker, line, first.term, outside).expr))
        else:
            add(core.Range(slot, "cell"))
        scope.enlist(slot, CELL)
        for item in cell.items:
            if item.word == "no" and wide is not None and gap is None and line.way is not None:
                add(core.No(_there(checker, item.term, core.Slot(line.way), wide.expr)))
            else:
                _item(checker, line, item, slot, outside)
        if gap is not None and before is not None:
            _between(checker, line, gap, before, slot)
        before, gap = slot, None
        wide = line.things[-1].get(name_of(first.term)) if first is not None and _is_wide(checker, first.term) else None
    return line


def _is_wide(checker: QueryChecker, term: syntax.ThingTerm) -> bool:
    """Whether a thing may cover more than one cell."""
    kinds = checker.names.game.kinds_of(term.kind or "") or ()
    return any(kind.wide for kind in checker.names.game.kinds.values() if kind.number in kinds)


def _check_words(checker: QueryChecker, items: list[syntax.PatternItem]) -> None:
    for item in items:
        if item.word is not None and item.word not in (*WORDS, "no"):
            hint = checker.names.near(item.word, WORDS) or "write `>`, `<`, `^`, `v`, a direction, `moving` or `still`"
            checker.names.report("E377", item.span, word=item.word, hint=hint)


def _aim(checker: QueryChecker, node: syntax.Pattern, way: int) -> None:
    """Which directions a pattern may lie in."""
    add = checker.scope.block.atoms.append
    told = [checker.value(word, DIR, "what follows `along`") for word in node.along]
    if len(told) == 1:
        add(core.Assign(way, told[0]))
        return
    add(core.Range(way, "dir"))
    if told:
        either = (core.Query((core.Compare("=", core.Slot(way), direction),)) for direction in told)
        add(core.Exists(tuple(either)))


def _thing(checker: QueryChecker, line: Line, term: syntax.ThingTerm, outside: set[str]) -> Typed:
    """The thing that an item names: one that is bound before the pattern, else a new one in this cell."""
    scope, names = checker.scope, line.things[-1]
    name = name_of(term)
    if name in names:
        return names[name]
    if name in outside or term.kind is None or term.var is not None:
        typed = checker.mention(term)
    else:
        kinds = checker.kinds(term)
        if kinds is None:
            typed = Typed(core.Const("thing", core.NONE), None)
        else:
            type_ = Type("thing", None, kinds)
            # the first of a kind is known by its name from here on, another one in this cell only
            if name in scope.visible:
                slot = scope.add(name, type_)
                scope.enlist(slot, type_)
            else:
                slot = scope.bind(name, type_)
            scope.block.atoms.append(core.Bind(slot, kinds))
            typed = Typed(core.Slot(slot), type_)
    names[name] = typed
    return typed


def _item(checker: QueryChecker, line: Line, item: syntax.PatternItem, cell: int, outside: set[str]) -> None:
    """One item of a cell."""
    scope, term, here = checker.scope, item.term, core.Slot(cell)
    if item.word == "no":
        scope.block.atoms.append(core.No(_there(checker, term, here)))
        return
    if term.kind is None and f"${term.var}" not in scope.visible:  # a variable alone names the cell
        slot = scope.bind(f"${term.var}", CELL)
        scope.block.atoms.append(core.Assign(slot, here))
        return
    known = name_of(term) in line.things[-1]
    typed = _thing(checker, line, term, outside)
    if typed.type is not None and typed.type.sort == "cell":
        scope.block.atoms.append(core.Compare("=", typed.expr, here))
        return
    if not known:
        scope.block.atoms.append(core.Relate("at", typed.expr, here))
    checker.tests(term, typed)
    asked = core.Asked(typed.expr)
    if item.word == "moving":
        slot = scope.add(".asked", DIR)
        scope.block.atoms.append(core.Exists((core.Query((core.Assign(slot, asked),), (), (slot,)),)))
    elif item.word == "still":
        slot = scope.add(".asked", DIR)
        scope.block.atoms.append(core.No(core.Query((core.Assign(slot, asked),), (), (slot,))))
    elif item.word is not None and (way := _direction(item.word, line)) is not None:
        scope.block.atoms.append(core.Compare("=", asked, way))


def _there(
    checker: QueryChecker, term: syntax.ThingTerm, cell: core.Expr, entering: core.Expr | None = None
) -> core.Query:
    """That there is such a thing in a cell, whatever else bears its name.

    With `entering`, a thing, `cell` is a direction: that it is in some cell which the other would newly enter.
    """

    def lies(thing: core.Expr) -> core.Atom:
        return core.Relate("at", thing, cell) if entering is None else core.Relate("ahead", thing, entering, cell)

    with checker.scope.nested() as block:
        kinds = checker.kinds(term)
        if kinds is not None:
            type_ = Type("thing", None, kinds)
            slot = checker.scope.add(name_of(term), type_)
            checker.scope.enlist(slot, type_)
            block.atoms += [core.Bind(slot, kinds), lies(core.Slot(slot))]
            checker.tests(term, Typed(core.Slot(slot), type_))
        elif term.kind is None:
            block.atoms.append(lies(checker.mention(term).expr))
    return block.query()


def _between(checker: QueryChecker, line: Line, gap: syntax.PatternCell, start: int, end: int) -> None:
    """What `...` says of every cell between two others: `no Wall` of none of them, `Wire` of all of them."""
    assert line.way is not None
    for item in gap.items:
        with checker.scope.nested() as block:
            slot = checker.scope.add(".between", CELL)
            checker.scope.enlist(slot, CELL)
            block.atoms.append(core.Ray(slot, core.Slot(start), core.Slot(line.way), core.Slot(end)))
            there = _there(checker, item.term, core.Slot(slot))
            block.atoms.append(core.Exists((there,)) if item.word == "no" else core.No(there))
        checker.scope.block.atoms.append(core.No(block.query()))


def _direction(word: str, line: Line) -> core.Expr | None:
    """A word of direction as an expression; None for `moving` and `still`, and after a mistake."""
    if word in core.DIRECTIONS:
        return core.Const("dir", core.DIRECTIONS.index(word))
    if word not in RELATIVE or line.way is None:
        return None
    turn = RELATIVE[word]
    way = core.Slot(line.way)
    return way if turn is None else core.Apply(turn, (way,))


# ---------------------------------------------------------------- after the arrow


def become(checker: EffectChecker, node: syntax.Pattern, line: Line | None) -> list[core.Step]:
    """The steps that make the cells of a pattern look like the pattern after the arrow."""
    names = checker.names
    if line is None:
        names.report("E373", node.span)
        return []
    if node.along or len(node.cells) != len(line.node.cells):
        want, got = count_words(len(line.node.cells), "cell"), count_words(len(node.cells), "cell")
        names.report("E374", node.span, want=want, got=got)
        return []
    _check_words(checker, [item for cell in node.cells for item in cell.items])
    steps: list[core.Step] = []
    for place, (was, now) in enumerate(zip(line.node.cells, node.cells, strict=True)):
        if was.gap or now.gap:
            if was.gap != now.gap or now.items:
                names.report("E375", now.span, text="...")
        elif place < len(line.things):
            steps += _changed(checker, line, node, place)
    return steps


def _changed(checker: EffectChecker, line: Line, node: syntax.Pattern, place: int) -> list[core.Step]:
    """What one cell takes to become what `node` says."""
    steps: list[core.Step] = []
    known, cell = line.things[place], line.cells[place] or 0
    words = {name_of(item.term): item.word for item in line.node.cells[place].items if item.word != "no"}
    kept: set[str] = set()
    for item in node.cells[place].items:
        if item.word == "no":
            checker.names.report("E375", item.span, text=f"no {written(item.term)}")
            continue
        name = name_of(item.term)
        if item.term.kind is None and not any(name in things for things in line.things):
            continue  # the name of a cell
        if name in known:
            kept.add(name)
            thing = known[name]
            way = _direction(item.word, line) if item.word is not None else None
            if way is not None:
                steps.append(core.Move(thing.expr, way, core.Const("int", 1)))
            elif item.word == "still" or (item.word is None and words.get(name) not in (None, "still")):
                steps.append(core.Stay(thing.expr))
        elif (thing_there := _from_elsewhere(line, node, place, name)) is not None:
            thing = thing_there
            steps.append(core.Put(thing.expr, core.Slot(cell)))
        else:
            made = checker.make_at(item.term, core.Slot(cell))
            steps += [made] if made is not None else []
            continue
        steps += checker.given(item.term, thing)
    for name, thing in known.items():
        if name not in kept and name in words and not _goes_elsewhere(node, place, name):
            steps.append(core.Drop(thing.expr))
    return steps


def _names_in(cell: syntax.PatternCell) -> set[str]:
    return {name_of(item.term) for item in cell.items if item.word != "no"}


def _from_elsewhere(line: Line, node: syntax.Pattern, place: int, name: str) -> Typed | None:
    """A thing that lay in another cell, and only there, and is named in this one only now."""
    cells = [number for number, things in enumerate(line.things) if name in things]
    now = [number for number, cell in enumerate(node.cells) if name in _names_in(cell)]
    return line.things[cells[0]][name] if len(cells) == 1 and now == [place] else None


def _goes_elsewhere(node: syntax.Pattern, place: int, name: str) -> bool:
    now = [number for number, cell in enumerate(node.cells) if name in _names_in(cell)]
    return len(now) == 1 and now != [place]
