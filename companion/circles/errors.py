"""Why a request to a circle fails. Like a table's errors, each has a sentence for a person."""

from __future__ import annotations

from companion.games.text import Text
from companion.tables.errors import TableError


class NoSuchCircle(TableError):
    text = Text("No circle has this code. Check it again: it has eight letters and digits.")


class MembersOnly(TableError):
    text = Text("Only members of this circle can do this. Scan the circle\u2019s code to join.")


class CircleHostOnly(TableError):
    text = Text("Only the host of this circle can do this.")


class LastHost(TableError):
    text = Text("A circle needs a host: make another phone a host first, or delete the circle.")


class WrongCircleRecovery(TableError):
    text = Text("This is no recovery code of this circle. Each works once, and ends when a new one is made.")


class NoSuchPerson(TableError):
    text = Text("This circle does not know this person, or not any more.")


class NoSuchPhone(TableError):
    text = Text("This phone is not in the circle any more.")


class NoSuchPreset(TableError):
    text = Text("These house rules are not kept any more.")


class NameKnown(TableError):
    text = Text("Somebody else in this circle is called {name}. If they are one person, merge them.")


class SatTogether(TableError):
    text = Text("{one} and {other} sat at one table together, so they are two people.")


class BadName(TableError):
    text = Text("A name needs at least one visible character, and 60 at most.")


class BadPersonName(TableError):
    text = Text("A person\u2019s name has 1 to 40 characters, and one of them at least can be seen.")


class CircleFull(TableError):
    text = Text("This circle is full: it keeps as much as a circle may here.")
