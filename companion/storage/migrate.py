"""Migrations: bring a database to the schema that this program needs. `serve` does it by itself."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection

from companion.storage.database import connect

MIGRATIONS = Path(__file__).resolve().parent / "migrations"
# PostgreSQL's advisory lock of whoever changes the schema: any number, the same in all processes.
SCHEMA_LOCK = 201021205


def upgrade(url: URL | str, revision: str = "head") -> str:
    """Make the database or bring it up to date, in one transaction; return its revision then.

    Or bring it to an earlier `revision`. Of several processes that start at once the first does it, and the others
    wait. Raises Unavailable if the database does not answer, alembic's CommandError if a later program made it.
    """
    with closing(connect(url, maintenance=True)) as database, database.writing() as connection:
        return upgrade_schema(connection, revision)


def upgrade_schema(connection: Connection, revision: str = "head") -> str:
    """Bring the database of this connection to a revision, in the transaction that it is in; its revision then."""
    if connection.dialect.name == "postgresql":
        lock_schema(connection)
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
    return revision_of(connection)


def lock_schema(connection: Connection) -> None:
    """Lock the schema of a PostgreSQL database: nobody else changes it until this transaction ends."""
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})")


def revision_of(connection: Connection) -> str:
    """The revision of the database's schema; "" for none of ours."""
    return MigrationContext.configure(connection).get_current_revision() or ""


def revisions() -> set[str]:
    """All revisions that this program can upgrade from."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def newest() -> str:
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
