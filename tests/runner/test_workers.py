"""Workers: the parts of a run add up, limits end it as partial, and no worker outlives it."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processes import started
from profiles import examples
from waiting import WATCHDOG, Clock, Later, children_of, is_alive, wait_until

import accord
from accord import Model
from accord.backends import table
from accord.backends.contract import Request
from accord.errors import EngineError, WorkerDiedError
from accord.model.digest import digest
from accord.runner import limits, workers
from accord.runner.counting import RunTotals
from accord.runner.run import Run
from accord.runner.search import one_by_one
from accord.runner.work import cut_work, work_of
from accord.runner.workers import in_parallel

pytestmark = pytest.mark.full  # left out of the fast profile

# A backend that writes its process id to a file, and ends neither by itself nor when it is told to.
STUBBORN = """
import os, signal, time
from pathlib import Path
from accord.backends.contract import Slice

class Stubborn:
    name = "stubborn"
    engines = ("rock",)

    def parallel(self, request):
        return False

    def refusal(self, model, request):
        return None

    def choice(self, model, request):
        return "rock", "it was asked for"

    def versions(self):
        return {}

    def search(self, model, request):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        yield Slice(effort={"nodes": 1})
        (Path(__file__).parent / f"{os.getpid()}.pid").touch()
        while True:
            time.sleep(1000)
