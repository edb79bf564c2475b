"""What has no peer: replay, the search for a slip, and taps in a real browser."""

from __future__ import annotations

from tests.bench import reconciling, replaying, tapping
from tests.bench.report import Section, Verdict, table
from tests.bench.served import companion
from tests.bench.setting import Setting

HEAD = ("what", "figure")


def replay_section(given: Setting) -> Section:
    """Replay of a long transcript."""
    one, many = replaying.measure(), replaying.measure_games()
    games = f"{many['games']:,.0f} whole games, {many['moves']:,.0f} moves that stand"
    rows = [
        (
            f"a transcript of {one['moves']:,.0f} moves, half of them undos, the best of five",
            f"{one['seconds']:.2f} s",
        ),
        (games, f"{many['seconds']:.1f} s"),
        ("of that, processor time a move", f"{1e6 * many['cpu'] / many['moves']:.1f} \u00b5s"),
    ]
    verdict = Verdict("replay of 1,000,000 moves", many["seconds"], "at most", 10, " s")
    return Section("Replay", f"On one core, parsing included.\n\n{table(HEAD, rows)}", (verdict,))


def reconcile_section(given: Setting) -> Section:
    """The tokens don't match: the whole search."""
    found = reconciling.measure()
    rows = [
        (
            f"one slip, {found['entries']:.0f} entries, five seats (p50 / most)",
            f"{1000 * found['p50']:.0f} / {1000 * found['most']:.0f} ms",
        )
    ]
    text = "Rounds of five after fourteen tricks with one slip in the book; the whole search on one core."
    return Section("The tokens don't match", f"{text}\n\n{table(HEAD, rows)}")


def tap_section(given: Setting) -> Section:
    """Taps in Chromium."""
    with companion(given.root) as server:
        found = tapping.measure(server.url)
    rows = [
        ("the phone that tapped (p50 / p95)", f"{found['own_p50_ms']:.0f} / {found['own_p95_ms']:.0f} ms"),
        (f"the last of {found['phones']:.0f} phones", f"{found['all_p50_ms']:.0f} / {found['all_p95_ms']:.0f} ms"),
    ]
    text = (
        f"{found['taps']:.0f} taps (Take red, Undo) in Chromium at 360 x 640, from the click event to the changed "
        "`data-version` in the page, other phones told by server-sent events. The browser with all "
        "of its phones shares the machine with the server."
    )
    return Section("Taps in a real browser", f"{text}\n\n{table(HEAD, rows)}")
