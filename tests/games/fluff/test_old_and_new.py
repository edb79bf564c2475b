"""Random games through the room as it was and through this one: whatever people and programs are told is the same."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.games.game import AnyGame, Book
from companion.games.move import Move
from companion.games.ruling import Rejected, Supposed
from companion.games.screen import Action, screen_of
from companion.games.transcript import read_header
from tests.games.fluff.sitting import NAMES, Fields, Plain
from tests.old_rooms.fluff import Fluff as OldFluff

OLD: AnyGame = OldFluff()
NEW: AnyGame = GAMES["fluff"]
OTHERS = ("New", "Neu", "Ina", "Otto", "wild", "3", "centre", "Ann ")
SEEDS = range(int(os.environ.get("FIRST_SEED", "0")), int(os.environ.get("LAST_SEED", "6")))
GAMES_A_SEED = int(os.environ.get("GAMES_A_SEED", "4"))


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_anybody_is_told_has_changed(seed: int) -> None:
    chance = Random(seed)
    moves = sum(play_one(chance) for _ in range(GAMES_A_SEED))
    assert moves > 10 * GAMES_A_SEED


def play_one(chance: Random) -> int:
    sets = chance.choice([1, 1, 2, 3])
    names = chance.sample(NAMES, chance.randrange(2, min(4 * sets, 9) + 1))
    options: Plain = {"sets": sets, "sloppy": chance.random() < 0.5}
    header = read_header({"transcript": 1, "game": "fluff", "seats": names, "options": options})
    game = Pair(Book.open(OLD, header), Book.open(NEW, header), chance, [dict(header.plain)])
    game.same([str(OLD.set_up(header))], [str(NEW.set_up(header))], "set-up")
    steps = chance.randrange(20, 90)
    for _ in range(steps):
        game.step()
    game.same(plainly(OLD.tally(game.old)), plainly(NEW.tally(game.new)), "tally")
    game.same(OLD.first_player(game.old), NEW.first_player(game.new), "first player")
    game.same(list(game.old.lines()), list(game.new.lines()), "transcript")
    return steps


class Pair:
    """One game in both rooms."""

    def __init__(self, old: Book, new: Book, chance: Random, log: list[Plain]) -> None:
        self.old, self.new, self.chance, self.log = old, new, chance, log
        self.keys: dict[Any, Any] = {}
        self.seats_changed = False

    def same(self, old: object, new: object, what: str) -> None:
        assert old == new, (what, self.log)

    def step(self) -> None:
        plain = self.move()
        self.log.append(plain)
        old, new = self.old.play(plain), self.new.play(plain)
        self.same(rejection(old), rejection(new), "ruling")
        read = OLD.parse(plain, self.old.seats), NEW.parse(plain, self.new.seats)
        self.same(rejection(read[0]), rejection(read[1]), "parsed")
        if isinstance(read[0], Move) and isinstance(read[1], Move):
            self.told(read[0], read[1])
        if isinstance(old, Rejected):
            asked = [None if isinstance(move, Rejected) else move for move in read]
            found = OLD.instead(self.old.state, asked[0]), NEW.instead(self.new.state, asked[1])
            self.same([m.plain() for m in found[0]], [m.plain() for m in found[1]], "instead")
        elif not isinstance(new, Rejected):
            self.old, self.new = old.state, new.state
            self.seats_changed |= self.new.people.changed
        self.stands()
        if self.chance.random() < 0.4:
            self.screens(self.chance.choice([None, *self.old.seats]), keeper=self.chance.random() < 0.5)

    def told(self, old: Move, new: Move) -> None:
        states = self.old.state, self.new.state
        self.same(old.plain(), new.plain(), "plain")
        if old.plain().get("move") == "undo":
            return
        self.same(str(OLD.label(old)), str(NEW.label(new)), "label")
        self.same(str(OLD.describe(old)), str(NEW.describe(new)), "sentence")
        self.same(str(OLD.describe(old, states[0])), str(NEW.describe(new, states[1])), "told")
        self.same(view(OLD.after(states[0], old)), view(NEW.after(states[1], new)), "after")
        if "stands" in old.plain():
            return
        found = OLD.suppose(states[0], old, {}), NEW.suppose(states[1], new, {})
        if isinstance(found[0], Supposed) and isinstance(found[1], Supposed):
            self.same(
                (str(found[0].when), conditions(found[0]), view(found[0].state)),
                (str(found[1].when), conditions(found[1]), view(found[1].state)),
                "supposed",
            )
            ruled = OLD.rule_on(found[0].state, old), NEW.rule_on(found[1].state, new)
            self.same(rejection(ruled[0]), rejection(ruled[1]), "ruling there")
            there = OLD.instead(found[0].state, old), NEW.instead(found[1].state, new)
            self.same([m.plain() for m in there[0]], [m.plain() for m in there[1]], "instead there")
        else:
            self.same(found[0], found[1], "supposed")

    def stands(self) -> None:
        old, new = self.old.state, self.new.state
        self.same(view(old), view(new), "state")
        self.same(self.old.report().plain(), self.new.report().plain(), "report")
        self.same(str(OLD.moment(old)), str(NEW.moment(new)), "moment")
        self.same(OLD.sheet(old), NEW.sheet(new), "sheet")
        self.same(OLD.next_dealer(old), NEW.next_dealer(new), "next dealer")
        self.same(OLD.order(old), NEW.order(new), "order")
        self.same(self.old.seats, self.new.seats, "seats")
        self.same(self.old.people, self.new.people, "people")
        for seat in (None, self.chance.choice(self.old.seats)):
            found = OLD.choices(old, seat), NEW.choices(new, seat)
            old_choices, new_choices = (
                [(choice.move.plain(), rejection(choice.rejected)) for choice in choices] for choices in found
            )
            self.same(old_choices, new_choices, "choices")
        none = OLD.instead(old, None), NEW.instead(new, None)
        self.same([m.plain() for m in none[0]], [m.plain() for m in none[1]], "instead of nothing")
        key = NEW.memo_key(new)
        if not self.seats_changed:
            assert self.keys.setdefault(key, OLD.memo_key(old)) == OLD.memo_key(old), self.log
            assert len(set(self.keys.values())) == len(self.keys), self.log
        if self.chance.random() < 0.2:
            wanted = {seat: {"": self.chance.randrange(0, 7)} for seat in self.old.seats if self.chance.random() < 0.7}
            rulings = OLD.rulings_for(old, wanted), NEW.rulings_for(new, wanted)
            plains: list[Any] = [rejection(r) if isinstance(r, Rejected) else list(r) for r in rulings]
            self.same(plains[0], plains[1], "rulings for")
            mends = OLD.correction(old, wanted, "why"), NEW.correction(new, wanted, "why")
            plains = [rejection(r) if isinstance(r, Rejected) else [m.plain() for m in r] for r in mends]
            self.same(plains[0], plains[1], "mends")

    def screens(self, seat: str | None, *, keeper: bool) -> None:
        entered = self.draft(seat)
        away = frozenset(self.chance.sample(self.old.seats, self.chance.choice([0, 0, 1])))
        screens = [screen_of(b, seat, keeper, Fields(entered), away) for b in (self.old, self.new)]
        told = [seen(one) for one in screens]
        assert told[0].keys() == told[1].keys()
        for part in told[0]:
            self.same(told[0][part], told[1][part], f"{part} for {seat} {keeper} {entered}")
        acts = [type(one).act(one.state, Fields(entered)) for one in screens]
        self.same(acts[0], acts[1], "act")

    def draft(self, seat: str | None) -> str:
        chance, state = self.chance, self.new.state
        name = chance.choice([*self.old.seats, seat or ""])
        due, held = len(state.due), state.dice[name] if name else 1
        some = chance.choice(
            [
                "",
                f"quantity={chance.choice([1, 3, 5, 6, 12, 17, 10**6])}&value={chance.randrange(1, 8)}",
                f"seat={name}&die={chance.choice('234567')}&die=wild&by=dice",
                f"seat={name}&by=dice&{'&'.join(f'die={chance.randrange(2, 7)}' for _ in range(held))}",
                f"seat={name}&die=2&die=3&by=dice&back=1",
                f"seat={name}&{'&'.join('wilds=' + chance.choice(['', '0', '1', '5']) for _ in range(due))}",
                f"seat={name}&{'&'.join('wilds=' + chance.choice(['', '0', '1', '2']) for _ in range(due + 1))}",
                f"seat={name}&{'&'.join(f'wilds={chance.randrange(4)}' for _ in range(due))}",
                "call=other",
                "spill=dice",
                f"spill=dice&spiller={name}&by=dice",
            ]
        )
        return str(some)

    def move(self) -> Plain:
        chance, state = self.chance, self.new.state
        legal = [choice.move.plain() for choice in NEW.choices(state, None) if choice.legal]
        kept = [move for move in legal if move["move"] != "spill"]
        calls = [move for move in legal if move["move"] in ("call", "show")]
        if chance.random() < 0.66 and legal:
            return dict(chance.choice(calls if calls and chance.random() < 0.5 else kept or legal))
        return self.any_move()

    def any_move(self) -> Plain:  # noqa: C901 - a kind of move after the other
        chance, state, seats = self.chance, self.new.state, list(self.new.seats)
        seat = chance.choice([*seats, state.turn or seats[0]] if chance.random() < 0.97 else ["Nobody"])
        kinds = ["first_roll"] * 2 + ["bid"] * 4 + ["call"] * 2 + ["show"] * 3 + ["spill", "ruling", "undo"]
        kind = chance.choice([*kinds, "ruling", "join", "leave", "rename", "reseat", "stands", "stands", "stands"])
        if kind == "first_roll":
            rolls = state.due if chance.random() < 0.6 else chance.sample(seats, chance.randrange(0, len(seats) + 1))
            most = chance.choice([1, 2, 5, 7])
            return {"move": kind, "wilds": {name: chance.randrange(0, most + 1) for name in rolls}}
        if kind == "bid":
            standing = state.bid
            near = standing.quantity + chance.randrange(-1, 2) if standing else 1
            quantity = chance.choice([near, near, 0, 1, 3, 10**6, -1])
            return {"move": kind, "seat": seat, "quantity": quantity, "value": chance.choice([2, 3, 4, 5, 6, 6, 1, 7])}
        if kind == "call":
            return {"move": kind, "seat": seat}
        if kind == "show":
            held = state.dice.get(seat, 1)
            if chance.random() < 0.5:
                return {"move": kind, "seat": seat, "matching": chance.choice([0, held, held + 1, held + 3])}
            dice = chance.choice([held, held, held, held + 1, max(0, held - 1)])
            return {"move": kind, "seat": seat, "dice": [chance.choice([2, 3, 4, 5, 6, "wild"]) for _ in range(dice)]}
        if kind == "spill":
            return {"move": kind, "seat": seat, "count": chance.choice([1, 1, 2, 4, 5, 6])}
        if kind == "ruling":
            return {"move": kind, "seat": seat, "dice": chance.choice([-5, -4, -3, -1, 1, 2, 4, 5]), "reason": "so"}
        if kind == "join":
            more = {"after": chance.choice(seats)} if chance.random() < 0.5 else {}
            dice = {"dice": chance.choice([1, 3, 5, 6])} if chance.random() < 0.4 else {}
            return {"move": kind, "seat": chance.choice([*NAMES, *OTHERS]), **more, **dice}
        if kind == "leave":
            return {"move": kind, "seat": seat}
        if kind == "rename":
            return {"move": kind, "seat": seat, "name": chance.choice([*NAMES, *OTHERS])}
        if kind == "reseat":
            return {"move": kind, "seats": chance.sample(seats, len(seats))}
        if kind == "stands":
            inner = self.any_move()
            if inner["move"] == "undo" or "stands" in inner:
                return inner
            return {"move": "ruling", "stands": inner, "reason": "it was so"}
        return {"move": "undo"}


def rejection(ruling: object) -> tuple[str, str] | None:
    return (ruling.rule.id, str(ruling.because)) if isinstance(ruling, Rejected) else None


def conditions(supposed: Supposed[Any]) -> list[tuple[str, str]]:
    return [(str(one.text), one.rule.id) for one in supposed.conditions]


def plainly(tallied: Any) -> Plain:
    return {name: dict(counts) for name, counts in tallied.items()}


def view(state: Any) -> Plain:
    """All of a state of either room, with seats by name."""
    old = hasattr(state, "setup")
    names: Any = state.setup.seats if old else {name: name for name in state.people.seats}
    bid, call, ended = state.bid, state.call, state.settled

    def made(one: Any) -> Any:
        return one and (names[one.seat], one.quantity, one.value)

    return {
        "dice": dict(zip(names, state.dice, strict=True)) if old else dict(state.dice),
        "order": list(names),
        "options": state.setup.options.model_dump() if old else state.options.model_dump(),
        "phase": state.phase,
        "round": state.round,
        "tied": [names[seat] for seat in state.tied],
        "rolled": {names[seat]: n for seat, n in (state.rolled if old else state.rolled.items())},
        "turn": None if state.turn is None else names[state.turn],
        "bid": made(bid),
        "bids": [made(one) for one in state.bids[-4:]] if not old or bid is None or bid.raised else [made(bid)],
        "call": call and (names[call.seat], call.in_turn),
        "shown": [(names[one.seat], one.held, one.count, one.dice) for one in state.shown],
        "out": [names[seat] for seat in state.out],
        "settled": ended
        and (made(ended.bid), names[ended.call.seat], ended.call.in_turn, ended.count, names[ended.loser], ended.lost),
        "due": [names[seat] for seat in state.due],
        "unshown": [names[seat] for seat in state.unshown],
        "playing": [names[seat] for seat in state.playing],
    }


def tap(action: Action | None) -> Any:
    return action and (action.moves, action.legal, rejection(action.rejected))


def seen(screen: Any) -> Plain:
    """All that the templates read of a screen."""
    draft, state = screen.prefilled, screen.state
    showing = state.phase == "show" and draft.seat is not None
    bidding = state.phase == "bid"
    return {
        "read": screen.draft.fields(),
        "prefilled": draft.fields(),
        "lasting": draft.lasting.fields(),
        "seats": [repr(one) for one in screen.seats],
        "places": [(one.place, one.name, str(one.says)) for one in screen.places],
        "awaited": screen.awaited and screen.awaited.name,
        "waiting": (screen.waiting_for, screen.to_come, screen.mine, screen.your_turn, screen.next_up),
        "left to them": (screen.left_to_them, screen.plays),
        "meanwhile": [
            (str(one.about), [(name, said and str(said)) for name, said in one.seats]) for one in screen.meanwhile
        ],
        "phase": (screen.phase, screen.over, screen.winners, screen.turn),
        "values": (screen.values, screen.faces),
        "askable": screen.askable,
        "entering": screen.entering and screen.entering.name,
        "missing": str(screen.missing),
        "complete": screen.complete,
        "record": tap(screen.record),
        "record's words": str(screen.words(screen.record)),
        "preview": screen.preview and str(screen.preview),
        "wilds": dict(screen.wilds),
        "rolled": [screen.rolled(n).query for n in range(6)] if draft.wilds else None,
        "row": (screen.row.quantities, screen.row.fewer, screen.row.more) if bidding else None,
        "bid on": [tap(screen.bid_on(n)) for n in screen.row.quantities] if bidding and draft.quantity else None,
        "matches": [tap(action) for action in screen.matches],
        "counting": screen.counting,
        "too many": [tap(screen.too_many(face)) for face in screen.faces] if showing else None,
        "callers": [tap(action) for action in screen.callers],
        "call": (tap(screen.call), screen.others_call),
        "price": dict(screen.price),
        "spillers": screen.spillers,
        "spills": [tap(action) for action in screen.spills],
        "taps": [tap(action) for action in screen.taps],
        "dice in play": sum(state.dice.values() if hasattr(state.dice, "values") else state.dice),
        "earlier": [(one.quantity, one.value) for one in state.bids[-2:]],
    }
