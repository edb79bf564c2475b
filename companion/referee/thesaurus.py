"""Words of card tables that stand for one another, whatever the game, and words that ask for nothing by themselves.

Each group is a message, so that a translation has groups of its own language, and need not have as many.
"""

from __future__ import annotations

from companion.games.text import Text

ALIKE = (
    Text("revoke renege reneged"),
    Text("colour color suit"),
    Text("centre center middle"),
    Text("token chip counter marker seal"),
    Text("sluffer saboteur magician"),
    Text("player person people opponent seat neighbour"),
    Text("win winner won victory"),
    Text("tie tied tiebreak tiebreaker equal draw"),
    Text("score points total count"),
    Text("cost penalty price fine punish punishment pay"),
    Text("swap exchange trade switch"),
    Text("steal stole stolen steel rob"),
    Text("lead led leader"),
    Text("deal dealt dealer"),
    Text("throw thrown threw discard"),
    Text("take took taken grab"),
    Text("hold held"),
    Text("keep kept save"),
    Text("fall fell fallen drop"),
    Text("break broke broken"),
    Text("show shown reveal turn over"),
    Text("lose lost losing loser"),
    Text("forget forgot forgotten"),
    Text("choose chose chosen pick decide"),
    Text("see saw seen look peek peeking"),
    Text("begin began begun start open first"),
    Text("end finish finished ends over"),
    Text("draw drew drawn"),
    Text("give gave given"),
    Text("go goes went gone"),
    Text("die dice"),
    Text("call challenge doubt accuse accusation object"),
    Text("bluff lie lying fake pretend"),
    Text("round hand"),
    Text("wild joker wildcard"),
    Text("out eliminate eliminated"),
    Text("cheat cheater dishonest"),
    Text("high higher highest biggest top"),
    Text("low lower lowest fewest smallest least"),
    Text("most maximum max limit"),
    Text("extra additional more odd spare leftover"),
    Text("next after following"),
    Text("last final"),
    Text("predict prediction bid guess forecast"),
    Text("misdeal misdealt"),
    Text("quit leave leaving"),
    Text("must forced obliged compulsory mandatory required have-to"),
    Text("before previous earlier already old"),
    Text("wrong mistake error slip"),
    Text("back return"),
    Text("order turn"),
    Text("number quantity amount"),
    Text("box set edition components contents"),
    Text("setup prepare preparation"),
)
"""Groups of words, each a message with spaces between them."""

ASKING = Text(
    "a about all also although am an and any anybody anyone are as at be because been but by can could did do does "
    "doesn don else even ever every everybody everyone for from had happen happens has have he her here him his how i "
    "if in into is isn it its just instead like may me mean means might mine my myself need no not now of off on "
    "only one or our ours please really s shall she should so some still somebody someone t than that the their them "
    "then though there they thing this those to too try want was we were what when where which while who whose why "
    "will with would yes you your"
)
"""Words that hardly tell what is asked: they count little beside others."""
