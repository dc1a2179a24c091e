"""Run work on other machines through a Dask scheduler: give a `Cluster` instead of a number of workers.

    with Cluster("tcp://host:8786") as cluster:
        yield from pool.results(work, things, workers=cluster)

A thing is a task. It is tried again if its worker is lost; one that ends its worker time after time is named.
A cluster that dies loses what is under way, and no result: these are here as soon as they are sent.

Dask is imported when a cluster is opened, and runs in a thread of its own.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as LateError
from contextlib import AsyncExitStack, ExitStack, contextmanager, nullcontext, suppress
from itertools import count
from typing import Any, NamedTuple, Self, TypeVar
from uuid import uuid4

from accord.arguments import Cancel
from accord.errors import AccordError, ClusterError, MissingBackendError, StoppedError, WorkerDiedError
from accord.many import address as addresses
from accord.many import local, remote
from accord.many.remote import Versions
from accord.signals import mask_signals

PATIENCE = 10  # seconds that a scheduler may take to answer
LOOK = 1.0  # seconds between two looks at how many workers there are
TICK = 0.05  # and at `cancel`
LOST = 4  # workers that may end while they have the same thing
LONGEST = 100  # characters of a name in a message
LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")

Thing = TypeVar("Thing")
Result = TypeVar("Result")


class Seen(NamedTuple):
    """A worker, as it was last seen."""

    address: str
    threads: int
    memory: int  # bytes that it may use; 0 if nothing was said of that
    versions: Versions  # empty if it has none to tell
    fault: str  # why it does not fit; empty if it does


class Cluster:
    """The workers of a scheduler, while it is open. Workers of `local:N` start with it and end with it."""

    def __init__(
        self,
        address: str,
        *,
        port: int = 0,
        cancel: Cancel | None = None,
        say: Callable[[str], object] = lambda _: None,
        check: bool = True,
        trust: bool = False,
    ) -> None:
        """A cluster, not open yet.

        Args:
            address: of a scheduler, such as `tcp://host:8786`; or `local:N` for N processes of this machine.
            port: of the scheduler of `local:N`; 0: any that is free.
            cancel: once it is set, opening ends.
            say: gets a sentence about what opening waits for, if that may last.
            check: whether it opens only once there is a worker, and not if one is of other versions.
            trust: whether to trust a scheduler without keys that Accord has not started here.

        Raises UsageError for what is no address.
        """
        self._where, self._trusted = addresses.address(address), trust
        self.address = address
        self._port, self._cancel, self._say, self._check = port, cancel, say, check
        self._threads: Mapping[str, int] = {}  # of each worker that fits, as it was last seen
        self._unfit: set[str] = set()  # workers that came later, of other versions
        self._local: local.Local | None = None
        self._pickled: tuple[object, bytes] = None, b""  # the last function, and its pickle
        self._numbers, self._name = count(), f"accord-{uuid4().hex[:12]}"
        self._outside = ExitStack()

    # -- open and closed ---------------------------------------------------------------------------

    def __enter__(self) -> Self:
        """Connect, wait for the first worker, and ask all of them for their versions.

        Raises:
            MissingBackendError: without the package.
            UsageError: if it is not known who answers there; nothing was sent then.
            ClusterError: if there is no scheduler, or a worker of another version.
            StoppedError: if it was cancelled.
        """
        _require()
        addresses.refuse_strangers(self._where, trusted=self._trusted)
        self._opened: Future[None] = Future()
        with mask_signals():  # for the thread, and whatever it starts
            thread = threading.Thread(target=lambda: asyncio.run(self._life()), name="cluster", daemon=True)
            self._outside.enter_context(_silence())
            thread.start()
        self._outside.callback(thread.join)
        try:
            self._await_opened()
        except BaseException:
            self._outside.close()
            raise
        self._outside.callback(self._end)
        return self

    def __exit__(self, *_: object) -> None:
        """Drop what is under way, and leave; processes that were started are ended."""
        self._outside.close()

    def _await_opened(self) -> None:
        while True:
            with suppress(LateError):
                return self._opened.result(timeout=TICK)
            if self._cancel is not None and self._cancel.is_set():
                self._end()
                raise StoppedError("cancelled before the cluster was there", status="cancelled")

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._main.cancel)

    async def _life(self) -> None:
        """Run in the thread: open, look at the workers now and then, close."""
        self._loop = asyncio.get_running_loop()
        main = asyncio.current_task()
        assert main is not None
        self._main, self._alone = main, asyncio.Lock()
        with suppress(asyncio.CancelledError):
            async with AsyncExitStack() as stack:
                try:
                    await self._open(stack)
                except Exception as error:
                    self._opened.set_exception(error)
                    return
                self._opened.set_result(None)
                while True:
                    await asyncio.sleep(LOOK)
                    with suppress(Exception):  # what is no answer now was one before
                        await self._look()

    async def _open(self, stack: AsyncExitStack) -> None:
        from distributed import Client

        if self._where.workers:
            self._local = await stack.enter_async_context(local.start(self._where.workers, self._port))
            self.address = self._local.address
        connect: Callable[..., Any] = Client  # it has no types
        client = connect(self.address, asynchronous=True, set_as_default=False, timeout=PATIENCE)
        try:
            async with asyncio.timeout(2 * PATIENCE):  # it answers nothing at all, or never ends
                self._client = await stack.enter_async_context(client)
        except (Exception, MemoryError) as error:  # what answers may be no scheduler, and send anything
            with suppress(Exception):
                await client.close(timeout=LOOK)
            client.status = "closed"  # or it would close itself once more when nothing runs any longer
            raise ClusterError(f"{self.address}: no scheduler answers: {_line(error)}") from error
        try:
            await self._see()
        except (AccordError, asyncio.CancelledError):
            raise
        except Exception as error:  # it is a scheduler of another kind, or of another version
            raise ClusterError(
                f"{self.address}: the scheduler gives no such answer: {_line(error)}"
            ) from error

    async def _see(self) -> None:
        """See the workers that are there, and wait for one; raise ClusterError if one does not fit."""
        await self._look()
        if not self._check:
            return
        if not self._threads:
            self._say(f"{self.address}: no worker is there yet; waiting for one")
        while not self._threads:
            await asyncio.sleep(TICK)
            await self._look()
        unfit = [seen for seen in await self._see_workers() if seen.fault]
        if unfit:
            more = f"; and {len(unfit) - 1} more" if unfit[1:] else ""
            raise ClusterError(f"worker {unfit[0].address}: {unfit[0].fault}{more}")

    async def _look(self) -> None:
        with suppress(OSError):  # code that waits for a result gets the error
            found = await self._client.nthreads()
            self._threads = {one: threads for one, threads in found.items() if one not in self._unfit}

    # -- workers -----------------------------------------------------------------------------------

    @property
    def threads(self) -> int:
        """How many things are worked on at once, as it was last seen."""
        return sum(self._threads.values())

    @property
    def words(self) -> str:
        """How many workers there are, for people."""
        workers, threads = len(self._threads), self.threads
        said = "1 worker" if workers == 1 else f"{workers:,} workers"
        return said if threads == workers else f"{said} with {threads:,} threads"

    def workers(self) -> list[Seen]:
        """The workers, by address. Raises ClusterError if the scheduler is gone."""
        try:
            return asyncio.run_coroutine_threadsafe(self._see_workers(), self._loop).result()
        except (CancelledError, OSError) as error:
            raise ClusterError(self._loss_message(error)) from error
        except Exception as error:
            raise ClusterError(
                f"{self.address}: the scheduler gives no such answer: {_line(error)}"
            ) from error

    def hold(self) -> None:
        """Raise ClusterError if workers of this machine have ended for good."""
        if self._local is not None and self._local.fault:
            raise ClusterError(f"{self.address}: {self._local.fault}")

    async def _see_workers(self) -> list[Seen]:
        told = await self._client.run(remote.versions, on_error="return")
        known = (await self._client.scheduler.identity(n_workers=-1))["workers"]
        return [
            Seen(
                address,
                known[address]["nthreads"],
                known[address]["memory_limit"] or 0,
                versions if isinstance(versions, dict) else {},
                unfit(versions),
            )
            for address, versions in sorted(told.items())
            if address in known
        ]

    # -- work --------------------------------------------------------------------------------------

    def submit(self, function: Callable[[Thing], Result], thing: Thing) -> Future[Result]:
        """A future of the function's result for the thing. Both have to be picklable.

        The future raises what the function raises, if that is an error of ours; ClusterError for any other,
        and if the cluster is lost; and WorkerDiedError if the thing ends its worker time after time.
        """
        if self._pickled[0] is not function:
            self._pickled = function, pickle.dumps(function)
        done = self._perform(self._pickled[1], pickle.dumps(thing), _name(thing))
        return asyncio.run_coroutine_threadsafe(done, self._loop)

    async def _perform(self, function: bytes, thing: bytes, name: str) -> Any:
        from distributed.scheduler import KilledWorker

        lost = 0
        while True:
            fit = await self._fit()
            # a worker that ends takes all down that it has: those are tried one by one, to see which it was
            alone = self._alone if lost else nullcontext()
            async with alone:
                key = (self._name, next(self._numbers))  # of one name: the scheduler then keeps tasks back
                task = self._client.submit(
                    remote.perform, remote.versions(), function, thing, key=key, pure=False, workers=fit
                )
                try:
                    answer = await self._answer(task, fit)
                except KilledWorker as error:
                    again = lost > 0
                    lost += error.allowed_failures + 1
                    if again and lost >= LOST:
                        raise WorkerDiedError(f"{name}: the worker ended each of {lost} times") from None
                    continue
                except (CancelledError, OSError) as error:
                    raise ClusterError(self._loss_message(error)) from error
                except Exception as error:
                    raise ClusterError(f"{self.address}: no worker could begin: {_line(error)}") from error
                finally:
                    task.release()
            try:
                kind, told = _read(answer)
            except Exception as error:
                raise ClusterError(f"{name}: a worker gave no such answer: {_line(error)}") from error
            if kind == "result":
                return told
            if kind == "error":
                raise told
            if kind == "unfit":
                self._pass_over(*told)
            if kind == "fault":
                said, whole = told
                raise ClusterError(f"{name}: {_line(said)}") from RuntimeError(whole)

    async def _fit(self) -> list[str] | None:
        """Return the workers that may be asked, once there are some; None if any may be."""
        while self._unfit and not self._threads:
            await asyncio.sleep(TICK)
        return list(self._threads) if self._unfit else None

    async def _answer(self, task: Any, fit: Collection[str] | None) -> Any:
        """Return what a task comes to; it is dropped once none of the workers that may do it is left."""
        # the client gathers results together: to cancel that with us would end it for all
        answer = asyncio.ensure_future(task.result())
        while fit is not None and not answer.done():
            await asyncio.wait([answer], timeout=LOOK)
            if not answer.done() and not self._threads.keys() & set(fit):
                return "dropped", None
        return await asyncio.shield(answer)

    def _pass_over(self, worker: str, versions: Versions) -> None:
        """Ask a worker of other versions for nothing more; it came after all were asked for theirs."""
        if worker not in self._unfit:
            self._unfit.add(worker)
            self._threads = {one: threads for one, threads in self._threads.items() if one != worker}
            self._say(f"worker {worker} is passed over: {unfit(versions)}")

    def _loss_message(self, error: Exception) -> str:
        fault = self._local.fault if self._local else ""
        why = _line(getattr(error, "reason", error))
        return f"{self.address}: {fault or f'the scheduler is gone, or the network to it: {why}'}"


def _read(answer: remote.Answer) -> tuple[str, Any]:
    """Return an answer's kind, and what it says. Raises anything for what is no answer."""
    kind, told = answer
    if kind in ("result", "error"):
        told = pickle.loads(told)
        if kind == "error" and not isinstance(told, AccordError | MemoryError):
            raise TypeError(f"{_line(told)} is no error")
    elif kind in ("unfit", "fault"):
        first, second = told
        return kind, (first, second)
    elif kind != "dropped":
        raise ValueError(f"found {_line(kind)}")
    return kind, told


