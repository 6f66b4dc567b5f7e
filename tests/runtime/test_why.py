"""Firings: summed by rule they are the trace, and each says where, when and why it happened."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from support import cell_games, generated

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import Action, RuleTrace
from arcg.runtime.firing import Firing
from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.why import begun, fired

ROOT = Path(__file__).parents[2]
EXAMPLES = int(os.environ.get("ARCG_EXAMPLES", "10"))
SHOWN = sorted(
    [*ROOT.glob("games/*/*.arcg"), *ROOT.glob("benchmarks/*.arcg"), *ROOT.glob("tests/expressiveness/*.arcg")]
)


def summed(firings: Iterable[Firing]) -> dict[tuple[str, str, int], tuple[int, int, int]]:
    sums: Counter[tuple[str, str, int, int]] = Counter()
    for one in firings:
        if one.what in ("rule", "forbid"):
            for place, number in enumerate((one.matches, one.applied, one.dropped)):
                sums[one.phase, one.rule, one.line, place] += number
    keys = {key[:3] for key, number in sums.items() if number}
    return {key: (sums[*key, 0], sums[*key, 1], sums[*key, 2]) for key in keys}


def traced(traces: Iterable[RuleTrace]) -> dict[tuple[str, str, int], tuple[int, int, int]]:
    sums: Counter[tuple[str, str, int, int]] = Counter()
    for one in traces:
        for place, number in enumerate((one.matches, one.applied, one.dropped)):
            sums[one.phase, one.rule, one.line, place] += number
    keys = {key[:3] for key, number in sums.items() if number}
    return {key: (sums[*key, 0], sums[*key, 1], sums[*key, 2]) for key in keys}


def lasting(program: ir.Program, firings: Sequence[Firing]) -> Iterator[Firing]:
    """Those that a trace counts: it says nothing of a turn over things that was taken back."""
    return (one for one in firings if program.cellwise is not None or not one.taken_back)


def agree(program: ir.Program, moves: Iterable[tuple[int, int, int]]) -> None:
    engine = ReferenceEngine(program)
    assert summed(lasting(program, begun(program))) == traced(engine.trace())
    for move in moves:
        before = engine.snapshot()
        engine.step(*move)
        firings = fired(program, before, *move)
        assert summed(lasting(program, firings)) == traced(engine.trace()), move
        frames = len(engine.frames())
        assert all(0 <= one.frame < frames for one in firings)
        level = program.levels[engine.level]
        inside = [cell for one in firings if one.level == engine.level for cell in (*one.cells, *one.became)]
        assert all(0 <= x < level.width and 0 <= y < level.height for x, y in set(inside) if one_board(program))


def one_board(program: ir.Program) -> bool:
    return all(not layer.open for layer in program.layers)


def random_moves(program: ir.Program, seed: int, count: int) -> list[tuple[int, int, int]]:
    random = Random(seed)
    return [
        (random.choice([*program.actions, *program.actions, 0]), random.randrange(64), random.randrange(64))
        for _ in range(count)
    ]


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_firings_add_up_to_the_trace(path: Path) -> None:
    program = load(path)
    agree(program, random_moves(program, 7, 25))


def test_firings_of_generated_games_add_up() -> None:
    for seed in range(EXAMPLES):
        if (program := generated.program(seed)) is not None:
            agree(program, generated.actions(seed, program))


def test_firings_of_generated_games_over_cells_add_up() -> None:
    for seed in range(EXAMPLES):
        program = cell_games.game(seed)
        agree(program, random_moves(program, seed, 8))


# ---------------------------------------------------------------- what a firing says

HEAD = """\
game small
board 5x2 cell 8
actions arrows act
layer floor
layer solid
kind Goal on floor
    pic
        e
kind Wall on solid
    pic
        4
kind Player on solid
    pic
        9
kind Crate on solid has worth: 0..2
    pic
        c
world has n: 0..3
legend
    # = Wall
    P = Player
    c = Crate
    G = Goal
    @ = Player Goal
