"""Rendering a table's page: the templates' context, and its changing part, cached for all phones that see the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from flask import Response, current_app, render_template, url_for
from htmx_flask import make_response
from markupsafe import Markup

from companion.games.draft import Fields, NoFields
from companion.games.findings import Finding
from companion.games.screen import AnyScreen, screen_of
from companion.games.text import Language, Text
from companion.tables.keys_and_codes import shown_code
from companion.tables.policy import undo_count
from companion.tables.snapshot import Actor, Snapshot
from companion.web.assets import assets
from companion.web.circle.identity import circle_of_table
from companion.web.drawing import Drawing, outlines
from companion.web.identity import Caller, first_game_explained, tables
from companion.web.ledger.wording import latest_text
from companion.web.request_language import language, speaking, spoken, words
from companion.web.scores.curve import curve_of
from companion.web.stream import stamp_id
from companion.web.table.drafts import FOR, PLAY, lasting, mark, overtaken

YOU_ARE_NEXT = Text("You\u2019re next")


@dataclass(frozen=True, slots=True)
class Perspective:
    """All that makes one phone's page differ from another's; phones with the same one share a rendering.

    `undoes`: how many moves its undo takes back. `first_game`: it is told at each phase what to do. `moved`: its seat,
    or its right, has gone to another phone. `to_evening`: the game is over, and the phone is in the table's circle.
    """

    seat: str | None = None
    keeper: bool = False
    host: bool = False
    undoes: int = 0
    first_game: bool = False
    moved: bool = False
    to_evening: bool = False

    @property
    def plays(self) -> bool:
        """Whether it enters anything at this table."""
        return self.keeper or self.seat is not None


ANYBODY = Perspective()
"""Of the board, and of what is shared: who only looks, and has nothing explained."""


def perspective_of(snapshot: Snapshot, caller: Caller, *, first_game: bool, in_circle: bool) -> Perspective:
    """The perspective of a phone: whether it has each phase explained, and is in the table's circle, is told."""
    to_evening = in_circle and snapshot.book.report().over
    if caller.actor is None:
        return Perspective(first_game=first_game, moved=caller.moved, to_evening=to_evening)
    actor = caller.actor.at(snapshot)
    own = undo_count(actor, snapshot)
    return Perspective(actor.seat, actor.keeper, actor.host, own, first_game, to_evening=to_evening)


def own_perspective(snapshot: Snapshot, caller: Caller) -> Perspective:
    """The perspective of the phone that makes the request at hand; its circle is looked up once the game is over."""
    in_circle = snapshot.book.report().over and circle_of_table(snapshot.table_id) is not None
    return perspective_of(snapshot, caller, first_game=first_game_explained(), in_circle=in_circle)


@dataclass(frozen=True)
class TablePage:
    """A table's page, ready to be written out. Templates read it and decide nothing about the game.

    `mark` names the act that the table waits for; `overtaken`: the draft was begun for another act.
    """

    snapshot: Snapshot
    me: Perspective
    screen: AnyScreen
    mark: str
    overtaken: bool = False

    @property
    def draft(self) -> str:
        """The draft as the query of an address, with the mark of the act that it is for; "" without one."""
        draft = self.screen.draft
        if self.plays_for is not None:
            return urlencode([*draft.fields(), *self.carried.items()])
        return draft.query if draft == draft.lasting else f"{draft.query}&{FOR}={quote(self.mark)}"

    @cached_property
    def plays_for(self) -> str | None:
        """The seat with a phone of its own that this phone plays for, while the table waits for that seat."""
        name = self.screen.plays_for
        return name if self.me.keeper and name in self.screen.elsewhere and name in self.screen.waiting_for else None

    @cached_property
    def carried(self) -> dict[str, str]:
        """What goes with every tap beside the draft: the act's mark, and whom this phone plays for."""
        played = {} if self.plays_for is None else {PLAY: self.plays_for}
        return {FOR: self.mark, **played}

    @property
    def half_entered(self) -> bool:
        """Whether the phone has told something that makes this page nobody else's."""
        return not self.screen.draft.empty or self.plays_for is not None

    @cached_property
    def findings(self) -> tuple[tuple[Finding, str], ...]:
        """What was done against the rules and the table has not ruled on, each with the entry that shows it."""
        return self.snapshot.still_open(self.screen.findings)

    @property
    def turn(self) -> str:
        """The act that taps are for. Right after it changes, a tap on the same spot was meant for the one before."""
        return self.screen.turn or self.mark

    @property
    def sheet(self) -> Hashable:
        """What the phone itself brings to the sheet at its thumb; phones that are shown the same table share equals."""
        me = self.me
        held_by = me.seat if self.snapshot.referee.hold is not None else None
        return self.screen.likeness, me.keeper, me.host, me.undoes, me.moved, held_by

    @cached_property
    def yours(self) -> bool:
        """Whether it is this phone's turn: the table waits for its own seat, and is not on hold."""
        return self.screen.your_turn and self.snapshot.referee.hold is None

    @property
    def explained(self) -> Text | None:
        """What a newcomer is told of the running phase, on a phone that wants it."""
        introduction = self.snapshot.book.game.rulebook.introduction
        return introduction.phases.get(self.screen.phase) if introduction and self.me.first_game else None

    @property
    def title(self) -> Text:
        """What the page is called, in the browser's list of tabs and on a phone that is switched back to it."""
        if self.yours:
            return Text("Your turn, {name}", name=self.me.seat or "")
        return YOU_ARE_NEXT if self.screen.next_up else Text("Table {code}", code=self.code)

    @property
    def code(self) -> str:
        """The table's code as people read it."""
        return shown_code(self.snapshot.code)

    @property
    def stamp(self) -> str:
        """The stamp, by which a script tells an older page from a newer one."""
        return stamp_id(self.snapshot)


