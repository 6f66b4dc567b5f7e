"""What to say when a line cannot be read: the common slips by name, everything else by what could stand there.

Takes lark's error and the `Line` it arose in, gives a `Slip` (code, place, names for the message). The parser reports
it; nothing here parses.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from arcg.dsl.art import Line
from arcg.dsl.build import Slip
from arcg.dsl.diagnostics import did_you_mean
from arcg.dsl.functions import BUILTIN_EVENTS

if TYPE_CHECKING:
    from lark import Lark
    from lark.parsers.lalr_interactive_parser import InteractiveParser

MOST_ALTERNATIVES: Final = 5
LONGEST_QUOTE: Final = 40

# What a person would call the terminals that are not written the same every time, the likeliest first.
_TERMINALS: Final = {
    "ARROW": "`->`",
    "KIND": "a kind (capitalised)",
    "NAME": "a lower-case name",
    "VAR": "a variable like `$a`",
    "INT": "a number",
    "SIZE": "a size like `8x8`",
    "EQUAL": "`=`",
    "COMPARISON": "a comparison like `<`",
    "SENSE": "`cw` or `ccw`",
    "IN_TURN": "`in turn`",
    "AT_RANDOM": "`at random`",
    "RIGID": "`rigid`",
}
_OPERATORS: Final = frozenset({"PLUS", "MINUS", "TIMES"})
_AGGREGATES: Final = frozenset({"COUNT", "AGGREGATE"})
_VALUE_STARTS: Final = frozenset({"INT", "NAME", "KIND", "VAR", "LPAR"})

# Signs and words of other languages.
_SIGNS: Final = {
    "=>": "`->`",
    "-->": "`->`",
    "==": "`=`",
    ":=": "`=`",
    "<>": "`!=`",
    "=<": "`<=`",
    "||": "`{ a or b }`",
    "|": "`{ a or b }`",
    ";": "`,`",
    "++": "`x + 1`",
    "--": "`x - 1`",
    "+=": "`x + n`",
    "-=": "`x - n`",
    "#": "`//` before a comment",
}
# Words of other languages, and what is written here in their place.
_WORDS: Final = {
    **dict.fromkeys(("all", "forall", "each", "foreach"), "`every A has B`, such as `every Goal has Crate on Goal`"),
    **dict.fromkeys(("some", "any", "exists"), "`{ A }`: braces ask whether there is one"),
    **dict.fromkeys(("destroy", "delete", "remove", "kill"), "`drop Crate`"),
    **dict.fromkeys(("create", "spawn", "add", "new"), "`make Crate at cell(1, 2)`"),
    **dict.fromkeys(("toggle", "cycle", "flip"), "`next`, which goes through the values round and round"),
    **dict.fromkeys(("set", "let"), "`name = value`"),
    **dict.fromkeys(("goto", "teleport"), "`put Crate at cell(1, 2)`"),
    **dict.fromkeys(("toward", "towards"), "the direction to move in: `up`, `$d`, a facing"),
    **dict.fromkeys(("emit", "trigger", "raise"), "the event alone, such as `boom(Crate)`"),
    **dict.fromkeys(("rotate", "spin"), "`turn Crate cw`, or `ccw`"),
    "of": "`A ahead(left) B`, `A above B` or `A beside B`",
    "is": "`=`",
    "contains": "`A on B` or `A at $c`",
}
# Words that begin a line in other languages.
_STATEMENTS: Final = {
    **dict.fromkeys(("title", "name"), "write `game name`"),
    **dict.fromkeys(("author", "homepage", "comment"), "write it as a comment, after `//`"),
    **dict.fromkeys(("objects", "object", "sprite", "entity", "type", "class"), "write `kind Name on layer`"),
    **dict.fromkeys(("collisionlayers", "layers"), "write `layer name`, one line for each"),
    **dict.fromkeys(("rules", "rule", "def", "function", "turn"), "write `phase name`, with rules indented below it"),
    **dict.fromkeys(("winconditions", "goal", "goals"), "write `win when ..`"),
    **dict.fromkeys(("levels", "map"), "write `level`, and `map` with its rows below it"),
    **dict.fromkeys(("var", "int", "state", "counter"), "write `world has name: 0..9`"),
    **dict.fromkeys(("import", "include", "use"), "a file stands alone; the priors of the library are always there"),
    **dict.fromkeys(
        ("camera", "viewport", "zoomscreen", "flickscreen", "follow", "scroll"), "write `view 8x6 follow Player`"
    ),
    **dict.fromkeys(("overlay", "highlight", "color", "colour"), "write `paint red on layer at $c when Kind at $c`"),
    **dict.fromkeys(("dark", "darkness", "hide"), "write `fog black at $c when no Kind at $c`"),
    "size": "write `board 8x8`",
    "background": "write the colour as `board 8x8 ground grey`",
}
_AND: Final = frozenset({"and", "&&", "&"})
_NOT: Final = frozenset({"not", "!", "unless"})
_IF: Final = frozenset({"if", "then", "else"})
_EFFECTS: Final = frozenset(
    ["move", "put", "make", "drop", "show", "save", "restore", "end", "win", "lose", "next", "prev"]
)
# Words before what a sentence would depend on.
CONDITION_WORDS: Final = frozenset({"when", "unless", "if", "while", "where"})
# `on arrow, on click`, `on arrow or click`, `on arrow click`: more than one event before a rule.
_EVENTS: Final = re.compile(
    r"\s*(?:\w+\s*:\s*)?on\s+(?P<first>[a-z]\w*(?:\([^()]*\))?)"
    r"(?:\s*,\s*on\s+|\s*,?\s*(?:or|and)\s+(?:on\s+)?|(?P<bare>\s+))(?P<second>[a-z]\w*(?:\([^()]*\))?)"
)
_BRACKETS: Final = {"(": ")", "{": "}"}

_PIECE: Final = re.compile(r"\$?[A-Za-z0-9_]+|[=<>!&|:+\-*/]+|\s+|.", re.DOTALL)


def explain(error: UnexpectedInput, line: Line, path: str, lark: Lark) -> Slip:
    """The slip that best describes why `line` could not be read."""
    return _Scene(error, line, path, lark).slip()


class _Scene:
    """The place of an error: the pieces of text around it and what could stand there."""

    def __init__(self, error: UnexpectedInput, line: Line, path: str, lark: Lark) -> None:
        self.line, self.path, self.lark = line, path, lark
        self.text = text = line.text
        at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        self.at = len(text) if at_end else error.pos_in_stream or 0
        self.expected = _accepted(error.interactive_parser)
        self.unread = text[self.at] if isinstance(error, UnexpectedCharacters) else ""
        pieces = [m for m in _PIECE.finditer(text) if not m[0].isspace()]
        here = next((i for i, m in enumerate(pieces) if m.end() > self.at), len(pieces))
        self.found = pieces[here][0][:LONGEST_QUOTE] if here < len(pieces) else ""
        self.start, self.end = pieces[here].span() if here < len(pieces) else (len(text), len(text) + 1)
        self.before = pieces[:here]
        self.first = pieces[0][0][:LONGEST_QUOTE] if pieces else ""

    def slip(self) -> Slip:
        """The first description that fits."""
        return (
            self._row()
            or self._condition()
            or self._events()
            or self._foreign_here()
            or self._bracket()
            or self._misplaced()
            or self._foreign_before()
            or self._arrow()
            or self._foreign_word()
            or self._name()
            or self._generic()
        )

    def _make(self, code: str, start: int | None = None, end: int | None = None, **names: object) -> Slip:
        start = self.start if start is None else start
        return Slip(code, self.line.span(self.path, start, self.end if end is None else end), **names)

    # ---------------------------------------------------------------- descriptions, the most telling first

    def _row(self) -> Slip | None:
        """A row of a map that does not stand below `map`."""
        if self.line.sort != "level_part" or self.before:
            return None
        if self.first[:1].isupper():
            expected = f"write `put {self.first} at cell(x, y)`, or draw it in the `map`"
            return self._make("E001", found=f"`{self.first}` cannot stand here", expected=expected)
        if self.first[:1].isalnum() or self.first[:1] in "\"'`":
            return None
        start = len(self.text) - len(self.text.lstrip())
        place, advice = "below a `map`", "write `map` above the first row, and indent the rows deeper than it"
        return self._make(
            "E027", start, len(self.text), word=self.text.strip()[:LONGEST_QUOTE], place=place, advice=advice
        )

    def _condition(self) -> Slip | None:
        """A condition behind a sentence. A form of words may hold `when` or `unless`; what follows is no word then."""
        if self.line.sort != "statement" or not self.first[:1].isupper() or not self.line.word or "->" in self.text:
            return None
        pieces = [*((piece[0], piece.span()) for piece in self.before), (self.found, (self.start, self.end))]
        place = next((i for i, (word, _) in enumerate(pieces) if i > 1 and word in CONDITION_WORDS), 0)
        if not place:
            return None
        word, span = pieces[place]
        sentence = self.text[: span[0]].strip()[:LONGEST_QUOTE]
        return self._make("E037", *span, word=word, sentence=sentence)

    def _events(self) -> Slip | None:
        """More than one event before the conditions of a rule."""
        found = _EVENTS.match(self.text) if self.line.sort == "rule" else None
        if found is None or self.start < found.end("first"):
            return None
        first, second = found["first"], found["second"]
        if found["bare"] and self.start > found.end():
            return None
        if found["bare"] and not {first.partition("(")[0], second.partition("(")[0]} <= BUILTIN_EVENTS.keys():
            return None
        return self._make("E038", found.start("second"), found.end(), first=first, second=second)

    def _foreign_here(self) -> Slip | None:
        """A sign or a word of another language at the place of the error."""
        if self.unread and (self.unread.isspace() or not self.unread.isprintable()):
            return self._make("E004", self.at, self.at + 1, character=f"U+{ord(self.unread):04X}")
        if self.found[:1] in ('"', "'", "`", "\u201c", "\u201d"):
            close = self.text.find(self.found, self.end)
            return self._make("E019", end=close + 1 if close > 0 else None)
        if self.found in _SIGNS:
            return self._make("E015", found=self.found, use=_SIGNS[self.found])
        if self.found == "or":
            if self.line.sort == "statement" and self.first == "phase" and self._after_on():
                return self._make("E036", word="or", use="the events of a phase one after another: `on arrow click`")
            return self._make("E032")
        if self.found == "," and "COMMA" not in self.expected and self.expected & {"NAME", "KIND"}:
            if self.first[:1].isupper() and self.before[-1][0][:1].isupper():
                group = "a sentence takes one kind in each place: name several in a group, `group Block = Wall Tree`"
                return self._make("E001", found="`,` cannot stand here", expected=group)
            return self._make("E033")
        return self._joined(self.found, self.start, self.end)

    def _after_on(self) -> bool:
        """Whether the events of a phase stand just before."""
        return re.search(r"\bon(\s+\w+(\([^()]*\))?)+\s*$", self.text[: self.start]) is not None

    def _foreign_before(self) -> Slip | None:
        """A word of another language that was taken for a name until the word after it did not fit."""
        slips = (self._joined(piece[0], *piece.span()) for piece in self.before[-2:])
        return next((slip for slip in slips if slip), None)

    def _joined(self, word: str, start: int, end: int) -> Slip | None:
        if word == "when" and self.line.sort == "rule":
            return self._make("E018", start, end, found=word)
        for code, words in (("E016", _AND), ("E017", _NOT), ("E018", _IF)):
            if word in words:
                return self._make(code, start, end, found=word)
        return None

    def _bracket(self) -> Slip | None:
        """A bracket without its partner."""
        opened: list[int] = []
        for at, sign in enumerate(self.text[: self.at]):
            if sign in _BRACKETS:
                opened.append(at)
            elif sign in _BRACKETS.values() and opened:
                opened.pop()
        if opened and self.found in ("", "->", *_BRACKETS.values()):
            bracket = self.text[opened[-1]]
            if self.found != _BRACKETS[bracket]:
                return self._make("E020", opened[-1], opened[-1] + 1, bracket=bracket, other=_BRACKETS[bracket])
        if not opened and self.found in _BRACKETS.values():
            other = next(a for a, b in _BRACKETS.items() if b == self.found)
            return self._make("E021", bracket=self.found, other=other)
        return None

    def _misplaced(self) -> Slip | None:
        """A line that begins with no word of its block."""
        line, first = self.line, self.first
        statements = _statements(self.lark)
        if line.sort != "statement":
            if first in statements and line.word:
                start = len(self.text) - len(self.text.lstrip())
                place, advice = "at the left margin", "begin the line without indentation"
                return self._make("E027", start, start + len(first), word=first, place=place, advice=advice)
            return None
        at_first = not self.before
        if not at_first and not (first[:1].isupper() and line.word):
            return None
        start = len(self.text) - len(self.text.lstrip())
        if first == "on" or "->" in self.text:
            advice = "write `phase name` and indent the rule below it"
            return self._make("E027", start, start + len(first), word=first, place="inside a `phase`", advice=advice)
        owner = {"pic": "kind", "tint": "kind", "map": "level", "put": "level"}.get(first)
        if owner:
            advice = f"indent it below a `{owner}`"
            return self._make("E027", word=first, place=f"inside a `{owner}`", advice=advice)
        if at_first or first.lower() in statements:
            return unknown_statement(line, self.path, self.lark)
        return None

    def _arrow(self) -> Slip | None:
        """A rule without `->`, or words after `end`."""
        if self.line.sort == "rule" and "->" not in self.text and self.first in _EFFECTS:
            start = len(self.text) - len(self.text.lstrip())
            return self._make("E014", start, start + len(self.first))
        if self.line.sort == "rule" and "->" not in self.text and "ARROW" in self.expected:
            effect = self.found in _EFFECTS or re.match(r"\w+\s*[-+=]", self.text[self.start :])
            changed = re.match(r"[A-Z$]\w*(\{[^}]*\})?\.\w+\s*([-+=]|next|prev)", self.text[self.start :])
            if not self.found or effect or changed:
                return self._make("E014")
        if (
            self.before
            and self.before[-1][0] == "end"
            and self.found
            and self.found != "->"
            and "PHASE" in self.expected
        ):
            return self._make("E026", word=self.found)
        return None

    def _name(self) -> Slip | None:
        """A name written like a kind or the other way round, or a word of the language in the place of a name."""
        word, wanted = self.found, self.expected
        if re.fullmatch(r"[a-z]\w*[A-Z]\w*", word):
            return self._make("E022", word=word, better=_snake(word))
        if word[:1].isupper() and "NAME" in wanted and "KIND" not in wanted:
            return self._make("E022", word=word, better=_snake(word))
        if re.fullmatch(r"[a-z]\w*", word) and "KIND" in wanted and "NAME" not in wanted:
            return self._make("E023", word=word, better=word.capitalize())
        signs = ("=", "+", "-", ".", ":", "next", "prev")
        if word in signs and self.before and self.before[-1][0] in reserved_words(self.lark):
            return self._make("E028", *self.before[-1].span(), word=self.before[-1][0])
        return None

    def _foreign_word(self) -> Slip | None:
        """A word of another language, at the place of the error or taken for a name just before it."""
        before = [(piece[0], piece.span()) for piece in self.before[-1:]]
        for word, span in ((self.found, (self.start, self.end)), *before):
            aggregate = word == "of" and any(piece[0] in ("sum", "min", "max") for piece in self.before)
            if word in _WORDS and word.upper() not in self.expected and not aggregate:
                return self._make("E036", *span, word=word, use=_WORDS[word])
        return None

    def _generic(self) -> Slip:
        """What was found and what could stand in its place."""
        found = f"`{self.found}` cannot stand here" if self.found else "the line ends too early"
        return self._make("E001", found=found, expected=self._meant() or self._alternatives())

    def _meant(self) -> str:
        """Advice where what was meant can be told from the words before."""
        words = [piece[0] for piece in self.before]
        last = words[-1] if words else ""
        size = re.fullmatch(r"(\d+)x(\d+)", self.found)
        if size and self.line.sort == "kind_part" and self.first == "body":
            word = "origin" if last == "origin" else "body"
            return f"write two numbers with a comma: `{word} {size[1]}, {size[2]}`"
        if "SENSE" in self.expected and "turn" in words:
            return "a thing is turned by a quarter: `turn Kind cw`, clockwise, or `turn Kind ccw`"
        if self.found == "(" and last[:1].isupper():
            return f"attributes stand in braces: `{last}{{name=value}}`"
        if self.line.sort == "rule" and self.first == "on" and self.found.isalpha() and "ARROW" in self.expected:
            return "a rule answers one event, and commas join conditions to it: `on event, condition -> effect`"
        if words[:1] in (["kind"], ["world"]) and self.expected == {"COLON"} and last[:1].islower():
            if ":" not in self.line.text[self.start :]:
                return f"a colon stands before the values of an attribute: `{last}: {self.found} ..`"
            return f"say of each attribute which values it has: `{last}: 0..9, {self.found}: 0..9`"
        aggregate = next((word for word in reversed(words) if word in ("sum", "min", "max")), "")
        if aggregate and (self.found == "of" or (not self.found and "OF" in self.expected)):
            return f"write `{aggregate} Kind.attribute of {{ Kind }}`, without parentheses"
        if self.line.sort == "level_part" and self.first == "put" and "at" in words:
            return "write the cell as `cell(x, y)`"
        if words[:1] == ["let"] and len(words) == 3 and not self.found:
            return f"a fact of one thing is written `let {words[2]}({words[1]})`"
        return ""

    # ---------------------------------------------------------------- words for terminals

    def _alternatives(self) -> str:
        """At most five things that could stand here, in the words of a person."""
        wanted = set(self.expected)
        words: list[str] = []
        if wanted >= _VALUE_STARTS:
            words.append("a value (a number, a name, a kind ..)")
            wanted -= _VALUE_STARTS | _OPERATORS | _AGGREGATES
        words += [phrase for name, phrase in _TERMINALS.items() if name in wanted]
        if "$END" in wanted:
            words.append("the end of the line")
        plain = sorted(wanted - _TERMINALS.keys() - _OPERATORS - _AGGREGATES - {"$END"})
        words += [f"`{_written(self.lark, name)}`" for name in plain]
        if "PLUS" in wanted:
            words.append("an operator like `+`")
        elif "MINUS" in wanted:
            words.append("`-`")
        words = words[:MOST_ALTERNATIVES]
        if not words:
            return ""
        return "here could stand " + " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def entry_slip(line: Line, path: str) -> Slip | None:
    """What is wrong with the shape of a legend entry, if it has not the form `glyph = ..`."""
    start = len(line.text) - len(line.text.lstrip(" \t"))
    glyph, rest = line.text[start], line.text[start + 1 :]
    if rest.lstrip().startswith("="):
        return None
    word = line.text[start:].partition("=")[0].strip()
    if "=" in rest and " " not in word:
        return Slip("E025", line.span(path, start, start + len(word)), word=word, glyph=glyph)
    return Slip("E024", line.span(path, start, len(line.text)))


def unknown_statement(line: Line, path: str, lark: Lark) -> Slip:
    """The slip for a line that begins with no statement's word."""
    statements = _statements(lark)
    start = len(line.text) - len(line.text.lstrip())
    word = next(_PIECE.finditer(line.text, start))[0][:LONGEST_QUOTE]
    suggestion = _STATEMENTS.get(word.lower()) or did_you_mean(word.lower(), statements)
    suggestion = suggestion or "the statements are " + ", ".join(statements)
    return Slip("E013", line.span(path, start, start + len(word)), word=word, suggestion=suggestion)


def reserved_words(lark: Lark) -> frozenset[str]:
    """The words that cannot be names everywhere: those that the parser may expect where it may expect a name."""
    states = lark.parser.parser._parse_table.states  # the one table that knows; lark has no public way to it
    rivals = {name for actions in states.values() if "NAME" in actions for name in actions if not name.islower()}
    patterns = [lark.get_terminal(name).pattern for name in rivals - {"NAME", "$END"}]
    return frozenset(word for p in patterns for word in re.findall(r"(?<![\\\[\w])[a-z]{2,}", p.value))


def _statements(lark: Lark) -> list[str]:
    """The words that begin a statement."""
    accepted = _accepted(lark.parse_interactive(start="statement"))
    return sorted(word for word in (_written(lark, name) for name in accepted) if word.isalpha())


def _written(lark: Lark, terminal: str) -> str:
    """A keyword or sign as it is written."""
    return "" if terminal == "$END" else str(lark.get_terminal(terminal).pattern.value)


def _accepted(parser: InteractiveParser) -> set[str]:
    """The terminals that the parser could go on with."""
    return cast("set[str]", parser.accepts())  # type: ignore[no-untyped-call]  # lark has left this one untyped


def _snake(word: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()
