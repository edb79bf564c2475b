"""The ledger's page and its entries in words."""
