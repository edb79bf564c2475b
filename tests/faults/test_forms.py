"""The forms of a page, as the mutated requests send them."""

from __future__ import annotations

from tests.faults.forms import Form, found_on

PAGE = """
<a href="/rules/fluff#bid">Bids</a><a href="https://elsewhere.test/">Elsewhere</a>
<form method="post" action="/t/AB/moves" id="act"><input type="hidden" name="csrf_token" value="x">
<select name="color"><option value="red"></select><button name="move" value="take">
<button name="move" value="undo"></form>
<input name="note" form="act"><input name="nobody's"><form action="/j"><input name="code"></form>
"""


def test_a_form_is_sent_by_each_of_its_buttons_with_all_its_fields() -> None:
    forms, links = found_on(PAGE)
    fields = (("csrf_token", "x"), ("color", ""), ("note", ""))
    assert forms == [
        Form("POST", "/t/AB/moves", (*fields, ("move", "take"))),
        Form("POST", "/t/AB/moves", (*fields, ("move", "undo"))),
        Form("GET", "/j", (("code", ""),)),
    ]
    assert links == ["/rules/fluff"]
