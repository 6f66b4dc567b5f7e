"""What `arcg explain` says: golden texts for games that hold every node, words for every class, and random games."""

from __future__ import annotations

import dataclasses
import re
import typing
from pathlib import Path

import pytest
from support.generated import game as generated

from arcg.dsl import core
from arcg.dsl.check import check_path, check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.expand import library
from arcg.dsl.explain import shapes
from arcg.dsl.explain.conditions import ATOMS, COMPARED, RELATED
from arcg.dsl.explain.english import article, counted, joined, listed, plural, possessive, series, word
from arcg.dsl.explain.events import ARGUMENTS, EVENT_WORDS, Events
from arcg.dsl.explain.explanation import Explanation, explain
from arcg.dsl.explain.expressions import EXPRESSIONS, Expressions
from arcg.dsl.explain.families import DRAWS_ON, FAMILIES, MOTION_USES
from arcg.dsl.explain.glance import DOMAINS
from arcg.dsl.explain.lexicon import Lexicon
from arcg.dsl.explain.report import WIDTH, report
from arcg.dsl.explain.shapes import Asking, Derived, InLine, Line, Sees, Shape
from arcg.dsl.explain.shaping import shaped
from arcg.dsl.explain.steps import STEPS
from arcg.dsl.functions import BUILTIN_EVENTS, MOTION_FACTS
from arcg.dsl.model import Game
from arcg.dsl.walk import below

