"""The rules of Sluff Off! once more, as plainly as can be written: dictionaries, loops, and no sharing with the app.

It follows TRANSCRIPTS and RULINGS line by line.
"""

from __future__ import annotations

from typing import Any

from tests.games.plain_reading import PlainReading, every_seat, whole
from tests.games.plain_seats import PlainSeats, called

Plain = dict[str, Any]

BLUE_BOX = {"red": 3, "blue": 5, "green": 3, "orange": 3, "purple": 3, "white": 4, "black": 6}
RED_BOX = {"red": 5, "yellow": 3, "green": 3, "blue": 3, "purple": 3, "white": 4, "black": 6}

KEYS: dict[str, list[tuple[set[str], set[str]]]] = {
    "take": [({"seat", "color"}, set())],
    "steal": [({"seat", "color", "from"}, set())],
    "sluffer": [({"seat"}, set())],
    "done": [({"seat"}, set())],
    "trick": [
        ({"winner"}, set()),
        ({"winner", "led", "won_with"}, set()),
        ({"cards"}, {"winner", "led", "won_with"}),
    ],
    "turn_in": [({"seat", "color"}, set())],
    "take_black": [({"seat"}, set())],
    "result": [({"left"}, {"sluffer"})],
    "miss_turn_in": [({"seat"}, set())],
    "ruling": [({"color", "count", "from", "to", "reason"}, set()), ({"seat", "points", "reason"}, set())],
    "undo": [(set(), {"seat"})],
}


