"""Server-sent events: a table's state at once, then after every change, until the client goes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from flask import Response, copy_current_request_context

from companion.tables.live import Listener
from companion.tables.service import Tables
from companion.tables.values import Snapshot
from companion.web.identity import tables

BEAT_SECONDS = 15.0
RETRY = "retry: 1000\n\n"
_LINE_END = re.compile(r"\r\n|\r|\n")  # what ends a line in an event stream, and nothing else does


def stamp_id(snapshot: Snapshot) -> str:
    """A table's moment as an event's id, "version.touched": what a page tells old from new by."""
    return "{}.{}".format(*snapshot.stamp)


def version_id(snapshot: Snapshot) -> str:
    """The version as an event's id: what a program tells old from new by."""
    return str(snapshot.version)


def event_stream(
    code: str, render: Callable[[Snapshot], str], name_of: Callable[[Snapshot], str] = stamp_id
) -> Response:
    """A stream of `event: table`, each with the whole of what `render` makes of the table then.

    `render` runs inside this request's context, anew for every event. `name_of`
    gives an event's id; a change that leaves the id as it was is not told.
    The table must exist: find it first.
    """
    # One push a rendering, not one for the whole stream: a context that stays
    # open across yields is left from another thread's or greenlet's variables.
    body = _events(tables(), code, copy_current_request_context(render), name_of)
    answer = Response(body, mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def event(name: str, data: str, event_id: str | None = None) -> str:
    """One event as it goes over the wire, whatever line ends the data has."""
    lines = [f"event: {name}"]
    lines += [f"id: {event_id}"] if event_id is not None else []
    lines += [f"data: {line}" for line in _LINE_END.split(data)]
    return "\n".join(lines) + "\n\n"


def _events(
    here: Tables, code: str, render: Callable[[Snapshot], str], name_of: Callable[[Snapshot], str]
) -> Iterator[str]:
    with here.live.listen(code) as listener:
        opening, told = RETRY, ""
        while not listener.closed:
            snapshot = here.find(code)  # after listening: nothing falls between
            if name_of(snapshot) != told:
                told = name_of(snapshot)
                yield opening + event("table", render(snapshot), told)
                opening = ""
            yield from _beats(listener, told)


def _beats(listener: Listener, told: str) -> Iterator[str]:
    while not listener.wait(BEAT_SECONDS) and not listener.closed:
        yield event("beat", told)
