"""Sudoku: models against a backtracking search of a few lines, all backends, pictures, hints and faults."""

from itertools import islice

import numpy as np
import pytest
from boards import sudoku_grids
from looped import looped

import accord
from accord.deduce import deductions
from accord.errors import InputError
from accord.families.sudoku import shape as sudoku_shape
from accord.families.sudoku.model import Sudoku, build, layout, model
from accord.families.sudoku.record import RECORD as SUDOKU
from accord.families.sudoku.text import givens, grid_line
from accord.puzzles.partial_board import Known, PartialBoard
from accord.puzzles.puzzle import Puzzle
from accord.render.text import text
from accord.symmetry.group import group_of

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SEVENTEEN = "........1.......2...3..4.........3.5.5....6..42..7.......21.......8.5.....7...4.."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
FIVE = ("aaabb", "ccabb", "ccadb", "ecedd", "eeedd")
SIX = ("AAAABB", "ABBBBC", "ADDDCC", "DDDCCE", "FFFCEE", "FFFEEE")


def line(model, options):
    """A solution as a line, from the names of its options."""
    digits = {}
    for name in (model.names[option] for option in options):
        cell, _, digits[cell] = name.partition("=")
    order = sorted(digits, key=lambda cell: [int(n) for n in cell[1:].split("c")])
    return "".join(digits[cell] for cell in order)


SMALL = {
    "4x4": (Sudoku(grid="." * 16), 288),
    "4x4 with diagonals": (Sudoku(grid="." * 16, diagonals=True), 48),
    "4x4 with rows for boxes": (Sudoku(grid="." * 16, box="4x1"), 576),
    "4x4 jigsaw": (Sudoku(grid="." * 16, boxes="aaab\ncabb\nccdb\ncddd"), 96),
    "4x4 jigsaw with diagonals": (Sudoku(grid="." * 16, boxes="aaab\ncabb\nccdb\ncddd", diagonals=True), 0),
    "5x5 jigsaw": (Sudoku(grid="." * 25, boxes=FIVE), 2880),
    "6x6 with diagonals": (Sudoku(grid="123456" + "." * 30, diagonals=True), 12),
    "6x6 with boxes 2x3": (Sudoku(grid="123456" + "451..." + "." * 24, box="2x3"), 912),
    "6x6 jigsaw": (Sudoku(grid="123456" + "." * 30, boxes=SIX), 66),
    "clash": (Sudoku(grid="1.1............."), 0),
}


@looped("name", SMALL)
def test_small_boards_have_the_solutions_of_a_plain_search(name, backend_name):
    spec, count = SMALL[name]
    expected, found = sudoku_grids(spec), build(spec)
    assert count in (None, len(expected))
    solved = [line(found, solution.options) for solution in accord.solutions(found, backend=backend_name)]
    assert len(solved) == len(expected)
    assert set(solved) == expected


