"""An agent that learns, while it plays, which actions change the picture, and does those.

In the manner of the winner of the ARC-AGI-3 preview (https://github.com/DriesSmit/ARC3-solution): a small convolutional
network sees the picture and says of each action how likely it is to change something, and of each place how likely a
click there is. It knows nothing before it plays and learns from every action. All of it is numpy, on one core.

python examples/learn_from_changes.py [GAME] [ACTIONS]        plays once and tells how it learns
arcg agents dyer --agent random --agent examples/learn_from_changes.py:LearnFromChanges
"""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.agents.playing import Session, play
from arcg.runtime.agents.protocol import FrameData, GameState, Move
from arcg.runtime.agents.seeing import Bars
from arcg.runtime.official.info import info_of

Array = NDArray[np.float32]
Pictures = NDArray[np.uint8]  # shape (n, 64, 64)

COLOURS, SIZE, PATCH = 16, 64, 4
SIDE = SIZE // PATCH  # the network sees 16x16 patches of 4x4 pixels
CHANNELS = 16
KEYS = 7  # one for each action; that of the click stays unused, for clicks have a map
BATCH, EVERY = 16, 4  # so many memories are learned from, after every so many actions
RATE = 2e-3


class Network:
    """Picture in, logits out: one for each action that takes no place, and a map of them for clicks."""

    def __init__(self, random: np.random.Generator) -> None:
        def matrix(rows: int, columns: int) -> Array:
            return random.normal(0, np.sqrt(2 / rows), (rows, columns)).astype(np.float32)

        self.weights = {
            "patch": matrix(COLOURS * PATCH * PATCH, CHANNELS),
            "near": matrix(9 * CHANNELS, CHANNELS),
            "far": matrix(9 * CHANNELS, CHANNELS),
            "keys": matrix(2 * CHANNELS, KEYS) * 0.1,
            "click": matrix(CHANNELS, 1) * 0.1,
        }
        self.biases = {name: np.zeros(array.shape[1], np.float32) for name, array in self.weights.items()}
        self._steps = 0
        self._moments: dict[str, tuple[Array, Array]] = {}

    def forward(self, pictures: Pictures) -> tuple[Array, Array, tuple[dict[str, Array], Array, Array, Array]]:
        """Logits of actions, shape (n, 7), of clicks, shape (n, 16, 16), and all that `learn` needs."""
        seen = {"patch": patches(pictures)}
        first = self._layer("patch", seen["patch"])
        seen["near"] = neighbours(first)
        second = self._layer("near", seen["near"])
        seen["far"] = neighbours(second)
        third = first + self._layer("far", seen["far"])  # details go around what was made of the surroundings
        flat = third.reshape(len(third), SIDE * SIDE, CHANNELS)
        seen["keys"] = np.concatenate([flat.mean(1), flat.max(1)], 1)
        seen["click"] = third
        keys = seen["keys"] @ self.weights["keys"] + self.biases["keys"]
        clicks = (third @ self.weights["click"] + self.biases["click"])[..., 0]
        return keys, clicks, (seen, first, second, third)

    def _layer(self, name: str, inputs: Array) -> Array:
        return np.maximum(inputs @ self.weights[name] + self.biases[name], 0)

    def learn(self, pictures: Pictures, chosen: NDArray[np.int64], changed: NDArray[np.bool_]) -> float:
        """One step on memories: what was done (0-6: an action; from 7 on: a click on patch - 7), and what came of it.

        Returns:
            The loss before the step: the mean of the binary cross entropies.
        """
        keys, clicks, (seen, first, second, third) = self.forward(pictures)
        count, rows = len(pictures), np.arange(len(pictures))
        logits = np.concatenate([keys, clicks.reshape(count, -1)], 1)
        said = 1 / (1 + np.exp(-logits[rows, chosen]))
        wrong = np.zeros_like(logits)
        wrong[rows, chosen] = (said - changed) / count  # only what was done is known

        slopes = {}
        from_keys, from_clicks = wrong[:, :KEYS], wrong[:, KEYS:].reshape(count, SIDE, SIDE, 1)
        slopes["keys"], slopes["click"] = seen["keys"].T @ from_keys, flat(third).T @ flat(from_clicks)
        offsets = {"keys": from_keys.sum(0), "click": from_clicks.sum((0, 1, 2))}
        back = from_clicks @ self.weights["click"].T
        pooled = from_keys @ self.weights["keys"].T
        back = back + (pooled[:, :CHANNELS] / SIDE**2)[:, None, None]
        highest = third.reshape(count, -1, CHANNELS).argmax(1)
        spots = back.reshape(count, -1, CHANNELS)
        spots[rows[:, None], highest, np.arange(CHANNELS)] += pooled[:, CHANNELS:]
        back = spots.reshape(third.shape)

        far = back * (third > first)
        slopes["far"], offsets["far"] = flat(seen["far"]).T @ flat(far), far.sum((0, 1, 2))
        near = gathered(far @ self.weights["far"].T) * (second > 0)
        slopes["near"], offsets["near"] = flat(seen["near"]).T @ flat(near), near.sum((0, 1, 2))
        patch = (back + gathered(near @ self.weights["near"].T)) * (first > 0)
        slopes["patch"], offsets["patch"] = flat(seen["patch"]).T @ flat(patch), patch.sum((0, 1, 2))

        self._steps += 1
        for name in self.weights:
            self._adam("w" + name, self.weights[name], slopes[name])
            self._adam("b" + name, self.biases[name], offsets[name])
        right = np.where(changed, said, 1 - said)
        return float(-np.log(np.maximum(right, 1e-7)).mean())

    def _adam(self, name: str, values: Array, slope: Array) -> None:
        mean, square = self._moments.setdefault(name, (np.zeros_like(values), np.zeros_like(values)))
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope * slope - square)
        ahead = mean / (1 - 0.9**self._steps)
        values -= RATE * ahead / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)


