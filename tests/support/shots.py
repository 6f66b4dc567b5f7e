"""Draws the pictures of the studio for `docs/edit.md`: `PYTHONPATH=tests python tests/support/shots.py`.

Posted events bring the real window to where each picture is taken, on a copy of a shipped game.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from support.hand import Hand

from arcg.editor.studio.start import open_studio
from arcg.runtime.loading import shipped

SIZE = (1200, 760)
IMAGES = Path(__file__).parents[2] / "docs" / "images"


def main() -> None:
    """Draw them all."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "ARCG_SCREENSHOTS": str(IMAGES)}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(shutil.copy(shipped()["dyer"], folder))
        hand = Hand(open_studio(path, size=SIZE, level=6, factor=1.0))
        hand.settled()
        hand.turns(0.5)
        hand.click(hand.cell(6, 4), button=3)
        hand.drag(hand.cell(5, 3), hand.cell(6, 3))
        hand.move(hand.cell(7, 3))
        hand.settled()
        hand.picture("studio_level")
        hand.key("f4")
        for _ in range(6):
            hand.key("page down")
        hand.settled()
        hand.turns(0.3)
        hand.picture("studio_picture")
        hand.key("f3")
        hand.key("ctrl+z")
        hand.key("tab")
        insight = hand.studio.workspace.insight
        for key in ("up", "right", "right", "right", "down", "right"):
            hand.key(key)
            hand.turns(0.6)
        hand.until(lambda: insight.answer is not None and not insight.answer.compiling, 60.0)
        hand.key("j")
        hand.key("j")
        hand.turns(0.3)
        hand.picture("studio_play")
        hand.studio.dropped = True
        hand.studio.close()


if __name__ == "__main__":
    main()
