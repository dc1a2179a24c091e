"""The pool of workers: a queue in order, a place for each who waits, and nothing left when a page is gone."""

import asyncio
from contextlib import aclosing
from typing import ClassVar

import pytest

from accord.errors import UsageError
from accord.workbench import workers
from accord.workbench.ask import Ask
from accord.workbench.workers import BusyError, Pool, Worker


class FakeWorker:
    """A worker that answers when it is let."""

    started: ClassVar[list["FakeWorker"]] = []

    def __init__(self):
        self.asks = 0
        self.pid = len(FakeWorker.started) + 1
        self.events = asyncio.Queue()
        self.sent = []
        self.alive = True
        self.obeys = True
        FakeWorker.started.append(self)

    def send(self, value):
        self.sent.append(value)
        if "cancel" in value and self.obeys:
            self.events.put_nowait({"id": value["cancel"], "event": "end"})

    def finish(self, **event):
        number = [each["id"] for each in self.sent if "id" in each][-1]
        self.events.put_nowait({"id": number, "event": "answer", **event})
        self.events.put_nowait({"id": number, "event": "end"})

    def die(self):
        self.events.put_nowait(None)

    async def ending(self):
        return "it ended"

    async def kill(self):
        self.alive = False


@pytest.fixture(autouse=True)
def fake(monkeypatch):
    FakeWorker.started = []

    async def start(memory):
        return FakeWorker()

    monkeypatch.setattr(Worker, "start", staticmethod(start))
    monkeypatch.setattr(workers, "LOOK", 0.001)
    monkeypatch.setattr(workers, "GRACE", 0.001)


def alive():
    return [worker for worker in FakeWorker.started if worker.alive]


async def settle():
    for _ in range(50):
        await asyncio.sleep(0.001)


async def collect(pool, seen, **more):
    async with aclosing(pool.events(Ask(verb="edit", **more))) as events:
        async for event in events:
            seen.append(event)


def run(test):
    async def within():
        pool = Pool(2, 0, 60)
        try:
            await test(pool)
            await settle()
            assert len(alive()) <= 2
        finally:
            await pool.close()
        assert alive() == []

    asyncio.run(within())


def test_asks_queue_in_order_and_are_told_their_place():
    async def test(pool):
        seen = [[] for _ in range(6)]
        tasks = [asyncio.ensure_future(collect(pool, each)) for each in seen]
        await settle()
        assert [each[0]["event"] for each in seen] == ["begin"] * 2 + ["queue"] * 4
        assert [each[-1].get("place") for each in seen[2:]] == [1, 2, 3, 4]
        while not all(task.done() for task in tasks):
            done = [task.done() for task in tasks]
            assert done == sorted(done, reverse=True)
            for worker in FakeWorker.started[:1]:
                if worker.sent and worker not in pool._idle:
                    worker.finish()
            await settle()
            for worker in FakeWorker.started[1:]:
                if worker.sent and worker not in pool._idle:
                    worker.finish()
            await settle()
        assert [event["place"] for event in seen[5] if event["event"] == "queue"] == [4, 3, 2, 1] or len(
            seen[5]
        ) > 3
        assert all(each[-1]["event"] == "end" for each in seen)
        assert len(FakeWorker.started) == 2

    run(test)


def test_a_newer_ask_of_a_page_ends_the_older_one():
    async def test(pool):
        first, second = [], []
        one = asyncio.ensure_future(collect(pool, first, page="p"))
        await settle()
        other = asyncio.ensure_future(collect(pool, second, page="p"))
        await settle()
        assert one.done()
        assert first[-1]["event"] == "stopped"
        next(worker for worker in alive() if worker not in pool._idle).finish(count=5)
        await other
        assert second[1] == {"event": "answer", "count": 5}
        assert all(worker.alive for worker in FakeWorker.started)  # those that end in time stay

    run(test)


@pytest.mark.parametrize("obeys", [False, True])
def test_stop_kills_a_worker_at_once_and_another_one_is_warm(obeys):
    async def test(pool):
        seen = []
        task = asyncio.ensure_future(collect(pool, seen, page="p", lane="run"))
        await settle()
        FakeWorker.started[0].obeys = obeys
        assert pool.stop("p", "run")
        assert not pool.stop("q", "run")
        await task
        await settle()
        assert seen[-1]["event"] == "stopped"
        assert not any("cancel" in each for each in FakeWorker.started[0].sent)
        assert not FakeWorker.started[0].alive
        assert [worker.alive for worker in FakeWorker.started[1:]] == [True]

    run(test)


