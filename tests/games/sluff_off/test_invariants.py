"""What holds for any sequence of moves, legal or not."""

from __future__ import annotations

from random import Random

import hypothesis.strategies as st
from hypothesis import given

from companion.games.game import Book
from companion.games.ruling import Accepted, Rejected
from companion.games.sluff_off.edition import EDITIONS, EVERY_TOKEN, PLAIN
from companion.games.transcript import open_book, read_header
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
from tests.games.sluff_off.plain_reading import Reading
from tests.games.sluff_off.sitting import NAMES, UNDO, Plain, header

EVERY_BOX = ("red", "blue", "green", "purple", *PLAIN)


@st.composite
def options(draw: st.DrawFn) -> Plain:
    """House rules with any of the boxes; its supply names colours that it has."""
    edition = draw(st.sampled_from(sorted(EDITIONS)))
    return {"edition": edition, **draw(_rules(edition))}


@made_once
def _rules(edition: str) -> st.SearchStrategy[Plain]:
    others = {
        "supply": st.dictionaries(st.sampled_from(EDITIONS[edition].order), st.integers(0, 3)),
        "rounds": st.integers(1, 2),
        "sluffer_points": st.integers(0, 6),
        "white_with_match": st.booleans(),
        "steal_unpaid": st.booleans(),
        "trump_any_time": st.booleans(),
        "tie_break": st.sampled_from(["share", "fewest_black", "most_zero_rounds"]),
    }
    return st.fixed_dictionaries({}, optional=others)


@made_once
def _anything(names: tuple[str, ...]) -> st.SearchStrategy[Plain]:
    """Any move, with the colours of any box."""
    seat, token = st.sampled_from(names), st.sampled_from(EVERY_TOKEN)
    color = st.sampled_from([token for token in EVERY_TOKEN if token not in PLAIN])
    place = st.sampled_from([*names, "centre"])
    card = st.builds("{} {}".format, color, st.integers(1, 13))
    return spoiled(_short(names) | any_of(("stop", {}, {"seat": seat}))) | any_of(
        ("take", {"seat": seat, "color": token}, {}),
        ("steal", {"seat": seat, "color": token, "from": seat}, {}),
        ("sluffer", {"seat": seat}, {}),
        ("done", {"seat": seat}, {}),
        ("turn_in", {"seat": seat, "color": token}, {}),
        ("miss_turn_in", {"seat": seat}, {}),
        ("undo", {}, {"seat": seat}),
        ("trick", {"winner": seat}, {"led": color, "won_with": color}),
        ("trick", {"winner": seat, "led": token, "won_with": token}, {}),
        ("trick", {"winner": seat, "led": color, "won_with": color}, {}),
        (
            "trick",
            {"cards": st.lists(card, min_size=len(names) - 1, max_size=len(names))},
            {"winner": seat, "led": color, "won_with": color},
        ),
        (
            "ruling",
            {
                "color": token,
                "count": st.integers(0, 3),
                "from": place,
                "to": place,
                "reason": st.just("we agreed"),
            },
            {},
        ),
        ("ruling", {"seat": seat, "points": st.integers(-100, 100), "reason": st.just("we agreed")}, {}),
    )


@made_once
def _short(names: tuple[str, ...]) -> st.SearchStrategy[Plain]:
    """What is told shorter, of a trick and of a round."""
    seat = st.sampled_from(names)
    return (
        _results(names, EVERY_TOKEN, 31)
        | _results(names)
        | any_of(("trick", {"winner": seat}, {}), ("take_black", {"seat": seat}, {}))
    )


@made_once
def _results(names: tuple[str, ...], tokens: tuple[str, ...] = EVERY_BOX, most: int = 1) -> st.SearchStrategy[Plain]:
    heap = st.dictionaries(st.sampled_from(tokens), st.integers(0, most), max_size=2)
    left = st.fixed_dictionaries(dict.fromkeys(names, heap))
    return any_of(("result", {"left": left}, {"sluffer": st.sampled_from(names)}))


