"""All commands of the studio, menu by menu."""

from __future__ import annotations

from arcg.editor.studio.export_commands import EXPORTS
from arcg.editor.studio.file_commands import EDIT, FILE, HELP, MODE, VIEW
from arcg.editor.studio.level_commands import EDITING_LEVELS
from arcg.editor.studio.look_commands import LOOKING
from arcg.editor.studio.picture_commands import PICTURES
from arcg.editor.studio.play_commands import PLAYING
from arcg.editor.studio.text_commands import TEXT

ALL = (FILE, EDIT, EDITING_LEVELS, PICTURES, TEXT, PLAYING, LOOKING, EXPORTS, MODE, VIEW, HELP)
