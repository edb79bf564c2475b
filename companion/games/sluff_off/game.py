"""Sluff Off!: what the rest of the program asks of it."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from msgspec.structs import replace

from companion.games.circle_tally import Tallied, Tally, from_zero
from companion.games.game import Book, Box, Face, Game, T
from companion.games.header import Header
from companion.games.how_to_play import SetUpStep
from companion.games.move import Move, Plain
from companion.games.people import Seat, left_of
from companion.games.report import Place, ScoreSheet
from companion.games.ruled_move import overridden
from companion.games.ruling import Condition, Hypothetical, Rejected
from companion.games.sluff_off import may_i, state
from companion.games.sluff_off.edition import EDITIONS, EVERY_TOKEN, PLAIN, SLUFF_OFF, WORDS, Edition
from companion.games.sluff_off.moves import (
    MissTurnIn,
    PointsRuling,
    Result,
    TakeBlack,
    TokenRuling,
    TrickCards,
    TrickClaim,
    TrickMove,
    TurnIn,
    trick_claim,
)
from companion.games.sluff_off.page import SluffOffPage
from companion.games.sluff_off.prediction import Done, Sluffer, Steal, Take
from companion.games.sluff_off.rulebook import BOOK, BOUNDS, book_of, in_words_of
from companion.games.sluff_off.scoring import Sum, with_tie_break
from companion.games.sluff_off.seats import SEATS
from companion.games.sluff_off.state import (
    ASKS,
    TOP_CARD,
    TRICKS,
    USUAL,
    Options,
    State,
    Trick,
    face_of,
    highest_card,
)
from companion.games.stop import Stop
from companion.games.text import Counted, Text
from companion.games.tricks import revoked

NEAREST = ("turn_in", "take", "done", "sluffer", "steal")
"""Kinds in the order in which they are allowed instead, if neither kind nor colour is that of the rejected move."""
WON: Mapping[str, str] = {color: f"won-{color}" for color in EVERY_TOKEN if color not in PLAIN}
TALLIES = (
    Tally("came-true", Text("Predictions that came true"), of="predictions"),
    Tally("predictions"),
    Tally("black", Text("Black {tokens} taken", **WORDS)),
    Tally("sluffer", Text("Rounds as {role}", **WORDS)),
    *(Tally(name, Text("Tricks won with {color}", color=Text(color))) for color, name in WON.items()),
)


class SluffOff(Game[State]):
    """The trick-taking game with tokens to get rid of, for three to five, in the words of one of its boxes."""

    slug = "sluff-off"
    players = BOUNDS
    symbols = frozenset(EVERY_TOKEN)
    options = Options
    boxes = tuple(Box(one.slug, one.title, one.lid, one.about) for one in EDITIONS.values())
    rulebook = BOOK
    moves = (
        Take, Steal, Sluffer, Done, TrickClaim, TrickCards, TurnIn, TakeBlack, MissTurnIn, Result, TokenRuling,
        PointsRuling, Stop, *SEATS.moves,
    )  # fmt: skip
    seat_changes = SEATS
    page = SluffOffPage
    start = staticmethod(state.start)
    irregularity = staticmethod(revoked)

    def __init__(self, edition: Edition = SLUFF_OFF) -> None:
        self.edition = edition
        self.box = edition.slug
        self.title = edition.title
        self.unknown = frozenset(EVERY_TOKEN).difference(edition.order)
        self.counts = {"supply": edition.box}
        self.rulebook = book_of(edition)
        others = {name for color, name in WON.items() if color not in edition.colors}
        self.tallies = edition.worded(tuple(one for one in TALLIES if one.name not in others))
        self.roles = {"sluffer": edition.words["Role"]}
        self.mismatch = edition.worded(Text("The {tokens} don\u2019t match", **WORDS))

    # Its box, and the words of that.

    def in_box(self, name: str) -> SluffOff:
        edition = EDITIONS.get(name, self.edition)
        return self if edition is self.edition else _with_box(edition)

    def asks(self, option: str) -> Text:
        return self.worded(ASKS[option])

    def usual(self, option: str) -> Text | None:
        return self.worded(USUAL.get(option))

    def worded(self, said: T) -> T:
        if isinstance(said, Rejected):
            return cast(T, in_words_of(self.edition, said))
        return self.edition.worded(said)

    # Its rules.

    def parse(self, raw: object, seats: tuple[str, ...] | None = None) -> Move | Rejected:
        """As for every game; a colour of another box is `malformed`."""
        move = super().parse(raw, seats)
        if isinstance(move, Rejected) or not isinstance(raw, dict):
            return move
        laid = (color for pile in raw.get("left", {}).values() for color in pile)
        for color in (*map(raw.get, ("color", "led", "won_with")), *laid):
            if color is not None and color not in self.edition.order:
                none = Text("The box holds no {color} {token}.", color=Text(color), **WORDS)
                return self.rulebook.no("malformed", self.worded(none))
        return move

    def nearest(self, state: State, move: Move | None) -> Iterable[Plain]:
        """Put the same colour first, then the same kind.

        A rejected claim about a trick gets the claims with the same winner and led
        colour, or the same cards with no claim beside them (cards that cannot be have
        no such remedy). What a seat wanted while a trick is awaited gets the tricks it
        might have taken. A ruling moves as many tokens as lie there.
        """
        if isinstance(move, TokenRuling) and (there := state.round.count(move.source, move.color)):
            yield {**move.plain(), "count": min(move.count, there)}
        if state.phase == "trick":
            yield from _tricks_like(state.edition, move)
            return
        color, kind = getattr(move, "color", None), None if move is None else move.kind()

        def distance(other: Plain) -> tuple[bool, bool, int]:
            name = str(other["move"])
            place = NEAREST.index(name) if name in NEAREST else len(NEAREST)
            return other.get("color", "") != color, name != kind, place

        yield from sorted(self.possible(state, None), key=distance)

    def hypothetical(
        self, state: State, move: Move, premises: Mapping[str, Any]
    ) -> Hypothetical[State] | Rejected | str | None:
        result = may_i.hypothetical(state, move, premises)
        if not isinstance(result, Hypothetical):
            return self.worded(result)
        moment, conditions = self.worded((result.moment, result.conditions))
        return replace(result, moment=moment, conditions=conditions)

    def conditions(self, book: Book, move: Move) -> tuple[Condition, ...]:
        return self.worded(may_i.conditions(book.state, move))

    def rulings_for(self, state: State, counted: Mapping[str, Mapping[str, int]]) -> list[Plain] | Rejected:
        """Reject counts that are not the box's."""
        rulings = list[Plain]()
        for token, box in state.options.in_box().items():
            held = {place: pile[token] for place, pile in state.round.piles.items()}
            surplus = {place: n - counted.get(place, {}).get(token, n) for place, n in held.items()}
            if over := sum(surplus.values()):
                because = Counted(
                    "You counted {n} {color}; the box has {box}.",
                    "You counted {n} {color}; the box has {box}.",
                    n=box - over,
                    color=Text(token),
                    box=box,
                )
                return self.worded(BOOK.no("table-ruling", because))
            rulings += [
                {"color": token, "count": count, "from": source, "to": target}
                for source, target, count in fewest_transfers(surplus)
            ]
        return rulings

    def result_counts(self, state: State) -> Mapping[str, tuple[str, ...]]:
        return {} if state.over else {"left": state.edition.order}

    # What people are told.

    def sheet(self, state: State) -> ScoreSheet:
        number = min(len(state.sums) + 1, state.rounds)
        return state.sheet_with(number, state.rounds, state.running_sums())

    def moment(self, state: State) -> Text | None:
        if state.over:
            return None
        number = len(state.sums) + 1
        if state.phase == "prediction":
            return Text("Round {round}, prediction", round=number)
        trick = len(state.round.tricks) + (state.phase == "trick")
        return Text("Round {round}, trick {n}", round=number, n=trick)

    def cards(self, state: State) -> tuple[Face, ...]:
        return _faces(tuple(state.deck), state.round.played)

    def places(self, book: Book) -> tuple[Place, ...]:
        """Return all seats in order. Once the game is over, a house rule may tell equal totals apart."""
        usual, state = super().places(book), book.state
        if not state.over:
            return usual
        standings = state.standings()
        order = sorted(standings.values())
        placed = (
            dataclasses.replace(own, place=order.index(standings[Seat(own.name)]) + 1, says=_says(state, own, usual))
            for own in usual
        )
        return tuple(sorted(placed, key=lambda own: own.place))

    def next_dealer(self, state: State) -> str:
        """Return the left of who dealt last: a finished game has moved on already."""
        return state.round.dealer if state.over else left_of(state.seats, state.round.dealer)

    def set_up(self, header: Header) -> tuple[SetUpStep, ...]:
        """Rules: box, card-in-deck, prediction-order."""
        fresh = state.start(header)
        dealer, edition, box = fresh.round.dealer, fresh.edition, fresh.options.in_box()
        dealt = Text("{dealer} shuffles and deals {n} cards to each, until none is left.", dealer=dealer, n=TRICKS)
        middle = Text("Put all {tokens} in the middle of the table, each colour by itself.", **WORDS)
        all_of_them = Counted("{n} in all: count it.", "{n} in all: count them.", n=sum(box.values()))
        begins = Text(
            "{first}, on the dealer\u2019s left, predicts first and leads the first trick.", first=fresh.predictor
        )
        return edition.worded(
            (
                SetUpStep(Text("Cards"), (_cards(len(fresh.seats)), dealt)),
                SetUpStep(Text("{Tokens}", **WORDS), (middle, all_of_them), box),
                BOOK.steps["{The_role}"],
                SetUpStep(Text("Who begins"), (begins,)),
            )
        )

    def tally(self, book: Book) -> Tallied:
        """Count over all finished rounds.

        A prediction came true if each trick that the seat won was paid with one of its tokens, and no token is left. A
        black token counts for whom it cost points, so that a table's ruling on one is heeded. A trick counts by the
        colour that won it.
        """
        people = book.people
        counted = from_zero(self.at(book.header).tallies, book.seats)
        for sums, tricks in zip(book.state.sums, _rounds(book), strict=True):
            for name in people.seats:
                if name in sums:
                    won = [trick for trick in tricks if people.same(trick.winner, name)]
                    counted[name].update(_tallied(sums[name], won))
        return counted


