"""PuzzleScript's own tests: what `read` finds in their texts, beside what the original's compiler found."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from conformance.direct import Direct
from conformance.material import DATA, MISSING, documents

from arcg.dsl.cellwise.expand import expand
from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.source import Note, SourceMap
from arcg.dsl.importing.puzzlescript.translate import translate

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=MISSING)

OF_EXPANSION = (
    "ambiguous movement",
    "property on the right-hand side",
    "can't overlap",
    "can never overlap",
    "You have specified that there should be NO",
    'something amounting to "',
    "to spawn a ",
    "Got caught looping",
)
"""Pieces of the messages that the original gives when it expands rules or plays them, not when it reads."""

OTHERWISE = {192: "a title of 145 characters is too long, one of 144 is not", 236: "we say that reading stopped"}
"""Error tests whose warnings are not where the original's are, and why."""


def _told(messages: list[dict], level: str, but: tuple[str, ...] = OF_EXPANSION) -> Counter[int]:
    """How many messages of one level the original has for each line, those with a piece of `but` left out."""
    found: Counter[int] = Counter()
    for message in messages:
        if message["level"] == level and not any(piece in message["text"] for piece in but):
            match = re.match(r"line (\d+) : ", message["text"])
            found[int(match.group(1)) if match else 0] += 1
    return found


def _noted(source, severity: str) -> Counter[int]:
    return _severe(source.notes, severity)


def _severe(notes: Iterable[Note], severity: str) -> Counter[int]:
    """How many notes of one level each line has."""
    return Counter(note.line for note in notes if note.severity == severity)


COUNTED_OTHERWISE = {
    101: "of a rule whose movement cannot be told, nothing else is said",
    282: "`no` of all of several is told, and that one of them comes",
}
"""Error tests in which a line has fewer or more errors than in the original, and why."""


def test_an_import_tells_errors_in_the_lines_of_the_original() -> None:
    lines, counts = _compared("error", lambda text: _severe(translate(text).notes, "error"))

    assert lines == []
    assert counts == list(COUNTED_OTHERWISE)


def test_as_many_errors_are_told_as_the_original_counts() -> None:
    """Warnings that are about no line count as well. In 236 we say besides that reading stopped."""
    other = []
    for case in documents("errors.jsonl"):
        notes = translate(case["source"]).notes
        count = sum(note.severity == "error" or not note.line for note in notes)
        if count != case["expected_error_count"]:
            other.append(case["id"])
    assert other == sorted([*COUNTED_OTHERWISE, 236])


def test_warnings_stand_in_the_lines_of_the_original() -> None:
    lines, counts = _compared("warning", _read_warnings)

    assert lines == list(OTHERWISE)
    assert counts == []


def _read_warnings(text: str) -> Counter[int]:
    """How many warnings a line has; the import does not tell all of those that expansion finds."""
    source = read(text)
    return _noted(source, "warning") + _of_expansion(source, "warning")


def _compared(severity: str, found_in: Callable[[str], Counter[int]]) -> tuple[list[int], list[int]]:
    """The error tests that have notes in other lines than the original, and those that have more or fewer in one."""
    lines, counts = [], []
    cases = list(documents("errors.jsonl"))
    assert len(cases) == 180
    for case in cases:
        found = found_in(case["source"])
        told = _told(case["observed"], severity, but=())
        if found.keys() != told.keys():
            lines.append(case["id"])
        elif found != told:
            counts.append(case["id"])
    return lines, counts


def _of_expansion(source, severity: str) -> Counter[int]:
    """How much is said of each line when its rule is expanded."""
    found: Counter[int] = Counter()
    direct = Direct(source)
    for written, (rule, _) in zip(source.rules, direct.rules(), strict=True):
        problems = expand(rule, direct.layers).problems
        said = {(problem.kind, problem.keys, problem.word) for problem in problems if _severity(problem) == severity}
        found[written.line] += len(said)
    return +found


def _severity(problem) -> str:
    """What the original takes a problem for; two on one layer are wrong there if one way of a rule puts them so."""
    return "error" if problem.kind == "put together" else problem.severity


