"""The class of an exported game: named after its id, and after nothing else that the file has."""

from __future__ import annotations

import keyword

TAKEN = frozenset(
    [
        "Area",
        "Atom",
        "Attr",
        "BACK",
        "Bind",
        "Body",
        "Cell",
        "DOWN",
        "Draw",
        "Drop",
        "Each",
        "Edge",
        "Emit",
        "Expr",
        "Fact",
        "Film",
        "GONE",
        "Game",
        "Goal",
        "Grid",
        "Keep",
        "Kind",
        "LEFT",
        "Make",
        "Move",
        "NONE",
        "Rows",
        "Rule",
        "SIZE",
        "STEP",
        "Save",
        "Shot",
        "Show",
        "Slot",
        "Sort",
        "Stay",
        "Step",
        "Take",
        "Tint",
        "Turn",
        "UNDO",
        "View",
        "WAYS",
        "Wild",
    ]
)
"""Names of four letters that the engines have at the top of their modules: ids have four letters as well."""


def class_of(base: str) -> str:
    """The class of the game with this id, `Dyer` for `dyer`.

    The toolkit finds the file by the class in small letters, so a class may be written in any letters, small or large:
    `RULE` where `Rule` is something else.
    """
    forms = (base.capitalize(), base.upper(), base[:-1] + base[-1].upper())
    return next(form for form in forms if form not in TAKEN and not keyword.iskeyword(form))
