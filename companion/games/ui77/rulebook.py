"""The rulebook of Ui77, complete and in order. Facts from the sheet, words our own."""

from __future__ import annotations

from companion.games.rulebook import Rulebook
from companion.games.ruling import Grid, Reading
from companion.games.text import Text
from companion.games.ui77 import rulebook_customs
from companion.games.ui77.face_up_meaning import HAND_TABLE as SETS

BOUNDS = (2, 5)
"""How many may play: the fewest, and the most."""
BOOK = Rulebook("one-sheet", (Text("Joshua Vandercar\u2019s sheet"),))
rule = BOOK.rule


def when_trump_counts(after: int) -> Text:
    """The cell of the hand table that says when trump counts."""
    return Text("after trick {n}", n=after) if after else Text("at once")


def cell(number: int) -> Text:
    """A cell of the hand table that holds a number."""
    return Text("{n}", n=number)


BOOK.section(Text("The deal"))
rule(
    "first-dealer",
    Text("Who deals first"),
    Text(
        "Cards go round face up, and whoever gets the first club deals first. A player called Carly may choose "
        "instead who it is to be."
    ),
    Text("Bob is dealt the 4\u2663 before anybody else sees a club: Bob deals the first hand."),
    readings=BOOK.left_open(
        Text("Carly may take the first deal. What if two players are called Carly is left open."),
        Text("The table says who deals first when it is opened; any Carly may be asked before."),
    ),
)
FACE_UP = rule(
    "face-up",
    Text("Nine cards each, three face up"),
    Text(
        "Each seat gets nine cards; three lie face up, four more are the draw deck. Card one, next to the draw deck, "
        "sets trump; card two the slough suit, how many cards may be thrown and when trump takes effect; card three "
        "how many tricks to win."
    ),
    Text("4\u2665, 6\u2660, 7\u2666: trump hearts from trick 3, throw up to 2, win 4, spades left cost nothing."),
)
HAND_TABLE = rule(
    "hand-table",
    Text("What a rank sets"),
    Text(
        "The rank of card two says how many cards each player may throw and when trump counts, the rank of card three "
        "how many tricks to win. Before trump counts it may be played, but beats nothing."
    ),
    Text("Card two is a 9: each player may throw 3 cards, and trump counts from trick 2."),
    see=("face-up",),
    grid=Grid(
        (Text("Rank"), Text("Throw"), Text("Tricks to win"), Text("Trump counts")),
        tuple(
            (Text("{rank}", rank=rank), cell(throw), cell(win), when_trump_counts(after))
            for rank, (throw, win, after) in SETS.items()
        ),
    ),
)
SWAP = rule(
    "swap",
    Text("Three of one suit: a swap"),
    Text(
        "If all three face-up cards are of one suit, each player in turn from the dealer\u2019s left, before "
        "anybody discards, may put a card of that suit from hand in the place of one of them."
    ),
    Text("5\u2665, K\u2665, 2\u2665: Bob puts his A\u2665 in the place of the K\u2665, and now 1 card may be thrown."),
    readings=BOOK.left_open(
        Text("Each player has a chance in turn."),
        Text("One card each; a swap skips the players before it, and the first discard skips all the others."),
    ),
)
DISCARD_LIMIT = rule(
    "discard-limit",
    Text("Throw in turn, up to the limit"),
    Text(
        "In turn from the dealer\u2019s left, each player says once how many cards they throw: none, or up to "
        "as many as card two allows."
    ),
    Text("Card two is a 3, so one card may go; Ann says \u201cnone\u201d, then it is Bob\u2019s turn."),
)
CUT = rule(
    "cut",
    Text("A cut costs a point"),
    Text(
        "Whoever offers a cut or accepts one gets a point, added when the hand is scored; a cut before "
        "the deal counts in that hand."
    ),
    Text("Ann offers Bob the cards to cut and he does: a point for each of them in the hand that she deals."),
)
BOOK.section(Text("The tricks"))
LEAD = rule(
    "lead",
    Text("Who leads, and who deals next"),
    Text(
        "The player on the dealer\u2019s left leads to the first trick, and whoever takes a trick leads to the next. "
        "Play goes clockwise. Won tricks lie face down. After each hand the deal passes to the left."
    ),
    Text("Ann deals: Bob leads first. Dan takes that trick and leads to the second. Bob deals the next hand."),
    readings=BOOK.left_open(
        Text("The winner collects the trick; nothing about how it lies."),
        Text("Face down, so that nobody looks through it."),
    ),
    see=("trick-winner",),
)
TRUMP_BROKEN = rule(
    "trump-broken",
    Text("Trump is led once it is broken"),
    Text("Lead trump only after a trump has been played in this hand, or when you hold nothing else."),
    Text("No heart has been seen yet and hearts are trump: Ann leads another suit."),
    readings=BOOK.left_open(
        Text(
            "Not before trump is broken; nothing about a hand of trump alone, or about a trump that beats nothing yet."
        ),
        Text(
            "A trump breaks it even before trump counts. If you hold nothing but trump, you may lead it, and "
            "say so. The app refuses a trump lead only if it knows that no trick of this hand had a trump in "
            "it: from the cards, or because the table said so."
        ),
    ),
)
FOLLOW_SUIT = rule(
    "follow-suit",
    Text("Follow the suit that is led"),
    Text("If you hold the suit that was led, play it; if not, play any card."),
    Text("Spades are led and Cat holds the 2\u2660: she plays it."),
)
rule(
    "revoke",
    Text("Caught not following"),
    Text(
        "If a player did not follow a suit and plays it later, the app shows both tricks, unless they "
        "drew a card in between; the table decides what it costs."
    ),
    Text("Bob plays a club on a diamond in trick 5 and a diamond in trick 7."),
    "silent",
    readings=BOOK.left_open(
        Text("Nothing about what a revoke costs."),
        Text(
            "Both tricks are shown, and the table decides. A card drawn in between may explain it; then "
            "nothing is shown."
        ),
    ),
)
ONE_CARD_EACH = rule(
    "one-card-each",
    Text("One card each"),
    Text("A recorded trick has exactly one card from every player."),
    Text("With five players, four cards are not a trick."),
    "arithmetic",
)
CARD_IN_DECK = rule(
    "card-in-deck",
    Text("A card of the deck"),
    Text("The deck has 52 cards: ace, king, queen, jack and 10 to 2 of clubs, diamonds, hearts and spades."),
    Text("A 1 of hearts is no card; an ace is written A."),
    "arithmetic",
)
CARD_PLAYED_ONCE = rule(
    "card-played-once",
    Text("Each card once"),
    Text("No card is played twice in a hand, and one that lies face up is in nobody\u2019s hand."),
    Text("The 9\u2660 lies face up as card two, so nobody can play it."),
    "arithmetic",
)
TRICK_WINNER = rule(
    "trick-winner",
    Text("Who takes the trick"),
    Text(
        "Once trump is in effect the highest trump takes it, else the highest card of the suit led; the winner leads "
        "the next trick. Aces are high."
    ),
    Text(
        "9\u2660, K\u2660, 2\u2665 with hearts trump: the king takes it before trump counts, the 2\u2665 from then on."
    ),
    readings=BOOK.left_open(
        Text("Highest rank; nothing about the ace."), Text("The ace is the highest card of its suit.")
    ),
)
rule(
    "draw",
    Text("Four winners draw"),
    Text("If you win one of the first four tricks of a hand, you draw a card for it."),
    Text("Dan takes tricks 1 and 3: two of the four cards are his, and he holds two more than he would."),
)
BOOK.section(Text("The score and the end"))
rule(
    "hand-over",
    Text("The first empty hand ends it"),
    Text("The hand ends as soon as any player has no card left."),
    Text("Ann threw four cards and took no early trick: after trick 5 her hand is empty, and everybody counts."),
)
SCORE = rule(
    "score",
    Text("What a hand costs"),
    Text(
        "The difference between the tricks to win and the tricks taken, a point for each card left that is not of the "
        "slough suit, and the cuts."
    ),
    Text("Win 3: Cat took 5 and holds two clubs and a spade, spades cost nothing: 5 \u2212 3 + 2 = 4."),
    readings=BOOK.left_open(
        Text("It counts these three."),
        Text("The same; and even with a table ruling a hand never costs less than nothing."),
    ),
)
LIMIT = rule(
    "limit",
    Text("The score that ends it"),
    Text("Once everybody has dealt, the table sets the limit: a multiple of 11."),
    Text("Four players have dealt, the highest total is 31: they settle on 77."),
    readings=BOOK.left_open(
        Text("The players choose; nothing about totals that are higher already."),
        Text("If somebody is above it already, the game ends at once; a total equal to it stays."),
    ),
)
GO_NOV = rule(
    "go-nov",
    Text("Go Nov"),
    Text(
        "If your total is exactly the limit after a hand, it becomes the average of the other totals "
        "after that hand, rounded to the nearest point, halves up. Play goes on, unless somebody else is "
        "above the limit."
    ),
    Text("The limit is 77, Ann comes to 77, Bob has 40 and Cat 51: the average is 45.5, and Ann has 46."),
    readings=(
        *BOOK.left_open(
            Text("The average; nothing about halves, or about two at once."),
            Text("To the nearest point, halves up. Two at once each take the average of the others, one another too."),
        ),
        Reading(Text("house rule"), Text("Always down, or always up.")),
    ),
    option="nov_rounding",
    see=("end-of-game", "limit"),
)
rule(
    "end-of-game",
    Text("Above the limit"),
    Text(
        "The game ends with the hand that takes somebody above the limit. The lowest total wins; equal totals share it."
    ),
    Text("The limit is 77: Bob comes to 80, and Dan with 33 has won."),
    readings=BOOK.left_open(
        Text("Says nothing about ties, or about a hand that also sends somebody Nov."),
        Text("Ties share the win. First whoever is at the limit goes Nov, then the game ends all the same."),
    ),
    see=("go-nov", "limit"),
)
BOOK.include(rulebook_customs.BOOK.rules)
SEAT_RULES = BOOK.seat_rules(
    BOUNDS,
    late_joiner=(
        Text(
            "Between two hands, before the next one has begun, somebody new may sit down. They begin with as "
            "many points as whoever is last, unless the table says otherwise; who comes back has their own. "
            "Nobody sits down with more than the limit."
        ),
        Text("After the second hand the totals are 6, 9 and 14: Eve sits down and begins with 14."),
    ),
    leaver=(
        Text(
            "Somebody who goes can be played on by the others, or by whoever takes over the seat; or the seat "
            "is taken out between two hands. Then the points stay in the book without a place, and where it "
            "was their deal, the player to the left deals."
        ),
        Text("Bob has to go after the third hand with 12 points: the others play on, and he can come back."),
    ),
    moved_seats=(
        Text("Between two hands players may change places. All keep their points, and the dealer the deal."),
        Text("Ann would like to sit beside Cat: before the next hand they say so, and the turns follow."),
    ),
)
BOOK.section(Text("Keeping the book"))
TABLE_RULING = rule(
    "table-ruling",
    Text("The table may rule"),
    Text(
        "While a hand is played, the table may give a player points or take some away, for a reason; "
        "never below nothing."
    ),
    Text("Bob\u2019s revoke is proven: the table gives him 3 points."),
    "ours",
)
MALFORMED, NOT_NOW, GAME_IS_OVER, NOTHING_TO_UNDO = BOOK.book_keeping(
    malformed=Text("\u201cAnn throws half a card\u201d is not understood: cards are counted in whole numbers."),
    not_now=Text("Until three cards lie face up, nobody throws any."),
    game_is_over=Text("Bob is above the limit, and Cat has miscounted her spades: undo, then enter them as they are."),
    nothing_to_undo=Text("Ann taps Undo at a new table, before any card has been turned up."),
)
