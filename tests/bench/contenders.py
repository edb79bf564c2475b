"""Who is measured: the companion by its pages and by its API, and boardgame.io in memory and with its durable store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial

from tests.bench.load import Load, load
from tests.bench.served import Server, companion, peer


@dataclass(frozen=True, slots=True)
class Contender:
    """A server that can be started, and the kind of load that speaks its protocol."""

    kind: str
    serve: Callable[[], AbstractContextManager[Server]]

    @contextmanager
    def under_load(self) -> Iterator[tuple[Server, Load]]:
        """Start the server, and a load beside it."""
        with self.serve() as server, load(self.kind, server.url) as made:
            yield server, made


PAGES = Contender("pages", companion)
API = Contender("api", companion)
MEMORY = Contender("peer", peer)
DURABLE = Contender("peer", partial(peer, durable=True))
EVERYBODY = (PAGES, API, MEMORY, DURABLE)
