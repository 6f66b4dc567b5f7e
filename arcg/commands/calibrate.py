"""`arcg calibrate`: test games with people, and say what that comes to: completion, baselines, cost of learning."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import FALLS_SHORT, CommandError, guard, have_kernels, may_write_page, shielded, write_json

if TYPE_CHECKING:
    from rich.console import Console

    from arcg.compiler.ir import Program
    from arcg.runtime.calibrate.measures import GameMeasures
    from arcg.runtime.calibrate.study import Plan, Study
    from arcg.runtime.official.info import GameInfo

NAME = "calibrate"
HELP = """Test games with people, and measure baselines.

Testers play without instructions, each game once, anonymously. What they do is kept in one file to which rows are only
added; files of several places can be merged, and every session can be played again.

\b
Examples:
    arcg calibrate run mygame.arcg --data study.sqlite
    arcg calibrate report study.sqlite --html study.html
    arcg calibrate report study.sqlite --write mygame.arcg
    arcg calibrate merge monday.sqlite tuesday.sqlite --out all.sqlite
    arcg calibrate recordings study.sqlite --out sessions/
"""

RUN = """Set up sessions for testers, in a browser or, with --window, in a window of this machine.

A tester agrees to the consent text, then plays the games in an order of their own, each once. After --soft minutes in a
game they are told that they may stop; after --hard minutes it ends. A session that was cut off, by whatever, goes on
where it was.

\b
Examples:
    arcg calibrate run games/ --data study.sqlite
    arcg calibrate run mygame.arcg --data study.sqlite --host 0.0.0.0 --port 8010
    arcg calibrate run mygame.arcg --data study.sqlite --window --consent consent.txt
"""

REPORT = """Say what testers did: by level how many completed it, actions, time, resets, baselines; and each tester.

A level's baseline is the upper median of the actions of those who completed it. A game is in if at least two of ten
testers complete all of it. --write puts the baselines of a game into its arcg.yaml.

Exit code 0: every game is in; 1: some game is not, or not yet; 2: the file cannot be used.

\b
Examples:
    arcg calibrate report study.sqlite
    arcg calibrate report monday.sqlite tuesday.sqlite --html study.html
    arcg calibrate report study.sqlite --write mygame.arcg --json
"""

MERGE = """Put the data of several places into one file.

\b
Example:
    arcg calibrate merge monday.sqlite tuesday.sqlite --out all.sqlite
"""

RECORDINGS = """Write every session as a recording, for `arcg replay` and `arcg score`.

\b
Example:
    arcg calibrate recordings study.sqlite --out sessions/
