"""A table opened from a file: what goes out comes in again, and what is wrong is told with its line."""

from __future__ import annotations

import html
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion.config import Settings
from companion.games.replay import replay
from companion.service.service import TableService
from companion.service.storage_limits import MOST_NAMES
from companion.tables.entry import IMPORTED
from companion.web.limits import LARGEST_BODY, LARGEST_FILE, largest_body
from companion.web.lobby.open_file import LISTED, SHOWN
from tests import finished
from tests.conftest import HEADER, Phone, PhoneMaker, made_app, said
from tests.games.comings import join, leave, rename, reseat

HERE = Path(__file__).parents[2]
CORPUS = sorted(file for file in (HERE / "corpus").rglob("*.jsonl") if not file.name.endswith(".ledger.jsonl"))
WORKED = sorted((HERE / "games").rglob("*.jsonl"))
TAKE = {"move": "take", "seat": "Chris", "color": "red"}
AGAIN = {"move": "take", "seat": "Katie", "color": "red"}


def text_of(header: dict[str, Any], *moves: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (header, *moves))


def named(page: str) -> str:
    """The request's name that the form carries."""
    found = re.search(r'name="request" value="([0-9a-f]{32})"', page)
    assert found is not None
    return found[1]


def bring(phone: Phone, data: str | bytes, **more: str) -> Any:
    """Choose a file, and send the form."""
    raw = data.encode() if isinstance(data, str) else data
    fields = {"request": named(phone.get("/open/file").text), **more}
    return phone.post(
        "/open/file", {**fields, "transcript": (io.BytesIO(raw), "game.jsonl")}, content_type="multipart/form-data"
    )


def code_of(answer: Any) -> str:
    assert answer.status_code == 303, answer.text
    return str(answer.location).split("/")[2]


def kept(page: str) -> str:
    return html.unescape(re.findall(r"<textarea[^>]*>\n?(.*?)</textarea>", page, re.DOTALL)[0])


@pytest.fixture
def open_app(tmp_path: Path, empty_database: Path) -> Flask:
    """An app that lets one address open as many tables as there are files."""
    folder = str(tmp_path / "many")
    settings = Settings.from_environment({"COMPANION_INSTANCE": folder, "COMPANION_OPEN_LIMIT": "100000/minute"})
    return made_app(settings, empty_database)


def test_what_went_out_comes_in_and_goes_out_again(open_app: Flask) -> None:
    """The whole corpus and every worked game, by the API and the same once more from what that gives."""
    client, tried = open_app.test_client(), 0
    for file in (*CORPUS, *WORKED):
        data = file.read_bytes()
        found = replay(data)
        if found.rejected or found.book.header.game == "oh-hell":
            continue
        tried += 1
        opened = client.post("/api/tables", data=data, content_type="application/x-ndjson")
        assert opened.status_code == 201, (file, opened.text)
        table = said(opened)
        assert table["version"] == len(found.entered)
        key = {"Authorization": f"Bearer {table['keys']['host']}"}
        out = client.get(f"/api/tables/{table['code']}/transcript", headers=key).text
        head, *moves = out.splitlines()
        assert moves == list(found.book.lines())[1:], file
        assert {**json.loads(head), "rules": 0} == {**found.book.header.plain, "rules": 0}
        again = said(client.post("/api/tables", data=out, content_type="application/jsonl"))
        key = {"Authorization": f"Bearer {again['keys']['host']}"}
        assert client.get(f"/api/tables/{again['code']}/transcript", headers=key).text == out
        report = said(client.get(f"/api/tables/{again['code']}", headers=key))
        assert {**report, **found.book.report().plain()} == report
    assert tried >= len(CORPUS) > 10


def test_a_game_is_played_on_from_a_file(phone: PhoneMaker, tables: TableService) -> None:
    host = phone()
    code = code_of(bring(host, text_of(HEADER, TAKE)))
    snapshot = tables.get(code)
    assert [one.name for one in snapshot.seats] == HEADER["seats"]
    assert not any(one.joined for one in snapshot.seats)
    [entry] = tables.entries(code)
    assert (entry.label, entry.by, entry.version) == (IMPORTED, None, 1)
    assert entry.at == snapshot.opened_at
    page = host.get(f"/t/{code}/ledger").text
    assert "imported from a file" in page
    assert "aus einer Datei" in host.get(f"/t/{code}/ledger", headers={"Accept-Language": "de"}).text
    assert "recovery" in host.get(f"/t/{code}/seats").text
    moved = host.post(f"/t/{code}/moves", {"move": json.dumps({**TAKE, "color": "blue"}), "version": "1"})
    assert moved.status_code == 303
    assert tables.get(code).version == 2
    assert [one.label == IMPORTED for one in tables.entries(code)] == [True, False]


