"""A circle's pages: opening and joining, the next game, the evening, people and phones; hostile names; other phones."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from companion.circles.circle import Circle
from companion.service.service import TableService
from companion.tables.codes import new_key
from companion.tables.errors import Unavailable
from tests.conftest import Phone, said

NAMES = ["Ann", "Ben", "Cat"]
TAKE = {"move": "take", "seat": "Ann", "color": "red"}


@dataclass
class Ring:
    """A circle and its host's phone."""

    app: Flask
    host: Phone
    code: str

    @property
    def at(self) -> str:
        return f"/c/{self.code}"

    @property
    def tables(self) -> TableService:
        found: TableService = self.app.extensions["tables"]
        return found

    @property
    def circle(self) -> Circle:
        return self.tables.circles.find(self.code)

    def joins(self) -> Phone:
        """Another phone that has joined."""
        phone = Phone(self.app)
        assert phone.post(f"{self.at}/join").status_code == 303
        return phone

    def opens(self, names: list[str] | None = None, rounds: str = "") -> str:
        """A table of the circle; returns its code."""
        form: dict[str, Any] = {"name": names or NAMES, "dealer": "0", "circle": self.code, "rule-rounds": rounds}
        answer = self.host.post("/open/sluff-off", form)
        assert answer.status_code == 303, answer.text
        return str(answer.location).split("/")[2]

    def plays(self, names: list[str] | None = None) -> str:
        """A game of one round, played to its end: the first name takes every trick."""
        code = self.opens(names, rounds="1")
        first = (names or NAMES)[0]
        trick = {"move": "trick", "winner": first, "led": "green", "won_with": "green"}
        key = self._key(code)
        while not (book := self.tables.find(code).book).report().over:
            legal = [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]
            done = [move for move in legal if move["move"] == "done"]
            entered = self.app.test_client().post(
                f"/api/tables/{code}/moves", json=done[0] if done else trick, headers={"Authorization": f"Bearer {key}"}
            )
            assert entered.status_code == 201, entered.text
        return code

    def person(self, name: str) -> int:
        return next(one.id for one in self.tables.circles.people(self.circle) if one.name == name)

    def _key(self, code: str) -> str:
        with self.host.client.session_transaction() as session:
            return next(str(key) for at, key in session["tables"] if at == code)


@pytest.fixture
def ring(app: Flask) -> Ring:
    host = Phone(app)
    answer = host.post("/circle/new", {"name": "Tuesdays"})
    assert answer.status_code == 303
    return Ring(app, host, str(answer.location).rpartition("/")[2])


def text_of(page: str) -> str:
    """What is read on a page."""
    return html.unescape(re.sub(r"<[^>]+>", " ", page))


def test_right_after_opening_the_recovery_code_is_told_and_no_second_time(ring: Ring) -> None:
    first, second = ring.host.get(ring.at), ring.host.get(ring.at)
    assert 'class="recovery"' in first.text
    assert first.headers["Cache-Control"] == "no-store"
    assert 'class="recovery"' not in second.text
    assert "Tuesdays" in second.text


def test_two_taps_open_one_circle(app: Flask) -> None:
    phone = Phone(app)
    tap = re.search(r'name="tap" value="([^"]+)"', phone.get("/circle/new").text)
    assert tap is not None
    one, two = (phone.post("/circle/new", {"name": "Tuesdays", "tap": tap[1]}) for _ in range(2))
    assert one.location == two.location
    assert 'class="recovery"' in phone.get(two.location).text


@pytest.mark.parametrize("name", ["", "  ", "\u200d", "x" * 61])
def test_without_a_name_the_form_says_so_and_keeps_what_was_typed(app: Flask, name: str) -> None:
    answer = Phone(app).post("/circle/new", {"name": name})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert f'value="{name}"' in answer.text


def test_a_phone_joins_by_link_by_code_and_once(ring: Ring) -> None:
    phone = Phone(ring.app)
    typed = phone.get("/j", query_string={"code": f"{ring.code[:4]}-{ring.code[4:].lower()}"})
    asked = phone.get(typed.location)
    assert asked.location == ring.at
    assert phone.get(ring.at).location == f"{ring.at}/join"
    assert "Tuesdays" in phone.get(f"{ring.at}/join").text
    for _ in range(2):
        assert phone.post(f"{ring.at}/join").location == ring.at
    assert phone.get(ring.at).status_code == 200
    assert phone.get(f"{ring.at}/join").location == ring.at
    assert len(ring.tables.circles.phones(host_of(ring))) == 2
    assert "Tuesdays" in phone.get("/").text
    assert "Tuesdays" not in Phone(ring.app).get("/").text


