"""Scripts and stylesheets as phones are sent them: without comments, and in one file what a page needs together.

A stylesheet is sent after all that it imports. So is a script, and what it imports stands in a function for each file,
in the order in which a browser would run them. Files that are gathered lie in one folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import dirname, join, splitext

Read = Callable[[str], str]
"""A file's text, by its name."""

COMMENTS = {".js": re.compile(r"^[ \t]*//.*\n|^[ \t]+", re.M), ".css": re.compile(r"/\*.*?\*/\n?|^[ \t]+", re.M | re.S)}
"""What is left out: comments, of scripts those that have a line of their own, and what lines begin with."""

_IMPORT = {
    ".js": re.compile(r'^import (?:(?P<names>\{.*\}) from )?"\./(?P<file>[\w-]+\.js)";\n', re.M),
    ".css": re.compile(r'^@import "(?P<file>[\w-]+\.css)";\n', re.M),
}
_EXPORT = re.compile(r"^export (?=(?:async function|function|const) (\w+))", re.M)


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
