"""A module as parts: each statement of its top level with its text, what it binds, and what its names stand for.

Takes the text of a module, gives a `Module`: the assembler picks the parts that a file needs and edits the names in
them. Text stays text, so comments and layout are kept.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from arcg.compiler.export.scopes import Use, uses

OURS = "arcg."


@dataclass(frozen=True, slots=True)
class Edit:
    """Columns `start` to `end` of a line (from 1) are replaced; columns count bytes, as Python's trees do."""

    line: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A statement of a module's top level.

    `first` and `last` are its lines, with the comments above it and a text below that says what a constant is.
    """

    statement: ast.stmt
    binds: tuple[str, ...]
    first: int
    last: int
    uses: tuple[Use, ...]


@dataclass(slots=True)
class Module:
    """A module, ready to be taken apart."""

    name: str
    about: str
    """Its docstring."""
    lines: list[bytes]
    """Its text; line 1 is at place 0."""
    parts: list[Part]
    ours: dict[str, tuple[str, str | None]]
    """Names that come from modules of ours: from which module, and what they are there (None: the module)."""
    stars: list[str]
    """Modules of ours of which all names are imported."""
    outside: dict[str, str]
    """Names that come from elsewhere: the import, as `from module import name` or `import module as name`."""
    dropped: list[tuple[int, int]] = field(default_factory=list)
    """Lines (from 1, both included) within parts that are no part of an assembled file: imports in functions."""

    def defines(self, name: str) -> Part | None:
        """The part that binds a name of the module."""
        return next((part for part in self.parts if name in part.binds), None)


def take_apart(name: str, text: str, omitted: frozenset[str] = frozenset()) -> Module:
    """Read a module.

    Args:
        name: its full name.
        text: its source.
        omitted: methods, `Class.method`, that an assembled file does without.

    Raises:
        ValueError: it has something that is not foreseen here, or nothing of what is to be omitted.
    """
    tree = ast.parse(text)
    module = Module(name, ast.get_docstring(tree) or "", [line.encode() for line in text.split("\n")], [], {}, [], {})
    body = tree.body[1:] if module.about else tree.body
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            _note_import(module, statement)
        elif isinstance(statement, ast.If) and isinstance(statement.test, ast.Name):  # for types only
            for inner in statement.body:
                _note_import(module, inner)
    left = set(omitted)
    kept = [statement for statement in body if not _is_import(statement)]
    for statement in kept:
        if isinstance(statement, ast.ClassDef):
            left -= _leave_out(module, statement, omitted)
        for node in ast.walk(statement):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OURS):
                _note_import(module, node)
                module.dropped.append((node.lineno, node.end_lineno or node.lineno))
    if left:
        raise ValueError(f"{name} has no {', '.join(sorted(left))}")
    _cut(module, body)
    return module


def _is_import(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import | ast.ImportFrom | ast.If)


def _note_import(module: Module, statement: ast.stmt) -> None:
    """Note what names an import brings."""
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            name = alias.asname or alias.name
            told = f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
            module.outside[name] = told
        return
    if not isinstance(statement, ast.ImportFrom) or statement.module is None or statement.level:
        raise ValueError(f"{module.name}, line {statement.lineno}: not foreseen here")
    origin = statement.module
    if origin == "__future__":
        return
    for alias in statement.names:
        name = alias.asname or alias.name
        if not origin.startswith(OURS):
            if alias.asname:
                raise ValueError(f"{module.name}, line {statement.lineno}: `as` is not foreseen here")
            module.outside[name] = f"from {origin} import {alias.name}"
        elif alias.name == "*":
            module.stars.append(origin)
        else:
            module.ours[name] = (origin, alias.name)


def _leave_out(module: Module, owner: ast.ClassDef, omitted: frozenset[str]) -> set[str]:
    """Take the omitted methods out of a class."""
    found = set()
    for method in [node for node in owner.body if isinstance(node, ast.FunctionDef)]:
        told = f"{owner.name}.{method.name}"
        if told in omitted:
            found.add(told)
            owner.body.remove(method)
            last = method.end_lineno or method.lineno
            while not module.lines[last].strip():
                last += 1
            module.dropped.append((method.lineno, last))
    return found


def _cut(module: Module, body: list[ast.stmt]) -> None:
    """Cut the module into its parts."""
    imported = frozenset(module.ours)
    after = 0  # the last line of what came before
    for statement in body:
        last = statement.end_lineno or statement.lineno
        if isinstance(statement, ast.Expr):  # says what the constant above it is
            if not (isinstance(statement.value, ast.Constant) and module.parts):
                raise ValueError(f"{module.name}, line {statement.lineno}: not foreseen here")
            above = module.parts.pop()
            module.parts.append(Part(above.statement, above.binds, above.first, last, above.uses))
        elif not _is_import(statement):
            decorators = getattr(statement, "decorator_list", [])
            first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
            while first - 1 > after and module.lines[first - 2].lstrip()[:1] in (b"#", b""):
                first -= 1
            while not module.lines[first - 1].strip():
                first += 1
            binds = tuple(_binds(module, statement))
            module.parts.append(Part(statement, binds, first, last, tuple(uses(statement, imported))))
        after = last


def _binds(module: Module, statement: ast.stmt) -> list[str]:
    """The names that a statement of the top level gives the module."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
        case _:
            raise ValueError(f"{module.name}, line {statement.lineno}: not foreseen here")