@pytest.mark.slow
def test_grids_of_six_with_the_first_row_given(backend_name):
    outcome = accord.run(accord.load("sudoku-6x6"), "count", backend=backend_name)
    assert (outcome.count, outcome.exact) == (28_200_960 // 720, True)


@pytest.mark.parametrize(
    "puzzle", [EASY, SEVENTEEN, HARD, "sudoku-16x16", "sudoku-jigsaw", "sudoku-diagonals"]
)
def test_every_backend_finds_the_one_solution(puzzle, backend_name):
    loaded = accord.load(puzzle if puzzle.startswith("sudoku") else f"sudoku:{puzzle}")
    outcome = accord.run(loaded, "unique", backend=backend_name)
    assert outcome.answer == "unique"
    solved = layout(loaded.spec).givens.copy().ravel()
    (solution,) = outcome.solutions
    digits = line(loaded.model, solution.options)
    given = grid_line(solved)
    assert all(sign in (".", digit) for sign, digit in zip(given, digits, strict=True))
    for cells in layout(loaded.spec).shape.units.tolist():
        assert len({digits[cell] for cell in cells}) == len(cells)
    if puzzle == EASY:
        assert digits == SOLVED


def test_first_unique_and_count_of_a_puzzle_with_several_solutions(backend_name):
    # without the clues 1 and 2 both can be exchanged everywhere
    spec = Sudoku(grid="".join("." if sign in "12" else sign for sign in SOLVED))
    found = build(spec)
    expected = sudoku_grids(spec)
    assert len(expected) >= 2
    assert accord.run(found, "count", backend=backend_name).count == len(expected)
    assert accord.run(found, "unique", backend=backend_name).answer == "several"
    first = accord.run(found, "first", backend=backend_name).solutions[0]
    assert line(found, first.options) in expected


def test_givens_that_clash_make_no_fault_but_no_solution(backend_name):
    clash = Sudoku(grid="55" + "." * 79)
    assert accord.run(build(clash), "first", backend=backend_name).answer == "impossible"
    found = layout(clash)
    assert found.shape.clashes(found.givens) == [("r1", 5, [0, 1]), ("b1", 5, [0, 1])]
    assert found.shape.clashes(givens(EASY)) == []


@pytest.mark.parametrize("size", [1, 4, 6, 8, 9, 10, 12, 16, 25])
def test_the_model_is_as_declared(size):
    shape = sudoku_shape.box_shape(size, *sudoku_shape.usual(size))
    full = shape.full
    cells = [f"r{r}c{c}" for r in range(1, size + 1) for c in range(1, size + 1)]
    assert full.item_names[: size * size] == tuple(cells)
    assert full.order.tolist() == list(range(size * size))
    assert (full.low == 1).all()
    assert (full.high == 1).all()
    assert full.options == size**3
    columns, rows = sudoku_shape.usual(size)
    for option in np.random.default_rng(1).choice(full.options, 20).tolist():
        cell, digit = divmod(option, size)
        r, c = divmod(cell, size)
        sign = sudoku_shape.SIGNS[digit]
        box = r // rows * (size // columns) + c // columns
        needs = [f"r{r + 1}={sign}", f"c{c + 1}={sign}", f"b{box + 1}={sign}"]
        assert [full.item_names[item] for item in full.items_of(option)] == [cells[cell], *needs]
        assert full.names[option] == f"{cells[cell]}={sign}"


def test_a_given_cell_keeps_one_option_and_nothing_else_changes():
    found = model(EASY)
    assert found.item_names == sudoku_shape.box_shape(9, 3, 3).full.item_names
    clues = sum(sign != "." for sign in EASY)
    assert found.options == clues + 9 * (81 - clues)
    assert [found.option_name(int(option)) for option in found.options_of(0)] == ["r1c1=5"]


def test_boxes_are_numbered_as_they_appear_and_diagonals_fall_and_rise():
    shape = sudoku_shape.jigsaw_shape(FIVE, True)
    assert shape.box[0].tolist() == [0, 0, 0, 1, 1]
    assert shape.box[1].tolist() == [2, 2, 0, 1, 1]
    assert dict(zip(shape.unit_names, shape.units.tolist(), strict=True))["d1"] == [0, 6, 12, 18, 24]
    assert dict(zip(shape.unit_names, shape.units.tolist(), strict=True))["d2"] == [4, 8, 12, 16, 20]


@pytest.mark.parametrize(
    ("shape", "elements"),
    [
        (sudoku_shape.box_shape(4, 2, 2), 8),
        (sudoku_shape.box_shape(4, 2, 2, True), 8),
        (sudoku_shape.box_shape(6, 3, 2), 4),
        (sudoku_shape.box_shape(4, 4, 1), 4),  # boxes that are rows: rows and columns cannot change places
        (sudoku_shape.jigsaw_shape(FIVE), 1),
        (sudoku_shape.jigsaw_shape(("aaab", "cabb", "ccdb", "cddd")), 4),  # a pinwheel
    ],
)
def test_symmetries_are_those_of_the_boxes(shape, elements):
    assert len(group_of(shape.full)) == elements


def test_distinct_by_all_methods_and_givens_break_symmetries():
    for method in ("filter", "burnside"):
        assert accord.run(model("." * 16), "count", distinct=True, method=method).count == 39
    assert len(group_of(model("1" + "." * 15))) == 2  # the diagonal through the given stays
    assert len(group_of(model(EASY))) == 1


def test_pictures_show_givens_and_solutions_and_can_be_read_back():
    puzzle = accord.load(f"sudoku:{EASY}")
    assert grid_line(givens(text(puzzle.picture()))) == EASY
    solution = accord.first(puzzle).solutions[0]
    assert grid_line(givens(text(puzzle.picture(solution.options)))) == SOLVED
    drawn = text(accord.load("sudoku-jigsaw").picture())
    assert drawn.startswith("┏━━━━━━━━┳━━━━━━━━━━━┳━━━━━┓\n┃ ·  ·  ·┃ ·  8  ·  ·┃ 4  ·┃")


def test_half_solved_boards_are_read_and_drawn():
    board = PartialBoard(accord.load("sudoku:1.../..../...2/...."))
    chosen, closed = board.read("..../.3../..../....")
    found = board.puzzle.model
    assert [found.option_name(option) for option in chosen] == ["r2c2=3"]
    assert {found.option_name(option) for option in closed} == {"r2c2=1", "r2c2=2", "r2c2=4"}
    assert board.picture(Known(chosen, closed)).signs[0, 1, 1] == "3"


@pytest.mark.parametrize("name", ["sudoku-17", "sudoku-jigsaw"])
def test_hints_are_true_and_say_it_in_words(name):
    puzzle = accord.load(name)
    found = puzzle.model
    solution = {
        found.option_name(option) for option in accord.first(puzzle, backend="sat").solutions[0].options
    }
    said = []
    for step in deductions(found):
        assert {found.option_name(option) for option in step.chosen} <= solution
        assert solution.isdisjoint(found.option_name(option) for option in step.closed)
        said.append(SUDOKU.shown.words(puzzle.spec, found, step))
    assert not any("=" in sentence for sentence in said)  # none is left in names of items
    if name == "sudoku-17":
        assert said[0] == "r1c9 is given as 1"
        assert "in row 6 the 5 can only go to r6c4" in said
    else:
        assert "wherever the 5 of column 2 goes, r2c4 cannot be 5" in said
        (lookahead,) = [sentence for sentence in said if sentence.startswith("if ")]
        assert lookahead == (
            "if r3c3 were 2, column 7 could not have just one 2, by way of the 2 of column 4; so it is not 2"
        )


def test_hints_speak_of_units_that_cross_and_of_diagonals():
    puzzle = accord.load("sudoku-diagonals")
    found = puzzle.model
    said = [SUDOKU.shown.words(puzzle.spec, found, step) for step in islice(deductions(found), 30)]
    assert "all places for the 3 of row 4 are in box 5, so r6c4 and r6c5 cannot be 3" in said


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"grid": ""}, "grid: found no cells; draw each as a sign, `.` for an empty one"),
        ({"grid": "." * 80}, "grid: found 80 cells in a line; expected 81, row by row, for a grid of 9 rows"),
        (
            {"grid": "." * 10 + "x" + "." * 70},
            "grid: character 11 (row 2, column 2): found 'x'; expected a digit 1-9, or `.` for an empty cell",
        ),
        ({"grid": "12..\n3...\n...\n...."}, "grid[3]: found 3 cells; expected 4, as there are 4 rows"),
        ({"grid": "12..\n3.8.\n....\n...."}, "grid[2]: column 3: found '8'; expected a digit 1-4,"),
        ({"grid": "....\n....\n...."}, "grid: found 3 rows of 4 cells; expected as many rows as columns"),
        (
            {"grid": "." * 25},
            "grid: found 5 rows, whose boxes are not known; expected `boxes`, a picture",
        ),
        ({"grid": "." * 36, "box": "3x3"}, "box: found 3 x 3 cells; expected 6, as the grid has 6 rows"),
        ({"grid": "." * 36, "box": "three"}, "box: found 'three'; expected columns x rows, such as \"3x2\""),
        ({"grid": "." * 16, "box": "2x2", "boxes": "aabb"}, "boxes: found both box and boxes; expected one"),
        (
            {"grid": "." * 16, "boxes": "aabb\naabb\nccdd\nccda"},
            "boxes: found 5 cells of box 'a', from row 1, column 1 on; expected 4",
        ),
        ({"grid": "." * 16, "boxes": "aabb\naabb\nccdd"}, "boxes: found 3 rows; expected 4, as in the grid"),
        ({"grid": "." * 16, "boxes": "aabb\naab\nccdd\nccdd"}, "boxes[2]: found 3 cells; expected 4"),
        ({"grid": "0." * 128}, "grid: found both 0 and `.`; expected one of them"),
        ({"grid": "1\n" * 50}, "grid: found 50 rows; expected at most 36"),
        ({"grid": "." * 10_000_000}, "grid: found 10,000,000 characters; expected at most 20,736"),
    ],
)
def test_faults_say_where_what_and_what_was_expected(keys, fault):
    with pytest.raises(InputError) as caught:
        _ = Puzzle(family="sudoku", spec=Sudoku(**keys)).model
    assert any(f"sudoku: {fault}" in line for line in caught.value.faults), caught.value.faults
