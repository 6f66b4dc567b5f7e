"""Assembling: modules of ours become one text, with what is needed of them and nothing else.

Takes the names of what a file is to offer, gives the text of all definitions that these need, module after module in
their order, with their comments. Imports of our modules go; a name that two modules have gets the module's name added
in the later one. Nothing is run, and nothing but names is changed.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arcg.compiler.export.modules import Module, Part, take_apart
from arcg.compiler.export.scopes import Use

Symbol = tuple[str, str]
"""A module and a name of its top level."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """What was put together.

    `sections`: of each module that is in it, its name, its docstring and its text. `imports`: what the whole needs
    from outside, as lines. `names`: what each symbol is called in the text.
    """

    sections: tuple[tuple[str, str, str], ...]
    imports: tuple[str, ...]
    names: Mapping[Symbol, str]

    @property
    def taken(self) -> frozenset[str]:
        """Every name that means something in the text."""
        return frozenset({*self.names.values(), *(line.split()[-1] for line in self.imports)})


def assemble(
    sources: Sequence[tuple[str, str]],
    wanted: Sequence[Symbol],
    *,
    absent: frozenset[str] = frozenset(),
    omitted: Mapping[str, frozenset[str]] | None = None,
) -> Assembled:
    """Put together what `wanted` needs.

    Args:
        sources: names and texts of modules, each after those that it needs to be defined.
        wanted: what the text is to offer.
        absent: modules that are left out though annotations may speak of them.
        omitted: by module, methods that are left out.

    Raises:
        ValueError: something is used that is nowhere, or that is left out, or two names cannot be kept apart.
    """
    modules = {name: take_apart(name, text, (omitted or {}).get(name, frozenset())) for name, text in sources}
    assembly = _Assembly(modules, absent)
    assembly.take(wanted)
    assembly.name_all()
    sections = tuple((name, module.about, text) for name, module in modules.items() if (text := assembly.text(module)))
    return Assembled(sections, tuple(sorted(assembly.outside.values())), dict(assembly.names))


class _Assembly:
    """What is taken so far, and how it is called."""

    def __init__(self, modules: Mapping[str, Module], absent: frozenset[str]) -> None:
        self.modules = modules
        self.absent = absent
        self.taken: dict[str, list[Part]] = {name: [] for name in modules}
        self.outside: dict[str, str] = {}
        self.names: dict[Symbol, str] = {}

    # ------------------------------------------------------------ what is needed

    def take(self, wanted: Sequence[Symbol]) -> None:
        """Take the parts that bind what is wanted, and all that these use."""
        waiting = list(wanted)
        while waiting:
            module, name = waiting.pop()
            part = self.modules[module].defines(name)
            if part is None:
                raise ValueError(f"{module} has no {name}")
            if part in self.taken[module]:
                continue
            self.taken[module].append(part)
            for use in part.uses:
                found = self.meant(self.modules[module], use)
                if isinstance(found, str):
                    self._import(use.name, found)
                elif found is not None:
                    waiting.append(found)

    def _import(self, name: str, line: str) -> None:
        if self.outside.setdefault(name, line) != line:
            raise ValueError(f"`{line}` and `{self.outside[name]}` mean different things")

    def meant(self, module: Module, use: Use) -> Symbol | str | None:
        """What a use stands for: something of ours, an import from outside, or (None) nothing to be taken."""
        found = self._look_up(module, use.name)
        if isinstance(use.node, ast.Call):
            if isinstance(found, tuple) and found[1] is None:
                return None
            raise ValueError(f"{module.name}, line {use.node.lineno}: `vars` of what is no module")
        if isinstance(found, tuple) and found[1] is None:  # a module: what it is asked for counts
            found = self._of(found[0], use.attribute)
        if found is None and not (use.annotation and self._told_only(module, use)):
            where = f"{module.name}, line {use.node.lineno}"
            raise ValueError(f"{where}: nothing is called {ast.unparse(use.node)}")
        if found == ("", ""):
            return None
        if isinstance(found, tuple) and found[1] is not None:
            return found[0], found[1]
        return found if isinstance(found, str) else None

    def _look_up(self, module: Module, name: str) -> tuple[str, str | None] | str | None:
        """What a name of a module stands for; ("", "") for one of Python's own, None for nothing that is there."""
        if module.defines(name) is not None:
            return module.name, name
        if name in module.outside:
            return module.outside[name]
        if name in module.ours:
            origin, real = module.ours[name]
            if f"{origin}.{real}" in self.modules:
                return f"{origin}.{real}", None
            return self._of(origin, real)
        for origin in module.stars:
            if not name.startswith("_") and (found := self._of(origin, name)) is not None:
                return found
        return ("", "") if hasattr(builtins, name) or name == "__name__" else None

    def _of(self, origin: str, name: str | None) -> tuple[str, str | None] | str | None:
        if origin not in self.modules or name is None:
            return None
        found = self._look_up(self.modules[origin], name)
        return None if found == ("", "") else found

    def _told_only(self, module: Module, use: Use) -> bool:
        """Whether an annotation speaks of what is left out on purpose."""
        return module.ours.get(use.name, ("", None))[0] in self.absent

    # ------------------------------------------------------------ names

    def name_all(self) -> None:
        """Call everything by its name, or by one with its module where that name would mean something else."""
        held = {symbol for symbol in self._symbols() if self._hidden(symbol)}
        used = {*self.outside, *dir(builtins)}
        for module, name in self._symbols():
            told = f"{name}_of_{module.rpartition('.')[2]}" if name in used or (module, name) in held else name
            if told in used:
                raise ValueError(f"{module}: {name} cannot be told from what others call so")
            used.add(told)
            self.names[module, name] = told
        for module, name in self._symbols():
            if self._hidden((module, name)) and self.names[module, name] == name:
                raise ValueError(f"{module}: {name} cannot be told from what functions call so")

    def _symbols(self) -> list[Symbol]:
        return [
            (module.name, name)
            for module in self.modules.values()
            for part in module.parts
            if part in self.taken[module.name]
            for name in part.binds
        ]

    def _hidden(self, symbol: Symbol) -> bool:
        """Whether a function that uses it has something of its own that is called so."""
        return any(
            symbol[1] in use.own and self.meant(self.modules[module], use) == symbol
            for module, parts in self.taken.items()
            for part in parts
            for use in part.uses
        )

    # ------------------------------------------------------------ text

    def text(self, module: Module) -> str:
        """What is taken of a module."""
        lines = list(module.lines)
        parts = [part for part in module.parts if part in self.taken[module.name]]
        for line, start, end, text in sorted(
            (edit for part in parts for edit in self._edits(module, part)), reverse=True
        ):
            old = lines[line - 1]
            lines[line - 1] = old[:start] + text.encode() + old[end:]
        gone = {line for first, last in module.dropped for line in range(first, last + 1)}
        texts = [
            (part, b"\n".join(lines[at - 1] for at in range(part.first, part.last + 1) if at not in gone).decode())
            for part in parts
        ]
        return _spaced(texts)

    def _edits(self, module: Module, part: Part) -> list[tuple[int, int, int, str]]:
        """Where a part calls something otherwise than this text does: line, columns, what to write there."""
        edits = set()
        for use in part.uses:
            if isinstance(use.node, ast.Call):  # the names of all modules are those of one now
                edits.add((use.node.lineno, use.node.col_offset, use.node.end_col_offset or 0, "globals()"))
                continue
            found = self.meant(module, use)
            if not isinstance(found, tuple) or found not in self.names:
                continue
            node, told = use.node, self.names[found]
            whole = use.attribute is not None and self._is_module(module, use.name)
            end = node.end_col_offset if whole else node.col_offset + len(use.name.encode())
            if whole and (use.pattern or node.lineno != node.end_lineno):
                raise ValueError(f"{module.name}, line {node.lineno}: a value in a pattern, or a name over two lines")
            written = module.lines[node.lineno - 1][node.col_offset : end].decode()
            expected = f"{use.name}.{use.attribute}" if whole else use.name
            if written != expected:
                raise ValueError(f"{module.name}, line {node.lineno}: {expected} is not where it should be")
            edits.add((node.lineno, node.col_offset, end or 0, told))
        if isinstance(part.statement, ast.FunctionDef | ast.ClassDef):
            edits.add(self._own_name(module, part.statement))
        return [edit for edit in edits if module.lines[edit[0] - 1][edit[1] : edit[2]].decode() != edit[3]]

    def _is_module(self, module: Module, name: str) -> bool:
        origin, real = module.ours.get(name, ("", ""))
        return f"{origin}.{real}" in self.modules

    def _own_name(self, module: Module, statement: ast.FunctionDef | ast.ClassDef) -> tuple[int, int, int, str]:
        line = module.lines[statement.lineno - 1]
        start = line.index(statement.name.encode(), statement.col_offset + len("def"))
        told = self.names[module.name, statement.name]
        return statement.lineno, start, start + len(statement.name.encode()), told


def _spaced(texts: list[tuple[Part, str]]) -> str:
    """Parts one below the other: two empty lines around functions and classes, one between constants."""
    result = ""
    before: ast.stmt | None = None
    for part, text in texts:
        large = isinstance(part.statement, ast.FunctionDef | ast.ClassDef)
        if before is not None:
            result += "\n\n\n" if large or isinstance(before, ast.FunctionDef | ast.ClassDef) else "\n\n"
        result += text
        before = part.statement
    return result
