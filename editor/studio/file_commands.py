"""Commands of the menus File, Edit, View and Help."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from arcg.editor.studio.commands import EDITING, Command, Mode
from arcg.editor.studio.dialogs import Ask, AskText, Choice, Pick

if TYPE_CHECKING:
    from arcg.editor.studio.app import Studio


# ---------------------------------------------------------------- the file


def _save(studio: Studio) -> None:
    saved(studio)


def saved(studio: Studio) -> bool:
    """Write the document; whether that went well."""
    document = studio.bench.document
    try:
        outcome = document.save()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        said = f"{document.path} cannot be written: {reason}.\nNothing is lost: it is still here."
        studio.open_dialog(
            Ask(studio, "Not saved", said, [
                Choice("Save elsewhere", "s", partial(save_as, studio), "Write another file."),
                Choice("Go on", "g", lambda: None, "Go on without saving."),
            ])
        )  # fmt: skip
        return False
    if outcome == "conflict":
        studio.workspace.ask_whose()
        return False
    also = ", with what was changed outside" if outcome == "merged" else ""
    studio.bench.remark(f"saved {document.path.name}{also}")
    return True


def save_as(studio: Studio) -> None:
    """Write the document to another file and go on there."""
    document = studio.bench.document

    def wrong(text: str) -> str:
        path = Path(text).expanduser()
        if not text.strip():
            return "the name is empty"
        if path.is_dir():
            return f"{path} is a folder"
        if not path.parent.is_dir():
            return f"there is no folder {path.parent}"
        if path.exists() and path.resolve() != document.path.resolve():
            return f"{path} exists; it is not written over"
        return "" if path.suffix == ".arcg" else "a game's file ends in .arcg"

    def done(text: str) -> None:
        try:
            document.save_as(Path(text).expanduser())
        except OSError as error:
            studio.bench.remark(f"{text}: {(error.strerror or str(error)).lower()}")
            return
        studio.watch(document.path)
        studio.bench.remark(f"saved {document.path}")

    said = "The file to write. The studio goes on with that file."
    studio.open_dialog(AskText(studio, "Save as", said, str(document.path), done, wrong=wrong, verb="Save"))


def close(studio: Studio) -> None:
    """Close the window; what is not saved is asked about."""
    document = studio.bench.document

    def stop() -> None:
        studio.running = False

    def save_and_stop() -> None:
        if saved(studio):
            stop()

    def drop_and_stop() -> None:
        studio.dropped = True
        stop()

    if not document.modified:
        stop()
        return
    studio.open_dialog(
        Ask(studio, "Not saved", f"{document.path.name} has changes that are not saved.", [
            Choice("Save and close", "s", save_and_stop, "Write the file, then close. (S)"),
            Choice("Close without saving", "d", drop_and_stop, "The changes are gone. (D)"),
            Choice("Stay", "c", lambda: None, "Do not close. (Esc)"),
        ])
    )  # fmt: skip


FILE = (
    Command("save", "Save", "File", ("ctrl+s",),
            "Write the text to its file; everything you did not touch stays as it was.",
            _save),
    Command("save as", "Save as…", "File", ("ctrl+shift+s",), "Write the text to another file and go on there.",
            save_as),
    Command("close", "Close", "File", ("ctrl+q",), "Close the window; what is not saved is asked about.", close,
            section=1),
)  # fmt: skip


# ---------------------------------------------------------------- undo, modes


def _undo(studio: Studio) -> None:
    label = studio.bench.document.undo()
    studio.bench.remark(f"undone: {label}")
    studio.bench.go_to_level(studio.bench.level)


def _redo(studio: Studio) -> None:
    label = studio.bench.document.redo()
    studio.bench.remark(f"done again: {label}")
    studio.bench.go_to_level(studio.bench.level)


def _to(mode: Mode, studio: Studio) -> None:
    studio.set_mode(mode)


def _toggle(studio: Studio) -> None:
    studio.set_mode(studio.edit_mode if studio.mode == "play" else "play")


EDIT = (
    Command("undo", "Undo", "Edit", ("ctrl+z",), "Take back the last change of the text, whatever made it.", _undo,
            EDITING,
            lambda studio: "" if studio.bench.document.can_undo else "there is nothing to take back", held=True),
    Command("redo", "Redo", "Edit", ("ctrl+shift+z", "ctrl+y"), "Do again what was taken back.", _redo, EDITING,
            lambda studio: "" if studio.bench.document.can_redo else "there is nothing to do again", held=True),
)  # fmt: skip

MODE = (
    Command("toggle play", "Play or edit", "View", ("tab",), "Between playing and editing; each stays as it was left.",
            _toggle),
    Command("mode play", "Play", "View", ("f2",),
            "Play the game as its text is now. The text is not touched by playing.",
            partial(_to, "play"), on=lambda studio: studio.mode == "play"),
    Command("mode level", "Paint levels", "View", ("f3",), "Paint levels, with the real pictures.", partial(_to,
            "level"),
            on=lambda studio: studio.mode == "level"),
    Command("mode picture", "Paint pictures", "View", ("f4",), "Paint the pictures of the kinds, pixel by pixel.",
            partial(_to, "picture"), on=lambda studio: studio.mode == "picture"),
    Command("mode source", "Text and problems", "View", ("f5",), "The text of the file, with what is wrong in it.",
            partial(_to, "source"), on=lambda studio: studio.mode == "source"),
)  # fmt: skip


# ---------------------------------------------------------------- view, help


def _grid(studio: Studio) -> None:
    studio.bench.grid_shown = not studio.bench.grid_shown


def _hidden(studio: Studio) -> None:
    studio.bench.hidden_shown = not studio.bench.hidden_shown


def _fullscreen(studio: Studio) -> None:
    try:
        pygame.display.toggle_fullscreen()
    except pygame.error as error:
        studio.bench.remark(f"the screen cannot be filled here: {str(error).lower()}")
    studio.lay_out()


def _help(studio: Studio) -> None:
    studio.help.open = True


def _find(studio: Studio) -> None:
    offered = [command for command in studio.commands.all if studio.mode in command.modes and command.name != "find"]
    items = [
        (f"{command.menu}: {command.title}   {command.shown_keys}", partial(studio.run_command, command))
        for command in offered
    ]
    studio.open_dialog(Pick(studio, "Find a command", "", items, "Do it"))


VIEW = (
    Command("grid", "Grid", "View", ("#",), "Lines between cells or pixels.", _grid, EDITING,
            on=lambda studio: studio.bench.grid_shown, section=1),
    Command("hidden", "Show hidden layers", "View", ("x",), "What stands on hidden layers, drawn over the board.",
            _hidden,
            frozenset({"level"}), on=lambda studio: studio.bench.hidden_shown, section=1),
    Command("larger", "Larger letters", "View", ("ctrl++", "ctrl+="), "Make the whole interface larger.",
            lambda studio: studio.larger(1), section=2),
    Command("smaller", "Smaller letters", "View", ("ctrl+-",), "Make the whole interface smaller.",
            lambda studio: studio.larger(-1), section=2),
    Command("full screen", "Full screen", "View", ("f11",), "The whole screen, or a window again.", _fullscreen,
            section=2),
)  # fmt: skip

HELP = (
    Command("help", "All keys", "Help", ("f1",), "Every key of this mode.", _help),
    Command("find", "Find a command…", "Help", ("ctrl+p",), "Type a few letters of what you want to do.", _find),
    Command("menus", "Open the menus", "Help", ("f10",), "Go through the menus with the arrow keys.",
            lambda studio: studio.menus.open(0)),
)  # fmt: skip
