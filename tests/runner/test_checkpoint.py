"""Checkpoints: a run that is killed at any moment goes on to the same count and digest."""

import dataclasses
import itertools
import os
import random
import signal

import numpy as np
import pytest
from processes import started
from waiting import Clock, Later, wait_until

import accord
from accord import InputError, RefusedError, UsageError
from accord.backends import table
from accord.backends.native import walks
from accord.runner import checkpoint, limits
from accord.runner import work as work_module
from accord.runner.run import Run

COUNTING = """
import sys, accord
outcome = accord.count(accord.load(sys.argv[1]), distinct=sys.argv[3] == "distinct", backend=sys.argv[4],
    engine=sys.argv[5] or None, workers=int(sys.argv[6]), with_digest=sys.argv[7] == "digest",
    checkpoint=sys.argv[2], checkpoint_every=0.02)
print(outcome.count, outcome.digest, outcome.effort.get("nodes"))
"""


def stopped(steps, number):
    """A run left after so many slices."""
    run = Run(**steps)
    iterator = iter(run)
    for _ in range(number):
        if next(iterator, None) is None:
            break
    iterator.close()
    return run


@pytest.mark.full
@pytest.mark.parametrize(
    ("puzzle", "more"),
    [
        ("pentomino-6x10", {"engine": "window", "with_digest": True}),
        ("pentomino-6x10", {"engine": "window", "distinct": True, "workers": 2}),
        ("meteor", {"engine": "window"}),
        ("meteor", {"engine": "bitset", "with_digest": True}),
        ("soma", {"engine": "bitset", "distinct": True, "with_digest": True}),
        ("queens-8", {"engine": "bitset", "workers": 2, "with_digest": True}),
        ("queens-8", {"distinct": True, "backend": "sat", "with_digest": True}),
        ("queens-8", {"backend": "cpsat"}),
    ],
)
def test_a_run_left_anywhere_goes_on_to_the_same_end(tmp_path, puzzle, more):
    file = tmp_path / "checkpoint"
    asked = {"puzzle": accord.load(puzzle), "task": "count", "backend": "native", **more}
    plain = accord.run(**asked)
    asked |= {"checkpoint": file, "checkpoint_every": 0.0}
    for number in (3, 7, 12):
        partial = stopped(asked, number)
        assert partial.outcome.count <= plain.count
    again = accord.run(**asked)
    assert (again.count, again.digest, again.exact) == (plain.count, plain.digest, True)
    if "nodes" in plain.effort and asked["backend"] == "native" and again.engine == "window":
        assert again.effort["nodes"] == plain.effort["nodes"]
    assert file.exists()
    finished = Run(**asked)
    assert finished.outcome.count == plain.count, "a finished file answers at once"


@pytest.mark.parametrize("engine", ["window", "bitset", "cells", "general"])
@pytest.mark.parametrize(("first", "then"), [(2, 1), (1, 3)])
def test_another_number_of_workers_may_go_on(tmp_path, monkeypatch, engine, first, then):
    puzzle = accord.load("langford-8")
    asked = {"puzzle": puzzle, "task": "count", "backend": "native", "engine": engine, "with_digest": True}
    plain = accord.run(**asked)
    monkeypatch.setattr(walks, "FIRST_BUDGET", 40)  # nodes of a slice
    monkeypatch.setattr(walks, "LARGEST_BUDGET", 40)
    file = tmp_path / "checkpoint"
    partial = Run(**asked, checkpoint=file, checkpoint_every=0.0, workers=first)
    steps = iter(partial)
    while next(steps).count < 100:
        pass
    steps.close()
    assert 100 <= partial.outcome.count < plain.count
    again = accord.run(**asked, checkpoint=file, workers=then)
    assert (again.count, again.digest) == (plain.count, plain.digest)


