"""Cases a rule, named by its id."""

from __future__ import annotations

import pytest

from companion.games.header import BadHeader
from companion.games.transcript import read_header
from tests.games.popcorn.sitting import PASS, UNDO, Plain, Sitting, call, claim, give, header, honest, seen

# deal


@pytest.mark.parametrize(
    ("seats", "dealer", "decks", "held"),
    [
        pytest.param(4, "Dan", 1, [13, 13, 13, 13, 0], id="evenly"),
        pytest.param(3, "Cat", 1, [18, 17, 17, 0], id="the odd card to the dealer's left"),
        pytest.param(5, "Ben", 1, [10, 10, 11, 11, 10, 0], id="two odd cards"),
        pytest.param(6, "Eve", 1, [9, 9, 9, 8, 8, 9, 0], id="round past the last seat"),
        pytest.param(10, "Jan", 1, [6, 6, 5, 5, 5, 5, 5, 5, 5, 5, 0], id="ten"),
        pytest.param(2, "Ben", 2, [52, 52, 0], id="two decks"),
        pytest.param(3, "Cat", 2, [35, 35, 34, 0], id="two decks of odd cards"),
    ],
)
def test_deal(seats: int, dealer: str, decks: int, held: list[int]) -> None:
    assert Sitting(seats, dealer, decks=decks).held == held


def test_deal_left_of_the_dealer_begins_unless_somebody_else_is_chosen() -> None:
    assert Sitting(4, "Ben").refused(claim("Ann", "A")) == ("claim", "It is Cat\u2019s turn to claim.")
    assert Sitting(4, "Ben", "Dan").play(claim("Dan", "A")).held == [13, 13, 13, 12, 1]


# rank-due


@pytest.mark.parametrize(
    ("direction", "ranks"),
    [
        ("up", "A 2 3 4 5 6 7 8 9 10 J Q K A 2"),
        ("down", "A K Q J 10 9 8 7 6 5 4 3 2 A K"),
        ("either", "A K A 2 3 2 A 2 3 4 5 6 7 8 9 10 J Q K Q K A"),
    ],
)
def test_rank_due_in_its_order(direction: str, ranks: str) -> None:
    sitting = Sitting(2, direction=direction)
    for number, rank in enumerate(ranks.split()):
        sitting.play(claim(("Ann", "Ben")[number % 2], rank))


@pytest.mark.parametrize(
    ("direction", "before", "wrong", "because"),
    [
        ("up", [], "2", "Aces are due."),
        ("either", [], "K", "Aces are due."),
        ("up", ["A"], "A", "Twos are due."),
        ("down", ["A"], "2", "Kings are due."),
        ("either", ["A"], "A", "Twos or kings are due."),
        ("either", ["A", "2", "3"], "5", "Fours or twos are due."),
    ],
)
def test_rank_due_is_refused_otherwise(direction: str, before: list[str], wrong: str, because: str) -> None:
    sitting = Sitting(2, direction=direction)
    for number, rank in enumerate(before):
        sitting.play(claim(("Ann", "Ben")[number % 2], rank))
    seat = ("Ann", "Ben")[len(before) % 2]
    assert sitting.refused(claim(seat, wrong)) == ("rank-due", because)


def test_rank_due_goes_on_from_the_last_claim_whatever_became_of_it() -> None:
    sitting = Sitting(3, direction="either").play(claim("Ann", "A"), call("Cat"), honest(False))
    assert sitting.refused(claim("Ben", "A")) == ("rank-due", "Twos or kings are due.")
    sitting.play(claim("Ben", "K"))


# claim


@pytest.mark.parametrize(
    ("options", "move", "because"),
    [
        pytest.param({}, claim("Ann", "A", 5), "One to 4 cards can be claimed.", id="five"),
        pytest.param({}, claim("Ann", "A", 0), "One to 4 cards can be claimed.", id="none"),
        pytest.param({}, claim("Ann", "A", -1), "One to 4 cards can be claimed.", id="less than none"),
        pytest.param({"decks": 2}, claim("Ann", "A", 9), "One to 8 cards can be claimed.", id="nine of two decks"),
        pytest.param({}, claim("Ben", "A"), "It is Ann\u2019s turn to claim.", id="another seat"),
        pytest.param({}, claim("Ben", "2"), "It is Ann\u2019s turn to claim.", id="another seat with another rank"),
        pytest.param({"hidden_count": True}, claim("Ann", "A", 2, 1), "Nobody may put down fewer cards than they say.",
                     id="fewer than said"),
        pytest.param({"hidden_count": True}, claim("Ann", "A", 2, 19), "Ann does not hold that many cards.",
                     id="more than held, unseen"),
    ],
)  # fmt: skip
def test_claim_refused(options: Plain, move: Plain, because: str) -> None:
    assert Sitting(**options).refused(move) == ("claim", because)


