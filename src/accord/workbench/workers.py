"""A pool of warm worker processes. An ask waits for a free one; meanwhile its events say its place.

An ask that ends early (its page is gone, a newer ask came, somebody pressed Stop) is cancelled. A process
that does not end it within a moment is killed, with all that it started, and another one takes its place.
"""

from __future__ import annotations

import asyncio
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from itertools import count
from typing import Any, cast

import msgspec

from accord.errors import UsageError
from accord.processes import environment, python
from accord.workbench.ask import Ask, Event
from accord.workbench.process import OVER_MEMORY

GRACE = 1.0  # seconds in which a cancelled ask may end: a new process takes longer to be warm
LOOK = 0.2  # seconds between two looks at the place in the queue
MOST_UNREAD = 256  # events that a page has not taken; then its process waits
MOST_WAITING = 64  # asks in the queue
MOST_ASKS = 500  # of a process; then another one takes its place, so that no leak lasts
LARGEST_FRAME = 64 << 20


class BusyError(UsageError):
    """Too many asks are waiting."""


class Worker:
    """A process that answers one ask at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.asks = 0
        self.events: asyncio.Queue[Event | None] = asyncio.Queue(MOST_UNREAD)  # None: it has ended
        self._reading = asyncio.ensure_future(self._read())

    @property
    def pid(self) -> int:
        """Its number, which is its group's number too."""
        return self._process.pid

    @staticmethod
    async def start(memory: int) -> Worker:
        """Start a process, and wait until it is warm."""
        process = await asyncio.create_subprocess_exec(
            *python("-m", "accord.workbench.process", str(memory)),
            stdin=PIPE, stdout=PIPE, start_new_session=True, env=environment(),
        )  # fmt: skip
        worker = Worker(process)
        try:
            if await worker.events.get() is None:
                raise UsageError(f"a worker process ended before it was ready, with {process.returncode}")
        except BaseException:
            await worker.kill()
            raise
        return worker

    def send(self, value: Any) -> None:
        """Send a frame; a process that is gone is found when it is read."""
        data = msgspec.json.encode(value)
        assert self._process.stdin is not None
        self._process.stdin.write(len(data).to_bytes(4, "big") + data)

    async def _read(self) -> None:
        """Put its events into the queue, until it ends."""
        assert self._process.stdout is not None
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while (
                length := int.from_bytes(await self._process.stdout.readexactly(4), "big")
            ) <= LARGEST_FRAME:
                await self.events.put(msgspec.json.decode(await self._process.stdout.readexactly(length)))
        await self.events.put(None)

    async def ending(self) -> str:
        """Return why it has ended, in words."""
        code = await self._process.wait()
        if code == OVER_MEMORY:
            return "stopped: this takes more memory than a process of the workbench may have"
        return f"the process ended with exit code {code}"

    async def kill(self) -> None:
        """End the process and all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._reading.cancel()
        await self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()


class Pool:
    """At most so many workers."""

    def __init__(self, processes: int, memory: int, seconds: float) -> None:
        """Make a pool: of so many processes, with so many bytes for each, and seconds for an ask."""
        self.processes, self._memory, self.seconds = processes, memory, seconds
        self.workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._returned = asyncio.Event()  # a worker is idle again
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._busy = 0  # places taken: a worker is asked, or is started for an ask
        self._lanes: dict[tuple[str, str], asyncio.Future[bool]] = {}  # of each page, what ends its ask
        self._number = count(1)
        self._tasks: set[asyncio.Task[None]] = set()  # that take workers back
        self._starts: set[asyncio.Task[None]] = set()
        self._closed = False

    def warm_soon(self) -> None:
        """Start a worker in the background, if none is free and there may be one more."""
        room = len(self.workers) + len(self._starts) < self.processes
        if not self._closed and not self._idle and room:
            task = asyncio.ensure_future(self._start())
            self._starts.add(task)
            task.add_done_callback(self._starts.discard)

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for task in [*self._starts, *self._tasks]:
            task.cancel()
        await asyncio.gather(*self._starts, *self._tasks, return_exceptions=True)
        await asyncio.gather(*(self._end(worker) for worker in [*self.workers]))

    def stop(self, page: str, lane: str, *, kill: bool = True) -> bool:
        """End what a page asks in a lane, and perhaps its process; return whether there was anything."""
        known = self._lanes.get((page, lane))
        if known is not None and not known.done():
            known.set_result(kill)
        return known is not None

    async def events(self, ask: Ask) -> AsyncGenerator[Event, None]:
        """Yield the events of an ask, its place in the queue first. Raises BusyError.

        A newer ask of the same page in the same lane ends it.
        """
        if len(self._waiting) >= MOST_WAITING:
            raise BusyError(f"{MOST_WAITING} questions are waiting; try again later")
        stop: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        key = ask.page, ask.lane
        if ask.page:
            self.stop(*key, kill=False)
            self._lanes[key] = stop
        try:
            async with aclosing(self._in_turn(ask, stop)) as events:
                async for event in events:
                    yield event
        finally:
            if self._lanes.get(key) is stop:
                del self._lanes[key]

    async def _in_turn(self, ask: Ask, stop: asyncio.Future[bool]) -> AsyncGenerator[Event, None]:
        """Wait for a place, and ask a worker."""
        if self._busy < self.processes:
            self._busy += 1
        else:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            handed = False
            try:
                async with aclosing(self._places(turn, stop)) as places:
                    async for place in places:
                        yield {"event": "queue", "place": place}
                handed = turn.done() and not stop.done()
            finally:
                if turn in self._waiting:
                    self._waiting.remove(turn)
                elif not handed:  # the place came too late
                    self._leave()
            if not handed:
                yield {"event": "stopped", "message": "stopped"}
                return
        async with aclosing(self._ask(ask, stop)) as events:
            async for event in events:
                yield event

    async def _places(
        self, turn: asyncio.Future[None], stop: asyncio.Future[bool]
    ) -> AsyncGenerator[int, None]:
        """Yield the place in the queue whenever it changes, until it is our turn."""
        last, either = 0, cast("set[asyncio.Future[Any]]", {turn, stop})
        while not turn.done() and not stop.done():
            place = self._waiting.index(turn) + 1
            if place != last:
                last = place
                yield place
            await asyncio.wait(either, timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)

    def _leave(self, _task: object = None) -> None:
        """Hand a place to the first who waits."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._busy -= 1

    async def _ask(self, ask: Ask, stop: asyncio.Future[bool]) -> AsyncGenerator[Event, None]:
        """Ask a worker; keep it if it answered to the end. Then leave the place."""
        try:
            worker = await self._take()
        except UsageError as error:  # it ended before it was ready, perhaps for want of memory
            self._leave()
            yield {"event": "error", "message": str(error)}
            return
        except BaseException:
            self._leave()
            raise
        number, ended = next(self._number), False
        worker.asks += 1
        deadline = asyncio.get_running_loop().time() + self.seconds
        try:
            worker.send({"id": number, "ask": ask})
            yield {"event": "begin", "process": worker.pid}
            while not ended:
                reading = asyncio.ensure_future(worker.events.get())
                either = cast("set[asyncio.Future[Any]]", {reading, stop})
                left = deadline - asyncio.get_running_loop().time()
                try:
                    await asyncio.wait(either, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    reading.cancel()
                if not reading.done() or reading.cancelled():
                    words = "stopped" if stop.done() else f"stopped after {self.seconds:g} seconds"
                    yield {"event": "stopped", "message": words}
                    return
                event = reading.result()
                if event is None:
                    yield {"event": "error", "message": await worker.ending()}
                    return
                if event.pop("id") == number:
                    ended = event["event"] == "end"
                    yield event
        finally:
            grace = 0.0 if stop.done() and stop.result() else GRACE
            task = asyncio.ensure_future(self._free(worker, number, ended, grace))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            task.add_done_callback(self._leave)

    async def _free(self, worker: Worker, number: int, ended: bool, grace: float) -> None:
        """Take a worker back; one that does not end its ask soon is killed, and another one is started."""
        if not ended and grace:
            worker.send({"cancel": number})
            with suppress(TimeoutError):
                async with asyncio.timeout(grace):
                    while not ended and (event := await worker.events.get()) is not None:
                        ended = event["id"] == number and event["event"] == "end"
        if ended and worker.asks < MOST_ASKS and not self._closed:
            self._idle.append(worker)
            self._returned.set()
            return
        await self._end(worker)
        self.warm_soon()

    async def _take(self) -> Worker:
        """Return a free worker, once one has started or has come back. Raises what its start raised."""
        while not self._idle:
            self.warm_soon()
            self._returned.clear()
            returned = asyncio.ensure_future(self._returned.wait())
            coming = cast("set[asyncio.Future[Any]]", {returned, *self._starts})
            try:
                done, _ = await asyncio.wait(coming, return_when=asyncio.FIRST_COMPLETED)
            finally:
                returned.cancel()
            for task in done:
                task.result()
        return self._idle.pop()

    async def _start(self) -> None:
        worker = await Worker.start(self._memory)
        self.workers.add(worker)
        self._idle.append(worker)

    async def _end(self, worker: Worker) -> None:
        if worker in self._idle:
            self._idle.remove(worker)
        await worker.kill()
        self.workers.discard(worker)
