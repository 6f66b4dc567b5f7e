"""What is told of runs: lines and tables for people, a document for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arcg.runtime.agents.plugin import label
from arcg.runtime.stream.measuring import Estimate, Figures, Point, Summary, method, summary
from arcg.runtime.stream.records import HELD_OUT, PHASES, SEEN, STREAM, Record, read


@dataclasses.dataclass(frozen=True)
class Told:
    """A run: where it lies, who learned, its `meta.json`, what it comes to, and how many rounds are played."""

    folder: Path
    learner: str
    meta: Mapping[str, Any]
    summary: Summary
    rounds: int

    @property
    def whole(self) -> bool:
        """Whether it has come to its end."""
        return self.rounds == len(self.meta["protocol"]["sizes"])

    def phases(self) -> list[tuple[str, Figures]]:
        """The phases that were played."""
        found = zip(PHASES, (self.summary.stream, self.summary.seen, self.summary.held_out), strict=True)
        return [(phase, figures) for phase, figures in found if figures is not None]


def told(folder: Path) -> Told:
    """A run, read and measured.

    Raises:
        OSError, ValueError: as `records.read`; or no round has been played yet.
    """
    meta, records = read(folder)
    if not records:
        raise ValueError(f"{folder}: no round has been played yet")
    return Told(folder, label(meta["learner"]), meta, summary(records), _rounds(records))


def _rounds(records: Sequence[Record]) -> int:
    return records[-1].round + 1


def sentences(run: Told) -> list[str]:
    """What has to be known of a run before its figures."""
    protocol = run.meta["protocol"]
    lines = []
    if not run.whole:
        lines.append(f"{run.folder}: {run.rounds} of {len(protocol['sizes'])} rounds so far")
    if protocol["deviations"]:
        lines.append(f"{run.folder}: not the usual protocol: {'; '.join(protocol['deviations'])}")
    return lines


def row(phase: str, one: Figures) -> list[str]:
    """The cells of a phase: budget used, wiped, solved, T, share saved, share learned."""
    return [
        {STREAM: "stream", SEEN: "seen test", HELD_OUT: "held-out test"}[phase], str(one.instances),
        number(one.used, 1), number(one.used_reset, 1), f"{one.solved:.2f} / {one.solved_reset:.2f}",
        ends(one.difference, 1), ends(one.saved, 2), "-" if one.learned is None else ends(one.learned, 2),
    ]  # fmt: skip


HEADINGS = ("run", "learner", "phase", "instances", "used %", "reset %", "solved / reset", "T", "saved", "learned")


def number(one: Estimate, digits: int) -> str:
    """The number alone."""
    return "-" if one.value is None else _zero(f"{one.value:.{digits}f}")


def ends(one: Estimate, digits: int) -> str:
    """The number with its interval."""
    if one.low is None or one.high is None:
        return number(one, digits)
    low, high = (_zero(f"{end:.{digits}f}") for end in (one.low, one.high))
    return f"{number(one, digits)} [{low}, {high}]"


def _zero(text: str) -> str:
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def points(title: str, found: Sequence[Point]) -> list[str]:
    """Mean charges as lines: of the learner, wiped, and of perfect memory."""
    return [f"{title:16} {'n':>5} {'used %':>7} {'reset %':>7} {'perfect':>7}"] + [
        f"{one.label:16} {one.instances:5} {one.used:7.1f} {one.used_reset:7.1f} {one.used_perfect:7.1f}"
        for one in found
    ]


def document(runs: Sequence[Told]) -> dict[str, Any]:
    """All of it, for programs."""
    return {
        "method": method(),
        "runs": [
            {
                "run": str(run.folder), "whole": run.whole, "rounds": run.rounds, "meta": run.meta,
                **dataclasses.asdict(run.summary),
            }
            for run in runs
        ],
    }  # fmt: skip