def begun(tmp_path, **more):
    file = tmp_path / "checkpoint"
    asked = {"puzzle": accord.load("queens-8"), "task": "count", "backend": "native", **more}
    accord.run(**asked, checkpoint=file)
    assert file.exists()
    return file, asked


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"puzzle": accord.load("queens-12")}, "its model is"),
        ({"distinct": True}, "its distinct is False"),
        ({"engine": "bitset"}, "its engine is None"),
        ({"backend": "cpsat"}, "its backend is 'native'"),
        ({"with_digest": True}, "its digest is False"),
        ({"root": "r1"}, "its root is None, this run's is 'r1'"),
        ({"reduce": False}, "its reduce is True"),
        ({"seed": 1}, "its seed is 0"),
        ({"branch": "smallest"}, "its branch is None"),
        ({"propagate": "bounds"}, "its propagate is None"),
    ],
)
def test_a_foreign_checkpoint_is_refused(tmp_path, other, said):
    file, asked = begun(tmp_path)
    with pytest.raises(UsageError, match=said):
        Run(**{**asked, **other}, checkpoint=file)


def test_so_is_one_of_another_method_or_encoding(tmp_path):
    file, asked = begun(tmp_path, distinct=True)
    with pytest.raises(UsageError, match="its method is 'filter', this run's is 'burnside'"):
        Run(**asked, method="burnside", checkpoint=file)
    file.unlink()
    file, asked = begun(tmp_path, backend="sat")
    with pytest.raises(UsageError, match="its encoding is None, this run's is 'totalizer'"):
        Run(**asked, encoding="totalizer", checkpoint=file)


def test_a_stale_checkpoint_is_refused(tmp_path, monkeypatch):
    file, asked = begun(tmp_path)
    monkeypatch.setattr(checkpoint, "sources", lambda: "0.0.1+another")
    with pytest.raises(UsageError, match="written by accord"):
        Run(**asked, checkpoint=file)


def test_a_checkpoint_of_other_parts_is_refused(tmp_path, monkeypatch):
    arguments = {"puzzle": accord.load("queens:7"), "task": "count", "backend": "sat"}
    arguments |= {"checkpoint": tmp_path / "it.accord"}
    stopped(arguments, 30)

    def other_order(work, *more, cut_work=work_module.cut_work):
        there = cut_work(work, *more)
        return dataclasses.replace(there, parts=there.parts[::-1], weights=there.weights[::-1])

    monkeypatch.setattr(work_module, "cut_work", other_order)
    with pytest.raises(InputError, match="for other parts"):
        accord.count(**{key: value for key, value in arguments.items() if key != "task"})


