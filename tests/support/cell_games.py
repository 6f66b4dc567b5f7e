"""Games of rules over cells, made at random: few kinds, small boards, rules of every form.

A number makes a game: `game(seed)`. The rules mean nothing; they are made to match often and to change things.
"""

from __future__ import annotations

from random import Random

from arcg.compiler import ir

WAYS, EVERY_WAY = 5, 31
DIRECTIONS = 4


class _Maker:
    """Makes the parts of one game."""

    def __init__(self, random: Random) -> None:
        self.random = random
        many = random.random() < 0.1
        count = 14 if many else random.randint(1, 3)
        sizes = [random.randint(1, 2)] + [random.randint(4, 7) if many else random.randint(1, 3) for _ in range(count)]
        self.layers = [layer for layer, size in enumerate(sizes) for _ in range(size)]
        if random.random() < 0.2:
            random.shuffle(self.layers)
        self.layer_count = len(sizes)
        self.kinds = list(range(len(self.layers)))
        self.ground = [kind for kind in self.kinds if self.layers[kind] == 0]
        self.common = random.sample(self.kinds, min(len(self.kinds), 6))
        """Rules and boards speak of these mostly."""
        self.pixels = random.choice((1, 1, 2, 3, 5))
        """Most pixels of a picture each way."""

    def chance(self, share: float) -> bool:
        """True in so many of all cases."""
        return self.random.random() < share

    def kind(self) -> int:
        """A kind."""
        return self.random.choice(self.common if self.chance(0.95) else self.kinds)

    def mask(self, kinds: list[int]) -> int:
        """A set of kinds."""
        return sum(1 << kind for kind in set(kinds))

    def on_layer(self, layer: int) -> int:
        """The kinds of a layer."""
        return self.mask([kind for kind in self.kinds if self.layers[kind] == layer])

    # ------------------------------------------------------------ rules

    def test(self, moves: bool) -> ir.CellTest:
        """A test of a cell; with `moves` it may look at movements."""
        random = self.random
        present = self.mask([self.kind() for _ in range(random.choice((0, 1, 1, 1, 2)))])
        absent = self.mask([self.kind() for _ in range(random.choice((0, 0, 0, 1)))]) & ~present
        some = tuple(self.mask([self.kind(), self.kind()]) for _ in range(random.choice((0, 0, 0, 0, 1, 2))))
        moving = still = 0
        if moves and self.chance(0.5):
            kinds = [kind for kind in self.kinds if present >> kind & 1] or [self.kind()]
            moving = 1 << WAYS * self.layers[kinds[0]] + random.choice((0, 1, 2, 3, 3, 4))
        elif moves and self.chance(0.2):
            still = EVERY_WAY << WAYS * self.layers[self.kind()]
        return ir.CellTest(present, absent, some, moving, still)

    def change(self, test: ir.CellTest, moves: bool) -> ir.CellChange:
        """What becomes of a cell that fits; never two kinds on one layer."""
        random = self.random
        clear, put, move, wipe, choices, turned = test.present, 0, 0, 0, 0, 0
        for kind in self.kinds:
            if test.present >> kind & 1 and self.chance(0.8):
                put = put & ~self.on_layer(self.layers[kind]) | 1 << kind
        if self.chance(0.35):
            kind = self.kind()
            put = put & ~self.on_layer(self.layers[kind]) | 1 << kind
        for kind in self.kinds:
            if put >> kind & 1:
                clear |= self.on_layer(self.layers[kind])
        if self.chance(0.1):
            clear |= 1 << self.kind()
        if moves and self.chance(0.4):
            layer = self.layers[self.kind()]
            move = 1 << WAYS * layer + random.choice((0, 1, 2, 3, 3, 4))
            wipe = 0 if self.chance(0.1) else EVERY_WAY << WAYS * layer
        if moves and self.chance(0.1):
            wipe |= EVERY_WAY << WAYS * random.randrange(self.layer_count)
        if self.chance(0.08):
            choices = self.mask([self.kind() for _ in range(random.randint(1, 3))])
        if self.chance(0.06):
            turned = EVERY_WAY << WAYS * self.layers[self.kind()]
            wipe |= turned
        return ir.CellChange(clear, put, test.moving if self.chance(0.5) else 0, move, wipe, choices, turned)

    def rule(self, source: int, late: bool, rigid: bool) -> ir.CellRule:
        """A rule of a stage."""
        random = self.random
        tests: list[tuple[ir.CellTest | None, ...]] = []
        changes: list[tuple[ir.CellChange | None, ...]] = []
        for _ in range(random.choice((1, 1, 1, 1, 2, 3))):
            row: list[ir.CellTest | None] = [self.test(not late) for _ in range(random.choice((1, 1, 2, 2, 3)))]
            for place in range(len(row) - 1, 0, -1):
                if row.count(None) < 2 and self.chance(0.15):
                    row.insert(place, None)
            tests.append(tuple(row))
            changes.append(tuple([None if test is None else self.change(test, not late) for test in row]))
        commands: tuple[ir.Command, ...] = ()
        asked: list[ir.Command] = ["again", "again", "again", "win", "checkpoint", "cancel", "restart"]
        if self.chance(0.15):
            commands = tuple(dict.fromkeys(random.choices(asked, k=random.choice((1, 1, 2)))))
        only_commands = bool(commands) and self.chance(0.4)
        way = random.randrange(DIRECTIONS)
        return ir.CellRule(way, tuple(tests), () if only_commands else tuple(changes), commands, source, rigid)

    def group(self, source: int, late: bool) -> ir.CellGroup:
        """A group of rules of one source."""
        rigid = not late and self.chance(0.15)
        rules = tuple(
            self.rule(source, late, rigid and self.chance(0.7)) for _ in range(self.random.choice((1, 1, 2, 3)))
        )
        return ir.CellGroup(rules, self.chance(0.12), any(rule.rigid for rule in rules))

    def push(self, source: int) -> ir.CellGroup:
        """Things that move along what lies before them, so that there is motion."""
        one, two = self.kind(), self.kind()
        rules = []
        for way in range(DIRECTIONS):
            move = 1 << WAYS * self.layers[one] + way
            there = 1 << WAYS * self.layers[two] + way
            wipe = EVERY_WAY << WAYS * self.layers[two]
            tests = (ir.CellTest(present=1 << one, moving=move), ir.CellTest(present=1 << two))
            changes = (ir.CellChange(), ir.CellChange(move=there, wipe=wipe))
            rules.append(ir.CellRule(way, (tests,), (changes,), (), source))
        return ir.CellGroup(tuple(rules))

    def stage(self, first: int, late: bool) -> ir.CellStage:
        """Groups whose sources begin with number `first`."""
        count = self.random.randint(0, 3)
        groups = [
            self.push(first + n) if not late and self.chance(0.4) else self.group(first + n, late) for n in range(count)
        ]
        loops: tuple[tuple[int, int], ...] = ()
        if groups and self.chance(0.25):
            begin = self.random.randrange(count)
            loops = ((begin, self.random.randrange(begin, count)),)
        return ir.CellStage(tuple(groups), loops)

    # ------------------------------------------------------------ the whole

    def level(self, name: str, most: int) -> ir.Level:
        """A board of at most so many cells each way."""
        random = self.random
        width, height = random.randint(1, most), random.randint(1, most)
        placed = []
        for x in range(width):
            for y in range(height):
                placed.append(ir.Placed(random.choice(self.ground), x, y, ()))
                for layer in range(1, self.layer_count):
                    kinds = [kind for kind in self.common if self.layers[kind] == layer]
                    if kinds and self.chance(0.4):
                        placed.append(ir.Placed(random.choice(kinds), x, y, ()))
        placed.sort(key=lambda thing: (thing.kind, thing.y, thing.x))
        cell = random.choice((self.pixels, self.pixels, 5, 7))
        return ir.Level(name, width, height, cell, (), tuple(placed))

    def picture(self) -> tuple[ir.Picture, ...]:
        """How a kind looks, if it does."""
        side = self.random.choice((1, 2, 3, 5, 9))
        if self.chance(0.1):
            return ()
        rows = tuple(tuple(self.random.randint(-1, 15) for _ in range(side)) for _ in range(side))
        return (ir.Picture(None, rows),)

    def player(self) -> tuple[ir.CellTest, int]:
        """Where the player is, and what is asked to move there."""
        kinds = [self.kind() for _ in range(self.random.choice((1, 1, 2)))]
        if self.chance(0.2):
            return ir.CellTest(present=self.mask(kinds)), self.mask(kinds)
        return ir.CellTest(some=(self.mask(kinds),)), self.mask(kinds)

    def goal(self) -> ir.CellGoal:
        """A condition of winning."""
        return ir.CellGoal(self.random.choice(("some", "no", "every")), self.test(False), self.test(False))


