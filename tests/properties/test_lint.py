"""What the analyses call impossible does not happen: generated games are played, and small loops are run out.

`ARCG_EXAMPLES=500 ARCG_SEED=7 pytest tests/properties/test_lint.py` looks at more games than the test run does, and at
others.
"""

from __future__ import annotations

import dataclasses
import os
from random import Random

import numpy as np
import pytest
from support.generated import actions, game

from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.runtime.reference import ReferenceEngine

EXAMPLES = int(os.environ.get("ARCG_EXAMPLES", "40"))
SEED = int(os.environ.get("ARCG_SEED", "0"))
BATCHES = 8

SILENT = ("W321", "W323")
"""Codes of rules that never have a match, or are never asked for one."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_rules_that_are_called_dead_never_fire(batch: int) -> None:
    for number in range(batch, EXAMPLES, BATCHES):
        seed = SEED * 1_000_003 + number
        text = game(seed)
        checked, found = check_text(text, "generated")
        assert checked is not None, (seed, found)
        dead = {d.span.line: d for d in found if d.code in SILENT}
        resting = {d.span.line: d for d in found if d.code == "W322"}
        dropped = {d.span.line: d for d in found if d.code == "W339"}
        allowed = {d.span.line: d for d in found if d.code == "W335" and "forbid" in d.message}
        names = {phase.name: phase.line for phase in checked.phases}
        engine = ReferenceEngine(lower(checked))
        for action, x, y in actions(seed, engine.program):
            engine.step(action, x, y)
            for trace in engine.trace():
                assert trace.line not in dead | allowed, (seed, trace)
                assert trace.line not in dropped or not trace.applied, (seed, trace)
                assert names.get(trace.phase) not in resting, (seed, trace)


# ---------------------------------------------------------------- loops

LOOP = """game loop
board 2x2
actions act
layer air free
kind Lamp on air has glow: {domain}
world has mode: {domain}
phase turn on start repeat{first}
{rules}
win when mode = {other}, Lamp.glow = {other}
"""
LEVEL = """level
    mode = {value}
    put Lamp{{glow={value}}} at cell(0, 0)
"""
DOMAINS = {"0..4": ["0", "1", "2", "3", "4"], "red green blue": ["red", "green", "blue"], "facing": [
    "up", "right", "down", "left"]}  # fmt: skip


def loop(random: Random) -> tuple[str, int]:
    """A phase that changes one attribute by rules that ask for nothing else, and levels with each value of it."""
    domain = random.choice(list(DOMAINS))
    values = DOMAINS[domain]
    attr, thing = random.choice([("mode", ""), ("Lamp.glow", "Lamp")])
    rules = []
    for _ in range(random.randint(1, 3)):
        numbers = domain == "0..4"
        tests = [
            f"{attr} {random.choice(['=', '!=', '<', '>='] if numbers else ['=', '!='])} {random.choice(values)}"
            for _ in range(random.choice([0, 1, 1, 2]))
        ]
        conditions = ", ".join(([thing] if thing else []) + tests)
        steps = [f"{attr} = {random.choice(values)}"] * 2 + [f"{attr} next", f"{attr} prev"]
        steps += [f"{attr} + 1", f"{attr} - 2"] if numbers else []
        rules.append(f"    {conditions} -> {random.choice(steps)}".replace("     ->", "    ->"))
    first = random.choice(["", "", " first"]) if not thing else ""
    text = LOOP.format(domain=domain, first=first, rules="\n".join(rules), other=values[1])
    return text + "".join(LEVEL.format(value=value) for value in values), len(values)


def never_rests(found: list[Diagnostic]) -> bool:
    return any(d.code == "W327" for d in found)


def test_a_loop_is_told_just_when_some_value_never_rests() -> None:
    told = 0
    for number in range(EXAMPLES * 3):
        text, levels = loop(Random(f"loop {SEED} {number}"))
        checked, found = check_text(text, "loop")
        assert checked is not None, (text, [d.message for d in found])
        program = lower(checked)
        stuck = False
        for level in range(levels):
            engine = ReferenceEngine(dataclasses.replace(program, levels=(program.levels[level],)))
            stuck = stuck or any("did not rest" in message for message in engine.messages())
        assert never_rests(found) == stuck, text
        told += stuck
    assert EXAMPLES * 2 > told > EXAMPLES // 8


# ---------------------------------------------------------------- rules that do nothing

OVERWRITTEN = "W324"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_without_the_rules_that_are_told_of_games_go_as_with_them(batch: int) -> None:
    for number in range(batch, EXAMPLES, BATCHES):
        seed = SEED * 1_000_003 + number
        text = game(seed)
        full, found = check_text(text, "generated")
        idle = {d.span.line for d in found if d.code in (*SILENT, OVERWRITTEN)}
        if full is None or not idle:
            continue
        lines = text.split("\n")
        for line in idle:
            lines[line - 1] = "    // taken away"
        shorter, problems = check_text("\n".join(lines), "shorter")
        if shorter is None:
            assert {d.code for d in problems if d.severity == "error"} <= {"E008", "E145", "E140"}, (seed, problems)
            continue
        one, two = ReferenceEngine(lower(full)), ReferenceEngine(lower(shorter))
        for action, x, y in actions(seed, one.program):
            one.step(action, x, y)
            two.step(action, x, y)
            # states may be written in another way: a restore that is gone may have been why they hold identities
            assert one.world_values() == two.world_values(), (seed, idle)
            assert np.array_equal(one.frames(), two.frames()), (seed, idle)
