"""Sticks: each piece covers its own edges and no other. Joined sides: arrows say how they come together."""

import pytest
from seen import Path

import accord
from accord.picture import Picture
from accord.scene.board import MARGIN, scene_of
from accord.scene.cells import EDGES
from accord.scene.shapes import Area, Label


def pieces_of(scene):
    return [shape for shape in scene.shapes if isinstance(shape, Area) and shape.pattern is not None]


def middle(place):
    x, y = EDGES.centre(place)
    return x + MARGIN, y + MARGIN


def test_each_piece_covers_its_edges_and_no_two_overlap():
    puzzle = accord.load("tetrasticks-5x5")
    (solution,) = accord.solutions(puzzle, limit=1)
    picture = puzzle.picture(solution.options)
    areas = [Path([list(ring) for ring in area.rings], "", "") for area in pieces_of(scene_of(picture))]
    assert len(areas) == len(picture.pieces) == 15
    for area, piece in zip(areas, picture.pieces, strict=True):
        assert {place for place in picture.signs if area.holds(middle(place))} == set(piece)
    across = [0.013 + 0.097 * n for n in range(68)]  # nowhere on a line
    assert all(sum(area.holds((x, y)) for area in areas) <= 1 for x in across for y in across)


def test_a_corner_is_half_of_a_point_and_what_goes_straight_on_is_all_of_it():
    corner = {(0, 0, 1), (0, 1, 2)}  # to the right, then down, around the point in row 0 and column 2
    straight = {(0, 0, 1), (0, 0, 3)}
    x, y = 3 * 0.6 + MARGIN, 0.6 + MARGIN
    for piece, held in ((corner, [True, False]), (straight, [True, True])):
        picture = Picture("edges", dict.fromkeys(piece, "A"), pieces=(tuple(sorted(piece)),))
        (area,) = pieces_of(scene_of(picture))
        path = Path([list(ring) for ring in area.rings], "", "")
        assert [path.holds((x - 0.1, y + 0.09)), path.holds((x + 0.1, y - 0.09))] == held


def tips(wrap):
    """Which way the arrows at each side point: their tip is the corner that stands alone."""
    signs = {(0, row, column): "." for row in range(4) for column in range(5)}
    scene = scene_of(Picture("square", signs, wrap=wrap))
    arrows = [
        shape.rings[0] for shape in scene.shapes if isinstance(shape, Area) and len(shape.rings[0]) == 3
    ]
    found = []
    for (_, y), (_, v), (_, t) in arrows:
        base = (v + t) / 2
        found.append("down" if y > base + 0.1 else "up" if y < base - 0.1 else "right")
    return found


@pytest.mark.parametrize(("wrap", "known"), [
    ("", []),
    ("cylinder", ["up", "up"]),
    ("moebius", ["up", "down"]),
    ("torus", ["up", "up", "right", "right", "right", "right"]),
    ("klein", ["up", "down", "right", "right", "right", "right"]),
])  # fmt: skip
def test_arrows_at_joined_sides(wrap, known):
    assert tips(wrap) == known


def test_long_names_are_smaller():
    picture = Picture("square", {(0, 0, 0): "7-108", (0, 0, 1): "X"}, pieces=(((0, 0, 0),), ((0, 0, 1),)))
    sizes = {shape.text: shape.size for shape in scene_of(picture).shapes if isinstance(shape, Label)}
    assert sizes["7-108"] < sizes["X"] == 0.5
