"""The routes of the workbench: its page, its files, and questions with their events as a stream.

GET  /               the page
GET  /static/NAME    its scripts, its styles
POST /api/ask        an `accord.workbench.ask.Ask`; the answer is a stream of events
POST /api/stop       {"page": ..., "lane": ...}: what the page asks there ends
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from http import HTTPStatus
from importlib.resources import files

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from accord.json import encode
from accord.workbench.ask import Ask, Event
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
