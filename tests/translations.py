"""Languages that tests make up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from flask import Flask

from companion.games.text import English, Spec, pieces
from companion.languages import FOLDER, Languages

Entries = Mapping[Any, str | tuple[str, str]]
"""A message, or (one, many), and its translation."""


def write(
    folder: Path, code: str, messages: Entries, forms: Mapping[str, Entries] | None = None, vowels: str = ""
) -> None:
    """A language with these messages, and with these forms by the name of the form, that is offered."""
    home = folder / code / "LC_MESSAGES"
    home.mkdir(parents=True)
    (folder / code / "language.toml").write_text(f'offered = true\nvowels = "{vowels}"\n', encoding="utf-8")
    for domain, parts in (("messages", {None: messages}), ("forms", forms or {})):
        catalog = Catalog(locale=code)
        for context, entries in parts.items():
            for message, translation in entries.items():
                catalog.add(message, translation, context=context)
        with (home / f"{domain}.po").open("wb") as file:
            write_po(file, catalog)


def teach(app: Flask, folder: Path, code: str, messages: Entries, forms: Mapping[str, Entries] | None = None) -> None:
    """Have the app offer English and this language alone."""
    write(folder, code, messages, forms)
    app.extensions["languages"] = Languages(folder)


PADDING = 0.4
"""How much longer the pseudo-language is than English."""
_OTHER = str.maketrans(
    "aceginorsuyzACEGINORSUYZ",
    "\u00e1\u0107\u00e9\u011d\u00ed\u00f1\u00f3\u0155\u015b\u00fa\u00fd\u017a\u00c1\u0106\u00c9\u011c\u00cd\u00d1\u00d3\u0154\u015a\u00da\u00dd\u0179",
)
_WORD = re.compile(r"(?<![&<])\b[^\W\d_]{2,}\b(?![^<]*>)")
OPEN, SHUT = "\u27e6", "\u27e7"


class Pseudo(English):
    """A language made of English by code: in brackets, with accents, longer, and written from right to left.

    It knows the messages of the template alone, so what it leaves as it is never was one.
    """

    code = "he"

    def wording(self, message: str, plural: str | None, n: int, sense: str | None, form: str) -> str:
        english = super().wording(message, plural, n, sense, form)
        return bent(english) if (sense, message) in _known() else english

    def listed(self, items: Sequence[str], style: str) -> str:
        return super().listed(items, style and bent(style))


@lru_cache(1)
def _known() -> frozenset[tuple[str | None, str]]:
    with (FOLDER / "messages.pot").open("rb") as file:
        template = read_po(file)
    return frozenset((one.context, one.id if isinstance(one.id, str) else one.id[0]) for one in template if one.id)


@lru_cache(8192)
def bent(english: str) -> str:
    """A message in the pseudo-language: its placeholders are as they were, its letters are others, its words longer."""
    parts = [
        _WORD.sub(_longer, text).translate(_OTHER) + ("" if name is None else f"{{{name}{_behind(spec)}}}")
        for text, name, spec in pieces(english)
    ]
    return f"{OPEN}{''.join(parts)}{SHUT}"


def _longer(word: re.Match[str]) -> str:
    return word[0] + "~" * round(PADDING * len(word[0]))


def _behind(spec: Spec) -> str:
    return f":{spec.style}" if spec.style else ""


class AlsoPseudo(Languages):
    """Offers the pseudo-language beside the others, to who asks for it."""

    def __init__(self) -> None:
        super().__init__()
        self._read[Pseudo.code] = Pseudo()

    @cached_property
    def offered(self) -> tuple[str, ...]:
        return (*Languages().offered, Pseudo.code)


class OnlyPseudo(Languages):
    """Has every phone answered in the pseudo-language."""

    def __init__(self) -> None:
        super().__init__()
        self._read["he"] = Pseudo()

    @cached_property
    def offered(self) -> tuple[str, ...]:
        return ("en", "he")

    def negotiated(self, asked: Iterable[str]) -> str:
        return "he"


READ = {"aria-label", "aria-description", "title", "alt", "placeholder", "label", "data-said", "data-title", "data-was"}
READ |= {"data-unsent", "data-missing", "data-away", "data-lost", "data-back"}
"""Attributes that people read, or are read to them."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        self.read += [value for name, value in attrs if value and name in READ]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.read.append(data)


def outside(text: str) -> str:
    """What stands outside the brackets."""
    before = None
    while before != text:
        before, text = text, re.sub(f"{OPEN}[^{OPEN}{SHUT}]*{SHUT}", " ", text)
    return text


def not_translated(page: str, known: Iterable[str] = ()) -> list[str]:
    """The words of a page that never were messages, but for those that are known: names, codes."""
    reader = _Reader()
    reader.feed(page)
    names = re.compile("|".join(sorted(map(re.escape, known), key=len, reverse=True)) or "(?!)")
    # A sentence may be cut by markup: it is read as a whole.
    read = outside(names.sub(" ", "\x1f".join(reader.read)))
    return [word for part in read.split("\x1f") for word in re.findall(r"[^\W\d_]{2,}", part)]