def host_of(ring: Ring) -> Any:
    """The host, as the service knows it."""
    with ring.host.client.session_transaction() as session:
        key = next(str(key) for at, key in session["circles"] if at == ring.code)
    return ring.tables.circles.member(ring.circle, key)


def test_who_is_not_in_it_sees_nothing_of_it(ring: Ring) -> None:
    table = ring.plays()
    person = ring.person("Ann")
    stranger = Phone(ring.app)
    for page in ("", "/games", "/statistics", f"/evenings/{table}", f"/people/{person}", "/phones"):
        told = stranger.get(ring.at + page)
        assert "Ann" not in told.text
        assert told.status_code in (200, 302, 403)
    assert ring.code not in stranger.get(f"/t/{table}").text
    assert ring.code not in stranger.get(f"/t/{table}/board").text
    assert stranger.get(f"/t/{table}/circle").status_code == 404
    assert stranger.get("/open/sluff-off", query_string={"circle": ring.code}).text.count("Ann") == 0


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
    for page in ("seats", "scores"):
        assert f'href="{ring.at}"' in ring.host.get(f"/t/{done}/{page}").text
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
    assert ring.tables.circles.games.waiting(ring.circle.id) == (following.location.split("/")[2],)
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


def test_another_game_has_the_same_people_where_there_is_room(ring: Ring) -> None:
    ring.plays()
    form = ring.host.get("/open/popcorn", query_string={"circle": ring.code}).text
    assert re.findall(r'name="name"[^>]*value="(\w+)"', form) == NAMES


def test_a_phone_that_was_put_out_opens_no_table_in_it(ring: Ring) -> None:
    other = ring.joins()
    ring.tables.circles.end_all(host_of(ring), new_key())
    answer = other.post("/open/sluff-off", {"name": NAMES, "dealer": "0", "circle": ring.code})
    assert answer.status_code == 422
    assert "not in that circle any more" in answer.text
    assert all(f'value="{name}"' in answer.text for name in NAMES)
    assert 'name="circle"' not in answer.text
    assert other.get(ring.at).status_code == 404
    assert "This circle is gone" in other.get(ring.at).text


# House rules


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


# People


def test_the_host_renames_merges_and_forgets(ring: Ring) -> None:
    ring.plays(["Tom", "Ben", "Cat"])
    ring.plays(["Thomas", "Ben", "Cat"])
    tom, thomas, ben = (ring.person(name) for name in ("Tom", "Thomas", "Ben"))
    at = f"{ring.at}/people"
    assert ring.host.post(f"{at}/{ben}/name", {"name": "Benjamin"}).location == f"{at}/{ben}"
    taken = ring.host.post(f"{at}/{ben}/name", {"name": "TOM"})
    assert taken.status_code == 409
    assert 'value="TOM"' in taken.text
    assert ring.host.post(f"{at}/{ben}/name", {"name": " "}).status_code == 422
    assert ring.host.post(f"{at}/{ben}/color", {"color": "9"}).status_code == 303
    assert "seat-9" in ring.host.get(f"{at}/{ben}").text
    together = ring.host.post(f"{at}/{ben}/merge", {"other": str(tom)})
    assert together.status_code == 409
    assert "sat at one table" in together.text
    for _ in range(2):
        assert ring.host.post(f"{at}/{thomas}/merge", {"other": str(tom)}).status_code == 303
    assert "2 games" in text_of(ring.host.get(ring.at).text)
    assert ring.host.get(f"{at}/{tom}").status_code == 404
    unsure = ring.host.post(f"{at}/{thomas}/forget", {})
    assert unsure.status_code == 422
    assert "Tick the box" in unsure.text
    assert ring.host.post(f"{at}/{thomas}/forget", {"sure": "1"}).location == ring.at
    for page in ("", "/games", "/statistics", "/evenings/1"):
        told = ring.host.get(ring.at + page, follow_redirects=True).text
        assert "Thomas" not in told
        assert "Tom" not in told
    assert "somebody" in ring.host.get(f"{ring.at}/evenings/1", follow_redirects=True).text
    for number in (2**31, 2**63, 10**30):
        for what in ("", "/forget"):
            assert ring.host.get(f"{at}/{number}{what}").status_code == 404
        assert ring.host.post(f"{at}/{number}/color", {"color": "1"}).status_code == 404
        assert ring.host.post(f"{at}/{number}/forget", {"sure": "1"}).status_code == 404


