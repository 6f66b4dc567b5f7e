"""Attributes and their domains: what a thing or the world can remember, and the value it starts with.

Takes the declarations of one kind or of the world and gives `AttrModel`s. Part of the declaring pass; kinds and groups
must be known before, because an attribute may hold a thing.
"""

from __future__ import annotations

from collections.abc import Iterable

from arcg.dsl import core, syntax
from arcg.dsl.diagnostics import Reporter, Span, did_you_mean
from arcg.dsl.functions import FUNCTIONS, ID
from arcg.dsl.model import AttrModel, Game, KindModel
from arcg.dsl.parser import can_name

MAX_NUMBER = 1_000_000
MAX_VALUES = 256

PROPERTIES = ("cell", "x", "y", ID)
"""What things have without declaring it, the last if their kind is `numbered`."""

_RESERVED = {
    **dict.fromkeys(FUNCTIONS, "a built-in function"),
    **dict.fromkeys(core.DIRECTIONS, "a direction"),
    "none": "the thing that is none",
}

_FOREIGN: dict[str, core.Domain] = {
    **dict.fromkeys(("int", "integer", "number"), core.IntDomain(-MAX_NUMBER, MAX_NUMBER)),
    **dict.fromkeys(("bool", "boolean", "flag"), core.EnumDomain(("no", "yes"))),
}
"""What the type names of other languages probably mean."""


def kind_hint(game: Game, name: str) -> str:
    """Advice for an unknown kind: the nearest one, or how to declare it."""
    return did_you_mean(name, [*game.kinds, *game.groups]) or f"declare it: `kind {name} on ..`"


def name_hint(name: str, known: Iterable[str], declare: str) -> str:
    """Advice for an unknown name: the nearest one, else those there are, else how to declare one."""
    known = list(known)
    if not known:
        return declare
    some = ", ".join(f"`{word}`" for word in known[:8])
    return did_you_mean(name, known) or f"there are {some}{' and more' if len(known) > 8 else ''}"


class Domains:
    """Reads domains, each once. After a mistake it gives the likeliest domain, so that few others follow from it.

    `guessed` has the places of the attributes whose domain is such a guess.
    """

    def __init__(self, game: Game, reporter: Reporter) -> None:
        self.game = game
        self.reporter = reporter
        self.guessed: set[Span] = set()
        self._read: dict[int, tuple[core.Domain, bool]] = {}

    def of(self, decl: syntax.AttrDecl) -> core.Domain:
        """The domain of an attribute."""
        key = id(decl.domain)
        if key not in self._read:
            before = len(self.reporter.found)
            domain = self._domain(decl.domain, decl.name.text)
            self._read[key] = domain, len(self.reporter.found) > before
        domain, guess = self._read[key]
        if guess:
            self.guessed.add(decl.name.span)
        return domain

    def _domain(self, decl: syntax.Domain, owner: str) -> core.Domain:
        report = self.reporter.report
        match decl:
            case syntax.RangeDomain(low=low, high=high, span=span):
                large = max(low, high, key=abs)
                if abs(large) > MAX_NUMBER:
                    report("E208", span, value=large)
                elif low > high:
                    report("E207", span, low=low, high=high)
                low, high = sorted((low, high))
                return core.IntDomain(max(low, -MAX_NUMBER), min(high, MAX_NUMBER))
            case syntax.ThingDomain(kind=term):
                name = term.kind or ""
                kinds = self.game.kinds_of(name)
                if kinds is None:
                    report("E101", term.span, name=name, hint=kind_hint(self.game, name))
                    return core.ThingDomain(tuple(range(len(self.game.kinds))))
                return core.ThingDomain(kinds)
            case syntax.NamesDomain(names=(name,), span=span):
                if name.text == "facing":
                    return core.DirDomain()
                near = did_you_mean(name.text, ["facing"])
                report("E211", span, name=name.text, hint=f"; {near}" if near else "")
                return core.DirDomain() if near else _FOREIGN.get(name.text, core.EnumDomain((name.text,)))
            case syntax.NamesDomain(names=names, span=span):
                if {name.text for name in names} <= set(core.DIRECTIONS):
                    report("E222", span, name=owner)
                    return core.DirDomain()
                return self._enumeration(names, span)

    def _enumeration(self, names: tuple[syntax.Name, ...], span: Span) -> core.EnumDomain:
        if len(names) > MAX_VALUES:
            hint = "use a range such as `0..300`"
            self.reporter.report("E216", span, count=len(names), what="values", limit=MAX_VALUES, hint=hint)
        seen: dict[str, None] = {}
        for name in names:
            if name.text in seen:
                self.reporter.report("E210", name.span, name=name.text)
            elif name.text in _RESERVED:
                first = _RESERVED[name.text]
                self.reporter.report("E131", name.span, name=name.text, first=first, second="a value of this attribute")
            elif not can_name(name.text, "value"):
                self.reporter.report("E028", name.span, word=name.text)
            seen[name.text] = None
        return core.EnumDomain(tuple(seen))


