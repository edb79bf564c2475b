"""Static files, as they lie in their folder: their addresses hold its version, so a phone keeps them for a year.

The version is a part of the path, so what a file names by a relative address (a stylesheet's fonts, a script's imports)
is of the same version.
"""

from __future__ import annotations

import mimetypes
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, abort, current_app

from companion.web.compression import FOR_A_YEAR

# Windows' registry may say otherwise, and a browser runs no script that is "text/plain".
for _kind, _ending in (
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("font/woff2", ".woff2"),
):
    mimetypes.add_type(_kind, _ending)


class Assets:
    """The files of a folder. All are read when one is first requested, once in the life of a process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def files(self) -> dict[str, bytes]:
        """All files by their names in the folder. No other name leads to the disk."""
        paths = sorted(path for path in self._folder.rglob("*") if path.is_file())
        return {path.relative_to(self._folder).as_posix(): path.read_bytes() for path in paths}

    @cached_property
    def version(self) -> str:
        """A hash of all names and contents."""
        named = (f"{name} {sha256(body).hexdigest()}\n" for name, body in self.files.items())
        return sha256("".join(named).encode()).hexdigest()[:10]

    def address(self, name: str) -> str:
        """The URL of a file, by its name in the folder."""
        return f"/static/{self.version}/{name}"


def init_app(app: Flask, folder: Path) -> None:
    """Serve the folder's files under /static, and teach the templates `asset(name)`."""
    app.extensions["assets"] = found = Assets(folder)
    app.add_url_rule("/static/<version>/<path:name>", endpoint="static", view_func=static)
    app.add_template_global(found.address, "asset")


def assets() -> Assets:
    """The static files of the application at hand."""
    found: Assets = current_app.extensions["assets"]
    return found


def static(version: str, name: str) -> Response:
    """A static file of today, also for a page of another version; that one is not kept."""
    body = assets().files.get(name)
    if body is None:
        abort(404)
    answer = Response(body, mimetype=mimetypes.guess_type(name)[0] or "text/plain")
    answer.headers["Cache-Control"] = FOR_A_YEAR if version == assets().version else "no-store"
    return answer


def own_style(folder: str) -> str | None:
    """Return the stylesheet that a game's pages have of their own, or None if it has none."""
    name = f"css/{folder}.css"
    return name if name in assets().files else None
