"""`companion replay`: its answers, its exit status, and what it says of files that are no transcripts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.commands import main
from companion.games import GAMES
from companion.games.replay import NoTranscript, numbered_lines, replay, replay_lines, values_of
from companion.games.transcript import load_json

HEADER = '{"transcript": 1, "game": "sluff-off", "seats": ["Chris", "Mary", "Katie"]}'
TAKE = '{"move": "take", "seat": "Chris", "color": "red"}'
WRONG = '{"move": "take", "seat": "Mary", "color": "red"}'


def run(*args: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["replay", *args], input=stdin)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def write(folder: Path, *lines: str, name: str = "game.jsonl") -> str:
    path = folder / name
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_json_answer(tmp_path: Path) -> None:
    file = write(tmp_path, HEADER, "", TAKE, "  ", WRONG, TAKE)
    result = run("--json", file)
    (answer,) = answers(result)
    assert result.exit_code == 1
    keys = "file game accepted rejected phase over rounds totals winners irregularities holdings sluffer"
    assert list(answer) == keys.split()
    assert (answer["file"], answer["game"], answer["accepted"], answer["over"]) == (file, "sluff-off", 2, False)
    assert [(no["line"], no["rule"]) for no in answer["rejected"]] == [(5, "prediction-order")]
    assert answer["rejected"][0]["reason"].startswith("It is Chris\u2019s turn to predict. ")
    assert answer["holdings"]["Chris"]["red"] == 2
    assert (answer["totals"], answer["winners"], answer["sluffer"]) == ({"Chris": 0, "Mary": 0, "Katie": 0}, [], None)


def test_strict_stops_at_the_first_rejection(tmp_path: Path) -> None:
    result = run("--json", "--strict", write(tmp_path, "\ufeff" + HEADER, TAKE, WRONG, TAKE, WRONG))
    (answer,) = answers(result)
    assert (result.exit_code, answer["accepted"], len(answer["rejected"])) == (1, 1, 1)


def test_the_highest_status_counts_and_each_transcript_is_answered(tmp_path: Path) -> None:
    good, bad = write(tmp_path, HEADER, TAKE), write(tmp_path, HEADER, WRONG, name="bad.jsonl")
    result = run("--json", good, str(tmp_path / "missing"), bad)
    assert [answer["file"] for answer in answers(result)] == [good, bad]
    assert (result.exit_code, run("--json", bad, good).exit_code) == (2, 1)


def test_standard_input_and_all_stood() -> None:
    result = run("--json", "-", stdin=f"{HEADER}\r\n{TAKE}\r\n")
    assert result.exit_code == 0
    assert answers(result)[0]["file"] == "-"


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A service has it closed."""
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(SystemExit) as ended:
        main(["replay", "--json", "-"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "-:1: This file cannot be read.\n"


def test_a_file_that_cannot_be_read_is_told_why(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    told = run("--json", missing, str(tmp_path))
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.splitlines() == [
        f"{missing}:1: This file cannot be read: No such file or directory.",
        f"{tmp_path}:1: This file cannot be read: Is a directory.",
    ]


def test_french_keeps_the_space_before_its_colon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "fr")
    assert "Ce fichier ne peut pas \u00eatre lu\u202f: " in run("missing").stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is full here")
def test_an_answer_that_cannot_be_written_says_nothing_of_the_transcript(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from companion.commands import main; main()", "replay", write(tmp_path, HEADER)]
    with Path("/dev/full").open("wb") as full:
        told = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert told.returncode == 3
    assert "No space left on device" in told.stderr


def test_a_key_that_holds_null_is_named() -> None:
    result = run("-", stdin=f'{HEADER}\n{{"move": "take", "seat": "Chris", "color": null}}')
    assert "line 2: malformed. This move does not take what stands under \u201ccolor\u201d." in result.stdout


NO_TRANSCRIPT = [
    pytest.param(b"", 1, id="empty"),
    pytest.param(b"\n \n", 1, id="blank"),
    pytest.param(b"hello", 1, id="no JSON"),
    pytest.param(TAKE.encode(), 1, id="no header"),
    pytest.param(b"\n\n" + HEADER.replace("sluff-off", "chess").encode(), 3, id="unknown game"),
    pytest.param(HEADER.encode() + b"\n" + TAKE.encode() + b"\n{", 3, id="a move that is no JSON"),
    pytest.param(HEADER.encode() + b"\n\n\xff\n", 3, id="not UTF-8"),
    pytest.param(b"\xef\xbb\xbf" + HEADER.encode() + b"\n\xff\n", 2, id="not UTF-8 after a byte order mark"),
    pytest.param(HEADER.encode() + b"\nNaN", 2, id="NaN"),
    pytest.param(HEADER.encode() + b"\n" + b"[" * 100_000, 2, id="nested without end"),
]


@pytest.mark.parametrize(("data", "line"), NO_TRANSCRIPT)
def test_no_transcript(tmp_path: Path, data: bytes, line: int) -> None:
    with pytest.raises(NoTranscript) as wrong:
        replay(data)
    assert wrong.value.line == line
    file = tmp_path / "broken.jsonl"
    file.write_bytes(data)
    result = run("--json", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{file}:{line}: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "move",
    ['{"move": "undo", "\\ud800": 1}', '{"move": "take", "seat": "\\ud800", "color": "red"}'],
    ids=["key", "seat"],
)
def test_half_a_surrogate_pair_is_json_and_no_move(tmp_path: Path, move: str) -> None:
    file = write(tmp_path, HEADER, move, TAKE)
    result = run("--json", file)
    (answer,) = answers(result)
    assert (result.exit_code, answer["accepted"]) == (1, 1)
    assert [(no["line"], no["rule"]) for no in answer["rejected"]] == [(2, "malformed")]
    assert run(file).exit_code == 1


STANDS = '{"move": "ruling", "reason": "x", "stands": '


@pytest.mark.parametrize(
    "move", ["[" * 40 + "]" * 40, *(STANDS * deep + TAKE + "}" * deep for deep in (2, 40, 900))],
    ids=["a list", "twice", "forty", "nine hundred"],
)  # fmt: skip
def test_however_deep_it_is_nested_it_is_json_and_no_move(move: str) -> None:
    [(line, rejected)] = replay(f"{HEADER}\n{move}".encode()).rejected
    assert (line, rejected.rule.id) == (2, "malformed")


@pytest.mark.parametrize(
    "move", ["[" * 40 + "]" * 40, '{"move": "undo", "\\ud800": 1}'], ids=["nested", "half a character"]
)
def test_what_is_sent_is_read_more_strictly(move: str) -> None:
    lines = [HEADER, "", TAKE, WRONG, TAKE]
    sent = numbered_lines("\n".join(lines).encode())
    found = replay_lines(sent, values_of(sent, load_json))
    assert found.plain("") == replay("\n".join(lines).encode()).plain("")
    with pytest.raises(NoTranscript) as wrong:
        values_of(numbered_lines("\n".join([*lines, move]).encode()), load_json)
    assert wrong.value.line == 6


def test_a_file_with_a_line_feed_in_its_name_is_told_of_on_one_line(tmp_path: Path) -> None:
    result = run(write(tmp_path, "no JSON", name="two\nlines\u001b.jsonl"))
    assert result.exit_code == 2
    assert result.stderr.endswith("two\ufffdlines\ufffd.jsonl:1: This line is not JSON.\n")


PLAYED = [
    pytest.param(
        [HEADER, TAKE, '{"move": "done", "seat": "Chris"}', '{"move": "sluffer", "seat": "Mary"}'],
        ["Chris: red 1", "Mary: Sluffer", "Round 1, prediction"],
        id="sluff-off",
    ),
    pytest.param(
        [HEADER.replace("]}", '], "options": {"edition": "wizard-extreme"}}'), '{"move": "sluffer", "seat": "Chris"}'],
        ["Chris: Black magician", "Round 1, prediction"],
        id="wizard-extreme",
    ),
    pytest.param(
        ['{"transcript": 1, "game": "ui77", "seats": ["Ann", "Ben"]}'],
        ["Ann: cards 9", "Ben: cards 9", "Hand 1"],
        id="ui77",
    ),
    pytest.param(
        [
            '{"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben"]}',
            '{"move": "claim", "seat": "Ann", "rank": "A", "count": 2}',
        ],
        ["Ann: 24", "Ben: 26", "The pile: 2", "The game goes on."],
        id="popcorn",
    ),
    pytest.param(
        ['{"transcript": 1, "game": "fluff", "seats": ["Ann", "Ben"]}'],
        ["Ann: 5", "Ben: 5", "First roll"],
        id="fluff",
    ),
]


@pytest.mark.parametrize(("lines", "told"), PLAYED)
def test_for_people_it_is_said_what_lies_where_and_what_is_asked(
    tmp_path: Path, lines: list[str], told: list[str]
) -> None:
    file = write(tmp_path, *lines)
    said = [line.strip() for line in run(file).stdout.splitlines()]
    assert [line for line in said if line in told] == told
    (answer,) = answers(run("--json", file))
    game = GAMES[answer["game"]].in_box("wizard-extreme" if "Black magician" in str(told) else "")
    assert game.rulebook.introduction is not None
    assert said[-1] == str(game.rulebook.introduction.phases[answer["phase"]])


def test_for_people_no_control_code_of_a_name_reaches_the_terminal(tmp_path: Path) -> None:
    result = run(write(tmp_path, HEADER.replace("Mary", "Ma\\u001b[31mry"), TAKE, WRONG))
    assert ": Sluff Off!, 1 move accepted\n" in result.stdout
    assert "line 3: malformed. " in result.stdout
    assert "\u001b" not in result.stdout


def test_for_people_a_finished_game_with_a_revoke(tmp_path: Path) -> None:
    head = HEADER.replace("]}", '], "options": {"rounds": 1}}')
    play = [f'{{"move": "done", "seat": "{name}"}}' for name in ("Chris", "Mary", "Katie")]
    play += [
        '{"move": "trick", "cards": ["red 9", "green 1", "red 2"]}',
        '{"move": "trick", "cards": ["red 8", "red 1", "red 3"]}',
    ]
    play += ['{"move": "trick", "winner": "Chris", "led": "red", "won_with": "red"}'] * 13
    result = run(write(tmp_path, head, *play))
    assert result.exit_code == 0
    assert "  round 1: Chris 18, Mary 0, Katie 0\n  total: Chris 18, Mary 0, Katie 0\n" in result.stdout
    assert "  Mary did not follow in trick 1 of round 1, and trick 2 shows that Mary could have. " in result.stdout
    assert result.stdout.endswith("  The game is over.\n  won by Mary, Katie\n")


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that speaks German."""
    monkeypatch.setenv("LANGUAGE", "de")


@pytest.mark.usefixtures("german")
def test_for_people_in_the_terminal_s_language(tmp_path: Path) -> None:
    result = run(write(tmp_path, HEADER, TAKE, WRONG))
    first, *said = result.stdout.splitlines()
    assert first.endswith(": Sluff Off!, 1 Zug angenommen")
    assert "Zeile 3: prediction-order. Chris " in result.stdout
    assert "  Runde 1, Vorhersage" in said
    fluff = '{"transcript": 1, "game": "fluff", "seats": ["Ann", "Ben"]}'
    assert "  Erster Wurf" in run(write(tmp_path, fluff)).stdout.splitlines()


def test_a_line_may_hold_every_character_but_the_line_feed(tmp_path: Path) -> None:
    name = "Ma\u2028ry\u0085"
    file = write(tmp_path, HEADER.replace("Mary", name), TAKE)
    assert answers(run("--json", file))[0]["totals"][name.strip()] == 0
