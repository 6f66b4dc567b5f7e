"""Executable examples in a document, and the boards they speak of.

`read_examples` takes a Markdown file apart, `run` plays one example on any engine. Positions are read from the bytes of
`engine.state()` alone (see `arcg.runtime.reference.order`), never from the inside of an engine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from arcg.compiler import ir
from arcg.compiler.lower import lower
from arcg.dsl import syntax
from arcg.dsl.check import check_text
from arcg.dsl.model import Game
from arcg.runtime.coverage import Coverage
from arcg.runtime.engine import SIZE, Action, Engine, Status

Factory = Callable[[ir.Program], Engine]

# ---------------------------------------------------------------- positions

PREFIX = 9
"""A state begins with a tag and eight bytes of the program's digest."""


@dataclass(frozen=True)
class Standing:
    """A thing as a state holds it; attribute values by name, things as places in the order of things."""

    kind: str
    x: int
    y: int
    attrs: dict[str, int]


@dataclass(frozen=True)
class Position:
    """What a state says, but for its saves: level and status as numbers, world attributes, things in order."""

    level: int
    status: int
    world: dict[str, int]
    things: tuple[Standing, ...]


def numbers(data: bytes) -> Iterator[int]:
    """Zigzag numbers of seven bits a byte, least first."""
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value >> 1 if value & 1 == 0 else -(value >> 1) - 1
            value = shift = 0


def decode(program: ir.Program, state: bytes) -> Position:
    """The position that `engine.state()` wrote."""
    assert state[:1] == b"S", "a state begins with S"
    stream = numbers(state[PREFIX:])
    level, status = next(stream), next(stream)
    if ir.uses_chance(program):
        _ = next(stream), next(stream)  # the seed and the state of the generator
    world = {attr.name: next(stream) for attr in program.world}
    things = []
    for _ in range(next(stream)):
        kind = program.kinds[next(stream)]
        x, y = next(stream), next(stream)
        things.append(Standing(kind.name, x, y, {attr.name: next(stream) for attr in kind.attrs}))
    return Position(level, status, world, tuple(things))


def draw(game: Game, program: ir.Program, position: Position) -> list[str]:
    """The board in the glyphs of the legend: `.` for an empty cell, `?` for what the legend cannot say."""
    level = program.levels[position.level]
    entries = {glyph: [_wanted(program, term) for term in entry.things] for glyph, entry in game.legend.items()}
    cells: dict[tuple[int, int], list[Standing]] = {}
    for thing in position.things:
        cells.setdefault((thing.x, thing.y), []).append(thing)
    return [
        "".join(_glyph(entries, cells[x, y]) if (x, y) in cells else "." for x in range(level.width))
        for y in range(level.height)
    ]


Wanted = tuple[str, dict[str, int]]


def _wanted(program: ir.Program, term: syntax.ThingTerm) -> Wanted:
    kind = next(kind for kind in program.kinds if kind.name == term.kind)
    domains = {attr.name: attr.domain for attr in kind.attrs}
    return kind.name, {test.name: _constant(domains[test.name], test.value) for test in term.tests}


def _constant(domain: ir.Domain, expr: syntax.Expr) -> int:
    if isinstance(expr, syntax.Int):
        return expr.value
    if isinstance(expr, syntax.Neg):
        return -_constant(domain, expr.value)
    assert isinstance(expr, syntax.Name), "a legend holds plain values"
    return value_of(domain, expr.text)


def _glyph(entries: dict[str, list[Wanted]], things: list[Standing]) -> str:
    """The first entry that says exactly these things."""
    for glyph, wanted in entries.items():
        if Counter(kind for kind, _ in wanted) == Counter(thing.kind for thing in things):
            left = list(things)
            for kind, attrs in wanted:
                fit = next((t for t in left if t.kind == kind and attrs.items() <= t.attrs.items()), None)
                if fit is None:
                    break
                left.remove(fit)
            else:
                return glyph
    return "?"


