"""The rules of Popcorn by their ids: the moves before, the move, and the ruling."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.header import BadHeader
from companion.games.transcript import read_header
from tests.games.comings import join, leave, rename, reseat
from tests.games.popcorn.sitting import PASS, UNDO, Plain, Sitting, call, claim, give, header, honest, seen
from tests.games.rule_table import Row, each, let_stand, refused, rules_in, stands

ACE = claim("Ann", "A")
CALLED = [ACE, call("Ben")]
LAST = [give(16, "Ann", "Cat"), give(12, "Ben", "Cat"), claim("Ann", "A", 2)]
"""Ann has put down her last two cards; Ben holds five."""
ONE_LEFT = [give(17, "Ann", "Cat"), give(12, "Ben", "Cat"), ACE]
FEW = [give(15, "Ann", "Cat"), give(16, "Ben", "Cat")]
"""Ann holds three cards, and Ben one."""
HIDDEN: Plain = {"hidden_count": True}
ONE_OF_TWO = [claim("Ann", "A", 2, 3), call("Ben")]
"""Ann has said two, and three lie there."""
NOT_CALLED = "Nobody has called, so no card is turned over."
NOT_LAST = "Only a claim of a player\u2019s last cards can be let pass."
SETTLE = "The last claim has to be settled first."


def claims(ranks: str) -> list[Plain]:
    """Two seats claim these ranks in turn."""
    return [claim(("Ann", "Ben")[number % 2], rank) for number, rank in enumerate(ranks.split())]


CLAIMS: list[Row] = [
    *(stands("deal", f"{seats} seats, {dealer} deals {decks}", [], {"held": held}, seats=seats, dealer=dealer,
             decks=decks) for seats, dealer, decks, held in (
        (4, "Dan", 1, [13, 13, 13, 13, 0]), (3, "Cat", 1, [18, 17, 17, 0]), (5, "Ben", 1, [10, 10, 11, 11, 10, 0]),
        (6, "Eve", 1, [9, 9, 9, 8, 8, 9, 0]), (10, "Jan", 1, [6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 0]),
        (2, "Ben", 2, [52, 52, 0]), (3, "Cat", 2, [35, 35, 34, 0]))),
    stands("deal", "somebody else may begin", [claim("Dan", "A")], {"held": [13, 13, 13, 12, 1]}, seats=4, first="Dan"),
    refused("claim", "the dealer\u2019s left begins", [ACE], "It is Cat\u2019s turn to claim.", seats=4, dealer="Ben"),
    *(stands("rank-due", direction, claims(ranks), seats=2, direction=direction) for direction, ranks in (
        ("up", "A 2 3 4 5 6 7 8 9 10 J Q K A 2"), ("down", "A K Q J 10 9 8 7 6 5 4 3 2 A K"),
        ("either", "A K A 2 3 2 A 2 3 4 5 6 7 8 9 10 J Q K Q K A"))),
    *(refused("rank-due", f"{direction}: {ranks}", claims(ranks), because, seats=2, direction=direction)
      for direction, ranks, because in (
        ("up", "2", "Aces are due."), ("either", "K", "Aces are due."), ("up", "A A", "Twos are due."),
        ("down", "A 2", "Kings are due."), ("either", "A A", "Twos or kings are due."),
        ("either", "A 2 3 5", "Fours or twos are due."))),
    refused("rank-due", "goes on from a bluff", [ACE, call("Cat"), honest(False), claim("Ben", "A")],
            "Twos or kings are due.", direction="either"),
    *(refused("claim", f"{n} cards", [claim("Ann", "A", n)], "One to 4 cards can be claimed.") for n in (5, 0, -1)),
    refused("claim", "nine of two decks", [claim("Ann", "A", 9)], "One to 8 cards can be claimed.", decks=2),
    refused("claim", "another seat", [claim("Ben", "A")], "It is Ann\u2019s turn to claim.", [ACE]),
    refused("claim", "another seat with another rank", [claim("Ben", "2")], "It is Ann\u2019s turn to claim."),
    refused("rank-due", "another rank", [ACE, claim("Ben", "9", 3)], "Twos are due.",
            [claim("Ben", "2", 3), claim("Ben", "2", 2)]),
    refused("claim", "fewer than said", [claim("Ann", "A", 2, 1)],
            "Nobody may put down fewer cards than they say.", **HIDDEN),
    refused("claim", "more than held, unseen", [claim("Ann", "A", 2, 19)], "Ann does not hold that many cards.",
            **HIDDEN),
    refused("claim", "more than held", [*FEW, claim("Ann", "A", 4)], "Ann holds 3 cards."),
    refused("claim", "more than the only one", [*FEW, ACE, claim("Ben", "2", 2)], "Ben holds 1 card."),
    stands("claim", "to the pile", [claim("Ann", "A", 4), claim("Ben", "2", 2)], {"held": [14, 15, 17, 6]}),
    stands("claim", "eight of two decks", [claim("Ann", "A", 8)], {"held": [27, 35, 34, 8]}, decks=2),
    stands("claim", "more than are said", [claim("Ann", "A", 1, 7)], {"held": [11, 17, 17, 7]}, **HIDDEN),
    *(stands("call", f"by {name}", [ACE, call(name)], {"phase": "reveal"}) for name in ("Ben", "Cat")),
    refused("call", "one\u2019s own claim", [ACE, call("Ann")], "The claim is Ann\u2019s own.", [claim("Ben", "2")]),
    refused("call", "one\u2019s own last cards", [*LAST, call("Ann")]),
    refused("call", "the latest claim is meant", [ACE, claim("Ben", "2"), call("Ben")]),
    stands("call", "until the next claim", [ACE, claim("Ben", "2"), call("Ann"), honest()], {"held": [19, 16, 17, 0]}),
    refused("not-now", "a call at first", [call("Ben")], "There is no claim to call."),
    refused("not-now", "a call after a reveal", [*CALLED, honest(), call("Cat")], "There is no claim to call."),
    refused("not-now", "a second call", [*CALLED, call("Cat")], "Ben called first.", [honest(), honest(False)]),
    refused("not-now", "a claim before a reveal", [*CALLED, claim("Ben", "2")],
            "Settle the call first: turn over the claimed cards."),
    refused("not-now", "a reveal at first", [honest()], NOT_CALLED),
    refused("not-now", "a reveal without a call", [ACE, honest()], NOT_CALLED),
    refused("not-now", "a reveal by ranks without a call", [ACE, seen("A")], NOT_CALLED),
    refused("not-now", "a pass", [ACE, PASS], NOT_LAST),
    refused("not-now", "a pass at first", [PASS], NOT_LAST),
    refused("not-now", "a ruling before a reveal", [*CALLED, give(1, "pile", "Ann")], SETTLE),
]  # fmt: skip

TWO_TWOS = [claim("Cat", "A"), claim("Ann", "2", 2), call("Ben")]
REVEALS: list[Row] = [
    *(stands("reveal", case, [*TWO_TWOS, reveal], {"held": held, "phase": "claim"}, dealer="Ben")
      for case, reveal, held in (
        ("honest", honest(), [15, 20, 17, 0]), ("a bluff", honest(False), [18, 17, 17, 0]),
        ("honest by the ranks", seen("2", "2"), [15, 20, 17, 0]),
        ("a bluff by the ranks", seen("2", "3"), [18, 17, 17, 0]),
        ("another rank", seen("A", "A"), [18, 17, 17, 0]))),
    *(refused("reveal", f"ranks {ranks}", [ACE, claim("Ben", "2", 2), call("Ann"), seen(*ranks)],
              "2 lie there; name each of them.") for ranks in ([], ["2"], ["2", "2", "2"])),
    stands("reveal", "more aces than a deck has", [claim("Ann", "A", 4, 6), call("Ben"), seen(*["A"] * 6)],
           {"held": [18, 17, 17, 0]}, **HIDDEN),
    refused("reveal", "more than said is no honest claim", [*ONE_OF_TWO, honest()],
            "There are more cards than were said, so the claim was a bluff.", **HIDDEN),
    refused("reveal", "more than said is named whole", [*ONE_OF_TWO, seen("A", "A")],
            "All cards of the claim are turned over, no more and no fewer.", **HIDDEN),
    stands("reveal", "more than said is a bluff", [*ONE_OF_TWO, honest(False)], {"held": [18, 17, 17, 0]}, **HIDDEN),
    stands("reveal", "as many as said", [claim("Ann", "A", 2, 2), call("Ben"), honest()], {"held": [16, 19, 17, 0]},
           **HIDDEN),
    *(stands("next-seat", f"after {how}", [ACE, call("Cat"), how, claim("Ben", "2"), claim("Cat", "3")],
             {"turn": "Ann"}) for how in (honest(), honest(False))),
    stands("last-cards", "are not passed yet", LAST, {"phase": "last-call", "winners": []}),
    refused("not-now", "a claim after the last cards", [*LAST, claim("Ben", "2")],
            "Ann has put down the last cards: call, or let it pass.", [call("Ben"), PASS, call("Cat")]),
    refused("not-now", "a ruling after the last cards", [*LAST, give(1, "pile", "Ann")]),
    stands("last-cards", "win once they are passed", [*LAST, PASS],
           {"phase": "over", "over": True, "winners": ["Ann"], "held": [0, 5, 45, 2]}),
    stands("last-cards", "are called", [*LAST, call("Ben")], {"phase": "reveal"}),
    stands("last-cards", "win if they are honest", [*LAST, call("Ben"), honest()],
           {"phase": "over", "winners": ["Ann"], "held": [0, 7, 45, 0]}),
    stands("last-cards", "go on if they were a bluff", [*LAST, call("Ben"), honest(False), claim("Ben", "2")],
           {"phase": "claim", "held": [2, 4, 45, 1]}),
    stands("last-cards", "unseen are last, too", [give(14, "Ann", "Cat"), claim("Ann", "A", 1, 4)],
           {"phase": "last-call", "Ann": 0, "pile": 4}, **HIDDEN),
    *(refused("table-ruling", because, [claim("Ann", "A", 3), move], because) for move, because in (
        (give(1, "pile", "pile"), "The cards already lie there."), (give(4, "pile", "Ann"), "3 cards lie there."),
        (give(17, "Ann", "Ben"), "15 cards lie there."), (give(15, "Ann", "pile"), "Ann would have no card left."))),
    refused("table-ruling", "to where they lie", [give(1, "Ann", "Ann")], "The cards already lie there."),
    *(refused("table-ruling", f"no number is told: {move}", [claim("Ann", "A", 3), move],
              "There are not that many cards there.", **HIDDEN)
      for move in (give(4, "pile", "Ann"), give(17, "Ann", "Ben"), give(15, "Ann", "pile"))),
    stands("table-ruling", "leaves the claim open",
           [claim("Ann", "A", 3), give(2, "pile", "Cat"), give(1, "Ben", "Ann"), call("Ben"), seen("A", "A", "A")],
           {"held": [16, 17, 19, 0]}),
    refused("not-now", "no ruling takes cards from who has none", [give(25, "Ann", "Ben"), ACE, give(1, "Ann", "Ben")],
            None, [PASS, call("Ben")], seats=2),
    *(refused("game-is-over", str(move), [*ONE_LEFT, PASS, move], "Ann has won.") for move in (
        claim("Ben", "2"), call("Ben"), honest(), seen("A"), PASS, give(1, "pile", "Ann"))),
    stands("game-is-over", "but for an undo", [*ONE_LEFT, PASS, UNDO], {"phase": "last-call"}),
    refused("nothing-to-undo", "no entry", [UNDO]),
    stands("nothing-to-undo", "a claim", [ACE, UNDO], {"held": [18, 17, 17, 0]}),
]  # fmt: skip

ALL_DEALT = "All cards are dealt. Let somebody hand over their seat, or wait for the next game."
SEATS: list[Row] = [
    stands("late-joiner", "before the first claim all is dealt again", [join("Eve")],
           {"holdings": {"Ann": 13, "Ben": 13, "Cat": 13, "Eve": 13, "pile": 0}}),
    stands("leaver", "before the first claim all is dealt again", [join("Eve"), leave("Ann")],
           {"holdings": {"Ben": 17, "Cat": 17, "Eve": 18, "pile": 0}, "turn": "Eve"}),
    stands("late-joiner", "whom the table has chosen begins", [join("Eve", "Ann")], {"turn": "Cat"}, first="Cat"),
    stands("late-joiner", "left of the dealer begins", [join("Eve", "Ann")], {"turn": "Eve"}, dealer="Ann"),
    *(refused("late-joiner", f"after {how}", [*CALLED, how, join("Eve")], ALL_DEALT)
      for how in (honest(), honest(False))),
    refused("leaver", "a claim stands", [ACE, leave("Ann")]),
    stands("leaver", "the cards go to the pile, and the turn left", [ACE, call("Cat"), honest(), leave("Ben")],
           {"holdings": {"Ann": 17, "Cat": 18, "pile": 17}, "turn": "Cat"}),
    stands("moved-seats", "keep cards and turn",
           [claim("Ann", "A", 3), call("Ben"), honest(), reseat("Cat", "Ben", "Ann")],
           {"holdings": {"Cat": 17, "Ben": 20, "Ann": 15, "pile": 0}, "turn": "Ben"}),
    refused("moved-seats", "somebody twice", [reseat("Ann", "Ann", "Cat")]),
    stands("seat-name", "while a claim stands",
           [ACE, rename("Ann", "Anna"), rename("Ben", "Benno"), call("Benno"), honest(False)], {"Anna": 18}),
    refused("seat-name", "of another", [rename("Ann", "Ben")]),
    refused("number-of-players", "too few", [leave("Ann")], seats=2),
    refused("number-of-players", "too many", [join("Zed")], seats=10),
]  # fmt: skip

LET_STAND: list[Row] = [
    let_stand("claim", "nothing", [claim("Ann", "A", 0)], {"held": [18, 17, 17, 0], "turn": "Ben"}, claim("Ben", "2")),
    let_stand("claim", "nothing, with cards", [claim("Ann", "A", 0, 3)], {"held": [18, 17, 17, 0]}, claim("Ben", "2"),
              **HIDDEN),
    let_stand("claim", "too many", [claim("Ann", "A", 20)], {"held": [0, 17, 17, 18], "phase": "last-call"}, PASS),
    let_stand("not-now", "a claim instead of a reveal", [*CALLED, claim("Ben", "2")],
              {"held": [17, 16, 17, 2], "phase": "claim"}, claim("Cat", "3")),
    let_stand("not-now", "honest cards that nobody called", [ACE, honest()], {"held": [17, 17, 17, 1]},
              claim("Ben", "2")),
    let_stand("not-now", "a bluff that nobody called", [ACE, honest(False)], {"held": [18, 17, 17, 0]},
              claim("Ben", "2")),
    let_stand("not-now", "a ruling before a reveal, of too many", [*CALLED, give(30, "Cat", "Ann")],
              {"held": [33, 17, 1, 1], "phase": "reveal"}, honest()),
    let_stand("not-now", "a pass drops a call", [*CALLED, PASS], {"held": [17, 17, 17, 1], "phase": "claim"},
              claim("Ben", "2")),
    let_stand("not-now", "no reveal of no claim", [honest()]),
    let_stand("not-now", "no call on no claim", [call("Ben")]),
    let_stand("not-now", "no pass of other cards", [ACE, PASS]),
    let_stand("table-ruling", "no cards that stay", [give(1, "Ann", "Ann")]),
    let_stand("table-ruling", "no cards from nowhere", [give(1, "pile", "Ann")]),
]  # fmt: skip

MALFORMED: list[Row] = [
    *(refused("malformed", str(move), [move]) for move in (
        "no object", *({**ACE, "count": n} for n in (2.0, "2", True, None)), claim("Ann", "1"), claim("Ann", "11"),
        claim("Zoe", "A"), {"move": "claim", "seat": "Ann", "rank": "A"}, {**ACE, "rank": 2}, call("Zoe"),
        {"move": "call"}, {"move": "reveal"}, {"move": "reveal", "honest": True, "cards": ["A"]},
        {"move": "reveal", "honest": 1}, seen("X"), {"move": "reveal", "cards": "A"}, {"move": "pass", "seat": "Ann"},
        {"move": "fold"}, give(0, "pile", "Ann"), give(1, "centre", "Ann"), {**give(1, "pile", "Ann"), "reason": "  "},
        {**give(1, "pile", "Ann"), "reason": "x" * 281})),
    refused("malformed", "a house rule is off", [claim("Ann", "A", 2, 2)],
            "At this table a claim has no key \u201ccards\u201d."),
    refused("malformed", "a house rule is off, after the game", [*ONE_LEFT, PASS, claim("Ben", "2", 1, 1)]),
]  # fmt: skip

RESULT: Plain = {"move": "result", "winner": "Ben"}
TOLD_SHORT: list[Row] = [
    stands("result", "whoever is said to have won", [RESULT], {"winners": ["Ben"], "phase": "over"}),
    refused("stop", "nobody has claimed", [{"move": "stop"}]),
    refused("stop", "an undone claim was never made", [claim("Ann", "A"), UNDO, {"move": "stop"}]),
    refused("malformed", "a result for nobody's seat", [{**RESULT, "winner": "Zoe"}]),
    refused("game-is-over", "by a result", [RESULT, RESULT]),
    refused("game-is-over", "stopped", [claim("Ann", "A"), {"move": "stop"}, RESULT]),
]  # fmt: skip

ROWS = [*CLAIMS, *REVEALS, *SEATS, *LET_STAND, *MALFORMED, *TOLD_SHORT]
SUGGESTED = {
    "misdeal": 1, "exposed-card": 1, "out-of-turn": 1, "looking-at-pile": 2, "taking-back": 1, "leaving": 1,
    "cheating": 5,
}  # fmt: skip
"""What no sheet speaks of, and the app never sees: the cards from the pile that the rulebook suggests."""


@each(ROWS)
def test_ruling(row: Row) -> None:
    row.check(Sitting)


@pytest.mark.parametrize(("rule_id", "cards"), SUGGESTED.items())
def test_the_suggested_ruling_stands(rule_id: str, cards: int) -> None:
    fields, reason = Sitting().suggested(rule_id)
    assert fields == {"count": str(cards), "from": "pile"}
    Sitting().play(claim("Ann", "A", 4), claim("Ben", "2", 4), {**give(cards, "pile", "Cat"), "reason": reason})


def test_every_rule_of_the_rulebook_has_a_row() -> None:
    told = rules_in(ROWS) | set(SUGGESTED)
    assert told == {rule.id for rule in GAMES["popcorn"].rulebook.rules}


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"first": "Zoe"}, "first"), ({"first": 3}, "first"), ({"first": None}, "first"), ({"last": "Ann"}, "last"),
        ({"seats": ["Ann"], "dealer": "Ann"}, "seats"), ({"seats": [*map(str, range(11))], "dealer": "1"}, "seats"),
        ({"seats": ["Ann", "pile"], "dealer": "Ann"}, "seats"), ({"options": {"decks": 3}}, "decks"),
        ({"options": {"decks": 0}}, "decks"), ({"options": {"decks": True}}, "decks"),
        ({"options": {"direction": "left"}}, "direction"), ({"options": {"hidden_count": 1}}, "hidden_count"),
        ({"options": {"jokers": 2}}, "jokers"),
    ],
)  # fmt: skip
def test_headers_that_are_none(changed: Plain, key: str) -> None:
    with pytest.raises(BadHeader) as wrong:
        read_header({**header(), **changed})
    assert wrong.value.key == key


def test_a_header_names_who_plays_first() -> None:
    assert read_header({**header(), "first": " Ben "}).plain["first"] == "Ben"
    assert "first" not in read_header(header()).plain
