"""Listening and telling."""

from __future__ import annotations

from contextlib import closing

from companion.live.pubsub import PubSub
from tests.listening import listener_of


def test_a_listener_hears_what_is_newer() -> None:
    pubsub = PubSub()
    with listener_of(pubsub, "A") as listener:
        pubsub.publish("A", (1, 0))
        assert listener.wait(0)
        assert not listener.wait(0)


def test_a_slow_listener_skips_to_the_latest() -> None:
    pubsub = PubSub()
    with listener_of(pubsub, "A") as listener:
        for version in range(100):
            pubsub.publish("A", (version, 0))
        assert listener.wait(0)
        assert not listener.wait(0)


def test_what_is_not_newer_wakes_nobody() -> None:
    pubsub = PubSub()
    with listener_of(pubsub, "A") as listener:
        pubsub.publish("A", (5, 2))
        assert listener.wait(0)
        for stamp in [(5, 2), (5, 1), (4, 9)]:
            pubsub.publish("A", stamp)
            assert not listener.wait(0)
        pubsub.publish("A", (5, 3))
        assert listener.wait(0)


def test_another_table_wakes_nobody() -> None:
    pubsub = PubSub()
    with listener_of(pubsub, "A") as listener:
        pubsub.publish("B", (1, 0))
        assert not listener.wait(0)


def test_listeners_are_counted_and_forgotten() -> None:
    pubsub = PubSub()
    with listener_of(pubsub, "A"), closing(pubsub.subscribe("A", lambda: None)) as second, listener_of(pubsub, "B"):
        assert (pubsub.count("A"), pubsub.count("B")) == (2, 1)
        second.close()
        second.close()
        assert pubsub.count("A") == 1
    assert pubsub.codes() == ()
    assert pubsub.count("A") == 0


def test_closing_wakes_everybody_for_the_last_time() -> None:
    pubsub = PubSub()
    with listener_of(pubsub, "A") as early:
        pubsub.close()
        assert early.wait()
    with listener_of(pubsub, "A") as late:
        assert late.wait()
