"""The sums engine: the oracle, the general engine, real Aquarium puzzles; ways to search, pauses, workers."""

import itertools
from contextlib import nullcontext
from functools import partial

import numpy as np
import pytest
import searches
from hypothesis import given, settings
from hypothesis import strategies as st
from models import langford, matrices
from profiles import examples
from searches import a_node_and_a_solution_at_a_time

from accord.backends.contract import Request
from accord.backends.native import sums, walks
from accord.backends.native.general import General
from accord.backends.native.sums import BRANCHINGS, PROPAGATIONS, Sums
from accord.model import Model

WAYS = list(itertools.product(PROPAGATIONS, BRANCHINGS))
searched = partial(searches.searched, Sums())


# -- models ----------------------------------------------------------------------------------------


def aquarium(text):
    """A puzzle of the site, under the rule that a tank has one level: `columns_rows;tank,tank,...`."""
    clues, tanks = text.split(";")
    clues, tanks = [int(clue) for clue in clues.split("_")], tanks.split(",")
    size = len(clues) // 2
    items = {
        f"{line} {n}": clues[at * size + n] for at, line in enumerate(("column", "row")) for n in range(size)
    }
    widths = {}
    for at, tank in enumerate(tanks):
        widths.setdefault((tank, at // size), []).append(at % size)
    gives, below = {}, {}
    for tank, row in sorted(widths, reverse=True, key=lambda place: place[1]):
        name, columns = f"T{tank} r{row}", widths[tank, row]
        gives[name] = {f"row {row}": len(columns)} | {f"column {column}": 1 for column in columns}
        if tank in below:
            implication = f"{name}>{below[tank]}"
            items[implication] = (0, 1)
            gives[name][implication], gives[below[tank]][implication] = -1, 1
        below[tank] = name
    return Model.build(items, gives)


# clues and tanks from github.com/nguyenvukhang/aquarium; the last from a project of the UWA, 2020
REAL = {
    "pa_6x6_easy_v3": (
        "4_4_3_2_2_2_1_2_2_3_5_4;1,1,2,2,2,3,1,1,1,1,2,3,1,1,4,4,4,4,5,1,1,4,4,4,5,6,6,6,6,4,6,6,6,6,4,4"
    ),
    "pa_6x6_normal_v1": (
        "2_3_3_2_4_3_1_1_2_4_5_4;1,1,1,1,1,2,3,1,3,3,4,4,3,3,3,5,6,6,3,3,3,5,6,7,3,8,8,5,5,7,9,9,8,7,7,7"
    ),
    "pa_6x6_hard_v2": (
        "2_1_2_2_5_4_3_1_3_3_1_5;"
        "1,2,3,4,5,5,6,7,3,4,5,8,6,6,9,4,4,8,10,10,9,11,11,12,13,14,14,15,15,16,"
        "13,17,17,15,18,18"
    ),
    "pa_10x10_easy_v1": (
        "7_8_9_9_9_5_4_4_2_6_2_9_8_9_7_5_6_5_7_5;"
        "1,1,1,1,2,2,3,3,4,4,5,1,6,1,3,3,3,3,4,4,5,5,6,6,3,4,4,4,4,4,"
        "5,5,7,7,7,4,4,4,8,4,9,9,7,10,7,11,11,4,8,4,12,10,10,10,13,11,11,11,8,8,"
        "12,10,10,10,13,11,11,11,11,8,10,10,10,10,11,11,11,14,11,8,10,10,10,11,11,11,11,14,14,14,"
        "11,11,11,11,11,14,14,14,14,14"
    ),
    "pa_10x10_normal_v1": (
        "6_8_8_4_6_2_3_5_2_1_4_6_1_3_1_2_8_7_8_5;"
        "1,1,1,2,3,4,4,4,4,4,5,5,1,2,3,6,7,7,4,4,8,8,1,9,10,6,11,11,12,4,"
        "8,13,1,9,10,10,11,12,12,11,8,13,9,9,10,14,11,11,11,11,8,8,9,9,15,14,14,14,14,11,"
        "16,16,9,9,15,14,14,11,11,11,17,18,18,15,15,15,14,15,19,19,17,18,20,20,20,15,15,15,19,19,"
        "17,17,17,17,17,19,19,19,19,19"
    ),
    "pa_10x10_hard_v1": (
        "4_4_5_7_5_7_4_5_3_5_7_5_9_6_2_2_4_3_4_7;"
        "1,2,2,3,3,4,5,6,6,7,1,8,9,4,4,4,5,10,10,7,1,8,9,4,11,4,12,12,12,13,"
        "14,15,15,15,11,16,17,18,19,13,14,20,21,22,16,16,17,19,19,19,14,20,21,22,23,24,24,19,25,25,"
        "20,20,21,21,23,24,19,19,19,25,20,26,26,26,27,27,27,28,19,25,29,30,31,31,31,28,28,28,32,25,"
        "29,30,30,30,33,33,33,33,32,25"
    ),
    "pa_10x10_hard_v6": (
        "6_6_8_9_6_8_7_6_6_5_5_8_1_6_9_9_9_7_5_8;"
        "1,2,2,2,3,3,4,4,5,5,1,6,6,7,7,7,7,8,8,9,1,10,10,10,11,11,12,9,9,9,"
        "13,13,10,14,14,15,12,16,16,9,17,13,18,14,14,15,19,19,20,20,17,21,18,14,14,15,22,22,22,22,"
        "23,21,14,14,24,15,15,22,25,25,23,26,26,14,24,27,27,28,29,29,30,30,26,14,31,27,31,28,32,33,"
        "30,26,26,31,31,31,31,32,32,33"
    ),
    "pa_15x15_easy_v1": (
        "6_7_3_3_2_2_2_2_1_3_4_7_9_8_11_3_3_1_6_2_5_4_4_3_2_7_6_9_11_4;"
        "1,2,2,3,3,3,3,3,3,3,3,4,4,4,4,1,1,1,3,5,5,5,3,6,6,6,6,6,4,4,"
        "1,7,3,3,5,3,5,3,6,8,8,8,9,4,4,1,7,7,3,3,3,5,5,6,9,9,9,9,10,4,"
        "1,1,7,11,11,11,12,9,9,9,13,13,9,10,10,1,1,7,11,11,11,12,12,12,12,13,13,9,10,10,"
        "14,7,7,7,11,11,15,15,12,12,12,13,16,16,16,14,7,7,7,7,15,15,15,15,17,17,13,13,13,13,"
        "7,7,18,7,7,15,15,17,15,17,17,19,13,13,13,20,7,18,15,15,15,15,17,17,17,19,19,19,19,13,"
        "20,20,18,18,21,21,15,17,21,17,17,17,17,19,13,20,18,18,18,21,21,21,21,21,19,19,19,19,19,13,"
        "20,18,18,18,21,21,22,22,22,19,19,19,19,19,13,20,18,20,18,18,18,18,18,22,22,19,19,19,19,19,"
        "20,20,20,20,22,22,22,22,22,22,22,19,19,19,19"
    ),
    "pa_15x15_normal_v2": (
        "8_12_5_8_10_6_4_7_11_8_4_7_7_10_5_3_2_1_5_9_10_9_11_6_8_12_10_11_9_6;"
        "1,2,3,3,3,3,3,4,4,5,5,5,6,6,6,1,2,3,7,7,3,3,3,4,5,5,6,6,8,6,"
        "1,2,7,7,7,9,9,9,10,5,5,8,8,8,6,1,11,7,7,7,9,9,10,10,12,5,5,8,8,13,"
        "11,11,11,7,9,9,14,14,12,12,15,5,16,8,13,17,11,18,7,9,19,20,21,22,12,15,16,16,23,13,"
        "17,11,18,9,9,19,20,21,22,12,15,15,15,23,23,11,11,18,18,19,19,19,21,22,15,15,23,23,23,24,"
        "18,18,18,25,19,26,19,21,21,27,15,27,27,23,24,18,26,25,25,26,26,26,26,27,27,27,27,27,23,24,"
        "28,26,26,26,26,26,29,26,26,26,27,24,24,24,24,28,30,30,30,26,26,29,29,26,26,27,24,27,24,24,"
        "28,30,31,31,26,32,29,26,26,27,27,27,27,24,24,28,31,31,26,26,32,29,26,29,27,27,27,27,29,29,"
        "32,32,32,32,32,32,29,29,29,29,29,29,29,29,29"
    ),
    "pa_15x15_hard_v1": (
        "4_7_11_9_9_6_10_10_8_6_5_8_10_11_8_9_6_3_7_5_1_10_10_6_13_9_8_9_13_13;"
        "1,1,2,3,4,4,4,5,5,6,7,7,7,8,9,1,1,2,3,4,10,11,11,11,6,12,7,8,8,9,"
        "1,1,1,3,3,10,13,13,6,6,12,14,14,8,9,1,15,15,3,3,10,13,6,6,12,12,12,8,8,9,"
        "1,15,15,15,15,10,12,16,16,12,17,17,17,9,9,1,15,18,15,15,19,12,12,12,12,12,17,17,17,9,"
        "1,18,18,15,18,19,12,12,20,21,21,21,17,9,9,1,1,18,18,18,19,12,20,20,21,22,17,17,17,23,"
        "1,24,24,24,24,24,25,25,25,25,22,23,23,23,23,26,26,24,24,24,27,25,25,25,28,29,30,30,23,23,"
        "31,31,24,24,32,27,25,27,27,28,29,33,30,34,23,35,35,36,37,32,27,27,27,38,29,29,33,30,34,39,"
        "35,36,36,37,37,27,40,27,38,38,29,33,33,34,39,35,35,35,37,41,41,40,38,38,38,29,33,39,39,39,"
        "35,42,42,41,41,43,43,44,44,44,29,39,39,45,45"
    ),
    "pa_15x15_hard_v11": (
        "9_6_7_8_6_8_7_3_6_4_8_8_11_7_1_7_3_7_6_10_8_6_7_6_6_4_7_5_8_9;"
        "1,2,2,3,3,4,4,3,3,5,5,5,6,6,7,1,8,3,3,3,3,3,3,3,3,5,9,9,10,7,"
        "1,8,3,3,11,11,3,12,12,12,5,9,9,10,10,1,8,8,13,13,11,11,12,12,14,14,14,9,9,10,"
        "1,8,8,15,15,16,16,16,12,12,14,9,9,9,10,17,8,8,18,18,18,19,20,12,12,21,21,21,10,10,"
        "17,8,18,18,22,18,19,20,20,20,21,23,21,10,10,17,22,22,22,22,24,19,20,25,25,21,23,21,21,26,"
        "17,22,27,27,22,24,19,28,29,25,30,23,23,23,26,31,31,27,27,27,24,24,28,29,25,30,23,32,23,26,"
        "33,33,27,34,27,35,35,36,25,25,30,23,32,37,26,38,38,34,34,34,35,35,36,25,39,39,32,32,37,26,"
        "34,38,38,34,40,36,36,36,36,39,39,32,41,41,41,34,34,34,34,40,36,36,36,42,39,43,43,43,43,44,"
        "45,45,34,40,40,40,40,36,42,42,42,43,43,44,44"
    ),
    "pa_15x15_hard_v3": (
        "6_10_5_4_3_6_6_8_8_11_12_10_7_5_4_7_4_7_5_4_8_6_4_8_10_2_6_14_7_13;"
        "1,2,3,3,3,4,4,5,5,5,5,6,6,6,6,1,2,7,7,3,4,8,8,9,9,9,9,9,9,6,"
        "1,1,7,10,10,11,11,12,9,9,13,13,14,6,6,1,1,10,10,10,10,10,12,9,9,9,14,14,14,14,"
        "15,15,10,12,12,12,12,12,16,16,16,14,16,14,17,15,15,10,10,18,18,18,16,16,16,16,16,16,17,17,"
        "19,20,18,18,18,21,16,16,22,16,16,23,23,17,17,19,20,20,24,24,21,25,16,22,16,16,17,17,17,17,"
        "19,20,20,26,26,25,25,25,27,27,27,17,28,28,17,19,26,26,26,29,29,29,29,30,30,30,31,31,31,31,"
        "19,32,32,32,33,33,29,29,29,34,34,35,35,36,36,19,32,37,37,38,38,29,39,40,40,40,35,36,36,36,"
        "32,32,37,38,38,38,39,39,39,39,36,35,36,36,36,41,37,37,42,42,42,43,43,44,44,36,36,36,45,45,"
        "41,42,42,42,42,43,43,44,44,44,44,44,44,45,45"
    ),
    "uwa_a4_1": ("1_3_1_3_1_4_2_1;1,2,1,3,1,1,1,3,4,1,4,3,4,4,4,5"),
}


@st.composite
def models(draw, signs=(1, -1)):
    """Small linear models: any demands, amounts of either sign, pairs, free and equal options."""
    items = {}
    for i in range(draw(st.integers(0, 5))):
        low = draw(st.integers(-4, 6))
        spans = [(1, 1), (0, 1), (low, None), (low, max(0, low) + draw(st.integers(0, 3)))]
        items[f"i{i}"] = draw(st.sampled_from(spans))
    amounts = st.sampled_from([1, 1, 1, 2, 3, 5]).flatmap(
        lambda size: st.sampled_from(signs).map(lambda sign: sign * size)
    )
    options = []
    for _ in range(draw(st.integers(0, 10))):
        names = draw(st.sets(st.sampled_from(sorted(items)), max_size=4)) if items else ()
        options.append({name: draw(amounts) for name in sorted(names)})
    return Model.build(items, options)


@st.composite
def tanks(draw):
    """Puzzles like Aquarium, with few solutions or none, and at most sixteen options."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    grid = draw(st.lists(st.integers(0, 3), min_size=height * width, max_size=height * width))
    text = np.array(grid).reshape(height, width)
    size = max(height, width)
    square = np.full((size, size), 9)
    square[:height, :width] = text
    wet = draw(st.lists(st.booleans(), min_size=size * size, max_size=size * size))
    clues = np.array(wet).reshape(size, size)
    lines = [*clues.sum(axis=0).tolist(), *clues.sum(axis=1).tolist()]
    return aquarium("_".join(map(str, lines)) + ";" + ",".join(map(str, square.ravel())))


# -- agreement -------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=[False, True], ids=["at ease", "a node and a solution at a time"])
def pace(request):
    with a_node_and_a_solution_at_a_time() if request.param else nullcontext():
        yield


@given(model=models() | models(signs=(1,)) | tanks(), way=st.sampled_from(WAYS))
@settings(max_examples=examples(70))
def test_solutions_are_those_of_the_oracle(pace, oracle, model, way):
    more = {"propagate": way[0], "branch": way[1]}
    truth = oracle(model)
    count, solutions, effort = searched(model, **more)
    assert solutions == truth
    assert searched(model, solutions=False, **more) == (count, set(), effort)


@given(model=models(), data=st.data())
@settings(max_examples=examples(50))
def test_jobs_and_roots_share_the_solutions(oracle, model, data):
    root = data.draw(st.none() | st.sampled_from(np.flatnonzero(model.primary).tolist() or [None]))
    assert searched(model, root=root)[1] == oracle(model)
    assert searched(model, root=root, workers=2)[1] == oracle(model)


@given(model=models() | tanks(), way=st.sampled_from(WAYS), stop=st.integers(0, 60))
@settings(max_examples=examples(60))
def test_a_search_resumes_from_any_state(oracle, model, way, stop):
    more = {"propagate": way[0], "branch": way[1]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walks, "FIRST_BUDGET", 1)
        patch.setattr(walks, "LARGEST_BUDGET", 1)
        patch.setattr(sums, "LEAST_POOL", 1 << 10)
        before, state = [], None
        for step in Sums().search(model, Request("all", save_when=lambda: True, **more)):
            before += [] if step.solutions is None else step.solutions.tolist()
            stop -= 1
            if step.state is not None and stop <= 0:
                state = {name: array.copy() for name, array in step.state.items()}
                break
        _, after, _ = searched(model, resume=state, **more) if state else (0, set(), {})
    seen = {tuple(sorted(option for option in row if option >= 0)) for row in before}
    assert seen | after == oracle(model)
    assert len(before) + len(after) == len(oracle(model))


def random_sums(seed):
    """A model with up to some hundreds of solutions: more than the oracle can try."""
    random = np.random.default_rng(seed)
    options = int(random.integers(12, 18))
    amounts = random.choice([0, 0, 1, 1, 2, 3, 4, -1, -2], (int(random.integers(3, 7)), options))
    chosen = random.random(options) < 0.5
    slack = random.integers(0, 3, len(amounts))
    gets = amounts @ chosen
    items = {f"i{i}": (int(get - slack[i] // 2), int(max(0, get) + slack[i])) for i, get in enumerate(gets)}
    columns = [{f"i{i}": int(a) for i, a in enumerate(column) if a} for column in amounts.T]
    return Model.build(items, columns)


@pytest.mark.parametrize("seed", range(12))
def test_solutions_are_those_of_general(seed):
    model = random_sums(seed)
    _, truth, _ = searches.searched(General(), model)
    for propagate, branch in WAYS:
        assert searched(model, propagate=propagate, branch=branch)[1] == truth
    assert searched(model, workers=2)[1] == truth


@pytest.mark.parametrize("pool", [64, 200, 1000])
@pytest.mark.parametrize("seed", range(4))
def test_counts_do_not_depend_on_room_for_clauses(monkeypatch, pool, seed):
    """Without room the search turns decisions round instead of learning."""
    model = random_sums(seed)
    count = searches.searched(General(), model, solutions=False)[0]
    monkeypatch.setattr(sums, "LEAST_POOL", pool)
    monkeypatch.setattr(sums, "MOST_POOL", pool)
    monkeypatch.setattr(sums, "CLAUSES_AT_FIRST", 5)
    for propagate, branch in WAYS:
        assert searched(model, propagate=propagate, branch=branch)[0] == count


# -- known counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "count"),
    [
        (matrices(5), 2040),
        (Model.build({"sum": 40}, [{"sum": k} for k in range(1, 41)]), 1113),
        (Model.build({"size": (3, 5)}, [["size"]] * 12), 1507),
        (Model.build({"hit": (1, None)}, [["hit"]] * 10), 1023),
        (Model.build({}, [[]] * 10), 1024),
        (Model.build({"a": 1}, [["a"], ["a"], [], []]), 8),
        (Model.build({"a": 0}, [["a"]]), 1),
        (Model.build({"a": 1}, []), 0),
        (Model.build({}, []), 1),
    ],
)  # fmt: skip
def test_known_counts(model, count):
    assert searched(model, solutions=False)[0] == count
    assert searched(model, workers=2)[0] == count


@pytest.mark.parametrize("name", REAL)
def test_real_puzzles(name):
    model = aquarium(REAL[name])
    counts = {searched(model, propagate=propagate, branch=branch)[0] for propagate, branch in WAYS}
    assert counts == {1}
    assert searched(model)[1] == searches.searched(General(), model)[1]


def test_stages_need_fewer_nodes():
    """Decisions on the hard 15x15 puzzles: subsets prune, lookahead leaves hardly any."""
    hard = [aquarium(text) for name, text in REAL.items() if "15x15_hard" in name]
    nodes = {
        stage: sum(searched(model, propagate=stage)[2]["nodes"] for model in hard)
        for stage in ("bounds", "subsets", "lookahead")
    }
    assert nodes["bounds"] > nodes["subsets"] > 10 * nodes["lookahead"]


# -- edges -----------------------------------------------------------------------------------------


def test_colours_and_large_sums_are_refused(monkeypatch):
    coloured = Model.build({"s": (0, 1)}, {"a": {"s": "red"}, "b": {"s": "blue"}})
    assert Sums().refusal(coloured, Request("count")) == "sums takes no colours (general does)"
    large = Model.build({"s": (0, 1 << 30)}, {"a": {"s": 1 << 30}, "b": {"s": -(1 << 30)}})
    assert Sums().refusal(large, Request("count")) == (
        "sums adds up to less than 2,147,483,648; the amounts of 's' make 2,147,483,648 (general takes them)"
    )
    monkeypatch.setattr(sums, "MOST_ENTRIES", 1)
    refused = Sums().refusal(Model.build({"a": 1}, [["a"], ["a"]]), Request("count"))
    assert refused == "sums takes up to 1 entries; there are 2 (cpsat takes more)"


def test_largest_sums():
    most = (1 << 30) - 1
    gives = [{"a": most}, {"a": -most}, {"a": 1}]
    for low, high in itertools.combinations_with_replacement([-most, -1, 0, 1, most], 2):
        if high >= 0:
            model = Model.build({"a": (low, high)}, gives)
            assert searched(model)[1] == searches.searched(General(), model)[1]


def test_where_amounts_are_one_nothing_is_added_up():
    demands = {"one": 1, "at most": (0, 1), "at least": (1, 9), "two": 2, "free": (0, 3), "signed": 1}
    options = [dict.fromkeys(demands, 1) for _ in range(2)] + [{**dict.fromkeys(demands, 1), "signed": -1}]
    lowered = sums.lower(Model.build(demands, options))
    given = lowered.given
    assert np.diff(given.choice_start).tolist() == [2, 2, 2]  # "one" and "at most"
    assert given.rival.tolist() == [0, 1, 2] * 2
    assert lowered.pool.tolist()[:3] == [0, 3, 0]  # "one" and "at least": three literals, to be kept
    assert len(lowered.pool) == 1 + 2 * (4 + 3)
    assert len(given.spread) == 2  # "two" and "signed"


@pytest.mark.parametrize("at_home", [True, False])
@pytest.mark.parametrize("branch", BRANCHINGS)
def test_choices_may_be_added_up_as_well(monkeypatch, at_home, branch):
    if not at_home:
        monkeypatch.setattr(sums, "_by_ones", lambda model, bounds: np.zeros(model.items, np.bool_))
    assert (len(sums.lower(langford(7)).given.spread) == 0) == at_home
    count, solutions, _ = searched(langford(7), branch=branch)
    assert count == len(solutions) == 2 * 26


def test_pairs_become_implications():
    """A pair that no bound decides: sums 0, 1, 5, 6, and 1 to 5 is wanted."""
    model = Model.build({"pair": (1, 5), "hole": (2, 4)}, [{"pair": 1, "hole": 1}, {"pair": 5}, {"hole": 6}])
    assert searched(model)[1] == searches.searched(General(), model)[1]
    lowered = sums.lower(Model.build({"pair": (1, 5)}, [{"pair": 1}, {"pair": 5}]))
    assert len(lowered.given.entry) == 0
    assert lowered.given.implied.tolist() == [3, 2, 1, 0]


def test_a_limit_stops_the_kernel():
    for task, limit in (("first", 1), ("unique", 2)):
        count = 0
        for step in Sums().search(matrices(7), Request(task, limit=limit)):
            count += step.count
            if step.count:
                assert step.count <= limit
            if count >= limit:
                break
        assert count == limit
