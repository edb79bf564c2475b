"""Finished games as they were exported, of every edition of the rules: replayed for ever, and never changed.

`NAME.jsonl` is the game's file, `NAME.ledger.jsonl` its ledger row by row, `NAME.json` what the API said of it then.
`rulings.json` is what the rules said of moves tried at moments of these games, so that no rule changes unsaid.
`rules-0` is from before editions had numbers, played through the API of the program of that time.
`.venv/bin/python -m tests.corpus.make` plays new ones, of today's edition, into `rules-N`.
"""
