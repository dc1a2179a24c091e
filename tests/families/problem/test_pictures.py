"""How problems look: truths on boards, and edges as lines, with the clues that stand in the data."""

import accord
from accord.families.problem.display import picture
from accord.problem import Problem
from accord.problem.graphs import dots, graph_of, grid


def drawn(problem, *names):
    """The picture where these variables hold."""
    options = problem.options
    return str(picture(problem, problem.model, [options[name][True] for name in names])).splitlines()


def test_truths_of_a_board():
    problem = Problem()
    problem.board(2, 3)
    assert drawn(problem, "x[1,2]", "x[2,3]") == [".#.", "..#"]
    holes = Problem()
    holes.board("..#\n...")  # there a # is no cell
    assert drawn(holes, "x[1,2]") == [".*#", "..."]


def test_a_loop_between_dots_with_its_clues():
    puzzle = accord.load("slitherlink-6")
    assert str(puzzle.picture()).splitlines()[:4] == [
        "·   ·   ·   ·   ·   ·   ·",
        "  1               1",
        "·   ·   ·   ·   ·   ·   ·",
        "  3   1   1   1       2",
    ]
    (solution,) = accord.unique(puzzle, backend="sat").solutions
    assert str(puzzle.picture(solution.options)).splitlines()[:4] == [
        "·   ·   ·   ┏━━━━━━━━━━━┓",
        "  1         ┃     1     ┃",
        "┏━━━━━━━━━━━┛   ·   ·   ┃",
        "┃ 3   1   1   1       2 ┃",
    ]


def test_paths_between_cells_go_from_clue_to_clue():
    puzzle = accord.load("numberlink-6")
    (solution,) = accord.unique(puzzle, backend="sat").solutions
    assert str(puzzle.picture(solution.options)).splitlines()[4:7] == [
        "┃   ┃   3━━━┓   ┃   1",
        "┃   ┃       ┃   ┃",
        "┃   ┃   4   ┃   ┗━━━┓",
    ]


def test_boards_with_holes_have_no_dots_in_them():
    problem = Problem()
    problem.edges(dots(grid(".#\n##\n#.")))
    assert drawn(problem, "edge[1,1,1,2]") == ["╺━━━╸", "", "·   ·", "", "    ·   ·", "", "    ·   ·"]


def test_edges_of_no_square_board_are_listed():
    problem = Problem()
    problem.edges(graph_of([("a", "b"), ("b", "c")]), "e")
    problem.edges(grid(2, 2, touching="corners"), "kings")
    problem.edges(dots(grid(1, 1)), "loop")
    assert drawn(problem, 'e["a","b"]', "kings[1,1,2,2]", "loop[1,1,2,1]") == [
        "e = a-b",
        "kings = r1c1-r2c2",
        *("loop:", "╻   ·", "┃", "╹   ·"),
    ]
    assert str(picture(problem, problem.model, None)).splitlines()[0] == "e: 2 edges"
