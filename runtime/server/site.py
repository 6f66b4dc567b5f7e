"""The page: the files of `page/`, given out as they are, and nothing that is not in that folder."""

from __future__ import annotations

from importlib import resources

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from arcg.runtime.server.errors import SERVER, ApiError

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Content types by suffix; other files are not given out."""

INDEX = "index.html"


def files() -> dict[str, bytes]:
    """The files of the page by name."""
    folder = resources.files("arcg.runtime.server").joinpath("page")
    if not folder.is_dir():
        return {}
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if _suffix(entry.name) in KINDS}


def routes(index: str = INDEX) -> list[Route]:
    """A page at `/`, and the files of all pages below `/page/`."""
    held = files()

    async def page(_request: Request) -> Response:
        return _given(held, index)

    async def file(request: Request) -> Response:
        return _given(held, request.path_params["name"])

    return [Route("/", page), Route("/page/{name}", file)]


def _given(held: dict[str, bytes], name: str) -> Response:
    if name not in held:
        raise ApiError(404, SERVER, "there is no such page")
    return Response(held[name], 200, {"Cache-Control": "no-cache"}, KINDS[_suffix(name)])


def _suffix(name: str) -> str:
    return name[name.rfind(".") :]
