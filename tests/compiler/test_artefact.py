"""Artefacts: they give the program back, every damage is told, and a failed write leaves everything as it was."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from arcg.compiler import artefact, ir, store
from arcg.compiler.artefact import FILES, LEVELS, MANIFEST, PROGRAM, ArtefactError, contents, find, read
from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.runtime.loading import load, shipped

KEY = "0123abcd"


@pytest.fixture(scope="module")
def tilt() -> dict[str, bytes]:
    return contents(load("tilt"), "the text", KEY)


@pytest.fixture(scope="module")
def glow() -> dict[str, bytes]:
    return contents(load("glow"), "", KEY)


@pytest.fixture
def build(tmp_path: Path, tilt: dict[str, bytes], glow: dict[str, bytes]) -> Path:
    """A folder with the artefacts of two games and something else."""
    target = tmp_path / "build"
    store.store(target, {"tilt": tilt, "glow": glow})
    (target / "notes.txt").write_text("mine")
    return target


def tree(folder: Path) -> dict[str, bytes | None]:
    """Everything in a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


# ---------------------------------------------------------------- what is in it


@pytest.mark.parametrize("name", shipped())
def test_a_program_comes_back(tmp_path: Path, name: str) -> None:
    program = load(name)
    store.store(tmp_path, {name: contents(program, "", KEY)})

    again = read(tmp_path / name)

    assert ir.dumps(again) == ir.dumps(program)
    assert sorted(path.name for path in (tmp_path / name).iterdir()) == sorted(FILES)


def test_the_view_of_a_level_comes_back(tmp_path: Path) -> None:
    head = "game seen\nboard 9x9\nview 5x4\nlayer solid\nkind Player on solid\nlegend\n    P = Player\n"
    levels = "level\n    map\n        P\nlevel\n    view 3x2\n    map\n        P\n"
    game, _ = check_text(head + levels, "seen")
    assert game is not None
    program = lower(game)
    store.store(tmp_path, {"seen": contents(program, "", KEY)})

    assert read(tmp_path / "seen") == program
    assert [level.view for level in program.levels] == [None, (3, 2)]


def test_the_manifest_says_what_it_is_of(tilt: dict[str, bytes]) -> None:
    manifest = json.loads(tilt[MANIFEST])

    assert manifest["game"] == "tilt"
    assert manifest["program"] == ir.digest(load("tilt"))
    assert manifest["kernel"] == KEY
    assert manifest["counts"] == {"levels": 9, "kinds": 8, "phases": 3, "rules": 10}
    assert sorted(manifest["files"]) == [LEVELS, PROGRAM]
    assert contents(load("tilt"), "another text", KEY)[MANIFEST] != tilt[MANIFEST]


def test_levels_stand_apart_a_thing_a_line(tilt: dict[str, bytes]) -> None:
    assert ir.loads(tilt[PROGRAM].decode()).levels == ()
    lines = tilt[LEVELS].decode().split("\n")
    assert '  ["Marble", 2, 0, 0],' in lines
    assert len(lines) > sum(len(level.things) for level in load("tilt").levels)


# ---------------------------------------------------------------- damage


def replace_in(name: str, old: bytes, new: bytes) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        data = (folder / name).read_bytes()
        assert old in data
        (folder / name).write_bytes(data.replace(old, new, 1))

    return change


def forge(name: str, old: bytes, new: bytes) -> Callable[[Path], None]:
    """A change that the manifest agrees with."""

    def change(folder: Path) -> None:
        before = artefact._hash((folder / name).read_bytes())
        replace_in(name, old, new)(folder)
        after = artefact._hash((folder / name).read_bytes())
        replace_in(MANIFEST, before.encode(), after.encode())(folder)

    return change


def cut(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:100])


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda folder: (folder / PROGRAM).unlink(), r"tilt is damaged: it has no program\.json"),
        (lambda folder: (folder / MANIFEST).unlink(), r"it has no artefact\.json"),
        (cut(PROGRAM), r"program\.json is damaged: it is not the file that artefact\.json speaks of"),
        (cut(LEVELS), r"levels\.json is damaged"),
        (cut(MANIFEST), r"artefact\.json is damaged: it is not JSON text"),
        (replace_in(LEVELS, b'"Marble", 2', b'"Marble", 3'), r"levels\.json is damaged"),
        (replace_in(MANIFEST, b'"format": 1', b'"format": 9'), r"made by arcg .* in another form; build it again"),
        (replace_in(MANIFEST, b'"files"', b'"fils"'), r"does not name the files"),
        (replace_in(MANIFEST, b'"game": "tilt"', b'"game": "glow"'), r"speaks of another program"),
        (lambda folder: (folder / MANIFEST).write_text("[]"), r"does not describe a game"),
        (lambda folder: (folder / MANIFEST).write_text("[" * 100_000), r"is not JSON text"),
        (lambda folder: (folder / MANIFEST).write_bytes(b"\xff\xfe{}"), r"is not JSON text"),
        (forge(LEVELS, b'"Marble", 2', b'"Marble", 3'), r"speaks of another program"),
        (forge(LEVELS, b'"Marble", 2', b'"Marbel", 2'), r"its program cannot be run"),
        (forge(LEVELS, b'"Marble", 2', b'"Marble", 99'), r"cannot be run \(broken program: in level slide"),
        (forge(LEVELS, b'"things"', b'"thngs"'), r"its program cannot be run"),
        (forge(PROGRAM, b'["Bind",', b'["Bnd",'), r"its program cannot be run"),
        (forge(PROGRAM, b'["Bind",0,', b'["Bind",'), r"its program cannot be run"),
        (forge(PROGRAM, b'"format":2', b'"format":7'), r"its program cannot be run"),
    ],
)
def test_damage_is_told(build: Path, damage: Callable[[Path], None], message: str) -> None:
    damage(build / "tilt")

    with pytest.raises(ArtefactError, match=message) as told:
        read(build / "tilt")
    assert "build it again with `arcg compile`" in str(told.value)


