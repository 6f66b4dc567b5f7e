"""`arcg novelty`: how much of one game's mechanics is new beside another's, for people or as JSON."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import FALLS_SHORT, CommandError, guard, may_write_page, processors, write_json
from arcg.runtime.files import write_whole

if TYPE_CHECKING:
    from arcg.compiler.novelty.collection import Game
    from arcg.compiler.novelty.report import Report
    from arcg.compiler.novelty.verdict import Null

NAME = "novelty"
HELP = """Compare the mechanics of games: 0 the same program, 1 nothing in common.

Two games, all games of a folder with each other, or one game with all of a folder. Names, colours, pictures, levels,
mirrored boards and the order of rules that commute make no difference. Games are .arcg files, PuzzleScript texts,
compiled or shipped games.

Exit code 0: compared; 1: a game has mistakes, or is not new enough beside a collection (arcg.yaml says what is asked
for); 2: a file cannot be read. Of a folder, files with mistakes are told and left out.

\b
Examples:
    arcg novelty mygame.arcg dyer
    arcg novelty sokoban.txt mygame.arcg
    arcg novelty dyer tilt --json
    arcg novelty games/ --html report.html
    arcg novelty mygame.arcg --against games/
    arcg novelty --calibrate games/ --out null.json
    arcg novelty mygame.arcg dyer --null null.json
"""


def run(
    a: Annotated[
        str | None, typer.Argument(metavar="A", help="A game, or a folder of games.", show_default=False)
    ] = None,
    b: Annotated[str | None, typer.Argument(metavar="B", help="Another game.", show_default=False)] = None,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Review the game A beside all games of a folder.", show_default=False),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page about all pairs of a folder.", show_default=False)
    ] = None,
    null: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Judge by the unrelated games of this file, which --calibrate has written."),
    ] = None,
    calibrate: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Measure how the games of a folder compare, to judge others by it."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file for --calibrate to write; null.json by default.")
    ] = None,
    families: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="For --calibrate: which games of the folder belong together (YAML)."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, help="Processes that share the work of a folder; by default one for each processor."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what takes more than a moment.")] = False,
) -> None:
    """Compare `a` and `b`, or all games in `a`; the whole of what `arcg novelty` does."""
    if calibrate is not None:
        if a is not None or against is not None or null is not None:
            raise CommandError("--calibrate takes a folder and compares nothing else")
        if html is not None:
            raise CommandError("--calibrate writes a table and no page; leave out --html")
        from arcg.commands.novelty_calibrate import measure

        with _interruptible():
            measure(calibrate, out, families, jobs or processors(), as_json)
        return
    if out is not None or families is not None:
        raise CommandError("--out and --families belong to --calibrate")
    if a is None:
        raise CommandError("name two games, or a folder of games; --help tells more")
    if html is not None:
        if b is not None or against is not None:
            raise CommandError("--html writes a page about all pairs of a folder; name one folder and no more")
        may_write_page(html)
    if against is not None:
        if b is not None:
            raise CommandError("one game is reviewed at a time; leave out B or --against")
        with _interruptible():
            _review(a, against, _null(null), jobs or processors(), as_json, quick)
    elif b is None:
        with _interruptible():
            _survey(a, _null(null), jobs or processors(), html, as_json)
    else:
        with _interruptible():
            _pair(a, b, _null(null), as_json, quick)


def _null(file: Path | None) -> Null:
    """What games are judged by."""
    from arcg.compiler.novelty.verdict import null_in, shipped_null

    with guard():
        return shipped_null() if file is None else null_in(file)


# ---------------------------------------------------------------- two games


def _pair(a: str, b: str, null: Null, as_json: bool, quick: bool) -> None:
    with guard():
        for name, single in ((a, b), (b, a)):
            if _is_folder(name):
                raise CommandError(
                    f"{name} is a folder of games; to compare one with all of it: {single} --against {name}"
                )
        one, other = (_game(name) for name in (a, b))
    found = _beside(one, other, null, quick)
    if as_json:
        write_json(found.as_json())
    elif sys.stdout.isatty():
        _show(found)
    else:
        sys.stdout.write(_text(found))


def _is_folder(name: str) -> bool:
    """Whether a name is that of a folder which is no compiled game."""
    from arcg.compiler.artefact import MANIFEST

    return Path(name).is_dir() and not Path(name, MANIFEST).exists()


def _beside(one: Game, other: Game, null: Null, quick: bool) -> Report:
    """All that is said of two games."""
    from arcg.compiler.novelty.report import report

    found = report(one, other, null, quick)
    if quick:
        return found
    from rich.console import Console

    from arcg.runtime.behaviour.played import played

    with Console(stderr=True).status("loading the kernels") as shown:  # nothing where there is no terminal
        return played(found, shown.update)


def _game(name: str) -> Game:
    """The game that is meant by a name: that of a file, of any kind, or a shipped one."""
    from arcg.compiler.novelty.collection import PuzzleScriptError, read_game
    from arcg.runtime.loading import find

    try:
        return read_game(find(name))
    except PuzzleScriptError as error:
        raise CommandError(str(error), FALLS_SHORT) from error


def _text(found: Report) -> str:
    """The report as plain text."""
    lines = [f"A  {found.a.file}", f"B  {found.b.file}", "", f"{found.judgement.verdict}: {found.reason}"]
    lines += [f"but {remark}" for remark in found.remarks]
    for title, rows in found.rows().items():
        lines += ["", title, *(f"  {name:<12} {value}" for name, value in rows)]
    if found.comparison.shared:
        lines += ["", "shared rules", *(f"  {bits:>9}  {a}  =  {b}" for bits, a, b in found.shared_rows())]
    return "\n".join(lines) + "\n"


def _show(found: Report) -> None:
    """The report as tables on a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from arcg.commands.novelty_survey import COLOURS

    console = Console(highlight=False)
    console.print(f"A  {found.a.file}\nB  {found.b.file}\n", markup=False)
    verdict = found.judgement.verdict
    console.print(Text.assemble((verdict, COLOURS[verdict]), f": {found.reason}"))
    for remark in found.remarks:
        console.print(Text(f"but {remark}", "yellow"))
    console.print()
    table = Table("", "", "", box=None, show_header=False)
    for title, rows in found.rows().items():
        for number, (name, value) in enumerate(rows):
            table.add_row("" if number else f"[bold]{title}", name, Text(value))
    console.print(table)
    if found.comparison.shared:
        shared = Table("shared rules", box=None)
        for name in ("A", "B"):
            shared.add_column(name, overflow="fold")
        for row in found.shared_rows():
            shared.add_row(*row)
        console.print(shared)


