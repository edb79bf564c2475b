"""A table of Sluff Off! on its page: what lies where, and what is asked of whom; and the functions that draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.markup import (
    BadgeView,
    badge,
    bdi,
    choice,
    e,
    fan,
    icon,
    n,
    put,
    signed,
    submit,
    t,
    token,
)
from companion.games.move import Plain
from companion.games.page import ANYBODY, Fields, names_alone
from companion.games.part import Draw, Group, Part, Sheet, Wait
from companion.games.people import left_of
from companion.games.points import STOPPED
from companion.games.ruling import Action
from companion.games.sluff_off.edition import WORDS, Edition
from companion.games.sluff_off.moves import AnyRuling, MissTurnIn, TurnIn, payable, returned, trick_claim, turn_in
from companion.games.sluff_off.state import CENTRE, TRICKS, State, face_of
from companion.games.text import Language, Text
from companion.games.trick_page import (
    TrickPage,
    TrickView,
    by_cards,
    card_by_card,
    last_told,
    seats,
    who,
    whole,
    won_with_points,
)

Tokens = tuple[tuple[str, int], ...]
"""What lies somewhere: each colour with how many of it."""
ROOM = 196  # pixels that a narrow phone has for the tokens of a row
SHORTCUTS = 4


BLACK, LATER = "black", "later"
"""What comes of a trick, if no token goes back: nothing fits, or it is told afterwards."""


@dataclass(frozen=True, slots=True)
class ColoredTrickView(TrickView):
    """A trick with the colour that it was led in and the one that won it, None if nobody told them."""

    led: str | None
    won_with: str | None


def track(state: State) -> tuple[ColoredTrickView, ...]:
    """Return the tricks of the running round, with who played which card if the cards were recorded."""
    first = left_of(state.seats, state.round.dealer)
    tricks = card_by_card(state.seats, first, state.round.tricks, face_of)
    return tuple(
        ColoredTrickView(number, trick.winner, cards, trick.led, trick.won_with)
        for number, (trick, cards) in enumerate(tricks, 1)
    )


class SluffOffPage(TrickPage[State]):
    settles = (TurnIn, MissTurnIn, AnyRuling)

    track = staticmethod(track)

    @property
    def edition(self) -> Edition:
        return self.state.edition

    @property
    def words(self) -> Mapping[str, Text]:
        return self.edition.words

    @property
    def look(self) -> str:
        return "trick" if self.phase in ("trick", "turn-in") else ""

    @property
    def eyebrow(self) -> tuple[Text, ...]:
        state, trick = self.state, len(self.state.round.tricks) + (self.phase != "turn-in")
        where = Text("Prediction") if self.phase == "prediction" else Text("Trick {n} of {all}", n=trick, all=TRICKS)
        return Text("Round {n} of {all}", n=min(len(state.sums) + 1, state.rounds), all=state.rounds), where

    @property
    def headline(self) -> Text:
        if self.phase == "prediction":
            return Text("{name} predicts", name=str(self.state.awaited))
        if self.phase == "trick":
            return Text("{name} leads", name=self.state.leader)
        return Text("{name} turns in", name=str(self.state.awaited))

    @property
    def over_heading(self) -> tuple[Text, Text | None]:
        return won_with_points(self.winners, self.places[0].total or 0), STOPPED if self.state.stopped else None

    @property
    def waiting_for(self) -> tuple[str, ...]:
        return (self.state.awaited,) if self.state.awaited else ()

    @property
    def to_come(self) -> tuple[str, ...]:
        if self.phase != "prediction":
            return ()
        return self.still_to_come(str(self.state.awaited), self.state.round.dealer)

    @property
    def mark(self) -> str:
        """The name of the next token of a prediction, the trick, or the turn-in; another name of a seat ends no act."""
        state, round_ = self.state, self.state.round
        taken = sum(round_.piles[state.predictor].values()) if state.phase == "prediction" else 0
        return f"{len(state.sums)}-{round_.done}-{taken}-{len(round_.tricks)}-{self.number(state.leader)}-{state.phase}"

    def findings_in(self, book: Book) -> tuple[Finding, ...]:
        """Return a turn-in that was missed, or the revokes that the latest entry has proved."""
        if not isinstance(book.move, MissTurnIn) or book.before is None:
            return super().findings_in(book)
        owed: State = book.before.state
        trick = len(owed.round.tricks)
        text = Text(
            "{seat} forgot to turn in for trick {trick} of round {round}. The {token} stays, unless the table decides "
            "otherwise.",
            **WORDS,
            seat=book.move.seat,
            trick=trick,
            round=len(owed.sums) + 1,
        )
        reason, seat = Text("Forgot to turn in for trick {n}", n=trick), book.move.seat
        usual = payable(owed, owed.round.tricks[-1])[:1]
        remedy = (("from", seat), ("to", "centre"), *(("color", color) for color in usual))
        return (Finding(seat, "missed-turn-in", self.edition.worded(text), reason, book, remedy=remedy),)

    # What lies on the table.

    @property
    def lying(self) -> tuple[Part | Group, ...]:
        state, role = self.state, self.words["Role"]
        round_ = state.round
        centre = tuple(Part(f"centre-{color}", _lies, (color, count)) for color, count in round_.piles[CENTRE].items())
        rows = tuple(self._row(number, seat) for number, seat in enumerate(state.seats))
        return (
            self._track,
            Part("centre", _centre, (round_.sluffer is not None, role), centre),
            Group("ol", seats, rows),
        )

    @property
    def _track(self) -> Part:
        if self.look != "trick":
            return Part("track", _no_track)
        tricks = self.state.round.tricks
        now = len(tricks) + (self.phase != "turn-in")
        recorded = ((trick.winner, self.badge(trick.winner)[1], trick.moved) for trick in tricks)
        to_come = ((number == now,) for number in range(len(tricks) + 1, TRICKS + 1))
        each = enumerate((*recorded, *to_come), 1)
        return Part(
            "track",
            _track,
            (),
            tuple(Part(f"trick-{n}", _recorded if len(one) > 1 else _to_come, (n, *one)) for n, one in each),
        )

    @property
    def on_board(self) -> tuple[Part | Group, ...]:
        state, running = self.state, self.book.game.sheet(self.state).running
        most = max(sum(state.round.piles[name].values()) for name in state.seats)
        lie = most * len(state.seats)
        size = "most" if most > 9 else "many" if most > 6 or lie > 20 else "few" if lie <= 12 else ""
        places = tuple(
            Part(
                f"row-{place}",
                _board_place,
                (
                    place, str(name), self.badge(name), tuple(state.round.piles[name].items()), name == state.awaited,
                    name == state.round.dealer, self.phase == "trick" and name == state.leader,
                    name == state.round.sluffer, self.words["Role"], running[name].text, self._totals[name],
                ),
            )
            for place, name in enumerate(state.seats)
        )  # fmt: skip
        return (*self.lying[:2], Group("ol", partial(_board_seats, size), places))

    def _row(self, place: int, name: str) -> Part:
        state, round_, phase = self.state, self.state.round, self.phase
        pile, steals = tuple(round_.piles[name].items()), self._steals.get(name, ())
        asked = self.asked(str(state.awaited)) if steals else ""
        role = self.words["Role"] if name == round_.sluffer else None
        held = Part(f"held-{place}", _held, (place, name, pile, steals, asked, role))
        lit = name == state.awaited or name in self.winners
        deals, leads = name == round_.dealer and phase != "over", phase == "trick" and name == state.leader
        own = (self.number(name), name, self.badge(name))
        return Part(f"row-{place}", _row, (place, *own, self._totals[name], lit, deals, leads), (held,))

    @cached_property
    def _totals(self) -> Mapping[str, int]:
        return {str(seat): total for seat, total in self.state.totals.items()}

    @cached_property
    def _steals(self) -> dict[str, tuple[tuple[str, str, bool], ...]]:
        """What taps on a seat's tokens say, as (colour, moves, whether they are legal), by its name."""
        steals: dict[str, tuple[tuple[str, str, bool], ...]] = {}
        for key, action in self._offered.items():
            if key[0] == "steal":
                steals[key[2]] = (*steals.get(key[2], ()), (key[1], action.value, action.legal))
        return {
            name: taps for name, taps in steals.items() if _width(self.state.round.piles[name], tapped=True) <= ROOM
        }

    @cached_property
    def _offered(self) -> dict[tuple[str, ...], Action]:
        """What the awaited seat may do, by its name, colour and holder: ("steal", "red", "Mary"), ("done",)."""
        return self.actions("move", "color", "holder", seat=self.state.awaited) if self.state.awaited else {}

    # What is asked.

    @property
    def ask(self) -> Sheet:
        if self.phase == "prediction":
            return self._ask_prediction()
        if self.phase == "turn-in":
            return self._ask_turn_in()
        return self._ask_trick()

    @property
    def beside(self) -> tuple[Part, ...]:
        return (self.card_pad(),) if self.look == "trick" else ()

    @property
    def tools(self) -> tuple[Draw, tuple[object, ...]] | None:
        return (by_cards, ()) if self.look == "trick" else None

    def _ask_prediction(self) -> Sheet:
        state, name = self.state, str(self.state.awaited)
        round_, offered = state.round, self._offered
        held = round_.piles[name]
        tiles: list[Part] = []
        for color in self.edition.order:
            take = offered.get(("take", color))
            if take is not None:
                steals = [one for key, one in offered.items() if key[:2] == ("steal", color) and one.legal]
                holders = () if take.legal else tuple((str(vars(one.move)["holder"]), one.value) for one in steals)
                left, own = round_.piles[CENTRE][color], held[color]
                tiles.append(Part(f"tile-{color}", _tile, (color, take.value, take.legal, left, holders, own)))
        told = sum(sum(round_.piles[seat].values()) for seat in state.seats)
        sluffer, done = offered[("sluffer",)], offered[("done",)]
        return Sheet(
            self.asked(name),
            _ask_prediction,
            (
                self.number(name), name, (sluffer.value, sluffer.legal), (done.value, done.legal),
                sum(held.values()), told, tuple(self.words.items()),
            ),
            tuple(tiles),
        )  # fmt: skip

    def _ask_turn_in(self) -> Sheet:
        name, trick = str(self.state.awaited), self.state.round.tricks[-1]
        taps = tuple((key[1], one.value, one.legal) for key, one in self._offered.items() if key[0] == "turn_in")
        missed, black = self._offered[("miss_turn_in",)], self._offered.get(("take_black",))
        return Sheet(
            self.asked(name),
            _ask_turn_in,
            (
                name,
                self.badge(name),
                trick.led,
                trick.won_with,
                taps,
                (missed.value, missed.legal),
                black and (black.value, black.legal),
                self.words["token"],
            ),
        )

    def _ask_trick(self) -> Sheet:
        state, trump = self.state, self.edition.trump
        claims = tuple(
            Part(
                f"claim-{place}",
                _claim,
                (
                    place, self.number(name), str(name), self.badge(name),
                    tuple(color for color, count in state.round.piles[name].items() if count),
                    name == state.round.sluffer, returned(state, name), self.asked(name), trump,
                ),
            )
            for place, name in enumerate(state.seats)
        )  # fmt: skip
        return Sheet(ANYBODY, _ask_trick, (len(claims), self.edition.colors, trump, self.words["token"]), claims)

    def told(self, fields: Fields) -> tuple[Plain, ...] | Text:
        """Make a trick of who won it, what went back for it and what was led, or of its cards."""
        if "cards" in fields.getlist("told"):
            return ({"move": "trick", "cards": self.told_cards(fields)},)
        if quick := last_told(fields, "mine"):
            number, _, color = quick.partition(" ")
            return self._returning(self._named(number), color, color)
        winner, trump = last_told(fields, "winner"), self.edition.trump
        won_with, back, led = last_told(fields, "won_with"), last_told(fields, "back"), last_told(fields, "led")
        if winner is None:
            return Text("Nothing has been entered yet.")
        if back is not None:  # what went back is what was led
            return self._returning(winner, back, won_with or back)
        if led is None:
            return Text("Nothing has been entered yet.")
        led, _, trumped = led.partition(" ")
        pays = last_told(fields, "pays")
        claim = trick_claim(winner, led, trump if won_with or trumped or pays == trump else led)
        return (claim,) if pays in (None, BLACK, LATER) else (claim, turn_in(winner, str(pays)))

    def _named(self, number: str) -> str:
        return next((name for name in self.state.seats if str(self.number(name)) == number), "")

    @staticmethod
    def _returning(winner: str, color: str, won_with: str) -> tuple[Plain, ...]:
        return trick_claim(winner, color, won_with), turn_in(winner, color)

    @property
    def wait(self) -> Wait:
        state, phase, words = self.state, self.phase, self.words
        return Wait(
            heading=self._waits,
            hints=tuple((self.number(name), self._hint(name)) for name in state.seats),
            next_up=self.number(self.to_come[0]) if self.to_come else None,
            asides=self._asides if phase != "trick" else (),
            args=(words,),
        )

    @property
    def _waits(self) -> Text:
        if self.phase == "prediction":
            return Text("{name} is predicting", name=str(self.state.awaited))
        if self.phase == "turn-in":
            return Text("{name} is turning in", name=str(self.state.awaited))
        return Text("A trick is being played")

    def _hint(self, name: str) -> Text:
        words = {"token": self.words["token"], "tokens": self.words["tokens"]}
        if name == self.state.round.sluffer:
            return Text("You hold {role}.", role=self.words["the_role"])
        held = sum(self.state.round.piles[name].values())
        return Text("You hold {num} {token}.", "You hold {num} {tokens}.", n=held, num=held, **words)

    @property
    def _asides(self) -> tuple[tuple[Text, tuple[tuple[str, Text | None], ...]], ...]:
        """The seats that have yet to predict; in play the last trick, and what each seat has left to turn in."""
        state = self.state
        if self.phase == "prediction":
            return ((Text("Still to predict"), names_alone((str(state.awaited), *self.to_come))),)
        role, piles = self.words["Role"], state.round.piles
        left = tuple(
            (
                str(name),
                role if name == state.round.sluffer else Text(str(sum(piles[name].values()) - piles[name]["black"])),
            )
            for name in state.seats
        )
        trick, number = state.round.tricks[-1], len(state.round.tricks)
        how = None
        if trick.led and trick.won_with:
            how = Text("with {won_with} on {led}", won_with=Text(trick.won_with), led=Text(trick.led))
            if trick.led == trick.won_with:
                how = Text("with {led}", led=Text(trick.led))
        took = (Text("Trick {n}", n=number), ((str(trick.winner), how),))
        return took, (self.edition.worded(Text("{Tokens} left", **WORDS)), left)


