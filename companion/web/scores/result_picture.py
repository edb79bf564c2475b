"""The result as a picture: an SVG that shows right when it is opened alone, printed, or made a PNG by a phone.

Nothing in it is fetched or styled from outside. SVG breaks no lines, so names are fitted here, by widths that are
estimated: the fonts are whatever serif and sans the viewer has.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from flask import render_template

from companion.games.report import Place
from companion.games.text import Language, Text
from companion.tables.badges import clusters
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by
from companion.web.errors import stop
from companion.web.request_language import spoken
from companion.web.scores.curve import Curve, curve_of

KEPT = 32  # pictures
NOT_OVER = Text("The picture of the result is made when this game is over.")

WIDTH, MARGIN = 1080, 48
FOOT = 72
STEP, GAP = 316, 18
PLINTHS = {1: 240, 2: 170, 3: 120}  # heights
PODIUM_TOP, CROWN = 230, 64
ROW = 66
CURVE_HEIGHT = 620
CURVE_LETTERS = 9  # of a name beside its line
MEASURES = {
    "width": WIDTH, "margin": MARGIN, "step_width": STEP, "curve_height": CURVE_HEIGHT, "curve_letters": CURVE_LETTERS,
}  # fmt: skip
NAME_SIZES, ROW_SIZES, HEAD_SIZES = (46, 38, 32, 28), (34, 28, 23, 19), (84, 68, 56, 46)
NARROW = frozenset("iljtfrI.,:;|!'()[] ")
BROAD = frozenset("mwMW@%&")
# What XML 1.0 does not allow.
NO_TEXT = re.compile("[^\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Fitted:
    """A name broken into lines, at the size at which they fit."""

    lines: tuple[str, ...]
    size: int

    @property
    def height(self) -> int:
        """How much of the picture they take."""
        return len(self.lines) * self.leading

    @property
    def leading(self) -> int:
        """From line to line."""
        return self.size * 6 // 5


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A step of the podium: its middle `x`, the `top` of its plinth, and (baseline, line, size) of the names above."""

    place: int
    x: int
    top: int
    height: int
    names: tuple[tuple[int, str, int], ...]
    says: Text

    @property
    def left(self) -> int:
        """Where the plinth begins."""
        return self.x - STEP // 2


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row below the podium, at its baseline `y`."""

    y: int
    place: Place
    name: Fitted


@dataclass(frozen=True, slots=True)
class Picture:
    """What `picture.svg` draws, from top to bottom; `winner` is None where several have won. `floor`: of the podium."""

    places: tuple[Place, ...]
    winner: Fitted | None
    steps: tuple[PodiumStep, ...]
    floor: int
    rows: tuple[ResultRow, ...]
    curve: Curve | None
    curve_top: int
    height: int


def drawn(snapshot: Snapshot) -> str:
    """The picture of a table's result, as anybody may see it. Answers 409 before the game is over."""
    if not snapshot.book.report().over:
        stop(409, NOT_OVER)
    return _drawn(snapshot, spoken())


@lru_cache(KEPT)
def _drawn(snapshot: Snapshot, _: Language) -> str:
    book = seen_by(snapshot, None).book
    return render_template(
        "scores/picture.svg", picture=laid_out(book.game.places(book), curve_of(book)), game=book.game,
        badges=snapshot.badges, plain=plain, **MEASURES,
    )  # fmt: skip


def laid_out(places: tuple[Place, ...], curve: Curve | None) -> Picture:
    """The picture of who came where, with room for every name."""
    winners = [place.name for place in places if place.place == 1]
    stands = [(place, tuple(shared)) for place, shared in groupby(places, lambda one: one.place) if place in PLINTHS]
    blocks = {place: [fitted(one.name, STEP - 2 * GAP, NAME_SIZES) for one in shared] for place, shared in stands}
    above = {place: sum(name.height for name in names) + CROWN * (place == 1) for place, names in blocks.items()}
    floor = PODIUM_TOP + max(above[place] + 20 + PLINTHS[place] for place in above)
    middles = dict(zip(sorted(above, key=lambda place: (2, 1, 3).index(place)), _middles(len(above)), strict=True))
    steps = tuple(
        PodiumStep(
            place,
            middles[place],
            floor - PLINTHS[place],
            PLINTHS[place],
            tuple(_upwards(blocks[place], floor - PLINTHS[place] - 20)),
            shared[0].says,
        )
        for place, shared in stands
    )
    after = [place for place in places if place.place not in PLINTHS]
    rows = tuple(
        ResultRow(floor + 76 + number * ROW, place, fitted(place.name, 620, ROW_SIZES, most=1))
        for number, place in enumerate(after)
    )
    curve_top = floor + 40 + (len(rows) * ROW + 30 if rows else 0)
    winner = fitted(winners[0], WIDTH - 8 * MARGIN, HEAD_SIZES, most=1) if len(winners) == 1 else None
    height = curve_top + (CURVE_HEIGHT + 20 if curve else 0) + FOOT
    return Picture(places, winner, steps, floor, rows, curve, curve_top, height)


def _middles(count: int) -> Iterator[int]:
    first = WIDTH // 2 - (STEP + GAP) * (count - 1) // 2
    return (first + number * (STEP + GAP) for number in range(count))


def _upwards(names: Sequence[Fitted], bottom: int) -> Iterator[tuple[int, str, int]]:
    """Each line with its baseline, so that the last of them stands on `bottom`."""
    y = bottom - sum(name.height for name in names)
    for name in names:
        for line in name.lines:
            y += name.leading
            yield y - name.size // 4, line, name.size


def fitted(name: str, width: int, sizes: Sequence[int], most: int = 2) -> Fitted:
    """The name at the largest size at which it takes `most` lines; at the smallest it takes what it needs.

    One that may take a single line is cut to it.
    """
    text = plain(name)
    for size in sizes:
        lines = tuple(_broken(text, width / size))
        if len(lines) <= most:
            return Fitted(lines, size)
    return Fitted((f"{lines[0]}\u2026",) if most == 1 else lines, sizes[-1])


def plain(name: str) -> str:
    """The name on one line, without the characters that no XML document may hold."""
    return " ".join(NO_TEXT.sub(lambda found: " " if found[0].isspace() else "\ufffd", name).split())


def _broken(text: str, room: float) -> Iterator[str]:
    """The text in lines that are `room` ems wide at most, broken at spaces and after hyphens where that is possible."""
    line = ""
    for word in re.findall(r"[^ -]*(?:-+| +|$)", text):
        if line and _ems(line + word.rstrip()) > room:
            yield line.rstrip()
            line = ""
        for cluster in clusters(word):
            if line and _ems((line + cluster).rstrip()) > room:
                yield line
                line = ""
            line += cluster
    if line.strip():
        yield line.rstrip()


def _ems(text: str) -> float:
    return sum(max(map(_em, cluster)) for cluster in clusters(text))


def _em(char: str) -> float:
    """The width of a character, rather too much than too little."""
    if char >= "\U0001f000":
        return 1.4
    if unicodedata.east_asian_width(char) in "WF":
        return 1.05
    if char in NARROW:
        return 0.36
    return 0.95 if char in BROAD else 0.78 if char.isupper() else 0.6
