"""What is drawn is as the block describes it, and what a block could not have made is known."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from support.fresh import BLOCK, push, text

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.behaviour.boards import covered, fits
from arcg.runtime.generate.drawing import Draft, Kitchen
from arcg.runtime.generate.layouts import WAYS, laid_out, mirrored, pieces


def drawn(block: str, seed: int = 0) -> tuple[ir.Program, ir.Level]:
    """A level of a block."""
    program, recipe = push(block)
    kitchen, random = Kitchen(program, recipe), Random(seed)
    draft = next(one for one in (kitchen.draw(random) for _ in range(500)) if isinstance(one, Draft))
    return program, kitchen.level(draft)


def of(program: ir.Program, level: ir.Level, name: str) -> list[ir.Placed]:
    return [thing for thing in level.things if program.kinds[thing.kind].name == name]


@pytest.mark.parametrize("seed", range(20))
def test_levels_are_as_the_block_says(seed: int) -> None:
    program, level = drawn(BLOCK, seed)
    crates, goals = of(program, level, "Crate"), of(program, level, "Goal")
    assert 6 <= level.width <= 8 and 5 <= level.height <= 6
    assert 20 <= level.world[0] <= 30
    assert len(crates) == len(goals) in (1, 2)
    assert len(of(program, level, "Player")) == 1
    assert fits(program, level)
    walls = {(thing.x, thing.y) for thing in of(program, level, "Wall")}
    edge = {(x, y) for x in range(level.width) for y in range(level.height)}
    edge = {(x, y) for x, y in edge if x in (0, level.width - 1) or y in (0, level.height - 1)}
    assert edge <= walls
    assert not walls & {(thing.x, thing.y) for thing in (*crates, *goals)}
    assert {(thing.x, thing.y) for thing in crates} != {(thing.x, thing.y) for thing in goals}
    if len(goals) == 2:
        assert max(abs(goals[0].x - goals[1].x), abs(goals[0].y - goals[1].y)) > 1


@pytest.mark.parametrize("seed", range(8))
def test_where_things_stand(seed: int) -> None:
    block = (
        "board 8x8 to 8x8\nfill Wall as caves\nput 2 Goal touching Wall\nput 1 Crate on Goal\nput 3 Rod with len: 2..3"
    )
    program, level = drawn(block, seed)
    walls = {(thing.x, thing.y) for thing in of(program, level, "Wall")}
    goals = {(thing.x, thing.y) for thing in of(program, level, "Goal")}
    assert all(walls & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} for x, y in goals)
    assert {(thing.x, thing.y) for thing in of(program, level, "Crate")} <= goals
    for rod in of(program, level, "Rod"):
        assert len(covered(program, rod)) == rod.attrs[0] in (2, 3)
        assert all(0 <= x < 8 and 0 <= y < 8 for x, y in covered(program, rod))


def test_kept_things_stay_and_numbered_ones_are_numbered() -> None:
    program, level = drawn("keep Wall Goal\nput 4 Spark\nput 1 Player")
    assert of(program, level, "Wall") == sorted(of(program, program.levels[0], "Wall"), key=lambda t: (t.y, t.x))
    assert of(program, level, "Goal") == of(program, program.levels[0], "Goal")
    assert [thing.attrs for thing in of(program, level, "Spark")] == [(1,), (2,), (3,), (4,)]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_kept_may_have_other_values_and_what_is_put_a_part_of_the_board(seed: int) -> None:
    block = "keep Wall\nkeep Crate with hue: red blue from cell(2, 2) to cell(3, 2)\n"
    block += "put 1 Player from cell(4, 1) to cell(5, 2)\nput 1 Rod with len: 2..3 from cell(1, 3) to cell(3, 3)"
    program, recipe = push(block)
    kitchen, random = Kitchen(program, recipe), Random(seed)
    [crate] = of(program, program.levels[0], "Crate")
    hues = set()
    draft = kitchen.draw(random)
    assert isinstance(draft, Draft)
    assert all(
        isinstance(kitchen.draw(random), Draft) for _ in range(20)
    )  # no rod sticks out that has to be turned down
    for _ in range(40):
        other = kitchen.changed(draft, random)
        draft = draft if other is None else other
        level = kitchen.level(draft)
        assert not of(program, level, "Goal")
        [here], [player], [rod] = (of(program, level, name) for name in ("Crate", "Player", "Rod"))
        assert (here.x, here.y) == (crate.x, crate.y) and here.attrs[1:] == crate.attrs[1:]
        assert player.x in (4, 5) and player.y in (1, 2)
        assert covered(program, rod) <= {(1, 3), (2, 3), (3, 3)}
        assert kitchen.held_against(level) is None
        away = [dataclasses.replace(thing, x=2, y=1) if thing is player else thing for thing in level.things]
        assert "no line puts this `Player`" in str(kitchen.held_against(dataclasses.replace(level, things=tuple(away))))
        hues.add(here.attrs[0])
    assert hues == {0, 1}


def test_what_the_world_refers_to_in_the_level_is_not_meant_in_one_that_is_made() -> None:
    game = text("keep Wall\nput 1 Player\nput 1 Crate with hue: red blue\nput 1 Goal")
    game = game.replace("world has steps: 0..30 = 30", "world has steps: 0..30 = 30, chosen: Crate")
    game = game.replace("    map\n", "    chosen = $a\n    put Crate $a at cell(3, 3)\n    map\n").replace(
        "#.c.o", "#...o"
    )
    model, found = check_text(game, "shed.arcg")
    assert model is not None, [str(one) for one in found]
    program = lower(model)
    kitchen = Kitchen(program, model.recipes[0])
    draft = kitchen.draw(Random(1))
    assert isinstance(draft, Draft) and draft.world == (30, ir.NONE)
    assert program.levels[0].world != draft.world and kitchen.held_against(program.levels[0]) is None


@pytest.mark.parametrize("seed", range(5))
def test_changes_keep_to_the_block(seed: int) -> None:
    program, recipe = push()
    kitchen, random = Kitchen(program, recipe), Random(seed)
    draft = next(one for one in (kitchen.draw(random) for _ in range(500)) if isinstance(one, Draft))
    changed = 0
    for _ in range(60):
        other = kitchen.changed(draft, random)
        if other is not None:
            changed += other != draft
            draft = other
            assert kitchen.fault(draft) is None
            assert kitchen.held_against(kitchen.level(draft)) is None
    assert changed > 5


def test_a_level_by_hand_is_held_against_its_block() -> None:
    program, recipe = push()
    kitchen, level = Kitchen(program, recipe), program.levels[0]
    assert "steps" not in str(kitchen.held_against(level))
    assert kitchen.held_against(level) is None
    put = dataclasses.replace
    two = put(level, things=(*level.things, put(of(program, level, "Player")[0], x=3, y=3)))
    assert "no line puts this `Player`" in str(kitchen.held_against(two))
    assert "wide" in str(kitchen.held_against(put(level, width=9)))
    assert "`steps`" in str(kitchen.held_against(put(level, world=(3,))))
    [crate] = of(program, level, "Crate")
    [goal] = of(program, level, "Goal")
    done = [put(crate, x=goal.x, y=goal.y) if thing is crate else thing for thing in level.things]
    assert "never every Goal" in str(kitchen.held_against(put(level, things=tuple(done))))
    turned = [put(crate, attrs=(0, 1)) if thing is crate else thing for thing in level.things]
    assert "no line puts this `Crate`" in str(kitchen.held_against(put(level, things=tuple(turned))))


@pytest.mark.parametrize("way", sorted(WAYS))
@pytest.mark.parametrize("mirror", ["", "across", "down", "both"])
def test_layouts_lie_on_the_board_and_are_mirrored(way: str, mirror: str) -> None:
    for seed in range(12):
        size = 5 + seed % 7, 4 + seed % 5
        taken = {(1, 1)} if not mirror else set()
        cells = laid_out(way, size, {"caves": 40, "maze": 20}.get(way, 2), taken, mirror, Random(seed))
        assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in cells)
        assert not cells & taken
        if mirror:
            assert mirrored(cells, size, mirror) == cells
        assert cells == laid_out(way, size, {"caves": 40, "maze": 20}.get(way, 2), taken, mirror, Random(seed))


@pytest.mark.parametrize("way", ["rooms", "maze", "caves"])
def test_floors_hang_together(way: str) -> None:
    for seed in range(30):
        size = 7 + seed % 9, 7 + seed % 6
        border = laid_out("border", size, 1, set(), "", Random(seed))
        walls = border | laid_out(way, size, {"caves": 40, "maze": 0}.get(way, 5), border, "", Random(seed))
        floor = {(x, y) for x in range(size[0]) for y in range(size[1])} - walls
        assert len(pieces(floor)) == 1


def test_what_is_demanded_holds_on_boards_that_are_larger_than_the_first_level() -> None:
    program, recipe = push(
        "board 6x5 to 8x7\nput 1 Goal\nput 1 Crate\nput 1 Player\nmust every Crate has Goal near Crate\nshortest 1..9"
    )
    kitchen = Kitchen(program, recipe)
    names = {kind.name: number for number, kind in enumerate(program.kinds)}

    def level(goal: tuple[int, int]) -> ir.Level:
        things = (
            ir.Placed(names["Player"], 0, 0, ()),
            ir.Placed(names["Goal"], *goal, ()),
            ir.Placed(names["Crate"], 7, 5, (0, 0)),
        )
        return dataclasses.replace(program.levels[0], width=8, height=7, things=things)

    assert kitchen.held_against(level((7, 6))) is None
    assert kitchen.held_against(level((5, 6))) == "`must every Crate has Goal near Crate` is not so"