def _width(pile: Mapping[str, int], *, tapped: bool) -> int:
    """Return the pixels that tokens take in a row, lying there or as buttons."""
    more = [min(count, 4) - 1 for count in pile.values() if count]
    return sum(max(48, 39 + 16 * one) if tapped else 34 + 18 * one for one in more)


# Drawing.


def _no_track(_: Language) -> str:
    return '<i id="track" hidden></i>'


def _track(language: Language, tricks: str) -> str:
    return f'<ol id="track" class="track" aria-label="{t(language, "Tricks so far")}">{tricks}</ol>'


def _to_come(_: Language, number: int, now: bool) -> str:
    return (
        f'<li id="trick-{number}" class="now">{number}</li>'
        if now
        else f'<li id="trick-{number}" aria-hidden="true"></li>'
    )


def _recorded(language: Language, number: int, winner: str, initial: str, moved: str) -> str:
    """Draw a trick in the colour of the token that it moved; plain if it moved none."""
    if moved:
        title = t(language, "Trick {n}: {name}, {color}", n=number, name=winner, color=Text(moved))
    else:
        title = t(language, "Trick {n}: {name}", n=number, name=winner)
    return f'<li id="trick-{number}" class="{moved or "plain"}" title="{title}">{e(initial)}</li>'


def _centre(language: Language, tokens: str, taken: bool, role: Text) -> str:
    said = t(language, "{role} taken", role=role) if taken else t(language, "{role} here", role=role)
    title = t(language, "Centre")
    return (
        f'<section id="centre" class="felt" data-place="centre" aria-label="{title}"><div class="legend eyebrow"><p>{title}</p><p>{said}</p></div>'
        f'<ul>{tokens}<li class="pawn{" none" if taken else ""}">{token("sluffer")}<span class="visually-hidden">{put(language, role)}</span>'
        f"<span>{0 if taken else 1}</span></li></ul></section>"
    )


