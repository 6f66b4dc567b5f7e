"""The game that a newcomer wrote from the documentation alone goes on being one."""

from __future__ import annotations

from pathlib import Path

from arcg.compiler.ir import digest
from arcg.dsl.check import check_path
from arcg.dsl.knowledge.review import review
from arcg.runtime.engine import Status
from arcg.runtime.loading import load
from arcg.runtime.recording import read, replay

THAW = Path(__file__).parents[2] / "examples" / "thaw"


def test_checks_without_a_remark() -> None:
    game, found = check_path(THAW / "thaw.arcg")

    assert game is not None
    assert not [remark.code for remark in [*found, *review(game)] if remark.severity in ("error", "warning")]


def test_its_recording_wins_all_levels() -> None:
    program, recording = load(THAW / "thaw.arcg"), read(THAW / "win.jsonl")

    assert recording.program_digest == digest(program)
    assert not replay(recording, program)
    assert recording.answers[-1].status is Status.WON
    assert recording.answers[-1].levels_completed == len(program.levels) == 6
