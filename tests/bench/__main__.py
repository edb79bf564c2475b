"""`make bench`: measure, print, and write RESULTS.md. `make bench ARGS="closed rate"` runs those parts alone."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench import across, idle, others, writing
from tests.bench.head import head
from tests.bench.report import Section, document
from tests.bench.served import ROOT
from tests.bench.setting import Setting
from tests.bench.speed_report import closed_section, rate_section

HERE = Path(__file__).parent
PARTS: dict[str, Callable[[Setting], Section]] = {
    "closed": closed_section,
    "rate": rate_section,
    "idle": idle.section,
    "replay": others.replay_section,
    "reconcile": others.reconcile_section,
    "taps": others.tap_section,
    "across": across.section,
    "writing": writing.section,
}


def main() -> None:
    """Measure what was asked for, one thing at a time. Only a whole run is written down."""
    asked = _arguments()
    given = Setting(asked.copy.resolve(), asked.runs, asked.alone)
    start = time.perf_counter()
    sections = [_measured(name, given) for name in asked.parts or PARTS]
    minutes = (time.perf_counter() - start) / 60
    notes = (HERE / "notes.md").read_text(encoding="utf-8")
    text = document(head(given, minutes), sections, notes if not asked.parts else "")
    print(text)
    if not asked.parts:
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument(
        "parts",
        nargs="*",
        choices=[*PARTS, []],
        metavar="PART",
        help=f"of {', '.join(PARTS)}; none named: all, written to RESULTS.md",
    )
    parser.add_argument("--runs", type=int, default=3, help="interleaved runs of which the median is taken")
    parser.add_argument("--copy", type=Path, default=ROOT, help="the working copy whose server is measured")
    parser.add_argument("--alone", action="store_true", help="without the peer")
    return parser.parse_args()


def _measured(name: str, given: Setting) -> Section:
    print(f"{name} ...", flush=True)
    return PARTS[name](given)


if __name__ == "__main__":
    main()
