"""Whether the level can still be won from here: a light with words, and the next step of the way there."""

from __future__ import annotations

import pygame

from arcg.editor.lettering import sans, write
from arcg.editor.studio.marks import Mark, mark
from arcg.editor.studio.theme import BAD, EDGE, FAINT, GOOD, MUTED, TEXT, WARN, Colour
from arcg.editor.studio.view import Point, View
from arcg.runtime.engine import Status


class HopeView(View):
    """The stuck light."""

    title = "CAN IT BE WON FROM HERE?"

    def _light(self) -> tuple[Mark, Colour, str, str]:
        """The mark, its colour, what is said, and a second line."""
        insight = self.studio.workspace.insight
        session = self.studio.workspace.playing.session
        status = session.view().status if session is not None else Status.PLAYING
        if status is not Status.PLAYING:
            return ("tick", GOOD, "it is won", "") if status is Status.WON else ("lost", BAD, "it is lost", "")
        if insight.solver is None:
            return "ring", FAINT, "not asked", "H asks"
        answer = insight.answer
        if answer is None:
            progress = insight.solver.progress
            known = f"{progress.states:,} positions so far" if progress is not None else ""
            return "ring", MUTED, "searching…", known
        if answer.outcome == "winnable":
            count = len(answer.moves)
            first = f"next: {answer.moves[0]}   (N takes it)" if answer.moves else ""
            how = "" if answer.shortest else " or fewer"
            return "tick", GOOD, f"yes: {count} more action{'' if count == 1 else 's'}{how}", first
        if answer.outcome == "lost":
            return "lost", BAD, "no: stuck, there is no way to win", "go back (,) or begin again (R)"
        return "ring", WARN, "not known", answer.why

    def fixed_height(self) -> int:
        """The light and two lines."""
        return self.studio.measures.px(94)

    def draw(self, surface: pygame.Surface) -> None:
        """The light and two lines."""
        super().draw(surface)
        px = self.studio.measures.px
        name, colour, said, more = self._light()
        middle = self.inner.top + px(14)
        mark(surface, name, (self.rect.left + px(22), middle), px(16), colour)
        left, limit = self.rect.left + px(40), self.rect.width - px(52)
        write(surface, said, sans(self.studio.measures.normal), TEXT, left=left, middle=middle, limit=limit)
        font = sans(self.studio.measures.small)
        if more:
            text = font.render(more, True, MUTED, None, limit)
            surface.blit(text, (left, middle + px(14)))
        surface.fill(EDGE, (self.rect.left, self.rect.top, 1, self.rect.height))
        surface.fill(EDGE, (self.rect.left, self.rect.top, self.rect.width, 1))

    def tip(self, at: Point) -> str:
        """What the light means."""
        return "a tick: it can be won from this position\na crossed box: it cannot, which is proved\na ring: not known"
