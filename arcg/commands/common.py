"""What the commands share: how a user's mistake is told and how text goes out.

Commands raise `CommandError`, or let `guard` turn the errors that the rooms below raise for bad files into one; the
front door (`arcg.cli`) prints it and sets the exit code.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import typer

from arcg.dsl.diagnostics import ArcgError, Diagnostic

FALLS_SHORT = 1
WRONG_USE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
"""The last two are what a shell reports for a program that Ctrl+C or a closed pipe has ended."""

UNREADABLE = "E002"
"""The code of the diagnostic for a file that cannot be read."""


class CommandError(Exception):
    """Something to tell the user, without a traceback; `code` is the exit code."""

    def __init__(self, message: str, code: int = WRONG_USE) -> None:
        super().__init__(message)
        self.code = code


def shielded(run: Callable[..., None]) -> Callable[..., None]:
    """The command, quietly ended by Ctrl+C, a closed pipe or a full disk (Typer has codes of its own for them)."""

    @functools.wraps(run)
    def command(*args: object, **options: object) -> None:
        try:
            try:
                run(*args, **options)
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            # What is still buffered has nowhere to go; without this, Python complains when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from None
        except SystemExit as done:
            if isinstance(done.__context__, BrokenPipeError):  # Rich ends the program itself, with 1
                raise typer.Exit(BROKEN_PIPE) from None
            raise
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise CommandError("what is told here could not be written: no space left on device") from None

    return command


@contextlib.contextmanager
def guard() -> Iterator[None]:
    """Turns the errors of bad files and bad values into a `CommandError`, and a game with mistakes into its report."""
    try:
        yield
    except ArcgError as error:
        show(error.diagnostics, read_sources(error.diagnostics), errors=True)
        raise CommandError("the game has mistakes", FALLS_SHORT) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror.lower() if error.strerror else str(error)
        raise CommandError(f"{error.filename}: {reason}" if error.filename else reason) from error
    except ValueError as error:
        raise CommandError(str(error)) from error


def show(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], *, errors: bool = False) -> None:
    """Write a report, in colour on a terminal; to the error output with `errors`."""
    from arcg.dsl.render import render, render_text  # brings rich

    out = sys.stderr if errors else sys.stdout
    if not out.isatty():
        out.write(render_text(diagnostics, sources))
        return
    from rich.console import Console

    Console(file=out, highlight=False, soft_wrap=True).print(render(diagnostics, sources), end="")


def read_sources(diagnostics: Iterable[Diagnostic]) -> dict[str, str]:
    """The texts of the files that the diagnostics speak of."""
    from arcg.dsl.check import read_source

    return {file: read_source(file)[0] for file in {diagnostic.span.file for diagnostic in diagnostics}}


def have_kernels(command: str) -> float:
    """Have the kernels compiled, for a command; the seconds it took (0 when they were)."""
    try:
        from arcg.runtime.kernel import ready
    except ImportError as error:
        raise CommandError(f"the kernels need numba: {error}") from error
    if ready.is_built():
        return 0.0
    told = f"arcg {command}: compiling the kernels, once for this version of arcg; this takes a few minutes\n"
    sys.stderr.write(told)
    began = time.perf_counter()
    ready.build()
    return time.perf_counter() - began


@contextlib.contextmanager
def asking_to_stop() -> Iterator[list[int]]:
    """A list that is empty until Ctrl+C; a second Ctrl+C ends the command at once."""
    asked: list[int] = []

    def stop(number: int, _: object) -> None:
        asked.append(number)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def processors() -> int:
    """How many processes can work at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def write_json(document: object) -> None:
    """Write a document for programs."""
    sys.stdout.write(json.dumps(document, indent=2, ensure_ascii=False) + "\n")


def may_write_new(path: Path) -> None:
    """Refuse to write a file where something is already, or where it cannot lie."""
    if path.exists():
        raise CommandError(f"{path} exists already; give the name of a new file")
    if not path.parent.is_dir():
        raise CommandError(f"{path.parent}: there is no such folder, so {path.name} could not be written there")


def may_write_page(html: Path) -> None:
    """Refuse to write a page where it cannot lie, or over anything but a page."""
    from arcg.compiler.webpage import START

    if not html.parent.is_dir():
        raise CommandError(f"{html.parent}: there is no such folder, so {html.name} could not be written there")
    if html.is_dir():
        raise CommandError(f"{html} is a folder; name a file for the page")
    if html.exists() and not html.read_bytes().startswith(START.encode()):
        raise CommandError(f"{html} is there already and is no page; name another file")


def show_progress(text: str) -> None:
    """Say on a terminal how far the work is, in the place of what was said before; an empty text takes it away."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}"[:110] + "\x1b[K")
        sys.stderr.flush()
