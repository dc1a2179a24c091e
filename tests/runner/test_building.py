"""What takes long before any search: reading, lowering, placing, reducing. It hears every limit, and signals.

Each puzzle here would be built for many seconds, or is refused for its size. How a command ends, and what it
says, shows whether it was ended; only a watchdog looks at the time.
"""

import os
import signal
import subprocess
import sys
import threading
from functools import partial
from time import monotonic

import pytest
from processes import child_environment, python, started
from waiting import WATCHDOG

import accord
from accord import watchdog
from accord.certify.count import write
from accord.errors import InputError, StoppedError
from accord.many.parts import in_parts
from accord.model.digest import fingerprint
from accord.runner.run import Run
from accord.symmetry.group import group_of
from accord.watchdog import Guard

pytestmark = pytest.mark.full  # left out of the fast profile

PROBLEM = 'family = "problem"\ntitle = "t"\nrule = "r"\n'
GRAPH = 'g = { board = [1, 2], values = "boolean" }\n'  # with its rule no engine takes the problem as it is
HEADING = 'title = "t"\nrule = "r"\n'
GAP = [*range(1, 1000), 1001]  # values that are no range, so that no engine takes their bits
LONG = {  # the text of a model file that takes long to be built
    "element": PROBLEM + f'rules = "m[k] == k\\nconnected(g)"\n[variables]\n{GRAPH}k = {{ values = {GAP} }}\n'
    f"m = {{ array = 1001, values = {GAP} }}\n",
    "extremes": PROBLEM + f'rules = "max(m) == min(m) + 1\\nconnected(g)"\n[variables]\n{GRAPH}'
    'm = { array = 2000, values = "1..900" }\n',
    "xor": PROBLEM + 'rules = "xor(*x)"\n[variables]\nx = { array = 3000, values = "boolean" }\n',
    "akari": f'family = "akari"\n{HEADING}board = """\n' + ("." * 200 + "\n") * 200 + '"""\n',
    "sets": f'family = "packing"\n{HEADING}pieces = "polyominoes to 10"\nsize = [90, 90]\ncopies = [0, 1]\n',
}
SUMS = PROBLEM + 'rules = "2*a + 3*b == c"\n[variables]\n"a b c" = "0..10000"\n'  # long in its first node
TOO_LARGE = {  # and what is refused
    "board": (
        PROBLEM + 'rules = "x[1,1] == 1"\n[variables]\nx = { board = [1000, 1000], values = "0..1" }\n',
        "found 1000000 cells; at most 8192 are possible",
    ),
    "sudoku": (
        f'family = "sudoku"\n{HEADING}grid = "{"." * 10_000}"\n',
        "found 10000 cells in a line; expected 1296",
    ),
}
SIGNALS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
ROOM = 700 << 20  # bytes that a limit of 500M may cost, beside what a command takes at its start
BUILT = "while the model was built"


@pytest.fixture
def file(tmp_path):
    def written(name):
        path = tmp_path / f"{name}.toml"
        path.write_text(LONG.get(name, SUMS))
        return path

    return written


@pytest.mark.parametrize("name", LONG)
def test_a_time_limit_ends_building(file, name):
    outcome = accord.count(accord.load(file(name)), time_limit=0.25)
    assert (outcome.status, outcome.answer, outcome.count, outcome.exact) == ("time", "undecided", 0, False)
    assert outcome.reason == f"stopped after 0.25 seconds, {BUILT}"


@pytest.mark.parametrize("name", ["element", "akari"])
def test_a_cancellation_ends_building(file, name):
    cancel = threading.Event()
    cancel.set()
    outcome = accord.count(accord.load(file(name)), cancel=cancel)
    assert (outcome.status, outcome.exact) == ("cancelled", False)
    assert outcome.reason == f"stopped {BUILT}"


def test_a_limit_of_memory_ends_building(file):
    outcome = accord.count(accord.load(file("element")), memory_limit=50_000_000)
    assert (outcome.status, outcome.limit, outcome.exact) == ("limit", "memory", False)
    assert outcome.reason == f"stopped {BUILT}: it takes more than 50,000,000 bytes"


def test_a_limit_does_not_wait_for_the_first_decision_of_a_certificate(file, tmp_path):
    puzzle = accord.load(file("sums"))
    assert puzzle.model.items  # built before the time counts
    with pytest.raises(StoppedError, match=r"^stopped after 1 seconds: 0 decisions were found"):
        write(puzzle, tmp_path / "file", kind="tree", time_limit=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*LONG, "sums"])
