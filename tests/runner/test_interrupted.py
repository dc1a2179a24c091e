"""Ctrl-C in Python: it is raised as ever, and has what was known by then."""

import threading
from types import SimpleNamespace

import pytest

import accord
from accord.backends.contract import Request, Slice
from accord.backends.native.trial import tagged_search
from accord.runner import run, search


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


def ends_with(error):
    """A search that raises when it is closed, as where an engine's thread is waited for."""
    try:
        yield Slice()
    finally:
        raise error


def test_what_is_raised_while_a_search_is_closed_arrives(monkeypatch):
    """A generator that is dropped would be closed while it is freed, where Python prints and goes on."""
    monkeypatch.setattr(search, "complete_search", lambda *_: ends_with(KeyboardInterrupt))
    steps = search.one_by_one(None, [None], Request("count"))
    next(steps)
    with pytest.raises(KeyboardInterrupt):
        steps.close()
    engine = SimpleNamespace(name="an engine", search=lambda *_: ends_with(KeyboardInterrupt))
    steps = tagged_search(engine, None, Request("count"))
    next(steps)
    with pytest.raises(KeyboardInterrupt):
        steps.close()


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
