"""The tutorial as a designer follows it: what the file is after each step, and how its levels are won.

A block of the page says in its first line where it goes: `arcg` alone begins the file, `arcg above LINE` stands above
the line that begins so, `arcg legend` at the end of the legend, `arcg end` at the end of the file, `arcg instead LINE`
in the place of the statement that begins so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "tutorial.md"
WHOLE = ROOT / "docs" / "hedgehog.arcg"
"""The file as it is at the end, for those who got lost."""

_PIECE = re.compile(
    r"^## (?P<title>.*)$"
    r"|^```arcg ?(?P<use>\w*) ?(?P<line>.*)\n(?P<body>(?:.*\n)*?)```$"
    r"|^A way to win level (?P<level>\d+): `(?P<moves>[a-z ]+)`$"
    r"|(?:^<!-- spoilt: (?P<good>.*) = (?P<bad>.*) -->\n)?^```console\n(?P<console>(?:.*\n)*?)```$",
    re.MULTILINE,
)


@dataclass
class Step:
    """A section of the page. `file` is what the file is at its end, `ways` all levels won so far, by their numbers."""

    title: str
    file: str
    ways: dict[int, list[str]]
    consoles: list[tuple[str, str]] = field(default_factory=list)
    """What the command line shows, with the file that it is shown of."""


def steps() -> list[Step]:
    """The sections of the page that show something of the file."""
    made: list[Step] = []
    for piece in _PIECE.finditer(PAGE.read_text("utf-8")):
        before = made[-1] if made else Step("", "", {})
        if piece["title"] is not None:
            made.append(Step(piece["title"], before.file, dict(before.ways)))
        elif piece["body"] is not None:
            before.file = put(before.file, piece["use"], piece["line"], piece["body"])
        elif piece["moves"] is not None:
            before.ways[int(piece["level"])] = piece["moves"].split()
        else:
            assert piece["good"] is None or piece["good"] in before.file
            shown = before.file.replace(piece["good"], piece["bad"]) if piece["good"] else before.file
            before.consoles.append((shown, piece["console"]))
    return made


def put(file: str, use: str, line: str, body: str) -> str:
    """The file with a block of the page in its place."""
    if use in ("", "end"):
        return file + body
    rows = file.splitlines(keepends=True)
    begins = "legend" if use == "legend" else line
    at = next(number for number, row in enumerate(rows) if row.startswith(begins))
    end = at + 1
    while end < len(rows) and rows[end].startswith(" "):
        end += 1
    if use == "legend":
        at = end
    elif use == "above":
        end = at
    else:
        assert use == "instead", use
        end += rows[end] == "\n" and body.endswith("\n\n")
    return "".join([*rows[:at], body, *rows[end:]])
