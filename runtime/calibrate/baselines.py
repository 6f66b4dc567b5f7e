"""Baselines into `arcg.yaml`: the fewest changes to the text, so that comments and layout stay as they were."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import yaml

from arcg.runtime.entry import entry_for
from arcg.runtime.files import write_whole
from arcg.runtime.settings import FILE, SettingsError, document_for

KEY = "baselines"
STEP = "    "
"""Of indentation, where the file has none to go by."""


def write_baselines(game: Path, name: str, baselines: Sequence[int]) -> Path:
    """Say the baselines of a game in the `arcg.yaml` that goes for it, or in a new one beside it; gives that file.

    Args:
        game: the game's file.
        name: of the game.
        baselines: one for each level.

    Raises:
        SettingsError: the file cannot be read, or is written in a way in which nothing can be added.
        OSError: it cannot be written.
    """
    said = f"[{', '.join(map(str, baselines))}]"
    found = document_for(game)
    if found is None:
        path = game.resolve().parent / FILE
        write_whole(path, f"games:\n{STEP}{name}:\n{STEP * 2}{KEY}: {said}\n")
        return path
    path, _ = found
    text = path.read_text(encoding="utf-8")
    changed = _with(text, name, said)
    if changed is None or not _says(changed, name, baselines):
        raise SettingsError(f"{path}: no place for the baselines of {name} was found; write `{KEY}: {said}` there")
    write_whole(path, changed)
    if entry_for(game, name).baselines != tuple(baselines):
        raise SettingsError(f"{path}: says something else of {name} than what was written there")
    return path


def _with(text: str, name: str, said: str) -> str | None:
    """The text with the baselines of a game; None if there is no plain place for them."""
    root = cast("yaml.CollectionNode | None", yaml.compose(text))
    if root is None:
        return f"{text}{_line_end(text)}games:\n{STEP}{name}:\n{STEP * 2}{KEY}: {said}\n"
    games = _value(root, "games")
    if games is None or _is_empty(games):
        if games is not None or root.flow_style:
            return None
        return f"{text}{_line_end(text)}games:\n{STEP}{name}:\n{STEP * 2}{KEY}: {said}\n"
    if games.flow_style:
        return None
    game = _value(games, name)
    if game is None:
        column = games.start_mark.column
        indent = " " * column
        return _inserted(text, games.start_mark.index - column, f"{indent}{name}:\n{indent}{STEP}{KEY}: {said}\n")
    if _is_empty(game) or game.flow_style:
        return None
    old = _value(game, KEY)
    if old is None:
        column = game.start_mark.column
        return _inserted(text, game.start_mark.index - column, f"{' ' * column}{KEY}: {said}\n")
    return _replaced(text, old, said)


def _replaced(text: str, old: yaml.Node, said: str) -> str:
    begin, end = old.start_mark.index, old.end_mark.index
    was = text[begin:end]
    if isinstance(old, yaml.SequenceNode) and not old.flow_style:  # a list over lines ends where the next key begins
        begin = text.rindex(":", 0, begin) + 1
        return f"{text[:begin]} {said}\n{text[end - old.end_mark.column :]}"
    return text[:begin] + said + was[len(was.rstrip()) :] + text[end:]


def _value(node: yaml.Node, key: str) -> yaml.MappingNode | None:
    """What a mapping has under a key."""
    if not isinstance(node, yaml.MappingNode):
        return None
    return next((cast(yaml.MappingNode, value) for one, value in node.value if one.value == key), None)


def _is_empty(node: yaml.Node) -> bool:
    return not isinstance(node, yaml.MappingNode) or not node.value


def _inserted(text: str, at: int, lines: str) -> str:
    return text[:at] + lines + text[at:]


def _line_end(text: str) -> str:
    return "" if not text or text.endswith("\n") else "\n"


def _says(text: str, name: str, baselines: Sequence[int]) -> bool:
    try:
        said = yaml.safe_load(text)["games"][name][KEY]
    except (yaml.YAMLError, TypeError, KeyError):
        return False
    return bool(said == list(baselines))
