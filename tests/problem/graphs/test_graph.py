"""Graphs: boards of every lattice, their dots, and what cannot be one."""

import pickle

import pytest

from accord.errors import UsageError
from accord.problem import Problem
from accord.problem.graphs.graph import Graph, dots, edge_name, edges, graph_of, grid, vertex_name


@pytest.mark.parametrize(
    ("graph", "vertices", "edges_"),
    [
        (grid(3, 4), 12, 17),
        (grid(2, 2, touching="corners"), 4, 6),
        (grid(2, 3, lattice="hexagonal"), 6, 9),
        (grid(2, 3, lattice="hexagonal", touching="corners"), 6, 9),
        (grid(2, 2, 2, lattice="cubic"), 8, 12),
        (grid(2, 2, 2, lattice="cubic", touching="corners"), 8, 28),
        (grid("...\n.#.\n..."), 8, 8),
        (dots(grid(3, 4)), 20, 31),
        (dots(grid("..\n.#")), 8, 10),
        (dots(grid(1, 1, lattice="hexagonal")), 6, 6),
        (dots(grid(2, 2, lattice="hexagonal")), 16, 19),  # by Euler: 16 - 19 + 4 = 1
        (graph_of({"a": ["b"], "b": ["a", "c"], "d": []}), 4, 2),
    ],
)
def test_sizes(graph, vertices, edges_):
    assert (len(graph.vertices), len(graph.edges)) == (vertices, edges_)
    assert pickle.loads(pickle.dumps(graph)) == graph


@pytest.mark.parametrize("lattice", ["square", "hexagonal"])
def test_edges_around_a_cell_are_a_loop_and_two_cells_that_touch_share_one(lattice):
    cells = grid(3, 3, lattice=lattice)
    graph = dots(cells)
    for cell in cells.vertices:
        around = graph.around(*cell)
        ends = [dot for edge in around for dot in edge]
        assert all(ends.count(dot) == 2 for dot in ends)
        for other in cells.vertices:
            if other != cell:
                shared = set(around) & set(graph.around(*other))
                assert len(shared) == (other in cells.near[cell])


def test_names_count_from_one():
    graph = dots(grid(1, 1))
    assert [edge_name(edge) for edge in graph.around(0, 0)] == [
        "r1c1-r1c2",
        "r1c2-r2c2",
        "r2c1-r2c2",
        "r1c1-r2c1",
    ]
    assert [vertex_name(v) for v in ((1, 2), (0, 1, 2), "here", (1, "b"))] == [
        "r2c3",
        "l1r2c3",
        "here",
        "(1, 'b')",
    ]


def test_edges_are_found_in_whichever_order():
    e = edges("e", grid(2, 2), str.upper)
    assert e[(0, 1), (0, 0)] == e[(0, 0), (0, 1)] == "E[1,1,1,2]"
    assert e.at(0, 0) == ["E[1,1,1,2]", "E[1,1,2,1]"] == e.at((0, 0))
    assert edges("e", graph_of([("a", 2)]), str)["a", 2] == 'e["a",2]'
    with pytest.raises(UsageError, match="no edge r1c1-r2c2"):
        e[(0, 0), (1, 1)]
    with pytest.raises(UsageError, match="no vertex r3c1"):
        e.at(2, 0)


def test_a_board_of_variables_has_the_graph_of_its_cells():
    p = Problem()
    assert graph_of(p.board(2, 3, 1, 2)) == grid(2, 3)
    assert graph_of(p.edges(grid(2, 2))) == grid(2, 2)
    assert graph_of(grid(2, 3), "corners") == grid(2, 3, touching="corners")


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: Graph((1, 1), ()), "a vertex twice"),
        (lambda: Graph((1, 2), ((1, 3),)), "found the edge 1-3"),
        (lambda: Graph((1, 2), ((1, 1),)), "found the edge 1-1"),
        (lambda: Graph((1, 2), ((2, 1),)), "turned round"),
        (lambda: Graph((1, 2), ((1, 2), (1, 2))), "an edge twice"),
        (lambda: graph_of([(1, 1)]), "found the edge 1-1"),
        (lambda: graph_of([(1, 2, 3)]), "expected a graph"),
        (lambda: graph_of({1: [2], 2: [1]}, "corners"), "only cells of a board"),
        (lambda: grid(0, 3), "each 1 or more"),
        (lambda: grid(2, 3, 4), "rows, columns"),
        (lambda: dots(grid(2, 2, 2, lattice="cubic")), "have dots"),
        (lambda: dots([(1, 2)]), "have dots"),
    ],
)
def test_what_is_no_graph_is_told(made, words):
    with pytest.raises(UsageError, match=words):
        made()
