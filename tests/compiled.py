"""What an app compiles before it answers is compiled once for all apps of a run: templates, and addresses to build.

To compile the templates of a table's pages takes half a second of processor time, and a few workers and servers have
some hundred apps. Whoever begins the run makes a folder for compiled templates, and its workers use it, too.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from types import CodeType

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

FOLDER = "COMPANION_TEST_TEMPLATES"
"""In the environment of a run: the folder."""


def folder() -> str:
    """The folder of compiled templates. It goes with the process that made it."""
    if FOLDER not in os.environ:
        made = os.environ[FOLDER] = tempfile.mkdtemp(prefix="companion-templates-")
        atexit.register(_remove, made, os.getpid())
    return os.environ[FOLDER]


def _remove(made: str, maker: int) -> None:
    if os.getpid() == maker:  # and no fork of it
        shutil.rmtree(made, ignore_errors=True)


class Compiled(FileSystemBytecodeCache):
    """Templates that this process has had are kept in memory, by their name and a sum over their source."""

    def __init__(self) -> None:
        super().__init__(folder())
        self._codes: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """What is kept here, or what any process has compiled."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))
        if bucket.code is None:
            super().load_bytecode(bucket)
            self._keep(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled, for all."""
        super().dump_bytecode(bucket)
        self._keep(bucket)

    def _keep(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code


@cache
def templates() -> Compiled:
    """This process's."""
    return Compiled()


class KnownRule(Rule):
    """A rule of an app; what builds its addresses is compiled once a process: for an app that is half of its cost.

    It depends on nothing but the rule: an app's own converters are asked when an address is built.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        if self.defaults:
            return super()._compile_builder(append_unknown)
        key = (*self._trace, append_unknown)
        if key not in BUILDERS:
            BUILDERS[key] = super()._compile_builder(append_unknown)
        return BUILDERS[key]


BUILDERS: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}
