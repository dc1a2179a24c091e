"""Requests that are none of a page of ours are refused, with a line in the log, and the server goes on."""

import asyncio
import json

import httpx
import pytest

from accord.workbench.ask import LARGEST, LONGEST
from accord.workbench.guard import Guard
from accord.workbench.server import Workbench

HOST = "127.0.0.1:8765"


class Pool:
    """A pool that answers with what it was asked."""

    def warm_soon(self):
        pass

    async def close(self):
        pass

    def stop(self, page, lane):
        return (page, lane) == ("p", "run")

    async def events(self, ask):
        yield {"event": "asked", "verb": ask.verb, "text": ask.text}
        yield {"event": "end"}


class Client:
    def __init__(self, token=None):
        self.lines = []
        self.workbench = Workbench(Pool(), self.lines.append)
        self.app = Guard(self.workbench.app, {HOST}, token, self.lines.append)

    def request(self, method, path, **more):
        async def send():
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http:
                return await http.request(method, path, **more)

        return asyncio.run(send())

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def ask(self, body=b'{"verb": "edit", "text": "queens:6"}', path="/api/ask", **headers):
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        kind = {"content-type": "application/json"}
        return self.request(
            "POST", path, content=data, headers=kind | {k.replace("_", "-"): v for k, v in headers.items()}
        )


@pytest.fixture
def client():
    return Client()


def test_a_question_is_answered_by_a_stream_of_events(client):
    found = client.ask()
    assert (found.status_code, found.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
    lines = [json.loads(line[6:]) for line in found.text.split("\n\n") if line]
    assert lines == [{"event": "asked", "verb": "edit", "text": "queens:6"}, {"event": "end"}]
    assert client.lines == []


def test_the_page_has_no_script_and_no_style_in_it(client):
    page = client.get("/")
    policy = page.headers["content-security-policy"]
    assert page.status_code == 200
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<style" not in page.text
    assert " style=" not in page.text
    assert " onclick=" not in page.text
    assert page.text.count("<script") == page.text.count('<script type="module" src="/static/')


def test_the_files_of_the_page_load_nothing_from_elsewhere_and_are_small(client):
    names = [name for name in client.get("/").text.split('"') if name.startswith("/static/")]
    total = 0
    seen = set()
    while names:
        name = names.pop()
        if name in seen:
            continue
        seen.add(name)
        found = client.get(name)
        assert found.status_code == 200, name
        total += len(found.content)
        assert "https://" not in found.text, name
        if name.endswith(".js"):
            names += ["/static/" + part.partition('"')[0] for part in found.text.split('from "./')[1:]]
    assert {"/static/main.js", "/static/board.js", "/static/style.css"} <= seen
    assert total < 300_000


@pytest.mark.parametrize(
    ("headers", "status", "why"),
    [
        ({"host": "evil.example"}, 421, "found host 'evil.example'"),
        ({"host": "127.0.0.1:8765.evil.example"}, 421, "found host"),
        ({"origin": "http://evil.example"}, 403, "found origin"),
        ({"origin": "null"}, 403, "found origin"),
        ({"sec_fetch_site": "cross-site"}, 403, "another site"),
        ({"sec_fetch_site": "same-site"}, 403, "another site"),
        ({"content_type": "text/plain"}, 415, "expected application/json"),
        ({"content_type": "application/x-www-form-urlencoded"}, 415, "expected application/json"),
    ],
)
def test_a_request_from_elsewhere_is_refused(client, headers, status, why):
    assert client.ask(**headers).status_code == status
    assert len(client.lines) == 1
    assert why in client.lines[0]
    assert client.ask(origin=f"http://{HOST}", sec_fetch_site="same-origin").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b'"edit"', b"{}", b'{"verb": "x"}', b'{"verb": "edit", "more": 1}', b"\xff\xfe",
        b'{"verb": "edit", "text": 5}', b"[" * 100_000, b'{"a":' * 50_000, b'{"verb": "edit", "turn": 1e400}',
        json.dumps({"verb": "edit", "text": "x" * 400_001}).encode(),
        json.dumps({"verb": "draw", "options": [[0]] * 101}).encode(),
        json.dumps({"verb": "edit", "words": {"board": [["x"] * 1001]}}).encode(),
        json.dumps({"verb": "edit", "time_limit": -1}).encode(),
    ],
)  # fmt: skip
def test_a_wrong_question_is_refused(client, body):
    found = client.ask(body)
    assert found.status_code == 400
    assert len(client.lines) == 1
    assert client.ask().status_code == 200


NO_UTF8 = (
    b'{"verb": "edit", "text": "\xff"}', b'{"verb": "edit", "text": "\xc3("}', b'{"verb\x80": "edit"}',
    b'{"page": "\xed\xa0\x80", "lane": "run"}', b'{"page": "p", "lane": "\xf5"}', b"\x80",
)  # fmt: skip


@pytest.mark.parametrize("path", ["/api/ask", "/api/stop"])
def test_a_body_that_is_no_utf8_is_refused(client, path):
    for number, body in enumerate(NO_UTF8, 1):
        found = client.ask(body, path=path)
        assert found.status_code == 400, body
        assert len(found.text.splitlines()) == 1
        assert len(client.lines) == number


