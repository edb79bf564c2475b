"""Random games for the tests: legal moves mostly, so that games get somewhere, with anything at all between them."""

from __future__ import annotations

import hypothesis.strategies as st

from companion.games.game import Book
from companion.games.transcript import open_book, read_header
from tests.games.popcorn.naive import ORDER
from tests.games.popcorn.sitting import NAMES, Plain, header
from tests.games.random_games import any_of, legal, made_once, spoiled, tried

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "decks": st.integers(1, 2),
        "direction": st.sampled_from(["up", "down", "either"]),
        "hidden_count": st.booleans(),
    },
)


@made_once
def anything(names: tuple[str, ...]) -> st.SearchStrategy[Plain]:
    seat, rank, place = st.sampled_from(names), st.sampled_from(ORDER), st.sampled_from([*names, "pile"])
    return spoiled(any_of(("stop", {}, {"seat": seat}), ("result", {"winner": seat}, {}))) | any_of(
        ("claim", {"seat": seat, "rank": rank, "count": st.integers(0, 9)}, {}),
        ("claim", {"seat": seat, "rank": rank, "count": st.integers(1, 4), "cards": st.integers(0, 12)}, {}),
        ("call", {"seat": seat}, {}),
        ("reveal", {"honest": st.booleans()}, {}),
        ("reveal", {"cards": st.lists(rank, max_size=5)}, {}),
        ("pass", {}, {}),
        ("undo", {}, {}),
        ("ruling", {"count": st.integers(1, 20), "from": place, "to": place, "reason": st.just("we agreed")}, {}),
    )


def sensible(draw: st.DrawFn, book: Book, *, often_called: bool = False) -> Plain | None:
    """A legal move; where more may be put down than said, sometimes more. Rulings make short games of long ones."""
    moves = legal(book)
    if not moves:
        return None
    if often_called:
        moves = [move for move in moves if move["move"] in ("call", "reveal")] or moves
    move: Plain = draw(st.sampled_from(moves))
    if move["move"] == "claim" and book.state.options.hidden_count and draw(st.booleans()):
        held = book.state.cards[book.state.turn]
        move = {**move, "cards": draw(st.integers(move["count"], held))}
    if book.state.phase == "claim" and draw(st.integers(0, 5)) == 0:
        rich = max(book.seats, key=lambda name: book.report().holdings[name])
        held = book.report().holdings[rich]
        if held > 3:
            return {"move": "ruling", "count": draw(st.integers(held // 2, held - 1)), "from": rich, "to": "pile",
                    "reason": "shorter"}  # fmt: skip
    return move


@st.composite
def games(draw: st.DrawFn, most: int = 60, hidden: bool | None = None) -> tuple[Plain, list[Plain]]:
    """A header, and moves for it."""
    seats = draw(st.integers(2, 5))
    first = draw(st.none() | st.sampled_from(NAMES[:seats]))
    options = draw(OPTIONS) | ({} if hidden is None else {"hidden_count": hidden})
    head = header(seats, draw(st.sampled_from(NAMES[:seats])), first, **options)
    book, moves = open_book(read_header(head)), []
    for wild in draw(st.lists(st.sampled_from([False, False, False, True]), min_size=10, max_size=most)):
        move = None if wild else sensible(draw, book)
        moves.append(draw(anything(tuple(head["seats"]))) if move is None else move)
        book = tried(book, moves[-1])
    return head, moves
