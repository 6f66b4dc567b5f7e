"""Stitch: shared abstractions, what they save, and a worker that may fail in any way."""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from support import disguise
from support.mutation import live_lines, mutated
from support.sketch import sketched as program

from arcg.compiler.canonical import Form, canonical
from arcg.compiler.canonical.labelling import labelled
from arcg.compiler.canonical.symmetry import SYMMETRIES, turned
from arcg.compiler.canonical.tree import Source
from arcg.compiler.novelty import stitch
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.stitch import Absent, Stitched, stitched
from arcg.compiler.novelty.stitch_code import distinct, reading, rewritten
from arcg.compiler.novelty.stitch_terms import Spelled, Term, read, saturated, spelled, token_of, written
from arcg.compiler.novelty.stitch_words import told
from arcg.compiler.novelty.stitch_worker import Answer, Found
from arcg.runtime.loading import load

GAMES = ("dyer", "glow", "tilt")
MINIATURES = sorted(Path(__file__).parents[1].glob("expressiveness/*.arcg"))

needs_stitch = pytest.mark.skipif(
    find_spec("stitch_core") is None, reason="stitch-core is not installed (pip install 'arcg[stitch]')"
)


@cache
def form(name: str) -> Form:
    return canonical(load(name))


def found_in(a: Form, b: Form) -> Stitched:
    found = stitched(a, b, shipped())
    assert isinstance(found, Stitched), found
    return found


# ---------------------------------------------------------------- a worker that fails


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("import os; os.abort()", "broke down"),
        ("raise SystemExit(3)", r"broke down \(exit code 3\)"),
        ("import time; time.sleep(60)", "did not answer within 1 second"),
        ("print('thread panicked')", "cannot be read"),
        ("print('[1, 2]')", "cannot be read"),
        ("print('{}')", "cannot be read"),
        ("print('[1, 2, 3, 4, 5]')", "cannot be read"),
        ("print('[null, null, null, null, null]')", "cannot be read"),
        ("print('[{}, {}, {}, {}, {}]')", "cannot be used"),
        (
            "print('[' + ','.join(['{\"library\": [], \"rewritten\": [\"(A x)\", \"(B y)\"]}'] * 5) + ']')",
            "cannot be used: units are missing",
        ),
        (
            "print('[' + ','.join(['{\"library\": [], \"rewritten\": [\"(A\", \"B))\"]}'] * 5) + ']')",
            "cannot be used: .*",
        ),
    ],
    ids=[
        "abort",
        "exit",
        "deadline",
        "words",
        "too few",
        "no list",
        "numbers",
        "nothing",
        "empty",
        "no units",
        "brackets",
    ],
)
def test_a_worker_that_fails_is_told(script: str, reason: str, monkeypatch) -> None:
    monkeypatch.setattr(stitch, "find_spec", lambda _: True)
    monkeypatch.setattr(stitch, "WORKER", (sys.executable, "-c", script))
    monkeypatch.setattr(stitch, "DEADLINE", 1.0 if "sleep" in script else 60.0)

    found = stitched(form("dyer"), form("tilt"), shipped())

    assert isinstance(found, Absent)
    assert re.search(reason, found.reason), found.reason


