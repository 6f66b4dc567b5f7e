"""The `generate` block of a level: what may vary in levels that are made like it, checked; and what can make none.

Takes the block and the level beside which it stands, fills `game.recipes`. Conditions are those of the language
(`must`, `never`), asked of the position where a level begins.
"""

from __future__ import annotations

from typing import Final, TypeVar

from arcg.dsl import core, syntax
from arcg.dsl.attributes import checked_constant, name_hint, within
from arcg.dsl.bodies import covered
from arcg.dsl.declare import FRAME, known_kind
from arcg.dsl.diagnostics import Reporter, did_you_mean
from arcg.dsl.model import AttrModel, Demand, Game, Kept, KindModel, Layout, LevelModel, PlacedModel, Recipe, Some
from arcg.dsl.names import Names
from arcg.dsl.phases import check_condition
from arcg.dsl.views import seen_size
from arcg.dsl.wording import quoted

LAYOUTS: Final[dict[str, tuple[tuple[int, int], tuple[int, int]]]] = {
    "border": ((1, 1), (1, 3)),  # rings of cells along the edge of the board
    "rooms": ((2, 4), (2, 16)),  # rooms, with a door between neighbours
    "maze": ((0, 0), (0, 100)),  # percent of the walls between passages that are broken again, for ways around
    "caves": ((35, 45), (5, 70)),  # percent of the cells before they are smoothed
    "blobs": ((1, 3), (0, 32)),  # heaps of two to five cells
}
"""Ways to lay out a kind: the amount where none is said, and the bounds of it."""

MIRRORS: Final = ("across", "down", "both")
"""Left and right alike; top and bottom alike; all four quarters."""

MEASURES: Final = {"shortest": 100_000, "mechanics": 1_000, "branching": 1_000}
"""What can be wanted of a level, and the most of it that can be asked for."""

MOST: Final = 4096
"""Most things that one line puts."""

L = TypeVar("L", bound=syntax.Node)


def check_recipe(game: Game, level: LevelModel, part: syntax.GeneratePart, largest: int, reporter: Reporter) -> None:
    """Fill in `game.recipes` for a level, or report what is wrong with its block."""
    before = len(reporter.errors)
    recipe = _Block(game, level, part, largest, reporter).read()
    if len(reporter.errors) == before:
        game.recipes[recipe.level] = recipe


