"""Fresh levels: solved, distinct, where they were, and what is said when there are none."""

from __future__ import annotations

import dataclasses
import os
import signal
from collections import deque
from itertools import islice
from pathlib import Path

import pytest
from support.fresh import BLOCK, push, text

import arcg
from arcg.compiler import ir
from arcg.dsl.check import check_text
from arcg.dsl.core import RIGHT
from arcg.runtime.engine import Status
from arcg.runtime.env import make
from arcg.runtime.generate.certifying import Gate, certified
from arcg.runtime.generate.fresh import cluster, made, processes, source_of
from arcg.runtime.generate.sameness import sameness
from arcg.runtime.generate.searching import Fresh, NoLevelError, Search
from arcg.runtime.generate.writing import GLYPHS, written
from arcg.runtime.reference import ReferenceEngine


@pytest.fixture(scope="module")
def found() -> list[Fresh]:
    program, recipe = push()
    return list(islice(made(Search(program, recipe, Gate((3, 9)), 1)), 12))


def shortest(program: ir.Program) -> int:
    """The length of the shortest solution, by a search of its own on the reference engine."""
    engine = ReferenceEngine(program)
    seen, left = {engine.state()}, deque([(engine.snapshot(), 0)])
    while left:
        position, length = left.popleft()
        for action in program.actions:
            engine.restore(position)
            engine.step(action)
            if engine.status == Status.WON:
                return length + 1
            if engine.status == Status.PLAYING and engine.state() not in seen:
                seen.add(engine.state())
                left.append((engine.snapshot(), length + 1))
    raise AssertionError("it cannot be won")


def test_lengths_are_proved_again_by_another_engine(found: list[Fresh]) -> None:
    for fresh in found[:6]:
        # The budget is no part of what decides between positions here, and would make of each one many.
        plenty = dataclasses.replace(fresh.level, world=(30,))
        free = dataclasses.replace(fresh.program, levels=(plenty,), phases=fresh.program.phases[:-1])
        assert fresh.certificate.proved
        assert shortest(free) == len(fresh.certificate.moves)


def test_solutions_win_on_the_reference_engine(found: list[Fresh]) -> None:
    for fresh in found:
        env = make(fresh.program)
        env.reset()
        for move in fresh.certificate.moves:
            env.step(*move)
        assert env.status == Status.WON


def test_they_are_distinct_and_spread(found: list[Fresh]) -> None:
    assert len({fresh.key for fresh in found}) == len(found)
    lengths = [len(fresh.certificate.moves) for fresh in found]
    assert min(lengths) <= 4 and max(lengths) >= 7
    assert all(3 <= length <= 9 for length in lengths)


def test_the_same_seed_gives_the_same_levels(found: list[Fresh]) -> None:
    program, recipe = push()
    again = list(islice(made(Search(program, recipe, Gate((3, 9)), 1)), 4))
    assert [fresh.level for fresh in again] == [fresh.level for fresh in found[:4]]
    other = next(made(Search(program, recipe, Gate((3, 9)), 2)))
    assert other.level != found[0].level


def test_processes_change_nothing(found: list[Fresh]) -> None:
    program, recipe = push()
    shared = list(islice(made(Search(program, recipe, Gate((3, 9)), 1), processes(2)), 4))
    assert [fresh.level for fresh in shared] == [fresh.level for fresh in found[:4]]


def test_a_cluster_changes_nothing_and_a_killed_worker_loses_nothing(found: list[Fresh]) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    program, recipe = push()
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local:
        levels = made(Search(program, recipe, Gate((3, 9)), 1), cluster(local.scheduler_address))
        shared = [next(levels)]
        os.kill(next(iter(local.workers.values())).process.pid, signal.SIGKILL)
        shared += islice(levels, 5)
        levels.close()
    assert [fresh.level for fresh in shared] == [fresh.level for fresh in found[:6]]


