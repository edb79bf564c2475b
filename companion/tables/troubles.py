"""What a request to a table can meet that is no ruling. Each carries a sentence for a person."""

from __future__ import annotations

from companion.games.ruling import Text


class Trouble(Exception):
    """Something that the one who asked can be told in a sentence: `text`."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.put())
        self.text = text


class NoSuchTable(Trouble):
    """No table has this code."""

    def __init__(self) -> None:
        super().__init__(Text("No table has this code. Look at it again: it has eight letters and digits."))


class NoSuchSeat(Trouble):
    """The table has no seat of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(Text("Nobody at this table is called {name}.", name=name))


class SeatTaken(Trouble):
    """Another phone plays this seat."""

    def __init__(self, name: str) -> None:
        super().__init__(Text("{name} already plays on another phone. The host can hand out the seat anew.", name=name))


class HostOnly(Trouble):
    """Only the table's host may do this."""

    def __init__(self) -> None:
        super().__init__(Text("Only the host of this table can do this."))


class KeepersOnly(Trouble):
    """Only host or scorekeeper may do this."""

    def __init__(self) -> None:
        super().__init__(Text("Only the host or a scorekeeper can do this."))


class NotOver(Trouble):
    """A rematch comes after the game."""

    def __init__(self) -> None:
        super().__init__(Text("A rematch begins when this game is over."))


class NoRematch(Trouble):
    """There is no next table to go on to."""

    def __init__(self) -> None:
        super().__init__(Text("There is no rematch of this table yet."))


class Unavailable(Trouble):
    """The database did not answer, or did not take what was written."""

    def __init__(self) -> None:
        super().__init__(Text("The book could not be written just now. Nothing was lost; try again."))


class BrokenLedger(Trouble):
    """A stored entry that the rules of today refuse: nothing may be added to such a table."""

    def __init__(self, code: str, version: int) -> None:
        super().__init__(
            Text("Entry {version} of table {code} does not fit this program's rules.", version=version, code=code)
        )
