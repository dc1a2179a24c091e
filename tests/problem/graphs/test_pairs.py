"""Several paths: clauses of their sides, and exchanges that settle a rule, change no count and no answer."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest

import accord
from accord.problem.graph_rules import path
from accord.problem.graph_rules.several_paths import only_paths
from accord.problem.graph_rules.several_paths.pairs import circles
from accord.problem.graph_rules.several_paths.square_grids import FLIPS, LARGE, SMALL, _grids, place_exchanges
from accord.problem.graphs import graph_of, grid
from accord.runner import settle
from accord.runner.gather import seeking

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
        rule.accepts(some)
        for number in range(len(graph.edges) + 1)
        for some in combinations(graph.edges, number)
    )


@pytest.mark.parametrize("spanning", [False, True])
@pytest.mark.parametrize("name", BOARDS)
def test_sides_change_no_count(name, spanning, monkeypatch):
    graph, ends = BOARDS[name]
    p = problem(graph, ends, spanning)
    model = p.model
    assert any(model.lazy.unfold(model, model.options)) == (name not in WITHOUT)
    before = accord.count(p, backend="sat").count
    monkeypatch.setattr(path, "HARD_PATHS", -1)
    assert before == accord.count(p, backend="sat").count == accord.count(p, backend="cpsat").count
    if len(graph.edges) < 17:
        assert before == brute_force(graph, p.rules[0])


def test_a_line_that_separates_two_ends_is_seen_soon(monkeypatch):
    ends = [((3, 0), (3, 6)), ((0, 3), (6, 3))]
    conflicts = []
    for hard in (10**9, -1):
        monkeypatch.setattr(path, "HARD_PATHS", hard)
        p = problem(grid(7, 7), ends, spanning=False)
        outcome = accord.first(p, backend="sat", time_limit=20)
        conflicts.append(outcome.effort["conflicts"])
    assert outcome.answer == "impossible"
    assert 10 * conflicts[1] < conflicts[0]


def test_a_graph_without_faces_has_no_sides():
    torus = graph_of([((a, b), ((a + da) % 3, (b + db) % 3)) for a in range(3) for b in range(3)
                      for da, db in ((0, 1), (1, 0))])  # fmt: skip
    model = problem(torus, CROSS, spanning=False).model
    assert not [*model.lazy.unfold(model, model.options)]


def test_a_proof_says_that_a_line_separates_two_ends():
    wall = problem(grid(4, 4), [((1, 0), (1, 3)), ((0, 1), (3, 1))], spanning=False)
    assert str(accord.prove(wall)).startswith("impossible")


# -- exchanges -------------------------------------------------------------------------------------


def rule_of(graph, ends, spanning=True):
    return only_paths.rule_of(problem(graph, ends, spanning).model.lazy)


def all_solutions(graph, ends, spanning=True):
    """All solutions of paths, which may have to visit every cell, each as a set of edges: cell by cell."""
    near = graph.near

    def walk(pairs, cell, seen, edges):
        if cell == pairs[0][1]:
            if len(pairs) > 1:
                start = pairs[1][0]
                yield from walk(pairs[1:], start, seen | {start}, edges)
            elif len(seen) == len(near) or not spanning:
                yield frozenset(edges)
            return
        others = {end for pair in pairs[1:] for end in pair}
        for other in near[cell]:
            if other not in seen and other not in others:
                yield from walk(pairs, other, seen | {other}, [*edges, frozenset((cell, other))])

    yield from walk(ends, ends[0][0], {ends[0][0]}, [])


def drawn(draw):
    rows, columns = draw.choice([(3, 3), (3, 4), (4, 4), (4, 5)])
    graph = grid(rows, columns)
    cells = draw.sample(graph.vertices, 2 * draw.randint(2, 3))
    return graph, [*zip(cells[::2], cells[1::2], strict=True)]


@pytest.mark.parametrize("windows", [FLIPS, SMALL, LARGE])
def test_exchanges_lead_from_solution_to_solution_and_end(windows):
    """Of random boards: where a solution has an exchange, another one comes of it, and is undone to it.

    So each board with a solution has one without an exchange.
    """
    draw, met = Random(5), 0
    for _ in range(100):
        graph, ends = drawn(draw)
        rule = rule_of(graph, ends)
        number = {frozenset(graph.vertices[v] for v in pair): edge for edge, pair in enumerate(rule.edges)}
        found = {frozenset(number[edge] for edge in some) for some in all_solutions(graph, ends)}
        exchanges = [*place_exchanges(rule, windows)]
        last = 0
        for solution in found:
            several = [*exchanged(exchanges, solution)]
            last += not several
            for other in several:
                assert other in found - {solution}
                met += 1
            before = only_paths.exchanged_for(rule, solution, windows)
            assert before is None or before in found - {solution}
        assert bool(last) == bool(found)
    assert met > 10


def exchanged(exchanges, solution):
    """The edges after each exchange that there is in a solution."""
    for each in exchanges:
        for chosen, closed, old, new in zip(each.chosen, each.closed, each.old, each.new, strict=True):
            if solution.issuperset(chosen.tolist()) and solution.isdisjoint(closed.tolist()):
                yield solution.difference(old.tolist()).union(new.tolist())


def test_a_part_that_is_no_square_grid_has_no_exchange():
    """A torus has circles of four edges everywhere; of two boards that share a vertex each is a grid."""
    torus = graph_of([((a, b), ((a + da) % 4, (b + db) % 4)) for a in range(4) for b in range(4)
                      for da, db in ((0, 1), (1, 0))])  # fmt: skip
    assert not [*place_exchanges(rule_of(torus, CROSS), LARGE)]
    both = grid("...--|...--|..... |--...|--...".replace("-", "#").replace(" ", "").replace("|", "\n"))
    one, two = (rule_of(board, [((0, 0), (0, 1)), ((1, 0), (1, 1))]) for board in (both, grid(3, 3)))
    number_of = [sum(len(each.chosen) for each in place_exchanges(rule, FLIPS)) for rule in (one, two)]
    assert number_of[0] >= 2 * number_of[1] > 0


def test_no_edge_is_in_two_square_grids():
    """A square stands on the edge across the top of a U, whose ends are side by side in its own grid."""
    squares = [(0, 0), (1, 0), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2)]
    rings = [[(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)] for r, c in squares]
    rings.append([(0, 1), (0, 2), "x", "w"])
    named = {frozenset(side) for ring in rings for side in zip(ring, [*ring[1:], ring[0]], strict=True)}
    vertex = {
        name: number for number, name in enumerate(sorted({v for side in named for v in side}, key=str))
    }
    pairs = tuple(sorted(tuple(sorted(vertex[v] for v in side)) for side in named))
    grids = [set(part.values()) for part in _grids(pairs, circles(len(vertex), pairs))]
    assert len(grids) == 2
    assert not grids[0] & grids[1]
    assert grids[0] | grids[1] == set(range(len(pairs)))


@pytest.mark.parametrize("spanning", [True, False])
def test_a_settled_rule_has_the_answer_of_brute_force(spanning, monkeypatch):
    """On random boards, with and without clauses of a hard search, and the first question of large boards."""
    draw, answers = Random(12), Counter()
    for number, backend in enumerate(["sat"] * 60 + ["cpsat", "native"] * 3):
        monkeypatch.setattr(only_paths, "HARD_FREE", (-1, 10**9)[number % 2])
        monkeypatch.setattr(settle, "MANY_VERTICES", (0, 250)[number % 4 // 2])
        graph, ends = drawn(draw)
        number = len({*all_solutions(graph, ends, spanning)})
        p = problem(graph, ends, spanning)
        outcome = accord.unique(p, backend=backend)
        answers[outcome.answer] += 1
        assert outcome.answer == {0: "impossible", 1: "unique"}.get(number, "several")
        assert accord.count(p, backend=backend).count == number
    assert min(answers[each] for each in ("impossible", "unique", "several")) > 1


def test_larger_windows_settle_a_rule_as_brute_force_does(monkeypatch):
    monkeypatch.setattr(only_paths, "HARD", -1)
    draw, answers = Random(23), Counter()
    for _ in range(120):
        graph, ends = drawn(draw)
        number = len({*all_solutions(graph, ends)})
        outcome = accord.unique(problem(graph, ends, spanning=True), backend="sat")
        answers[outcome.answer] += 1
        assert outcome.answer == {0: "impossible", 1: "unique"}.get(number, "several")
    assert min(answers[each] for each in ("impossible", "unique", "several")) > 1


def test_other_rules_hold_where_a_rule_is_settled():
    graph, ends = grid(2, 2), [((0, 0), (0, 1)), ((1, 0), (1, 1))]
    for wanted, answer in ((1, "unique"), (0, "impossible")):
        p = accord.Problem("paths")
        line = p.edges(graph)
        p.paths(line, ends=ends, spanning=True)
        p.add(line[(0, 0), (0, 1)] == wanted)
        assert accord.unique(p, backend="sat").answer == answer


@pytest.mark.parametrize(("windows", "hard"), [(only_paths.FIRST, 10**9), (LARGE, -1)])
def test_the_question_has_the_solutions_without_exchanges(windows, hard, monkeypatch):
    """Of random boards, with and without the clauses of larger windows: as many as brute force finds."""
    monkeypatch.setattr(only_paths, "HARD", hard)
    draw, met = Random(5), 0
    for _ in range(60):
        graph, ends = drawn(draw)
        rule = rule_of(graph, ends)
        number = {frozenset(graph.vertices[v] for v in pair): edge for edge, pair in enumerate(rule.edges)}
        found = {frozenset(number[edge] for edge in some) for some in all_solutions(graph, ends)}
        exchanges = place_exchanges(rule, windows)
        last = [solution for solution in found if not [*exchanged(exchanges, solution)]]
        question = only_paths.without_reductions(rule)
        assert accord.first(question, backend="sat").count == bool(last) == bool(found)
        assert accord.unique(question, backend="sat").count == min(2, len(last))
        met += 0 < len(last) < len(found)
    assert met > 1


# -- reductions where vertices may be left out -----------------------------------------------------


def reduced(graph, rule, ends, solution):
    """The solutions that one reduction makes of a solution, found from the rule's sentences alone."""
    name = {frozenset(graph.vertices[v] for v in pair): edge for edge, pair in enumerate(rule.edges)}
    chosen = {pair for pair, edge in name.items() if edge in solution}
    visited = {cell for pair in chosen for cell in pair}
    for row, column in graph.vertices:
        square = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        if not {*square} <= {*graph.vertices}:
            continue
        sides = [frozenset((square[n], square[n - 1])) for n in range(4)]
        within = {side for side in sides if side in chosen}
        if len(within) == 3:
            yield frozenset(name[side] for side in chosen.difference(within).union({*sides} - within))
        top = frozenset(square[:2])
        for corner, side, opposite in ((0, 3, 2), (1, 2, 3)):
            edges = {top, frozenset((square[corner], square[side]))}
            if edges <= within and square[opposite] not in visited:
                yield frozenset(name[s] for s in chosen.difference(edges).union({*sides} - edges))


