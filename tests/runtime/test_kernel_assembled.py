"""What is worked out once for many levels of a game: the words of its image, and its budget."""

from __future__ import annotations

import dataclasses

import pytest
from support.fresh import push

from arcg.compiler.remembering import MOST, Remembered
from arcg.runtime.explore.budget import budget_of
from arcg.runtime.kernel.assemble import assemble, assembled
from arcg.runtime.loading import load


def with_level(program, **changes):
    return dataclasses.replace(program, levels=(dataclasses.replace(program.levels[0], **changes),))


@pytest.fixture(scope="module")
def program():
    return push()[0]


def test_things_that_lie_elsewhere_change_nothing(program):
    things = program.levels[0].things
    other = with_level(program, name="other", things=(*things[:-1], dataclasses.replace(things[-1], x=1, y=1)))
    assert assembled(program) is assembled(other)
    assert assembled(other) == assemble(other)


@pytest.mark.parametrize("changes", [{"width": 8}, {"height": 7}, {"cell": 6}, {"world": (20,)}, {"things": ()}])
def test_what_the_image_knows_of_a_level_is_told_apart(program, changes):
    other = with_level(program, **changes)
    assert assembled(other) == assemble(other)
    assert assembled(program) == assemble(program)


@pytest.mark.parametrize("name", ["moth", "tilt", "rill"])  # a view, several sizes of cells, bodies
def test_each_level_of_a_game_by_itself(name):
    program = load(name)
    for level in program.levels:
        one = dataclasses.replace(program, levels=(level,))
        assert assembled(one)[:200] == assemble(one)[:200]  # the head; plans of queries may differ behind it
        assert len(program.levels) > 1
        assert assembled(one) != assembled(program)


def test_other_rules_are_other_work(program):
    other = dataclasses.replace(program, phases=())
    assert assembled(other) == assemble(other) != assembled(program)


def test_a_budget_that_is_another_one(program):
    assert budget_of(program) is budget_of(with_level(program, width=8))
    assert budget_of(dataclasses.replace(program, loses=())) is None
    assert budget_of(program) is not None


def test_little_is_kept(program):
    asked = []
    work = Remembered(lambda one: asked.append(one.levels[0].width) or len(asked), lambda one: one.levels[0].width)
    for width in (1, 2, 1, *range(3, MOST + 3), 1, MOST + 2):
        work(with_level(program, width=width))
    assert asked == [*range(1, MOST + 3), 1]
