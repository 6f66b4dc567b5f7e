"""Figures of a stream, from records whose figures are known."""

from __future__ import annotations

import pytest

from arcg.runtime.stream.measuring import summary
from arcg.runtime.stream.records import Record


def _record(game: str, arm: str, exposure: int, charge: float, *, round_: int = 0, gap: int | None = None) -> Record:
    actions = round(charge * 50)
    return Record(round_, "stream", arm, 0, game, game, exposure + 1, "x", exposure, gap, 10, 50, actions, 0,
                  charge < 1, charge, "", {})  # fmt: skip


def _both(game: str, exposure: int, learner: float, wiped: float, **more: int) -> list[Record]:
    return [_record(game, "learner", exposure, learner, **more), _record(game, "reset", exposure, wiped, **more)]  # type: ignore[arg-type]


def test_figures_of_a_known_stream() -> None:
    records = [*_both("a", 0, 1.0, 1.0), *_both("a", 1, 0.4, 1.0, round_=1, gap=1),
               *_both("b", 0, 0.8, 0.8, round_=2), *_both("b", 1, 0.6, 0.8, round_=3, gap=1)]  # fmt: skip
    found = summary(records)
    stream = found.stream
    assert stream is not None and stream.used_perfect is not None and stream.learned is not None
    assert stream.used.value == pytest.approx(70) and stream.used_reset.value == pytest.approx(90)
    assert stream.used_perfect.value == pytest.approx(100 * (1.0 + 0.2 + 0.8 + 0.2) / 4)
    assert stream.difference.value == pytest.approx(20)
    assert stream.saved.value == pytest.approx(1 - 70 / 90)
    assert stream.learned.value == pytest.approx(20 / 35)
    assert stream.solved == 0.75 and stream.solved_reset == 0.5
    assert stream.difference.low == pytest.approx(10) and stream.difference.high == pytest.approx(30)
    assert not stream.difference.enough
    assert [(one.label, one.instances, round(one.used)) for one in found.by_exposure] == [("1", 2, 90), ("2", 2, 50)]
    assert [(one.label, one.instances) for one in found.by_gap] == [("1", 2)]
    assert sum(one.instances for one in found.curve) == 4
    assert found.seen is None and found.held_out is None


def test_of_one_game_there_is_no_interval_and_of_nothing_no_share() -> None:
    found = summary(_both("a", 0, 0.5, 0.5)).stream
    assert found is not None and found.learned is not None
    assert found.used.value == 50 and found.used.low is None
    assert found.learned.value is None  # perfect memory saves nothing at the first meeting


def test_an_unfinished_stream_counts_what_is_there() -> None:
    """Not all games have as many instances then, so sums are made, not means of means."""
    records = [*_both("a", 0, 1.0, 1.0), *_both("a", 1, 0.4, 1.0, round_=1, gap=1), *_both("b", 0, 0.8, 0.8, round_=2)]
    found = summary(records).stream
    assert found is not None
    assert found.used.value == pytest.approx(100 * 2.2 / 3)
