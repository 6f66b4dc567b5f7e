"""Sentences become the lines of their priors."""

from __future__ import annotations

import pytest

from arcg.dsl import syntax
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.expand import MAX_DEPTH, expand, library, words_text
from arcg.dsl.model import Expansion
from arcg.dsl.parser import parse


def expanded(text: str) -> tuple[tuple[syntax.Statement, ...], list[Expansion], Reporter]:
    reporter = Reporter()
    file = parse(text, "game.arcg", reporter)
    assert not reporter.found
    statements, expansions = expand(file, reporter)
    return statements, expansions, reporter


def lines(text: str) -> tuple[syntax.Statement, ...]:
    """What a text says, without sentences; spans do not count in comparisons."""
    reporter = Reporter()
    file = parse(text, "game.arcg", reporter)
    assert not reporter.found
    return file.statements


def test_a_sentence_is_replaced_in_place_by_the_lines_of_its_prior() -> None:
    statements, expansions, reporter = expanded("layer floor\nCrate is pushed by Player\nlayer solid\n")

    assert not reporter.found
    assert statements == lines("layer floor\nlet Player pushes Crate\nlayer solid\n")
    assert [(e.family, e.statements) for e in expansions] == [("objectness", statements[1:2])]


def test_value_parameters_take_numbers_names_and_variables() -> None:
    text = "prior X counts $n $c\n    phase count\n        on moved(X) -> $c + $n\nPlayer counts 2 steps\n"

    statements, _, _ = expanded(text)

    assert statements == lines("phase count\n    on moved(Player) -> steps + 2\n")


def test_a_parameter_may_stand_for_an_attribute() -> None:
    text = "prior X tops Y by $key over $n\n    win when X{$key > $n}.$key > Y.$key\nBird tops Nest by age over 3\n"

    statements, _, _ = expanded(text)

    assert statements == lines("win when Bird{age > 3}.age > Nest.age\n")


def test_every_replaced_node_stands_in_the_sentence() -> None:
    statements, _, _ = expanded("\n\nPlayer walks\n")

    def spans(value: object) -> set[int]:
        if isinstance(value, tuple):
            return set().union(*map(spans, value)) if value else set()
        if isinstance(value, syntax.Node):
            inner = [spans(getattr(value, name)) for name in value.__dataclass_fields__ if name != "span"]
            return {value.span.line}.union(*inner)
        return set()

    assert spans(statements) == {3}
    assert {statement.span.file for statement in statements} == {"game.arcg"}


def test_one_kind_for_two_parameters_stays_two_things() -> None:
    statements, _, _ = expanded("Crate is pushed by Crate\n")

    assert statements == lines("let Crate $y pushes Crate\n") or statements == lines("let Crate pushes Crate $x\n")


def test_one_kind_for_two_parameters_is_a_variable_in_effects() -> None:
    rule = "on enter(X, Y), Y.n > 0 -> drop Y, make Y at X.cell"
    text = f"prior X eats Y\n    phase eat\n        {rule}\nFish eats Fish\n"

    statements, _, _ = expanded(text)

    phase = statements[0]
    assert isinstance(phase, syntax.PhaseDecl)
    drop, make = phase.rules[0].effects
    assert isinstance(drop, syntax.DropEffect)
    assert isinstance(make, syntax.MakeEffect)
    assert isinstance(drop.target, syntax.ThingTerm)
    assert (drop.target.kind, drop.target.var) == (None, "y")
    assert (make.term.kind, make.term.var) == ("Fish", None)


def test_a_prior_may_use_sentences() -> None:
    text = "prior X shoves Y\n    Y is pushed by X\nPlayer shoves Crate\n"

    statements, expansions, reporter = expanded(text)

    assert not reporter.found
    assert statements == lines("let Player pushes Crate\n")
    assert [e.family for e in expansions] == ["own", "objectness"]


SEEKS = "prior X seeks Y\n    let way_to(X, $c) to { Y at $c } through { X on Y }\n    phase seek\n        {rule}\n"


