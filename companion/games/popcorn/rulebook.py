"""The rulebook of Popcorn, complete and in order. Facts from the sheet, words our own."""

from __future__ import annotations

from companion.games.rulebook import Rulebook
from companion.games.text import Text

BOUNDS = (2, 10)
"""How many may play: the fewest, and the most."""
BOOK = Rulebook("one-sheet", (Text("Popcorn sheet"),))

BOOK.section(Text("Before the first claim"))
DEAL = BOOK.rule(
    "deal",
    Text("All cards are dealt"),
    Text(
        "The whole deck of 52 is dealt out as evenly as it goes, or two decks of 104 in a bigger group; the odd cards "
        "go round from the dealer\u2019s left. So does the first turn, unless somebody else is chosen."
    ),
    Text("Five players: ten cards each, and the two on the dealer\u2019s left have eleven."),
    readings=BOOK.left_open(
        Text("Some may have a card more than others; nothing about who, nor about who begins."),
        Text("The odd cards and the first turn go to the dealer\u2019s left."),
    ),
    option="decks",
)
BOOK.section(Text("Claims"))
RANK_DUE = BOOK.rule(
    "rank-due",
    Text("The rank that is due"),
    Text(
        "Aces come first, then each claim names the next rank: twos, threes and so on, kings, and aces again. A table "
        "may count down instead, or let each seat choose one up or one down from the rank named last."
    ),
    Text("Ann has claimed queens: kings are due, and after them aces."),
    readings=BOOK.left_open(
        Text("One up or one down; nothing about what lies beside an ace, or beside a king."),
        Text("Round the corner: twos or kings after aces, aces or queens after kings."),
    ),
    option="direction",
)
CLAIM = BOOK.rule(
    "claim",
    Text("What a claim may say"),
    Text(
        "On your turn you put cards face down and say how many of the due rank they are: one to four, "
        "with two decks up to eight, and never more than you hold. What they really are is your own "
        "affair."
    ),
    Text("Ben holds three cards, so he cannot say four jacks."),
    readings=BOOK.left_open(
        Text("One to four cards; for two decks it gives no number."),
        Text("As many as there are of a rank: four with one deck, eight with two."),
    ),
)
BOOK.section(Text("Calls"))
CALL = BOOK.rule(
    "call",
    Text("Popcorn!"),
    Text(
        "Anybody but the claimer may doubt a claim aloud, until the next player has claimed. Of several "
        "calls the first to reach the app counts."
    ),
    Text("Katie and Ann shout together; Ann\u2019s call was there 0.2 s before, so it is hers."),
    readings=BOOK.left_open(
        Text("A player who suspects a bluff calls; nothing about two at once, or until when."),
        Text("The first call that reaches the app, before the next claim."),
    ),
    see=("reveal",),
)
REVEAL = BOOK.rule(
    "reveal",
    Text("The cards are turned over"),
    Text(
        "After a call the claimed cards are shown. If they are what was said, the caller takes the whole pile; if "
        "not, the claimer takes it. Where the table allows unseen extra cards, more than was said is a bluff too."
    ),
    Text("\u201cThree queens\u201d, and four queens lie there: a bluff, and the pile is Ben\u2019s."),
    option="hidden_count",
    see=("call", "next-seat"),
)
BOOK.rule(
    "next-seat",
    Text("On to the next player"),
    Text("However a call ends, the player to the left of the claimer goes next, with the next rank."),
    Text("Ben bluffed on sevens and took the pile: Cat goes on, and eights are due."),
)
BOOK.section(Text("The end"))
BOOK.rule(
    "last-cards",
    Text("The last cards"),
    Text(
        "Whoever has put down the last card has won, once everybody has let that claim pass, or a call "
        "has shown that it was honest."
    ),
    Text(
        "Ann says \u201cone king\u201d, her last card; Ben calls, a king lies there: Ann wins, and Ben takes the pile."
    ),
)
BOOK.section(Text("No sheet says"))


def _usual(rule_id: str, title: Text, says: Text, example: Text, reason: Text, *, cards: int) -> None:
    """Declare what tables usually do, and how many `cards` of the pile go to the offender."""
    BOOK.usual(rule_id, title, says, example, reason, (), count=cards, **{"from": "pile"})


