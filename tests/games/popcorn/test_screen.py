"""What a phone finds before it, in every phase and on every kind of phone."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest

from companion.games.draft import NoFields
from companion.games.move import Move
from companion.games.popcorn.screen import PopcornScreen
from companion.games.screen import screen_of
from tests.games.popcorn.sitting import PASS, Sitting, call, claim, give, honest, seen


class Told:
    """An address with something half told."""

    def __init__(self, query: str) -> None:
        self.fields = parse_qs(query)

    def getlist(self, key: str, /) -> list[str]:
        return self.fields.get(key, [])


def screen(sitting: Sitting, seat: str | None = None, keeper: bool = False, told: str = "") -> PopcornScreen:
    found = screen_of(sitting.book, seat, keeper, Told(told) if told else NoFields())
    assert isinstance(found, PopcornScreen)
    return found


def moves(actions: Any) -> list[Any]:
    return [action.move.plain() for action in actions]


CLAIMED = Sitting().play(claim("Ann", "A", 2))
CALLED = Sitting().play(claim("Ann", "A", 2), call("Cat"))
LAST = Sitting().down_to(1, 5).play(claim("Ann", "A"))
HIDDEN = Sitting(hidden_count=True)


def test_the_first_claim_is_asked_of_the_seat_whose_turn_it_is() -> None:
    mine = screen(Sitting(), "Ann")
    assert mine.mine
    assert moves(mine.claims[0]) == [claim("Ann", "A", n) for n in (1, 2, 3, 4)]
    assert (mine.phase, mine.state.due, mine.waiting_for, mine.state.pile) == ("claim", ("A",), ("Ann",), 0)
    assert mine.call is None
    for other in (screen(Sitting(), "Ben"), screen(Sitting())):
        assert (other.mine, other.claims, other.call, other.callers) == (False, (), None, ())
    assert screen(Sitting(), keeper=True).mine


def test_what_cannot_be_said_is_dimmed() -> None:
    actions = screen(Sitting().down_to(2, 5), "Ann").claims[0]
    assert [action.legal for action in actions] == [True, True, False, False]


def test_two_ranks_are_offered_where_either_may_come() -> None:
    either = screen(Sitting(direction="either").play(claim("Ann", "A")), "Ben")
    assert [moves(actions)[0] for actions in either.claims] == [claim("Ben", "2"), claim("Ben", "K")]
    assert [str(word) for word in either.due_words] == ["twos", "kings"]


def test_everybody_but_the_claimer_may_shout() -> None:
    assert [seat for seat in ("Ann", "Ben", "Cat", None) if screen(CLAIMED, seat).call] == ["Ben", "Cat"]
    assert moves(screen(CLAIMED, keeper=True).callers) == [call("Ben"), call("Cat")]
    assert moves(screen(CLAIMED, "Ann", keeper=True).callers) == [call("Ben"), call("Cat")]
    assert screen(CLAIMED, "Ben").callers == ()
    assert screen(CALLED, "Ben").call is None
    assert screen(CALLED, keeper=True).callers == ()


def test_a_reveal_is_anybodys_who_plays() -> None:
    for found in (screen(CALLED, "Ann"), screen(CALLED, "Ben"), screen(CALLED, keeper=True)):
        assert moves(found.reveals) == [honest(), honest(False)]
    assert screen(CALLED).reveals == ()
    assert screen(CLAIMED, "Ann").reveals == ()
    game = CALLED.book.game
    told = [action.move for action in screen(CALLED, "Ann").reveals]
    assert [str(game.label(move)) for move in told if isinstance(move, Move)] == ["It was honest", "It was a bluff"]


def test_a_reveal_is_told_rank_by_rank() -> None:
    begun = screen(CALLED, "Ben", told="by=cards&card=A")
    assert (begun.to_tap, begun.preview, begun.record.legal, begun.draft.empty) == (1, None, False, False)
    whole = screen(CALLED, "Ben", told="by=cards&card=A&card=7")
    assert whole.record.move.plain() == seen("A", "7")
    assert (whole.to_tap, str(whole.preview)) == (0, "Ann bluffed (A, 7) and takes the pile")
    assert screen(CALLED, "Ben", told="by=cards&card=A&card=X&back=1").draft.cards == ()
    assert whole.draft.query_with(cards=("K",)) == "by=cards&card=K"
    assert whole.ranks[0] == "A"
    assert str(whole.missing) == "Tap the rank of every card that was turned over."
    assert screen(Sitting()).to_tap == 0


def test_no_more_ranks_are_asked_for_than_cards_can_lie_there() -> None:
    stood: dict[str, Any] = {"move": "ruling", "stands": claim("Ann", "A", 10**20), "reason": "we agreed"}
    for hidden in (False, True):
        sitting = Sitting(hidden_count=hidden).play(stood, call("Cat"))
        assert screen(sitting, "Ben", told="by=cards&card=A").to_tap == sitting.book.state.pile - 1 < 52


def test_last_cards_are_called_or_let_pass_by_the_others() -> None:
    assert [seat for seat in ("Ann", "Ben", "Cat", None) if screen(LAST, seat).let_pass] == ["Ben", "Cat"]
    found = screen(LAST, "Ann", keeper=True)
    assert found.let_pass is not None
    assert found.let_pass.move.plain() == PASS
    assert screen(LAST, "Ben").call is not None
    assert screen(CLAIMED, "Ben").let_pass is None


def test_where_counts_are_hidden_it_is_asked_how_many_really_go_down() -> None:
    told = screen(HIDDEN, "Ann", told="said=3+A")
    assert str(told.said) == "3 aces"
    assert [n for n, _ in told.really(12)] == list(range(3, 15))
    assert told.really(12)[2][1].move.plain() == claim("Ann", "A", 3, 5)
    assert told.more_numbers(12) == 12
    rest = screen(HIDDEN, "Ann", told="said=3+A&more=12")
    assert ([n for n, _ in rest.really(12)], rest.more_numbers(12)) == ([15, 16, 17, 18], None)
    assert screen(HIDDEN, "Ben", told="said=3+A").really(12) == ()
    assert (screen(HIDDEN, "Ann").really(12), screen(HIDDEN, "Ann").said) == ((), None)


@pytest.mark.parametrize(
    ("sitting", "told"),
    [
        (Sitting(), "said=3+A"), (HIDDEN, "said=3+K"), (HIDDEN, "said=5+A"), (HIDDEN, "said=A"), (HIDDEN, "said="),
        (HIDDEN, "said=%C2%B2+A"), (Sitting(), "who=calls"), (CLAIMED, "who=else"), (CALLED, "by=heart"),
        (CALLED, "card=A"), (Sitting().down_to(1, 5).play(claim("Ann", "A"), PASS), "by=cards"),
    ],
)  # fmt: skip
def test_a_strange_draft_is_left_out(sitting: Sitting, told: str) -> None:
    found = screen(sitting, "Ann", told=told)
    assert (found.draft.empty, found.draft.query) == (True, "")


def test_a_draft_is_an_address_and_comes_back_from_it() -> None:
    for sitting, told in (
        (HIDDEN, "said=2+A&more=12"), (HIDDEN, "said=2+A"), (CLAIMED, "who=calls"),
        (LAST, "who=calls"), (CALLED, "by=cards&card=A"),
    ):  # fmt: skip
        found = screen(sitting, keeper=True, told=told)
        assert found.draft.query == told
        assert screen(sitting, keeper=True, told=found.draft.query).draft == found.draft
        assert (found.draft.lasting.query, found.news) == ("", ())


def test_the_view_names_who_did_what() -> None:
    view = screen(CALLED)
    assert [(seat.name, seat.laid, seat.called) for seat in view.seats] == [
        ("Ann", True, False), ("Ben", False, False), ("Cat", False, True)
    ]  # fmt: skip
    laid, claimer = view.state.laid, view.state.claimer
    assert laid is not None
    assert (claimer, str(laid.said), laid.put, laid.known, view.state.caller) == ("Ann", "2 aces", 2, True, "Cat")
    turned = screen(Sitting().play(claim("Ann", "A", 2), call("Cat"), seen("A", "A"))).state.turned
    assert turned is not None
    assert (turned.laid.seat, turned.honest, turned.taker, turned.taken, turned.seen) == (
        "Ann",
        True,
        "Cat",
        2,
        ("A", "A"),
    )
    assert screen(Sitting().play(claim("Ann", "A"), call("Cat"), honest(), claim("Ben", "2"))).state.turned is None


def test_the_others_do_not_see_how_many_were_put_down() -> None:
    sitting = Sitting(hidden_count=True).play(claim("Ann", "A", 1, 4), give(1, "Ben", "Cat"))
    book = sitting.book.game.seen_by(sitting.book, "Ben", frozenset())
    laid = PopcornScreen(book, "Ben", False).state.laid
    assert laid is not None
    assert (laid.count, laid.put, laid.known) == (1, 1, False)
    own = sitting.play(claim("Ben", "2", 1, 3)).seen_by("Ben").state.laid
    assert (own.count, own.put, own.known) == (1, 3, True)


def test_turns_go_round() -> None:
    ben = screen(CLAIMED, "Ben")
    assert (ben.your_turn, ben.to_come) == (True, ("Cat", "Ann"))
    assert screen(CLAIMED, "Cat").next_up
    assert screen(CALLED, "Ben").to_come == ()


@pytest.mark.parametrize(("direction", "then"), [("up", ["3", "4"]), ("down", ["Q", "J"]), ("either", [None, None])])
def test_who_waits_sees_whose_turns_come_and_what_will_be_due(direction: str, then: list[str | None]) -> None:
    [line] = screen(Sitting(direction=direction).play(claim("Ann", "A", 2)), "Cat").meanwhile
    assert [name for name, _ in line.seats] == ["Cat", "Ann"]
    assert [None if rank is None else str(rank) for _, rank in line.seats] == then
    assert screen(CALLED).meanwhile == ()
