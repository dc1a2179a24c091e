"""A cluster in the place of processes: a real scheduler, and workers that are processes of their own.

They are started once for all tests here. Whatever becomes of workers, clients and the scheduler: a result is
true, comes once and in its place; or one line says why there is none.
"""

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from socket import create_server
from types import SimpleNamespace

import click
import dask
import pytest
import remote_work
from commands import called
from distributed.security import Security
from processes import PLUGINS, python, serving, started
from waiting import WATCHDOG, children_of, is_alive, lines_of, wait_until

from accord.cli.main import accord
from accord.errors import AccordError, ClusterError, InputError, StoppedError, UsageError, WorkerDiedError
from accord.many import address as addresses
from accord.many import cluster as clusters
from accord.many import pool, remote
from accord.many.cluster import Cluster

pytestmark = pytest.mark.full  # left out of the fast profile

ACCORD = ("-m", "accord")


@pytest.fixture(scope="module")
def cluster():
    with Cluster("local:2") as opened:
        yield opened


@pytest.fixture
def served():
    """A cluster of one worker in a process of its own, which a test may kill; and the address."""
    process, address = serving("local:1", start_new_session=True)
    yield process, address
    process.kill()
    process.communicate()


# -- results ----------------------------------------------------------------------------------------


def test_results_come_in_the_order_of_the_things(cluster):
    slow_first = "__import__('time').sleep(0.2) or 0"
    things = [slow_first, *map(str, range(1, 60))]
    assert list(pool.in_order(eval, things, workers=cluster)) == list(range(60))
    assert cluster.words == "2 workers"


def test_things_are_read_only_as_results_leave(cluster):
    read = []
    things = (read.append(n) or str(n) for n in range(100))
    results = pool.in_order(eval, things, workers=cluster, ahead=3)
    for n in range(5):
        assert next(results) == n
        assert len(read) == n + 6
    results.close()


def test_work_that_is_dropped_leaves_the_cluster_whole(cluster):
    for _ in range(15):  # results are on their way when those behind them are dropped
        results = pool.in_order(eval, map(str, range(100)), workers=cluster, ahead=3)
        assert [next(results) for _ in range(5)] == list(range(5))
        results.close()
        assert list(pool.in_order(eval, ["1", "2"], workers=cluster)) == [1, 2]


MANY = "queens:6\nqueens:x\nlangford:4\nqueens:3\nqueens:5\n"
STATED = "family nonogram\npuzzle one\ncolumns 1 1\nrows 1 1\nsolution\n#.\n.#\nend\n"
COMMANDS = {  # each command with --cluster, and what it is asked here of the file `many`
    "check": ["check", "stated", "--jsonl"],
    "clues": ["clues", "grids", "-k", "4", "--json"],
    "count": ["count", "many", "--json", "--quiet"],
    "fingerprint": ["fingerprint", "many", "--json"],
    "plan": ["plan", "freecell:1-40", "--mode", "fast", "--no-plan", "--jsonl"],
    "rate": ["rate", "many", "--json"],
    "solve": ["solve", "many", "--jsonl", "--backend", "sat"],
}

HEEDING = COMMANDS | {  # and those whose lines tests of their own hold against each other
    "fuzz": ["fuzz", "--models", "2", "--shard", "1/2", "-o", "blocks"],
    "generate": ["generate", "sudoku", "--size", "4x4", "--shard", "1/2", "-o", "made"],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "many").write_text(MANY)
    (tmp_path / "grids").write_text("1234341221434321\n1234341223414123\n")
    (tmp_path / "stated").write_text(STATED * 3)


def timeless(line):
    return re.sub(r'"(seconds|load)":({[^}]*}|[0-9.e-]+),?', "", line)


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_lines_are_those_of_one_process(cluster, folder, words):
    alone, far = called(*words), called(*words, "--cluster", cluster.address)
    assert far.returncode == alone.returncode
    assert alone.stdout.count("\n") >= 2
    assert timeless(far.stdout) == timeless(alone.stdout)
    assert far.stderr.removeprefix(f"{cluster.address}: 2 workers\n") == alone.stderr


