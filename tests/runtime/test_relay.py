"""Play begins on the reference engine and goes on, unnoticed, on the kernels."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from random import Random

import numpy as np

from arcg.runtime import relay as relay_module
from arcg.runtime.engine import SIZE
from arcg.runtime.kernel import KernelEngine, ready
from arcg.runtime.loading import load
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.relay import RelayEngine


def wait_for_kernel(relay: RelayEngine) -> None:
    deadline = time.monotonic() + 60
    while relay._next is None and isinstance(relay.engine, ReferenceEngine) and time.monotonic() < deadline:
        time.sleep(0.01)


def test_it_begins_at_once_and_hands_over_between_two_actions():
    program = load("dyer")
    relay, alone = RelayEngine(program), ReferenceEngine(program)
    assert isinstance(relay.engine, ReferenceEngine)
    random = Random(3)
    for number in range(60):
        if number == 20:
            wait_for_kernel(relay)
        action, x, y = random.choice((*program.actions, 0)), random.randrange(SIZE), random.randrange(SIZE)
        relay.step(action, x, y)
        alone.step(action, x, y)
        assert relay.state() == alone.state()
        assert np.array_equal(relay.frames(), alone.frames())
        assert (relay.trace(), relay.messages(), relay.world_values()) == (
            alone.trace(), alone.messages(), alone.world_values(),
        )  # fmt: skip
    assert isinstance(relay.engine, KernelEngine)


def test_it_goes_on_alone_while_nothing_is_compiled(monkeypatch):
    asked = []
    monkeypatch.setattr(relay_module, "FIRST_PICTURE", 0)
    monkeypatch.setattr(ready, "is_built", lambda: False)
    monkeypatch.setattr(ready, "start_building", lambda: asked.append(1))
    relay = RelayEngine(load("dyer"))
    for _ in range(5):
        relay.step(1)
        time.sleep(0.02)
    assert isinstance(relay.engine, ReferenceEngine)
    assert asked


def test_nothing_is_loaded_before_the_first_picture(monkeypatch):
    loading = threading.Event()
    monkeypatch.setattr(RelayEngine, "_load", lambda relay: loading.set())
    relay = RelayEngine(load("dyer"))
    began = time.monotonic()
    relay.reset()
    relay.frames()
    assert loading.wait(timeout=60)
    assert time.monotonic() - began >= relay_module.FIRST_PICTURE


def test_a_kernel_that_cannot_be_loaded_spoils_nothing(monkeypatch):
    def broken(program):
        raise OSError("the disk is gone")

    monkeypatch.setattr(relay_module, "FIRST_PICTURE", 0)
    monkeypatch.setattr("arcg.runtime.kernel.engine.KernelEngine", broken)
    monkeypatch.setattr(ready, "is_built", lambda: True)
    relay = RelayEngine(load("dyer"))
    for _ in range(5):
        relay.step(1)
        time.sleep(0.02)
    assert isinstance(relay.engine, ReferenceEngine)


def test_neither_importing_arcg_nor_a_relay_loads_numba():
    code = (
        "import sys, arcg\n"
        "from arcg.runtime.relay import RelayEngine\n"
        "RelayEngine(arcg.load('dyer'))\n"
        "import arcg.runtime.kernel\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "False\n"
