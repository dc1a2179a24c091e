"""Slitherlink, hitori and kakuro as problems: the solutions that their rules mean, by trying everything."""

from itertools import combinations
from random import Random

import pytest
from tests.oracles import pencil

import accord
from accord.problem import Problem
from accord.problem.graphs import dots, grid

BACKENDS = ["native", "cpsat", "sat"]


def found(made, backend):
    """All solutions, each once, as the reader that comes with a problem makes them of its values."""
    problem, read = made
    solutions = [read(each.values) for each in accord.solutions(problem, backend=backend)]
    assert len(set(solutions)) == len(solutions)
    return set(solutions)


def slitherlink(rows, columns, clues):
    problem = Problem("slitherlink")
    loop = problem.edges(dots(grid(rows, columns)))
    problem.single_loop(loop)
    for cell, clue in clues.items():
        problem.add(sum(loop.around(*cell)) == clue)
    return problem, lambda values: frozenset(edge for edge in loop if values[loop[edge].name])


def hitori(numbers):
    problem = Problem("hitori")
    black = problem.board(len(numbers), len(numbers[0]))
    problem.connected(black, where=False)
    for cell, other in combinations(black, 2):
        (r, c), (s, d) = cell, other
        if (r == s or c == d) and numbers[r][c] == numbers[s][d]:
            problem.add(black[cell] | black[other])
        if other in black.near[cell]:
            problem.add(~(black[cell] & black[other]))
    return problem, lambda values: frozenset(cell for cell in black if values[black[cell].name])


def kakuro(picture, sums):
    problem = Problem("kakuro")
    x = problem.board(picture, values=range(1, 10))
    for run, total in sums.items():
        problem.different(x[cell] for cell in run)
        problem.add(sum(x[cell] for cell in run) == total)
    return problem, lambda values: frozenset((cell, values[x[cell].name]) for cell in x)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", range(4))
def test_slitherlink(seed, backend):
    rng = Random(seed)
    rows, columns = rng.choice([(2, 3), (3, 3)])
    loop = rng.choice(pencil.loops(rows, columns))
    some = rng.sample(pencil.cells(rows, columns), rng.randint(1, 4))
    clues = {cell: pencil.on(loop, cell) for cell in some}
    if seed == 3:
        clues[some[0]] = (clues[some[0]] + 1) % 4
    expected = pencil.slitherlink(rows, columns, clues)
    assert found(slitherlink(rows, columns, clues), backend) == expected
    assert seed == 3 or loop in expected


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("seed", [3, 5, 7, 9])
def test_hitori(seed, backend):
    rng = Random(seed)
    rows, columns = rng.choice([(3, 3), (3, 4)])
    numbers = [[rng.randint(1, columns + 2) for _ in range(columns)] for _ in range(rows)]
    expected = pencil.hitori(numbers)
    assert len(expected) > 1
    assert found(hitori(numbers), backend) == expected


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("picture", ["..\n..", ".#.\n...", "#..\n..#"])
def test_kakuro(picture, backend):
    rng = Random(picture)
    white = {(r, c) for r, row in enumerate(picture.split()) for c, sign in enumerate(row) if sign == "."}
    digits = filled(white, rng)
    sums = {run: sum(digits[cell] for cell in run) for run in pencil.runs(white)}
    expected = pencil.kakuro(white, sums)
    assert frozenset(digits.items()) in expected
    assert found(kakuro(picture, sums), backend) == expected


def filled(white, rng):
    """Digits that differ within runs, at random."""
    while True:
        digits = {cell: rng.randint(1, 9) for cell in sorted(white)}
        if all(len({digits[cell] for cell in run}) == len(run) for run in pencil.runs(white)):
            return digits


def test_the_loops_of_a_board_are_as_many_as_are_known():
    assert [len(pencil.loops(n, n)) for n in (1, 2, 3)] == [1, 13, 213]  # OEIS A140517
