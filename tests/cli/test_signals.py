"""Ctrl-C, SIGTERM and SIGHUP: each ends a command with what is known, and the exit code says which it was."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path
from time import sleep

import click
import numpy as np
import pytest
from commands import called
from processes import PLUGINS, python, started
from waiting import WATCHDOG, children_of, lines_of, wait_until

from accord.cli.console import Console
from accord.signals import Asked, interruptible

pytestmark = pytest.mark.full  # left out of the fast profile

ENDLESS = ["-m", "accord", "count", "queens:6", "--backend", "endless", "--json"]
CODES = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]


@pytest.mark.parametrize(("number", "code"), CODES)
def test_a_signal_ends_a_run_with_what_is_known(number, code):
    process = started(*ENDLESS, path=[PLUGINS])
    process.stderr.readline()  # the engine was chosen, so the run begins
    process.send_signal(number)
    out, err = process.communicate(timeout=WATCHDOG)
    assert process.returncode == code
    assert json.loads(out)["status"] == "cancelled"
    assert "Traceback" not in err


@pytest.mark.parametrize(("number", "code"), CODES)
def test_a_signal_to_the_group_while_workers_start_reaches_only_the_parent(number, code):
    process = started(*ENDLESS, "--workers", 2, path=[PLUGINS], start_new_session=True)
    process.stderr.readline()  # which engine was chosen
    # one is of Python's own; the other two take a while from here to their first word
    wait_until(lambda: len(children_of(process.pid)) == 3, "two workers are being started", process)
    os.killpg(process.pid, number)
    out, err = process.communicate(timeout=WATCHDOG)
    assert process.returncode == code
    assert json.loads(out)["status"] == "cancelled"
    assert err == ""


@pytest.mark.parametrize(("number", "code"), CODES)
def test_a_signal_ends_the_compiling_of_an_engine(tmp_path, number, code):
    """The planner's kernels take many seconds to compile; here nothing was compiled before."""
    settings = {"NUMBA_CACHE_DIR": str(tmp_path)}
    words = ("plan", "freecell:1", "--mode", "fast", "--json")
    process = started("-m", "accord", *words, settings=settings)
    while not process.stderr.readline().startswith("compiling "):
        assert process.poll() is None
    sleep(0.5)
    process.send_signal(number)
    out, err = process.communicate(timeout=WATCHDOG)
    assert process.returncode == code
    assert re.search("stopped while (engines were loaded|the problem was built)", out + err)
    assert "Traceback" not in err


@pytest.mark.parametrize(("number", "code"), CODES)
@pytest.mark.parametrize(
    "words", ["count -", "solve - --jsonl", "clues - -k 4", "check -", "draw -", "count pipe"]
)
def test_a_signal_ends_what_waits_for_its_input(tmp_path, words, number, code):
    os.mkfifo(tmp_path / "pipe")
    process = started("-m", "accord", *words.split(), cwd=tmp_path, stdin=subprocess.PIPE)
    with process.stdin:
        wait_until(lambda: waits_for_input(process.pid), "it waits for its input", process)
        process.send_signal(number)
        process.wait(timeout=WATCHDOG)
    with process.stdout, process.stderr:
        assert (process.returncode, process.stdout.read()) == (code, "")
        read = "pipe" if words.endswith("pipe") else "standard input"
        assert process.stderr.read() == f"accord: stopped while {read} was read\n"


def test_only_what_may_wait_is_read_as_such(tmp_path):
    (tmp_path / "many").write_text("queens:4\nqueens:5\n")
    reading, writing = os.pipe()
    with (tmp_path / "many").open("rb") as file, os.fdopen(reading, "rb") as pipe:
        os.close(writing)
        assert interruptible(file, "many") is file
        assert interruptible(pipe, "pipe") is not pipe
        assert interruptible(pipe, "pipe").readline() == b""


def waits_for_input(process):
    """Whether a process sleeps, and has used no time meanwhile."""

    def seen():
        state, *more = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
        return state, more[10:12]

    before = seen()
    sleep(0.3)
    return before == seen() and before[0] == "S"


