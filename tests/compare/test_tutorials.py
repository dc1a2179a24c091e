"""Problems of tutorials: the list has its functions, both sides agree, and disagreement is printed."""

import random
from time import monotonic

import pytest

from accord.runner.api import run
from accord_compare import bench
from accord_compare.contests import contests
from accord_compare.performance import tables

pytest.importorskip("accord_tutorials", reason="not installed: pip install -e plugins/accord-cpmpy")

from accord_tutorials import contests as module
from accord_tutorials import csplib, flattening
from accord_tutorials.listed import HERE, MODULES, _functions, read_list, statement, statements

pytestmark = pytest.mark.full  # left out of the fast profile

SMALL = {  # arguments that make a problem small, and its answer
    "queens": ((5,), 10),
    "golomb": ((4,), 6),
    "all-interval": ((5,), None),
    "langford": ((3,), 1),
    "bibd": ((3, 3, 2, 2, 1), 1),
    "costas": ((4,), 12),
    "magic-series": ((5,), 1),
    "golfers": ((2, 2, 2), 1),
    "tour": ((((0, 2, 9, 4), (2, 0, 3, 8), (9, 3, 0, 1), (4, 8, 1, 0)),), 10),
    "job-shop": ((((2, 3), (3, 1)),), 6),
    "photo": (((0, 1, 0, 1),), 3),
    "buses": (((2, 1, 3),), None),
}


def answer(one, *sizes):
    problem = statement("ours", one)(*sizes)
    outcome = run(problem.model, one.task, backend="cpsat", workers=1)
    assert outcome.solutions or one.task == "count"
    for solution in outcome.solutions:
        values = problem.values(solution.options)
        assert problem.holds({problem[name]: value for name, value in values.items()})
    return outcome.value if one.task == "best" else outcome.count


def test_every_problem_of_the_list_is_stated_on_both_sides_and_nothing_else_is():
    names = {one.function for one in read_list().values()}
    assert len(names) == 20
    for side in ("ours", "theirs"):
        assert {name for each in MODULES for name in _functions(side, each)} == names


def test_no_model_of_ours_is_more_than_two_statements_longer():
    longer = {one.name: statements("ours", one) - statements("theirs", one) for one in read_list().values()}
    assert max(longer.values()) <= 2, longer


def test_statements_are_counted_within_loops_and_without_what_is_returned():
    cakes = read_list()["cakes"]
    lines = (HERE / "ours" / "plans.py").read_text().split("def cakes")[1].split("def ")[0].splitlines()
    assert statements("ours", cakes) == len([line for line in lines if line.strip()]) - 3


@pytest.mark.parametrize("name", read_list())
def test_both_sides_agree(name):
    cp = pytest.importorskip("cpmpy")
    one = read_list()[name]
    sizes, known = SMALL.get(name, ((), one.answer))
    model, variables = statement("theirs", one)(*sizes)
    solver = cp.SolverLookup.get("ortools", model)
    solver.solver_vars(list(cp.cpm_array(variables).flat))
    if one.task == "count":
        theirs = solver.solveAll(num_workers=1)
    else:
        theirs = solver.solve(num_workers=1)
        theirs = solver.objective_value() if one.task == "best" else int(theirs)
    assert answer(one, *sizes) == theirs
    assert known in (None, theirs)


def test_a_process_of_ours_says_its_answer_and_its_parts():
    said = module._ask("ours", read_list()["cakes"])
    assert (said["answer"], said["complete"]) == (1700, True)
    assert said["model"] > 0


@pytest.mark.slow
def test_another_answer_is_a_disagreement_and_values_that_break_a_rule_are_none(monkeypatch):
    says = {"answer": 1, "complete": True, "model": 1.0, "solving": 2.0, "values": [0] * 36}
    monkeypatch.setattr(module, "require", lambda *_: {})
    monkeypatch.setattr(module, "_asked", lambda side, one: says)
    contest = module._contest(read_list()["golfers"])
    assert "cpmpy-ortools counted 0; known are 1" in tables([bench.measure(contest, 1)])
    contest = module._contest(read_list()["zebra"])
    assert "DISAGREEMENT" in tables([bench.measure(contest, 1)])


