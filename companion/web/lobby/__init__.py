"""Home, joining, opening a table and its house rules."""
