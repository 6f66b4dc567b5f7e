"""What `arcg explain` says: golden texts for games that hold every node, words for every class, and random games."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import pytest
from support.generated import game as generated

from arcg.dsl import core
from arcg.dsl.check import check_path, check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.expand import library
from arcg.dsl.explain import explanation, shapes
from arcg.dsl.explain.conditions import ATOMS, COMPARED, RELATED
from arcg.dsl.explain.english import article, counted, joined, listed, plural, possessive, series, word
from arcg.dsl.explain.events import ARGUMENTS, EVENT_WORDS, Events
from arcg.dsl.explain.explanation import Explanation, explain
from arcg.dsl.explain.expressions import EXPRESSIONS, Expressions
from arcg.dsl.explain.families import DRAWS_ON, FAMILIES, MOTION_USES
from arcg.dsl.explain.glance import DOMAINS
from arcg.dsl.explain.lexicon import Lexicon
from arcg.dsl.explain.nodes import inside
from arcg.dsl.explain.report import WIDTH, report
from arcg.dsl.explain.shapes import Asking, Derived, InLine, Line, Sees, Shape, shaped
from arcg.dsl.explain.steps import STEPS
from arcg.dsl.functions import BUILTIN_EVENTS, MOTION_FACTS
from arcg.dsl.model import Game

FOLDER = Path(__file__).parent / "explained"
GAMES = ["priors", "queries", "space", "turn"]
SEEDS = range(60)


def told(text: str) -> tuple[Game, list[Diagnostic], Explanation]:
    game, found = check_text(text, "game.arcg")
    assert game is not None, found
    return game, found, explain(game, found)


# ---------------------------------------------------------------- every class has words


@pytest.mark.parametrize(
    ("table", "classes"),
    [
        (EXPRESSIONS, core.Expr | Derived),
        (ATOMS, core.Atom | Shape),
        (ARGUMENTS, core.Arg),
        (STEPS, core.Effect),
        (DOMAINS, core.Domain),
    ],
)
def test_every_class_of_the_core_has_words(table: dict[type, object], classes: object) -> None:
    assert set(table) == set(typing.get_args(classes))


def test_every_relation_comparison_event_and_fact_of_motion_has_words() -> None:
    assert set(RELATED) == set(typing.get_args(core.Relation))
    assert set(COMPARED) == {"=", "!=", "<", "<=", ">", ">="}
    assert set(EVENT_WORDS) == set(BUILTIN_EVENTS)
    assert set(MOTION_USES) == set(MOTION_FACTS)


def test_every_class_of_the_core_draws_on_a_family_or_on_none() -> None:
    classes = {
        value
        for module in (core, shapes)
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and not name.startswith("_")
    }

    assert set(DRAWS_ON) == classes
    assert {prior.family for prior in library()} <= set(FAMILIES)


@pytest.mark.parametrize("function", typing.get_args(core.Function))
def test_every_function_has_words(function: core.Function) -> None:
    game, _ = check_path(FOLDER / "turn.arcg")
    assert game is not None
    one, up, cell = core.Const("int", 1), core.Const("dir", core.UP), core.Apply("cell_of", (core.Slot(0),))
    args = {"ahead": (cell, up), "way": (cell, cell), "cell_of": (core.Slot(0),), "x": (cell,), "y": (cell,), "cell": (one, one)}
    one_argument = ("neg", "abs", "cw", "ccw", "back", "dx", "dy")
    given = args.get(function) or (
        (up if function in one_argument[2:] else one,) * (1 if function in one_argument else 2)
    )
    say = Events(Lexicon(game), (core.Variable("Wall", "thing"),), core.Bind(0, (2,)), [0])

    text = EXPRESSIONS[core.Apply](say, core.Apply(function, given), None)

    assert text
    assert "Apply" not in text


# ---------------------------------------------------------------- golden texts


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_text(name: str) -> None:
    """To change the texts, look at the difference, then write the new ones to the files."""
    game, found = check_path(FOLDER / f"{name}.arcg")
    assert game is not None, found

    assert report(explain(game, found), f"{name}.arcg").plain == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_the_golden_games_hold_every_class_of_the_core() -> None:
    games = [check_path(FOLDER / f"{name}.arcg")[0] for name in GAMES]
    held: set[type] = set()
    for game in games:
        assert game is not None
        parts = [game.phases, game.forbids, game.wins, game.loses, game.undo, list(game.motion.values())]
        parts += [fact.clauses for fact in game.facts.values()]
        parts += [attr.domain for attr in game.world.values()]
        parts += [attr.domain for kind in game.kinds.values() for attr in kind.attrs.values()]
        parts += [(field.to, field.through) for field in game.distances.values()]
        held |= {type(node) for node in inside(parts)} | {type(node) for node in inside(shaped(parts, game))}

    assert set(DRAWS_ON) - held == {core.Wild}  # which no file comes to: what is left out is left out in the core too


def test_an_argument_that_may_be_anything_has_words() -> None:
    game, _ = check_path(FOLDER / "queries.arcg")
    assert game is not None
    say = Events(Lexicon(game), (core.Variable("Box", "thing"),), core.Bind(0, (4,)))

    fact = core.Fact(game.facts["rank"].number, (core.Wild(), core.Equal(core.Const("int", 2))))
    assert [say.argument(fact, place) for place in (0, 1)] == ["anything", "2"]


# ---------------------------------------------------------------- single rules

HEADER = """\
game small
board 5x3
actions arrows act click undo
layer floor
layer solid
kind Goal on floor
    pic
        3
