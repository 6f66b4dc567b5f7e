"""A browser on a real server: what the tests of the pages have in common."""

from __future__ import annotations

import base64
import contextlib
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import uvicorn
from starlette.types import ASGIApp

from arcg.runtime.palette import PALETTE

DESK = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 3}
PATIENCE = 40
"""Seconds; a busy machine is slow, and the page itself tries again after ten."""
KEYS = {0: "r", 1: "ArrowUp", 2: "ArrowDown", 3: "ArrowLeft", 4: "ArrowRight", 5: " ", 7: "z"}


@contextlib.contextmanager
def served(app: ASGIApp, port: int = 0) -> Iterator[str]:
    """The address of an application that is served by a thread."""
    with socket.socket() as bound:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(("127.0.0.1", port))
        bound.listen()
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


@contextlib.contextmanager
def browsing() -> Iterator[Any]:
    """A headless Chromium; the test is skipped where there is none."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.skip("no Chromium here")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Window:
    """A window on the page. Whatever the page's console complains about is in `complaints`."""

    page: Any
    complaints: list[str]

    def pixels(self) -> np.ndarray | None:
        """What the canvas shows, as colours; None while there is none."""
        data = self.page.evaluate(
            "() => { const canvas = document.querySelector('canvas.picture');"
            " return canvas && btoa(String.fromCharCode(...canvas.getContext('2d').getImageData(0, 0, 64, 64).data)) }"
        )
        return None if data is None else self.frame_of(data)

    @staticmethod
    def frame_of(data: str) -> np.ndarray:
        """What a canvas holds, in base64, as colours; it fails for what is no colour of the palette."""
        rgb = np.frombuffer(base64.b64decode(data), np.uint8).reshape(64, 64, 4)[..., :3]
        found = (rgb[:, :, None] == PALETTE).all(-1)
        assert found.any(-1).all()
        return found.argmax(-1).astype(np.uint8)

    def shows(self, frame: np.ndarray, what: object = "") -> None:
        """Wait until the canvas shows this frame."""
        until = time.monotonic() + PATIENCE
        while (pixels := self.pixels()) is None or not np.array_equal(pixels, frame):
            assert time.monotonic() < until, f"the picture is another one {what}"
            self.page.wait_for_timeout(10)

    def settled(self) -> None:
        """Wait until everything is answered and shown, so that the next input is an action."""
        self.page.wait_for_function(
            "() => !document.querySelector('.board').dataset.playing"
            " && document.querySelector('.player').getAttribute('aria-busy') !== 'true'"
        )

    def place(self, x: int, y: int) -> tuple[float, float]:
        """The middle of a pixel of the game, in the window."""
        box = self.page.locator("canvas.picture").bounding_box()
        side = box["width"] / 64
        return box["x"] + (x + 0.5) * side, box["y"] + (y + 0.5) * side


@contextlib.contextmanager
def window(browser: Any, **options: Any) -> Iterator[Window]:
    """A window with a storage of its own."""
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    seen = Window(page, [])
    page.on("console", lambda said: seen.complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: seen.complaints.append(str(error)))
    yield seen
    context.close()
