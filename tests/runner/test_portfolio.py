"""A second backend beside the first: when it begins, what is merged, and who is named."""

from dataclasses import replace

import numpy as np
import pytest

import accord
from accord.backends import portfolio as competing
from accord.backends import table
from accord.backends.contract import Backend, Request, Slice
from accord.errors import EngineError, StoppedError
from accord.model import Model
from accord.problem.graphs import grid
from accord.runner import portfolio
from accord.runner.choose import choose

MODEL = Model.build({"a": (0, 1)}, ["a"] * 3)
UNIQUE = Request("unique", limit=2)


class Scripted(Backend):
    """A backend that yields what it was given, on a clock of its own."""

    name, engines = "scripted", ("only",)

    def __init__(self, name, slices, clock, takes=1.0):
        self.name, self._slices, self._clock, self._takes = name, slices, clock, takes
        self.begun = self.closed = False

    def refusal(self, model, request):
        return None

    def search(self, model, request):
        self.begun = True
        try:
            for step in self._slices:
                self._clock[0] += self._takes
                yield step
        finally:
            self.closed = True


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(competing, "perf_counter", lambda: now[0])
    return now


@pytest.fixture
def searched(monkeypatch):
    def search(first, second, request):
        monkeypatch.setattr(portfolio, "helper", lambda backend, model, request: second)
        return portfolio.search(first, MODEL, request)

    return search


def found(*options, effort=None, complete=False):
    rows = np.array([[option, -1] for option in options], np.int32).reshape(-1, 2)
    return Slice(len(rows), rows, effort or {"nodes": 1}, complete=complete)


def test_a_solution_of_both_counts_once_and_who_saw_all_is_named(clock, searched):
    first = Scripted("slow", [found(0), *[found()] * 9], clock)
    second = Scripted("helper", [found(0, effort={"conflicts": 7}), found(1, complete=True)], clock)
    steps = list(searched(first, second, UNIQUE))
    assert [step.count for step in steps if step.count] == [1, 1]
    assert steps[-1].complete
    assert (steps[-1].backend, steps[-1].engine) == ("helper", "only")
    assert steps[-1].why == "it knew before slow/only, in turn with it"
    assert first.closed
    assert second.closed
    assert any(step.effort == {"nodes": 1, "conflicts": 7} for step in steps)


def test_where_only_the_number_is_wanted_no_solution_is_told(clock, searched):
    first = Scripted("slow", [found(0), *[found()] * 9], clock)
    second = Scripted("helper", [found(0), found(1, complete=True)], clock)
    steps = list(searched(first, second, replace(UNIQUE, task="count", solutions=False)))
    assert sum(step.count for step in steps) == 2
    assert {step.solutions is None for step in steps} == {True}


def test_a_quick_answer_begins_nothing(clock, searched):
    first = Scripted("quick", [Slice()] * 9 + [found(0, complete=True)], clock)
    second = Scripted("helper", [], clock)
    last = list(searched(first, second, UNIQUE))[-1]
    assert (last.complete, last.why) == (True, "")
    assert not second.begun


def test_who_ends_without_having_seen_all_breaks_the_contract(clock, searched):
    with pytest.raises(EngineError, match="backend slow ended without saying"):
        list(searched(Scripted("slow", [found(0)], clock), Scripted("helper", [], clock), UNIQUE))


def test_loading_is_not_searching(clock, searched):
    first = Scripted("slow", [Slice()] * 99 + [found(0, complete=True)], clock)
    second = Scripted("helper", [], clock)
    assert len(list(searched(first, second, UNIQUE))) == 100
    assert not second.begun


@pytest.mark.parametrize(
    "asked",
    [{"workers": 2}, {"stats": True}, {"limit": 3}, {"limit": None}],
    ids=lambda asked: next(iter(asked)),
)
def test_questions_that_are_not_for_two(asked):
    assert portfolio.helps([MODEL], UNIQUE)
    assert not portfolio.helps([MODEL], replace(UNIQUE, **asked))
    assert not choose("auto", [MODEL], replace(UNIQUE, **asked)).relief


def test_who_was_named_works_alone():
    assert choose("auto", [MODEL], UNIQUE).relief
    assert not choose("native", [MODEL], UNIQUE).relief
    assert not choose("auto", [MODEL], replace(UNIQUE, engine="sums")).relief


def test_a_lazy_model_has_a_helper_that_goes_on_if_two_may_ask_its_lazy_part():
    loop = accord.Problem("loop")
    loop.single_loop(loop.edges(grid(3, 3)))
    assert portfolio.helps([loop.model], UNIQUE)
    assert portfolio.helper(table.backend("native"), loop.model, UNIQUE).name == "sat"
    assert not portfolio.helps([accord.load("clues-4x4").model], UNIQUE)


