"""Bodies: the cells of things that cover more than one, how they are turned and mirrored.

`declare_body` reads the parts of a kind that say so, after the rules, as `pictures.py` reads how it looks. `covered`
works out the cells of a thing of a level, so that the checker can say what is placed where there is no room.
"""

from __future__ import annotations

from typing import TypeVar

from arcg.dsl import core, syntax
from arcg.dsl.boxes import constant, shape
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.expressions import INT
from arcg.dsl.functions import ID
from arcg.dsl.model import Game, KindModel, Type
from arcg.dsl.names import Names
from arcg.dsl.queries import QueryChecker
from arcg.dsl.scope import Binding, Scope
from arcg.dsl.walk import below

N = TypeVar("N", bound=syntax.Node)

_NUMBERS = frozenset(
    ("add", "sub", "mul", "div", "mod", "neg", "abs", "least", "most", "cw", "ccw", "back", "dx", "dy")
)
_KNOWN = (
    core.Const, core.Slot, core.Attr, core.Apply, core.Recode, core.Compare, core.Exists, core.No, core.Query,
)  # fmt: skip


def declare_body(
    game: Game, kind: KindModel, decl: syntax.KindDecl, art: tuple[tuple[int, ...], ...] | None, reporter: Reporter
) -> None:
    """Give `kind` the body that its declaration says; `art` are the pixels of the rows below `body`, if it has any."""
    body = _only(syntax.BodyDecl, decl, "body", reporter)
    turned = _only(syntax.TurnedDecl, decl, "turned", reporter)
    mirrored = _only(syntax.MirroredDecl, decl, "mirrored", reporter)
    if body is None and turned is None and mirrored is None:
        return
    before = len(reporter.errors)
    reader = _Reader(game, kind, reporter)
    width: core.Expr = core.Const("int", 1)
    height: core.Expr = width
    rows: tuple[tuple[int, ...], ...] = ()
    when, origin = None, None
    if body is not None and body.size is not None:
        if body.rows:
            reporter.report("E382", body.row_spans[0])
        width, height = (reader.number(part) for part in body.size)
        when = reader.query(body.when, True) if body.when is not None else None
    elif body is not None:
        if not body.rows:
            reporter.report("E383", body.span)
        if body.when is not None:
            reporter.report("E385", body.when[0].span)
        if art is not None:
            width, height = core.Const("int", len(art[0])), core.Const("int", len(art))
            rows = tuple(tuple(int(pixel >= 0) for pixel in row) for row in art)
            if not any(map(any, rows)):
                reporter.report("E381", body.span, text="these rows hold no cell")
    if body is not None and body.origin is not None:
        origin = reader.number(body.origin[0]), reader.number(body.origin[1])
    field, upright = _turning(kind, turned, reporter) if turned is not None else (None, core.UP)
    mirror = reader.query(mirrored.when, False) if mirrored is not None else None
    if len(reporter.errors) == before and origin is not None and body is not None and body.origin is not None:
        _check_origin((width, height), origin, body.origin[0].span.to(body.origin[1].span), reporter)
    if len(reporter.errors) == before:
        slots = reader.scope.variables()
        kind.body = core.Body(slots, width, height, rows, when, origin, mirror, field, upright)


def _check_origin(sides: tuple[core.Expr, ...], origin: tuple[core.Expr, ...], span: Span, reporter: Reporter) -> None:
    """Report an origin that is no cell of the box, whatever the attributes of the thing."""
    wide, high = (constant(side) for side in sides)
    x, y = (constant(part) for part in origin)
    if wide is None or high is None or x is None or y is None or min(wide, high) < 1:
        return
    if not (0 <= x < wide and 0 <= y < high):
        most = f"`origin 0, 0` to `origin {wide - 1}, {high - 1}`" if wide * high > 1 else "`origin 0, 0`"
        reporter.report("E386", span, x=x, y=y, width=wide, height=high, most=most)


def _only(sort: type[N], decl: syntax.KindDecl, word: str, reporter: Reporter) -> N | None:
    found = [part for part in decl.parts if isinstance(part, sort)]
    for extra in found[1:]:
        reporter.report("E204", extra.span, notes=[("the first one", found[0].span)], what=word)
    return found[0] if found else None


def _turning(kind: KindModel, part: syntax.TurnedDecl, reporter: Reporter) -> tuple[int | None, int]:
    attr = kind.attrs.get(part.by.text)
    if attr is None or not isinstance(attr.domain, core.DirDomain):
        facings = [name for name, known in kind.attrs.items() if isinstance(known.domain, core.DirDomain)]
        new = part.by.text if attr is None else "way"
        hint = f"declare one: `kind {kind.name} on .. has {new}: facing`"
        hint = f"write `turned by {facings[0]}`" if facings else hint
        reporter.report("E384", part.by.span, kind=kind.name, name=part.by.text, hint=hint)
        return None, core.UP
    return attr.number, attr.default


class _Reader:
    """Checks the expressions of a body: about one thing, and the column and row of a cell of its box."""

    def __init__(self, game: Game, kind: KindModel, reporter: Reporter) -> None:
        self.reporter = reporter
        self.kind = kind
        self.scope = Scope()
        type_ = Type("thing", None, (kind.number,))
        self.scope.visible[kind.name] = Binding(self.scope.add(kind.name, type_), type_)
        self.inside = {name: Binding(self.scope.add(name, INT), INT) for name in ("$x", "$y")}
        self.checker = QueryChecker(Names(game, reporter), self.scope, kind)

    def number(self, expr: syntax.Expr) -> core.Expr:
        with self.scope.without_binding():
            made = self.checker.value(expr, INT, "a side of a body")
        self._own(made, expr.span)
        return made

    def query(self, atoms: syntax.Query, inside: bool) -> core.Query:
        """A condition; `inside`: of a cell of the box, `$x` and `$y`."""
        self.scope.visible.update(self.inside if inside else {})
        query = self.checker.closed(atoms)
        for name in self.inside:
            self.scope.visible.pop(name, None)
        self._own(query, atoms[0].span)
        return query

    def _own(self, node: object, span: Span) -> None:
        """Report what a body cannot ask: anything but attributes of the thing itself."""
        own = self.kind.attrs.values()
        changing = {attr.number for attr in own if isinstance(attr.domain, core.ThingDomain) or attr.name == ID}
        for part in below(node):
            fits = isinstance(part, _KNOWN)
            match part:
                case core.Attr(thing, field):
                    fits = thing == core.Slot(0) and field not in changing
                case core.Apply(function, _):
                    fits = function in _NUMBERS
                case core.Query(_, things, values):
                    fits = not things and not values
            if not fits:
                self.reporter.report("E380", span, kind=self.kind.name)
                return


# ---------------------------------------------------------------- where a placed thing lies


def covered(kind: KindModel, attrs: tuple[int, ...], x: int, y: int) -> list[tuple[int, int]] | None:
    """The cells that a thing with these attributes covers at (x, y), row by row; None when its body has no such box."""
    body = kind.body
    if body is None:
        return [(x, y)]
    values = {attr.number: value for attr, value in zip(kind.attrs.values(), attrs, strict=True)}
    return [(x + dx, y + dy) for dx, dy in sorted(shape(body, values) or (), key=lambda c: (c[1], c[0]))] or None


def largest(body: core.Body) -> tuple[int, int]:
    """Width and height of the box, as far as they are fixed; else the most that a body can be."""
    sides = (side.value if isinstance(side, core.Const) else core.MAX_BODY for side in (body.width, body.height))
    width, height = sides
    return width, height