def page_of(snapshot: Snapshot, me: Perspective, fields: Fields | None = None) -> TablePage:
    """The page that is seen so; `fields` is the draft that the phone carries, for whatever act.

    Who only looks has no draft: what a phone told before its key ended goes.
    """
    book, draft = snapshot.book, (fields if me.plays else None) or NoFields()
    late = overtaken(snapshot, draft)
    elsewhere = frozenset(seat.name for seat in snapshot.seats if seat.phone and seat.name != me.seat)
    entered, played = (lasting(book, draft), None) if late else (draft, next(reversed(draft.getlist(PLAY)), None))
    screen = screen_of(book, me.seat, me.keeper, entered, elsewhere, played)
    return TablePage(snapshot, me, screen, mark(snapshot, NoFields()), late)


def own_page(snapshot: Snapshot, actor: Actor | None, fields: Fields | None = None) -> TablePage:
    """The page of the phone that makes the request at hand, None for one that only looks; `fields` as in `page_of`."""
    return page_of(snapshot, own_perspective(snapshot, Caller(actor=actor)), fields)


CACHED = 512
Key = tuple[str, tuple[int, int], Perspective, str]


def context(page: TablePage) -> dict[str, Any]:
    """What the templates of a table's page read.

    `s` is the page, `snapshot` its table, `screen` what the game shows of it; `folder` has the game's templates,
    `style` is its stylesheet, if it has one. `said` is the latest entry in words, `drawn` holds what was drawn for
    all who are shown this, `curve` is the scores' once the game is over.
    """
    book = page.snapshot.book
    return {
        "s": page,
        "screen": page.screen,
        "snapshot": page.snapshot,
        "game": book.game,
        "folder": book.game.folder,
        "style": own_style(book.game.folder),
        "said": _said(page.snapshot, spoken()),
        "drawn": _drawn(page.snapshot, spoken()),
        "curve": curve_of(book) if page.screen.over else None,
    }


@lru_cache(128)
def _said(snapshot: Snapshot, _: Language) -> str:
    """The latest entry in words, put once for all phones of a language."""
    return words(latest_text(snapshot))


@lru_cache(128)
def _drawn(_: Snapshot, __: Language) -> dict[Hashable, Markup]:
    """What has been drawn once for all phones of a language that are shown this."""
    return {}


def own_style(folder: str) -> str | None:
    """The stylesheet that a game's screens have of their own, where it has one."""
    name = f"css/{folder}.css"
    return name if name in assets().files else None


def fragment(page: TablePage) -> Drawing:
    """The part as it is drawn. Without a draft it is cached, so that five phones cost little more than one."""
    if page.half_entered:
        return _render(page)
    cached: OrderedDict[Key, Drawing] = current_app.extensions.setdefault("fragments", OrderedDict())
    key = (page.snapshot.code, page.snapshot.stamp, page.me, language())
    found = cached.get(key)
    if found is None:
        found = cached[key] = _render(page)
        while len(cached) > CACHED:
            cached.popitem(last=False)
    return found


def whole_page(page: TablePage, notice: str | None = None, drawn: int | None = None) -> str:
    """The whole page, with a notice (markup) where there is one. What is said of an overtaken draft is said once.

    Without scripts its taps are guarded since it was `drawn`, as `moment` tells it (None: now).
    """
    drawing = fragment(page)
    part = Markup(drawing.whole())  # noqa: S704 - a template's own
    now_at = address(page) if page.overtaken else None
    since = moment() if drawn is None else drawn
    return render_template(
        "table/page.html", refusal=notice, part=part, part_base=drawing.base, now_at=now_at, moment=since,
        **context(page),
    )  # fmt: skip


def moment() -> int:
    """This moment by the clock that times entries, in milliseconds: what a page says of when it was drawn."""
    return int(tables().clock().timestamp() * 1000)


def fresh(body: str, *, replace_url: str | None = None, reswap: str | None = None) -> Response:
    """A response that is never cached. htmx shows `replace_url` as the page's address."""
    response: Response = make_response(body, replace_url=replace_url, reswap=reswap)
    response.headers["Cache-Control"] = "no-store"
    return response


def address(page: TablePage) -> str:
    """The address that shows this page again, its draft with it."""
    code, query = page.snapshot.code, page.draft
    return f"{url_for('table.draft', code=code)}?{query}" if query else url_for("table.page", code=code)


def answer_with_part(page: TablePage, base: str | None, beside: str = "") -> Response:
    """A fresh response with the part, for a page that shows what `base` names: what changed of it, or the whole.

    It sets the page's address in the browser, for a reload or the way back. `beside` (markup) is swapped in elsewhere.
    """
    drawing = fragment(page)
    changes = drawing.changes(outlines().get(base))
    if changes is None:
        return fresh(drawing.whole() + beside, replace_url=address(page))
    return fresh(changes + beside, replace_url=address(page), reswap="none")


def _render(page: TablePage) -> Drawing:
    with speaking(spoken()):
        values = context(page)
        template = current_app.jinja_env.get_template(f"games/{values['folder']}/table.html")
        drawing = Drawing(template.render(values))
    outlines().keep(drawing)
    return drawing
