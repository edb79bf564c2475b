"""Languages that tests make up."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from flask import Flask

from companion.languages import Languages

Entries = Mapping[Any, str | tuple[str, str]]
"""A message, or (one, many), and its translation."""


def write(folder: Path, code: str, messages: Entries, forms: Mapping[str, Entries] | None = None) -> None:
    """A language with these messages, and with these forms by the name of the form, that is offered."""
    home = folder / code / "LC_MESSAGES"
    home.mkdir(parents=True)
    (folder / code / "language.toml").write_text("offered = true\n", encoding="utf-8")
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