@pytest.mark.slow  # its processes take 20 s
def test_the_table_tells_parts_and_what_was_not_finished(monkeypatch):
    says = {
        "ours": {"answer": 48, "complete": True, "model": 1.0, "solving": 2.0},
        "theirs": {"answer": 7, "complete": False, "model": 0.5, "solving": 1.5},
    }
    monkeypatch.setattr(module, "require", lambda *_: {})
    monkeypatch.setattr(module, "_asked", lambda side, one: says[side])
    contest = module._contest(read_list()["zebra"])
    row = bench.measure(contest, 3)
    lines = f"{statements('ours', read_list()['zebra'])} / {statements('theirs', read_list()['zebra'])}"
    assert row.parts == {"model": [1.0, 0.5], "solving": [2.0, 1.5]}
    line = next(line for line in tables([row]).splitlines() if line.startswith("| zebra"))
    cells = [cell.strip() for cell in line.split("|")]
    assert cells[1:8] == ["zebra", "count", "48", lines, "1,000 / 500", "2,000 / 1,500", "> 0.67"]
    says["ours"]["complete"] = False
    assert "not solved within 60 seconds; the best so far is 48" in tables([bench.measure(contest, 1)])


def test_both_sides_of_a_flattening_get_the_same_rules_and_each_says_something(monkeypatch):
    monkeypatch.setattr(flattening, "BOOLEANS", 20)
    monkeypatch.setattr(flattening, "INTEGERS", 20)
    rng = random.Random(1)
    for _ in range(50):
        some, amounts = flattening.five(rng)
        assert len(set(some)) == len(amounts) == 5
        assert max(amounts) > 0  # so it can be broken
    for contest in flattening.contests():
        assert contest.section == "flattening"
    for ours, theirs in (
        (flattening.booleans, flattening.their_booleans),
        (flattening.integers, flattening.their_integers),
    ):
        cp = pytest.importorskip("cpmpy")
        model = theirs()
        assert len(ours().rules) == len(model.constraints) == 20
        assert len(flattening.linear(model)) >= 20
        solver = cp.SolverLookup.get("ortools", model)
        assert solver.solve(num_workers=1) == bool(run(ours().model, "first", backend="cpsat").count)


def test_missing_peers_are_told(monkeypatch):
    monkeypatch.setattr(
        module, "require", lambda *_: (_ for _ in ()).throw(bench.MissingPeerError("pip install cpmpy"))
    )
    (contest, *_) = module.contests()
    assert bench.measure(contest, 1).missing


def test_without_the_plug_in_each_of_its_sections_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr("accord_compare.contests.find_spec", lambda name: None)
    rows = [bench.measure(contest, 1) for contest in contests(sections=["modelling", "flattening", "csplib"])]
    assert all(row.missing for row in rows)
    assert "pip install ./plugins/accord-cpmpy" in tables(rows)


@pytest.mark.parametrize("name", [name for name, asked in csplib.PROBLEMS.items() if not asked.long])
def test_a_problem_of_csplib_has_the_known_answer_on_both_sides(name):
    """One that takes a second; `accord bench` measures the others, too."""
    asked = csplib.PROBLEMS[name]
    outcome = run(asked.state("ours"), asked.task, workers=1)
    assert (outcome.value if asked.task == "best" else outcome.count) == asked.answer
    assert csplib.solve(*asked.state("theirs"), asked.task) == (asked.answer, True)


@pytest.mark.slow
def test_a_time_limit_is_kept_on_every_problem_of_csplib():
    """Within half a second in search, and a second in building; of three tries, if the machine is busy."""
    for name, asked in csplib.PROBLEMS.items():
        for limit, most in ((0.01, 1.0), (0.3, 0.5)):
            assert any(_late(asked, limit) < most for _ in range(3)), (name, limit)


def _late(asked, limit):
    """The seconds by which a run ends after its limit; what it found agrees with what is known."""
    problem = asked.state("ours")
    started = monotonic()
    outcome = run(problem, asked.task, time_limit=limit)
    late = monotonic() - started - limit
    if asked.task == "count":
        assert outcome.count <= asked.answer
    if outcome.exact:
        assert asked.answer == (outcome.value if asked.task == "best" else outcome.count)
    return late
