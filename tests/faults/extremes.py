"""What goes far beyond what a phone sends: deep nesting, halves of characters, endless headers, very many lines.

All of it is made of the chance that is given, and the same again of the same.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

NESTED, HALF = "(nested)", "(half)"
"""What stands in a JSON value for what Python cannot write: `written` puts the real thing there."""
NESTS = re.compile(r'(?:\[|\{"a":){20}')
"""What `nested` has made: no second change is made inside, for Python may not read it."""
DEEPEST, LONGEST_HEADER, LONGEST_FILE = 2_000, 64_000, 900_000
WORDS = ("Android", "Mobile", "a=b;", "de,", "de;q=0.5, ", 'W/"1",', "0-0,", " ", "\t", ";", '"', "\\", "%ff", "x")
FIELDS = (
    "User-Agent", "Accept-Language", "Accept-Encoding", "Accept", "Cookie", "If-None-Match", "If-Match", "Range",
    "Content-Type", "Authorization", "Referer", "HX-Current-URL", "X-Forwarded-For", "X-Forwarded-Host",
)  # fmt: skip
SHORT = (b"{}", b"[]", b"1", b'{"move":"undo"}', b'{"move":"done","seat":"Mary"}', b'{"move":"take"}', b'""', b"")
Header = tuple[str, str]


def nested(chance: Random) -> str:
    """Lists, objects or both in one another, as deep as it may be or no deeper than a few."""
    depth = chance.choice((chance.randint(1, 40), chance.randint(900, 1_000), chance.randint(1, DEEPEST)))
    kinds = chance.choice((("[]",), ("{}",), ("[]", "{}")))
    layers = [chance.choice(kinds) for _ in range(depth)]
    ends = "".join(layer[1] for layer in reversed(layers))
    return "".join('{"a":' if layer == "{}" else "[" for layer in layers) + "1" + ends


def written(value: Any, chance: Random) -> str:
    """A value as JSON, with real nesting and real halves of characters where it says so."""
    text = json.dumps(value).replace(HALF, chance.choice(("\\ud800", "\\udfff", "\\ud83c x")))
    while f'"{NESTED}"' in text:
        text = text.replace(f'"{NESTED}"', nested(chance), 1)
    return text.replace(NESTED, "a")


def long_header(chance: Random) -> Header:
    """A word again and again, up to 64 KB of it."""
    word, rest = chance.choice(WORDS), chance.choice(WORDS)
    size = chance.choice((2_000, 16_000, LONGEST_HEADER - 4_000, LONGEST_HEADER))
    times = chance.randint(1, size) // len(word)
    return chance.choice(FIELDS), f"a{word * times}{rest}b"


def repeated(headers: list[Header], chance: Random) -> list[Header]:
    """With one of them, or a part of another, once more or a hundred times more."""
    name, value = chance.choice(headers)
    other = chance.choice((value, "", "x", chance.choice(headers)[1]))
    return [*headers, *[(chance.choice((name, name.lower())), other)] * chance.choice((1, 1, 2, 100))]


def many_lines(header: bytes, chance: Random) -> bytes:
    """A header, and short lines after it: some, as many as a ledger takes, or as many as a file has room for."""
    lines = [chance.choice(SHORT) for _ in range(chance.randint(1, 4))]
    whole = b"\n".join(lines) + b"\n"
    most = LONGEST_FILE // len(whole)
    return header + b"\n" + whole * min(most, chance.choice((200, 200, 9_999 // len(lines), 11_000, most)))


def chunked(body: bytes, chance: Random) -> bytes:
    """A body in chunks of any size, the last of them empty."""
    found = b""
    while body:
        size = min(len(body), chance.choice((1, 7, 100, 5_000, 60_000)) if len(body) < 2_000 else 16_000)
        found, body = found + f"{size:x}\r\n".encode() + body[:size] + b"\r\n", body[size:]
    return found + b"0\r\n\r\n"


def absolute(path: str, chance: Random) -> str:
    """The address as a proxy is asked for it."""
    return chance.choice(("http://127.0.0.1", "https://127.0.0.1:1", "http://elsewhere.test", "http://[", "//")) + path
