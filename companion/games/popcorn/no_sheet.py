"""What the sheet of Popcorn says nothing about, and what tables usually do: our own, each with a ruling at hand."""

from __future__ import annotations

from companion.games.rulebook import Rulebook
from companion.games.ruling import Rule
from companion.games.text import Text

BOOK = Rulebook()
BOOK.section(Text("No sheet says"))


def usual(rule_id: str, title: Text, says: Text, example: Text, cards: int, reason: Text) -> Rule:
    """A rule of what tables usually do, with the cards of the pile that go to the offender where any do."""
    return BOOK.usual(rule_id, title, says, example, reason, (), count=cards, **{"from": "pile"})


usual(
    "misdeal",
    Text("A wrong deal"),
    Text(
        "Before the first claim, most tables collect the cards and deal again. Seen later, everybody keeps what they "
        "hold, and the app is told who really has how many."
    ),
    Text("Cat has a card too many and aces are already down: she keeps it, and the host moves one to her in the app."),
    1,
    Text("The deal was wrong"),
)
usual(
    "exposed-card",
    Text("A card that everybody has seen"),
    Text(
        "Most tables let the player take it up again, or leave it where it was put: it counts as claimed, and whoever "
        "has seen a wrong rank may call as on any claim."
    ),
    Text("Ben says \u201ctwo fives\u201d and a nine turns over as he lays them down: Ann calls at once."),
    1,
    Text("Exposed a card"),
)
usual(
    "out-of-turn",
    Text("Played out of turn"),
    Text(
        "Most tables give the cards back as long as nobody has called or gone on after them; once somebody has, they "
        "stay, and the player who was passed over goes next."
    ),
    Text("Dan puts sixes down before Cat has played her fives: he takes them back, and it is Cat\u2019s turn."),
    1,
    Text("Played out of turn"),
)
usual(
    "looking-at-pile",
    Text("Looking at the pile"),
    Text(
        "Nobody looks at cards in the pile until somebody has to take it, and after a call only the cards of that "
        "claim are turned over. How many lie there may always be asked: the app counts them."
    ),
    Text("Ann would like to know how many kings are in the pile: nobody may look."),
    2,
    Text("Looked at the pile"),
)
usual(
    "taking-back",
    Text("Taking back cards or a word"),
    Text(
        "Most tables let a slip of the tongue be put right at once, but cards that touch the pile stay there, and "
        "\u201cPopcorn!\u201d once shouted is a call. In the app, Undo takes the entry back."
    ),
    Text(
        "Ben says \u201cthree nines\u201d although eights are due, and corrects himself before Cat moves: eights it is."
    ),
    1,
    Text("Took cards back"),
)
usual(
    "leaving",
    Text("A player who leaves"),
    Text(
        "Most tables let somebody else play on with the hand, or deal its cards out to the others. The host can move "
        "the seat to another phone."
    ),
    Text("Dan has to go: his brother takes over the nine cards and Dan\u2019s place."),
    1,
    Text("Left the game"),
)
usual(
    "cheating",
    Text("Cheating"),
    Text(
        "Lying about a claim is the game. Hiding cards, dropping them or looking at another hand is not. "
        "Most tables let whoever is caught take the whole pile."
    ),
    Text("Two kings turn up under Ben\u2019s chair: he takes them back, and the pile as well."),
    5,
    Text("Caught cheating"),
)
