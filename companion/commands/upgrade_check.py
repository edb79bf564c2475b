"""`companion check`: name the entries of all tables that this version's rules would refuse."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from companion.commands.database import needs, settings
from companion.commands.terminal import Text, _, line, printable, say

if TYPE_CHECKING:
    from companion.storage.upgrade_check import WouldBeRefused

MOST_TABLES = 1_000_000_000


@click.command(
    "check",
    help=_("Play every table through this version’s rules. The database is only read, whether the server runs or not."),
    epilog=_("Exit status: 0 if the rules take every entry, 1 if they would refuse one. It stands all the same."),
)
@click.option("--latest", type=click.IntRange(1, MOST_TABLES), help=_("Only so many of the tables, those opened last."))
def check_command(latest: int | None) -> None:
    from companion.storage.upgrade_check import NoDatabase, check_tables

    url, tables, refused = settings().database_url, 0, 0
    try:
        with needs(url):
            for found in check_tables(url, latest):
                tables += 1
                refused += len(found)
                for one in found:
                    click.echo(sentence(one))
    except NoDatabase:
        say(Text("There is no database yet."))
        return
    say(Text("Tables: {tables}. Entries that would be refused today: {refused}.", tables=tables, refused=refused))
    sys.exit(1 if refused else 0)


def sentence(found: WouldBeRefused) -> str:
    """Which entry of which table, by which rule, and why, on one line."""
    where = Text("entry {n}", n=found.version) if found.version else Text("how it was opened")
    text = (
        Text("{code}: {where}: {why}", code=found.code, where=where, why=found.because)
        if found.rule is None
        else Text("{code}: {where}: {rule}. {why}", code=found.code, where=where, rule=found.rule, why=found.because)
    )
    return printable(line(text))
