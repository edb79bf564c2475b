"""Policy: who may change what of a circle. Every phone that has joined may look at all of it."""

from __future__ import annotations

from enum import Enum

from companion.circles.errors import CircleHostOnly


class CircleChange(Enum):
    """A change of a circle that a phone may ask for."""

    NAME = "call the circle by another name"
    HOSTS = "make a phone a host, too, or no longer"
    OTHERS_KEY = "put another phone out of the circle"
    ALL_KEYS = "end the keys of all phones but its own"
    RECOVERY_CODE = "make the code that makes another phone a host"
    PERSON = "give a person another name or colour"
    MERGE = "make two people one"
    FORGET = "forget a person"
    RELEASE_GAME = "take a game out of the circle"
    DROP_PRESET = "keep house rules no longer"
    DELETE = "delete the circle"
    KEEP_PRESET = "keep house rules by a name"
    OWN_KEY = "leave the circle"
    WHOSE_PHONE = "say whose phone it is"


EVERY_PHONES = frozenset({CircleChange.KEEP_PRESET, CircleChange.OWN_KEY, CircleChange.WHOSE_PHONE})
"""The changes that every phone of the circle may make. All others are for hosts."""


def may_change(host: bool, change: CircleChange) -> bool:
    """Return True if a phone of the circle may make the change; `host` tells whether it is a host's."""
    return host or change in EVERY_PHONES


def need_permission(host: bool, change: CircleChange) -> None:
    """Raise CircleHostOnly if such a phone may not make the change."""
    if not may_change(host, change):
        raise CircleHostOnly
