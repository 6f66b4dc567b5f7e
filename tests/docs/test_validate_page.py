"""The page of `arcg validate` names every code and every setting."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from arcg.runtime.validate.findings import CODES
from arcg.runtime.validate.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "validate.md").read_text(encoding="utf-8")


def test_every_code_is_listed() -> None:
    rows = [f"| {code} | {entry.severity} | {entry.title} |" for code, entry in CODES.items()]
    assert [row for row in rows if row not in PAGE] == []
    assert PAGE.count("\n| V") == len(CODES)


def test_every_setting_is_listed() -> None:
    assert [field.name for field in dataclasses.fields(Settings) if f"`{field.name}`" not in PAGE] == []
