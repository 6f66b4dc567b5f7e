"""Games that nobody would write: whole files made from the grammar, and files spoilt by mutation.

Everything is drawn from one `random.Random`, so that a seed names a file. Nothing here knows what a good game is;
`mended` takes out what is wrong, so that most files can be played.
"""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

from arcg.dsl.check import check_text

HEADER = """\
game wild
board 6x4 cell 8 ground grey
actions arrows act click undo
layer floor
layer solid
layer air free
layer marks free hidden
layer glass clickable
kind Goal on floor
    pic
        3
kind Plate on floor has weight: 0..2 = 1, peer: Plate
    pic
        4
kind Wall Player on solid
    pic
        9
kind Crate on solid has hue: red blue green, worth: 1..4, way: facing
    pic when worth = 2
        8.
        .8
    pic
        8
    tint 8 by hue
kind Rock on solid has of: Crate, hue: red blue green
    pic
        7
kind Spark on air has way: facing, of: Thing, heat: 0..3, hue: blue red
    pic
        b
    tint 11 by heat as red blue green yellow
kind Mark on marks has up: Mark, n: -1..1
kind Pane on glass has open: no yes
    pic when open = yes
        5..
        ...
        ..5
    pic
        555
        5.5
        555
group Solid = Wall Player Crate Rock
group Thing = Crate Rock Spark
world has energy: 0..12 = 9, mode: day night, chosen: Crate, score: -3..3 = 0, way_out: facing, held: Thing
"""

FOOTER = """\
legend
    # = Wall
    P = Player
    r = Rock
    c = Crate{hue=red}
    C = Crate{hue=blue, worth=2, way=left}
    o = Goal
    _ = Plate
    s = Spark Spark
    S = Spark{way=down, heat=2} Mark
    m = Mark Mark{n=1}
    w = Pane
    q = Pane{open=yes} Crate Goal
level
    map
        #Pc.o#
        #rCsm.
        w_.Sq.
        ..#..#
level two
    board 5x3
    energy = 5
    chosen = $first
    put Crate{hue=blue} $first at cell(1, 1)
    put Rock{of=$first} $second at cell(2, 0)
    put Spark{of=$second} $third at cell(1, 1)
    put Spark{of=$third} at cell(1, 1)
    put Mark $up at cell(0, 0)
    put Mark{up=$up} at cell(0, 0)
    map
        ...s.
        .mm.P
        _w.s.
"""

SIDES = ["1", "2", "2", "worth", "heat", "heat + 1", "n + 2", "weight", "Crate.worth", "70"]
"""How long a side of a body may be, as somebody may write it."""

KINDS = ["Goal", "Plate", "Wall", "Player", "Crate", "Rock", "Spark", "Mark", "Pane"]
ATTRS: dict[str, dict[str, list[str]]] = {
    "Plate": {"weight": ["0", "1", "2"], "peer": ["none", "Plate"]},
    "Crate": {"hue": ["red", "blue", "green"], "worth": ["1", "2", "4"], "way": ["up", "left", "$d", "down"]},
    "Rock": {"of": ["none", "Crate", "chosen"], "hue": ["red", "blue", "green"]},
    "Spark": {
        "way": ["up", "left", "$d"],
        "of": ["none", "held", "Spark", "Crate", "Rock"],
        "heat": ["0", "1", "3"],
        "hue": ["blue", "red"],
    },
    "Mark": {"up": ["none", "Mark"], "n": ["-1", "0", "1"]},
    "Pane": {"open": ["no", "yes"]},
}
WORLD: dict[str, list[str]] = {
    "energy": ["0", "3", "12", "score", "count { Crate }", "energy"],
    "mode": ["day", "night"],
    "chosen": ["none", "Crate", "Crate", "held"],
    "score": ["-3", "0", "2", "energy - 5", "Crate.worth", "$n"],
    "way_out": ["up", "right", "$d", "Crate.way"],
    "held": ["none", "Spark", "Crate", "Rock", "chosen"],
}
EVENTS = [
    "arrow($d)", "arrow", "act", "click(Crate)", "click(none)", "click(Pane)", "click(Thing)", "clickcell($c)", "undo",
    "action($a)", "start", "moved(Crate, $d)", "moved(Player)", "blocked(Player, $d, Crate)", "blocked(Solid, $d)",
    "blocked(Rock, $d, none)", "blocked(Crate, $d, Wall, $c)", "enter(Spark, Plate)", "enter(Crate, Goal)",
    "leave(Spark, Crate)", "boom(Crate)", "alarm", "tick($n)", "tick(2)",
]  # fmt: skip
RELATIONS = ["on", "overlaps", "touches", "near", "above", "below", "beside", "ahead($d)", "ahead(left)", "at", "likes"]
DIRS = ["up", "down", "left", "right", "$d", "back($d)", "cw($d)", "ccw($d)", "Crate.way", "way_out", "Spark.way"]


