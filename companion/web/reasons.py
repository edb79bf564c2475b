"""Why somebody disputes, rules or corrects: tapped or typed in a form, kept by the ledger, read by every phone.

The ledger keeps a reason as its phone worded it. One that was tapped is read in each phone's own language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain

from flask import request

from companion.games import GAMES
from companion.games.rulebook import AMENDS, COUNTS, RULINGS, STANDS, WITHDRAWN, Reason
from companion.games.text import Text
from companion.languages import languages
from companion.tables.snapshot import Snapshot
from companion.web.request_language import words


def tapped(offered: Iterable[Reason]) -> Reason | None:
    """The reason that was tapped in the form that came; None where none of those offered was."""
    return next((one for one in offered if one.text.message == request.form.get("because")), None)


def given(offered: Iterable[Reason]) -> str:
    """The reason as the ledger keeps it, in the language of the phone; empty where none was given."""
    typed, one = request.form.get("reason", "").strip(), tapped(offered)
    if one is None:
        return typed
    return words(Text("{reason}: {more}", reason=one.text, more=typed)) if typed else words(one.text)


def disputed(snapshot: Snapshot, one: Reason | None = None) -> str | None:
    """The rule that the form names, if the game has it; else the one that a tapped reason is about."""
    named = request.form.get("rule") or (one and one.rule)
    return named if named in {rule.id for rule in snapshot.book.game.rulebook.rules} else None


def reason_text(kept: str, game: str) -> Text | str:
    """A reason that a table's ledger keeps, to be put into words: tapped in whatever language, typed, or both."""
    known = _by_wording(game)
    if kept in known:
        return known[kept]
    first, between, more = kept.partition(": ")
    head = known.get(first.rstrip())  # French has a space before the colon
    return kept if head is None or not between else Text("{reason}: {more}", reason=head, more=more)


@lru_cache(16)
def _by_wording(game: str) -> Mapping[str, Text]:
    """All reasons that can be tapped at a table of the game, by their words in each language."""
    of_game = chain(GAMES[game].rulebook.disputes, *GAMES[game].rulebook.ruling_reasons.values())
    offered = [one.text for one in chain(STANDS, WITHDRAWN, AMENDS, COUNTS, RULINGS, of_game)]
    spoken = [languages()[code] for code in languages().offered]
    return {text.put(language): text for language in spoken for text in offered}
