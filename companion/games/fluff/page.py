"""A table of Fluff on its page: the bid, the cups, and what is asked of whom; and the functions that draw it."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from companion.games.fluff.moves import (
    HIGHEST,
    FirstRoll,
    ShowMatching,
    Spill,
    has_dice,
    lowest,
    lowest_quantity,
)
from companion.games.fluff.scoring import price
from companion.games.fluff.state import MOST_DICE, VALUES, WILD, BidMade, CallMade, Settled, Shown, State
from companion.games.markup import (
    BadgeView,
    badge,
    bdi,
    choice,
    data,
    e,
    listed,
    n,
    put,
    question,
    sense,
    t,
)
from companion.games.move import Plain
from companion.games.page import ANYBODY, Fields, Page, names_alone
from companion.games.part import Draw, Part, Sheet, Wait
from companion.games.people import Seat, from_left_of
from companion.games.points import STOPPED
from companion.games.ruled_move import overridden
from companion.games.text import Counted, Language, Text

FACES: tuple[int | str, ...] = (*VALUES, WILD)
BY_NAME = {str(face): face for face in FACES}
COUNTS = {str(count): count for count in range(MOST_DICE + 1)}
OPENING_SHARE = 4  # an opening bid begins at a quarter of the dice, from where all others are a few taps away
QUANTITIES = 5
"""The quantities of a bid that have a button each; any other is typed."""
ABREAST = 6
"""So many seats stand two in a row, and more of them three."""

Lying = tuple[tuple[int | str, bool], ...]
"""Dice that lie open: what each shows, and whether it counts for the bid."""


def lies_open(shown: Shown, bid: BidMade) -> Lying:
    """Return the dice that a seat has shown; if their faces were not told, they are hidden, those that count first."""
    if shown.dice:
        return tuple((face, bool(bid.met_by((face,)))) for face in shown.dice)
    return tuple(("hidden", place < shown.count) for place in range(shown.held))


class FluffPage(Page[State]):
    """Nothing is secret here: dice are told once they lie open."""

    @property
    def look(self) -> str:
        return "fluff showing" if self.phase == "show" else "fluff"

    @property
    def eyebrow(self) -> tuple[Text, ...]:
        if self.phase == "first-roll":
            return (Text("First roll"),)
        dice = sum(self.state.dice.values())
        return (
            Text("Round {n}", n=self.state.round),
            Counted("{num} die in play", "{num} dice in play", n=dice, num=dice),
        )

    @property
    def headline(self) -> Text:
        state = self.state
        if state.turn is None:
            return Text("A tie: roll again") if state.tied else Text("Roll for the start")
        if state.call is not None:
            return Text("{name} called", name=state.call.seat)
        return Text("{name}\u2019s turn", name=state.turn) if state.bid else Text("{name} opens", name=state.turn)

    @property
    def over_heading(self) -> tuple[Text, Text | None]:
        rounds = max(self.state.round - 1, 0)
        if self.state.stopped:
            return Text("The most dice win"), STOPPED
        return Text("The last one with dice"), Counted("after {num} round", "after {num} rounds", n=rounds, num=rounds)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats whose bid or dice are awaited; anybody may enter the first roll."""
        state = self.state
        if self.phase == "show":
            return state.unshown
        return (state.turn,) if self.phase == "bid" and state.turn is not None else ()

    @property
    def to_come(self) -> tuple[str, ...]:
        """The seats that bid after the one whose bid is awaited: all others with dice, clockwise."""
        state = self.state
        if self.phase != "bid" or state.turn is None:
            return ()
        return tuple(seat for seat in from_left_of(state.people.seats, state.turn)[:-1] if state.dice[seat])

    @property
    def mark(self) -> str | None:
        """The first roll or the show, in which several are asked at once; any other entry ends an act."""
        state = self.state
        if self.phase == "show" and state.bid is not None:
            return f"show-{state.round}-{state.bid.number}"
        if self.phase != "first-roll":
            return None
        return f"roll-{sum(isinstance(overridden(book.move), FirstRoll) for book in self.book.standing())}"

    # What lies on the table.

    @property
    def lying(self) -> tuple[Part, Part]:
        state, phase = self.state, self.phase
        before = state.raised[-1] if state.raised else None
        so_far = sum(shown.count for shown in state.shown)
        opener = state.turn if phase == "bid" else None
        past = state.settled if state.bid is None else None
        out = past is not None and not state.dice[past.loser]
        standing = Part("standing", _standing, (phase, state.bid, before, state.call, so_far, opener, past, out))
        return standing, self._rows(_seats, _row)

    @property
    def on_board(self) -> tuple[Part, ...]:
        standing, _ = self.lying
        return standing, self._rows(_board_seats, _board_place)

    def _rows(self, around: Draw, row: Draw) -> Part:
        seats = self.state.people.seats
        rows = (Part(f"row-{place}", row, (place, *self._seat(name))) for place, name in enumerate(seats))
        return Part("seats", around, (len(seats),), tuple(rows))

    def _seat(self, name: Seat) -> tuple[object, ...]:
        state, phase = self.state, self.phase
        bid, call, ended = state.bid, state.call, state.settled
        shown = next((one for one in state.shown if one.seat == name), None)
        lit = name in self.winners or (phase == "bid" and name == state.turn)
        loses = ended.lost if ended and bid is None and name == ended.loser else 0
        calls, bids = call is not None and name == call.seat, bid is not None and name == bid.seat
        lies = None if shown is None or bid is None else lies_open(shown, bid)
        wilds = state.rolled.get(name) if phase == "first-roll" else None
        return self.number(name), name, self.badge(name), state.dice[name], lies, wilds, lit, loses, calls, bids

    # What is asked.

    @property
    def ask(self) -> Sheet:
        state = self.state
        if state.turn is None:
            return Sheet(ANYBODY, _ask_roll, (state.tied,))
        if state.bid is not None and self.phase == "show":
            own = " ".join(str(self.number(name)) for name in state.unshown)
            return Sheet(self.asked(*state.unshown), _ask_show, (own, state.bid.value))
        name, dice = state.turn, sum(state.dice.values())
        first, value = lowest(state.bid)
        chosen = max(1, dice // OPENING_SHARE) if state.bid is None else first
        if chosen >= first + QUANTITIES:
            first = chosen - QUANTITIES // 2
        fewest = tuple((value, lowest_quantity(state.bid, value)) for value in VALUES)
        cost = price(state, name) if state.bid else 0
        return Sheet(self.asked(name), _ask_bid, (self.number(name), name, fewest, first, chosen, value, dice, cost))

    @property
    def tools(self) -> tuple[Draw, tuple[object, ...]]:
        return _by_dice, ()

    @property
    def beside(self) -> tuple[Part, ...]:
        callers = self._callers
        if len(callers) == 1 and self.state.turn not in self.elsewhere:
            callers = ()  # whose phone is asked has that call beside the bid
        also = (Part("record", _record, (self.state.turn is None,)), Part("calls", _others_call, (callers,)))
        spill = (Part("spill", _spill, (self._spillers,)),) if self.state.options.sloppy else ()
        tells = tuple(self._tells(place, name) for place, name in enumerate(self.state.people.seats))
        return Part("tells", _tells, (), tells), Part("also", _also, (), (*also, *spill))

    def _tells(self, place: int, name: Seat) -> Part:
        """Return what a seat tells that is asked together with others: the wilds it rolled, or its dice after a call.

        Each is a part of its own, so that what one seat tells takes nothing away that is half told of another. Each act
        has others, so that nothing that was half told goes over to the next one.
        """
        state, id_, mark = self.state, f"tells-{place}", self.mark
        who = self.number(name), name
        if state.turn is None and name in state.due:
            return Part(id_, _tell_roll, (place, mark, *who, state.dice[name]))
        if state.bid is None or self.phase != "show":
            return Part(id_, _tells_nothing, (place,))
        shown = next((one for one in state.shown if one.seat == name), None)
        if shown is not None:
            *_, keeper = self.asked(name).split()
            return Part(id_, _has_told, (place, name, shown.count, keeper))
        if not state.dice[name]:
            return Part(id_, _tells_nothing, (place,))
        return Part(id_, _tell_dice, (place, mark, *who, state.dice[name], state.bid.value, self.asked(name)))

    @property
    def _callers(self) -> tuple[tuple[int, str, int, bool], ...]:
        """The seats that may call: the number and the name, what a wrong call costs, and whether it is its turn."""
        state = self.state
        if self.phase != "bid" or state.bid is None:
            return ()
        return tuple(
            (self.number(name), name, price(state, name), name == state.turn)
            for name in from_left_of(state.people.seats, state.bid.seat)[:-1]
            if state.dice[name]
        )

    @property
    def _spillers(self) -> tuple[tuple[int, int, str, int], ...]:
        """The seats that may have spilled dice: the place, the number and the name, and how many dice it has."""
        return tuple(
            (place, self.number(name), name, self.state.dice[name])
            for place, name in enumerate(self.state.people.seats)
            if name in self.state.unshown
        )

    @property
    def wait(self) -> Wait:
        state = self.state
        bids = tuple((bid.seat, Text("{n} \u00d7 {value}", n=bid.quantity, value=bid.value)) for bid in state.bids)
        return Wait(
            heading=self._waits,
            hints=tuple(
                (self.number(name), self._hint(name))
                for name in state.people.seats
                if self.phase != "show" or not state.dice[name]
            ),
            next_up=self.number(self.to_come[0]) if self.to_come else None,
            asides=(
                *([(Text("Bids"), bids)] if bids else ()),
                *([(Text("Then"), names_alone(self.to_come))] if self.to_come else ()),
            ),
            more=_meanwhile,
            args=(state.unshown if self.phase == "show" else (), self._callers),
        )

    @property
    def _waits(self) -> Text:
        state = self.state
        if state.turn is None:
            return Text("The first roll")
        if self.phase == "show":
            left = len(state.unshown)
            return Counted("One still to show", "{num} still to show", n=left, num=left)
        return Text("{name} is bidding", name=state.turn)

    def _hint(self, name: Seat) -> Text:
        state, held = self.state, self.state.dice[name]
        if not held:
            return Text("You are out, and watching.")
        if self.phase == "bid" and state.bid is not None:
            if name == state.bid.seat:
                return Text("Your bid stands")
            cost = price(state, name)
            return Counted(
                "If the bid is true, a call costs you {num} die.",
                "If the bid is true, a call costs you {num} dice.",
                n=cost,
                num=cost,
            )
        return Counted("You have {num} die.", "You have {num} dice.", n=held, num=held)

    # What a form tells.

    def told(self, fields: Fields) -> tuple[Plain, ...] | Text:
        """Make the move of the button that was tapped: what it tells, and of whom by the number of the person."""
        match (_last(fields, "told") or "").split():
            case ["roll"]:
                return self._told_roll(fields)
            case ["bid", *number]:
                return self._told_bid(fields, self._named("".join(number)))
            case ["call", number] if name := self._named(number):
                return ({"move": "call", "seat": name},)
            case ["dice", number] if name := self._named(number):
                return self._told_dice(fields, name)
            case ["count", number, count] if (name := self._named(number)) and count in COUNTS:
                return ({"move": "show", "seat": name, "matching": COUNTS[count]},)
            case ["spill", number, count] if (name := self._named(number)) and count in COUNTS:
                return ({"move": "spill", "seat": name, "count": COUNTS[count]},)
        return super().told(fields)

    def _named(self, number: str) -> Seat | None:
        return next((name for name in self.state.people.seats if str(self.number(name)) == number), None)

    def _told_roll(self, fields: Fields) -> tuple[Plain, ...] | Text:
        told = {name: COUNTS.get(_last(fields, f"wilds-{self.number(name)}") or "") for name in self.state.due}
        if missing := tuple(name for name, wilds in told.items() if wilds is None):
            return Text("Wilds still missing: {seats}.", seats=missing)
        return ({"move": "first_roll", "wilds": told},)

    def _told_bid(self, fields: Fields, name: Seat | None) -> tuple[Plain, ...] | Text:
        """Make the bid of the seat that the form was for: sent once more, it is the same bid, whoever bids by now."""
        quantity, value = _number(fields, "quantity") or _number(fields, "many"), _number(fields, "value")
        if quantity is None or value is None:
            return Text("Pick a value and how many, then bid.")
        bidder = name or self.state.turn or self.state.people.seats[0]
        return ({"move": "bid", "seat": bidder, "quantity": quantity, "value": value},)

    def _told_dice(self, fields: Fields, name: Seat) -> tuple[Plain, ...] | Text:
        held = self.state.dice[name]
        dice = [BY_NAME[face] for face in fields.getlist(f"die-{self.number(name)}") if face in BY_NAME]
        if len(dice) < held:
            return Text("{has} Tapped in so far: {n}.", has=has_dice(name, held), n=len(dice))
        return ({"move": "show", "seat": name, "dice": dice},)


def _last(fields: Fields, key: str) -> str | None:
    return next(reversed([value for value in fields.getlist(key) if value]), None)


def _number(fields: Fields, key: str) -> int | None:
    text = _last(fields, key) or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(HIGHEST)) else None


