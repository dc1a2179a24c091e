"""Clauses of rules with a root and a size: they say of small enough choices what the rule says."""

from itertools import combinations
from random import Random

import pytest
from pysat.solvers import Solver

import accord
from accord.problem import total
from accord.problem.graph_rules import lowered
from accord.problem.graphs import Graph, grid


def rooted(graph, root, most, size=True):
    problem = accord.Problem("rooted")
    chosen = {vertex: problem.boolean(f"x{vertex}") for vertex in graph.vertices}
    problem.connected(chosen, graph, root=root, how="cuts")
    if size:
        problem.add(total(chosen.values()) <= most)
    return problem.model


def drawn(seed):
    draw = Random(seed)
    vertices = tuple(range(draw.randint(2, 7)))
    pairs = [*combinations(vertices, 2)]
    return draw, Graph(vertices, tuple(sorted(draw.sample(pairs, draw.randint(1, len(pairs))))))


@pytest.mark.parametrize("seed", range(25))
def test_the_clauses_decide_every_choice_of_so_many_vertices(seed):
    draw, graph = drawn(seed)
    root, most = draw.choice(graph.vertices), draw.randint(1, len(graph.vertices) - 1)
    model = rooted(graph, root, most)
    clauses = [*model.lazy.unfold(model, model.options + 3)]
    assert all(not model.options < abs(literal) <= model.options + 3 for each in clauses for literal in each)
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        for size in range(most):
            for rest in combinations(sorted({*graph.vertices} - {root}), size):
                some = {root, *rest}
                literals = [vertex + 1 if vertex in some else -vertex - 1 for vertex in graph.vertices]
                consistent, implied = solver.propagate(literals)
                assert consistent == (not model.lazy.violations([f"x{vertex}" for vertex in some], None))
                if consistent:  # no variable is left open, so nothing is found twice
                    of = {abs(literal) for each in clauses for literal in each}
                    assert of <= {abs(literal) for literal in (*literals, *implied)}


def test_without_a_size_or_a_root_there_are_none():
    graph = grid(3, 3)
    sized, unsized = rooted(graph, (0, 0), 4), rooted(graph, (0, 0), 4, size=False)
    assert [*sized.lazy.unfold(sized, 9)]
    assert not [*unsized.lazy.unfold(unsized, 9)]
    free = rooted(graph, None, 4)
    assert not [*free.lazy.unfold(free, 9)]


def test_rules_that_would_take_too_many_clauses_are_left_to_cuts():
    model = rooted(grid(20, 20), (0, 0), 200)
    assert not [*model.lazy.unfold(model, model.options)]


@pytest.mark.parametrize("text", ["..3/.../3..", "3..4/..../....", "?.3./..../4...", "5.../..../..4."])
def test_counts_are_the_same_however_soon_a_rule_is_unfolded(text, monkeypatch):
    puzzle = accord.load(f"nurikabe:{text}")
    counts = {accord.count(puzzle, backend=backend).count for backend in ("native", "sat")}
    monkeypatch.setattr(lowered, "HARD", -1)
    assert counts == {accord.count(accord.load(f"nurikabe:{text}"), backend="sat").count}
