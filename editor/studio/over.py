"""What is drawn over the views: the frame that says which mode is on, and the tip at a resting mouse."""

from __future__ import annotations

import pygame

from arcg.editor.lettering import sans, write
from arcg.editor.studio.commands import Mode
from arcg.editor.studio.theme import EDGE, EDIT, PAST, PLAY, TEXT, Measures


def draw_mode(screen: pygame.Surface, rect: pygame.Rect, mode: Mode, measures: Measures, *, past: bool) -> None:
    """The frame around the middle: whole while playing (another colour in the past), broken while editing."""
    thick, dash = measures.px(4), measures.px(14)
    if mode == "play":
        pygame.draw.rect(screen, PAST if past else PLAY, rect, thick)
        return
    for start in range(rect.left, rect.right, 2 * dash):
        screen.fill(EDIT, (start, rect.top, min(dash, rect.right - start), thick))
        screen.fill(EDIT, (start, rect.bottom - thick, min(dash, rect.right - start), thick))
    for start in range(rect.top, rect.bottom, 2 * dash):
        screen.fill(EDIT, (rect.left, start, thick, min(dash, rect.bottom - start)))
        screen.fill(EDIT, (rect.right - thick, start, thick, min(dash, rect.bottom - start)))


def draw_tip(screen: pygame.Surface, said: str, at: tuple[int, int], measures: Measures) -> None:
    """Some lines near the mouse."""
    px, font = measures.px, sans(measures.small)
    lines = said.split("\n")
    width = max(font.size(line)[0] for line in lines) + px(16)
    height = len(lines) * font.get_linesize() + px(10)
    left = max(0, min(at[0] + px(12), screen.get_width() - width - px(4)))
    below = at[1] + px(20)
    top = below if below + height < screen.get_height() else at[1] - height - px(8)
    screen.fill((40, 40, 46), (left, top, width, height))
    pygame.draw.rect(screen, EDGE, (left, top, width, height), 1)
    for number, line in enumerate(lines):
        middle = top + px(5) + number * font.get_linesize() + font.get_linesize() // 2
        write(screen, line, font, TEXT, left=left + px(8), middle=middle)
