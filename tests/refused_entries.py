"""An entry of every kind of every game that today's rules refuse, at the place where somebody entered it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.games.game import Book
from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header
from tests.games.comings import join, leave, rename, reseat

Plain = dict[str, Any]
THREE = ["Chris", "Mary", "Katie"]
WHY = "so the table said"


def trick(winner: str, color: str = "red", won_with: str | None = None) -> Plain:
    return {"move": "trick", "winner": winner, "led": color, "won_with": won_with or color}


def take(seat: str, color: str = "red") -> Plain:
    return {"move": "take", "seat": seat, "color": color}


def of(move: str, seat: str, **more: Any) -> Plain:
    return {"move": move, "seat": seat, **more}


def ruling(**more: Any) -> Plain:
    return {"move": "ruling", **more, "reason": WHY}


NO_TRICK: Plain = {"move": "result", "tricks": dict.fromkeys(THREE, 0), "left": dict.fromkeys(THREE, 0)}
PREDICTED: list[Plain] = [of("done", name) for name in THREE]
HELD: list[Plain] = [take("Chris"), take("Chris", "green"), *PREDICTED]
OWED: list[Plain] = [*HELD, trick("Chris")]
UP: Plain = {"move": "face_up", "cards": ["10H", "7S", "5D"]}
HEARTS: Plain = {"move": "face_up", "cards": ["10H", "7H", "5H"]}
THROWN: list[Plain] = [of("discard", name, count=0) for name in THREE]
MINE: Plain = {"move": "trick", "cards": ["red 7", "blue 2", "red 9"], "winner": "Chris"}
CLUBS: Plain = {"move": "trick", "cards": ["2C", "KC", "3C"]}
CLAIM: Plain = of("claim", "Chris", rank="A", count=1)
ROLLED: Plain = {"move": "first_roll", "wilds": {"Chris": 2, "Mary": 0, "Katie": 0}}
BID: list[Plain] = [ROLLED, of("bid", "Chris", quantity=2, value=3)]
CALL_IT: list[Plain] = [CLAIM, of("call", "Mary")]
PILE_TO_HER: Plain = ruling(count=9, **{"from": "pile", "to": "Mary"})
CALLED: list[Plain] = [*BID, of("call", "Mary")]


@dataclass(frozen=True)
class Case:
    """An entry, `refused` today, after the moves `before` it. `until`: first the game is played on to that phase.

    `then` is what of the report is another once it stands: by a path of keys, the value. None: nothing is.
    """

    game: str
    before: list[Plain]
    refused: Plain
    then: tuple[tuple[str, ...], Any] | None = None
    until: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def header(self) -> Plain:
        return {"transcript": 1, "game": self.game, "seats": THREE, "options": dict(self.options)}

    @cached_property
    def opening(self) -> list[Plain]:
        """The moves before it."""
        book = played(open_book(read_header(self.header)), self.before)
        while self.until is not None and book.report().phase != self.until:
            book = played(book, [next_move(book)])
        return [move.plain() for move in book.moves()]


def played(book: Book, moves: Iterable[Plain]) -> Book:
    for plain in moves:
        ruled = book.play(plain)
        assert not isinstance(ruled, Rejected), (plain, ruled)
        book = ruled.state
    return book


def next_move(book: Book) -> Plain:
    """A move that is legal now; the cards and dice are made up."""
    made_up = {"face-up": UP, "first-roll": ROLLED}
    phase = book.report().phase
    return made_up[phase] if phase in made_up else next(iter(legal(book)))


def legal(book: Book) -> Iterator[Plain]:
    return (one.move.plain() for one in book.game.choices(book.state, None) if one.legal)


def at(path: tuple[str, ...], report: Mapping[str, Any]) -> Any:
    found: Any = report
    for key in path:
        found = found[key]
    return found


CASES: dict[str, Case] = {
    "Take": Case("sluff-off", [], take("Mary"), (("holdings", "Mary", "red"), 1)),
    "Take, of what is nowhere": Case("sluff-off", [], take("Mary"), None, options={"supply": {"red": 0}}),
    "Steal": Case("sluff-off", [take("Chris")], of("steal", "Mary", color="red", **{"from": "Chris"}),
                  (("holdings", "Chris", "white"), 1)),
    "Sluffer": Case("sluff-off", [take("Chris")], of("sluffer", "Chris"), (("sluffer",), "Chris")),
    "Sluffer, by who owes": Case("sluff-off", OWED, of("sluffer", "Chris"), (("phase",), "trick")),
    "Done": Case("sluff-off", [take("Chris")], of("done", "Katie"), (("phase",), "trick")),
    "TrickClaim": Case("sluff-off", [], trick("Mary", "green", "red"), (("holdings", "Mary", "black"), 1)),
    "TrickClaim, the sixteenth": Case("sluff-off", [], trick("Mary"), until="over", options={"rounds": 1}),
    "TrickCards": Case("sluff-off", PREDICTED, MINE,
                       (("holdings", "Mary", "black"), 1)),
    "TurnIn": Case("sluff-off", HELD, of("turn_in", "Chris", color="green"), (("holdings", "Chris", "green"), 0)),
    "MissTurnIn": Case("sluff-off", OWED, of("miss_turn_in", "Mary"), (("phase",), "trick")),
    "TakeBlack": Case("sluff-off", OWED, of("take_black", "Chris"), (("holdings", "Chris", "black"), 1)),
    "Result": Case("sluff-off", [], {"move": "result", "left": {"Chris": {"red": 9}, "Mary": {}, "Katie": {}}},
                   (("totals",), {"Chris": 6, "Mary": 0, "Katie": 0})),
    "Stop": Case("sluff-off", [], {"move": "stop"}, (("over",), True)),
    "TokenRuling": Case("sluff-off", [], ruling(color="red", count=29, **{"from": "centre", "to": "Mary"}),
                        (("holdings", "Mary", "red"), 3)),
    "PointsRuling": Case("sluff-off", OWED, ruling(seat="Mary", points=7)),
    "ui77 FaceUp": Case("ui77", [UP], {"move": "face_up", "cards": ["2C", "3C", "4C"]}),
    "ui77 Swap": Case("ui77", [UP], of("swap", "Mary", give="9H", take="10H")),
    "ui77 Discard": Case("ui77", [UP], of("discard", "Mary", count=20), (("holdings", "Mary", "cards"), 1)),
    "ui77 Cut": Case("ui77", [], of("cut", "Mary"), until="limit"),
    "ui77 TrickClaim": Case("ui77", [UP], {"move": "trick", "winner": "Mary"}, (("holdings", "Mary", "tricks"), 1)),
    "ui77 TrickCards": Case("ui77", [UP], CLUBS, (("holdings", "Mary", "tricks"), 1)),
    "ui77 CountLeft": Case("ui77", [UP, *THROWN], of("count", "Mary", slough=1), (("phase",), "count")),
    "ui77 Result": Case("ui77", [UP], NO_TRICK,
                        (("phase",), "face-up")),
    "ui77 Stop": Case("ui77", [], {"move": "stop"}, (("over",), True)),
    "ui77 Limit": Case("ui77", [], {"move": "limit", "points": 25}),
    "ui77 Limit, of none": Case("ui77", [], {"move": "limit", "points": -5}),
    "ui77 PointsRuling": Case("ui77", [], ruling(seat="Mary", points=2)),
    "Claim": Case("popcorn", [], of("claim", "Mary", rank="K", count=2), (("holdings", "pile"), 2)),
    "Claim, secret": Case("popcorn", [], of("claim", "Mary", rank="K", count=1, cards=3), None,
                          options={"hidden_count": True}),
    "popcorn Call": Case("popcorn", [CLAIM], of("call", "Chris"), (("phase",), "reveal")),
    "Honest": Case("popcorn", [CLAIM], {"move": "reveal", "honest": False}, (("holdings", "pile"), 0)),
    "Seen": Case("popcorn", CALL_IT, {"move": "reveal", "cards": ["K", "K"]}, (("holdings", "pile"), 0)),
    "Pass": Case("popcorn", CALL_IT, {"move": "pass"}, (("phase",), "claim")),
    "popcorn Result": Case("popcorn", [{"move": "result", "winner": "Mary"}], {"move": "result", "winner": "Chris"}),
    "CardRuling": Case("popcorn", [CLAIM], PILE_TO_HER, (("holdings", "pile"), 0)),
    "FirstRoll": Case("fluff", [ROLLED], {"move": "first_roll", "wilds": {"Mary": 9}}),
    "FirstRoll, of one": Case("fluff", [], {"move": "first_roll", "wilds": {"Mary": 1}}, (("phase",), "bid")),
    "Bid": Case("fluff", BID, of("bid", "Mary", quantity=1, value=2)),
    "Call": Case("fluff", BID, of("call", "Chris"), (("phase",), "show")),
    "Call, of nothing": Case("fluff", [ROLLED], of("call", "Chris")),
    "Show": Case("fluff", CALLED, of("show", "Mary", dice=[3, "wild"])),
    "ShowMatching": Case("fluff", CALLED, of("show", "Mary", matching=9)),
    "Spill": Case("fluff", BID, of("spill", "Mary", count=9), (("holdings", "Mary"), 0)),
    "fluff Result": Case("fluff", [ROLLED, ruling(seat="Mary", dice=-4)], of("result", "Mary", dice=2),
                         (("holdings", "Mary"), 0)),
    "DiceRuling": Case("fluff", CALLED, ruling(seat="Mary", dice=-1), (("holdings", "Mary"), 4)),
    "Join": Case("popcorn", [CLAIM], join("Dana")),
    "JoinWithPoints": Case("sluff-off", [take("Chris")], join("Dana")),
    "JoinWithDice": Case("fluff", BID, join("Dana")),
    "Leave": Case("sluff-off", [take("Chris")], leave("Mary")),
    "Rename": Case("sluff-off", [], rename("Chris", "Mary")),
    "Reseat": Case("ui77", [UP], reseat("Katie", "Mary", "Chris")),
    "a game that tells nothing": Case("oh-hell", [], of("bid", "Mary", tricks=99)),
}  # fmt: skip
