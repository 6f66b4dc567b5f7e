"""The examples that are more than a few lines: they learn what they say they learn."""

from __future__ import annotations

import copy
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
from support.small import small

from arcg.runtime.agents.playing import play
from arcg.runtime.entry import Entry
from arcg.runtime.official.info import described

FILE = Path(__file__).parents[1] / "examples" / "learn_from_changes.py"
_spec = importlib.util.spec_from_file_location("learn_from_changes", FILE)
assert _spec is not None and _spec.loader is not None
example = importlib.util.module_from_spec(_spec)
sys.modules["learn_from_changes"] = example
_spec.loader.exec_module(example)

LAMP = ("......", "......", "..*...", "......", "......", "......")


def test_the_slopes_of_the_network_are_those_of_its_loss() -> None:
    dice = np.random.default_rng(0)
    network = example.Network(dice)
    network.weights = {name: values.astype(np.float64) for name, values in network.weights.items()}
    pictures = dice.integers(16, size=(4, 64, 64))
    chosen, changed = np.array([1, 6, 40, 107]), np.array([True, False, True, False])
    found: dict[str, np.ndarray] = {}
    still = copy.deepcopy(network)
    still._adam = lambda name, _, slope: found.__setitem__(name, slope)

    def loss() -> float:
        return copy.deepcopy(still).learn(pictures, chosen, changed)

    for name, values in still.weights.items():
        loss()
        at = np.unravel_index(np.abs(found["w" + name]).argmax(), values.shape)
        slope, step = float(found["w" + name][at]), 1e-4
        values[at] += step
        above = loss()
        values[at] -= 2 * step
        below = loss()
        values[at] += step
        assert (above - below) / (2 * step) == pytest.approx(slope, rel=1e-3), name


def test_it_learns_where_a_click_changes_something() -> None:
    """One lamp that a click lights and puts out: after some hundred clicks many go to it, and the loss is down."""
    program = small(LAMP, actions="click", win="charge = 9", rules="phase a\n    on click(Lamp) -> Lamp.lit next")
    agent = example.LearnFromChanges(seed=2)
    hits: list[bool] = []

    def watch(session) -> bool:
        place = session.answer.data
        hits.append(20 <= place["x"] < 30 and 20 <= place["y"] < 30)
        return False

    play(described(program, None, Entry()), agent, 2, actions=250, watch=watch)

    assert np.mean(agent.losses[-40:]) < 0.5 * np.mean(agent.losses[:10])
    assert np.mean(hits[-60:]) > 0.08, "by luck it would be one click in 41"
