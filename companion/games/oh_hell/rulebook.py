"""The rulebook of Oh Hell: `rulebook.md`, read once."""

from pathlib import Path

from companion.games.rulebook import load

BOOK = load(Path(__file__).with_name("rulebook.md"))
