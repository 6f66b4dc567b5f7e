"""The declaring pass: what a game is made of, before any rule or level is read.

Takes the expanded statements and fills the `Game` with its board, actions, layers, kinds, groups, attributes, bars and
legend, in an order that lets a file be written in any order. Runs after `expand` and before `rules`; the looks of kinds
come after the rules, because a picture may ask a fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeVar

from arcg.dsl import core, syntax
from arcg.dsl.attributes import (
    Domains,
    check_kind_attributes,
    check_world_names,
    declare_attributes,
    kind_hint,
    name_hint,
    number_kind,
)
from arcg.dsl.diagnostics import Reporter, Span, did_you_mean
from arcg.dsl.model import (
    ACTION_WORDS,
    LAYER_FLAGS,
    AttrModel,
    BarModel,
    Game,
    GroupModel,
    KindModel,
    LayerModel,
)
from arcg.dsl.paints import declare_paint
from arcg.dsl.pictures import colour, declare_looks
from arcg.dsl.views import declare_view, seen_size, view_size

FRAME = 64
"""Width and height of a frame in pixels, and of the largest board in cells."""

LARGEST_CELLWISE = 256
"""Width and height in cells of the largest board under `semantics puzzlescript`, of which a frame shows a part."""

SEMANTICS = ("puzzlescript",)
"""What a file may say behind `semantics`; a file that says nothing has the language's own."""

EDGES: tuple[Literal["top", "bottom", "left", "right"], ...] = ("top", "bottom", "left", "right")

S = TypeVar("S", bound=syntax.Node)


Looks = Callable[[], None]
"""Checks the pictures and tints of all kinds, paint and the view; waits until the facts that they may ask are known."""


def declare(game: Game, statements: tuple[syntax.Statement, ...], reporter: Reporter) -> Looks:
    """Fill `game` with everything that is not a rule, a goal or a level, and report what is wrong.

    Returns what checks how it looks, to be called after the rules.
    """
    declarer = _Declarer(game, statements, reporter)
    declarer.header()
    declarer.layers()
    declarer.kinds()
    declarer.groups()
    declarer.attributes()
    declarer.bars()
    declarer.legend()
    return declarer.looks


def is_cellwise(statements: Iterable[syntax.Node]) -> bool:
    """Whether a file is under `semantics puzzlescript`."""
    return any(isinstance(node, syntax.SemanticsDecl) and node.name.text in SEMANTICS for node in statements)


def largest_board(statements: Iterable[syntax.Node]) -> int:
    """How many cells a board has at most each way."""
    return LARGEST_CELLWISE if is_cellwise(statements) else FRAME


def board_size(
    decl: syntax.BoardDecl,
    view: tuple[int, int] | None,
    span: Span,
    reporter: Reporter,
    largest: int = FRAME,
) -> tuple[int, int, int] | None:
    """Width and height in cells and the size of a cell in pixels, or None after a report.

    `view` is the size of the part of it that is seen, if there is a view; `span` where it is said how large cells are;
    `largest` how many cells a board has at most each way.
    """
    width, height = decl.width, decl.height
    if not (1 <= width <= largest and 1 <= height <= largest):
        reporter.report("E205", decl.span, width=width, height=height, largest=largest)
        return None
    seen = seen_size(min(width, FRAME), min(height, FRAME), view)
    best = FRAME // max(seen)
    cell = best if decl.cell is None else decl.cell
    if not 1 <= cell <= best:
        reporter.report("E206", span, width=seen[0], height=seen[1], cell=cell, best=best)
        return None
    return width, height, cell


