"""The rules read a second time, as plainly as can be: a dictionary, and one long list of ifs.

It shares nothing with the game but the words of the contract.
"""

from __future__ import annotations

from typing import Any

from tests.games.plain_reading import PlainReading
from tests.games.plain_seats import PlainSeats, called

Plain = dict[str, Any]
ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Naive(PlainReading):
    def __init__(self, header: Plain) -> None:
        self.header = header
        options = header["options"]
        self.decks, self.way = options.get("decks", 1), options.get("direction", "up")
        self.hidden = options.get("hidden_count", False)
        super().__init__()

    def begin(self) -> None:
        self.people = PlainSeats(self.header["seats"], 2, 10)
        self.names: list[str] = list(self.people.names)
        self.dealer = self.header["dealer"]
        self.first = self.header.get("first", self._left(self.dealer))
        self.held, self.turn = self._dealt(), self.first
        self.phase, self.rank, self.caller, self.winners = "claim", "", "", list[str]()
        self.claim: tuple[str, str, int, int] | None = None

    def _left(self, name: str) -> str:
        return self.names[(self.names.index(name) + 1) % len(self.names)]

    def _dealt(self) -> dict[str, int]:
        held, receiver = dict.fromkeys([*self.names, "pile"], 0), self.dealer
        for _ in range(52 * self.decks):
            receiver = self._left(receiver)
            held[receiver] += 1
        return held

    def _coming(self, move: Plain) -> str | None:
        rule = self.people.refused(move, begun=self.claim is not None)
        fresh = not self.rank and self.held == self._dealt()
        if rule or (move["move"] == "join" and not fresh):
            return rule or "late-joiner"
        usual, before = self.first == self._left(self.dealer), self.names
        if move["move"] == "rename":
            old, new = move["seat"], move["name"].strip()
            for part in ("held", "turn", "caller", "claim", "dealer", "first", "names"):
                setattr(self, part, called(getattr(self, part), old, new))
            self.people.enter(move)
            return None
        self.people.enter(move)
        self.names = list(self.people.names)
        self.dealer, self.first, self.turn = (
            self.people.next_that_stays(name, before) for name in (self.dealer, self.first, self.turn)
        )
        if usual:
            self.first = self._left(self.dealer)
        if fresh:
            self.held, self.turn = self._dealt(), self.first
        elif move["move"] == "leave":
            self.held["pile"] += self.held.pop(move["seat"])
        return None

    def malformed(self, raw: Plain) -> bool:
        if raw["move"] == "result":
            return set(raw) != {"move", "winner"} or raw["winner"] not in self.names
        return raw["move"] == "claim" and "cards" in raw and not self.hidden

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def counts(self) -> bool:
        return bool(self.rank)

    def compare(self, report: Plain) -> None:
        assert (report["holdings"], report["phase"]) == (self.held, self.phase)
        assert (report["winners"], report["over"]) == (self.winners, self.over)
        assert (report.get("stopped"), report["rounds"], report["totals"]) == (self.stopped or None, [], {})

    def _due(self) -> list[str]:
        if not self.rank:
            return ["A"]
        at = ORDER.index(self.rank)
        up, down = ORDER[(at + 1) % 13], ORDER[(at + 12) % 13]
        return {"up": [up], "down": [down], "either": [up, down]}[self.way]

    def _claim(self, move: Plain) -> str | None:
        if self.phase != "claim":
            return "not-now"
        if move["seat"] != self.turn:
            return "claim"
        if move["rank"] not in self._due():
            return "rank-due"
        count: int = move["count"]
        real: int = move.get("cards", count)
        if count < 1 or count > 4 * self.decks or real < count or real > self.held[self.turn]:
            return "claim"
        self.held[self.turn] -= real
        self.held["pile"] += real
        self.claim = (self.turn, move["rank"], count, real)
        self.rank = move["rank"]
        if self.held[self.turn] == 0:
            self.phase = "last-call"
        self.turn = self.names[(self.names.index(self.turn) + 1) % len(self.names)]
        return None

    def _call(self, move: Plain) -> str | None:
        if self.phase == "reveal" or self.claim is None:
            return "not-now"
        if move["seat"] == self.claim[0]:
            return "call"
        self.caller, self.phase = move["seat"], "reveal"
        return None

    def _reveal(self, move: Plain) -> str | None:
        if self.phase != "reveal":
            return "not-now"
        assert self.claim is not None
        seat, rank, count, real = self.claim
        if "cards" in move:
            if len(move["cards"]) != real:
                return "reveal"
            good = real == count and set(move["cards"]) == {rank}
        else:
            good = move["honest"]
            if good and real > count:
                return "reveal"
        self.held[self.caller if good else seat] += self.held["pile"]
        self.held["pile"] = 0
        self.claim = None
        self.phase = "claim"
        if self.held[seat] == 0:
            self.phase, self.winners = "over", [seat]
        return None

    def _pass(self, _: Plain) -> str | None:
        if self.phase != "last-call":
            return "not-now"
        assert self.claim is not None
        self.phase, self.winners = "over", [self.claim[0]]
        return None

    def _result(self, move: Plain) -> str | None:
        self.phase, self.winners = "over", [move["winner"]]
        return None

    def _stop(self, move: Plain) -> str | None:
        rule = super()._stop(move)
        if rule is None:
            fewest = min(self.held[name] for name in self.names)
            self.phase, self.winners = "over", [name for name in self.names if self.held[name] == fewest]
        return rule

    def _ruling(self, move: Plain) -> str | None:
        if self.phase != "claim":
            return "not-now"
        source, target, count = move["from"], move["to"], move["count"]
        if source == target or count > self.held[source] or (source != "pile" and count == self.held[source]):
            return "table-ruling"
        self.held[source] -= count
        self.held[target] += count
        return None
