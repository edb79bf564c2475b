"""Whole evenings of every game: each is played once, every page is looked at deep in it, and asked all that follows.

The app speaks a language made by code, in which all that is no message is seen. Between the moves somebody takes one
back, puts the table on hold, proposes, corrects and rules; people come, go and get other names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import pytest
from flask import Flask
from jinja2 import Environment

from companion.address import Address
from companion.games import PRODUCTS
from companion.games.move import Move
from companion.games.part import Part
from companion.games.text import ENGLISH, Language
from companion.languages import languages
from companion.tables.apply import parse
from companion.tables.history import History, opening_of
from companion.tables.policy import forbids, forbids_now
from companion.tables.snapshot import Actor, Snapshot
from companion.tables.visibility import seen_by
from companion.web.identity import Caller
from companion.web.ledger.page import ledger_of
from companion.web.lobby.join import names_of
from companion.web.scores.page import scores_of
from companion.web.table.board_parts import board_parts_of
from companion.web.table.live import PartsOf, TableView, own_marks
from companion.web.table.parts import Table, page_of, parts_of
from companion.web.table.seats import seats_of
from tests.conftest import Phone
from tests.corpus.make import COMINGS, GAMES, WANTED, header
from tests.evening import LATE, WHY, Evening
from tests.translations import OnlyPseudo, not_translated
from tests.web.table.shown import Shown, elements, moves, text

LOOKS = {4: "undo", 24: "amend", 60: "rule"}
"""After so many steps every page is looked at, just when this has been done."""
STANDING = {12: "dispute", 18: "propose"}
"""And while these stand: before the table has ruled, before a second seat has agreed."""
SEEDS = {"sluff-off-comings": 0, "ui77-comings": 2, "popcorn-comings": 13, "fluff-comings": 0}
"""Evenings in which somebody comes, somebody goes and somebody gets another name before the game is over."""
PATIENCE = 30  # corrections: not every one can be made, and where it cannot nothing is proposed
ENOUGH = {True: 110, False: 150}  # steps: some evenings are long; people take longer to come and to go
MINE = "that was mine"  # as whoever puts the table on hold says
UNDONE = ("", "/board", "/ledger", "/scores", "/referee", "/transcript")
LONGEST = 10_000  # bytes of a usual event
KNOWN = (
    *(
        "UTC",
        "API",
        "Board Game Stats",
        "http",
        "English",
        "\u05e2\u05d1\u05e8\u05d9\u05ea",
        "wlan0",
        "eth0",
        WHY,
        MINE,
        *LATE,
    ),
    *(rule.id for game in PRODUCTS for rule in game.rulebook.rules),
)
"""What is no message in any language: names of things, rules' ids, what somebody typed."""


