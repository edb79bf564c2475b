"""The parts of a table's page: what every game has round its own (`companion/games/page.py`), each as a value.

All phones get the same parts. What is for some of them alone is marked, see `companion/games/part.py`; what a phone may enter is
decided at its tap, by policy. What is drawn at each tap is drawn by functions; what is seldom seen, by templates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from companion.games.findings import Finding
from companion.games.markup import at, badge, bdi, e, icon, n, named, put, quoted, signed, t, token, value_of
from companion.games.move import Undo
from companion.games.page import AnyPage, Gain, Page
from companion.games.part import Draw, Group, Part, Sheet, Wait
from companion.games.seating import Rename
from companion.games.text import Language, Text
from companion.games.trick_page import TrickView
from companion.tables.keys_and_codes import shown_code
from companion.tables.policy import undo_counts
from companion.tables.snapshot import Proposal, Snapshot
from companion.web.ledger.wording import disputed_text, latest_text, shown_seconds
from companion.web.reasons import reason_text
from companion.web.request_language import speaking
from companion.web.scores.curve import curve_of
from companion.web.stream import stamp_id


class Table(NamedTuple):
    """A table's page: its parts as one tree, and what the page says of the table in attributes."""

    root: Part
    state: Mapping[str, str]

    @property
    def stamp(self) -> str:
        return self.state["stamp"]

    def whole(self, language: Language, marked: str = "") -> str:
        """Draw all of it; `marked` are classes for the phone that asks for it. Scripts keep its attributes later."""
        state = self.state
        look = "".join(f" {one}" for one in (state["look"], marked) if one)
        shown = "".join(f' data-{key}="{e(state[key])}"' for key in ("version", "stamp", "phase"))
        return self.root.drawn(language).replace('">', f'{look}"{shown}>', 1)


def beside(snapshot: Snapshot, id_: str, *parts: Part, heading: Text | None = None) -> Table:
    """Return a page beside the table, its parts one below the other; `heading` stands above them, if there is one."""
    stamp = stamp_id(snapshot)
    root = Part(id_, _stack, (id_, heading), (Part("state", _stamp, (stamp,)), *parts))
    return Table(root, {"stamp": stamp})


def seat_parts(snapshot: Snapshot, env: Environment, template: str) -> tuple[Part, ...]:
    """Return a part for each seat, drawn by the template from the seat, its badge, and its person's number as a mark."""
    badges = {one.name: (one.color, one.initial) for one in snapshot.badges}
    first = snapshot.header.dealer if snapshot.book.game.deals and not snapshot.people.changed else None
    return tuple(
        drawn_by(
            env,
            template,
            f"seat-{person}",
            person=person,
            seat=seat,
            badge=badges.get(seat.name),
            first=seat.name == first,
        )
        for person, seat in zip(snapshot.people.seated, snapshot.seats, strict=True)
    )


def _stack(language: Language, inner: str, id_: str, heading: Text | None) -> str:
    above = f"<h2>{put(language, heading)}</h2>" if heading else ""
    return f'<section id="{id_}" class="stack">{above}{inner}</section>'


def _stamp(_: Language, stamp: str) -> str:
    return f'<i id="state" hidden data-stamp="{e(stamp)}"></i>'


def lying_in(lying: Iterable[Part | Group]) -> tuple[Part, ...]:
    """Return what lies on the table as parts, each group as one with inner ones."""
    return tuple(one if isinstance(one, Part) else one.part(f"lies-{place}") for place, one in enumerate(lying))


@lru_cache(256)
def page_of(snapshot: Snapshot) -> AnyPage:
    """Return the game's page of a snapshot that the audience may see: the same for the stream and for the next tap."""
    game = snapshot.book.game
    badges = {one.name: (one.color, one.initial) for one in snapshot.badges}
    elsewhere = frozenset(seat.name for seat in snapshot.seats if seat.phone)
    kind: type[AnyPage] = game.page or Page
    late = tuple((call.seat, shown_seconds(call.seconds)) for call in snapshot.late_calls)
    return kind(snapshot.book, snapshot.code, badges, elsewhere, late)


