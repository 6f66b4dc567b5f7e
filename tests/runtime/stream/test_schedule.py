"""Schedules: what is the same in all of them, whatever was drawn."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcg.runtime.stream.schedule import ORDERS, Slot, schedule

SIZES = {"tasks": st.integers(1, 7), "exposures": st.integers(1, 6), "seed": st.integers(0, 1000)}


def _walk(slots: list[Slot], user: int) -> list[tuple[int, int]]:
    return [(slot.task, slot.exposure) for slot in slots if slot.user == user]


@given(**SIZES, users=st.integers(1, 16), order=st.sampled_from(ORDERS))
def test_every_task_is_served_equally_often(tasks: int, exposures: int, seed: int, users: int, order: str) -> None:
    slots = schedule(tasks, exposures, users=users, seed=seed, order=order)
    assert [(slot.round, slot.user) for slot in slots] == [
        (number, user) for number in range(tasks * exposures) for user in range(users)
    ]
    for user in range(users):
        walked = _walk(slots, user)
        assert sorted(walked) == [(task, exposure) for task in range(tasks) for exposure in range(exposures)]
        for task in range(tasks):
            assert [exposure for other, exposure in walked if other == task] == list(range(exposures))


@given(**SIZES, users=st.integers(2, 16), order=st.sampled_from(ORDERS))
def test_a_user_walks_alike_however_many_there_are(
    tasks: int, exposures: int, seed: int, users: int, order: str
) -> None:
    many = schedule(tasks, exposures, users=users, seed=seed, order=order)
    alone = schedule(tasks, exposures, seed=seed, order=order)
    assert [slot for slot in many if slot.user == 0] == alone


@given(**SIZES, users=st.integers(1, 4))
def test_rounds_follow_each_other_so_the_first_ones_are_a_prefix(
    tasks: int, exposures: int, seed: int, users: int
) -> None:
    slots = schedule(tasks, exposures, users=users, seed=seed)
    assert [(slot.round, slot.user) for slot in slots] == [
        (number, user) for number in range(tasks * exposures) for user in range(users)
    ]


@given(**SIZES)
def test_all_orders_make_the_same_visits(tasks: int, exposures: int, seed: int) -> None:
    visits = {order: Counter(_walk(schedule(tasks, exposures, seed=seed, order=order), 0)) for order in ORDERS}
    assert visits["mixed"] == visits["blocked"] == visits["shuffled"]


def test_a_blocked_stream_leaves_no_task_before_it_is_done() -> None:
    slots = schedule(5, 4, seed=2, order="blocked")
    assert all(len({slot.task for slot in slots[at : at + 4]}) == 1 for at in range(0, 20, 4))


def test_users_walk_differently_and_tasks_come_back() -> None:
    slots = schedule(6, 8, users=2, seed=1)
    assert _walk(slots, 0) != _walk(slots, 1)
    tasks = [task for task, _ in _walk(slots, 0)]
    changes = sum(one != other for one, other in pairwise(tasks))
    assert 5 < changes < len(tasks) - 1  # neither one after another nor never twice in a row


def test_the_schedule_is_what_it_was() -> None:
    """A stream made by an older version must come out alike, or its version must be another."""
    walked = "".join("abcdef"[slot.task] for slot in schedule(6, 8, seed=0))
    assert walked == "aadadeaddccfaafefbcfbbebfabdefdcdeaffeedceccbbcb"


@pytest.mark.parametrize("numbers", [(0, 1, 1, "mixed"), (1, 0, 1, "mixed"), (1, 1, 17, "mixed"), (1, 1, 1, "any")])
def test_what_is_no_stream_is_told(numbers: tuple[int, int, int, str]) -> None:
    tasks, exposures, users, order = numbers
    with pytest.raises(ValueError, match="no stream has"):
        schedule(tasks, exposures, users=users, order=order)
