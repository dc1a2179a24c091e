"""Graph rules in files: what they mean, what is wrong with them, and that what is written is read."""

from itertools import product

import pytest
from looped import looped

from accord.errors import InputError, RefusedError, UsageError
from accord.families.problem.problems import problem_of
from accord.model.digest import fingerprint
from accord.problem import Problem
from accord.problem.graphs import dots, graph_of, grid
from accord.puzzles.document import read
from accord.puzzles.file import model_file
from accord.puzzles.puzzle import of_file
from accord.puzzles.writing import text_of

VARIABLES = """
loop = { edges = "dots", board = [2, 2] }
link = { edges = "cells", board = "...\\n#.." }
e = { edges = [["a", "b"], ["b", "c"], ["a", "c"], ["d"]] }
x = { board = [2, 2], values = "1..2" }
b = { board = [2, 2] }
"""


def loaded(text):
    return of_file("it", model_file(read(text.encode(), "it.toml")))


def puzzle(rules, variables=VARIABLES):
    return loaded(f"family = \"problem\"\nrules = '''\n{rules}\n'''\n[variables]\n{variables}\n")


def made(rules):
    return problem_of(puzzle(rules).spec)


def kept(problem):
    """How many choices of values keep the rules, by what the rules mean."""
    atoms = {atom for rule in problem.rules for part in rule.parts for atom in part_atoms(part)}
    of = [atom for atom in problem.variables if atom in atoms]
    other = {atom: atom.values[0] for atom in problem.variables}
    rows = product(*(atom.values for atom in of))
    return sum(problem.holds(other | dict(zip(of, row, strict=True))) for row in rows)


def part_atoms(part):
    return [part] if not part.parts else [atom for each in part.parts for atom in part_atoms(each)]


@pytest.mark.parametrize(
    ("rule", "number", "known_as"),
    [
        ("single_loop(loop)", 13, ["one loop"]),  # of 3 x 3 dots
        ("single_loop(loop, empty=True, shortest=5)", 10, ["one loop"]),
        ("single_loop(e)", 1, ["one loop"]),
        ("path(link, ends=[(1, 1), (2, 3)])", 2, ["path"]),
        ("path(link, spanning=True)", 2, ["path"]),
        ("path(e, ends=['a', 'c'])", 2, ["path"]),
        ("paths(link, ends=[[(1, 1), (1, 2)], [(2, 2), (2, 3)]])", 1, ["path"]),
        ("tree(e)", 0, ["one tree"]),  # there is no edge to d
        ("tree(e, spanning=False)", 6, ["one tree"]),
        ("connected(b)", 14, ["connected"]),
        ("connected(b, where=False, empty=False)", 13, ["connected"]),
        ("connected(b, touching='corners')", 16, ["connected"]),
        ("connected(x, where=2, size=3)", 5, ["connected"]),
        ("connected(x, where=[1, 2])", 16, ["connected"]),
        ("connected(x, where=1, root=(2, 1))", 7, ["connected"]),
        ("connected([v == 2 for v in x.cells], x)", 14, ["connected"]),
        ("connected({(1, 1): b[1,1], (2, 2): b[2,2]}, b)", 3, ["connected"]),
        ("connected(b.cells, [['p', 'q'], ['q', 'r'], ['r', 's']])", 11, ["connected"]),
        ("regions(x, values=[1], sizes=[1, 2])", 8, ["regions: 1"]),
        ("regions(x, roots={1: (1, 1)}, words='lands')", 6, ["lands: 1", "lands: 2"]),
        ("connected(b, words='the white')", 14, ["the white"]),
        ("connected(x, where=k) for k in range(1, 3)", 14, ["k = 1: connected(x, where=k)"] * 2),
    ],
)
def test_graph_rules_mean_what_they_say(rule, number, known_as):
    problem = made(rule)
    assert kept(problem) == number
    assert [each.words.replace("k = 2", "k = 1") for each in problem.rules] == known_as


def test_edges_are_named_by_their_ends():
    problem = made(
        "loop[1,1,1,2], loop[(1, 2), (1, 1)], loop.at(1, 1)[2]\n"
        "not loop[edge] for edge in loop.keys() if (2, 2) in edge\n"
        "sum(loop.around(1, 1)) == 2, sum(loop.values()) == 8\n"
        "e['a', 'b'], not e['c', 'a'], len(e.at('c')) == 2, len(e.at('d')) == 0\n"
    )
    assert [str(rule) for rule in problem.rules][:3] == ["loop[1,1,1,2]", "loop[1,1,1,2]", "loop[1,1,2,1]"]
    assert sum(str(rule).startswith("not loop") for rule in problem.rules) == 4
    assert kept(problem) == 1  # all around, and none of the middle


