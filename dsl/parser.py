"""From text to syntax nodes, whatever the text.

Takes the text of a file, gives a `File` with every statement that could be read, and reports each mistake as an `E0..`
diagnostic. First of the stages: `art.py` cuts the text into lines, `reader.py` reads each of them, `build.py` makes the
nodes, `slips.py` finds the words for what went wrong.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import io
import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Literal

import lark
from lark import Lark, Tree, UnexpectedInput

from arcg.dsl import syntax as s
from arcg.dsl.art import Line, normalise, outline
from arcg.dsl.build import Builder, Slip
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.reader import Reader, Token, leaves
from arcg.dsl.slips import entry_slip, explain, reserved_words, unknown_statement

MAX_LENGTH: Final = 1_000_000
MAX_LINE: Final = 10_000
MAX_NAME: Final = 64
MAX_MISTAKES: Final = 100

Seen = Callable[[Line, Tree[Token]], None]
"""What wants to see the lines of a text as the grammar read them."""

RESERVED: frozenset[str]
"""The words that cannot be names everywhere (worked out from the grammar when first asked for)."""

_GRAMMAR: Final = Path(__file__).with_name("grammar.lark")
_LONG_NAME: Final = re.compile(rf"(?<!\w)[A-Za-z]\w{{{MAX_NAME},}}", re.ASCII)
_GLUED: Final = re.compile(r"\w+", re.ASCII)
_USES: Final = {
    "attribute": (("rule", "{0} > 1, a = {0} -> {0} = {0}, {0} + 1"), ("level_part", "{0} = 1")),
    "value": (("rule", "a = {0} -> a = {0}"),),
}
"""Lines of every sort in which an attribute of the world, or a named value, stands bare: `{0}`."""

_STARTS: Final = ["statement", "rule", "kind_part", "level_part", "legend_entry", "setting", "recipe_line"]


def parse(text: str, path: str, reporter: Reporter, seen: Seen | None = None) -> s.File:
    """The statements of a text. Mistakes go to `reporter`, in the order of lines; no text makes this raise.

    `seen` is called with each line that could be read, and the tree that the grammar made of it.
    """
    text = normalise(text)
    if len(text) > MAX_LENGTH:
        reporter.report("E003", Span(path, 1, 1, 1, 2), limit=MAX_LENGTH)
        return s.File(path, text, ())
    known = len(reporter.found)
    reading = _Reading(path, reporter, seen)
    statements = reading.nodes(outline(text, path, reading.report))
    reporter.found[known:] = sorted(
        reporter.found[known:], key=lambda d: (d.code == "E012", d.span.line, d.span.column)
    )
    return s.File(path, text, statements)


class _Reading:
    """Reads the lines of one text; after `MAX_MISTAKES` mistakes it stops."""

    def __init__(self, path: str, reporter: Reporter, seen: Seen | None) -> None:
        self.path = path
        self.reporter = reporter
        self.seen = seen
        self.mistakes = 0

    def report(self, code: str, span: Span, **names: Any) -> None:
        """Report a mistake, unless there were too many."""
        self.mistakes += 1
        if self.mistakes <= MAX_MISTAKES:
            self.reporter.report(code, span, **names)
        elif self.mistakes == MAX_MISTAKES + 1:
            self.reporter.report("E012", span, limit=MAX_MISTAKES)

    def nodes(self, lines: Iterable[Line], *, top: bool = True) -> tuple[Any, ...]:
        """The nodes of those lines that can be read; their sort decides what they are."""
        made = (self.node(line, top) for line in lines)
        return tuple(node for node in made if node is not None)

    def node(self, line: Line, top: bool) -> s.Node | None:
        """The node of one line with what stands below it, or None after a report."""
        if self.mistakes > MAX_MISTAKES:
            return None
        node = self._alone(line, top)
        if node is None:
            if line.children and line.children[0].sort != "art":
                self.nodes(line.children, top=False)  # only for the mistakes in them
            return None
        if line.stray:
            self.report("E007", line.stray, word=line.word or line.text.split()[0])
        return self._filled(node, line)

    def _alone(self, line: Line, top: bool) -> s.Node | None:
        """The node of one line without what stands below it, or None after a report."""
        if not line.whole:
            return None
        if len(line.text) > MAX_LINE:
            self.report("E034", line.span(self.path, 0, len(line.text.partition("\n")[0])), limit=MAX_LINE)
            return None
        if long := _LONG_NAME.search(line.text):
            self.report("E035", line.span(self.path, *long.span()), limit=MAX_NAME)
            return None
        try:
            if line.sort == "legend_entry":
                return self._entry(line)
            node: s.Node = self._built(line)
        except UnexpectedInput as error:
            slip = explain(error, line, self.path, grammar())
        except Slip as found:
            slip = found
        else:
            doubt = self._doubt(node, line, top)
            if doubt is None:
                return node
            slip = doubt
        self.report(slip.code, slip.span, **slip.names)
        return None

    def _built(self, line: Line) -> Any:
        """The node that the grammar makes of a line."""
        tree = tree_of(line.text, line.sort)
        self._check_ends(tree, line)
        node = Builder(self.path, line).node(tree)
        if self.seen:
            self.seen(line, tree)
        return node

    def _check_ends(self, tree: Tree[Token], line: Line) -> None:
        """Refuse a keyword with a name behind it and no blank between: lark reads `letel` as `let el`."""
        for word in leaves(tree):
            rest = _GLUED.match(line.text, word.at + len(word)) if word.isalpha() else None
            if rest is None:
                continue
            if line.sort == "statement" and not line.text[: word.at].strip():
                raise unknown_statement(line, self.path, grammar())
            span = line.span(self.path, word.at, rest.end())
            raise Slip("E036", span, word=f"{word}{rest[0]}", use=f"`{word} {rest[0]}`, with a blank between")

    def _doubt(self, node: s.Node, line: Line, top: bool) -> Slip | None:
        """What is wrong with a line that can be read but not where it stands."""
        if isinstance(node, s.PriorDecl) and not top:
            advice = "begin the line without indentation"
            return Slip("E027", node.span, word="prior", place="at the left margin", advice=advice)
        if isinstance(node, s.Sentence) and line.children:  # `Phase walk` with rules below
            return unknown_statement(line, self.path, grammar())
        return None

    def _entry(self, line: Line) -> s.LegendEntry:
        """An entry of the legend: the grammar reads what follows the character."""
        slip = entry_slip(line, self.path)
        if slip:
            raise slip
        margin = len(line.text) - len(line.text.lstrip(" \t"))
        rest = replace(line, text=" " * (margin + 1) + line.text[margin + 1 :])
        try:
            entry: s.LegendEntry = self._built(rest)
        except UnexpectedInput as error:
            raise explain(error, rest, self.path, grammar()) from None
        place = line.span(self.path, margin, margin + 1)
        return replace(entry, glyph=line.text[margin], span=place.to(entry.span))

    def _filled(self, node: s.Node, line: Line) -> s.Node:
        """The node with what stands below its line."""
        below = line.children
        match node:
            case s.PicDecl() | s.BodyDecl():
                rows = tuple(row.text.rstrip() for row in below)
                return replace(node, rows=rows, row_spans=self._row_spans(below, rows))
            case s.MapPart():
                rows = tuple(row.text for row in below)
                return replace(node, rows=rows, row_spans=self._row_spans(below, rows))
            case s.SemanticsDecl():
                return replace(node, parts=self.nodes(below, top=False))
            case s.KindDecl():
                return replace(node, parts=self.nodes(below, top=False))
            case s.LevelDecl():
                return replace(node, parts=self.nodes(below, top=False))
            case s.GeneratePart():
                return replace(node, lines=self.nodes(below, top=False))
            case s.PhaseDecl():
                return replace(node, rules=self.nodes(below, top=False))
            case s.LegendDecl():
                return replace(node, entries=self.nodes(below, top=False))
            case s.PriorDecl():
                return replace(node, body=self.nodes(below, top=False))
            case _:
                return node

    def _row_spans(self, lines: list[Line], rows: tuple[str, ...]) -> tuple[Span, ...]:
        return tuple(
            Span(self.path, line.number, line.column, line.number, line.column + len(row))
            for line, row in zip(lines, rows, strict=True)
        )


# ---------------------------------------------------------------- the grammar


def tree_of(text: str, sort: str) -> Tree[Token]:
    """The tree that the grammar makes of a text of one line.

    Raises:
        UnexpectedInput: it cannot be read; lark says where and why.
    """
    tree = _reader().read(text, sort)
    if tree is None:
        grammar().parse(text, start=sort)
        raise AssertionError(f"lark reads {text!r}")
    return tree


@functools.cache
def can_name(word: str, what: Literal["attribute", "value"]) -> bool:
    """Whether an attribute of the world, or a value of an attribute, can be called `word` wherever it is spoken of."""
    return word not in _reserved() or all(_fits(line.format(word), sort) for sort, line in _USES[what])


def _fits(text: str, sort: str) -> bool:
    try:
        tree_of(text, sort)
    except UnexpectedInput:
        return False
    return True


@functools.cache
def _reserved() -> frozenset[str]:
    return reserved_words(grammar())


@functools.cache
def _reader() -> Reader:
    return Reader(grammar())


@functools.cache
def grammar() -> Lark:
    """The parser that lark makes of the grammar, from the tables of an earlier run if they are there.

    The tables lie beside the compiled modules, under a name that says what they were made from, and are trusted as
    far as those: who can write there can change the program anyway. A file that is not whole is not read.
    """
    source = _GRAMMAR.read_bytes()
    key = hashlib.sha256(b"\0".join([source, lark.__version__.encode(), sys.version.encode()])).hexdigest()[:16]
    tables = Path(importlib.util.cache_from_source(__file__)).with_name(f"grammar.{key}.tables")
    try:
        digest, saved = tables.read_bytes()[:32], tables.read_bytes()[32:]
    except OSError:
        digest, saved = b"", b""
    if saved and hashlib.sha256(saved).digest() == digest:
        return Lark.load(io.BytesIO(saved))
    made = Lark(source.decode(), parser="lalr", start=_STARTS, keep_all_tokens=True, maybe_placeholders=False)
    if not sys.dont_write_bytecode:
        _keep(made, tables)
    return made


def _keep(made: Lark, tables: Path) -> None:
    """Write the tables for the next run, if that is allowed here."""
    buffer = io.BytesIO()
    made.save(buffer)
    saved = buffer.getvalue()
    unfinished = tables.with_name(f"{tables.name}.{os.getpid()}")
    try:
        tables.parent.mkdir(exist_ok=True)
        unfinished.write_bytes(hashlib.sha256(saved).digest() + saved)
        unfinished.replace(tables)
    except OSError:
        return  # a read-only installation works without


def __getattr__(name: str) -> frozenset[str]:
    if name == "RESERVED":
        return _reserved()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
