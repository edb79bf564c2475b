"""The table's page: what it shows, how it stays up to date, and the taps that it takes."""

from __future__ import annotations

from collections.abc import Hashable
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import request

from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by
from companion.web.circle.identity import circle_of_table
from companion.web.drawing import Drawing
from companion.web.identity import Caller, find_seated, find_table, first_game_explained, tables
from companion.web.request_language import language
from companion.web.stream import StreamView, event_stream
from companion.web.table.live import all_parts, live_page, watch
from companion.web.table.live_tap import entered
from companion.web.table.rendering import (
    Perspective,
    answer_with_part,
    fragment,
    fresh,
    own_perspective,
    page_of,
    perspective_of,
    whole_page,
)
from companion.web.table.tap import enter
from companion.web.table.tap_answer import notice, recorded_meanwhile

blueprint = Blueprint("table", __name__, url_prefix="/t/<code>")


@blueprint.get("")
def page(code: str) -> str:
    """The whole page."""
    snapshot, caller = find_table(code)
    if snapshot.book.game.page:
        return live_page(snapshot, caller)
    return whole_page(page_of(snapshot, own_perspective(snapshot, caller)))


@blueprint.get("/part")
def part(code: str) -> Response:
    """The part that changes, as it is now."""
    snapshot, caller = find_table(code)
    if snapshot.book.game.page:
        return all_parts(snapshot, caller)
    return fresh(fragment(page_of(snapshot, own_perspective(snapshot, caller))).whole())


@blueprint.get("/act")
def draft(code: str) -> ResponseReturnValue:
    """The part with a draft, which is the query; without htmx, the whole page."""
    if "csrf_token" in request.args:  # of a form that is sent without scripts: it stays in no history, and in no link
        told = [(key, text) for key, text in request.args.items(multi=True) if key != "csrf_token"]
        without = redirect(f"{url_for('table.draft', code=code)}?{urlencode(told)}")
        without.headers["Cache-Control"] = "no-store"
        return without
    snapshot, caller = find_table(code)
    if snapshot.book.game.page:
        return redirect(url_for("table.page", code=code))
    shown = page_of(snapshot, own_perspective(snapshot, caller), request.args)
    said = recorded_meanwhile(shown, request.args) if shown.overtaken else ""
    if request.htmx:
        return answer_with_part(shown, request.args.get("base"), notice(said) if said else "")
    return fresh(whole_page(shown, said))


@blueprint.get("/live")
def live(code: str) -> Response:
    """The part that changes, now and after every change; only what changed of it, for a page that says its base."""
    snapshot, caller = find_table(code)
    if snapshot.book.game.page or "look" in request.args:
        return watch(snapshot, caller)
    code, key, lang, here = snapshot.code, caller.key, language(), tables()
    first_game, in_circle = first_game_explained(), circle_of_table(snapshot.table_id) is not None

    def who() -> Caller:  # looked up each time: a key may be revoked while its stream goes on
        return Caller(key, here.membership.actor(code, key) if key else None)

    def seen_now(snapshot: Snapshot, caller: Caller) -> Perspective:
        return perspective_of(snapshot, caller, first_game=first_game, in_circle=in_circle)

    def render(snapshot: Snapshot) -> Drawing:
        now = who()
        seen = seen_by(snapshot, now.actor)
        return fragment(page_of(seen, seen_now(seen, now)))

    def audience(snapshot: Snapshot) -> Hashable:
        return lang, seen_now(snapshot, who())

    # A browser that connects again by itself asks with the base that it began with: it is told the whole.
    base = "" if "Last-Event-ID" in request.headers else request.args.get("base")
    return event_stream(code, StreamView(render, audience), lambda: who().seat, base)


@blueprint.post("/moves")
def enter_moves(code: str) -> ResponseReturnValue:
    """Enter the moves of one tap: all of them, or none."""
    snapshot, actor = find_seated(code, tap=True)
    return entered(snapshot, actor) if snapshot.book.game.page else enter(snapshot, actor)
