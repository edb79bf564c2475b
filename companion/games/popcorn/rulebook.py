"""The rulebook of Popcorn, complete and in order. Facts from the sheet, words our own."""

from __future__ import annotations

from companion.games.popcorn import no_sheet
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
BOOK.include(no_sheet.BOOK.rules)
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
