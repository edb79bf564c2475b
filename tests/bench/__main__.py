"""`make bench`: measure, print, and write RESULTS.md. `make bench ARGS="closed rate"` runs those parts alone."""

from __future__ import annotations

import argparse
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bench import (
    across,
    agreement,
    circle,
    cost_report,
    idle,
    others,
    pages,
    phone,
    scaling_report,
    wire,
    writing,
)
from tests.bench.head import head
from tests.bench.report import Section, document
from tests.bench.served import ROOT
from tests.bench.setting import Setting
from tests.bench.speed_report import closed_section, rate_section

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Part:
    """What can be measured alone, and the program that it cannot be measured without."""

    measure: Callable[[Setting], Section]
    needs: str | None = None


NOTES = ("notes.md", "method.md")
"""Written by hand, put at the end."""
NODE, CHROMIUM = "node", "chromium"
COMPARING = ("closed", "rate", "idle", "wire")
PARTS: dict[str, Part] = {
    "closed": Part(closed_section, NODE),
    "rate": Part(rate_section, NODE),
    "idle": Part(idle.section, NODE),
    "wire": Part(wire.section, NODE),
    "cost": Part(cost_report.section, NODE),
    "pages": Part(pages.section),
    "phone": Part(phone.section, CHROMIUM),
    "scaling": Part(scaling_report.section, NODE),
    "across": Part(across.section),
    "writing": Part(writing.section),
    "replay": Part(others.replay_section),
    "reconcile": Part(others.reconcile_section),
    "circle": Part(circle.section),
    "taps": Part(others.tap_section, CHROMIUM),
}


def main() -> None:
    """Measure what was asked for, one thing at a time. Only a whole run is written down."""
    asked = _arguments()
    given = Setting(asked.copy.resolve(), asked.runs, asked.seconds, asked.alone)
    start = time.perf_counter()
    if set(COMPARING) & set(asked.parts or PARTS) and len(given.contenders) > 1:
        agreement.check()
    sections = list[Section]()
    for name in asked.parts or PARTS:
        sections.append(_measured(name, given))
        print(document("", sections[-1:], ""), flush=True)  # a run that breaks off has told what it found
    minutes = (time.perf_counter() - start) / 60
    notes = "\n".join((HERE / name).read_text(encoding="utf-8") for name in NOTES)
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
    parser.add_argument("--seconds", type=int, default=20, help="of a closed loop or a fixed rate, after its warm-up")
    parser.add_argument("--copy", type=Path, default=ROOT, help="the working copy whose server is measured")
    parser.add_argument("--alone", action="store_true", help="without the peer")
    return parser.parse_args()


def _measured(name: str, given: Setting) -> Section:
    print(f"{name} ...", flush=True)
    part, start = PARTS[name], time.perf_counter()
    if part.needs and not shutil.which(part.needs):
        return _without(name, f"`{part.needs}` is missing")
    try:
        return part.measure(given)
    except pytest.skip.Exception as missing:
        return _without(name, str(missing))
    finally:
        print(f"  {time.perf_counter() - start:.0f} s", flush=True)


def _without(name: str, missing: str) -> Section:
    return Section(name.capitalize(), f"Not measured: {missing}.")


if __name__ == "__main__":
    main()
