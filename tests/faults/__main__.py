"""`make faults`: make each fault, print its figures, and write them to docs/reliability.md.

`make faults ARGS="races kills"` makes those alone. As often as an hour allows; `--whole` makes each as often as is
promised, in three hours, `--selection` less often, and writes nothing.
"""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.bench import machine
from tests.faults import backups, crowds, disk, elsewhere, following, kills, mutated, power, races, removed
from tests.faults.fault import Fault, Trial, put
from tests.faults.reliability import Came, page

PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"
CHAPTERS = (races, kills, disk, removed, power, following, backups, mutated, crowds, elsewhere)
FAULTS: Mapping[str, Fault] = {fault.name: fault for chapter in CHAPTERS for fault in chapter.FAULTS}


def main() -> None:
    """Make what was asked for, one after the other; status 1 where a promise was not kept."""
    asked = _arguments()
    when, here = f"{datetime.now(UTC).date()}", machine.described()
    print(f"{when}, {here}", flush=True)
    came: dict[str, Came] = {}
    for fault in (FAULTS[name] for name in asked.faults or FAULTS):
        size = fault.selected if asked.selection else fault.whole if asked.whole else fault.hour
        count = asked.count or size
        came[fault.name] = _made(fault, count, asked.seed)
        print(f"{fault.name}: {came[fault.name].line(when, here)}\n", flush=True)
        if asked.write or not asked.selection:
            before = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
            told = page(FAULTS.values(), before, came[fault.name], when, here, add=asked.add)
            PAGE.write_text(told, encoding="utf-8")
    sys.exit(not all(one.well for one in came.values()))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.faults", description=__doc__)
    parser.add_argument("faults", nargs="*", choices=[*FAULTS, []], metavar="FAULT", help=f"of {', '.join(FAULTS)}")
    parser.add_argument("--selection", action="store_true", help="six minutes instead of an hour; nothing is written")
    parser.add_argument("--whole", action="store_true", help="all that is promised, in three hours instead of one")
    parser.add_argument("--write", action="store_true", help="write the figures of a selection, too")
    parser.add_argument("--add", action="store_true", help="write below the runs that are told, not in their place")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9), help="chance, as a failed run told it")
    parser.add_argument("--count", type=int, help="how often each is made")
    return parser.parse_args()


def _made(fault: Fault, count: int, seed: int) -> Came:
    start, well = time.perf_counter(), True
    with tempfile.TemporaryDirectory(prefix=f"companion-{fault.name}-", ignore_cleanup_errors=True) as folder:
        try:
            told = put(fault.run(Trial(count, seed, Path(folder))))
        except pytest.skip.Exception as missing:
            told, well = f"not run: {missing}", not os.environ.get("COMPANION_NO_SKIPS")
        except Exception as failed:
            traceback.print_exc()
            told, well = f"{type(failed).__name__}: {failed}"[:2000], False
    return Came(fault, told, well, time.perf_counter() - start, count, seed)


if __name__ == "__main__":
    main()
