"""The API's OpenAPI 3.1 document: what each view declares beside it, and schemas of the models that check the input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema
from werkzeug.routing import Map

from companion.games.game import AnyGame, Game
from companion.games.header import LONGEST_NAME
from companion.games.move import Undo
from companion.games.ruled_move import Override
from companion.web.api.models import Problem

Json = dict[str, Any]
View = TypeVar("View", bound=Callable[..., Any])
REF = "#/components/schemas/{model}"
INFO = {"title": "Table companion", "version": "1", "description": "Tables, their moves as transcripts have them."}
DISTINCT: Any = {
    "uniqueItems": True,
    "description": "The names, clockwise; no two of them equal once case-folded and NFKC-normalised.",
}
IN_A_ROOM = re.compile(r"companion__games__(\w+?)__moves__(\w+)")


def told(meaning: str, body: Any = Problem, headers: Json | None = None) -> Json:
    """An answer: what it means; its body, which is a model, one of several (`A | B`), text of a media type, or None."""
    parts = {"description": meaning, "headers": headers}
    if body is not None:
        parts["content"] = {body: {"schema": {"type": "string"}}} if isinstance(body, str) else content(body)
    return {part: value for part, value in parts.items() if value}


def content(body: Any) -> Json:
    """The content of a body that is JSON of this model, or of one of several (`A | B`)."""
    models = get_args(body) or (body,)
    MODELS.update(dict.fromkeys(models))
    refs = [{"$ref": REF.format(model=model.__name__)} for model in models]
    return {"application/json": {"schema": refs[0] if len(refs) == 1 else {"anyOf": refs}}}


MODELS: dict[type[BaseModel], None] = {}
"""All models that an operation takes or answers whole; others are parts of them."""
OPERATIONS: dict[str, Json] = {}
"""By the view's name."""
MOVE, HEADER = ({"application/json": {"schema": {"$ref": REF.format(model=name)}}} for name in ("Move", "Header"))
"""The content of a body that any of the games takes."""
KEY: Json = {"security": [{"key": []}]}
MAY_HAVE_KEY: Json = {"security": [{}, {"key": []}]}
RETRY_AFTER = {
    "Retry-After": {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer", "minimum": 1}}
}
HOW_TO_SHOW = {
    "WWW-Authenticate": {"description": "How to show a key.", "required": True, "schema": {"type": "string"}}
}
CODE = {
    "in": "path", "name": "code", "required": True, "schema": {"type": "string", "minLength": 1}, "example": "K7QF2M9X",
    "description": "The table's code, with or without its dash, in small letters too.",
}  # fmt: skip
TOO_MANY = told("Too many wrong codes or new tables from this address", Problem, RETRY_AFTER)
UNAVAILABLE = told("The database does not answer, and nothing was saved; try again", Problem, RETRY_AFTER)
OF_A_TABLE = {404: told("No table has this code"), 429: TOO_MANY, 503: UNAVAILABLE}
OF_A_BODY = {  # which is sent to have something saved
    413: told("More than 64 KB, or a transcript of more than 1 MB"), 415: told("Not sent as JSON"),
    503: UNAVAILABLE, 507: told("No more may be stored; not to be sent again by itself"),
}  # fmt: skip
OF_A_KEY = {401: told("No key, or one that opens nothing", Problem, HOW_TO_SHOW)}
OF_A_HOST = {**OF_A_KEY, 403: told("Another table's key, or not the host's")}


def operation(
    answers: dict[int, Json], *, takes: Json | None = None, headers: tuple[Json, ...] = (), **more: Any
) -> Callable[[View], View]:
    """Declare what a view does, which its docstring says; `takes` is the content of its body, `headers` what it reads.

    What any body, or any table's code, may be answered need not be told.
    """

    def declare(view: View) -> View:
        summary, _, description = (view.__doc__ or "").partition("\n")
        of_table = "code" in view.__annotations__
        every = {**answers, **(OF_A_BODY if takes else {}), **(OF_A_TABLE if of_table else {})}
        parts = {
            "operationId": view.__name__,
            "summary": summary.removesuffix("."),
            "description": " ".join(description.split()),
            "parameters": [*([CODE] if of_table else []), *headers],
            "requestBody": takes and {"required": True, "content": takes},
            "responses": {str(status): answer for status, answer in sorted(every.items())},
            **more,
        }
        OPERATIONS[view.__name__] = {part: value for part, value in parts.items() if value}
        return view

    return declare


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
    models: list[type[BaseModel]] = [*moves, *headers, *MODELS]
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


@lru_cache(maxsize=2)
def document(places: Map, games: tuple[AnyGame, ...]) -> Json:
    """The document of an app with these addresses and games. The same object every time: do not change it."""
    paths: dict[str, Json] = {}
    for rule in places.iter_rules():
        blueprint, _, name = rule.endpoint.partition(".")
        if blueprint == "api":
            [method] = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            paths.setdefault(re.sub(r"<(\w+)>", r"{\1}", rule.rule), {})[method.lower()] = OPERATIONS[name]
    return {
        "openapi": "3.1.0",
        "info": INFO,
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": schemas(games), "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    }
