"""PuzzleScript games that nobody wrote: real ones, changed at random, so that they still look like PuzzleScript.

A number names a mutant. Rules are put together anew, names, words and commands exchanged, switches of the prelude
turned, levels, layers and the legend changed; some lines are only spelled otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from conformance.material import Recorded

from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.source import Source, SourceMap

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
DIRECTIONS = ("up", "down", "left", "right", "horizontal", "vertical", "orthogonal")
MOVING = (
    *(">", ">", "<", "^", "v", "up", "down", "left", "right", "moving", "moving", "stationary", "action"),
    *("parallel", "perpendicular", "horizontal", "vertical", "orthogonal"),
)
WORDS = (*MOVING, "no", "random", "randomdir")
COMMANDS = ("again", "again", "cancel", "restart", "checkpoint", "win", "sfx0", "message hello")
FLAGS = (
    *("run_rules_on_level_start", "require_player_movement", "noaction", "noundo", "norestart", "norepeat_action"),
    *("throttle_movement", "scanline", "realtime_interval 0.5", "again_interval 0.2", "color_palette ega"),
    *("flickscreen 5x5", "zoomscreen 3x4", "debug", "verbose_logging"),
)
TOKEN = re.compile(r"->|[\[\]|+]|[^\[\]|\s]+")

Rule = list[str]
"""The words of a rule."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A game and what is played: `inputs` from level `target` on, with chance from `seed`."""

    number: int
    name: str
    source: str
    inputs: tuple[int | str, ...]
    target: int
    seed: str


def mutant(number: int, tests: Sequence[Recorded]) -> Mutant:
    """The mutant that a number names; `tests` are the real games."""
    random = Random(number)
    test = random.choice(tests)
    maker = _Maker(random, test)
    for _ in range(random.choice((0, 1, 1, 2, 3, 5, 9))):
        maker.change()
    source = maker.text()
    target = _target(random, source, test)
    return Mutant(number, test.name, source, _inputs(random, test, target), target, str(random.random()))


def _target(random: Random, text: str, test: Recorded) -> int:
    """A level that is a map: mostly the one that was recorded."""
    maps = [number for number, level in enumerate(read(text).levels) if isinstance(level, SourceMap)]
    if not maps or (test.target in maps and random.random() < 0.7):
        return test.target
    return random.choice(maps)


def _inputs(random: Random, test: Recorded, target: int) -> tuple[int | str, ...]:
    """What is pressed: often what was recorded, with changes."""
    pressed: list[int | str] = []
    if target == test.target and random.random() < 0.5:
        pressed = list(test.inputs[: random.randint(0, 60)])
        for _ in range(random.choice((0, 0, 1, 3))):
            pressed.insert(random.randint(0, len(pressed)), _press(random))
    pressed += [_press(random) for _ in range(random.randint(1, 24))]
    return tuple(pressed)


def _press(random: Random) -> int | str:
    return random.choices((0, 1, 2, 3, 4, "undo", "restart", "tick"), (18, 18, 18, 18, 10, 7, 4, 7))[0]


