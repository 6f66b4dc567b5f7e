"""Exported files: the engine in them is the reference engine, and nothing in a game's names can become code."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import dis
import inspect
import json
import subprocess
import sys
import types
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from support import cell_games, generated
from support.exported import CLASS, ID, run, text_of

from arcg.compiler import ir
from arcg.compiler.export import sources
from arcg.compiler.export.document import NEEDED, assembled, python_text
from arcg.compiler.export.layout import WIDTH, program_text
from arcg.compiler.export.metadata import FIRST, date_beside, metadata_text
from arcg.compiler.export.names import TAKEN, class_of
from arcg.runtime.loading import load, shipped
from arcg.runtime.reference import ReferenceEngine

MINIATURES = ("signet", "spill", "hoops", "imp", "quilt", "rows/18_view", "rows/09_bodies", "rows/03_click")


def games() -> Iterator[tuple[str, ir.Program]]:
    for name in shipped():
        yield name, load(name)
    for name in MINIATURES:
        yield name, load(f"tests/expressiveness/{name}.arcg")
    made = (generated.program(seed) for seed in range(400, 500))
    yield from [(f"things {n}", program) for n, program in enumerate(made) if program is not None][:12]
    yield from [(f"cells {seed}", cell_games.game(seed)) for seed in range(12)]


GAMES = dict(games())


@pytest.fixture(scope="module", params=GAMES)
def exported(request: pytest.FixtureRequest) -> tuple[ir.Program, dict]:
    program = GAMES[request.param]
    return program, run(text_of(program))


def test_the_engine_in_the_file_plays_as_ours(exported: tuple[ir.Program, dict]) -> None:
    program, names = exported
    made = names[CLASS]
    engine, ours = made.ENGINE(made.PROGRAM), ReferenceEngine(program)
    assert type(engine) is not type(ours) and type(engine).__name__ == type(ours).__name__

    for seed in (0, 5):
        engine.reset(seed)
        ours.reset(seed)
        for number, move in enumerate(generated.actions(seed, program, 40)):
            for one in (engine, ours):
                one.step(*move)
            assert engine.state() == ours.state(), (number, move)
            assert np.array_equal(engine.frames(), ours.frames()), (number, move)
            assert (engine.status, engine.level, engine.action_count) == (ours.status, ours.level, ours.action_count)
            assert engine.full_reset == ours.full_reset
        assert engine.snapshot() == ours.snapshot()
        assert engine.clicks() == ours.clicks()


def test_every_name_in_the_file_means_something(exported: tuple[ir.Program, dict]) -> None:
    """Also on paths that no game of the tests goes: a name that is not there would only be missed in play."""
    _, names = exported
    code = compile(text_of(exported[0]), "exported", "exec")

    missing = {name for name in globals_of(code) if name not in names and not hasattr(builtins, name)}

    assert not missing


def globals_of(code: types.CodeType) -> Iterator[str]:
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and (code.co_name == "<module>" or step.opname == "LOAD_GLOBAL"):
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from globals_of(constant)


@pytest.mark.parametrize("name", ["dyer", "cells 0"])
def test_nothing_but_python_numpy_and_arcengine_is_imported(name: str) -> None:
    tree = ast.parse(text_of(GAMES[name]))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])

    assert imported - set(sys.stdlib_module_names) == set(NEEDED)


@pytest.mark.parametrize("name", ["dyer", "cells 0"])
def test_a_file_has_only_the_engine_that_its_game_needs(name: str) -> None:
    text = text_of(GAMES[name])

    for module in sources.OVER_CELLS:
        assert (f"# {module}\n" in text) == (name != "dyer")
    assert f"# {sources.LOOKING_ON}\n" not in text
    assert "class Observer" not in text


def test_comments_and_descriptions_are_kept() -> None:
    text = text_of(GAMES["dyer"])

    for line in (
        "# ------------------------------------------------------------ undo\n",
        '"""What is kept of a level is what a RESET goes back to."""',
    ):
        assert (line in text) == (line in sources.read("arcg.runtime.reference.engine"))
    assert '"""Stands for all things that no rule asks for."""' in text
    assert text.count('"""') > 400


