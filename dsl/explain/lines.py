"""Shapes in words: cells in a line, and who sees whom, is in line with whom or is asked to move where.

A line of cells is said cell by cell, `a line of 2 cells in any direction, the first with the Player, the second with a
Crate`; its cells are `the second cell` from then on, and those of several lines `the second cell of line B`.
"""

from __future__ import annotations

from arcg.dsl import core
from arcg.dsl.explain.english import article, joined, listed
from arcg.dsl.explain.queries import Modifier, Queries, modified
from arcg.dsl.explain.shapes import Absent, Asking, Cell, Here, InLine, Line, Sees


class Lines(Queries):
    """Words for the shapes of one scope."""

    # ------------------------------------------------------------ words of the language

    def sees(self, shape: Sees) -> str:
        """One thing sees another."""
        return f"{self.words(shape.left)} {self.sight(shape)}"

    def sight(self, shape: Sees) -> str:
        """`sees the Player`, without who does."""
        by = f" by looking {self.adverb(shape.direction)}" if shape.direction is not None else ""
        return f"sees {self.words(shape.right)}{by}"

    def in_line(self, shape: InLine) -> str:
        """Two things have a row or a column in common."""
        return f"{self.words(shape.left)} is in one {shape.line} with {self.words(shape.right)}"

    def asking(self, shape: Asking) -> str:
        """A thing is asked to move in some direction."""
        return f"{self.words(shape.thing)} is asking to move"

    # ------------------------------------------------------------ what is asked to move, and what goes somewhere

    def participle(self, text: str) -> Modifier:
        """What follows a noun as it is, and with `is` beside others."""
        return Modifier(text, f"that {'are' if self.many else 'is'} {text}")

    def wish(self, atom: core.Atom | Asking) -> str:
        """What a thing is asking for, without the thing."""
        match atom:
            case core.Compare(op=op, right=right):
                return f"asking to move {self.aim(op, right)}"
            case core.Assign(slot=slot) if self.uses[slot] > 0 or slot in self.bound:
                self.bound.add(slot)
                return f"asking to move {self.adverb(core.Slot(slot))}"
            case core.Assign(slot=slot):
                self.met.add(slot)
        return "asking to move"

    def aim(self, op: str, direction: core.Expr) -> str:
        """A direction that something goes in, or does not."""
        return self.adverb(direction) if op == "=" else f"in another direction than {self.words(direction)}"

    def goer(self, expr: core.Expr) -> str | None:
        """What goes in a direction, for expressions that say which way something goes."""
        if isinstance(expr, core.Approach):
            return self.next_step(expr)
        return self.straight(expr) if isinstance(expr, core.Apply) and expr.function == "way" else None

    # ------------------------------------------------------------ lines of cells

    def line_clause(self, line: Line) -> str:
        """That there is such a line."""
        text, clauses = self.line(line)
        return joined([f"there is {article(text)}", *clauses])

    def line(self, line: Line) -> tuple[str, list[str]]:
        """A line without an article, and what must hold besides."""
        letter = self.letters.get(line.cells[0].slot)
        named = f" {letter}" if letter is not None else ""
        many, gaps = len(line.cells) > 1, any(cell.gap for cell in line.cells)
        head = f"line{named} of {'' if gaps else f'{len(line.cells)} '}cells" if many else f"cell{named}"
        way = self._along(line)
        self.met.update(cell.slot for cell in line.cells)
        self.met.update([line.way] if line.way is not None else [])
        clauses: list[str] = []
        told = [self._cell(cell, clauses, "" if not many else self.titles[cell.slot]) for cell in line.cells]
        if many:
            return f"{head} {way}, {', '.join(told)}", clauses
        sure = line.fixed and isinstance(line.along[0], core.Const | core.World)
        if line.way is None or sure:  # one cell has no direction, so one that is surely there says nothing
            return head + told[0], clauses
        return f"{head} and {way.removeprefix('in ')}, the cell{told[0] or ' whatever it holds'}", clauses

    def _along(self, line: Line) -> str:
        """The directions that a line may have."""
        if not line.along:
            return "in any direction"
        if len(line.cells) == 1:
            return f"in the direction {listed([self.words(way) for way in line.along], 'or')}"
        return f"going {listed([self.adverb(way) for way in line.along], 'or')}"

    def _cell(self, cell: Cell, clauses: list[str], title: str) -> str:
        """A cell and what is in it."""
        label = title.split(" cell")[0]
        if cell.gap:
            label = f"after any number of cells{self._between(cell)} {label}"
        if cell.outside is not None:
            label += f" outside {self.words(cell.outside)}"
        things: dict[int, tuple[str, list[Modifier]]] = {}
        others: list[str] = []
        for atom in cell.atoms:
            match atom:
                case core.Bind():
                    pass
                case Here(thing=core.Slot(index=index)):
                    if index not in things:
                        things[index] = (self.words(core.Slot(index)), [])
                case Here(thing=thing):
                    others.append(self.words(thing))
                case Absent(what=what, anywhere=anywhere):
                    text = f"no {self._kind_of(what)}" if isinstance(what, core.Query) else f"not {self.words(what)}"
                    others.append(f"{text} anywhere that it would enter" if anywhere else text)
                case core.Assign(slot=slot):
                    label += f" called {self.mention_new(slot)}"
                case core.Compare(left=left, right=core.Slot(index=right)) if right == cell.slot:
                    label += f" which is {self.words(left)}"
                case _:
                    about = self.subject(atom)
                    said = self.modifier(atom) if about in things else None
                    if about is not None and said is not None:
                        things[about][1].append(said)
                    else:
                        clauses.append(self.clause(atom))
        alone = len(things) + len(others) == 1
        there = [f"({modified(*thing)})" if thing[1] and not alone else modified(*thing) for thing in things.values()]
        there += others
        if not there:
            return f"{label} whatever it holds" if title else label
        return f"{label} with {joined(there)}"

    def mention_new(self, slot: int) -> str:
        """The author's name for a cell, which is introduced here."""
        self.met.add(slot)
        return self.mention(slot)

    def _kind_of(self, what: core.Query) -> str:
        """A thing that a query finds, without an article; it is not known afterwards."""
        met = set(self.met)
        self.met.difference_update(what.things[:1])
        text = self.selected(what)
        self.met = met
        return text or self.noun(what.things[0])

    def _between(self, cell: Cell) -> str:
        """What is said of each of the cells between this one and the one before it."""
        told = []
        for there, what in cell.between:
            text = article(self._kind_of(what)) if isinstance(what, core.Query) else self.words(what)
            told.append(f"{'with' if there else 'without'} {text}")
        return f" {joined(told)}" if told else ""
