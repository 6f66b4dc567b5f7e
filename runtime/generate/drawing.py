"""Levels drawn from a `generate` block, changed a little, and held against it.

A `Draft` is a level that remembers which line of the block each thing comes from. What a block says is tested in one
place, `Kitchen.fault`, for what is drawn, for what is changed and for the levels that a designer made by hand.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from arcg.compiler import ir
from arcg.dsl.model import Kept, Recipe, Some
from arcg.runtime.behaviour.boards import covered, fits
from arcg.runtime.generate.layouts import BESIDE, Cell, laid_out, mirrored, pieces
from arcg.runtime.reference.matching import Env, Matcher
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.placing import placed
from arcg.runtime.reference.state import Saved

PART = " in its part of the board"

KEPT, LAID = -1, -2
"""Where a thing comes from that no `put` line brings."""


@dataclasses.dataclass(frozen=True, slots=True)
class Draft:
    """A level in the making: its size, the values of the world, and things, each with the line it comes from."""

    size: tuple[int, int]
    world: tuple[int, ...]
    things: tuple[tuple[int, ir.Placed], ...]

    def of(self, kinds: Iterable[int]) -> list[ir.Placed]:
        """The things of some kinds."""
        wanted = set(kinds)
        return [thing for _, thing in self.things if thing.kind in wanted]


class Kitchen:
    """One block of a game, ready to draw from."""

    def __init__(self, program: ir.Program, recipe: Recipe) -> None:
        self.program = program
        self.recipe = recipe
        self.model = program.levels[recipe.level]
        self.kept = tuple(
            (thing, kept)
            for thing in self.model.things
            if (kept := next((kept for kept in recipe.keep if self._meant(kept, thing)), None)) is not None
        )
        """Things that stay where they stand, each with the line that says so."""
        self._codecs: dict[tuple[int, int], Codec] = {}

    # ------------------------------------------------------------ drawing

    def draw(self, random: Random) -> Draft | str:
        """A level as the block describes it, or the line of the block that could not be followed, in words."""
        recipe = self.recipe
        size = random.randint(recipe.least[0], recipe.most[0]), random.randint(recipe.least[1], recipe.most[1])
        world = list(self.model.world)
        for place, attr in enumerate(self.program.world):
            if isinstance(attr.domain, ir.ThingDomain):
                world[place] = ir.NONE  # the thing that is meant in the level may not be there
        for place, values in recipe.vary:
            world[place] = random.choice(values)
        draft = Draft(size, tuple(world), tuple((KEPT, self._again(thing, kept, random)) for thing, kept in self.kept))
        for layout in recipe.layouts:
            taken = {(thing.x, thing.y) for _, thing in draft.things}
            cells = laid_out(layout.way, size, random.randint(*layout.amount), taken, recipe.mirror, random)
            things = tuple((LAID, self._plain(layout.kind, cell)) for cell in sorted(cells))
            draft = dataclasses.replace(draft, things=draft.things + things)
        for line, some in enumerate(recipe.puts):
            for _ in range(random.randint(*some.amount)):
                more = self._with_one(draft, line, random)
                if more is None:
                    return f"there is no room for {self._name(some.kind)}{_where(some)}{PART if some.area else ''}"
                draft = more
        return self.fault(draft) or draft

    def changed(self, draft: Draft, random: Random) -> Draft | None:
        """The level with a small change; None if the block does not allow what comes of it."""
        puts = [place for place, (line, _) in enumerate(draft.things) if line >= 0]
        kept = [place for place, (_, kept) in enumerate(self.kept) if kept.choices]
        laid = [place for place, (line, _) in enumerate(draft.things) if line == LAID]
        ways = ["move"] * 4 * bool(puts) + ["value"] * bool(puts) + ["count"] * bool(puts) + ["wall"] * 2 * bool(laid)
        ways += ["kept"] * 2 * bool(kept)
        if not ways:
            return None
        way = random.choice(ways)
        made: Draft | None
        if way == "wall":
            made = self._other_wall(draft, random)
        elif way == "kept":
            place = random.choice(kept)  # what is kept comes first in a draft
            things = list(draft.things)
            things[place] = KEPT, self._again(*self.kept[place], random)
            made = dataclasses.replace(draft, things=tuple(things))
        else:
            place = random.choice(puts)
            line, thing = draft.things[place]
            less = dataclasses.replace(draft, things=draft.things[:place] + draft.things[place + 1 :])
            if way == "move":
                made = self._with_one(less, line, random, thing.attrs)
            elif way == "value":
                attrs = self._attrs(self.recipe.puts[line], random)
                made = dataclasses.replace(less, things=(*less.things, (line, dataclasses.replace(thing, attrs=attrs))))
            else:
                made = less if random.random() < 0.5 else self._with_one(draft, line, random)
        return made if made is not None and self.fault(made) is None else None

    def _with_one(self, draft: Draft, line: int, random: Random, attrs: tuple[int, ...] | None = None) -> Draft | None:
        """One thing of a line more, where the line allows it; None if there is no such place."""
        some = self.recipe.puts[line]
        cells = sorted(self._room(draft, some))
        while cells:
            x, y = cells.pop(random.randrange(len(cells)))
            thing = ir.Placed(some.kind, x, y, self._attrs(some, random) if attrs is None else attrs)
            made = dataclasses.replace(draft, things=(*draft.things, (line, thing)))
            if self.program.kinds[some.kind].body is None or (
                self._meant(some, thing) and fits(self.program, self.level(made))
            ):
                return made
        return None

    def _room(self, draft: Draft, some: Some) -> set[Cell]:
        """The cells where a line may put a thing."""
        width, height = draft.size
        kind = self.program.kinds[some.kind]
        left, top, right, bottom = some.area or (0, 0, width - 1, height - 1)
        cells = {(x, y) for x in range(left, min(right + 1, width)) for y in range(top, min(bottom + 1, height))}
        single = not self.program.layers[kind.layer].free
        for line, thing in draft.things:
            if (single and self.program.kinds[thing.kind].layer == kind.layer) or (line < 0 and some.where != "on"):
                cells -= covered(self.program, thing)
        return {cell for cell in cells if self._allowed(draft, some, cell)}

    def _allowed(self, draft: Draft, some: Some, cell: Cell) -> bool:
        """Whether a thing may stand in a cell as `on`, `touching` and `apart` say."""
        x, y = cell
        if some.where == "on":
            return any(cell in covered(self.program, thing) for thing in draft.of(some.kinds))
        if some.where == "touching":
            beside = {(x + dx, y + dy) for dx, dy in BESIDE}
            return any(beside & covered(self.program, thing) for thing in draft.of(some.kinds))
        if some.where == "apart":
            return all(max(abs(x - thing.x), abs(y - thing.y)) > 1 for thing in draft.of((some.kind,)))
        return True

    def _other_wall(self, draft: Draft, random: Random) -> Draft | None:
        """A cell of a layout more or less, and what mirrors it; a border stays."""
        kinds = sorted({layout.kind for layout in self.recipe.layouts if layout.way != "border"})
        if not kinds:
            return None
        kind = random.choice(kinds)
        width, height = draft.size
        inner = [(x, y) for x in range(1, width - 1) for y in range(1, height - 1)]
        if not inner:
            return None
        cells = mirrored([random.choice(inner)], draft.size, self.recipe.mirror)
        there = {(thing.x, thing.y) for line, thing in draft.things if line == LAID and thing.kind == kind}
        if cells & there:
            things = tuple(
                (line, thing) for line, thing in draft.things
                if not (line == LAID and thing.kind == kind and (thing.x, thing.y) in cells)
            )  # fmt: skip
        elif any((thing.x, thing.y) in cells for _, thing in draft.things):
            return None
        else:
            things = (*draft.things, *((LAID, self._plain(kind, cell)) for cell in sorted(cells)))
        return dataclasses.replace(draft, things=things)

    def _meant(self, line: Kept | Some, thing: ir.Placed) -> bool:
        """Whether a thing is of the kind of a line and wholly in its part of the board."""
        if line.area is None:
            return thing.kind == line.kind
        left, top, right, bottom = line.area
        return thing.kind == line.kind and all(
            left <= x <= right and top <= y <= bottom for x, y in covered(self.program, thing)
        )

    def _again(self, thing: ir.Placed, kept: Kept, random: Random) -> ir.Placed:
        """A thing that is kept, with the values drawn that its line lets vary."""
        attrs = list(thing.attrs)
        for place, values in kept.choices:
            attrs[place] = random.choice(values)
        return dataclasses.replace(thing, attrs=tuple(attrs))

    def _attrs(self, some: Some, random: Random) -> tuple[int, ...]:
        values = [attr.default for attr in self.program.kinds[some.kind].attrs]
        for place, choices in some.choices:
            values[place] = random.choice(choices)
        return tuple(values)

    def _plain(self, kind: int, cell: Cell) -> ir.Placed:
        return ir.Placed(kind, *cell, tuple(attr.default for attr in self.program.kinds[kind].attrs))

    # ------------------------------------------------------------ testing

    def fault(self, draft: Draft) -> str | None:
        """What the block does not allow in a level, in words; None if it is as described."""
        recipe = self.recipe
        count = Counter(line for line, _ in draft.things)
        for line, some in enumerate(recipe.puts):
            low, high = some.amount
            if not low <= count[line] <= high:
                return f"{count[line]} of {self._name(some.kind)}, and {low}..{high} are to be put"
        for line, thing in draft.things:
            if line >= 0:
                rest = dataclasses.replace(draft, things=tuple(one for one in draft.things if one[1] is not thing))
                if not self._meant(recipe.puts[line], thing):
                    return f"{self._name(thing.kind)} is not{PART}"
                if not self._allowed(rest, recipe.puts[line], (thing.x, thing.y)):
                    return f"{self._name(thing.kind)} is not{_where(recipe.puts[line])}"
        if not fits(self.program, self.level(draft)):
            return "two things stand on one cell"
        for kinds in recipe.around:
            walls = {cell for thing in draft.of(kinds) for cell in covered(self.program, thing)}
            cells = {(x, y) for x in range(draft.size[0]) for y in range(draft.size[1])} - walls
            if len(pieces(cells)) > 1:
                return f"not connected around {', '.join(map(self._name, kinds))}"
        return self._demanded(draft)

    def _demanded(self, draft: Draft) -> str | None:
        if not self.recipe.demands:
            return None
        program = dataclasses.replace(self.program, levels=(self.level(draft),))
        state = placed(program, 0)
        if draft.size not in self._codecs:  # a codec knows how large the board is
            self._codecs[draft.size] = Codec(program)
        matcher = Matcher(program, self._codecs[draft.size], state, Saved({}, ()), ())
        for demand in self.recipe.demands:
            slots = demand.condition.slots
            if matcher.exists(demand.condition.query, Env(slots, [None] * len(slots))) != demand.must:
                return f"`{demand.text}` is not so"
        return None

    def held_against(self, level: ir.Level) -> str | None:
        """Why the block could not have made a level, in words; None if it could, whatever its layouts look like."""
        recipe = self.recipe
        for what, size, low, high in zip(
            ("wide", "high"), (level.width, level.height), recipe.least, recipe.most, strict=True
        ):
            if not low <= size <= high:
                return f"it is {size} {what}, and the board is to be {low}..{high}"
        varied = dict(recipe.vary)
        for place, (value, usual) in enumerate(zip(level.world, self.model.world, strict=True)):
            attr = self.program.world[place]
            if not (value == usual or value in varied.get(place, ()) or isinstance(attr.domain, ir.ThingDomain)):
                return f"`{attr.name}` has a value that is not drawn"
        laid = {layout.kind for layout in recipe.layouts}
        room = [some.amount[1] for some in recipe.puts]
        need = [some.amount[0] for some in recipe.puts]
        things: list[tuple[int, ir.Placed]] = []
        for thing in level.things:
            lines = [
                line for line, some in enumerate(recipe.puts) if some.kind == thing.kind and self._drawn(some, thing)
            ]
            lines.sort(key=lambda line: (need[line] <= 0, -room[line]))
            if any(self._stayed(old, kept, thing) for old, kept in self.kept):
                things.append((KEPT, thing))
            elif lines and room[lines[0]] > 0:
                room[lines[0]] -= 1
                need[lines[0]] -= 1
                things.append((lines[0], thing))
            elif thing.kind in laid:
                things.append((LAID, thing))
            else:
                return f"no line puts this {self._name(thing.kind)}, at ({thing.x}, {thing.y})"
        return self.fault(Draft((level.width, level.height), level.world, tuple(things)))

    def _drawn(self, some: Some, thing: ir.Placed) -> bool:
        """Whether a line may put a thing where it stands and give it its values."""
        usual = [attr.default for attr in self.program.kinds[thing.kind].attrs]
        return self._meant(some, thing) and self._within(thing, usual, some.choices)

    def _stayed(self, old: ir.Placed, kept: Kept, thing: ir.Placed) -> bool:
        """Whether a thing may be one that is kept."""
        at_home = (old.kind, old.x, old.y) == (thing.kind, thing.x, thing.y)
        return at_home and self._within(thing, old.attrs, kept.choices)

    def _within(self, thing: ir.Placed, usual: Sequence[int], drawn: tuple[tuple[int, tuple[int, ...]], ...]) -> bool:
        """Whether each value of a thing is one that may be drawn, or else the usual one; its number may be any."""
        choices = dict(drawn)
        kind = self.program.kinds[thing.kind]
        return all(
            attr.field == kind.numbered or value in choices.get(place, (usual[place],))
            for place, (attr, value) in enumerate(zip(kind.attrs, thing.attrs, strict=True))
        )

    # ------------------------------------------------------------ levels

    def level(self, draft: Draft, name: str | None = None) -> ir.Level:
        """The draft as a level: things row by row, things of numbered kinds numbered in that order."""
        width, height = draft.size
        order = sorted((thing for _, thing in draft.things), key=lambda t: (t.y, t.x, self.program.kinds[t.kind].layer))
        made: Counter[int] = Counter()
        things = []
        for thing in order:
            kind = self.program.kinds[thing.kind]
            if kind.numbered is not None:
                made[thing.kind] += 1
                thing = dataclasses.replace(thing, attrs=(*thing.attrs[:-1], made[thing.kind]))
            things.append(thing)
        model = self.model
        return ir.Level(
            model.name if name is None else name, width, height, model.cell, draft.world, tuple(things), model.view
        )

    def _name(self, kind: int) -> str:
        return f"`{self.program.kinds[kind].name}`"


def _where(some: Some) -> str:
    return {"": "", "on": " on what it is to stand on", "touching": " where it touches what it is to touch"}.get(
        some.where, " apart from the others"
    )
