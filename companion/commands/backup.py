"""`companion backup` and `companion restore`: a copy of everything, and putting it back."""

from __future__ import annotations

from pathlib import Path

import click

from companion.config import BadSetting, Settings

A_FILE = click.Path(dir_okay=False, path_type=Path)


def database_url() -> str:
    """The database's URL by the settings; a wrong setting ends the command with its sentence."""
    try:
        return Settings.from_environment().database_url
    except BadSetting as wrong:
        raise click.ClickException(str(wrong)) from wrong


@click.command("backup")
@click.argument("file", type=A_FILE)
def backup_command(file: Path) -> None:
    """Copy the database to FILE, while the server runs or not."""
    from companion.tables import backup as backups  # late: `companion --help` stays quick

    try:
        backups.backup(database_url(), file)
    except backups.BackupError as failed:
        raise click.ClickException(str(failed)) from failed
    click.echo(f"Everything is in {file}.")


@click.command("restore")
@click.argument("file", type=A_FILE)
@click.option("--force", is_flag=True, help="Replace the database that is there; what it holds is kept beside it.")
def restore_command(file: Path, force: bool) -> None:
    """Put the database back from FILE. Stop the server first."""
    from companion.tables import backup as backups

    try:
        kept = backups.restore(database_url(), file, force=force)
    except backups.BackupError as failed:
        raise click.ClickException(str(failed)) from failed
    if kept is not None:
        click.echo(f"What was there before is in {kept}.")
    click.echo(f"The database is as it was in {file}.")
