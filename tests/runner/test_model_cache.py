"""What a run works out of a model is kept with the model: worked out once, in no pickle, never written to."""

import pickle
import threading
from collections import Counter
from dataclasses import replace

import pytest

import accord
from accord.backends.native import window_tables
from accord.backends.native.engine import SMALL
from accord.model import model as model_module
from accord.model import model_cache as cache_module
from accord.model.model_cache import PLACE, cached_on_model
from accord.runner import method as method_module
from accord.runner import work as work_module
from accord.symmetry import group as group_module


def counted(monkeypatch, *places):
    """How often each of these functions is called from now on."""
    calls = Counter()

    def counting(name, function):
        def call(*args, **more):
            calls[name] += 1
            return function(*args, **more)

        return call

    for module, name in places:
        monkeypatch.setattr(module, name, counting(name, getattr(module, name)))
    return calls


def said(outcome):
    """All of an outcome but its times."""
    return {name: getattr(outcome, name) for name in outcome.__struct_fields__ if name != "seconds"}


@pytest.mark.parametrize("method", [None, "filter", "burnside"])
def test_a_model_is_reduced_and_split_once(monkeypatch, method):
    model = accord.load("langford:7").model
    calls = counted(
        monkeypatch,
        (model_module, "reduction"),
        (group_module, "_keeps_lazy"),
        (work_module, "split"),
        (work_module, "burnside_terms"),
        (window_tables, "placements"),
    )
    first = accord.count(model, distinct=True, method=method)
    assert calls["_keeps_lazy"] == 1
    assert calls["reduction"]
    known = calls.copy()
    assert said(accord.count(model, distinct=True, method=method)) == said(first)
    assert calls == known
    again = accord.count(replace(model), distinct=True, method=method)
    assert said(again) == said(first)
    assert calls["reduction"] == 2 * known["reduction"]


def test_a_length_is_estimated_once(monkeypatch):
    model = accord.load("langford:7").model
    calls = counted(monkeypatch, (method_module.Tree, "size"))
    first = accord.count(model, distinct=True)
    assert "steps" in first.method_why
    known = calls["size"]
    assert known
    assert accord.count(model, distinct=True).method_why == first.method_why
    assert calls["size"] == known


@pytest.mark.parametrize("name", ["langford:7", "queens:6", "sudoku-4x4", "magic-square-3x3"])
def test_a_pickle_has_nothing_of_what_was_worked_out(name, backend_name):
    model = accord.load(name).model
    before = pickle.dumps(model)
    accord.count(model, backend=backend_name)
    accord.unique(model, backend=backend_name)
    accord.count(model, distinct=True, backend=backend_name)
    assert vars(model)[PLACE]
    assert pickle.dumps(model) == before
    assert PLACE not in vars(pickle.loads(before))


def test_what_is_large_is_not_kept(monkeypatch):
    calls = Counter()

    @cached_on_model(lambda result: result)
    def double(model, number):
        calls[number] += 1
        return 2 * number

    model = accord.load("queens:4").model
    monkeypatch.setattr(cache_module, "MOST", 10)
    assert [double(model, number) for number in (5, 6, 5, 6)] == [10, 12, 10, 12]
    assert calls == {5: 1, 6: 2}


ENGINES = {
    "window": "langford:7",
    "bitset": "queens:6",
    "cells": "sudoku-4x4",
    "sums": "magic-square-3x3",
    "general": "magic-square-3x3",
    "layers": "dominoes-6x6",
    "memo": "langford:7",
}


@pytest.mark.parametrize(("engine", "name"), ENGINES.items())
def test_kernels_do_not_write_to_what_is_kept(engine, name):
    model = accord.load(name).model
    assert model.options + len(model.item) <= SMALL
    first = accord.count(model, engine=engine)
    tables = vars(model.reduced[0])[PLACE]
    lowered = {key: pickle.dumps(value) for key, value in tables.items() if not isinstance(value, str)}
    assert any(b"numpy" in pickled for pickled in lowered.values())
    again = accord.count(model, engine=engine)
    assert {key: pickle.dumps(tables[key]) for key in lowered} == lowered
    assert (again.count, again.effort) == (first.count, first.effort)


def test_a_warm_count_starts_no_thread(monkeypatch):
    model = accord.load("queens:8").model
    known = accord.count(model, backend="native").count
    started = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda thread: (started.append(thread), start(thread)))
    for fresh in (model, replace(model), accord.load("queens:8").model):
        assert accord.count(fresh, backend="native").count == known
    assert not started
