"""Differences between two games in words, played once more on the reference engines."""

from __future__ import annotations

import dataclasses

from arcg.compiler import ir
from arcg.compiler.novelty.behaviour import Act, Difference
from arcg.runtime.behaviour.boards import covered
from arcg.runtime.behaviour.cast import Cast
from arcg.runtime.behaviour.lockstep import Lockstep, Trial
from arcg.runtime.engine import Action, Status
from arcg.runtime.reference.engine import ReferenceEngine
from arcg.runtime.reference.standing import worded

STANDS = {Status.PLAYING: "goes on", Status.WON: "is won", Status.OVER: "is lost"}

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def difference_of(step: Lockstep, trial: Trial) -> Difference:
    """What makes two games show different things on a level."""
    ours, theirs = step.clash_acts(trial)
    levels = step.a.program.levels[trial.a], step.b.program.levels[trial.b]
    shows = STANDS[trial.stands[0]], STANDS[trial.stands[1]]
    if trial.cell is not None:
        there = trial.symmetry.cell(*trial.cell, levels[0].width, levels[0].height)
        shows = (
            _shown(step.a.cast, levels[0], ours, trial.cell),
            _shown(step.b.cast, levels[1], theirs, there),
        )
    board = _drawn(step.a.cast, levels[0])
    return Difference(levels, (tuple(ours), tuple(theirs)), trial.cell, shows, board)


def replayed(program: ir.Program, level: ir.Level, acts: tuple[Act, ...] | list[Act]) -> ReferenceEngine:
    """The reference engine after some moves on a level that is the only one of its game."""
    engine = ReferenceEngine(dataclasses.replace(program, levels=(level,)))
    for action, x, y in acts:
        pixel = engine.pixel(x, y) if action == Action.CLICK else None
        engine.step(action, *(pixel or (-1, -1)))
    return engine


def _shown(cast: Cast, level: ir.Level, acts: list[Act], cell: tuple[int, int]) -> str:
    engine = replayed(cast.program, level, acts)
    words = []
    numbers = {kind.name: number for number, kind in enumerate(cast.program.kinds)}
    for thing in engine.things():
        part = cast.part_of.get(numbers[thing.kind])
        if part is None or cell not in thing.cells or not cast.parts[part].shown:
            continue
        seen = {cast.program.kinds[cast.parts[part].kinds[0]].attrs[place].name for place in cast.parts[part].seen}
        attrs = ", ".join(f"{name}={value}" for name, value in thing.attrs.items() if name in seen)
        words.append(f"{thing.kind}{{{attrs}}}" if attrs else thing.kind)
    return " on ".join(reversed(words)) or "nothing"


def _drawn(cast: Cast, level: ir.Level) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A level in letters, and what the letters are; nothing if there are too few letters."""
    cells: dict[tuple[int, int], list[str]] = {}
    for thing in level.things:
        kind = cast.program.kinds[thing.kind]
        part = cast.parts[cast.part_of[thing.kind]]
        attrs = ", ".join(
            f"{kind.attrs[place].name}={worded(kind.attrs[place].domain, thing.attrs[place])}" for place in part.seen
        )
        for cell in covered(cast.program, thing):
            cells.setdefault(cell, []).append(f"{kind.name}{{{attrs}}}" if attrs else kind.name)
    letters: dict[str, str] = {}
    rows = []
    for y in range(level.height):
        row = ""
        for x in range(level.width):
            held = " on ".join(reversed(cells.get((x, y), [])))
            if held and held not in letters and len(letters) == len(LETTERS):
                return (), ()
            row += letters.setdefault(held, LETTERS[len(letters)]) if held else "."
        rows.append(row)
    return tuple(rows), tuple(f"{letter} = {held}" for held, letter in letters.items())