def test_the_same_game_gives_the_same_bytes() -> None:
    """In another process too, with other hashes of strings."""
    told = "import sys; from support.exported import text_of; from arcg.runtime.loading import load"
    code = f"{told}; sys.stdout.buffer.write(text_of(load('tilt')).encode())"
    path = {"PYTHONPATH": "tests", "PYTHONHASHSEED": "77"}

    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=path)

    assert other.stdout.decode() == text_of(load("tilt"))


def test_the_program_is_laid_out_and_stays_the_same() -> None:
    for program in GAMES.values():
        text = program_text(program)
        assert ir.loads(text) == dataclasses.replace(program, levels=())
        lines = [line for line in text.split("\n") if len(line) > WIDTH + 40]
        assert not [line for line in lines if line.count("[") > 3]


def test_the_module_that_a_file_makes_of_itself_is_one_like_others() -> None:
    """Whoever looks through all modules, as `inspect` and `warnings` do, asks them for what they may not have."""
    names = run(text_of(load("tilt")))

    module = sys.modules[names[CLASS].__module__]

    assert getattr(module, CLASS) is names[CLASS]
    assert not hasattr(module, "__file__") and not hasattr(module, "__warningregistry__")
    assert inspect.getmodule(names[CLASS]) is module


# ---------------------------------------------------------------- names that would like to be code

HOSTILE = (
    '"""',
    "'''",
    '\\"""',
    '"); import os; os._exit(3); ("',
    "\\",
    '\\\\"',
    '\n"""\nraise SystemExit(3)\nx = r"""',
    "\r\nimport os",
    "\u2028\u0085\x00\x1f\x7f",
    "{FINGERPRINT}{rule}%s{0}",
    "\N{RIGHT-TO-LEFT OVERRIDE}𝔘\ud800",
    "# -*- coding: utf-7 -*-",
)


def hostile(program: ir.Program, name: str) -> ir.Program:
    """The program with the name in all places where one stands; as long as they must differ, with a number."""
    return dataclasses.replace(
        program,
        name=name,
        fields=tuple(name for _ in program.fields),
        layers=tuple(dataclasses.replace(layer, name=name) for layer in program.layers),
        kinds=tuple(dataclasses.replace(kind, name=f"{name}{n}") for n, kind in enumerate(program.kinds)),
        world=tuple(dataclasses.replace(attr, name=f"{n}{name}") for n, attr in enumerate(program.world)),
        phases=tuple(dataclasses.replace(phase, name=name) for phase in program.phases),
        levels=tuple(dataclasses.replace(level, name=name) for level in program.levels),
    )


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_name_of_a_game_can_become_code(name: str) -> None:
    program = hostile(load("dyer"), name)
    plain = ast.parse(text_of(load("dyer")))

    text = text_of(program)

    assert text.isascii()
    assert [type(node) for node in ast.walk(ast.parse(text))] == [type(node) for node in ast.walk(plain)]
    made = run(text)[CLASS]
    assert made.PROGRAM.name == name and made.PROGRAM.levels[0].name == name
    engine = made.ENGINE(made.PROGRAM)
    engine.step(1)
    ours = ReferenceEngine(program)
    ours.step(1)
    assert engine.state() == ours.state()


@pytest.mark.parametrize(
    "base", ["dyer-1234567", "../x-12345678", 'd"er-12345678', "dyer-12345678\n", "Dyer-12345678", ""]
)
def test_an_id_is_four_characters_and_a_version(base: str) -> None:
    with pytest.raises(ValueError, match="id of an exported game"):
        python_text(load("dyer"), base, "Dyer")


@pytest.mark.parametrize("name", ["", "1abc", "None", "class", "Rule", "np", "PROGRAM", "sys", "A:\n  x", "Dyer()"])
def test_a_class_is_a_name_of_its_own(name: str) -> None:
    with pytest.raises(ValueError, match="class of an exported game"):
        python_text(load("dyer"), ID, name)


def test_no_class_of_a_game_is_called_like_something_in_the_file() -> None:
    taken = assembled(False).taken | assembled(True).taken

    assert {name for name in taken if len(name) == 4 and name[0].isupper()} == TAKEN
    random = Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    bases = [name.lower() for name in TAKEN] + ["true", "none"]
    bases += ["".join([random.choice(letters[:26]), *(random.choice(letters) for _ in range(3))]) for _ in range(200)]
    for base in bases:
        assert class_of(base).lower() == base
        assert class_of(base) not in taken
    assert python_text(load("tilt"), "view-00000000", class_of("view"))
    assert class_of("dyer") == "Dyer" and class_of("rule") == "RULE" and class_of("none") == "nonE"


