"""The official toolkit plays exported games as our engine plays them: offline, with arcg out of reach and in reach."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from support import cell_games
from support.official import LONG, seen

from arcg.cli import main
from arcg.compiler import ir
from arcg.compiler.export.document import python_text
from arcg.runtime.engine import Action, Status
from arcg.runtime.env import from_level
from arcg.runtime.loading import load, shipped
from arcg.runtime.recording import actions as recorded
from arcg.runtime.recording import read
from arcg.runtime.reference import ReferenceEngine

pytest.importorskip("arc_agi", reason="the official toolkit needs Python 3.12 and is not installed here")
arcengine = pytest.importorskip("arcengine")

ROOT = Path(__file__).parents[2]
ACTIONS = 500
FEWER = 80
"""Of games on which the reference engine has more to do."""
MINIATURES = ("signet", "imp", "quilt", "waltz", "rows/18_view", "rows/03_click", "rows/01_budget")
CELLS = (1, 4, 6, 9)
"""Games of rules over cells, made at random."""

Given = tuple[int, dict[str, Any]]
ODD: tuple[dict[str, Any], ...] = (
    {},
    {"x": None, "y": None},
    {"x": 3},
    {"x": "7", "y": "7"},
    {"x": -1, "y": 5},
    {"x": 64, "y": 64},
    {"x": 10**30, "y": 4},
    {"x": 3.5, "y": 2},
    {"x": [1], "y": {"z": 2}},
    {"x": 12.0, "y": 40.0},
    {"x": True, "y": False},
)


def place(data: dict[str, Any]) -> tuple[int, int]:
    """Where our engine is told that a click was."""
    values = [data.get("x"), data.get("y")]
    x, y = (int(value) if isinstance(value, int) or value == 12.0 or value == 40.0 else -1 for value in values)
    return x, y


def moves(program: ir.Program, seed: int, path: Path | None, count: int) -> list[Given]:
    """Actions at random: RESETs, undo, what is not offered, clicks in and out of the frame; a solution in the middle.

    The solution brings won levels, and the end of the game, which chance does not reach.
    """
    random = Random(f"official {seed}")
    found: list[Given] = []
    while len(found) < count:
        action = random.choice((*program.actions, *program.actions, *range(1, 8)))
        if random.random() < 0.04:
            found += [(0, {})] * random.choice((1, 1, 2, 3))
        elif action == Action.CLICK:
            click = {"x": random.randrange(64), "y": random.randrange(64)}
            found.append((6, random.choice(ODD) if random.random() < 0.15 else click))
        else:
            found.append((action, {}))
    if path is not None:
        solved: list[Given] = [(0, {}), (0, {})]
        for move, x, y in recorded(read(path)):
            solved.append((int(move), {"x": x, "y": y} if move == Action.CLICK else {}))
        found = [*found[:100], *solved, (1, {}), *found[100:]]
    return found


def won(game: str) -> list[tuple[Action, int, int]]:
    """The actions that win a shipped game."""
    return recorded(read(ROOT / "games" / game / "recordings" / "win.jsonl"))


def expected(program: ir.Program, given: list[Given], seed: int = 0) -> list[dict[str, Any]]:
    """The answers of our engine in the words of the toolkit."""
    engine = ReferenceEngine(program)
    engine.reset(seed)
    answers = [seen(engine)]
    for action, data in given:
        ended = action != Action.RESET and engine.status != Status.PLAYING
        engine.step(action, *(place(data) if action == Action.CLICK else ()))
        answers.append(seen(engine))
        if ended:  # the toolkit answers by itself, and forgets what was won
            answers[-1] |= {"frames": 0, "levels_completed": 0, "win_levels": 0}
    return answers


def play(folder: Path, games: dict[str, list[Given]], *, block: bool, seed: int = 0) -> dict[str, Any]:
    """What the toolkit's answers are, in a process of its own."""
    job = json.dumps({"block": block, "games": games, "seed": seed})
    script, answers = Path(__file__).with_name("player.py"), folder / "answers"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [sys.executable, script, folder, answers]
    done = subprocess.run(command, input=job, capture_output=True, text=True, cwd=folder, env=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(answers.read_text())


@dataclass(frozen=True)
class Case:
    """A game, what is done in it, and what our engine answers: first to the RESET with which the toolkit begins."""

    program: ir.Program
    given: list[Given]
    answers: list[dict[str, Any]]
    won: bool
    """Whether what is done wins it."""


SEED = 3


@pytest.fixture(scope="module")
def environments(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Case]]:
    """A folder of exported games, and each of them by its id."""
    folder = tmp_path_factory.mktemp("environments")
    sources = [*shipped(), *(str(ROOT / "tests" / "expressiveness" / f"{name}.arcg") for name in MINIATURES)]
    assert main(["export", *sources, "-o", str(folder)]) == 0
    programs = {ir.digest(program)[:8]: program for program in map(load, sources)}
    for number in CELLS:
        program = cell_games.game(number)
        version = ir.digest(program)[:8]
        programs[version] = program
        place, name = folder / f"cl{number:02}" / version, f"cl{number:02}-{version}"
        place.mkdir(parents=True)
        (place / f"cl{number:02}.py").write_text(python_text(program, name, f"Cl{number:02}"), "utf-8")
        (place / "metadata.json").write_text(json.dumps({"game_id": name}))
    games = {}
    for file in sorted(folder.glob("*/*/metadata.json")):
        name, program = json.loads(file.read_text())["game_id"], programs[file.parent.name]
        path = ROOT / "games" / program.name / "recordings" / "win.jsonl"
        solved = path if program.name in LONG else None
        few = solved is None and program.cellwise is None
        given = moves(program, len(games), solved, FEWER if few else ACTIONS)
        games[name] = Case(program, given, expected(program, given, SEED), solved is not None)
    return folder, games


