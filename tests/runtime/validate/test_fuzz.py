"""Fuzzing finds planted faults, makes them short and says how to see them again; it finds nothing where nothing is."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support.small import small

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import Action
from arcg.runtime.kernel import KernelBatch, KernelEngine
from arcg.runtime.kernel.explorer import Move
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.validate.faults import Fault, malformed
from arcg.runtime.validate.fuzz import FuzzResult, fuzz

EVERYTHING = "arrows act click undo"
COUNT = "phase count\n    on act -> charge + 1 at most 9"
SPIN = "phase spin when charge = 3 repeat\n    -> flip = 1 - flip"
SAVES = (
    "phase keep\n    on act -> save here\n    on click(Lamp) -> restore here\n"
    "Player pays 1 energy per step\nlose when energy = 0"
)
LEVELS = (["P..o", "*#.."], ["...o", "P*##"], ["oP", "*."])

CELLS = """\
game cells
semantics puzzlescript
    input Player
board 4x1 cell 10 ground black
actions arrows undo
layer floor
layer solid
kind Floor on floor
kind Goal on solid
    pic
        b
kind Player on solid
    pic
        9
kind Crate on solid
    pic
        c
kind Rock on solid
    pic
        4
group Stone = Crate Rock
{rules}
win when no [ Floor ]
legend
    . = Floor
    P = Floor Player
    c = Floor Crate
    o = Floor Goal
level
    map
        P.co
