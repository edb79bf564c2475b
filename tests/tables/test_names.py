"""Invisible names: no entry gives one to a seat, but a transcript that has one can still be read."""

from __future__ import annotations

import pytest

from companion.games.header import can_be_seen
from companion.games.ruling import Accepted
from companion.games.transcript import open_book
from companion.tables.answers import Refused
from companion.tables.entry import Act, Propose
from tests.games.comings import join, rename
from tests.service.house import House, take
from tests.tables.acts import amend, change, propose, put_in, two_people


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        *(("\u200b", False), ("\u2060 \u200d", False), ("\u0301", False), ("\u00ad", False), ("\u202e\ufeff", False)),
        *(("\u3164", False), ("\u2800\u115f\u1160", False), ("\uffa0", False), ("", False)),
        *(("a\u200b", True), ("\u3164x", True), ("\U0001f469\u200d\U0001f467", True), ("\u0e4f", True), ("-", True)),
        ("\U0001faff", True),  # an emoji to be
    ],
)  # fmt: skip
def test_a_name_needs_a_visible_character(name: str, seen: bool) -> None:
    assert can_be_seen(name) is seen


HIDDEN = "\u200b\u3164"


@pytest.mark.parametrize(
    "item",
    [
        join(HIDDEN),
        rename("Mia", HIDDEN),
        amend(change("2", rename("Katie", HIDDEN))),
        propose(put_in(join(HIDDEN), before="1")),
    ],
    ids=lambda item: item.act if isinstance(item, Act) else item["move"],
)
def test_no_entry_gives_a_seat_an_invisible_name(house: House, item: object) -> None:
    alone = two_people(isinstance(item, Propose))
    before = house.play_all(join("Dana", "Chris"), rename("Mary", "Mia"), take("Chris"), alone)
    answer = house.play(item)
    assert isinstance(answer, Refused)
    assert (answer.rejected.rule.id, str(answer.rejected.because)) == (
        "seat-name",
        "A name needs at least one visible character.",
    )
    assert house.now.version == before.version


def test_a_move_that_gave_an_invisible_name_can_be_replayed(house: House) -> None:
    ruling = open_book(house.now.header).play(join(HIDDEN))
    assert isinstance(ruling, Accepted)
    assert HIDDEN in ruling.state.seats