def value_of(domain: ir.Domain, text: str) -> int:
    """The encoded value that a word or number stands for."""
    match domain:
        case ir.EnumDomain(names):
            return names.index(text)
        case ir.DirDomain():
            return ir.DIRECTIONS.index(text)
        case ir.ThingDomain():
            assert text == "none", "a thing is written as `Kind x y`"
            return ir.NONE
    return int(text)


def text_of(domain: ir.Domain, value: int, things: Sequence[Standing]) -> str:
    """An encoded value as the examples write it: a word, a number, or `Kind x y` for a thing."""
    match domain:
        case ir.EnumDomain(names):
            return names[value]
        case ir.DirDomain():
            return ir.DIRECTIONS[value]
        case ir.ThingDomain():
            thing = things[value] if value != ir.NONE else None
            return f"{thing.kind} {thing.x} {thing.y}" if thing else "none"
    return str(value)


# ---------------------------------------------------------------- examples in a document


@dataclass(frozen=True)
class Example:
    """One `play` block with the game it is about. `script` are its lines with their numbers in the document."""

    name: str
    line: int
    source: str
    script: tuple[tuple[int, str], ...]


_FENCE = re.compile(r"```(\w*)\s*(\w*)\s*$")
_LEAD = re.compile(r"\*\*(.+?)\*\*")
_REPLACES = ("board", "actions", "ties")


def read_examples(path: Path) -> list[Example]:
    """Every `play` block of a document with the last `arcg` block above it, named after its section."""
    header = source = ""
    section = lead = "none"
    found: list[Example] = []
    lines = path.read_text(encoding="utf-8").split("\n")
    number = count = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        fence = _FENCE.match(line)
        if fence is None:
            if line.startswith("## "):
                section, count = _slug(line[3:]), 0
            elif bold := _LEAD.match(line):
                lead = _slug(bold[1])
            continue
        end = next((n for n in range(number, len(lines)) if lines[n].startswith("```")), None)
        assert end is not None, f"{path.name}:{number}: this block is never closed"
        block = lines[number:end]
        match fence[1], fence[2]:
            case "arcg", "header":
                header = "\n".join(block) + "\n"
            case "arcg", "whole":
                source = "\n".join(block) + "\n"
            case "arcg", "" | "part":
                source = _below(header, block)
            case "play", "":
                count += 1
                script = tuple((number + offset + 1, text) for offset, text in enumerate(block))
                found.append(Example(f"{section}-{count:02}-{lead}", number, source, script))
        number = end + 1
    return found


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _below(header: str, block: list[str]) -> str:
    """An example under the common header; its own board, actions and ties replace the header's."""
    own = {line.split(" ")[0] for line in block if line.split(" ")[0] in _REPLACES}
    kept = [line for line in header.split("\n") if line.split(" ")[0] not in own]
    return "\n".join([*kept, *block]) + "\n"


# ---------------------------------------------------------------- playing a script

_ACTIONS = {name: Action[name.upper()] for name in ("up", "down", "left", "right", "act", "undo", "reset")}
_STATUS = {Status.PLAYING: "playing", Status.WON: "won", Status.OVER: "over"}


@lru_cache(maxsize=256)
def build(source: str) -> tuple[Game | None, ir.Program | None, tuple[str, ...], str]:
    """A checked and lowered source: game, program, codes of the diagnostics, and the errors in words."""
    game, found = check_text(source, "example.arcg")
    codes = tuple(diagnostic.code for diagnostic in found)
    lines = source.split("\n")
    errors = [diagnostic for diagnostic in found if diagnostic.severity == "error"]
    words = "\n".join(f"{d.code} {d.message} [{lines[d.span.line - 1].strip()}]" for d in errors)
    return game, lower(game) if game is not None else None, codes, words


