"""Serve the workbench until a signal: bind the port, print the address, run the loop.

GET  /               the page
GET  /static/NAME    its scripts, its styles
POST /api/ask        an `accord.workbench.ask.Ask`; the answer is a stream of events
POST /api/stop       {"page": ..., "lane": ...}: what the page asks there ends
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import secrets
import socket
from asyncio import TimerHandle, Transport
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from http import HTTPStatus
from importlib.resources import files
from math import inf
from typing import Any

import h11
import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from accord.arguments.commands import ServeCommand
from accord.errors import UsageError
from accord.json import encode
from accord.workbench.ask import Ask, Event
from accord.workbench.guard import Guard
from accord.workbench.workers import BusyError, Pool

TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
NO_STORE = {"cache-control": "no-store"}
CACHED = ("library", "kinds", "thumbnail")  # verbs whose answers stay the same
MOST_CACHED = 400
LONGEST_CACHED = 100  # characters of a name
WRONG = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # of a body


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The message of a page that no longer wants a result."""

    page: str
    lane: str


def static_files() -> dict[str, bytes]:
    """Return the files of the page, by name."""
    folder = files("accord.workbench") / "static"
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.startswith(("_", "."))}


class Workbench:
    """The application, with its pool and its files."""

    def __init__(self, pool: Pool, log: Callable[[str], object]) -> None:
        self.pool, self._log = pool, log
        self._files = static_files()
        self._answers: dict[tuple[str, str], list[Event]] = {}
        self.app = Starlette(
            routes=[
                Route("/", self.page),
                Route("/static/{name}", self.static),
                Route("/api/ask", self.ask, methods=["POST"]),
                Route("/api/stop", self.stop, methods=["POST"]),
            ],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self.pool.warm_soon()
        try:
            yield
        finally:
            await self.pool.close()

    async def page(self, _request: Request) -> Response:
        """The page."""
        return self._file("index.html")

    async def static(self, request: Request) -> Response:
        """A file of the page."""
        return self._file(request.path_params["name"])

    def _file(self, name: str) -> Response:
        data = self._files.get(name)
        if data is None:
            return PlainTextResponse("there is no such file\n", HTTPStatus.NOT_FOUND)
        kind = TYPES["." + name.rpartition(".")[2]]
        return Response(data, media_type=kind, headers={"cache-control": "no-cache"})

    async def ask(self, request: Request) -> Response:
        """A question: the answer is a stream of events."""
        try:
            ask = msgspec.json.decode(await request.body(), type=Ask)
        except WRONG as error:
            return self._wrong(request, error)
        return StreamingResponse(self._stream(ask), media_type="text/event-stream", headers=NO_STORE)

    async def stop(self, request: Request) -> Response:
        """Whether there was anything to stop."""
        try:
            asked = msgspec.json.decode(await request.body(), type=Stop)
        except WRONG as error:
            return self._wrong(request, error)
        return Response(
            encode({"stopped": self.pool.stop(asked.page, asked.lane)}), media_type="application/json"
        )

    def _wrong(self, request: Request, error: Exception) -> Response:
        client = request.client.host if request.client else "?"
        self._log(f"refused {client} POST {request.url.path}: {error}")
        return PlainTextResponse(f"{error}\n", HTTPStatus.BAD_REQUEST)

    async def _stream(self, ask: Ask) -> AsyncGenerator[str, None]:
        """Yield the events of an ask as server-sent events."""
        key = ask.verb, ask.text
        cached = ask.verb in CACHED and len(ask.text) <= LONGEST_CACHED
        known = self._answers.get(key) if cached else None
        if known is not None:
            for event in known:
                yield _line(event)
            return
        seen: list[Event] = []
        try:
            async with aclosing(self.pool.events(ask)) as events:
                async for event in events:
                    if cached:
                        seen.append(event)
                    yield _line(event)
        except BusyError as error:
            yield _line({"event": "error", "message": str(error)})
            return
        if seen and seen[-1]["event"] == "end" and len(self._answers) < MOST_CACHED:
            self._answers[key] = [event for event in seen if event["event"] not in ("queue", "begin")]


def _line(event: Event) -> str:
    return f"data: {encode(event)}\n\n"


SLOWEST = 10.0  # seconds for the headers of a request
MOST_CONNECTIONS = 200
LONGEST_HEADERS = 16 << 10  # bytes


class PatientProtocol(H11Protocol):
    """HTTP that closes connections whose headers do not come."""

    _timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for headers."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Begin to wait again where the headers of another request have begun."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(SLOWEST, self._late)

    def _late(self) -> None:
        self._timer = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()


class _Lines(logging.Handler):
    """Pass on what uvicorn logs: a line each, with a traceback only for a fault of ours."""

    def __init__(self, log: Callable[[str], object]) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Pass on a record."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, h11.ProtocolError | OSError):
            self._log(f"a connection was closed: {error}")
        else:
            self._log(self.format(record))


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches that host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens there. Raises UsageError if it cannot."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        found = socket.create_server((host, port), family=family, backlog=MOST_CONNECTIONS)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise UsageError(f"{host}:{port} cannot be used: {reason}; expected a free port") from None
    found.setblocking(False)
    return found


def hosts_of(query: ServeCommand, port: int) -> set[str]:
    """Return the hosts that a request may name."""
    names = {query.host}
    if is_loopback(query.host):
        names |= {"localhost", "127.0.0.1", "[::1]"}
    elif query.host in ("0.0.0.0", "::"):
        names = {socket.gethostname(), socket.getfqdn(), *_addresses()}
    shown = {f"[{name}]" if ":" in name and name[0] != "[" else name for name in names}
    return {f"{name}:{port}" for name in shown} | (shown if port == 80 else set())


def _addresses() -> set[str]:
    """Return the addresses of this machine that its name has, and the one that it uses for others."""
    found = {"localhost", "127.0.0.1"}
    try:
        found |= {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)}
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # nothing is sent
            found.add(probe.getsockname()[0])
    except OSError:
        pass
    return found


