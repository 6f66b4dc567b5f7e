"""Words for messages: an expression as it was written, a type as a person would call it.

Takes syntax nodes and types, gives short phrases for the diagnostics of the checking passes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arcg.dsl import core, syntax
from arcg.dsl.model import Game, Type

SORT_WORDS: dict[core.Sort, str] = {
    "int": "a number",
    "enum": "a named value",
    "dir": "a direction",
    "cell": "a cell",
    "thing": "a thing",
}
MOST_NAMES = 8


def written(node: syntax.Node) -> str:
    """A piece of a rule as it could be written, on one line."""
    match node:
        case syntax.Int(value=value):
            return str(value)
        case syntax.Name(text=text):
            return text
        case syntax.AttrTest(name=name, op=op, value=value):
            return f"{name}{op}{written(value)}" if op == "=" else f"{name} {op} {written(value)}"
        case syntax.ThingTerm(kind=kind, var=var, tests=tests):
            name = " ".join(part for part in (kind, f"${var}" if var else None) if part)
            return name + (f"{{{_list(tests)}}}" if tests else "")
        case syntax.Path(base=base, name=name):
            return f"{written(base)}.{name}"
        case syntax.Call(name=name, args=args):
            return f"{name}({_list(args)})" if args else name
        case syntax.Neg(value=value):
            return f"-{written(value)}"
        case syntax.Arith(op=op, left=left, right=right) | syntax.Compare(op=op, left=left, right=right):
            return f"{written(left)} {op} {written(right)}"
        case syntax.Aggregate(op=op, value=None, query=query):
            return f"{op} {written(query)}"
        case syntax.Aggregate(op=op, value=value, query=query) if value is not None:
            return f"{op} {written(value)} of {written(query)}"
        case syntax.Related(relation=relation, args=args, left=left, right=right):
            word = f"{relation}({_list(args)})" if args else relation
            return f"{written(left)} {word} {written(right)}"
        case syntax.No(atom=atom):
            return f"no {written(atom)}"
        case syntax.Every(over=over, claim=claim):
            return f"every {written(over)} has {written(claim)}"
        case syntax.Did(event=event):
            return f"did {written(event)}"
        case syntax.Braces(alternatives=alternatives):
            return f"{{ {' or '.join(_list(alternative) for alternative in alternatives)} }}"
        case syntax.PatternItem(word=word, term=term):
            return f"{word} {written(term)}" if word is not None else written(term)
        case syntax.PatternCell(gap=gap, items=items):
            return " ".join([*(["..."] if gap else []), *(written(item) for item in items)])
        case syntax.Pattern(cells=cells, along=along):
            inside = " | ".join(written(cell) for cell in cells)
            told = " ".join(written(word) for word in along)
            return f"[ {inside} ]" + (f" along {told}" if told else "")
    return "this"


def _list(nodes: Iterable[syntax.Node]) -> str:
    return ", ".join(written(node) for node in nodes)


def quoted(names: Sequence[str], last: str = "and") -> str:
    """Names in backticks, joined by commas and a last word."""
    shown = [f"`{name}`" for name in names[:MOST_NAMES]]
    if len(names) > MOST_NAMES:
        return ", ".join(shown) + f" {last} {len(names) - MOST_NAMES} more"
    if len(shown) < 2:
        return "".join(shown)
    return ", ".join(shown[:-1]) + f" {last} {shown[-1]}"


def kind_names(game: Game, kinds: tuple[int, ...]) -> list[str]:
    """The names of kinds by number."""
    return [kind.name for kind in game.kinds.values() if kind.number in kinds]


def kinds_words(game: Game, kinds: tuple[int, ...]) -> str:
    """What a thing of these kinds is called: the kind, the group of just these, a list, or `a thing`."""
    if len(kinds) == len(game.kinds) and len(kinds) > 1:
        return "a thing"
    names = kind_names(game, kinds)
    for group in game.groups.values():
        if len(kinds) > 1 and set(group.kinds) == set(kinds):
            return f"a `{group.name}`"
    return f"a {quoted(names, 'or')}" if names else "none"


def type_words(game: Game, type_: Type) -> str:
    """A type in words, with an article."""
    if type_.sort == "enum" and type_.domain is not None:
        return quoted(type_.domain.names, "or")
    if type_.sort == "thing":
        return kinds_words(game, type_.kinds) if type_.kinds else "`none`"
    return SORT_WORDS[type_.sort]


def count_words(count: int, word: str) -> str:
    """`1 argument`, `2 arguments`, `no argument`."""
    return f"{count or 'no'} {word}{'s' if count > 1 else ''}"
