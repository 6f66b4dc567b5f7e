"""Bodies of units, token by token."""

from __future__ import annotations

from arcg.compiler.novelty.background import symbols
from arcg.compiler.novelty.grammar import allowed


def follow(body: tuple[str, ...]) -> None:
    """Check that the grammar of the code allows every token where it stands."""
    path = [("", 0)]
    for token, (symbol, _, _, _) in zip(body, symbols(body), strict=True):
        tag, place = path.pop()
        assert symbol in allowed(tag, place), f"{symbol} in place {place} of {tag}"
        if token != ")":
            path.append((tag, place + 1))
            path += [(token, 0)] if token.startswith("(") else []
    assert path == [("", 1)]
