"""From the parse tree of one line to nodes of the syntax tree.

Takes a tree and the `Line` it was read from, gives the node with its place in the file. What the grammar cannot say
(a modifier twice, a number without bounds, too deep nesting) is raised as a `Slip`, which the parser reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, Final, Literal, cast

from lark import Tree

from arcg.dsl import syntax as s
from arcg.dsl.art import Line
from arcg.dsl.diagnostics import Span
from arcg.dsl.reader import Token

Item = Token | Tree[Token]

MAX_NESTING: Final = 60
MAX_DIGITS: Final = 9

_OF_BODY: Final = ("origin", "query")
"""What follows the size of a body."""


class Slip(Exception):  # noqa: N818 - not an error of the program
    """A mistake in the text: the code of its diagnostic, its place, and what the message needs."""

    def __init__(self, code: str, span: Span, **names: object) -> None:
        super().__init__(code)
        self.code = code
        self.span = span
        self.names = names


class Builder:
    """Makes the nodes of one line."""

    def __init__(self, path: str, line: Line) -> None:
        self.path = path
        self.line = line
        self.rows = "\n" in line.text
        self.depth = 0

    def node(self, item: Item) -> Any:
        """The node of a tree or of a word that stands for itself."""
        if isinstance(item, Token):
            return self._word(item)
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise Slip("E011", self.span(item), limit=MAX_NESTING)
        made = _MAKERS[item.data](self, item)
        self.depth -= 1
        return made

    def span(self, first: Item, last: Item | None = None) -> Span:
        """The place from the first token of `first` to the last token of `last` (or of `first`)."""
        last = first if last is None else last
        while isinstance(first, Tree):
            first = first.children[0]
        while isinstance(last, Tree):
            last = last.children[-1]
        start, end = first.at, last.at + len(last)
        if self.rows:
            return self.line.span(self.path, start, end)
        return Span(self.path, self.line.number, start + 1, self.line.number, end + 1)

    # ---------------------------------------------------------------- words

    def _word(self, token: Token) -> s.Int | s.Name | s.ThingTerm:
        match token.type:
            case "INT":
                return s.Int(self._number(token), span=self.span(token))
            case "KIND":
                return s.ThingTerm(str(token), None, span=self.span(token))
            case "VAR":
                return s.ThingTerm(None, token[1:], span=self.span(token))
            case _:
                return s.Name(str(token), span=self.span(token))

    def _number(self, token: Token) -> int:
        if len(token) > MAX_DIGITS:
            raise Slip("E031", self.span(token), digits=MAX_DIGITS)
        return int(token)

    def _words(self, items: Iterable[Item], *types: str) -> tuple[Any, ...]:
        """The nodes of the tokens of these types."""
        return tuple(self._word(item) for item in items if isinstance(item, Token) and item.type in types)

    def _nodes(self, items: Iterable[Item]) -> tuple[Any, ...]:
        """The nodes of all that is not a sign or a keyword."""
        return tuple(self.node(item) for item in items if isinstance(item, Tree) or item.type in _VALUES)

    def _after(self, items: list[Item], word: str) -> Any:
        """The node that follows a keyword, or None without the keyword."""
        return next((self.node(b) for a, b in pairwise(items) if a == word), None)

    # ---------------------------------------------------------------- statements

    def _game(self, t: Tree[Token]) -> s.GameDecl:
        return s.GameDecl(str(t.children[1]), span=self.span(t))

    def _semantics(self, t: Tree[Token]) -> s.SemanticsDecl:
        return s.SemanticsDecl(self.node(t.children[1]), (), span=self.span(t))

    def _input(self, t: Tree[Token]) -> s.InputPart:
        return s.InputPart(self._words(t.children, "KIND"), span=self.span(t))

    def _at_start(self, t: Tree[Token]) -> s.AtStartPart:
        return s.AtStartPart(span=self.span(t))

    def _must_move(self, t: Tree[Token]) -> s.MustMovePart:
        return s.MustMovePart(span=self.span(t))

    def _size(self, size: Token) -> tuple[int, int]:
        """The two numbers of `8x6`."""
        if len(size) > 2 * MAX_DIGITS:
            raise Slip("E031", self.span(size), digits=MAX_DIGITS)
        width, height = map(int, size.split("x"))
        return width, height

    def _board(self, t: Tree[Token]) -> s.BoardDecl:
        width, height = self._size(cast("Token", t.children[1]))
        cell = self._after(t.children, "cell")
        return s.BoardDecl(width, height, cell and cell.value, self._after(t.children, "ground"), span=self.span(t))

    def _view(self, t: Tree[Token]) -> s.ViewDecl:
        width, height = self._size(cast("Token", t.children[1]))
        follow, turned = self._after(t.children, "follow"), self._after(t.children, "by")
        corner = (self._after(t.children, "from"), self._after(t.children, ",")) if "from" in t.children else None
        return s.ViewDecl(width, height, follow, corner, turned, span=self.span(t))

    def _actions(self, t: Tree[Token]) -> s.ActionsDecl:
        return s.ActionsDecl(self._words(t.children, "NAME"), span=self.span(t))

    def _ties(self, t: Tree[Token]) -> s.TiesDecl:
        return s.TiesDecl(self._words(t.children, "NAME"), span=self.span(t))

    def _layer(self, t: Tree[Token]) -> s.LayerDecl:
        name, *flags = self._words(t.children, "NAME")
        return s.LayerDecl(name, tuple(flags), span=self.span(t))

    def _group(self, t: Tree[Token]) -> s.GroupDecl:
        name, *members = self._words(t.children, "KIND")
        return s.GroupDecl(name, tuple(members), span=self.span(t))

    def _kind(self, t: Tree[Token]) -> s.KindDecl:
        (layer,) = self._words(t.children, "NAME")
        kinds = self._words(t.children, "KIND")
        numbered = any(isinstance(word, Token) and word.type == "NUMBERED" for word in t.children)
        return s.KindDecl(kinds, layer, self._nodes(_trees(t, "attr")), (), numbered, span=self.span(t))

    def _world(self, t: Tree[Token]) -> s.WorldDecl:
        return s.WorldDecl(self._nodes(_trees(t, "attr")), span=self.span(t))

    def _attr(self, t: Tree[Token]) -> s.AttrDecl:
        name, domain = self._nodes(t.children[:3])
        return s.AttrDecl(name, domain, self._after(t.children, "="), span=self.span(t))

    def _domain(self, t: Tree[Token]) -> s.Domain:
        words = cast("list[Token]", t.children)
        if words[0].type == "KIND":
            return s.ThingDomain(self.node(words[0]), span=self.span(t))
        if words[0].type == "NAME":
            return s.NamesDomain(self._words(words, "NAME"), span=self.span(t))
        bounds = [
            -self._number(word) if before == "-" else self._number(word)
            for before, word in zip([None, *words], words, strict=False)
            if word.type == "INT"
        ]
        return s.RangeDomain(bounds[0], bounds[-1], span=self.span(t))

    def _bar(self, t: Tree[Token]) -> s.BarDecl:
        shape = cast("Literal['bar', 'pips']", str(t.children[0]))
        attr, edge, colour = (self.node(word) for word in t.children[1:])
        return s.BarDecl(shape, attr, edge, colour, span=self.span(t))

    def _paint(self, t: Tree[Token]) -> s.PaintDecl:
        colour, cell = self.node(t.children[1]), self._after(t.children, "at")
        return s.PaintDecl(
            colour, self._after(t.children, "on"), cell, self._after(t.children, "when"), span=self.span(t)
        )

    def _undo(self, t: Tree[Token]) -> s.UndoDecl:
        return s.UndoDecl(next(iter(self._nodes(t.children)), None), span=self.span(t))

    def _allow(self, t: Tree[Token]) -> s.AllowDecl:
        codes = tuple(s.Name(str(word), span=self.span(word)) for word in t.children[1:])
        return s.AllowDecl(codes, span=self.span(t))

    def _keeping(self, t: Tree[Token]) -> s.Keeping:
        mode = cast("Literal['keeping', 'only']", str(t.children[0]))
        return s.Keeping(mode, self._words(t.children, "NAME", "KIND"), span=self.span(t))

    def _legend(self, t: Tree[Token]) -> s.LegendDecl:
        return s.LegendDecl((), span=self.span(t))

    def _level(self, t: Tree[Token]) -> s.LevelDecl:
        return s.LevelDecl(next(iter(self._words(t.children, "NAME")), None), (), span=self.span(t))

    def _prior(self, t: Tree[Token]) -> s.PriorDecl:
        return s.PriorDecl(tuple(self.node(word) for word in t.children[1:]), (), span=self.span(t))

    def _sentence(self, t: Tree[Token]) -> s.Sentence:
        return s.Sentence(tuple(self.node(word) for word in t.children), span=self.span(t))

    # ---------------------------------------------------------------- parts

    def _pic(self, t: Tree[Token]) -> s.PicDecl:
        return s.PicDecl(self._after(t.children, "when"), (), (), "cells" in t.children, span=self.span(t))

    def _body(self, t: Tree[Token]) -> s.BodyDecl:
        size = self._nodes(item for item in t.children if not (isinstance(item, Tree) and item.data in _OF_BODY))
        origin = next((self._nodes(part.children) for part in _trees(t, "origin")), None)
        return s.BodyDecl(size or None, origin, self._after(t.children, "when"), (), (), span=self.span(t))

    def _turned(self, t: Tree[Token]) -> s.TurnedDecl:
        return s.TurnedDecl(self.node(t.children[2]), span=self.span(t))

    def _mirrored(self, t: Tree[Token]) -> s.MirroredDecl:
        return s.MirroredDecl(self.node(t.children[2]), span=self.span(t))

    def _tint(self, t: Tree[Token]) -> s.TintDecl:
        colour, by, *palette = self._nodes(t.children)
        return s.TintDecl(colour, by, tuple(palette), span=self.span(t))

    def _param(self, t: Tree[Token]) -> s.ParamPart:
        name, value = self._nodes(t.children)
        return s.ParamPart(name, value, span=self.span(t))

    def _map(self, t: Tree[Token]) -> s.MapPart:
        return s.MapPart((), (), span=self.span(t))

    def _place(self, t: Tree[Token]) -> s.PlacePart:
        term, cell = self._nodes(t.children)
        return s.PlacePart(term, cell, span=self.span(t))

    # ---------------------------------------------------------------- levels that are made

    def _generate(self, t: Tree[Token]) -> s.GeneratePart:
        return s.GeneratePart((), span=self.span(t))

    def _amount(self, items: Iterable[Item]) -> tuple[int, int] | None:
        """The bounds of `3` or `2..4`, or None if there are none."""
        numbers = [word.value for word in self._words(items, "INT")]
        return (numbers[0], numbers[-1]) if numbers else None

    def _sizes(self, t: Tree[Token]) -> s.SizesLine:
        sizes = [self._size(word) for word in t.children if isinstance(word, Token) and word.type == "SIZE"]
        return s.SizesLine(sizes[0], sizes[-1], span=self.span(t))

    def _keep(self, t: Tree[Token]) -> s.KeepLine:
        kinds, choices = self._words(t.children, "KIND"), self._nodes(_trees(t, "choice"))
        return s.KeepLine(kinds, choices, self._area(t), span=self.span(t))

    def _area(self, t: Tree[Token]) -> tuple[int, int, int, int] | None:
        """The corners of `from cell(1, 1) to cell(4, 3)`, or None if there are none."""
        numbers = [word.value for area in _trees(t, "area") for word in self._words(area.children, "INT")]
        return (numbers[0], numbers[1], numbers[2], numbers[3]) if numbers else None

    def _fill(self, t: Tree[Token]) -> s.FillLine:
        (kind,), (way,) = self._words(t.children, "KIND"), self._words(t.children, "NAME")
        return s.FillLine(kind, way, self._amount(t.children), span=self.span(t))

    def _choice(self, t: Tree[Token]) -> s.Choice:
        return s.Choice(*self._nodes(t.children), span=self.span(t))

    def _vary(self, t: Tree[Token]) -> s.VaryLine:
        return s.VaryLine(*self._nodes(t.children), span=self.span(t))

    def _some(self, t: Tree[Token]) -> s.SomeLine:
        kind, *others = self._words(t.children, "KIND")
        where = next((str(word) for word in t.children if word in ("on", "touching", "apart")), "")
        amount = cast("tuple[int, int]", self._amount(t.children))
        choices, area = self._nodes(_trees(t, "choice")), self._area(t)
        return s.SomeLine(amount, kind, choices, where, tuple(others), area, span=self.span(t))

    def _demand(self, t: Tree[Token]) -> s.DemandLine:
        return s.DemandLine(t.children[0] == "must", self.node(t.children[1]), span=self.span(t))

    def _connected(self, t: Tree[Token]) -> s.ConnectedLine:
        return s.ConnectedLine(self._words(t.children, "KIND"), span=self.span(t))

    def _alike(self, t: Tree[Token]) -> s.AlikeLine:
        return s.AlikeLine(self.node(t.children[1]), span=self.span(t))

    def _wanted(self, t: Tree[Token]) -> s.WantedLine:
        (measure,) = self._words(t.children, "NAME")
        low, high = cast("tuple[int, int]", self._amount(t.children))
        is_open = isinstance(t.children[-1], Token) and t.children[-1].type == "TO"
        return s.WantedLine(measure, low, None if is_open else high, span=self.span(t))

    def _legend_entry(self, t: Tree[Token]) -> s.LegendEntry:
        return s.LegendEntry("", self._nodes(t.children), span=self.span(t))

    # ---------------------------------------------------------------- facts, phases, rules

    def _let(self, t: Tree[Token]) -> s.LetDecl:
        return s.LetDecl(self.node(t.children[1]), self._after(t.children, "when"), span=self.span(t))

    def _let_attr(self, t: Tree[Token]) -> s.LetAttrDecl:
        _, thing, _, name, _, value, *_ = t.children
        when = self._after(t.children, "when")
        return s.LetAttrDecl(self.node(thing), self.node(name), self.node(value), when, span=self.span(t))

    def _let_field(self, t: Tree[Token]) -> s.LetFieldDecl:
        return s.LetFieldDecl(*self._nodes(t.children), span=self.span(t))

    def _phase(self, t: Tree[Token]) -> s.PhaseDecl:
        given: dict[str, Tree[Token]] = {}
        for modifier in cast("list[Tree[Token]]", t.children[2:]):
            word = str(modifier.children[0])
            if word in given:
                raise Slip("E029", self.span(modifier), word=word)
            given[word] = modifier
        return s.PhaseDecl(
            self.node(t.children[1]),
            self.node(given["on"]) if "on" in given else (),
            self.node(given["when"]) if "when" in given else None,
            "repeat" in given,
            "first" in given,
            self.node(given["each"]) if "each" in given else None,
            self._count(given["show"]) if "show" in given else 0,
            (),
            "plan" in given,
            span=self.span(t),
        )

    def _on_events(self, t: Tree[Token]) -> tuple[s.Call, ...]:
        return self._nodes(t.children)

    def _when(self, t: Tree[Token]) -> s.Query:
        return cast("s.Query", self.node(t.children[1]))

    def _each(self, t: Tree[Token]) -> s.EachPart:
        return s.EachPart(self.node(t.children[1]), self._after(t.children, "by"), span=self.span(t))

    def _rule(self, t: Tree[Token]) -> s.RuleDecl:
        arrow = t.children.index(Token("->"))
        cause, effects = t.children[:arrow], self._nodes(t.children[arrow:])
        named = len(cause) > 1 and cause[1] == ":"
        return s.RuleDecl(
            self.node(cause[0]) if named else None,
            self._after(cause, "on"),
            next((self.node(q) for q in cause if isinstance(q, Tree) and q.data == "query"), ()),
            effects,
            *next((self.node(mode) for mode in _trees(t, "mode")), ("all", False)),
            span=self.span(t),
        )

    def _mode(self, t: Tree[Token]) -> tuple[Literal["all", "once", "turn", "random"], bool]:
        """The mode, and whether the rule is rigid."""
        types = {word.type for word in cast("list[Token]", t.children)}
        modes = [mode for type_, mode in _MODES.items() if type_ in types]
        return (modes[0] if modes else "all"), "RIGID" in types

    def _forbid(self, t: Tree[Token]) -> s.ForbidDecl:
        query, *effects = self._nodes(t.children)
        return s.ForbidDecl(query, tuple(effects) or None, span=self.span(t))

    def _goal(self, t: Tree[Token]) -> s.GoalDecl:
        outcome = cast("Literal['win', 'lose']", str(t.children[0]))
        return s.GoalDecl(outcome, self.node(t.children[2]), span=self.span(t))

    def _lose_first(self, t: Tree[Token]) -> s.LoseFirstDecl:
        return s.LoseFirstDecl(span=self.span(t))

    # ---------------------------------------------------------------- queries

    def _query(self, t: Tree[Token]) -> s.Query:
        return self._nodes(t.children)

    def _compare(self, t: Tree[Token]) -> s.Compare:
        left, op, right = t.children
        return s.Compare(str(op), self.node(left), self.node(right), span=self.span(t))

    def _related(self, t: Tree[Token]) -> s.Related:
        left, rel, right = cast("list[Tree[Token]]", t.children)
        return s.Related(
            str(rel.children[0]), self._nodes(rel.children[1:]), self.node(left), self.node(right), span=self.span(t)
        )

    def _no(self, t: Tree[Token]) -> s.No:
        return s.No(self.node(t.children[1]), span=self.span(t))

    def _every(self, t: Tree[Token]) -> s.Every:
        return s.Every(self.node(t.children[1]), self.node(t.children[3]), span=self.span(t))

    def _did(self, t: Tree[Token]) -> s.Did:
        return s.Did(self.node(t.children[1]), span=self.span(t))

    def _braces(self, t: Tree[Token]) -> s.Braces:
        return s.Braces(self._nodes(t.children), span=self.span(t))

    def _pattern(self, t: Tree[Token]) -> s.Pattern:
        cells: list[s.PatternCell] = []
        start: Item = t.children[0]
        for child in t.children[1:]:
            if isinstance(child, Tree):
                items = self._nodes(child.children)
                span = self.span(child) if child.children else self.span(start)
                cells.append(s.PatternCell(bool(child.children) and child.children[0] == "...", items, span=span))
            else:
                start = child
        end = next(n for n, child in enumerate(t.children) if child == "]")
        return s.Pattern(tuple(cells), self._words(t.children[end:], "NAME", "VAR"), span=self.span(t))

    def _pitem(self, t: Tree[Token]) -> s.PatternItem:
        *word, thing = t.children
        return s.PatternItem(str(word[0]) if word else None, self.node(thing), span=self.span(t))

    # ---------------------------------------------------------------- expressions

    def _arith(self, t: Tree[Token]) -> s.Arith:
        left, op, right = t.children
        return s.Arith(str(op), self.node(left), self.node(right), span=self.span(t))

    def _paren(self, t: Tree[Token]) -> s.Expr:
        return cast("s.Expr", self.node(t.children[1]))

    def _neg(self, t: Tree[Token]) -> s.Neg:
        return s.Neg(self.node(t.children[1]), span=self.span(t))

    def _thing(self, t: Tree[Token]) -> s.ThingTerm:
        kind: str | None = None
        var: str | None = None
        tests: tuple[s.AttrTest, ...] = ()
        for part in t.children:
            if isinstance(part, Tree):
                tests = self._nodes(part.children)
            elif part.type == "KIND":
                kind = str(part)
            else:
                var = part[1:]
        return s.ThingTerm(kind, var, tests, span=self.span(t))

    def _made(self, t: Tree[Token]) -> s.ThingTerm:
        """A thing to be created: its attributes are set, so only `=` makes sense."""
        term = self._thing(t)
        for test in term.tests:
            if test.op != "=":
                raise Slip("E030", test.span, attr=test.name, op=test.op)
        return term

    def _test(self, t: Tree[Token]) -> s.AttrTest:
        name, op, value = t.children
        return s.AttrTest(str(name), str(op), self.node(value), span=self.span(t))

    def _path(self, t: Tree[Token]) -> s.Path:
        base, _, name = t.children
        return s.Path(self.node(base), str(name), span=self.span(t))

    def _call(self, t: Tree[Token]) -> s.Call:
        return s.Call(str(t.children[0]), self._nodes(t.children[1:]), span=self.span(t))

    def _agg(self, t: Tree[Token]) -> s.Aggregate:
        op = cast("Literal['count', 'min', 'max', 'sum', 'first']", str(t.children[0]))
        *value, query = self._nodes(t.children[1:])
        return s.Aggregate(op, value[0] if value else None, query, span=self.span(t))

    # ---------------------------------------------------------------- effects

    def _move(self, t: Tree[Token]) -> s.MoveEffect:
        target, direction, *by = self._nodes(t.children)
        return s.MoveEffect(target, direction, by[0] if by else None, span=self.span(t))

    def _turn(self, t: Tree[Token]) -> s.TurnEffect:
        sense: Literal["cw", "ccw"] = "ccw" if "ccw" in t.children else "cw"
        target = self.node(t.children[1])
        return s.TurnEffect(target, sense, self._after(t.children, "about"), span=self.span(t))

    def _put(self, t: Tree[Token]) -> s.PutEffect:
        target, cell = self._nodes(t.children)
        return s.PutEffect(target, cell, span=self.span(t))

    def _make(self, t: Tree[Token]) -> s.MakeEffect:
        term, cell = self._nodes(t.children)
        return s.MakeEffect(term, cell, span=self.span(t))

    def _drop(self, t: Tree[Token]) -> s.DropEffect:
        return s.DropEffect(self.node(t.children[1]), span=self.span(t))

    def _stay(self, t: Tree[Token]) -> s.StayEffect:
        return s.StayEffect(self.node(t.children[1]), span=self.span(t))

    def _set(self, t: Tree[Token]) -> s.SetEffect:
        target, value = self._nodes(t.children)
        return s.SetEffect(target, value, span=self.span(t))

    def _add(self, t: Tree[Token]) -> s.AddEffect:
        target, amount, *bound = self._nodes(t.children)
        clamp = cast("Literal['least', 'most']", str(t.children[4])) if bound else None
        sign: Literal[1, -1] = 1 if t.children[1] == "+" else -1
        return s.AddEffect(target, sign, amount, clamp, bound[0] if bound else None, span=self.span(t))

    def _cycle(self, t: Tree[Token]) -> s.CycleEffect:
        step: Literal[1, -1] = 1 if t.children[1] == "next" else -1
        return s.CycleEffect(self.node(t.children[0]), step, span=self.span(t))

    def _count(self, t: Tree[Token]) -> int:
        """The number behind `show`, one if there is none."""
        return self._number(cast("Token", t.children[1])) if len(t.children) > 1 else 1

    def _show(self, t: Tree[Token]) -> s.ShowEffect:
        return s.ShowEffect(self._count(t), span=self.span(t))

    def _save(self, t: Tree[Token]) -> s.SaveEffect:
        return s.SaveEffect(str(t.children[1]), span=self.span(t))

    def _restore(self, t: Tree[Token]) -> s.RestoreEffect:
        keep = self.node(t.children[2]) if len(t.children) > 2 else None
        return s.RestoreEffect(str(t.children[1]), keep, span=self.span(t))

    def _end(self, t: Tree[Token]) -> s.EndEffect:
        scope = cast("Literal['phase', 'turn', 'part']", str(t.children[1]) if len(t.children) > 1 else "part")
        return s.EndEffect(scope, span=self.span(t))

    def _finish(self, t: Tree[Token]) -> s.FinishEffect:
        return s.FinishEffect(cast("Literal['win', 'lose']", str(t.children[0])), span=self.span(t))

    def _emit(self, t: Tree[Token]) -> s.EmitEffect:
        item = t.children[0]
        event = s.Call(str(item), (), span=self.span(item)) if isinstance(item, Token) else self.node(item)
        return s.EmitEffect(event, span=self.span(t))


_VALUES: Final = frozenset({"INT", "NAME", "KIND", "VAR"})
_MODES: Final[dict[str, Literal["all", "once", "turn", "random"]]] = {
    "ONCE": "once",
    "IN_TURN": "turn",
    "AT_RANDOM": "random",
}

# One maker for each name that a tree can have (`test_grammar_is_small_and_fully_built` compares them with the grammar).
_MAKERS: Final[dict[str, Callable[[Builder, Tree[Token]], Any]]] = {
    name.removeprefix("_"): maker
    for name, maker in vars(Builder).items()
    if name.startswith("_") and not name.startswith("__")
} | {"event": Builder._call, "keyed": Builder._thing, "placed": Builder._made}


def _trees(t: Tree[Token], data: str) -> list[Tree[Token]]:
    return [child for child in t.children if isinstance(child, Tree) and child.data == data]
