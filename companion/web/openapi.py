"""The API's own description, OpenAPI 3.1: made from the models that check what comes in."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from companion.games import GAMES
from companion.games.game import LONGEST_NAME, Game, Undo
from companion.web.openapi_paths import paths

REF = "#/components/schemas/{model}"
DISTINCT: Any = {"uniqueItems": True}
Json = dict[str, Any]
IN_A_ROOM = re.compile(r"companion__games__(\w+?)__moves__(\w+)")


class Keys(BaseModel):
    """What opens the table: the host's key, and a key for each seat by name."""

    host: str
    seats: dict[str, str]


class OpenedTable(BaseModel):
    """A new table. `url` is where people join; the keys are told this once."""

    code: str
    version: Literal[0]
    url: str
    keys: Keys


class RejectedLine(BaseModel):
    """A line of a transcript that was rejected; a table has none."""

    line: int
    rule: str
    reason: str


class Hold(BaseModel):
    """A dispute: since that version entries wait. `seat` is missing for a host without one, `entry` and `rule`
    where they were not named."""

    version: int
    seat: str | None = None
    at: str
    entry: str | None = None
    rule: str | None = None
    reason: str


class Held(BaseModel):
    """The table is on hold: nothing was entered."""

    reason: str
    hold: Hold


class Precedent(BaseModel):
    """How the host has ruled on this rule before, as which entry."""

    version: int
    reason: str


class Table(BaseModel):
    """What stands at a table, as `companion replay --json` says it, and the version.

    `accepted` counts the moves that led to what stands, undos too; an amend plays the game
    anew, and the count begins again with it. `version` counts every entry and never falls.
    """

    model_config = ConfigDict(extra="allow")

    file: str
    game: str
    accepted: int
    rejected: list[RejectedLine]
    phase: str
    over: bool
    rounds: list[dict[str, int]]
    totals: dict[str, int]
    winners: list[str]
    irregularities: list[dict[str, Any]]
    holdings: dict[str, Any]
    version: int
    hold: Hold | None = None


class Version(BaseModel):
    """The table's version: how many entries its ledger has."""

    version: int


class Problem(BaseModel):
    """Why nothing was done, in a sentence; for a header, also the key that is wrong."""

    reason: str
    key: str | None = None


class Refusal(BaseModel):
    """A move that a rule is against: the rule's id, the numbers, what would be allowed now, and earlier rulings."""

    rule: str
    reason: str
    because: str
    instead: list[Json]
    precedents: list[Precedent] | None = None


ANSWERS: tuple[type[BaseModel], ...] = (
    Keys, OpenedTable, RejectedLine, Hold, Table, Version, Problem, Precedent, Refusal, Held,
)  # fmt: skip


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


@cache
def document() -> Json:
    """The whole document. The same object every time: do not change it."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table companion",
            "version": "1",
            "description": "Open a table, enter moves, follow the game. Moves are those of transcripts.",
        },
        "servers": [{"url": "/"}],
        "paths": paths(),
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }


def schemas() -> Json:
    """All models by name; `Move` and `Header` take what any of the games takes."""
    moves: list[type[BaseModel]] = [Undo, *(move for game in GAMES.values() for move in game.moves)]
    headers: list[type[BaseModel]] = [header_model(game) for game in GAMES.values()]
    models = [*moves, *headers, *ANSWERS]
    by_model, definitions = models_json_schema(
        [(model, "validation") for model in models], ref_template=REF, schema_generator=Plain
    )
    either = {
        name: {"anyOf": [by_model[model, "validation"] for model in some]}
        for name, some in (("Move", moves), ("Header", headers))
    }
    return _named({**definitions["$defs"], **either})


def _named(schemas: Json) -> Json:
    """The same, where models of two games share a name with the game's own before it: "SomeGameTake"."""
    titles = {game.folder: type(game).__name__ for game in GAMES.values()}
    short: Json = json.loads(IN_A_ROOM.sub(lambda found: titles[found[1]] + found[2], json.dumps(schemas)))
    return short


def header_model(game: Game[Any]) -> type[BaseModel]:
    """A transcript's header of this game, as `read_header` takes it; not told is how many seats need which options."""
    name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    most = game.largest
    fields: dict[str, Any] = {
        "transcript": (Literal[1], ...),
        "game": (Literal[game.slug], ...),
        "seats": (list[name], Field(min_length=game.fewest_seats, max_length=most, json_schema_extra=DISTINCT)),
        "options": (game.options, None),
        **dict.fromkeys(sorted({"dealer", *game.header_keys}), (name, None)),
    }
    title = f"{type(game).__name__}Header"
    return create_model(title, __config__=ConfigDict(extra="forbid"), **fields)
