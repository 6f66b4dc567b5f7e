"""The games of `engines.py` by hand for `arcengine`, the official package, in its own way: sprites, collision, camera.

Needs that package and nothing of arcg. The rules and pictures are those of `push.arcg`, `lamps.arcg` and `glide.arcg`
beside this file; change both or neither. `on_arcengine.py` plays and measures them.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from arcengine import (
    ARCBaseGame,
    BlockingMode,
    Camera,
    GameAction,
    Level,
    RenderableUserDisplay,
    Sprite,
)

GREY, YELLOW, MAROON = 3, 11, 13

WAYS = {
    GameAction.ACTION1: (0, -1),
    GameAction.ACTION2: (0, 1),
    GameAction.ACTION3: (-1, 0),
    GameAction.ACTION4: (1, 0),
}


def picture(rows: str) -> list[list[int]]:
    """Pixels from hexadecimal digits; a dot is transparent."""
    return [[-1 if pixel == "." else int(pixel, 16) for pixel in row] for row in rows.split()]


WALL = Sprite(picture("44444 44444 44444 44444 44444"), "wall", layer=1, blocking=BlockingMode.BOUNDING_BOX)


class Bar(RenderableUserDisplay):
    """What is left of a number, along the bottom edge."""

    def __init__(self, full: int) -> None:
        self.full = self.left = full

    def render_interface(self, frame: np.ndarray) -> np.ndarray:
        """Draw the bar over a frame."""
        frame[-1] = GREY
        frame[-1, : -(-64 * self.left // self.full)] = YELLOW
        return frame


class BlindCamera(Camera):
    """Draws nothing: what a turn costs without its frame, which `arcengine` itself cannot leave out."""

    nothing = np.zeros((64, 64), dtype=np.int8)

    def render(self, sprites: list[Sprite]) -> np.ndarray:
        """Give the same empty frame for any sprites."""
        return self.nothing


class MapGame(ARCBaseGame):
    """What the games have in common: one level, a sprite for each sign of a map, a bar that runs out."""

    name: ClassVar[str]
    cell: ClassVar[int]
    actions: ClassVar[list[int]]
    bar_full: ClassVar[int]
    signs: ClassVar[dict[str, Sprite]]
    rows: ClassVar[list[str]]

    def __init__(self, *, merged: bool = False, blind: bool = False) -> None:
        """`merged` marks walls as static, so that the engine makes one sprite of them; `blind` draws no frames."""
        self.bar = Bar(self.bar_full)
        sprites = [
            self.signs[sign].clone().set_position(x * self.cell, y * self.cell)
            for y, row in enumerate(self.rows)
            for x, sign in enumerate(row)
            if sign != "."
        ]
        for sprite in sprites:
            if merged and sprite.name == "wall":
                sprite.set_blocking(BlockingMode.PIXEL_PERFECT).tags.append("sys_static")
        camera = (BlindCamera if blind else Camera)(
            width=len(self.rows[0]) * self.cell,
            height=len(self.rows) * self.cell,
            background=GREY,
            letter_box=GREY,
            interfaces=[self.bar],
        )
        super().__init__(self.name, [Level(sprites)], camera, available_actions=self.actions)

    def way(self) -> tuple[int, int] | None:
        """What the action adds to the place of a sprite, if it is an arrow."""
        if self.action.id not in WAYS:
            return None
        dx, dy = WAYS[self.action.id]
        return dx * self.cell, dy * self.cell

    def pay(self, *, won: bool) -> None:
        """Take one from the bar and see whether the game is over."""
        self.bar.left -= 1
        if won:
            self.next_level()
        elif self.bar.left == 0:
            self.lose()


class Push(MapGame):
    """Arrows walk and push one crate; a step costs energy; won when every goal has a crate, lost without energy."""

    name, cell, actions, bar_full = "push", 5, [1, 2, 3, 4], 100
    signs: ClassVar = {
        "#": WALL,
        "P": Sprite(picture(".999. 99999 99999 99999 .9.9."), "player", layer=1, blocking=BlockingMode.BOUNDING_BOX),
        "c": Sprite(picture("ccccc cdddc cdcdc cdddc ccccc"), "crate", layer=1, blocking=BlockingMode.BOUNDING_BOX),
        "o": Sprite(picture("..... .bbb. .b.b. .bbb. ....."), "goal", collidable=False),
    }
    rows: ClassVar = [
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

    def on_set_level(self, level: Level) -> None:
        """Find the sprites that matter and fill the bar."""
        (self.player,) = level.get_sprites_by_name("player")
        self.crates = level.get_sprites_by_name("crate")
        self.goals = {(goal.x, goal.y) for goal in level.get_sprites_by_name("goal")}
        self.bar.left = self.bar.full

    def step(self) -> None:
        """One turn."""
        way = self.way()
        if way and self.walk(*way):
            self.pay(won=self.goals <= {(crate.x, crate.y) for crate in self.crates})
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


class Lamps(MapGame):
    """A click on a lamp switches it and the lamps beside it, and costs; won when all are lit, lost without clicks."""

    name, cell, actions, bar_full = "lamps", 7, [6], 40
    off = Sprite(picture("....... ..555.. .5ddd5. .5ddd5. .5ddd5. ..555.. ......."), "lamp", tags=["sys_click"])
    signs: ClassVar = {
        "#": Sprite(picture(".44444. 4444444 4444444 4444444 4444444 4444444 .44444."), "wall"),
        "o": off,
        "*": off.clone().color_remap(MAROON, YELLOW),
    }
    rows: ClassVar = [
        "oooo#*o**",
        "o#oo**o#*",
        "oo*o*o***",
        "ooooooo**",
        "#ooo#**o#",
        "**oo***o*",
        "*o*o*o***",
        "*#*oooo#*",
        "**o*#o***",
    ]

    def on_set_level(self, level: Level) -> None:
        """Find the lamps, which of them are dark, and fill the bar."""
        self.lamps = {(lamp.x, lamp.y): lamp for lamp in level.get_sprites_by_name("lamp")}
        self.dark = {place for place, lamp in self.lamps.items() if MAROON in lamp.pixels}
        self.bar.left = self.bar.full

    def step(self) -> None:
        """One turn."""
        if self.action.id is GameAction.ACTION6:
            place = self.camera.display_to_grid(self.action.data["x"], self.action.data["y"])
            lamp = self.current_level.get_sprite_at(*place, tag="sys_click") if place else None
            if lamp:
                for dx, dy in ((0, 0), *WAYS.values()):
                    self.switch((lamp.x + dx * self.cell, lamp.y + dy * self.cell))
                self.pay(won=not self.dark)
        self.complete_action()

    def switch(self, place: tuple[int, int]) -> None:
        """Light the lamp at a place if it is dark, and put it out if it is lit; nothing where there is none."""
        if place in self.dark:
            self.dark.remove(place)
            self.lamps[place].color_remap(MAROON, YELLOW)
        elif place in self.lamps:
            self.dark.add(place)
            self.lamps[place].color_remap(YELLOW, MAROON)


class Glide(MapGame):
    """An arrow sends the puck sliding, a frame for each cell; won without gems, lost without pushes."""

    name, cell, actions, bar_full = "glide", 5, [1, 2, 3, 4], 60
    signs: ClassVar = {
        "#": WALL,
        "P": Sprite(picture(".aaa. aa9aa a999a aa9aa .aaa."), "puck", layer=1, blocking=BlockingMode.BOUNDING_BOX),
        "*": Sprite(picture("..... ..e.. .eee. ..e.. ....."), "gem", collidable=False),
    }
    rows: ClassVar = [
        "############",
        "#...#......#",
        "#*........##",
        "#.#......#.#",
        "###......P.#",
        "#..#.#.....#",
        "#..**...##.#",
        "##..#......#",
        "##*..##....#",
        "#.**.......#",
        "############",
    ]

    def on_set_level(self, level: Level) -> None:
        """Find the sprites that matter and fill the bar."""
        (self.puck,) = level.get_sprites_by_name("puck")
        self.gems = {(gem.x, gem.y): gem for gem in level.get_sprites_by_name("gem")}
        self.bar.left = self.bar.full
        self.sliding = False

    def step(self) -> None:
        """One frame of a turn: a cell further, or the end."""
        way = self.way()
        if way and not self.try_move_sprite(self.puck, *way):
            self.sliding = True
            gem = self.gems.pop((self.puck.x, self.puck.y), None)
            if gem:
                self.current_level.remove_sprite(gem)
            return
        if self.sliding:
            self.sliding = False
            self.pay(won=not self.gems)
        self.complete_action()


GAMES: dict[str, type[MapGame]] = {game.name: game for game in (Push, Lamps, Glide)}
