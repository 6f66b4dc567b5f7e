"""Many games in one call, as a Gymnasium vector environment over the batch kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from arcg.compiler.ir import uses_chance
from arcg.runtime.engine import Action, Frames, Status
from arcg.runtime.env import Source, are_fresh, program_of
from arcg.runtime.gym import rendering
from arcg.runtime.gym.actions import Actions, Bools, Ints
from arcg.runtime.gym.observing import Observing
from arcg.runtime.gym.rewards import Reward
from arcg.runtime.gym.seeds import Seeds
from arcg.runtime.gym.single import checked_level, checked_steps
from arcg.runtime.kernel import KernelBatch
from arcg.runtime.palette import to_rgb

STAY = -1
"""The action of a batch with which an environment stays as it is."""

RESET, PLAYING, WON = int(Action.RESET), int(Status.PLAYING), int(Status.WON)
DISABLED, SAME_STEP = AutoresetMode.DISABLED, AutoresetMode.SAME_STEP
# names of the module: looking into an enumeration is slow, and a step did it a dozen times


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games of one program, stepped by the kernels: no Python for each of them.

    Each plays as an `arcg.gym.Env` of its own would; observations, actions and infos are laid out as those of
    Gymnasium's `SyncVectorEnv`. `docs/gym.md` says what is observed, chosen and rewarded.

    Args:
        game: the id of a shipped game, the path of an `.arcg` file or of a compiled game, or a program.
        num_envs: how many, at least 1.
        threads: how many threads share the work, at least 1.
        level: the level at which games begin, 0-based.
        levels: `own`, or `fresh`: then the game has `levels_count` levels that there never were, made like `level` from
            the `generate` block beside it, and environment i begins its game k at level i + k of them, and round again.
        levels_count, levels_seed: how many fresh levels, and which ones.
        observation: `frame` or `planes`; see `Observing`.
        flat: with clicks, choices are single numbers; see `Actions`.
        reset_action: RESET may be chosen too. It restarts the level and never the game.
        reward: `levels`, `win` or `efficiency`; see `rewards.py`.
        baselines: actions for each level, for `efficiency`.
        max_steps: after so many steps a game that has not ended is truncated; None: never.
        autoreset_mode: what follows the end of a game: a new one in the next step (its action is ignored), a new one
            in the same step (what ended is in `final_obs` and `final_info`), or nothing until `reset`.
        copy: each observation is an array of its own; False: the next step overwrites it.
        render_mode: `human`, `rgb_array`, `ansi` or None.

    Raises:
        ArcgError: the file has mistakes.
        FileNotFoundError: there is no such game.
        ValueError: an argument is not one of those above.
    """

    _window: rendering.Window | None = None

    def __init__(
        self,
        game: Source,
        num_envs: int = 1,
        *,
        threads: int = 1,
        level: int = 0,
        levels: str = "own",
        levels_count: int = 64,
        levels_seed: int = 0,
        observation: str = "frame",
        flat: bool = False,
        reset_action: bool = False,
        reward: str = "levels",
        baselines: Sequence[int] | None = None,
        max_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.program = program_of(game)
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(rendering.MODES),
            "render_fps": rendering.FPS,
            "autoreset_mode": self.autoreset_mode,
        }
        self.render_mode = rendering.checked(render_mode)
        self.max_steps = checked_steps(max_steps)
        self._level: Ints = np.full(num_envs, checked_level(level, len(self.program.levels)))
        """Where a new game of each environment begins, if nobody says otherwise."""
        self._fresh = are_fresh(levels)
        if self._fresh:
            from arcg.runtime.generate.playing import fresh_game

            self.program, shortest = fresh_game(game, levels_count, levels_seed, level=level)
            self._level = np.arange(num_envs) % levels_count
            if reward == "efficiency" and baselines is None:
                baselines = shortest
        self._actions = Actions(self.program, flat=flat, reset_action=reset_action)
        self.single_action_space = self._actions.space
        self.action_space = batch_space(self._actions.space, num_envs)
        self._reward = Reward(reward, self.program, game, baselines)
        self.batch = KernelBatch(self.program, num_envs, threads=threads)
        """The environments themselves: `batch.snapshot(i)`, `batch.frames(i)` and the like."""
        self.copy = copy
        self.observe(observation)
        self._seeds = Seeds(num_envs)
        self._chance = uses_chance(self.program)
        self._first: Ints = np.zeros(num_envs, np.int64)
        """The level at which each game began."""
        self._steps: Ints = np.zeros(num_envs, np.int64)
        self._spent: Ints = np.zeros(num_envs, np.int64)
        """Steps of each game, and since a level was won in it last."""
        self._ended: Bools = np.zeros(num_envs, np.bool_)
        self._begun = False

    # ------------------------------------------------------------ what there is

    @property
    def action_names(self) -> tuple[str, ...]:
        """The names of the actions in ARC-AGI-3, by their numbers in the action space; see `Actions`."""
        return self._actions.names

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds, in the order of the planes."""
        return self._observing.kinds

    def frames(self, i: int) -> Frames:
        """All pictures of the last answer of environment i, oldest first, shape (n, 64, 64)."""
        return self.batch.frames(i)

    def observe(self, observation: str) -> None:
        """From now on observe `frame` or `planes`.

        Raises:
            ValueError: there is no such observation.
        """
        self._observing = Observing(observation, self.program)
        self.single_observation_space = self._observing.space
        self.observation_space = batch_space(self._observing.space, self.num_envs)
        self._seen: NDArray[np.uint8] = np.zeros((self.num_envs, *self._observing.shape), np.uint8)

    # ------------------------------------------------------------ playing

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin new games.

        Args:
            seed: the seed of environment 0, the others count up from it; or a list, one for each. Without one an
                environment goes on by itself, see `seeds.py`.
            options: `level`: where they begin, 0-based, one for all or an array, one for each environment.
                `reset_mask`: a boolean array, shape (num_envs,): only these begin a new game.

        Returns:
            The observations of all environments, and infos of those that begin.

        Raises:
            ValueError: there is no such level or seed, or the mask is another array or chooses none.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        given = options or {}
        mask = self._mask(given.get("reset_mask"))
        levels = np.broadcast_to(np.asarray(given.get("level", self._level)), self.num_envs)
        for level in np.unique(levels[mask]):
            checked_level(level, len(self.program.levels))
        which = np.flatnonzero(mask)
        self._seeds.set(which, seed, self.np_random)
        self._first[which] = levels[which]
        self._go_on(which)
        self._begin(which, self._seeds.now(which))
        self._ended[which] = False
        self._begun = True
        observation = self._observation()
        return observation, self._infos(mask)

    def step(self, actions: Any) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take an action in each environment.

        Args:
            actions: whole numbers, in `action_space`.

        Returns:
            Observations; rewards, float64; whether a game was won or lost, and whether it was cut off by `max_steps`,
            bool, all of shape (num_envs,); infos, see `docs/gym.md`.

        Raises:
            ValueError: an action is not in the space, or an environment has ended that nobody has reset.
            ResetNeeded: there was no `reset` yet.
        """
        if not self._begun:
            raise ResetNeeded("call reset() before step()")
        numbers, xs, ys = self._actions.read(actions)
        if len(numbers) != self.num_envs:
            raise ValueError(f"{self.num_envs} environments take as many actions, not {len(numbers)}")
        beginning = np.flatnonzero(self._ended)
        if len(beginning) and self.autoreset_mode is DISABLED:
            raise ValueError(
                f"environments {beginning.tolist()} have ended; reset them with options={{'reset_mask': ended}}"
            )
        numbers[beginning] = STAY
        if self._actions.has_reset:
            numbers[(numbers == RESET) & ~self._can_reset()] = STAY
        before = self.batch.levels_completed.astype(np.int64)
        self.batch.step(numbers, xs, ys)
        now = self.batch.levels_completed.astype(np.int64)
        self._steps += 1
        self._spent += 1
        status = self.batch.status
        terminated = status != PLAYING
        rewards = self._reward.of(before, now, status == WON, self._spent)
        self._spent[now > before] = 0
        if len(beginning):
            self._begin_anew(beginning)
            terminated[beginning] = False
            rewards[beginning] = 0
        truncated = (
            (self._steps >= self.max_steps) & ~terminated
            if self.max_steps is not None
            else np.zeros(self.num_envs, np.bool_)
        )
        self._ended = terminated | truncated
        observation = self._observation()
        infos = self._infos()
        if self.autoreset_mode is SAME_STEP and self._ended.any():
            infos = self._begin_in_the_same_step(observation, infos)
        return observation, rewards, terminated, truncated, infos

    def _begin(self, which: Ints, seeds: Ints | int) -> None:
        """New games in some environments."""
        self.batch.begin(which, seeds, level=self._first[which])
        self._steps[which] = self._spent[which] = 0

    def _go_on(self, which: Ints) -> None:
        """Of fresh levels, have the next games in some environments begin with the next ones."""
        if self._fresh:
            self._level[which] = (self._first[which] + 1) % len(self.program.levels)

    def _begin_anew(self, which: Ints) -> None:
        """The next games in some environments, where games begin if nobody says otherwise."""
        self._first[which] = self._level[which]
        self._go_on(which)
        self._begin(which, self._seeds.next(which) if self._chance else 0)

    def _begin_in_the_same_step(self, observation: NDArray[np.uint8], infos: dict[str, Any]) -> dict[str, Any]:
        """New games where one has ended; what ended goes into `final_obs` and `final_info` of the infos."""
        ended = self._ended
        which = np.flatnonzero(ended)
        final = np.full(self.num_envs, None, object)
        for i in which:
            final[i] = observation[i].copy()
        told = {key: _only(value, ended) for key, value in infos.items()}
        self._begin_anew(which)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._observing.of_batch(self.batch, observation, which)
        return self._infos() | {
            "final_obs": final,
            "_final_obs": ended.copy(),
            "final_info": told,
            "_final_info": ended.copy(),
        }

    def _mask(self, given: Any) -> Bools:
        if given is None:
            return np.ones(self.num_envs, np.bool_)
        mask = np.asarray(given)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(
                f"reset_mask is a boolean array of shape ({self.num_envs},), True somewhere; not "
                f"{mask.dtype} of shape {mask.shape}" + (" without a True" if mask.dtype == np.bool_ else "")
            )
        return mask.copy()

    def _can_reset(self) -> Bools:
        can_reset: Bools = (self.batch.action_count > 0) & (self.batch.status == PLAYING)
        return can_reset

    def _observation(self) -> NDArray[np.uint8]:
        if self.copy:
            self._seen = np.empty(self._seen.shape, np.uint8)
        self._observing.of_batch(self.batch, self._seen)
        if self.render_mode == "human":
            self.render()
        return self._seen

    def _infos(self, mask: Bools | None = None) -> dict[str, Any]:
        """What is told of all environments, or of those in the mask, 0 for the others."""
        batch, actions = self.batch, self._actions
        told: dict[str, Any] = {
            "changed": batch.changed(),
            "frames": batch.counts.copy(),
            "levels_completed": batch.levels_completed - self._first,
            "action_mask": actions.mask(
                batch.status == PLAYING,
                batch.can_undo if actions.has_undo else None,
                self._can_reset() if actions.has_reset else None,
            ),
        }
        if mask is None:
            return told | {f"_{key}": np.ones(self.num_envs, np.bool_) for key in told}
        return {key: _only(value, mask) for key, value in told.items()} | {f"_{key}": mask.copy() for key in told}

    # ------------------------------------------------------------ showing

    def render(self) -> Any:
        """The present pictures, a tuple of one for each environment: (64, 64, 3) in true colours, or text in colours.

        In `human` mode a window shows the first 16 environments, by itself, and nothing is returned.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode; make the environment with one")
            return None
        if self.render_mode != "human":
            paint = rendering.ansi if self.render_mode == "ansi" else to_rgb
            return tuple(paint(frame) for frame in self.batch.pictures())
        first = np.arange(min(self.num_envs, rendering.MOST_TILES))
        picture = rendering.tiled(self.batch.pictures(which=first)[: len(first)])
        if self._window is None:
            self._window = rendering.Window(f"{self.program.name} - arcg", *picture.shape[::-1])
        self._window.show(picture)
        return None

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None


def _only(values: NDArray[Any], mask: Bools) -> NDArray[Any]:
    """The values of the environments in the mask, 0 for the others."""
    return np.where(mask.reshape(-1, *(1,) * (values.ndim - 1)), values, np.zeros((), values.dtype))


def make_vec(game: Source, num_envs: int = 1, **arguments: Any) -> VectorEnv:
    """`num_envs` games in one call, as a Gymnasium vector environment; arguments as those of `VectorEnv`."""
    return VectorEnv(game, num_envs, **arguments)


def from_spec(*, num_envs: int, max_episode_steps: int | None = None, **arguments: Any) -> VectorEnv:
    """What `gymnasium.make_vec` calls; Gymnasium's limit of steps counts beside `max_steps`."""
    limits = [limit for limit in (max_episode_steps, arguments.pop("max_steps", None)) if limit is not None]
    return VectorEnv(num_envs=num_envs, max_steps=min(limits, default=None), **arguments)