def test_a_worker_that_comes_back_takes_the_next_ask_before_another_one_is_warm(monkeypatch):
    async def test(pool):
        first, second = [], []
        one = asyncio.ensure_future(collect(pool, first, page="p"))
        await settle()
        warm = asyncio.Event()

        async def start(_memory):
            await warm.wait()
            return FakeWorker()

        monkeypatch.setattr(Worker, "start", staticmethod(start))
        other = asyncio.ensure_future(collect(pool, second, page="p"))
        await settle()
        assert one.done()
        assert second == [{"event": "begin", "process": 1}]
        FakeWorker.started[0].finish()
        await other
        warm.set()

    run(test)


@pytest.mark.parametrize("waiting", [False, True])
def test_a_page_that_vanishes_leaves_nothing(waiting):
    async def test(pool):
        tasks = [asyncio.ensure_future(collect(pool, [])) for _ in range(2 + waiting)]
        await settle()
        for task in reversed(tasks) if waiting else tasks:
            task.cancel()
        await settle()
        assert pool._busy == 0
        assert not pool._waiting
        assert len(pool._idle) == 2

    run(test)


def test_a_worker_that_dies_is_an_error_and_the_next_ask_has_another():
    async def test(pool):
        seen = []
        task = asyncio.ensure_future(collect(pool, seen))
        await settle()
        FakeWorker.started[0].die()
        await task
        assert seen[-1] == {"event": "error", "message": "it ended"}
        again = asyncio.ensure_future(collect(pool, seen))
        await settle()
        FakeWorker.started[-1].finish()
        await again
        assert seen[-1]["event"] == "end"

    run(test)


def test_a_worker_that_does_not_end_soon_for_a_newer_ask_is_killed():
    async def test(pool):
        first, second = [], []
        one = asyncio.ensure_future(collect(pool, first, page="p"))
        await settle()
        FakeWorker.started[0].obeys = False
        other = asyncio.ensure_future(collect(pool, second, page="p"))
        await settle()
        assert one.done()
        assert not FakeWorker.started[0].alive
        alive()[0].finish(count=5)
        await other
        assert second[1] == {"event": "answer", "count": 5}

    run(test)


def test_after_its_last_ask_a_worker_ends_and_another_one_is_warm(monkeypatch):
    monkeypatch.setattr(workers, "MOST_ASKS", 2)

    async def test(pool):
        for _ in range(2):
            assert FakeWorker.started[:1] == alive()
            task = asyncio.ensure_future(collect(pool, []))
            await settle()
            FakeWorker.started[0].finish()
            await task
            await settle()
        assert not FakeWorker.started[0].alive
        assert alive() == FakeWorker.started[1:] != []

    run(test)


def test_an_event_of_another_ask_is_dropped():
    async def test(pool):
        seen = []
        task = asyncio.ensure_future(collect(pool, seen))
        await settle()
        FakeWorker.started[0].events.put_nowait({"id": 77, "event": "answer", "count": 1})
        FakeWorker.started[0].finish(count=2)
        await task
        assert [event.get("count") for event in seen] == [None, 2, None]

    run(test)


def test_a_full_queue_is_refused():
    async def test(pool):
        tasks = [asyncio.ensure_future(collect(pool, [])) for _ in range(2 + workers.MOST_WAITING)]
        await settle()
        with pytest.raises(BusyError, match="64 questions are waiting"):
            await collect(pool, [])
        for task in tasks:
            task.cancel()

    run(test)


def test_the_time_of_an_ask_is_limited():
    async def test(pool):
        pool.seconds = 0.01
        seen = []
        await collect(pool, seen)
        assert seen[-1] == {"event": "stopped", "message": "stopped after 0.01 seconds"}

    run(test)


def test_a_worker_that_does_not_become_ready_is_an_error(monkeypatch):
    async def start(_memory):
        raise UsageError("a worker process ended before it was ready, with 7")

    monkeypatch.setattr(workers.Worker, "start", staticmethod(start))

    async def run():
        pool = Pool(1, 0, 60.0)
        return [event async for event in pool.events(Ask(verb="edit", text="queens:4"))]

    events = asyncio.run(asyncio.wait_for(run(), 10))
    assert (events[-1]["event"], events[-1]["message"][-6:]) == ("error", "with 7")
