"""Plays and measures the games of `arcengine_games.py`.

    python benchmarks/on_arcengine.py rate GAME [--seconds 2]    turns per second as JSON
    python benchmarks/on_arcengine.py play GAME < ACTIONS        what comes of actions as JSON, one answer each
    python benchmarks/on_arcengine.py explore push [--seconds 2] what searches breadth first come to as JSON

Needs Python 3.12 and `pip install arcengine`, nothing of arcg: `engines.py` runs it with an interpreter that has them.
ACTIONS is a list in JSON of action, x and y, the place of a click (which other actions do not look at).
"""

from __future__ import annotations

import argparse
import copy
import json
import platform
import random
import statistics
import sys
import time
import zlib
from importlib.metadata import version

import numpy as np
from arcengine import ActionInput, GameAction, GameState
from arcengine_games import GAMES, MapGame

RUNS = 5
"""Runs of which the median is taken, as in `arcg bench`."""

BLOCK = 32
"""Actions between two looks at the clock, as for the reference engine of `arcg bench`."""

RESET = ActionInput(id=GameAction.RESET)
STATUSES = {GameState.NOT_FINISHED: 0, GameState.WIN: 1, GameState.GAME_OVER: 2}


def asked(action: int, x: int, y: int) -> ActionInput:
    """An action as the engine takes it."""
    clicked = action == GameAction.ACTION6.value
    return ActionInput(id=GameAction.from_id(action), data={"x": x, "y": y} if clicked else {})


def play(game: type[MapGame], actions: list[list[int]]) -> list[list[int]]:
    """After each action: playing, won or over as 0, 1, 2; what is left of the bar; a checksum of the frames."""
    games = [game(), game(merged=True)]
    answers = []
    for action in actions:
        answer, other = (
            [STATUSES[data.state], each.bar.left, zlib.crc32(np.array(data.frame, dtype=np.uint8).tobytes())]
            for each in games
            for data in [each.perform_action(asked(*action), raw=True)]
        )
        if answer != other:
            raise SystemExit(f"merging the walls changes the game: {answer} and {other}")
        answers.append(answer)
    return answers


def rate(kind: type[MapGame], seconds: float, *, merged: bool, blind: bool) -> dict[str, float]:
    """Turns and frames per second under random play; resets take time but are no turns. Medians of the runs."""
    game = kind(merged=merged, blind=blind)
    data = game.perform_action(RESET, raw=True)
    rates = []
    for run in range(RUNS + 1):  # the first one warms up
        chance = random.Random(run)
        turns, frames, spent = 0, 0, 0.0
        while spent < (seconds / RUNS if run else min(0.1, seconds / RUNS)):
            block = [
                asked(chance.choice(kind.actions), chance.randrange(64), chance.randrange(64)) for _ in range(BLOCK)
            ]
            began = time.perf_counter()
            for action in block:
                if data.state is not GameState.NOT_FINISHED:
                    action = RESET
                else:
                    turns += 1
                data = game.perform_action(action, raw=True)
                frames += len(data.frame)
            spent += time.perf_counter() - began
        if run:
            rates.append((turns / spent, frames / spent))
    turned, framed = (statistics.median(column) for column in zip(*rates, strict=True))
    return {"turns_per_second": turned, "frames_per_second": framed}


def position(game: MapGame) -> tuple[tuple[str, int, int], ...]:
    """What tells positions apart: every sprite and where it is, the bar left out."""
    return tuple(sorted((sprite.name, sprite.x, sprite.y) for sprite in game.current_level.get_sprites()))


def explore(game: MapGame, seconds: float) -> dict[str, object]:
    """Search breadth first for so long, as one does in plain Python: a copy of the game for each action.

    The bar is full before every action, so that it does not matter. Answered are the positions that were found, the
    actions taken, the seconds it took, and the positions of each layer that was found whole.
    """
    game.perform_action(RESET, raw=True)
    known, layers, edges = {position(game)}, [1], 0
    layer = [game]
    began = time.process_time()
    spent = 0.0
    while layer and spent < seconds:
        following = []
        for parent in layer:
            for action in parent.actions:
                child = copy.deepcopy(parent)
                child.bar.left = child.bar.full
                data = child.perform_action(asked(action, 0, 0), raw=True)
                edges += 1
                found = position(child)
                if data.state is GameState.NOT_FINISHED and found not in known:
                    known.add(found)
                    following.append(child)
            spent = time.process_time() - began
            if spent >= seconds:
                break
        else:
            layers.append(len(following))
        layer = following
    return {"states": len(known), "edges": edges, "seconds": spent, "layers": layers}


def main() -> None:
    """Measure, explore, or play the actions given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for command in ("rate", "play"):
        commands.add_parser(command).add_argument("game", choices=GAMES)
    commands.add_parser("explore").add_argument("game", choices=["push"])
    for command in ("rate", "explore"):
        commands.choices[command].add_argument("--seconds", type=float, default=2.0, help="for each figure")
    options = parser.parse_args()
    game = GAMES[options.game]
    if options.command == "play":
        print(json.dumps(play(game, json.load(sys.stdin))))
        return
    about = {"version": version("arcengine"), "python": platform.python_version()}
    if options.command == "explore":
        kinds = (game(), game(merged=True, blind=True))
        print(json.dumps({**about, "searches": [explore(kind, options.seconds) for kind in kinds]}))
        return
    rates = [
        {"merged": merged, "frames": not blind, **rate(game, options.seconds, merged=merged, blind=blind)}
        for merged in (False, True)
        for blind in (True, False)
    ]
    print(json.dumps({**about, "rates": rates}))


if __name__ == "__main__":
    main()
