"""The picture in the README can be taken of the app as it is (`make gallery ARGS=--readme` does)."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Phone
from tests.browser.gallery import take_readme_picture


def test_the_readme_s_picture_is_taken(phone: Phone, tmp_path: Path) -> None:
    take_readme_picture(phone(), phone(), tmp_path / "phone.png")
    assert (tmp_path / "phone.png").stat().st_size > 20_000
