"""The machine code of a game's own: well formed for every instruction, the same game as without it, kept on disk."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Sequence
from functools import cache, reduce
from itertools import permutations
from pathlib import Path

import numba
import numpy as np
import pytest
from llvmlite import binding
from support import generated

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.kernel import KernelBatch, layout, opcodes, shelf
from arcg.runtime.kernel.assemble import assemble
from arcg.runtime.kernel.native import ahead, own
from arcg.runtime.kernel.native.helpers import declared
from arcg.runtime.kernel.native.translate import Translator
from arcg.runtime.kernel.sizes import cut, enlarged, first_sizes
from arcg.runtime.loading import load

compiled = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled with NUMBA_DISABLE_JIT")

MINIATURES = sorted((Path(__file__).parents[1] / "expressiveness").glob("*.arcg"))
GAMES = ["odd", "dyer", "glow", "tilt", *(str(path) for path in MINIATURES)]


ODD = """\
game odd
board 6x4 cell 5
actions arrows
layer solid
layer upper
kind Fox on solid
    pic
        2
kind Hen on solid
    pic
        3
kind Leaf on upper
    pic
        7
world has steps: 0..99 = 0, seen: 0..99 = 0
let Fox stops Leaf when steps > 2
let way_home(Hen, $c) to { Fox at $c } through { no Hen at $c }
phase walk on arrow($d) plan
    Fox -> move Fox $d
phase ask
    Fox, asked(Fox) = $d -> seen + 1 at most 90
    count { Fox, did moved(Fox, $d) } = 1 -> steps + 1 at most 90
    Fox, Hen, Fox beside Hen, Fox near Hen -> seen + 1 at most 90
    did blocked(Fox, $d, Hen), Fox beside Hen -> seen + 1 at most 90
    Fox, Hen, Fox sees Hen -> seen + 2 at most 90
    Fox, Leaf, Fox stops Leaf -> seen + 3 at most 90
    Hen, step(way_home, Hen) = $d -> move Hen $d
win when steps = 90
legend
    F = Fox
    h = Hen
    ' = Leaf
level
    map
        F..h..
        ....h.
        .'....
        ...h..
"""
"""A game of what the others never say."""


@cache
def program(name: str) -> ir.Program:
    if name != "odd":
        return load(name)
    game, found = check_text(ODD, "odd.arcg")
    assert game is not None, found
    return lower(game)


@cache
def image(name: str) -> own.Image:
    game = program(name)
    return cut(assemble(game), first_sizes(game))


def instructions(name: str) -> set[int]:
    """The instructions of what is translated of a game."""
    translator = Translator(image(name), declared())
    translator.text(own.entries(image(name)))
    return translator.met


# ---------------------------------------------------------------- the text


@pytest.mark.parametrize("name", GAMES)
def test_llvm_finds_the_text_well_formed(name: str) -> None:
    listed = own.entries(image(name))
    module = binding.parse_assembly(Translator(image(name), declared()).text(listed))
    module.verify()
    assert {f"query{entry}" for entry in listed} <= {function.name for function in module.functions}


def test_every_instruction_is_translated_for_some_game() -> None:
    met = set[int]().union(*map(instructions, GAMES))
    assert set(opcodes.NAMES) - {opcodes.NAMES[number] for number in met} == set()


# ---------------------------------------------------------------- the same game


def same_game(game: ir.Program, steps: int, environments: int = 8) -> None:
    """Play at random with and without the game's own code: states, numbers of frames and frames are the same."""
    plain, quick = (KernelBatch(game, environments, translated=translated) for translated in (False, True))
    random = np.random.default_rng(7)
    for _ in range(steps):
        actions = random.choice([*game.actions, 0], environments)
        xs, ys = random.integers(-1, 65, (2, environments))
        for batch in (plain, quick):
            batch.step(actions, xs, ys, renew=True)
        assert plain.counts.tolist() == quick.counts.tolist()
        assert [plain.state(i) for i in range(environments)] == [quick.state(i) for i in range(environments)]
    assert quick.arrays.P is not None and (quick.arrays.P == opcodes.NATIVE).any()
    for i in range(environments):
        np.testing.assert_array_equal(plain.frames(i), quick.frames(i))