kind Wall Player Rock on solid
    pic
        9
kind Crate on solid has hue: red blue green, worth: 0..9, of: Crate, way: facing
    pic
        8
world has energy: 0..30 = 30, mode: day night, chosen: Crate
win when Player on Goal
legend
    # = Wall
    P = Player
    c = Crate
    o = Goal
    r = Rock
level
    map
        Pcc.#
        oorr#
"""

RULES = [
    ("on arrow($d), Player -> move Player $d", "When the player presses an arrow, the Player asks to move that way."),
    ("on arrow(left), Crate -> move Crate right", "When the player presses left, every Crate asks to move right."),
    ("on act -> mode next", "When the player presses the action button, mode goes on to its next value."),
    ("Crate on Goal -> Crate.hue = blue", "For every Crate on a Goal, the Crate's hue becomes blue."),
    ("Crate{worth>3} -> drop Crate", "Every Crate whose worth is more than 3 disappears."),
    ("mode = night, Crate -> drop Crate", "If mode is night, every Crate disappears."),
    ("-> Crate{hue=red}.worth + 1", "For every Crate whose hue is red, its worth goes up by 1."),
    ("-> energy - 2 at least 1", "Each time, energy goes down by 2 (not below 1)."),
    ("Player -> energy - 2", "If the Player is there, energy goes down by 2."),
    (
        "Crate, no Wall at ahead(Crate, up) -> move Crate up",
        "For every Crate, if there is no Wall at the cell above the Crate: the Crate asks to move up.",
    ),
    (
        "Crate $a touches Crate $b, $a.hue = $b.hue -> drop $b",
        "For every Crate $a that touches a Crate $b and whose hue is $b's hue, $b disappears.",
    ),
    ("every Goal has Crate on Goal -> win", "If there is a Crate on every Goal, the level is won."),
    (
        "every Crate has no Rock near Crate -> win",
        "If for every Crate, there is no Rock near the Crate: the level is won.",
    ),
    ("no { Crate on Goal } -> lose", "If there is no Crate on a Goal, the level is lost."),
    ("chosen = none -> show 3", "If chosen holds nothing, the position is shown for 3 frames."),
    ("chosen.worth > 1 -> energy + 1", "If the worth of the thing in chosen is more than 1, energy goes up by 1."),
    (
        "count { Crate near Player } > 1 -> win",
        "If the number of Crates near the Player is more than 1, the level is won.",
    ),
]


@pytest.mark.parametrize(("rule", "text"), RULES)
def test_rules(rule: str, text: str) -> None:
    _, _, explained = told(HEADER.replace("win when", f"phase test\n    {rule}\nwin when"))

    assert explained.phases[0].rules[0].text == text


CLAUSES = [
    ("let Player pushes Crate", "The Player pushes a Crate."),
    (
        "let stuck(Crate, $d) when did moved(Player, $d)",
        "A Crate cannot move in a direction when the Player has moved that way this turn.",
    ),
    ("let stuck(Crate, $d) when mode = night", "A Crate cannot move when mode is night."),
    ("let stuck(Crate, left)", "A Crate cannot move left."),
    ("let Crate carries Rock when Rock at Crate.cell", "A Crate carries a Rock when the Rock is at the Crate's cell."),
]


@pytest.mark.parametrize(("line", "text"), CLAUSES)
def test_facts_of_motion(line: str, text: str) -> None:
    _, _, explained = told(HEADER.replace("win when", f"{line}\nwin when"))

    assert [clause.text for clause in explained.motion] == [text]


PHASES = [
    ("on start", "Runs when a level begins."),
    ("on moved(Crate, $d)", "Runs when a Crate has moved, once for each time that it happened."),
    ("on arrow act click", "Runs when the player presses an arrow, presses the action button or clicks."),
    ("when no Crate{hue=blue}", "Runs once a turn, provided that as it begins there is no Crate whose hue is blue."),
    ("repeat", "Runs once a turn. Goes round again and again until a round changes nothing."),
    ("show 2", "Runs once a turn. If it changed something, the position is shown for 2 frames."),
    ("first", "Runs once a turn. Of its rules only the first that finds something is done."),
]


@pytest.mark.parametrize(("modifiers", "text"), PHASES)
def test_phases(modifiers: str, text: str) -> None:
    rule = f"phase test {modifiers}\n    -> energy + 1\nphase walk\n    Crate -> move Crate up\n"
    order = rule.split("phase walk")
    before = f"phase walk{order[1]}{order[0]}"
    _, _, explained = told(HEADER.replace("win when", f"{before}win when"))

    assert explained.phases[1].text == text


# ---------------------------------------------------------------- families, chance, what never happens


def families_of(rule: str) -> tuple[str, ...]:
    _, _, explained = told(HEADER.replace("win when", f"phase test\n    {rule}\nwin when"))
    return explained.phases[0].rules[0].families


@pytest.mark.parametrize(
    ("rule", "families"),
    [
        ("on act -> mode next", ()),
        ("on act, Crate -> move Crate up", ("agentness",)),
        ("Crate near Rock -> Crate.hue = red", ("geometry",)),
        ("Crate at Goal -> drop Crate", ("objectness",)),
        ("-> energy - 1", ("number",)),
        ("Crate{worth>2} -> put Crate at cell(0, 0)", ("objectness", "geometry", "number")),
    ],
)
def test_the_families_of_a_rule(rule: str, families: tuple[str, ...]) -> None:
    assert families_of(rule) == families


def test_motion_in_a_phase_that_goes_round_is_physics() -> None:
    _, _, explained = told(HEADER.replace("win when", "phase fall repeat\n    Crate -> move Crate down\nwin when"))

    assert explained.phases[0].rules[0].families == ("physics",)


def test_a_sentence_gives_its_family_to_what_it_brings() -> None:
    _, _, explained = told(HEADER.replace("win when", "Player walks\nPlayer pays 1 energy per step\nwin when"))

    assert [(rule.sentence, rule.families) for rule in explained.rules] == [
        ("Player walks", ("agentness",)),
        ("Player pays 1 energy per step", ("number",)),
    ]
    used = {family.name: [reason.text for reason in family.reasons] for family in explained.priors}
    assert "the sentence `Player walks`" in used["agentness"]
    assert used["geometry"] == ["things that face a direction"]
    assert used["physics"] == []


def test_nothing_is_random_today_and_what_would_be_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEADER.replace("win when", "phase test\n    Crate on Goal -> drop Crate\n    -> energy + 1\nwin when")
    game, found, explained = told(text)
    assert explained.chance == []
    assert "Nothing is left to chance" in report(explained, "game.arcg").plain

    monkeypatch.setattr(explanation, "CHANCE", (core.Drop,))
    explained = explain(game, found)
    assert [line.name for line in explained.chance] == ["test.1"]
    assert "These lines depend on chance" in report(explained, "game.arcg").plain


def test_what_never_happens_comes_from_the_checker() -> None:
    text = HEADER.replace("win when", "phase test\n    energy = 99 -> win\nwin when")
    _, found, explained = told(text)

    assert [d.code for d in explained.never] == ["W302"]
    assert [d.code for d in found if d.code == "W302"] == ["W302"]
    assert "this never holds" in report(explained, "game.arcg").plain


# ---------------------------------------------------------------- games at random

WRONG = re.compile(r"\bNone\b|[{}]|\(\)| ,| \.|,,|\.\.|\bslot\b|\ba [AEIO][a-z]|\ban [BCDFGJKLMNPQRSTVWXZ][a-z]|  \S")
TWICE = re.compile(r"\b(?!that\b)(\w+) \1\b")


@pytest.mark.parametrize("seed", SEEDS)
def test_games_at_random_are_told_whole(seed: int) -> None:
    text = generated(seed)
    game, found = check_text(text, "game.arcg")
    if game is None:
        pytest.skip("the checker refuses this one")
    explained = explain(game, found)

    said = [line.text for line in (*explained.rules, *explained.motion, *explained.facts, *explained.forbids)]
    said += [line.text for line in (*explained.wins, *explained.loses, *explained.phases)]
    for sentence in said:
        assert not WRONG.search(sentence), sentence
        assert not TWICE.search(sentence), sentence
        assert sentence[0].isupper() or sentence[0] in "`$", sentence
        assert sentence.endswith("."), sentence
        assert sentence.count("(") == sentence.count(")"), sentence
    shown = report(explained, "game.arcg").plain
    assert all(len(line) <= WIDTH for line in shown.split("\n") if not line.startswith(" " * 6))
    for phase in game.phases:
        assert f"phase {phase.name}, line {phase.line}:" in shown
        assert all(f"{rule.name}, line {rule.line}:" in shown for rule in phase.rules)
    flat = " ".join(shown.split())
    assert all(f"`{s.prior}`" in flat and all(line.strip() in shown for line in s.lines) for s in explained.sentences)
    assert len(explained.wins) == len(game.wins)
    assert len(explained.forbids) == len(game.forbids)


@pytest.mark.parametrize("seed", range(0, 60, 6))
@pytest.mark.parametrize("width", [40, 72])
def test_lines_fit_a_narrow_terminal(seed: int, width: int) -> None:
    game, found = check_text(generated(seed), "game.arcg")
    if game is None:
        pytest.skip("the checker refuses this one")
    lines = report(explain(game, found), "game.arcg", width).plain.split("\n")

    assert all(len(line) <= width for line in lines if not line.startswith(" " * 6))


# ---------------------------------------------------------------- small pieces of English


def test_english() -> None:
    assert [article(noun) for noun in ("Crate", "Ape", "Unicorn", "X", "B")] == [
        "a Crate", "an Ape", "a Unicorn", "an X", "a B"
    ]  # fmt: skip
    assert [plural(noun) for noun in ("Box", "Fly", "Key", "Glass", "Goods", "Torch", "Rod2")] == [
        "Boxes", "Flies", "Keys", "Glasses", "Goods", "Torches", "Rod2 things"
    ]  # fmt: skip
    assert [counted(1, "frame"), counted(2, "frame")] == ["1 frame", "2 frames"]
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert joined(["a or b", "c"]) == "(a or b) and c"
    assert joined(["(a or b)", "(a) or (b)"]) == "(a or b) and ((a) or (b))"
    assert series(["a, b", "c"]) == "a, b; and c"
    assert [possessive(owner, "hue") for owner in ("the Crate", "it", "$a", "the thing in chosen")] == [
        "the Crate's hue", "its hue", "$a's hue", "the hue of the thing in chosen"
    ]  # fmt: skip
    assert [word("of"), word("hue")] == ["`of`", "hue"]


def test_directions_are_adverbs_after_a_verb() -> None:
    game, _ = check_path(FOLDER / "turn.arcg")
    assert game is not None
    say = Events(Lexicon(game), (core.Variable("$d", "dir"),), core.Slot(0), [0])

    assert Expressions.adverb(say, core.Slot(0)) == "that way"
    assert Expressions.adverb(say, core.Apply("back", (core.Slot(0),))) == "the opposite way"
    assert Expressions.adverb(say, core.Const("dir", core.LEFT)) == "left"
