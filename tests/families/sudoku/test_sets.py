"""Unavoidable sets, bounds and bands: against SAT, by brute force, and in transformed grids."""

import json
import random
from functools import cache
from itertools import combinations, product

import pytest
from click.testing import CliRunner

from accord.errors import InputError, StoppedError, UsageError
from accord.families.clue_sets.unavoidable_command import unavoidable
from accord.families.sudoku.bands import band_cells, band_sets
from accord.sudoku import (
    band_puzzles,
    clues_refused,
    count_band_puzzles,
    least_clues,
    lower_bound,
    unavoidable_sets,
)
from grids import UNITS, differences

# the solution of PUZZLE, which has 17 clues
GRID = "123456789456789123798231564234675918815943276967812435379164852582397641641528397"
PUZZLE = "003050000000080100000200000000000000810040000000000035070000800002307000000500090"
OTHER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

found = cache(unavoidable_sets)


def transformed(grid, seed):
    """One of the 3,359,232 x 9! grids with the same structure, and where each cell went."""
    shuffle = random.Random(seed)
    order = lambda: [3 * a + b for a in shuffle.sample(range(3), 3) for b in shuffle.sample(range(3), 3)]  # noqa: E731
    down, across, digits = order(), order(), "0" + "".join(shuffle.sample("123456789", 9))
    turned = shuffle.random() < 0.5
    places = [(c, r) if turned else (r, c) for r in down for c in across]
    new = {9 * row + column: at for at, (row, column) in enumerate(places)}
    return "".join(digits[int(grid[9 * row + column])] for row, column in places), new


@pytest.mark.parametrize("grid", [GRID, OTHER])
def test_each_set_is_unavoidable_and_no_part_of_it_is(grid):
    for cells in found(grid, most_cells=12):
        assert differences(grid, list(cells)) == {frozenset(cells)}


@pytest.mark.parametrize("grid", [GRID, OTHER])
def test_all_of_up_to_eight_cells_are_there_says_sat(grid):
    assert {frozenset(cells) for cells in found(grid, most_cells=8)} == by_sat(grid, 8)


@pytest.mark.slow
@pytest.mark.parametrize("grid", [GRID, OTHER])
def test_all_of_up_to_twelve_cells_are_there_says_sat(grid):
    assert {frozenset(cells) for cells in found(grid, most_cells=12)} == by_sat(grid, 12)


def by_sat(grid, most):
    """All minimal sets of up to so many cells: another grid is found, and a minimal part forbidden."""
    from pysat.card import CardEnc
    from pysat.solvers import Solver

    literal = lambda cell, digit: 9 * cell + digit  # noqa: E731
    own = [literal(cell, int(sign)) for cell, sign in enumerate(grid)]
    clauses = []
    for cell in range(81):
        clauses.append([literal(cell, d) for d in range(1, 10)])
        clauses += [[-literal(cell, a), -literal(cell, b)] for a, b in combinations(range(1, 10), 2)]
    for unit, digit in product(UNITS, range(1, 10)):
        clauses.append([literal(cell, digit) for cell in unit])
        clauses += [[-literal(a, digit), -literal(b, digit)] for a, b in combinations(unit, 2)]
    limit = CardEnc.atmost([-cell for cell in own], most, top_id=729)
    sets = set()
    with Solver("cadical153", clauses + limit.clauses + [[-cell for cell in own]]) as solver:
        while solver.solve():
            chosen = set(solver.get_model())
            cells = [cell for cell in range(81) if own[cell] not in chosen]
            least = min(differences(grid, cells), key=len)
            sets.add(least)
            solver.add_clause([own[cell] for cell in least])
    return sets