def few_with_all(names: Sequence[str]) -> list[str]:
    """Some of the games, which together have every instruction that they all have."""
    met = {name: instructions(name) for name in names}
    missing, chosen = set[int]().union(*met.values()), []
    while missing:
        chosen.append(max(names, key=lambda name: len(met[name] & missing)))
        missing -= met[chosen[-1]]
    return chosen


@compiled
@pytest.mark.parametrize("name", few_with_all(GAMES))
def test_a_game_is_the_same_with_its_own_code(name: str) -> None:
    same_game(program(name), 150)


@compiled
def test_generated_games_are_the_same_with_their_own_code() -> None:
    made = (generated.program(seed) for seed in range(5_000, 6_000))
    games = [game for game, _ in zip((game for game in made if game is not None), range(8), strict=False)]
    for game in games:
        same_game(game, 40, 4)


# ---------------------------------------------------------------- when it is made


@compiled
def test_code_is_made_in_the_background_and_put_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "PATIENCE", 8)
    monkeypatch.setattr(own, "LOOK", 0.0)
    monkeypatch.setattr(own, "place", lambda words, suffix=".o": tmp_path / f"code{suffix}")
    made: list[own.Image] = []
    at_work = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    monkeypatch.setattr(own, "_maker", lambda words: made.append(words) or at_work)
    batch = KernelBatch(program("tilt"), 4)
    for _ in range(4):
        batch.step([4] * 4)
    assert len(made) == 1 and not (batch.arrays.P == opcodes.NATIVE).any()
    shelf.put(tmp_path / "code.o", own.make(made[0]))
    at_work.communicate(b"\n")
    batch.step([4] * 4)
    assert len(batch.arrays.P) > len(made[0])
    plain = KernelBatch(program("tilt"), 4, translated=False)
    for _ in range(5):
        plain.step([4] * 4)
    assert [plain.state(i) for i in range(4)] == [batch.state(i) for i in range(4)]


@compiled
def test_code_that_cannot_be_made_or_kept_is_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "PATIENCE", 0)
    monkeypatch.setattr(own, "LOOK", 0.0)
    monkeypatch.setattr(own, "place", lambda words, suffix=".o": tmp_path / f"code{suffix}")
    asked: list[own.Image] = []
    monkeypatch.setattr(own, "_maker", lambda words: asked.append(words))
    batch = KernelBatch(program("tilt"), 2)
    for _ in range(5):
        batch.step([4, 4])
    assert len(asked) == 1


@compiled
def test_a_larger_memory_has_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "settle", lambda *_: None)
    batch = KernelBatch(program("tilt"), 2, translated=True)
    batch.step([4, 4])
    first = batch.arrays.P
    batch.arrays.M[batch.layout.ERROR], batch.arrays.M[batch.layout.NEED] = batch.layout.ROOM_ROWS, 1 << 16
    batch.arrays.enlarge()
    assert len(batch.arrays.P) < len(first)
    batch.step([3, 3])
    assert len(batch.arrays.P) == len(first)
    plain = KernelBatch(program("tilt"), 2, translated=False)
    for action in (4, 3):
        plain.step([action, action])
    assert plain.state(0) == batch.state(0)


@compiled
def test_a_process_at_work_may_be_left_alone() -> None:
    """Without a warning that it still runs, which counts as a failure here."""
    own._maker(image("odd"))
    gc.collect()
    own._at_work[-1].wait(timeout=300)


@compiled
def test_another_process_makes_the_code() -> None:
    own.make(image("odd"))  # the helpers are compiled by now
    path = own.place(image("odd"))
    assert path is not None
    path.unlink()
    child = own._maker(image("odd"))
    assert child is not None
    assert child.wait(timeout=300) == 0
    assert own.kept(image("odd")) is not None


