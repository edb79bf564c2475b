"""Scripts and stylesheets as phones are sent them: without comments, and in one file what a page needs together.

A stylesheet's `@import`s are written out. A script that only imports others is sent with all of them in it, each in a
function of its own, in the order in which a browser would run them. Files that are gathered lie in one folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import dirname, join, splitext

Read = Callable[[str], str]
"""A file's text, by its name."""

COMMENTS = {".js": re.compile(r"^[ \t]*//.*\n|^[ \t]+", re.M), ".css": re.compile(r"/\*.*?\*/\n?|^[ \t]+", re.M | re.S)}
"""What is left out: comments, of scripts those that have a line of their own, and what lines begin with."""

_SHEET = re.compile(r'^@import "([\w-]+\.css)";\n', re.M)
_SCRIPT = re.compile(r'^import (?:(\{.*\}) from )?"\./([\w-]+\.js)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async function|function|const) (\w+))", re.M)


def gathered(name: str, read: Read) -> str:
    """The file of that name with what it gathers, without comments."""
    text, folder = _bare(name, read), dirname(name)
    if splitext(name)[1] == ".css":
        return _SHEET.sub(lambda found: gathered(join(folder, found[1]), read), text)
    if not gathers(text):
        return text
    return "".join(_function(one, _bare(one, read)) for one in _in_order(name, read)[:-1])


def gathers(text: str) -> bool:
    """Whether this script only imports others."""
    return bool(text) and not _SCRIPT.sub("", text)


def sheets_in(name: str, read: Read) -> frozenset[str]:
    """The stylesheets that this one is sent with."""
    return frozenset(join(dirname(name), other) for other in _SHEET.findall(_bare(name, read)))


def _bare(name: str, read: Read) -> str:
    comments = COMMENTS.get(splitext(name)[1])
    return read(name) if comments is None else comments.sub("", read(name))


def _in_order(name: str, read: Read) -> list[str]:
    """The script and all that it imports at once, each after what it imports itself."""
    found: dict[str, None] = {}

    def add(one: str) -> None:
        for _, other in _SCRIPT.findall(_bare(one, read)):
            if (imported := join(dirname(one), other)) not in found:
                add(imported)
        found[one] = None

    add(name)
    return list(found)


def _function(name: str, text: str) -> str:
    """A script as a function that has run: what it exports is in a constant, where others find what they import."""
    given = ", ".join(_EXPORT.findall(text))
    text = _SCRIPT.sub(lambda found: f"const {found[1]} = {_constant(found[2])};\n" if found[1] else "", text)
    return f"const {_constant(name)} = (() => {{\n{_EXPORT.sub('', text)}return {{ {given} }};\n}})();\n"


def _constant(name: str) -> str:
    return "$" + splitext(name.rpartition("/")[2])[0].replace("-", "_")
