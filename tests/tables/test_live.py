"""Listening and telling."""

from __future__ import annotations

import gc
import threading

from companion.tables.live import Live


def test_a_listener_hears_what_is_newer() -> None:
    live = Live()
    with live.listen("A") as listener:
        live.publish("A", (1, 0))
        assert listener.wait(0)
        assert not listener.wait(0)


def test_a_slow_listener_skips_to_the_latest() -> None:
    live = Live()
    with live.listen("A") as listener:
        for version in range(100):
            live.publish("A", (version, 0))
        assert listener.wait(0)
        assert not listener.wait(0)


def test_what_is_not_newer_wakes_nobody() -> None:
    live = Live()
    with live.listen("A") as listener:
        live.publish("A", (5, 2))
        assert listener.wait(0)
        for stamp in [(5, 2), (5, 1), (4, 9)]:
            live.publish("A", stamp)
            assert not listener.wait(0)
        live.publish("A", (5, 3))
        assert listener.wait(0)


def test_another_table_wakes_nobody() -> None:
    live = Live()
    with live.listen("A") as listener:
        live.publish("B", (1, 0))
        assert not listener.wait(0)


def test_listeners_are_counted_and_forgotten() -> None:
    live = Live()
    with live.listen("A"), live.listen("A") as second, live.listen("B"):
        assert (live.count("A"), live.count("B"), live.count()) == (2, 1, 3)
        second.__exit__()
        second.__exit__()
        assert live.count("A") == 1
    assert live.count() == 0
    assert live.count("A") == 0


def test_a_listener_that_was_never_used_is_forgotten_by_itself() -> None:
    live = Live()
    listener = live.listen("A")
    del listener
    gc.collect()
    assert live.count() == 0


def test_closing_wakes_everybody_for_the_last_time() -> None:
    live = Live()
    with live.listen("A") as early:
        assert not early.closed
        live.close()
        assert not early.wait()
        assert early.closed
    with live.listen("A") as late:
        assert not late.wait()
        assert late.closed


def test_a_waiting_thread_is_woken() -> None:
    live = Live()
    heard: list[bool] = []
    with live.listen("A") as listener:
        thread = threading.Thread(target=lambda: heard.append(listener.wait(30)))
        thread.start()
        live.publish("A", (1, 0))
        thread.join(30)
    assert heard == [True]