@compiled
def test_code_is_made_anew_where_none_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own.cache, "root", lambda: None)
    batch = KernelBatch(program("tilt"), 2, translated=True)
    batch.step([4, 4])
    assert (batch.arrays.P == opcodes.NATIVE).any()


# ---------------------------------------------------------------- made ahead


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Code is kept in a folder of the test's own, and no process makes any."""
    monkeypatch.setattr(own.cache, "root", lambda: tmp_path)
    monkeypatch.setattr(own, "_maker", lambda words: pytest.fail("a process is to make code"))
    return tmp_path


@compiled
def test_code_on_disk_is_put_in_soon(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "SOON", 8)
    own.make(image("tilt"))
    batch = KernelBatch(program("tilt"), 4)
    batch.step([4] * 4)
    assert not (batch.arrays.P == opcodes.NATIVE).any()
    batch.step([4] * 4)
    assert (batch.arrays.P == opcodes.NATIVE).any()


@compiled
def test_play_begins_with_the_sizes_for_which_code_was_made(elsewhere: Path) -> None:
    batch = KernelBatch(program("tilt"), 2, translated=True)
    assert batch.arrays.sizes == first_sizes(program("tilt"))
    batch.arrays.M[batch.layout.ERROR], batch.arrays.M[batch.layout.NEED] = batch.layout.ROOM_ROWS, 1 << 16
    batch.arrays.enlarge()
    batch.step([4, 4])
    again = KernelBatch(program("tilt"), 2, translated=False)
    assert again.arrays.sizes == batch.arrays.sizes != first_sizes(program("tilt"))
    again.step([4, 4])
    assert again.state(0) == batch.state(0)


@compiled
@pytest.mark.parametrize("left", [b"", b"{", b"[]", b'{"rooms": 3}'])
def test_sizes_that_cannot_be_read_are_the_first(elsewhere: Path, left: bytes) -> None:
    path = own.place(image("tilt"), ".sizes")
    assert path is not None
    shelf.put(path, left)
    assert KernelBatch(program("tilt"), 2).arrays.sizes == first_sizes(program("tilt"))


@compiled
def test_a_game_is_played_before_its_code_is_made(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its arrays grow then, and whoever plays it later finds code for what they have become."""
    game = program(next(name for name in GAMES if "spill" in name))
    monkeypatch.setattr(ahead, "GAMES", 64)
    monkeypatch.setattr(own, "SOON", 0)
    assert ahead.make(game)
    batch = KernelBatch(game, 2)
    assert batch.arrays.sizes.slots > first_sizes(game).slots
    batch.step([game.actions[0]] * 2)
    assert (batch.arrays.P == opcodes.NATIVE).any()
    monkeypatch.setattr(own, "make", lambda words: pytest.fail("it is there"))
    assert ahead.make(game)


@compiled
def test_code_is_made_ahead_in_a_process() -> None:
    assert ahead.made(program("odd"))


@compiled
def test_code_that_cannot_be_kept_is_not_made_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own.cache, "root", lambda: None)
    monkeypatch.setattr(ahead, "SECONDS", 0.1)
    assert not ahead.make(program("tilt"))


def test_arrays_that_grow_in_another_order_come_to_the_same_sizes() -> None:
    first = first_sizes(program("tilt"))
    needs = [(layout.ROOM_ROWS, 5000), (layout.ROOM_EVENTS, 100), (layout.ROOM_ROWS, 9000), (layout.ROOM_SLOTS, 300)]
    come_to = {reduce(lambda sizes, more: enlarged(sizes, *more), order, first) for order in permutations(needs)}
    assert len({(sizes.events, sizes.slots) for sizes in come_to}) == 1
    assert {sizes.rows for sizes in come_to} <= {4 * first.rows, 8 * first.rows}
    assert all(sizes.rows >= 9000 and sizes.slots >= 300 for sizes in come_to)
