"""Static files: their addresses hold the folder's version, so a phone keeps them for a year and never asks again.

The version is a part of the path, so what a file names by a relative address (a stylesheet's fonts, a script that is
loaded later) is of the same version.

Scripts and stylesheets are sent without comments, and in one file what a page needs together. A stylesheet is sent
after all that it imports. So is a script, and what it imports stands in a function for each file, in the order in which
a browser would run them. Files that are gathered lie in one folder.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, splitext

from flask import Flask, Response, abort, current_app, request

from companion.web.compression import packable, takes_gzip

VENDORED = "vendor/"
"""Sent as they were published."""
FOR_A_YEAR = "public, max-age=31536000, immutable"
# Without a version, from a bookmark, or with another one, from an older page: revalidated each time.
FOR_NOW = "no-cache"

_VERSION = re.compile(r"\A[0-9a-f]{10}/")

Read = Callable[[str], str]
"""A file's text, by its name."""

COMMENTS = {".js": re.compile(r"^[ \t]*//.*\n|^[ \t]+", re.M), ".css": re.compile(r"/\*.*?\*/\n?|^[ \t]+", re.M | re.S)}
"""What is left out: comments, of scripts those that have a line of their own, and what lines begin with."""

_IMPORT = {
    ".js": re.compile(r'^import (?:(?P<names>\{.*\}) from )?"\./(?P<file>[\w-]+\.js)";\n', re.M),
    ".css": re.compile(r'^@import "(?P<file>[\w-]+\.css)";\n', re.M),
}
_EXPORT = re.compile(r"^export (?=(?:async function|function|const) (\w+))", re.M)

# Windows' registry may say otherwise, and a browser runs no script that is "text/plain".
for _kind, _ending in (
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("font/woff2", ".woff2"),
):
    mimetypes.add_type(_kind, _ending)


@dataclass(frozen=True)
class Asset:
    """A static file as it is served."""

    name: str
    body: bytes

    @cached_property
    def digest(self) -> str:
        """A hash of the content."""
        return sha256(self.body).hexdigest()[:10]

    @property
    def kind(self) -> str:
        """Its media type."""
        return mimetypes.guess_type(self.name)[0] or "text/plain"

    @cached_property
    def packed(self) -> bytes | None:
        """The gzipped body, compressed once; None where that is no gain."""
        packed = gzip.compress(self.body, 9, mtime=0) if packable(self.kind) else self.body
        return packed if len(packed) < len(self.body) else None


class Assets:
    """The files of a folder. All are read when one is first requested, once in the life of a process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def files(self) -> dict[str, Asset]:
        """All files by their names in the folder. No other name leads to the disk."""
        paths = (path for path in self._folder.rglob("*") if path.is_file())
        names = sorted(path.relative_to(self._folder).as_posix() for path in paths)
        return {name: Asset(name, self._sent(name)) for name in names}

    @cached_property
    def version(self) -> str:
        """A hash of all names and contents."""
        named = (f"{file.name} {file.digest}\n" for file in self.files.values())
        return sha256("".join(named).encode()).hexdigest()[:10]

    @cached_property
    def inside(self) -> frozenset[str]:
        """The stylesheets and scripts that pages are only sent within others."""
        return frozenset(other for name in self.files if _is_own(name) for other in imported(name, self._text(name)))

    def address(self, name: str) -> str:
        """The URL of a file, by its name in the folder."""
        return f"/static/{self.version}/{name}"

    def _sent(self, name: str) -> bytes:
        return gathered(name, self._text).encode() if _is_own(name) else (self._folder / name).read_bytes()

    def _text(self, name: str) -> str:
        return (self._folder / name).read_text(encoding="utf-8")


def _is_own(name: str) -> bool:
    return splitext(name)[1] in COMMENTS and not name.startswith(VENDORED)


def init_app(app: Flask, folder: Path) -> None:
    """Serve the folder's files under /static, and teach the templates `asset(name)`."""
    app.extensions["assets"] = found = Assets(folder)
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=static)
    app.add_template_global(found.address, "asset")


def assets() -> Assets:
    """The static files of the application at hand."""
    found: Assets = current_app.extensions["assets"]
    return found


def static(filename: str) -> Response:
    """A static file. Under the version of today it never changes; under another one it is today's all the same."""
    found = assets().files.get(_VERSION.sub("", filename)) or abort(404)
    small = takes_gzip() and found.packed
    answer = Response(small or found.body, mimetype=found.kind)
    answer.headers["Cache-Control"] = FOR_A_YEAR if filename.startswith(assets().version) else FOR_NOW
    answer.set_etag(found.digest, weak=bool(small))
    if found.packed is not None:
        answer.vary.add("Accept-Encoding")
    if small:
        answer.headers["Content-Encoding"] = "gzip"
    answer.make_conditional(request)
    answer.headers.pop("Date", None)  # the server says it, too
    return answer


def gathered(name: str, read: Read) -> str:
    """The file of that name with what it imports, without comments."""
    found = _in_order(name, read)
    if splitext(name)[1] == ".css":
        return "".join(_IMPORT[".css"].sub("", text) for text in found.values())
    text = found.pop(name)
    return "".join(_function(*other) for other in found.items()) + _given(text)


def imported(name: str, text: str) -> list[str]:
    """The files that a file with this text imports itself, and at once."""
    return [join(dirname(name), found["file"]) for found in _IMPORT[splitext(name)[1]].finditer(text)]


def _in_order(name: str, read: Read) -> dict[str, str]:
    """The text of the file and of all that it imports, each once and after what it imports itself."""
    found: dict[str, str] = {}

    def add(one: str) -> None:
        text = COMMENTS[splitext(one)[1]].sub("", read(one))
        for other in imported(one, text):
            if other not in found:
                add(other)
        found[one] = text

    add(name)
    return found


def _function(name: str, text: str) -> str:
    """A script as a function that has run: what it exports is in a constant, where others find what they import."""
    given = ", ".join(_EXPORT.findall(text))
    return f"const {_constant(name)} = (() => {{\n{_EXPORT.sub('', _given(text))}return {{ {given} }};\n}})();\n"


def _given(text: str) -> str:
    """A script that takes what it imports from the constants of those that have run."""
    return _IMPORT[".js"].sub(
        lambda found: f"const {found['names']} = {_constant(found['file'])};\n" if found["names"] else "", text
    )


def _constant(name: str) -> str:
    return "$" + splitext(name.rpartition("/")[2])[0].replace("-", "_")
