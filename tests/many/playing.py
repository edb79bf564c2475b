"""A program that plays on whatever happens: a tap that was not answered is sent again, under its name."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import threading
from collections.abc import Iterator, Sequence

from tests.many.house import Place, Table

TAKE = {"move": "take", "seat": "Chris", "color": "red"}
UNDO = {"move": "undo"}
AGAIN_SECONDS = 0.1
BREATH_SECONDS = 0.02  # quicker than any table, and the machine is left to those who are looked at


def move_after(version: int) -> dict[str, str]:
    """A move that is legal at a table where nobody plays but us."""
    return UNDO if version % 2 else TAKE


class Player(threading.Thread):
    """Plays until it is told to stop. `version` is the latest that it was told to be entered."""

    def __init__(self, place: Place, table: Table) -> None:
        super().__init__(daemon=True)
        self.version = 0
        self.unanswered = 0
        self._place, self._table = place, table
        self._news = threading.Condition()
        self._over = threading.Event()
        self.start()

    def run(self) -> None:
        """Tap after tap: each is entered once, however often it must be sent."""
        for number in itertools.count():
            while not (self._over.is_set() or self._tapped(number)):
                self.unanswered += 1
                self._over.wait(AGAIN_SECONDS)
            if self._over.wait(BREATH_SECONDS):
                return

    def has_played(self, more: int, within: float) -> int:
        """Wait for so many more moves; the version then."""
        return self.has_reached(self.version + more, within)

    def has_reached(self, wanted: int, within: float) -> int:
        """Wait for that version or a later one; the version then."""
        with self._news:
            assert self._news.wait_for(lambda: self.version >= wanted, within), f"{self.version} of {wanted}"
            return self.version

    def stop(self) -> int:
        """End with the move at hand; the last version."""
        self._over.set()
        self.join()
        return self.version

    def _tapped(self, number: int) -> bool:
        with contextlib.suppress(OSError, http.client.HTTPException):
            status, said = self._table.play(self._place, move_after(number), Idempotency_Key=f"tap-{number}")
            if status == 201:
                # Entered once: were it twice, or lost, the versions would not go on like this.
                assert said["version"] == number + 1, (number, said)
                with self._news:
                    self.version = said["version"]
                    self._news.notify_all()
                return True
            assert status in (502, 503, 504), (status, said)
        return False


def all_have_played(players: Sequence[Player], more: int, within: float) -> None:
    """Wait until each has made so many more moves."""
    wanted = [player.version + more for player in players]
    for player, version in zip(players, wanted, strict=True):
        player.has_reached(version, within)


@contextlib.contextmanager
def playing(place: Place, table: Table) -> Iterator[Player]:
    """Somebody who plays while the block runs."""
    player = Player(place, table)
    try:
        yield player
    finally:
        player.stop()
