"""Games at random that are played: every construct of the language, in games whose rules do fire.

`game(seed)` writes a file, `actions(seed, program)` what to do in it. A game is a few of the mechanics of
`support.mechanics` and random rules of `support.ruling` over one vocabulary, with random boards, levels and pictures;
`support.fired` tells what of the language happens in it.
"""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

from support.aging import aging
from support.bodies import leaving, parts, stretching, turning
from support.mechanics import MOVING, OTHERS, emission, facts
from support.ruling import Draw
from support.seeing import painted, with_view
from support.sideshow import with_sideshow
from support.vocabulary import DIRECTIONS, FACTS, GROUPS, KINDS, MADE, ORDINARY, SAVES, WORLD

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.engine import SIZE, Action

ACTIONS = 22
"""Actions in a game."""

Move = tuple[int, int, int]
"""An action with the pixel of a click."""

LAYERS = {
    "Goal": "floor", "Plate": "floor", "Cart": "deck", "Wall": "solid", "Player": "solid", "Crate": "solid",
    "Rock": "solid", "Spark": "air", "Mark": "marks", "Pane": "glass",
}  # fmt: skip
PICTURES = {
    "Goal": [["3"], ["3.3", "...", "3.3"]],
    "Plate": [["44", "44"], ["4"]],
    "Cart": [["...", "2.2", "222"], ["2"]],
    "Wall": [["5"], ["555", "5.5", "555"]],
    "Player": [["9"], [".9.", "999", "9.9"]],
    "Crate": [["8"], ["88", "8."], ["c8", "8c"]],
    "Rock": [["7"], [".7.", "777"]],
    "Spark": [["b"], [".b", "b."]],
    "Pane": [["555", "5.5", "555"], ["..", "5."]],
}
CONDITIONS = {
    "Crate": ["worth = 2", "Crate.hue = red", "{ Crate on Goal }", "Crate = chosen", "ready(Crate)", "energy < 5"],
    "Rock": ["of != none", "{ Rock near Player }", "mode = night", "Rock.x % 2 = 0"],
    "Spark": ["heat > 1", "no Wall touches Spark", "Spark = held"],
    "Pane": ["open = yes", "count { Pane $b } > 1"],
    "Player": ["energy < 6", "{ Player on Plate }", "chosen != none"],
    "Plate": ["weight = 1", "weight != 1", "{ Solid on Plate }"],
    "Goal": ["no Box on Goal", "lives > 0"],
}  # fmt: skip
TINTS = {
    "Crate": ["8 by hue", "8 by worth as red blue 14 15", "c by way as red blue yellow purple", "8 by worth * 4",
              "8 by tone", "8 by Crate.x"],
    "Rock": ["7 by hue", "7 by worth as 1 2 3 4", "7 by of.hue", "7 by energy"],
    "Spark": ["b by heat as red blue green yellow sky", "b by hue", "b by way as 1 2 3 4", "b by heat + 2"],
    "Plate": ["4 by weight as maroon orange yellow", "4 by weight * 9", "4 by peer.weight as red blue green"],
    "Player": ["9 by mode as yellow blue black", "9 by lives", "9 by count { Spark }"],
    "Goal": ["3 by tone"],
}  # fmt: skip
GLYPHS = {
    "#": "Wall", "P": "Player", "r": "Rock", "c": "Crate", "o": "Goal", "_": "Plate", "s": "Spark", "t": "Cart",
    "m": "Mark", "w": "Pane",
}  # fmt: skip
COMBINATIONS = [
    "Spark Spark", "Crate Goal", "Crate{hue=blue, worth=2, way=left} Goal", "Player Plate", "Player Cart", "Rock Cart",
    "Rock{hue=red} Spark", "Mark Mark{n=1}", "Pane{open=yes} Crate", "Spark{way=down, heat=2} Mark", "Spark Goal",
    "Cart{way=right}", "Cart{way=left} Rock", "Rock{worth=3}", "Crate{worth=4, hue=green}", "Spark{hue=red} Plate",
    "Cart{way=down} Spark", "Plate{weight=2} Mark", "Spark Spark Spark{heat=1}",
]  # fmt: skip
CONDITIONS_OF_GOALS = [
    "Player on Goal", "score >= 2", "every Goal has Crate on Goal", "no Rock", "no { Box on Plate }", "energy < 4",
    "Crate near Goal", "mode = night", "did enter(Player, Plate)", "count { Spark } > 5",
    "no { Crate $a, $a.worth < 2 }",
    "chosen.worth > 2", "Spark on Player",
]  # fmt: skip
KEEPING = ["act", "click", "start arrow(up)", "start"]
LOSING = ["energy = 0", "no Player", "Player near Spark, energy < 6", "score < -1", "Spark on Player", "no Crate",
          "did blocked(Player, $d, none)", "Player on Goal", "lives = 0, score > 1"]  # fmt: skip