def test_a_command_takes_no_more_memory_than_it_may(file, name):
    words = ["count", file(name), "--memory-limit", "500M", "--node-limit", 1]
    before = _most([sys.executable, "-m", "accord", "list"])[1]
    code, most = _most([sys.executable, "-m", "accord", *map(str, words)])
    assert code == (3 if name == "sets" else 5)  # they have more cells than may be laid
    assert most < before + ROOM


def _most(words):
    """How a process ended, and the resident memory that it had at most."""
    process = subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=child_environment()
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss << (0 if sys.platform == "darwin" else 10)


COMMANDS = {  # how each says that it was ended
    "count": "partial: stopped while the model was built",
    "solve": "partial: stopped while the model was built",
    "prove": "accord: stopped while the model was built",
    "explain": "accord: stopped while the model was built",
    "sample": "accord: stopped while the model was built",
    "hint": "accord: stopped while the model was built",
    "certify -o FILE": "accord: stopped while the model was built",
    "show": "accord: stopped while the puzzle was shown",
    "draw --dropped -o FILE": "accord: stopped while the puzzle was drawn",
    "convert --to dlx -o FILE": "accord: stopped while the puzzle was converted",
}
# Commands of which the signal comes once the lowering has begun: what builds it tells so by a line.
BEGUN = """
import sys
from accord.problem.problem import Problem
from accord.watchdog import Guard
from accord.__main__ import main
entered = Guard.__enter__
def enter(self):
    guard = entered(self)
    if self._doing.endswith(("built", "shown", "drawn", "converted")):
        print("begun", file=sys.stderr, flush=True)
    return guard
Guard.__enter__ = enter
main()
"""


def _signalled(words, path, number, tmp_path):
    """How a command ended by a signal once it had begun to build, and what it wrote."""
    words = [str(tmp_path / "out.svg") if word == "FILE" else word for word in words.split()]
    process = started("-c", BEGUN, words[0], path, *words[1:])
    while process.stderr.readline() != "begun\n":
        assert process.poll() is None
    process.send_signal(number)
    out, err = process.communicate(timeout=WATCHDOG)
    assert "Traceback" not in err
    return process.returncode, [line for line in err.splitlines() if line != "begun"], out


@pytest.mark.parametrize(
    ("words", "number", "code"), [("count", *SIGNALS[0]), ("convert --to dlx -o FILE", *SIGNALS[1])]
)
def test_a_signal_ends_building(file, tmp_path, words, number, code):
    ended, lines, _ = _signalled(words, file("element"), number, tmp_path)
    assert (ended, lines[-1]) == (code, COMMANDS[words])


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), SIGNALS)
@pytest.mark.parametrize("words", COMMANDS)
def test_a_signal_ends_building_by_every_command(file, tmp_path, words, number, code):
    ended, lines, _ = _signalled(words, file("akari"), number, tmp_path)
    assert (ended, lines[-1]) == (code, COMMANDS[words])


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), SIGNALS)
@pytest.mark.parametrize("name", LONG)
def test_a_signal_ends_the_building_of_each(file, tmp_path, name, number, code):
    ended, lines, out = _signalled("count", file(name), number, tmp_path)
    assert (ended, lines[-1], out) == (code, COMMANDS["count"], "at least 0\n")


def test_a_run_that_was_not_built_has_no_parts(file):
    run = Run(accord.load(file("element")), "count", time_limit=0.25)
    assert list(run) == []
    with pytest.raises(StoppedError, match=BUILT):
        in_parts(run)


def test_the_first_node_of_a_large_model_is_not_waited_for(file):
    cancel = threading.Event()
    run = Run(accord.load(file("sums")), "count", engine="sums", cancel=cancel)
    for _ in run:
        cancel.set()
    assert (run.outcome.status, run.outcome.exact) == ("cancelled", False)


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_is_too_large_is_refused_before_it_is_built(tmp_path, name):
    text, says = TOO_LARGE[name]
    path = tmp_path / "large.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=says):
        accord.count(accord.load(path))


@pytest.mark.parametrize("suffix", ["toml", "cnf", "txt", "opb"])
def test_a_huge_text_is_refused_by_its_size(tmp_path, suffix):
    path = tmp_path / f"huge.{suffix}"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # of which no disk has to hold anything
    with pytest.raises(InputError, match=r"found more than [0-9,]+ bytes"):
        accord.load(path)


