"""The rule pass: what rules, facts and phases come down to in core nodes, and what is said of mistaken ones."""

from __future__ import annotations

import pytest
from support.sketch import check_sketch

from arcg.dsl import core, syntax
from arcg.dsl.core import (
    Add,
    Apply,
    Assign,
    Attr,
    AttrTarget,
    Bind,
    CellsOf,
    Compare,
    Condition,
    Const,
    Equal,
    Every,
    Exists,
    Fact,
    IsKind,
    Keyed,
    Make,
    Move,
    No,
    Query,
    Range,
    Recode,
    Relate,
    Set,
    Slot,
    Take,
    Trigger,
    Variable,
    World,
    WorldTarget,
)
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.functions import EVENTS, FUNCTIONS, MOTION_FACTS
from arcg.dsl.model import Game, Type
from arcg.dsl.rules import constant, own_expr, own_query

HEAD = """game test
board 6x6
actions arrows act click undo
layer floor
layer solid
kind Goal on floor has hue: red green blue
kind Crate on solid has hue: red green blue, n: 0..9, up: Crate
kind Player Wall on solid
group Mover = Crate Player
world has energy: 0..60 = 60, sel: Crate, mode: blue red, lit: no yes
"""
TAIL = """
level
    map
        GCPW
legend
    G = Goal
    C = Crate
    P = Player
    W = Wall
"""
GOAL, CRATE, PLAYER, WALL = range(4)
HUE, N, UP = range(3)
ENERGY, SEL, MODE, LIT = range(4)


def check(body: str) -> tuple[Game | None, list[str]]:
    game, found = check_sketch(HEAD + body + TAIL, "test.arcg")
    line = HEAD.count("\n")
    return game, [f"{d.code} {d.span.line - line}" for d in found]


def checked(body: str) -> Game:
    game, found = check(body)
    assert game is not None, found
    return game


def rule(line: str, *, before: str = "", head: str = "phase run") -> core.Rule:
    return checked(f"{before}\n{head}\n    {line}\n").phases[-1].rules[-1]


def codes(line: str, *, head: str = "phase run") -> list[str]:
    return [code.split()[0] for code in check(f"{head}\n    {line}\n")[1]]


# ---------------------------------------------------------------- bindings


def test_trigger_variables_come_first_and_are_listed_in_the_query() -> None:
    found = rule("on arrow($d), Player -> move Player $d")
    assert found.trigger == Trigger(1, (Take(0, None),))
    assert found.query == Query((Bind(1, (PLAYER,)),), (1,), (0,))
    assert found.effects == (Move(Slot(1), Slot(0), Const("int", 1)),)
    assert [(v.name, v.sort) for v in found.slots] == [("$d", "dir"), ("Player", "thing")]


def test_a_kind_means_the_same_thing_and_a_name_makes_a_second() -> None:
    found = rule("Crate touches Crate $b, Crate.n > $b.n -> drop $b")
    assert found.query.atoms == (
        Bind(0, (CRATE,)),
        Bind(1, (CRATE,)),
        Relate("touches", Slot(0), Slot(1)),
        Compare(">", Attr(Slot(0), N), Attr(Slot(1), N)),
    )
    assert found.query.things == (0, 1)


def test_a_bound_variable_with_another_kind_is_a_test_and_narrows() -> None:
    found = rule("on click($x), Crate $x -> $x.n + 1")
    assert found.query == Query((IsKind(Slot(0), (CRATE,)),), (0,))


def test_tests_of_event_arguments_stand_at_the_start_of_the_query() -> None:
    found = rule("on click(Crate{hue=red, n=$n}), $n > 2 -> drop Crate")
    assert found.trigger == Trigger(3, (Take(0, (CRATE,)),))
    assert found.query == Query(
        (
            Compare("=", Attr(Slot(0), HUE), Const("enum", 0)),
            Assign(1, Attr(Slot(0), N)),
            Compare(">", Slot(1), Const("int", 2)),
        ),
        (0,),
        (1,),
    )


