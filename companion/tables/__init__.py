"""One table's life as values: commands, snapshot, policy, decide, apply, visibility. Pure."""
