"""What the host may choose while a table is stopped at an entry that today's rules refuse, and what a choice does.

`offers` says what may be chosen, `act_of` makes the act that says so. Reading the ledger carries it out in the place of
the entry that it is about (`as_chosen`, `with_header`). Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.games import GAMES
from companion.games.header import BadHeader, Header
from companion.games.move import Move, Undo
from companion.games.ruling import Accepted, Rejected
from companion.games.text import Text
from companion.games.transcript import open_book, read_header_as_opened
from companion.games.upheld import upheld
from companion.referee.amend import replay_with
from companion.referee.edits import BadEdits
from companion.referee.refused_after_upgrade import (
    OUT,
    Offer,
    offers_for_edits,
    offers_for_move,
    offers_for_undo,
    offers_for_unreadable,
    offers_for_unseen,
)
from companion.tables.apply import parse, provenance_of, with_book
from companion.tables.entry import ACT, MOVE, Amend, Choose, Entry, Item, act_in, loaded
from companion.tables.snapshot import Precedent, Signature, Snapshot, Stopped

STOOD = Text("It stood under earlier rules.")
SignedChoice = tuple[Choose, Signature]
_PRECEDENT = {"stands": "ruling", "out": "amend", "replaced": "amend"}


@dataclass(frozen=True, slots=True)
class HeaderOffer:
    """The table is played by this header: as it "stands", without a house rule ("out"), or with others ("replaced")."""

    how: str
    header: Mapping[str, Any]


def offers(snapshot: Snapshot, reason: str) -> tuple[Offer | HeaderOffer, ...]:
    """What the referee offers, ways for it to stand first; nothing where the table plays."""
    stopped, book = snapshot.stopped, snapshot.book
    if stopped is None:
        return ()
    if stopped.version == 0:
        return tuple(_for_header(snapshot, stopped))
    item = stopped.item
    raw = stopped.raw if isinstance(stopped.raw, dict) else {}
    if isinstance(item, Amend):
        return tuple(offers_for_edits(book, snapshot.standing_moves(), item.edits, reason))
    if isinstance(item, Undo) or raw.get("move") == "undo":
        return tuple(offers_for_undo(snapshot.standing_moves()))
    if isinstance(item, Move):
        return tuple(_for_move(snapshot, stopped, item))
    if item is not None or "act" in raw:
        return (OUT,)
    unseen = stopped.described is not None  # a move that this phone may not know
    return tuple(offers_for_unseen(book) if unseen else offers_for_unreadable(book, raw.get("move")))


def _for_move(snapshot: Snapshot, stopped: Stopped, move: Move) -> list[Offer]:
    ruling = snapshot.book.claim(move)
    if not isinstance(ruling, Rejected):  # a choice about it was refused, not the entry itself
        return [Offer("stands", (move,), kept=True), OUT]
    return offers_for_move(snapshot.book, move, ruling, tuple(_moves_of(stopped.behind, snapshot)))


def _moves_of(entries: Iterable[Entry], snapshot: Snapshot) -> Iterator[Move]:
    """The moves that entries hold, as far as they can be read; undos are none."""
    for entry in entries:
        move = parse(snapshot, loaded(entry.move)) if entry.kind == MOVE else None
        if isinstance(move, Move) and not isinstance(move, Undo):
            yield move


def stored_options(stopped: Stopped) -> Mapping[str, Any]:
    """The house rules in a refused header; empty where it holds no object of them."""
    options = stopped.raw.get("options") if isinstance(stopped.raw, dict) else None
    return options if isinstance(options, dict) else {}


def _for_header(snapshot: Snapshot, stopped: Stopped) -> list[HeaderOffer]:
    """The header as it is, where only its seats are refused; else without what is refused; or with other house rules.

    The seats always stay. Where no header takes so many, those under which the game is not over at once are offered.
    """
    usual = snapshot.header
    how = "out" if _readable(stopped.raw) is None else "stands"
    found = [(how, usual), *(("replaced", one) for one in _others(snapshot, stopped))]
    playable = [(how, one) for how, one in found if not open_book(one).report().over]
    fits = any(_fits(one) for _, one in playable)
    return [HeaderOffer(how, one.plain) for how, one in playable if how == "stands" or _fits(one) or not fits]


def _others(snapshot: Snapshot, stopped: Stopped) -> Iterator[Header]:
    """The header with other values of a refused house rule, or with the house rules that so many people need."""
    usual, was = snapshot.header, stored_options(stopped)
    kept = usual.plain["options"]
    changes = [{name: value} for name in was if name not in kept for value in _values(snapshot, name, was[name])]
    needed = None if _fits(usual) else snapshot.book.game.room_for(len(usual.seats))
    if needed and needed not in changes:
        changes.append(dict(needed))
    for change in changes:
        header = _readable({**usual.plain, "options": {**kept, **change}})
        if header is not None:
            yield header


def _readable(raw: object) -> Header | None:
    try:
        return read_header_as_opened(raw)
    except BadHeader:
        return None


def _fits(header: Header) -> bool:
    return GAMES[header.game].takes(len(header.seats), header.options)


def _values(snapshot: Snapshot, name: str, was: object) -> list[Any]:
    """Other values of a house rule: those that it names, else the ends of its range."""
    field = type(snapshot.header.options).model_json_schema()["properties"].get(name, {})
    usual = field.get("default")
    either = [field, *field.get("anyOf", [])]
    values: list[Any] = [value for one in either for value in one.get("enum", [])]
    values += [value for one in either if one.get("type") == "boolean" for value in (True, False)]
    values += [one[end] for one in either for end in ("minimum", "maximum") if end in one]
    return [value for value in values if value not in (usual, was)]


def act_of(snapshot: Snapshot, offer: Offer | HeaderOffer, reason: str) -> Choose | None:
    """The act by which the host chooses an offer; None where the table plays."""
    stopped = snapshot.stopped
    if stopped is None:
        return None
    fields: dict[str, Any] = {"act": "choose", "entry": stopped.version, "how": offer.how, "reason": reason}
    if isinstance(offer, HeaderOffer):
        fields["header"] = dict(offer.header)
    elif offer.edits:
        fields["edits"] = [edit.plain() for edit in offer.edits]
    elif offer.upheld:
        fields["upheld"] = True
    elif offer.moves:
        fields["moves"] = [move.plain() for move in offer.moves]
    if stopped.rule is not None:
        fields["rule"] = stopped.rule.id
    return Choose.model_validate(fields)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices among the entries from `since` on, each with its signature, by the version that it is about."""

    since: int
    found: Mapping[int, SignedChoice]

    def known(self, version: int) -> bool:
        """Whether a choice about the entry of that version was known when the entry was read."""
        return version > self.since or self.since == 0


