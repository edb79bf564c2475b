"""The API's description: valid, complete, from the models that check, and true of what the API does."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from jsonschema_rs import Draft202012Validator
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from companion.games import PRODUCTS
from companion.games.move import Undo
from companion.games.ruled_move import Override
from companion.tables.answers import Opened
from companion.web.api import openapi, tables
from tests.conftest import HEADER, SEATS

EXAMPLES, OF_NOTHING = 20, 4
"""Of an address, and of one at which there is no table: there what is sent is hardly looked at."""
MADE_UP = how(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.fixture
def document(client: FlaskClient) -> Any:
    return client.get("/api/openapi.json").json


def schema_of(document: Any, name: str) -> Draft202012Validator:
    """A validator for one of the document's models."""
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": document["components"]})


def test_the_document_is_openapi_31(document: Any) -> None:
    assert document["openapi"].startswith("3.1.")
    schemathesis.openapi.from_dict(document).validate()


def test_every_schema_is_valid_json_schema(document: Any) -> None:
    for name, schema in document["components"]["schemas"].items():
        Draft202012Validator({**schema, "components": document["components"]})
        assert "null" not in json.dumps(schema.get("properties", {})) or name in ("Problem",)


def test_every_address_of_the_app_is_in_it_and_no_other(app: Flask, document: Any) -> None:
    known = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api")
    }
    told = {(path, method) for path, item in document["paths"].items() for method in item}
    assert told == known
    assert {
        one["operationId"] for item in document["paths"].values() for one in item.values()
    } == openapi.OPERATIONS.keys()


def test_every_reference_leads_somewhere(document: Any) -> None:
    found = set(re.findall(r'"#/components/([^"]+)"', json.dumps(document)))
    assert found <= {f"schemas/{name}" for name in document["components"]["schemas"]}


def test_every_kind_of_move_of_every_game_is_in_it(document: Any) -> None:
    named = {ref["$ref"].rpartition("/")[2] for ref in document["components"]["schemas"]["Move"]["anyOf"]}
    names = [move.__name__ for move in {move for game in PRODUCTS for move in game.moves}]  # a shared one counts once
    assert named == {Undo.__name__, Override.__name__} | {
        move.__name__ if names.count(move.__name__) == 1 else type(game).__name__ + move.__name__
        for game in PRODUCTS
        for move in game.moves
    }


MOVES: dict[str, tuple[dict[str, object], bool]] = {
    "take": ({"move": "take", "seat": "Chris", "color": "red"}, True),
    "steal": ({"move": "steal", "seat": "Chris", "color": "blue", "from": "Mary"}, True),
    "undo": ({"move": "undo"}, True),
    "undo-asked": ({"move": "undo", "seat": "Mary"}, True),
    "trick": ({"move": "trick", "winner": "Mary", "led": "red", "won_with": "blue"}, True),
    "cards": ({"move": "trick", "cards": ["red 1", "red 2", "red 3", "red 4"]}, True),
    "points": ({"move": "ruling", "seat": "Mary", "points": -3, "reason": "x"}, True),
    "tokens": ({"move": "ruling", "color": "red", "count": 1, "from": "centre", "to": "Mary", "reason": "x"}, True),
    "null": ({"move": "undo", "seat": None}, False),
    "unknown-key": ({"move": "undo", "x": 1}, False),
    "unknown-kind": ({"move": "fly"}, False),
    "python-name": ({"move": "steal", "seat": "Chris", "color": "blue", "holder": "Mary"}, False),
    "text-for-number": ({"move": "ruling", "seat": "Mary", "points": "3", "reason": "x"}, False),
}


@pytest.mark.parametrize(("move", "good"), MOVES.values(), ids=MOVES)
def test_document_and_check_agree_on_moves(
    client: FlaskClient, opened: Opened, document: Any, move: dict[str, object], good: bool
) -> None:
    shown = {"Authorization": f"Bearer {opened.host_key}"}
    answer = client.post(f"/api/tables/{opened.code}/moves", json=move, headers=shown)
    assert schema_of(document, "Move").is_valid(move) is good
    assert (answer.status_code != 400) is good