def test_a_game_that_is_over_is_shown_as_it_ended(phone: PhoneMaker, tables: TableService) -> None:
    header, moves = finished.fluff(("Ann", "Ben", "Cat"))
    host = phone()
    answer = bring(host, text_of(header, *moves))
    code = code_of(answer)
    assert answer.location == f"/t/{code}"
    assert tables.get(code).book.report().winners == ("Ann",)
    assert "Podium" in host.get(f"/t/{code}").text


def test_a_second_tap_leads_to_the_same_table(phone: PhoneMaker, tables: TableService) -> None:
    host = phone()
    fields = {"request": named(host.get("/open/file").text), "text": text_of(HEADER, TAKE)}
    first, second = (code_of(host.post("/open/file", fields)) for _ in range(2))
    assert first == second
    page = host.get(f"/t/{first}/seats").text
    [recovery] = re.findall(r'class="recovery"[^>]*>([^<]+)<', page)
    host.post(f"/t/{first}/moves", {"move": json.dumps({**TAKE, "color": "blue"}), "version": "1"})
    assert code_of(host.post("/open/file", fields)) == first
    assert 'class="recovery"' not in host.get(f"/t/{first}/seats").text, "the code that was told is good"
    other = phone()
    taken = other.post(f"/t/{first}/phones/host", {"recovery": recovery})
    assert taken.status_code == 200
    another = {**fields, "request": named(host.get("/open/file").text)}
    assert code_of(host.post("/open/file", another)) != first, "another form is another table"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "Choose a file first, or put its text in the field."),
        (b" \n\n", "Choose a file first"),
        (b"not json\n", "Line 1: This line is not JSON."),
        (text_of(HEADER, TAKE).encode() + b"{", "Line 3: This line is not JSON."),
        (b"\xff\xfe", "Line 1: This line is not UTF-8 text."),
        (b"[]", "Line 1: A header is an object with named keys."),
        (b"[" * 60_000, "Line 1: This line is not JSON."),
        (text_of({**HEADER, "seats": ["Mary", "mary", "Ann"], "dealer": "Ann"}).encode(), "look the same"),
        (text_of({**HEADER, "seats": ["\u200b", "Ben", "Ann"], "dealer": "Ann"}).encode(), "one visible character"),
        (text_of({**HEADER, "game": "oh-hell", "options": {}}).encode(), "This game is not known here."),
    ],
)
def test_what_is_no_transcript_is_told_with_its_line(phone: PhoneMaker, data: bytes, told: str) -> None:
    answer = bring(phone(), data)
    assert answer.status_code == 422
    assert told in html.unescape(answer.text)
    if data.strip() and b"\xff" not in data:
        assert kept(answer.text).strip() == data.decode().strip(), "what was chosen stays"


HALF = '"\\ud800": 1}'


@pytest.mark.parametrize(
    ("data", "line"),
    [(json.dumps(HEADER)[:-1] + ", " + HALF, 1), (text_of(HEADER, TAKE) + '{"move": "undo", ' + HALF, 3)],
    ids=["a header", "a move"],
)
def test_half_a_surrogate_pair_is_told_with_its_line(phone: PhoneMaker, data: str, line: int) -> None:
    answer = phone().post("/open/file", {"text": data, "request": "a"})
    assert answer.status_code == 422
    assert f"Line {line}: This line is not JSON." in answer.text
    sent = phone().client.post("/api/tables", data=data, content_type="application/x-ndjson")
    assert (sent.status_code, said(sent)["line"]) == (400, line)


def test_rejected_moves_are_told_and_can_be_left_out(phone: PhoneMaker, tables: TableService) -> None:
    host = phone()
    data = text_of(HEADER, TAKE, AGAIN, {"move": "fly"}, {**TAKE, "color": "blue"})
    answer = bring(host, data)
    assert answer.status_code == 422
    rejected = re.findall(r"<li>(Line \d+: [^<]+)</li>", answer.text)
    assert [line.partition(":")[0] for line in rejected] == ["Line 3", "Line 4"]
    fields = {"request": named(answer.text), "text": kept(answer.text), "without": "1"}
    code = code_of(host.post("/open/file", fields, content_type="multipart/form-data"))
    assert [move.plain() for move in tables.get(code).book.moves()] == [TAKE, {**TAKE, "color": "blue"}]


