"""From a `Source` to `.arcg` text: kinds, groups, rules, goals and levels under `semantics puzzlescript`.

One rule of PuzzleScript becomes one rule; what the language has no place for is left out, each with a note that says
whether play is affected. The text is in the layout of `arcg fmt`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from arcg.dsl.importing.puzzlescript.maps import Content, Legend
from arcg.dsl.importing.puzzlescript.naming import Namer
from arcg.dsl.importing.puzzlescript.palettes import rgb
from arcg.dsl.importing.puzzlescript.pictures import Picture, Sprite, nearest, paint
from arcg.dsl.importing.puzzlescript.source import (
    Definition,
    Source,
    SourceGoal,
    SourceItem,
    SourceMap,
    SourceMessage,
    SourceObject,
    SourceRule,
)

FRAME = 64
"""Pixels of a frame, along one side."""

SPRITE = 5
"""Pixels of a sprite, along one side."""

UNKNOWN_COLOUR = "FF00FF"
"""What stands for a word that is no colour."""

WORDS = {"stationary": "still", "action": "act"}
"""Words before a name that are called otherwise in `.arcg`."""

WAYS = {"horizontal": ("left", "right"), "vertical": ("up", "down"), "orthogonal": ("up", "down", "left", "right")}
ALL_WAYS = WAYS["orthogonal"]

COMMANDS = {"cancel": "restore turn", "restart": "restore level", "checkpoint": "save level"}
"""Commands that are called otherwise in `.arcg`; `again` and `win` are the same."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something of the original that the imported game has not. `line`: in the original, 0 for the whole of it."""

    line: int
    text: str
    affects_play: bool


@dataclass(slots=True)
class Written:
    """`text` is the game; `names` maps kinds to objects; `levels` maps levels of the text to those of the original.

    A game without a player has a kind for it that lies nowhere, and whose object is the empty text. `lines` are the
    lines in the original of the rules of the text, in their order there.
    """

    text: str = ""
    names: dict[str, str] = field(default_factory=dict)
    levels: list[int] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def write(source: Source, name: str = "imported") -> Written:
    """The game as `.arcg` text; `name` is what it is called if it has no title."""
    return _Writer(source, name).write()


