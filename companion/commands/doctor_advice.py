"""What `companion doctor` says of what it has found: pure, from facts to findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from companion.address import Address, rank
from companion.games.text import Text
from companion.tables.errors import DatabaseFull

FEWEST_FREE = 200_000_000  # bytes
MOST_SKEW = timedelta(minutes=1)
EARLIEST_YEAR = 2026
"""No clock that is right shows a year before this program's."""
LINK_LOCAL_RANK = rank(Address("169.254.1.1", "", True))
Port = Literal["free", "ours", "taken", "forbidden"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, what is so, and what to do where that is not well."""

    about: Text
    says: Text
    advice: Text | None = None

    @property
    def well(self) -> bool:
        """Whether there is nothing to do."""
        return self.advice is None


@dataclass(frozen=True, slots=True)
class Stored:
    """What was found of the database. `failed`: why it does not open, or cannot be written.

    `exists` is False before the first start, `later` True where a later version has made it; `wal` whether it keeps a
    write-ahead log, `open_to_others` whether other users of the machine can read it (None each: it is no file); `size`
    is how many bytes it fills; `newest` is when the latest entry was made, `its_clock` what the time is where the
    database runs.
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


def of_address(found: Sequence[Address], public_url: str | None, url: str) -> Finding:
    """Which address the codes carry, and whether phones are likely to get there; `found` has it first."""
    about = Text("Address")
    if public_url is not None:
        return Finding(about, Text("Codes lead to {url}, as was set.", url=url))
    if not found:
        return Finding(
            about,
            Text("This computer is in no network."),
            Text("Join the Wi-Fi that the phones are in, or plug the cable in."),
        )
    best = found[0]
    where = best.interface or "?"
    if rank(best) == LINK_LOCAL_RANK:
        return Finding(
            about,
            Text("Codes lead to {url} ({interface}): nothing in that network has given it an address.", url=url,
                 interface=where),
            Text("Join the Wi-Fi again, or restart the router."),
        )  # fmt: skip
    if best.virtual:
        return Finding(
            about,
            Text("Codes lead to {url} ({interface}): a VPN or a bridge, where phones seldom get.", url=url,
                 interface=where),
            Text("Join the Wi-Fi that the phones are in, and switch the VPN off; or set COMPANION_PUBLIC_URL."),
        )  # fmt: skip
    return Finding(about, Text("Codes lead to {url} ({interface}).", url=url, interface=where))


def of_port(port: int, found: Port) -> Finding:
    """Whether the port can be listened on, or is by this program already."""
    about, number = Text("Port"), str(port)
    if found == "ours":
        return Finding(about, Text("Table Companion answers at port {port}.", port=number))
    if found == "free":
        return Finding(about, Text("Port {port} is free.", port=number))
    if found == "forbidden":
        return Finding(
            about,
            Text("This user may not listen at port {port}.", port=number),
            Text("Choose a port from 1024 on with --port, or let the system\u2019s service listen."),
        )
    return Finding(
        about,
        Text("Another program listens at port {port}.", port=number),
        Text("End that program, or choose another port with --port."),
    )


def of_name(name: str, leads_here: bool | None, *, needed: bool) -> Finding:
    """Whether a name of this machine leads to it (None: to nothing). Only one that was set is `needed`."""
    about = Text("Name")
    if leads_here:
        return Finding(about, Text("{name} leads to this computer.", name=name))
    says = Text("{name} leads to nothing.", name=name)
    if leads_here is not None:
        says = Text("{name} leads to another computer.", name=name)
    if not needed:
        return Finding(about, Text("{says} Phones use the address.", says=says))
    advice = Text("Set the name in the router or at its name server, or start without COMPANION_PUBLIC_URL.")
    return Finding(about, says, advice)


def of_database(found: Stored, where: str, most: int) -> Finding:
    """Whether the database opens, takes what is written, has room, and is its owner's alone.

    From `most` bytes on the server opens no more tables.
    """
    about = Text("Database")
    if found.failed is not None:
        return Finding(
            about,
            Text("{where} cannot be used: {why}.", where=where, why=found.failed.rstrip(".")),
            Text("Look whether it runs, whether this user may write there, and whether the disk is full."),
        )
    if found.later:
        return Finding(
            about,
            Text("{file} was made by a later version of this app.", file=where),
            Text("Start that version, or restore a backup from before it."),
        )
    if found.free is not None and found.free < FEWEST_FREE:
        return Finding(
            about,
            Text("{where} has {megabytes} MB of room left.", where=where, megabytes=found.free // 1_000_000),
            Text("Make room on that disk: without it no move is saved."),
        )
    if found.size >= most:
        return Finding(
            about,
            DatabaseFull.text,
            Text("Delete tables that nobody needs, or set COMPANION_MOST_MEGABYTES to more."),
        )
    if not found.exists:
        return Finding(about, Text("{where} is not there yet; the first start makes it.", where=where))
    if found.open_to_others:
        return Finding(
            about,
            Text("Other users of this computer can read {where}.", where=where),
            Text("Take that right from them: chmod 600 {where}", where=where),
        )
    if found.wal is False:
        return Finding(
            about,
            Text("{where} keeps no write-ahead log, so that who reads waits for who writes.", where=where),
            Text("Put it on a disk of this computer, not on a network\u2019s; the next start sets it right."),
        )
    return Finding(about, Text("{where} opens, and takes what is written.", where=where))


def of_secret_key(wrong: Text) -> Finding:
    """What is wrong with the secret key, and that nothing is served without one."""
    return Finding(
        Text("Secret key"),
        wrong,
        Text(
            "No server starts without one: look whether this user may read and write there, or set COMPANION_INSTANCE "
            "to another folder."
        ),
    )


def of_redis(where: str, failed: str | None = None) -> Finding:
    """Whether Redis answers and takes announcements; `failed` says why it does not."""
    about = Text("Redis")
    if failed is None:
        return Finding(about, Text("{where} answers, and takes announcements.", where=where))
    return Finding(
        about,
        Text("{where} cannot be used: {why}.", where=where, why=failed.rstrip(".")),
        Text(
            "Look whether it runs, and whether COMPANION_REDIS_URL leads there: until then phones hear of moves later."
        ),
    )


def of_clock(now: datetime, found: Stored) -> Finding:
    """Whether the time can be right: not before this program was written, nor before the latest entry."""
    about = Text("Clock")
    advice = Text("Set the clock; a Raspberry Pi has none of its own, and needs a network or a clock module.")
    shown = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year < EARLIEST_YEAR:
        return Finding(about, Text("It shows {time}, before this program was written.", time=shown), advice)
    if found.newest is not None and found.newest > now + MOST_SKEW:
        latest = f"{found.newest:%Y-%m-%d %H:%M} UTC"
        return Finding(
            about,
            Text("It shows {time}, before the latest entry of {latest}.", time=shown, latest=latest),
            advice,
        )
    if found.its_clock is not None and abs(found.its_clock - now) > MOST_SKEW:
        return Finding(
            about,
            Text("It shows {time}, and the database\u2019s machine another time.", time=shown),
            Text("Let both machines set their clocks by the network (NTP)."),
        )
    return Finding(about, Text("It shows {time}.", time=shown))
