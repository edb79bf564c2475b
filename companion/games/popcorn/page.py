"""A table of Popcorn on its page: what lies where, what is asked of whom, who may call; and the functions that draw it."""

from __future__ import annotations

from functools import cached_property

from companion.games.markup import BadgeView, badge, bdi, choice, data, e, n, own, put, question, submit, t, token
from companion.games.move import Plain
from companion.games.page import ANYBODY, Fields, Page
from companion.games.part import Group, Part, Sheet, Wait
from companion.games.people import from_left_of
from companion.games.points import STOPPED
from companion.games.popcorn.moves import Call, Honest
from companion.games.popcorn.state import RANKS, Laid, State, Turned, counted, rank_after, rank_words
from companion.games.ruled_move import offered
from companion.games.text import Language, Text

MOST_FACES = 16
"""The cards turned over that are shown, two rows of a phone; the rest is a number."""
AT_FIRST = 12
"""The numbers of cards to put down that are shown at first."""


class PopcornPage(Page[State]):
    look = "popcorn"

    @property
    def eyebrow(self) -> tuple[Text, ...]:
        if self.phase == "reveal":
            return (Text("Turn the cards over"),)
        if self.phase == "last-call":
            return (Text("Last call"),)
        first, *other = map(rank_words, self.state.due)
        if other:
            return (Text("{one} or {other} are due", one=first, other=other[0]),)
        return (Text("{ranks} are due", ranks=first),)

    @property
    def headline(self) -> Text:
        if self.phase == "reveal":
            return Text("{name}: Popcorn!", name=str(self.state.caller))
        if self.phase == "last-call":
            return Text("{name}\u2019s last cards", name=self.state.claimer)
        return Text("{name}\u2019s turn", name=self.state.turn)

    @property
    def over_heading(self) -> tuple[Text, Text | None]:
        if self.state.stopped:
            return Text("The fewest cards win"), STOPPED
        if self.state.cards[str(self.state.winner)]:  # it was told by its result
            return Text("{name} has won", name=str(self.state.winner)), None
        return Text("{name} got rid of them all", name=str(self.state.winner)), Text("The others keep what they hold.")

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seat that claims next; empty while a claim is called or awaits its last calls."""
        return (self.state.turn,) if self.phase == "claim" else ()

    @property
    def to_come(self) -> tuple[str, ...]:
        return from_left_of(self.state.seats, self.state.turn)[:-1] if self.phase == "claim" else ()

    # What lies on the table.

    @property
    def lying(self) -> tuple[Part | Group, ...]:
        state = self.state
        first = None if state.caller is None else str(state.caller)
        return (
            Part("pile", _pile, (state.due if self.phase == "claim" else (), state.laid, state.turned, state.pile)),
            Part("turned", _turned, (state.turned,)),
            Part("raced", _raced, (first, self.late if first else ())),
            Group("ol", _hands, self._rows(*map(self.number, state.seats))),
        )

    @property
    def on_board(self) -> tuple[Part | Group, ...]:
        return (*self.lying[:-1], Group("ol", _hands, self._rows(*[None] * len(self.state.seats))))

    def _rows(self, *numbers: int | None) -> tuple[Part, ...]:
        """Return the seats, with the numbers by which their phones find their own."""
        state = self.state
        return tuple(
            Part(
                f"row-{place}",
                _row,
                (
                    place, number, name, self.badge(name), state.cards[name], name in self.waiting_for,
                    name == state.claimer, name == state.caller, name in state.winners,
                ),
            )
            for place, (name, number) in enumerate(zip(state.seats, numbers, strict=True))
        )  # fmt: skip

    # What is asked.

    @property
    def ask(self) -> Sheet:
        if self.phase == "reveal":
            return self._ask_reveal()
        return self._ask_claim() if self.phase == "claim" else self._ask_last()

    @property
    def beside(self) -> tuple[Part, ...]:
        """The call is told apart from what is asked: it is open to whoever waits, too."""
        laid, callers = self.state.laid, tuple((self.number(name), name) for name in self._callers)
        return (
            Part("call", _call, (laid.seat, laid.said, self.number(laid.seat), callers) if laid and callers else ()),
        )

    @cached_property
    def _callers(self) -> tuple[str, ...]:
        """The seats that may call now."""
        if self.phase not in Call.during:
            return ()
        return tuple(str(plain["seat"]) for plain in offered((Call,), self.state, None))

    @property
    def _others(self) -> str:
        """The marks of the phones that say what becomes of the claim: of all seats but the claimer, and keepers'."""
        claimer = self.state.claimer
        return f"{own(*(self.number(name) for name in self.state.seats if name != claimer))} keeper"

    def _ask_claim(self) -> Sheet:
        state, name = self.state, str(self.state.turn)
        legal = {key: action.legal for key, action in self.actions("rank", "count", seat=name).items() if len(key) == 2}
        says = tuple((rank, tuple(legal[rank, count] for count in range(1, state.most + 1))) for rank in state.due)
        held = state.cards[name] if state.options.hidden_count else None
        return Sheet(self.asked(name), _ask_claim, (self.number(name), name, says, held))

    def _ask_reveal(self) -> Sheet:
        state = self.state
        laid = state.laid
        assert laid is not None  # noqa: S101 - it has been called
        honest, bluff = (self.action(plain) for plain in offered((Honest,), state, None))
        expected = max(0, min(laid.put if laid.known else laid.count, state.pile))
        taps = (honest.value, honest.legal), (bluff.value, bluff.legal)
        return Sheet(ANYBODY, _ask_reveal, (laid.seat, laid.said, taps, expected))

    def _ask_last(self) -> Sheet:
        claimer, nobody = self.state.claimer, self.action({"move": "pass"})
        return Sheet(ANYBODY, _ask_last, (self.number(claimer), claimer, self._others, (nobody.value, nobody.legal)))

    def told(self, fields: Fields) -> tuple[Plain, ...] | Text:
        """Make a call or a claim, whose seats are told by number, or a reveal of the ranks that lie there."""
        if call := fields.getlist("call")[-1:]:
            caller = self._seat(call[0].rpartition(" ")[2])
            return ({"move": "call", "seat": caller},) if caller else Text("Nothing has been entered yet.")
        if "ranks" in fields.getlist("told"):
            cards = [*fields.getlist("card"), *" ".join(fields.getlist("typed")).upper().split()]
            if not cards or not set(cards) <= set(RANKS):
                return Text("Tap the rank of every card that was turned over.")
            return ({"move": "reveal", "cards": cards},)
        seat, count, rank, *_ = (*" ".join(fields.getlist("said")[-1:]).split(), "", "", "")
        name, put = self._seat(seat), fields.getlist("put")[-1:]
        if name is None or not all(number.isdecimal() and len(number) < 4 for number in (count, *put)):
            return Text("Nothing has been entered yet.")
        claim = {"move": "claim", "seat": name, "rank": rank, "count": int(count)}
        return ({**claim, "cards": int(put[0])} if put else claim,)

    def _seat(self, number: str) -> str | None:
        return next((str(name) for name in self.state.seats if str(self.number(name)) == number), None)

    @property
    def wait(self) -> Wait:
        state, laid = self.state, self.state.laid
        if self.phase == "reveal":
            return Wait(Text("Turn them over"))
        if self.phase == "last-call":
            return Wait(Text("{name}\u2019s last cards!", name=state.claimer))
        callers, turn = own(*(self.number(name) for name in self._callers)), str(state.turn)
        hints: list[tuple[int | str, Text]] = []
        headings: list[tuple[str, Text]] = []
        if callers:
            hints.append((callers, Text("Call before {name} goes on.", name=turn)))
            headings.append((callers, Text("Do you believe it?")))
        for name in state.seats:
            if name not in self._callers:
                held = state.cards[name]
                hold = Text("You hold {num} card.", "You hold {num} cards.", n=held, num=held)
                if laid and name == laid.seat:
                    headings.append((str(self.number(name)), Text("Your claim stands")))
                    if laid.known and laid.put != laid.count:
                        put_down = laid.put
                        hold = Text("You put down {num} card.", "You put down {num} cards.", n=put_down, num=put_down)
                hints.append((self.number(name), hold))
        way, *either = state.options.steps
        then = tuple(
            (str(name), None if either else Text(rank_after(state.due[0], way * turns)))
            for turns, name in enumerate(self.to_come, 1)
        )
        return Wait(
            Text("{name} is choosing", name=turn),
            hints=tuple(hints),
            headings=tuple(headings),
            next_up=self.number(self.to_come[0]) if self.to_come else None,
            asides=((Text("Then"), then),) if then else (),
        )


