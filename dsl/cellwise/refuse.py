"""What has no place under `semantics puzzlescript`: constructs of the native semantics, with what to write instead.

Rules are looked at where they are read (`rules.py`); this module looks at all other statements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from arcg.dsl import syntax
from arcg.dsl.diagnostics import Reporter, Span

SETTING: Final = "under `semantics puzzlescript`"

_STATEMENTS: Final[dict[type[syntax.Node], tuple[str, str]]] = {
    syntax.TiesDecl: ("ties", "write `along` and the directions, in order, behind a pattern"),
    syntax.WorldDecl: ("world", "let a thing in a corner remember it: a rule can put another kind in its place"),
    syntax.BarDecl: ("bar", "let things show what is left"),
    syntax.PaintDecl: ("paint", "let a kind on a layer of its own have the colour"),
    syntax.LetDecl: ("let", "name kinds that rules treat alike in a `group`"),
    syntax.LetAttrDecl: ("let", "name kinds that rules treat alike in a `group`"),
    syntax.LetFieldDecl: ("let", "let marks spread from cell to cell in a phase with `repeat`"),
    syntax.ForbidDecl: ("forbid", "write a rule that ends in `-> restore turn`"),
    syntax.LoseFirstDecl: ("lose first", "there is no losing: a rule may end in `-> restore level`"),
    syntax.UndoDecl: ("undo", "write `undo` among the `actions`: it takes back everything"),
    syntax.PriorDecl: ("prior", "write its rules in brackets, in a `phase`"),
    syntax.Sentence: ("a sentence", "write rules in brackets: `[ > Player | Crate ] -> [ > Player | > Crate ]`"),
}
_NO_ATTRIBUTES: Final = "make a kind for each value, and name them together in a `group`"
_NO_BODIES: Final = "a thing is one cell large: write rules that keep its parts together"
_PARTS: Final[dict[type[syntax.Node], tuple[str, str]]] = {
    syntax.BodyDecl: ("body", _NO_BODIES),
    syntax.TurnedDecl: ("turned", _NO_BODIES),
    syntax.MirroredDecl: ("mirrored", _NO_BODIES),
    syntax.TintDecl: ("tint", "draw a kind for each colour"),
    syntax.GeneratePart: ("generate", "levels are made for games of rules over things only"),
    syntax.ParamPart: ("a value", "put things into the level that say it"),
}
_FLAGS: Final = {
    "free": "give each kind that may overlap a layer of its own",
    "open": "draw the board larger than what matters",
    "clickable": "a click anywhere is a turn without input, whatever it hits",
}


def refuse(statements: Sequence[syntax.Statement], reporter: Reporter) -> tuple[syntax.Statement, ...]:
    """The statements without all that has no place, which is reported; phases and goals stay as they are."""
    kept = []
    for statement in statements:
        if type(statement) in _STATEMENTS:
            report(reporter, statement.span, *_STATEMENTS[type(statement)])
        else:
            kept.append(_cleaned(statement, reporter))
    return tuple(kept)


def _cleaned(statement: syntax.Statement, reporter: Reporter) -> syntax.Statement:
    match statement:
        case syntax.KindDecl():
            return _kind(statement, reporter)
        case syntax.LayerDecl(flags=flags):
            for flag in flags:
                if flag.text in _FLAGS:
                    report(reporter, flag.span, flag.text, _FLAGS[flag.text])
            return replace(statement, flags=tuple(flag for flag in flags if flag.text not in _FLAGS))
        case syntax.ViewDecl(turned=syntax.Name() as turned):
            report(reporter, turned.span, "turned", "a view is seen as it lies")
            return replace(statement, turned=None)
        case syntax.LegendDecl(entries=entries):
            plain_entries = (
                replace(entry, things=tuple(_bare(term, reporter) for term in entry.things)) for entry in entries
            )
            return replace(statement, entries=tuple(plain_entries))
        case syntax.LevelDecl(parts=parts):
            made: list[syntax.LevelPart] = []
            for part in parts:
                if type(part) in _PARTS:
                    report(reporter, part.span, *_PARTS[type(part)])
                elif isinstance(part, syntax.PlacePart):
                    made.append(replace(part, term=_bare(part.term, reporter)))
                else:
                    made.append(part)
            return replace(statement, parts=tuple(made))
    return statement


def _kind(decl: syntax.KindDecl, reporter: Reporter) -> syntax.KindDecl:
    for attr in decl.attrs:
        report(reporter, attr.span, "an attribute", _NO_ATTRIBUTES)
    if decl.numbered:
        report(reporter, decl.span, "numbered", "rules speak of cells, and things have no order")
    parts: list[syntax.KindPart] = []
    for part in decl.parts:
        if type(part) in _PARTS:
            report(reporter, part.span, *_PARTS[type(part)])
            continue
        if isinstance(part, syntax.PicDecl) and (part.when is not None or part.cells):
            report(reporter, part.span, "a picture that depends on something", "draw a kind for each look")
            part = replace(part, when=None, cells=False)
        parts.append(part)
    return replace(decl, attrs=(), numbered=False, parts=tuple(parts))


def _bare(term: syntax.ThingTerm, reporter: Reporter) -> syntax.ThingTerm:
    return term if plain(term, reporter) else replace(term, var=None, tests=())


def plain(term: syntax.ThingTerm, reporter: Reporter) -> bool:
    """Whether a thing is named by its kind or group alone; reports what else is said of it."""
    if term.kind is not None and term.var is None and not term.tests:
        return True
    if term.tests:
        report(reporter, term.span, "a test of a thing", _NO_ATTRIBUTES)
    else:
        report(reporter, term.span, f"${term.var}", "name the kind or group alone: rules speak of cells")
    return False


def report(reporter: Reporter, span: Span, what: str, hint: str, where: str = SETTING) -> None:
    """Report something without a place."""
    what = what if " " in what else f"`{what}`"
    reporter.report("E240", span, what=what, where=where, hint=hint)
