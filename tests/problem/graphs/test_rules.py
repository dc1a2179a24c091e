"""Graph rules: what they mean, what their models say, by cuts and unfolded, and on every engine."""

import inspect
import re
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from graph_rules import GRAPHS, KINDS, right, rules
from looped import looped

import accord
from accord.errors import RefusedError, UsageError
from accord.problem import Problem
from accord.problem.graph_rules.separation import MOST_CUTS
from accord.problem.graphs.graph import dots, edge_name, graph_of, grid, vertex_name

CASES = [(graph, kind) for graph in GRAPHS for kind in KINDS]


def problem(graph, kind, how):
    """A Boolean for each vertex or edge, and the rule on them."""
    p = Problem(kind)
    on_vertices = kind.startswith("connected")
    name, of = (vertex_name, graph.vertices) if on_vertices else (edge_name, graph.edges)
    p.state(KINDS[kind][0](graph, {each: p.boolean(name(each)) for each in of}, how=how))
    return p


def found(graph, kind, how, backend):
    p = problem(graph, kind, how)
    of = p.rules[0].of
    chosen = [p.values(solution.options) for solution in accord.solutions(p.model, backend=backend)]
    sets = [
        frozenset(each for each, value in zip(of, values.values(), strict=True) if value) for values in chosen
    ]
    assert len(set(sets)) == len(sets)  # hidden options are determined
    return set(sets)


@looped(("graph", "kind"), CASES, parts=2)
@pytest.mark.parametrize("how", ["cuts", "unfold"])
def test_a_rule_has_the_solutions_that_it_says(graph, kind, how):
    assert found(GRAPHS[graph], kind, how, "sat") == right(GRAPHS[graph], kind)


@looped("kind", KINDS)
@pytest.mark.parametrize("how", ["cuts", "unfold"])
def test_all_engines_agree_with_one_digest(kind, how):
    model = problem(GRAPHS["board"], kind, how).model
    counted = [
        accord.count(model, backend=backend, with_digest=True) for backend in ("native", "cpsat", "sat")
    ]
    assert {(one.count, one.digest) for one in counted} == {
        (len(right(GRAPHS["board"], kind)), counted[0].digest)
    }


@looped(("graph", "kind"), CASES)
def test_what_a_rule_means_is_what_sets_say(graph, kind):
    rule, kept = KINDS[kind][0](GRAPHS[graph]), right(GRAPHS[graph], kind)
    every = {
        frozenset(each for bit, each in enumerate(rule.of) if n >> bit & 1) for n in range(1 << len(rule.of))
    }
    assert {chosen for chosen in every if rule.accepts(chosen)} == kept


@pytest.mark.parametrize("seed", range(8))
def test_an_unfolding_goes_as_far_as_any_solution_needs(seed):
    draw = Random(seed)
    edges = [pair for pair in combinations(range(8), 2) if draw.random() < draw.choice((0.2, 0.3, 0.5))]
    graph = graph_of(
        dict.fromkeys(range(8), ()) | {one: [v for u, v in edges if u == one] for one, _ in edges}
    )
    far = 0
    for chosen in right(graph, "connected"):
        reached, steps = {min(chosen, default=0)}, 0
        while chosen - reached:
            reached |= {v for u in reached for v in graph.near[u] if v in chosen}
            steps += 1
        far = max(far, steps)
    rule = problem(graph, "connected", "cuts").model.lazy.rules[0]
    assert far <= rule.most_levels <= len(graph.vertices) - 1


def test_a_line_is_unfolded_to_its_length():
    line = graph_of([(n, n + 1) for n in range(9)])
    assert problem(line, "connected", "cuts").model.lazy.rules[0].most_levels == 9
    assert problem(grid(6, 6), "connected", "cuts").model.lazy.rules[0].most_levels < 30


# -- flags -----------------------------------------------------------------------------------------