# Drawing: what lies on the table.


@lru_cache(64)
def die(face: int | str, classes: str = "") -> str:
    return f'<svg class="die{classes}" aria-hidden="true"><use href="#die-{face}"/></svg>'


def _face(language: Language, face: int | str) -> str:
    return t(language, "wild") if face == WILD else str(face)


def _standing(
    language: Language, phase: str, bid: BidMade | None, before: BidMade | None, call: CallMade | None, so_far: int,
    opener: str | None, past: Settled | None, out: bool,
) -> str:  # fmt: skip
    """Draw the bid that stands; before a round's first bid, how the round before it ended."""
    if phase == "first-roll":
        inside = f'<p class="none">{die(WILD)} <span>{t(language, "Whoever rolls the most wilds starts.")}</span></p>'
    elif bid is not None:
        whose = f"<span>{t(language, '{name}’s bid', name=bdi(bid.seat, 14))}</span>"
        if call is not None:
            whose += f"<b>{t(language, '{n} so far', n=so_far)}</b>" if phase == "show" else ""
            whose += f"<span>{_called(language, call)}</span>"
        elif before is not None:
            said = t(language, "before: {n} × {value}", n=before.quantity, value=before.value)
            whose += f'<span class="before">{said}</span>'
        inside = (
            f'<p class="claim"><b>{bid.quantity}</b> <span class="by">&times;</span> {die(bid.value)}<span class="visually-hidden">{bid.value}</span></p>'
            f'<p class="whose">{whose}</p>'
        )
    else:
        opens = f"<p>{t(language, 'No bid yet. {name} opens.', name=bdi(opener, 14))}</p>" if opener else ""
        nobody = f"<p>{t(language, 'Nobody has bid.')}</p>" if not opener and past is None else ""
        ended = _past(language, past, out) if past is not None else ""
        inside = f'<div class="none">{die("hidden")} <div>{opens}{nobody}{ended}</div></div>'
    return f'<section id="standing" class="felt standing" data-place="bid" aria-label="{t(language, "The bid")}">{inside}</section>'


