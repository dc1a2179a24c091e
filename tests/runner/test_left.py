"""Runs that are left, iterated again, looked at by others or broken off: nothing is ever counted twice."""

import gc
import threading

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from profiles import examples
from random_models import models

import accord
from accord import EngineError, RefusedError, StoppedError, UsageError
from accord.backends.native import walks
from accord.runner import checkpoint, counting
from accord.runner.findings import Findings
from accord.runner.run import Run

SIX = accord.Model.build(["a", "b"], {"a1": ["a"], "a2": ["a"], "a3": ["a"], "b1": ["b"], "b2": ["b"]})
CLUES = accord.load("clues-4x4").model  # a lazy one


def left_after(steps, **asked):
    """A run that was left after so many steps, and whether there were more."""
    run = Run(**asked)
    iterator = iter(run)
    taken = sum(1 for _ in zip(range(steps), iterator, strict=False))
    iterator.close()
    return run, taken == steps


def claims_the_truth(outcome, right):
    if outcome.exact:
        assert (outcome.count, outcome.status) == (right, "complete")
    else:
        assert outcome.count <= right
        assert outcome.status != "complete"
        assert outcome.words.startswith("at least")
        assert outcome.digest is None


def iterated_again(run):
    """The solutions that come; none where the run refuses."""
    try:
        return [row for step in run for row in step.solutions]
    except UsageError:
        return []


@pytest.mark.parametrize(
    ("puzzle", "right", "more"),
    [
        ("pentomino-3x20", 8, {"backend": "native", "engine": "window"}),
        ("queens:8", 92, {"backend": "native", "engine": "bitset", "with_digest": True}),
        ("queens:8", 92, {"backend": "native", "engine": "general"}),
        ("queens:6", 4, {"backend": "native", "engine": "memo"}),
        ("pentomino-3x20", 8, {"backend": "native", "engine": "layers"}),
        ("queens:8", 92, {"backend": "native", "engine": "sums", "task": "all"}),
        ("queens:8", 92, {"backend": "native"}),
        ("queens:8", 92, {"backend": "cpsat"}),
        ("queens:6", 4, {"backend": "cpsat", "task": "all"}),
        ("queens:8", 92, {"backend": "sat", "task": "all"}),
        ("queens:8", 12, {"backend": "sat", "distinct": True}),
        ("queens:8", 12, {"backend": "native", "distinct": True, "method": "filter"}),
        ("queens:6", 1, {"backend": "native", "distinct": True, "method": "burnside"}),
        ("queens:8", 92, {"backend": "plain", "limit": 50}),
        (CLUES, 12, {"backend": "sat"}),
        (CLUES, 12, {"backend": "cpsat", "task": "all"}),
        (CLUES, 12, {"backend": "native"}),
    ],
)
def test_a_run_left_after_any_step_refuses_or_has_ended(monkeypatch, puzzle, right, more):
    monkeypatch.setattr(walks, "SLICE_SECONDS", 0.001)
    asked = {"puzzle": accord.load(puzzle) if isinstance(puzzle, str) else puzzle, "task": "count", **more}
    steps, there_are_more = 1, True
    while there_are_more and steps < 100:
        run, there_are_more = left_after(steps, **asked)
        before = run.outcome
        claims_the_truth(before, right)
        assert iterated_again(run) == []
        assert (run.outcome.count, run.outcome.exact, run.outcome.digest) == (
            before.count, before.exact, before.digest,
        )  # fmt: skip
        steps = 2 * steps if steps > 3 else steps + 1
    assert there_are_more or "limit" in more or before.exact


def test_with_processes_and_a_checkpoint(tmp_path):
    asked = {"puzzle": accord.load("queens:6"), "task": "count", "backend": "sat"}
    asked |= {"checkpoint": tmp_path / "state", "checkpoint_every": 0.0}
    run, _ = left_after(5, workers=2, **asked)
    claims_the_truth(run.outcome, 4)
    with pytest.raises(UsageError, match="to go on from this one, count with a checkpoint"):
        next(iter(run))
    for _ in range(2):  # from one file as often as you like
        outcome = accord.run(**asked)
        assert (outcome.count, outcome.exact) == (4, True)


