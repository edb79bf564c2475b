"""Oh Hell, an example: docs/add-a-game.md builds this room step by step."""
