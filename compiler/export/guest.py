"""A guest: the file of a game that is not given away. It plays at a server, and holds neither rules nor levels.

Takes what may be known of the game and the address, gives Python text: `arcg.runtime.official.guest`, with a class at
its end.
"""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from urllib.parse import urlsplit

import arcg
from arcg.compiler.export import sources
from arcg.compiler.export.assemble import Symbol, assemble
from arcg.compiler.export.document import GAME_ID, RULE, START, imports, sections

GUEST_GAME: Symbol = (sources.GUEST, "GuestGame")

HEAD = '''{start}: {game_id}, played at a server. Made by `arcg export`, arcg {version}.

Needs numpy and arcengine, and a connection: every picture comes from the server. Nothing of the game is in here.
"""

from __future__ import annotations

{imports}

'''

TAIL = '''

{rule}
# The game


class {class_name}({game}):
    """What the toolkit loads."""

    GAME = "{game_id}"
    LEVELS = {levels}
    ACTIONS = {actions}
    SERVER = {server}
'''

MOST_CHARACTERS = 500


def guest_text(game_id: str, class_name: str, levels: int, actions: Sequence[int], server: str) -> str:
    """The text of a file that plays a game at a server.

    Args:
        game_id: id and version.
        class_name: the class that the toolkit looks for.
        levels: how many levels the game has.
        actions: the numbers of the offered actions.
        server: the address, `http://host:port`.

    Raises:
        ValueError: the id, the class or the address cannot be that.
    """
    if not GAME_ID.fullmatch(game_id):
        raise ValueError(f"{game_id!r} cannot be the id of an exported game, which looks like dyer-1a2b3c4d")
    modules = [(name, sources.read(name)) for name in (sources.SCREEN, sources.GUEST)]
    whole = assemble(modules, [GUEST_GAME])
    if not class_name.isidentifier() or keyword.iskeyword(class_name) or class_name in whole.taken:
        raise ValueError(f"{class_name!r} cannot be the class of an exported game")
    head = HEAD.format(start=START, game_id=game_id, version=arcg.__version__, imports=imports(whole.imports))
    tail = TAIL.format(
        rule=RULE,
        class_name=class_name,
        game=whole.names[GUEST_GAME],
        game_id=game_id,
        levels=int(levels),
        actions=tuple(int(action) for action in actions),
        server=ascii(checked(server)),
    )
    return f"{head}{sections(whole)}{tail}"


def checked(server: str) -> str:
    """An address of a server, without a slash at its end.

    Raises:
        ValueError: it is none.
    """
    try:
        parts = urlsplit(server)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        fits = False
    if not fits or len(server) > MOST_CHARACTERS or not server.isprintable() or " " in server:
        raise ValueError(
            f"{server[:MOST_CHARACTERS]!r} is no address of a server; write one like http://127.0.0.1:8001"
        )
    return server.rstrip("/")
