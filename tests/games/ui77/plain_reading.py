"""The rules of Ui77 once more, as plainly as they can be written: a dictionary, loops, and no sharing with the app.

It follows TRANSCRIPTS and RULINGS line by line.
"""

from __future__ import annotations

from typing import Any

from tests.games.plain_reading import PlainReading, every_seat, whole
from tests.games.plain_seats import PlainSeats, called

Plain = dict[str, Any]

RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
DECK = {rank + suit for rank in RANKS for suit in "CDHS"}
THROW = dict(zip(RANKS, [1, 0, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1], strict=True))
WIN = dict(zip(RANKS, [1, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1], strict=True))
AFTER = dict(zip(RANKS, [3, 4, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3], strict=True))

KEYS: dict[str, tuple[set[str], set[str]]] = {
    "face_up": ({"cards"}, set()),
    "swap": ({"seat", "give", "take"}, set()),
    "discard": ({"seat", "count"}, set()),
    "cut": ({"seat"}, set()),
    "count": ({"seat", "slough"}, set()),
    "result": ({"tricks", "left"}, set()),
    "limit": ({"points"}, set()),
    "ruling": ({"seat", "points", "reason"}, set()),
    "undo": (set(), {"seat"}),
}


class Reading(PlainReading):
    def __init__(self, header: Plain) -> None:
        self.header = header
        super().__init__()

    def begin(self) -> None:
        self.people = PlainSeats(self.header["seats"], 2, 5, "points")
        self.seats: list[str] = list(self.people.names)
        self.starts: dict[str, int] = {}
        self.dealt: list[str] = []
        self.rounds: list[dict[str, int]] = []
        self.totals = dict.fromkeys(self.seats, 0)
        self.limit: int | None = None
        self.irregular: list[Plain] = []
        self.dealer = self.seats.index(self.header["dealer"])
        self._deal()

    def _deal(self) -> None:
        self.turn = [self.seats[(self.dealer + 1 + i) % len(self.seats)] for i in range(len(self.seats))]
        self.face: list[str] = []
        self.swapped: list[str] = []
        self.threw: list[str] = []
        self.cards = dict.fromkeys(self.seats, 9)
        self.tricks = dict.fromkeys(self.seats, 0)
        self.extra = dict.fromkeys(self.seats, 0)
        self.left: dict[str, int] = {}
        self.seen: list[str] = []
        self.trumpless = True  # known so of every trick
        self.lacks: list[tuple[str, str, int]] = []
        self.leader = self.turn[0]
        all_dealt = set(self.seats) <= set(self.dealt) and self.limit is None
        self.phase = "limit" if all_dealt else "face-up"

    @property
    def counts(self) -> bool:
        return bool(self.rounds)

    def _stop(self, raw: Plain) -> str | None:
        rule = super()._stop(raw)
        if rule is None:
            self._deal()
            self.phase = "over"
        return rule

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def compare(self, report: Plain) -> None:
        assert self.report() == report

    def report(self) -> Plain:
        totals = {seat: self.totals[seat] for seat in self.seats}
        least = min(totals.values())
        began = {seat: self.starts[seat] for seat in self.seats if self.starts.get(seat)}
        left = {name: self.totals[name] for name in self.people.gone}
        return {
            "phase": self.phase,
            "over": self.over,
            "rounds": self.rounds,
            "totals": totals,
            "winners": [seat for seat in self.seats if self.over and self.totals[seat] == least],
            "irregularities": self.irregular,
            "holdings": {seat: {"cards": self.cards[seat], "tricks": self.tricks[seat]} for seat in self.seats},
            **({"stopped": True} if self.stopped else {}),
            **({"starts": began} if began else {}),
            **({"left": left} if left else {}),
        }

    def _coming(self, raw: Plain) -> str | None:
        rule = self.people.refused(raw, begun=bool(self.face))
        if rule:
            return rule
        if raw["move"] == "rename":
            old, new = raw["seat"], raw["name"].strip()
            for part in ("rounds", "irregular", "totals", "starts", "dealt", "turn", "swapped", "threw", "cards"):
                setattr(self, part, called(getattr(self, part), old, new))
            for part in ("tricks", "extra", "left", "lacks", "leader"):
                setattr(self, part, called(getattr(self, part), old, new))
        before, dealer, extra = self.seats, self.seats[self.dealer], self.extra
        if raw["move"] == "join" and not self._begins(raw):
            return "late-joiner"
        self.people.enter(raw)
        self.seats = list(self.people.names)
        if raw["move"] != "rename":
            self.dealer = self.seats.index(self.people.next_that_stays(dealer, before))
            self.dealt = [name for name in self.dealt if name in self.seats]
            self._deal()
            self.extra |= {seat: points for seat, points in extra.items() if seat in self.seats}
            self._end()
        return None

    def _begins(self, raw: Plain) -> bool:
        """Whether somebody may sit down with that; then they have it."""
        name, back = raw["seat"].strip(), self.people.back(raw)
        points = self.totals[name] if back else raw.get("points", max(self.totals[seat] for seat in self.seats))
        if self.limit is not None and points > self.limit:
            return False
        self.totals[name] = points
        self.starts |= {} if back else {name: points}
        return True

    def malformed(self, raw: Plain) -> bool:
        needed, more = KEYS.get(raw["move"], (set(), set()))
        if raw["move"] == "trick":
            needed, more = ({"cards"}, {"winner", "only_trump"}) if "cards" in raw else ({"winner"}, {"trump"})
        given = set(raw) - {"move"}
        if not needed <= given <= needed | more:
            return True
        if raw["move"] == "result":
            maps = [raw["tricks"], raw["left"]]
            return not all(every_seat(one, self.seats) and all(whole(n, 0, 13) for n in one.values()) for one in maps)
        points = raw["points"] if raw["move"] == "ruling" else 1
        return (
            min(raw.get("count", 0), raw.get("slough", 0)) < 0
            or points == 0
            or abs(points) > 99
            or not 1 <= len(raw.get("reason", "so").strip()) <= 280
        )

    def _not_these(self, cards: list[str], number: int) -> str | None:
        if len(cards) != number:
            return "one-card-each"
        if set(cards) - DECK:
            return "card-in-deck"
        taken = set(self.seen) | set(self.face)
        return "card-played-once" if len(set(cards)) < number or set(cards) & taken else None

    def _face_up(self, raw: Plain) -> str | None:
        if self.phase != "face-up":
            return "not-now"
        if len(raw["cards"]) != 3:
            return "face-up"
        rule = self._not_these(raw["cards"], 3)
        if rule is None:
            self.face, self.phase = list(raw["cards"]), "discard"
        return rule

    def _swap(self, raw: Plain) -> str | None:
        if self.phase != "discard":
            return "not-now"
        place = self.turn.index(raw["seat"])
        passed = [self.turn.index(seat) for seat in self.swapped]
        if len({card[-1] for card in self.face}) > 1 or self.threw or place <= max(passed, default=-1):
            return "swap"
        if {raw["give"], raw["take"]} - DECK:
            return "card-in-deck"
        if raw["take"] not in self.face or raw["give"][-1] != raw["take"][-1]:
            return "swap"
        if raw["give"] in self.face:
            return "card-played-once"
        self.face[self.face.index(raw["take"])] = raw["give"]
        self.swapped.append(raw["seat"])
        return None

    def _discard(self, raw: Plain) -> str | None:
        if self.phase != "discard":
            return "not-now"
        if raw["seat"] != self.turn[len(self.threw)] or raw["count"] > THROW[self.face[1][:-1]]:
            return "discard-limit"
        self.threw.append(raw["seat"])
        self.cards[raw["seat"]] -= raw["count"]
        if len(self.threw) == len(self.seats):
            self.phase = "trick"
        return None

    def _cut(self, raw: Plain) -> str | None:
        return self._more(raw["seat"], 1, "face-up")

    def _ruling(self, raw: Plain) -> str | None:
        return self._more(raw["seat"], raw["points"])

    def _more(self, seat: str, points: int, *too: str) -> str | None:
        if self.phase not in ("discard", "trick", "count", *too):
            return "not-now"
        self.extra[seat] += points
        return None

    def _trick(self, raw: Plain) -> str | None:
        if self.phase != "trick":
            return "not-now"
        number, winner = sum(self.tricks.values()) + 1, raw.get("winner")
        if "cards" in raw:
            rule, winner = self._read(raw, number)
            if rule:
                return rule
            self.seen += raw["cards"]
            held_none = all(card[-1] != self.face[0][-1] for card in raw["cards"])
        else:
            held_none = raw.get("trump") is False
        self.trumpless = self.trumpless and held_none
        assert winner
        self.tricks[winner] += 1
        self.leader = winner
        for seat in self.seats:
            self.cards[seat] -= 1
        if number <= 4:
            self.cards[winner] += 1
            self.lacks = [lack for lack in self.lacks if lack[0] != winner]
        if 0 in self.cards.values():
            self.phase = "count"
            self._score_if_counted()
        return None

    def _read(self, raw: Plain, number: int) -> tuple[str | None, str | None]:
        cards, trump = raw["cards"], self.face[0][-1]
        rule = self._not_these(cards, len(self.seats))
        if rule:
            return rule, None
        if cards[0][-1] == trump and self.trumpless and not raw.get("only_trump"):
            return "trump-broken", None
        first = self.seats.index(self.leader)
        players = [self.seats[(first + i) % len(self.seats)] for i in range(len(self.seats))]
        strong = trump if number > AFTER[self.face[1][:-1]] else ""
        suit = strong if any(card[-1] == strong for card in cards) else cards[0][-1]
        best = min((card for card in cards if card[-1] == suit), key=lambda card: RANKS.index(card[:-1]))
        winner = players[cards.index(best)]
        if raw.get("winner", winner) != winner:
            return "trick-winner", None
        for seat, card in zip(players, cards, strict=True):
            for lack in [lack for lack in self.lacks if lack[:2] == (seat, card[-1])]:
                self.lacks.remove(lack)
                found = {"kind": "revoke", "seat": seat, "hand": len(self.rounds) + 1}
                self.irregular.append({**found, "trick": lack[2], "shown_in": number})
            if card[-1] != cards[0][-1] and not any(lack[:2] == (seat, cards[0][-1]) for lack in self.lacks):
                self.lacks.append((seat, cards[0][-1], number))
        return None, winner

    def _count(self, raw: Plain) -> str | None:
        seat = raw["seat"]
        if self.phase != "count" or not self.cards[seat] or seat in self.left:
            return "not-now"
        if raw["slough"] > self.cards[seat]:
            return "score"
        self.left[seat] = self.cards[seat] - raw["slough"]
        self._score_if_counted()
        return None

    def _result(self, raw: Plain) -> str | None:
        if self.phase not in ("discard", "trick", "count"):
            return "not-now"
        tricks, left = raw["tricks"], raw["left"]
        fewer = any(tricks[seat] < self.tricks[seat] for seat in self.seats)
        if not 1 <= sum(tricks.values()) <= 13 or fewer or 0 not in left.values():
            return "result"
        self.tricks, self.left = tricks, left
        self._score()
        return None

    def _score_if_counted(self) -> None:
        if all(seat in self.left for seat in self.seats if self.cards[seat]):
            self._score()

    def _score(self) -> None:
        target, before = WIN[self.face[2][:-1]], dict(self.totals)
        for seat in self.seats:
            cost = abs(target - self.tricks[seat]) + self.left.get(seat, 0) + self.extra[seat]
            self.totals[seat] += max(0, cost)
        after = dict(self.totals)
        self.dealt.append(self.seats[self.dealer])
        for seat in self.seats:
            if after[seat] == self.limit:
                others = [after[other] for other in self.seats if other != seat]
                self.totals[seat] = self._average(sum(others), len(others))
        self.rounds.append({seat: self.totals[seat] - before[seat] for seat in self.seats})
        self.dealer = (self.dealer + 1) % len(self.seats)
        self._deal()
        self._end()

    def _average(self, points: int, number: int) -> int:
        whole, rest = divmod(points, number)
        how = self.header["options"].get("nov_rounding", "nearest")
        if how == "down" or rest == 0:
            return whole
        return whole + 1 if how == "up" or 2 * rest >= number else whole

    def _limit(self, raw: Plain) -> str | None:
        if self.phase != "limit":
            return "not-now"
        if raw["points"] % 11 or raw["points"] < 11:
            return "limit"
        self.limit, self.phase = raw["points"], "face-up"
        self._end()
        return None

    def _end(self) -> None:
        if self.limit is not None and max(self.totals[seat] for seat in self.seats) > self.limit:
            self.phase = "over"
