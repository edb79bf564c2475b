"""`companion doctor`: what keeps phones away or moves from being saved is said, with what to do about it.

It looks at address, port, name, database, secret key, Redis and clock, and makes or changes nothing.
"""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import click

from companion import address
from companion.commands.database import settings
from companion.commands.terminal import _, line, printable
from companion.config import BadSetting, Settings
from companion.games.text import Text
from companion.tables.errors import DatabaseFull, Unavailable

PATIENCE_SECONDS = 3
FEWEST_FREE = 200_000_000  # bytes
MOST_SKEW = timedelta(minutes=1)
EARLIEST_YEAR = 2026
"""No clock that is right shows a year before this program's."""
LINK_LOCAL_RANK = address.rank(address.Address("169.254.1.1", "", True))


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is so, and what to do if that is not well."""

    says: Text
    advice: Text | None = None

    @property
    def well(self) -> bool:
        return self.advice is None


FULL = Diagnosis(DatabaseFull.text, Text("Delete tables that nobody needs, or set COMPANION_MOST_MEGABYTES to more."))


@dataclass(slots=True)
class Moments:
    """When the latest entry was made, and what the time is where the database runs, as far as it tells."""

    newest: datetime | None = None
    its_clock: datetime | None = None


@click.command(
    "doctor",
    help=_("Look at address, port, name, database, Redis and clock, and say what to do where something is wrong."),
    epilog=_("Exit status: 0 where all is well, 1 where something is not."),
)
@click.option(
    "--port",
    default=8077,
    show_default=True,
    type=click.IntRange(1, 65535),
    help=_("The port that the server listens at, or is to."),
)
def doctor_command(port: int) -> None:
    found = findings(settings().model_copy(update={"port": port}))
    for about, one in found:
        click.echo(printable(f"{'ok' if one.well else '!!'}  {line(about)}: {line(one.says)}"))
        if one.advice is not None:
            click.echo(printable(f"    {line(one.advice)}"))
    sys.exit(0 if all(one.well for _, one in found) else 1)


def findings(now: Settings) -> list[tuple[Text, Diagnosis]]:
    moments = Moments()
    looked_at = [
        (Text("Address"), of_address(address.addresses(), now.public_url, address.home_url(now))),
        (Text("Port"), of_port(now.port)),
        (Text("Name"), of_name(now)),
        (Text("Database"), of_database(now.database_url, now.most_megabytes * 1_000_000, moments)),
    ]
    no_key = of_secret_key(now)
    if no_key is not None:
        looked_at.append((Text("Secret key"), no_key))
    if now.redis_url is not None:
        looked_at.append((Text("Redis"), of_redis(now.redis_url)))
    return [*looked_at, (Text("Clock"), of_clock(datetime.now(UTC), moments))]


def of_address(found: Sequence[address.Address], public_url: str | None, url: str) -> Diagnosis:
    """Which address the codes carry, and whether phones are likely to get there; `found` has it first."""
    if public_url is not None:
        return Diagnosis(Text("Codes lead to {url}, as was set.", url=url))
    if not found:
        return Diagnosis(
            Text("This computer is in no network."),
            Text("Join the Wi-Fi that the phones are in, or plug the cable in."),
        )
    best = found[0]
    where = best.interface or "?"
    if address.rank(best) == LINK_LOCAL_RANK:
        return Diagnosis(
            Text("Codes lead to {url} ({interface}): nothing in that network has given it an address.", url=url,
                 interface=where),
            Text("Join the Wi-Fi again, or restart the router."),
        )  # fmt: skip
    if best.virtual:
        return Diagnosis(
            Text("Codes lead to {url} ({interface}): a VPN or a bridge, where phones seldom get.", url=url,
                 interface=where),
            Text("Join the Wi-Fi that the phones are in, and switch the VPN off; or set COMPANION_PUBLIC_URL."),
        )  # fmt: skip
    return Diagnosis(Text("Codes lead to {url} ({interface}).", url=url, interface=where))


def of_port(port: int) -> Diagnosis:
    """Whether the port can be listened on, or is by this program already."""
    taken = Diagnosis(
        Text("Another program listens at port {port}.", port=str(port)),
        Text("End that program, or choose another port with --port."),
    )
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)) as asking:
        try:
            asking.request("GET", "/api/openapi.json")
            ours = b"Table companion" in asking.getresponse().read(2_000_000)
            return Diagnosis(Text("Table Companion answers at port {port}.", port=str(port))) if ours else taken
        except ConnectionRefusedError:
            pass
        except (OSError, HTTPException):
            return taken
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("", port))
        except OSError as refused:
            if refused.errno != errno.EACCES:
                return taken
            return Diagnosis(
                Text("This user may not listen at port {port}.", port=str(port)),
                Text("Choose a port from 1024 on with --port, or let the system\u2019s service listen."),
            )
    return Diagnosis(Text("Port {port} is free.", port=str(port)))


def of_name(now: Settings) -> Diagnosis:
    """Whether the name that people use leads here: the public URL's, or this machine's own, which they can do without.

    Behind a proxy the name leads to that: it is enough that it leads anywhere.
    """
    own = f"{socket.gethostname().partition('.')[0]}.local"
    name = own if now.public_url is None else urlsplit(now.public_url).hostname or ""
    try:
        found = {str(one[4][0]) for one in socket.getaddrinfo(name, None)}
    except (OSError, UnicodeError):
        says = Text("{name} leads to nothing.", name=name)
    else:
        if (now.public_url is not None and now.trusted_proxies) or any(map(address.is_own, found)):
            return Diagnosis(Text("{name} leads to this computer.", name=name))
        says = Text("{name} leads to another computer.", name=name)
    if now.public_url is None:
        return Diagnosis(Text("{says} Phones use the address.", says=says))
    advice = Text("Set the name in the router or at its name server, or start without COMPANION_PUBLIC_URL.")
    return Diagnosis(says, advice)


def of_database(url: str, most: int, moments: Moments) -> Diagnosis:
    """Whether the database opens, takes what is written, has room, below `most` bytes, and is its owner's alone.

    Notes the `moments` that it tells.
    """
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    from companion.storage.sqlite import sqlite_file

    where = "COMPANION_DATABASE_URL"
    try:
        shown = make_url(url).render_as_string(hide_password=True)
        file = sqlite_file(url)
        where = shown if file is None else str(file)
        return _of_server(url, where, most, moments) if file is None else _of_file(url, file, most, moments)
    except Unavailable as failed:
        why = failed.why
    # A loop of links is a RuntimeError.
    except (ArgumentError, ValueError, ModuleNotFoundError, sqlite3.Error, OSError, RuntimeError) as failed:
        why = str(failed)
    return _unusable(where, why)


def _unusable(where: str, why: str) -> Diagnosis:
    return Diagnosis(
        Text("{where} cannot be used: {why}.", where=where, why=why.rstrip(".")),
        Text("Look whether it runs, whether this user may write there, and whether the disk is full."),
    )


def _of_file(url: str, named: Path, most: int, moments: Moments) -> Diagnosis:
    from companion.storage.database import connect

    file, where = named.resolve(), str(named)
    folder = next(one for one in file.parents if one.exists())
    free = shutil.disk_usage(folder).free
    not_there = Diagnosis(Text("{where} is not there yet; the first start makes it.", where=where))
    no_room = Diagnosis(
        Text("{where} has {megabytes} MB of room left.", where=where, megabytes=free // 1_000_000),
        Text("Make room on that disk: without it no move is saved."),
    )
    if not file.exists():
        why = _unwritable(file)
        return _unusable(where, why) if why is not None else no_room if free < FEWEST_FREE else not_there
    revision, mode = _look_into(file, moments)
    if _is_later(revision):
        return _made_later(where)
    if free < FEWEST_FREE:
        return no_room
    if mode is None:
        return not_there
    with closing(connect(url, read_only=True)) as database:
        if database.size() >= most:
            return FULL
    if os.name == "posix" and file.stat().st_mode & 0o077:
        return Diagnosis(
            Text("Other users of this computer can read {where}.", where=where),
            Text("Take that right from them: chmod 600 {where}", where=where),
        )
    if mode != "wal":
        return Diagnosis(
            Text("{where} keeps no write-ahead log, so that who reads waits for who writes.", where=where),
            Text("Put it on a disk of this computer, not on a network\u2019s; the next start sets it right."),
        )
    return Diagnosis(Text("{where} opens, and takes what is written.", where=where))


def _look_into(file: Path, moments: Moments) -> tuple[str, str | None]:
    """The revision and the journal's mode of a file that exists; no mode if it is empty. Raises if it takes nothing."""
    from companion.storage.sqlite import need_no_other_log

    need_no_other_log(file)
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=PATIENCE_SECONDS)) as connection:
        connection.isolation_level = None
        [mode] = connection.execute("PRAGMA journal_mode").fetchone()
        [number] = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {int(number)}")  # as it is: fails where it may only be read
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            return "", None
        [revision] = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        [newest] = connection.execute("SELECT max(at) FROM entries").fetchone()
        connection.execute("COMMIT")
    moments.newest = None if newest is None else datetime.fromisoformat(newest).replace(tzinfo=UTC)
    return revision, mode


