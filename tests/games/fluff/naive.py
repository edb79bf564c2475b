"""The rules of the dice game once more, written down as simply as can be, to be held against the real judge.

One mutable table, names for seats, and no line shared with the game's room.
"""

from __future__ import annotations

from typing import Any

from tests.games.plain_reading import PlainReading, whole
from tests.games.plain_seats import PlainSeats, called

Plain = dict[str, Any]


class Naive(PlainReading):
    def __init__(self, header: Plain) -> None:
        self.header, self.sloppy = header, header["options"].get("sloppy", False)
        super().__init__()

    def begin(self) -> None:
        self.people = PlainSeats(self.header["seats"], 2, 4 * self.header["options"].get("sets", 1), "dice")
        self.names = list(self.people.names)
        self.dice = dict.fromkeys(self.names, 5)
        self.tied: list[str] = []
        self.turn: str | None = None
        self.bid: Plain | None = None
        self.caller: str | None = None
        self.in_turn = False
        self.shown: dict[str, int] = {}

    @property
    def phase(self) -> str:
        if self.stopped or sum(count > 0 for count in self.dice.values()) == 1:
            return "over"
        if self.turn is None:
            return "first-roll"
        return "show" if self.caller else "bid"

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def compare(self, report: Plain) -> None:
        assert list(self.dice.items()) == list(report["holdings"].items())
        most = max(self.dice.values())
        winners = [name for name in self.names if self.over and self.dice[name] == most]
        assert (report["phase"], report["over"], report["winners"]) == (self.phase, self.over, winners)
        assert (report.get("stopped"), report["rounds"], report["totals"]) == (self.stopped or None, [], {})

    @property
    def counts(self) -> bool:
        return self.turn is not None

    def malformed(self, move: Plain) -> bool:
        if move["move"] == "result":
            fits = set(move) == {"move", "seat", "dice"} and move["seat"] in self.names
            return not (fits and whole(move["dice"], 1, 2))
        if move["move"] == "show":
            return ("dice" in move) == ("matching" in move) or move.get("matching", 0) < 0
        return bool(move["move"] == "ruling" and not move["dice"])

    def left(self, name: str) -> str:
        at = self.names.index(name)
        around = self.names[at + 1 :] + self.names[: at + 1]
        return next(other for other in around if self.dice[other])

    def set_dice(self, name: str, count: int) -> None:
        self.dice[name] = count
        if self.turn == name and count == 0:
            self.turn = self.left(name)

    def _coming(self, move: Plain) -> str | None:
        rule = self.people.refused(move, begun=self.bid is not None)
        if rule:
            return rule
        before = self.names
        self.people.enter(move)
        self.names = list(self.people.names)
        if move["move"] == "rename":
            for part in ("dice", "tied", "turn", "bid", "caller", "shown"):
                setattr(self, part, called(getattr(self, part), move["seat"], move["name"].strip()))
        else:
            given: int = move.get("dice", min(count for count in self.dice.values() if count))
            self.dice = {name: self.dice.get(name, given) for name in self.names}
            self.tied = []  # a first roll that is under way is made anew
            if self.turn:
                self.turn = self.people.next_that_stays(self.turn, before)
                self.set_dice(self.turn, self.dice[self.turn])
        return None

    def _first_roll(self, move: Plain) -> str | None:
        if self.phase != "first-roll":
            return "not-now"
        rolls = self.tied or [name for name in self.names if self.dice[name]]
        if set(move["wilds"]) != set(rolls):
            return "first-roll"
        if any(move["wilds"][name] > self.dice[name] for name in rolls):
            return "first-roll"
        best = [name for name in rolls if move["wilds"][name] == max(move["wilds"].values())]
        if len(best) == 1:
            self.turn, self.tied = best[0], []
        else:
            self.tied = best
        return None

    def _bid(self, move: Plain) -> str | None:
        if self.phase != "bid":
            return "not-now"
        if move["seat"] != self.turn or move["quantity"] < 1 or not 2 <= move["value"] <= 6:
            return "bid"
        if self.bid:
            more = move["quantity"] > self.bid["quantity"]
            same = move["quantity"] == self.bid["quantity"]
            if not more and not (same and move["value"] > self.bid["value"]):
                return "raise"
        self.bid = move
        self.turn = self.left(move["seat"])
        return None

    def _call(self, move: Plain) -> str | None:
        if self.phase != "bid" or not self.bid:
            return "not-now"
        if move["seat"] == self.bid["seat"] or not self.dice[move["seat"]]:
            return "call"
        self.caller, self.in_turn = move["seat"], move["seat"] == self.turn
        return None

    def _show(self, move: Plain) -> str | None:
        name = move["seat"]
        if self.phase != "show" or not self.dice[name] or name in self.shown:
            return "not-now"
        if "matching" in move:
            if move["matching"] > self.dice[name]:
                return "settle"
            self.shown[name] = move["matching"]
        else:
            if len(move["dice"]) != self.dice[name]:
                return "settle"
            assert self.bid is not None
            self.shown[name] = move["dice"].count(self.bid["value"]) + move["dice"].count("wild")
        self.settle_if_all_have_shown()
        return None

    def settle_if_all_have_shown(self) -> None:
        if self.phase != "show" or any(name not in self.shown for name in self.names if self.dice[name]):
            return
        assert self.bid is not None
        assert self.caller is not None
        if sum(self.shown.values()) >= self.bid["quantity"]:
            loser, cost = self.caller, 1 if self.in_turn else 2
        else:
            loser, cost = self.bid["seat"], 1
        self.lost(loser, cost)

    def lost(self, loser: str, cost: int) -> None:
        self.turn, self.bid, self.caller, self.shown = loser, None, None, {}
        self.set_dice(loser, max(0, self.dice[loser] - cost))

    def _result(self, move: Plain) -> str | None:
        if self.phase not in ("bid", "show"):
            return "not-now"
        if move["dice"] > self.dice[move["seat"]]:
            return "result"
        self.lost(move["seat"], move["dice"])
        return None

    def _spill(self, move: Plain) -> str | None:
        name = move["seat"]
        if name in self.shown:
            return "not-now"
        if not self.sloppy or move["count"] > self.dice[name]:
            return "spill"
        self.set_dice(name, self.dice[name] - move["count"])
        if name in self.tied and not self.dice[name]:
            self.tied.remove(name)
            if len(self.tied) == 1:
                self.turn, self.tied = self.tied[0], []
        self.settle_if_all_have_shown()
        return None

    def _ruling(self, move: Plain) -> str | None:
        if self.phase != "bid" or self.bid:
            return "not-now"
        if not 0 <= self.dice[move["seat"]] + move["dice"] <= 5:
            return "table-ruling"
        self.set_dice(move["seat"], self.dice[move["seat"]] + move["dice"])
        return None
