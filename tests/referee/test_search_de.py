"""Forty questions as German players type them, written before the words of the German search were.

Each finds one of its rules among the first three.
"""

from __future__ import annotations

import pytest

from tests.referee.searching import found, rules_of

pytestmark = pytest.mark.unmeasured

QUESTIONS = {
    "sluff_off": (
        ("muss ich bedienen", "follow-suit"),
        ("nicht bedient, was jetz", "revoke"),
        ("sie hatte doch noch rot", "revoke"),
        ("darf man mit blau stechen", "follow-suit winning-color result-matches-cards"),
        ("wer kommt raus", "lead"),
        ("wer sagt als erstes an", "prediction-order"),
        ("keine blauen mehr da, darf ich klauen", "steal-only-when-centre-empty steal-needs-holder"),
        ("was kriegt der bestohlene", "steal-pays-white"),
        ("kann ich null stiche ansagen", "take-from-centre"),
        ("joker siegel abgeben obwohl ich die farbe hab", "white-with-match white-is-wild"),
        ("schwarze siegel alle", "black-runs-out"),
        ("strafsiegel", "black-when-nothing-fits score"),
        ("vergessen siegel abzugeben", "missed-turn-in"),
        ("wieviel minuspunkte hat der saboteur", "sluffer-score"),
        ("schwarzmagier nachdem ich schon siegel genommen hab", "sluffer-instead-of-tokens"),
        ("vergeben", "misdeal"),
        ("letzten stich nochmal anschaun", "old-tricks"),
    ),
    "ui77": (
        ("darf ich trumpf ausspielen", "trump-broken"),
        ("wann zählt trumpf", "hand-table trick-winner"),
        ("wieviele karten abwerfen", "discard-limit hand-table"),
        ("abheben strafpunkt", "cut"),
        ("was heisst nov", "go-nov"),
        ("ist das as hoch oder niedrig", "trick-winner"),
        ("karte nachziehn", "draw"),
        ("farbe nicht zugegeben", "revoke follow-suit"),
        ("bis wieviel punkte spielen wir", "limit"),
    ),
    "popcorn": (
        ("wer darf zweifeln", "call"),
        ("wieviele karten darf ich legen", "claim"),
        ("was kommt nach dem könig", "rank-due"),
        ("gelogen, wer muss den stapel nehmen", "reveal"),
        ("mit der letzten karte bluffen", "last-cards"),
        ("heimlich mehr karten hinlegen", "reveal claim"),
        ("karte runtergefallen", "exposed-card"),
    ),
    "fluff": (
        ("darf ich auf joker bieten", "bid"),
        ("wieviel höher muss ich bieten", "raise"),
        ("hochbieten", "raise"),
        ("anzweifeln wenn ich nicht dran bin", "call settle"),
        ("würfel vom tisch gefallen", "spill"),
        ("würfel steht auf kippe", "cocked-die"),
        ("wer fängt nächste runde an", "next-opening"),
    ),
}  # fmt: skip


def _asked() -> list[tuple[str, str, frozenset[str]]]:
    return [(folder, question, frozenset(ids.split())) for folder, all_ in QUESTIONS.items() for question, ids in all_]


def test_there_are_forty_of_them() -> None:
    assert len(_asked()) == 40


@pytest.mark.parametrize(("folder", "question", "ids"), _asked(), ids=[question for _, question, _ in _asked()])
def test_a_german_question_finds_its_rule(folder: str, question: str, ids: frozenset[str]) -> None:
    assert ids <= rules_of(folder)
    first = found(folder, "de", question)
    assert not ids.isdisjoint(first), first
