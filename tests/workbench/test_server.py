"""The server of the workbench as a process: a queue of runs, pages that vanish, requests that mean harm."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import httpx
import pytest
from waiting import is_alive, wait_until
from workbench_server import events, is_idle, last, memory, peak_memory

from accord.workbench.ask import LARGEST

pytestmark = pytest.mark.full

LONG = "one-sided-9x10"


def stop(server, page):
    answer = httpx.post(f"{server.url}api/stop", json={"page": page, "lane": "run"}, timeout=60)
    return answer.json()


def test_thirty_runs_at_once_queue_in_order(server):
    """While two run, each of the others has the next place, and it only falls; never do more than two run."""
    long = [events(server, verb="count", text=LONG, page=page, lane="run") for page in ("one", "two")]
    for run in long:
        assert next(event for event in run if event["event"] == "begin")
    places, processes = {}, {}

    def count(number):
        """Read to the end: a page that leaves before it costs its process, if that is slow to stop."""
        found = None
        for event in events(server, verb="count", text="meteor", page=f"p{number}", lane="run"):
            if event["event"] == "queue":
                places.setdefault(number, []).append(event["place"])
            elif event["event"] == "begin":
                processes[number] = event["process"]
            elif event["event"] == "result":
                found = event["count"]
        return found

    with ThreadPoolExecutor(28) as many:
        counts = []
        for number in range(28):
            counts.append(many.submit(count, number))
            wait_until(lambda number=number: number in places, "it has a place")
        assert not processes
        assert stop(server, "one") == stop(server, "two") == {"stopped": True}
        assert [each.result() for each in counts] == ["2098"] * 28
    for run in long:
        assert [event["event"] for event in run][-1] == "stopped"
    assert [places[number][0] for number in range(28)] == [*range(1, 29)]
    assert all(seen == sorted({*seen}, reverse=True) for seen in places.values())
    assert len({*processes.values()}) <= 2
    assert len(server.children) <= 2


def test_stop_ends_the_process_of_a_run(server):
    asking = events(server, verb="count", text=LONG, page="stopped", lane="run")
    process = next(event["process"] for event in asking if event["event"] == "begin")
    assert is_alive(process)
    assert stop(server, "stopped") == {"stopped": True}
    assert [event["event"] for event in asking][-1] == "stopped"
    wait_until(lambda: not is_alive(process), "the process is gone")
    assert last(server, verb="count", text="queens:6")["count"] == "4"


def test_a_hundred_pages_that_vanish_leave_nothing(server):
    last(server, verb="count", text="queens:6")
    before = memory(server.process.pid)

    def vanish(number):
        for event in events(server, verb="count", text=LONG, page=f"v{number}", lane="run"):
            if event["event"] in ("queue", "progress"):
                return  # the connection is closed in the middle

    with ThreadPoolExecutor(10) as many:
        list(many.map(vanish, range(100)))
    wait_until(lambda: last(server, verb="count", text="queens:6")["event"] == "result", "the server answers")
    wait_until(lambda: len(server.children) <= 2 and all(map(is_idle, server.children)), "the workers rest")
    assert memory(server.process.pid) - before < 30 << 20


def test_a_server_that_is_killed_leaves_no_worker(tmp_path, new_server):
    one = new_server(tmp_path / "log", "--processes", "1")
    asking = events(one, verb="count", text=LONG, page="p", lane="run")
    worker = next(event["process"] for event in asking if event["event"] == "begin")
    one.process.kill()
    with one.process.stdout:
        one.process.wait(60)
    with pytest.raises(httpx.HTTPError):
        list(asking)
    wait_until(lambda: not is_alive(worker), "the worker has ended as well")


def warm_worker(server):
    """The only worker of a server, after its first question."""
    assert last(server, verb="count", text="queens:6")["count"] == "4"
    (worker,) = server.children
    return worker


def test_what_takes_too_much_memory_ends_alone(tmp_path, new_server):
    one = new_server(tmp_path / "log", "--processes", "1")
    needed = peak_memory(warm_worker(one))
    assert one.end() == 130
    small = new_server(tmp_path / "log", "--processes", "1", "--memory-limit", str(needed + (24 << 20)))
    try:
        worker = warm_worker(small)
        found = last(small, verb="edit", text="akari:" + "/".join(["." * 90] * 90))
        assert found["event"] == "error"
        assert "more memory than a process of the workbench may have" in found["message"]
        assert warm_worker(small) != worker
    finally:
        assert small.end() == 130


def test_edits_leave_no_memory_behind(tmp_path, new_server):
    one = new_server(tmp_path / "log", "--processes", "1")
    try:
        worker, held = warm_worker(one), []
        for number in range(40):
            text = ("akari:.x./x../..x/.1.", "slitherlink:33/..", "sudoku:12....1..1......")[number % 3]
            assert "verdict" in {event["event"] for event in events(one, verb="edit", text=text)}
            held.append(memory(worker))
        assert one.children == [worker]
        assert held[-1] - held[9] < 4 << 20
    finally:
        assert one.end() == 130


def raw(server, data, wait=30.0):
    """Send bytes; return what comes back until the connection ends."""
    where = urlsplit(server.url)
    with socket.create_connection((where.hostname, where.port), timeout=wait) as connection:
        connection.sendall(data)
        found = b""
        while part := connection.recv(65536):
            found += part
            if b"\r\n\r\n" in found and b"HTTP/1.1 200" not in found:
                break
        return found


EVIL = ("evil.example", "127.0.0.1", "localhost.evil", "", "[::1]", "0.0.0.0", "127.0.0.1:1", "a" * 500)
ORIGINS = ("http://evil.example", "null", "https://127.0.0.1", "file://", "http://localhost.evil")
KINDS = ("text/plain", "multipart/form-data", "application/x-www-form-urlencoded", "application/jsonx")
WRONG = (b"", b"{", b"null", b"1e999", b'{"verb":"x"}', b"\xff", b'{"verb":"edit","x":1}', b'{"verb":1}')
DEEP = (b"[", b'{"a":', b'{"verb":"edit","words":{"a":[', b'"')
FIELDS = (
    ("text", "x" * 400_001), ("turn", -1), ("turn", 10**30), ("after", 10**9), ("options", [[0]] * 101),
    ("options", 5), ("words", {"a": [["x"] * 1001]}),
    ("words", {str(n): [] for n in range(60)}),
    ("time_limit", 0), ("time_limit", 1e300), ("cell", [0] * 4), ("known", {"a": [1]}), ("lane", "x"),
    ("page", "p" * 65), ("backends", ["x"] * 21), ("title", "t" * 201),
)  # fmt: skip
PATHS = (
    "/../../etc/passwd", "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2f..%2fapp.py", "//x/y",
    "/static/%00", "/static/" + "a" * 300, "/.git/config", "/api/ask", "/static/main.js/..", "/%", "/\\..\\",
    "http://evil.example/", "*", "/static/~root", "/proc/self/environ", "/static/.%2e/app.py", "/index.php",
)  # fmt: skip
HEAD = b"POST /api/ask HTTP/1.1\r\nHost: x\r\n"
NO_HTTP = (
    *(bytes([sign]) * 100 for sign in range(33)), b"GET\r\n\r\n", b"\x16\x03\x01" + b"\1" * 200,
    b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000 + b"\r\n", b"A" * 100_000,
    HEAD + b"Content-Length: -5\r\n\r\n", HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
)  # fmt: skip
JSON = "application/json"


def hostile(host):
    """Yield the bytes of requests that no page of ours sends."""

    def post(body, *headers, path="/api/ask", name=host, kind=JSON):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        lines = [f"POST {path} HTTP/1.1", f"Host: {name}", f"Content-Type: {kind}", *headers]
        return "\r\n".join([*lines, f"Content-Length: {len(body)}", "\r\n"]).encode() + body

    fine = {"verb": "edit", "text": "queens:6"}
    yield from (post(fine, name=name) for name in EVIL)
    yield from (f"GET / HTTP/1.1\r\nHost: {name}\r\n\r\n".encode() for name in EVIL)
    for origin in ORIGINS:
        yield post(fine, f"Origin: {origin}")
        yield post(fine, f"Origin: {origin}", path="/api/stop")
        yield post(fine, f"Origin: {origin}", "Sec-Fetch-Site: cross-site")
    yield from (post(fine, kind=kind) for kind in KINDS)
    yield from (
        post(sign * (depth // len(sign))) for depth in (100, 1000, 10_000, 100_000, 400_000) for sign in DEEP
    )
    yield from (post(body, path=path) for body in WRONG for path in ("/api/ask", "/api/stop"))
    yield from (post({**fine, field: value}) for field, value in FIELDS)
    for path in PATHS:
        for method in ("GET", "HEAD", "PUT", "DELETE"):
            yield f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
    yield from NO_HTTP
    yield post(b" " * (LARGEST + 1))
    length = f"Content-Type: {JSON}\r\nContent-Length: {10**12}"
    yield f"POST /api/ask HTTP/1.1\r\nHost: {host}\r\n{length}\r\n\r\n".encode()


def test_two_hundred_hostile_requests_are_refused(server):
    host = urlsplit(server.url).netloc
    requests = list(hostile(host))
    assert len(requests) >= 200
    lines = len(server.lines)
    for data in requests:
        try:
            found = raw(server, data)
        except OSError:  # the server has closed the connection
            found = b""
        assert not found.startswith(b"HTTP/1.1 200"), (data[:200], found[:200])
        assert b"Traceback" not in found
    assert len(server.lines) - lines > 150
    assert not any("Traceback" in line for line in server.lines)
    assert last(server, verb="count", text="queens:6")["count"] == "4"


def test_puzzles_that_are_far_too_large_are_faults(server):
    for text in (
        "queens:1000000000", "akari:" + "/".join(["." * 500] * 500), "\0", "-", "/etc/passwd", "a" * 400_000,
        "family='packing'\nsize=[100000,100000]\n", "sudoku:" + "." * 390_000,
        "family='problem'\n" + "x=[" * 5000, "file:///etc/passwd", "../../etc/passwd", "freecell:1-32000",
        "akari:" + "/".join(["." * 200] * 200),
    ):  # fmt: skip
        found = {each["event"] for each in events(server, verb="edit", text=text, details=False)}
        assert {"faults", "error"} & found, text[:50]
    assert last(server, verb="count", text="queens:6")["count"] == "4"


def test_slow_and_half_open_connections_are_closed(server):
    where = urlsplit(server.url)
    slow = [socket.create_connection((where.hostname, where.port), timeout=60) for _ in range(30)]
    for number, connection in enumerate(slow):
        head = f"POST /api/ask HTTP/1.1\r\nHost: {where.netloc}\r\nContent-Type: application/json\r\n"
        begins = [
            "",
            "POST",
            head,
            head + "Content-Length: 100\r\n\r\n",
            head + "Content-Length: 100\r\n\r\n{",
        ]
        connection.sendall(begins[number % len(begins)].encode())
    assert last(server, verb="count", text="queens:6")["count"] == "4"  # while they hang
    for connection in slow:
        answer = connection.recv(65536)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 408")
        connection.close()
