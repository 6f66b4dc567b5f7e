"""PuzzleScript's own tests: what `read` finds in their texts, beside what the original's compiler found."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.source import SourceMap

DATA = Path(__file__).parents[3] / "shared" / "data" / "puzzlescript"
pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="PuzzleScript's tests are not beside this checkout (../shared/data/puzzlescript)"
)

OF_EXPANSION = (
    "ambiguous movement",
    "property on the right-hand side",
    "can't overlap",
    "can never overlap",
    "You have specified that there should be NO",
    'something amounting to "',
    "Got caught looping",
)
"""Pieces of the messages that the original gives when it expands rules or plays them, not when it reads."""

OTHERWISE = {192: "a title of 145 characters is too long, one of 144 is not", 236: "we say that reading stopped"}
"""Error tests whose warnings are not where the original's are, and why."""


def _lines(name: str) -> list[dict]:
    if name.endswith(".gz"):
        return [json.loads(line) for line in gzip.open(DATA / name, "rt", encoding="utf-8")]
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def _told(messages: list[dict], level: str) -> Counter[int]:
    """How many messages of one level the original has for each line."""
    found: Counter[int] = Counter()
    for message in messages:
        if message["level"] == level and not any(piece in message["text"] for piece in OF_EXPANSION):
            match = re.match(r"line (\d+) : ", message["text"])
            found[int(match.group(1)) if match else 0] += 1
    return found


def _noted(source, severity: str) -> Counter[int]:
    return Counter(note.line for note in source.notes if note.severity == severity)


def test_errors_stand_in_the_lines_of_the_original() -> None:
    cases = _lines("errors.jsonl")

    wrong = [case["id"] for case in cases if _noted(read(case["source"]), "error") != _told(case["observed"], "error")]

    assert len(cases) == 180
    assert wrong == []


def test_warnings_stand_in_the_lines_of_the_original() -> None:
    wrong = [
        case["id"]
        for case in _lines("errors.jsonl")
        if _noted(read(case["source"]), "warning") != _told(case["observed"], "warning")
    ]

    assert wrong == list(OTHERWISE)


def test_games_are_read_as_the_original_reads_them() -> None:
    tests, compiled = _lines("tests.jsonl"), _lines("compiled_rules.jsonl.gz")
    assert [test["id"] for test in tests] == [each["id"] for each in compiled]

    wrong = {
        test["id"]: found
        for test, each in zip(tests, compiled, strict=True)
        if (found := _differences(test, each, read(test["source"])))
    }

    assert len(tests) == 282
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
    tests, traces = _lines("tests.jsonl"), _lines("tests_trace.jsonl")
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
