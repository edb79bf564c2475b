"""People of a circle go on: an evening's games, who sits where, and the house rules that are kept."""

from __future__ import annotations

import html
import re

import pytest

from companion.tables.keys_and_codes import new_key
from tests.conftest import Phone
from tests.web.circle.ring import NAMES, Ring, host_of, text_of


def test_an_evening_in_a_circle(ring: Ring) -> None:
    ring.host.get(ring.at)
    assert "Nobody has played yet." in ring.host.get(ring.at).text
    code = ring.opens()
    assert f'href="/t/{code}/seats"' in ring.host.get(ring.at).text
    ring.host.post(f"/t/{code}/moves", {"move": '{"move": "take", "seat": "Ben", "color": "red"}'})
    page = ring.host.get(ring.at).text
    assert "Running" in page
    assert f'href="/t/{code}"' in page
    done = ring.plays()
    page = text_of(ring.host.get(ring.at).text)
    assert re.search(r"Ben\s+1 win\b", page)
    assert re.search(r"Cat\s+1 win\b", page)
    assert re.search(r"Ann\s+0 wins", page)
    assert f"/t/{done}/scores" in ring.host.get(ring.at).text
    assert f'href="{ring.at}"' in ring.host.get(f"/t/{done}/seats").text
    assert ring.host.get(f"/t/{done}/circle?home").location == ring.at
    for page in ("seats", "scores"):
        assert ring.code not in Phone(ring.app).get(f"/t/{done}/{page}").text
    assert ring.joins().get(f"/t/{done}/circle").location == f"{ring.at}/evenings/{done}"
    for page in ("games", "statistics", f"evenings/{done}"):
        assert "Ben" in ring.joins().get(f"{ring.at}/{page}", follow_redirects=True).text
    assert ring.host.get(f"{ring.at}/evenings/2").status_code == 404


def test_the_latest_games_host_goes_on_with_one_tap_and_others_by_the_form(ring: Ring) -> None:
    code = ring.plays()
    page = ring.host.get(ring.at).text
    assert f'action="/t/{code}/rematch"' in page
    other = ring.joins()
    again = re.search(r'href="(/open/sluff-off[^"]*like=[^"]*)"', other.get(ring.at).text)
    assert again is not None
    form = other.get(html.unescape(again[1])).text
    assert re.findall(r'name="name"[^>]*value="(\w+)"', form) == NAMES
    assert 'name="rule-rounds" aria-labelledby="rule-rounds" value="1"' in form
    following = ring.host.post(f"/t/{code}/rematch")
    assert ring.tables.circles.unplayed(ring.circle.id) == (following.location.split("/")[2],)
    assert f'action="/t/{code}/rematch"' not in ring.host.get(ring.at).text


def test_people_are_tapped_onto_seats_and_off_them(ring: Ring) -> None:
    ring.plays()
    ben = f"person-{ring.person('Ben')}"

    def names(*typed: str) -> list[str]:
        answer = ring.host.post("/open/sluff-off", {"name": list(typed), "circle": ring.code, "change": ben})
        assert answer.status_code == 200
        return re.findall(r'name="name"[^>]*value="([^"]*)"', answer.text)

    assert names("Ann", "", "") == ["Ann", "Ben", ""]
    assert names("Ann", "ben ", "Cat") == ["Ann", "", "Cat"]
    assert names("Ann", "Cat", "Dan") == ["Ann", "Cat", "Dan", "Ben"]
    assert names("1", "2", "3", "4", "5") == ["1", "2", "3", "4", "5"]


def test_whose_phone_it_is_sits_it_down(ring: Ring) -> None:
    ring.plays()
    page = ring.host.get(ring.at).text
    assert "Which one is me?" in page
    ring.host.post(f"{ring.at}/me", {"person": str(ring.person("Cat"))})
    assert "Which one is me?" not in ring.host.get(ring.at).text
    form = ring.host.get("/open/sluff-off", query_string={"circle": ring.code}).text
    assert re.search(r'name="me" value="2" checked', form)
    assert ring.host.post(f"{ring.at}/me", {"person": "4711"}).status_code == 404
    ring.host.post(f"{ring.at}/me", {"person": ""})
    assert "Which one is me?" in ring.host.get(ring.at).text


@pytest.mark.parametrize(("many", "folded"), [(20, False), (21, True)])
def test_among_many_people_the_question_whose_phone_it_is_unfolds(ring: Ring, many: int, folded: bool) -> None:
    for first in range(0, many, 4):
        ring.opens([f"P{one % many}" for one in range(first, first + 4)])
    page = ring.host.get(ring.at).text
    assert page.count('name="person"') == many
    asked = re.search(r'<details[^>]*><summary id="which">Which one is me\?</summary>\s*<form', page)
    assert (asked is not None, page.count("Which one is me?")) == (folded, 1)


def test_whose_phone_it_is_can_be_put_right_on_anybody_s_page(ring: Ring) -> None:
    ring.plays()
    ring.host.post(f"{ring.at}/me", {"person": str(ring.person("Ann"))})

    def offered(name: str) -> list[tuple[str, str]]:
        page = ring.host.get(f"{ring.at}/people/{ring.person(name)}").text
        return re.findall(r'<button [^>]*name="person" value="(\d*)">([^<]+)<', page)

    assert offered("Cat") == [(str(ring.person("Cat")), "This is me")]
    ring.host.post(f"{ring.at}/me", {"person": offered("Cat")[0][0]})
    assert offered("Ann") == [(str(ring.person("Ann")), "This is me")]
    assert offered("Cat") == [("", "This is not me")]
    ring.host.post(f"{ring.at}/me", {"person": ""})
    assert offered("Cat") == [(str(ring.person("Cat")), "This is me")]


