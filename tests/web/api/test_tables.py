"""The JSON API: what it takes, and what it answers when all is well or a rule is against it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.replay import replay
from companion.service.service import TableService
from tests.conftest import HEADER, SEATS, said
from tests.storage.raw import meddle
from tests.web.program import TAKE, Program

CORPUS = Path(__file__).parents[2] / "corpus" / "rules-1"


# What is answered when all is well


def test_open_a_table(client: FlaskClient) -> None:
    answer = client.post("/api/tables", json=HEADER)
    assert answer.status_code == 201
    assert set(said(answer)) == {"code", "version", "url", "keys"}
    assert said(answer)["version"] == 0
    assert said(answer)["url"].endswith(said(answer)["code"])
    assert list(said(answer)["keys"]["seats"]) == SEATS
    assert len({said(answer)["keys"]["host"], *said(answer)["keys"]["seats"].values()}) == 5
    assert client.get(answer.headers["Location"]).status_code == 200


@pytest.mark.parametrize("game", ["fluff-comings", "popcorn", "sluff-off-comings", "ui77-comings"])
def test_a_stream_begins_with_what_the_table_says(client: FlaskClient, game: str) -> None:
    lines = (CORPUS / f"{game}-api-1.jsonl").read_bytes().splitlines(keepends=True)[:21]
    opened = said(client.post("/api/tables", data=b"".join(lines), content_type="application/x-ndjson"))
    address, shown = f"/api/tables/{opened['code']}", {"Authorization": f"Bearer {opened['keys']['host']}"}
    with client.get(f"{address}/live", headers=shown, buffered=False) as stream:
        event = next(text for chunk in stream.iter_encoded() if "data:" in (text := chunk.decode()))
    assert json.loads(event.partition("data:")[2].partition("\n")[0]) == said(client.get(address, headers=shown))


def test_a_table_says_what_replay_says(client: FlaskClient, host: Program) -> None:
    host.move(TAKE)
    host.move({"move": "take", "seat": "Chris", "color": "blue"})
    host.move({"move": "undo"})
    here = host.see()
    lines = client.get(f"/api/tables/{host.code}/transcript").data
    again = replay(lines, strict=True).plain(host.code)
    # The ledger counts the entry that was taken back, and the undo itself.
    assert here == {**again, "accepted": 3, "version": 3}


def test_a_transcript_has_the_header_and_what_stands(client: FlaskClient, host: Program) -> None:
    host.move({"move": "take", "seat": "Chris", "color": "blue"})
    host.move({"move": "undo", "seat": "Chris"})
    host.move(TAKE)
    answer = client.get(f"/api/tables/{host.code}/transcript")
    assert answer.mimetype == "application/x-ndjson"
    assert [json.loads(line) for line in answer.text.splitlines()] == [HEADER, TAKE]


def test_each_move_is_answered_with_its_version(host: Program) -> None:
    answers = [host.move(TAKE), host.move({"move": "undo"}), host.move(TAKE, If_Match='"2"')]
    assert [(answer.status_code, said(answer)) for answer in answers] == [
        (201, {"version": 1}),
        (201, {"version": 2}),
        (201, {"version": 3}),
    ]


CODES = {"as-told": str, "small": str.lower, "with-dash": lambda code: f"{code[:4]}-{code[4:]}"}


@pytest.mark.parametrize("typed", CODES.values(), ids=CODES)
def test_a_code_is_read_as_people_type_it(host: Program, typed: Callable[[str], str]) -> None:
    host.code = typed(host.code)
    assert host.move(TAKE).status_code == 201
    assert host.see()["file"] == host.code.upper().replace("-", "")


def test_names_come_back_as_they_were_given(client: FlaskClient) -> None:
    names = ["<script>alert(1)</script>", "\u05de\u05e8\u05d9", "\"quoted\" 'n' {{7*7}}", "\U0001f0cf" * 40]
    made = client.post("/api/tables", json={"transcript": 1, "game": "sluff-off", "seats": names})
    host = Program(client, said(made)["code"], said(made)["keys"]["host"])
    assert host.move({**TAKE, "seat": names[0]}).status_code == 201
    assert list(host.see()["totals"]) == names
    assert json.loads(client.get(f"/api/tables/{host.code}/transcript").text.splitlines()[0])["seats"] == names


# The version seen, and the same request again


def test_the_same_request_again_has_one_effect_and_the_same_answer(host: Program) -> None:
    first = host.move(TAKE, Idempotency_Key="a", If_Match='"0"')
    host.move({"move": "take", "seat": "Chris", "color": "green"})
    again = host.move(TAKE, Idempotency_Key="a", If_Match='"0"')
    assert (again.status_code, said(again)) == (first.status_code, first.json) == (201, {"version": 1})
    assert host.see()["version"] == 2


def test_a_request_name_is_not_used_for_another_move(host: Program) -> None:
    host.move(TAKE, Idempotency_Key="a")
    answer = host.move({**TAKE, "color": "green"}, Idempotency_Key="a")
    assert answer.status_code == 400
    assert "used before" in said(answer)["reason"]
    assert host.see()["version"] == 1


def test_a_known_answer_is_not_sent_again(client: FlaskClient, host: Program) -> None:
    address = f"/api/tables/{host.code}"
    tag = client.get(address).headers["ETag"]
    assert re.fullmatch('"0-[0-9a-f]{16}"', tag)
    for known in (tag, f"W/{tag}"):
        answer = client.get(address, headers={"If-None-Match": known})
        assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", tag)
    host.move(TAKE, If_Match=tag)
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("form", ['"{}"', 'W/"{}"'])
@pytest.mark.parametrize("whole", [False, True])
def test_a_move_names_the_version_that_was_seen_by_its_number_or_by_the_answer(
    host: Program, form: str, whole: bool
) -> None:
    tag = host.client.get(f"/api/tables/{host.code}").headers["ETag"].strip('"')
    seen = form.format(tag if whole else "0")
    assert host.move(TAKE, If_Match=seen).status_code == 201
    assert host.move(TAKE, If_Match=seen).status_code == 409


@pytest.mark.own_app
@pytest.mark.parametrize("now", [{"move": "take", "seat": "Mary", "color": "red"}, {**TAKE, "color": "green"}])
def test_as_many_entries_of_another_past_or_on_hold_are_another_answer(
    host: Program, tables: TableService, now: object
) -> None:
    address = f"/api/tables/{host.code}"
    host.move(TAKE)
    before = host.client.get(address)
    url = tables.database.engine.url.render_as_string(hide_password=False)
    meddle(url, "UPDATE entries SET move = :move", move=json.dumps(now))
    tables.cache.slot(host.code).table = None
    after = host.client.get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert (said(after)["version"], said(after) != said(before)) == (1, True)
    if said(after).get("hold"):
        in_german = {"If-None-Match": after.headers["ETag"], "Accept-Language": "de"}
        assert host.client.get(address, headers=in_german).status_code == 200


# A rule is against it


def test_a_refusal_names_rule_numbers_and_what_would_be_allowed(host: Program) -> None:
    for seat in ("Chris", "Mary", "Katie"):
        host.move({"move": "done", "seat": seat})
    answer = host.move({"move": "steal", "seat": "Cory", "color": "blue", "from": "Mary"})
    assert answer.status_code == 422
    assert set(said(answer)) == {"rule", "reason", "because", "instead"}
    assert said(answer)["rule"] == "steal-only-when-centre-empty"
    assert "3" in said(answer)["because"]
    assert said(answer)["reason"].startswith(said(answer)["because"])
    assert {"move": "take", "seat": "Cory", "color": "blue"} in said(answer)["instead"]
    assert all(host.move(move, If_Match='"9"').status_code == 409 for move in said(answer)["instead"])
    assert host.see()["version"] == 3


@pytest.mark.usefixtures("unsaved")
def test_a_move_that_the_disk_did_not_take(host: Program) -> None:
    answer = host.move(TAKE)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "1"
    assert "again" in said(answer)["reason"]
