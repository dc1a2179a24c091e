"""Polyforms are counted as in the literature, and the named sets are what their names say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.grids import sets
from accord.grids.lattice import LATTICES, lattice
from accord.grids.names import shapes_in
from accord.grids.polyforms import canonical, mirrored, normalise, orientations, polyforms

KNOWN = [  # lattice, free, one-sided, for sizes from 1: OEIS
    ("square", [1, 1, 2, 5, 12, 35], [1, 1, 2, 7, 18, 60]),  # A000105, A000988
    ("hexagonal", [1, 1, 3, 7, 22], [1, 1, 3, 10, 33]),  # A000228, A006535
    ("cubic", [1, 1, 2, 7, 23], [1, 1, 2, 8, 29]),  # A038119, A000162
]


@pytest.mark.parametrize(("name", "free", "one_sided"), KNOWN)
def test_known_numbers(name, free, one_sided):
    grid = lattice(name)
    assert [len(polyforms(grid, n, flipping=True)) for n in range(1, len(free) + 1)] == free
    assert [len(polyforms(grid, n, flipping=False)) for n in range(1, len(one_sided) + 1)] == one_sided


@given(name=st.sampled_from([*LATTICES]), flipping=st.booleans(), data=st.data())
def test_canonical_forms_do_not_depend_on_how_a_shape_lies(name, flipping, data):
    grid = lattice(name)
    cells = {(0,) * grid.dimension}
    for _ in range(data.draw(st.integers(0, 6))):
        near, step = (
            data.draw(st.sampled_from(sorted(cells))),
            data.draw(st.sampled_from(grid.steps.tolist())),
        )
        cells.add(tuple(np.add(near, step).tolist()))
    shape = normalise(cells)
    matrix = data.draw(st.sampled_from([*grid.isometries(flipping)]))
    moved = normalise(map(tuple, (np.array(sorted(cells)) @ matrix + 7).tolist()))
    assert canonical(moved, grid, flipping=flipping) == canonical(shape, grid, flipping=flipping)
    assert orientations(moved, grid, flipping=flipping) == orientations(shape, grid, flipping=flipping)
    assert len(grid.isometries(flipping)) % len(orientations(shape, grid, flipping=flipping)) == 0


@pytest.mark.parametrize(
    ("name", "letters", "fixed"),
    [
        ("dominoes", "I", 2),
        ("tetrominoes", "ILOST", 19),
        ("pentominoes", "FILNPTUVWXYZ", 63),
        ("one-sided pentominoes", "FfILlNnPpTUVWXYyZz", 63),
        ("soma", "ABLPTVZ", 12 + 12 + 24 + 8 + 12 + 12 + 12),
        ("pentacubes", "FILNPTUVWXYZ", 186),
    ],
)
def test_sets(name, letters, fixed):
    found = sets.pieces(name)
    row = sets.SETS[name]
    assert "".join(piece.name for piece in found) == letters
    grid, flipping = lattice(row.lattice), not row.one_sided
    assert sum(len(orientations(piece.shape, grid, flipping=flipping)) for piece in found) == fixed


def test_the_soma_screws_are_twins_and_the_others_their_own():
    grid = lattice("cubic")
    form = {piece.name: canonical(piece.shape, grid, flipping=False) for piece in sets.pieces("soma")}
    for piece in sets.pieces("soma"):
        twin = {"A": "B", "B": "A"}.get(piece.name, piece.name)
        assert canonical(mirrored(piece.shape, grid), grid, flipping=False) == form[twin]


def test_a_free_piece_lies_as_its_letter_is_drawn():
    grid = lattice("square")
    f = next(piece for piece in sets.pieces("pentominoes") if piece.name == "F")
    drawn = shapes_in(".FF\nFF.\n.F.", grid)["F"]
    assert drawn in orientations(f.shape, grid, flipping=False)
