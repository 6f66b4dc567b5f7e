"""The command line: `arcg COMMAND`. One module of `arcg.commands` for each command.

Takes the arguments of the process, gives an exit code: 0 all is well, 1 what was looked at falls short, 2 used
wrongly. Nothing heavy is imported before a command needs it, so help comes at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from arcg import __version__
from arcg.commands import (
    agents,
    bench,
    calibrate,
    check,
    edit,
    explain,
    export,
    fmt,
    generate,
    import_,
    new,
    novelty,
    play,
    replay,
    score,
    serve,
    solve,
    stream,
    validate,
)
from arcg.commands import compile as compile_
from arcg.commands.common import CommandError, shielded

HELP = """Design, check and play small grid worlds without words.

\b
Begin with:
    arcg new mygame
    arcg edit mygame.arcg
"""

app = typer.Typer(
    name="arcg",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help needs no rich, which would take longer to load than all the rest
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (
    agents,
    bench,
    check,
    compile_,
    edit,
    explain,
    export,
    fmt,
    generate,
    import_,
    new,
    novelty,
    play,
    replay,
    score,
    serve,
    solve,
    validate,
):
    app.command(module.NAME, help=module.HELP)(shielded(module.run))
app.add_typer(calibrate.app)
app.add_typer(stream.app)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"arcg {__version__}")
        raise typer.Exit


@app.callback(help=HELP)
def _arcg(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on `arguments` (by default those of the process); returns the exit code."""
    try:
        app(None if arguments is None else list(arguments), prog_name="arcg")
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else int(done.code is not None)
    except CommandError as error:
        typer.echo(f"arcg: {error}", err=True)
        return error.code
    return 0