@st.composite
def games(draw: st.DrawFn) -> tuple[Plain, list[Plain]]:
    """A header and moves: legal ones mostly, so that games get somewhere, with anything at all between them."""
    names = draw(st.integers(3, 5))
    head = header(names, draw(st.sampled_from(NAMES[:names])), **draw(options()))
    book, moves = open_book(read_header(head)), []
    for roll in draw(st.lists(st.integers(0, 9), min_size=15, max_size=90)):
        some = _anything(book.seats) if roll < 2 else _short(book.seats) if roll == 2 else None
        moves.append(_sensible(draw, book) if some is None else draw(some))
        book = tried(book, moves[-1])
    return head, moves


def _sensible(draw: st.DrawFn, book: Book) -> Plain:
    """A legal move; a prediction ends soon, and a trick is told by its cards or its winner alone now and then."""
    state = book.state
    if state.phase == "prediction" and draw(st.booleans()):
        return {"move": "done", "seat": state.predictor}
    left = [name for name in state.deck if name not in state.round.played]
    told_by = draw(st.sampled_from(["colours", "cards", "cards", "winner"])) if state.phase == "trick" else ""
    if told_by == "cards" and len(left) >= len(state.seats):
        return {"move": "trick", "cards": draw(st.permutations(left))[: len(state.seats)]}
    if told_by == "winner":
        return {"move": "trick", "winner": draw(st.sampled_from(book.seats))}
    return draw(st.sampled_from(legal(book) or [UNDO]))


@given(st.integers(3, 5), options(), st.integers(0, 2**32))
def test_a_second_plain_reading_ends_whole_games_alike(names: int, rules: Plain, seed: int) -> None:
    head, chance = header(names, **{**rules, "rounds": 1 + seed % 2}), Random(seed)
    book, reading = open_book(read_header(head)), Reading(head)
    while not book.report().over:
        raw = chance.choice(legal(book))
        ruling = book.play(raw)
        assert isinstance(ruling, Accepted)
        assert reading.play(raw) is None
        book = ruling.state
        reading.compare(book.report().plain())


@st.composite
def games_with_comings(draw: st.DrawFn) -> tuple[Plain, list[Plain]]:
    """The same, while people come and go between rounds that are over soon, and now and then ask to in one."""
    names = draw(st.integers(3, 5))
    rules = draw(options())
    head = header(names, draw(st.sampled_from(NAMES[:names])), **{**rules, "rounds": draw(st.integers(2, 3))})
    book, moves = open_book(read_header(head)), []
    for roll in draw(st.lists(st.integers(0, 9), min_size=8, max_size=30)):
        some = [draw(_results(book.seats))] if roll == 8 else [draw(comings(book, "points"))]
        for raw in _a_round(draw, book) if roll in (0, 9) else some:
            raw = _sensible(draw, book) if roll in (1, 2) else raw
            moves.append(raw)
            book = tried(book, raw)
    return head, moves


def _a_round(draw: st.DrawFn, book: Book) -> list[Plain]:
    """The rest of a round in which nobody predicts any more, told by colours that nobody turns in."""
    state = book.state
    waiting = list(book.seats) * 2
    waiting = (
        waiting[book.seats.index(state.predictor) :][: len(book.seats) - state.round.done]
        if state.phase == "prediction"
        else []
    )
    tricks: list[Plain] = []
    color = draw(st.sampled_from(state.edition.colors))
    for winner in draw(st.lists(st.sampled_from(book.seats), min_size=15, max_size=15)):
        tricks.append({"move": "trick", "winner": winner, "led": color, "won_with": color})
        tricks.append({"move": "miss_turn_in", "seat": winner})
    return [*({"move": "done", "seat": name} for name in waiting), *tricks]


@given(games_with_comings())
def test_a_second_plain_reading_says_the_same_of_who_comes_and_goes(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game, Reading(game[0]))


@given(games())
def test_a_second_plain_reading_says_the_same(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game, Reading(game[0]))


@given(games())
def test_tokens_are_kept_and_every_refusal_cites_a_rule(game: tuple[Plain, list[Plain]]) -> None:
    box = open_book(read_header(game[0])).report().holdings["centre"]
    for book, raw, after in played(*game):
        if isinstance(after, Rejected):
            cites_a_rule(book, raw, after)
            continue
        held = after.report().holdings
        assert all(count >= 0 for pile in held.values() for count in pile.values())
        assert {token: sum(pile[token] for pile in held.values()) for token in box} == dict(box)
        holder = after.report().extra["sluffer"]
        assert holder is None or not any(held[holder].values())
        assert all(points >= 0 for round_ in after.report().rounds for points in round_.values())