# Drawing.


def _pile(language: Language, due: tuple[str, ...], laid: Laid | None, turned: Turned | None, pile: int) -> str:
    """Draw the middle of the table: the rank that is due, the standing claim, and the pile."""
    if due:
        faces = f"<span>{t(language, 'or')}</span>".join(f'<b class="face">{rank}</b>' for rank in due)
        words = " ".join(put(language, rank_words(rank)) for rank in due)
        above = f'<p class="eyebrow">{t(language, "Due")}</p><p class="faces">{faces}</p><p class="visually-hidden">{words}</p>'
    elif laid:
        above = f'<p class="eyebrow">{t(language, "Said")}</p><p class="faces"><b class="face">{laid.rank}</b></p>'
    else:
        above = ""
    if laid:
        stands = _stands(laid.seat, put(language, laid.said))
    elif turned:
        stands = _stands(turned.laid.seat, t(language, "was honest") if turned.honest else t(language, "bluffed"))
    else:
        stands = t(language, "No claim yet.")
    return (
        f'<section id="pile" class="felt middle" data-place="pile" aria-label="{t(language, "The pile")}"><div class="due">{above}</div>'
        f'<p class="stands">{stands}</p><p class="heap"><span class="eyebrow">{t(language, "Pile")}</span>'
        f'<span data-color="card" data-count="{pile}">{token("card")} <b>{pile}</b></span>{_cards(language, pile)}</p></section>'
    )