"""


def program_of(rules: str, rows: str) -> ir.Program:
    level = "level\n    map\n" + "".join(f"        {row}\n" for row in rows.split())
    game, found = check_text(HEAD + rules + level, "small")
    assert game is not None, found
    return lower(game)


def line_of(rules: str, part: str) -> int:
    """The line of the file in which a part of the rules stands."""
    lines = (HEAD + rules).split("\n")
    return next(number for number, line in enumerate(lines, start=1) if part in line)


def after(program: ir.Program, *actions: int) -> tuple[Firing, ...]:
    engine = ReferenceEngine(program)
    for action in actions[:-1]:
        engine.step(action)
    return fired(program, engine.snapshot(), actions[-1])


PUSHING = "Player walks\nCrate is pushed by Player\n"


def test_a_push_says_who_was_asked_and_who_pushed() -> None:
    rule, walked, pushed = after(program_of(PUSHING, "Pc..."), Action.RIGHT)

    assert (rule.what, rule.outcome, rule.does) == ("rule", "applied", ("move Player right",))
    assert [(name, one.kind, one.cells) for name, one in rule.bound] == [("Player", "Player", ((0, 0),))]
    assert rule.values == (("$d", "right"),)
    assert rule.line == line_of(PUSHING, "Player walks"), "a sentence stands for its rules"
    assert (walked.outcome, walked.cells, walked.became) == ("moved", ((0, 0),), ((1, 0),))
    assert (pushed.outcome, pushed.cells, pushed.became) == ("pushed", ((1, 0),), ((2, 0),))
    assert [one.kind for one in pushed.by] == ["Player"]
    assert pushed.line == line_of(PUSHING, "is pushed by")


def test_what_is_blocked_says_by_what() -> None:
    _, walked, pushed = after(program_of(PUSHING, "Pc#.."), Action.RIGHT)

    assert (walked.outcome, walked.why) == ("blocked", "Crate in the way")
    assert (pushed.outcome, pushed.why, pushed.cells) == ("blocked", "Wall in the way", ((1, 0),))
    assert [(one.kind, one.x) for one in pushed.by] == [("Wall", 2)]


def test_the_edge_and_what_is_stuck() -> None:
    rules = "Player walks\nlet stuck(Player, up) when n = 0\n"
    program = program_of(rules, "..... P....")

    assert after(program, Action.LEFT)[-1].why == "the board ends there"
    stuck = after(program, Action.UP)[-1]
    assert (stuck.outcome, stuck.why, stuck.line) == ("blocked", "it is stuck", line_of(rules, "let stuck"))


def test_what_is_dropped_says_why() -> None:
    rules = (
        "phase change on act\n    -> n = 3 / n\n    Crate -> Crate.worth + 2\n"
        "    Player -> make Wall at Player.cell\n    Player -> make Wall at cell(9, 9)\n"
    )
    firings = after(program_of(rules, "Pc.c."), Action.ACT, Action.ACT)

    assert [(one.rule, one.outcome, one.why) for one in firings] == [
        ("change.1", "dropped", "a value that it needs is undefined"),
        ("change.2", "dropped", "Crate.worth cannot be what it would be"),
        ("change.2", "dropped", "Crate.worth cannot be what it would be"),
        ("change.3", "dropped", "Wall would share a cell with Player"),
        ("change.4", "dropped", "Wall would not lie on the board"),
    ]


def test_what_is_applied_says_what_changed() -> None:
    rules = "phase change on act\n    -> n + 2\n    Crate -> Crate.worth + 2\n"
    world, one, other = after(program_of(rules, "Pc.c."), Action.ACT)

    assert (world.outcome, world.world) == ("applied", (("n", "0", "2"),))
    assert [(c.before.attrs, c.after.attrs) for c in one.changes if c.before and c.after] == [
        ({"worth": 0}, {"worth": 2})
    ]
    assert (other.cells, other.became) == (((3, 0),), ((3, 0),))


def test_what_is_made_and_dropped_has_one_side() -> None:
    rules = "phase swap on act\n    Crate -> drop Crate, make Wall at cell(4, 1)\n"
    (swap,) = after(program_of(rules, "Pc..."), Action.ACT)

    assert [(c.before and c.before.kind, c.after and c.after.kind) for c in swap.changes] == [
        ("Crate", None),
        (None, "Wall"),
    ]
    assert (swap.cells, swap.became) == (((1, 0),), ((4, 1),))


def test_a_loop_that_does_not_rest_says_that_all_was_taken_back() -> None:
    firings = after(program_of("phase spin on act repeat\n    -> n next\n", "P...."), Action.ACT)

    assert [one.round for one in firings[:3]] == [1, 2, 3]
    assert all("did not rest" in one.taken_back and one.frame == 0 for one in firings)


def test_forbids_and_goals() -> None:
    rules = "Player walks\nforbid Player on Wall\nforbid Player at cell(1, 0)\nwin when Player on Goal\n"
    forbid = after(program_of(rules, "P..G."), Action.RIGHT)[-1]
    win = after(program_of(rules, "..PG."), Action.RIGHT)[-1]

    assert (forbid.what, forbid.rule, forbid.line) == ("forbid", "forbid.2", line_of(rules, "cell(1, 0)"))
    assert (forbid.cells, forbid.became) == (((1, 0),), ((0, 0),)), "as it was, and what became of it"
    assert "restore turn" in forbid.does
    assert (win.what, win.rule, win.outcome, win.cells) == ("win", "win.1", "holds", ((3, 0),))


def test_frames_and_rounds() -> None:
    firings = after(program_of("phase run on act repeat show\n    Player -> move Player right\n", "P...."), Action.ACT)
    moved = [one for one in firings if one.outcome == "moved"]

    assert [(one.round, one.frame) for one in moved] == [(1, 0), (2, 1), (3, 2), (4, 3)]
    assert firings[-1].outcome == "blocked"
    assert firings[-1].frame == 3, "nothing was shown after it"


def test_a_level_that_begins_tells_of_its_start() -> None:
    rules = "phase begin on start\n    Crate -> Crate.worth = 1\n"
    program = program_of(rules, "Pc...")
    (first,) = begun(program)
    engine = ReferenceEngine(program)
    engine.step(Action.LEFT)
    (again,) = fired(program, engine.snapshot(), Action.RESET)

    assert first.loading
    assert first.cells == ((1, 0),)
    assert again == first


def test_a_win_goes_on_with_the_beginning_of_the_next_level() -> None:
    rules = "phase begin on start\n    Crate -> Crate.worth = 1\nPlayer walks\nwin when Player on Goal\n"
    text = HEAD + rules + "level\n    map\n        PG...\nlevel\n    map\n        P.c..\n"
    game, _ = check_text(text, "small")
    assert game is not None
    firings = after(lower(game), Action.RIGHT)

    assert [(one.what, one.level, one.loading, one.frame) for one in firings] == [
        ("rule", 0, False, 0),
        ("motion", 0, False, 0),
        ("win", 0, False, 0),
        ("rule", 1, True, 1),
    ]


CELLS = """\
game small
semantics puzzlescript
    input Player
