"""A trick half entered: what it leads to is asked of the judge."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games import draft
from companion.games.draft import Fields, flag, text, texts
from companion.games.game import Book
from companion.games.move import Plain
from companion.games.ruling import Rejected
from companion.games.screen import Action
from companion.games.sluff_off.edition import WORDS
from companion.games.text import Text
from companion.games.trick_screen import for_next, laid_so_far
from tests.old_rooms.sluff_off.moves import TrickCards, TrickClaim, trick_claim
from tests.old_rooms.sluff_off.state import State, order
from tests.old_rooms.sluff_off.trick_play import recorded
from tests.old_rooms.sluff_off.wording import followed

BLACK, LATER = "black", "later"


@dataclass(frozen=True, slots=True)
class Draft(draft.Draft):
    """What has been tapped so far.

    `pays` is what comes of the trick: a token that goes back, `BLACK` (nothing fits), or `LATER` (that is entered
    afterwards); `won_with` is the trump colour, where trump won it. `by_cards` is the way of telling it card by card,
    `suit` the colour that the next of the `cards` has. `wanted` is an empty colour whose holders are asked for;
    `ending` asks whether a prediction is to end without a token.
    """

    winner: str | None = text("winner")
    pays: str | None = text("pays")
    won_with: str | None = text("won_with")
    by_cards: bool = flag("by", "cards", lasting=True)
    suit: str | None = text("suit")
    wanted: str | None = text("from")
    ending: bool = flag("end", "ask")
    cards: tuple[str, ...] = texts("card")

    def claim(self) -> Plain:
        """The trick by its cards, complete or not."""
        return {"move": "trick", "cards": list(self.cards)}

    def trumped(self, trump: str) -> bool:
        """Whether the trick was won with trump: that is told, or a trump token goes back for it."""
        return trump in (self.won_with, self.pays)


def act(state: State, *_: object) -> str:
    """Names the round, and in it the prediction's next token, the trick or the turn-in."""
    round_ = state.round
    taken = sum(round_.places[state.predictor]) if state.phase == "prediction" else 0
    return f"{len(state.sums)}-{round_.done}-{taken}-{len(round_.tricks)}-{state.leader}-{state.phase}"


def read_draft(fields: Fields, book: Book, seat: str | None, *_: object) -> Draft:
    """The draft that an address or a form carries; what makes no sense now is left out."""
    entered, state = Draft.read(fields), book.state
    edition = state.setup.edition
    if state.phase == "prediction":
        wanted = entered.wanted if entered.wanted in edition.colors else None
        ending = entered.ending and not entered.wanted and not any(state.round.places[state.predictor])
        return replace(entered.lasting, wanted=wanted, ending=ending)
    if state.phase == "trick" and entered.by_cards:
        cards = laid_so_far(fields, entered.cards, len(book.seats))
        return replace(entered.lasting, suit=for_next(entered.suit, cards, edition.colors), cards=cards)
    if state.phase != "trick":
        return entered.lasting
    pays = entered.pays if entered.pays in (*edition.order, LATER) else None
    # A tap on a token of one's own says both: I took it, and that one goes back.
    winner = entered.winner if fields.getlist("winner") or not pays else seat
    won_with = entered.won_with if entered.won_with == edition.trump else None
    return Draft(winner=winner, pays=pays, won_with=won_with) if winner in book.seats else Draft()


def usual_trick(winner: str, color: str, won_with: str | None) -> tuple[Plain, Plain]:
    """The usual trick, told by the token that goes back: its colour was led, and won unless it is told what did."""
    return trick_claim(winner, color, won_with or color), _pay(winner, color)


def leads(book: Book, draft: Draft) -> dict[tuple[str, bool], tuple[Plain, ...]]:
    """What may have been led for what is told of a trick, and whether it was trumped: the moves that record it.

    Where nobody trumped it comes first. Where nothing is told of what its winner pays, it is recorded without that.
    """
    winner, edition = str(draft.winner), book.state.setup.edition
    by_trump = [trick_claim(winner, led, edition.trump) for led in edition.colors]
    if draft.trumped(edition.trump):
        tricks = by_trump
    else:
        # A trick led in trump is told once: in the second row it would stand again.
        tricks = [trick_claim(winner, led, led) for led in edition.colors]
        tricks += [one for one in by_trump if one not in tricks]
    found = ((claim, _came_of(book, claim, draft)) for claim in tricks)
    return {(one["led"], one["won_with"] != one["led"]): (one, *pay) for one, pay in found if pay is not None}


def _came_of(book: Book, claim: Plain, draft: Draft) -> tuple[Plain, ...] | None:
    """What is entered with a trick, as the draft has it; None where the judge refuses that, or asks for more."""
    if draft.pays in (None, LATER):
        return ()
    after = book.play(claim)
    assert not isinstance(after, Rejected)
    owed = after.state.state.phase == "turn-in"
    if draft.pays == BLACK:
        return None if owed else ()
    pay = _pay(str(draft.winner), str(draft.pays))
    return (pay,) if owed and not isinstance(after.state.play(pay), Rejected) else None


def _pay(winner: str, color: str) -> Plain:
    return {"move": "turn_in", "seat": winner, "color": color}


def settled(book: Book, claim: Plain) -> tuple[Action, ...]:
    """A trick with each turn-in that may follow it, in one tap; empty where none is owed or the trick is refused."""
    after = book.play(claim)
    if isinstance(after, Rejected) or after.state.state.phase != "turn-in":
        return ()
    choices = after.state.game.choices(after.state.state, None)
    return tuple(
        Action((claim, choice.move.plain())) for choice in choices if choice.legal and choice.move.kind() == "turn_in"
    )


def outcome(book: Book, claim: Plain) -> Text | None:
    """What becomes of a trick once it is recorded; None where it cannot be, or something is owed for it."""
    after = _after(book, claim)
    if after is None or after.round.tricks[-1].settled is None:
        return None
    winner = book.seats[after.leader]
    brought = followed(after.round, winner)
    if brought is None:
        brought = Text("{seat} holds {the_role} and pays nothing", seat=winner, **WORDS)
    return after.setup.edition.worded(Text("{sentence}.", sentence=brought))


def taken(book: Book, draft: Draft) -> Text | None:
    """Who takes the drafted trick by its cards, and with which; None where it cannot be."""
    after = _after(book, draft.claim())
    if after is None:
        return None
    winner = book.seats[after.leader]
    color, rank = draft.cards[order(book.state).index(winner)].split(" ")
    return Text("{seat} takes it with {color} {rank}.", seat=winner, color=Text(color), rank=rank)


def _after(book: Book, claim: Plain) -> State | None:
    move = book.game.parse(claim, book.seats)
    return recorded(book.state, move) if isinstance(move, TrickClaim | TrickCards) else None