def _stands(name: str, said: str) -> str:
    return f'<span class="name" dir="auto" title="{e(name)}">{e(name)}</span> <b>{said}</b>'


def _cards(language: Language, count: int) -> str:
    return f'<span class="visually-hidden">{n(language, "card", "cards", count)}</span>'


def _turned(language: Language, turned: Turned | None) -> str:
    """Draw what was turned over, and who takes how many."""
    if turned is None:
        return '<i id="turned" hidden></i>'
    laid, faces = turned.laid, ""
    if turned.seen:
        faces = "".join(
            f'<b class="face{"" if rank == laid.rank else " other"}">{rank}</b>' for rank in turned.seen[:MOST_FACES]
        )
        more = len(turned.seen) - MOST_FACES
        faces = f'<p class="faces">{faces}{f"<span>+{more}</span>" if more > 0 else ""}</p>'
    said = [t(language, "{name} said {cards}.", name=bdi(laid.seat, 14), cards=laid.said)]
    if laid.known and laid.put > laid.count:
        said.append(n(language, "{num} card lay there.", "{num} cards lay there.", laid.put))
    taker = bdi(turned.taker, 14)
    said.append(
        n(
            language,
            "{name} takes the pile: {num} card.",
            "{name} takes the pile: {num} cards.",
            turned.taken,
            name=taker,
        )
    )
    return (
        f'<section id="turned" class="turned {"honest" if turned.honest else "bluff"}" aria-label="{t(language, "Turned over")}">'
        f"{faces}<p>{' '.join(said)}</p></section>"
    )


def _raced(language: Language, first: str | None, late: tuple[tuple[str, float], ...]) -> str:
    """Draw who called first, who else had called, and by how much later."""
    if first is None:
        return '<i id="raced" hidden></i>'
    others = "".join(
        f'<li data-late="{e(name)}"><span class="name" dir="auto">{e(name)}</span> <span>{t(language, "{seconds} s later", seconds=seconds)}</span></li>'
        for name, seconds in late
    )
    return (
        f'<section id="raced" class="raced" aria-label="{t(language, "Who called first")}"><ol>'
        f'<li class="first"><b class="name" dir="auto">{e(first)}</b> <span>{t(language, "called first")}</span></li>{others}</ol></section>'
    )


def _hands(language: Language) -> str:
    return f'<ol class="hands" aria-label="{t(language, "Seats")}">'


