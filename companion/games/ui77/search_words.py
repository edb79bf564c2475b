"""How people look for the rules of Ui77: for each rule words and questions, with semicolons between them."""

from __future__ import annotations

from companion.games.text import Text

ASKED = {
    "first-dealer": Text(
        "who deals first; first deal; choose the dealer; first club; carly; who is the dealer; start of the game; how "
        "do we begin; draw for the deal; pick a dealer; how do we pick who deals; my name is carly; two carlys; club; "
        "deal until a club; who shuffles; who gives the cards first; dealing until clubs; handing out cards; choosing "
        "the dealer"
    ),
    "face-up": Text(
        "set-up; setup; how many cards each; nine cards; deal; three cards; card one; card two; card three; which "
        "suit is trump; what is trump; how is trump chosen; draw deck; draw pile; stock; leftover cards; rest of the "
        "deck; how many players; start of a hand; number of cards; figure; layout; turned up; what decides trump; "
        "middle card; first card; second card; third card; extra cards; remaining cards; four cards; what are the "
        "cards in the middle for; where does the draw deck come from; two players; three players; five players; how "
        "large is a hand; hand size; shuffle; how many left over; three open cards; what does card one do; undealt "
        "cards; cards per player; start hand; role of the second card; role of the third card; what is the deck next "
        "to the cards"
    ),
    "hand-table": Text(
        "what does a king mean; second card is a king; third card is a ten; "
        "queen; jack; ace; ten; seven; value of the cards; table; chart; how many tricks must "
        "i win; target; tricks to win; goal of a hand; when does trump count; when is trump active; trump in effect; "
        "immediately; after which trick; trump has no power; power of trump; how many may i throw; meaning of ranks; "
        "determinations; early trump; trump not yet working; how many tricks do i need; how many tricks must i take; "
        "what does a ten tell; trump starts to count; when do trumps become powerful; trump begins; from which trick; "
        "number on card two; number on card three; effective; does trump count yet; quota; aim of the hand; number of "
        "tricks with a six; when does trump kick in; trump not active yet; trump powerless; tricks for a jack; list "
        "of ranks; power; six; nine; eight; five; four; three; two; how many must i win; from then on trump wins"
    ),
    "swap": Text(
        "swap; exchange a card; trade; switch; replace a face-up card; all three of the same suit; three hearts; "
        "three of a suit; who may swap; order of swaps; swap twice; change trump; prior to discarding; must i swap; "
        "more than one card; all face-up cards are spades; exchange my ace; change a card on the table; when can i "
        "swap; who swaps first; replace the trump card; swap after discarding; same suit on all three; may everybody "
        "exchange; all three alike"
    ),
    "discard-limit": Text(
        "discard; throw away; get rid of cards; how many cards may i throw; how many discards; must i discard; "
        "discard none; order of discards; announce; declare; who discards first; limit of discards; dump; draw "
        "replacements; do i get new cards; after play begins; is discarding optional; do i have to tell how many; "
        "throw zero; maximum discards; face down discards; may others see my discards; when do i discard; fewer cards "
        "than others; choose what to throw; how many may i put away; permitted throws; get replacements for thrown "
        "cards; before or after the swap; not discarding; new cards for discards"
    ),
    "cut": Text(
        "cut; cutting the deck; cut the cards; offer a cut; accept a cut; penalty for a cut; point for cutting; "
        "shuffle; one point; why did i get a point; refuse a cut; both get a point; he offered me a cut; cut the "
        "pack; is cutting allowed; cut before dealing; what if i say no to the cut; is a cut bad; somebody accepted "
        "the cut; cutting costs"
    ),
    "lead": Text(
        "who leads; who leads first; first lead; first trick; start the trick; who plays first; who begins; left of "
        "the dealer; deal passes; who deals next; next dealer; next hand; dealer rotation; order of play; clockwise; "
        "direction; winner leads; whose lead; which player plays the first card; who goes first; who starts; goes "
        "next; first card of a trick; what may i lead; any card; turn order; deal goes round; who deals after that; "
        "rotation; left of the dealer plays first; opening lead; winner plays next; handing on the deal; goes round "
        "clockwise; eldest hand"
    ),
    "trump-broken": Text(
        "may i lead trump; lead a trump; break trump; trump broken; when is trump broken; start with trump; only "
        "trumps; nothing but trump; all my cards are trump; open trump; trump before it counts; powerless trump; led "
        "trump too early; first trump; hearts not broken; leading trumps too early; when is trump opened; open with "
        "trump; my hand is all trump; discard a trump on another suit; trump was played; first trump of the hand; can "
        "i play trump; not yet broken; trump was not broken but he led it; start a trick with trump; only trump "
        "cards; nobody has played trump; i would like to lead trump; too early"
    ),
    "follow-suit": Text(
        "follow suit; must i follow; do i have to follow suit; cannot follow; no card of that suit; void; what may i "
        "play; any card; may i trump; must i trump; ruff; play trump instead; forced to trump; same suit; which cards "
        "may i play; not having the suit; void in a suit; off suit; have to play the same suit; another suit; discard "
        "on a trick; what if i have none; can i refuse to follow; must i beat the card; bound to follow; a different "
        "suit; must i play it if i have it; serve; cannot serve"
    ),
    "revoke": Text(
        "penalty; renege; reneging; revoke; did not follow; should have followed; had the suit after all; penalty for "
        "reneging; wrong card; noticed later; caught; illegal play; misplay; had a spade all along; forgot to follow; "
        "threw another suit although she had it; did not follow and got caught; had one after all; played the wrong "
        "suit; suit found later; is there a penalty for not following; claims to be void; suit denied; not following "
        "although able; caught red-handed; did not serve"
    ),
    "one-card-each": Text(
        "omit to play; a card from each player; two cards in a trick; missing card in a trick; number of cards in a "
        "trick; too many cards in the trick; somebody did not play"
    ),
    "card-in-deck": Text(
        "which cards are in the deck; 52 cards; joker; standard deck; ranks; suits; what deck do we need"
    ),
    "card-played-once": Text(
        "card played twice; same card again; card was already played; face-up card in a hand; duplicate card; two of "
        "the same card"
    ),
    "trick-winner": Text(
        "who wins the trick; who takes the trick; highest card; ace high or low; is the ace high; highest trump; does "
        "trump beat; rank of the cards; order of cards; beat; best card; collect the trick; trick won; two trumps; "
        "off suit; which card beats which; are aces highest; does the highest card always win; off suit high card; "
        "two trumps in a trick; trick with trump before it counts; who gets the trick; strongest card; equal cards; "
        "ace above king; who collects the cards; does ace win over king; hierarchy"
    ),
    "draw": Text(
        "draw a card; draw; do i draw; pick up a card; who draws; how many cards do you draw; how often; after "
        "winning a trick; first four tricks; draw deck is empty; must i draw; fifth trick; do winners take a new "
        "card; take a card from the deck; after the fourth trick; new card; do losers draw; replenish; refill; draw "
        "deck used up; may i look at the card i draw; which trick do we stop drawing; which tricks give a card; does "
        "trick five give a card; card from the stock; extra card for a trick; get a card; additional card; how many "
        "draws"
    ),
    "hand-over": Text(
        "when is the hand over; end of the hand; round over; out of cards; no cards left; first empty hand; how many "
        "tricks; how long does a hand last; run out; do we play the remaining cards; last trick; last card; someone "
        "has used all cards; played all his cards; first to run out; stop the hand; do we play to the last card; "
        "nobody has cards; how many tricks are there in a hand; uneven hands; player without cards; someone is empty; "
        "hand stops; hand finishes; somebody has no cards any more"
    ),
    "score": Text(
        "penalty; scoring; how is it scored; how do you count points; points; cards left over; remaining cards; "
        "slough; sluff; slough suit; too many tricks; too few tricks; difference; penalty points; what costs points; "
        "count up; add up; unplayed cards; over and under; missed the target; points for cards in hand; cards in my "
        "hand at the end; won more tricks than the target; fewer tricks than the target; exactly on target; zero "
        "points; which cards cost nothing; what counts; slough cards; minus points; cost of a card; good score; do "
        "leftover cards hurt; count up a hand; two too few; how do i avoid points; missing the target; point "
        "calculation; do cards in hand cost; which leftover cards are free"
    ),
    "limit": Text(
        "what score do we play to; limit; target score; choose the limit; multiple of 11; eleven; 77; when do we set "
        "it; who decides; game-ending score; somebody is above already; how long is the game; length of the game; how "
        "high; end score; what total should we choose; how long do we play; which limit; short game; long game; 33; "
        "55; 99; 110; someone is above what we choose; change the limit; when everybody has dealt; play to; may we "
        "take 44; 22 or 33 or 44; choose the end score; agree on the final score; which number do we play to; game "
        "length"
    ),
    "go-nov": Text(
        "go nov; nov; exactly the limit; exact score; land on the limit; hit the limit; exactly 77; average; mean of "
        "the others; rounding; half a point; two people go nov; reset my score; new score; what does nov mean; equal "
        "to the limit; does the game end on exactly; landing precisely on the limit; exactly on the limit; score "
        "becomes the mean; how to round; round up; is nov good; what happens at exactly; everybody at the limit; "
        "reset; exactly hit; on the nose; average of the rest; two at the limit"
    ),
    "end-of-game": Text(
        "end of the game; when does the game end; game over; who wins; winner; lowest score; goal; aim; object; tie; "
        "same score; tie-breaker; second place; over the limit; above the limit; surpass; how do you win; high or "
        "low; how many hands; loser; equal scores; does everyone have to be over; is one enough; who is champion; "
        "when are we done; game finished; one player passes the limit; over 77; draw at the end; shared win; is a low "
        "score good; two winners; last hand; finish the hand; somebody exceeded; best total; reached 80; who is the "
        "winner; is anybody eliminated; knocked out"
    ),
    "misdeal": Text(
        "misdeal; misdealt; wrong number of cards; too many cards; one card short; eight cards; ten cards; deal "
        "again; reshuffle; redeal; card face up in the deal; wrong dealer; dealer made a mistake; wrong cards turned "
        "up; he got ten cards; missing card; dealt to the wrong player; two decks mixed; deck incomplete; dealt "
        "wrongly; someone got eight cards; count of cards is off"
    ),
    "exposed-card": Text(
        "exposed card; showed a card; dropped a card; card face up by accident; everybody saw it; saw my cards; "
        "visible; penalty card; flashed; played two cards at once; fell on the table; showed his king; neighbour saw "
        "my card; draw card was seen; discards were seen; turned over by mistake; card was seen; somebody saw it"
    ),
    "out-of-turn": Text(
        "out of turn; not her turn; played too early; led out of turn; wrong player led; skipped a player; jumped in; "
        "played before me; discarded out of turn; jumped the queue; did not wait; played before it was his turn; "
        "wrong leader; two cards led; led though it was not her turn; discard before my turn"
    ),
    "old-tricks": Text(
        "look at old tricks; last trick; previous tricks; see what was played; turn over a trick; look through my "
        "tricks; check an earlier trick; which cards are gone; count trumps; see a trick again; look back; face down "
        "tricks; previous trick; who played what; see the trick before; count how many trumps are gone; open a trick; "
        "what was the last trick; turn over a finished trick; finished tricks"
    ),
    "taking-back": Text(
        "take back a card; change my card; wrong card; changed my mind; take back a discard; change my discard; undo; "
        "touched a card; played by mistake; retract; misclick; card laid is played; change the card i played; oops; "
        "played the wrong card; sorry; pick up my card again; changed my number of discards; wrong card played; can i "
        "take it back; undo my card"
    ),
    "leaving": Text(
        "player leaves; has to go; quit; drop out; stop early; go home; somebody takes over; join later; new player; "
        "absent; give up; fewer players; break; stops playing; bedtime; grandma goes; pause; somebody arrives later; "
        "player missing; one player quits; abandon; dinner; called away; bus"
    ),
    "cheating": Text(
        "cheat; cheater; cheating; cheated; caught; hid a card; looked at my cards; dishonest; unfair; table talk; "
        "telling cards; penalty for cheating; signals; peek at the draw deck; whisper; help another player; secret "
        "signs; look at the draw deck; wrong count on purpose; two players against one; look into the cards of a "
        "neighbour; peep; looked at my hand; show cards to each other"
    ),
    "table-ruling": Text(
        "give points; penalty points by the table; take points off; correct a score; wrong score in the app; fix; we "
        "decided; agree; by agreement; dispute; argument; exception; house penalty; bonus points; minus points as a "
        "penalty; score in the app is wrong; change the score; additional penalty by the group; decide a penalty "
        "ourselves; everybody agrees"
    ),
}
