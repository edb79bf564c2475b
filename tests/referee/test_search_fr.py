"""Questions as French players type them at the table, collected before the words of the search, find their rules."""

from __future__ import annotations

import pytest

from tests.referee.searching import found, rules_of

pytestmark = pytest.mark.unmeasured

QUESTIONS = {
    "sluff_off": (
        ("qui commence ?", "lead prediction-order"),
        ("on est obligé de fournir", "follow-suit"),
        ("j'ai plus de cette couleur je joue quoi", "follow-suit"),
        ("peut on couper meme si on a la couleur", "follow-suit"),
        ("il a fait une renonce", "revoke"),
        ("elle avait du rouge en fait", "revoke"),
        ("c'est quoi l'atout", "result-matches-cards winning-color"),
        ("entamer atout", "lead"),
        ("combien de jetons on peut prendre", "take-from-centre"),
        ("prédire zero pli", "take-from-centre"),
        ("plus de jeton bleu au milieu", "steal-only-when-centre-empty"),
        ("piquer un jeton a quelqu'un", "steal-needs-holder steal-only-when-centre-empty"),
        ("on m'a volé un jeton j'ai droit a quoi", "steal-pays-white"),
        ("a quoi servent les blancs", "white-is-wild"),
        ("joker", "white-is-wild"),
        ("j'ai oublié de rendre mon jeton", "missed-turn-in"),
        ("jeton noir quand", "black-when-nothing-fits"),
        ("y a plus de noirs", "black-runs-out"),
        ("combien vaut un jeton noir à la fin", "score"),
        ("combien de points coute le sluffer", "sluffer-score"),
        ("le sluffeur fait un pli", "sluffer-pays-nothing"),
        ("combien de manches", "rounds"),
        ("egalité a la fin", "winner"),
        ("maldone", "misdeal"),
        ("gagné un pli sans avoir le jeton", "black-when-nothing-fits"),
    ),
    "ui77": (
        ("qui donne en 1er", "first-dealer"),
        ("a quoi sert la deuxieme carte", "hand-table face-up"),
        ("combien de cartes on peut jeter", "discard-limit hand-table"),
        ("jouer atout d'entrée", "trump-broken"),
        ("on pioche quand", "draw"),
        ("c'est quoi nov", "go-nov"),
        ("on joue en combien de points", "limit"),
        ("couper le paquet", "cut"),
        ("cartes qui restent en main", "score"),
        ("l'as est la plus forte ?", "trick-winner"),
        ("slough", "score hand-table face-up"),
        ("cartes en trop a la fin", "score"),
    ),
    "popcorn": (
        ("je crois qu'il ment", "call"),
        ("qui ramasse le tas", "reveal"),
        ("on peut mentir", "claim cheating"),
        ("apres les rois on dit quoi", "rank-due"),
        ("derniere carte c'est du bluff", "last-cards"),
        ("il a joué avant son tour", "out-of-turn"),
        ("apres un bluff c'est a qui", "next-seat"),
        ("on joue des 7 ou des 9", "rank-due"),
    ),
    "fluff": (
        ("menteur", "call"),
        ("combien faut monter", "raise"),
        ("dé tombé par terre", "spill"),
        ("dé cassé", "cocked-die"),
        ("combien de dés on perd", "settle"),
        ("qui relance apres", "next-opening"),
        ("je peux redire la meme chose", "raise"),
    ),
}
ASKED = [(folder, question, ids) for folder, questions in QUESTIONS.items() for question, ids in questions]


@pytest.mark.parametrize(("folder", "question", "ids"), ASKED)
def test_a_question_finds_its_rule_among_the_first(folder: str, question: str, ids: str) -> None:
    first = found(folder, "fr", question)
    assert not set(ids.split()).isdisjoint(first), first


def test_its_rules_are_known() -> None:
    for folder, _, ids in ASKED:
        assert set(ids.split()) <= rules_of(folder)
