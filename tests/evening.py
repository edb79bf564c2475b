"""An evening at the app: a whole game entered as people and programs do, with slips, disputes and rulings between.

Moves are the judge's own offers, picked by chance from a fixed seed; they are sent to the JSON API, or as the pages'
forms, and so is all that the referee is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected
from companion.games.transcript import open_book, read_header
from companion.referee.edits import Edit

if TYPE_CHECKING:
    from flask import Flask

    from companion.tables.snapshot import Snapshot
    from tests.conftest import Phone

Plain = dict[str, Any]
WHY = "we all saw it"
SLOW = {
    "sluff-off": ("take", "steal"),
    "ui77": ("cut", "swap"),
    "popcorn": ("call",),
    "fluff": ("bid", "spill"),
}
"""By game: moves that are made now and then only, so that it comes to its end."""
LATE = ("Dana", "Émile", "Fay", "Gus", "Dörthe", "Ivo")
"""Names that nobody has when the table is opened."""
ENOUGH = 600  # steps: then an evening that goes in circles is given up
RULINGS: dict[str, list[Plain]] = {
    "sluff-off": [{"points": 2}, {"points": -1}, {"color": "white", "count": 1, "from": "centre", "to": "{seat}"}],
    "ui77": [{"points": 3}, {"points": -2}],
    "popcorn": [{"count": 1, "from": "{seat}", "to": "pile"}],
    "fluff": [{"dice": -1}, {"dice": 1}],
}


class Evening:
    """One table, played by `way`: "api" or "pages"; `acts`: how often, of a hundred steps, the referee is asked.

    `comings`: how often, of a hundred steps at which seats may change, they do. Keys and phones are by first names.
    """

    def __init__(self, app: Flask, header: Plain, way: str, seed: int, acts: int = 6, comings: int = 0) -> None:
        from tests.conftest import Phone, said

        self.chance = Random(seed)  # the same evening from the same seed, no secret
        self.way, self.acts, self.comings, self.app = way, acts, comings, app
        self.tables = app.extensions["tables"]
        opened = said(Phone(app).post("/api/tables", json=header))
        self.code, self.keys = opened["code"], opened["keys"]
        self.host = Phone(app, self.code, self.keys["host"])
        self.seats: dict[str, Phone] = {name: Phone(app, self.code, key) for name, key in self.keys["seats"].items()}
        for phone in self.seats.values():
            phone.get(f"/t/{self.code}")  # so the seat is taken

    @property
    def now(self) -> Snapshot:
        found: Snapshot = self.tables.get(self.code)
        return found

    @property
    def over(self) -> bool:
        return self.now.book.report().over

    def play(self) -> Iterator[str]:
        """Step after step until the game is over: after each, what was done."""
        for _ in range(ENOUGH):
            if self.over:
                return
            yield self.step()

    def step(self) -> str:
        """A move; now and then something of the referee's."""
        if self.now.version and self.chance.randrange(100) < self.acts:
            act = self.chance.choice([self.undo, self.dispute, self.amend, self.propose, self.rule])
            act()
            return act.__name__
        if self.comings and self.change():
            return "change"
        self.tap(self.next_move())
        return "move"

    def next_move(self, hurry: float = 0.7) -> Plain:
        """A legal move: what the game offers, or cards where it cannot list them all; so often one that goes on."""
        book = self.now.book
        legal = [*self._legal(_offered(book.game.choices(book.state, None))), *self._legal(self._by_hand())]
        slow = SLOW[book.game.slug]
        onward = [move for move in legal if move["move"] not in slow]
        lowest = min((move["points"] for move in onward if move["move"] == "limit"), default=None)
        onward = [move for move in onward if lowest in (None, move.get("points"))]
        return self.chance.choice(onward if onward and self.chance.random() < hurry else legal)

    def tap(self, move: Plain) -> None:
        """Enter a move from the phone of who makes it, or from the host's."""
        own = move.get("seat") if move["move"] not in ("ruling", "undo", "join", "leave") else None
        own = None if own is None else self.now.book.people.first_name(own)
        mine = own in self.keys["seats"] and self.chance.random() < 0.5
        if self.way == "api":
            key = self.keys["seats"][own] if mine else self.keys["host"]
            headers = {"Authorization": f"Bearer {key}"}
            answer = self.host.post(f"/api/tables/{self.code}/moves", json=move, headers=headers)
            assert answer.status_code == 201, (move, answer.text)
            return
        before = self.now.version
        phone = self.seats[str(own)] if mine else self.host
        self.form("/moves", phone, move=json.dumps(move))
        assert self.now.version == before + 1, move

    def form(self, way: str, phone: Phone, **fields: Any) -> int:
        """Send a form of the page as it is now; the status of its answer."""
        answer = phone.post(f"/t/{self.code}{way}", {"version": self.now.version, **fields})
        assert answer.status_code < 500, (way, fields, answer.text)
        return answer.status_code

    # Who comes and who goes.

    def change(self) -> bool:
        """Somebody comes, goes or gets another name, or all change places; False where nobody does at this moment."""
        people = self.now.book.people
        gone: list[str] = [name for name in people.everybody if not people.sits(name)]
        new = [name for name in LATE if people.person(name) is None]
        order, one = list[str](people.seats), self.chance.choice(people.seats)
        self.chance.shuffle(order)
        wanted: list[Plain] = [{"move": "leave", "seat": one}, {"move": "reseat", "seats": order}]
        late = self.chance.sample(new + gone, min(1, len(new + gone)))
        wanted += [{"move": "join", "seat": name, "after": one} for name in late]
        renames: list[Plain] = [{"move": "rename", "seat": one, "name": name} for name in new[:1]]
        changes = self._legal(wanted) or self._legal(renames)
        often = self.comings if changes and changes[0]["move"] != "rename" else self.comings // 10
        if not changes or self.chance.randrange(100) >= often:
            return False
        move = self.chance.choice(changes)
        if self.way == "pages" and move["move"] in ("join", "rename"):
            renamed = move["move"] == "rename"
            typed = {"seat": one, "name": move["name"]} if renamed else {"name": move["seat"], "after": one}
            assert self.form("/players", self.host, kind=move["move"], **typed) == 303
        else:
            self.tap(move)
        if move["move"] == "join":
            self._take_seat(move["seat"])
        return True

    def _take_seat(self, name: str) -> None:
        """Who has joined gets a key from the host's program, or a phone by the table's code."""
        from tests.conftest import Phone, said

        first = self.now.book.people.first_name(name)
        if first in self.seats:
            return
        if self.way == "pages":
            self.seats[first] = Phone(self.app)
            assert self.seats[first].post(f"/j/{self.code}", {"name": name}).status_code == 303
            self.keys["seats"][first] = ""
            return
        headers = {"Authorization": f"Bearer {self.keys['host']}"}
        made = said(self.host.post(f"/api/tables/{self.code}/keys", json={"seat": name}, headers=headers))
        self.keys["seats"][first] = made["keys"]["seats"][name]
        self.seats[first] = Phone(self.app, self.code, self.keys["seats"][first])

    @property
    def phones(self) -> list[Phone]:
        """The phones of those who sit there."""
        people = self.now.book.people
        return [self.seats[first] for name in people.seats if (first := people.first_name(name)) in self.seats]

    # What the referee is asked for.

    def undo(self) -> None:
        """The latest entry was wrong."""
        if self.now.book.move is not None:
            self.tap({"move": "undo"})

    def dispute(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """A seat puts the table on hold; the host rules, or the seat withdraws it. `meanwhile` is done before that."""
        seat = self.chance.choice(self.phones)
        named = {"entry": self.chance.choice(self.now.standing_moves()).id} if self.now.book.move else {}
        self.form("/hold", seat, reason="that was mine", **named)
        meanwhile()
        rule = {"rule": self.chance.choice(self.now.book.game.rulebook.rules).id}
        how = self.chance.choice(["stands", "stands", "withdrawn", "amend"])
        if how == "amend" and self.now.book.move is not None:
            self.amend()
        if self.now.referee.hold is not None:
            who = seat if how == "withdrawn" else self.host
            self.form("/hold/ruling", who, how=how if how != "amend" else "stands", reason=WHY, **rule)
        assert self.now.referee.hold is None

    def amend(self) -> None:
        """One of the latest entries was something else, was none, or one was left out before it."""
        edit = self._edit()
        if edit is not None:
            self.form("/amend", self.host, edit=json.dumps(edit.plain()), mend="1", reason=WHY)

    def propose(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """The same, and a second seat has to agree. `meanwhile` is done before it does."""
        self.form("/referee/two-people", self.host, on="1")
        self.amend()
        if self.now.referee.proposal is not None:
            meanwhile()
            answer = self.chance.choice(["confirm", "confirm", "withdraw"])
            self.form("/amend/proposal", self.chance.choice(self.phones), answer=answer)
        self.form("/referee/two-people", self.host, on="0")

    def rule(self) -> None:
        """The table decides something itself."""
        seat = self.chance.choice(self.now.book.seats)
        made = {"move": "ruling", "seat": seat, **self.chance.choice(RULINGS[self.now.header.game]), "reason": WHY}
        told = {key: seat if value == "{seat}" else value for key, value in made.items()}
        if {"from", "to"} & told.keys():
            told.pop("seat")
        for move in self._legal([told]):
            self.tap(move)

    def _edit(self) -> Edit | None:
        lines = list(zip(self.now.book.standing(), reversed(self.now.standing_moves()), strict=True))[:5]
        if not lines:
            return None
        book, line = self.chance.choice(lines)
        assert book.before is not None
        before = book.before
        moves = [choice.move.plain() for choice in before.game.choices(before.state, None) if choice.legal]
        do = self.chance.choice(["change", "change", "remove", "insert"]) if moves else "remove"
        if do == "remove":
            return Edit(do="remove", entry=line.id)
        return Edit.model_validate({"do": do, "entry": line.id, "move": self.chance.choice(moves)})

    def _by_hand(self) -> Iterator[Plain]:
        """Moves of which there are too many to be offered: cards of a trick or face up, dice shown, a first roll."""
        game, state, seats = self.now.book.game, self.now.book.state, self.now.book.seats
        held = self.now.book.report().holdings
        cards = [face.name for face in game.cards(state) if not face.gone]
        for count, kind in ((len(seats), "trick"), (3, "face_up")):
            if len(cards) >= count:
                yield {"move": kind, "cards": self.chance.sample(cards, count)}
        if game.slug == "fluff":
            rolled = {name: self.chance.randint(0, held[name]) for name in seats if held[name]}
            yield {"move": "first_roll", "wilds": rolled}
            for name in seats:
                yield {"move": "show", "seat": name, "dice": self.chance.choices([2, 3, 4, 5, 6, "wild"], k=held[name])}

    def _legal(self, moves: Any) -> list[Plain]:
        book = self.now.book
        read = [(plain, book.game.parse(plain, book.seats)) for plain in moves]
        return [
            plain for plain, move in read
            if isinstance(move, Move) and not isinstance(book.game.judge(book.state, move), Rejected)
        ]  # fmt: skip


class Alone(Evening):
    """A table that nobody but this program sits at."""

    def __init__(self, header: Plain, seed: int) -> None:
        self.chance = Random(seed)  # the same game from the same seed, no secret
        self.book = open_book(read_header(header))

    @property
    def now(self) -> Snapshot:
        return SimpleNamespace(book=self.book, header=self.book.header)  # type: ignore[return-value]  # all it is asked

    def tap(self, move: Plain) -> None:
        ruling = self.book.play(move)
        assert isinstance(ruling, Accepted), (move, ruling)
        self.book = ruling.state


def _offered(choices: Any) -> list[Plain]:
    return [choice.move.plain() for choice in choices if choice.legal]