def parts_of(snapshot: Snapshot, env: Environment) -> Table:
    """Return the parts of a table's page, as an audience may see it (`seen_by`); seldom ones are drawn by templates."""
    page, code, hold = page_of(snapshot), snapshot.code, snapshot.referee.hold
    over, asked = page.over, () if hold else tuple(map(page.number, page.waiting_for))
    asked_of = None if hold or over else page.ask
    wait = None if hold or over else page.wait
    state = state_of(page, snapshot)
    above, next_up = ((), None) if over else (page.eyebrow, page.headline), wait.next_up if wait else None
    lies = lying_in(page.lying)
    lying = (
        _to_be_decided(page, snapshot),
        Part("explained", _explained, (code, _introduced(page))),
        *([drawn_by(env, "table/over.html", "over", **over_values(page, snapshot))] if over else []),
        *([Part("still-lying", _still_lying, (), lies)] if over and lies else lies),
        Part("last", _last, (latest_text(snapshot), snapshot.act is not None)),
    )
    undo = Part("undo", _undoes, undo_marks(snapshot))  # apart: the game's own tools keep what is chosen in them
    sheet = (
        Part("tools", _tools, (code, None if hold or over else page.tools), (undo,)),
        _ask(page, asked_of, snapshot, env),
        *(() if hold or over else page.beside),
        Part(
            "wait", _wait, (code, asked_of, wait, page.waiting_for, _free(snapshot), _to_play_for(page)) if wait else ()
        ),
    )
    form = (
        Part("state", _state, (tuple(state.items()), asked, next_up)),
        Part("lying", _lying, (), lying),
        _round_end(page, asked_of),
        Part("sheet", _sheet, (), sheet),
    )
    heading = code, over, *above, page.waiting_for, asked, page.winners
    root = (
        Part("heading", _heading, heading),
        Part("proposed", _proposed, (code, snapshot.referee.proposal)),
        Part("act", _form, (code,), form),
    )
    return Table(Part("table", _table, (), root), state)


def _table(_: Language, inner: str) -> str:
    return f'<div id="table" class="table">{inner}</div>'


def _form(language: Language, inner: str, code: str) -> str:
    return (
        f'<form id="act" class="act-form" method="post" action="{at(code, "moves")}" hx-post="{at(code, "moves")}" hx-swap="none" autocomplete="off">'
        f'<button type="submit" disabled hidden></button>'
        f'<p id="not-now" hidden>{t(language, "Not allowed now. Tap to see why.")}</p>{inner}</form>'
    )


def _lying(language: Language, inner: str) -> str:
    return f'<div id="lying" class="lying" tabindex="0" role="group" aria-label="{t(language, "On the table")}">{inner}</div>'


def _still_lying(language: Language, inner: str) -> str:
    summary = t(language, "On the table")
    return f'<details id="still-lying" class="still-lying"><summary>{summary}</summary>{inner}</details>'


def _sheet(_: Language, inner: str) -> str:
    return f'<div id="sheet" class="sheet sheets">{inner}</div>'


def state_of(page: AnyPage, snapshot: Snapshot) -> dict[str, str]:
    """Return what the page itself says of the table, in attributes."""
    return {
        "code": snapshot.code,
        "version": str(snapshot.version),
        "stamp": stamp_id(snapshot),
        "phase": page.phase,
        "look": page.look,
        "over": snapshot.provenance.entry_id if page.over and snapshot.provenance else "",
        "mark": "" if page.over else _mark(page, snapshot),
    }


def _introduced(page: AnyPage) -> Text | None:
    introduction = page.book.game.rulebook.introduction
    return introduction.phases.get(page.phase) if introduction else None


def _free(snapshot: Snapshot) -> bool:
    return not all(seat.joined for seat in snapshot.seats)


def _to_play_for(page: AnyPage) -> tuple[str, ...]:
    return tuple(name for name in page.waiting_for if name in page.elsewhere)


# Above.


def _heading(
    language: Language, code: str, over: bool, eyebrow: tuple[Text, ...], headline: Text | None,
    waiting_for: tuple[str, ...], asked: tuple[int, ...], winners: tuple[str, ...],
) -> str:  # fmt: skip
    if over:
        above, title = t(language, "Game over"), f"<h1>{won(language, winners)}</h1>"
    else:
        assert headline is not None  # noqa: S101 - a running game has one
        above = Markup(" · ").join(put(language, text) for text in eyebrow)
        title = f"<h1>{named(language, headline)}</h1>"
        if asked:
            own = "".join(
                f'<h1 data-for="{number}">{t(language, "Your turn, {name}", name=bdi(name))}</h1>'
                for name, number in zip(waiting_for, asked, strict=True)
            )
            title = own + title.replace(">", f' data-not="{" ".join(map(str, asked))}">', 1)
    shown = shown_code(code)
    label = t(language, "Table {code}: seats and code", code=shown)
    return (
        f'<header id="heading" class="top"><div><p class="eyebrow">{above}</p>{title}</div><a class="code" href="{at(code, "seats")}" '
        f'aria-label="{label}"><span class="dot"></span><span>{shown.replace("-", "-<wbr>")}</span></a></header>'
    )


