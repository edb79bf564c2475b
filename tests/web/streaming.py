"""A phone that holds a stream: channels tell it of the table, as they do in the server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Any

from flask.testing import FlaskClient

from companion.live.channel import Channels, Watch
from companion.service.service import TableService
from companion.web.stream import WATCH


def watch_of(client: FlaskClient, path: str, **shown: str) -> Watch:
    """What the app hands to the server when this browser asks for the stream at the path; `shown` are more headers."""
    app, cookie = client.application, client.get_cookie("companion")
    headers = {**({"Cookie": f"companion={cookie.value}"} if cookie else {}), **shown}
    with app.test_request_context(path, headers=headers) as asked:
        app.full_dispatch_request().close()
        environ = asked.request.environ
    watch: Watch = environ[WATCH]
    return watch


class Streaming:
    """One stream while it is held: what came of it, event by event."""

    def __init__(self) -> None:
        self._told: Queue[tuple[str, bool]] = Queue()
        self._gone = asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        """Take what the server sends."""
        self._told.put((message["body"].decode(), message["more_body"]))

    async def receive(self) -> dict[str, Any]:
        """Say that the phone goes, once it does."""
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def hang_up(self) -> None:
        """Let the phone go; on the loop."""
        self._gone.set()

    def next(self) -> str:
        """The next event, in the wire format; a test that waits for what never comes fails."""
        text, more = self._told.get(timeout=60)
        assert more, "the stream has ended"
        return text

    def ended(self) -> bool:
        """Whether the next that comes is the end."""
        return self._told.get(timeout=60) == ("", False)


@contextmanager
def streaming(client: FlaskClient, path: str) -> Iterator[Streaming]:
    """Hold a stream, on a loop beside the test; its first event is the table as it is now."""
    watch, tables = watch_of(client, path), client.application.extensions["tables"]
    loop, held = asyncio.new_event_loop(), Streaming()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        serving = asyncio.run_coroutine_threadsafe(serve(watch, tables, held), loop)
        assert held.next().startswith("retry:")
        yield held
        loop.call_soon_threadsafe(held.hang_up)
        serving.result(60)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def serve(watch: Watch, tables: TableService, held: Streaming) -> None:
    """Serve one stream by channels of its own until the phone goes."""
    await Channels(tables).serve(watch, held.send, held.receive, packs=False)
