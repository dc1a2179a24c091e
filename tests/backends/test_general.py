"""General, and bitset where it applies: known counts, brute force on every kind of model, pauses, workers."""

import itertools
from contextlib import nullcontext
from functools import partial

import numpy as np
import pytest
import searches
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from looped import looped
from models import langford, matrices, queens
from profiles import examples
from searches import a_node_and_a_solution_at_a_time, found

import accord
from accord.backends.contract import Request
from accord.backends.native import engine, general, walks
from accord.backends.native.bitset import Bitset
from accord.backends.native.general import General
from accord.model import Model

searched = partial(searches.searched, General())


@pytest.fixture(scope="module", params=[General, Bitset])
def by(request):
    """A whole search by each of the two engines; by general where bitset does not take the model."""

    def run(model, **more):
        taker = request.param()
        if taker.refusal(model, Request("all")):
            taker = General()
        return searches.searched(taker, model, **more)

    return run


# -- models ----------------------------------------------------------------------------------------


def three_colourings_of_petersen():
    edges = [pair for i in range(5) for pair in ((i, (i + 1) % 5), (i, i + 5), (5 + i, 5 + (i + 2) % 5))]
    items = {f"v{v}": 1 for v in range(10)} | {f"{a}-{b}-{c}": (0, 1) for a, b in edges for c in "rgb"}
    return Model.build(
        items,
        [[f"v{v}", *(f"{a}-{b}-{c}" for a, b in edges if v in (a, b))] for v in range(10) for c in "rgb"],
    )


def even_parity(n):
    """n x n bits with an even number of ones in each line: a line's bits are the colours of its cells."""
    items = {f"{line}{i}": 1 for line in "rc" for i in range(n)}
    cells = {f"{r}{c}": (0, 1) for r in range(n) for c in range(n)}
    options = [
        {f"{line}{i}": 1} | {f"{i}{j}" if line == "r" else f"{j}{i}": bit for j, bit in enumerate(bits)}
        for line in "rc"
        for i in range(n)
        for bits in itertools.product("01", repeat=n)
        if bits.count("1") % 2 == 0
    ]
    return Model.build(items | cells, options)


def clauses(signed, variables):
    """A formula: lists of +-v for variable v or its negation, v from 1 on."""
    gives = {f"v{v}": {} for v in range(1, variables + 1)}
    for number, clause in enumerate(signed):
        for literal in clause:
            gives[f"v{abs(literal)}"][f"c{number}"] = 1 if literal > 0 else -1
    low = {
        f"c{n}": (1 - sum(1 for literal in clause if literal < 0), None) for n, clause in enumerate(signed)
    }
    return Model.build(low, gives)


def tanks(columns, options):
    """Rows and columns of a board with the water that tanks have there: {row: cells} by option."""
    items = {f"row {r}": 2 for r in range(2)} | {f"column {c}": n for c, n in enumerate(columns)}
    gives = [{f"row {row}": len(cells)} | {f"column {c}": 1 for c in cells} for row, cells in options]
    return Model.build(items, gives)


# -- known counts ----------------------------------------------------------------------------------


@looped(
    ("model", "count"),
    [
        (matrices(5), 2040),
        (matrices(6), 67_950),
        (Model.build({"sum": 50}, [{"sum": k} for k in range(1, 51)]), 3658),
        (Model.build({"size": (3, 5)}, [["size"]] * 12), 1507),
        (Model.build({"hit": (1, None)}, [["hit"]] * 12), 4095),
        (three_colourings_of_petersen(), 120),
        (even_parity(3), 16),
        (even_parity(4), 512),
        (queens(8), 92),
        (langford(8), 300),
        (Model.build({}, [[]] * 10), 1024),
        (Model.build({"a": 1}, [["a"], ["a"], [], []]), 8),
        (Model.build({"a": 0}, [["a"]]), 1),
        (Model.build({"a": 1}, []), 0),
        (Model.build({}, []), 1),
    ],
)  # fmt: skip
def test_known_counts(by, model, count):
    assert by(model, solutions=False)[0] == count


@pytest.mark.slow
def test_more_known_counts(by):
    assert by(matrices(7), solutions=False)[0] == 3_110_940
    assert by(langford(11), solutions=False)[0] == 35_584


def test_tanks():
    model = tanks([1, 2, 1], [(0, [0, 1]), (0, [1, 2]), (0, [2]), (1, [0, 1]), (1, [1, 2]), (1, [0])])
    assert searched(model)[1] == {(0, 4), (1, 3)}