def won(language: Language, winners: tuple[str, ...], most: int = 18) -> Markup:
    return t(language, "{name} wins", name=bdi(winners[0], most)) if len(winners) == 1 else t(language, "A shared win")


def _proposed(language: Language, code: str, proposal: Proposal | None) -> str:
    if proposal is None:
        return '<i id="proposed" hidden></i>'
    by = proposal.by.seat
    said = (
        t(language, "{name} proposes a correction", name=bdi(by, 12))
        if by
        else t(language, "The host proposes a correction")
    )
    return f'<p id="proposed" class="proposed"><span>{said}</span> <a class="button" href="{at(code, "amend", "proposal")}">{t(language, "Look")}</a></p>'


def _state(_: Language, state: tuple[tuple[str, str], ...], yours: tuple[int, ...], next_up: int | None) -> str:
    known = dict(state)
    data = "".join(f' data-{key}="{e(value)}"' for key, value in state if value)
    turn = " ".join(map(str, yours))
    return (
        f'<div id="state" hidden{data} data-yours="{turn}" data-next="{"" if next_up is None else next_up}">'
        f'<input type="hidden" name="version" value="{known["version"]}"><input type="hidden" name="for" value="{e(known["mark"])}"></div>'
    )


# What lies on the table.


def _to_be_decided(page: AnyPage, snapshot: Snapshot) -> Part:
    findings = snapshot.still_open(page.findings) if page.findings else ()
    if not findings:
        return Part("findings", _nothing_found)
    each = tuple(
        Part(f"finding-{number}", _finding, (number, snapshot.code, finding, entry, page.over))
        for number, (finding, entry) in enumerate(findings)
    )
    seats = tuple(finding.seat for finding, _ in findings)
    return Part(
        "findings", _findings, (seats, len(page.news)), (Part("ruling", _ruling, (page.ruling_open,)), *reversed(each))
    )


def _nothing_found(_: Language) -> str:
    return '<i id="findings" hidden></i>'


def _findings(language: Language, inner: str, seats: tuple[str, ...], news: int) -> str:
    if news:
        title = n(language, "The cards prove a revoke", "The cards prove {num} revokes", news)
        title = Markup("{}: {}").format(title, bdi(seats[0], 12)) if len(seats) == 1 else title
    else:
        title = to_decide(language, seats)
    return (
        f'<details id="findings" class="found{" news" if news else ""}" data-findings="{len(seats)}">'
        f"<summary><span>{title}</span></summary>{inner}</details>"
    )


def to_decide(language: Language, seats: tuple[str, ...]) -> Markup:
    """Say in a line what the table has yet to decide, one thing for each of these seats: about whom, or how much."""
    names = tuple(dict.fromkeys(seats))
    if len(names) > 2:
        return n(language, "To be decided: {num} thing", "To be decided: {num} things", len(seats))
    return t(language, "To be decided: {names}", names=tuple(bdi(name, 12) for name in names))


def _ruling(_: Language, may_come: bool) -> str:
    """Mark whether a keeper may rule now, for the findings that come after it."""
    return f'<i id="ruling"{" class=open" if may_come else ""} hidden></i>'


def _finding(language: Language, number: int, code: str, finding: Finding, entry: str, over: bool) -> str:
    shown = ""
    if finding.shown:
        tricks = "".join(_proof(language, trick, finding.seat) for trick in (finding.missed, finding.shown))
        shown = f'<div class="pairs">{tricks}</div>'
    about = {"entry": entry, "rule": finding.rule, "reason": put(language, finding.reason)}
    remedy = dict(finding.remedy)
    ruling = {**remedy, **about, "kind": "" if remedy else "points", "seat": finding.seat}
    decide = f'<p class="decide" data-for="keeper host"><a class="button" href="{at(code, "ruling", **ruling)}">{t(language, "Decide it")}</a></p>'
    if not over:
        decide += f'<p class="after" data-for="keeper" data-not="host">{t(language, "Finish the trick first; then the table can rule.")}</p>'
    hold = f'<p data-for="seat" data-not="keeper"><a class="button" href="{at(code, "hold", **about)}">{t(language, "Put on hold")}</a></p>'
    return f'<div id="finding-{number}" class="finding"><p>{put(language, finding.text)}</p>{shown}{decide}{hold}</div>'


