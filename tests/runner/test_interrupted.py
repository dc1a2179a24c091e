"""Ctrl-C in Python: it is raised as ever, and has what was known by then."""

import threading

import pytest

import accord
from accord.runner import run


def interrupted_after(monkeypatch, steps):
    """A run is interrupted once it has noted so many slices."""
    noted = run.Run._note
    seen = []

    def note(self, index, step):
        found = noted(self, index, step)
        seen.append(found)
        if len(seen) == steps:
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(run.Run, "_note", note)


@pytest.mark.parametrize("task", ["count", "all"])
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_an_interrupt_has_the_outcome(monkeypatch, task, steps):
    interrupted_after(monkeypatch, steps)
    with pytest.raises(KeyboardInterrupt) as caught:
        accord.run(accord.load("pentomino-6x10"), task, engine="bitset")
    outcome = caught.value.outcome
    assert (outcome.status, outcome.exact, outcome.reason) == ("cancelled", False, "not finished")
    assert 0 <= outcome.count < 9356
    assert len(outcome.solutions) <= (outcome.count if task == "all" else 0)  # not those of the last slice
    assert caught.value.__notes__ == [
        f"until then {outcome.found}; this exception has the outcome: `outcome`"
    ]


def test_cancel_ends_a_run_with_its_outcome():
    cancel = threading.Event()
    cancel.set()
    outcome = accord.count(accord.load("pentomino-6x10"), cancel=cancel)
    assert (outcome.status, outcome.words) == ("cancelled", "at least 0")
