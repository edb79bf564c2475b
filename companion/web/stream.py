"""Server-sent events: a table's state at once, and what the broadcaster needs to tell every change after it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, current_app, has_request_context, request

from companion.service.service import TableService
from companion.tables.errors import NoSuchTable
from companion.tables.snapshot import Snapshot
from companion.web.drawing import Drawing, outlines
from companion.web.identity import tables
from companion.web.request_language import OWN_LANGUAGE, spoken

RETRY = "retry: 1000\n\n"
STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers of a stream: nothing on the way keeps it, or waits for more of it."""
FEED = "companion.feed"
"""Where a request's environ holds the `Feed` that its answer is, for a server that streams by itself."""

_KEPT = ("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL",
         "wsgi.url_scheme", "HTTP_HOST")  # fmt: skip


def stamp_id(snapshot: Snapshot) -> str:
    """A snapshot's stamp as an event's id, "version.touched": by it a page tells old from new."""
    return "{}.{}".format(*snapshot.stamp)


def version_id(snapshot: Snapshot) -> str:
    """The version as an event's id: by it a program tells old from new."""
    return str(snapshot.version)


@dataclass(frozen=True, slots=True)
class StreamView:
    """What one phone, or a program, sees of a table.

    `render` makes it, in a request context with the phone's address and language but no cookie and no key: a view
    itself knows whose phone it is. Phones with equal `likeness` of a snapshot share one rendering. `event_id` gives an
    event's id; a change that leaves the id as it was is not sent. `bare`: whether `render` needs no request context.
    """

    render: Callable[[Snapshot], str | Drawing]
    likeness: Callable[[Snapshot], Hashable]
    event_id: Callable[[Snapshot], str] = stamp_id
    bare: Callable[[Snapshot], bool] = lambda _: False

    def alike(self, snapshot: Snapshot) -> Hashable:
        """A key, equal for phones that are shown the same of this snapshot, under the same event id."""
        return self.event_id, self.likeness(snapshot)


@dataclass(frozen=True, slots=True)
class Feed:
    """One phone's stream of a table; renders its events in any thread, in a request context of its own.

    `player` names the seat that the phone plays now. None: not a phone of the table's, and not told who is away.
    `base` says what the page shows that the stream belongs to; None: it is told the whole each time.
    """

    app: Flask
    code: str
    view: StreamView
    environ: dict[str, Any]
    player: Callable[[], str | None] | None = None
    base: str | None = None

    def seat(self, snapshot: Snapshot) -> int | None:
        """The seat that the phone plays now, by the number of who has it among all who came to the table."""
        name = self.player() if self.player is not None else None
        return snapshot.people.person(name)

    def room(self, snapshot: Snapshot) -> AbstractContextManager[object]:
        """The request context in which its events are drawn; none where the one at hand will do, or none is needed."""
        if self.view.bare(snapshot):
            return nullcontext()
        if has_request_context() and self.environ.items() <= request.environ.items():
            return nullcontext()
        return self.app.request_context(dict(self.environ))

    def draw(self, snapshot: Snapshot) -> Drawing:
        """What the phone is shown of this snapshot."""
        with self.room(snapshot):
            drawn = self.view.render(snapshot)
        return drawn if isinstance(drawn, Drawing) else Drawing(drawn)

    def opening(self) -> bytes | None:
        """The outline of what the page showed when it asked for the stream, where that is known."""
        if self.base is None:
            return None
        with self.app.app_context():
            return outlines().get(self.base)

    def event(self, snapshot: Snapshot, drawing: Drawing, before: bytes | None) -> str:
        """This snapshot's event: the whole, or the parts that changed for a page that shows what `before` outlines."""
        event_id = self.view.event_id(snapshot)
        if self.base is not None and before == drawing.outline:
            return beat(event_id)
        changes = drawing.changes(before) if self.base is not None else None
        if changes is None:
            return event("table", drawing.whole(), event_id)
        return event("parts", changes, event_id)

    def first(self, tables: TableService) -> Iterator[str]:
        """The table as it is now, for a WSGI server that knows no `Feed`: a browser asks again after `RETRY`."""
        try:
            snapshot = tables.find(self.code)
        except NoSuchTable:  # it was deleted meanwhile
            yield RETRY + event("gone", "")
        else:
            yield RETRY + self.event(snapshot, self.draw(snapshot), self.opening())


def event_stream(
    code: str, view: StreamView, player: Callable[[], str | None] | None = None, base: str | None = None
) -> Response:
    """A stream of `event: table`, each with the whole rendering of the table by `view`.

    For a page that says by `base` what it shows they are `event: parts`, with the parts that changed, where that will
    do. The table must exist: find it first. The server takes the `Feed` from the environ and leaves the body alone.
    """
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - Flask's own way
    environ = {name: request.environ[name] for name in _KEPT if name in request.environ}
    environ[OWN_LANGUAGE] = spoken()
    if base is not None:  # which says what the page shows, and changes nothing of what is drawn
        environ["QUERY_STRING"] = ""
    feed = request.environ[FEED] = Feed(app, code, view, environ, player, base)
    return Response(feed.first(tables()), headers=STREAMED, mimetype="text/event-stream")


def event(name: str, data: str, event_id: str | None = None) -> str:
    """One event in the wire format, whatever line ends the data has."""
    lines = [f"event: {name}"]
    lines += [f"id: {event_id}"] if event_id is not None else []
    # the only line ends of an event stream
    lines.append("data: " + data.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: "))
    return "\n".join(lines) + "\n\n"


def beat(latest: str) -> str:
    """A heartbeat with the id of the latest event."""
    return event("beat", latest)
