"""Novelty: code lengths, alone and together, and what is said about two games."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import disguise
from support.gated import STOPS, gated_text
from support.mutation import live_lines, mutated
from support.sketch import sketched as program
from support.tokens import follow

from arcg.compiler import ir
from arcg.compiler.canonical import Form, canonical
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.canonical.tree import Ref, Source
from arcg.compiler.lower import lower
from arcg.compiler.novelty import background, train
from arcg.compiler.novelty.background import made_of, shipped, symbols
from arcg.compiler.novelty.coding import Book, coded
from arcg.compiler.novelty.collection import Game
from arcg.compiler.novelty.compare import EVIDENCE_BITS, Comparison, compare, compare_forms, prepared
from arcg.compiler.novelty.edits import bag, edits, least_edits
from arcg.compiler.novelty.grammar import allowed
from arcg.compiler.novelty.patterns import match_levels, match_pictures, pattern
from arcg.compiler.novelty.report import report
from arcg.compiler.novelty.units import Block, Cut, Unit, class_of, cut, number_of, orientations, units_of
from arcg.dsl.check import check_text
from arcg.dsl.expand import library
from arcg.runtime.loading import find, load

GAMES = ("dyer", "glow", "tilt")
PAIRS = tuple(combinations(GAMES, 2))


@cache
def game(name: str) -> ir.Program:
    return load(name)


@cache
def form(name: str) -> Form:
    return canonical(game(name))


@cache
def pair(one: str, two: str) -> Comparison:
    return compare_forms(form(one), form(two), shipped())


# ---------------------------------------------------------------- the figures


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", range(8))
def test_a_copy_in_disguise_is_no_news(name: str, number: int) -> None:
    other = disguise.disguised(game(name), SYMMETRIES[number], Random(100 + number))
    found = compare_forms(form(name), canonical(other), shipped())

    assert found.same
    assert found.novelty == 0
    assert found.containment == 1
    assert found.doubt is None


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_the_shipped_games_are_new_to_one_another(names: tuple[str, str]) -> None:
    found = pair(*names)

    assert not found.same
    assert 0.8 < found.novelty <= 1
    assert found.containment < 0.25


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_which_game_comes_first_makes_no_difference(names: tuple[str, str]) -> None:
    one, other = pair(*names), pair(*reversed(names))

    assert (one.novelty, one.containment, one.joint) == (other.novelty, other.containment, other.joint)
    assert (one.a, one.b) == (other.b, other.a)
    assert {(p.a.source, p.b.source) for p in one.shared} == {(p.b.source, p.a.source) for p in other.shared}


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_together_is_between_the_longer_one_and_both(names: tuple[str, str]) -> None:
    found = pair(*names)

    assert max(found.a, found.b) <= found.joint <= found.a + found.b
    assert found.shared_bits == pytest.approx(found.a + found.b - found.joint)


@pytest.mark.parametrize("names", PAIRS, ids="-".join)
def test_a_disguise_changes_no_figure(names: tuple[str, str]) -> None:
    one, two = (disguise.disguised(game(name), SYMMETRIES[5], Random(7)) for name in names)
    found = compare(one, two)

    assert found.novelty == pytest.approx(pair(*names).novelty, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_novelty_grows_with_the_number_of_changed_rules(name: str) -> None:
    most = len(live_lines(game(name)))
    forms = [canonical(mutated(game(name), count)) for count in sorted({0, 1, 2, most // 2 + 1, most})]
    figures = [compare_forms(forms[0], form, shipped()).novelty for form in forms]

    assert figures[0] == 0
    assert all(low < high for low, high in pairwise(figures)), figures
    assert figures[-1] <= 1


def test_a_game_inside_a_larger_one() -> None:
    whole = game("tilt")
    smaller = replace(whole, stops=(), stuck=(), loses=whole.loses[1:])
    found = compare(smaller, whole)

    assert found.containment > 0.85
    assert 0.05 < found.novelty < 0.5


SMALL = """\
game small
board 4x1
actions arrows
layer floor
layer solid
kind Goal on floor
kind Wall on solid
kind Player Crate on solid
Player walks
Crate is pushed by Player
win when every Goal has Crate on Goal
legend
    P = Player
    c = Crate
    o = Goal
    # = Wall
level
    map
        Pco#
