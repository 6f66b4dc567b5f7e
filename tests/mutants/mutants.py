"""Slips that a tired hand might make in the reference engine, and the tests that must notice each."""

from __future__ import annotations

from typing import NamedTuple

SEMANTICS = "tests/docs/test_semantics.py"
MOTION = "tests/properties/test_motion.py"
STATE = "tests/properties/test_state.py"


class Choice(NamedTuple):
    """Those of `file` that `-k only` chooses, by a part of their names: an ordinal would shift with a new example."""

    file: str
    only: str


class Mutant(NamedTuple):
    """`right` stands once in the module and becomes `wrong`; each of `tests` notices it without the others."""

    name: str
    module: str
    right: str
    wrong: str
    tests: tuple[Choice, ...]


MUTANTS = (
    Mutant(
        # Column by column instead of row by row.
        "order",
        "order.py",
        "            thing.y,\n            thing.x,\n",
        "            thing.x,\n            thing.y,\n",
        (Choice(SEMANTICS, "order-of-things"),),
    ),
    Mutant(
        # The pusher does not come first for the cell that its crate leaves.
        "contest",
        "motion.py",
        "            handles.sort(key=lambda h: (not self._pushes_out(h, cell), self.place[h]))\n",
        "            handles.sort(key=self.place.__getitem__)\n",
        (Choice(MOTION, "test_motion_agrees_with_brute_force"), Choice(SEMANTICS, "motion and leaves-its-pusher")),
    ),
    Mutant(
        # Cargo stays behind only when all that carry it do.
        "carry",
        "motion.py",
        "        if any(carrier not in self.going for carrier in going.carriers):\n",
        "        if going.carriers and all(carrier not in self.going for carrier in going.carriers):\n",
        (Choice(MOTION, "test_motion_agrees_with_brute_force"), Choice(SEMANTICS, "motion and two-that-carry")),
    ),
    Mutant(
        # `restore .. keeping Kind` forgets the kinds that it keeps.
        "restore",
        "effects.py",
        "    things.update({h: t for h, t in saved.things.items() if (t.kind in keep.kinds) == only})\n",
        "    things.update(saved.things)\n",
        (Choice(SEMANTICS, "snapshots"),),
    ),
    Mutant(
        # A repeat rests although a rule has just made an event.
        "repeat",
        "turn.py",
        "            if not changed and not made:\n",
        "            if not changed:\n",
        (Choice(SEMANTICS, "repeat"),),
    ),
    Mutant(
        # What is bound outside `no` means anything inside.
        "no",
        "matching.py",
        "                return not self.exists(query, env)\n",
        "                return not self.exists(query, Env(env.scope))\n",
        (Choice(SEMANTICS, "matches"),),
    ),
    Mutant(
        # Things of the first name are counted, not pairs of things.
        "count",
        "matching.py",
        "            return len(matches)\n",
        "            return len({match[query.things[0]] for match in matches} if query.things else matches)\n",
        (Choice(SEMANTICS, "spatial-words and overlaps"),),
    ),
    Mutant(
        # A phase's `show` shows an iteration that changed nothing.
        "show",
        "turn.py",
        "            if changed and phase.show:\n",
        "            if phase.show:\n",
        (Choice(SEMANTICS, "frames"),),
    ),
    Mutant(
        # A turn that only paid is undone as well.
        "undo",
        "engine.py",
        "        elif Action.UNDO in self.program.actions and self._worth_undoing(before, turn.state):\n",
        "        elif Action.UNDO in self.program.actions:\n",
        (Choice(STATE, "test_undo_takes_back_one_turn_after_another"),),
    ),
    Mutant(
        # A fact of several lines holds only by its first.
        "facts",
        "matching.py",
        "        for clause in self.program.facts[fact].clauses:\n",
        "        for clause in self.program.facts[fact].clauses[:1]:\n",
        (Choice(SEMANTICS, "facts"),),
    ),
    Mutant(
        # `win` or `lose` under `each` leaves out the things that have not had their parts.
        "outcome",
        "turn.py",
        "            if self.ended:\n                return\n",
        "            if self.ended or self.outcome:\n                return\n",
        (Choice(SEMANTICS, "turn and wait-for-the-whole-round"),),
    ),
    Mutant(
        # A rule looks at an event once in a turn, not once for each binding of the head and each thing.
        "looked",
        "turn.py",
        "            looked = (id(rule), occurrence.serial, *key)\n",
        "            looked = (id(rule), occurrence.serial)\n",
        (Choice(SEMANTICS, "events and once-for-each-binding"), Choice(SEMANTICS, "events and once-for-each-thing")),
    ),
    Mutant(
        # While a level loads, every rule of a phase that runs does.
        "loading",
        "turn.py",
        "        if rule.trigger is None:\n            return bool(phase.heads)\n",
        "        return True\n",
        (Choice(SEMANTICS, "start-is-the-only-event"), Choice(SEMANTICS, "own-on-still-counts")),
    ),
    Mutant(
        # No save remembers which thing is which.
        "identity",
        "order.py",
        "        linked = linked_saves(program, self.references.any)\n",
        "        linked: set[int] = set()\n",
        (Choice(SEMANTICS, "state and the-same-future"), Choice(SEMANTICS, "state and knows-a-thing-by-an-event")),
    ),
    Mutant(
        # An event about a thing that is gone turns into one about nobody.
        "gone",
        "matching.py",
        "                GONE if sort ==",
        "                ir.NONE if sort ==",
        (Choice(SEMANTICS, "events and gone-is-not-nobody"),),
    ),
    Mutant(
        # Look-alikes keep the order in which they were made.
        "alike",
        "turn.py",
        "        self.state.replace_things({handle: state.things[handle] for handle in codec.order(state, start)})\n",
        "",
        (Choice(SEMANTICS, "state and look-alikes-have-changed-places"),),
    ),
)
