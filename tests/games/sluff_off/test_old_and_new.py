"""Random games of Sluff Off!, played by the room and by the one before it: whatever anybody is told is the same."""

from __future__ import annotations

import os
from itertools import zip_longest
from random import Random
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.game import Book
from companion.games.ruling import Rejected, Supposed
from companion.games.screen import screen_of
from companion.games.sluff_off.edition import EDITIONS
from companion.games.sluff_off.game import SluffOff
from companion.games.transcript import read_header
from tests.old_rooms.sluff_off import SluffOff as OldSluffOff

Plain = dict[str, Any]
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "red", "white")
SEEDS = range(int(os.environ.get("SEEDS_FROM", "0")), int(os.environ.get("SEEDS_TO", "6")))


def told(value: Any) -> Any:
    """A value as people or programs are told it; rules by their ids and sentences."""
    if isinstance(value, Rejected):
        return value.rule.id, str(value.because), str(value.rule.says)
    return None if value is None else str(value)


class Pair:
    """The two books of one table."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        seats = chance.sample(NAMES, chance.randrange(3, 6))
        edition = chance.choice(list(EDITIONS))
        options: Plain = {"edition": edition}
        optional = {
            "supply": {token: chance.randrange(4) for token in chance.sample(EDITIONS[edition].order, 3)},
            "rounds": chance.randrange(1, 4),
            "sluffer_points": chance.randrange(7),
            "white_with_match": chance.random() < 0.5,
            "steal_unpaid": chance.random() < 0.5,
            "trump_any_time": chance.random() < 0.5,
            "tie_break": chance.choice(["share", "fewest_black", "most_zero_rounds"]),
        }
        options |= {key: value for key, value in optional.items() if chance.random() < 0.4}
        head = {
            "transcript": 1,
            "game": "sluff-off",
            "seats": seats,
            "dealer": chance.choice(seats),
            "options": options,
        }
        self.header = read_header(head)
        self.log: list[Any] = [head]
        self.old = Book.open(OldSluffOff().at(self.header), self.header)
        self.new = Book.open(SluffOff().at(self.header), self.header)
        self.keys: dict[Any, Any] = {}

    def same(self, old: Any, new: Any, what: str, *more: Any) -> None:
        assert old == new, (what, more, self.log)

    def move(self) -> Plain:
        chance, state, seats = self.chance, self.new.state, list(self.new.seats)
        roll = chance.random()
        if roll < 0.62:
            legal = [one.move.plain() for one in self.new.game.choices(state, None) if one.legal]
            if state.phase == "trick" and chance.random() < 0.4:
                left = [name for name in state.deck if name not in state.round.played]
                if len(left) >= len(seats):
                    return {"move": "trick", "cards": chance.sample(left, len(seats))}
            if state.phase == "prediction" and chance.random() < 0.3:
                return {"move": "done", "seat": state.predictor}
            return dict(chance.choice(legal)) if legal else {"move": "undo"}
        if roll < 0.7:
            inner = self.anything()
            if inner["move"] != "undo" and "stands" not in inner:
                return {"move": "ruling", "stands": inner, "reason": "so it was"}
        if roll < 0.75:
            return self.change()
        return self.anything()

    def change(self) -> Plain:
        chance, seats = self.chance, list(self.new.seats)
        kind = chance.choice(["join", "leave", "rename", "reseat"])
        if kind == "join":
            move = {"move": "join", "seat": chance.choice(NAMES)}
            return (
                move
                | ({"after": chance.choice(seats)} if chance.random() < 0.5 else {})
                | ({"points": chance.randrange(9)} if chance.random() < 0.5 else {})
            )
        if kind == "leave":
            return {"move": "leave", "seat": chance.choice(seats)}
        if kind == "rename":
            return {"move": "rename", "seat": chance.choice(seats), "name": chance.choice([*NAMES, "Ina", "Otto"])}
        return {"move": "reseat", "seats": chance.sample(seats, len(seats))}

    def anything(self) -> Plain:
        chance, state, seats = self.chance, self.new.state, list(self.new.seats)
        kind = chance.choice(
            [
                "take",
                "steal",
                "sluffer",
                "done",
                "turn_in",
                "miss_turn_in",
                "trick",
                "cards",
                "tokens",
                "points",
                "undo",
            ]
        )
        edition = state.edition
        # mostly of somebody whose move it is not
        seat = chance.choice([*seats, state.predictor, state.leader])
        token, color = chance.choice(edition.order), chance.choice(edition.colors)
        match kind:
            case "undo":
                return {"move": "undo"}
            case "take" | "turn_in":
                return {"move": kind, "seat": seat, "color": token}
            case "steal":
                return {"move": kind, "seat": seat, "color": token, "from": chance.choice(seats)}
            case "trick":
                won = chance.choice([color, edition.trump, chance.choice(edition.colors)])
                return {"move": "trick", "winner": seat, "led": color, "won_with": won}
            case "cards":
                deck = [*state.deck, "red 99", "x"]
                cards = [chance.choice(deck) for _ in range(len(seats) + chance.choice([0, 0, 0, 0, -1, 1]))]
                if chance.random() < 0.5:
                    cards = chance.sample(sorted(state.deck), len(seats))
                move = {"move": "trick", "cards": cards}
                if chance.random() < 0.4:
                    move |= {"winner": seat}
                if chance.random() < 0.4:
                    move |= {"led": color}
                if chance.random() < 0.4:
                    move |= {"won_with": chance.choice([color, edition.trump])}
                return move
            case "tokens":
                places = [*seats, "centre"]
                source, target = chance.choice(places), chance.choice(places)
                return {
                    "move": "ruling", "color": token, "count": chance.randrange(1, 4), "from": source, "to": target,
                    "reason": "r",
                }  # fmt: skip
            case "points":
                return {"move": "ruling", "seat": seat, "points": chance.choice([-3, -1, 1, 5]), "reason": "r"}
        return {"move": kind, "seat": seat}

    def step(self) -> bool:
        """Make one move; True if it stands."""
        raw = self.move()
        self.log.append(raw)
        old, new = self.old, self.new
        was, now = old.play(raw), new.play(raw)
        self.same(
            told(was) if isinstance(was, Rejected) else "ok", told(now) if isinstance(now, Rejected) else "ok", "ruling"
        )
        self.asked(raw)
        if isinstance(was, Rejected) or isinstance(now, Rejected):
            return False
        self.old, self.new = was.state, now.state
        return True

    def asked(self, raw: Plain) -> None:
        """What is said of a move, whether or not it stands."""
        old, new = self.old, self.new
        was: Any = old.game.parse(raw, old.seats)
        now: Any = new.game.parse(raw, new.seats)
        if isinstance(was, Rejected) or isinstance(now, Rejected):
            self.same(told(was), told(now), "parsed")
            was = now = None
        if raw["move"] != "undo" and was is not None:
            self.same(was.plain(), now.plain(), "plain")
            self.same(list(was.plain()), list(now.plain()), "order of keys")
            for one in ("label", "describe", "slip"):
                self.same(told(getattr(old.game, one)(was)), told(getattr(new.game, one)(now)), one)
            self.same(told(old.game.describe(was, old.state)), told(new.game.describe(now, new.state)), "told")
            self.same(
                old.game.report(old.game.after(old.state, was)).plain(),
                new.game.report(new.game.after(new.state, now)).plain(),
                "applied",
            )
            if "stands" not in raw:
                self.supposed(was, now)
                if not isinstance(old.play(raw), Rejected):
                    self.same(
                        [(told(c.text), c.rule.id, c.refuted_by) for c in old.game.conditions(old, was)],
                        [(told(c.text), c.rule.id, c.refuted_by) for c in new.game.conditions(new, now)],
                        "conditions",
                    )
        if raw["move"] != "undo":
            instead = [one.plain() for one in old.game.instead(old.state, was)]
            self.same(instead, [one.plain() for one in new.game.instead(new.state, now)], "instead")

    def supposed(self, was: Any, now: Any) -> None:
        old, new = self.old, self.new
        edition = new.state.edition
        facts: list[Plain] = [{}, {"led": edition.trump}]
        led = self.chance.choice(edition.colors)
        facts += [{"led": led}, {"led": led, "won_with": self.chance.choice([led, edition.trump, edition.colors[0]])}]
        for fact in facts if was.kind() == "turn_in" else facts[:1]:
            one, other = old.game.suppose(old.state, was, fact), new.game.suppose(new.state, now, fact)
            if isinstance(one, Supposed) and isinstance(other, Supposed):
                self.same(
                    (told(one.when), [(told(c.text), c.rule.id, c.refuted_by) for c in one.conditions]),
                    (told(other.when), [(told(c.text), c.rule.id, c.refuted_by) for c in other.conditions]),
                    "supposed", fact,
                )  # fmt: skip
                for ruling, ruled in [(old.game.rule_on(one.state, was), new.game.rule_on(other.state, now))]:
                    self.same(
                        told(ruling) if isinstance(ruling, Rejected) else old.game.report(ruling.state).holdings,
                        told(ruled) if isinstance(ruled, Rejected) else new.game.report(ruled.state).holdings,
                        "supposed ruling", fact,
                    )  # fmt: skip
                self.same(
                    told(old.game.describe(was, one.state)), told(new.game.describe(now, other.state)), "supposed told"
                )
            else:
                self.same(told(one), told(other), "supposed", fact)

    def tables(self) -> None:
        """What stands."""
        old, new, chance = self.old, self.new, self.chance
        report, other = old.report().plain(), new.report().plain()
        self.same(report, other, "report")
        # who has left is told in another order
        self.same(
            [list(one) for one in (report["totals"], report["holdings"])],
            [list(one) for one in (other["totals"], other["holdings"])],
            "order",
        )
        self.same(list(old.lines()), list(new.lines()), "lines")
        # there are many in a trick
        for seat in (None, chance.choice(new.seats)) if new.state.phase != "trick" or chance.random() < 0.1 else ():
            was, now = old.game.choices(old.state, seat), new.game.choices(new.state, seat)
            self.same(
                [(c.move.plain(), told(c.rejected)) for c in was],
                [(c.move.plain(), told(c.rejected)) for c in now],
                "choices",
            )
        for one in ("moment", "next_dealer"):
            self.same(told(getattr(old.game, one)(old.state)), told(getattr(new.game, one)(new.state)), one)
        self.same(old.game.cards(old.state), new.game.cards(new.state), "cards")
        self.same(old.game.order(old.state), new.game.order(new.state), "order")
        sheet, mine = old.game.sheet(old.state), new.game.sheet(new.state)

        def points(row: Any) -> Any:
            return {seat: (str(own.text), own.total) for seat, own in row.items()}

        self.same(
            (sheet.number, sheet.planned, points(sheet.running), [*map(points, sheet.finished)]),
            (
                mine.number,
                mine.planned,
                points(mine.running),
                [*map(points, mine.finished)],
            ),
            "sheet",
        )
        key, own = old.game.memo_key(old.state), new.game.memo_key(new.state)
        self.same(self.keys.setdefault(("old", key, old.seats), own), own, "memo key")
        self.same(self.keys.setdefault(("new", own), key), key, "memo key")
        self.same(
            [str(old.game.irregularity(one)) for one in report["irregularities"]],
            [str(new.game.irregularity(one)) for one in other["irregularities"]],
            "irregularities",
        )

    def counted(self) -> None:
        """The book is set to what lies there."""
        old, new, chance = self.old, self.new, self.chance
        counts = {place: dict(pile) for place, pile in new.state.holdings().items()}
        for _ in range(chance.randrange(1, 6)):
            token, source, target = chance.choice(new.state.edition.order), *chance.choices(list(counts), k=2)
            if counts[source][token]:
                counts[source][token] -= 1
                counts[target][token] += chance.choice([1] * 9 + [0])
        self.same(
            told(old.game.rulings_for(old.state, counts)), told(new.game.rulings_for(new.state, counts)), "rulings"
        )
        was, now = (
            game.correction(state, counts, "r") for game, state in ((old.game, old.state), (new.game, new.state))
        )
        self.same(
            told(was) if isinstance(was, Rejected) else [one.plain() for one in was],
            told(now) if isinstance(now, Rejected) else [one.plain() for one in now],
            "correction",
        )

    def screens(self) -> None:
        """What phones find."""
        old, new, chance = self.old, self.new, self.chance
        edition, state = new.state.edition, new.state
        for seat in (None, *new.seats):
            keeper = chance.random() < 0.4
            draft: dict[str, Any] = {}
            if chance.random() < 0.8:
                draft = chance.choice([
                    {"winner": chance.choice(new.seats)},
                    {"winner": seat or "", "pays": chance.choice([*edition.order, "later"])},
                    {"pays": chance.choice([*edition.order, "later"])},
                    {"winner": chance.choice(new.seats), "pays": chance.choice([*edition.order, "later"]),
                     "won_with": edition.trump},
                    {"winner": chance.choice(new.seats), "won_with": edition.trump},
                    {"by": "cards", "card": chance.sample(sorted(state.deck), chance.randrange(len(new.seats) + 1)),
                     "suit": f"{chance.randrange(3)} red"},
                    {"by": "cards", "card": chance.sample(sorted(state.deck), len(new.seats))},
                    {"from": chance.choice(edition.order)}, {"end": "ask"},
                ])  # fmt: skip
            elsewhere = frozenset(chance.sample(new.seats, chance.randrange(3)))
            fields: MultiDict[str, str] = MultiDict(draft)
            was = screen_of(old, seat, keeper, fields, elsewhere)
            now = screen_of(new, seat, keeper, fields, elsewhere)
            self.screen(was, now, (seat, keeper, draft, elsewhere))

    def screen(self, was: Any, now: Any, ctx: Any) -> None:
        def shown(screen: Any) -> dict[Any, Any]:
            def act(one: Any) -> Any:
                return one if one is None else (one.moves, told(one.rejected))

            view = screen.view
            found: dict[Any, Any] = {"fields": screen.draft.fields(), "lasting": screen.draft.lasting.fields()}
            for one in (
                "phase", "over", "winners", "seat", "mine", "your_turn", "next_up", "left_to_them", "waiting_for",
                "to_come", "order", "next_card_by", "suits", "suit_of_next", "faces", "laid", "colors", "turn",
                "may_settle", "nothing_fits", "may_be_trumped", "ruling_open", "plays",
            ):  # fmt: skip
                if one in ("nothing_fits", "may_be_trumped") and not (view.phase == "trick" and screen.draft.winner):
                    continue
                if one in ("next_card_by", "suit_of_next") and len(screen.draft.cards) > len(screen.order):
                    continue
                found[one] = getattr(screen, one)
            for one in (
                "phase",
                "round",
                "rounds",
                "trick",
                "tricks",
                "centre",
                "sluffer",
                "awaited",
                "leader",
                "predicted",
                "lying",
            ):
                found["view." + one] = getattr(view, one)
            fields = ("name", "awaited", "won", "total", "deals", "leads", "tokens", "sluffer")
            found["seats"] = [[getattr(seat, one) for one in fields] for seat in view.seats]
            found["track"] = [(one.number, one.winner, one.cards, one.led, one.won_with) for one in view.track]
            found["places"] = [(one.place, one.name, told(one.says), one.total) for one in screen.places]
            found["scored"] = [(one.place, one.name, one.before, one.total) for one in screen.scored]
            found["meanwhile"] = [
                (told(one.about), [(name, told(n)) for name, n in one.seats]) for one in screen.meanwhile
            ]
            found["found"] = [str(one) for one in screen.found]
            found["findings"] = [
                (one.seat, one.rule, told(one.text), told(one.reason), one.after.accepted, one.remedy,
                 one.missed and one.missed.cards, one.shown and one.shown.cards)
                for one in screen.findings
            ]  # fmt: skip
            found["actions"] = {name: act(one) for name, one in screen.actions.items()}
            found["asked_from"] = [act(one) for one in screen.asked_from]
            found["holders"] = {color: [act(one) for one in screen.holders(color)] for color in view.centre}
            found["claimants"] = [(number, seat.name) for number, seat in screen.claimants]
            found["own_returns"] = [(color, act(one)) for color, one in screen.own_returns[:4]]
            found["returns"] = [(color, act(one)) for color, one in screen.returns]
            if view.phase == "trick" and screen.draft.winner:
                found["asks_led"] = screen.asks_led
                found["leads"] = [(lead, act(one)) for lead, one in screen.leads.items()]
                found["outcome"] = told(screen.outcome)
            if view.phase == "trick" and screen.draft.by_cards:
                found["taken"] = told(screen.taken)
                found["outcome"] = told(screen.outcome)
                found["pay_offs"] = [act(one) for one in screen.pay_offs]
                found["record"] = act(screen.record)
            for seat in view.seats:
                wide = sum(max(48, 39 + 16 * (min(count, 4) - 1)) for count in seat.tokens.values() if count)
                found["steals", seat.name] = wide <= 196 and [
                    (color, act(one)) for color, one in screen.steals(seat.name)
                ]
            return found

        old, new = shown(was), shown(now)
        for (key, one), (_, other) in zip_longest(old.items(), new.items()):
            self.same(one, other, key, ctx)

    def end(self) -> None:
        old, new = self.old, self.new
        self.same(
            {seat: dict(one) for seat, one in old.game.tally(old).items()},
            {seat: dict(one) for seat, one in new.game.tally(new).items()},
            "tally",
        )

        def steps(found: Any) -> Any:
            return [(str(one.about), [*map(str, one.says)], dict(one.lies)) for one in found]

        self.same(steps(old.game.set_up(self.header)), steps(new.game.set_up(self.header)), "set up")


@pytest.mark.parametrize("seed", SEEDS)
def test_old_and_new(seed: int) -> None:
    chance = Random(seed)
    pair = Pair(chance)
    looks = float(os.environ.get("LOOKS", "0.2"))
    pair.tables()
    for _ in range(chance.choice([20, 60, 150])):
        pair.step()
        pair.tables()
        if chance.random() < looks:
            pair.screens()
        if chance.random() < 0.1:
            pair.counted()
    pair.end()
