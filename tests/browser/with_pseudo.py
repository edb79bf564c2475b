"""`companion` with one language more, which is made of English by code: mirrored, and longer."""

from __future__ import annotations

from functools import lru_cache

import companion.languages
from tests.translations import AlsoPseudo

companion.languages.languages = lru_cache(1)(AlsoPseudo)

if __name__ == "__main__":
    from companion.commands import main

    main(prog_name="companion")
