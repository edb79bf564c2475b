"""A step of the build: compiles each language's catalogues, so that the package need not read their text."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling before it packs a wheel, or makes an editable one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's
        """Write what the package reads."""
        compile_all(Path(self.root, "companion", "translations"))


def compile_all(folder: Path) -> None:
    """Write a `.mo` beside each `.po` of a folder of languages, without what is fuzzy: whole, whenever it is read."""
    for text in folder.glob("*/LC_MESSAGES/*.po"):
        new = text.with_suffix(f".mo.{os.getpid()}")
        with text.open("rb") as source, new.open("wb") as compiled:
            write_mo(compiled, read_po(source, locale=text.parent.parent.name, abort_invalid=True))
        new.replace(text.with_suffix(".mo"))
