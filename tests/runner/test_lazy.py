"""Lazy items on every backend: tours and trees, which have to be connected; and engines that cheat."""

import threading
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from spanning import Connected, components, pairs, trees

import accord
from accord.backends import table
from accord.backends.contract import Backend, Request, Slice
from accord.errors import EngineError, InputError, RefusedError
from accord.model import Kind, Model
from accord.model.digest import fingerprint
from accord.model.lazy import Cut, LazyItem, Separation, refuse_lazy, with_cuts, without_lazy
from accord.runner import lazy as loop
from accord.runner.work import work_of


def tours(vertices, lengths=None):
    """Closed tours through all vertices: two edges at each, and no smaller tour."""
    options = {f"{a}-{b}": [f"v{a}", f"v{b}"] for a, b in pairs(vertices)}
    items = {f"v{v}": 2 for v in range(vertices)}
    return Model.build(items, options, minimize=lengths, lazy=Connected(vertices))


@pytest.mark.parametrize(("vertices", "number"), [(3, 3), (4, 16), (5, 125)])
def test_trees_are_as_many_as_cayley_says(backend_name, vertices, number):
    outcome = accord.count(trees(vertices), backend=backend_name)
    assert (outcome.count, outcome.exact, outcome.status) == (number, True, "complete")


@pytest.mark.parametrize(("vertices", "number"), [(4, 3), (5, 12), (6, 60)])
def test_tours(backend_name, vertices, number):
    outcome = accord.count(tours(vertices), backend=backend_name)
    assert (outcome.count, outcome.exact) == (number, True)
    assert (outcome.effort["sets"] > 0) == (vertices >= 6)  # two triangles are the first smaller tours


def test_all_backends_have_the_same_digest():
    digests = {accord.count(tours(7), backend=name).digest for name in ("native", "cpsat", "sat")}
    assert len(digests) == 1
    assert None not in digests


def test_solutions_come_once_and_are_true(backend_name):
    found = [s.names for s in accord.solutions(trees(5), backend=backend_name)]
    assert len(found) == len(set(found)) == 125
    assert all(len(components(5, [tuple(map(int, n.split("-"))) for n in names])) == 1 for names in found)


def test_small_passes_find_the_same(monkeypatch):
    monkeypatch.setattr(loop, "NEW", 1)
    monkeypatch.setattr(loop, "FALSE", 1)
    outcome = accord.count(trees(5), backend="cpsat")
    assert outcome.count == 125
    assert outcome.effort["rounds"] > 3


def test_the_shortest_tour(backend_name):
    random = np.random.default_rng(6)
    places = random.integers(0, 100, (7, 2))
    distance = {(a, b): int(np.abs(places[a] - places[b]).sum()) for a, b in pairs(7)}
    shortest = min(
        sum(distance[min(a, b), max(a, b)] for a, b in zip((0, *p), (*p, 0), strict=True))
        for p in permutations(range(1, 7))
    )
    outcome = accord.best(tours(7, {f"{a}-{b}": d for (a, b), d in distance.items()}), backend=backend_name)
    assert (outcome.value, outcome.bound, outcome.status) == (shortest, shortest, "complete")


@pytest.mark.parametrize("length", [0, -1])
def test_a_best_solution_that_nothing_at_all_could_beat(backend_name, length):
    lengths = {f"{a}-{b}": length * (a + 1 == b) for a, b in pairs(4)}
    model = trees(4)
    outcome = accord.best(
        replace(model, objective=np.array(list(lengths.values()))), backend=backend_name
    )  # the path 0-1-2-3 has all that is below 0
    assert (outcome.value, outcome.bound, outcome.status) == (3 * length, 3 * length, "complete")


def test_oracles_and_searches_answer_alike(backend_name, oracle):
    """Random questions about a model that the lazy loop asks of `oracle`, against its solutions."""
    random = np.random.default_rng(1)
    backend = table.backend(backend_name)
    tours_of_four = without_lazy(tours(4))
    amounts = Model.build({"a": (2, 3), "b": (0, 1)}, {"x": {"a": 2}, "y": {"a": 1, "b": 1}, "z": ["b"]})
    for model in (without_lazy(trees(4)), tours_of_four, amounts, Model.build({"a": 1}, {"x": []})):
        every = oracle(model)
        solve = loop.solve_with(backend)
        for _ in range(12):
            asked = np.flatnonzero(random.random(model.options) < 0.4).tolist()
            found = solve(model, asked)
            assert (found is not None) == any(set(asked) <= set(solution) for solution in every)
            assert found is None or (found in every and set(asked) <= set(found))


def test_first_and_unique_and_limits(backend_name):
    model = tours(6)
    assert accord.first(model, backend=backend_name).answer == "solved"
    several = accord.unique(model, backend=backend_name)
    assert (several.answer, several.count) == ("several", 2)
    assert accord.unique(tours(3), backend=backend_name).answer == "unique"
    assert accord.unique(trees(2), backend=backend_name).answer == "unique"
    some = accord.count(model, backend=backend_name, limit=7)
    assert (some.count, some.exact, some.status) == (7, False, "limit")


def test_what_has_no_solution(backend_name):
    model = tours(6).restrict([o for o, (a, b) in enumerate(pairs(6)) if (a < 3) == (b < 3)])  # two triangles
    assert accord.first(model, backend=backend_name).answer == "impossible"
    assert accord.best(replace(model, objective=np.ones(6, np.int64)), backend=backend_name).value is None