HOSTILE = ["<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "{{7*7}}", "\u202eevil", "a&amp;b"]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_never_markup(app: Flask, name: str) -> None:
    host = Phone(app)
    code = str(host.post("/circle/new", {"name": name}).location).rpartition("/")[2]
    ring = Ring(app, host, code)
    table = ring.plays([name, "Ben", "Cat"])
    ring.tables.circles.keep_preset(host_of(ring), name, "sluff-off", {})
    person = ring.person(name)
    own = (f"/evenings/{table}", f"/people/{person}", f"/people/{person}/forget")
    pages = ("", "/games", "/statistics", *own, "/delete")
    for page in (*(ring.at + page for page in pages), f"{ring.at}/phones", "/", f"/open/sluff-off?circle={code}"):
        told = host.get(page)
        assert told.status_code == 200
        assert "<script>alert" not in told.text
        assert "<img" not in told.text
        assert "49" not in re.findall(r">(\d+)<", told.text)
    assert "<script>alert" not in Phone(app).get(f"{ring.at}/join").text


# Games that leave


def test_a_game_is_taken_out_of_the_circle(ring: Ring) -> None:
    code = ring.plays()
    assert ring.host.post(f"{ring.at}/games/release", {"table": "nothing"}).status_code == 303
    assert code in ring.host.get(f"{ring.at}/games").text
    assert ring.host.post(f"{ring.at}/games/release", {"table": code}).location == f"{ring.at}/games"
    assert code not in ring.host.get(f"{ring.at}/games").text
    assert ring.host.get(f"/t/{code}").status_code == 200
    assert ring.host.get(f"/t/{code}/circle").status_code == 404


# Phones


def test_phones_and_keys(ring: Ring) -> None:
    other = ring.joins()
    phone = ring.tables.circles.phones(host_of(ring))[1]
    assert ring.host.post(f"{ring.at}/phones/host", {"phone": str(phone.key_id), "on": "1"}).status_code == 303
    assert other.post(f"{ring.at}/name", {"name": "Fridays"}).location == ring.at
    assert "Fridays" in ring.host.get(ring.at).text
    assert ring.host.post(f"{ring.at}/name", {"name": ""}).status_code == 422
    own = str(host_of(ring).key_id)
    assert other.post(f"{ring.at}/phones/host", {"phone": own, "on": "0"}).status_code == 303
    alone = other.post(f"{ring.at}/phones/host", {"phone": str(phone.key_id), "on": "0"})
    assert alone.status_code == 409
    assert "needs a host" in alone.text
    assert other.post(f"{ring.at}/phones/leave").status_code == 409
    for _ in range(2):
        assert other.post(f"{ring.at}/phones/end-one", {"phone": own}).status_code == 303
    assert other.post(f"{ring.at}/phones/end-one", {"phone": str(phone.key_id)}).status_code == 303  # not its own
    assert ring.host.get(ring.at).location == f"{ring.at}/join"
    assert other.get(ring.at).status_code == 200


def test_leaving_twice(ring: Ring) -> None:
    other = ring.joins()
    assert other.post(f"{ring.at}/phones/leave").location == "/"
    assert "has left the circle" in other.post(f"{ring.at}/phones/leave").text
    assert "Tuesdays" not in other.get("/").text


def test_who_never_joined_cannot_leave(ring: Ring) -> None:
    stranger = Phone(ring.app)
    refused = stranger.post(f"{ring.at}/phones/leave")
    assert refused.status_code == 403
    assert "has left" not in refused.text


def test_a_new_code_and_a_second_tap(ring: Ring) -> None:
    other = ring.joins()
    with ring.host.client.session_transaction() as session:
        before = list(session["circles"])
    first = ring.host.post(f"{ring.at}/phones/end", {"tap": "one"})
    assert 'class="recovery"' in first.text
    with ring.host.client.session_transaction() as session:
        after = list(session["circles"])
        session["circles"] = before  # the browser has dropped the first answer
    second = ring.host.post(f"{ring.at}/phones/end", {"tap": "one"})
    assert second.status_code == 200
    with ring.host.client.session_transaction() as session:
        assert list(session["circles"]) == after
    assert ring.host.get(f"/c/{after[0][0]}").status_code == 200
    assert other.get(ring.at).status_code == 404
    assert other.get(f"/c/{after[0][0]}").location == f"/c/{after[0][0]}/join"


def test_the_recovery_code_makes_another_phone_a_host(ring: Ring) -> None:
    told = ring.host.post(f"{ring.at}/phones/recovery").text
    code = re.search(r'class="recovery"[^>]*>([^<]+)<', told)
    assert code is not None
    stranger, member = Phone(ring.app), ring.joins()
    assert stranger.post(f"{ring.at}/phones/recover", {"recovery": "wrong"}).status_code == 403
    moved = member.post(f"{ring.at}/phones/recover", {"recovery": code[1].lower()})
    assert "a host of the circle now" in moved.text
    assert member.post(f"{ring.at}/name", {"name": "Fridays"}).status_code == 303
    assert member.post(f"{ring.at}/phones/recover", {"recovery": code[1].lower()}).status_code == 200  # a second tap
    assert stranger.post(f"{ring.at}/phones/recover", {"recovery": code[1]}).status_code == 403


@pytest.mark.parametrize("tables", ["0", "1"])
def test_a_circle_is_deleted_with_or_without_its_tables(ring: Ring, tables: str) -> None:
    code, other = ring.plays(), ring.joins()
    unsure = ring.host.post(f"{ring.at}/delete", {"tables": tables})
    assert unsure.status_code == 422
    assert ring.host.post(f"{ring.at}/delete", {"sure": "1", "tables": tables}).location == "/"
    assert "This circle is gone" in other.get(ring.at).text
    assert Phone(ring.app).get(ring.at).status_code == 404
    assert Phone(ring.app).get(f"/t/{code}").status_code == (404 if tables == "1" else 200)
    assert "Tuesdays" not in other.get("/").text


@pytest.mark.own_app
def test_guessing_a_circles_code_has_the_tables_limit(app: Flask, ring: Ring) -> None:
    app.config["GUESSES"] = "3/minute"
    stranger = Phone(app)
    assert [stranger.get("/c/K7QF2M9X").status_code for _ in range(4)] == [404, 404, 404, 429]
    assert stranger.get(ring.at).status_code == 429
    assert stranger.get(f"/j/{ring.code}").status_code == 429
    assert ring.host.get(ring.at).status_code == 200


# The board


def test_the_board_tells_of_the_evening_to_who_is_in_the_circle(ring: Ring) -> None:
    ring.plays()
    code = ring.plays()
    told = text_of(ring.host.get(f"/t/{code}/board").text)
    assert "This evening" in told
    assert "2 games" in told
    assert "This evening" not in Phone(ring.app).get(f"/t/{code}/board").text
    assert "This evening" in ring.joins().get(f"/t/{code}/board/part").text
    following = ring.host.post(f"/t/{code}/rematch").location.split("/")[2]
    assert f"/t/{following}/board" in ring.host.get(f"/t/{code}/board").text
    assert "This evening" in ring.host.get(f"/t/{following}/board").text
    ring.host.post(f"/t/{following}/moves", {"move": '{"move": "done", "seat": "Cat"}'})


def first_event(phone: Phone, code: str) -> str:
    """What a board's stream tells at once."""
    with phone.get(f"/t/{code}/board/live", buffered=False) as live:
        chunks: Any = iter(live.response)
        return str(next(chunks).decode())


def test_the_boards_stream_tells_no_more_once_the_key_has_ended(ring: Ring) -> None:
    code, other = ring.plays(), ring.joins()
    assert "This evening" in first_event(other, code)
    ring.tables.circles.end_all(host_of(ring), new_key())
    assert "This evening" not in first_event(other, code)


def test_while_the_database_is_gone_the_table_is_shown_without_its_circle(
    ring: Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = ring.plays()
    assert "This evening" in ring.host.get(f"/t/{code}/board").text

    def gone(*_: object) -> Any:
        raise Unavailable

    rows = ring.tables.circles._repository
    with monkeypatch.context() as broken:
        broken.setattr(rows, "games", gone)
        assert "This evening" not in ring.host.get(f"/t/{code}/board").text
        assert ring.host.get(ring.at).status_code == 503
        broken.setattr(rows, "member", gone)
        broken.setattr(rows, "find", gone)
        for page in (f"/t/{code}/board", f"/t/{code}/seats", f"/t/{code}/scores", "/"):
            assert ring.host.get(page).status_code == 200
        assert ring.host.get(ring.at).status_code == 503
    assert "This evening" in ring.host.get(f"/t/{code}/board").text


# The API


def test_a_circle_by_the_api(app: Flask) -> None:
    program = app.test_client()
    opened = said(program.post("/api/circles", json={"name": "Tuesdays"}))
    at, keys = f"/api/circles/{opened['code']}", opened["keys"]
    host = {"Authorization": f"Bearer {keys['host']}"}
    joined = {"Authorization": f"Bearer {said(program.post(f'{at}/members'))['key']}"}
    header = {"transcript": 1, "game": "sluff-off", "seats": ["Tom", "Ben", "Cat"], "options": {"rounds": 1}}
    table = said(program.post(f"{at}/tables", json=header, headers=joined))
    assert said(program.post(f"{at}/tables", json={**header, "seats": []}, headers=joined))["key"] == "seats"
    move = {"move": "take", "seat": "Tom", "color": "red"}
    entered = program.post(f"/api/tables/{table['code']}/moves", json=move,
                           headers={"Authorization": f"Bearer {table['keys']['host']}"})  # fmt: skip
    assert entered.status_code == 201
    circle = said(program.get(at, headers=joined))
    assert (circle["name"], circle["host"]) == ("Tuesdays", False)
    assert [one["name"] for one in circle["people"]] == ["Tom", "Ben", "Cat"]
    tom, ben, _ = (one["id"] for one in circle["people"])
    (game,) = said(program.get(f"{at}/games", headers=joined))["games"]
    assert (game["table"], game["over"], game["options"]) == (table["code"], False, {"rounds": 1})
    assert [seat["person"] for seat in game["seats"]][:2] == [tom, ben]
    assert said(program.get(f"{at}/statistics", headers=joined)) == {
        "games": 0, "unfinished": 1, "people": [], "versus": [],
    }  # fmt: skip
    person = f"{at}/people/{tom}"
    changed = said(program.patch(person, json={"name": "Thomas", "color": 7}, headers=host))
    assert (changed["name"], changed["color"]) == ("Thomas", 7)
    wrong: Any
    for wrong in ({"name": None}, {"color": 13}, {"size": 1}, [], {"name": 3}):
        assert program.patch(person, json=wrong, headers=host).status_code == 400
    assert program.post(f"{person}/merge", json={"other": ben}, headers=host).status_code == 409
    assert said(program.post(f"{person}/merge", json={"other": tom}, headers=host))["id"] == tom
    assert program.patch(f"{at}/people/{2**40}", json={}, headers=host).status_code == 404
    kept = said(program.post(f"{at}/presets", headers=joined,
                             json={"name": "Short", "game": "sluff-off", "options": {"rounds": 3}}))  # fmt: skip
    assert kept["url"].endswith("/open/sluff-off?rule-rounds=3")
    assert said(program.get(f"{at}/presets", headers=joined))["presets"] == [kept]
    for bad in ({"name": "x", "game": "chess"}, {"name": "x", "game": "sluff-off", "options": {"rounds": 99}}):
        assert program.post(f"{at}/presets", json=bad, headers=joined).status_code == 400
    assert program.delete(f"{at}/presets/{kept['id']}", headers=host).status_code == 204
    assert program.delete(f"{at}/presets/{kept['id']}", headers=host).status_code == 404
    assert said(program.patch(at, json={"name": "Fridays"}, headers=host))["name"] == "Fridays"
    assert program.delete(person, headers=host).status_code == 204
    assert "person" not in said(program.get(f"{at}/games", headers=joined))["games"][0]["seats"][0]
    recovered = said(program.post(f"{at}/host", json={"recovery": keys["recovery"]}, headers=joined))["keys"]
    assert program.get(at, headers=joined).status_code == 401
    newest = {"Authorization": f"Bearer {recovered['host']}"}
    assert program.delete(at, query_string={"tables": "true"}, headers=newest).status_code == 204
    assert program.get(at, headers=newest).status_code == 404
    assert program.get(f"/api/tables/{table['code']}").status_code == 404


def test_the_apis_statistics_are_those_of_the_page(ring: Ring) -> None:
    ring.plays()
    ring.plays()
    with ring.host.client.session_transaction() as session:
        key = session["circles"][0][1]
    shown = {"Authorization": f"Bearer {key}"}
    told = said(ring.app.test_client().get(f"/api/circles/{ring.code}/statistics", headers=shown))
    assert told["games"] == 2
    people = {one["person"]: one for one in told["people"]}
    assert (people[ring.person("Ben")]["wins"], people[ring.person("Ann")]["wins"]) == (2, 0)
    assert people[ring.person("Ann")]["by_game"]["sluff-off"]["games"] == 2
    assert {"one": ring.person("Ben"), "other": ring.person("Ann"), "before": 2, "level": 0, "behind": 0} in told[
        "versus"
    ]