FOLDER = Path(__file__).parent / "explained"
GAMES = ["bodies", "priors", "queries", "seen", "space", "turn"]
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
    args = {
        "ahead": (cell, up),
        "way": (cell, cell),
        "cell_of": (core.Slot(0),),
        "x": (cell,),
        "y": (cell,),
        "cell": (one, one),
    }
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
        parts += [game.paints, game.view]
        parts += [kind.body for kind in game.kinds.values()]
        held |= {type(node) for node in below(parts)} | {type(node) for node in below(shaped(parts, game))}

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
    ("Crate on Goal once -> drop Crate", "For the first Crate on a Goal, the Crate disappears."),
    (
        "Crate, Rock, Crate.worth > Rock.x once -> drop Crate",
        "For the first Crate whose worth is more than a Rock's x, the Crate disappears.",
    ),
    (
        "Crate on Goal, Rock, no Wall near Rock once -> drop Crate",
        "For the first way to choose a Crate on a Goal and a Rock for which there is no Wall near the Rock, the Crate "
        "disappears.",
    ),
    ("on act once -> energy - 1", "When the player presses the action button, energy goes down by 1."),
    (
        "Crate, energy > 3 in turn -> energy - 2",
        "If energy is more than 3, for every Crate: energy goes down by 2. "
        "This is done for one after another, each only if all of it still holds then.",
    ),
    ("Crate -> stay Crate", "Every Crate no longer asks to move."),
    ("asked(Player) = up -> energy + 1", "If the Player is asking to move up, energy goes up by 1."),
    (
        "Crate, no { asked(Crate) = up } -> drop Crate",
        "For every Crate, if the Crate is not asking to move up: the Crate disappears.",
    ),
    ("Crate, asked(Crate) = $d -> mode next", "For every Crate asking to move, mode goes on to its next value."),
    ("Crate sees Player -> drop Crate", "Every Crate that sees the Player disappears."),
    (
        "Crate sees($d) Player -> move Crate $d",
        "Every Crate that sees the Player by looking in a direction asks to move that way.",
    ),
    (
        "Crate, no Crate sees Player -> drop Crate",
        "For every Crate, if the Crate does not see the Player: the Crate disappears.",
    ),
    (
        "Player, count { Crate sees Player } > 1 -> win",
        "If the number of Crates that see the Player is more than 1, the level is won.",
    ),
    ("Crate in_row Player -> drop Crate", "Every Crate in one row with the Player disappears."),
    (
        "Crate, no Crate in_column Player -> drop Crate",
        "For every Crate, if the Crate is not in one column with the Player: the Crate disappears.",
    ),
    ("Crate stops Player -> drop Crate", "Every Crate that would stop the Player disappears."),
    (
        "way(Player, Rock) != up -> drop Rock",
        "For every Rock, if the straight way from the Player to the Rock goes in another direction than up: "
        "the Rock disappears.",
    ),
    (
        "[ Player | $c no Crate ] along left up -> make Rock at $c",
        "For every line of 2 cells going left or up, the first with the Player, the second called $c with no Crate: "
        "a new Rock appears at $c.",
    ),
    (
        "[ > Crate | still Crate ] -> [ Crate | > Crate ]",
        "For every line of 2 cells in any direction, the first with a Crate asking to move that way, the second with "
        "a Crate not asking to move: the Crate in the first cell no longer asks to move and the Crate in the second "
        "cell asks to move that way.",
    ),
    (
        "[ Player | ... no Wall Goal | Rock{x>1} no Goal ] -> win",
        "For every line of cells in any direction, the first with the Player, after any number of cells without a "
        "Wall and with a Goal the second with (a Rock whose x is more than 1) and no Goal: the level is won.",
    ),
    (
        "every [ Crate | Goal ] has chosen on Goal -> win",
        "If for every line of 2 cells in any direction, the first with a Crate, the second with a Goal, "
        "the thing in chosen is on the Goal: the level is won.",
    ),
    ("[ Crate Goal ] -> drop Goal", "For every cell with a Crate and a Goal, the Goal disappears."),
    (
        "[ Player | Crate ] -> [ Player | Crate ]",
        "For every line of 2 cells in any direction, the first with the "
        "Player, the second with a Crate: nothing changes.",
    ),
    (
        "no [ Player | Crate ], [ Goal | Goal ] -> win",
        "If there is no line A of 2 cells in any direction, the first with the Player, the second with a Crate, "
        "for every line B of 2 cells in any direction, the first with a Goal, the second with a Goal: the level is "
        "won.",
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


def test_once_after_an_event_that_happens_often() -> None:
    phases = (
        "phase walk\n    Crate -> move Crate up\nphase eat\n    on moved(Crate), Goal near Crate once -> drop Goal\n"
    )
    _, _, explained = told(HEADER.replace("win when", f"{phases}win when"))

    text = "When a Crate has moved, every Goal near the Crate disappears. Only the first of these is done."
    assert explained.rules[1].text == text


def test_what_a_plan_is() -> None:
    phases = "phase want repeat plan each Crate\n    -> move Crate up\nphase go\n    -> energy - 1\n"
    _, _, explained = told(HEADER.replace("win when", f"{phases}win when"))

    assert explained.phases[0].text == (
        "Runs once a turn. Its rules are done for every Crate, one after another. It is a plan: what asks to move "
        "waits for the next phase that runs and is no plan. Goes round again and again until a round changes neither "
        "the position nor what asks to move."
    )
    assert "What a plan asks for waits for a later phase" in explained.turn


LETS = """\
let Crate.lit = red when Crate near Rock
let Crate.lit = Crate.hue when Crate near Player, energy > 3
let Rock.lit = blue
let Crate.mate = Crate $b when Crate touches $b
let path($c) to { Goal at $c } through { no Wall at $c }
let reach(Crate, $c) to { Player at $c } through { no Crate $b at $c or energy = 3 }
let joined(Crate) when Crate touches Wall
let joined(Crate) when Crate touches Crate $b, joined($b)
phase test
    Crate{lit=red} -> Crate.of = Crate.mate, drop Rock{lit=blue}
    Crate, path(Crate) + 1 > 3, step(reach, Crate) = $d -> move Crate $d
    joined(Crate), reach(Crate, Player) < 2, step(path, Player) != up -> win
"""


def test_attributes_that_are_worked_out_and_fields() -> None:
    _, _, explained = told(HEADER.replace("win when", f"{LETS}win when"))

    assert [(line.name, line.text) for line in explained.derived] == [
        ("lit", "A Crate's lit is red when the Crate is near a Rock."),
        (
            "lit",
            "Otherwise, a Crate's lit is the Crate's hue when the Crate is near the Player and energy is more than 3.",
        ),
        ("lit", "A Rock's lit is blue."),
        ("mate", "A Crate's mate holds a Crate $b when the Crate touches $b."),
    ]
    assert [line.text for line in explained.fields] == [
        "The distance in path: it is 0 on every cell for which there is a Goal at that cell, and grows by 1 with each "
        "step into a cell for which there is no Wall at that cell.",
        "The distance in reach for a Crate: it is 0 on every cell for which the Player is at that cell, and grows by 1 "
        "with each step into a cell for which either there is no Crate $b at that cell or energy is 3.",
    ]
    assert [line.name for line in explained.facts] == ["joined", "joined"]
    assert explained.loops.startswith("joined asks itself.")
    crate = next(kind for kind in explained.kinds if kind.name == "Crate")
    assert [(attr.name, attr.text) for attr in crate.attributes[-2:]] == [
        ("lit", "red, blue or green, worked out whenever it is asked for"),
        ("mate", "a Crate, worked out whenever it is asked for"),
    ]
    assert [rule.text for rule in explained.rules] == [
        "For every Crate whose lit is red: the Crate's `of` becomes the thing in the Crate's mate and every Rock whose "
        "lit is blue disappears.",
        "For every Crate, if (the distance in path from the Crate) plus 1 is more than 3 and the next step in reach "
        "for the Crate from its cell goes in a direction $d: the Crate asks to move in the direction $d.",
        "For every Crate for which joined holds, if the distance in reach for the Crate from the Player is less than 2 "
        "and the next step in path from the Player goes in another direction than up: the level is won.",
    ]


# ---------------------------------------------------------------- shapes


def shapes_of(rule: str) -> list[type]:
    game, found = check_text(HEADER.replace("win when", f"phase test\n    {rule}\nwin when"), "game.arcg")
    assert game is not None, found
    kinds = (Asking, InLine, Line, Sees, core.Ray, core.Stops)
    return [type(node) for node in below(shaped(game.phases, game)) if isinstance(node, kinds)]


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ("Crate sees Player -> win", [Sees]),
        ("Crate, Player, { Crate sees Rock or Crate in_row Rock } -> win", [Sees, InLine]),
        ("[ Player | ... no Wall | moving Crate ] -> win", [Line, Asking]),
        # what only resembles them stays what it is
        ("Crate at $c, Player at $e, { $c.y = $e.y } -> win", []),
        ("Crate, Player, { Crate at $c, Player at $e, $c.y = $e.y } -> win", []),
        ("Crate, { $d = asked(Crate) } -> win", []),
        ("Player at $c, ahead($c, up) = $e, Crate at $e -> win", []),
        ("Crate stops Player -> win", [core.Stops]),
    ],
)
def test_shapes_are_taken_back_only_from_what_the_checker_made_of_them(rule: str, found: list[type]) -> None:
    assert shapes_of(rule) == found


