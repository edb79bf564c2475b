"""Files that only their owner may read: the database, its copies, the secret key, and the folder that they lie in."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

OWNER_ONLY, OWNERS_FOLDER = 0o600, 0o700
SHARED = stat.S_ISVTX | stat.S_ISGID | stat.S_IWOTH


def private_folder(path: Path) -> None:
    """Make the folder, and those above it; only the folder itself is closed to others, where it is made here."""
    path.mkdir(mode=OWNERS_FOLDER, parents=True, exist_ok=True)


def close_folder(path: Path) -> None:
    """Close a folder of ours that is there to others, as one that an earlier version made; any other stays as it is.

    Ours is what belongs to this user, is not shared with others on purpose, and has no folders in it: those of a
    system, and a user's own, have. What may not be changed stays as it is.
    """
    with contextlib.suppress(OSError):
        found = path.lstat()
        ours = stat.S_ISDIR(found.st_mode) and found.st_uid == getattr(os, "geteuid", lambda: None)()
        if ours and not found.st_mode & SHARED and not any(inside.is_dir() for inside in path.iterdir()):
            path.chmod(OWNERS_FOLDER)


def private_file(path: Path) -> None:
    """Make the file, empty, or close the one that is there to others. What may not be changed stays as it is."""
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
        path.chmod(OWNER_ONLY)
