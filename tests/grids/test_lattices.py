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
    ("name", "order", "steps"), [("square", 4, 4), ("hexagonal", 6, 6), ("cubic", 24, 6)]
)
def test_orders(name, order, steps):
    grid = lattice(name)
    assert len(grid.rotations) == len(grid.reflections) == order
    assert len(grid.steps) == steps


@every_lattice
def test_isometries_are_a_group_and_keep_the_steps(grid):
    elements = {matrix.tobytes() for matrix in grid.isometries(True)}
    assert len(elements) == 2 * len(grid.rotations)
    assert {(a @ b).tobytes() for a in grid.isometries(True) for b in grid.isometries(True)} == elements
    assert np.array_equal(grid.rotations[0], np.eye(grid.dimension))
    for matrix in grid.isometries(True):
        assert {*map(tuple, grid.steps @ matrix)} == {*map(tuple, grid.steps)}


@every_lattice
def test_rotations_keep_the_handedness_and_reflections_change_it(grid):
    assert np.allclose(np.linalg.det(grid.rotations), 1)
    assert np.allclose(np.linalg.det(grid.reflections), -1)


@every_lattice
def test_steps_lead_back(grid):
    assert {*map(tuple, -grid.steps)} == {*map(tuple, grid.steps)}


@given(grid=st.sampled_from(ALL), data=st.data())
def test_cells_and_places_are_a_round_trip(grid, data):
    cell = st.lists(st.integers(-50, 50), min_size=grid.dimension, max_size=grid.dimension)
    cells = np.array(data.draw(st.lists(cell, min_size=1, max_size=5)))
    places = grid.places_of(cells)
    assert np.array_equal(grid.cells_at(places), cells)
    assert all(grid.is_cell(row, column) for _, row, column in places.tolist())


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
    with pytest.raises(UsageError, match="there are square, hexagonal, cubic"):
        lattice("triangular")
