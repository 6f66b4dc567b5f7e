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
from conformance.mutant_rules import RuleChanges

from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.source import Source, SourceMap

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
FLAGS = (
    *("run_rules_on_level_start", "require_player_movement", "noaction", "noundo", "norestart", "norepeat_action"),
    *("throttle_movement", "scanline", "realtime_interval 0.5", "again_interval 0.2", "color_palette ega"),
    *("flickscreen 5x5", "zoomscreen 3x4", "debug", "verbose_logging"),
)

SMALL = """title small

OBJECTS

Ground .
green

Player p
blue

Block #
brown

Crate c
orange

Ball b
yellow

Mark m
pink

Flame f
red

Cloud w
white

Hat h
black

LEGEND

Background = Ground
Hard = Block or Crate
Free = Crate or Ball
Mixed = Crate or Mark or Cloud
Set = Crate and Mark
Hot = Ball or Flame
@ = Crate and Mark
o = Mark and Hat

SOUNDS

COLLISIONLAYERS

Background
Mark
Player, Block, Crate, Ball
Flame, Cloud
Hat

RULES

[ > Player | Crate ] -> [ > Player | > Crate ]

WINCONDITIONS

all Mark on Crate

LEVELS

#########
#p..c.m.#
#.b.c.o.#
#.f.w.h.#
#..@..p.#
#########

..m..
.cpb.
..f..

message then

p.c.b.m

"""
"""A game with a bit of everything, in which nearly nothing happens."""


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
    """The mutant that a number names: every second one is of a small game, the others of `tests`, the real ones."""
    random = Random(number)
    if number % 2:
        maker = _Maker(random, SMALL)
        for _ in range(random.randint(1, 6)):
            maker.new_rule()
        for _ in range(random.randint(0, 9)):
            maker.change()
        source = maker.text()
        inputs = tuple(_press(random) for _ in range(random.randint(1, 30)))
        maps = [place for place, level in enumerate(read(source).levels) if isinstance(level, SourceMap)]
        return Mutant(number, "small", source, inputs, random.choice(maps or [0]), str(random.random()))
    test = random.choice(tests)
    maker = _Maker(random, test.source)
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


class _Maker(RuleChanges):
    """One game while it is changed. The first section is what stands before any header."""

    def __init__(self, random: Random, text: str) -> None:
        super().__init__(random, _names(read(text)), _sections(text))
        self.ways: tuple[tuple[int, Callable[[], None]], ...] = (
            (8, self.drop_rule),
            (5, self.double_rule),
            (8, self.move_rule),
            (12, self.prefix),
            (6, self.join),
            (8, self.command),
            (14, self.name),
            (16, self.word),
            (8, self.item),
            (6, self.cell),
            (5, self.gap),
            (4, self.pattern),
            (8, self.new_rule),
            (4, self.loop),
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

    # ------------------------------------------------------------ the rest

    def _goal(self) -> None:
        random = self.random
        lines = self.sections["winconditions"]
        end = [random.choice(("no", "some", "any", "all")), self.some_name()]
        if random.random() < 0.6:
            end += ["on", self.some_name()]
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
                words[last] = self.some_name()
                if random.random() < 0.4:
                    words += [random.choice(("or", "and")), self.some_name()]
                lines[place] = " ".join(words)
            return
        name = random.choice(("zzone", "zztwo", "zzthree", "both", "%"))
        joint = random.choice((" or ", " or ", " and "))
        lines.append(f"{name} = " + joint.join(self.some_name() for _ in range(random.choice((1, 2, 2, 3)))))
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
