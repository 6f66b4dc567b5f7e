"""Hostile files: whatever is too large or grows without end meets a diagnostic, quickly."""

from __future__ import annotations

import time

import pytest
from support.largest import largest

from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Reporter, Span, did_you_mean

HEAD = """\
game large
board 8x4
actions arrows
layer solid
kind Player Crate on solid
    pic
        1
world has energy: 0..9
"""
END = "legend\n    P = Player\n    c = Crate\nlevel\n    map\n        Pc\n"


def codes(body: str, end: str = END) -> list[str]:
    began = time.process_time()
    game, found = check_text(HEAD + body + end, "large.arcg")
    assert time.process_time() - began < 10
    assert (game is None) == any(d.severity == "error" for d in found)
    return [d.code for d in found if d.severity == "error"]


RULE = "    on arrow($d), Player -> move Player $d\n"
DOUBLING = "".join(f"prior X does{n + 1}\n" + f"    X does{n}\n" * 10 for n in range(12))
FACTS = "".join(f"let f{n}(Crate) when f{n + 1}(Crate)\n" * 2 for n in range(40)) + "let f40(Crate)\n"


PRIORS = "".join(f"prior X does{n}\n    let X stops Crate\n" for n in range(501))
SENTENCES = "".join(f"Crate frobs{n} Player\n" for n in range(5000))
ATOMS = ", ".join(f"Crate $a{n}" for n in range(200))
HUNDRED = 100


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("phase p\n" + RULE * 1001, ["E216"], id="rules"),
        pytest.param("".join(f"kind K{n} on solid\n" for n in range(300)), ["E216"], id="kinds"),
        pytest.param("let Crate stops Player\n" * 1001, ["E216"], id="lets"),
        pytest.param("prior X does0\n    let X stops Player\n" + DOUBLING + "Crate does12\n", ["E216"], id="priors"),
        pytest.param(PRIORS, ["E216"], id="many priors"),
        pytest.param(f"phase p\n    {ATOMS} -> energy + 1\n", ["E216"], id="atoms"),
        pytest.param("phase p\n    Player -> " + ", ".join(["energy + 1"] * 2000) + "\n", ["E034"], id="line"),
        pytest.param("phase " + "p" * 70 + "\n" + RULE, ["E035"], id="name"),
        pytest.param(SENTENCES, ["E120"] * HUNDRED + ["E012"], id="sentences"),
        pytest.param("phase p\n" + "    Foo -> energy + 1\n" * 900, ["E101"] * HUNDRED + ["E012"], id="mistakes"),
    ],
)
def test_what_is_too_large_is_said_once(body: str, expected: list[str]) -> None:
    assert codes(body) == expected


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"side": 65}, "a board of 65x65 cells is not possible"),
        ({"kinds": 256}, "there are 256 kinds, and the limit is 255"),
        ({"rules": 1001}, "there are 1001 rules, and the limit is 1000"),
        ({"things": 4097}, "there are 4097 things, and the limit is 4096"),
    ],
)
def test_the_message_says_which_limit_was_passed(more: dict[str, int], message: str) -> None:
    found = check_text(largest(**more), "largest.arcg")[1]

    assert [d.message for d in found] == [message]


def test_facts_that_grow_exponentially_are_refused() -> None:
    assert set(codes(FACTS + "phase p\n    f0(Crate) -> energy + 1\n")) == {"E216"}


def test_levels_are_counted() -> None:
    assert codes("", END + "level\n    map\n        P\n" * 255) == ["E216"]


def test_a_file_that_was_not_read_to_its_end_is_not_checked() -> None:
    found = check_text("game large\n" + "x\n" * 200 + "kind Player on solid\n", "large.arcg")[1]

    assert {d.code for d in found} == {"E013", "E012"}


def test_types_of_events_go_along_chains_of_any_length() -> None:
    """A later event of the chain stands earlier in the file, so each round of reading tells one more of them."""
    links = "".join(f"    on e{n}($x) -> e{n + 1}($x)\n" for n in reversed(range(100)))
    game, _ = check_text(HEAD + "phase p\n    on arrow($d) -> e0($d)\n" + links + END, "chain.arcg")

    assert game is not None
    lower(game)
    assert {param.sort for name in ("e0", "e100") for param in game.events[name].params} == {"dir"}


def test_a_reporter_takes_each_finding_once() -> None:
    reporter = Reporter()
    for line in (1, 2, 1):
        reporter.report("E201", Span("f", line, 1, line, 2))

    assert [d.span.line for d in reporter.found] == [1, 2]


@pytest.mark.parametrize(
    ("word", "near"), [("Crates", "Crate"), ("wlak", "walk"), ("ready", ""), ("x" * 1000, ""), ("CRATE", "Crate")]
)
def test_only_words_that_are_near_are_suggested(word: str, near: str) -> None:
    assert did_you_mean(word, ["Crate", "walk", "ahead"]) == (f"did you mean `{near}`?" if near else "")