def _row(
    language: Language, place: int, number: int | None, name: str, own: BadgeView, cards: int, awaited: bool,
    laid: bool, called: bool, won: bool,
) -> str:  # fmt: skip
    longest = max(map(len, name.replace("-", " ").split()), default=0)
    classes = "hand card" + " turn" * awaited + " won" * won + (" wide" if longest > 11 else " long" * (longest > 8))
    if called:
        chip = f'<span class="chip gold">{t(language, "Called")}</span>'
    elif laid:
        chip = f'<span class="chip full">{t(language, "Said it")}</span>'
    else:
        chip = f'<span class="chip gold">{t(language, "Turn")}</span>' if awaited else ""
    you = "" if number is None else f'<span class="chip gold" data-for="{number}">{t(language, "You")}</span>'
    return (
        f'<li id="row-{place}" class="{classes}" data-place="{e(name)}">{badge(*own)}<span class="name" dir="auto" data-own="{number}">{e(name)}</span>'
        f'<span class="chips">{you}{chip}</span>'
        f'<span class="holds" data-color="card" data-count="{cards}">{token("card", "small")}<b>{cards}</b>{_cards(language, cards)}</span></li>'
    )


def _call(
    language: Language, claimer: str = "", said: Text | str = "", number: int = 0,
    callers: tuple[tuple[int, str], ...] = (),
) -> str:  # fmt: skip
    """Draw "Popcorn!" for each seat that may call, and for keepers the way to say whose call it was.

    A tap says whose claim it was meant for, so that it is not taken for a call of the next one.
    """
    if not callers:
        return '<i id="call" class="no-call"></i>'
    marks = own(*(caller for caller, _ in callers))
    words, other = t(language, "Popcorn!"), t(language, "Somebody else called")
    shouts = "".join(
        f'<button name="call" value="{number} {caller}" class="button main shout" aria-label="{words}" data-for="{caller}">{words}</button>'
        for caller, _ in callers
    )
    ways = f'<div data-not="seat">{choice("who-called", "who", "calls", words, "button main shout", words)}</div>'
    others = marks if len(callers) == 1 else ""
    ways += f'<div data-for="seat" data-not="{others}">{choice("who-else", "who", "calls", other, "button quiet", other)}</div>'
    names = "".join(
        f'<button name="call" value="{number} {caller}" class="button" aria-label="{t(language, "{name} called", name=name)}"><span class="name" dir="auto">{e(name)}</span></button>'
        for caller, name in callers
    )
    asked = question(
        t(language, "Who called first?"), t(language, "On {cards} by {name}.", cards=said, name=bdi(claimer, 14))
    )
    return (
        f'<section id="call" data-for="{marks} keeper" aria-label="{t(language, "Call “Popcorn!”")}"><div class="acts choices">{shouts}<div data-for="keeper">{ways}</div></div>'
        f'<div class="callers" data-for="keeper">{asked}<div class="acts from">{names}</div></div></section>'
    )


def _ask_claim(
    language: Language, number: int, name: str, says: tuple[tuple[str, tuple[bool, ...]], ...], held: int | None
) -> str:
    """Draw what may be said; `held` are the cards of the hand, if more may be put down than is said."""
    mine, theirs = t(language, "How many do you say?"), t(language, "How many does {name} say?", name=bdi(name, 10))
    heading = f'<span data-for="{number}">{mine}</span><span data-not="{number}">{theirs}</span>'
    groups = "".join(
        f'<div class="says" role="group" aria-label="{put(language, rank_words(rank))}">{f"<b class=face>{rank}</b>" * (len(says) > 1)}'
        f'<div class="counts choices">{"".join(_says(language, number, rank, *one, held is not None) for one in enumerate(legal, 1))}</div></div>'
        for rank, legal in says
    )
    if held is None:
        return question(heading, t(language, "Put them face down, and tap how many.")) + groups
    numbers = "".join(
        f'<button name="put" value="{put_down}" class="button" aria-label="{t(language, "Put down {n}", n=put_down)}">{put_down}</button>'
        for put_down in range(1, held + 1)
    )
    more = t(language, "More")
    rest = choice("more", "more", "1", t(language, "More cards"), "button", more) if held > AT_FIRST else ""
    really = t(language, "How many really go down?")
    return (
        f'<div class="ask"><div><h2 class="said">{heading}</h2><p class="hint said">{t(language, "Then how many really go down.")}</p><h2 class="put">{really}</h2></div></div>'
        f'<div class="choices">{groups}</div><div class="numbers put" role="group" aria-label="{really}">{numbers}{rest}</div>'
    )


