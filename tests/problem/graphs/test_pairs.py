"""Sides of paths: hidden truths that change no count, and show soon that two ends are separated."""

from __future__ import annotations

from itertools import combinations

import pytest

import accord
from accord.problem.graphs import graph_of, grid, semantics
from accord.problem.lower import pairs

CROSS = ((0, 0), (2, 2)), ((0, 2), (2, 0))
BOARDS = {
    "a board": (grid(3, 3), [((0, 0), (2, 1)), ((0, 1), (1, 2))]),
    "ends that cross": (grid(3, 3), CROSS),
    "a wide board": (grid(2, 5), [((0, 0), (0, 4)), ((1, 1), (1, 3))]),
    "three pairs": (grid(3, 4), [((0, 0), (0, 3)), ((1, 1), (2, 0)), ((1, 3), (2, 2))]),
    "a corner is missing": (grid("...|..#|...".replace("|", "\n")), [((0, 0), (2, 1)), ((0, 1), (1, 1))]),
    "a hole": (grid("...|.#.|...".replace("|", "\n")), [((0, 0), (2, 1)), ((0, 1), (1, 2))]),
    "two parts": (
        graph_of([("a", "b"), ("b", "c"), ("c", "d"), ("a", "d"), ("e", "f"), ("f", "g"), ("d", "h")]),
        [("a", "c"), ("e", "g")],
    ),
}
WITHOUT = {"a hole"}  # boards whose circles of four edges are not all faces


def problem(graph, ends, spanning):
    p = accord.Problem("paths")
    p.paths(p.edges(graph), ends=ends, spanning=spanning)
    return p


def brute_force(graph, rule):
    return sum(
        semantics.holds(rule, some)
        for number in range(len(graph.edges) + 1)
        for some in combinations(graph.edges, number)
    )


@pytest.mark.parametrize("spanning", [False, True])
@pytest.mark.parametrize("name", BOARDS)
def test_sides_change_no_count(name, spanning, monkeypatch):
    graph, ends = BOARDS[name]
    before = problem(graph, ends, spanning)
    options = before.model.options
    monkeypatch.setattr(pairs, "FEW", 0)
    after = problem(graph, ends, spanning)
    assert (after.model.options > options) == (name not in WITHOUT)
    count = accord.count(after, backend="sat").count
    assert count == accord.count(after, backend="cpsat").count == accord.count(before, backend="sat").count
    if len(graph.edges) < 17:
        assert count == brute_force(graph, after.rules[0])


def test_a_line_that_separates_two_ends_is_seen_soon(monkeypatch):
    ends = [((4, 0), (4, 8)), ((0, 4), (8, 4))]
    conflicts = []
    for few in (pairs.FEW, 0):
        monkeypatch.setattr(pairs, "FEW", few)
        outcome = accord.first(problem(grid(9, 9), ends, spanning=False), backend="sat", time_limit=20)
        conflicts.append(outcome.effort["conflicts"])
    assert outcome.answer == "impossible"
    assert 10 * conflicts[1] < conflicts[0]


def test_a_graph_without_faces_has_no_sides(monkeypatch):
    monkeypatch.setattr(pairs, "FEW", 0)
    torus = graph_of([((a, b), ((a + da) % 3, (b + db) % 3)) for a in range(3) for b in range(3)
                      for da, db in ((0, 1), (1, 0))])  # fmt: skip
    model = problem(torus, CROSS, spanning=False).model
    assert not any("face" in model.option_name(option) for option in range(model.options))


def test_a_proof_holds_with_sides(monkeypatch):
    monkeypatch.setattr(pairs, "FEW", 0)
    wall = problem(grid(4, 4), [((1, 0), (1, 3)), ((0, 1), (3, 1))], spanning=False)
    assert str(accord.prove(wall)).startswith("impossible")