def test_a_search_ends_as_one_though_more_may_come_by_the_pipe():
    process = started("-m", "accord", "hint", "-", "--time-limit", "inf", stdin=subprocess.PIPE)
    with process.stdin, process.stdout, process.stderr:
        process.stdin.write("tiles:5x5:seed=3\n")
        process.stdin.flush()
        assert process.stdout.readline() == "tiles:5x5:seed=3:\n"  # the search is next
        process.send_signal(signal.SIGINT)
        process.wait(timeout=WATCHDOG)
        assert (process.returncode, process.stderr.read()) == (130, "")
        assert process.stdout.read().startswith("no hint: gave up: cancelled")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_signal_to_the_group_keeps_the_lines_of_a_batch(tmp_path, workers):
    batch, told = tmp_path / "many.txt", tmp_path / "told.jsonl"
    batch.write_text("queens:5\n" * 100_000)
    words = ["-m", "accord", "solve", batch, "--jsonl", "--backend", "sat", "--workers", workers]
    with told.open("w") as file:
        process = started(*words, stdout=file, start_new_session=True)
        wait_until(lambda: lines_of(told) >= 20, "20 puzzles are solved", process)
        os.killpg(process.pid, signal.SIGTERM)
        _, error = process.communicate(timeout=WATCHDOG)
    assert process.returncode == 143
    lines = [json.loads(line) for line in told.read_text().splitlines()]
    assert 20 <= len(lines) < 100_000
    assert {line["answer"] for line in lines} == {"several"}
    assert "Traceback" not in error


TERMINATED = """
import os, signal
from accord.cli.main import main
from accord.runner.checkpoint import Checkpoint

def written(checkpoint, tally, pieces, state, write=Checkpoint.write):
    write(checkpoint, tally, pieces, state)
    checkpoint._next = float("inf") if tally.total else 0.0  # once there is a count, no more in time
    if tally.total and not state:  # a part is finished
        os.kill(os.getpid(), signal.SIGTERM)

def due(checkpoint, due=Checkpoint.due):
    if checkpoint._next == float("inf"):  # in the midst of a part
        os.kill(os.getpid(), signal.SIGTERM)
    return due(checkpoint)

Checkpoint.write, Checkpoint.due = written, due
main()
"""


@pytest.mark.parametrize(
    ("puzzle", "backend", "engine", "count"),
    [("queens:12", "native", "bitset", 14_200), ("queens:9", "sat", "minicard", 352)],
)
def test_a_count_that_was_terminated_goes_on_from_its_checkpoint(tmp_path, puzzle, backend, engine, count):
    """As a batch system does it: SIGTERM, then a while later the same command again."""
    file = tmp_path / "count.checkpoint"
    words = ["count", puzzle, "--backend", backend, "--engine", engine, "--checkpoint", file, "--json"]
    stopped = python("-c", TERMINATED, *words)
    assert stopped.returncode == 143
    before = json.loads(stopped.stdout)
    assert before["status"] == "cancelled"
    assert 0 < before["count"] < count
    with np.load(file) as arrays:
        header = json.loads(arrays["header"].tobytes())
    sums = [header["done"], *header["under_way"].values()]
    assert sum(each["total"] for each in sums) == before["count"]
    after = python("-m", "accord", *words)
    assert after.returncode == 0
    assert (json.loads(after.stdout)["status"], json.loads(after.stdout)["count"]) == ("complete", count)


@pytest.mark.parametrize(
    ("signals", "said", "code"),
    [
        ("", "", 0),
        ("SIGINT", "asked", 130),
        ("SIGTERM", "asked", 143),
        ("SIGTERM SIGTERM", "asked", 143),  # `timeout` sends it to the process, and to its group
        ("SIGINT SIGTERM", "asked", 130),
        ("SIGINT SIGINT", "asked leaving", 130),
        ("SIGTERM SIGINT", "asked leaving", 143),
        ("SIGHUP SIGHUP", "asked", 129),  # of a terminal and of its shell
    ],
)
def test_the_first_signal_asks_and_a_control_c_after_it_leaves(signals, said, code):
    script = f"""
import signal, sys
from accord import signals
from accord.exits import Code
signals.begin()
asked = []
signals.listen(lambda: asked.append(print("asked", flush=True)), lambda: print("leaving", flush=True))
for name in {signals.split()}:
    signal.raise_signal(signal.Signals[name])
sys.exit(signals.code_of(Code.CANCELLED if asked else Code.DONE))
"""
    done = python("-c", script)
    assert (done.returncode, done.stdout.split(), done.stderr) == (code, said.split(), "")


def test_sighup_that_is_ignored_at_the_start_stays_ignored():
    """As by `nohup`."""
    script = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_IGN)
from accord import signals
signals.end_at_once()
signals.begin()
signals.listen(lambda: print("asked"))
signal.raise_signal(signal.SIGHUP)
"""
    done = python("-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


DELICATE = {
    "import": """
class Signal:
    def find_spec(self, name, path=None, target=None):
        if name == "colorsys":
            send()
sys.meta_path.insert(0, Signal())
import colorsys
""",
    "collection": """
def collected(phase, _):
    if phase == "start":
        send()
gc.callbacks.append(collected)
gc.collect()
""",
    "deletion": """
class Freed:
    def __del__(self):
        send()
Freed()
""",
}


@pytest.mark.parametrize("place", DELICATE)
def test_a_signal_raises_nothing_where_that_would_do_harm(place):
    """The command ends all the same: the guard over it sees that a signal came."""
    script = f"""