def test_claim_is_no_more_than_is_held() -> None:
    sitting = Sitting().down_to(3, 1)
    assert sitting.refused(claim("Ann", "A", 4)) == ("claim", "Ann holds 3 cards.")
    sitting.play(claim("Ann", "A", 2))
    assert sitting.refused(claim("Ben", "2", 2)) == ("claim", "Ben holds 1 card.")
    assert sitting.play(claim("Ben", "2")).phase == "last-call"


def test_claim_goes_to_the_pile() -> None:
    assert Sitting().play(claim("Ann", "A", 4), claim("Ben", "2", 2)).held == [14, 15, 17, 6]
    assert Sitting(decks=2).play(claim("Ann", "A", 8)).held == [27, 35, 34, 8]
    assert Sitting(hidden_count=True).play(claim("Ann", "A", 1, 7)).held == [11, 17, 17, 7]


@pytest.mark.parametrize("count", [2.0, "2", True, None])
def test_malformed_counts(count: object) -> None:
    assert Sitting().refused({**claim("Ann", "A"), "count": count})[0] == "malformed"


@pytest.mark.parametrize(
    "move",
    [
        claim("Ann", "1"), claim("Ann", "11"), claim("Zoe", "A"), {"move": "claim", "seat": "Ann", "rank": "A"},
        {"move": "claim", "seat": "Ann", "rank": 2, "count": 1}, call("Zoe"), {"move": "call"},
        {"move": "reveal"}, {"move": "reveal", "honest": True, "cards": ["A"]}, {"move": "reveal", "honest": 1},
        seen("X"), {"move": "reveal", "cards": "A"}, {"move": "pass", "seat": "Ann"}, {"move": "fold"},
        give(0, "pile", "Ann"), give(1, "centre", "Ann"), {**give(1, "pile", "Ann"), "reason": "  "},
        {**give(1, "pile", "Ann"), "reason": "x" * 281},
    ],
)  # fmt: skip
def test_malformed(move: Plain) -> None:
    assert Sitting().refused(move)[0] == "malformed"


def test_malformed_is_the_key_of_a_house_rule_that_is_off() -> None:
    assert Sitting().refused(claim("Ann", "A", 2, 2)) == (
        "malformed", "At this table a claim has no key \u201ccards\u201d."
    )  # fmt: skip
    over = Sitting().down_to(1, 5).play(claim("Ann", "A"), PASS)
    assert over.refused(claim("Ben", "2", 1, 1))[0] == "malformed"


# call


def test_call_by_anybody_but_the_claimer() -> None:
    for caller in ("Ben", "Cat"):
        assert Sitting().play(claim("Ann", "A"), call(caller)).phase == "reveal"
    assert Sitting().play(claim("Ann", "A")).refused(call("Ann")) == ("call", "The claim is Ann\u2019s own.")
    last = Sitting().down_to(1, 5).play(claim("Ann", "A"))
    assert last.refused(call("Ann"))[0] == "call"


def test_call_is_open_until_the_next_claim() -> None:
    sitting = Sitting().play(claim("Ann", "A"), claim("Ben", "2"))
    assert sitting.refused(call("Ben"))[0] == "call"
    assert sitting.play(call("Ann"), honest()).held == [19, 16, 17, 0]


@pytest.mark.parametrize(
    ("moves", "move", "because"),
    [
        pytest.param([], call("Ben"), "There is no claim to call.", id="before the first claim"),
        pytest.param([claim("Ann", "A"), call("Ben"), honest()], call("Cat"), "There is no claim to call.",
                     id="after a reveal"),
        pytest.param([claim("Ann", "A"), call("Ben")], call("Cat"), "Ben called first.", id="a second call"),
        pytest.param([claim("Ann", "A"), call("Ben")], claim("Ben", "2"),
                     "Settle the call first: turn over the claimed cards.", id="a claim too early"),
        pytest.param([], honest(), "Nobody has called, so no card is turned over.", id="a reveal of nothing"),
        pytest.param([claim("Ann", "A")], honest(), "Nobody has called, so no card is turned over.", id="uncalled"),
        pytest.param([claim("Ann", "A")], seen("A"), "Nobody has called, so no card is turned over.", id="uncalled 2"),
        pytest.param([claim("Ann", "A")], PASS, "Only a claim of a player\u2019s last cards can be let pass.",
                     id="a pass"),
        pytest.param([], PASS, "Only a claim of a player\u2019s last cards can be let pass.", id="a pass at first"),
        pytest.param([claim("Ann", "A"), call("Ben")], give(1, "pile", "Ann"),
                     "The last claim has to be settled first.", id="a ruling in reveal"),
    ],
)  # fmt: skip
def test_not_now(moves: list[Plain], move: Plain, because: str) -> None:
    assert Sitting().play(*moves).refused(move) == ("not-now", because)


