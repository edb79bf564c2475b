"""The room against the one that it replaces: random games, and whatever people and programs are told of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected, Supposed
from companion.games.screen import Action, screen_of
from companion.games.text import Text
from companion.games.transcript import read_header
from companion.games.ui77.cards import RANKS, SUITS
from companion.games.ui77.game import Ui77 as New
from companion.games.upheld import Upheld
from tests.old_rooms.ui77 import Ui77 as Old

OLD, NEW = Old(), New()
Plain = dict[str, Any]
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "A", "up"]
DECK = [rank + suit for suit in SUITS for rank in RANKS]
VIEW = [
    "phase",
    "hand",
    "trick",
    "face",
    "meaning",
    "tells",
    "trump_counts",
    "limit",
    "awaited",
    "dealer",
    "leader",
    "seats",
    "uncounted",
]
SCREEN = [
    "phase",
    "over",
    "waiting_for",
    "to_come",
    "mine",
    "your_turn",
    "next_up",
    "left_to_them",
    "awaited",
    "own",
    "meanwhile",
    "novs",
    "to_nov",
    "highest",
    "complete",
    "sets",
    "swappers",
    "swaps",
    "asks_trump",
    "leads_trump",
    "taken",
    "counter",
    "cutters",
    "record",
    "missing",
    "next_card_by",
    "suits",
    "suit_of_next",
    "faces",
    "laid",
    "findings",
    "found",
    "ruling_open",
    "actions",
    "taps",
    "scored",
    "places",
    "winners",
    "plays",
    "seats",
    "order",
]


def told(value: Any) -> Any:
    """Whatever it is, as something that is equal for both rooms if people are told the same."""
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, Rejected):
        return value.rule.id, str(value.because)
    if isinstance(value, Action):
        return value.moves, told(value.rejected)
    if isinstance(value, Move):
        return value.plain()
    if isinstance(value, Book):
        return value.accepted
    if is_dataclass(value):
        return [(one.name, told(getattr(value, one.name))) for one in fields(value)]
    if isinstance(value, Mapping):
        return [(key, told(one)) for key, one in value.items()]
    return [told(one) for one in value] if isinstance(value, tuple | list) else value


class Game:
    """One random game, played in both rooms."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        names = self.chance.sample(NAMES, self.chance.choice([2, 2, 3, 3, 4, 5]))
        options = self.chance.choice(
            [{}, {"nov_rounding": "down"}, {"nov_rounding": "up"}, {"nov_rounding": "nearest"}]
        )
        head = {
            "transcript": 1,
            "game": "ui77",
            "seats": names,
            "dealer": self.chance.choice(names),
            "options": options,
        }
        header = read_header(head)
        self.log: list[object] = [head]
        self.old, self.new = Book.open(OLD, header), Book.open(NEW, header)
        self.same(told(OLD.set_up(header)), told(NEW.set_up(header)), "set-up")
        self.keys: dict[Any, Any] = {}

    def same(self, old: Any, new: Any, what: str) -> None:
        assert old == new, (what, self.log)

    # Moves.

    def move(self) -> Plain:
        if self.chance.random() < 0.7:
            return self.sensible()
        return self.odd()

    def sensible(self) -> Plain:
        chance, state = self.chance, self.old.state
        if state.phase == "face-up":
            if chance.random() < 0.12:
                return self.comes_or_goes()
            suits = chance.choice(["HSD", "HHH", "CDC", "SSS"])
            ranks = chance.sample(RANKS, 3)
            return {"move": "face_up", "cards": [rank + suit for rank, suit in zip(ranks, suits, strict=True)]}
        if state.phase == "trick" and chance.random() < 0.5:
            return self.cards(fit=True)
        legal = [choice.move.plain() for choice in OLD.choices(state, None) if choice.legal]
        due = [plain for plain in legal if plain["move"] not in ("cut", "swap")]
        if not legal:
            return {"move": "undo"}
        plain = chance.choice(due if due and chance.random() < 0.85 else legal)
        if plain["move"] == "limit" and chance.random() < 0.7:
            plain = {"move": "limit", "points": chance.choice([11, 22, 33])}
        if plain["move"] == "trick" and chance.random() < 0.5:
            plain["trump"] = chance.choice([True, False, False])
        return plain

    def cards(self, *, fit: bool) -> Plain:
        chance, hand = self.chance, self.old.state.hand
        left = (
            [name for name in DECK if name not in hand.played and name not in hand.face] if fit else [*DECK, "1H", ""]
        )
        number = len(self.old.seats) if fit else chance.randrange(6)
        plain: Plain = {"move": "trick", "cards": [chance.choice(left) for _ in range(number)]}
        if fit and len(left) >= number:
            plain["cards"] = chance.sample(left, number)
            if chance.random() < 0.5:
                suit = chance.choice([*SUITS])
                mine = [name for name in left if name[-1] == suit]
                if len(mine) >= number:
                    plain["cards"] = chance.sample(mine, number)
        if chance.random() < 0.3:
            plain["only_trump"] = chance.random() < 0.8
        if chance.random() < 0.2:
            plain["winner"] = chance.choice(self.old.seats)
        return plain

    def comes_or_goes(self) -> Plain:
        chance, seats = self.chance, list(self.old.seats)
        everybody = [*self.old.people.everybody, *NAMES, "New"]
        kind = chance.choice(["join", "join", "leave", "rename", "reseat"])
        plain: Plain = {"move": kind}
        if kind == "join":
            plain["seat"] = chance.choice(everybody)
            if chance.random() < 0.5:
                plain["after"] = chance.choice(seats)
            if chance.random() < 0.3:
                plain["points"] = chance.choice([0, 3, 11, 25])
        elif kind == "leave":
            plain["seat"] = chance.choice(seats)
        elif kind == "rename":
            plain |= {"seat": chance.choice(seats), "name": chance.choice(everybody)}
        else:
            plain["seats"] = chance.sample(seats, len(seats))
        return plain

    def odd(self) -> Plain:  # noqa: C901 - a kind a line
        chance, state = self.chance, self.old.state
        seat = chance.choice([*self.old.seats] * 12 + ["Zoe"])
        card = chance.choice([*DECK, *state.hand.face, *state.hand.face, "1H", "joker"])
        number = chance.choice([0, 1, 2, 3, 4, 5, 9, 20])
        kind = chance.randrange(15)
        if kind == 0:
            return {
                "move": "face_up",
                "cards": [chance.choice([*DECK, "1H"]) for _ in range(chance.choice([2, 3, 3, 4]))],
            }
        if kind < 3:
            take = chance.choice([*state.hand.face, card]) if state.hand.face else card
            give = chance.choice([card, chance.choice(RANKS) + take[-1:]])
            return {"move": "swap", "seat": seat, "give": give, "take": take}
        if kind == 3:
            return {"move": "discard", "seat": seat, "count": number}
        if kind == 4:
            return {"move": "cut", "seat": seat}
        if kind == 5:
            return {"move": "trick", "winner": seat}
        if kind < 8:
            return self.cards(fit=chance.random() < 0.5)
        if kind == 8:
            return {"move": "count", "seat": seat, "slough": number}
        if kind == 9:
            return {"move": "limit", "points": chance.choice([-11, 0, 5, 11, 22, 50, 77])}
        if kind == 10:
            return {"move": "ruling", "seat": seat, "points": chance.choice([-20, -3, 1, 4, 15, 0]), "reason": "so"}
        if kind == 11:
            return self.comes_or_goes()
        if kind == 12:
            return {"move": "undo"}
        inner = self.sensible() if chance.random() < 0.3 else self.odd()
        if inner["move"] == "undo" or "stands" in inner:
            return inner
        return {"move": "ruling", "stands": inner, "reason": "it was so"}

    # What is told.

    def step(self) -> None:
        raw = self.move()
        self.log.append(raw)
        before = self.old.state, self.new.state
        old, new = self.old.play(raw), self.new.play(raw)
        if _counted_again(self.new, raw):
            assert isinstance(new, Rejected)
            return
        self.same(
            told(old) if isinstance(old, Rejected) else "ok", told(new) if isinstance(new, Rejected) else "ok", "ruling"
        )
        move, other = OLD.parse(raw, self.old.seats), NEW.parse(raw, self.new.seats)
        if isinstance(move, Move) and isinstance(other, Move):
            self.words(move, other, raw)
        if isinstance(old, Rejected) or isinstance(new, Rejected):
            asked = (None if isinstance(move, Rejected) else move), (None if isinstance(other, Rejected) else other)
            for what in ("near", "instead"):
                mine, others = getattr(OLD, what)(before[0], asked[0]), getattr(NEW, what)(before[1], asked[1])
                self.same(told(mine), told(others), what)
        else:
            if raw["move"] != "undo" and isinstance(move, Move) and isinstance(other, Move):
                self.same(str(OLD.describe(move, before[0])), str(NEW.describe(other, before[1])), "sentence told")
            self.old, self.new = old.state, new.state
        self.stands()

    def words(self, move: Move, other: Move, raw: Plain) -> None:
        chance, old, new = self.chance, self.old, self.new
        self.same(str(OLD.describe(move)), str(NEW.describe(other)), "sentence")
        self.same(str(OLD.label(move)), str(NEW.label(other)), "label")
        if raw["move"] == "undo" or isinstance(move, Upheld):
            return
        if OLD.not_seated(old.state, move) is None:
            self.same(str(OLD.describe(move, old.state)), str(NEW.describe(other, new.state)), "sentence told")
        self.same(told(OLD.slip(move)), told(NEW.slip(other)), "slip")
        mine: Any = OLD.after(old.state, move)
        others: Any = NEW.after(new.state, other)
        self.same(told(OLD.report(mine)), told(NEW.report(others)), "what an entry brings about")
        if isinstance(old.claim(move), Accepted):
            self.same(told(OLD.conditions(old, move)), told(NEW.conditions(new, other)), "conditions")
        facts: Plain = {}
        if "cards" in raw and raw["move"] == "trick":
            facts = chance.choice([{}, {"trump": "hearts"}, {"trump": "clubs", "counts": True}, {"counts": False}])
            facts = chance.choice([facts, {"trump": "spades", "counts": False}])
        if OLD.not_seated(old.state, move) is not None:
            return
        if raw["move"] in ("face_up", "limit") and old.state.setup.since:
            return  # the old room still knew who had dealt before a change of seats, and so could ask too early or late
        there, then = OLD.suppose(old.state, move, facts), NEW.suppose(new.state, other, facts)
        if not isinstance(there, Supposed) or not isinstance(then, Supposed):
            self.same(there, then, "suppose")
            return
        self.same((told(there.when), told(there.conditions)), (told(then.when), told(then.conditions)), "suppose")
        self.same(told(OLD.report(there.state).holdings), told(NEW.report(then.state).holdings), "the moment")
        mine, others = OLD.rule_on(there.state, move), NEW.rule_on(then.state, other)
        self.same(_ruled(mine), _ruled(others), "ruling there")
        self.same(str(OLD.describe(move, there.state)), str(NEW.describe(other, then.state)), "sentence there")
        near, nigh = OLD.instead(there.state, move), NEW.instead(then.state, other)
        self.same(told(near), told(nigh), "instead there")

    def stands(self) -> None:
        chance, old, new = self.chance, self.old, self.new
        mine: Any = old.report().plain()
        others: Any = new.report().plain()
        self.same(mine, others, "report")
        self.same(told(mine), told(others), "order of the report")
        for seat in (None, *old.seats) if chance.random() < 0.4 else (None,):
            mine, others = OLD.choices(old.state, seat), NEW.choices(new.state, seat)
            self.same(told(mine), told(others), "choices")
        assert NEW.seen_by(new, chance.choice(new.seats)) is new
        for what in ("moment", "cards", "order", "next_dealer"):
            self.same(told(getattr(OLD, what)(old.state)), told(getattr(NEW, what)(new.state)), what)
        mine, others = OLD.sheet(old.state), NEW.sheet(new.state)
        self.same(told(mine.running), told(others.running), "the running hand")
        self.same(told(mine.finished), told(others.finished), "sheet")
        self.same(mine.number, others.number, "number of the hand")
        if old.state.sums:
            mine, others = OLD.tally(old), NEW.tally(new)
            self.same(told(mine), told(others), "tally")
        for found in old.report().irregularities:
            self.same(str(OLD.irregularity(found)), str(NEW.irregularity(found)), "irregularity")
        self.same(old.game.first_player(old), new.game.first_player(new), "first player")
        if chance.random() < 0.3:
            self.screens()
        same_key = self.keys.setdefault(
            (NEW.memo_key(new.state), tuple(new.people.seats)), told(NEW.report(new.state).holdings)
        )
        self.same(same_key, told(NEW.report(new.state).holdings), "memo key")

    def drafted(self) -> Plain:
        chance, state = self.chance, self.old.state
        some = [
            chance.choice([*DECK, *DECK, "joker"]) for _ in range(chance.choice([1, 2, 3, 3, 4, len(self.old.seats)]))
        ]
        left = [name for name in DECK if name not in state.hand.played and name not in state.hand.face]
        fit = chance.sample(left, min(len(self.old.seats), len(left)))
        return chance.choice([
            {}, {"cut": "ask"}, {"trump": "played"}, {"by": "cards"}, {"by": "cards", "card": fit},
            {"by": "cards", "card": fit, "only": "trump"}, {"by": "cards", "card": some, "suit": f"{len(some)} hearts"},
            {"card": some}, {"card": fit[:3]}, {"card": some, "back": "1"},
            {"swap": chance.choice([*self.old.seats, "Zoe"]), "take": chance.choice([*state.hand.face, "AH"])},
        ])  # fmt: skip

    def screens(self) -> None:
        chance = self.chance
        for seat in chance.sample([None, *self.old.seats], 2):
            keeper, some = chance.random() < 0.5, self.drafted()
            entered = MultiDict(
                [(key, one) for key, value in some.items() for one in ([value] if isinstance(value, str) else value)]
            )
            elsewhere = frozenset(chance.sample(self.old.seats, 1)) if chance.random() < 0.3 else frozenset[str]()
            plays_for = chance.choice([None, *elsewhere])
            mine: Any = screen_of(self.old, seat, keeper, entered, elsewhere, plays_for)
            others: Any = screen_of(self.new, seat, keeper, entered, elsewhere, plays_for)
            what = f"{seat} {keeper} {some}"
            self.same(mine.draft.fields(), others.draft.fields(), what)
            self.same(mine.draft.lasting.query, others.draft.lasting.query, what)
            for name in VIEW:
                self.same(told(getattr(mine.view, name)), told(getattr(others.view, name)), f"{what} view {name}")
            for name in SCREEN:
                self.same(told(getattr(mine, name)), told(getattr(others, name)), f"{what} {name}")
            for kind in ("discard", "count", "limit", "trick", "cut"):
                self.same(told(mine.by_kind(kind)), told(others.by_kind(kind)), f"{what} {kind}")
            if mine.phase == "trick" and mine.plays:
                name = chance.choice(self.old.seats)
                self.same(told(mine.took(name)), told(others.took(name)), f"{what} took")
            if not self.old.people.changed:
                self.same((mine.turn, told(mine.likeness)), (others.turn, told(others.likeness)), f"{what} turn")


def _ruled(ruling: Any) -> Any:
    return told(ruling) if isinstance(ruling, Rejected) else told(ruling.state.hand.face)


def _counted_again(book: Book, raw: Plain) -> bool:
    """True if the table lets stand a count that stands already: it changes nothing, and the old room took it."""
    claim, state = raw.get("stands", {}), book.state
    if claim.get("move") != "count" or claim["seat"] not in state.hand.sloughs or state.phase != "count":
        return False
    return bool(state.hand.sloughs[claim["seat"]] == min(claim["slough"], state.hand.cards[claim["seat"]]))


def compared(seed: int) -> int:
    game = Game(seed)
    steps = game.chance.randrange(20, 160)
    for _ in range(steps):
        game.step()
        if game.old.report().over and game.chance.random() < 0.2:
            break
    return len(game.log) - 1


@pytest.mark.parametrize("seed", range(6))
def test_both_rooms_tell_the_same(seed: int) -> None:
    assert compared(seed) >= 10
