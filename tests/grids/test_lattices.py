"""Lattices are what they claim, whichever one: groups of isometries, steps, and places in a text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import UsageError
from accord.grids.lattice import LATTICES, lattice

ALL = [lattice(name) for name in LATTICES]
every_lattice = pytest.mark.parametrize("grid", ALL, ids=list(LATTICES))


@pytest.mark.parametrize(
    ("name", "order", "steps"),
    [("square", 4, 4), ("hexagonal", 6, 6), ("cubic", 24, 6), ("triangular", 6, 3), ("edges", 4, 6)],
)
def test_orders(name, order, steps):
    grid = lattice(name)
    assert len(grid.rotations) == len(grid.reflections) == order
    assert grid.steps.shape[1] == steps


def cells_of(grid):
    """All cells around the origin."""
    places = [p for p in np.ndindex(3, 9, 9) if grid.is_cell(*p[1:]) and (grid.dimension == 3 or p[0] == 0)]
    return grid.cells_at(np.array(places) - (0, 4, 4))


def near(grid, cell):
    return {*map(tuple, grid.beside(np.array(cell)).tolist())}


@every_lattice
def test_isometries_are_a_group_and_keep_the_steps(grid):
    elements = {matrix.tobytes() for matrix in grid.isometries(True)}
    assert len(elements) == 2 * len(grid.rotations)
    assert {(a @ b).tobytes() for a in grid.isometries(True) for b in grid.isometries(True)} == elements
    assert np.array_equal(grid.rotations[0], np.eye(grid.dimension))
    for cell in cells_of(grid):
        for matrix in grid.isometries(True):
            moved = {*map(tuple, (np.array(sorted(near(grid, cell))) @ matrix).tolist())}
            assert moved == near(grid, cell @ matrix)


@every_lattice
def test_rotations_keep_the_handedness_and_reflections_change_it(grid):
    assert np.allclose(np.linalg.det(grid.rotations), 1)
    assert np.allclose(np.linalg.det(grid.reflections), -1)


@every_lattice
def test_steps_lead_back(grid):
    for cell in map(tuple, cells_of(grid).tolist()):
        assert all(cell in near(grid, other) for other in near(grid, cell))
        assert cell not in near(grid, cell)


@every_lattice
def test_shifts_are_what_takes_cells_to_cells_and_neighbours_to_neighbours(grid):
    cells = cells_of(grid)
    for vector in np.ndindex(*[5] * grid.dimension):
        shift = np.array(vector) - 2
        kept = all(
            {tuple(np.add(other, shift)) for other in near(grid, cell)} == near(grid, cell + shift)
            for cell in cells[:12]
        )
        assert kept == bool(grid.shifts(shift))


@given(grid=st.sampled_from(ALL), data=st.data())
def test_cells_and_places_are_a_round_trip(grid, data):
    number = st.integers(-50, 50)
    place = st.tuples(number if grid.dimension == 3 else st.just(0), number, number)
    wanted = place.filter(lambda at: grid.is_cell(*at[1:]))
    places = np.array(data.draw(st.lists(wanted, min_size=1, max_size=5)))
    cells = grid.cells_at(places)
    assert np.array_equal(grid.places_of(cells), places)
    assert all(tuple(cell) in near(grid, other) for cell in cells.tolist() for other in near(grid, cell))


@given(grid=st.sampled_from(ALL), size=st.tuples(st.integers(1, 3), st.integers(1, 4), st.integers(1, 4)))
def test_names_are_different(grid, size):
    places = [p for p in np.ndindex(*size) if grid.is_cell(p[1], p[2]) and (grid.dimension == 3 or p[0] == 0)]
    if places:
        assert len(set(grid.names(np.array(places)))) == len(places)


def test_names_count_cells_within_a_row():
    places = np.array([[0, 0, 0], [0, 0, 2], [0, 1, 1], [0, 1, 3]])
    assert lattice("hexagonal").names(places) == ["r1c1", "r1c2", "r2c1", "r2c2"]
    assert lattice("cubic").names(np.array([[0, 1, 2]])) == ["l1r2c3"]


def test_unknown_lattice():
    with pytest.raises(
        UsageError, match="there are square, hexagonal, cubic, triangular, edges; did you mean"
    ):
        lattice("triangle")


def test_a_triangle_lies_beside_those_that_share_a_side_with_it():
    grid = lattice("triangular")
    upright = grid.cells_at(
        np.array([3, 5, 7]) * (0, 1, 1)
    )  # row 5, column 7: both odd, so it stands on a side
    places = {tuple(place) for place in grid.places_of(grid.beside(upright)).tolist()}
    assert places == {(0, 5, 6), (0, 5, 8), (0, 6, 7)}


def test_an_edge_lies_beside_those_that_share_an_end_with_it():
    grid = lattice("edges")
    assert near(grid, (0, 1)) == {(0, -1), (0, 3), (-1, 0), (-1, 2), (1, 0), (1, 2)}
    assert near(grid, (1, 0)) == {(-1, 0), (3, 0), (0, -1), (0, 1), (2, -1), (2, 1)}
