"""A page's changing part as it was drawn: in parts, so that a phone is sent only those that changed.

A template puts `edge` before and behind an element that is a part; the element begins with its id. What stands between
the parts is the frame, but for the tag that all of it begins with: one of the parts brings the attributes of that, too.
A phone says by `base` what its page shows, and is sent the parts that differ from that; where the frame differs, or
nobody knows that base any more, it is sent the whole.
"""

from __future__ import annotations

import struct
from collections import OrderedDict
from secrets import token_hex
from threading import Lock

from flask import Flask, current_app
from markupsafe import Markup

# Neither can stand in what people type: nobody is ever told them.
EDGE = Markup(f"<!--{token_hex(8)}-->")  # noqa: S704 - a comment
BASE = token_hex(8)
"""Stands in a template where the drawing's own base is written."""

KEPT = 4096  # outlines, of 8 bytes a part


class Drawing:
    """A text in pieces: the frame's and the parts', in turn. `outline` holds a hash of the frame and of each part."""

    __slots__ = ("_pieces", "base", "outline")

    def __init__(self, text: str) -> None:
        self._pieces = text.split(EDGE)
        parts = self._pieces[1::2]
        first = self._pieces[0].partition(">")[2] if parts else text
        frame = hash((first, *self._pieces[2::2], *(part.split('"', 2)[1] for part in parts)))
        self.outline = struct.pack(f"{1 + len(parts)}q", frame, *map(hash, parts))
        self.base = base_of(self.outline)

    def whole(self) -> str:
        """All of it."""
        return "".join(self._pieces).replace(BASE, self.base)

    def changes(self, before: bytes | None) -> str | None:
        """The parts that are not as in that outline, to be swapped by their ids; None where the whole is needed."""
        if before is None or len(before) != len(self.outline) or before[:8] != self.outline[:8]:
            return None
        changed = (
            part
            for at, part in enumerate(self._pieces[1::2], 1)
            if before[8 * at : 8 * at + 8] != self.outline[8 * at : 8 * at + 8]
        )
        text = "".join(part.replace(" ", ' hx-swap-oob="true" ', 1) for part in changed)
        on = f' data-on="{base_of(before)}" '
        return text.replace(" ", on, 1).replace(BASE, self.base) or None


def base_of(outline: bytes) -> str:
    """The name of what is outlined so."""
    return f"{hash(outline) & 0xFFFFFFFFFFFFFFFF:x}"


class Outlines:
    """The outlines of the latest drawings, by their base."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def keep(self, drawing: Drawing) -> None:
        """Remember this one, and forget the oldest."""
        with self._lock:
            self._kept[drawing.base] = drawing.outline
            self._kept.move_to_end(drawing.base)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def get(self, base: str | None) -> bytes | None:
        """What is shown by a page of that base, where that is still known."""
        return self._kept.get(base or "")


def init_app(app: Flask) -> None:
    """Let templates mark parts."""
    app.extensions["outlines"] = Outlines()
    app.jinja_env.globals.update(edge=EDGE, base_of_drawing=BASE)


def outlines() -> Outlines:
    """Those of the application at hand."""
    found: Outlines = current_app.extensions["outlines"]
    return found
