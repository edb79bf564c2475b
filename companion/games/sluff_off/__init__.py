"""Sluff Off!: a room a chapter; `game` is its door."""