class _Maker:
    """One game while it is changed. `sections` are lines, the first one before any header."""

    def __init__(self, random: Random, test: Recorded) -> None:
        self.random = random
        source = read(test.source)
        self.names = _names(source)
        self.sections = _sections(test.source)
        self.ways: tuple[tuple[int, Callable[[], None]], ...] = (
            (8, self._drop_rule),
            (5, self._double_rule),
            (8, self._move_rule),
            (12, self._prefix),
            (6, self._join),
            (8, self._command),
            (14, self._name),
            (16, self._word),
            (8, self._item),
            (6, self._cell),
            (5, self._gap),
            (4, self._pattern),
            (8, self._new_rule),
            (4, self._loop),
            (5, self._goal),
            (8, self._flag),
            (6, self._layers),
            (10, self._level),
            (6, self._legend),
            (6, self._spelling),
        )

    def change(self) -> None:
        """One change."""
        weights, changes = zip(*self.ways, strict=True)
        self.random.choices(changes, weights)[0]()

    def text(self) -> str:
        """The game."""
        return "\n".join("\n".join(lines) for lines in self.sections.values())

    # ------------------------------------------------------------ rules

    def _places(self) -> list[int]:
        """The lines that hold a rule without a comment or a message."""
        lines = self.sections["rules"]
        return [n for n, line in enumerate(lines) if "->" in line and "(" not in line and "message" not in line.lower()]

    def _any_rule(self, change: Callable[[Rule], object]) -> None:
        """Change the words of one rule."""
        if places := self._places():
            place = self.random.choice(places)
            words = TOKEN.findall(self.sections["rules"][place])
            change(words)
            self.sections["rules"][place] = " ".join(words)

    def _drop_rule(self) -> None:
        if places := self._places():
            del self.sections["rules"][self.random.choice(places)]

    def _double_rule(self) -> None:
        if places := self._places():
            lines = self.sections["rules"]
            lines.insert(self.random.choice(places), lines[self.random.choice(places)])

    def _move_rule(self) -> None:
        if places := self._places():
            lines = self.sections["rules"]
            one, other = self.random.choice(places), self.random.choice(places)
            lines[one], lines[other] = lines[other], lines[one]

    def _prefix(self) -> None:
        def change(words: Rule) -> None:
            start = int(words[0] == "+")
            end = next((n for n, word in enumerate(words) if word == "["), start)
            if end > start and self.random.random() < 0.4:
                del words[self.random.randrange(start, end)]
            if self.random.random() < 0.8:
                word = self.random.choice((*DIRECTIONS, "late", "late", "rigid", "rigid", "random", "random"))
                words.insert(self.random.randint(start, max(start, end - 1)), word)

        self._any_rule(change)

    def _join(self) -> None:
        def change(words: Rule) -> None:
            if words[0] == "+":
                del words[0]
            else:
                words.insert(0, "+")

        self._any_rule(change)

    def _command(self) -> None:
        def change(words: Rule) -> None:
            last = max((n for n, word in enumerate(words) if word == "]"), default=0)
            if len(words) > last + 1 and self.random.random() < 0.4:
                del words[-1]
            else:
                words += self.random.sample(COMMANDS, self.random.choice((1, 1, 1, 2)))
            if self.random.random() < 0.1:  # commands only
                del words[words.index("->") + 1 : last + 1]

        self._any_rule(change)

    def _name(self) -> None:
        def change(words: Rule) -> None:
            if places := [n for n, word in enumerate(words) if word.lower() in self.names]:
                words[self.random.choice(places)] = self._some_name()

        self._any_rule(change)

    def _some_name(self) -> str:
        return self.random.choice(self.names) if self.names else "player"

    def _word(self) -> None:
        """Put a word before a name, another one, or none."""

        def change(words: Rule) -> None:
            if not (places := [n for n, word in enumerate(words) if word.lower() in self.names]):
                return
            place = self.random.choice(places)
            if place and words[place - 1].lower() in WORDS:
                if self.random.random() < 0.3:
                    del words[place - 1]
                else:
                    words[place - 1] = self.random.choice(WORDS)
            else:
                words.insert(place, self.random.choice(WORDS))

        self._any_rule(change)

    def _item(self) -> None:
        """Put something into a cell, or take the first thing out of one."""

        def change(words: Rule) -> None:
            cells = [n for n, word in enumerate(words) if word in "[|"]
            if not cells:
                return
            place = self.random.choice(cells) + 1
            if self.random.random() < 0.3 and place < len(words) and words[place] not in "[]|":
                end = place + 1 + (words[place].lower() in WORDS and words[place].lower() not in self.names)
                del words[place:end]
            else:
                words[place:place] = self._some_item()

        self._any_rule(change)

    def _some_item(self) -> list[str]:
        word = [self.random.choice(WORDS)] if self.random.random() < 0.4 else []
        return [*word, self._some_name()]

    def _cell(self) -> None:
        """Put a cell into a pattern on both sides, or take one out."""

        def change(words: Rule) -> None:
            sides = _sides(words)
            if sides is None:
                return
            pattern = self.random.randrange(len(sides[0]))
            rows = [side[pattern] for side in sides if pattern < len(side)]
            size = min(map(len, rows))
            if size > 1 and self.random.random() < 0.4:
                place = self.random.randrange(size)
                for row in rows:
                    del row[place]
            else:
                place = self.random.randint(0, size)
                for row in rows:
                    row.insert(place, self._some_item() if self.random.random() < 0.7 else [])
            words[:] = _joined(words, sides)

        self._any_rule(change)

    def _gap(self) -> None:
        def change(words: Rule) -> None:
            sides = _sides(words)
            if sides is None:
                return
            pattern = self.random.randrange(len(sides[0]))
            rows = [side[pattern] for side in sides if pattern < len(side)]
            size = min(map(len, rows))
            place = self.random.randint(min(1, size - 1), max(1, size - 1))
            for row in rows:
                row.insert(place, ["..."])
            if size == 1:
                for row in rows:
                    row.append(self._some_item())
            words[:] = _joined(words, sides)

        self._any_rule(change)

    def _pattern(self) -> None:
        """Another pattern on both sides, or one less."""

        def change(words: Rule) -> None:
            sides = _sides(words)
            if sides is None:
                return
            if len(sides[0]) > 1 and self.random.random() < 0.5:
                place = self.random.randrange(len(sides[0]))
                for side in sides:
                    del side[place : place + 1]
            else:
                item = self._some_item()
                for side in sides:
                    if side:
                        side.append([item if self.random.random() < 0.6 else self._some_item()])
            words[:] = _joined(words, sides)

        self._any_rule(change)

    def _new_rule(self) -> None:
        """A rule put together of names and words."""
        random = self.random
        words = random.choices(
            ("", "late", "random", "rigid", "right", "down", "horizontal", "+"), (9, 3, 2, 2, 2, 1, 1, 1)
        )
        late = "late" in words
        left, right = [], []
        for _ in range(random.choice((1, 1, 1, 2))):
            row = [self._some_cell(late) for _ in range(random.choice((1, 1, 2, 2, 3)))]
            other = [list(cell) if random.random() < 0.4 else self._some_cell(late) for cell in row]
            for cell in row:
                cell[:] = [word for word in cell if word != "random"]
            left.append(row)
            right.append(other)
        text = [word for word in words if word]
        text += [*_written(left), "->", *_written(right)]
        if random.random() < 0.2:
            text.append(random.choice(COMMANDS))
        lines = self.sections["rules"]
        places = self._places() or [len(lines)]
        lines.insert(random.choice(places) + random.randint(0, 1), " ".join(text))

    def _some_cell(self, late: bool) -> list[str]:
        words = []
        for name in dict.fromkeys(self._some_name() for _ in range(self.random.choice((0, 1, 1, 1, 2)))):
            if self.random.random() < 0.4:
                words.append(self.random.choice(("no", "random", "no") if late else WORDS))
            words.append(name)
        return words

    def _loop(self) -> None:
        lines = self.sections["rules"]
        marks = [n for n, line in enumerate(lines) if line.strip().lower() in ("startloop", "endloop")]
        if marks and self.random.random() < 0.4:
            del lines[self.random.choice(marks)]
        elif places := self._places():
            first, last = sorted((self.random.choice(places), self.random.choice(places)))
            lines.insert(last + 1, "endloop")
            lines.insert(first, "startloop")

    # ------------------------------------------------------------ the rest

    def _goal(self) -> None:
        random = self.random
        lines = self.sections["winconditions"]
        end = [random.choice(("no", "some", "any", "all")), self._some_name()]
        if random.random() < 0.6:
            end += ["on", self._some_name()]
        places = [n for n, line in enumerate(lines) if re.match(r"\s*(no|some|any|all)\b", line.lower())]
        if places and random.random() < 0.6:
            lines[random.choice(places)] = " ".join(end)
        elif lines:
            lines.insert(max(1, len(lines) - 1), " ".join(end))

    def _flag(self) -> None:
        lines = self.sections[""]
        flag = self.random.choice(FLAGS)
        place = next((n for n, line in enumerate(lines) if line.strip().lower().startswith(flag.split()[0])), None)
        if place is None:
            lines.insert(0, flag)
        else:
            del lines[place]

    def _layers(self) -> None:
        random = self.random
        lines = self.sections["collisionlayers"]
        places = [n for n, line in enumerate(lines) if re.match(r"\s*\w", line) and n and "(" not in line]
        if len(places) < 2:
            return
        one, other = random.sample(places, 2)
        way = random.random()
        if way < 0.5:
            lines[one], lines[other] = lines[other], lines[one]
        elif way < 0.7:
            names = re.findall(r"\w+", lines[one])
            random.shuffle(names)
            lines[one] = ", ".join(names)
        elif way < 0.9:
            names = re.findall(r"\w+", lines[one])
            lines[other] += ", " + names.pop(random.randrange(len(names)))
            lines[one] = " ".join(names)
        else:
            lines[one] += " " + lines[other]
            del lines[other]

    def _level(self) -> None:
        random = self.random
        lines = self.sections["levels"]
        places = [
            n
            for n, line in enumerate(lines)
            if n and line.strip() and "message" not in line.lower() and "(" not in line
        ]
        glyphs = sorted({sign for n in places for sign in lines[n].strip()})
        if not glyphs:
            return
        place = random.choice(places)
        row = lines[place].strip()
        way = random.random()
        if way < 0.6:
            for _ in range(random.choice((1, 2, 5, 20))):
                place = random.choice(places)
                row = lines[place].strip()
                at = random.randrange(len(row))
                lines[place] = row[:at] + random.choice(glyphs) + row[at + 1 :]
        elif way < 0.7:
            del lines[place]
        elif way < 0.8:
            lines.insert(place, row)
        elif way < 0.85:
            lines[place] = row[: random.randint(1, len(row))]
        elif way < 0.9:
            lines[place] = row + random.choice(glyphs)
        elif way < 0.95:
            lines.insert(place, "")
        else:
            lines.insert(place, "message Well then")

    def _legend(self) -> None:
        random = self.random
        lines = self.sections["legend"]
        places = [n for n, line in enumerate(lines) if "=" in line and n and "(" not in line and line.strip("= ")]
        if places and random.random() < 0.4:
            place = random.choice(places)
            words = lines[place].split()
            if len(words) >= 3:
                last = random.randrange(2, len(words), 2)
                words[last] = self._some_name()
                if random.random() < 0.4:
                    words += [random.choice(("or", "and")), self._some_name()]
                lines[place] = " ".join(words)
            return
        name = random.choice(("zzone", "zztwo", "zzthree", "both", "%"))
        joint = random.choice((" or ", " or ", " and "))
        lines.append(f"{name} = " + joint.join(self._some_name() for _ in range(random.choice((1, 2, 2, 3)))))
        self.names += [name] * 3

    def _spelling(self) -> None:
        """The same, in other signs."""
        random = self.random
        section = random.choice([name for name, lines in self.sections.items() if lines])
        lines = self.sections[section]
        place = random.randrange(len(lines))
        line = lines[place]
        ways = (
            line.upper(),
            line.title(),
            f"  {line}",
            f"{line}  ",
            f"\t{line}\t",
            f"{line} (why)",
            f"{line} (why (oh) why",
            f"(why) {line}",
            f"{line}\n(a\nb)",
            f"{line}\n",
            f"\n{line}",
            f"{line}\r",
            line.replace(" ", "  "),
            line.replace(" ", ""),
            f"{line}\n====",
            "",
        )
        lines[place] = random.choice(ways)