def _proof(language: Language, trick: TrickView, seat: str) -> str:
    title = t(language, "Trick {n}, led in {color}", n=trick.number, color=Text(trick.cards[0][1].suit))
    rows = ""
    for number, (name, card) in enumerate(trick.cards):
        marks = [t(language, "led")] * (number == 0) + [t(language, "won")] * (name == trick.winner)
        rows += (
            f'<li class="{"caught" if name == seat else ""}"><span class="name" dir="auto">{e(name)}</span>'
            f'<span class="card-face">{token(card.suit, "small")}<span class="visually-hidden">{put(language, Text(card.suit))}</span>'
            f'<b>{e(card.rank)}</b></span><span class="marks">{" · ".join(marks)}</span></li>'
        )
    return f'<div class="proof" data-trick="{trick.number}"><h2>{title}</h2><ol>{rows}</ol></div>'


def _explained(language: Language, code: str, said: Text | None) -> str:
    if said is None:
        return '<i id="explained" hidden></i>'
    link = f'<a href="{at(code, "rules")}#first-game">{t(language, "First game")}</a>'
    return f'<p id="explained" class="first-game soft" data-for="first-game">{link} {put(language, said)}</p>'


def _last(language: Language, said: Text | str, act: bool) -> str:
    return f'<p id="last" class="last{" act" if act else ""}"{"" if said else " hidden"}>{put(language, said)}</p>'


# A round has just been scored, or the game is over.


def _round_end(page: AnyPage, sheet: Sheet | None) -> Part:
    ended = page.round_end
    if ended is None or page.news or page.over:
        return Part("moment", _no_moment)
    badges = tuple(page.badge(gain.name) for gain in ended.gains)
    marks = "" if ended.fresh else " ".join(["watch", *map(str, ended.seen_by), sheet.marks if sheet else ""]).strip()
    shown = Part("round-end", _scored, (ended.number, ended.gains, badges, page.book.game.in_hands))
    return Part("moment", _moment, (marks,), (shown,))


def _no_moment(_: Language) -> str:
    return '<i id="moment" hidden></i>'


def _moment(_: Language, inner: str, marks: str) -> str:
    """Draw the end of a round for the phones that it is news to."""
    hidden = f' data-not="{marks}"' if marks else ""
    return f'<div id="moment"{hidden}>{inner}</div>'


def ahead_of(language: Language, gains: tuple[Gain, ...]) -> Markup:
    """Say who is ahead after a round."""
    ahead = [gain.name for gain in gains if gain.place == 1]
    return (
        t(language, "{name} is ahead", name=bdi(ahead[0], 24)) if len(ahead) == 1 else t(language, "A tie at the top")
    )


def _scored(
    language: Language, number: int, gains: tuple[Gain, ...], badges: tuple[tuple[int, str], ...], hands: bool
) -> str:
    """Draw who is ahead and what the round has brought. "Next round" closes it on this phone alone, with or without scripts."""
    name = f"round-end-{number}-{'_'.join(str(gain.total) for gain in gains)}"
    above = t(language, "Hand {n} is over", n=number) if hands else t(language, "Round {n} is over", n=number)
    rows = "".join(
        f'<li{" class=first" if gain.place == 1 else ""}><b class="medal" data-number="{gain.place}" aria-hidden="true"></b>'
        f'<span class="name" title="{e(gain.name)}"><span class="sep">{gain.place}. </span>{badge(*own)}<bdi>{e(gain.name)}</bdi><span class="sep">: </span></span>'
        f'<span class="gain">{signed(gain.points)}<span class="sep">, </span></span><b class="sum" data-from="{gain.before}" data-to="{gain.total}">{signed(gain.total, plus="")}</b>'
        f'<span class="sep">{"; " if row < len(gains) else ""}</span></li>'
        for row, (gain, own) in enumerate(zip(gains, badges, strict=True), 1)
    )
    return (
        f'<div id="round-end"><span class="gone-on" id="{name}"></span><section class="moment card" data-moment="{name}" '
        f'aria-label="{t(language, "The hand is over") if hands else t(language, "The round is over")}"><header><div><p class="eyebrow">{above}</p><h2>{ahead_of(language, gains)}</h2></div>'
        f'<a class="button" href="#{name}" data-onward>{t(language, "Next hand") if hands else t(language, "Next round")}</a></header><ol class="gains list">{rows}</ol></section></div>'
    )


