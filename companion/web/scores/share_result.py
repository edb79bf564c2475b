"""The result out of here, once a game is over: as text, as a picture, as a file for a spreadsheet, for another app."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flask import Blueprint, Response, render_template, request

from companion.circles.circle import Circle
from companion.circles.played import PlayedGame
from companion.csv_file import Cell, csv_of
from companion.games.report import Place
from companion.games.text import Text
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by
from companion.web.circle.identity import circle_of_table, circles
from companion.web.errors import stop
from companion.web.identity import find_table
from companion.web.request_language import day, words
from companion.web.scores.board_game_stats import link, person_id
from companion.web.scores.result_picture import drawn, plain

blueprint = Blueprint("result", __name__, url_prefix="/t/<code>")
Places = tuple[Place, ...]
NOT_OVER = Text("The result can be taken along when this game is over.")


@blueprint.get("/result")
def page(code: str) -> str:
    """All ways in which the result leaves this app."""
    snapshot, places = _over(code)
    found = circle_of_table(snapshot.table_id)
    circle, games = (found.circle, circles().games.of(found.circle.id)) if found else (None, ())
    return render_template(
        "scores/result.html",
        snapshot=snapshot,
        game=snapshot.book.game,
        text=in_words(snapshot, places),
        other_app=link(snapshot, places, {} if circle is None else _people(snapshot, circle, games)),
        circle=circle,
    )


@blueprint.get("/result.svg")
def picture(code: str) -> Response:
    """The result as a picture; the same for everybody."""
    answer = Response(drawn(find_table(code)[0]), mimetype="image/svg+xml")
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@blueprint.get("/result.csv")
def sheet(code: str) -> Response:
    """The rounds by seats, with totals and places, for a spreadsheet."""
    snapshot, places = _over(code)
    name = f"{snapshot.header.game}-{snapshot.opened_at:%Y-%m-%d}.csv"
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(csv_of(_rows(snapshot, places)), headers=named, content_type="text/csv; charset=utf-8")


def _rows(snapshot: Snapshot, ranking: Places) -> Iterator[list[Cell]]:
    """The sheet, a row a round and a column a seat; of a game without points only what its places are by."""
    book = snapshot.book
    report, places = book.report(), {one.name: one for one in ranking}
    seats = (*book.seats, *report.left)
    yield [words(Text("Hand") if book.game.in_hands else Text("Round")), *seats]
    if report.starts:
        yield [words(Text("Began with")), *(report.starts.get(name, "") for name in seats)]
    for number, points in enumerate(report.rounds, 1):
        yield [number, *(points.get(name, "") for name in seats)]
    if report.totals:
        totals = {**report.totals, **report.left}
        yield [words(Text("Total")), *(totals[name] for name in seats)]
    else:
        yield [words(Text("Result")), *(words(places[name].says) for name in seats)]
    yield [words(Text("Place")), *(places[name].place if name in places else "" for name in seats)]


def in_words(snapshot: Snapshot, ranking: Places) -> str:
    """The result as lines of text, as one sends them to friends."""
    lines = [
        Text("{game}, {day}", game=snapshot.book.game.title, day=day(snapshot.opened_at)),
        *(Text("{place}. {name}: {says}", place=one.place, name=plain(one.name), says=one.says) for one in ranking),
    ]
    return "\n".join(map(words, lines))


def _people(snapshot: Snapshot, circle: Circle, games: Iterable[PlayedGame]) -> dict[str, str]:
    """By seat, who sat there as the circle of this table knows them."""
    seats = (seat for game in games if game.table == snapshot.code for seat in game.seats)
    who = zip(snapshot.book.seats, seats, strict=False)  # a seat's name is the table's own, not the circle's
    return {name: person_id(circle, seat.person) for name, seat in who if seat.person is not None}


def _over(code: str) -> tuple[Snapshot, Places]:
    """The table as everybody may know it, and all seats by their places. Answers 409 before the game is over."""
    snapshot = seen_by(find_table(code)[0], None)
    if not snapshot.book.report().over:
        stop(409, NOT_OVER)
    return snapshot, snapshot.book.game.places(snapshot.book)
