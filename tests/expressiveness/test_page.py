"""docs/expressiveness.md leads to every miniature and every row, and to nothing else."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "expressiveness.md"
LINKS = re.findall(r"\]\(([^)]+)\)", PAGE.read_text(encoding="utf-8"))


def test_it_leads_to_every_game_and_every_row() -> None:
    linked = sorted((PAGE.parent / link).resolve() for link in LINKS)

    assert linked == sorted(page for page in HERE.rglob("*.md") if page.with_suffix(".arcg").exists())


def test_the_rows_are_numbered_through() -> None:
    numbers = sorted(path.stem.split("_")[0] for path in HERE.glob("rows/*.arcg"))

    assert numbers == [f"{number:02}" for number in range(1, 23)]
