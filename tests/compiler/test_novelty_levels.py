"""Levels that predict one another: the code of levels, copies and near copies, and what is told of them."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcg.compiler import ir
from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty import level_copies, level_figures
from arcg.compiler.novelty.level_code import after, prepared
from arcg.compiler.novelty.level_figures import LevelFigures, compare_levels, compare_prepared_levels, json_of, rows_of
from arcg.compiler.novelty.level_grids import Cells, Grid, LevelSet, level_set, moved
from arcg.compiler.novelty.level_model import Copy, Model, laid
from arcg.compiler.novelty.patterns import match_levels
from arcg.runtime.loading import load

GAMES = ("dyer", "glow", "tilt")
MINIATURES = sorted(Path(__file__).parents[1].glob("expressiveness/*.arcg"))


@cache
def levels(name: str) -> LevelSet:
    return level_set(load(name))


def figures(one: LevelSet, two: LevelSet) -> LevelFigures:
    found = compare_levels(one, two)
    assert isinstance(found, LevelFigures), found
    return found


def of(*boards: Cells) -> LevelSet:
    grids = tuple(Grid(f"l{place}", board) for place, board in enumerate(boards, 1))
    return LevelSet(grids, max(int(board.max()) for board in boards))


def disguised(found: LevelSet, random: Random, edits: int = 0) -> LevelSet:
    """The levels in another order, each in another symmetry, with other symbols, and `edits` cells changed each."""
    names = list(range(1, found.symbols + 1))
    random.shuffle(names)
    table = np.array([0, *names], dtype=np.int32)
    grids = []
    for grid in found.grids:
        cells = table[moved(grid.cells, random.choice(SYMMETRIES))].copy()
        for place in random.sample(range(cells.size), min(edits, cells.size)):
            old = cells.flat[place]
            cells.flat[place] = random.choice([name for name in names if name != old])
        grids.append(replace(grid, cells=cells))
    random.shuffle(grids)
    return LevelSet(tuple(grids), found.symbols)


# ---------------------------------------------------------------- a code


@pytest.mark.parametrize("seen", [0, 1, 2])
def test_the_lengths_are_those_of_a_code(seen: int) -> None:
    """Over all boards of two by two, told up to the choice of symbols, 2^-bits comes to 1."""
    model = Model()
    for place in range(seen):
        model.plain(0, place, levels("tilt").grids[place].cells)
    known = levels("tilt").symbols if seen else 0
    size = 2 * (2 * math.floor(math.log2(2)) + 1)
    total = 0.0
    seen_symbols = sorted({int(s) for grid in levels("tilt").grids[:seen] for s in grid.cells.flat})
    for cells in product([*seen_symbols, *range(known + 1, known + 5)], repeat=4):
        fresh = [symbol for symbol in cells if symbol > known]
        if list(dict.fromkeys(fresh)) != list(range(known + 1, known + 1 + len(set(fresh)))):
            continue  # another name for the same board
        mark = model.mark()
        total += 2.0 ** -model.plain(0, seen, np.array(cells, dtype=np.int32).reshape(2, 2))
        model.undo(mark)

    spent = 0.0 if not seen else model._chosen("copy", 0, 2) + model._chosen("size", 0, 2)
    assert total * 2 ** (size + spent) == pytest.approx(1)


def test_copies_are_told_apart_by_a_code() -> None:
    """Over all that may be copied, in all symmetries, 2^-bits comes to the chance of a copy without edits."""
    model = Model()
    dot = np.ones((1, 1), dtype=np.int32)
    for game, place in ((0, 0), (0, 1), (0, 2), (1, 0)):
        model.plain(game, place, dot)
    model.copy(1, 1, dot, Copy(0, 0, 3))
    mark = model.mark()
    chance = 2.0 ** -(model._chosen("copy", 1, 2) + model._chosen("sort", 0, 3))
    model.undo(mark)
    total = 0.0
    for (game, place), symmetry in product(list(model.levels), range(8)):
        total += 2.0 ** -model.copy(1, 2, dot, Copy(game, place, symmetry))
        model.undo(mark)

    assert total == pytest.approx(chance)


def test_what_was_taken_back_was_never_there() -> None:
    model, other = Model(), Model()
    first, second, third = (grid.cells for grid in levels("dyer").grids[:3])
    for each in (model, other):
        each.plain(0, 0, first)
    mark = model.mark()
    model.copy(0, 1, third, Copy(0, 0, 3))
    model.plain(0, 2, second)
    model.undo(mark)

    for way in (Copy(0, 0, 5), Copy(0, 0, 0)):
        assert model.copy(0, 1, second, way) == pytest.approx(other.copy(0, 1, second, way))
        assert model.plain(0, 2, third) == pytest.approx(other.plain(0, 2, third))
        model.undo(model.mark())


@given(st.integers(1, 6), st.integers(1, 6), st.integers(-3, 3), st.integers(-3, 3))
@settings(max_examples=50, deadline=None)
def test_what_is_laid_on_a_board(height: int, width: int, dx: int, dy: int) -> None:
    source = np.arange(1, 13, dtype=np.int32).reshape(3, 4)
    found = laid(source, (height, width), dx, dy)

    for y, x in product(range(height), range(width)):
        inside = 0 <= y - dy < 3 and 0 <= x - dx < 4
        assert found[y, x] == (source[y - dy, x - dx] if inside else 0)


@pytest.mark.parametrize("number", range(8))
def test_symmetries_move_cells_as_they_move_boards(number: int) -> None:
    cells = np.arange(1, 7, dtype=np.int32).reshape(2, 3)
    found = moved(cells, SYMMETRIES[number])

    for y, x in product(range(2), range(3)):
        to_x, to_y = SYMMETRIES[number].cell(x, y, 3, 2)
        assert found[to_y, to_x] == cells[y, x]


# ---------------------------------------------------------------- figures


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_same_levels_in_disguise_are_no_news(name: str, seed: int) -> None:
    found = figures(levels(name), disguised(levels(name), Random(seed)))

    assert found.same
    assert found.novelty == 0
    # also by the code alone, which pays most where levels are small and their own mirror images
    assert found.unclipped < (0.3 if name == "glow" else 0.15)


@pytest.mark.parametrize("names", list(combinations(GAMES, 2)), ids="-".join)
def test_levels_of_different_games_are_news(names: tuple[str, str]) -> None:
    found = figures(*map(levels, names))

    assert found.novelty > 0.95
    assert found.unclipped < 1.15
    assert not found.likenesses
    assert max(found.a, found.b) <= found.joint <= found.a + found.b


@pytest.mark.parametrize("name", GAMES)
def test_novelty_grows_with_the_cells_that_are_changed(name: str) -> None:
    counts = (1, 2, 4, 8, 16)
    means = []
    for count in counts:
        found = [figures(levels(name), disguised(levels(name), Random(seed), count)).novelty for seed in range(4)]
        means.append(sum(found) / len(found))

    assert means == sorted(means), means
    assert 0 < means[0] < 0.3
    assert means[-1] > 0.5


@pytest.mark.parametrize("names", list(combinations(GAMES, 2)), ids="-".join)
def test_which_set_comes_first_makes_no_difference(names: tuple[str, str]) -> None:
    one, two = map(levels, names)
    found, other = figures(one, two), figures(two, one)

    assert (found.a, found.b, found.joint) == (other.b, other.a, other.joint)


@pytest.mark.parametrize("name", GAMES)
def test_the_choice_of_symbols_changes_no_length(name: str) -> None:
    table = np.array([0, *range(levels(name).symbols, 0, -1)], dtype=np.int32)
    other = replace(levels(name), grids=tuple(replace(grid, cells=table[grid.cells]) for grid in levels(name).grids))

    assert prepared(other).bits == pytest.approx(prepared(levels(name)).bits)


def test_a_subset_of_the_levels_is_found_in_the_whole() -> None:
    whole = levels("dyer")
    found = figures(replace(whole, grids=whole.grids[:4]), whole)

    assert (found.a + found.b - found.joint) / found.a > 0.85
    assert 0.1 < found.novelty < 0.6
    assert {(like.a, like.b) for like in found.likenesses} == {(g.name, g.name) for g in whole.grids[:4]}


def test_levels_of_one_symbol_cost_little_and_break_nothing() -> None:
    plain = of(*(np.ones((height, 3), dtype=np.int32) for height in range(1, 6)))
    found = figures(plain, plain)

    assert found.novelty == 0
    assert not found.likenesses  # there is nothing to them
    assert prepared(plain).bits < 60


# ---------------------------------------------------------------- which level is which


def board(seed: int, height: int, width: int) -> Cells:
    random = Random(seed)
    return np.array([[random.choice([1, 1, 2, 2, 3, 4]) for _ in range(width)] for _ in range(height)], dtype=np.int32)


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("changed", [0, 4])
def test_a_near_copy_is_told_with_its_symmetry_and_changes(number: int, changed: int) -> None:
    a = of(board(1, 7, 9), board(2, 7, 9), board(3, 8, 8))
    copy = moved(a.grids[1].cells, SYMMETRIES[number]).copy()
    for place in Random(number).sample(range(copy.size), changed):
        copy.flat[place] = copy.flat[place] % 4 + 1
    names = np.array([0, 3, 1, 4, 2], dtype=np.int32)
    b = of(board(4, 6, 9), names[board(5, 7, 9)], names[copy])
    found = figures(a, b)

    (like,) = found.likenesses
    assert (like.a, like.b, like.symmetry, like.changed, like.resized) == ("l2", "l3", number, changed, False)
    assert like.bits > 30
    told = rows_of(found)[-1][1]
    assert told.startswith("l3 of B is l2 of A")
    assert SYMMETRIES[number].words in told
    assert ("4 cells changed" in told) == bool(changed)


@pytest.mark.parametrize("grown", [True, False])
@pytest.mark.parametrize("border", [((1, 1), (1, 1)), ((0, 0), (2, 0)), ((0, 1), (1, 0)), ((2, 0), (0, 0))])
def test_a_copy_with_a_border_more_or_less_is_told(grown: bool, border: tuple[tuple[int, int], ...]) -> None:
    small = board(7, 6, 7)
    large = np.pad(small, border, constant_values=4)
    one, two = (small, large) if grown else (large, small)
    found = figures(of(board(1, 6, 7), one), of(two, board(2, 7, 7)))

    (like,) = found.likenesses
    assert (like.a, like.b, like.symmetry, like.changed, like.resized) == ("l2", "l1", 0, 0, True)
    assert "cropped or extended" in rows_of(found)[-1][1]


def test_a_level_that_a_set_repeats_itself_is_not_told_as_the_other_sets() -> None:
    again = board(3, 8, 8)
    found = figures(of(board(1, 8, 8), board(2, 8, 8)), of(again, again))

    assert not found.likenesses


def test_what_a_set_repeats_itself_is_a_copy_of_its_own() -> None:
    other = prepared(of(board(3, 8, 8), board(4, 8, 8)))
    turned = moved(board(5, 8, 8), SYMMETRIES[3])
    twice = prepared(of(board(5, 8, 8), turned))

    assert twice.told[0].copy is None
    assert twice.told[1].copy == Copy(0, 0, 3)
    assert twice.told[1].bits < 12
    given = after(other, twice)
    assert given.told[1].copy == Copy(1, 0, 3)
    assert given.told[1].bits < 12


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("file", [*map(str, MINIATURES)], ids=lambda name: Path(name).stem)
def test_levels_of_every_kind_of_game(file: str) -> None:
    found = level_set(load(file))

    for grid, level in zip(found.grids, load(file).levels, strict=True):
        assert grid.cells.shape == (level.height, level.width)
        assert 1 <= grid.cells.min() <= grid.cells.max() <= found.symbols
    if found.grids:
        copy = figures(found, disguised(found, Random(1)))
        assert copy.novelty == 0


def test_a_reference_counts_as_being_there_or_not() -> None:
    whole = load("tilt")
    kind = whole.kinds.index(next(kind for kind in whole.kinds if kind.name == "Wall"))
    domain = ir.ThingDomain((kind,))
    info = ir.AttrInfo(len(whole.fields), "other", domain, -1)
    kinds = tuple(replace(k, attrs=(*k.attrs, info)) if place == kind else k for place, k in enumerate(whole.kinds))

    def referring(places: list[int]) -> ir.Program:
        made = []
        for level in whole.levels:
            at = iter(places * len(level.things))
            things = [
                replace(thing, attrs=(*thing.attrs, next(at))) if thing.kind == kind else thing
                for thing in level.things
            ]
            made.append(replace(level, things=tuple(things)))
        return replace(whole, kinds=kinds, fields=(*whole.fields, "other"), levels=tuple(made))

    assert len(match_levels(referring([0, 1]), referring([1])).duplicates) == len(whole.levels)
    assert len(match_levels(referring([0]), referring([-1, 0])).duplicates) < len(whole.levels)


def test_games_that_are_too_large_or_empty_say_so(monkeypatch) -> None:
    assert compare_levels(LevelSet((), 0), levels("dyer")) == "one of the games has no levels"

    monkeypatch.setattr(level_figures, "MOST_CELLS", 100)
    found = compare_levels(levels("dyer"), levels("tilt"))

    assert isinstance(found, str)
    assert "too large" in found
    assert rows_of(found) == [("novelty", f"not measured: {found}")]
    assert json_of(found)["not_measured"] == found


def test_levels_of_too_many_different_cells_say_so() -> None:
    odd = of(np.arange(1, 1001, dtype=np.int32).reshape(20, 50))

    assert compare_levels(levels("dyer"), odd) == "too many different cells: 1000, more than 400"


def test_copies_are_found_whatever_part_of_the_table_fits_in_memory(monkeypatch) -> None:
    whole = figures(levels("dyer"), disguised(levels("dyer"), Random(3), 2))
    monkeypatch.setattr(level_copies, "_MOST_ENTRIES", 1)

    assert figures(levels("dyer"), disguised(levels("dyer"), Random(3), 2)) == whole


def test_what_was_made_ready_serves_many() -> None:
    one, two = prepared(levels("dyer")), prepared(levels("glow"))

    assert (
        compare_prepared_levels(one, two)
        == compare_prepared_levels(one, two)
        == figures(*map(levels, ("dyer", "glow")))
    )
