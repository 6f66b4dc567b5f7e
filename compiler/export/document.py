"""The exported file: one text with a program as data and the engine for it, for `arcg.runtime.official.toolkit`.

Takes a program with its id and its class, gives Python text. The same program gives the same bytes; names of the game
stand in JSON strings within raw strings and nowhere else.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterable
from functools import lru_cache

import arcg
from arcg.compiler import ir
from arcg.compiler.artefact import levels_text
from arcg.compiler.export import sources
from arcg.compiler.export.assemble import Assembled, Symbol, assemble
from arcg.compiler.export.layout import program_text

ENGINES = ("arcg.runtime.reference.engine", "ReferenceEngine"), ("arcg.runtime.reference.cellwise.engine", "CellEngine")
"""For games of things, and for games of rules over cells."""

TOOLKIT_GAME = (sources.GAME, "ToolkitGame")
NEEDED = ("arcengine", "numpy")
"""What an exported file imports beside Python's own library."""

READ = ("arcg.compiler.artefact", "put_together")

OMITTED = {"arcg.runtime.reference.engine": frozenset({"ReferenceEngine.__new__"})}
"""The choice between the engines: it is made here."""

GAME_ID = re.compile(r"[a-z][a-z0-9]{3}-[0-9a-f]{8}")

START = '"""A game for the ARC-AGI-3 toolkit'
"""How every exported file begins."""

HEAD = '''{start}: {game_id}. Made by `arcg export`, arcg {version}; changes are made in its source.

Needs numpy and arcengine, and nothing else. `PROGRAM` and `LEVELS` are the game; what follows is the engine that
plays it, and last the class that the toolkit loads. Where arcg is installed with its kernels compiled, and is the one
that this file was made by, those play instead: the same game, faster.
"""

from __future__ import annotations

{imports}

if sys.modules.get(__name__) is None:  # the toolkit runs this text as no module; dataclasses and pickle look for one
    __name__ = "arcg_export_{module}"

    class _Module(types.ModuleType):
        """A module with the names of this text."""

        def __getattr__(self, name: str) -> object:
            if name not in globals():
                raise AttributeError(name)
            return globals()[name]

    sys.modules[__name__] = _Module(__name__)


'''

TAIL = '''

{rule}
# The game


class {class_name}({game}):
    """What the toolkit loads."""

    GAME = "{game_id}"
    PROGRAM = {read}(PROGRAM, LEVELS)
    ENGINE = {engine}
    FINGERPRINT = "{fingerprint}"
'''

RULE = "# " + "-" * 118


def python_text(program: ir.Program, game_id: str, class_name: str) -> str:
    """The text of the file that plays a program.

    Raises:
        ValueError: the id or the class cannot be those of an exported game.
    """
    if not GAME_ID.fullmatch(game_id):
        raise ValueError(f"{game_id!r} cannot be the id of an exported game, which looks like dyer-1a2b3c4d")
    over_cells = program.cellwise is not None
    whole = assembled(over_cells)
    taken = whole.taken | {"PROGRAM", "LEVELS", "sys", "types"}
    if not class_name.isidentifier() or keyword.iskeyword(class_name) or class_name in taken:
        raise ValueError(f"{class_name!r} cannot be the class of an exported game")
    head = HEAD.format(
        start=START,
        game_id=game_id,
        version=arcg.__version__,
        imports=imports([*whole.imports, "import sys", "import types"]),
        module=game_id.replace("-", "_"),
    )
    data = [
        f'{RULE}\n# The program: kinds, rules and goals as nodes of `Program`, a tuple as {{"t": [...]}}\n',
        f"PROGRAM = {_raw(program_text(program))}\n",
        "# The levels: for each thing its kind, column, row and attributes",
        f"LEVELS = {_raw(levels_text(program))}\n",
    ]
    tail = TAIL.format(
        rule=RULE,
        class_name=class_name,
        game=whole.names[TOOLKIT_GAME],
        game_id=game_id,
        read=whole.names[READ],
        engine=whole.names[ENGINES[over_cells]],
        fingerprint=sources.fingerprint(),
    )
    return head + "\n".join([*data, sections(whole)]) + tail


def sections(whole: Assembled) -> str:
    """What was put together, module after module, each under a heading."""
    return "\n".join(f"\n{RULE}\n{_about(name, about)}\n\n\n{text}\n" for name, about, text in whole.sections)


@lru_cache(maxsize=2)
def assembled(over_cells: bool) -> Assembled:
    """All that plays games of things, or those of rules over cells."""
    left_out = set() if over_cells else set(sources.OVER_CELLS)
    texts = [(module, sources.read(module)) for module in sources.SOURCES if module not in left_out]
    # The nodes are found by their names when the program is read.
    wanted: list[Symbol] = [TOOLKIT_GAME, READ, ENGINES[over_cells], ("arcg.compiler.ir", "Program")]
    absent = frozenset({sources.LOOKING_ON, *left_out})
    return assemble(texts, wanted, absent=absent, omitted=OMITTED)


def imports(lines: Iterable[str]) -> str:
    """Imports, those of one module in one line: first whole modules, then names."""
    lines = list(lines)
    whole = {line for line in lines if line.startswith("import ")}
    names: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith("from "):
            _, module, _, name = line.split()
            names.setdefault(module, []).append(name)
    told = [f"from {module} import {', '.join(sorted(found))}" for module, found in sorted(names.items())]
    every = [*sorted(whole), *told]
    others = [line for line in every if line.split()[1].partition(".")[0] in NEEDED]
    return "\n".join([*(line for line in every if line not in others), "", *others])


def _about(name: str, about: str) -> str:
    """A heading for what comes from one module."""
    return f'# {name}\n\n"""{about}{chr(10) if chr(10) in about else ""}"""'


def _raw(text: str) -> str:
    """JSON text as a raw string: in JSON a quote is never the third in a row, unless a backslash is before it."""
    literal = f'r"""\n{text}"""'
    if ast.literal_eval(literal) != "\n" + text:
        raise ValueError("the text of a program cannot stand in a Python file")
    return literal
