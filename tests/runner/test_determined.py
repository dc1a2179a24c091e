"""Hidden options that are not determined are found before a kernel counts what they make as solutions."""

import pytest

import accord
from accord.backends.native import Native
from accord.backends.native.backend import ENGINES
from accord.errors import EngineError
from accord.model import Model
from accord.problem import Problem
from accord.runner import search


def loose(number=1, visible=4):
    """Each visible solution comes as often as `number` hidden options that nothing ties can be chosen."""
    options = {f"v{i}{side}": [f"i{i}"] for i in range(visible) for side in "ab"}
    free = {f"h{i}": ["loose"] for i in range(number)}
    items = dict.fromkeys((f"i{i}" for i in range(visible)), 1) | {"loose": (0, None)}
    return Model.build(items, options | free, hidden=list(free), order=[f"i{i}" for i in range(visible)])


@pytest.mark.parametrize("engine", [None, *(e.name for e in ENGINES)])
def test_what_is_not_determined_is_not_counted(engine):
    """Without being asked first, kernels would say 32. Some refuse the model."""
    with pytest.raises((EngineError, accord.RefusedError)) as caught:
        accord.count(loose(), backend="native", engine=engine)
    if caught.type is EngineError:
        assert str(caught.value) == "one visible solution came twice: hidden options are not determined"


@pytest.mark.parametrize("backend", ["native", "cpsat", "sat"])
@pytest.mark.parametrize("more", [{}, {"workers": 2}, {"reduce": False}])
def test_no_backend_counts_it(backend, more):
    with pytest.raises(EngineError, match="hidden options are not determined"):
        accord.count(loose(), backend=backend, **more)


@pytest.mark.full
def test_a_large_model_is_asked_as_far_as_it_costs_nothing(monkeypatch):
    """Beyond the bounds it is counted as before."""
    p = Problem()
    x = p.integers(9, 1, 6)
    p.add((x[0] < x[1]) ^ (x[1] < x[2]) ^ (x[2] < x[3]))
    met = []
    monkeypatch.setattr(
        search.Sieve, "_refuse_repeats", lambda self, rows: met.append(len(rows)), raising=True
    )
    outcome = accord.count(p.model, backend="native")
    assert outcome.count > 10**6
    assert 0 < sum(met) < 100_000


def test_one_that_comes_twice_behind_the_bounds_is_not_seen(monkeypatch):
    """So the bounds bound what is asked."""
    monkeypatch.setattr(search, "MOST_SOLUTIONS", 0)
    monkeypatch.setattr(search.Sieve, "_refuse_repeats", lambda *_: None)
    assert accord.count(loose(), backend="native", engine="general").count == 32


def test_a_backend_whose_counts_see_it_is_not_asked_for_solutions(monkeypatch):
    """It is believed, so this one, which only says so, counts what is not determined."""
    monkeypatch.setattr(Native, "determines", True)
    assert accord.count(loose(), backend="native", engine="general").count == 32


def test_a_checkpoint_and_a_limit_of_time_take_it_too(tmp_path):
    p = Problem()
    x, y = p.integer("x", 1, 9), p.integer("y", 1, 9)
    p.add(x * y >= 20)
    expected = sum(a * b >= 20 for a in range(1, 10) for b in range(1, 10))
    assert accord.count(p.model, checkpoint=tmp_path / "c", backend="native").count == expected
    assert accord.count(p.model, node_limit=10**6, time_limit=60, backend="native").count == expected