def _lies(language: Language, color: str, count: int) -> str:
    none = "" if count else ' class="none"'
    return (
        f'<li id="centre-{color}" data-color="{color}" data-count="{count}"{none}>{token(color)}<span class="visually-hidden">{put(language, Text(color))}</span>'
        f"<span>{count}</span></li>"
    )


def _board_seats(size: str, language: Language) -> str:
    return f'<ol class="board-seats {size}" aria-label="{t(language, "Seats")}">'


def _board_place(
    language: Language, place: int, name: str, own: BadgeView, pile: Tokens, lit: bool, deals: bool, leads: bool,
    sluffer: bool, role: Text, running: Text, total: int,
) -> str:  # fmt: skip
    chips = f'<span class="chip full">{t(language, "Deals")}</span> ' if deals else ""
    chips += f'<span class="chip">{t(language, "Leads")}</span> ' if leads else ""
    chips += f'<span class="chip gold">{put(language, role)}</span>' if sluffer else ""
    lies = "".join(_fan(language, color, count) for color, count in pile) + (token("sluffer") if sluffer else "")
    return (
        f'<li id="row-{place}" class="place card{" turn" if lit else ""}" data-place="{e(name)}"><p class="name" dir="auto" title="{e(name)}">{badge(*own)}{e(name)}</p>'
        f'<p class="chips">{chips}</p><div class="lies">{lies}</div>'
        f'<p class="now"><span class="soft">{t(language, "This round")}</span><span>{put(language, running)}</span></p>'
        f'<p class="total"><span class="soft">{t(language, "Total")}</span><b>{signed(total, plus="")}</b></p></li>'
    )


