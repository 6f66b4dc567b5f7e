"""Colours, pictures and tints: how a thing looks.

Takes the parts of kind declarations and fills the pictures and tints of their `KindModel`s. Part of the declaring
pass, after all attributes are known, because a picture may depend on them.
"""

from __future__ import annotations

from arcg.dsl import core, syntax
from arcg.dsl.attributes import domain_text
from arcg.dsl.diagnostics import Reporter, Span, did_you_mean
from arcg.dsl.model import COLOURS, AttrModel, Game, KindModel, PictureModel, TintModel, Type

MAX_SIDE = 64
_PIXELS = {char: number for number, char in enumerate("0123456789abcdef")} | {".": -1}
_LETTERS = {char: number for char, number in _PIXELS.items() if char.isalpha()}
"""The pixels of the colours from 10 on, which are colours outside pictures too."""

NO_COMMENTS = "rows of art hold no comments: write the comment on a line of its own, above the first row"


def colour(expr: syntax.Expr, reporter: Reporter) -> int | None:
    """The palette number of a colour as written (0-15, `a` to `f` or a name), or None after a report."""
    match expr:
        case syntax.Int(value=value) if 0 <= value < len(COLOURS):
            return value
        case syntax.Name(text=text) if text in COLOURS:
            return COLOURS.index(text)
        case syntax.Name(text=text) if text in _LETTERS:
            return _LETTERS[text]
    text = expr.text if isinstance(expr, syntax.Name) else str(expr.value) if isinstance(expr, syntax.Int) else "this"
    hint = did_you_mean(text, COLOURS) or f"write 0 to 15, `a` to `f` as in pictures, or one of {', '.join(COLOURS)}"
    reporter.report("E106", expr.span, name=text, hint=hint)
    return None


def declare_looks(game: Game, kind: KindModel, decl: syntax.KindDecl, guessed: set[Span], reporter: Reporter) -> None:
    """Fill body, pictures and tints of `kind` from its declaration; `guessed` are attributes with mistaken domains."""
    from arcg.dsl.bodies import declare_body  # bodies.py uses the modules of this pass

    body = next((part for part in decl.parts if isinstance(part, syntax.BodyDecl) and part.rows), None)
    art = pixels(body, reporter) if body is not None else None
    declare_body(game, kind, decl, art, reporter)
    always: Span | None = None
    for part in decl.parts:
        if isinstance(part, syntax.PicDecl):
            if always is not None:
                reporter.report("W402", part.span, notes=[("this one always fits", always)])
            _picture(game, kind, part, reporter)
            if part.when is None and always is None:
                always = part.span
    if art is not None and body is not None and not any(isinstance(part, syntax.PicDecl) for part in decl.parts):
        kind.pictures.append(PictureModel(None, art, body.span))
    seen = kind.layer.name in game.layers and "hidden" not in kind.layer.flags
    if seen and body is None and not any(isinstance(part, syntax.PicDecl) for part in decl.parts):
        reporter.report("W404", kind.span, name=kind.name)
    drawn = {pixel for picture in kind.pictures for row in picture.rows for pixel in row}
    for part in decl.parts:
        if isinstance(part, syntax.TintDecl):
            _tint(game, kind, part, drawn, guessed, reporter)


def _picture(game: Game, kind: KindModel, part: syntax.PicDecl, reporter: Reporter) -> None:
    from arcg.dsl.rules import own_query  # rules.py uses the modules of this pass

    when = own_query(game, kind, part.when, reporter) if part.when is not None else None
    rows = pixels(part, reporter)
    if rows is not None and (when is not None or part.when is None):
        kind.pictures.append(PictureModel(when, rows, part.span, part.cells))


