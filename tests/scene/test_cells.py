"""Cells as polygons: neighbours share an edge, and outlines have the cells of a set inside and no other."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seen import Path

from accord.grids import lattice
from accord.scene.cells import LATTICES


def places(name, cells):
    """Cells of the grid as places in a text."""
    return [tuple(place) for place in lattice.lattice(name).places_of(cells).tolist()]


def edges(name, place):
    ring = LATTICES[name].polygon(place)
    return {frozenset({rounded(a), rounded(b)}) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)}


def rounded(point):
    return tuple(round(number, 6) for number in point)


def test_every_lattice_of_boards_has_cells():
    assert set(LATTICES) == set(lattice.LATTICES)


@pytest.mark.parametrize("name", lattice.LATTICES)
def test_neighbours_share_one_edge_and_others_none(name):
    grid = lattice.lattice(name)
    steps = [step for step in grid.steps.tolist() if name != "cubic" or not step[0]]  # within a layer
    start = [7] * grid.dimension
    (here,) = places(name, [start])
    near = set()
    for step in steps:
        (place,) = places(name, [[a + b for a, b in zip(start, step, strict=True)]])
        assert len(edges(name, here) & edges(name, place)) == 1
        near.add(place)
    assert len(near) == len(steps) == len(edges(name, here))  # each edge has its neighbour
    layer, row, column = here
    for r in range(-3, 4):
        for c in range(-3, 4):
            other = (layer, row + r, column + c)
            staggered = grid.is_cell(*other[1:]) == grid.is_cell(*here[1:])
            if (r or c) and staggered and other not in near:
                assert not edges(name, here) & edges(name, other)


@pytest.mark.parametrize("name", lattice.LATTICES)
def test_all_edges_have_the_length_they_should(name):
    (place,) = places(name, [[2] * lattice.lattice(name).dimension])
    cells = LATTICES[name]
    for edge in edges(name, place):
        (ax, ay), (bx, by) = edge
        length = hypot(ax - bx, ay - by)
        assert length == pytest.approx(1 / 3**0.5 if name == "hexagonal" else 1, abs=1e-5)
    # and centres of neighbours are a unit apart
    step = lattice.lattice(name).steps[-2 if name == "cubic" else -1]  # within a layer
    (other,) = places(name, [[2 + n for n in step.tolist()]])
    (ax, ay), (bx, by) = cells.centre(place), cells.centre(other)
    assert hypot(ax - bx, ay - by) == pytest.approx(1)


SETS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


@pytest.mark.parametrize("name", ["square", "hexagonal"])
@given(chosen=SETS)
def test_an_outline_has_the_cells_inside_and_no_other(name, chosen):
    cells = LATTICES[name]
    inside = places(name, sorted(map(list, chosen)))
    area = Path([list(ring) for ring in cells.outline(inside)], "", "")
    every = places(name, [[q, r] for q in range(-1, 7) for r in range(-1, 7)])
    assert {place for place in every if area.holds(cells.centre(place))} == set(inside)
    assert size(area) == pytest.approx(len(chosen) * size(Path([list(cells.polygon(inside[0]))], "", "")))
    for ring in area.rings:
        assert len(set(ring)) >= 4
        assert all(
            turn(*three) for three in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)
        )


def size(path):
    """The area inside: holes run the other way round."""
    return abs(
        sum(
            ax * by - bx * ay
            for ring in path.rings
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True)
        )
        / 2
    )


def turn(a, b, c):
    """Whether a corner is one."""
    return abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > 1e-9


def test_a_hole_and_a_corner():
    cells = LATTICES["square"]
    ring = [(0, r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    assert sorted(map(len, cells.outline(ring))) == [4, 4]
    touching = cells.outline([(0, 0, 0), (0, 1, 1)])
    assert sum(map(len, touching)) == 8
    assert size(Path([list(ring) for ring in touching], "", "")) == 2


def test_hexagons_are_regular():
    ring = LATTICES["hexagonal"].polygon((0, 0, 0))
    assert size(Path([list(ring)], "", "")) == pytest.approx(3**0.5 / 2)  # of one that is a unit wide
    x, y = LATTICES["hexagonal"].centre((0, 0, 0))
    assert len({round(hypot(a - x, b - y), 9) for a, b in ring}) == 1
