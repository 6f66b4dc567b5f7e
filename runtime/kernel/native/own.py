"""The code of a game's own: when it is made, where it is kept, how it comes into the image.

Every game starts on the query machine. When a game has been played for a while, its queries are translated in a process
of their own, kept on disk under a hash of all that decides what they are, and put into the image between two steps. An
image that is cut anew, because an array was too small, is played on the machine again until its code is there; how
large the arrays were when code was made is kept too, and the next play of the game begins with arrays of that size.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numba
import numpy as np
from numpy.typing import NDArray

from arcg.runtime.kernel import cache, layout, shelf
from arcg.runtime.kernel import opcodes as op
from arcg.runtime.kernel.sizes import Sizes

if TYPE_CHECKING:
    from arcg.runtime.kernel.native.machine_code import Loaded

Image = NDArray[np.int32]

ROOM = 256 << 20
"""Most bytes of the code of all games together."""

SOON = 1_000
"""Turns after which code that is on disk is put in, which takes some milliseconds."""

PATIENCE = 200_000
"""Turns that a game is played on the machine before its own code is made."""

LOOK = 0.25
"""Seconds between two looks at whether it is there."""

_at_work: list[subprocess.Popen[bytes]] = []
"""Processes that make code: kept here until they have ended, also if what asked for them is gone before."""


class Own:
    """The code of one game's own, for the images that its arrays are cut to. `first`: the image for the first sizes."""

    def __init__(self, first: Image) -> None:
        self.first = first
        self._loaded: Loaded | None = None
        self._making: subprocess.Popen[bytes] | None = None
        self._asked: Image | None = None
        """The image for which a process was started last."""
        self._looked: Image | None = None
        """The image for which code was looked for on disk."""
        self._image: Image | None = None
        """The image that nothing is to be done for: it leads to the code that is loaded, or there will be none."""
        self._turns = 0
        self._next = 0.0
        self._never = bool(numba.config.DISABLE_JIT)

    def after(self, image: Image, sizes: Sizes, turns: int) -> Image:
        """The image to go on with, when so many turns were played on `image`: itself, or with the game's own code.

        `sizes`: what it was cut to.
        """
        if image is self._image or self._never:
            return image
        self._turns += turns
        if self._turns >= SOON and image is not self._looked:
            self._looked = image
            code = kept(image)
            if code is not None:
                return self._put_in(image, code)
        now = time.monotonic()
        if self._turns < PATIENCE or now < self._next:
            return image
        self._next = now + LOOK
        ended = self._making is None or self._making.poll() is not None
        code = kept(image)
        if code is not None:
            return self._put_in(image, code)
        if ended and image is self._asked:
            self._image = image  # it failed, or what it made cannot be kept: it would fail again
        elif ended:
            self._making, self._asked = _maker(image), image
            settle(self.first, sizes)
        return image

    def at_once(self, image: Image, sizes: Sizes) -> Image:
        """As `after`, with the game's own code in any case: it is made if it is not there, which takes some seconds."""
        if image is self._image or self._never:
            return image
        code = kept(image)
        if code is None:
            code = make(image)
            settle(self.first, sizes)
        return self._put_in(image, code)

    def _put_in(self, image: Image, code: bytes) -> Image:
        """An image whose entries lead to machine code."""
        from arcg.runtime.kernel.native.machine_code import Loaded

        loaded, listed = Loaded(code), entries(image)
        own = np.concatenate([image, np.zeros(2 * len(listed), np.int32)])
        for number, entry in enumerate(listed):
            at = len(image) + 2 * number
            own[at : at + 2] = np.array([loaded.address(f"query{entry}")], np.uint64).view(np.int32)
            own[entry], own[entry + 1] = op.NATIVE, at
        self._loaded, self._image = loaded, own
        return own


def entries(image: Image) -> list[int]:
    """Where the code begins that is translated; an instruction of one word has no room for an address."""
    at, count = int(image[layout.ENTRY_AT]), int(image[layout.ENTRIES])
    return sorted({entry for entry in image[at : at + count].tolist() if op.LENGTHS[image[entry]] > 1})


def place(image: Image, suffix: str = ".o") -> Path | None:
    """Where the code for an image is kept: by a hash of all that decides what it is. None where nothing can be kept."""
    base = cache.root()
    if base is None:
        return None
    known = cache.module_key("native.translate") + cache.machine()
    return base / "own" / f"{hashlib.sha256(image.tobytes() + known.encode()).hexdigest()[:32]}{suffix}"


def settle(first: Image, sizes: Sizes) -> None:
    """Keep to which sizes the arrays of a game came, whose image for the first sizes is `first`."""
    path = place(first, ".sizes")
    if path is not None:
        shelf.put(path, json.dumps(dataclasses.asdict(sizes)).encode())


def settled(first: Image) -> Sizes | None:
    """To which sizes the arrays of a game came when its code was made."""
    path = place(first, ".sizes") if not numba.config.DISABLE_JIT else None
    listed = shelf.take(path) if path is not None else None
    with contextlib.suppress(ValueError, TypeError):  # another version wrote it, or it is damaged
        return Sizes(**json.loads(listed)) if listed is not None else None
    return None


def kept(image: Image) -> bytes | None:
    """The code for an image, if it is on disk."""
    path = place(image)
    return shelf.take(path) if path is not None else None


def make(image: Image) -> bytes:
    """Translate the queries of an image, and keep the code."""
    from arcg.runtime.kernel.native.helpers import library
    from arcg.runtime.kernel.native.machine_code import object_code
    from arcg.runtime.kernel.native.translate import Translator

    helpers = library()
    code = object_code(Translator(image, helpers.helpers).text(entries(image)), helpers)
    path = place(image)
    if path is not None:
        shelf.put(path, code)
        shelf.make_room(path.parent, ROOM)
    return code


def _maker(image: Image) -> subprocess.Popen[bytes] | None:
    """A process of its own that makes the code for an image, and goes on when this one ends."""
    _at_work[:] = [child for child in _at_work if child.poll() is None]
    with contextlib.suppress(OSError):
        child = subprocess.Popen(
            [sys.executable, "-m", "arcg.runtime.kernel.native"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        _at_work.append(child)
        assert child.stdin is not None
        with child.stdin as given:
            given.write(image.tobytes())
        return child
    return None
