"""Who is measured: the companion, and the peer in memory and with its durable store."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.bench.load import Load, load
from tests.bench.served import PEER, ROOT, Server, companion, peer

INSTALL = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]


@dataclass(frozen=True, slots=True)
class Contender:
    """A server that can be started and the load that speaks its protocol.

    It makes fewer than `most` moves a second, for which games are kept in reserve. `warm_up` is the share of the moves
    ahead of the clock that it plays: dear ones would take too long.
    """

    name: str
    kind: str
    serve: Callable[[], AbstractContextManager[Server]]
    most: int
    warm_up: float = 1.0

    @contextmanager
    def under_load(self) -> Iterator[tuple[Server, Load]]:
        """The server and a load beside it, both started afresh."""
        with self.serve() as server, load(self.kind, server.url) as made:
            yield server, made


MEMORY = Contender("peer in memory", "peer", partial(peer, durable=False), most=5000)
DURABLE = Contender("peer with FlatFile", "peer", partial(peer, durable=True), most=1500)


def ours(root: Path = ROOT) -> Contender:
    """The companion from a working copy."""
    return Contender("companion", "companion", partial(companion, root), most=2000)


def ours_by_pages(root: Path = ROOT) -> Contender:
    """The same, with phones as people have them: each holds its page's stream, and taps by the page's form."""
    return Contender("companion, by its pages", "tap", partial(companion, root), most=500, warm_up=0.1)


def peers() -> tuple[Contender, ...]:
    """The peer with both of its stores, installed if need be; nobody where npm is missing."""
    if not (shutil.which("node") and shutil.which("npm")):
        return ()
    if not (PEER / "node_modules" / "boardgame.io").exists():
        subprocess.run(INSTALL, cwd=PEER, check=True)
    return MEMORY, DURABLE
