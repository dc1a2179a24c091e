"""Limits and signals hold in every command and function, whatever stage of a puzzle explodes.

The puzzles are those of tests/plugins/exploding.py.

What ends late uses the processor meanwhile, and the machine may be busy; so times here are of the processor.
At every commit each command and each function has the stage that is dearest to it; `make slow` runs them all.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from functools import cache
from itertools import islice
from math import inf
from pathlib import Path
from typing import NamedTuple

import click
import exploding
import pytest
from commands import called
from exploding import MODELS
from processes import child_environment, started
from waiting import WATCHDOG, children_of, is_alive, wait_until

import accord
from accord.certify.count import write as certify
from accord.cli import main
from accord.errors import StoppedError
from accord.runner.drawing import draw
from accord.watchdog import resident

pytestmark = pytest.mark.filterwarnings(  # numba may be opening a file when a limit ends it
    "ignore:Exception ignored in. <_io:pytest.PytestUnraisableExceptionWarning"
)

pytestmark = pytest.mark.filterwarnings(  # numba may be opening a file when a limit ends it
    "ignore:Exception ignored in. <_io:pytest.PytestUnraisableExceptionWarning"
)

UNLIMITED = {  # commands without limits: they do no work on a puzzle, or have terms of their own
    "bench", "cluster", "completion", "doctor", "families", "fuzz", "help", "list", "version",
}  # fmt: skip
ELSEWHERE = {"serve"}  # its limits are of each question; see tests/workbench
TICKS = os.sysconf("SC_CLK_TCK")
GRID = "123456789456789123798231564234675918815943276967812435379164852582397641641528397"
OF_PUZZLES = {  # command -> its words but for limits; P is a puzzle, OUT a file
    "certify": "certify P -o OUT.count",
    "compare": "compare P --backend native",
    "convert": "convert P --to dlx -o OUT.dlx",
    "count": "count P",
    "draw": "draw P --candidates -o OUT.svg",
    "explain": "explain P",
    "film": "film P --frames 20000 -o OUT.svg",
    "fingerprint": "fingerprint P",
    "hint": "hint P",
    "prove": "prove P",
    "rate": "rate P",
    "repair": "repair P",
    "sample": "sample P -n 1000000",
    "show": "show P",
    "solve": "solve P --unique",
    "watch": "watch P --frames 1000000",
    "why": "why P",
}
OF_PLANS = ("plan P", "hint P", "film P -o OUT.svg", "watch P", "rate P")
OTHERS = {  # words of commands that take no puzzle, or more than one
    "check": ["check certificate"],
    "clues": [f"clues {GRID} -k 17"],
    "generate": ["generate slitherlink --size 60x60", "generate sudoku --size 36x36"],
    "merge": ["merge results -o OUT.jsonl"],
    "plan": ["plan tiles", "plan freecell --mode shortest"],
    "sudoku": ["sudoku entries 416", "sudoku entries 416 --count"],
    "unavoidable": [f"unavoidable {GRID} --cells 18", "unavoidable grids --cells 20"],
}
DEAREST = [  # of each command, at every commit
    "certify cover -o OUT.count", "check certificate", f"clues {GRID} -k 17",
    "compare element --backend native",
    "convert akari --to dlx -o OUT.dlx", "count different", "draw binairo --candidates -o OUT.svg",
    "explain xor", "film latin --frames 20000 -o OUT.svg", "fingerprint clauses",
    "generate slitherlink --size 60x60", "hint binairo", "merge results -o OUT.jsonl", "plan tiles",
    "prove circuit", "rate nonogram", "repair table", "sample shared -n 1000000", "show shikaku",
    "solve sums --unique", "sudoku entries 416 --count", f"unavoidable {GRID} --cells 18",
    "watch queens --frames 1000000", "why sudoku",
]  # fmt: skip
EVERY = [
    *(
        words.replace("P", name, 1)
        for name, made in MODELS.items()
        if made.stage != "plan" and name not in ("certificate", "results", "grids", "many")
        for words in OF_PUZZLES.values()
    ),
    *(words.replace("P", name, 1) for name in ("tiles", "freecell") for words in OF_PLANS),
    *(words for several in OTHERS.values() for words in several),
]
STAGES = [  # one for each stage, where limits of memory and signals are tried at every commit
    "show array", "count element", "count table", "prove different", "count loop", "plan tiles",
    "draw binairo --candidates -o OUT.svg",
]  # fmt: skip


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder for the files of puzzles."""
    return tmp_path_factory.mktemp("exploding")