def choices_among(entries: Iterable[Entry]) -> dict[int, SignedChoice]:
    """By the version of the entry that each is about, the latest choices."""
    found = {}
    for entry in entries:
        act = act_in(loaded(entry.move)) if entry.kind == ACT and "choose" in entry.move else None
        if isinstance(act, Choose) and act.entry < entry.version:
            found[act.entry] = act, Signature.of(entry)
    return found


def resumed(here: Snapshot, stopped: Stopped) -> Snapshot:
    """The table as it was before the refused entry, with its seats as they are now."""
    before = stopped.before
    return replace(
        here, header=before.header, book=before.book, provenance=before.provenance, referee=before.referee,
        act=None, version=stopped.version, stopped=None,
    )  # fmt: skip


def with_header(here: Snapshot, act: Choose, by: Signature) -> Snapshot | None:
    """The table played by the header that was chosen; None where that is no header of it."""
    base = here if here.stopped is None else resumed(here, here.stopped)
    header = _readable(act.header)
    if header is None or (header.game, header.seats) != (base.header.game, base.header.seats):
        return None
    return _ruled(replace(base, header=header, book=open_book(header)), act, by)


def as_chosen(
    base: Snapshot, entry: Entry, item: Item | None, act: Choose, by: Signature
) -> Snapshot | Rejected | None:
    """The table with what was chosen in the place of the entry, which holds `item`.

    Its author is the host who has chosen; its time is the entry's, when it was played.
    """
    after, version, then = base, entry.version, replace(by, at=entry.at)
    if act.edits:
        try:
            edited = replay_with(base.header, base.standing_moves(), act.edits, str(version))
        except BadEdits:
            return None
        if isinstance(edited, Rejected):
            return edited
        book, lines = edited
        after = replace(base, book=book, provenance=provenance_of(base, lines, act.edits, by))
    for number, plain in enumerate(act.moves, 1):
        move = parse(after, plain)
        ruling = move if isinstance(move, Rejected) else after.book.claim(move)
        if isinstance(ruling, Rejected):
            return ruling
        name = str(version) if number == len(act.moves) else f"{version}.{number}"
        after = with_book(after, ruling.state, then, name)
    if act.upheld:
        after = _upheld(after, version, item, act, then) or after
    return _ruled(replace(after, version=version, act=None), act, by)


def _upheld(here: Snapshot, version: int, item: Item | None, act: Choose, by: Signature) -> Snapshot | None:
    """The entry itself stands by a ruling; None where nothing could come of it."""
    ruling = here.book.claim(upheld(item, act.reason)) if isinstance(item, Move) else None
    if not isinstance(ruling, Accepted):
        return None
    return with_book(here, ruling.state, by, str(version))


def _ruled(after: Snapshot, act: Choose, by: Signature) -> Snapshot:
    """The choice is kept as this table's ruling on the rule."""
    if act.rule is None:
        return after
    ruled = Precedent(act.rule, by.version, _PRECEDENT[act.how], act.reason, str(act.entry))
    return replace(after, referee=replace(after.referee, precedents=(*after.referee.precedents, ruled)))
