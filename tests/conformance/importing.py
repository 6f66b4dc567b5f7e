"""A PuzzleScript text as the program of the `.arcg` text that the import makes of it."""

from __future__ import annotations

from conformance.direct import Built

from arcg.compiler.lower import lower
from arcg.dsl.importing.puzzlescript.translate import Imported, translate


def imported(text: str) -> Built:
    """The program of a text.

    Raises:
        ValueError: no game can be made of it.
    """
    return built(translate(text))


def built(made: Imported) -> Built:
    """The program of an imported game.

    Raises:
        ValueError: there is none.
    """
    if made.game is None or made.names is None:
        raise ValueError("; ".join(f"line {note.line}: {note.text}" for note in made.notes if note.severity == "error"))
    program = lower(made.game)
    return Built(program, tuple(made.names[kind.name] for kind in program.kinds), made.levels)