@settings(deadline=None, max_examples=examples(40))
@given(
    model=models(hidden=False, objective=False),
    backend=st.sampled_from(["native", "cpsat", "sat"]),
    task=st.sampled_from(["count", "all"]),
    steps=st.integers(0, 5),
)
def test_no_random_model_is_counted_wrongly(model, backend, task, steps, oracle):
    try:
        run, _ = left_after(steps, puzzle=model, task=task, backend=backend)
    except RefusedError:
        assume(False)
    right = len(oracle(model))
    claims_the_truth(run.outcome, right)
    if steps:
        assert iterated_again(run) == []
        claims_the_truth(run.outcome, right)
    else:  # an iterator that was never asked uses nothing up
        assert sum(step.count >= 0 for step in run) > 0 or run.outcome.exact
        assert (run.outcome.count, run.outcome.exact) == (right, True)


def test_one_step_again_and_again_counts_once():
    run = Run(SIX, "all", backend="plain")
    assert next(iter(run)).count == 1
    for _ in range(3):
        with pytest.raises(UsageError, match="was left before its end"):
            next(iter(run))
    assert (run.count, run.outcome.exact) == (1, False)


def test_two_loops_at_once_do_not_share_the_work():
    run = Run(SIX, "all", backend="plain")
    one, other = iter(run), iter(run)
    assert next(one).count == 1
    with pytest.raises(UsageError, match="the run is under way, and can be iterated over once"):
        next(other)
    assert [step.count for step in one] == [2, 3, 4, 5, 6, 6]
    assert (run.outcome.count, run.outcome.exact) == (6, True)


