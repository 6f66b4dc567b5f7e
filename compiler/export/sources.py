"""The modules that an exported file is made of, as text: read from the installed package, never imported.

`SOURCES` names them; `read` gives the text of one, `fingerprint` a hash of them all, by which an exported file knows
an arcg that plays as the engine inside it does.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import resources

IR = ("arcg.dsl.core", "arcg.dsl.cellwise.nodes", "arcg.dsl.cellwise.sampling", "arcg.compiler.ir")

OVER_CELLS = tuple(
    f"arcg.runtime.reference.cellwise.{name}"
    for name in ("board", "film", "tables", "matching", "resolving", "running", "turn", "play", "engine")
)
"""What only games of rules over cells need."""

LOOKING_ON = "arcg.runtime.reference.observing"
"""What watches an engine play. Nothing that an engine does depends on it, so no exported file has it."""

SCREEN = "arcg.runtime.official.screen"
"""What shows the toolkit a picture."""

GAME = "arcg.runtime.official.toolkit"
"""What stands between the toolkit and an engine."""

GUEST = "arcg.runtime.official.guest"
"""What stands between the toolkit and a server."""

SOURCES: tuple[str, ...] = (
    *IR,
    "arcg.compiler.artefact",
    "arcg.runtime.engine",
    *(
        f"arcg.runtime.reference.{name}"
        for name in (
            "state", "bodies", "identity", "chance", "order", "matching", "asking", "standing", "placing", "effects",
            "motion", "turn", "drawing", "clicks", "engine",
        )
    ),
    *OVER_CELLS,
    SCREEN,
    GAME,
)  # fmt: skip
"""In an order in which each needs at most those before it to be defined."""


@lru_cache(maxsize=len(SOURCES))
def read(module: str) -> str:
    """The source text of a module of ours; its lines end in a line feed."""
    room, *folders, name = module.split(".")[1:]
    text = resources.files(f"arcg.{room}").joinpath(*folders, f"{name}.py").read_text(encoding="utf-8")
    return text.replace("\r\n", "\n")


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A hash of all that an exported file could take from here, in hex."""
    whole = hashlib.sha256()
    for module in SOURCES:
        whole.update(f"{module}\0{read(module)}\0".encode())
    return whole.hexdigest()
