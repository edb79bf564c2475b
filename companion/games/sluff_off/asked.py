"""How people look for the rules of Sluff Off!: for each rule words and questions, with semicolons between them."""

from __future__ import annotations

from companion.games.text import Text

ASKED = {
    "box": Text(
        "set-up; setup; components; contents; what is in the box; how many tokens; how many blue tokens; how many "
        "white; how many black; 27 tokens; missing token; token lost; yellow token; supply; chips; what do we need; "
        "seals; pieces; number of each colour"
    ),
    "edition": Text(
        "edition; other box; another name; wizard extreme; die sieben siegel; zing; german version; seals; black "
        "magician; saboteur; yellow; other colours; which version; printing"
    ),
    "deal": Text(
        "how many cards each; how many cards do we deal; 15 cards; which cards for three players; four players; five "
        "players; take cards out; remove cards; unused cards; leftover cards; left over cards in the box; set-up; "
        "setup; how many tricks in a round; 15 tricks; number of players; how many can play; two players; shuffle; "
        "highest card for three players"
    ),
    "prediction-order": Text(
        "who predicts first; who begins; who bids first; bidding order; turn order in the prediction; whose turn to "
        "predict; clockwise; left of the dealer; all at once; simultaneous; who starts the round"
    ),
    "take-from-centre": Text(
        "how many tokens may i take; how many tricks may i predict; predict zero; bid nothing; take no token; none; "
        "zero tricks; maximum prediction; predict; bid; guess my tricks; take a token; more than three of one colour; "
        "must i take tokens; no limit; pick tokens; must the predictions add up; fewer tokens than tricks"
    ),
    "steal-only-when-centre-empty": Text(
        "steal; take from another player; no token of that colour left; centre is empty; colour is gone; all taken; "
        "when may i steal; none left in the middle; out of orange; although some are left; sold out; may i rob"
    ),
    "steal-needs-holder": Text(
        "from whom can i steal; steal from whom i like; may the victim refuse; choose the player; say no to a steal; "
        "steal from myself; which player must give it; who has the colour; steal white; steal from the sluffer; steal "
        "from anyone"
    ),
    "steal-pays-white": Text(
        "what do i get when somebody steals from me; compensation; white in return; replacement; my token was stolen; "
        "lost my token; where do white tokens come from; how do i get a white token; get a joker; why did i get a "
        "white one; swap for white"
    ),
    "no-white-left": Text(
        "no white tokens left; whites are gone; out of white; steal without white; unpaid steal; fifth steal; whites "
        "run out; all four white taken"
    ),
    "no-white-or-black-in-prediction": Text(
        "take a white token in the prediction; take a black token; choose white; start with a joker; predict white; "
        "begin with a wild; white from the centre; may i take white; pick a white at the beginning"
    ),
    "one-sluffer": Text(
        "who can be the sluffer; two sluffers; second sluffer; must somebody be sluffer; nobody wants the sluffer; "
        "take the sluffer; become sluffer; sluffer already taken; what is the sluffer; what does the sluffer do; "
        "role; saboteur; black magician; same person twice; sluffer optional"
    ),
    "sluffer-instead-of-tokens": Text(
        "sluffer after taking tokens; sluffer and tokens; may the sluffer predict; changed my mind and want the "
        "sluffer; does the sluffer have tokens; sluffer gets a token; both; sluffer holds no tokens; switch to "
        "sluffer; put tokens back for the sluffer"
    ),
    "lead": Text(
        "who leads; who leads first; first lead; first trick; who starts the first trick; who plays first; whose "
        "lead; next trick; winner leads; lead trump; lead with trump; may i lead trump; start with trump; break "
        "trump; does trump have to be broken; may the sluffer lead; sluffer won the trick; first card; open with "
        "blue; won tricks; where do tricks go; face down; which card may i lead"
    ),
    "turn-in-before-next-trick": Text(
        "when do i turn in; at once; immediately; before the next trick; settle the trick; turn in later; lead before "
        "turning in; how long do i have; in time; hurry; next card was played; order of turning in and leading; save "
        "a token for later"
    ),
    "winning-color": Text(
        "which colour wins; colour of a trick; what colour is the trick; won with trump; trumped trick; off colour; "
        "does another colour win; led colour; can green win a red trick; which colour counts"
    ),
    "one-card-each": Text(
        "a card from each player; two cards in a trick; missing card in a trick; number of cards in a trick; somebody "
        "did not play; too many cards in the trick"
    ),
    "card-in-deck": Text(
        "which cards are in the deck; how many cards; what cards for three players; four players; highest card; range "
        "of the numbers; 1 to 15; numbers; take out cards; 75 cards; size of the deck; zero or joker cards; how many "
        "of each colour"
    ),
    "card-played-once": Text(
        "card played twice; same card again; already played; duplicate card; two of the same card; double"
    ),
    "result-matches-cards": Text(
        "trump; who wins the trick; who takes the trick; highest card; trump beats; does a low trump beat a high "
        "card; what is trump; which colour is trump; trump suit; is blue always trump; two trumps; higher trump; "
        "wrong winner; same number; high card; off suit cards; order of cards; beat"
    ),
    "turn-in-fits-trick": Text(
        "which token do i turn in; discard a token; put back; give back; get rid of a token; lose a token; return a "
        "token; matching token; trick won with trump; choice between two tokens; either colour; led blue; fits; right "
        "token; token for a trumped trick; which colour counts; hand in"
    ),
    "white-is-wild": Text(
        "joker; wild; wildcard; white token; what is white for; use white; any trick; what does white do; "
        "play a white; get rid of white; turn in white"
    ),
    "white-with-match": Text(
        "white although i have the colour; pay with white; turn in white instead; keep my red and give white; choose "
        "white; must i use the colour first; white before colour; white first; use the joker by choice; allowed to "
        "use white"
    ),
    "turn-in-is-owed": Text(
        "must i turn in; do i have to discard; keep my token; keep it for later; save a token; refuse to turn in; "
        "take a black instead; choose a black token; optional; forced to turn in; may i hold on to it; discard; "
        "compulsory"
    ),
    "turn-in-by-winner": Text(
        "who turns in; who pays; do the others turn in; only the winner; somebody else discards; turn in for a trick "
        "i lost; wrong player turned in; turn in without winning; others give back"
    ),
    "black-when-nothing-fits": Text(
        "penalty; penalty token; black token; when do i get a black; trick i did not predict; unwanted trick; wrong "
        "colour; no matching token; no token left; punishment; too many tricks; extra trick; won a trick by accident; "
        "predicted nothing and won; minus three"
    ),
    "black-runs-out": Text(
        "no black tokens left; blacks are gone; out of black; black runs out; seventh black; more than six; all six "
        "taken; no penalty left"
    ),
    "missed-turn-in": Text(
        "forgot to turn in; forgot my token; forget to discard; too late; turn in later; make up for it; noticed "
        "later; led on without turning in; caught not turning in; next trick has begun; missed; next trick already "
        "started; catch up; overlooked"
    ),
    "sluffer-pays-nothing": Text(
        "sluffer takes a trick; does the sluffer get black; does the sluffer turn in; sluffer wins; penalty for the "
        "sluffer; sluffer pays; what happens when the sluffer wins a trick; sluffer discards; may the sluffer win "
        "tricks"
    ),
    "follow-suit": Text(
        "follow suit; must i follow; do i have to follow; follow colour; cannot follow; no card of that colour; void; "
        "what may i play; any card; play blue instead; trump although i have the colour; must i trump; may i trump; "
        "trump any time; ruff; sluff; slough off; throw off; forced to trump; which cards may i play; must i beat; "
        "must i win the trick if i can"
    ),
    "revoke": Text(
        "renege; reneging; revoke; did not follow; should have followed; had the colour after all; penalty for "
        "reneging; wrong card; noticed later; caught; illegal card; misplay; forgot to follow; did not follow suit; "
        "lied about being void"
    ),
    "score": Text(
        "scoring; how do you score; how do you count points; points; token values; what does a token cost; worth; "
        "white token worth; black token worth; end of the round; minus points; penalty points; left over tokens; no "
        "tokens left; perfect round; zero points; how much; good or bad; score sheet; tokens in hand at the end"
    ),
    "sluffer-score": Text(
        "sluffer points; how does the sluffer score; what does the sluffer cost; sluffer with three players; four or "
        "five points; less for black tokens; can the sluffer go below zero; negative; sluffer earns; points of the "
        "sluffer; do his black tokens count; minimum"
    ),
    "rounds": Text(
        "how many rounds; length of the game; how long; when does the game end; last round; end of the game; game "
        "over; who deals next; next dealer; deal passes; new round; number of rounds; next round; six rounds; when "
        "are we done; first dealer; who deals"
    ),
    "winner": Text(
        "who wins; how do you win; winner; goal; aim; object; objective; lowest score; fewest points; most points; "
        "tie; tie-breaker; same score; second place; equal; ranking; end of the game; high or low; shared win; loser; "
        "draw; point of the game"
    ),
    "misdeal": Text(
        "misdeal; misdealt; wrong number of cards; too many cards; one card short; fourteen cards; sixteen cards; "
        "deal again; reshuffle; redeal; wrong cards in the deck; card face up in the deal; dealer made a mistake; "
        "dealt a card too many"
    ),
    "exposed-card": Text(
        "exposed card; showed a card; dropped a card; card face up by accident; everybody saw it; saw my cards; "
        "visible; penalty card; flashed; played two cards at once; fell on the table"
    ),
    "out-of-turn": Text(
        "out of turn; not her turn; played too early; led out of turn; wrong player led; skipped a player; jumped in; "
        "played before me; predicted out of turn; before his turn; wrong order"
    ),
    "old-tricks": Text(
        "look at old tricks; last trick; previous tricks; see what was played; turn over a trick; look through my "
        "tricks; check an earlier trick; which cards are gone; count trumps; see a trick again; look back; tricks "
        "already played"
    ),
    "taking-back": Text(
        "take back a card; change my card; changed my mind; take back a prediction; change my prediction; put a token "
        "back in the prediction; one token more; too many tokens taken; undo; touched a card; played by mistake; "
        "retract; card laid is played; correct my bid"
    ),
    "leaving": Text(
        "player leaves; has to go; quit; drop out; stop early; go home; somebody takes over; join later; new player; "
        "absent; give up; fewer players; break; goes to bed"
    ),
    "cheating": Text(
        "cheat; cheater; cheating; cheated; caught; hid a card; hid a token; looked at my cards; dishonest; unfair; "
        "table talk; telling cards; penalty for cheating; signals; playing together; show my hand"
    ),
    "table-ruling": Text(
        "move a token; give points; give a token back; correct the tokens; tokens do not match; wrong count; penalty "
        "points by the table; fix; we decided; agree; by agreement; dispute; argument; exception; token lies in the "
        "wrong place; house penalty; put back the wrong token"
    ),
    "malformed": Text("strange entry; not understood; error in an entry"),
    "not-now": Text("why can i not enter this; button is dimmed; wrong moment"),
    "game-is-over": Text("enter something after the end; correct the last entry; finished game"),
    "nothing-to-undo": Text("undo does nothing; undo at the start"),
}