def test_a_count_by_parts_is_that_of_one_process(cluster, folder):
    words = ["count", "pentomino-3x20", "--digest", "--json", "--parts", "9"]
    alone = json.loads(called(*words[:-2]).stdout)
    far = called(*words, "--cluster", cluster.address, "-o", "parts")
    for line in (far.stdout, called("merge", "parts", "--json").stdout):
        found = json.loads(line)
        assert [found[key] for key in ("count", "digest", "exact")] == [8, alone["digest"], True]
    again = called(*words, "--cluster", cluster.address, "-o", "parts", "--resume")
    assert json.loads(again.stdout)["count"] == 8
    assert "9 of its 9 parts are done" in again.stderr


@pytest.mark.parametrize("words", HEEDING.values(), ids=HEEDING)
def test_each_command_heeds_the_option_or_refuses_it(folder, words):
    left = called(*words, "--cluster", "nowhere")
    assert (left.returncode, left.stdout) == (2, "")
    assert "expected a scheduler" in left.stderr


def test_no_command_with_the_option_is_missing_here():
    context = click.Context(accord)
    commands = {name: accord.get_command(context, name) for name in accord.list_commands(context)}
    having = [name for name, each in commands.items() if "cluster" in {p.name for p in each.params}]
    assert sorted(having) == sorted(HEEDING)


# -- errors -----------------------------------------------------------------------------------------


def kinds(kind=AccordError):
    return {kind}.union(*map(kinds, kind.__subclasses__()))


@pytest.mark.parametrize("kind", sorted(kinds(), key=lambda kind: kind.__name__))
def test_every_error_of_ours_survives_the_way_back(kind):
    error = made(kind)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert (str(again), again.exit_code, vars(again)) == (str(error), error.exit_code, vars(error))


def made(kind):
    """An error of that kind, whatever it is made of."""
    if issubclass(kind, StoppedError):
        return kind("stopped", status="cancelled")
    fault = SimpleNamespace(key="key", line=3, message="why")
    model = SimpleNamespace(item_names=["item"])
    some = (
        ("why",),
        (["why"] * 12,),
        ([fault],),
        ("what", "why"),
        (fault, "why"),
        (model, 0),
        (1, "what", "why"),
    )
    for words in some:
        with suppress(TypeError, AttributeError):
            return kind(*words)
    raise AssertionError(f"{kind} cannot be made: say here of what")


def test_an_error_of_ours_comes_as_it_is(cluster):
    raising = "[] or (_ for _ in ()).throw(__import__('accord.errors').errors.InputError(['a', 'b']))"
    with pytest.raises(InputError) as raised:
        list(pool.in_order(eval, [raising], workers=cluster))
    assert raised.value.faults == ["a", "b"]


def test_any_other_is_one_line_and_its_traceback_is_kept_behind_it(cluster, capfd):
    with pytest.raises(ClusterError) as raised:
        list(pool.in_order(remote_work.faulty, [0], workers=cluster))
    assert str(raised.value) == "0: ZeroDivisionError: integer division or modulo by zero"
    assert "in faulty" in str(raised.value.__cause__)
    assert capfd.readouterr() == ("", "")


# -- workers ----------------------------------------------------------------------------------------


def test_what_is_under_way_in_a_cluster_that_is_closed_is_one_line():
    class Closed:
        threads = 2

        def submit(self, function, thing):
            future = Future()
            if thing:
                future.cancel()
                future.set_running_or_notify_cancel()
            else:
                future.set_result(function(thing))
            return future

    results = pool.in_order(str, [0, 1, 2], workers=Closed())
    assert next(results) == "0"
    with pytest.raises(ClusterError, match=r"^the cluster was closed while work was under way$"):
        list(results)


def test_what_a_killed_worker_had_is_done_by_another(cluster, tmp_path):
    results = pool.in_order(remote_work.hold, [tmp_path] * 2, workers=cluster)
    found = []
    thread = threading.Thread(target=lambda: found.extend(results))
    thread.start()
    wait_until(lambda: len(remote_work.begun(tmp_path)) == 2, "both work")
    first = remote_work.begun(tmp_path)
    killed = min(first)
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: len(remote_work.begun(tmp_path)) == 3, "another one has begun")
    (tmp_path / "go").touch()
    thread.join(WATCHDOG)
    assert set(found) == remote_work.begun(tmp_path) - {killed}