def test_a_damaged_checkpoint_is_refused(tmp_path):
    file, asked = begun(tmp_path)
    whole = file.read_bytes()
    flips = [bytes([*whole[:at], whole[at] ^ 0xFF, *whole[at + 1 :]]) for at in range(0, len(whole), 7)]
    said = set()
    for text in (b"", b"nonsense", whole[: len(whole) // 2], whole[:200] + whole[260:], *flips):
        file.write_bytes(text)
        try:
            known = Run(**asked, checkpoint=file)
        except InputError as error:
            said.add(str(error).endswith("delete it to start anew"))
        else:  # some bytes of a zip mean nothing
            assert known.outcome.count == 92
    assert said == {True}
    np.savez(tmp_path / "other", something=np.zeros(3))
    (tmp_path / "other.npz").replace(file)
    with pytest.raises(InputError, match="no checkpoint"):
        Run(**asked, checkpoint=file)


def test_a_checkpoint_that_would_fill_the_memory_is_refused_before_it_is_unpacked(tmp_path, monkeypatch):
    file, asked = begun(tmp_path)
    monkeypatch.setattr(checkpoint, "COMPRESSED", 0)
    with np.load(file) as arrays:
        known = dict(arrays)
    with file.open("wb") as bomb:
        np.savez_compressed(bomb, **known, more=np.zeros(checkpoint.LARGEST_HEADS, np.uint8))
    with pytest.raises(InputError, match=r"bytes in [0-9,]+\); delete it to start anew"):
        Run(**asked, checkpoint=file)
    np.save(tmp_path / "alone.npy", known["header"])
    with pytest.raises(InputError, match="no checkpoint that can be read"):
        Run(**asked, checkpoint=tmp_path / "alone.npy")


def test_a_checkpoint_that_cannot_be_written_is_a_sentence_at_once(tmp_path):
    with pytest.raises(InputError, match="no checkpoint that can be read"):
        Run(accord.load("queens-8"), "count", checkpoint=tmp_path / ("a" * 300))
    with pytest.raises(UsageError, match="cannot be written"):
        Run(accord.load("queens-8"), "count", checkpoint=tmp_path / "nowhere" / "checkpoint")
    with pytest.raises(UsageError, match="is no file"):
        Run(accord.load("queens-8"), "count", checkpoint=tmp_path)


def test_if_it_cannot_be_written_later_the_count_is_not_lost(tmp_path, monkeypatch):
    run = Run(accord.load("queens-8"), "count", checkpoint=tmp_path / "state", checkpoint_every=0.0)
    first = (tmp_path / "state").read_bytes()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint.np, "savez_compressed", full)
    assert [step.count for step in run][-1] == 92
    assert run.outcome.exact
    assert run.outcome.warnings == (
        f"checkpoint {tmp_path / 'state'} cannot be written: No space left on device",
    )
    assert (tmp_path / "state").read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == ["state"]


@pytest.mark.parametrize("stop", ["time_limit", "node_limit", "cancel"])
def test_a_run_that_is_stopped_saves_where_it_is(tmp_path, monkeypatch, stop):
    asked = {"puzzle": accord.load("one-sided-5x18"), "task": "count", "engine": "window"}
    asked["checkpoint"] = tmp_path / "state"
    monkeypatch.setattr(limits, "monotonic", Clock(step=1.0))  # a second for each slice
    counts = []
    for _ in range(3):
        limit = {"time_limit": 20.5, "node_limit": 1_000_000 * (len(counts) + 1), "cancel": Later(20)}
        run = Run(**asked, **{stop: limit[stop]})  # over which no guard looks at the true clock
        for _ in run:
            pass
        assert not run.outcome.exact
        counts.append(run.outcome.effort["nodes"])
    assert counts[0] < counts[1] < counts[2]


def test_what_a_killed_run_left_half_written_is_removed(tmp_path, monkeypatch):
    """Whether its process is gone, or this one has its number, as in a container that was restarted."""
    monkeypatch.setattr(checkpoint, "NUMBERS", itertools.count())
    file = tmp_path / "state"
    for process in ("999999999", str(os.getpid())):
        file.with_name(f"state.0.{process}.part").write_bytes(b"half")
    accord.count(accord.load("queens-8"), checkpoint=file)
    assert {each.name for each in tmp_path.iterdir()} == {"state"}


def test_a_link_is_followed(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "state")
    accord.count(accord.load("queens-8"), checkpoint=link)
    assert link.is_symlink()
    assert (tmp_path / "state").is_file()


def test_only_what_sees_all_solutions_is_checkpointed(tmp_path):
    for task, more in (("first", {}), ("unique", {}), ("all", {"distinct": True}), ("all", {"limit": 5})):
        with pytest.raises(RefusedError, match="for counting, or for all solutions"):
            Run(accord.load("queens-8"), task, **more, checkpoint=tmp_path / "checkpoint")


@pytest.mark.parametrize(
    ("more", "then"),
    [
        ({"engine": "bitset"}, {}),
        ({"engine": "bitset"}, {"workers": 2}),
        ({"backend": "sat"}, {"workers": 2}),
        ({"backend": "sat", "workers": 2}, {}),
    ],
)
def test_a_run_for_all_solutions_goes_on_with_those_that_it_had(tmp_path, monkeypatch, more, then):
    file, puzzle = tmp_path / "checkpoint", accord.load("queens-8")
    monkeypatch.setattr(walks, "FIRST_BUDGET", 100)  # nodes of a slice
    monkeypatch.setattr(walks, "LARGEST_BUDGET", 100)
    plain = {solution.options for solution in accord.run(puzzle, "all").solutions}
    asked = {"checkpoint": file, "checkpoint_every": 0.0, **more}
    for number in (5, 30):
        partial = stopped({"puzzle": puzzle, "task": "all", **asked}, number)
        assert partial.outcome.count < len(plain)
    for _ in range(2):  # of a finished run, all come from the file
        again = accord.run(puzzle, "all", **{**asked, **then})
        assert (again.count, again.exact) == (len(again.solutions), True)
        assert {solution.options for solution in again.solutions} == plain


class Changes:
    """How often a file was seen to be replaced by another."""

    def __init__(self, file):
        self.file, self.number = file, 0
        self.last = self._known()

    def _known(self):
        try:
            about = self.file.stat()
        except FileNotFoundError:
            return None
        return about.st_ino, about.st_mtime_ns

    def see(self):
        known = self._known()
        self.number += known != self.last
        self.last = known
        return self.number


def run_until(arguments, file, wanted, half):
    """Run until so many checkpoints were written, and one more half written if asked for, and kill it there.

    Returns what it printed, None if it was killed before its end.
    """
    changes = Changes(file)
    process = started("-c", COUNTING, *arguments, stderr=None, text=False)
    unfinished = file.with_name(f"{file.name}.{process.pid}.part")

    def reached():
        written = changes.see()
        there = written > wanted or (written == wanted and (not half or unfinished.exists()))
        return there or process.poll() is not None

    wait_until(reached, f"{wanted} checkpoints")
    process.kill()
    said = process.communicate()[0].decode().split()
    assert process.returncode in (0, -signal.SIGKILL)
    return said if process.returncode == 0 else None


def killed_until_done(arguments, file, seed):
    """Kill the run at random checkpoints until it gets to its end: what it prints, and the kills."""
    moments, kills, most = random.Random(seed), 0, 3.0
    while (said := run_until(arguments, file, moments.randint(1, int(most)), moments.random() < 0.5)) is None:
        kills, most = kills + 1, most * 1.5  # so that it gets through
    return said, kills


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("puzzle", "which", "backend", "engine", "workers", "digest"),
    [
        ("pentomino-8x8-corners", "all", "native", "window", "1", "digest"),
        ("pentomino-8x8-corners", "distinct", "native", "window", "2", "count"),
        ("one-sided-3x30", "all", "native", "bitset", "1", "digest"),
        ("queens:13", "all", "native", "bitset", "2", "digest"),
        ("pentomino-8x8-corners", "all", "native", "layers", "1", "count"),
        ("meteor", "distinct", "sat", "", "1", "digest"),
    ],
)
def test_a_killed_run_goes_on_to_the_same_end(
    tmp_path, puzzle, which, backend, engine, workers, digest, seed
):
    plain = accord.count(
        accord.load(puzzle),
        distinct=which == "distinct",
        backend=backend,
        engine=engine or None,
        with_digest=digest == "digest",
    )
    file = tmp_path / "checkpoint"
    said, kills = killed_until_done([puzzle, str(file), which, backend, engine, workers, digest], file, seed)
    assert said[:2] == [str(plain.count), str(plain.digest)]
    assert kills


def test_worker_processes_begin_a_part_anew_and_count_it_once(tmp_path, monkeypatch):
    """A backend that gives states, but leaves workers to the run: processes do not go on from states."""
    honest = type(table.backend("sat")).search

    def search(self, model, request):
        for step in honest(self, model, request):
            under_way = {"state": {"nothing": np.zeros(1)}, "complete": False}
            yield dataclasses.replace(step, **under_way) if step.count else step

    puzzle, file = accord.load("queens-8"), tmp_path / "checkpoint"
    with monkeypatch.context() as patched:
        patched.setattr(type(table.backend("sat")), "search", search)
        run = Run(puzzle, "count", backend="sat", checkpoint=file, checkpoint_every=0.0)
        for step in run:
            if step.count:
                break
    assert run.outcome.count
    assert accord.count(puzzle, backend="sat", checkpoint=file, workers=2).count == 92