class _Declarer:
    def __init__(self, game: Game, statements: tuple[syntax.Statement, ...], reporter: Reporter) -> None:
        self.game = game
        self.statements = statements
        self.reporter = reporter
        self.domains = Domains(game, reporter)
        self.kind_decls: list[tuple[KindModel, syntax.KindDecl]] = []
        self.view: syntax.ViewDecl | None = None
        self.largest = largest_board(statements)

    def all(self, kind: type[S]) -> list[S]:
        """The statements of one sort, in file order."""
        return [statement for statement in self.statements if isinstance(statement, kind)]

    def one(self, kind: type[S], word: str) -> S | None:
        """The only statement of its sort; any further ones are reported."""
        found = self.all(kind)
        for extra in found[1:]:
            self.reporter.report("E204", extra.span, notes=[("the first one", found[0].span)], what=word)
        return found[0] if found else None

    def start(self) -> Span:
        """The start of the file, where what is missing is reported."""
        return Span(self.game.path, 1, 1, 1, 1)

    # ------------------------------------------------------------ game, board, actions, ties

    def header(self) -> None:
        game, report = self.game, self.reporter.report
        if (name := self.one(syntax.GameDecl, "game")) is not None:
            game.name = name.name
        else:
            report("E201", self.start())
        if (semantics := self.one(syntax.SemanticsDecl, "semantics")) is not None:
            said = semantics.name
            if said.text not in SEMANTICS:
                hint = name_hint(said.text, SEMANTICS, "take the line away, or write `semantics puzzlescript`")
                report("E107", said.span, word=said.text, what="a semantics", hint=hint)
        levels = self.all(syntax.LevelDecl)
        if not levels:
            report("E203", self.start())
        if (view := self.one(syntax.ViewDecl, "view")) is not None:
            self.view = view
            game.view_size = view_size(view, self.reporter)
        board = self.one(syntax.BoardDecl, "board")
        if board is not None:
            if (size := board_size(board, game.view_size, board.span, self.reporter, self.largest)) is not None:
                game.width, game.height, game.cell = size
            if board.ground is not None and (ground := colour(board.ground, self.reporter)) is not None:
                game.ground = ground
        elif not levels or any(not any(isinstance(p, syntax.BoardDecl) for p in level.parts) for level in levels):
            report("E202", self.start())
        self.actions()
        if (ties := self.one(syntax.TiesDecl, "ties")) is not None:
            self.ties(ties)

    def actions(self) -> None:
        decls = self.all(syntax.ActionsDecl)
        words = [name for decl in decls for name in decl.names]
        self.distinct(words)
        offered: set[int] = set()
        for word in words:
            if word.text in ACTION_WORDS:
                offered.update(ACTION_WORDS[word.text])
            else:
                hint = name_hint(word.text, ACTION_WORDS, "")
                self.reporter.report("E107", word.span, word=word.text, what="an action", hint=hint)
        if not decls and self.game.name:
            self.reporter.report("W201", self.all(syntax.GameDecl)[0].span)
        self.game.actions = tuple(sorted(offered))

    def ties(self, decl: syntax.TiesDecl) -> None:
        known = [name for name in decl.names if name.text in core.DIRECTIONS]
        for name in decl.names:
            if name.text not in core.DIRECTIONS:
                hint = name_hint(name.text, core.DIRECTIONS, "")
                self.reporter.report("E107", name.span, word=name.text, what="a direction", hint=hint)
        order = tuple(core.DIRECTIONS.index(name.text) for name in known)
        if len(known) < len(decl.names):
            return
        if sorted(order) != sorted(range(len(core.DIRECTIONS))):
            self.reporter.report("E214", decl.span)
            return
        self.game.ties = order

    def distinct(self, names: Iterable[syntax.Name]) -> None:
        """Report words that stand twice in a list."""
        seen: set[str] = set()
        for name in names:
            if name.text in seen:
                self.reporter.report("E221", name.span, word=name.text)
            seen.add(name.text)

    # ------------------------------------------------------------ layers, kinds, groups

    def layers(self) -> None:
        decls = self.all(syntax.LayerDecl)
        for decl in decls:
            self.distinct(decl.flags)
            for flag in decl.flags:
                if flag.text not in LAYER_FLAGS:
                    hint = name_hint(flag.text, LAYER_FLAGS, "")
                    self.reporter.report("E107", flag.span, word=flag.text, what="said of a layer", hint=hint)
            if (first := self.game.layers.get(decl.name.text)) is not None:
                self.twice("the layer", decl.name.text, decl.name.span, first.span)
                continue
            flags = frozenset(flag.text for flag in decl.flags)
            number = len(self.game.layers)
            self.game.layers[decl.name.text] = LayerModel(number, decl.name.text, flags, decl.name.span)

    def kinds(self) -> None:
        for decl in self.all(syntax.KindDecl):
            layer = self.layer(decl.layer)
            for term in decl.names:
                assert term.kind is not None  # the parser makes these of capitalised words
                if (first := self.game.kinds.get(term.kind)) is not None:
                    self.twice("the kind", term.kind, term.span, first.span)
                    continue
                wide = any(isinstance(part, syntax.BodyDecl) for part in decl.parts)
                number, numbered = len(self.game.kinds), decl.numbered
                kind = KindModel(number, term.kind, layer, {}, term.span, wide=wide, numbered=numbered)
                self.game.kinds[term.kind] = kind
                self.kind_decls.append((kind, decl))

    def layer(self, name: syntax.Name) -> LayerModel:
        """The layer of that name; after a report a stand-in, so that the kinds on it are known."""
        layer = self.game.layers.get(name.text)
        if layer is None:
            hint = did_you_mean(name.text, self.game.layers) or f"declare it: `layer {name.text}`"
            self.reporter.report("E102", name.span, name=name.text, hint=hint)
            return LayerModel(0, name.text, frozenset({"free"}), name.span)
        return layer

    def groups(self) -> None:
        game = self.game
        decls: dict[str, syntax.GroupDecl] = {}
        for decl in self.all(syntax.GroupDecl):
            name = decl.name.kind
            assert name is not None  # the parser makes these of capitalised words
            if name in game.kinds:
                self.twice("the name", name, decl.name.span, game.kinds[name].span)
            elif name in decls:
                self.twice("the group", name, decl.name.span, decls[name].name.span)
            else:
                decls[name] = decl
        for decl in decls.values():
            for member in decl.members:
                if member.kind not in game.kinds and member.kind not in decls:
                    name = member.kind or ""
                    hint = did_you_mean(name, [*game.kinds, *decls]) or f"declare it: `kind {name} on ..`"
                    self.reporter.report("E101", member.span, name=name, hint=hint)
        for name, decl in decls.items():
            reached = _reach(name, decls)
            if name in reached:
                self.reporter.report("E213", decl.name.span, name=name)
            kinds = sorted(game.kinds[member].number for member in reached if member in game.kinds)
            game.groups[name] = GroupModel(name, tuple(kinds), decl.name.span)

    # ------------------------------------------------------------ attributes, looks, bars, legend

    def attributes(self) -> None:
        game = self.game
        for kind, decl in self.kind_decls:
            declare_attributes(game, decl.attrs, game.fields, kind.attrs, self.reporter, self.domains)
            check_kind_attributes(decl.attrs, self.reporter)
        for kind, _ in self.kind_decls:
            if kind.numbered:
                number_kind(game, kind)
        places: dict[str, int] = {}
        for world in self.all(syntax.WorldDecl):
            declare_attributes(game, world.attrs, places, game.world, self.reporter, self.domains)
        check_world_names(game, self.reporter)

    def looks(self) -> None:
        for kind, decl in self.kind_decls:
            declare_looks(self.game, kind, decl, self.domains.guessed, self.reporter)
        for paint in self.all(syntax.PaintDecl):
            declare_paint(self.game, paint, self.reporter)
        if self.view is not None:
            declare_view(self.game, self.view, self.reporter)

    def bars(self) -> None:
        for decl in self.all(syntax.BarDecl):
            number = colour(decl.colour, self.reporter)
            attr = self.bar_attribute(decl)
            edge = next((edge for edge in EDGES if edge == decl.edge.text), None)
            if edge is None:
                hint = name_hint(decl.edge.text, EDGES, "")
                self.reporter.report(
                    "E107", decl.edge.span, word=decl.edge.text, what="an edge of the frame", hint=hint
                )
            elif attr is not None and number is not None:
                self.game.bars.append(BarModel(decl.shape, attr, edge, number, decl.span))

    def bar_attribute(self, decl: syntax.BarDecl) -> AttrModel | None:
        name = decl.attr.text
        attr = self.game.world.get(name)
        if attr is None:
            hint = name_hint(name, self.game.world, f"declare it: `world has {name}: 0..20`")
            self.reporter.report("E103", decl.attr.span, name=name, hint=hint)
            return None
        if not isinstance(attr.domain, core.IntDomain):
            notes = [("declared here", attr.span)]
            self.reporter.report("E215", decl.attr.span, notes=notes, shape=decl.shape, name=name)
            return None
        if attr.domain.low < 0:
            notes = [("declared here", attr.span)]
            self.reporter.report("E223", decl.attr.span, notes=notes, shape=decl.shape, name=name, low=attr.domain.low)
            return None
        return attr

    def legend(self) -> None:
        for decl in self.all(syntax.LegendDecl):
            for entry in decl.entries:
                if (first := self.game.legend.get(entry.glyph)) is not None:
                    self.twice("the character", entry.glyph, entry.span, first.span)
                    continue
                self.game.legend[entry.glyph] = entry
                for term in entry.things:
                    known_kind(self.game, term, self.reporter)

    # ------------------------------------------------------------ shared

    def twice(self, what: str, name: str, span: Span, first: Span) -> None:
        self.reporter.report("E130", span, notes=[("first here", first)], what=what, name=name)


def known_kind(game: Game, term: syntax.ThingTerm, reporter: Reporter) -> KindModel | None:
    """The kind that a thing to be placed is of, or None after a report: unknown, or a group."""
    name = term.kind or ""
    if name in game.kinds:
        return game.kinds[name]
    if (group := game.groups.get(name)) is not None:
        members = ", ".join(f"`{kind.name}`" for kind in game.kinds.values() if kind.number in group.kinds)
        reporter.report("E220", term.span, name=name, kinds=members or "its kinds")
    else:
        reporter.report("E101", term.span, name=name, hint=kind_hint(game, name))
    return None


def _reach(name: str, decls: dict[str, syntax.GroupDecl]) -> set[str]:
    """All names that a group contains, directly or through groups."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        decl = decls.get(waiting.pop())
        for member in decl.members if decl is not None else ():
            if member.kind is not None and member.kind not in reached:
                reached.add(member.kind)
                waiting.append(member.kind)
    return reached