def test_finding(build: Path, tmp_path: Path) -> None:
    assert find(build / "tilt") == build / "tilt"
    with pytest.raises(ArtefactError, match=r"holds 2 compiled games; choose one: .*glow, .*tilt"):
        find(build)
    shutil.rmtree(build / "glow")
    assert find(build) == build / "tilt"
    (tmp_path / "mine.arcg").write_text("game mine\n")
    with pytest.raises(ArtefactError, match=r"holds no compiled game; did you mean .*mine\.arcg\?"):
        find(tmp_path)


# ---------------------------------------------------------------- writing


def test_writing_replaces_what_it_wrote(build: Path, tilt: dict[str, bytes]) -> None:
    before = tree(build)
    store.store(build, {"tilt": {**tilt, LEVELS: b"new"}})

    assert tree(build) == before | {str(Path("tilt", LEVELS)): b"new"}


def test_a_new_folder_is_made_with_those_above_it(tmp_path: Path, tilt: dict[str, bytes]) -> None:
    store.store(tmp_path / "a" / "b", {"tilt": tilt})

    assert sorted(tree(tmp_path / "a")) == sorted(
        ["b", str(Path("b", "tilt")), *(str(Path("b", "tilt", name)) for name in FILES)]
    )


@pytest.mark.parametrize("name", ["../tilt", "a/b", "", ".", "..", "Tilt", "con", "lpt1", "tilt\n", "-tilt", "t\0"])
def test_no_name_leads_out(build: Path, tilt: dict[str, bytes], name: str) -> None:
    before = tree(build.parent)
    with pytest.raises(ArtefactError, match="cannot have a folder of that name"):
        store.store(build, {name: tilt})
    assert tree(build.parent) == before


def test_only_artefacts_are_replaced(build: Path, tilt: dict[str, bytes]) -> None:
    (build / "glow" / "notes.txt").write_text("mine")
    (build / "dyer").mkdir()
    (build / "free").write_text("a file")
    (build / "link").symlink_to(build / "tilt")
    before = tree(build)
    for name, message in {
        "glow": "holds notes.txt, which would be lost",
        "dyer": "is no compiled game",
        "free": "is no compiled game",
        "link": "is no compiled game",
    }.items():
        with pytest.raises(ArtefactError, match=message):
            store.store(build, {"tilt": {**tilt, LEVELS: b"new"}, name: tilt})
    with pytest.raises(ArtefactError, match="is no folder"):
        store.store(build / "free", {"tilt": tilt})
    assert tree(build) == before


class Trouble:
    """Lets a method of `Path` do its work `spared` times, and then something else before it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, method: str, spared: int, then: Callable[[], None]) -> None:
        real = getattr(Path, method)
        self.calls = 0

        def troubled(path: Path, *args: object, **options: object) -> object:
            self.calls += 1
            if self.calls == spared + 1:
                then()
            return real(path, *args, **options)

        monkeypatch.setattr(Path, method, troubled)


def no_space() -> None:
    raise OSError(28, "No space left on device")


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize("spared", range(6))
@pytest.mark.parametrize(
    ("method", "then", "error"),
    [
        ("write_bytes", no_space, OSError),
        ("rename", no_space, OSError),
        ("mkdir", no_space, OSError),
        ("write_bytes", press_ctrl_c, KeyboardInterrupt),
        ("rename", press_ctrl_c, KeyboardInterrupt),
    ],
)
def test_a_failure_leaves_everything_as_it_was(
    build: Path,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    then: Callable[[], None],
    error: type[BaseException],
    spared: int,
    made: bool,
) -> None:
    """Whatever fails and whenever: three games, two of which are there already, or none of them and no folder."""
    target = build if made else build.parent / "new" / "build"
    before = tree(build.parent)
    files = {name: name.encode() for name in FILES}
    trouble = Trouble(monkeypatch, method, spared, then)
    try:
        store.store(target, {"dyer": files, "glow": files, "tilt": files})
    except error:
        monkeypatch.undo()
        assert tree(build.parent) == before
    else:
        assert trouble.calls <= spared, "the failure went unnoticed"


def test_what_cannot_be_moved_back_is_not_lost(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk breaks down after the old artefact was moved out of the way."""
    before = {path.name: path.read_bytes() for path in (build / "glow").iterdir()}
    real, moves = Path.rename, 0

    def rename(path: Path, target: Path) -> Path:
        nonlocal moves
        moves += 1
        if moves > 1:
            no_space()
        return real(path, target)

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(OSError, match="No space"):
        store.store(build, {"glow": dict.fromkeys(FILES, b"new")})
    (left,) = build.glob(".arcg-*/old/glow")

    assert {path.name: path.read_bytes() for path in left.iterdir()} == before


def test_ctrl_c_works_again_afterwards(build: Path, tilt: dict[str, bytes]) -> None:
    before = signal.getsignal(signal.SIGINT)
    store.store(build, {"tilt": tilt})

    assert signal.getsignal(signal.SIGINT) is before