def _called(language: Language, call: CallMade) -> str:
    if call.in_turn:
        return t(language, "Called by {name}", name=bdi(call.seat, 12))
    return t(language, "Called out of turn by {name}", name=bdi(call.seat, 8))


def _past(language: Language, past: Settled, out: bool) -> str:
    bid, loser = past.bid, bdi(past.loser, 12)
    there = t(
        language, "{n} × {value} bid by {name}: {count} there.",
        n=bid.quantity, value=bid.value, name=bdi(bid.seat, 12), count=past.count,
    )  # fmt: skip
    if past.lost:
        lost = n(language, "{name} lost {num} die", "{name} lost {num} dice", past.lost, name=loser)
        lost += Markup(" · <b>{}</b>").format(t(language, "Out")) if out else ""
    else:
        lost = t(language, "{name} is out already", name=loser)
    return f'<p class="past"><b>{t(language, "Last round")}</b> {there} {lost}</p>'


def _seats(language: Language, rows: str, seats: int) -> str:
    crowd = " crowd columns-3" if seats > ABREAST else " crowd columns-2" if seats == ABREAST else ""
    return f'<ol id="seats" class="seats card{crowd}" aria-label="{t(language, "Seats")}">{rows}</ol>'


def _row(
    language: Language, place: int, number: int, name: str, own: BadgeView, dice: int, lies: Lying | None,
    wilds: int | None, lit: bool, loses: int, calls: bool, bids: bool,
) -> str:  # fmt: skip
    classes = "seat" + (" turn" if lit else "") + ("" if dice or lies else " gone")
    return (
        f'<li id="row-{place}" class="{classes}" data-place="{e(name)}" data-color="dice" data-count="{dice}" title="{e(name)}">'
        f'<div class="who">{badge(*own)}<span class="name" dir="auto" data-own="{number}">{e(name)}</span>'
        f'<span class="chips"><span class="chip gold" data-for="{number}">{t(language, "You")}</span>{_news(language, dice, loses, calls, bids)}</span></div>'
        f'{_lies(language, dice, lies, wilds)}<p class="score"><span class="visually-hidden">{t(language, "Dice")}</span> {dice}</p></li>'
    )


