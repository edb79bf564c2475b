"""Opening a table: names, dealer and house rules. What was typed is kept whatever is wrong with it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import ValidationError
from werkzeug.datastructures import MultiDict

from companion.circles.errors import BadName, CircleFull
from companion.games.game import AnyGame
from companion.games.header import LONGEST_NAME, BadHeader, Header, as_read
from companion.games.text import Text
from companion.games.transcript import read_header, read_opening_header
from companion.tables.keys_and_codes import normal_code
from companion.tables.snapshot import Snapshot
from companion.web.answer_form import NotDone, answers, nothing
from companion.web.circle.identity import circles
from companion.web.circle.table_presets import CircleDefaults, code_of_table, defaults_of, game_of
from companion.web.form_fields import number_in, number_of
from companion.web.identity import by_cookie
from companion.web.limits import limit_openings
from companion.web.lobby.home import tables_of_phone
from companion.web.lobby.house_rules import PREFIX, changed_rules, fields_of, read_options, typed_options, wrong_setting
from companion.web.lobby.open_once import open_once
from companion.web.offered_games import offered_games
from companion.web.refusals_log import bound_met

blueprint = Blueprint("open_table", __name__)
USUAL_SEATS = 4
HEADER_PREFIX = "header-"
NOT_IN_CIRCLE = Text("This phone is not in that circle any more. Open the table without it, or join the circle again.")
WRONG_RULES = Text("These house rules do not go together.")


@dataclass(frozen=True, slots=True)
class TableForm:
    """What the form holds: names in order round the table, which of them deals, and the house rules as typed.

    `dealt` is how many cards lie face up without the one that names the first dealer (`Game.first_card`), `found`
    whether that card, or a draw by the app, has just named one.
    `me` is the seat of the phone that opens it, None where it only keeps the book.
    `named` are seats that the game's own header keys name, by key; a key that is left out stands for what is usual.
    `circle` is the code of the circle that the table is to belong to, `preset` the name by which it may keep these
    rules. `after` is the code of the table whose rematch it is, `request` the form's own name, by which a second tap is
    known.
    """

    names: tuple[str, ...]
    dealer: int
    rules: MultiDict[str, str]
    named: Mapping[str, int] = field(default_factory=dict)
    me: int | None = None
    dealt: int = 0
    found: bool = False
    circle: str = ""
    after: str = ""
    preset: str = ""
    request: str = ""


@dataclass(eq=False)
class NotOpened(NotDone):
    """Why no table was opened: `key` is the part of the header that will not do, `name` the name, counted from 0."""

    key: str | None = None
    name: int | None = None


@blueprint.get("/open/<slug>")
def form(slug: str) -> str:
    """The form: empty, or with the people and house rules of the table that `like` names by its code.

    House rules may stand in the address, as the form's fields would: so they travel in a link. `circle` names the
    circle that the table is to belong to, by its code, for a phone that is in it.
    """
    game = _game(slug)
    rules = MultiDict((name, text) for name, text in request.args.items() if name.startswith(PREFIX))
    if game.boxes and "box" in request.args:
        rules[f"{PREFIX}{game.box_option}"] = game.in_box(request.args["box"]).box
    like = normal_code(request.args.get("like", ""))
    filled = _like(game, like) if like else None
    defaults = defaults_of(request.args.get("circle", "") or (filled.circle if filled else ""), game)
    if defaults is not None and filled is None:
        filled = _as_last_time(game, defaults, like)
    if filled is None:
        seats = min(USUAL_SEATS, game.most_seats(game.options()))
        filled = TableForm(("",) * seats, seats - 1, MultiDict())
    filled = replace(filled, rules=rules or filled.rules, circle="" if defaults is None else defaults.circle.code)
    return _page(game, filled)


def _again(*_: object, slug: str, wrong: NotOpened) -> str:
    game = _game(slug)
    filled = _filled(game)
    return _page(game, replace(filled, circle="") if wrong.key == "circle" else filled, wrong)


@answers(blueprint, "/open/<slug>", _again, find=nothing)
def submit(*_: object, slug: str) -> ResponseReturnValue:
    """Open the table, or change the form: a seat more, the circle's rules. Sent twice as it is, it opens one table."""
    filled = _filled(_game(slug))
    game = _boxed(_game(slug), filled.rules)
    change = request.form.get("change", "")
    defaults = defaults_of(filled.circle, game) if filled.circle else None
    if filled.circle and defaults is None:
        raise NotOpened(NOT_IN_CIRCLE, key="circle")
    if change == "keep-rules" and defaults is not None:
        _keep_rules(game, filled, defaults)
        return _page(game, filled, kept=True)
    if change:
        by_circle = defaults and (_seated(filled, change, game, defaults) or _by_preset(filled, change, game, defaults))
        return _page(game, by_circle or _changed(filled, change, game))
    header = _header(game, filled)
    limit_openings()
    own = None if filled.me is None else next(iter(header.seats[filled.me :]), None)
    named = filled.request and f"open/{filled.request}/{json.dumps([header.plain, own], sort_keys=True)}"
    code = open_once(named, header, host_seat=own, circle=_circle_of(filled, defaults))
    return redirect(url_for("seats.page", code=code), 303)


