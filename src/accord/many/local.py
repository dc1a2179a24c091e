"""Start a local Dask scheduler with worker processes, for as long as a context lasts.

    python -m accord.many.local ADDRESS FOLDER      such a worker: it says `ready` once the scheduler knows it

A worker that ends is begun again. It hears no Ctrl-C, and ends with the process that started it, whatever
ended that: its standard input is a pipe that is closed then.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from shutil import rmtree
from signal import SIGKILL
from socket import create_server
from threading import Thread
from typing import Any

from accord.atomic_write import temporary_folder
from accord.errors import ClusterError
from accord.exits import Code
from accord.many.address import LOCALHOST, declare
from accord.processes import environment, python

HERE = LOCALHOST  # no other machine reaches it
TRIES = 3  # times that a worker may end before it is ready
READY = b"ready\n"
PLAIN = {  # what a worker does without
    "logging": {"distributed": "critical", "tornado": "critical"},
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,  # to look where it is a hundred times a second
    "distributed.diagnostics.nvml": False,
}


class Local:
    """A scheduler of this process; `fault` says why it has ended, if it has."""

    def __init__(self, scheduler: Any, folder: str) -> None:
        self.address: str = scheduler.address
        self.fault = ""
        self._scheduler, self._folder = scheduler, folder

    async def keep(self, ready: asyncio.Event) -> None:
        """Keep a worker alive; `ready` is set once it is for the first time."""
        early = 0
        while early < TRIES:
            process = await self._start()
            try:
                assert process.stdout is not None
                if await process.stdout.readline() == READY:
                    early = 0
                    ready.set()
                elif await process.wait() != -SIGKILL:  # one that somebody kills would have come to be ready
                    early += 1
                await process.wait()
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        code = process.returncode
        self.fault = f"a worker process ended {TRIES} times before it was ready, with exit code {code}"
        ready.set()
        await self._scheduler.close()

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *python("-m", "accord.many.local", self.address, self._folder),
            stdin=PIPE, stdout=PIPE, env=environment(),
        )  # fmt: skip


@asynccontextmanager
async def start(workers: int, port: int = 0) -> AsyncIterator[Local]:
    """A scheduler on that port, or any, and so many workers of one thread each, all of them ready.

    Raises ClusterError if it cannot be.
    """
    import dask
    from distributed import Scheduler

    with temporary_folder() as folder:
        try:
            create_server((HERE, port)).close()
        except OSError as error:
            raise ClusterError(
                f"local:{workers}: port {port} cannot be used: {os.strerror(error.errno or 0)}"
            ) from None
        with dask.config.set({"distributed.scheduler.http.routes": []}):  # no one looks there
            scheduler = await Scheduler(
                host=HERE, port=port, dashboard=False, dashboard_address=f"{HERE}:0",
                allowed_failures=0,  # of a task whose worker ends: who waits for it decides what then
            )  # fmt: skip
        local = Local(scheduler, folder)
        ready = [asyncio.Event() for _ in range(workers)]
        keepers = [asyncio.create_task(local.keep(each)) for each in ready]
        try:
            for each in ready:
                await each.wait()
            if local.fault:
                raise ClusterError(f"local:{workers}: {local.fault}")
            with declare(int(local.address.rpartition(":")[2])):
                yield local
        finally:
            for keeper in keepers:
                keeper.cancel()
            await asyncio.gather(*keepers, return_exceptions=True)
            await scheduler.close()


def _end_with_the_parent(folder: str) -> None:
    with suppress(OSError):
        while os.read(0, 1):
            pass
    rmtree(folder, ignore_errors=True)  # it may have been killed
    os._exit(Code.FAILED)


async def _serve(address: str, folder: str) -> None:
    """A worker's life."""
    from distributed import Worker

    said = os.dup(1)
    os.dup2(2, 1)  # the rest of what it prints is no word to the parent
    async with Worker(
        address, host=HERE, nthreads=1, memory_limit=0, local_directory=folder, dashboard=False
    ) as worker:
        os.write(said, READY)
        os.close(said)
        await worker.finished()


def main(address: str, folder: str) -> None:
    """Be a worker until the scheduler or the parent ends."""
    import dask

    Thread(target=_end_with_the_parent, args=(folder,), daemon=True).start()
    dask.config.set(PLAIN)
    asyncio.run(_serve(address, folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
