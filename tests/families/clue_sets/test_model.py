"""Clue sets: all puzzles of a sudoku grid, against subsets tried one by one, and known numbers."""

import pickle
from functools import cache
from itertools import combinations

import numpy as np
import pytest

import accord
from accord.errors import InputError
from accord.families.clue_sets.model import ClueSets, Unavoidable
from accord.families.clue_sets.record import RECORD as CLUE_SETS
from accord.families.clue_sets.unavoidable import at_a_glance
from accord.families.sudoku.shape import box_shape
from accord.model.verify import valid
from accord.puzzles.puzzle import Puzzle
from accord.render.text import text

A = "1234341221434321"  # the two kinds of 4x4 grids
B = "1234341223414123"
SIX = "123456456231231645564123312564645312"


def model(grid, clues, **more):
    return CLUE_SETS.made.model(ClueSets(grid=grid, clues=clues, **more))


@cache
def all_grids():
    """The 288 grids of 4x4, as tuples of digits."""
    found = accord.solutions(box_shape(4, 2, 2).full, backend="sat")
    return [tuple(option % 4 + 1 for option in solution.options) for solution in found]


@cache
def puzzles(grid, clues):
    """The sets of so many cells that no other of the 288 grids has with the same digits: the definition."""
    others = [g for g in all_grids() if g != grid]
    differ = [frozenset(c for c in range(16) if g[c] != grid[c]) for g in others]
    return {cells for cells in combinations(range(16), clues) if not any(d.isdisjoint(cells) for d in differ)}


def digits(grid):
    return tuple(map(int, grid))


def cells_of(solution):
    return tuple(4 * (int(name[1]) - 1) + int(name[3]) - 1 for name in solution.names)


