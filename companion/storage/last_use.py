"""When a table or a circle was last used: those where nothing has happened since a moment may be deleted."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, FromClause, exists, func, select

from companion.storage.schema import CIRCLE_GAMES, CIRCLES, ENTRIES, KEYS, TABLES


def table_idle(moment: datetime) -> ColumnElement[bool]:
    """Of a row of TABLES: nothing was entered, no key made or first used; nor has its circle been used.

    So the games of people who still play together stay.
    """
    circle, game = CIRCLES.alias(), CIRCLE_GAMES.alias()
    in_use = exists().where(
        game.c.table_id == TABLES.c.id, game.c.circle_id == circle.c.id, ~circle_idle(moment, circle)
    )
    return _unused(TABLES, moment) & ~in_use


def circle_idle(moment: datetime, circle: FromClause = CIRCLES) -> ColumnElement[bool]:
    """Of a row of CIRCLES: no table was opened in it, no phone has joined, nothing was changed, nor played."""
    table, game = TABLES.alias(), CIRCLE_GAMES.alias()
    played = exists().where(game.c.circle_id == circle.c.id, game.c.table_id == table.c.id, ~_unused(table, moment))
    return (circle.c.used_at < moment) & ~played


def _unused(table: FromClause, moment: datetime) -> ColumnElement[bool]:
    """Whether nothing has happened at the table itself."""
    latest = select(ENTRIES.c.at).where(ENTRIES.c.table_id == table.c.id).order_by(ENTRIES.c.version.desc()).limit(1)
    keys = exists().where(KEYS.c.table_id == table.c.id, (KEYS.c.made_at >= moment) | (KEYS.c.used_at >= moment))
    return (table.c.opened_at < moment) & func.coalesce(latest.scalar_subquery() < moment, True) & ~keys
