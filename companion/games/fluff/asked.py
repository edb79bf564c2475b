"""How people look for the rules of Fluff: for each rule words and questions, with semicolons between them."""

from __future__ import annotations

from companion.games.text import Text

ASKED = {
    "first-roll": Text(
        "who starts the game; who goes first; who begins; first player; start player; roll off; set-up; setup; how "
        "many dice does each player get; five dice each; how many players; two three five six eight twelve people; "
        "second set; tie on the first roll; both have the same number of wilds; what do we need to play; goal"
    ),
    "bid": Text(
        "what is a bid; what do i say on my turn; wild dice; joker; animal; ones; the face with the animal; can i bid "
        "on wilds; do wilds count; do my own dice count; must i have what i bid; bluff; guess; values; lowest value; "
        "which numbers are on the dice; bidding ones; all dice of all players together; first bid"
    ),
    "raise": Text(
        "raise the bid; how much higher; outbid; same quantity higher value; more dice lower value; fewer dice higher "
        "value; lower the quantity; same bid again; repeat a bid; skip numbers; jump; maximum bid; highest possible "
        "bid; more dice than there are; impossible bid; can i pass my turn; do i have to bid; is my bid high enough; "
        "minimum raise; six of a higher number"
    ),
    "call": Text(
        "who may call; when may i call; challenge; doubt; liar; call a bluff; call out of turn; interrupt; not my "
        "turn; call my own bid; two people call at once; same time; simultaneous; who was first; shouted together; "
        "too late to call; do not believe; can i pass; first call; after the next bid"
    ),
    "settle": Text(
        "what happens after a call; count the dice; show your dice; reveal; lift the cups; how many dice do i lose; "
        "lose a die; lose two dice; penalty; price; wrong call; right call; bid was right; exactly as many; exact; "
        "spot on; one die left and call out of turn; who loses; caller was wrong; bidder lied; do wilds count; where "
        "does the lost die go; set it aside"
    ),
    "next-opening": Text(
        "who starts the next round; new round; next round; after a call; loser opens; who begins after somebody is "
        "out; roll again; roll all dice anew; reroll; do we shake again; opening bid; who bids first now; winner of "
        "the call; can i keep my roll"
    ),
    "spill": Text(
        "sloppy style; spilled dice; dropped a die; die fell out of the cup; off the table; on the floor; lost a die; "
        "dice flew away; fell under the table; does a fallen die count; pick it up again; variant; house rule; rolled "
        "off"
    ),
    "last-dice": Text(
        "how do you win; who wins; winner; end of the game; game over; when is it over; last one left; eliminated; "
        "knocked out; out of dice; no dice left; when am i out; second place; draw; can two players win; object; aim; "
        "goal; what is the point of the game; is there a score"
    ),
    "hidden-dice": Text(
        "can i show my dice; hide my dice; peek; look under my cup; look at my dice again; secret; see the dice of "
        "others; shake the cup; how do we roll; re-roll; may i tell what i have; table talk; look twice; keep dice "
        "covered"
    ),
    "cocked-die": Text(
        "cocked die; leaning die; die on its edge; stacked dice; one on top of another; not flat; crooked; misroll; "
        "wrong number of dice; too many dice; forgot a die; misdeal; stuck in the cup; tilted; redo the roll"
    ),
    "exposed-dice": Text(
        "exposed dice; showed my dice by accident; lifted the cup too early; cup fell over; knocked over; everybody "
        "saw my dice; turned a die; touched my dice; exposed card; a die was visible"
    ),
    "out-of-turn": Text(
        "bid out of turn; played before his turn; it was not her turn; wrong player bid; skipped a player; too early; "
        "jumped in; order of play; was skipped; turn order"
    ),
    "taking-back": Text(
        "take back a bid; change my bid; changed my mind; misspoke; said the wrong number; slip of the tongue; "
        "withdraw a call; take back a call; undo a bid; correct my bid; unsay; retract"
    ),
    "leaving": Text(
        "player leaves; has to go home; quit; stop early; drop out; somebody else takes over; late; join later; new "
        "player joins; phone call; break; absent; give up"
    ),
    "cheating": Text(
        "cheat; cheating; cheated; caught; turned a die over secretly; hid a die; looked at other dice; dishonest; "
        "unfair; stole a die; swapped dice; penalty for cheating; is cheating allowed"
    ),
    "table-ruling": Text(
        "give a die back; take a die away; correct the dice; wrong number of dice in the app; fix the count; we "
        "decided; agree on something; penalty by agreement; dispute; argument; exception"
    ),
    "malformed": Text("strange entry; not understood; error in an entry"),
    "not-now": Text("why can i not enter this; button is dimmed; wrong moment"),
    "game-is-over": Text("enter something after the end; correct the last entry; finished game"),
    "nothing-to-undo": Text("undo does nothing; undo at the start"),
}