def patches(pictures: Pictures) -> Array:
    """Pictures with a plane for each colour, cut into patches: shape (n, 16, 16, colours * 4 * 4)."""
    planes = np.eye(COLOURS, dtype=np.float32)[pictures]
    cut = planes.reshape(len(pictures), SIDE, PATCH, SIDE, PATCH, COLOURS).swapaxes(2, 3)
    return cut.reshape(len(pictures), SIDE, SIDE, -1)


def neighbours(layer: Array) -> Array:
    """Every place with its eight neighbours, side by side: a 3x3 convolution is a product with a matrix then."""
    padded = np.pad(layer, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return np.concatenate([padded[:, y : y + SIDE, x : x + SIDE] for y in range(3) for x in range(3)], 3)


def gathered(slopes: Array) -> Array:
    """The other way round: what is due to each place from all that had it as a neighbour."""
    whole = np.zeros((len(slopes), SIDE + 2, SIDE + 2, CHANNELS), np.float32)
    for number, part in enumerate(np.split(slopes, 9, axis=3)):
        y, x = divmod(number, 3)
        whole[:, y : y + SIDE, x : x + SIDE] += part
    return whole[:, 1:-1, 1:-1]


def flat(layer: Array) -> Array:
    """A row for each place of each picture."""
    return layer.reshape(-1, layer.shape[-1])


class LearnFromChanges:
    """The agent: the two methods of the official template."""

    def __init__(self, seed: int = 0) -> None:
        self.random = np.random.default_rng(seed)
        self.network = Network(self.random)
        self.bars = Bars()  # counters at the edges change with every action, and tell nothing
        # What was done in which picture, each once: the picture, what was chosen, whether it changed something.
        self.memories: dict[tuple[bytes, int], tuple[Pictures, int, bool]] = {}
        self.keys: list[tuple[bytes, int]] = []
        self.tried: Counter[tuple[bytes, int]] = Counter()
        self.losses: list[float] = []
        self.before: tuple[Pictures, int, int] | None = None
        self.steps = 0

    def is_done(self, frames: list[FrameData], latest_frame: FrameData) -> bool:
        """Whether it has had enough."""
        return bool(latest_frame.state == GameState.WIN)

    def choose_action(self, frames: list[FrameData], latest_frame: FrameData) -> Move:
        """Learn from the last action, and choose the next."""
        if latest_frame.state == GameState.GAME_OVER:
            self.before = None
            self.bars.begin()
            return Move(0)
        picture = latest_frame.pictures[-1]
        self.remember(latest_frame, picture)
        offered = [action for action in latest_frame.available_actions if action != 7]  # undo changes things back
        choice, move = self.choose(self.bars.hide(picture), offered)
        self.before = (picture, choice, latest_frame.levels_completed)
        self.steps += 1
        if self.steps % EVERY == 0 and len(self.keys) >= BATCH:
            self.learn()
        return move

    def remember(self, latest_frame: FrameData, picture: Pictures) -> None:
        """What the last action came to. A new level is a change, whatever its picture is."""
        if self.before is None:
            return
        old, choice, level = self.before
        if latest_frame.levels_completed != level:
            self.bars.begin()
        elif self.bars.turn(old, picture):  # another counter was found: what was remembered with it in sight was wrong
            self.memories.clear()
            self.keys.clear()
            self.tried.clear()
        hidden = self.bars.hide(old)
        changed = latest_frame.levels_completed > level or not np.array_equal(hidden, self.bars.hide(picture))
        key = (hidden.tobytes(), choice)
        self.tried[key] += 1
        if key not in self.memories:
            self.keys.append(key)
        self.memories[key] = (hidden, choice, changed)

    def learn(self) -> None:
        """One step on memories that are drawn from all."""
        chosen = [self.memories[self.keys[number]] for number in self.random.integers(len(self.keys), size=BATCH)]
        pictures, choices, changed = map(np.array, zip(*chosen, strict=True))
        self.losses.append(self.network.learn(pictures, choices, changed))

    def choose(self, picture: Pictures, offered: list[int]) -> tuple[int, Move]:
        """An action by how likely it changes something; for a click also the patch, and any pixel of it.

        What was tried in this picture before is the less likely the more often it was.
        """
        here = picture.tobytes()
        keys, clicks, _ = self.network.forward(picture[None])
        likely = 1 / (1 + np.exp(-keys[0]))
        map_ = 1 / (1 + np.exp(-clicks[0].ravel()))
        spots = map_ / (1 + np.array([self.tried[here, KEYS + patch] for patch in range(SIDE * SIDE)]))
        keyed = likely / (1 + np.array([self.tried[here, key] for key in range(KEYS)]))
        weights = np.array([spots.max() if action == 6 else keyed[action - 1] for action in offered]) ** 3
        action = int(self.random.choice(offered, p=weights / weights.sum()))
        if action != 6:
            return action - 1, Move(action)
        weights = spots**2
        patch = int(self.random.choice(SIDE * SIDE, p=weights / weights.sum()))
        y, x = divmod(patch, SIDE)
        pixel = self.random.integers(PATCH, size=2)
        return KEYS + patch, Move(6, int(x * PATCH + pixel[0]), int(y * PATCH + pixel[1]))


def main() -> None:
    """Play once, and tell how it learns."""
    agent = LearnFromChanges(seed=0)
    game = sys.argv[1] if len(sys.argv) > 1 else "dyer"
    actions = int(sys.argv[2]) if len(sys.argv) > 2 else 1000

    def watch(session: Session) -> bool:
        if session.actions % 200 == 0:
            run, recent = session.so_far(), agent.losses[-50:]
            told = [changed for _, _, changed in agent.memories.values()][-200:]
            print(f"{run.actions} actions: {run.levels_completed} levels, loss {np.mean(recent):.3f},"
                  f" {np.mean(told):.0%} of what was new changed the picture")  # fmt: skip
        return False

    print(play(info_of(game), agent, seed=0, actions=actions, watch=watch))


if __name__ == "__main__":
    main()
