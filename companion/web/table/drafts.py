"""A draft (a move half told) belongs to the act that it was begun for: the trick, the hand, the roll, the claim.

Every address and form of a draft carries that act's mark (`FOR`). A draft of another act is dropped, and the phone
is shown what was recorded instead.
"""

from __future__ import annotations

from itertools import islice

from werkzeug.datastructures import MultiDict

from companion.games.draft import Fields
from companion.games.game import Book
from companion.games.screen import screen_class
from companion.games.seating import Rename
from companion.games.text import Text
from companion.tables.snapshot import Provenance, Snapshot

FOR = "for"
PLAY = "play"
"""Names the seat that a keeper's phone plays for although it has a phone of its own. It lasts for that seat's turn."""
LOOKED_THROUGH = 500  # entries; after more than that the message names no entry

NOT_HERE = Text("The game has moved on since you began. Look again, then tap.")


def mark(snapshot: Snapshot, fields: Fields) -> str:
    """The mark of the act that the table waits for; `fields` is the phone's draft."""
    return _mark(snapshot.book, snapshot.provenance, fields)


def overtaken(snapshot: Snapshot, fields: Fields) -> bool:
    """Whether these fields are a draft of an act that the table no longer waits for."""
    carried = fields.getlist(FOR)
    return bool(carried) and carried[-1] != mark(snapshot, fields)


def lasting(book: Book, fields: Fields) -> MultiDict[str, str]:
    """The part of a draft that outlives its act: by cards, say, rather than by winner."""
    return MultiDict(screen_class(book).read(fields, book, None, True).lasting.fields())


def going_on(book: Book, fields: Fields) -> Fields:
    """What of a form goes on after its moves were entered: what is lasting, and whom the phone plays for."""
    kept = lasting(book, fields)
    kept.setlist(PLAY, fields.getlist(PLAY))
    return kept


def entered_instead(snapshot: Snapshot, fields: Fields, seat: str | None) -> Text:
    """Who recorded the act of an overtaken draft, and as what; worded for the phone of `seat`."""
    carried = fields.getlist(FOR)[-1]
    steps = zip(snapshot.book.standing(), snapshot.entered(), strict=False)
    for book, entered in islice(steps, LOOKED_THROUGH):
        assert book.before is not None  # noqa: S101 - a standing move has a book before it
        if book.move is not None and _mark(book.before, entered.before, fields) == carried:
            what = book.game.describe(book.move, book.before.state)
            if entered.by is None:
                return Text("The host\u2019s phone recorded: {what}", what=what)
            if snapshot.people.same(entered.by, seat):
                return Text("This phone recorded: {what}", what=what)
            name = snapshot.people.name_now(entered.by)
            return Text("{name}\u2019s phone recorded: {what}", name=name, what=what)
    return NOT_HERE


def _mark(book: Book, provenance: Provenance | None, fields: Fields) -> str:
    named = screen_class(book).act(book.state, fields)
    while isinstance(book.move, Rename) and book.before is not None and provenance is not None:
        book, provenance = book.before, provenance.before  # another name for a seat ends no act
    return named if named is not None else f"e{'' if provenance is None else provenance.entry_id}"