def everything():
    p = Problem("it")
    loop = p.edges(dots(grid("..#\n...")), "loop")
    p.single_loop(loop, shortest=6)
    p.add(sum(loop.around(0, 0)) == 3)
    p.single_loop(p.edges(dots(grid(2, 2, lattice="hexagonal")), "hexes"), empty=True, words="a ring")
    link = p.edges(grid("..#\n...\n..."), "link")
    p.paths(link, ends=[((0, 0), (2, 2)), ((0, 1), (1, 2))], spanning=True)
    p.path(link, None, ((0, 0), (2, 2)))
    p.tree({edge: flag for edge, flag in link.items() if (0, 0) not in edge}, link.graph, spanning=False)
    p.tree(p.edges(graph_of([("a", "b"), ("c", "d"), ("a", "c"), ("b", "d")]), "named"))
    p.path(p.edges(graph_of({3: [4], 4: [5], 5: [3], 9: []}), "numbered"))
    kings = p.edges(grid(2, 2, touching="corners"), "kings")
    p.single_loop([*[*kings.values()][1:], True], kings)
    cube = p.edges(grid(2, 2, 2, lattice="cubic"), "cube")
    p.single_loop(cube)
    x = p.board(3, 3, 1, 3)
    p.regions(x, sizes={1: 2, 2: (3, 4)}, roots={1: (0, 0)})
    p.regions(x, touching="corners")
    p.connected(x, where=[1, 2])
    p.connected({cell: v > 2 for cell, v in x.items()}, x, root=(1, 1))
    b = p.board("...\n..#", name="b")
    p.connected(b)
    p.connected(b, where=False, touching="corners", size=(2, 5))
    p.connected({(0, 0): b[0, 0], (0, 1): ~b[0, 1]}, grid(1, 2))
    p.connected(b, how="unfold", levels=3, words="the white ones")
    p.connected(p.choices(3, ["red", "blue"], name="c"), [("p", "q"), ("q", "r")], where="red")
    return p


def test_what_is_written_is_read_as_the_same():
    problem = everything()
    text = text_of(problem)
    again = problem_of(loaded(text).spec)
    assert [atom.name for atom in again.variables] == [atom.name for atom in problem.variables]
    assert fingerprint(again.model) == fingerprint(problem.model)
    assert text_of(again).split("\n", 2)[2] == text.split("\n", 2)[2]
    for line in (
        "single_loop(loop, shortest=6)",
        'single_loop(hexes, empty=True, words="a ring")',
        "paths(link, ends=[[[1, 1], [3, 3]], [[1, 2], [2, 3]]], spanning=True)",
        'connected(x, where=1, empty=False, size=[2, 2], root=[1, 1], words="regions: 1")',
        "connected(x, where=[1, 2])",
        'connected(b, where=False, touching="corners", size=[2, 5])',
        'loop = { board = "..#\\n...\\n", edges = "dots" }',
        'named = { edges = [["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"]] }',
        "numbered = { edges = [[3], [4], [5], [9], [3, 4], [4, 5], [3, 5]] }",
    ):
        assert line in text.split("\n")


@pytest.mark.parametrize(
    ("say", "why"),
    [
        (lambda p: p.edges([((1, "a"), "b")], "e"), "the edges e: found (1, 'a') as a vertex; expected"),
        (lambda p: p.edges([("a", "b")], "tree"), "the variable 'tree': in a file a name has"),
        (
            lambda p: p.connected(p.booleans(2), [(1, "1")]),
            "connected: found two vertices of the same name",
        ),
    ],
)
def test_what_a_file_cannot_say_is_refused_in_a_sentence(say, why):
    problem = Problem()
    say(problem)
    with pytest.raises(RefusedError) as caught:
        text_of(problem)
    assert str(caught.value).startswith(why)


def test_two_sets_of_edges_need_two_names():
    problem = Problem()
    problem.edges(grid(2, 2))
    with pytest.raises(UsageError, match="found edges called 'edge' already; give the new one another"):
        problem.edges(grid(1, 2))
    with pytest.raises(UsageError, match="found edges called 'edge' already"):
        problem.board(2, 2, name="edge")


