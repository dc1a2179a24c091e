"""One gate: no engine searches a model that it did not accept, in whichever way a run comes to that model.

A run searches other models than the one that it was given: passes of a lazy model, parts, quotients, models
without some options. An engine that takes the one may refuse the other.
"""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from spanning import Connected, trees

import accord
from accord.backends import table
from accord.backends.contract import Backend, Request
from accord.backends.sat import Sat
from accord.errors import RefusedError
from accord.many.parts import in_parts, whole
from accord.model import Model
from accord.model.digest import fingerprint
from accord.model.lazy import without_lazy
from accord.problem import Problem
from accord.runner import lazy as loop
from accord.runner.run import Run


def connected_board(how="cuts"):
    """A 3 x 4 board of ones and twos whose ones hang together: its cuts have amounts of -1."""
    p = accord.Problem("islands")
    p.connected(p.board(3, 4, 1, 2), where=1, how=how)
    return p


@pytest.mark.parametrize("engine", accord.backends.table.backend("native").engines)
def test_a_named_engine_counts_a_lazy_model_right_or_refuses_before_any_answer(engine):
    counted, refused = None, ""
    try:
        counted = accord.count(connected_board(), backend="native", engine=engine, time_limit=60)
    except RefusedError as error:
        refused = str(error)
    if counted is None:
        assert engine in refused
        assert "\n" not in refused
    else:
        assert (counted.count, counted.status) == (1127, "complete")


@pytest.mark.parametrize("engine", ["window", "bitset", "cells"])
def test_an_engine_that_cannot_do_a_pass_gives_no_solution_before_it_refuses(engine):
    given = []
    with pytest.raises(RefusedError, match=engine):  # noqa: PT012 (what is given before counts)
        for solution in accord.solutions(connected_board(), backend="native", engine=engine):
            given.append(solution)
    assert given == []


# -- a backend that keeps a list of what it is given ---------------------------------------------------


class Recording(Backend):
    """Accepts models by a predicate on fingerprints, and notes what it is given to search."""

    name = "sat"  # in the place of
    engines = ("only",)

    def __init__(self, accepts=lambda mark: True):
        self.accepts = accepts
        self.searched = []

    def refusal(self, model, request):
        return None if self.accepts(fingerprint(model)) else "only refuses this model"

    def search(self, model, request):
        self.searched.append(fingerprint(model))
        yield from Sat().search(model, replace(request, engine=None))


def hidden():
    """A model whose hidden options are determined, which a first search looks at."""
    problem = Problem()
    x = problem.integers(3, 1, 3)
    problem.add((x[0] < x[1]) | ((x[1] < x[2]) & (x[0] != x[2])) | (x[2] * x[0] == 6))
    return problem.model


def shared(model, **asked):
    parts = in_parts(Run(model, "count", **asked), 4)
    units = range(parts.units)
    pieces = (piece for unit in units for piece in parts.search(parts.piece(unit), None))
    return whole(parts.header, units, [counted for ((_, counted),) in pieces])


def queens():
    return accord.load("queens:6").model


def row():
    """Two pieces in a row of five cells, which may be turned: with p in the middle q is looked at."""
    places = {f"{piece}{cell}": [piece, f"cell{cell}"] for piece in "pq" for cell in range(5)}
    items = dict.fromkeys("pq", (1, 1)) | {f"cell{cell}": (0, 1) for cell in range(5)}
    turned = {f"cell{cell}": f"cell{4 - cell}" for cell in range(5)}
    return Model.build(items, places).with_symmetries([turned])


@dataclass(frozen=True)
class Asks:
    """A lazy part that asks for a solution of another model, and breaks nothing."""

    token = "asks"

    def violations(self, chosen, solve):
        assert solve(without_lazy(trees(4)), [0]) is not None
        return []


WAYS = {  # how a run comes to a model, and how many models it searches at least
    "itself": (1, lambda asked: accord.count(queens(), **asked)),
    "a restriction": (1, lambda asked: accord.count(queens().restrict(range(30)), **asked)),
    "what is left of options": (
        1,
        lambda asked: accord.count(Model.build("ab", [["a"], ["a", "b"]]), **asked),
    ),
    "passes": (2, lambda asked: accord.count(trees(5), **asked)),
    "passes for the least": (2, lambda asked: accord.best(weighted(), **asked)),
    "parts of orbits": (2, lambda asked: accord.count(row(), distinct=True, method="split", **asked)),
    "quotients": (2, lambda asked: accord.count(queens(), distinct=True, method="burnside", **asked)),
    "all, of which some count": (
        1,
        lambda asked: accord.count(queens(), distinct=True, method="filter", **asked),
    ),
    "hidden options": (1, lambda asked: accord.count(hidden(), **asked)),
    "parts": (3, lambda asked: shared(queens(), **asked)),
    "parts of orbits, shared": (3, lambda asked: shared(queens(), distinct=True, **asked)),
    "questions of a lazy part": (
        2,
        lambda asked: accord.count(replace(without_lazy(trees(3)), lazy=Asks()), **asked),
    ),
}


def weighted():
    model = trees(5)
    return replace(model, objective=-np.arange(model.options))


@pytest.fixture(params=[None, "only"], ids=["no name", "by name"])
def asked(request):
    return {"backend": "sat"} if request.param is None else {"backend": "sat", "engine": request.param}


@pytest.mark.parametrize("way", WAYS)
def test_each_model_of_a_run_may_be_refused_and_is_not_searched_then(monkeypatch, asked, way):
    least, run = WAYS[way]

    def by(accepts):
        backend = Recording(accepts)
        monkeypatch.setattr(table, "backend", lambda name: backend)
        return backend

    backend = by(lambda mark: True)
    run(asked)
    models = list(dict.fromkeys(backend.searched))
    assert len(models) >= least
    for refused in models:
        backend = by(lambda mark, refused=refused: mark != refused)
        with pytest.raises(RefusedError, match="only refuses this model"):
            run(asked)
        assert refused not in backend.searched
    backend = by(lambda mark: False)
    with pytest.raises(RefusedError, match="only refuses this model"):
        run(asked)
    assert backend.searched == []


def test_what_a_pass_is_refused_with_does_not_hide_behind_a_name():
    """The search itself, without a run that asked before."""
    given = fingerprint(without_lazy(trees(5)))
    backend = Recording(lambda mark: mark == given)
    with pytest.raises(RefusedError, match="only refuses"):
        list(loop.search(backend, replace(trees(5), lazy=Connected(5)), Request("count", solutions=True)))
    assert backend.searched == [given]