def _board_seats(language: Language, places: str, seats: int) -> str:
    crowd = " crowd" if seats > ABREAST else ""
    return f'<ol id="seats" class="board-seats cups seats-{seats}{crowd}" aria-label="{t(language, "Seats")}">{places}</ol>'


def _board_place(
    language: Language, place: int, _number: int, name: str, own: BadgeView, dice: int, lies: Lying | None,
    wilds: int | None, lit: bool, loses: int, calls: bool, bids: bool,
) -> str:  # fmt: skip
    classes = "place card" + (" turn" if lit else "") + ("" if dice or lies else " gone")
    return (
        f'<li id="row-{place}" class="{classes}" data-place="{e(name)}" data-color="dice" data-count="{dice}"><p class="name" dir="auto" title="{e(name)}">{badge(*own)}{e(name)}</p>'
        f'<p class="chips">{_news(language, dice, loses, calls, bids)}</p>{_lies(language, dice, lies, wilds)}'
        f'<p class="total"><span class="soft">{t(language, "Dice")}</span><b>{dice}</b></p></li>'
    )


def _news(language: Language, dice: int, loses: int, calls: bool, bids: bool) -> str:
    """Draw what has just become of a seat: dice lost, a call, a bid; or that it is out."""
    out = "" if dice else f'<span class="chip">{t(language, "Out")}</span>'
    if loses:
        return f'<span class="chip lost" dir="ltr">&minus;{loses}</span>{out}'
    if calls:
        return f'<span class="chip full">{sense(language, "seat", "Calls")}</span>'
    return f'<span class="chip">{sense(language, "seat", "Bid")}</span>' if bids else out