def test_flags_may_be_any_truths_the_same_one_twice_or_none():
    graph = grid(2, 3)
    p = Problem()
    x, b = p.integer("x", 1, 3), p.boolean("b")
    given = {(0, 0): x == 2, (0, 1): b, (0, 2): ~b, (1, 0): b, (1, 1): True}  # (1, 2) is never chosen
    for how in ("cuts", "unfold"):
        q = Problem()
        x, b = q.integer("x", 1, 3), q.boolean("b")
        given = {(0, 0): x == 2, (0, 1): b, (0, 2): ~b, (1, 0): b, (1, 1): True}
        q.connected(given, graph, how=how)
        found = {(v["x"], v["b"]) for v in (q.values(s.options) for s in accord.solutions(q.model))}
        assert found == {(1, True), (2, True), (3, True)}


def test_cells_that_touch_by_corners():
    for touching, count in (("sides", 0), ("corners", 1)):
        p = Problem()
        x = p.board(2, 2, 0, 1)
        p.add(x[0, 0] == 1, x[1, 1] == 1, x[0, 1] == 0, x[1, 0] == 0)
        p.connected({cell: each == 1 for cell, each in x.items()}, x, touching=touching)
        assert accord.count(p.model).count == count


def test_regions_are_a_rule_for_each_label():
    p = Problem()
    x = p.board(3, 3, 1, 3)
    p.regions(x, sizes={1: 2, 2: (3, 4)}, roots={1: (0, 0)})
    found = {tuple(p.values(s.options).values()) for s in accord.solutions(p.model, backend="sat")}
    cells = grid(3, 3).vertices
    near = KINDS["connected"][1]

    def keeps(labels):
        of = {
            label: [cell for cell, its in zip(cells, labels, strict=True) if its == label]
            for label in (1, 2, 3)
        }
        sizes = len(of[1]) == 2 and len(of[2]) in (3, 4) and len(of[3]) > 0
        return sizes and (0, 0) in of[1] and all(near(grid(3, 3), of[label]) for label in of)

    assert found == {labels for labels in product((1, 2, 3), repeat=9) if keeps(labels)}


def test_a_label_may_be_absent():
    for absent, count in ((False, 4), (True, 6)):
        p = Problem()
        p.regions(p.board(1, 3, 1, 2), absent=absent)
        assert accord.count(p.model).count == count


def test_a_rule_is_unfolded_by_itself_only_where_it_is_small():
    p = Problem()
    b = {cell: p.boolean(vertex_name(cell)) for cell in grid(4, 4).vertices}
    p.connected(b, grid(4, 4))
    assert p.model.lazy is None
    assert accord.count(p.model, backend="native").count == 11507
    assert problem(grid(5, 5), "connected", "auto").model.lazy is not None
    assert problem(grid(2, 2), "loop", "auto").model.lazy is not None


@looped(("graph", "kind"), CASES, parts=2)
def test_a_rule_is_written_as_the_call_that_states_it(graph, kind):
    graph, p = GRAPHS[graph], Problem()
    on_vertices = kind.startswith("connected")
    of = graph.vertices if on_vertices else graph.edges
    flags = {each: p.boolean(f"b{n}") for n, each in enumerate(of)}
    if kind == "connected":
        del flags[of[-1]]  # which is never chosen
    rule = KINDS[kind][0](graph, flags, how="cuts")
    scope = {name: getattr(rules, name) for name in ("connected", "single_loop", "path", "paths", "tree")}
    again = eval(str(rule), scope | {b.name: b for b in p.variables})
    assert str(again) == str(rule)
    assert again.how == "cuts"
    before, after = (
        {n for n in range(1 << len(of)) if each.holds({b: n >> i & 1 for i, b in enumerate(p.variables)})}
        for each in (rule, again)
    )
    assert after == before