def over_values(page: AnyPage, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "places": page.places,
        "badges": snapshot.badges,
        "code": snapshot.code,
        "curve": curve_of(page.book),
        "in_figures": "marked",
    }


# What is asked.


def drawn_by(env: Environment, template: str, id_: str, **values: Any) -> Part:
    """Return a part that a template draws from values. The template may call what needs no request."""
    return Part(id_, _by_template, (env, template, tuple(values.items())))


def _by_template(language: Language, env: Environment, name: str, values: tuple[tuple[str, Any], ...]) -> str:
    with speaking(language):
        return env.get_template(name).render(dict(values)).strip()


def held_values(snapshot: Snapshot) -> dict[str, Any]:
    """Return what the templates of a hold read."""
    hold = snapshot.referee.hold
    assert hold is not None  # noqa: S101 - the table is on hold
    return {
        "code": snapshot.code,
        "hold": hold,
        "what": disputed_text(snapshot),
        "rulebook": snapshot.book.game.rulebook,
        "reason": reason_text(hold.act.reason, snapshot.header.game),
        "by": "" if hold.by.seat is None else str(snapshot.people.person(hold.by.seat)),
    }


def _ask(page: AnyPage, sheet: Sheet | None, snapshot: Snapshot, env: Environment) -> Part:
    code = snapshot.code
    if snapshot.referee.hold is not None:
        return drawn_by(env, "table/hold.html", "ask", **held_values(snapshot))
    if page.over:
        heading, hint = page.over_heading
        return Part("ask", _over_acts, (code, heading, hint, page.book.game.slug, snapshot.next_code))
    assert sheet is not None  # noqa: S101 - a running game asks
    return Part("ask", _asked_with if sheet.inner else _asked, (sheet.marks, sheet.draw, sheet.args), sheet.inner)


def mark_of(snapshot: Snapshot) -> str:
    """Return the name of the act that the table waits for, by which a tap says which act it was meant for."""
    return _mark(page_of(snapshot), snapshot)


def _mark(page: AnyPage, snapshot: Snapshot) -> str:
    if page.mark is not None:
        return page.mark
    book, entered = snapshot.book, snapshot.provenance
    while isinstance(book.move, Rename) and book.before is not None and entered is not None:
        book, entered = book.before, entered.before  # another name for a seat ends no act
    return f"e{'' if entered is None else entered.entry_id}"


def _asked(language: Language, marks: str, draw: Draw, args: tuple[Any, ...]) -> str:
    return _section(language, marks, draw(language, *args))


def _asked_with(language: Language, inner: str, marks: str, draw: Draw, args: tuple[Any, ...]) -> str:
    return _section(language, marks, draw(language, inner, *args))


def _section(language: Language, marks: str, drawn: str) -> str:
    back = ""
    if "played" in marks.split():
        back = f'<label for="play" class="button quiet" data-for="played">{t(language, "Back")}</label>'
    return f'<section id="ask" tabindex="-1" data-for="{marks}" aria-label="{t(language, "What is asked")}">{drawn}{back}</section>'


def _over_acts(
    language: Language, code: str, heading: Text, hint: Text | None, slug: str, next_code: str | None
) -> str:
    said = f'<p class="hint">{put(language, hint)}</p>' if hint else ""
    share, along = t(language, "Share the result"), t(language, "Take the result along")
    if next_code:
        again = f'<button type="submit" class="button main" form="follow" data-for="seat keeper">{t(language, "To the rematch")}</button>'
    else:
        again = f'<button type="submit" class="button main again" form="rematch" data-for="keeper">{t(language, "Rematch")}<small aria-hidden="true">{t(language, "Same people again")}</small></button>'
    return (
        f'<section id="ask" tabindex="-1" aria-label="{t(language, "What is asked")}"><div class="ask"><div><h2>{named(language, heading, 14)}</h2>{said}</div></div>'
        f'<div class="acts"><a class="button" href="{at(code, "result.svg")}" data-picture="{slug}.png">{icon("share")}<span>{share}</span></a>'
        f'<a class="button more-ways" href="{at(code, "result")}" aria-label="{along}" title="{along}">{icon("more")}</a>{again}</div></section>'
    )


