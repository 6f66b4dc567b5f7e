"""`arcg compile`: build game files into artefacts, or show what a pass of the compiler gives."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcg.commands.common import FALLS_SHORT, UNREADABLE, WRONG_USE, CommandError, guard, have_kernels, show, write_json

if TYPE_CHECKING:
    from arcg.compiler.ir import Program
    from arcg.dsl.diagnostics import Diagnostic

NAME = "compile"
HELP = """Build game files: each becomes a folder DIR/NAME, which Python loads without the language.

The same file gives the same bytes on every machine. Unless all files can be built and written, DIR stays as it is.
With --native each game also gets machine code, in this machine's cache: seconds a game, and it is quick at once.
Exit code 0: all are written; 1: a game has mistakes; 2: a file cannot be read or written.

\b
Examples:
    arcg compile mygame.arcg -o build
    arcg compile --json games/*/*.arcg -o build
    arcg compile mygame.arcg -o build --native
    arcg compile mygame.arcg --show plan
"""

Files = Annotated[
    list[str], typer.Argument(metavar="FILE", help="The .arcg files, or ids of shipped games.", show_default=False)
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="DIR", help="Where to write; made if it is not there.", show_default=False),
]
Native = Annotated[
    bool, typer.Option("--native", help="Also make machine code for each game, and keep it in this machine's cache.")
]
Shown = Annotated[
    str | None,
    typer.Option(
        "--show",
        metavar="PASS",
        help="Print what a pass gives and write nothing: parse, expand, check, lower, fold or plan.",
        show_default=False,
    ),
]


@dataclass(frozen=True, slots=True)
class Built:
    """What became of one file: its path, its text, what was found in it, and its program if there are no mistakes."""

    path: str
    text: str
    found: list[Diagnostic]
    program: Program | None


def run(
    files: Files,
    output: Output = None,
    native: Native = False,
    shown: Shown = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Compile `files`; the whole of what `arcg compile` does."""
    from arcg.compiler.passes import NAMES

    if shown is not None and shown not in NAMES:
        raise CommandError(f"there is no pass `{shown}`; the passes are {', '.join(NAMES)}")
    if (output is None) == (shown is None):
        raise CommandError("give either -o DIR, to write the games there, or --show PASS, to write nothing")
    if native and output is None:
        raise CommandError("--native makes machine code for games that are written: give -o DIR with it")
    with guard():
        built: list[Built] = []
        quick: dict[str, bool] = {}
        with _progress(len(files)) as begin:
            for file in files:
                begin(file)
                built.append(_build(file))
        sound = all(game.program is not None for game in built)
        if sound and output is not None:
            _write(built, output)
            quick = _make_native(built) if native else {}
        if sound and shown is not None:
            _show(built, shown, as_json)
    if output is not None or not sound:
        _tell(built, output if sound else None, quick, as_json)
    if not sound:
        unreadable = any(d.code == UNREADABLE for game in built for d in game.found)
        raise typer.Exit(WRONG_USE if unreadable else FALLS_SHORT)


def kernel_key() -> str:
    """The key under which compiled kernels are kept for this version of arcg."""
    from arcg.runtime.kernel import key

    return key()


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[str], None]]:
    """What is to be called with each file before it is built; draws a bar on a terminal if there are many."""
    if total == 1 or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, done = bar.add_task("", total=total), itertools.count()
        yield lambda file: bar.update(task, completed=next(done), description=Path(file).name)


def _build(file: str) -> Built:
    """Read, check and lower one file, and verify that it can be planned for fast engines."""
    from arcg.compiler.artefact import MANIFEST
    from arcg.compiler.lower import lower
    from arcg.compiler.passes import planned
    from arcg.dsl.check import check_text, read_source
    from arcg.runtime.loading import find

    path = find(file)
    if path.name == MANIFEST:
        raise CommandError(f"{file} is compiled already; give the .arcg file that it was made from")
    text, problem = read_source(path)
    if problem is not None:
        return Built(str(path), text, [problem], None)
    game, found = check_text(text, str(path))
    program = lower(game) if game is not None else None
    if program is not None:
        planned(program)
    return Built(str(path), text, found, program)


def _write(built: Sequence[Built], output: Path) -> None:
    """Write all artefacts."""
    from arcg.compiler.artefact import contents
    from arcg.compiler.store import store
    from arcg.runtime.entry import entry_for

    games: dict[str, dict[str, bytes]] = {}
    paths: dict[str, str] = {}
    for game in built:
        assert game.program is not None
        name = game.program.name
        if name in games:
            told = "is given twice" if paths[name] == game.path else f"and {game.path} are both called `{name}`"
            raise CommandError(f"{paths[name]} {told}; each game needs a folder of its own")
        paths[name] = game.path
        listed = entry_for(Path(game.path), name).set
        games[name] = contents(game.program, game.text, kernel_key(), listed)
    store(output, games)


def _make_native(built: Sequence[Built]) -> dict[str, bool]:
    """Make machine code for each game of things; by its path whether there is some now."""
    from arcg.runtime.kernel.native import ahead

    games = {game.path: game.program for game in built if game.program is not None and game.program.cellwise is None}
    if not games:
        return {}
    have_kernels(NAME)
    done = {}
    with _progress(len(games)) as begin:
        for path, program in games.items():
            begin(path)
            done[path] = ahead.made(program)
    return done


def _show(built: Sequence[Built], shown: str, as_json: bool) -> None:
    """Print what one pass gives for each file."""
    from arcg.compiler.passes import Source, results
    from arcg.compiler.show import as_data
    from arcg.compiler.show import show as tree

    documents = []
    for game in built:
        found = results(Source(game.text, game.path))
        step, value = next((step, value) for step, value in found if step.name == shown)
        if as_json:
            documents.append({"path": game.path, "pass": shown, "result": as_data(value)})
        else:
            typer.echo(f"# {game.path} after {step.name}: {step.does}\n{tree(value)}", nl=False)
    if as_json:
        write_json({"games": documents})


def _tell(built: Sequence[Built], output: Path | None, quick: dict[str, bool], as_json: bool) -> None:
    """Say what was found, what was written in `output` (None: nothing), and which games have machine code now."""
    if as_json:
        games = [_document(game, output) | {"native": quick.get(game.path)} for game in built]
        write_json({"written": output is not None, "games": games})
        return
    found = [diagnostic for game in built for diagnostic in game.found]
    if found:
        show(found, {game.path: game.text for game in built}, errors=True)
    if output is None:
        typer.echo("arcg: a game has mistakes, so nothing was written", err=True)
        return
    for game in built:
        assert game.program is not None
        levels = len(game.program.levels)
        native = {None: "", True: ", with machine code", False: ", but no machine code could be made"}
        told = f"{levels} level{'' if levels == 1 else 's'}{native[quick.get(game.path)]}"
        typer.echo(f"{output / game.program.name}: {told}")


def _document(game: Built, output: Path | None) -> dict[str, Any]:
    """One file for programs."""
    from arcg.compiler.ir import digest

    program = game.program
    return {
        "path": game.path,
        "ok": program is not None,
        "game": program.name if program is not None else None,
        "program": digest(program) if program is not None else None,
        "artefact": str(output / program.name) if program is not None and output is not None else None,
        "diagnostics": [diagnostic.as_json() for diagnostic in game.found],
    }
