"""Connections that send an answer in one piece, head and body together.

Uvicorn writes them one after the other, which costs a system call and a packet more for every answer.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol


class Gathering:
    """A transport that sends what is written to it when the loop comes round next, all of it at once."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._waiting: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        """Everything else is as the transport has it."""
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send it soon."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(data)

    def close(self) -> None:
        """Send what is waiting, and close."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._waiting:
            data, self._waiting = b"".join(self._waiting), []
            if not self._transport.is_closing():
                self._transport.write(data)


class Protocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]  # one of two classes, by what is installed
    """Uvicorn's protocol over such a transport."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Take a connection."""
        super().connection_made(cast("asyncio.Transport", Gathering(transport)))
