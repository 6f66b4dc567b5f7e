"""Everything at once, at random: whatever a player does, play is where the reel says, and recordings replay."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from arcg.editor import session as sessions
from arcg.editor.play import open_session
from arcg.editor.session import Session
from arcg.runtime import recording
from arcg.runtime.engine import Action
from arcg.runtime.env import from_level
from arcg.runtime.reference import ReferenceEngine

SAVES = (
    ("ground grey", "ground blue"),
    ("energy - 5", "energy - 10"),
    ("Rock -> move Rock down", "Rock -> move Rock right"),
    ("        #......#\n        #...P..#", "        #....P.#\n        #......#"),
    ("kind Rock on solid", "kind Rock on sold"),
    ("level\n", "// a thought\nlevel\n"),
)


def one_thing(session: Session, chance: random.Random, demo: Path, text: str, now: float) -> None:
    """What a player may do next."""
    match chance.randrange(16):
        case 0:
            session.go_to(chance.randrange(2), now)
        case 1 | 2:
            for old, new in chance.sample(SAVES, chance.randrange(3)):
                text = text.replace(old, new)
            if chance.random() < 0.2:
                text = text[: text.rindex("level")]
            demo.write_text(text, encoding="utf-8")
            session.reload(now)
        case 3 | 4:
            session.look(chance.randrange(-3, 30), chance.randrange(-2, 4))
        case 5:
            take = chance.choice(session.shelf.takes())
            session.look(chance.randrange(take.branch.length), take=take)
        case 6:
            session.look_by(turns=chance.randrange(-2, 3), frames=chance.randrange(-3, 4))
        case 7:
            session.play_back(chance.choice((-4.0, -1.0, 0.0, 1.0, 16.0)), now)
        case 8:
            session.live()
        case 9:
            session.resume(now)
        case _:
            action = chance.choice((*session.engine.actions(), Action.LEFT, Action.RIGHT, Action.RESET))
            session.act(Action(action), now, x=chance.randrange(64), y=chance.randrange(64))


def check(session: Session) -> None:
    """The engine is where the reel says that it is, and nothing that is shown is out of place."""
    view, branch = session.view(), session.reel.branch
    assert view.frame.shape == (64, 64)
    assert 0 <= view.level < view.level_count
    assert 0 <= view.timeline.turn < view.timeline.turns
    assert 0 <= view.timeline.frame < view.timeline.frames
    if view.timeline.busy is not None:
        return
    assert session.reel in session.shelf.reels
    assert branch in session.reel.branches
    last = branch.turn(-1)
    assert (session.level, session.engine.action_count, session.engine.status) == (
        last.level, last.action_count, last.status,
    )  # fmt: skip
    assert np.array_equal(session.engine.frame(), last.frames[-1])


@pytest.mark.parametrize("patience", [0.25, 0.0])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_player_does(
    demo: Path, tmp_path: Path, seed: int, patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PATIENCE", patience)
    monkeypatch.setattr(sessions, "SLICE", 0.0)
    chance, text, now = random.Random(seed), demo.read_text(encoding="utf-8"), 0.0
    session = open_session(str(demo), record=tmp_path / "play.jsonl")
    programs = [session.program]
    for _ in range(120):
        one_thing(session, chance, demo, text, now)
        check(session)
        if session.program is not programs[-1]:
            programs.append(session.program)
        now += chance.random()
        session.advance(now)
        check(session)
    while session.view().timeline.busy is not None:
        session.advance(now)
    again = ReferenceEngine(from_level(session.program, session.reel.first_level))
    again.reset(0)
    for turn in session.reel.branch.path(1):
        again.step(turn.action, turn.x, turn.y)
    assert again.snapshot() == session.engine.snapshot()

    session.close()
    files = sorted(tmp_path.glob("*.jsonl"))
    assert len(files) > 2
    for file in files:
        one = recording.read(file)
        assert one.finished
        assert any(
            recording.replay(one, program) == [] for program in programs if one.first_level < len(program.levels)
        )
