"""`python -m tests.faults.few_tables`: the companion, which keeps few tables in memory here, soon as many as ever.

Memory that a cache takes until it is full cannot be told from memory that is lost.
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
