"""Answer a form: do what it asks and lead on, or show its page again with what was typed and why nothing came of it.

`answers` declares a form, above the function that does what it asks; that function raises `NotDone` if nothing comes
of it. What the forms of a table have in common is below: a command to the service, made of what was typed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from pydantic import ValidationError

from companion.games.move import Plain, Strict
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.games.transcript import load_json
from companion.tables import answers as outcomes
from companion.tables.errors import TableError
from companion.tables.policy import NO_SEAT, TableChange, need_permission
from companion.tables.snapshot import Actor, Snapshot
from companion.tables.visibility import seen_by
from companion.web.errors import status_of, stop
from companion.web.identity import LOOKING_ON, Caller, find_table, table_before, tables
from companion.web.ledger.wording import hold_text
from companion.web.table.tap import LOST_TAP, UNSAVED_MORE, name_of, seen_version

Find = Callable[[str], tuple[Any, Any]]
"""Finds by its code the table or circle of a form, and the phone that sends it; stops those that may not send it."""
Page = Callable[..., ResponseReturnValue]
Act = TypeVar("Act", bound=Callable[..., ResponseReturnValue | None])


@dataclass(eq=False)
class NotDone(Exception):
    """Why nothing came of a form. `rejected` has the rule against it, and `field` names the one to blame, if any.

    `snapshot` is the table as it is by now, if the service was asked.
    """

    text: Text
    status: int = 422
    rejected: Rejected | None = None
    field: str | None = None
    snapshot: Snapshot | None = None


def _alone(*_: object, wrong: NotDone, **__: object) -> NoReturn:
    stop(wrong.status, wrong.text)


def answers(
    blueprint: Blueprint, path: str, page: Page = _alone, to: str = "table.page", *,
    find: Find, look: Find | bool = False, again: tuple[type[TableError], ...] = (),
) -> Callable[[Act], Act]:  # fmt: skip
    """Declare that the decorated function does what the form at `path` asks.

    It gets what `find` found, and the numbers in the path. It returns its answer, or None to lead to the endpoint `to`.
    Where it raises NotDone, or one of the errors `again`, `page` is shown with that as `wrong`; without a page the
    sentence stands alone. GET shows `page`, at an endpoint by the name of its function, to those whom `look` finds
    (True: to those who may send the form).
    """

    def declare(act: Act) -> Act:
        def answer(code: str = "", **numbers: Any) -> ResponseReturnValue:
            sent = request.method == "POST"
            place, who = find(code) if sent or isinstance(look, bool) else look(code)
            try:
                done = act(place, who, **numbers) if sent else page(place, who, **numbers)
                return redirect(url_for(to, code=place.code, **numbers), 303) if done is None else done
            except again as error:
                wrong = NotDone(error.text, status_of(error))
            except NotDone as one:
                wrong = one
            shown = make_response(page(wrong.snapshot or place, who, wrong=wrong, **numbers))
            shown.status_code = wrong.status
            return shown

        blueprint.add_url_rule(path, act.__name__, answer, methods=["POST"])
        if look:
            blueprint.add_url_rule(path, page.__name__, answer, methods=["GET"])
        return act

    return declare


def nothing(_: str) -> tuple[None, None]:
    """Find nothing, for a form that is about no table or circle yet."""
    return None, None


NOT_SURE = Text("Tick the box first: what is deleted cannot be brought back.")


def need_sure(why: Text = NOT_SURE) -> None:
    """Raise NotDone unless the box was ticked that stands before what goes for good."""
    if request.form.get("sure") != "1":
        raise NotDone(why)


# At a table

NEEDS_REASON = Text("Give a reason: tap one, or write up to 280 characters.")
MOVED_ON = Text("The table has moved on while you looked. Here is how things stand now; look again, then send it.")
MOVED_ON_TYPING = Text("The table has moved on while you wrote. Look at the table as it is now, then send it again.")
Filled = TypeVar("Filled", bound=Strict)


def anybody(code: str) -> tuple[Snapshot, Actor | None]:
    """Find a table, and the phone that asks; None for one that only looks."""
    snapshot, caller = find_table(code)
    return snapshot, caller.actor


def seated(why: Text = LOOKING_ON, *, keeper: bool = False) -> Find:
    """Return what finds a table and a phone that plays at it, or is a `keeper`. Others are answered 403, and `why`."""

    def find(code: str) -> tuple[Snapshot, Actor]:
        snapshot, actor = anybody(code)
        return (snapshot, actor) if actor is not None and (actor.keeper or not keeper) else stop(403, why)

    return find


def may(change: TableChange) -> Find:
    """Return what finds a table and a phone that may make this change of it. Others are answered 403."""

    def find(code: str) -> tuple[Snapshot, Actor]:
        snapshot, caller = find_table(code)
        need_permission(caller, change)
        return snapshot, caller.actor or stop(403, NO_SEAT)

    return find


def filled(shape: type[Filled], needs: Text = NEEDS_REASON, /, **fields: object) -> Filled:
    """Return the act with these fields; None stands for one that is left out. A reason that will not do is not done."""
    try:
        return shape.model_validate({name: value for name, value in fields.items() if value is not None})
    except ValidationError:
        raise NotDone(needs) from None


def table_as_seen(snapshot: Snapshot, actor: Actor) -> Snapshot:
    """Return the table as the form's page showed it, or as it is now if the form does not tell.

    The form means what its page showed, and means the same when it is sent twice.
    """
    seen = seen_version(request.values)
    return snapshot if seen is None or seen >= snapshot.version else table_before(snapshot.code, seen, actor)


def enter(
    snapshot: Snapshot, actor: Actor, *claims: object, anytime: bool = False, moved_on: Text = MOVED_ON
) -> outcomes.Played:
    """Enter moves and acts together. Raises NotDone if they were not entered.

    What was entered since the form's page was drawn is against them, and `moved_on` says so, unless they may come
    `anytime`.
    """
    seen = seen_version(request.form)
    answer = tables().submit(
        snapshot.code, claims, actor=actor, seen=None if anytime else seen, request=name_of(seen, claims)
    )
    rejected, text = None, moved_on
    match answer:
        case outcomes.Played():
            return answer
        case outcomes.Refused():
            rejected, text = answer.rejected, answer.rejected.reason
        case outcomes.Forbidden():
            text = answer.text
        case outcomes.OnHold(hold=hold):
            text = hold_text(hold, snapshot.header.game)
        case outcomes.Unsaved():
            text = UNSAVED_MORE
    raise NotDone(text, status_of(answer), rejected, snapshot=seen_by(answer.snapshot, actor))


def whole_move() -> Plain | None:
    """Return the move that the form's button holds whole, None if it is to be made of the form's fields."""
    if "move" not in request.form:
        return None
    try:
        whole = load_json(request.form["move"])
    except ValueError:
        stop(400, LOST_TAP)
    return whole if isinstance(whole, dict) else stop(400, LOST_TAP)


def page_of_table(template: str, snapshot: Snapshot, actor: Actor | None, **values: object) -> str:
    """Return a page of a table, for a phone as it stands there by now: a seat may have been renamed meanwhile."""
    common = {"snapshot": snapshot, "me": Caller(actor=actor).at(snapshot), "game": snapshot.book.game}
    return render_template(template, **common | {"typed": request.form, "wrong": None} | values)