def unfit(told: object) -> str:
    """Why a worker does not fit that gave this answer about its versions; empty if it fits."""
    if isinstance(told, OSError):
        return ""  # it is gone
    if not isinstance(told, Mapping):
        return f"this Accord cannot be asked there: {_line(told)}"
    ours = remote.versions()
    names = [name for name in {**ours, **told} if ours.get(name) != told.get(name)]
    found = (f"found {name} {told.get(name, 'missing')}, expected {ours.get(name, 'none')}" for name in names)
    return "; ".join(found)


def _require() -> None:
    """Import the package. Raises MissingBackendError without it."""
    try:
        from distributed.versions import VersionMismatchWarning
    except ImportError:
        raise MissingBackendError(
            "a cluster needs distributed, which is not installed: pip install 'accord[cluster]'"
        ) from None
    # versions of Dask may differ; we compare the versions that results may depend on
    warnings.filterwarnings("ignore", category=VersionMismatchWarning)


@contextmanager
def _silence() -> Iterator[None]:
    """Dask writes nothing meanwhile: what a user has to know of it, we say."""
    loggers = [(logger, logger.level) for logger in map(logging.getLogger, LOGGERS)]
    for logger, _ in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in loggers:
            logger.setLevel(level)


def _line(said: object) -> str:
    """The text of an error in one line that is not long."""
    text = " ".join(str(said).split()) or type(said).__name__
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _name(thing: object) -> str:
    """The name of a thing; of a group, the names of the first and the last."""
    while isinstance(thing, list) and len(thing) == 1:
        thing = thing[0]
    if isinstance(thing, list) and thing:
        return f"{_name(thing[0])} to {_name(thing[-1])}"
    if isinstance(thing, tuple) and thing and isinstance(thing[0], str):
        return _line(thing[0])
    return _line(repr(thing))
