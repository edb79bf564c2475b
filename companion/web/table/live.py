"""What the phones of a table are sent: the parts that changed, drawn once for an audience and a language."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import cast

from flask import Response, current_app, render_template, request
from htmx_flask import make_response
from jinja2 import Environment
from markupsafe import Markup

from companion.games.text import Language, Text
from companion.live.channel import Place, View, Watch, event
from companion.tables.keys_and_codes import shown_code
from companion.tables.snapshot import Actor, Snapshot
from companion.tables.visibility import audience, seen_by
from companion.web.circle.identity import circle_of_table
from companion.web.identity import Caller, first_game_explained, tables
from companion.web.request_language import spoken
from companion.web.table.parts import TableParts, numbered, page_of, parts_of
from companion.web.table.rendering import own_style

STREAMED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers of a stream: nothing on the way keeps it, or waits for more of it."""
WATCH = "companion.watch"
"""Where a request's environ holds the `Watch` that its answer is."""
SWAPPED = ' hx-swap-oob="true" '


class TableView:
    """A table as an audience sees it. `actor` is one of the audience: what it may know, all may."""

    def __init__(
        self, env: Environment, actor: Actor | None, parts: Callable[[Snapshot, Environment], TableParts] = parts_of
    ) -> None:
        self._env, self._actor, self._parts_of = env, actor, parts
        self._shown: TableParts | None = None

    @property
    def beat(self) -> str:
        return "" if self._shown is None else self._shown.stamp

    def change(self, snapshot: Snapshot, variants: Iterable[Hashable]) -> Mapping[Hashable, bytes]:
        now = self._parts_of(seen_by(snapshot, self._actor), self._env)
        before, self._shown = self._shown, now
        if before is None or before.stamp == now.stamp:
            return {}
        if before.shape != now.shape:
            return {variant: self.everything(variant) for variant in variants}
        changed = [part for id_, part in now.parts.items() if before.parts[id_] != part]
        told = {}
        for variant in variants:
            language = cast(Language, variant)
            text = "".join(swapped(numbered(part.drawn(language))) for part in changed)
            told[variant] = event("parts", text, f"{now.stamp} {before.stamp}")
        return told

    def everything(self, variant: Hashable) -> bytes:
        assert self._shown is not None  # noqa: S101 - a view begins with a change
        return event("table", self._shown.whole(cast(Language, variant)), self._shown.stamp)

    def opening(self, variant: Hashable, shown: str) -> bytes:
        return event("beat", self.beat) if shown == self.beat else self.everything(variant)


def swapped(markup: str) -> str:
    """Mark a part as one that htmx puts in the place of that of the same id."""
    return markup.replace(" ", SWAPPED, 1)


def own_marks(caller: Caller, snapshot: Snapshot, *, first_game: bool, in_circle: bool) -> dict[str, str]:
    """Return what is marked as a phone's own: the number of its seat (`me`), and what it may do (`rights`)."""
    actor = caller.actor.at(snapshot) if caller.actor else None
    seat = snapshot.people.person(actor.seat) if actor else None
    known = {
        "seat": seat is not None,
        "keeper": actor is not None and actor.keeper,
        "host": actor is not None and actor.host,
        "watch": actor is None or (seat is None and not actor.keeper),
        "moved": caller.moved,
        "first-game": first_game,
        "circle": in_circle,
    }
    return {"me": "" if seat is None else str(seat), "rights": " ".join(mark for mark, has in known.items() if has)}


def _own(snapshot: Snapshot, caller: Caller) -> dict[str, str]:
    in_circle = circle_of_table(snapshot.table_id) is not None
    return own_marks(caller, snapshot, first_game=first_game_explained(), in_circle=in_circle)


def live_page(snapshot: Snapshot, caller: Caller, notice: str = "") -> str:
    """Return the whole page for the phone that asks, with a notice (markup) if there is one."""
    own, page = _own(snapshot, caller), page_of(snapshot)
    parts = parts_of(snapshot, current_app.jinja_env)
    yours = (
        own["me"] != ""
        and own["me"] in {str(page.number(name)) for name in page.waiting_for}
        and not snapshot.referee.hold
    )
    title = (
        Text("Your turn, {name}", name=caller.seat or "")
        if yours
        else Text("Table {code}", code=shown_code(snapshot.code))
    )
    return render_template(
        "table/live/page.html",
        title=title, game=page.book.game, style=own_style(page.book.game.folder), own=own, snapshot=snapshot,
        refusal=notice, stamp=parts.stamp, part=Markup(parts.whole(spoken(), "yours" if yours else "")),  # noqa: S704 - escaped
    )  # fmt: skip


def all_parts(snapshot: Snapshot, caller: Caller) -> Response:
    """Return all parts, each to be put in its place; or the whole table, if the page that asks is made of others."""
    parts, language = parts_of(snapshot, current_app.jinja_env), spoken()
    if request.args.get("shape") == parts.shape_id:
        body, how = "".join(swapped(numbered(part.drawn(language))) for part in parts.parts.values()), "none"
    else:
        body, how = parts.whole(language), "outerHTML"
    answer: Response = make_response(body, reswap=how, retarget="#table")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Companion-Own"] = json.dumps(_own(snapshot, caller))
    return answer


def watch(code: str, caller: Caller, snapshot: Snapshot) -> Response:
    """Return the stream of a table's page for the phone that asks."""
    here, env = tables(), current_app.jinja_env
    key, first_game = caller.key, first_game_explained()
    in_circle = circle_of_table(snapshot.table_id) is not None

    def who(snapshot: Snapshot) -> Place:  # looked up each time: a key may end while its stream goes on
        now = Caller(key, here.membership.actor(code, key) if key else None)
        own = own_marks(now, snapshot, first_game=first_game, in_circle=in_circle)
        return Place(audience(snapshot, now.actor), own, int(own["me"]) if own["me"] else None)

    def view() -> View:
        return TableView(env, here.membership.actor(code, key) if key else None)

    # A browser that connects again by itself asks with what it showed at first.
    shown = "" if "Last-Event-ID" in request.headers else request.args.get("shown", "")
    return stream(Watch(code, "table", spoken(), view, who, present=True, shown=shown))


def stream(watch: Watch) -> Response:
    """Return a response whose body the server writes, from the watch in the request's environ."""
    request.environ[WATCH] = watch
    return Response(iter(()), headers=STREAMED, mimetype="text/event-stream")