def _of_server(url: str, where: str, most: int, moments: Moments) -> Diagnosis:
    from sqlalchemy import func, select

    from companion.storage.database import connect
    from companion.storage.migrate import revision_of
    from companion.storage.schema import ENTRIES

    with closing(connect(url, read_only=True)) as database, database.reading() as connection:
        moments.its_clock = connection.execute(select(func.clock_timestamp())).scalar_one()
        revision = revision_of(connection)
        if not revision:
            may = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
            if not connection.exec_driver_sql(may).scalar_one():
                return _unusable(where, "this user may make no tables in it")
            return Diagnosis(Text("{where} is not there yet; the first start makes it.", where=where))
        if _is_later(revision):
            return _made_later(where)
        moments.newest = connection.execute(select(func.max(ENTRIES.c.at))).scalar_one()
        size = database.size()
    with closing(connect(url)) as database:
        database.probe()
    return FULL if size >= most else Diagnosis(Text("{where} opens, and takes what is written.", where=where))


def _is_later(revision: str) -> bool:
    from companion.storage.migrate import revisions

    return revision != "" and revision not in revisions()


def _made_later(where: str) -> Diagnosis:
    return Diagnosis(
        Text("{file} was made by a later version of this app.", file=where),
        Text("Start that version, or restore a backup from before it."),
    )


