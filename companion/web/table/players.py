"""Who comes, who goes: somebody joins the running game, leaves it, changes places, or gets another name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, abort, request

from companion.games.game import Book
from companion.games.move import Plain
from companion.games.ruling import Action
from companion.games.seating import SeatChanges
from companion.service import membership
from companion.tables.policy import NO_SEAT, TableChange, may_change
from companion.tables.snapshot import Actor, SeatInfo, Snapshot
from companion.web.answer_form import (
    MOVED_ON_TYPING,
    NotDone,
    answers,
    anybody,
    enter,
    may,
    page_of_table,
    seated,
    whole_move,
)
from companion.web.form_fields import NO_NUMBER, number_keys, seat_meant
from companion.web.identity import tables

blueprint = Blueprint("players", __name__, url_prefix="/t/<code>/players")


def page(snapshot: Snapshot, actor: Actor | None, wrong: NotDone | None = None) -> str:
    """Who plays, and what can be changed now."""
    book, game = snapshot.book, snapshot.book.game
    changes: SeatChanges[Any] = game.seat_changes or abort(404)
    gone = [name for name in book.people.everybody if not book.people.sits(name)]
    return page_of_table(
        "table/players.html",
        snapshot,
        actor,
        sitters=tuple(_sitters(snapshot)),
        gone=tuple((name, game.action(book.state, {"move": "join", "seat": name})) for name in gone),
        join=joining(book),
        waits=None if book.report().over else changes.running(book.state),
        given=next(iter(_given(book)), None),
        usual=changes.usual(book.state) if not book.report().over else None,
        wrong=wrong,
    )


@answers(blueprint, "", page, "players.page", find=seated(NO_SEAT), look=anybody)
def change(snapshot: Snapshot, actor: Actor) -> None:
    """Enter the change. Whoever takes over a seat by another name takes it from the phone that it had."""
    raw = _move(snapshot)
    # Another name for a seat that is still called so stands whatever was played meanwhile.
    renames = raw.get("move") == "rename"
    anytime = renames and raw.get("seat") in snapshot.book.seats
    answer = enter(snapshot, actor, raw, anytime=anytime, moved_on=MOVED_ON_TYPING)
    handed_over = renames and request.form.get("handed_over") == "1"
    if handed_over and not answer.again and may_change(actor, TableChange.FREE_SEAT):  # else they may sit there by now
        membership.release(tables(), actor, str(raw["name"]).strip())


@answers(blueprint, "/phone", to="players.page", find=may(TableChange.FREE_SEAT))
def release(snapshot: Snapshot, actor: Actor) -> None:
    """Play on for a seat whose phone is gone: its key ends, and the host's phone plays it."""
    membership.release(tables(), actor, seat_meant(snapshot, request.form.get("seat", "")))


def _move(snapshot: Snapshot) -> Plain:
    """The form as a move: a button holds one whole, a name and a number are typed."""
    sent = request.form
    if (whole := whole_move()) is not None:
        return whole
    name = sent.get("name", "")
    if sent.get("kind") != "join":
        return {"move": "rename", "seat": seat_meant(snapshot, sent.get("seat", "")), "name": name}
    raw: Plain = {"move": "join", "seat": name}
    if after := sent.get("after"):
        raw["after"] = seat_meant(snapshot, after)
    for key in _given(snapshot.book):
        if typed := sent.get(key, "").strip():
            if not (typed.isdecimal() and len(typed) < 10):
                raise NotDone(NO_NUMBER)
            raw[key] = int(typed)
    return raw


def _given(book: Book) -> tuple[str, ...]:
    """What a newcomer may be given in this game: its key in the move."""
    return number_keys(book.game.seat_changes.join) if book.game.seat_changes else ()


def _sitters(snapshot: Snapshot) -> Iterator[tuple[SeatInfo, Action, Action | None, Action | None]]:
    """The seats, and what a keeper may do with each: out of the game, one place up or down."""
    book, names = snapshot.book, list(snapshot.book.seats)
    for number, seat in enumerate(snapshot.seats):
        out = book.game.action(book.state, {"move": "leave", "seat": seat.name})
        up = _swapped(book, names, number - 1) if number else None
        down = _swapped(book, names, number) if number + 1 < len(names) else None
        yield seat, out, up, down


def _swapped(book: Book, names: list[str], number: int) -> Action:
    """Two neighbours change places."""
    order = [*names[:number], names[number + 1], names[number], *names[number + 2 :]]
    return book.game.action(book.state, {"move": "reseat", "seats": order})


def joining(book: Book) -> Action:
    """Somebody joins, by a name that nobody has or had: to ask whether anybody may."""
    name = next(name for name in map("\u2026{}".format, range(1000)) if book.people.person(name) is None)
    return book.game.action(book.state, {"move": "join", "seat": name})