@pytest.mark.parametrize("grid", [A, B])
@pytest.mark.parametrize("clues", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_every_puzzle_of_a_small_grid(backend_name, grid, clues):
    found = list(accord.solutions(model(grid, clues), backend=backend_name))
    assert {cells_of(solution) for solution in found} == puzzles(digits(grid), clues)
    assert len(found) == len(puzzles(digits(grid), clues))
    assert len(found) == {A: {3: 0, 4: 12, 5: 400}, B: {3: 0, 4: 128, 5: 1280}}[grid][clues]


@pytest.mark.slow
@pytest.mark.parametrize("grid", [A, B])
def test_six_clues(backend_name, grid):
    outcome = accord.count(model(grid, 6), backend=backend_name)
    assert (outcome.count, outcome.exact) == (len(puzzles(digits(grid), 6)), True)


@pytest.mark.parametrize(("grid", "number"), [(A, 14), (B, 26)])
def test_all_minimal_sets_are_found_and_no_others(grid, number):
    others = [frozenset(c for c in range(16) if g[c] != digits(grid)[c]) for g in all_grids()]
    minimal = {cells for cells in others if cells and not any(o and o < cells for o in others)}
    outcome = accord.count(model(grid, 4), backend="sat")
    assert len(minimal) == number
    assert len(at_a_glance(model(grid, 4).lazy)) + outcome.effort["sets"] == number
    assert set(at_a_glance(model(grid, 4).lazy)) <= minimal


@pytest.mark.parametrize("grid", [A, pytest.param(B, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["native", "sat", pytest.param("cpsat", marks=pytest.mark.slow)])
def test_minimal_puzzles(name, grid):
    def minimal(cells):
        return not any(set(cells) - {c} in smaller for c in cells)

    for clues in (4, 5):
        smaller = [set(cells) for cells in puzzles(digits(grid), clues - 1)]
        expected = {cells for cells in puzzles(digits(grid), clues) if minimal(cells)}
        found = accord.solutions(model(grid, clues, minimal=True), backend=name)
        assert {cells_of(solution) for solution in found} == expected
    both = accord.count(model(grid, (4, 5), minimal=True), backend=name)
    several = [accord.count(model(grid, k, minimal=True), backend="sat").count for k in (4, 5)]
    assert both.count == sum(several)


@pytest.mark.slow
def test_all_puzzles_of_all_small_grids():
    four = sum(accord.count(model("".join(map(str, g)), 4), backend="sat").count for g in all_grids())
    assert four == 25_728
    by_kind = {}
    for k in range(4, 8):
        of = {g: accord.count(model(g, k, minimal=True), backend="sat").count for g in (A, B)}
        by_kind[k] = of
    kinds = {A: 0, B: 0}
    for g in all_grids():
        kinds[A if len(puzzles(g, 4)) == 12 else B] += 1
    totals = {k: sum(kinds[g] * of[g] for g in (A, B)) for k, of in by_kind.items()}
    assert totals == {4: 25_728, 5: 58_368, 6: 1_536, 7: 0}
    assert sum(totals.values()) == 85_632


@pytest.mark.full
@pytest.mark.parametrize("name", ["native", "sat", pytest.param("cpsat", marks=pytest.mark.slow)])
def test_a_grid_of_six_rows(name):
    outcome = accord.count(model(SIX, 8), backend=name)
    assert (outcome.count, outcome.exact) == (576, True)
    assert accord.count(model(SIX, 7), backend=name).count == 0


@pytest.mark.parametrize("name", ["sat", pytest.param("cpsat", marks=pytest.mark.slow)])
def test_all_29_puzzles_of_a_grid_with_eleven_clues_given(name):
    outcome = accord.count(accord.load("clues-29", "eleven-given"), backend=name)
    assert (outcome.count, outcome.exact) == (29, True)


@pytest.mark.parametrize("name", ["cpsat", "sat"])  # native would walk through all sets of clues
def test_the_fewest_clues(name):
    outcome = accord.best(model(A, (0, 16)), backend=name)
    assert (outcome.value, outcome.bound) == (4, 4)
    six = accord.best(model(SIX, (0, 36)), backend="sat")
    assert six.value == 8


def test_masks(backend_name):
    mask = "X-..\n....\n....\n...3"
    found = {cells_of(s) for s in accord.solutions(model(B, 4, mask=mask), backend=backend_name)}
    assert found == {cells for cells in puzzles(digits(B), 4) if {0, 15} <= set(cells) and 1 not in cells}
    assert found


@pytest.mark.parametrize("name", ["sat", pytest.param("cpsat", marks=pytest.mark.slow)])
def test_parts_in_worker_processes(name):
    outcome = accord.count(model(B, 4), backend=name, workers=2)
    assert (outcome.count, outcome.exact) == (128, True)


def test_a_checkpoint_goes_on(tmp_path):
    file = tmp_path / "state"
    first = accord.count(model(A, 5), backend="sat", checkpoint=file)
    again = accord.count(model(A, 5), backend="sat", checkpoint=file)
    assert first.count == again.count == 400
    assert again.effort["asked"] == first.effort["asked"]  # nothing was searched again


def test_shapes_with_diagonals_and_of_jigsaw_boxes():
    diagonal = next(
        "".join(str(option % 4 + 1) for option in s.options)
        for s in accord.solutions(box_shape(4, 2, 2, True).full, backend="sat")
    )
    jigsaw = "AABB\nACBB\nACCD\nCDDD"
    for spec in (
        ClueSets(grid=diagonal, clues=3, diagonals=True),
        ClueSets(grid=one_of(jigsaw), clues=4, boxes=jigsaw),
    ):
        built = CLUE_SETS.made.model(spec)
        shape = built.lazy.shape
        grids = [tuple(o % 4 + 1 for o in s.options) for s in accord.solutions(shape.full, backend="sat")]
        differ = [frozenset(c for c in range(16) if g[c] != built.lazy.grid[c]) for g in grids]
        differ = [cells for cells in differ if cells]
        expected = {
            cells
            for cells in combinations(range(16), spec.clues)
            if not any(d.isdisjoint(cells) for d in differ)
        }
        assert all(cells in differ for cells in at_a_glance(built.lazy))
        found = accord.solutions(built, backend="sat")
        assert {cells_of(solution) for solution in found} == expected


def one_of(boxes):
    from accord.families.sudoku.shape import jigsaw_shape

    solution = accord.first(jigsaw_shape(tuple(boxes.split())).full, backend="sat").solutions[0]
    return "".join(str(option % 4 + 1) for option in solution.options)


def test_sets_at_a_glance_are_unavoidable_and_minimal():
    for grid in (A, B, SIX):
        lazy = model(grid, 8).lazy
        for cells in at_a_glance(lazy):
            assert lazy.minimal_sets(cells) == [cells]


def test_sets_at_a_glance_leave_two_solutions():
    built = model(SIX, 8)
    given = np.array(built.lazy.grid)
    for cells in at_a_glance(built.lazy):
        open_cells = np.where(np.isin(np.arange(36), list(cells)), 0, given)
        assert accord.count(built.lazy.shape.model(open_cells), backend="sat").count >= 2


# -- files, texts and faults ----------------------------------------------------------------------------


def test_the_text_form():
    assert accord.load(f"clue-sets:4:{A}").model.lazy == model(A, 4).lazy
    assert accord.load(f"clue-sets:4-5:{A}").model.lazy.clues == (4, 5)
    lines = "\n".join(A[k : k + 4] for k in range(0, 16, 4))
    assert accord.load(f"clue-sets:4:{lines}").model.lazy == model(A, 4).lazy


def test_the_picture_of_a_solution():
    puzzle = Puzzle(family="clue-sets", spec=ClueSets(grid=A, clues=4))
    solution = accord.first(puzzle, backend="sat").solutions[0]
    drawn = text(puzzle.picture(solution.options), colour=False).split()
    shown = [drawn[c // 4][c % 4] if len(drawn) == 4 else drawn[c] for c in range(16)]
    assert {c for c in range(16) if shown[c] != "."} == set(cells_of(solution))
    assert all(shown[c] in (".", A[c]) for c in range(16))


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        (ClueSets(grid=A[:15], clues=4), "grid: found 15 cells in a line; expected 16, row by row"),
        (
            ClueSets(grid="1234\n341\n2143\n43211", clues=4),
            "grid[2]: found 3 cells; expected 4, as",
        ),
        (ClueSets(grid="1" * 16, clues=4), "grid: row 1 has 1 twice, in r1c1 and r1c2"),
        (ClueSets(grid=A[:15] + "2", clues=4), "column 4 has 2 twice, in r2c4 and r4c4; expected a solved"),
        (ClueSets(grid="1234123434124321", clues=4), "box 1 has 1 twice, in r1c1 and r2c1"),
        (ClueSets(grid=A[:15] + "x", clues=4), "row 4, column 4): found 'x'; expected a digit 1-4"),
        (ClueSets(grid=A, clues=17), "clues: found 17; expected at most 16, as the grid has 16 cells"),
        (ClueSets(grid=A, clues=(5, 4)), "clues: found 5 to 4"),
        (ClueSets(grid=A, clues=1, mask="X..X" + "." * 12), "the mask has 2 cells that must be given"),
        (ClueSets(grid=A, clues=9, mask="--------" + "." * 8), "the mask leaves 8 cells that may be given"),
        (
            ClueSets(grid=A, clues=4, mask="....\n....\n...."),
            "mask: found 12 cells in 3 rows; expected",
        ),
        (
            ClueSets(grid=A, clues=17, mask="."),
            "clues: found 17; expected at most 16, as the grid has 16 cells",
        ),
        (ClueSets(grid=A, clues=4, mask="2" + "." * 15), "mask: found '2' at r1c1, where the grid has 1"),
        (ClueSets(grid=A, clues=4, box="3x2"), "box: found 3 x 2 cells; expected 4, as the grid has 4 rows"),
        (
            ClueSets(grid=A, clues=4, boxes="AAAB" * 4),
            "boxes: found 12 cells of box 'A', from row",
        ),
        (ClueSets(grid=A, clues=4, diagonals=True), "diagonal 1 has 1 twice"),
        (ClueSets(grid="", clues=4), "grid: found no cells"),
        (ClueSets(grid=A[:15] + ".", clues=4), "grid: found no digit in r4c4; expected a solved board"),
        (ClueSets(grid=A, clues=4, mask="...\n.....\n....\n...."), "mask: found 16 cells in 4 rows"),
        (ClueSets(grid="1234512345123451234512345", clues=4), "grid: found 5 rows, whose boxes are"),
    ],
)
def test_faults_say_where_and_what(spec, fault):
    with pytest.raises(InputError) as raised:
        _ = Puzzle(family="clue-sets", spec=spec).model
    assert fault in str(raised.value)


@pytest.mark.parametrize(
    "name", ["clue-sets:1234", "clue-sets:x:1234", "clue-sets:99999:" + A, "clue-sets::" + A]
)
def test_texts_that_are_none(name):
    with pytest.raises(InputError, match="clues: found"):
        accord.load(name)


def test_the_lazy_part_is_a_value():
    lazy = model(SIX, 8).lazy
    assert isinstance(lazy, Unavoidable)
    assert pickle.loads(pickle.dumps(lazy)) == lazy
    tokens = {
        other.lazy.token
        for other in (model(SIX, 8), model(SIX, 7), model(SIX, 8, minimal=True), model(A, 8), model(B, 8))
    }
    assert len(tokens) == 5


def test_solutions_are_solutions_of_the_model(backend_name):
    built = model(A, 4)
    rows = [s.options for s in accord.solutions(built, backend=backend_name)]
    assert valid(built, np.array(rows, np.int32)).all()