def test_a_worker_that_cannot_be_started_is_told(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr(stitch, "find_spec", lambda _: True)
    monkeypatch.setattr(stitch, "WORKER", (str(tmp_path / "nothing"),))

    found = stitched(form("dyer"), form("tilt"), shipped())

    assert isinstance(found, Absent)
    assert "could not be started" in found.reason


def test_without_the_package_it_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setattr(stitch, "find_spec", lambda _: None)

    found = stitched(form("dyer"), form("tilt"), shipped())

    assert isinstance(found, Absent)
    assert "pip install 'arcg[stitch]'" in found.reason
    assert stitch.rows_of(found) == [("none", found.reason)]
    assert stitch.json_of(found)["missing"] == found.reason


def test_a_game_that_is_too_large_is_not_begun(monkeypatch) -> None:
    monkeypatch.setattr(stitch, "find_spec", lambda _: True)
    monkeypatch.setattr(stitch, "MOST_WORDS", 100)
    monkeypatch.setattr(stitch, "WORKER", ("must not be started",))

    found = stitched(form("dyer"), form("tilt"), shipped())

    assert isinstance(found, Absent)
    assert "too large for Stitch" in found.reason


# ---------------------------------------------------------------- terms


def flat(term: Term) -> list[str]:
    if isinstance(term, str):
        return [token_of(term, opens=False)]
    head, *children = term
    assert isinstance(head, str)
    return [token_of(head, opens=True), *(token for child in children for token in flat(child)), ")"]


@pytest.mark.parametrize("file", [*GAMES, *map(str, MINIATURES)], ids=lambda name: Path(name).stem)
def test_units_are_read_back_as_they_were_written_and_told_in_words(file: str) -> None:
    for unit in spelled(form(file), shipped()):
        term = read(written(unit.body))

        assert flat(term) == list(unit.body)
        assert len(unit.prices) == len(unit.body)
        assert min(unit.prices) >= 0
        assert told(term)
        assert not set(told(term)) & {"#", ":"} or unit.source.line is None, told(term)


@pytest.mark.parametrize("number", [1, 4, 6])
def test_how_a_rule_lies_on_the_board_makes_no_difference(number: int) -> None:
    changed = 0
    for file in (*GAMES, *map(str, MINIATURES)):
        own = form(file)
        tree = turned(own.tree, SYMMETRIES[number])
        other = replace(own, tree=tree, labelling=labelled(tree))
        changed += tree != own.tree

        assert Counter(unit.body for unit in spelled(own, shipped())) == Counter(
            unit.body for unit in spelled(other, shipped())
        )
    assert changed > 5


@pytest.mark.parametrize("text", ["", "(a", "a b", "(a) b", "())", "()", ")("])
def test_what_is_no_term_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(text)


def test_a_use_with_more_arguments_than_holes_is_written_out() -> None:
    library = {"fn_0": (read("(among kind:2)"), 0), "fn_1": (read("(query #0)"), 1)}

    assert saturated(read("(bind slot:2 (fn_0 kind:3))"), library) == read("(bind slot:2 (among kind:2 kind:3))")
    assert saturated(read("((fn_1 a) b)"), library) == read("(query a b)")
    assert saturated(read("(fn_1 fn_0)"), library) == read("(fn_1 fn_0)")


@pytest.mark.parametrize(
    ("term", "words"),
    [
        (
            "(stops (params slot:0 slot:1) (query (bind slot:0 (among kind:0)) (bind slot:1 (among kind:1 kind:2)) "
            "(no (query (holds fact:0 (take slot:0))))))",
            "let $a stops $b when K1 $a, K2 or K3 $b, no { fact1($a) }",
        ),
        ("(rule (on arrow (take slot:0)) #0 (do (move #1 slot:0 1)))", "arrow($a), ?1 -> move ?2 $a 1"),
        ("(rule query (do (gain world:0 -1 (at_least 0))))", "-> counter1 - 1 at least 0"),
        (
            "(cell_rule (case every_way (row (square (here kind:0 (asks forward))) (square (here kind:1 (leaves "
            "forward))))) late)",
            "[ > K1 | K2 => > K2 ] late",
        ),
        ("(cell_rule (case (along (dir 0) (dir 1)) (row (square (here kind:0 gone)) gap (square #0))))",
         "up or down [ K1 => nothing | ... | ? ]"),
        ("(win (query #0))", "win when ?"),
    ],
)  # fmt: skip
def test_words(term: str, words: str) -> None:
    assert told(read(term)) == words


# ---------------------------------------------------------------- lengths


BALL = """\
game ball
board 5x1
actions arrows
layer solid
layer floor
kind Goal on floor
kind Wall Player Ball Bell on solid
world has count: 0..9
phase walk
    on arrow($d), Player -> move Player $d
phase strike
    on blocked(Player $p, $d, Ball $b), $p.x < $b.x, $p.y = $b.y, count < 4, $d = right -> drop $b, count + 3 at most 7
win when count = 9
legend
    P = Player
    b = Ball
    o = Goal
    e = Bell
    # = Wall
level
    map
        P.boe
"""


def test_a_library_is_paid_for_and_kept_only_if_it_saves() -> None:
    units = spelled(canonical(load("dyer")), shipped())
    bodies = distinct([units])[0]
    plain = reading(rewritten([units], None), (0,), shipped())
    part = "(gain world:0 -1 (at_least 0))"
    whole = f"(A {' '.join(written(body) for body in bodies)})"
    texts = whole.replace(" ) ", ") ").replace(" )", ")")
    assert texts.count(part) >= 2
    once = "(numbers 0 200)"
    assert texts.count(once) == 1
    answer = Answer(
        library=[Found(name="fn_0", body=part, arity=0), Found(name="fn_1", body=once, arity=0)],
        rewritten=[texts.replace(part, "fn_0").replace(once, "fn_1")],
    )
    found = reading(rewritten([units], answer), (0,), shipped())

    assert sum(found.bits) <= sum(plain.bits) + 1e-9
    assert "fn_1" not in found.saved  # it costs a definition and saves nothing


def test_what_is_paid_for_what() -> None:
    """Two rules of one make, each word for ten bits: the second pays for the way it differs, and once for each hole."""
    made = "(rule query (do (set (of {0} field:0 ) (of {0} {1} ) ) ) )"
    bodies = [tuple(made.format(*words).split()) for words in (("slot:0", "field:1"), ("slot:1", "field:2"))]
    units = [Spelled(body, (10.0,) * len(body), False, Source("rule", line)) for line, body in enumerate(bodies, 1)]
    answer = Answer(
        library=[Found(name="fn_0", body="(set (of #0 field:0) (of #0 #1))", arity=2)],
        rewritten=["(A (rule query (do (fn_0 slot:0 field:1))))", "(B (rule query (do (fn_0 slot:1 field:2))))"],
    )
    found = reading(rewritten([[units[0]], [units[1]]], answer), (0, 1), shipped())

    size = len(bodies[0])
    inside = len(["(set", "(of", "slot:0", "field:0", "(of", "slot:0", "field:1"])
    begins = len(["(rule", "(do", "(set", "(of", "(of"])
    # one more: evens; where it begins; three holes; where each is; which: the first, either, any of three; no more: 1/4
    define = 1 + math.log2(begins) + 5 + 3 * math.log2(inside) + math.log2(1 * 2 * 2) + 2
    # not there before: evens; an abstraction rather than a word: evens; no more abstractions: evens
    differs = ["(rule", "query", "(do", "(set", "slot:1", "field:2", ")", ")"]
    assert found.bits == pytest.approx((10 * size + define, 10 * len(differs) + 3))
    free = 10 * (size - len(differs))
    assert found.saved["fn_0"] == pytest.approx(free - 1 - (define - 2))


def test_a_rewritten_game_that_is_another_one_is_refused() -> None:
    units = spelled(form("dyer"), shipped())
    bodies = distinct([units])[0]
    texts = [written(body) for body in bodies]
    swapped = Answer(library=[], rewritten=[f"(A {' '.join([texts[1], texts[0], *texts[2:]])})"])

    with pytest.raises(ValueError, match="changed"):
        reading(rewritten([units], swapped), (0,), shipped())


@needs_stitch
@pytest.mark.parametrize("names", list(combinations(GAMES, 2)), ids="-".join)
def test_lengths_are_those_of_codes(names: tuple[str, str]) -> None:
    found = found_in(*map(form, names))
    alone = [sum(reading(rewritten([spelled(form(name), shipped())], None), (0,), shipped()).bits) for name in names]

    assert max(found.a, found.b) <= found.joint <= found.a + found.b
    assert found.a <= alone[0]
    assert found.b <= alone[1]
    assert 0.8 < found.novelty <= 1  # they have little in common
    for part in found.abstractions:
        assert part.bits > 0
        assert part.a
        assert part.b
        assert all(unit.source.line is not None for unit in (*part.a, *part.b))


@needs_stitch
@pytest.mark.parametrize(("name", "number"), [("dyer", 3), ("glow", 6), ("tilt", 1)])
def test_a_copy_in_disguise_is_no_news(name: str, number: int) -> None:
    copy = canonical(disguise.disguised(load(name), SYMMETRIES[number], Random(number)))
    found = found_in(form(name), copy)

    assert found.novelty == 0
    assert found.a == found.b == found.joint
    assert found.abstractions


@needs_stitch
def test_a_disguise_changes_no_figure() -> None:
    one, two = (
        found_in(form("dyer"), form("tilt")),
        found_in(*(canonical(disguise.disguised(load(name), SYMMETRIES[5], Random(7))) for name in ("dyer", "tilt"))),
    )

    assert one.novelty == pytest.approx(two.novelty, abs=0.03)  # Stitch is greedy, and sees rules in another order


@needs_stitch
def test_novelty_grows_with_the_number_of_changed_rules() -> None:
    most = len(live_lines(load("tilt")))
    figures = [found_in(form("tilt"), canonical(mutated(load("tilt"), count))).novelty for count in (0, 1, most)]

    assert figures[0] == 0
    assert figures[0] < figures[1] < figures[2]


# ---------------------------------------------------------------- explanations


SHARED = (
    "on blocked(Player $p, $d, Ball $b), $p.x < $b.x, $p.y = $b.y, count < 4, $d = right -> "
    "drop $b, count + 3 at most 7"
)
VARIED = SHARED.replace("Ball $b", "Bell $b").replace("count + 3 at most 7", "count + 1")


@needs_stitch
def test_a_shared_rule_is_found_with_its_lines() -> None:
    other = BALL.replace("win when count = 9", "win when every Goal has Ball on Goal\nlose when count = 2").replace(
        "    on arrow($d), Player -> move Player $d\n", "    on arrow($d), Player -> move Player $d by 2\n"
    )
    a, b = program(BALL), program("// first\n" + other)
    found = found_in(canonical(a), canonical(b))
    line = BALL.splitlines().index(f"    {SHARED}") + 1
    best = found.abstractions[0]

    assert [unit.source.line for unit in best.a] == [line]
    assert [unit.source.line for unit in best.b] == [line + 1]
    assert "counter1 + 3 at most 7" in told(best.term)
    assert best.bits > 20


@needs_stitch
def test_what_two_different_rules_have_in_common_is_found() -> None:
    a, b = program(BALL), program(BALL.replace(SHARED, VARIED))
    found = found_in(canonical(a), canonical(b))
    line = BALL.splitlines().index(f"    {SHARED}") + 1
    parts = [part for part in found.abstractions if line in {unit.source.line for unit in part.a}]

    assert [[unit.source.line for unit in side] for part in parts[:1] for side in (part.a, part.b)] == [[line], [line]]
    assert "?" in told(parts[0].term)
    assert "counter1 < 4" in told(parts[0].term)
