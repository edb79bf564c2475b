"""The rules read a second time, as plainly as can be: a dictionary, and one long list of ifs.

It shares nothing with the game but the words of the contract. `None` where the move stands, else the rule's id.
"""

from __future__ import annotations

from typing import Any

ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Naive:
    def __init__(self, header: dict[str, Any]) -> None:
        self.names = list(header["seats"])
        options = header["options"]
        self.decks, self.way = options.get("decks", 1), options.get("direction", "up")
        self.hidden = options.get("hidden_count", False)
        self.held = dict.fromkeys(self.names, 0)
        receiver = self.names.index(header["dealer"])
        for _ in range(52 * self.decks):
            receiver = (receiver + 1) % len(self.names)
            self.held[self.names[receiver]] += 1
        self.held["pile"] = 0
        left = self.names[(self.names.index(header["dealer"]) + 1) % len(self.names)]
        self.turn = header.get("first", left)
        self.phase, self.rank, self.caller, self.winner = "claim", "", "", ""
        self.claim: tuple[str, str, int, int] | None = None

    def play(self, move: dict[str, Any]) -> str | None:
        kind = move["move"]
        if kind == "claim" and "cards" in move and not self.hidden:
            return "malformed"
        if self.phase == "over":
            return "game-is-over"
        said: str | None = getattr(self, "_" + kind)(move)
        return said

    def _due(self) -> list[str]:
        if not self.rank:
            return ["A"]
        at = ORDER.index(self.rank)
        up, down = ORDER[(at + 1) % 13], ORDER[(at + 12) % 13]
        return {"up": [up], "down": [down], "either": [up, down]}[self.way]

    def _claim(self, move: dict[str, Any]) -> str | None:
        if self.phase != "claim":
            return "not-now"
        if move["seat"] != self.turn:
            return "claim"
        if move["rank"] not in self._due():
            return "rank-due"
        real = move.get("cards", move["count"])
        if move["count"] < 1 or move["count"] > 4 * self.decks or real < move["count"] or real > self.held[self.turn]:
            return "claim"
        self.held[self.turn] -= real
        self.held["pile"] += real
        self.claim = (self.turn, move["rank"], move["count"], real)
        self.rank = move["rank"]
        if self.held[self.turn] == 0:
            self.phase = "last-call"
        self.turn = self.names[(self.names.index(self.turn) + 1) % len(self.names)]
        return None

    def _call(self, move: dict[str, Any]) -> str | None:
        if self.phase == "reveal" or self.claim is None:
            return "not-now"
        if move["seat"] == self.claim[0]:
            return "call"
        self.caller, self.phase = move["seat"], "reveal"
        return None

    def _reveal(self, move: dict[str, Any]) -> str | None:
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
            self.phase, self.winner = "over", seat
        return None

    def _pass(self, _: dict[str, Any]) -> str | None:
        if self.phase != "last-call":
            return "not-now"
        assert self.claim is not None
        self.phase, self.winner = "over", self.claim[0]
        return None

    def _ruling(self, move: dict[str, Any]) -> str | None:
        if self.phase != "claim":
            return "not-now"
        source, target, count = move["from"], move["to"], move["count"]
        if source == target or count > self.held[source] or (source != "pile" and count == self.held[source]):
            return "table-ruling"
        self.held[source] -= count
        self.held[target] += count
        return None
