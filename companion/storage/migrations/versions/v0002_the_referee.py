"""Acts beside moves in the ledger, and the database itself forbids to change or remove an entry."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SENTENCE = "an entry of the ledger is never changed and never removed"
SQLITE = """
CREATE TRIGGER entries_{when} BEFORE {when} ON entries
BEGIN SELECT RAISE(ABORT, '{sentence}'); END
"""
# SQLite's REPLACE takes a row's place without asking the triggers on deletion.
REPLACE = """
CREATE TRIGGER entries_replace BEFORE INSERT ON entries
WHEN EXISTS (
  SELECT 1 FROM entries
  WHERE table_id = NEW.table_id AND (version = NEW.version OR request = NEW.request)
)
BEGIN SELECT RAISE(ABORT, '{sentence}'); END
"""
POSTGRESQL = f"""
CREATE FUNCTION entries_stay() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'restrict_violation'; END $$
"""


def upgrade() -> None:
    """Add the column, then the triggers."""
    op.add_column("entries", sa.Column("kind", sa.String(), nullable=False, server_default="move"))
    if op.get_bind().dialect.name == "sqlite":
        for when in ("update", "delete"):
            op.execute(SQLITE.format(when=when, sentence=SENTENCE))
        op.execute(REPLACE.format(sentence=SENTENCE))
    else:
        op.execute(POSTGRESQL)
        op.execute(
            "CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON entries "
            "FOR EACH ROW EXECUTE FUNCTION entries_stay()"
        )
        op.execute(
            "CREATE TRIGGER entries_all_stay BEFORE TRUNCATE ON entries "
            "FOR EACH STATEMENT EXECUTE FUNCTION entries_stay()"
        )
