"""A form that opens a table, sent once or twice: one table, whose host this phone is."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from companion.games.header import Header
from companion.games.move import Move
from companion.games.people import People
from companion.service import membership
from companion.tables.keys_and_codes import shown_code
from companion.web.identity import device_label, keep_recovery_code, own_key, remember, table_known_to, tables


def open_once(
    named: str, header: Header, moves: Sequence[Move] = (), people: People | None = None, *,
    host_seat: str | None = None, circle: int | None = None,
) -> str:  # fmt: skip
    """The code of the table that this phone opens by the form of that name; a second time, of the same one.

    `named` is empty where the form has no name. Arguments and errors are those of `TableService.open`. The recovery
    code is told on the seats' page.
    """
    key = own_key(named or secrets.token_hex(16))
    code, recovery = tables().open_once(
        header, moves, people, host_key=key, label=device_label(), host_seat=host_seat, circle=circle
    )
    remember(code, key)
    actor = membership.actor(tables(), code, key)
    if recovery is None and actor is not None and table_known_to(code, actor).version == len(moves):
        recovery = membership.new_recovery(tables(), actor)  # the answer that told it was lost to the second tap
    if recovery is not None:
        keep_recovery_code(code, shown_code(recovery))
    return code
