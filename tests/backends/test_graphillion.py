"""The plug-in for Graphillion: published numbers, brute force with random clues, limits, refusals.

Skipped where it is not installed; `pip install -e plugins/accord-graphillion` does so. What it has in common
with other backends of plugins/ is asked in `test_witnesses`.
"""

import random
import threading
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from graphs import LOWERED, grid, model_of, names_of, sets_of
from hypothesis import HealthCheck, given, settings
from processes import python
from random_models import models
from searches import found
from waiting import children_of, is_alive, wait_until

pytest.importorskip("graphillion")
pytest.importorskip("accord_graphillion", reason="not installed: pip install -e plugins/accord-graphillion")

import accord
from accord import Model
from accord.backends import table
from accord.backends.contract import Request
from accord.problem.graph_rules.cuts import GraphCuts
from accord.problem.graphs import grid as cells

pytestmark = pytest.mark.full  # left out of the fast profile

if "graphillion" not in table.rows():
    pytest.skip("not installed: pip install -e plugins/accord-graphillion", allow_module_level=True)

CYCLES = {2: 1, 3: 13, 4: 213, 5: 9349, 6: 1222363}  # A140517
TREES = {2: 4, 3: 192, 4: 100352, 5: 557568000, 7: 19872369301840986112}  # A007341
PATHS = {2: 2, 3: 12, 4: 184, 5: 8512, 6: 1262816}  # A007764
SETS = {2: 13, 3: 218, 4: 11506, 5: 2301877}  # A059525: connected, one cell at least
KINDS = ("loop", "path", "tree", "connected")


def counted(model, **more):
    backend, asked = table.backend("graphillion"), Request("count", solutions=False, **more)
    assert backend.refusal(model, asked) is None
    with closing(backend.search(model, asked)) as search:
        steps = list(search)
    assert steps[-1].complete
    return sum(step.count for step in steps)


# -- loops, paths, trees, connected cells ----------------------------------------------------------


@pytest.mark.parametrize(("n", "number"), CYCLES.items())
def test_simple_cycles(n, number):
    assert counted(model_of("loop", grid(n, n))) == number


@pytest.mark.parametrize(("n", "number"), TREES.items())
def test_spanning_trees(n, number):
    assert counted(model_of("tree", grid(n, n), spanning=True)) == number


@pytest.mark.parametrize(("n", "number"), PATHS.items())
def test_paths_from_corner_to_corner(n, number):
    assert counted(model_of("path", grid(n, n), ends=(0, n * n - 1))) == number


@pytest.mark.parametrize(("n", "number"), SETS.items())
def test_connected_sets_of_cells(n, number):
    assert counted(model_of("connected", grid(n, n))) == number


def ruled(kind, graph, clues=(), **conventions):
    """A graph rule and clues, without the rows that would say what is local to the rule."""
    names = names_of(kind, graph)
    rule = LOWERED[kind]("rule", *graph, tuple(names), **conventions)
    gives = {name: {} for name in names}
    for number, (amounts, _, _) in enumerate(clues):
        for name, amount in amounts.items():
            gives[name][f"clue {number}"] = amount
    items = {f"clue {number}": (low, high) for number, (_, low, high) in enumerate(clues)}
    return Model.build(items, gives, lazy=GraphCuts((rule,)))


def drawn(kind, draw):
    """A random graph, conventions that fit the kind, and clues: sums of amounts of either sign."""
    vertices = draw.randint(3, 6)
    pairs = [(a, b) for b in range(vertices) for a in range(b)]
    graph = vertices, tuple(draw.sample(pairs, min(len(pairs), draw.randint(vertices - 1, 10))))
    more = draw.choice([{}, {"empty": True}, {} if kind == "connected" else {"spanning": True}])
    if kind == "path" and draw.random() < 0.5:
        more = {"ends": (0, vertices - 1), "spanning": draw.random() < 0.4}
    names, clues = names_of(kind, graph), []
    for _ in range(draw.randint(0, 2)):
        some = draw.sample(names, draw.randint(1, len(names)))
        low = draw.randint(-3, 2)
        clues.append(({name: draw.choice([-2, -1, 1, 2, 3]) for name in some}, low, low + draw.randint(1, 4)))
    return graph, clues, more


@pytest.mark.parametrize("kind", KINDS)
def test_graph_rules_with_random_clues_agree_with_brute_force(kind):
    draw = random.Random(kind)
    numbers = []
    for _ in range(12):
        graph, clues, more = drawn(kind, draw)
        numbers.append(sets_of(kind, graph, clues, **more))
        assert counted(ruled(kind, graph, clues, **more)) == numbers[-1], (graph, clues, more)
    assert len(set(numbers)) > 3


def test_solutions_are_those_of_the_lazy_loop_with_what_is_hidden():
    for kind in KINDS:
        more = {"ends": (0, 5)} if kind == "path" else {}
        model = model_of(kind, grid(2, 3), **more)
        mine = accord.count(model, backend="graphillion", with_digest=True)
        ours = accord.count(model, backend="native", engine="general", with_digest=True)
        assert mine.count == ours.count > 2
        assert mine.digest == ours.digest


