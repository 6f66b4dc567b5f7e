"""A small stream of push games, made in seconds, and learners to go through it."""

from __future__ import annotations

from pathlib import Path

from support.fresh import BLOCK, text

from arcg.runtime.stream.making import make, wanted
from arcg.runtime.stream.stored import Plan, Stream, opened

GAMES = {
    "shed": BLOCK,
    "barn": BLOCK.replace("blobs 0..1", "blobs 1..2"),
    "loft": BLOCK.replace("board 6x5 to 8x6", "board 7x5 to 8x7"),
}


def game_files(folder: Path) -> dict[str, str]:
    """The paths of three games: two to learn, `loft` to hold out."""
    paths = {}
    for name, block in GAMES.items():
        path = folder / f"{name}.arcg"
        path.write_text(text(block).replace("game shed", f"game {name}"), "utf-8")
        paths[name] = str(path)
    return paths


def small(folder: Path, plan: Plan) -> Stream:
    """The stream of a plan, in a folder of its own."""
    paths = game_files(folder)
    tasks = wanted([paths["shed"], paths["barn"]], [paths["loft"]])
    make(tasks, plan, folder / "stream", watch=lambda *_: False)
    return opened(folder / "stream")


LEARNER = """\
import random
from pathlib import Path

HERE = Path(__file__).parent


class Blind:
    \"\"\"Does anything; may be held in the middle of a round.\"\"\"

    def __init__(self, seed):
        self.random, self.acts = random.Random(seed), 0

    def reset(self):
        pass

    def act(self, seen):
        self.acts += 1
        if self.acts == 150 and (HERE / "hold").exists():
            (HERE / "held").touch()
            while True:
                pass
        return self.random.choice(seen.actions)

    def observe(self, seen, action, feedback):
        pass

    def end_round(self):
        pass


class Unkept(Blind):
    def __init__(self, seed):
        super().__init__(seed)
        self.nobody = lambda: None


class Raises(Blind):
    def act(self, seen):
        raise KeyError("nothing there")


class Nonsense(Blind):
    def act(self, seen):
        return "left"


class Clock(Blind):
    def act(self, seen):
        return seen.actions[(HERE / "clock").read_bytes()[0] % len(seen.actions)]


class Three:
    def reset(self):
        pass

    def act(self, seen):
        return 1

    def observe(self, seen, action, feedback):
        pass


class Diary(Blind):
    \"\"\"Writes down how much it has seen whenever it acts.\"\"\"

    def __init__(self, seed):
        super().__init__(seed)
        self.seen = 0

    def reset(self):
        self.seen = 0

    def act(self, seen):
        with (HERE / "diary").open("a") as file:
            file.write(f"{seen.instance} {seen.spent} {self.seen}\\n")
        return super().act(seen)

    def observe(self, seen, action, feedback):
        self.seen += 1

    def resources(self):
        return {"seen": self.seen}
"""