def of_secret_key(now: Settings) -> Diagnosis | None:
    """What keeps a server from its secret key, if anything does. None is made."""
    own, says = now.instance / "secret_key", None
    if now.secret_key_file is None and not os.path.exists(own):  # noqa: PTH110 - a Path raises in a closed folder
        why = _unwritable(own)
        says = None if why is None else Text("{setting}: {why}.", setting="COMPANION_INSTANCE", why=why)
    else:
        try:
            now.secret_key()
        except BadSetting as bad:
            says = Text(bad.message, **bad.params)
    advice = Text(
        "No server starts without one: look whether this user may read and write there, or set COMPANION_INSTANCE "
        "to another folder."
    )
    return None if says is None else Diagnosis(says, advice)


def _unwritable(file: Path) -> str | None:
    """Why this file cannot be made, with the folders that it wants; None if it can."""
    folder = next(one for one in file.parents if os.path.exists(one))  # noqa: PTH110 - as above
    return None if os.access(folder, os.W_OK | os.X_OK) and folder.is_dir() else f"{folder} cannot be written to"


def of_redis(url: str) -> Diagnosis:
    """Whether Redis answers and takes an announcement; it is sent one of nothing."""
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.exceptions import RedisError
    from redis.retry import Retry

    from companion.live.redis_bus import CHANNEL

    once, patience = Retry(NoBackoff(), 0), PATIENCE_SECONDS
    connected = Redis.from_url(url, protocol=2, retry=once, socket_timeout=patience, socket_connect_timeout=patience)
    to = connected.connection_pool.connection_kwargs  # without the password, wherever that stood in the address
    where = f"{to.get('host', 'localhost')}:{to.get('port', 6379)}"
    try:
        with closing(connected) as asked:
            asked.publish(CHANNEL, '["doctor", []]')
    except (RedisError, UnicodeError) as failed:  # a name that cannot be one of a host
        return Diagnosis(
            Text("{where} cannot be used: {why}.", where=where, why=str(failed).rstrip(".")),
            Text(
                "Look whether it runs, and whether COMPANION_REDIS_URL leads there: until then phones hear of moves "
                "later."
            ),
        )
    return Diagnosis(Text("{where} answers, and takes announcements.", where=where))


def of_clock(now: datetime, found: Moments) -> Diagnosis:
    """Whether the time can be right: not before this program was written, nor before the latest entry."""
    advice = Text("Set the clock; a Raspberry Pi has none of its own, and needs a network or a clock module.")
    shown = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year < EARLIEST_YEAR:
        return Diagnosis(Text("It shows {time}, before this program was written.", time=shown), advice)
    if found.newest is not None and found.newest > now + MOST_SKEW:
        latest = f"{found.newest:%Y-%m-%d %H:%M} UTC"
        return Diagnosis(
            Text("It shows {time}, before the latest entry of {latest}.", time=shown, latest=latest), advice
        )
    if found.its_clock is not None and abs(found.its_clock - now) > MOST_SKEW:
        return Diagnosis(
            Text("It shows {time}, and the database\u2019s machine another time.", time=shown),
            Text("Let both machines set their clocks by the network (NTP)."),
        )
    return Diagnosis(Text("It shows {time}.", time=shown))
