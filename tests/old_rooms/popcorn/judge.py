"""The judge of Popcorn: claims, calls, reveals and the table's rulings."""

from __future__ import annotations

from dataclasses import replace

from companion.games.judge import During, Judge
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.text import Counted, Text
from tests.old_rooms.popcorn import rulebook
from tests.old_rooms.popcorn.moves import Call, CardRuling, Claim, Honest, Pass, Seen, rank_words
from tests.old_rooms.popcorn.seats import SEATS
from tests.old_rooms.popcorn.state import Laid, State, Turned


def judge(state: State, move: Move) -> Ruling[State]:
    """Whether the move stands, and the state after it. Rules: all; malformed and game-is-over first."""
    if isinstance(move, Claim) and move.cards is not None and not state.setup.hidden:
        return Rejected(rulebook.MALFORMED, Text("At this table a claim has no key \u201ccards\u201d."))
    return by_kind(state, move)


def _game_is_over(state: State) -> Rejected:
    return Rejected(rulebook.GAME_IS_OVER, Text("{seat} has won.", seat=state.name(state.winner)))


def _not_now(state: State, move: Move) -> Rejected:
    """What the table waits for, where a kind of move does not belong to the phase."""
    match move:
        case Claim() if state.phase == "reveal":
            because = Text("Settle the call first: turn over the claimed cards.")
        case Claim():
            because = Text("{seat} has put down the last cards: call, or let it pass.", seat=state.claimer)
        case Call():
            because = Text("{seat} called first.", seat=state.name(state.caller))
        case Honest() | Seen():
            because = Text("Nobody has called, so no card is turned over.")
        case Pass():
            because = Text("Only a claim of a player\u2019s last cards can be let pass.")
        case _:
            because = Text("The last claim has to be settled first.")
    return Rejected(rulebook.NOT_NOW, because)


def judge_claim(state: State, move: Claim) -> Ruling[State]:
    """Rules: claim, rank-due."""
    if rejected := _not_its_turn(state, move) or _not_due(state, move) or _not_so_many(state, move):
        return rejected
    setup = state.setup
    known = not setup.public or move.cards is not None
    after = state.moved(state.turn, setup.pile, leaving(state, move))
    laid = Laid(state.turn, move.rank, move.count, move.put, known)
    return Accepted(replace(after, turn=setup.left_of(state.turn), last=move.rank, laid=laid, turned=None))


def _not_its_turn(state: State, move: Claim) -> Rejected | None:
    awaited = state.name(state.turn)
    if awaited == move.seat:
        return None
    return Rejected(rulebook.CLAIM, Text("It is {seat}\u2019s turn to claim.", seat=awaited))


def _not_due(state: State, move: Claim) -> Rejected | None:
    due = state.due
    if move.rank in due:
        return None
    if len(due) == 1:
        return Rejected(rulebook.RANK_DUE, Text("{rank} are due.", rank=rank_words(due[0], capital=True)))
    ranks = {"one": rank_words(due[0], capital=True), "other": rank_words(due[1])}
    return Rejected(rulebook.RANK_DUE, Text("{one} or {other} are due.", **ranks))


def _not_so_many(state: State, move: Claim) -> Rejected | None:
    setup = state.setup
    if not 1 <= move.count <= setup.most:
        return Rejected(rulebook.CLAIM, Text("One to {most} cards can be claimed.", most=setup.most))
    if move.put < move.count:
        return Rejected(rulebook.CLAIM, Text("Nobody may put down fewer cards than they say."))
    held = state.places[state.turn]
    if move.put <= held or (setup.public and move.left is not None):
        return None
    if setup.hidden:
        return Rejected(rulebook.CLAIM, Text("{seat} does not hold that many cards.", seat=move.seat))
    return Rejected(
        rulebook.CLAIM, Counted("{seat} holds {n} card.", "{seat} holds {n} cards.", seat=move.seat, n=held)
    )