@lru_cache(maxsize=len(EDITIONS))
def _with_box(edition: Edition) -> SluffOff:
    return SluffOff(edition)


def _tricks_like(edition: Edition, move: Move | None) -> list[Plain]:
    if isinstance(move, TrickCards):
        return [{"move": "trick", "cards": list(move.cards)}]
    if isinstance(move, TrickClaim) and move.led:
        return [trick_claim(move.winner, move.led, won) for won in dict.fromkeys((move.led, edition.trump))]
    seat, wanted = (None, None) if move is None else (move.mover, getattr(move, "color", None))
    led = sorted(edition.colors, key=lambda color: color != wanted)
    return [] if seat is None else [trick_claim(seat, color, color) for color in led]


def fewest_transfers(surplus: Mapping[str, int]) -> tuple[tuple[str, str, int], ...]:
    """Return the fewest (from, to, count) that level places with a surplus (a lack is negative); the sum of all is 0.

    Each of them levels one place, so with six places there are at most 5! ways, and every one is tried.
    """
    unequal = {place: n for place, n in surplus.items() if n}
    if not unequal:
        return ()
    first = next(iter(unequal))
    ways = []
    for other in unequal:
        if unequal[first] * unequal[other] < 0:
            source, target = (first, other) if unequal[first] > 0 else (other, first)
            count = min(unequal[source], -unequal[target])
            rest = {**unequal, source: unequal[source] - count, target: unequal[target] + count}
            ways.append(((source, target, count), *fewest_transfers(rest)))
    return min(ways, key=len)


