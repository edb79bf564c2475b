"""JSON read strictly: everything that could not be told back is refused when it comes in."""

from __future__ import annotations

import pytest

from companion.games.transcript import DEEPEST, TOO_DEEP, load_any_json, load_json

GOOD: dict[str, tuple[str, object]] = {
    "text": ('"caf\u00e9"', "caf\u00e9"),
    "pair": ('"\\ud83c\\udccf"', "\U0001f0cf"),
    "twice": ('{"a": 1, "a": 2}', {"a": 2}),
    "spaces": (" \n1\t", 1),
    "nul": ('"\\u0000"', "\x00"),
}
BAD: dict[str, str] = {
    "empty": "",
    "half-as-it-is": '"\ud83c"',
    "half-a-pair": '"\\ud83c"',
    "half-in-a-key": '{"\\udccf": 1}',
    "half-below": '[[{"a": ["\\ud83c"]}]]',
    "nan": "NaN",
    "infinity": "[-Infinity]",
    "deep": "[" * 100_000,
    "bom": "\ufeff{}",
    "too-deep-a-list": "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
    "too-deep-an-object": '{"a":' * (DEEPEST + 1) + "1" + "}" * (DEEPEST + 1),
    "too-deep-beside-others": "[1, {}, " + "[" * DEEPEST + "]" * DEEPEST + ', "a"]',
    "comment": "{} // none",
}


@pytest.mark.parametrize(("text", "value"), GOOD.values(), ids=GOOD)
def test_read(text: str, value: object) -> None:
    assert load_json(text) == value


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_refuse(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong, this is what its readers catch
        load_json(text)


def test_the_deepest() -> None:
    text = '[{"a": ' * (DEEPEST // 2) + "1" + "}]" * (DEEPEST // 2)
    assert load_json(text) == load_any_json(text)


@pytest.mark.parametrize(
    "name", ["half-a-pair", "half-in-a-key", "half-below", *(name for name in BAD if "too" in name)]
)
def test_a_replay_reads_what_is_json_and_no_text(name: str) -> None:
    load_any_json(BAD[name])


DEEP_LIST, DEEP_OBJECT = "[" * 5_000 + "]" * 5_000, '{"]": "\\"[", "a":' * 5_000 + "1" + "}" * 5_000


@pytest.mark.parametrize(
    "text", [DEEP_LIST, DEEP_OBJECT, f'[1, {DEEP_LIST}, {{"a": {DEEP_OBJECT}}}, "}}"]'], ids=range(3)
)
def test_a_replay_reads_json_of_any_depth_and_nothing_else_does(text: str) -> None:
    assert load_any_json(text) == TOO_DEEP
    with pytest.raises(ValueError, match="nested too deeply"):
        load_json(text)


@pytest.mark.parametrize(
    "text",
    ["[" * 5_000, f"{DEEP_LIST}]", f"{DEEP_LIST} 1", f"1{DEEP_LIST}", f"{{{DEEP_LIST}: 1}}", f'[{DEEP_LIST}, "]',
     f"[{DEEP_LIST}}}", f"[{DEEP_LIST}{DEEP_LIST}]", f"[{DEEP_LIST}, NaN]"],
    ids=range(9),
)  # fmt: skip
def test_what_is_deep_and_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong, this is what its readers catch
        load_any_json(text)
