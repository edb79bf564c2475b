"""`companion replay`: play transcripts through the rules and say what stands."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from companion.commands.terminal import line
from companion.games.replay import NoTranscript, Replayed, replay
from companion.games.text import Text

ALL_STOOD, SOME_REJECTED, NO_TRANSCRIPT = 0, 1, 2


@click.command("replay")
@click.option("--json", "as_json", is_flag=True, help="One object a file, each on one line.")
@click.option("--strict", is_flag=True, help="Stop a file at its first rejected move.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def replay_command(files: tuple[str, ...], *, as_json: bool, strict: bool) -> None:
    """Play each FILE through the rules and say what stands; "-" is standard input.

    Exit status: 0 where every move stood, 1 where one was rejected, 2 where a file is no transcript.
    """
    sys.exit(max(_one(file, as_json=as_json, strict=strict) for file in files))


def _one(file: str, *, as_json: bool, strict: bool) -> int:
    name = click.format_filename(file)
    try:
        found = replay(_read(file), strict=strict)
    except NoTranscript as wrong:
        click.echo(f"{name}:{wrong.line}: {line(wrong.text)}", err=True)
        return NO_TRANSCRIPT
    if as_json:
        click.echo(json.dumps(found.plain(name)))
    else:
        click.echo(_printable(_for_people(found, name)))
    return SOME_REJECTED if found.rejected else ALL_STOOD


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as wrong:
        raise NoTranscript(1, Text("This file cannot be read.")) from wrong


def _for_people(found: Replayed, name: str) -> str:
    report = found.book.report()
    played = Text("{game}, {n} moves accepted, phase {phase}", game=found.book.game.title, n=found.book.accepted,
                  phase=report.phase)  # fmt: skip
    told = [
        *(Text("line {n}: {rule}. {why}", n=at, rule=no.rule.id, why=no.reason) for at, no in found.rejected),
        *(Text("round {n}: {points}", n=at, points=_points(points)) for at, points in enumerate(report.rounds, 1)),
        *([Text("total: {points}", points=_points(report.totals))] if report.totals else []),
        *(Text("{kind}: {seat}, trick {trick}, shown in trick {shown_in}", **odd) for odd in report.irregularities),
        *([Text("won by {seats}", seats=report.winners)] if report.winners else []),
    ]
    return "\n  ".join((f"{name}: {line(played)}", *map(line, told)))


def _points(points: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{seat} {n}" for seat, n in points.items())


def _printable(text: str) -> str:
    # Names are anybody's text; what steers a terminal is not passed on to one.
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in text)