@pytest.mark.parametrize("sign", ["x", "é", "⚪", "🙂", "\n", "\x01"])
def test_a_text_of_the_largest_size_is_taken_whatever_its_characters(client, sign):
    def asked(text):  # as a page writes it: JSON of a browser has signs as they are
        return client.ask(json.dumps({"verb": "edit", "text": text}, ensure_ascii=False).encode())

    assert asked(sign * LONGEST).status_code == 200
    found = asked(sign * (LONGEST + 1))
    assert (found.status_code, found.text) == (
        400,
        f"Expected `str` of length <= {LONGEST} - at `$.text`\n",
    )


def test_each_answer_has_the_headers_that_keep_other_sites_out(client):
    policy = {
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:",
        "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'",
    }  # fmt: skip
    for found in (client.get("/"), client.get("/static/main.js"), client.ask(), client.get("/none")):
        assert {*found.headers["content-security-policy"].split("; ")} == policy
        assert {
            name: found.headers[name]
            for name in found.headers
            if name.startswith(("x-", "cross", "ref", "perm"))
        } == {
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "permissions-policy": "camera=(), microphone=(), geolocation=()",
        }


def test_the_log_says_who_asked(client):
    client.get("/", headers={"host": "x"})
    assert client.lines == [f"refused 127.0.0.1 GET '/': found host 'x'; expected {HOST}"]


@pytest.mark.parametrize("length", [LARGEST, LARGEST + 1])
def test_a_body_may_be_as_long_as_is_said_and_no_longer(length):
    body = b'{"verb": "edit"}'.ljust(length)
    received = []

    async def app(scope, receive, send):
        received.append((await receive())["body"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def parts():  # of an unknown length
        yield body

    client = Client()
    client.app = Guard(app, {HOST}, None, client.lines.append)
    for content in (body, parts()):
        assert client.ask(content).status_code == (200 if length == LARGEST else 413)
    assert received == ([body, body] if length == LARGEST else [])


def test_a_length_of_thousands_of_digits_is_too_large(client):
    found = client.ask(content_length="9" * 5000)
    assert (found.status_code, len(client.lines)) == (413, 1)


@pytest.mark.parametrize("path", ["/static/..\\app.py", "/static\\main.js", "/a/../b"])
def test_a_path_that_leads_elsewhere_does_not_reach_the_application(path):
    lines = []
    guard = Guard(None, {HOST}, None, lines.append)
    scope = {"type": "http", "method": "GET", "path": path, "headers": [(b"host", HOST.encode())]}
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(guard(scope, None, send))
    assert sent[0]["status"] == 404


def test_a_question_that_is_got_needs_a_token_too():
    client = Client("secret")
    assert client.get("/api/ask").status_code == 401
    assert client.get("/api/ask", headers={"authorization": "Bearer secret"}).status_code == 405
    assert client.get("/api/ask", headers={"sec-fetch-site": "cross-site"}).status_code == 403


async def _parts():
    for _ in range(LARGEST // 65_536 + 2):
        yield b" " * 65_536


def test_a_large_body_is_refused_before_it_is_read(client):
    assert client.ask(b" " * (LARGEST + 1)).status_code == 413
    assert client.ask(_parts()).status_code == 413  # of an unknown length
    assert client.ask(content_length="9" * 30).status_code in (400, 413)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py", "/static/%2e%2e%2fapp.py", "/static/..%5capp.py", "/static/", "/etc/passwd",
        "/static/index.html%00", "/" + "a" * 300, "/api/", "/static/__init__.py", "//etc/passwd",
    ],
)  # fmt: skip
def test_only_files_of_the_page_are_given(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_only_get_and_post_are_answered(client, method):
    assert client.request(method, "/api/ask").status_code == 405


def test_elsewhere_a_token_is_needed_for_questions():
    client = Client("secret")
    assert client.get("/").status_code == 200  # which holds no puzzle
    assert client.ask().status_code == 401
    assert client.ask(authorization="Bearer secre").status_code == 401
    assert client.ask(authorization="Bearer secret").status_code == 200
    assert not any("secre" in line for line in client.lines)


def test_the_log_has_no_line_of_its_own_from_a_request(client):
    client.get("/a%0Arefused%20nobody", headers={"host": "x"})
    client.ask(host="x\ty")
    assert all("\n" not in line for line in client.lines)


def test_answers_about_the_library_are_kept_and_no_long_text(client):
    for text in ("soma", "x" * 300_000):
        for _ in range(2):
            assert client.ask({"verb": "thumbnail", "text": text}).text.count("data:") == 2
    assert len(client.workbench._answers) == 1


def test_an_answer_that_does_not_end_is_not_kept(client):
    async def events(ask):
        yield {"event": "error", "message": "stopped"}

    client.workbench.pool.events = events
    assert "stopped" in client.ask({"verb": "library"}).text
    assert client.workbench._answers == {}


def test_stop_says_whether_there_was_anything(client):
    assert client.ask({"page": "p", "lane": "run"}, "/api/stop").json() == {"stopped": True}
    assert client.ask({"page": "q", "lane": "run"}, "/api/stop").json() == {"stopped": False}
    assert client.ask({"page": 1}, "/api/stop").status_code == 400
