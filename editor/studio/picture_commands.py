"""Commands of pictures: colours, which picture, new ones, their size and their condition."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from arcg.dsl.model import COLOURS
from arcg.editor import details, picturing
from arcg.editor.document import pictures
from arcg.editor.studio.colours_view import SIGNS
from arcg.editor.studio.commands import Command, Mode
from arcg.editor.studio.dialogs import AskText

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio

PICTURE: frozenset[Mode] = frozenset({"picture"})
_SIZE = re.compile(r"\s*(\d{1,2})\s*[x ,*]\s*(\d{1,2})\s*")


def _colour(sign: str, studio: Studio) -> None:
    studio.bench.colour = sign
    if studio.bench.tool in ("pick", "select"):
        studio.bench.tool = "pen"


def _has(sign: str, studio: Studio) -> bool:
    return studio.bench.colour == sign


def _colours() -> list[Command]:
    named = [(sign, COLOURS[number]) for number, sign in enumerate(SIGNS)] + [(".", "see-through")]
    return [
        Command(f"colour {sign}", name.capitalize(), "Picture", (sign,), f"Paint with {name} from now on.",
                partial(_colour, sign), PICTURE, on=partial(_has, sign), section=3)
        for sign, name in named
    ]  # fmt: skip


def _no_picture(studio: Studio) -> str:
    return "" if picturing.picture_place(studio.bench) is not None else "this kind has no picture yet: + adds one"


def _kind(step: int, studio: Studio) -> None:
    picturing.next_kind(studio.bench, step)


def _picture(step: int, studio: Studio) -> None:
    picturing.next_picture(studio.bench, step)


def _shift(dx: int, dy: int, studio: Studio) -> None:
    bench, place = studio.bench, picturing.picture_place(studio.bench)
    assert place is not None
    bench.attempt("push pixels", lambda: pictures.shift(bench.document.places, place, dx, dy))


def _size(studio: Studio) -> None:
    bench, place = studio.bench, picturing.picture_place(studio.bench)
    assert place is not None
    width, height = studio.workspace.painter.sheet.size()

    def sized(text: str) -> tuple[int, int]:
        found = _SIZE.fullmatch(text)
        assert found is not None
        return int(found[1]) - width, int(found[2]) - height

    def wrong(text: str) -> str:
        if not _SIZE.fullmatch(text):
            return "write columns x rows of pixels, such as 6x6"
        right, bottom = sized(text)
        return bench.would(lambda: pictures.resize(bench.document.places, place, 0, 0, right, bottom))

    def done(text: str) -> None:
        right, bottom = sized(text)
        bench.attempt("resize picture", lambda: pictures.resize(bench.document.places, place, 0, 0, right, bottom))

    said = "Columns and rows of pixels. Pixels are added or taken away at the right and at the bottom."
    studio.open_dialog(AskText(studio, "Size of the picture", said, f"{width}x{height}", done, wrong=wrong, verb="Set"))


def _add(studio: Studio) -> None:
    bench = studio.bench
    kind = picturing.kind_place(bench)
    if kind is None:
        return
    first = not kind.pictures
    rows = picturing.first_rows(bench)

    def done(text: str) -> None:
        when = text.strip() or None
        if bench.attempt("new picture", lambda: pictures.add(bench.document.places, kind, rows, when)):
            place = picturing.kind_place(bench)
            made = [n for n, picture in enumerate(place.pictures) if picture.when == when] if place is not None else []
            bench.picture = made[0] if made else 0

    if first:
        done("")
        return
    said = f"When shall this picture be shown? A condition such as `{details.example_condition(bench)}`. "
    said += "Nothing written: whenever no other one is."

    def wrong(text: str) -> str:
        return bench.would(lambda: pictures.add(bench.document.places, kind, rows, text.strip() or None))

    studio.open_dialog(AskText(studio, f"New picture of {bench.kind}", said, "", done, wrong=wrong, verb="Add"))


def _remove(studio: Studio) -> None:
    bench, place = studio.bench, picturing.picture_place(studio.bench)
    assert place is not None
    if bench.attempt("remove picture", lambda: pictures.remove(bench.document.places, place)):
        bench.picture = max(0, bench.picture - 1)


def _when(studio: Studio) -> None:
    bench, place = studio.bench, picturing.picture_place(studio.bench)
    assert place is not None

    def wrong(text: str) -> str:
        return bench.would(lambda: pictures.set_condition(bench.document.places, place, text.strip() or None))

    def done(text: str) -> None:
        bench.attempt(
            "condition of picture", lambda: pictures.set_condition(bench.document.places, place, text.strip() or None)
        )

    said = f"When is this picture shown? A condition such as `{details.example_condition(bench)}`. "
    said += "Nothing written: whenever no picture above it is."
    studio.open_dialog(AskText(studio, "Shown when", said, place.when or "", done, wrong=wrong))


PICTURES = (
    Command("previous kind", "Previous kind", "Picture", ("page up",), "Go to the kind before.", partial(_kind, -1),
            PICTURE,
            held=True),
    Command("next kind", "Next kind", "Picture", ("page down",), "Go to the kind after.", partial(_kind, 1), PICTURE,
            held=True),
    Command("previous picture", "Previous picture", "Picture", ("q",), "Go to the kind's picture before.",
            partial(_picture, -1), PICTURE, _no_picture, held=True),
    Command("next picture", "Next picture", "Picture", ("w",), "Go to the kind's picture after.", partial(_picture, 1),
            PICTURE, _no_picture, held=True),
    Command("new picture", "New picture…", "Picture", ("+",),
            "Add a picture of this kind, with the condition when it is "
            "shown.", _add, PICTURE, section=1),
    Command("remove picture", "Remove picture", "Picture", ("-",), "Take this picture out of the text.", _remove,
            PICTURE,
            _no_picture, section=1),
    Command("picture size", "Size…", "Picture", ("z",), "Say how many pixels the picture has each way.", _size, PICTURE,
            _no_picture, section=1),
    Command("picture when", "Shown when…", "Picture", ("k",), "Say when this picture is shown.", _when, PICTURE,
            _no_picture,
            section=1),
    *(Command(f"push {way}", f"Push {way}", "Picture", (f"alt+{way}",),
            "Push all pixels on by one; what leaves comes in at "
              "the other side.", partial(_shift, dx, dy), PICTURE, _no_picture, held=True, section=2)
      for way, (dx, dy) in {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}.items()),
    *_colours(),
)  # fmt: skip