"""

SEARCHED, MEMORY, SECONDS = 1_000_000, 512, 30.0
"""Positions, MB and seconds for the shortest solution of a level."""

app = typer.Typer(name=NAME, help=HELP, no_args_is_help=True, rich_markup_mode=None)

Data = Annotated[Path, typer.Option("--data", metavar="FILE", help="Where everything is kept; made if need be.")]
Files = Annotated[list[Path], typer.Argument(metavar="DATA", help="Files made by `arcg calibrate run`.")]


def run(
    games: Annotated[
        list[str], typer.Argument(metavar="GAME", help="Games: files, folders of them, or ids of shipped games.")
    ],
    data: Data,
    window: Annotated[bool, typer.Option("--window", help="One tester after the other, in a window here.")] = False,
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="The port; 0 for any that is free.")] = 8010,
    soft: Annotated[float, typer.Option(min=0.1, metavar="MINUTES", help="When testers are told they may stop.")] = 20,
    hard: Annotated[float, typer.Option(min=0.1, metavar="MINUTES", help="When a game ends.")] = 30,
    consent: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A text to agree to instead of ours.", show_default=False)
    ] = None,
    in_order: Annotated[bool, typer.Option("--in-order", help="The games in the order given, for everybody.")] = False,
    seed: Annotated[
        int, typer.Option(min=0, max=2147483647, metavar="N", help="The seed of games that use chance.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON with the address.")] = False,
) -> None:
    """Run a study; the whole of what `arcg calibrate run` does."""
    if not (math.isfinite(soft) and math.isfinite(hard)):
        raise CommandError("--soft and --hard are numbers of minutes")
    if hard < soft:
        raise CommandError(f"--hard {hard:g} would come before --soft {soft:g}")
    with guard():
        from arcg.runtime.calibrate.store import Store
        from arcg.runtime.calibrate.study import Plan, Study
        from arcg.runtime.official.info import collect

        infos = collect(games)
        text = _consent(consent)
        plan = Plan(soft_minutes=soft, hard_minutes=hard, shuffled=not in_order, seed=seed)
        plan = plan if text is None else _with_consent(plan, text)
        if window:
            with Store(data) as store:
                _in_window(Study(infos, plan, store, place="window"))
            return
        _in_browser(infos, plan, data, host, port, as_json)


def _consent(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        text = path.read_text(encoding="utf-8").strip()
    except UnicodeDecodeError as error:
        raise CommandError(f"{path}: this is no text in UTF-8") from error
    if not text:
        raise CommandError(f"{path}: there is no text in it to agree to")
    return text


def _with_consent(plan: Plan, text: str) -> Plan:
    from dataclasses import replace

    return replace(plan, consent=text)


def _in_window(study: Study) -> None:
    from arcg.editor.tester import sit_down

    sit_down(study)


def _in_browser(infos: list[GameInfo], plan: Plan, data: Path, host: str, port: int, as_json: bool) -> None:
    try:
        from arcg.runtime.calibrate.web import create_app
        from arcg.runtime.server.serving import AddressError, listening, serve, url_of
    except ImportError as error:
        raise CommandError("a study in the browser needs starlette and uvicorn: pip install 'arcg[serve]'") from error
    import json

    from arcg.runtime.calibrate.store import Store
    from arcg.runtime.calibrate.study import Study

    def ready() -> None:
        ids = [info.game_id for info in infos]
        if as_json:
            told = json.dumps({"url": url, "games": ids, "data": str(data)})
        else:
            count = f"{len(ids)} game{'s' if len(ids) > 1 else ''}"
            told = f"testers play {count} at {url}; everything goes to {data}; Ctrl+C ends"
        sys.stdout.write(told + "\n")
        sys.stdout.flush()

    try:
        with listening(host, port) as bound, Store(data) as store:
            url = url_of(bound, host)
            serve(create_app(Study(infos, plan, store)), bound, 2_000, ready)
    except AddressError as error:
        raise CommandError(str(error)) from error
    except KeyboardInterrupt:  # uvicorn has closed everything and passes it on
        return


# ---------------------------------------------------------------- report


def report(
    data: Files,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page with heat maps and curves.", show_default=False)
    ] = None,
    write: Annotated[
        list[str] | None,
        typer.Option(metavar="GAME", help="Put this game's baselines into its arcg.yaml.", show_default=False),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Without the shortest solutions.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Report on a study; the whole of what `arcg calibrate report` does."""
    if html is not None:
        may_write_page(html)
    with guard():
        measured = _measured(data, quick)
        written = [_write(game, measured) for game in write or []]
        if html is not None:
            from arcg.runtime.calibrate.page import page
            from arcg.runtime.files import write_whole

            write_whole(html, page(measured))
    fine = all(game.inclusion == "in" for game in measured)
    if as_json:
        from arcg.runtime.calibrate.report import document

        write_json({"ok": fine, "games": [document(game) for game in measured], "written": list(map(str, written))})
    else:
        _tell(measured)
        for path in [*written, *([html] if html is not None else [])]:
            typer.echo(f"{path}: written")
    raise typer.Exit(0 if fine else FALLS_SHORT)


def _measured(files: list[Path], quick: bool) -> list[GameMeasures]:
    """What the files say together. Several are merged in memory, and stay as they are."""
    from arcg.runtime.calibrate.measures import measure
    from arcg.runtime.calibrate.plays import played
    from arcg.runtime.calibrate.store import Store, in_memory

    with Store(files[0], reading=True) if len(files) == 1 else in_memory(files) as store:
        games = played(store)
    if not games:
        raise CommandError(f"{files[0]}: no game has been played yet")
    if not quick:
        have_kernels(NAME)
    return [measure(game, {} if quick else _shortest(game.program.name, game.program)) for game in games]


def _shortest(name: str, program: Program) -> dict[int, int]:
    """The lengths of the shortest solutions that are proved to be that."""
    from arcg.runtime.explore.graph import Limits
    from arcg.runtime.explore.solving import solve

    found = {}
    for level in range(len(program.levels)):
        if sys.stderr.isatty():
            sys.stderr.write(f"\rsolving {name}, level {level + 1} of {len(program.levels)}\033[K")
        answer = solve(program, level, limits=Limits(SEARCHED, MEMORY << 20, SECONDS))
        if answer.moves is not None and not answer.why:
            found[level] = len(answer.moves)
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    return found