def form_of_rematch(snapshot: Snapshot, bad: BadHeader) -> str:
    """The form filled in as the rematch of a table that is over, with what is wrong with its names."""
    filled = replace(_as_it_was(snapshot, None), after=snapshot.code)
    return _page(snapshot.book.game, filled, NotOpened(bad.text, key=bad.key, name=bad.seat))


def _circle_of(filled: TableForm, defaults: CircleDefaults | None) -> int | None:
    """The number of the circle that the table is to belong to: a rematch stays in it, whichever keeper opens it."""
    if defaults is not None:
        return defaults.circle.id
    keeper = by_cookie(filled.after).actor if filled.after else None
    found = None if keeper is None or not keeper.keeper else circles().of_table(keeper.table_id)
    return None if found is None else found.id


def _as_last_time(game: AnyGame, defaults: CircleDefaults, table: str) -> TableForm | None:
    """The form with the people of a circle's game, or its latest one; of the same game with its house rules, too."""
    played = game_of(defaults, table)
    names = () if played is None else tuple(seat.name for seat in played.seats if seat.name)  # as they are called now
    if played is None or not game.players[0] <= len(names) <= game.largest:
        return None
    rules = typed_options(dict(played.options)) if played.game == game.slug else MultiDict[str, str]()
    return TableForm(names, len(names) - 1, rules, me=_own_seat(names, defaults))


def _own_seat(names: Sequence[str], defaults: CircleDefaults) -> int | None:
    """Which of the names is that of the person whose phone this is."""
    own = defaults.own_name
    return next((seat for seat, name in enumerate(names) if own is not None and as_read(name) == as_read(own)), None)


def _seated(filled: TableForm, change: str, game: AnyGame, defaults: CircleDefaults) -> TableForm | None:
    """The form after a tap on one of the circle's people, "person-12": seated at the first empty place, or up again."""
    what, _, which = change.partition("-")
    person = defaults.person(which) if what == "person" else None
    if person is None:
        return None
    seat = next((n for n, name in enumerate(filled.names) if as_read(name.strip()) == as_read(person.name)), None)
    names = list(filled.names)
    if seat is not None:
        names[seat] = ""
    elif "" in map(str.strip, names):
        names[next(n for n, name in enumerate(names) if not name.strip())] = person.name
    elif len(names) < game.largest:
        filled = _changed(filled, "more-0", game)
        names.append(person.name)
    seated = replace(filled, names=tuple(names))
    return replace(seated, me=_own_seat(names, defaults)) if person.id == defaults.member.person else seated


