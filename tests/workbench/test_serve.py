"""The command `accord serve`: what it needs, and what it refuses."""

import socket
from threading import Event

import pytest
from commands import called

from accord.arguments.commands import ServeCommand
from accord.cli import serve as command
from accord.workbench.server import hosts_of, is_loopback, serve


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(command, "import_module", missing)
    done = called("serve")
    line = "accord: the workbench needs starlette, which is not installed: pip install 'accord[serve]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (4, "", line)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--processes", "0"), "processes"),
        (("--port", "65536"), "port"),
        (("--time-limit", "0"), "time limit 0"),
        (("--memory-limit", "much"), "'much' is no size"),
        (("--host", "no such host"), "cannot be used"),
        (("x",), "x"),
    ],
)
def test_what_cannot_be_is_a_line(words, line):
    done = called("serve", *words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert line in done.stderr


def test_a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = called("serve", "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"127.0.0.1:{port} cannot be used: Address already in use" in done.stderr


@pytest.mark.parametrize(("host", "has_token"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_only_an_address_elsewhere_has_a_token(host, has_token):
    stopped, printed, log = Event(), [], []
    stopped.set()
    serve(ServeCommand(host=host, port=0, processes=1), printed.append, log.append, stopped)
    ((address, _, token),) = [line.partition("#token=") for line in printed]
    assert address.startswith("http://")
    assert (len(token) >= 32) is has_token
    assert log == []


def test_which_hosts_a_request_may_name():
    assert hosts_of(ServeCommand(), 8765) == {"127.0.0.1:8765", "localhost:8765", "[::1]:8765"}
    assert hosts_of(ServeCommand(host="192.0.2.7"), 80) == {"192.0.2.7:80", "192.0.2.7"}
    assert "127.0.0.1:8765" in hosts_of(ServeCommand(host="0.0.0.0"), 8765)
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "192.0.2.7", "x")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip
