"""Moves in words: a sentence for the ledger, and the words on a button.

No sentence about a claim tells how many cards were really put down: not everybody who reads it may know.
"""

from __future__ import annotations

from companion.games.game import Move, Undo
from companion.games.popcorn import moves
from companion.games.popcorn.state import State
from companion.games.ruling import Counted, Text

# One and many of each rank, written out so that translators' tools find them.
COUNTED: dict[str, Text] = {
    "A": Counted("{n} ace", "{n} aces", n=1),
    "2": Counted("{n} two", "{n} twos", n=1),
    "3": Counted("{n} three", "{n} threes", n=1),
    "4": Counted("{n} four", "{n} fours", n=1),
    "5": Counted("{n} five", "{n} fives", n=1),
    "6": Counted("{n} six", "{n} sixes", n=1),
    "7": Counted("{n} seven", "{n} sevens", n=1),
    "8": Counted("{n} eight", "{n} eights", n=1),
    "9": Counted("{n} nine", "{n} nines", n=1),
    "10": Counted("{n} ten", "{n} tens", n=1),
    "J": Counted("{n} jack", "{n} jacks", n=1),
    "Q": Counted("{n} queen", "{n} queens", n=1),
    "K": Counted("{n} king", "{n} kings", n=1),
}
NAMES: dict[str, tuple[Text, Text]] = {
    "A": (Text("aces"), Text("Aces")),
    "2": (Text("twos"), Text("Twos")),
    "3": (Text("threes"), Text("Threes")),
    "4": (Text("fours"), Text("Fours")),
    "5": (Text("fives"), Text("Fives")),
    "6": (Text("sixes"), Text("Sixes")),
    "7": (Text("sevens"), Text("Sevens")),
    "8": (Text("eights"), Text("Eights")),
    "9": (Text("nines"), Text("Nines")),
    "10": (Text("tens"), Text("Tens")),
    "J": (Text("jacks"), Text("Jacks")),
    "Q": (Text("queens"), Text("Queens")),
    "K": (Text("kings"), Text("Kings")),
}
POPCORN = Text("Popcorn!")

PLAIN_LABELS: dict[type[Move], Text] = {
    moves.Call: POPCORN,
    moves.Seen: Text("Turn the cards over"),
    moves.Pass: Text("Nobody calls"),
    moves.CardRuling: Text("Enter the ruling"),
    Undo: Text("Undo"),
}


def counted(rank: str, n: int) -> Text:
    """So many of a rank: "2 sevens"."""
    found = COUNTED[rank]
    return Counted(found.message, found.plural, n=n)


def rank_words(rank: str, *, capital: bool = False) -> Text:
    """A rank as a plural word: "sevens", "Sevens" where it begins a sentence."""
    return NAMES[rank][capital]


def describe(move: Move, before: State | None = None) -> Text:
    """Who claimed what; with the state before it, also what a reveal has brought."""
    match move:
        case moves.Claim():
            return Text("{seat} says: {cards}", seat=move.seat, cards=counted(move.rank, move.count))
        case moves.Call():
            return Text("{seat} calls \u201cPopcorn!\u201d", seat=move.seat)
        case moves.Honest() | moves.Seen():
            return _revealed(move, before)
        case moves.Pass():
            return _passed(before)
        case moves.CardRuling():
            return Text(
                "The table moved {cards} from {source} to {target}: {reason}",
                cards=Counted("{n} card", "{n} cards", n=move.count),
                source=place(move.source),
                target=place(move.target),
                reason=move.reason,
            )
    return Text("The latest entry was taken back")


def label(move: Move) -> Text:
    """The words on a button that makes this move; the names that screen readers and tests know."""
    match move:
        case moves.Claim():
            return Text("Claim {cards}", cards=counted(move.rank, move.count))
        case moves.Honest(honest=True):
            return Text("It was honest")
        case moves.Honest():
            return Text("It was a bluff")
    return PLAIN_LABELS[type(move)]


def place(name: str) -> str | Text:
    """A place in words."""
    return Text("the pile") if name == "pile" else name


def _revealed(move: moves.Honest | moves.Seen, before: State | None) -> Text:
    laid = None if before is None else before.laid
    if before is None or laid is None or before.caller is None:
        honest = isinstance(move, moves.Honest) and move.honest
        if isinstance(move, moves.Seen):
            return Text("The cards were turned over: {cards}", cards=tuple(move.cards))
        return Text("The claim was honest") if honest else Text("The claim was a bluff")
    seats = before.setup.seats
    shown = tuple(move.cards) if isinstance(move, moves.Seen) else ()
    honest = move.honest if isinstance(move, moves.Honest) else shown == (laid.rank,) * laid.count
    taker = seats[before.caller if honest else laid.seat]
    if honest:
        return Text("{seat} was honest, and {taker} takes the pile", seat=seats[laid.seat], taker=taker)
    if shown:
        return Text("{seat} bluffed ({cards}) and takes the pile", seat=taker, cards=shown)
    return Text("{seat} bluffed and takes the pile", seat=taker)


def _passed(before: State | None) -> Text:
    if before is None or before.laid is None:
        return Text("Nobody calls, and the last cards pass")
    return Text("Nobody calls: {seat} has won", seat=before.setup.seats[before.laid.seat])
