"""The API's OpenAPI 3.1 document: made by pydantic and apispec from the models that validate the input.

In an operation, a string in the place of a schema, parameter, header or response names a component.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Annotated, Any, Literal

from apispec import APISpec
from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from companion.games.game import AnyGame, Game
from companion.games.header import LONGEST_NAME
from companion.games.move import Undo
from companion.games.ruled_move import Override
from companion.web.api.models import (
    ANSWERS,
    KEY,
    MAY_HAVE_KEY,
    TRANSCRIPT,
    Answers,
    Json,
    Operation,
    answer,
    content,
    operation,
    plain_text,
)

REF = "#/components/schemas/{model}"
DISTINCT: Any = {
    "uniqueItems": True,
    "description": "The names, clockwise; no two of them equal once case-folded and NFKC-normalised.",
}
IN_A_ROOM = re.compile(r"companion__games__(\w+?)__moves__(\w+)")


class Plain(GenerateJsonSchema):
    """JSON Schema of what is really taken: null never is, a key that may be missing is left out."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """The schema without its null."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """The schema without a default that says no more than "left out"."""
        made = super().default_schema(schema)
        if made.get("default", ...) is None:
            del made["default"]
        return made


def schemas(games: tuple[AnyGame, ...]) -> Json:
    """All models by name; `Move` and `Header` take what any of the games takes."""
    moves: list[type[BaseModel]] = [Undo, Override, *(move for game in games for move in game.moves)]
    headers: list[type[BaseModel]] = [header_model(game) for game in games]
    models: list[type[BaseModel]] = [*moves, *headers, *ANSWERS]
    by_model, definitions = models_json_schema(
        [(model, "validation") for model in models], ref_template=REF, schema_generator=Plain
    )
    either = {
        name: {"anyOf": [by_model[model, "validation"] for model in some]}
        for name, some in (("Move", moves), ("Header", headers))
    }
    whole = json.dumps({**definitions["$defs"], **either})
    # Where models of two games share a name, each has the game's own before it: "SomeGameTake".
    titles = {game.folder: type(game).__name__ for game in games}
    named: Json = json.loads(IN_A_ROOM.sub(lambda found: titles[found[1]] + found[2], whole))
    return named


def header_model(game: Game[Any]) -> type[BaseModel]:
    """A transcript's header of this game, as a table is opened with; not told is how many seats need which options."""
    name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    most = game.largest
    fields: dict[str, Any] = {
        "transcript": (Literal[1], ...),
        "game": (Literal[game.slug], ...),
        "seats": (list[name], Field(min_length=game.players[0], max_length=most, json_schema_extra=DISTINCT)),
        "options": (game.options, None),
        **dict.fromkeys(sorted({"dealer", *game.header_keys}), (name, None)),
        "rules": (Annotated[int, Field(ge=1)], None),
    }
    title = f"{type(game).__name__}Header"
    return create_model(title, __config__=ConfigDict(extra="forbid"), **fields)


