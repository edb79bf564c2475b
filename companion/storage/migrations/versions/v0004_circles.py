"""Circles of people: who plays together, the games that they have played, and the house rules that they keep."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
TAKE_ALL = """
CREATE TRIGGER tables_take_all AFTER DELETE ON tables
BEGIN
  DELETE FROM circle_seats WHERE table_id = OLD.id;
  DELETE FROM circle_games WHERE table_id = OLD.id;
  DELETE FROM entries WHERE table_id = OLD.id;
  DELETE FROM keys WHERE table_id = OLD.id;
  DELETE FROM seats WHERE table_id = OLD.id;
  UPDATE tables SET next_code = NULL, touched = touched + 1 WHERE next_code = OLD.code;
END
"""
POSTGRESQL = """
CREATE OR REPLACE FUNCTION tables_take_all() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE format('DELETE FROM %I.circle_seats WHERE table_id = $1', TG_TABLE_SCHEMA) USING OLD.id;
  EXECUTE format('DELETE FROM %I.circle_games WHERE table_id = $1', TG_TABLE_SCHEMA) USING OLD.id;
  EXECUTE format('DELETE FROM %I.entries WHERE table_id = $1', TG_TABLE_SCHEMA) USING OLD.id;
  EXECUTE format('DELETE FROM %I.keys WHERE table_id = $1', TG_TABLE_SCHEMA) USING OLD.id;
  EXECUTE format('DELETE FROM %I.seats WHERE table_id = $1', TG_TABLE_SCHEMA) USING OLD.id;
  EXECUTE format('UPDATE %I.tables SET next_code = NULL, touched = touched + 1 WHERE next_code = $1', TG_TABLE_SCHEMA)
    USING OLD.code;
  RETURN OLD;
END $$;
"""


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer(), nullable=False)


def _of(
    name: str, table: str, column: str, *, nullable: bool = False
) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    """A column that names a row of that table, and the constraint that says so."""
    key = sa.ForeignKeyConstraint([column], [f"{table}.{'table_id' if table == 'circle_games' else 'id'}"])
    key.name = f"fk_{name}_{column}"
    return sa.Column(column, sa.Integer(), nullable=nullable), key


def upgrade() -> None:
    """Make the tables, then let a table that is deleted take its place in its circle along."""
    op.create_table(
        "circles",
        _id(),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_circles"),
        sa.UniqueConstraint("code", name="uq_circles_code"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "people",
        _id(),
        *_of("people", "circles", "circle_id"),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("color", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "person_names",
        *_of("person_names", "circles", "circle_id"),
        sa.Column("reads", sa.String(), nullable=False),
        *_of("person_names", "people", "person_id"),
        sa.PrimaryKeyConstraint("circle_id", "reads", name="pk_person_names"),
    )
    op.create_table(
        "circle_keys",
        _id(),
        *_of("circle_keys", "circles", "circle_id"),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        *_of("circle_keys", "people", "person_id", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_circle_keys"),
        sa.UniqueConstraint("hash", name="uq_circle_keys_hash"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "circle_games",
        *_of("circle_games", "tables", "table_id"),
        *_of("circle_games", "circles", "circle_id"),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", name="pk_circle_games"),
    )
    op.create_table(
        "circle_seats",
        *_of("circle_seats", "circle_games", "table_id"),
        sa.Column("name_hash", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        *_of("circle_seats", "people", "person_id", nullable=True),
        sa.PrimaryKeyConstraint("table_id", "name_hash", name="pk_circle_seats"),
    )
    op.create_table(
        "presets",
        _id(),
        *_of("presets", "circles", "circle_id"),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_presets"),
    )
    for name in ("people", "circle_keys", "circle_games", "presets"):
        op.create_index(f"ix_{name}_circle_id", name, ["circle_id"])
    for name in ("person_names", "circle_keys", "circle_seats"):
        op.create_index(f"ix_{name}_person_id", name, ["person_id"])
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER tables_take_all")
        op.execute(TAKE_ALL)
    else:
        op.execute(POSTGRESQL)