class _Block:
    """One block being checked."""

    def __init__(
        self, game: Game, level: LevelModel, part: syntax.GeneratePart, largest: int, reporter: Reporter
    ) -> None:
        self.game = game
        self.level = level
        self.part = part
        self.largest = largest
        self.report = reporter.report
        self.reporter = reporter
        self.there: dict[int, int] = {}
        """Of each kind that a line above brings, the most things there may be."""
        self.layers: dict[int, int] = {}
        """Of each layer that takes one thing a cell, the fewest things that are put."""

    def read(self) -> Recipe:
        """The block as a recipe; what is wrong is reported and left out."""
        least, most = self._sizes()
        keep = tuple(kept for line in self._all(syntax.KeepLine) for kept in self._keep(line, (least, most)))
        layouts = [layout for line in self._all(syntax.FillLine) if (layout := self._fill(line)) is not None]
        vary = [made for line in self._all(syntax.VaryLine) if (made := self._vary(line)) is not None]
        puts = [some for line in self._all(syntax.SomeLine) if (some := self._put(line, most)) is not None]
        return Recipe(
            level=len(self.game.levels) - 1,
            line=self.part.span.line,
            least=least,
            most=most,
            keep=keep,
            layouts=tuple(layouts),
            mirror=self._mirror(),
            vary=tuple(vary),
            puts=tuple(puts),
            demands=tuple(self._demand(line) for line in self._all(syntax.DemandLine)),
            around=tuple(self._kinds(line.kinds) for line in self._all(syntax.ConnectedLine)),
            wanted=self._wanted(),
        )

    def _all(self, kind: type[L]) -> list[L]:
        return [line for line in self.part.lines if isinstance(line, kind)]

    def _one(self, kind: type[L], word: str) -> L | None:
        found = self._all(kind)
        for extra in found[1:]:
            self.report("E204", extra.span, notes=[("the first one", found[0].span)], what=word)
        return found[0] if found else None

    def _impossible(self, line: syntax.Node, why: str, hint: str) -> None:
        self.report("E423", line.span, why=why, hint=hint)

    # ------------------------------------------------------------ what is laid out

    def _sizes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        line = self._one(syntax.SizesLine, "board")
        size = (self.level.width, self.level.height)
        if line is None:
            return size, size
        for what, low, high in zip(("a width", "a height"), line.least, line.most, strict=True):
            if not 1 <= low <= high <= self.largest:
                hint = f"write the least first, and no number but 1 to {self.largest}"
                self.report("E422", line.span, what=what, low=low, high=high, hint=hint)
        seen = self.level.view or self.game.view_size
        width, height = line.most
        best = FRAME // max(seen_size(min(width, FRAME), min(height, FRAME), seen))
        if best < self.level.cell:
            why = f"cells are {self.level.cell} pixels here, and on the largest board there is room for {best}"
            self._impossible(line, why, "make the largest board smaller, or give the level smaller cells")
        return line.least, line.most

    def _keep(self, line: syntax.KeepLine, sizes: tuple[tuple[int, int], tuple[int, int]]) -> list[Kept]:
        if set(sizes) != {(self.level.width, self.level.height)}:
            self._impossible(
                line, "what is kept stands on a board of another size", "take the line `board` out of the block"
            )
        area, numbers = self._area(line, sizes[1]), self._kinds(line.kinds)
        kept = []
        for kind in (kind for kind in self.game.kinds.values() if kind.number in numbers):
            things = self._there(kind, area)
            self._no_reference(line, kind, things)
            if not things:
                self._impossible(
                    line,
                    f"there is no `{kind.name}` in {'the level' if area is None else 'this part of the level'} to keep",
                    "draw it in the `map`, or take it out",
                )
            self._count(kind.number, len(things))
            kept.append(Kept(kind.number, self._choices(line.choices, kind), area))
        return kept

    def _there(self, kind: KindModel, area: tuple[int, int, int, int] | None) -> list[PlacedModel]:
        """The things of a kind that lie wholly in a part of the level."""
        left, top, right, bottom = area or (0, 0, self.level.width, self.level.height)
        return [
            thing
            for thing in self.level.things
            if thing.kind == kind.number
            and (
                area is None
                or all(
                    left <= x <= right and top <= y <= bottom
                    for x, y in covered(kind, thing.attrs, thing.x, thing.y) or ((thing.x, thing.y),)
                )
            )
        ]

    def _no_reference(self, line: syntax.KeepLine, kind: KindModel, things: list[PlacedModel]) -> None:
        """A level that is made has its things in another order, so nothing in it can say which thing is meant."""
        for place, attr in enumerate(kind.attrs.values()):
            if isinstance(attr.domain, core.ThingDomain) and any(one.attrs[place] != core.NONE for one in things):
                why = f"`{attr.name}` is one of the things of the level, and these are drawn anew"
                self._impossible(line, why, "let a rule at the start of a level find the thing")

    def _area(self, line: syntax.KeepLine | syntax.SomeLine, most: tuple[int, int]) -> tuple[int, int, int, int] | None:
        """The part of the board of a line, which lies on the largest board."""
        if line.area is None:
            return None
        left, top, right, bottom = line.area
        for what, low, high, size in (("columns", left, right, most[0]), ("rows", top, bottom, most[1])):
            if not low <= high < size:
                hint = f"write the upper left cell first, and no number above {size - 1}"
                self.report("E422", line.span, what=f"the {what} of a part of the board", low=low, high=high, hint=hint)
                return None
        return line.area

    def _fill(self, line: syntax.FillLine) -> Layout | None:
        kind, way = known_kind(self.game, line.kind, self.reporter), line.way.text
        if way not in LAYOUTS:
            hint = did_you_mean(way, LAYOUTS) or f"it may be {quoted(tuple(LAYOUTS), 'or')}"
            self.report("E421", line.way.span, what="layout", word=way, hint=hint)
            return None
        usual, (low, high) = LAYOUTS[way]
        amount = line.amount or usual
        if not low <= amount[0] <= amount[1] <= high:
            hint = f"write the least first, and no number but {low} to {high}"
            self.report("E422", line.span, what=f"the amount of `{way}`", low=amount[0], high=amount[1], hint=hint)
        if kind is None:
            return None
        self._count(kind.number, MOST)
        return Layout(kind.number, way, amount)

    def _mirror(self) -> str:
        line = self._one(syntax.AlikeLine, "mirrored")
        if line is None:
            return ""
        if line.way.text not in MIRRORS:
            hint = did_you_mean(line.way.text, MIRRORS) or f"it may be {quoted(MIRRORS, 'or')}"
            self.report("E421", line.way.span, what="mirror", word=line.way.text, hint=hint)
        if not self._all(syntax.FillLine):
            self._impossible(line, "nothing is laid out that could be mirrored", "add a line `fill`")
        return line.way.text

    # ------------------------------------------------------------ what is put

    def _put(self, line: syntax.SomeLine, most: tuple[int, int]) -> Some | None:
        low, high = line.amount
        kind = known_kind(self.game, line.kind, self.reporter)
        others = self._kinds(line.kinds)
        if not low <= high <= MOST:
            hint = f"write the least first, and no number above {MOST}"
            self.report("E422", line.span, what="an amount", low=low, high=high, hint=hint)
            return None
        if kind is None:
            return None
        if others:
            self._beside(line, others)
        self._count(kind.number, high)
        single_layer = "free" not in kind.layer.flags
        if single_layer:
            self.layers[kind.layer.number] = needed = self.layers.get(kind.layer.number, 0) + low
            room = most[0] * most[1]
            if needed > room:
                why = f"{needed} things of the layer `{kind.layer.name}` are to find room in {room} cells"
                self._impossible(line, why, "put fewer, or make the board larger")
        area = self._area(line, most)
        if area is not None and low > (room := (area[2] - area[0] + 1) * (area[3] - area[1] + 1)) and single_layer:
            self._impossible(
                line, f"{low} of `{kind.name}` are to stand in {room} cells", "put fewer, or make the part larger"
            )
        return Some(kind.number, (low, high), self._choices(line.choices, kind), line.where, others, area)

    def _choices(self, choices: tuple[syntax.Choice, ...], kind: KindModel) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The places of attributes of a kind, and the encoded values that each may be drawn from."""
        attrs = kind.attrs
        made: list[tuple[int, tuple[int, ...]]] = []
        for choice in choices:
            attr = attrs.get(choice.name.text)
            if attr is None:
                hint = name_hint(choice.name.text, attrs, f"declare it: `kind {kind.name} on .. has ..`")
                self.report("E104", choice.name.span, kind=kind.name, name=choice.name.text, hint=hint)
            elif (place := list(attrs).index(attr.name)) in dict(made):
                self.report("E221", choice.span, word=attr.name)
            elif values := self._values(attr, choice):
                made.append((place, values))
        return tuple(made)

    def _beside(self, line: syntax.SomeLine, kinds: tuple[int, ...]) -> None:
        """Whether there can be enough to stand on, or anything to touch."""
        room = sum(self.there.get(kind, 0) for kind in kinds)
        names = " or ".join(f"`{term.kind}`" for term in line.kinds)
        layer = self.game.kinds.get(line.kind.kind or "")
        single = layer is not None and "free" not in layer.layer.flags and not layer.wide
        if not room:
            self._impossible(line, f"no line above puts {names}", "`put`, `fill` or `keep` it in a line above this one")
        elif line.where == "on" and single and line.amount[0] > room:
            why = f"{line.amount[0]} of `{line.kind.kind}` are to stand on {names}, of which there are at most {room}"
            self._impossible(line, why, "put fewer of the one or more of the other")

    def _count(self, kind: int, high: int) -> None:
        self.there[kind] = self.there.get(kind, 0) + high

    def _vary(self, line: syntax.VaryLine) -> tuple[int, tuple[int, ...]] | None:
        name = line.choice.name
        attr = self.game.world.get(name.text)
        if attr is None:
            hint = name_hint(name.text, self.game.world, f"declare it: `world has {name.text}: 0..20`")
            self.report("E103", name.span, name=name.text, hint=hint)
            return None
        values = self._values(attr, line.choice)
        return (attr.number, values) if values else None

    def _values(self, attr: AttrModel, choice: syntax.Choice) -> tuple[int, ...]:
        """The encoded values that an attribute may be drawn from; empty after a report."""
        match choice.domain:
            case syntax.RangeDomain(low=low, high=high, span=span) if isinstance(attr.domain, core.IntDomain):
                if low > high:
                    self.report("E207", span, low=low, high=high)
                elif within(attr.domain, low) and within(attr.domain, high):
                    return tuple(range(low, high + 1))
                else:
                    hint = f"it holds {attr.domain.low} to {attr.domain.high}"
                    self.report("E422", span, what=f"`{attr.name}`", low=low, high=high, hint=hint)
                return ()
            case syntax.NamesDomain(names=names):
                found = [checked_constant(self.game, name, attr.domain, attr.name, self.reporter) for name in names]
                return tuple(dict.fromkeys(value for value in found if value is not None))
        self.report("E421", choice.domain.span, what="values for", word=attr.name, hint="write some of its own values")
        return ()

    # ------------------------------------------------------------ what must hold

    def _demand(self, line: syntax.DemandLine) -> Demand:
        from arcg.dsl.explain.source import query  # which speaks of every class of syntax

        condition = check_condition(Names(self.game, self.reporter), line.span, line.query)
        return Demand(line.must, condition, f"{'must' if line.must else 'never'} {query(line.query)}")

    def _wanted(self) -> dict[str, tuple[int, int]]:
        wanted: dict[str, tuple[int, int]] = {}
        for line in self._all(syntax.WantedLine):
            name, low = line.measure.text, line.least
            high = MEASURES.get(name, 0) if line.most is None else line.most
            if name not in MEASURES:
                hint = did_you_mean(name, MEASURES) or f"it may be {quoted(tuple(MEASURES), 'or')}"
                self.report("E421", line.measure.span, what="measure", word=name, hint=hint)
            elif name in wanted:
                self.report("E221", line.span, word=name)
            elif not 0 <= low <= high <= MEASURES[name]:
                hint = f"write the least first, and no number above {MEASURES[name]}"
                self.report("E422", line.span, what=f"`{name}`", low=low, high=high, hint=hint)
            wanted[name] = (low, high)
        return wanted

    def _kinds(self, terms: tuple[syntax.ThingTerm, ...]) -> tuple[int, ...]:
        """The numbers of kinds and of the members of groups."""
        found: list[int] = []
        for term in terms:
            kinds = self.game.kinds_of(term.kind or "")
            if kinds is None:
                known_kind(self.game, term, self.reporter)
            found += kinds or ()
        return tuple(dict.fromkeys(found))