@pytest.mark.parametrize("block", [True, False], ids=["arcg out of reach", "arcg in reach"])
def test_the_toolkit_shows_what_our_engine_shows(environments, block: bool) -> None:
    folder, games = environments
    if not block:  # the same, but for where the engine comes from: the quick ones will do
        games = {name: case for name, case in games.items() if case.won or case.program.cellwise is not None}

    played = play(folder, {name: case.given for name, case in games.items()}, block=block, seed=SEED)

    for name, case in games.items():
        answers = played["answers"][name]
        assert len(answers) == len(case.answers) > len(case.given)
        for number, (one, other) in enumerate(zip(answers, case.answers, strict=True)):
            assert one == other, (name, number, case.given[number - 1])
    assert bool(played["arcg"]) == (not block)
    assert not [module for module in played["arcg"] if module == "arcg.runtime.kernel.engine"], (
        "kernels without a cache"
    )


def test_what_is_compared_has_all_that_can_happen(environments) -> None:
    _, games = environments
    answers = [answer for case in games.values() for answer in case.answers]

    assert {answer["state"] for answer in answers} == {"NOT_FINISHED", "WIN", "GAME_OVER"}
    assert max(answer["frames"] for answer in answers) > 3
    assert sum(answer["frames"] == 0 for answer in answers) > 20
    assert sum(answer["full_reset"] for answer in answers) > 20
    for case in games.values():
        if case.won:
            assert max(answer["levels_completed"] for answer in case.answers) == len(case.program.levels)


# ---------------------------------------------------------------- one game object


@pytest.fixture
def game():
    """Makes a game object from a program, as the toolkit does."""

    def make(program: ir.Program, **named: int) -> Any:
        names: dict[str, Any] = {"__name__": "arc_agi_3.game-00000000"}
        exec(python_text(program, "game-00000000", "Gamy"), names)
        return names["Gamy"](**named)

    return make


def act(one: Any, number: int, **data: Any) -> Any:
    action = arcengine.ActionInput(id=arcengine.GameAction.from_id(number), data=data)
    return one.perform_action(action, raw=True)


def test_resets_are_those_of_the_toolkit(game) -> None:
    one = game(load("dyer"))
    told = []
    for number in (0, 4, 0, 0, 4, 4, 0, 0):
        answer = act(one, number)
        told.append((answer.full_reset, one._action_count))

    assert told == [(True, 0), (False, 1), (False, 0), (True, 0), (False, 1), (False, 2), (False, 0), (True, 0)]


