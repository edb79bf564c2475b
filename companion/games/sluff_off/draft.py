"""A trick half entered: what it leads to is asked of the judge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games import screen
from companion.games.book import Book
from companion.games.move import Plain
from companion.games.ruling import Rejected
from companion.games.screen import Action, Fields, flag, text, texts
from companion.games.sluff_off.moves import TrickCards, TrickClaim
from companion.games.sluff_off.state import COLORS, TRUMP, State, order
from companion.games.sluff_off.trick_play import recorded
from companion.games.sluff_off.wording import followed
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class Draft(screen.Draft):
    """What has been tapped so far.

    `blue` is "Won with blue"; `by_cards` is the way of telling it card by card; `wanted` is an empty colour
    whose holders are asked for; `ending` asks whether a prediction is to end without a token.
    """

    winner: str | None = text("winner")
    led: str | None = text("led")
    blue: bool = flag("won_with", TRUMP)
    by_cards: bool = flag("by", "cards", lasting=True)
    suit: str | None = text("suit")
    wanted: str | None = text("from")
    ending: bool = flag("end", "ask")
    cards: tuple[str, ...] = texts("card")

    def claim(self) -> Plain:
        """The move that the draft stands for, complete or not."""
        if self.by_cards:
            return {"move": "trick", "cards": list(self.cards)}
        won_with = TRUMP if self.blue else self.led
        told = {"winner": self.winner, "led": self.led, "won_with": won_with}
        return {"move": "trick", **{key: value for key, value in told.items() if value}}


def act(state: State, *_: object) -> str:
    """Names the round, and in it the prediction's next token, the trick or the turn-in."""
    round_ = state.round
    taken = sum(round_.places[state.predictor]) if state.phase == "prediction" else 0
    return f"{len(state.sums)}-{round_.done}-{taken}-{len(round_.tricks)}-{state.leader}-{state.phase}"


def read_draft(fields: Fields, book: Book, *_: object) -> Draft:
    """The draft that an address or a form carries, the same for every phone; what makes no sense now is left out."""
    told, state = Draft.read(fields), book.state
    if state.phase == "prediction":
        wanted = told.wanted if told.wanted in COLORS else None
        ending = told.ending and not told.wanted and not any(state.round.places[state.predictor])
        return replace(told.lasting, wanted=wanted, ending=ending)
    if state.phase != "trick":
        return told.lasting
    seats = book.header.seats
    return replace(
        told,
        winner=told.winner if told.winner in seats else None,
        led=told.led if told.led in COLORS else None,
        suit=told.suit if told.suit in COLORS else None,
        wanted=None,
        ending=False,
        cards=tuple(card[:20] for card in told.cards[: len(seats)]),
    )


def settled(book: Book, claim: Plain) -> tuple[Action, ...]:
    """A trick with each turn-in that may follow it, in one tap; empty where none is owed or the trick is refused."""
    after = book.play(claim)
    if isinstance(after, Rejected) or after.state.state.phase != "turn-in":
        return ()
    choices = after.state.game.choices(after.state.state, None)
    return tuple(
        Action((claim, choice.move.plain())) for choice in choices if choice.legal and choice.move.kind() == "turn_in"
    )


def at_once(book: Book, draft: Draft, winner: str, held: Iterable[str]) -> dict[str, Action]:
    """By colour, of those that the seat holds: what a tap on its token says, that it took the trick and paid so."""
    actions: dict[str, Action] = {}
    for color in held if not draft.by_cards else ():
        led = draft.led or color
        claim = {"move": "trick", "winner": winner, "led": led, "won_with": TRUMP if draft.blue else led}
        paid = _paid(book, claim, {"move": "turn_in", "seat": winner, "color": color})
        if paid is not None:
            actions[color] = paid
    return actions


def _paid(book: Book, claim: Plain, pay: Plain) -> Action | None:
    after = book.play(claim)
    if isinstance(after, Rejected) or after.state.state.phase != "turn-in":
        return None
    return None if isinstance(after.state.play(pay), Rejected) else Action((claim, pay))


def missing(draft: Draft) -> Text:
    """What has still to be tapped before the trick can be recorded."""
    if draft.by_cards:
        return Text("Tap every player\u2019s card first.")
    if draft.winner is None and draft.led is None:
        return Text("Tap the player who won the trick, then the colour led.")
    return Text("Tap the player who won the trick.") if draft.winner is None else Text("Tap the colour that was led.")


def outcome(book: Book, draft: Draft) -> Text | None:
    """What becomes of the drafted trick once it is recorded; None where it cannot be."""
    after = _after(book, draft)
    if after is None:
        return None
    winner = book.header.seats[after.leader]
    if after.round.tricks[-1].settled is None:
        return Text("{seat} has a token to turn in.", seat=winner)
    brought = followed(after.round, winner)
    if brought is None:
        return Text("{seat} holds the Sluffer and pays nothing.", seat=winner)
    return Text("{sentence}.", sentence=brought)


def taken(book: Book, draft: Draft) -> Text | None:
    """Who takes the drafted trick by its cards, and with which; None where it cannot be."""
    after = _after(book, draft)
    if after is None:
        return None
    winner = book.header.seats[after.leader]
    color, rank = draft.cards[order(book.state).index(winner)].split(" ")
    return Text("{seat} takes it with {color} {rank}.", seat=winner, color=Text(color), rank=rank)


def _after(book: Book, draft: Draft) -> State | None:
    move = book.game.parse(draft.claim(), book.header.seats)
    return recorded(book.state, move) if isinstance(move, TrickClaim | TrickCards) else None
