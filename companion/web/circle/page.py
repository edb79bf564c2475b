"""The circle's page: the next game, the evening so far, its people and games; and how a phone comes to be in it."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import Any

from flask import Blueprint, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.address import home_url
from companion.circles.circle import LONGEST_CIRCLE_NAME, Circle, Member, Person
from companion.circles.errors import BadName
from companion.circles.evenings import evenings
from companion.circles.played import PlayedGame, in_order
from companion.circles.policy import CircleChange
from companion.games.text import Text
from companion.tables.errors import BrokenLedger, NoSuchTable
from companion.tables.keys_and_codes import new_key, shown_code
from companion.tables.policy import TableChange, may_change
from companion.web.answer_form import NotDone, answers, nothing
from companion.web.circle.games import games_of, goes_on, latest_evening, length, title_of, unusual_rules
from companion.web.circle.identity import CIRCLE_KEYS, circle_of_table, circles, find_circle, may, the_member
from companion.web.compression import fresh, telling_a_key
from companion.web.errors import stop
from companion.web.identity import (
    by_cookie,
    device_label,
    find_table,
    keep_recovery_code,
    own_key,
    table_known_to,
    tables,
    take_recovery_code,
)
from companion.web.limits import limit_openings
from companion.web.offered_games import offered_games
from companion.web.qr_code import qr_svg
from companion.web.request_language import language

blueprint = Blueprint("circle", __name__)
blueprint.add_app_template_filter(length, "lasted")
blueprint.add_app_template_filter(title_of)
blueprint.add_app_template_filter(unusual_rules)
SHOWN = 5  # games on the circle's page; all of them have a page of their own
NO_CIRCLE_HERE = Text("This phone is in no circle that this table belongs to.")


def form(*_: object, wrong: NotDone | None = None) -> str:
    """The form for a new circle."""
    name = request.form.get("name", "")
    return render_template("circle/new.html", name=name, longest=LONGEST_CIRCLE_NAME, wrong=wrong, tap=new_key())


@answers(blueprint, "/circle/new", form, find=nothing, look=True, again=(BadName,))
def open_circle(*_: object) -> ResponseReturnValue:
    """Open a circle; this phone is its host. A second tap opens no second one."""
    name, tap = request.form.get("name", ""), request.form.get("tap") or new_key()
    limit_openings()
    opened = circles().open(name, device_label(), own_key(f"circle/{tap}"))
    CIRCLE_KEYS.put(opened.code, opened.host_key)
    keep_recovery_code(opened.code, shown_code(opened.recovery))
    return redirect(url_for("circle.page", code=opened.code), 303)


@blueprint.get("/c/<code>")
def page(code: str) -> ResponseReturnValue:
    """The circle's page, right after opening with the recovery code, once. A phone that has not joined is asked to.

    An open page asks again and again with the stamp of what is `shown`: while that is so, the answer is empty.
    """
    circle, member = find_circle(code)
    if member is None:
        return redirect(url_for("circle.join_form", code=circle.code))
    if "shown" in request.args:
        same = request.args["shown"] == _stamp(_circle_now(circle, member))
        return fresh("" if same else _page(circle, member)), 204 if same else 200
    recovery = take_recovery_code(circle.code)
    shown = _page(circle, member, recovery=recovery)
    return make_response(shown) if recovery is None else telling_a_key(shown)


def join_form(circle: Circle, member: Member | None) -> ResponseReturnValue:
    """What joining means. A phone that has joined is led to the circle."""
    if member is not None:
        return redirect(url_for("circle.page", code=circle.code))
    return render_template("circle/join.html", circle=circle)


@answers(blueprint, "/c/<code>/join", join_form, "circle.page", find=find_circle, look=True)
def join(circle: Circle, member: Member | None) -> None:
    """Let this phone join. A second tap joins no second time."""
    if member is None:
        CIRCLE_KEYS.put(circle.code, circles().join(circle, device_label(), own_key(f"{circle.code}/join")))


@blueprint.get("/c/<code>/games")
def games(code: str) -> str:
    """All games, the latest first, by evenings."""
    circle, member = the_member(code)
    played = games_of(circle)
    return render_template(
        "circle/games.html", circle=circle, me=member, people=_by_id(circle), evenings=evenings(played)[::-1]
    )


@answers(blueprint, "/c/<code>/games/release", to="circle.games", find=may(CircleChange.RELEASE_GAME))
def release(_: Circle, member: Member) -> None:
    """Let a table belong to the circle no more. Form: `table`, its code."""
    try:
        table_id = table_known_to(request.form.get("table", ""), None).table_id
    except NoSuchTable:
        table_id = 0
    circles().release(member, table_id)


@blueprint.get("/t/<code>/circle")
def of_table(code: str) -> ResponseReturnValue:
    """The evening of a table's game, or the circle itself (`home`), for a phone that is in it; nobody else is told that
    there is one.
    """
    snapshot, _ = find_table(code)
    found = circle_of_table(snapshot.table_id)
    if found is None:
        stop(404, NO_CIRCLE_HERE)
    if not snapshot.version or "home" in request.args:
        return redirect(url_for("circle.page", code=found.circle.code))
    return redirect(url_for("circle_evening.page", code=found.circle.code, which=snapshot.code))


def join_link(circle: Circle) -> str:
    """The address in a circle's QR code."""
    return home_url(current_app.extensions["settings"]) + url_for("circle.page", code=circle.code)