@pytest.fixture
def spelt(folder, tmp_path):
    """A function: the words of a command, as a list."""

    def spell(words):
        command, *rest = words.split()
        if command != "generate":  # which names a kind
            rest = [exploding.named(word, folder) if word in MODELS else word for word in rest]
        return [command, *(str(word).replace("OUT", str(tmp_path / "out")) for word in rest)]

    return spell


def clocks():
    """The seconds that have passed, and those of the processor, of processes that were waited for too."""
    return time.monotonic(), sum(os.times()[:4])


def since(before):
    """The seconds since then by the slower clock: the machine may be busy, and threads of other tests too."""
    return min(now - then for now, then in zip(clocks(), before, strict=True))


def commands():
    """All commands, by their names."""
    group = main.accord
    return {name: group.get_command(click.Context(group), name) for name in group.list_commands(None)}


def test_every_command_that_works_on_puzzles_has_both_limits():
    lacks = {
        name: missing
        for name, command in commands().items()
        if (missing := {"--time-limit", "--memory-limit"} - {each for p in command.params for each in p.opts})
    }
    assert set(lacks) == UNLIMITED


def test_each_command_has_a_puzzle_here():
    assert {words.split()[0] for words in DEAREST} == set(commands()) - UNLIMITED - ELSEWHERE
    assert {words.split()[0] for words in EVERY} == set(commands()) - UNLIMITED - ELSEWHERE
    assert {made.stage for made in MODELS.values()} >= {
        "read",
        "build",
        "lower",
        "search",
        "advise",
        "verify",
    }
    assert len(MODELS) >= 40


# -- commands --------------------------------------------------------------------------------------------

LIMIT = 0.5  # seconds, at every commit
# seconds beyond a limit: 0.8 are there to end by itself, engines may be imported meanwhile, and where other
# tests run the processor is half as fast
LATE = 2.5
ENDED = (0, 3, 5, 6, 7)  # codes of commands that a limit ended, or that had ended before it


@pytest.mark.parametrize("words", DEAREST)
def test_a_time_limit_ends_each_command(spelt, words):
    for _ in range(4):  # at first kernels may be compiled, one in each try, which is waited for
        before = clocks()
        done = called(*spelt(words), "--time-limit", LIMIT)
        assert done.returncode in ENDED, done.stderr
        assert "Traceback" not in done.stderr
        if (seconds := since(before)) < LIMIT + LATE:
            return
    raise AssertionError(f"{seconds} seconds")


class Ended(NamedTuple):
    """How a process ended."""

    code: int
    seconds: float  # of the processor
    most: int  # resident bytes at a time
    said: str


def processed(*words, folder):
    """Run `accord WORDS...` in a process of its own."""
    errors = folder / "errors"
    with errors.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "accord", *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=file,
            env=child_environment(),
        )
        late = threading.Timer(WATCHDOG, process.kill)
        late.start()
        _, status, used = os.wait4(process.pid, 0)
        late.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    most = used.ru_maxrss << (0 if sys.platform == "darwin" else 10)
    return Ended(process.returncode, used.ru_utime + used.ru_stime, most, errors.read_text())


@pytest.fixture(scope="session")
def start(tmp_path_factory):
    """What a start takes, once everything is imported."""
    return processed("count", "queens:6", folder=tmp_path_factory.mktemp("start"))


@pytest.mark.slow
@pytest.mark.parametrize("words", EVERY)
def test_two_seconds_end_each_command_on_each_puzzle(spelt, start, tmp_path, words):
    done = processed(*spelt(words), "--time-limit", 2, folder=tmp_path)
    processes = 2 if words.startswith("compare") else 1
    assert done.seconds < processes * (2 * start.seconds + 3)
    assert done.code in (*ENDED, 2), done.said
    assert "Traceback" not in done.said


MEMORY = 500 << 20
ROOM = 600 << 20  # bytes that such a limit may cost


@pytest.mark.slow
@pytest.mark.parametrize("words", EVERY)
def test_a_limit_of_memory_ends_each_command_on_each_puzzle(spelt, start, tmp_path, words):
    limits = ("--memory-limit", "500M", "--time-limit", 20)
    done = processed(*spelt(words), *limits, folder=tmp_path)
    assert done.most < start.most + ROOM
    assert done.code in (*ENDED, 2), done.said
    assert "Traceback" not in done.said


# -- signals ---------------------------------------------------------------------------------------------

SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
AT_WORK = 1.0  # seconds of the processor after a start


