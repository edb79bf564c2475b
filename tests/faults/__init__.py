"""Faults made on purpose: `make faults`. Each counts what it tried and what came of it."""
