"""The cheat sheet has every construct of the grammar in a snippet, and every word of the language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lark import Tree

from arcg.dsl.art import Line
from arcg.dsl.diagnostics import Reporter
from arcg.dsl.functions import BUILTIN_EVENTS, FUNCTIONS, MOTION_FACTS, OTHER_FUNCTIONS, PROPERTIES, RELATIONS
from arcg.dsl.model import ACTION_WORDS, COLOURS, LAYER_FLAGS
from arcg.dsl.parser import grammar, parse
from arcg.dsl.reader import Token

PAGE = (Path(__file__).parents[2] / "docs" / "cheatsheet.md").read_text("utf-8")
SNIPPETS = re.findall(r"^```arcg ?\w*\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
MOST_LINES = 185
"""What one page of paper holds in two columns."""


def constructs() -> tuple[set[str], set[str]]:
    """The names of all trees that the snippets come to, and of all their tokens."""
    trees: set[str] = set()
    tokens: set[str] = set()

    def seen(line: Line, tree: Tree[Token]) -> None:
        trees.update(str(inner.data) for inner in tree.iter_subtrees())
        tokens.update(token.type for token in tree.scan_values(lambda item: isinstance(item, Token)))

    reporter = Reporter()
    for snippet in SNIPPETS:
        parse(snippet, "cheatsheet.md", reporter, seen)
    assert reporter.found == []
    return trees, tokens


def test_every_construct_of_the_grammar_stands_in_a_snippet() -> None:
    trees, tokens = constructs()
    rules = [rule for rule in grammar().rules if not rule.origin.name.startswith("_")]
    made = {str(rule.alias or rule.origin.name) for rule in rules if rule.alias or not rule.options.expand1}

    assert made - trees == set()
    assert {terminal.name for terminal in grammar().terminals} - tokens == set(grammar().lexer_conf.ignore)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, id=name)
        for name, words in {
            "relations": RELATIONS, "functions": {**FUNCTIONS, **OTHER_FUNCTIONS}, "properties": PROPERTIES,
            "events": BUILTIN_EVENTS, "facts of motion": MOTION_FACTS, "colours": COLOURS, "actions": ACTION_WORDS,
            "marks of layers": LAYER_FLAGS,
        }.items()
    ],
)  # fmt: skip
def test_every_word_of_the_language_is_on_the_page(words: list[str]) -> None:
    assert [word for word in words if not re.search(rf"(?<![\w$]){word}(?!\w)", PAGE)] == []


def test_it_is_one_page() -> None:
    assert PAGE.count("\n") <= MOST_LINES
    assert max(len(row) for snippet in SNIPPETS for row in snippet.splitlines()) <= 120
