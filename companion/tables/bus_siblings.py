"""News between the workers of one machine: a datagram socket for each, without another service.

The parent makes the sockets before it starts the workers, so a worker that is
started again has the same one, and nobody has to look for anybody.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator, Sequence

from companion.tables.bus import NOTHING, Heard, Missed, News, Outbox, merged
from companion.tables.live import Stamp

LINES = 40  # of one datagram: macOS takes no more than 2048 bytes
READ_AT_ONCE = 40  # then whoever waits for the processor; the rest is read right after
FIRST_PAUSE, LONGEST_PAUSE = 0.002, 0.2
KEPT_NEWS = 20_000  # for a sibling that does not read; what it misses it finds when it looks for itself

Mailbox = tuple[socket.socket, socket.socket]


def mailboxes(workers: int) -> tuple[Mailbox, ...]:
    """For each worker the socket that it reads from, and the one that all others write to."""
    return tuple(socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(workers))


class Siblings:
    """The workers of one machine. `sure` says that nobody but they write to the database."""

    alone = False

    def __init__(self, mine: socket.socket, others: Sequence[socket.socket], *, sure: bool = True) -> None:
        self.sure = sure
        self._mine = mine
        mine.setblocking(False)
        self._outbox = Outbox(self._send)
        self._others = [_Sibling(other) for other in others]
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self, heard: Heard, missed: Missed) -> None:  # noqa: ARG002 - what waits in a socket is not lost
        """Begin to hear."""
        self._loop = asyncio.get_running_loop()
        self._outbox.open()
        self._loop.add_reader(self._mine, self._receive, heard)

    def tell(self, code: str, stamp: Stamp) -> None:
        """Tell the others; one that does not read just now is told later."""
        self._outbox.put(code, stamp)

    async def close(self) -> None:
        """Hear and tell no more."""
        if self._loop is not None:
            self._loop.remove_reader(self._mine)
        self._mine.close()
        for other in self._others:
            other.close()

    def _send(self) -> None:
        news = self._outbox.take()
        for other in self._others:
            other.tell(news)

    def _receive(self, heard: Heard) -> None:
        with contextlib.suppress(BlockingIOError):
            for _ in range(READ_AT_ONCE):
                for code, stamp in read_news(self._mine.recv(65536)):
                    heard(code, stamp)


class _Sibling:
    """What is on its way to one other worker."""

    def __init__(self, mailbox: socket.socket) -> None:
        self._mailbox = mailbox
        mailbox.setblocking(False)
        self._news: dict[str, Stamp] = {}
        self._pause = FIRST_PAUSE
        self._later: asyncio.TimerHandle | None = None

    def tell(self, news: News) -> None:
        """Send it at once, or after what waits already."""
        for code, stamp in news:
            self._news[code] = merged(self._news.get(code, NOTHING), stamp)
        if self._later is None:
            self._send()

    def close(self) -> None:
        """Send nothing any more."""
        if self._later is not None:
            self._later.cancel()
        self._mailbox.close()

    def _send(self) -> None:
        self._later = None
        waiting, self._news = list(self._news.items())[-KEPT_NEWS:], {}
        sent = 0
        try:
            for sent in range(0, len(waiting), LINES):
                self._mailbox.send(written(waiting[sent : sent + LINES]))
            self._pause = FIRST_PAUSE
        except OSError:  # its mailbox is full (BlockingIOError; macOS: no buffer space)
            self._news = dict(waiting[sent:])
            self._later = asyncio.get_running_loop().call_later(self._pause, self._send)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)


def written(news: News) -> bytes:
    """News as they are sent: a line each."""
    return "\n".join(f"{code} {version} {touched}" for code, (version, touched) in news).encode("ascii")


def read_news(letter: bytes) -> Iterator[tuple[str, Stamp]]:
    """What `written` wrote."""
    for line in letter.decode("ascii").splitlines():
        code, version, touched = line.split(" ")
        yield code, (int(version), int(touched))
