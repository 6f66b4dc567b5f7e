"""Runs: made again alike, cut by time without changing, and lost with a word on why when an agent breaks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.small import small

from arcg.runtime.agents.playing import Run, Session, play
from arcg.runtime.agents.plugin import NoAgentError
from arcg.runtime.agents.shipped import SHIPPED
from arcg.runtime.entry import Entry
from arcg.runtime.official.info import GameInfo, described

MAZE = ("P.#....", "..#.##.", "..#.#..", "....#.o")
LAMPS = ("*..*", "....", "*..*")

OFFICIAL = """
import random
import time
from typing import Any

from arcengine import FrameData, GameAction, GameState

from ..agent import Agent


class Mine(Agent):
    MAX_ACTIONS = 80

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        random.seed(int(time.time() * 1000000) + hash(self.game_id) % 1000000)

    def is_done(self, frames: list[FrameData], latest_frame: FrameData) -> bool:
        assert self.frames is frames and (len(frames) > 1 or latest_frame.state is GameState.NOT_PLAYED)
        return any([latest_frame.state is GameState.WIN])

    def choose_action(self, frames: list[FrameData], latest_frame: FrameData) -> GameAction:
        assert len(latest_frame.frame[-1]) == len(latest_frame.frame[-1][0]) == 64
        assert self.action_counter == len(frames) - 1
        if latest_frame.state in [GameState.NOT_PLAYED, GameState.GAME_OVER]:
            action = GameAction.RESET
        else:
            action = random.choice([a for a in GameAction if a is not GameAction.RESET])
        if action.is_simple():
            action.reasoning = f"RNG told me to pick {action.value}"
        elif action.is_complex():
            action.set_data({"x": random.randint(0, 63), "y": random.randint(0, 63)})
        return action
