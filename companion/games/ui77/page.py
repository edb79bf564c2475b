"""A table of Ui77 on its page: what lies face up, who holds what, what is asked of whom; and what draws it."""

from __future__ import annotations

from functools import lru_cache
from itertools import starmap

from companion.games.game import Face
from companion.games.markup import (
    BadgeView,
    at,
    bdi,
    choice,
    e,
    icon,
    n,
    put,
    question,
    signed,
    submit,
    t,
    token,
    value_of,
)
from companion.games.move import Plain
from companion.games.page import ANYBODY, Fields, names_alone
from companion.games.part import Draw, Group, Part, Sheet, Wait
from companion.games.people import Seat, left_of
from companion.games.points import STOPPED
from companion.games.text import Counted, Language, Text
from companion.games.trick_page import (
    TrickPage,
    TrickView,
    board_place,
    board_seats,
    by_cards,
    card_by_card,
    last_told,
    seats,
    who,
    whole,
    won_with_points,
)
from companion.games.ui77.cards import DECK, HAND_TABLE, IN_HAND, Meaning, face_of, shown
from companion.games.ui77.moves import CountLeft, Cut, Discard, Limit, PointsRuling, Swap
from companion.games.ui77.state import CUTTING, State

FACE_UP_ASKS = (
    (Text("Which cards are face up?"), Text("Card one sets trump.")),
    (Text("And card two?"), Text("It sets the slough suit, the throws, and when trump starts.")),
    (Text("And card three?"), Text("It sets how many tricks to win.")),
)
MOST_PIPS = 7


MOST_IN_A_HAND = max(win for _, win, _ in HAND_TABLE.values()) + IN_HAND


def track(state: State) -> tuple[TrickView, ...]:
    """Return the tricks of the running hand, with who played which card if the cards were recorded."""
    hand = state.hand
    tricks = card_by_card(state.seats, left_of(state.seats, hand.dealer), hand.tricks, face_of)
    return tuple(TrickView(number, trick.winner, played) for number, (trick, played) in enumerate(tricks, 1))


