"""The circles' part of the OpenAPI document."""

from __future__ import annotations

from companion.web.api.models import KEY, MAY_HAVE_KEY, TRANSCRIPT, Answers, Json, Operation, answer, content, operation

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
NO_NAME: Answers = {422: answer("No name", "Problem")}
FULL: Answers = {507: "Full"}
AT = "/api/circles/{code}"

CIRCLE_OPERATIONS: tuple[Operation, ...] = (
    operation(
        "post", "/api/circles", "open_circle", "Open a circle: people who play together, without accounts",
        {
            201: answer("The circle and its keys, told this once", "OpenedCircleBody"),
            **SENT, **NO_NAME, 429: "TooMany", **SAVED, **FULL,
        },
        takes=content("CircleName"),
    ),
    operation(
        "get", AT, "show_circle", "A circle and its people",
        {200: answer("The circle", "CircleBody"), **OF_A_CIRCLE}, key=KEY,
    ),
    operation(
        "patch", AT, "rename_circle", "Call a circle by another name, with its host\u2019s key",
        {200: answer("The circle", "CircleBody"), **SENT, **NO_NAME, **OF_A_CIRCLE, **SAVED},
        takes=content("CircleName"), key=KEY,
    ),
    operation(
        "delete", AT, "delete_circle", "Delete a circle for good: its people, games, presets and keys",
        {204: {"description": "It is gone"}, **OF_A_CIRCLE, **SAVED}, asks=("tables",), key=KEY,
    ),
    operation(
        "post", f"{AT}/members", "join_circle", "Join a circle",
        {201: answer("The key, told this once", "JoinedCircle"), 404: "NoCircle", 429: "TooMany", **SAVED, **FULL},
        key=MAY_HAVE_KEY,
    ),
    operation(
        "post", f"{AT}/host", "recover_circle", "Become a host of the circle by its recovery code",
        {
            201: answer("The key, and the next recovery code", "Recovered"),
            **SENT,
            403: answer("Not a recovery code of this circle", "Problem"),
            404: "NoCircle", 429: "TooMany", **SAVED, **FULL,
        },
        takes=content("Recovery"), key=MAY_HAVE_KEY,
    ),
    operation(
        "post", f"{AT}/tables", "open_table_in_circle",
        "Open a table that belongs to the circle, with the moves of a transcript where one is sent",
        {
            201: answer("The table and its keys, told this once", "OpenedTable"),
            **SENT,
            422: answer("A rule is against moves of the transcript; no table was opened", "RejectedLines"),
            **OF_A_CIRCLE, **SAVED, **FULL,
        },
        takes={**content("Header"), **TRANSCRIPT}, key=KEY,
    ),
    operation(
        "get", f"{AT}/games", "show_circle_games", "The games of the circle",
        {200: answer("The games", "GamesBody"), **OF_A_CIRCLE, **SAVED}, key=KEY,
    ),
    operation(
        "get", f"{AT}/statistics", "show_circle_statistics",
        "Wins, places, points and streaks of each person, and who beats whom",
        {200: answer("The statistics", "StatisticsBody"), **OF_A_CIRCLE, **SAVED}, key=KEY,
    ),
    operation(
        "patch", f"{AT}/people/{{person}}", "change_person",
        "Call a person by another name, or give them another colour, with the host\u2019s key",
        {
            200: answer("The person", "PersonBody"), **SENT, 409: answer("Somebody else is called so", "Problem"),
            422: answer("No name of a person", "Problem"), **OF_A_CIRCLE, **SAVED,
        },
        takes=content("PersonChange"), key=KEY,
    ),
    operation(
        "delete", f"{AT}/people/{{person}}", "forget_person",
        "Forget a person: the name goes, the games stay, with the host\u2019s key",
        {204: {"description": "Forgotten"}, **OF_A_CIRCLE, **SAVED}, key=KEY,
    ),
    operation(
        "post", f"{AT}/people/{{person}}/merge", "merge_people", "Make two people one, with the host\u2019s key",
        {
            200: answer("The person", "PersonBody"), **SENT, 409: answer("They sat at one table", "Problem"),
            **OF_A_CIRCLE, **SAVED,
        },
        takes=content("SamePerson"), key=KEY,
    ),
    operation(
        "get", f"{AT}/presets", "show_presets", "The house rules that the circle keeps",
        {200: answer("The presets", "PresetsBody"), **OF_A_CIRCLE}, key=KEY,
    ),
    operation(
        "post", f"{AT}/presets", "keep_preset", "Keep house rules of a game by a name",
        {201: answer("The preset", "PresetBody"), **SENT, **NO_NAME, **OF_A_CIRCLE, **SAVED, **FULL},
        takes=content("NewPreset"), key=KEY,
    ),
    operation(
        "delete", f"{AT}/presets/{{preset}}", "drop_preset",
        "Keep these house rules no longer, with the host\u2019s key",
        {204: {"description": "Gone"}, **OF_A_CIRCLE, **SAVED}, key=KEY,
    ),
)  # fmt: skip