@pytest.mark.parametrize(
    ("event", "args"),
    [
        ("click(none)", (Equal(Const("thing", core.NONE)),)),
        ("arrow(left)", (Equal(Const("dir", core.LEFT)),)),
        ("action(undo)", (Equal(Const("enum", 7)),)),
        ("click", ()),
    ],
)
def test_constant_event_arguments(event: str, args: tuple[core.Arg, ...]) -> None:
    found = rule(f"on {event} -> energy - 1")
    assert found.trigger is not None
    assert found.trigger.args == args


def test_values_are_bound_by_equations_cells_and_directions() -> None:
    found = rule("Crate.n = $n, Crate at $c, Wall ahead($d) Crate -> Crate.n = $n, put Crate at ahead($c, $d)")
    assert found.query == Query(
        (
            Bind(0, (CRATE,)),
            Assign(1, Attr(Slot(0), N)),
            CellsOf(2, Slot(0)),
            Bind(3, (WALL,)),
            Range(4, "dir"),
            Relate("ahead", Slot(3), Slot(0), Slot(4)),
        ),
        (0, 3),
        (1, 2, 4),
    )


def test_what_is_met_first_in_no_and_braces_is_local() -> None:
    found = rule("Player, no Wall touches Player, { Wall near Player or Crate } -> drop Player")
    assert found.query.things == (0,)
    assert found.query.atoms[1] == No(Query((Bind(1, (WALL,)), Relate("touches", Slot(1), Slot(0))), (1,)))
    assert isinstance(found.query.atoms[2], Exists)
    assert len(found.query.atoms[2].alternatives) == 2
    assert codes("no Wall touches Player -> drop Wall") == ["E302"]


def test_every_binds_for_its_claim() -> None:
    game = checked("win when every { Crate, Crate.hue = red } has { Crate on Goal or Crate touches Wall }\n")
    (atom,) = game.wins[0].query.atoms
    assert isinstance(atom, Every)
    assert atom.over.things == (0,)
    assert isinstance(atom.claim.atoms[0], Exists)


def test_aggregates() -> None:
    found = rule(
        "count { Crate{hue=red} } = 2, first Crate $q of { Crate $q, $q.n > 1 } = $w -> drop $w", head="phase run"
    )
    assert isinstance(found.query.atoms[0], Compare)
    assert isinstance(found.query.atoms[0].left, core.Aggregate)
    assert isinstance(found.query.atoms[1], Assign)
    assert found.query.things == (2,)


# ---------------------------------------------------------------- names and types


def test_values_of_different_lists_are_recoded_by_name() -> None:
    found = rule("Crate, Crate.hue = mode -> drop Crate")
    assert found.query.atoms[1] == Compare("=", Attr(Slot(0), HUE), Recode(World(MODE), (2, 0)))


def test_a_bare_value_is_understood_by_the_other_side() -> None:
    found = rule("blue = Crate.hue, mode = blue -> Crate.hue = green")
    assert found.query.atoms[1:] == (
        Compare("=", Const("enum", 2), Attr(Slot(0), HUE)),
        Compare("=", World(MODE), Const("enum", 0)),
    )


def test_things_in_attributes() -> None:
    found = rule("sel != none, sel.up = $u, $u.up = none -> sel = $u, $u.hue next")
    assert found.query.atoms == (
        Compare("!=", World(SEL), Const("thing", core.NONE)),
        Assign(0, Attr(World(SEL), UP)),
        Compare("=", Attr(Slot(0), UP), Const("thing", core.NONE)),
    )


def test_a_thing_stands_for_its_cell_where_a_cell_is_needed() -> None:
    found = rule("Crate at Goal, Player -> put Crate at Player")
    assert found.query.atoms[2] == Relate("at", Slot(0), Apply("cell_of", (Slot(1),)))
    assert found.effects == (core.Put(Slot(0), Apply("cell_of", (Slot(2),))),)


def test_group_attributes_must_be_shared_by_all_kinds() -> None:
    assert codes("on click(Mover), Mover.n = 1 -> drop Mover") == ["E141"]


