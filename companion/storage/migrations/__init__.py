"""The database's shape through time, run by Alembic: see `migrate.py`."""