@pytest.mark.parametrize(("name", "patience"), [("native", "LAZY_PATIENCE"), ("sat", "PATIENCE")])
def test_a_backend_that_goes_on_with_each_cut_has_longer_for_itself(name, patience, monkeypatch):
    loop = accord.Problem("loop")
    loop.single_loop(loop.edges(grid(3, 3)))
    monkeypatch.setattr(portfolio, "compete", lambda request, guess, partner, alone: alone)
    alone = portfolio.search(table.backend(name), loop.model, UNIQUE)
    assert alone == getattr(portfolio, patience)


def test_the_helper_is_another_that_learns():
    assert portfolio.helper(table.backend("native"), MODEL, UNIQUE).name == "cpsat"
    assert portfolio.helper(table.backend("cpsat"), MODEL, UNIQUE).name == "sat"


def test_without_cpsat_it_is_sat(monkeypatch):
    is_installed = table.is_installed
    monkeypatch.setattr(table, "is_installed", lambda name: name != "cpsat" and is_installed(name))
    assert portfolio.helper(table.backend("native"), MODEL, UNIQUE).name == "sat"


def test_where_nobody_can_help_the_first_goes_on_alone(clock, searched):
    first = Scripted("slow", [found(0), *[found()] * 9, found(complete=True)], clock)
    assert [step.complete for step in searched(first, None, UNIQUE)] == [False] * 10 + [True]


@pytest.mark.parametrize("name", ["queens-8", "kakuro-8x8", "aquarium-15x15-hard", "sudoku-17"])
def test_answers_are_the_same_however_soon_it_begins(name, monkeypatch):
    alone = accord.run(accord.load(name), "unique", backend="native")
    for patience in ("PATIENCE", "LITTLE_PATIENCE"):
        monkeypatch.setattr(portfolio, patience, -1.0)
    both = accord.run(accord.load(name), "unique")
    assert (both.answer, both.count) == (alone.answer, alone.count)
    assert len({solution.options for solution in both.solutions}) == both.count
    assert (both.backend == "cpsat") == (both.engine == "cp-sat")


def test_a_run_with_a_limit_of_nodes_has_none(monkeypatch):
    monkeypatch.setattr(portfolio, "search", None)
    assert accord.run(accord.load("queens-8"), "unique", node_limit=10_000).answer == "several"


# -- counts -----------------------------------------------------------------------------------------------

COUNT = Request("count", solutions=False)


def counted(number):
    return Slice(number, effort={"states": 1}, complete=True)


def in_turn(first, second, *, guess_walks=False):
    def start(one):
        return lambda own: competing.Entrant("only", one.search(MODEL, own), one.name)

    partner = None if second is None else start(second)
    alone = portfolio.COUNTING
    return competing.count_in_turn(COUNT, start(first), lambda: partner, alone, guess_walks=guess_walks)


def test_a_count_that_ends_first_gives_what_the_walk_has_not(clock):
    first = Scripted("counter", [found()] * 3 + [counted(3)], clock)
    second = Scripted("walker", [found(0), found(1), *[found()] * 9], clock)
    steps = list(in_turn(first, second))
    assert [step.count for step in steps if step.count] == [1, 1, 1]
    assert {step.solutions is None for step in steps} == {True}
    assert (steps[-1].backend, steps[-1].why) == ("counter", "it knew before walker/only, in turn with it")
    assert second.closed


def test_a_walk_that_ends_first_is_the_count(clock):
    first = Scripted("counter", [found()] * 99, clock)
    second = Scripted("walker", [found(0), found(1), found(2, complete=True)], clock)
    steps = list(in_turn(first, second))
    assert sum(step.count for step in steps) == 3
    assert (steps[-1].backend, steps[-1].complete) == ("walker", True)
    assert first.closed


def test_a_walk_that_finds_more_than_is_counted_is_no_answer(clock):
    first = Scripted("counter", [found()] * 3 + [counted(1)], clock)
    second = Scripted("walker", [found(0), found(1), *[found()] * 9], clock)
    with pytest.raises(EngineError, match="walker/only found 2 solutions, and counter/only counted 1"):
        list(in_turn(first, second))


def test_a_walk_goes_on_where_a_count_has_too_little_memory(clock):
    class Short(Scripted):
        def search(self, model, request):
            yield from super().search(model, request)
            raise StoppedError("too many states")

    second = Scripted("walker", [*[found()] * 9, found(0, complete=True)], clock)
    steps = list(in_turn(Short("counter", [found()] * 3, clock), second))
    assert sum(step.count for step in steps) == 1
    with pytest.raises(StoppedError):
        list(in_turn(Short("counter", [found()] * 3, clock), None))


def test_a_graph_rule_is_counted_in_turn_unless_solutions_are_wanted():
    loop = accord.Problem("loop")
    loop.single_loop(loop.edges(grid(3, 3)))
    assert choose("auto", [loop.model], COUNT).relief
    assert not choose("auto", [loop.model], replace(COUNT, solutions=True)).relief
    assert not choose("native", [loop.model], COUNT).relief
    assert not choose("auto", [MODEL], COUNT).relief


# -- another package beside a walk ------------------------------------------------------------------------