def test_one_mistake_gives_one_error() -> None:
    assert codes("on click(Crat), Crat.hue = red -> Crat.n = 1, move Crat up") == ["E101"]
    assert codes("on clik(Crate, $d), Crate.n = 1 -> move Crate $d") == ["E145"]
    assert codes("on click(Crate), $z.n = 1 -> move $z up, $z.n = 2") == ["E301"]
    assert codes("on click(Crate), empty($c), Crate at $c -> drop Crate") == ["E146"]


# ---------------------------------------------------------------- effects


def test_keyed_targets_are_applications_of_their_own() -> None:
    found = rule("on click(Goal) -> Crate{hue=Goal.hue}.n + 1")
    query = Query((Bind(1, (CRATE,)), Compare("=", Attr(Slot(1), HUE), Attr(Slot(0), HUE))), (1,))
    assert found.effects == (Keyed(1, query, Add(AttrTarget(Slot(1), N), Const("int", 1), None, None)),)


def test_a_keyed_target_of_a_bound_kind_leaves_the_bound_one_for_values() -> None:
    (effect,) = rule("on click(Crate) -> Crate{hue=red}.n = Crate.n").effects
    assert isinstance(effect, Keyed)
    assert effect.step == Set(AttrTarget(Slot(1), N), Attr(Slot(0), N))


def test_a_new_thing_may_be_named_for_later_effects() -> None:
    found = rule(
        "on click(Crate) -> make Crate{n=3, up=Crate} $new at cell(1, 2), $new.hue = blue, energy - 1 at least 0"
    )
    assert found.effects[0] == Make(
        CRATE, Apply("cell", (Const("int", 1), Const("int", 2))), ((N, Const("int", 3)), (UP, Slot(0))), 1
    )
    assert found.effects[1] == Set(AttrTarget(Slot(1), HUE), Const("enum", 2))
    assert found.effects[2] == Add(WorldTarget(ENERGY), Const("int", -1), Const("int", 0), None)


def test_saves_are_numbered_in_file_order() -> None:
    game = checked("phase a\n    on act -> restore two keeping energy Mover\n    on start -> save one, save two\n")
    assert game.saves == {"one": 0, "two": 1}
    assert game.phases[0].rules[0].effects == (core.Restore(1, core.Keep((ENERGY,), (CRATE, PLAYER)), False),)


# ---------------------------------------------------------------- events


def test_events_of_rules_take_their_types_from_where_they_are_made() -> None:
    game = checked(
        "phase a\n    on second($x, $n) -> third($x, $n)\n    on first($x), Crate -> second($x, Crate.hue)\n"
        "    on click(Crate) -> first(Crate)\n    on click(Wall) -> first(Wall), second(Wall, blue)\n"
        "    on third($x, $h), Crate{hue=$h} -> drop Crate\n"
    )
    kinds = {name: event.params[0].kinds for name, event in game.events.items() if event.source == "rule"}
    assert kinds == {"third": (CRATE, WALL), "second": (CRATE, WALL), "first": (CRATE, WALL)}
    assert game.events["third"].params[1] == Type("enum", core.EnumDomain(("red", "green", "blue")))
    assert [event.number for event in game.events.values()] == list(range(len(game.events)))


def test_motion_is_known_only_in_a_later_phase() -> None:
    body = "phase a{}\n    on arrow($d), Crate -> move Crate $d\n    on moved(Crate) -> Crate.n + 1\n"
    assert check(body.format(""))[1] == ["E320 3"]
    assert check(body.format(" repeat"))[1] == []
    assert check("phase a\n    on arrow($d), Crate -> move Crate $d\nphase b\n    on moved -> energy - 1\n")[1] == []


# ---------------------------------------------------------------- phases


def test_phases_of_one_name_and_header_are_joined() -> None:
    game = checked(
        "phase w on act\n    Crate -> move Crate up\nphase x\n    -> show\nphase w on act\n    go: Wall -> drop Wall\n"
    )
    assert [(p.name, [r.name for r in p.rules]) for p in game.phases] == [("w", ["w.1", "go"]), ("x", ["x.1"])]


