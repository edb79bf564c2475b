"""The parts of the board: the table for a television or a tablet in the middle of the room."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from companion.games.markup import at, badge, e, named, put, signed, t
from companion.games.page import AnyPage, RoundEnd
from companion.games.part import Part
from companion.games.text import Language, Text
from companion.tables.snapshot import Snapshot
from companion.web.ledger.wording import latest_text
from companion.web.table.parts import (
    Table,
    ahead_of,
    drawn_by,
    held_values,
    lying_in,
    over_values,
    page_of,
    state_of,
    to_decide,
    won,
)


def board_parts_of(snapshot: Snapshot, env: Environment) -> Table:
    """Return the parts of the board, as everybody may see them (`seen_by`)."""
    page, hold = page_of(snapshot), snapshot.referee.hold
    over = page.over
    ended = page.round_end if page.round_end and page.round_end.fresh else None
    state = state_of(page, snapshot)
    above = ((), None) if over else (page.eyebrow, page.headline)
    heading = over, *above, page.winners, snapshot.next_code
    inner = (
        Part("heading", _heading, heading),
        Part("state", _state, (tuple(state.items()),)),
        *([drawn_by(env, "table/board_hold.html", "hold", **held_values(snapshot))] if hold else []),
        *(
            [drawn_by(env, "table/over.html", "over", **over_values(page, snapshot) | {"in_figures": False})]
            if over
            else []
        ),
        *([_moment_part(page, ended)] if ended else [] if over else lying_in(page.on_board)),
        *([Part("evening", _evening, (snapshot.code, state["stamp"]))] if over or not snapshot.version else []),
        *(
            []
            if over
            else [
                Part(
                    "last",
                    _said,
                    (
                        latest_text(snapshot),
                        page.news,
                        tuple(finding.seat for finding, _ in snapshot.still_open(page.findings)),
                    ),
                )
            ]
        ),
    )
    return Table(Part("table", _board, (), inner), state)


def _board(_: Language, inner: str) -> str:
    return f'<div id="table" class="board">{inner}</div>'


def _heading(
    language: Language, over: bool, eyebrow: tuple[Text, ...], headline: Text | None, winners: tuple[str, ...],
    next_code: str | None,
) -> str:  # fmt: skip
    if over:
        above, title = t(language, "Game over"), won(language, winners, 24)
    else:
        assert headline is not None  # noqa: S101 - a running game has one
        above, title = Markup(" · ").join(put(language, text) for text in eyebrow), named(language, headline, 24)
    again = ""
    if over and next_code:
        words = t(language, "To the rematch")
        again = f'<a class="button main" data-next-board href="{at(next_code, "board")}">{words}</a>'
    return f'<header id="heading" class="top"><div><p class="eyebrow">{above}</p><h1>{title}</h1></div>{again}</header>'


def _state(_: Language, state: tuple[tuple[str, str], ...]) -> str:
    return f'<i id="state" hidden{"".join(f" data-{key}={chr(34)}{e(value)}{chr(34)}" for key, value in state)}></i>'


def _evening(_: Language, code: str, _stamp: str) -> str:
    """Draw the place of the circle's evening, which a board that is in the circle asks for."""
    return (
        f'<div id="evening" hidden hx-get="{at(code, "board", "evening")}" hx-trigger="load" hx-swap="outerHTML"></div>'
    )


def _moment_part(page: AnyPage, ended: RoundEnd) -> Part:
    sums = page.book.game.sheet(page.state).finished[-1]
    rows = tuple((gain, page.badge(gain.name), sums[gain.name].text) for gain in ended.gains)
    return Part("moment", _moment, (ended, rows, page.book.game.in_hands))


def _moment(
    language: Language, ended: RoundEnd, rows: tuple[tuple[Any, tuple[int, str], Text], ...], hands: bool
) -> str:
    title = (
        t(language, "Hand {n} is over", n=ended.number) if hands else t(language, "Round {n} is over", n=ended.number)
    )
    drawn = "".join(
        f'<li{" class=first" if gain.place == 1 else ""}><b class="medal" data-number="{gain.place}" aria-hidden="true"></b>'
        f'<span class="name" title="{e(gain.name)}"><span class="sep">{gain.place}. </span>{badge(*own)}<bdi>{e(gain.name)}</bdi><span class="sep">: </span></span>'
        f'<span class="soft made">{put(language, made)}<span class="sep">, </span></span><span class="gain">{signed(gain.points)}<span class="sep">, </span></span>'
        f'<b class="sum" data-from="{gain.before}" data-to="{gain.total}">{signed(gain.total, plus="")}</b></li>'
        for gain, own, made in rows
    )
    label = t(language, "The hand is over") if hands else t(language, "The round is over")
    name = f"round-end-{ended.number}-{'_'.join(str(gain.total) for gain, *_ in rows)}"
    return (
        f'<section id="moment" class="moment card" data-moment="{name}" aria-label="{label}"><header><div><p class="eyebrow">{title}</p><h2>{ahead_of(language, ended.gains)}</h2></div></header>'
        f'<ol class="gains list">{drawn}</ol></section>'
    )


def _said(language: Language, latest: Text | str, news: tuple[Text, ...], seats: tuple[str, ...]) -> str:
    if news:
        return f'<p id="last" class="said wrong">{" ".join(put(language, text) for text in news)}</p>'
    open_ = f' · <b class="wrong">{to_decide(language, seats)}</b>' if seats else ""
    return f'<p id="last" class="said soft">{put(language, latest)}{open_}</p>'
