"""Every change of a circle, asked for by a host's phone and by another."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from companion.circles.errors import CircleHostOnly
from companion.circles.policy import CircleChange, may_change, need_permission

MAY_ANYBODY = {
    CircleChange.NAME: False,
    CircleChange.HOSTS: False,
    CircleChange.OTHERS_KEY: False,
    CircleChange.ALL_KEYS: False,
    CircleChange.RECOVERY_CODE: False,
    CircleChange.PERSON: False,
    CircleChange.MERGE: False,
    CircleChange.FORGET: False,
    CircleChange.RELEASE_GAME: False,
    CircleChange.DROP_PRESET: False,
    CircleChange.DELETE: False,
    CircleChange.KEEP_PRESET: True,
    CircleChange.OWN_KEY: True,
    CircleChange.WHOSE_PHONE: True,
}


@pytest.mark.parametrize("change", CircleChange, ids=lambda change: change.name)
def test_a_host_may_make_any_change_and_others_only_some(change: CircleChange) -> None:
    need_permission(True, change)
    assert may_change(False, change) is MAY_ANYBODY[change]
    with nullcontext() if MAY_ANYBODY[change] else pytest.raises(CircleHostOnly):
        need_permission(False, change)
