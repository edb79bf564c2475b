"""Policy: who may change what of a circle. Every phone that has joined may look at all of it."""

from __future__ import annotations

from enum import Enum, auto

from companion.circles.errors import CircleHostOnly


class CircleChange(Enum):
    """What a phone may change of a circle."""

    NAME = auto()
    """What the circle is called."""
    HOSTS = auto()
    """Make a phone a host, too, or no longer."""
    OTHERS_KEY = auto()
    """Put another phone out of the circle."""
    ALL_KEYS = auto()
    """End the keys of all phones but its own."""
    RECOVERY_CODE = auto()
    """Make the code that makes another phone a host."""
    PERSON = auto()
    """Give a person another name or colour."""
    MERGE = auto()
    """Make two people one."""
    FORGET = auto()
    """Forget a person."""
    RELEASE_GAME = auto()
    """Take a game out of the circle."""
    DROP_PRESET = auto()
    """Keep house rules no longer."""
    DELETE = auto()
    """Delete the circle."""
    KEEP_PRESET = auto()
    """Keep house rules by a name."""
    OWN_KEY = auto()
    """Leave the circle."""
    WHOSE_PHONE = auto()
    """Say whose phone it is."""


EVERY_PHONES = frozenset({CircleChange.KEEP_PRESET, CircleChange.OWN_KEY, CircleChange.WHOSE_PHONE})
"""All others are the hosts' alone."""


def may_change(host: bool, change: CircleChange) -> bool:
    """Whether a phone of the circle may make the change; `host` tells whether it is a host's."""
    return host or change in EVERY_PHONES


def need_permission(host: bool, change: CircleChange) -> None:
    """Raise CircleHostOnly where such a phone may not make the change."""
    if not may_change(host, change):
        raise CircleHostOnly
