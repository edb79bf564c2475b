"""The API's addresses as OpenAPI has them: what each takes, and every status it answers with."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

CODE: Json = {
    "name": "code",
    "in": "path",
    "required": True,
    "description": "The table's code, with or without its dash, in small letters too.",
    "schema": {"type": "string", "minLength": 1},
    "example": "K7QF2M9X",
}
SEEN: Json = {
    "name": "If-Match",
    "in": "header",
    "description": "The version that was seen. Where the table has moved on, nothing is entered.",
    "schema": {"type": "string", "pattern": '^(W/)?"[0-9]{1,9}"$'},
    "example": '"12"',
}
NAME: Json = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "The request's name. The same request again has no second effect and the same answer.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
}
RETRY: Json = {
    "Retry-After": {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer", "minimum": 1}}
}
CHALLENGE: Json = {
    "WWW-Authenticate": {"description": "How to show a key.", "required": True, "schema": {"type": "string"}}
}


def paths() -> Json:
    """All addresses of the API."""
    table = "/api/tables/{code}"
    return {
        "/api/openapi.json": {"get": _operation("document", "This document", {"200": _any("The document", "object")})},
        "/api/tables": {"post": _open_table()},
        table: {"get": _operation("show_table", "What stands at a table", _found("Table"), CODE)},
        f"{table}/moves": {"post": _enter_move()},
        f"{table}/transcript": {"get": _operation("show_transcript", "What stands, move by move", _lines(), CODE)},
        f"{table}/live": {"get": _operation("live", "The table now and after every change", _events(), CODE)},
    }


def _open_table() -> Json:
    answers = {
        "201": _answer("The table and its keys, told this once", "OpenedTable"),
        "400": _answer("No header of a table", "Problem"),
        **_body_problems(),
        "429": _limited(),
        "503": _answer("Not saved; try again", "Problem"),
    }
    return {**_operation("open_table", "Open a table", answers), "requestBody": _body("Header")}


def _enter_move() -> Json:
    answers = {
        "201": _answer("Entered, as this version", "Version"),
        "400": _answer("No move of this game, or a header that holds nothing of its kind", "Refusal", "Problem"),
        "401": {**_answer("No key, or one that opens nothing", "Problem"), "headers": CHALLENGE},
        "403": _answer("Another table's key, or not this seat's to enter", "Problem"),
        "404": _answer("No table has this code", "Problem"),
        "409": _answer("The table has moved on, to this version; nothing was entered", "Version"),
        **_body_problems(),
        "422": _answer("A rule is against it", "Refusal"),
        "423": _answer("The table is on hold until its host has ruled; nothing was entered", "Held"),
        "429": _limited(),
        "503": {**_answer("Not saved; try again", "Problem"), "headers": RETRY},
    }
    made = _operation("enter_move", "Enter a move", answers, CODE, SEEN, NAME)
    return {**made, "requestBody": _body("Move"), "security": [{"key": []}]}


def _operation(name: str, summary: str, answers: Json, *parameters: Json) -> Json:
    return {"operationId": name, "summary": summary, "parameters": list(parameters), "responses": answers}


def _body(model: str) -> Json:
    return {"required": True, "content": {"application/json": {"schema": _ref(model)}}}


def _found(model: str) -> Json:
    same = {"304": {"description": "Still at the version that If-None-Match names"}}
    return {"200": _answer("The table", model), **same, **_not_found()}


def _lines() -> Json:
    text = {"application/x-ndjson": {"schema": {"type": "string"}}}
    return {"200": {"description": "A transcript: JSON lines, the header first", "content": text}, **_not_found()}


def _events() -> Json:
    text = {"text/event-stream": {"schema": {"type": "string"}}}
    told = (
        "Events: `table`, its id the version and its data what GET of the table gives, at once and after each change; "
        "`beat` every fifteen seconds"
    )
    return {"200": {"description": told, "content": text}, **_not_found()}


def _not_found() -> Json:
    return {"404": _answer("No table has this code", "Problem"), "429": _limited()}


def _body_problems() -> Json:
    return {
        "413": _answer("More than 64 KB", "Problem"),
        "415": _answer("Not sent as JSON", "Problem"),
    }


def _limited() -> Json:
    return {**_answer("Too many wrong codes or new tables from this address", "Problem"), "headers": RETRY}


def _answer(description: str, *models: str) -> Json:
    schema = _ref(models[0]) if len(models) == 1 else {"anyOf": [_ref(model) for model in models]}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _any(description: str, kind: str) -> Json:
    return {"description": description, "content": {"application/json": {"schema": {"type": kind}}}}


def _ref(model: str) -> Json:
    return {"$ref": f"#/components/schemas/{model}"}
