"""May I ...? A question to the referee, built tap by tap. Anyone who sees the table may ask; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, url_for
from htmx_flask import request
from werkzeug.datastructures import MultiDict

from companion.games.game import AnyGame, Book, Face
from companion.games.move import Move, TableRuling
from companion.games.ruling import Action, Rule
from companion.games.text import Text
from companion.referee.ask import CountChange, Verdict, ask, choices_now
from companion.referee.edits import Edit, StandingMove
from companion.referee.question_form import (
    ASK,
    Option,
    QuestionDraft,
    QuestionField,
    QuestionForm,
    draft_of,
    forms_of,
    options,
    read_draft,
)
from companion.tables.policy import forbids_now
from companion.tables.snapshot import Actor, Snapshot
from companion.web.compression import fresh
from companion.web.errors import stop
from companion.web.form_fields import seat_meant
from companion.web.identity import find_table
from companion.web.referee.amend import GONE, before_line, changes, preview_of
from companion.web.request_language import words
from companion.web.table.live import watch

MANY = 8


@dataclass(frozen=True, slots=True)
class Moves:
    """Moves by their ruling. Of a kind with more than a glance can take there is the form in place of each."""

    yes: tuple[Action, ...]
    no: tuple[Action, ...]
    many: tuple[QuestionForm, ...]


Part = tuple[QuestionField, tuple[object, ...], str]
"""A field, its values so far, and the query without it; of a list without the last one."""


@dataclass(frozen=True)
class MayIPage:
    """Templates read it and decide nothing. `suit` is the colour or suit that was tapped for the next card.

    `later` are the moves that stand after the one in question, where that is an earlier one.
    """

    book: Book
    forms: tuple[QuestionForm, ...]
    draft: QuestionDraft | None
    reason: str
    suit: str = ""
    later: tuple[Move, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The table's game."""
        return self.book.game

    @cached_property
    def kinds(self) -> tuple[tuple[QuestionForm, str, bool], ...]:
        """What can be asked, its query, and whether a move of the kind is legal now: these come first, slips last."""
        now = {choice.move.kind() for choice in choices_now(self.book) if choice.legal}
        found = ((form, urlencode({ASK: form.id}), form.shape.kind() in now) for form in self.forms)
        return tuple(sorted(found, key=lambda one: (not one[2], one[0].shape.slip is not None)))

    @cached_property
    def _verdict(self) -> Verdict | None:
        if self.draft is None or self.draft.next is not None:
            return None
        return ask(self.book, self.draft.move(self.reason), self.later, self.draft.premises)

    @property
    def answer(self) -> Verdict | None:
        """The referee's answer, once the question is complete."""
        return None if self._verdict is None or self._verdict.missing_premise else self._verdict

    @property
    def next(self) -> QuestionField | None:
        """The field to ask for next: one of the move, then what has to be told of the moment that it belongs to."""
        if self.draft is None or self._verdict is None:
            return None if self.draft is None else self.draft.next
        return next((field for field in self.draft.form.fields if field.key == self._verdict.missing_premise), None)

    @property
    def cited(self) -> tuple[Rule, ...]:
        """The rule against what was asked, or those that it rests on, the nearest first; none before the answer."""
        if self.draft is None or self.answer is None:
            return ()
        if self.answer.against:
            return (self.answer.against.rule,)
        rules = (self.game.rulebook[rule] for rule in self.draft.form.rules)
        return tuple(dict.fromkeys((*(condition.rule for condition in self.answer.conditions), *rules)))

    @property
    def laid(self) -> tuple[str, ...]:
        """The cards in the question so far, in order."""
        cards = (values for field, values, _ in self.parts if "card" in (field.kind, field.of))
        return tuple(str(value) for values in cards for value in values)

    @property
    def shown_suit(self) -> str:
        """Whose cards are shown: the suit that was tapped, else that of the latest card, which most have to follow."""
        return self.suit or next((self.faces[name].suit for name in self.laid[-1:] if name in self.faces), "")

    @property
    def parts(self) -> tuple[Part, ...]:
        """What has been told so far."""
        draft = self.draft
        if draft is None:
            return ()
        return tuple(_part(draft, field) for field in draft.form.fields if field.key in draft.values)

    def options(self, field: QuestionField) -> tuple[Option, ...]:
        """The values to tap for a field."""
        return () if self.draft is None else options(self.book, self.draft, field, self.reason)

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        """The cards of the deck by name."""
        return {face.name: face for face in self.game.cards(self.game.seen_by(self.book).state)}

    @property
    def suits(self) -> tuple[str, ...]:
        """The colours or suits of the deck."""
        return tuple(dict.fromkeys(face.suit for face in self.faces.values()))

    @property
    def order(self) -> tuple[str, ...]:
        """Who puts down a card, in order."""
        return self.game.order(self.game.seen_by(self.book).state)

    @cached_property
    def now(self) -> Moves:
        """What may be done now."""
        return self._moves(choices_now(self.book))

    @cached_property
    def follows(self) -> Moves:
        """What may follow the move that was asked for."""
        return self._moves(self.answer.follows if self.answer else ())

    @property
    def instead(self) -> tuple[Action, ...]:
        """What would be allowed in its place."""
        moves = self.answer.instead if self.answer else ()
        return tuple(Action((move,)) for move in moves[:MANY])

    def query_of(self, move: Move) -> str:
        """Return the query that asks for a move."""
        draft = draft_of(self.forms, move)
        return draft.query() if draft else ""

    @property
    def changes(self) -> Mapping[str, tuple[tuple[CountChange, ...], CountChange | None]]:
        """By place what would lie there, and what the round would cost that seat; empty where the round is scored."""
        answer = self.answer
        if answer is None or answer.totals:
            return {}
        costs = {change.place: change for change in answer.running}
        places = dict.fromkeys([*(change.place for change in answer.held), *costs])
        held = {place: tuple(change for change in answer.held if change.place == place) for place in places}
        return {place: (held[place], costs.get(place)) for place in places}

    def _moves(self, choices: tuple[Action, ...]) -> Moves:
        kinds = [type(choice.move) for choice in choices if choice.legal]
        many = tuple(form for form in self.forms if kinds.count(form.shape) > MANY)
        shown = {form.shape for form in many}
        return Moves(
            yes=tuple(choice for choice in choices if choice.legal and type(choice.move) not in shown),
            no=tuple(choice for choice in choices if not choice.legal),
            many=many,
        )


