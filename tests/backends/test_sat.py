"""The SAT engines: walks, CDCL and best against the oracle with each solver, refusals, and clean stops."""

import threading
from contextlib import closing
from functools import partial

import numpy as np
import pytest
import searches
from hypothesis import given, settings
from hypothesis import strategies as st
from models import queens
from processes import python
from profiles import examples

from accord.backends.contract import Request
from accord.backends.sat import Sat, problem, thread, walk
from accord.backends.sat.engines import ENGINES, able
from accord.cnf import ENCODINGS
from accord.model import Model

WALKERS = able("count")
SOLVERS = able("first")
EVERY = {"max_examples": 25}

found = partial(searches.found, Sat())


def covers():
    """Small exact covers: primary and secondary items, options in no item, equal options."""
    return models(st.sampled_from([(1, 1), (1, 1), (0, 1)]))


@st.composite
def models(draw, demands=None):
    """Small models of every kind: any demand, amounts of either sign, colours, an objective."""
    low = st.integers(-1, 4)
    kinds = (
        demands
        if demands is not None
        else st.one_of(
            st.sampled_from([(1, 1), (0, 1), (0, 1)]),
            st.tuples(low, st.none()),
            st.tuples(low, st.integers(0, 3)).map(lambda pair: (pair[0], max(0, pair[0]) + pair[1])),
        )
    )
    items = {f"i{i}": draw(kinds) for i in range(draw(st.integers(0, 6)))}

    def gives(name):
        amounts = [1, 1, 1] if demands is not None else [1, 1, 1, 2, -1, 3]
        amount = st.sampled_from(amounts)
        return (
            amount | st.sampled_from(["red", "blue"]) if items[name] == (0, 1) and demands is None else amount
        )

    names = sorted(items)
    options = [
        {name: draw(gives(name)) for name in names if draw(st.booleans())}
        for _ in range(draw(st.integers(0, 8)))
    ]
    named = {f"o{o}": row for o, row in enumerate(options)}
    minimize = {name: draw(st.integers(-3, 5)) for name in named} if draw(st.booleans()) else {}
    return Model.build(items, named, minimize=minimize)


def agree(model, truth, engine, **more):
    solutions, complete, count = found(model, engine=engine, **more)
    assert complete
    assert sorted(solutions) == truth
    assert count == len(truth)
    assert found(model, "count", solutions=False, engine=engine, **more) == ([], True, count)


@pytest.mark.parametrize("engine", WALKERS)
@settings(**EVERY)
@given(model=models())
def test_walks_find_what_the_oracle_finds(oracle, engine, model):
    agree(model, sorted(oracle(model)), engine)


@pytest.mark.parametrize("engine", WALKERS)
@settings(**EVERY)
@given(model=covers())
def test_walks_over_exact_covers_do_as_well(oracle, engine, model):
    agree(model, sorted(oracle(model)), engine)


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(**EVERY)
@given(model=models())
def test_no_encoding_changes_an_answer(oracle, encoding, model):
    truth = sorted(oracle(model))
    agree(model, truth, None, encoding=encoding)
    assert len(found(model, "unique", encoding=encoding)[0]) == min(2, len(truth))


@pytest.mark.parametrize("engine", SOLVERS)
@settings(**EVERY)
@given(model=models(), data=st.data())
def test_first_and_unique_are_right_whatever_the_hint(oracle, engine, model, data):
    truth = sorted(oracle(model))
    hint = tuple(sorted(data.draw(st.sets(st.sampled_from(range(model.options)))))) if model.options else ()
    first, exhausted, _ = found(model, "first", engine=engine, hint=hint)
    assert set(first) <= set(truth)
    assert (len(first), exhausted) == (min(1, len(truth)), not truth)
    witnesses, exhausted, _ = found(model, "unique", engine=engine, hint=hint)
    assert set(witnesses) <= set(truth)
    assert len(set(witnesses)) == len(witnesses)
    assert (len(witnesses), exhausted) == (min(2, len(truth)), len(truth) < 2)


@pytest.mark.parametrize("engine", ["minicard", "cadical195", "cadical103", "glucose4", "rc2"])
@settings(**EVERY)
@given(model=models(), data=st.data())
def test_best_is_the_least_of_all(oracle, engine, model, data):
    hint = tuple(sorted(data.draw(st.sets(st.sampled_from(range(model.options)))))) if model.options else ()
    weight = model.objective if len(model.objective) else np.zeros(model.options, np.int64)
    truth = {solution: int(weight[list(solution)].sum()) for solution in oracle(model)}
    values, bounds = [], []
    for step in Sat().search(model, Request("best", engine=engine, hint=hint)):
        bounds += [step.bound] if step.bound is not None else []
        if step.count:
            (row,) = step.solutions.tolist()
            values.append(truth[tuple(sorted(row))])
    assert step.complete
    assert values == sorted(set(values), reverse=True)
    assert values[-1:] == ([min(truth.values())] if truth else [])
    assert not truth or max(bounds) <= min(truth.values())


