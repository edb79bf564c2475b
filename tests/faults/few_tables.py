"""`python -m tests.faults.few_tables`: the companion with workers that keep few tables in memory, soon as many as ever.

Memory that a cache takes until it is full cannot be told from memory that is lost. Each worker imports what its parent
was started as, so this holds for all of them.
"""

from __future__ import annotations

from companion.commands import main
from companion.service.histories import Histories
from companion.service.service import TableService

KEPT, LOOKED_AT = 8, 500  # tables; entries of those whose ledgers are looked at

(TableService.__init__.__kwdefaults__ or {})["kept"] = KEPT
Histories.__init__.__defaults__ = (LOOKED_AT,)

if __name__ == "__main__":
    main()
