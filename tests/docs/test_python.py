"""The Python in the documentation runs: the blocks of a page one after another, as a reader would type them.

They stand in a folder that holds a new game of the reader's, `mygame.arcg`, and a compiled one, `build/tilt`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arcg.cli import main

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if BLOCK.search(page.read_text("utf-8"))
]


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_the_blocks_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "mygame"]) == 0 and main(["compile", "tilt", "-o", "build"]) == 0  # what the pages speak of
    text = page.read_text(encoding="utf-8")
    known: dict[str, object] = {"__name__": page.stem}
    for block in BLOCK.finditer(text):
        lines_above = text.count("\n", 0, block.start(1))
        exec(compile("\n" * lines_above + block[1], str(page), "exec"), known)

    if page.stem == "python":
        env, place = known["env"], known["place"]
        assert place is not None and known["walls"], "the page asks for something that is there"
        assert [Path(name).read_bytes()[1:4] for name in ("dyer.png", "turn.png")] == [b"PNG"] * 2
        assert (known["late"].level, known["late"].level_count) == (0, 5)  # type: ignore[attr-defined]
        assert env.world()["thread"] > 0  # type: ignore[attr-defined]
