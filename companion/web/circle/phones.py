"""The phones of a circle: who is host, recovery codes, leaving, ending keys; and deleting the circle for good."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.circles.circle import Circle, Member
from companion.circles.errors import LastHost, MembersOnly, NoSuchPhone, WrongCircleRecovery
from companion.circles.policy import CircleChange
from companion.games.text import Text
from companion.tables.keys_and_codes import new_key, normal_code, shown_code
from companion.web.circle.identity import (
    circles,
    find_circle,
    forget_circle,
    has_left,
    in_cookie,
    member_who_may,
    remember_circle,
)
from companion.web.compression import telling_a_key
from companion.web.errors import say, status_of
from companion.web.form_fields import NOT_SURE, is_sure, number_in
from companion.web.identity import device_label, own_key, tables
from companion.web.limits import limits
from companion.web.request_language import words

blueprint = Blueprint("circle_phones", __name__, url_prefix="/c/<code>")
LEFT = Text("This phone has left the circle.")


@blueprint.get("/phones")
def page(code: str) -> str:
    """The phones of the circle, and what this one can do; for one that has not joined, the way back to be a host."""
    return _page(*find_circle(code))


@blueprint.post("/phones/host")
def give_host(code: str) -> ResponseReturnValue:
    """Make a phone a host, or no longer. Form: `phone`, the number of its key; `on`."""
    circle, member = member_who_may(code, CircleChange.HOSTS)
    try:
        circles().give_host(member, number_in("phone") or 0, on=request.form.get("on") == "1")
    except LastHost as last:
        return _page(circle, member, words(last.text)), status_of(last)
    return redirect(url_for("circle_phones.page", code=circle.code), 303)


@blueprint.post("/phones/end-one")
def end_one(code: str) -> ResponseReturnValue:
    """End another phone's key. Form: `phone`. One that has ended already has ended."""
    circle, member = member_who_may(code, CircleChange.OTHERS_KEY)
    phone = number_in("phone") or 0
    if phone != member.key_id:
        with suppress(NoSuchPhone):
            circles().end_key(member, phone)
    return redirect(url_for("circle_phones.page", code=circle.code), 303)


@blueprint.post("/phones/leave")
def leave(code: str) -> ResponseReturnValue:
    """End this phone's own key. A second tap, which comes without the key, is told that it is done.

    Raises MembersOnly for a phone that never had one.
    """
    circle, member = find_circle(code)
    if member is None:
        if in_cookie(circle.code) is None and not has_left(circle.code):
            raise MembersOnly
        return say(200, LEFT)
    try:
        circles().end_key(member, member.key_id)
    except LastHost as last:
        return _page(circle, member, words(last.text)), status_of(last)
    forget_circle(circle.code)
    return redirect(url_for("home.page"), 303)


@blueprint.post("/phones/end")
def end_all(code: str) -> ResponseReturnValue:
    """End all keys but this phone's, and give the circle another code.

    A second tap comes to a code that is gone, and finds the key that the first one has made: what the page was told in
    `tap` is the same.
    """
    before = normal_code(code)
    own = own_key(f"{before}/{request.form.get('tap') or new_key()}")
    known = circles().of_key(own)
    if known is None:
        new, following = circles().end_all(member_who_may(code, CircleChange.ALL_KEYS)[1], own)
        ended = circles().find(new)
    else:
        ended, following = known[0], circles().new_recovery(known[1])
    remember_circle(ended.code, own, instead=before)
    return _shown(ended, following, "ended")


@blueprint.post("/phones/recovery")
def recovery(code: str) -> Response:
    """Make a recovery code and show it; only this response does."""
    circle, member = member_who_may(code, CircleChange.RECOVERY_CODE)
    return _shown(circle, circles().new_recovery(member), "made")


@blueprint.post("/phones/recover")
def recover(code: str) -> ResponseReturnValue:
    """Make this phone a host by a recovery code, and show the next one."""
    circle, former = find_circle(code)
    typed = request.form.get("recovery", "")
    own = own_key(f"{circle.code}/{typed}")
    try:
        with limits().guesses(WrongCircleRecovery):
            key, following = circles().recover(circle, typed, device_label(), own, former)
    except WrongCircleRecovery as wrong:
        return _page(circle, former, words(wrong.text)), status_of(wrong)
    remember_circle(circle.code, key)
    return _shown(circle, following, "moved")


@blueprint.get("/delete")
def delete_form(code: str) -> str:
    """What is deleted, and the question whether that is meant."""
    circle, _ = member_who_may(code, CircleChange.DELETE)
    return render_template("circle/delete.html", circle=circle)


@blueprint.post("/delete")
def delete(code: str) -> ResponseReturnValue:
    """Delete the circle for good. Form: `sure`; `tables`, to delete its tables, too."""
    circle, member = member_who_may(code, CircleChange.DELETE)
    if not is_sure():
        return render_template("circle/delete.html", circle=circle, wrong=words(NOT_SURE)), 422
    tables().deletion.delete_circle(member, tables=request.form.get("tables") == "1")
    forget_circle(circle.code)
    return redirect(url_for("home.page"), 303)


def _page(circle: Circle, member: Member | None, wrong: str | None = None) -> str:
    phones: tuple[Member, ...] = () if member is None else circles().phones(member)
    people = {} if member is None else {person.id: person for person in circles().people(circle)}
    return render_template(
        "circle/phones.html", circle=circle, me=member, phones=phones, people=people, wrong=wrong, tap=new_key()
    )


def _shown(circle: Circle, recovery: str, why: str) -> Response:
    """A page with a recovery code, which nothing keeps."""
    return telling_a_key(render_template("circle/recovery.html", circle=circle, recovery=shown_code(recovery), why=why))
