"""Pages that live: whole, and as the parts that changed, drawn once for an audience and a language."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, cast

from flask import Response, current_app, render_template, request
from jinja2 import Environment
from markupsafe import Markup

from companion.games.part import changed
from companion.games.text import Language, Text
from companion.live.channel import Place, View, Watch, event
from companion.service import membership
from companion.tables.keys_and_codes import shown_code
from companion.tables.snapshot import Actor, Snapshot
from companion.tables.visibility import audience, seen_by
from companion.web.assets import own_style
from companion.web.circle.identity import circle_of_table
from companion.web.identity import Caller, first_game_explained, tables
from companion.web.request_language import spoken
from companion.web.stream import Whole, stamp_id, stream
from companion.web.table.parts import Table, page_of, parts_of

PartsOf = Callable[[Snapshot, Environment], Table]
"""Returns the parts of a page of the table, as an audience may see it (`seen_by`). It is called without a request."""


class TableView:
    """A page of a table as an audience sees it. `actor` is one of the audience: what it may know, all may."""

    def __init__(self, env: Environment, actor: Actor | None, parts: PartsOf = parts_of) -> None:
        self._env, self._actor, self._parts_of = env, actor, parts
        self._shown: Table | None = None

    @property
    def beat(self) -> str:
        return "" if self._shown is None else self._shown.stamp

    def change(self, snapshot: Snapshot, variants: Iterable[Hashable]) -> Mapping[Hashable, bytes]:
        now = self._parts_of(seen_by(snapshot, self._actor), self._env)
        before, self._shown = self._shown, now
        if before is None or before.stamp == now.stamp:
            return {}
        parts = changed(before.root, now.root)  # at least the stamp differs
        told = {}
        for variant in variants:
            text = "".join([part.drawn(cast(Language, variant), shown) for shown, part in parts])
            told[variant] = event("parts", text, f"{now.stamp} {before.stamp}")
        return told

    def everything(self, variant: Hashable) -> bytes:
        assert self._shown is not None  # noqa: S101 - a view begins with a change
        return event("parts", self._shown.root.drawn(cast(Language, variant)), self._shown.stamp)

    def opening(self, variant: Hashable, shown: str) -> bytes:
        return event("beat", self.beat) if shown == self.beat else self.everything(variant)


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


def render_live(template: str, snapshot: Snapshot, caller: Caller, parts: PartsOf, **values: Any) -> str:
    """Render a page beside the table: `part` is what changes, `own` what is marked as the caller's."""
    part = Markup(parts(snapshot, current_app.jinja_env).root.drawn(spoken()))  # noqa: S704 - escaped
    return render_template(template, snapshot=snapshot, me=caller, own=_own(snapshot, caller), part=part, **values)


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
        "table/page.html",
        title=title, game=page.book.game, style=own_style(page.book.game.folder), own=own, snapshot=snapshot,
        refusal=notice, stamp=parts.stamp, part=Markup(parts.whole(spoken(), "yours" if yours else "")),  # noqa: S704 - escaped
    )  # fmt: skip


def shown_by_page() -> str:
    """Return the stamp of what the page shows that asks for a stream, "" if that is not known.

    A browser that connects again by itself asks with the one that it showed at first.
    """
    return "" if "Last-Event-ID" in request.headers else request.args.get("shown", "")


def watch(
    snapshot: Snapshot,
    caller: Caller,
    kind: Hashable = "table",
    parts: PartsOf | None = parts_of,
    *,
    aside: bool = True,
) -> Response:
    """Return the stream of a page for the phone that asks. If `parts` is None, it tells each change by its stamp."""
    code, key, here, env = snapshot.code, caller.key, tables(), current_app.jinja_env
    first_game, in_circle = first_game_explained(), circle_of_table(snapshot.table_id) is not None

    def actor() -> Actor | None:  # looked up each time: a key may end while its stream goes on
        return membership.actor(here, code, key) if key else None

    def place(snapshot: Snapshot) -> Place:
        now = Caller(key, actor())
        own = own_marks(now, snapshot, first_game=first_game, in_circle=in_circle)
        return Place(audience(snapshot, now.actor), own, int(own["me"]) if own["me"] else None)

    def view() -> View:
        return TableView(env, actor(), parts) if parts else Whole("beat", stamp_id)

    return stream(Watch(code, kind, spoken(), view, place, present=True, shown=shown_by_page(), aside=aside))
