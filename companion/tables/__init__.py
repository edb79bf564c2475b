"""One table's life: its rows, its ledger, its keys, and the one way in (`service.Tables`)."""