@lru_cache(2048)
def _lies(language: Language, dice: int, lies: Lying | None, wilds: int | None) -> str:
    """Draw a seat's dice: what it has shown or rolled, else those under its cup; and those set aside."""
    if wilds is not None:
        shown = die(WILD) * wilds or f'<span class="soft">{t(language, "no wild")}</span>'
        return f'<p class="lies rolled" role="img" aria-label="{n(language, "{num} wild", "{num} wilds", wilds)}">{shown}</p>'
    lost = die("lost") * (MOST_DICE - (len(lies) if lies else dice))
    if not lies:
        label = f"{n(language, '{num} die', '{num} dice', dice)}, {n(language, '{num} set aside', '{num} set aside', MOST_DICE - dice)}"
        return f'<p class="lies" role="img" aria-label="{label}">{die("hidden") * dice}{lost}</p>'
    if lies[0][0] == "hidden":
        counting = sum(counts for _, counts in lies)
        label = n(language, "{num} of {all} counts", "{num} of {all} count", counting, all=len(lies))
    else:
        label = t(language, "Shows:") + " " + listed(language, (_face(language, face) for face, _ in lies))
    drawn = "".join(die(face, " counts" if counts else "") for face, counts in lies)
    return f'<p class="lies" role="img" aria-label="{label}">{drawn}{lost}</p>'


# Drawing: what is asked.


def _ask_roll(language: Language, tied: tuple[str, ...]) -> str:
    if tied:
        hint = t(language, "Only these roll again: {names}", names=tuple(bdi(name, 12) for name in tied))
    else:
        hint = t(language, "Any phone can enter it for all.")
    return question(t(language, "How many wilds did each roll?"), hint)