@pytest.mark.parametrize("hard", [10**9, -1])
def test_the_question_that_leaves_vertices_out_has_the_solutions_without_reductions(hard, monkeypatch):
    """Of random boards: each reduction leads to a solution, and is undone to one; the last ones are counted.

    Clauses of a hard search exclude more of them: those with shortcuts.
    """
    monkeypatch.setattr(only_paths, "HARD_FREE", hard)
    draw, met = Random(7), Counter()
    for _ in range(60):
        graph, ends = drawn(draw)
        rule = rule_of(graph, ends, spanning=False)
        number = {frozenset(graph.vertices[v] for v in pair): edge for edge, pair in enumerate(rule.edges)}
        found = {
            frozenset(number[edge] for edge in some) for some in all_solutions(graph, ends, spanning=False)
        }
        exchanges = place_exchanges(rule, only_paths.FIRST)
        last, led_to = set(), set()
        for solution in found:
            several = {*exchanged(exchanges, solution), *reduced(graph, rule, ends, solution)}
            assert several <= found - {solution}
            led_to |= several | {*shortcuts(rule, solution)}
            last |= set() if several else {solution}
        for solution in found:
            before = only_paths.before(rule, solution)
            assert before in found - {solution} or (before is None and solution not in led_to)
        if hard < 0:
            last = {some for some in last if not [*shortcuts(rule, some)]}
        question = only_paths.without_reductions(rule)
        assert accord.count(question, backend="sat").count == len(last)
        assert bool(last) == bool(found)
        met[len(last)] += 1
        met["full"] += len(last) == 1 and only_paths.visits_all(rule, *last)
    assert min(met[each] for each in (0, 1, 2, "full")) > 0


