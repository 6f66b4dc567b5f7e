"""The catalogue of diagnostics: every code with its severity, message and advice.

Codes are stable: a code is never given a second meaning. `E0xx` reading the text, `E1xx` names, `E2xx` declarations,
`E3xx` rules and queries, `E4xx` levels and pictures, `W...` warnings. Each has a tiny bad file in `tests/bad/`.
"""

from __future__ import annotations

from dataclasses import dataclass

from arcg.dsl.diagnostics import Severity


@dataclass(frozen=True, slots=True)
class Template:
    """`message` and `hint` are `str.format` templates; `severity` decides whether the file can be built."""

    message: str
    hint: str = ""
    severity: Severity = "error"


CODES: dict[str, Template] = {
    # -- reading the text
    "E001": Template("the text cannot be read here: {found}", "{expected}"),
    "E002": Template("{path} cannot be read: {reason}", "give the path of a UTF-8 text file that ends in .arcg"),
}
