"""The circles' part of the OpenAPI document."""

from __future__ import annotations

from companion.web.api.models import TRANSCRIPT, Answers, Json, answer, content

CIRCLE_RESPONSES: dict[str, Json] = {
    "NoCircle": answer("No circle has this code, or there is no such person or preset in it", "Problem"),
    "NoCircleKey": answer("No key, or one that opens nothing", "Problem", "WWW-Authenticate"),
    "OtherCircle": answer("Another circle\u2019s key, or not the host\u2019s", "Problem"),
}
CIRCLE_PARAMETERS: dict[str, tuple[str, Json]] = {
    "person": ("path", {"description": "A person\u2019s number.", "schema": {"type": "integer", "minimum": 0}}),
    "preset": ("path", {"description": "A preset\u2019s number.", "schema": {"type": "integer", "minimum": 0}}),
    "tables": ("query", {
        "description": "Whether the circle\u2019s tables are deleted, too.",
        "required": False,
        "schema": {"type": "string", "enum": ["true", "false"]},
    }),
}  # fmt: skip
OF_A_CIRCLE: Answers = {401: "NoCircleKey", 403: "OtherCircle", 404: "NoCircle", 429: "TooMany"}
SENT: Answers = {400: answer("Not what this address takes", "Problem"), 413: "TooLarge", 415: "NotJson"}
SAVED: Answers = {503: "Unavailable"}
KEY: list[Json] = [{"key": []}]
AT = "/api/circles/{code}"


def _takes(schema: str) -> Json:
    return {"required": True, "content": content(schema)}


CIRCLE_OPERATIONS: tuple[tuple[str, str, Json], ...] = (
    ("post", "/api/circles", {
        "operationId": "open_circle",
        "summary": "Open a circle: people who play together, without accounts",
        "requestBody": _takes("CircleName"),
        "responses": {
            201: answer("The circle and its keys, told this once", "OpenedCircleBody"),
            **SENT,
            422: answer("No name", "Problem"),
            429: "TooMany",
            **SAVED,
            507: "Full",
        },
    }),
    ("get", AT, {
        "operationId": "show_circle",
        "summary": "A circle and its people",
        "parameters": ["code"],
        "security": KEY,
        "responses": {200: answer("The circle", "CircleBody"), **OF_A_CIRCLE},
    }),
    ("patch", AT, {
        "operationId": "rename_circle",
        "summary": "Call a circle by another name, with its host\u2019s key",
        "parameters": ["code"],
        "requestBody": _takes("CircleName"),
        "security": KEY,
        "responses": {
            200: answer("The circle", "CircleBody"), **SENT, 422: answer("No name", "Problem"), **OF_A_CIRCLE, **SAVED,
        },
    }),
    ("delete", AT, {
        "operationId": "delete_circle",
        "summary": "Delete a circle for good: its people, games, presets and keys",
        "parameters": ["code", "tables"],
        "security": KEY,
        "responses": {204: {"description": "It is gone"}, **OF_A_CIRCLE, **SAVED},
    }),
    ("post", f"{AT}/members", {
        "operationId": "join_circle",
        "summary": "Join a circle",
        "parameters": ["code"],
        "security": [{}, *KEY],
        "responses": {
            201: answer("The key, told this once", "JoinedCircle"), 404: "NoCircle", 429: "TooMany", **SAVED,
            507: "Full",
        },
    }),
    ("post", f"{AT}/host", {
        "operationId": "recover_circle",
        "summary": "Become a host of the circle by its recovery code",
        "parameters": ["code"],
        "requestBody": _takes("CircleRecovery"),
        "security": [{}, *KEY],
        "responses": {
            201: answer("The key, and the next recovery code", "RecoveredCircle"),
            **SENT,
            403: answer("Not a recovery code of this circle", "Problem"),
            404: "NoCircle",
            429: "TooMany",
            **SAVED,
            507: "Full",
        },
    }),
    ("post", f"{AT}/tables", {
        "operationId": "open_table_in_circle",
        "summary": "Open a table that belongs to the circle, with the moves of a transcript where one is sent",
        "parameters": ["code"],
        "requestBody": {"required": True, "content": {**content("Header"), **TRANSCRIPT}},
        "security": KEY,
        "responses": {
            201: answer("The table and its keys, told this once", "OpenedTable"), **SENT,
            422: answer("A rule is against moves of the transcript; no table was opened", "RejectedLines"),
            **OF_A_CIRCLE, **SAVED, 507: "Full",
        },
    }),
    ("get", f"{AT}/games", {
        "operationId": "show_circle_games",
        "summary": "The games of the circle",
        "parameters": ["code"],
        "security": KEY,
        "responses": {200: answer("The games", "GamesBody"), **OF_A_CIRCLE, **SAVED},
    }),
    ("get", f"{AT}/statistics", {
        "operationId": "show_circle_statistics",
        "summary": "Wins, places, points and streaks of each person, and who beats whom",
        "parameters": ["code"],
        "security": KEY,
        "responses": {200: answer("The statistics", "StatisticsBody"), **OF_A_CIRCLE, **SAVED},
    }),
    ("patch", f"{AT}/people/{{person}}", {
        "operationId": "change_person",
        "summary": "Call a person by another name, or give them another colour, with the host\u2019s key",
        "parameters": ["code", "person"],
        "requestBody": _takes("PersonChange"),
        "security": KEY,
        "responses": {
            200: answer("The person", "PersonBody"), **SENT, 409: answer("Somebody else is called so", "Problem"),
            422: answer("No name of a person", "Problem"), **OF_A_CIRCLE, **SAVED,
        },
    }),
    ("delete", f"{AT}/people/{{person}}", {
        "operationId": "forget_person",
        "summary": "Forget a person: the name goes, the games stay, with the host\u2019s key",
        "parameters": ["code", "person"],
        "security": KEY,
        "responses": {204: {"description": "Forgotten"}, **OF_A_CIRCLE, **SAVED},
    }),
    ("post", f"{AT}/people/{{person}}/merge", {
        "operationId": "merge_people",
        "summary": "Make two people one, with the host\u2019s key",
        "parameters": ["code", "person"],
        "requestBody": _takes("SamePerson"),
        "security": KEY,
        "responses": {
            200: answer("The person", "PersonBody"), **SENT, 409: answer("They sat at one table", "Problem"),
            **OF_A_CIRCLE, **SAVED,
        },
    }),
    ("get", f"{AT}/presets", {
        "operationId": "show_presets",
        "summary": "The house rules that the circle keeps",
        "parameters": ["code"],
        "security": KEY,
        "responses": {200: answer("The presets", "PresetsBody"), **OF_A_CIRCLE},
    }),
    ("post", f"{AT}/presets", {
        "operationId": "keep_preset",
        "summary": "Keep house rules of a game by a name",
        "parameters": ["code"],
        "requestBody": _takes("NewPreset"),
        "security": KEY,
        "responses": {
            201: answer("The preset", "PresetBody"), **SENT, 422: answer("No name", "Problem"), **OF_A_CIRCLE, **SAVED,
            507: "Full",
        },
    }),
    ("delete", f"{AT}/presets/{{preset}}", {
        "operationId": "drop_preset",
        "summary": "Keep these house rules no longer, with the host\u2019s key",
        "parameters": ["code", "preset"],
        "security": KEY,
        "responses": {204: {"description": "Gone"}, **OF_A_CIRCLE, **SAVED},
    }),
)  # fmt: skip