# reveal


@pytest.mark.parametrize(
    ("shown", "held"),
    [
        pytest.param(honest(), [15, 20, 17, 0], id="honest"),
        pytest.param(honest(False), [18, 17, 17, 0], id="a bluff"),
        pytest.param(seen("2", "2"), [15, 20, 17, 0], id="honest by the ranks"),
        pytest.param(seen("2", "3"), [18, 17, 17, 0], id="a bluff by the ranks"),
        pytest.param(seen("A", "A"), [18, 17, 17, 0], id="all of another rank"),
    ],
)
def test_reveal_moves_the_whole_pile(shown: Plain, held: list[int]) -> None:
    sitting = Sitting(3, "Ben").play(claim("Cat", "A"), claim("Ann", "2", 2))
    assert sitting.held == [15, 17, 17, 3]
    assert sitting.play(call("Ben"), shown).held == held
    assert sitting.phase == "claim"


@pytest.mark.parametrize("ranks", [[], ["2"], ["2", "2", "2"]])
def test_reveal_names_every_card(ranks: list[str]) -> None:
    sitting = Sitting().play(claim("Ann", "A"), claim("Ben", "2", 2), call("Ann"))
    assert sitting.refused(seen(*ranks)) == ("reveal", "2 lie there; name each of them.")


def test_reveal_does_not_count_the_deck() -> None:
    sitting = Sitting(hidden_count=True).play(claim("Ann", "A", 4, 6), call("Ben"))
    assert sitting.play(seen(*["A"] * 6)).held == [18, 17, 17, 0]


def test_reveal_more_than_said_is_a_bluff() -> None:
    sitting = Sitting(hidden_count=True).play(claim("Ann", "A", 2, 3), call("Ben"))
    assert sitting.refused(honest()) == (
        "reveal", "There are more cards than were said, so the claim was a bluff.",
    )  # fmt: skip
    assert sitting.refused(seen("A", "A")) == (
        "reveal", "All cards of the claim are turned over, no more and no fewer.",
    )  # fmt: skip
    assert sitting.play(honest(False)).held == [18, 17, 17, 0]
    same = Sitting(hidden_count=True).play(claim("Ann", "A", 2, 2), call("Ben"), honest())
    assert same.held == [16, 19, 17, 0]


# next-seat


@pytest.mark.parametrize("how", [honest(), honest(False)])
def test_next_seat_goes_on_with_the_next_rank(how: Plain) -> None:
    sitting = Sitting().play(claim("Ann", "A"), call("Cat"), how)
    assert sitting.refused(claim("Cat", "2"))[0] == "claim"
    sitting.play(claim("Ben", "2"), claim("Cat", "3"), claim("Ann", "4"))


# last-cards


def test_last_cards_win_once_they_are_passed() -> None:
    sitting = Sitting().down_to(2, 5).play(claim("Ann", "A", 2))
    assert (sitting.phase, sitting.report["winners"]) == ("last-call", [])
    assert sitting.refused(claim("Ben", "2")) == (
        "not-now", "Ann has put down the last cards: call, or let it pass.",
    )  # fmt: skip
    assert sitting.refused(give(1, "pile", "Ann"))[0] == "not-now"
    sitting.play(PASS)
    assert (sitting.phase, sitting.report["over"], sitting.report["winners"]) == ("over", True, ["Ann"])
    assert sitting.held == [0, 5, 45, 2]


def test_last_cards_win_where_they_are_honest_and_the_caller_takes_the_pile() -> None:
    sitting = Sitting().down_to(2, 5).play(claim("Ann", "A", 2), call("Ben"))
    assert sitting.phase == "reveal"
    sitting.play(honest())
    assert (sitting.phase, sitting.report["winners"], sitting.held) == ("over", ["Ann"], [0, 7, 45, 0])


def test_last_cards_that_were_a_bluff_go_on() -> None:
    sitting = Sitting().down_to(2, 5).play(claim("Ann", "A", 2), call("Ben"), honest(False))
    assert (sitting.phase, sitting.held) == ("claim", [2, 5, 45, 0])
    sitting.play(claim("Ben", "2"))


def test_last_cards_unseen_are_last_too() -> None:
    sitting = Sitting(hidden_count=True).down_to(4, 5).play(claim("Ann", "A", 1, 4))
    assert (sitting.phase, sitting.held) == ("last-call", [0, 5, 43, 4])


# table-ruling, game-is-over, nothing-to-undo


@pytest.mark.parametrize(
    ("move", "because"),
    [
        (give(1, "Ann", "Ann"), "The cards already lie there."),
        (give(1, "pile", "pile"), "The cards already lie there."),
        (give(4, "pile", "Ann"), "3 cards lie there."),
        (give(17, "Ann", "Ben"), "15 cards lie there."),
        (give(15, "Ann", "pile"), "Ann would have no card left."),
    ],
)
def test_table_ruling_refused(move: Plain, because: str) -> None:
    sitting = Sitting().play(claim("Ann", "A", 3))
    assert sitting.refused(move) == ("table-ruling", because)


