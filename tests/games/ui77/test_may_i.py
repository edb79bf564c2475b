"""Rules trump-broken and follow-suit, as far as they rest on what the app cannot see."""

from __future__ import annotations

from companion.referee.ask import Verdict, ask
from tests.games.ui77.sitting import Sitting, cards, trick


def said(answer: Verdict) -> list[str]:
    return [str(one.text) for one in answer.conditions]


def test_trump_broken_after_a_trick_told_without_cards_it_depends_on_what_was_played_there() -> None:
    sitting = Sitting().dealt().won("Bob")
    answer = ask(sitting.book, cards("KH 6H 7H"))
    assert answer.kind == "depends"
    assert said(answer) == [
        "Leading K\u2665\ufe0e is allowed only if somebody has played a trump; of trick 1 it is not known."
    ]
    assert answer.conditions[0].rule.id == "trump-broken"
    assert [str(tell.words) for tell in answer.conditions[0].completions] == [
        "A trump was played in trick 1",
        "No trump was played in trick 1",
    ]
    assert [(tell.step, tell.move.plain()) for tell in answer.conditions[0].completions] == [
        (4, {**trick("Bob"), "trump": True}),
        (4, {**trick("Bob"), "trump": False}),
    ]
    sitting.won("Cat")
    assert "of tricks 1, 2 it is not known" in said(ask(sitting.book, cards("KH 6H 7H")))[0]


def test_trump_broken_a_trick_that_the_table_let_stand_is_one_of_those() -> None:
    stands = {"move": "ruling", "stands": cards("5S 10S 8S", winner="Bob"), "reason": "as it was"}
    sitting = Sitting().dealt().won("Cat").play(stands, {"move": "rename", "seat": "Ann", "name": "Anna"})
    tells = ask(sitting.book, cards("KH 6H 7H")).conditions[0].completions
    assert [(tell.step, tell.move.plain()) for tell in tells if str(tell.words).startswith("A trump")] == [
        (4, {**trick("Cat"), "trump": True}),
        (5, {**trick("Ann"), "trump": True}),
    ]


def test_trump_broken_what_was_told_settles_it() -> None:
    told = Sitting().dealt().play({**trick("Bob"), "trump": True})
    assert ask(told.won("Cat").book, cards("KH 6H 7H")).kind == "yes"
    told = Sitting().dealt().play({**trick("Bob"), "trump": False})
    assert ask(told.book, cards("KH 6H 7H")).kind == "no"
    assert "of trick 2 it is not known" in said(ask(told.won("Cat").book, cards("KH 6H 7H")))[0]


def test_trump_broken_a_trump_that_was_seen_settles_it() -> None:
    sitting = Sitting().dealt().won("Bob").play(cards("5S 2H 3S"))
    assert ask(sitting.book, cards("KH 6H 7H")).kind == "yes"


def test_trump_broken_it_is_no_where_no_trick_has_had_a_trump() -> None:
    sitting = Sitting().dealt().play(cards("5S 2S 3S"))
    answer = ask(sitting.book, cards("KH 6H 7H"))
    assert (answer.kind, answer.instead) == ("no", ())


def test_trump_broken_who_says_to_hold_nothing_else_must_hold_nothing_else() -> None:
    sitting = Sitting().dealt()
    answer = ask(sitting.book, cards("KH 6H 7H", only_trump=True))
    assert said(answer) == ["Leading K\u2665\ufe0e is allowed only if Ann holds nothing but hearts."]


def test_trump_broken_says_nothing_of_another_lead_nor_of_a_last_card() -> None:
    assert ask(Sitting().dealt().book, cards("5S 2S 3S")).kind == "yes"
    last = Sitting().dealt("QH", "QD", "QS", Ann=4, Bob=4, Cat=4).won("Bob", "Cat", "Bob", "Cat", "Ann")
    assert (last.held()[0], last.book.state.leader) == (0, "Ann")
    assert said(ask(last.book, cards("KH 6H 7H"))) == []


def test_follow_suit_a_card_off_suit_is_allowed_only_to_who_holds_none_of_it() -> None:
    answer = ask(Sitting().dealt().book, cards("5S 10D 8S"))
    assert said(answer) == ["Bob\u2019s 10\u2666\ufe0e is allowed only if Bob holds no spades."]
    assert answer.conditions[0].rule.id == "follow-suit"


def test_revoke_later_cards_prove_it_unless_a_card_was_drawn_between() -> None:
    before = Sitting().dealt()
    asked = cards("5S 10D 8S")  # Cat takes it, and draws
    later = Sitting().dealt().play(asked, cards("9S 3S 6C")).book.moves()[-1:]  # Cat, Ann, Bob
    assert ask(before.book, asked, later).kind == "depends"
    later = Sitting().dealt().play(asked, cards("9S 3S 4S")).book.moves()[-1:]
    answer = ask(before.book, asked, later)
    assert answer.kind == "no"
    assert "Bob did not follow in trick 1 of hand 1" in str(answer.against.because)  # type: ignore[union-attr]


def test_a_trick_by_its_winner_depends_on_nothing() -> None:
    assert ask(Sitting().dealt().book, trick("Bob")).kind == "yes"
