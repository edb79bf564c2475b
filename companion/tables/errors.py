"""Errors: why a request to a table fails, where no rule is against it. Each has a sentence for a person (`text`)."""

from __future__ import annotations

from companion.games.text import Text


class TableError(Exception):
    """The base of all of them. `text` is its class's, with what it names (`named`), unless another one is given."""

    text: Text

    def __init__(self, text: Text | None = None, **named: str) -> None:
        self.text = text or (self.text.filled(named) if named else self.text)
        super().__init__(self.text.put())


class NoSuchTable(TableError):
    """No table has this code."""

    text = Text("No table has this code, or not any more. Check it again: it has eight letters and digits.")


class TableGone(NoSuchTable):
    """The table that this phone has a key to is there no more."""

    text = Text("This table is gone: its host has deleted it, or nobody had used it for a long time.")


class NoSuchSeat(TableError):
    """The table has no seat of this name."""

    text = Text("Nobody at this table is called {name}.")


class SeatTaken(TableError):
    """Another phone plays this seat."""

    text = Text("{name} already plays on another phone. The host can move the seat to this one.")


class HostOnly(TableError):
    """Only the table's host may do this."""

    text = Text("Only the host of this table can do this.")


class HostStays(TableError):
    """The host's phone cannot leave its table without a host."""

    text = Text("The host cannot leave the table: give up the seat, or delete the table.")


class WrongRecovery(TableError):
    """No recovery code of this table."""

    text = Text("This is no recovery code of this table. Each works once, and ends when a new one is made.")


class TableFull(TableError):
    """The table has grown to the bound that the operator has set."""

    text = Text("This table is full: it has as many entries as a table may have here. Open a new one to play on.")


class DatabaseFull(TableError):
    """The database has grown to the bound that the operator has set."""

    text = Text("This server is full: no more tables can be opened. Tables that are open go on.")


class KeepersOnly(TableError):
    """Only host or scorekeeper may do this."""

    text = Text("Only the host or a scorekeeper can do this.")


class KeyEnded(TableError):
    """The key has ended since the request came in."""

    text = Text("This phone\u2019s key has ended. Ask the host for a new link.")


class NotOver(TableError):
    """A rematch comes after the game."""

    text = Text("A rematch can start when this game is over.")


class NoRematch(TableError):
    """There is no next table to go on to, or no seat of this phone at it."""

    text = Text("This table has no rematch yet.")


class Unavailable(TableError):
    """The database did not answer, or did not take what was written."""

    text = Text("The app could not save just now. Nothing was lost; try again.")

    @property
    def why(self) -> str:
        """The cause in its driver's words, on one line and without a full stop: the end of a sentence."""
        cause = getattr(self.__cause__, "orig", None) or self.__cause__ or self
        return " ".join(str(cause).split()).rstrip(".?")


class LogLeft(Unavailable):
    """The database's file is gone, its write-ahead log is not: SQLite would delete it beside a new file."""

    text = Text(
        "{file} is gone, but its log {log} is still there. Put the file back, or restore a backup: what was not"
        " yet in the file is in the log alone."
    )


class LogGone(Unavailable):
    """Others have the database's file open, and its write-ahead log was removed meanwhile."""

    text = Text(
        "{file} is open elsewhere, but its log {log} was removed. Stop what has it open first: at its end it"
        " puts into the file what it has saved."
    )


class BrokenLedger(TableError):
    """An entry is missing from a ledger or `unreadable`, or a header is of no game that is known here or unreadable.

    Such a table cannot be played on. An entry that today's rules would refuse raises none of this: see `reading`.
    """

    def __init__(self, code: str, version: int, *, unreadable: bool = False, unknown_game: bool = False) -> None:
        self.version = version
        if unreadable:
            sentence = Text("This program cannot read entry {version} of table {code}.", version=version, code=code)
        elif version:
            sentence = Text("Entry {version} of table {code} is missing from its ledger.", version=version, code=code)
        elif unknown_game:
            sentence = Text("Table {code} was opened for a game that this program does not have.", code=code)
        else:
            sentence = Text("This program cannot read how table {code} was opened.", code=code)
        super().__init__(sentence)