class Author(Draw):
    """Writes one game."""

    def __init__(self, random: Random) -> None:
        super().__init__(random, (random.randint(4, 8), random.randint(3, 6)))
        self.offered = self._offered()
        self.stack = 0
        self.bodied = self.chance(0.4)
        self.numbered = self.random.sample(["Spark", "Spark", "Mark", "Crate", "Rock"], self.one([0, 0, 1, 1, 2]))
        self.open = " open" if self.bodied and self.chance(0.5) else ""

    def _offered(self) -> list[str]:
        if self.chance(0.7):
            return ["arrows", "act", "click", "undo"]
        return ["arrows", *[word for word in ("act", "click", "undo") if self.chance(0.75)]]

    def game(self) -> str:
        body = self.body()
        if any(line.startswith("undo keeping") for line in body) and "undo" not in self.offered:
            self.offered.append("undo")
        kinds = list(KINDS)
        if self.chance(0.6):
            self.random.shuffle(kinds)
        ground = self.one(["grey", "0", "15", "sky"])
        lines = [f"game generated{self.some(1, 9)}", self.board_line(ground), "actions " + " ".join(self.offered)]
        if self.chance(0.3):
            lines.append("ties " + " ".join(self.random.sample(DIRECTIONS, 4)))
        lines += ["layer floor", "layer deck", "layer solid", f"layer air free{self.open}",
            "layer marks free hidden"]  # fmt: skip
        lines.insert(self.some(-2, 0) or len(lines), f"layer glass{self.one(['', ' free'])} clickable")
        for kind in kinds:
            lines += self.kind(kind)
        lines += [f"group {name} = {' '.join(members)}" for name, members in GROUPS.items()]
        lines.append("world has " + ", ".join(self.world(name) for name in WORLD))
        lines += self.bars()
        combinations = ["Crate Cart", *self.random.sample(COMBINATIONS, 5)]
        legend = [f"    {glyph} = {kind}" for glyph, kind in GLYPHS.items()]
        legend += [f"    {number} = {things}" for number, things in enumerate(combinations)]
        levels = [line for _ in range(self.one([1, 2, 2, 3])) for line in self.level(len(combinations))]
        return "\n".join([*lines, *body, "legend", *legend, *levels, ""])

    # ------------------------------------------------------------ declarations

    def board_line(self, ground: str | None = None) -> str:
        width, height = self.board
        cell = self.one(["", "", f" cell {self.some(4, SIZE // max(width, height))}"])
        return f"board {width}x{height}{cell}" + (f" ground {ground}" if ground else "")

    def kind(self, kind: str) -> list[str]:
        has = ", ".join(self.attribute(name, sort) for name, sort in KINDS[kind].items())
        numbered = " numbered" if kind in self.numbered else ""
        lines = [f"kind {kind} on {LAYERS[kind]}{numbered}" + (f" has {has}" if has else "")]
        if numbered and kind in PICTURES and self.chance(0.3):
            lines += [f"    pic when {kind}.id {self.one(['= 1', '> 1', '% 2 = 0'])}", *self.picture(kind)]
        for condition in self.random.sample(CONDITIONS.get(kind, []), min(len(CONDITIONS.get(kind, [])), self.one([0,
            0, 1, 2]))):  # fmt: skip
            if "ready" in condition:
                self.needs.add("ready")
            lines += [f"    pic when {condition}", *self.picture(kind)]
        if kind in PICTURES and (len(lines) == 1 or self.chance(0.85)):
            lines += ["    pic", *self.picture(kind)]
        if self.bodied:
            body = parts(self, kind)
            if any(line.startswith("    body") for line in body):
                lines = [line.replace("    pic", "    pic cells", 1) if self.chance(0.4) and line.startswith("    pic")
                    else line for line in lines]  # fmt: skip
            lines += body
        drawn = "".join(lines[1:])
        for tint in self.random.sample(TINTS.get(kind, []), min(len(TINTS.get(kind, [])), self.one([0, 1, 1, 2]))):
            colour = tint.split()[0]
            if colour in drawn and not any(f"tint {int(colour, 16)} " in line for line in lines):
                lines.append(f"    tint {int(colour, 16)} {tint[2:]}")
        return lines

    def picture(self, kind: str) -> list[str]:
        return [f"        {row}" for row in self.one(PICTURES[kind])]

    def attribute(self, name: str, sort: str) -> str:
        word, *rest = sort.split()
        if word == "int":
            low, high = rest
            return f"{name}: {low}..{high}" + (f" = {self.some(int(low), int(high))}" if self.chance(0.5) else "")
        if word == "dir":
            return f"{name}: facing" + (f" = {self.one(DIRECTIONS)}" if self.chance(0.5) else "")
        if word == "thing":
            return f"{name}: {next((g for g, m in GROUPS.items() if list(m) == rest), rest[0])}"
        return f"{name}: {' '.join(rest)}" + (f" = {self.one(rest)}" if self.chance(0.4) else "")

    def world(self, name: str) -> str:
        if name == "energy":
            return f"energy: 0..12 = {self.some(5, 12)}"
        return self.attribute(name, WORLD[name])

    def bars(self) -> list[str]:
        lines = []
        for _ in range(self.one([0, 1, 1, 2, 3])):
            shape, name = self.one(["bar", "bar", "pips"]), self.one(["energy", "lives"])
            line = f"{shape} {name} {self.one(['top', 'bottom', 'left', 'right'])} {self.one(['red', 'yellow', '14'])}"
            lines.append(line)
        return lines

    # ------------------------------------------------------------ rules

    def body(self) -> list[str]:
        blocks = [self.one(MOVING)(self)]
        blocks += [mechanic(self) for mechanic in self.random.sample(OTHERS, self.some(9, 13))]
        if self.bodied:
            blocks += [mechanic(self) for mechanic in (turning, stretching, leaving) if self.chance(0.7)]
        blocks += [aging(self, kind) for kind in dict.fromkeys(self.numbered) for _ in range(self.some(1, 2))]
        undo = [block for block in blocks if block[0].startswith("undo keeping")]
        blocks = [block for block in blocks if block not in undo[1:]]
        self.random.shuffle(blocks)
        walk = [f"phase first{self.number()}",
            self.one(["    on arrow($d), Player -> move Player $d"] * 4 + ["    on arrow($d), Crate -> move Crate $d",
            "    on arrow($d), Solid -> move Solid $d"])]  # fmt: skip
        blocks.insert(0, walk)
        blocks += self.goals()
        text = "\n".join(line for block in blocks for line in block)
        # What is only answered or asked so far has to be made or said as well.
        answered = [name for name in MADE if name in self.needs and (name == "boom" or not self._made(name, text))]
        begin = [emission(self, name) for name in answered]
        unsaved = [name for name in SAVES if f"restore {name}" in text and f"save {name}" not in text]
        begin += [[f"phase keep{self.number()} on {self.one(KEEPING)}", f"    -> save {name}"] for name in unsaved]
        return [line for block in [*begin, *blocks] for line in block]

    def _made(self, name: str, text: str) -> bool:
        return any(name in line.split("->", 1)[1] for line in text.split("\n") if "->" in line)

    def goals(self) -> list[list[str]]:
        lines = [f"win when {self.condition(CONDITIONS_OF_GOALS)}" for _ in range(self.one([0, 1, 1, 1, 2]))]
        lines += [f"lose when {self.condition(LOSING)}" for _ in range(self.one([0, 0, 0, 1, 1, 2]))]
        if self.chance(0.2):
            both = self.condition(CONDITIONS_OF_GOALS)
            lines = [f"win when {both}", f"lose when {both}"]
        if self.chance(0.45):
            lines.append("lose first")
        return [[line] for line in lines]

    def condition(self, ready: list[str]) -> str:
        with self.scope():
            return self.one(ready) if self.chance(0.8) else self.query(2)

    # ------------------------------------------------------------ levels

    def level(self, combinations: int) -> list[str]:
        lines = ["level"]
        own = self.board
        if self.chance(0.3):
            self.board = (self.some(3, 9), self.some(3, 7))
            lines.append("    " + self.board_line())
        width, height = self.board
        taken: set[tuple[str, int, int]] = set()
        rows = [["."] * width for _ in range(height)]
        cells = [(x, y) for y in range(height) for x in range(width)]
        self.random.shuffle(cells)
        wanted = ["P", *self.one([[], [], ["P"]]), *"ccrsor_cts"[: self.some(5, 9)], *"c_omw#st"[self.some(2, 6) :]]
        wanted += [str(self.some(0, combinations - 1)) for _ in range(self.some(1, 3))]
        wanted += ["#"] * (len(cells) // 9)
        wanted[1:1] = ["t", "t"] if "tt" in self.wishes else []
        if "cargo" in self.wishes:
            wanted[1:1] = ["0", "0"]
        if "sparks" in self.wishes:
            wanted[1:1] = ["s", "s", "s"]
        if "push" in self.wishes and "ring" not in self.wishes:
            cells = [(0, 0), (1, 0), *(cell for cell in cells if cell not in ((0, 0), (1, 0), (2, 0)))]
            wanted.insert(1, "c")
        if "ring" in self.wishes:
            ring = [(x, y) for x in (0, 1) for y in (0, 1)]
            cells = [*ring, *(cell for cell in cells if cell not in ring)]
            wanted = [*"crcr", *wanted]
        for glyph, (x, y) in zip(wanted, cells[: len(cells) * 3 // 4], strict=False):
            rows[y][x] = glyph
            taken |= {("solid", x, y), ("floor", x, y), ("deck", x, y), ("glass", x, y)}
        named: dict[str, str] = {}
        for _ in range(self.some(1, 5)):
            lines += self.placed(named, taken, width, height)
        for name in self.random.sample(sorted(WORLD), self.some(1, 5)):
            value = self.level_value(WORLD[name], named)
            if value is not None:
                lines.append(f"    {name} = {value}")
        self.board = own
        return [*lines, "    map", *("        " + "".join(row) for row in rows)]

    def placed(self, named: dict[str, str], taken: set[tuple[str, int, int]], width: int, height: int) -> list[str]:
        """A thing with attributes, perhaps with a name for those after it."""
        kind = self.one(["Crate", "Rock", "Spark", "Spark", "Mark", "Mark", "Plate", "Cart"])
        x, y = self.some(0, width - 1), self.some(0, height - 1)
        if self.open and LAYERS[kind] == "air" and self.chance(0.4):  # outside the board
            x, y = self.one([(-1, y), (width + 1, y), (x, -2), (x, height), (-3, height + 3)])
        if kind in ORDINARY:
            if (LAYERS[kind], x, y) in taken:
                return []
            taken.add((LAYERS[kind], x, y))
        given = []
        references = [attr for attr, sort in KINDS[kind].items() if sort.startswith("thing")]
        chosen = self.random.sample(sorted(KINDS[kind]), self.some(0, min(2, len(KINDS[kind]))))
        for attr in dict.fromkeys([*chosen, *references]):
            value = self.level_value(KINDS[kind][attr], named)
            if value is not None:
                given.append(f"{attr}={value}")
        braces = "{" + ", ".join(given) + "}" if given else ""
        name = f" $n{self.number()}" if self.chance(0.6) else ""
        if name:
            named[name.strip()] = kind
        return [f"    put {kind}{braces}{name} at cell({x}, {y})"]

    def level_value(self, sort: str, named: dict[str, str]) -> str | None:
        if not sort.startswith("thing"):
            return self.constant(sort)
        fitting = [name for name, kind in named.items() if kind in sort.split()]
        return self.one(fitting) if fitting else None


def game(seed: int) -> str:
    """The file that a seed names."""
    author = Author(Random(f"game {seed}"))
    text = author.game()
    lets = [line for name in FACTS if name in author.needs for line in facts(author, name)]
    text = text.replace("\nlegend\n", "".join(f"\n{line}" for line in lets) + "\nlegend\n")
    return with_sideshow(seed, painted(seed, with_view(seed, room_made(text) if author.bodied else text)))


def room_made(text: str) -> str:
    """The same file without the things for whose bodies there is no room, and whoever names them."""
    for _ in range(60):
        _, found = check_text(text, "game")
        wrong = [diagnostic.span for diagnostic in found if diagnostic.code in ("E413", "E418", "E420", "E105")]
        if not wrong:
            break
        lines = text.split("\n")
        for span in wrong:
            line = lines[span.line - 1]
            if "put " in line or " = $" in line:
                lines[span.line - 1] = ""
            else:
                lines[span.line - 1] = line[: span.column - 1] + "." + line[span.column :]
        text = "\n".join(lines)
    return text


def respelled(seed: int, program: ir.Program) -> ir.Program:
    """The same game in words that the checker does not use: `Wild` for what is left out, `CellsOf` as a test."""
    random = Random(f"respelled {seed}")

    def sorts(node: ir.Trigger | ir.Did | ir.Fact) -> int:
        return len((program.facts[node.fact] if isinstance(node, ir.Fact) else program.events[node.event]).sorts)

    def other(node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(other(item) for item in node)
        if not dataclasses.is_dataclass(node) or isinstance(node, ir.Level | ir.Picture):
            return node
        node = dataclasses.replace(node, **{f.name: other(getattr(node, f.name)) for f in dataclasses.fields(node)})
        if isinstance(node, ir.Trigger | ir.Did | ir.Fact) and random.random() < 0.5:
            return dataclasses.replace(node, args=node.args + (ir.Wild(),) * (sorts(node) - len(node.args)))
        if isinstance(node, ir.Relate) and node.relation == "at" and isinstance(node.right, ir.Slot):
            return ir.CellsOf(node.right.index, node.left) if random.random() < 0.5 else node
        return node

    return other(program) if random.random() < 0.4 else program


def program(seed: int, text: str | None = None) -> ir.Program | None:
    """The program of a seed (or of its text, made smaller); None if the checker refuses it."""
    checked, _ = check_text(game(seed) if text is None else text, f"game {seed}")
    return None if checked is None else respelled(seed, lower(checked))


def bodied(seed: int) -> ir.Program:
    """The program of the first seed from this one on whose game has bodies."""
    while True:
        made = program(seed)
        if made is not None and any(kind.body is not None for kind in made.kinds):
            return made
        seed += 1


def actions(seed: int, program: ir.Program, count: int = ACTIONS) -> list[Move]:
    """What a seed does in a game: mostly what the game offers, clicks mostly at the middle of cells."""
    random = Random(f"actions {seed}")
    moves: list[Move] = []
    arrows = [Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT]
    while len(moves) < count:
        pick = random.random()
        if pick < 0.44:
            action = random.choice(arrows)
        elif pick < 0.65:
            action = Action.ACT
        elif pick < 0.86:
            action = Action.CLICK
        elif pick < 0.96:
            action = Action.UNDO
        else:
            action = Action.RESET
        if action not in (*program.actions, Action.RESET) and random.random() < 0.85:
            continue
        moves.append((int(action), *pixel(random, program)))
    return moves


def pixel(random: Random, program: ir.Program) -> tuple[int, int]:
    """Somewhere: in the middle of a cell, on a thing as a level begins, on an edge, or anywhere."""
    pick = random.random()
    if pick < 0.15:
        return random.randrange(-1, SIZE + 1), random.randrange(-1, SIZE + 1)
    if pick < 0.2:
        return random.choice([(0, 30), (63, 20), (30, 0), (20, 63), (-1, 9), (9, 64)])
    number = random.choice([0, *range(len(program.levels))])
    level, (columns, rows) = program.levels[number], ir.seen(program, number)
    x, y = random.randrange(columns), random.randrange(rows)
    if pick < 0.75 and level.things:
        thing = random.choice(level.things)
        x, y = thing.x % columns, thing.y % rows
    size = level.cell * min(SIZE // (columns * level.cell), SIZE // (rows * level.cell))
    left, top = (SIZE - columns * size) // 2, (SIZE - rows * size) // 2
    at = size // 2 if random.random() < 0.7 else random.randrange(size)
    return left + x * size + at, top + y * size + at