def test_a_run_that_is_cancelled_says_so(backend_name):
    cancel = threading.Event()
    found = accord.run(tours(6), "count", backend=backend_name, cancel=cancel)
    assert found.status == "complete"
    cancel.set()
    outcome = accord.run(tours(6), "count", backend=backend_name, cancel=cancel)
    assert (outcome.status, outcome.exact) == ("cancelled", False)


# -- engines and lazy parts that break the rules --------------------------------------------------------


@pytest.mark.parametrize("name", ["cpsat", "sat"])
def test_an_item_that_is_met_is_refused(name):
    model = replace(trees(4), lazy=Connected(4, liar=True))
    with pytest.raises(EngineError, match=r"lazy item .* is met by the solution"):
        accord.count(model, backend=name)


class Knowing(Backend):
    """A backend that says it knows the lazy items, and does not."""

    name, engines, lazy = "knowing", ("one",), "knows"

    def refusal(self, model, request):
        return None

    def search(self, model, request):
        yield from table.backend("native").search(without_lazy(model), request)


def test_what_an_engine_knows_is_checked():
    with pytest.raises(EngineError, match=r"backend knowing gave a solution that breaks out of \["):
        list(loop.search(Knowing(), trees(4), Request("all")))


class Forgetful(Backend):
    """A backend that loses a solution in its second search, and says that it is complete."""

    name, engines = "forgetful", ("one",)

    def __init__(self):
        self.searches = 0

    def refusal(self, model, request):
        return None

    def search(self, model, request):
        self.searches += 1
        for step in table.backend("native").search(model, request):
            if step.count and self.searches > 1:
                yield Slice(step.count - 1, step.solutions[1:], step.effort, step.complete)
                self.searches = 0
            else:
                yield step


def test_solutions_lost_in_a_later_pass_are_noticed(monkeypatch):
    monkeypatch.setattr(loop, "NEW", 1)
    with pytest.raises(EngineError, match=r"solutions, and \d+ before"):
        list(loop.search(Forgetful(), trees(4), Request("all")))


# -- models ---------------------------------------------------------------------------------------------


def test_kind_and_fingerprint_tell_lazy_models_apart():
    model = trees(4)
    assert Kind.LAZY in model.kind
    assert "lazy" in model.kind.words
    assert Kind.LAZY not in without_lazy(model).kind
    others = [without_lazy(model), replace(model, lazy=Connected(5))]
    assert len({fingerprint(m) for m in (model, *others)}) == 3


def test_restricted_and_required_models_stay_lazy():
    model = trees(4)
    assert accord.count(model.restrict([0, 1, 2, 3])).count == 3  # 0-1 0-2 0-3 1-2: a triangle with a tail
    smaller, kept = model.require([0])
    assert smaller.lazy == model.lazy
    assert accord.count(smaller).count == 8
    assert [smaller.option_name(o) for o in range(smaller.options)] == [model.names[k] for k in kept]


def test_lazy_items_name_options():
    with pytest.raises(InputError, match="lazy items name options, and these have no names"):
        Model.build(["a"], [["a"]], lazy=Connected(2))


def test_options_that_a_model_lacks_are_dropped_and_the_demand_stays():
    model = trees(3).restrict([0])
    cut = Separation(model, lambda *_: None).cut(LazyItem("x", {"0-1": 2, "0-2": 1, "9-9": 4}, 1, 5))
    assert cut == Cut("x", (0,), (2,), 1, 5)
    none = Separation(model, lambda *_: None).cut(LazyItem("y", {"0-2": 1}, 1))
    assert accord.count(with_cuts(without_lazy(model.restrict([0])), [none])).answer == "impossible"


def test_added_items_get_names_of_their_own():
    model = with_cuts(
        without_lazy(trees(3)), [Cut("edges", (0,), (1,), 1, None), Cut("edges", (1,), (1,), 0, 0)]
    )
    assert model.item_names == ("edges", "edges'", "edges''")
    assert model.low.tolist() == [2, 1, 0]
    assert model.high.tolist() == [2, 1, 0]
    assert [s.names for s in accord.solutions(model)] == [("0-1", "1-2")]


def test_who_needs_all_items_refuses():
    model = trees(4)
    with pytest.raises(RefusedError, match="lazy items"):
        refuse_lazy(model, "this")
    with pytest.raises(RefusedError, match="no quotient"):
        model.quotient(np.arange(model.items), np.arange(model.options))
    turned = replace(model, symmetries=np.zeros((2, 1), np.int32))
    with pytest.raises(RefusedError, match="keeps the lazy items"):
        work_of(turned, distinct=True, method=None, root=None)


def test_writers_provers_and_reasoners_refuse():
    from accord.certify.explain import explain
    from accord.certify.prove import prove
    from accord.deduce import rating
    from accord.families.cover import spec_of
    from accord.formats import dimacs, dlx, opb

    model = trees(4)
    for needs_all in (prove, explain, rating, dimacs.write, dlx.write, opb.write, spec_of):
        with pytest.raises(RefusedError, match="lazy items, which only a search finds"):
            needs_all(model)


def test_engines_of_sat():
    assert accord.count(tours(6), backend="sat", engine="cadical103").count == 60
    lengths = {f"{a}-{b}": b - a for a, b in pairs(6)}
    for engine in ("cadical195", "gluecard4", "rc2"):  # the last one searches in passes
        assert accord.best(tours(6, lengths), backend="sat", engine=engine).value == 10
