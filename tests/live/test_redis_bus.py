"""News over Redis: heard by all others, told again after it was gone, and never a reason to stop playing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from redis.asyncio import Redis as Client
from redis.asyncio.client import PubSub

from companion.live import redis_bus
from companion.live.bus import Stamp
from companion.live.redis_bus import CHANNEL, RedisBus
from tests.live.hearing import in_loop, until
from tests.postgresql_and_redis import Redis


@dataclass
class Ear:
    """A process on the bus, and what it has heard."""

    bus: RedisBus
    heard: dict[str, Stamp] = field(default_factory=dict)
    missed: int = 0

    async def start(self) -> None:
        await self.bus.start(self.heard.__setitem__, self._missed)

    def _missed(self) -> None:
        self.missed += 1


async def ears(server: Redis, many: int = 2) -> list[Ear]:
    made = [Ear(RedisBus(server.url)) for _ in range(many)]
    for ear in made:
        await ear.start()
    return made


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process takes Redis for gone because a busy machine makes it slow."""
    monkeypatch.setattr(redis_bus, "QUIET_SECONDS", 5.0)
    monkeypatch.setattr(redis_bus, "PATIENCE_SECONDS", 20.0)


async def close(made: list[Ear]) -> None:
    for ear in made:
        await ear.bus.close()


@pytest.mark.usefixtures("unhurried")
def test_others_hear_and_the_teller_does_not(redis_server: Redis) -> None:
    async def tell() -> None:
        made = await ears(redis_server, 3)
        await until(lambda: all(ear.bus.reliable for ear in made))
        assert [ear.missed for ear in made] == [1, 1, 1]  # what was told before
        for version in range(100):
            made[0].bus.publish("A", (version, 1))
            made[0].bus.publish(f"B{version}", (0, 0))
        await until(lambda: all(len(ear.heard) == 101 for ear in made[1:]))
        assert made[1].heard["A"] == made[2].heard["A"] == (99, 1)
        assert made[0].heard == {}
        await close(made)
        assert not made[0].bus.reliable

    in_loop(tell)


@contextmanager
def frozen(server: Redis) -> Iterator[None]:
    """It takes connections and answers nothing, as a machine that has lost its network does."""
    process = server.service._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


@pytest.mark.usefixtures("unhurried")
def test_a_redis_that_is_gone_is_noticed_and_heard_again(redis_server: Redis, caplog: pytest.LogCaptureFixture) -> None:
    async def gone() -> None:
        made = await ears(redis_server)
        await until(lambda: all(ear.bus.reliable for ear in made))
        redis_server.stop()
        await until(lambda: not any(ear.bus.reliable for ear in made))
        threading.Thread(target=made[0].bus.publish, args=("A", (1, 0))).start()  # told when it is back
        redis_server.start()
        await until(lambda: all(ear.bus.reliable for ear in made))
        assert [ear.missed for ear in made] == [2, 2]
        made[0].bus.publish("B", (2, 0))
        await until(lambda: made[1].heard.get("B") == (2, 0))
        await close(made)
        made[0].bus.publish("B", (3, 0))  # nobody is left, and nobody minds

    with caplog.at_level(logging.WARNING, "table_companion.bus"):
        in_loop(gone)
    assert [record.message.startswith("Redis does not answer; ") for record in caplog.records] == [True, True]


@pytest.mark.usefixtures("unhurried")
def test_a_redis_that_takes_no_announcements_is_told(redis_server: Redis, caplog: pytest.LogCaptureFixture) -> None:
    async def refused() -> None:
        made = await ears(redis_server)
        await until(lambda: all(ear.bus.reliable for ear in made))
        async with Client.from_url(redis_server.url) as redis:
            await redis.acl_setuser("default", enabled=True, commands=["-publish"])
            try:
                made[0].bus.publish("A", (1, 0))
                await until(lambda: bool(caplog.records))
            finally:
                await redis.acl_setuser("default", enabled=True, commands=["+publish"])
        made[0].bus.publish("B", (1, 0))
        await until(lambda: made[1].heard == {"B": (1, 0)})
        await close(made)

    with caplog.at_level(logging.WARNING, "table_companion.bus"):
        in_loop(refused)
    (told,) = caplog.records
    assert told.message.startswith("Redis takes no announcements; ")