def test_head_variables_of_several_events() -> None:
    game = checked(
        "phase w on arrow($d) moved(Crate, $d) each Crate $c{n=2} by $c.n\n    -> move $c $d\n".replace(
            "moved(Crate, $d)", ""
        )
    )
    phase = game.phases[0]
    assert [v.name for v in phase.slots] == ["$d", "$c"]
    assert phase.each == core.Each(
        1, Query((Bind(1, (CRATE,)), Compare("=", Attr(Slot(1), N), Const("int", 2))), (1,)), Attr(Slot(1), N)
    )
    assert check("phase w on click(Crate) act\n    -> drop Crate\n")[1] == ["E323 2"]
    assert check("phase w on click(Crate) act\n    -> show\n")[1] == []


# ---------------------------------------------------------------- facts


def test_parameters_are_bound_by_the_clause() -> None:
    game = checked(
        "let room($c, $d) when no Wall at ahead($c, $d)\nlet code(Crate, $n) when Crate.n = $n\n"
        "phase a\n    Crate, room(Crate.cell, up), code(Crate, 3) -> drop Crate\n"
    )
    room, code = game.facts.values()
    assert room.params == [Type("cell"), Type("dir")]
    assert room.clauses[0].query.atoms[:2] == (Range(0, "cell"), Range(1, "dir"))
    assert code.clauses[0].params == (0, 1)
    assert code.clauses[0].query == Query((Bind(0, (CRATE,)), Assign(1, Attr(Slot(0), N))), (0,), (1,))


def test_facts_may_be_declared_after_their_use_and_are_numbered_in_file_order() -> None:
    game = checked(
        "let one(Crate) when two(Crate)\nphase a\n    one(Crate) -> drop Crate\nlet two(Crate) when Crate.n = 1\n"
    )
    assert {name: fact.number for name, fact in game.facts.items()} == {"one": 0, "two": 1}
    assert game.phases[0].rules[0].query.atoms == (Fact(0, (Take(0, (CRATE,)),)),)


def test_an_argument_may_depend_on_another_of_the_same_fact() -> None:
    found = rule("code(Crate, Crate.n) -> drop Crate", before="let code(Crate, $n) when Crate.n = $n")
    assert found.query.atoms == (Fact(0, (Take(0, (CRATE,)), Take(1, None))), Compare("=", Slot(1), Attr(Slot(0), N)))


def test_motion_facts() -> None:
    game = checked(
        "let Crate pushes Crate\nlet Crate $a carries Crate $b when $b.up = $a\nlet Wall stops Player when lit = no\n"
        "let stuck(Crate, up) when Crate.n = 1\n"
    )
    assert {name: len(clauses) for name, clauses in game.motion.items()} == dict.fromkeys(MOTION_FACTS, 1)
    assert game.motion["pushes"][0].query.atoms == (Bind(0, (CRATE,)), Bind(1, (CRATE,)))
    stuck = game.motion["stuck"][0]
    assert stuck.query.atoms[-1] == Assign(stuck.params[1], Const("dir", core.UP))


@pytest.mark.parametrize(
    ("condition", "message", "told"),
    [
        ("$c.x < 0", "both a cell and a thing have `x`", "`Kind $c`; if a cell, add what stands there: `Kind at $c`"),
        ("energy = 3", "a direction, a cell, a number or a thing", "if a direction, a condition such as"),
    ],
)
def test_a_parameter_of_which_nothing_tells_what_it_is(condition: str, message: str, told: str) -> None:
    _, found = check_sketch(f"{HEAD}let west($c) when {condition}\n{TAIL}", "test.arcg")

    (wrong,) = [d for d in found if d.code == "E334"]
    assert message in wrong.message
    assert told in wrong.hint
    for line in (
        "let west(Crate $c) when",
        "let west($c) when Crate at $c,",
        "let west($c) when $c = cell($c.x, $c.y),",
    ):
        assert not [said for said in check(f"{line} {condition}\n")[1] if said.startswith("E")]