def test_many_rejected_moves_are_counted(phone: PhoneMaker) -> None:
    answer = bring(phone(), text_of(HEADER, *[{"move": "fly"}] * (SHOWN + 3)))
    assert answer.text.count("<li>Line ") == SHOWN
    assert "<li>and 3 more lines</li>" in answer.text


def test_a_program_is_told_the_first_rejected_moves_and_how_many_there_are(app: Flask) -> None:
    data = text_of(HEADER, *[{"move": "fly"}] * (LISTED + 3))
    answer = app.test_client().post("/api/tables", data=data, content_type="application/jsonl")
    assert answer.status_code == 422
    assert [line["line"] for line in said(answer)["rejected"]] == list(range(2, LISTED + 2))
    assert said(answer)["rejected_in_all"] == LISTED + 3


def test_a_file_may_be_longer_than_a_tap_and_not_endless(phone: PhoneMaker) -> None:
    host = phone()
    long = text_of(HEADER, TAKE) + "\n" * (LARGEST_BODY + 1)
    assert bring(host, long).status_code == 303
    assert host.post("/open/file", {"text": long, "request": "a"}).status_code == 303
    assert host.post("/open/file", {"text": "x" * (LARGEST_FILE + 1), "request": "a"}).status_code == 413
    sent = {"data": long, "content_type": "application/x-ndjson"}
    assert host.client.post("/api/tables", **sent).status_code == 201
    assert host.client.post("/api/tables", data=long, content_type="application/json").status_code == 413
    sent["data"] += "\n" * LARGEST_FILE
    assert host.client.post("/api/tables", **sent).status_code == 413


TOO_LONG = "too long for a transcript"


def too_long(phone: Phone, text: str, token: str) -> Any:
    """A file that is too long, chosen where a text was typed."""
    fields = {"csrf_token": token, "request": "a" * 32, "text": text}
    boundary, data = encode_multipart(
        {**fields, "transcript": FileStorage(io.BytesIO(b"x" * LARGEST_FILE), "film.mp4")}
    )
    return phone.client.post("/open/file", data=data, content_type=f"multipart/form-data; boundary={boundary}")


def test_of_a_file_that_is_too_long_the_form_says_so_and_keeps_what_was_typed(phone: PhoneMaker) -> None:
    host, text = phone(), text_of({**HEADER, "seats": ["Zo\u00eb", "Mary", "Katie"], "dealer": "Mary"}) + "</textarea>"
    answer = too_long(host, text, host.token)
    assert answer.status_code == 413
    assert TOO_LONG in re.findall(r'<p class="wrong[^>]*id="wrong">([^<]*)', answer.text)[0]
    assert kept(answer.text).replace("\r\n", "\n") == text
    assert named(answer.text) == "a" * 32


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "multipart/form-data", "text/plain"])
def test_what_is_too_long_and_no_form_is_told_the_same(phone: PhoneMaker, kind: str) -> None:
    answer = phone().client.post("/open/file", data=b"--x\r\n\x00" * LARGEST_FILE, content_type=kind)
    assert (answer.status_code, kept(answer.text)) == (413, "")
    assert TOO_LONG in answer.text


def test_only_a_file_may_be_long() -> None:
    post = {"REQUEST_METHOD": "POST", "PATH_INFO": "/api/tables", "CONTENT_TYPE": "Application/JSONL; charset=utf-8"}
    assert largest_body(post) == LARGEST_FILE
    assert largest_body({**post, "CONTENT_TYPE": "application/json"}) == LARGEST_BODY
    assert largest_body({**post, "PATH_INFO": "/open/file", "CONTENT_TYPE": ""}) == LARGEST_FILE
    assert largest_body({**post, "REQUEST_METHOD": "GET"}) == LARGEST_BODY
    assert largest_body({**post, "PATH_INFO": "/api/tables/X/moves"}) == LARGEST_BODY


@pytest.mark.parametrize("moves", [[TAKE, {"move": "undo"}] * 501, [{}] * 1001], ids=["that stand", "that are none"])
def test_more_moves_than_a_ledger_may_have_open_no_table(
    tmp_path: Path, empty_database: Path, moves: list[dict[str, Any]]
) -> None:
    folder = str(tmp_path / "few")
    app = made_app(
        Settings.from_environment({"COMPANION_INSTANCE": folder, "COMPANION_MOST_ENTRIES": "1000"}), empty_database
    )
    for without in ("", "1"):
        answer = bring(Phone(app), text_of(HEADER, *moves), without=without)
        assert (answer.status_code, "as many entries as a table may have" in answer.text) == (507, True)
    assert app.extensions["tables"].repository.stamps(["22222222"]) == {}
    assert app.test_client().post(
        "/api/tables", data=text_of(HEADER, *moves), content_type="application/jsonl"
    ).status_code == 507  # fmt: skip


