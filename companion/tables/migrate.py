"""Bringing a database to the shape that this program needs. `serve` does it by itself."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from companion.tables.database import connect

MIGRATIONS = Path(__file__).resolve().parent / "migrations"


def upgrade(url: str) -> str:
    """Make the database or bring it up to date, in one transaction; says at which revision it is then.

    Raises Unavailable where the database does not answer, alembic's CommandError
    where it was made by a later program than this one.
    """
    database = connect(url, foreign_keys=False)
    try:
        with database.writing() as connection:
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            return MigrationContext.configure(connection).get_current_revision() or ""
    finally:
        database.close()


def revisions() -> set[str]:
    """All shapes that this program knows how to go on from."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