_usual(
    "misdeal",
    Text("A wrong deal"),
    Text(
        "Before the first claim, most tables collect the cards and deal again. Seen later, everybody keeps what they "
        "hold, and the app is told who really has how many."
    ),
    Text("Cat has a card too many and aces are already down: she keeps it, and the host moves one to her in the app."),
    Text("The deal was wrong"),
    cards=1,
)
_usual(
    "exposed-card",
    Text("A card that everybody has seen"),
    Text(
        "Most tables let the player take it up again, or leave it where it was put: it counts as claimed, and whoever "
        "has seen a wrong rank may call as on any claim."
    ),
    Text("Ben says \u201ctwo fives\u201d and a nine turns over as he lays them down: Ann calls at once."),
    Text("Exposed a card"),
    cards=1,
)
_usual(
    "out-of-turn",
    Text("Played out of turn"),
    Text(
        "Most tables give the cards back as long as nobody has called or gone on after them; once somebody has, they "
        "stay, and the player who was passed over goes next."
    ),
    Text("Dan puts sixes down before Cat has played her fives: he takes them back, and it is Cat\u2019s turn."),
    Text("Played out of turn"),
    cards=1,
)
_usual(
    "looking-at-pile",
    Text("Looking at the pile"),
    Text(
        "Nobody looks at cards in the pile until somebody has to take it, and after a call only the cards of that "
        "claim are turned over. How many lie there may always be asked: the app counts them."
    ),
    Text("Ann would like to know how many kings are in the pile: nobody may look."),
    Text("Looked at the pile"),
    cards=2,
)
_usual(
    "taking-back",
    Text("Taking back cards or a word"),
    Text(
        "Most tables let a slip of the tongue be put right at once, but cards that touch the pile stay there, and "
        "\u201cPopcorn!\u201d once shouted is a call. In the app, Undo takes the entry back."
    ),
    Text(
        "Ben says \u201cthree nines\u201d although eights are due, and corrects himself before Cat moves: eights it is."
    ),
    Text("Took cards back"),
    cards=1,
)
_usual(
    "leaving",
    Text("A player who leaves"),
    Text(
        "Most tables let somebody else play on with the hand, or deal its cards out to the others. The host can move "
        "the seat to another phone."
    ),
    Text("Dan has to go: his brother takes over the nine cards and Dan\u2019s place."),
    Text("Left the game"),
    cards=1,
)
_usual(
    "cheating",
    Text("Cheating"),
    Text(
        "Lying about a claim is the game. Hiding cards, dropping them or looking at another hand is not. "
        "Most tables let whoever is caught take the whole pile."
    ),
    Text("Two kings turn up under Ben\u2019s chair: he takes them back, and the pile as well."),
    Text("Caught cheating"),
    cards=5,
)
SEAT_RULES = BOOK.seat_rules(
    BOUNDS,
    late_joiner=(
        Text(
            "Before the first claim somebody new may sit down, and all cards are dealt again. Later nobody has cards "
            "for a newcomer: they take over somebody\u2019s seat and hand, or wait for the next game."
        ),
        Text("Eve comes while aces are due for the first time: the cards are collected and dealt to five."),
    ),
    leaver=(
        Text(
            "Somebody who goes can be played on by whoever takes over the seat; or, while no claim stands, the seat "
            "is taken out, and its cards go to the pile. Before the first claim all cards are dealt again instead."
        ),
        Text("Dan has to go just after a call: his nine cards lie in the pile now, for whoever is wrong next."),
    ),
    moved_seats=(
        Text(
            "While no claim stands players may change places with their cards. Whose turn it is stays so; before the "
            "first claim all cards are dealt again."
        ),
        Text("Ann would like to sit beside Cat: they swap before sevens are claimed, and play goes on clockwise."),
    ),
)
BOOK.section(Text("Keeping the book"))
TABLE_RULING = BOOK.rule(
    "table-ruling",
    Text("The table may rule"),
    Text(
        "Before the next claim the table may move cards between two players, or a player and the pile, "
        "for a reason; all cards stay in the game, and nobody\u2019s hand is emptied by it. The last claim can "
        "still be called."
    ),
    Text("Two cards stuck together: the table moves one from the pile back to Ben."),
    "ours",
)
MALFORMED, NOT_NOW, GAME_IS_OVER, NOTHING_TO_UNDO = BOOK.book_keeping(
    malformed=Text("\u201cBen says three elevens\u201d is not understood: no card has that rank."),
    not_now=Text("Cat has called on Ben\u2019s sevens: until they are turned over, nobody claims eights."),
    game_is_over=Text("Ann\u2019s last cards were let pass, but Dan had called: undo, then enter his call."),
    nothing_to_undo=Text("Cat taps Undo before anybody has claimed aces."),
)
