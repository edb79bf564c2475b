"""Telling changes: a channel a watched table, presence, and a bus between processes."""
