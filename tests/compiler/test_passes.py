"""The list of passes: every one gives something sound, and the plan plays as the program does."""

from __future__ import annotations

import contextlib
from pathlib import Path
from random import Random

import numpy as np
import pytest
from support import wild
from support.board import read_examples, run

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.compiler.passes import NAMES, PASSES, PLANNING, Source, planned, results
from arcg.compiler.show import WIDTH, as_data, show
from arcg.compiler.verify import verify
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import ArcgError
from arcg.runtime.loading import load, shipped
from arcg.runtime.reference import ReferenceEngine, turn

ROOT = Path(__file__).parents[2]
WILD = 12
ACTIONS = 10


def wild_program(seed: int) -> ir.Program | None:
    game, _ = check_text(wild.mended(wild.made(Random(f"made {seed}"))), "wild.arcg")
    return None if game is None else lower(game)


def all_programs() -> dict[str, ir.Program]:
    made = {f"wild {seed}": wild_program(seed) for seed in range(WILD)}
    return {name: load(name) for name in shipped()} | {name: p for name, p in made.items() if p is not None}


@pytest.fixture(scope="module")
def programs() -> dict[str, ir.Program]:
    return all_programs()


def test_the_list_is_the_way_of_a_file() -> None:
    assert NAMES == ("parse", "expand", "check", "lower", "fold", "plan")
    assert all(each.does and "\n" not in each.does for each in PASSES)
    assert [each.name for each in PLANNING] == ["fold", "plan"]


@pytest.mark.parametrize("name", shipped())
def test_the_passes_give_what_loading_gives(name: str) -> None:
    path = shipped()[name]
    given = {each.name: value for each, value in results(Source(path.read_text("utf-8"), str(path)))}

    assert tuple(given) == NAMES
    assert ir.dumps(given["lower"]) == ir.dumps(load(name))
    assert ir.dumps(given["plan"]) == ir.dumps(planned(load(name)))


@pytest.mark.parametrize("text", ["game x\nnonsense here\n", "game x\nCrate is cheered by Rock\n", "game x\n"])
def test_a_mistake_ends_the_way(text: str) -> None:
    with pytest.raises(ArcgError):
        list(results(Source(text, "x.arcg")))


def test_every_pass_gives_a_sound_program(programs: dict[str, ir.Program]) -> None:
    for name, program in programs.items():
        value = program
        for each in PLANNING:
            value = each.run(value)
            verify(value)
        assert value == planned(program), name


def test_numbers_and_places_stay(programs: dict[str, ir.Program]) -> None:
    """The bytes of a state and the lines of a trace depend on these."""
    for program in programs.values():
        plan = planned(program)
        for table in (
            "name",
            "fields",
            "layers",
            "world",
            "events",
            "saves",
            "bars",
            "levels",
            "undo",
            "actions",
            "ties",
        ):
            assert getattr(plan, table) == getattr(program, table)
        assert [(kind.name, kind.attrs) for kind in plan.kinds] == [(kind.name, kind.attrs) for kind in program.kinds]
        assert [_outline(phase) for phase in plan.phases] == [_outline(phase) for phase in program.phases]
        assert [forbid.line for forbid in plan.forbids] == [forbid.line for forbid in program.forbids]
        assert len(plan.wins) == len(program.wins)


def _outline(phase: ir.Phase) -> object:
    rules = [(rule.name, rule.line, rule.slots, rule.query.things, rule.query.values) for rule in phase.rules]
    return phase.name, phase.heads, phase.repeat, phase.first, phase.show, phase.slots, rules


def test_the_plan_plays_as_the_program(programs: dict[str, ir.Program], monkeypatch: pytest.MonkeyPatch) -> None:
    """Random play: frames, states, snapshots, messages and traces are the same."""
    monkeypatch.setattr(turn, "MAX_ITERATIONS", 20)
    changed = 0
    for name, program in programs.items():
        plan = planned(program)
        changed += plan != program
        one, two, random = ReferenceEngine(program), ReferenceEngine(plan), Random(name)
        for _ in range(ACTIONS):
            action = random.choice([*program.actions, *program.actions, random.randrange(8)])
            x, y = random.randrange(64), random.randrange(64)
            one.step(action, x, y)
            two.step(action, x, y)
            assert told(one) == told(two), name
            assert np.array_equal(one.frames(), two.frames()), name
    assert changed > WILD // 4


def told(engine: ReferenceEngine) -> object:
    """All that an engine tells, without the digest that its bytes begin with."""
    return engine.state()[9:], engine.snapshot()[9:], engine.messages(), engine.trace(), engine.world_values()


class Same(Exception):  # noqa: N818  not an error: there is nothing to try
    """The plan is the program itself."""


def test_the_plan_keeps_the_semantics() -> None:
    """Every other example of the semantics, if its plan is another program, played by the plan."""
    tried = 0

    def engine(program: ir.Program) -> ReferenceEngine:
        nonlocal tried
        plan = planned(program)
        if plan == program:
            raise Same
        tried += 1
        return ReferenceEngine(plan)

    for example in read_examples(ROOT / "docs" / "semantics.md")[::2]:
        with contextlib.suppress(Same):
            run(example, engine)
    assert tried


# ---------------------------------------------------------------- showing


def test_every_result_can_be_shown() -> None:
    path = shipped()["tilt"]
    for each, value in results(Source(path.read_text("utf-8"), "tilt.arcg")):
        text = show(value)
        lines = text.split("\n")
        assert "Span" not in text, each.name
        assert max(map(len, lines)) <= WIDTH + 2, each.name
        assert not any(line != line.rstrip() for line in lines), each.name


def test_a_node_is_a_line_where_it_fits() -> None:
    query = ir.Query((ir.Bind(0, (1, 2)), ir.IsKind(ir.Slot(0), tuple(range(30)))), (0,))

    assert show(ir.Bind(0, (1, 2))) == "Bind(slot=0, kinds=[1, 2])\n"
    assert show(query).split("\n")[:4] == [
        "Query",
        "  atoms =",
        "    0: Bind(slot=0, kinds=[1, 2])",
        "    1: IsKind",
    ]
    assert as_data(ir.Slot(3)) == {"node": "Slot", "index": 3}