def test_a_reset_after_a_won_level_is_a_new_game(game) -> None:
    program = load("dyer")
    one = game(program)
    act(one, 0)
    for move, x, y in won("dyer"):
        answer = act(one, int(move), x=x, y=y)
        if answer.levels_completed == 1:
            break

    assert (one._action_count, one.level_index) == (0, 1)
    answer = act(one, 0)
    assert answer.full_reset and answer.levels_completed == 0 and one.level_index == 0


def test_only_levels_are_reset_where_the_toolkit_is_told_so(game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONLY_RESET_LEVELS", "true")
    for program in (load("dyer"), *(cell_games.game(seed) for seed in CELLS)):
        one, ours = game(program), ReferenceEngine(program)
        for number in (0, 0, program.actions[0], program.actions[-1], 0, 0, 0):
            answer = act(one, number, x=1, y=1)
            assert not answer.full_reset
            if number:
                ours.step(number, 1, 1)
        assert answer.levels_completed == one._engine.levels_completed
        assert one._action_count == 0
    one = game(load("dyer"))
    act(one, 0)
    for move, x, y in won("dyer"):
        answer = act(one, int(move), x=x, y=y)
        if answer.levels_completed == 1:
            break
    shown = answer.frame[-1]
    for _ in range(3):
        answer = act(one, 0)
        assert (answer.levels_completed, answer.full_reset) == (1, False)
        assert np.array_equal(answer.frame[-1], shown)


def test_a_copy_goes_on_as_the_original_does(game) -> None:
    for program in (load("dyer"), load("glow"), cell_games.game(4)):
        one = game(program, seed=9)
        answer = act(one, 0)
        random = Random(5)
        for number in range(60):
            if answer.state.value == "GAME_OVER":  # nothing but RESET is answered with pictures then
                answer = act(one, 0)
            move = random.choice(program.actions), {"x": random.randrange(64), "y": random.randrange(64)}
            if number % 20 == 7:
                answer = act(one, move[0], **move[1])
                frozen = answer.frame
                copies = [copy.deepcopy(one), pickle.loads(pickle.dumps(one))]
                path = [(random.choice((0, *program.actions)), random.randrange(64)) for _ in range(12)]
                ends = [[act(other, number, x=x, y=x) for number, x in path][-1] for other in copies]
                assert np.array_equal(ends[0].frame, ends[1].frame) and ends[0].state == ends[1].state
                assert np.array_equal(one.camera.render([]), frozen[-1])
                again = copy.deepcopy(one)
                assert np.array_equal([act(again, number, x=x, y=x) for number, x in path][-1].frame, ends[0].frame)
                assert again._seed == 9 and type(copies[1]) is type(one)
            else:
                answer = act(one, move[0], **move[1])


def test_kernels_play_the_same(game, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the kernels as plain Python: what is tested is what stands between them and the toolkit."""
    from arcg.compiler.export import sources
    from arcg.runtime.kernel import KernelEngine, ready

    for program in (load("dyer"), cell_games.game(4)):
        monkeypatch.setattr(ready, "is_built", lambda: False)
        slow = game(program)
        monkeypatch.setattr(ready, "is_built", lambda: True)
        quick = game(program)
        assert isinstance(quick._engine, KernelEngine) and not isinstance(slow._engine, KernelEngine)
        assert sources.fingerprint() == type(quick).FINGERPRINT
        for number, data in moves(program, 1, None, 60):
            one, other = act(slow, number, **data), act(quick, number, **data)
            assert np.array_equal(one.frame, other.frame)
            assert one.model_dump() == other.model_dump()
            assert slow._get_hidden_state().tobytes() == quick._get_hidden_state().tobytes()
        assert [a.data for a in slow._get_valid_actions()] == [a.data for a in quick._get_valid_actions()]
        copied = copy.deepcopy(quick)
        assert isinstance(copied._engine, KernelEngine)
        assert np.array_equal(copied._get_hidden_state(), slow._get_hidden_state())


def test_the_hidden_state_is_the_position_and_not_the_way_to_it(game) -> None:
    program = load("dyer")
    one = game(program)
    act(one, 0)

    beginning = one._get_hidden_state()

    assert beginning.dtype == np.int8 and beginning.ndim == 2
    assert np.array_equal(one._get_hidden_state(), beginning)
    assert ReferenceEngine(program).state() == beginning.tobytes()

    act(one, 5)  # not offered: counted, and nothing else

    assert np.array_equal(one._get_hidden_state(), beginning)
    act(one, 4)
    assert not np.array_equal(one._get_hidden_state(), beginning)


def test_valid_actions_are_what_makes_a_difference(game) -> None:
    one = game(load("dyer"))
    assert {action.id.value for action in one._get_valid_actions()} == {1, 2, 3, 4}
    clicks = game(load("glow"))._get_valid_actions()
    assert len(clicks) > 3 and all(action.id.value == 6 for action in clicks)
    program = load("glow")
    for action in clicks:
        ours = ReferenceEngine(program)
        ours.step(6, action.data["x"], action.data["y"])
        other = game(program)
        other.perform_action(action, raw=True)
        assert other._get_hidden_state().tobytes() == ours.state()


def test_nothing_can_be_done_after_the_end(game) -> None:
    one = game(load("tilt"))
    act(one, 0)
    for _ in range(3000):
        if act(one, 1 + _ % 4).state.value == "GAME_OVER":
            break
    assert one._get_valid_actions() == []
    answer = act(one, 1)
    assert list(answer.frame) == [] and answer.state.value == "GAME_OVER"
    assert act(one, 0).state.value == "NOT_FINISHED"


def test_a_level_can_be_chosen(game) -> None:
    program = load("dyer")
    one = game(program)
    act(one, 0)

    one.set_level(3)

    ours = ReferenceEngine(from_level(program, 3))
    for number in (1, 2, 3, 4, 0, 4):
        ours.step(number)
        answer = act(one, number)
        assert np.array_equal(answer.frame, ours.frames())
        assert (one.level_index, answer.levels_completed) == (3, 0)
    one.full_reset()
    assert one.level_index == 0 and np.array_equal(one.camera.render([]), ReferenceEngine(program).frame())


@pytest.mark.parametrize("seed", [0, -1, 2**31, 10**20, np.int64(7)])
def test_any_seed_is_taken(game, seed: int) -> None:
    assert act(game(load("tilt"), seed=seed), 0).frame


def test_the_newest_version_is_played_when_none_is_asked_for(tmp_path: Path) -> None:
    """As the toolkit finds them: two versions in one folder, the one exported last with a later date."""
    text = (ROOT / "games" / "tilt" / "tilt.arcg").read_text("utf-8")
    path = tmp_path / "tilt.arcg"
    ids = []
    for version in (text, re.sub(r"ground \w+", "ground purple", text, count=1)):
        path.write_text(version, "utf-8")
        if main(["export", str(path), "-o", str(tmp_path / "out")]) == 0:
            ids.append(f"tilt-{ir.digest(load(path))[:8]}")
    assert len(set(ids)) == 2
    import arc_agi

    arcade = arc_agi.Arcade(operation_mode=arc_agi.OperationMode.OFFLINE, environments_dir=str(tmp_path / "out"))
    assert arcade.make("tilt").environment_info.game_id == ids[-1]
    assert arcade.make(ids[0]).environment_info.game_id == ids[0]
    shutil.rmtree(tmp_path / "out")


def test_baselines_reach_the_scores(tmp_path: Path) -> None:
    """With as many actions as the baseline says, a level is worth 100."""
    shutil.copytree(ROOT / "games" / "tilt", tmp_path / "tilt")
    engine, counts, count = ReferenceEngine(load("tilt")), [], 0
    for move in won("tilt"):
        before = engine.levels_completed
        engine.step(*move)
        count += 1
        if engine.levels_completed > before:
            counts.append(count)
            count = 0
    assert len(counts) == len(engine.program.levels)
    (tmp_path / "arcg.yaml").write_text(json.dumps({"games": {"tilt": {"baselines": counts, "title": "Tilt"}}}))
    assert main(["export", str(tmp_path / "tilt" / "tilt.arcg"), "-o", str(tmp_path / "out")]) == 0
    import arc_agi

    arcade = arc_agi.Arcade(operation_mode=arc_agi.OperationMode.OFFLINE, environments_dir=str(tmp_path / "out"))
    env = arcade.make("tilt")
    for move, x, y in won("tilt"):
        env.step(arcengine.GameAction.from_id(int(move)), {"x": x, "y": y})

    card = arcade.get_scorecard()
    assert card.score == 100 and card.environments[0].runs[0].state.value == "WIN"
