"""Searches of one backend object, in turn and after one that was left: none knows of another."""

from itertools import zip_longest

import pytest

import accord
from accord.backends import table
from accord.backends.contract import Request

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
