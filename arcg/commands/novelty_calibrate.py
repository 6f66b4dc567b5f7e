"""`arcg novelty --calibrate`: how the unrelated games of a folder compare, as a file to judge others by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arcg.commands.common import CommandError, guard, write_json
from arcg.runtime.files import write_whole

if TYPE_CHECKING:
    from arcg.compiler.novelty.verdict import Null

DEFAULT = Path("null.json")


def measure(folder: Path, out: Path | None, families: Path | None, jobs: int, as_json: bool) -> None:
    """Measure the games of a folder and write the file."""
    from arcg.commands.novelty_survey import progress, tell_left_out

    place = out or DEFAULT
    if out is None and place.exists():
        raise CommandError(f"{place} is there already; name the file to write with --out")
    if place.is_dir() or not place.parent.is_dir():
        raise CommandError(f"{place} cannot be written: " + ("it is a folder" if place.is_dir() else "no such folder"))
    with guard():
        from arcg.compiler.novelty.calibrate import calibrated
        from arcg.compiler.novelty.families import families_in, together
        from arcg.compiler.novelty.ready import ready_in
        from arcg.compiler.novelty.verdict import dumps, is_null

        if place.exists() and not is_null(place.read_bytes()):
            raise CommandError(f"{place} is there already and holds no table of unrelated pairs; name another file")
        if folder.is_file():
            raise CommandError(f"{folder} is a file; --calibrate takes a folder of games")
        listed = () if families is None else families_in(families)
        with progress() as told:
            found = ready_in(folder, jobs, told)
            related = together(listed, [Path(game.game.file) for game in found.games], str(families))
            null = calibrated([game.prepared for game in found.games], related, jobs, told)
        write_whole(place, dumps(null))
    tell_left_out(found.left_out)
    if as_json:
        write_json({"written": str(place), "games": null.games, "left_out": len(found.left_out), "sizes": _sizes(null)})
        return
    typer.echo(f"{place}: unrelated pairs of {null.games} games")
    for row in _sizes(null):
        typer.echo(
            f"  rules over {row['rules_over']:<7}{row['rules']:4.0f} rules{row['pairs']:7,} pairs"
            f"   related below {row['related']:.3f}"
        )


def _sizes(null: Null) -> list[dict[str, float | str]]:
    from arcg.compiler.novelty.verdict import RELATED

    return [
        {
            "rules_over": rules,
            "rules": sizes.rules,
            "pairs": sizes.pairs,
            "related": round(null.ratio(rules, sizes.rules, RELATED), 4),
        }
        for rules, table in null.tables.items()
        for sizes in table
    ]
