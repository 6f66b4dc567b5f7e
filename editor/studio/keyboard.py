"""What a key is called: `ctrl+shift+z`, `page up`, or the sign that it types."""

from __future__ import annotations

import pygame


def key_name(event: pygame.Event) -> str:
    """The key of a press in the words of `arcg.editor.studio.commands`.

    Signs go by what is typed, since keyboards have them in different places; letters and digits go by the key.
    """
    control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
    typed = event.unicode
    if typed and typed.isprintable() and not typed.isalnum() and typed != " " and not control:
        return str(typed)
    parts = ["ctrl"] if control else []
    parts += ["alt"] if event.mod & pygame.KMOD_ALT else []
    parts += ["shift"] if event.mod & pygame.KMOD_SHIFT else []
    name = pygame.key.name(event.key)
    return "+".join([*parts, {"enter": "return"}.get(name.strip("[]") if len(name) > 1 else name, name)])
