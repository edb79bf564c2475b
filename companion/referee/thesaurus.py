"""Words of card tables that stand for one another, whatever the game, and words that ask for nothing by themselves.

Each group is a message, so that a translation has groups of its own language; it need not have as many.
"""

from __future__ import annotations

from companion.games.text import Text

ALIKE = (
    # What lies on the table, and who sits at it.
    Text("colour color suit"),
    Text("suit spade heart diamond club"),
    Text("centre center middle"),
    Text("token chip counter marker seal disc"),
    Text("pile stack heap discards"),
    Text("deck pack stock"),
    Text("box set edition component content copy package"),
    Text("player person people opponent seat neighbour guy friend guest kid child partner rival participant member"),
    Text("die dice cube"),
    Text("cup beaker"),
    Text("hand round"),
    Text("wild joker wildcard"),
    Text("sluffer saboteur magician role pawn"),
    Text("card cards"),
    Text("table group majority"),
    Text("value rank number face figure"),
    # What is done with it.
    Text("revoke renege reneged"),
    Text("follow serve match obey"),
    Text("trump ruff"),
    Text("lead led leader opening"),
    Text("deal dealt dealer distribute share"),
    Text("misdeal misdealt"),
    Text("throw thrown threw discard dump dispose"),
    Text("take took taken grab snatch collect catch pick"),
    Text("steal stole stolen steel rob snatch nick"),
    Text("swap exchange trade switch replace substitute"),
    Text("predict prediction bid guess forecast announce bet"),
    Text("call challenge doubt accuse accusation object contest"),
    Text("shout yell scream cry exclaim"),
    Text("bluff lie lying liar fib fake pretend untrue"),
    Text("honest truth true truthful real"),
    Text("cheat cheater dishonest collude whisper unfair foul spy peep"),
    Text("help together team secretly secret"),
    Text("draw drew drawn"),
    Text("give gave given hand return"),
    Text("play played put lay laid place"),
    Text("show shown reveal expose flash turn uncover flip"),
    Text("hide hidden secret conceal cover"),
    Text("see saw seen look peek inspect review view"),
    Text("fall fell fallen drop dropped jump hop knock"),
    Text("say said tell told name declare announce state speak"),
    Text("raise increase outbid overbid higher"),
    Text("lower decrease reduce drop descend"),
    Text("check verify count calculate calculation tally sum"),
    Text("pass skip silent"),
    Text("keep kept save hold held retain"),
    Text("choose chose chosen pick decide determine select"),
    Text("get got receive obtain gain acquire"),
    Text("break broke broken open"),
    Text("forget forgot forgotten overlook overlooked miss"),
    Text("leave quit stop home abandon resign retire surrender away bus train"),
    Text("undo retract withdraw regret revise reconsider correct"),
    Text("roll reroll shake rolled toss"),
    Text("settle resolve solve result outcome"),
    Text("power strength effect effective active count"),
    Text("touch lift handle"),
    Text("agree agreement vote"),
    Text("suspect doubt believe"),
    # How it goes and ends.
    Text("win winner won victory champion succeed success"),
    Text("lose lost losing loser sacrifice"),
    Text("tie tied tiebreak tiebreaker equal draw"),
    Text("score points total sum"),
    Text("cost penalty price fine punish punishment pay worth value consequence sanction"),
    Text("goal aim object objective purpose target task job"),
    Text("begin began begun start first opening open commence initial"),
    Text("end finish finished over conclude"),
    Text("out eliminate eliminated kicked"),
    Text("left none gone empty run exhausted sold"),
    Text("none nothing zero"),
    Text("go goes went"),
    Text("turn go order"),
    Text("beat outrank stronger strong win"),
    Text("long duration length last"),
    Text("second runner place rank"),
    Text("up ascend upward"),
    Text("down descend downward backwards reverse"),
    Text("clockwise left right direction"),
    Text("variant version variation option style"),
    # How much, when, and whether.
    Text("high higher highest biggest top best"),
    Text("low lower lowest fewest smallest least worst"),
    Text("most maximum max limit cap"),
    Text("minimum least fewest"),
    Text("more extra additional odd spare leftover surplus"),
    Text("number quantity amount size many"),
    Text("next after following later afterwards"),
    Text("last final"),
    Text("before previous earlier already old prior"),
    Text("again anew new fresh another"),
    Text("early soon premature"),
    Text("must forced obliged compulsory mandatory required owe owed bound obligatory need necessary"),
    Text("may optional allowed permit permitted voluntary voluntarily choice legal"),
    Text("refuse refused reject"),
    Text("unwanted undesired unwelcome accidental wanted"),
    Text("wrong mistake error slip accident accidentally oops incorrect"),
    Text("back return"),
    Text("left leftover remaining rest remain"),
    Text("all every everything whole"),
    Text("set-up setup prepare preparation"),
    Text("one ones 1"),
    Text("two twos 2 double"),
    Text("three threes 3"),
    Text("four fours 4"),
    Text("five fives 5"),
    Text("six sixes 6"),
    Text("seven sevens 7"),
    Text("eight eights 8"),
    Text("nine nines 9"),
    Text("ten tens 10"),
)
"""Groups of words, each a message with spaces between them; typed words stand for the first that the rulebook has."""

ASKING = Text(
    "a about all allowed also although am an and any anybody anyone are as at be because been but by can case could "
    "did do does doesn didn don else even ever every everybody everyone for from game got had happen happens has have "
    "having he her here him his how i if in into is isn it its just instead let like make may me mean means might "
    "mine much my myself need no not now of off ok okay on only one or our ours please really s shall she should so "
    "some still somebody someone t than that the their them then though there they thing this those time to too try "
    "use very want was way we were what when where whether which while who whose why will wish with would yes you "
    "your"
)
"""Words that hardly tell what is asked. They count little beside others."""
