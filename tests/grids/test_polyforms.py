"""Polyforms are counted as in the literature, and the named sets are what their names say."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import UsageError
from accord.grids import sets
from accord.grids.lattice import LATTICES, lattice
from accord.grids.names import shapes_in
from accord.grids.polyforms import MOST, canonical, mirror_image, normalise, orientations, polyforms

KNOWN = {  # (lattice, how) -> how many there are of each size from 1: OEIS
    ("square", "free"): [1, 1, 2, 5, 12, 35, 108, 369],  # A000105
    ("square", "one-sided"): [1, 1, 2, 7, 18, 60, 196, 704],  # A000988
    ("square", "fixed"): [1, 2, 6, 19, 63, 216, 760, 2725],  # A001168
    ("hexagonal", "free"): [1, 1, 3, 7, 22, 82, 333],  # A000228
    ("hexagonal", "one-sided"): [1, 1, 3, 10, 33, 147, 620],  # A006535
    ("hexagonal", "fixed"): [1, 3, 11, 44, 186, 814, 3652],  # A001207
    ("cubic", "free"): [1, 1, 2, 7, 23, 112, 607],  # A038119
    ("cubic", "one-sided"): [1, 1, 2, 8, 29, 166, 1023],  # A000162
    ("cubic", "fixed"): [1, 3, 15, 86, 534, 3481],  # A001931
    ("triangular", "free"): [1, 1, 1, 3, 4, 12, 24, 66, 160],  # A000577
    ("triangular", "one-sided"): [1, 1, 1, 4, 6, 19, 43, 120, 307],  # A006534
    ("triangular", "fixed"): [2, 3, 6, 14, 36, 94, 250, 675, 1838],  # A001420
    ("edges", "free"): [1, 2, 5, 16, 55, 222, 950],  # A019988
    ("edges", "one-sided"): [1, 2, 7, 25, 99, 416, 1854],  # A151537
    ("edges", "fixed"): [2, 6, 22, 88, 372, 1628, 7312],  # A096267
}


@pytest.mark.parametrize(("name", "how"), KNOWN)
def test_known_numbers(name, how):
    flipping, turning = sets.SIDES[how]
    known = KNOWN[name, how]
    sizes = range(1, len(known) + 1)
    assert [len(polyforms(lattice(name), n, flipping=flipping, turning=turning)) for n in sizes] == known


@pytest.mark.parametrize(("size", "number"), [(9, 1285), (10, 4655)])
def test_larger_polyominoes(size, number):
    assert len(polyforms(lattice("square"), size, flipping=True)) == number


def test_free_octominoes_take_less_than_two_seconds():
    code = "from accord.grids.sets import pieces; import time; n = len(pieces('octominoes'))"
    told = subprocess.run(
        [sys.executable, "-c", f"{code}; print(n, time.process_time() < 2)"], capture_output=True, check=True
    )
    assert told.stdout.split() == [b"369", b"True"]


def test_too_many_polyforms_are_refused():
    assert MOST == 10_000
    with pytest.raises(UsageError, match="more than 10,000 polyforms of 11 cells"):
        polyforms(lattice("square"), 40, flipping=True)


@pytest.mark.parametrize("name", LATTICES)
def test_polyforms_are_connected_and_canonical(name):
    grid = lattice(name)
    for how in sets.SIDES.values():
        keys = dict(zip(("flipping", "turning"), how, strict=True))
        found = polyforms(grid, 4, **keys)
        assert list(found) == sorted(set(found))
        for shape in found:
            assert canonical(shape, grid, **keys) == shape
            reached, front = {shape[0]}, {shape[0]}
            while front:
                beside = {
                    tuple(cell) for cell in grid.beside(np.array(sorted(front))).reshape(-1, grid.dimension)
                }
                front = beside & set(shape) - reached
                reached |= front
            assert reached == set(shape)


@given(name=st.sampled_from([*LATTICES]), flipping=st.booleans(), data=st.data())
def test_canonical_forms_do_not_depend_on_how_a_shape_lies(name, flipping, data):
    grid = lattice(name)
    cells = {tuple(grid.cells_at(np.array([0, 0, 1 if name == "edges" else 0])).tolist())}
    for _ in range(data.draw(st.integers(0, 6))):
        near = data.draw(st.sampled_from(sorted(cells)))
        cells.add(tuple(data.draw(st.sampled_from(grid.beside(np.array(near)).tolist()))))
    shape = normalise(cells, grid)
    matrix = data.draw(st.sampled_from([*grid.isometries(flipping)]))
    moved = normalise((np.array(sorted(cells)) @ matrix + 6 * grid.period).tolist(), grid)
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
        ("hexiamonds", "CEFGHIJOPSVX", 94),
        ("tetrasticks", "FHIJLNOPRTUVWXYZ", 88),
    ],
)
def test_sets(name, letters, fixed):
    found = sets.piece_set(name)
    assert "".join(piece.name for piece in found.pieces) == letters
    grid = lattice(found.lattice)
    ways = (orientations(piece.shape, grid, flipping=found.flipping) for piece in found.pieces)
    assert sum(map(len, ways)) == fixed


def test_the_soma_screws_are_twins_and_the_others_their_own():
    grid = lattice("cubic")
    form = {piece.name: canonical(piece.shape, grid, flipping=False) for piece in sets.pieces("soma")}
    for piece in sets.pieces("soma"):
        twin = {"A": "B", "B": "A"}.get(piece.name, piece.name)
        assert canonical(mirror_image(piece.shape, grid), grid, flipping=False) == form[twin]


def test_a_free_piece_lies_as_its_letter_is_drawn():
    grid = lattice("square")
    f = next(piece for piece in sets.pieces("pentominoes") if piece.name == "F")
    drawn = shapes_in(".FF\nFF.\n.F.", grid)["F"]
    assert drawn in orientations(f.shape, grid, flipping=False)
