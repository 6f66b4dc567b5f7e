"""The level pass: maps and placed things become boards with every thing at its cell and every attribute at its value.

Takes the expanded statements and a game whose declarations and rules are checked, and fills `game.levels`. The last
pass of the checker.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from arcg.dsl import core, syntax
from arcg.dsl.attributes import checked_constant, domain_text, name_hint
from arcg.dsl.bodies import covered, largest
from arcg.dsl.declare import board_size, known_kind, largest_board
from arcg.dsl.diagnostics import Reporter, Span, did_you_mean
from arcg.dsl.functions import ID
from arcg.dsl.generating import check_recipe
from arcg.dsl.model import AttrModel, Game, KindModel, LevelModel, PlacedModel
from arcg.dsl.pictures import NO_COMMENTS, char_span
from arcg.dsl.views import view_size

MAX_THINGS = 4096
EMPTY = " ."
"""Map characters that are an empty cell; `.` unless the legend gives it another meaning."""

_ANY_NUMBER = core.IntDomain(-1_000_000, 1_000_000)


def check_levels(game: Game, statements: tuple[syntax.Statement, ...], reporter: Reporter) -> None:
    """Fill `game.levels` and report what is wrong with the legend and the levels, or missing from all of them."""
    legend = legend_stamps(game, reporter)
    decls = [statement for statement in statements if isinstance(statement, syntax.LevelDecl)]
    board = next((statement for statement in statements if isinstance(statement, syntax.BoardDecl)), None)
    names: dict[str, Span] = {}
    largest = largest_board(statements)
    for number, decl in enumerate(decls, 1):
        if decl.name is not None:
            first = names.setdefault(decl.name.text, decl.name.span)
            if first is not decl.name.span:
                notes = [("first here", first)]
                reporter.report("E130", decl.name.span, notes=notes, what="the level", name=decl.name.text)
        name = decl.name.text if decl.name is not None else str(number)
        _Level(game, legend, board, decl, name, largest, reporter).check()
    if decls and not reporter.errors:
        _report_unused(game, reporter)


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a legend entry or a `put` places: a kind with its attribute values."""

    kind: KindModel
    attrs: tuple[int, ...]


def legend_stamps(game: Game, reporter: Reporter) -> dict[str, tuple[Stamp, ...]]:
    """What each character of the legend places."""
    legend: dict[str, tuple[Stamp, ...]] = {}
    for glyph, entry in game.legend.items():
        stamps: list[Stamp] = []
        taken: dict[int, KindModel] = {}
        for term in entry.things:
            kind = known_kind(game, term, reporter)
            if kind is None:
                continue
            stamps.append(Stamp(kind, _values(game, kind, term, {}, [], reporter)))
            if "free" in kind.layer.flags or kind.wide:
                continue
            other = taken.setdefault(kind.layer.number, kind)
            if other is not kind or len([stamp for stamp in stamps if stamp.kind is kind]) > 1:
                reporter.report(
                    "E416", term.span, glyph=glyph, first=other.name, second=kind.name, layer=kind.layer.name
                )
                stamps.pop()
        legend[glyph] = tuple(stamps)
    return legend


def _values(
    game: Game,
    kind: KindModel,
    term: syntax.ThingTerm,
    places: dict[str, int],
    kinds: list[KindModel],
    reporter: Reporter,
) -> tuple[int, ...]:
    """The attribute values of a thing put as `term`; `places` and `kinds` say which things its `$names` are."""
    values = {attr.name: attr.default for attr in kind.attrs.values()}
    seen: set[str] = set()
    for test in term.tests:
        attr = kind.attrs.get(test.name)
        if test.name.startswith("$"):
            reporter.report("E126", test.span, name=test.name)
        elif kind.numbered and test.name == ID:
            reporter.report("E378", test.span)
        elif attr is None:
            hint = name_hint(test.name, kind.attrs, f"declare it: `kind {kind.name} on .. has {test.name}: ..`")
            reporter.report("E104", test.span, kind=kind.name, name=test.name, hint=hint)
        elif test.name in seen:
            reporter.report("E221", test.span, word=test.name)
        elif (value := _value(game, attr, test.value, places, kinds, reporter)) is not None:
            values[attr.name] = value
        seen.add(test.name)
    return tuple(values.values())


