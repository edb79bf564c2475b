"""Players who write down what was acknowledged and what was seen, for the ledger to be held against."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

from companion.games.replay import replay
from tests.faults.fault import need
from tests.faults.history import Line, flaws
from tests.faults.ledgers import ledgers, told
from tests.faults.standing import shown_and_unsaved, standing
from tests.many.house import HEADER, Place, Table
from tests.many.playing import UNDO

T = TypeVar("T")
COLORS = ("red", "blue", "green", "orange")
AGAIN_SECONDS, PATIENCE = 0.02, 120
NOT_NOW, OVERTAKEN = (502, 503, 504), 409


class Player(threading.Thread):
    """Plays at one table until it is told to stop; a tap that was not answered is sent again under its name.

    Each tap is for the version that was seen last: where another player was first, the next is for what stands then.
    It takes `colors` alone, and stops by itself after as many taps as are said.
    """

    def __init__(
        self, place: Place, table: Table, chance: Random, called: str = "tap", *, colors: Sequence[str] = COLORS,
        many: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__(daemon=True)
        self.table = table
        self.acknowledged: list[Line] = []
        self.seen: list[dict[str, Any]] = []
        self.overtaken: list[str] = []
        self.refused = self.unanswered = 0
        self.wrong: Exception | None = None
        self._place, self._chance, self._called, self._colors = place, chance, called, colors
        self._numbers = itertools.count() if many is None else range(many)
        self._news, self._over = threading.Condition(), threading.Event()
        self.start()

    @property
    def sent(self) -> list[str]:
        """The names of all that may have been entered: not of what was told that another was first."""
        made = names(len(self.acknowledged) + len(self.overtaken) + 1, self._called)
        return [name for name in made if name not in self.overtaken]

    def run(self) -> None:
        """Look, and tap, each until it is answered."""
        try:
            for number in self._numbers:
                if not self._until(self._looked):
                    return
                take = {"move": "take", "seat": "Chris", "color": self._chance.choice(self._colors)}
                move = UNDO if any(self.seen[-1]["holdings"]["Chris"].values()) else take
                tap = partial(self._tapped, f"{self._called}-{number}", move)
                if not self._until(tap) or self._over.is_set():
                    return
        except Exception as wrong:  # whoever waits for this player is told
            self.wrong = wrong
            with self._news:
                self._news.notify_all()

    def plays_on(self, more: int) -> None:
        """Wait for so many more acknowledged moves."""
        wanted = len(self.acknowledged) + more
        with self._news:
            self._news.wait_for(lambda: len(self.acknowledged) >= wanted or self.wrong, PATIENCE)
        need(self.wrong is None, self.table.code, self.wrong)
        need(len(self.acknowledged) >= wanted, f"{self.table.code}: {len(self.acknowledged)} of {wanted}")

    def over(self) -> None:
        """Begin no further tap."""
        self._over.set()

    def stop(self) -> None:
        """End; a tap that is on its way is waited for."""
        self.over()
        self.join(PATIENCE)
        need(self.wrong is None and not self.is_alive(), self.table.code, self.wrong)

    def _until(self, done: Callable[[], bool]) -> bool:
        """Do it until it is done; False where all is over before."""
        while not done():
            if self._over.wait(AGAIN_SECONDS):
                return False
        return True

    def _looked(self) -> bool:
        with contextlib.suppress(OSError, http.client.HTTPException):
            status, said = self._place.ask("GET", self.table.path)
            need(status == 200 or status in NOT_NOW, status, said)
            if status == 200:
                self.seen.append(said)
                return True
        return False

    def _tapped(self, name: str, move: dict[str, str]) -> bool:
        seen = int(self.seen[-1]["version"])
        try:
            status, said = self.table.play(self._place, move, Idempotency_Key=name, If_Match=f'"{seen}"')
        except (OSError, http.client.HTTPException):
            self.unanswered += 1
            return False
        if status in NOT_NOW:
            self.refused += 1
            return False
        if status == OVERTAKEN:
            self.overtaken.append(name)
            return True
        need(status == 201 and said["version"] == seen + 1, name, seen, status, said)
        with self._news:
            self.acknowledged.append(Line(said["version"], name, told(move)))
            self._news.notify_all()
        return True


def all_play_on(players: Sequence[Player], more: int) -> None:
    """Wait for so many more moves of each that are acknowledged from now on."""
    wanted = [len(player.acknowledged) + more for player in players]
    for player, many in zip(players, wanted, strict=True):
        player.plays_on(many - len(player.acknowledged))


def names(many: int, called: str = "tap") -> list[str]:
    """The names of a player's first taps."""
    return [f"{called}-{number}" for number in range(many)]


def open_table(place: Place) -> Table:
    """A new table of five at this server."""
    status, opened = patiently(lambda: place.ask("POST", "/api/tables", HEADER))
    need(status == 201, status, opened)
    return Table(opened["code"], opened["keys"])


def patiently(asked: Callable[[], T]) -> T:
    """Ask until there is an answer: a server that was killed answers nothing until the next one listens."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return asked()
        except (OSError, http.client.HTTPException):
            if time.monotonic() > end:
                raise
            time.sleep(AGAIN_SECONDS)


@contextlib.contextmanager
def playing(place: Place, chance: Random, tables: int) -> Iterator[list[Player]]:
    """So many players, each at a table of its own, while the block runs; then they stop."""
    players = [Player(place, open_table(place), Random(chance.random())) for _ in range(tables)]
    try:
        yield players
    finally:
        for player in players:
            player.over()
    for player in players:
        player.stop()


def held_against(url: str, players: Sequence[Player]) -> int:
    """Hold what players were told against the ledgers; how many moves were acknowledged. Raises Broken."""
    lying = ledgers(url, {name for player in players for name in player.sent + player.overtaken})
    for player in players:
        code, ledger = player.table.code, lying[player.table.code]
        sent = [name for other in players if other.table.code == code for name in other.sent]
        found = [*flaws(ledger, player.acknowledged, sent), *shown_and_unsaved(player.seen, standing(code, ledger))]
        need(not found, code, found[:3])
    return sum(len(player.acknowledged) for player in players)


def clean_transcript(place: Place, table: Table) -> None:
    """The table's transcript plays through the rules, every line of it. Raises Broken."""
    status, body = patiently(lambda: read(place, f"{table.path}/transcript"))
    need(status == 200, table.code, status, body[:200])
    found = replay(body, strict=True)
    need(found.rejected == (), table.code, found.rejected)


def unsaved_taps(place: Place) -> int:
    """How many taps the server's metric says were not saved. Raises Broken where it has none."""
    _, page = read(place, "/metrics")
    found = re.search(rb"^companion_unsaved_total (\S+)$", page, re.MULTILINE)
    need(found is not None, page)
    return int(float(found[1]))  # type: ignore[index]  # it was found


def read(place: Place, path: str) -> tuple[int, bytes]:
    """Status and body of what is no JSON."""
    with contextlib.closing(place.connect()) as line:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read()