class _Writer:
    def __init__(self, source: Source, name: str) -> None:
        self.source = source
        self.name = Namer().lower(source.prelude.get("title") or name)
        self.out = Written()
        self.objects = sorted((o for o in source.objects.values() if o.layer >= 0), key=lambda o: o.number)
        self.layer_of = {o.name: o.layer for o in self.objects}
        namer = Namer()
        self.kinds = {o.name: namer.kind(o.original) for o in self.objects}
        self.namer = namer
        self.layer_names = Namer()
        self.groups: dict[str, tuple[str, Definition]] = {}
        self.lines: list[str] = []

    def write(self) -> Written:
        rules = self._rules()
        goals = self._goals()
        player = self._input()
        self._header(player)
        self._kinds()
        if not player:
            self._nobody()
        self.lines += ["", *self._grouping(), *rules, ""]
        self.lines += [*_comment(self._remarks("rules", "winconditions")), *goals, ""]
        self._levels()
        self._unsaid()
        self.out.text = "\n".join(self.lines) + "\n"
        self.out.names = {kind: name for name, kind in self.kinds.items()}
        if self.nobody:
            self.out.names[self.nobody] = ""
        return self.out

    def left_out(self, line: int, text: str, affects_play: bool = False) -> None:
        self.out.left_out.append(LeftOut(line, text, affects_play))

    def _remarks(self, *sections: str) -> list[str]:
        """The comments of these sections that belong to nothing in them."""
        return [remark for section in sections for remark in self.source.remarks.get(section, ())]

    # ------------------------------------------------------------ names

    def _terms(self, name: str) -> list[str]:
        """What a name of the original is written as: a kind, a group, or all kinds of an aggregate."""
        if name in self.kinds:
            return [self.kinds[name]]
        definition = self.source.legend.get(name)
        if definition is None:
            return []
        members = [member for member in definition.members if member in self.kinds]
        if definition.sort != "or":
            return [self.kinds[member] for member in members]
        if not members:
            return []
        if name not in self.groups:
            self.groups[name] = (self.namer.kind(definition.name), definition)
        return [self.groups[name][0]]

    # ------------------------------------------------------------ what there is

    def _input(self) -> list[str]:
        return self._terms("player")

    def _header(self, player: Sequence[str]) -> None:
        prelude = self.source.prelude
        author = prelude.get("author", "")
        title = prelude.get("title", "")
        told = " by ".join(part for part in (title, author) if part)
        self.lines += _comment([f"{told}, from PuzzleScript" if told else "From PuzzleScript", *self._remarks("")])
        self.lines += [f"game {self.name}", "semantics puzzlescript"]
        self.nobody = "" if player else self.namer.kind("Nobody")
        self.lines.append(f"    input {' '.join(player) or self.nobody}")
        if "run_rules_on_level_start" in prelude:
            self.lines.append("    from start")
        if "require_player_movement" in prelude:
            self.lines.append("    must move")
        maps = [level for level in self.source.levels if isinstance(level, SourceMap)]
        sizes = Counter((level.width, level.height) for level in maps)
        self.board = sizes.most_common(1)[0][0] if sizes else (1, 1)
        palette = prelude.get("color_palette", "")
        ground = nearest(rgb(prelude.get("background_color") or "black", palette) or "000000")
        self.view = self._view(player)
        self.lines.append(f"board {_size(self.board)} cell {self._pixels(*self.board)} ground {ground}")
        if self.view:
            self.lines.append(self.view[1])
        words = ["arrows", *(["act"] if "noaction" not in prelude else [])]
        words += ["click"] if "realtime_interval" in prelude else []
        words += ["undo"] if "noundo" not in prelude else []
        self.lines.append(f"actions {' '.join(words)}")

    def _view(self, player: Sequence[str]) -> tuple[tuple[int, int], str] | None:
        """The size of the view and its statement."""
        for key in ("flickscreen", "zoomscreen"):
            sides = self.source.prelude.get(key, "").lower().split("x")
            if len(sides) != 2 or not all(side.strip().isdecimal() and int(side) > 0 for side in sides) or not player:
                continue
            size = int(sides[0]), int(sides[1])
            if max(size) > FRAME:
                continue
            who = player[0]
            pages = (
                f"first {who}.{axis} of {{ {who} }} / {side} * {side}" for axis, side in zip("xy", size, strict=True)
            )
            begins = f"follow {who}" if key == "zoomscreen" else f"from {', '.join(pages)}"
            return size, f"view {_size(size)} {begins}"
        return None

    def _pixels(self, width: int, height: int) -> int:
        """Pixels of a cell, so that a board, or the part of it that is seen, fills the frame."""
        if self.view:
            width, height = min(width, self.view[0][0]), min(height, self.view[0][1])
        pixels = max(1, FRAME // max(width, height))
        return pixels - pixels % SPRITE if pixels > SPRITE else pixels  # a sprite fills its cell, or is made smaller

    def _kinds(self) -> None:
        pictures = paint({o.name: self._sprite(o) for o in self.objects})
        layers, remarks = self.layer_names, _comment(self._remarks("objects", "collisionlayers"))
        for number, members in groupby(self.objects, key=lambda o: o.layer):
            things = list(members)
            only = self.kinds[things[0].name] if len(things) == 1 else ""
            layer = layers.lower(only) if only else layers.lower(f"layer{number + 1}")
            self.lines += ["", *remarks, f"layer {layer}"]
            remarks = []
            for thing in things:
                self.lines += _comment(thing.comments)
                self.lines.append(f"kind {self.kinds[thing.name]} on {layer}")
                rows = _rows(pictures[thing.name])
                if rows:
                    self.lines += ["    pic", *(f"        {row}" for row in rows)]

    def _nobody(self) -> None:
        """A kind that lies nowhere, for a game in which nothing is asked to move."""
        layer = self.layer_names.lower(self.nobody)
        self.lines += ["", f"layer {layer}", f"kind {self.nobody} on {layer}"]

    def _sprite(self, thing: SourceObject) -> Sprite:
        palette = self.source.prelude.get("color_palette", "")
        colours = [_colour(word, palette) for word in thing.colours] or [UNKNOWN_COLOUR]
        if thing.rows is None:
            return ((colours[0],) * SPRITE,) * SPRITE
        rows = [row[:SPRITE].ljust(SPRITE, ".") for row in thing.rows[:SPRITE]]
        rows += ["." * SPRITE] * (SPRITE - len(rows))
        digits = {str(number): colour for number, colour in enumerate(colours)}
        return tuple(tuple(digits.get(sign) for sign in row) for row in rows)

    def _grouping(self) -> list[str]:
        return [
            f"group {name} = {' '.join(self.kinds[member] for member in definition.members if member in self.kinds)}"
            for name, definition in self.groups.values()
        ]

    # ------------------------------------------------------------ what happens

    def _rules(self) -> list[str]:
        """The phases: stretches of rules within one loop or outside of loops, those before the motion first."""
        lines: list[str] = []
        phases, names = Namer(), Namer()
        for late in (False, True):
            groups = self._grouped(late)
            for loop, stretch in groupby(groups, key=lambda group: group[0].loop):
                word = ("late_" if late else "") + ("loop" if loop >= 0 else "rules")
                lines.append("")
                lines.append(f"phase {phases.lower(word)}{' repeat' if loop >= 0 else ''}{'' if late else ' plan'}")
                for group in stretch:
                    name = f"{names.lower('group')}: " if len(group) > 1 else ""
                    for rule in group:
                        lines += [f"    {line}" for line in _comment(rule.comments)]
                        lines.append(f"    {name}{self._rule(rule)}")
                        self.out.lines.append(rule.line)
        return lines

    def _grouped(self, late: bool) -> list[list[SourceRule]]:
        """The rules of a stage that do something, by group. Its first rule says whether a group is random."""
        groups: list[list[SourceRule]] = []
        for rule in self.source.rules:
            if not rule.plus or not groups:
                groups.append([])
            if rule.late == late:
                groups[-1].append(rule)
        kept = [
            [
                replace(rule, random=rule.random and group[0].random)
                for rule in group
                if self._acts(rule, group[0].random)
            ]
            for group in groups
        ]
        return [group for group in kept if group]

    def _acts(self, rule: SourceRule, at_random: bool) -> bool:
        """Whether a rule does anything but sounds and messages; in a random group it counts as a possible choice."""
        if rule.message is not None:
            self.left_out(rule.line, "the message of a rule")
        return bool(rule.right or rule.commands) or at_random

    def _rule(self, rule: SourceRule) -> str:
        ways = [way for word in rule.directions for way in WAYS.get(word, (word,))]
        along = f" along {' '.join(dict.fromkeys(ways))}" if ways and tuple(ways) != ALL_WAYS else ""
        left = ", ".join(self._pattern(row) for row in rule.left)
        # a rule of a random group that changes nothing is still one of its choices
        right = [self._pattern(row) for row in rule.right or (() if rule.commands else rule.left)]
        right += [COMMANDS.get(command, command) for command in self._commands(rule)]
        modes = f"{' at random' if rule.random else ''}{' rigid' if rule.rigid else ''}"
        return f"{left}{along}{modes} -> {', '.join(right)}"

    def _commands(self, rule: SourceRule) -> Sequence[str]:
        """The commands of a rule, which are what counts when it is tried whether more follows by `again`.

        A turn that is taken back follows if something else was asked for with that, be it a sound. It changes nothing,
        but it draws. `again`, which else does nothing beside `cancel`, says the same.
        """
        with_more = "cancel" in rule.commands and (rule.sounds or rule.message is not None)
        more = with_more and "again" not in rule.commands and self._may_follow_by_chance()
        return (*rule.commands, "again") if more else rule.commands

    def _may_follow_by_chance(self) -> bool:
        """Whether turns follow by themselves in the game and anything is left to chance in it."""
        rules = self.source.rules
        cells = (cell for rule in rules for row in rule.right for cell in row if cell is not None)
        drawn = any(rule.random for rule in rules) or any(
            item.word in ("random", "randomdir") for cell in cells for item in cell
        )
        return drawn and any("again" in rule.commands for rule in rules)

    def _pattern(self, row: Sequence[tuple[SourceItem, ...] | None]) -> str:
        return f"[ {' | '.join('...' if cell is None else self._cell(cell) for cell in row)} ]".replace("  ", " ")

    def _cell(self, cell: Iterable[SourceItem]) -> str:
        """The items of a cell; members of an aggregate but the first go to the end."""
        first: list[str] = []
        rest: list[str] = []
        for item in cell:
            word = WORDS.get(item.word, item.word) if item.word else ""
            terms = [f"{word} {term}".strip() for term in self._terms(item.name)]
            first += terms[:1]
            rest += terms[1:]
        return " ".join([*first, *rest])

    def _goals(self) -> list[str]:
        return [f"win when {self._goal(goal)}" for goal in self.source.goals if self._terms(goal.first)]

    def _goal(self, goal: SourceGoal) -> str:
        first = self._terms(goal.first)
        second = self._terms(goal.second) if goal.second else []
        if goal.quantifier == "all":
            return f"every [ {' '.join(first)} ] has [ {' '.join(second or first)} ]"
        both = " ".join(dict.fromkeys([*first, *second]))
        return f"{'no ' if goal.quantifier == 'no' else ''}[ {both} ]"

    # ------------------------------------------------------------ levels

    def _levels(self) -> None:
        maps = [level for level in self.source.levels if isinstance(level, SourceMap)]
        legend = Legend(maps, self.layer_of)
        entries = [f"    {glyph} = {self._placed(content)}" for glyph, content in legend.glyphs.items()]
        self.lines += _comment(self._remarks("legend"))
        self.lines += ["legend", *entries] if entries else []
        for number, level in enumerate(self.source.levels):
            if not isinstance(level, SourceMap):
                continue
            self.out.levels.append(number)
            self.lines += ["", *_comment(level.comments), "level"]
            if (level.width, level.height) != self.board:
                size = level.width, level.height
                self.lines.append(f"    board {_size(size)} cell {self._pixels(*size)}")
            self.lines += ["    map", *(f"        {row}" for row in legend.rows(level))]
        if self._remarks("levels"):
            self.lines += ["", *_comment(self._remarks("levels"))]

    def _placed(self, content: Content) -> str:
        return " ".join(self.kinds[name] for name in content)

    # ------------------------------------------------------------ what has no place

    def _unsaid(self) -> None:
        prelude, source = self.source.prelude, self.source
        if source.sounds or any(rule.sounds for rule in source.rules):
            self.left_out(0, "sounds")
        messages = [level for level in source.levels if isinstance(level, SourceMessage)]
        for message in messages:
            self.left_out(message.line, "a message between levels")
        for key in ("title", "author", "homepage", "youtube", "text_color", "scanline"):
            if prelude.get(key) or (key in prelude and key == "scanline"):
                self.left_out(0, key)
        if "realtime_interval" in prelude:
            seconds = prelude["realtime_interval"] or "some"
            text = f"the clock: the original plays a turn every {seconds} seconds; here a click anywhere does"
            self.left_out(0, text, affects_play=True)
        if "norestart" in prelude:
            self.left_out(0, "norestart: RESET starts the level again all the same", affects_play=True)
        for key in ("again_interval", "key_repeat_interval", "norepeat_action", "throttle_movement"):
            if key in prelude:
                self.left_out(0, f"{key}: there is no clock")
        for level in source.levels:
            if isinstance(level, SourceMap) and self.view is None and max(level.width, level.height) > FRAME:
                text = f"a level of {level.width}x{level.height} cells is larger than a frame, which shows a part of it"
                self.left_out(level.line, text)


def _colour(word: str, palette: str) -> str | None:
    """RRGGBB, None if transparent."""
    return None if word.lower() == "transparent" else rgb(word, palette) or UNKNOWN_COLOUR


def _rows(picture: Picture) -> list[str]:
    """The rows of a picture as written; one pixel for a plain square, none if nothing is seen."""
    colours = {pixel for row in picture for pixel in row}
    if colours == {-1}:
        return []
    if len(colours) == 1:
        picture = ((picture[0][0],),)
    return ["".join("." if pixel < 0 else f"{pixel:x}" for pixel in row) for row in picture]


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _comment(lines: Iterable[str]) -> list[str]:
    """Comments, one line each, without signs that a file may not hold."""
    parts = [
        "".join(sign if sign.isprintable() else " " for sign in part) for line in lines for part in line.split("\n")
    ]
    return [f"// {part.strip()}" for part in parts if part.strip()]
