"""The tokens don't match: the smallest change to the entries that explains what lies on the table.

`slip_search.search` looks for one slip, or two. `slips` lists what may be wrong with an entry, `simulation` replays
the game with that put right, `consequences` follows what changes with it, `wording` says it. Nothing here knows a
game: all candidates come from the game's own choices and are judged by it.
"""
