"""Changes of PuzzleScript rules at random, word by word: what `mutants` does with the rules of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

DIRECTIONS = ("up", "down", "left", "right", "horizontal", "vertical", "orthogonal")
MOVING = (
    *(">", ">", "<", "^", "v", "up", "down", "left", "right", "moving", "moving", "stationary", "action"),
    *("parallel", "perpendicular", "horizontal", "vertical", "orthogonal"),
)
WORDS = (*MOVING, "no", "random", "randomdir")
COMMANDS = ("again", "again", "cancel", "restart", "checkpoint", "win", "sfx0", "message hello")
TOKEN = re.compile(r"->|[\[\]|+]|[^\[\]|\s]+")

Rule = list[str]
"""The words of a rule."""


class RuleChanges:
    """A game whose rules are changed. `sections`: the lines of each section, `names`: what rules may speak of."""

    def __init__(self, random: Random, names: list[str], sections: dict[str, list[str]]) -> None:
        self.random = random
        self.names = names
        self.sections = sections

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

    def drop_rule(self) -> None:
        """A rule less."""
        if places := self._places():
            del self.sections["rules"][self.random.choice(places)]

    def double_rule(self) -> None:
        """A rule once more, somewhere."""
        if places := self._places():
            lines = self.sections["rules"]
            lines.insert(self.random.choice(places), lines[self.random.choice(places)])

    def move_rule(self) -> None:
        """Two rules change places."""
        if places := self._places():
            lines = self.sections["rules"]
            one, other = self.random.choice(places), self.random.choice(places)
            lines[one], lines[other] = lines[other], lines[one]

    def prefix(self) -> None:
        """A word before a rule, another one, or none."""

        def change(words: Rule) -> None:
            start = int(words[0] == "+")
            end = next((n for n, word in enumerate(words) if word == "["), start)
            if end > start and self.random.random() < 0.4:
                del words[self.random.randrange(start, end)]
            if self.random.random() < 0.8:
                word = self.random.choice((*DIRECTIONS, "late", "late", "rigid", "rigid", "random", "random"))
                words.insert(self.random.randint(start, max(start, end - 1)), word)

        self._any_rule(change)

    def join(self) -> None:
        """A rule joins the group of the one before it, or not."""

        def change(words: Rule) -> None:
            if words[0] == "+":
                del words[0]
            else:
                words.insert(0, "+")

        self._any_rule(change)

    def command(self) -> None:
        """A command more or less."""

        def change(words: Rule) -> None:
            last = max((n for n, word in enumerate(words) if word == "]"), default=0)
            if len(words) > last + 1 and self.random.random() < 0.4:
                del words[-1]
            else:
                words += self.random.sample(COMMANDS, self.random.choice((1, 1, 1, 2)))
            if self.random.random() < 0.1:  # commands only
                del words[words.index("->") + 1 : last + 1]

        self._any_rule(change)

    def name(self) -> None:
        """Another name."""

        def change(words: Rule) -> None:
            if places := [n for n, word in enumerate(words) if word.lower() in self.names]:
                words[self.random.choice(places)] = self.some_name()

        self._any_rule(change)

    def some_name(self) -> str:
        """Any name."""
        return self.random.choice(self.names) if self.names else "player"

    def word(self) -> None:
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

    def item(self) -> None:
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
        return [*word, self.some_name()]

    def cell(self) -> None:
        """Put a cell into a pattern on both sides, or take one out."""

        def change(sides: tuple[Side, Side]) -> None:
            rows = self._some_pattern(sides)
            size = min(map(len, rows))
            if size > 1 and self.random.random() < 0.4:
                place = self.random.randrange(size)
                for row in rows:
                    del row[place]
            else:
                place = self.random.randint(0, size)
                for row in rows:
                    row.insert(place, self._some_item() if self.random.random() < 0.7 else [])

        self._any_sides(change)

    def gap(self) -> None:
        """A gap in a pattern, on both sides."""

        def change(sides: tuple[Side, Side]) -> None:
            rows = self._some_pattern(sides)
            size = min(map(len, rows))
            place = self.random.randint(min(1, size - 1), max(1, size - 1))
            for row in rows:
                row.insert(place, ["..."])
            if size == 1:
                for row in rows:
                    row.append(self._some_item())

        self._any_sides(change)

    def pattern(self) -> None:
        """Another pattern on both sides, or one less."""

        def change(sides: tuple[Side, Side]) -> None:
            if len(sides[0]) > 1 and self.random.random() < 0.5:
                place = self.random.randrange(len(sides[0]))
                for side in sides:
                    del side[place : place + 1]
            else:
                item = self._some_item()
                for side in sides:
                    if side:
                        side.append([item if self.random.random() < 0.6 else self._some_item()])

        self._any_sides(change)

    def _any_sides(self, change: Callable[[tuple[Side, Side]], None]) -> None:
        """Change both sides of a rule that is well formed."""

        def rewrite(words: Rule) -> None:
            sides = _sides(words)
            if sides is not None:
                change(sides)
                words[:] = _joined(words, sides)

        self._any_rule(rewrite)

    def _some_pattern(self, sides: tuple[Side, Side]) -> list[list[list[str]]]:
        """The cells of one pattern, on each side that has it."""
        pattern = self.random.randrange(len(sides[0]))
        return [side[pattern] for side in sides if pattern < len(side)]

    def new_rule(self) -> None:
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
        for name in dict.fromkeys(self.some_name() for _ in range(self.random.choice((0, 1, 1, 1, 2)))):
            if self.random.random() < 0.4:
                words.append(self.random.choice(("no", "random", "no") if late else WORDS))
            words.append(name)
        return words

    def loop(self) -> None:
        """A loop around rules, or a word of one less."""
        lines = self.sections["rules"]
        marks = [n for n, line in enumerate(lines) if line.strip().lower() in ("startloop", "endloop")]
        if marks and self.random.random() < 0.4:
            del lines[self.random.choice(marks)]
        elif places := self._places():
            first, last = sorted((self.random.choice(places), self.random.choice(places)))
            lines.insert(last + 1, "endloop")
            lines.insert(first, "startloop")


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