def test_if_then_with_negative_amounts():
    implication = Model.build({"if a then b": (0, None)}, {"a": {"if a then b": -1}, "b": {"if a then b": 1}})
    assert searched(implication)[1] == {(), (1,), (0, 1)}


@pytest.mark.parametrize("seed", range(20))
def test_clauses_against_truth_tables(seed):
    random = np.random.default_rng(seed)
    variables = 9
    formula = [
        (random.choice(variables, 3, replace=False) + 1) * random.choice([-1, 1], 3)
        for _ in range(random.integers(10, 40))
    ]
    truths = sum(
        all(any((literal > 0) == row[abs(literal) - 1] for literal in clause) for clause in formula)
        for row in itertools.product((False, True), repeat=variables)
    )
    assert searched(clauses(formula, variables), solutions=False)[0] == truths


@pytest.mark.parametrize(
    "name", ["tetrahexes-4x7", "langford-8", "queens-8", pytest.param("meteor", marks=pytest.mark.slow)]
)
def test_puzzles_of_the_library_have_the_solutions_that_bitset_finds(name):
    model = accord.load(name).model
    solutions, complete, _ = found(Bitset(), model)
    assert complete
    assert searched(model)[1] == {tuple(sorted(solution)) for solution in solutions}


# -- agreement -------------------------------------------------------------------------------------


@st.composite
def models(draw):
    """Small models of every kind: any demands, amounts of either sign, colours, free and equal options."""
    items = {f"s{i}": (0, 1) for i in range(draw(st.integers(0, 2)))}
    for i in range(draw(st.integers(0, 4))):
        low = draw(st.integers(-4, 4))
        demand = st.sampled_from([(1, 1), (0, 1), (low, None), (low, max(0, low) + draw(st.integers(0, 3)))])
        items[f"i{i}"] = draw(demand)
    amounts = st.sampled_from([1, 1, 1, 2, 3, -1, -2, -3])
    colours = st.sampled_from(["red", "red", "blue", 1, -1])
    options = []
    for _ in range(draw(st.integers(0, 9))):
        names = draw(st.sets(st.sampled_from(sorted(items)), max_size=4)) if items else ()
        options.append({name: draw(colours if name[0] == "s" else amounts) for name in sorted(names)})
    return Model.build(items, options)


@pytest.fixture(scope="module", params=[False, True], ids=["at ease", "a node and a solution at a time"])
def pace(request):
    with a_node_and_a_solution_at_a_time() if request.param else nullcontext():
        yield


@given(model=models())
@settings(max_examples=examples(50))
def test_solutions_are_those_of_the_oracle(pace, oracle, model):
    truth = oracle(model)
    count, solutions, effort = searched(model)
    assert solutions == truth
    assert searched(model, solutions=False) == (count, set(), effort)


@st.composite
def unit_models(draw):
    """Small models with any demands and colours, but no other amounts than 1."""
    demands = [1, (0, 1), 2, (1, 2), (2, 3), (0, 2), (-1, 0), (1, None)]
    items = {f"i{i}": draw(st.sampled_from(demands)) for i in range(draw(st.integers(0, 4)))}
    items |= {f"s{i}": (0, 1) for i in range(draw(st.integers(0, 3)))}
    colours = st.sampled_from(["red", "red", "blue", 1])
    options = []
    for _ in range(draw(st.integers(0, 10))):
        names = draw(st.sets(st.sampled_from(sorted(items)), max_size=4)) if items else ()
        options.append({name: draw(colours) if name[0] == "s" else 1 for name in sorted(names)})
    return Model.build(items, options)


@given(model=unit_models(), workers=st.integers(1, 2))
@settings(max_examples=examples(50))
def test_solutions_of_unit_models_are_those_of_the_oracle(by, pace, oracle, model, workers):
    truth = oracle(model)
    count, solutions, effort = by(model, workers=workers)
    assert solutions == truth
    assert by(model, solutions=False, workers=workers)[0] == count
    assert workers == 2 or by(model, solutions=False)[2] == effort
    for root in np.flatnonzero(model.primary)[:1].tolist():
        assert by(model, root=root, workers=workers)[1] == truth


@given(model=unit_models())
@settings(max_examples=examples(50))
def test_bitset_with_colours_compiled_away_finds_what_the_oracle_does(oracle, model):
    if (model.primary | model.secondary).all():
        steps = list(Bitset().search(model, Request("all")))
        rows = [row for step in steps if step.solutions is not None for row in step.solutions.tolist()]
        assert {tuple(sorted(o for o in row if o >= 0)) for row in rows} == oracle(model)
        assert len(rows) == len(oracle(model))


