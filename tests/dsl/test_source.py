"""Syntax written back as text reads as the same syntax, and the lines of a sentence mean what the sentence means."""

from __future__ import annotations

import dataclasses
import typing
from pathlib import Path

import pytest
from support.board import read_examples
from support.fresh import text as block
from support.generated import game as generated

from arcg.compiler.ir import Program
from arcg.compiler.lower import lower
from arcg.dsl import syntax
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.expand import library, words_text
from arcg.dsl.explain.explanation import explain
from arcg.dsl.explain.source import (
    ATOMS,
    DOMAINS,
    EFFECTS,
    EXPRESSIONS,
    KIND_PARTS,
    LEVEL_PARTS,
    RECIPE_LINES,
    STATEMENTS,
    source,
)
from arcg.dsl.parser import parse

ROOT = Path(__file__).parents[2]
FILES = [
    *sorted(ROOT.glob("games/*/*.arcg")),
    *sorted(ROOT.glob("benchmarks/*.arcg")),
    *sorted(ROOT.glob("dsl/priors/*.arcg")),
    *sorted((Path(__file__).parent / "explained").glob("*.arcg")),
]
TOGETHER = [example.source for example in read_examples(ROOT / "tests" / "priors" / "together.md")]
"""Games in which every prior of the library is used."""


def parsed(text: str) -> tuple[syntax.Statement, ...]:
    reporter = Reporter()
    file = parse(text, "game.arcg", reporter)
    assert not reporter.errors, reporter.errors
    return file.statements


def written_and_read(text: str) -> None:
    statements = parsed(text)
    assert parsed("\n".join(source(statements)) + "\n") == statements


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_are_written_as_they_are_read(path: Path) -> None:
    written_and_read(path.read_text(encoding="utf-8"))


def test_blocks_are_written_as_they_are_read() -> None:
    lines = "keep Wall\nkeep Crate with hue: red blue, way: up from cell(1, 1) to cell(4, 3)\nvary steps: 20\n"
    written_and_read(block(lines + "put 1..2 Rod with len: 2..3 on Wall from cell(0, 0) to cell(6, 4)"))


@pytest.mark.parametrize("seed", range(40))
def test_games_at_random_are_written_as_they_are_read(seed: int) -> None:
    written_and_read(generated(seed))


@pytest.mark.parametrize(
    ("table", "classes"),
    [
        (EXPRESSIONS, syntax.Expr),
        ({**ATOMS, **EXPRESSIONS}, syntax.Atom),
        (EFFECTS, syntax.Effect),
        (DOMAINS, syntax.Domain),
        (STATEMENTS, syntax.Statement),
        (KIND_PARTS, typing.get_args(typing.get_type_hints(syntax.KindDecl)["parts"])[0]),
        (RECIPE_LINES, syntax.RecipeLine),
        (LEVEL_PARTS, typing.get_args(typing.get_type_hints(syntax.LevelDecl)["parts"])[0]),
    ],
)
def test_every_class_of_syntax_can_be_written(table: dict[type, object], classes: object) -> None:
    assert set(table) == set(typing.get_args(classes))


@pytest.mark.parametrize(
    "rule",
    [
        "-> n = (a + 2) * 3 - -(b)",
        "-> n + a * (b - 1) at least 0, n - (a - b) at most c",
        "name: on boom($b, -1), no { A or B, $b.x % 2 = 1 } -> make A{n = 1} $new at ahead($b, up), boom($new)",
        "count { A } > sum A.n of { A{n != 2} $q }, every { A, A near B } has { A on C } -> restore here only n A",
        "-> turn A cw, turn $b ccw about ahead(A, up), turn A{n = 1} cw about cell(n - 1, 2)",
        "A{n > 1} -> A{n > 1}.n prev, end phase, show 3, move $d left by -(n)",
    ],
)
def test_rules_are_written_as_they_are_read(rule: str) -> None:
    written_and_read(f"phase p\n    {rule}\n")


# ---------------------------------------------------------------- sentences


def program(text: str) -> Program:
    game, found = check_text(text, "game.arcg")
    assert game is not None, found
    return lower(game)


def written_out(text: str) -> str:
    """A file with every sentence replaced by what the explanation shows for it."""
    game, found = check_text(text, "game.arcg")
    assert game is not None, found
    lines = text.split("\n")
    for sentence in explain(game, found).sentences:
        assert lines[sentence.line - 1].split("//")[0].split() == sentence.text.split()
        lines[sentence.line - 1] = "\n".join(sentence.lines)
    return "\n".join(lines)


def nameless(value: Program) -> Program:
    """A program without the names of its rules."""
    phases = tuple(
        dataclasses.replace(phase, rules=tuple(dataclasses.replace(rule, name="") for rule in phase.rules))
        for phase in value.phases
    )
    return dataclasses.replace(value, phases=phases)


OWN = """\
game own
board 4x3
actions arrows
layer solid
layer air free
kind Player Wall on solid
    pic
        9
kind Fish on air has size: 0..9 = 1, prey: Fish, way: facing
    pic
        b
prior X eats Y in $mode
    X walks
    phase eat
        on enter(X, Y), Y.size > X.size, mode = $mode -> X.size + 1, make Y{size=2} at X.cell, drop Y
    let X eyes Y when Y.size = 1, no { X.prey = Y, X near Y }
prior X chases Y
    X eats Y in hungry
    phase chase each X $x
        Y.size > $x.size, X.size < 3, X $a near Y $b -> move $x $b.way, Y{size > 2}.size next
prior X grows
    world has grown: 0..9
    kind Seed on air
        pic
            1
    phase grow
        X, X.size = grown, X eyes X $b -> make Seed at X.cell
world has mode: calm hungry
Fish eats Fish in calm
Fish chases Fish
Player walks
Fish grows
legend
    P = Player
    f = Fish
level
    map
        P.f.
        .ff.
"""


@pytest.mark.parametrize(
    "text",
    [OWN, *(path.read_text(encoding="utf-8") for path in FILES if "priors" not in path.parts), *TOGETHER],
    ids=[
        "own",
        *(path.stem for path in FILES if "priors" not in path.parts),
        *(f"together-{number}" for number, _ in enumerate(TOGETHER, 1)),
    ],
)
def test_a_sentence_can_be_replaced_by_its_lines(text: str) -> None:
    replaced = written_out(text)

    assert nameless(program(replaced)) == nameless(program(text))


def test_these_texts_use_every_prior() -> None:
    said = set()
    for text in [*(path.read_text(encoding="utf-8") for path in FILES if "priors" not in path.parts), *TOGETHER]:
        game, found = check_text(text, "game.arcg")
        assert game is not None, found
        said |= {words_text(expansion.prior.words) for expansion in game.expansions}

    assert {words_text(prior.decl.words) for prior in library()} <= said


def test_sentences_inside_priors_are_named() -> None:
    game, found = check_text(OWN, "game.arcg")
    assert game is not None, found
    told = {sentence.text: sentence for sentence in explain(game, found).sentences}

    assert told["Fish chases Fish"].through == ("Fish eats Fish in hungry", "Fish walks")
    assert told["Player walks"].through == ()