def test_a_line_without_end_is_cut():
    endless = subprocess.Popen(["sh", "-c", "yes | tr -d '\\n'"], stdout=subprocess.PIPE)
    process = started("-m", "accord", "count", "-", stdin=endless.stdout)
    endless.stdout.close()
    _, err = process.communicate(timeout=WATCHDOG)
    assert process.returncode == 3
    assert "<stdin>: found more than 1,000,000 bytes" in err
    endless.wait(WATCHDOG)


def test_a_sample_without_end_is_ended():
    box = accord.load("tetrominoes-cylinder")
    with pytest.raises(StoppedError, match=r"stopped after 0.5 seconds"):
        accord.sample(box, 999_999_999, time_limit=0.5)


ASKED = {
    "first": accord.first,
    "unique": accord.unique,
    "solutions": lambda puzzle, **more: next(accord.solutions(puzzle, **more), None),
    "prove": accord.prove,
    "explain": accord.explain,
    "sample": accord.sample,
    "hint": accord.hint,
    "rate": accord.rate,
    "certify": lambda puzzle, **more: write(puzzle, os.devnull + ".count", **more),
}


@pytest.mark.parametrize(
    ("thread", "name"), [*(("main", name) for name in ASKED), ("other", "first"), ("other", "prove")]
)
def test_every_function_hears_its_limit(file, name, thread):
    """It says so in its result, or by an error."""
    puzzle, found = accord.load(file("element")), []

    def ask():
        try:
            found.append(ASKED[name](puzzle, time_limit=0.25))
        except StoppedError as error:
            found.append(error)

    if thread == "main":
        ask()
    else:
        worker = threading.Thread(target=ask)
        worker.start()
        worker.join(WATCHDOG)
    assert [each.status for each in found] == ["time"]


def test_what_was_stopped_is_built_anew_and_whole(monkeypatch):
    """However often building is ended, and wherever: nothing of it stays."""
    monkeypatch.setattr(watchdog, "EVERY", 2e-4)
    wanted = accord.load("akari-20x20").model
    puzzle, ended, turn = accord.load("akari-20x20"), 0, 0
    while ended < 20:
        try:
            with Guard("it was built", deadline=monotonic() + turn % 60 * 3e-4, seconds=1):
                assert puzzle.model.reduced
                assert group_of(puzzle.model)
            puzzle = accord.load("akari-20x20")
        except StoppedError:
            ended += 1
        turn += 1
    assert fingerprint(puzzle.model) == fingerprint(wanted)
    assert fingerprint(puzzle.model.reduced[0]) == fingerprint(wanted.reduced[0])
    assert accord.count(puzzle).count == accord.count(wanted).count == 1


def test_an_import_that_a_signal_ends_is_no_traceback():
    """A module in C makes an ImportError of KeyboardInterrupt."""
    code = """
import signal, sys
from accord import signals
from accord.errors import StoppedError
signals.begin()
signals.listen(lambda: None)
try:
    with signals.ending("engines were loaded"):
        try:
            signal.raise_signal(signal.SIGTERM)
        except KeyboardInterrupt as error:
            raise ImportError("initialization failed") from error
except StoppedError as error:
    print(error)
"""
    assert python("-c", code).stdout == "stopped while engines were loaded\n"


def test_a_signal_that_was_heard_is_told_to_whoever_listens_next():
    code = """
import signal
from accord import signals
signals.begin()
signals.listen(lambda: print("first"))
signal.raise_signal(signal.SIGTERM)
signals.listen(lambda: print("next"))
"""
    assert python("-c", code).stdout == "first\nnext\n"


def test_a_limit_that_is_passed_while_the_puzzle_is_read_has_no_outcome():
    def read():
        last = monotonic() + WATCHDOG
        while monotonic() < last:
            sum(range(100))
        return accord.load("queens:6")

    with pytest.raises(StoppedError, match=r"^stopped after 0.2 seconds, while the puzzle was read$"):
        accord.count(partial(read), time_limit=0.2)


def test_what_comes_as_a_command_ends_is_no_traceback():
    code = """
from accord import signals
from accord.cli import main
def late(**_):
    raise signals.Interrupted
main.accord.main = late
main.main()
"""
    done = python("-c", code)
    assert (done.returncode, done.stderr) == (5, "accord: stopped\n")
