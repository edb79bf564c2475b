"""The rulebook: searched as one types, with an anchor a rule, and at a table with that table's choices.

It opens with the game in ten lines, and a phone can have a first game explained at the table, phase by phase.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from htmx_flask import make_response as make_htmx_response
from htmx_flask import request
from markupsafe import Markup, escape

from companion.games.game import AnyGame
from companion.games.rules_editions import EDITIONS
from companion.games.ruling import Rule
from companion.games.text import Language, Text
from companion.referee.rule_search import LONGEST, Index, Match, index_of, look_up, query_words
from companion.referee.word_match import pieces
from companion.tables.snapshot import RefereeState, Snapshot
from companion.web.compression import fresh
from companion.web.identity import explain_first_game, find_table, first_game_explained
from companion.web.lobby.house_rules import choices_of
from companion.web.offered_games import offered_games
from companion.web.request_language import spoken, words

blueprint = Blueprint("rulebook", __name__)

INDEXES = 64  # games times languages, with room for both to grow


@blueprint.get("/rules/<slug>")
def of_game(slug: str) -> Response:
    """A game's rulebook by itself. Query: `q`, what is looked up; `edition`, in the words of which box."""
    usual = offered_games().get(slug) or abort(404)
    game = usual.in_box(request.args.get("edition", ""))
    box: dict[str, Any] = {} if game.box == usual.box else {"edition": game.box}
    return _answer(game, partial(url_for, "rulebook.of_game", slug=slug, **box))


@blueprint.get("/t/<code>/rules")
def of_table(code: str) -> Response:
    """The rulebook as this table plays it. Query: `q`, what is looked up."""
    snapshot, caller = find_table(code)
    address = partial(url_for, "rulebook.of_table", code=snapshot.code)
    return _answer(snapshot.book.game, address, snapshot, may_rule=caller.keeper)


@blueprint.post("/t/<code>/rules/first-game")
def explain(code: str) -> ResponseReturnValue:
    """Switch the explanations of a first game on or off for this phone. Form: `on`, 1 or 0."""
    snapshot, _ = find_table(code)
    explain_first_game(on=request.form.get("on") == "1")
    return redirect(url_for("table.page", code=snapshot.code), 303)


def _answer(
    game: AnyGame, address: Callable[..., str], snapshot: Snapshot | None = None, *, may_rule: bool = False
) -> Response:
    """The page; for a search that is being typed only the list.

    `address` makes the page's addresses; `may_rule`: this phone may enter the table's rulings.
    """
    typed = request.args.get("q", "")[:LONGEST]
    referee = snapshot.referee if snapshot else RefereeState()
    values = {
        "game": game,
        "snapshot": snapshot,
        "address": address(),
        "typed": typed,
        "longest": LONGEST,
        "may_rule": may_rule,
        "explained": first_game_explained(),
        "sections": sections(game),
        "editions": tuple(reversed(EDITIONS)),
        "houses": choices_of(game, snapshot.header.plain.get("options", {}) if snapshot else {}),
        "precedents": {rule.id: referee.rulings_on(rule.id) for rule in game.rulebook.rules},
        **_found(game, typed),
    }
    if not request.htmx or request.htmx.history_restore_request:
        return make_response(render_template("referee/rulebook.html", **values))
    # Never cached: on the way back the browser needs the whole page from the same address.
    answer = fresh(render_template("referee/rulebook_list.html", part=True, **values))
    shown: Response = make_htmx_response(answer, replace_url=address(q=typed or None))
    return shown


def _found(game: AnyGame, typed: str) -> Mapping[str, Any]:
    """The rules to show; `searched`: they are the result of a search, not the whole book."""
    if query_words(typed):
        results = look_up(index(game, spoken()), typed)
        return {"searched": True, "found": results.rules, "taken": results.taken}
    return {"searched": False, "found": [Match(rule, 0, frozenset()) for rule in game.rulebook.rules], "taken": ()}


def sections(game: AnyGame) -> Mapping[Text, str]:
    """The parts of a game's rulebook in order, each with its anchor."""
    titles = dict.fromkeys(rule.section for rule in game.rulebook.rules if rule.section)
    return {title: f"part-{number}" for number, title in enumerate(titles, 1)}


@lru_cache(maxsize=INDEXES)
def index(game: AnyGame, language: Language) -> Index:
    """The index of a game's rules in a language, made once."""
    return index_of(game, lambda text: text.put(language), language.code)


@blueprint.app_template_global("remedy_link")
def remedy_link(snapshot: Snapshot, rule: Rule) -> str:
    """The table's ruling form, filled with what tables usually rule in such a case."""
    assert rule.remedy is not None  # noqa: S101 - asked of rules that suggest one
    filled: dict[str, Any] = {**dict(rule.remedy.fields), "reason": words(rule.remedy.reason)}
    return url_for("table_ruling.form", code=snapshot.code, **filled)


@blueprint.app_template_filter("marked")
def marked(text: Text | str, found: Collection[str] = ()) -> Markup:
    """A sentence with the words marked that were found."""
    if not found:
        return escape(words(text))
    cut = pieces(words(text), frozenset(found))
    return Markup("").join(Markup("<mark>{}</mark>").format(piece) if hit else piece for piece, hit in cut)
