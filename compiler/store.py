"""Writing folders of games: those of several games take their places together, or all stays as it was.

Everything is written beside its place first, on the same file system. Then each old folder is moved out of the way
and the new one into its place; whatever goes wrong, Ctrl+C included, what was moved is moved back. `Form` says what
the folders hold: artefacts, or games for the official toolkit.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from arcg.compiler.artefact import MANIFEST, ArtefactError

DEVICES = r"(?!(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:/|$))"
"""Before what a folder may be called: it is no device of Windows."""


@dataclass(frozen=True)
class Form:
    """Folders of one form.

    Attributes:
        what: a word for what such a folder holds.
        name: what the folders may be called, seen from the one they are all in: no way out of that.
        mark: a file that each of them has.
    """

    what: str
    name: re.Pattern[str]
    mark: str


ARTEFACTS = Form("compiled game", re.compile(DEVICES + r"[a-z][a-z0-9_]*", re.ASCII), MANIFEST)


def store(target: Path, games: Mapping[str, Mapping[str, bytes]], form: Form = ARTEFACTS) -> None:
    """Write `games` (name to files) as folders of `target`, all of them or none.

    Folders of these games that are there already are replaced; all else in `target` is left alone. `target` is made
    if it is not there.

    Raises:
        ArtefactError: a game cannot have a folder, or something else has its place.
        OSError: something cannot be written.
        KeyboardInterrupt: it was asked for before all was written.
    """
    if target.exists() and not target.is_dir():
        raise ArtefactError(f"{target} is there already and is no folder; choose another name")
    for name, files in games.items():
        _check_place(target, name, files, form)
    with _interrupts_held() as interrupts, contextlib.ExitStack() as folders:
        for folder in dict.fromkeys([target, *((target / name).parent for name in games)]):
            folders.enter_context(_folder(folder))
        work = folders.enter_context(_beside(target))
        new, old = work / "new", work / "old"
        for name, files in games.items():
            (new / name).mkdir(parents=True)
            (old / name).parent.mkdir(parents=True, exist_ok=True)
            for file, data in files.items():
                (new / name / file).write_bytes(data)
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


def _check_place(target: Path, name: str, files: Mapping[str, bytes], form: Form) -> None:
    """Refuse a place that is not free and not of that form: what else is there is not ours to replace."""
    if not form.name.fullmatch(name):
        raise ArtefactError(f"a game called `{name}` cannot have a folder of that name; call it something else")
    for above in list((target / name).relative_to(target).parents)[:-1]:
        if (target / above).is_symlink() or ((target / above).exists() and not (target / above).is_dir()):
            raise ArtefactError(f"{target / above} is there already and is no folder; choose another one to write to")
    place = target / name
    if not place.is_symlink() and not place.exists():
        return
    if place.is_symlink() or not place.is_dir() or not (place / form.mark).is_file():
        raise ArtefactError(f"{place} is there already and is no {form.what}; choose another folder")
    others = sorted(entry.name for entry in place.iterdir() if entry.name not in files)
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
        for folder in (*sorted((work / "old").glob("**"), reverse=True), work):
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