HEADERS: dict[str, tuple[dict[str, object], bool]] = {
    "whole": (HEADER, True),
    "least": ({"transcript": 1, "game": "sluff-off", "seats": SEATS}, True),
    "options": ({**HEADER, "options": {"supply": {"red": 30}, "rounds": 20, "trump_any_time": True}}, True),
    "transcript": ({**HEADER, "transcript": 2}, False),
    "game": ({**HEADER, "game": "chess"}, False),
    "two": ({**HEADER, "seats": SEATS[:2], "dealer": "Mary"}, False),
    "equal": ({**HEADER, "seats": ["Cory", "Cory", "Mary"]}, False),
    "long": ({**HEADER, "seats": ["Cory", "Mary", "x" * 41]}, False),
    "empty": ({**HEADER, "seats": ["Cory", "Mary", ""]}, False),
    "option": ({**HEADER, "options": {"fast": True}}, False),
    "range": ({**HEADER, "options": {"rounds": 21}}, False),
    "null": ({**HEADER, "options": {"rounds": None}}, False),
    "more": ({**HEADER, "x": 1}, False),
}


@pytest.mark.parametrize(("header", "good"), HEADERS.values(), ids=HEADERS)
def test_document_and_check_agree_on_headers(
    client: FlaskClient, document: Any, header: dict[str, object], good: bool
) -> None:
    assert schema_of(document, "Header").is_valid(header) is good
    assert (client.post("/api/tables", json=header).status_code == 201) is good


# Whatever a program sends: no 5xx, and no status, type or body that the document does not tell of

API = Flask(__name__, static_folder=None)
API.register_blueprint(tables.blueprint)
PLACES = API.url_map
STREAM = "/api/tables/{code}/live"  # it has no end to wait for; its tests stand in test_stream.py
GOOD, BAD = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
OPERATIONS = [
    pytest.param(path, method, mode, id=f"{method}-{path}-{mode.value}")
    for path, item in openapi.document(PLACES, PRODUCTS)["paths"].items()
    for method in item
    for mode in ((GOOD, BAD) if method == "post" and "requestBody" in item[method] else (GOOD,))
    if path != STREAM
]
OF_A_TABLE = [one for one in OPERATIONS if "{code}" in str(one.id) and not str(one.id).startswith("delete")]
# What the schema cannot say (names of this very table, that the rules allow it) is no fault in what was sent.
SKIPPED: list[Any] = [positive_data_acceptance]
# What breaks the schema is refused: mostly as 400, and as 413 where a list is so long that nobody looks into it.
REFUSALS = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]
HOW_IT_IS_CHECKED = SchemathesisConfig.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}}}
)


@pytest.fixture(scope="module")
def described(shared_app: Flask) -> schemathesis.BaseSchema:
    """The app's description, read once: schemathesis searches all of the app's code for what it may send."""
    return schemathesis.openapi.from_wsgi("/api/openapi.json", shared_app, config=HOW_IT_IS_CHECKED)


def send_anything(
    described: schemathesis.BaseSchema,
    path: str,
    method: str,
    mode: GenerationMode,
    examples: int = EXAMPLES,
    **shown: Any,
) -> set[int]:
    """Whatever schemathesis makes up for this address, each answer checked; the statuses that came back."""
    operation = described[path][method]
    statuses: set[int] = set()
    headers = {"Accept-Encoding": "identity", **shown.get("headers", {})}  # it unpacks nothing

    @how(MADE_UP, max_examples=examples)
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=shown.get("at")))
    def send(case: schemathesis.Case[Any]) -> None:
        statuses.add(case.call_and_validate(headers=headers, excluded_checks=SKIPPED).status_code)

    send()
    return statuses


@pytest.mark.parametrize(("path", "method", "mode"), OPERATIONS)
def test_anything_is_answered_as_the_document_says(
    described: schemathesis.BaseSchema, path: str, method: str, mode: GenerationMode
) -> None:
    examples = OF_NOTHING if "{code}" in path else EXAMPLES
    assert max(send_anything(described, path, method, mode, examples), default=0) < 500


@pytest.mark.parametrize(("path", "method", "mode"), OF_A_TABLE)
def test_anything_sent_to_a_real_table_is_answered_as_the_document_says(
    described: schemathesis.BaseSchema, opened: Opened, path: str, method: str, mode: GenerationMode
) -> None:
    key = {"Authorization": f"Bearer {opened.host_key}"}
    statuses = send_anything(described, path, method, mode, at={"code": opened.code}, headers=key)
    assert max(statuses, default=0) < 500
    assert not statuses & {404, 429}