def _names(source: Source) -> list[str]:
    """The names of a game, those of one sign too; what rules speak of several times."""
    used = [
        item.name for rule in source.rules for row in (*rule.left, *rule.right) for cell in row for item in cell or ()
    ]
    return [*source.objects, *source.legend, *used]


def _sections(text: str) -> dict[str, list[str]]:
    """The lines of each section, its header the first."""
    found: dict[str, list[str]] = {"": []} | {name: [] for name in SECTIONS}
    section = ""
    for line in text.split("\n"):
        word = line.strip().lower()
        if word in SECTIONS and section != "levels":
            section = word
        found[section].append(line)
    return found


Side = list[list[list[str]]]
"""Patterns, of cells, of words."""


def _sides(words: Rule) -> tuple[Side, Side] | None:
    """Both sides of a rule; None if it is not well formed."""
    arrow = words.index("->")
    left, right = _patterns(words[:arrow]), _patterns(words[arrow + 1 :])
    if not left or (right and len(right) != len(left)):
        return None
    return left, right


def _patterns(words: Rule) -> Side:
    side: Side = []
    is_open = False
    for word in words:
        if word == "[":
            side.append([[]])
            is_open = True
        elif word == "]":
            is_open = False
        elif is_open and word == "|":
            side[-1].append([])
        elif is_open:
            side[-1][-1].append(word)
    return side


def _written(side: Side) -> list[str]:
    words = []
    for row in side:
        words.append("[")
        for number, cell in enumerate(row):
            words += ["|"] * (number > 0) + cell
        words.append("]")
    return words


def _joined(words: Rule, sides: tuple[Side, Side]) -> Rule:
    """The words of a rule with other sides."""
    start = words.index("[")
    arrow = words.index("->")
    last = max((n for n, word in enumerate(words) if word == "]" and n > arrow), default=arrow)
    return [*words[:start], *_written(sides[0]), "->", *_written(sides[1]), *words[last + 1 :]]
