"""Components of a size, and forests: beside all choices tried; cuts follow, and wrong ones do not."""

from itertools import combinations

import pytest
from graph_rules import GRAPHS, circle_free, merged
from looped import looped

import accord
from accord.errors import UsageError
from accord.model.data import LazyItem
from accord.problem import Problem
from accord.problem.graph_rules.components import components
from accord.problem.graphs.graph import grid

BACKENDS = ("native", "cpsat", "sat")
SIZES = [1, 2, 3, (1, 2), (2, 3), (2, 9), (3, 4), (0, 2), (4, 9), range(2, 4), None, (3, 3)]


def all_choices(of):
    return (chosen for size in range(len(of) + 1) for chosen in combinations(of, size))


def of_sizes(graph, low, high):
    """The choices of vertices whose connected parts have such sizes."""
    return {
        frozenset(chosen)
        for chosen in all_choices(graph.vertices)
        if all(
            low <= len(part) <= high
            for part in merged(chosen, [edge for edge in graph.edges if set(edge) <= set(chosen)])
        )
    }


def found(problem, names, backend):
    solutions = accord.solutions(problem, backend=backend)
    values = [problem.values(solution.options) for solution in solutions]
    sets = [frozenset(each for each, name in names.items() if one[name]) for one in values]
    assert len(sets) == len({*sets})
    return {*sets}


@looped("size", SIZES)
@pytest.mark.parametrize("name", ["board", "two triangles", "apart", "hole"])
def test_components_have_the_sizes(name, size):
    graph, p = GRAPHS[name], Problem()
    low, high = (size, size) if isinstance(size, int) else (min(size), max(size)) if size else (0, 99)
    flags = {vertex: p.boolean(f"b{n}") for n, vertex in enumerate(graph.vertices)}
    p.components(flags, graph, size=size)
    right = of_sizes(graph, low, high)
    names = {vertex: flag.name for vertex, flag in flags.items()}
    for backend in BACKENDS if size in (3, (2, 3)) else ("native",):
        assert found(p, names, backend) == right
    (rule,) = p.rules
    assert {frozenset(chosen) for chosen in all_choices(graph.vertices) if rule.accepts(chosen)} == right


@pytest.mark.parametrize("name", GRAPHS)
def test_forests_have_no_circle(name):
    graph, p = GRAPHS[name], Problem()
    flags = {edge: p.boolean(f"b{n}") for n, edge in enumerate(graph.edges)}
    p.forest(flags, graph)
    right = {frozenset(chosen) for chosen in all_choices(graph.edges) if not chosen or circle_free(chosen)}
    names = {edge: flag.name for edge, flag in flags.items()}
    for backend in BACKENDS if name == "complete" else ("native",):
        assert found(p, names, backend) == right
    (rule,) = p.rules
    assert {frozenset(chosen) for chosen in all_choices(graph.edges) if rule.accepts(chosen)} == right


@pytest.mark.parametrize("always", [1, 2, 3])
def test_vertices_and_edges_that_are_always_chosen(always):
    board = grid(2, 3)
    p = Problem()
    flags = [True] * always + [p.boolean(f"b{n}") for n in range(always, 6)]
    p.components(flags, board, size=3)
    sure = {*board.vertices[:always]}
    assert accord.count(p).count == len([each for each in of_sizes(board, 3, 3) if sure <= each])
    p = Problem()
    p.forest([True] * 2 * always + [p.boolean(f"b{n}") for n in range(2 * always, 7)], board)
    sure = {*board.edges[: 2 * always]}
    right = [c for c in all_choices(board.edges) if sure <= {*c} and circle_free(c)]
    assert accord.count(p).count == len(right)


def test_each_cut_follows_and_a_stronger_one_does_not():
    p = Problem()
    p.components(p.board(3, 3), size=(3, 4))
    lazy = p.model.lazy
    name = lazy.rules[0].options
    small = LazyItem("s", {name[0]: -1, name[2]: 1, name[3]: 1, name[4]: 1}, 0)
    assert lazy.follows(small)  # the cells r1c1 and r1c2 are two
    assert not lazy.follows(LazyItem("s", {name[0]: -1, name[2]: 1, name[3]: 1}, 0))
    assert not lazy.follows(LazyItem("s", {**small.gives, name[1]: -1}, 0))
    five = dict.fromkeys((name[place] for place in (0, 1, 2, 4, 5)), 1)
    assert lazy.follows(LazyItem("l", five, 0, 4))
    assert not lazy.follows(LazyItem("l", five, 0, 3))
    assert not lazy.follows(LazyItem("l", {**five, name[5]: 0, name[6]: 1}, 0, 4))
    items = lazy.violations([name[0], name[1], name[3], name[4], name[5], name[8]], None)
    assert items
    assert all(map(lazy.follows, items))
    p = Problem()
    p.forest(p.edges(grid(3, 3)))
    lazy = p.model.lazy
    items = lazy.violations([*lazy.rules[0].options], None)
    assert len(items) == 4
    assert all(map(lazy.follows, items))
    for item in items:
        assert not lazy.follows(LazyItem("c", item.gives, 0, item.high - 1))


def test_rules_are_written_as_calls_and_refuse_what_cannot_be(tmp_path):
    p = Problem()
    p.components(p.board(3, 3), size=(2, 3), words="groups")
    p.forest(p.edges(grid(3, 3)))
    path = tmp_path / "one.toml"
    p.save(path)
    assert "components(x, size=[2, 3], " in path.read_text()
    assert "forest(edge)" in path.read_text()
    again = accord.load(path)
    assert accord.count(again, backend="sat", limit=50).count == 50
    with pytest.raises(UsageError, match="found the size"):
        components([True] * 4, grid(2, 2), size=(3, 2))
