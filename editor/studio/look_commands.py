"""Commands of looking back: through turns and frames, forward and backward in time, to other takes, side by side."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arcg.editor.looking import Take
from arcg.editor.pairing import Pair
from arcg.editor.studio.commands import Command
from arcg.editor.studio.dialogs import AskText, Pick
from arcg.editor.studio.looking_back import LookingBack
from arcg.editor.studio.play_commands import PLAY, session_of
from arcg.runtime.recording import FOLDER, RecordingError

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio


def _back_of(studio: Studio) -> LookingBack:
    return studio.workspace.playing.back


# ---------------------------------------------------------------- turns and frames


def _look(turns: int, frames: int, studio: Studio) -> None:
    session_of(studio).look_by(turns=turns, frames=frames)


def _first(studio: Studio) -> None:
    session_of(studio).look(0, 0)


def _live(studio: Studio) -> None:
    _back_of(studio).pair = None
    session_of(studio).live()


def _begun(studio: Studio) -> str:
    timeline = session_of(studio).view().timeline
    return "" if timeline.turn > 0 or timeline.frame > 0 else "this is the beginning"


def _past(studio: Studio) -> str:
    return "" if not session_of(studio).view().timeline.live else "this is the present"


def _elsewhere(studio: Studio) -> str:
    return "" if _back_of(studio).pair is not None else _past(studio)


def _played(studio: Studio) -> str:
    return "" if session_of(studio).view().timeline.turns > 1 else "nothing has been done yet"


# ---------------------------------------------------------------- playing back


def _play(direction: int, studio: Studio) -> None:
    _back_of(studio).play(session_of(studio), direction)


def _plays(direction: int, studio: Studio) -> bool:
    session = studio.workspace.playing.session
    return session is not None and session.view().timeline.speed * direction > 0


def _speed(step: int, studio: Studio) -> None:
    _back_of(studio).change_speed(session_of(studio), step)


def _zoom(step: int, studio: Studio) -> None:
    studio.workspace.timeline_view.zoom(step)


# ---------------------------------------------------------------- takes


def _go_on(studio: Studio) -> None:
    session_of(studio).resume(studio.clock())


def _takes(studio: Studio) -> list[Take]:
    session = session_of(studio)
    takes = list(session.shelf.takes())
    return takes if session.take in takes else [*takes, session.take]


def _step_take(step: int, studio: Studio) -> None:
    session, takes = session_of(studio), _takes(studio)
    chosen = takes[(takes.index(session.take) + step) % len(takes)]
    _back_of(studio).look_beside(session, chosen)
    studio.bench.remark(_label(studio, chosen))


def _label(studio: Studio, take: Take) -> str:
    session = session_of(studio)
    return f"{LookingBack.name(session, take)}: {LookingBack.told(session, take)}"


def _several(studio: Studio) -> str:
    return "" if len(_takes(studio)) > 1 else "there is only this take so far: play, go back, and play on from there"


def _choose(studio: Studio) -> None:
    session = session_of(studio)
    items = [(_label(studio, take), partial(_back_of(studio).look_beside, session, take))
             for take in reversed(_takes(studio))]  # fmt: skip
    studio.open_dialog(Pick(studio, "Choose a take", "", items, "Look at it"))


def _open(studio: Studio) -> None:
    """List the recordings beside the file; without any, ask for a path."""
    folder = studio.bench.document.path.parent / FOLDER
    found = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    if not found:
        _ask_path(folder, studio)
        return
    items = [(f"{path.name}   {_when(path)}", partial(_read, studio, path)) for path in found]
    items.append(("another file…", partial(_ask_path, folder, studio)))
    studio.open_dialog(Pick(studio, "Open a recording", "", items, "Open"))


def _when(path: Path) -> str:
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone().strftime("%Y-%m-%d %H:%M")


def _ask_path(folder: Path, studio: Studio) -> None:
    def wrong(text: str) -> str:
        return "" if Path(text).expanduser().is_file() else "there is no such file"

    said = "The recording to look at, a file of `arcg play --record` or a regression test."
    studio.open_dialog(
        AskText(studio, "Open a recording", said, f"{folder}/", lambda text: _read(studio, Path(text).expanduser()),
                wrong=wrong, verb="Open")
    )  # fmt: skip


def _read(studio: Studio, path: Path) -> None:
    session = session_of(studio)
    try:
        take = session.shelf.open_recording(path, session.program)
    except RecordingError as error:
        studio.bench.remark(str(error))
    except OSError as error:
        studio.bench.remark(f"{path}: {(error.strerror or str(error)).lower()}")
    else:
        session.look(0, take=take)
        studio.bench.remark(f"{path.name}: {LookingBack.told(session, take)}")


# ---------------------------------------------------------------- side by side


def _compare(studio: Studio) -> None:
    session = session_of(studio)
    others = _back_of(studio).others(session)
    if len(others) == 1:
        _compare_with(studio, others[0])
        return
    items = [(_label(studio, take), partial(_compare_with, studio, take)) for take in others]
    studio.open_dialog(Pick(studio, "Compare this take with", "", items, "Compare"))


def _compare_with(studio: Studio, other: Take) -> None:
    """The older of the two stands at the left."""
    session, takes = session_of(studio), _takes(studio)
    older = other in takes and takes.index(other) < takes.index(session.take)
    _back_of(studio).pair = Pair(other, session.take) if older else Pair(session.take, other)


def _stop_comparing(studio: Studio) -> None:
    _back_of(studio).pair = None


def _compare_edit(studio: Studio) -> None:
    """Before and after the last edit, where it first shows."""
    session = session_of(studio)
    assert session.rerun is not None, "it is not offered otherwise"
    pair = Pair.of_rerun(session.rerun)
    session.look(0, take=pair.after)
    _back_of(studio).pair = pair
    _to_difference(studio)


def _edited(studio: Studio) -> str:
    rerun = session_of(studio).rerun
    if rerun is None:
        return "nothing has been edited since play began"
    return "" if rerun.divergence is not None else "the edit changed nothing of what was played"


def _to_difference(studio: Studio) -> None:
    session, pair = session_of(studio), _back_of(studio).pair
    turn = pair.parts_at(session.take) if pair is not None else None
    if pair is None or turn is None or pair.first is None:
        studio.bench.remark(pair.told() if pair is not None else "nothing is compared")
        return
    last = session.take.branch.length - 1
    frame = pair.first.frame if turn <= last and pair.first.frame >= 0 and session.take == pair.after else -1
    session.look(min(turn, last), frame, take=session.take)


def _pairs(studio: Studio) -> bool:
    return _back_of(studio).pair is not None


def _comparing(studio: Studio) -> str:
    return "" if _back_of(studio).pair is not None else "nothing is compared"


LOOKING = (
    Command("first turn", "To the beginning", "Look back", ("home",), "Look at how it began.", _first, PLAY, _begun),
    Command("turn back", "A turn back", "Look back", (",",), "Look at the turn before.", partial(_look, -1, 0), PLAY,
            _begun, held=True),
    Command("turn on", "A turn on", "Look back", (".",), "Look at the turn after.", partial(_look, 1, 0), PLAY, _past,
            held=True),
    Command("frame back", "A frame back", "Look back", ("<",), "Look at the frame before, within the turn.",
            partial(_look, 0, -1), PLAY, _begun, held=True),
    Command("frame on", "A frame on", "Look back", (">",), "Look at the frame after, within the turn.",
            partial(_look, 0, 1), PLAY, _past, held=True),
    Command("last turn", "To the present", "Look back", ("escape", "end"), "Back to the present, to play on.", _live,
            PLAY, _elsewhere),
    Command("play on", "Play forward", "Look back", ("p",), "Show what was played, forward in time; again: stop.",
            partial(_play, 1), PLAY, _played, on=partial(_plays, 1), section=1),
    Command("play back", "Play backward", "Look back", ("shift+p",), "Show what was played, backward in time; again: "
            "stop.", partial(_play, -1), PLAY, _begun, on=partial(_plays, -1), section=1),
    Command("slower", "Slower", "Look back", ("-",), "Recordings play slower, down to a quarter of their speed.",
            partial(_speed, -1), PLAY, section=1),
    Command("faster", "Faster", "Look back", ("+", "="), "Recordings play faster, up to eight times their speed.",
            partial(_speed, 1), PLAY, section=1),
    Command("wider turns", "Wider turns", "Look back", ("alt+up",),
            "Show fewer turns on the timeline, with their frames.", partial(_zoom, 1), PLAY, section=1, held=True),
    Command("narrower turns", "Narrower turns", "Look back", ("alt+down",), "Show more turns on the timeline.",
            partial(_zoom, -1), PLAY, section=1, held=True),
    Command("go on", "Go on from here", "Look back", ("b",),
            "Play on from this turn, as a branch: what came then is kept.", _go_on, PLAY, _past, section=2),
    Command("take before", "Take before", "Look back", ("page up",),
            "Look at the branch or take before, at the same turn.", partial(_step_take, -1), PLAY, _several, section=2),
    Command("take after", "Take after", "Look back", ("page down",),
            "Look at the branch or take after, at the same turn.", partial(_step_take, 1), PLAY, _several, section=2),
    Command("choose take", "Choose a take…", "Look back", ("t",), "All branches, older takes and opened recordings.",
            _choose, PLAY, _several, section=2),
    Command("open recording", "Open a recording…", "Look back", ("ctrl+o",), "Look at a recording, or compare with it.",
            _open, PLAY, section=2),
    Command("compare", "Compare with…", "Look back", ("c",), "Show this take and another one side by side.", _compare,
            PLAY, _several, on=_pairs, section=3),
    Command("compare edit", "Before and after the edit", "Look back", ("e",),
            "Show what the last edit changed in what was played, side by side.", _compare_edit, PLAY, _edited,
            section=3),
    Command("first difference", "First difference", "Look back", ("v",), "Go to where the two that are compared part.",
            _to_difference, PLAY, _comparing, section=3),
    Command("stop comparing", "Stop comparing", "Look back", ("shift+c",), "Show one take alone again.",
            _stop_comparing, PLAY, _comparing, section=3),
)  # fmt: skip
