"""What a phone finds before it: whose act it is, what it may tap, half-told cards, swaps, cuts, proofs."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.draft import NoFields
from companion.games.screen import screen_of
from companion.games.ui77.screen import Ui77Screen
from tests.games.ui77.sitting import UNDO, Sitting, cards, count, cut, discard, face_up, limit, points, swap, trick

HEARTS = ("5H", "KH", "2H")


def screen(sitting: Sitting, seat: str | None = "Ann", *, keeper: bool = False, **fields: Any) -> Ui77Screen:
    told = MultiDict(
        [(key, value) for key, some in fields.items() for value in (some if isinstance(some, list) else [some])]
    )
    found = screen_of(sitting.book, seat, keeper, told)
    assert isinstance(found, Ui77Screen)
    return found


def test_the_three_cards_are_told_one_by_one() -> None:
    sitting = Sitting()
    empty = screen(sitting)
    assert (empty.draft.empty, empty.mine, empty.complete, empty.laid, empty.faces) == (True, True, False, (), ())
    assert "three cards" in str(empty.missing)
    found = screen(sitting, suit="2 hearts", card=["4H", "6S"])
    assert [found.shown(card.name) for card in found.laid] == ["4\u2665\ufe0e", "6\u2660\ufe0e"]
    assert [face.rank for face in found.faces if face.gone] == ["4"]
    assert len(found.faces) == 13
    assert found.draft.query == "suit=2+hearts&card=4H&card=6S"
    whole = screen(sitting, card=["4H", "6S", "7D", "8D"])
    assert (whole.complete, whole.record.legal, len(whole.sets)) == (True, True, 4)
    wrong = screen(sitting, card=["4H", "6S", "4H"])
    assert (wrong.complete, wrong.record.legal, wrong.sets) == (True, False, ())
    assert screen(sitting, card=["4H", "6S"], back="1").draft.query == "card=4H"
    assert screen(sitting, card=["joker"]).laid == ()
    assert screen(sitting, suit="tokens", by="cards", swap="Ann").draft.query == "by=cards"


@pytest.mark.parametrize(
    ("seat", "keeper", "mine"),
    [("Ann", False, True), ("Bob", False, False), (None, False, False), (None, True, True), ("Bob", True, True)],
)
def test_discards_are_asked_of_one_seat(seat: str | None, keeper: bool, mine: bool) -> None:
    found = screen(Sitting().play(face_up()), seat, keeper=keeper)
    assert found.mine is mine
    assert [action.legal for action in found.by_kind("discard")] == (
        [True, True, True, False, False] if mine else [False] * 5 if seat else []
    )
    assert len(found.cutters) == (3 if keeper else 1 if seat else 0)
    assert found.awaited is not None
    assert found.awaited.name == "Ann"


def test_a_swap_is_told_by_two_taps() -> None:
    sitting = Sitting().play(face_up(*HEARTS))
    assert screen(sitting, "Bob").swappers == ("Bob",)
    assert screen(sitting, None, keeper=True).swappers == ("Ann", "Bob", "Cat")
    assert screen(sitting, "Bob", swap="Bob").swaps == ()
    found = screen(sitting, "Bob", swap="Bob", take="KH")
    assert [card.rank for card, action in found.swaps if action.legal] == [
        "A",
        "Q",
        "J",
        "10",
        "9",
        "8",
        "7",
        "6",
        "4",
        "3",
    ]
    assert found.draft.query == "swap=Bob&take=KH"
    assert screen(sitting, "Bob", swap="Ann", take="KH").swaps == ()
    assert screen(sitting, "Bob", swap="Zoe", take="KH").draft.empty
    assert screen(sitting, "Bob", swap="Bob", take="AH").draft.take is None
    sitting.play(swap("Bob", "AH", "KH"))
    assert screen(sitting, None, keeper=True).swappers == ("Cat",)
    assert screen(sitting.play(discard("Ann")), "Cat").swappers == ()


def test_a_trick_is_one_tap_or_its_cards() -> None:
    sitting = Sitting().dealt()
    found = screen(sitting, "Bob")
    assert [action.move.plain()["winner"] for action in found.by_kind("trick")] == ["Ann", "Bob", "Cat"]
    assert "every player’s card" in str(found.missing)
    half = screen(sitting, "Bob", by="cards", card=["5S"], suit="spades")
    assert (half.next_card_by, half.draft.empty, half.draft.lasting.query, half.taken) == (
        "Bob",
        False,
        "by=cards",
        None,
    )
    assert half.draft.query_with(cards=("5S", "7S"), suit=None) == "by=cards&card=5S&card=7S"
    whole = screen(sitting, "Bob", by="cards", card=["5S", "7S", "8S"])
    assert (whole.next_card_by, str(whole.taken), whole.leads_trump) == (
        None,
        "Cat takes it with 8\u2660\ufe0e.",
        False,
    )
    trump = screen(sitting, "Bob", by="cards", card=["5H", "7H", "8H"])
    assert (trump.leads_trump, trump.record.legal) == (True, False)
    said = screen(sitting, "Bob", by="cards", card=["5H", "7H", "8H"], only="trump")
    assert (said.record.legal, said.record.move.plain()["only_trump"]) == (True, True)
    assert said.draft.query == "by=cards&only=trump&card=5H&card=7H&card=8H"
    assert screen(sitting, "Bob", card=["5S"]).draft.empty


def test_cuts_are_asked_before_a_hand_and_while_it_runs() -> None:
    for sitting in (Sitting(), Sitting().dealt()):
        assert screen(sitting, "Bob", cut="ask").draft.query == "cut=ask"
        assert [action.move.mover for action in screen(sitting, "Bob").cutters] == ["Bob"]
    assert screen(Sitting(2).hand().hand(), "Bob", cut="ask").draft.empty


def test_the_count_is_asked_of_each_seat_that_has_cards() -> None:
    sitting = Sitting().dealt("4H", "QS", "7D", Ann=4).won("Bob", "Bob", "Cat", "Cat", "Bob")
    own = screen(sitting, "Cat")
    assert own.mine
    assert own.counter is not None
    assert (own.counter.name, len(own.by_kind("count"))) == ("Cat", 7)
    assert (screen(sitting, "Ann").mine, screen(sitting, "Ann").counter) == (False, None)
    keeper = screen(sitting, None, keeper=True)
    assert keeper.counter is not None
    assert keeper.counter.name == "Bob"
    keepers, cats = keeper.turn, own.turn
    sitting.play(count("Bob", 1))
    assert screen(sitting, None, keeper=True).turn != keepers  # the next one's is asked
    assert screen(sitting, "Cat").turn == cats
    assert [seat.slough for seat in screen(sitting).view.seats] == [None, 1, None]
    assert (screen(sitting, "Bob").mine, screen(sitting, "Cat").mine) == (False, True)


def test_limit_and_end() -> None:
    sitting = Sitting(2).hand(Ann=5).hand(Bob=9)
    found = screen(sitting)
    assert (found.view.phase, found.mine, found.highest, len(found.by_kind("limit"))) == ("limit", True, 9, 15)
    assert [(one.place, one.name, one.points, one.before, one.total) for one in found.scored] == [
        (1, "Ann", 0, 5, 5), (2, "Bob", 9, 0, 9),
    ]  # fmt: skip
    sitting.play(limit(22)).hand(Ann=17)
    found = screen(sitting)
    assert [(name, str(text)) for name, text in found.novs] == [("Ann", "22 becomes 9, the average of 9")]
    sitting.hand(Bob=14)
    found = screen(sitting)
    assert (found.mine, found.over, found.winners, found.scored, found.novs) == (False, True, ("Ann",), (), ())
    assert found.view.hand == 4
    assert not found.ruling_open


def test_what_a_seat_sees_of_itself() -> None:
    sitting = Sitting().dealt(Bob=2)
    own = screen(sitting, "Bob").own
    assert own is not None
    assert (own.cards, own.thrown, own.leads) == (7, 2, False)
    assert screen(sitting, None).own is None
    assert screen_of(sitting.book, "Bob", False, NoFields()).draft.empty
    assert screen(sitting).suits == ("clubs", "diamonds", "hearts", "spades")
    assert screen(sitting, by="cards", card=["5S"]).suit_of_next == "spades"


def test_a_revoke_is_shown_with_both_tricks_and_is_news_until_play_goes_on() -> None:
    sitting = Sitting().dealt().won(*["Ann"] * 4).play(cards("5S 8D 8S"), cards("9C 10C 3C"), cards("QC 4S KC"))
    found = screen(sitting)
    assert [str(text) for text in found.news] == [str(proof.text) for proof in found.findings]
    (proof,) = found.findings
    assert (proof.seat, proof.rule, proof.missed.number, proof.shown.number) == ("Bob", "revoke", 5, 7)
    assert [(seat, card.name) for seat, card in proof.missed.cards] == [("Ann", "5S"), ("Bob", "8D"), ("Cat", "8S")]
    assert (proof.missed.cards[0][1].suit, proof.missed.cards[0][1].rank) == ("spades", "5")
    assert found.ruling_open
    sitting.play(cut("Ann"), points("Ann", 3))
    assert len(screen(sitting).news) == 1
    sitting.play(trick("Ann"))
    assert (len(screen(sitting).findings), screen(sitting).news) == (1, ())
    sitting.play(UNDO)
    assert len(screen(sitting).news) == 1
    sitting.play(points("Bob", 3))
    assert (screen(sitting).findings, screen(sitting).news) == ((), ())
    assert screen(Sitting()).news == ()


def test_a_revoke_that_the_last_trick_proves_outlives_the_hand() -> None:
    sitting = Sitting(2).dealt("4H", "9C", "7D", Ann=3, Bob=3).won("Ann", "Bob", "Ann", "Bob")
    sitting.play(cards("5S 8D"), cards("AS AD"), cards("QS KD"), cards("JS 2S"))
    assert sitting.phase == "face-up"
    assert [(proof.missed.number, proof.shown.number) for proof in screen(sitting).findings] == [(5, 8)]
    assert (screen(sitting.play(face_up())).news, screen(sitting).novs) == ((), ())


def test_who_deals_first_is_told_where_a_table_is_opened() -> None:
    game = Sitting().book.game
    assert str(game.first_deal(("Ann", ""))).endswith("A player called Carly may choose instead.")
    for carly in ("CARLY", "carly", "Carly Smith", "Carly, B.", "(Carly)"):
        assert str(game.first_deal(("Ann", carly))).startswith(f"{carly} may choose who deals first.")
    for other in ("Carlyle", "Ann Carly", "Carly-Ann", "Carl y"):
        assert str(game.first_deal((other, ""))).endswith("A player called Carly may choose instead.")


def test_the_ruling_form_and_the_sheet_are_there_for_five() -> None:
    sitting = Sitting(5).dealt()
    assert sitting.book.game.most_seats(sitting.book.header.options) == 5
    assert len(screen(sitting, "Eve").view.seats) == 5


def test_who_discards_next_is_known_up_to_the_dealer() -> None:
    before, begun = Sitting(), Sitting().play(face_up())
    assert screen(before).to_come == ()
    first = screen(begun)
    assert first.to_come == ("Bob", "Cat")
    assert (first.your_turn, first.next_up) == (True, False)
    assert (screen(begun, "Bob").your_turn, screen(begun, "Bob").next_up) == (False, True)
    last = screen(begun.play(discard("Ann"), discard("Bob")), "Cat")
    assert (last.to_come, last.your_turn) == ((), True)


def told(sitting: Sitting) -> list[tuple[str, list[str]]]:
    return [(str(line.about), [name for name, _ in line.seats]) for line in screen(sitting).meanwhile]


def test_who_waits_sees_who_has_yet_to_discard_or_count_and_the_last_trick() -> None:
    sitting = Sitting()
    assert told(sitting) == []
    assert told(sitting.play(face_up())) == [("Still to discard", ["Ann", "Bob", "Cat"])]
    sitting.play(discard("Ann"), discard("Bob"), discard("Cat"))
    assert told(sitting) == []
    assert told(sitting.play(trick("Bob"))) == [("Trick 1", ["Bob"])]
    counting = Sitting().dealt("4H", "QS", "7D", Ann=4).won("Bob", "Bob", "Cat", "Cat", "Bob")
    assert told(counting.play(count("Bob", 1))) == [("Still to count", ["Cat"])]


def test_seats_with_phones_of_their_own_are_left_to_them() -> None:
    book = Sitting().dealt("4H", "QS", "7D", Ann=4).won("Bob", "Bob", "Cat", "Cat", "Bob").book
    host = screen_of(book, None, True, NoFields(), frozenset({"Bob", "Cat"}))
    assert isinstance(host, Ui77Screen)
    assert (host.mine, host.counter, host.left_to_them) == (False, None, ("Bob", "Cat"))
    playing = screen_of(book, None, True, NoFields(), frozenset({"Bob", "Cat"}), "Cat")
    assert isinstance(playing, Ui77Screen)
    assert playing.counter is not None
    assert (playing.mine, playing.counter.name, playing.left_to_them) == (True, "Cat", ())


def test_trump_broken_of_a_quick_trick_it_may_be_told_that_trump_was_played_until_that_is_known() -> None:
    sitting = Sitting().dealt()
    assert screen(sitting).asks_trump
    assert screen(sitting).took("Bob").move.plain() == trick("Bob")
    assert screen(sitting, trump="played").took("Bob").move.plain() == {**trick("Bob"), "trump": True}
    assert screen(sitting, trump="played", by="cards").draft.query == "by=cards"
    sitting.play({**trick("Bob"), "trump": True})
    told = screen(sitting, trump="played")
    assert (told.asks_trump, told.took("Bob").move.plain()) == (False, trick("Bob"))
    assert not screen(Sitting()).asks_trump


BOTH_DEALT = [face_up(), discard("Ann"), discard("Bob"), *[trick("Ann")] * 9, count("Ann", 4)]
BOTH_DEALT += [face_up(), discard("Bob"), discard("Ann"), *[trick("Bob")] * 9, count("Bob", 4)]


@pytest.mark.parametrize(
    ("end", "seat", "more"), [(11, "Ann", 2), (22, "Ann", 13), (33, "Ann", None), (11, None, None), (99, "Bob", None)]
)
def test_go_nov_is_announced_on_the_phone_that_a_hand_can_bring_there(
    end: int, seat: str | None, more: int | None
) -> None:
    sitting = Sitting(2).play(*BOTH_DEALT)
    assert screen(sitting, seat).to_nov is None
    sitting.play(limit(end))
    assert sitting.book.report().totals == {"Ann": 9, "Bob": 9}
    assert screen(sitting, seat).to_nov == more


def test_go_nov_is_announced_no_more_when_the_game_is_over() -> None:
    over = Sitting(2).play(*BOTH_DEALT, limit(11), face_up(), discard("Ann"), discard("Bob"), *[trick("Ann")] * 9)
    over.play(count("Ann", 4))
    assert over.book.report().over
    assert screen(over, "Bob").to_nov is None
