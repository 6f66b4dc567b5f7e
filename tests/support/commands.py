"""Commands called as a user calls them, but in this process: the code, and what was written."""

from __future__ import annotations

import pytest

from arcg.cli import main


def novelty(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """`arcg novelty`: the exit code, the output and the messages."""
    code = main(["novelty", *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err
