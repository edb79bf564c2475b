"""Questions as people type them in Spanish, written before the words of the search, find their rules."""

from __future__ import annotations

import pytest

from tests.referee.searching import found, rules_of

pytestmark = pytest.mark.unmeasured

QUESTIONS = {
    "sluff-off": """
        hay que asistir siempre al color = follow-suit
        tengo que seguir el palo? = follow-suit
        puedo fallar con azul aunque tenga rojo = follow-suit
        hizo renuncio que pasa = revoke
        no sirvio y si que tenia verde = revoke follow-suit
        quien sale primero = lead
        se puede salir de triunfo = lead
        quién reparte = rounds deal
        cuantas cartas se dan a cada uno = deal
        cuantas fichas trae la caja = box
        cuando se puede robar una ficha a otro = steal-only-when-centre-empty steal-needs-holder
        me han robao una ficha, que me dan = steal-pays-white
        ya no quedan blancas = no-white-left
        para que sirve la ficha blanca = white-is-wild
        puedo coger una blanca al principio = no-white-or-black-in-prediction
        se me olvido devolver la ficha = missed-turn-in
        cuando me llevo una negra = black-when-nothing-fits
        no quedan fichas negras = black-runs-out
        el sluffer tiene que devolver fichas? = sluffer-pays-nothing
        cuanto vale el sluffer = sluffer-score
        empate a puntos quien gana = winner
        a cuantas rondas se juega = rounds
        repartio mal y tengo 16 cartas = misdeal
        puedo ver la baza anterior = old-tricks
        """,
    "ui77": """
        que es hacer nov = go-nov
        cuando pinta el triunfo = hand-table face-up
        cuantas cartas puedo descartar = discard-limit hand-table
        qué es el palo libre = score face-up
        cuando se roba carta = draw
        el as gana al rey = trick-winner
        puedo arrastrar de triunfo de salida = trump-broken
        me ofrecio cortar la baraja = cut
        con cuantos puntos se acaba la partida = limit end-of-game
        """,
    "popcorn": """
        se puede mentir = claim
        quien se come el monton = reveal
        despues de los reyes que toca = rank-due
        le he pillado mintiendo, se lleva las cartas? = reveal
        dos lo dijeron a la vez = call
        puedo mirar el mazo del centro = looking-at-pile
        gano si tiro la ultima carta de farol = last-cards
        """,
    "fluff": """
        el unico comodin es el animal? = bid
        puedo bajar el numero de dados al subir la apuesta = raise
        puedo decir fluff cuando no me toca = call
        si acierta justo quien pierde = settle
        se me cayo un dado al suelo = spill
        quien empieza la siguiente ronda = next-opening
        levanto el cubilete antes de tiempo = exposed-dice
        cuando estoy eliminado = last-dice
        """,
}
ASKED = [
    (slug, question.strip(), frozenset(ids.split()))
    for slug, lines in QUESTIONS.items()
    for question, _, ids in (line.partition(" = ") for line in lines.strip().splitlines())
]


@pytest.mark.parametrize(("slug", "question", "ids"), ASKED)
def test_a_question_finds_its_rule_among_the_first_three(slug: str, question: str, ids: frozenset[str]) -> None:
    first = found(slug, "es", question)
    assert not ids.isdisjoint(first), first


def test_its_rules_are_known() -> None:
    for slug, _, ids in ASKED:
        assert ids <= rules_of(slug)
