"""A line to a server on which each message, either way, may have to wait: a network that is slow and uneven."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from random import Random


class Slow:
    """Passes on what is said, after up to `longest` seconds; 0, and nothing waits. `waited` counts what had to."""

    def __init__(self, port: int, chance: Random, shortest: float) -> None:
        self.longest, self.waited = 0.0, 0
        self._to, self._chance, self._shortest = port, chance, shortest
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=[self._serve()], daemon=True)
        self._closing = asyncio.Event()
        self._thread.start()

    def close(self) -> None:
        """Cut all lines."""
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(10)
        self._loop.close()

    async def _serve(self) -> None:
        await asyncio.start_server(self._line, sock=self._listening)
        await self._closing.wait()
        lines = asyncio.all_tasks() - {asyncio.current_task()}
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        self._listening.close()

    async def _line(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        with contextlib.closing(to_client), contextlib.suppress(OSError):
            server, to_server = await asyncio.open_connection("127.0.0.1", self._to)
            with contextlib.closing(to_server):
                ways = [asyncio.create_task(self._pass(*way)) for way in ((client, to_server), (server, to_client))]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)

    async def _pass(self, here: asyncio.StreamReader, there: asyncio.StreamWriter) -> None:
        while said := await here.read(65536):
            if self.longest:
                self.waited += 1
                await asyncio.sleep(self._chance.uniform(self._shortest, self.longest))
            there.write(said)
            await there.drain()


@contextlib.contextmanager
def slow(port: int, chance: Random, shortest: float) -> Iterator[Slow]:
    """A line to the server at this port of this machine, quick until it is told to be slow."""
    line = Slow(port, chance, shortest)
    try:
        yield line
    finally:
        line.close()
