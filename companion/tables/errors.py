"""Errors: why a request to a table fails, where no rule is against it. Each has a sentence for a person (`text`)."""

from __future__ import annotations

from companion.games.text import Text


class TableError(Exception):
    """The base of all of them. `text` is its class's, unless its kind makes one."""

    text: Text

    def __init__(self, text: Text | None = None) -> None:
        self.text = text or self.text
        super().__init__(self.text.put())


class NoSuchTable(TableError):
    """No table has this code."""

    text = Text("No table has this code. Check it again: it has eight letters and digits.")


class NoSuchSeat(TableError):
    """The table has no seat of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(Text("Nobody at this table is called {name}.", name=name))


class SeatTaken(TableError):
    """Another phone plays this seat."""

    def __init__(self, name: str) -> None:
        super().__init__(
            Text("{name} already plays on another phone. The host can move the seat to this one.", name=name)
        )


class HostOnly(TableError):
    """Only the table's host may do this."""

    text = Text("Only the host of this table can do this.")


class KeepersOnly(TableError):
    """Only host or scorekeeper may do this."""

    text = Text("Only the host or a scorekeeper can do this.")


class NotOver(TableError):
    """A rematch comes after the game."""

    text = Text("A rematch can start when this game is over.")


class NoRematch(TableError):
    """There is no next table to go on to."""

    text = Text("There is no rematch of this table yet.")


class Unavailable(TableError):
    """The database did not answer, or did not take what was written."""

    text = Text("The app could not save just now. Nothing was lost; try again.")


class BrokenLedger(TableError):
    """A stored entry that today's rules refuse: nothing may be added to such a table."""

    def __init__(self, code: str, version: int) -> None:
        super().__init__(
            Text("Entry {version} of table {code} does not fit this program\u2019s rules.", version=version, code=code)
        )
