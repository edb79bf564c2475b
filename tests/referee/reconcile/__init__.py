"""Reconciling: what explains that cardboard and book differ."""