class Wild:
    """Draws one file."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.one = random.choice
        self.depth = 0

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    # ------------------------------------------------------------ terms

    def thing(self) -> str:
        name = self.one([*KINDS, "Crate", "Spark", "Player", "Thing", "Solid"])
        if self.chance(0.15):
            name += self.one([" $b", " $b", " $x"])
        if self.chance(0.15) and (attrs := ATTRS.get(name)):
            attr = self.one(list(attrs))
            name += f"{{{attr}{self.one(['=', '=', '=', ' != '])}{self.one(attrs[attr])}}}"
        return name

    def attr(self) -> tuple[str, list[str]]:
        """Something with a value, and values of its sort."""
        if self.chance(0.5):
            name = self.one(list(WORLD))
            return name, WORLD[name]
        kind = self.one(list(ATTRS))
        name = self.one(list(ATTRS[kind]))
        base = self.one([kind, kind, kind, "$b", "chosen", "held"])
        return f"{base}.{name}", ATTRS[kind][name]

    def number(self) -> str:
        self.depth += 1
        pick = self.random.randrange(12) if self.depth < 4 else 0
        made = {
            1: lambda: self.one(["energy", "score", "Crate.worth", "Spark.heat", "$n", "Player.x", "$c.y", "Mark.n"]),
            2: lambda: f"{self.number()} {self.one('+-*/%')} {self.number()}",
            3: lambda: f"count {self.braces()}",
            4: lambda: (
                f"{self.one(['sum', 'min', 'max'])} {self.one(['Crate.worth', 'Spark.heat'])} of {self.braces()}"
            ),
            5: lambda: f"least({self.number()}, {self.number()})",
            6: lambda: f"abs({self.number()})",
            7: lambda: f"-({self.number()})",
            8: lambda: f"dx({self.one(DIRS)})",
            9: lambda: f"first Crate.worth of {self.braces()}",
        }.get(pick, lambda: self.one(["0", "1", "2", "3", "9", "100", "999999", "1000000"]))()
        self.depth -= 1
        return made

    def cell(self) -> str:
        return self.one(
            ["$c", "Crate.cell", "ahead(Crate, $d)", "ahead(Player, left)", "cell(1, 1)", "cell(energy, -1)",
             f"cell({self.number()}, {self.number()})", "ahead($c, down)", "held.cell", "Spark.cell", "$b.cell"]
        )  # fmt: skip

    # ------------------------------------------------------------ queries

    def braces(self) -> str:
        return "{ " + " or ".join(self.query(2) for _ in range(self.one([1, 1, 2]))) + " }"

    def atom(self) -> str:
        self.depth += 1
        pick = self.random.randrange(15) if self.depth < 4 else self.random.randrange(6)
        if pick < 3:
            made = self.thing()
        elif pick < 6:
            made = f"{self.thing()} {self.one(RELATIONS)} {self.one([self.thing(), self.thing(), self.cell()])}"
        elif pick < 8:
            left, values = self.attr()
            made = f"{left} {self.one(['=', '=', '!=', '<', '>='])} {self.one(values)}"
        elif pick == 8:
            made = f"{self.number()} {self.one(['=', '<', '>', '!=', '<=', '>='])} {self.number()}"
        elif pick == 9:
            made = f"no {self.one([self.atom(), self.braces()])}"
        elif pick == 10:
            made = f"every {self.one([self.thing(), self.braces()])} has {self.one([self.atom(), self.braces()])}"
        elif pick == 11:
            made = f"did {self.one(EVENTS)}"
        elif pick == 12:
            made = self.braces()
        elif pick == 13:
            made = self.one(
                ["ready(Crate)", "ready($b)", "$n = Crate.worth", "$c = Player.cell", "$d = way_out", "dark"]
            )
        else:
            made = self.one(["near_to(Crate, $n)", "Crate at $c", "Player at ahead(Crate, $d)", "open($d)"])
        self.depth -= 1
        return made

    def query(self, most: int = 3) -> str:
        return ", ".join(self.atom() for _ in range(self.random.randint(1, most)))

    # ------------------------------------------------------------ effects

    def effect(self) -> str:
        pick = self.random.randrange(21)
        thing = self.one(["Crate", "Player", "Spark", "Rock", "$b", "chosen", "held", "Spark{heat=0}", "Mark", "Solid"])
        if pick < 4:
            return f"move {thing} {self.one(DIRS)}" + self.one(["", "", " by 2", " by -1", " by Crate.worth", " by 9"])
        if pick < 6:
            cell = self.cell()
            return self.one([f"put {thing} at {cell}", f"turn {thing} cw", f"turn {thing} ccw about {cell}"])
        if pick < 8:
            made = self.one(["Crate", "Spark", "Mark", "Rock", "Spark{way=up}", "Mark{n=1}", "Spark $new", "Pane"])
            return f"make {made} at {self.cell()}"
        if pick < 9:
            return f"drop {thing}"
        if pick < 13:
            left, values = self.attr()
            ways = [f"{left} = {self.one(values)}", f"{left} + {self.number()}", f"{left} next", f"{left} prev"]
            return self.one([*ways, f"{left} - 1 at least 0", f"Spark{{hue=red}}.heat {self.one(['next', '+ 1'])}"])
        if pick < 14:
            return self.one(["show", "show 2", "show 7"])
        if pick < 16:
            return self.one(["boom(Crate)", "alarm", f"tick({self.number()})", "boom($b)"])
        if pick < 18:
            return self.one(["save here", "restore here", "restore turn", "restore level", "restore here only Spark",
                             "restore level keeping energy", "restore turn keeping Crate score", "save there",
                             "restore there keeping Thing held", "restore level only Mark Thing"])  # fmt: skip
        return self.one(["end phase", "end turn", "end", "win", "lose", "alarm", "energy - 1"])

    def effects(self) -> str:
        return ", ".join(self.effect() for _ in range(self.one([1, 1, 2, 3])))

    # ------------------------------------------------------------ statements

    def rule(self) -> str:
        event = f"on {self.one(EVENTS)}" if self.chance(0.5) else ""
        effects = self.effects()
        query = self.query() if not event or self.chance(0.6) else ""
        first = self.bindings(event, query + effects) if self.chance(0.95) else []
        name = f"rule{self.random.randrange(1000)}: " if self.chance(0.1) else ""
        return f"    {name}{', '.join(filter(None, [event, *first, query]))} -> {effects}"

    def bindings(self, event: str, text: str) -> list[str]:
        """Atoms that bind what a text names and the event does not."""
        known = set(re.findall(r"[A-Z]\w*|\$\w+", event))
        values = {"$d": ["$d = way_out", "$d = up"], "$c": ["$c = Player.cell", "Goal at $c"], "$n": ["$n = energy"]}
        values |= {"$b": ["Crate $b", "Spark $b"], "$x": ["Crate $x", "Thing $x"]}
        values |= {kind: [kind] for kind in (*KINDS, "Thing", "Solid")}
        return [self.one(ways) for name, ways in values.items() if name in text and name not in known]

    def phase(self) -> list[str]:
        head = f"phase {self.one(['walk', 'fall', 'pay', 'act', 'turn'])}{self.random.randrange(100)}"
        if self.chance(0.4):
            head += " on " + " ".join(self.one(EVENTS) for _ in range(self.one([1, 1, 2])))
        if self.chance(0.15):
            head += f" when {self.query(2)}"
        if self.chance(0.25):
            head += " repeat"
        if self.chance(0.2):
            head += " first"
        if self.chance(0.3):
            head += f" each {self.one(['Crate', 'Spark', 'Crate $b', 'Thing $b', 'Mark', 'Rock'])}"
            head += self.one(["", "", " by Crate.worth", " by $b.x"])
        if self.chance(0.25):
            head += self.one([" show", " show 2"])
        return [head, *(self.rule() for _ in range(self.random.randint(1, 4)))]

    def let(self) -> str:
        head = self.one(
            ["Player pushes Crate", "Crate pushes Crate $b", "Plate stops Spark", "Spark carries Crate",
             "Rock pushes Rock", "Crate carries Spark", "stuck(Crate, $d)",
             "ready(Crate)", "ready(Rock)", "Crate likes Crate $b", "dark",
             "Crate likes Spark", "near_to(Crate, $n)", "open($d)", "Player pushes Thing", "stuck(Spark, $d)",
             "Spark stops Spark $b", "Pane carries Pane $b", "Solid likes Thing"]
        )  # fmt: skip
        return f"let {head}" + (f" when {self.query()}" if head.endswith(("$n)", "dark")) or self.chance(0.7) else "")

    def sentence(self) -> str:
        return self.one(
            ["Crate is pushed by Player", "Crate is pushed by Crate", "Player walks", "Rock falls down",
             "Spark patrols", "Crate stays on Plate", "Player pays 1 energy per step",
             "Player pays 2 energy per action",
             "Player collects Spark into score", "Crate is chosen into chosen", "Crate walks when chosen",
             "Rock mirrors Player", "Rock seeks Player", "Goal swallows Crate", "Spark carries Spark"]
        )  # fmt: skip

    def statement(self) -> list[str]:
        pick = self.random.randrange(20)
        if pick < 9:
            return self.phase()
        if pick < 13:
            return [self.let()]
        if pick < 15:
            return [self.sentence()]
        if pick < 16:
            return ["forbid " + self.query(2) + self.one(["", f" -> {self.effects()}"])]
        if pick < 18:
            return [f"{self.one(['win', 'lose'])} when {self.query(2)}"]
        if pick == 20:
            return [self.seen()]
        return [
            self.one(["lose first", "undo keeping energy", "undo keeping Spark score", "bar energy bottom yellow",
                      "pips score left red", "bar score top blue", "ties left right up down", "bar energy right green"])
        ]  # fmt: skip

    def seen(self) -> str:
        """What is seen, and what is painted on it."""
        where = self.one([f"follow {self.thing()}", f"from {self.number()}, {self.number()}", ""])
        turned = self.one(["", "", f" turned by {self.one(['way_out', 'score', 'mode'])}"])
        when = self.one(["", f" when {self.query(2)}", f" when {self.query(2)}", " when Spark at $c"])
        colour = self.one(["red", "3", "99", "Spark.hue", "Crate.hue", self.number()])
        cell = self.one(["$c", "$c", "Spark", self.cell()])
        return self.one([
            f"view {self.one(['3x2', '2x2', '9x9', '0x4'])} {where}{turned}".rstrip(),
            f"paint {colour} on {self.one(['floor', 'solid', 'air', 'nowhere'])} at {cell}{when}",
            f"fog {colour} at {cell}{when}",
        ])  # fmt: skip

    def part(self) -> list[str]:
        """What a kind may say of its body."""
        when = self.one(["", "", f" when {self.query(2)}", " when $x != $y", " when { heat > $x or n = 0 }"])
        origin = self.one(["", "", f" origin {self.number()}, {self.one(SIDES)}"])
        return self.one([
            [f"    body {self.one(SIDES)}, {self.one([*SIDES, self.number()])}{origin}{when}"],
            [f"    body{origin}", "        .8", self.one(["        88", "        ..", "        8"])],
            [f"    turned by {self.one(['way', 'way', 'hue', 'heat'])}"],
            [f"    mirrored when {self.one([self.query(1), 'hue = red', 'open = yes', 'worth > 1'])}"],
        ])  # fmt: skip

    def header(self) -> str:
        """The beginning of a file, now and then with bodies and a layer that may be left."""
        if self.chance(0.8):
            return HEADER
        lines = HEADER.replace("layer air free", self.one(["layer air free", "layer air free open"])).split("\n")
        parted = [[line, *(self.part() if line.startswith("kind ") and self.chance(0.3) else [])] for line in lines]
        return "\n".join(line for lines in parted for line in lines)

    def game(self) -> str:
        body = [line for _ in range(self.random.randint(1, 7)) for line in self.statement()]
        return self.header() + "\n".join(body) + "\n" + FOOTER


# ---------------------------------------------------------------- mutation

TOKEN = re.compile(r"\$?[A-Za-z_][A-Za-z0-9_]*|[0-9]+|->|[<>!]=|\S")
SHAPES = (r"\$\w+", r"[A-Z]\w*", r"[a-z]\w*", r"[0-9]+", r".+")
ODD = ["999999999", "0", "-1", "none", "world", "$d", "}", "{", "(", ")", ",", "->", "//", "\t", "é",
       "\u200b", '"', "or", "no", "every", "repeat", "1000", "64", "\x0c", "first", "each", "by", "show", "facing",
       "\u2028"]  # fmt: skip


def made(random: Random) -> str:
    """A file made from the grammar."""
    return Wild(random).game()


def mended(text: str) -> str:
    """The text without the lines in which there are errors, if that is enough to make it sound in a few rounds."""
    for _ in range(8):
        _, found = check_text(text, "wild.arcg")
        wrong = {d.span.line for d in found if d.severity == "error"}
        if not wrong:
            return text
        lines = text.split("\n")
        kept = [line for number, line in enumerate(lines, 1) if number not in wrong]
        pairs = pairwise([*kept, ""])
        text = "\n".join(line for line, after in pairs if not line.startswith("phase") or after.startswith(" "))
    return text


def mutant(random: Random, texts: list[str]) -> str:
    """One of the texts with one to four changes; lines and words may come from the others."""
    lines = random.choice(texts).split("\n")
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        _mutate(random, lines, texts)
    return "\n".join(lines)


def _mutate(random: Random, lines: list[str], texts: list[str]) -> None:
    at = random.randrange(len(lines))
    match random.randrange(12):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            other = random.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3:  # a whole block once more, elsewhere
            end = at + 1
            while end < len(lines) and lines[end].startswith(" "):
                end += 1
            place = random.randrange(len(lines))
            lines[place:place] = lines[at:end]
        case 4:
            lines.insert(at, random.choice(random.choice(texts).split("\n")))
        case 5:
            lines[at] = random.choice(["", " ", "    ", "  "]) + lines[at].lstrip()
        case 6:
            row = lines[at]
            place = random.randrange(len(row) + 1)
            lines[at] = row[:place] + random.choice(ODD) + row[place + random.randrange(2) :]
        case _:
            lines[at] = _other_word(random, lines, at, texts)
    if not lines:
        lines.append("")


def _other_word(random: Random, lines: list[str], at: int, texts: list[str]) -> str:
    """The line with one word left out, said twice, or replaced, mostly by one of its shape."""
    words = list(TOKEN.finditer(lines[at]))
    if not words:
        return lines[at]
    word = random.choice(words)
    source = "\n".join(lines) if random.random() < 0.7 else random.choice(texts)
    shape = next(shape for shape in SHAPES if re.fullmatch(shape, word[0]))
    alike = [found for found in TOKEN.findall(source) if re.fullmatch(shape, found)]
    new = random.choice(["", f"{word[0]} {word[0]}", random.choice(ODD), *[random.choice(alike or [""])] * 5])
    return lines[at][: word.start()] + new + lines[at][word.end() :]
