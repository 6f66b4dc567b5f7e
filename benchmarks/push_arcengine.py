"""The push game written by hand for `arcengine`, the official package, in its own way: sprites, collision, camera.

    python benchmarks/push_arcengine.py rate [--seconds 2]     turns per second as JSON
    python benchmarks/push_arcengine.py play 0 4 4 1 ...       what comes of these actions as JSON, one answer each

Needs Python 3.12 and `pip install arcengine`, nothing of arcg: `benchmarks/push.py` runs it with an interpreter that
has them. The rules and pictures are those of `benchmarks/push.arcg`; change both or neither.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
import zlib
from importlib.metadata import version

import numpy as np
from arcengine import (
    ActionInput,
    ARCBaseGame,
    BlockingMode,
    Camera,
    GameAction,
    GameState,
    Level,
    RenderableUserDisplay,
    Sprite,
)

CELL = 5
ENERGY = 100
GREY, YELLOW = 3, 11
RUNS = 5
"""Runs of which the median is taken, as in `arcg bench`."""

BLOCK = 32
"""Actions between two looks at the clock, as for the reference engine of `arcg bench`."""

MAP = [
    "############",
    "#..........#",
    "#..c..o.#..#",
    "#..#...c.o.#",
    "#..##......#",
    "#....P..#..#",
    "#.o.c...#..#",
    "#...#......#",
    "#..c.o..##.#",
    "#..........#",
    "############",
]

MOVES = {
    GameAction.ACTION1: (0, -CELL),
    GameAction.ACTION2: (0, CELL),
    GameAction.ACTION3: (-CELL, 0),
    GameAction.ACTION4: (CELL, 0),
}


def picture(rows: str) -> list[list[int]]:
    """Pixels from hexadecimal digits; a dot is transparent."""
    return [[-1 if pixel == "." else int(pixel, 16) for pixel in row] for row in rows.split()]


SPRITES = {
    "#": Sprite(picture("44444 44444 44444 44444 44444"), "wall", layer=1, blocking=BlockingMode.BOUNDING_BOX),
    "P": Sprite(picture(".999. 99999 99999 99999 .9.9."), "player", layer=1, blocking=BlockingMode.BOUNDING_BOX),
    "c": Sprite(picture("ccccc cdddc cdcdc cdddc ccccc"), "crate", layer=1, blocking=BlockingMode.BOUNDING_BOX),
    "o": Sprite(picture("..... .bbb. .b.b. .bbb. ....."), "goal", collidable=False),
}


class EnergyBar(RenderableUserDisplay):
    """What is left of the energy, along the bottom edge."""

    energy = ENERGY

    def render_interface(self, frame: np.ndarray) -> np.ndarray:
        """Draw the bar over a frame."""
        frame[-1] = GREY
        frame[-1, : -(-64 * self.energy // ENERGY)] = YELLOW
        return frame


class BlindCamera(Camera):
    """Draws nothing: what a turn costs without its frame, which `arcengine` itself cannot leave out."""

    nothing = np.zeros((64, 64), dtype=np.int8)

    def render(self, sprites: list[Sprite]) -> np.ndarray:
        """Give the same empty frame for any sprites."""
        return self.nothing


class Push(ARCBaseGame):
    """Arrows walk and push one crate; a step costs energy; won when every goal has a crate, lost without energy."""

    def __init__(self, *, merged: bool = False, blind: bool = False) -> None:
        """`merged` marks walls as static, so that the engine makes one sprite of them; `blind` draws no frames."""
        self.bar = EnergyBar()
        cells = [(x * CELL, y * CELL, sign) for y, row in enumerate(MAP) for x, sign in enumerate(row) if sign != "."]
        sprites = [SPRITES[sign].clone().set_position(x, y) for x, y, sign in cells]
        for sprite in sprites:
            if merged and sprite.name == "wall":
                sprite.set_blocking(BlockingMode.PIXEL_PERFECT).tags.append("sys_static")
        camera = (BlindCamera if blind else Camera)(
            width=len(MAP[0]) * CELL, height=len(MAP) * CELL, background=GREY, letter_box=GREY, interfaces=[self.bar]
        )
        super().__init__("push", [Level(sprites)], camera, available_actions=[1, 2, 3, 4])

    def on_set_level(self, level: Level) -> None:
        """Find the sprites that matter and fill the bar."""
        (self.player,) = level.get_sprites_by_name("player")
        self.crates = level.get_sprites_by_name("crate")
        self.goals = {(goal.x, goal.y) for goal in level.get_sprites_by_name("goal")}
        self.bar.energy = ENERGY

    def step(self) -> None:
        """One turn."""
        if self.action.id in MOVES and self.walk(*MOVES[self.action.id]):
            self.bar.energy -= 1
            if self.goals <= {(crate.x, crate.y) for crate in self.crates}:
                self.next_level()
            elif self.bar.energy == 0:
                self.lose()
        self.complete_action()

    def walk(self, dx: int, dy: int) -> bool:
        """Move the player and the crate ahead; whether both had room."""
        ahead = self.try_move_sprite(self.player, dx, dy)
        if not ahead:
            return True
        if ahead[0].name != "crate" or self.try_move_sprite(ahead[0], dx, dy):
            return False
        self.player.move(dx, dy)
        return True


ACTIONS = [ActionInput(id=action) for action in GameAction]


def play(numbers: list[int]) -> list[list[int]]:
    """After each action: playing, won or over as 0, 1, 2; the energy; a checksum of the frames."""
    games = [Push(), Push(merged=True)]
    statuses = {GameState.NOT_FINISHED: 0, GameState.WIN: 1, GameState.GAME_OVER: 2}
    answers = []
    for number in numbers:
        answer, other = (
            [statuses[data.state], game.bar.energy, zlib.crc32(np.array(data.frame, dtype=np.uint8).tobytes())]
            for game in games
            for data in [game.perform_action(ACTIONS[number], raw=True)]
        )
        if answer != other:
            raise SystemExit(f"merging the walls changes the game: {answer} and {other}")
        answers.append(answer)
    return answers


def rate(seconds: float, *, merged: bool, blind: bool) -> float:
    """Turns per second under random play; resets take time but do not count. The median of the runs."""
    game = Push(merged=merged, blind=blind)
    state = game.perform_action(ACTIONS[0], raw=True).state
    rates = []
    for run in range(RUNS + 1):  # the first one warms up
        chance = random.Random(run)
        turns, spent = 0, 0.0
        while spent < (seconds / RUNS if run else min(0.1, seconds / RUNS)):
            block = chance.choices(ACTIONS[1:5], k=BLOCK)
            began = time.perf_counter()
            for action in block:
                if state is not GameState.NOT_FINISHED:
                    action = ACTIONS[0]
                else:
                    turns += 1
                state = game.perform_action(action, raw=True).state
            spent += time.perf_counter() - began
        if run:
            rates.append(turns / spent)
    return statistics.median(rates)


def main() -> None:
    """Measure, or play the actions given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("rate").add_argument(
        "--seconds", type=float, default=2.0, help="for each figure, all runs together"
    )
    commands.add_parser("play").add_argument("actions", type=int, nargs="*", choices=range(5), metavar="ACTION")
    options = parser.parse_args()
    if options.command == "play":
        print(json.dumps(play(options.actions)))
        return
    rates = [
        {"merged": merged, "frames": not blind, "turns_per_second": rate(options.seconds, merged=merged, blind=blind)}
        for merged in (False, True)
        for blind in (True, False)
    ]
    print(json.dumps({"version": version("arcengine"), "python": platform.python_version(), "rates": rates}))


if __name__ == "__main__":
    main()
