"""Tells who started the server, where no phone has come after a minute, what usually is in the way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from companion.games.text import Text
from companion.web.ops.no_phone_yet import Heard

LOOK_SECONDS = 5.0


async def tell_when_nobody_comes(
    heard: Heard,
    tell: Callable[[Sequence[Text]], object],
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Call `tell` once where nobody has come in time; return when somebody has."""
    while heard.waits:
        lines = heard.in_the_way()
        if lines:
            tell(lines)
            return
        await pause(LOOK_SECONDS)