import gc, signal, sys
import click
from accord.cli import help, main
from accord.cli.console import Console
@click.command(cls=help.Command)
def work():
    Console(quiet=True)
    sent = []
    def send():
        if not sent:
            sent.append(True)
            signal.raise_signal(signal.SIGTERM)
            print("went on")
    exec({DELICATE[place]!r}, globals() | locals())
    while True:
        sum(range(100))
main.accord.main = lambda **_: work.main(args=[], standalone_mode=False)
main.main()
"""
    done = python("-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (143, "went on\n", "accord: stopped\n")


@pytest.mark.parametrize("asks", [True, False])
def test_a_signal_ends_the_import_of_a_module_of_kernels(tmp_path, asks):
    """It compiles them, which may take twenty seconds; whether or not the work has asked for signals."""
    (tmp_path / "kernels.py").write_text(
        '__name__ = "accord_native.slow"\nwhile True:\n    sum(range(100))\n'
    )
    script = f"""
import os, signal, sys, threading
import click
from accord.cli import help, main
from accord.cli.console import Console
sys.path.insert(0, {str(tmp_path)!r})
@click.command(cls=help.Command)
def work():
    console = Console(quiet=True)
    if {asks}:
        console.cancel.is_set()
    threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGTERM]).start()
    import kernels
main.accord.main = lambda **_: work.main(args=[], standalone_mode=False)
main.main()
"""
    done = python("-c", script)
    assert (done.returncode, "Traceback" in done.stderr) == (143, False)


def test_a_signal_ends_a_command_whose_work_has_asked_and_asks_no_more():
    """Such as the drawing of a board after the search: nothing of it looks at limits."""
    script = """
import signal
import click
from accord.cli import help, main
from accord.cli.console import Console
@click.command(cls=help.Command)
def work():
    assert not Console(quiet=True).cancel.is_set()
    signal.raise_signal(signal.SIGTERM)
    while True:
        sum(range(100))
main.accord.main = lambda **_: work.main(args=[], standalone_mode=False)
main.main()
"""
    done = python("-c", script)
    assert (done.returncode, done.stderr) == (143, "accord: stopped\n")


def test_an_answer_that_was_there_in_spite_of_a_signal_is_one(monkeypatch):
    monkeypatch.setattr(Console, "statistics", lambda *_: signal.raise_signal(signal.SIGTERM))
    done = called("count", "queens:6")
    assert (done.returncode, done.stdout) == (0, "4\n")


def test_a_signal_raises_until_the_work_asks_for_it():
    early, late = Asked(), Asked()
    with pytest.raises(KeyboardInterrupt):
        early.hear()
    assert not late.is_set()
    late.hear()
    assert early.is_set()
    assert late.is_set()


@pytest.mark.parametrize(("number", "code"), CODES)
@pytest.mark.parametrize(("waits", "said"), [(False, ""), (True, "accord: stopped while x was read\n")])
def test_what_asks_for_no_signal_is_ended_by_one(waits, said, number, code):
    """Such as making a list, or a model; and where input is awaited, in a sentence."""
    script = f"""
import signal
from contextlib import nullcontext
from accord import signals
from accord.cli import console, main
def work(**_):
    console.Console(quiet=True)
    with signals.reading("x") if {waits} else nullcontext():
        signal.raise_signal({int(number)})
    print("not heard")
main.accord.main = work
main.main()
"""
    done = python("-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", said)


def test_an_early_end_of_a_file_is_not_taken_for_a_signal(monkeypatch):
    def ends(*_, **__):
        raise EOFError("Compressed file ended")

    monkeypatch.setattr(click.Group, "invoke", ends)
    done = called("count", "queens:6")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "Compressed file ended" in done.stderr


def test_what_was_done_in_spite_of_a_signal_is_done():
    script = """
import signal, sys
from accord import signals
from accord.exits import Code
signals.begin()
signals.listen(lambda: None)
signal.raise_signal(signal.SIGTERM)
sys.exit(signals.code_of(Code.FAILED))
"""
    assert python("-c", script).returncode == 1


@pytest.mark.parametrize(("number", "code"), CODES)
def test_a_signal_while_the_command_line_is_imported_is_no_traceback(number, code):
    script = f"""
import signal, sys
from accord.__main__ import main
class Signal:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            signal.raise_signal({int(number)})
sys.meta_path.insert(0, Signal())
main()
"""
    done = python("-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


@pytest.mark.parametrize(("number", "code"), CODES)
def test_a_signal_before_anything_listens_is_no_traceback(number, code):
    script = f"""
import signal, sys
from accord.cli import main
main.accord.main = lambda **_: signal.raise_signal({int(number)})
main.main()
"""
    done = python("-c", script)
    assert (done.returncode, done.stderr) == (code, "")
