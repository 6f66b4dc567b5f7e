"""The benchmark of the server runs, on a small scale."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest


def test_it_measures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parents[2] / "benchmarks" / "serving.py"
    spec = importlib.util.spec_from_file_location("benchmarks_serving", path)
    serving = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, serving)
    spec.loader.exec_module(serving)
    monkeypatch.setattr(serving, "WARM", 0.1)
    options = ["--sessions", "3", "--seconds", "0.3", "--kernels", "off", "--record", "tilt"]
    monkeypatch.setattr(sys, "argv", ["serving.py", *options])

    serving.main()

    out = capsys.readouterr().out
    assert out.startswith("3 sessions, ")
    assert " 0 failed\n" in out
    assert "milliseconds: median " in out
