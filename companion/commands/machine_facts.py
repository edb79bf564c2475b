"""What `companion doctor` looks at, as facts: port, name, database, secret key, Redis. Nothing is made or changed."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from companion.address import is_own
from companion.config import BadSetting, Settings
from companion.games.text import Text
from companion.tables.errors import Unavailable

PATIENCE_SECONDS = 3
Port = Literal["free", "ours", "taken", "forbidden"]


@dataclass(frozen=True, slots=True)
class Stored:
    """What was found of the database. `failed`: why it does not open, or cannot be written.

    `exists` is False before the first start, `later` True if a later version has made it; `wal` whether it keeps a
    write-ahead log, `open_to_others` whether other users of the machine can read it (None each: it is no file); `size`
    is how many bytes it fills, `free` how many its disk has left; `newest` is when the latest entry was made,
    `its_clock` what the time is where the database runs.
    """

    exists: bool = True
    later: bool = False
    failed: str | None = None
    wal: bool | None = None
    open_to_others: bool | None = None
    free: int | None = None
    size: int = 0
    newest: datetime | None = None
    its_clock: datetime | None = None


def look_at_port(port: int) -> Port:
    """Who has the port: nobody, this program, another one; or it is not for this user."""
    asking = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    with closing(asking):
        try:
            asking.request("GET", "/api/openapi.json")
            return "ours" if b"Table companion" in asking.getresponse().read(2_000_000) else "taken"
        except ConnectionRefusedError:
            pass
        except (OSError, HTTPException):
            return "taken"
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("", port))
        except OSError as refused:
            return "forbidden" if refused.errno == errno.EACCES else "taken"
    return "free"


def look_at_name(settings: Settings) -> tuple[str, bool | None]:
    """The name that people use, the public URL's or this machine's own, and whether it leads here (None: nowhere)."""
    if settings.public_url is not None:
        name = urlsplit(settings.public_url).hostname or ""
        # Behind a proxy the name leads to that: it is enough that it leads anywhere.
        return name, _leads_here(name, anywhere=settings.trusted_proxies > 0)
    name = f"{socket.gethostname().partition('.')[0]}.local"
    return name, _leads_here(name)


def _leads_here(name: str, *, anywhere: bool = False) -> bool | None:
    try:
        found = {str(one[4][0]) for one in socket.getaddrinfo(name, None)}
    except (OSError, UnicodeError):
        return None
    return anywhere or any(map(is_own, found))


def look_at_database(url: str) -> tuple[Stored, str]:
    """What there is of the database, and what to call it: nothing is made, and what is written changes nothing."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    from companion.storage.sqlite import sqlite_file

    try:
        where = make_url(url).render_as_string(hide_password=True)
        file = sqlite_file(url)
    except (ArgumentError, ValueError) as wrong:
        return Stored(failed=str(wrong)), "COMPANION_DATABASE_URL"
    return (_look_at_server(url), where) if file is None else (_look_at_file(url, file), str(file))


def _look_at_file(url: str, named: Path) -> Stored:
    free = None
    try:
        file = named.resolve()
        folder = next(one for one in file.parents if one.exists())
        free = shutil.disk_usage(folder).free
        if not file.exists():
            return Stored(exists=False, free=free, failed=_unwritable(file))
        others = os.name == "posix" and bool(file.stat().st_mode & 0o077)
        return replace(_look_into_file(url, file), free=free, open_to_others=others)
    except (sqlite3.Error, OSError, RuntimeError, Unavailable) as failed:  # a loop of links is a RuntimeError
        return Stored(failed=str(failed), free=free)


def _look_into_file(url: str, file: Path) -> Stored:
    """What a file that exists holds. Raises sqlite3.Error, Unavailable if it cannot be read or written."""
    from companion.storage.database import connect
    from companion.storage.migrate import revisions
    from companion.storage.sqlite import need_no_other_log

    need_no_other_log(file)
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=PATIENCE_SECONDS)) as connection:
        connection.isolation_level = None
        [mode] = connection.execute("PRAGMA journal_mode").fetchone()
        [number] = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {int(number)}")  # as it is: fails where it may only be read
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            return Stored(exists=False)
        revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if revision is not None and revision[0] not in revisions():
            return Stored(later=True)
        [newest] = connection.execute("SELECT max(at) FROM entries").fetchone()
        connection.execute("COMMIT")
    with closing(connect(url, read_only=True)) as database:
        size = database.size()
    moment = None if newest is None else datetime.fromisoformat(newest).replace(tzinfo=UTC)
    return Stored(wal=mode == "wal", size=size, newest=moment)


def _look_at_server(url: str) -> Stored:
    from sqlalchemy import func, select
    from sqlalchemy.exc import ArgumentError

    from companion.storage.database import connect
    from companion.storage.migrate import revision_of, revisions
    from companion.storage.schema import ENTRIES

    try:
        with closing(connect(url, read_only=True)) as database, database.reading() as connection:
            its_clock = connection.execute(select(func.clock_timestamp())).scalar_one()
            revision = revision_of(connection)
            if not revision:
                may = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
                allowed = connection.exec_driver_sql(may).scalar_one()
                failed = None if allowed else "this user may make no tables in it"
                return Stored(exists=False, its_clock=its_clock, failed=failed)
            if revision not in revisions():
                return Stored(later=True, its_clock=its_clock)
            newest = connection.execute(select(func.max(ENTRIES.c.at))).scalar_one()
            size = database.size()
        with closing(connect(url)) as database:
            database.probe()
    except Unavailable as failed:
        return Stored(failed=failed.why)
    except (ModuleNotFoundError, ArgumentError) as failed:
        return Stored(failed=str(failed))
    return Stored(size=size, newest=newest, its_clock=its_clock)


def look_at_secret_key(settings: Settings) -> Text | None:
    """What keeps a server from its secret key, if anything does. None is made."""
    own = settings.instance / "secret_key"
    if settings.secret_key_file is None and not os.path.exists(own):  # noqa: PTH110 - a Path raises in a closed folder
        why = _unwritable(own)
        return None if why is None else Text("{setting}: {why}.", setting="COMPANION_INSTANCE", why=why)
    try:
        settings.secret_key()
    except BadSetting as bad:
        return Text(bad.message, **bad.params)
    return None


def _unwritable(file: Path) -> str | None:
    """Why this file cannot be made, with the folders that it wants; None if it can."""
    folder = next(one for one in file.parents if os.path.exists(one))  # noqa: PTH110 - as above
    return None if os.access(folder, os.W_OK | os.X_OK) and folder.is_dir() else f"{folder} cannot be written to"


def look_at_redis(url: str) -> tuple[str, str | None]:
    """Where the Redis is that was set, and why it takes no announcement, one of nothing; None if it does."""
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
    from redis.retry import Retry

    from companion.live.redis_bus import CHANNEL

    once, patience = Retry(NoBackoff(), 0), PATIENCE_SECONDS
    connected = Redis.from_url(url, protocol=2, retry=once, socket_timeout=patience, socket_connect_timeout=patience)
    to = connected.connection_pool.connection_kwargs  # without the password, wherever that stood in the address
    where = f"{to.get('host', 'localhost')}:{to.get('port', 6379)}"
    with closing(connected) as asked:
        try:
            asked.publish(CHANNEL, '["doctor", []]')
        except (RedisError, UnicodeError) as failed:  # a name that cannot be one of a host
            return where, str(failed)
    return where, None
