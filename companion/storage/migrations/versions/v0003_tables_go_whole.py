"""A table can be deleted, and only as a whole: its entries, keys and seats go with its row, and never without it."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

SENTENCE = "an entry of the ledger is never changed and never removed"
GUARD = """
CREATE TRIGGER entries_delete BEFORE DELETE ON entries
WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
BEGIN SELECT RAISE(ABORT, 'SENTENCE'); END
"""
TAKE_ALL = """
CREATE TRIGGER tables_take_all AFTER DELETE ON tables
BEGIN
  DELETE FROM entries WHERE table_id = OLD.id;
  DELETE FROM keys WHERE table_id = OLD.id;
  DELETE FROM seats WHERE table_id = OLD.id;
  UPDATE tables SET next_code = NULL, touched = touched + 1 WHERE next_code = OLD.code;
END
"""
# Looked for in the schema that the trigger's own table is in: older tables may have been put aside in another.
POSTGRESQL = """
CREATE FUNCTION tables_take_all() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  EXECUTE format('DELETE FROM %I.entries WHERE table_id = $1', TG_TABLE_SCHEMA) USING OLD.id;
  EXECUTE format('DELETE FROM %I.keys WHERE table_id = $1', TG_TABLE_SCHEMA) USING OLD.id;
  EXECUTE format('DELETE FROM %I.seats WHERE table_id = $1', TG_TABLE_SCHEMA) USING OLD.id;
  EXECUTE format('UPDATE %I.tables SET next_code = NULL, touched = touched + 1 WHERE next_code = $1', TG_TABLE_SCHEMA)
    USING OLD.code;
  RETURN OLD;
END $$;
CREATE FUNCTION entries_go_whole() RETURNS trigger LANGUAGE plpgsql AS
$$ DECLARE there boolean; BEGIN
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I.tables WHERE id = $1)', TG_TABLE_SCHEMA)
    INTO there USING OLD.table_id;
  IF there THEN RAISE EXCEPTION 'SENTENCE' USING ERRCODE = 'restrict_violation'; END IF;
  RETURN NULL;
END $$;
DROP TRIGGER entries_stay ON entries;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION entries_stay();
CREATE CONSTRAINT TRIGGER entries_go_whole AFTER DELETE ON entries DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION entries_go_whole();
CREATE TRIGGER tables_take_all BEFORE DELETE ON tables FOR EACH ROW EXECUTE FUNCTION tables_take_all();
"""


def upgrade() -> None:
    """No id is given twice, so that no process takes a new table for one that is gone; then the triggers."""
    if op.get_bind().dialect.name != "sqlite":
        op.execute(POSTGRESQL.replace("SENTENCE", SENTENCE))
        return
    for name in ("tables", "keys"):
        with op.batch_alter_table(name, recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass
    op.execute("DROP TRIGGER entries_delete")
    op.execute(GUARD.replace("SENTENCE", SENTENCE))
    op.execute(TAKE_ALL)
