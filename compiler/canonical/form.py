"""The canonical form: the list of steps, and what comes out of them.

A `Program` goes in; a tree without names, its canonical text and a hash come out. Games that differ only in names,
colours, pictures, levels, tables' order, in a mirrored or turned board, in the order of rules that commute or in parts
without effect have the same form.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from arcg.compiler import ir
from arcg.compiler.canonical.bodies import without_shapes
from arcg.compiler.canonical.desugar import with_one_spelling
from arcg.compiler.canonical.labelling import Labelling, labelled
from arcg.compiler.canonical.lift import lifted
from arcg.compiler.canonical.lift_cells import lifted_cells
from arcg.compiler.canonical.presentation import without_defaults, without_presentation
from arcg.compiler.canonical.prune import without_the_unused
from arcg.compiler.canonical.reach import without_the_impossible
from arcg.compiler.canonical.relevance import without_the_irrelevant
from arcg.compiler.canonical.symmetry import turns
from arcg.compiler.canonical.tree import Child, Node, Ref, arranged

FORMAT = 3
"""Version of the form; part of the hash."""

Step = Callable[[ir.Program], ir.Program]

STEPS: tuple[Step, ...] = (
    without_defaults,  # what `forbid` does when nothing is said
    without_presentation,  # pictures, colours, bars, shown frames
    with_one_spelling,  # comparisons, relations, constants, braces
)
"""Done once, in this order."""

SHORTENING: tuple[Step, ...] = (
    without_the_impossible,  # forwards from the levels: what can never happen
    without_the_irrelevant,  # backwards from the goals: what nothing depends on
    without_shapes,  # bodies as far as no rule changes them
    with_one_spelling,  # what has become simpler by that
)
"""Done again and again until nothing changes."""

ENDING: tuple[Step, ...] = (
    without_the_unused,  # kinds and attributes without a part, actions without an answer, levels
)
"""Done once. Then the program is lifted to a tree (`lift`), which is labelled in each of the eight symmetries of the
board (`symmetry`, `labelling`). Of these those count that look least without names, and of them the least text."""


@dataclass(frozen=True, slots=True)
class Form:
    """The mechanics of a game. `tree` in the symmetry that gives the least `text`, with its labelling; `hash` of it."""

    tree: Node
    labelling: Labelling
    hash: str

    @property
    def text(self) -> str:
        """The canonical text."""
        return self.labelling.text


def shortened(program: ir.Program) -> ir.Program:
    """The program after all steps that give a program; rules over cells have steps of their own (`lift_cells`)."""
    for step in STEPS:
        program = step(program)
    before = None
    while program != before:
        before = program
        for step in SHORTENING:
            program = step(program)
    for step in ENDING:
        program = step(program)
    return program


def canonical(program: ir.Program) -> Form:
    """The canonical form of a program."""
    cellwise = program.cellwise
    tree = lifted(shortened(program)) if cellwise is None else lifted_cells(program, cellwise)
    variants: list[Node] = []
    looks = _looks(turns(tree))
    least = min(look for _, look in looks)
    for variant, look in looks:
        if look == least and variant not in variants:
            variants.append(variant)
    forms = [(labelled(variant), variant) for variant in variants]
    labelling, best = min(forms, key=lambda entry: entry[0].text)
    digest = hashlib.sha256(f"{FORMAT} {labelling.text}".encode()).hexdigest()
    return Form(best, labelling, digest)


def _looks(variants: Iterable[Node]) -> list[tuple[Node, str]]:
    """Trees with what they look like without names: most of the symmetries of a game differ in that already."""
    known: dict[int, str] = {}  # parts that several trees share are read once

    def look(item: Child) -> str:
        if not isinstance(item, Node):
            return item.sort if isinstance(item, Ref) else f"#{item}"
        if not item.children:
            return item.tag
        if id(item) not in known:
            parts = [look(child) for child in item.children]
            if item.before is not None:
                parts = [parts[place] for place in arranged(item.before, parts)]
            known[id(item)] = f"({item.tag} {' '.join(parts)})"
        return known[id(item)]

    return [(variant, look(variant)) for variant in variants]
