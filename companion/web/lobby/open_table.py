"""Opening a table: names, dealer and house rules. What was typed is kept whatever is wrong with it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.games.book import Book
from companion.games.game import AnyGame
from companion.games.header import LONGEST_NAME, BadHeader, Header
from companion.games.text import Text
from companion.games.transcript import read_header, read_opening_header
from companion.tables.codes import normal_code, shown_code
from companion.web.identity import device_label, remember, tables, tell_once
from companion.web.limits import limits
from companion.web.lobby.home import offered_games, tables_of_phone
from companion.web.lobby.house_rules import PREFIX, changed_rules, fields_of, read_options, typed_options, wrong_setting
from companion.web.player_names import can_be_seen

blueprint = Blueprint("open_table", __name__)
USUAL_SEATS = 4
HEADER_PREFIX = "header-"
UNSEEN = Text("A name needs at least one visible character.")


@dataclass(frozen=True, slots=True)
class Form:
    """What the form holds: names in order round the table, which of them deals, and the house rules as typed.

    `dealt` is how many cards lie face up without the one that names the first dealer (`Game.first_card`), `found`
    whether that card, or a draw by the app, has just named one.
    `me` is the seat of the phone that opens it, None where it only keeps the book.
    `named` are seats that the game's own header keys name, by key; a key that is left out stands for what is usual.
    `wrong_key` is the part of the header that will not do, `wrong_field` the form field where one is to blame,
    `wrong_name` the name, counted from 0.
    """

    names: tuple[str, ...]
    dealer: int
    rules: MultiDict[str, str]
    named: Mapping[str, int] = field(default_factory=dict)
    me: int | None = None
    dealt: int = 0
    found: bool = False
    wrong_key: str | None = None
    wrong: Text | None = None
    wrong_field: str | None = None
    wrong_name: int | None = None


@blueprint.get("/open/<slug>")
def form(slug: str) -> str:
    """The form: empty, or with the people and house rules of the table that `like` names by its code."""
    game = _game(slug)
    seats = min(USUAL_SEATS, game.most_seats(game.options()))
    box = {f"{PREFIX}{game.box_option}": game.in_box(request.args.get("box", "")).box} if game.boxes else {}
    return _page(game, _like(game, request.args.get("like", "")) or Form(("",) * seats, seats - 1, MultiDict(box)))


@blueprint.post("/open/<slug>")
def submit(slug: str) -> ResponseReturnValue:
    """Open the table, or change the form: a seat more, one less, one moved up."""
    filled = _filled(_game(slug))
    game = _boxed(_game(slug), filled.rules)
    change = request.form.get("change", "")
    if change:
        return _page(game, _changed(filled, change, game))
    header = _header(game, filled)
    if isinstance(header, Form):
        return _page(game, header), 422
    with limits().openings:
        own = None if filled.me is None else next(iter(header.seats[filled.me :]), None)
        opened_table = tables().open(header, keys_for_seats=False, label=device_label(), host_seat=own)
    remember(opened_table.code, opened_table.host_key)
    tell_once(opened_table.code, shown_code(opened_table.recovery))
    return redirect(url_for("seats.page", code=opened_table.code), 303)


def form_of_rematch(book: Book, bad: BadHeader) -> str:
    """The form filled in as the rematch of a table that is over: its people, its house rules, the next dealer."""
    game, seats = book.game, book.header.seats
    dealer = seats.index(game.next_dealer(book.state)) if game.deals else len(seats) - 1
    rules = typed_options(book.header.plain["options"])
    return _page(game, Form(seats, dealer, rules, wrong_key=bad.key, wrong=bad.text, wrong_name=bad.seat))


def _like(game: AnyGame, code: str) -> Form | None:
    """The form filled in as that table was, for a phone that has a key to it; None for any other."""
    table = next((one for one in tables_of_phone() if one[0].code == normal_code(code)), None)
    if table is None or table[0].book.game.slug != game.slug:
        return None
    snapshot, caller = table
    book, seats = snapshot.book, snapshot.header.seats
    dealer = seats.index(game.next_dealer(book.state)) if game.deals and book.report().over else len(seats) - 1
    me = seats.index(caller.seat) if caller.seat else None
    return Form(seats, dealer, typed_options(book.header.plain.get("options", {})), me=me)


def _game(slug: str) -> AnyGame:
    return offered_games().get(slug) or abort(404)


def _boxed(game: AnyGame, rules: MultiDict[str, str]) -> AnyGame:
    """The game with the box that the form names."""
    return game.in_box(rules.get(f"{PREFIX}{game.box_option}", ""))


def _page(game: AnyGame, filled: Form) -> str:
    game = _boxed(game, filled.rules)
    needed = game.room_for(len(filled.names)) or {}
    changed = len(filled.named) + changed_rules(game, read_options(filled.rules), needed)
    values = {
        "changed": changed,
        "most": game.largest,
        "longest": LONGEST_NAME,
        "fields": [field for field in fields_of(game) if field.name != game.box_option],
        "box_field": f"{PREFIX}{game.box_option}",
        "needed": needed,
        "people": sorted({name for snapshot, _ in tables_of_phone() for name in snapshot.header.seats}),
    }
    first_deal = game.first_deal(tuple(name.strip() for name in filled.names))
    return render_template("lobby/open_table.html", game=game, form=filled, first_deal=first_deal, **values)


def _filled(game: AnyGame) -> Form:
    names = tuple(request.form.getlist("name"))[:20]
    dealer = _number(request.form.get("dealer", ""))
    named = {key: _number(request.form.get(f"{HEADER_PREFIX}{key}", "")) for key in sorted(game.header_keys)}
    return Form(
        names,
        len(names) - 1 if dealer is None else dealer,
        request.form,
        {key: seat for key, seat in named.items() if seat is not None and seat < len(names)},
        _number(request.form.get("me", "")),
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else None


def _changed(filled: Form, change: str, game: AnyGame) -> Form:
    """The form after a small button: "more", "less-2", "up-2", "down-2", "draw", "dealt-5", "deals-1", "box-NAME"."""
    names, dealer, named, me = list(filled.names), filled.dealer, dict(filled.named), filled.me
    what, _, which = change.partition("-")
    seat = int(which) if which.isdecimal() and len(which) < 3 else -1
    other = seat + {"up": -1, "down": 1}.get(what, 0)
    if what == "more" and len(names) < game.largest:
        # The last seat deals until somebody picks another.
        dealer += dealer == len(names) - 1
        names.append("")
    elif what == "less" and 0 <= seat < len(names) > game.fewest_seats:
        del names[seat]
        dealer -= dealer >= seat and dealer > 0
        named = {key: at - (at > seat) for key, at in named.items() if at != seat}
        me = None if me is None or me == seat else me - (me > seat)
    elif what in ("up", "down") and 0 <= seat < len(names) and 0 <= other < len(names):
        names[seat], names[other] = names[other], names[seat]
        swapped = {seat: other, other: seat}
        dealer, me = swapped.get(dealer, dealer), me if me is None else swapped.get(me, me)
        named = {key: swapped.get(at, at) for key, at in named.items()}
    elif what == "deals" and 0 <= seat < len(names):
        dealer = seat
    elif what == "draw" and names and game.deals:
        dealer = secrets.randbelow(len(names))
    rules = _with_room(filled.rules, game, len(filled.names), len(names))
    rules = _with_box(rules, game, which) if what == "box" else rules
    dealt = max(seat, 0) if what == "dealt" else 0
    return Form(
        tuple(names),
        dealer,
        rules,
        named,
        me,
        dealt,
        found=game.deals and what in ("deals", "draw") and 0 <= dealer < len(names),
    )


def _with_box(rules: MultiDict[str, str], game: AnyGame, box: str) -> MultiDict[str, str]:
    """The house rules with another box on the table; counts of what that does not hold go."""
    other = game.in_box(box)
    fitted = MultiDict({**rules.to_dict(), f"{PREFIX}{game.box_option}": other.box if other.box == box else game.box})
    for name in game.options.model_fields:
        for part in game.counts(name).keys() - other.counts(name).keys():
            fitted.pop(f"{PREFIX}{name}.{part}", None)
    return fitted


def _with_room(rules: MultiDict[str, str], game: AnyGame, before: int, seats: int) -> MultiDict[str, str]:
    """The house rules as typed; those that were as the number of seats required follow the new number."""
    needed, was = game.room_for(seats) or {}, game.room_for(before) or {}
    fitted = MultiDict(rules)
    for key in {**needed, **was}:
        name = f"{PREFIX}{key}"
        if rules.get(name, "").strip() in ("", str(was.get(key, ""))):
            fitted[name] = str(needed.get(key, ""))
    return fitted


def _header(game: AnyGame, filled: Form) -> Header | Form:
    names = [name.strip() for name in filled.names]
    raw: dict[str, Any] = {"transcript": 1, "game": game.slug, "seats": names, "options": read_options(filled.rules)}
    if game.deals and 0 <= filled.dealer < len(names):
        raw["dealer"] = names[filled.dealer]
    raw |= {key: names[seat] for key, seat in filled.named.items()}
    try:
        if not all(map(can_be_seen, filter(None, names))):
            raise BadHeader("seats", UNSEEN, next(i for i, name in enumerate(names) if name and not can_be_seen(name)))
        # Names first: a dealer without a name is a seat without a name.
        read_header({key: value for key, value in raw.items() if key not in ("dealer", *filled.named)})
        return read_opening_header(raw)
    except BadHeader as bad:
        blamed, said = wrong_setting(game, raw["options"]) or (None, bad.text)
        return replace(filled, wrong_key=bad.key, wrong=said, wrong_field=blamed, wrong_name=bad.seat)