def test_a_thing_that_ends_its_worker_each_time_is_named(cluster):
    results = pool.in_order(remote_work.deadly, [2, 1, 0, 3, 4], workers=cluster)
    assert [next(results), next(results)] == [2, 1]
    with pytest.raises(WorkerDiedError, match=r"^0: the worker ended each of 4 times$"):
        list(results)


def test_what_was_done_early_though_somebody_waits_is_done_again(cluster, tmp_path):
    assert list(pool.in_order(remote_work.told_too_early, [tmp_path], workers=cluster)) == ["all"]


def test_once_cancelled_nothing_more_comes_and_a_worker_is_told_so(cluster, tmp_path):
    cancel = threading.Event()
    results = pool.in_order(remote_work.until_given_up, [tmp_path, tmp_path], workers=cluster, cancel=cancel)
    threading.Thread(
        target=lambda: (wait_until((tmp_path / "begun").exists, "it works"), cancel.set())
    ).start()
    assert list(results) == []
    wait_until((tmp_path / "given up").exists, "the worker has heard of it")


# -- versions ---------------------------------------------------------------------------------------


def test_no_work_is_done_for_a_client_of_another_version(monkeypatch):
    monkeypatch.setattr(remote, "here", lambda: "tcp://there:1")
    told = "tcp://there:1", dict(remote.versions())
    assert remote.perform({"accord": "0+0"}, b"no pickle", b"") == ("unfit", told)
    ours = dict(remote.versions())
    assert clusters.unfit(ours) == ""
    assert clusters.unfit({**ours, "numba": "0.1"}) == f"found numba 0.1, expected {ours['numba']}"
    assert clusters.unfit({**ours, "toys": "2"}) == "found toys 2, expected none"
    assert clusters.unfit(ModuleNotFoundError("No module named 'accord'")) == (
        "this Accord cannot be asked there: No module named 'accord'"
    )


def test_a_worker_of_another_version_is_named_and_passed_over(cluster, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    (other / "sitecustomize.py").write_text(
        "import accord.runner.checkpoint\naccord.runner.checkpoint.sources = lambda: '0.0.9+1234'\n"
    )
    said = []
    monkeypatch.setattr(cluster, "_say", said.append)
    monkeypatch.setattr(cluster, "_unfit", set())
    command = [sys.executable, "-m", "accord.many.local", cluster.address, str(tmp_path)]
    path = os.pathsep.join([str(other), *filter(None, sys.path)])
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    worker = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}, **pipes)
    try:
        assert worker.stdout.readline() == b"ready\n"
        expected = rf"tcp://[0-9.:]+: found accord 0\.0\.9\+1234, expected {re.escape(remote.sources())}$"
        with pytest.raises(ClusterError, match=f"^worker {expected}"), Cluster(cluster.address):
            pass
        listed = called("cluster", cluster.address, "--json")
        assert listed.returncode == 1
        assert listed.stderr == "workers: 3; 1 of them do not fit\n"
        assert listed.stdout.count('"fault":""') == 2
        things = ["__import__('time').sleep(0.1) or 7"] * 50
        assert list(pool.in_order(eval, things, workers=cluster)) == [7] * 50
        assert len(said) == 1
        assert re.fullmatch(r"worker tcp://[0-9.:]+ is passed over: found accord 0\.0\.9.*", said[0])
        assert cluster.words == "2 workers"
    finally:
        worker.stdin.close()
        worker.wait()
        worker.stdout.close()
    wait_until(lambda: len(cluster.workers()) == 2, "the scheduler has seen that it is gone")


def test_without_the_package_the_extra_is_named(monkeypatch):
    for name in ("distributed", "distributed.versions"):
        monkeypatch.setitem(sys.modules, name, None)
    left = called("cluster", "local:2")
    assert left.returncode == 4
    assert left.stderr == (
        "accord: a cluster needs distributed, which is not installed: pip install 'accord[cluster]'\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tcp://10.255.255.1:8786"], "use tls:// with keys, or say --trust"),
        (["host.example:8786"], "use tls:// with keys, or say --trust"),
        (["ws://[2001:db8::1]:8786"], "use tls:// with keys, or say --trust"),
        (
            ["tcp://127.0.0.1:8786"],
            "start it by `accord cluster local:N`, use tls:// with keys, or say --trust",
        ),
        (["localhost:8786"], "use tls:// with keys, or say --trust"),
        (["ws://[::1]:8786"], "use tls:// with keys, or say --trust"),
        (["tls://10.255.255.1:8786"], "found no TLS keys"),
        (["tls://127.0.0.1:8786", "--trust"], "found no TLS keys"),
    ],
)
@pytest.mark.parametrize("command", [["cluster"], ["count", "many", "--cluster"]])
def test_nothing_is_sent_before_it_is_known_who_answers(folder, monkeypatch, command, words, said):
    monkeypatch.setattr(Cluster, "_life", None)  # which connects
    left = called(*command, *words)
    assert (left.returncode, left.stdout) == (2, "")
    assert left.stderr.startswith(f"accord: {words[0]}: ")
    assert said in left.stderr


