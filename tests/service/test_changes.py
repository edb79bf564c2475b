"""Changes of a table or a circle that are no entries: who may make each, and what is left of one that fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.circles.circle import Member
from companion.circles.errors import CircleHostOnly
from companion.service import deletion, membership, rematches
from companion.service.service import TableService
from companion.tables.errors import HostOnly, HostStays, KeepersOnly, KeyEnded, NoSuchTable, TableError, Unavailable
from companion.tables.keys_and_codes import new_key
from companion.tables.snapshot import Actor
from tests.service.circle import Evenings
from tests.service.house import House, header
from tests.storage.raw import everything, no_commit

AT_TABLE: dict[str, tuple[Callable[[TableService, Actor], object], str, type[TableError]]] = {
    "a link for a seat": (lambda at, by: membership.new_seat_key(at, by, "Katie"), "keeper", HostOnly),
    "a scorekeeper": (lambda at, by: membership.give_scorekeeper(at, by, "Katie", True), "keeper", HostOnly),
    "the host's own seat": (lambda at, by: membership.sit(at, by, "Katie"), "keeper", HostOnly),
    "a seat set free": (lambda at, by: membership.release(at, by, "Mary"), "keeper", HostOnly),
    "all keys": (lambda at, by: membership.end_all(at, by, new_key()), "keeper", HostOnly),
    "deletion": (deletion.delete, "keeper", HostOnly),
    "a recovery code": (membership.new_recovery, "seat", KeepersOnly),
    "a rematch": (rematches.open_next, "seat", KeepersOnly),
    "leaving": (membership.leave, "host", HostStays),
}
"""What is done, who may not do it, and the error that tells them."""


class AtTable:
    """A table with its host, a scorekeeper and a seat."""

    def __init__(self, tables: TableService, name: str) -> None:
        self.tables = tables
        self.do, self.stranger, self.error = AT_TABLE[name]
        self._house = House(tables, on=header(rounds=1))
        if self.do is rematches.open_next:
            self._house.play_out()
        keeper = self._house.scorekeeper("Mary")
        self.actors = {"host": self._house.host, "keeper": keeper, "seat": self._house.seat("Chris")}

    def make(self, who: str) -> object:
        return self.do(self.tables, self.actors[who])

    @property
    def maker(self) -> str:
        """Somebody who may make it."""
        return "keeper" if self.stranger == "host" else "host"

    def end_keys(self) -> None:
        opened = self._house.opened
        membership.recover(self.tables, opened.code, opened.recovery, self.actors["keeper"], "another phone")


AT_CIRCLE: dict[str, Callable[[Evenings, Member], object]] = {
    "its name": lambda home, by: home.circles.rename(by, "Fridays"),
    "another host": lambda home, by: home.circles.give_host(by, home.ann.key_id, on=True),
    "another phone's key": lambda home, by: home.circles.end_key(by, home.member(home.keys["Ben's phone"]).key_id),
    "all keys": lambda home, by: home.circles.end_all(by, new_key()),
    "a recovery code": lambda home, by: home.circles.new_recovery(by),
    "a person's name": lambda home, by: home.circles.rename_person(by, home.called("Tom"), "Thomas"),
    "a person's colour": lambda home, by: home.circles.color_person(by, home.called("Tom"), 9),
    "two who are one": lambda home, by: home.circles.unite(by, home.called("Chris"), home.called("Tom")),
    "a person forgotten": lambda home, by: home.circles.forget(by, home.called("Tom")),
    "a game released": lambda home, by: home.circles.release(by, home.tables.get(home.games()[0].table).table_id),
    "house rules dropped": lambda home, by: home.circles.drop_preset(by, home.circles.presets(home.circle)[0].id),
    "deletion": lambda home, by: deletion.delete_circle(home.tables, by, with_tables=False),
    "deletion with its tables": lambda home, by: deletion.delete_circle(home.tables, by, with_tables=True),
}


class AtCircle:
    """A circle that has played, with its host and two phones that have joined."""

    maker, stranger, error = "host", "member", CircleHostOnly

    def __init__(self, tables: TableService, name: str) -> None:
        self.do, self.home = AT_CIRCLE[name], Evenings(tables)
        self.home.joins("Ben's phone")
        self.home.plays()
        self.home.plays("Tom", "Mary", "Katie")
        self.home.circles.keep_preset(self.home.host, "Ours", "sluff-off", {})
        self.home.games()  # summaries are written when somebody looks

    def make(self, who: str) -> object:
        return self.do(self.home, self.home.host if who == "host" else self.home.ann)

    def end_keys(self) -> None:
        self.home.circles.give_host(self.home.host, self.home.ann.key_id, on=True)
        self.home.circles.end_key(self.home.host, self.home.host.key_id)


@pytest.fixture(
    params=[(AtTable, name) for name in AT_TABLE] + [(AtCircle, name) for name in AT_CIRCLE],
    ids=lambda one: f"{'table' if one[0] is AtTable else 'circle'}: {one[1]}",
)
def change(request: pytest.FixtureRequest, tables: TableService) -> Any:
    place, name = request.param
    return place(tables, name)


def test_who_may_not_make_it_is_told_and_nothing_is_written(change: AtTable | AtCircle, url: str) -> None:
    before = everything(url)
    with pytest.raises(change.error):
        change.make(change.stranger)
    assert everything(url) == before
    change.make(change.maker)


def test_a_key_that_has_ended_meanwhile_makes_none(change: AtTable | AtCircle, url: str) -> None:
    change.end_keys()
    before = everything(url)
    with pytest.raises((KeyEnded, HostOnly)):
        change.make(change.maker)
    assert everything(url) == before


def test_one_that_is_not_saved_changes_nothing(change: AtTable | AtCircle, tables: TableService, url: str) -> None:
    before = everything(url)
    with no_commit(tables), pytest.raises(Unavailable):
        change.make(change.maker)
    assert everything(url) == before
    change.make(change.maker)
    assert everything(url) != before


NEEDS_NO_RIGHT: dict[str, Callable[[House, Evenings], object]] = {
    "a table opened": lambda house, _: house.tables.open(header(), keys_for_seats=True, label=""),
    "a seat taken": lambda house, _: membership.take_seat(house.tables, house.code, "Mary", ""),
    "a recovery code used": lambda house, _: membership.recover(
        house.tables, house.code, house.opened.recovery, None, ""
    ),
    "a circle opened": lambda _, home: home.circles.open("Fridays", "phone"),
    "a circle joined": lambda _, home: home.circles.join(home.circle, "phone"),
    "a circle's recovery code used": lambda _, home: home.circles.recover(home.circle, home.opened.recovery, "phone"),
}


@pytest.mark.parametrize("make", NEEDS_NO_RIGHT.values(), ids=NEEDS_NO_RIGHT)
def test_a_change_that_needs_no_right_changes_nothing_if_it_is_not_saved(
    bare: House, url: str, make: Callable[[House, Evenings], object]
) -> None:
    home = Evenings(bare.tables)
    before = everything(url)
    with no_commit(bare.tables), pytest.raises(Unavailable):
        make(bare, home)
    assert everything(url) == before
    make(bare, home)
    assert everything(url) != before


def test_a_table_is_deleted_once(house: House) -> None:
    deletion.delete(house.tables, house.host)
    with pytest.raises(NoSuchTable):
        deletion.delete(house.tables, house.host)
