"""The house rules: those of the new room, which reads the headers."""

from __future__ import annotations

from companion.games.ui77.state import Options

__all__ = ["Options"]