"""


def game(*levels: tuple[str, ...], **options: str | int) -> GameInfo:
    return described(small(*levels, **options), None, Entry())  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    """What a plugged-in agent brings along is gone after the test, as it is when its process ends."""
    modules, path = dict(sys.modules), list(sys.path)
    yield
    for name in [name for name in sys.modules if name.split(".")[0] in ("agents", "arcengine") or name not in modules]:
        if name.split(".")[0] in ("agents", "arcengine"):
            del sys.modules[name]
    sys.path[:] = path


def write(tmp_path: Path, text: str, name: str = "mine.py") -> str:
    (tmp_path / name).write_text(text, "utf-8")
    return f"{tmp_path / name}:Mine"


def own(tmp_path: Path, body: str, *, done: str = "False") -> str:
    indented = "\n".join(" " * 8 + line for line in body.splitlines())
    return write(tmp_path, f"class Mine:\n    def is_done(self, frames, latest_frame):\n        return {done}\n"
                           f"    def choose_action(self, frames, latest_frame):\n{indented}\n")  # fmt: skip


@pytest.mark.parametrize("agent", SHIPPED)
def test_one_seed_is_one_run(agent: str) -> None:
    info = game(LAMPS, actions="click arrows", rules="phase a\n    on click(Lamp) -> Lamp.lit next", win="charge = 9")
    runs = [play(info, agent, seed, actions=60).played for seed in (4, 4, 5)]

    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize("agent", SHIPPED)
def test_they_win_what_is_easy(agent: str) -> None:
    lit = "phase a\n    on click(Lamp) -> Lamp.lit = yes"
    lamps = game(LAMPS, actions="click", win="every Lamp has Lamp.lit = yes", rules=lit)
    found = play(lamps, agent, 1, actions=3000)

    assert (found.state, found.stopped, found.levels_completed) == ("WIN", "won", 1)
    assert found.level_actions == (found.actions,)


def test_the_graph_knows_a_maze_from_its_pictures_with_a_counter_in_them() -> None:
    info = game(
        MAZE,
        MAZE,
        energy=60,
        rules="Player pays 1 energy per action\nbar energy bottom yellow\nlose when energy = 0",
    )
    graph = [play(info, "graph", seed, actions=600) for seed in range(3)]

    assert all(run.levels_completed == 2 for run in graph), graph
    assert all(run.actions == sum(run.level_actions) < 400 for run in graph)


def test_an_agent_of_the_official_template_runs_unchanged_and_is_reproducible(tmp_path: Path) -> None:
    agent = write(tmp_path, OFFICIAL)
    info = game(MAZE, energy=30, rules="Player pays 1 energy per action\nlose when energy = 0")
    first, again, other = (play(info, agent, seed, actions=120) for seed in (0, 0, 1))

    assert not first.error and first.stopped in ("actions", "won")
    assert first.played == again.played != other.played


def test_a_limit_of_time_cuts_and_changes_nothing_before(tmp_path: Path) -> None:
    info = game(MAZE, win="charge = 9")
    seen: list[list[int]] = [[], []]

    def watch(number: int):
        def look(session: Session) -> bool:
            seen[number].append(session.answer.action)
            return False

        return look

    long = play(info, "random", 3, actions=4000, watch=watch(0))
    short = play(info, "random", 3, actions=4000, seconds=0.05, watch=watch(1))

    assert (long.stopped, short.stopped) == ("actions", "time")
    assert 0 < short.actions == len(seen[1]) < 4000 and seen[0][: short.actions] == seen[1]


def test_an_agent_that_never_answers_is_interrupted(tmp_path: Path) -> None:
    agent = own(tmp_path, "try:\n    while len(frames) > 3: pass\nexcept Exception: pass\nreturn 4")
    found = play(game(MAZE), agent, 0, actions=100, seconds=0.5)

    assert (found.stopped, found.actions, found.error) == ("time", 3, "")


def test_resets_are_actions_of_their_level_and_the_best_play_counts(tmp_path: Path) -> None:
    """Right, RESET, right, right wins; then RESET begins anew, and right, right wins in fewer."""
    agent = own(tmp_path, "return (4, 0, 4, 4, 0, 4, 4)[len(frames) - 1]", done="len(frames) > 7")
    found = play(game(("P.o",), ("Po.",)), agent, 0, actions=50)

    assert (found.stopped, found.actions, found.levels_completed) == ("done", 7, 1)
    assert found.level_actions == (4,), "without a baseline the first of equal plays"
    scored = game(("P.o",), ("Po.",))
    scored = GameInfo(**{**vars(scored), "baselines": (2, 9)})
    best = play(scored, agent, 0, actions=50)
    assert best.level_actions == (2,) and best.score == pytest.approx(100 / 3)


def lost(info: GameInfo, agent: str) -> Run:
    found = play(info, agent, 0, actions=20)
    assert found.stopped == "error" and found.lost
    return found


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 8", "gave 8, which is no action"),
        ("return None", "gave None, which is no action"),
        ("return True", "gave True, which is no action"),
        ("return 6", "click without a pixel"),
        ("return (6, 64, 0)", "click without a pixel"),
        ("return (6, None, 0)", "click without a pixel"),
        ("return 1 / 0", "ZeroDivisionError: division by zero; in choose_action"),
        ("raise SystemExit(3)", "ended its process with 3"),
    ],
)
def test_what_cannot_be_played_loses_the_run_with_its_reason(tmp_path: Path, body: str, said: str) -> None:
    found = lost(game(MAZE), own(tmp_path, f"if len(frames) < 3: return 4\n{body}"))

    assert said in found.error and found.actions == 2


def test_a_constructor_gets_what_it_asks_for(tmp_path: Path) -> None:
    agent = write(tmp_path, "class Mine:\n    def __init__(self, game_id, seed, *, tags):\n"
                            "        assert game_id.startswith('sm') and seed == 7 and 'mine' in tags\n"
                            "    def is_done(self, frames, latest_frame): return True\n"
                            "    def choose_action(self, frames, latest_frame): return 1\n")  # fmt: skip

    assert play(game(MAZE), agent, 7, actions=5).stopped == "done"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nobody", "there is no agent called 'nobody'; take random, graph, novelty"),
        ("no/such/file.py:Mine", "there is no file"),
        ("no_such_module:Mine", "there is no module no_such_module"),
        ("json:Mine", "json has no class Mine; it has no agents"),
        ("json:JSONDecoder", "has no method is_done and no method choose_action"),
        (":Mine", "there is no agent called"),
    ],
)
def test_who_is_no_agent(name: str, said: str) -> None:
    from arcg.runtime.agents.plugin import find

    with pytest.raises(NoAgentError, match=said.replace("(", r"\(")):
        find(name)


def test_turns_that_are_over_are_kept_small_and_stay_as_they_were(tmp_path: Path) -> None:
    agent = own(tmp_path, "assert all(turn.pictures.shape[1:] == (64, 64) for turn in frames)\n"
                          "assert frames[-1].frame == latest_frame.frame or len(frames) == 1\n"
                          "assert len(frames) < 4 or len(frames[2]._packed) < 400\nreturn 4")  # fmt: skip

    assert play(game(MAZE), agent, 0, actions=9).error == ""
