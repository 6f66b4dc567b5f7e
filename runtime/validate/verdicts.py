"""From what was measured to findings: every threshold of `Settings` is applied here, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from arcg.compiler import ir
from arcg.dsl.core import ACTION_NAMES
from arcg.runtime.engine import Action
from arcg.runtime.explore.budget import budget_of
from arcg.runtime.validate.findings import Finding, finding
from arcg.runtime.validate.settings import Settings

LEGAL = re.compile(r"[a-z][a-z0-9]*")

FAULTS = {"crash": "V301", "frame": "V302", "state": "V303", "rest": "V304"}

Results = dict[str, Any]
"""What was measured: `levels` (a list of `levels.judge`), `fuzz`, `recordings`, `survey`, each as it was given."""


def verdicts(program: ir.Program, settings: Settings, results: Results) -> list[Finding]:
    """Everything that there is to say against a game, in the order of the codes."""
    found = [
        *_form(program, settings, results),
        *_lengths(settings, results),
        *_luck(settings, results),
        *_faults(results),
        *_graphs(settings, results),
        *_tricks(settings, results),
        *_growth(program, settings, results),
        *_recordings(program, settings, results),
        *_idle(results),
        *_metadata(program, settings, results),
    ]
    return sorted(found, key=lambda one: (one.code, -1 if one.level is None else one.level))


def minutes(settings: Settings, results: Results) -> float | None:
    """How long a person takes who knows the shortest solutions; None if one is not known."""
    solutions = [level["solution"] for level in results["levels"]]
    if any(solution is None for solution in solutions):
        return None
    actions = sum(len(solution["moves"]) for solution in solutions)
    frames = sum(solution["frames"] for solution in solutions)
    return float(actions * settings.seconds_an_action + frames / settings.frames_a_second) / 60


def _form(program: ir.Program, settings: Settings, results: Results) -> Iterator[Finding]:
    if settings.reaches("tested") and len(program.levels) < settings.levels:
        yield finding("V101", count=len(program.levels), least=settings.levels)
    if LEGAL.fullmatch(program.name) is None or len(program.name) > settings.name_length:
        yield finding(
            "V105", name=program.name, most=settings.name_length,
            asked=f"lower-case letters and digits, a letter first, at most {settings.name_length} of them",
        )  # fmt: skip
    if not program.loses and not _finishes(program, "lose"):
        yield finding("V104")
    long = minutes(settings, results)
    if long is not None and long > settings.minutes:
        yield finding("V106", minutes=long, most=settings.minutes)


def _finishes(program: ir.Program, outcome: str) -> bool:
    return any(isinstance(node, ir.Finish) and node.outcome == outcome for node in ir.nodes(program))


def _lengths(settings: Settings, results: Results) -> Iterator[Finding]:
    """What is said against levels that ask too little of a player who has met the first ones."""
    asked = {"opening": settings.opening}
    for level in results["levels"][settings.opening :]:
        solution = level["solution"]
        if solution is not None and len(solution["moves"]) < settings.shortest:
            yield finding("V108", level["level"], count=len(solution["moves"]), least=settings.shortest, **asked)
    for number, names in enumerate(_taken(results) or ()):
        if number >= settings.opening and len(names) < settings.level_mechanics:
            told = ", ".join(names) or "none"
            yield finding("V109", number, count=len(names), names=told, least=settings.level_mechanics, **asked)


def _taken(results: Results) -> list[list[str]] | None:
    """The mechanics that each level takes to win; None where one has no known solution."""
    known = all(level["solution"] is not None for level in results["levels"])
    return results["survey"]["mechanics"] if known and results["survey"] is not None else None


def _luck(settings: Settings, results: Results) -> Iterator[Finding]:
    for level in results["levels"][settings.tutorials :]:
        luck = level["luck"]
        low, high = luck["low"], luck["high"]
        if luck["by"] == "sample":
            low, high = luck["limits"]
        if luck["by"] is None:
            yield finding("V202", level["level"])
        elif low > settings.luck or (luck["by"] == "exact" and high > settings.luck):
            by = {"exact": "the exact calculation", "bound": "a rigorous bound", "sample": "a sample"}[luck["by"]]
            upto = "" if high - low < 1e-6 else f" to {high:.3g}"
            yield finding("V201", level["level"], low=low, upto=upto, by=by, most=settings.luck)


def _faults(results: Results) -> Iterator[Finding]:
    for fault in results["fuzz"]["faults"] if results["fuzz"] is not None else []:
        yield finding(FAULTS[fault["kind"]], fault["level"], count=len(fault["actions"]), detail=fault["detail"])


def _graphs(settings: Settings, results: Results) -> Iterator[Finding]:
    for level in results["levels"]:
        graph, number = level["graph"], level["level"]
        if level["solution"] is None and number not in _won(results, still=True):
            if graph["complete"]:
                yield finding("V401", number, states=graph["states"])
            else:
                yield finding("V402", number, why=graph["why"])
    dead = [level for level in results["levels"] if level["graph"]["dead"] and level["solution"] is not None]
    if dead:
        shares = [f"{one['graph']['dead'] / one['graph']['states']:.0%} in level {one['level'] + 1}" for one in dead]
        yield finding("V403", shares=", ".join(shares))


def _won(results: Results, *, still: bool) -> set[int]:
    """The levels of which a win is recorded, and (`still`) plays as recorded."""
    return {level for one in results["recordings"] if one["turn"] is None or not still for level in one["won"]}


def _tricks(settings: Settings, results: Results) -> Iterator[Finding]:
    for level in results["levels"][settings.tutorials :]:
        for trick in level["tricks"]:
            if trick["won"]:
                yield finding("V501", level["level"], name=trick["name"], count=trick["actions"])


def _growth(program: ir.Program, settings: Settings, results: Results) -> Iterator[Finding]:
    survey, taken = results["survey"], _taken(results)
    if taken is None:
        return
    if len(taken[0]) > settings.first_mechanics:
        yield finding("V102", count=len(taken[0]), names=", ".join(taken[0]), most=settings.first_mechanics)
    together = sorted({name for names in taken for name in names})
    if len(together) < settings.mechanics:
        yield finding("V103", count=len(together), names=", ".join(together) or "none", least=settings.mechanics)
    elif len(taken) > 1 and max(map(len, taken[1:])) <= len(taken[0]):
        yield finding("V602")
    idle = {part["mechanic"] for part in survey["parts"] if part["idle"]}
    for mechanic in sorted({part["mechanic"] for part in survey["parts"]} - set(together) - idle - {""}):
        parts = [part for part in survey["parts"] if part["mechanic"] == mechanic]
        restless = any(f"`{mechanic}`" in fault["detail"] for fault in results["fuzz"]["faults"])
        if not restless and not any(part["shows"] or part["kept"] for part in parts):
            yield finding("V601", name=f"`{mechanic}`", line=parts[0]["line"])
    counter = budget_of(program)
    if counter is not None and Action.UNDO in program.actions and counter.attr not in program.undo.world:
        yield finding("V604", name=program.world[counter.attr].name)
    for level in results["levels"] if program.loses else ():
        if level["graph"]["complete"] and not level["graph"]["losable"]:
            yield finding("V603", level["level"])


def _recordings(program: ir.Program, settings: Settings, results: Results) -> Iterator[Finding]:
    for one in results["recordings"]:
        if one["error"] is not None:
            yield finding("V702", path=one["path"], detail=one["error"])
        elif one["turn"] is not None:
            yield finding("V701", path=one["path"], turn=one["turn"], detail=one["difference"])
    if settings.reaches("tested"):
        missing = sorted(set(range(len(program.levels))) - _won(results, still=False))
        if missing:
            levels = ", ".join(str(level + 1) for level in missing)
            yield finding(
                "V107", stage=settings.stage, what=f"a recorded win of every level; there is none of {levels}"
            )
    if settings.reaches("complete") and not any(one["lost"] for one in results["recordings"]):
        yield finding("V107", stage=settings.stage, what="a recorded loss")


def _idle(results: Results) -> Iterator[Finding]:
    for part in results["survey"]["parts"] if results["survey"] is not None else []:
        if part["idle"]:
            yield finding("V801", name=part["name"], line=part["line"])


def _metadata(program: ir.Program, settings: Settings, results: Results) -> Iterator[Finding]:
    baselines, count = settings.baselines, len(program.levels)
    if len(baselines) > count:
        yield finding("V901", path="arcg.yaml", count=len(baselines), levels=count)
    elif baselines or settings.reaches("complete"):
        for level in range(len(baselines), count):
            yield finding("V902", level)
    for level, baseline in zip(results["levels"], baselines, strict=False):
        solution = level["solution"]
        if solution is not None and solution["proved"] and baseline < len(solution["moves"]):
            yield finding("V904", level["level"], baseline=baseline, shortest=len(solution["moves"]))
    if all(level["graph"]["complete"] for level in results["levels"]):
        useful = {action for level in results["levels"] for action in level["graph"]["useful"]}
        for action in program.actions:
            if action not in useful and ACTION_NAMES[action] != "undo":
                yield finding("V903", name=f"`{ACTION_NAMES[action]}`")
