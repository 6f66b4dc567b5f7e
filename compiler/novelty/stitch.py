"""Stitch (Bowers et al. 2023) on two games: the abstractions that their rules share, and what these save.

Stitch is optional, and it runs in a process of its own since it can abort. What it finds explains: the shared
abstractions, with the lines of both files on which they are used. Its figure stands beside ours and is not mixed with
it: here names and directions are told rule by rule only, so the lengths are those of other things.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from arcg.compiler.canonical import Form
from arcg.compiler.canonical.tree import Child, Node
from arcg.compiler.novelty.background import Background
from arcg.compiler.novelty.ratio import clipped
from arcg.compiler.novelty.stitch_code import Reading, Rewritten, distinct, reading, rewritten
from arcg.compiler.novelty.stitch_terms import Spelled, Term, filled, read, spelled, written
from arcg.compiler.novelty.stitch_words import told
from arcg.compiler.novelty.stitch_worker import Answer, Job
from arcg.compiler.novelty.units import nodes_of

MOST_WORDS = 4_000
"""Words in the rules of two games together; with more, Stitch would take minutes."""

DEADLINE = 120.0
"""Seconds after which an answer is no longer waited for; games within `MOST_WORDS` need far less."""

CALL = 500
"""What the use of an abstraction and a hole cost, in hundredths of a bit, while Stitch looks for them: about what they
come to in the end (`stitch_code`)."""

LEAST_BITS = 1.0
"""What an abstraction must save to be told."""

MISSING = "Stitch is not installed: pip install 'arcg[stitch]' (there is none for Python 3.14 and later)"
WORKER = (sys.executable, "-P", "-m", "arcg.compiler.novelty.stitch_worker")


@dataclass(frozen=True, slots=True)
class Absent:
    """Why there is nothing from Stitch."""

    reason: str


@dataclass(frozen=True, slots=True)
class Abstraction:
    """What both games use: a term with holes, the units that use it in each, and the bits that it saves."""

    term: Term
    a: tuple[Spelled, ...]
    b: tuple[Spelled, ...]
    bits: float


@dataclass(frozen=True, slots=True)
class Stitched:
    """Code lengths with libraries, in bits, and the shared abstractions, those that save most first."""

    a: float
    b: float
    joint: float
    abstractions: tuple[Abstraction, ...]

    @property
    def novelty(self) -> float:
        """2 K(A,B) / (K(A) + K(B)) - 1, within 0 and 1."""
        return clipped(self.joint, self.a, self.b)


def stitched(a: Form, b: Form, background: Background) -> Stitched | Absent:
    """What Stitch says of two games."""
    if find_spec("stitch_core") is None:
        return Absent(MISSING)
    words = sum(_words(node) for form in (a, b) for node, _ in nodes_of(form.tree))
    if words > MOST_WORDS:
        return Absent(f"too large for Stitch: {words} words of rules, more than {MOST_WORDS}")
    games = (spelled(a, background), spelled(b, background))
    if all(unit.common for units in games for unit in units):
        return Absent("neither game has a rule beyond those that every game may use")
    jobs = [_job([units], None) for units in games]
    jobs += [_job(games, first) for first in (None, 0, 1)]
    answers = _asked(jobs)
    if isinstance(answers, Absent):
        return answers
    try:
        return _put_together(games, answers, background, same=a.hash == b.hash)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        return Absent(f"Stitch's answer cannot be used: {error}")


def _words(tree: Child) -> int:
    return 1 + sum(map(_words, tree.children)) if isinstance(tree, Node) else 1


def _job(games: Sequence[Sequence[Spelled]], library_of: int | None) -> Job:
    """Games as programs; their names keep a whole game from being taken for an abstraction."""
    bodies = distinct(games)
    programs = [
        f"({name} {' '.join(map(written, own))})" if own else name for name, own in zip("AB", bodies, strict=False)
    ]
    return Job(programs=programs, library_of=library_of, costs=_costs(games), call=CALL)


def _costs(games: Sequence[Sequence[Spelled]]) -> dict[str, int]:
    """What a word costs on average in these games, in hundredths of a bit; no more than a call, which is no word."""
    sums: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for unit in (unit for units in games for unit in units):
        for token, price in zip(unit.body, unit.prices, strict=True):
            word = token.lstrip("(#")
            sums[word] += round(100 * price)
            counts[word] += 1
    return {word: min(CALL, max(1, total // counts[word])) for word, total in sorted(sums.items()) if word != ")"}


def _asked(jobs: list[Job]) -> list[Answer] | Absent:
    """The answers of a worker, or why there are none."""
    try:
        done = subprocess.run(
            WORKER, input=json.dumps(jobs), capture_output=True, text=True, timeout=DEADLINE, check=False
        )
    except subprocess.TimeoutExpired:
        return Absent(f"Stitch did not answer within {DEADLINE:.0f} seconds")
    except OSError as error:
        return Absent(f"Stitch could not be started: {error}")
    if done.returncode:
        return Absent(f"Stitch broke down (exit code {done.returncode})")
    try:
        answers: Any = json.loads(done.stdout)
    except ValueError:
        answers = None
    if not isinstance(answers, list) or [type(answer) for answer in answers] != [dict] * len(jobs):
        return Absent("Stitch's answer cannot be read")
    return answers


# ---------------------------------------------------------------- figures


def _put_together(
    games: tuple[tuple[Spelled, ...], tuple[Spelled, ...]],
    answers: list[Answer],
    background: Background,
    same: bool,
) -> Stitched:
    alone = []
    for units, answer in zip(games, answers, strict=False):
        ways = (reading(rewritten([units], each), (0,), background) for each in (None, answer))
        alone.append(min(sum(way.bits) for way in ways))
    best: tuple[float, Reading, Rewritten] | None = None
    for answer in answers[len(games) :]:
        told = rewritten(games, answer)
        for order in ((0, 1), (1, 0)):
            found = reading(told, order, background)
            total = sum(found.bits)
            if best is None or total < best[0]:
                best = total, found, told
    assert best is not None
    joint = min(best[0], sum(alone))
    if same:  # describing one describes both
        joint = alone[0] = alone[1] = min(alone)
    # whoever describes both has described each of them
    return Stitched(min(alone[0], joint), min(alone[1], joint), joint, _shared(best[1], best[2]))


def _shared(found: Reading, told: Rewritten) -> tuple[Abstraction, ...]:
    """The abstractions that pay and stand in rules of both games."""
    uses = {body: _mentioned(term, told.library) for body, term in told.terms.items()}
    users = {name: {body for body, names in uses.items() if name in names} for name in told.library}
    parts = [(read(written(body)), {body}, bits) for body, bits in found.repeated.items()]
    parts += [(_expanded(name, told.library), users[name], bits) for name, bits in found.saved.items()]
    shared = []
    for term, bodies, bits in parts:
        one, two = (
            tuple(unit for unit in units if unit.source.line is not None and unit.body in bodies)
            for units in told.games
        )
        if one and two and bits >= LEAST_BITS:
            shared.append(Abstraction(term, one, two, bits))
    return tuple(sorted(shared, key=lambda each: -each.bits))


def _mentioned(term: Term, library: Mapping[str, Term]) -> set[str]:
    """The abstractions that a term uses, be it through others."""
    if not isinstance(term, str):
        return set().union(*(_mentioned(child, library) for child in term))
    return {term} | _mentioned(library[term], library) if term in library else set()


def _expanded(term: Term, library: Mapping[str, Term]) -> Term:
    """A term with what its abstractions stand for."""
    if isinstance(term, str):
        return _expanded(library[term], library) if term in library else term
    head, *children = (term[0], *(_expanded(child, library) for child in term[1:]))
    assert isinstance(head, str)
    return filled(_expanded(library[head], library), children) if head in library else (head, *children)


# ---------------------------------------------------------------- in a report

TOLD = 12
"""Abstractions in a report for people; a document has all."""


def rows_of(found: Stitched | Absent) -> list[tuple[str, str]]:
    """The figures as lines of a table, and the shared abstractions with their lines in both files."""
    if isinstance(found, Absent):
        return [("none", found.reason)]
    rows = [
        ("K(A)", f"{found.a:.0f} bits"),
        ("K(B)", f"{found.b:.0f} bits"),
        ("K(A,B)", f"{found.joint:.0f} bits"),
        ("novelty", f"{found.novelty:.3f}"),
        *(
            (f"{each.bits:.0f} bits", f"{told(each.term)}  (A {_lines(each.a)}; B {_lines(each.b)})")
            for each in found.abstractions[:TOLD]
        ),
    ]
    more = len(found.abstractions) - TOLD
    return [*rows, ("", f"and {more} more")] if more > 0 else rows


def _numbers(units: Sequence[Spelled]) -> list[int]:
    return sorted({unit.source.line for unit in units if unit.source.line is not None})


def _lines(units: Sequence[Spelled]) -> str:
    return ", ".join(map(str, _numbers(units)))


def json_of(found: Stitched | Absent) -> dict[str, Any]:
    """The figures as a part of a JSON document."""
    if isinstance(found, Absent):
        return {"novelty": None, "missing": found.reason, "abstractions": []}
    return {
        "novelty": round(found.novelty, 6),
        "bits": {name: round(bits, 6) for name, bits in (("a", found.a), ("b", found.b), ("joint", found.joint))},
        "abstractions": [
            {"rule": told(each.term), "a": _numbers(each.a), "b": _numbers(each.b), "bits": round(each.bits, 6)}
            for each in found.abstractions
        ],
    }
