"""Every command has a key, a menu and a tooltip, and none of them fails, whatever the file holds or is done to it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from support.hand import Hand, code_of

from arcg.editor.studio import tables
from arcg.editor.studio.app import SMALLEST
from arcg.editor.studio.commands import MENUS, MODES, Command, Commands, Mode

ALL = [command for table in tables.ALL for command in table]
MODE_KEYS: dict[Mode, str] = {"play": "f2", "level": "f3", "picture": "f4", "source": "f5"}

KINDS_ONLY = "game half\nboard 4x4\nactions arrows\nlayer solid\nkind Wall on solid\n    pic\n        44\n        44\n"
NO_KINDS = "game half\nboard 4x4\nlevel first\n    map\n        ####\n        #..#\n\nlevel\n"
BROKEN = """\
game  broken
board 8x
layer solid solid
kind Wall on
    pic
        4z
    pic when
kind Rock on solid has hue: has { of
kind on solid
    pic
\t phase fall
    Rock -> move -> Rock down $
legend
    # Wall
    = = Wall
      r = Rock{hue =
level level level
    map
        #..
        # r ~
      put Rock at cell(
    put Wall at cell(1, 99)
    energy =
level Two
    board 3x3
  map
"""


@pytest.fixture(autouse=True)
def no_editor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("ARCG_EDITOR", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def texts(demo_text: str) -> dict[str, str]:
    head, legend = demo_text.split("legend\n")
    return {
        "demo": demo_text,
        "empty": "",
        "blank": "\n \n\t\n",
        "kinds": KINDS_ONLY,
        "no_kinds": NO_KINDS,
        "no_levels": head,
        "no_legend": head + legend[legend.index("level") :],
        "broken": BROKEN,
        "windows": "\ufeff" + demo_text.replace("\n", "\r\n"),
    }


# ---------------------------------------------------------------- the tables


def test_every_command_has_a_key_a_menu_and_a_tooltip() -> None:
    assert len({command.name for command in ALL}) == len(ALL)
    for command in ALL:
        assert command.keys, command.name
        assert command.menu in MENUS, command.name
        assert command.tip.strip().endswith("."), command.name
        assert command.title.strip(), command.name
        assert command.modes <= set(MODES), command.name
    assert {command.menu for command in ALL} == set(MENUS)


def test_no_key_means_two_things() -> None:
    known = Commands(tables.ALL)
    for mode in MODES:
        keys = [key for command in ALL if mode in command.modes for key in command.keys]
        assert len(keys) == len(set(keys)), mode
        for command in ALL:
            if mode in command.modes:
                assert all(known.at(mode, key) is command for key in command.keys)
    twice = Command("again", "Again", "File", (ALL[0].keys[0],), "Again.", lambda _: None)
    with pytest.raises(ValueError, match="means"):
        Commands((*tables.ALL, (twice,)))


@pytest.mark.parametrize("mode", MODES)
def test_every_menu_fits_the_smallest_window(demo: Path, open_hand: Callable[..., Hand], mode: Mode) -> None:
    hand = open_hand(demo, size=SMALLEST)
    hand.key(MODE_KEYS[mode])
    menus, whole = hand.studio.menus, pygame.Rect(0, 0, *SMALLEST)
    names = [name.get_abs_rect() for name in menus._names]
    switch = hand.studio.chrome._left_of_switch
    assert all(whole.contains(name) and name.right <= switch for name in names)
    hand.key("f10")
    for _ in names:
        assert menus._open is not None
        assert whole.contains(menus._open.rect), MENUS[menus._open.number]
        for item, command in menus._open._items:
            assert menus._open.rect.contains(item.get_abs_rect()), command.name
        hand.key("right")
    hand.picture(f"commands_menu_{mode}")


# ---------------------------------------------------------------- each of them, on any file


def strike(studio: object, key: str) -> None:
    """A key goes down and up, in one turn each."""
    code, mod, typed = code_of(key)
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=typed))
    studio.turn()  # type: ignore[attr-defined]
    pygame.event.post(pygame.Event(pygame.KEYUP, key=code, mod=mod))
    studio.turn()  # type: ignore[attr-defined]


def come_to_rest(hand: Hand) -> None:
    """Close whatever is open."""
    studio = hand.studio
    for _ in range(4):
        if studio.dialog is None and not studio.menus.is_open and not studio.help.open:
            return
        strike(studio, "escape")
    raise AssertionError("it cannot be closed by Esc")


def undo_all(hand: Hand) -> None:
    come_to_rest(hand)
    if hand.studio.mode == "play":
        strike(hand.studio, "f3")
    while hand.studio.bench.document.can_undo:
        strike(hand.studio, "ctrl+z")


@pytest.mark.parametrize(
    "name", ["demo", "empty", "blank", "kinds", "no_kinds", "no_levels", "no_legend", "broken", "windows"]
)
def test_every_command_can_be_run_by_its_key(
    name: str, demo_text: str, tmp_path: Path, open_hand: Callable[..., Hand]
) -> None:
    path = tmp_path / f"{name}.arcg"
    first = texts(demo_text)[name]
    path.write_bytes(first.encode())
    hand = open_hand(path, size=SMALLEST)
    studio = hand.studio
    ran: list[str] = []
    for mode in MODES:
        for command in [command for command in ALL if mode in command.modes and command.name != "close"]:
            if studio.mode != mode:
                strike(studio, MODE_KEYS[mode])
                if studio.mode != mode:
                    assert mode == "play", "only play can be impossible"
                    assert studio.note
                    continue
            strike(studio, command.keys[0])
            come_to_rest(hand)
            ran.append(command.name)
    assert studio.running
    hand.settled()
    if name in ("demo", "windows"):
        assert set(ran) == {command.name for command in ALL} - {"close"}
    undo_all(hand)
    assert studio.bench.document.text == first


def test_larger_letters_are_larger_on_buttons_too(hand: Hand) -> None:
    before = hand.studio.menus._names[0].font.get_point_size()
    hand.key("ctrl++")
    assert hand.studio.menus._names[0].font.get_point_size() > before


# ---------------------------------------------------------------- anything at all


class Monkey:
    """Posts whatever comes to its mind."""

    KEYS = (
        *(key for command in ALL for key in command.keys if command.name not in ("close", "full screen")),
        *"abcdefghijklmnopqrstuvwxyz0123456789.#=+-[]{}$_ ",
        "return", "return", "return", "escape", "tab", "backspace", "delete", "space", "f3", "f4", "ctrl+z", "ctrl+v",
    )  # fmt: skip
    WORDS = ("Rock", "Lamp{lit=yes}", "5", "12x3", "1x1", "0x0", "lit = yes", "high", "Ä ö", "", "{", "-1", "99999999")

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.size = SMALLEST
        self.at = (0, 0)

    def post(self) -> None:
        dice = self.dice
        match dice.choices(("key", "press", "drag", "wheel", "type", "size", "odd"), (50, 18, 14, 6, 8, 1, 2))[0]:
            case "key":
                self.key(dice.choice(self.KEYS))
            case "press":
                self.move(self.somewhere())
                button = dice.choice((1, 1, 1, 2, 3))
                self.button(pygame.MOUSEBUTTONDOWN, button)
                if dice.random() < 0.9:
                    self.button(pygame.MOUSEBUTTONUP, button)
            case "drag":
                self.move(self.somewhere())
                self.button(pygame.MOUSEBUTTONDOWN, dice.choice((1, 1, 1, 2, 3)))
                for _ in range(dice.randrange(5)):
                    self.move(self.somewhere())
                self.button(pygame.MOUSEBUTTONUP, 1)
            case "wheel":
                across, down = dice.randint(-1, 1), dice.randint(-9, 9)
                pygame.event.post(pygame.Event(pygame.MOUSEWHEEL, x=across, y=down, flipped=False))
            case "type":
                for sign in dice.choice(self.WORDS):
                    self.key(sign)
                    pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=sign))
            case "size":
                self.size = dice.choice(((1, 1), (90, 70), (760, 520), (1000, 600), (1360, 860), (400, 1200)))
                pygame.display.set_mode(self.size, pygame.RESIZABLE)  # as the desktop does it
                pygame.event.post(pygame.Event(pygame.VIDEORESIZE, size=self.size, w=self.size[0], h=self.size[1]))
            case _:
                odd = (pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE, pygame.WINDOWEXPOSED)
                pygame.event.post(pygame.Event(dice.choice(odd)))

    def somewhere(self) -> tuple[int, int]:
        """Mostly in the middle, where the sheet is; sometimes outside of the window."""
        width, height = max(self.size[0], SMALLEST[0]), max(self.size[1], SMALLEST[1])
        if self.dice.random() < 0.5:
            return self.dice.randrange(width // 3, 2 * width // 3), self.dice.randrange(height // 4, 3 * height // 4)
        return self.dice.randrange(-20, width + 20), self.dice.randrange(-20, height + 20)

    def move(self, at: tuple[int, int]) -> None:
        self.at = at
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0), touch=False))

    def button(self, sort: int, button: int) -> None:
        pygame.event.post(pygame.Event(sort, button=button, pos=self.at, touch=False))

    def key(self, name: str) -> None:
        code, mod, typed = code_of(name)
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=typed))
        if self.dice.random() < 0.95:
            pygame.event.post(pygame.Event(pygame.KEYUP, key=code, mod=mod))


@pytest.mark.parametrize(("name", "seed", "count"), [("demo", 1, 1000), ("demo", 2, 500), ("broken", 3, 300),
                                                     ("windows", 4, 200)])  # fmt: skip
def test_nothing_that_is_done_fails_and_all_of_it_can_be_undone(
    name: str, seed: int, count: int, demo_text: str, tmp_path: Path, open_hand: Callable[..., Hand]
) -> None:
    path = tmp_path / f"{name}.arcg"
    first = texts(demo_text)[name]
    path.write_bytes(first.encode())
    hand = open_hand(path, size=SMALLEST)
    monkey = Monkey(seed)
    changed = False
    for _ in range(count):
        monkey.post()
        hand.studio.turn()
        hand.studio.running = True  # a press on Close, and the answer, are the only way to this
        changed |= hand.studio.bench.document.text != first
    assert changed
    hand.studio.dropped = False
    pygame.event.post(pygame.Event(pygame.WINDOWFOCUSLOST))
    hand.turns()
    undo_all(hand)
    assert hand.studio.bench.document.text == first
    hand.settled()