def _cards(seats: int) -> Text:
    highest = highest_card(seats)
    if highest == TOP_CARD:
        return Text("All cards are in play: 1 to {top} of every colour.", top=TOP_CARD)
    return Text(
        "Take the cards from 1 to {highest} of every colour. {first} to {top} stay in the box.",
        highest=highest,
        first=highest + 1,
        top=TOP_CARD,
    )


def _tallied(own: Sum, won: list[Trick]) -> Counter[str]:
    """Count a round for a seat that has won these tricks in it."""
    counted = Counter(WON[trick.won_with] for trick in won if trick.won_with)
    if own.start is not None:
        counted["sluffer"] = 1
        return counted
    paid = all(trick.settled not in ("missed", "nothing", "black") for trick in won)
    counted["predictions"] = 1
    counted["came-true"] = int(paid and not any(count for _, count in own.parts))
    counted["black"] = own.black
    return counted


def _rounds(book: Book) -> Iterator[tuple[Trick, ...]]:
    """Yield the tricks of each finished round, the last as the entry that ended the round has left it."""
    for before, after in reversed(tuple(book.steps())):
        if len(after.state.sums) > len(before.state.sums):
            yield _last_settled(before.state, after.move)


def _last_settled(before: State, move: Move | None) -> tuple[Trick, ...]:
    tricks, claim = before.round.tricks, overridden(move)
    if isinstance(claim, TrickMove):
        after = claim.recorded(before)
        return tricks if after is None else after.round.tricks
    if isinstance(claim, Result):
        return tricks
    settled = claim.color if isinstance(claim, TurnIn) else "black" if isinstance(claim, TakeBlack) else "missed"
    return (*tricks[:-1], replace(tricks[-1], settled=settled))


def _says(state: State, own: Place, places: Sequence[Place]) -> Text:
    """Return the seat's points, and if another seat has as many, also what tells the two apart."""
    way = state.options.tie_break
    if way == "share" or [place.total for place in places].count(own.total) == 1:
        return own.says
    return with_tie_break(own.says, way, state.tie_break(Seat(own.name)))


@lru_cache(64)
def _faces(deck: tuple[str, ...], played: frozenset[str]) -> tuple[Face, ...]:
    return tuple(face_of(name, gone=name in played) for name in deck)