@settings(max_examples=examples(60))
@given(
    model=st.deferred(lambda: covers() | larger()), root=st.integers(0, 5), few=st.sampled_from([0, 2, 30])
)
def test_smaller_problems_and_the_root_change_no_answer(oracle, model, root, few):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "WORTH", 0)
        patch.setattr(walk, "SMALLER", 2)  # every node is written anew
        patch.setattr(problem, "FEW", few)
        solutions, complete, _ = found(model, root=root if root < model.items else None)
    assert complete
    assert sorted(solutions) == sorted(oracle(model))


@pytest.fixture
def asked_everywhere(monkeypatch):
    """A guide from the start, asked at most nodes whatever it costs."""
    monkeypatch.setattr(walk, "START", -1)
    monkeypatch.setattr(walk, "CONTROL", 3)
    monkeypatch.setattr(walk, "WATCHED", 0)
    monkeypatch.setattr(walk, "TRIED", 0)
    monkeypatch.setattr(walk.Band, "pays", True)
    monkeypatch.setattr(thread.Pulse, "due", lambda _: True)


@pytest.mark.parametrize("conflicts", [1, 2000])
@pytest.mark.parametrize("engine", ["minicard", "cadical153"])
def test_a_guide_changes_no_answer(oracle, asked_everywhere, monkeypatch, engine, conflicts):
    monkeypatch.setattr(walk, "LEAST", conflicts)
    monkeypatch.setattr(walk, "MOST", conflicts)
    asked = []
    core = walk.Guide.core
    monkeypatch.setattr(walk.Guide, "core", lambda *more: asked.append(core(*more)) or asked[-1])

    @settings(max_examples=examples(40))
    @given(model=st.one_of(models(), covers(), larger()))
    def check(model):
        agree(model, sorted(oracle(model)), engine)

    check()
    assert len(set(found(queens(8), engine=engine)[0])) == 92
    agree(mutilated(6), [], engine)
    assert None in asked
    assert conflicts == 1 or any(core is not None for core in asked), "nothing was closed: nothing was tested"


@st.composite
def larger(draw):
    """Covers of ten or more options, so that a walk comes to nodes below the root."""
    items = {
        f"i{i}": draw(st.sampled_from([1, 1, 2, (0, 1), (1, 2)])) for i in range(draw(st.integers(4, 7)))
    }
    rows = st.lists(st.sampled_from(sorted(items)), min_size=1, max_size=3, unique=True)
    return Model.build(items, draw(st.lists(rows, min_size=9, max_size=14)))


def test_a_guide_sees_at_once_what_a_walk_does_not(asked_everywhere):
    assert list(Sat().search(mutilated(8), Request("count")))[-1].effort["nodes"] < 1000


def test_a_guide_is_found_to_pay():
    steps = list(Sat().search(mutilated(8), Request("count")))
    assert steps[-1].complete
    assert sum(step.count for step in steps) == 0
    assert steps[-1].effort["nodes"] < 100_000  # 290,000 without


def mutilated(size):
    """A chessboard without two opposite corners, and dominoes."""
    cells = {(r, c) for r in range(size) for c in range(size)} - {(0, 0), (size - 1, size - 1)}
    pairs = [((r, c), (r + d, c + 1 - d)) for r, c in sorted(cells) for d in (0, 1)]
    return Model.build(
        [f"{r},{c}" for r, c in sorted(cells)],
        [[f"{r},{c}" for r, c in pair] for pair in pairs if set(pair) <= cells],
    )


@settings(max_examples=examples(60))
@given(model=models(), root=st.integers(0, 5))
def test_the_root_changes_no_answer_of_other_models(oracle, model, root):
    solutions, complete, _ = found(model, root=root if root < model.items else None)
    assert complete
    assert sorted(solutions) == sorted(oracle(model))


@settings(max_examples=examples(60))
@given(model=covers())
def test_options_that_exclude_each_other_are_in_no_solution_together(oracle, model):
    cover = problem.Cover(model, ENGINES["minicard"], True)
    for solution in oracle(model):
        for option in solution:
            assert all(cover.keep(option) >> other & 1 for other in solution)