def shortcuts(rule, solution):
    """The solutions where an edge, or two over a free vertex, take the place of a longer part of a path."""
    number = {frozenset(pair): edge for edge, pair in enumerate(rule.edges)}
    visited = {vertex for edge in solution for vertex in rule.edges[edge]}
    ways = [[*pair] for pair in rule.edges]
    for vertex in {*range(rule.vertices)} - visited:
        ways += [[one, vertex, other] for one, other in combinations(rule.beside[vertex], 2)]
    for start, end in zip(rule.ends[::2], rule.ends[1::2], strict=True):
        path = [start]
        while path[-1] != end:
            path += [v for v, edge in rule.near[path[-1]] if edge in solution and v not in path[-2:]]
        for way in ways:
            if {*path} >= {way[0], way[-1]}:
                first, last = sorted((path.index(way[0]), path.index(way[-1])))
                if last - first >= len(way):
                    left_out = {number[frozenset(pair)] for pair in pairwise(path[first : last + 1])}
                    yield solution - left_out | {number[frozenset(pair)] for pair in pairwise(way)}


def test_the_only_solution_may_leave_vertices_out():
    """Then no vertex beside a line is free: there would be a longer line, or another corner."""
    p = problem(grid("..#|.#.|..#".replace("|", "\n")), [((0, 0), (0, 1)), ((1, 0), (2, 1))], spanning=False)
    outcome = accord.unique(p, backend="sat")
    assert outcome.answer == "unique"


@pytest.mark.parametrize("picture", ["..|..|.#", "..|.#|.#"])
def test_what_most_solutions_meet_is_used_where_the_only_solution_meets_it(picture):
    """The first board has a vertex beside the lines, which is not visited: one list of items fails."""
    graph = grid(picture.replace("|", "\n"))
    p = problem(graph, [((0, 0), (0, 1)), ((1, 0), (2, 0))], spanning=False)
    lists = p.model.lazy.expectations()
    assert [len(items) for items in lists] == ([1, 1] if len(graph.vertices) == 5 else [0, 0])
    find = seeking(p.model, lambda: False)
    found = [cut.name for _ in range(3) for cut in find((), ())]
    assert [": no turn by " in name for name in found if "joined" not in name] == [True] * len(lists[0])
