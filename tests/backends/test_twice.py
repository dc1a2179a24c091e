"""Searches of one backend object, in turn and after one that was left: none knows of another."""

from itertools import zip_longest

import pytest

import accord
from accord.backends import table
from accord.backends.contract import Request
from accord.errors import MissingBackendError, RefusedError
from accord.problem import Problem

ENGINES = [
    ("native", ("window", "bitset", "cells", "sums", "general", "layers", "memo")),
    ("cpsat", ("cp-sat",)),
    ("sat", ("cadical153", "glucose4", "minicard")),
]


@pytest.mark.parametrize(("name", "engine"), [(name, engine) for name, its in ENGINES for engine in its])
def test_searches_in_turn(name, engine):
    backend, model = table.backend(name), accord.load("langford:7").model
    request = Request("all", engine=engine)
    if backend.refusal(model, request):
        request = Request("count", solutions=False, engine=engine)
    assert backend.refusal(model, request) is None
    left = backend.search(model, request)
    next(left)
    left.close()
    counts = [0, 0]
    for pair in zip_longest(backend.search(model, request), backend.search(model, request)):
        for which, step in enumerate(pair):
            counts[which] += step.count if step is not None else 0
    assert counts == [52, 52]
    assert list(left) == []


def weighed():
    """Numbers with sums, of which there are more than a hundred solutions."""
    p = Problem()
    x = p.integers(6, -2, 3)
    p.add(x[0] + 2 * x[1] - x[2] == x[3], sum(x) <= 3)
    p.different(x[2:])
    return p


REPEATED = {
    "langford:7": lambda: accord.load("langford:7").model,
    "queens:8": lambda: accord.load("queens:8").model,
    "sums": lambda: weighed().model,
    "integers": weighed,
}


@pytest.mark.slow
@pytest.mark.parametrize("made", REPEATED.values(), ids=REPEATED)
def test_a_seed_gives_the_same_first_solutions_each_time(made, monkeypatch):
    """Ten seeds, twice each, on every engine that walks to solutions with one worker."""
    if made is weighed:
        monkeypatch.setattr("accord.runner.integers.MANY", -1)
    walked = set()
    for row in table.OURS:
        for engine in table.backend(row.name).engines:
            for seed in range(10):
                asked = {"backend": row.name, "engine": engine, "seed": seed, "limit": 100, "workers": 1}
                try:
                    first, again = (accord.run(made(), "all", **asked).solutions for _ in range(2))
                except (RefusedError, MissingBackendError):
                    break
                assert [each.options for each in first] == [each.options for each in again], (engine, seed)
                walked.add((row.name, engine))
    assert len({backend for backend, _ in walked}) == 3
