"""The canonical form: the same for the same game in any disguise, another one for any real change."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import disguise
from support.sketch import check_sketch
from support.wild import FOOTER, HEADER, Wild, mended

from arcg.compiler import ir
from arcg.compiler.canonical import canonical
from arcg.compiler.canonical.desugar import with_one_spelling
from arcg.compiler.canonical.form import SHORTENING, STEPS
from arcg.compiler.canonical.labelling import labelled
from arcg.compiler.canonical.lift import lifted
from arcg.compiler.canonical.presentation import without_defaults, without_presentation
from arcg.compiler.canonical.prune import without_the_unused
from arcg.compiler.canonical.reach import without_the_impossible
from arcg.compiler.canonical.relevance import without_the_irrelevant
from arcg.compiler.canonical.symmetry import SYMMETRIES, Symmetry
from arcg.compiler.canonical.symmetry import turned as turned_tree
from arcg.compiler.canonical.tree import Node, Ref, arranged, free, mapped
from arcg.compiler.lower import lower
from arcg.compiler.verify import verify
from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine

GAMES = ("dyer", "glow", "tilt")

SKETCH = """\
game sketch
board 5x3
actions arrows act undo
layer floor
layer solid
layer air free
kind Goal on floor has hue: red blue
kind Wall on solid
kind Player on solid has way: facing
kind Crate on solid has hue: red blue, worth: 0..3
kind Rock on solid has hue: red blue
kind Spark on air has heat: cold warm hot
group Thing = Crate Rock
world has energy: 0..9 = 9, alarms: 0..9, keys: 0..9
Player walks
Crate is pushed by Player
let matched(Goal) when Thing on Goal, Thing.hue = Goal.hue
let Wall stops Spark
phase look
    on moved(Player, $d) -> Player.way = $d
    on moved(Crate) -> alarms + 1 at most 9
    on moved(Rock) -> keys + 1 at most 9
phase fall repeat
    Rock, no Wall below Rock -> move Rock down
phase spin on act
    Player -> Player.way next
    Spark -> Spark.heat next
phase burn
    Spark{heat=hot} near Crate, Crate.worth > 0 -> Crate.worth - 1
phase pay
    on moved(Player) -> energy - 1 at least 0
forbid alarms = 9
undo keeping energy
win when every Goal has matched(Goal)
win when keys > 3, Player.way = up
lose when energy = 0
lose when Crate.worth = 3
legend
    # = Wall
    P = Player
    c = Crate{hue=blue, worth=2}
    r = Rock
    s = Spark
    o = Goal
level
    map
        P.c.#
        r.s.o
        ...#.