def test_who_is_known_or_trusted(monkeypatch):
    addresses.refuse_strangers(addresses.address("local:2"), trusted=False)
    stranger = addresses.address("tcp://host.example:8786")
    addresses.refuse_strangers(stranger, trusted=True)
    tls = dask.config.set({"distributed.comm.default-scheme": "tls"})
    with tls, pytest.raises(UsageError, match="found no TLS keys"):
        addresses.refuse_strangers(addresses.address("host.example:8786"), trusted=True)
    keys = {f"distributed.comm.tls.{key}": "/nowhere" for key in ("ca-file", "client.cert", "client.key")}
    with dask.config.set(keys), pytest.raises(UsageError, match="the TLS keys cannot be read"):
        addresses.refuse_strangers(addresses.address("tls://host.example:8786"), trusted=False)
    monkeypatch.setattr(Security, "get_connection_args", lambda *_: {"ssl_context": object()})
    addresses.refuse_strangers(addresses.address("tls://host.example:8786"), trusted=False)


def is_known(port, host="127.0.0.1"):
    try:
        addresses.refuse_strangers(addresses.address(f"{host}:{port}"), trusted=False)
    except UsageError:
        return False
    return True


def test_a_scheduler_of_ours_is_known_while_it_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert not is_known(4711)
    with addresses.declare(4711):
        (file,) = (tmp_path / "accord" / "schedulers").iterdir()
        assert is_known(4711)
        assert not is_known(4712)
        assert not is_known(4711, "localhost")  # which may be ::1, where another one listens
        assert not is_known(4711, "127.0.0.2")
        file.parent.chmod(0o777)  # then anybody may have put the file there
        assert not is_known(4711)
        file.parent.chmod(0o700)
        assert is_known(4711)
    assert not is_known(4711)
    file.touch()  # what a killed one leaves: its port may be another's by now
    assert not is_known(4711)
    file.chmod(0)
    assert not is_known(4711)


def test_a_cluster_of_another_process_is_known_until_it_is_killed(served):
    process, address = served
    listed = called("cluster", address)
    assert listed.returncode == 0, listed.stderr
    process.kill()
    process.wait()
    refused = called("cluster", address)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "use tls:// with keys, or say --trust" in refused.stderr


@pytest.mark.parametrize("handler", ["ncores", "identity", "broadcast"])
@pytest.mark.parametrize("answer", ["nonsense", {"tcp://1.2.3.4:5": "x"}])
def test_a_scheduler_that_answers_nonsense_is_one_line(handler, answer):
    """One that connects as a scheduler does, and then answers otherwise."""
    from asyncio import Event, run

    from distributed import Scheduler

    begun, ended, where = threading.Event(), [], []

    async def serve():
        ended.append(Event())
        async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
            scheduler.handlers[handler] = lambda *_, **__: answer
            where.extend([scheduler.address, scheduler.loop])
            begun.set()
            await ended[0].wait()

    thread = threading.Thread(target=run, args=(serve(),), daemon=True)
    thread.start()
    assert begun.wait(WATCHDOG)
    try:
        left = called("cluster", where[0], "--trust")
    finally:
        where[1].add_callback(ended[0].set)
        thread.join(WATCHDOG)
    assert left.returncode == 1
    assert len(left.stderr.splitlines()) == 1
    assert left.stderr.startswith((f"accord: {where[0]}: ", "workers: 0; 0 of them"))


