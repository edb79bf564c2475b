"""Why a request to a circle fails. Each has a sentence for a person, as a table's errors have."""

from __future__ import annotations

from companion.games.text import Text
from companion.tables.errors import TableError


class NoSuchCircle(TableError):
    """No circle has this code."""

    text = Text("No circle has this code. Check it again: it has eight letters and digits.")


class MembersOnly(TableError):
    """Only a phone that has joined may do this."""

    text = Text("Only members of this circle can do this. Scan the circle\u2019s code to join.")


class CircleHostOnly(TableError):
    """Only a host of the circle may do this."""

    text = Text("Only the host of this circle can do this.")


class LastHost(TableError):
    """A circle always has a host."""

    text = Text("A circle needs a host: make another phone a host first, or delete the circle.")


class WrongCircleRecovery(TableError):
    """No recovery code of this circle."""

    text = Text("This is no recovery code of this circle. Each works once, and ends when a new one is made.")


class NoSuchPerson(TableError):
    """The circle knows nobody by this number."""

    text = Text("This circle does not know this person, or not any more.")


class NoSuchPhone(TableError):
    """No phone of the circle has this number."""

    text = Text("This phone is not in the circle any more.")


class NoSuchPreset(TableError):
    """The circle keeps no house rules by this number."""

    text = Text("These house rules are not kept any more.")


class NameKnown(TableError):
    """The circle calls somebody else so."""

    text = Text("Somebody else in this circle is called {name}. If they are one person, merge them.")


class SatTogether(TableError):
    """Two people who sat at one table cannot be one."""

    text = Text("{one} and {other} sat at one table together, so they are two people.")


class BadName(TableError):
    """No name for a circle or for house rules."""

    text = Text("A name needs at least one visible character, and 60 at most.")


class BadPersonName(TableError):
    """No name for a person."""

    text = Text("A person\u2019s name has 1 to 40 characters, and one of them at least can be seen.")


class CircleFull(TableError):
    """The circle holds as much as a circle may."""

    text = Text("This circle is full: it keeps as much as a circle may here.")