"""


def cells(rules: str) -> ir.Program:
    game, diagnostics = check_text(CELLS.format(rules=rules), "cells.arcg")
    assert game is not None, [str(d) for d in diagnostics]
    return lower(game)


def only(result: FuzzResult, kind: str) -> Fault:
    """The fault, of which there is one."""
    (fault,) = result.faults
    assert fault.kind == kind, fault
    return fault


def words(program: ir.Program, fault: Fault) -> tuple[str, ...]:
    """What the engine says after the actions of a fault."""
    engine = KernelEngine(program)
    engine.batch.begin([0], fault.seed, level=fault.level)
    for move in fault.actions:
        engine.step(*move)
    return engine.messages()


# ---------------------------------------------------------------- nothing is wrong


@pytest.mark.parametrize("rules", [SAVES, "phase luck\n    on act, Lamp at random -> Lamp.lit next"])
def test_nothing_is_found_where_nothing_is_wrong(rules: str) -> None:
    result = fuzz(small(*LEVELS, actions=EVERYTHING, rules=rules), steps=400)

    assert result.faults == ()
    assert result.steps >= 400
    assert result.frames > 200
    assert result.restores > 8


def test_rules_over_cells_where_nothing_is_wrong() -> None:
    result = fuzz(cells("phase push plan\n    [ > Player | Crate ] -> [ > Player | > Crate ]"), steps=300)

    assert result.faults == () and result.restores > 8


def test_all_sorts_of_actions_on_all_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, levels, step = list[np.ndarray](), set[int](), KernelBatch.step

    def noted(self: KernelBatch, actions: object, xs: object = None, ys: object = None, **options: bool) -> None:
        if len(self) > 8 and xs is not None:
            taken.append(np.array([actions, xs, ys]))
            levels.update(self.level.tolist())
        step(self, actions, xs, ys, **options)

    monkeypatch.setattr(KernelBatch, "step", noted)
    fuzz(small(*LEVELS, actions="arrows"), steps=600)

    actions, xs, ys = np.concatenate(taken, axis=1)
    assert set(actions.tolist()) == set(range(8))
    clicked = (actions == Action.CLICK) & (np.minimum(xs, ys) >= 0) & (np.maximum(xs, ys) < 64)
    assert 0 < clicked.sum() < (actions == Action.CLICK).sum()
    assert levels == {0, 1, 2}


def test_a_game_that_is_lost_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, step = list[int](), KernelBatch.step

    def noted(self: KernelBatch, actions: object, *rest: object, **options: bool) -> None:
        if len(self) == 9:
            taken.extend(np.array(actions).tolist())
        step(self, actions, *rest, **options)

    monkeypatch.setattr(KernelBatch, "step", noted)
    fuzz(small(["P.o"], rules="phase trap\n    on arrow -> charge = 1\nlose when charge = 1"), steps=600)

    assert taken.count(Action.RESET) > len(taken) / 5


def test_the_same_seed_finds_the_same_and_steps_are_told() -> None:
    program, told = small(*LEVELS, actions=EVERYTHING, rules=SAVES), list[int]()

    first = fuzz(program, steps=100, seed=2, watch=told.append)

    assert fuzz(program, steps=100, seed=2) == first
    assert fuzz(program, steps=100, seed=3).frames != first.frames
    assert told == sorted(told) and told[-1] == first.steps


def test_an_interruption_goes_through() -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fuzz(small(["P.o"]), steps=100, watch=interrupt)


# ---------------------------------------------------------------- what does not rest


def test_a_phase_that_does_not_rest_after_some_actions() -> None:
    program = small(["P.o", "*.."], actions="arrows act click", rules=f"{COUNT}\n{SPIN}")

    fault = only(fuzz(program, steps=300), "rest")

    assert fault.actions == (Move(Action.ACT),) * 3
    assert "phase `spin` did not rest" in fault.detail
    assert words(program, fault) == (fault.detail,)


def test_each_level_is_told_of() -> None:
    rules = "phase spin on act repeat\n    Player.x = 1 -> flip = 1 - flip"
    program = small(["P.o"], [".Po"], actions="arrows act", rules=rules)

    first, second = sorted(fuzz(program, steps=128).faults, key=lambda fault: fault.level)

    assert first.actions == (Move(Action.RIGHT), Move(Action.ACT))
    assert second.actions == (Move(Action.ACT),)
    assert words(program, first) == words(program, second) == (first.detail,)


def test_a_start_turn_that_does_not_rest() -> None:
    rules = "phase spin on start repeat\n    Player.x = 1 -> flip = 1 - flip"
    program = small(["P.o"], [".Po"], rules=rules)

    fault = only(fuzz(program, steps=64), "rest")

    assert fault.level == 1
    assert [move.action for move in fault.actions] == [Action.CLICK, Action.RESET]
    assert words(program, fault) == (fault.detail,)


@pytest.mark.parametrize(
    "rules",
    [
        "phase spin\n    [ Crate | Goal ] -> [ Rock | Goal ]\n    [ Rock | Goal ] -> [ Crate | Goal ]",
        "phase spin repeat\n    [ Player | Crate ] -> [ Player | Rock ]",
    ],
)
def test_rules_over_cells_that_rest(rules: str) -> None:
    assert fuzz(cells(rules), steps=100).faults == ()


def test_rules_over_cells_that_do_not_rest() -> None:
    program = cells(
        "phase spin repeat plan\n"
        "    [ > Player | Crate ] -> [ > Player | Rock ]\n    [ > Player | Rock ] -> [ > Player | Crate ]"
    )

    fault = only(fuzz(program, steps=200), "rest")

    assert fault.actions in [(Move(Action.RIGHT),), (Move(Action.RIGHT),) * 2]
    assert "did not rest" in fault.detail
    assert fault.detail in words(program, fault)


# ---------------------------------------------------------------- broken kernels

BROKEN = small(*LEVELS, actions=EVERYTHING, rules=COUNT)


def charge(batch: KernelBatch, i: int) -> int:
    """The world's `charge` in an environment, read off its state."""
    engine = ReferenceEngine(batch.program)
    engine.restore(batch.state(i))
    return engine.world_values()["charge"]