# -- what is told ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (lambda: rules.connected([True] * 3, grid(2, 2)), "found 3 flags; expected 4"),
        (lambda: rules.connected({(5, 5): True}, grid(2, 2)), "found a flag of r6c6"),
        (lambda: rules.connected([True] * 4, grid(2, 2), root=(2, 2)), "the root r3c3"),
        (lambda: rules.connected([True] * 4, grid(2, 2), size=(3, 2)), "found the size"),
        (lambda: rules.connected([True], 7), "expected a graph"),
        (lambda: rules.path([True] * 4, grid(2, 2), ((0, 0), (0, 0))), "all of them different"),
        (lambda: rules.path([True] * 4, grid(2, 2), ((0, 0), (0, 1)), empty=True), "is not empty"),
        (lambda: rules.tree([True] * 4, grid(2, 2), empty=True), "is not empty"),
        (lambda: rules.paths([True] * 4, grid(2, 2)), "need their ends"),
        (lambda: rules.connected([3] * 4, grid(2, 2)), "found 3"),
        (lambda: rules.connected([True] * 4, grid(2, 2), how="unfolded"), "way 'unfolded'.*unfold"),
        (lambda: rules.connected([True] * 4, grid(2, 2), levels=0), "found levels=0"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(said, words):
    with pytest.raises(UsageError, match=words) as error:
        said()
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("shortest", "number"), [(0, 1), (1, 0)])
@pytest.mark.parametrize("how", ["cuts", "unfold"])
def test_a_tree_of_one_vertex_has_no_edges(how, shortest, number):
    p = Problem()
    p.tree([], graph_of({"a": []}), shortest=shortest, how=how)
    assert (accord.count(p).count, p.holds({})) == (number, bool(number))


def test_what_is_always_chosen_may_be_all_there_is():
    p = Problem()
    p.connected([True, True], graph_of({"a": ["b"]}), how="cuts")
    q = Problem()
    q.connected([True, True], graph_of({"a": [], "b": []}), how="cuts")
    assert [accord.count(each, backend=b).count for each in (p, q) for b in ("sat", "native")] == [1, 1, 0, 0]


@pytest.mark.parametrize("how", ["cuts", "unfold"])
def test_one_truth_may_stand_for_several_edges(how):
    p = Problem()
    a, b, c = p.booleans(3)
    p.path([a, b, a, c], graph_of([(1, 2), (2, 3), (3, 4), (4, 5)]), how=how)
    every = product([False, True], repeat=3)
    kept = {values for values in every if p.holds(dict(zip((a, b, c), values, strict=True)))}
    found = [tuple(solution.values.values()) for solution in accord.solutions(p, backend="sat")]
    assert sorted(found) == sorted(kept)
    assert kept == {(False, False, True), (False, True, False), (True, True, False), (True, True, True)}
    assert accord.count(p, backend="native").count == 4  # of cuts, by the frontier


@pytest.mark.full
def test_a_circle_apart_is_seen_among_many_paths():
    ends = [((n, 0), (n, 4)) for n in range(MOST_CUTS + 1)]
    edges = [((n, at), (n, at + 1)) for n, _ in enumerate(ends) for at in range(4)]
    p = Problem()
    p.paths(p.edges(graph_of([*edges, ("a", "b"), ("b", "c"), ("c", "a")])), ends=ends, how="cuts")
    (found,) = accord.solutions(p, backend="sat")
    assert sum(found.values.values()) == len(edges)


def test_an_unfolding_tells_its_size_before_it_is_paid():
    p = problem(grid(30, 30), "loop", "unfold")
    with pytest.raises(RefusedError, match=r"takes about .* entries; take how=.cuts."):
        _ = p.model


# -- numbers that are known ------------------------------------------------------------------------


def loops(n, how):
    return problem(grid(n, n), "loop", how).model


@pytest.mark.parametrize(("n", "count"), [(2, 1), (3, 13), (4, 213)])  # A140517
@pytest.mark.parametrize("how", ["cuts", "unfold"])
def test_loops_of_n_by_n_vertices(n, count, how):
    assert accord.count(loops(n, how), backend="cpsat").count == count


@pytest.mark.slow
@pytest.mark.parametrize("how", ["cuts", "unfold"])
def test_loops_of_5_by_5_vertices(how, backend_name):
    assert accord.count(loops(5, how), backend=backend_name).count == 9349


@pytest.mark.parametrize(("n", "count"), [(2, 4), (3, 192)])  # A007341
@pytest.mark.parametrize("how", ["cuts", "unfold"])
def test_spanning_trees_of_n_by_n_vertices(n, count, how):
    assert accord.count(problem(grid(n, n), "tree", how).model, backend="cpsat").count == count