def _row(
    language: Language, held: str, place: int, number: int, name: str, own: BadgeView, total: int, lit: bool, deals: bool,
    leads: bool,
) -> str:  # fmt: skip
    return (
        f'<li id="row-{place}" class="seat{" turn" if lit else ""}" data-place="{e(name)}" title="{e(name)}">'
        f"{who(language, number, name, own, deals=deals, leads=leads)}{held}"
        f'<p class="score"><span class="visually-hidden">{t(language, "Points")}</span> {signed(total, plus="")}</p></li>'
    )


def _held(
    language: Language, place: int, name: str, pile: Tokens, steals: tuple[tuple[str, str, bool], ...], asked: str,
    role: Text | None,
) -> str:  # fmt: skip
    taps = {color: (value, legal) for color, value, legal in steals}
    tokens = "".join(
        _stolen(language, name, place, asked, color, count, *taps[color])
        if count and color in taps
        else _fan(language, color, count)
        for color, count in pile
    )
    chip = f'<span class="chip">{put(language, role)}</span>' if role else ""
    crowded = " crowded" if _width(dict(pile), tapped=False) > ROOM else ""
    return f'<div id="held-{place}" class="held{crowded}">{tokens}{chip}</div>'


@lru_cache(4096)
def _fan(language: Language, color: str, count: int) -> str:
    if not count:
        return f'<span data-color="{color}" data-count="0" hidden></span>'
    return f'<span data-color="{color}" data-count="{count}" role="img" aria-label="{count} {put(language, Text(color))}">{fan(color, count)}</span>'


