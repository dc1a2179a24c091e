"""The referees beside real puzzles, which are no part of the project, and beside the package puzzlekit."""

from random import Random

import pytest
from kinds import KINDS, of
from kinds.blocks import DATA, read, real, runs
from kinds.making import changed

needs_data = pytest.mark.skipif(DATA is None, reason="the real puzzles are not beside the project")


@needs_data
@pytest.mark.parametrize("kind", KINDS)
def test_the_stated_solutions_of_real_puzzles_keep_the_rule(kind):
    blocks = real(kind)
    assert len(blocks) in (0, 8)  # of some kinds there are none
    assert [of(kind).broken(one, one.solution) for one in blocks] == [None] * len(blocks)


@needs_data
@pytest.mark.parametrize("kind", KINDS)
def test_a_real_solution_with_one_change_breaks_the_rule(kind):
    """None of these puzzles has a second solution that is so near."""
    referee, draw = of(kind), Random(kind)
    for asked in real(kind):
        solution = referee.plain(asked, asked.solution)
        for other in changed(draw, asked, asked.solution, 6):
            if referee.plain(asked, other) != solution:
                assert referee.broken(asked, other), (asked.name, other)


# -- a peer ---------------------------------------------------------------------------------------------

#: puzzlekit's names of kinds, where they are others
PEER_NAMES = {
    "dominosa": "dominos",
    "killer-sudoku": "killer_sudoku",
    "magnets": "magnetic",
    "skyscrapers": "skyscraper",
    "star-battle": "starbattle",
    "tents": "tent",
}
#: how puzzlekit reads the rule where it reads it in another way
PEER_READINGS = {"killer-sudoku": {"repeated": True}}


def peer_solution(kind, asked):
    """A solution as puzzlekit finds it, None where it says that there is none."""
    puzzlekit = pytest.importorskip("puzzlekit")
    source = "\n".join(" ".join(map(str, line)) for line in [asked.sizes, *asked.lines])
    found = puzzlekit.solve(source, PEER_NAMES.get(kind, kind), solver_options={"num_search_workers": 1})
    assert found.solution_data["status"] in ("Optimal", "Feasible", "Infeasible")
    if found.solution_data["status"] == "Infeasible":
        return None
    return [[str(sign) for sign in row] for row in found.solution_data["solution_grid"].matrix]


def without_a_sum(asked):
    """Whether a run of kakuro has no sum: for puzzlekit it may then repeat digits."""
    grid = asked.lines
    for run in runs([(row, column) for row, column in asked.cells if grid[row][column] == "0"]):
        (row, column), down = run[0], len(run) > 1 and run[0][1] == run[1][1]
        before = grid[row - 1][column] if down else grid[row][column - 1]
        if len(run) > 1 and not before.partition(",")[0 if down else 2].isdigit():
            return True
    return False


@pytest.mark.parametrize("kind", KINDS)
def test_puzzlekit_solves_the_small_puzzles_that_have_a_solution_and_no_others(kind):
    referee, reading, held = of(kind), PEER_READINGS.get(kind, {}), 0
    for seed in range(20):
        (asked,) = read(referee.small(seed))
        if kind == "kakuro" and without_a_sum(asked):
            continue
        try:
            found = peer_solution(kind, asked)
        except (ValueError, IndexError):  # it reads no 0 at a side, no tents without a number, no lone hole
            continue
        ours = next(referee.solutions(asked, **reading), None)
        assert (found is None) == (ours is None), asked
        assert found is None or referee.broken(asked, found, **reading) is None, asked
        held += 1
    assert held > 8


@needs_data
@pytest.mark.parametrize("kind", KINDS)
def test_puzzlekit_finds_the_stated_solutions_of_real_puzzles(kind):
    referee = of(kind)
    for asked in real(kind):
        if kind == "killer-sudoku" and asked.sizes[0] == 6:
            continue  # its boxes are then four of 2 by 2; of one it says that nothing solves it
        found = referee.plain(asked, peer_solution(kind, asked))
        assert found == referee.plain(asked, asked.solution), asked.name
