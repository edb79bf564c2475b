"""The phones of a circle: who is host, recovery codes, leaving, ending keys; and deleting the circle for good."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.circles.circle import Circle, Member
from companion.circles.errors import LastHost, MembersOnly, NoSuchPhone, WrongCircleRecovery
from companion.circles.policy import CircleChange
from companion.games.text import Text
from companion.service import deletion
from companion.tables.keys_and_codes import new_key, normal_code, shown_code
from companion.web.answer_form import NotDone, answers, need_sure
from companion.web.circle.identity import CIRCLE_KEYS, circles, find_circle, forget_circle, has_left, may
from companion.web.compression import telling_a_key
from companion.web.errors import say
from companion.web.form_fields import number_in
from companion.web.identity import device_label, own_key, tables
from companion.web.limits import guessed_wrong, limit_guesses

blueprint = Blueprint("circle_phones", __name__, url_prefix="/c/<code>")
LEFT = Text("This phone has left the circle.")


@blueprint.get("/phones")
def page(code: str) -> str:
    """The phones of the circle, and what this one can do; for one that has not joined, the way back to be a host."""
    return _page(*find_circle(code))


def _page(circle: Circle, member: Member | None, wrong: NotDone | None = None) -> str:
    phones: tuple[Member, ...] = () if member is None else circles().phones(member)
    people = {} if member is None else {person.id: person for person in circles().people(circle.id)}
    return render_template(
        "circle/phones.html", circle=circle, me=member, phones=phones, people=people, wrong=wrong, tap=new_key()
    )


on_page = partial(answers, blueprint, page=_page, to="circle_phones.page")


@on_page("/phones/host", find=may(CircleChange.HOSTS), again=(LastHost,))
def give_host(_: Circle, member: Member) -> None:
    """Make a phone a host, or no longer. Form: `phone`, the number of its key; `on`."""
    circles().give_host(member, number_in("phone") or 0, on=request.form.get("on") == "1")


@on_page("/phones/end-one", find=may(CircleChange.OTHERS_KEY))
def end_one(_: Circle, member: Member) -> None:
    """End another phone's key. Form: `phone`. One that has ended already has ended."""
    phone = number_in("phone") or 0
    if phone != member.key_id:
        with suppress(NoSuchPhone):
            circles().end_key(member, phone)


@on_page("/phones/leave", find=find_circle, again=(LastHost,))
def leave(circle: Circle, member: Member | None) -> ResponseReturnValue:
    """End this phone's own key. A second tap, which comes without the key, is told that it is done.

    Raises MembersOnly for a phone that never had one.
    """
    if member is None:
        if CIRCLE_KEYS.get(circle.code) is None and not has_left(circle.code):
            raise MembersOnly
        return say(200, LEFT)
    circles().end_key(member, member.key_id)
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
        opened = circles().end_all(may(CircleChange.ALL_KEYS)(code)[1], own)
        ended, following = circles().find(opened.code), opened.recovery
    else:
        ended, following = known[0], circles().new_recovery(known[1])
    CIRCLE_KEYS.put(ended.code, own, instead=before)
    return _shown(ended, following, "ended")


@on_page("/phones/recovery", find=may(CircleChange.RECOVERY_CODE))
def recovery(circle: Circle, member: Member) -> Response:
    """Make a recovery code and show it; only this response does."""
    return _shown(circle, circles().new_recovery(member), "made")


@on_page("/phones/recover", find=find_circle, again=(WrongCircleRecovery,))
def recover(circle: Circle, former: Member | None) -> Response:
    """Make this phone a host by a recovery code, and show the next one."""
    typed = request.form.get("recovery", "")
    own = own_key(f"{circle.code}/{typed}")
    limit_guesses()
    try:
        opened = circles().recover(circle, typed, device_label(), own, former)
    except WrongCircleRecovery:
        guessed_wrong()
        raise
    CIRCLE_KEYS.put(circle.code, own)
    return _shown(circle, opened.recovery, "moved")


def delete_form(circle: Circle, _: Member, wrong: NotDone | None = None) -> str:
    """What is deleted, and the question whether that is meant."""
    return render_template("circle/delete.html", circle=circle, wrong=wrong)


@answers(blueprint, "/delete", delete_form, find=may(CircleChange.DELETE), look=True)
def delete(circle: Circle, member: Member) -> ResponseReturnValue:
    """Delete the circle for good. Form: `sure`; `tables`, to delete its tables, too."""
    need_sure()
    deletion.delete_circle(tables(), member, with_tables=request.form.get("tables") == "1")
    forget_circle(circle.code)
    return redirect(url_for("home.page"), 303)


def _shown(circle: Circle, recovery: str, why: str) -> Response:
    """A page with a recovery code, which nothing keeps."""
    return telling_a_key(render_template("circle/recovery.html", circle=circle, recovery=shown_code(recovery), why=why))
