"""`companion check`: play every table of the database through this version's rules, and name each that would stop."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import click

from companion.commands.database import needs, settings
from companion.commands.terminal import Counted, Text, _, line, printable, say

if TYPE_CHECKING:
    from companion.storage.upgrade_check import WouldStop

MOST_TABLES = 1_000_000_000

log = logging.getLogger("table_companion.check")


@click.command(
    "check",
    help=_("Play every table through this version’s rules. The database is only read, whether the server runs or not."),
    epilog=_("Exit status: 0 where every table plays on, 1 where one would wait for its host’s decision."),
)
@click.option("--latest", type=click.IntRange(1, MOST_TABLES), help=_("Only so many of the tables, those opened last."))
def check_command(latest: int | None) -> None:
    """Name each table that would stop."""
    from companion.storage.upgrade_check import NoDatabase, check_tables

    url, tables, stops = settings().database_url, 0, 0
    try:
        with needs(url):
            for found in check_tables(url, latest):
                tables += 1
                if found is not None:
                    stops += 1
                    click.echo(sentence(found))
    except NoDatabase:
        say(Text("There is no database yet."))
        return
    say(Text("Tables: {tables}. Would stop: {stops}.", tables=tables, stops=stops))
    sys.exit(1 if stops else 0)


def sentence(found: WouldStop) -> str:
    """Where a table stops, by which rule, and why, on one line."""
    where = Text("entry {n}", n=found.version) if found.version else Text("how it was opened")
    text = (
        Text("{code}: {where}: {why}", code=found.code, where=where, why=found.because)
        if found.rule is None
        else Text("{code}: {where}: {rule}. {why}", code=found.code, where=where, rule=found.rule, why=found.because)
    )
    return printable(line(text))


def say_after_an_upgrade(url: str) -> None:
    """One line where the rules are others than when the latest table was opened; nothing else, and never a failure."""
    from alembic.util import CommandError
    from sqlalchemy.exc import ArgumentError

    from companion.games.rules_editions import RULES
    from companion.storage.backup import BackupError
    from companion.storage.upgrade_check import NoDatabase, after_an_upgrade
    from companion.tables.errors import Unavailable

    try:
        found = after_an_upgrade(url)
    except (NoDatabase, BackupError, Unavailable, ArgumentError, CommandError, ModuleNotFoundError, OSError):
        return  # what is wrong with the database is told by what needs it
    except Exception:
        log.exception("the latest tables could not be played through this version's rules")
        return  # a server that starts is worth more than this line
    if found is None:
        return
    before = Text("an earlier one") if found.before is None else Text("edition {n}", n=found.before)
    say(
        Text("The rules are edition {now}; the latest table was opened under {before}.", now=RULES, before=before),
        Counted("The latest table was looked at.", "The {n} latest tables were looked at.", n=found.looked_at),
        Counted(
            "{n} of them would wait for its host: {code}.",
            "{n} of them would wait for their hosts, {code} for one.",
            n=len(found.stops),
            code=found.stops[0].code,
        )
        if found.stops
        else Text("None of them would wait for its host."),
        Text("`companion check` plays all of them."),
    )