# ---------------------------------------------------------------- a folder


def _survey(name: str, null: Null, jobs: int, html: Path | None, as_json: bool) -> None:
    """All games of a folder beside each other."""
    from arcg.commands.novelty_review import asked_of, tell_asked
    from arcg.commands.novelty_survey import progress, show, tell_left_out

    folder = Path(name)
    with guard():
        if not folder.is_dir():
            from arcg.runtime.loading import find

            find(name)
            raise CommandError(f"{name} is one game; name another one, or the folder of others with --against")
        from arcg.compiler.novelty.ready import ready_in
        from arcg.compiler.novelty.survey import survey
        from arcg.runtime.novelty_settings import novelty_settings_for

        settings, file = novelty_settings_for(folder / "any.arcg")
        with progress() as told:
            found = survey(ready_in(folder, jobs, told), null, jobs, told)
    tell_left_out(found.left_out)
    if html is not None:
        from arcg.compiler.novelty.survey_page import page

        with guard():
            write_whole(html, page(found))
    failed = [pair for pair in found.closest if file is not None and settings.fails(pair.verdict, pair.novelty)]
    if as_json:
        write_json({"ok": not failed, "asked": asked_of(settings, file), **found.as_json()})
    else:
        show(found)
        if file is not None:
            tell_asked(len(failed), len(found.pairs), settings, file)
        if html is not None:
            typer.echo(f"{html}: written")
    raise typer.Exit(FALLS_SHORT if failed else 0)


def _review(name: str, folder: Path, null: Null, jobs: int, as_json: bool, quick: bool) -> None:
    """A game beside all games of a folder."""
    from arcg.commands.novelty_review import asked_of, failing, grounds, show
    from arcg.commands.novelty_survey import progress, tell_left_out

    with guard():
        from arcg.compiler.novelty.ready import ready, ready_in
        from arcg.compiler.novelty.review import review
        from arcg.runtime.loading import find
        from arcg.runtime.novelty_settings import novelty_settings_for

        if folder.is_file():
            raise CommandError(
                f"{folder} is a file; --against takes a folder, and two games are compared by naming both"
            )
        if _is_folder(name):
            raise CommandError(
                f"{name} is a folder; --against takes one game, and a folder alone is compared with itself"
            )
        path = find(name)
        settings, file = novelty_settings_for(path)
        new = _game(name)
        with progress() as told:
            found = review(ready(new), ready_in(folder, jobs, told, without=path), null, told)
    beside = _beside(new, found.game(found.nearest).game, null, quick)
    more = grounds(beside, settings)
    failed = bool(failing(found, settings) or more)
    tell_left_out(found.left_out)
    if as_json:
        write_json(
            {
                "ok": not failed,
                "asked": asked_of(settings, file),
                "grounds": list(more),
                **found.as_json(),
                "beside_nearest": beside.as_json(),
            }
        )
    else:
        show(found, settings, file, beside)
    raise typer.Exit(FALLS_SHORT if failed else 0)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Long work, which Ctrl+C may end at any time."""
    try:
        yield
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; nothing is written\n")
        raise
