"""Moves of who comes and who goes, for the tests of every game."""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]
IDS = ("late-joiner", "leaver", "moved-seats", "seat-name", "number-of-players")


def join(seat: str, after: str | None = None, **more: int) -> Plain:
    return {"move": "join", "seat": seat, **({} if after is None else {"after": after}), **more}


def leave(seat: str) -> Plain:
    return {"move": "leave", "seat": seat}


def rename(seat: str, name: str) -> Plain:
    return {"move": "rename", "seat": seat, "name": name}


def reseat(*seats: str) -> Plain:
    return {"move": "reseat", "seats": list(seats)}
