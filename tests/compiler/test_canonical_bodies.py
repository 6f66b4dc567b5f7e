"""Bodies in the canonical form: what makes a difference, what does not, and copies in disguise."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from support import disguise, generated
from support.bodies import SIZES, parts
from support.disguise_text import disguised_text
from support.ruling import Draw
from support.sketch import check_sketch
from support.tokens import follow
from support.vocabulary import KINDS

from arcg.compiler import ir
from arcg.compiler.canonical import canonical
from arcg.compiler.canonical.desugar import with_one_spelling
from arcg.compiler.canonical.presentation import without_defaults
from arcg.compiler.canonical.reach import without_the_impossible
from arcg.compiler.canonical.relevance import without_the_irrelevant
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.lower import lower
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.compare import compare_forms
from arcg.compiler.novelty.patterns import match_levels
from arcg.compiler.novelty.units import orientations
from arcg.compiler.verify import verify
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.reference.bodies import Bodies

RODS = """\
game rods
board 9x6
actions arrows act click
layer floor
layer solid
layer glass free clickable
kind Goal on floor
kind Wall on solid
kind Rod on solid has len: 1..5 = 2, hue: red blue, sel: no yes
    body len, 1
kind Mast on solid has len: 1..4
    body 1, len origin 0, len - 1
kind Frame on glass has wide: 2..4, high: 2..4 = 3
    body wide, high when { $x = 0 or $x = wide - 1 or $y = high - 1 }
kind Stair on glass has n: 1..4 = 2
    body n, n when $x + $y < n, abs($x - 1) != 2, $x % 2 = 0
group Stick = Rod Mast
phase choose
    on click(Rod) -> Rod.sel next
phase stretch
    on act, Rod{sel=yes} -> Rod.len + 1, Rod.hue next
    on act, Mast{len < 3} -> Mast.len + 1
    on act, Frame -> Frame.wide next, Frame.high prev
    on arrow(up), Stair -> Stair.n next
phase walk
    on arrow($d), Rod{sel=yes} -> move Rod $d
phase bump
    on blocked(Rod, $d, Wall) -> Rod.len - 1
phase drop
    Mast, no Wall below Mast -> move Mast down
win when every Goal has Rod on Goal
win when Frame $a on Goal, Frame $b overlaps $a, Mast at $c, Goal at $c
lose when Rod touches Mast, Rod.len > 3, Stair ahead(left) Rod
lose when count { Stair at $c } = 4
legend
    # = Wall
    r = Rod
    R = Rod{sel=yes}
    m = Mast
    f = Frame
    s = Stair
    o = Goal
level
    map
        r..m..s..
        ....#....
        ....o....
        ..Rf....m
        .#....o..
        .........
"""
"""Boxes that grow, each another way."""

KEYS = """\
game keys
board 9x7
actions arrows act undo
layer floor
layer solid
layer air free
kind Lock on floor has way: facing
kind Wall on solid
kind Post on solid
kind Key on solid has way: facing = right
    body origin 1, 0
        888
        8..
    turned by way
kind Bar on solid has way: facing, len: 1..3 = 2
    body len, 2 origin 0, 1 when { $x < len - 1 or $y = 0 }
    turned by way
kind Crab on air has way: facing, flip: no yes
    body origin 0, 0
        99
        9.
    turned by way
    mirrored when flip = yes
world has energy: 0..30 = 30
let Post carries Crab when Crab near Post
phase spin
    on act, Key -> turn Key cw
    on act, Bar -> turn Bar ccw about Bar.cell, energy - 1
    on act, Crab once -> Crab.flip next
phase whirl
    on blocked(Key, none, Wall $w) -> turn Key ccw about $w.cell
    on arrow(left), Post, Crab near Post -> turn Post cw about Crab.cell
phase walk
    on arrow($d), Key -> move Key $d
    on arrow($d), Bar{way=$d} -> Bar.len next
    on enter(Crab, Lock) -> Crab.way next
win when Key on Lock, Key.way = Lock.way
win when every Crab has { Crab on Lock, Crab.flip = yes }
lose when energy = 0
legend
    # = Wall
    k = Key
    b = Bar
    c = Crab
    o = Lock
    p = Post