def test_a_redis_that_says_nothing_is_gone_too(redis_server: Redis) -> None:
    async def silent() -> float:
        made = await ears(redis_server)
        await until(lambda: all(ear.bus.reliable for ear in made))
        began = asyncio.get_running_loop().time()
        with frozen(redis_server):
            await until(lambda: not any(ear.bus.reliable for ear in made))
            made[0].bus.publish("A", (1, 0))
            noticed = asyncio.get_running_loop().time() - began
        await until(lambda: all(ear.bus.reliable for ear in made))
        await until(lambda: made[1].heard.get("A") == (1, 0) or made[1].missed > 1)
        await close(made)
        return noticed

    assert in_loop(silent) >= redis_bus.QUIET_SECONDS  # it was asked before it was given up


def test_a_redis_that_is_only_quiet_is_asked_and_answers(redis_server: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "PATIENCE_SECONDS", 20.0)
    monkeypatch.setattr(redis_bus, "QUIET_SECONDS", 1.0)  # Redis has as long to answer, and the machine may be busy

    async def quiet() -> None:
        (ear,) = await ears(redis_server, 1)
        async with Client.from_url(redis_server.url) as other:
            before = (await other.info("commandstats")).get("cmdstat_ping", {"calls": 0})["calls"]
            asked = before
            while asked < before + 3:
                await asyncio.sleep(0.05)
                asked = (await other.info("commandstats")).get("cmdstat_ping", {"calls": 0})["calls"]
        assert (ear.bus.reliable, ear.missed) == (True, 1)
        await ear.bus.close()

    in_loop(quiet)


def test_without_redis_it_begins_all_the_same(redis_server: Redis, caplog: pytest.LogCaptureFixture) -> None:
    async def later() -> None:
        redis_server.stop()
        made = await ears(redis_server)
        made[0].bus.publish("A", (1, 0))
        await until(lambda: len(caplog.records) == 2)  # both have tried
        assert not made[0].bus.reliable
        redis_server.start()
        await until(lambda: all(ear.bus.reliable for ear in made))
        made[1].bus.publish("B", (1, 0))
        await until(lambda: made[0].heard == {"B": (1, 0)})
        await close(made)

    in_loop(later)


@pytest.mark.parametrize(("who", "what"), [(PubSub, "ping"), (Client, "publish")])
def test_it_leaves_also_where_it_is_just_sending(
    redis_server: Redis, monkeypatch: pytest.MonkeyPatch, who: type, what: str
) -> None:
    """Before Python 3.12 `wait_for`, by which redis-py sends, may finish in spite of being cancelled."""
    monkeypatch.setattr(redis_bus, "QUIET_SECONDS", 0.05)
    sending = asyncio.Event()

    async def send(*_: object) -> None:
        sending.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    async def leave() -> None:
        (ear,) = await ears(redis_server, 1)
        await until(lambda: ear.bus.reliable)
        monkeypatch.setattr(who, what, send)
        ear.bus.publish("A", (1, 0))
        await sending.wait()
        await asyncio.wait_for(ear.bus.close(), 20)

    in_loop(leave)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"7", b'{"a": 1}', b'["x", [["A", "many", 0]]]', b'["x", [["A"]]]'])
def test_what_another_program_says_on_the_channel_is_passed_over(redis_server: Redis, data: bytes) -> None:
    async def strange() -> None:
        (ear,) = await ears(redis_server, 1)
        await until(lambda: ear.bus.reliable)
        async with Client.from_url(redis_server.url) as other:
            await other.publish(CHANNEL, data)
            await other.publish(CHANNEL, '["other", [["A", 3, 1]]]')
        await until(lambda: ear.heard == {"A": (3, 1)})
        assert ear.missed == 1
        await ear.bus.close()

    in_loop(strange)
