"""`arcg generate`: fresh levels of a game, each proved solvable, for people, as a game file or as JSON."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcg.commands.common import (
    FALLS_SHORT,
    INTERRUPTED,
    CommandError,
    asking_to_stop,
    guard,
    have_kernels,
    may_write_new,
    show_progress,
    write_json,
)

if TYPE_CHECKING:
    from arcg.runtime.generate.fresh import Source
    from arcg.runtime.generate.searching import Fresh

NAME = "generate"
HELP = """Make fresh levels of a game from what the `generate` block of a level describes.

Each level is solved, and its shortest solution is proved to be one; none is won by luck where `arcg validate` would say
so; no two are the same up to symmetry and colour; and together they are spread over the difficulty asked for, which is
the number of actions of the shortest solution. The same seed gives the same levels on every machine.

Exit code 0: all levels were made; 1: the block, or what is asked of it, gives no further level, and what stood in the
way is told; or the game has mistakes.

\b
Examples:
    arcg generate mygame.arcg
    arcg generate mygame.arcg --level 2 --seed 7 --count 50 --difficulty 8..20
    arcg generate mygame.arcg --count 8 --out fresh.arcg --record fresh.jsonl
"""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="An .arcg file, or the id of a shipped game.")],
    level: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Make levels like level N; else like the first with a block.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2147483647, metavar="S", help="Another seed, other levels.")] = 0,
    count: Annotated[int, typer.Option(min=1, max=255, metavar="K", help="Make so many.")] = 10,
    difficulty: Annotated[
        str | None,
        typer.Option(
            metavar="A..B",
            help="Shortest solutions of A to B actions (A.. names no most), not what the block says.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game with these levels instead of its own.", show_default=False),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Record the solutions of what `--out` writes.", show_default=False),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, max=256, metavar="N", help="Processes that share the work.")] = 1,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="A dask.distributed cluster that does the work instead.", show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Make levels of `game`; the whole of what `arcg generate` does."""
    shortest = _bounds(difficulty)
    _may_write(out, record)
    have_kernels(NAME)
    from arcg.runtime.generate.fresh import cluster, made, processes, search_of, source_of
    from arcg.runtime.generate.searching import NoLevelError
    from arcg.runtime.generate.writing import NoGlyphError

    with guard():
        source = source_of(game)
    try:
        search = search_of(source, None if level is None else level - 1, shortest, seed)
    except ValueError as error:
        raise CommandError(str(error)) from None
    crew = None if jobs == 1 else processes(jobs)
    if scheduler is not None:
        try:
            crew = cluster(scheduler)
        except ModuleNotFoundError as error:
            raise CommandError(f"--scheduler: {error}") from None
    levels: list[Fresh] = []
    short = ""
    with guard(), asking_to_stop() as asked:
        try:
            for fresh in islice(made(search, crew), count):
                levels.append(fresh)
                show_progress(f"{len(levels)} of {count} levels")
                if not as_json:
                    typer.echo(_told(fresh))
                if asked:
                    break
        except NoLevelError as error:
            short = str(error)
    show_progress("")
    if levels and out is not None:
        with guard():
            try:
                _write(source, levels, out, record)
            except NoGlyphError as error:
                raise CommandError(str(error)) from None
    if as_json:
        write_json(_document(source, search.recipe.level, seed, levels, short, interrupted=bool(asked)))
    if short:
        typer.echo(f"arcg generate: {short}", err=True)
        raise typer.Exit(FALLS_SHORT)
    if asked:
        raise typer.Exit(INTERRUPTED)


def _bounds(difficulty: str | None) -> tuple[int, int] | None:
    """The two numbers of `8..20`, of `8`, or of `8..`, which names no most."""
    if difficulty is None:
        return None
    from arcg.dsl.generating import MEASURES

    found = re.fullmatch(r"(\d{1,6})(?:(\.\.)(\d{1,6})?)?", difficulty)
    low, high = (1, 0)
    if found:
        low = int(found[1])
        high = int(found[3]) if found[3] else MEASURES["shortest"] if found[2] else low
    if not 1 <= low <= high:
        raise CommandError(f"--difficulty {difficulty}: write the fewest and the most actions, such as 8..20, or 8..")
    return low, high


def _may_write(out: Path | None, record: Path | None) -> None:
    if record is not None and out is None:
        raise CommandError("--record records the levels of a file; name one with --out as well")
    for path in (out, record):
        if path is not None:
            may_write_new(path)
    if out is not None and (out.suffix != ".arcg" or (record is not None and record.absolute() == out.absolute())):
        raise CommandError(f"{out} is to be a game; give it a name of its own that ends in .arcg")


def _told(fresh: Fresh) -> str:
    """One level in a line."""
    level, proved = fresh.level, fresh.certificate
    told = f"{level.name}: {level.width}x{level.height}, {len(level.things)} things, {len(proved.moves)} actions"
    told += ", none is shorter" if proved.proved else ", not proved shortest"
    if proved.luck is not None:
        told += f", luck at most {proved.luck:.1e}"
    if proved.mechanics is not None:
        told += f", takes {', '.join(proved.mechanics) or 'nothing'}"
    if proved.branching is not None:
        told += f", {proved.branching:.1f} moves that change something"
    return told


def _document(
    source: Source, level: int, seed: int, levels: list[Fresh], short: str, *, interrupted: bool
) -> dict[str, Any]:
    from arcg.dsl.core import ACTION_NAMES

    return {
        "game": source.program.name,
        "level": level + 1,
        "seed": seed,
        "interrupted": interrupted,
        "stopped": short or None,
        "levels": [
            {
                "number": fresh.number,
                "name": fresh.level.name,
                "board": [fresh.level.width, fresh.level.height],
                "things": [
                    {
                        "kind": source.program.kinds[thing.kind].name,
                        "x": thing.x,
                        "y": thing.y,
                        "attrs": list(thing.attrs),
                    }
                    for thing in fresh.level.things
                ],
                "world": list(fresh.level.world),
                "actions": len(fresh.certificate.moves),
                "proved": fresh.certificate.proved,
                "moves": " ".join(
                    ACTION_NAMES[move.action] + (f" {move.x} {move.y}" if move.x >= 0 else "")
                    for move in fresh.certificate.moves
                ),
                "luck": fresh.certificate.luck,
                "mechanics": fresh.certificate.mechanics,
                "branching": fresh.certificate.branching,
                "same": fresh.key.hex(),
            }
            for fresh in levels
        ],
    }


def _write(source: Source, levels: list[Fresh], out: Path, record: Path | None) -> None:
    """Write the game with these levels, and a recording of their solutions."""
    from arcg.runtime.files import write_whole
    from arcg.runtime.generate.writing import written

    text = written(source.program, source.text, source.legend, [fresh.level for fresh in levels])
    write_whole(out, text)
    if record is None:
        return
    from arcg.runtime.engine import Action
    from arcg.runtime.kernel.engine import KernelEngine
    from arcg.runtime.loading import load
    from arcg.runtime.recording import Writer

    program = load(out)
    engine = KernelEngine(program)
    with Writer(record, program, source=out, text=text) as writer:
        writer.add(engine, Action.RESET)
        for fresh in levels:
            for move in fresh.certificate.moves:
                engine.step(*move)
                writer.add(engine, *move)