def leaving(state: State, move: Claim) -> int:
    """How many cards leave the hand. A public book makes the hand fit what all have seen of it."""
    held = state.places[state.turn]
    if not state.setup.public or move.left is None:
        return move.put
    return min(move.put, held - 1) if move.left else held


def judge_call(state: State, move: Call) -> Ruling[State]:
    """Rules: not-now, call. The first call that is entered is the one that counts."""
    if state.laid is None:
        return Rejected(rulebook.NOT_NOW, Text("There is no claim to call."))
    if state.claimer == move.seat:
        return Rejected(rulebook.CALL, Text("The claim is {seat}\u2019s own.", seat=move.seat))
    return Accepted(replace(state, caller=state.setup.seats.index(move.seat)))


def judge_honest(state: State, move: Honest) -> Ruling[State]:
    """Rule: reveal."""
    laid, caller = _called(state)
    if move.honest and laid.put > laid.count:
        return Rejected(rulebook.REVEAL, Text("There are more cards than were said, so the claim was a bluff."))
    return turned_over(state, Turned(laid, caller, move.honest, state.pile))


def judge_seen(state: State, move: Seen) -> Ruling[State]:
    """Rule: reveal. The ranks are not held against the deck: what lies there, lies there."""
    laid, caller = _called(state)
    seen = tuple(move.cards)
    if len(seen) != laid.put and (laid.known or len(seen) < laid.put):
        return Rejected(rulebook.REVEAL, _not_all(state, laid))
    return turned_over(state, Turned(replace(laid, put=len(seen)), caller, laid.was_honest(move), state.pile, seen))


def _called(state: State) -> tuple[Laid, int]:
    """The claim that was called, and by whom."""
    assert state.laid is not None
    assert state.caller is not None
    return state.laid, state.caller


def _not_all(state: State, laid: Laid) -> Text:
    if state.setup.hidden:
        return Text("All cards of the claim are turned over, no more and no fewer.")
    return Counted("One lies there; name it.", "{n} lie there; name each of them.", n=laid.put)


def turned_over(state: State, turned: Turned) -> Accepted[State]:
    """The pile moves; a seat that stays without cards has won (rules reveal, last-cards)."""
    after = state.moved(state.setup.pile, turned.taker, state.pile)
    done = not after.places[turned.laid.seat]
    return Accepted(replace(after, laid=None, caller=None, turned=turned, winner=turned.laid.seat if done else None))


def judge_pass(state: State, _: Pass) -> Ruling[State]:
    """Rule: last-cards."""
    assert state.laid is not None
    return Accepted(replace(state, winner=state.laid.seat))


def judge_ruling(state: State, move: CardRuling) -> Ruling[State]:
    """Rule: table-ruling. The standing claim stays open to a call."""
    source, target = (state.setup.place(name) for name in (move.source, move.target))
    if source == target:
        return _cannot(Text("The cards already lie there."))
    spare = state.spare(source)
    observed = state.setup.public and move.left is not None
    if move.count > spare and not observed:
        return _cannot(_too_many(state, move, source))
    return Accepted(state.moved(source, target, min(move.count, spare)))


def _too_many(state: State, move: CardRuling, source: int) -> Text:
    there = state.places[source]
    if state.setup.hidden:
        return Text("There are not that many cards there.")
    if move.count == there:
        return Text("{seat} would have no card left.", seat=move.source)
    return Counted("{n} card lies there.", "{n} cards lie there.", n=there)


def _cannot(because: Text) -> Rejected:
    return Rejected(rulebook.TABLE_RULING, because)


by_kind = Judge(
    _game_is_over,
    _not_now,
    {
        Claim: During(judge_claim, "claim"),
        Call: During(judge_call, "claim", "last-call"),
        Honest: During(judge_honest, "reveal"),
        Seen: During(judge_seen, "reveal"),
        Pass: During(judge_pass, "last-call"),
        CardRuling: During(judge_ruling, "claim"),
        **SEATS.kinds,
    },
)