def _write(source: str, measured: list[GameMeasures]) -> Path:
    """Put the baselines of a game into its `arcg.yaml`."""
    from arcg.compiler.ir import digest
    from arcg.runtime.calibrate.baselines import write_baselines
    from arcg.runtime.loading import find, load

    path, program = find(source), load(source)
    fitting = [game for game in measured if digest(game.played.program) == digest(program)]
    if not fitting:
        other = [game.played.game_id for game in measured if game.played.program.name == program.name]
        told = f"; {other[0]} was played, which is another version" if other else ""
        raise CommandError(f"{source}: nobody has played this game in this version{told}")
    baselines = fitting[0].baselines
    if baselines is None:
        missing = [str(number) for number, one in enumerate(fitting[0].levels, start=1) if one.baseline is None]
        raise CommandError(f"{source}: nobody has completed level {', '.join(missing)} yet, so nothing was written")
    return write_baselines(path, program.name, baselines)


def _tell(measured: list[GameMeasures]) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    for game in measured:
        _tell_game(console, game)


def _tell_game(console: Console, game: GameMeasures) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from arcg.runtime.calibrate.page import named

    console.print(game.played.program.name, style="bold", markup=False, end="  ")
    console.print(game.played.game_id, markup=False)
    quick = all(level.shortest is None for level in game.levels)
    levels = Table(box=box.SIMPLE, padding=(0, 1), collapse_padding=True)
    levels.add_column("level", no_wrap=True)
    for name in ("won", "actions", "baseline", "time", "resets", *(() if quick else ("shortest", "cost"))):
        levels.add_column(name, justify="right", no_wrap=True)
    for number, level in enumerate(game.levels):
        least, most = (level.actions[0], level.actions[-1]) if level.actions else ("", "")
        cost = "" if level.learning_cost is None else f"{level.learning_cost:.1f}x"
        levels.add_row(
            escape(named(game, number)),
            f"{level.completed}/{level.reached}",
            str(least) if least == most else f"{least}-{most}",
            "" if level.baseline is None else str(level.baseline),
            "" if level.seconds is None else f"{level.seconds:.0f} s",
            str(level.resets),
            *(() if quick else ("" if level.shortest is None else str(level.shortest), cost)),
        )
    console.print(levels)
    testers = Table(box=box.SIMPLE, padding=(0, 1), collapse_padding=True)
    testers.add_column("tester", no_wrap=True)
    for name in ("levels", "actions", "minutes", "resets", "ended", "RHAE"):
        testers.add_column(name, justify="right")
    for one in game.testers:
        score = "" if one.score is None else f"{one.score:.1f}"
        ended = one.ended + (" (late)" if one.soft else "")
        figures = (one.levels, one.actions, f"{one.seconds / 60:.1f}", one.resets)
        testers.add_row(one.tester, *map(str, figures), ended, score)
    if game.testers:
        console.print(testers)
    colour = {"in": "green", "out": "red"}.get(game.inclusion, "yellow")
    through = f"{game.completed} of {game.closed} testers completed all levels"
    console.print(f"[{colour}]{game.inclusion}[/{colour}]: {through}", end="\n\n")


# ---------------------------------------------------------------- files


def merge(
    data: Files, out: Annotated[Path, typer.Option(metavar="FILE", help="The file to add everything to.")]
) -> None:
    """Merge files; the whole of what `arcg calibrate merge` does."""
    with guard():
        from arcg.runtime.calibrate.store import Store

        for path in data:
            with Store(path, reading=True):  # whether it can be read at all, before anything is made
                pass
        with Store(out) as store:
            for path in data:
                new = store.merge(path)
                typer.echo(f"{path}: {new} new session{'' if new == 1 else 's'}")


def recordings(
    data: Annotated[Path, typer.Argument(metavar="DATA", help="A file made by `arcg calibrate run`.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for them.")],
) -> None:
    """Write sessions as recordings; the whole of what `arcg calibrate recordings` does."""
    with guard():
        from arcg.runtime.calibrate.report import write_recordings
        from arcg.runtime.calibrate.store import Store

        with Store(data, reading=True) as store:
            paths = write_recordings(store, out)
    typer.echo(f"{len(paths)} session{'' if len(paths) == 1 else 's'} written to {out}")


for what, text in ((run, RUN), (report, REPORT), (merge, MERGE), (recordings, RECORDINGS)):
    app.command(what.__name__, help=text)(shielded(what))
