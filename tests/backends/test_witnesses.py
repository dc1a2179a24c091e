"""The backends of plugins/ as witnesses: code of others on the same models, through a stranger's adapter.

They are skipped where they are not installed; `pip install -e plugins/accord-clingo` does so.
`pytest --backend clingo tests/backends/test_agreement.py` runs the suite of our own backends over one.
"""

import threading
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from commands import called
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from processes import python
from profiles import examples
from searches import found
from waiting import children_of, is_alive, wait_until

import accord
from accord import Model
from accord.backends import table
from accord.backends.contract import Request

pytestmark = pytest.mark.full  # left out of the fast profile

ROOT = Path(__file__).parents[2]
ORACLES = {name: f"accord_{name}" for name in ("clingo", "d4", "graphillion", "xcover")}
NEEDS = {"clingo": "clingo", "d4": "py_d4", "graphillion": "graphillion", "xcover": "xcover"}
FACE = {"accord", "accord.backends.contract"}
STARTS = FACE | {"accord.processes", "accord.atomic_write"}  # they start processes and write files for them
KNOWS = {
    "clingo": FACE,
    "d4": STARTS | {"accord.cnf"},  # it counts models of our formula
    "graphillion": STARTS
    | {"accord.problem.graph_rules.cuts", "accord.problem.graph_rules.lowered"},  # graph rules
    "xcover": STARTS,
}


def is_installed(name):
    return name in table.rows() and all(find_spec(each) is not None for each in (ORACLES[name], NEEDS[name]))


def oracle_param(name):
    mark = pytest.mark.skipif(
        not is_installed(name), reason=f"not installed: pip install -e plugins/accord-{name}"
    )
    return pytest.param(name, marks=mark)


each = pytest.mark.parametrize("name", [oracle_param(name) for name in ORACLES])
clingo = pytest.mark.parametrize("name", [oracle_param("clingo")])
coloured = pytest.mark.parametrize("name", [oracle_param(name) for name in ("clingo", "d4", "xcover")])
xcover = pytest.mark.parametrize("name", [oracle_param("xcover")])


def random_settings(number):
    return settings(
        max_examples=examples(number), suppress_health_check=[HealthCheck.function_scoped_fixture]
    )


@st.composite
def covers(draw, colours=True):
    """Exact covers: primary and secondary items, and colours on secondary ones."""
    demands = {f"i{i}": draw(st.sampled_from([1, 1, (0, 1)])) for i in range(draw(st.integers(1, 5)))}
    options = []
    for _ in range(draw(st.integers(0, 9))):
        items = draw(st.sets(st.sampled_from(list(demands)), max_size=3))
        shades = st.sampled_from([1, "red", "green"])
        options.append(
            {item: draw(shades) if colours and demands[item] == (0, 1) else 1 for item in sorted(items)}
        )
    return Model.build(demands, options)


@st.composite
def models(draw):
    """Every kind: demands of any size, amounts of either sign, colours, and an objective."""
    ranges = st.tuples(st.integers(-2, 2), st.integers(0, 3)).map(sorted).map(tuple)
    demands = {f"i{i}": draw(st.sampled_from([1, (0, 1)]) | ranges) for i in range(draw(st.integers(1, 4)))}
    demands["flag"] = (0, 1)
    options = {}
    for o in range(draw(st.integers(0, 8))):
        items = draw(st.sets(st.sampled_from([item for item in demands if item != "flag"]), max_size=3))
        options[f"o{o}"] = {item: draw(st.sampled_from([1, 1, 2, -1, -3])) for item in sorted(items)}
        flag = draw(st.sampled_from([None, 1, -1, 2, "red", "green"]))
        if flag is not None:
            options[f"o{o}"]["flag"] = flag
    return Model.build(demands, options, minimize={name: draw(st.integers(-5, 5)) for name in options})


def solution_set(model, name):
    solutions, complete, count = found(table.backend(name), model)
    assert complete
    assert count == len(solutions) == len(set(solutions))
    return set(solutions)


# -- what they find --------------------------------------------------------------------------------


