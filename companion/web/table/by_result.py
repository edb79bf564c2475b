"""A round that nobody wrote down, told by how it ended; and the end of a game that the people stop."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, request

from companion.games.move import Plain
from companion.games.stop import Stop
from companion.tables.policy import forbids
from companion.tables.snapshot import Actor, Snapshot
from companion.web.answer_form import NotDone, answers, enter, page_of_table, seated, whole_move
from companion.web.form_fields import NO_NUMBER, number_of

blueprint = Blueprint("by_result", __name__, url_prefix="/t/<code>/by-result")


def page(snapshot: Snapshot, actor: Actor, wrong: NotDone | None = None) -> str:
    """Ask how the round ended, and offer to stop."""
    book, game = snapshot.book, snapshot.book.game
    may_stop = Stop in game.moves and forbids(actor, Stop(move="stop")) is None
    return page_of_table(
        "table/by_result.html",
        snapshot,
        actor,
        taps=tuple(game.action(book.state, plain) for plain in game.result_taps(book.state)),
        counts=game.result_counts(book.state),
        stop=game.action(book.state, {"move": "stop"}) if may_stop else None,
        wrong=wrong,
    )


@answers(blueprint, "", page, find=seated(), look=True)
def tell(snapshot: Snapshot, actor: Actor) -> None:
    """Enter the move of a button, or the round as it was counted."""
    enter(snapshot, actor, _move(snapshot))


def _move(snapshot: Snapshot) -> Plain:
    sent, seats = request.form, snapshot.book.seats
    if (whole := whole_move()) is not None:
        return whole
    told: Plain = {"move": "result"}
    for key, items in snapshot.book.game.result_counts(snapshot.book.state).items():
        told[key] = {
            seat: {item: _number(sent, f"{key}.{place}.{item}") for item in items}
            if items
            else _number(sent, f"{key}.{place}")
            for place, seat in enumerate(seats)
        }
    if role := number_of(sent.get("role", "")):
        told["sluffer"] = seats[role - 1] if role <= len(seats) else ""
    return told


def _number(sent: Mapping[str, str], field: str) -> int:
    typed = sent.get(field, "").strip()
    n = number_of(typed) if typed else 0
    if n is None:
        raise NotDone(NO_NUMBER, field=field)
    return n