@pytest.mark.parametrize("seed", range(4))
def test_a_transformed_grid_has_the_transformed_sets(seed):
    grid, place = transformed(OTHER, seed)
    for limits in ({"most_cells": 11}, {"most_cells": 14, "digits": 4}, {"most_cells": 81, "digits": 3}):
        before, after = found(OTHER, **limits), unavoidable_sets(grid, **limits)
        assert before.complete
        assert after.sizes == before.sizes
        assert set(after) == {tuple(sorted(place[cell] for cell in cells)) for cells in before}
    for clues in (3, 4, 5):
        counts = [count_band_puzzles(OTHER, band, clues) for band in range(1, 7)]
        assert sorted(counts) == sorted(count_band_puzzles(grid, band, clues) for band in range(1, 7))


def test_a_puzzle_of_the_grid_has_a_clue_in_every_set():
    clues = {cell for cell, sign in enumerate(PUZZLE) if sign != "0"}
    assert all(clues & set(cells) for cells in found(GRID, most_cells=14))
    for band in range(1, 7):
        assert all(clues & set(cells) for cells in band_sets(GRID, band))
        part = tuple(cell for cell in band_cells(band) if cell in clues)
        if len(part) <= 5:
            assert part in band_puzzles(GRID, band, len(part))


def test_fewer_are_the_smallest_and_say_so():
    whole, part = found(GRID, most_cells=12), unavoidable_sets(GRID, most_cells=12, most=20)
    assert part.cells == whole.cells[:20]
    assert whole.complete
    assert not part.complete
    assert part.complete_to == 7  # none has 7 cells
    assert part.sizes == {4: 2, 6: 14, 8: 4}
    assert unavoidable_sets(GRID, most_cells=12, most=len(whole)) == whole


def test_limits_on_digits_and_cells_only_leave_sets_out():
    whole = found(OTHER, most_cells=12)
    few = {cells for cells in whole if len({OTHER[cell] for cell in cells}) <= 4}
    assert set(unavoidable_sets(OTHER, most_cells=12, digits=4)) == few
    stack = set(band_cells(5))
    inside = {cells for cells in whole if stack.issuperset(cells)}
    assert {cells for cells in band_sets(OTHER, 5) if len(cells) <= 12} == inside


@pytest.mark.parametrize("grid", [GRID, OTHER])
def test_the_bound_is_the_most_disjoint_sets(grid):
    sets = found(grid, most_cells=9)
    bound = lower_bound(sets)
    assert bound.exact
    assert bound.clues == len(bound.disjoint) == most_disjoint([frozenset(cells) for cells in sets])
    assert set(bound.disjoint) <= set(sets.cells)
    assert len(set().union(*bound.disjoint)) == sum(map(len, bound.disjoint))


def most_disjoint(sets):
    """The largest number of pairwise disjoint sets, by trying."""
    best = 0

    def walk(left, number):
        nonlocal best
        best = max(best, number)
        while left and number + len(set().union(*left)) // min(map(len, left)) > best:
            first, *left = left
            walk([cells for cells in left if not cells & first], number + 1)

    walk(sets, 0)
    return best


def test_the_bound_of_a_grid_takes_its_sets_of_up_to_twelve_cells():
    bound = lower_bound(GRID, backend="cpsat")
    assert bound.clues == 9  # and the grid has puzzles of 17
    assert bound.exact


def test_the_bound_that_a_limit_stopped_is_not_exact():
    bound = lower_bound(found(GRID, most_cells=12), backend="cpsat", time_limit=1e-3)
    assert not bound.exact
    assert 1 <= bound.clues <= 9


@pytest.mark.parametrize(("grid", "band"), [(GRID, 1), (OTHER, 2), (OTHER, 6)])
def test_band_puzzles_are_those_that_hit_every_difference(grid, band):
    cells = band_cells(band)
    every = differences(grid, list(cells))
    least = least_clues(grid)[band - 1]
    for clues in (least - 1, least):
        valid = [c for c in combinations(cells, clues) if all(set(c) & other for other in every)]
        assert {tuple(sorted(c)) for c in band_puzzles(grid, band, clues)} == {
            tuple(sorted(c)) for c in valid
        }
        assert count_band_puzzles(grid, band, clues) == len(valid)
    assert valid


