"""Boards: reading them, refusing them, their fill order and their isometries."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import InputError
from accord.grids.board import MOST_CELLS, full_board, read
from accord.grids.drawing import DrawingError
from accord.grids.lattice import LATTICES, lattice

SQUARE, HEXAGONAL, CUBIC, TRIANGULAR, EDGES = map(lattice, LATTICES)


def test_a_square_board():
    board = read(".#.\n...\n", SQUARE)
    assert board.outline == (1, 2, 3)
    assert sorted(board.names) == ["r1c1", "r1c3", "r2c1", "r2c2", "r2c3"]
    assert not board.solved


def test_a_board_with_some_pieces_on_it_is_not_solved():
    board = read("A.\nA#\n", SQUARE)
    assert dict(zip(board.names, board.signs, strict=True)) == {"r1c1": "A", "r2c1": "A", "r1c2": "."}
    assert not board.solved


def test_a_hexagonal_board_is_staggered():
    board = read(". . #\n . . .", HEXAGONAL)
    assert board.place_tuples == [(0, 0, 0), (0, 1, 1), (0, 0, 2), (0, 1, 3), (0, 1, 5)]
    near = {board.names[0]: {board.names[i] for i in board.neighbours[0]}}
    assert near == {"r1c1": {"r1c2", "r2c1"}}


def test_cells_hang_together_by_their_sides():
    board = read("AA.B\n..B.\nA.BB", SQUARE)
    parts = {
        sign: {frozenset(board.names[cell] for cell in part) for part in found}
        for sign, found in (
            (sign, board.components(cell for cell, drawn in enumerate(board.signs) if drawn == sign))
            for sign in "AB"
        )
    }
    assert parts == {
        "A": {frozenset({"r1c1", "r1c2"}), frozenset({"r3c1"})},
        "B": {frozenset({"r1c4"}), frozenset({"r2c3", "r3c3", "r3c4"})},
    }
    assert board.components([]) == []
    assert board.components(range(12)) == [[*range(12)]]


def test_a_solid_board_has_layers():
    board = read("AB\nAB\n\nAB\nCC\n\n", CUBIC)
    assert board.outline == (2, 2, 2)
    assert board.solved
    assert dict(zip(board.names, board.signs, strict=True))["l2r2c1"] == "C"


FAULTY = [  # lattice, drawing, (line, what is said) of each flaw
    (SQUARE, "", [(0, "no cells")]),
    (SQUARE, "##", [(0, "no cells")]),
    (SQUARE, "...\n..\n....", [(2, "found 2 cells; expected 3"), (3, "found 4 cells; expected 3")]),
    (SQUARE, "..\n.?", [(2, "found '?'")]),
    (SQUARE, "..\n.\t.", [(2, r"found '\t'")]),
    (SQUARE, "..\n .", [(2, "found ' '")]),
    (SQUARE, "..\n\n..", [(3, "a second layer")]),
    (SQUARE, "é.", [(1, "found 'é'")]),
    (HEXAGONAL, ". .\n. .", [(2, "starts with one blank")]),
    (HEXAGONAL, "...", [(1, "found '.' at character 2")]),
    (HEXAGONAL, ". . .\n . .", [(2, "found 2 cells; expected 3")]),
    (EDGES, "+.+.+\n. .\n+.+.+", [(2, "found 2 cells; expected 3 beside the first row")]),
    (
        EDGES,
        "+.+\n...\n+.+",
        [(2, "found '.' at character 2; expected a blank there, or '+' where edges meet")],
    ),
    (EDGES, "+.+\n.+.\n+.+", [(2, "found '+' at character 2")]),
    (SQUARE, "7-1 . .\n. 7-1", [(2, "found 2 cells; expected 3")]),
    (SQUARE, "7-1 .\n.  7-", [(2, "found '7-'")]),
    (TRIANGULAR, "...\n..", [(2, "found 2 cells; expected 3")]),
    (CUBIC, "..\n..\n\n..", [(4, "layer 2 has 1 rows; expected 2")]),
    (SQUARE, ("." * 128 + "\n") * 65, [(0, f"found 8320 cells; at most {MOST_CELLS}")]),
]


@pytest.mark.parametrize(("grid", "drawing", "flaws"), FAULTY)
def test_flaws(grid, drawing, flaws):
    with pytest.raises(DrawingError) as caught:
        read(drawing, grid)
    assert isinstance(caught.value, InputError)
    assert [flaw.line for flaw in caught.value.flaws] == [line for line, _ in flaws]
    for flaw, (_, words) in zip(caught.value.flaws, flaws, strict=True):
        assert words in flaw.message


@pytest.mark.parametrize(
    ("grid", "size"),
    [(SQUARE, [10**9, 10**9]), (SQUARE, [8193, 1]), (SQUARE, [3]), (CUBIC, [3, 3]), (SQUARE, [0, 5])],
)
def test_sizes_are_bounded(grid, size):
    with pytest.raises(DrawingError, match="found"):
        full_board(size, grid)


@given(grid=st.sampled_from([SQUARE, HEXAGONAL]), size=st.tuples(st.integers(1, 9), st.integers(1, 9)))
def test_a_size_is_the_drawing_of_a_full_board(grid, size):
    rows, columns = size
    step = grid.column_step
    lines = [" " * (row % step) + (" " * (step - 1)).join("." * columns) for row in range(rows)]
    drawn, given_size = read("\n".join(lines), grid), full_board(size, grid)
    assert np.array_equal(drawn.cells, given_size.cells)
    assert drawn.outline == given_size.outline


@given(size=st.tuples(st.integers(1, 12), st.integers(1, 12)))
def test_fill_order_goes_along_the_short_side(size):
    rows, columns = size
    places = [(r, c) for _, r, c in full_board(size, SQUARE).place_tuples]
    by_row = rows >= columns
    assert places == sorted(places, key=lambda place: place if by_row else place[::-1])


def test_fill_order_of_other_lattices():
    assert full_board([10, 5], HEXAGONAL).names[:6] == ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r2c1"]
    assert full_board([3, 4, 5], CUBIC).names[:4] == ["l1r1c1", "l2r1c1", "l3r1c1", "l1r2c1"]


GROUPS = [  # lattice, drawing or size, proper isometries, improper ones
    (SQUARE, [6, 10], 2, 2),
    (SQUARE, [8, 8], 4, 4),
    (SQUARE, "#..\n..#", 2, 0),
    (SQUARE, "..\n.#", 1, 1),
    (SQUARE, "...\n##.", 1, 0),
    (HEXAGONAL, [10, 5], 2, 0),
    (HEXAGONAL, "# . .\n . . .\n# . .", 6, 6),
    (HEXAGONAL, "# .\n . .", 3, 3),
    (CUBIC, [3, 3, 3], 24, 24),
    (CUBIC, [20, 20, 20], 24, 24),
    (TRIANGULAR, "##.##\n#...#\n.....", 3, 3),
    (TRIANGULAR, "#.....#\n.......\n.......\n#.....#", 2, 2),
    (TRIANGULAR, [2, 4], 1, 1),
    (TRIANGULAR, [3, 4], 2, 0),
    (TRIANGULAR, "....\n#...", 1, 0),
    (EDGES, [2, 2], 4, 4),
    (EDGES, [2, 3], 2, 2),
    (EDGES, "+.+\n. #\n+#+", 1, 1),
    (CUBIC, [3, 4, 5], 4, 4),
    (CUBIC, [2, 4, 4], 8, 8),
]


@pytest.mark.parametrize(("grid", "shape", "proper", "improper"), GROUPS)
def test_isometries(grid, shape, proper, improper):
    board = read(shape, grid) if isinstance(shape, str) else full_board(shape, grid)
    found = list(board.isometries())
    assert [sum(i.proper for i in found), sum(not i.proper for i in found)] == [proper, improper]
    assert np.array_equal(found[0].permutation, np.arange(len(board.cells)))


@given(grid=st.sampled_from([lattice(name) for name in LATTICES]), data=st.data())
def test_isometries_keep_neighbours(grid, data):
    size = data.draw(st.lists(st.integers(1, 3), min_size=grid.dimension, max_size=grid.dimension))
    board = full_board(size, grid)
    for isometry in board.isometries():
        to = isometry.permutation.tolist()
        assert sorted(to) == list(range(len(to)))
        for cell, near in enumerate(board.neighbours):
            assert {to[n] for n in near} == set(board.neighbours[to[cell]])