def _value(
    game: Game,
    attr: AttrModel,
    expr: syntax.Expr,
    places: dict[str, int],
    kinds: list[KindModel],
    reporter: Reporter,
) -> int | None:
    """An encoded value; a `$name` is the place of the thing of that name among the level's things."""
    if not (isinstance(expr, syntax.ThingTerm) and expr.kind is None and expr.var is not None):
        return checked_constant(game, expr, attr.domain, attr.name, reporter)
    place = places.get(expr.var)
    if place is None:
        hint = did_you_mean(expr.var, places) or f"name one: `put Kind ${expr.var} at cell(x, y)`"
        reporter.report("E105", expr.span, name=expr.var, hint=hint)
        return None
    kind = kinds[place]
    if not isinstance(attr.domain, core.ThingDomain) or kind.number not in attr.domain.kinds:
        domain = domain_text(game, attr.domain)
        reporter.report("E417", expr.span, name=attr.name, thing=expr.var, kind=kind.name, domain=domain)
        return None
    return place


class _Level:
    """One level being checked."""

    def __init__(
        self,
        game: Game,
        legend: dict[str, tuple[Stamp, ...]],
        board: syntax.BoardDecl | None,
        decl: syntax.LevelDecl,
        name: str,
        largest: int,
        reporter: Reporter,
    ) -> None:
        self.game = game
        self.legend = legend
        self.own_board = board
        self.largest = largest
        self.decl = decl
        self.name = name
        self.reporter = reporter
        self.width, self.height, self.cell = game.width, game.height, game.cell
        self.view: tuple[int, int] | None = None
        self.things: list[PlacedModel] = []
        self.kinds: list[KindModel] = []
        self.taken: dict[tuple[int, int, int], int] = {}

    def check(self) -> None:
        self.board()
        self.map()
        puts = self.puts()
        self.attributes(puts)
        self.number()
        self.bodies()
        world = self.world({term.var: place for term, place in puts if term.var is not None})
        if len(self.things) > MAX_THINGS and self.game.brackets is None:
            hint = "use a smaller board, or draw what never changes into one kind's picture"
            count = len(self.things)
            self.reporter.report("E216", self.decl.span, count=count, what="things", limit=MAX_THINGS, hint=hint)
        if not self.things and not self.reporter.errors:
            self.reporter.report("W401", self.head())
        self.fit()
        level = LevelModel(
            self.name, self.width, self.height, self.cell, world, tuple(self.things), self.decl.span, self.view
        )
        self.game.levels.append(level)
        part = self.one(syntax.GeneratePart, "generate")
        if isinstance(part, syntax.GeneratePart):
            check_recipe(self.game, level, part, self.largest, self.reporter)

    def head(self) -> Span:
        """The word `level`, where the level as a whole is reported."""
        span = self.decl.span
        return Span(span.file, span.line, span.column, span.line, span.column + len("level"))

    def one(
        self,
        kind: type[syntax.BoardDecl] | type[syntax.ViewDecl] | type[syntax.MapPart] | type[syntax.GeneratePart],
        word: str,
    ) -> syntax.Node | None:
        found = [part for part in self.decl.parts if isinstance(part, kind)]
        for extra in found[1:]:
            self.reporter.report("E204", extra.span, notes=[("the first one", found[0].span)], what=word)
        return found[0] if found else None

    def board(self) -> None:
        """How large the board is, how much of it is seen, and so how large cells are."""
        board, view = self.one(syntax.BoardDecl, "board"), self.one(syntax.ViewDecl, "view")
        part = board or view
        if isinstance(view, syntax.ViewDecl):
            self.view_part(view)
        if not isinstance(board, syntax.BoardDecl):
            board = self.own_board
        elif board.ground is not None:
            self.reporter.report("E419", board.ground.span)
        if part is None or board is None:
            return
        seen = self.view or self.game.view_size
        if (size := board_size(board, seen, part.span, self.reporter, self.largest)) is not None:
            self.width, self.height, self.cell = size

    def view_part(self, part: syntax.ViewDecl) -> None:
        """A view of another size than the game's; what it goes by is the same in all levels."""
        if self.game.view_size is None:
            hint = "write the game's own `view` line as well"
            self.reporter.report("E225", part.span, more=", and the game has no view", hint=hint)
        elif part.follow is not None or part.corner is not None or part.turned is not None:
            hint = f"write `view {part.width}x{part.height}` here"
            self.reporter.report("E225", part.span, more="", hint=hint)
        self.view = view_size(part, self.reporter)

    # ------------------------------------------------------------ things

    def map(self) -> None:
        part = self.one(syntax.MapPart, "map")
        if not isinstance(part, syntax.MapPart):
            return
        if self.width and len(part.rows) > self.height:
            span = part.row_spans[self.height]
            self.reporter.report("E412", span, count=len(part.rows), height=self.height)
        unknown: set[str] = set()
        longest = max((len(row.rstrip(" ")) for row in part.rows), default=0)
        short = [(row, span) for row, span in zip(part.rows, part.row_spans, strict=True) if len(row) < longest]
        too_long = 0 < self.width < longest  # then the longest row says nothing of how long the others should be
        if short and not too_long:  # once a map: who draws sparsely is not to be told of every row
            others = more_rows(len(short) - 1, "short")
            self.reporter.report("W405", short[0][1], count=len(short[0][0]), longest=longest, others=others)
        if too_long:
            self.long_rows(part, longest)
        for y, (row, span) in enumerate(zip(part.rows, part.row_spans, strict=True)):
            cells = row.rstrip(" ")
            if self.width and y < self.height:
                cells = cells[: self.width]
            for x, glyph in enumerate(cells):
                if glyph in self.legend:
                    for stamp in self.legend[glyph] if y < self.height or not self.width else ():
                        self.place(stamp, x, y, char_span(span, x))
                elif glyph not in EMPTY and glyph not in unknown:
                    unknown.add(glyph)
                    self.reporter.report("E410", char_span(span, x), glyph=glyph, hint=self.glyph_hint(glyph))

    def long_rows(self, part: syntax.MapPart, longest: int) -> None:
        """Rows that are wider than the board, once a map: mostly the board is meant to be as wide as all of them."""
        rows = [row.rstrip(" ") for row in part.rows[: self.height]]
        long = [number for number, cells in enumerate(rows) if len(cells) > self.width]
        if not long:
            return  # only below the board, which is reported
        cells, span = rows[long[0]], part.row_spans[long[0]]
        place = Span(span.file, span.line, span.column + self.width, span.line, span.column + len(cells))
        hint = "shorten the row or widen the board"
        if "//" in cells:
            hint = NO_COMMENTS
        elif len(long) > 1:
            hint = f"shorten them, or write `board {longest}x{max(len(part.rows), self.height)}` in this level"
        others = more_rows(len(long) - 1, "too long")
        self.reporter.report("E411", place, count=len(cells), width=self.width, others=others, hint=hint)

    def glyph_hint(self, glyph: str) -> str:
        if (other := glyph.swapcase()) in self.legend:
            return f"did you mean `{other}`? Otherwise add a line `{glyph} = Kind` to the legend"
        if glyph == "/":
            return NO_COMMENTS
        known = " ".join(self.legend)
        return f"add a line `{glyph} = Kind` to the legend" + (f"; it has {known}" if known else "")

    def place(self, stamp: Stamp, x: int, y: int, span: Span) -> int | None:
        """Add a thing; None if its cell is taken, which has been reported."""
        number = len(self.things)
        inside = not self.width or (0 <= x < self.width and 0 <= y < self.height)
        if inside and not stamp.kind.wide and not self.free(stamp.kind, number, [(x, y)], span):
            return None
        self.things.append(PlacedModel(stamp.kind.number, x, y, stamp.attrs, span))
        self.kinds.append(stamp.kind)
        return number

    def free(self, kind: KindModel, number: int, cells: list[tuple[int, int]], span: Span) -> bool:
        """Have thing `number` cover cells; False if another of its layer covers one, which has been reported."""
        if "free" in kind.layer.flags:
            return True
        for x, y in cells:
            other = self.taken.setdefault((kind.layer.number, x, y), number)
            if other != number:
                first = self.kinds[other].name
                notes = [(f"the `{first}`", self.things[other].span)]
                self.reporter.report(
                    "E413", span, notes=notes, first=first, second=kind.name, x=x, y=y, layer=kind.layer.name
                )
                return False
        return True

    def bodies(self) -> None:
        """Find room for the things that cover several cells, now that their attributes are known."""
        for number, (thing, kind) in enumerate(zip(self.things, self.kinds, strict=True)):
            if not kind.wide or not self.width:
                continue
            cells = covered(kind, thing.attrs, thing.x, thing.y)
            if cells is None:
                self.reporter.report("E418", thing.span, kind=kind.name, limit=core.MAX_BODY)
                continue
            inside = [(x, y) for x, y in cells if 0 <= x < self.width and 0 <= y < self.height]
            if len(inside) < len(cells) and "open" not in kind.layer.flags:
                x, y = next(cell for cell in cells if cell not in inside)
                self.reporter.report("E420", thing.span, kind=kind.name, x=x, y=y, layer=kind.layer.name)
            else:
                self.free(kind, number, inside, thing.span)

    def puts(self) -> list[tuple[syntax.ThingTerm, int]]:
        """Place the things of `put` lines; their attributes come later, for they may name each other."""
        placed: list[tuple[syntax.ThingTerm, int]] = []
        names: dict[str, Span] = {}
        for part in self.decl.parts:
            if not isinstance(part, syntax.PlacePart):
                continue
            term = part.term
            if term.var is not None:
                first = names.setdefault(term.var, term.span)
                if first is not term.span:
                    notes = [("first here", first)]
                    self.reporter.report("E130", term.span, notes=notes, what="the thing", name=f"${term.var}")
            kind = known_kind(self.game, term, self.reporter)
            far = core.MAX_OUTSIDE if kind is not None and "open" in kind.layer.flags else 0
            cell = self.fixed_cell(part.cell, far)
            if kind is None or cell is None:
                continue
            stamp = Stamp(kind, tuple(attr.default for attr in kind.attrs.values()))
            place = self.place(stamp, *cell, part.span)
            if place is not None:
                placed.append((term, place))
        return placed

    def fixed_cell(self, expr: syntax.Expr, far: int) -> tuple[int, int] | None:
        """The cell that `put` names, on the board or at most `far` cells outside; None after a report."""
        from arcg.dsl.rules import constant  # rules.py uses the modules of this pass

        if not (isinstance(expr, syntax.Call) and expr.name == "cell" and len(expr.args) == 2):
            self.reporter.report("E415", expr.span)
            return None
        x, y = (constant(self.game, arg, _ANY_NUMBER, self.reporter) for arg in expr.args)
        if x is None or y is None:
            return None
        if self.width and not (-far <= x < self.width + far and -far <= y < self.height + far):
            right, bottom = self.width - 1 + far, self.height - 1 + far
            self.reporter.report("E414", expr.span, x=x, y=y, least=-far, right=right, bottom=bottom)
            return None
        return x, y

    # ------------------------------------------------------------ values

    def attributes(self, puts: list[tuple[syntax.ThingTerm, int]]) -> None:
        places = {term.var: place for term, place in puts if term.var is not None}
        for term, place in puts:
            attrs = _values(self.game, self.kinds[place], term, places, self.kinds, self.reporter)
            self.things[place] = dataclasses.replace(self.things[place], attrs=attrs)

    def number(self) -> None:
        """Number the things of numbered kinds: those of the map row by row, then the others as they are put."""
        made: dict[int, int] = {}
        for place, (thing, kind) in enumerate(zip(self.things, self.kinds, strict=True)):
            if kind.numbered:
                made[kind.number] = made.get(kind.number, 0) + 1
                self.things[place] = dataclasses.replace(thing, attrs=(*thing.attrs[:-1], made[kind.number]))

    def world(self, places: dict[str, int]) -> tuple[int, ...]:
        values = {attr.name: attr.default for attr in self.game.world.values()}
        first: dict[str, Span] = {}
        for part in self.decl.parts:
            if not isinstance(part, syntax.ParamPart):
                continue
            name = part.name.text
            attr = self.game.world.get(name)
            if attr is None:
                hint = name_hint(name, self.game.world, f"declare it: `world has {name}: 0..20`")
                self.reporter.report("E103", part.name.span, name=name, hint=hint)
            elif name in first:
                self.reporter.report("E204", part.span, notes=[("the first one", first[name])], what=name)
            elif (value := _value(self.game, attr, part.value, places, self.kinds, self.reporter)) is not None:
                values[name] = value
            first.setdefault(name, part.span)
        return tuple(values.values())

    def fit(self) -> None:
        """Report pictures of placed kinds that are larger than a cell of this level, or than the box of their body."""
        if not self.width or self.game.brackets is not None:
            return
        for kind in dict.fromkeys(kind.name for kind in self.kinds):
            body = self.game.kinds[kind].body
            for picture in self.game.kinds[kind].pictures:
                height, width = len(picture.rows), max(map(len, picture.rows), default=0)
                wide, high = (1, 1) if body is None or picture.cells else largest(body)
                if width > wide * self.cell or height > high * self.cell:
                    self.reporter.report(
                        "E404", picture.span, width=width, height=height, cell=self.cell, level=self.name
                    )


# ---------------------------------------------------------------- kinds that never appear


def _report_unused(game: Game, reporter: Reporter) -> None:
    used = {thing.kind for level in game.levels for thing in level.things} | set(_made(game))
    for recipe in game.recipes.values():
        used |= {put.kind for put in recipe.puts} | {layout.kind for layout in recipe.layouts}
    for kind in game.kinds.values():
        if kind.number not in used:
            reporter.report("W202", kind.span, name=kind.name)


def _made(game: Game) -> Iterator[int]:
    if game.brackets is not None:
        items = (item for rule in game.brackets.rules for row in rule.right for cell in row for item in cell or ())
        yield from (kind for item in items if item.word != "no" for kind in item.kinds)
    effects: list[core.Effect] = [e for phase in game.phases for rule in phase.rules for e in rule.effects]
    effects += [step for forbid in game.forbids for step in forbid.effects or ()]
    for effect in effects:
        step = effect.step if isinstance(effect, core.Keyed) else effect
        if isinstance(step, core.Make):
            yield step.kind


def more_rows(count: int, fault: str) -> str:
    """What a message about one row of a map adds about others with the same fault."""
    return {0: "", 1: f"; one more row is {fault}"}.get(count, f"; {count} more rows are {fault}")
