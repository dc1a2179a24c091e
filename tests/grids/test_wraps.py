"""Joined sides: folding, what is beside what, and isometries, against graphs that are searched through."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.grids.board import full_board, read
from accord.grids.drawing import DrawingError
from accord.grids.lattice import LATTICES, lattice
from accord.grids.wrap import WRAPS

BOARDS = [  # lattice, wrap, size, isometries: shifts times what keeps a cell where it is
    ("square", "cylinder", [4, 5], 5 * 4),
    ("square", "torus", [4, 5], 20 * 4),
    ("square", "torus", [4, 4], 16 * 8),
    ("square", "moebius", [4, 5], 10 * 2),
    ("square", "moebius", [3, 5], 10 * 2),
    ("square", "klein", [4, 5], 10 * 4),
    ("hexagonal", "cylinder", [3, 5], 5 * 4),
    ("hexagonal", "torus", [4, 4], 16 * 4),
    ("hexagonal", "moebius", [3, 5], 10 * 2),
    ("triangular", "cylinder", [4, 6], 3 * 4),
    ("triangular", "torus", [6, 6], 18 * 4),
    ("triangular", "moebius", [4, 6], 6 * 2),
    ("triangular", "moebius", [3, 5], 5 * 2),
    ("edges", "cylinder", [2, 3], 3 * 4),
    ("edges", "torus", [3, 3], 9 * 8),
    ("edges", "moebius", [2, 3], 6 * 2),
    ("edges", "klein", [2, 3], 6 * 4),
    ("cubic", "torus", [2, 3, 4], 12 * 8),
]


@pytest.mark.parametrize(("name", "wrap", "size", "order"), BOARDS)
def test_isometries_are_different_permutations_that_keep_neighbours(name, wrap, size, order):
    board = full_board(size, lattice(name), wrap)
    found = [isometry.permutation.tolist() for isometry in board.isometries()]
    assert found[0] == list(range(len(board.cells)))
    assert len(found) == len({tuple(to) for to in found}) == order
    known = {tuple(to) for to in found}
    for to in found:
        assert sorted(to) == found[0]
        for cell, near in enumerate(board.neighbours):
            assert {to[other] for other in near} == set(board.neighbours[to[cell]])
        assert tuple(to[cell] for cell in found[-1]) in known  # a group


def automorphisms(near):
    """How many ways there are to map a connected graph onto itself, cell by cell."""
    order = [0]
    for cell in order:
        order += [other for other in near[cell] if other not in order]

    def search(to):
        if len(to) == len(order):
            return 1
        cell = order[len(to)]
        found = 0
        for image in set(range(len(near))) - set(to.values()):
            if all((other in near[cell]) == (to[other] in near[image]) for other in to):
                found += search({**to, cell: image})
        return found

    return search({})


@pytest.mark.parametrize(
    ("name", "wrap", "size"),
    [
        ("square", "cylinder", [3, 7]),
        ("square", "torus", [5, 6]),
        ("square", "torus", [5, 5]),
        ("square", "moebius", [3, 7]),
        ("square", "klein", [5, 6]),
        ("hexagonal", "cylinder", [3, 6]),
        ("hexagonal", "moebius", [3, 6]),
    ],
)
def test_there_are_no_other_isometries(name, wrap, size):
    """Where a board is large enough, what keeps neighbours is an isometry."""
    board = full_board(size, lattice(name), wrap)
    assert len(list(board.isometries())) == automorphisms(board.neighbours)


def test_neighbours_across_the_sides():
    names = {}
    for wrap in WRAPS:
        board = full_board([4, 5], lattice("square"), wrap)
        corner = board.names.index("r1c1")
        names[wrap] = {board.names[cell] for cell in board.neighbours[corner]}
    assert names == {
        "cylinder": {"r1c2", "r2c1", "r1c5"},
        "torus": {"r1c2", "r2c1", "r1c5", "r4c1"},
        "moebius": {"r1c2", "r2c1", "r4c5"},
        "klein": {"r1c2", "r2c1", "r4c5", "r4c1"},
    }


@given(board=st.sampled_from(BOARDS), data=st.data())
def test_folding_keeps_what_is_beside_a_cell(board, data):
    name, wrap, size, _ = board
    grid = lattice(name)
    joined = full_board(size, grid, wrap)
    row = data.draw(st.integers(-30, 30) if joined.wrap.closed else st.integers(0, joined.wrap.rows - 1))
    place = np.array(
        [0, row, data.draw(st.integers(-30, 30).filter(lambda column: grid.is_cell(row, column)))]
    )
    folded = joined.wrap.fold(place)
    assert np.array_equal(joined.wrap.fold(folded), folded)
    near = joined.numbers(grid.beside(grid.cells_at(place)))
    assert sorted(near) == sorted(joined.numbers(grid.beside(grid.cells_at(folded))))


def test_holes_bound_the_isometries():
    board = read("....\n.#..\n....\n....", lattice("square"), "torus")
    assert len(list(board.isometries())) == 8  # those that keep the hole where it is
    board = read("....\n.#.#\n....\n.#.#", lattice("square"), "torus")
    assert len(list(board.isometries())) == 32


@pytest.mark.parametrize(("name", "size", "wrap"), [
    ("hexagonal", [3, 4], "torus"), ("hexagonal", [4, 4], "moebius"), ("hexagonal", [4, 4], "klein"),
    ("triangular", [4, 5], "cylinder"), ("triangular", [3, 4], "torus"), ("triangular", [3, 4], "moebius"),
])  # fmt: skip
def test_sides_that_do_not_fit_are_refused(name, size, wrap):
    with pytest.raises(DrawingError, match=f"as a {wrap} the lattice {name} needs"):
        full_board(size, lattice(name), wrap)


def test_cells_across_a_side_are_one_shape():
    board = full_board([4, 5], lattice("square"), "cylinder")
    number = board.names.index
    assert board.shapes_of([number("r1c1"), number("r1c5"), number("r2c5")]) == [((0, 0), (0, 1), (1, 0))]
    ring = [number(f"r1c{column}") for column in range(1, 6)]
    assert board.shapes_of(ring) == [((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))]
    assert len(board.shapes_of([*ring, number("r2c1")])) == 5  # cut open between any two of the ring
    assert board.shapes_of([number("r1c1"), number("r3c1")]) == []


def test_large_shapes_are_unrolled_if_they_do_not_go_around():
    board = full_board([6, 10], lattice("square"), "torus")
    square = [board.names.index(f"r{row}c{column}") for row in (6, 1, 2, 3) for column in (9, 10, 1, 2)]
    assert board.shapes_of(square) == [tuple((row, column) for row in range(4) for column in range(4))]
    assert board.shapes_of(range(60)) == []


def test_every_lattice_can_be_joined():
    for name in LATTICES:
        size = [2] * lattice(name).dimension
        assert full_board(size, lattice(name), "cylinder").wrap.name == "cylinder"
