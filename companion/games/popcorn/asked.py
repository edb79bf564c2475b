"""How people look for the rules of Popcorn: for each rule words and questions, with semicolons between them."""

from __future__ import annotations

from companion.games.text import Text

ASKED = {
    "deal": Text(
        "who goes first; who starts; who begins; first player; start player; set-up; setup; how many cards each; "
        "dealing; left over cards; uneven; one card more; odd number; second deck; two decks; many players; how many "
        "people can play; jokers; which cards; whole deck; dealer; left of the dealer"
    ),
    "rank-due": Text(
        "which rank is due; what do i have to play; what must i play; which number comes next; next rank; order of "
        "ranks; what comes after kings; after aces; start with aces; counting up; backwards; reverse; downwards; up "
        "or down; either way; choose the rank; same rank again; round the corner; ace and king; sequence; which cards "
        "do i name; variant; wrong rank"
    ),
    "claim": Text(
        "how many cards may i play; put down; lay down; discard; bluff; lie; fake cards; not tell the truth; i have "
        "none of that rank; do not have the card; must i play; pass; skip my turn; no cards; zero cards; five cards; "
        "more than four; maximum; mix real and fake; one card; what do i say on my turn; my turn; two decks eight "
        "cards; face down; must i tell the truth"
    ),
    "call": Text(
        "who may call; challenge; doubt; call a bluff; say popcorn; shout popcorn; accuse; not believe; when may i "
        "call; how long; too late; after the next player; two people call at once; same time; simultaneous; who was "
        "first; call my own claim; call out of turn; do i have to wait for my turn; can everybody call; take back a "
        "call"
    ),
    "reveal": Text(
        "turn the cards over; show the cards; who takes the pile; pick up the pile; caught bluffing; bluff was right; "
        "wrong call; false accusation; caller was wrong; honest; penalty; lost the challenge; more cards than said; "
        "hidden cards; extra cards; sneak a card; four instead of three; one of the cards was wrong; partly true; "
        "look at all cards; bluff card count; fewer cards than said"
    ),
    "next-seat": Text(
        "who is next; whose turn; next player; next turn; after a call; after a challenge; who plays after the pile "
        "is taken; turn order; direction of play; clockwise; skip; does the winner of the call start; start again "
        "with aces; who goes after somebody picked up; continue"
    ),
    "last-cards": Text(
        "how do you win; who wins; winner; goal; aim; object; end of the game; game over; finish; last card; out of "
        "cards; no cards left; empty hand; go out; go out with a bluff; called on my last card; second place; play on "
        "for places; tie; draw; points; score; loser; run out"
    ),
    "misdeal": Text(
        "misdeal; misdealt; wrong number of cards; too many cards; one card short; missing card; dealt twice; deal "
        "again; reshuffle; card face up in the deal; incomplete deck; dealer made a mistake; joker in the deck"
    ),
    "exposed-card": Text(
        "exposed card; showed a card; dropped a card; card face up; everybody saw it; saw my cards; visible; fell on "
        "the floor; flashed; turned over by accident; revealed too early"
    ),
    "out-of-turn": Text(
        "out of turn; not his turn; played too early; wrong player; skipped a player; jumped ahead; it was my turn; "
        "played twice; two claims; overlooked; passed over"
    ),
    "looking-at-pile": Text(
        "look through the pile; look at the discard pile; peek; count the pile; check older cards; see what was "
        "played; look at old cards; search the pile; old tricks; remember; spread the pile; how many cards lie in the "
        "pile"
    ),
    "taking-back": Text(
        "take back cards; take back a card; change my claim; changed my mind; said the wrong rank; misspoke; slip of "
        "the tongue; put down the wrong card; withdraw a call; retract; undo; said the wrong number"
    ),
    "leaving": Text(
        "player leaves; has to go; quit; drop out; stop early; go home; cards of who left; somebody takes over; join "
        "later; new player; absent; give up; break"
    ),
    "cheating": Text(
        "cheat; cheating; cheated; caught; hide cards; card under the table; card in the sleeve; looked at my cards; "
        "throw a card away; dishonest; unfair; penalty for cheating; is cheating allowed"
    ),
    "table-ruling": Text(
        "move cards; give a card back; correct the count; wrong number of cards in the app; fix; we decided; agree; "
        "by agreement; dispute; argument; exception; penalty cards"
    ),
    "malformed": Text("strange entry; not understood; error in an entry"),
    "not-now": Text("why can i not enter this; button is dimmed; wrong moment"),
    "game-is-over": Text("enter something after the end; correct the last entry; finished game"),
    "nothing-to-undo": Text("undo does nothing; undo at the start"),
}
