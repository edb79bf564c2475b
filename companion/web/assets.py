"""Static files under names that hold a part of their hash: a phone keeps them for a year and never asks again.

A file that names others (a script's imports, a stylesheet's fonts, the manifest's icons) is served with their
hashed names in it, so its own hash changes with theirs.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath, splitext

from flask import Flask, Response, current_app, request
from markupsafe import Markup

from companion.games.text import Text
from companion.web.compression import packable, takes_gzip
from companion.web.errors import stop
from companion.web.gathering import gathered, sheets_in

VENDORED = "vendor/"
"""Sent as they were published."""
FOR_A_YEAR = "public, max-age=31536000, immutable"
# For the plain name, from a bookmark or an older page: revalidated each time.
FOR_NOW = "no-cache"
NO_SUCH_FILE = Text("There is nothing at this address.")

# How a file of that kind names others; the last group is the other's address, relative to the file.
_NAMES_OTHERS = {
    ".js": re.compile(r'(\b(?:from|import)\s*\(?\s*")(\.{1,2}/[^"]+)(?=")'),
    ".css": re.compile(r"(\burl\(\s*[\"']?)([^\"')#:]+)(?=[\"']?\s*\))"),
    ".webmanifest": re.compile(r'("src":\s*")([^":]+)(?=")'),
}
_HASHED = re.compile(r"(.+)\.[0-9a-f]{10}(\.[^./]+)?")

# Windows' registry may say otherwise, and a browser runs no script that is "text/plain".
for _kind, _ending in (
    ("text/javascript", ".js"),
    ("text/javascript", ".mjs"),
    ("font/woff2", ".woff2"),
    ("application/manifest+json", ".webmanifest"),
):
    mimetypes.add_type(_kind, _ending)


@dataclass(frozen=True)
class Asset:
    """A static file as it is served. `name` is its plain name in the folder, `hashed` the one that pages use."""

    name: str
    body: bytes

    @cached_property
    def digest(self) -> str:
        """A hash of the content."""
        return sha256(self.body).hexdigest()[:10]

    @property
    def hashed(self) -> str:
        """The name with the digest before its ending: css/table.3f2a91c05d.css."""
        stem, ending = splitext(self.name)
        return f"{stem}.{self.digest}{ending}"

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
    """The files of a folder. Each is read when first requested, once in the life of a process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, Asset] = {}
        self._modules: dict[tuple[str, ...], Markup] = {}

    @cached_property
    def names(self) -> frozenset[str]:
        """The plain names of all files. No other name leads to the disk."""
        files = (path for path in self._folder.rglob("*") if path.is_file())
        return frozenset(path.relative_to(self._folder).as_posix() for path in files)

    @cached_property
    def inside(self) -> frozenset[str]:
        """Stylesheets that are only sent within others."""
        sheets = (name for name in self.names if name.endswith(".css"))
        return frozenset[str]().union(*(sheets_in(name, self._text) for name in sheets))

    def get(self, name: str) -> Asset | None:
        """The file of this plain name; None where there is none."""
        if name not in self.names:
            return None
        found = self._read.get(name)
        if found is None:
            found = self._read[name] = Asset(name, self._written(name))
        return found

    def asked(self, name: str) -> Asset | None:
        """The file of this plain or hashed name, also where the hash is another version's."""
        stripped = _HASHED.fullmatch(name)
        return self.get(name) or (self.get(stripped[1] + (stripped[2] or "")) if stripped else None)

    def _written(self, name: str) -> bytes:
        """The content with the hashed names of the files that it names. Files must not name each other in a ring."""
        pattern = _NAMES_OTHERS.get(splitext(name)[1])
        if pattern is None:
            return (self._folder / name).read_bytes()
        text = self._text(name) if name.startswith(VENDORED) else gathered(name, self._text)
        return pattern.sub(lambda found: found[1] + self._renamed(dirname(name), found[2]), text).encode()

    def _text(self, name: str) -> str:
        return (self._folder / name).read_text(encoding="utf-8")

    def _renamed(self, folder: str, address: str) -> str:
        other = self.get(normpath(join(folder, address)))
        return address if other is None else join(dirname(address), other.hashed.rpartition("/")[2])

    def address(self, name: str) -> str:
        """The URL of a file, by its plain name; without a hash where there is no such file."""
        found = self.get(name)
        return f"/static/{name if found is None else found.hashed}"

    def brought(self, *names: str) -> tuple[str, ...]:
        """These scripts and all that they import at once, and so on, each once."""
        found: dict[str, None] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            pattern = _NAMES_OTHERS.get(splitext(name)[1])
            if pattern is None or name in found or name not in self.names:
                continue
            found[name] = None
            text = gathered(name, self._text)
            waiting += [
                normpath(join(dirname(name), other[2])) for other in pattern.finditer(text) if "(" not in other[1]
            ]
        return tuple(found)

    def modules(self, *names: str) -> Markup:
        """Scripts as modules. What they import is named beside them: a browser asks for all in one round."""
        found = self._modules.get(names)
        if found is None:
            link, script = (
                Markup('<link rel="modulepreload" href="{}">'),
                Markup('<script src="{}" type="module"></script>'),
            )
            imported = [link.format(self.address(name)) for name in self.brought(*names) if name not in names]
            found = self._modules[names] = Markup("").join(
                (*imported, *(script.format(self.address(name)) for name in names))
            )
        return found


def init_app(app: Flask, folder: Path) -> None:
    """Serve the folder's files under /static, and teach the templates `asset(name)` and `modules(names)`."""
    app.extensions["assets"] = found = Assets(folder)
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=static)
    app.add_template_global(found.address, "asset")
    app.add_template_global(found.modules, "modules")


def assets() -> Assets:
    """The static files of the application at hand."""
    found: Assets = current_app.extensions["assets"]
    return found


def static(filename: str) -> Response:
    """A static file. Under its hashed name it never changes."""
    found = assets().asked(filename) or stop(404, NO_SUCH_FILE)
    small = takes_gzip() and found.packed
    answer = Response(small or found.body, mimetype=found.kind)
    answer.headers["Cache-Control"] = FOR_A_YEAR if filename == found.hashed else FOR_NOW
    answer.set_etag(found.digest, weak=bool(small))
    if found.packed is not None:
        answer.vary.add("Accept-Encoding")
    if small:
        answer.headers["Content-Encoding"] = "gzip"
    answer.make_conditional(request)
    answer.headers.pop("Date", None)  # the server says it, too
    return answer
