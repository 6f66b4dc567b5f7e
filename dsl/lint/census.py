"""How many things there may be: the most of each kind in a level, with a guess for those that rules make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from arcg.dsl import core
from arcg.dsl.lint.nodes import steps
from arcg.dsl.model import Game


class Census:
    """Counts of one game."""

    def __init__(self, game: Game) -> None:
        counts = [Counter(thing.kind for thing in level.things) for level in game.levels]
        kinds = [kind.number for kind in game.kinds.values()]
        self._most = {kind: max((count[kind] for count in counts), default=0) for kind in kinds}
        self.made = {step.kind for step in steps(game) if isinstance(step, core.Make)}
        self.cells = max((level.width * level.height for level in game.levels), default=1)
        for kind in self.made:  # how many will be made cannot be seen in the levels; a row of them is a fair guess
            self._most[kind] = max(self._most[kind], int(self.cells**0.5))

    def things(self, kinds: Iterable[int]) -> int:
        """About how many things of some kinds there are at most."""
        return sum(self._most.get(kind, 0) for kind in kinds)

    def single(self, kinds: Iterable[int]) -> bool:
        """Whether there is certainly never more than one thing of these kinds."""
        kinds = set(kinds)
        return not kinds & self.made and self.things(kinds) <= 1
