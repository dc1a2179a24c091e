"""A graph rule that this file declares has all that others have: counts, cuts, texts, hints, drawings."""

from itertools import combinations, product

import pytest

import accord
from accord.errors import RefusedError, UsageError
from accord.families.problem.functions import FUNCTIONS
from accord.hints import Hints
from accord.model.data import LazyItem
from accord.pencil import Board, Flags, Kind, Sign, at, family
from accord.problem import Problem
from accord.problem.graph_rules import follows
from accord.problem.graph_rules.base import STATED, GraphRule
from accord.problem.graph_rules.lowered import OnVertices
from accord.problem.graph_rules.meaning import parts
from accord.problem.graph_rules.separation import apart, parts_of_vertices
from accord.problem.graphs import dots, graph_of, grid
from accord.problem.graphs.flags import flags_of
from accord.problem.lower.linear_form import sum_of
from accord.problem.roles import Says
from accord.puzzles.puzzle import Puzzle

NEEDS_ONE = Says("{} needs one there or beside it")


class LoweredDominating(OnVertices):
    name = "dominating"
    decisive = False
    is_whole = True
    joined = Says("a ship goes from each to each")

    def find_cuts(self, taken):
        return apart(self, parts_of_vertices(self, taken))

    def derives(self, gives, low, high):
        return high is None and follows.is_joined(self, gives, low)


class Dominating(GraphRule):
    """The chosen vertices are connected, and each other vertex is beside one of them."""

    lowered = LoweredDominating
    function_name = "dominating"
    broken = "would be too few"

    def accepts(self, chosen):
        vertices = set(chosen)
        reached = vertices.union(*(self.graph.near[each] for each in vertices))
        return len(parts(vertices, self.graph.edges)) == 1 and reached == {*self.graph.vertices}

    def write_local(self, writer, rule, known, forms):
        for vertex, name in zip(self.graph.vertices, self.graph.names, strict=True):
            here = [forms[self.graph.number[each]] for each in (vertex, *self.graph.near[vertex])]
            with writer.saying(NEEDS_ONE, name):
                writer.at_least(f"{self.words}: {name}", sum_of(here), 1)


def dominating(flags, graph=None, *, how="auto", words=""):
    over = graph_of(flags if graph is None else graph)
    return Dominating(over, flags_of(flags, over.vertices), how=how, called=words)


@pytest.fixture(autouse=True)
def stated(monkeypatch):
    """`states_rules` would enter it for all tests."""
    monkeypatch.setitem(STATED, "dominating", dominating)


GRAPHS = {
    "board": grid(3, 3),
    "dots": dots(grid(1, 3)),
    "hexagons": grid(2, 4, lattice="hexagonal"),
    "a bridge": graph_of([(1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4)]),
    "apart": graph_of({1: [2], 3: [4]}),
}


def problem(graph, **conventions):
    p = Problem()
    p.state(
        dominating({each: p.boolean(f"b{n}") for n, each in enumerate(graph.vertices)}, graph, **conventions)
    )
    return p


def right(graph):
    """The choices that are connected and beside all, by merging sets."""
    found = []
    for flags in product((0, 1), repeat=len(graph.vertices)):
        chosen = {each for each, flag in zip(graph.vertices, flags, strict=True) if flag}
        merged = [{each} for each in chosen]
        for edge in graph.edges:
            if chosen.issuperset(edge):
                of = [some for some in merged if not some.isdisjoint(edge)]
                merged = [some for some in merged if some not in of] + [set().union(*of)]
        near = {end for edge in graph.edges if not chosen.isdisjoint(edge) for end in edge}
        if len(merged) == 1 and near | chosen == {*graph.vertices}:
            found.append(chosen)
    return found


@pytest.mark.parametrize("name", GRAPHS)
def test_it_counts_alike_on_every_backend_and_by_brute_force(name):
    graph, p = GRAPHS[name], problem(GRAPHS[name])
    number = len(right(graph))
    assert [accord.count(p, backend=each).count for each in ("native", "sat", "cpsat")] == [number] * 3
    assert accord.count(p, backend="native", engine="frontier").count == number
    assert accord.count(problem(graph, how="unfold"), backend="native").count == number
    (rule,) = p.rules
    every = (each for size in range(len(rule.of) + 1) for each in combinations(rule.of, size))
    assert sum(map(rule.accepts, every)) == number