def test_games_are_read_as_the_original_reads_them() -> None:
    wrong, count = {}, 0
    for test, compiled in zip(documents("tests.jsonl"), documents("compiled_rules.jsonl.gz"), strict=True):
        assert test["id"] == compiled["id"]
        count += 1
        if found := _differences(test, compiled, read(test["source"])):
            wrong[test["id"]] = found

    assert count == 282
    assert wrong == {}


def _differences(test: dict, compiled: dict, source) -> list[str]:
    stats = test["stats"]
    level = source.levels[test["target_level"]]
    found = []
    if not source.playable:
        found.append("playable")
    if len(source.layers) != stats["layers"] or sum(map(len, source.layers)) != stats["objects"]:
        found.append("layers")
    if not stats["level_changes"] and (level.width, level.height) != (stats["level_width"], stats["level_height"]):
        found.append("size of the level")
    if not _mentioned(test["expected_level"]) <= source.objects.keys():
        found.append("names")
    if any(_noted(source, severity) != _told(compiled["messages"], severity) for severity in ("error", "warning")):
        found.append("notes")
    if not all(_is_selection(*pair) for pair in zip(_groups(compiled), _read_groups(source), strict=True)):
        found.append("groups")
    return found


def _mentioned(level: str) -> set[str]:
    """The names of objects in the written form of a level: `a b:0,` has them, `0,` has not."""
    return {name for cell in re.findall(r"([^,:\n]+):\d+,", level) for name in cell.split()}


def _groups(compiled: dict) -> tuple[list[set[int]], list[set[int]]]:
    """For each group of rules the lines that they stand in, early groups and late ones."""
    early, late = (
        [{rule["line"] for rule in group} for group in compiled["rules"][key]] for key in ("groups", "late_groups")
    )
    return early, late


def _read_groups(source) -> tuple[list[set[int]], list[set[int]]]:
    groups: tuple[list[set[int]], list[set[int]]] = ([], [])
    opened: list[set[int] | None] = [None, None]
    for rule in source.rules:
        if not rule.plus:
            opened = [None, None]
        group = opened[rule.late]
        if group is None:
            group = opened[rule.late] = set()
            groups[rule.late].append(group)
        group.add(rule.line)
    return groups


def _is_selection(few: list[set[int]], many: list[set[int]]) -> bool:
    """Whether the first groups are the second ones in order, but for rules and groups that never match."""
    rest = iter(many)
    return all(any(group <= other for other in rest) for group in few)


def test_levels_hold_what_the_original_starts_with() -> None:
    """Where no rule runs at the start, the first hash of a trace is that of the level as drawn."""
    tests, traces = list(documents("tests.jsonl")), list(documents("tests_trace.jsonl"))
    assert [test["id"] for test in tests] == [trace["id"] for trace in traces]
    wrong, looked = [], 0
    for test, trace in zip(tests, traces, strict=True):
        source = read(test["source"])
        level = source.levels[test["target_level"]]
        if "run_rules_on_level_start" in source.prelude:
            continue
        assert isinstance(level, SourceMap)
        looked += 1
        if hashlib.md5(_written(source, level).encode()).hexdigest()[:12] != trace["trace"][0]:
            wrong.append(test["id"])

    assert looked > 150
    assert wrong == []


def _written(source, level: SourceMap) -> str:
    """A level in the written form of the tests: column by column, in lines as long as the level is wide."""
    ground = set(source.layers[source.objects[level.background[0]].layer])
    known: dict[str, int] = {}
    cells = []
    for x in range(level.width):
        for y in range(level.height):
            names = level.cells[y][x]
            names = names if ground & set(names) else (*names, *level.background)
            text = " ".join(sorted(names))
            cells.append(f"{known[text]}," if text in known else f"{text}:{known.setdefault(text, len(known))},")
    rows = [cells[start : start + level.width] for start in range(0, len(cells), level.width)]
    return "".join("".join(row) + "\n" for row in rows)