def _part(draft: QuestionDraft, field: QuestionField) -> Part:
    value = draft.values[field.key]
    if field.kind == "list":
        return field, tuple(value), draft.query(**{field.key: value[:-1]})
    if field.kind == "map":
        return field, tuple(value.items()), draft.query(**{field.key: None})
    return field, (value,), draft.query(**{field.key: None})


blueprint = Blueprint("may_i", __name__, url_prefix="/t/<code>/may-i")

AGREED = Text("what we agreed")


@blueprint.get("")
def page(code: str) -> Response:
    """The question so far, and once it is complete the answer; for htmx only the parts that change."""
    snapshot, caller = find_table(code)
    asked = MayIPage(snapshot.book, *_asked(snapshot, snapshot.book))
    acts = _acts(snapshot, caller.actor, asked)
    return _answer(snapshot, asked, url_for("may_i.page", code=snapshot.code), acts=acts)


@blueprint.get("/live")
def live(code: str) -> Response:
    """The stamp of every change: the page asks for its question anew, which each phone has put in another way."""
    return watch(*find_table(code), "may-i", None, aside=False)


@blueprint.get("/at/<entry>")
def page_at(code: str, entry: str) -> Response:
    """The page of the question for the table before an entry: what might have been entered, on the way to an amend."""
    snapshot, _ = find_table(code)
    book, line = before_line(snapshot, entry) or stop(404, GONE)
    standing = snapshot.standing_moves()
    later = tuple(one.move for one in standing[standing.index(line) + 1 :])
    asked = MayIPage(book, *_asked(snapshot, book), later)
    was, here = book.game.describe(line.move, book.state), url_for("may_i.page_at", code=snapshot.code, entry=entry)
    return _answer(snapshot, asked, here, entry=entry, was=was, amends=_amends(snapshot, line, asked))


@dataclass(frozen=True, slots=True)
class Acts:
    """What this phone may do with the answer: enter the move; rule so, at an address; tell what it depends on."""

    enters: bool = False
    ruling: str | None = None
    tellings: tuple[tuple[Text, Edit], ...] = ()


def _acts(snapshot: Snapshot, actor: Actor | None, page: MayIPage) -> Acts | None:
    """None where there is no answer that anything could be done with."""
    answer = page.answer
    if answer is None or answer.move is None or answer.rejected or answer.moment or actor is None:
        return None
    if isinstance(answer.move, TableRuling):
        fields = {key: value for key, value in answer.move.plain().items() if key not in ("move", "reason")}
        kind = answer.move.marker or ""
        ruling = url_for("table_ruling.form", code=snapshot.code, kind=kind, **fields)
        return Acts(ruling=ruling) if actor.keeper else None
    if snapshot.referee.hold is not None:
        return None
    completions = (
        [completion for condition in answer.conditions for completion in condition.completions] if actor.keeper else []
    )
    ids = [line.id for line in snapshot.standing_moves()] if completions else []
    tellings = ((told.words, Edit(do="change", entry=ids[told.step], move=told.move.plain())) for told in completions)
    return Acts(forbids_now(actor, answer.move, snapshot) is None, tellings=tuple(tellings))


def _amends(snapshot: Snapshot, line: StandingMove, page: MayIPage) -> list[tuple[Text, str]]:
    """The amends that a move which would have stood there allows, each with the address of its preview."""
    answer = page.answer
    if answer is None or answer.move is None or answer.rejected:
        return []
    return [(name, preview_of(snapshot.code, edit)) for name, edit in changes(page.game, line, answer.move)]


def _answer(snapshot: Snapshot, page: MayIPage, here: str, **more: object) -> Response:
    # A history restore is an htmx request too, but needs the whole page.
    part = bool(request.htmx) and not request.htmx.history_restore_request
    template = "referee/may_i_part.html" if part else "referee/may_i.html"
    ruled = [one for rule in page.cited for one in snapshot.referee.rulings_on(rule.id)]
    values = {"snapshot": snapshot, "game": page.game, "page": page, "precedents": ruled, "here": here, **more}
    response = fresh(render_template(template, part=part, **values))
    response.vary.add("HX-Request")
    return response


def _asked(snapshot: Snapshot, book: Book) -> tuple[tuple[QuestionForm, ...], QuestionDraft | None, str, str]:
    """What can be asked, the question so far, what stands for a reason, and the colour whose cards are shown."""
    # Names as the table has them: forms change the line breaks in a name.
    asked = MultiDict([(key, seat_meant(snapshot, text)) for key, text in request.args.items(multi=True)])
    forms = forms_of(book.game, book.seats)
    form = next((form for form in forms if form.id in asked.getlist(ASK)[-1:]), None)
    draft = None if form is None else read_draft(form, asked)
    return forms, draft, words(AGREED), (request.args.getlist("_suit") or [""])[-1]
