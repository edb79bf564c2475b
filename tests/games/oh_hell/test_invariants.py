"""What holds for any sequence of moves, legal or not; and a worked game, replayed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

from companion.games.replay import replay
from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from tests.games.oh_hell.sitting import NAMES, UNDO, bid, header, points, trick, turn_up

WORKED = Path(__file__).with_name("worked_game.jsonl")


@pytest.mark.property
@given(data=st.data())
def test_whatever_is_entered(data: st.DataObject) -> None:
    seats = data.draw(st.integers(3, 7))
    head = header(seats, most=data.draw(st.integers(1, 4)), screw_the_dealer=data.draw(st.booleans()))
    book = open_book(read_header(head))
    seat = st.sampled_from(NAMES[:seats])
    anything = st.one_of(
        st.sampled_from(["QH", "10C", "11C"]).map(turn_up),
        st.builds(bid, seat, st.integers(-1, 5)),
        st.builds(trick, seat),
        st.builds(points, seat, st.integers(-9, 9)),
        st.just(UNDO),
    )
    for _ in range(data.draw(st.integers(0, 80))):
        legal = [c.move.plain() for c in book.game.choices(book.state, None) if c.legal] or [turn_up()]
        ruling = book.play(data.draw(anything if data.draw(st.integers(0, 5)) == 0 else st.sampled_from(legal)))
        if not isinstance(ruling, Accepted):
            continue
        book, state = ruling.state, ruling.state.state
        report = book.report()
        assert len(state.tricks) < state.sizes[min(len(state.sums), len(state.sizes) - 1)]
        assert not state.tricks or len(state.bids) == seats
        assert (
            (state.phase == "over") == report.over == bool(report.winners) == (len(report.rounds) == len(state.sizes))
        )
        assert {len(taken) for taken in report.rounds} <= {seats}
        for hand, size in zip(state.sums, state.sizes, strict=False):
            assert sum(int(re.findall(r"took (\d+)", str(own.text))[0]) for own in hand.values()) == size
        if head["options"]["screw_the_dealer"] and len(state.bids) == seats:
            assert sum(state.bids.values()) != state.size
    assert replay("\n".join(book.lines()).encode()).book.state == book.state


def test_a_worked_game() -> None:
    found = replay(WORKED.read_bytes())
    report = found.book.report()
    assert [(line, no.rule.id) for line, no in found.rejected] == [(10, "screw-the-dealer")]
    assert [list(points.values()) for points in report.rounds] == [[10, 11, 0], [11, 0, 11], [0, 10, 11]]
    assert (dict(report.totals), report.winners) == ({"Ann": 21, "Bob": 21, "Cat": 22}, ("Cat",))
    assert json.loads(next(found.book.lines()))["options"] == {"most": 2, "screw_the_dealer": True}