def _says(language: Language, number: int, rank: str, count: int, legal: bool, hidden: bool) -> str:
    """Draw a claim to tap; where more may be put down than is said, one to choose."""
    cards, value = counted(rank, count), f"{number} {count} {rank}"
    if not (hidden and legal):
        dim, why = ("", "") if legal else (" dim", ' aria-describedby="not-now"')
        return f'<button name="said" value="{value}" class="tile count{dim}" aria-label="{t(language, "Claim {cards}", cards=cards)}"{why}>{count}</button>'
    hint = t(language, "You say {cards}. Nobody else sees this number.", cards=cards)
    then = f'<p class="hint" data-for="{number}">{hint}</p>'
    name = t(language, "Say {cards}", cards=cards)
    return choice(f"say-{rank}-{count}", "said", value, name, "tile count", str(count), then)


def _ask_reveal(
    language: Language, claimer: str, said: Text, taps: tuple[tuple[str, bool], tuple[str, bool]], expected: int
) -> str:
    honest, bluff = t(language, "It was honest"), t(language, "It was a bluff")
    by_ranks = t(language, "Tap the ranks instead")
    acts = f"<button {submit(*taps[0], honest, 'button main', 'honest')}>{honest}</button><button {submit(*taps[1], bluff, 'button main bluff', 'bluff')}>{bluff}</button>"
    return (
        f"{question(t(language, 'Turn them over'), t(language, '{name} said {cards}.', name=bdi(claimer, 12), cards=said))}"
        f'<div class="choices"><div class="acts">{acts}</div>{choice("by-ranks", "by", "ranks", by_ranks, "button quiet", by_ranks, _ranks(language, expected))}</div>'
    )


def _ranks(language: Language, expected: int) -> str:
    """Draw what a reveal is told on rank by rank, by static/js/ranks.js; without scripts the ranks are typed."""
    asks = [
        n(language, "Tap its rank", "Tap the ranks, {num} more", left) if left else t(language, "Is that all?")
        for left in range(expected, -1, -1)
    ]
    ranks = "".join(
        f'<button type="button" class="button" data-rank="{rank}" aria-label="{t(language, "One {rank}", rank=rank)}">{rank}</button>'
        for rank in RANKS
    )
    asked = t(language, "Which ranks lie there?")
    typed = (
        f'<label class="field">{asked}<input type="text" name="typed" aria-label="{asked}" autocomplete="off"></label>'
    )
    back, record = t(language, "Back"), t(language, "Record")
    return (
        f"<div id=\"ranks\" data-asks='{data(asks)}'><noscript>{typed}</noscript>"
        f'<h2 aria-live="polite">{asks[0]}</h2><ol class="laid" aria-label="{t(language, "Turned over")}">{"<li class=next>?</li>" * expected}</ol>'
        f'<div class="numbers ranks">{ranks}</div><div class="acts"><button type="button" class="button quiet" data-back aria-label="{back}">{back}</button>'
        f'<button type="submit" name="told" value="ranks" class="button main" id="record" aria-label="{record}">{record}</button></div></div>'
    )


def _ask_last(language: Language, number: int, claimer: str, others: str, nobody: tuple[str, bool]) -> str:
    mine, theirs = t(language, "Your last cards!"), t(language, "{name}’s last cards!", name=bdi(claimer, 12))
    heading = f'<span data-for="{number}">{mine}</span><span data-not="{number}">{theirs}</span>'
    call, wait = t(language, "Call now, or it is won."), t(language, "Now everybody may call.")
    hint = f'<span data-for="{others}">{call}</span><span data-not="{others}">{wait}</span>'
    let_pass = t(language, "Nobody calls")
    return (
        f'{question(heading, hint)}<div class="acts" data-for="{others}">'
        f"<button {submit(*nobody, let_pass, 'button', 'pass')}>{let_pass}</button></div>"
    )
