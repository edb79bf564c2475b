"""`companion db`: care for the database's shape."""

from __future__ import annotations

import click

from companion.commands.backup import database_url


@click.group("db")
def db_group() -> None:
    """Look after the database's shape."""


@db_group.command()
def upgrade() -> None:
    """Bring the database to the shape that this program needs. `serve` does it by itself."""
    from alembic.util import CommandError

    from companion.tables.migrate import upgrade as bring_up
    from companion.tables.troubles import Trouble

    try:
        revision = bring_up(database_url())
    except (Trouble, CommandError) as failed:
        raise click.ClickException(str(failed)) from failed
    click.echo(f"The database is at revision {revision}.")