@lru_cache(4096)
def _stolen(
    language: Language, name: str, place: int, asked: str, color: str, count: int, value: str, legal: bool
) -> str:
    label = t(language, "Steal {color} from {name}", color=Text(color), name=name)
    button = submit(value, legal, label, "grab steal", f"steal-{color}-{place}")
    lies = f'<span data-not="{asked}" role="img" aria-label="{count} {put(language, Text(color))}">{fan(color, count)}</span>'
    return f'<span data-color="{color}" data-count="{count}"><button {button} data-for="{asked}">{fan(color, count)}</button>{lies}</span>'


Words = tuple[tuple[str, Text], ...]


def _ask_prediction(
    language: Language, tiles: str, number: int, name: str,
    sluffer: tuple[str, bool], done: tuple[str, bool], taken: int, told: int, words: Words,
) -> str:  # fmt: skip
    word = dict(words)
    hint = n(language, "{told} of {num} trick predicted", "{told} of {num} tricks predicted", TRICKS, told=told)
    mine, theirs = t(language, "What will you take?"), t(language, "What will {name} take?", name=bdi(name, 12))
    heading = f'<span data-for="{number}">{mine}</span><span data-not="{number}">{theirs}</span>'
    take = t(language, "Take {role}", role=word["the_role"])
    end = t(language, "Done")
    counted = n(language, "{num} {token}", "{num} {tokens}", taken, token=word["token"], tokens=word["tokens"])
    if taken:
        finish = f"<button {submit(*done, end, 'button main', 'done')}>{end} · {counted}</button>"
    else:
        own = t(language, "No {tokens} for you?", tokens=word["tokens"])
        other = t(language, "No {tokens} for {name}?", name=bdi(name, 12), tokens=word["tokens"])
        none = t(language, "0 {tokens}", tokens=word["tokens"])
        sure = (
            f'<p><span data-for="{number}">{own}</span><span data-not="{number}">{other}</span></p>'
            f'<div class="acts"><button {submit(*done, end, "button main", "done-without")}>{end} · {none}</button></div>'
        )
        finish = choice("done", "end", "ask", end, "button main", f"{end} · {counted}", sure)
    return (
        f'<div class="ask"><div><h2>{heading}</h2><p class="hint">{hint}</p></div></div>'
        f'<div class="choices"><div class="tiles choices">{tiles}</div><div class="acts lean choices">'
        f"<button {submit(*sluffer, take, 'button', 'take-sluffer')}>{token('sluffer', 'small')}<span>{put(language, word['Role'])}</span></button>{finish}</div></div>"
    )


