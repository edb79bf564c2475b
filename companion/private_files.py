"""Files that only their owner may read: the database, its copies, the secret key, and the folder that they lie in."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

OWNER_ONLY, OWNERS_FOLDER = 0o600, 0o700


def private_folder(path: Path) -> None:
    """Make the folder, and those above it; only the folder itself is closed to others, where it is made here."""
    path.mkdir(mode=OWNERS_FOLDER, parents=True, exist_ok=True)


def private_file(path: Path) -> None:
    """Make the file, empty, or close the one that is there to others. What may not be changed stays as it is."""
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
        path.chmod(OWNER_ONLY)
