"""Stitch in a process of its own: `python -m arcg.compiler.novelty.stitch_worker`, JSON over stdin and stdout.

Stitch (Bowers et al. 2023) is a library in Rust that can abort the whole process. It gets jobs, each a list of programs
as s-expressions, and answers with the abstractions that it found in them and the programs rewritten. A job may name a
program whose own library comes first (`library_of`): on its own Stitch does not compress what an abstraction holds.
"""

from __future__ import annotations

import json
import sys
from typing import Any, TypedDict

ITERATIONS, ARITY = 24, 3
"""Abstractions at most in one run, and holes at most in one of them."""


class Job(TypedDict):
    """Programs that are compressed together.

    `library_of`: the place of one that is compressed alone before, or None. `costs` of words, and of a `call` of an
    abstraction or a hole, in hundredths of a bit.
    """

    programs: list[str]
    library_of: int | None
    costs: dict[str, int]
    call: int


class Found(TypedDict):
    """An abstraction: its body has `#0`, `#1` and so on for its holes, and may use earlier ones by name."""

    name: str
    body: str
    arity: int


class Answer(TypedDict):
    """What came of a job."""

    library: list[Found]
    rewritten: list[str]


def work(job: Job) -> Answer:
    """The answer to a job."""
    import stitch_core

    options: dict[str, Any] = {
        "iterations": ITERATIONS,
        "max_arity": ARITY,
        "allow_single_task": True,  # what only one of the games repeats counts too
        "no_curried_metavars": True,  # holes in the place of a tag make it panic
        "no_curried_bodies": True,
        "no_stats": True,
        "cost_prim": json.dumps(job["costs"], separators=(",", ":")),  # it is cut at spaces
        "cost_prim_default": job["call"],
        "cost_ivar": job["call"],
    }
    programs = job["programs"]
    library = []
    if job["library_of"] is not None:
        library = stitch_core.compress([programs[job["library_of"]]], **options).abstractions
        programs = stitch_core.rewrite(programs, library).rewritten if library else programs
    found = stitch_core.compress(programs, previous_abstractions=len(library), **options)
    return Answer(
        library=[Found(name=each.name, body=each.body, arity=each.arity) for each in (*library, *found.abstractions)],
        rewritten=list(found.rewritten),
    )


if __name__ == "__main__":
    sys.stdout.write(json.dumps([work(job) for job in json.load(sys.stdin)]))