@pytest.mark.parametrize("engine", WALKERS)
def test_queens(engine):
    assert found(queens(8), "count", solutions=False, engine=engine) == ([], True, 92)
    assert len(set(found(queens(8), engine=engine)[0])) == 92


def test_the_root_is_placed_first():
    model = queens(6)
    column = 9
    steps = list(Sat().search(model, Request("count", root=column)))
    assert sum(step.count for step in steps) == 4


def test_the_pairs_of_two_items_that_share_options_are_written_once():
    model = Model.build(["a", "b", "c"], [["a", "b"], ["a", "b", "c"], ["c"]])
    written = problem.Problem(problem.Cover(model, ENGINES["glucose4"], False), 7, [])
    written.solver.delete()
    written.solver = ClauseList()
    list(written.encode())
    assert sorted(written.solver.clauses) == [[-2, -3], [-1, -2], [1, 2], [1, 2], [2, 3], [4, -4]]


class ClauseList:
    def __init__(self):
        self.clauses = []
        self.add_clause = self.clauses.append


def test_refusals_say_what_does_the_task():
    for task, engine, word in [
        ("count", "cadical195", "minicard"),
        ("all", "cadical103", "minicard"),
        ("count", "rc2", "best"),
        ("unique", "rc2", "best"),
    ]:
        assert word in Sat().refusal(queens(4), Request(task, engine=engine))
    assert Sat().refusal(queens(4), Request("first", engine="cadical195")) is None
    assert not Sat().parallel(Request("first"))


def test_the_encodings_are_those_there_are():
    assert Sat.encodings == ENCODINGS
    assert "totalizer" in Sat().refusal(queens(4), Request("count", encoding="morse"))


def test_exclusions_are_found_with_few_looks(monkeypatch):
    """The rivals of an option are united once; they are looked up for items that have few options left."""
    size = 12
    items = [f"{kind}{a},{b}" for kind in "crk" for a in range(size) for b in range(size)]
    cells = [(r, c, k) for r in range(size) for c in range(size) for k in range(size)]
    model = Model.build(items, [[f"c{r},{c}", f"r{r},{k}", f"k{c},{k}"] for r, c, k in cells])
    cover = problem.Cover(model, ENGINES["minicard"], True)
    looks, unions, rivals, unite = [], [], problem.Cover.rivals, problem.reduce
    monkeypatch.setattr(problem.Cover, "rivals", lambda *more: looks.append(more) or rivals(*more))
    monkeypatch.setattr(problem, "reduce", lambda *more: unions.append(more) or unite(*more))
    for option in range(100):
        cover.keep(option)
    assert 100 <= len(unions) <= model.options
    assert len(looks) <= 100 * (1 + 3 * size * size)


def test_many_pairs_are_left_to_native_constraints():
    model = Model.build(["a"], [["a"]] * 4000)
    assert Sat().choice(model, Request("first"))[0] == "gluecard4"
    assert found(model, "unique")[2] == 2


def test_too_many_options_to_walk_are_refused():
    model = Model.from_arrays(["a"], np.zeros(30_002), [])
    assert "cpsat" in Sat().refusal(model, Request("count"))
    assert Sat().refusal(model, Request("first")) is None


def test_slices_come_while_the_pairs_are_written(monkeypatch):
    """As often as they are due: here, always."""
    monkeypatch.setattr(thread.Pulse, "due", lambda _: True)
    model, steps = Model.build(["a"], [["a"]] * 1500), 0
    with closing(Sat().search(model, Request("count", engine="glucose4"))) as search:
        for step in search:
            if step.count:
                break
            steps += 1
    assert steps > 1000


@pytest.mark.parametrize(
    ("task", "engine"),
    [("all", None), ("unique", None), ("best", None), ("best", "rc2"), ("first", "maplesat")],
)
def test_closing_stops_the_thread(task, engine):
    pigeons, holes = range(13), range(12)
    model = Model.build(
        {f"p{p}": 1 for p in pigeons} | {f"h{h}": (0, 1) for h in holes},
        [[f"p{p}", f"h{h}"] for p in pigeons for h in holes],
    )
    with closing(Sat().search(model, Request(task, engine=engine))) as search:
        steps = [next(search) for _ in range(4)]
    assert not any(step.complete for step in steps)
    assert not [thread for thread in threading.enumerate() if thread.name == "accord-sat"]


def test_fault_in_the_thread_is_raised(monkeypatch):
    monkeypatch.setattr(walk.Walk, "enter", lambda *_: 1 / 0)
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
    ran = python("-c", INTERRUPTED)
    assert ran.stdout.split() == ["724", "True"], ran.stderr