def first_value(domain: core.Domain) -> int:
    """The value of an attribute without a default: the first of its domain, `NONE` for things."""
    match domain:
        case core.IntDomain(low, _):
            return low
        case core.ThingDomain():
            return core.NONE
    return 0


def within(domain: core.Domain, value: int) -> bool:
    """Whether an encoded value lies in a domain (of things only `NONE` is known without a board)."""
    match domain:
        case core.IntDomain(low, high):
            return low <= value <= high
        case core.EnumDomain(names):
            return 0 <= value < len(names)
        case core.DirDomain():
            return 0 <= value < len(core.DIRECTIONS)
    return value == core.NONE


def domain_text(game: Game, domain: core.Domain) -> str:
    """A domain in words, for messages."""
    match domain:
        case core.IntDomain(low, high):
            return f"{low} to {high}"
        case core.EnumDomain(names):
            return ", ".join(f"`{name}`" for name in names[:8]) + (" and more" if len(names) > 8 else "")
        case core.DirDomain():
            return ", ".join(f"`{name}`" for name in core.DIRECTIONS)
        case core.ThingDomain(kinds):
            names = tuple(kind.name for kind in game.kinds.values() if kind.number in kinds)
            return ", ".join(f"`{name}`" for name in names[:8]) + " or `none`"


def checked_constant(game: Game, expr: syntax.Expr, domain: core.Domain, name: str, reporter: Reporter) -> int | None:
    """The encoded value of `expr` for the attribute `name`, or None after a report."""
    from arcg.dsl.rules import constant  # rules.py uses this module

    value = constant(game, expr, domain, reporter)
    if value is not None and not within(domain, value):
        reporter.report("E212", expr.span, value=value, name=name, domain=domain_text(game, domain))
        return None
    return value


def declare_attributes(
    game: Game,
    decls: tuple[syntax.AttrDecl, ...],
    numbers: dict[str, int],
    attrs: dict[str, AttrModel],
    reporter: Reporter,
    domains: Domains,
) -> None:
    """Add to `attrs` what `decls` declare; `numbers` gives and takes the number of each attribute name."""
    for decl in decls:
        name = decl.name.text
        if name in attrs:
            notes = [("first here", attrs[name].span)]
            reporter.report("E130", decl.name.span, notes=notes, what="the attribute", name=name)
            continue
        number = numbers.setdefault(name, len(numbers))
        domain = domains.of(decl)
        default = first_value(domain)
        if decl.default is not None and decl.name.span not in domains.guessed:
            value = checked_constant(game, decl.default, domain, name, reporter)
            default = default if value is None else value
        attrs[name] = AttrModel(number, name, domain, default, decl.name.span)


def check_kind_attributes(decls: tuple[syntax.AttrDecl, ...], reporter: Reporter) -> None:
    """Report attributes of kinds that would hide what every thing has."""
    for decl in decls:
        if decl.name.text in PROPERTIES:
            who = "the things of numbered kinds have" if decl.name.text == ID else "every thing has"
            reporter.report(
                "E131", decl.name.span, name=decl.name.text, first=f"what {who}", second="an attribute here"
            )


def number_kind(game: Game, kind: KindModel) -> None:
    """Give a numbered kind the attribute by which its things are ordered."""
    number = game.fields.setdefault(ID, len(game.fields))
    kind.attrs[ID] = AttrModel(number, ID, core.IntDomain(1, MAX_NUMBER), 1, kind.span)


def check_world_names(game: Game, reporter: Reporter) -> None:
    """Report world attributes whose names mean something else as well, or that no rule could speak of."""
    values = {
        name
        for attrs in (game.world, *(kind.attrs for kind in game.kinds.values()))
        for attr in attrs.values()
        if isinstance(attr.domain, core.EnumDomain)
        for name in attr.domain.names
    }
    for attr in game.world.values():
        other = _RESERVED.get(attr.name) or ("a value of an attribute" if attr.name in values else None)
        if other is not None:
            reporter.report("E131", attr.span, name=attr.name, first=other, second="an attribute of the world")
        elif not can_name(attr.name, "attribute"):
            reporter.report("E028", attr.span, word=attr.name)