@each
@pytest.mark.parametrize(
    ("puzzle", "variant", "count"),
    [("queens-8", None, 92), ("pentomino-3x20", None, 8), ("langford:7", None, 52)],
)
def test_known_counts_and_digests(name, puzzle, variant, count):
    loaded = accord.load(puzzle, variant)
    if table.backend(name).refusal(loaded.model, Request("count")):
        pytest.skip("it does not take the model")
    mine = accord.count(loaded, backend=name, with_digest=True)
    ours = accord.count(loaded, backend="native", with_digest=True)
    assert (mine.count, mine.exact, mine.digest) == (count, True, ours.digest)


@each
@pytest.mark.slow
@pytest.mark.parametrize(
    ("puzzle", "variant", "count"),
    [("soma", None, 11520), ("pentomino-4x15", "hoyt", 402), ("langford-8", None, 300)],
)
def test_known_counts_of_larger_puzzles(name, puzzle, variant, count):
    if (name, puzzle) == ("clingo", "soma"):
        pytest.skip("it takes clingo more than a minute")
    outcome = accord.count(accord.load(puzzle, variant), backend=name)
    assert (outcome.count, outcome.exact) == (count, True)


@clingo
@random_settings(60)
@given(model=models())
def test_clingo_finds_the_solutions_of_every_kind_of_model(name, oracle, model):
    assert solution_set(model, name) == oracle(model)


@clingo
@random_settings(40)
@given(model=models())
def test_clingo_ends_with_the_least_value(name, oracle, model):
    values = [int(model.objective[list(row)].sum()) for row in oracle(model)]
    solutions, complete, _ = found(table.backend(name), model, "best")
    reached = [int(model.objective[list(row)].sum()) for row in solutions]
    assert complete
    assert reached == sorted(set(reached), reverse=True)
    assert reached[-1:] == ([min(values)] if values else [])


@clingo
@random_settings(60)
@given(model=covers())
def test_clingo_finds_the_solutions_of_coloured_covers(name, oracle, model):
    assert solution_set(model, name) == oracle(model)


@xcover
@random_settings(60)
@given(model=covers())
def test_xcover_finds_the_solutions_of_coloured_covers(name, oracle, model):
    assert solution_set(model, name) == oracle(model)


@coloured
def test_one_model_with_everything_that_a_cover_can_have(name, oracle):
    model = Model.build(
        {"a": 1, "b": 1, "s": (0, 1), "t": (0, 1)},
        [
            {"a": 1, "s": "red"}, {"b": 1, "s": "red"}, {"b": 1, "s": "green"}, {"a": 1, "b": 1},
            {"a": 1, "t": 1}, {"s": "red", "t": 1}, {"s": 1}, {}, {"t": "green"}, {"a": 1, "s": "red"},
        ],
    )  # fmt: skip
    expected = oracle(model)
    assert len(expected) > 20
    assert solution_set(model, name) == expected


@each
@pytest.mark.parametrize(
    ("items", "options", "count"),
    [
        ({}, [], 1),
        ({"a": (0, 1)}, [], 1),
        ({"a": 1}, [], 0),
        ({"a": 1}, [[], []], 0),
        ({"a": (0, 1)}, [[]], 2),
        ({"a": 1}, [["a"], ["a"], ["a"]], 3),
    ],
)
def test_corners(name, items, options, count):
    assert accord.count(Model.build(items, options), backend=name).count == count


# -- what they must do beside ----------------------------------------------------------------------


@each
def test_first_and_unique(name):
    assert accord.unique(accord.load("queens:4"), distinct=True, backend=name).answer == "unique"
    assert accord.unique(accord.load("queens:5"), backend=name).answer == "several"
    assert accord.first(accord.load("queens:3"), backend=name).answer == "impossible"


@each
def test_a_time_limit_ends_a_hard_count(name):
    outcome = accord.count(accord.load("one-sided-5x18"), backend=name, time_limit=1.0)
    assert (outcome.status, outcome.exact) == ("time", False)


@each
def test_slices_come_without_solutions_too_and_closing_stops_the_engine_between_two(name):
    backend, model = table.backend(name), accord.load("langford:14").model  # has none, after a long search
    threads, children = set(threading.enumerate()), children_of()
    with closing(backend.search(model, Request("all"))) as search:
        for _ in range(10):
            step = next(search)
            assert (step.count, step.complete) == (0, False)
    assert set(threading.enumerate()) <= threads
    assert children_of() <= children


