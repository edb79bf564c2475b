"""Every change of a table's seats, its keys or the table itself, asked for by a host, a scorekeeper and a seat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.move import Undo
from companion.games.popcorn.moves import CardRuling, Claim, Pass
from companion.tables.errors import HostOnly, HostStays, KeepersOnly, TableError
from companion.tables.policy import NO_SEAT, TableChange, forbids, need_permission
from companion.tables.snapshot import Actor
from tests.games.comings import rename
from tests.service.house import House

REFUSED: dict[TableChange, dict[str, type[TableError]]] = {
    TableChange.AMEND: {"seat": KeepersOnly},
    TableChange.RULE: {"scorekeeper": HostOnly, "seat": HostOnly},
    TableChange.SETTING: {"scorekeeper": HostOnly, "seat": HostOnly},
    TableChange.REMATCH: {"seat": KeepersOnly},
    TableChange.RECOVERY_CODE: {"seat": KeepersOnly},
    TableChange.SEAT_LINK: {"scorekeeper": HostOnly, "seat": HostOnly},
    TableChange.HOSTS_SEAT: {"scorekeeper": HostOnly, "seat": HostOnly},
    TableChange.SCOREKEEPER: {"scorekeeper": HostOnly, "seat": HostOnly},
    TableChange.FREE_SEAT: {"scorekeeper": HostOnly, "seat": HostOnly},
    TableChange.END_ALL_KEYS: {"scorekeeper": HostOnly, "seat": HostOnly},
    TableChange.LEAVE: {"host": HostStays},
    TableChange.DELETE: {"scorekeeper": HostOnly, "seat": HostOnly},
    TableChange.ADDRESS: {"scorekeeper": HostOnly, "seat": HostOnly},
}
ASKING = {
    "host": Actor(1, "K7QF2M9X", 1, None, host=True, scorekeeper=False, label=""),
    "scorekeeper": Actor(1, "K7QF2M9X", 2, "Mary", host=False, scorekeeper=True, label=""),
    "seat": Actor(1, "K7QF2M9X", 3, "Chris", host=False, scorekeeper=False, label=""),
}


@pytest.mark.parametrize("asking", ASKING)
@pytest.mark.parametrize("change", TableChange, ids=lambda change: change.name)
def test_a_change_is_refused_to_exactly_those_who_may_not_make_it(change: TableChange, asking: str) -> None:
    refused = REFUSED[change].get(asking)
    if refused is None:
        need_permission(ASKING[asking], change)
    else:
        with pytest.raises(refused):
            need_permission(ASKING[asking], change)


def test_a_seat_enters_its_own_moves_and_those_that_concern_all_but_no_ruling() -> None:
    seat = ASKING["seat"]
    assert forbids(seat, Claim.model_validate({"move": "claim", "seat": "Chris", "rank": "A", "count": 1})) is None
    assert forbids(seat, Claim.model_validate({"move": "claim", "seat": "Mary", "rank": "A", "count": 1})) is not None
    assert forbids(seat, Pass(move="pass")) is None
    ruling = {"move": "ruling", "count": 1, "from": "pile", "to": "Chris", "reason": "it was mine"}
    assert forbids(seat, CardRuling.model_validate(ruling)) is not None
    assert forbids(seat, Undo(move="undo")) is None


def test_a_phone_without_a_seat_enters_no_move() -> None:
    assert forbids(replace(ASKING["seat"], seat=None), Undo(move="undo")) == NO_SEAT


def test_a_phone_knows_the_new_name_of_its_seat(house: House) -> None:
    mary = house.seat("Mary")
    assert mary.at(house.now) is mary
    house.play_all(rename("Mary", "Ann"))
    assert mary.at(house.now) == replace(mary, seat="Ann")
