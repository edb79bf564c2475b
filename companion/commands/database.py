"""`companion backup`, `companion restore` and `companion db`: a copy of everything, and the database's shape."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.terminal import Text, _, say, wrong

if TYPE_CHECKING:
    from companion.config import Settings

A_FILE = click.Path(dir_okay=False, path_type=Path)


def settings() -> Settings:
    """The settings; a wrong one ends the command with its sentence."""
    from companion.config import BadSetting, Settings  # late, as below: `companion --help` stays quick

    try:
        return Settings.from_environment()
    except BadSetting as bad:
        raise wrong(Text(bad.message, **bad.params)) from bad


@click.command("backup", help=_("Copy the database to FILE, while the server runs or not."))
@click.argument("file", type=A_FILE)
def backup_command(file: Path) -> None:
    from companion.storage.backup import backup

    url = settings().database_url
    with needs(url):
        backup(url, file)
    say(Text("Everything is in {file}.", file=str(file)))


@click.command("restore", help=_("Put the database back from FILE. Stop the server first."))
@click.argument("file", type=A_FILE)
@click.option("--force", is_flag=True, help=_("Replace the database that is there; what it holds is kept beside it."))
def restore_command(file: Path, force: bool) -> None:
    from companion.security_log import note, written_to_stderr
    from companion.storage.backup import restore

    url = settings().database_url
    with needs(url):
        kept = restore(url, file, force=force)
    with written_to_stderr(on=True):  # who looks for it later was not there: a terminal shows it, too
        note("restored", file=file.name)
    if kept is not None:
        say(Text("What was there before is in {file}.", file=str(kept)))
    say(Text("The database is as it was in {file}.", file=str(file)))


@click.group("db", help=_("Look after the database’s shape."))
def db_group() -> None:
    """Look after the database's shape."""


@db_group.command(help=_("Bring the database to the shape that this program needs. `serve` does it by itself."))
def upgrade() -> None:
    from companion.storage.migrate import upgrade as bring_up

    url = settings().database_url
    with needs(url):
        revision = bring_up(url)
    say(Text("The database is at revision {revision}.", revision=revision))


@contextmanager
def needs(url: str) -> Iterator[None]:
    """End the command with the reason in a sentence where the block cannot use the database, or make a copy of it."""
    from alembic.util import CommandError
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    from companion.storage.backup import BackupError
    from companion.tables.errors import LogGone, LogLeft, Unavailable

    try:
        yield
    except (LogLeft, LogGone, BackupError) as failed:
        raise wrong(failed.text) from failed
    except (ArgumentError, ModuleNotFoundError) as unusable:
        raise wrong(
            Text("COMPANION_DATABASE_URL names no database that can be used here: {why}.", why=str(unusable))
        ) from unusable
    except CommandError as failed:
        shown = make_url(url).render_as_string(hide_password=True)
        raise wrong(Text("{file} was made by a later version of this app.", file=shown)) from failed
    except OSError as failed:
        if failed.filename is None:  # what cannot be written is the answer
            raise
        where, why = str(failed.filename), failed.strerror or str(failed)
        raise wrong(Text("{where} cannot be used: {why}.", where=where, why=why)) from failed
    except Unavailable as failed:
        shown = make_url(url).render_as_string(hide_password=True)
        raise wrong(Text("The database {url} cannot be used: {why}.", url=shown, why=failed.why)) from failed
