"""A finished game for the app *Board Game Stats*: a link that a person may tap. Nothing here ever fetches it.

That app opens from the link, on the phone that taps it, with the game filled in. It fails where a player's key is
missing, so that each key is always there. A game's number at BoardGameGeek is left out: no source that can be cited
has any of them (docs/sheets.md says what was looked for), and the app asks once which game was meant.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.circles.circle import Circle
from companion.games.header import as_read
from companion.games.report import Place
from companion.tables.snapshot import Snapshot
from companion.web.request_language import words

ADDRESS = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Table Companion"
"""Who sends it. The app remembers by it which game and which people were meant: it never changes."""


def link(snapshot: Snapshot, places: Sequence[Place], people: Mapping[str, str]) -> str:
    """The link that hands the game on. `people` names who is known as somebody by more than a name, by seat."""
    return f"{ADDRESS}?data={quote(json.dumps(play(snapshot, places, people), ensure_ascii=False), safe='')}"


def play(snapshot: Snapshot, places: Sequence[Place], people: Mapping[str, str]) -> dict[str, Any]:
    """The finished game as that app reads it; `places` are those of the podium, first to last."""
    book, game = snapshot.book, snapshot.book.game
    first = game.first_player(book)
    ended = next((one.at for one in snapshot.entered() if one.at is not None), snapshot.opened_at)
    with_points = any(place.total is not None for place in places)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": play_id(snapshot),
        "playDate": played_at(ended),
        "game": {
            "name": words(game.title),
            "sourceGameId": game.slug,
            "highestWins": game.most_wins,
            "noPoints": not with_points,
        },
        "players": [
            {
                "name": place.name,
                "sourcePlayerId": people.get(place.name) or player_id(place.name),
                "startPlayer": place.name == first,
                "score": place.total or 0,  # a game without points says so above, and none is read then
                "rank": place.place,
                "winner": place.name in book.report().winners,
            }
            for place in places
        ],
    }


def played_at(moment: datetime) -> str:
    """When a game ended, as the app reads it: in UTC."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def play_id(snapshot: Snapshot) -> str:
    """The same for the same table whenever it is handed on; it tells nothing of the table's code or keys."""
    return _id(f"play/{snapshot.table_id}/{snapshot.opened_at.astimezone(UTC).isoformat()}")


def person_id(circle: Circle, person: int) -> str:
    """The same for somebody of a circle at all of its tables, whatever they are called there."""
    return _id(f"person/{circle.id}/{circle.opened_at.astimezone(UTC).isoformat()}/{person}")


def player_id(name: str) -> str:
    """The same for a name at every table, however its letters are cased: the app then knows who was meant."""
    return _id(f"player/{as_read(name)}")


def _id(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
