"""Popcorn."""
