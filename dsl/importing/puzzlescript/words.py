"""The words of PuzzleScript: in the prelude, before a rule, in a cell, and those that better name no object."""

from __future__ import annotations

SECTIONS = ("objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels")
"""In the order in which a text must have them."""

VALUED = frozenset(
    (
        *("title", "author", "homepage", "background_color", "text_color", "key_repeat_interval", "realtime_interval"),
        *("again_interval", "flickscreen", "zoomscreen", "color_palette", "youtube"),
    )
)
"""Keys of the prelude with a value."""

AS_SPELLED = frozenset(("title", "author", "homepage"))
"""Keys whose value keeps its capital letters."""

FLAGS = frozenset(
    (
        *("run_rules_on_level_start", "norepeat_action", "require_player_movement", "debug", "verbose_logging"),
        *("throttle_movement", "noundo", "noaction", "norestart", "scanline"),
    )
)
"""Keys of the prelude without a value."""

COLOURS = frozenset(
    (
        *("black", "white", "grey", "darkgrey", "lightgrey", "gray", "darkgray", "lightgray", "red", "darkred"),
        *("lightred", "brown", "darkbrown", "lightbrown", "orange", "yellow", "green", "darkgreen", "lightgreen"),
        *("blue", "lightblue", "darkblue", "purple", "pink", "transparent"),
    )
)

PALETTES = (
    *("mastersystem", "gameboycolour", "amiga", "arnecolors", "famicom", "atari", "pastel", "ega", "amstrad"),
    *("proteus_mellow", "proteus_rich", "proteus_night", "c64", "whitingjp"),
)
"""Palettes by name; their numbers are 1 and up."""

MOVEMENTS = frozenset(
    (
        *(">", "<", "^", "v", "up", "down", "left", "right", "action", "moving", "stationary"),
        *("horizontal", "vertical", "orthogonal", "parallel", "perpendicular"),
    )
)
"""Words before a name in a cell that say how it moves."""

MODIFIERS = MOVEMENTS | {"no", "random", "randomdir"}
"""All words that may stand before a name in a cell."""

RELATIVE = frozenset((">", "<", "^", "v", "parallel", "perpendicular"))
"""Movements that are seen along the direction of a rule."""

DIRECTIONS = frozenset(("up", "down", "left", "right", "horizontal", "vertical", "orthogonal"))
"""Words before a rule that say in which directions it is tried."""

SOUND_COMMANDS = frozenset(f"sfx{number}" for number in range(11))

COMMANDS = frozenset(("again", "cancel", "checkpoint", "restart", "win", "message")) | SOUND_COMMANDS

SOUND_EVENTS = SOUND_COMMANDS | {
    *("undo", "restart", "titlescreen", "startgame", "cancel", "endgame", "startlevel", "endlevel"),
    *("showmessage", "closemessage"),
}
"""What a line of SOUNDS may start with, beside an object."""

SOUND_VERBS = frozenset(("create", "destroy", "move", "cantmove", "action"))

QUANTIFIERS = frozenset(("all", "any", "no", "some"))

KEYWORDS = (
    (COMMANDS - {"checkpoint"})
    | MODIFIERS
    | DIRECTIONS
    | SOUND_EVENTS
    | SOUND_VERBS
    | QUANTIFIERS
    | frozenset(SECTIONS)
    | {"|", "[", "]", "...", "late", "rigid"}
)
"""Words that are better not used as names."""
