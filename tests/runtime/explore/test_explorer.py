"""Explorations against the engines: positions, edges, clicks and their weights, in games of every kind."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import numpy as np
import pytest
from support import cell_games, generated
from support.exploring import check, click_shares

from arcg.compiler import ir
from arcg.runtime.engine import Action, Status
from arcg.runtime.kernel import KernelEngine, known
from arcg.runtime.kernel.explorer import Explorer, unpacked
from arcg.runtime.loading import load

ROOT = Path(__file__).parents[3]
EXAMPLES = int(os.environ.get("ARCG_EXAMPLES", "60"))
GAMES = sorted([*ROOT.glob("games/*/*.arcg"), *ROOT.glob("tests/expressiveness/*.arcg")])


def few(program: ir.Program) -> int:
    """How many positions are looked at: fewer where each may have many clicks."""
    return 40 if 6 in program.actions else 120


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_edges_lead_where_the_engine_goes(path: Path) -> None:
    program = load(path)
    for level in (0, len(program.levels) - 1):
        check(program, level, few(program))


def test_generated_games() -> None:
    seen = 0
    for seed in range(EXAMPLES):
        program = generated.program(seed)
        if program is not None:
            seen += 1
            check(program, seed % len(program.levels), 12, seed)
    assert seen > EXAMPLES / 2


def test_generated_games_of_rules_over_cells() -> None:
    for seed in range(EXAMPLES):
        program = cell_games.game(seed)
        check(program, seed % len(program.levels), 60, seed)


@pytest.mark.parametrize(
    "name, path",
    [
        ("glow", []),
        ("glow", [(6, 12, 12)]),
        ("lamps", []),
        ("curling", []),  # bodies
        ("imp", []),  # bodies, and some icons that a click may hit
        ("orchid", []),  # pictures of bodies that turn
        ("spill", [(4, -1, -1)]),  # a picture that turns
        ("ferry", []),  # a view that moves
    ],
)
def test_a_click_has_the_weight_of_its_pixels(name: str, path: list[tuple[int, int, int]]) -> None:
    folders = (f"games/{name}", "benchmarks", "tests/expressiveness")
    files = [ROOT / folder / f"{name}.arcg" for folder in folders]
    [file] = [one for one in files if one.exists()]
    program = load(file)
    one = dataclasses.replace(program, levels=program.levels[:1])
    explorer = Explorer(one)
    for _ in range(len(path) + 1):
        explorer.expand(1000)
    engine = KernelEngine(one)
    for move in path:
        engine.step(*move)
    wanted, state = engine.state(), 0
    for state in range(explorer.done):
        engine.reset()
        for step in explorer.path(state):
            engine.step(*step)
        if engine.state() == wanted:
            break
    assert engine.state() == wanted
    shares: dict[bytes, int] = {}
    for edge in range(int(explorer.firsts[state]), int(explorer.firsts[state + 1])):
        move = unpacked(int(explorer.by[edge]))
        if move.action != Action.CLICK:
            continue
        engine.restore(wanted)
        engine.step(*move)
        data = engine.state() if engine.status == Status.PLAYING else engine.status.name.encode()
        shares[data] = shares.get(data, 0) + int(explorer.weight[edge])
    assert shares == click_shares(program, 0, path)


@pytest.mark.parametrize("edges", [False, True])
def test_arrays_that_grow_keep_what_is_in_them_and_reserve_little(edges: bool) -> None:
    program = load(ROOT / "benchmarks/push.arcg")
    explorer = Explorer(program, edges=edges)
    explorer.expand(1)
    first, hashes = explorer.keys[: len(explorer)].copy(), np.random.default_rng(0)
    for _ in range(10):
        old, room = len(explorer), len(explorer.came)
        explorer.keys[old:] = hashes.integers(-(1 << 63), (1 << 63) - 1, size=(room - old, 2))
        known.enter_all(explorer.keys, explorer.table, room, explorer.control)
        explorer.control[known.C_STATES] = room
        edges_before = len(explorer.to)
        explorer.control[known.C_EDGES] = edges_before if edges else 0
        explorer.grow()
        assert len(explorer.came) >= room + explorer.control[known.C_MOVES]
        assert len(explorer.to) >= (edges_before + explorer.control[known.C_MOVES] if edges else 0)
        arrays = explorer.keys, explorer.table, explorer.came, explorer.how, explorer.starts
        assert sum(array.nbytes for array in arrays) <= 48 * room
    assert (explorer.keys[: len(first)] == first).all()
    for state in range(len(explorer)):
        explorer.control[[known.C_LOW, known.C_HIGH]] = explorer.keys[state]
        assert explorer.table[known.find(explorer.control, explorer.keys, explorer.table)] == state