def _ask_show(language: Language, own: str, value: int) -> str:
    mine, theirs = t(language, "How many of yours count?"), t(language, "How many of them count?")
    heading = (
        f'<span class="by-count"><span data-for="{own}">{mine}</span><span data-not="{own}">{theirs}</span></span>'
    )
    heading += f'<span class="by-die">{t(language, "Tap in your dice")}</span>'
    return question(heading, t(language, "Each {value} counts, and each wild.", value=value))


def _ask_bid(
    language: Language, number: int, name: str, fewest: tuple[tuple[int, int], ...], first: int, chosen: int, value: int,
    dice: int, cost: int,
) -> str:  # fmt: skip
    """Draw a bid: static/js/dice.js says on its button what it bids, and dims what is no raise."""
    if cost:
        mine, theirs = t(language, "Raise, or call"), t(language, "{name} raises or calls", name=bdi(name, 10))
    else:
        mine, theirs = t(language, "Your bid"), t(language, "{name}’s bid", name=bdi(name, 14))
    heading = f'<span data-for="{number}">{mine}</span><span data-not="{number}">{theirs}</span>'
    hint = (
        f'<span class="usual">{t(language, "Wilds count for every value.")}</span>'
        f'<span class="too-many" hidden>{t(language, "There are only {n} dice. It can be called like any other bid.", n=dice)}</span>'
    )
    values = "".join(
        _radio(
            "value",
            face,
            t(language, "{value}s", value=face),
            "tile",
            die(face),
            face == value,
            f' data-fewest="{needs}"',
        )
        for face, needs in fewest
    )
    last = min(first + QUANTITIES - 1, HIGHEST)
    more = min(last + 1, HIGHEST)
    quantities = "".join(
        _radio("quantity", many, n(language, "{num} die", "{num} dice", many), "button", str(many), many == chosen)
        for many in range(first, last + 1)
    )
    quantities += _radio("quantity", "", t(language, "More dice"), "button on", f"{more}…", False)
    typed = (
        f'<label class="field many">{t(language, "How many dice?")}<input type="number" name="many" min="1" max="{HIGHEST}" '
        f'value="{more}" inputmode="numeric"></label>'
    )
    call = ""
    if cost:
        call = "".join(
            f'<span data-{marked}="{number}">{_call(language, number, name, own, cost, True)}</span>'
            for marked, own in (("for", True), ("not", False))
        )
    bid, says = t(language, "Bid"), t(language, "Bid {n} × {value}", n="{n}", value="{value}")
    return (
        f'{question(heading, hint)}<div class="tiles faces values" role="radiogroup" aria-label="{t(language, "Which value")}">{values}</div>'
        f'<div class="numbers quantities" role="radiogroup" aria-label="{t(language, "How many")}">{quantities}</div>{typed}'
        f'<div class="acts">{call}<button type="submit" name="told" value="bid {number}" class="button main" id="bid" data-says="{says}" data-dice="{dice}">{bid}</button></div>'
    )


@lru_cache(2048)
def _radio(field: str, value: object, name: str, classes: str, shown: str, chosen: bool, data: str = "") -> str:
    """Draw something of which one is told; `name` and `shown` are markup."""
    checked = " checked" if chosen else ""
    return f'<label class="{classes}"><input type="radio" name="{field}" value="{value}" aria-label="{name}"{data}{checked}>{shown}</label>'


@lru_cache(2048)
def _told(value: str, name: str, classes: str, shown: str) -> str:
    """Draw a button that tells something by itself, as `FluffPage.told` reads it; `name` and `shown` are markup."""
    return f'<button type="submit" name="told" value="{value}" class="{classes}" aria-label="{name}">{shown}</button>'


def _call(language: Language, number: int, name: str, own: bool, cost: int, in_turn: bool) -> str:
    """Draw "Fluff!", with what it costs if the bid is true."""
    word, label = t(language, "Fluff!"), t(language, "{name} calls “Fluff!”", name=name)
    if in_turn:
        costs = n(language, "costs {num} die if wrong", "costs {num} dice if wrong", cost)
    else:
        costs = n(language, "out of turn: costs {num} die if wrong", "out of turn: costs {num} dice if wrong", cost)
    whose = "" if own else f" <small>{bdi(name, 10)}</small>"
    return _told(
        f"call {number}",
        word if own else label,
        "button fluff-call" if in_turn else "button main fluff-call",
        f'<span class="word">{word}{whose}</span><span class="cost">{costs}</span>',
    )


