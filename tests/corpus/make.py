"""Play games of today's edition through the API and the pages, and keep them: `python -m tests.corpus.make [SEED]`.

What is kept is what the app exports. A game that is there already stays as it is; what the rules say of moves in these
games is written anew, which for an edition that was released is right only where games were added.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.games.rules_editions import RULES
from tests.corpus import rulings
from tests.evening import Evening

HERE = Path(__file__).parent
Plain = dict[str, Any]
WANTED = {"join", "leave", "rename"}
NAMES = ["Chris", "Mary", "Katie", "Cory", "Carly", "Zoë O'Neil"]
COLUMNS = ("table_id", "version", "move", "at", "entered_by", "key_id", "label", "request", "kind")

GAMES: dict[str, tuple[str, int, Plain]] = {
    "sluff-off": ("sluff-off", 4, {"rounds": 2}),
    "sluff-off-small-box": ("sluff-off", 3, {"rounds": 1, "supply": {"blue": 3, "white": 2}, "sluffer_points": 7}),
    "sluff-off-house-rules": (
        "sluff-off",
        5,
        {
            "rounds": 1,
            "white_with_match": False,
            "steal_unpaid": True,
            "trump_any_time": True,
            "tie_break": "fewest_black",
        },
    ),
    "wizard-extreme": ("sluff-off", 3, {"rounds": 2, "edition": "wizard-extreme"}),
    "sieben-siegel": ("sluff-off", 4, {"rounds": 1, "edition": "sieben-siegel", "tie_break": "most_zero_rounds"}),
    "ui77": ("ui77", 3, {}),
    "ui77-down": ("ui77", 2, {"nov_rounding": "down"}),
    "popcorn": ("popcorn", 3, {}),
    "popcorn-either": ("popcorn", 4, {"direction": "either", "decks": 2}),
    "popcorn-hidden": ("popcorn", 3, {"direction": "down", "hidden_count": True}),
    "fluff": ("fluff", 3, {}),
    "fluff-sloppy": ("fluff", 5, {"sets": 2, "sloppy": True}),
}  # fmt: skip
COMINGS: dict[str, tuple[str, int, Plain]] = {
    "sluff-off-comings": ("sluff-off", 4, {"rounds": 4}),
    "ui77-comings": ("ui77", 3, {}),
    "popcorn-comings": ("popcorn", 4, {}),
    "fluff-comings": ("fluff", 3, {"sets": 2}),
}  # fmt: skip
"""Games in which people come late, go, and get other names."""


def header(name: str) -> Plain:
    """The header by which the game is opened."""
    game, seats, options = (GAMES | COMINGS)[name]
    return {"transcript": 1, "game": game, "seats": NAMES[-seats:], "options": options}


def keep(app: Any, name: str, way: str, seed: int, folder: Path, database: Path) -> bool:
    """Play one, and write down what the app exports of it; False where it did not come to an end."""
    file = folder / f"{name}-{way}-{seed}"
    if file.with_suffix(".jsonl").exists():
        return True
    changing = name in COMINGS
    played = Evening(app, header(name), way, seed, comings=40 if changing else 0)
    for _ in played.play():
        pass
    if not played.over or (changing and not {move.kind() for move in played.now.book.moves()} >= WANTED):
        return False
    path = f"/t/{played.code}/transcript" if way == "pages" else f"/api/tables/{played.code}/transcript"
    export = played.host.get(path, headers={"Authorization": f"Bearer {played.keys['host']}"})
    file.with_suffix(".jsonl").write_bytes(export.data)
    file.with_suffix(".json").write_bytes(played.host.get(f"/api/tables/{played.code}").data)
    with closing(sqlite3.connect(database)) as rows:
        found = rows.execute(
            f"SELECT {', '.join(COLUMNS)} FROM entries WHERE table_id = ? ORDER BY version", (played.now.table_id,)
        ).fetchall()
        head = rows.execute("SELECT header, opened_at FROM tables WHERE id = ?", (played.now.table_id,)).fetchone()
    lines = [{"header": head[0], "opened_at": head[1]}, *(dict(zip(COLUMNS, row, strict=True)) for row in found)]
    file.with_suffix(".ledger.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return True


def main(first: int) -> None:
    """A game of each kind in each way."""
    from companion import create_app
    from companion.config import Settings

    folder = HERE / f"rules-{RULES}"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as instance:
        settings = Settings.from_environment({"COMPANION_INSTANCE": instance, "COMPANION_OPEN_LIMIT": "9999/minute"})
        app = create_app(settings)
        for name in GAMES | COMINGS:
            for way, others in (("api", 0), ("pages", 100)):
                seeds = range(first + others, first + others + 20)
                if not any(keep(app, name, way, seed, folder, Path(instance) / "companion.sqlite3") for seed in seeds):
                    sys.exit(f"{name} came to no end")
        app.extensions["tables"].close()
    rulings.keep(folder)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