"""


def test_short_games_are_not_judged() -> None:
    found = compare(
        program(SMALL), program(SMALL.replace("on Goal\n", "on Goal\nwin when every Goal has Player on Goal\n"))
    )

    assert min(found.rules) <= 3
    assert found.doubt == "too short"
    assert 0 < found.novelty < 1


def test_little_in_common_is_said() -> None:
    found = pair("glow", "tilt")

    assert (found.doubt == "little shared") == (found.shared_bits < EVIDENCE_BITS)
    assert beside_gated().doubt is None


def test_the_same_words_are_not_the_same_game() -> None:
    found = compare(program(SMALL), program(SMALL.replace("Crate is pushed by Player", "Crate copies Player")))

    assert not found.same
    assert found.novelty > 0


def test_shared_rules_have_their_lines() -> None:
    found = beside_gated().shared
    stops = next(p for p in found if p.a.source.what == "let stops")

    assert lines_of("dyer")[stops.a.source.line - 1].startswith("let Gate stops Walker")
    assert gated_text().split("\n")[stops.b.source.line - 1] == STOPS
    assert [p.bits for p in found] == sorted((p.bits for p in found), reverse=True)
    assert sum(p.bits for p in found) <= 1.2 * beside_gated().shared_bits


@cache
def beside_gated() -> Comparison:
    """Dyer and a game that shares rules with it."""
    return compare(load("dyer"), program(gated_text()))


def lines_of(name: str) -> list[str]:
    return find(name).read_text(encoding="utf-8").split("\n")


# ---------------------------------------------------------------- the background


def test_the_background_is_what_training_gives() -> None:
    path = train.Path(train.__file__).with_name(background.FILE)

    bodies = train.bodies()
    assert path.read_text(encoding="utf-8") == background.dumps(bodies), "run python -m arcg.compiler.novelty.train"
    assert shipped().version == made_of(bodies).version


def test_every_prior_is_in_the_background() -> None:
    said = [line for _, _, lines in train.USES for line in lines.split("|")]

    for prior in library():
        shape = " ".join(r"\w+" if word in ("K", "$") else word for word in prior.form)
        assert any(re.fullmatch(shape, line) for line in said), f"no use of `{' '.join(prior.form)}`"


@pytest.mark.parametrize(
    "sentence", ["One walks", "Two is pushed by One", "One pays 1 count per step|lose when count = 0"]
)
def test_what_priors_say_costs_little(sentence: str) -> None:
    text = train.GAME.format(actions="arrows", layer="solid", lines="One walks\n" + sentence.replace("|", "\n"))
    text = text.replace("One walks\nOne walks", "One walks")
    checked, found = check_text(text, "use")
    assert checked is not None, found
    code = coded(Book(cut(canonical(lower(checked)))), shipped())

    # A phase without a head is so short that spelling it out is as cheap as naming it.
    rules = [choice for choice in code.choices if choice.unit.is_rule and choice.unit.body != ("(phase", "heads", ")")]
    assert rules
    assert all(choice.mode in ("prior", "copy", "run") for choice in rules)
    assert all(choice.bits < 25 for choice in rules)


def test_another_background_has_another_version() -> None:
    bodies = dict(shipped().bodies)
    first = min(bodies)

    assert made_of(bodies).version == shipped().version
    assert made_of(bodies | {first: bodies[first] + 1}).version != shipped().version
    del bodies[first]
    assert made_of(bodies).version != shipped().version


def test_the_grammar_knows_every_body() -> None:
    for name in GAMES:
        for turned in orientations(form(name)):
            for unit in turned.units:
                follow(unit.body)
    for body in shipped().bodies:
        follow(body)


def test_the_probabilities_of_a_place_add_up_to_one() -> None:
    """Kraft: over all that may stand in a place, in the contexts that training has seen."""
    known = shipped()
    for body in sorted(known.bodies)[:12]:
        path = [("", 0)]
        for token, (_, count, contexts, _) in zip(body, symbols(body), strict=True):
            tag, place = path.pop()
            may = [symbol for symbol in allowed(tag, place) if tag or class_of((symbol,)) == class_of(body)]
            shares = [2 ** -known._symbol(symbol, count, contexts, 0.0) for symbol in may]
            assert sum(shares) == pytest.approx(1)
            if token != ")":
                path.append((tag, place + 1))
                path += [(token, 0)] if token.startswith("(") else []


# ---------------------------------------------------------------- codes


BODIES = [tuple(f"(win (query (= #{n} world:0 ) ) )".split()) for n in range(4, 9)]


def unit(body: tuple[str, ...], *wiring: Ref) -> Unit:
    return Unit(body, wiring, Source("goal", 1))


def book(*units: Unit, before: tuple[frozenset[int], ...] | None = None, declared: tuple[Unit, ...] = ()) -> Book:
    """Of units in a fixed order, unless something else is said."""
    in_order = tuple(frozenset(range(place)) for place in range(len(units)))
    return Book(Cut(Block(units, in_order if before is None else before), declared))


def model(count: int = 5) -> list[Unit]:
    return [unit(body, Ref("world", 10 + n)) for n, body in enumerate(BODIES[:count])]


def test_what_comes_next_in_the_other_game_is_nearly_free() -> None:
    same = book(*(unit(body, Ref("world", n)) for n, body in enumerate(BODIES)))
    alone, given_other = coded(same, shipped()), coded(same, shipped(), book(*model()))

    assert [choice.mode for choice in given_other.choices] == ["run"] * 5
    assert given_other.choices[-1].bits < 1
    assert given_other.bits < alone.bits / 4
    assert all(choice.entry is not None and choice.foreign for choice in given_other.choices)


def test_what_commutes_is_coded_in_the_order_of_the_other_game() -> None:
    turned = [unit(body, Ref("world", n)) for n, body in enumerate(BODIES)][::-1]
    fixed, loose = book(*turned), book(*turned, before=(frozenset(),) * 5)

    code = coded(loose, shipped(), book(*model()))
    assert [choice.unit for choice in code.choices] == turned[::-1]
    assert code.bits < coded(fixed, shipped(), book(*model())).bits - 10
    half = book(*turned, before=(frozenset(), frozenset([0]), frozenset(), frozenset(), frozenset()))
    order = [choice.unit for choice in coded(half, shipped(), book(*model())).choices]
    assert order.index(turned[0]) < order.index(turned[1])


def test_an_insertion_costs_little_more_than_itself() -> None:
    new = unit(("(win", "(query", "(=", "#77", "world:0", ")", ")", ")"), Ref("world", 9))
    same = [unit(body, Ref("world", n)) for n, body in enumerate(BODIES)]
    alone = coded(book(new), shipped()).bits
    less = coded(book(*same), shipped(), book(*model())).bits
    more = coded(book(*same[:2], new, *same[2:]), shipped(), book(*model())).bits

    assert more < less + alone + 8


def test_declarations_follow_what_rules_made_of_them() -> None:
    """In the other game they stand in another order, and there are more of them."""
    rules = ["(win", "(query", "(=", "world:0", "world:1", ")", ")", ")"]
    ranges = {n: tuple(f"(counter world:0 (numbers #0 #{n} ) )".split()) for n in (11, 17, 23)}
    mine = book(
        unit(tuple(rules), Ref("world", 0), Ref("world", 1)),
        declared=(unit(ranges[11], Ref("world", 0)), unit(ranges[17], Ref("world", 1))),
    )
    theirs = book(
        unit(tuple(rules), Ref("world", 5), Ref("world", 6)),
        declared=(
            unit(ranges[23], Ref("world", 4)),
            unit(ranges[17], Ref("world", 6)),
            unit(ranges[11], Ref("world", 5)),
        ),
    )
    code = coded(mine, shipped(), theirs)

    assert [choice.mode for choice in code.choices] == ["run"] * 3
    assert sum(choice.bits for choice in code.choices[1:]) < 3


def test_members_of_a_set_have_no_order() -> None:
    rule = ("(cell_goal", "no", "(square", "(here", "kind:0", ")", ")", ")")
    several = ("(set_of_kinds", "kind:0", "(among", "kind:1", "kind:2", "kind:3", ")", ")")
    kinds = ("(kind", "kind:0", "layer:0", "attrs", ")")

    def game(first: int, members: tuple[int, int, int]) -> Book:
        declared = [unit(kinds, Ref("kind", first + n), Ref("layer", first)) for n in (1, 2, 3)]
        whole = unit(several, Ref("kind", first), *(Ref("kind", first + n) for n in members))
        spoken_of = [unit(rule, Ref("kind", first + n)) for n in (1, 2, 3, 0)]
        return book(*spoken_of, declared=(*declared, whole))

    straight, other = (coded(game(0, order), shipped(), game(10, (1, 2, 3))) for order in ((1, 2, 3), (3, 1, 2)))
    assert straight.bits == pytest.approx(other.bits)


def test_the_other_game_costs_little_where_it_says_nothing() -> None:
    new = [unit(tuple(f"(win (query (= #{n} world:0 ) ) )".split()), Ref("world", n)) for n in range(400, 420)]
    foreign = [unit(tuple(f"(lose (query (< #{n} world:0 ) ) )".split()), Ref("world", n)) for n in range(90, 99)]

    assert coded(book(*new), shipped(), book(*foreign)).bits < coded(book(*new), shipped()).bits + 6


def test_a_code_reads_nothing_of_what_is_still_to_come() -> None:
    """So a decoder could follow it: with other units at the end the bits of those before them are the same."""
    units = [unit for unit in units_of(form("tilt")) if unit.group == "rules"]
    whole, other = coded(book(*units), shipped(), Book(cut(form("dyer")))), Book(cut(form("dyer")))
    for end in (1, 4, 9):
        part = coded(book(*units[:end], *model()), shipped(), other)
        assert [c.bits for c in part.choices[:end]] == pytest.approx([c.bits for c in whole.choices[:end]])


def test_another_process_counts_bodies_anew() -> None:
    ready = prepared(form("dyer"), shipped())
    there = (
        "import pickle, sys; from arcg.compiler.novelty.units import number_of;"
        "number_of(('something', 'else')); found = pickle.load(sys.stdin.buffer);"
        "from arcg.compiler.novelty.compare import compare_prepared;"
        "sys.stdout.write(repr(compare_prepared(*found).joint))"
    )
    pair_ = pickle.dumps((ready, prepared(form("tilt"), shipped())))
    done = subprocess.run([sys.executable, "-c", there], input=pair_, capture_output=True, check=True)

    assert float(done.stdout) == pytest.approx(pair("dyer", "tilt").joint)


def test_wiring_that_does_not_correspond_costs_more() -> None:
    bodies = [("(lose", "(query", "(<", "world:0", "world:1", ")", ")", ")")] * 2
    theirs = book(*(unit(body, Ref("world", 0), Ref("world", 1)) for body in bodies))
    alike = [unit(body, Ref("world", 8), Ref("world", 9)) for body in bodies]
    crossed = (alike[0], unit(bodies[1], Ref("world", 9), Ref("world", 8)))

    assert coded(book(*crossed), shipped(), theirs).bits > coded(book(*alike), shipped(), theirs).bits + 5


TOKENS = st.lists(st.sampled_from("abcd"), max_size=12).map(tuple)


@settings(max_examples=200)
@given(TOKENS, TOKENS)
def test_edits(one: tuple[str, ...], two: tuple[str, ...]) -> None:
    expected = _levenshtein(one, two)
    numbers = number_of(one), number_of(two)

    assert edits(*numbers) == expected
    assert least_edits(*(np.array([bag(number)]) for number in numbers))[0, 0] <= expected


@cache
def _levenshtein(one: tuple[str, ...], two: tuple[str, ...]) -> int:
    if not one or not two:
        return len(one) + len(two)
    same = _levenshtein(one[1:], two[1:]) + (one[0] != two[0])
    return min(same, _levenshtein(one[1:], two) + 1, _levenshtein(one, two[1:]) + 1)


# ---------------------------------------------------------------- levels, pictures, the report


@pytest.mark.parametrize("name", GAMES)
def test_levels_and_pictures_of_a_copy_are_found(name: str) -> None:
    other = disguise.disguised(game(name), SYMMETRIES[6], Random(3))
    levels, pictures = match_levels(game(name), other), match_pictures(game(name), other)

    assert len(levels.duplicates) == levels.a == levels.b == len(game(name).levels)
    assert pictures.share == 1


def test_levels_and_pictures_of_other_games_are_others() -> None:
    assert not match_levels(game("dyer"), game("tilt")).duplicates
    assert match_pictures(game("dyer"), game("tilt")).share < 0.5


def test_old_levels_under_new_rules() -> None:
    other = SMALL.replace("Crate is pushed by", "Crate mirrors")
    found = report(Game(program(SMALL), "a.arcg"), Game(program(other), "b.arcg"))

    assert not found.comparison.same
    assert len(found.levels.duplicates) == 1


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=1, max_size=4), st.permutations(range(3)))
def test_a_pattern_knows_no_symbols(rows: list[list[int]], other: list[int]) -> None:
    mirrored = [[other[symbol] for symbol in reversed(row)] for row in rows]
    assert pattern(rows) == pattern(mirrored) == pattern([list(column) for column in zip(*rows, strict=True)])


def test_the_report_is_complete() -> None:
    document = report(Game(game("dyer"), "a.arcg"), Game(game("tilt"), "b.arcg")).as_json()

    wanted = "novelty containment bits same_program hashes background shared_rules levels presentation"
    assert set(wanted.split()) <= document.keys()
    assert set(document["bits"]) == {"a", "b", "joint", "shared"}
    for shared in document["shared_rules"]:
        assert shared["a"]["file"] == "a.arcg"
        assert isinstance(shared["b"]["line"], int)
        assert shared["bits"] >= 1


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 12), st.integers(0, 12))
def test_figures_stay_within_bounds(one: int, two: int, first: int, second: int) -> None:
    """Of games with few and many units, of which some are the same."""
    a, b = (book(*Random(seed).sample(UNITS, count)) for seed, count in ((one, first), (two, second)))
    codes = [coded(each, shipped()).bits for each in (a, b)]
    given_a = coded(b, shipped(), a).bits

    assert given_a >= 0
    assert all(bits >= 0 for bits in codes)
    assert given_a <= codes[1] + 3 * len(b.units) + 2, "at most what says that the other game is of no use"


UNITS = [unit for name in GAMES for unit in units_of(form(name)) if unit.group == "rules"]