def test_a_field_belongs_to_its_sentence() -> None:
    text = (
        SEEKS.replace("{rule}", "step(way_to, X) = $d, way_to(X, X) > 1 -> move X $d")
        + "Cat seeks Mouse\nDog seeks Cat\n"
    )

    statements, _, reporter = expanded(text)

    assert not reporter.found
    assert statements == lines(
        """\
let way_to(Cat, $c) to { Mouse at $c } through { Cat on Mouse }
phase seek
    step(way_to, Cat) = $d, way_to(Cat, Cat) > 1 -> move Cat $d
let way_to_2(Dog, $c) to { Cat at $c } through { Dog on Cat }
phase seek
    step(way_to_2, Dog) = $d, way_to_2(Dog, Dog) > 1 -> move Dog $d
"""
    )


def test_a_field_of_the_file_keeps_its_name() -> None:
    own = "let way_to($c) to { Dog at $c } through { Dog at $c }\n"
    text = own + SEEKS.replace("{rule}", "step(way_to, X) = $d -> move X $d") + "Cat seeks Mouse\n"

    statements, _, _ = expanded(text)

    assert statements[0] == lines(own)[0]
    assert statements[1:] == lines(
        """\
let way_to_2(Cat, $c) to { Mouse at $c } through { Cat on Mouse }
phase seek
    step(way_to_2, Cat) = $d -> move Cat $d
"""
    )


def test_the_most_exact_head_wins() -> None:
    text = "prior X tends $way\n    layer loose\nprior X tends down\n    layer exact\nRock tends down\nRock tends up\n"

    statements, _, _ = expanded(text)

    assert statements == lines("layer exact\nlayer loose\n")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("Crate is pushd by Player\n", "E120", 1),
        ("Crate is pushed by 3\n", "E120", 1),
        ("prior X a Y\n    X b Y\nprior X b Y\n    X a Y\nCrate a Crate\n", "E123", 5),
        ("prior X twice\n    let stuck(X, up)\nprior Y twice\n    let stuck(Y, up)\n", "E121", 3),
        ("prior X near $n\n    let stuck(X, up)\n", "E122", 1),
        ("prior X is pushed by Y\n    let Y pushes X\n", "W203", 1),
    ],
)
def test_mistakes(text: str, code: str, line: int) -> None:
    _, _, reporter = expanded(text)

    assert [(d.code, d.span.line) for d in reporter.found] == [(code, line)]


def test_a_sentence_with_a_wrong_word_is_told_the_nearest_form() -> None:
    _, _, reporter = expanded("Crate is pushd by Player\n")

    assert "`X is pushed by Y`" in reporter.found[0].hint


@pytest.mark.parametrize(
    ("sentence", "advice"),
    [
        ("Player pushes Crate", "`X is pushed by Y`"),
        ("Cat flees Dog", "`X flees Y around Z`"),
        ("Cat seeks Dog", "`X seeks Y around Z`"),
        ("Cat seeks Dog around Wall Tree", "name several in a group"),
        ("Cat walks on arrow", "`Cat walks`"),
        ("Cat kills Dog", "declare this one"),
        ("Wall stops Cat unless Key", "`X stops Y unless Z on W`"),
    ],
)
def test_the_verb_of_a_sentence_tells_which_was_meant(sentence: str, advice: str) -> None:
    _, _, reporter = expanded(sentence + "\n")

    assert advice in reporter.found[0].hint


def test_nesting_is_bounded() -> None:
    priors = [f"prior X does{n} Y\n    X does{n + 1} Y\n" for n in range(MAX_DEPTH + 1)]
    text = "".join(priors) + f"prior X does{MAX_DEPTH + 1} Y\n    let X stops Y\nCrate does0 Player\n"

    _, _, reporter = expanded(text)

    assert [d.code for d in reporter.found] == ["E123"]


def test_the_library_has_no_unused_parameters_and_no_form_twice() -> None:
    forms = [prior.form for prior in library()]
    assert len(set(forms)) == len(forms)
    for prior in library():
        body = "".join(repr(statement) for statement in prior.decl.body)
        for word in prior.decl.words:
            if isinstance(word, syntax.ThingTerm):
                named = {f"'{word.kind or word.var}'", f"'${word.var}'"}  # an attribute keeps its dollar
                assert any(name in body for name in named), words_text(prior.decl.words)
