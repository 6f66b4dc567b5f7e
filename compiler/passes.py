"""The passes of the compiler, in order: from the text of a file to the plan that fast engines run.

What `lower` gives is the game: digest, recordings and states are defined by it, and the reference engine runs it. The
passes after it make the *plan* of that program, which means the same in every frame, state, message and trace: kinds,
fields, world attributes, events, saves and levels keep their numbers, phases, rules and forbids their places.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from arcg.compiler.fold import fold
from arcg.compiler.ir import Program
from arcg.compiler.plan import plan
from arcg.compiler.verify import verify

if TYPE_CHECKING:  # the front end brings the parser, which engines that only plan a program do not need
    from arcg.dsl import syntax
    from arcg.dsl.diagnostics import Reporter
    from arcg.dsl.model import Game

T = TypeVar("T")


class Source(NamedTuple):
    """What the first pass takes: a text, and what messages call the file that it is of."""

    text: str
    path: str


@dataclasses.dataclass(frozen=True, slots=True)
class Pass:
    """One step. `does` says in a line what comes out; `run` takes what the pass before gave."""

    name: str
    does: str
    run: Callable[[Any], Any]


def _parse(source: Source) -> syntax.File:
    from arcg.dsl.diagnostics import Reporter
    from arcg.dsl.parser import parse

    reporter = Reporter()
    return _sound(parse(source.text, source.path, reporter), reporter)


def _expand(file: syntax.File) -> syntax.File:
    from arcg.dsl.diagnostics import Enough, Reporter
    from arcg.dsl.expand import expand

    reporter = Reporter()
    with contextlib.suppress(Enough):  # which the reporter knows
        file = dataclasses.replace(file, statements=expand(file, reporter)[0])
    return _sound(file, reporter)


def _check(file: syntax.File) -> Game:
    from arcg.dsl.check import check
    from arcg.dsl.diagnostics import Reporter

    reporter = Reporter()
    game = _sound(check(file, reporter), reporter)
    assert game is not None
    return game


def _sound(result: T, reporter: Reporter) -> T:
    """The result of a pass that reported no error."""
    from arcg.dsl.diagnostics import ArcgError

    if reporter.errors:
        raise ArcgError(reporter.found)
    return result


def _lower(game: Game) -> Program:
    from arcg.compiler.lower import lower

    return lower(game)


PASSES = (
    Pass("parse", "the text as syntax, line by line", _parse),
    Pass("expand", "every sentence replaced by the lines of the prior that reads like it", _expand),
    Pass("check", "the game: every name resolved, every rule in core form, every level placed", _check),
    Pass("lower", "the program: the game as numbered tables", _lower),
    Pass("fold", "what is known from the text alone is worked out", fold),
    Pass("plan", "the conditions of every query in an order that leaves little to try", plan),
)
"""All passes, in order."""

NAMES = tuple(each.name for each in PASSES)

PLANNING = PASSES[NAMES.index("lower") + 1 :]
"""The passes from a program to its plan."""


def results(source: Source) -> Iterator[tuple[Pass, Any]]:
    """Each pass with what it gives, from the text on.

    Raises:
        ArcgError: the file has mistakes; `arcg.dsl.check.check_text` tells them all, and better.
    """
    value: Any = source
    for each in PASSES:
        value = each.run(value)
        yield each, value


def planned(program: Program) -> Program:
    """The plan of a program, verified.

    Raises:
        ValueError: it breaks an invariant of the IR, which is a fault of a pass.
    """
    for each in PLANNING:
        program = each.run(program)
    verify(program)
    return program
