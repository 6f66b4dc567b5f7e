"""Two takes side by side: both frames at the same turn, with what differs hatched and outlined in each.

Takes a pair and the place that is looked at, draws on a surface of its own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from arcg.editor.lettering import sans, write
from arcg.editor.looking import Take
from arcg.editor.pairing import Pair
from arcg.editor.session import Session
from arcg.editor.studio.film import film_edge
from arcg.editor.studio.looking_back import LookingBack
from arcg.editor.studio.pixels import enlarged
from arcg.editor.studio.theme import EDGE, FAINT, HOLLOW, MUTED, PAST, PLAY, SURROUND, TEXT, WARN
from arcg.runtime.engine import SIZE

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio


def draw_pair(surface: pygame.Surface, studio: Studio, session: Session, pair: Pair) -> None:
    """Everything, on the whole surface."""
    px, (width, height) = studio.measures.px, surface.get_size()
    surface.fill(SURROUND)
    head, foot, gap = px(62), px(84), px(20)
    scale = max(1, min((width - 3 * gap) // (2 * SIZE), (height - head - foot) // SIZE))
    side = SIZE * scale
    top = head + max(0, height - head - foot - side) // 2
    left = (width - 2 * side - gap) // 2
    at = session.view().timeline
    pictures = pair.pictures(session.take, at.turn, at.frame)
    mask = _differing(*pictures)
    for number, (take, picture) in enumerate(zip((pair.before, pair.after), pictures, strict=True)):
        place = pygame.Rect(left + number * (side + gap), top, side, side)
        turn = at.turn if take == session.take else pair.partner(session.take, at.turn)
        _title(surface, studio, session, take, pair.names[number].removeprefix("in the ").upper(), place, turn)
        if picture is None:
            pygame.draw.rect(surface, HOLLOW, place, 1)
            write(surface, "over" if turn is None else "", sans(studio.measures.normal), FAINT, centre=place.centerx,
                  middle=place.centery)  # fmt: skip
            continue
        surface.blit(enlarged(picture, scale), place)
        pygame.draw.rect(surface, EDGE, place.inflate(2, 2), 1)
        if mask.any():
            surface.blit(_overlay(mask.tobytes(), scale), place)
    middle, font = top + side + px(22), sans(studio.measures.normal)
    said, colour = _sameness(mask, pictures)
    write(surface, said, font, colour, centre=width // 2, middle=middle, limit=width - 2 * gap)
    for line, text in enumerate((pair.told(), session.view().note), start=1):
        write(surface, text, sans(studio.measures.small), MUTED, centre=width // 2, middle=middle + line * px(21),
              limit=width - 2 * gap)  # fmt: skip
    if not at.live:
        film_edge(surface, pygame.Rect(left, top, 2 * side + gap, side))


def _title(
    surface: pygame.Surface,
    studio: Studio,
    session: Session,
    take: Take,
    which: str,
    place: pygame.Rect,
    turn: int | None,
) -> None:
    px, small = studio.measures.px, studio.measures.small
    shown = take == session.take
    middle = place.top - px(34)
    font = sans(studio.measures.normal, bold=True)
    said = f"{which}  {LookingBack.name(session, take)}"
    write(surface, said, font, TEXT if shown else MUTED, left=place.left, middle=middle, limit=place.width)
    if shown:
        surface.fill(
            PLAY if session.view().timeline.live else PAST, (place.left, place.top - px(6), place.width, px(3))
        )
    number = (
        f"turn {turn} of {take.branch.length - 1}" if turn is not None else f"ends at turn {take.branch.length - 1}"
    )
    told = f"{number}, {LookingBack.origin(session, take)}"
    write(surface, told, sans(small), MUTED, left=place.left, middle=place.top - px(16), limit=place.width)


def _sameness(
    mask: NDArray[np.bool_], pictures: tuple[NDArray[np.uint8] | None, NDArray[np.uint8] | None]
) -> tuple[str, tuple[int, int, int]]:
    if pictures[0] is None or pictures[1] is None:
        return "only one of them has this turn", WARN
    count = int(mask.sum())
    if not count:
        return "here both look the same", MUTED
    y, x = np.argwhere(mask)[0]
    pixels = "1 pixel differs" if count == 1 else f"{count} pixels differ"
    return f"here {pixels}, the first at column {x}, row {y}", WARN


def _differing(before: NDArray[np.uint8] | None, after: NDArray[np.uint8] | None) -> NDArray[np.bool_]:
    if before is None or after is None:
        return np.zeros((SIZE, SIZE), np.bool_)
    differing: NDArray[np.bool_] = before != after
    return differing


@lru_cache(maxsize=8)
def _overlay(packed: bytes, scale: int) -> pygame.Surface:
    """Hatching over the pixels that differ, and a line, dark and bright, around each patch of them."""
    mask = np.frombuffer(packed, bool).reshape(SIZE, SIZE)
    side = SIZE * scale
    hatching = pygame.Surface((side, side), pygame.SRCALPHA)
    gap = max(9, 2 * scale)
    for at in range(-side, side, gap):
        pygame.draw.line(hatching, (0, 0, 0, 150), (at, side), (at + side, 0), 3)
        pygame.draw.line(hatching, (255, 255, 255, 190), (at, side), (at + side, 0), 1)
    white = np.zeros((SIZE, SIZE, 4), np.uint8)
    white[mask] = 255
    holes = pygame.image.frombuffer(white.tobytes(), (SIZE, SIZE), "RGBA")
    hatching.blit(pygame.transform.scale(holes, (side, side)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    around = np.pad(mask, 1)
    for dark, thick in (((0, 0, 0), min(5, scale + 1)), ((255, 255, 255), min(2, scale - 1) or 1)):
        for y, x in np.argwhere(around[:, 1:] != around[:, :-1]):
            hatching.fill(dark, (x * scale - thick // 2, (y - 1) * scale - thick // 2, thick, scale + thick))
        for y, x in np.argwhere(around[1:] != around[:-1]):
            hatching.fill(dark, ((x - 1) * scale - thick // 2, y * scale - thick // 2, scale + thick, thick))
    return hatching