def first(node: object, kind: type) -> typing.Any:
    return next(inner for inner in below(node) if isinstance(inner, kind))


@pytest.mark.parametrize("change", ["stops", "kinds", "seen", "until"])
def test_sight_that_differs_in_anything_is_no_sight(change: str) -> None:
    game, _ = check_text(HEADER.replace("win when", "phase test\n    Crate sees Player -> win\nwin when"), "game.arcg")
    assert game is not None
    rule = game.phases[0].rules[0]
    sight = first(rule, core.Exists)
    *before, hides = sight.alternatives[0].atoms
    ray, bind, at, other, stops = hides.query.atoms
    changed = {
        "stops": (ray, bind, at, other),
        "kinds": (ray, dataclasses.replace(bind, kinds=bind.kinds[1:]), at, other, stops),
        "seen": (ray, bind, at, dataclasses.replace(other, right=stops.other), stops),
        "until": (dataclasses.replace(ray, until=None), bind, at, other, stops),
    }[change]
    no = core.No(dataclasses.replace(hides.query, atoms=changed))
    query = dataclasses.replace(sight.alternatives[0], atoms=(*before, no))

    assert isinstance(shaped(sight, game, rule.slots), Sees)
    assert isinstance(shaped(core.Exists((query,)), game, rule.slots), core.Exists)


