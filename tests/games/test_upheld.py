"""A ruling that lets a move stand though the rules refuse it: how it is read, and what comes of it."""

from __future__ import annotations

import pytest

from companion.games.game import Book
from companion.games.move import Move
from companion.games.oh_hell.game import OhHell
from companion.games.oh_hell.moves import Bid
from companion.games.ruled_move import Override, override
from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header
from tests.refused_entries import (
    CASES,
    CLAIM,
    HELD,
    WHY,
    Case,
    Plain,
    of,
    played,
    take,
    trick,
)

THREE = ("Chris", "Mary", "Katie")


def at(case: Case) -> tuple[Book, Move]:
    book = played(open_book(read_header(case.header)), case.opening)
    move = book.game.parse(case.refused, THREE)
    assert isinstance(move, Move)
    return book, move


def lets(move: Plain) -> Plain:
    return {"move": "ruling", "stands": move, "reason": WHY}


@pytest.mark.parametrize(
    "bad",
    [
        {"move": "undo"},
        lets(take("Mary")),
        {"move": "dance"},
        {"move": "take", "seat": "Nobody", "color": "red"},
        {"move": "take", "seat": "Mary", "color": "yellow"},  # of another box
        "take",
        None,
    ],
)
def test_what_is_no_move_of_the_game_cannot_stand(bad: object) -> None:
    book, _ = at(CASES["Take"])
    for raw in (lets(bad), {**lets(take("Mary")), "seat": "Mary"}, {"move": "ruling", "stands": take("Mary")}):  # type: ignore[arg-type]
        refused = book.play(raw)
        assert isinstance(refused, Rejected)
        assert refused.rule.id == "malformed"


def test_it_is_said_as_what_it_is() -> None:
    book, move = at(CASES["Take"])
    ruling = override(override(move, "twice"), WHY)
    assert book.game.describe(ruling).put() == f"The table lets it stand: Mary took red from the centre ({WHY})"
    assert (ruling.names, ruling.plain()) == (frozenset({"Mary"}), lets(take("Mary")))
    assert override(at(CASES["Pass"])[1], WHY).names == frozenset()
    assert ruling.label().put() == "Enter the ruling"
    assert book.game.parse(ruling.plain(), THREE) == ruling


class NoRuling(OhHell):
    """A game in which the table rules on nothing."""

    moves = (Bid,)  # type: ignore[assignment] # fewer than the game’s


def test_a_game_without_rulings_has_this_one() -> None:
    game, bid = NoRuling(), {"move": "bid", "seat": "Mary", "tricks": 1}
    for raw in ({"move": "ruling"}, {"move": "ruling", "reason": WHY}):
        refused = game.parse(raw)
        assert isinstance(refused, Rejected)
        assert refused.rule.id == "malformed"
    assert isinstance(game.parse(lets(bid)), Override)


def test_last_cards_are_settled_before_anybody_claims_again() -> None:
    book = played(open_book(read_header(CASES["Claim"].header)), Case("popcorn", [], CLAIM, until="last-call").opening)
    claimer = book.state.claimer
    other, third = (name for name in THREE if name != claimer)
    book = played(book, [of("call", other)])
    refused = book.play(lets(of("claim", third, rank="A", count=1)))
    assert isinstance(refused, Rejected)
    assert refused.rule.id == "not-now"


def test_there_is_no_sixteenth_trick() -> None:
    fourteen = [move for _ in range(14) for move in (trick("Chris", "green"),)]
    book = played(open_book(read_header(CASES["Take"].header)), [*HELD[:1], *HELD[2:]])
    book = played(book, [*fourteen, trick("Chris")])
    refused = book.play(lets(trick("Mary")))
    assert isinstance(refused, Rejected)
    assert refused.rule.id == "turn-in-before-next-trick"


def test_what_stood_is_counted_with_the_rest() -> None:
    bluff = lets({"move": "reveal", "honest": False})
    book = played(open_book(read_header(CASES["Claim"].header)), [CLAIM, bluff])
    assert book.game.tally(book)["Chris"]["caught"] == 1
    fourteen = [trick("Chris", "green") for _ in range(14)]
    for last in (trick("Mary", "green", "red"), {"move": "trick", "cards": ["red 99"], "winner": "Mary", "led": "red"}):
        opened = read_header({**CASES["Take"].header, "options": {"rounds": 1}})
        book = played(open_book(opened), [*(of("done", name) for name in THREE), *fourteen, lets(last)])
        assert book.report().over
        assert book.game.tally(book)["Chris"]["won-green"] == 14


def test_a_count_that_no_deck_has_is_no_honest_claim() -> None:
    claim = of("claim", "Chris", rank="A", count=10**20)
    shown: list[Plain] = [of("call", "Mary"), {"move": "reveal", "cards": ["A"] * 18}]
    book = played(open_book(read_header(Case("popcorn", [], claim).header)), [lets(claim), *shown])
    assert book.state.turned.taker == "Chris"
