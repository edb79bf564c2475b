"""Fluff: the dice game of bluffing under cups."""
