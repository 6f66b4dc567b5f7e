"""Rules over cells as text for people: sets of kinds and movements by their names, a rule a line.

Takes a program, gives what `show.py` prints in place of its `Cellwise`: tables by name, lists and lines.
"""

from __future__ import annotations

from typing import Any

from arcg.compiler import ir


def told(program: ir.Program, cellwise: ir.Cellwise) -> dict[str, Any]:
    """The tables of a game of rules over cells, legible.

    A cell of a rule is written `[ what it holds ]`, behind the arrow what goes (`-`), what comes (`+`) and what becomes
    of its movements. `@layer` is a layer: all its kinds or movements after `-`, else where a movement belongs.
    """
    return _Teller(program).game(cellwise)


class _Teller:
    def __init__(self, program: ir.Program) -> None:
        self.kinds = [kind.name for kind in program.kinds]
        self.layers = [layer.name for layer in program.layers]
        self.on_layer = [0] * len(program.layers)
        for number, kind in enumerate(program.kinds):
            self.on_layer[kind.layer] |= 1 << number

    def game(self, cellwise: ir.Cellwise) -> dict[str, Any]:
        return {
            "player": f"{self.test(cellwise.player)} asks {' '.join(self.names(cellwise.asked))}",
            "at_start": cellwise.at_start,
            "must_move": cellwise.must_move,
            "early": self.stage(cellwise, cellwise.early),
            "late": self.stage(cellwise, cellwise.late),
            "goals": [self.goal(goal) for goal in cellwise.goals],
        }

    def stage(self, cellwise: ir.Cellwise, stage: ir.CellStage) -> dict[str, Any]:
        groups = {}
        for number, group in enumerate(stage.groups):
            marks = [word for word, said in (("at random", group.random), ("rigid", group.rigid)) if said]
            groups[" ".join([f"group {number}", *marks])] = [self.rule(cellwise, rule) for rule in group.rules]
        loops = [f"groups {first} to {last}" for first, last in stage.loops]
        return {**groups, **({"loops": loops} if loops else {})}

    def rule(self, cellwise: ir.Cellwise, rule: ir.CellRule) -> str:
        left = ", ".join(f"[ {' | '.join(self.cell(test) for test in row)} ]" for row in rule.tests)
        right = [f"[ {' | '.join(self.change(change) for change in row)} ]" for row in rule.changes]
        head = f"{cellwise.names[rule.source]} {ir.DIRECTIONS[rule.way]}{' rigid' if rule.rigid else ''}:"
        return f"{head} {left} -> {', '.join([*right, *rule.commands])}"

    def goal(self, goal: ir.CellGoal) -> str:
        if goal.quantifier == "every":
            return f"every {self.test(goal.first)} has {self.test(goal.second)}"
        more = f" {self.test(goal.second)}" if goal.second != ir.CellTest() else ""
        return f"{goal.quantifier} {self.test(goal.first)}{more}"

    def test(self, test: ir.CellTest) -> str:
        return f"[ {self.cell(test)} ]"

    def cell(self, test: ir.CellTest | None) -> str:
        if test is None:
            return "..."
        words = self.names(test.present)
        words += [f"({' or '.join(self.names(some))})" for some in test.some]
        words += self.movements(test.moving)
        words += [f"still@{layer}" for layer in self.whole(test.still)]
        words += [f"no {name}" for name in self.names(test.absent)]
        return " ".join(words)

    def change(self, change: ir.CellChange | None) -> str:
        if change is None:
            return "..."
        layers = [number for number, there in enumerate(self.on_layer) if there and not there & ~change.clear]
        rest = change.clear & ~sum(self.on_layer[number] for number in layers)
        words = [f"-@{self.layers[number]}" for number in layers]
        words += [f"-{name}" for name in self.names(rest)]
        words += [f"+{name}" for name in self.names(change.put)]
        words += [f"not {movement}" for movement in self.movements(change.unmove)]
        words += [f"still@{layer}" for layer in self.whole(change.wipe)]
        words += self.movements(change.move)
        if change.choices:
            words.append(f"random ({' or '.join(self.names(change.choices))})")
        words += [f"randomdir@{layer}" for layer in self.whole(change.turned)]
        return " ".join(words)

    def names(self, kinds: int) -> list[str]:
        return [name for number, name in enumerate(self.kinds) if kinds >> number & 1]

    def movements(self, moves: int) -> list[str]:
        ways = [*ir.DIRECTIONS, "act"]
        found = []
        for number, layer in enumerate(self.layers):
            found += [f"{word}@{layer}" for way, word in enumerate(ways) if moves >> (ir.MOVES * number + way) & 1]
        return found

    def whole(self, moves: int) -> list[str]:
        """The layers of which there are movements; the set holds whole layers."""
        return [layer for number, layer in enumerate(self.layers) if moves >> ir.MOVES * number & ir.ALL_MOVES]
