"""`companion replay` judges every example that the published sheets print, as it is printed there.

Each is a transcript in `printed/`, named by its sheet. `docs/sheets.md` says which statement it belongs to. The
publisher's scoring example is `sluff_off/worked_example.jsonl`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.commands import main

HERE = Path(__file__).parent
PRINTED = HERE / "printed"
Rejections = list[tuple[int, str]]

# By file: the rejections as (line, rule), and what the replay says of the places and rounds that the example names.
EXAMPLES: dict[str, tuple[Rejections, dict[str, Any]]] = {
    "publisher_prediction": (
        [],
        {
            "Chris": {"red": 1, "blue": 2, "green": 1},
            "Mary": {"purple": 2, "red": 2, "blue": 0, "white": 1},
            "Cory": {"orange": 2, "green": 1, "blue": 1},
        },
    ),
    "publisher_prediction_full_box": (
        [(17, "steal-only-when-centre-empty")],
        {"centre": {"blue": 2}, "Mary": {"blue": 1}},
    ),
    "publisher_turning_in": ([], {"Chris": {"red": 0, "blue": 1, "green": 1, "black": 1}}),
    "publisher_blue_led": ([(20, "turn-in-fits-trick")], {"Chris": {"red": 1, "blue": 1}}),
    "publisher_won_by_blue": ([], {"Chris": {"red": 0, "blue": 2}}),
    "publisher_white_is_wild": ([], {"Mary": {"white": 0, "black": 0}}),
    "publisher_sluffer_takes": ([], {"Katie": {"purple": 0, "white": 0, "black": 0}}),
    "manual_prediction": ([], {"Chris": {"red": 2, "blue": 1}}),
    "manual_second_sluffer": ([(3, "one-sluffer")], {}),
    "manual_forgotten_token": ([(13, "not-now")], {"Chris": {"red": 1}}),
    "manual_saved_token": ([(11, "turn-in-before-next-trick")], {"Chris": {"red": 1, "green": 1}}),
    "manual_colour_not_predicted": ([], {"Chris": {"black": 1, "purple": 0}}),
    "manual_black_tokens_gone": ([], {"Mary": {"black": 6}, "centre": {"black": 0}}),
    "manual_sluffer_three_black": ([], {"rounds": [{"Chris": 1, "Mary": 9, "Katie": 0, "Cory": 0}]}),
    "manual_sluffer_never_below_zero": ([], {"rounds": [{"Chris": 0, "Mary": 15, "Katie": 0, "Cory": 0}]}),
    "manual_three_players": ([], {"rounds": [{"Chris": 3, "Mary": 6, "Katie": 0}]}),
    "manual_white_costs_four": ([], {"rounds": [{"Chris": 8, "Mary": 12, "Katie": 4, "Cory": 8}]}),
    "manual_blue_at_any_time": ([], {"irregularities": []}),
    "manual_blue_at_any_time_default": (
        [],
        {"irregularities": [{"kind": "revoke", "seat": "Mary", "round": 1, "trick": 1, "shown_in": 2}]},
    ),
    "ui77_target_three": ([], {"rounds": [{"A": 1, "B": 0, "C": 2}]}),
    "popcorn_two_aces_and_on": ([], {"pile": 16}),
    "popcorn_two_sevens_that_are_none": ([], {"Ann": 22, "pile": 1}),
    "popcorn_three_jacks_with_one_real": ([], {"Ben": 24, "pile": 0}),
    "popcorn_called_and_real": ([], {"Ann": 16, "Ben": 18}),
    "popcorn_backwards": ([], {"pile": 4}),
    "popcorn_eights_then_nines_or_sevens": ([(17, "rank-due")], {"pile": 9}),
    "popcorn_three_queens_but_four": ([], {"Cat": 19, "pile": 0}),
    "popcorn_three_queens_but_five": ([], {"Cat": 19, "pile": 0}),
    "fluff_first_bids": ([], {}),
    "fluff_raising_five_twos": ([], {}),
    "fluff_raising_guide": ([(11, "raise")], {}),
    "fluff_nine_fives_or_more": ([], {"Ann": 5, "Tom": 4, "Mia": 5}),
    "fluff_fewer_than_nine_fives": ([], {"Ann": 4, "Tom": 5, "Mia": 5}),
    "fluff_out_of_turn_and_wrong": ([], {"Ann": 5, "Tom": 5, "Mia": 3}),
    "fluff_out_of_turn_and_right": ([], {"Ann": 4, "Tom": 5, "Mia": 5}),
    "fluff_eight_threes_of_ten_dice": ([], {"Ann": 5, "Tom": 5}),
}


def replayed(path: Path) -> tuple[int, dict[str, Any]]:
    """The exit status of `companion replay --json` for the file, and its answer."""
    done = CliRunner().invoke(main, ["replay", "--json", str(path)])
    answer: dict[str, Any] = json.loads(done.output)
    return done.exit_code, answer


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_printed_example_is_judged_as_printed(name: str) -> None:
    rejections, told = EXAMPLES[name]
    status, answer = replayed(PRINTED / f"{name}.jsonl")
    assert status == bool(rejections)
    assert [(one["line"], one["rule"]) for one in answer["rejected"]] == rejections
    for key, expected in told.items():
        found = answer[key] if key in answer else answer["holdings"][key]
        if isinstance(expected, dict):
            found = {color: found[color] for color in expected}
        assert found == expected, key


def test_the_publisher_s_scoring_example_ends_as_printed() -> None:
    status, answer = replayed(HERE / "sluff_off" / "worked_example.jsonl")
    assert status == 0
    assert answer["rounds"][0] == {"Chris": 3, "Mary": 4, "Katie": 1, "Cory": 8}


def test_every_transcript_of_the_folder_is_judged() -> None:
    assert {path.stem for path in PRINTED.glob("*.jsonl")} == set(EXAMPLES)
