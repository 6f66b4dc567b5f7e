"""Slips that a tired hand might make in an engine, and the tests that must notice each."""

from __future__ import annotations

from typing import NamedTuple

SEMANTICS = "tests/docs/test_semantics.py"
MOTION = "tests/properties/test_motion.py"
STATE = "tests/properties/test_state.py"
ORDER = "tests/runtime/test_kernel_order.py"
BATCH = "tests/runtime/test_kernel_batch.py"


class Choice(NamedTuple):
    """Those of `file` that `-k only` chooses, by a part of their names: an ordinal would shift with a new example."""

    file: str
    only: str


class Mutant(NamedTuple):
    """`right` stands once in a module of `engine` and becomes `wrong`; each of `tests` notices it by itself."""

    name: str
    module: str
    right: str
    wrong: str
    tests: tuple[Choice, ...]
    engine: str = "reference"


def kernel(name: str, module: str, right: str, wrong: str, example: str) -> Mutant:
    """A slip in the kernels, noticed by an example of the semantics."""
    return Mutant(f"kernel-{name}", module, right, wrong, (Choice(SEMANTICS, f"{example} and kernel"),), "kernel")


def batch(name: str, module: str, right: str, wrong: str, only: str) -> Mutant:
    """A slip in what is told of a whole batch."""
    return Mutant(f"batch-{name}", module, right, wrong, (Choice(BATCH, only),), "kernel")


