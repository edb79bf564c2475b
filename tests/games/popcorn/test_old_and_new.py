"""Random games through the room as it was and as it is: whatever people and programs are told is the same."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from companion.games.draft import Draft
from companion.games.game import AnyGame, Book
from companion.games.move import Move
from companion.games.popcorn.game import Popcorn
from companion.games.ruling import Choice, Rejected, Supposed
from companion.games.screen import Action, screen_of
from companion.games.transcript import read_header
from tests.old_rooms.popcorn import Popcorn as OldPopcorn

Plain = dict[str, Any]
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "A", "K", "up"]
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
OLD, NEW = OldPopcorn(), Popcorn()
STEPS = range(5, 60)


class Told:
    """The fields of a form."""

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self.fields = fields

    def getlist(self, key: str, /) -> list[str]:
        return self.fields.get(key, [])


def words(said: object) -> str | None:
    return None if said is None else str(said)


def ruling(found: object) -> tuple[str, str] | str:
    return (found.rule.id, str(found.because)) if isinstance(found, Rejected) else "stands"


def choices(found: tuple[Choice, ...]) -> list[object]:
    return [(choice.move.plain(), ruling(choice.rejected)) for choice in found]


def tap(action: Action | None) -> object:
    return None if action is None else (action.value, action.legal, ruling(action.rejected))


def laid(claim: Any, name: Any) -> object:
    # Of an overridden claim an old public book limited the unseen number; it tells it to nobody.
    put = claim.put if claim and claim.known else 0
    return claim and (name(claim.seat), claim.rank, claim.count, put, claim.known, str(claim.said))


def templates(state: Any, name: Any) -> list[object]:
    """What the templates read of a state."""
    turned = state.turned
    shown = turned and (turned.honest, name(turned.taker), turned.taken, turned.seen, laid(turned.laid, name))
    caller = "" if state.caller is None else name(state.caller)
    return [state.due, state.claimer, caller, laid(state.laid, name), shown, state.pile, state.phase]


class Pair:
    """Two books of one table: the old room's and the new one's."""

    def __init__(self, header: Plain, chance: random.Random) -> None:
        self.header, self.chance, self.log = read_header(header), chance, [header]
        self.old, self.new = Book.open(OLD, self.header), Book.open(NEW, self.header)

    def same(self, old: object, new: object, what: str) -> None:
        assert old == new, (what, self.log)

    def play(self, move: Plain) -> None:
        self.log.append(move)
        before, found = (self.old, self.new), (self.old.play(move), self.new.play(move))
        self.same(ruling(found[0]), ruling(found[1]), "ruling")
        parsed = OLD.parse(move, self.old.seats), NEW.parse(move, self.new.seats)
        self.same(ruling(parsed[0]), ruling(parsed[1]), "parsed")
        self.described(*parsed, stands=not isinstance(found[0], Rejected))
        if isinstance(found[0], Rejected) or isinstance(found[1], Rejected):
            asked = [one if isinstance(one, Move) else None for one in parsed]
            a, b = (
                [one.plain() for one in book.game.instead(book.state, move)]
                for book, move in zip(before, asked, strict=True)
            )
            self.same(a, b, "instead")
        else:
            self.old, self.new = found[0].state, found[1].state
        self.compare()

    def described(self, old: Move | Rejected, new: Move | Rejected, stands: bool) -> None:
        if isinstance(old, Rejected) or isinstance(new, Rejected) or old.kind() == "undo":
            return
        self.same(str(OLD.describe(old)), str(NEW.describe(new)), "sentence")
        self.same(str(OLD.label(old)), str(NEW.label(new)), "label")
        if stands:
            self.same(str(OLD.describe(old, self.old.state)), str(NEW.describe(new, self.new.state)), "told")
        if "stands" in old.plain():
            return
        facts = {"rank": self.chance.choice(RANKS), "count": self.chance.randrange(1, 4)}
        for known in [{}, facts] if old.kind() == "reveal" else [{}]:
            self.same(supposed(OLD, self.old, old, known), supposed(NEW, self.new, new, known), f"hypothetical {known}")

    def compare(self) -> None:
        old, new, chance = self.old, self.new, self.chance
        self.same(old.report().plain(), new.report().plain(), "report")
        seat = chance.choice([None, *old.seats])
        for asked in (None, seat):
            self.same(choices(OLD.choices(old.state, asked)), choices(NEW.choices(new.state, asked)), "choices")
        self.same(templates(old.state, old.state.name), templates(new.state, str), "state")
        if chance.random() < 0.3:
            self.screens(OLD.seen_by(old, seat), NEW.seen_by(new, seat), seat)
        if self.header.options.hidden_count:  # type: ignore[attr-defined]
            self.seen(seat)
        if chance.random() < 0.1:
            for book in (new, NEW.seen_by(new, seat)):
                counts = {place: {"": max(0, n + chance.choice([-1, 0, 1]))} for place, n in book.state.cards.items()}
                found = OLD.rulings_for((old if book is new else OLD.seen_by(old, seat)).state, counts)
                also = NEW.rulings_for(book.state, counts)
                a, b = (ruling(one) if isinstance(one, Rejected) else one for one in (found, also))
                self.same(a, b, "rulings")

    def seen(self, seat: str | None) -> None:
        entered = frozenset(self.chance.sample(range(len(self.old.moves())), min(2, len(self.old.moves()))))
        old, new = OLD.seen_by(self.old, seat, entered), NEW.seen_by(self.new, seat, entered)
        for one, other in zip(old.standing(), new.standing(), strict=True):
            assert one.move is not None
            assert other.move is not None
            self.same((one.report().plain(), one.move.plain()), (other.report().plain(), other.move.plain()), "seen by")
        self.same(templates(old.state, old.state.name), templates(new.state, str), "seen state")
        self.same(choices(OLD.choices(old.state, seat)), choices(NEW.choices(new.state, seat)), "seen choices")
        if old.moves() and self.chance.random() < 0.2:
            self.amended(old, new)

    def amended(self, old: Book, new: Book) -> None:
        """What a phone is shown of an amend goes by the book that it may know: its moves are judged again."""
        out, legal = self.chance.randrange(len(old.moves())), [one for one in OLD.choices(old.state, None) if one.legal]
        put_in = self.chance.choice(legal).move.plain() if legal and self.chance.random() < 0.6 else None
        found: list[list[object]] = []
        for seen in (old, new):
            book, told = Book.open(seen.game, seen.header), list[object]()
            for number, move in enumerate(seen.moves()):
                instead = put_in and seen.game.parse(put_in, book.seats)
                for one in ([instead] if isinstance(instead, Move) else []) if number == out else [move]:
                    after = book.enter(one)
                    told.append(ruling(after))
                    book = book if isinstance(after, Rejected) else after.state
            found.append([*told, book.report().plain()])
        self.same(found[0], found[1], f"amend {out} {put_in}")

    def screens(self, old: Book, new: Book, phone: str | None) -> None:
        state, chance = new.state, self.chance
        fields = chance.choice([
            {}, {"said": [f"{chance.randrange(1, 6)} {chance.choice(RANKS)}"]}, {"who": ["calls"]},
            {"said": [f"1 {state.due[0]}"], "more": ["3"]}, {"said": [f"2 {state.due[-1]}"], "more": ["x"]},
            {"by": ["cards"], "card": [chance.choice(RANKS) for _ in range(chance.randrange(4))]},
            {"by": ["cards"], "card": [state.laid.rank] * state.laid.count if state.laid else []},
            {"by": ["cards"], "card": ["A", "X", "2"], "back": ["1"]},
        ])  # fmt: skip
        elsewhere = frozenset(chance.sample(sorted(new.seats), 2))
        for keeper, away, plays_for in product((False, True), (frozenset[str](), elsewhere), (None, new.seats[0])):
            a: Any = screen_of(old, phone, keeper, Told(fields), away, plays_for)
            b: Any = screen_of(new, phone, keeper, Told(fields), away, plays_for)
            self.same(shown(a), shown(b), f"screen {phone} {keeper} {fields}")


def supposed(game: AnyGame, book: Book, move: Move, facts: Plain) -> object:
    found = game.suppose(book.state, move, facts)
    if not isinstance(found, Supposed):
        return found
    conditions = [(str(one.text), one.rule.id) for one in found.conditions]
    answer = game.rule_on(found.state, move)
    after = None if isinstance(answer, Rejected) else game.report(answer.state).plain()
    return str(found.when), conditions, ruling(answer), after, game.report(found.state).plain()


def shown(screen: Any) -> list[object]:
    draft: Draft = screen.draft
    reveal = screen.phase == "reveal"
    return [
        draft.fields(), draft.query, draft.empty, draft.lasting.fields(), screen.likeness[:2],
        [getattr(screen, name) for name in ("waiting_for", "to_come", "mine", "your_turn", "next_up", "more_numbers",
                                            "to_tap", "phase", "over", "winners", "plays", "left_to_them", "ranks")],
        [(one.name, one.awaited, one.won, one.cards, one.laid, one.called) for one in (*screen.seats, *screen.ranking)],
        screen.own and screen.own.name, screen.awaited and screen.awaited.name, str(screen.missing),
        [str(word) for word in screen.due_words], [(one.place, one.name, str(one.says)) for one in screen.places],
        [(str(line.about), [(name, words(rank)) for name, rank in line.seats]) for line in screen.meanwhile],
        [tap(screen.call), tap(screen.let_pass), tap(screen.record)], [tap(one) for one in screen.callers],
        [tap(one) for one in screen.reveals], [[tap(one) for one in row] for row in screen.claims],
        [(n, tap(one)) for n, one in screen.really], words(screen.said), words(screen.preview) if reveal else None,
        [str(screen.words_of(one.last)) for row in screen.claims for one in row],
    ]  # fmt: skip


def random_move(pair: Pair, chance: random.Random) -> Plain:  # noqa: C901 - a case a kind of move
    book, seats = pair.old, list(pair.old.seats)
    legal = [choice.move.plain() for choice in OLD.choices(book.state, None) if choice.legal]
    if legal and chance.random() < 0.66:
        move = dict(chance.choice(legal))
        if move["move"] == "claim" and pair.new.state.options.hidden_count and chance.random() < 0.5:
            move["cards"] = move["count"] + chance.randrange(4)
        return move
    seat = chance.choice([*seats, "Zoe"] if chance.random() < 0.03 else seats)
    kind = chance.choice([
        "claim", "call", "reveal", "cards", "pass", "ruling", "join", "leave", "rename", "reseat", "undo", "stands",
    ])  # fmt: skip
    match kind:
        case "claim":
            rank = chance.choice([chance.choice(RANKS), *book.state.due])
            by = chance.choice([seat, book.state.name(book.state.turn)])
            said = {"move": "claim", "seat": by, "rank": rank, "count": chance.choice([0, 1, 2, 3, 4, 5, 9, 60])}
            return said | ({"cards": chance.choice([0, 1, 2, 3, 5, 20])} if chance.random() < 0.3 else {})
        case "call":
            return {"move": "call", "seat": seat}
        case "reveal":
            return {"move": "reveal", "honest": chance.random() < 0.5}
        case "cards":
            claim = book.state.laid
            n = max(0, (claim.put if claim else 2) + chance.choice([0, 0, 0, 0, 1, -1]))
            rank = claim.rank if claim else "A"
            return {"move": "reveal", "cards": [chance.choice([rank, rank, chance.choice(RANKS)]) for _ in range(n)]}
        case "ruling":
            places = [*seats, "pile"]
            return {"move": "ruling", "count": chance.choice([1, 2, 5, 10, 17, 26]), "from": chance.choice(places),
                    "to": chance.choice(places), "reason": "x"}  # fmt: skip
        case "join":
            return {"move": "join", "seat": chance.choice([*NAMES, "New", "Neu"])} | (
                {"after": seat} if chance.random() < 0.5 else {}
            )
        case "leave":
            return {"move": "leave", "seat": seat}
        case "rename":
            return {"move": "rename", "seat": seat, "name": chance.choice([*NAMES, "Ina", "Otto"])}
        case "reseat":
            return {"move": "reseat", "seats": chance.sample(seats, len(seats))}
        case "stands":
            inner = random_move(pair, chance)
            wrapped = inner["move"] == "undo" or "stands" in inner
            return inner if wrapped else {"move": "ruling", "stands": inner, "reason": "so it was"}
    return {"move": kind}


def play(seed: int) -> int:
    chance = random.Random(seed)
    names = chance.sample(NAMES, chance.randrange(2, 11))
    options = {
        "decks": chance.choice([1, 2]), "direction": chance.choice(["up", "down", "either"]),
        "hidden_count": chance.random() < 0.4,
    }  # fmt: skip
    header = {"transcript": 1, "game": "popcorn", "seats": names, "dealer": chance.choice(names), "options": options}
    if chance.random() < 0.3:
        header["first"] = chance.choice(names)
    pair = Pair(header, chance)
    steps = [str([str(one) for one in step.says]) for game in (OLD, NEW) for step in game.set_up(pair.header)]
    assert steps[: len(steps) // 2] == steps[len(steps) // 2 :]
    if chance.random() < 0.5:  # short hands, so that games come to an end
        for name in names[:-1]:
            if (held := pair.new.state.cards[name]) > 3:
                pair.play({"move": "ruling", "count": held - chance.randrange(1, 4), "from": name, "to": names[-1],
                           "reason": "r"})  # fmt: skip
    moves = chance.choice(STEPS)
    for _ in range(moves):
        pair.play(random_move(pair, chance))
    old, new = ({name: dict(n) for name, n in game.tally(book).items()}
                for game, book in ((OLD, pair.old), (NEW, pair.new)))  # fmt: skip
    pair.same(old, new, "tally")
    expected = 1, 1, OLD.next_dealer(pair.old.state), OLD.first_player(pair.old)
    for game, book in ((OLD, pair.old), (NEW, pair.new)):
        sheet, dealer, first = game.sheet(book.state), game.next_dealer(book.state), game.first_player(book)
        pair.same((sheet.number, sheet.planned, dealer, first), expected, "rest")
    return moves


@pytest.mark.parametrize("seed", range(40))
def test_nothing_that_is_told_has_changed(seed: int) -> None:
    play(seed)