@xcover
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks into /proc")
def test_a_search_that_came_to_its_end_leaves_its_process_to_the_next_and_no_other_does(name):
    backend, solvable = table.backend(name), accord.load("queens:6").model
    found(backend, solvable)
    kept = children_of()
    for puzzle, count in [("queens:5", 10), ("queens:4", 2), ("queens:3", 0)]:
        assert found(backend, accord.load(puzzle).model)[2] == count
        assert children_of() == kept
    with closing(backend.search(accord.load("langford:14").model, Request("all"))) as search:
        assert not next(search).complete
        with closing(backend.search(solvable, Request("all"))) as beside:  # the other one is busy
            assert sum(step.count for step in beside) == 4
    assert len(children_of() - kept) == 1  # that of the second; the first was killed
    assert len(children_of()) == len(kept)


@xcover
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks into /proc")
def test_the_process_of_xcover_ends_with_the_one_that_started_it(name):
    program = (
        "import accord, os, signal, sys\n"
        "from accord.backends import table\n"
        "from accord.backends.contract import Request\n"
        "search = table.backend('xcover').search(accord.load('one-sided-5x18').model, Request('all'))\n"
        "while not next(search).count: pass\n"  # so its process searches
        "print(open(f'/proc/self/task/{os.getpid()}/children').read())\n"
        "sys.stdout.flush()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    (child,) = map(int, python("-c", program).stdout.split())
    wait_until(lambda: not is_alive(child), "the process of xcover ends")


@xcover
@pytest.mark.parametrize(
    ("items", "option", "reason"),
    [
        ({"a": 2}, {"a": 1}, "item 'a' has [2, 2]"),
        ({"a": (0, 1)}, {"a": -1}, "an option gives -1 to item 'a'"),
    ],
)
def test_xcover_refuses_in_a_sentence(name, items, option, reason):
    with pytest.raises(accord.RefusedError, match="xcover takes") as refused:
        accord.count(Model.build(items, [option]), backend=name, reduce=False)
    assert reason in str(refused.value)


@clingo
def test_clingo_refuses_what_32_bits_cannot_hold(name):
    model = Model.build({"a": (0, None)}, [{"a": 1 << 30}, {"a": -(1 << 30)}])
    with pytest.raises(accord.RefusedError, match="the amounts of item 'a' add up to 2,147,483,648"):
        accord.count(model, backend=name)


@each
def test_a_worker_has_the_backend_too(name):
    puzzle = accord.load("langford:4")
    if table.backend(name).refusal(puzzle.model, Request("count")):
        puzzle = accord.load("queens:5")
    assert accord.count(puzzle, backend=name, workers=2).count == accord.count(puzzle, backend="native").count


@each
def test_compare_finds_that_all_agree(name, tmp_path):
    asked = ["compare", "queens-8", "--backend", "native", "--backend", name, "-q"]
    asked += ["--ledger", str(tmp_path / "ledger.sqlite")]
    done = called(*asked)
    assert done.returncode == 0
    told = done.stdout
    assert told.count("agree\n") == 1
    assert f"\n  {name} " in told
    assert "1 of 1 agreed on" in told


# -- they are strangers ----------------------------------------------------------------------------


def test_nothing_of_ours_names_them():
    sources = [path for folder in ("src", "native") for path in (ROOT / folder).rglob("*.py")]
    assert sources
    for path in sources:
        assert not any(module in path.read_text() for module in ORACLES.values()), path


@pytest.mark.parametrize("name", ORACLES)
def test_they_import_nothing_but_the_public_face_and_the_contract(name):
    modules = [*(ROOT / "plugins" / f"accord-{name}").rglob("*.py")]
    lines = [line.strip() for module in modules for line in module.read_text().splitlines()]
    taken = {line.split()[1] for line in lines if line.startswith(("from accord", "import accord"))}
    assert {each for each in taken if not each.startswith(ORACLES[name])} == KNOWS[name]
