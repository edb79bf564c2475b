"""How people look for the rules of Popcorn: for each rule words and questions, with semicolons between them."""

from __future__ import annotations

from companion.games.text import Text

ASKED = {
    "deal": Text(
        "who goes first; who starts; who begins; first player; start player; set-up; setup; how many cards each; "
        "dealing; left over cards; uneven; one card more; odd number; second deck; two decks; many players; how many "
        "people can play; jokers; which cards; whole deck; dealer; left of the dealer; who lays the first card; how "
        "many people; nine people; ten players; extra card; is it fair; circle; discard pile in the middle; do we use "
        "jokers; shuffle; all the cards; do you deal everything; player to start; opening player; 104 cards; 52 "
        "cards; does not divide evenly; big party"
    ),
    "rank-due": Text(
        "which rank is due; what do i have to play; what must i play; which number comes next; next rank; order of "
        "ranks; what comes after kings; after aces; start with aces; counting up; backwards; reverse; downwards; up "
        "or down; either way; choose the rank; same rank again; round the corner; ace and king; sequence; which cards "
        "do i name; variant; wrong rank; may i say sevens; which rank may i name; name any rank; one lower; one "
        "higher; what do i call them; after an ace; after a king; do suits matter; twos; start at two; reverse rank; "
        "sevens eights nines; what if we go down; skip a rank; next number after jack; two after ace; which value is "
        "next; what am i supposed to announce; descending; ascending; king back to ace; from king to ace; does it go "
        "round; jump over a rank; leave out a rank; eight or ten after nine"
    ),
    "claim": Text(
        "how many cards may i play; put down; lay down; discard; bluff; lie; fake cards; not tell the truth; i have "
        "none of that rank; do not have the card; must i play; pass; skip my turn; no cards; zero cards; five cards; "
        "more than four; maximum; mix real and fake; one card; what do i say on my turn; my turn; two decks eight "
        "cards; face down; must i tell the truth; i have no sevens; no queens in my hand; tell fibs; how many at "
        "once; three queens; real cards and fake cards; keep back a card of the rank; play just one; all four; must i "
        "play all i have; allowed to lie; announce; say how many; six cards; minimum; is bluffing allowed; show my "
        "cards when i put them down; can i play anything; cannot play; how many cards at most; at least one card; "
        "must i really have them; quantity; own none of the required cards; one true and two false; say a different "
        "number"
    ),
    "call": Text(
        "who may call; challenge; doubt; call a bluff; say popcorn; shout popcorn; accuse; not believe; when may i "
        "call; how long; too late; after the next player; two people call at once; same time; simultaneous; who was "
        "first; call my own claim; call out of turn; do i have to wait for my turn; can everybody call; take back a "
        "call; who can shout; who may say popcorn; suspect; how long can i wait; next player has already played; two "
        "shouts; first to shout; accuse somebody; call twice; call every time; must somebody call; nobody calls; i "
        "think she is lying; i do not believe it; challenge two turns ago; an earlier claim; popcorn shouted late; "
        "both of us called; yell; deadline; doubt when it is not my turn; suspicious"
    ),
    "reveal": Text(
        "turn the cards over; show the cards; who takes the pile; pick up the pile; caught bluffing; bluff was right; "
        "wrong call; false accusation; caller was wrong; honest; penalty; lost the challenge; more cards than said; "
        "hidden cards; extra cards; sneak a card; four instead of three; one of the cards was wrong; partly true; "
        "look at all cards; bluff card count; fewer cards than said; who gets the pile; who picks up; told the truth; "
        "he lied; she lied; said two but put three; only one was wrong; show all of the pile; which cards are shown; "
        "loser of the challenge; caller takes; claimer takes; stack; how much do i pick up; what if i am right; what "
        "if i am wrong; punished; i called and he had them; how many cards are uncovered; flip the cards; pile goes "
        "to whom; collect the heap; one is false; what if the challenge fails; doubted wrongly; consequence; smuggle "
        "in a card; he really had them; who takes the cards"
    ),
    "next-seat": Text(
        "who is next; whose turn; next player; next turn; after a call; after a challenge; who plays after the pile "
        "is taken; turn order; direction of play; clockwise; skip; does the winner of the call start; start again "
        "with aces; who goes after somebody picked up; continue; whose go is it; whose go now; who continues; does "
        "the challenger start; start again at aces; go on; left neighbour; what rank after a call; same rank after a "
        "call; do we skip the loser; after he takes the pile is it his turn; which rank follows after the pile was "
        "taken; continue after a call; does the one who took the pile play"
    ),
    "last-cards": Text(
        "how do you win; who wins; winner; goal; aim; object; end of the game; game over; finish; last card; out of "
        "cards; no cards left; empty hand; go out; go out with a bluff; called on my last card; second place; play on "
        "for places; tie; draw; points; score; loser; run out; when have i won; empty handed; final card; going out; "
        "finish with a lie; win with a bluff; nobody calls on the last card; keep playing for second; survive the "
        "last call; one card left; must i say i have one card left; can two win; no cards any more; first one out; "
        "does the game stop; hand is empty; runner-up; bluff with my very last card; what if my last card is a lie; "
        "aim of the game; is anybody eliminated; knocked out"
    ),
    "misdeal": Text(
        "misdeal; misdealt; wrong number of cards; too many cards; one card short; missing card; dealt twice; deal "
        "again; reshuffle; card face up in the deal; incomplete deck; dealer made a mistake; joker in the deck; 51 "
        "cards; 53 cards; not 52; card missing from the deck; cards counted wrong; joker was in the deck; unequal "
        "hands; found a card on the floor; someone has eleven and someone nine; card was missing from the start; one "
        "player got fewer cards; misprinted deck"
    ),
    "exposed-card": Text(
        "exposed card; showed a card; dropped a card; card face up; everybody saw it; saw my cards; visible; fell on "
        "the floor; flashed; turned over by accident; revealed too early; people saw the face; card turned face up; "
        "neighbour saw my hand; laid face up; showed the wrong card; accidentally turned my card over; card seen; "
        "transparent"
    ),
    "out-of-turn": Text(
        "out of turn; not his turn; played too early; wrong player; skipped a player; jumped ahead; it was my turn; "
        "played twice; two claims; overlooked; passed over; played before me; too fast; did not wait; somebody played "
        "twice; skipped me; two people played at once; laid cards although it was not his turn; wrong player laid "
        "cards"
    ),
    "looking-at-pile": Text(
        "look through the pile; look at the discard pile; peek; count the pile; check older cards; see what was "
        "played; look at old cards; search the pile; old tricks; remember; spread the pile; how many cards lie in the "
        "pile; sort through the discards; count the cards; how many cards are in the pile; check the pile; see the "
        "last cards again; look at what i played; check what is underneath; spy in the middle; may i remember the "
        "cards; see what he put down earlier"
    ),
    "taking-back": Text(
        "take back cards; take back a card; change my claim; changed my mind; said the wrong rank; misspoke; slip of "
        "the tongue; put down the wrong card; withdraw a call; retract; undo; said the wrong number; oops; said nines "
        "instead of eights; wrong number; put too many; wrong cards by mistake; sorry; take back a shout; wrong word "
        "slipped out; can i pick them up again; i said the wrong thing; exchange cards"
    ),
    "leaving": Text(
        "player leaves; has to go; quit; drop out; stop early; go home; cards of who left; somebody takes over; join "
        "later; new player; absent; give up; break; brother wants to stop; what happens with his cards; bedtime; "
        "pause; somebody arrives later; dinner; quitting in the middle; one has to go; bus"
    ),
    "cheating": Text(
        "cheat; cheating; cheated; caught; hide cards; card under the table; card in the sleeve; looked at my cards; "
        "throw a card away; dishonest; unfair; penalty for cheating; is cheating allowed; cards up the sleeve; hide a "
        "card; look at a hand; pass cards; put down more than said; drop a card; showing cards to a friend; secretly "
        "dropping a card; dishonest behaviour; hold cards back at the deal"
    ),
    "table-ruling": Text(
        "move cards; give a card back; correct the count; wrong number of cards in the app; fix; we decided; agree; "
        "by agreement; dispute; argument; exception; penalty cards; penalty card; give somebody cards; app shows the "
        "wrong number; hand count is wrong; swap cards"
    ),
}
