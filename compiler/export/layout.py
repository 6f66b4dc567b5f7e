"""Programs as JSON text for people: what fits into a line stays in one, all else is a line for each part."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from arcg.compiler import ir

WIDTH = 112
"""Most characters of a line that could be broken."""


def program_text(program: ir.Program) -> str:
    """The text of a program without its levels; `ir.loads` reads it."""
    document = json.loads(ir.dumps(dataclasses.replace(program, levels=())))
    return _laid(document, "", 0) + "\n"


def _laid(value: Any, indent: str, taken: int) -> str:
    """A value, whose first line begins after `taken` characters and whose other lines are indented."""
    flat = json.dumps(value, ensure_ascii=True)
    if not isinstance(value, list | dict) or not value or taken + len(flat) <= WIDTH:
        return flat
    deeper = indent + " "
    if isinstance(value, dict):
        keys = [f"{json.dumps(key, ensure_ascii=True)}: " for key in value]
        items = [
            key + _laid(item, deeper if len(value) > 1 else indent, len(deeper) + len(key))
            for key, item in zip(keys, value.values(), strict=True)
        ]
        if len(items) == 1:  # a tuple: {"t": [...]}
            return f"{{{items[0]}}}"
        return f"{{{(',' + chr(10) + deeper).join(items)}}}"
    items = [_laid(item, deeper, len(deeper)) for item in value]
    head = ""
    if isinstance(value[0], str):  # a node: its name and its short parts go together
        while (
            len(items) > 1 and "\n" not in items[1] and taken + len(head) + len(items[0]) + len(items[1]) < WIDTH // 2
        ):
            head += items.pop(0) + ", "
    return f"[{head}{(',' + chr(10) + deeper).join(items)}]"
