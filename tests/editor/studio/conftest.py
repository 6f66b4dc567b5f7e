from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.hand import Hand

from arcg.editor.studio.start import open_studio

SIZE = (1360, 860)


@pytest.fixture
def open_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Hand]]:
    """Opens the studio on a file, on a display without a screen; closed after the test, whatever is not saved."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened: list[Hand] = []

    def make(path: Path, **options: object) -> Hand:
        hand = Hand(open_studio(path, **{"size": SIZE, "hints": False} | options))  # type: ignore[arg-type]
        opened.append(hand)
        if hand.studio.dialog is None:
            hand.settled()
        return hand

    yield make
    for hand in opened:
        hand.studio.dropped = True
        hand.studio.close()


@pytest.fixture
def hand(open_hand: Callable[..., Hand], demo: Path) -> Hand:
    return open_hand(demo)