def pixels(part: syntax.PicDecl | syntax.BodyDecl, reporter: Reporter) -> tuple[tuple[int, ...], ...] | None:
    """The palette numbers of a picture's rows, or None after a report."""
    width, height = max(map(len, part.rows), default=0), len(part.rows)
    if width > MAX_SIDE or height > MAX_SIDE:
        reporter.report("E403", part.span, width=width, height=height)
        return None
    sound = True
    widths = [len(row) for row in part.rows]
    usual = max(widths, key=widths.count, default=0)  # of equally many the width that comes first
    for row, span in zip(part.rows, part.row_spans, strict=True):
        if len(row) != usual:
            model = widths.index(usual)
            notes = [("the first row" if model == 0 else "such a row", part.row_spans[model])]
            others = "the others" if widths.count(usual) > 1 else "the first one"
            hint = NO_COMMENTS if "//" in row else "make all rows equally wide"
            reporter.report("E401", span, notes=notes, width=len(row), others=others, usual=usual, hint=hint)
            sound = False
        for column, char in enumerate(row):
            if char not in _PIXELS:
                hint = "use `.` for see-through, `0` to `9` and `a` to `f` for colours"
                hint = NO_COMMENTS if row[column:].lstrip().startswith("//") else hint
                reporter.report("E402", char_span(span, column), char=char, hint=hint)
                sound = False
                break
    return tuple(tuple(_PIXELS[char] for char in row) for row in part.rows) if sound else None


def char_span(row: Span, column: int) -> Span:
    """The place of the character `column` (from 0) of a row of art."""
    start = row.column + column
    return Span(row.file, row.line, start, row.line, start + 1)


def _tint(
    game: Game, kind: KindModel, part: syntax.TintDecl, drawn: set[int], guessed: set[Span], reporter: Reporter
) -> None:
    from arcg.dsl.rules import own_expr  # rules.py uses the modules of this pass

    number = colour(part.colour, reporter)
    palette = tuple(colour(entry, reporter) for entry in part.palette)
    found = own_expr(game, kind, part.by, reporter)
    attr = _attribute(game, kind, part.by)
    if number is None or found is None or None in palette or (attr is not None and attr.span in guessed):
        return
    expr, type_, slots = found
    for other in kind.tints:
        if other.colour == number:
            reporter.report("E405", part.span, notes=[("first here", other.span)], colour=COLOURS[number])
            return
    if kind.pictures and number not in drawn:
        reporter.report("W403", part.colour.span, kind=kind.name, colour=COLOURS[number])
    numbers = tuple(entry for entry in palette if entry is not None)
    table = _palette(game, kind, part, type_, numbers, reporter)
    if table is not None:
        kind.tints.append(TintModel(number, slots, expr, *table, part.span))


def _palette(
    game: Game, kind: KindModel, part: syntax.TintDecl, type_: Type, written: tuple[int, ...], reporter: Reporter
) -> tuple[int, tuple[int, ...]] | None:
    """The least value and the colour of each value from there on, or None after a report."""
    low, count, own = 0, 0, None
    match type_:
        case Type("enum", core.EnumDomain(names)):
            count = len(names)
            own = tuple(COLOURS.index(name) for name in names) if set(names) <= set(COLOURS) else None
        case Type("dir"):
            count = len(core.DIRECTIONS)
        case Type("int"):
            attr = _attribute(game, kind, part.by)
            if attr is not None and isinstance(attr.domain, core.IntDomain):
                low, count = attr.domain.low, attr.domain.high - attr.domain.low + 1
                fits = low >= 0 and attr.domain.high < len(COLOURS)
                own = tuple(range(low, attr.domain.high + 1)) if fits else None
            else:
                # What a calculation can yield is not known here: its values from 0 on are the colours.
                own, count = tuple(range(len(COLOURS))), len(written)
        case _:
            reporter.report("E219", part.by.span)
            return None
    attr = _attribute(game, kind, part.by)
    if not written:
        if own is None:
            name = attr.name if attr is not None else "this"
            hint = f"add `as` and {count} colours, one for each value"
            if count > len(COLOURS):
                hint = f"there are {len(COLOURS)} colours: give `{name}` a range such as `0..{len(COLOURS) - 1}`"
            reporter.report("E217", part.by.span, name=name, hint=hint)
            return None
        return low, own
    if len(written) != count:
        span = part.palette[0].span.to(part.palette[-1].span)
        domain = domain_text(game, attr.domain) if attr is not None else f"{count} values"
        reporter.report("E218", span, count=len(written), values=count, domain=domain)
        return None
    return low, written


def _attribute(game: Game, kind: KindModel, expr: syntax.Expr) -> AttrModel | None:
    """The attribute that a tint names, if it names one and does not calculate."""
    if isinstance(expr, syntax.Name):
        return kind.attrs.get(expr.text) or game.world.get(expr.text)
    return None
