"""Writing artefacts: the folders of several games take their places together, or the folder stays as it was.

Everything is written beside its place first, on the same file system. Then each old artefact is moved out of the way
and the new one into its place; whatever goes wrong, Ctrl+C included, what was moved is moved back.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FrameType

from arcg.compiler.artefact import FILES, MANIFEST, ArtefactError

_NAME = re.compile(r"(?!(?:con|prn|aux|nul|com[1-9]|lpt[1-9])$)[a-z][a-z0-9_]*", re.ASCII)
"""What a game's folder may be called: no way out of the folder it is in, and no device of Windows."""


def store(target: Path, games: Mapping[str, Mapping[str, bytes]]) -> None:
    """Write the artefacts of `games` (name to files) as folders of `target`, all of them or none.

    Artefacts of these games that are there already are replaced; all else in `target` is left alone. `target` is made
    if it is not there.

    Raises:
        ArtefactError: a game cannot have a folder, or something else has its place.
        OSError: something cannot be written.
        KeyboardInterrupt: it was asked for before all was written.
    """
    if target.exists() and not target.is_dir():
        raise ArtefactError(f"{target} is there already and is no folder; choose another name")
    for name in games:
        _check_place(target, name)
    with _interrupts_held() as interrupts, _folder(target), _beside(target) as work:
        new, old = work / "new", work / "old"
        for name, files in games.items():
            (new / name).mkdir(parents=True)
            for file, data in files.items():
                (new / name / file).write_bytes(data)
        old.mkdir()
        try:
            for name in games:
                if (target / name).exists():
                    (target / name).rename(old / name)
                (new / name).rename(target / name)
            if interrupts:
                raise KeyboardInterrupt
        except BaseException:
            for name in games:
                _move_back(target / name, new / name, old / name)
            raise


def _check_place(target: Path, name: str) -> None:
    """Refuse a place that is not free and not that of an artefact: what else is there is not ours to replace."""
    if not _NAME.fullmatch(name):
        raise ArtefactError(f"a game called `{name}` cannot have a folder of that name; call it something else")
    place = target / name
    if not place.is_symlink() and not place.exists():
        return
    if place.is_symlink() or not place.is_dir() or not (place / MANIFEST).is_file():
        raise ArtefactError(f"{place} is there already and is no compiled game; choose another folder")
    others = sorted(entry.name for entry in place.iterdir() if entry.name not in FILES)
    if others:
        raise ArtefactError(f"{place} holds {others[0]}, which would be lost; move it away, or choose another folder")


@contextlib.contextmanager
def _folder(target: Path) -> Iterator[None]:
    """Makes the folder and those above it; in case of a failure, takes away those that it made."""
    made: list[Path] = []
    missing = [path for path in (target, *target.parents) if not path.exists()]
    try:
        for path in reversed(missing):
            path.mkdir()
            made.append(path)
        yield
    except BaseException:
        for path in reversed(made):
            with contextlib.suppress(OSError):  # somebody else has put something there
                path.rmdir()
        raise


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A folder to work in, gone afterwards; after a failure, with all but what could not be moved back."""
    work = Path(tempfile.mkdtemp(prefix=".arcg-", dir=target))
    try:
        yield work
    except BaseException:
        shutil.rmtree(work / "new", ignore_errors=True)
        for folder in (work / "old", work):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise
    shutil.rmtree(work, ignore_errors=True)


def _move_back(place: Path, new: Path, old: Path) -> None:
    """Bring one place back to what it was, however far its exchange has got."""
    with contextlib.suppress(OSError):
        if not new.exists() and place.exists():
            place.rename(new)
        if old.exists():
            old.rename(place)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[list[int]]:
    """Ctrl+C is only noted, in the list that is given."""
    noted: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        noted.append(number)

    if threading.current_thread() is not threading.main_thread():  # where no signal arrives
        yield noted
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
