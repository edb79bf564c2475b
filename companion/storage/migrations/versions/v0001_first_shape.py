"""Tables, seats, keys and the ledger."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the four tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("touched", sa.Integer(), nullable=False),
        sa.Column("next_code", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("scorekeeper", sa.Boolean(), nullable=False),
        sa.Column("joined_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_seats"),
        sa.UniqueConstraint("table_id", "position", name="uq_seats_table_id_position"),
        sa.UniqueConstraint("table_id", "name", name="uq_seats_table_id_name"),
    )
    op.create_table(
        "keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT, nullable=True),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_keys_table_id"),
        sa.PrimaryKeyConstraint("id", name="pk_keys"),
        sa.UniqueConstraint("hash", name="uq_keys_hash"),
    )
    op.create_index("ix_keys_table_id", "keys", ["table_id"])
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("entered_by", sa.Text(), nullable=True),
        sa.Column("key_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("request", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_entries_table_id"),
        sa.ForeignKeyConstraint(["key_id"], ["keys.id"], name="fk_entries_key_id"),
        sa.PrimaryKeyConstraint("table_id", "version", name="pk_entries"),
        sa.UniqueConstraint("table_id", "request", name="uq_entries_table_id_request"),
    )
