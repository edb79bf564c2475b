"""Names in templates and forms: cut to the room there is, isolated from the sentence round them, found as sent."""

from __future__ import annotations

import re
import unicodedata

from markupsafe import Markup

from companion.tables.badges import JOINERS
from companion.tables.snapshot import Snapshot

SHORT = 18


def short(name: str, most: int = SHORT) -> str:
    """The name, cut with an ellipsis where it is longer than `most` characters; never in the middle of an emoji."""
    if len(name) <= most:
        return name
    end = most - 1
    while end > 1 and (name[end] in JOINERS or unicodedata.combining(name[end]) or name[end - 1] == JOINERS[0]):
        end -= 1
    return name[:end].rstrip() + "\u2026"


def bdi(name: str, most: int = SHORT) -> Markup:
    """The name, cut and isolated, so that its direction of writing does not turn the sentence round it."""
    return Markup("<bdi>{}</bdi>").format(short(name, most))


def seat_meant(snapshot: Snapshot, sent: str) -> str:
    """The seat whose name a browser sent; what was sent, where there is none of that name.

    A form sends line breaks its own way and no NUL; a table opened by a program may have such names.
    """
    as_sent = {re.sub("\r\n|\r|\n", "\r\n", name).replace("\0", "\ufffd"): name for name in snapshot.book.seats}
    return sent if sent in snapshot.book.seats else as_sent.get(sent, sent)