WRONG = [  # the line, the column, and how the message begins
    ("single_loop(lop)", 13, "unknown name 'lop'"),
    ("single_loop()", 1, "single_loop(...): missing a required argument: 'flags'"),
    ("single_loop(loop, long=3)", 1, "single_loop(...): got an unexpected keyword argument 'long'"),
    ("single_loop(loop, shortest='a')", 1, "single_loop(...): shortest: found 'a'; expected a whole number"),
    ("single_loop(loop, empty=1)", 1, "single_loop(...): empty: found 1; expected True or False"),
    ("single_loop(loop, how='well')", 1, "single_loop(...): unknown way 'well'"),
    ("single_loop(3)", 1, "single_loop(...): flags: found 3; expected a list"),
    ("single_loop([b[1,1]], loop)", 1, "single_loop(...): found 1 flags; expected 12"),
    ("single_loop(x)", 1, "single_loop(...): found a flag of r1c1; expected"),
    ("b[1,1], path(link, ends=[(1, 1), (2, 1)])", 9, "path(...): found the ends r1c1-r2c1; expected pairs"),
    ("path(link, ends=[(1, 1)])", 1, "path(...): ends: found a list of 1; expected two vertices"),
    ("path(link, ends=[1.5, 2])", 18, "found 1.5; expected a whole number"),
    ("path(link, ends=[b, 2])", 1, "path(...): ends: found b as a vertex"),
    ("paths(link, ends=[(1, 1), (1, 2)])", 1, "paths(...): found the ends 1-1, 1-2; expected pairs"),
    ("paths(link)", 1, "paths(...): paths need their ends"),
    ("connected(x)", 1, "connected(...): found x[1,1], which is no truth"),
    ("connected(b, where=[[1]])", 1, "connected(...): "),
    ("connected(b, root=(3, 3))", 1, "connected(...): the root r3c3 is no vertex of the graph"),
    ("connected(b, size=[1, 2, 3])", 1, "connected(...): size: found a list of 3; expected a number"),
    ("connected(b, touching='ends')", 1, "connected(...): touching: found 'ends'; expected \"sides\""),
    ("connected(b.cells, [[1, 2, 3]])", 1, "connected(...): graph: found a list of 3; expected two vertices"),
    ("connected(b.cells, {'p': 3})", 1, "connected(...): graph: found 3; expected a list"),
    ("connected({[1, 1]: b[1,1]}, b)", 11, "found a list as a key of a table; expected"),
    ("single_loop({3: b[1,1]}, e)", 1, "single_loop(...): found a flag of 3; expected"),
    ("connected(loop)", 1, "connected(...): found a flag of r1c1-r1c2; expected vertices"),
    ("loop.around(loop)", 1, "found loop as a vertex; expected"),
    ("regions(x, has=3)", 1, "regions(...): found has=; expected some of labels, graph, values"),
    ("regions(3)", 1, "regions(...): labels: found 3; expected a list"),
    ("regions(x, values=1)", 1, "regions(...): values: found 1; expected a list"),
    ("regions(x, sizes='a')", 1, "regions(...): sizes: "),
    ("regions(x, roots=[1])", 1, "regions(...): roots: found a list of 1; expected a table"),
    ("not connected(b)", 1, "found [<the rule connected>], which is no truth"),
    ("loop[1,1,2,2]", 1, "there is no edge r1c1-r2c2"),
    ("loop[1,1,1]", 1, "found 3 numbers as an edge; expected its two ends"),
    ("loop[b[1,1],1,1,1]", 1, "found (b[1,1], 1) as a vertex"),
    ("loop.at(9, 9) == 1", 1, "there is no vertex r9c9"),
    ("b.at(1, 1)", 1, "found .at of the board b; expected edges, and a vertex"),
    ("sum(loop.around(3, 3)) == 1", 5, "loop has no cell [3, 3] with edges around it"),
    ("sum(e.around('a')) == 1", 5, "e has no cell ['a'] with edges around it"),
    ("sum(loop) == 1", 1, "found the edges loop; expected a list, as loop.values() is one"),
    ("loop.cells == 1", 1, "found .cells of the edges loop; expected a board"),
]  # fmt: skip


@looped(("line", "column", "message"), WRONG)
def test_wrong_calls_are_told_with_line_and_column(line, column, message):
    with pytest.raises(InputError) as caught:
        puzzle(line).model  # noqa: B018
    (fault,) = caught.value.faults
    assert "\n" not in fault
    assert fault.split(": rules: ", 1)[1].startswith(message)
    assert fault.startswith(f"it.toml:3:{column}: ")


WRONG_EDGES = [  # what is declared, and the message
    ('{ edges = "dots" }', 'found edges = "dots" without a board; expected board = [rows, columns]'),
    ('{ edges = "cells", array = 3 }', "found edges and an array; expected one of them"),
    ('{ edges = "cells", board = [2, 2], values = "1..2" }', "found edges with values; expected truths"),
    ('{ edges = "dots", board = [2, 2, 2], lattice = "cubic" }', "only boards of the lattices square"),
    ('{ edges = "cells", board = [9999, 9999] }', "the board: found 99980001 cells; at most"),
    ('{ edges = [["a", "b"]], board = [2, 2] }', "found a list of edges and a board; expected edges = "),
    ('{ edges = [["a", "b", "c"]] }', "found 3 vertices as an edge; expected two, or one for a vertex alone"),
    ('{ edges = [["a", "b"], ["b", "a"]] }', "the graph has an edge twice"),
    ('{ edges = [["a", "a"]] }', "found the edge a-a; expected two vertices of the graph"),
    ('{ edges = [["a", [1]]] }', "found [1] as a vertex; expected a text, a number, or a cell"),
]


@pytest.mark.parametrize(("declared", "message"), WRONG_EDGES)
def test_wrong_edges_are_told_where_they_are_declared(declared, message):
    with pytest.raises(InputError) as caught:
        puzzle("1 == 1", f"e = {declared}").model  # noqa: B018
    (fault,) = caught.value.faults
    assert fault.startswith("it.toml:")
    assert message in fault
