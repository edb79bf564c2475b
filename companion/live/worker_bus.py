"""The bus between the workers of one machine: a datagram socket for each, without another service.

The parent process makes the sockets before it starts the workers, so a worker that is started again has the same one.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator, Sequence

from companion.live.bus import NOTHING, Announcements, Bus, Missed, Outbox, Received, Stamp, merged

LINES = 40  # announcements in one datagram: macOS takes no more than 2048 bytes
READ_AT_ONCE = 40  # datagrams; then other work on the loop, then the rest
FIRST_PAUSE, LONGEST_PAUSE = 0.002, 0.2
KEPT_ANNOUNCEMENTS = 20_000  # for a worker that does not read; it compares its tables with the ledger later

Mailbox = tuple[socket.socket, socket.socket]


def mailboxes(workers: int) -> tuple[Mailbox, ...]:
    """For each worker the socket that it reads from, and the socket that all others write to."""
    return tuple(socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(workers))


class WorkerBus(Bus):
    """Connects the workers of one machine. This worker reads `mine` and writes to each of `others`.

    `reliable`: nobody but these workers writes to the database.
    """

    alone = False

    def __init__(self, mine: socket.socket, others: Sequence[socket.socket], *, reliable: bool = True) -> None:
        self.reliable = reliable
        self._mine = mine
        mine.setblocking(False)
        self._outbox = Outbox(self._send)
        self._others = [_Sibling(other) for other in others]
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self, received: Received, missed: Missed) -> None:  # noqa: ARG002 - what waits in a socket is not lost
        """Read the socket whenever something is in it."""
        self._loop = asyncio.get_running_loop()
        self._outbox.open()
        self._loop.add_reader(self._mine, self._receive, received)

    def publish(self, code: str, stamp: Stamp) -> None:
        """Announce to the other workers; retry later with one whose socket is full."""
        self._outbox.put(code, stamp)

    async def close(self) -> None:
        """Close the sockets."""
        if self._loop is not None:
            self._loop.remove_reader(self._mine)
        self._mine.close()
        for other in self._others:
            other.close()

    def _send(self) -> None:
        announcements = self._outbox.take()
        for other in self._others:
            other.queue(announcements)

    def _receive(self, received: Received) -> None:
        with contextlib.suppress(BlockingIOError):
            for _ in range(READ_AT_ONCE):
                for code, stamp in decode(self._mine.recv(65536)):
                    received(code, stamp)


class _Sibling:
    """The announcements that wait for one other worker, one a table: sent again after a pause if its socket is full."""

    def __init__(self, mailbox: socket.socket) -> None:
        self._mailbox = mailbox
        mailbox.setblocking(False)
        self._pending: dict[str, Stamp] = {}
        self._pause = FIRST_PAUSE
        self._later: asyncio.TimerHandle | None = None

    def queue(self, announcements: Announcements) -> None:
        """Send them at once, or with what waits already."""
        for code, stamp in announcements:
            self._pending[code] = merged(self._pending.get(code, NOTHING), stamp)
        if self._later is None:
            self._send()

    def close(self) -> None:
        """Drop what waits."""
        if self._later is not None:
            self._later.cancel()
        self._mailbox.close()

    def _send(self) -> None:
        self._later = None
        waiting, self._pending = list(self._pending.items())[-KEPT_ANNOUNCEMENTS:], {}
        sent = 0
        try:
            for sent in range(0, len(waiting), LINES):
                self._mailbox.send(encode(waiting[sent : sent + LINES]))
            self._pause = FIRST_PAUSE
        except OSError:  # its mailbox is full (BlockingIOError; macOS: no buffer space)
            self._pending = dict(waiting[sent:])
            self._later = asyncio.get_running_loop().call_later(self._pause, self._send)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)


def encode(announcements: Announcements) -> bytes:
    """Announcements as a datagram: a line each, "CODE VERSION TOUCHED"."""
    return "\n".join(f"{code} {version} {touched}" for code, (version, touched) in announcements).encode("ascii")


def decode(letter: bytes) -> Iterator[tuple[str, Stamp]]:
    """The announcements in a datagram."""
    for line in letter.decode("ascii").splitlines():
        code, version, touched = line.split(" ")
        yield code, (int(version), int(touched))
