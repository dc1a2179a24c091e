"""Counts of lazy models that are stopped and resumed: as in one go, with the items that were known."""

from threading import Event

import numpy as np
import pytest
from joined import joined, solutions, turned

import accord
from accord.backends.contract import known_of, state_of
from accord.errors import RefusedError
from accord.model.lazy import Cut
from accord.runner import lazy as loop
from accord.runner.run import Run

MANY = ((3, 4, 4, 3), (3, 3, 2, 3, 3))  # 24 solutions of 78 are connected


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "run.npz")


@pytest.fixture(autouse=True)
def _short_passes(monkeypatch):
    monkeypatch.setattr(loop, "NEW", 5)


def stopped(model, file, steps, **more):
    """A run that is cancelled after so many steps; whether it came to its end before."""
    cancel = Event()
    run = Run(model, "count", checkpoint=file, cancel=cancel, **more)
    for number, _ in enumerate(run, 1):
        if number >= steps:
            cancel.set()
    return run.outcome


@pytest.mark.parametrize("hidden", [False, True])
def test_a_count_that_is_resumed_is_the_count_in_one_go(backend_name, file, hidden):
    model = joined(*MANY, hidden=hidden)
    more = {"backend": backend_name, "with_digest": True}
    whole = accord.count(model, **more)
    assert whole.count == len(solutions(joined(*MANY))) == 24
    first = stopped(model, file, 12, **more)
    assert (first.status, first.exact) == ("cancelled", False)
    assert 0 < first.count < whole.count
    rest = accord.count(model, checkpoint=file, **more)
    assert (rest.count, rest.digest, rest.exact) == (whole.count, whole.digest, True)
    assert first.effort["sets"] > 0
    assert rest.effort["sets"] < whole.effort["sets"]
    again = accord.count(model, checkpoint=file, **more)
    assert (again.count, again.digest) == (whole.count, whole.digest)


def test_stopped_again_and_again(backend_name, file):
    model = joined(*MANY)
    for number in range(1, 200):
        outcome = stopped(model, file, 3 + number, backend=backend_name, with_digest=True)
        if outcome.exact:
            break
    assert number > 2
    assert (outcome.count, outcome.digest) == (
        24,
        accord.count(model, backend="sat", with_digest=True).digest,
    )


def test_what_was_found_by_the_limit_of_nodes_is_kept(file):
    model = joined(*MANY)
    first = accord.count(model, backend="sat", checkpoint=file, node_limit=40)
    assert (first.status, first.limit) == ("limit", "nodes")
    rest = accord.count(model, backend="sat", checkpoint=file)
    assert (rest.count, rest.exact) == (24, True)
    assert rest.effort["sets"] + first.effort["sets"] >= 1


def test_distinct_solutions_are_counted_once(backend_name, file):
    model = turned(joined(*MANY))
    whole = accord.count(model, distinct=True, backend=backend_name)
    first = stopped(model, file, 12, distinct=True, backend=backend_name)
    assert not first.exact
    assert accord.count(model, distinct=True, backend=backend_name, checkpoint=file).count == whole.count < 24


def test_several_processes_begin_parts_anew(file):
    model = joined(*MANY)
    assert not stopped(model, file, 12, backend="sat").exact
    outcome = accord.count(model, backend="sat", checkpoint=file, workers=2)
    assert (outcome.count, outcome.exact) == (24, True)


def test_a_state_is_read_as_it_was_written():
    cuts = [Cut("a", (0, 3), (1, -2), -2, None), Cut("", (), (), 0, 1)]
    for found in ([], [[1, 2], [0], []], [[]]):
        state = state_of(cuts, found)
        assert all(isinstance(array, np.ndarray) for array in state.values())
        assert known_of(state) == (cuts, found)
    assert known_of(None) == ([], [])


def test_a_checkpoint_is_for_counting(file):
    with pytest.raises(RefusedError, match=r"for all solutions, without a limit$"):
        accord.count(joined(*MANY, hidden=True), checkpoint=file, limit=3)
