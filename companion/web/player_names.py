"""Template filters for names and values: a name is isolated from the sentence round it and cut to the room there is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from flask import Flask, current_app
from flask_babel import format_date
from markupsafe import Markup

from companion.games import offered
from companion.games.game import AnyGame
from companion.games.text import Text
from companion.tables.codes import shown_code
from companion.tables.snapshot import Snapshot
from companion.web.stream import stamp_id
from companion.web.translation import words

SHORT = 18
JOINERS = "\u200d\ufe0f"


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


def can_be_seen(name: str) -> bool:
    """Whether a name has a character that shows: not spaces, joiners and accents alone."""
    return any(unicodedata.category(char)[0] not in "CZM" for char in name)


def seat_meant(snapshot: Snapshot, sent: str) -> str:
    """The seat whose name a browser sent; what was sent, where there is none of that name.

    A form sends line breaks its own way and no NUL; a table opened by a program may have such names.
    """
    as_sent = {re.sub("\r\n|\r|\n", "\r\n", name).replace("\0", "\ufffd"): name for name in snapshot.header.seats}
    return sent if sent in snapshot.header.seats else as_sent.get(sent, sent)


def initial(name: str, others: Iterable[str] = ()) -> str:
    """The first letter of a name, two where another name begins with the same; an emoji or a flag stays whole."""
    first, rest = _split(name)
    if any(other != name and _split(other)[0] == first for other in others):
        first += _split(rest)[0].lower()
    return first


def _split(name: str) -> tuple[str, str]:
    end = 1
    while end < len(name) and (_joins(name[end]) or name[end - 1] == JOINERS[0]):
        end += 1
    if len(name) > 1 and all(_flag_half(char) for char in name[:2]):
        end = 2
    return name[:end].upper(), name[end:]


def _joins(char: str) -> bool:
    return char in JOINERS or bool(unicodedata.combining(char)) or "\U0001f3fb" <= char <= "\U0001f3ff"


def _flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


SUPPORT = {
    "agreed": Text("the sheets agree"),
    "one-sheet": Text("one sheet says so"),
    "conflict": Text("the sheets disagree"),
    "silent": Text("no sheet says; our ruling"),
    "arithmetic": Text("arithmetic"),
    "ours": Text("our own"),
}


PLACES = {"centre": Text("The centre"), "pile": Text("The pile"), "": Text("The table")}


def support(how: str) -> str:
    """How well the published sheets carry a rule, in words."""
    return words(SUPPORT[how])


def setting(value: Any) -> str:
    """A house rule as a table has set it, in words."""
    if isinstance(value, bool):
        return words(Text("yes") if value else Text("no"))
    if isinstance(value, dict):
        return ", ".join(f"{words(Text(key))} {count}" for key, count in value.items())
    return words(Text(value)) if isinstance(value, str) else str(value)


def place(name: str) -> str:
    """A place on the table in words: a seat's name stands for itself, nothing for the table as a whole."""
    return words(PLACES[name]) if name in PLACES else name


def said(what: Text | str | int) -> str:
    """A value in words, whatever it is; a dash for nothing."""
    return words(what) if isinstance(what, Text) else str(what) or "\u2013"


def day(moment: datetime) -> str:
    """A day in the phone's language."""
    written: str = format_date(moment, "medium")
    return written


def offered_games() -> Mapping[str, AnyGame]:
    """The games that this server offers, by slug, in their order."""
    return offered(current_app.extensions["settings"].extra_games)


def init_app(app: Flask) -> None:
    """Teach the templates these filters."""
    for filter_ in (short, bdi, initial, setting, place, said, day):
        app.add_template_filter(filter_)
    app.add_template_filter(shown_code, "code")
    app.add_template_filter(stamp_id, "stamp")
    app.add_template_global(support)
    app.add_template_global(offered_games)
