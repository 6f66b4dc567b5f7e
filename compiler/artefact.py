"""Artefacts: a compiled game in a folder of its own, the same bytes on every machine, and read with every doubt.

A folder holds `program.json` (the program without its levels, `ir.dumps`), `levels.json` (the levels, a thing a line),
and `artefact.json`, which names both with their hashes and says what they were made from. `contents` gives the bytes
of the files, `store.py` writes them, `read` gives the program back, or says what is damaged.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from pathlib import Path
from typing import Any

import arcg
from arcg.compiler import ir
from arcg.compiler.verify import verify

FORMAT = 1
"""Version of the artefact's form."""

MANIFEST, PROGRAM, LEVELS = "artefact.json", "program.json", "levels.json"
FILES = (MANIFEST, PROGRAM, LEVELS)
"""Everything that an artefact's folder holds."""


class ArtefactError(ValueError):
    """A folder that should be an artefact cannot be used; the text says what is wrong, where, and what to do."""


PUBLIC = "public"
"""The set of a game of which nobody said otherwise."""


def contents(program: ir.Program, source: str, kernel: str, listed: str = PUBLIC) -> dict[str, bytes]:
    """The files of an artefact, name to bytes.

    Args:
        program: the program as `lower` gives it.
        source: the text that it was made from, as the compiler read it (lines end in a line feed).
        kernel: the key under which compiled kernels are kept for this version of arcg.
        listed: the set that the game belongs to; it goes with the artefact, wherever that is brought.
    """
    files = {PROGRAM: _program_text(program), LEVELS: levels_text(program)}
    manifest = {
        "format": FORMAT,
        "arcg": arcg.__version__,
        "game": program.name,
        "source": _hash(source.encode("utf-8")),
        "program": ir.digest(program),
        "kernel": kernel,
        "files": {name: _hash(text.encode("ascii")) for name, text in files.items()},
        "counts": {
            "levels": len(program.levels),
            "kinds": len(program.kinds),
            "phases": len(program.phases),
            "rules": sum(len(phase.rules) for phase in program.phases),
        },
    }
    if listed != PUBLIC:
        manifest["set"] = listed
    files[MANIFEST] = json.dumps(manifest, indent=2, ensure_ascii=True) + "\n"
    return {name: text.encode("ascii") for name, text in files.items()}


def read(folder: Path) -> ir.Program:
    """The program of the artefact in `folder`, after every hash and every invariant was checked.

    Raises:
        ArtefactError: the artefact is damaged, or of another version.
        OSError: a file cannot be read.
    """
    manifest = _document(folder / MANIFEST, _bytes(folder, MANIFEST))
    made_by = manifest.get("arcg")
    if manifest.get("format") != FORMAT:
        raise ArtefactError(f"{folder / MANIFEST}: made by arcg {made_by} in another form; {_AGAIN}")
    hashes = manifest.get("files")
    if not isinstance(hashes, dict):
        raise _damaged(folder / MANIFEST, "it does not name the files of the game")
    found = {}
    for name in (PROGRAM, LEVELS):
        found[name] = _bytes(folder, name)
        if _hash(found[name]) != hashes.get(name):
            raise _damaged(folder / name, f"it is not the file that {MANIFEST} speaks of")
    try:
        program = put_together(found[PROGRAM].decode("ascii"), found[LEVELS].decode("ascii"))
        verify(program)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise _damaged(folder, f"its program cannot be run ({error})") from error
    if ir.digest(program) != manifest.get("program") or program.name != manifest.get("game"):
        raise _damaged(folder / MANIFEST, "it speaks of another program")
    return program


def listed_in(folder: Path) -> str:
    """The set that the game of the artefact in `folder` belonged to when it was built.

    Raises:
        ArtefactError: the artefact is damaged.
        OSError: it cannot be read.
    """
    said = _document(folder / MANIFEST, _bytes(folder, MANIFEST)).get("set", PUBLIC)
    if not isinstance(said, str):
        raise _damaged(folder / MANIFEST, "its set is no name")
    return said


def find(folder: Path) -> Path:
    """The artefact that `folder` is or, if it holds a single one, the one in it.

    Raises:
        ArtefactError: there is none, or there are several; the message names what there is instead.
        OSError: the folder cannot be read.
    """
    if (folder / MANIFEST).is_file():
        return folder
    inside = sorted(path.parent for path in folder.glob(f"*/{MANIFEST}"))
    if len(inside) == 1:
        return inside[0]
    if inside:
        names = ", ".join(str(path) for path in inside)
        raise ArtefactError(f"the folder {folder} holds {len(inside)} compiled games; choose one: {names}")
    files = sorted(folder.glob("*.arcg"))
    hint = f"; did you mean {files[0]}?" if files else "; `arcg compile` makes one from an .arcg file"
    raise ArtefactError(f"the folder {folder} holds no compiled game{hint}")


# ---------------------------------------------------------------- text


def _program_text(program: ir.Program) -> str:
    return ir.dumps(dataclasses.replace(program, levels=())) + "\n"


def levels_text(program: ir.Program) -> str:
    """The levels as JSON, laid out so that a comparison of two versions shows levels and things."""
    levels = ",\n".join(_level_text(program, level) for level in program.levels)
    return f'{{"levels": [\n{levels}\n]}}\n'


def _level_text(program: ir.Program, level: ir.Level) -> str:
    names = ("name", "width", "height", "cell", "world", *(("view",) if level.view is not None else ()))
    head = "".join(f"{json.dumps(name)}: {json.dumps(getattr(level, name))}, " for name in names)
    rows = [json.dumps([program.kinds[thing.kind].name, thing.x, thing.y, *thing.attrs]) for thing in level.things]
    things = ",\n".join(f"  {row}" for row in rows)
    return f'{{{head}"things": [\n{things}\n]}}'


def put_together(program_text: str, levels_text: str) -> ir.Program:
    """The program of two texts: all but its levels, and the levels.

    Raises:
        ValueError: they are not the texts of a program, as are other errors that damaged data brings.
    """
    program = ir.loads(program_text)
    kinds = {kind.name: number for number, kind in enumerate(program.kinds)}
    levels = [
        ir.Level(
            **{name: level[name] for name in ("name", "width", "height", "cell")},
            world=tuple(level["world"]),
            things=tuple(ir.Placed(kinds[kind], x, y, tuple(attrs)) for kind, x, y, *attrs in level["things"]),
            view=tuple(level["view"]) if "view" in level else None,
        )
        for level in json.loads(levels_text)["levels"]
    ]
    return dataclasses.replace(program, levels=tuple(levels))


# ---------------------------------------------------------------- reading

_AGAIN = "build it again with `arcg compile`"


def _damaged(path: Path, what: str) -> ArtefactError:
    return ArtefactError(f"{path} is damaged: {what}; {_AGAIN}")


def _bytes(folder: Path, name: str) -> bytes:
    try:
        return (folder / name).read_bytes()
    except FileNotFoundError:
        raise _damaged(folder, f"it has no {name}") from None


def _document(path: Path, data: bytes) -> dict[str, Any]:
    try:
        document = json.loads(data.decode("ascii"))
    except (ValueError, RecursionError):
        raise _damaged(path, "it is not JSON text") from None
    if not isinstance(document, dict):
        raise _damaged(path, "it does not describe a game")
    return document


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