class Counter(Backend):
    """As the plug-in of d4 is: it knows the number at its end, and is asked for no solutions."""

    name, engines, counts_beside = "another", ("whole",), True
    number = 48

    def refusal(self, model, request):
        return "it counts" if request.solutions else None

    def counts(self, model, request):
        return True

    def search(self, model, request):
        yield Slice(effort={"branches": 1})
        yield Slice(self.number, effort={"branches": 2}, complete=True)


@pytest.fixture
def installed(monkeypatch):
    """A function that installs such a backend, which is asked at once."""

    def install(kind):
        row = table.Row("another", "nowhere:Counter", "", "another")
        rows, class_of = table.rows(), table._class
        monkeypatch.setattr(table, "rows", lambda: {**{row.name: row for row in table.OURS}, "another": row})
        monkeypatch.setattr(table, "_class", lambda name: kind if name == "another" else class_of(name))
        monkeypatch.setattr(portfolio, "LONG_WALK", -1.0)
        return rows

    return install


def walked():
    """A model that none of our engines counts without walking: 48 of 4 * 4 * 4 sums are 4 or more."""
    p = accord.Problem("sums")
    x = p.integers(3, 0, 3)
    p.add(x[0] + x[1] + 2 * x[2] >= 4, x[0] + 3 * x[1] + x[2] >= 2)
    return p


def test_a_walk_is_counted_by_another_package_that_ends_first(installed):
    alone = accord.count(walked(), backend="native")
    assert not table.backend("native").counts(walked().model, COUNT)

    class Right(Counter):
        number = alone.count

    installed(Right)
    outcome = accord.count(walked())
    assert (outcome.count, outcome.exact, outcome.status) == (alone.count, True, "complete")
    assert outcome.backend in ("native", "another")
    assert "in turn with it" in outcome.chosen
    assert accord.count(walked(), backend="native").chosen == alone.chosen


def test_another_package_is_never_asked_for_solutions_nor_beside_one_that_was_named(installed, monkeypatch):
    class Unasked(Counter):
        def search(self, model, request):
            raise AssertionError

    installed(Unasked)
    number = accord.count(walked(), backend="native").count
    for more in ({"with_digest": True}, {"backend": "native"}, {"engine": "sums"}, {"limit": 5}):
        assert accord.count(walked(), **more).count == min(number, more.get("limit", number))
    assert sum(1 for _ in accord.solutions(walked())) == number
    assert accord.count(accord.load("dominoes-6x6")).count == 6728  # layers need not walk


def test_without_the_package_a_walk_is_alone(monkeypatch):
    monkeypatch.setattr(table, "rows", lambda: {row.name: row for row in table.OURS})
    assert portfolio.counter(walked().model, COUNT) is None
    monkeypatch.setattr(portfolio, "LONG_WALK", -1.0)
    assert accord.count(walked()).backend == "native"


def test_the_rest_follows_where_the_other_knows_the_number(clock):
    first = Scripted("walker", [Slice(2, effort={"nodes": 1}), *[Slice()] * 99], clock)
    second = Scripted("counter", [Slice()] * 3 + [counted(7)], clock)
    steps = list(in_turn(first, second, guess_walks=True))
    assert [step.count for step in steps if step.count] == [2, 5]
    assert (steps[-1].backend, steps[-1].complete) == ("counter", True)
    assert steps[-1].why == "it knew before walker/only, in turn with it"
    assert first.closed
    lies = Scripted("counter", [Slice()] * 3 + [counted(1)], clock)
    walker = Scripted("walker", [Slice(2, effort={"nodes": 1}), *[Slice()] * 99], clock)
    with pytest.raises(EngineError, match="walker/only found 2 solutions, and counter/only counted 1"):
        list(in_turn(walker, lies, guess_walks=True))


def test_a_walk_goes_on_where_the_other_has_too_little_memory(clock):
    class Short(Scripted):
        def search(self, model, request):
            yield from super().search(model, request)
            raise StoppedError("too much memory")

    walker = Scripted("walker", [*[Slice(1, effort={"nodes": 1})] * 9, counted(0)], clock)
    steps = list(in_turn(walker, Short("counter", [Slice()], clock), guess_walks=True))
    assert (sum(step.count for step in steps), steps[-1].complete) == (9, True)
    assert steps[-1].backend == "walker"


@pytest.mark.full
def test_d4_counts_what_would_be_walked_for_days(monkeypatch):
    if "d4" not in table.rows() or not table.class_of("d4"):
        pytest.skip("not installed: pip install -e plugins/accord-d4")
    monkeypatch.setattr(portfolio, "LONG_WALK", 0.2)
    p = accord.Problem("sums")
    x = p.board(5, 5, 0, 3)
    p.add(*(x[r, c] + 2 * x[r, c + 1] <= 5 for r in range(5) for c in range(4)))
    p.add(*(3 * x[r, c] + x[r + 1, c] <= 8 for r in range(4) for c in range(5)))
    outcome = accord.count(p, time_limit=100)
    assert (outcome.count, outcome.exact, outcome.backend) == (141_926_534_144, True, "d4")
    assert outcome.chosen == "it knew before native/sums, in turn with it"
