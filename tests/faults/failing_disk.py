"""A disk that fails: made of failing_disk.c, told what is to fail, read for what was written."""

from __future__ import annotations

import errno
import mmap
import shutil
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent / "failing_disk.c"
FIELDS = ("armed", "countdown", "error", "only", "fired", "file", "kind", "recording", "length", "due")
DATABASE, WAL = 1, 2
WRITE, SYNC, TRUNCATE = 1, 2, 3
ERRORS = {"full": errno.ENOSPC, "read-only": errno.EROFS, "EIO": errno.EIO}
HEAD = struct.Struct("4q")


@dataclass(frozen=True, slots=True)
class Step:
    """One write, fsync or truncation of one file; `end` is how long the record is with it."""

    kind: int
    file: int
    offset: int
    data: bytes
    end: int


class Disk:
    """A server's disk: start the server with `environ`. Skips where gcc is missing."""

    def __init__(self, folder: Path) -> None:
        gcc = shutil.which("gcc")
        if gcc is None:
            pytest.skip("gcc is missing")
        library, control, self._record = folder / "disk.so", folder / "control", folder / "record"
        subprocess.run([gcc, "-shared", "-fPIC", "-O2", "-Wall", "-o", library, SOURCE, "-ldl", "-pthread"], check=True)
        control.write_bytes(bytes(8 * len(FIELDS)))
        with control.open("r+b") as file:
            self._told = mmap.mmap(file.fileno(), 8 * len(FIELDS))
        names = {"LD_PRELOAD": library, "FAULTS_CONTROL": control, "FAULTS_RECORD": self._record}
        self.environ = {name: str(path) for name, path in names.items()}

    def __getitem__(self, field: str) -> int:
        return int(struct.unpack_from("q", self._told, 8 * FIELDS.index(field))[0])

    def fail(self, error: int, after: int, *, for_good: bool, only: int = 0, due: int = 0) -> None:
        """Let so many writes and fsyncs succeed, and then one fail, or all until `mend`.

        `only` those of this file, `due` those of this kind; 0: of any.
        """
        self._set(fired=0, file=0, kind=0, countdown=after, error=error, only=only, due=due)
        self._set(armed=2 if for_good else 1)

    def mend(self) -> None:
        """Nothing fails any more."""
        self._set(armed=0)

    def record(self) -> None:
        """Record all that is written from now on."""
        self._set(recording=1)

    def steps(self) -> Iterator[Step]:
        """What was recorded, in order."""
        with self._record.open("rb") as file:
            while len(head := file.read(HEAD.size)) == HEAD.size:
                kind, which, offset, length = HEAD.unpack(head)
                yield Step(kind, which, offset, file.read(length if kind == WRITE else 0), file.tell())

    def _set(self, **fields: int) -> None:
        for name, value in fields.items():
            struct.pack_into("q", self._told, 8 * FIELDS.index(name), value)