def _meanwhile(language: Language, unshown: tuple[str, ...], callers: tuple[tuple[int, str, int, bool], ...]) -> str:
    """Draw who has yet to show, or the call out of turn of each seat that may make one."""
    names = listed(language, (bdi(name, 12) for name in unshown))
    return (f'<p class="hint">{names}</p>' if unshown else "") + "".join(
        f'<div class="acts" data-for="{number}">{_call(language, number, name, True, cost, False)}</div>'
        for number, name, cost, in_turn in callers
        if not in_turn
    )


# Drawing: what is asked of several at once, seat by seat.


def _tells(language: Language, seats: str) -> str:
    """Draw the list of what each seat tells, with what static/js/dice.js fills its dice from."""
    faces = "".join(
        f'<button type="button" class="tile" data-face="{face}" aria-label="{t(language, "Wild") if face == WILD else face}">{die(face)}</button>'
        for face in FACES
    )
    so_far = t(language, "{n} of {all} tapped in", n="{n}", all="{all}")
    all_in = [n(language, "All in: {num} counts.", "All in: {num} count.", count) for count in range(MOST_DICE + 1)]
    names = {str(face): _face(language, face) for face in FACES}
    known = "".join(f'<option value="{face}">' for face in FACES)
    return (
        f'<div id="tells" class="tells" role="group" aria-label="{t(language, "Seats")}"><template id="dice-pad"><p class="hint" role="status" data-so-far="{so_far}" data-all-in=\'{data(all_in)}\'></p>'
        f'<ol class="told-dice" aria-label="{t(language, "Dice tapped in")}" data-names=\'{data(names)}\'></ol><div class="tiles faces">{faces}</div>'
        f'<button type="button" class="button" data-die-back aria-label="{t(language, "Take back a die")}">{t(language, "Back")}</button></template>'
        f'<noscript><datalist id="faces">{known}</datalist></noscript>{seats}</div>'
    )


def _tells_nothing(_language: Language, place: int) -> str:
    return f'<i id="tells-{place}" hidden></i>'


def _whose(name: str, label: str) -> str:
    """Draw a button that leads to what a seat tells, if a phone tells it of several; `label` is markup."""
    return f'<button type="button" class="button whose" aria-label="{label}"><span class="name" dir="auto">{e(name)}</span><b></b></button>'


def _tell_roll(language: Language, place: int, mark: str, number: int, name: str, dice: int) -> str:
    wilds = "".join(
        _radio(f"wilds-{number}", count, n(language, "{num} wild", "{num} wilds", count), "button", str(count), False)
        for count in range(dice + 1)
    )
    label = t(language, "{name}’s wilds", name=name)
    return (
        f'<div id="tells-{place}" class="tell roll" data-act="{mark}" data-for="{ANYBODY}">{_whose(name, label)}'
        f'<div class="numbers" role="radiogroup" aria-label="{label}">{wilds}</div></div>'
    )


def _tell_dice(
    language: Language, place: int, mark: str, number: int, name: str, held: int, value: int, marks: str
) -> str:
    counts = "".join(
        _told(f"count {number} {count}", _counts(language, count), "button", str(count)) for count in range(held + 1)
    )
    show, label = t(language, "Show the dice"), t(language, "{name}’s dice", name=name)
    typed = f'<input name="die-{number}" list="faces">' * held
    return (
        f'<div id="tells-{place}" class="tell" data-act="{mark}" data-for="{marks}">{_whose(name, label)}'
        f'<div class="numbers matches" role="group" aria-label="{t(language, "How many count")}">{counts}</div>'
        f'<div class="dice-pad" role="group" aria-label="{label}" data-dice-pad="die-{number}" data-held="{held}" data-value="{value}"><noscript>{typed}</noscript>'
        f'<div class="acts lean">{_told(f"dice {number}", show, "button main", show)}</div></div></div>'
    )


def _counts(language: Language, count: int) -> str:
    return put(language, ShowMatching.button.filled({"n": count}))


