"""How people look for the rules of Fluff: for each rule words and questions, with semicolons between them."""

from __future__ import annotations

from companion.games.text import Text

ASKED = {
    "first-roll": Text(
        "who starts the game; who goes first; who begins; first player; start player; roll off; set-up; setup; how "
        "many dice does each player get; five dice each; how many players; two three five six eight twelve people; "
        "second set; tie on the first roll; both have the same number of wilds; what do we need to play; goal; who "
        "takes the first turn; decide who begins; how is the start decided; do we need cups; one cup each; too many "
        "players; which dice belong to whom; which one of us starts rolling; nobody has wilds; no wilds in the first "
        "roll; two players; play it with two; everyone rolls; honour of the first bid"
    ),
    "bid": Text(
        "what is a bid; what do i say on my turn; wild dice; joker; animal; ones; the face with the animal; can i bid "
        "on wilds; do wilds count; do my own dice count; must i have what i bid; bluff; guess; values; lowest value; "
        "which numbers are on the dice; bidding ones; all dice of all players together; first bid; bid on something i "
        "do not have; if i have none of it; what am i guessing; how many of one number are on the table; animal "
        "faces; under all cups; explain bids; does the animal count as any number; do my dice count for the bid; at "
        "least or exactly; what can i call out; may i lie; bet; target number"
    ),
    "raise": Text(
        "beat a bid; raise the bid; how much higher; outbid; same quantity higher value; more dice lower value; fewer "
        "dice higher value; lower the quantity; same bid again; repeat a bid; skip numbers; jump; maximum bid; "
        "highest possible bid; more dice than there are; impossible bid; can i pass my turn; do i have to bid; is my "
        "bid high enough; minimum raise; six of a higher number; what must the next bid be; next bid; which bids are "
        "allowed; go down to a lower value; sixes to twos; fewer than the last bid; increase the number; raise both; "
        "only raise the value; stay silent; higher bid; too low; 8 fours after 7 sixes; smallest raise; too many dice "
        "in the bid; more dice than on the table; bid the identical thing; smaller value but more dice; overbid; is 6 "
        "twos above 5 sixes; twenty dice; what are my possibilities; i do not want to bid higher; stay at the same "
        "quantity; only the value; minimum increase; up the bid; upping"
    ),
    "call": Text(
        "who may call; when may i call; challenge; doubt; liar; call a bluff; call out of turn; interrupt; not my "
        "turn; call my own bid; two people call at once; same time; simultaneous; who was first; shouted together; "
        "too late to call; do not believe; can i pass; first call; after the next bid; does the left player have to "
        "answer; respond to a bid; say fluff; shout fluff; yell; anyone; only the next player; not during my turn; "
        "cry fluff when it is not my turn; across the table; quicker; everybody screamed; can the bidder withdraw; "
        "call himself; alternative to bidding; what else can i do instead of bidding; right-hand neighbour; i do not "
        "believe the bid"
    ),
    "settle": Text(
        "who shows first; what happens after a call; count the dice; show your dice; reveal; lift the cups; how many "
        "dice do i lose; lose a die; lose two dice; penalty; price; wrong call; right call; bid was right; exactly as "
        "many; exact; spot on; one die left and call out of turn; who loses; caller was wrong; bidder lied; do wilds "
        "count; where does the lost die go; set it aside; check a bid; count all dice; how do we count; who pays; "
        "caller loses; bidder loses; double penalty; more than bid; fewer than bid; what do i win; what if i am "
        "right; what if i am wrong; truth; there were as many as bid; more turned up than bid; precisely; it was "
        "true; nobody believed me; how to resolve a call; does the bidder lose more; caller has it right; who is "
        "punished; spare dice over the bid; discard a die"
    ),
    "next-opening": Text(
        "who starts the next round; new round; next round; after a call; loser opens; who begins after somebody is "
        "out; roll again; roll all dice anew; reroll; do we shake again; opening bid; who bids first now; winner of "
        "the call; can i keep my roll; loser starts; who rolls; all roll again; second round; who leads the bidding; "
        "the one who lost; start fresh; keep my dice as they are; after losing a die do i bid first; new throw; who "
        "opens if the loser is eliminated; winner or loser begins"
    ),
    "spill": Text(
        "sloppy style; spilled dice; dropped a die; die fell out of the cup; off the table; on the floor; lost a die; "
        "dice flew away; fell under the table; does a fallen die count; pick it up again; variant; house rule; rolled "
        "off; razor edge; dice jumped out of the cup; under the sofa; rolled away; clumsy; landed on the floor; "
        "slipped out; hopped away; is sloppy style on; fallen dice; strict variant"
    ),
    "last-dice": Text(
        "how do you win; who wins; winner; end of the game; game over; when is it over; last one left; eliminated; "
        "knocked out; out of dice; no dice left; when am i out; second place; draw; can two players win; object; aim; "
        "goal; what is the point of the game; is there a score; zero dice; still in the game; no more dice; can i "
        "come back; survivor; when does it stop; lost my fifth die; lost my last die; ranking at the end; kicked out; "
        "end condition; how many rounds; how long"
    ),
    "hidden-dice": Text(
        "can i show my dice; hide my dice; peek; look under my cup; look at my dice again; secret; see the dice of "
        "others; shake the cup; how do we roll; re-roll; may i tell what i have; table talk; look twice; keep dice "
        "covered; flip the cup; lift my own cup; may others see; cover; what am i allowed to look at; show one die; "
        "tell the truth about my dice; keep my hand over the dice; look a second time; must i show my roll"
    ),
    "cocked-die": Text(
        "cocked die; leaning die; die on its edge; stacked dice; one on top of another; not flat; crooked; misroll; "
        "wrong number of dice; too many dice; forgot a die; misdeal; stuck in the cup; tilted; redo the roll; "
        "standing on a corner; on its edge; upright; not lying flat; unclear die; cannot read the die; die on another "
        "die; six dice; four dice by mistake; lying on top of each other; touching the cup; two dice stuck together"
    ),
    "exposed-dice": Text(
        "exposed dice; showed my dice by accident; lifted the cup too early; cup fell over; knocked over; everybody "
        "saw my dice; turned a die; touched my dice; exposed card; a die was visible; cup tipped over; others saw; "
        "peeked at my dice; revealed a die; cup slipped; opened my cup too soon; knocked the cup over; premature show"
    ),
    "out-of-turn": Text(
        "bid out of turn; played before his turn; it was not her turn; wrong player bid; skipped a player; too early; "
        "jumped in; order of play; was skipped; turn order; bid when it was not my turn; somebody was passed over; "
        "wrong direction; clockwise; she went before me; premature bid; two bid at once; somebody answered for me"
    ),
    "taking-back": Text(
        "take back a bid; change my bid; changed my mind; misspoke; said the wrong number; slip of the tongue; "
        "withdraw a call; take back a call; undo a bid; correct my bid; unsay; retract; i meant fives; said it wrong; "
        "wrong bid; sorry; can i correct myself; call too hasty; take it back; misheard; exchange a die"
    ),
    "leaving": Text(
        "player leaves; has to go home; quit; stop early; drop out; somebody else takes over; late; join later; new "
        "player joins; phone call; break; absent; give up; bedtime; toilet; pause; fewer people now; somebody arrives "
        "later; called away; must go; dinner; bus; telephone"
    ),
    "cheating": Text(
        "cheat; cheating; cheated; caught; turned a die over secretly; hid a die; looked at other dice; dishonest; "
        "unfair; stole a die; swapped dice; penalty for cheating; is cheating allowed; turned a die round; secretly; "
        "lied about the dice when showing; miscounted on purpose; figure out a way to cheat; caught peeking in my "
        "cup; unfair play; counted wrongly on purpose; changed his dice; changing dice under the cup"
    ),
    "table-ruling": Text(
        "give a die back; take a die away; correct the dice; wrong number of dice in the app; fix the count; we "
        "decided; agree on something; penalty by agreement; dispute; argument; exception; wrong number of dice; "
        "someone lost a die too many; give somebody another chance; handicap; children get more dice"
    ),
}