def test_table_ruling_tells_no_number_where_counts_are_hidden() -> None:
    sitting = Sitting(hidden_count=True).play(claim("Ann", "A", 3))
    for move in (give(4, "pile", "Ann"), give(17, "Ann", "Ben"), give(15, "Ann", "pile")):
        assert sitting.refused(move) == ("table-ruling", "There are not that many cards there.")


def test_table_ruling_moves_cards_and_leaves_the_claim_open() -> None:
    sitting = Sitting().play(claim("Ann", "A", 3), give(2, "pile", "Cat"), give(1, "Ben", "Ann"))
    assert sitting.held == [16, 16, 19, 1]
    assert sitting.refused(seen("A", "A", "A"))[0] == "not-now"
    assert sitting.play(call("Ben"), seen("A", "A", "A")).held == [16, 17, 19, 0]


def test_game_is_over_but_for_undo() -> None:
    sitting = Sitting().down_to(1, 5).play(claim("Ann", "A"), PASS)
    for move in (claim("Ben", "2"), call("Ben"), honest(), seen("A"), PASS, give(1, "pile", "Ann")):
        assert sitting.refused(move) == ("game-is-over", "Ann has won.")
    assert sitting.play(UNDO).phase == "last-call"


def test_nothing_to_undo() -> None:
    assert Sitting().refused(UNDO)[0] == "nothing-to-undo"
    assert Sitting().play(claim("Ann", "A"), UNDO).held == [18, 17, 17, 0]


# What the table lets stand though a rule is against it.

NO_CARDS = claim("Ann", "A", 0)
UNSEEN = claim("Ann", "A", 0, 3)


@pytest.mark.parametrize(
    ("options", "before", "stands", "held", "phase", "then"),
    [
        pytest.param({}, [], NO_CARDS, [18, 17, 17, 0], "claim", claim("Ben", "2"), id="a claim of nothing"),
        pytest.param({"hidden_count": True}, [], UNSEEN, [18, 17, 17, 0], "claim", claim("Ben", "2"),
                     id="a claim of nothing, with cards"),
        pytest.param({}, [], claim("Ann", "A", 20), [0, 17, 17, 18], "last-call", PASS, id="a claim of too many"),
        pytest.param({}, [claim("Ann", "A"), call("Ben")], claim("Ben", "2"), [17, 16, 17, 2], "claim",
                     claim("Cat", "3"), id="a claim instead of a reveal"),
        pytest.param({}, [claim("Ann", "A")], honest(), [17, 17, 17, 1], "claim", claim("Ben", "2"),
                     id="honest cards that nobody called"),
        pytest.param({}, [claim("Ann", "A")], honest(False), [18, 17, 17, 0], "claim", claim("Ben", "2"),
                     id="a bluff that nobody called"),
        pytest.param({}, [claim("Ann", "A"), call("Ben")], give(30, "Cat", "Ann"), [33, 17, 1, 1], "reveal", honest(),
                     id="a ruling in reveal, of too many"),
        pytest.param({}, [claim("Ann", "A"), call("Ben")], PASS, [17, 17, 17, 1], "claim", claim("Ben", "2"),
                     id="a call dropped"),
    ],
)  # fmt: skip
def test_what_stands_takes_what_there_is_room_for(
    options: Plain, before: list[Plain], stands: Plain, held: list[int], phase: str, then: Plain
) -> None:
    sitting = Sitting(**options).play(*before, {"move": "ruling", "stands": stands, "reason": "we agreed"})
    assert (sitting.held, sitting.phase) == (held, phase)
    sitting.play(then)


@pytest.mark.parametrize(
    ("before", "move"),
    [
        pytest.param([], honest(), id="a reveal of no claim"),
        pytest.param([], call("Ben"), id="a call on no claim"),
        pytest.param([claim("Ann", "A")], PASS, id="no call on cards that are not the last"),
        pytest.param([], give(1, "Ann", "Ann"), id="cards that stay where they are"),
        pytest.param([], give(1, "pile", "Ann"), id="cards from nowhere"),
    ],
)
def test_what_brings_nothing_about_cannot_be_let_stand(before: list[Plain], move: Plain) -> None:
    sitting = Sitting().play(*before)
    rule = sitting.refused(move)
    assert sitting.refused({"move": "ruling", "stands": move, "reason": "we agreed"}) == rule


# The header.


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
    read = read_header({**header(), "first": " Ben "})
    assert read.plain["first"] == "Ben"
    assert "first" not in read_header(header()).plain