level
    map
        .........
        ..k....b.
        .........
        ...p.o...
        ...c...o.
        #.......#
        #.......#
"""
"""Things that turn about a cell of their own, about others, and with what carries them."""

WINGS = """\
game wings
board 9x7
actions arrows act
layer floor
layer sky free open
layer deep open
kind Nest on floor
kind Wing on sky has way: facing
    body
        8.8
        888
    turned by way
kind Leaf on sky has side: left_ right_
    body origin 1, 0
        44.
        .4.
    mirrored when side = right_
kind Fish on deep has big: 1..2
    body 2, 2
kind Reef on deep
world has steps: 0..20
phase fly
    on arrow($d), Wing -> move Wing $d
    on act, Wing, Nest near Wing once -> turn Wing cw about Nest.cell
    on act, Leaf -> Leaf.side next
phase swim
    on arrow($d), Fish -> move Fish back($d) by 2
    on moved(Fish) -> steps + 1
    on blocked(Fish, $d, Reef) -> steps + 2 at most 20
win when every Nest has Wing on Nest
win when Leaf overlaps Wing, no Fish $f at $c
lose when steps = 20
legend
    w = Wing
    l = Leaf
    f = Fish
    o = Nest
    # = Reef
level
    map
        .w....l..
        .........
        ...o.....
        .........
        f........
        .....#...
        .........
"""
"""Fixed shapes, some of them over the edge."""

GAMES = {"rods": RODS, "keys": KEYS, "wings": WINGS}


@cache
def program(text: str) -> ir.Program:
    game, found = check_sketch(text, "sketch.arcg")
    assert game is not None, [(d.message, d.span.line) for d in found]
    return lower(game)


@cache
def hash_of(text: str) -> str:
    return canonical(program(text)).hash


def edited(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


# ---------------------------------------------------------------- copies in disguise

SHAPED = [
    (name, number) for name in GAMES for number in range(8) if name != "wings" or not SYMMETRIES[number].transpose
]
"""Leaves are mirrored left for right, so there is no such game on a board whose columns have become rows."""


@pytest.mark.parametrize(("name", "number"), SHAPED)
def test_a_game_in_disguise_is_the_same(name: str, number: int) -> None:
    game = program(GAMES[name])
    other = disguise.disguised(game, SYMMETRIES[number], Random(number))
    verify(other)

    assert ir.digest(other) != ir.digest(game)
    assert canonical(other).hash == hash_of(GAMES[name])
    assert compare_forms(canonical(game), canonical(other), shipped()).novelty == 0


@pytest.mark.parametrize(("name", "number"), SHAPED[1::5])
def test_levels_of_a_copy_are_found(name: str, number: int) -> None:
    """By what things cover: which cell of a body is its thing's is another one in a mirror."""
    game = program(GAMES[name])
    other = disguise.disguised(game, SYMMETRIES[number], Random(number))

    assert len(match_levels(game, other).duplicates) == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_grammar_of_the_code_knows_bodies(name: str) -> None:
    for cut in orientations(canonical(program(GAMES[name]))):
        for unit in cut.units:
            follow(unit.body)


CHANGES = (disguise.renamed, disguise.recoloured, disguise.rearranged, disguise.reshaped, disguise.shuffled)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_each_disguise_alone(change, name: str) -> None:
    for seed in range(3):
        other = change(program(GAMES[name]), Random(seed))
        verify(other)
        assert canonical(other).hash == hash_of(GAMES[name])


@pytest.mark.parametrize(("name", "number"), [(name, n) for name, n in SHAPED if name != "keys" or n < 4])
def test_a_text_in_disguise_is_the_same_game(name: str, number: int) -> None:
    """Files cannot say everything that programs can: what is both turned and mirrored keeps its columns."""
    text = disguised_text(GAMES[name], program(GAMES[name]), SYMMETRIES[number], Random(number))

    assert text.split() != GAMES[name].split()
    assert hash_of(text) == hash_of(GAMES[name])


def test_what_the_language_cannot_mirror() -> None:
    """The disguise says so, instead of giving another game."""
    with pytest.raises(ValueError, match="left for right"):
        disguise.turned(program(WINGS), next(s for s in SYMMETRIES if s.transpose))
    corner = edited(KEYS, ("body origin 1, 0", "body"))
    with pytest.raises(ValueError, match="top left"):
        disguise.turned(program(corner), SYMMETRIES[1])