class Ui77Page(TrickPage[State]):
    settles = (Cut, CountLeft, PointsRuling)
    face_name = Text("{rank} of {suit}")

    track = staticmethod(track)

    # Above.

    @property
    def look(self) -> str:
        return "trick" if self.phase == "trick" else ""

    @property
    def eyebrow(self) -> tuple[Text, ...]:
        state, phase = self.state, self.phase
        if phase == "limit":
            return (Text("After {n} hands", n=len(state.seats)),)
        where = {
            "discard": Text("Discards"),
            "trick": Text("Trick {n}", n=len(state.hand.tricks) + 1),
            "count": Text("Counting"),
        }
        parts = (
            Text("Hand {n}", n=len(state.sums) + 1),
            where.get(phase),
            Text("to {n}", n=state.limit) if state.limit else None,
        )
        return tuple(filter(None, parts))

    @property
    def headline(self) -> Text:
        state, phase = self.state, self.phase
        if phase == "face-up":
            return Text("{name} deals", name=state.hand.dealer)
        if phase == "discard":
            return Text("{name} discards", name=str(state.awaited))
        if phase == "trick":
            return Text("{name} leads", name=state.leader)
        return Text("The hand is over") if phase == "count" else Text("Everybody has dealt")

    @property
    def over_heading(self) -> tuple[Text, Text | None]:
        ended = STOPPED if self.state.stopped else Text("The limit was {n}.", n=self.state.limit or 0)
        return won_with_points(self.winners, self.places[0].total or 0), ended

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seat that discards, or all that have yet to count; anybody may enter the rest."""
        state = self.state
        return state.uncounted or ((state.awaited,) if state.awaited else ())

    @property
    def to_come(self) -> tuple[str, ...]:
        state = self.state
        return self.still_to_come(str(state.awaited), state.hand.dealer) if self.phase == "discard" else ()

    @property
    def mark(self) -> str:
        """The name of the swap, discard or trick that is next; a cut ends nothing, and all count at once."""
        state, hand = self.state, self.state.hand
        done = (len(state.sums), len(hand.swapped), len(hand.thrown), len(hand.tricks), self.number(state.leader))
        return f"{'-'.join(map(str, done))}-{self.phase}"

    # What lies on the table.

    @property
    def lying(self) -> tuple[Part | Group, ...]:
        rows = Group("ol", seats if self.meaning else _sums, tuple(starmap(self._row, enumerate(self.state.seats))))
        return Part("nov", _nov, (self.code, self._novs, self._near)), self._felt, rows

    @property
    def on_board(self) -> tuple[Part | Group, ...]:
        state, running = self.state, self.book.game.sheet(self.state).running
        felt = Part("face-up", _choose_limit) if self.phase == "limit" else self._felt
        places = tuple(
            Part(
                f"row-{place}",
                _board_place,
                (
                    place, str(name), self.badge(name), *self._roles(name), state.hand.cards[name], state.hand.won(name),
                    self.meaning and self.meaning.target, running[name].text, state.totals[name],
                    name in self.waiting_for,
                ),
            )
            for place, name in enumerate(state.seats)
        )  # fmt: skip
        return felt, Group("ol", board_seats, places)

    @property
    def _felt(self) -> Part:
        hand, meaning = self.state.hand, self.meaning
        if self.phase in ("limit", "over"):
            return Part("face-up", _felt)
        words = (meaning.words, hand.strong is not None) if meaning else ((), False)
        return Part("face-up", _felt, (tuple(map(face_of, hand.face)), *words))

    def _roles(self, name: Seat) -> tuple[bool, bool]:
        """Return whether a seat deals, and whether it leads."""
        state, phase = self.state, self.phase
        return name == state.hand.dealer and phase not in ("limit", "over"), name == state.leader and phase == "trick"

    @property
    def meaning(self) -> Meaning | None:
        return self.state.hand.meaning if self.state.hand.face else None

    def _row(self, place: int, name: Seat) -> Part:
        state, hand, phase = self.state, self.state.hand, self.phase
        chip = None
        if phase == "discard" and name in hand.thrown:
            chip = Text("threw {n}", n=hand.thrown[name])
        elif phase == "count" and name in hand.sloughs:
            free = hand.sloughs[name]
            chip = Counted("{num} free", "{num} free", n=free, num=free)
        cards = hand.cards[name] if phase not in ("limit", "over") else None
        target = self.meaning.target if self.meaning and phase != "discard" else None
        lit = name in self.waiting_for or name in self.winners
        own = (self.number(name), str(name), self.badge(name))
        held = (
            Part(f"cards-{place}", _cards, (place, cards)),
            Part(f"tricks-{place}", _tricks, (place, hand.won(name), target)),
        )
        return Part(f"row-{place}", _row, (place, *own, *self._roles(name), state.totals[name], lit, chip), held)

    @property
    def _novs(self) -> tuple[tuple[str, Text], ...]:
        """The seats that went Nov with the hand just finished, or the last one, and what it made of their totals."""
        if not self.over and self.round_end is None:
            return ()
        last = self.state.sums[-1:]  # none where the table let a stop stand before any hand was scored
        return tuple((str(seat), own.nov.words) for hand in last for seat, own in hand.items() if own.nov)

    @property
    def _near(self) -> tuple[tuple[int, int], ...]:
        """The people that one hand can take to exactly the limit, and the points that are missing.

        A hand costs at most so many: all tricks missed, and every card dealt kept (rules score, hand-table).
        """
        limit = self.state.limit
        if limit is None or self.over:
            return ()
        short = ((self.number(name), limit - total) for name, total in self.state.totals.items())
        return tuple((number, points) for number, points in short if 0 < points <= MOST_IN_A_HAND)

    # What is asked.

    @property
    def ask(self) -> Sheet:
        state, phase = self.state, self.phase
        if phase == "face-up":
            end = (Text("These three?"), Text("In order, starting next to the draw deck."))
            pad = self._pad(Text("Turn up these cards"), Text("Play with these"), FACE_UP_ASKS, end)
            return Sheet(ANYBODY, _ask_face_up, (), (pad,))
        if phase == "discard":
            name = str(state.awaited)
            taps = tuple((plain["count"], *self._tap(plain)) for plain in Discard.offered(state, name))
            return Sheet(self.asked(name), _ask_discard, (self.number(name), name, state.hand.meaning.throw, taps))
        if phase == "trick":
            return self._ask_trick()
        if phase == "count":
            return self._ask_count()
        limits = tuple((plain["points"], value_of(plain)) for plain in Limit.offered(state, None))
        return Sheet(ANYBODY, _ask_limit, (max(state.totals.values()), limits))

    def _tap(self, plain: Plain) -> tuple[str, bool]:
        action = self.action(plain)
        return action.value, action.legal

    def _ask_trick(self) -> Sheet:
        state, hand = self.state, self.state.hand
        meaning = hand.meaning
        hint = Text("Trump counts now.") if hand.strong else Text("No trump before trick {n}.", n=meaning.after + 1)
        winners = tuple(
            Part(
                f"winner-{place}",
                _winner,
                (place, self.number(name), str(name), self.badge(name), hand.won(name), meaning.target),
            )
            for place, name in enumerate(state.seats)
        )
        trump = None if hand.trump_is_broken else meaning.trump
        return Sheet(ANYBODY, _ask_trick, (hint, len(winners), trump), winners)

    def _ask_count(self) -> Sheet:
        state = self.state
        names, numbers = state.uncounted, tuple(map(self.number, state.uncounted))
        first = next((name for name in names if name not in self.elsewhere), None)
        counts = tuple(
            (number, str(name), state.hand.cards[name], _marks(number, numbers, name == first, played=first is None))
            for number, name in zip(numbers, names, strict=True)
        )
        return Sheet(
            self.asked(*names), _ask_count, (state.hand.meaning.slough, counts, first is None and len(names) > 1)
        )

    @property
    def tools(self) -> tuple[Draw, tuple[object, ...]]:
        return _tools, ()

    @property
    def beside(self) -> tuple[Part, ...]:
        state, hand = self.state, self.state.hand
        beside = []
        if self.phase == "trick":
            leads = (str(state.leader), hand.meaning.trump)
            beside.append(self.card_pad() if hand.trump_may_be_led else self.card_pad(_only_trump, *leads))
        if state.may_swap:
            swappers = tuple(
                (place, self.number(name), str(name), "" if name in self.elsewhere else " keeper")
                for place, name in enumerate(state.seats)
                if name in state.may_swap
            )
            ranks = tuple(
                plain["give"] for plain in Swap.offered(state, state.may_swap[0]) if plain["take"] == hand.face[0]
            )
            beside.append(Part("swap", _swap, (swappers, tuple(map(face_of, hand.face)), ranks)))
        if self.phase in CUTTING:
            cutters = tuple((place, self.number(name), str(name)) for place, name in enumerate(state.seats))
            beside.append(Part("cuts", _cuts, (cutters,)))
        return tuple(beside)

    def told(self, fields: Fields) -> tuple[Plain, ...] | Text:
        """Make a trick of its winner or its cards, the three cards that lie face up, or a swap."""
        winner, give = last_told(fields, "winner"), last_told(fields, "give")
        if last_told(fields, "told"):
            cards = self.told_cards(fields)
            if self.phase == "face-up":
                return ({"move": "face_up", "cards": cards},)
            led = DECK.get(cards[0]) if cards else None
            vouched = last_told(fields, "only_trump") and self.meaning and led and led.suit == self.meaning.trump
            return ({"move": "trick", "cards": cards, **({"only_trump": True} if vouched else {})},)
        if give:
            seat, take = last_told(fields, "swapper"), last_told(fields, "take")
            return (
                ({"move": "swap", "seat": seat, "give": give, "take": take},) if seat and take else super().told(fields)
            )
        if winner:
            return ({"move": "trick", "winner": winner, **({"trump": True} if last_told(fields, "trump") else {})},)
        return super().told(fields)

    # What the others see.

    @property
    def wait(self) -> Wait:
        state, phase = self.state, self.phase
        return Wait(
            self._waits,
            tuple((self.number(name), self._hint(name)) for name in state.seats)
            if phase in ("discard", "count")
            else (),
            self.number(self.to_come[0]) if self.to_come else None,
            self._asides,
        )

    @property
    def _waits(self) -> Text:
        if self.phase == "discard":
            return Text("{name} is discarding", name=str(self.state.awaited))
        return {
            "count": Text("The hand is being counted"),
            "limit": Text("The table sets the limit"),
            "face-up": Text("Cards are being dealt"),
            "trick": Text("A trick is being played"),
        }[self.phase]

    def _hint(self, name: Seat) -> Text:
        cards = self.state.hand.cards[name]
        return Counted("You hold {num} card.", "You hold {num} cards.", n=cards, num=cards)

    @property
    def _asides(self) -> tuple[tuple[Text, tuple[tuple[str, Text | None], ...]], ...]:
        """The seats that have yet to discard or to count, and the last trick."""
        state, tricks = self.state, self.state.hand.tricks
        if self.phase == "discard":
            return ((Text("Still to discard"), names_alone((str(state.awaited), *self.to_come))),)
        if self.phase == "count":
            return ((Text("Still to count"), names_alone(state.uncounted)),)
        if self.phase == "trick" and tricks:
            return ((Text("Trick {n}", n=len(tricks)), ((str(tricks[-1].winner), Text("took it")),)),)
        return ()


def _marks(number: int, others: tuple[int, ...], first: bool, *, played: bool) -> str:
    """Return the attributes that mark whose phones are asked for this seat's count.

    A keeper's phone is asked for its own seat before the `first` without a phone; when it plays for others, for all.
    """
    if not first:
        return f'data-for="{number}{" played" if played else ""}"'
    return f'data-for="{number} keeper" data-not="{" ".join(str(other) for other in others if other != number)}"'


# Drawing.


def _sums(language: Language) -> str:
    return seats(language).replace("card", "card sums", 1)


def _nov(language: Language, code: str, novs: tuple[tuple[str, Text], ...], near: tuple[tuple[int, int], ...]) -> str:
    if not novs and not near:
        return '<i id="nov" hidden></i>'
    title, what = t(language, "Go Nov"), t(language, "What is that?")
    gone = "".join(
        f'<p class="scored nov"><b>{title}</b> <span>{bdi(name, 10)}: {put(language, words)}</span></p>'
        for name, words in novs
    )
    to_nov = "".join(
        f'<p class="soft to-nov" data-for="{number}">{t(language, "Exactly {n} more and you go Nov", n=points)} '
        f'<a href="{at(code, "rules")}#go-nov">{what}</a></p>'
        for number, points in near
    )
    return f'<div id="nov">{gone}{to_nov}</div>'


@lru_cache(256)
def _card(language: Language, card: Face, size: str = "") -> str:
    """Draw a card as it lies on the table, face up."""
    return (
        f'<span class="face {card.suit}{size}" data-card="{card.name}"><b aria-hidden="true">{card.rank}</b>'
        f'<svg class="suit" aria-hidden="true"><use href="#pip-{card.suit}"/></svg>'
        f'<span class="visually-hidden">{card.rank} {put(language, Text(card.suit))}</span></span>'
    )


def _felt(
    language: Language, face: tuple[Face, ...] | None = None, tells: tuple[Text, ...] = (), counts: bool = False
) -> str:
    if face is None:
        return '<i id="face-up" hidden></i>'
    names = (t(language, "Trump"), t(language, "Slough"), t(language, "Win"))
    if face:
        lie = "".join(
            f'<li>{_card(language, card)}<span class="under">{name}</span></li>'
            for card, name in zip(face, names, strict=True)
        )
        on = (' class="on"' if counts else "", "", "", "")
        sets = "".join(f"<li{lit}>{put(language, words)}</li>" for lit, words in zip(on, tells, strict=True))
        said = f'<ul class="tells" data-sets>{sets}</ul>'
    else:
        lie = "".join(
            f'<li class="open"><span class="face blank"></span><span class="under">{name}</span></li>' for name in names
        )
        said = f'<p class="tells">{t(language, "The card next to the draw deck is card one.")}</p>'
    empty = "" if face else " empty"
    return (
        f'<section id="face-up" class="felt sets{empty}" aria-label="{t(language, "Face up")}">'
        f'<ol class="three">{lie}</ol>{said}</section>'
    )


def _row(
    language: Language, held: str, place: int, number: int, name: str, own: BadgeView, deals: bool, leads: bool,
    total: int, lit: bool, chip: Text | None,
) -> str:  # fmt: skip
    said = f'<span class="chip">{put(language, chip)}</span>' if chip else ""
    return (
        f'<li id="row-{place}" class="seat{" turn" if lit else ""}" data-place="{e(name)}" title="{e(name)}">'
        f"{who(language, number, name, own, deals=deals, leads=leads)}"
        f'<div class="held hand">{held}{said}</div>'
        f'<p class="score"><span class="visually-hidden">{t(language, "Points")}</span> {signed(total, plus="")}</p></li>'
    )


@lru_cache(1024)
def _cards(language: Language, place: int, cards: int | None, size: str = "small") -> str:
    if cards is None:
        return f'<span id="cards-{place}" data-color="cards" data-count="0" hidden></span>'
    label = n(language, "{num} card", "{num} cards", cards)
    return f'<span id="cards-{place}" data-color="cards" data-count="{cards}" role="img" aria-label="{label}">{token("cards", size)}<b>{cards}</b></span>'


@lru_cache(1024)
def _tricks(language: Language, place: int, tricks: int, target: int | None) -> str:
    """Draw tricks won beside the tricks to win: filled if made, dashed if missing, red if there are too many."""
    if target is None:
        return f'<span id="tricks-{place}" data-color="tricks" data-count="{tricks}" hidden></span>'
    count = max(target, tricks)
    if count <= MOST_PIPS:
        kinds = (
            " class='over'" if pip > target else " class='made'" if pip <= tricks else "" for pip in range(1, count + 1)
        )
        drawn = f'<span class="pips">{"".join(f"<i{kind}></i>" for kind in kinds)}</span>'
    else:
        drawn = f'<span class="of">{tricks}<small>/{target}</small></span>'
    label = n(language, "{num} trick", "{num} tricks", tricks)
    return f'<span id="tricks-{place}" data-color="tricks" data-count="{tricks}" class="won" role="img" aria-label="{label}">{drawn}</span>'


def _choose_limit(language: Language) -> str:
    words = t(language, "Choose the score that ends the game: a multiple of 11.")
    return f'<section id="face-up" class="felt sets empty"><p class="tells">{words}</p></section>'


def _board_place(
    language: Language, place: int, name: str, own: BadgeView, deals: bool, leads: bool, cards: int, tricks: int,
    target: int | None, running: Text, total: int, lit: bool,
) -> str:  # fmt: skip
    lies = (
        f'<div class="lies hand">{_cards(language, place, cards, "")}{_tricks(language, place, tricks, target)}</div>'
        f'<p class="now"><span class="soft">{t(language, "This hand")}</span><span>{put(language, running)}</span></p>'
    )
    return board_place(language, place, name, own, total, lies, deals=deals, leads=leads, lit=lit)


def _tools(language: Language) -> str:
    """Draw the switch to cards, which a trick alone shows, and what unfolds the question who was in a cut."""
    return f'{by_cards(language)}<label for="cut" class="button" data-for="{ANYBODY}">{icon("cut")}</label>'


def _ask_face_up(_: Language, pad: str) -> str:
    return pad


def _ask_discard(language: Language, number: int, name: str, most: int, taps: tuple[tuple[int, str, bool], ...]) -> str:
    mine, theirs = t(language, "Throw how many?"), t(language, "{name} throws…", name=bdi(name, 12))
    heading = f'<span data-for="{number}">{mine}</span><span data-not="{number}">{theirs}</span>'
    hint = t(language, "Up to {n}; none is fine.", n=most) if most else t(language, "Nobody may throw in this hand.")
    tiles = "".join(
        f"<button {submit(value, legal, t(language, 'Throw {n}', n=count), 'tile', f'throw-{count}')}><b>{count}</b></button>"
        for count, value, legal in taps
    )
    return f'{question(heading, hint)}<div class="tiles throw">{tiles}</div>'


def _swap(
    language: Language, swappers: tuple[tuple[int, int, str, str], ...], face: tuple[Face, ...], ranks: tuple[str, ...]
) -> str:
    """Draw who swaps, then what is taken and what comes in its place: the same ranks, for all are of one suit."""
    first, none = t(language, "Swap a card first"), t(language, "No swap")
    opened = ""
    for place, number, name, keeper in swappers:
        mine, theirs = t(language, "What do you swap?"), t(language, "What does {name} swap?", name=bdi(name, 12))
        heading = f'<span data-for="{number}">{mine}</span><span data-not="{number}">{theirs}</span>'
        label = f'<span>{first}</span><span class="name" dir="auto" data-not="{number}">{e(name)}</span>'
        back = f'<label for="swaps-{place}" class="button quiet">{none}</label>'
        then = f'{question(heading, t(language, "Which card on the table is taken?"))}<div class="acts">{back}</div>'
        opened += f'<div data-for="{number}{keeper}">{choice(f"swaps-{place}", "swapper", name, "", "button", label, then)}</div>'
    lies = "".join(
        choice(
            f"take-{card.name}",
            "take",
            card.name,
            t(language, "Take {card}", card=shown(card.name)),
            "tile",
            _card(language, card, " tiny"),
        )
        for card in face
    )
    gives = "".join(
        f'<button name="give" value="{name}" class="button" aria-label="{t(language, "Give {card}", card=shown(name))}">{face_of(name).rank}</button>'
        for name in ranks
    )
    marks = " ".join(f"{number}{keeper}" for _, number, _, keeper in swappers)
    return (
        f'<div id="swap" data-for="{marks}"><div class="choices swappers">{opened}</div><div class="taken"><div class="tiles lie choices">{lies}</div>'
        f'<p class="hint">{t(language, "Which card comes in its place?")}</p><div class="numbers ranks">{gives}</div></div></div>'
    )


def _cuts(language: Language, cutters: tuple[tuple[int, int, str], ...]) -> str:
    """Draw who was in a cut, which the tool of that name unfolds."""
    name, back, mine = t(language, "Cut"), t(language, "Back"), t(language, "I was")
    asked = question(t(language, "Who was in a cut?"), t(language, "Offered or accepted: a point each."))
    taps = "".join(
        f'<button {submit(value_of({"move": "cut", "seat": cutter}), True, t(language, "{name} was in a cut", name=cutter), "button", f"cut-{place}")} data-for="{number} keeper">'
        f'<span data-not="keeper">{mine}</span><span class="name" dir="auto" data-for="keeper">{e(cutter)}</span></button>'
        for place, number, cutter in cutters
    )
    return (
        f'<div id="cuts" data-for="{ANYBODY}"><input type="checkbox" class="visually-hidden" id="cut" autocomplete="off" aria-label="{name}">'
        f'<div class="cutting">{asked}<div class="acts from">{taps}</div><div class="acts"><label for="cut" class="button quiet">{back}</label></div></div></div>'
    )


def _ask_trick(language: Language, winners: str, hint: Text, seats: int, trump: str | None) -> str:
    if trump:
        words = t(language, "Trump was played")
        winners += (
            f'<input type="checkbox" class="visually-hidden" id="trumped" name="trump" value="played" aria-label="{words}" autocomplete="off">'
            f'<label for="trumped" class="button quiet">{token(trump, "small")}<span>{words}</span></label>'
        )
    heading = question(t(language, "Who won the trick?"), put(language, hint))
    return f'<div class="by-winner">{heading}<div class="stage winners of-{seats}">{winners}</div></div>'


def _winner(language: Language, place: int, number: int, name: str, own: BadgeView, tricks: int, target: int) -> str:
    mine = f'<span data-for="{number}">{t(language, "I took it")}</span><span data-not="{number}">{e(name)}</span>'
    return (
        f'<button id="winner-{place}" name="winner" value="{e(name)}" class="button winner" aria-label="{t(language, "{name} took it", name=name)}">'
        f'{whole(name, own, mine)}<span class="dots">{tricks}/{target}</span></button>'
    )


def _only_trump(language: Language, leader: str, trump: str) -> str:
    """Draw what the leader may say of a first card in trump; static/js/cards.js shows it for such a card alone."""
    name = t(language, "The leader holds only trump")
    words = t(language, "{name} holds only trump", name=bdi(leader, 14))
    return (
        f'<div class="acts" data-led="{trump}"><input type="checkbox" class="visually-hidden" id="only-trump" name="only_trump" value="yes" aria-label="{name}" autocomplete="off">'
        f'<label for="only-trump" class="button"><span>{words}</span></label></div>'
    )


def _ask_count(language: Language, slough: str, counts: tuple[tuple[int, str, int, str], ...], several: bool) -> str:
    """Draw what each phone is asked for: the count of its own seat. One that plays for `several` chooses whose."""
    drawn = "".join(_count(language, slough, several, *one) for one in counts)
    whose = f'<div data-for="played">{question(t(language, "Play for somebody"))}</div>' if several else ""
    return f'<div class="choices counting">{whose}{drawn}</div>'


@lru_cache(1024)
def _count(language: Language, slough: str, several: bool, number: int, name: str, cards: int, marks: str) -> str:
    suit = Text(slough)
    mine = t(language, "How many {suit} have you left?", suit=suit)
    theirs = t(language, "{name}: how many {suit}?", name=bdi(name, 10), suit=suit)
    heading = f'<span data-for="{number}">{mine}</span><span data-not="{number}">{theirs}</span>'
    hint = n(language, "Of {num} card left; others cost 1.", "Of {num} cards left; others cost 1.", cards)
    buttons = "".join(
        f"<button {submit(value_of({'move': 'count', 'seat': name, 'slough': free}), True, n(language, '{num} of the slough suit', '{num} of the slough suit', free), 'button', f'count-{number}-{free}')}>{free}</button>"
        for free in range(cards + 1)
    )
    asked = f'{question(heading, hint)}<div class="numbers counts">{buttons}</div>'
    if several:
        asked = choice(f"counts-{number}", "counts", str(number), e(name), "button", f"<span>{e(name)}</span>", asked)
    return f"<div {marks}>{asked}</div>"


def _ask_limit(language: Language, highest: int, limits: tuple[tuple[int, str], ...]) -> str:
    hint = t(language, "Everybody has dealt; the highest total is {n}.", n=highest)
    buttons = "".join(
        f"<button {submit(value, True, t(language, 'Play to {n}: the game ends at once', n=points), 'button quiet', f'limit-{points}')}>{points}</button>"
        if points < highest
        else f"<button {submit(value, True, t(language, 'Play to {n}', n=points), 'button', f'limit-{points}')}>{points}</button>"
        for points, value in limits
    )
    return f'{question(t(language, "Which score ends it?"), hint)}<div class="numbers limits">{buttons}</div>'