def test_edges_that_are_always_or_never_chosen_and_what_is_in_no_rule():
    graph = grid(3, 3)
    model = model_of("tree", graph, spanning=True)
    rule = model.lazy.rules[0]
    always = replace(model, lazy=GraphCuts((replace(rule, options=("", *rule.options[1:]), fixed=(0,)),)))
    assert counted(always.restrict(range(1, model.options))) == sets_of(
        "tree", graph, [({"0-1": 1}, 1, 1)], spanning=True
    )
    without = model.restrict(range(1, model.options))
    assert counted(without) == sets_of("tree", (9, graph[1][1:]), spanning=True)
    free = Model.build(
        {}, {**{name: {} for name in names_of("loop", graph)}, "free": {}}, lazy=model_of("loop", graph).lazy
    )
    assert counted(free) == 26


def test_several_rules_and_several_paths():
    board = cells(4, 4)
    p = accord.Problem("numberlink")
    p.paths(p.edges(board), ends=[((0, 0), (3, 1)), ((0, 1), (3, 2))], spanning=True)
    assert counted(p.model) == 4  # as docs/graphs.md has it
    p = accord.Problem("three regions")
    p.regions(p.board(3, 3, 1, 3), sizes=3, how="cuts")
    assert counted(p.model) == 60


# -- sums ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        ("dominoes-8x8", 12988816), ("dominoes-14x14", 112202208776036178000000), ("queens-8", 92),
        ("langford-8", 300), ("sudoku-4x4", 288), ("pentomino-3x20", 8), ("slitherlink-6", 1),
        ("hitori-6", 1),
    ],
)  # fmt: skip
def test_puzzles_of_the_library(puzzle, count):
    outcome = accord.count(accord.load(puzzle), backend="graphillion")
    assert (outcome.engine, outcome.count, outcome.exact) == ("zdd", count, True)


@given(model=models(colours=False, hidden=False))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_models_agree_with_brute_force(model, oracle):
    solutions, complete, count = found(table.backend("graphillion"), model)
    assert complete
    assert set(solutions) == oracle(model)
    assert count == len(solutions) == counted(model)


# -- limits and refusals ---------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks into /proc")
def test_too_little_memory_and_time_and_a_cancelled_run_end_as_partial():
    model, before = model_of("loop", grid(12, 12)), children_of()
    little = accord.count(model, backend="graphillion", memory_limit=30_000_000)
    assert (little.status, little.limit, little.exact) == ("limit", "memory", False)
    assert "graphillion may use 30,000,000 bytes" in little.reason
    soon = accord.count(model, backend="graphillion", time_limit=0.2)
    assert (soon.status, soon.exact) == ("time", False)
    cancel = threading.Event()
    cancel.set()
    assert accord.count(model, backend="graphillion", cancel=cancel).status == "cancelled"
    assert children_of() == before


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks into /proc")
def test_its_process_ends_with_the_one_that_started_it():
    program = (
        "import accord, os, signal, sys\n"
        "from accord.backends import table\n"
        "from accord.backends.contract import Request\n"
        "search = table.backend('graphillion').search(accord.load('langford:14').model, Request('all'))\n"
        "for _ in range(10): next(search)\n"
        "print(open(f'/proc/self/task/{os.getpid()}/children').read())\n"
        "sys.stdout.flush()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    (child,) = map(int, python("-c", program).stdout.split())
    wait_until(lambda: not is_alive(child), "the process of graphillion ends")


def test_a_process_that_fails_is_told_with_its_last_word(monkeypatch, tmp_path):
    (tmp_path / "diagram.py").write_text("raise SystemExit('no diagram')")
    monkeypatch.setattr("accord_graphillion.backend.DIAGRAM", tmp_path / "diagram.py")
    with pytest.raises(accord.EngineError, match="graphillion ended with exit code 1: no diagram"):
        counted(Model.build({"a": 1}, [["a"]]))


@dataclass(frozen=True)
class Strange:
    token: str = "strange"

    def violations(self, chosen, solve):
        return []


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (Model.build({"a": (0, 1)}, [{"a": "red"}]), "does not know colours; item 'a'"),
        (Model.build({"a": (0, None)}, [{"a": 1 << 53}]), "adds in doubles, and the amounts of item 'a'"),
        (Model.build({"a": 1}, {"x": ["a"]}, lazy=Strange()), "knows graph rules"),
        (Model.build({}, [[]] * 65_001), "takes up to 65,000 elements; the model has 65,001"),
    ],
)
def test_it_refuses_in_a_sentence(model, reason):
    assert reason in table.backend("graphillion").refusal(model, Request("count"))


def test_the_least_is_found_by_walking_to_all():
    model = Model.build({"a": 1}, {"x": ["a"], "y": ["a"]}, minimize={"x": 2, "y": 1})
    assert accord.best(model, backend="graphillion").value == 1