def game(seed: int, most: int = 4) -> ir.Program:
    """A game, with boards of at most `most` cells each way."""
    random = Random(seed)
    maker = _Maker(random)
    early = maker.stage(0, late=False)
    late = maker.stage(len(early.groups), late=True)
    sources = len(early.groups) + len(late.groups)
    player, asked = maker.player()
    goals = tuple(maker.goal() for _ in range(random.choice((0, 1, 1, 2))))
    phases = tuple(f"phase{n % 2}" for n in range(sources))
    names = tuple(f"{phase}.{n}" for n, phase in enumerate(phases))
    lines = tuple(range(1, sources + 1))
    cellwise = ir.Cellwise(
        player, asked, early, late, goals, maker.chance(0.3), maker.chance(0.15), names, phases, lines
    )
    keeps = any("checkpoint" in rule.commands for group in early.groups + late.groups for rule in group.rules)
    kinds = tuple(ir.Kind(f"K{kind}", layer, (), maker.picture(), ()) for kind, layer in enumerate(maker.layers))
    layers = tuple(ir.Layer(f"l{n}", False, maker.chance(0.05), False) for n in range(maker.layer_count))
    levels = tuple(maker.level(f"level{n}", most) for n in range(random.randint(1, 3)))
    actions = (1, 2, 3, 4, 5, 6, 7) if maker.chance(0.8) else (1, 2, 3, 4)
    return ir.Program(
        name=f"cells{seed}", ground=random.randrange(16), actions=actions, ties=(0, 1, 2, 3), fields=(), layers=layers,
        kinds=kinds, world=(), events=ir.BUILTIN_EVENTS, facts=(), distances=(), stops=(), pushes=(), carries=(),
        stuck=(), phases=(), forbids=(), wins=(), loses=(), lose_first=False, undo=ir.Keep((), ()),
        saves=("checkpoint",) if keeps else (), bars=(), levels=levels, cellwise=cellwise,
    )  # fmt: skip
