"""`arcg replay`: play recordings again and say whether everything looks as it did, and which rules never took part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcg.commands.common import FALLS_SHORT, CommandError, guard, write_json

if TYPE_CHECKING:
    from arcg.compiler.ir import Program
    from arcg.runtime.coverage import Coverage, RuleUse
    from arcg.runtime.engine import Engine
    from arcg.runtime.recording import Difference, Recording

NAME = "replay"
HELP = """Play recordings again and tell every difference, or show and convert one.

Takes recordings of arcg (with frames or compact), of the official toolkit and of the official agents. Without --game
the game is the one that the recording names, or the shipped game of its official id.

With --rules it also tells which rules of the game never matched in any of the recordings, and which matched but were
never applied. --play and --gif show a recording as it was seen; --official and --compact write it in another form.

Exit code 0: all frames, levels and outcomes are the same; 1: something differs or was not recorded, or the game has
mistakes. What --rules tells does not change it.

\b
Examples:
    arcg replay play.jsonl
    arcg replay play.jsonl --game mygame.arcg --json
    arcg replay games/glow/recordings/*.jsonl --rules
    arcg replay play.jsonl --play
    arcg replay play.jsonl --gif play.gif
    arcg replay play.jsonl --official official.jsonl
"""

_SHOWN = 5
"""Differences told to people; the first says most, those after it often follow from it."""

_LONG = 1_000
"""Answers from which on it is worth a second or two to load the kernels."""


def run(
    recordings: Annotated[list[Path], typer.Argument(metavar="RECORDING", help="Recordings of any kind.")],
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Replay on this file or shipped game instead.", show_default=False),
    ] = None,
    rules: Annotated[bool, typer.Option("--rules", help="Tell which rules were never applied in them all.")] = False,
    play: Annotated[bool, typer.Option("--play", help="Show it in a window, or in the terminal.")] = False,
    speed: Annotated[float, typer.Option(metavar="N", help="So many times the speed of play.")] = 1.0,
    gif: Annotated[
        Path | None, typer.Option(metavar="OUT.gif", help="Write it as an animation.", show_default=False)
    ] = None,
    official: Annotated[
        Path | None,
        typer.Option(metavar="OUT.jsonl", help="Write it as the official toolkit would.", show_default=False),
    ] = None,
    compact: Annotated[
        Path | None,
        typer.Option(metavar="OUT.jsonl", help="Write its actions and hashes of what was seen.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write a JSON document instead of a report.")] = False,
) -> None:
    """Replay `recordings`; the whole of what `arcg replay` does."""
    with guard():
        if play or gif or official or compact:
            if rules or as_json or len(recordings) != 1:
                raise CommandError("--play, --gif, --official and --compact take one recording and nothing else")
            from arcg.commands.replay_out import put_out

            put_out(recordings[0], game, play=play, speed=speed, gif=gif, official=official, compact=compact)
            return
        reports, coverage = _replayed(recordings, game, rules=rules)
    if as_json:
        write_json(_document(reports, coverage))
    else:
        for report in reports:
            _tell(report)
        if coverage is not None:
            _tell_rules(coverage)
    raise typer.Exit(0 if all(report.same for report in reports) else FALLS_SHORT)


@dataclass(frozen=True)
class Report:
    """How a recording was replayed. `versions` says which ids were compared, if they are known and not the same."""

    played: Recording
    changed: bool
    versions: str
    differences: list[Difference]

    @property
    def same(self) -> bool:
        """Whether everything looks as it did; what cannot be played again does not."""
        return self.played.replayable and not self.differences


def _replayed(paths: list[Path], game: str | None, *, rules: bool) -> tuple[list[Report], Coverage | None]:
    """Play recordings again."""
    from arcg.runtime.coverage import Coverage
    from arcg.runtime.loading import load
    from arcg.runtime.official.finding import game_of
    from arcg.runtime.recording import read, replay

    played = [read(path) for path in paths]
    sources = [game_of(one) if game is None else game for one in played]
    programs = [load(source) for source in sources]
    for one, program in zip(played, programs, strict=True):
        _fits(one, program)
    if rules:
        _of_one_game(played, programs)
    coverage = Coverage(programs[0]) if rules else None
    watch = None if coverage is None else partial(_count, coverage)
    reports = []
    for one, program, source in zip(played, programs, sources, strict=True):
        changed = not one.of_version(program)
        engine = None if rules else _engine(len(one.answers))
        differences = replay(one, program, engine=engine, watch=watch) if one.replayable else []
        reports.append(Report(one, changed, _versions(one, source) if changed else "", differences))
    return reports, coverage


def _engine(answers: int) -> Callable[[Program], Engine] | None:
    """The kernels for a long recording, where they have been compiled; else the reference engine, which is at hand."""
    if answers < _LONG:
        return None
    from arcg.runtime.kernel import KernelEngine, ready

    return KernelEngine if ready.is_built() else None


def _versions(played: Recording, source: str | Path) -> str:
    """Which versions were played and are here, where the recording has an official id."""
    from arcg.runtime.official.finding import told_versions
    from arcg.runtime.official.info import info_of

    return told_versions(played, info_of(source)) if played.game_id else ""


def _fits(played: Recording, program: Program) -> None:
    """The game has the level at which the recording begins."""
    levels = len(program.levels)
    if played.first_level >= levels:
        began = f"{played.path}: line 1: the play began at level {played.first_level + 1}"
        raise CommandError(f"{began}, but {program.name} has {levels}")


def _of_one_game(played: list[Recording], programs: list[Program]) -> None:
    """What the rules did can be summed."""
    from arcg.compiler.ir import digest

    first = programs[0]
    for one, program in zip(played, programs, strict=True):
        if digest(program) != digest(first):
            of = f"{played[0].path} is of {first.name}, {one.path} of {program.name}"
            of = of if first.name != program.name else f"{played[0].path} and {one.path} are of two versions of it"
            raise CommandError(f"--rules wants recordings of one game: {of}; replay them one by one")


def _count(coverage: Coverage, engine: Engine) -> None:
    coverage.add(engine.trace())


# ---------------------------------------------------------------- for people


def _tell(report: Report) -> None:
    """How one recording was replayed."""
    played, differences = report.played, report.differences
    for difference in differences[:_SHOWN]:
        typer.echo(str(difference))
    if len(differences) > _SHOWN:
        typer.echo(f"... and {len(differences) - _SHOWN} more differences")
    count = len(played.answers)
    verdict = "all the same" if report.same else "NOT the same" if differences else "not played again"
    parts = [f"{played.game or played.game_id}: {count} answer{'' if count == 1 else 's'}, {verdict}"]
    if report.changed:
        parts.append(f"the game has changed since it was recorded{report.versions}")
    if not played.finished:
        parts.append("the session was cut off")
    typer.echo("; ".join([*parts, *played.notes]))


def _tell_rules(coverage: Coverage) -> None:
    """How many rules were applied, and each that was not."""
    idle = coverage.never_applied()
    count = len(coverage.uses)
    typer.echo(f"rules: {count - len(idle)} of {count} were applied")
    for use in idle:
        typer.echo(f"  line {use.line}, `{use.rule}`: {_why(use)}")


def _why(use: RuleUse) -> str:
    if use.verdict == "unmatched":
        return "never matched"
    matched = "matched once" if use.matches == 1 else f"matched {use.matches} times"
    return f"{matched}, always dropped" if use.dropped else f"{matched}, never with anything to change"


# ---------------------------------------------------------------- for programs


def _document(reports: list[Report], coverage: Coverage | None) -> dict[str, object]:
    recordings = [
        {
            "recording": str(report.played.path),
            "kind": report.played.kind,
            "game": report.played.game,
            "game_id": report.played.game_id,
            "answers": len(report.played.answers),
            "finished": report.played.finished,
            "replayable": report.played.replayable,
            "notes": list(report.played.notes),
            "game_changed": report.changed,
            "same": report.same,
            "differences": [asdict(difference) for difference in report.differences],
        }
        for report in reports
    ]
    document: dict[str, object] = {"same": all(report.same for report in reports), "recordings": recordings}
    if coverage is not None:
        document["rules"] = [asdict(use) | {"verdict": use.verdict} for use in coverage.uses]
    return document