COVERED = {name: [n for n in range(8) if (name, n) in SHAPED] for name in GAMES}


def covered(engine: ReferenceEngine) -> list[tuple[int, frozenset[tuple[int, int]]]]:
    """What of the board the things of each kind cover."""
    state = engine._state
    bodies = Bodies(engine.program)
    return [(thing.kind, frozenset(bodies.seen(state, thing))) for thing in state.things.values()]


@pytest.mark.parametrize(("name", "number"), [(name, n) for name, some in COVERED.items() for n in some[1::3]])
def test_a_turned_copy_is_played_the_same(name: str, number: int) -> None:
    """Everything covers the same cells, seen in the mirror: the copies of the tests above are the same games."""
    game, symmetry = program(GAMES[name]), SYMMETRIES[number]
    one, two = ReferenceEngine(game), ReferenceEngine(disguise.turned(game, symmetry))
    random = Random(f"{name} {number}")
    level = game.levels[0]
    for _ in range(40):
        action = random.choice((1, 2, 3, 4, 5, 5))
        one.step(action)
        two.step(symmetry.action(action))
        seen = [
            (kind, frozenset(symmetry.cell(x, y, level.width, level.height) for x, y in cells))
            for kind, cells in covered(one)
        ]
        assert Counter(seen) == Counter(covered(two))
        assert (one.level, one.status) == (two.level, two.status)


def play(game: ir.Program, seed: str, count: int = 40) -> list[bytes]:
    """The states of a game of random actions."""
    random, engine, seen = Random(seed), ReferenceEngine(game), []
    for _ in range(count):
        action = random.choice((1, 2, 3, 4, 5, 5, 6, 7))
        engine.step(action, *((random.randrange(64), random.randrange(64)) if action == 6 else ()))
        seen.append(engine.state()[9:])  # without what tells programs apart
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_to_commute_does(name: str) -> None:
    game = program(GAMES[name])

    for seed in range(3):
        assert play(disguise.shuffled(game, Random(seed)), name) == play(game, name)


@pytest.mark.parametrize("seed", [0, 20, 40])
def test_what_commutes_in_generated_games_does(seed: int) -> None:
    game = generated.bodied(seed)

    assert play(disguise.shuffled(game, Random(seed)), str(seed)) == play(game, str(seed))


@pytest.mark.parametrize("name", GAMES)
def test_respelt_and_possible_rules_play_the_same(name: str) -> None:
    game = program(GAMES[name])

    assert play(without_the_impossible(with_one_spelling(without_defaults(game))), name) == play(game, name)


@pytest.mark.parametrize("seed", [0, 20, 40])
def test_relevant_rules_win_and_lose_as_all_do(seed: int) -> None:
    game = generated.bodied(seed)
    one = ReferenceEngine(game)
    two = ReferenceEngine(without_the_irrelevant(with_one_spelling(without_defaults(game))))
    random = Random(seed)

    for _ in range(25):
        action = random.choice((1, 2, 3, 4, 5, 5, 6))
        place = (random.randrange(64), random.randrange(64)) if action == 6 else ()
        one.step(action, *place)
        two.step(action, *place)
        assert (one.level, one.status) == (two.level, two.status)


# ---------------------------------------------------------------- what makes no difference

SAME = {
    "a shape is level-like": (KEYS, [("        888\n        8..\n", "        8.\n        88\n")]),
    "and where its cell lies": (WINGS, [("body origin 1, 0", "body origin 0, 0")]),
    "and how it lies at first": (KEYS, [("has way: facing = right\n    body", "has way: facing = down\n    body")]),
    "drawn or by its size": (WINGS, [("body 2, 2", "body\n        55\n        55\n        55")]),
    "a box with holes": (WINGS, [("body 2, 2", "body 3, 3 when { $x = 0 or $y = 2 }")]),
    "an origin written out": (RODS, [("body len, 1", "body len, 1 origin 0, 0")]),
    "by what never changes": (WINGS, [("body 2, 2", "body big + 1, 2 when { $x < 1 or big = 1 }")]),
    "another sum": (RODS, [("body len, 1", "body 2 * len - len, 5 - 4")]),
    "the other side": (RODS, [("$x = wide - 1", "wide = $x + 1")]),
    "one below": (RODS, [("$x + $y < n", "n >= $y + $x + 1")]),
    "multiplied": (RODS, [("$x = wide - 1", "2 * $x = 2 * (wide - 1)")]),
    "a body of its cell": (RODS, [("kind Goal on floor\n", "kind Goal on floor\n    body 1, 1\n")]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "changes"), SAME.values(), ids=list(SAME))
