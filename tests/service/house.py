"""What the tests of this package say often: a table with its people, and moves."""

from __future__ import annotations

from typing import Any

from companion.games.header import Header
from companion.games.ruling import Accepted
from companion.games.transcript import read_header
from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Answer, Played
from companion.tables.snapshot import Actor, Snapshot

SEATS = ("Chris", "Mary", "Katie")
UNDO = {"move": "undo"}


def header(**options: Any) -> Header:
    """Three at the table; Chris predicts first."""
    return read_header({"transcript": 1, "game": "sluff-off", "seats": list(SEATS), "options": options})


def take(seat: str, color: str = "red") -> dict[str, str]:
    return {"move": "take", "seat": seat, "color": color}


def done(seat: str) -> dict[str, str]:
    return {"move": "done", "seat": seat}


def trick(winner: str, led: str = "green", won_with: str = "green") -> dict[str, str]:
    return {"move": "trick", "winner": winner, "led": led, "won_with": won_with}


class House:
    """One table, its host and its seats. `first` takes every trick of a game that is played out."""

    first = "Chris"

    def __init__(self, tables: TableService, *, on: Header | None = None, keys_for_seats: bool = True) -> None:
        self.tables = tables
        self.opened = tables.open(on or header(), keys_for_seats=keys_for_seats, label="Host's phone")
        self.code = self.opened.code
        self.host = self.actor(self.opened.host_key)

    def who(self, key: str) -> Actor | None:
        """Whoever has the key, by now."""
        return membership.actor(self.tables, self.code, key)

    def actor(self, key: str) -> Actor:
        actor = self.who(key)
        assert actor is not None
        return actor

    def seat(self, name: str) -> Actor:
        return self.actor(self.opened.seat_keys[name])

    def scorekeeper(self, name: str = "Mary") -> Actor:
        """The seat of that name, which may enter for everybody from now on."""
        membership.give_scorekeeper(self.tables, self.host, name, True)
        return self.seat(name)

    @property
    def now(self) -> Snapshot:
        return self.tables.get(self.code)

    def play(
        self, *moves: object, actor: Actor | None = None, seen: int | None = None, request: str | None = None
    ) -> Answer:
        return self.tables.submit(self.code, moves, actor=actor or self.host, seen=seen, request=request)

    def play_all(self, *moves: object) -> Snapshot:
        """Each of them stands."""
        for move in moves:
            answer = self.play(move)
            assert isinstance(answer, Played), answer
        return self.now

    def play_out(self) -> Snapshot:
        """To the end of the game."""
        play_out(self.tables, self.host, self.first)
        return self.now


def play_out(tables: TableService, host: Actor, first: str) -> None:
    """To the end of a game at once: nobody predicts anything any more, the first seat takes every trick."""
    book, moves = tables.get(host.code).book, list[object]()
    while not (state := book.state).over:
        predicts = state.phase == "prediction"
        moves.append(done(state.predictor) if predicts else trick(first))
        ruling = book.play(moves[-1])
        assert isinstance(ruling, Accepted), (moves[-1], ruling)
        book = ruling.state
    answer = tables.submit(host.code, moves, actor=host, seen=None, request=None)
    assert isinstance(answer, Played), answer


def report(tables: TableService, code: str) -> dict[str, Any]:
    """All that can be known of a table, for comparing."""
    here = tables.get(code)
    return {
        "version": here.version,
        "moves": [move.plain() for move in here.book.moves()],
        "touched": here.touched,
        "seats": here.seats,
        "next": here.next_code,
        **here.book.report().plain(),
    }


RARE = ("Zebulonia", "Quetzalina", "Xanthippe")


def an_evening(tables: TableService) -> House:
    """A table whose names are found nowhere else, with moves, keys that ended, and a recovery code."""
    house = House(tables, on=read_header({"transcript": 1, "game": "sluff-off", "seats": list(RARE), "options": {}}))
    for _ in range(40):
        house.play(take(RARE[0]), request="r")
        house.play({"move": "undo"})
    house.actor(membership.new_seat_key(tables, house.host, RARE[1]))
    membership.leave(tables, house.actor(membership.new_seat_key(tables, house.host, RARE[2])))
    return house


def joined(house: House) -> list[str]:
    return [seat.name for seat in house.now.seats if seat.joined]