def used_by(pid):
    """The seconds of the processor that a process and its children have used; inf at its end."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    if fields[0] == "Z":
        return inf
    mine = sum(map(int, fields[11:15])) / TICKS
    with suppress(OSError):  # a child has ended meanwhile
        mine += sum(used_by(child) for child in children_of(pid) if is_alive(child))
    return mine


def is_past(seconds, least):
    """The seconds, once they are past the least; else nothing."""
    return seconds if seconds > least else None


def signalled(words, number, start):
    """How a command ended that got a signal when it was at work, what it said, and how long that took."""
    process = started("-m", "accord", *words, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    before = wait_until(lambda: is_past(used_by(process.pid), start.seconds + AT_WORK), "it is at work")
    os.kill(process.pid, number)  # Popen would wait for it first
    with process.stderr:
        said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, said, used.ru_utime + used.ru_stime - before


@pytest.mark.parametrize(
    ("words", "number"), [(words, [*SIGNALS][place % 3]) for place, words in enumerate(STAGES)]
)
def test_a_signal_ends_each_stage(spelt, start, words, number):
    code, said, seconds = signalled(spelt(words), number, start)
    assert code == SIGNALS[number], said
    assert "Traceback" not in said
    assert seconds < 1.0 + start.seconds  # engines that are being imported are whole


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("words", EVERY)
def test_each_signal_ends_each_command_on_each_puzzle(spelt, start, words, number):
    code, said, seconds = signalled(spelt(words), number, start)
    # it may have been ready, and Python itself about to end
    assert code in (SIGNALS[number], -number, *ENDED, 2), said
    assert "Traceback" not in said
    assert seconds < 1.0 + start.seconds


# -- functions of the library ----------------------------------------------------------------------------


@cache
def loaded(name, folder):
    """A puzzle, as a function takes it."""
    return accord.load(str(exploding.named(name, folder)))


CALLS = {  # function -> what it does with a puzzle, and which one is dear to it
    "best": (accord.best, "objective"),
    "candidates": (accord.candidates, "binairo"),
    "certify": (lambda puzzle, **more: certify(puzzle, os.devnull + ".count", **more), "cover"),
    "count": (accord.count, "different"),
    "draw": (draw, "akari"),
    "explain": (accord.explain, "xor"),
    "film": (accord.film, "latin"),
    "fingerprint": (accord.fingerprint, "cover"),
    "first": (accord.first, "element"),
    "frequencies": (accord.frequencies, "table"),
    "hint": (accord.hint, "binairo"),
    "plan": (accord.plan, "tiles"),
    "prove": (accord.prove, "circuit"),
    "rate": (accord.rate, "nonogram"),
    "repair": (accord.repair, "akari"),
    "sample": (lambda puzzle, **more: accord.sample(puzzle, 1000, **more), "numberlink"),
    "solutions": (lambda puzzle, **more: [*islice(accord.solutions(puzzle, **more), 100)], "extremes"),
    "unique": (accord.unique, "inverse"),
    "why": (accord.why, "sudoku"),
}


def asked(name, folder, **limits):
    """The seconds of the processor that a call takes which a limit ends."""
    function, puzzle = CALLS[name]
    puzzle = loaded(puzzle, folder)
    before = clocks()
    with suppress(StoppedError):
        function(puzzle, **limits)
    return since(before)


@pytest.mark.parametrize("name", CALLS)
def test_a_time_limit_ends_each_call(folder, name):
    assert asked(name, folder, time_limit=LIMIT) < LIMIT + LATE


LITTLE = 60 << 20  # bytes
PEAK = 120 << 20  # bytes beyond that, of which 64 MB are there for modules and for what was freed


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of memory is set back by /proc")
@pytest.mark.parametrize("name", ["draw", "explain", "first", "repair"])
def test_a_limit_of_memory_ends_each_call_that_builds(folder, name):
    asked(name, folder, time_limit=LIMIT)  # modules and kernels are loaded, and stay
    Path("/proc/self/clear_refs").write_text("5")
    before = resident()
    asked(name, folder, memory_limit=LITTLE)
    status = Path("/proc/self/status").read_text()
    most = int(status.partition("VmHWM:")[2].split()[0]) << 10
    assert most - before < LITTLE + PEAK


def elsewhere(function):
    """What a function returns that runs in a thread which is not the main one."""
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join(WATCHDOG)
    return found[0]


@pytest.mark.parametrize("name", CALLS)
def test_a_cancellation_ends_each_call_in_another_thread(folder, name):
    cancel = threading.Event()
    timer = threading.Timer(0.3, cancel.set)
    timer.start()
    assert elsewhere(lambda: asked(name, folder, cancel=cancel)) < 0.3 + LATE
    timer.cancel()
