"""The published sheets that the rulebook of Sluff Off! refers to, by short names of our own."""

from __future__ import annotations

from companion.games.ruling import Text

PUBLISHER = Text("publisher\u2019s sheet")
MANUAL = Text("reference manual")
BOTH = (PUBLISHER, MANUAL)
