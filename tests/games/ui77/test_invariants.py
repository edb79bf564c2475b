"""What holds for any sequence of moves, legal or not; and a second, plain reading of the rules that must agree."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given

from companion.games.game import Book
from companion.games.ruling import Accepted, Rejected
from companion.games.transcript import open_book, read_header
from companion.games.ui77.cards import RANKS, SUITS
from tests.games.plain_reading import read_twice
from tests.games.random_games import (
    any_of,
    cites_a_rule,
    comings,
    legal,
    made_once,
    played,
    spoiled,
    tried,
)
from tests.games.ui77.plain_reading import Reading
from tests.games.ui77.sitting import NAMES, UNDO, Plain, header

DECK = [rank + suit for suit in SUITS for rank in RANKS]
CARD = st.sampled_from([*DECK, "1H", "joker"])


@made_once
def _anything(names: tuple[str, ...]) -> st.SearchStrategy[Plain]:
    seat, number = st.sampled_from(names), st.integers(-1, 9)
    three, trick = st.lists(CARD, min_size=2, max_size=4), st.lists(CARD, max_size=5)
    return spoiled(_results(names) | _results(names, 14) | any_of(("stop", {}, {"seat": seat}))) | any_of(
        ("face_up", {"cards": three}, {}),
        ("swap", {"seat": seat, "give": CARD, "take": CARD}, {}),
        ("discard", {"seat": seat, "count": number}, {}),
        ("cut", {"seat": seat}, {}),
        ("trick", {"winner": seat}, {"trump": st.booleans()}),
        ("trick", {"cards": trick}, {"winner": seat, "only_trump": st.booleans()}),
        ("trick", {"cards": trick}, {"trump": st.booleans()}),
        ("count", {"seat": seat, "slough": number}, {}),
        ("limit", {"points": st.integers(-2, 12).map(lambda n: n * 11)}, {}),
        ("limit", {"points": st.integers(-100, 300)}, {}),
        ("ruling", {"seat": seat, "points": st.integers(-100, 100), "reason": st.sampled_from(["so", " "])}, {}),
        ("undo", {}, {"seat": seat}),
    )


@made_once
def _results(names: tuple[str, ...], most: int = 4) -> st.SearchStrategy[Plain]:
    number = st.fixed_dictionaries(dict.fromkeys(names, st.integers(0, most)))
    return any_of(("result", {"tricks": number, "left": number}, {}))


@st.composite
def games(draw: st.DrawFn) -> tuple[Plain, list[Plain]]:
    """A header and moves: sensible ones mostly, so that games get somewhere, with anything at all between them."""
    names = draw(st.integers(2, 5))
    rounding = draw(st.sampled_from([{}, {"nov_rounding": "down"}, {"nov_rounding": "up"}]))
    head = header(names, draw(st.sampled_from(NAMES[:names])), **rounding)
    book, moves = open_book(read_header(head)), []
    for roll in draw(st.lists(st.integers(0, 19), min_size=20, max_size=120)):
        some = _anything(book.seats) if roll < 2 else _results(book.seats) if roll == 2 else None
        moves.append(_sensible(draw, book) if some is None else draw(some))
        book = tried(book, moves[-1])
    return head, moves


def _sensible(draw: st.DrawFn, book: Book) -> Plain:
    state, phase = book.state, book.state.phase
    if phase == "face-up" and draw(st.integers(0, 4)):
        suits = draw(st.sampled_from(["HSD", "HHH", "CDC"]))
        ranks = draw(st.lists(st.sampled_from(RANKS), min_size=3, max_size=3, unique=True))
        return {"move": "face_up", "cards": [rank + suit for rank, suit in zip(ranks, suits, strict=True)]}
    if phase == "trick" and draw(st.booleans()):
        left = [name for name in DECK if name not in state.hand.played and name not in state.hand.face]
        if len(left) >= len(state.seats):
            return {
                "move": "trick",
                "cards": draw(st.permutations(left))[: len(state.seats)],
                "only_trump": draw(st.booleans()),
            }
    usual = legal(book)
    due = [move for move in usual if move["move"] not in ("cut", "swap")]
    if not usual:
        return UNDO
    plain: Plain = draw(st.sampled_from((due or usual) if draw(st.integers(0, 3)) else usual))
    told = draw(st.sampled_from([None, True, False, False])) if phase == "trick" and plain["move"] == "trick" else None
    return plain if told is None else {**plain, "trump": told}


@given(games())
def test_what_holds_at_every_table(game: tuple[Plain, list[Plain]]) -> None:
    for book, raw, after in played(*game):
        if isinstance(after, Rejected):
            cites_a_rule(book, raw, after)
        else:
            _holds(after)


def _holds(book: Book) -> None:
    state, report = book.state, book.report()
    seats, hand = len(state.seats), book.state.hand
    held = list(report.holdings.values())
    assert all(0 <= one["cards"] <= 13 for one in held)
    assert sum(one["tricks"] for one in held) == len(hand.tricks), "a hand's tricks add up"
    drawn = min(4, len(hand.tricks))
    assert sum(one["cards"] for one in held) == seats * (9 - len(hand.tricks)) - sum(hand.thrown.values()) + drawn
    assert (report.phase == "count") <= any(not one["cards"] for one in held)
    assert (report.phase == "trick") <= all(one["cards"] for one in held)
    for seat, total in report.totals.items():
        assert total == sum(round_[seat] for round_ in report.rounds), "totals are sums of hands"
        assert total >= 0
    assert report.over == bool(report.winners) == (report.phase == "over")
    if report.over:
        assert report.plain().get("stopped") or max(report.totals.values()) > state.limit


@st.composite
def games_with_comings(draw: st.DrawFn) -> tuple[Plain, list[Plain]]:
    """The same, while people come and go between hands that are over soon, and now and then ask to in one."""
    names = draw(st.integers(2, 5))
    head = header(names, draw(st.sampled_from(NAMES[:names])))
    book, moves = open_book(read_header(head)), []
    for roll in draw(st.lists(st.integers(0, 11), min_size=8, max_size=30)):
        if roll < 4:
            some = _a_hand(draw, book)
            some = [some[0], draw(_results(book.seats))] if roll < 2 else some
        elif roll < 6:
            some = [_sensible(draw, book)]
        elif roll == 6:
            some = [{"move": "limit", "points": draw(st.sampled_from([22, 33, 44]))}]
        else:
            some = [draw(comings(book, "points"))]
        for raw in some:
            moves.append(raw)
            book = tried(book, raw)
    return head, moves


def _a_hand(draw: st.DrawFn, book: Book) -> list[Plain]:
    """The rest of a hand in which nobody throws cards away; what does not fit the moment is refused by both."""
    around = [*book.seats, *book.seats]
    turn = around[around.index(book.state.hand.dealer) + 1 :][: len(book.seats)]
    face = draw(st.sampled_from([["5H", "6S", "7D"], ["2C", "AC", "KH"], ["9D", "10D", "3D"]]))
    winners = draw(st.lists(st.sampled_from(turn), min_size=13, max_size=13))
    return [
        {"move": "face_up", "cards": face},
        *({"move": "discard", "seat": name, "count": 0} for name in turn),
        *({"move": "trick", "winner": name} for name in winners),
        *({"move": "count", "seat": name, "slough": 0} for name in turn),
    ]


@given(games_with_comings())
def test_a_second_plain_reading_says_the_same_of_who_comes_and_goes(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game, Reading(game[0]))


@given(games())
def test_a_second_plain_reading_says_the_same(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game, Reading(game[0]))


@given(games())
def test_every_move_can_be_told_and_labelled_also_where_it_does_not_stand(game: tuple[Plain, list[Plain]]) -> None:
    head, moves = game
    book = open_book(read_header(head))
    for raw in moves:
        move = book.game.parse(raw, book.header.seats)
        if not isinstance(move, Rejected):
            assert str(book.game.describe(move))
            assert str(book.game.label(move))
            assert str(book.game.describe(move, book.state))
        ruling = book.play(raw)
        book = ruling.state if isinstance(ruling, Accepted) else book
        assert all(str(book.game.irregularity(found)) for found in book.report().irregularities)
