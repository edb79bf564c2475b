"""Questions as Dutch players type them, with their slips and their slang, find their rules among the first three.

Written before the words of the search were made.
"""

from __future__ import annotations

import pytest

from tests.referee.searching import found, rules_of

pytestmark = pytest.mark.unmeasured

ASKED = {
    "sluff-off": (
        ("moet ik kleur bekennen", "follow-suit"),
        ("mag je introeven als je de kleur nog hebt", "follow-suit"),
        ("wat kost verzaken", "revoke"),
        ("wie mag er uitkomen", "lead"),
        ("fiche pikken van iemand anders", "steal-only-when-centre-empty steal-needs-holder"),
        ("witte fiches zijn op", "no-white-left"),
        ("vergeten in te leveren", "missed-turn-in"),
        ("slag gehaalt die ik niet wou", "black-when-nothing-fits"),
        ("gelijkspel wie wint er dan", "winner"),
        ("hoeveel punten voor een zwarte", "score"),
        ("verkeerd gedeeld", "misdeal"),
        ("krijgt de sluffer strafpunten", "sluffer-score sluffer-pays-nothing"),
    ),
    "ui77": (
        ("wie moet er delen", "first-dealer lead"),
        ("wanneer telt troef", "hand-table"),
        ("hoeveel kaarten mag ik wegooien", "discard-limit hand-table"),
        ("kaart ruilen met de tafel", "swap"),
        ("afnemen na het schudden", "cut"),
        ("mag ik met troef beginnen", "trump-broken"),
        ("is de aas hoog of laag", "trick-winner"),
        ("kaart pakken van de stapel na een slag", "draw"),
        ("precies op de grens uitgekomen", "go-nov"),
        ("tot hoeveel punten spelen we", "limit"),
    ),
    "popcorn": (
        ("mag je liegen", "claim"),
        ("welk getal komt er na de heer", "rank-due"),
        ("wie moet de stapel pakken", "reveal"),
        ("twee roepen tegelijk", "call"),
        ("laatste kaart met bluf", "last-cards"),
        ("hoeveel kaarten krijgt iedereen", "deal"),
        ("stiekem in de stapel gluren", "looking-at-pile cheating"),
        ("hoeveel kaarten mag je tegelijk opleggen", "claim"),
        ("wie is er aan de beurt na het roepen", "next-seat"),
    ),
    "fluff": (
        ("hoeveel hoger moet mijn bod zijn", "raise"),
        ("telt de joker mee", "bid"),
        ("dobbelsteen op de grond gevallen", "spill"),
        ("ik geloof het niet", "call"),
        ("wie begint de volgende ronde", "next-opening"),
        ("steen ligt scheef", "cocked-die"),
        ("hoeveel stenen raak je kwijt", "settle"),
        ("mag ik nog een keer onder mijn beker kijken", "hidden-dice"),
        ("wanneer lig je eruit", "last-dice"),
    ),
}


@pytest.mark.parametrize("slug", ASKED)
def test_each_question_finds_its_rule(slug: str) -> None:
    missed = [asked for asked, ids in ASKED[slug] if set(ids.split()).isdisjoint(found(slug, "nl", asked))]
    assert missed == []


def test_its_rules_are_known() -> None:
    for slug, asked in ASKED.items():
        assert {one for _, ids in asked for one in ids.split()} <= rules_of(slug)
