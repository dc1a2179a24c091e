"""Drawings of pencil puzzles beside the common parts: ships, cages."""

from collections import Counter
from itertools import pairwise

import pytest

import accord
from accord.picture import FULL
from accord.scene.figures import FIGURES, SHIP
from accord.scene.palette import FILLS
from accord.scene.shapes import INK, PAPER, Area, Disk, Label, Stroke


def texts(scene):
    return [shape.text for shape in scene.shapes if isinstance(shape, Label)]


def figures(scene):
    """How often each figure of a ship or of water stands on a scene, by comparing shapes at any place."""
    alike = {}
    for name, shapes in FIGURES.items():
        if name.startswith("ship-") or name == "water":
            alike[at_origin(shapes[0])] = name
    return Counter(alike[key] for shape in scene.shapes if (key := at_origin(shape)) in alike)


def at_origin(shape):
    points = (
        shape.rings[0] if isinstance(shape, Area) else shape.lines[0] if isinstance(shape, Stroke) else ()
    )
    if not points:
        return type(shape).__name__, round(getattr(shape, "radius", 0), 6)
    x, y = points[0]
    return type(shape).__name__, tuple((round(u - x, 6), round(v - y, 6)) for u, v in points)


def test_given_parts_of_ships_are_figures_and_the_fleet_stands_below():
    puzzle = accord.load("battleship-7x7")
    scene = puzzle.draw()
    given = Counter(sign for row in puzzle.spec.board for sign in row if sign not in ".-\n")
    names = {f"ship-{sign}" if sign != "x" else "water": number for sign, number in given.items()}
    assert figures(scene) == names == {"ship-n": 1, "water": 1}
    assert texts(scene)[-1] == "fleet: 3 of 1, 2 of 2, 1 of 3"
    assert not {"n", "~"} & set(texts(scene))


def test_a_solved_fleet_has_two_ends_for_each_longer_ship():
    puzzle = accord.load("battleship-10x10")
    scene = next(accord.solutions(puzzle)).draw()
    found = figures(scene)
    fleet = dict(enumerate(puzzle.spec.fleet, start=1))
    assert found["ship-o"] == fleet[1]
    assert found["ship-n"] == found["ship-s"]
    assert found["ship-w"] == found["ship-e"]
    assert found["ship-n"] + found["ship-w"] == sum(number for length, number in fleet.items() if length > 1)
    middles = sum((length - 2) * number for length, number in fleet.items() if length > 2)
    assert found["ship-h"] + found["ship-v"] == middles
    assert SHIP < 0.5  # ships side by side do not touch


def test_cages_are_dashed_inside_the_walls_of_boxes():
    puzzle = accord.load("killer-sudoku-6x6")
    scene = puzzle.draw()
    (cages,) = (shape for shape in scene.shapes if isinstance(shape, Stroke) and shape.dash)
    (walls,) = (shape for shape in scene.shapes if isinstance(shape, Area) and shape.layer == "walls")
    signs = {sign for row in puzzle.spec.cages for sign in row if sign != "\n"}
    assert len(walls.rings) == 6
    assert len(cages.lines) >= len(signs)
    area = sum(abs(shoelace(ring)) for ring in cages.lines)
    assert 36 * 0.6 < area < 36  # each is within its cells
    for ring in cages.lines:
        for (x, y), (u, v) in pairwise(ring):
            assert x == u or y == v
            assert not {round(at - 0.3, 6) % 1 for at in ((x,) if x == u else (y,))} & {0.0}  # not on a wall


def shoelace(ring):
    return sum(x * v - u * y for (x, y), (u, v) in pairwise(ring)) / 2


def test_sums_of_a_kakuro_stand_on_both_sides_of_a_line():
    puzzle = accord.load("kakuro-8x8")
    scene = puzzle.draw()
    clues = {place: sign for place, sign in puzzle.picture().signs.items() if "\\" in sign}
    labels = {(round(x, 2), round(y, 2)): shape.text for shape in scene.shapes
              if isinstance(shape, Label) for x, y in [shape.at]}  # fmt: skip
    assert not [text for text in labels.values() if "\\" in text]
    expected = {}
    for (_, row, column), sign in clues.items():
        below, right = sign.split("\\")
        if below:  # in the corner below on the left, for the run below
            expected[round(column + 0.6, 2), round(row + 1.04, 2)] = below
        if right:
            expected[round(column + 1.0, 2), round(row + 0.58, 2)] = right
    assert labels == expected


@pytest.mark.parametrize("name", ["creek-10x10", "lits-10x10", "nurikabe-10x10"])
def test_shaded_cells_are_filled_on_a_board_with_walls_or_without(name):
    puzzle = accord.load(name)
    solution = next(accord.solutions(puzzle))
    scene, picture = solution.draw(), puzzle.picture(solution)
    filled = [ring for shape in scene.shapes if isinstance(shape, Area) and shape.fill == FILLS["ink"]
              for ring in shape.rings]  # fmt: skip
    assert abs(sum(map(size_of, filled))) == pytest.approx([*picture.signs.values()].count(FULL))


def size_of(ring):
    """The size of the area in a ring, negative where it runs the other way around."""
    return sum(x * v - u * y for (x, y), (u, v) in pairwise([*ring, ring[0]])) / 2


def test_black_cells_of_a_hitori_keep_their_numbers_in_drawings():
    puzzle = accord.load("hitori:4124/3412/2223/4324")
    (solution,) = accord.solutions(puzzle)
    assert str(puzzle.picture(solution)) == "#1#4\n3412\n#2#3\n432#"
    assert texts(solution.draw()) == list("4124341222234324")


def test_circles_of_a_yin_yang_are_drawn_as_circles():
    puzzle = accord.load("yin-yang:....b/....w/...w./..w../....w")
    (solution,) = accord.solutions(puzzle)
    filled = str(puzzle.picture(solution))
    assert filled.split("\n")[0] == "bbbbb"
    scene = solution.draw()
    assert texts(scene) == []
    assert Counter(shape.fill for shape in scene.shapes if isinstance(shape, Disk)) == {
        INK: filled.count("b"),
        PAPER: filled.count("w"),
    }
    assert sum(isinstance(shape, Disk) for shape in puzzle.draw().shapes) == 5


def test_the_sum_of_a_cage_begins_on_the_line_of_its_cage():
    """So the white rim around its letters parts the line."""
    scene = accord.load("killer-sudoku:4_7_._./._6_._9/9_._5_./._._._.;1222/1334/5364/5564").draw()
    (cages,) = (shape for shape in scene.shapes if isinstance(shape, Stroke) and shape.dash)
    left = {round(x, 6) for line in cages.lines for x, _ in line}
    sums = [shape for shape in scene.shapes if isinstance(shape, Label) and shape.halo]
    assert sorted(shape.text for shape in sums) == ["4", "5", "6", "7", "9", "9"]
    assert {round(shape.at[0], 6) for shape in sums} <= left
