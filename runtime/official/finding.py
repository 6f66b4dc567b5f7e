"""Which game a recording is of: the file that it names, or the shipped game with its name, digest or official id.

Takes a recording, gives what `arcg.runtime.loading.load` and `info_of` take.
"""

from __future__ import annotations

from pathlib import Path

from arcg.runtime.loading import shipped
from arcg.runtime.official.info import GameInfo, info_of
from arcg.runtime.recording import Recording, read


def game_of(recording: Recording) -> str | Path:
    """The game that a recording was played on, or is of another version of.

    Raises:
        FileNotFoundError: it is not where the recording says, and no shipped game is it.
        RecordingError: the compact recording of the same session is damaged.
    """
    path = recording.source_path()
    if path is not None and path.is_file():
        return path
    if path is not None and path.is_dir():  # a compiled game
        return path
    if path is None and recording.source is not None:
        return recording.source
    beside = recording.path.with_name(f"{recording.path.stem}.compact.jsonl")
    if path is None and beside.is_file():  # the server writes both, and this one says where the game is
        return game_of(read(beside))
    found = shipped_game(recording)
    if found is not None:
        return found
    if path is not None:
        raise FileNotFoundError(f"the game of {recording.path} should be {path}, which is not there; add --game FILE")
    if recording.game_id:
        said = f"no shipped game has the id {recording.game_id.partition('-')[0]}"
        raise FileNotFoundError(f"{recording.path} is of {recording.game_id}, and {said}; add --game FILE")
    raise FileNotFoundError(f"{recording.path} does not say which game it is of; add --game FILE")


def shipped_game(recording: Recording) -> str | None:
    """The id of the shipped game that an official recording is of, or None."""
    if not recording.game_id:
        return None
    base = recording.game_id.partition("-")[0]
    games = [(name, info_of(name)) for name in shipped()]
    exact = [name for name, info in games if recording.of_version(info.program)]
    near = [name for name, info in games if base == info.base or recording.game == info.program.name]
    return next(iter([*exact, *near]), None)


def told_versions(recording: Recording, info: GameInfo) -> str:
    """Which versions the play and the game are, where the recording says; else nothing."""
    if not recording.game_id or recording.game_id == info.game_id:
        return ""
    return f" (it was {recording.game_id}, this is {info.game_id})"