@pytest.mark.parametrize(
    "spoilt, detail",
    [
        (lambda frames: frames | 16, "a picture has colour"),
        (lambda frames: frames[:, :63], "shape"),
        (lambda frames: frames[:0], "0 pictures"),
        (lambda frames: frames.astype(np.int32), "int32"),
        (lambda frames: 15 - frames, "not that of the present state"),
    ],
)
def test_bad_pictures_of_an_answer(monkeypatch: pytest.MonkeyPatch, spoilt, detail: str) -> None:
    frames = KernelBatch.frames

    def broken(self: KernelBatch, i: int) -> np.ndarray:
        return spoilt(frames(self, i)) if self.level[i] == 1 else frames(self, i)

    monkeypatch.setattr(KernelBatch, "frames", broken)

    result = fuzz(BROKEN, steps=200)

    faults = [fault for fault in result.faults if fault.kind == "frame"]
    assert any(detail in fault.detail for fault in faults)
    assert any(fault.level == 1 and not fault.actions for fault in faults)


def test_bad_pictures_later_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = KernelBatch.frames
    spoilt = np.full((1, 64, 64), 16, np.uint8)
    monkeypatch.setattr(KernelBatch, "frames", lambda self, i: frames(self, i) if self.action_count[i] < 3 else spoilt)

    fault = fuzz(BROKEN, steps=200).faults[0]

    assert fault.kind == "frame"
    assert len(fault.actions) == 3


def test_a_bad_present_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = KernelBatch.pictures
    monkeypatch.setattr(KernelBatch, "pictures", lambda self: pictures(self) | 16)

    fault = fuzz(BROKEN, steps=100).faults[0]

    assert fault.kind == "frame" and "in a batch" in fault.detail


def test_what_a_restore_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot comes back without its undo stack: the states part when undo is taken."""
    restore = KernelBatch.restore

    def broken(self: KernelBatch, i: int, data: bytes) -> None:
        restore(self, i, data)
        restore(self, i, self.state(i))

    monkeypatch.setattr(KernelBatch, "restore", broken)

    faults = fuzz(BROKEN, steps=400).faults

    assert faults and {fault.kind for fault in faults} == {"state"}
    assert all("saved by snapshot" in fault.detail and len(fault.actions) <= 4 for fault in faults)


def test_what_a_state_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restoring begins the level anew where a lot was charged."""
    restore = KernelBatch.restore

    def broken(self: KernelBatch, i: int, data: bytes) -> None:
        restore(self, i, data)
        if charge(self, i) >= 2:
            self.begin([i])

    monkeypatch.setattr(KernelBatch, "restore", broken)

    faults = fuzz(BROKEN, steps=400).faults

    assert faults and {fault.kind for fault in faults} == {"state"}


@pytest.mark.parametrize("alone", [True, False])
def test_a_step_that_raises(monkeypatch: pytest.MonkeyPatch, alone: bool) -> None:
    step = KernelBatch.step

    def broken(self: KernelBatch, actions: object, xs: object = None, ys: object = None, **options: bool) -> None:
        clicked = (np.array(actions) == Action.CLICK) & (self.level == 1)
        if clicked.any() and (alone or len(self) > 1):
            raise ZeroDivisionError("nothing left")
        step(self, actions, xs, ys, **options)

    monkeypatch.setattr(KernelBatch, "step", broken)

    result = fuzz(BROKEN, steps=400)

    fault = next(fault for fault in result.faults if fault.kind == "crash")
    assert "ZeroDivisionError: nothing left" in fault.detail
    assert result.steps < 400
    assert fault.level == 1 or not alone
    assert ("in a batch" in fault.detail) is not alone


def test_what_pictures_of_an_answer_are() -> None:
    good = np.zeros((3, 64, 64), np.uint8)
    assert malformed(good, good[-1], True) == malformed(good[:0], good[0], False) == ""
    assert "though the game has ended" in malformed(good, good[-1], False)
    assert "1002 pictures" in malformed(np.zeros((1002, 64, 64), np.uint8), good[0], True)
    for frames, frame in itertools.product([good, good.astype(np.int8)], [good[0], good[0, :63], good[0] + 1]):
        fine = frames is good and np.array_equal(frame, good[0])
        assert (malformed(frames, frame, True) == "") is fine
