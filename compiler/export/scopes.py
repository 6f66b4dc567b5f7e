"""Which names in a module mean something of the module, and which are somebody's own: Python's scopes, read off a tree.

Takes the tree of a module, gives every `Use` of a name that is looked up among the module's names, with the place at
which it stands, whether it is part of an annotation, and which names the functions around it have for themselves.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*FUNCTIONS, ast.ClassDef, *COMPREHENSIONS)


@dataclass(frozen=True, slots=True)
class Use:
    """A name of the module at `node`: a `Name`, an `Attribute` of one (`ir.Program`), or a call of `vars` with one."""

    node: ast.Name | ast.Attribute | ast.Call
    name: str
    attribute: str | None
    annotation: bool
    pattern: bool
    """Whether it is a value in a pattern of `match`, where it must keep a dot: a mere name would be a new one."""
    own: frozenset[str]
    """The names that functions around it have for themselves: what is written here must be none of them."""


def uses(statement: ast.stmt, imported: frozenset[str]) -> Iterator[Use]:
    """Every use of a name of the module in a statement of its top level.

    Args:
        statement: the statement.
        imported: names that stand for something of ours even where a function imports them for itself.
    """
    yield from _Walk(imported).walk(statement, frozenset(), frozenset(), annotation=False)


class _Walk:
    def __init__(self, imported: frozenset[str]) -> None:
        self.imported = imported

    def walk(
        self, node: ast.AST, functions: frozenset[str], inner: frozenset[str], *, annotation: bool
    ) -> Iterator[Use]:
        """`functions`: the names of the functions around; `inner`: what is seen here only, names of a class."""
        if isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Attribute):
            for use in self.walk(node.value, functions, inner, annotation=annotation):
                yield dataclasses.replace(use, pattern=True)
        elif isinstance(node, ast.Call) and (name := _scope_of(node)):
            yield from self._use(node, name, None, functions, inner, annotation)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield from self._use(node, node.value.id, node.attr, functions, inner, annotation)
        elif isinstance(node, ast.Name):
            yield from self._use(node, node.id, None, functions, inner, annotation)
        elif isinstance(node, SCOPES):
            yield from self._scope(node, functions, inner, annotation)
        else:
            for child, noted in _children(node):
                yield from self.walk(child, functions, inner, annotation=annotation or noted)

    def _use(
        self,
        node: ast.Name | ast.Attribute | ast.Call,
        name: str,
        attribute: str | None,
        functions: frozenset[str],
        inner: frozenset[str],
        annotation: bool,
    ) -> Iterator[Use]:
        if name not in functions | inner:
            yield Use(node, name, attribute, annotation, False, functions)

    def _scope(
        self, node: ast.AST, functions: frozenset[str], inner: frozenset[str], annotation: bool
    ) -> Iterator[Use]:
        for child, noted in _outside(node):
            yield from self.walk(child, functions, inner, annotation=annotation or noted)
        bound = frozenset(_bound(node)) - self.imported
        if isinstance(node, ast.ClassDef):
            for child, noted in _inside(node):
                yield from self.walk(child, functions, bound, annotation=annotation or noted)
            return
        for child, noted in _inside(node):
            yield from self.walk(child, functions | bound, frozenset(), annotation=annotation or noted)


def _scope_of(node: ast.Call) -> str:
    """The name of which `vars` is asked, if that is what is called."""
    match node:
        case ast.Call(func=ast.Name(id="vars"), args=[ast.Name(id=name)]):
            return name
    return ""


def _children(node: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    """The nodes right below one, each with whether it is an annotation."""
    for name, value in ast.iter_fields(node):
        noted = name in ("annotation", "returns")
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child, noted


def _outside(node: ast.AST) -> list[tuple[ast.AST, bool]]:
    """What of a scope belongs to the one around it: decorators, defaults, bases, the first source of a loop."""
    if isinstance(node, COMPREHENSIONS):
        return [(node.generators[0].iter, False)]
    inside = {id(child) for child, _ in _inside(node)}
    return [(child, noted) for child, noted in _children(node) if id(child) not in inside]


def _inside(node: ast.AST) -> list[tuple[ast.AST, bool]]:
    """What of a scope sees the names of the scope."""
    if isinstance(node, ast.Lambda):
        return [(node.body, False)]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [(child, False) for child in node.body]
    if isinstance(node, COMPREHENSIONS):
        first = node.generators[0].iter
        whole = [(child, noted) for child, noted in _children(node) if not isinstance(child, ast.comprehension)]
        parts = [pair for generator in node.generators for pair in _children(generator) if pair[0] is not first]
        return whole + parts
    return []


def _bound(scope: ast.AST) -> Iterator[str]:
    """The names that a scope binds for itself."""
    if isinstance(scope, FUNCTIONS):
        args = scope.args
        every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
        yield from (arg.arg for arg in every if arg is not None)
    for child, _ in _inside(scope):
        yield from _bound_in(child)


def _bound_in(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from (alias.asname or alias.name.split(".")[0] for alias in aliases)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            raise ValueError(f"line {node.lineno}: {', '.join(names)} is not a scope's own; not foreseen here")
        case _:
            pass
    if isinstance(node, SCOPES):
        yield from _walrus(node)
        return
    for child, _ in _children(node):
        yield from _bound_in(child)


def _walrus(scope: ast.AST) -> Iterator[str]:
    """Names that a comprehension binds in the scope around it."""
    if isinstance(scope, COMPREHENSIONS):
        yield from (node.target.id for node in ast.walk(scope) if isinstance(node, ast.NamedExpr))