def _circle_now(circle: Circle, member: Member) -> dict[str, Any]:
    """What of a circle's page may change while it is open, as a phone is shown it.

    `counts` says how many finished games each person has played. `running` games go on, the latest first; `waiting`
    has the code of the latest table where nothing was entered yet. One tap opens the `rematch` of a table, by its code;
    `again` is the game whose people may sit down again. `earlier` are the latest of the other finished games.
    """
    now = tables().clock()
    played = games_of(circle)
    ordered = in_order(played)
    evening = latest_evening(played, now)
    finished = [game for game in ordered if not goes_on(game, now)]
    earlier = [game for game in finished if evening is None or game not in evening.games]
    return {
        "circle": circle,
        "me": member,
        "people": _by_id(circle),
        "counts": Counter(one for game in played if game.over for one in game.seat_by_person),
        "evening": evening,
        "running": tuple(game for game in reversed(ordered) if goes_on(game, now)),
        "waiting": next(iter(circles().unplayed(circle.id)), None),
        "rematch": _rematch(ordered[-1]) if ordered else None,
        "again": next((game for game in reversed(finished) if game.game in offered_games()), None),
        "earlier": tuple(earlier[: -SHOWN - 1 : -1]),
        "more": len(earlier) > SHOWN,
    }


def _stamp(now: dict[str, Any]) -> str:
    """Return a stamp of what is shown: the same for the same values, in the same language."""
    return blake2b(repr((language(), now)).encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def _page(circle: Circle, member: Member, wrong: NotDone | None = None, recovery: str | None = None) -> str:
    now = _circle_now(circle, member)
    return render_template(
        "circle/page.html",
        circle=circle,
        me=member,
        now=now,
        stamp=_stamp(now),
        presets=[preset for preset in circles().presets(circle) if preset.game in offered_games()],
        code=shown_code(circle.code),
        link=join_link(circle),
        qr=qr_svg(join_link(circle)),
        recovery=recovery,
        name=request.form.get("name", circle.name),
        longest=LONGEST_CIRCLE_NAME,
        wrong=wrong,
    )


@answers(blueprint, "/c/<code>/name", _page, "circle.page", find=may(CircleChange.NAME), again=(BadName,))
def rename(_: Circle, member: Member) -> None:
    """Call the circle by another name."""
    circles().rename(member, request.form.get("name", ""))


def _by_id(circle: Circle) -> dict[int, Person]:
    return {person.id: person for person in circles().people(circle.id)}


def _rematch(game: PlayedGame) -> str | None:
    """The code of the latest game's table, where one tap of this phone opens the next table with the same people."""
    try:
        if not game.over or table_known_to(game.table, None).next_code is not None:
            return None
    except (NoSuchTable, BrokenLedger):
        return None
    actor = by_cookie(game.table).actor
    return game.table if actor is not None and may_change(actor, TableChange.REMATCH) else None