def _wait(
    language: Language, code: str = "", asked: Sheet | None = None, wait: Wait | None = None, waiting_for: tuple[str, ...] = (),
    free: bool = False, to_play_for: tuple[str, ...] = (),
) -> str:  # fmt: skip
    if wait is None:
        return '<i id="wait" hidden></i>'
    up = (
        "" if wait.next_up is None else f'<p class="next-up" data-for="{wait.next_up}">{t(language, "You’re next")}</p>'
    )
    hints = "".join(f'<span data-for="{number}">{put(language, said)}</span>' for number, said in wait.hints)
    heading = f"<h2>{named(language, wait.heading)}</h2>"
    if wait.headings:
        marked = " ".join(marks for marks, _ in wait.headings)
        heading = heading.replace(">", f' data-not="{marked}">', 1)
        heading += "".join(f'<h2 data-for="{marks}">{named(language, said)}</h2>' for marks, said in wait.headings)
    watching = f'<span data-for="watch">{t(language, "You are watching.")}</span>'
    away = "".join(
        f'<p class="away-note" data-away-note="{e(name)}" hidden>{t(language, "{name}’s phone is away.", name=bdi(name, 14))}</p>'
        for name in waiting_for
    )
    asides = "".join(
        f'<p class="meanwhile"><b>{put(language, about)}</b>{"".join(_aside(language, name, said) for name, said in seats)}</p>'
        for about, seats in wait.asides
    )
    more = wait.more(language, *wait.args) if wait.more else ""
    seat = (
        f'<div class="acts" data-for="watch"><a class="button" href="/j/{code}">{t(language, "Take a seat")}</a></div>'
        if free
        else ""
    )
    return (
        f'<section id="wait" tabindex="-1" data-not="{asked.marks if asked else ""}">{up}<div class="ask"><div>{heading}<p class="hint">{hints}{watching}</p></div></div>'
        f"{more}{away}{asides}{_play_for(language, to_play_for)}{seat}</section>"
    )


def _aside(language: Language, name: str, said: Text | None) -> str:
    return f" <span>{bdi(name, 12)}{f' <b>{put(language, said)}</b>' if said else ''}</span>"


def _play_for(language: Language, names: tuple[str, ...]) -> str:
    if not names:
        return ""
    if len(names) == 1:
        words, name = (
            t(language, "Play for {name}", name=bdi(names[0], 14)),
            t(language, "Play for {name}", name=names[0]),
        )
    else:
        words = name = t(language, "Play for somebody")
    return (
        f'<div class="acts" data-for="keeper"><input type="checkbox" class="visually-hidden lasts" id="play" autocomplete="off" aria-label="{name}">'
        f'<label for="play" class="button"><span class="name">{words}</span></label></div>'
    )


# Beside what is asked: "May I ...?", and the way back.


def _tools(language: Language, undo: str, code: str, tools: tuple[Draw, tuple[Any, ...]] | None) -> str:
    drawn = tools[0](language, *tools[1]) if tools else ""
    may_i = f'<a class="button may-i" href="{at(code, "may-i")}" aria-label="{t(language, "May I ...?")}">?</a>'
    return f'<div id="tools" class="tools">{drawn}{may_i}{undo}</div>'


def _undoes(language: Language, *marked: tuple[int, str, str]) -> str:
    undo = "".join([_undo(language, *one) for one in marked])
    return f'<span id="undo">{undo}</span>'


def undo_marks(snapshot: Snapshot) -> tuple[tuple[int, str, str], ...]:
    """Return the buttons of an undo: how many moves each takes back, for which marks, and for which not."""
    keeper, own = undo_counts(snapshot)
    return tuple(
        (
            moves,
            " ".join(["keeper"] * (moves == keeper) + [str(number) for number, count in own.items() if count == moves]),
            "" if moves == keeper else "keeper",
        )
        for moves in sorted({keeper, *own.values()} - {0})
    )


@lru_cache(256)
def _undo(language: Language, moves: int, marks: str, without: str) -> str:
    value = quoted(value_of(*[Undo(move="undo").plain()] * moves))
    other = f' data-not="{without}"' if without else ""
    return f'<button name="move" value=\'{value}\' class="button" data-undo data-for="{marks}"{other} aria-label="{t(language, "Undo")}">{icon("undo")}</button>'
