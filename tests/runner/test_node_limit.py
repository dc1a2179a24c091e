"""A limit of nodes, on every engine: it is kept, a cut count is no count, and one can go on from there."""

import threading
from dataclasses import dataclass

import pytest
from looped import looped

import accord
from accord.backends.contract import Allowance, Request, Slice, node_counter
from accord.backends.cpsat import CpSat
from accord.errors import SpentError
from accord.model import Model
from accord.model.lazy import LazyItem
from accord.runner.workers import Purse
from accord.sudoku import clue_puzzles

LIMITS = (1, 37, 300, 5000)
ROW = 64  # nodes of a step of the window kernels: what fits at one cell

# puzzle, engine, its solutions, nodes by which it may go beyond a limit
EXACT = [
    ("pentomino-3x20", "window", 8, ROW),
    ("one-sided-5x18", "window", None, ROW),
    ("queens-8", "bitset", 92, 0),
    ("langford:7", "cells", 52, 8),
    ("queens-8", "general", 92, 8),
    ("aquarium-15x15-hard", "general", 1, 225),
    ("queens-8", "sums", 92, 0),
    ("sudoku:" + "." * 81, "sudoku", None, 0),
    ("dominoes-8x8", "memo", 12988816, 0),
    ("queens-8", "minicard", 92, 8),
    ("aquarium-15x15-hard", "glucose4", 1, 1),
]


def check(outcome, limit, count, beyond):
    nodes, _ = node_counter(outcome.effort)
    assert nodes <= limit + beyond
    if outcome.status == "complete":
        assert (outcome.exact, outcome.count, outcome.reason) == (True, count, "")
        return
    assert (outcome.status, outcome.limit, outcome.exact) == ("limit", "nodes", False)
    assert nodes >= limit
    assert outcome.reason == f"stopped after {nodes:,} nodes"
    assert outcome.words.startswith("at least ")
    assert count is None or outcome.count <= count


@looped("limit", LIMITS)
@pytest.mark.parametrize(("name", "engine", "count", "beyond"), EXACT)
def test_an_engine_stops_there(name, engine, count, beyond, limit):
    outcome = accord.count(accord.load(name), engine=engine, node_limit=limit)
    check(outcome, limit, count, beyond)
    if limit == 1:
        assert outcome.status == "limit"


@pytest.mark.parametrize("limit", [50, 2000])
@pytest.mark.parametrize(
    ("name", "engine", "count"), [("one-sided-5x18", "window", None), ("queens:10", "bitset", 724)]
)
def test_threads_share_the_limit(name, engine, count, limit):
    outcome = accord.count(accord.load(name), engine=engine, node_limit=limit, workers=3)
    check(outcome, limit, count, 3 * ROW)


def test_a_long_limit_is_shared_among_threads_that_cut_the_search():
    outcome = accord.count(accord.load("queens:12"), engine="bitset", node_limit=200_000, workers=3)
    check(outcome, 200_000, 14200, 0)


def test_processes_share_the_limit():
    outcome = accord.count(accord.load("queens-8"), backend="sat", node_limit=100, workers=2)
    check(outcome, 100, 92, 16)


def test_a_choice_between_engines_is_no_way_around_it():
    for limit in LIMITS:
        check(accord.count(accord.load("pentomino-6x10"), node_limit=limit), limit, None, ROW)
    counted = accord.count(
        accord.load("dominoes-8x8"), node_limit=100
    )  # neither layers nor memo gets that far
    check(counted, 100, None, ROW)
    assert "within the limit of nodes" in counted.chosen


