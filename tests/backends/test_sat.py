"""The SAT engines: walk and CDCL against the oracle with each solver, refusals, and clean stops."""

import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial

import numpy as np
import pytest
from accord_doubles import searches
from accord_doubles.searches import queens
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.backends import walk
from accord.backends.contract import Request
from accord.backends.sat import ENGINES, Sat
from accord.model import Model

WALKERS = [name for name, engine in ENGINES.items() if engine.walks]


found = partial(searches.found, Sat())


@st.composite
def models(draw, multiplicities=False):
    """Small models: primary and secondary items, free options, equal options; any demand if asked for."""
    low = st.integers(-1, 4)
    demands = st.one_of(st.just((1, 1)), st.just((1, 1)), st.just((0, 1)), st.tuples(low, st.none()))
    if multiplicities:
        demands |= st.tuples(low, st.integers(0, 3)).map(lambda pair: (pair[0], max(0, pair[0]) + pair[1]))
    items = {f"i{i}": draw(demands) for i in range(draw(st.integers(0, 6)))}
    subsets = st.sets(st.sampled_from(sorted(items)), max_size=4) if items else st.just(set())
    return Model.build(items, draw(st.lists(subsets, max_size=10)))


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_solutions_are_those_of_the_oracle(oracle, engine, data):
    model = data.draw(models(multiplicities=ENGINES[engine].native))
    truth = sorted(oracle(model))
    if Sat().refusal(model, Request("first", engine=engine)):
        return
    if engine in WALKERS:
        solutions, complete, count = found(model, engine=engine)
        assert complete
        assert sorted(solutions) == truth
        assert found(model, "count", solutions=False, engine=engine) == ([], True, count)
        assert count == len(solutions)
    first, exhausted, _ = found(model, "first", engine=engine)
    assert set(first) <= set(truth)
    assert (len(first), exhausted) == (min(1, len(truth)), not truth)
    witnesses, exhausted, _ = found(model, "unique", engine=engine)
    assert set(witnesses) <= set(truth)
    assert len(set(witnesses)) == len(witnesses)
    assert (len(witnesses), exhausted) == (min(2, len(truth)), len(truth) < 2)


@settings(max_examples=60, deadline=None)
@given(model=models(multiplicities=True), root=st.integers(0, 5))
def test_smaller_problems_and_the_root_change_no_answer(oracle, model, root):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "WORTH", 0)
        patch.setattr(walk, "SMALLER", 2)  # every node is written anew
        solutions, complete, _ = found(model, root=root if root < model.items else None)
    assert complete
    assert sorted(solutions) == sorted(oracle(model))


@pytest.mark.parametrize("engine", WALKERS)
def test_queens(engine):
    assert found(queens(8), "count", solutions=False, engine=engine) == ([], True, 92)
    assert len(set(found(queens(8), engine=engine)[0])) == 92


def test_the_root_is_placed_first():
    model = queens(6)
    steps = list(Sat().search(model, Request("count", root=model.item_index["column 3"])))
    assert sum(step.count for step in steps) == 4


def test_the_pairs_of_two_items_that_share_options_are_written_once():
    source = walk.Source(
        Model.build(["a", "b", "c"], [["a", "b"], ["a", "b", "c"], ["c"]]), ClauseList, False
    )
    problem = walk.Problem(source, [0, 1, 2], [])
    list(problem.encode())
    assert sorted(problem.solver.clauses) == [[-2, -3], [-1, -2], [1, 2], [1, 2], [2, 3]]


class ClauseList:
    def __init__(self):
        self.clauses = []
        self.add_clause = self.clauses.append
        self.propagate = None


def test_refusals_say_what_takes_the_model():
    amounts = Model.build({"a": 2}, [{"a": 2}])
    colours = Model.build({"a": (0, 1)}, [{"a": "red"}])
    two_of_three = Model.build({"a": 2}, [["a"], ["a"], ["a"]])
    for model, engine, word in [
        (amounts, None, "amounts"),
        (colours, None, "colours"),
        (two_of_three, "glucose4", "minicard"),
        (queens(4), "cadical195", "slowly"),
    ]:
        assert word in Sat().refusal(model, Request("count", engine=engine))
    assert Sat().refusal(two_of_three, Request("count")) is None
    assert Sat().refusal(queens(4), Request("first", engine="cadical195")) is None


def test_many_pairs_are_left_to_native_constraints():
    model = Model.build(["a"], [["a"]] * 4000)
    assert Sat().choice(model, Request("first"))[0] == "gluecard4"
    assert "7,998,000 clauses" in Sat().refusal(model, Request("first", engine="glucose4"))
    assert found(model, "unique")[2] == 2


def test_too_many_options_to_walk_are_refused():
    model = Model.from_arrays(["a"], np.zeros(30_002), [])
    assert "cpsat" in Sat().refusal(model, Request("count"))
    assert Sat().refusal(model, Request("first")) is None


def test_slices_come_while_the_pairs_are_written():
    model = Model.build(["a"], [["a"]] * 1500)
    began, steps = time.monotonic(), 0
    with closing(Sat().search(model, Request("count", engine="glucose4"))) as search:
        for step in search:
            steps += 1
            if step.count:
                break
    assert steps >= 4 * (time.monotonic() - began)


@pytest.mark.parametrize("task", ["all", "unique"])
def test_closing_stops_the_thread(task):
    pigeons, holes = range(11), range(10)
    model = Model.build(
        {f"p{p}": 1 for p in pigeons} | {f"h{h}": (0, 1) for h in holes},
        [[f"p{p}", f"h{h}"] for p in pigeons for h in holes],
    )
    began = time.monotonic()
    with closing(Sat().search(model, Request(task))) as search:
        steps = [next(search) for _ in range(4)]
    assert not any(step.complete for step in steps)
    assert time.monotonic() - began < 2
    assert not [thread for thread in threading.enumerate() if thread.name == "accord-sat"]


def test_fault_in_the_thread_is_raised(monkeypatch):
    monkeypatch.setattr(walk.Problem, "children", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        found(queens(4))


INTERRUPTED = """
import os, signal, time
from accord.backends.contract import Request
from accord.backends.sat import Sat
from accord.model import Model
options = [[f"r{r}", f"c{c}", f"s{r + c}", f"d{r - c}"] for r in range(10) for c in range(10)]
names = {name for gives in options for name in gives}
model = Model.build({name: 1 if name[0] in "rc" else (0, 1) for name in sorted(names)}, options)
heard = []
signal.signal(signal.SIGINT, lambda *_: heard.append(1))
parent = os.getpid()
if os.fork() == 0:
    for _ in range(30):
        os.kill(parent, signal.SIGINT)
        time.sleep(0.01)
    os._exit(0)
print(sum(step.count for step in Sat().search(model, Request("count", engine="glucose4"))))
os.wait()
print(len(heard) > 0)
"""


def test_interrupts_reach_our_handler_and_leave_the_count_alone():
    ran = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.stdout.split() == ["724", "True"], ran.stderr