def test_no_band_has_more_puzzles_than_the_published_most():
    for grid, band in product((GRID, OTHER), range(1, 7)):
        assert count_band_puzzles(grid, band, 5) <= 51_520
        assert count_band_puzzles(grid, band, 6) <= 237_770


def test_least_clues_add_up_over_bands_and_over_stacks():
    assert least_clues(GRID) == (4, 3, 3, 3, 3, 3)
    assert clues_refused(GRID, 10) is None
    assert clues_refused(GRID, 9) == "the bands need 4 + 3 + 3 clues, more than 9"


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ("123", "found 3 signs"),
        (PUZZLE, "other signs"),
        ("²" * 81, "other signs"),
        (GRID[1] + GRID[0] + GRID[2:], "column 1 does not have each digit once"),
        ([1, 2, 3], "found 3 signs"),
    ],
)
def test_what_is_no_finished_grid_is_refused(grid, message):
    with pytest.raises(InputError, match=message):
        unavoidable_sets(grid)


@pytest.mark.parametrize(
    "limits",
    [
        {"most_cells": 3},
        {"most_cells": 19},
        {"most_cells": 30, "digits": 5},
        {"digits": 1},
        {"digits": 10},
        {"most": 0},
        {"within": [80, 81]},
        {"within": [1, 1]},
    ],
)
def test_limits_without_sense_are_refused(limits):
    with pytest.raises(UsageError, match=r"expected|too many"):
        unavoidable_sets(GRID, **limits)


def test_bands_and_clues_that_do_not_exist_are_refused():
    for band, clues in ((0, 3), (7, 3), (1, -1), (1, 10)):
        with pytest.raises(UsageError, match="expected"):
            count_band_puzzles(GRID, band, clues)
    with pytest.raises(UsageError, match="lower_bound"):
        lower_bound(GRID, limit=3)


def test_a_search_stops_when_it_is_told_to():
    with pytest.raises(StoppedError):
        unavoidable_sets(GRID, stop=lambda: True)


def invoke(*words, **more):
    return CliRunner().invoke(unavoidable, words, **more)


def test_the_command_lists_sets_by_size():
    result = invoke(GRID, "--cells", "6")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "4 cells: 2 sets"
    assert lines[1] == "  r3c7 r3c9 r6c7 r6c9"
    assert lines[3] == "6 cells: 14 sets"
    assert lines[-1].startswith("at least ")
    assert "16 sets of up to 6 cells, all there are" in result.stderr


def test_the_command_solves_puzzles_and_writes_json():
    result = invoke(PUZZLE, "--cells", "8", "--bands", "--json")
    record = json.loads(result.stdout)
    assert record["grid"] == GRID
    assert record["complete"]
    assert record["sizes"] == {"4": 2, "6": 14, "8": 18}
    assert len(record["sets"]) == 34
    assert record["bound"]["exact"]
    assert record["least"]["band 1"] == 4
    assert record["band_puzzles"]["band 1"]["4"] == 462


def test_the_command_reads_files_and_tells_of_faults(tmp_path):
    path = tmp_path / "grids.txt"
    path.write_text(f"{GRID}\n{GRID[1] + GRID[0] + GRID[2:]}\n{OTHER}\n")
    result = invoke(str(path), "--summary", "--cells", "6", "--number", "3", "--no-bound")
    assert result.exit_code == 3
    assert [line for line in result.stdout.splitlines() if len(line) == 81] == [GRID, OTHER]
    assert "6 cells: at least 1 set\n" in result.stdout
    assert f"{path}:2" in result.stderr


def test_the_command_gives_up_when_the_time_is_over():
    result = invoke(GRID, "--cells", "18", "--time-limit", "1e-6")
    assert isinstance(result.exception, StoppedError)
    assert result.exception.exit_code == 5
    assert not result.stdout