@lru_cache(4096)
def _tile(
    language: Language, color: str, value: str, legal: bool, left: int, holders: tuple[tuple[str, str], ...], own: int
) -> str:
    name = t(language, "Take {color}", color=Text(color))
    there = (
        n(language, "{num} left", "{num} left", left)
        if left
        else t(language, "steal…")
        if holders
        else t(language, "none")
    )
    inside = f"{token(color, 'big')}<span>{there}</span>" + (f'<span class="badge">{own}</span>' if own else "")
    if not holders:
        button = submit(value, legal, name, "tile", f"take-{color}")
        return (
            f'<div id="tile-{color}" class="choice"><button aria-description="{there}" {button}>{inside}</button></div>'
        )
    steals = "".join(
        f"<button {submit(steal, True, t(language, 'Steal {color} from {name}', color=Text(color), name=holder), 'button')}>"
        f'{token(color, "small")}<span class="name" dir="auto">{e(holder)}</span></button>'
        for holder, steal in holders
    )
    whom = t(language, "Take {color} from whom?", color=Text(color))
    shown = f'<p>{whom}</p><div class="acts from">{steals}</div>'
    return choice(f"take-{color}", "from", color, name, "tile from", inside, shown, part=f"tile-{color}")


def _ask_turn_in(
    language: Language, name: str, own: BadgeView, led: str | None, won: str | None,
    taps: tuple[tuple[str, str, bool], ...], missed: tuple[str, bool], black: tuple[str, bool] | None, one: Text,
) -> str:  # fmt: skip
    if led is None or won is None:
        hint = t(language, "Or nothing fits.")
    elif led == won:
        hint = t(language, "Led and won with {led}.", led=Text(led))
    else:
        hint = t(language, "Led with {led}, won with {won}.", led=Text(led), won=Text(won))
    tiles = "".join(
        f"<button {submit(value, legal, t(language, 'Turn in {color}', color=Text(color)), 'tile', f'turn-in-{color}')}>{token(color, 'big')}<span>{put(language, Text(color))}</span></button>"
        for color, value, legal in taps
    )
    if black is not None:
        nothing = t(language, "Nothing fits")
        tiles += f"<button {submit(*black, nothing, 'tile', 'take-black')}>{token(BLACK, 'big')}<span>{t(language, 'nothing fits')}</span></button>"
    forgot = t(language, "Forgot to turn in")
    return (
        f'<div class="ask told"><p class="winner">{whole(name, own)}</p><div><h2>{t(language, "Which {token} goes back?", token=one)}</h2><p class="hint">{hint}</p></div></div>'
        f'<div class="stage"><div class="tiles returns">{tiles}</div><div class="acts"><button {submit(*missed, forgot, "button quiet", "missed")}>{forgot}</button></div></div>'
    )


