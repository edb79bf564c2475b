"""Streams of a table: what the app hands to the server (`Watch`), and views that tell all of a thing each time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from flask import Response, request, stream_with_context

from companion.live.channel import RETRY, Watch, event
from companion.tables.errors import NoSuchTable
from companion.tables.snapshot import Snapshot
from companion.web.identity import table_as_it_is

STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers of a stream: nothing on the way keeps it, or waits for more of it."""
WATCH = "companion.watch"
"""Where a request's environ holds the `Watch` that its answer is."""


def stream(watch: Watch) -> Response:
    """Return a response whose body the server writes, from the watch in the request's environ."""
    request.environ[WATCH] = watch
    return Response(stream_with_context(_first(watch)), headers=STREAMED, mimetype="text/event-stream")


def _first(watch: Watch) -> Iterator[bytes]:
    """Yield the first event, for a WSGI server that streams nothing: a browser asks again soon."""
    view = watch.view()
    try:
        view.change(table_as_it_is(watch.code), ())
    except NoSuchTable:  # it was deleted meanwhile
        yield RETRY + event("gone", "")
    else:
        yield RETRY + view.opening(watch.variant, watch.shown)


def stamp_id(snapshot: Snapshot) -> str:
    """Return a snapshot's stamp, "version.touched", by which a page tells old from new."""
    return "{}.{}".format(*snapshot.stamp)


class Whole:
    """A view that tells all of what it shows at each change of its id."""

    def __init__(
        self, name: str, data: Callable[[Snapshot], str], event_id: Callable[[Snapshot], str] = stamp_id
    ) -> None:
        self._name, self._data, self._id_of = name, data, event_id
        self._event = b""
        self.beat = ""

    def change(self, snapshot: Snapshot, variants: Iterable[Hashable]) -> Mapping[Hashable, bytes]:
        event_id = self._id_of(snapshot)
        if event_id == self.beat:
            return {}
        self.beat = event_id
        self._event = event(self._name, self._data(snapshot), event_id)
        return dict.fromkeys(variants, self._event)

    def everything(self, _variant: Hashable) -> bytes:
        return self._event

    def opening(self, _variant: Hashable, shown: str) -> bytes:
        return event("beat", self.beat) if shown == self.beat else self._event
