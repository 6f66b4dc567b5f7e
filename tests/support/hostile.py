"""Hostile files: what nobody means to be a game. A number names a file.

Six sorts: noise (any bytes), spoilt real files, lines that the grammar allows and that mean nothing, nesting as deep as
it goes, rows and words as long as they go, and files of up to a megabyte.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

from lark.grammar import NonTerminal, Rule, Symbol
from support.board import read_examples
from support.wild import ODD, mutant

from arcg.dsl.art import BLOCKS
from arcg.dsl.parser import MAX_LENGTH, grammar

ROOT = Path(__file__).parents[2]

SORTS = {"spoilt": 45, "garbled": 36, "noise": 12, "nested": 4, "long": 3, "large": 0.15}
"""How many of a hundred files, roughly."""

LONG_SIZES = (70, 300, 2000, 9000, 11000, 40000)
LARGE_SIZES = (50_000, 300_000, MAX_LENGTH - 5000, MAX_LENGTH + 5000)

HEAD = """\
game hostile
board 6x4
actions arrows act click undo
layer floor
layer solid
layer air free
kind Goal on floor
    pic
        3
kind Wall Player on solid
    pic
        9
kind Crate on solid has hue: red blue green, worth: 1..4, way: facing
    pic
        8
    tint 8 by hue
kind Spark on air has of: Crate, lit: no yes
    pic
        b
