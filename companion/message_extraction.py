"""Finds the messages of Python files for the translators' catalogues: babel.cfg names `extract`.

Babel's own extractor does not look into f-strings, of which a page's markup is made.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import IO

MESSAGE, PLURAL, CONTEXT = "gettext", "ngettext", "pgettext"
CALLS = {
    "Text": (MESSAGE, 0),
    "Counted": (PLURAL, 0),
    "Sense": (CONTEXT, 0),
    "BadSetting": (MESSAGE, 0),
    "_": (MESSAGE, 0),
    "N_": (MESSAGE, 0),
    "t": (MESSAGE, 1),
    "n": (PLURAL, 1),
    "sense": (CONTEXT, 1),
}
"""How a function takes messages, and where they begin among its arguments. A `Text` may have a plural, too."""


def extract(file: IO[bytes], *_: object, **__: object) -> Iterator[tuple[int, str, tuple[str, ...], list[str]]]:
    """Yield the messages of a file, in the order in which Babel asks for them."""
    found = []
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            kind, first = CALLS[node.func.id]
            texts = list(_texts(node.args[first : first + 2]))
            if kind == MESSAGE and node.func.id == "Text" and len(texts) == 2:
                kind = PLURAL
            if len(texts) >= (1 if kind == MESSAGE else 2):
                texts = texts[: 1 if kind == MESSAGE else 2]
                found.append((node.lineno, node.col_offset, kind, tuple(texts)))
    for line, _column, kind, messages in sorted(found):
        yield line, kind, messages, []


def _texts(arguments: list[ast.expr]) -> Iterator[str]:
    for one in arguments:
        if not isinstance(one, ast.Constant) or not isinstance(one.value, str):
            return
        yield one.value
