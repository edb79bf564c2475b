"""What stands at a table, for people and programs: the report, the places and the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.text import Counted, Text

PLACES = {"centre": Text("The centre"), "pile": Text("The pile")}
"""The places of `holdings` that belong to no seat, in words."""


@dataclass(frozen=True, slots=True)
class Report:
    """What stands at a table: the middle part of `companion replay --json`.

    `rounds` (a mapping from seat to points for each finished round) and `totals` are in seat order. `holdings` maps a
    place to what lies there: a count, or counts by item. `extra` holds keys that only this game has (Sluff Off!:
    `sluffer`). `starts` are the points that late joiners began with, `left` the totals of those who have left, whose
    points stay in `rounds`; JSON has these two keys only if they are not empty. Source: TRANSCRIPTS, Replay.
    """

    phase: str
    over: bool
    rounds: tuple[Mapping[str, int], ...]
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    irregularities: tuple[Mapping[str, Any], ...]
    holdings: Mapping[str, Any]
    extra: Mapping[str, Any] = field(default_factory=dict)
    starts: Mapping[str, int] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "over": self.over,
            "rounds": [dict(points) for points in self.rounds],
            "totals": dict(self.totals),
            "winners": list(self.winners),
            "irregularities": [dict(found) for found in self.irregularities],
            "holdings": {
                place: dict(held) if isinstance(held, Mapping) else held for place, held in self.holdings.items()
            },
            **self.extra,
            **({"starts": dict(self.starts)} if self.starts else {}),
            **({"left": dict(self.left)} if self.left else {}),
        }

    def lying(self, roles: Mapping[str, Text]) -> Iterator[Text]:
        """Say what lies at each place that holds anything. `roles` words the role of a seat that `extra` names."""
        for place, held in self.holdings.items():
            parts = held if isinstance(held, Mapping) else {"": held}
            what = [Text("{part} {n}", part=Text(part), n=n) if part else str(n) for part, n in parts.items() if n]
            what += [role for key, role in roles.items() if self.extra.get(key) == place]
            if what:
                yield Text("{place}: {what}", place=PLACES.get(place, place), what=tuple(what))


@dataclass(frozen=True, slots=True)
class Points:
    """A seat's points in a round, and the sum as people write it."""

    text: Text
    total: int


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's place, from 1 and shared by equals, and what it is for. `total` is None in a game without points."""

    place: int
    name: str
    says: Text
    total: int | None = None


def places_by_points(totals: Mapping[str, int], *, most_wins: bool) -> tuple[Place, ...]:
    """Rank all seats by their points; equals share a place, in seat order, and the next place is left out."""
    ranked = sorted(totals.values(), reverse=most_wins)
    places = (
        Place(ranked.index(total) + 1, name, Counted("{n} point", "{n} points", n=total), total)
        for name, total in totals.items()
    )
    return tuple(sorted(places, key=lambda place: place.place))


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The scores as a sheet of paper shows them.

    `number` is the number of the running round, `planned` how many there will be (None: not known). `running` maps each
    seat to its points in the running round as it stands, and is empty once the game is over. `finished` has such a
    mapping for each round that has been scored.
    """

    number: int
    planned: int | None
    running: Mapping[str, Points]
    finished: tuple[Mapping[str, Points], ...]