def run(example: Example, factory: Factory, document: str = "docs/semantics.md") -> None:
    """Play an example.

    Raises:
        AssertionError: an expectation fails; the message begins with the line of the document.
    """
    game, program, codes, words = build(example.source)
    script = [(number, text.split("//")[0].rstrip()) for number, text in example.script]
    script = [(number, text) for number, text in script if text.strip()]
    rest = []
    for number, text in script:
        severity, _, code = text.partition(" ")
        if severity not in ("error", "warning"):
            rest.append((number, text))
            continue
        known = code in codes and (severity == "warning" or program is None)
        assert known, f"{document}:{number}: expected {text}, found {' '.join(codes) or 'nothing'}\n{words}"
    if not rest:
        return
    assert game is not None and program is not None, f"{document}:{example.line}: the example is wrong\n{words}"
    Play(game, program, factory, document).script(rest)


@dataclass
class Play:
    """A game in play, and what a script says of it. `document` is what messages call the page."""

    game: Game
    program: ir.Program
    factory: Factory
    document: str
    number: int = 0
    states: list[bytes] = field(default_factory=list)
    taken: bytes = b""

    def __post_init__(self) -> None:
        self.engine = self.factory(self.program)
        self.states.append(self.engine.state())
        self.coverage = Coverage(self.program)
        self.coverage.add(self.engine.trace())

    def script(self, lines: list[tuple[int, str]]) -> None:
        at = 0
        while at < len(lines):
            self.number, text = lines[at]
            at += 1
            frame = re.fullmatch(r"frame (\d+)", text)
            rows = []
            while (frame or text.startswith("|")) and at < len(lines) and lines[at][1].startswith("|"):
                rows.append(lines[at][1])
                at += 1
            if frame:
                self.picture(int(frame[1]), [row[1:].strip() for row in rows])
            elif text.startswith("|"):
                self.board([row[1:].strip() for row in [text, *rows]])
            else:
                self.line(text)

    def expect(self, what: str, wanted: object, got: object) -> None:
        if wanted != got:
            board = "\n".join(f"    | {row}" for row in draw(self.game, self.program, self.position()))
            raise AssertionError(
                f"{self.document}:{self.number}: {what}: expected {wanted}, got {got}\n"
                f"answer {len(self.states) - 1}, board:\n{board}"
            )

    def position(self) -> Position:
        return decode(self.program, self.engine.state())

    def step(self, action: Action, x: int = -1, y: int = -1) -> None:
        self.engine.step(action, x, y)
        self.coverage.add(self.engine.trace())
        self.states.append(self.engine.state())

    # ------------------------------------------------------------ lines

    def line(self, text: str) -> None:
        words = text.split()
        if all(word in _ACTIONS for word in words):
            for word in words:
                self.step(_ACTIONS[word])
            return
        match words:
            case ["click", "pixel", x, y]:
                self.step(Action.CLICK, int(x), int(y))
            case ["click", x, y]:
                self.step(Action.CLICK, *self.centre(int(x), int(y)))
            case ["take", ("state" | "snapshot") as what]:
                self.taken = self.engine.state() if what == "state" else self.engine.snapshot()
            case ["seed", seed]:
                self.engine.reset(int(seed))
                self.states = [self.engine.state()]
            case ["back"]:
                self.engine = self.factory(self.program)
                self.engine.restore(self.taken)
            case ["same", "state", "as", answer]:
                self.expect(text, True, self.engine.state() == self.states[int(answer)])
            case ["other", "state", "than", answer]:
                self.expect(text, True, self.engine.state() != self.states[int(answer)])
            case ["no", "message"]:
                self.expect(text, (), self.engine.messages())
            case ["message", *_]:
                said = " ".join(self.engine.messages())
                self.expect(text, True, text.removeprefix("message ") in said)
            case ["never", "applied", "=", *rules]:
                self.expect(text, rules, [use.rule for use in self.coverage.never_applied()])
            case [*what, "=", value] if what:
                self.expect(text, value, self.ask(what))
            case ["thing", place, "=", *value]:
                thing = self.position().things[int(place)]
                self.expect(text, " ".join(value), f"{thing.kind} {thing.x} {thing.y}")
            case [*what, "=", kind, x, y]:
                self.expect(text, f"{kind} {x} {y}", self.ask(what))
            case _:
                raise AssertionError(f"{self.document}:{self.number}: a play block cannot say {text!r}")

    def ask(self, what: list[str]) -> str:
        """The value of what stands left of `=`."""
        position = self.position()
        match what:
            case ["status"]:
                return _STATUS[self.engine.status]
            case ["level"]:
                return str(self.engine.level + 1)
            case ["frames"]:
                return str(len(self.engine.frames()))
            case ["action", "count"]:
                return str(self.engine.action_count)
            case ["pixel", x, y]:
                return f"{self.engine.frame()[int(y), int(x)]:x}"
            case ["count", kind]:
                return str(sum(thing.kind == kind for thing in position.things))
            case ["at", x, y, attr]:
                here = [t for t in position.things if (t.x, t.y) == (int(x), int(y)) and attr in t.attrs]
                return " and ".join(text_of(self.domain(t.kind, attr), t.attrs[attr], position.things) for t in here)
            case [("matches" | "applied" | "dropped" | "overwritten") as column, rule]:
                return str(sum(getattr(entry, column) for entry in self.engine.trace() if entry.rule == rule))
            case [name] if name in position.world:
                domain = next(attr.domain for attr in self.program.world if attr.name == name)
                return text_of(domain, position.world[name], position.things)
        raise AssertionError(f"{self.document}:{self.number}: a play block cannot ask for {' '.join(what)!r}")

    def domain(self, kind: str, attr: str) -> ir.Domain:
        attrs = next(entry.attrs for entry in self.program.kinds if entry.name == kind)
        return next(entry.domain for entry in attrs if entry.name == attr)

    # ------------------------------------------------------------ boards and pictures

    def board(self, rows: list[str]) -> None:
        got = draw(self.game, self.program, self.position())
        self.expect("board", _padded(rows, got), got)

    def picture(self, number: int, rows: list[str]) -> None:
        """The colours in the middle of the cells that are seen, `.` for the ground."""
        frames = self.engine.frames()
        self.expect(f"frame {number}", True, number <= len(frames))
        columns, rows_seen = self.seen()
        got = []
        for y in range(rows_seen):
            pixels = [frames[number - 1][self.centre(x, y)[::-1]] for x in range(columns)]
            got.append("".join("." if pixel == self.program.ground else f"{pixel:x}" for pixel in pixels))
        self.expect(f"frame {number}", _padded(rows, got), got)

    def centre(self, x: int, y: int) -> tuple[int, int]:
        """The pixel in the middle of a cell that is seen, counted from the left and the top of the frame."""
        columns, rows = self.seen()
        cell = self.program.levels[self.engine.level].cell
        cell *= SIZE // (max(columns, rows) * cell)
        left, top = (SIZE - columns * cell) // 2, (SIZE - rows * cell) // 2
        return left + x * cell + cell // 2, top + y * cell + cell // 2

    def seen(self) -> tuple[int, int]:
        """How many columns and rows the frame shows, as it is turned now."""
        view, sides = self.program.view, ir.seen(self.program, self.engine.level)
        if view is None or view.turned is None:
            return sides
        info, value = self.program.world[view.turned], self.engine.world_values()
        turn = value[info.name]
        across = turn in (2, 3) if view.upright in (0, 1) else turn in (0, 1)  # directions: up, down, left, right
        odd = across if isinstance(info.domain, ir.DirDomain) else turn % 2 == 1
        return (sides[1], sides[0]) if odd else sides


def _padded(rows: list[str], like: list[str]) -> list[str]:
    """Rows as long and as many as those of a whole board; what is left out is empty."""
    width = max(map(len, like))
    return [row.ljust(width, ".") for row in rows] + ["." * width] * (len(like) - len(rows))