@pytest.mark.parametrize("change", ["", "more-0", "keep-rules", "person-1"])
def test_a_phone_that_was_put_out_opens_no_table_in_it(ring: Ring, change: str) -> None:
    other = ring.joins()
    ring.tables.circles.end_all(host_of(ring), new_key())
    answer = other.post("/open/sluff-off", {"name": NAMES, "dealer": "0", "circle": ring.code, "change": change})
    assert answer.status_code == 422
    assert "not in that circle any more" in answer.text
    assert all(f'value="{name}"' in answer.text for name in NAMES)
    assert 'name="circle"' not in answer.text
    assert other.get(ring.at).status_code == 404
    assert "This circle is gone" in other.get(ring.at).text


def test_house_rules_are_kept_and_travel_in_a_link(ring: Ring) -> None:
    form = {"name": NAMES, "dealer": "0", "circle": ring.code, "change": "keep-rules", "rule-rounds": "3"}
    kept = ring.host.post("/open/sluff-off", {**form, "preset": "Short evening", "rule-supply.blue": "3"})
    assert kept.status_code == 200
    assert "Kept." in kept.text
    page = ring.host.get(ring.at).text
    link = re.search(r'href="(/open/sluff-off[^"]*rule-rounds=3[^"]*)"', page)
    assert link is not None
    for phone in (ring.host, Phone(ring.app)):  # whoever opens it has the set-up filled
        filled = phone.get(html.unescape(link[1])).text
        assert 'name="rule-rounds" aria-labelledby="rule-rounds" value="3"' in filled
        assert 'name="rule-supply.blue" value="3"' in filled
    assert "Short evening" in ring.joins().get("/open/sluff-off", query_string={"circle": ring.code}).text
    number = ring.tables.circles.presets(ring.circle)[0].id
    for _ in range(2):
        assert ring.host.post(f"{ring.at}/presets/{number}/drop").status_code == 303
    assert ring.tables.circles.presets(ring.circle) == ()


def test_kept_house_rules_are_taken_where_they_are_tapped_and_what_was_typed_stays(ring: Ring) -> None:
    rules = {"rounds": 2, "edition": "wizard-extreme"}
    preset = ring.tables.circles.keep_preset(host_of(ring), "Ours", "sluff-off", rules)
    form = {
        "name": NAMES,
        "dealer": "1",
        "me": "2",
        "circle": ring.code,
        "rule-rounds": "7",
        "rule-sluffer_points": "3",
    }
    change = f"preset-{preset}"
    asked = ring.host.post("/open/sluff-off", form | {"change": "up-1"}).text
    assert f'name="change" value="{change}"' in asked
    page = ring.host.post("/open/sluff-off", form | {"change": change}).text
    assert re.findall(r'name="name"[^>]*value="([^"]*)"', page) == NAMES
    assert re.findall(r'name="(dealer|me)" value="(\d)" checked', page) == [("dealer", "1"), ("me", "2")]
    assert re.findall(r'name="rule-rounds"[^>]*value="([^"]*)"', page) == ["2"]
    assert re.findall(r'name="rule-sluffer_points"[^>]*value="([^"]*)"', page) == [""]
    assert 'name="rule-edition" value="wizard-extreme"' in page
    assert f'name="circle" value="{ring.code}"' in page


def test_kept_house_rules_bring_what_as_many_people_need(ring: Ring) -> None:
    preset = ring.tables.circles.keep_preset(host_of(ring), "Ours", "fluff", {})
    seven = [f"P{number}" for number in range(7)]
    page = ring.host.post("/open/fluff", {"name": seven, "circle": ring.code, "change": f"preset-{preset}"}).text
    assert re.findall(r'name="rule-sets"[^>]*value="([^"]*)"', page) == ["2"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"preset": ""}, "visible character"),
        ({"preset": "Ours", "rule-rounds": "99"}, "A whole number from"),
        ({"preset": "Ours", "rule-fast": "1"}, "do not go together"),
    ],
)
def test_house_rules_that_will_not_do_are_not_kept(ring: Ring, more: dict[str, str], told: str) -> None:
    form = {"name": NAMES, "dealer": "0", "circle": ring.code, "change": "keep-rules", **more}
    answer = ring.host.post("/open/sluff-off", form)
    assert answer.status_code == 422
    assert told in answer.text
    assert all(f'value="{name}"' in answer.text for name in NAMES)
    assert ring.tables.circles.presets(ring.circle) == ()


def test_a_circle_that_keeps_no_more_house_rules_says_so_and_the_operator_is_told(
    ring: Ring, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.storage.circle_writer.MOST_PRESETS", 0)
    form = {"name": NAMES, "dealer": "0", "circle": ring.code, "change": "keep-rules", "preset": "Ours"}
    answer = ring.host.post("/open/sluff-off", form)
    assert answer.status_code == 422
    assert "This circle is full" in answer.text
    assert "bound met" in caplog.messages
