"""The database: rows as models, the append-only ledger, tables kept in memory, and the two databases."""