def test_two_threads_do_not_share_the_work():
    run, barrier, counts = Run(SIX, "all", backend="plain"), threading.Barrier(2), []

    def walk():
        barrier.wait()
        try:
            counts.append(sum(len(step.solutions) for step in run))
        except UsageError:
            counts.append(None)

    threads = [threading.Thread(target=walk) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 6 in counts
    assert set(counts) <= {6, 0, None}  # the other one may have come when all was done
    assert (run.outcome.count, run.outcome.exact) == (6, True)


def test_what_another_thread_sees_is_of_one_moment(monkeypatch):
    """It is held up between the count and whether that is exact; the run must not end meanwhile."""
    run, seen, count = Run(SIX, "count", backend="plain"), [], Findings.count.fget
    stopped, done = threading.Event(), threading.Event()

    def slow(self):
        known = count(self)
        if threading.current_thread() is looker:
            stopped.set()
            done.wait(0.3)
        return known

    monkeypatch.setattr(Findings, "count", property(slow))
    looker = threading.Thread(target=lambda: seen.append(run.outcome))
    steps = iter(run)
    next(steps)
    looker.start()
    assert stopped.wait(10)
    for _ in steps:
        pass
    done.set()
    looker.join()
    claims_the_truth(seen[0], 6)
    claims_the_truth(run.outcome, 6)


@pytest.mark.parametrize("backend", ["plain", "hasty"])
def test_a_run_that_has_ended_gives_nothing_more(backend):
    run = Run(SIX, "count", backend=backend)
    assert [step.count for step in run][-1] == 6
    before = run.outcome
    assert list(run) == list(run) == []
    assert run.outcome == before


def test_a_run_left_at_its_last_step_has_ended():
    run, _ = left_after(1, puzzle=SIX, task="count", backend="hasty")
    assert list(run) == []
    assert (run.outcome.count, run.outcome.exact, run.outcome.status) == (6, True, "complete")


def test_what_ended_a_run_ended_it_for_good():
    cancel = threading.Event()
    run = Run(SIX, "count", backend="plain", cancel=cancel)
    for step in run:
        if step.count == 2:
            cancel.set()
    before = run.outcome
    assert (before.status, before.count) == ("cancelled", 3)
    cancel.clear()
    assert list(run) == []
    assert run.outcome == before


def test_a_run_that_failed_stays_failed():
    run = Run(SIX, "count", backend="mortal", workers=2)
    assert [step.count for step in run][-1:] in ([], [0])
    assert run.outcome.status == "failed"
    assert list(run) == []
    forged = Run(SIX, "all", backend="forger")
    with pytest.raises(EngineError, match="false solution"):
        list(forged)
    assert (forged.outcome.status, forged.outcome.count, forged.outcome.exact) == ("failed", 0, False)
    assert "false solution" in forged.outcome.reason
    with pytest.raises(UsageError, match="the run has failed"):
        list(forged)


def test_an_error_in_the_loop_leaves_the_truth():
    run = Run(SIX, "all", backend="plain")

    def loop():
        for step in run:
            step.count // (4 - step.count)

    with pytest.raises(ZeroDivisionError):
        loop()
    gc.collect()
    assert (run.outcome.count, run.outcome.exact, run.outcome.status) == (4, False, "cancelled")
    assert iterated_again(run) == []


def test_an_error_that_is_thrown_in_is_none_of_the_engine():
    run = Run(SIX, "all", backend="plain")
    steps = iter(run)
    next(steps)
    with pytest.raises(StoppedError, match="mine"):
        steps.throw(StoppedError("mine"))
    assert (run.outcome.status, run.outcome.limit) == ("cancelled", "")


def test_a_finished_checkpoint_is_complete_before_anything_is_searched(tmp_path):
    asked = {"puzzle": accord.load("queens:6"), "task": "count", "checkpoint": tmp_path / "state"}
    accord.run(**asked)
    outcome = Run(**asked).outcome
    assert (outcome.count, outcome.exact, outcome.status, outcome.reason) == (4, True, "complete", "")


def test_solutions_that_were_left_go_on_while_they_are_kept(backend_name):
    kept = accord.solutions(accord.load("queens:8"), backend=backend_name)
    found = []
    while batch := [solution for _, solution in zip(range(7), kept, strict=False)]:
        found += batch
        for solution in kept:  # left at once, and not lost
            found.append(solution)
            break
    assert [solution.number for solution in found] == list(range(1, 93))
    assert len({solution.options for solution in found}) == 92
    assert list(kept) == []


# -- one file of two runs --------------------------------------------------------------------------------


def test_two_runs_with_one_checkpoint_both_count_right(tmp_path):
    asked = {"puzzle": accord.load("queens:6"), "task": "count", "backend": "sat"}
    asked |= {"checkpoint": tmp_path / "state", "checkpoint_every": 0.0}
    runs = Run(**asked), Run(**asked)
    steps = [iter(run) for run in runs]
    for _ in range(40):  # in turn, and left
        for iterator in steps:
            next(iterator, None)
    for iterator in steps:
        iterator.close()
    for run in runs:
        claims_the_truth(run.outcome, 4)
    ahead, behind = Run(**asked), Run(**asked)
    list(ahead)
    list(behind)  # writes last, of what is done already
    assert accord.run(**asked).count == ahead.outcome.count == behind.outcome.count == 4


def test_two_runs_never_write_into_one_file(tmp_path, monkeypatch):
    """The second writes while the first is at it."""
    path = tmp_path / "state"
    one, other = (checkpoint.Checkpoint(path, {"task": "count"}, 1.0) for _ in range(2))
    sums, save = [counting.RunTotals(5), counting.RunTotals(7)], checkpoint.np.savez_compressed

    def interrupted(file, **arrays):
        monkeypatch.setattr(checkpoint.np, "savez_compressed", save)
        other.write(sums[1], 1, {})
        save(file, **arrays)

    monkeypatch.setattr(checkpoint.np, "savez_compressed", interrupted)
    sums[0].finished, sums[1].finished = {0, 1}, {2}
    one.write(sums[0], 1, {})
    known = checkpoint.Checkpoint(path, {"task": "count"}, 1.0).read()
    assert known is not None
    assert known[0].finished == [0, 1], "who writes last wins"
    assert [file.name for file in tmp_path.iterdir()] == ["state"]
