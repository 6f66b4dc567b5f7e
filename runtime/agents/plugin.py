"""From how an agent is named to an agent: a shipped one, a class in a file, or a class in a module.

`path/to/file.py:Class` runs a file as a module of its own; `module:Class` imports one. An official agent imports
`arcengine`, and its base class by `from ..agent import Agent`. Where `arcengine` is not installed, the classes of
`arcg.runtime.agents.protocol` stand in for it; for the base class they always do.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arcg.runtime.agents import protocol
from arcg.runtime.agents.protocol import Agent, FrameData, Player
from arcg.runtime.agents.shipped import SHIPPED

HOME = "agents"
"""The package of the official repository; its agents are modules of `agents.templates`."""


class NoAgentError(ValueError):
    """There is no such agent. The message says why."""


@dataclass(frozen=True)
class Words:
    """The states and actions that an agent compares with: ours, or those of an installed `arcengine`."""

    states: Any
    actions: Any

    def state(self, name: str) -> Any:
        """The state of a name."""
        return self.states(name)

    def action(self, number: int) -> Any:
        """The action of a number."""
        return next(action for action in self.actions if action.value == number)

    def nothing(self) -> FrameData:
        """What is seen before a game was begun."""
        return FrameData(state=self.states("NOT_PLAYED"), action_input=protocol.ActionInput(self.action(0)))


OURS = Words(protocol.GameState, protocol.GameAction)


def shipped(name: str) -> bool:
    """Whether an agent of that name comes with arcg."""
    return name in SHIPPED


def label(name: str) -> str:
    """An agent in short: without the folders of its file."""
    where, colon, kind = name.rpartition(":")
    return f"{Path(where).name}{colon}{kind}"


def find(name: str) -> type:
    """The class of an agent.

    Raises:
        NoAgentError: there is none, or it has not the two methods.
        Exception: what goes wrong in the file or the module when it is run.
    """
    return class_of(name, SHIPPED, ("is_done", "choose_action"), what="agent", page="docs/agents.md")


def class_of(name: str, kinds: Mapping[str, type], methods: Sequence[str], *, what: str, page: str) -> type:
    """A class by its name among ours, or one in a file or a module, which must have some methods.

    Raises:
        NoAgentError: there is none, or it has not the methods.
        Exception: what goes wrong in the file or the module when it is run.
    """
    if name in kinds:
        return kinds[name]
    where, colon, kind = name.rpartition(":")
    if not colon or not kind.isidentifier() or not where:
        known = ", ".join(kinds)
        raise NoAgentError(f"there is no {what} called {name!r}; take {known}, a file.py:Class or a module:Class")
    module = _from_file(Path(where)) if where.endswith(".py") else _from_module(where)
    found = getattr(module, kind, None)
    if not isinstance(found, type):
        there = [key for key, value in vars(module).items() if _has(value, methods)]
        raise NoAgentError(f"{where} has no class {kind}; {_listed(there, what)}")
    missing = [method for method in methods if not callable(getattr(found, method, None))]
    if missing:
        raise NoAgentError(f"{name} has no method {' and no method '.join(missing)}; see {page}")
    return found


def make(name: str, *, game_id: str, seed: int) -> tuple[Player, Words]:
    """An agent for a run, and the words that it knows.

    Its constructor is given what it asks for by name, of what the official one takes and `seed`.

    Raises:
        NoAgentError: there is none.
        Exception: what goes wrong in it.
    """
    kind = find(name)
    offered: dict[str, object] = {
        "card_id": "card", "game_id": game_id, "agent_name": kind.__name__.lower(), "ROOT_URL": "", "record": False,
        "arc_env": None, "tags": ["agent", kind.__name__.lower()],
    }  # fmt: skip
    asked = inspect.signature(kind).parameters.values()
    named = {one.name for one in asked if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)}
    everything = any(one.kind is one.VAR_KEYWORD for one in asked)
    given = {key: value for key, value in offered.items() if everything or key in named}
    if "seed" in named:
        given["seed"] = seed
    words = _words(name)
    for action in words.actions:  # an action carries what the agent of another run gave it
        action.set_data({})
    return kind(**given), words


def _words(name: str) -> Words:
    engine = None if name in SHIPPED else sys.modules.get("arcengine")
    return OURS if engine is None else Words(engine.GameState, engine.GameAction)


# ---------------------------------------------------------------- files and modules


def _from_file(path: Path) -> types.ModuleType:
    """The file, run as a module of the package in which the official agents live."""
    if not path.is_file():
        raise NoAgentError(f"there is no file {path}")
    folder = path.resolve().parent
    _stand_in("arcengine", _arcengine)
    home = types.ModuleType(HOME)
    home.__path__ = [str(folder.parent)] if folder.parent.name == HOME else []
    home.Agent = Agent  # type: ignore[attr-defined]
    base = types.ModuleType(f"{HOME}.agent")
    base.Agent = Agent  # type: ignore[attr-defined]
    templates = types.ModuleType(f"{HOME}.templates")
    templates.__path__ = [str(folder)]
    name = f"{HOME}.templates.{path.stem}"
    sys.modules.update({HOME: home, base.__name__: base, templates.__name__: templates})
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))  # files beside it, as if it were run as a script
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NoAgentError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _from_module(name: str) -> types.ModuleType:
    _stand_in("arcengine", _arcengine)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise NoAgentError(f"there is no module {name}; for a file, write path/to/file.py:Class") from None
        raise


def _stand_in(name: str, module: types.ModuleType) -> None:
    """Have something imported under a name that nothing that is installed has."""
    if name not in sys.modules and importlib.util.find_spec(name) is None:
        sys.modules[name] = module


def _made() -> types.ModuleType:
    module = types.ModuleType("arcengine", "What agents use of arcengine, for a Python in which it is not installed.")
    for kind in (protocol.GameAction, protocol.GameState, protocol.FrameData, protocol.ActionInput,
                 protocol.SimpleAction, protocol.ComplexAction):  # fmt: skip
        setattr(module, kind.__name__, kind)
    module.FrameDataRaw = protocol.FrameData  # type: ignore[attr-defined]
    return module


_arcengine = _made()


def _has(value: object, methods: Sequence[str]) -> bool:
    """Whether it is a class that could be meant: it has the last of the methods."""
    return isinstance(value, type) and value is not Agent and callable(getattr(value, methods[-1], None))


def _listed(names: list[str], what: str) -> str:
    return f"its {what}s are {', '.join(names)}" if names else f"it has no {what}s"
