"""How people look for the rules of Sluff Off!: for each rule words and questions, with semicolons between them."""

from __future__ import annotations

from companion.games.text import Text

ASKED = {
    "box": Text(
        "set-up; setup; components; contents; what is in the box; how many tokens; how many blue tokens; how many "
        "white; how many black; 27 tokens; missing token; token lost; yellow token; supply; chips; what do we need; "
        "seals; pieces; number of each colour; how many of each colour; no colour tokens in the box; yellow instead "
        "of colour; we lost a token; box with three blue; scorepad; pieces in the game; how many penalty tokens; "
        "supply of tokens; are there three of every colour; what are all the tokens"
    ),
    "edition": Text(
        "edition; other box; another name; wizard extreme; die sieben siegel; zing; german version; seals; black "
        "magician; saboteur; yellow; other colours; which version; printing; is this the same game as wizard extreme; "
        "colour is trump; yellow tokens; magician; which box do we have; different colours; our trump is colour; "
        "seven seals; our copy has other trumps; other publisher"
    ),
    "deal": Text(
        "how many cards each; how many cards do we deal; 15 cards; which cards for three players; four players; five "
        "players; take cards out; remove cards; unused cards; leftover cards; left over cards in the box; set-up; "
        "setup; how many tricks in a round; 15 tricks; number of players; how many can play; two players; shuffle; "
        "highest card for three players; size of a hand; how large is a hand; what stays in the box; can two play; "
        "can six play; how many tricks are there; sort the cards; number of cards; cards for five; high cards "
        "removed; deal everything out; cards 13 14 15; hand of how many; fifteen"
    ),
    "prediction-order": Text(
        "who predicts first; who begins; who bids first; bidding order; turn order in the prediction; whose turn to "
        "predict; clockwise; left of the dealer; all at once; simultaneous; who starts the round; all choose at once; "
        "everybody at the same time; who announces first; who picks first; is the last one worse off; who takes "
        "tokens first; order; who chooses tokens first; before whom; last one to announce; who has to predict first"
    ),
    "take-from-centre": Text(
        "how many tokens may i take; how many tricks may i predict; predict zero; bid nothing; take no token; none; "
        "zero tricks; maximum prediction; predict; bid; guess my tricks; take a token; more than three of one colour; "
        "must i take tokens; no limit; pick tokens; must the predictions add up; fewer tokens than tricks; grab five "
        "blue; all tokens of one colour; how many may i grab; may i take no chips; take as many as i like; predict "
        "all tricks; too few tokens; how do i predict; pick colours; stop taking; predict nothing; is zero allowed; "
        "do i have to take tokens; more tokens than tricks; as much as possible; forecast; target"
    ),
    "steal-only-when-centre-empty": Text(
        "steal; take from another player; no token of that colour left; centre is empty; colour is gone; all taken; "
        "when may i steal; none left in the middle; out of colour; although some are left; sold out; may i rob; all "
        "colour are gone but i want one; when can i rob somebody; no more of that colour; no colour in the middle; "
        "can i steal if there are some left; none in the centre; middle has none left; though one is in the middle"
    ),
    "steal-needs-holder": Text(
        "from whom can i steal; steal from whom i like; may the victim refuse; choose the player; say no to a steal; "
        "steal from myself; which player must give it; who has the colour; steal white; steal from the sluffer; steal "
        "from anyone; whose token may i take; which player do i rob; can he refuse; may she say no; he has only one; "
        "nobody has that colour; take from the player i like; steal two; snatch a token from a rival; victim; robbed"
    ),
    "steal-pays-white": Text(
        "what do i get when somebody steals from me; compensation; white in return; replacement; my token was stolen; "
        "lost my token; where do white tokens come from; how do i get a white token; get a joker; why did i get a "
        "white one; swap for white; what do i get if someone takes mine; compensation for a stolen token; who gets a "
        "white; white as replacement; how do i come by a white token; reward; he stole mine; my token was taken away "
        "do i get something; robbed"
    ),
    "no-white-left": Text(
        "no white tokens left; whites are gone; out of white; steal without white; unpaid steal; fifth steal; whites "
        "run out; all four white taken; no jokers left; joker tokens are gone; cannot pay with white; nothing to give "
        "for it; four steals; 4 white tokens are out; white supply is empty; stealing although white is gone"
    ),
    "no-white-or-black-in-prediction": Text(
        "take a white token in the prediction; take a black token; choose white; start with a joker; predict white; "
        "begin with a wild; white from the centre; may i take white; pick a white at the beginning; choose a white "
        "one myself; start with white; safe white; may i take a black one; buy a joker; why can i not take a white; "
        "buy a wild token"
    ),
    "one-sluffer": Text(
        "who can be the sluffer; two sluffers; second sluffer; must somebody be sluffer; nobody wants the sluffer; "
        "take the sluffer; become sluffer; sluffer already taken; what is the sluffer; what does the sluffer do; "
        "role; saboteur; black magician; same person twice; sluffer optional; what is the pawn for; who becomes the "
        "sluffer; can two people be the sluffer; is the sluffer necessary; special role; what is the job of the "
        "sluffer; first come; twice in a row; already gone; obligatory; task of the sluffer"
    ),
    "sluffer-instead-of-tokens": Text(
        "sluffer after taking tokens; sluffer and tokens; may the sluffer predict; changed my mind and want the "
        "sluffer; does the sluffer have tokens; sluffer gets a token; both; sluffer holds no tokens; switch to "
        "sluffer; put tokens back for the sluffer; the sluffer wants a token; can the sluffer hold tokens; give "
        "tokens back and take the sluffer; combine; does the sluffer predict; i have a token already; tokens and "
        "sluffer together; changing from tokens to sluffer"
    ),
    "lead": Text(
        "who leads; who leads first; first lead; first trick; who starts the first trick; who plays first; whose "
        "lead; next trick; winner leads; lead trump; lead with trump; may i lead trump; start with trump; break "
        "trump; does trump have to be broken; may the sluffer lead; sluffer won the trick; first card; open with "
        "blue; won tricks; where do tricks go; face down; which card may i lead; start a trick with blue; lead with "
        "blue right away; blue as first card; who begins the play; what may i lead; after winning; who goes next; any "
        "card; may i open with trump; who puts the first card; cards of the trick; pile of won tricks; who comes out "
        "first; open a trick with trump; trump as opening card; opening lead; plays out"
    ),
    "turn-in-before-next-trick": Text(
        "when do i turn in; at once; immediately; before the next trick; settle the trick; turn in later; lead before "
        "turning in; how long do i have; in time; hurry; next card was played; order of turning in and leading; save "
        "a token for later; when do i give back the token; how soon; before leading; wait for the winner; app does "
        "not let me enter the next trick; straight away; right after the trick"
    ),
    "winning-color": Text(
        "which colour wins; colour of a trick; what colour is the trick; won with trump; trumped trick; off colour; "
        "does another colour win; led colour; can colour win colour trick; which colour counts; what counts as colour "
        "trick; colour of the trick; trick led in colour; which colour is it; won by blue; which colour takes it"
    ),
    "one-card-each": Text(
        "omit to play; a card from each player; two cards in a trick; missing card in a trick; number of cards in a "
        "trick; somebody did not play; too many cards in the trick"
    ),
    "card-in-deck": Text(
        "which cards are in the deck; how many cards; what cards for three players; four players; highest card; range "
        "of the numbers; 1 to 15; numbers; take out cards; 75 cards; size of the deck; zero or joker cards; how many "
        "of each colour; is there a 0; does a 13 belong to it; which numbers; lowest card; four player deck"
    ),
    "card-played-once": Text(
        "card played twice; same card again; already played; duplicate card; two of the same card; double"
    ),
    "result-matches-cards": Text(
        "trump; who wins the trick; who takes the trick; highest card; trump beats; does a low trump beat a high "
        "card; what is trump; which colour is trump; trump suit; is blue always trump; two trumps; higher trump; "
        "wrong winner; same number; high card; off suit cards; order of cards; beat; who gets the trick; nobody "
        "trumped; is blue higher than everything; strongest card; blue 1 against colour 12; does the highest card "
        "win; highest number; discard a high card; beats; two blue cards; app says another winner; which card takes "
        "it; hierarchy of cards; which is stronger; top card; card that wins"
    ),
    "turn-in-fits-trick": Text(
        "which token do i turn in; discard a token; put back; give back; get rid of a token; lose a token; return a "
        "token; matching token; trick won with trump; choice between two tokens; either colour; led blue; fits; right "
        "token; token for a trumped trick; which colour counts; hand in; what do i return; colour trick won with "
        "blue; which token goes back; blue trick; choice of token; either of two; which one may i give; colour trick; "
        "trump on another colour which token; trump was led which token; which chip must go; after trumping"
    ),
    "white-is-wild": Text(
        "joker; wild; wildcard; white token; what is white for; use white; any trick; what does white do; play a "
        "white; get rid of white; turn in white; what can i do with white; pay with a joker; white fits; when can i "
        "use white; any colour"
    ),
    "white-with-match": Text(
        "white although i have the colour; pay with white; turn in white instead; keep my colour and give white; "
        "choose white; must i use the colour first; white before colour; white first; use the joker by choice; "
        "allowed to use white; pay with white or colour first; keep the colour for later; am i allowed to give the "
        "white one; choose between white and colour; white although i could; which first; white before the colour; "
        "give a joker voluntarily"
    ),
    "turn-in-is-owed": Text(
        "must i turn in; do i have to discard; keep my token; keep it for later; save a token; refuse to turn in; "
        "take a black instead; choose a black token; optional; forced to turn in; may i hold on to it; discard; "
        "compulsory; keep my chip though i won; can i keep it; i do not want to give it back; must i give it back; "
        "forced to give; would rather keep; put it back later; decide not to; do not want to turn in; may i refuse to "
        "return one"
    ),
    "turn-in-by-winner": Text(
        "who turns in; who pays; do the others turn in; only the winner; somebody else discards; turn in for a trick "
        "i lost; wrong player turned in; turn in without winning; others give back; do losers give something back; "
        "who gives back; the others; may i put one back without winning; second in the trick; get rid of tokens "
        "without winning; can the others turn in too; return without having won"
    ),
    "black-when-nothing-fits": Text(
        "penalty; penalty token; black token; when do i get a black; trick i did not predict; unwanted trick; wrong "
        "colour; no matching token; no token left; punishment; too many tricks; extra trick; won a trick by accident; "
        "predicted nothing and won; minus three; won a trick i did not want; won without a matching token; trick in "
        "another colour; punished; no fitting token; forced to take; cost of an extra trick; already gave all my "
        "tokens back; surplus trick; penalty chip; trick in the wrong colour; why do i get a penalty token; undesired "
        "trick; won a trick without that colour; do not have that colour"
    ),
    "black-runs-out": Text(
        "no black tokens left; blacks are gone; out of black; black runs out; seventh black; more than six; all six "
        "taken; no penalty left; penalty tokens used up; no penalty tokens left; is the number of penalties limited; "
        "hard cap; none left to take; run out of black; all black ones gone; 7th black; no more black"
    ),
    "missed-turn-in": Text(
        "forgot to turn in; forgot my token; forget to discard; too late; turn in later; make up for it; noticed "
        "later; led on without turning in; caught not turning in; next trick has begun; missed; next trick already "
        "started; catch up; overlooked; i forgot to put my token back; put it back later; we played on; somebody "
        "noticed; forgot to hand in; two tricks ago; next trick was led; can it be corrected; penalty for forgetting; "
        "forgot the return; overlooked the return; turn in forgotten"
    ),
    "sluffer-pays-nothing": Text(
        "sluffer takes a trick; does the sluffer get black; does the sluffer turn in; sluffer wins; penalty for the "
        "sluffer; sluffer pays; what happens when the sluffer wins a trick; sluffer discards; may the sluffer win "
        "tricks; does the sluffer pay; no tokens for the sluffer; sluffer must take black; tricks of the sluffer"
    ),
    "follow-suit": Text(
        "follow suit; must i follow; do i have to follow; follow colour; cannot follow; no card of that colour; void; "
        "what may i play; any card; play blue instead; trump although i have the colour; must i trump; may i trump; "
        "trump any time; ruff; sluff; slough off; throw off; forced to trump; which cards may i play; must i beat; "
        "must i win the trick if i can; must i have the led colour; i have no colour; what if i cannot follow; throw "
        "away a card; discard another colour; trump in; play trump while i could follow; allowed to trump; sluffing; "
        "play a higher card; serve the colour; cannot serve; trump voluntarily; not having the colour; must i serve; "
        "throw trump although i have the colour"
    ),
    "revoke": Text(
        "renege; reneging; revoke; did not follow; should have followed; had the colour after all; penalty for "
        "reneging; wrong card; noticed later; caught; illegal card; misplay; forgot to follow; did not follow suit; "
        "lied about being void; he had colour and played colour; did not follow and got caught; penalty for not "
        "following; had one after all; played another colour although she had it; wrong colour played; found out "
        "later; did not serve; denied the colour"
    ),
    "score": Text(
        "scoring; how do you score; how do you count points; points; token values; what does a token cost; worth; "
        "white token worth; black token worth; end of the round; minus points; penalty points; left over tokens; no "
        "tokens left; perfect round; zero points; how much; good or bad; score sheet; tokens in hand at the end; "
        "minus points for leftovers; value of black; value of white; what is a coloured one worth; tokens i still "
        "have; two points each; how bad is a black; good score; counting; adding up; count at the end; how many "
        "points for one token; leftover tokens cost; cost table; price list; points per token"
    ),
    "sluffer-score": Text(
        "sluffer points; how does the sluffer score; what does the sluffer cost; sluffer with three players; four or "
        "five points; less for black tokens; can the sluffer go below zero; negative; sluffer earns; points of the "
        "sluffer; do his black tokens count; minimum; can the sluffer get below zero; four minus; best score for the "
        "sluffer; does the sluffer like black tokens; five points with three; penalty of the sluffer; how much is it "
        "to be the sluffer; sluffer in a game of three; black tokens outside"
    ),
    "rounds": Text(
        "how many rounds; length of the game; how long; when does the game end; last round; end of the game; game "
        "over; who deals next; next dealer; deal passes; new round; number of rounds; next round; six rounds; when "
        "are we done; first dealer; who deals; how many games; does everyone deal once; how often do we deal; when is "
        "it over; is the game finished; dealer changes; rotate the deal; three players how many rounds; duration; "
        "deal rotates; three players six rounds; how many deals; how many hands"
    ),
    "winner": Text(
        "who wins; how do you win; winner; goal; aim; object; objective; lowest score; fewest points; most points; "
        "tie; tie-breaker; same score; second place; equal; ranking; end of the game; high or low; shared win; loser; "
        "draw; point of the game; who has won; is the highest score best; high score good; draw at the end; champion; "
        "purpose; what do i have to do; two winners; place; victory; equal points; two with the same points; "
        "condition to win; is anybody eliminated"
    ),
    "misdeal": Text(
        "misdeal; misdealt; wrong number of cards; too many cards; one card short; fourteen cards; sixteen cards; "
        "deal again; reshuffle; redeal; wrong cards in the deck; card face up in the deal; dealer made a mistake; "
        "dealt a card too many; fourteen cards in my hand; one card is missing; wrong cards left in; dealt to the "
        "wrong player; deck incomplete; not the same number; deal went wrong; too few cards"
    ),
    "exposed-card": Text(
        "exposed card; showed a card; dropped a card; card face up by accident; everybody saw it; saw my cards; "
        "visible; penalty card; flashed; played two cards at once; fell on the table; flashed a card; neighbour saw "
        "my card; showed my hand; turned over by mistake; card on the floor; let a card fall; saw his hand"
    ),
    "out-of-turn": Text(
        "out of turn; not her turn; played too early; led out of turn; wrong player led; skipped a player; jumped in; "
        "played before me; predicted out of turn; before his turn; wrong order; led when it was not his turn; did not "
        "wait; wrong leader; took tokens too early; jumped the queue; was skipped; played too soon; wrong order of "
        "play"
    ),
    "old-tricks": Text(
        "look at old tricks; last trick; previous tricks; see what was played; turn over a trick; look through my "
        "tricks; check an earlier trick; which cards are gone; count trumps; see a trick again; look back; tricks "
        "already played; checking the last trick; who played what; see the trick before; open a trick; how many blue "
        "are gone; review"
    ),
    "taking-back": Text(
        "take back a card; change my card; changed my mind; take back a prediction; change my prediction; put a token "
        "back in the prediction; one token more; too many tokens taken; undo; touched a card; played by mistake; "
        "retract; card laid is played; correct my bid; swap a token after i said done; oops; played the wrong card; "
        "sorry; change my mind about tokens; took the wrong token; pick up my card again; wrong token taken; i regret "
        "my prediction; wrong prediction"
    ),
    "leaving": Text(
        "player leaves; has to go; quit; drop out; stop early; go home; somebody takes over; join later; new player; "
        "absent; give up; fewer players; break; goes to bed; we have to stop early; bedtime; goes home; pause; "
        "somebody arrives later; player missing; stop after two rounds; leaving early; catch a bus; dinner; called "
        "away"
    ),
    "cheating": Text(
        "cheat; cheater; cheating; cheated; caught; hid a card; hid a token; looked at my cards; dishonest; unfair; "
        "table talk; telling cards; penalty for cheating; signals; playing together; show my hand; help each other; "
        "whisper; secret signs; two players against one; looked into my hand; put a token back secretly; wrong token "
        "on purpose; secret agreement; peep"
    ),
    "table-ruling": Text(
        "move a token; give points; give a token back; correct the tokens; tokens do not match; wrong count; penalty "
        "points by the table; fix; we decided; agree; by agreement; dispute; argument; exception; token lies in the "
        "wrong place; house penalty; put back the wrong token; tokens are wrong in the app; book does not fit the "
        "table; bonus; change the score; set it right; punishment by the group; decide a penalty ourselves; everybody "
        "agrees"
    ),
}