def test_an_answer_that_is_none_is_a_sentence(monkeypatch):
    for answer in (
        None,
        5,
        ("result", b"x"),
        ("error", pickle.dumps(7)),
        ("unfit", 1),
        ("what", 1),
        ("fault", ()),
    ):
        with pytest.raises((TypeError, ValueError, pickle.UnpicklingError)):
            clusters._read(answer)
    assert clusters._read(("result", pickle.dumps(7))) == ("result", 7)


@pytest.mark.parametrize("answer", [bytes(4096), b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\xff" * 4096])
def test_what_answers_as_no_scheduler_does_is_one_line(folder, answer):

    with create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answers, args=(server, answer), daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        done = python(*ACCORD, "count", "many", "--cluster", address, "--trust")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(rf"accord: {address}: no scheduler answers: .*\n", done.stderr)


def answers(server, answer):
    """Say the same to whoever connects, until the server is closed."""
    with suppress(OSError), ExitStack() as connections:
        while True:
            connection = connections.enter_context(server.accept()[0])
            connection.sendall(answer)


@pytest.mark.parametrize(
    "address",
    [
        "local",
        "local:0",
        "local:2000",
        "local:99999",
        "host",
        "tcp://host",
        "http://host:1",
        "tcp://host:99999",
    ],
)
def test_what_is_no_address_is_refused_before_anything_is_started(address):
    with pytest.raises(UsageError, match="expected"):
        Cluster(address)


def test_a_port_where_nobody_is_and_one_that_is_taken(cluster, monkeypatch):
    monkeypatch.setattr(clusters, "PATIENCE", 0.2)
    left = called("cluster", "127.0.0.1:1", "--trust")
    assert (left.returncode, left.stdout) == (1, "")
    assert left.stderr.startswith("accord: 127.0.0.1:1: no scheduler answers: ")
    left = called("cluster", "local:1", "--port", cluster.address.rpartition(":")[2])
    assert left.returncode == 1
    assert left.stderr.endswith(": Address already in use\n")


# -- the command, and ends --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
def test_a_cluster_ends_with_its_command_however_that_ends(number, code):
    process, _ = serving("local:2", start_new_session=True)
    assert process.stderr.readline() == "2 workers; Ctrl-C ends them\n"
    workers = children_of(process.pid)
    assert len(workers) == 2
    (os.kill if number == signal.SIGKILL else os.killpg)(process.pid, number)
    assert process.communicate(timeout=WATCHDOG) == ("", "")
    assert process.returncode == code
    wait_until(lambda: not any(map(is_alive, workers)), "the workers have ended")


def test_a_scheduler_that_is_gone_is_one_line(served, tmp_path):
    process, address = served
    with Cluster(address) as opened:
        results = pool.in_order(remote_work.hold, [tmp_path], workers=opened)
        threading.Thread(
            target=lambda: (wait_until(lambda: remote_work.begun(tmp_path), "it works"), process.kill())
        ).start()
        with pytest.raises(ClusterError, match=rf"^{address}: the scheduler is gone, or the network to it: "):
            list(results)


def plans(address, file, *words):
    return [
        *ACCORD,
        "plan",
        "freecell:1-600",
        "--mode",
        "fast",
        "--no-plan",
        "--cluster",
        address,
        "-o",
        file,
        *words,
    ]


def test_a_client_that_was_killed_is_gone_on_with(cluster, tmp_path):
    whole, file = tmp_path / "whole", tmp_path / "file"
    alone = called("plan", "freecell:1-600", "--mode", "fast", "--no-plan", "-o", whole)
    assert (alone.returncode, alone.stderr) == (0, "600 solved\n")
    client = started(*plans(cluster.address, file), path=[PLUGINS])
    wait_until(lambda: lines_of(file), "a result is there", client)
    client.kill()
    client.communicate()
    assert 0 < lines_of(file) < 600
    again = called(*plans(cluster.address, file, "--resume")[2:])
    assert again.returncode == 0
    going_on = rf"{cluster.address}: 2 workers\n{file}: [0-9]+ puzzles are done; going on\n600 solved\n"
    assert re.fullmatch(going_on, again.stderr)
    seconds = re.compile(rb'"(seconds|load)":[0-9.e-]+,?|"check":"[0-9a-f]+"')
    assert seconds.sub(b"", file.read_bytes()) == seconds.sub(b"", whole.read_bytes())
