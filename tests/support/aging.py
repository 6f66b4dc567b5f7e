"""Mechanics of kinds whose things are in the order in which they were made."""

from __future__ import annotations

from support.ruling import Draw, key
from support.vocabulary import SMALL


def aging(d: Draw, kind: str) -> list[str]:
    """What asks for the numbers of a numbered kind, and what makes and drops its things."""
    n = d.number()
    first, last = f"{kind}{{id=1}}", f"{kind}, {kind}.id = count {{ {kind} $k }}"
    following = f"{kind} $a after {kind} $b, $a.id = $b.id + 1"
    rules = [
        f"{first} -> drop {kind}", f"{last} -> drop {kind}", f"{following} -> put $a at $b.cell", f"{first} -> "
        f"put {kind} at cell(1, 1)", f"{kind}, {kind}.id > 2 -> {d.one(SMALL)}", f"Player at $c -> make {kind} at $c",
        f"Goal -> make {kind} at Goal.cell", f"{kind} -> score = {kind}.id % 5",
        f"-> lives = max {kind}.id of {{ {kind} }} % 4", f"{kind} $a after {kind} $b once -> drop $b, show",
        f"{kind} $a after {kind} $b, $a near $b -> {d.one(SMALL)}", f"{kind} at random -> drop {kind}, show 2",
        f"on {key(d)}, {first} -> move {kind} way_out", f"{kind}, no {{ {kind} after {kind} $k }} -> move {kind} up",
        f"-> restore {d.one(['turn', 'level', 'level'])} only {kind}",
        f"Player, {kind}{{id=2}} -> put {kind} at Player.cell",
        f"{kind} once -> put {kind} at cell(2, 2)",
        f"{kind}, {kind} $k, $k.id = {kind}.id - 1 -> put $k at {kind}.cell",
    ]  # fmt: skip
    lines = [f"phase age{n} on {key(d)}", *(f"    {rule}" for rule in d.random.sample(rules, d.one([2, 3, 3])))]
    if d.chance(0.4):
        by = d.one(["", "", f" by 0 - {kind}.id", f" by {kind}.id % 2"])
        deeds = [f"{kind}.id = 2 -> end", f"-> move {kind} way_out", f"{kind}.id > 1 -> move {kind} left",
            f"{kind} $k after {kind} -> put {kind} at $k.cell"]  # fmt: skip
        lines += [f"phase row{n} on {key(d)} each {kind}{by}", *(f"    {deed}" for deed in d.random.sample(deeds, 2))]
    return lines
