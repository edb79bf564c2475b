"""Listening and telling."""

from __future__ import annotations

import gc
import threading

from companion.live.pubsub import PubSub


def test_a_listener_hears_what_is_newer() -> None:
    pubsub = PubSub()
    with pubsub.subscribe("A") as listener:
        pubsub.publish("A", (1, 0))
        assert listener.wait(0)
        assert not listener.wait(0)


def test_a_slow_listener_skips_to_the_latest() -> None:
    pubsub = PubSub()
    with pubsub.subscribe("A") as listener:
        for version in range(100):
            pubsub.publish("A", (version, 0))
        assert listener.wait(0)
        assert not listener.wait(0)


def test_what_is_not_newer_wakes_nobody() -> None:
    pubsub = PubSub()
    with pubsub.subscribe("A") as listener:
        pubsub.publish("A", (5, 2))
        assert listener.wait(0)
        for stamp in [(5, 2), (5, 1), (4, 9)]:
            pubsub.publish("A", stamp)
            assert not listener.wait(0)
        pubsub.publish("A", (5, 3))
        assert listener.wait(0)


def test_another_table_wakes_nobody() -> None:
    pubsub = PubSub()
    with pubsub.subscribe("A") as listener:
        pubsub.publish("B", (1, 0))
        assert not listener.wait(0)


def test_listeners_are_counted_and_forgotten() -> None:
    pubsub = PubSub()
    with pubsub.subscribe("A"), pubsub.subscribe("A") as second, pubsub.subscribe("B"):
        assert (pubsub.count("A"), pubsub.count("B"), pubsub.count()) == (2, 1, 3)
        second.__exit__()
        second.__exit__()
        assert pubsub.count("A") == 1
    assert pubsub.count() == 0
    assert pubsub.count("A") == 0


def test_a_listener_that_was_never_used_is_forgotten_by_itself() -> None:
    pubsub = PubSub()
    listener = pubsub.subscribe("A")
    del listener
    gc.collect()
    assert pubsub.count() == 0


def test_closing_wakes_everybody_for_the_last_time() -> None:
    pubsub = PubSub()
    with pubsub.subscribe("A") as early:
        assert not early.closed
        pubsub.close()
        assert not early.wait()
        assert early.closed
    with pubsub.subscribe("A") as late:
        assert not late.wait()
        assert late.closed


def test_a_waiting_thread_is_woken() -> None:
    pubsub = PubSub()
    heard: list[bool] = []
    with pubsub.subscribe("A") as listener:
        thread = threading.Thread(target=lambda: heard.append(listener.wait(30)))
        thread.start()
        pubsub.publish("A", (1, 0))
        thread.join(30)
    assert heard == [True]
