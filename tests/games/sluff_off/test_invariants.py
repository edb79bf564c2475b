"""What holds for any sequence of moves, legal or not."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

from companion.games.ruling import Accepted, Rejected
from companion.games.sluff_off.state import COLORS, TOKENS
from companion.games.transcript import open_book, read_header
from tests.games.sluff_off.sitting import NAMES, UNDO, Plain, header

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "supply": st.dictionaries(st.sampled_from(TOKENS), st.integers(0, 3)),
        "rounds": st.integers(1, 2),
        "sluffer_points": st.integers(0, 6),
        "white_with_match": st.booleans(),
        "steal_unpaid": st.booleans(),
        "trump_any_time": st.booleans(),
    },
)


def _anything(names: list[str]) -> st.SearchStrategy[Plain]:
    seat, color, token = st.sampled_from(names), st.sampled_from(COLORS), st.sampled_from(TOKENS)
    place = st.sampled_from([*names, "centre"])
    card = st.builds("{} {}".format, color, st.integers(1, 9))
    kinds: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "take": {"seat": seat, "color": token},
        "steal": {"seat": seat, "color": token, "from": seat},
        "sluffer": {"seat": seat},
        "done": {"seat": seat},
        "turn_in": {"seat": seat, "color": token},
        "miss_turn_in": {"seat": seat},
        "undo": {},
    }
    shapes = [st.fixed_dictionaries({"move": st.just(kind), **keys}) for kind, keys in kinds.items()]
    shapes.append(st.fixed_dictionaries({"move": st.just("trick"), "winner": seat, "led": color, "won_with": color}))
    shapes.append(
        st.fixed_dictionaries(
            {"move": st.just("trick"), "cards": st.lists(card, min_size=len(names), max_size=len(names))}
        )
    )
    shapes.append(
        st.fixed_dictionaries(
            {
                "move": st.just("ruling"),
                "color": token,
                "count": st.integers(1, 3),
                "from": place,
                "to": place,
                "reason": st.just("we agreed"),
            }
        )
    )
    shapes.append(
        st.fixed_dictionaries(
            {"move": st.just("ruling"), "seat": seat, "points": st.integers(-99, 99), "reason": st.just("we agreed")}
        )
    )
    return st.one_of(shapes)


@st.composite
def games(draw: st.DrawFn) -> tuple[Plain, list[Plain]]:
    """A header and moves: legal ones mostly, so that games get somewhere, with anything at all between them."""
    names = draw(st.integers(3, 5))
    head = header(names, draw(st.sampled_from(NAMES[:names])), **draw(OPTIONS))
    book, moves = open_book(read_header(head)), []
    for wild in draw(st.lists(st.booleans(), max_size=60)):
        legal = [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]
        if wild or not legal:
            moves.append(draw(_anything(head["seats"])))
        else:
            moves.append(draw(st.sampled_from(legal)))
        ruling = book.play(moves[-1])
        book = ruling.state if isinstance(ruling, Accepted) else book
    return head, moves


@settings(deadline=None, max_examples=150)
@given(games())
def test_tokens_are_kept_and_every_refusal_cites_a_rule(game: tuple[Plain, list[Plain]]) -> None:
    head, moves = game
    book = open_book(read_header(head))
    box = book.report().holdings["centre"]
    for raw in moves:
        ruling = book.play(raw)
        if isinstance(ruling, Rejected):
            assert ruling.rule in book.game.rules
            assert str(ruling.because)
            move = book.game.parse(raw)
            assert all(
                isinstance(book.play(other.plain()), Accepted)
                for other in book.game.instead(book.state, None if isinstance(move, Rejected) else move)
            )
            continue
        book = ruling.state
        held = book.report().holdings
        assert all(count >= 0 for pile in held.values() for count in pile.values())
        assert {token: sum(pile[token] for pile in held.values()) for token in TOKENS} == dict(box)
        holder = book.report().extra["sluffer"]
        assert holder is None or not any(held[holder].values())
        assert all(points >= 0 for round_ in book.report().rounds for points in round_.values())


@settings(deadline=None, max_examples=60)
@given(games())
def test_what_stands_replays_to_the_same_table(game: tuple[Plain, list[Plain]]) -> None:
    head, moves = game
    book = open_book(read_header(head))
    for raw in moves:
        ruling = book.play(raw)
        book = ruling.state if isinstance(ruling, Accepted) else book
    again = open_book(read_header(head))
    for move in book.moves():
        ruling = again.play(move.plain())
        assert isinstance(ruling, Accepted)
        again = ruling.state
    assert again.state == book.state


@settings(deadline=None, max_examples=60)
@given(games())
def test_undoing_everything_leads_back_to_the_start(game: tuple[Plain, list[Plain]]) -> None:
    head, moves = game
    book = start = open_book(read_header(head))
    for raw in moves:
        ruling = book.play(raw)
        book = ruling.state if isinstance(ruling, Accepted) else book
    for _ in book.moves():
        undone = book.play(UNDO)
        assert isinstance(undone, Accepted)
        book = undone.state
    assert book.state == start.state
    assert isinstance(book.play(UNDO), Rejected)
