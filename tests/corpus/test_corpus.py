"""Games of every edition of the rules, as they were exported once: they end today as they ended then."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.games import PRODUCTS
from companion.games.replay import replay
from companion.games.rules_editions import RULES
from companion.tables.entry import Entry
from companion.tables.history import History
from companion.tables.reading import opening
from companion.tables.snapshot import Snapshot
from tests.corpus.rulings import kept, rulings

HERE = Path(__file__).parent
FILES = sorted(file.with_suffix("") for file in HERE.rglob("*.json") if file.with_suffix(".jsonl").exists())
NAMES = [str(file.relative_to(HERE)) for file in FILES]
OF_THE_DAY = ("file", "version", "accepted")  # an amend counts anew what was played to what stands


def told(file: Path) -> dict[str, Any]:
    """What the API said of the table at its end."""
    found: dict[str, Any] = json.loads(file.with_suffix(".json").read_bytes())
    return found


def rows(file: Path) -> list[dict[str, Any]]:
    lines = file.with_suffix(".ledger.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def read_again(file: Path) -> Snapshot:
    """The ledger by today's rules."""
    head, *entries = rows(file)
    here = opening("22222222", entries[0]["table_id"], head["header"], moment(head["opened_at"]))
    read = [
        Entry(
            one["table_id"], one["version"], one["move"], moment(one["at"]), one["entered_by"], one["key_id"],
            one["label"], one["request"], one["kind"],
        )
        for one in entries
    ]  # fmt: skip
    found = History(here).on(read)
    assert [(one.version, one.refused_today) for one in found.views if one.refused_today] == []
    return found.after


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_a_game_ends_today_as_it_ended_then(file: Path) -> None:
    found = replay(file.with_suffix(".jsonl").read_bytes())
    assert found.rejected == ()
    then = {key: value for key, value in told(file).items() if key not in OF_THE_DAY}
    assert {key: value for key, value in found.plain("").items() if key not in OF_THE_DAY} == then
    assert then["over"]


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_its_ledger_is_read_as_it_was_written(file: Path) -> None:
    here, then = read_again(file), told(file)
    assert (here.version, here.book.accepted) == (then["version"], then["accepted"])
    assert here.book.report().plain() == {key: then[key] for key in here.book.report().plain()}
    assert "".join(f"{line}\n" for line in here.book.lines()) == file.with_suffix(".jsonl").read_text(encoding="utf-8")


def test_games_from_before_the_first_edition_name_none() -> None:
    headers = [json.loads(rows(file)[0]["header"]) for file in FILES if file.parent.name == "rules-0"]
    assert {header["game"] for header in headers} == {game.slug for game in PRODUCTS}
    assert all("rules" not in header for header in headers)


@pytest.mark.parametrize("edition", range(1, RULES + 1))
def test_every_edition_has_games_of_all_kinds_with_all_that_happens_at_a_table(edition: int) -> None:
    games, options, kinds, came = set[str](), set[str](), Counter[str](), set[str]()
    for file in (file for file in FILES if file.parent.name == f"rules-{edition}"):
        head, *entries = rows(file)
        header = json.loads(head["header"])
        assert header["rules"] == edition
        games.add(header["game"])
        options |= {f"{key}={value}" for key, value in header["options"].items() if isinstance(value, str)}
        entered = [json.loads(one["move"]) for one in entries]
        kinds.update(one.get("act") or one["move"] for one in entered)
        stood = [json.loads(line).get("move") for line in file.with_suffix(".jsonl").read_bytes().splitlines()]
        came |= {header["game"]} if {"join", "leave", "rename"} <= set(stood) else set()
    assert games == came == {game.slug for game in PRODUCTS}
    assert {"edition=wizard-extreme", "edition=sieben-siegel"} <= options
    assert {"undo", "ruling", "amend", "propose", "withdraw", "hold", "settle", "setting"} <= kinds.keys()


def test_no_rule_is_corrected_within_an_edition() -> None:
    """Whoever corrects a rule begins an edition (`docs/upgrade.md`): a table's header names its own."""
    folder = HERE / f"rules-{RULES}"
    then, now = json.loads(kept(folder).read_text(encoding="utf-8")), rulings(folder)
    assert then.keys() == now.keys()
    for game, moments in then.items():
        assert now[game] == moments, f"{game}: other rulings than when edition {RULES} began"