@pytest.mark.parametrize("kinds", [("join", "leave"), ("join",)], ids=["that stand", "that are none"])
def test_more_names_than_seats_may_have_had_open_no_table(phone: PhoneMaker, kinds: tuple[str, ...]) -> None:
    """Whatever the rules say of them: whoever comes is looked for among all."""
    header = {"transcript": 1, "game": "popcorn", "seats": ["Chris", "Mary", "Katie"], "first": "Chris"}
    comes = [{"move": kind, "seat": f"N{n}"} for n in range(MOST_NAMES + 1) for kind in kinds]
    answer = bring(phone(), text_of(header, *comes))
    assert (answer.status_code, f"may have had {MOST_NAMES} names in all" in answer.text) == (507, True)
    fewer = bring(phone(), text_of(header, *comes[: -len(kinds)]))
    assert fewer.status_code == (303 if "leave" in kinds else 422)


def test_files_meet_the_limit_of_opening_tables(tmp_path: Path, empty_database: Path) -> None:
    folder = str(tmp_path / "limited")
    app = made_app(
        Settings.from_environment({"COMPANION_INSTANCE": folder, "COMPANION_OPEN_LIMIT": "2/minute"}), empty_database
    )
    host = Phone(app)
    assert [bring(host, text).status_code for text in (text_of(HEADER), "x", text_of(HEADER))] == [303, 422, 429]
    answer = app.test_client().post("/api/tables", data=text_of(HEADER), content_type="application/jsonl")
    assert answer.status_code == 429


def test_the_api_says_what_is_wrong(app: Flask) -> None:
    client = app.test_client()

    def sent(data: str) -> Any:
        return client.post("/api/tables", data=data.encode(), content_type="application/x-ndjson")

    broken = sent(text_of(HEADER) + "{")
    assert (broken.status_code, said(broken)["line"]) == (400, 2)
    alike = sent(text_of({**HEADER, "seats": ["Mary", "mary", "Ann"], "dealer": "Ann"}))
    assert (alike.status_code, said(alike)["key"]) == (400, "seats")
    rejected = sent(text_of(HEADER, TAKE, AGAIN))
    assert rejected.status_code == 422
    [line] = said(rejected)["rejected"]
    assert (line["line"], line["rule"]) == (3, "prediction-order")
    assert line["reason"]


COMINGS = (
    join("Dana", "Chris"),
    rename("Dana", "Dany"),
    rename("Mary", "Mia"),
    leave("Katie"),
    reseat("Mia", "Cory", "Dany", "Chris"),
)


def test_who_came_and_went_in_a_file_sits_there_with_a_key_and_goes_out_again(app: Flask, tables: TableService) -> None:
    text = text_of(HEADER, *COMINGS)
    phone = Phone(app)
    opened = said(phone.post("/api/tables", data=text, content_type="application/x-ndjson"))
    assert list(opened["keys"]["seats"]) == ["Mia", "Cory", "Dany", "Chris"]
    shown = {"Authorization": f"Bearer {opened['keys']['seats']['Dany']}"}
    dany = rename("Dany", "Dana")
    assert phone.post(f"/api/tables/{opened['code']}/moves", json=dany, headers=shown).status_code == 201
    exported = phone.get(f"/api/tables/{opened['code']}/transcript").text
    again = said(phone.post("/api/tables", data=exported, content_type="application/x-ndjson"))
    assert phone.get(f"/api/tables/{again['code']}/transcript").text == exported
    assert [json.loads(line) for line in exported.splitlines()[1:]] == [*COMINGS, dany]
    assert list(again["keys"]["seats"]) == ["Mia", "Cory", "Dana", "Chris"]


def test_a_page_s_table_from_such_a_file_is_joined_under_the_names_of_now(phone: PhoneMaker) -> None:
    code = code_of(bring(phone(), text_of(HEADER, *COMINGS)))
    offered = phone().get(f"/j/{code}").text
    for name, there in (("Dany", True), ("Mia", True), ("Katie", False), ("Mary", False)):
        assert (f">{name}<" in offered or f'value="{name}"' in offered) is there, name
    dany = phone()
    assert dany.post(f"/j/{code}", {"name": "Dany"}).location == f"/t/{code}"