"""


@st.composite
def models(draw):
    """Small models that `plain` takes: any demands, amounts of either sign, free options."""
    items = {}
    for i in range(draw(st.integers(1, 5))):
        low = draw(st.integers(0, 2))
        items[f"i{i}"] = draw(st.sampled_from([1, 1, (0, 1), (low, low + 1)]))
    amounts = st.sampled_from(draw(st.sampled_from([[1], [1, 1, 2, -1]])))
    options = [
        {item: draw(amounts) for item in items if draw(st.booleans())} for _ in range(draw(st.integers(0, 9)))
    ]
    return Model.build(items, options)


def sums(backend, work, model, task="count"):
    """The weighted count, the digest, and the number of solutions that came twice."""
    engine, total = table.backend(backend), 0
    lanes, seen = np.zeros(2, np.uint64), []
    for index, step in one_by_one(engine, work.parts, Request(task)):
        total += work.weights[index] * step.count
        if step.solutions is not None and not work.only_counts:
            found = work.parts[index].of_whole(step.solutions)
            lanes = lanes + digest(model, found)
            seen += [tuple(sorted(o for o in row if o >= 0)) for row in found.tolist()]
    return work.count(total, True), lanes.tolist(), len(seen) - len(set(seen))


@settings(max_examples=examples(40))
@given(models(), st.integers(2, 12), st.booleans())
def test_counts_and_digests_of_parts_add_up(model, pieces, reduce):
    work = work_of(model, distinct=False, method=None, root=None, reduce=reduce)
    for backend in ("plain", "native"):
        once = sums(backend, work, model)
        assert once[2] == 0
        assert sums(backend, cut_work(work, pieces), model) == once


@pytest.mark.parametrize("method", ["split", "filter", "burnside"])
@pytest.mark.parametrize("pieces", [2, 9, 40])
def test_classes_of_solutions_add_up(method, pieces):
    model = accord.load("pentomino-3x20").model
    work = work_of(model, distinct=True, method=method, root=None)
    more = cut_work(work, pieces)
    assert len(more.parts) >= pieces
    run = Run(model, "count", distinct=True, method=method, backend="native")
    counting = replace(run.counting, work=more, tally=(tally := RunTotals(len(more.parts))))
    for index, step in counting.steps(counting.choice.request):
        counting.add(index, *counting.sift(index, step))
    assert more.count(tally.total, exact=True) == 2


def test_a_resumed_run_is_cut_as_it_was(tmp_path):
    asked = {
        "puzzle": accord.load("soma"),
        "task": "count",
        "backend": "sat",
        "checkpoint": tmp_path / "file",
    }

    def options(run):
        return [part.options.tolist() for part in run.counting.work.parts]

    first = Run(**asked)
    again = Run(**asked)
    assert options(first) == options(again)
    assert len(options(first)) == 64
    third = Run(**asked, workers=2)
    assert options(third) == options(first)


# -- processes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["cpsat", "sat"])
def test_two_workers_find_what_one_does(backend):
    puzzle = accord.load("queens-8")
    once = accord.count(puzzle, backend=backend, with_digest=True)
    both = accord.count(puzzle, backend=backend, with_digest=True, workers=2)
    assert (both.count, both.digest, both.status) == (once.count, once.digest, "complete")


def test_limits_are_no_counts():
    puzzle = accord.load("queens-8")
    some = accord.count(puzzle, backend="sat", workers=2, limit=5)
    assert (some.count, some.exact, some.status, some.digest) == (5, False, "limit", None)
    first = accord.first(puzzle, backend="plain", workers=2)
    assert (first.count, first.answer, len(first.solutions)) == (1, "solved", 1)


def test_a_node_limit_is_no_count():
    outcome = accord.count(accord.load("queens-8"), backend="plain", workers=2, node_limit=4)
    assert (outcome.exact, outcome.status, outcome.limit) == (False, "limit", "nodes")
    assert outcome.effort["nodes"] >= 4
    assert outcome.count < 92


def test_a_run_can_be_cancelled_while_its_work_is_cut(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "in_parallel", None)  # what is not called
    file = tmp_path / "checkpoint"
    asked = {"puzzle": accord.load("pentomino-6x10"), "backend": "cpsat", "workers": 50, "checkpoint": file}
    outcome = accord.count(**asked, cancel=Later(20))
    assert (outcome.status, outcome.count, outcome.exact) == ("cancelled", 0, False)
    assert not file.exists()
    monkeypatch.setattr(limits, "monotonic", Clock(step=1.0))
    outcome = accord.count(**asked, time_limit=20.0)
    assert (outcome.status, outcome.count, outcome.exact) == ("time", 0, False)
    assert not file.exists()


def test_a_worker_knows_which_options_of_its_part_the_hint_means(monkeypatch):
    """A hint names options of the whole: without them, a worker would have none."""
    model = accord.load("queens-8").model
    part = cut_work(work_of(model, distinct=False, method=None, root=None), 3).parts[0]
    sent = []
    worker = workers._Worker(None, SimpleNamespace(send=sent.append))
    assert workers._next_job(worker, iter([(0, part)]))
    assert sent[0].options.tolist() == part.options.tolist()


def test_a_script_without_a_guard_is_told_so_in_one_sentence(tmp_path):
    """Its workers run it again, each asking for workers of its own; a count of 0 would be a lie."""
    script = tmp_path / "script.py"
    script.write_text(
        "import accord\nprint(accord.count(accord.load('queens:4'), backend='sat', workers=2).count)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("Traceback") == 1
    assert "each runs your script from its top" in done.stderr.splitlines()[-1]


@pytest.fixture
def stubborn(tmp_path, monkeypatch):
    """The folder of a backend `stubborn`, known to this process and to those it starts."""
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    info = tmp_path / "stubborn-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stubborn\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[accord.backends]\nstubborn = stubborn:Stubborn\n")
    monkeypatch.syspath_prepend(tmp_path)
    table.rows.cache_clear()
    yield tmp_path
    sys.modules.pop("stubborn", None)
    monkeypatch.undo()
    table.rows.cache_clear()


def pids(folder, number):
    """The processes that have begun to search there, once there are so many."""
    wait_until(lambda: len(list(folder.glob("*.pid"))) >= number, "the workers search")
    return [int(file.stem) for file in folder.glob("*.pid")]


def wait_for_the_end_of(processes):
    wait_until(lambda: not any(map(is_alive, processes)), f"the processes {processes} end")


TWO = Model.build(["a"], [["a"], ["a"]])


@pytest.fixture
def exit_codes(monkeypatch):
    """Those of all workers, once they are ended; minus the number of a signal, where one ended them."""
    codes, end = [], workers._end

    def watched(team):
        end(team)
        codes.extend(worker.process.exitcode for worker in team)

    monkeypatch.setattr(workers, "_end", watched)
    return codes


def test_workers_are_killed_whatever_they_do(stubborn, exit_codes):
    parts = cut_work(work_of(TWO, distinct=False, method=None, root=None), 2).parts
    steps = in_parallel("stubborn", parts, Request("count"), 2)
    while len(list(stubborn.glob("*.pid"))) < 2:
        next(steps)
    processes = pids(stubborn, 2)
    assert all(map(is_alive, processes))
    steps.close()
    assert exit_codes == [-signal.SIGKILL] * 2
    assert not any(map(is_alive, processes))


def test_workers_end_with_a_run_that_is_killed(stubborn):
    code = (
        "import accord\nif __name__ == '__main__':\n"
        "    accord.count(accord.Model.build(['a'], [['a'], ['a']]), backend='stubborn', workers=2)\n"
    )
    script = stubborn / "script.py"
    script.write_text(code)
    with started(script, path=[stubborn], stdout=None, stderr=None) as run:
        processes = pids(stubborn, 2)
        run.kill()
    wait_for_the_end_of(processes)


@pytest.mark.parametrize(
    ("backend", "number", "code"), [("cpsat", signal.SIGINT, 130), ("sat", signal.SIGTERM, 143)]
)
def test_a_signal_to_the_group_ends_the_run_and_its_workers(backend, number, code):
    command = ["-m", "accord", "solve", "pentomino-6x10", "--all", "--backend", backend, "--workers", 2]
    quiet = {"stderr": subprocess.DEVNULL, "start_new_session": True}
    with started(*command, "--jsonl", **quiet) as run:
        first = json.loads(run.stdout.readline())  # so the workers search
        processes = children_of(run.pid)
        os.killpg(run.pid, number)
        output, _ = run.communicate(timeout=WATCHDOG)
    assert first["number"] == 1
    assert run.returncode == code
    outcome = json.loads(output.splitlines()[-1])
    assert (outcome["status"], outcome["exact"]) == ("cancelled", False)
    assert len(processes) == 3  # two workers, and one of Python's own that ends after the run
    wait_for_the_end_of(processes)


def test_time_ends_a_run_while_its_workers_begin(stubborn, monkeypatch):
    """Before any of them has said a word: starting them took all the time there was."""
    clock, start, team, looks = Clock(), workers._start, [], iter(range(100))

    def started(*arguments):
        clock.now += 60
        team.append(start(*arguments))
        return team[-1]

    def nobody(pipes, timeout):
        next(looks)  # more of them, and the run does not end
        return []

    monkeypatch.setattr(workers, "_start", started)
    monkeypatch.setattr(workers, "wait", nobody)
    monkeypatch.setattr(limits, "monotonic", clock)
    outcome = accord.count(TWO, backend="stubborn", workers=2, time_limit=100.0)
    assert (outcome.status, outcome.exact, outcome.effort) == ("time", False, {})
    assert [worker.process.is_alive() for worker in team] == [False, False]


def test_a_worker_that_cannot_be_started_fails_the_run(monkeypatch):
    team, start = [], workers._start

    def second_fails(*arguments):
        if team:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        team.append(start(*arguments))
        return team[0]

    monkeypatch.setattr(workers, "_start", second_fails)
    outcome = accord.count(TWO, backend="plain", workers=2)
    assert (outcome.status, outcome.exact) == ("failed", False)
    assert "Resource temporarily unavailable" in outcome.reason
    assert not team[0].process.is_alive()


def test_an_error_of_a_worker_is_raised_here():
    with pytest.raises(EngineError, match="without saying that its search was complete"):
        accord.count(TWO, backend="quitter", workers=2)


def test_a_worker_that_dies_leaves_none_behind():
    parts = cut_work(work_of(TWO, distinct=False, method=None, root=None), 2).parts
    with pytest.raises(WorkerDiedError, match=r"exit code -9 before part \d was finished"):
        list(in_parallel("mortal", parts, Request("count"), 2))