def test_the_parts_of_a_run_share_the_limit():
    whole = accord.count(accord.load("queens:7"), distinct=True, method="burnside", engine="bitset")
    assert (whole.count, whole.exact) == (6, True)
    nodes = whole.effort["nodes"]
    for limit in range(1, nodes + 2, nodes // 7):
        outcome = accord.count(
            accord.load("queens:7"), distinct=True, method="burnside", engine="bitset", node_limit=limit
        )
        check(outcome, limit, 6, 0)
        assert outcome.exact == (limit >= nodes)


@dataclass(frozen=True)
class Even:
    """The numbers of the chosen options add up to an even number, said of one wrong solution at a time."""

    token = "even"

    def violations(self, chosen, solve):
        if sum(map(int, chosen)) % 2 == 0:
            return []
        return [LazyItem(f"not {sorted(chosen)}", dict.fromkeys(chosen, 1), 0, len(chosen) - 1)]


def test_the_passes_of_a_lazy_model_share_the_limit():
    model = Model.build({"four": 4}, {str(o): ["four"] for o in range(8)}, lazy=Even())
    whole = accord.count(model, backend="native")
    assert (whole.count, whole.exact, whole.effort["rounds"]) == (38, True, 2)
    for limit in (1, whole.effort["nodes"] // 2, whole.effort["nodes"] - 20):
        outcome = accord.count(model, backend="native", node_limit=limit)
        check(outcome, limit, whole.count, 8)
        assert not outcome.exact


def test_the_places_of_the_first_piece_are_nodes():
    outcome = accord.count(accord.load("pentomino-6x10"), engine="window", root="P", node_limit=50)
    assert outcome.effort["roots"] > 50 + ROW
    check(outcome, 50, None, ROW)


@pytest.mark.parametrize(
    ("name", "engine", "count", "step"),
    [("queens-8", "bitset", 92, 250), ("pentomino-3x20", "window", 8, 3000), ("queens-8", "memo", 92, 300),
     ("queens-8", "minicard", 92, 150)],
)  # fmt: skip
@pytest.mark.parametrize("workers", [None, 2])
def test_what_was_cut_goes_on_from_its_checkpoint(tmp_path, name, engine, count, step, workers):
    if workers and engine == "minicard":
        pytest.skip("a part under way begins anew there, so no limit would get any further")
    puzzle, stops = accord.load(name), 0
    for limit in range(step, 100 * step, step):
        outcome = accord.count(
            puzzle, engine=engine, checkpoint=tmp_path / "state", node_limit=limit, workers=workers
        )
        if outcome.exact:
            break
        stops += 1
        assert (outcome.status, outcome.limit) == ("limit", "nodes")
        assert outcome.count <= count
    assert (outcome.count, outcome.status) == (count, "complete")
    assert stops >= 2


def test_cpsat_ends_by_conflicts_and_at_solutions():
    whole = accord.count(accord.load("queens-8"), backend="cpsat")
    for limit in (1, 200, 400):
        outcome = accord.count(accord.load("queens-8"), backend="cpsat", node_limit=limit)
        assert (outcome.status, outcome.limit, outcome.exact) == ("limit", "nodes", False)
        assert outcome.count < 92
        assert outcome.effort["branches"] < whole.effort["branches"]
    never = accord.load("langford:9")  # it has no solution, so conflicts alone can end it
    outcome = accord.first(never, backend="cpsat", node_limit=5, workers=1)
    assert (outcome.status, outcome.limit, outcome.answer) == ("limit", "nodes", "undecided")


def test_an_engine_may_say_itself_that_its_nodes_are_used_up(monkeypatch):
    def search(self, model, request):
        yield Slice(1, effort={"branches": 2})
        raise SpentError("stopped after 2 branches")

    monkeypatch.setattr(CpSat, "search", search)
    outcome = accord.count(accord.load("queens-8"), backend="cpsat", node_limit=3)
    assert (outcome.status, outcome.limit, outcome.words) == ("limit", "nodes", "at least 1")
    assert outcome.reason == "stopped after 2 branches"


def test_conflicts_stand_for_nodes_where_there_are_none():
    puzzle = accord.load("langford:9")
    outcome = accord.first(puzzle, backend="sat", engine="cadical195", node_limit=100)
    assert (outcome.status, outcome.limit, outcome.answer) == ("limit", "nodes", "undecided")
    assert outcome.effort["conflicts"] <= 110
    assert outcome.reason == f"stopped after {outcome.effort['conflicts']:,} conflicts"


def test_an_allowance():
    left = Allowance(lambda nodes: 100 - nodes)
    assert [left.quantum(30, nodes) for nodes in (0, 80, 100, 130)] == [30, 20, 1, 1]
    assert left.after(60).quantum(1000, 10) == 30
    assert Allowance(lambda nodes: 100 - nodes, sharers=4).quantum(1000, 20) == 20
    assert Request("count").quantum(1000, 10**9) == 1000
    purse = Purse(100, 2)
    assert purse.allowance(0, 0).quantum(1000, 0) == 50
    assert purse.allowance(1, 0).quantum(1000, 0) == 25
    assert [purse.allowance(0, 30).quantum(1000, nodes) for nodes in (20, 32, 45, 60)] == [12, 6, 1, 1]
    assert list(purse.taken) == [91, 25]


@pytest.mark.parametrize("engine", ["window", "bitset"])
def test_the_first_solutions_are_those_without_a_limit(engine):
    puzzle = accord.load("pentomino-3x20" if engine == "window" else "queens-8")
    found = [row.options for row in accord.solutions(puzzle, engine=engine)]
    cut = [row.options for row in accord.solutions(puzzle, engine=engine, node_limit=20_000)]
    assert set(cut) <= set(found)
    assert len(set(cut)) == len(cut)


def test_a_limit_does_not_hold_up_a_cancelled_run():
    cancel = threading.Event()
    cancel.set()
    outcome = accord.count(accord.load("queens:12"), engine="bitset", node_limit=10**9, cancel=cancel)
    assert outcome.status == "cancelled"


def test_the_engine_of_clue_sets():
    grid = "123456789456789123798231564234675918815943276967812435379164852582397641641528397"
    for limit in (1, 1000):
        found = clue_puzzles(grid, engine="bands", node_limit=limit)
        assert (found.status, found.exhaustive) == ("limit", False)
        assert limit <= found.effort["nodes"] <= limit + (1 << 15)
