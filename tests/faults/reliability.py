"""`docs/reliability.md`: a section a fault, each with the figures of its latest run, its date and its machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tests.faults.fault import Fault

HEAD = """# What was tried

The companion promises that nothing is ever lost: a move that was answered 201 is there, once, in its place. These are
the faults that are made on purpose, and what came of them. `make faults` makes them all, in at most an hour (half an
hour on a quick machine), and writes this page; `make faults ARGS="races identical"` makes some of them and writes
theirs; `--whole` makes each as often as is said below, `--selection` less often, as `.ci/run` does after the tests, and
writes nothing without `--write`; `--count` makes one so many times. A run that fails prints its seed, and `--seed`
gives it again.

Half an hour or an hour, on two cores that have nothing else to do, is enough for the whole of the races, the kills, the
backups and the crowds, and for a part of the others; each run says how much of a whole one it was. A whole run takes
one to three hours: a million requests and 10,000 times fifty taps, twice, are the longest of it, then 1,000 kills and
the power; the disk, files taken away, the follower, services elsewhere and databases put back take minutes each. Longer
than there is time for is made in parts: `--add` leaves the runs that a section tells of as they are, and writes another
below them, of another seed.
"""


@dataclass(frozen=True, slots=True)
class Came:
    """What came of one fault: its figures in words, or why there are none."""

    fault: Fault
    told: str
    well: bool
    seconds: float
    count: int
    seed: int

    def line(self, when: str, machine: str) -> str:
        """The sentence that is printed, and written."""
        share = "" if self.count >= self.fault.whole else f", {self.count:,} of the {self.fault.whole:,} of a whole run"
        found = self.told if self.well else f"**Failed**: {self.told}"
        return f"{found}.\n\n({when}, {machine}; {self.seconds:.0f} s{share}; seed {self.seed}.)"


def sections(page: str) -> dict[str, str]:
    """The sections that a page has, by name."""
    parts = re.split(r"^## (.+)$", page, flags=re.MULTILINE)
    return {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}


def page(faults: Iterable[Fault], before: str, came: Came, when: str, machine: str, *, add: bool = False) -> str:
    """The page: what was run now is written anew, what was not stays as it was, or is said never to have been run.

    With `add` what was run now is written below the runs that its section has.
    """
    kept, parts = sections(before), [HEAD.strip()]
    for fault in faults:
        if fault == came.fault:
            above = kept[fault.name] if add and fault.name in kept else fault.does
            text = f"{above}\n\n{came.line(when, machine)}"
        else:
            text = kept.get(fault.name, f"{fault.does}\n\nNot run yet.")
        parts.append(f"## {fault.name}\n\n{text}")
    return "\n\n".join(parts) + "\n"