PARAMETERS: dict[str, tuple[str, Json]] = {
    "code": ("path", {
        "description": "The table's code, with or without its dash, in small letters too.",
        "schema": {"type": "string", "minLength": 1},
        "example": "K7QF2M9X",
    }),
    "If-Match": ("header", {
        "description": "The version that was seen, or the table's ETag. Where it has moved on, nothing is entered.",
        "schema": {"type": "string", "pattern": '^(W/)?"[0-9]{1,9}(-[0-9a-f]{16})?"$'},
        "example": '"12"',
    }),
    "Idempotency-Key": ("header", {
        "description": "The request's name. The same request again has no second effect and the same answer.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
    }),
}  # fmt: skip
HEADERS: dict[str, Json] = {
    "Retry-After": {
        "description": "Seconds to wait.", "required": True, "schema": {"type": "integer", "minimum": 1}
    },
    "WWW-Authenticate": {"description": "How to show a key.", "required": True, "schema": {"type": "string"}},
}  # fmt: skip
RESPONSES: dict[str, Json] = {
    "NoTable": answer("No table has this code", "Problem"),
    "TooLarge": answer("More than 64 KB, or a transcript of more than 1 MB", "Problem"),
    "NotJson": answer("Not sent as JSON", "Problem"),
    "TooMany": answer("Too many wrong codes or new tables from this address", "Problem", "Retry-After"),
    "Full": answer("No more may be stored; not to be sent again by itself", "Problem"),
    "Unavailable": answer("Not saved; try again", "Problem", "Retry-After"),
}
OF_A_TABLE: Answers = {404: "NoTable", 429: "TooMany"}
OF_A_BODY: Answers = {413: "TooLarge", 415: "NotJson"}
OF_SAVING: Answers = {503: "Unavailable", 507: "Full"}
OF_A_KEY: Answers = {401: answer("No key, or one that opens nothing", "Problem", "WWW-Authenticate")}
OF_A_HOST: Answers = {**OF_A_KEY, 403: answer("Another table's key, or not the host's", "Problem")}
OF_ENTERING: Answers = {
    201: answer("Entered, as this version", "Version"),
    409: answer("The table has moved on, to this version; it was not entered", "Version"),
}
OF_REQUESTS = ("If-Match", "Idempotency-Key")
AT = "/api/tables/{code}"
OPERATIONS: tuple[Operation, ...] = (
    operation(
        "get", "/api/openapi.json", "document", "This document", {200: answer("The document", {"type": "object"})},
    ),
    operation(
        "post", "/api/tables", "open_table", "Open a table, with the moves of a transcript where one is sent",
        {
            201: answer("The table and its keys, told this once", "OpenedTable"),
            400: answer("No header of a table, or no transcript", "Problem"),
            **OF_A_BODY,
            422: answer("A rule is against moves of the transcript; no table was opened", "RejectedLines"),
            429: "TooMany",
            **OF_SAVING,
        },
        description="Each key is a link, too: /k/KEY, for one phone. It opens its place by header until a phone has"
        " used the link; then it ends, and the phone has a key that nobody else knows.",
        takes={**content("Header"), **TRANSCRIPT},
    ),
    operation(
        "get", AT, "show_table", "What stands at a table",
        {
            200: answer("The table", "Table"),
            304: {"description": "Still the table as If-None-Match names it by the ETag of an answer"},
            **OF_A_TABLE,
        },
    ),
    operation(
        "post", f"{AT}/moves", "enter_move", "Enter a move",
        {
            **OF_ENTERING,
            400: answer(
                "No move of this game, or a header that holds nothing of its kind", {"anyOf": ["Refusal", "Problem"]}
            ),
            **OF_A_KEY,
            403: answer("Another table's key, or not this seat's to enter", "Problem"),
            **OF_A_BODY,
            422: answer("A rule is against it", "Refusal"),
            423: answer("The table is on hold until its host has ruled; nothing was entered", "Held"),
            **OF_SAVING,
            **OF_A_TABLE,
        },
        asks=OF_REQUESTS, takes=content("Move"), key=KEY,
    ),
    operation(
        "post", f"{AT}/host", "recover", "Become the host by the recovery code, where the host's key is lost",
        {
            201: answer("The host's new key, and the next recovery code", "Recovered"),
            400: answer("No recovery code", "Problem"),
            403: answer("Not a recovery code of this table", "Problem"),
            **OF_A_BODY,
            **OF_SAVING,
            **OF_A_TABLE,
        },
        description="The key that is sent, if one is, ends; its seat is played with the new key.",
        takes=content("Recovery"), key=MAY_HAVE_KEY,
    ),
    operation(
        "post", f"{AT}/keys", "make_key",
        "Make a key to a seat, of who has joined the running game or has lost theirs, with the host's key",
        {
            201: answer("The key, told this once", "MadeKey"),
            400: answer("No name of a seat", "Problem"),
            **OF_A_HOST,
            **OF_A_BODY,
            422: answer("No seat of the table has this name now", "Problem"),
            **OF_SAVING,
            **OF_A_TABLE,
        },
        description="The seat is named as it is called now. Its older keys are good until the new one is used.",
        takes=content("Seat"), key=KEY,
    ),
    operation(
        "delete", AT, "delete_table", "Delete a table for good: its ledger, names and keys",
        {204: {"description": "It is gone"}, **OF_A_HOST, 503: "Unavailable", **OF_A_TABLE}, key=KEY,
    ),
    operation(
        "get", f"{AT}/transcript", "show_transcript", "What stands, move by move",
        {200: plain_text("A transcript: JSON lines, header first", "application/x-ndjson"), **OF_A_TABLE},
    ),
    operation(
        "get", f"{AT}/live", "live", "The table now and after every change",
        {
            200: plain_text(
                "Events: `table`, its id the version and its data what GET of the table gives, at once and after each "
                "change; `beat` every fifteen seconds",
                "text/event-stream",
            ),
            **OF_A_TABLE,
        },
    ),
)  # fmt: skip


@lru_cache(maxsize=2)
def document(games: tuple[AnyGame, ...]) -> Json:
    """The whole document of a server that offers these games. The same object every time: do not change it."""
    info = {"description": "Tables, their moves as transcripts have them."}
    spec = APISpec("Table companion", "1", "3.1.0", info=info, servers=[{"url": "/"}])
    for name, schema in schemas(games).items():
        spec.components.schema(name, schema)
    spec.components.security_scheme("key", {"type": "http", "scheme": "bearer"})
    for name, header in HEADERS.items():
        spec.components.header(name, header)
    for name, (location, parameter) in PARAMETERS.items():
        spec.components.parameter(name, location, parameter)
    for name, response in RESPONSES.items():
        spec.components.response(name, response)
    for method, path, described in OPERATIONS:
        spec.path(path, operations={method: described})
    return spec.to_dict()
