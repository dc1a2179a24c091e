"""Sets of vertices as ints reach what a walk from vertex to vertex reaches."""

import random

from accord.problem.graphs.network import MOST_STEPS, Network


def walked(graph: Network, start: list[int], closed: list[int]) -> set[int]:
    """Return the vertices that are reached, by a walk."""
    found = [vertex for vertex in start if vertex not in closed]
    for vertex in found:
        for pair in graph.edges:
            found += {*pair} - {*found, *closed} if vertex in pair else ()
    return {*found}


def test_sets_reach_what_a_walk_reaches() -> None:
    dice = random.Random(8)
    quick = set()
    for number in range(400):
        width, height = dice.randint(1, 6), dice.randint(1, 5)
        vertices = width * height
        across = [(v, v + 1) for v in range(vertices) if (v + 1) % width]
        edges = across + [(v, v + width) for v in range(vertices - width)]
        if number % 2:  # any edges, so of many steps, either end first
            edges = [
                (u, v) for u in range(vertices) for v in range(vertices) if u != v and dice.random() < 0.1
            ]
            edges = [*{frozenset(edge): edge for edge in edges}.values()]
        edges = [edge for edge in edges if dice.random() < 0.8]
        graph = Network(vertices, edges)
        closed = [v for v in range(vertices) if dice.random() < 0.3]
        start = dice.choices(range(vertices), k=dice.randint(0, 3))
        reached = graph.reach(start, {*closed})
        assert {v for v in range(vertices) if reached[v]} == walked(graph, start, closed)
        assert len(reached) == vertices
        quick.add(graph.steps is not None)
    assert quick == {False, True}
    assert MOST_STEPS >= 4  # a board with diagonals