@pytest.mark.slow
@pytest.mark.parametrize("how", ["cuts", "unfold"])
def test_spanning_trees_of_4_by_4_vertices(how):
    assert accord.count(problem(grid(4, 4), "tree", how).model, backend="native").count == 100352


def test_a_slitherlink():
    clues = ["3..", ".2.", "..1"]
    p = Problem("slitherlink")
    e = p.edges(dots(grid(3, 3)))
    p.single_loop(e)
    for cell in grid(3, 3).vertices:
        if (clue := clues[cell[0]][cell[1]]) != ".":
            p.add(sum(e.around(*cell)) == int(clue))
    expected = 0
    rule = p.rules[0]
    graph = dots(grid(3, 3))
    around = {cell: set(graph.around(*cell)) for cell in grid(3, 3).vertices}
    inside = [set(cells) for size in range(1, 10) for cells in combinations(around, size)]
    for cells in inside:  # a loop is the border of the cells within
        edges = {edge for edge in graph.edges if sum(edge in around[cell] for cell in cells) == 1}
        fits = all(clues[r][c] == "." or len(around[r, c] & edges) == int(clues[r][c]) for r, c in around)
        expected += fits and rule.accepts(edges)
    assert accord.count(p.model, backend="sat").count == expected > 0


def test_a_graph_of_pairs_has_each_edge_once():
    assert graph_of([(1, 2), (2, 1), (2, 3)]).edges == ((1, 2), (2, 3))


# -- the table of conventions ----------------------------------------------------------------------

PAGE = Path(__file__).parents[3] / "docs" / "graphs.md"


@pytest.mark.parametrize("name", ["connected", "single_loop", "path", "paths", "tree", "regions"])
def test_the_table_of_conventions_is_what_the_functions_do(name):
    table = PAGE.read_text().partition("## Conventions")[2]
    row = next(line for line in table.splitlines() if line.startswith(f"| `{name}("))
    _, _, empty, spanning, more = [cell.strip() for cell in row.strip("|").split("|")]
    defaults = {
        each.name: each.default for each in inspect.signature(getattr(rules, name)).parameters.values()
    }
    said = {"yes": True, "no": False, "": None}
    assert (said[empty], said[spanning]) == (defaults.get("empty"), defaults.get("spanning"))
    for each in re.findall(r"`([^`]+)`", more):
        convention, _, default = each.partition("=")
        assert convention in defaults
        assert default in ("", str(defaults[convention]))


@pytest.mark.parametrize("how", ["cuts", "unfold"])
@pytest.mark.parametrize(
    ("rule", "asked", "count"),
    [("tree", {}, 1), ("tree", {"spanning": False}, 0), ("path", {}, 0), ("path", {"empty": True}, 1)],
)
def test_a_single_vertex_has_no_edges(rule, asked, count, how):
    problem = Problem()
    problem.boolean("other")
    getattr(problem, rule)({}, {"a": []}, how=how, **asked)
    assert accord.count(problem).count == 2 * count


TRIANGLE = [("a", "b"), ("b", "c"), ("c", "a")]


@pytest.mark.parametrize("how", ["cuts", "unfold"])
@pytest.mark.parametrize(
    ("rule", "edges", "asked", "count"),
    [
        ("connected", [("a", "b")], {}, 4),  # whatever is chosen of two
        ("path", [*TRIANGLE, ("a", "d")], {"spanning": True}, 2),  # both end at d
        ("path", TRIANGLE, {"ends": ("a", "b")}, 2),
        ("path", TRIANGLE, {"ends": ("a", "b"), "shortest": 2}, 1),
    ],
)
def test_the_smallest_graphs(rule, edges, asked, count, how):
    problem, graph = Problem(), graph_of(edges)
    of = graph.vertices if rule == "connected" else graph.edges
    flags = {each: problem.boolean(f"x{number}") for number, each in enumerate(of)}
    getattr(problem, rule)(flags, graph, how=how, **asked)
    assert accord.count(problem).count == count
    names = list(map(str, flags.values()))
    tried = [dict(zip(names, values, strict=True)) for values in product([False, True], repeat=len(names))]
    assert sum(map(problem.holds, tried)) == count