# ---------------------------------------------------------------- clicks


def test_clicks_are_those_that_rules_can_tell_apart(exported: tuple[ir.Program, dict]) -> None:
    """Any pixel does what one of the clicks does, and no two of these do the same for the rules."""
    program, _ = exported
    engine = ReferenceEngine(program)
    if program.cellwise is not None:
        assert engine.clicks() == ((0, 0),)
        return
    for move in generated.actions(3, program, 12):
        engine.step(*move)
    told = engine._clicks

    def known(x: int, y: int) -> object:
        cell, place = engine.hit(x, y)
        kind = None if place is None else engine.program.kinds.index(kind_of(engine, place))
        what = place if kind in told.kinds else None if place is None and told.nothing else -1
        return what, cell if told.cells else None

    clicks = [known(*pixel) for pixel in engine.clicks()]
    assert len(clicks) == len(set(clicks))
    random = Random(4)
    assert {known(random.randrange(64), random.randrange(64)) for _ in range(250)} <= set(clicks)


def kind_of(engine: ReferenceEngine, place: int) -> ir.Kind:
    name = engine.things()[place].kind
    return next(kind for kind in engine.program.kinds if kind.name == name)


# ---------------------------------------------------------------- kernels


def test_kernels_play_where_they_are_there_and_of_the_same_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    from arcg.runtime.kernel import KernelEngine, ready

    names = run(text_of(load("tilt")))
    made = names[CLASS]
    assert sources.fingerprint() == made.FINGERPRINT

    def engine(fingerprint: str = made.FINGERPRINT) -> object:
        return names["kernel_engine"](made.PROGRAM, fingerprint)

    monkeypatch.setattr(ready, "is_built", lambda: False)
    assert engine() is None
    monkeypatch.setattr(ready, "is_built", lambda: True)
    assert isinstance(engine(), KernelEngine)
    assert engine("") is None and engine("another") is None
    monkeypatch.setattr(ir, "digest", lambda program: "another")
    assert engine() is None
    monkeypatch.setitem(sys.modules, "arcg.runtime.kernel.ready", None)
    assert engine() is None


# ---------------------------------------------------------------- dates


def test_the_first_version_has_a_date_that_does_not_depend_on_today(tmp_path) -> None:
    assert date_beside(tmp_path / "dyer", "00000000") == FIRST
    assert json.loads(metadata_text({}, FIRST))["date_downloaded"] == "2000-01-01T00:00:00+00:00"


def test_the_version_exported_last_is_the_newest(tmp_path) -> None:
    def export(version: str) -> str:
        folder = tmp_path / version
        folder.mkdir(exist_ok=True)
        text = metadata_text({"game_id": f"dyer-{version}"}, date_beside(tmp_path, version))
        (folder / "metadata.json").write_text(text)
        return json.loads(text)["date_downloaded"]

    first, second = export("11111111"), export("22222222")
    assert export("22222222") == second
    again = export("11111111")
    assert first < second < again
    assert all(date.endswith("+00:00") for date in (first, second, again))


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("{", 0),
        ("[]", 0),
        ('{"date_downloaded": 3}', 0),
        ("[" * 100_000, 0),
        ('{"date_downloaded": "2030-01-01T00:00:00"}', "2030-01-01T00:00:01+00:00"),
        ('{"date_downloaded": "2030-01-01T02:00:00+02:00"}', "2030-01-01T00:00:01+00:00"),
        ('{"date_downloaded": "9999-12-31T23:59:59+00:00"}', "9999-12-31T23:59:59+00:00"),
        ('{"date_downloaded": "9999-12-31T23:59:59-12:00"}', None),
    ],
)
def test_dates_of_others_may_be_anything(tmp_path, text: str, second: str | int | None) -> None:
    (tmp_path / "11111111").mkdir()
    (tmp_path / "11111111" / "metadata.json").write_text(text)

    date = date_beside(tmp_path, "22222222")

    assert date.tzinfo is not None
    if second is not None:
        assert date == FIRST if second == 0 else metadata_text({}, date).count(str(second)) == 1
