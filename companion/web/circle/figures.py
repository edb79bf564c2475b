"""Figures as they are written: means, shares, lengths of time, each in the phone's language."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache

from babel.numbers import format_decimal, format_percent

from companion.circles.statistics import TallySum
from companion.games.text import Text
from companion.web.request_language import locale_name
from companion.web.template_helpers import signed

NONE = "\u2013"

Cell = tuple[str, str]
"""What a table tells in one place, and what stands small under it (nothing: "")."""


def decimal(value: float | None) -> str:
    """A number with one digit behind the point, or a dash for none: "2.4", in German "2,4"."""
    return NONE if value is None else _written(round(value, 1), locale_name())


@lru_cache(1024)
def _written(value: float, locale: str) -> str:
    return format_decimal(value, "0.0", locale=locale)


def whole(number: int | None) -> str:
    """A whole number, with a minus sign where it is below nothing, or a dash for none."""
    return NONE if number is None else signed(number, "")


def tallied(found: TallySum, games: int) -> Cell:
    """A tally over so many games: a share, and under it of how many; or a sum, and under it what that makes a game."""
    if found.of is None:
        return str(found.count), decimal(found.count / games if games else None)
    if not found.of:
        return NONE, ""
    return _percent(round(100 * found.count / found.of), locale_name()), f"{found.count}/{found.of}"


@lru_cache(1024)
def _percent(value: int, locale: str) -> str:
    return format_percent(value / 100, locale=locale)


def length(time: timedelta) -> Text:
    """How long something was, in hours and minutes."""
    hours, minutes = divmod(max(1, round(time.total_seconds() / 60)), 60)
    return Text("{hours} h {minutes} min", hours=hours, minutes=minutes) if hours else Text("{n} min", n=minutes)