@pytest.mark.full
@given(model=models() | unit_models(), data=st.data())
@settings(max_examples=examples(40))
def test_jobs_and_roots_share_the_solutions(by, oracle, model, data):
    root = data.draw(st.none() | st.sampled_from(np.flatnonzero(model.primary).tolist() or [None]))
    assert by(model, root=root)[1] == oracle(model)
    assert by(model, root=root, workers=2)[1] == oracle(model)


@pytest.mark.parametrize("taker", [General, Bitset])
@given(model=models() | unit_models(), stop=st.integers(0, 40))
@settings(max_examples=examples(40))
def test_a_search_resumes_from_any_state(taker, oracle, model, stop):
    assume(taker().refusal(model, Request("all")) is None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walks, "FIRST_BUDGET", 1)
        patch.setattr(walks, "LARGEST_BUDGET", 1)
        before, state = [], None
        for step in taker().search(model, Request("all", save_when=lambda: True)):
            before += [] if step.solutions is None else step.solutions.tolist()
            stop -= 1
            if step.state is not None and stop <= 0:
                state = {name: array.copy() for name, array in step.state.items()}
                break
        _, after, _ = searches.searched(taker(), model, resume=state) if state else (0, set(), {})
    seen = {tuple(sorted(option for option in row if option >= 0)) for row in before}
    assert seen | after == oracle(model)
    assert len(before) + len(after) == len(oracle(model))


def test_the_same_set_of_solutions_from_two_workers(by):
    for model in (matrices(4), three_colourings_of_petersen(), even_parity(4), queens(8)):
        assert by(model, workers=2)[1] == by(model)[1]


# -- edges -----------------------------------------------------------------------------------------


def test_largest_amounts():
    huge = (1 << 61) - 1000
    options = [{"a": huge}, {"a": huge - 1}, {"a": 1}, {"a": -huge}]
    assert searched(Model.build({"a": (huge, huge)}, options))[1] == {(0,), (0, 1, 2, 3), (1, 2)}
    most = (1 << 62) - (1 << 12)
    for low, high in itertools.combinations_with_replacement([-most, -1, 0, 1, most], 2):
        if high >= 0:
            model = Model.build({"a": (low, high)}, [{"a": most}, {"a": -most}, {"a": 1}, {"a": -1}])
            sums = {(): 0, (0,): most, (1,): -most, (0, 1): 0}
            further = {(): 0, (2,): 1, (3,): -1, (2, 3): 0}
            assert searched(model)[1] == {
                tuple(sorted(a + b))
                for a, x in sums.items()
                for b, y in further.items()
                if low <= x + y <= high
            }


def test_an_uncoloured_option_tolerates_no_other_unless_amounts_cancel_out():
    gives = {"a": {"s": "red"}, "b": {"s": "red"}, "c": {"s": 1}, "d": {"s": "blue"}}
    assert searched(Model.build({"s": (0, 1)}, gives))[1] == {(), (0,), (0, 1), (1,), (2,), (3,)}
    cancelling = Model.build({"s": (0, 1)}, {"more": {"s": 1}, "less": {"s": -1}, "red": {"s": "red"}})
    assert searched(cancelling)[1] == {(), (0,), (2,), (0, 1), (0, 1, 2)}


def test_slices_stay_short_and_a_limit_stops_the_kernel():
    steps = General().search(matrices(7), Request("first", limit=2))
    count = 0
    for step in steps:
        count += step.count
        if step.count:
            assert step.count <= 2
            break
    steps.close()
    assert count >= 1


def test_tables_of_a_coloured_item():
    """Two options give red: an auxiliary one, 3, stands for it; blue is given by one alone."""
    lowered = general.lower(
        Model.build({"s": (0, 1)}, {"a": {"s": "red"}, "b": {"s": "red"}, "c": {"s": "blue"}})
    )
    assert (lowered.real, len(lowered.rows.start) - 1) == (3, 4)
    assert lowered.low.tolist() == [0, -2]
    assert lowered.high.tolist() == [1, 0]


def test_too_many_entries_are_refused(monkeypatch):
    monkeypatch.setattr(general, "MOST_ENTRIES", 1)
    refused = General().refusal(Model.build({"a": 1}, [["a"], ["a"]]), Request("count"))
    assert refused == "general takes up to 1 entries; there are 2 (cpsat takes more)"


def test_jobs_are_neither_too_few_nor_too_many():
    for model in (queens(8), matrices(6), Model.build({}, [[]] * 10)):
        request = Request("count", workers=2)
        jobs = general.GeneralJobs(model, general.lower(model), None, request)
        assert 32 <= jobs.count <= 32 * (engine.MOST_JOBS + 2)
