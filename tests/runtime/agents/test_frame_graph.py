"""The graph of frames against a breadth-first search over all ways."""

from __future__ import annotations

import itertools
import random

import pytest

from arcg.runtime.agents.frame_graph import FrameGraph


def test_untried_moves_come_first_in_order_and_then_the_shortest_way_to_the_next() -> None:
    graph: FrameGraph[str, str] = FrameGraph()
    graph.add("a", ["x", "y"])
    assert graph.way("a") == [("a", "x")]
    graph.taken("a", "x", "b")
    graph.add("b", ["x"])
    graph.taken("b", "x", "c")
    graph.add("c", [])
    graph.taken("a", "y", "a")
    assert graph.way("a") == []
    graph.add("d", ["z"])
    graph.taken("c", "jump", "d")
    assert graph.way("a") == [("a", "x"), ("b", "x"), ("c", "jump"), ("d", "z")]


def test_a_better_tier_that_is_far_goes_before_a_worse_one_here() -> None:
    graph: FrameGraph[int, str] = FrameGraph()
    graph.add(1, [], ["worse"])
    graph.add(2, ["better"], [])
    graph.taken(1, "go", 2)
    assert graph.way(1) == [(1, "go"), (2, "better")]
    graph.taken(2, "better", None)
    assert graph.way(1) == [(1, "worse")]


def test_a_move_that_led_elsewhere_this_time_is_believed() -> None:
    graph: FrameGraph[int, str] = FrameGraph()
    for node in (1, 2, 3):
        graph.add(node, ["m"] if node == 3 else [])
    graph.taken(1, "go", 2)
    assert graph.way(1) == []
    graph.taken(1, "go", 3)
    assert graph.way(1) == [(1, "go"), (3, "m")]
    graph.taken(1, "go", None)
    assert graph.way(1) == []


@pytest.mark.parametrize("seed", range(20))
def test_the_way_is_as_short_as_any(seed: int) -> None:
    dice = random.Random(seed)
    nodes = range(12)
    edges = {node: {move: dice.choice(nodes) for move in range(dice.randrange(4))} for node in nodes}
    open_ones = {node for node in nodes if dice.random() < 0.2}
    graph: FrameGraph[int, int] = FrameGraph()
    for node in nodes:
        graph.add(node, [99] if node in open_ones else [])
    for node, moves in edges.items():
        for move, there in moves.items():
            graph.taken(node, move, there)
    reached, steps = {0}, 0
    while reached and not reached & open_ones and steps < 20:
        reached, steps = {there for node in reached for there in edges[node].values()}, steps + 1

    way = graph.way(0)

    if not reached & open_ones:
        assert way == []
    else:
        assert len(way) == steps + 1 and way[-1][1] == 99 and way[-1][0] in open_ones
        for (node, move), (there, _) in itertools.pairwise(way):
            assert edges[node][move] == there
