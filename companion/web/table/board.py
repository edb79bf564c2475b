"""The board: the table for a television or a tablet in the middle of the room. It only shows.

Between two games of a circle it tells of the evening: how many, who leads, what comes next.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, current_app, render_template
from markupsafe import Markup

from companion.address import join_url
from companion.circles.circle import Person
from companion.circles.evenings import Evening
from companion.live.channel import Place, Watch
from companion.tables.errors import BrokenLedger, NoSuchTable, Unavailable
from companion.tables.keys_and_codes import shown_code
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by
from companion.web.assets import own_style
from companion.web.circle.games import games_of, latest_evening
from companion.web.circle.identity import Joined, circle_of_table, circles
from companion.web.identity import find_table, table_known_to, tables
from companion.web.qr_code import qr_svg
from companion.web.request_language import own_language, spoken
from companion.web.stream import stream
from companion.web.table.board_parts import board_parts_of
from companion.web.table.live import TableView, shown_by_page

blueprint = Blueprint("board", __name__, url_prefix="/t/<code>/board")
MOST_LEADERS = 6  # people in one line


@blueprint.get("")
def page(code: str) -> str:
    """The whole page."""
    snapshot, _ = find_table(code)
    board = board_parts_of(seen_by(snapshot, None), current_app.jinja_env)
    return render_template(
        "table/board.html",
        part=Markup(board.whole(spoken())),  # noqa: S704 - escaped
        snapshot=snapshot,
        code=shown_code(snapshot.code),
        style=own_style(snapshot.book.game.folder),
        qr=qr_svg(join_url(current_app.extensions["settings"], snapshot.code)),
        in_language=own_language(),
    )


@blueprint.get("/evening")
def evening(code: str) -> str:
    """What the evening has come to, for a board that is in the table's circle, before and after a game."""
    snapshot, _ = find_table(code)
    told = _evening(snapshot, circle_of_table(snapshot.table_id))
    return render_template("circle/board_evening.html", told=told) if told else ""


@blueprint.get("/live")
def live(code: str) -> Response:
    """The parts that change, now and after every change."""
    snapshot, _ = find_table(code)
    env = current_app.jinja_env
    view = partial(TableView, env, None, board_parts_of)
    return stream(Watch(snapshot.code, "board", spoken(), view, lambda _: Place(), shown=shown_by_page()))


@dataclass(frozen=True, slots=True)
class EveningSoFar:
    """The evening, its `wins` by person, most first, and the circle's `following` table, if there is one."""

    evening: Evening
    wins: tuple[tuple[Person, int], ...]
    following: Snapshot | None


def _evening(snapshot: Snapshot, joined: Joined | None) -> EveningSoFar | None:
    """The evening, for a board that is in the table's circle, before and after a game.

    None, too, while the database does not answer: the table itself may be shown.
    """
    if joined is None or (snapshot.version and not snapshot.book.report().over):
        return None
    with suppress(Unavailable):
        return _evening_so_far(snapshot, joined)
    return None


def _evening_so_far(snapshot: Snapshot, joined: Joined) -> EveningSoFar | None:
    circle = joined.circle
    evening = latest_evening(games_of(circle), tables().clock())
    if evening is None or not evening.finished:
        return None
    people = {person.id: person for person in circles().people(circle.id)}
    wins = ((people[person], count) for person, count in evening.wins.items() if person in people)
    most = sorted(wins, key=lambda one: -one[1])[:MOST_LEADERS]
    return EveningSoFar(evening, tuple(most), _following(snapshot, joined))


def _following(snapshot: Snapshot, joined: Joined) -> Snapshot | None:
    """The table that was opened after this one: the rematch, or another that nobody has played at yet."""
    waiting = (snapshot.next_code, *circles().unplayed(joined.circle.id))
    for code in filter(None, waiting):
        try:
            table = table_known_to(code, None)
        except (NoSuchTable, BrokenLedger):
            continue
        if table.table_id > snapshot.table_id:
            return table
    return None