def _half_of_memory() -> int:
    """Return half of the memory of this machine, in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def serve(
    query: ServeCommand, ready: Callable[[str], object], log: Callable[[str], object], stopped: Any
) -> None:
    """Serve until `stopped` is set; `ready` is called with the address to open. Raises UsageError."""
    with open_socket(query.host, query.port) as listening:
        port = listening.getsockname()[1]
        token = None if is_loopback(query.host) else secrets.token_urlsafe(24)
        processes = query.processes or os.cpu_count() or 1
        memory = query.memory_limit or _half_of_memory() // processes
        pool = Pool(processes, memory, inf if query.time_limit is None else query.time_limit)
        guard = Guard(Workbench(pool, log).app, hosts_of(query, port), token, log)
        config = uvicorn.Config(
            guard, http=PatientProtocol, ws="none", lifespan="on", log_config=None, access_log=False,
            server_header=False, date_header=False, limit_concurrency=MOST_CONNECTIONS,
            h11_max_incomplete_event_size=LONGEST_HEADERS, timeout_keep_alive=30, timeout_graceful_shutdown=1,
        )  # fmt: skip
        name = f"[{query.host}]" if ":" in query.host else query.host
        if query.host in ("0.0.0.0", "::"):
            name = socket.gethostname()
        ready(f"http://{name}:{port}/" + (f"#token={token}" if token else ""))
        logger, lines = logging.getLogger("uvicorn.error"), _Lines(log)
        logger.addHandler(lines)
        logger.propagate = False
        try:
            asyncio.run(_run(config, listening, stopped))
        finally:
            logger.removeHandler(lines)


async def _run(config: uvicorn.Config, listening: socket.socket, stopped: Any) -> None:
    server = uvicorn.Server(config)
    server.capture_signals = _no_signals  # type: ignore[method-assign]
    task = asyncio.ensure_future(server.serve([listening]))
    while not task.done():
        if stopped.is_set():
            server.should_exit = True
        await asyncio.wait({task}, timeout=0.1)
    await task


def _no_signals() -> Any:
    """Return a context in which the command hears signals, as it does in all commands."""
    from contextlib import nullcontext

    return nullcontext()