def test_no_difference(text: str, changes: list[tuple[str, str]]) -> None:
    assert hash_of(edited(text, *changes)) == hash_of(text)


def test_an_obstacle_of_which_no_rule_speaks_is_a_shape() -> None:
    plain = edited(RODS, ("on blocked(Rod, $d, Wall)", "on blocked(Rod, $d)"), (", no Wall below Mast", ""))
    tall = edited(plain, ("kind Wall on solid\n", "kind Wall on solid\n    body 1, 2\n"))

    assert hash_of(tall) == hash_of(plain) != hash_of(RODS)
    assert hash_of(
        edited(tall, ("body 1, 2", "body 1, 2\n    turned by way"), ("Wall on solid", "Wall on solid has way: facing"))
    ) == hash_of(plain)
    assert hash_of(edited(RODS, ("kind Wall on solid\n", "kind Wall on solid\n    body 1, 2\n"))) != hash_of(RODS)


# ---------------------------------------------------------------- what makes one

REAL = {
    "no body": (KEYS, [("    body origin 1, 0\n        888\n        8..\n    turned by way\n", "")]),
    "a body more": (WINGS, [("    body 2, 2\n", "")]),
    "one turn": (KEYS, [("turn Key cw", "turn Key ccw")]),
    "another turn": (KEYS, [("turn Bar ccw", "turn Bar cw")]),
    "about another cell": (KEYS, [("about $w.cell", "about Key.cell")]),
    "about which": (KEYS, [("turn Post cw about Crab.cell", "turn Post cw about ahead(Crab, up)")]),
    "not turned": (KEYS, [("8..\n    turned by way", "8..")]),
    "not mirrored": (KEYS, [("    mirrored when flip = yes\n", "")]),
    "mirrored when": (KEYS, [("mirrored when flip = yes", "mirrored when way = up")]),
    "mirrored along": (KEYS, [("Crab on air has way: facing,", "Crab on air has way: facing = left,")]),
    "an origin": (KEYS, [("body origin 1, 0", "body")]),
    "in its box": (WINGS, [("body origin 1, 0", "body")]),
    "turned by rules": (KEYS, [("-> Crab.way next", "-> energy - 1")]),
    "carried": (KEYS, [("let Post carries Crab when Crab near Post", "let Post carries Key when Key near Post")]),
    "open": (WINGS, [("layer sky free open", "layer sky free")]),
    "open and ordinary": (WINGS, [("layer deep open", "layer deep")]),
    "free and open": (WINGS, [("layer deep open", "layer deep free open")]),
    "growth": (RODS, [("body len, 1\n", "body 2, 1\n")]),
    "growth by what": (RODS, [("body wide, high", "body high, high")]),
    "growth both ways": (RODS, [("body len, 1\n", "body len, len\n")]),
    "growth up or down": (RODS, [("origin 0, len - 1", "origin 0, 0")]),
    "one cell more": (RODS, [("body len, 1\n", "body len + 1, 1\n")]),
    "a hole": (RODS, [("{ $x = 0 or", "{ $x = 1 or")]),
    "an edge": (RODS, [("or $y = high - 1 }", "or $y = 0 }")]),
    "no condition": (RODS, [(" when { $x = 0 or $x = wide - 1 or $y = high - 1 }", "")]),
    "where a bar grows": (KEYS, [("body len, 2 origin 0, 1", "body 2, len origin 0, 1")]),
    "on is not overlaps": (RODS, [("every Goal has Rod on Goal", "every Goal has { Rod overlaps Goal }")]),
    "covered is not the cell": (RODS, [("Mast at $c, Goal at $c", "$c = Mast.cell, Goal at $c")]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "changes"), REAL.values(), ids=list(REAL))