group Thing = Crate Spark
world has energy: 0..9 = 9, mode: day night, chosen: Crate
Player walks
"""
FOOT = "legend\n    P = Player\n    c = Crate\n    s = Spark Goal\nlevel\n    map\n        Pc.s\n"

_WORDS = {
    "NAME": [
        *[
            "energy",
            "mode",
            "chosen",
            "hue",
            "worth",
            "way",
            "of",
            "lit",
            "red",
            "blue",
            "day",
            "night",
            "yes",
            "no",
            "none",
            "up",
            "down",
            "left",
            "right",
            "floor",
            "solid",
        ],
        *[
            "air",
            "on",
            "at",
            "touches",
            "near",
            "above",
            "ahead",
            "cell",
            "x",
            "y",
            "walk",
            "start",
            "act",
            "arrow",
            "moved",
            "blocked",
            "enter",
            "click",
            "boom",
            "ready",
        ],
        *["path", "step", "turn", "level", "here", "abs", "cw", "free", "yellow", "bottom"],
    ],
    "KIND": ["Goal", "Wall", "Player", "Crate", "Crate", "Spark", "Thing", "Nothing", "W305", "X"],
    "VAR": ["$a", "$b", "$c", "$d", "$n"],
    "INT": ["0", "1", "2", "3", "9", "15", "64", "1000", "999999999"],
    "SIZE": ["6x4", "1x1", "64x64", "0x0", "65x1"],
    "SENSE": ["cw", "ccw"],
    "IN_TURN": ["in turn"],
    "AT_RANDOM": ["at random"],
    "RIGID": ["rigid"],
    "COUNT": ["count"],
    "AGGREGATE": ["sum", "min", "max"],
    "MINUS": ["-"],
    "COMPARISON": ["<=", ">=", "!=", "<", ">"],
    "TIMES": ["*", "/", "%"],
}
"""What stands for the terminals that are not written the same every time."""


def sort_of(number: int) -> str:
    """The sort of the file that a number names."""
    return Random(f"sort {number}").choices(list(SORTS), list(SORTS.values()))[0]


def hostile(number: int) -> bytes:
    """The file that a number names."""
    random = Random(number)
    return _MAKERS[sort_of(number)](random)


@cache
def real() -> list[str]:
    """Texts that were written by somebody: games, priors with games to use them, examples, mistakes."""
    written = [*(ROOT / "games").glob("*/*.arcg"), *(ROOT / "tests" / "expressiveness").glob("*.arcg")]
    texts = [path.read_text("utf-8") for path in sorted(written)]
    for path in sorted((ROOT / "dsl" / "priors").glob("*.arcg")):
        blocks = re.split(r"\n(?=// |prior )", path.read_text("utf-8"))
        texts += [f"{HEAD}{block}\n{FOOT}" for block in blocks if block.startswith("prior ")]
    texts += [
        example.source for name in ("semantics", "priors") for example in read_examples(ROOT / "docs" / f"{name}.md")
    ]
    header = ""
    page = (ROOT / "docs" / "language.md").read_text("utf-8")
    for use, body in re.findall(r"^```arcg ?(header|part)?\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        header = body if use == "header" else header
        texts += [header + body if use == "part" else body] * 5
    texts += [path.read_text("utf-8") for path in sorted((ROOT / "tests" / "bad").glob("*.arcg"))]
    return texts


# ---------------------------------------------------------------- spoilt files


def _spoilt(random: Random) -> bytes:
    """A real file with words, rows or bytes changed."""
    if random.random() < 0.7:
        return mutant(random, real()).encode("utf-8", "surrogatepass")
    data = bytearray(random.choice(real()).encode("utf-8"))
    for _ in range(random.choice((1, 1, 2, 3, 8, 30))):
        at = random.randrange(len(data) + 1)
        end = min(len(data), at + random.choice((1, 1, 1, 2, 5, 20, 200)))
        match random.randrange(6):
            case 0:
                del data[at:end]
            case 1:
                data[at:at] = data[at:end]
            case 2:
                data[at:end] = bytes(random.choices(b" \t\n{}()[]|<>^.,:=+-*/%$@#'\"\\0aZ", k=end - at))
            case 3:
                data[at:at] = random.choice(ODD).encode()
            case 4 if at < len(data):
                data[at] ^= 1 << random.randrange(8)
            case _:
                other = random.choice(real()).encode()
                place = random.randrange(len(other))
                data[at:end] = other[place : place + random.choice((3, 30, 300))]
    return bytes(data)


# ---------------------------------------------------------------- what the grammar allows


class Garble:
    """Lines drawn from the rules of the grammar."""

    def __init__(self) -> None:
        self.rules: dict[str, list[Rule]] = {}
        for rule in grammar().rules:
            self.rules.setdefault(rule.origin.name, []).append(rule)
        self.least: dict[str, int] = {}
        while len(self.least) < len(self.rules):
            for name, rules in self.rules.items():
                costs = [cost for rule in rules if (cost := self._cost(rule)) is not None]
                if costs:
                    self.least[name] = min(costs)
        self.cheapest = {
            name: min((r for r in rules if self._cost(r) is not None), key=lambda r: self._cost(r) or 0)
            for name, rules in self.rules.items()
        }

    def _cost(self, rule: Rule) -> int | None:
        """How many words a rule takes at least, as far as that is known."""
        total = 1
        for part in rule.expansion:
            cost = 1 if part.is_term else self.least.get(part.name)
            if cost is None:
                return None
            total += cost
        return total

    def words(self, random: Random, symbol: Symbol, room: list[int]) -> list[str]:
        """The words of a symbol; when there is no room left, the fewest."""
        if symbol.is_term:
            room[0] -= 1
            return [_word(random, symbol.name)]
        rule = random.choice(self.rules[symbol.name]) if room[0] > 0 else self.cheapest[symbol.name]
        return [word for part in rule.expansion for word in self.words(random, part, room)]

    def line(self, random: Random, start: str) -> str:
        """One line."""
        return " ".join(self.words(random, NonTerminal(start), [random.choice((4, 10, 20, 40))]))


@cache
def garble() -> Garble:
    """The one that is used."""
    return Garble()


def _word(random: Random, terminal: str) -> str:
    if terminal in _WORDS:
        return random.choice(_WORDS[terminal])
    return str(grammar().get_terminal(terminal).pattern.value)


_BELOW = {word: sort for (above, word), sort in BLOCKS.items() if above == "statement"}


def _garbled(random: Random) -> bytes:
    """Lines that the grammar allows, each in its block."""
    line = garble().line
    body: list[str] = []
    for _ in range(random.choice((1, 2, 4, 8))):
        head = "phase p" if random.random() < 0.3 else line(random, "statement")
        body.append(head)
        below = _BELOW.get(head.split()[0])
        if below == "legend_entry":
            body += [f"    {random.choice('#Pcx')} {line(random, below)}" for _ in range(3)]
        elif below:
            body += ["    " + line(random, below) for _ in range(random.choice((1, 2, 3)))]
    place = random.random()
    text = "\n".join(body) + "\n"
    return (text if place < 0.1 else HEAD + text + (FOOT if place < 0.9 else "")).encode()


# ---------------------------------------------------------------- the rest


def _noise(random: Random) -> bytes:
    size = random.choice((0, 1, 10, 100, 1000))
    match random.randrange(5):
        case 0:
            return random.randbytes(size)
        case 1:
            return "".join(chr(random.randrange(0x110000)) for _ in range(size)).encode("utf-8", "replace")
        case 2:
            return "".join(chr(random.randrange(9, 127)) for _ in range(size)).encode()
        case 3:
            words = re.findall(r"\S+|\n *", HEAD + FOOT)
            return " ".join(random.choices([*words, *ODD], k=size // 4)).encode("utf-8", "surrogatepass")
        case _:
            rows = random.choices(random.choice(real()).split("\n"), k=size // 20 + 1)
            return "\n".join(" " * random.choice((0, 0, 4, 8, 3)) + row.strip() for row in rows).encode()


def _nested(random: Random) -> bytes:
    deep = random.choice((5, 50, 61, 200, 2000))
    kind = random.choice(["Crate", "Spark", "$a", "energy"])
    pairs = [
        *(("(", "1", ")"), ("{ ", kind, " }"), ("no ", kind, ""), ("no { ", kind, " }"), ("-", "1", "")),
        *(("every ", kind, ""), ("every { ", kind, " } has Crate"), ("count { ", kind, " } = 1, "), ("abs(", "1", ")")),
        *(("Crate{worth=", "1", "}"), ("{ Goal or ", kind, " }"), ("ready(", kind, ")"), ("[ ", kind, " ]")),
        *(("[ Crate | ", kind, " ]"), ("did boom(", kind, ")"), ("sum ", "1", " of { Crate }"), ("1 + ", "1", "")),
        *(("Crate.", "of", ""), ("ahead(", kind, ", up)"), ("", kind, ".of")),
    ]
    before, middle, after = random.choice(pairs)
    inner = before * deep + middle + after * (deep if random.random() < 0.9 else deep // 2)
    match random.randrange(6):
        case 0:
            body = f"phase p\n    {inner} -> energy + 1\n"
        case 1:
            body = f"phase p\n    Crate, energy = {inner} -> Crate.worth = {inner}, boom({inner})\n"
        case 2:
            body = f"let ready(Crate) when {inner}\nlet f($c) to {{ {inner} }} through {{ Crate at $c }}\n"
        case 3:
            body = "".join(f"{' ' * n}phase p{n}\n" for n in range(deep))
        case 4:
            chain = "".join(f"let f{n}(Crate) when f{n + 1}(Crate), f{n + 1}(Crate)\n" for n in range(min(deep, 300)))
            body = f"{chain}let f{min(deep, 300)}(Crate)\nwin when f0(Crate)\n"
        case _:
            chain = "".join(f"prior X does{n + 1}\n    X does{n}\n    X does{n}\n" for n in range(min(deep, 300)))
            body = f"prior X does0\n    let X stops X $b\n{chain}Crate does{random.randrange(min(deep, 300))}\n"
    return (HEAD + body + FOOT).encode()


def _long(random: Random) -> bytes:
    size = random.choice(LONG_SIZES)
    word = random.choice(
        ["a", "Ab", "9", "$a", "#", ".", " ", "Crate ", "energy + 1, ", "Crate, ", "no ", "(", "->", "é"]
    )
    run = word * (size // len(word))
    pic = "kind K on solid\n    pic\n"
    lines = (
        *(f"phase {run}", f"kind {run} on solid", f"world has long: {run}", f"world has long: 0..{run}"),
        *(f"group Many = {run}", f"phase p\n    {run} -> energy + 1", f"phase p\n    Crate -> {run}", f"// {run}"),
        *(f"level\n    map\n        {run}", f"{pic}        {run}", pic + "        1\n" * (size // 10), f"allow {run}"),
        *(f"Crate {run}", f"prior X {run}\n    X walks", f"legend\n    {run} = Crate", f"win when {run}", run),
        *(f"level\n    put Crate at cell({run}, 1)\n", " " * size + "phase p", "\t" * (size // 4) + "game a"),
        *(
            "\n" * size,
            f"actions {run}",
            f"bar {run} top red",
            f"level {run}\n    map\n" + "        Pc\n" * (size // 50),
        ),
    )
    text = random.choice(lines)
    return (HEAD + text + "\n" + FOOT if random.random() < 0.8 else text).encode()


def _large(random: Random) -> bytes:
    """Up to a megabyte of one thing, or of many."""
    size = random.choice(LARGE_SIZES)
    line = garble().line
    match random.randrange(8):
        case 0:
            return random.randbytes(size)
        case 1:
            piece = random.choice(real())
        case 2:
            piece = "".join(line(random, "statement") + "\n" for _ in range(200))
        case 3:
            piece = "phase p\n" + "".join(f"    {line(random, 'rule')}\n" for _ in range(200))
        case 4:
            level = "level\n    map\n        P\n"
            piece = random.choice(["x\n", "(", "\t\n", "Crate walks\n", level, "// \n", "-> ", "\n ", '"'])
        case 5:
            rules = "phase p{}\n    on boom(Crate) -> Crate.worth + 1, tick{}(Crate)\n"
            piece = rules + "kind K{} on solid has a: 0..9\n    pic\n        1\n"
        case 6:
            piece = "let f{}(Crate) when Crate touches Crate $b, f{}($b)\nworld has w{}: 0..9, v{}: a b\n"
        case _:
            piece = "".join(chr(random.randrange(32, 0x3000)) for _ in range(500)) + "\n"
    count = max(1, size // len(piece))
    text = "".join(piece.replace("{}", str(n)) for n in range(count)) if "{}" in piece else piece * count
    return (HEAD + text + FOOT if random.random() < 0.7 else text).encode("utf-8", "surrogatepass")


_MAKERS = {
    "spoilt": _spoilt,
    "garbled": _garbled,
    "noise": _noise,
    "nested": _nested,
    "long": _long,
    "large": _large,
}
