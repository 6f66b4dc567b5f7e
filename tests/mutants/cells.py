"""Slips in the reference engine's rules over cells, and the tests that must notice each."""

from __future__ import annotations

from mutants.mutants import Choice, Mutant

FOLDER = "tests/runtime/cellwise"


def cells(name: str, module: str, right: str, wrong: str, file: str, only: str) -> Mutant:
    """A slip in a module of the folder `cellwise`."""
    return Mutant(f"cells-{name}", f"cellwise/{module}", right, wrong, (Choice(f"{FOLDER}/{file}", only),))


CELLS = (
    cells(
        # Every rule looks column by column.
        "scan",
        "matching.py",
        "    if way in HORIZONTAL:\n",
        "    if False:\n",
        "test_matching.py",
        "row_by_row",
    ),
    cells(
        # A gap holds at least one cell.
        "gap",
        "matching.py",
        "        for gap in range(spare + 1):\n",
        "        for gap in range(1, spare + 1):\n",
        "test_matching.py",
        "gap_may_be_empty",
    ),
    cells(
        # A match is done although one before it took its cells.
        "recheck",
        "running.py",
        "                if changed and not self._still_fit(rule, together):\n",
        "                if False:\n",
        "test_running.py",
        "only_if_it_still_fits",
    ),
    cells(
        # The matches of the last row vary fastest.
        "rows",
        "running.py",
        "            for reverse in product(*reversed(found)):\n                together = reverse[::-1]\n",
        "            for together in product(*found):\n",
        "test_matching.py",
        "vary_fastest",
    ),
    cells(
        # Rules ask for something only if they change something.
        "commands",
        "running.py",
        "        self.queue_up(rule.commands)\n        return changed\n",
        "        self.queue_up(rule.commands if changed else ())\n        return changed\n",
        "test_running.py",
        "not_by_changes",
    ),
    cells(
        # A random group is done until it rests.
        "random",
        "running.py",
        "            return self._one_of(group)\n",
        "            return self._one_of(group) and self._one_of(group)\n",
        "test_running.py",
        "is_done_once",
    ),
    cells(
        # A mark of a rigid rule is no change.
        "mark",
        "running.py",
        "                    changed |= self._mark(cell, change.wipe, rule.mark)\n",
        "                    self._mark(cell, change.wipe, rule.mark)\n",
        "test_turns.py",
        "mark_is_a_change",
    ),
    cells(
        # Cells are swept once.
        "sweeps",
        "resolving.py",
        "                moved |= _step(tables, board, cell, layer, ways)\n",
        "                _step(tables, board, cell, layer, ways)\n",
        "test_turns.py",
        "pushed_goes_first",
    ),
    cells(
        # After a rigid group has failed, nobody is asked to move any more.
        "retry",
        "turn.py",
        "                board.put(cell, board.kinds[cell], moves)\n",
        "                board.put(cell, board.kinds[cell], 0)\n",
        "test_turns.py",
        "others_go_on",
    ),
    cells(
        # A turn that changed nothing is followed.
        "again",
        "turn.py",
        '        if "again" in commands and changed:\n',
        '        if "again" in commands:\n',
        "test_answers.py",
        "changes_nothing_is_not_followed",
    ),
    cells(
        # Whether another turn would change anything is not tried.
        "trial",
        "turn.py",
        "            self.due = self._would_change()\n",
        "            self.due = True\n",
        "test_answers.py",
        "draws_numbers",
    ),
    cells(
        # Ticks can be undone.
        "ticks",
        "turn.py",
        "        if changed and way is not None:\n",
        "        if changed:\n",
        "test_answers.py",
        "ticks_leave_nothing",
    ),
    cells(
        # A restart brings back the level as it was after its first turn.
        "start",
        "turn.py",
        "        self.board.become(self.target)\n        self.begin()\n",
        "        self.board.become(self.target)\n",
        "test_turns.py",
        "start_turn_again",
    ),
    cells(
        # Undo goes back to a position that is the present one.
        "undo",
        "engine.py",
        "        while self._behind and self._behind[-1] == present:\n",
        "        while False:\n",
        "test_answers.py",
        "passes_over",
    ),
)