def _ask_trick(language: Language, claims: str, seats: int, colors: tuple[str, ...], trump: str, one: Text) -> str:
    """Draw who may have won the trick; what came of it if nothing went back; and the led colours."""
    nothing, later = t(language, "Nothing fits"), t(language, "Not yet")
    trumped = t(language, "Won with {color}", color=Text(trump))
    black = f"{token(BLACK, 'big')}<span>{t(language, 'nothing fits')}</span>"
    return (
        f'<div class="by-winner"><div class="ask"><div><h2 class="who-won-it">{t(language, "Who won the trick?")}</h2>'
        f'<h2 class="what-goes">{t(language, "Which {token} goes back?", token=one)}</h2><h2 class="what-led">{t(language, "What was led?")}</h2></div></div>'
        f'<div class="stage winners of-{seats} choices">{claims}</div><div class="other-ways"><div class="acts choices">'
        f"{choice('pays-black', 'pays', BLACK, nothing, 'tile more', black)}{choice('pays-later', 'pays', LATER, later, 'button quiet', later)}</div>"
        f'<input type="checkbox" class="visually-hidden" id="won-with" name="won_with" value="{trump}" aria-label="{trumped}" autocomplete="off">'
        f'<label for="won-with" class="button">{trumped}</label></div>{_led(language, colors, trump)}</div>'
    )


def _claim(
    language: Language, place: int, number: int, name: str, own: BadgeView, held: tuple[str, ...], sluffer: bool,
    back: tuple[str, ...], marks: str, trump: str,
) -> str:  # fmt: skip
    """Draw who may have taken the trick, and what may go back for it where the phone may enter that, too.

    Where nothing can go back, the phone is asked what was led at once.
    """
    dots = "".join(map(token, held)) + (token("sluffer") if sluffer else "")
    mine = f'<span data-for="{number}">{t(language, "I took it")}</span><span data-not="{number}">{e(name)}</span>'
    shown = f'{whole(name, own, mine)}<span class="dots">{dots}</span>'
    returns = "".join(_back(language, color) for color in back)
    returns += "".join(_pays(language, color, place) for color in (trump, "white") if color in held and not sluffer)
    took = t(language, "{name} took it", name=name)
    claim = choice(
        f"took-{place}",
        "winner",
        name,
        took,
        "button winner",
        shown,
        f'<div class="tiles returns choices" data-for="{marks}">{returns}</div>',
    )
    quick = "".join(_quick(language, color, number) for color in back[:SHORTCUTS])
    own_taps = f'<div class="quick" data-for="{number}">{quick}</div>' if quick else ""
    return f'<div id="claim-{place}" class="claim" data-own="{number}" data-pays="{marks if returns else ""}">{claim}{own_taps}</div>'


@lru_cache(256)
def _back(language: Language, color: str) -> str:
    name = t(language, "Turn in {color}", color=Text(color))
    return f'<button name="back" value="{color}" class="tile" aria-label="{name}">{token(color, "big")}<span>{put(language, Text(color))}</span></button>'


@lru_cache(1024)
def _pays(language: Language, color: str, place: int) -> str:
    name, shown = (
        t(language, "Turn in {color}", color=Text(color)),
        f"{token(color, 'big')}<span>{put(language, Text(color))}</span>",
    )
    return choice(f"pays-{place}-{color}", "pays", color, name, "tile more", shown)


@lru_cache(1024)
def _quick(language: Language, color: str, number: int) -> str:
    name = t(language, "I took it, {color} goes back", color=Text(color))
    return f'<button name="mine" value="{number} {color}" class="tile" aria-label="{name}">{token(color)}{icon("undo")}</button>'


@lru_cache(64)
def _led(language: Language, colors: tuple[str, ...], trump: str) -> str:
    """Draw the led colours: nobody trumped in the first row, somebody did in the second."""
    plain = "".join(
        f'<button name="led" value="{color}" class="tile" id="led-{color}" aria-label="{t(language, "Led {color}", color=Text(color))}">{token(color, "big")}<span>{put(language, Text(color))}</span></button>'
        for color in colors
    )
    over = "".join(
        f'<button name="led" value="{color} {trump}" class="tile" id="trumped-{color}" aria-label="{t(language, "Led {color}, won with {won}", color=Text(color), won=Text(trump))}"><span class="over">{token(color)}{token(trump, "small")}</span></button>'
        for color in colors
        if color != trump
    )
    return f'<div class="led stage"><div class="tiles">{plain}</div><div class="tiles trumped">{over}</div></div>'
