"""Refuse requests that are not from a page of ours: host, origin, token, size, time; log a line for each.

A page elsewhere cannot ask: browsers send its origin. A name elsewhere that leads to this machine cannot
either: the host of a request is one of ours. Only JSON is taken, which a form cannot send.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Collection, Iterable, MutableMapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, TypeAlias

from accord.workbench.ask import LARGEST

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

SLOWEST = 10.0  # seconds for a body, and for a page to take what was sent
LONGEST_PATH = 200
LONGEST_SHOWN = 60  # characters of what was refused, in the log
POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
        "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)  # fmt: skip
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class RefusedRequestError(Exception):
    """A request that is refused, with the status that it gets."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        self.status = status
        super().__init__(why)


@dataclass(eq=False)
class Guard:
    """An application around another one."""

    app: App
    hosts: Collection[str]  # what the header may say, with the port
    token: str | None  # that questions need; None: none
    log: Callable[[str], object]
    refused: int = field(default=0, init=False)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, with its whole body; or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            self._note(scope, f"found a {scope['type']} request; expected http")
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            self._check(scope)
            body = await _body(receive) if scope["method"] == "POST" else b""
        except RefusedRequestError as error:
            self._note(scope, str(error))
            await _refuse(error, send)
            return
        await self.app(scope, _with_body(body, receive), _with_headers(send))

    def _note(self, scope: Message, why: str) -> None:
        self.refused += 1
        client = (scope.get("client") or ("?",))[0]
        path = ascii(scope.get("path", ""))[:LONGEST_SHOWN]
        self.log(f"refused {client} {scope.get('method', '')} {path}: {why}")

    def _check(self, scope: Message) -> None:
        """Raise RefusedRequestError for a request that is none of ours."""
        headers = dict(_headers(scope["headers"]))
        host = headers.get("host", "")
        if host not in self.hosts:
            raise RefusedRequestError(
                HTTPStatus.MISDIRECTED_REQUEST, f"found host {_cut(host)}; expected {min(self.hosts)}"
            )
        if scope["method"] not in ("GET", "POST"):
            raise RefusedRequestError(HTTPStatus.METHOD_NOT_ALLOWED, "expected GET or POST")
        if len(scope["path"]) > LONGEST_PATH or ".." in scope["path"] or "\\" in scope["path"]:
            raise RefusedRequestError(HTTPStatus.NOT_FOUND, "found a path that is none of ours")
        if scope["method"] == "POST" or scope["path"].startswith("/api/"):
            self._check_question(scope, headers, host)

    def _check_question(self, scope: Message, headers: dict[str, str], host: str) -> None:
        origin = headers.get("origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            raise RefusedRequestError(
                HTTPStatus.FORBIDDEN, f"found origin {_cut(origin)}; expected http://{host}"
            )
        site = headers.get("sec-fetch-site", "same-origin")
        if site not in ("same-origin", "none"):
            raise RefusedRequestError(HTTPStatus.FORBIDDEN, f"found a request of another site ({_cut(site)})")
        if self.token is not None:
            given = headers.get("authorization", "").removeprefix("Bearer ")
            if not hmac.compare_digest(given.encode(), self.token.encode()):
                raise RefusedRequestError(
                    HTTPStatus.UNAUTHORIZED, "found no token, or a wrong one; open the printed address"
                )
        if scope["method"] == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip()
            if kind != "application/json":
                raise RefusedRequestError(
                    HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"found {_cut(kind)}; expected application/json"
                )
            length = headers.get("content-length", "0")
            if not length.isdecimal() or len(length) > 12 or int(length) > LARGEST:
                raise _too_large()


def _headers(pairs: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[str, str]]:
    return ((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in pairs)


def _cut(text: str) -> str:
    return ascii(text[:LONGEST_SHOWN])


def _too_large() -> RefusedRequestError:
    return RefusedRequestError(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"found a body of more than {LARGEST:,} bytes"
    )


async def _body(receive: Receive) -> bytes:
    """Return the whole body. Raises RefusedRequestError for one that is too large, or too slow."""
    parts, length = [], 0
    try:
        async with asyncio.timeout(SLOWEST):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RefusedRequestError(HTTPStatus.BAD_REQUEST, "it ended before its body")
                parts.append(message.get("body", b""))
                length += len(parts[-1])
                if length > LARGEST:
                    raise _too_large()
                if not message.get("more_body", False):
                    return b"".join(parts)
    except TimeoutError:
        raise RefusedRequestError(
            HTTPStatus.REQUEST_TIMEOUT, f"found no whole body within {SLOWEST:g} seconds"
        ) from None


def _with_body(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body that is there; then whether the page has gone."""
    parts = iter([body])

    async def next_message() -> Message:
        part = next(parts, None)
        if part is None:
            return await receive()
        return {"type": "http.request", "body": part, "more_body": False}

    return next_message


def _with_headers(send: Send) -> Send:
    """Return what sends with our headers, and gives up on a page that takes nothing."""

    async def send_soon(message: Message) -> None:
        if message["type"] == "http.response.start":
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message.get("headers", []), *more]
        try:
            async with asyncio.timeout(SLOWEST):
                await send(message)
        except TimeoutError:
            raise OSError("the page took nothing for too long") from None

    return send_soon


async def _refuse(error: RefusedRequestError, send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{error}\n".encode()})
