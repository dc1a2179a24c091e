"""Cells as polygons: neighbours share an edge, and outlines have the cells of a set inside and no other."""

from math import hypot

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seen import Path

import accord
from accord.grids import lattice
from accord.scene.cells import LATTICES, middle
from accord.scene.shapes import Label


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


def start(name):
    """A cell of the grid, within a board."""
    grid = lattice.lattice(name)
    return grid.cells_at(np.array([7 * (grid.dimension == 3), 8, 8 + (name == "edges")]))


@pytest.mark.parametrize("name", lattice.LATTICES)
@pytest.mark.parametrize("second", [False, True])
def test_neighbours_share_one_edge_and_others_none(name, second):
    grid = lattice.lattice(name)
    cell = start(name)
    if second:  # of triangles and edges, one of the other kind
        cell = grid.beside(cell)[-1]
    (here,) = places(name, [cell])
    near = {place for place in places(name, grid.beside(cell)) if place[0] == here[0]}  # within a layer
    if name == "edges":  # what goes straight on has a corner in common
        straight = {place for place in near if place[1] == here[1] or place[2] == here[2]}
        assert len(straight) == 2
        for place in straight:
            assert len(set(LATTICES[name].corners(here)) & set(LATTICES[name].corners(place))) == 1
        near -= straight
    for place in near:
        assert len(edges(name, here) & edges(name, place)) == 1
    assert len(near) == len(edges(name, here))  # each edge has its neighbour
    layer, row, column = here
    for r in range(-3, 4):
        for c in range(-3, 4):
            other = (layer, row + r, column + c)
            if (r or c) and grid.is_cell(*other[1:]) and other not in near:
                assert not edges(name, here) & edges(name, other)


LENGTHS = {"square": 1, "cubic": 1, "hexagonal": 1 / 3**0.5, "triangular": 3**0.5, "edges": 0.6 * 2**0.5}


@pytest.mark.parametrize("name", lattice.LATTICES)
def test_all_edges_have_the_length_they_should(name):
    grid, cells = lattice.lattice(name), LATTICES[name]
    (place,) = places(name, [start(name)])
    for edge in edges(name, place):
        (ax, ay), (bx, by) = edge
        assert hypot(ax - bx, ay - by) == pytest.approx(LENGTHS[name], abs=1e-5)
    # and centres of neighbours are a unit apart; of edges, those that go straight on are a side of a square
    for other in places(name, grid.beside(start(name))):
        (ax, ay), (bx, by) = cells.centre(place), cells.centre(other)
        if other[0] == place[0]:
            known = [1.2, 0.6 * 2**0.5] if name == "edges" else [1]
            assert any(hypot(ax - bx, ay - by) == pytest.approx(length) for length in known)


SETS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


@pytest.mark.parametrize("name", ["square", "hexagonal", "triangular"])
@given(chosen=SETS)
def test_an_outline_has_the_cells_inside_and_no_other(name, chosen):
    cells = LATTICES[name]
    if name == "triangular":  # every second column is wider, and the third numbers are corners
        chosen = {(3 * (q // 2) + 1 + q % 2, r) for q, r in chosen}
    inside = places(name, sorted(map(list, chosen)))
    area = Path([list(ring) for ring in cells.outline(inside)], "", "")
    wide = range(-1, 10) if name == "triangular" else range(-1, 7)
    every = places(name, [[q, r] for q in wide for r in range(-1, 7) if name != "triangular" or q % 3])
    assert {place for place in every if area.holds(cells.centre(place))} == set(inside)
    assert size(area) == pytest.approx(len(chosen) * size(Path([list(cells.polygon(inside[0]))], "", "")))
    for ring in area.rings:
        assert len(set(ring)) >= (3 if name == "triangular" else 4)
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


V = ((0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 2, 1), (0, 2, 2))


@pytest.mark.parametrize(("places", "lattice", "at"), [
    (V, "square", (0.5, 2.5)),  # in its corner, on its axis, although an arm is nearer to the middle
    (((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 2, 1)), "square", (1.5, 1.5)),  # L: no axis; a cell, no side
    (((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3)), "square", (2.0, 0.5)),  # between two cells
    (((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)), "square", (1.0, 1.0)),  # where four meet
    (((0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2), (0, 2, 1)), "square", (1.5, 1.5)),  # X
    (((0, 0, 0), (0, 0, 2), (0, 1, 1)), "hexagonal", (1.0, 2 / 3**0.5 * 0.75)),  # where three meet
    (((0, 0, 0), (0, 0, 2)), "hexagonal", (0.5, 1 / 3**0.5)),  # not on the short side between two
])  # fmt: skip
def test_the_sign_of_a_piece_stands_at_its_middle(places, lattice, at):
    assert middle(places, LATTICES[lattice]) == pytest.approx(at)


@given(st.sets(st.tuples(st.just(0), st.integers(0, 4), st.integers(0, 4)), min_size=1))
def test_the_sign_of_a_piece_stands_half_a_cell_from_all_others(places):
    x, y = middle(sorted(places), LATTICES["square"])
    for row in range(-1, 6):
        for column in range(-1, 6):
            if (0, row, column) not in places:
                nearest = min(max(x, column), column + 1), min(max(y, row), row + 1)
                assert (nearest[0] - x) ** 2 + (nearest[1] - y) ** 2 >= 0.25 - 1e-9


@pytest.mark.parametrize(("name", "note"), [
    ("tetrominoes-cylinder", "the left and right sides are joined"),
    ("dominoes-torus-4x4", "opposite sides are joined"),
    ("dominoes-klein-4x6", "opposite sides are joined, left and right with a twist"),
    ("polysticks-1-3-torus", "opposite sides are joined"),
])  # fmt: skip
def test_a_line_below_a_board_states_which_sides_are_joined(name, note):
    scene = accord.load(name).draw()
    last = scene.shapes[-1]
    assert (last.text, last.layer) == (note, "captions")
    lowest = max(y for shape in scene.shapes for ring in getattr(shape, "rings", ()) for _, y in ring)
    assert lowest < last.at[1] - last.size / 3 < last.at[1] + last.size / 2 <= scene.height


def test_layers_of_a_solid_have_names():
    names = ["layer 1", "layer 2", "layer 3"]
    for solid in (False, True):
        scene = accord.load("soma").draw(solid=solid)
        assert [shape.text for shape in scene.shapes if isinstance(shape, Label)] == names
    assert [s for s in accord.load("pentomino-6x10").draw().shapes if isinstance(s, Label)] == []