"""
"""A game with something for every step to do."""


def program(text: str = SKETCH) -> ir.Program:
    game, found = check_sketch(text, "sketch.arcg")
    assert game is not None, [d.message for d in found]
    return lower(game)


@cache
def hash_of(text: str) -> str:
    return canonical(program(text)).hash


def edited(*changes: tuple[str, str]) -> str:
    """The sketch with the first of each pair replaced by the second."""
    text = SKETCH
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def added(*lines: str) -> str:
    """The sketch with more lines before its legend."""
    return edited(("legend\n", "".join(f"{line}\n" for line in lines) + "legend\n"))


def generated(seed: int, statements: int = 30) -> ir.Program:
    """A sound game made from the grammar."""
    wild = Wild(Random(seed))
    body = [line for _ in range(statements) for line in wild.statement()]
    game, _ = check_sketch(mended("\n".join([HEADER, *body, FOOTER])), "wild.arcg")
    assert game is not None
    return lower(game)


LUCK = added("phase luck on act", "    Spark at random -> Spark.heat next", "    Crate at random -> Crate.worth + 1")
"""The sketch with two rules that choose."""

NUMBERED = edited(
    ("kind Spark on air has", "kind Spark on air numbered has"),
    ("forbid alarms", "phase chain on act\n    Spark $a after Spark $b -> $a.heat = $b.heat\n"
        "    Spark{id=3} -> drop Spark\n    Player at $c -> make Spark at $c\nforbid alarms"),
)  # fmt: skip
"""The sketch with things in the order in which they were made."""

PROGRAMS = {name: load(name) for name in GAMES}
PROGRAMS |= {"sketch": program(), "luck": program(LUCK), "numbered": program(NUMBERED)}
FORMS = {name: canonical(game) for name, game in PROGRAMS.items()}


# ---------------------------------------------------------------- disguises


@pytest.mark.parametrize("number", range(8))
def test_a_game_in_disguise_is_the_same(number: int) -> None:
    """The shipped games: `test_novelty`."""
    other = disguise.disguised(PROGRAMS["sketch"], SYMMETRIES[number], Random(number))

    verify(other)
    assert ir.digest(other) != ir.digest(PROGRAMS["sketch"])
    assert canonical(other).hash == FORMS["sketch"].hash


@pytest.mark.parametrize("number", range(0, 8, 3))
@pytest.mark.parametrize("name", ["luck", "numbered"])
def test_a_game_with_chance_or_numbers_in_disguise_is_the_same(name: str, number: int) -> None:
    other = disguise.disguised(PROGRAMS[name], SYMMETRIES[number], Random(number))

    verify(other)
    assert canonical(other).hash == FORMS[name].hash


def test_that_a_kind_is_numbered_shows() -> None:
    numbered = edited(("kind Spark on air has", "kind Spark on air numbered has"))
    changed = [NUMBERED.replace("id=3", "id=2"), NUMBERED.replace("$a.heat = $b.heat", "$b.heat = $a.heat")]

    assert hash_of(numbered) != FORMS["sketch"].hash
    assert len({FORMS["numbered"].hash, *map(hash_of, changed)}) == 3


def test_what_is_left_to_chance_shows() -> None:
    certain = [LUCK.replace("Crate at random", crate) for crate in ("Crate", "Crate once", "Crate in turn")]

    assert FORMS["luck"].hash not in map(hash_of, certain)


@pytest.mark.parametrize("seed", range(1000, 1004))
def test_a_generated_game_in_disguise_is_the_same(seed: int) -> None:
    """About ten rules that nobody would write; they may read coordinates, so the board stays as it is."""
    game = generated(seed)
    other = disguise.disguised(game, SYMMETRIES[0], Random(seed))

    assert canonical(other).hash == canonical(game).hash


CHANGES = (disguise.renamed, disguise.recoloured, disguise.rearranged, disguise.shuffled)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@settings(max_examples=4)
@given(name=st.sampled_from(sorted(PROGRAMS)), seed=st.integers(0, 10**6))
def test_each_disguise_alone(change, name: str, seed: int) -> None:
    assert canonical(change(PROGRAMS[name], Random(seed))).hash == FORMS[name].hash


def play(game: ir.Program, actions: list[tuple[int, ...]]) -> list[tuple[int, int, bytes]]:
    engine, seen = ReferenceEngine(game), []
    for action in actions:
        engine.step(*action)
        seen.append((engine.level, engine.status, engine.state()[9:]))
    return seen


def some_actions(seed: str, count: int = 30) -> list[tuple[int, ...]]:
    random = Random(seed)
    chosen = random.choices((1, 2, 3, 4, 5, 6, 7), k=count)
    return [(action, random.randrange(64), random.randrange(64)) if action == 6 else (action,) for action in chosen]


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_said_to_commute_does(name: str) -> None:
    actions = some_actions(name)
    expected = play(PROGRAMS[name], actions)

    for seed in range(3):
        assert play(disguise.shuffled(PROGRAMS[name], Random(seed)), actions) == expected


@pytest.mark.parametrize("name", PROGRAMS)
def test_respelt_and_possible_rules_play_the_same(name: str) -> None:
    actions = some_actions(name)
    game = without_the_impossible(with_one_spelling(without_defaults(PROGRAMS[name])))

    assert play(game, actions) == play(PROGRAMS[name], actions)


@pytest.mark.parametrize("name", GAMES)
def test_relevant_rules_win_and_lose_as_all_do(name: str) -> None:
    from arcg.runtime.loading import shipped
    from arcg.runtime.recording import read

    game = without_the_irrelevant(without_the_impossible(with_one_spelling(PROGRAMS[name])))
    for end in ("win", "loss"):
        played = read(shipped()[name].parent / "recordings" / f"{end}.jsonl")
        one, two = ReferenceEngine(PROGRAMS[name]), ReferenceEngine(game)
        for answer in played.answers[:40]:
            for engine in (one, two):
                engine.step(answer.action, answer.x, answer.y)
            assert (one.level, one.status) == (two.level, two.status)


# ---------------------------------------------------------------- one step after another


def test_names_and_looks_are_dropped() -> None:
    assert hash_of(edited(("kind Wall on solid", "kind Wall on solid\n    pic\n        4.\n        .4"))) == hash_of(
        SKETCH
    )
    assert hash_of(edited(("world has energy", "bar alarms top red\nworld has energy"))) != hash_of(SKETCH), (
        "a bar decides what `forbid` keeps"
    )
    assert hash_of(
        edited(("lose when energy", "bar energy top red\nlose when energy"), ("forbid alarms = 9\n", ""))
    ) == (hash_of(edited(("forbid alarms = 9\n", ""))))


def test_views_paint_and_fog_are_dropped() -> None:
    seen = edited(
        ("board 5x3\n", "board 5x3\nview 3x2 follow Player\n"),
        ("lose when energy", "paint red on floor at $c when Crate at $c\nfog grey at Rock when Rock\nlose when energy"),
        ("level\n", "level\n    view 2x2\n"),
    )

    assert hash_of(seen) == hash_of(SKETCH)


TURNED = edited(
    ("board 5x3\n", "board 5x3\nview 5x3 turned by heading\n"),
    ("keys: 0..9", "keys: 0..9, heading: facing"),
    ("phase fall repeat", "phase spin on act\n    -> heading next\nphase fall repeat"),
)


def test_turned_controls_are_no_presentation() -> None:
    fixed = TURNED.replace(" turned by heading", "")

    assert hash_of(TURNED) != hash_of(fixed)
    assert hash_of(fixed) == hash_of(SKETCH)
    assert hash_of(TURNED.replace("view 5x3", "view 3x3 follow Player")) == hash_of(TURNED)
    assert hash_of(TURNED.replace("heading: facing", "heading: 0..3")) != hash_of(TURNED)
    assert hash_of(TURNED.replace("next\nphase fall", "prev\nphase fall")) != hash_of(TURNED)


@pytest.mark.parametrize("number", range(8))
def test_turned_controls_in_disguise(number: int) -> None:
    game, _ = check_sketch(TURNED, "turned.arcg")
    assert game is not None
    other = disguise.disguised(lower(game), SYMMETRIES[number], Random(number))

    assert canonical(other).hash == hash_of(TURNED)


def test_frames_to_show_are_dropped() -> None:
    shown = edited(
        ("phase fall repeat", "phase fall repeat show 3"), ("alarms + 1 at most 9", "alarms + 1 at most 9, show")
    )

    assert hash_of(shown) == hash_of(SKETCH)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Crate.worth > 0", "0 < Crate.worth"),
        ("Crate.worth > 0", "Crate.worth >= 1"),
        ("Thing on Goal, Thing.hue = Goal.hue", "Goal.hue = Thing.hue, Thing at Goal"),
        ("keys > 3, Player.way = up", "up = Player.way, { keys >= 4 }"),
        ("move Rock down", "move Rock back(up)"),
        ("move Rock down", "move Rock up by -1"),
        ("Crate.worth - 1", "Crate.worth + (0 - 1)"),
        ("every Goal has matched(Goal)", "no { Goal, no matched(Goal) }"),
        ("every Goal has matched(Goal)", "every Goal has { matched(Goal) or matched(Goal) }"),
        ("Player walks\n", "phase walk\n    on arrow($e), Player -> move Player $e\n"),
        ("forbid alarms = 9", "forbid alarms = 9 -> show 4, restore turn"),
    ],
)
def test_one_spelling(old: str, new: str) -> None:
    assert hash_of(edited((old, new))) == hash_of(SKETCH)


def test_levels_are_dropped_but_for_what_may_appear() -> None:
    assert hash_of(edited(("P.c.#", "Pcc.#"))) == hash_of(SKETCH)
    assert hash_of(edited(("r.s.o", "r.c.o"))) != hash_of(SKETCH), "without a spark nothing burns"


JUNK = {
    "unused kind": ["kind Moss on floor"],
    "kind that never appears": ["kind Beast on solid", "phase bite", "    Beast near Player -> lose"],
    "impossible value": ["phase junk", "    Crate{hue=red} -> drop Crate"],
    "constant attribute": ["world has junk: 0..3", "phase odd", "    junk = 2 -> lose"],
    "event that nobody makes": ["phase answer", "    on click(Crate) -> drop Crate"],
    "attribute that is only shown": ["world has glow: no yes", "phase shine", "    on act -> glow next"],
    "counter of itself": ["world has clock: 0..9", "phase tick", "    clock < 9 -> clock + 1"],
    "fact that nobody asks": ["let lucky(Crate) when Crate.worth = 2"],
    "event that nobody hears": ["phase ring", "    on act -> rings"],
    "save that nobody restores": ["phase keep", "    on act -> save here"],
    "end of nothing": ["phase stop", "    on act -> end phase"],
    "decoration": [
        "layer deco free", "kind Leaf on deco", "phase drift", "    Leaf -> move Leaf left",
        "level", "    map", "        l..", "legend", "    l = Leaf",
    ],
}  # fmt: skip


@pytest.mark.parametrize("lines", JUNK.values(), ids=list(JUNK))
def test_dead_weight_changes_nothing(lines: list[str]) -> None:
    head, _, tail = "\n".join(lines).partition("level\n")
    text = added(*head.rstrip("\n").split("\n"))
    if tail:
        level, _, legend = tail.partition("legend\n")
        text = text.replace("legend\n", f"legend\n{legend}\n", 1) + "level\n" + level.rstrip("\n") + "\n"

    assert hash_of(text) == hash_of(SKETCH)


def test_obstacles_that_no_rule_speaks_of_are_one_kind() -> None:
    kinds = ("kind Wall on solid", "kind Wall on solid\nkind Hedge on solid\nkind Pole on solid")
    text = edited(kinds, ("legend\n", "legend\n    h = Hedge\n    p = Pole\n"))

    one, both = text.replace("...#.", "h.h#."), text.replace("...#.", "h.p#.")
    assert hash_of(one) == hash_of(both) != hash_of(SKETCH)


def test_what_stops_is_no_decoration() -> None:
    kinds = ("kind Wall on solid", "kind Wall on solid\nkind Hedge on air")
    hedge = edited(kinds, ("legend\n", "legend\n    h = Hedge\n")).replace("...#.", ".h.#.")
    stopping = hedge.replace("let Wall stops Spark", "let Wall stops Spark\nlet Hedge stops Player")

    assert hash_of(hedge) == hash_of(SKETCH)
    assert hash_of(stopping) != hash_of(hedge)


REAL = [
    ("a test", "Crate.worth > 0", "Crate.worth > 1"),
    ("an effect", "Crate.worth - 1", "Crate.worth + 1"),
    ("one direction", "move Rock down", "move Rock left"),
    ("where it looks", "no Wall below Rock", "no Wall above Rock"),
    ("a value", "Spark{heat=hot}", "Spark{heat=warm}"),
    ("a relation", "near Crate", "touches Crate"),
    ("a kind", "on moved(Rock) -> keys", "on moved(Crate) -> keys"),
    ("an event", "on moved(Crate) -> alarms", "on blocked(Crate) -> alarms"),
    ("a goal", "lose when energy = 0", "lose when energy = 1"),
    ("win and lose", "lose when Crate.worth = 3", "win when Crate.worth = 3"),
    ("motion", "Crate is pushed by Player", "Crate is pushed by Rock"),
    ("a layer", "kind Rock on solid", "kind Rock on floor"),
    ("free", "layer air free", "layer air"),
    ("repeat", "phase fall repeat", "phase fall"),
    ("undo", "undo keeping energy", "undo keeping keys"),
    ("a domain", "energy: 0..9", "energy: 0..8"),
    ("an action", "actions arrows act undo", "actions arrows act"),
    ("a step", "Spark.heat next", "Spark.heat prev"),
]


@pytest.mark.parametrize(("old", "new"), [case[1:] for case in REAL], ids=[case[0] for case in REAL])
def test_a_real_change_shows(old: str, new: str) -> None:
    text = edited((old, new)).replace("energy: 0..8 = 9", "energy: 0..8 = 8")

    assert hash_of(text) != hash_of(SKETCH)


def test_rules_that_do_not_commute_keep_their_order() -> None:
    lines = "    on act -> energy + 2 at most 9\n    on act, energy > 8 -> lose\n"
    first, second = lines.splitlines(keepends=True)

    assert hash_of(added("phase two", lines.rstrip())) != hash_of(added("phase two", (second + first).rstrip()))
    swapped = edited(
        ("    on moved(Crate) -> alarms + 1 at most 9\n    on moved(Rock) -> keys + 1 at most 9\n",
         "    on moved(Rock) -> keys + 1 at most 9\n    on moved(Crate) -> alarms + 1 at most 9\n"),
    )  # fmt: skip
    assert hash_of(swapped) == hash_of(SKETCH)


def test_phases_that_do_not_commute_keep_their_order() -> None:
    burn = SKETCH[SKETCH.index("phase burn") : SKETCH.index("phase pay")]
    pay = SKETCH[SKETCH.index("phase pay") : SKETCH.index("forbid")]
    spin = SKETCH[SKETCH.index("phase spin") : SKETCH.index("phase burn")]

    assert hash_of(SKETCH.replace(burn + pay, pay + burn)) == hash_of(SKETCH)
    assert hash_of(SKETCH.replace(spin + burn, burn + spin)) != hash_of(SKETCH)


def test_what_is_planned_moves_with_the_next_phase() -> None:
    """Whichever that is, though nothing of it be left but that."""
    wish = ["phase wish plan", "    on act, Rock -> move Rock left"]
    see = ["phase see", "    Rock near Crate -> alarms + 1 at most 9"]
    gain, never = ["phase gain", "    -> keys + 1 at most 9"], ["phase never", "    keys = 20 -> lose"]

    assert hash_of(added(*wish, *see, *gain)) != hash_of(added(*wish, *gain, *see))
    assert hash_of(added(*see, *gain)) == hash_of(added(*gain, *see))
    assert hash_of(added(*wish, *never, *see)) != hash_of(added(*wish, *see))
    assert hash_of(added(*never, *see)) == hash_of(added(*see))


def test_a_first_phase_keeps_its_order() -> None:
    lines = ["    on act, Crate -> Crate.worth next", "    on act, Rock -> Rock.hue next"]

    one, other = (hash_of(added("phase one first", *order)) for order in (lines, lines[::-1]))
    assert one != other


def test_attributes_that_share_a_name_only() -> None:
    """`hue` of a goal and of a crate are one word; calling one of them otherwise changes nothing."""
    text = "game g\nboard 3x1\nactions arrows\nlayer floor\nlayer solid\n"
    text += "kind Goal on floor has hue: red blue\nkind Crate on solid has hue: red blue\nCrate walks\n"
    text += "win when every Goal has { Crate on Goal, Crate.hue = Goal.hue }\n"
    text += "legend\n    c = Crate{hue=blue}\n    o = Goal\n    p = Goal{hue=blue}\nlevel\n    map\n        cop\n"
    other = text.replace("Crate on solid has hue", "Crate on solid has dye").replace("Crate.hue", "Crate.dye")

    assert hash_of(other.replace("Crate{hue", "Crate{dye")) == hash_of(text)


def test_the_order_of_values_matters_only_where_it_is_read() -> None:
    values = edited(("Crate on solid has hue: red blue", "Crate on solid has hue: blue red"))
    everywhere = values.replace("has hue: red blue", "has hue: blue red")
    stepped = edited(("heat: cold warm hot", "heat: cold hot warm"))

    assert hash_of(everywhere) == hash_of(SKETCH)
    assert hash_of(stepped) != hash_of(SKETCH)


def test_every_step_gives_a_program_of_the_same_form() -> None:
    form = FORMS["sketch"]

    for step in (*STEPS, *SHORTENING):
        assert canonical(step(PROGRAMS["sketch"])).hash == form.hash, step.__name__
    assert not without_presentation(PROGRAMS["dyer"]).kinds[2].pictures
    assert not without_the_unused(PROGRAMS["dyer"]).levels


# ---------------------------------------------------------------- trees


def test_eight_different_symmetries() -> None:
    corners = {tuple(s.cell(x, y, 3, 3) for x, y in ((0, 0), (2, 0), (0, 2))) for s in SYMMETRIES}

    assert len(corners) == 8
    assert [s.reflects for s in SYMMETRIES].count(True) == 4


COORDINATES = Node(
    "game",
    (
        Node("cell", (1, 2)),
        Node("x", (3,)),
        Node("dy", (4,)),
        Node("dir", (2,)),
        Node("cw", (5,)),
        Node("action", (1,)),
    ),
)


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
def test_symmetries_of_a_tree_are_a_group(symmetry: Symmetry) -> None:
    """Turning first leads to the same eight trees."""
    every = {turned_tree(COORDINATES, s) for s in SYMMETRIES}

    assert len(every) == 8
    assert {turned_tree(turned_tree(COORDINATES, symmetry), s) for s in SYMMETRIES} == every


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_a_labelling_does_not_depend_on_numbers_and_order(seed: int) -> None:
    """On trees that refinement alone cannot tell apart: cycles of the same length in all."""
    random = Random(seed)
    rings = random.choice([[6], [3, 3], [4, 2]])
    tree = _rings(rings, list(range(6)), lambda items: items)
    other = _rings(rings, random.sample(range(50), 6), lambda items: random.sample(items, len(items)))

    assert labelled(other).text == labelled(tree).text
    assert labelled(tree).text != labelled(_rings([5, 1], list(range(6)), lambda items: items)).text


def _rings(lengths: list[int], numbers: list[int], mix) -> Node:
    edges, start = [], 0
    for length in lengths:
        ring = numbers[start : start + length]
        start += length
        edges += [
            Node("then", (Ref("kind", one), Ref("kind", two)))
            for one, two in zip(ring, ring[1:] + ring[:1], strict=True)
        ]
    return free("rings", tuple(mix(edges)))


@settings(max_examples=50)
@given(st.data())
def test_the_normal_form_of_commuting_items(data) -> None:
    """Any order that keeps what must be kept has one normal form."""
    count = data.draw(st.integers(0, 6))
    keys = [data.draw(st.sampled_from("abc")) + str(item) for item in range(count)]
    clash = {(i, j) for i in range(count) for j in range(i) if data.draw(st.booleans())}
    before = tuple(frozenset(j for j in range(i) if (i, j) in clash) for i in range(count))
    normal = [keys[item] for item in arranged(before, keys)]

    order: list[int] = []
    while len(order) < count:
        ready = [item for item in range(count) if item not in order and before[item] <= set(order)]
        order.append(data.draw(st.sampled_from(ready)))
    place = {item: number for number, item in enumerate(order)}
    moved = tuple(
        frozenset(place[j] for j in range(count) if (max(i, j), min(i, j)) in clash and place[j] < place[i])
        for i in order
    )

    assert [keys[order[item]] for item in arranged(moved, [keys[item] for item in order])] == normal


def test_lifting_forgets_how_things_are_numbered() -> None:
    tree = lifted(without_the_unused(with_one_spelling(without_defaults(without_presentation(PROGRAMS["sketch"])))))
    shifted = mapped(tree, lambda node: node, lambda ref: Ref(ref.sort, ref.number + 7))

    assert isinstance(shifted, Node)
    assert labelled(shifted).text == labelled(tree).text