def test_every_sight_and_pattern_of_games_at_random_is_a_shape() -> None:
    many = {Line: 0, Sees: 0, Derived: 0, InLine: 0}
    for seed in SEEDS:
        game, _ = check_text(generated(seed), "game.arcg")
        if game is None:
            continue
        clauses = [fact.clauses for fact in game.facts.values()] + list(game.motion.values())
        for node in below(shaped([game.phases, game.forbids, game.wins, game.loses, *clauses], game)):
            assert not isinstance(node, core.Ray | core.Either)
            if type(node) in many:
                many[type(node)] += 1

    assert all(number > 5 for number in many.values())


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
        ("[ Crate | Rock ] -> win", ("geometry",)),
        ("[ > Crate | Rock ] -> win", ("geometry", "agentness")),
        ("Crate sees Player -> win", ("agentness",)),
        ("Crate in_row Player -> win", ("geometry",)),
        ("way(Crate, Player) = up -> win", ("geometry",)),
        ("Crate stops Player -> win", ("objectness",)),
        ("Crate -> stay Crate", ("agentness",)),
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


def test_what_is_random_is_listed() -> None:
    text = HEADER.replace("win when", "phase test\n    Crate on Goal -> drop Crate\n    -> energy + 1\nwin when")
    _, _, explained = told(text)
    assert explained.chance == []
    assert "Nothing is left to chance" in report(explained, "game.arcg").plain

    _, _, explained = told(text.replace("Crate on Goal ->", "Crate on Goal at random ->"))
    assert [line.name for line in explained.chance] == ["test.1"]
    assert explained.chance[0].text.endswith("Only one of these is done, chosen at random.")
    assert "These rules choose at random" in report(explained, "game.arcg").plain


def test_what_never_happens_comes_from_the_checker() -> None:
    text = HEADER.replace("win when", "phase test\n    energy = 99 -> win\nwin when")
    _, found, explained = told(text)

    assert [d.code for d in explained.never] == ["W302"]
    assert [d.code for d in found if d.code == "W302"] == ["W302"]
    assert "this never holds" in report(explained, "game.arcg").plain


def test_what_the_file_allows_is_named_instead() -> None:
    text = HEADER.replace("win when", "phase test\n    energy = 99 -> win\nallow W302\nwin when")
    _, _, explained = told(text)

    assert "W302" not in {d.code for d in explained.never}
    assert explained.allowed == ["W302"]
    assert "The file allows W302, so nothing is said of that here." in report(explained, "game.arcg").plain


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
    said += [line.text for line in (*explained.derived, *explained.fields)]
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


ENDS = """game ends
board 2x1
actions act arrows
layer solid
kind Player on solid
    pic
        9
phase go
{rules}
{goals}
legend
    P = Player
level
    map
        P.
"""


@pytest.mark.parametrize(
    ("rules", "goals", "expected"),
    [
        ("on act -> show", "", "No line says when a level is won."),
        ("bow: on act -> win", "", "A level is won by the rule bow."),
        ("on act -> win", "win when Player.x = 1", "A level is also won by the rule go.1."),
        ("bow: on act -> win\n    on arrow(up) -> lose", "",
         "A level is won by the rule bow. It is lost by the rule go.2."),
        ("on act -> lose", "forbid Player.x = 1 -> win",
         "A level is won by what is forbidden. It is lost by the rule go.1."),
        ("on act -> lose", "win when Player.x = 1\nlose when Player.x = 0",
         "It is also lost by the rule go.1. Winning is tested first."),
    ],
)  # fmt: skip
def test_rules_that_end_a_level_are_told_with_the_ends(rules: str, goals: str, expected: str) -> None:
    _, _, explained = told(ENDS.format(rules=f"    {rules}", goals=goals))
    assert explained.ends == expected


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
    assert joined(["at cell (1, 2)", "red"]) == "at cell (1, 2) and red"
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
