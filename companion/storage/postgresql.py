"""PostgreSQL: how it is connected to by psycopg, and for how long anybody waits for it."""

from __future__ import annotations

from typing import Any, TypeVar

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL

PROGRAM = "table-companion"
DEADLINE_SECONDS = 6.0
# A commit is answered only once it is on disk, whatever the server's own settings are.
_ALWAYS = {"synchronous_commit": "on", "timezone": "UTC"}
_TIMEOUTS = {"statement_timeout": "5s", "idle_in_transaction_session_timeout": "10s"}
_POOL = {"pool_size": 16, "max_overflow": 0, "pool_timeout": 3, "pool_pre_ping": True}

T = TypeVar("T")


class ImpatientConnection(psycopg.Connection[Any]):
    """Closes itself if an answer takes over DEADLINE_SECONDS: the server hangs, or the line is dead."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, DEADLINE_SECONDS if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.info.transaction_status == TransactionStatus.ACTIVE:
                self.close()
            raise


def postgresql_engine(url: URL, *, maintenance: bool, read_only: bool) -> Engine:
    """An engine for this database.

    Statements that take longer than a person waits are cancelled, unless it is for `maintenance`. Connection parameters
    in the URL's query (`connect_timeout` and the like) take precedence over those here.
    """
    settings = _ALWAYS | ({} if maintenance or read_only else _TIMEOUTS)
    settings |= {"default_transaction_read_only": "on"} if read_only else {}
    asked = url.query.get("options", "")
    options = " ".join([asked if isinstance(asked, str) else "", *(f"-c {k}={v}" for k, v in settings.items())])
    told = {"application_name": PROGRAM, "connect_timeout": 3, **url.query, "options": options.strip()}
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        connect_args={**told, "autocommit": True},
        hide_parameters=True,  # what fails is logged, and they are names and words
        **_POOL,
    )
    if not (maintenance or read_only):
        event.listen(engine, "do_connect", lambda _dialect, _record, to, how: ImpatientConnection.connect(*to, **how))
    return engine
