"""Workers that need not import the program either: what forks them is a fork of their parent, a zygote's.

The program forks its workers from a new Python that imports what serving needs, 1.6 seconds of processor time. A fork
begins where that Python would have what it needs: it has the files that were meant for it and no others, signals as
at a start, and is told what to do through the same pipe.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Sequence
from multiprocessing import util
from pathlib import Path
from typing import Any

from prometheus_client import values

ASKED = "COMPANION_TEST_FORKED_WORKERS"
"""In a process's environment: its workers are forks."""
SERVER = "multiprocessing.forkserver"
STANDARD = {0, 1, 2}


def fork_workers() -> None:
    """From now on, what is to fork this process's workers is a fork of it; anything else is started as before."""
    started = util.spawnv_passfds

    def begun(path: bytes, args: Sequence[Any], passfds: Sequence[int]) -> int:
        program = str(args[args.index("-c") + 1])
        if SERVER not in program:
            return started(path, args, passfds)
        gc.collect()  # what is dropped in the fork must not close a file that is another's by then
        pid = os.fork()
        if not pid:
            _become(program, list(args[args.index("-c") :]), {int(file) for file in passfds})
        return pid

    util.spawnv_passfds = begun


def _become(program: str, argv: list[str], files: set[int]) -> None:
    """Be that worker, and end with it: nothing that the parent would do at its end is done here."""
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for file in {int(path.name) for path in Path("/proc/self/fd").iterdir()} - files - STANDARD:
            with contextlib.suppress(OSError):  # the listing itself was one
                os.close(file)
        values.ValueClass = values.get_value_class()  # type: ignore[no-untyped-call]  # it looks at the environment once
        sys.argv = [argv[0], *argv[2:]]
        exec(compile(program, "<string>", "exec"), {"__name__": "__main__"})
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