def test_circles_of_facts_are_named() -> None:
    body = "let one(Crate) when no two(Crate)\nlet two(Crate) when one(Crate)\nphase a\n    one(Crate) -> drop Crate\n"
    _, found = check_sketch(HEAD + body + TAIL, "test.arcg")
    assert [d.message for d in found] == ["the fact `one` asks whether it does not hold: `one` -> `two` -> `one`"]


# ---------------------------------------------------------------- goals, forbids, undo


def test_goals_forbids_and_undo() -> None:
    game = checked(
        "win when no Crate\nlose when energy = 0\nlose first\nundo keeping energy\n"
        "forbid Crate near Wall\nforbid Crate near Player -> restore turn, energy - 1\n"
    )
    assert (len(game.wins), len(game.loses), game.lose_first) == (1, 1, True)
    assert game.undo == core.Keep((ENERGY,), ())
    assert game.forbids[0].effects is None
    assert game.forbids[1].effects == (
        core.Restore(core.TURN_SAVE, core.Keep((), ()), False),
        Add(WorldTarget(ENERGY), Const("int", -1), None, None),
    )


# ---------------------------------------------------------------- helpers for the declaring passes

SPAN = Span("test.arcg", 1, 1, 1, 2)


def test_own_attributes_stand_bare_and_hide_the_world() -> None:
    game = checked("")
    crate = game.kinds["Crate"]
    reporter = Reporter()
    hue = syntax.Name("hue", span=SPAN)
    lit = syntax.Compare("=", syntax.Name("lit", span=SPAN), syntax.Name("yes", span=SPAN), span=SPAN)
    thing = (Variable("Crate", "thing"),)
    assert own_expr(game, crate, hue, reporter) == (Attr(Slot(0), HUE), crate.attrs["hue"].type, thing)
    red = syntax.Compare("=", hue, syntax.Name("red", span=SPAN), span=SPAN)
    both = Query((Compare("=", Attr(Slot(0), HUE), Const("enum", 0)), Compare("=", World(LIT), Const("enum", 1))))
    assert own_query(game, crate, (red, lit), reporter) == Condition(1, thing, both)
    assert not reporter.found
    assert own_expr(game, crate, syntax.Name("size", span=SPAN), reporter) is None
    assert len(reporter.errors) == 1


def test_constants() -> None:
    game, reporter = checked(""), Reporter()
    number = syntax.Int(3, span=SPAN)
    assert constant(game, syntax.Neg(number, span=SPAN), core.IntDomain(-5, 5), reporter) == -3
    assert constant(game, syntax.Name("b", span=SPAN), core.EnumDomain(("a", "b")), reporter) == 1
    assert constant(game, syntax.Name("left", span=SPAN), core.DirDomain(), reporter) == core.LEFT
    assert constant(game, syntax.Name("none", span=SPAN), core.ThingDomain((1,)), reporter) == core.NONE
    assert not reporter.found
    for domain in (core.EnumDomain(("a", "b")), core.DirDomain(), core.ThingDomain((1,))):
        assert constant(game, number, domain, reporter) is None
    assert len(reporter.errors) == 3


# ---------------------------------------------------------------- the whole


def test_every_function_can_be_called_as_its_usage_shows() -> None:
    for info in FUNCTIONS.values():
        usage = info.usage.replace("$n", "energy").replace("$a", "energy").replace("$b", "3").replace("Guard", "Crate")
        assert codes(f"on arrow($d), Player, {usage} = $v -> energy - 1") == [], info.name


def test_every_event_can_be_answered_as_its_usage_shows() -> None:
    move = "phase go\n    on arrow(up), Player -> move Player up\n    on act, Crate -> move Crate up\n"
    for info in EVENTS:
        usage = info.usage.replace("Lamp", "Crate").replace("Pad", "Goal")
        assert check(f"{move}phase run\n    on {usage} -> energy - 1\n")[1] == [], info.name
