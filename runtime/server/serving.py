"""Running the application: a socket, the address that people can open, and a clean end."""

from __future__ import annotations

import contextlib
import errno
import socket
from collections.abc import Callable, Iterator

import uvicorn
from starlette.types import ASGIApp

from arcg.runtime.server.connections import Protocol

KEEP_ALIVE = 75
"""Seconds for which a connection may be silent: agents think between two actions."""
GRACE = 5
"""Seconds that requests have to be finished when the server closes."""
BACKLOG = 2048


class AddressError(Exception):
    """The address cannot be had; the message says why."""


@contextlib.contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens.

    Raises:
        AddressError: the port is taken, or there is no such address here.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise AddressError(f"there is no address {host}") from None
    bound = socket.socket(family, kind, protocol)
    with contextlib.closing(bound):
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind(address)
            bound.listen(BACKLOG)
        except OSError as error:
            raise AddressError(_why_not(error, host, port)) from None
        yield bound


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken; give another one with --port, or --port 0 for any that is free"
    if error.errno == errno.EACCES:
        return f"port {port} may not be used by you; give one above 1023 with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine"
    return f"{host}:{port}: {(error.strerror or str(error)).lower()}"


def url_of(bound: socket.socket, host: str) -> str:
    """The address to open in a browser on this machine."""
    port = bound.getsockname()[1]
    if host in ("0.0.0.0", "::", ""):
        host = "127.0.0.1" if bound.family == socket.AF_INET else "::1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _Server(uvicorn.Server):
    """Uvicorn's server, which says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take requests."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(app: ASGIApp, bound: socket.socket, connections: int, ready: Callable[[], None]) -> None:
    """Answer requests until Ctrl+C.

    Args:
        app: what answers.
        bound: where they come from.
        connections: most of them at once.
        ready: called when the first request can come.
    """
    config = uvicorn.Config(
        app,
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        http=Protocol,
        ws="none",
        limit_concurrency=connections,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
    )
    _Server(config, ready).run(sockets=[bound])