def test_a_real_change_shows(text: str, changes: list[tuple[str, str]]) -> None:
    assert hash_of(edited(text, *changes)) != hash_of(text)


def test_what_does_not_commute_keeps_its_order() -> None:
    """Two requests of one thing; two boxes that want the same room; a turn, and a look at where things lie."""
    spun = "    on act, Key -> turn Key cw\n"
    moved = "    on act, Key -> move Key left\n"
    grown = "    on act, Rod{sel=yes} -> Rod.len + 1, Rod.hue next\n"
    taller = "    on act, Mast{len < 3} -> Mast.len + 1\n"
    wider = "    on act, Frame -> Frame.wide next, Frame.high prev\n"

    assert hash_of(edited(KEYS, (spun, spun + moved))) != hash_of(edited(KEYS, (spun, moved + spun)))
    assert hash_of(edited(RODS, (grown + taller, taller + grown))) != hash_of(RODS)
    assert hash_of(edited(RODS, (taller + wider, wider + taller))) == hash_of(RODS), "frames lie on a free layer"
    whirl, walk = (
        KEYS[KEYS.index("phase whirl") : KEYS.index("phase walk")],
        KEYS[KEYS.index("phase walk") : KEYS.index("win")],
    )
    assert hash_of(edited(KEYS, (whirl + walk, walk + whirl))) != hash_of(KEYS)


# ---------------------------------------------------------------- bodies that nobody would write


def many_bodies(seed: int) -> str:
    """A game of random bodies, in which some of what they depend on changes, and some of them turn."""
    draw = Draw(Random(f"bodies {seed}"), (21, 9))
    kinds = draw.random.sample(sorted(SIZES), 4)
    lines = ["game bodies", "board 21x9", "actions arrows act", "layer floor", "layer air free open"]
    rules, goals, legend, row = [], [], [], ""
    for glyph, kind, other in zip("abcd", kinds, (*kinds[1:], "Post"), strict=True):
        own = {name: sort.split() for name, sort in KINDS[kind].items() if not sort.startswith("thing")}
        has = ", ".join(f"{name}: {declared(sort)}" for name, sort in own.items())
        lines += [
            f"kind {kind} on air" + (f" has {has}" if has else ""),
            *next(filter(None, (parts(draw, kind) for _ in range(99)))),
        ]
        rules += [f"    on arrow(left), {kind} near Post -> {kind}.{name} next" for name in own if draw.chance(0.8)]
        if draw.chance(0.5):
            rules.append(
                f"    on act, {kind}, Post near {kind} -> turn {kind} {draw.one(['cw', 'ccw'])} about Post.cell"
            )
        goals.append(f"win when {kind} overlaps {other}, {kind} touches Post")
        legend.append(f"    {glyph} = {kind}")
        row += f"...{glyph}"
    lines += ["kind Post on floor", "phase change", "    on arrow($d), Post -> move Post $d", *rules, *goals]
    return "\n".join([*lines, "legend", "    p = Post", *legend, "level", "    map", f"        {row}..p", ""])


def declared(sort: list[str]) -> str:
    """How a kind says a sort of `vocabulary`."""
    match sort:
        case ["dir"]:
            return "facing"
        case ["int", low, high]:
            return f"{low}..{high} = {high}"
    return " ".join(sort[1:])


@pytest.mark.parametrize("seed", range(8))
def test_random_bodies_in_disguise_are_the_same(seed: int) -> None:
    game = program(many_bodies(seed))
    form = canonical(game)
    for number, symmetry in enumerate(SYMMETRIES):
        try:
            other = disguise.disguised(game, symmetry, Random(number))
        except ValueError:
            continue  # there is no such game
        verify(other)
        assert canonical(other).hash == form.hash


@pytest.mark.parametrize("seed", [0, 20, 40])
def test_generated_games_with_bodies_in_disguise_are_the_same(seed: int) -> None:
    """They read coordinates, so the board stays as it is."""
    game = generated.bodied(seed)
    other = disguise.disguised(game, SYMMETRIES[0], Random(seed))
    verify(other)

    assert canonical(other).hash == canonical(game).hash