board 5x1 cell 5
actions arrows
layer back
layer floor
layer solid
kind Ground on back
    pic
        1
kind Goal on floor
    pic
        e
kind Wall on solid
    pic
        4
kind Player on solid
    pic
        9
kind Crate on solid
    pic
        c
legend
    . = Ground
    # = Wall Ground
    P = Player Ground
    c = Crate Ground
    G = Goal Ground
"""


def cell_program(rules: str, row: str) -> ir.Program:
    game, found = check_text(f"{CELLS}{rules}level\n    map\n        {row}\n", "small")
    assert game is not None, found
    return lower(game)


CELL_RULES = """\
phase push plan
    [ > Player | Crate ] -> [ > Player | > Crate ]
win when every [ Goal ] has [ Crate ]
"""


def test_rules_over_cells() -> None:
    rule, again, walked, pushed, win = after(cell_program(CELL_RULES, ".PcG."), Action.RIGHT)

    assert (again.round, again.outcome) == (2, "no effect")
    assert (rule.stage, rule.way, rule.cells) == ("early", "right", ((1, 0), (2, 0)))
    assert rule.does == ("move Crate right",)
    assert rule.line == 1 + (CELLS + CELL_RULES).split("\n").index(CELL_RULES.split("\n")[1])
    assert (walked.outcome, walked.cells, walked.became) == ("moved", ((1, 0),), ((2, 0),))
    assert (pushed.outcome, pushed.cells, pushed.became) == ("moved", ((2, 0),), ((3, 0),))
    assert (win.what, win.cells) == ("win", ((3, 0),))


def motions(firings: Iterable[Firing]) -> list[Firing]:
    return [one for one in firings if one.what == "motion"]


def test_movement_over_cells_that_is_blocked() -> None:
    walked, pushed = motions(after(cell_program(CELL_RULES, "#Pc#."), Action.RIGHT))

    assert (walked.why, pushed.why) == ("Crate in the way", "Wall in the way")
    assert [(one.kind, one.x) for one in pushed.by] == [("Wall", 3)]
    (walked,) = motions(after(cell_program(CELL_RULES, "P...."), Action.LEFT))
    assert walked.why == "the board ends there"


def test_rules_over_cells_that_cancel() -> None:
    rules = CELL_RULES.replace("win", "phase stop\n    [ Crate Goal ] -> restore turn\nwin")
    firings = after(cell_program(rules, ".PcG."), Action.RIGHT)

    assert [(one.what, one.stage) for one in firings] == [
        ("rule", "early"),
        ("rule", "early"),
        ("motion", "early"),
        ("motion", "early"),
        ("rule", "late"),
    ]
    assert all("cancel" in one.taken_back for one in firings)


def test_a_match_over_cells_that_no_longer_fits() -> None:
    rules = CELL_RULES + "phase eat\n    [ Crate | Crate ] along right -> [ | Crate ]\n"
    firings = after(cell_program(rules, "Pccc."), Action.UP)
    eaten = [one for one in firings if one.phase == "eat"]

    assert [(one.outcome, one.cells, one.round) for one in eaten] == [
        ("applied", ((1, 0), (2, 0)), 1),
        ("applied", ((2, 0), (3, 0)), 1),
    ]
