"""Sluff Off! as people ask about it: the words of every move, the rules behind it, the cards of the deck."""

from __future__ import annotations

from companion.games.game import Face, Move, Question
from companion.games.ruling import Text
from companion.games.sluff_off import moves
from companion.games.sluff_off.state import State, deck

COLOR = Text("Which colour?")
PREDICTING = ("prediction-order", "no-white-or-black-in-prediction")
TURNING_IN = ("turn-in-is-owed", "turn-in-by-winner")

QUESTIONS: dict[type[Move], Question] = {
    moves.Take: Question(Text("Take a token"), {"color": COLOR}, ("take-from-centre", *PREDICTING)),
    moves.Steal: Question(
        Text("Steal"),
        {"color": COLOR, "from": Text("From whom?")},
        ("steal-only-when-centre-empty", "steal-needs-holder", "steal-pays-white", *PREDICTING),
    ),
    moves.Sluffer: Question(
        Text("Take the Sluffer"), {}, ("sluffer-instead-of-tokens", "one-sluffer", "prediction-order")
    ),
    moves.Done: Question(Text("Finish the prediction"), {}, ("prediction-order",)),
    moves.TrickClaim: Question(
        Text("Record a trick"),
        {
            "winner": Text("Who took it?"),
            "led": Text("Led in which colour?"),
            "won_with": Text("Won with which colour?"),
        },
        ("winning-color", "turn-in-before-next-trick"),
    ),
    moves.TrickCards: Question(
        Text("Who takes this trick?"),
        {
            "cards": Text("The cards, the leader\u2019s first"),
            "winner": Text("Who claims it?"),
            "led": Text("Which colour is said to be led?"),
            "won_with": Text("Which colour is said to win?"),
        },
        ("result-matches-cards", "one-card-each", "follow-suit"),
    ),
    moves.TurnIn: Question(
        Text("Turn in"), {"color": COLOR}, ("turn-in-fits-trick", "white-is-wild", "white-with-match", *TURNING_IN)
    ),
    moves.MissTurnIn: Question(Text("Lead on without turning in"), {}, ("missed-turn-in", *TURNING_IN)),
    moves.TokenRuling: Question(
        Text("Move tokens by a ruling"),
        {"color": COLOR, "from": Text("From where?"), "to": Text("To where?")},
        ("table-ruling",),
    ),
    moves.PointsRuling: Question(
        Text("Give points by a ruling"),
        {"seat": Text("To whom?"), "points": Text("How many points?")},
        ("table-ruling", "score"),
    ),
}


def cards(state: State) -> tuple[Face, ...]:
    """The deck of this table, a colour after the other; what was played in this round is gone."""
    return tuple(
        Face(name, card.suit, str(card.rank), name in state.round.played)
        for name, card in deck(len(state.setup.seats)).items()
    )


def order(state: State) -> tuple[str, ...]:
    """The seats from the leader on, clockwise."""
    setup = state.setup
    return tuple(setup.seats[setup.left_of(state.leader, i)] for i in range(len(setup.seats)))
