"""Who is answered what: every address of the app, with every method that it takes, for every kind of caller.

`ROWS` is the whole of it, a line each. A page's callers show their key in a cookie and have a page's token; a program's
(under /api) show it in a header.

- nobody: has never seen a page: no cookie, no token, no key
- viewer: has the table's code alone
- seat, other: a seat's phone; another one's. What is sent is the first one's to send
- keeper: a seat whose holder is scorekeeper
- host: who opened the table
- guest: host of another table
- former: its key has ended: the seat moved to another phone
- wrong: has a key that nobody ever made

`scene` is the table that it happens at: `play`, a few moves into the game; `code`, the same, its recovery code being
sent; `held`, on hold since the seat said so; `agree`, the scorekeeper's correction waiting for a second player;
`over`; `next`, with a rematch; `ring`, in a circle that the seat and the host are in (the host as its host), at whose
own addresses `<code>` is the circle's; `back`, the same, the circle's recovery code being sent; `-`, at none. After
the status, where it leads: t to the table, n to a new one or the next, h home, c to a circle, j to joining one.
"""

from __future__ import annotations

from dataclasses import dataclass

CALLERS = ("nobody", "viewer", "seat", "other", "keeper", "host", "guest", "former", "wrong")
ROWS = """
# method address                       scene nobody viewer seat   other  keeper host   guest  former wrong
GET    /                               -     200    200    200    200    200    200    200    200    200
GET    /api/openapi.json               -     200    200    200    200    200    200    200    200    200
POST   /api/tables                     -     201    201    201    201    201    201    201    201    201
GET    /api/tables/<code>              play  200    200    200    200    200    200    200    200    200
DELETE /api/tables/<code>              play  401    401    403    403    403    204    403    401    401
POST   /api/tables/<code>/host         play  403    403    403    403    403    403    403    403    403
POST   /api/tables/<code>/host         code  201    201    201    201    201    201    201    201    201
POST   /api/tables/<code>/keys         play  401    401    403    403    403    201    403    401    401
GET    /api/tables/<code>/live         play  200    200    200    200    200    200    200    200    200
POST   /api/tables/<code>/moves        play  401    401    201    403    201    201    403    401    401
POST   /api/tables/<code>/moves        held  401    401    423    403    423    423    403    401    401
GET    /api/tables/<code>/transcript   play  200    200    200    200    200    200    200    200    200
GET    /c/<code>                      ring  302j   302j   200    302j   302j   200    302j   302j   302j
GET    /c/<code>/delete               ring  403    403    403    403    403    200    403    403    403
POST   /c/<code>/delete               ring  400    403    403    403    403    303h   403    403    403
GET    /c/<code>/evenings/<which>   ring  403    403    200    403    403    200    403    403    403
GET    /c/<code>/evenings/<which>.csv ring  403    403    200    403    403    200    403    403    403
GET    /c/<code>/games                ring  403    403    200    403    403    200    403    403    403
GET    /c/<code>/games.csv            ring  403    403    200    403    403    200    403    403    403
POST   /c/<code>/games/release        ring  400    403    403    403    403    303c   403    403    403
GET    /c/<code>/join                 ring  200    200    302c   200    200    302c   200    200    200
POST   /c/<code>/join                 ring  400    303c   303c   303c   303c   303c   303c   303c   303c
POST   /c/<code>/me                   ring  400    403    303c   403    403    303c   403    403    403
POST   /c/<code>/name                 ring  400    403    403    403    403    303c   403    403    403
GET    /c/<code>/people/<int:person>  ring  403    403    200    403    403    200    403    403    403
POST   /c/<code>/people/<int:person>/color ring  400    403    403    403    403    303c   403    403    403
GET    /c/<code>/people/<int:person>/forget ring  403    403    403    403    403    200    403    403    403
POST   /c/<code>/people/<int:person>/forget ring  400    403    403    403    403    303c   403    403    403
POST   /c/<code>/people/<int:person>/merge ring  400    403    403    403    403    303c   403    403    403
POST   /c/<code>/people/<int:person>/name ring  400    403    403    403    403    303c   403    403    403
GET    /c/<code>/phones               ring  200    200    200    200    200    200    200    200    200
POST   /c/<code>/phones/end           ring  400    403    403    403    403    200    403    403    403
POST   /c/<code>/phones/end-one       ring  400    403    403    403    403    303c   403    403    403
POST   /c/<code>/phones/host          ring  400    403    403    403    403    303c   403    403    403
POST   /c/<code>/phones/leave         ring  400    403    303h   403    403    409    200    200    200
POST   /c/<code>/phones/recover       ring  400    403    403    403    403    403    403    403    403
POST   /c/<code>/phones/recover       back  400    200    200    200    200    200    200    200    200
POST   /c/<code>/phones/recovery      ring  400    403    403    403    403    200    403    403    403
POST   /c/<code>/presets/<int:preset>/drop ring  400    403    403    403    403    303c   403    403    403
GET    /c/<code>/statistics           ring  403    403    200    403    403    200    403    403    403
GET    /circle/new                    -     200    200    200    200    200    200    200    200    200
POST   /circle/new                    -     400    303c   303c   303c   303c   303c   303c   303c   303c
GET    /companion.webmanifest          -     200    200    200    200    200    200    200    200    200
GET    /canonical.html                -     200    200    200    200    200    200    200    200    200
GET    /connecttest.txt               -     200    200    200    200    200    200    200    200    200
GET    /gen_204                       -     204    204    204    204    204    204    204    204    204
GET    /generate_204                  -     204    204    204    204    204    204    204    204    204
GET    /healthz                        -     200    200    200    200    200    200    200    200    200
GET    /hotspot-detect.html           -     200    200    200    200    200    200    200    200    200
GET    /j                              -     200    200    200    200    200    200    200    200    200
GET    /j/<code>                       play  200    200    302t   302t   302t   200    200    200    200
POST   /j/<code>                       play  400    303t   303t   303t   303t   303t   303t   303t   303t
GET    /j/<code>/live                  play  200    200    200    200    200    200    200    200    200
GET    /k/<key>                        play  200    200    200    200    200    200    200    200    200
POST   /k/<key>                        play  400    303t   303t   303t   303t   303t   303t   303t   303t
POST   /language                       -     400    303h   303h   303h   303h   303h   303h   303h   303h
GET    /library/test/success.html     -     200    200    200    200    200    200    200    200    200
GET    /metrics                        -     200    200    200    200    200    200    200    200    200
GET    /ncsi.txt                      -     200    200    200    200    200    200    200    200    200
GET    /offline                        -     200    200    200    200    200    200    200    200    200
GET    /open/<slug>                    -     200    200    200    200    200    200    200    200    200
POST   /open/<slug>                    -     400    303n   303n   303n   303n   303n   303n   303n   303n
GET    /open/file                     -     200    200    200    200    200    200    200    200    200
POST   /open/file                     -     400    303n   303n   303n   303n   303n   303n   303n   303n
GET    /readyz                         -     200    200    200    200    200    200    200    200    200
GET    /rules/<slug>                   -     200    200    200    200    200    200    200    200    200
GET    /static/<version>/<path:name>   -     200    200    200    200    200    200    200    200    200
GET    /success.txt                   -     200    200    200    200    200    200    200    200    200
GET    /t/<code>                       play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/amend                 play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/amend                 play  400    403    403    403    303t   303t   403    403    403
POST   /t/<code>/amend                 held  400    403    403    403    403    303t   403    403    403
GET    /t/<code>/amend/preview         play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/amend/proposal        play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/amend/proposal        play  400    403    409    409    409    409    403    403    403
POST   /t/<code>/amend/proposal        agree 400    403    303t   303t   403    303t   403    403    403
GET    /t/<code>/board                 play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/board/evening         play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/board/live            play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/by-result            play  403    403    200    200    200    200    403    403    403
POST   /t/<code>/by-result            play  400    403    303t   303t   303t   303t   403    403    403
GET    /t/<code>/circle               ring  404    404    302c   404    404    302c   404    404    404
GET    /t/<code>/delete                play  403    403    403    403    403    200    403    403    403
POST   /t/<code>/delete                play  400    403    403    403    403    303h   403    403    403
POST   /t/<code>/follow                play  400    303t   303t   303t   303t   303t   303t   303t   303t
POST   /t/<code>/follow                next  400    303n   303n   303n   303n   303n   303n   303n   303n
GET    /t/<code>/hold                  play  403    403    200    200    200    200    403    403    403
POST   /t/<code>/hold                  play  400    403    303t   303t   303t   303t   403    403    403
GET    /t/<code>/hold/ruling           play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/hold/ruling           play  400    403    409    409    409    409    403    403    403
POST   /t/<code>/hold/ruling           held  400    403    403    403    403    303t   403    403    403
GET    /t/<code>/ledger                play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/ledger/live           play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/live                  play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/may-i                 play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/may-i/at/<entry>      play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/may-i/live            play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/moves                 play  400    403    303t   403    303t   303t   403    403    403
POST   /t/<code>/moves                 held  400    403    423    403    423    423    403    403    403
GET    /t/<code>/phones                play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/phones/end            play  400    403    403    403    403    200    403    403    403
POST   /t/<code>/phones/host           play  400    403    403    403    403    403    403    403    403
POST   /t/<code>/phones/host           code  400    200    200    200    200    200    200    200    200
POST   /t/<code>/phones/leave          play  400    403    303h   303h   303h   409    200    200    200
POST   /t/<code>/phones/recovery       play  400    403    403    403    200    200    403    403    403
GET    /t/<code>/players               play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/players               play  400    403    303t   403    303t   303t   403    403    403
POST   /t/<code>/players/phone         play  400    403    403    403    403    303t   403    403    403
GET    /t/<code>/referee               play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/referee/two-people    play  400    403    403    403    403    303t   403    403    403
POST   /t/<code>/rematch               play  400    403    403    403    409    409    403    403    403
POST   /t/<code>/rematch               over  400    403    403    403    303n   303n   403    403    403
GET    /t/<code>/result                play  409    409    409    409    409    409    409    409    409
GET    /t/<code>/result                over  200    200    200    200    200    200    200    200    200
GET    /t/<code>/result.csv            play  409    409    409    409    409    409    409    409    409
GET    /t/<code>/result.csv            over  200    200    200    200    200    200    200    200    200
GET    /t/<code>/result.svg            play  409    409    409    409    409    409    409    409    409
GET    /t/<code>/result.svg            over  200    200    200    200    200    200    200    200    200
GET    /t/<code>/rules                 play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/rules/first-game      play  400    303t   303t   303t   303t   303t   303t   303t   303t
GET    /t/<code>/ruling                play  403    403    403    403    200    200    403    403    403
POST   /t/<code>/ruling                play  400    403    403    403    303t   303t   403    403    403
POST   /t/<code>/ruling                held  400    403    403    403    423    303t   403    403    403
POST   /t/<code>/ruling/leave          play  400    403    403    403    409    409    403    403    403
GET    /t/<code>/scores                play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/scores/live           play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/seats                 play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/seats/address         play  400    403    403    403    403    303t   403    403    403
POST   /t/<code>/seats/key             play  400    403    403    403    403    200    403    403    403
GET    /t/<code>/seats/live            play  200    200    200    200    200    200    200    200    200
POST   /t/<code>/seats/scorekeeper     play  400    403    403    403    403    303t   403    403    403
POST   /t/<code>/seats/sit             play  400    403    403    403    403    303t   403    403    403
GET    /t/<code>/set-up                play  200    200    200    200    200    200    200    200    200
GET    /t/<code>/tokens                play  403    403    200    200    200    200    403    403    403
POST   /t/<code>/tokens                play  400    403    403    403    303t   303t   403    403    403
GET    /t/<code>/transcript            play  200    200    200    200    200    200    200    200    200
GET    /worker.js                      -     200    200    200    200    200    200    200    200    200
"""


@dataclass(frozen=True)
class Row:
    """One address with one method: the answers by caller."""

    method: str
    address: str
    scene: str
    answers: tuple[str, ...]

    @property
    def name(self) -> str:
        """As the test is called."""
        return f"{self.method} {self.address} {self.scene}"


def rows() -> tuple[Row, ...]:
    """The table, read."""
    lines = [line.split() for line in ROWS.strip().splitlines() if not line.startswith("#")]
    return tuple(Row(method, address, scene, tuple(answers)) for method, address, scene, *answers in lines)
