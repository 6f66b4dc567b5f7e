"""Pieces of rules at random, typed by construction: terms and conditions.

`Parts` knows which names are bound where, so that what it writes passes the checker. What a piece needs elsewhere (an
event that is made, a fact, a save) is noted in `needs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from support.vocabulary import (
    DIRECTIONS,
    EVENTS,
    FACTS,
    GROUPS,
    HUES,
    INFIX,
    KINDS,
    MADE,
    MODES,
    RELATIONS,
    WORLD,
    attributes,
    kinds_of,
)


class Parts:
    """Draws terms and conditions of one game."""

    def __init__(self, random: Random, board: tuple[int, int]) -> None:
        self.random = random
        self.one = random.choice
        self.board = board
        self.frames: list[dict[str, str]] = []
        self.needs: set[str] = set()
        self.wishes: set[str] = set()
        """What levels should hold so that a mechanic has something to do."""
        self.numbers = 0
        self.depth = 0
        self.changed: set[str] = set()
        self.restful = False
        """Whether only what comes to rest may be done: the phase repeats."""

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def number(self) -> int:
        self.numbers += 1
        return self.numbers

    def some(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    # ------------------------------------------------------------ names

    @contextmanager
    def scope(self, **names: str) -> Iterator[None]:
        """Names are bound in what is drawn inside; `d` stands for `$d`."""
        self.frames.append({name if name[0].isupper() else f"${name}": sort for name, sort in names.items()})
        yield
        self.frames.pop()

    def visible(self) -> dict[str, str]:
        return {name: sort for frame in self.frames for name, sort in frame.items()}

    def bind(self, name: str, sort: str) -> None:
        self.frames[-1][name] = sort

    def variable(self) -> str:
        return f"${self.one('abefghkmnpqrtuvw')}{self.number()}"

    def new_thing(self, *among: str) -> tuple[str, str]:
        """A thing to be bound: how it is written and what it is called then."""
        kind = self.one(among or ("Crate", "Crate", "Spark", "Spark", "Rock", "Player", "Player", "Plate", "Pane",
                                  "Mark", "Goal", "Cart", "Box", "Thing", "Solid", "Mover", "Wall"))  # fmt: skip
        seen = self.visible()
        used = {name for frame in self.frames for name in frame}
        if kind in seen or kind in used or self.chance(0.25):
            name = self.variable()
            written = f"{kind} {name}"
        else:
            name = written = kind
        self.bind(name, "thing " + " ".join(kinds_of(kind)))
        return written, name

    def things(self, kinds: tuple[str, ...] | None = None) -> list[str]:
        """Bound things that are surely of some kinds."""
        return [
            name
            for name, sort in self.visible().items()
            if sort.startswith("thing") and (kinds is None or set(sort.split()[1:]) <= set(kinds))
        ]

    # ------------------------------------------------------------ terms

    def paths(self, deep: bool = True) -> list[tuple[str, str]]:
        """Everything that can be read here, with its sort."""
        found = list(WORLD.items())
        found += [(name, sort) for name, sort in self.visible().items() if sort]
        for _ in range(2 if deep else 1):
            for text, sort in list(found):
                word, *kinds = sort.split()
                if word == "cell" and text.startswith("$"):
                    found += [(f"{text}.x", "int"), (f"{text}.y", "int")]
                elif word == "thing" and text.count(".") < 2:
                    found += [(f"{text}.{name}", domain) for name, domain in attributes(tuple(kinds)).items()]
                    found += [(f"{text}.x", "int"), (f"{text}.y", "int"), (f"{text}.cell", "cell")]
        return list(dict.fromkeys(found))

    def reads(self, want: str) -> list[str]:
        """Paths of a sort; of an enumeration also those of a list that shares names."""
        word, *values = want.split()
        found = []
        for text, sort in self.paths():
            have, *others = sort.split()
            fits = have == word and (
                word not in ("enum",
                "thing") or (set(others) & set(values) if word == "enum" else set(others) <= set(values))
            )  # fmt: skip
            if fits:
                found.append(text)
        return found

    def term(self, want: str) -> str:
        """An expression of a sort."""
        self.depth += 1
        word = want.split()[0]
        text = {"int": self.integer, "dir": self.direction, "cell": self.cell}.get(word, lambda: "")()
        if word == "enum":
            text = self.one([*want.split()[1:], *self.reads(want)])
        elif word == "thing":
            text = self.one([*self.reads(want), "none"])
        self.depth -= 1
        return text

    def value(self, want: str) -> str:
        """A term to set something to: a number that is known from the text has to be one that fits."""
        text = self.term(want)
        return self.constant(want) if re.fullmatch(r"[-()0-9]+", text) else text

    def constant(self, want: str) -> str:
        """A plain value of a sort, inside its bounds where it has any."""
        word, *rest = want.split()
        if word == "int":
            return str(self.some(int(rest[0]), int(rest[1]))) if rest else str(self.some(-1, 4))
        if word == "dir":
            return self.one(DIRECTIONS)
        if word == "enum":
            return self.one(rest)
        return "none" if word == "thing" else self.somewhere()

    def integer(self) -> str:
        pick = self.some(0, 17) if self.depth < 4 else self.some(0, 5)
        if pick < 3 or self.depth >= 6:
            return str(self.some(0, 4))
        if pick < 6:
            return self.one(self.reads("int"))
        if pick < 9:
            return f"{self.closed(self.integer())} {self.one('+-*')} {self.closed(self.integer())}"
        if pick == 9:
            return f"{self.closed(self.integer())} {self.one('/%')} {self.one(['2', '3', 'energy', 'lives', 'score'])}"
        if pick == 10:
            return f"{self.one(['least', 'most'])}({self.integer()}, {self.integer()})"
        if pick == 11:
            return f"abs({self.integer()})"
        if pick == 12:
            return f"-({self.integer()})" if self.chance(0.5) else f"-{self.one(self.reads('int'))}"
        if pick == 13:
            return f"{self.one(['dx', 'dy'])}({self.direction()})"
        if pick == 14 and self.chance(0.5):
            return f"{self.one(['1000000', 'energy'])} * 1000 * 1000000"
        return self.aggregate("int")

    def closed(self, text: str) -> str:
        return f"({text})" if " " in text and not text.startswith("count") else text

    def aggregate(self, want: str) -> str:
        """`count {..}`, or another of a value."""
        with self.scope():
            atoms = [self.presence()]
            if self.chance(0.5):
                atoms.append(self.test())
            body = "{ " + ", ".join(atoms) + " }"
            if want == "int" and self.chance(0.4):
                return f"count {body}"
            op = self.one(["sum", "min", "max", "first"]) if want == "int" else "first"
            local = [read for read in self.reads(want) if read.split(".")[0] in self.frames[-1]]
            value = self.one(local or self.reads(want))
        return f"{op} {value} of {body}"

    def direction(self) -> str:
        pick = self.some(0, 9)
        if pick < 3 or self.depth > 5:
            return self.one(DIRECTIONS)
        if pick < 7:
            return self.one([*[n for n, s in self.visible().items() if s == "dir"] * 3, *self.reads("dir")])
        self.depth += 1
        if pick == 9 and self.chance(0.3):
            text = self.aggregate("dir")
        else:
            text = f"{self.one(['cw', 'ccw', 'back'])}({self.direction()})"
        self.depth -= 1
        return text

    def somewhere(self) -> str:
        """A cell of the board, now and then just off it."""
        width, height = self.board
        return f"cell({self.some(0, width - 1)}, {self.some(0, height - 1) if self.chance(0.9) else height})"

    def cell(self) -> str:
        things = self.things()
        pick = self.some(0, 9)
        self.depth += 1
        if pick < 4 and things:
            text = f"ahead({self.one(things)}, {self.direction()})"
        elif pick < 7:
            text = self.one([*[n for n, s in self.visible().items() if s == "cell"] * 2, *self.reads("cell")])
        elif pick < 8 and self.depth < 4:
            text = f"cell({self.integer()}, {self.integer()})"
        elif pick < 9 and self.depth < 4:
            text = f"ahead({self.cell()}, {self.direction()})"
        else:
            text = self.somewhere()
        self.depth -= 1
        return text

    # ------------------------------------------------------------ conditions

    def presence(self, *among: str) -> str:
        """A thing that there is, perhaps with tests."""
        written, name = self.new_thing(*among)
        return written + (self.tests(name) if self.chance(0.3) else "")

    def tests(self, name: str) -> str:
        attrs = attributes(tuple(self.visible()[name].split()[1:]))
        if not attrs:
            return ""
        made = []
        for attr in self.random.sample(sorted(attrs), min(len(attrs), self.one([1, 1, 2]))):
            sort = attrs[attr]
            op = self.one(["=", "<", ">=", ">", "<=", "!="]) if sort.startswith("int") else self.one(["=", "=", "!="])
            made.append(f"{attr} {op} {self.constant(sort)}")
        return "{" + ", ".join(made) + "}"

    def test(self) -> str:
        """A comparison of something that can be read."""
        local = [(text, sort) for text, sort in self.paths() if "." in text or text in WORLD]
        near = [(text, sort) for text, sort in local if text.split(".")[0] in (self.frames[-1] if self.frames else ())]
        text, sort = self.one(near if near and self.chance(0.6) else local)
        word = sort.split()[0]
        if word == "int":
            right = self.constant(sort) if self.chance(0.6) else self.term("int")
            return f"{text} {self.one(['=', '!=', '<', '<=', '>', '>='])} {right}"
        right = self.constant(sort) if self.chance(0.5) and word != "cell" else self.term(sort)
        if right == text:
            right = self.constant(sort)
        return f"{text} {self.one(['=', '=', '!='])} {right}"

    def atom(self) -> str:
        """Any condition."""
        self.depth += 1
        pick = self.some(0, 19) if self.depth < 4 else self.some(0, 6)
        if pick < 4:
            text = self.test()
        elif pick < 7:
            text = self.related()
        elif pick < 8:
            text = self.presence()
        elif pick < 10:
            text = f"no {self.nested()}"
        elif pick < 12:
            text = self.every()
        elif pick < 14:
            text = self.braces()
        elif pick < 16:
            text = f"did {self.event(self.one([e for e in EVENTS if e != 'start']))}"
        elif pick < 18:
            text = self.fact(self.one(list(FACTS)))
        elif pick < 19:
            text = self.assign()
        else:
            bound = self.things(("Crate", "Rock", "Spark"))
            text = self.one(bound) if bound else self.presence()
        self.depth -= 1
        return text

    def related(self) -> str:
        """A relation of two things, or of a thing and a cell."""
        bound = self.things()
        if self.chance(0.25):
            left = self.one(bound) if bound and self.chance(0.5) else self.presence()
            if self.chance(0.3):
                name = self.variable()
                self.bind(name, "cell")
                return f"{left} at {name}"
            return f"{left} at {self.cell() if self.chance(0.8) else self.one(['held', 'chosen'])}"
        relation = self.one(RELATIONS)
        way = self.direction()  # it stands before the right side, and can name nothing that is met only there
        if bound and self.chance(0.6):
            right = self.one(bound)
            others = [name for name in bound if name != right]
            left = self.one(others) if others and self.chance(0.3) else self.presence()
            if self.chance(0.4):
                left, right = right, left
        else:
            left = self.presence()
            right = self.presence() if self.chance(0.6) else "held"
        if relation == "ahead":
            if self.chance(0.4):
                name = self.variable()
                self.bind(name, "dir")
                relation = f"ahead({name})"
            else:
                relation = f"ahead({way})"
        return f"{left} {relation} {right}"

    def nested(self) -> str:
        """A condition that binds nothing outside, as `no` and `has` want it."""
        with self.scope():
            if self.chance(0.5):
                return self.one([self.related, self.related, self.presence])()
            return "{ " + self.query(2) + " }"

    def every(self) -> str:
        with self.scope():
            over = self.presence() if self.chance(0.5) else "{ " + self.query(2) + " }"
            with self.scope():
                claim = self.one([self.test, self.related, self.test, self.braces])()
        return f"every {over} has {claim}"

    def braces(self) -> str:
        made = []
        for _ in range(self.one([1, 2, 2, 3])):
            with self.scope():
                made.append(self.query(self.one([1, 1, 2])))
        return "{ " + " or ".join(made) + " }"

    def assign(self) -> str:
        want = self.one(["int", "dir", "cell", "thing Crate Rock Spark", HUES, MODES])
        name = self.variable()
        read = self.one(self.reads(want)) if want.startswith(("enum", "thing")) else self.term(want)
        sort = next((s for text, s in self.paths() if text == read), want)
        self.bind(name, sort.split()[0] if sort.startswith("int") else sort)
        return f"{name} = {read}"

    def fact(self, name: str) -> str:
        self.needs.add(name)
        params = FACTS[name]
        args = []
        for sort in params:
            args.append(self.argument(sort, fact=True))
            if name not in INFIX and len(args) < len(params) and self.chance(0.25):
                break
        if name in INFIX:
            left, *middle, right = args
            return f"{left} {name}{'(' + ', '.join(middle) + ')' if middle else ''} {right}"
        return f"{name}({', '.join(args)})" if args else self.one([name, f"{name}()"])

    def event(self, name: str) -> str:
        """A pattern of an event."""
        if name in MADE:
            self.needs.add(name)
        args = []
        for number, sort in enumerate(EVENTS[name]):
            if self.chance(0.2 if number else 0.1):
                break
            lacks = name == "click" or (name == "blocked" and number > 1)
            args.append(self.argument(sort, none=lacks, other=name in ("blocked", "enter", "leave") and number > 0))
        return f"{name}({', '.join(args)})" if args else name

    def argument(self, sort: str, fact: bool = False, none: bool = False, other: bool = False) -> str:
        """An argument of a pattern: something new, something bound, or a value."""
        word, *kinds = sort.split()
        same = [name for name, have in self.visible().items() if have.split()[0] == word]
        if word == "thing":
            if none and self.chance(0.25):
                return "none"
            own = [name for name in same if not kinds or set(self.visible()[name].split()[1:]) <= set(kinds)]
            own = [] if other else own
            if own and self.chance(0.35 if fact else 0.1):
                return self.one(own)
            if self.chance(0.08):
                return "chosen" if not kinds or "Crate" in kinds else self.variable_of(sort)
            fitting = [k for k in (*KINDS, *GROUPS) if not kinds or set(kinds_of(k)) <= set(kinds)]
            return self.presence(*fitting)
        if same and word != "enum" and self.chance(0.3):
            return self.one(same)
        if self.chance(0.65):
            return self.variable_of(sort)
        if word == "int":
            return self.one([str(self.some(0, 4)), self.one([r for r in self.reads("int") if r in WORLD])])
        return self.constant(sort)

    def variable_of(self, sort: str) -> str:
        name = self.variable()
        self.bind(name, sort)
        return name

    def query(self, most: int = 3) -> str:
        return ", ".join([self.atom() for _ in range(self.some(1, most))])
