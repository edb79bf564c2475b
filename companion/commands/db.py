"""`companion db`: care for the database's shape."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from companion.commands.backup import database_url


@click.group("db")
def db_group() -> None:
    """Look after the database's shape."""


@db_group.command()
def upgrade() -> None:
    """Bring the database to the shape that this program needs. `serve` does it by itself."""
    from companion.tables.migrate import upgrade as bring_up

    url = database_url()
    with needs(url):
        revision = bring_up(url)
    click.echo(f"The database is at revision {revision}.")


@contextmanager
def needs(url: str) -> Iterator[None]:
    """What needs the database: where it cannot be used, the command ends with the reason in a sentence."""
    from alembic.util import CommandError
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    from companion.tables.troubles import Unavailable

    try:
        yield
    except (ArgumentError, ModuleNotFoundError) as wrong:
        raise click.ClickException(
            f"COMPANION_DATABASE_URL names no database that can be used here: {wrong}."
        ) from wrong
    except (Unavailable, CommandError) as failed:
        cause = getattr(failed.__cause__, "orig", None) or failed
        shown = make_url(url).render_as_string(hide_password=True)
        raise click.ClickException(f"The database {shown} cannot be used: {cause}.") from failed