def _by_preset(filled: TableForm, change: str, game: AnyGame, defaults: CircleDefaults) -> TableForm | None:
    """The form after a tap on house rules that the circle keeps, "preset-3": with these, and all else as typed."""
    preset = next((one for one in defaults.presets if change == f"preset-{one.id}"), None)
    if preset is None:
        return None
    rules, seats = typed_options(preset.options), len(filled.names)
    return replace(filled, rules=_with_room(rules, _boxed(game, rules), seats, seats))


def _keep_rules(game: AnyGame, filled: TableForm, defaults: CircleDefaults) -> None:
    """Have the circle keep the form's house rules."""
    options = read_options(filled.rules)
    try:
        game.options.model_validate(options)
        circles().keep_preset(defaults.member, filled.preset, game.slug, options)
    except ValidationError:
        field, said = wrong_setting(game, options) or (None, WRONG_RULES)
        raise NotOpened(said, field=field, key="options") from None
    except (BadName, CircleFull) as wrong:
        if isinstance(wrong, CircleFull):
            bound_met("circle")
        raise NotOpened(wrong.text, field="preset", key="preset") from wrong


def _like(game: AnyGame, code: str) -> TableForm | None:
    """The form filled in as that table was, for a phone that has a key to it; None for any other."""
    table = next((one for one in tables_of_phone() if one[0].code == code), None)
    if table is None or table[0].book.game.slug != game.slug:
        return None
    return _as_it_was(table[0], table[1].seat)


def _as_it_was(snapshot: Snapshot, me: str | None) -> TableForm:
    """The form filled in with a table's people and house rules, for a phone that plays the seat `me`, if any.

    Once the game is over, the next dealer deals.
    """
    book, game, seats = snapshot.book, snapshot.book.game, snapshot.book.seats
    dealer = seats.index(game.next_dealer(book.state)) if game.deals and book.report().over else len(seats) - 1
    rules = typed_options(book.header.plain.get("options", {}))
    return TableForm(seats, dealer, rules, me=seats.index(me) if me else None, circle=code_of_table(snapshot.table_id))


def _game(slug: str) -> AnyGame:
    return offered_games().get(slug) or abort(404)


def _boxed(game: AnyGame, rules: MultiDict[str, str]) -> AnyGame:
    """The game with the box that the form names."""
    return game.in_box(rules.get(f"{PREFIX}{game.box_option}", ""))


def _page(game: AnyGame, filled: TableForm, wrong: NotOpened | None = None, *, kept: bool = False) -> str:
    game = _boxed(game, filled.rules)
    needed, options = game.room_for(len(filled.names)) or {}, read_options(filled.rules)
    in_address: dict[str, Any] = typed_options(options).to_dict()
    defaults = defaults_of(filled.circle, game) if filled.circle else None
    people = {name for snapshot, _ in tables_of_phone() for name in snapshot.book.seats}
    return render_template(
        "lobby/open_table.html",
        game=game,
        form=filled,
        wrong=wrong,
        kept=kept,
        first_deal=game.first_deal(tuple(name.strip() for name in filled.names)),
        changed=len(filled.named) + changed_rules(game, options, needed),
        most=game.largest,
        longest=LONGEST_NAME,
        fields=[field for field in fields_of(game) if field.name != game.box_option],
        box_field=f"{PREFIX}{game.box_option}",
        needed=needed,
        people=sorted(people | {one.name for one in defaults.people} if defaults else people),
        defaults=defaults,
        request_name=filled.request or secrets.token_hex(16),
        rules_link=url_for("open_table.form", slug=game.slug, **in_address) if options else None,
    )


def _filled(game: AnyGame) -> TableForm:
    names = tuple(request.form.getlist("name"))[:20]
    dealer = number_in("dealer")
    named = {key: number_in(f"{HEADER_PREFIX}{key}") for key in sorted(game.header_keys)}
    return TableForm(
        names,
        len(names) - 1 if dealer is None else dealer,
        request.form,
        {key: seat for key, seat in named.items() if seat is not None and seat < len(names)},
        number_in("me"),
        circle=normal_code(request.form.get("circle", "")),
        after=normal_code(request.form.get("after", "")),
        preset=request.form.get("preset", ""),
        request=request.form.get("request", "")[:64],
    )


