"""What a phone is shown after a tap: the new table, or a notice that says why nothing was entered."""

from __future__ import annotations

import json
from urllib.parse import parse_qsl

from flask import make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.games.game import Move
from companion.games.ruling import Rejected, Text
from companion.tables import values
from companion.tables.rights import forbids
from companion.tables.values import Actor, Snapshot
from companion.web.dispute_words import on_hold
from companion.web.fragments import address, addressed, fragment, is_htmx, page
from companion.web.ledger_words import late_told
from companion.web.screen import Screen, perspective_of, screen_of
from companion.web.seeing import for_phone
from companion.web.words import words

MOVED_ON = Text("The table has moved on")
MOVED_ON_MORE = Text("Somebody else was first. Here is how it stands now; look again, then tap.")
UNSAVED = Text("Not saved")
UNSAVED_MORE = Text("The book could not be written just now. Nothing was entered; try again.")
UNFINISHED = Text("Not told yet")
ON_HOLD = Text("On hold")
NOT_YOURS = Text("Not from this phone")


def answered(answer: values.Answer, actor: Actor, claims: list[object]) -> ResponseReturnValue:
    """The tables' answer to a tap of these claims, as the phone that made it is shown it."""
    snapshot = for_phone(answer.snapshot)
    screen = screen_of(snapshot, perspective_of(actor, snapshot), request.form)
    match answer:
        case values.Played():
            return _moved_to(screen_of(snapshot, screen.me, MultiDict(parse_qsl(screen.desk.lasting))))
        case values.Refused(rejected=rejected, instead=instead):
            return _noticed(422, _ruling(snapshot, rejected, _nearest(_open_to(actor, instead), claims)), screen)
        case values.Forbidden(text=text):
            return _noticed(403, _told(NOT_YOURS, text), screen)
        case values.OnHold(hold=hold):
            return _noticed(423, _told(ON_HOLD, on_hold(hold)), screen)
        case values.Unsaved():
            return _noticed(503, _told(UNSAVED, UNSAVED_MORE), screen)
    return _noticed(409, _told(MOVED_ON, MOVED_ON_MORE), screen, whole=True)


def beaten(snapshot: Snapshot, actor: Actor) -> ResponseReturnValue:
    """The answer to a tap that another seat's came before: the table as it is now, and by how much it was late."""
    snapshot = for_phone(snapshot)
    last, book = snapshot.beaten[-1], snapshot.book
    first = Text("{seat} was first", seat=book.move.mover or "") if book.move else MOVED_ON
    said = _told(first, Text("{late}.", late=late_told(last.seat, last.seconds)))
    return _noticed(409, said, screen_of(snapshot, perspective_of(actor, snapshot)), whole=True)


def unfinished(snapshot: Snapshot, actor: Actor) -> ResponseReturnValue:
    """The answer to a tap on a move that has been half told: what is still missing."""
    screen = screen_of(snapshot, perspective_of(actor, snapshot), request.form)
    return _noticed(422, _told(UNFINISHED, screen.desk.missing), screen)


def _moved_to(screen: Screen) -> ResponseReturnValue:
    if not is_htmx():
        return redirect(address(screen), 303)
    return addressed(screen, fragment(screen) + _notice(""))


def _noticed(status: int, said: str, screen: Screen, whole: bool = False) -> ResponseReturnValue:
    """An answer that enters nothing: the table stays, or comes anew with the draft kept, and a notice says why."""
    if not is_htmx():
        return page(screen, said), status
    if whole:
        return addressed(screen, fragment(screen) + _notice(said)), status
    response = make_response(said, status)
    response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#notice", "innerHTML"
    return response


def _open_to(actor: Actor, instead: tuple[Move, ...]) -> tuple[Move, ...]:
    return tuple(move for move in instead if forbids(actor, move) is None)


def _nearest(instead: tuple[Move, ...], claims: list[object]) -> tuple[Move, ...]:
    """As many as are read at a glance: those of the colour that was asked for, or else the first two."""
    # What was asked may be any JSON value, also one that cannot be hashed.
    asked = [claim.get("color") for claim in claims if isinstance(claim, dict)]
    same = tuple(move for move in instead if getattr(move, "color", asked) in asked)
    return same[:4] or instead[:2]


def _ruling(snapshot: Snapshot, rejected: Rejected, instead: tuple[Move, ...]) -> str:
    game = snapshot.book.game
    acts = [(json.dumps(move.plain()), words(game.label(move))) for move in instead]
    return render_template("_partials/ruling.html", rejected=rejected, acts=acts, snapshot=snapshot)


def _told(title: Text, text: Text) -> str:
    return render_template("_partials/alert.html", title=words(title), sentence=words(text))


def _notice(said: str) -> str:
    """The notice's place, filled or emptied beside the table. `said` is markup."""
    return f'<div id="notice" hx-swap-oob="true">{said}</div>'
