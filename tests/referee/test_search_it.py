"""Questions as Italian players type them at the table, collected before the words of the search, find their rules."""

from __future__ import annotations

import pytest

from tests.referee.searching import found, rules_of

pytestmark = pytest.mark.unmeasured

QUESTIONS = {
    "sluff_off": (
        ("chi comincia?", "lead prediction-order"),
        ("bisogna rispondere a colore", "follow-suit"),
        ("non ho quel colore cosa gioco", "follow-suit"),
        ("posso tagliare anche se ho il colore", "follow-suit"),
        ("non ha risposto ma ce l'aveva", "revoke"),
        ("che briscola è", "result-matches-cards winning-color"),
        ("posso uscire di briscola", "lead"),
        ("quanti gettoni posso prendere", "take-from-centre"),
        ("prevedere zero prese", "take-from-centre"),
        ("non ci sono piu blu al centro", "steal-only-when-centre-empty"),
        ("fregare un gettone a qualcuno", "steal-needs-holder steal-only-when-centre-empty"),
        ("mi hanno rubato un gettone cosa ricevo", "steal-pays-white"),
        ("a cosa serve il bianco", "white-is-wild"),
        ("jolly", "white-is-wild"),
        ("ho dimenticato di ridare il gettone", "missed-turn-in"),
        ("quando si prende il nero", "black-when-nothing-fits"),
        ("finiti i neri", "black-runs-out"),
        ("quanto vale un gettone nero", "score"),
        ("quanti punti costa lo sluffer", "sluffer-score"),
        ("lo sluffer fa una presa", "sluffer-pays-nothing"),
        ("quante mani si giocano", "rounds"),
        ("pareggio alla fine", "winner"),
        ("carte date male", "misdeal"),
    ),
    "ui77": (
        ("chi fa le carte per primo", "first-dealer"),
        ("a cosa serve la seconda carta", "hand-table face-up"),
        ("quante carte posso scartare", "discard-limit hand-table"),
        ("uscire a briscola subito", "trump-broken"),
        ("quando si pesca", "draw"),
        ("cosa vuol dire nov", "go-nov"),
        ("a quanto si arriva", "limit"),
        ("alzare il mazzo", "cut"),
        ("carte rimaste in mano", "score"),
        ("l'asso è il piu alto?", "trick-winner"),
    ),
    "popcorn": (
        ("secondo me mente", "call"),
        ("chi raccoglie il mazzo in mezzo", "reveal"),
        ("si possono dire bugie", "claim cheating"),
        ("dopo i re cosa viene", "rank-due"),
        ("bluff con l'ultima carta", "last-cards"),
        ("ha giocato prima del suo turno", "out-of-turn"),
    ),
    "fluff": (
        ("dubito", "call"),
        ("di quanto devo rilanciare", "raise"),
        ("dado caduto per terra", "spill"),
        ("dado storto", "cocked-die"),
        ("quanti dadi si perdono", "settle"),
        ("chi comincia il giro dopo", "next-opening"),
    ),
}
ASKED = [(folder, question, ids) for folder, questions in QUESTIONS.items() for question, ids in questions]


@pytest.mark.parametrize(("folder", "question", "ids"), ASKED)
def test_a_question_finds_its_rule_among_the_first(folder: str, question: str, ids: str) -> None:
    first = found(folder, "it", question)
    assert not set(ids.split()).isdisjoint(first), first


def test_its_rules_are_known() -> None:
    for folder, _, ids in ASKED:
        assert set(ids.split()) <= rules_of(folder)
