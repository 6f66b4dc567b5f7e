"""The reader makes the trees that lark makes, and refuses what lark refuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import lark
import pytest
from support.wild import mutant

from arcg.dsl.art import Line, normalise, outline
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.parser import grammar, parse, tree_of
from arcg.dsl.reader import Reader, Token

ROOT = Path(__file__).parents[2]
FILES = sorted(
    p for folder in ("games", "dsl/priors", "tests/bad", "benchmarks") for p in (ROOT / folder).rglob("*.arcg")
)


def lines(below: list[Line]) -> Iterator[tuple[str, str]]:
    """The text and the start symbol of every line that the grammar reads."""
    for line in below:
        if line.sort == "legend_entry":
            yield "  " + line.text.lstrip(" \t")[1:], line.sort
        elif line.sort != "art":
            yield line.text, line.sort
        yield from lines(line.children)


def same(mine: Any, theirs: Any, text: str) -> bool:
    if isinstance(theirs, lark.Tree):
        return (
            isinstance(mine, lark.Tree)
            and mine.data == theirs.data
            and len(mine.children) == len(theirs.children)
            and all(same(a, b, text) for a, b in zip(mine.children, theirs.children, strict=True))
        )
    return (
        isinstance(mine, Token)
        and (mine, mine.type, mine.at, mine.text) == (str(theirs), theirs.type, theirs.start_pos, text)
        and mine.row == theirs.line - 1
    )


def compare(text: str, path: str) -> tuple[int, int]:
    """How many lines of a text are read, and how many not; by both alike."""
    reader, counts = Reader(grammar()), [0, 0]
    for line, sort in lines(outline(normalise(text), path, lambda *_, **__: None)):
        try:
            theirs = grammar().parse(line, start=sort)
        except lark.UnexpectedInput:
            theirs = None
        mine = reader.read(line, sort)
        assert (mine is None) == (theirs is None), line
        assert theirs is None or same(mine, theirs, line), line
        counts[theirs is None] += 1
    return counts[0], counts[1]


def test_every_line_is_read_as_lark_reads_it() -> None:
    found = [compare(path.read_text("utf-8"), path.name) for path in FILES]

    assert sum(good for good, _ in found) > 2000
    assert sum(bad for _, bad in found) > 50


def test_spoilt_lines_are_read_as_lark_reads_them() -> None:
    texts = [path.read_text("utf-8") for path in FILES if "bad" not in path.parts]
    found = [compare(mutant(Random(seed), texts), "mutant") for seed in range(60)]

    assert sum(bad for _, bad in found) > 10


@pytest.mark.parametrize("text", ["", " ", "\n", "->", "move", "  move Crate", "on arrow ->", "-> show  ", "-> $"])
def test_pieces_of_rules(text: str) -> None:
    try:
        theirs = grammar().parse(text, start="rule")
    except lark.UnexpectedInput:
        with pytest.raises(lark.UnexpectedInput):
            tree_of(text, "rule")
    else:
        assert same(tree_of(text, "rule"), theirs, text)


def test_places_in_a_line_of_several_rows() -> None:
    file = parse("phase p\n    on arrow($d),\n        Crate ->\n            move Crate $d\n", "f", Reporter())
    (rule,) = file.statements[0].rules  # type: ignore[union-attr]

    assert (rule.span.line, rule.span.column, rule.span.end_line, rule.span.end_column) == (2, 5, 4, 26)
    assert rule.effects[0].span.line == 4
