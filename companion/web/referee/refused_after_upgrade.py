"""An entry that stood once and that today's rules refuse: what the referee offers, and the host's choice, by a tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.games.game import Game
from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.games.text import Counted, Text
from companion.games.transcript import load_json
from companion.games.upheld import upheld
from companion.referee.refused_after_upgrade import Offer
from companion.tables.choices_after_upgrade import STOOD, HeaderOffer, act_of, offers, stored_options
from companion.tables.entry import Choose, read_act
from companion.tables.snapshot import Actor, Snapshot, Stopped
from companion.web.errors import stop
from companion.web.identity import find_seated, find_table
from companion.web.ledger.wording import act_text, edit_texts, unreadable_text
from companion.web.referee.page import enter_acts, phone_at
from companion.web.request_language import words

blueprint = Blueprint("refused", __name__, url_prefix="/t/<code>/refused")

NO_CHOICE = Text("This tap does not say what to choose.")
NOT_OFFERED = Text("That cannot be chosen here. Nothing was entered.")


@dataclass(frozen=True, slots=True)
class OfferedChoice:
    """One of the referee's offers in words: its button (`says`), what is recorded then (`records`), and the act."""

    says: Text
    records: tuple[Text, ...]
    act: Choose


@blueprint.get("")
def page(code: str) -> ResponseReturnValue:
    """The entry, why it would be refused, what waits behind it, and for the host what may become of it."""
    snapshot, caller = find_table(code)
    return _page(snapshot, caller.actor)


@blueprint.post("")
def choose(code: str) -> ResponseReturnValue:
    """Enter the host's choice."""
    snapshot, actor = find_seated(code)
    try:
        act = read_act(load_json(request.form.get("choice", "")))
    except ValueError:
        stop(400, NO_CHOICE)
    if not offered(snapshot, act):
        return _page(snapshot, actor, NOT_OFFERED, 422)
    now, wrong = enter_acts(snapshot, actor, [act])
    if wrong is not None:
        return _page(now, actor, *wrong)
    return redirect(url_for("table.page", code=snapshot.code), 303)


def offered(snapshot: Snapshot, act: object) -> bool:
    """Whether it is a choice that the referee offers, whatever its reason; a late one is left to the ledger."""
    if not isinstance(act, Choose):
        return False
    stopped = snapshot.stopped
    if stopped is None or stopped.version != act.entry:
        return True  # it has been made, or the table has moved on: the service says which
    return any(one.act == act.model_copy(update={"reason": one.act.reason}) for one in choices_of(snapshot))


def choices_of(snapshot: Snapshot) -> tuple[OfferedChoice, ...]:
    """What the referee offers at this table now, in words."""
    stopped, reason = snapshot.stopped, words(STOOD)
    found = [(offer, act_of(snapshot, offer, reason)) for offer in offers(snapshot, reason)]
    return tuple(_worded(snapshot, stopped, offer, act) for offer, act in found if stopped and act)


def entry_words(snapshot: Snapshot) -> Text:
    """The entry that the table is stopped at, as a sentence."""
    stopped = snapshot.stopped
    if stopped is None or stopped.version == 0:
        return Text("How this table was opened")
    if stopped.item is not None and not isinstance(stopped.item, Move):
        return act_text(stopped.item, snapshot.header.game)
    return stopped.described or unreadable_text(stopped.raw)


def _worded(snapshot: Snapshot, stopped: Stopped, offer: Offer | HeaderOffer, act: Choose) -> OfferedChoice:
    game = snapshot.book.game
    if isinstance(offer, HeaderOffer):
        return OfferedChoice(_header_words(game, stopped, offer), (), act)
    moves = tuple(game.describe(move) for move in offer.moves)
    records = (*moves, *edit_texts(snapshot, offer.edits))
    if offer.how == "out":
        return OfferedChoice(Text("Take it out"), (), act)
    if offer.how == "replaced":
        says = Text("Instead: {move}", move=moves[0]) if moves else Text("Keep all that can be kept")
        return OfferedChoice(says, () if moves else records, act)
    if offer.upheld:
        return OfferedChoice(Text("It stands"), (_upheld_words(snapshot, stopped, act),), act)
    if offer.kept:
        says = Text("It stands, after: {move}", move=moves[0]) if len(moves) > 1 else Text("It stands")
        return OfferedChoice(says, (), act)
    return OfferedChoice(Text("It stands"), records, act)


def _upheld_words(snapshot: Snapshot, stopped: Stopped, act: Choose) -> Text:
    """The ruling that lets it stand; or that nothing comes of it, where the book has no room for what did."""
    book, item = snapshot.book, stopped.item
    if not isinstance(item, Move):
        return Text("The table lets it stand: {what} ({reason})", what=entry_words(snapshot), reason=act.reason)
    ruling = upheld(item, act.reason)
    if isinstance(book.claim(ruling), Rejected):
        return Text("Nothing in the game changes by it.")
    return book.game.describe(ruling)


def _header_words(game: Game[Any], stopped: Stopped, offer: HeaderOffer) -> Text:
    if offer.how == "stands":
        return Text("It stands")
    if offer.how == "out":
        return Text("Play by the usual rule")
    was = stored_options(stopped)
    name, value = next((name, value) for name, value in offer.header["options"].items() if was.get(name) != value)
    return Text("{asks} {value}", asks=game.asks(name), value=_value(value))


def _value(value: object) -> Text:
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    return Text("{n}", n=str(value))


def refused_body(snapshot: Snapshot) -> Mapping[str, Any]:
    """The entry and the choices as the API returns them."""
    stopped = snapshot.stopped
    assert stopped is not None  # noqa: S101 - the caller has looked
    hold = snapshot.referee.hold
    with_reason = {"reason": words(hold.refused)} if hold is not None and hold.refused is not None else {}
    rules = snapshot.header.rules
    return {
        "entry": stopped.version,
        **({} if stopped.raw is None else {"stored": stopped.raw}),
        **({} if stopped.rule is None else {"rule": stopped.rule.id}),
        **({} if rules is None else {"rules": rules}),
        "because": words(stopped.because),
        **with_reason,
        "waiting": snapshot.version - stopped.version,
        "choices": [
            {"says": words(one.says), "records": [words(text) for text in one.records], "choice": one.act.plain()}
            for one in choices_of(snapshot)
        ],
    }


def _page(snapshot: Snapshot, actor: Actor | None, wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    waiting = 0 if snapshot.stopped is None else snapshot.version - snapshot.stopped.version
    behind = Counted("{n} entry waits behind it.", "{n} entries wait behind it.", n=waiting)
    return render_template(
        "referee/refused_after_upgrade.html",
        snapshot=snapshot,
        me=phone_at(snapshot, actor),
        entry=entry_words(snapshot),
        choices=choices_of(snapshot),
        behind=behind if waiting else None,
        wrong=wrong,
    ), status
