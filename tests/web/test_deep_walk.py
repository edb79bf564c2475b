"""Every page of every game, deep in real evenings: legal moves, with undos, holds, amends and rulings between.

While a hold or a proposal stands, too, and just when somebody has come, gone or got another name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from flask import Flask

from tests.conftest import Phone
from tests.corpus.make import COMINGS, GAMES, WANTED, header
from tests.evening import Evening

LOOKS = {4: "undo", 24: "amend", 60: "rule"}
"""After so many steps every page is looked at, just when this has been done."""
STANDING = {12: "dispute", 18: "propose"}
"""And while these stand: before the table has ruled, before a second seat has agreed."""
SEEDS = {"sluff-off-comings": 0, "ui77-comings": 2, "popcorn-comings": 13, "fluff-comings": 0}
"""Evenings in which somebody comes, somebody goes and somebody gets another name before the game is over."""
PATIENCE = 30  # corrections: not every one can be made, and where it cannot nothing is proposed
ENOUGH = 150  # steps: some evenings are long
WITHOUT_END = ("/live",)  # streams


def pages(app: Flask, played: Evening) -> Iterator[str]:
    """Every address of the app that shows something of this table, with what its forms and links add to it."""
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and "code" in rule.arguments]
    entries = [line.id for line in played.now.standing_moves()][-2:]
    for rule in sorted(rules, key=str):
        if rule.rule.endswith(WITHOUT_END) or rule.rule.startswith("/c/"):  # a circle's code is no table's
            continue
        known = {"code": played.code, "entry": (entries or ["1"])[-1], "name": played.now.header.seats[0]}
        with app.test_request_context():
            yield app.url_map.bind("").build(rule.endpoint, {key: known[key] for key in rule.arguments if key in known})
    for entry in entries:
        yield f"/t/{played.code}/amend?entry={entry}"
        yield f'/t/{played.code}/amend/preview?edit={{"do":"remove","entry":"{entry}"}}'
        yield f"/t/{played.code}/hold?entry={entry}"


def walk(app: Flask, played: Evening) -> None:
    askers = {"host": played.host, "seat": played.seats[played.now.header.seats[-1]], "viewer": Phone(app)}
    for path in pages(app, played):
        for name, phone in askers.items():
            answer = phone.get(path)
            assert answer.status_code < 500, (name, path, played.now.version, answer.text)
            if "<symbol" in answer.text:  # a whole page: it brings what it shows, each once
                brought = re.findall(r'<symbol id="([^"]+)"', answer.text)
                assert len(brought) == len(set(brought))
                assert set(re.findall(r'<use href="#([^"]+)"', answer.text)) <= set(brought), (name, path)
            answer.close()
    ledger = played.host.get(f"/t/{played.code}/ledger").text
    assert ledger.count('data-version="') == played.now.version


def walk_within(played: Evening, act: Callable[[Callable[[], None]], None], walked: Callable[[], None]) -> None:
    """Do the act until it stands, and walk then."""
    stood = list[object]()

    def meanwhile() -> None:
        standing = played.now.referee
        stood.append(standing.hold or standing.proposal)
        walked()

    for _ in range(PATIENCE):
        if not stood:
            act(meanwhile)
    assert stood[0] is not None


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [*GAMES, *COMINGS])
def test_no_page_fails_however_deep_the_evening(app: Flask, name: str) -> None:
    app.config["GUESSES"] = "1000000/minute"
    seed, comings = SEEDS.get(name, len(name)), 40 if name in COMINGS else 0
    played = Evening(app, header(name), "pages", seed=seed, acts=10, comings=comings)
    number, changed = 0, set[str]()
    for number, done in enumerate(islice(played.play(), ENOUGH), 1):
        if played.over:
            break
        if number in LOOKS and name in GAMES:
            getattr(played, LOOKS[number])()
            walk(app, played)
        elif number in STANDING:
            walk_within(played, getattr(played, STANDING[number]), lambda: walk(app, played))
        elif done == "change" and (kind := played.now.book.moves()[-1].kind()) not in changed:
            changed.add(kind)
            walk(app, played)
    walk(app, played)
    assert number > max(STANDING), "too short an evening"
    assert name in GAMES or changed >= WANTED, changed
