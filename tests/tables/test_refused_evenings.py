"""Whatever an earlier program wrote, and whatever the host chooses: all who read the ledger have the same table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.replay import replay
from companion.service.service import TableService
from companion.tables.answers import Played
from companion.tables.choices_after_upgrade import act_of, offers
from companion.tables.reading import lines_of
from tests.databases import MakeTables
from tests.often import often
from tests.service.house import UNDO, House, header
from tests.tables.acts import whole
from tests.tables.earlier import wrote

STEPS = 30
Plain = dict[str, Any]


def anything(house: House, chance: Random) -> object:
    """What some program might have entered: mostly moves of the game, legal or not."""
    book = house.now.book
    moves = [choice.move.plain() for choice in book.game.choices(book.state, None)]
    anybody = [{"move": "done", "seat": name} for name in house.now.header.seats]
    entry = str(chance.randint(1, max(1, house.now.version)))
    acts: list[Plain] = [
        {"act": "amend", "edits": [{"do": "remove", "entry": entry}], "reason": "x"},
        {"act": "setting", "two_people": chance.random() < 0.5},
        {"act": "hold", "reason": "x"},
        {"act": "settle", "hold": int(entry), "how": "stands", "reason": "x"},
        {"act": "choose", "entry": int(entry), "how": "out", "reason": "x"},
        {"act": "dance"},
    ]
    return chance.choice([*moves, *moves, *anybody, UNDO, UNDO, *acts, {"move": "dance"}, "{"])


def chooses(house: House, chance: Random) -> None:
    here = house.now
    act = act_of(here, chance.choice(offers(here, "x")), "x")
    answer = house.play(act)
    assert isinstance(answer, Played), (act, answer)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(often(8)))
def test_all_who_read_it_have_the_same_table(tables: TableService, make_tables: MakeTables, seed: int) -> None:
    chance = Random(seed)  # the same each time, no secret
    house = House(tables, on=header(rounds=1))
    stops = 0
    for _ in range(STEPS):
        if house.now.stopped is not None and chance.random() < 0.5:
            stops += 1
            chooses(house, chance)
        else:
            wrote(house, *(anything(house, chance) for _ in range(chance.choice([1, 1, 3]))))
        fresh = make_tables().find(house.code)
        assert whole(fresh) == whole(house.now)
        assert (fresh.stopped is None) == (house.now.stopped is None)
        views = house.tables.entries(house.code)
        assert [view.version for view in views] == list(range(1, house.now.version + 1))
    while house.now.stopped is not None:
        stops += 1
        chooses(house, chance)
    assert stops
    assert whole(make_tables().find(house.code)) == whole(house.now)
    found = replay("\n".join(lines_of(house.now)).encode())
    assert (found.rejected, found.book.report()) == ((), house.now.book.report())
