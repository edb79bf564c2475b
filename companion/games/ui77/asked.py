"""How people look for the rules of Ui77: for each rule words and questions, with semicolons between them."""

from __future__ import annotations

from companion.games.text import Text

ASKED = {
    "first-dealer": Text(
        "who deals first; first deal; choose the dealer; first club; carly; who is the dealer; start of the game; how "
        "do we begin; draw for the deal; pick a dealer"
    ),
    "face-up": Text(
        "set-up; setup; how many cards each; nine cards; deal; three cards; card one; card two; card three; which "
        "suit is trump; what is trump; how is trump chosen; draw deck; draw pile; stock; leftover cards; rest of the "
        "deck; how many players; start of a hand; number of cards; figure; layout; turned up; what decides trump"
    ),
    "hand-table": Text(
        "what does a king mean; queen; jack; ace; ten; seven; value of the cards; table; chart; how many tricks must "
        "i win; target; tricks to win; goal of a hand; when does trump count; when is trump active; trump in effect; "
        "immediately; after which trick; trump has no power; power of trump; how many may i throw; meaning of ranks; "
        "determinations; early trump; trump not yet working"
    ),
    "swap": Text(
        "swap; exchange a card; trade; switch; replace a face-up card; all three of the same suit; three hearts; "
        "three of a suit; who may swap; order of swaps; swap twice; change trump; prior to discarding; must i swap; "
        "more than one card"
    ),
    "discard-limit": Text(
        "discard; throw away; get rid of cards; how many cards may i throw; how many discards; must i discard; "
        "discard none; order of discards; announce; declare; who discards first; limit of discards; dump; draw "
        "replacements; do i get new cards; after play begins"
    ),
    "cut": Text(
        "cut; cutting the deck; cut the cards; offer a cut; accept a cut; penalty for a cut; point for cutting; "
        "shuffle; one point; why did i get a point; refuse a cut; both get a point"
    ),
    "lead": Text(
        "who leads; who leads first; first lead; first trick; start the trick; who plays first; who begins; left of "
        "the dealer; deal passes; who deals next; next dealer; next hand; dealer rotation; order of play; clockwise; "
        "direction; winner leads; whose lead"
    ),
    "trump-broken": Text(
        "may i lead trump; lead a trump; break trump; trump broken; when is trump broken; start with trump; only "
        "trumps; nothing but trump; all my cards are trump; open trump; trump before it counts; powerless trump; led "
        "trump too early; first trump; hearts not broken"
    ),
    "follow-suit": Text(
        "follow suit; must i follow; do i have to follow suit; cannot follow; no card of that suit; void; what may i "
        "play; any card; may i trump; must i trump; ruff; play trump instead; forced to trump; same suit; which cards "
        "may i play"
    ),
    "revoke": Text(
        "renege; reneging; revoke; did not follow; should have followed; had the suit after all; penalty for "
        "reneging; wrong card; noticed later; caught; illegal play; misplay; had a spade all along; forgot to follow"
    ),
    "one-card-each": Text(
        "a card from each player; two cards in a trick; missing card in a trick; number of cards in a trick; too many "
        "cards in the trick; somebody did not play"
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
        "off suit"
    ),
    "draw": Text(
        "draw a card; draw; do i draw; pick up a card; who draws; how many cards do you draw; how often; after "
        "winning a trick; first four tricks; draw deck is empty; must i draw; fifth trick"
    ),
    "hand-over": Text(
        "when is the hand over; end of the hand; round over; out of cards; no cards left; first empty hand; how many "
        "tricks; how long does a hand last; run out; do we play the remaining cards; last trick; last card"
    ),
    "score": Text(
        "scoring; how is it scored; how do you count points; points; cards left over; remaining cards; slough; sluff; "
        "slough suit; too many tricks; too few tricks; difference; penalty points; what costs points; count up; add "
        "up; unplayed cards; over and under; missed the target"
    ),
    "limit": Text(
        "what score do we play to; limit; target score; choose the limit; multiple of 11; eleven; 77; when do we set "
        "it; who decides; game-ending score; somebody is above already; how long is the game; length of the game; how "
        "high; end score"
    ),
    "go-nov": Text(
        "go nov; nov; exactly the limit; exact score; land on the limit; hit the limit; exactly 77; average; mean of "
        "the others; rounding; half a point; two people go nov; reset my score; new score; what does nov mean; equal "
        "to the limit; does the game end on exactly"
    ),
    "end-of-game": Text(
        "end of the game; when does the game end; game over; who wins; winner; lowest score; goal; aim; object; tie; "
        "same score; tie-breaker; second place; over the limit; above the limit; surpass; how do you win; high or "
        "low; how many hands; loser; equal scores"
    ),
    "misdeal": Text(
        "misdeal; misdealt; wrong number of cards; too many cards; one card short; eight cards; ten cards; deal "
        "again; reshuffle; redeal; card face up in the deal; wrong dealer; dealer made a mistake; wrong cards turned "
        "up"
    ),
    "exposed-card": Text(
        "exposed card; showed a card; dropped a card; card face up by accident; everybody saw it; saw my cards; "
        "visible; penalty card; flashed; played two cards at once; fell on the table"
    ),
    "out-of-turn": Text(
        "out of turn; not her turn; played too early; led out of turn; wrong player led; skipped a player; jumped in; "
        "played before me; discarded out of turn"
    ),
    "old-tricks": Text(
        "look at old tricks; last trick; previous tricks; see what was played; turn over a trick; look through my "
        "tricks; check an earlier trick; which cards are gone; count trumps; see a trick again; look back; face down "
        "tricks"
    ),
    "taking-back": Text(
        "take back a card; change my card; wrong card; changed my mind; take back a discard; change my discard; undo; "
        "touched a card; played by mistake; retract; misclick; card laid is played"
    ),
    "leaving": Text(
        "player leaves; has to go; quit; drop out; stop early; go home; somebody takes over; join later; new player; "
        "absent; give up; fewer players; break"
    ),
    "cheating": Text(
        "cheat; cheater; cheating; cheated; caught; hid a card; looked at my cards; dishonest; unfair; table talk; "
        "telling cards; penalty for cheating; signals; peek at the draw deck"
    ),
    "table-ruling": Text(
        "give points; penalty points by the table; take points off; correct a score; wrong score in the app; fix; we "
        "decided; agree; by agreement; dispute; argument; exception; house penalty"
    ),
    "malformed": Text("strange entry; not understood; error in an entry"),
    "not-now": Text("why can i not enter this; button is dimmed; wrong moment"),
    "game-is-over": Text("enter something after the end; correct the last entry; finished game"),
    "nothing-to-undo": Text("undo does nothing; undo at the start"),
}