MUTANTS = (
    Mutant(
        # A thing of which an attribute is set is taken for one that is as it began.
        "kernel-touched",
        "memory.py",
        "    touch(P, M, slot)\n    write(P, M, at, value)\n",
        "    write(P, M, at, value)\n",
        (Choice(BATCH, "reference_engine_tells_of_each and glow"),),
        "kernel",
    ),
    Mutant(
        # The cell that a thing has left is not drawn anew.
        "kernel-redrawn",
        "redrawing.py",
        "            if there and not (here and M[now + X] == M[then + X] and M[now + Y] == M[then + Y]):\n",
        "            if there and not here:\n",
        (Choice(BATCH, "reference_engine_tells_of_each and dyer"),),
        "kernel",
    ),
    Mutant(
        # Column by column instead of row by row.
        "order",
        "order.py",
        "            thing.y,\n            thing.x,\n",
        "            thing.x,\n            thing.y,\n",
        (Choice(SEMANTICS, "order-of-things and reference"),),
    ),
    Mutant(
        # The pusher does not come first for the cell that its crate leaves.
        "contest",
        "motion.py",
        "            handles.sort(key=lambda h: (not self._pushes_out(h, cell), self.place[h]))\n",
        "            handles.sort(key=self.place.__getitem__)\n",
        (
            Choice(MOTION, "test_motion_agrees_with_brute_force"),
            Choice(SEMANTICS, "motion and leaves-its-pusher and reference"),
        ),
    ),
    Mutant(
        # Cargo stays behind only when all that carry it do.
        "carry",
        "motion.py",
        "        if any(carrier not in self.going for carrier in going.carriers):\n",
        "        if going.carriers and all(carrier not in self.going for carrier in going.carriers):\n",
        (
            Choice(MOTION, "test_motion_agrees_with_brute_force"),
            Choice(SEMANTICS, "motion and two-that-carry and reference"),
        ),
    ),
    Mutant(
        # `restore .. keeping Kind` forgets the kinds that it keeps.
        "restore",
        "effects.py",
        "    things.update({h: t for h, t in saved.things.items() if (t.kind in keep.kinds) == only})\n",
        "    things.update(saved.things)\n",
        (Choice(SEMANTICS, "snapshots and reference"),),
    ),
    Mutant(
        # A repeat rests although a rule has just made an event.
        "repeat",
        "turn.py",
        "            if not changed and not made and self.pending == asked_before:\n",
        "            if not changed and self.pending == asked_before:\n",
        (Choice(SEMANTICS, "repeat and reference"),),
    ),
    Mutant(
        # What is bound outside `no` means anything inside.
        "no",
        "matching.py",
        "                return not self.exists(query, env)\n",
        "                return not self.exists(query, Env(env.scope))\n",
        (Choice(SEMANTICS, "matches and reference"),),
    ),
    Mutant(
        # Things of the first name are counted, not pairs of things.
        "count",
        "matching.py",
        "            return len(matches)\n",
        "            return len({match[query.things[0]] for match in matches} if query.things else matches)\n",
        (Choice(SEMANTICS, "spatial-words and overlaps and reference"),),
    ),
    Mutant(
        # A phase's `show` shows an iteration that changed nothing.
        "show",
        "turn.py",
        "            if changed and phase.show:\n",
        "            if phase.show:\n",
        (Choice(SEMANTICS, "frames and reference"),),
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
        "        for clause in table.clauses:\n",
        "        for clause in table.clauses[:1]:\n",
        (Choice(SEMANTICS, "facts and reference"),),
    ),
    Mutant(
        # `win` or `lose` under `each` leaves out the things that have not had their parts.
        "outcome",
        "turn.py",
        "            if self.ended:\n                return\n",
        "            if self.ended or self.outcome:\n                return\n",
        (Choice(SEMANTICS, "turn and wait-for-the-whole-round and reference"),),
    ),
    Mutant(
        # A rule looks at an event once in a turn, not once for each binding of the head and each thing.
        "looked",
        "turn.py",
        "            looked = (id(rule), occurrence.serial, *key)\n",
        "            looked = (id(rule), occurrence.serial)\n",
        (
            Choice(SEMANTICS, "events and once-for-each-binding and reference"),
            Choice(SEMANTICS, "events and once-for-each-thing and reference"),
        ),
    ),
    Mutant(
        # While a level loads, every rule of a phase that runs does.
        "loading",
        "turn.py",
        "        if rule.trigger is None:\n            return bool(phase.heads)\n",
        "        return True\n",
        (
            Choice(SEMANTICS, "start-is-the-only-event and reference"),
            Choice(SEMANTICS, "own-on-still-counts and reference"),
        ),
    ),
    Mutant(
        # No save remembers which thing is which.
        "identity",
        "order.py",
        "        linked = linked_saves(program, self.references.any)\n",
        "        linked: set[int] = set()\n",
        (
            Choice(SEMANTICS, "state and the-same-future and reference"),
            Choice(SEMANTICS, "state and knows-a-thing-by-an-event and reference"),
        ),
    ),
    Mutant(
        # An event about a thing that is gone turns into one about nobody.
        "gone",
        "matching.py",
        "                GONE if sort ==",
        "                ir.NONE if sort ==",
        (Choice(SEMANTICS, "events and gone-is-not-nobody and reference"),),
    ),
    Mutant(
        # Look-alikes keep the order in which they were made.
        "alike",
        "turn.py",
        "        self.state.replace_things({handle: state.things[handle] for handle in codec.order(state, start)})\n",
        "",
        (Choice(SEMANTICS, "state and look-alikes-have-changed-places and reference"),),
    ),
    kernel(
        # Column by column instead of row by row.
        "order",
        "memory.py",
        "    if M[one + Y] != M[two + Y]:\n        return -1 if M[one + Y] < M[two + Y] else 1\n",
        "    if M[one + X] != M[two + X]:\n        return -1 if M[one + X] < M[two + X] else 1\n",
        "by-cell-row-by-row",
    ),
    kernel(
        # The pusher does not come first for the cell that its crate leaves.
        "contest",
        "motion.py",
        " & GOES and pushes_out(P, M, R, slot, cell) != later:\n",
        " & GOES and later == 0:\n",
        "leaves-its-pusher",
    ),
    kernel(
        # Cargo goes although one that carries it stays.
        "carry",
        "motion.py",
        "            for tie in range(MOTION_CARRIERS, MOTION_CARRIED + 1):\n",
        "            for tie in range(MOTION_CARRIERS, MOTION_CARRIED):\n",
        "motion and carr",
    ),
    kernel(
        # `restore .. keeping Kind` forgets the kinds that it keeps.
        "restore",
        "restoring.py",
        "        if kind < 0 or P[kinds + kind] != only:\n            continue\n",
        "        if kind < 0:\n            continue\n",
        "keeping-and-only",
    ),
    kernel(
        # A repeat rests although a rule has just made an event.
        "repeat",
        "turn.py",
        "        if not changed and not made_events(P, M, R, events) and not (plans and asks_anew(P, M, slots)):\n",
        "        if not changed and not (plans and asks_anew(P, M, slots)):\n",
        "repeat and a-made-event",
    ),
    kernel(
        # What is bound outside `no` means nothing inside.
        "no",
        "code.py",
        "    def _no(self, query: ir.Query, scope: Scope) -> None:\n"
        "        at = self.emit(op.EXISTS, 0, 0)\n        with scope.inner():\n",
        "    def _no(self, query: ir.Query, scope: Scope) -> None:\n"
        "        at = self.emit(op.EXISTS, 0, 0)\n        with scope.inner():\n            scope.bound.clear()\n",
        "matches",
    ),
    kernel(
        # A count is one at most.
        "count",
        "machine.py",
        "        return total + 1\n",
        "        return 1\n",
        "spatial-words and overlaps",
    ),
    kernel(
        # A phase's `show` shows an iteration that changed nothing.
        "show",
        "turn.py",
        "        if changed and P[phase + PHASE_SHOW]:\n",
        "        if P[phase + PHASE_SHOW]:\n",
        "frames and a-phase-s-show",
    ),
    kernel(
        # A turn that only paid is undone as well.
        "undo",
        "play.py",
        "    elif P[CAN_UNDO] and (M[DIRTY] or M[TURN_DIRTY]) and worth_undoing(P, M):\n",
        "    elif P[CAN_UNDO]:\n",
        "what-is-kept-does-not-count",
    ),
    kernel(
        # A fact of several lines holds only by its first.
        "facts",
        "code_facts.py",
        "            self.list_rows(table.clauses, known, wanted, start, scope)\n",
        "            self.list_rows(table.clauses[:1], known, wanted, start, scope)\n",
        "facts and several-lines",
    ),
    kernel(
        # `win` or `lose` under `each` leaves out the things that have not had their parts.
        "outcome",
        "turn.py",
        "            if M[ENDED]:\n                break\n",
        "            if M[ENDED] or M[OUTCOME]:\n                break\n",
        "wait-for-the-whole-round",
    ),
    kernel(
        # A rule looks at an event once in a run, not once for each thing.
        "looked",
        "turn.py",
        "    if slot < 0:\n        at = P[MARK_AT] + number\n",
        "    if True:\n        at = P[MARK_AT] + number\n",
        "events and once-for-each-thing",
    ),
    kernel(
        # While a level loads, every rule of a phase that runs does.
        "loading",
        "turn.py",
        "    return M[LOADING] == 0 or P[phase + PHASE_ON_START] == 1 or P[rule + RULE_LOADS] == 1\n",
        "    return True\n",
        "start-is-the-only-event",
    ),
    kernel(
        # No save remembers which thing is which.
        "identity",
        "assemble.py",
        "        linked = self.linked\n",
        "        linked: tuple[int, ...] = ()\n",
        "knows-a-thing-by-an-event",
    ),
    kernel(
        # An event about a thing that is gone turns into one about nobody.
        "gone",
        "events.py",
        "            return GONE\n",
        "            return -1\n",
        "gone-is-not-nobody",
    ),
    Mutant(
        # Look-alikes keep the order in which they were made, whatever they refer to.
        "kernel-alike",
        "order.py",
        "    return P[HAS_REFERENCES] != 0 or P[LINKED_COUNT] != 0\n",
        "    return False\n",
        (Choice(ORDER, "test_order_and_numbers_are_those_of_the_reference"),),
        "kernel",
    ),
    Mutant(
        # What facts in a ring hold of is looked for once only.
        "ring",
        "matching.py",
        "        while first or any(new.values()):\n",
        "        while first:\n",
        (Choice(SEMANTICS, "facts and ask-themselves and reference"),),
    ),
    Mutant(
        # A field grows by two steps at a time.
        "field",
        "matching.py",
        "                    found[beside] = found[cell] + 1\n",
        "                    found[beside] = found[cell] + 2\n",
        (Choice(SEMANTICS, "fields and distance and reference"),),
    ),
    Mutant(
        # Motion that was planned is forgotten by the next phase.
        "plan",
        "turn.py",
        "        self.pending = self.part.requests if phase.plan else {}\n",
        "        self.pending = {}\n",
        (Choice(SEMANTICS, "plans and reference"),),
    ),
    Mutant(
        # Matches taken in turn are not looked at again.
        "turn",
        "turn.py",
        "                if matcher.exists(rule.query, match):\n",
        "                if True:\n",
        (Choice(SEMANTICS, "rules and in-turn and reference"),),
    ),
    Mutant(
        # Who is seen stands in the way too.
        "sight",
        "matching.py",
        "        return [cell for steps, cell in sorted(found) if far is None or steps < far]\n",
        "        return [cell for steps, cell in sorted(found)]\n",
        (Choice(SEMANTICS, "spatial-words and sees and reference"),),
    ),
    kernel(
        # What facts in a ring hold of is looked for once only.
        "ring",
        "rows.py",
        "    return known, added\n",
        "    return known, 0\n",
        "facts and ask-themselves",
    ),
    kernel(
        # A field grows by two steps at a time.
        "field",
        "fields.py",
        "    enqueue(P, M, field, cell_index(P, M, cell_x(packed), cell_y(packed)), M[grid + middle] + 1)\n",
        "    enqueue(P, M, field, cell_index(P, M, cell_x(packed), cell_y(packed)), M[grid + middle] + 2)\n",
        "fields and distance",
    ),
    kernel(
        # A later line of a derived attribute is never looked at.
        "derived",
        "values.py",
        "        if value == UNDEFINED:\n            value = R[base + P[pc + 3]]\n",
        "",
        "derived-attributes and the-first-line",
    ),
    kernel(
        # Motion that is planned happens at once.
        "plan",
        "turn.py",
        "    if M[ASKED_COUNT] > 0 and P[phase + PHASE_PLAN] == 0:\n",
        "    if M[ASKED_COUNT] > 0:\n",
        "plans",
    ),
    kernel(
        # `once` takes all matches.
        "once",
        "turn.py",
        "== MODE_ONCE:\n        M[ROW_TOP] = start + width\n",
        "== MODE_ONCE:\n        pass\n",
        "rules and once",
    ),
    kernel(
        # A gap to the left or right is never longer than a cell.
        "gap",
        "machine.py",
        "        M[sp + TWO] = number + step_x(direction)\n",
        "        M[sp + TWO] = number\n",
        "patterns and gaps",
    ),
    Mutant(
        # A turned box keeps its upper left corner where it was before the turn.
        "box",
        "bodies.py",
        "        shift = (left, top) if body.origin is None else (0, 0)\n",
        "        shift = (0, 0)\n",
        (Choice(SEMANTICS, "bodies and reference"),),
    ),
    Mutant(
        # A body is on another as soon as they share a cell.
        "partly-on",
        "matching.py",
        "                return bool(one) and all(cell in two for cell in one)\n",
        "                return any(cell in two for cell in one)\n",
        (Choice(SEMANTICS, "bodies and reference"),),
    ),
    Mutant(
        # A turn goes the other way round.
        "sense",
        "bodies.py",
        '    return (-y, x) if sense == "cw" else (y, -x)\n',
        '    return (y, -x) if sense == "cw" else (-y, x)\n',
        (Choice(SEMANTICS, "bodies and reference"),),
    ),
    kernel(
        # The last column of a body is not there.
        "last-column",
        "bodies.py",
        "M[shape + SHAPE_LEFT] <= x <= M[shape + SHAPE_RIGHT]",
        "M[shape + SHAPE_LEFT] <= x < M[shape + SHAPE_RIGHT]",
        "bodies",
    ),
    kernel(
        # What is carried round goes along without turning itself.
        "carried-round",
        "motion.py",
        "        go_round(P, M, other)\n",
        "        pass\n",
        "bodies",
    ),
    kernel(
        # A body that grows is not looked at again.
        "growth",
        "effects.py",
        "            if P[BODIES] and slot >= 0 and misplaced(P, M, slot):\n",
        "            if False:\n",
        "bodies",
    ),
    Mutant(
        # The generator scrambles its state in another way.
        "generator",
        "chance.py",
        "    number ^= number >> 12\n",
        "    number ^= number >> 13\n",
        (Choice(SEMANTICS, "chance and reference"),),
    ),
    Mutant(
        # Undo does not bring the generator back.
        "undone-chance",
        "engine.py",
        "        state.saves, state.random = list(entry.saves), entry.random\n",
        "        state.saves = list(entry.saves)\n",
        (Choice(SEMANTICS, "chance and undo and reference"),),
    ),
    kernel(
        # A choice is taken for no change of the position.
        "unseen-choice",
        "turn.py",
        "            M[DIRTY] = 1\n",
        "            M[DIRTY] |= 0\n",
        "chance and repeating",
    ),
    kernel(
        # A level begins with the generator as the last one left it.
        "carried-over-chance",
        "play.py",
        "    completed, reset, seed = M[ROW_COMPLETED], M[ROW_FULL_RESET], M[ROW_SEED]\n",
        "    completed, reset, seed = M[ROW_COMPLETED], M[ROW_FULL_RESET], M[P[LIVE] + BLOCK_RANDOM]\n",
        "chance and every-level",
    ),
    Mutant(
        # Of two middles of a view the right and lower one is taken.
        "middle",
        "drawing.py",
        "    before = ((columns - 1) // 2, (rows - 1) // 2) if view.middle else (0, 0)\n",
        "    before = (columns // 2, rows // 2) if view.middle else (0, 0)\n",
        (Choice(SEMANTICS, "views and reference"),),
    ),
    kernel(
        # A view goes on until only one column of the board is left in it.
        "view-edge",
        "framing.py",
        "    return max(0, min(value, side - seen))\n",
        "    return max(0, min(value, side - 1))\n",
        "views",
    ),
    Mutant(
        # Arrows are turned with the picture instead of back.
        "turned-arrows",
        "engine.py",
        "                    direction = ir.COUNTER_CLOCKWISE[direction]\n",
        "                    direction = ir.CLOCKWISE[direction]\n",
        (Choice(SEMANTICS, "views and reference"),),
    ),
    kernel(
        # Clicks are turned the wrong way.
        "turned-clicks",
        "views.py",
        "        x, y = y, LAST_PIXEL - x\n",
        "        x, y = LAST_PIXEL - y, x\n",
        "views",
    ),
    Mutant(
        # Paint lies over the things of all layers.
        "paint-layer",
        "drawing.py",
        "            if paint.layer != layer:\n",
        "            if (paint.layer is None) != (layer is None):\n",
        (Choice(SEMANTICS, "paint-and-fog and reference"),),
    ),
    kernel(
        # Paint lies below the things of its layer.
        "paint-below",
        "drawing.py",
        "        while layer < P[entry + LOOK_LAYER]:\n",
        "        while layer <= P[entry + LOOK_LAYER]:\n",
        "paint-and-fog",
    ),
    Mutant(
        # What lies in fog can be clicked.
        "fog-clicked",
        "drawing.py",
        "        if any(cell == veiled for veiled, _ in self.painted(matcher, None)):\n",
        "        if False:\n",
        (Choice(SEMANTICS, "paint-and-fog and reference"),),
    ),
    kernel(
        # A click in fog hits what a click anywhere else would.
        "fog-hit",
        "drawing.py",
        "    if in_fog(P, M, R, column, line):\n",
        "    if False:\n",
        "paint-and-fog",
    ),
    Mutant(
        # What lies off the board is still covered.
        "outside",
        "bodies.py",
        "for x, y in self.cells(thing) if 0 <= x < level.width and 0 <= y < level.height])",
        "for x, y in self.cells(thing) if level])",
        (Choice(SEMANTICS, "bodies and reference"),),
    ),
    Mutant(
        # Two bodies may go through each other if they end apart.
        "through",
        "motion.py",
        "                if self._end(two) & self._body(one) and (self._stops(one, two) or self._stops(two, one)):\n",
        "                if self._end(two) == self._body(one) and (self._stops(one, two) or self._stops(two, one)):\n",
        (Choice(SEMANTICS, "bodies and reference"),),
    ),
    kernel(
        # A body is never mirrored.
        "mirror",
        "bodies.py",
        "    if M[shape + SHAPE_MIRRORED]:\n        x = -x\n",
        "    if False:\n        x = -x\n",
        "bodies",
    ),
    kernel(
        # A picture is turned the other way round.
        "turned-picture",
        "bodies_drawn.py",
        "    if quarters == 1:\n        x, y = row, height - 1 - column\n",
        "    if quarters == 1:\n        x, y = width - 1 - row, column\n",
        "bodies",
    ),
    kernel(
        # A thing with an origin turns its box about the upper left corner.
        "origin",
        "bodies.py",
        "    aside, down = (left, top) if anchored else (0, 0)\n",
        "    aside, down = (left, top)\n",
        "bodies",
    ),
    Mutant(
        # Numbers do not close up at the end of a turn.
        "gaps",
        "turn.py",
        "        if self.codec.references.number_anew(numbered):\n",
        "        if False:\n",
        (Choice(SEMANTICS, "order-of-things and numbers-stay and reference"),),
    ),
    kernel(
        # Things of a numbered kind are ordered by their cells.
        "numbered-by-place",
        "memory.py",
        "    if number and M[one + ATTR - 1 + number] != M[two + ATTR - 1 + number]:\n",
        "    if False:\n",
        "order-of-things",
    ),
    kernel(
        # A new thing gets the number of how many there are.
        "number-of-a-new-thing",
        "numbering.py",
        "            greatest = max(greatest, int(M[at + ATTR - 1 + number]))\n",
        "            greatest += 1\n",
        "order-of-things and numbers-stay",
    ),
    batch(
        # A counter alone is a change.
        "counters",
        "looking.py",
        "        if not counts and now[at + number] != before[at + number]:\n",
        "        if now[at + number] != before[at + number]:\n",
        "counter_alone",
    ),
    batch(
        # The colour of a thing may change unnoticed.
        "attributes",
        "looking.py",
        "        for place in range(at + ATTR, at + ATTR + attrs):\n",
        "        for place in range(at + ATTR, at + ATTR):\n",
        "tells_of_all",
    ),
    batch(
        # Whatever is asked for, the first level begins.
        "first-level",
        "play.py",
        "        first = max(action - BEGIN, 0)\n",
        "        first = 0\n",
        "begin_where",
    ),
    batch(
        # Of a body only its own cell is marked.
        "planes",
        "looking.py",
        "            shape = M[P[SHAPE_AT] + slot] if P[BODIES] else 0\n",
        "            shape = 0\n",
        "tells_of_all",
    ),
    batch(
        # Columns are taken for rows.
        "cell-planes",
        "cellwise/looking.py",
        "                    out[n, kinds[plane], cell % height, cell // height] = 1\n",
        "                    out[n, kinds[plane], cell // height, cell % height] = 1\n",
        "tells_of_all",
    ),
)
