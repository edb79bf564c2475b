"""When a table or a circle was last used: those where nothing has happened since a moment may be deleted."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement
from sqlalchemy.orm import aliased
from sqlmodel import col, exists, func, select

from companion.storage.schema import CircleGameRow, CircleRow, EntryRow, KeyRow, TableRow


def table_idle(moment: datetime) -> ColumnElement[bool]:
    """Of a TableRow: nothing was entered, no key made or first used; nor has its circle been used.

    So the games of people who still play together stay.
    """
    circle, game = aliased(CircleRow), aliased(CircleGameRow)
    in_use = exists().where(
        col(game.table_id) == TableRow.id, col(game.circle_id) == circle.id, ~circle_idle(moment, circle)
    )
    return _unused(TableRow, moment) & ~in_use


def circle_idle(moment: datetime, circle: type[CircleRow] = CircleRow) -> ColumnElement[bool]:
    """Of a CircleRow: no table was opened in it, no phone has joined, nothing was changed, nor played."""
    table, game = aliased(TableRow), aliased(CircleGameRow)
    played = exists().where(col(game.circle_id) == circle.id, col(game.table_id) == table.id, ~_unused(table, moment))
    return (col(circle.used_at) < moment) & ~played


def _unused(table: type[TableRow], moment: datetime) -> ColumnElement[bool]:
    """Whether nothing has happened at the table itself."""
    latest = select(EntryRow.at).where(EntryRow.table_id == table.id).order_by(col(EntryRow.version).desc()).limit(1)
    made, used = col(KeyRow.made_at) >= moment, col(KeyRow.used_at) >= moment
    keys = exists().where(col(KeyRow.table_id) == table.id, made | used)
    return (col(table.opened_at) < moment) & func.coalesce(latest.scalar_subquery() < moment, True) & ~keys
