"""Here `tables` is the service on a test's own database, not the app's, and `house` one table of it."""

from tests.databases import house, tables

__all__ = ["house", "tables"]