@dataclass
class Walked:
    """An evening that was played: the table after each step, and what was wrong with its pages."""

    app: Flask
    played: Evening
    snapshots: list[Snapshot] = field(default_factory=list)
    failed: list[object] = field(default_factory=list)
    without_symbol: list[object] = field(default_factory=list)
    not_translated: dict[str, list[str]] = field(default_factory=dict)
    steps: int = 0
    changed: set[str] = field(default_factory=set)
    _walks: int = 0
    _undone: set[object] = field(default_factory=set)

    def play(self, *, comings: bool) -> None:
        self.snapshots.append(self.played.now)
        for step, done in enumerate(islice(self.played.play(), ENOUGH[not comings]), 1):
            self.steps = step
            if self.played.over:
                break
            self.snapshots.append(self.played.now)
            if self.steps in LOOKS and not comings:
                getattr(self.played, LOOKS[self.steps])()
                self.walk()
            elif self.steps in STANDING:
                self.walk_within(getattr(self.played, STANDING[self.steps]))
            elif done == "change" and (kind := self.played.now.book.moves()[-1].kind()) not in self.changed:
                self.changed.add(kind)
                self.walk()
            elif done == "move" and not comings:
                self.undo()
        self.walk()

    def walk(self) -> None:
        """Every page, by the host and by a seat or a viewer."""
        self._walks += 1
        seat = self.played.seats[self.played.now.header.seats[-1]]
        others = {"seat": seat} if self._walks % 2 else {"viewer": Phone(self.app)}
        for path in pages(self.app, self.played):
            for name, phone in {"host": self.played.host, **others}.items():
                self.look(path, name, phone)
        ledger = self.look(f"/t/{self.played.code}/ledger", "host", self.played.host)
        if ledger.count('data-version="') != self.played.now.version:
            self.failed.append(("a ledger that lacks an entry", self.played.now.version))

    def walk_within(self, act: Callable[[Callable[[], None]], None]) -> None:
        """Do the act until it stands, and walk then."""
        stood = list[object]()

        def meanwhile() -> None:
            standing = self.played.now.referee
            stood.append(standing.hold or standing.proposal)
            self.snapshots.append(self.played.now)
            self.walk()

        for _ in range(PATIENCE):
            if not stood:
                act(meanwhile)
        assert stood[0] is not None

    def undo(self) -> None:
        """Take a move back that is the first of its kind in its phase, and look at what tells of it."""
        book = self.played.now.book
        kind = (book.move and book.move.kind(), book.report().phase)
        if kind in self._undone:
            return
        self._undone.add(kind)
        self.played.undo()
        self.snapshots.append(self.played.now)
        for page in UNDONE:
            self.look(f"/t/{self.played.code}{page}", "host", self.played.host)

    def look(self, path: str, name: str, phone: Phone) -> str:
        where = (name, path, self.played.now.version)
        try:
            answer = phone.get(path)
        except Exception as error:
            self.failed.append((*where, repr(error)))
            return ""
        if answer.status_code >= 500:
            self.failed.append((*where, answer.text))
        page = answer.text
        if "<symbol" in page:  # a whole page: it brings what it shows, each once
            brought = re.findall(r'<symbol id="([^"]+)"', page)
            if len(brought) != len(set(brought)) or not set(re.findall(r'<use href="#([^"]+)"', page)) <= set(brought):
                self.without_symbol.append(where)
        if "html" in (answer.mimetype or "") and not 300 <= answer.status_code < 400:
            self.not_translated.setdefault(path, []).extend(self._foreign(page))
        answer.close()
        return page

    def _foreign(self, page: str) -> list[str]:
        halves = self.played.code[:4], self.played.code[4:]
        names = self.played.now.book.people.everybody  # which are also shown by their initials
        known = [*KNOWN, *names, *self.played.now.header.seats, self.played.code, "-".join(halves), *halves]
        return [word for word in not_translated(page, known) if not any(word in name for name in names)]


def pages(app: Flask, played: Evening) -> Iterator[str]:
    """Every address of the app that shows something of this table, with what its forms and links add to it."""
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and "code" in rule.arguments]
    entries = [line.id for line in played.now.standing_moves()][-2:]
    for rule in sorted(rules, key=str):
        if rule.rule.endswith("/live") or rule.rule.startswith("/c/"):  # streams; a circle's code is no table's
            continue
        known = {"code": played.code, "entry": (entries or ["1"])[-1], "name": played.now.header.seats[0]}
        with app.test_request_context():
            yield app.url_map.bind("").build(rule.endpoint, {key: known[key] for key in rule.arguments if key in known})
    for entry in entries:
        yield f"/t/{played.code}/amend?entry={entry}"
        yield f'/t/{played.code}/amend/preview?edit={{"do":"remove","entry":"{entry}"}}'
        yield f"/t/{played.code}/hold?entry={entry}"


@pytest.fixture(scope="module", params=[*GAMES, *COMINGS])
def walked(request: pytest.FixtureRequest, shared_app: Flask) -> Iterator[Walked]:
    name = request.param
    comings = name in COMINGS
    shared_app.extensions["languages"] = OnlyPseudo()
    with pytest.MonkeyPatch.context() as patch:  # a machine with two addresses to choose from, whatever this one has
        found = (Address("192.168.1.20", "wlan0", True), Address("192.168.2.5", "eth0", True))
        patch.setattr("companion.address.addresses", lambda: found)
        seed = SEEDS.get(name, len(name))
        played = Evening(shared_app, header(name), "pages", seed=seed, acts=10, comings=40 if comings else 0)
        made = Walked(shared_app, played)
        made.play(comings=comings)
        yield made


def test_no_page_fails_however_deep_the_evening(walked: Walked) -> None:
    assert walked.failed == []
    assert walked.steps > max(STANDING), "too short an evening"
    assert not walked.played.comings or walked.changed >= WANTED, walked.changed


def test_each_page_brings_the_symbols_that_it_shows_once(walked: Walked) -> None:
    assert walked.without_symbol == []