def _changed(filled: TableForm, change: str, game: AnyGame) -> TableForm:
    """The form after a small button: "more", "less-2", "up-2", "down-2", "draw", "dealt-5", "deals-1", "box-NAME"."""
    names, own = list(filled.names), {} if filled.me is None else {"me": filled.me}
    marks = {"dealer": filled.dealer, **own, **filled.named}
    what, _, which = change.partition("-")
    seat = -1 if (number := number_of(which)) is None else number
    other = seat + {"up": -1, "down": 1}.get(what, 0)
    if what == "more" and len(names) < game.largest:
        # The last seat deals until somebody picks another.
        marks["dealer"] += marks["dealer"] == len(names) - 1
        names.append("")
    elif what == "less" and 0 <= seat < len(names) > game.players[0]:
        del names[seat]
        left = {key: at - (at > seat) for key, at in marks.items() if at != seat}
        marks = {"dealer": max(seat - 1, 0), **left}
    elif what in ("up", "down") and 0 <= seat < len(names) and 0 <= other < len(names):
        names[seat], names[other] = names[other], names[seat]
        marks = {key: {seat: other, other: seat}.get(at, at) for key, at in marks.items()}
    elif what == "deals" and 0 <= seat < len(names):
        marks["dealer"] = seat
    elif what == "draw" and names and game.deals:
        marks["dealer"] = secrets.randbelow(len(names))
    rules = _with_room(filled.rules, game, len(filled.names), len(names))
    dealer, me = marks.pop("dealer"), marks.pop("me", None)
    return replace(
        filled,
        names=tuple(names),
        dealer=dealer,
        rules=_with_box(rules, game, which) if what == "box" else rules,
        named=marks,
        me=me,
        dealt=max(seat, 0) if what == "dealt" else 0,
        found=game.deals and what in ("deals", "draw") and 0 <= dealer < len(names),
    )


def _without_empty_end(filled: TableForm, game: AnyGame) -> TableForm:
    """The form without the empty places at its end, down to the fewest of the game; one that is somebody's stays."""
    while len(filled.names) > game.players[0] and not filled.names[-1].strip():
        last = len(filled.names) - 1
        if last in (filled.me, *filled.named.values()):
            break
        filled = _changed(filled, f"less-{last}", game)
    return filled


def _with_box(rules: MultiDict[str, str], game: AnyGame, box: str) -> MultiDict[str, str]:
    """The house rules with another box on the table; counts of what that does not hold go."""
    other = game.in_box(box)
    fitted = MultiDict({**rules.to_dict(), f"{PREFIX}{game.box_option}": other.box if other.box == box else game.box})
    for name, counts in game.counts.items():
        for part in counts.keys() - other.counts[name].keys():
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


def _header(game: AnyGame, filled: TableForm) -> Header:
    """The header of the table as filled in."""
    seated = _without_empty_end(filled, game)
    names = [name.strip() for name in seated.names]
    raw: dict[str, Any] = {"transcript": 1, "game": game.slug, "seats": names, "options": read_options(seated.rules)}
    if game.deals and 0 <= seated.dealer < len(names):
        raw["dealer"] = names[seated.dealer]
    raw |= {key: names[seat] for key, seat in seated.named.items()}
    try:
        # Names first: a dealer without a name is a seat without a name.
        read_header({key: value for key, value in raw.items() if key not in ("dealer", *seated.named)})
        return read_opening_header(raw)
    except BadHeader as bad:
        field, said = wrong_setting(game, raw["options"]) or (None, bad.text)
        raise NotOpened(said, field=field, key=bad.key, name=bad.seat) from bad
