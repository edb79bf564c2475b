"""`python -m tests.faults.few_tables`: the companion, which keeps few tables in memory here, soon as many as ever.

Memory that a cache takes until it is full cannot be told from memory that is lost.
"""

from __future__ import annotations

from companion.commands import main
from companion.service.service import build_service

(build_service.__kwdefaults__ or {}).update(kept=8, kept_entries=2_000)

if __name__ == "__main__":
    main()
