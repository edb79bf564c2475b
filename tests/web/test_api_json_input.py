"""JSON read strictly: everything that could not be told back is refused when it comes in."""

from __future__ import annotations

import json

import pytest

from companion.web.api_request import read_text

GOOD: dict[str, tuple[str | bytes, object]] = {
    "text": ('"caf\u00e9"', "caf\u00e9"),
    "bytes": ('"caf\u00e9"'.encode(), "caf\u00e9"),
    "pair": ('"\\ud83c\\udccf"', "\U0001f0cf"),
    "twice": ('{"a": 1, "a": 2}', {"a": 2}),
    "spaces": (" \n1\t", 1),
    "nul": ('"\\u0000"', "\x00"),
}
BAD: dict[str, str | bytes] = {
    "empty": "",
    "latin1": b'"caf\xe9"',
    "overlong": b'"\xc0\x80"',
    "half-in-bytes": b'"\xed\xa0\x80"',
    "half-a-pair": '"\\ud83c"',
    "half-in-a-key": '{"\\udccf": 1}',
    "half-below": '[[{"a": ["\\ud83c"]}]]',
    "nan": "NaN",
    "infinity": "[-Infinity]",
    "deep": "[" * 100_000,
    "bom": "\ufeff{}",
    "comment": "{} // none",
}


@pytest.mark.parametrize(("text", "value"), GOOD.values(), ids=GOOD)
def test_read(text: str | bytes, value: object) -> None:
    assert read_text(text) == value


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_refuse(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong, this is what its readers catch
        read_text(text)


def test_what_can_be_read_but_not_written_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_args: object, **_more: object) -> str:
        raise RecursionError

    monkeypatch.setattr(json, "dumps", give_up)
    with pytest.raises(ValueError, match="deeply"):
        read_text('["\\ud800"]')
