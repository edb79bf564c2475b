"""`companion replay`: play transcripts through the rules and say what stands."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from companion.commands.terminal import _, line, printable
from companion.games.points import STOPPED
from companion.games.replay import NoTranscript, Replayed, replay
from companion.games.text import Counted, Text

ALL_STOOD, SOME_REJECTED, NO_TRANSCRIPT = 0, 1, 2


@click.command(
    "replay",
    help=_("Play each FILE through the rules and say what stands; “-” is standard input."),
    epilog=_(
        "Exit status: 0 where every move stood, 1 where one was rejected, 2 where a file is no transcript, 3 where the "
        "answer cannot be written."
    ),
)
@click.option("--json", "as_json", is_flag=True, help=_("One object a file, each on one line."))
@click.option("--strict", is_flag=True, help=_("Stop a file at its first rejected move."))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def replay_command(files: tuple[str, ...], *, as_json: bool, strict: bool) -> None:
    """Exit with the highest status of the files."""
    sys.exit(max(_one(file, as_json=as_json, strict=strict) for file in files))


def _one(file: str, *, as_json: bool, strict: bool) -> int:
    name = click.format_filename(file)
    try:
        found = replay(_read(file), strict=strict)
    except NoTranscript as wrong:
        click.echo(printable(f"{name}:{wrong.line}: {line(wrong.text)}").replace("\n", "\ufffd"), err=True)
        return NO_TRANSCRIPT
    if as_json:
        click.echo(json.dumps(found.plain(name)))
    else:
        click.echo(printable(_for_people(found, name)))
    return SOME_REJECTED if found.rejected else ALL_STOOD


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as failed:
        raise NoTranscript(1, Text("This file cannot be read: {why}.", why=failed.strerror or str(failed))) from failed
    except (ValueError, AttributeError) as wrong:  # there is no standard input where it was closed
        raise NoTranscript(1, Text("This file cannot be read.")) from wrong


def _for_people(found: Replayed, name: str) -> str:
    book, report = found.book, found.book.report()
    played = Counted(
        "{file}: {game}, {n} move accepted", "{file}: {game}, {n} moves accepted", file=name, game=book.game.title,
        n=book.accepted,
    )  # fmt: skip
    scored = Text("hand {n}: {points}") if book.game.in_hands else Text("round {n}: {points}")
    phases = book.game.rulebook.introduction.phases if book.game.rulebook.introduction else {}
    details = [
        *(Text("line {n}: {rule}. {why}", n=at, rule=no.rule.id, why=no.reason) for at, no in found.rejected),
        *(scored.filled({"n": at, "points": _points(points)}) for at, points in enumerate(report.rounds, 1)),
        *([Text("total: {points}", points=_points(report.totals))] if report.totals else []),
        *map(book.game.irregularity, report.irregularities),
        *report.lying(book.game.roles),
        *([STOPPED] if report.extra.get("stopped") else []),
        Text("The game is over.") if report.over else book.game.moment(book.state) or Text("The game goes on."),
        *([phases[report.phase]] if report.phase in phases and not report.over else []),
        *([Text("won by {seats}", seats=report.winners)] if report.winners else []),
    ]
    return "\n  ".join((line(played), *map(line, details)))


def _points(points: Mapping[str, int]) -> tuple[Text, ...]:
    return tuple(Text("{seat} {n}", seat=seat, n=n) for seat, n in points.items())