def _has_told(language: Language, place: int, name: str, count: int, marks: str) -> str:
    """Draw what a seat has told, for a phone that tells it of several: so the others stay where they are."""
    return (
        f'<div id="tells-{place}" class="tell done" data-for="{marks}"><p class="button whose"><span class="name" dir="auto">{e(name)}</span>'
        f'<b aria-hidden="true">{count}</b><span class="visually-hidden">{_counts(language, count)}</span></p></div>'
    )


def _also(_: Language, inner: str) -> str:
    return f'<div id="also" class="also">{inner}</div>'


def _record(language: Language, rolling: bool) -> str:
    if not rolling:
        return '<i id="record" hidden></i>'
    words = t(language, "Record the roll")
    return f'<div id="record" data-for="{ANYBODY}"><button type="submit" name="told" value="roll" class="button main" id="record-roll">{words}</button></div>'


def _others_call(language: Language, callers: tuple[tuple[int, str, int, bool], ...]) -> str:
    """Draw the calls of all who may make one, for the phone that enters for everybody."""
    if not callers:
        return '<i id="calls" hidden></i>'
    calls = "".join(
        _told(
            f"call {number}",
            t(language, "{name} calls “Fluff!”", name=name),
            "button fluff-call",
            f'<span class="word name" dir="auto">{e(name)}</span><span class="cost">{n(language, "{num} die", "{num} dice", cost)}</span>',
        )
        for number, name, cost, _ in callers
    )
    asked = question(t(language, "Who calls “Fluff!”?"), t(language, "What it costs if the bid is true:"))
    words = t(language, "Somebody else calls")
    step = f'{asked}<div class="acts pick{_abreast(callers)}">{calls}</div>'
    shown = t(language, "Somebody else calls…")
    return f'<div id="calls" data-for="keeper">{choice("others-call", "also", "call", words, "button quiet", shown, step)}</div>'


def _abreast(seats: tuple[object, ...]) -> str:
    return " three" if len(seats) >= ABREAST else ""


def _spill(language: Language, spillers: tuple[tuple[int, int, str, int], ...]) -> str:
    """Draw what has fallen out of a cup: on a keeper's phone out of any, on another out of its own seat's."""
    if not spillers:
        return '<i id="spill" hidden></i>'
    seats = "".join(
        f'<div data-for="{number} keeper">{_spilled(language, place, number, name, held)}</div>'
        for place, number, name, held in spillers
    )
    mine, theirs = t(language, "How many have you spilled?"), t(language, "Who spilled dice?")
    asked = f'<span data-not="keeper">{mine}</span><span data-for="keeper">{theirs}</span>'
    step = f'{question(asked, t(language, "They are gone for the rest of the game."))}<div class="acts pick{_abreast(spillers)} choices">{seats}</div>'
    words, shown = t(language, "Spilled dice"), t(language, "Spilled…")
    marks = " ".join([*(str(number) for _, number, _, _ in spillers), "keeper"])
    return f'<div id="spill" data-for="{marks}">{choice("spilled", "also", "spill", words, "button quiet", shown, step)}</div>'


@lru_cache(1024)
def _spilled(language: Language, place: int, number: int, name: str, held: int) -> str:
    counts = "".join(
        _told(
            f"spill {number} {count}",
            put(language, Spill.button.filled({"seat": name, "n": count})),
            "button",
            str(count),
        )
        for count in range(1, held + 1)
    )
    many = t(language, "How many did {name} spill?", name=bdi(name, 10))
    shown = f'<span class="name" dir="auto">{e(name)}</span>'
    step = f'<h2 data-for="keeper">{many}</h2><div class="numbers six">{counts}</div>'
    return choice(f"spills-{place}", "also", name, t(language, "{name} spilled", name=name), "button", shown, step)


# Drawing: beside the question.


def _by_dice(language: Language) -> str:
    """Draw the switch between telling how many dice count and telling all of them. It outlives the show."""
    words = t(language, "Enter the dice")
    return (
        f'<input type="checkbox" class="visually-hidden lasts" id="by-dice" autocomplete="off" aria-label="{words}" data-for="{ANYBODY}">'
        f'<label for="by-dice" class="button" data-for="{ANYBODY}">{die(WILD)}<span class="word">{t(language, "Dice")}</span></label>'
    )