def test_levels_turned_mirrored_or_coloured_otherwise_are_the_same(found: list[Fresh]) -> None:
    program, level = found[0].program, found[0].level
    crate = next(number for number, kind in enumerate(program.kinds) if kind.name == "Crate")
    across = [dataclasses.replace(thing, x=level.width - 1 - thing.x) for thing in level.things]
    turned = [
        dataclasses.replace(
            thing, x=level.height - 1 - thing.y, y=thing.x,
            attrs=(thing.attrs[0], RIGHT) if thing.kind == crate else thing.attrs,
        )
        for thing in level.things
    ]  # fmt: skip
    coloured = [
        dataclasses.replace(thing, attrs=(1 - thing.attrs[0], *thing.attrs[1:])) if thing.kind == crate else thing
        for thing in level.things
    ]
    key = sameness(program, level)
    assert sameness(program, dataclasses.replace(level, things=tuple(across))) == key
    quarter = dataclasses.replace(level, things=tuple(turned), width=level.height, height=level.width)
    assert sameness(program, quarter) == key
    assert sameness(program, dataclasses.replace(level, things=tuple(coloured))) == key
    [*others, last] = level.things
    moved = dataclasses.replace(level, things=(*others, dataclasses.replace(last, y=last.y - 1)))
    assert sameness(program, moved) != key


def test_what_stands_in_the_way_is_told() -> None:
    program, recipe = push(BLOCK.replace("never every Goal has Crate on Goal", "must count { Crate } > count { Goal }"))
    search = Search(program, recipe, Gate((3, 9)), 0)
    with pytest.raises(NoLevelError, match=r"`must count \{ Crate \} > count \{ Goal \}` is not so"):
        search.level(0, set(), first=390)


def test_gates() -> None:
    program, _ = push()
    level = program.levels[0]
    fine = certified(program, level, Gate((1, 99), mechanics=(1, 9), branching=(1, 9), luck=1.0))
    assert not isinstance(fine, str)
    assert len(fine.moves) == 3 and fine.proved
    assert fine.mechanics and fine.branching and fine.luck
    assert certified(program, level, Gate((1, 2))) == "too long: 3"
    assert certified(program, level, Gate((4, 9))) == "too short: 3"
    assert certified(program, level, Gate((1, 9), luck=fine.luck / 2)) == "won by luck"
    assert "mechanics" in str(certified(program, level, Gate((1, 9), mechanics=(9, 9))))
    assert certified(program, level, Gate((1, 9), branching=(90, 99))) == "other branching"
    alone = dataclasses.replace(level, things=tuple(t for t in level.things if program.kinds[t.kind].name != "Crate"))
    assert certified(program, alone, Gate((1, 9))) == "it cannot be won"


def test_a_game_with_these_levels_can_be_written(tmp_path: Path, found: list[Fresh]) -> None:
    path = tmp_path / "shed.arcg"
    path.write_text(text(), "utf-8")
    source = source_of(path)
    new = written(source.program, source.text, source.legend, [fresh.level for fresh in found])
    out = tmp_path / "fresh.arcg"
    out.write_text(new, "utf-8")
    again = arcg.load(out)
    assert "A first level" not in new and "generate" not in new
    assert len(again.levels) == len(found)
    for level, fresh in zip(again.levels, found, strict=True):
        assert level == fresh.level


def test_python_gives_levels_without_end(tmp_path: Path) -> None:
    path = tmp_path / "shed.arcg"
    path.write_text(text(), "utf-8")
    lengths = [len(fresh.certificate.moves) for fresh in islice(arcg.levels(path, seed=3, shortest=(4, 5)), 3)]
    assert all(4 <= length <= 5 for length in lengths)
    with pytest.raises(ValueError, match="level 2 has no `generate` block"):
        arcg.levels(path, level=1)
    path.write_text(text().partition("    generate")[0], "utf-8")
    with pytest.raises(ValueError, match="no level has a `generate` block"):
        arcg.levels(path)


def test_every_character_can_stand_in_a_legend_and_a_map() -> None:
    before, _, after = text().partition("    o = Goal\n")
    for glyph in (glyph for glyph in GLYPHS if glyph not in "#Pco"):
        game, found = check_text(
            f"{before}    o = Goal\n    {glyph} = Crate Goal\n{after.replace('.c.', f'.{glyph}.')}", "a"
        )
        assert game is not None, (glyph, [str(one) for one in found])