def test_nothing_bypasses_translation(walked: Walked) -> None:
    assert {path: words for path, words in walked.not_translated.items() if words} == {}


# One event for all phones


def phones(snapshot: Snapshot) -> Iterator[tuple[Actor | None, set[str]]]:
    """Yield whoever may look at the table, with the marks of their phones."""
    actors: list[Actor | None] = [None, Actor(snapshot.table_id, snapshot.code, 0, None, True, False, "")]
    people = snapshot.people
    actors += [
        Actor(snapshot.table_id, snapshot.code, 0, name, False, scorekeeper, "", first)
        for name, first in zip(people.seats, people.first_names, strict=True)
        for scorekeeper in (False, True)
    ]
    for actor in actors:
        own = own_marks(Caller("key" if actor else None, actor), snapshot, first_game=False, in_circle=False)
        yield actor, {*own["rights"].split(), own["me"], *(("played",) if actor and actor.keeper else ())} - {""}


def close(markup: str) -> str:
    """Markup without the space between elements, of which a part takes none along."""
    return re.sub(r">\s+<", "><", markup)


def ledger_parts(walked: Walked) -> PartsOf:
    """Return what draws the ledger as it was with each snapshot, which is asked for one after the other."""
    history = History(opening_of(walked.snapshots[0]))

    def parts(snapshot: Snapshot, env: Environment) -> Table:
        nonlocal history
        first = history.after.version + 1
        history = history.on(walked.played.tables.ledger.read(snapshot.table_id, first, snapshot.version + 1 - first))
        return ledger_of(snapshot, env, history.views)

    return parts


PAGES: dict[str, Callable[[Walked], PartsOf]] = {
    "table": lambda _: parts_of,
    "board": lambda _: board_parts_of,
    "seats": lambda _: seats_of,
    "names": lambda _: names_of,
    "scores": lambda _: scores_of,
    "ledger": ledger_parts,
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_grew_by_events_is_the_page_drawn_whole(walked: Walked, page: str) -> None:
    parts = PAGES[page](walked)
    view = TableView(walked.app.jinja_env, None, parts)
    shown: dict[Language, Shown] = {}
    sizes, spoken = list[int](), [ENGLISH, languages()["de"]]
    for snapshot in walked.snapshots:
        told = view.change(snapshot, spoken)
        root = parts(seen_by(snapshot, None), walked.app.jinja_env).root
        for language in spoken:
            if language not in shown:
                shown[language] = Shown(view.everything(language))
            elif language in told:
                shown[language].take(told[language])
            assert shown[language].stamp == view.beat
            assert close(shown[language].markup) == close(root.drawn(language))
        sizes += [len(event) for event in told.values()]
    assert sorted(sizes)[len(sizes) // 2] < LONGEST, "a usual event is small"


def test_a_phone_is_shown_what_it_may_do_and_whether_it_is_waited_for(walked: Walked) -> None:
    for snapshot in walked.snapshots[::4]:
        page = page_of(snapshot)
        for actor, own in phones(snapshot):
            seen = seen_by(snapshot, actor)
            markup = parts_of(seen, walked.app.jinja_env).whole(ENGLISH)
            for plains in moves(markup, own):
                assert actor is not None, plains
                for plain in plains:
                    move = parse(seen, plain)
                    assert isinstance(move, Move)
                    forbidden = forbids_now(actor, move, seen) if len(plains) == 1 else forbids(actor, move)
                    assert forbidden is None, (own, plain)
            if actor is None:
                assert not [had for tag, had in elements(markup, own) if tag == "button" and "name" in had]
            if not page.over and not snapshot.referee.hold:
                mine = actor is not None and actor.seat in page.waiting_for
                assert ("Your turn" in text(markup, own)) == mine, own


def test_five_phones_in_five_languages_are_drawn_for_five_times(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Language] = []
    draw = Part.drawn

    def drawing(part: Part, language: Language, shown: Part | None = None) -> str:
        drawn.append(language)
        return draw(part, language, shown)

    played = Evening(app, header("sluff-off"), "pages", seed=1)
    view = TableView(app.jinja_env, None)
    view.change(played.now, ())
    played.tap(played.next_move())
    monkeypatch.setattr(Part, "drawn", drawing)
    five = {languages()[code] for code in sorted(languages().offered)[:5]}
    view.change(played.now, five)
    assert {drawn.count(language) for language in five} == {len(drawn) // 5}
    assert set(drawn) == five
