"""Why a request to a table fails although no rule is against it. Each error has a sentence for a person (`text`)."""

from __future__ import annotations

from companion.games.text import Text


class TableError(Exception):
    """The base of all of them. `named` fills the class's sentence, unless another `text` is given."""

    text: Text

    def __init__(self, text: Text | None = None, **named: str) -> None:
        self.text = text or (self.text.filled(named) if named else self.text)
        super().__init__(self.text.put())


class NoSuchTable(TableError):
    text = Text("No table has this code, or not any more. Check it again: it has eight letters and digits.")


class TableGone(NoSuchTable):
    """The phone has a key to a table that was deleted."""

    text = Text("This table is gone: its host has deleted it, or nobody had used it for a long time.")


class NoSuchSeat(TableError):
    text = Text("Nobody at this table is called {name}.")


class SeatTaken(TableError):
    text = Text("{name} already plays on another phone. The host can move the seat to this one.")


class HostOnly(TableError):
    text = Text("Only the host of this table can do this.")


class HostStays(TableError):
    text = Text("The host cannot leave the table: give up the seat, or delete the table.")


class WrongRecovery(TableError):
    text = Text("This is no recovery code of this table. Each works once, and ends when a new one is made.")


class TableFull(TableError):
    """The table has as many entries as the operator allows."""

    text = Text("This table is full: it has as many entries as a table may have here. Open a new one to play on.")


class DatabaseFull(TableError):
    """The database is as large as the operator allows."""

    text = Text("This server is full: no more tables can be opened. Tables that are open go on.")


class KeepersOnly(TableError):
    text = Text("Only the host or a scorekeeper can do this.")


class KeyEnded(TableError):
    """The key was revoked after the request had come in."""

    text = Text("This phone\u2019s key has ended. Ask the host for a new link.")


class NotOver(TableError):
    text = Text("A rematch can start when this game is over.")


class NoRematch(TableError):
    """There is no next table, or this phone has no seat at it."""

    text = Text("This table has no rematch yet.")


class Unavailable(TableError):
    """The database did not answer, or did not take what was written."""

    text = Text("The app could not save just now. Nothing was lost; try again.")

    @property
    def why(self) -> str:
        """The cause in its driver's words, on one line and without a full stop, to end a sentence with."""
        cause = getattr(self.__cause__, "orig", None) or self.__cause__ or self
        return " ".join(str(cause).split()).rstrip(".?")


class LogLeft(Unavailable):
    """The database's file is gone, but its write-ahead log is there. SQLite would delete the log beside a new file."""

    text = Text(
        "{file} is gone, but its log {log} is still there. Put the file back, or restore a backup: what was not"
        " yet in the file is in the log alone."
    )


class LogGone(Unavailable):
    """Another program has the database's file open, and somebody has removed its write-ahead log."""

    text = Text(
        "{file} is open elsewhere, but its log {log} was removed. Stop what has it open first: at its end it"
        " puts into the file what it has saved."
    )


class BrokenLedger(TableError):
    """A ledger cannot be read: an entry is missing or `unreadable`, or the header is unreadable or of an unknown game.

    Nobody can play on at such a table. An entry that today's rules would refuse breaks no ledger: see `reading`.
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
