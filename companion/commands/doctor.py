"""`companion doctor`: what keeps phones away or moves from being saved is said, with what to do about it.

What is so comes from `machine_facts`; what is held to be well, and what is advised, is said here.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import click

from companion import address
from companion.commands import machine_facts as facts
from companion.commands.database import settings
from companion.commands.machine_facts import Port, Stored
from companion.commands.terminal import _, line, printable
from companion.config import Settings
from companion.games.text import Text
from companion.tables.errors import DatabaseFull

FEWEST_FREE = 200_000_000  # bytes
MOST_SKEW = timedelta(minutes=1)
EARLIEST_YEAR = 2026
"""No clock that is right shows a year before this program's."""
NO_KEY = Text(
    "No server starts without one: look whether this user may read and write there, or set COMPANION_INSTANCE "
    "to another folder."
)
LINK_LOCAL_RANK = address.rank(address.Address("169.254.1.1", "", True))


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is so, and what to do where that is not well."""

    says: Text
    advice: Text | None = None

    @property
    def well(self) -> bool:
        return self.advice is None


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
    found, (stored, where) = address.addresses(), facts.look_at_database(now.database_url)
    no_key = facts.look_at_secret_key(now)
    name, leads_here = facts.look_at_name(now)
    looked_at = [
        (Text("Address"), of_address(found, now.public_url, address.home_url(now))),
        (Text("Port"), of_port(now.port, facts.look_at_port(now.port))),
        (Text("Name"), of_name(name, leads_here, needed=now.public_url is not None)),
        (Text("Database"), of_database(stored, where, now.most_megabytes * 1_000_000)),
    ]
    if no_key is not None:
        looked_at.append((Text("Secret key"), Diagnosis(no_key, NO_KEY)))
    if now.redis_url is not None:
        looked_at.append((Text("Redis"), of_redis(*facts.look_at_redis(now.redis_url))))
    return [*looked_at, (Text("Clock"), of_clock(datetime.now(UTC), stored))]


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


def of_port(port: int, found: Port) -> Diagnosis:
    """Whether the port can be listened on, or is by this program already."""
    number = str(port)
    if found == "ours":
        return Diagnosis(Text("Table Companion answers at port {port}.", port=number))
    if found == "free":
        return Diagnosis(Text("Port {port} is free.", port=number))
    if found == "forbidden":
        return Diagnosis(
            Text("This user may not listen at port {port}.", port=number),
            Text("Choose a port from 1024 on with --port, or let the system\u2019s service listen."),
        )
    return Diagnosis(
        Text("Another program listens at port {port}.", port=number),
        Text("End that program, or choose another port with --port."),
    )


def of_name(name: str, leads_here: bool | None, *, needed: bool) -> Diagnosis:
    """Whether a name of this machine leads to it (None: to nothing). Only one that was set is `needed`."""
    if leads_here:
        return Diagnosis(Text("{name} leads to this computer.", name=name))
    says = Text("{name} leads to nothing.", name=name)
    if leads_here is not None:
        says = Text("{name} leads to another computer.", name=name)
    if not needed:
        return Diagnosis(Text("{says} Phones use the address.", says=says))
    advice = Text("Set the name in the router or at its name server, or start without COMPANION_PUBLIC_URL.")
    return Diagnosis(says, advice)


def of_database(found: Stored, where: str, most: int) -> Diagnosis:
    """Whether the database opens, takes what is written, has room, below `most` bytes, and is its owner's alone."""
    if found.failed is not None:
        return Diagnosis(
            Text("{where} cannot be used: {why}.", where=where, why=found.failed.rstrip(".")),
            Text("Look whether it runs, whether this user may write there, and whether the disk is full."),
        )
    if found.later:
        return Diagnosis(
            Text("{file} was made by a later version of this app.", file=where),
            Text("Start that version, or restore a backup from before it."),
        )
    if found.free is not None and found.free < FEWEST_FREE:
        return Diagnosis(
            Text("{where} has {megabytes} MB of room left.", where=where, megabytes=found.free // 1_000_000),
            Text("Make room on that disk: without it no move is saved."),
        )
    if found.size >= most:
        return Diagnosis(
            DatabaseFull.text,
            Text("Delete tables that nobody needs, or set COMPANION_MOST_MEGABYTES to more."),
        )
    if not found.exists:
        return Diagnosis(Text("{where} is not there yet; the first start makes it.", where=where))
    if found.open_to_others:
        return Diagnosis(
            Text("Other users of this computer can read {where}.", where=where),
            Text("Take that right from them: chmod 600 {where}", where=where),
        )
    if found.wal is False:
        return Diagnosis(
            Text("{where} keeps no write-ahead log, so that who reads waits for who writes.", where=where),
            Text("Put it on a disk of this computer, not on a network\u2019s; the next start sets it right."),
        )
    return Diagnosis(Text("{where} opens, and takes what is written.", where=where))


def of_redis(where: str, failed: str | None = None) -> Diagnosis:
    """Whether Redis answers and takes announcements; `failed` says why it does not."""
    if failed is None:
        return Diagnosis(Text("{where} answers, and takes announcements.", where=where))
    return Diagnosis(
        Text("{where} cannot be used: {why}.", where=where, why=failed.rstrip(".")),
        Text(
            "Look whether it runs, and whether COMPANION_REDIS_URL leads there: until then phones hear of moves later."
        ),
    )


def of_clock(now: datetime, found: Stored) -> Diagnosis:
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