class Reading(PlainReading):
    def __init__(self, header: Plain) -> None:
        self.seats: list[str] = header["seats"]
        self.opened = list(self.seats)
        self.options: Plain = header["options"]
        self.dealer = header["dealer"]
        edition = self.options.get("edition", "sluff-off")
        self.trump, usual = ("blue", BLUE_BOX) if edition == "sluff-off" else ("red", RED_BOX)
        self.box = {**usual, **self.options.get("supply", {})}
        self.colors = [token for token in self.box if token not in ("white", "black")]
        three = len(self.seats) == 3
        six = three and edition != "sluff-off"
        self.planned = self.options.get("rounds", 6 if six else len(self.seats))
        super().__init__()

    def begin(self) -> None:
        self.people = PlainSeats(self.opened, 3, 5, "points")
        self.seats, self.starts = list(self.opened), dict[str, int]()
        self.deals = self.seats.index(self.dealer)
        self.rounds: list[dict[str, int]] = []
        self.irregular: list[Plain] = []
        self.blacks = dict.fromkeys(self.seats, 0)
        self._deal()

    def _deal(self) -> None:
        more = len(self.seats) == 3 and self.trump == "blue"
        self.start_points = self.options.get("sluffer_points", 5 if more else 4)
        none = dict.fromkeys(self.box, 0)
        self.at = {"centre": dict(self.box)} | {seat: dict(none) for seat in self.seats}
        first = self.deals + 1
        self.waiting = [self.seats[(first + i) % len(self.seats)] for i in range(len(self.seats))]
        self.took = False
        self.sluffer: str | None = None
        self.leads = self.waiting[0]
        self.tricks = 0
        self.owed: tuple[str, ...] = ()
        self.told = True  # the colours of the last trick
        self.extra = dict.fromkeys(self.seats, 0)
        self.seen: list[str] = []
        self.lacks: list[tuple[str, str, int]] = []

    @property
    def counts(self) -> bool:
        return bool(self.rounds)

    def _stop(self, raw: Plain) -> str | None:
        rule = super()._stop(raw)
        if rule is None:
            self._deal()
        return rule

    @property
    def phase(self) -> str:
        if self.stopped or len(self.rounds) == self.planned:
            return "over"
        return "prediction" if self.waiting else "turn-in" if self.owed else "trick"

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def compare(self, report: Plain) -> None:
        assert self.report() == report
        assert list(self.at["centre"]) == list(report["holdings"]["centre"])

    def report(self) -> Plain:
        totals = {seat: self._total(seat) for seat in self.seats}
        zeros = {seat: sum(points.get(seat) == 0 for points in self.rounds) for seat in self.seats}
        began = {seat: self.starts[seat] for seat in self.seats if self.starts.get(seat)}
        left = {name: self._total(name) for name in self.people.gone}
        best = [seat for seat in self.seats if self.over and totals[seat] == min(totals.values())]
        how = self.options.get("tie_break", "share")
        if how == "fewest_black":
            best = [seat for seat in best if self.blacks[seat] == min(self.blacks[other] for other in best)]
        elif how == "most_zero_rounds":
            best = [seat for seat in best if zeros[seat] == max(zeros[other] for other in best)]
        return {
            "phase": self.phase,
            "over": self.over,
            "rounds": self.rounds,
            "totals": totals,
            "winners": best,
            "irregularities": self.irregular,
            "holdings": self.at,
            "sluffer": self.sluffer,
            **({"stopped": True} if self.stopped else {}),
            **({"starts": began} if began else {}),
            **({"left": left} if left else {}),
        }

    def _total(self, name: str) -> int:
        return self.starts.get(name, 0) + sum(points.get(name, 0) for points in self.rounds)

    def _coming(self, raw: Plain) -> str | None:
        begun = bool(self.took or self.sluffer or self.tricks or len(self.waiting) < len(self.seats))
        begun = begun or any(any(self.at[seat].values()) for seat in self.seats)
        rule = self.people.refused(raw, begun=begun)
        if rule:
            return rule
        if raw["move"] == "rename":
            old, new = raw["seat"], raw["name"].strip()
            for part in (
                "rounds",
                "irregular",
                "blacks",
                "starts",
                "at",
                "waiting",
                "sluffer",
                "leads",
                "extra",
                "lacks",
            ):
                setattr(self, part, called(getattr(self, part), old, new))
        before, dealer, ruled = self.seats, self.seats[self.deals], self.extra
        if raw["move"] == "join" and not self.people.back(raw):
            self.starts[raw["seat"].strip()] = raw.get("points", max(self._total(seat) for seat in before))
        self.people.enter(raw)
        self.seats = list(self.people.names)
        if raw["move"] != "rename":
            self.deals = self.seats.index(self.people.next_that_stays(dealer, before))
            self.blacks = {**dict.fromkeys(self.seats, 0), **self.blacks}
            self._deal()
            self.extra |= {seat: points for seat, points in ruled.items() if seat in self.seats}
        return None

    def malformed(self, raw: Plain) -> bool:
        given, places = set(raw) - {"move"}, [*self.seats, "centre"]
        fits = any(needed <= given <= needed | more for needed, more in KEYS[raw["move"]])
        if not fits or raw.get("color", "red") not in self.box:
            return True
        if any(raw.get(key, "red") not in self.colors for key in ("led", "won_with")):
            return True
        between = places if raw["move"] == "ruling" else self.seats
        seats = [raw.get(key, self.seats[0]) in self.seats for key in ("seat", "winner", "sluffer")]
        if raw["move"] == "result":
            left = raw["left"]
            return not (every_seat(left, self.seats) and all(map(self._heap, left.values())) and all(seats))
        ends = [raw.get(key, self.seats[0]) in between for key in ("from", "to")]
        points = raw.get("points", 1)
        return not all(seats + ends) or raw.get("count", 1) < 1 or points == 0 or abs(points) > 99

    def _heap(self, value: Any) -> bool:
        return isinstance(value, dict) and set(value) <= set(self.box) and all(whole(n, 0, 30) for n in value.values())

    def _move(self, token: str, source: str, target: str, count: int = 1) -> None:
        self.at[source][token] -= count
        self.at[target][token] += count

    def _not_to_predict(self, raw: Plain) -> str | None:
        if not self.waiting:
            return "not-now"
        return None if raw["seat"] == self.waiting[0] else "prediction-order"

    def _take(self, raw: Plain) -> str | None:
        if rule := self._not_to_predict(raw):
            return rule
        if raw["color"] not in self.colors:
            return "no-white-or-black-in-prediction"
        if not self.at["centre"][raw["color"]]:
            return "take-from-centre"
        self._move(raw["color"], "centre", raw["seat"])
        self.took = True
        return None

    def _steal(self, raw: Plain) -> str | None:
        if rule := self._not_to_predict(raw):
            return rule
        color, holder = raw["color"], raw["from"]
        if color not in self.colors:
            return "no-white-or-black-in-prediction"
        if self.at["centre"][color]:
            return "steal-only-when-centre-empty"
        if holder == raw["seat"] or not self.at[holder][color]:
            return "steal-needs-holder"
        if self.at["centre"]["white"]:
            self._move("white", "centre", holder)
        elif not self.options.get("steal_unpaid", False):
            return "no-white-left"
        self._move(color, holder, raw["seat"])
        self.took = True
        return None

    def _sluffer(self, raw: Plain) -> str | None:
        if rule := self._not_to_predict(raw):
            return rule
        if self.sluffer:
            return "one-sluffer"
        if self.took or any(self.at[raw["seat"]].values()):
            return "sluffer-instead-of-tokens"
        self.sluffer = raw["seat"]
        return self._done(raw)

    def _done(self, raw: Plain) -> str | None:
        rule = self._not_to_predict(raw)
        if rule is None:
            self.waiting.pop(0)
            self.took = False
        return rule

    def _trick(self, raw: Plain) -> str | None:
        if self.waiting:
            return "not-now"
        if self.owed:
            return "turn-in-before-next-trick"
        if "cards" in raw:
            return self._by_cards(raw)
        if "led" not in raw:
            self._untold(raw["winner"])
            return None
        if raw["won_with"] not in (raw["led"], self.trump):
            return "winning-color"
        self._won(raw["winner"], raw["led"], raw["won_with"])
        return None

    def _by_cards(self, raw: Plain) -> str | None:
        cards, highest = raw["cards"], {3: 9, 4: 12, 5: 15}[len(self.seats)]
        deck = {f"{color} {rank}": rank for color in self.colors for rank in range(1, highest + 1)}
        if len(cards) != len(self.seats):
            return "one-card-each"
        if set(cards) - set(deck):
            return "card-in-deck"
        if len(set(cards)) < len(cards) or set(cards) & set(self.seen):
            return "card-played-once"
        first = self.seats.index(self.leads)
        players = [self.seats[(first + i) % len(self.seats)] for i in range(len(self.seats))]
        suits = [card.split()[0] for card in cards]
        strong = self.trump if self.trump in suits else suits[0]
        best = max((card for card in cards if card.split()[0] == strong), key=lambda card: deck[card])
        shown = {"winner": players[cards.index(best)], "led": suits[0], "won_with": strong}
        if any(raw.get(key, value) != value for key, value in shown.items()):
            return "result-matches-cards"
        self.seen += cards
        number = self.tricks + 1
        for seat, suit in zip(players, suits, strict=True):
            for lack in [lack for lack in self.lacks if lack[:2] == (seat, suit)]:
                self.lacks.remove(lack)
                found = {"kind": "revoke", "seat": seat, "round": len(self.rounds) + 1}
                self.irregular.append({**found, "trick": lack[2], "shown_in": number})
            free = suit == self.trump and self.options.get("trump_any_time", False)
            if suit != suits[0] and not free and not any(lack[:2] == (seat, suits[0]) for lack in self.lacks):
                self.lacks.append((seat, suits[0], number))
        self._won(winner=shown["winner"], led=suits[0], won=strong)
        return None

    def _won(self, winner: str, led: str, won: str) -> None:
        self.tricks += 1
        self.leads, self.told = winner, True
        match = tuple(color for color in {led, won} if self.at[winner][color])
        if winner != self.sluffer:
            white = self.at[winner]["white"] and (not match or self.options.get("white_with_match", True))
            self.owed = (*match, "white") if white else match
            if not self.owed and self.at["centre"]["black"]:
                self._move("black", "centre", winner)
        self._end_of_trick()

    def _untold(self, winner: str) -> None:
        self.tricks += 1
        self.leads, self.told = winner, False
        if winner != self.sluffer:
            self.owed = tuple(token for token in (*self.colors, "white") if self.at[winner][token])
            if not self.owed and self.at["centre"]["black"]:
                self._move("black", "centre", winner)
        self._end_of_trick()

    def _take_black(self, raw: Plain) -> str | None:
        if not self.owed:
            return "not-now"
        if raw["seat"] != self.leads:
            return "turn-in-by-winner"
        if self.told or "white" in self.owed:
            return "turn-in-is-owed"
        if self.at["centre"]["black"]:
            self._move("black", "centre", self.leads)
        self.owed = ()
        self._end_of_trick()
        return None

    def _result(self, raw: Plain) -> str | None:
        left = {seat: dict.fromkeys(self.box, 0) | lies for seat, lies in raw["left"].items()}
        named = raw.get("sluffer", self.sluffer)
        if self.sluffer and named != self.sluffer:
            return "one-sluffer"
        if named and any(left[named].values()):
            return "sluffer-instead-of-tokens"
        if any(sum(lies[token] for lies in left.values()) > there for token, there in self.box.items()):
            return "result"
        self.sluffer = named
        self.at |= left
        self._score()
        return None

    def _turn_in(self, raw: Plain) -> str | None:
        if not self.owed:
            return "not-now"
        if raw["seat"] != self.leads:
            return "turn-in-by-winner"
        if raw["color"] not in self.owed:
            held = self.at[self.leads][raw["color"]]
            return "white-with-match" if held and raw["color"] == "white" else "turn-in-fits-trick"
        self._move(raw["color"], self.leads, "centre")
        self.owed = ()
        self._end_of_trick()
        return None

    def _miss_turn_in(self, raw: Plain) -> str | None:
        if not self.owed:
            return "not-now"
        if raw["seat"] != self.leads:
            return "turn-in-by-winner"
        self.owed = ()
        self._end_of_trick()
        return None

    def _ruling(self, raw: Plain) -> str | None:
        if self.owed:
            return "not-now"
        if "points" in raw:
            self.extra[raw["seat"]] += raw["points"]
            return None
        color, count, source, target = raw["color"], raw["count"], raw["from"], raw["to"]
        if source == target or target == self.sluffer or self.at[source][color] < count:
            return "table-ruling"
        self._move(color, source, target, count)
        return None

    def _end_of_trick(self) -> None:
        if self.tricks == 15 and not self.owed:
            self._score()

    def _score(self) -> None:
        points = {}
        for seat in self.seats:
            held = self.at[seat]
            self.blacks[seat] += held["black"]
            own = sum({"white": 4, "black": 3}.get(token, 2) * count for token, count in held.items())
            if seat == self.sluffer:
                own = max(0, self.start_points - sum(self.at[other]["black"] for other in self.seats if other != seat))
            points[seat] = max(0, own + self.extra[seat])
        self.rounds.append(points)
        self.deals = (self.deals + 1) % len(self.seats)
        self._deal()
