"""What comes of a move that the rules refuse and the table lets stand, or that was accepted under earlier rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fluff.sitting import Plain, Sitting, bid, call, count, roll, ruling, show, spill, starts

STARTED = [starts()]
BIDDING = [starts(), bid("Ann", 5, 4)]
CALLED = [*BIDDING, call("Tom")]
TIED = [roll(Ann=1, Tom=0, Mia=1)]
OUT = [starts(), ruling("Mia", -5), bid("Ann", 5, 4), call("Tom")]
FEW = [starts(), ruling("Ann", -4), ruling("Mia", -3), bid("Ann", 1, 4), call("Tom")]

EFFECTS: dict[str, tuple[list[Plain], Plain, Plain]] = {
    "first-roll: a seat that is missing rolled no wilds": ([], roll(Tom=1), {"phase": "bid", "turn": "Tom"}),
    "first-roll: no more wilds than dice": (
        [starts(), ruling("Ann", -4)], roll(Ann=5, Tom=2, Mia=0), {"turn": "Tom"},
    ),
    "first-roll: of those who are missing some tie": ([], roll(Ann=1, Tom=1), {"tied": ["Ann", "Tom"], "turn": None}),
    "first-roll: all have rolled again, and not the tied alone": (
        TIED, roll(Tom=3), {"turn": "Tom", "tied": [], "rolled": {"Ann": 0, "Tom": 3, "Mia": 0}},
    ),
    "first-roll: somebody else starts before the first bid, of several the first": (
        STARTED, roll(Tom=1, Mia=1), {"turn": "Tom", "tied": []},
    ),
    "first-roll: nothing once a bid was made": (BIDDING, starts("Mia"), {}),
    "bid: out of turn": (BIDDING, bid("Mia", 6, 4), {"bid": ("Mia", 6, 4), "turn": "Ann"}),
    "bid: lower": (BIDDING, bid("Tom", 4, 4), {"bid": ("Tom", 4, 4), "turn": "Mia"}),
    "bid: whoever bids before the roll has started": (
        TIED, bid("Tom", 1, 2), {"phase": "bid", "round": 1, "tied": [], "bid": ("Tom", 1, 2), "turn": "Mia"},
    ),
    "bid: none with that value": (BIDDING, bid("Tom", 9, 7), {}),
    "bid: none without dice": (STARTED, bid("Ann", 0, 4), {}),
    "bid: it drops a call, and what was shown": (
        [*CALLED, count("Mia", 1)], bid("Tom", 6, 4),
        {"phase": "bid", "bid": ("Tom", 6, 4), "turn": "Mia", "call": None, "shown": []},
    ),
    "call: of one's own bid": (BIDDING, call("Ann"), {"phase": "show", "call": ("Ann", False)}),
    "call: before the first one, and all show again": (
        [*CALLED, count("Mia", 1)], call("Mia"), {"call": ("Mia", False), "shown": []},
    ),
    "call: nothing without a bid": (STARTED, call("Tom"), {}),
    "show: nothing without a call": (BIDDING, show("Mia", "44444"), {}),
    "show: nothing in the first roll": ([], count("Mia", 1), {}),
    "show: nothing by who is out": (OUT, count("Mia", 1), {}),
    "show: in place of what was shown before, and only how many count": (
        [*CALLED, show("Mia", "44422")], show("Mia", "4w222"), {"shown": [("Mia", 5, 2, ())]},
    ),
    "show: another number of dice": (CALLED, show("Mia", "4w"), {"shown": [("Mia", 5, 2, ())]}),
    "show: no more count than there are": (CALLED, count("Mia", 9), {"shown": [("Mia", 5, 5, ())]}),
    "show: too many by the last one settle the round": (
        [*FEW, count("Ann", 0), count("Tom", 0)], count("Mia", 9),
        {"phase": "bid", "dice": [1, 4, 2], "turn": "Tom", "bid": None, "round": 2},
    ),
    "spill: at a table that does not play sloppy style": (BIDDING, spill("Tom", 2), {"dice": [5, 3, 5]}),
    "spill: more than there are": (BIDDING, spill("Tom", 6), {"dice": [5, 0, 5], "turn": "Mia", "out": ["Tom"]}),
    "spill: by who has shown": ([*CALLED, count("Mia", 1)], spill("Mia"), {"dice": [5, 5, 4]}),
    "spill: after which nobody is left to show": (
        [*FEW, count("Ann", 1), count("Tom", 0)], spill("Mia", 6), {"phase": "bid", "dice": [1, 4, 0], "turn": "Tom"},
    ),
    "table-ruling: in the first roll": (
        TIED, ruling("Mia", -5), {"phase": "bid", "dice": [5, 5, 0], "turn": "Ann", "tied": [], "out": ["Mia"]},
    ),
    "table-ruling: during a round": (CALLED, ruling("Mia", -1), {"dice": [5, 5, 4]}),
    "table-ruling: no more than five": (FEW, ruling("Mia", 9), {"dice": [1, 5, 5]}),
    "table-ruling: no fewer than none": (CALLED, ruling("Mia", -9), {"dice": [5, 5, 0], "out": ["Mia"]}),
    "table-ruling: after which nobody is left to show": (
        [*FEW, count("Ann", 1), count("Tom", 0)], ruling("Mia", -2), {"phase": "bid", "dice": [1, 4, 0]},
    ),
}  # fmt: skip


def told(state: Any) -> Plain:
    bid, call = state.bid, state.call
    return {
        "phase": state.phase,
        "dice": list(state.dice.values()),
        "round": state.round,
        "tied": list(state.tied),
        "rolled": state.rolled,
        "turn": state.turn,
        "bid": bid and (bid.seat, bid.quantity, bid.value),
        "call": call and (call.seat, call.in_turn),
        "shown": [(shown.seat, shown.held, shown.count, shown.dice) for shown in state.shown],
        "out": list(state.out),
    }


@pytest.mark.parametrize(("opening", "refused", "changes"), EFFECTS.values(), ids=EFFECTS)
def test_what_stands_all_the_same(opening: list[Plain], refused: Plain, changes: Plain) -> None:
    table = Sitting().play(*opening)
    rule, because = table.refused(refused)
    game, before = table.book.game, table.book.state
    after = told(game.after(before, table.read(refused)))
    assert {key: after[key] for key in changes} == changes
    stands = {"move": "ruling", "stands": refused, "reason": "so it was"}
    if changes:
        assert told(table.play(stands).book.state) == after
    else:
        assert after == told(before)
        assert table.refused(stands) == (rule, because)
