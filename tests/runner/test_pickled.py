"""An outcome that comes from another process: the values of its solutions come with it."""

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import accord


def problem():
    p = accord.Problem("pair")
    x, c = p.integer("x", 1, 3), p.choice("c", ["a", (1, 2)])
    p.add(x == 2, c == (1, 2))
    return p


def test_the_solutions_of_a_pickled_outcome_have_values():
    p = problem()
    outcome = accord.run(p, "all", backend="native")
    again = pickle.loads(pickle.dumps(outcome))
    (solution,) = again.solutions
    assert dict(solution) == {"x": 2, "c": (1, 2)}
    assert solution[p["x"]] == solution["x"] == 2
    assert solution.puzzle is None
    assert (again.json(), str(again)) == (outcome.json(), str(outcome))
    assert pickle.loads(pickle.dumps(solution)).values == solution.values


def test_an_outcome_of_a_pool_has_values():
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        outcome = pool.submit(accord.first, problem(), backend="sat").result()
    assert outcome.solutions[0]["c"] == (1, 2)


def test_a_solution_of_a_bare_model_has_none():
    model = accord.Model.build({"a": 1}, {"o": ["a"]})
    (solution,) = pickle.loads(pickle.dumps(accord.run(model, "all", backend="native"))).solutions
    assert (solution.names, solution.puzzle) == (("o",), None)


def test_a_proved_optimum_is_exact_and_a_stopped_search_is_not():
    p = accord.Problem("best")
    x = p.integers(12, 0, 9)
    p.different(x[:10])
    p.minimize(sum(x))
    proved = accord.best(p, backend="cpsat")
    assert (proved.exact, proved.answer, proved.value, proved.counts_all) == (True, "best", 45, False)
    assert proved.words.startswith("at least ")
    stopped = accord.best(p, backend="native", node_limit=1)
    assert (stopped.exact, stopped.status) == (False, "limit")
