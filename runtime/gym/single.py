"""One game as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from arcg.runtime.engine import SIZE, Action, Engine, Frames, Status
from arcg.runtime.env import Source, are_fresh, from_level, program_of
from arcg.runtime.gym import rendering
from arcg.runtime.gym.actions import Actions
from arcg.runtime.gym.observing import Observing
from arcg.runtime.gym.rewards import Reward
from arcg.runtime.gym.seeds import Seeds
from arcg.runtime.palette import to_rgb

if TYPE_CHECKING:
    from arcg.compiler.ir import Program
    from arcg.runtime.generate.playing import Supply

ONE = np.zeros(1, np.int64)
"""The one environment, as the numbers of environments."""


class Env(gymnasium.Env[NDArray[np.uint8], Any]):
    """One game in play; `docs/gym.md` says what is observed, chosen and rewarded.

    Args:
        game: the id of a shipped game, the path of an `.arcg` file or of a compiled game, or a program.
        engine: `reference`, which is there at once, or `kernel`, which is faster and is compiled on first use.
        level: the level at which games begin, 0-based; `reset(options={"level": k})` begins one at another.
        levels: `own`, or `fresh`: then each game has one level that there never was, made like `level` from the
            `generate` block beside it; which ones come, `reset(seed=s)` says.
        observation: `frame` or `planes`; see `Observing`.
        flat: with clicks, choices are single numbers; see `Actions`.
        reset_action: RESET may be chosen too. It restarts the level and never the game.
        reward: `levels`, `win` or `efficiency`; see `rewards.py`.
        baselines: actions for each level, for `efficiency`.
        max_steps: after so many steps a game that has not ended is truncated; None: never.
        render_mode: `human`, `rgb_array`, `ansi` or None.

    Raises:
        ArcgError: the file has mistakes.
        FileNotFoundError: there is no such game.
        ValueError: an argument is not one of those above.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(rendering.MODES), "render_fps": rendering.FPS}  # type: ignore[misc]

    def __init__(
        self,
        game: Source,
        *,
        engine: str = "reference",
        level: int = 0,
        levels: str = "own",
        observation: str = "frame",
        flat: bool = False,
        reset_action: bool = False,
        reward: str = "levels",
        baselines: Sequence[int] | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if engine not in ("reference", "kernel"):
            raise ValueError(f"there is no engine {engine!r}; the engines are reference and kernel")
        self._supply: Supply | None = None
        self.program = program_of(game)
        self.render_mode = rendering.checked(render_mode)
        self.max_steps = checked_steps(max_steps)
        self._level = checked_level(level, len(self.program.levels))
        self._levels = len(self.program.levels)
        if are_fresh(levels):
            from arcg.runtime.generate.playing import Supply

            self._supply = Supply(game)
            self.program = self._supply.outline()
        self._actions = Actions(self.program, flat=flat, reset_action=reset_action)
        self.action_space = self._actions.space
        self.observe(observation)
        self._reward = Reward(reward, self.program, game, [1] if self._supply and reward == "efficiency" else baselines)
        self._engine_name = engine
        self._engines: dict[int, Engine] = {}
        self._seeds = Seeds(1)
        self._first = 0  # the level at which this game began
        self._steps = self._spent = 0  # of the game, and since the last level was won
        self._frames: Frames = np.zeros((0, SIZE, SIZE), np.uint8)
        self._window: rendering.Window | None = None

    # ------------------------------------------------------------ what there is

    @property
    def action_names(self) -> tuple[str, ...]:
        """The names of the actions in ARC-AGI-3, by their numbers in the action space; see `Actions`."""
        return self._actions.names

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds, in the order of the planes."""
        return self._observing.kinds

    @property
    def engine(self) -> Engine:
        """The engine that runs the game, from the level on at which it began.

        Raises:
            ResetNeeded: there was no `reset` yet.
        """
        if self._first not in self._engines:
            raise ResetNeeded("call reset() before anything else")
        return self._engines[self._first]

    @property
    def frames(self) -> Frames:
        """All pictures of the last answer, oldest first, shape (n, 64, 64)."""
        return self._frames

    def observe(self, observation: str) -> None:
        """From now on observe `frame` or `planes`.

        Raises:
            ValueError: there is no such observation.
        """
        self._observing = Observing(observation, self.program)
        self.observation_space = self._observing.space

    # ------------------------------------------------------------ playing

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin a new game.

        Args:
            seed: the seed of a game with chance; without one the environment goes on by itself, see `seeds.py`.
            options: `level`: where it begins, 0-based.

        Returns:
            The observation and what `step` tells as well.

        Raises:
            ValueError: there is no such level, or the seed is negative.
        """
        super().reset(seed=seed)
        level = checked_level((options or {}).get("level", self._level), self._levels)
        self._seeds.set(ONE, seed, self.np_random)
        if self._supply is not None:
            level = self._take(self._supply, level, seed)
        elif level not in self._engines:
            self._engines[level] = self._made(from_level(self.program, level))
        self._first, self._steps, self._spent = level, 0, 0
        self.engine.reset(int(self._seeds.now(ONE)[0]))
        self._frames = self.engine.frames()
        return self._observation(), self._info(changed=False)

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Take one action.

        Returns:
            Observation, reward, whether the game was won or lost, whether it was cut off by `max_steps`, and
            `changed`, `frames`, `levels_completed` and `action_mask`; see `docs/gym.md`.

        Raises:
            ValueError: the action is not in the space.
            ResetNeeded: there was no `reset` yet.
        """
        engine = self.engine
        numbers, xs, ys = self._actions.read(np.asarray(action)[np.newaxis])
        before = engine.levels_completed
        still = numbers[0] == Action.RESET and not self._can_reset()
        if not still:
            engine.step(int(numbers[0]), int(xs[0]), int(ys[0]))
        self._frames = self._frames[:0] if still else engine.frames()
        self._steps += 1
        self._spent += 1
        terminated = engine.status is not Status.PLAYING
        reward = self._reward.of(
            ONE + before + self._first,
            ONE + engine.levels_completed + self._first,
            np.array([engine.status is Status.WON]),
            ONE + self._spent,
        )
        if engine.levels_completed > before:
            self._spent = 0
        truncated = self.max_steps is not None and self._steps >= self.max_steps and not terminated
        info = self._info(changed=not still and engine.changed())
        return self._observation(), float(reward[0]), terminated, truncated, info

    def _take(self, supply: Supply, block: int, seed: int | None) -> int:
        """Have a game of the next fresh level, which is level 0 of it."""
        if seed is not None or not self._engines:
            supply.begin(int(self._seeds.now(ONE)[0]))
        fresh = supply.next(block)
        self._engines = {0: self._made(fresh.program)}
        if self._reward.name == "efficiency":
            self._reward = Reward("efficiency", fresh.program, fresh.program, [len(fresh.certificate.moves)])
        return 0

    def _made(self, program: Program) -> Engine:
        if self._engine_name == "kernel":
            from arcg.runtime.kernel import KernelEngine

            return KernelEngine(program)
        from arcg.runtime.reference import ReferenceEngine

        return ReferenceEngine(program)

    def _can_reset(self) -> bool:
        return self.engine.action_count > 0 and self.engine.status is Status.PLAYING

    def _observation(self) -> NDArray[np.uint8]:
        if self.render_mode == "human":
            self.render()
        return self._observing.of_engine(self.engine, self._frames)

    def _info(self, *, changed: bool) -> dict[str, Any]:
        engine = self.engine
        state = (engine.status is Status.PLAYING, engine.can_undo, self._can_reset())
        return {
            "changed": changed,
            "frames": len(self._frames),
            "levels_completed": engine.levels_completed,
            "action_mask": self._actions.mask(*(np.array([each]) for each in state))[0],
        }

    # ------------------------------------------------------------ showing

    def render(self) -> Any:
        """The present picture: (64, 64, 3) in true colours, text in colours, or nothing but the window.

        In `human` mode `step` and `reset` show all pictures of the answer by themselves.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing without a render_mode; make the environment with one")
            return None
        if self.render_mode != "human":
            frame = self.engine.frame()
            return rendering.ansi(frame) if self.render_mode == "ansi" else to_rgb(frame)
        if self._window is None:
            self._window = rendering.Window(f"{self.program.name} - arcg", SIZE, SIZE)
        for frame in self._frames if len(self._frames) else [self.engine.frame()]:
            self._window.show(frame)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None


def checked_level(level: Any, count: int) -> int:
    """A level, 0-based.

    Raises:
        ValueError: the game has none of that number.
    """
    if not isinstance(level, (int, np.integer)) or not 0 <= level < count:
        raise ValueError(f"levels are counted from 0, and the game has {count}; there is no level {level!r}")
    return int(level)


def checked_steps(max_steps: int | None) -> int | None:
    """A limit of steps.

    Raises:
        ValueError: it is not positive.
    """
    if max_steps is not None and max_steps < 1:
        raise ValueError(f"max_steps is a number from 1 on, or None for no limit; not {max_steps}")
    return max_steps
