"""Replaces every sentence of a file (`Crate is pushed by Player`) by the lines of the prior that reads like it.

Takes the parsed file and gives its statements without sentences and priors, and a record of what each sentence came
to. The first pass of the checker; priors come from the file itself, then from the library under `dsl/priors/`.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from arcg.dsl import syntax
from arcg.dsl.diagnostics import ArcgError, Enough, Reporter, Span
from arcg.dsl.model import Expansion
from arcg.dsl.parser import parse
from arcg.dsl.slips import CONDITION_WORDS

MAX_DEPTH = 16
"""How deep sentences may stand inside priors."""

MAX_LINES = 5000
"""Most lines that all sentences of a file stand for."""

OWN = "own"
"""The family of priors that a file declares itself."""

Word = syntax.Name | syntax.ThingTerm | syntax.Int
Form = tuple[str, ...]
"""A head without the names of its parameters: `K` for kinds, `$` for values, other words as they are."""


@dataclass(frozen=True, slots=True)
class Prior:
    """A prior and the family it belongs to (the name of its library file, or `OWN`)."""

    family: str
    decl: syntax.PriorDecl

    @property
    def form(self) -> Form:
        """The head with its parameters made anonymous."""
        return tuple(_anonymous(word) for word in self.decl.words)


@cache
def library() -> tuple[Prior, ...]:
    """The priors of the library, family by family, in the order of their files.

    Raises:
        ArcgError: a library file cannot be read, which is a fault of this package.
    """
    priors: list[Prior] = []
    for entry in sorted(resources.files("arcg.dsl.priors").iterdir(), key=lambda entry: entry.name):
        family, _, ending = entry.name.partition(".")
        if ending != "arcg":
            continue
        reporter = Reporter()
        file = parse(entry.read_text("utf-8"), f"prior {family}", reporter)
        if reporter.errors:
            raise ArcgError(reporter.found)
        priors += [Prior(family, decl) for decl in file.statements if isinstance(decl, syntax.PriorDecl)]
    return tuple(priors)


def expand(file: syntax.File, reporter: Reporter) -> tuple[tuple[syntax.Statement, ...], list[Expansion]]:
    """The file's statements with every sentence replaced, and one `Expansion` per sentence, outer ones first.

    Raises:
        Enough: the sentences stand for too many lines.
    """
    own = [Prior(OWN, decl) for decl in file.statements if isinstance(decl, syntax.PriorDecl)]
    _check_priors(own, reporter)
    expander = _Expander([*own, *library()], reporter)
    expander.fields |= _fields(file.statements)
    return expander.statements(file.statements, ()), expander.expansions


def words_text(words: tuple[Word, ...]) -> str:
    """The words of a head or a sentence as they are written."""
    return " ".join(_word_text(word) for word in words)


# ---------------------------------------------------------------- words


def _word_text(word: Word) -> str:
    match word:
        case syntax.Name(text=text):
            return text
        case syntax.Int(value=value):
            return str(value)
        case syntax.ThingTerm(kind=str(kind)):
            return kind
        case syntax.ThingTerm(var=var):
            return f"${var}"


def _anonymous(word: Word) -> str:
    if isinstance(word, syntax.ThingTerm):
        return "K" if word.kind is not None else "$"
    return _word_text(word)


def _match(head: tuple[Word, ...], words: tuple[Word, ...]) -> dict[str, Word] | None:
    """What each parameter of `head` stands for (kinds by name, values with a dollar), or None if a word differs."""
    if len(head) != len(words):
        return None
    bound: dict[str, Word] = {}
    for part, word in zip(head, words, strict=True):
        is_kind = isinstance(word, syntax.ThingTerm) and word.kind is not None
        if not isinstance(part, syntax.ThingTerm):
            if part != word:
                return None
            continue
        if is_kind != (part.kind is not None) or bound.setdefault(_word_text(part), word) != word:
            return None
    return bound


class _Heads:
    """Priors by the words of their heads that are no parameters, so that a sentence need not be held against all."""

    def __init__(self, priors: Sequence[Prior]) -> None:
        self._priors = priors
        self._by_place: dict[int, dict[tuple[int, ...], dict[tuple[Word, ...], list[int]]]] = {}
        for number, prior in enumerate(priors):
            head = prior.decl.words
            places = tuple(place for place, word in enumerate(head) if not isinstance(word, syntax.ThingTerm))
            alike = self._by_place.setdefault(len(head), {}).setdefault(places, {})
            alike.setdefault(tuple(head[place] for place in places), []).append(number)

    def like(self, words: tuple[Word, ...]) -> list[Prior]:
        """The priors whose heads have the words of a sentence where they have words of their own, in their order."""
        numbers: list[int] = []
        for places, alike in self._by_place.get(len(words), {}).items():
            numbers += alike.get(tuple(words[place] for place in places), ())
        return [self._priors[number] for number in sorted(numbers)]


# ---------------------------------------------------------------- priors of the file


def _check_priors(priors: list[Prior], reporter: Reporter) -> None:
    first: dict[Form, Prior] = {}
    shipped = {prior.form for prior in library()}
    for prior in priors:
        decl = prior.decl
        other = first.setdefault(prior.form, prior)
        if other is not prior:
            form = words_text(decl.words)
            reporter.report("E121", _head_span(decl), notes=[("first here", _head_span(other.decl))], form=form)
        elif prior.form in shipped:
            reporter.report("W203", _head_span(decl))
        used = {name for statement in decl.body for name in _names(statement)}
        start = decl.words[0]
        if _anonymous(start) != "K":
            reporter.report("E125", start.span, word=_word_text(start), form=words_text(decl.words))
        for word in decl.words:
            if isinstance(word, syntax.ThingTerm) and _word_text(word) not in used:
                reporter.report("E122", word.span, name=_word_text(word))


def _head_span(decl: syntax.PriorDecl) -> Span:
    return decl.words[0].span.to(decl.words[-1].span)


def _names(value: object) -> Iterator[str]:
    """Every kind and variable named in a piece of syntax, as a head would write it."""
    if isinstance(value, syntax.ThingTerm):
        if value.kind is not None:
            yield value.kind
        if value.var is not None:
            yield f"${value.var}"
    if isinstance(value, syntax.Path | syntax.AttrTest) and value.name.startswith("$"):
        yield value.name
    if isinstance(value, tuple):
        for item in value:
            yield from _names(item)
    elif isinstance(value, syntax.Node):
        for part in dataclasses.fields(value):
            yield from _names(getattr(value, part.name))


# ---------------------------------------------------------------- replacing


class _Expander:
    def __init__(self, priors: list[Prior], reporter: Reporter) -> None:
        self.priors = priors
        self.heads = _Heads(priors)
        self.reporter = reporter
        self.expansions: list[Expansion] = []
        self.lines = 0
        self.fields: set[str] = set()

    def statements(
        self, statements: tuple[syntax.Statement, ...], inside: tuple[Prior, ...]
    ) -> tuple[syntax.Statement, ...]:
        result: list[syntax.Statement] = []
        for statement in statements:
            if isinstance(statement, syntax.Sentence):
                result += self.sentence(statement, inside)
            elif not isinstance(statement, syntax.PriorDecl):
                result.append(statement)
        return tuple(result)

    def sentence(self, sentence: syntax.Sentence, inside: tuple[Prior, ...]) -> tuple[syntax.Statement, ...]:
        found = [
            (sum(not isinstance(word, syntax.ThingTerm) for word in prior.decl.words), prior, bound)
            for prior in self.heads.like(sentence.words)
            if (bound := _match(prior.decl.words, sentence.words)) is not None
        ]
        if not found:
            text = words_text(sentence.words)
            if (place := self.condition(sentence.words)) is not None:
                word, head = sentence.words[place], words_text(sentence.words[:place])
                self.reporter.report("E037", word.span, word=words_text((word,)), sentence=head)
                return ()
            self.reporter.report("E120", sentence.span, sentence=text, hint=self.nearest(sentence))
            return ()
        # The head with the most words of its own is the most exact; of equals the file's own comes first.
        _, prior, bound = max(found, key=lambda item: item[0])
        if prior in inside or len(inside) >= MAX_DEPTH:
            form = words_text(prior.decl.words)
            self.reporter.report("E123", sentence.span, form=form, limit=MAX_DEPTH)
            return ()
        self.lines += sum(_lines(statement) for statement in prior.decl.body)
        if self.lines > MAX_LINES:
            what = "lines, or more, that sentences stand for up to here"
            hint = "use fewer sentences, or priors with fewer sentences of their own in them"
            self.reporter.report("E216", sentence.span, count=self.lines, what=what, limit=MAX_LINES, hint=hint)
            raise Enough
        place = len(self.expansions)
        substitution = _Substitution(bound, prior.decl, sentence.span, self.own_fields(prior.decl))
        body = tuple(substitution.statement(statement) for statement in prior.decl.body)
        result = self.statements(body, (*inside, prior))
        self.expansions.insert(place, Expansion(sentence, prior.decl, prior.family, result))
        return result

    def own_fields(self, prior: syntax.PriorDecl) -> dict[str, str]:
        """What the fields of a prior are called in the next sentence that uses it.

        A field has one `let` line, unlike a fact, so two sentences could not share one: the second gets `track_2`.
        """
        names = {}
        for name in sorted(_fields(prior.body)):
            free, number = name, 1
            while free in self.fields:
                number += 1
                free = f"{name}_{number}"
            self.fields.add(free)
            names[name] = free
        return names

    def condition(self, words: tuple[Word, ...]) -> int | None:
        """Where a condition follows words that are a sentence, unless such sentences do go on with that word."""
        verb = _verb([_anonymous(word) for word in words])
        for place, word in enumerate(words[2:], 2) if verb else ():
            text = _word_text(word)
            if text in CONDITION_WORDS | {"on"} and not isinstance(word, syntax.ThingTerm):
                known = any(text in prior.form and _verb(prior.form) == verb for prior in self.priors)
                whole = any(
                    _match(prior.decl.words, words[:place]) is not None for prior in self.heads.like(words[:place])
                )
                return place if whole and not known else None
        return None

    def nearest(self, sentence: syntax.Sentence) -> str:
        """Advice: the known sentence that is most like the one written."""
        if not self.priors:
            return "no prior is known; declare one with `prior`"
        own = [_anonymous(word) for word in sentence.words]
        single = tuple(word for place, word in enumerate(own) if word != "K" or own[place - 1 : place] != ["K"])
        wide = next((prior for prior in self.priors if len(single) < len(own) and prior.form == single), None)
        if wide is not None:
            form = words_text(wide.decl.words)
            return f"`{form}` takes one kind in each place: name several in a group, such as `group Block = Wall Tree`"

        def likeness(prior: Prior) -> float:
            pairs = ((own, list(prior.form)), (_said(own), _said(prior.form)))
            return min(difflib.SequenceMatcher(None, " ".join(a), " ".join(b)).ratio() for a, b in pairs)

        verb = _verb(own)
        kindred = [prior for prior in self.priors if verb and _verb(prior.form) == verb]
        near = [prior for prior in self.priors if not verb or _near(verb, _verb(prior.form))]
        best = max(kindred or near, key=likeness, default=None)
        if best is not None and (kindred or likeness(best) >= 0.6):
            return f"did you mean `{words_text(best.decl.words)}`? Sentences are matched word for word"
        return "sentences are matched word for word; declare this one with `prior`, or use one of the library's"


def _said(form: Sequence[str]) -> list[str]:
    """The words of a form that are not parameters: what the sentence says."""
    return [word for word in form if word not in ("K", "$")]


_SMALL_WORDS = frozenset(("is", "are", "be", "gets", "can", "by", "on", "in", "at", "to", "of", "and", "a", "the"))
"""Words of a sentence that do not say what it is about."""


def _verb(form: Sequence[str]) -> str:
    """The stem of the first word that says what a form is about: `push` of `pushes` and of `is pushed by`."""
    word = next((word for word in _said(form) if word.isalpha() and word not in _SMALL_WORDS), "")
    stem = re.sub(r"(?<=\w\w)(ing|ed|es|s|e)$", "", word)
    return re.sub(r"(\w)\1$", r"\1", re.sub("y$", "i", stem))


def _near(one: str, other: str) -> bool:
    """Whether one verb may be the other with a slip of the pen."""
    return difflib.SequenceMatcher(None, one, other).ratio() >= 0.7


def _fields(statements: Sequence[syntax.Statement]) -> set[str]:
    """The names of the fields that some statements declare."""
    return {statement.head.name for statement in statements if isinstance(statement, syntax.LetFieldDecl)}


def _lines(statement: syntax.Statement) -> int:
    """How many lines of a prior a statement takes, without those of pictures."""
    match statement:
        case syntax.PhaseDecl(rules=below) | syntax.KindDecl(parts=below) | syntax.LevelDecl(parts=below):
            return 1 + len(below)
        case syntax.LegendDecl(entries=entries):
            return 1 + len(entries)
    return 1


Mode = Literal["bare", "query", "effect"]


class _Substitution:
    """Puts the words of one sentence in the place of a prior's parameters, and the sentence's place in every span.

    `fields` says what the prior's fields are called here.

    Two parameters may be given one kind (`Crate is pushed by Crate`). In a rule the same kind name means the same
    thing, so the second parameter becomes a variable there: `let Crate pushes Crate $y`.
    """

    def __init__(self, bound: dict[str, Word], prior: syntax.PriorDecl, span: Span, fields: dict[str, str]) -> None:
        self.bound = bound
        self.span = span
        self.fields = fields
        self.aliases: dict[str, str] = {}
        taken = {name[1:] for statement in prior.body for name in _names(statement) if name.startswith("$")}
        kinds: set[str] = set()
        for parameter, word in bound.items():
            if not isinstance(word, syntax.ThingTerm) or word.kind is None:
                continue
            if word.kind in kinds:
                alias = parameter.lower()
                while alias in taken:
                    alias += "_"
                taken.add(alias)
                self.aliases[parameter] = alias
            kinds.add(word.kind)

    def statement(self, statement: syntax.Statement) -> syntax.Statement:
        replaced: syntax.Statement = self.value(statement, "bare")
        return replaced

    def value(self, value: Any, mode: Mode) -> Any:
        if isinstance(value, Span):
            return self.span
        if isinstance(value, tuple):
            return tuple(self.value(item, mode) for item in value)
        if isinstance(value, syntax.ThingTerm):
            return self.term(value, mode)
        if not isinstance(value, syntax.Node):
            return value
        if isinstance(value, syntax.Call):
            value = self.call(value)
        if isinstance(value, syntax.Path | syntax.AttrTest) and value.name in self.bound:
            value = dataclasses.replace(value, name=_word_text(self.bound[value.name]))
        changes = {
            part.name: self.value(getattr(value, part.name), self.mode_of(value, part.name, mode))
            for part in dataclasses.fields(value)
        }
        return dataclasses.replace(value, **changes)

    @staticmethod
    def mode_of(node: syntax.Node, part: str, mode: Mode) -> Mode:
        match node, part:
            case (syntax.RuleDecl() | syntax.ForbidDecl(), "effects"):
                return "effect"
            case (syntax.LetDecl() | syntax.LetAttrDecl() | syntax.LetFieldDecl(), _):
                return "query"
            case (syntax.RuleDecl() | syntax.ForbidDecl() | syntax.GoalDecl() | syntax.PaintDecl(), _):
                return "query"
            case (syntax.PhaseDecl(), "events" | "when" | "each") | (syntax.Aggregate(), "query"):
                return "query"
            case (syntax.MakeEffect(), "term") | (syntax.RestoreEffect(), "keep"):
                return "bare"
            case (syntax.PicDecl() | syntax.BodyDecl() | syntax.MirroredDecl() | syntax.ViewDecl(), _):
                return "bare"
        return mode

    def call(self, call: syntax.Call) -> syntax.Call:
        """A call with the field that it asks, or that its head declares, under the name that it has here."""
        field = call.args[0] if call.name == "step" and call.args else None
        if isinstance(field, syntax.Name) and field.text in self.fields:
            named = dataclasses.replace(field, text=self.fields[field.text])
            return dataclasses.replace(call, args=(named, *call.args[1:]))
        return dataclasses.replace(call, name=self.fields.get(call.name, call.name))

    def term(self, term: syntax.ThingTerm, mode: Mode) -> syntax.Expr:
        tests = tuple(self.value(test, mode) for test in term.tests)
        kind, var, span = term.kind, term.var, self.span
        if var is not None and (word := self.bound.get(f"${var}")) is not None:
            if kind is None and not tests:
                return word
            if isinstance(word, syntax.ThingTerm):
                var = word.var
        if kind is not None and (word := self.bound.get(kind)) is not None and isinstance(word, syntax.ThingTerm):
            alias = self.aliases.get(kind) if var is None and mode != "bare" else None
            kind, span = word.kind, word.span
            if alias is not None and mode == "query":
                var = alias
            elif alias is not None and not tests:
                kind, var = None, alias
        return syntax.ThingTerm(span=span, kind=kind, var=var, tests=tests)