def test_its_cuts_are_broken_follow_and_hold():
    graph = GRAPHS["board"]
    lazy = problem(graph).model.lazy
    name = {each: f"b{n}" for n, each in enumerate(graph.vertices)}
    true = [{name[each] for each in chosen} for chosen in right(graph)]
    items = lazy.violations(["b0", "b2", "b6", "b8"], None)
    assert len(items) == 3
    assert {item.about.rule for item in items} == {0}
    for item in items:
        given = [sum(amount for each, amount in item.gives.items() if each in chosen) for chosen in true]
        assert min(given) >= item.low > sum(item.gives.get(each, 0) for each in ("b0", "b2", "b6", "b8"))
        assert lazy.follows(item)
        assert not lazy.follows(LazyItem("more", item.gives, item.low + 1))


def test_it_is_written_to_a_file_and_read_again(tmp_path):
    p = Problem("lighthouses")
    p.state(dominating(p.board(3, 3, name="x"), words="the lighthouses"))
    p.save(tmp_path / "one.toml")
    text = (tmp_path / "one.toml").read_text()
    assert r"dominating(x, words=\"the lighthouses\")" in text
    assert "dominating" not in FUNCTIONS  # which was made before
    again = accord.load(tmp_path / "one.toml")
    assert accord.count(again).count == len(right(GRAPHS["board"]))
    (tmp_path / "two.toml").write_text(text.replace("(x, ", "(x, size=3, "))
    with pytest.raises(accord.AccordError, match="dominating"):
        accord.count(accord.load(tmp_path / "two.toml"))


def test_wrong_flags_are_refused_and_so_is_a_problem_of_large_numbers():
    with pytest.raises(UsageError, match="found 3 flags; expected 9"):
        dominating([True] * 3, grid(3, 3))
    p = Problem()
    x = p.integer("x", 0, 10**7)
    p.state(dominating({(0, 0): x > 3, (0, 1): x > 5}, grid(1, 2)))
    p.minimize(x)
    with pytest.raises(RefusedError, match="cpsat takes such a rule by options only"):
        accord.best(p, backend="cpsat")


# -- a kind of pencil puzzles with it ----------------------------------------------------------------


def rules(puzzle):
    p = puzzle.problem()
    light = puzzle.flags(p, puzzle.cells)
    p.state(dominating(light, puzzle.graph, words="the lighthouses"))
    for cell in puzzle["board"]:
        p.add(~light[cell], words=f"the rock at {at(cell)}")
    return p


KIND = Kind(
    name="lighthouses",
    rule="Connected lighthouses stand on cells, or beside them, and on no rock.",
    source="made for a test",
    parts=(Board("board", "rocks", signs=(Sign("o", "a rock"),)),),
    solution=Flags("lighthouse", word="x", sign="*"),
    rules=rules,
    example="o../.../...",
)


def puzzle_of(text):
    found = family(KIND)
    return Puzzle(family=found, spec=found.texts.parse(text), name="toy")


def test_it_gives_hints_in_its_own_words():
    hints = Hints(puzzle_of(".../oo./o.."))
    said = [hint.words for hint in hints]
    assert hints.person.solved
    assert said[3] == "r2c1 needs one there or beside it, so r1c1 has a lighthouse"
    assert said[5] == "a ship goes from each to each, so r3c3 has a lighthouse"
    assert said[6] == (
        "if r1c2 has no lighthouse, the lighthouses would be too few; so r1c2 has a lighthouse"
    )


def test_a_puzzle_with_it_is_drawn():
    puzzle = puzzle_of(".../oo./o..")
    (solution,) = accord.solutions(puzzle)
    blank, drawn = accord.draw(puzzle).svg(), accord.draw(puzzle, solution).svg()
    assert "<svg" in blank
    assert len(drawn) > len(blank)
